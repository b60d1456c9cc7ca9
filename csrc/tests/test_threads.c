/*
 * test_threads.c - work over threads is done once, all of it, by no more threads than allowed; and roots
 * are the same whatever their number.
 */
#include "threads.h"

#include <pthread.h>
#include <stdatomic.h>

#include "ssz.h"
#include "test.h"

#define COUNT_LIMIT 5000

static int here; /* what calls are given */
static _Atomic uint32_t done[COUNT_LIMIT];
static _Atomic uint32_t inside;
static _Atomic uint32_t most_inside;

static void mark(void *context, uint64_t i) {
    CHECK(context == &here);
    uint32_t now = atomic_fetch_add(&inside, 1) + 1;
    uint32_t most = atomic_load(&most_inside);
    while (now > most && !atomic_compare_exchange_weak(&most_inside, &most, now)) {
    }
    atomic_fetch_add(&done[i], 1);
    atomic_fetch_sub(&inside, 1);
}

static void check_parallel(uint64_t count, uint32_t threads) {
    for (uint64_t i = 0; i < COUNT_LIMIT; i++) {
        atomic_store(&done[i], 0);
    }
    atomic_store(&most_inside, 0);
    ssz_set_threads(threads);
    CHECK_EQUAL(ssz_threads(), threads);
    ssz_parallel(count, mark, &here);
    for (uint64_t i = 0; i < COUNT_LIMIT; i++) {
        CHECK_EQUAL(atomic_load(&done[i]), i < count);
    }
    CHECK(atomic_load(&most_inside) <= threads);
}

/* A list of 2^20 uint64 and one of a million records: long enough to be cut up. */
static void test_roots(void) {
    const ssz_type_record types[] = {
        {.kind = SSZ_KIND_UINT, .element = SSZ_NO_TYPE, .length = 8},
        {.kind = SSZ_KIND_LIST, .element = 0, .length = (uint64_t)1 << 40},
        {.kind = SSZ_KIND_CONTAINER, .element = SSZ_NO_TYPE, .member_count = 3},
        {.kind = SSZ_KIND_LIST, .element = 2, .length = (uint64_t)1 << 40},
        {.kind = SSZ_KIND_PROGRESSIVE_LIST, .element = 2},
    };
    const ssz_member_record members[] = {{.type = 0}, {.type = 0}, {.type = 0}};
    ssz_schema *schema = ssz_schema_new(types, 5, members, 3, NULL);
    CHECK(schema != NULL);
    const uint64_t size = 24 * 200000 + 24;
    uint8_t *data = malloc(size);
    CHECK(data != NULL);
    fill_random(data, size);
    for (uint32_t type = 1; type < 5; type++) {
        if (type == 2) {
            continue;
        }
        uint8_t alone[32], together[32];
        ssz_set_threads(1);
        CHECK_EQUAL(ssz_root(schema, type, data, size, alone, NULL), SSZ_OK);
        for (uint32_t threads = 2; threads <= 5; threads++) {
            ssz_set_threads(threads);
            CHECK_EQUAL(ssz_root(schema, type, data, size, together, NULL), SSZ_OK);
            CHECK_BYTES(together, alone, 32);
        }
    }
    /* The roots of all elements, which are also those that each has as a value of its own. */
    uint64_t count = size / 24;
    uint8_t *roots = malloc(count * 32);
    CHECK(roots != NULL);
    ssz_set_threads(3);
    CHECK_EQUAL(ssz_element_roots(schema, 3, data, size, roots, count * 32, NULL), SSZ_OK);
    for (uint64_t i = 0; i < count; i += 997) {
        uint8_t root[32];
        CHECK_EQUAL(ssz_root(schema, 2, data + 24 * i, 24, root, NULL), SSZ_OK);
        CHECK_BYTES(roots + 32 * i, root, 32);
    }
    CHECK_EQUAL(ssz_element_roots(schema, 3, data, size, roots, count * 32 - 1, NULL),
                SSZ_BUFFER_TOO_SMALL);
    CHECK_EQUAL(ssz_element_roots(schema, 2, data, 24, roots, 32, NULL), SSZ_NO_PARTS);
    CHECK_EQUAL(ssz_element_roots(schema, 3, data, 23, roots, 32, NULL), SSZ_SCOPE_UNDIVIDED);
    free(roots);
    free(data);
    ssz_schema_release(schema);
}

int main(void) {
    ssz_set_threads(0);
    CHECK(ssz_threads() >= 1);
    for (uint32_t threads = 1; threads <= 8; threads++) {
        check_parallel(0, threads);
        check_parallel(1, threads);
        check_parallel(threads, threads);
        check_parallel(COUNT_LIMIT, threads);
    }
    test_roots();
    return 0;
}
