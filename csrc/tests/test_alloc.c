/*
 * test_alloc.c - memory is given, zeroed where promised, and refused where a size can't be; and test
 * builds count it and run out of it as told.
 */
#include "alloc.h"
#include "test.h"

static void test_counts(void) {
    ssz_memory before = ssz_memory_read();
    void *small = ssz_alloc(100), *large = ssz_calloc(10, 1000);
    ssz_free(small);
    ssz_memory now = ssz_memory_read();
    CHECK_EQUAL(now.taken, before.taken + 2);
    CHECK_EQUAL(now.allocations, before.allocations + 1);
    CHECK_EQUAL(now.bytes, before.bytes + 10000);
    CHECK_EQUAL(now.most_bytes, before.bytes + 10100);
    ssz_free(large);
    CHECK_EQUAL(ssz_memory_read().most_bytes, before.bytes + 10100);
    ssz_memory_watch();
    CHECK_EQUAL(ssz_memory_read().most_bytes, before.bytes);
    CHECK_EQUAL(ssz_memory_read().allocations, before.allocations);
}

static void test_failures(void) {
    for (unsigned working = 0; working < 5; working++) {
        for (unsigned failing = 0; failing < 5; failing++) {
            ssz_memory_fail(working, failing);
            for (unsigned i = 0; i < 10; i++) {
                void *memory = i % 2 ? ssz_alloc(i) : ssz_calloc(i, 1);
                CHECK((memory == NULL) == (i >= working && i < working + failing));
                ssz_free(memory);
            }
        }
    }
    ssz_memory_fail(1, UINT64_MAX);
    void *memory = ssz_alloc(1);
    CHECK(memory != NULL && ssz_alloc(1) == NULL && ssz_alloc(1) == NULL);
    ssz_free(memory);
    ssz_memory_fail(0, 0);
}

/* The beginning stays, and what is given back is no longer counted. */
static void test_shrink(void) {
    const uint64_t size = 3 << 20;
    ssz_memory before = ssz_memory_read();
    uint8_t *memory = ssz_alloc(size);
    CHECK(memory != NULL);
    paint(memory, size);
    for (uint64_t left = size; left != 0; left /= 3) {
        memory = ssz_shrink(memory, left);
        CHECK_EQUAL(ssz_memory_read().bytes - before.bytes, left);
        for (uint64_t i = 0; i < left; i++) {
            CHECK_EQUAL(memory[i], i % 251);
        }
    }
    ssz_free(memory);
    CHECK_EQUAL(ssz_memory_read().bytes, before.bytes);
}

int main(void) {
    test_counts();
    test_failures();
    uint8_t *bytes = ssz_alloc(100);
    CHECK(bytes != NULL);
    memset(bytes, 0xff, 100);
    ssz_free(bytes);

    uint8_t zeros[1000] = {0};
    bytes = ssz_calloc(10, 100);
    CHECK(bytes != NULL);
    CHECK_BYTES(bytes, zeros, sizeof zeros);
    ssz_free(bytes);

    /* NULL means failure, never "nothing asked for". */
    void *empty = ssz_alloc(0), *none = ssz_calloc(0, 8);
    CHECK(empty != NULL && none != NULL);
    ssz_free(empty);
    ssz_free(none);
    ssz_free(NULL);

    CHECK(ssz_alloc(UINT64_MAX) == NULL);
    CHECK(ssz_alloc((uint64_t)PTRDIFF_MAX + 1) == NULL);
    CHECK(ssz_calloc(UINT64_MAX, 2) == NULL);
    CHECK(ssz_calloc((uint64_t)1 << 32, (uint64_t)1 << 32) == NULL);
    CHECK(ssz_calloc(2, (uint64_t)PTRDIFF_MAX) == NULL);
    test_shrink();
    return 0;
}
