/*
 * test_stream.c - the root of what comes in pieces: that of the whole, or the error of the whole, for
 * any value, any damage, any pieces and any size of the window.
 */
#include "frames.h"
#include "random_values.h"

static table t;
static ssz_schema *schema;
static guarded input;

static void compile(void) {
    schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
}

static void finish(void) {
    ssz_schema_release(schema);
    table_clear(&t);
    CHECK_EQUAL(ssz_live_objects().schemas, 0);
}

/* How long to make the next piece: mostly short, sometimes nothing, sometimes all. */
static uint64_t some_piece(uint64_t left) {
    switch (random_below(5)) {
    case 0:
        return left;
    case 1:
        return 0;
    default:
        return 1 + random_below(left < 80 ? left : 80);
    }
}

/* Streams the bytes; each piece ends where a page begins that can't be read. */
static int32_t stream(uint32_t type, const uint8_t *data, uint64_t size, unsigned window_level,
                      uint8_t *root, ssz_error *err) {
    ssz_stream *s = ssz_stream_new_sized(schema, type, size, window_level, err);
    if (!s) {
        return err->code;
    }
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < size && code == SSZ_OK;) {
        CHECK_EQUAL(ssz_stream_room(s), size - done);
        CHECK_EQUAL(ssz_stream_root(s, root, NULL), SSZ_TRUNCATED);
        uint64_t piece = some_piece(size - done);
        uint8_t *at = input.end - piece;
        if (piece != 0) {
            memcpy(at, data + done, piece);
        }
        code = ssz_stream_write(s, at, piece, err);
        done += piece;
    }
    if (code == SSZ_OK) {
        code = ssz_stream_root(s, root, err);
    }
    ssz_stream_release(s);
    return code;
}

static uint64_t same_errors, roots;

/* What must hold of any bytes whatever. */
static void check_any(uint32_t type, const uint8_t *data, uint64_t size) {
    uint8_t expected_root[32], root[32];
    ssz_error expected, err, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    int32_t expected_code = ssz_root(schema, type, data, size, expected_root, &expected);
    for (unsigned level = 0; level <= 6; level += 2) {
        err = untouched;
        int32_t code = stream(type, data, size, level, root, &err);
        CHECK_EQUAL(code, expected_code);
        if (code == SSZ_OK) {
            CHECK_BYTES(root, expected_root, 32);
            CHECK_BYTES(&err, &untouched, sizeof err);
            roots++;
            continue;
        }
        CHECK_EQUAL(err.code, expected.code);
        CHECK_EQUAL(err.offset, expected.offset);
        CHECK_EQUAL(err.expected, expected.expected);
        CHECK_EQUAL(err.actual, expected.actual);
        CHECK_EQUAL(err.path_length, expected.path_length);
        CHECK_BYTES(err.path, expected.path, expected.path_length * sizeof *err.path);
        same_errors++;
    }
}

static void check_random_values(uint32_t type, unsigned rounds) {
    static bytes value;
    for (unsigned round = 0; round < rounds; round++) {
        value.size = 0;
        model_generate(&t, type, &value);
        check_any(type, value.data, value.size);
        for (uint64_t changes = 1 + random_below(2); changes > 0; changes--) {
            mutate(&value);
        }
        check_any(type, value.data, value.size);
    }
}

static void test_random_values(void) {
    add_all_kinds(&t);
    compile();
    for (uint32_t type = 0; type < t.type_count; type++) {
        check_random_values(type, 150);
    }
    finish();
    for (unsigned round = 0; round < 500; round++) {
        table_uint(&t, (uint64_t)1 << random_below(6));
        while (t.type_count < 8) {
            add_random_type(&t);
        }
        compile();
        check_random_values(6, 5);
        check_random_values(7, 5);
        finish();
    }
    CHECK(roots > 10000 && same_errors > 10000);
}

/* ---- long sequences ------------------------------------------------------------------------- */

/* Fills with bytes that are good for booleans, too. */
static void check_count(uint32_t type, uint64_t size) {
    static uint8_t data[MODEL_BYTES];
    CHECK(size <= sizeof data);
    for (uint64_t i = 0; i < size; i++) {
        data[i] = (uint8_t)random_below(2);
    }
    check_any(type, data, size);
    if (size != 0) {
        data[random_below(size)] = 2;
        data[random_below(size)] = 0xff;
        check_any(type, data, size);
        data[size - 1] = 0;
        check_any(type, data, size);
        memset(data, 0, (size_t)size);
        check_any(type, data, size);
    }
}

