/*
 * test_column.c - a column has the bytes that stand in the encoding of the whole, whatever form the sequence
 * has: sealed, in pages, in runs of pages, or as nodes.
 */
#include "common.h"
#include "decoded.h"
#include "tables.h"

static table t;
static ssz_schema *schema;
static uint8_t data[1 << 18], encoding[sizeof data], out[sizeof data], wanted[sizeof data];

/* The first element with the bytes of some others in this column, and with bytes that none has. */
static void check_found(const ssz_view *view, uint64_t offset, uint64_t size, uint64_t count) {
    uint64_t number = 0;
    if (!size) {
        CHECK_EQUAL(ssz_view_find(view, offset, wanted, 0, &number, NULL), SSZ_SCOPE);
        return;
    }
    for (uint64_t i = 0; i < count; i += 1 + count / 20) {
        uint64_t first = 0;
        while (memcmp(wanted + first * size, wanted + i * size, (size_t)size) != 0) {
            first++;
        }
        CHECK_EQUAL(ssz_view_find(view, offset, wanted + i * size, size, &number, NULL), SSZ_OK);
        CHECK_EQUAL(number, first);
    }
    static uint8_t other[1024];
    memset(other, 0xfd, sizeof other);
    CHECK_EQUAL(ssz_view_find(view, offset, other, size, &number, NULL), SSZ_OK);
    CHECK(number == count || memcmp(wanted + number * size, other, (size_t)size) == 0);
}

/* Columns of every kind of size that is copied in its own way, and some that are not. */
static void check_columns(const ssz_view *view, uint64_t step) {
    static const uint64_t sizes[] = {0, 1, 2, 8, 31, 32, 48, 600};
    uint64_t count = ssz_view_count(view);
    CHECK_EQUAL(ssz_view_size(view), count * step);
    CHECK_EQUAL(ssz_view_encode(view, encoding, sizeof encoding, NULL), SSZ_OK);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t size = ssz_min_u64(sizes[i], step);
        uint64_t offsets[] = {0, (step - size) / 2, step - size};
        for (unsigned j = 0; j < 3; j++) {
            for (uint64_t k = 0; k < count; k++) {
                memcpy(wanted + k * size, encoding + k * step + offsets[j], (size_t)size);
            }
            memset(out, 0xcc, sizeof out);
            CHECK_EQUAL(ssz_view_column(view, offsets[j], size, out, count * size, NULL), SSZ_OK);
            CHECK_BYTES(out, wanted, count * size);
            CHECK_EQUAL(out[count * size], 0xcc);
            check_found(view, offsets[j], size, count);
        }
    }
}

static void check_forms(uint32_t type, uint32_t element, uint64_t count) {
    uint64_t step = ssz_schema_type(schema, element).fixed_size;
    CHECK(count * step < sizeof data);
    paint(data, count * step);
    ssz_view *view = decoded(schema, type, data, count * step);
    check_columns(view, step);
    for (uint64_t i = 0; i < 9 && count > 0; i++) { /* one page after the other becomes its own */
        CHECK_EQUAL(ssz_view_put(view, i * 7919 % count, data + i, step, NULL), SSZ_OK);
        check_columns(view, step);
    }
    ssz_view *copy = ssz_view_copy(view, NULL);
    int32_t code = ssz_view_truncate(view, count / 2, NULL);
    CHECK(code == SSZ_OK || code == SSZ_FIXED_LENGTH);
    check_columns(view, step);
    check_columns(copy, step);
    ssz_view_release(copy);
    ssz_view_release(view);
}

static void test_forms(void) {
    uint32_t u64 = table_uint(&t, 8), root = table_vector(&t, table_uint(&t, 1), 32);
    uint32_t record = table_container(&t, u64, root, table_uint(&t, 1), table_uint(&t, 4));
    uint32_t large = table_vector(&t, root, 20); /* too large for a record: elements are nodes */
    uint32_t list = table_list(&t, record, 1u << 20);
    uint32_t progressive = table_progressive_list(&t, record);
    uint32_t vector = table_vector(&t, record, 700);
    uint32_t larges = table_list(&t, large, 100);
    uint32_t numbers = table_list(&t, u64, 1u << 20);
    schema = table_compile(&t, NULL);
    static const uint64_t counts[] = {0, 1, 2, 90, 91, 1000, 4000};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        check_forms(list, record, counts[i]);
        check_forms(progressive, record, counts[i]);
        check_forms(numbers, u64, counts[i]);
    }
    check_forms(vector, record, 700);
    check_forms(larges, large, 33);
    ssz_schema_release(schema);
    check_nothing_left();
}

static void check_refused(const ssz_view *view, uint64_t offset, uint64_t size, uint64_t capacity,
                          int32_t code) {
    uint8_t untouched[64];
    ssz_error err;
    memset(out, 0xcc, sizeof untouched);
    memset(untouched, 0xcc, sizeof untouched);
    CHECK_EQUAL(ssz_view_column(view, offset, size, out, capacity, &err), code);
    CHECK_EQUAL(err.code, code);
    CHECK_EQUAL(ssz_view_column(view, offset, size, out, capacity, NULL), code);
    CHECK_BYTES(out, untouched, sizeof untouched);
}

static void test_refused(void) {
    table_clear(&t);
    uint32_t u16 = table_uint(&t, 2), texts = table_list(&t, table_list(&t, u16, 4), 4);
    uint32_t numbers = table_list(&t, u16, 9);
    uint32_t type = table_container(&t, numbers, texts, table_bitlist(&t, 5));
    schema = table_compile(&t, NULL);
    static const uint8_t bytes[] = {12, 0, 0, 0, 16, 0, 0, 0, 16, 0, 0, 0, 1, 2, 3, 4, 1};
    ssz_view *whole = decoded(schema, type, bytes, sizeof bytes);
    for (unsigned i = 0; i < 2; i++) {
        ssz_view *parts[3];
        for (uint64_t key = 0; key < 3; key++) {
            parts[key] = ssz_view_child(whole, key, NULL);
        }
        check_refused(whole, 0, 1, 64, SSZ_NO_PARTS);
        check_refused(parts[1], 0, 1, 64, SSZ_NO_PARTS);
        check_refused(parts[2], 0, 1, 64, SSZ_NO_PARTS);
        check_refused(parts[0], 0, 3, 64, SSZ_SCOPE);
        check_refused(parts[0], 3, 0, 64, SSZ_SCOPE);
        check_refused(parts[0], 1, UINT64_MAX, 64, SSZ_SCOPE);
        check_refused(parts[0], 0, 2, 3, SSZ_BUFFER_TOO_SMALL);
        ssz_error err;
        CHECK_EQUAL(ssz_view_column(parts[0], 0, 2, out, 3, &err), SSZ_BUFFER_TOO_SMALL);
        CHECK_EQUAL(err.expected, 4);
        CHECK_EQUAL(err.actual, 3);
        CHECK_EQUAL(ssz_view_put_uint(parts[0], 0, 77, NULL), SSZ_OK); /* now it is open */
        for (uint64_t key = 0; key < 3; key++) {
            ssz_view_release(parts[key]);
        }
    }
    ssz_view_release(whole);
    ssz_schema_release(schema);
    check_nothing_left();
}

int main(void) {
    test_forms();
    test_refused();
    check_nothing_left();
    return 0;
}
