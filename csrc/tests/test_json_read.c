/*
 * test_json_read.c - documents one by one: what they are read as, and where they are refused.  The fuzz
 * target has documents of all types.
 */
#include "alloc.h"
#include "documents.h"

static table t;
static ssz_schema *schema;
static ssz_json_plan *plan;
static guarded input;

/* Compiles the table, with single bytes as numbers or as hex. */
static void compile(bool are_bytes_hex) {
    writing w = {.t = &t, .are_bytes_hex = are_bytes_hex};
    ssz_error err;
    schema = table_compile(&t, &err);
    CHECK(schema != NULL);
    plan = document_plan(&w, schema, &err);
    CHECK(plan != NULL);
}

static void finish(void) {
    ssz_json_plan_release(plan);
    ssz_schema_release(schema);
    table_clear(&t);
}

/* Puts the text right before the guard page. */
static const uint8_t *place(const char *text, uint64_t size) {
    CHECK(size <= (uint64_t)(input.end - input.start));
    if (size != 0) {
        memcpy(input.end - size, text, size);
    }
    return input.end - size;
}

static uint32_t rules, envelope;

#define DATA(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})
#define NOTHING NULL, 0

#define READ(type, text, ...) check_read(__LINE__, type, text, __VA_ARGS__)

static void check_read(int line, uint32_t type, const char *text, const uint8_t *expected,
                       uint64_t expected_size) {
    uint8_t *data = NULL;
    ssz_json_found found = {0};
    ssz_error err = {0};
    uint64_t size = strlen(text);
    int32_t code =
        ssz_json_read(plan, type, rules, envelope, place(text, size), size, &data, &found, &err);
    check_equal(__FILE__, line, "code", (uint64_t)code, SSZ_OK);
    check_equal(__FILE__, line, "size", found.size, expected_size);
    check_bytes(__FILE__, line, "the encoding", data, expected, expected_size);
    uint8_t *taken = allocate(found.size);
    ssz_json_take(data, found.size, taken);
    check_bytes(__FILE__, line, "what is taken", taken, expected, expected_size);
    free(taken);
}

/* REFUSED(type, text, code, offset, expected, actual) */
#define REFUSED(type, ...) check_refused(__LINE__, type, __VA_ARGS__)

static ssz_error refusal;

static void check_refused(int line, uint32_t type, const char *text, int32_t code, uint64_t offset,
                          uint64_t expected, uint64_t actual) {
    uint8_t *data = NULL;
    ssz_json_found found;
    memset(&refusal, 0xa5, sizeof refusal);
    uint64_t size = strlen(text);
    int32_t found_code = ssz_json_read(plan, type, rules, envelope, place(text, size), size, &data,
                                       &found, &refusal);
    check_equal(__FILE__, line, "code", (uint64_t)found_code, (uint64_t)code);
    check_equal(__FILE__, line, "err.code", (uint64_t)refusal.code, (uint64_t)code);
    check_equal(__FILE__, line, "offset", refusal.offset, offset);
    check_equal(__FILE__, line, "expected", refusal.expected, expected);
    check_equal(__FILE__, line, "actual", refusal.actual, actual);
    CHECK(data == NULL);
}

/* ---- what has no members --------------------------------------------------------------------------- */

