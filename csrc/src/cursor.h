/*
 * cursor.h - where a path leads within a value, whatever form the nodes on the way have.
 */
#ifndef SSZ_CURSOR_H
#define SSZ_CURSOR_H

#include "node.h"

/* A value within a value, or a bit. */
typedef struct ssz_cursor {
    uint32_t type;       /* SSZ_NO_TYPE: a bit, or None */
    ssz_node *node;      /* the node of the value; NULL: it is plain bytes ... */
    const uint8_t *data; /* ... here (a bit: the byte that it is in; None: NULL) */
    uint64_t size;
    uint32_t bit;
    ssz_buffer *buffer; /* what holds the bytes, if they never change */
} ssz_cursor;

/* Follows keys of parts that there are, from a node; see ssz_view_locate for what they are.  What the cursor
 * refers to lasts until the value changes. */
ssz_cursor ssz_cursor_find(const ssz_schema *schema, uint32_t type, ssz_node *node,
                           const uint64_t *keys, uint32_t key_count);

/* One step more. */
int32_t ssz_cursor_step(const ssz_schema *schema, ssz_cursor *cursor, uint64_t key, ssz_error *err);

/* The bytes of the value at a cursor, if that is what it is held as; else false. */
bool ssz_cursor_bytes(const ssz_cursor *cursor, const uint8_t **data, uint64_t *size);

/* See ssz_view_count and ssz_view_selector. */
uint32_t ssz_cursor_selector(const ssz_cursor *cursor);
uint64_t ssz_cursor_count(const ssz_schema *schema, const ssz_cursor *cursor);

/* A node with the value at a cursor: shared where that can be. */
ssz_node *ssz_cursor_take(const ssz_cursor *cursor, ssz_error *err);

/* SSZ_LIMIT if a part of the value would begin past the last byte that an offset can name. */
int32_t ssz_cursor_check_offsets(const ssz_schema *schema, const ssz_cursor *cursor,
                                 ssz_error *err);

/* What node.h says of nodes. */
uint64_t ssz_cursor_size(const ssz_schema *schema, const ssz_cursor *cursor);
int32_t ssz_cursor_encode(const ssz_schema *schema, const ssz_cursor *cursor, uint8_t *out,
                          uint64_t *size, ssz_error *err);
int32_t ssz_cursor_root(const ssz_schema *schema, const ssz_cursor *cursor, uint8_t *out,
                        ssz_error *err);

/* First byte and size of the part that keys lead to from a cursor, in the encoding of the value there. */
int32_t ssz_cursor_place(const ssz_schema *schema, const ssz_cursor *from, const uint64_t *keys,
                         uint32_t key_count, ssz_place *out, ssz_error *err);

#endif
