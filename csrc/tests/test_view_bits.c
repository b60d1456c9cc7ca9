/*
 * test_view_bits.c - many bits by one call: what is refused, all positions within bytes and across pages, and
 * that threads see all of a write or nothing.  Random programs are in test_change.c.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "bits.h"
#include "decoded.h"
#include "tables.h"

static table t;

/* ---- packed bits --------------------------------------------------------------------------------- */

static bool bit_of(const uint8_t *data, uint64_t i) {
    return data[i / 8] >> (i % 8) & 1;
}

static void test_packed_bits(void) {
    uint8_t data[6], mask[6], to[8], out[8], before[8];
    for (unsigned round = 0; round < 20000; round++) {
        for (unsigned i = 0; i < 8; i++) {
            to[i] = before[i] = (uint8_t)random_u64();
            out[i] = 0xcc;
        }
        for (unsigned i = 0; i < 6; i++) {
            data[i] = (uint8_t)random_u64();
            mask[i] = (uint8_t)random_u64();
        }
        uint64_t first = random_below(8), count = random_below(41);
        bool has_mask = random_below(2) == 0;
        ssz_bits_put(to, first, data, has_mask ? mask : NULL, count);
        for (uint64_t i = 0; i < 64; i++) {
            bool is_put = i >= first && i - first < count && (!has_mask || bit_of(mask, i - first));
            CHECK_EQUAL(bit_of(to, i), bit_of(is_put ? data : before, is_put ? i - first : i));
        }
        ssz_bits_take(out, to, first, count);
        for (uint64_t i = 0; i < 64; i++) {
            bool expected = i < count                 ? bit_of(to, first + i)
                            : i < (count + 7) / 8 * 8 ? 0
                                                      : bit_of((const uint8_t[]){0xcc}, i % 8);
            CHECK_EQUAL(bit_of(out, i), expected);
        }
    }
}

/* ---- what is refused ------------------------------------------------------------------------------- */

static void test_refused(void) {
    table_clear(&t);
    uint32_t list = table_bitlist(&t, 20), vector = table_bitvector(&t, 20);
    uint32_t open = table_progressive_bitlist(&t), numbers = table_list(&t, table_uint(&t, 1), 20);
    ssz_schema *schema = table_compile(&t, NULL);
    const uint8_t ten_bits[] = {0xff, 0x07}, twenty_bits[] = {0xff, 0xff, 0x0f};
    uint8_t out[3] = {0xcc, 0xcc, 0xcc};
    ssz_error err = {0};
    ssz_view *of_list = decoded(schema, list, ten_bits, 2);
    ssz_view *of_vector = decoded(schema, vector, twenty_bits, 3);
    ssz_view *of_open = decoded(schema, open, ten_bits, 2);
    ssz_view *of_numbers = decoded(schema, numbers, ten_bits, 2);

    CHECK_EQUAL(ssz_view_read_bits(of_numbers, 0, 0, out, 3, &err), SSZ_NO_PARTS);
    CHECK_EQUAL(ssz_view_put_bits(of_numbers, 0, out, NULL, 0, &err), SSZ_NO_PARTS);
    CHECK_EQUAL(ssz_view_extend_bits(of_numbers, out, 0, &err), SSZ_NO_PARTS);
    CHECK_EQUAL(ssz_view_extend_bits(of_vector, out, 1, &err), SSZ_FIXED_LENGTH);
    CHECK_EQUAL(err.expected, 20);
    for (unsigned i = 0; i < 2; i++) { /* as bytes, then open */
        CHECK_EQUAL(ssz_view_read_bits(of_list, 3, 8, out, 3, &err), SSZ_NO_SUCH_POSITION);
        CHECK_EQUAL(err.expected, 10);
        CHECK_EQUAL(err.actual, 10);
        CHECK_EQUAL(ssz_view_read_bits(of_list, 11, 0, out, 3, &err), SSZ_NO_SUCH_POSITION);
        CHECK_EQUAL(err.actual, 11);
        CHECK_EQUAL(ssz_view_read_bits(of_list, 9, UINT64_MAX, out, 3, &err), SSZ_NO_SUCH_POSITION);
        CHECK_EQUAL(ssz_view_read_bits(of_list, 0, 9, out, 1, &err), SSZ_BUFFER_TOO_SMALL);
        CHECK_EQUAL(err.expected, 2);
        CHECK_EQUAL(out[0], 0xcc);
        CHECK_EQUAL(ssz_view_read_bits(of_list, 10, 0, NULL, 0, &err), SSZ_OK);
        CHECK_EQUAL(ssz_view_put_bits(of_list, 10, NULL, NULL, 0, &err), SSZ_OK);
        CHECK_EQUAL(ssz_view_put_bits(of_list, 3, out, NULL, 8, &err), SSZ_NO_SUCH_POSITION);
        CHECK_EQUAL(ssz_view_extend_bits(of_list, out, 11, &err), SSZ_LIMIT);
        CHECK_EQUAL(err.expected, 20);
        CHECK_EQUAL(err.actual, 21);
        CHECK_EQUAL(ssz_view_extend_bits(of_open, out, UINT64_MAX - 5, &err), SSZ_LIMIT);
        CHECK_EQUAL(ssz_view_extend_bits(of_open, NULL, 0, &err), SSZ_OK);
        CHECK_EQUAL(ssz_view_count(of_list), 10);
        CHECK_EQUAL(ssz_view_put_uint(of_list, 0, 1, NULL), SSZ_OK);
    }
    CHECK_EQUAL(ssz_view_extend_bits(of_list, twenty_bits, 10, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_read_bits(of_list, 0, 20, out, 3, NULL), SSZ_OK);
    CHECK_BYTES(out, twenty_bits, 3);
    ssz_view_release(of_list);
    ssz_view_release(of_vector);
    ssz_view_release(of_open);
    ssz_view_release(of_numbers);
    ssz_schema_release(schema);
}

/* ---- pages ----------------------------------------------------------------------------------------- */

enum { LONG = 9 * 4096 * 8 };

/* Writes of many lengths at many places of a long list, whose copies keep what they had. */
static void test_pages(void) {
    static uint8_t plain[LONG / 8 + 1], data[LONG / 8 + 1], out[LONG / 8 + 1];
    table_clear(&t);
    uint32_t types[] = {table_bitlist(&t, LONG), table_progressive_bitlist(&t),
                        table_bitvector(&t, LONG)};
    ssz_schema *schema = table_compile(&t, NULL);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < LONG / 8; k++) {
            plain[k] = (uint8_t)random_u64();
        }
        plain[LONG / 8] = 1;
        ssz_view *view = decoded(schema, types[i], plain, LONG / 8 + (i != 2));
        for (unsigned round = 0; round < 60; round++) {
            uint64_t first = random_below(LONG), most = random_below(3) == 0 ? LONG : 70;
            uint64_t count = random_below(ssz_min_u64(most, LONG - first) + 1);
            for (unsigned k = 0; k <= count / 8; k++) {
                data[k] = (uint8_t)random_u64();
            }
            ssz_view *copy = ssz_view_copy(view, NULL);
            CHECK_EQUAL(ssz_view_put_bits(view, first, data, NULL, count, NULL), SSZ_OK);
            CHECK_EQUAL(ssz_view_read_bits(copy, 0, LONG, out, sizeof out, NULL), SSZ_OK);
            CHECK_BYTES(out, plain, LONG / 8);
            ssz_view_release(copy);
            for (uint64_t k = 0; k < count; k++) {
                uint64_t at = first + k;
                plain[at / 8] = (uint8_t)((plain[at / 8] & ~(1u << at % 8)) |
                                          (unsigned)bit_of(data, k) << at % 8);
            }
            CHECK_EQUAL(ssz_view_read_bits(view, 0, LONG, out, sizeof out, NULL), SSZ_OK);
            CHECK_BYTES(out, plain, LONG / 8);
        }
        uint8_t root[32], expected[32];
        CHECK_EQUAL(ssz_view_root(view, root, NULL), SSZ_OK);
        CHECK_EQUAL(ssz_root(schema, types[i], plain, LONG / 8 + (i != 2), expected, NULL), SSZ_OK);
        CHECK_BYTES(root, expected, 32);
        ssz_view_release(view);
    }
    ssz_schema_release(schema);
}

