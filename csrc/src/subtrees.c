/*
 * subtrees.c - see subtrees.h.
 *
 * Subtrees go through the kernel in batches, all of a batch level by level: complete subtrees that stand
 * in a row are swept as if they were one.  Those whose leaves follow each other in memory are read as one
 * as well.
 */
#include "subtrees.h"

#include <stdatomic.h>

#include "merkle.h"
#include "sha256/sha256.h"
#include "stats.h"
#include "threads.h"
#include "walk.h"

/* Nodes that a batch begins with, at most: 32 KB.  And subtrees in it. */
#define BATCH_NODES 1024
#define BATCH_LIMIT 32

/* Bytes from which threads pay, and that one of them takes at a time at least. */
#define PARALLEL_SIZE (1 << 20)
#define PARALLEL_SHARE (1 << 18)
#define SHARES_PER_THREAD 16

typedef struct work {
    const ssz_schema *schema;
    uint32_t type;
    unsigned depth;
    const ssz_subtree *subtrees;
    uint64_t count;
    uint64_t batch; /* subtrees hashed together */
    uint64_t share; /* subtrees that a thread takes at a time */
    _Atomic int32_t code;
} work;

/* Writes the lowest level of nodes of leaves that lie in a row, and gives their number: for chunks the
 * one above, unless there is none. */
static int32_t lowest_nodes(ssz_walker *w, const work *k, const uint8_t *data, uint64_t size,
                            uint8_t *nodes, size_t *count) {
    if (k->type != SSZ_NO_TYPE) {
        uint64_t record_size = ssz_schema_get(k->schema, k->type)->fixed_size;
        ssz_run run = {.element = k->type, .data = data, .size = size, .count = size / record_size};
        int32_t code = SSZ_OK;
        for (uint64_t done = 0; done < run.count && code == SSZ_OK; done += SSZ_ELEMENT_BATCH) {
            size_t part = (size_t)ssz_min_u64(run.count - done, SSZ_ELEMENT_BATCH);
            code = ssz_walk_elements(w, &run, done, part, nodes + done * SSZ_CHUNK_SIZE);
        }
        *count = (size_t)run.count;
        return code;
    }
    if (k->depth == 0) {
        uint64_t last = (size - 1) / SSZ_CHUNK_SIZE * SSZ_CHUNK_SIZE;
        memcpy(nodes, data, (size_t)last);
        ssz_walk_chunk(data + last, size - last, nodes + last);
        *count = (size_t)(last / SSZ_CHUNK_SIZE) + 1;
        return SSZ_OK;
    }
    size_t full = (size_t)(size / SSZ_BLOCK_SIZE);
    size_t rest = (size_t)(size % SSZ_BLOCK_SIZE);
    ssz_sha256_hash(nodes, data, full);
    if (rest != 0) {
        uint8_t block[SSZ_BLOCK_SIZE] = {0};
        memcpy(block, data + full * SSZ_BLOCK_SIZE, rest);
        ssz_sha256_hash(nodes + full * SSZ_CHUNK_SIZE, block, 1);
        ssz_stats_add(SSZ_STAT_ZERO_NODES, rest <= SSZ_CHUNK_SIZE);
    }
    *count = full + (rest != 0);
    return SSZ_OK;
}

/* Leaves of one subtree, at most. */
static uint64_t leaf_limit(const work *k) {
    return (uint64_t)1 << k->depth;
}

/* Hashes up to k->batch subtrees together. */
static int32_t hash_batch(ssz_walker *w, const work *k, const ssz_subtree *subtrees,
                          size_t subtree_count) {
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    uint64_t room = (subtree_count * leaf_limit(k) + 1) * SSZ_CHUNK_SIZE;
    uint8_t *nodes = ssz_scratch_take(&w->scratch, room);
    int32_t code = nodes ? SSZ_OK : SSZ_NO_MEMORY;
    size_t count = 0;
    for (size_t i = 0; i < subtree_count && code == SSZ_OK;) {
        const uint8_t *data = subtrees[i].data;
        uint64_t size = subtrees[i++].size;
        while (i < subtree_count && subtrees[i].data == data + size) {
            size += subtrees[i++].size;
        }
        size_t added;
        code = lowest_nodes(w, k, data, size, nodes + count * SSZ_CHUNK_SIZE, &added);
        count += added;
    }
    if (code == SSZ_OK) {
        bool is_above_chunks = k->type == SSZ_NO_TYPE && k->depth != 0;
        for (unsigned height = is_above_chunks ? 1 : 0; height < k->depth; height++) {
            count = ssz_merkle_sweep(nodes, count, height);
        }
        SSZ_ASSERT(count == subtree_count);
        for (size_t i = 0; i < subtree_count; i++) {
            memcpy(subtrees[i].root, nodes + i * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
        }
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

static void do_share(void *context, uint64_t i) {
    work *k = context;
    uint64_t end = ssz_min_u64((i + 1) * k->share, k->count);
    ssz_walker w;
    int32_t code = SSZ_OK;
    ssz_walk_start(&w, k->schema, true);
    for (uint64_t done = i * k->share; done < end && code == SSZ_OK; done += k->batch) {
        size_t part = (size_t)ssz_min_u64(k->batch, end - done);
        code = hash_batch(&w, k, k->subtrees + done, part);
    }
    ssz_scratch_free(&w.scratch);
    if (code != SSZ_OK) {
        atomic_store(&k->code, code);
    }
}

int32_t ssz_subtree_roots(const ssz_schema *schema, uint32_t type, const ssz_subtree *subtrees,
                          uint64_t count, unsigned depth) {
    uint64_t size = 0;
    for (uint64_t i = 0; i < count; i++) {
        size += subtrees[i].size;
    }
    ssz_stats_add(SSZ_STAT_BYTES, size);
    uint64_t shares = 1;
    if (size >= PARALLEL_SIZE) { /* else threads are not asked for: that is a system call */
        uint64_t threads = ssz_threads();
        uint64_t wanted = ssz_min_u64(size / PARALLEL_SHARE, SHARES_PER_THREAD * threads);
        shares = threads < 2 || wanted > count ? 1 : wanted;
    }
    work k = {
        .schema = schema,
        .type = type,
        .depth = depth,
        .subtrees = subtrees,
        .count = count,
        .batch = ssz_min_u64(ssz_max_u64(BATCH_NODES >> depth, 1), BATCH_LIMIT),
    };
    k.share = ssz_max_u64(ssz_ceil_div(count, shares), 1);
    atomic_init(&k.code, SSZ_OK);
    if (shares < 2) {
        do_share(&k, 0);
    } else {
        ssz_parallel(ssz_ceil_div(count, k.share), do_share, &k);
    }
    return atomic_load(&k.code);
}
