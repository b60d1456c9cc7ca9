/*
 * test_subtrees.c - roots of many subtrees at once are those of each: of chunks and of records, in a row
 * or anywhere, over any number of threads, under every kernel.
 */
#include "subtrees.h"

#include "reference.h"
#include "tables.h"

#define SUBTREES 600
#define DEPTH_LIMIT 7

static table t;
static ssz_schema *schema;

typedef struct batch {
    uint32_t type; /* of the records; SSZ_NO_TYPE: chunks */
    uint64_t leaf_size;
    unsigned depth;
    uint64_t count;
    bool is_row; /* each begins where the one before ends */
} batch;

static void expected_root(const batch *f, const ssz_subtree *subtree, uint8_t *out) {
    uint64_t count = (subtree->size + f->leaf_size - 1) / f->leaf_size;
    uint8_t *leaves = allocate(32 * (size_t)count);
    memset(leaves, 0, 32 * (size_t)count);
    if (f->type == SSZ_NO_TYPE) {
        memcpy(leaves, subtree->data, subtree->size);
    }
    for (uint64_t i = 0; f->type != SSZ_NO_TYPE && i < count; i++) {
        CHECK_EQUAL(ssz_root(schema, f->type, subtree->data + i * f->leaf_size, f->leaf_size,
                             leaves + 32 * i, NULL),
                    SSZ_OK);
    }
    reference_root(leaves, count, f->depth, 0, out);
    free(leaves);
}

/* `last_size`: bytes of the last subtree. */
static void check(const batch *f, uint64_t last_size) {
    static ssz_subtree subtrees[SUBTREES];
    static uint8_t roots[SUBTREES][32];
    uint64_t full = f->leaf_size << f->depth;
    uint64_t stride = f->is_row ? full : full + 8;
    uint8_t *data = allocate((size_t)(f->count * stride));
    fill_random(data, (size_t)(f->count * stride));
    for (uint64_t i = 0; i < f->count; i++) {
        uint64_t size = i + 1 < f->count ? full : last_size;
        subtrees[i] = (ssz_subtree){.data = data + i * stride, .size = size, .root = roots[i]};
    }
    for (uint32_t threads = 1; threads <= 3; threads++) {
        ssz_set_threads(threads);
        memset(roots, 0, sizeof roots);
        CHECK_EQUAL(ssz_subtree_roots(schema, f->type, subtrees, f->count, f->depth), SSZ_OK);
        for (uint64_t i = 0; i < f->count; i += i + 9 < f->count ? 7 : 1) {
            uint8_t expected[32];
            expected_root(f, &subtrees[i], expected);
            CHECK_BYTES(roots[i], expected, 32);
        }
    }
    free(data);
}

static void check_sizes(batch f) {
    uint64_t full = f.leaf_size << f.depth;
    static const uint64_t counts[] = {1, 2, 9, 33};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        f.count = counts[i];
        for (unsigned row = 0; row < 2; row++) {
            f.is_row = row == 0;
            uint64_t some = (full / 3 / f.leaf_size + 1) * f.leaf_size;
            check(&f, full);
            check(&f, f.leaf_size);
            check(&f, some < full ? some : full);
            if (f.type == SSZ_NO_TYPE) {
                check(&f, 1);
                check(&f, full - 1);
            }
        }
    }
}

int main(void) {
    uint32_t u8 = table_uint(&t, 1), u64 = table_uint(&t, 8);
    uint32_t record = table_container(&t, u8, u64, u64), bytes = table_vector(&t, u8, 1100);
    schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    CHECK_EQUAL(ssz_subtree_roots(schema, SSZ_NO_TYPE, NULL, 0, 5), SSZ_OK);
    for (uint32_t i = 0; ssz_kernel_name(i); i++) {
        CHECK_EQUAL(ssz_kernel_use(ssz_kernel_name(i)), SSZ_OK);
        for (unsigned depth = 0; depth <= DEPTH_LIMIT; depth += 1 + depth / 3) {
            check_sizes((batch){.type = SSZ_NO_TYPE, .leaf_size = 32, .depth = depth});
            check_sizes((batch){.type = record, .leaf_size = 17, .depth = depth});
        }
        check_sizes((batch){.type = bytes, .leaf_size = 1100, .depth = 1});
    }
    /* Enough for threads. */
    check(&(batch){SSZ_NO_TYPE, 32, 7, SUBTREES, true}, 4000);
    check(&(batch){SSZ_NO_TYPE, 32, 7, SUBTREES, false}, 4096);
    check(&(batch){record, 17, 7, SUBTREES, false}, 17);
    ssz_schema_release(schema);
    return 0;
}
