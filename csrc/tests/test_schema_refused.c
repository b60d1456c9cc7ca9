/*
 * test_schema_refused.c - every way in which a table of types can be wrong is refused, at the right record,
 * without a trace.
 */
#include <string.h>

#include "schema.h"
#include "tables.h"

#define TWO(power) ((uint64_t)1 << (power))

static table t;

#define CHECK_REFUSED(code, index) check_refused(__LINE__, code, index)

/* Checks that the table is refused because of record `index`, and starts a new table. */
static void check_refused(int line, int32_t code, uint64_t index) {
    ssz_error err;
    memset(&err, 0xa5, sizeof err);
    check_equal(__FILE__, line, "refused", table_compile(&t, &err) == NULL, 1);
    check_equal(__FILE__, line, "code", (uint64_t)err.code, (uint64_t)code);
    check_equal(__FILE__, line, "index", err.actual, index);
    check_equal(__FILE__, line, "expected", err.expected, 0);
    check_equal(__FILE__, line, "offset", err.offset, 0);
    check_equal(__FILE__, line, "path_length", err.path_length, 0);
    check_equal(__FILE__, line, "refused without error", table_compile(&t, NULL) == NULL, 1);
    check_equal(__FILE__, line, "schemas alive", ssz_live_objects().schemas, 0);
    table_clear(&t);
}

static void test_refused_kinds(void) {
    CHECK_REFUSED(SSZ_SCHEMA_LENGTH, 0); /* no types at all */
    table_plain(&t, 0, 1);
    CHECK_REFUSED(SSZ_SCHEMA_KIND, 0);
    table_uint(&t, 1);
    table_plain(&t, SSZ_KIND_COMPATIBLE_UNION + 1, 1);
    CHECK_REFUSED(SSZ_SCHEMA_KIND, 1);
    table_uint(&t, 1);
    table_uint(&t, 1);
    table_plain(&t, UINT32_MAX, 1);
    CHECK_REFUSED(SSZ_SCHEMA_KIND, 2);
    /* The first fault in the table is the one that is told. */
    table_uint(&t, 1);
    table_uint(&t, 3);
    table_plain(&t, 0, 1);
    CHECK_REFUSED(SSZ_SCHEMA_LENGTH, 1);
}

static void test_refused_elements(void) {
    static const uint32_t kinds[] = {SSZ_KIND_VECTOR, SSZ_KIND_LIST, SSZ_KIND_PROGRESSIVE_LIST};
    static const uint32_t elements[] = {1, 2, 3, UINT32_MAX - 1, SSZ_NO_TYPE};
    for (size_t kind = 0; kind < 3; kind++) {
        for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
            table_uint(&t, 1);
            table_of(&t, kinds[kind], elements[i], kind == 2 ? 0 : 5);
            table_uint(&t, 1);
            CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 1);
        }
    }
    for (uint32_t kind = SSZ_KIND_UINT; kind <= SSZ_KIND_COMPATIBLE_UNION; kind++) {
        if (kind != SSZ_KIND_VECTOR && kind != SSZ_KIND_LIST && kind != SSZ_KIND_PROGRESSIVE_LIST) {
            table_uint(&t, 1);
            table_of(&t, kind, 0, 1);
            CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 1);
        }
    }
}

static void test_refused_lengths(void) {
    static const uint64_t sizes[] = {0, 3, 5, 6, 7, 12, 24, 31, 33, 64, TWO(32) + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        table_uint(&t, 1);
        table_uint(&t, sizes[i]);
        CHECK_REFUSED(SSZ_SCHEMA_LENGTH, 1);
    }
    for (uint64_t length = 0; length <= 4; length += 2) {
        table_plain(&t, SSZ_KIND_BOOLEAN, length);
        CHECK_REFUSED(SSZ_SCHEMA_LENGTH, 0);
    }
    table_bitvector(&t, 0);
    CHECK_REFUSED(SSZ_SCHEMA_LENGTH, 0);
    table_vector(&t, table_uint(&t, 1), 0);
    CHECK_REFUSED(SSZ_SCHEMA_LENGTH, 1);
    table_plain(&t, SSZ_KIND_PROGRESSIVE_BITLIST, 1);
    CHECK_REFUSED(SSZ_SCHEMA_LENGTH, 0);
    table_of(&t, SSZ_KIND_PROGRESSIVE_LIST, table_uint(&t, 1), 1);
    CHECK_REFUSED(SSZ_SCHEMA_LENGTH, 1);
}

