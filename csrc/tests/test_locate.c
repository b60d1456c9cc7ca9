/*
 * test_locate.c - where parts lie: each kind of part with its place and type, each part that does not
 * exist with the reason and the path, and offsets that count from the outermost value.
 *
 * That the parts of any value make up its encoding again is tested with the strict check
 * (test_decode.c).
 */
#include "locate.h"

#include "decoded.h"
#include "random_values.h"

static table t;
static ssz_schema *schema;
static ssz_view *view;

#define DATA(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})
#define KEYS(...) ((const uint64_t[]){__VA_ARGS__}), TABLE_COUNT(uint64_t, __VA_ARGS__)
#define NO_KEYS NULL, 0

static void compile(void) {
    schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
}

static void finish(void) {
    ssz_schema_release(schema);
    table_clear(&t);
    CHECK_EQUAL(ssz_live_objects().schemas, 0);
    CHECK_EQUAL(ssz_live_objects().buffers, 0);
    CHECK_EQUAL(ssz_live_objects().nodes, 0);
    CHECK_EQUAL(ssz_live_objects().views, 0);
}

static void open_value(uint32_t type, const uint8_t *data, uint64_t size) {
    view = decoded(schema, type, data, size);
}

/* FOUND(KEYS(...), offset, size, type, bit) */
#define FOUND(...) check_found(__LINE__, __VA_ARGS__)

static void check_found(int line, const uint64_t *keys, uint32_t key_count, uint64_t offset,
                        uint64_t size, uint32_t type, uint32_t bit) {
    ssz_place place;
    ssz_error err, before;
    memset(&err, 0xa5, sizeof err);
    before = err;
    int32_t code = ssz_view_locate(view, keys, key_count, &place, &err);
    check_equal(__FILE__, line, "code", (uint64_t)code, SSZ_OK);
    CHECK_BYTES(&err, &before, sizeof err);
    check_equal(__FILE__, line, "offset", place.offset, offset);
    check_equal(__FILE__, line, "size", place.size, size);
    check_equal(__FILE__, line, "type", place.type, type);
    check_equal(__FILE__, line, "bit", place.bit, bit);
}

/* MISSING(KEYS(...), code, expected): the last key that counts is the one without a part; the path has
 * those before it. */
#define MISSING(...) check_missing(__LINE__, __VA_ARGS__)

static void check_missing_after(int line, const uint64_t *keys, uint32_t key_count, uint32_t steps,
                                int32_t expected_code, uint64_t expected) {
    ssz_place place, place_before;
    memset(&place, 0x5a, sizeof place);
    place_before = place;
    ssz_error err;
    memset(&err, 0xa5, sizeof err);
    int32_t code = ssz_view_locate(view, keys, key_count, &place, &err);
    check_equal(__FILE__, line, "code", (uint64_t)code, (uint64_t)expected_code);
    check_equal(__FILE__, line, "err.code", (uint64_t)err.code, (uint64_t)expected_code);
    check_equal(__FILE__, line, "offset", err.offset, 0);
    check_equal(__FILE__, line, "expected", err.expected, expected);
    check_equal(__FILE__, line, "actual", err.actual, keys[steps]);
    check_equal(__FILE__, line, "path_length", err.path_length, steps);
    for (uint32_t i = 0; i < steps; i++) {
        check_equal(__FILE__, line, "a step of the path", err.path[i], keys[i]);
    }
    CHECK_BYTES(&place, &place_before, sizeof place);
    code = ssz_view_locate(view, keys, key_count, &place, NULL);
    check_equal(__FILE__, line, "code without error", (uint64_t)code, (uint64_t)expected_code);
}

