/*
 * test_hash_batch.c - trees grown together have the roots that each of them has alone, whatever they hang
 * on and however many there are.
 */
#include "hash_batch.h"
#include "merkle.h"
#include "ssz.h"
#include "stats.h"
#include "test.h"

#define TREE_LIMIT 2000
#define NODE_LIMIT 90

/* A tree of the test, and what the test finds its root to be, children first. */
typedef struct plan {
    int parent; /* number of the tree that has its root among its nodes, or -1 */
    size_t slot;
    unsigned depth;
    size_t count;
    uint8_t alone[(NODE_LIMIT + 1) * 32];
    uint8_t expected[32];
    uint8_t out[32];
    ssz_batch_tree *tree;
} plan;

static plan plans[TREE_LIMIT];
static ssz_hash_queue queue;

static unsigned depth_for(size_t count) {
    unsigned depth = ssz_tree_depth(count);
    /* Some have just the room they need, others a chain of zero hashes above them. */
    depth += (unsigned)random_below(3) == 0 ? (unsigned)random_below(30) : 0;
    return depth == 0 ? 1 : depth;
}

/* Makes trees, each of which may hang on an earlier one, at a place where nothing hangs yet. */
static int make_plans(int wanted) {
    static bool taken[TREE_LIMIT][NODE_LIMIT];
    memset(taken, 0, sizeof taken);
    for (int i = 0; i < wanted; i++) {
        plan *p = &plans[i];
        p->parent = i == 0 || random_below(4) == 0 ? -1 : (int)random_below((uint64_t)i);
        p->count = 1 + (size_t)random_below(random_below(4) == 0 ? NODE_LIMIT : 6);
        p->depth = depth_for(p->count);
        fill_random(p->alone, p->count * 32);
        if (p->parent >= 0) {
            p->slot = (size_t)random_below(plans[p->parent].count);
            if (taken[p->parent][p->slot]) {
                p->parent = -1;
            } else {
                taken[p->parent][p->slot] = true;
            }
        }
    }
    return wanted;
}

static void expect_roots(int count) {
    for (int i = count; i-- > 0;) {
        plan *p = &plans[i];
        ssz_merkle_reduce(p->alone, p->count, p->depth, 0, p->expected);
        if (p->parent >= 0) {
            memcpy(plans[p->parent].alone + p->slot * 32, p->expected, 32);
        }
    }
}

static void check_batch(int count, bool complete_early) {
    ssz_scratch scratch = {0};
    ssz_hash_batch batch;
    ssz_hash_batch_init(&batch, &scratch, &queue);
    make_plans(count);
    for (int i = 0; i < count; i++) {
        plan *p = &plans[i];
        bool hangs = p->parent >= 0;
        ssz_root_place to = {.out = p->out};
        if (hangs) {
            to.parent = plans[p->parent].tree;
            to.out = to.parent->nodes + p->slot * 32;
            memset(to.out, 0xee, 32); /* not known before the child has grown */
        }
        p->tree = ssz_hash_batch_add(&batch, p->count, p->depth, 0, to);
        CHECK(p->tree != NULL);
        memcpy(p->tree->nodes, p->alone, p->count * 32);
    }
    for (int i = 0; i < count; i++) {
        ssz_hash_batch_complete(&batch, plans[complete_early ? i : count - 1 - i].tree);
    }
    expect_roots(count);
    ssz_hash_batch_flush(&batch);
    for (int i = 0; i < count; i++) {
        if (plans[i].parent < 0) {
            CHECK_BYTES(plans[i].out, plans[i].expected, 32);
        }
    }
    ssz_scratch_free(&scratch);
}

/* No block is hashed twice, and none of which both halves are roots of nothing. */
static void test_block_count(void) {
    ssz_scratch scratch = {0};
    ssz_hash_batch batch;
    ssz_hash_batch_init(&batch, &scratch, &queue);
    uint8_t out[32], expected[32];
    static uint8_t nodes[38 * 32];
    fill_random(nodes, 37 * 32);

    ssz_hash_stats_reset();
    ssz_batch_tree *tree = ssz_hash_batch_add(&batch, 37, 40, 0, (ssz_root_place){.out = out});
    CHECK(tree != NULL);
    memcpy(tree->nodes, nodes, 37 * 32);
    ssz_hash_batch_complete(&batch, tree);
    ssz_hash_batch_flush(&batch);
    /* 19 + 10 + 5 + 3 + 2 + 1 blocks to the node over all, then one for each of the 34 levels left. */
    CHECK_EQUAL(ssz_hash_stats_read().blocks, 40 + 34);
    /* Beside 37, 19, 5 and 3 nodes, and beside the one node of each of those levels. */
    CHECK_EQUAL(ssz_hash_stats_read().zero_nodes, 4 + 34);
    ssz_merkle_reduce(nodes, 37, 40, 0, expected);
    CHECK_BYTES(out, expected, 32);
    ssz_scratch_free(&scratch);
}

/* Blocks given to one batch, more than the queue takes, are hashed even while another one grows; and
 * are nodes of a tree when that is grown. */
static void test_blocks(void) {
    enum { COUNT = 3 * SSZ_QUEUE_JOBS + 1 };
    static uint8_t blocks[2 * COUNT * 32];
    ssz_scratch scratch = {0};
    ssz_hash_batch batch, other;
    uint8_t out[32], expected[32];
    ssz_hash_batch_init(&batch, &scratch, &queue);
    ssz_hash_batch_init(&other, &scratch, &queue);
    fill_random(blocks, sizeof blocks);
    ssz_batch_tree *tree = ssz_hash_batch_add(&batch, COUNT, 20, 1, (ssz_root_place){.out = out});
    CHECK(tree != NULL);
    for (size_t i = 0; i < COUNT; i++) {
        ssz_hash_batch_block(&batch, blocks + 64 * i, tree->nodes + 32 * i);
        if (i == COUNT / 2) {
            ssz_hash_batch_flush(&other);
        }
    }
    ssz_hash_batch_complete(&batch, tree);
    ssz_hash_batch_flush(&batch);
    ssz_merkle_bytes(blocks, sizeof blocks, 21, expected);
    CHECK_BYTES(out, expected, 32);
    ssz_scratch_free(&scratch);
}

int main(void) {
    for (uint32_t kernel = 0; ssz_kernel_name(kernel); kernel++) {
        CHECK_EQUAL(ssz_kernel_use(ssz_kernel_name(kernel)), SSZ_OK);
        for (int count = 1; count < 40; count++) {
            check_batch(count, count % 2 == 0);
        }
        check_batch(TREE_LIMIT, true);
        check_batch(TREE_LIMIT, false);
    }
    test_block_count();
    test_blocks();
    return 0;
}
