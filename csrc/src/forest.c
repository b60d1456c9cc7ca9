/*
 * forest.c - see forest.h.
 *
 * A tree's nodes make room for their parents from the left, as in any sweep over one level.  The queue
 * does its jobs in the order in which they came, so the parents of the first blocks may take the place
 * of those even while the last ones wait.
 */
#include "forest.h"

#include <string.h>

#include "stats.h"

static void flush(ssz_queue *queue) {
    ssz_sha256_do(queue->jobs, queue->count);
    queue->count = 0;
}

static inline void enqueue(ssz_queue *queue, const uint8_t *block, uint8_t *out) {
    queue->jobs[queue->count++] = (ssz_sha256_job){block, out};
    if (queue->count == SSZ_QUEUE_JOBS) {
        flush(queue);
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

static void make_ready(ssz_forest *forest, ssz_tree *tree) {
    tree->next = forest->ready;
    forest->ready = tree;
}

/* One reason less to wait. */
static void advance(ssz_forest *forest, ssz_tree *tree) {
    SSZ_ASSERT(tree->unknown > 0);
    if (--tree->unknown == 0) {
        make_ready(forest, tree);
    }
}

void ssz_forest_complete(ssz_forest *forest, ssz_tree *tree) {
    advance(forest, tree);
}

void ssz_forest_block(ssz_forest *forest, const uint8_t *block, uint8_t *out) {
    enqueue(forest->queue, block, out);
}

/* Puts one level of the tree on the queue.  What comes after it, be it the tree's next level or its
 * parent, is ready for the step after this one. */
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
        enqueue(forest->queue, nodes, tree->to.out);
        if (tree->to.parent) {
            advance(forest, tree->to.parent);
        }
        return;
    }
    for (uint64_t i = 0; i < tree->count; i++) {
        enqueue(forest->queue, nodes + i * SSZ_BLOCK_SIZE, nodes + i * SSZ_CHUNK_SIZE);
    }
    make_ready(forest, tree);
}

void ssz_forest_grow(ssz_forest *forest) {
    flush(forest->queue);
    while (forest->ready) {
        ssz_tree *step = forest->ready;
        forest->ready = NULL;
        while (step) {
            ssz_tree *tree = step;
            step = tree->next;
            take_level(forest, tree);
        }
        flush(forest->queue);
    }
    forest->node_count = 0;
    ssz_stats_add(SSZ_STAT_ZERO_NODES, forest->zero_count);
    forest->zero_count = 0;
}
