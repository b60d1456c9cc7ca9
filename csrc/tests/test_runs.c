/*
 * test_runs.c - long runs cut into pieces: into whatever number, and in whatever order the pieces are
 * done, the root is the one of the plain definition, and no piece is cut up again.
 *
 * This program has a threads.c of its own, which does all pieces in the caller's thread, last one first.
 */
#include "model.h"
#include "threads.h"

/* ---- instead of threads ---------------------------------------------------------------------- */

static uint32_t thread_count;
static bool is_inside;
static unsigned jobs;

void ssz_set_threads(uint32_t count) {
    thread_count = count;
}

uint32_t ssz_threads(void) {
    return thread_count;
}

void ssz_parallel(uint64_t count, void (*fn)(void *context, uint64_t i), void *context) {
    CHECK(!is_inside); /* threads that make threads would be more than allowed */
    CHECK(count >= 2 && count <= 64 * (uint64_t)thread_count); /* few, so that each is large */
    is_inside = true;
    jobs++;
    while (count-- > 0) {
        fn(context, count);
    }
    is_inside = false;
}

/* ---- values ---------------------------------------------------------------------------------- */

#define MOST ((uint64_t)5 << 20)

static table t;
static ssz_schema *schema;
static uint8_t *data;

#define CHECK_EACH_CUT(type, size, expected_jobs)                                                  \
    check_each_cut(__LINE__, type, size, expected_jobs)

/* What one thread gives is compared with the definition where that does not take long. */
static void check_each_cut(int line, uint32_t type, uint64_t size, unsigned expected_jobs) {
    static const uint32_t counts[] = {1, 2, 3, 16, 64};
    uint8_t expected[32], root[32];
    CHECK(size <= MOST);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        ssz_set_threads(counts[i]);
        jobs = 0;
        CHECK_EQUAL(ssz_root(schema, type, data, size, root, NULL), SSZ_OK);
        if (i == 0) {
            memcpy(expected, root, 32);
        }
        check_bytes(__FILE__, line, "root", root, expected, 32);
        check_equal(__FILE__, line, "jobs", jobs, counts[i] < 2 ? 0 : expected_jobs);
    }
    if (size < (uint64_t)5 << 18) {
        model_root(&t, type, data, size, root);
        check_bytes(__FILE__, line, "root by definition", root, expected, 32);
    }
}

/* Makes `count` lists of `each` random bytes behind offsets; gives the size of it all. */
static uint64_t make_lists(uint8_t *at, uint64_t count, uint64_t each) {
    uint64_t table_size = 4 * count;
    for (uint64_t i = 0; i < count; i++) {
        bytes_put_u32(at + 4 * i, table_size + i * each);
    }
    fill_random(at + table_size, count * each);
    return table_size + count * each;
}

static void compile(void) {
    schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
}

static void finish(void) {
    ssz_schema_release(schema);
    table_clear(&t);
}

/* Sizes around the one from which threads are used, and with all kinds of rest. */
static void test_packed(void) {
    uint64_t mega = (uint64_t)1 << 20;
    uint32_t u8 = table_uint(&t, 1), full = table_list(&t, u8, 4 * mega);
    uint32_t roomy = table_list(&t, u8, UINT64_MAX), bits = table_bitlist(&t, UINT64_MAX);
    uint32_t vector = table_vector(&t, table_uint(&t, 32), 3 * mega / 32);
    compile();
    fill_random(data, MOST);
    static const uint64_t rests[] = {0, 1, 31, 32, 33, 63, 64, 65};
    CHECK_EACH_CUT(full, mega - 1, 0);
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
        CHECK_EACH_CUT(full, mega + rests[i], 1);
        CHECK_EACH_CUT(roomy, 3 * mega + rests[i], 1);
    }
    CHECK_EACH_CUT(full, 4 * mega, 1);
    CHECK_EACH_CUT(vector, 3 * mega, 1);
    for (unsigned bit = 0; bit < 8; bit++) {
        data[2 * mega] = (uint8_t)(1u << bit | 1); /* the delimiter */
        CHECK_EACH_CUT(bits, 2 * mega + 1, bit == 0);
    }
    finish();
}

/* Each large subtree of a progressive tree is cut up by itself: 4^8 chunks are 2 MB. */
static void test_progressive(void) {
    uint32_t u64 = table_uint(&t, 8), list = table_progressive_list(&t, u64);
    uint32_t bits = table_progressive_bitlist(&t), pair = table_container(&t, u64, u64);
    uint32_t records = table_progressive_list(&t, pair);
    compile();
    fill_random(data, MOST);
    uint64_t chunks = 1 + 4 + 16 + 64 + 256 + 1024 + 4096 + 16384; /* before the ninth subtree */
    CHECK_EACH_CUT(list, chunks * 32, 0);
    CHECK_EACH_CUT(list, chunks * 32 + 32768 * 32 - 8, 0);
    CHECK_EACH_CUT(list, chunks * 32 + 32768 * 32, 1);
    CHECK_EACH_CUT(list, (chunks + 65536) * 32, 1);
    CHECK_EACH_CUT(list, (chunks + 65536) * 32 + 8, 1);
    data[(chunks + 40000) * 32] = 1;
    CHECK_EACH_CUT(bits, (chunks + 40000) * 32 + 1, 1);
    CHECK_EACH_CUT(records, (chunks + 65536) * 16, 1);
    CHECK_EACH_CUT(records, (chunks + 65536 + 99) * 16, 1);
    finish();
}