/* ---- threads --------------------------------------------------------------------------------------- */

enum { WRITERS = 3, ROUNDS = 400, BITS = 200 };

static ssz_view *shared, *flags;
static atomic_uint writing;

/* Each adds zeros or ones, and fills the flags with them. */
static void *write_all(void *ones) {
    uint8_t data[BITS / 8];
    memset(data, ones ? 0xff : 0, sizeof data);
    for (unsigned i = 0; i < ROUNDS; i++) {
        CHECK_EQUAL(ssz_view_extend_bits(shared, data, BITS, NULL), SSZ_OK);
        CHECK_EQUAL(ssz_view_put_bits(flags, 3, data, NULL, BITS, NULL), SSZ_OK);
    }
    atomic_fetch_sub(&writing, 1);
    return NULL;
}

static void *read_all(void *unused) {
    uint8_t out[BITS / 8];
    while (atomic_load(&writing) != 0) {
        CHECK_EQUAL(ssz_view_read_bits(flags, 3, BITS, out, sizeof out, NULL), SSZ_OK);
        for (unsigned i = 1; i < sizeof out; i++) {
            CHECK_EQUAL(out[i], out[0]);
        }
        CHECK_EQUAL(ssz_view_count(shared) % BITS, 0);
    }
    return unused;
}

static void test_threads(void) {
    table_clear(&t);
    uint32_t list = table_progressive_bitlist(&t), vector = table_bitvector(&t, BITS + 3);
    ssz_schema *schema = table_compile(&t, NULL);
    uint8_t zeros[BITS / 8 + 1] = {0}, out[BITS / 8];
    shared = decoded(schema, list, (const uint8_t[]){1}, 1);
    flags = decoded(schema, vector, zeros, sizeof zeros);
    pthread_t threads[WRITERS + 1];
    atomic_store(&writing, WRITERS);
    for (unsigned i = 0; i <= WRITERS; i++) {
        CHECK(pthread_create(&threads[i], NULL, i == WRITERS ? read_all : write_all,
                             i % 2 ? zeros : NULL) == 0);
    }
    for (unsigned i = 0; i <= WRITERS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    unsigned ones = 0;
    CHECK_EQUAL(ssz_view_count(shared), WRITERS * ROUNDS * BITS);
    for (uint64_t i = 0; i < WRITERS * ROUNDS; i++) {
        CHECK_EQUAL(ssz_view_read_bits(shared, i * BITS, BITS, out, sizeof out, NULL), SSZ_OK);
        CHECK(out[0] == 0 || out[0] == 0xff);
        for (unsigned k = 1; k < sizeof out; k++) {
            CHECK_EQUAL(out[k], out[0]);
        }
        ones += out[0] == 0xff;
    }
    CHECK_EQUAL(ones, WRITERS / 2 * ROUNDS);
    ssz_view_release(shared);
    ssz_view_release(flags);
    ssz_schema_release(schema);
}

int main(void) {
    test_packed_bits();
    test_refused();
    test_pages();
    test_threads();
    return 0;
}
