/*
 * pages.h - byte strings that are Merkle trees as well, made for changing: persistent trees of pages.
 *
 * A run of leaves is held as a binary tree whose lower levels are cut into pages.  A page holds the
 * bytes of 2^page_depth leaves, which is one complete subtree of the Merkle tree; above the pages, each
 * node of the run is one node of the Merkle tree and keeps its root.  Nodes are shared between all
 * runs that have them: a run is written by copying the nodes on the way to the page written, and
 * those only if somebody else has them too.  So a copy of a run is one reference more; a write costs
 * the page and the way to it, and so does the next root.
 *
 * A run that comes from checked bytes is a single node that reads them where they are.  It falls
 * apart, on the way down, where it is written.  When it is hashed it remembers the roots from the
 * level of the pages up, so that falling apart loses none of them.
 *
 * Only the owner of an ssz_pages may change it; nodes that are shared never change but for
 * their roots, which are published atomically.
 */
#ifndef SSZ_PAGES_H
#define SSZ_PAGES_H

#include "buffer.h"
#include "schema.h"

/* Bytes of a page, at most; a leaf is no larger than this. */
#define SSZ_PAGE_SIZE 4096

/* What the leaves of a run are. */
typedef struct ssz_leaf {
    const ssz_schema *schema;
    uint32_t type;       /* of the records or objects; SSZ_NO_TYPE: chunks of bytes */
    uint32_t size;       /* bytes of a leaf: a chunk, a record or a pointer */
    unsigned page_depth; /* levels of the Merkle tree within a page */
    const struct ssz_objects
        *objects; /* leaves are pointers to such objects; NULL: they are bytes */
} ssz_leaf;

/* What can be done with objects that leaves point to, of which a run owns one reference each.  `data` are
 * `count` leaves in a row. */
typedef struct ssz_objects {
    void (*retain)(const uint8_t *data, uint64_t count);
    void (*release)(const uint8_t *data, uint64_t count);
    /* Writes their roots.  Fails only with SSZ_NO_MEMORY. */
    int32_t (*roots)(const ssz_leaf *leaf, const uint8_t *data, uint64_t count, uint8_t *out);
    void (*memory)(const ssz_leaf *leaf, const uint8_t *data, uint64_t count, bool is_shared,
                   ssz_footprint *account);
} ssz_objects;

/* The leaf for chunks of 32 bytes, for records of a fixed-size type, for objects of any type. */
ssz_leaf ssz_leaf_chunk(void);
ssz_leaf ssz_leaf_record(const ssz_schema *schema, uint32_t type);
ssz_leaf ssz_leaf_object(const ssz_schema *schema, uint32_t type, const ssz_objects *objects);

typedef struct ssz_page_node ssz_page_node;

/* A run of leaves.  An empty one is all zero. */
typedef struct ssz_pages {
    ssz_page_node *top; /* NULL: empty */
    unsigned levels;    /* of nodes above the pages */
    uint64_t size; /* bytes; a whole number of leaves, except for chunks, the last of which may be
                      filled in part and counts as filled up with zeros */
} ssz_pages;

/* A run that reads `size` > 0 checked bytes in the buffer, which it shares.  Not for objects. */
int32_t ssz_pages_borrow(const ssz_leaf *leaf, ssz_buffer *buffer, const uint8_t *data,
                         uint64_t size, ssz_pages *out, ssz_error *err);

/* The same run once more, sharing all. */
ssz_pages ssz_pages_share(const ssz_pages *pages);
/* Gives the run back: objects in it are released.  Of the leaf only `objects` and `size` have to be filled in. */
void ssz_pages_release(const ssz_leaf *leaf, ssz_pages *pages);

/* The bytes of the leaf that byte `offset` lies in, from that byte to the end of the leaf (more may
 * follow).  They stay until the run is changed or released.  offset < pages->size. */
const uint8_t *ssz_pages_at(const ssz_leaf *leaf, const ssz_pages *pages, uint64_t offset);

/* The same, and in *size how many bytes follow each other there. */
const uint8_t *ssz_pages_span(const ssz_leaf *leaf, const ssz_pages *pages, uint64_t offset,
                              uint64_t *size);

/* Copies bytes out.  offset + size <= pages->size. */
void ssz_pages_read(const ssz_leaf *leaf, const ssz_pages *pages, uint64_t offset, uint64_t size,
                    uint8_t *out);

/* The bytes at `offset` to the end of the leaf, for writing: the nodes on the way are made the run's
 * own, and their roots forgotten.  NULL if memory ran out; the run has the same content then. */
uint8_t *ssz_pages_write_at(const ssz_leaf *leaf, ssz_pages *pages, uint64_t offset,
                            ssz_error *err);

/* Replaces the bytes from `offset` on by `size` others, of which those past the end of the run are
 * added to it; offset <= pages->size.  All or nothing.  Objects become the run's, and
 * those that they replace are released. */
int32_t ssz_pages_write(const ssz_leaf *leaf, ssz_pages *pages, uint64_t offset,
                        const uint8_t *data, uint64_t size, ssz_error *err);

/* Keeps the first `size` bytes.  size <= pages->size. */
int32_t ssz_pages_truncate(const ssz_leaf *leaf, ssz_pages *pages, uint64_t size, ssz_error *err);

/* Writes the root of the tree of `depth` over the leaves, which must fit.  Roots of nodes are kept, so
 * this costs what changed since the last time; what did is hashed level by level, all of it together, over
 * threads where that pays.  A run and those it shares nodes with always have the same depth, unless it is
 * page_depth or more.  Fails only with SSZ_NO_MEMORY. */
int32_t ssz_pages_root(const ssz_leaf *leaf, const ssz_pages *pages, unsigned depth, uint8_t *out,
                       ssz_error *err);

/* Writes the node of the Merkle tree that stands `height` levels above the leaves, the `index`-th of its
 * level.  height >= leaf->page_depth: below, the bytes of the leaves tell.  Zero subtrees that are not
 * held are known.  The first time a slice is asked for one, it is hashed as a whole.  Fails only with
 * SSZ_NO_MEMORY. */
int32_t ssz_pages_merkle_node(const ssz_leaf *leaf, const ssz_pages *pages, unsigned height,
                              uint64_t index, uint8_t *out, ssz_error *err);

/* Adds what the run takes to the account; `is_shared`: all of it belongs to others as well.  Bytes that
 * slices read are borrowed, or belong to whom the slice belongs to if the buffer has copied them. */
void ssz_pages_memory(const ssz_leaf *leaf, const ssz_pages *pages, bool is_shared,
                      ssz_footprint *account);

#endif