static void test_records(void) {
    uint32_t u8 = table_uint(&t, 1), word = table_uint(&t, 8), root = table_vector(&t, u8, 32);
    uint32_t small = table_container(&t, root, word, u8);
    uint32_t fields[33];
    for (uint32_t i = 0; i < 33; i++) {
        fields[i] = word;
    }
    uint32_t wide = table_numbered(&t, SSZ_KIND_CONTAINER, fields, 33);
    uint32_t open = table_progressive_container(&t, {word, 1}, {root, 7});
    const uint32_t records[] = {small, wide, open};
    uint32_t first = t.type_count;
    for (size_t i = 0; i < 3; i++) {
        table_list(&t, records[i], (uint64_t)1 << 40);
    }
    uint32_t vector = table_vector(&t, small, 30000);
    compile();
    fill_random(data, MOST);
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t size = ssz_schema_type(schema, records[i]).fixed_size;
        for (uint64_t count = 4095 * 257; count * size > 2 << 20; count = count * 4 / 5) {
            if (count * size <= 3 << 20) {
                CHECK_EACH_CUT(first + i, count * size, 1);
            }
        }
    }
    CHECK_EACH_CUT(vector, 30000 * 41, 1);
    finish();
}

/* Elements that would be cut up themselves, if the run that they are in were not. */
static void test_nested(void) {
    uint32_t u8 = table_uint(&t, 1), list = table_list(&t, u8, (uint64_t)1 << 40);
    uint32_t lists = table_list(&t, list, 1000), open_lists = table_progressive_list(&t, list);
    uint32_t deep = table_list(&t, lists, 1000);
    compile();
    uint64_t size = make_lists(data, 260, 9001);
    CHECK_EACH_CUT(lists, size, 1);
    size = make_lists(data, 605, 5001); /* 341 in the first five subtrees, the sixth has the rest */
    CHECK_EACH_CUT(open_lists, size, 1);
    /* Few elements: they are cut up one by one. */
    size = make_lists(data, 3, (uint64_t)3 << 19);
    CHECK_EACH_CUT(lists, size, 3);
    /* 257 lists, of which one is large. */
    for (uint64_t i = 0; i < 257; i++) {
        bytes_put_u32(data + 4 * i, 4 * 257);
    }
    size = 4 * 257 + make_lists(data + 4 * 257, 300, 10000);
    CHECK_EACH_CUT(deep, size, 1);
    finish();
}

/* All elements' roots by themselves. */
static void test_elements(void) {
    uint32_t u8 = table_uint(&t, 1), word = table_uint(&t, 8);
    uint32_t record = table_container(&t, word, table_vector(&t, u8, 32));
    uint32_t list = table_list(&t, u8, 64);
    const uint32_t elements[] = {word, record, list};
    uint32_t first = t.type_count;
    for (size_t i = 0; i < 3; i++) {
        table_list(&t, elements[i], (uint64_t)1 << 40);
        table_progressive_list(&t, elements[i]);
    }
    compile();
    static const uint64_t counts[] = {0, 1, 2, 255, 256, 257, 30000, 37777};
    uint8_t *roots = allocate(37777 * 32);
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t element = elements[i / 2];
        for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
            uint64_t count = counts[j], each = element == list ? 36 : 40;
            each = element == word ? 8 : each;
            uint64_t size = element == list ? make_lists(data, count, each) : count * each;
            for (uint32_t threads = 1; threads <= 16; threads += 5) {
                ssz_set_threads(threads);
                memset(roots, 0, count * 32);
                CHECK_EQUAL(
                    ssz_element_roots(schema, first + i, data, size, roots, count * 32, NULL),
                    SSZ_OK);
                for (uint64_t k = 0; k < count; k += count > 1000 ? 97 : 3) {
                    uint64_t at = (element == list ? 4 * count : 0) + k * each;
                    uint8_t expected[32];
                    model_root(&t, element, data + at, each, expected);
                    CHECK_BYTES(roots + k * 32, expected, 32);
                }
            }
        }
    }
    free(roots);
    finish();
}

/* Writes words of records: of each column all alike, alike in runs, alike but for some, or all different. */
static void fill_words(uint64_t rows, uint64_t width, uint64_t run) {
    for (uint64_t row = 0; row < rows; row++) {
        for (uint64_t column = 0; column < width; column++) {
            uint64_t word = column;
            switch (column / 4 % 4) { /* of one block, of two, ... */
            case 1:
                word += row / run << 32;
                break;
            case 2:
                word += random_below(8) == 0 ? row << 8 : 0;
                break;
            case 3:
                word += row << 16;
                break;
            default:
                break;
            }
            bytes_put_u32(data + (row * width + column) * 8, (uint32_t)word);
            bytes_put_u32(data + (row * width + column) * 8 + 4, (uint32_t)(word >> 32));
        }
    }
}

