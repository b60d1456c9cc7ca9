/*
 * test_schema.c - tables of types: what they say of sizes and depths; tables of anything; types that match.
 */
#include <string.h>

#include "schema.h"
#include "tables.h"

#define TWO(power) ((uint64_t)1 << (power))

static table t;

/* ---- good tables ---------------------------------------------------------------------------- */

/* Compiles the table, which must leave the error alone, and gives what is known of its last type. */
static ssz_type_info info_of_last(void) {
    ssz_error err, before;
    memset(&err, 0xa5, sizeof err);
    before = err;
    ssz_schema *schema = table_compile(&t, &err);
    CHECK(schema != NULL);
    CHECK_BYTES(&err, &before, sizeof err);
    ssz_type_info info = ssz_schema_type(schema, t.type_count - 1);
    ssz_schema_release(schema);
    CHECK_EQUAL(ssz_live_objects().schemas, 0);
    return info;
}

#define CHECK_FIXED(size, depth) check_info(__LINE__, size, size, size, 1, depth)
#define CHECK_VARIABLE(fixed_size, min_size, max_size, depth)                                      \
    check_info(__LINE__, fixed_size, min_size, max_size, 0, depth)

/* Checks the last type of the table, and starts a new table. */
static void check_info(int line, uint64_t fixed_size, uint64_t min_size, uint64_t max_size,
                       uint32_t is_fixed, uint32_t depth) {
    ssz_type_info info = info_of_last();
    check_equal(__FILE__, line, "fixed_size", info.fixed_size, fixed_size);
    check_equal(__FILE__, line, "min_size", info.min_size, min_size);
    check_equal(__FILE__, line, "max_size", info.max_size, max_size);
    check_equal(__FILE__, line, "is_fixed", info.is_fixed, is_fixed);
    check_equal(__FILE__, line, "depth", info.depth, depth);
    table_clear(&t);
}

