/*
 * test_common.c - sums and products at the edge of 64 bits.
 */
#include "common.h"
#include "test.h"

static void test_add(void) {
    uint64_t sum = 7;
    CHECK(!ssz_add_overflows(2, 3, &sum));
    CHECK_EQUAL(sum, 5);
    CHECK(!ssz_add_overflows(UINT64_MAX - 1, 1, &sum));
    CHECK_EQUAL(sum, UINT64_MAX);
    CHECK(!ssz_add_overflows(0, UINT64_MAX, &sum));
    CHECK_EQUAL(sum, UINT64_MAX);
    sum = 7;
    CHECK(ssz_add_overflows(UINT64_MAX, 1, &sum));
    CHECK(ssz_add_overflows(1, UINT64_MAX, &sum));
    CHECK(ssz_add_overflows(UINT64_MAX, UINT64_MAX, &sum));
    CHECK_EQUAL(sum, 7);
}

static void test_mul(void) {
    uint64_t product = 7, half = (uint64_t)1 << 32;
    CHECK(!ssz_mul_overflows(6, 7, &product));
    CHECK_EQUAL(product, 42);
    CHECK(!ssz_mul_overflows(0, UINT64_MAX, &product));
    CHECK_EQUAL(product, 0);
    CHECK(!ssz_mul_overflows(UINT64_MAX, 1, &product));
    CHECK_EQUAL(product, UINT64_MAX);
    CHECK(!ssz_mul_overflows(half - 1, half + 1, &product));
    CHECK_EQUAL(product, UINT64_MAX);
    product = 7;
    CHECK(ssz_mul_overflows(half, half, &product));
    CHECK(ssz_mul_overflows(UINT64_MAX, 2, &product));
    CHECK(ssz_mul_overflows(2, UINT64_MAX / 2 + 1, &product));
    CHECK_EQUAL(product, 7);
}

static void test_ceil_div(void) {
    CHECK_EQUAL(ssz_ceil_div(0, 32), 0);
    CHECK_EQUAL(ssz_ceil_div(1, 32), 1);
    CHECK_EQUAL(ssz_ceil_div(32, 32), 1);
    CHECK_EQUAL(ssz_ceil_div(33, 32), 2);
    CHECK_EQUAL(ssz_ceil_div(UINT64_MAX, 2), (uint64_t)1 << 63);
    CHECK_EQUAL(ssz_ceil_div(UINT64_MAX, UINT64_MAX), 1);
}

static void test_min_max(void) {
    CHECK_EQUAL(ssz_min_u64(3, UINT64_MAX), 3);
    CHECK_EQUAL(ssz_min_u64(UINT64_MAX, 3), 3);
    CHECK_EQUAL(ssz_max_u64(3, UINT64_MAX), UINT64_MAX);
    CHECK_EQUAL(ssz_max_u64(UINT64_MAX, 3), UINT64_MAX);
}

static void test_tree_depth(void) {
    CHECK_EQUAL(ssz_tree_depth(0), 0);
    CHECK_EQUAL(ssz_tree_depth(1), 0);
    CHECK_EQUAL(ssz_tree_depth(2), 1);
    for (unsigned depth = 2; depth < 64; depth++) {
        uint64_t full = (uint64_t)1 << depth;
        CHECK_EQUAL(ssz_tree_depth(full - 1), depth);
        CHECK_EQUAL(ssz_tree_depth(full), depth);
        CHECK_EQUAL(ssz_tree_depth(full + 1), depth + 1);
    }
    CHECK_EQUAL(ssz_tree_depth(UINT64_MAX), 64);
}

int main(void) {
    test_add();
    test_mul();
    test_ceil_div();
    test_min_max();
    test_tree_depth();
    return 0;
}