/* Records whose fields are often those of the record before: the same roots, with fewer blocks hashed. */
static void test_repeating(void) {
    uint32_t word = table_uint(&t, 8), wide[3], pair[3], lists[6];
    uint64_t words[6];
    static const uint64_t widths[] = {8, 100, 128};
    for (uint32_t i = 0; i < 3; i++) {
        wide[i] = table_vector(&t, word, widths[i]);
        words[i] = widths[i];
    }
    for (uint32_t i = 0; i < 3; i++) {
        pair[i] = table_container(&t, wide[i], wide[2 - i]);
        words[3 + i] = widths[i] + widths[2 - i];
    }
    for (uint32_t i = 0; i < 6; i++) {
        lists[i] = table_list(&t, i < 3 ? wide[i] : pair[i - 3], (uint64_t)1 << 40);
    }
    compile();
    ssz_set_threads(1);
    uint8_t *roots = allocate(1000 * 32);
    for (uint32_t i = 0; i < 6; i++) {
        for (uint64_t rows = 4; rows <= 1000; rows = rows * 5 + 3) {
            for (uint64_t run = 1; run <= 9; run += 4) {
                uint64_t size = rows * words[i] * 8;
                fill_words(rows, words[i], run);
                CHECK_EQUAL(ssz_element_roots(schema, lists[i], data, size, roots, rows * 32, NULL),
                            SSZ_OK);
                for (uint64_t row = 0; row < rows; row += rows > 50 ? 23 : 3) {
                    uint8_t expected[32];
                    uint32_t type = i < 3 ? wide[i] : pair[i - 3];
                    model_root(&t, type, data + row * words[i] * 8, words[i] * 8, expected);
                    CHECK_BYTES(roots + row * 32, expected, 32);
                }
            }
        }
    }
    memset(data, 7, 1000 * 64);
    ssz_hash_stats_reset();
    CHECK_EQUAL(ssz_element_roots(schema, lists[0], data, 1000 * 64, roots, 1000 * 32, NULL),
                SSZ_OK);
    CHECK(ssz_hash_stats_read().blocks < 100);
    free(roots);
    finish();
}

/* Many values that lie apart: their roots are the same, and the same as those of elements in a row. */
static void check_many(uint32_t type, uint64_t size, uint64_t count) {
    ssz_slice *values = allocate(count * sizeof *values + 1);
    uint8_t *copies = allocate(count * (size + 3) + 1), *roots = allocate((count + 1) * 32);
    for (uint64_t i = 0; i < count; i++) {
        values[i] = (ssz_slice){copies + i * (size + 3), size};
        memcpy(copies + i * (size + 3), data + i * 7, size);
        bytes_put_u32(copies + i * (size + 3), (uint32_t)i);
        CHECK_EQUAL(ssz_check(schema, type, values[i].data, size, NULL), SSZ_OK);
    }
    for (uint32_t threads = 1; threads <= 16; threads += 5) {
        ssz_set_threads(threads);
        jobs = 0;
        memset(roots, 0xcc, (count + 1) * 32);
        CHECK_EQUAL(ssz_roots(schema, type, values, count, roots, NULL), SSZ_OK);
        CHECK_EQUAL(jobs, threads > 1 && count * size >= 1 << 20);
        for (uint64_t i = 0; i < count; i += count > 1000 ? 97 : 3) {
            uint8_t expected[32];
            model_root(&t, type, values[i].data, size, expected);
            CHECK_BYTES(roots + i * 32, expected, 32);
        }
        CHECK_EQUAL(roots[count * 32], 0xcc);
    }
    free(values);
    free(copies);
    free(roots);
}

static void test_many(void) {
    uint32_t u8 = table_uint(&t, 1), word = table_uint(&t, 8), text = table_list(&t, u8, 1 << 22);
    uint32_t record = table_container(&t, word, table_vector(&t, u8, 32));
    uint32_t wide = table_vector(&t, word, 200), large = table_vector(&t, u8, 20000);
    compile();
    static const uint64_t counts[] = {0, 1, 2, 31, 32, 409, 410, 900};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        check_many(word, 8, counts[i]);
        check_many(record, 40, counts[i]);
        check_many(wide, 1600, counts[i]);
        check_many(text, 300, counts[i]);
    }
    check_many(record, 40, 30000);
    check_many(text, 100, 20000);
    check_many(large, 20000, 300);
    /* Few values, each of which is cut up by itself. */
    check_many(text, (uint64_t)3 << 19, 1);
    finish();
}

int main(void) {
    data = allocate(MOST);
    test_packed();
    test_progressive();
    test_records();
    test_nested();
    test_elements();
    test_repeating();
    test_many();
    free(data);
    return 0;
}