static void test_numbers(void) {
    uint32_t u8 = table_uint(&t, 1), u16 = table_uint(&t, 2), u64 = table_uint(&t, 8);
    uint32_t u128 = table_uint(&t, 16), u256 = table_uint(&t, 32), byte_hex = u8;
    compile(false);
    READ(u8, "\"7\"", DATA(7));
    READ(u8, " \t\r\n\"255\" ", DATA(255));
    READ(u16, "\"000000000000000000000000000000000513\"", DATA(1, 2));
    READ(u64, "\"18446744073709551615\"     ", DATA(255, 255, 255, 255, 255, 255, 255, 255));
    READ(u64, "\"12345678\"               ", DATA(78, 97, 188, 0, 0, 0, 0, 0));
    READ(u64, "\"1234567890123456789\"    ", DATA(21, 129, 233, 125, 244, 16, 34, 17));
    READ(u64, "\"\\u0031\"", DATA(1, 0, 0, 0, 0, 0, 0, 0));
    READ(u64, "-0", DATA(0, 0, 0, 0, 0, 0, 0, 0));
    READ(u64, "18446744073709551615", DATA(255, 255, 255, 255, 255, 255, 255, 255));
    READ(u16, "\"0x0102\"", DATA(1, 2));
    READ(u128, "\"340282366920938463463374607431768211455\"",
         DATA(255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255));
    REFUSED(u8, "\"256\"", SSZ_RANGE, 0, 1, 0);
    REFUSED(u8, "\"256\"                      ", SSZ_RANGE, 0, 1, 256);
    REFUSED(u64, "\"18446744073709551616\"     ", SSZ_RANGE, 0, 8, 0);
    REFUSED(u64, "\"99999999999999999999\"     ", SSZ_RANGE, 0, 8, 0);
    REFUSED(u64, " \"184467440737095516150\"    ", SSZ_RANGE, 1, 8, 0);
    REFUSED(u128, "\"340282366920938463463374607431768211456\"", SSZ_RANGE, 0, 16, 0);
    REFUSED(u256,
            "\"999999999999999999999999999999999999999999999999999999999999999999999999999999\"",
            SSZ_RANGE, 0, 32, 0);
    REFUSED(u256,
            "\"1000000000000000000000000000000000000000000000000000000000000000000000000000000\"",
            SSZ_RANGE, 0, 32, 0);
    REFUSED(u64, "-1", SSZ_RANGE, 0, 8, 0);
    REFUSED(u64, "\"-0\"", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(u64, "\"\"                         ", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(u64, "\" 5\"", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(u64, "1.0", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(u64, "1e3", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(u64, "true", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(u64, "\"0x01\"", SSZ_SCOPE, 0, 8, 1);
    REFUSED(u16, "\"0x01020\"", SSZ_NOT_HEX, 0, 2, 2);
    REFUSED(u16, "\"0x010g\"", SSZ_NOT_HEX, 0, 0, 0);
    REFUSED(u64, "", SSZ_NOT_JSON, 0, 0, 0);
    REFUSED(u64, "01", SSZ_NOT_JSON, 1, 0, 0);
    REFUSED(u64, "1 1", SSZ_NOT_JSON, 2, 0, 0);
    REFUSED(u64, "+1", SSZ_NOT_JSON, 0, 0, 0);
    REFUSED(u64, "1.", SSZ_NOT_JSON, 2, 0, 0);
    REFUSED(u64, "1e", SSZ_NOT_JSON, 2, 0, 0);
    REFUSED(u64, "-", SSZ_NOT_JSON, 1, 0, 0);
    rules = SSZ_JSON_STRICT;
    READ(u64, "\"007\"", DATA(7, 0, 0, 0, 0, 0, 0, 0));
    REFUSED(u64, "7", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(u16, "\"0x0102\"", SSZ_WRONG_TYPE, 0, 0, 0);
    rules = 0;
    finish();
    table_uint(&t, 1);
    compile(true);
    READ(byte_hex, "\"0xfF\"", DATA(255));
    READ(byte_hex, "16", DATA(16));
    REFUSED(byte_hex, "\"16\"", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(byte_hex, "\"0x\"", SSZ_SCOPE, 0, 1, 0);
    rules = SSZ_JSON_STRICT;
    READ(byte_hex, "\"0x10\"", DATA(16));
    REFUSED(byte_hex, "16", SSZ_WRONG_TYPE, 0, 0, 0);
    rules = 0;
    finish();
}

static void test_truth(void) {
    uint32_t boolean = table_boolean(&t);
    compile(false);
    READ(boolean, "true", DATA(1));
    READ(boolean, "false", DATA(0));
    REFUSED(boolean, "1", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(boolean, "null", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(boolean, "tru", SSZ_NOT_JSON, 0, 0, 0);
    REFUSED(boolean, "trues", SSZ_NOT_JSON, 4, 0, 0);
    finish();
}

static void test_bits(void) {
    uint32_t vector = table_bitvector(&t, 11), list = table_bitlist(&t, 9);
    uint32_t open = table_progressive_bitlist(&t);
    compile(false);
    READ(vector, "\"0xff07\"", DATA(0xff, 7));
    READ(vector, "\"10000000001\"", DATA(1, 4));
    READ(vector, "[1,0,false,false,0,0,0,-0,0,0,true]", DATA(1, 4));
    READ(list, "\"0x01\"", DATA(1));
    READ(list, "[]", DATA(1));
    READ(list, "[1, 1 ,1,1,1,1,1,1]", DATA(0xff, 1));
    READ(list, "\"111111111\"", DATA(0xff, 3));
    READ(open, "\"00000000001\"", DATA(0, 12));
    REFUSED(vector, "\"0xff08\"", SSZ_PADDING_BITS, 0, 0, 8);
    REFUSED(vector, "\"0xff\"", SSZ_SCOPE, 0, 2, 1);
    REFUSED(vector, "\"1\"", SSZ_LENGTH, 0, 11, 1);
    REFUSED(vector, "[1]", SSZ_LENGTH, 0, 11, 1);
    REFUSED(vector, "[0,0,0,0,0,0,0,0,0,0,0,0]", SSZ_LIMIT, 0, 11, 12);
    REFUSED(vector, "\"000000000000\"", SSZ_LIMIT, 0, 11, 12);
    REFUSED(vector, "\"ff07\"", SSZ_NOT_HEX, 0, 0, 0);
    REFUSED(list, "\"0x\"", SSZ_EMPTY_ENCODING, 0, 1, 0);
    REFUSED(list, "\"0x00\"", SSZ_NO_DELIMITER, 0, 0, 0);
    REFUSED(list, "\"0x0100\"", SSZ_TRAILING_ZEROS, 0, 0, 0);
    REFUSED(list, "\"0xff07\"", SSZ_LIMIT, 0, 9, 10);
    REFUSED(list, "[0,0,0,0,0,0,0,0,0,0]", SSZ_LIMIT, 0, 9, 10);
    REFUSED(list, "\"0000000000\"", SSZ_LIMIT, 0, 9, 10);
    REFUSED(list, "[2]", SSZ_WRONG_TYPE, 1, 0, 0);
    REFUSED(list, "[10]", SSZ_WRONG_TYPE, 1, 0, 0);
    REFUSED(list, "[-1]", SSZ_WRONG_TYPE, 1, 0, 0);
    REFUSED(list, "[1.0]", SSZ_WRONG_TYPE, 1, 0, 0);
    REFUSED(list, "[\"1\"]", SSZ_WRONG_TYPE, 1, 0, 0);
    REFUSED(list, "\"\"", SSZ_NOT_HEX, 0, 0, 0);
    REFUSED(list, "5", SSZ_WRONG_TYPE, 0, 0, 0);
    rules = SSZ_JSON_STRICT;
    REFUSED(list, "[]", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(list, "\"1\"", SSZ_NOT_HEX, 0, 0, 0);
    rules = 0;
    finish();
}

static void test_bytes(void) {
    uint32_t u8 = table_uint(&t, 1), vector = table_vector(&t, u8, 3);   /* 1: a list of numbers */
    uint32_t list = table_list(&t, u8, 2), text = table_list(&t, u8, 2); /* 3: a byte string */
    compile(false);
    READ(vector, "[1,\"2\",\"0x03\"]", DATA(1, 2, 3));
    READ(list, "\"0x0102\"", DATA(1, 2));
    READ(list, "\"0x\"", NOTHING);
    READ(text, "\"0102\"", DATA(1, 2));
    READ(text, "\"0x\\u0030\\u0061\"", DATA(10));
    READ(text, "[1,255]", DATA(1, 255));
    READ(text, "[]", NOTHING);
    REFUSED(list, "\"0102\"", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(list, "\"0x010203\"", SSZ_LIMIT, 0, 2, 3);
    REFUSED(text, "\"\"", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(text, "\"0x1\"", SSZ_NOT_HEX, 0, 0, 0);
    REFUSED(text, "[1,256]", SSZ_RANGE, 3, 1, 0);
    CHECK(refusal.path_length == 1 && refusal.path[0] == 1);
    REFUSED(text, "[1,true]", SSZ_WRONG_TYPE, 3, 0, 0);
    REFUSED(text, "[\"1\"]", SSZ_WRONG_TYPE, 1, 0, 0);
    REFUSED(text, "[1,2,3]", SSZ_LIMIT, 0, 2, 3);
    REFUSED(vector, "[1,2]", SSZ_LENGTH, 0, 3, 2);
    REFUSED(vector, "[1,2,3,4]", SSZ_LENGTH, 0, 3, 4);
    rules = SSZ_JSON_STRICT;
    READ(text, "\"0x0102\"", DATA(1, 2));
    REFUSED(text, "\"0102\"", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(text, "[1]", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(list, "\"0x01\"", SSZ_WRONG_TYPE, 0, 0, 0);
    rules = 0;
    finish();
    /* All lengths around a vector of digits, and a wrong character at each place. */
    for (uint32_t size = 1; size < 70; size++) {
        uint8_t expected[70];
        char document[160] = "\"0x";
        u8 = table_uint(&t, 1);
        uint32_t fixed = table_vector(&t, u8, size);
        compile(true);
        for (uint32_t i = 0; i < size; i++) {
            expected[i] = (uint8_t)(i * 37 + size);
            snprintf(document + 3 + 2 * i, 4, i % 3 ? "%02x\"" : "%02X\"", expected[i]);
        }
        READ(fixed, document, expected, size);
        for (uint32_t i = 0; i < 2 * size; i++) {
            static const char wrong[] = "/:@G`g \x7f";
            char digit = document[3 + i];
            document[3 + i] = wrong[i % (sizeof wrong - 1)];
            REFUSED(fixed, document, SSZ_NOT_HEX, 0, 0, 0);
            document[3 + i] = digit;
        }
        finish();
    }
}

/* ---- objects, lists, unions ------------------------------------------------------------------------ */

static void test_objects(void) {
    uint32_t u8 = table_uint(&t, 1), boolean = table_boolean(&t), list = table_list(&t, boolean, 9);
    uint32_t object = table_container(&t, u8, list, boolean, list, list);
    uint32_t pair = table_container(&t, u8, u8), pairs = table_vector(&t, pair, 2);
    uint32_t small = table_container(&t, pairs, pair);
    compile(false);
    const uint8_t expected[] = {5, 14, 0, 0, 0, 1, 15, 0, 0, 0, 15, 0, 0, 0, 1, 0, 1};
    READ(object,
         "{\"m0\":\"5\",\"\xc3\xa9"
         "1\":[true],\"m2\":true,\"\\u00e93\":[],\"m4\":[false,true]}",
         expected, sizeof expected);
    READ(object,
         "{ \"m4\" : [ false , true ] , \"x\":{\"m0\":1}, \"m2\":true,\"\\u00e9\\u0033\":[],"
         "\"\\u00E91\":[true], \"m0\":5, \"\":[[],{}] }",
         expected, sizeof expected);
    READ(small,
         "{\"\xc3\xa9"
         "1\":{\"m0\":1,\"\xc3\xa9"
         "1\":2},\"m0\":[{\"\\u00e91\":3,\"m0\":4},{\"m0\":5,\"\\u00e91\":6}]}",
         DATA(4, 3, 5, 6, 1, 2));
    REFUSED(pair, "{\"m0\":1}", SSZ_MISSING_FIELD, 0, 0, 1);
    REFUSED(pair, " {}", SSZ_MISSING_FIELD, 1, 0, 0);
    REFUSED(pair, "{\"m0\":1,\"m0\":1}", SSZ_DUPLICATE_MEMBER, 8, 0, 0);
    REFUSED(pair, "{\"m0\":1,\"\\u006d0\":1}", SSZ_DUPLICATE_MEMBER, 8, 0, 0);
    REFUSED(pair, "{\"a\":1,\"m0\":1,\"\\u0061\":1,\"\\u00e91\":1}", SSZ_DUPLICATE_MEMBER, 14, 0,
            0);
    REFUSED(pair, "{\"a\":{\"b\":1,\"c\":2,\"b\":1}}", SSZ_DUPLICATE_MEMBER, 18, 0, 0);
    REFUSED(pair, "[]", SSZ_WRONG_TYPE, 0, 0, 0);
    REFUSED(pair, "{\"m0\":1,}", SSZ_NOT_JSON, 8, 0, 0);
    REFUSED(pair, "{,}", SSZ_NOT_JSON, 1, 0, 0);
    REFUSED(pair, "{\"m0\" 1}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"m0\":1 \"a\":1}", SSZ_NOT_JSON, 8, 0, 0);
    REFUSED(pair, "{m0:1}", SSZ_NOT_JSON, 1, 0, 0);
    REFUSED(pair, "{\"a\":}", SSZ_NOT_JSON, 5, 0, 0);
    REFUSED(pair, "{\"a\":NaN}", SSZ_NOT_JSON, 5, 0, 0);
    REFUSED(pair, "{\"a\":\"\x01\"}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"a\":\"\\x\"}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"a\":\"\\u12g4\"}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"a\":\"\xff\"}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"a\":\"\xc0\x80\"}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"a\":\"\xe0\x80\x80\"}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"a\":\"\xf0\x80\x80\x80\"}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"a\":\"\xf4\x90\x80\x80\"}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"a\":\"\xc3(\"}", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(pair, "{\"a\":\"\xf0\x9f\x98", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(small, "{\"m0\":[{\"m0\":1,\"\\u00e91\":2},{\"m0\":1,\"\\u00e91\":256}]}", SSZ_RANGE,
            46, 1, 0);
    CHECK(refusal.path_length == 3 && refusal.path[0] == 0 && refusal.path[1] == 1 &&
          refusal.path[2] == 1);
    for (uint32_t strict = 0; strict < 2; strict++) {
        rules = strict ? SSZ_JSON_STRICT : SSZ_JSON_KNOWN_MEMBERS;
        READ(pair, "{\"m0\":\"1\",\"\\u00e91\":\"2\"}", DATA(1, 2));
        REFUSED(pair, "{\"m0\":\"1\",\"a\":1}", SSZ_UNDECLARED_FIELD, 10, 0, 0);
    }
    rules = 0;
    finish();
}

static void test_lists(void) {
    uint32_t boolean = table_boolean(&t), list = table_list(&t, boolean, 2);
    uint32_t lists = table_list(&t, list, 3), both = table_vector(&t, lists, 2);
    uint32_t huge = table_vector(&t, boolean, (uint64_t)1 << 40);
    compile(false);
    READ(lists, "[]", NOTHING);
    READ(lists, "[[],[true]]", DATA(8, 0, 0, 0, 8, 0, 0, 0, 1));
    READ(both, "[[],[[]]]", DATA(8, 0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0));
    REFUSED(lists, "[[],[],[],[]]", SSZ_LIMIT, 0, 3, 4);
    REFUSED(list, "[true,true,true]", SSZ_LIMIT, 0, 2, 3);
    REFUSED(both, "[[]]", SSZ_LENGTH, 0, 2, 1);
    REFUSED(both, "[[],[],[]]", SSZ_LENGTH, 0, 2, 3);
    REFUSED(lists, "[[],[true,0]]", SSZ_WRONG_TYPE, 10, 0, 0);
    CHECK(refusal.path_length == 2 && refusal.path[0] == 1 && refusal.path[1] == 1);
    REFUSED(list, "[true,]", SSZ_NOT_JSON, 6, 0, 0);
    REFUSED(list, "[true", SSZ_NOT_JSON, 5, 0, 0);
    REFUSED(list, "[", SSZ_NOT_JSON, 1, 0, 0);
    REFUSED(list, "{}", SSZ_WRONG_TYPE, 0, 0, 0);
    /* No document of this size stands for a value of that size, and none is given room for one. */
    ssz_memory_watch();
    uint64_t before = ssz_memory_read().bytes;
    REFUSED(huge, "[true]", SSZ_TRUNCATED, 0, (uint64_t)1 << 40, 6);
    CHECK(ssz_memory_read().most_bytes - before < 10000);
    finish();
}

static void test_unions(void) {
    uint32_t u8 = table_uint(&t, 1), boolean = table_boolean(&t);
    uint32_t list = table_list(&t, boolean, 2), either = table_union(&t, SSZ_NO_TYPE, u8, list);
    uint32_t like = table_compatible_union(&t, {u8, 3}, {u8, 127});
    compile(false);
    READ(either, "{\"selector\":0,\"data\":null}", DATA(0));
    READ(either, "{\"value\":[true],\"selector\":\"002\"}", DATA(2, 1));
    READ(either, "{\"selector\":-0,\"value\":null}", DATA(0));
    READ(like, "{\"data\":\"5\",\"selector\":127}", DATA(127, 5));
    REFUSED(either, "{\"selector\":3,\"data\":null}", SSZ_UNKNOWN_SELECTOR, 12, 0, 3);
    REFUSED(either, "{\"selector\":99999999999999999999,\"data\":null}", SSZ_UNKNOWN_SELECTOR, 12,
            0, UINT32_MAX);
    REFUSED(either, "{\"selector\":-1,\"data\":null}", SSZ_UNKNOWN_SELECTOR, 12, 0, 0);
    REFUSED(either, "{\"selector\":1.0,\"data\":null}", SSZ_UNKNOWN_SELECTOR, 12, 0, 0);
    REFUSED(either, "{\"selector\":\"\",\"data\":null}", SSZ_UNKNOWN_SELECTOR, 12, 0, 0);
    REFUSED(either, "{\"selector\":\"x\",\"data\":null}", SSZ_UNKNOWN_SELECTOR, 12, 0, 0);
    REFUSED(either, "{\"selector\":true,\"data\":null}", SSZ_WRONG_TYPE, 12, 0, 0);
    REFUSED(either, "{\"selector\":0,\"data\":1}", SSZ_WRONG_TYPE, 21, 0, 0);
    REFUSED(either, "{\"data\":[0],\"selector\":2}", SSZ_WRONG_TYPE, 9, 0, 0);
    CHECK(refusal.path_length == 2 && refusal.path[0] == 2 && refusal.path[1] == 0);
    REFUSED(either, "{\"selector\":0}", SSZ_MISSING_FIELD, 0, 0, 1);
    REFUSED(either, "{\"data\":0}", SSZ_MISSING_FIELD, 0, 0, 0);
    REFUSED(either, "{\"selector\":0,\"data\":null,\"value\":null}", SSZ_DUPLICATE_MEMBER, 26, 0,
            0);
    REFUSED(either, "{\"selector\":0,\"selector\":0}", SSZ_DUPLICATE_MEMBER, 14, 0, 0);
    REFUSED(either, "{\"selector\":0,\"more\":0}", SSZ_UNDECLARED_FIELD, 14, 0, 0);
    REFUSED(either, "[]", SSZ_WRONG_TYPE, 0, 0, 0);
    rules = SSZ_JSON_STRICT;
    READ(either, "{\"selector\":1,\"data\":\"5\"}", DATA(1, 5));
    READ(like, "{\"selector\":\"000000003\",\"data\":\"5\"}", DATA(3, 5));
    REFUSED(either, "{\"selector\":\"1\",\"data\":\"5\"}", SSZ_WRONG_TYPE, 12, 0, 0);
    REFUSED(like, "{\"selector\":3,\"data\":\"5\"}", SSZ_WRONG_TYPE, 12, 0, 0);
    REFUSED(like, "{\"selector\":\"0000000003\",\"data\":\"5\"}", SSZ_UNKNOWN_SELECTOR, 12, 0, 0);
    REFUSED(either, "{\"selector\":1,\"value\":\"5\"}", SSZ_UNDECLARED_FIELD, 14, 0, 0);
    rules = 0;
    finish();
}

/* ---- documents -------------------------------------------------------------------------------------- */

static void test_envelopes(void) {
    uint32_t u8 = table_uint(&t, 1), pair = table_container(&t, u8, u8);
    uint32_t either = table_union(&t, SSZ_NO_TYPE, u8);
    compile(false);
    static const char wrapped[] =
        "{\"version\": \"a\" ,\"data\":{\"m0\":1,\"\\u00e91\":2},\"more\":[]}";
    uint8_t *data;
    ssz_json_found found;
    CHECK_EQUAL(ssz_json_read(plan, pair, 0, SSZ_JSON_ENVELOPE_PERHAPS, wrapped, sizeof wrapped - 1,
                              &data, &found, NULL),
                SSZ_OK);
    CHECK(found.version_at == 12 && found.version_size == 3);
    ssz_json_give_back(data);
    envelope = SSZ_JSON_ENVELOPE_PERHAPS;
    READ(u8, "5", DATA(5));
    READ(u8, "{\"data\":5}", DATA(5));
    READ(pair, "{\"m0\":1,\"data\":{},\"\\u00e91\":2}", DATA(1, 2));
    READ(pair, "{\"data\":[7],\"m0\":1,\"\\u00e91\":2}", DATA(1, 2));
    READ(pair, "{\"data\":{\"m0\":1,\"\\u00e91\":2},\"\\u00e91\":4,\"m0\":3}", DATA(3, 4));
    READ(either, "{\"data\":7,\"selector\":1}", DATA(1, 7));
    READ(either, "{\"data\":{\"data\":7,\"selector\":1}}", DATA(1, 7));
    REFUSED(pair, "{\"data\":{\"m0\":1}}", SSZ_MISSING_FIELD, 8, 0, 1);
    REFUSED(pair, "{\"version\":1}", SSZ_MISSING_FIELD, 0, 0, 0);
    REFUSED(u8, "{\"data\":5,\"data\":5}", SSZ_DUPLICATE_MEMBER, 10, 0, 0);
    REFUSED(u8, "{\"data\":5,\"a\":5,\"a\":5}", SSZ_DUPLICATE_MEMBER, 16, 0, 0);
    REFUSED(u8, "{\"data\":5}]", SSZ_NOT_JSON, 10, 0, 0);
    envelope = SSZ_JSON_ENVELOPE_ALWAYS;
    READ(pair, "{\"m0\":0,\"data\":{\"m0\":1,\"\\u00e91\":2}}", DATA(1, 2));
    REFUSED(u8, "5", SSZ_NO_ENVELOPE, 0, 0, 0);
    REFUSED(pair, " {\"m0\":1,\"\\u00e91\":2}", SSZ_NO_ENVELOPE, 1, 0, 0);
    REFUSED(u8, "{\"data\":5,\"data\":5}", SSZ_DUPLICATE_MEMBER, 10, 0, 0);
    envelope = SSZ_JSON_ENVELOPE_NONE;
    REFUSED(u8, "{\"data\":5}", SSZ_WRONG_TYPE, 0, 0, 0);
    finish();
}

/* Names and levels that are too many to be compared, or to be gone into, one by one. */
static void test_many(void) {
    static char document[400000];
    uint32_t u8 = table_uint(&t, 1), pair = table_container(&t, u8, u8);
    compile(false);
    for (unsigned twice = 0; twice < 2; twice++) {
        size_t size = (size_t)sprintf(document, "{\"m0\":1,\"\\u00e91\":2");
        size_t place = 0;
        for (unsigned i = 0; i < 20000; i++) {
            place = size + 1;
            size += (size_t)sprintf(document + size, i % 7 ? ",\"x%u\":0" : ",\"\\u0078%u\":0",
                                    twice && i == 19999 ? 7007 : i * 7919 % 20011);
        }
        sprintf(document + size, "}");
        if (!twice) {
            READ(pair, document, DATA(1, 2));
        } else {
            REFUSED(pair, document, SSZ_DUPLICATE_MEMBER, place, 0, 0);
        }
    }
    for (unsigned depth = SSZ_JSON_DEPTH_LIMIT; depth <= SSZ_JSON_DEPTH_LIMIT + 1; depth++) {
        size_t size = (size_t)sprintf(document, "{\"m0\":1,\"\\u00e91\":2,\"x\":");
        memset(document + size, '[', depth);
        memset(document + size + depth, ']', depth);
        sprintf(document + size + 2 * (size_t)depth, "}");
        if (depth == SSZ_JSON_DEPTH_LIMIT) {
            READ(pair, document, DATA(1, 2));
        } else {
            REFUSED(pair, document, SSZ_NOT_JSON, size + depth - 1, SSZ_JSON_DEPTH_LIMIT, depth);
        }
    }
    for (unsigned digits = 4300; digits <= 4301; digits++) {
        size_t size = (size_t)sprintf(document, "{\"m0\":1,\"\\u00e91\":2,\"x\":");
        memset(document + size, '9', digits);
        sprintf(document + size + digits, "}");
        if (digits == 4300) {
            READ(pair, document, DATA(1, 2));
        } else {
            REFUSED(pair, document, SSZ_NOT_JSON, size, 4300, digits);
        }
    }
    finish();
}

/* An encoding of several pieces, which is never there twice as a whole. */
static void test_large(void) {
    const uint64_t size = 5000000, length = 2 * size + 4;
    uint32_t u8 = table_uint(&t, 1), list = table_list(&t, u8, 1 << 30);
    char *text = allocate(length);
    uint8_t *data, *out = allocate(size);
    ssz_json_found found;
    compile(true);
    memset(text, '5', length);
    for (uint64_t i = 3; i < length - 1; i += 7) {
        text[i] = (char)('0' + i % 10);
    }
    memcpy(text, "\"0x", 3);
    text[length - 1] = '"';
    CHECK_EQUAL(ssz_json_read(plan, list, 0, 0, text, length, &data, &found, NULL), SSZ_OK);
    CHECK_EQUAL(found.size, size);
    uint8_t *copy = allocate(size);
    memcpy(copy, data, size);
    ssz_json_take(data, size, out);
    CHECK_BYTES(out, copy, size);
    free(copy);
    free(out);
    free(text);
    finish();
}

/* ---- plans ------------------------------------------------------------------------------------------ */

static void check_plan(int line, const ssz_json_type_record *types, uint32_t count,
                       const ssz_json_member_record *members, uint32_t member_count, int32_t code,
                       uint64_t record) {
    ssz_error err = {0};
    ssz_json_plan *made =
        ssz_json_plan_new(schema, types, count, members, member_count, "ab\"", 3, &err);
    check_equal(__FILE__, line, "whether there is a plan", made != NULL, code == SSZ_OK);
    check_equal(__FILE__, line, "code", (uint64_t)err.code, (uint64_t)code);
    check_equal(__FILE__, line, "record", err.actual, record);
    ssz_json_plan_release(made);
}

static void test_plans(void) {
    uint32_t u8 = table_uint(&t, 1), u16 = table_uint(&t, 2), bytes8 = table_vector(&t, u8, 4);
    uint32_t wide = table_vector(&t, u16, 4), pair = table_container(&t, u8, u16);
    compile(false);
#define PLAN(code, record, types, ...)                                                             \
    check_plan(__LINE__, types, sizeof(types) / sizeof *(types),                                   \
               (const ssz_json_member_record[]){__VA_ARGS__}, 2, code, record)
    const uint32_t none = SSZ_NO_TYPE;
    ssz_json_type_record good[] = {
        {u8, 0, none, 0, 0},  {u16, 0, none, 0, 0}, {u8, 1, none, 0, 0},  {bytes8, 1, none, 0, 0},
        {bytes8, 1, 2, 0, 0}, {bytes8, 0, 0, 0, 0}, {pair, 0, none, 0, 2}};
    PLAN(SSZ_OK, 0, good, {0, 0, 1}, {1, 1, 1});
    PLAN(SSZ_OK, 0, good, {2, 0, 2}, {1, 0, 0});
    PLAN(SSZ_SCHEMA_MEMBERS, 6, good, {0, 0, 1}, {1, 0, 1});
    PLAN(SSZ_SCHEMA_MEMBERS, 6, good, {0, 0, 1}, {1, 1, 2});
    PLAN(SSZ_SCHEMA_REFERENCE, 6, good, {0, 0, 1}, {1, 2, 2});
    PLAN(SSZ_SCHEMA_REFERENCE, 6, good, {0, 0, 1}, {1, 4, 0});
    PLAN(SSZ_SCHEMA_REFERENCE, 6, good, {0, 0, 1}, {0, 1, 1});
    PLAN(SSZ_SCHEMA_REFERENCE, 6, good, {0, 0, 1}, {6, 1, 1});
    PLAN(SSZ_SCHEMA_REFERENCE, 6, good, {0, 0, 1}, {none, 1, 1});
#define BAD(code, record, change, ...)                                                             \
    do {                                                                                           \
        ssz_json_type_record bad[7];                                                               \
        memcpy(bad, good, sizeof bad);                                                             \
        bad[record].change = __VA_ARGS__;                                                          \
        PLAN(code, record, bad, {0, 0, 1}, {1, 1, 1});                                             \
    } while (0)
    BAD(SSZ_SCHEMA_REFERENCE, 0, type, 5);
    BAD(SSZ_SCHEMA_KIND, 1, is_hex, 1);
    BAD(SSZ_SCHEMA_KIND, 3, is_hex, 0);
    BAD(SSZ_SCHEMA_KIND, 3, type, wide);
    BAD(SSZ_SCHEMA_KIND, 4, element, 0);
    BAD(SSZ_SCHEMA_KIND, 5, element, 1);
    BAD(SSZ_SCHEMA_KIND, 5, element, 2);
    BAD(SSZ_SCHEMA_KIND, 5, element, 5);
    BAD(SSZ_SCHEMA_KIND, 6, is_hex, 1);
    BAD(SSZ_SCHEMA_MEMBERS, 5, member_count, 1);
    BAD(SSZ_SCHEMA_MEMBERS, 6, member_count, 1);
    BAD(SSZ_SCHEMA_MEMBERS, 6, first_member, 1);
    BAD(SSZ_SCHEMA_MEMBERS, 6, first_member, UINT32_MAX);
    for (uint64_t working = 0; working < 6; working++) {
        ssz_error err = {0};
        ssz_memory_fail(working, 1);
        ssz_json_plan *made = ssz_json_plan_new(schema, good, 1, NULL, 0, "", 0, &err);
        ssz_memory_fail(0, 0);
        CHECK(made ? working == 5 : err.code == SSZ_NO_MEMORY);
        ssz_json_plan_release(made);
    }
    finish();
}

int main(void) {
    input = guarded_new(500000);
    uint64_t before = ssz_memory_read().allocations;
    test_numbers();
    test_truth();
    test_bits();
    test_bytes();
    test_objects();
    test_lists();
    test_unions();
    test_envelopes();
    test_many();
    test_large();
    test_plans();
    CHECK_EQUAL(ssz_memory_read().allocations, before);
    guarded_free(input);
    return 0;
}
