/*
 * pieces.h - what runs of pages are made of.  pages.c and page_roots.c share it; nobody else includes it.
 *
 * A piece stands at a level: a page at 0, above it pairs, each over up to two pieces of the level below.
 * A range stands at any level, for all that would be below it.  Which of the leaves of a run a piece has
 * follows from its place in the tree alone; only the last page of a run may have fewer than all of its
 * leaves, and only what lies to the right of it is missing.
 */
#ifndef SSZ_PIECES_H
#define SSZ_PIECES_H

#include "cached_root.h"
#include "pages.h"

typedef enum ssz_piece_kind { SSZ_PIECE_RANGE, SSZ_PIECE_PAGE, SSZ_PIECE_PAIR } ssz_piece_kind;

/* The beginning of every piece. */
struct ssz_piece {
    _Atomic uint32_t references;
    uint8_t kind;
    uint8_t level;
    ssz_cached_root root;
};

/* Bytes of its own. */
typedef struct ssz_page {
    ssz_piece piece;
    uint32_t size;     /* bytes in use; not 0 */
    uint32_t capacity; /* bytes that there is room for */
    _Alignas(void *) uint8_t data[];
} ssz_page;

typedef struct ssz_pair {
    ssz_piece piece;
    ssz_piece *children[2]; /* the right one may be NULL */
} ssz_pair;

/* Nodes of the Merkle tree over a range and all ranges it has fallen into: those of its pages, of the
 * level above and so on to its own. */
typedef struct ssz_levels {
    _Atomic uint32_t references;
    uint64_t first; /* number of the first page in the run */
    uint64_t count; /* of pages */
    unsigned level; /* of the last node */
    uint8_t nodes[];
} ssz_levels;

/* Bytes that are read where they are. */
typedef struct ssz_range {
    ssz_piece piece;
    ssz_buffer *buffer;
    const uint8_t *data;
    uint64_t size;
    uint64_t first;               /* number of the first page in the run */
    _Atomic(ssz_levels *) levels; /* NULL before the range is hashed, and at level 0 */
} ssz_range;

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

/* Nodes of all levels up to and including one. */
static inline uint64_t ssz_levels_nodes(uint64_t page_count, unsigned level) {
    uint64_t total = page_count;
    for (unsigned i = 0; i < level; i++) {
        page_count = ssz_next_level(page_count);
        total += page_count;
    }
    return total;
}

#endif
