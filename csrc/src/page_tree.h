/*
 * page_tree.h - what runs of pages are made of: for pages.c and page_roots.c only.
 *
 * A node stands at a level: a page at 0, above it branches, each over up to two nodes of the level below.
 * A slice stands at any level, for all that would be below it.  Which of the leaves of a run a node has
 * follows from its place in the tree alone; only the last page of a run may have fewer than all of its
 * leaves, and only what lies to the right of it is missing.
 */
#ifndef SSZ_PAGE_TREE_H
#define SSZ_PAGE_TREE_H

#include "cached_root.h"
#include "pages.h"

/* Levels of a page of objects. */
#define SSZ_OBJECTS_PAGE_DEPTH 4

_Static_assert(sizeof(void *) << SSZ_OBJECTS_PAGE_DEPTH <= SSZ_PAGE_SIZE, "a page of objects");

typedef enum ssz_page_node_kind {
    SSZ_PAGE_NODE_SLICE,
    SSZ_PAGE_NODE_PAGE,
    SSZ_PAGE_NODE_BRANCH
} ssz_page_node_kind;

/* The beginning of every node. */
struct ssz_page_node {
    _Atomic uint32_t references;
    uint8_t kind;
    uint8_t level;
    ssz_cached_root root;
};

/* Bytes of its own. */
typedef struct ssz_page {
    ssz_page_node node;
    uint32_t size;     /* bytes in use; not 0 */
    uint32_t capacity; /* bytes that there is room for */
    _Alignas(void *) uint8_t data[];
} ssz_page;

typedef struct ssz_page_branch {
    ssz_page_node node;
    ssz_page_node *children[2]; /* the right one may be NULL */
} ssz_page_branch;

/* Nodes of the Merkle tree over a slice and all slices it has fallen into: those of its pages, of the
 * level above and so on to its own. */
typedef struct ssz_levels {
    _Atomic uint32_t references;
    uint64_t first; /* number of the first page in the run */
    uint64_t count; /* of pages */
    unsigned level; /* of the last node */
    uint8_t nodes[];
} ssz_levels;

/* Bytes that are read where they are. */
typedef struct ssz_page_slice {
    ssz_page_node node;
    ssz_buffer *buffer;
    const uint8_t *data;
    uint64_t size;
    uint64_t first;               /* number of the first page in the run */
    _Atomic(ssz_levels *) levels; /* NULL before the slice is hashed, and at level 0 */
} ssz_page_slice;

/* Bytes of a full page. */
static inline uint64_t ssz_page_size(const ssz_leaf *leaf) {
    return (uint64_t)leaf->size << leaf->page_depth;
}

/* Nodes of a level of which there are `count` on the one below. */
static inline uint64_t ssz_next_level(uint64_t count) {
    return count / 2 + count % 2;
}

/* The node above `page`, which is one of those that the levels are of. */
static inline const uint8_t *ssz_levels_node(const ssz_levels *levels, unsigned level,
                                             uint64_t page) {
    const uint8_t *nodes = levels->nodes;
    uint64_t count = levels->count;
    for (unsigned i = 0; i < level; i++) {
        nodes += count * SSZ_CHUNK_SIZE;
        count = ssz_next_level(count);
    }
    return nodes + ((page >> level) - (levels->first >> level)) * SSZ_CHUNK_SIZE;
}

/* Bytes of the levels over a number of pages, up to and including one that has a single node.  There are two
 * nodes to spare, so that a level can be copied to where the next one is to be, and swept there. */
static inline uint64_t ssz_levels_size(uint64_t page_count, unsigned level) {
    uint64_t total = page_count + 2;
    for (unsigned i = 0; i < level; i++) {
        page_count = ssz_next_level(page_count);
        total += page_count;
    }
    return sizeof(ssz_levels) + total * SSZ_CHUNK_SIZE;
}

/* ---- leaves that are objects ------------------------------------------------------------------ */

/* One reference more, one less, to each object that `size` bytes of leaves point to, if that is what they do. */
static inline void ssz_leaves_retain(const ssz_leaf *leaf, const uint8_t *data, uint64_t size) {
    if (leaf->objects) {
        leaf->objects->retain(data, size / leaf->size);
    }
}
static inline void ssz_leaves_release(const ssz_leaf *leaf, const uint8_t *data, uint64_t size) {
    if (leaf->objects) {
        leaf->objects->release(data, size / leaf->size);
    }
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* A page of `size` bytes, for the caller to fill in.  It has room for a power of two of leaves, so one that
 * grows moves rarely, and a short run takes little. */
ssz_page *ssz_page_new(const ssz_leaf *leaf, uint64_t size, ssz_error *err);

/* A slice, which shares the buffer. */
ssz_page_node *ssz_page_slice_new(ssz_buffer *buffer, const uint8_t *data, uint64_t size,
                                  uint64_t first, unsigned level, ssz_error *err);

/* A branch over the halves, whose references it takes over, also when memory runs out. */
ssz_page_node *ssz_page_branch_new(const ssz_leaf *leaf, unsigned level, ssz_page_node *left,
                                   ssz_page_node *right, ssz_error *err);

ssz_page_node *ssz_page_node_retain(ssz_page_node *node);
void ssz_page_node_release(const ssz_leaf *leaf, ssz_page_node *node);

/* Whether this is the only reference to the node; what it is part of may have more. */
bool ssz_page_node_is_own(const ssz_page_node *node);

/* ---- parts ----------------------------------------------------------------------------------- */

/* What stands at some place of the tree: a node, or as much of a slice as would be there if it had
 * fallen apart. */
typedef struct ssz_page_part {
    ssz_page_node *node; /* NULL: nothing */
    unsigned level;      /* above that of the node, the node is all the way to the left */
    const uint8_t *data; /* bytes of pages and slices */
    uint64_t size;
    uint64_t first; /* of slices: number of the first page */
} ssz_page_part;

/* The part that is a whole node, or nothing. */
ssz_page_part ssz_page_part_of(ssz_page_node *node, unsigned level);

/* The left (0) or right (1) half of a part, whose level is not 0. */
ssz_page_part ssz_page_part_half(const ssz_leaf *leaf, ssz_page_part p, unsigned side);

/* Gives in *out one reference to a node that is the part, with its root if that is known; NULL for
 * nothing. */
int32_t ssz_page_part_keep(ssz_page_part p, ssz_page_node **out, ssz_error *err);

#endif
