/*
 * tables.h - schema tables written down in tests.
 *
 * A table grows type by type: each function adds one record and gives its index, which later types
 * refer to.  A table is large, so tests keep it in static memory and start it with table_clear.
 */
#ifndef SSZ_TESTS_TABLES_H
#define SSZ_TESTS_TABLES_H

#include "ssz.h"
#include "test.h"

#define TABLE_TYPES 4096
#define TABLE_MEMBERS 8192

typedef struct table {
    uint32_t type_count;
    uint32_t member_count;
    ssz_type_record types[TABLE_TYPES];
    ssz_member_record members[TABLE_MEMBERS];
} table;

static inline void table_clear(table *t) {
    t->type_count = 0;
    t->member_count = 0;
}

static inline uint32_t table_add(table *t, ssz_type_record record) {
    CHECK(t->type_count < TABLE_TYPES);
    t->types[t->type_count] = record;
    return t->type_count++;
}

/* ---- types without members ------------------------------------------------------------------ */

static inline uint32_t table_plain(table *t, uint32_t kind, uint64_t length) {
    return table_add(t, (ssz_type_record){.kind = kind, .element = SSZ_NO_TYPE, .length = length});
}

static inline uint32_t table_uint(table *t, uint64_t size) {
    return table_plain(t, SSZ_KIND_UINT, size);
}

static inline uint32_t table_boolean(table *t) {
    return table_plain(t, SSZ_KIND_BOOLEAN, 1);
}

static inline uint32_t table_bitvector(table *t, uint64_t bits) {
    return table_plain(t, SSZ_KIND_BITVECTOR, bits);
}

static inline uint32_t table_bitlist(table *t, uint64_t limit) {
    return table_plain(t, SSZ_KIND_BITLIST, limit);
}

static inline uint32_t table_progressive_bitlist(table *t) {
    return table_plain(t, SSZ_KIND_PROGRESSIVE_BITLIST, 0);
}

static inline uint32_t table_of(table *t, uint32_t kind, uint32_t element, uint64_t length) {
    return table_add(t, (ssz_type_record){.kind = kind, .element = element, .length = length});
}

static inline uint32_t table_vector(table *t, uint32_t element, uint64_t length) {
    return table_of(t, SSZ_KIND_VECTOR, element, length);
}

static inline uint32_t table_list(table *t, uint32_t element, uint64_t limit) {
    return table_of(t, SSZ_KIND_LIST, element, limit);
}

static inline uint32_t table_progressive_list(table *t, uint32_t element) {
    return table_of(t, SSZ_KIND_PROGRESSIVE_LIST, element, 0);
}

/* ---- types with members --------------------------------------------------------------------- */

static inline uint32_t table_members(table *t, uint32_t kind, const ssz_member_record *members,
                                     uint32_t count) {
    CHECK(count <= TABLE_MEMBERS - t->member_count);
    uint32_t first = t->member_count;
    for (uint32_t i = 0; i < count; i++) {
        t->members[t->member_count++] = members[i];
    }
    return table_add(
        t, (ssz_type_record){
               .kind = kind, .element = SSZ_NO_TYPE, .first_member = first, .member_count = count});
}

/* Containers number nothing, unions number their options from 0. */
static inline uint32_t table_numbered(table *t, uint32_t kind, const uint32_t *types,
                                      uint32_t count) {
    static ssz_member_record members[TABLE_MEMBERS];
    CHECK(count <= TABLE_MEMBERS);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = kind == SSZ_KIND_UNION ? i : 0;
        members[i] = (ssz_member_record){.type = types[i], .key = key};
    }
    return table_members(t, kind, members, count);
}

/* The lowest key that the first member of a kind may have. */
static inline uint32_t table_first_key(uint32_t kind) {
    return kind == SSZ_KIND_COMPATIBLE_UNION ? 1 : 0;
}

#define TABLE_COUNT(type, ...) ((uint32_t)(sizeof((type[]){__VA_ARGS__}) / sizeof(type)))

/* table_container(t, a, b, c): the types of the fields. */
#define table_container(t, ...)                                                                    \
    table_numbered((t), SSZ_KIND_CONTAINER, (uint32_t[]){__VA_ARGS__},                             \
                   TABLE_COUNT(uint32_t, __VA_ARGS__))

/* table_union(t, SSZ_NO_TYPE, a, b): the types of the options. */
#define table_union(t, ...)                                                                        \
    table_numbered((t), SSZ_KIND_UNION, (uint32_t[]){__VA_ARGS__},                                 \
                   TABLE_COUNT(uint32_t, __VA_ARGS__))

/* table_progressive_container(t, {a, 0}, {b, 2}): types and positions of the fields. */
#define table_progressive_container(t, ...)                                                        \
    table_members((t), SSZ_KIND_PROGRESSIVE_CONTAINER, (ssz_member_record[]){__VA_ARGS__},         \
                  TABLE_COUNT(ssz_member_record, __VA_ARGS__))

/* table_compatible_union(t, {a, 1}, {b, 5}): types and selectors of the options. */
#define table_compatible_union(t, ...)                                                             \
    table_members((t), SSZ_KIND_COMPATIBLE_UNION, (ssz_member_record[]){__VA_ARGS__},              \
                  TABLE_COUNT(ssz_member_record, __VA_ARGS__))

static inline ssz_schema *table_compile(const table *t, ssz_error *err) {
    return ssz_schema_new(t->types, t->type_count, t->members, t->member_count, err);
}

#endif
