/*
 * forest.c - see forest.h.
 *
 * A tree's nodes make room for their parents from the left, as in any sweep over one level.  The queue
 * does its jobs in the order in which they came, so the parents of the first blocks may take the place
 * of those even while the last ones wait.
 *
 * Trees get in line in the order in which their last jobs get on the queue, so whoever is first in line
 * needs the least of it done: most often full sets of lanes are enough.
 */
#include "forest.h"

#include <string.h>

#include "stats.h"

/* As many blocks as the widest kernel hashes at once. */
#define FULL_SET 32

void ssz_queue_do(ssz_queue *queue, size_t count) {
    ssz_sha256_do(queue->jobs, count);
    queue->count -= count;
    queue->done += count;
    memmove(queue->jobs, queue->jobs + count, queue->count * sizeof *queue->jobs);
}

/* Does jobs until `wanted` have been done: full sets, if they are enough, else all that there are. */
static inline void need_jobs(ssz_queue *queue, uint64_t wanted) {
    if (wanted > queue->done) {
        size_t full = queue->count - queue->count % FULL_SET;
        ssz_queue_do(queue, wanted - queue->done <= full ? full : queue->count);
    }
}

void ssz_forest_init(ssz_forest *forest, ssz_scratch *scratch, ssz_queue *queue) {
    *forest = (ssz_forest){.scratch = scratch, .queue = queue};
}

ssz_tree *ssz_forest_plant(ssz_forest *forest, uint64_t count, unsigned depth, unsigned base,
                           ssz_root_place to) {
    SSZ_ASSERT(count >= 1 && depth >= 1 && base + depth <= SSZ_HEIGHT_LIMIT);
    uint64_t room = count + count % 2; /* for the zero hash beside the last one */
    ssz_tree *tree = ssz_scratch_take(forest->scratch, sizeof *tree + room * SSZ_CHUNK_SIZE);
    if (!tree) {
        return NULL;
    }
    tree->to = to;
    tree->count = count;
    tree->unknown = 1; /* for ssz_forest_complete */
    tree->height = (uint8_t)base;
    tree->top = (uint8_t)(base + depth);
    if (to.parent) {
        to.parent->unknown++;
    }
    forest->node_count += count;
    return tree;
}

/* Puts a tree at the end of the line; its nodes are known when all jobs are done that there are. */
static void line_up(ssz_forest *forest, ssz_tree *tree) {
    tree->known = forest->queue->done + forest->queue->count;
    tree->next = NULL;
    if (forest->first) {
        forest->last->next = tree;
    } else {
        forest->first = tree;
    }
    forest->last = tree;
}

/* One reason less to wait. */
static void advance(ssz_forest *forest, ssz_tree *tree) {
    SSZ_ASSERT(tree->unknown > 0);
    if (--tree->unknown == 0) {
        line_up(forest, tree);
    }
}

void ssz_forest_complete(ssz_forest *forest, ssz_tree *tree) {
    advance(forest, tree);
}

/* Puts one level of the tree on the queue, and then the tree or its parent in the line. */
static void take_level(ssz_forest *forest, ssz_tree *tree) {
    uint8_t *nodes = tree->nodes;
    if (tree->count % 2 != 0) {
        memcpy(nodes + tree->count++ * SSZ_CHUNK_SIZE, ssz_zero_hash(tree->height), SSZ_CHUNK_SIZE);
        forest->zero_count++;
    }
    tree->count /= 2;
    tree->height++;
    if (tree->height == tree->top) {
        SSZ_ASSERT(tree->count == 1);
        ssz_queue_put(forest->queue, nodes, tree->to.out);
        if (tree->to.parent) {
            advance(forest, tree->to.parent);
        }
        return;
    }
    for (uint64_t i = 0; i < tree->count; i++) {
        ssz_queue_put(forest->queue, nodes + i * SSZ_BLOCK_SIZE, nodes + i * SSZ_CHUNK_SIZE);
    }
    line_up(forest, tree);
}

void ssz_forest_grow(ssz_forest *forest) {
    ssz_queue *queue = forest->queue;
    while (forest->first) {
        ssz_tree *tree = forest->first;
        forest->first = tree->next;
        need_jobs(queue, tree->known);
        take_level(forest, tree);
    }
    ssz_queue_do(queue, queue->count);
    forest->node_count = 0;
    ssz_stats_add(SSZ_STAT_ZERO_NODES, forest->zero_count);
    forest->zero_count = 0;
}
