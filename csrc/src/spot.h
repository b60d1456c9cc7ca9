/*
 * spot.h - where a path leads within a value, whatever form the nodes on the way have.
 */
#ifndef SSZ_SPOT_H
#define SSZ_SPOT_H

#include "node.h"

/* A value within a value, or a bit. */
typedef struct ssz_spot {
    uint32_t type;       /* SSZ_NO_TYPE: a bit, or None */
    ssz_node *node;      /* the node of the value; NULL: it is plain bytes ... */
    const uint8_t *data; /* ... here (a bit: the byte that it is in; None: NULL) */
    uint64_t size;
    uint32_t bit;
    ssz_buffer *buffer; /* what holds the bytes, if they never change */
} ssz_spot;

/* Follows keys of parts that there are, from a node; see ssz_view_locate for what they are.  What the spot
 * refers to lasts until the value changes. */
ssz_spot ssz_spot_find(const ssz_schema *schema, uint32_t type, ssz_node *node,
                       const uint64_t *keys, uint32_t key_count);

/* One step more. */
int32_t ssz_spot_step(const ssz_schema *schema, ssz_spot *spot, uint64_t key, ssz_error *err);

/* The bytes of the value at a spot, if that is what it is held as; else false. */
bool ssz_spot_bytes(const ssz_spot *spot, const uint8_t **data, uint64_t *size);

/* See ssz_view_count and ssz_view_selector. */
uint32_t ssz_spot_selector(const ssz_spot *spot);
uint64_t ssz_spot_count(const ssz_schema *schema, const ssz_spot *spot);

/* A node with the value at a spot: shared where that can be. */
ssz_node *ssz_spot_take(const ssz_spot *spot, ssz_error *err);

/* SSZ_LIMIT if a part of the value would begin past the last byte that an offset can name. */
int32_t ssz_spot_check_offsets(const ssz_schema *schema, const ssz_spot *spot, ssz_error *err);

/* What node.h says of nodes. */
uint64_t ssz_spot_size(const ssz_schema *schema, const ssz_spot *spot);
int32_t ssz_spot_encode(const ssz_schema *schema, const ssz_spot *spot, uint8_t *out,
                        uint64_t *size, ssz_error *err);
int32_t ssz_spot_root(const ssz_schema *schema, const ssz_spot *spot, uint8_t *out, ssz_error *err);

/* First byte and size of the part that keys lead to from a spot, in the encoding of the value there. */
int32_t ssz_spot_place(const ssz_schema *schema, const ssz_spot *from, const uint64_t *keys,
                       uint32_t key_count, ssz_place *out, ssz_error *err);

#endif
