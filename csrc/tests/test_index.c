/*
 * test_index.c - a value is found where the first equal one stands, by a look at each and by an index.
 */
#include "common.h"
#include "test.h"

enum { MOST = 3000 };

static uint8_t data[MOST * 60 + 64], key[64];
static uint64_t slots[8192];

/* The first value that is equal, by the plainest loop. */
static uint64_t expected(const ssz_rows *rows) {
    uint64_t i = 0;
    while (i < rows->count &&
           memcmp((const uint8_t *)rows->data + i * rows->step, key, (size_t)rows->size) != 0) {
        i++;
    }
    return i;
}

static uint64_t indexed(const ssz_rows *rows, uint64_t secret) {
    uint64_t slot = 0, slot_count = ssz_index_slots(rows->count), found;
    do {
        found = ssz_index_next(slots, slot_count, secret, key, rows->size, &slot);
    } while (found != UINT64_MAX && memcmp((const uint8_t *)rows->data + found * rows->step, key,
                                           (size_t)rows->size) != 0);
    return found == UINT64_MAX ? rows->count : found;
}

static void check(const ssz_rows *rows) {
    static const uint64_t secrets[] = {0, 1, UINT64_MAX, UINT64_C(0x123456789abcdef1)};
    uint64_t secret = secrets[rows->count % 4];
    CHECK(ssz_index_slots(rows->count) <= sizeof slots / sizeof *slots);
    ssz_index_build(rows, secret, slots);
    for (uint64_t i = 0; i <= rows->count; i += 1 + rows->count / 50) {
        memset(key, 0xee, sizeof key); /* the last time one that is not there, mostly */
        if (i < rows->count) {
            memcpy(key, (const uint8_t *)rows->data + i * rows->step, (size_t)rows->size);
        }
        CHECK_EQUAL(ssz_rows_find(rows, key, 0), expected(rows));
        CHECK_EQUAL(indexed(rows, secret), expected(rows));
    }
}

/* Values of every size that is compared in its own way, close together and apart, few different ones and many. */
static void test_values(void) {
    static const uint64_t sizes[] = {1, 2, 7, 8, 9, 31, 32, 48, 57};
    static const uint64_t counts[] = {0, 1, 2, 5, 6, 100, MOST};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++) {
            for (unsigned kinds = 1; kinds <= 251; kinds += 125) {
                for (uint64_t i = 0; i < sizeof data; i++) {
                    data[i] = (uint8_t)(i % 60 / 7 + i / 60 * 131 % kinds);
                }
                ssz_rows rows = {data, 60, sizes[s], counts[c]};
                check(&rows);
                rows.data = data + 3;
                rows.step = sizes[s];
                check(&rows);
            }
        }
    }
}

static void test_first(void) {
    memset(data, 5, sizeof data);
    memset(key, 5, sizeof key);
    ssz_rows rows = {data, 8, 8, 100};
    CHECK_EQUAL(ssz_rows_find(&rows, key, 0), 0);
    CHECK_EQUAL(ssz_rows_find(&rows, key, 7), 7);
    CHECK_EQUAL(ssz_rows_find(&rows, key, 100), 100);
}

/* All bytes of a value tell: two that differ in one are two values. */
static void test_each_byte(void) {
    for (uint64_t size = 1; size < 50; size++) {
        memset(data, 9, sizeof data);
        for (uint64_t i = 0; i < size; i++) {
            data[i * size + i] = 10;
        }
        ssz_rows rows = {data, size, size, size + 1};
        check(&rows);
        memset(key, 9, sizeof key);
        ssz_index_build(&rows, 77, slots);
        CHECK_EQUAL(indexed(&rows, 77), size);
    }
}

static void test_slots(void) {
    CHECK_EQUAL(ssz_index_slots(0), 8);
    CHECK_EQUAL(ssz_index_slots(6), 16);
    CHECK_EQUAL(ssz_index_slots(2000000), 1u << 22);
    CHECK_EQUAL(ssz_index_slots(UINT32_MAX), 0);
    CHECK_EQUAL(ssz_index_slots(UINT64_MAX), 0);
    CHECK_EQUAL(ssz_index_slots(UINT32_MAX - 1), UINT64_C(1) << 33);
}

int main(void) {
    test_values();
    test_first();
    test_each_byte();
    test_slots();
    return 0;
}
