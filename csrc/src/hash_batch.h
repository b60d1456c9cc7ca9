/*
 * hash_batch.h - many small Merkle trees hashed in lockstep.
 *
 * A block has hundreds of trees of a few nodes each.  Hashed one by one they use one lane of a
 * kernel; hashed across they use all.  A batch collects the trees of a value first: each with the
 * nodes of its lowest level, some of which are the roots of other trees and not known yet.  Then it
 * is flushed: trees all of whose nodes are known stand in line, and each in turn has the blocks of one level
 * put on a queue.  Then the tree, or its parent if that was the last level and the last child, goes to
 * the end of the line.  The queue is hashed, in full sets of lanes, when its digests are needed.
 * Chains of zero hashes, mix-ins and spines of progressive trees are nothing but thin trees, and climb
 * together too.
 *
 * Nothing is copied on the way: what waits to be hashed is a queue of places (sha256.h), and the root
 * of a tree is written where its parent has it among its nodes.
 *
 * Knows no types.  All memory is the caller's scratch, and lasts as long as that.
 */
#ifndef SSZ_HASH_BATCH_H
#define SSZ_HASH_BATCH_H

#include "merkle.h"
#include "scratch.h"
#include "sha256/sha256.h"

#define SSZ_QUEUE_JOBS 128

/* Blocks that are to be hashed, in this order, before anybody needs their digests.  All batches that
 * are filled or flushed at a time may share it. */
typedef struct ssz_hash_queue {
    uint64_t done; /* jobs done so far; any number at first */
    size_t count;  /* jobs that wait; 0 at first */
    ssz_sha256_job jobs[SSZ_QUEUE_JOBS];
} ssz_hash_queue;

/* Does the first jobs. */
void ssz_hash_queue_do(ssz_hash_queue *queue, size_t count);

static inline void ssz_hash_queue_put(ssz_hash_queue *queue, const uint8_t *block, uint8_t *out) {
    SSZ_PREFETCH(block);
    queue->jobs[queue->count++] = (ssz_sha256_job){block, out};
    if (queue->count == SSZ_QUEUE_JOBS) {
        ssz_hash_queue_do(queue, SSZ_QUEUE_JOBS);
    }
}

typedef struct ssz_batch_tree ssz_batch_tree;

/* Where a root goes: a place, and the tree that has it among its nodes, if any. */
typedef struct ssz_root_place {
    uint8_t *out;
    ssz_batch_tree *parent;
} ssz_root_place;

/* Fields are private but for `nodes`. */
struct ssz_batch_tree {
    ssz_root_place to;
    ssz_batch_tree *next; /* in the line */
    uint64_t count;       /* of the nodes of the present level */
    uint64_t known;       /* how many jobs of the queue have to be done before it can go on */
    uint32_t unknown;     /* children that have not put the block of their root on the queue yet */
    uint8_t height;       /* of the nodes */
    uint8_t top;          /* height of the root */
    /* Those of the lowest level, to be written before ssz_hash_batch_complete. */
    _Alignas(SSZ_ALIGNMENT) uint8_t nodes[];
};

typedef struct ssz_hash_batch {
    ssz_scratch *scratch;
    ssz_hash_queue *queue;
    ssz_batch_tree *first, *last; /* of the line; first is NULL if it is empty */
    uint64_t node_count; /* nodes added, to tell when the batch is wide enough for any kernel */
    uint64_t zero_count; /* zero hashes used */
} ssz_hash_batch;

/* With more nodes than these a batch gets only larger, not faster. */
#define SSZ_HASH_BATCH_NODES 32768
/* With these it is wide enough for any kernel, and stays in the caches. */
#define SSZ_HASH_BATCH_GROUP 4096

void ssz_hash_batch_init(ssz_hash_batch *batch, ssz_scratch *scratch, ssz_hash_queue *queue);

/* Adds a tree of `depth` >= 1 over `count` >= 1 nodes of height `base`.  Its parent, if it has one,
 * is added before it.  NULL if memory ran out. */
ssz_batch_tree *ssz_hash_batch_add(ssz_hash_batch *batch, uint64_t count, unsigned depth,
                                   unsigned base, ssz_root_place to);

/* Says that all nodes of the tree are written, but for digests of blocks that have been given to
 * ssz_hash_batch_block, and roots of its children, all of which have been added.  Once for each tree. */
void ssz_hash_batch_complete(ssz_hash_batch *batch, ssz_batch_tree *tree);

/* Hashes a block, now or when its digest is needed: a node of height 1 that needs no tree.  `block` is
 * to stay as it is until the batch is flushed. */
static inline void ssz_hash_batch_block(ssz_hash_batch *batch, const uint8_t *block, uint8_t *out) {
    ssz_hash_queue_put(batch->queue, block, out);
}

/* Hashes all trees, and all blocks.  The batch is empty afterwards. */
void ssz_hash_batch_flush(ssz_hash_batch *batch);

#endif