static const uint32_t member_kinds[] = {SSZ_KIND_CONTAINER, SSZ_KIND_UNION,
                                        SSZ_KIND_PROGRESSIVE_CONTAINER, SSZ_KIND_COMPATIBLE_UNION};

/* The key that the first member of the kind may have. */
static void test_refused_member_tables(void) {
    for (size_t i = 0; i < 4; i++) {
        uint32_t kind = member_kinds[i];
        ssz_member_record member = {.type = 0, .key = table_first_key(kind)};
        table_uint(&t, 1);
        table_members(&t, kind, &member, 0);
        CHECK_REFUSED(SSZ_SCHEMA_MEMBERS, 1);
        table_uint(&t, 1);
        table_members(&t, kind, &member, 1);
        t.types[1].length = 1;
        CHECK_REFUSED(SSZ_SCHEMA_MEMBERS, 1);

        /* Members of types that are not there yet. */
        for (uint32_t type = 1; type < 5; type++) {
            table_uint(&t, 1);
            member.type = type < 4 ? type : UINT32_MAX - 1;
            table_members(&t, kind, &member, 1);
            table_uint(&t, 1);
            CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 1);
        }

        /* Members past the end of their table. */
        member.type = 0;
        table_uint(&t, 1);
        table_members(&t, kind, &member, 1);
        t.types[1].first_member = 1;
        CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 1);
        table_uint(&t, 1);
        table_members(&t, kind, &member, 1);
        t.types[1].first_member = UINT32_MAX;
        CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 1);
        table_uint(&t, 1);
        table_members(&t, kind, &member, 1);
        t.types[1].member_count = 2;
        CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 1);
        table_uint(&t, 1);
        table_members(&t, kind, &member, 1);
        t.types[1].member_count = UINT32_MAX;
        CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 1);

        /* Members that belong to two types, wholly or in part. */
        table_uint(&t, 1);
        table_members(&t, kind, &member, 1);
        table_uint(&t, 1);
        table_members(&t, kind, &member, 1);
        t.types[3].first_member = 0;
        CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 3);
        ssz_member_record two[2] = {member, {.type = 0, .key = table_first_key(kind) + 1}};
        if (kind != SSZ_KIND_CONTAINER) {
            table_uint(&t, 1);
            table_members(&t, kind, two, 2);
            table_members(&t, kind, two, 2);
            t.types[2].first_member = 1;
            CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 2);
        }
        /* Members that belong to none, in between. */
        table_uint(&t, 1);
        table_members(&t, kind, &member, 1);
        table_members(&t, kind, &member, 1);
        t.types[1].first_member = 1;
        CHECK_REFUSED(SSZ_SCHEMA_REFERENCE, 1);
    }
    for (uint32_t kind = SSZ_KIND_UINT; kind <= SSZ_KIND_BITLIST; kind++) {
        table_plain(&t, kind, 1);
        t.types[0].member_count = 1;
        CHECK_REFUSED(SSZ_SCHEMA_MEMBERS, 0);
        table_plain(&t, kind, 1);
        t.types[0].first_member = 1;
        CHECK_REFUSED(SSZ_SCHEMA_MEMBERS, 0);
    }
}

#define MEMBERS(...)                                                                               \
    ((ssz_member_record[]){__VA_ARGS__}), TABLE_COUNT(ssz_member_record, __VA_ARGS__)

static void check_refused_members(int line, uint32_t kind, const ssz_member_record *members,
                                  uint32_t count) {
    table_uint(&t, 1);
    table_members(&t, kind, members, count);
    check_refused(line, SSZ_SCHEMA_MEMBERS, 1);
}

#define CHECK_REFUSED_MEMBERS(kind, ...) check_refused_members(__LINE__, kind, MEMBERS(__VA_ARGS__))

