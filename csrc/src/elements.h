/*
 * elements.h - open vectors, lists and bitfields; see node.h for what they are.
 *
 * The elements lie in a string of leaves: chunks of packed basic values or bits, flat records, or pointers
 * to nodes.  The string is one run of pages; for progressive types it is cut into the runs of the
 * subtrees.  Offsets here count bytes of that string.
 */
#ifndef SSZ_ELEMENTS_H
#define SSZ_ELEMENTS_H

#include "node.h"

/* How the elements of a type are held. */
typedef struct ssz_packing {
    const ssz_type *type;
    const ssz_type *element; /* NULL: bits */
    ssz_leaf leaf;
    uint64_t unit; /* bytes that an element takes in the leaves; 0 for bits */
} ssz_packing;
ssz_packing ssz_packing_of(const ssz_schema *schema, uint32_t type);

/* Bytes that `count` elements or bits take in the leaves. */
static inline uint64_t ssz_packing_size(const ssz_packing *packing, uint64_t count) {
    return packing->element ? count * packing->unit : count / 8 + (count % 8 != 0);
}

/* An open node with the value of a bytes node. */
ssz_node *ssz_elements_open(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                            ssz_error *err);
/* The same node once more, sharing the pages. */
ssz_node *ssz_elements_clone(const ssz_node *node, ssz_error *err);
/* Gives the pages back. */
void ssz_elements_clear(ssz_node *node);

/* ssz_pages_at and the other functions of that name (pages.h) on the string of leaves. */
const uint8_t *ssz_elements_at(const ssz_packing *packing, const ssz_node *node, uint64_t offset);
const uint8_t *ssz_elements_span(const ssz_packing *packing, const ssz_node *node, uint64_t offset,
                                 uint64_t *size);
uint8_t *ssz_elements_write_at(const ssz_packing *packing, ssz_node *node, uint64_t offset,
                               ssz_error *err);
void ssz_elements_read(const ssz_packing *packing, const ssz_node *node, uint64_t offset,
                       uint64_t size, uint8_t *out);
int32_t ssz_elements_write(const ssz_packing *packing, ssz_node *node, uint64_t offset,
                           const uint8_t *data, uint64_t size, ssz_error *err);

/* Keeps the first `count` elements or bits. */
int32_t ssz_elements_truncate(const ssz_packing *packing, ssz_node *node, uint64_t count,
                              ssz_error *err);

/* Element i of a sequence of nodes. */
ssz_node *ssz_elements_element(const ssz_packing *packing, const ssz_node *node, uint64_t i);

/* What node.h says of any form. */
uint64_t ssz_elements_size(const ssz_schema *schema, uint32_t type, const ssz_node *node);
int32_t ssz_elements_encode(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                            uint8_t *out, uint64_t *size, ssz_error *err);
int32_t ssz_elements_root(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          uint8_t *out, ssz_error *err);
void ssz_elements_memory(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                         bool is_shared, ssz_footprint *account);

/* First byte of element i in the encoding. */
uint64_t ssz_elements_offset(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                             uint64_t i);

#endif
