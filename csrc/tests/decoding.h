/*
 * decoding.h - the strict check of bytes, one line a case.  All input ends where a page begins that can't be
 * read; and what the check says has to be what the model says (model.h).
 */
#ifndef SSZ_TESTS_DECODING_H
#define SSZ_TESTS_DECODING_H

#include "decode.h"
#include "random_values.h"

static table t;
static guarded input;

#define DATA(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})
#define NOTHING NULL, 0
#define PATH(...) ((const uint64_t[]){__VA_ARGS__}), TABLE_COUNT(uint64_t, __VA_ARGS__)
#define NO_PATH NULL, 0

/* A compiled table, so that a test is one line a case. */
static ssz_schema *schema;

static void compile(void) {
    ssz_error err;
    schema = table_compile(&t, &err);
    CHECK(schema != NULL);
}

static void finish(void) {
    ssz_schema_release(schema);
    table_clear(&t);
}

/* Puts the bytes right before the guard page. */
static const uint8_t *place_input(const uint8_t *data, uint64_t size) {
    CHECK(size <= (uint64_t)(input.end - input.start));
    if (size != 0) {
        memcpy(input.end - size, data, size);
    }
    return input.end - size;
}

#define ACCEPTED(type, ...) check_accepted(__LINE__, type, __VA_ARGS__)

static inline void check_accepted(int line, uint32_t type, const uint8_t *data, uint64_t size) {
    ssz_error err, before;
    memset(&err, 0xa5, sizeof err);
    before = err;
    const uint8_t *at = place_input(data, size);
    check_equal(__FILE__, line, "code", (uint64_t)ssz_check(schema, type, at, size, &err), SSZ_OK);
    CHECK_BYTES(&err, &before, sizeof err);
    check_equal(__FILE__, line, "model", model_accepts(&t, type, at, size), 1);
}

/* REFUSED(type, DATA(...), code, offset, expected, actual, PATH(...)) */
#define REFUSED(type, ...) check_refused(__LINE__, type, __VA_ARGS__)

static inline void check_refused(int line, uint32_t type, const uint8_t *data, uint64_t size,
                                 int32_t expected_code, uint64_t offset, uint64_t expected,
                                 uint64_t actual, const uint64_t *path, uint32_t path_length) {
    ssz_error err;
    memset(&err, 0xa5, sizeof err);
    const uint8_t *at = place_input(data, size);
    int32_t code = ssz_check(schema, type, at, size, &err);
    check_equal(__FILE__, line, "code", (uint64_t)code, (uint64_t)expected_code);
    check_equal(__FILE__, line, "err.code", (uint64_t)err.code, (uint64_t)expected_code);
    check_equal(__FILE__, line, "offset", err.offset, offset);
    check_equal(__FILE__, line, "expected", err.expected, expected);
    check_equal(__FILE__, line, "actual", err.actual, actual);
    check_equal(__FILE__, line, "path_length", err.path_length, path_length);
    for (uint32_t i = 0; i < path_length; i++) {
        check_equal(__FILE__, line, "a step of the path", err.path[i], path[i]);
    }
    code = ssz_check(schema, type, at, size, NULL);
    check_equal(__FILE__, line, "code without error", (uint64_t)code, (uint64_t)expected_code);
    check_equal(__FILE__, line, "model", model_accepts(&t, type, at, size), 0);
}

#endif