static void check_missing(int line, const uint64_t *keys, uint32_t key_count, int32_t code,
                          uint64_t expected) {
    check_missing_after(line, keys, key_count, key_count - 1, code, expected);
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static void test_basic(void) {
    uint32_t u64 = table_uint(&t, 8), boolean = table_boolean(&t);
    compile();
    open_value(u64, DATA(1, 2, 3, 4, 5, 6, 7, 8));
    FOUND(NO_KEYS, 0, 8, u64, 0);
    MISSING(KEYS(0), SSZ_NO_PARTS, 0);
    ssz_view_release(view);
    open_value(boolean, DATA(1));
    MISSING(KEYS(7), SSZ_NO_PARTS, 0);
    ssz_view_release(view);
    finish();
}

static void test_bits(void) {
    uint32_t vector = table_bitvector(&t, 11), list = table_bitlist(&t, 20);
    uint32_t free_list = table_progressive_bitlist(&t);
    compile();
    open_value(vector, DATA(0xff, 0x07));
    for (uint64_t i = 0; i < 11; i++) {
        FOUND(KEYS(i), i / 8, 1, SSZ_NO_TYPE, (uint32_t)(i % 8));
    }
    MISSING(KEYS(11), SSZ_NO_SUCH_POSITION, 11);
    MISSING(KEYS(UINT64_MAX), SSZ_NO_SUCH_POSITION, 11);
    /* A bit has no parts; what comes after it does not matter. */
    MISSING(KEYS(3, 0), SSZ_NO_PARTS, 0);
    check_missing_after(__LINE__, KEYS(3, 1, 0), 1, SSZ_NO_PARTS, 0);
    ssz_view_release(view);
    for (uint32_t type = list; type <= free_list; type++) {
        open_value(type, DATA(0xff, 0x10)); /* 12 bits */
        FOUND(KEYS(11), 1, 1, SSZ_NO_TYPE, 3);
        MISSING(KEYS(12), SSZ_NO_SUCH_POSITION, 12);
        ssz_view_release(view);
        open_value(type, DATA(0xff, 0x01)); /* 8 bits, the delimiter alone in a byte */
        FOUND(KEYS(7), 0, 1, SSZ_NO_TYPE, 7);
        MISSING(KEYS(8), SSZ_NO_SUCH_POSITION, 8);
        ssz_view_release(view);
        open_value(type, DATA(1));
        MISSING(KEYS(0), SSZ_NO_SUCH_POSITION, 0);
        ssz_view_release(view);
    }
    finish();
}

static void test_sequences(void) {
    uint32_t u16 = table_uint(&t, 2), vector = table_vector(&t, u16, 3);
    uint32_t list = table_list(&t, u16, 5), free_list = table_progressive_list(&t, u16);
    uint32_t vectors = table_vector(&t, list, 2), lists = table_list(&t, list, 4);
    uint32_t free_lists = table_progressive_list(&t, list);
    compile();
    const uint32_t fixed[] = {vector, list, free_list};
    for (size_t i = 0; i < 3; i++) {
        open_value(fixed[i], DATA(1, 2, 3, 4, 5, 6));
        FOUND(NO_KEYS, 0, 6, fixed[i], 0);
        FOUND(KEYS(0), 0, 2, u16, 0);
        FOUND(KEYS(2), 4, 2, u16, 0);
        MISSING(KEYS(3), SSZ_NO_SUCH_POSITION, 3);
        MISSING(KEYS((uint64_t)1 << 63), SSZ_NO_SUCH_POSITION, 3); /* twice that is 0 */
        MISSING(KEYS(2, 0), SSZ_NO_PARTS, 0);
        ssz_view_release(view);
    }
    const uint32_t variable[] = {vectors, lists, free_lists};
    for (size_t i = 0; i < 3; i++) {
        open_value(variable[i], DATA(8, 0, 0, 0, 12, 0, 0, 0, 1, 2, 3, 4, 5, 6));
        FOUND(KEYS(0), 8, 4, list, 0);
        FOUND(KEYS(1), 12, 2, list, 0);
        FOUND(KEYS(0, 1), 10, 2, u16, 0);
        FOUND(KEYS(1, 0), 12, 2, u16, 0);
        MISSING(KEYS(2), SSZ_NO_SUCH_POSITION, 2);
        MISSING(KEYS(1, 1), SSZ_NO_SUCH_POSITION, 1);
        ssz_view_release(view);
        open_value(variable[i], DATA(8, 0, 0, 0, 8, 0, 0, 0));
        FOUND(KEYS(0), 8, 0, list, 0);
        FOUND(KEYS(1), 8, 0, list, 0);
        MISSING(KEYS(1, 0), SSZ_NO_SUCH_POSITION, 0);
        ssz_view_release(view);
    }
    for (uint32_t type = list; type <= free_lists; type++) {
        if (type != vectors) {
            open_value(type, NULL, 0);
            FOUND(NO_KEYS, 0, 0, type, 0);
            MISSING(KEYS(0), SSZ_NO_SUCH_POSITION, 0);
            ssz_view_release(view);
        }
    }
    finish();
}

static void test_containers(void) {
    uint32_t u8 = table_uint(&t, 1), u32 = table_uint(&t, 4), list = table_list(&t, u8, 9);
    uint32_t fixed = table_container(&t, u8, u32, u8);
    uint32_t variable = table_container(&t, u8, list, fixed, list, u8);
    /* Keys are numbers of fields here too, not positions. */
    uint32_t progressive =
        table_progressive_container(&t, {u8, 3}, {list, 4}, {fixed, 9}, {list, 77}, {u8, 255});
    compile();
    open_value(fixed, DATA(1, 2, 3, 4, 5, 6));
    FOUND(KEYS(0), 0, 1, u8, 0);
    FOUND(KEYS(1), 1, 4, u32, 0);
    FOUND(KEYS(2), 5, 1, u8, 0);
    MISSING(KEYS(3), SSZ_NO_SUCH_FIELD, 3);
    MISSING(KEYS(UINT64_MAX), SSZ_NO_SUCH_FIELD, 3);
    MISSING(KEYS((uint64_t)1 << 32), SSZ_NO_SUCH_FIELD, 3);
    ssz_view_release(view);
    for (uint32_t type = variable; type <= progressive; type++) {
        open_value(type, DATA(1, 16, 0, 0, 0, 2, 3, 3, 3, 3, 4, 18, 0, 0, 0, 5, 7, 7, 8, 8, 8));
        FOUND(KEYS(0), 0, 1, u8, 0);
        FOUND(KEYS(1), 16, 2, list, 0);
        FOUND(KEYS(2), 5, 6, fixed, 0);
        FOUND(KEYS(2, 1), 6, 4, u32, 0);
        FOUND(KEYS(3), 18, 3, list, 0);
        FOUND(KEYS(3, 2), 20, 1, u8, 0);
        FOUND(KEYS(4), 15, 1, u8, 0);
        MISSING(KEYS(5), SSZ_NO_SUCH_FIELD, 5);
        MISSING(KEYS(77), SSZ_NO_SUCH_FIELD, 5);
        MISSING(KEYS(2, 3), SSZ_NO_SUCH_FIELD, 3);
        MISSING(KEYS(3, 3), SSZ_NO_SUCH_POSITION, 3);
        check_missing_after(__LINE__, KEYS(1, 2, 3, 4), 1, SSZ_NO_SUCH_POSITION, 2);
        ssz_view_release(view);
    }
    finish();
}

static void test_unions(void) {
    uint32_t u16 = table_uint(&t, 2), list = table_list(&t, u16, 9);
    uint32_t plain = table_union(&t, SSZ_NO_TYPE, u16, list);
    uint32_t compatible = table_compatible_union(&t, {u16, 3}, {list, 127});
    uint32_t outer = table_container(&t, u16, plain);
    compile();
    open_value(plain, DATA(0));
    FOUND(KEYS(0), 1, 0, SSZ_NO_TYPE, 0);
    MISSING(KEYS(1), SSZ_NO_SUCH_OPTION, 0);
    MISSING(KEYS(256), SSZ_NO_SUCH_OPTION, 0); /* not taken for selector 0 */
    MISSING(KEYS(0, 0), SSZ_NO_PARTS, 0);      /* None */
    ssz_view_release(view);
    open_value(plain, DATA(2, 5, 6, 7, 8));
    FOUND(KEYS(2), 1, 4, list, 0);
    FOUND(KEYS(2, 1), 3, 2, u16, 0);
    MISSING(KEYS(1), SSZ_NO_SUCH_OPTION, 2);
    MISSING(KEYS(3), SSZ_NO_SUCH_OPTION, 2);
    MISSING(KEYS(2, 2), SSZ_NO_SUCH_POSITION, 2);
    ssz_view_release(view);
    open_value(compatible, DATA(127));
    FOUND(KEYS(127), 1, 0, list, 0);
    MISSING(KEYS(3), SSZ_NO_SUCH_OPTION, 127);
    ssz_view_release(view);
    open_value(outer, DATA(0, 0, 6, 0, 0, 0, 1, 9, 9));
    FOUND(KEYS(1), 6, 3, plain, 0);
    FOUND(KEYS(1, 1), 7, 2, u16, 0);
    MISSING(KEYS(1, 0), SSZ_NO_SUCH_OPTION, 1);
    MISSING(KEYS(1, 1, 0), SSZ_NO_PARTS, 0);
    ssz_view_release(view);
    finish();
}

/* ---- from other views, and deep down -------------------------------------------------------- */

/* Places count from the view that is asked, whichever value it is a part of. */
static void test_from_a_part(void) {
    uint32_t u16 = table_uint(&t, 2), list = table_list(&t, u16, 9);
    uint32_t container = table_container(&t, u16, list);
    compile();
    open_value(container, DATA(1, 1, 6, 0, 0, 0, 7, 7, 8, 8));
    FOUND(KEYS(1, 1), 8, 2, u16, 0);
    ssz_view *whole = view;
    view = ssz_view_child(whole, 1, NULL);
    FOUND(NO_KEYS, 0, 4, list, 0);
    FOUND(KEYS(1), 2, 2, u16, 0);
    MISSING(KEYS(2), SSZ_NO_SUCH_POSITION, 2);
    ssz_view_release(view);
    ssz_view_release(whole);
    finish();
}

/* More steps than a path has room for: the ones nearest to the fault are kept. */
static void test_long_paths(void) {
    uint8_t data[101];
    uint64_t keys[102];
    uint32_t type = table_boolean(&t);
    for (uint32_t level = 0; level < 100; level++) {
        type = table_compatible_union(&t, {type, 100 - level});
        data[level] = (uint8_t)(level + 1);
        keys[level] = level + 1;
    }
    data[100] = 1;
    keys[100] = 55;
    compile();
    open_value(type, data, sizeof data);
    FOUND(keys, 100, 100, 1, 0, 0);
    ssz_place place;
    ssz_error err;
    CHECK_EQUAL(ssz_view_locate(view, keys, 101, &place, &err), SSZ_NO_PARTS);
    CHECK_EQUAL(err.actual, 55);
    CHECK_EQUAL(err.path_length, SSZ_ERROR_PATH_LIMIT);
    for (uint32_t i = 0; i < SSZ_ERROR_PATH_LIMIT; i++) {
        CHECK_EQUAL(err.path[i], i + 1);
    }
    /* One step short of full, full, and one more. */
    for (uint32_t steps = 63; steps <= 65; steps++) {
        keys[steps] = 101;
        CHECK_EQUAL(ssz_view_locate(view, keys, steps + 1, &place, &err), SSZ_NO_SUCH_OPTION);
        uint32_t length = steps < 64 ? steps : 64;
        CHECK_EQUAL(err.expected, steps + 1);
        CHECK_EQUAL(err.path_length, length);
        CHECK_EQUAL(err.path[0], 1);
        CHECK_EQUAL(err.path[length - 1], length);
        keys[steps] = steps + 1;
    }
    ssz_view_release(view);
    finish();
}

/* ---- bytes that have not been checked -------------------------------------------------------- */

static uint64_t found, refused;

/* Goes down as far as it gets on a random way: nothing outside of the bytes is read (they end where a
 * page begins that can't be), places lie within each other, and what the strict check passes is found
 * where the checked way finds it.  What is refused on the way, the strict check refuses, too. */
static void check_way(guarded input, uint32_t type, const bytes *value) {
    uint64_t keys[8];
    ssz_place outer = {.size = value->size, .type = type}, place;
    ssz_error err;
    uint8_t *data = input.end - value->size;
    if (value->size != 0) {
        memcpy(data, value->data, value->size);
    }
    bool is_good = ssz_check(schema, type, data, value->size, NULL) == SSZ_OK;
    if (is_good) {
        open_value(type, data, value->size);
    }
    for (uint32_t depth = 1; depth <= 8; depth++) {
        keys[depth - 1] = random_below(random_below(4) == 0 ? 300 : 4);
        int32_t code = ssz_locate(schema, type, data, value->size, keys, depth, &place, &err);
        if (is_good) {
            ssz_place checked;
            CHECK_EQUAL(ssz_view_locate(view, keys, depth, &checked, NULL), code);
            CHECK(code != SSZ_OK || memcmp(&checked, &place, sizeof place) == 0);
        }
        if (code != SSZ_OK) {
            CHECK(code >= SSZ_NO_SUCH_FIELD || (!is_good && code >= SSZ_SCOPE));
            CHECK_EQUAL(err.code, code);
            CHECK(err.offset <= value->size);
            CHECK(code < SSZ_NO_SUCH_FIELD ? err.path_length + 1 >= depth
                                           : err.path_length + 1 == depth);
            refused += code < SSZ_NO_SUCH_FIELD;
            break;
        }
        CHECK(place.offset >= outer.offset && place.size <= outer.size);
        CHECK(place.offset + place.size <= outer.offset + outer.size);
        found++;
        outer = place;
    }
    if (is_good) {
        ssz_view_release(view);
    }
}

static void check_count(guarded input, uint32_t type, const bytes *value) {
    uint64_t count = 77;
    ssz_error err;
    uint8_t *data = input.end - value->size;
    int32_t code = ssz_count(schema, type, data, value->size, &count, &err);
    if (!model_is_sequence(&t.types[type])) {
        CHECK_EQUAL(code, SSZ_NO_PARTS);
    } else if (ssz_check(schema, type, data, value->size, NULL) == SSZ_OK) {
        CHECK_EQUAL(code, SSZ_OK);
        CHECK_EQUAL(count, model_located_count(schema, type, data, value->size));
    }
    CHECK(code == SSZ_OK || count == 77);
}

static void test_unchecked(void) {
    static bytes value;
    guarded input = guarded_new(MODEL_BYTES);
    for (unsigned round = 0; round < 300; round++) {
        if (round == 0) {
            add_all_kinds(&t);
        } else {
            table_uint(&t, (uint64_t)1 << random_below(6));
        }
        while (t.type_count < 8) {
            add_random_type(&t);
        }
        compile();
        for (uint32_t type = 0; type < t.type_count; type++) {
            for (unsigned i = 0; i < 20; i++) {
                value.size = 0;
                model_generate(&t, type, &value);
                for (uint64_t changes = random_below(3); changes > 0; changes--) {
                    mutate(&value);
                }
                check_way(input, type, &value);
                check_count(input, type, &value);
            }
        }
        finish();
    }
    CHECK(found > 10000 && refused > 1000);
    guarded_free(input);
}

/* Of a table only the entries that matter are looked at; once they are wrong, all of it, for the first
 * fault. */
static void test_unchecked_tables(void) {
    uint32_t text = table_list(&t, table_uint(&t, 1), 9), texts = table_list(&t, text, 9);
    uint32_t outer = table_container(&t, table_uint(&t, 1), texts);
    compile();
    static const uint8_t data[] = {7, 5,  0, 0, 0, 16, 0, 0, 0, 20, 0, 0,
                                   0, 17, 0, 0, 0, 18, 0, 0, 0, 1,  2, 3};
    ssz_place place;
    ssz_error err;
#define WAY(...) ssz_locate(schema, outer, data, sizeof data, KEYS(__VA_ARGS__), &place, &err)
    for (uint64_t key = 0; key < 2; key++) {
        CHECK_EQUAL(WAY(1, key), SSZ_OFFSET_UNORDERED);
        CHECK_EQUAL(err.offset, 9);
        CHECK_EQUAL(err.path_length, 2);
        CHECK_EQUAL(err.path[0], 1);
        CHECK_EQUAL(err.path[1], 1);
    }
    CHECK_EQUAL(WAY(1, 2), SSZ_OK);
    CHECK_EQUAL(place.offset, 5 + 17);
    CHECK_EQUAL(place.size, 1);
    CHECK_EQUAL(WAY(1, 4), SSZ_NO_SUCH_POSITION);
    finish();
}

int main(void) {
    test_unchecked();
    test_unchecked_tables();
    test_basic();
    test_bits();
    test_sequences();
    test_containers();
    test_unions();
    test_from_a_part();
    test_long_paths();
    check_nothing_left();
    return 0;
}
