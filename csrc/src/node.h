/*
 * node.h - values of a type, shared between all that refer to them.
 *
 * A node is one value, in one of four forms:
 *
 *   bytes     its encoding: a slice of a buffer.  All values are decoded like this.
 *   fields    an open container: the bytes of its flat fields (schema.h), a node for each other one.
 *   option    an open union: the selector, and the node of the option.
 *   elements  an open vector, list or bitfield: pages (pages.h), of which progressive lists have one run
 *             for each subtree.
 *
 * Flat values are never opened.  Nodes with more than one owner are never written to, but for their
 * root: to write, the node is made its owner's alone first (edit.h).  Nodes know no types, so values
 * can be shared between schemas that describe like types; all functions are told the type.
 */
#ifndef SSZ_NODE_H
#define SSZ_NODE_H

#include <stdatomic.h>

#include "buffer.h"
#include "cached_root.h"
#include "pages.h"
#include "schema.h"

typedef enum ssz_form {
    SSZ_FORM_BYTES,
    SSZ_FORM_FIELDS,
    SSZ_FORM_OPTION,
    SSZ_FORM_ELEMENTS
} ssz_form;

typedef struct ssz_node {
    _Atomic uint32_t references;
    ssz_form form;
    ssz_cached_root root;
    union {
        struct {
            ssz_buffer *buffer;
            const uint8_t *data;
            uint64_t size;
        } bytes;
        struct {
            struct ssz_node **children; /* behind the node */
            uint32_t child_count;
            uint64_t flat_size;
            uint8_t *flat; /* behind the children */
        } fields;
        struct {
            struct ssz_node *child; /* NULL: None */
            uint32_t selector;
        } option;
        struct {
            uint64_t count;  /* elements or bits */
            ssz_pages *runs; /* behind the node */
            uint32_t run_count;
            uint32_t leaf_size; /* of the runs */
            bool holds_nodes;
        } elements;
    };
} ssz_node;

/* A node for bytes of the buffer that have been checked against the node's type.  Shares the buffer. */
ssz_node *ssz_node_of_slice(ssz_buffer *buffer, const uint8_t *data, uint64_t size, ssz_error *err);
/* A node for a copy of checked bytes. */
ssz_node *ssz_node_of_copy(const uint8_t *data, uint64_t size, ssz_error *err);
/* Nodes of the open forms without a content: no children, empty runs. */
ssz_node *ssz_node_of_fields(uint32_t child_count, uint64_t flat_size, ssz_error *err);
ssz_node *ssz_node_of_option(uint32_t selector, ssz_node *child, ssz_error *err);
ssz_node *ssz_node_of_runs(uint32_t run_count, const ssz_leaf *leaf, ssz_error *err);

ssz_node *ssz_node_retain(ssz_node *node);
void ssz_node_release(ssz_node *node);

/* Whether this is the only reference to the node. */
bool ssz_node_is_own(const ssz_node *node);

/* Bytes of the encoding, which may be more than fit an offset. */
uint64_t ssz_node_size(const ssz_schema *schema, uint32_t type, const ssz_node *node);

/* Writes the ssz_node_size bytes of the encoding, and to *size how many they are.  SSZ_LIMIT if an offset
 * would need more than its 4 bytes. */
int32_t ssz_node_encode(const ssz_schema *schema, uint32_t type, const ssz_node *node, uint8_t *out,
                        uint64_t *size, ssz_error *err);

/* Writes the root, from the node if it is there, else computed and kept. */
int32_t ssz_node_root(const ssz_schema *schema, uint32_t type, ssz_node *node, uint8_t *out,
                      ssz_error *err);
/* Forgets the root of a node that is about to change. */
void ssz_node_forget_root(ssz_node *node);

/* The leaf for nodes of a type. */
ssz_leaf ssz_leaf_node(const ssz_schema *schema, uint32_t type);
/* The node that leaf i of `data` points to. */
static inline ssz_node *ssz_leaf_node_at(const uint8_t *data, uint64_t i) {
    ssz_node *node;
    memcpy(&node, data + i * sizeof node, sizeof node);
    return node;
}
/* One owner more, one less, of `count` nodes that leaves in a row point to. */
void ssz_nodes_retain(const uint8_t *data, uint64_t count);
void ssz_nodes_release(const uint8_t *data, uint64_t count);

/* Adds what the node takes to the account; `is_shared`: the node has an owner outside the value. */
void ssz_node_memory(const ssz_schema *schema, uint32_t type, const ssz_node *node, bool is_shared,
                     ssz_footprint *account);

#endif