static void test_refused_keys(void) {
    CHECK_REFUSED_MEMBERS(SSZ_KIND_CONTAINER, {SSZ_NO_TYPE, 0});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_CONTAINER, {0, 1});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_CONTAINER, {0, 0}, {0, 1});

    CHECK_REFUSED_MEMBERS(SSZ_KIND_PROGRESSIVE_CONTAINER, {SSZ_NO_TYPE, 0});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_PROGRESSIVE_CONTAINER, {0, 256});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_PROGRESSIVE_CONTAINER, {0, 5}, {0, 5});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_PROGRESSIVE_CONTAINER, {0, 5}, {0, 4});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_PROGRESSIVE_CONTAINER, {0, UINT32_MAX});

    CHECK_REFUSED_MEMBERS(SSZ_KIND_UNION, {SSZ_NO_TYPE, 0});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_UNION, {0, 1});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_UNION, {0, 0}, {0, 2});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_UNION, {0, 0}, {0, 0});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_UNION, {0, 0}, {SSZ_NO_TYPE, 1});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_UNION, {SSZ_NO_TYPE, 0}, {SSZ_NO_TYPE, 1});

    CHECK_REFUSED_MEMBERS(SSZ_KIND_COMPATIBLE_UNION, {0, 0});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_COMPATIBLE_UNION, {0, 128});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_COMPATIBLE_UNION, {0, 257});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_COMPATIBLE_UNION, {0, 3}, {0, 3});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_COMPATIBLE_UNION, {0, 3}, {0, 2});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_COMPATIBLE_UNION, {SSZ_NO_TYPE, 1});
    CHECK_REFUSED_MEMBERS(SSZ_KIND_COMPATIBLE_UNION, {SSZ_NO_TYPE, 1}, {0, 2});

    /* A 129th option would need selector 128. */
    uint32_t options[129] = {0};
    table_uint(&t, 1);
    table_numbered(&t, SSZ_KIND_UNION, options, 129);
    CHECK_REFUSED(SSZ_SCHEMA_MEMBERS, 1);
}

static void test_refused_sizes(void) {
    table_vector(&t, table_uint(&t, 1), TWO(63));
    CHECK_REFUSED(SSZ_SCHEMA_SIZE, 1);
    table_vector(&t, table_uint(&t, 32), TWO(58));
    CHECK_REFUSED(SSZ_SCHEMA_SIZE, 1);
    table_vector(&t, table_uint(&t, 32), UINT64_MAX); /* the product wraps to a small number */
    CHECK_REFUSED(SSZ_SCHEMA_SIZE, 1);
    table_vector(&t, table_bitvector(&t, UINT64_MAX), 4);
    CHECK_REFUSED(SSZ_SCHEMA_SIZE, 1);
    table_vector(&t, table_bitlist(&t, 0), TWO(61));
    CHECK_REFUSED(SSZ_SCHEMA_SIZE, 1);
    table_vector(&t, table_bitlist(&t, 0), TWO(62)); /* 2^62 * 4 = 0 mod 2^64 */
    CHECK_REFUSED(SSZ_SCHEMA_SIZE, 1);

    uint32_t half = table_vector(&t, table_uint(&t, 1), TWO(62));
    table_container(&t, half, half);
    CHECK_REFUSED(SSZ_SCHEMA_SIZE, 2);
    half = table_vector(&t, table_uint(&t, 1), TWO(62));
    table_container(&t, half, half, half, half); /* wraps to 0 */
    CHECK_REFUSED(SSZ_SCHEMA_SIZE, 2);
    uint32_t u8 = table_uint(&t, 1);
    uint32_t most = table_vector(&t, u8, TWO(63) - 4);
    table_progressive_container(&t, {most, 0}, {table_list(&t, u8, 1), 1});
    CHECK_REFUSED(SSZ_SCHEMA_SIZE, 3);
}

int main(void) {
    test_refused_kinds();
    test_refused_elements();
    test_refused_lengths();
    test_refused_member_tables();
    test_refused_keys();
    test_refused_sizes();
    return 0;
}
