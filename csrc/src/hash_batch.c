/*
 * hash_batch.c - see hash_batch.h.
 *
 * A tree's nodes make room for their parents from the left, as in any sweep over one level.  The queue
 * does its jobs in the order in which they came, so the parents of the first blocks may take the place
 * of those even while the last ones wait.
 *
 * Trees get in line in the order in which their last jobs get on the queue, so the first in line
 * needs the least of it done: most often full sets of lanes are enough.
 */
#include "hash_batch.h"

#include <string.h>

#include "stats.h"

/* As many blocks as the widest kernel hashes at once. */
#define FULL_SET 32

void ssz_hash_queue_do(ssz_hash_queue *queue, size_t count) {
    ssz_sha256_do(queue->jobs, count);
    queue->count -= count;
    queue->done += count;
    memmove(queue->jobs, queue->jobs + count, queue->count * sizeof *queue->jobs);
}

/* Does jobs until `wanted` have been done: full sets, if they are enough, else all that there are. */
static inline void need_jobs(ssz_hash_queue *queue, uint64_t wanted) {
    if (wanted > queue->done) {
        size_t full = queue->count - queue->count % FULL_SET;
        ssz_hash_queue_do(queue, wanted - queue->done <= full ? full : queue->count);
    }
}

void ssz_hash_batch_init(ssz_hash_batch *batch, ssz_scratch *scratch, ssz_hash_queue *queue) {
    *batch = (ssz_hash_batch){.scratch = scratch, .queue = queue};
}

ssz_batch_tree *ssz_hash_batch_add(ssz_hash_batch *batch, uint64_t count, unsigned depth,
                                   unsigned base, ssz_root_place to) {
    SSZ_ASSERT(count >= 1 && depth >= 1 && base + depth <= SSZ_HEIGHT_LIMIT);
    uint64_t room = count + count % 2; /* for the zero hash beside the last one */
    ssz_batch_tree *tree = ssz_scratch_take(batch->scratch, sizeof *tree + room * SSZ_CHUNK_SIZE);
    if (!tree) {
        return NULL;
    }
    tree->to = to;
    tree->count = count;
    tree->unknown = 1; /* for ssz_hash_batch_complete */
    tree->height = (uint8_t)base;
    tree->top = (uint8_t)(base + depth);
    if (to.parent) {
        to.parent->unknown++;
    }
    batch->node_count += count;
    return tree;
}

/* Puts a tree at the end of the line; its nodes are known when all jobs are done that there are. */
static void line_up(ssz_hash_batch *batch, ssz_batch_tree *tree) {
    tree->known = batch->queue->done + batch->queue->count;
    tree->next = NULL;
    if (batch->first) {
        batch->last->next = tree;
    } else {
        batch->first = tree;
    }
    batch->last = tree;
}

/* One reason less to wait. */
static void advance(ssz_hash_batch *batch, ssz_batch_tree *tree) {
    SSZ_ASSERT(tree->unknown > 0);
    if (--tree->unknown == 0) {
        line_up(batch, tree);
    }
}

void ssz_hash_batch_complete(ssz_hash_batch *batch, ssz_batch_tree *tree) {
    advance(batch, tree);
}

/* Puts one level of the tree on the queue, and then the tree or its parent in the line. */
static void take_level(ssz_hash_batch *batch, ssz_batch_tree *tree) {
    uint8_t *nodes = tree->nodes;
    if (tree->count % 2 != 0) {
        memcpy(nodes + tree->count++ * SSZ_CHUNK_SIZE, ssz_zero_hash(tree->height), SSZ_CHUNK_SIZE);
        batch->zero_count++;
    }
    tree->count /= 2;
    tree->height++;
    if (tree->height == tree->top) {
        SSZ_ASSERT(tree->count == 1);
        ssz_hash_queue_put(batch->queue, nodes, tree->to.out);
        if (tree->to.parent) {
            advance(batch, tree->to.parent);
        }
        return;
    }
    for (uint64_t i = 0; i < tree->count; i++) {
        ssz_hash_queue_put(batch->queue, nodes + i * SSZ_BLOCK_SIZE, nodes + i * SSZ_CHUNK_SIZE);
    }
    line_up(batch, tree);
}

void ssz_hash_batch_flush(ssz_hash_batch *batch) {
    ssz_hash_queue *queue = batch->queue;
    while (batch->first) {
        ssz_batch_tree *tree = batch->first;
        batch->first = tree->next;
        need_jobs(queue, tree->known);
        take_level(batch, tree);
    }
    ssz_hash_queue_do(queue, queue->count);
    batch->node_count = 0;
    ssz_stats_add(SSZ_STAT_ZERO_NODES, batch->zero_count);
    batch->zero_count = 0;
}
