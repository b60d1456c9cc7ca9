/*
 * forest.c - see forest.h.
 *
 * In a step, full runs of blocks of one tree are hashed where they lie.  What is left over, at most
 * RUN_BLOCKS - 1 blocks a tree and in small trees everything, is copied to a bench, hashed there
 * together with what other trees have left over, and copied back.
 */
#include "forest.h"

#include <string.h>

#include "sha256/sha256.h"
#include "stats.h"

/* As many blocks as the widest kernel hashes at once. */
#define RUN_BLOCKS 32

#define BENCH_BLOCKS 512

struct ssz_tree {
    uint8_t *nodes;
    uint64_t count;
    uint8_t *out;
    ssz_tree *parent;
    ssz_tree *next;   /* in the list of this step, or of the next one */
    uint32_t unknown; /* children whose roots are not known yet */
    uint8_t height;   /* of the nodes */
    uint8_t top;      /* height of the root */
};

/* Blocks on the bench that belong to one tree. */
typedef struct piece {
    uint8_t *nodes; /* where their digests go */
    uint32_t block_count;
} piece;

typedef struct bench {
    uint32_t block_count;
    uint32_t piece_count;
    uint64_t zero_count;
    piece pieces[BENCH_BLOCKS];
    uint8_t blocks[BENCH_BLOCKS * SSZ_BLOCK_SIZE];
} bench;

void ssz_forest_init(ssz_forest *forest, ssz_scratch *scratch) {
    forest->scratch = scratch;
    forest->ready = NULL;
    forest->node_count = 0;
}

ssz_tree *ssz_forest_plant(ssz_forest *forest, uint8_t *nodes, uint64_t count, unsigned depth,
                           unsigned base, uint8_t *out, ssz_tree *parent) {
    SSZ_ASSERT(count >= 1 && depth >= 1 && base + depth <= SSZ_HEIGHT_LIMIT);
    ssz_tree *tree = ssz_scratch_take(forest->scratch, sizeof *tree);
    if (!tree) {
        return NULL;
    }
    *tree = (ssz_tree){
        .nodes = nodes,
        .count = count,
        .out = out,
        .parent = parent,
        .unknown = 1, /* for ssz_forest_complete */
        .height = (uint8_t)base,
        .top = (uint8_t)(base + depth),
    };
    if (parent) {
        parent->unknown++;
    }
    forest->node_count += count;
    return tree;
}

/* One reason less to wait. */
static void advance(ssz_forest *forest, ssz_tree *tree) {
    SSZ_ASSERT(tree->unknown > 0);
    if (--tree->unknown == 0) {
        tree->next = forest->ready;
        forest->ready = tree;
    }
}

void ssz_forest_complete(ssz_forest *forest, ssz_tree *tree) {
    advance(forest, tree);
}

static void clear_bench(bench *b) {
    ssz_sha256_hash(b->blocks, b->blocks, b->block_count);
    const uint8_t *digest = b->blocks;
    for (uint32_t i = 0; i < b->piece_count; i++) {
        uint8_t *node = b->pieces[i].nodes;
        for (uint32_t left = b->pieces[i].block_count; left > 0; left--) {
            memcpy(node, digest, SSZ_CHUNK_SIZE);
            node += SSZ_CHUNK_SIZE;
            digest += SSZ_CHUNK_SIZE;
        }
    }
    b->block_count = 0;
    b->piece_count = 0;
}

/* Puts whole blocks on the bench, whose digests go to `nodes`; clears it whenever it is full, and not
 * before, so that only the last call of a step has lanes to spare. */
static void bench_blocks(bench *b, const uint8_t *blocks, uint32_t count, uint8_t *nodes) {
    while (count > 0) {
        uint32_t room = BENCH_BLOCKS - b->block_count;
        uint32_t taken = count < room ? count : room;
        uint8_t *place = b->blocks + (size_t)b->block_count * SSZ_BLOCK_SIZE;
        for (uint32_t i = 0; i < taken; i++) {
            /* A copy of constant size is a few instructions; most trees have a block or two. */
            memcpy(place, blocks, SSZ_BLOCK_SIZE);
            place += SSZ_BLOCK_SIZE;
            blocks += SSZ_BLOCK_SIZE;
        }
        b->pieces[b->piece_count++] = (piece){.nodes = nodes, .block_count = taken};
        b->block_count += taken;
        nodes += (size_t)taken * SSZ_CHUNK_SIZE;
        count -= taken;
        if (b->block_count == BENCH_BLOCKS) {
            clear_bench(b);
        }
    }
}

/* Hashes one level of the tree, now or when the bench is cleared. */
static void take_level(bench *b, ssz_tree *tree) {
    uint64_t full = tree->count / 2;
    uint64_t direct = full - full % RUN_BLOCKS;
    if (direct != 0) {
        ssz_sha256_hash(tree->nodes, tree->nodes, (size_t)direct);
    }
    bench_blocks(b, tree->nodes + direct * SSZ_BLOCK_SIZE, (uint32_t)(full - direct),
                 tree->nodes + direct * SSZ_CHUNK_SIZE);
    if (tree->count % 2 != 0) {
        uint8_t block[SSZ_BLOCK_SIZE];
        memcpy(block, tree->nodes + (tree->count - 1) * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
        memcpy(block + SSZ_CHUNK_SIZE, ssz_zero_hash(tree->height), SSZ_CHUNK_SIZE);
        bench_blocks(b, block, 1, tree->nodes + full * SSZ_CHUNK_SIZE);
        b->zero_count++;
    }
}

/* After a step: the tree waits for the next one, or its root is known. */
static void finish_level(ssz_forest *forest, ssz_tree *tree) {
    tree->count = tree->count / 2 + tree->count % 2;
    tree->height++;
    if (tree->height < tree->top) {
        tree->next = forest->ready;
        forest->ready = tree;
        return;
    }
    SSZ_ASSERT(tree->count == 1);
    memcpy(tree->out, tree->nodes, SSZ_CHUNK_SIZE);
    if (tree->parent) {
        advance(forest, tree->parent);
    }
}

void ssz_forest_grow(ssz_forest *forest) {
    bench b;
    b.block_count = 0;
    b.piece_count = 0;
    b.zero_count = 0;
    while (forest->ready) {
        ssz_tree *step = forest->ready;
        forest->ready = NULL;
        for (ssz_tree *tree = step; tree; tree = tree->next) {
            take_level(&b, tree);
        }
        clear_bench(&b);
        while (step) {
            ssz_tree *tree = step;
            step = tree->next;
            finish_level(forest, tree);
        }
    }
    forest->node_count = 0;
    ssz_stats_add(SSZ_STAT_ZERO_NODES, b.zero_count);
}
