/*
 * node.h - values of a type, shared between all that refer to them.
 *
 * A node is one value: a slice of a buffer, and the root of the value once somebody has asked for it.
 * A node with more than one owner is never written to; that is what lets values share parts.
 *
 * Everything that depends on how a node holds its value is in node.c, behind the functions below: what
 * uses nodes does not look at the bytes.
 */
#ifndef SSZ_NODE_H
#define SSZ_NODE_H

#include <stdatomic.h>

#include "buffer.h"
#include "schema.h"

typedef struct ssz_node {
    _Atomic uint32_t references;
    _Atomic uint32_t root_state; /* whether `root` is there yet; see node.c */
    ssz_buffer *buffer;
    const uint8_t *data;
    uint64_t size;
    uint8_t root[32];
} ssz_node;

/* A node for bytes of the buffer that have been checked against the node's type.  Shares the buffer. */
ssz_node *ssz_node_new(ssz_buffer *buffer, const uint8_t *data, uint64_t size, ssz_error *err);
ssz_node *ssz_node_retain(ssz_node *node);
void ssz_node_release(ssz_node *node);

/* The node of a part of the value, and the type of that part. */
ssz_node *ssz_node_child(const ssz_schema *schema, uint32_t type, ssz_node *node, uint64_t key,
                         uint32_t *child_type, ssz_error *err);

/* Where a part lies in the encoding of the node's value. */
int32_t ssz_node_locate(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                        const uint64_t *keys, uint32_t key_count, ssz_place *out, ssz_error *err);

uint64_t ssz_node_size(const ssz_node *node);

/* Writes ssz_node_size bytes. */
void ssz_node_encode(const ssz_node *node, uint8_t *out);

/* Writes the root, from the node if it is there, else computed and kept. */
int32_t ssz_node_root(const ssz_schema *schema, uint32_t type, ssz_node *node, uint8_t *out,
                      ssz_error *err);

/* Writes nodes of the Merkle tree; see ssz_view_merkle_nodes. */
int32_t ssz_node_merkle_nodes(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                              const uint8_t *gindices, uint64_t gindex_size, uint64_t count,
                              uint8_t *out, ssz_error *err);

#endif