static void test_basic_types_and_bits(void) {
    for (uint64_t size = 1; size <= 32; size *= 2) {
        table_uint(&t, size);
        CHECK_FIXED(size, 1);
    }
    table_boolean(&t);
    CHECK_FIXED(1, 1);

    static const struct {
        uint64_t bits, vector_size, list_size;
    } cases[] = {
        {1, 1, 1},
        {7, 1, 1},
        {8, 1, 2},
        {9, 2, 2},
        {255, 32, 32},
        {256, 32, 33},
        {257, 33, 33},
        {UINT64_MAX - 7, TWO(61) - 1, TWO(61)},
        {UINT64_MAX, TWO(61), TWO(61)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table_bitvector(&t, cases[i].bits);
        CHECK_FIXED(cases[i].vector_size, 1);
        table_bitlist(&t, cases[i].bits);
        CHECK_VARIABLE(0, 1, cases[i].list_size, 1);
    }
    table_bitlist(&t, 0);
    CHECK_VARIABLE(0, 1, 1, 1);
    table_progressive_bitlist(&t);
    CHECK_VARIABLE(0, 1, UINT64_MAX, 1);
}

static void test_sequences(void) {
    table_vector(&t, table_uint(&t, 8), 3);
    CHECK_FIXED(24, 2);
    table_vector(&t, table_vector(&t, table_boolean(&t), 5), 7);
    CHECK_FIXED(35, 3);
    table_vector(&t, table_bitlist(&t, 15), 3);
    CHECK_VARIABLE(12, 12 + 3, 12 + 6, 2);
    table_list(&t, table_uint(&t, 8), 0);
    CHECK_VARIABLE(0, 0, 0, 2);
    table_list(&t, table_uint(&t, 8), 9);
    CHECK_VARIABLE(0, 0, 72, 2);
    table_list(&t, table_bitlist(&t, 15), 9);
    CHECK_VARIABLE(0, 0, 9 * (4 + 2), 2);
    table_progressive_list(&t, table_uint(&t, 1));
    CHECK_VARIABLE(0, 0, UINT64_MAX, 2);
    table_list(&t, table_progressive_bitlist(&t), 1);
    CHECK_VARIABLE(0, 0, UINT64_MAX, 2);
    /* Without elements it does not matter that they have no bound. */
    table_list(&t, table_progressive_bitlist(&t), 0);
    CHECK_VARIABLE(0, 0, 0, 2);
    table_vector(&t, table_progressive_bitlist(&t), 2);
    CHECK_VARIABLE(8, 10, UINT64_MAX, 2);
}

static void test_containers(void) {
    uint32_t u8 = table_uint(&t, 1), u64 = table_uint(&t, 8);
    table_container(&t, u8, u64, u8);
    CHECK_FIXED(10, 2);

    u8 = table_uint(&t, 1), u64 = table_uint(&t, 8);
    uint32_t list = table_list(&t, u64, 10);
    table_container(&t, u8, list, u64, table_bitlist(&t, 9));
    CHECK_VARIABLE(1 + 4 + 8 + 4, 17 + 0 + 1, 17 + 80 + 2, 3);

    u8 = table_uint(&t, 1);
    table_progressive_container(&t, {u8, 0}, {u8, 1}, {u8, 255});
    CHECK_FIXED(3, 2);

    u8 = table_uint(&t, 1);
    list = table_progressive_list(&t, u8);
    table_progressive_container(&t, {list, 3}, {u8, 255});
    CHECK_VARIABLE(5, 5, UINT64_MAX, 3);

    /* A container of containers: what is inside is a part like any other. */
    u8 = table_uint(&t, 1);
    uint32_t inner = table_container(&t, u8, u8, u8);
    uint32_t outer = table_container(&t, inner, u8, inner);
    table_vector(&t, outer, 4);
    CHECK_FIXED(28, 4);
}

static void test_unions(void) {
    uint32_t u16 = table_uint(&t, 2), u64 = table_uint(&t, 8);
    table_union(&t, u16, u64);
    CHECK_VARIABLE(0, 3, 9, 2);
    u16 = table_uint(&t, 2);
    table_union(&t, SSZ_NO_TYPE, u16);
    CHECK_VARIABLE(0, 1, 3, 2);
    table_union(&t, table_progressive_bitlist(&t));
    CHECK_VARIABLE(0, 2, UINT64_MAX, 2);
    u16 = table_uint(&t, 2);
    table_compatible_union(&t, {u16, 1}, {u16, 2}, {u16, 127});
    CHECK_VARIABLE(0, 3, 3, 2);

    /* As many options as selectors allow. */
    uint32_t options[128];
    u16 = table_uint(&t, 2);
    for (uint32_t i = 0; i < 128; i++) {
        options[i] = u16;
    }
    table_numbered(&t, SSZ_KIND_UNION, options, 128);
    CHECK_VARIABLE(0, 3, 3, 2);
}

/* Near 2^63 a size is refused, near 2^64 a bound says "that or more". */
static void test_large_sizes(void) {
    table_vector(&t, table_uint(&t, 1), TWO(63) - 1);
    CHECK_FIXED(TWO(63) - 1, 2);
    table_vector(&t, table_bitvector(&t, UINT64_MAX), 3);
    CHECK_FIXED(3 * TWO(61), 2);
    table_vector(&t, table_bitlist(&t, 0), TWO(61) - 1);
    CHECK_VARIABLE(TWO(63) - 4, TWO(63) - 4 + TWO(61) - 1, TWO(63) - 4 + TWO(61) - 1, 2);

    uint32_t u8 = table_uint(&t, 1);
    uint32_t half = table_vector(&t, u8, TWO(62));
    table_container(&t, half, table_vector(&t, u8, TWO(62) - 1));
    CHECK_FIXED(TWO(63) - 1, 3);

    /* The fixed part just fits, and with it the largest of everything behind. */
    u8 = table_uint(&t, 1);
    uint32_t most = table_vector(&t, u8, TWO(63) - 5);
    table_container(&t, most, table_list(&t, u8, UINT64_MAX));
    CHECK_VARIABLE(TWO(63) - 1, TWO(63) - 1, UINT64_MAX, 3);

    table_list(&t, table_uint(&t, 1), UINT64_MAX);
    CHECK_VARIABLE(0, 0, UINT64_MAX, 2);
    table_list(&t, table_uint(&t, 1), UINT64_MAX - 1);
    CHECK_VARIABLE(0, 0, UINT64_MAX - 1, 2);
    table_list(&t, table_uint(&t, 32), UINT64_MAX);
    CHECK_VARIABLE(0, 0, UINT64_MAX, 2);
    u8 = table_uint(&t, 1);
    table_list(&t, table_vector(&t, u8, TWO(63) - 1), 2);
    CHECK_VARIABLE(0, 0, UINT64_MAX - 1, 3);
    u8 = table_uint(&t, 1);
    table_list(&t, table_vector(&t, u8, TWO(63) - 1), 3);
    CHECK_VARIABLE(0, 0, UINT64_MAX, 3);
    /* 2^62 * (4 + 1): past 2^64 only because of the offsets. */
    table_list(&t, table_bitlist(&t, 0), TWO(62));
    CHECK_VARIABLE(0, 0, UINT64_MAX, 2);

    uint32_t inner = table_vector(&t, table_bitlist(&t, 0), TWO(60));
    table_vector(&t, inner, TWO(60));
    CHECK_VARIABLE(TWO(62), UINT64_MAX, UINT64_MAX, 3);
    table_union(&t, table_list(&t, table_uint(&t, 1), UINT64_MAX));
    CHECK_VARIABLE(0, 1, UINT64_MAX, 3);
}

/* One more level around the last type. */
static void wrap(unsigned way) {
    uint32_t last = t.type_count - 1;
    switch (way % 6) {
    case 0:
        table_list(&t, last, 5);
        break;
    case 1:
        table_container(&t, last);
        break;
    case 2:
        table_progressive_list(&t, last);
        break;
    case 3:
        table_union(&t, last);
        break;
    case 4:
        table_progressive_container(&t, {last, 7});
        break;
    default:
        table_vector(&t, last, 1);
        break;
    }
}

static void test_depth(void) {
    for (unsigned way = 0; way <= 6; way++) {
        table_uint(&t, 1);
        while (t.type_count < SSZ_DEPTH_LIMIT) {
            wrap(way < 6 ? way : t.type_count);
        }
        CHECK_EQUAL(info_of_last().depth, SSZ_DEPTH_LIMIT);
        wrap(way);
        ssz_error err;
        CHECK(table_compile(&t, &err) == NULL);
        CHECK_EQUAL(err.code, SSZ_SCHEMA_DEPTH);
        CHECK_EQUAL(err.actual, SSZ_DEPTH_LIMIT);
        table_clear(&t);
    }
}

/* ---- tables of whatever --------------------------------------------------------------------- */

/* A number that is often right, often nearly right, and sometimes anything. */
static uint64_t odd_number(uint64_t about) {
    switch (random_below(12)) {
    case 0:
        return random_u64();
    case 1:
        return UINT64_MAX - random_below(3);
    case 2:
        return TWO(random_below(64)) - random_below(2);
    case 3:
        return about + random_below(3) - 1;
    default:
        return random_below(about + 1);
    }
}

static ssz_type_record odd_record(uint32_t index, uint32_t *member_count) {
    uint32_t kind = (uint32_t)(1 + random_below(12));
    bool sequence =
        kind == SSZ_KIND_VECTOR || kind == SSZ_KIND_LIST || kind == SSZ_KIND_PROGRESSIVE_LIST;
    bool members = kind >= SSZ_KIND_CONTAINER && !sequence && kind != SSZ_KIND_PROGRESSIVE_BITLIST;
    bool sized =
        !members && kind != SSZ_KIND_PROGRESSIVE_LIST && kind != SSZ_KIND_PROGRESSIVE_BITLIST;
    ssz_type_record record = {
        .kind = kind,
        .element = sequence && index > 0 ? (uint32_t)random_below(index) : SSZ_NO_TYPE,
        .length = kind == SSZ_KIND_UINT      ? TWO(random_below(6))
                  : kind == SSZ_KIND_BOOLEAN ? 1
                  : sized                    ? odd_number(40)
                                             : 0,
        .first_member = members ? *member_count : 0,
        .member_count = members ? (uint32_t)(1 + random_below(4)) : 0,
    };
    *member_count += record.member_count;
    switch (random_below(60)) {
    case 0:
        record.kind = (uint32_t)odd_number(13);
        break;
    case 1:
        record.element = (uint32_t)odd_number(index);
        break;
    case 2:
        record.length = odd_number(33);
        break;
    case 3:
        record.first_member = (uint32_t)odd_number(*member_count);
        break;
    case 4:
        record.member_count = (uint32_t)odd_number(4);
        break;
    default:
        break;
    }
    return record;
}

static ssz_member_record odd_member(const ssz_type_record *owner, uint32_t index, uint32_t place) {
    ssz_member_record member = {
        .type = index > 0 ? (uint32_t)random_below(index) : SSZ_NO_TYPE,
        .key = owner->kind == SSZ_KIND_CONTAINER ? 0 : place + table_first_key(owner->kind),
    };
    if (random_below(60) == 0) {
        member.type = (uint32_t)odd_number(index);
    }
    if (random_below(60) == 0) {
        member.key = (uint32_t)odd_number(256);
    }
    return member;
}

/* What holds of every schema, and of what it says of bytes that are not there at all. */
static void check_accepted(const ssz_schema *schema, uint32_t type_count, guarded input) {
    for (uint32_t i = 0; i < type_count; i++) {
        ssz_type_info info = ssz_schema_type(schema, i);
        CHECK(info.fixed_size < TWO(63) && info.min_size <= info.max_size);
        CHECK(info.depth >= 1 && info.depth <= type_count);
        if (info.is_fixed) {
            CHECK_EQUAL(info.min_size, info.fixed_size);
            CHECK_EQUAL(info.max_size, info.fixed_size);
            CHECK(info.fixed_size > 0);
        }
        uint64_t size = random_below(9);
        ssz_error err;
        int32_t code = ssz_check(schema, i, input.end - size, size, &err);
        CHECK(code == SSZ_OK || err.offset <= size);
        CHECK(code != SSZ_OK || (info.min_size <= size && size <= info.max_size));
    }
}

static void test_random_tables(void) {
    guarded input = guarded_new(1);
    unsigned accepted = 0;
    for (unsigned round = 0; round < 200000; round++) {
        uint32_t type_count = (uint32_t)(1 + random_below(10));
        uint32_t member_count = 0;
        /* Exactly as large as stated, so that a sanitizer sees a read past the end. */
        ssz_type_record *types = allocate(type_count * sizeof *types);
        uint32_t owned[10];
        for (uint32_t i = 0; i < type_count; i++) {
            owned[i] = member_count;
            types[i] = odd_record(i, &member_count);
        }
        ssz_member_record *members = allocate(member_count * sizeof *members);
        for (uint32_t i = 0; i < type_count; i++) {
            uint32_t end = i + 1 < type_count ? owned[i + 1] : member_count;
            for (uint32_t j = owned[i]; j < end; j++) {
                members[j] = odd_member(&types[i], i, j - owned[i]);
            }
        }
        ssz_error err;
        ssz_schema *schema = ssz_schema_new(types, type_count, members, member_count, &err);
        free(types); /* the schema must have copied them */
        free(members);
        if (schema) {
            accepted++;
            check_accepted(schema, type_count, input);
        } else {
            CHECK(err.code >= SSZ_SCHEMA_KIND && err.code <= SSZ_SCHEMA_SIZE);
            CHECK(err.actual < type_count);
        }
        ssz_schema_release(schema);
    }
    CHECK_EQUAL(ssz_live_objects().schemas, 0);
    CHECK(accepted > 20000 && accepted < 180000); /* both ways are well covered */
    guarded_free(input);
}

/* Many types with many bit_checks each: the list of bit_checks grows, and each type keeps its own. */
static void test_many_bit_checks(void) {
    table_boolean(&t);
    for (uint64_t length = 1; length <= 200; length++) {
        table_vector(&t, 0, length);
    }
    ssz_schema *schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    for (uint64_t length = 1; length <= 200; length++) {
        for (uint64_t fault = 0; fault < length; fault++) {
            uint8_t data[200] = {0};
            ssz_error err;
            CHECK_EQUAL(ssz_check(schema, (uint32_t)length, data, length, &err), SSZ_OK);
            data[fault] = 2;
            CHECK_EQUAL(ssz_check(schema, (uint32_t)length, data, length, &err), SSZ_NOT_A_BIT);
            CHECK_EQUAL(err.offset, fault);
        }
    }
    ssz_schema_release(schema);
    table_clear(&t);
}

static void test_references(void) {
    table_uint(&t, 8);
    ssz_schema *schema = table_compile(&t, NULL);
    CHECK(ssz_schema_retain(schema) == schema);
    ssz_schema_release(schema);
    CHECK_EQUAL(ssz_live_objects().schemas, 1);
    CHECK_EQUAL(ssz_schema_type(schema, 0).fixed_size, 8);
    ssz_schema_release(schema);
    CHECK_EQUAL(ssz_live_objects().schemas, 0);
    ssz_schema_release(NULL);
    table_clear(&t);
}

/* ---- types that differ in one place -------------------------------------------------------------- */

static bool match(ssz_schema *schema, uint32_t one, uint32_t other, uint32_t effort) {
    return ssz_types_match(schema, one, schema, other, &effort);
}

/* Each of these is like the first but for one thing, which the sizes do not tell. */
static void test_alike(void) {
    uint32_t u8 = table_uint(&t, 1), u16 = table_uint(&t, 2), u32 = table_uint(&t, 4);
    uint32_t u64 = table_uint(&t, 8), flag = table_boolean(&t), u8s = table_list(&t, u8, 9);
    uint32_t u64s = table_list(&t, u64, 9), more = table_list(&t, u8, 10);
    uint32_t free_u8s = table_progressive_list(&t, u8);
    const uint32_t types[] = {
        table_container(&t, u64, u8s),
        table_container(&t, u64, u64s),
        table_container(&t, u64, more),
        table_container(&t, u64, free_u8s),
        table_container(&t, u8s, u64),
        table_container(&t, u64, u8s, u8s),
        table_container(&t, table_vector(&t, flag, 8), u8s),
        table_container(&t, table_vector(&t, u8, 8), u8s),
        table_container(&t, table_container(&t, u32, u32), u8s),
        table_container(&t, table_container(&t, u16, u32, u16), u8s),
        table_progressive_container(&t, {u64, 0}, {u8s, 1}),
        table_progressive_container(&t, {u64, 0}, {u8s, 2}),
        table_progressive_container(&t, {u64, 1}, {u8s, 2}),
        table_union(&t, SSZ_NO_TYPE, u64),
        table_union(&t, SSZ_NO_TYPE, u32),
        table_union(&t, u32, u64),
        table_union(&t, u64, u32),
        table_compatible_union(&t, {u64, 1}, {u64, 2}),
        table_compatible_union(&t, {u64, 1}, {u64, 3}),
        table_bitlist(&t, 9),
        table_bitlist(&t, 10),
        table_progressive_bitlist(&t),
        table_bitvector(&t, 9),
        table_bitvector(&t, 10),
        u8,
        flag,
    };
    enum { COUNT = sizeof types / sizeof *types };
    ssz_schema *schema = table_compile(&t, NULL), *other = table_compile(&t, NULL);
    CHECK(schema != NULL && other != NULL);
    for (unsigned i = 0; i < COUNT; i++) {
        for (unsigned k = 0; k < COUNT; k++) {
            uint32_t effort = 100;
            CHECK_EQUAL(match(schema, types[i], types[k], 100), i == k);
            CHECK_EQUAL(ssz_types_match(schema, types[i], other, types[k], &effort), i == k);
        }
        CHECK(!match(schema, types[i], SSZ_NO_TYPE, 100));
        CHECK(!match(schema, SSZ_NO_TYPE, types[i], 100));
    }
    /* A comparison that takes too long says no: of a container with two fields, one of them a list, four
     * types are compared. */
    for (uint32_t effort = 0; effort < 6; effort++) {
        uint32_t left = effort;
        CHECK_EQUAL(ssz_types_match(schema, types[0], other, types[0], &left), effort >= 4);
        CHECK_EQUAL(left, effort < 4 ? 0 : effort - 4);
    }
    ssz_schema_release(schema);
    ssz_schema_release(other);
    table_clear(&t);
}

int main(void) {
    test_basic_types_and_bits();
    test_sequences();
    test_containers();
    test_unions();
    test_large_sizes();
    test_depth();
    test_random_tables();
    test_many_bit_checks();
    test_references();
    test_alike();
    return 0;
}