/* Around the sizes at which a window, a subtree and a progressive tree are full. */
static void test_runs(void) {
    static const uint64_t counts[] = {0,   1,   2,   3,   4,   5,    15,   16,   17,   20,   21,
                                      22,  84,  85,  86,  127, 128,  129,  255,  256,  257,  340,
                                      341, 342, 511, 512, 513, 1023, 1024, 1025, 1364, 1365, 1366};
    uint32_t boolean = table_boolean(&t), u8 = table_uint(&t, 1), u256 = table_uint(&t, 32);
    uint32_t record = table_container(&t, u256, boolean), pair = table_vector(&t, u8, 2);
    uint32_t elements[] = {boolean, u8, u256, record, pair};
    static const uint64_t sizes[] = {1, 1, 32, 33, 2};
    uint32_t first = t.type_count;
    for (size_t i = 0; i < 5; i++) {
        table_progressive_list(&t, elements[i]);
        table_list(&t, elements[i], 1365);
        table_list(&t, elements[i], UINT64_MAX);
        table_vector(&t, elements[i], 1365);
    }
    compile();
    for (uint32_t i = 0; i < 20; i++) {
        for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
            check_count(first + i, counts[j] * sizes[i / 4]);
            check_count(first + i, counts[j] * sizes[i / 4] * 32 / 31);
        }
    }
    finish();
}

static void test_bits(void) {
    uint32_t first = table_progressive_bitlist(&t);
    table_bitlist(&t, 8192);
    table_bitlist(&t, 8193);
    table_bitlist(&t, 1 << 30);
    table_bitvector(&t, 8 * 1055);
    table_bitvector(&t, 8 * 1056 - 3);
    compile();
    for (uint32_t type = first; type < t.type_count; type++) {
        for (uint64_t size = 0; size < 2800; size += 1 + random_below(2) * random_below(31)) {
            check_count(type, size);
        }
        check_count(type, 1055);
        check_count(type, 1056);
    }
    finish();
}

/* Tables that come in several pieces, empty elements, and elements larger than a window. */
static void test_elements(void) {
    static bytes value;
    uint32_t u8 = table_uint(&t, 1), text = table_list(&t, u8, 5000);
    uint32_t types[] = {table_list(&t, text, 9000), table_progressive_list(&t, text),
                        table_vector(&t, text, 6000)};
    compile();
    for (unsigned round = 0; round < 24; round++) {
        uint64_t count = round % 3 == 2 ? 6000 : random_below(round % 2 ? 40 : 9000);
        value.size = 0;
        bytes_fill(&value, 0, 4 * count);
        for (uint64_t i = 0; i < count; i++) {
            bytes_put_u32(value.data + 4 * i, value.size);
            uint64_t longest = random_below(count) < 12 ? 3000 : 30;
            bytes_fill(&value, (uint8_t)random_u64(), random_below(2) * random_below(longest));
        }
        check_any(types[round % 3], value.data, value.size);
        mutate(&value);
        check_any(types[round % 3], value.data, value.size);
    }
    finish();
}

/* ---- use ------------------------------------------------------------------------------------ */

static void test_use(void) {
    static uint8_t data[1 << 20];
    uint32_t list = table_list(&t, table_uint(&t, 8), 1 << 20);
    uint8_t root[32], expected[32];
    ssz_error err;
    compile();
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)random_u64();
    }
    ssz_stream *s = ssz_stream_new(schema, list, sizeof data, NULL);
    CHECK(s != NULL);
    /* The stream keeps the schema. */
    ssz_schema_release(schema);
    CHECK_EQUAL(ssz_stream_write(s, data, sizeof data - 1, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_stream_root(s, root, &err), SSZ_TRUNCATED);
    CHECK_EQUAL(err.offset, sizeof data - 1);
    CHECK_EQUAL(err.expected, sizeof data);
    CHECK_EQUAL(err.actual, sizeof data - 1);
    CHECK_EQUAL(ssz_stream_write(s, data, 2, &err), SSZ_SCOPE);
    CHECK_EQUAL(err.expected, sizeof data);
    CHECK_EQUAL(err.actual, sizeof data + 1);
    CHECK_EQUAL(ssz_stream_write(s, data + sizeof data - 1, 1, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_stream_room(s), 0);
    CHECK_EQUAL(ssz_stream_root(s, root, NULL), SSZ_OK);
    ssz_stream_release(s);
    ssz_stream_release(NULL);
    CHECK_EQUAL(ssz_live_objects().schemas, 0);
    compile();
    CHECK_EQUAL(ssz_root(schema, list, data, sizeof data, expected, NULL), SSZ_OK);
    CHECK_BYTES(root, expected, 32);
    /* What the size alone tells is told at once. */
    CHECK(ssz_stream_new(schema, list, 9, &err) == NULL);
    CHECK_EQUAL(err.code, SSZ_SCOPE_UNDIVIDED);
    CHECK_EQUAL(err.offset, 8);
    finish();
}

int main(void) {
    input = guarded_new(MODEL_BYTES);
    test_use();
    test_bits();
    test_runs();
    test_elements();
    test_random_values();
    guarded_free(input);
    return 0;
}
