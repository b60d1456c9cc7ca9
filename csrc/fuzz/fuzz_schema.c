/*
 * fuzz_schema.c - any table of types: compiled if and only if it keeps the rules of ssz.h, which stand
 * here a second time; sizes of what is compiled are those that the rules give; and bytes are accepted
 * as the model accepts them.
 */
#include "fuzz.h"

#define TYPE_LIMIT 6
#define MEMBER_LIMIT 24

/* Sizes up to which the model, which counts one by one, is asked too. */
#define MODEL_SIZE 65536

/* ---- tables from the input ------------------------------------------------------------------ */

/* Numbers around which something changes. */
static uint64_t take_length(input *in) {
    static const uint64_t lengths[] = {0,
                                       1,
                                       2,
                                       3,
                                       4,
                                       8,
                                       16,
                                       32,
                                       33,
                                       64,
                                       255,
                                       256,
                                       257,
                                       UINT32_MAX,
                                       (uint64_t)1 << 40,
                                       (uint64_t)1 << 60,
                                       ((uint64_t)1 << 61) + 1,
                                       (uint64_t)1 << 62,
                                       ((uint64_t)1 << 63) - 1,
                                       (uint64_t)1 << 63,
                                       UINT64_MAX - 1,
                                       UINT64_MAX};
    uint64_t choice = take(in, 1);
    return choice < sizeof lengths / sizeof *lengths ? lengths[choice]
           : choice == 255                           ? take(in, 8)
                                                     : choice;
}

/* Mostly what keeps the rules: the flags of each record say where it is anything else. */
static void take_table(input *in, table *t) {
    enum { ANY_MEMBERS = 1, ANY_FIRST = 2, ANY_LENGTH = 4, ANY_ELEMENT = 8 };
    table_clear(t);
    t->type_count = (uint32_t)take(in, 1) % (TYPE_LIMIT + 1);
    for (uint32_t i = 0; i < t->type_count; i++) {
        ssz_type_record *r = &t->types[i];
        uint64_t flags = take(in, 1);
        *r = (ssz_type_record){.kind = (uint32_t)take(in, 1) % 14, .element = SSZ_NO_TYPE};
        bool has_members = model_is_container(r) || model_is_union(r);
        if (model_is_sequence(r) || flags & ANY_ELEMENT) {
            r->element =
                (uint32_t)take(in, 1) % 8 + (flags & ANY_ELEMENT ? (uint32_t)SSZ_NO_TYPE - 3 : 0);
        }
        if (!has_members || flags & ANY_LENGTH) {
            r->length = take_length(in);
        }
        if (has_members || flags & ANY_MEMBERS) {
            r->first_member = t->member_count;
            r->member_count = (uint32_t)take(in, 1) % 5;
            t->member_count += r->member_count;
        }
        if (flags & ANY_FIRST) {
            r->first_member += (uint32_t)take(in, 1) - 128;
        }
    }
    t->member_count += (uint32_t)take(in, 1) % 3 - 1;
    t->member_count = t->member_count > MEMBER_LIMIT ? 0 : t->member_count;
    for (uint32_t i = 0; i < t->member_count; i++) {
        uint32_t type = (uint32_t)take(in, 1);
        t->members[i] = (ssz_member_record){.type = type == 255 ? SSZ_NO_TYPE : type % 8,
                                            .key = (uint32_t)take(in, 1)};
        t->members[i].key += t->members[i].key == 255 ? (uint32_t)take(in, 4) : 0;
    }
}

/* ---- the rules ------------------------------------------------------------------------------ */

static bool good_key(const ssz_type_record *r, const ssz_member_record *members, uint32_t i) {
    uint32_t key = members[i].key;
    bool ascends = i == 0 || key > members[i - 1].key;
    switch (r->kind) {
    case SSZ_KIND_CONTAINER:
        return key == 0;
    case SSZ_KIND_PROGRESSIVE_CONTAINER:
        return key <= 255 && ascends;
    case SSZ_KIND_UNION:
        return key == i && key <= 127;
    default:
        return key >= 1 && key <= 127 && ascends;
    }
}

static bool good_members(const table *t, uint32_t type, uint32_t taken) {
    const ssz_type_record *r = &t->types[type];
    if (r->member_count == 0 || r->first_member != taken || r->length != 0 ||
        r->member_count > t->member_count - taken) {
        return false;
    }
    for (uint32_t i = 0; i < r->member_count; i++) {
        const ssz_member_record *members = &t->members[taken];
        bool is_none = members[i].type == SSZ_NO_TYPE;
        bool may_be_none = r->kind == SSZ_KIND_UNION && i == 0 && r->member_count > 1;
        if (!good_key(r, members, i) || (is_none ? !may_be_none : members[i].type >= type)) {
            return false;
        }
    }
    return true;
}

static bool good_length(const ssz_type_record *r) {
    switch (r->kind) {
    case SSZ_KIND_UINT:
        return r->length == 1 || r->length == 2 || r->length == 4 || r->length == 8 ||
               r->length == 16 || r->length == 32;
    case SSZ_KIND_BOOLEAN:
        return r->length == 1;
    case SSZ_KIND_BITVECTOR:
    case SSZ_KIND_VECTOR:
        return r->length >= 1;
    case SSZ_KIND_BITLIST:
    case SSZ_KIND_LIST:
        return true;
    default:
        return r->length == 0;
    }
}

/* Bytes in the fixed part of what it is in, of each type so far. */
static uint64_t slots[TYPE_LIMIT];
static bool is_fixed[TYPE_LIMIT];

static uint64_t most(uint64_t a, uint64_t b) {
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* Whether the fixed part is below 2^63 bytes; and whether there is no other. */
static bool good_size(const table *t, uint32_t type) {
    const ssz_type_record *r = &t->types[type];
    uint64_t size = 0;
    is_fixed[type] = true;
    if (model_is_basic(r)) {
        size = r->length;
    } else if (r->kind == SSZ_KIND_BITVECTOR) {
        size = r->length / 8 + (r->length % 8 != 0);
    } else if (r->kind == SSZ_KIND_VECTOR) {
        size = most(r->length, slots[r->element]);
        is_fixed[type] = is_fixed[r->element];
    } else if (model_is_container(r)) {
        for (uint32_t i = 0; i < r->member_count; i++) {
            uint32_t part = t->members[r->first_member + i].type;
            size = size > UINT64_MAX - slots[part] ? UINT64_MAX : size + slots[part];
            is_fixed[type] = is_fixed[type] && is_fixed[part];
        }
    } else {
        is_fixed[type] = false;
    }
    slots[type] = is_fixed[type] ? size : 4;
    return size < (uint64_t)1 << 63;
}

/* The number of types up to the first that breaks a rule. */
static uint32_t good_types(const table *t) {
    uint32_t taken = 0, type = 0;
    for (; type < t->type_count; type++) {
        const ssz_type_record *r = &t->types[type];
        bool has_members = model_is_container(r) || model_is_union(r);
        bool good = r->kind >= 1 && r->kind <= 12 && good_length(r);
        good = good && (model_is_sequence(r) ? r->element < type : r->element == SSZ_NO_TYPE);
        good = good && (has_members ? good_members(t, type, taken)
                                    : r->member_count == 0 && r->first_member == 0);
        if (!good || !good_size(t, type)) {
            break;
        }
        taken += r->member_count;
    }
    return type;
}

/* ---- the target ----------------------------------------------------------------------------- */

static void check_type(const ssz_schema *schema, const table *t, uint32_t type, const input *in,
                       bool is_small) {
    ssz_type_info info = ssz_schema_type(schema, type);
    CHECK_EQUAL(info.is_fixed, is_fixed[type]);
    CHECK(info.min_size <= info.max_size && info.depth >= 1 && info.depth <= type + 1);
    if (is_fixed[type]) {
        CHECK(info.fixed_size == slots[type] && info.min_size == slots[type]);
        CHECK_EQUAL(info.max_size, slots[type]);
    }
    ssz_error err;
    uint8_t root[32], expected[32];
    int32_t code = ssz_check(schema, type, in->data, in->size, &err);
    CHECK(code == SSZ_OK || (code == err.code && err.offset <= in->size));
    CHECK_EQUAL(ssz_root(schema, type, in->data, in->size, root, NULL), code);
    CHECK(code != SSZ_OK || (info.min_size <= in->size && in->size <= info.max_size));
    if (is_small) {
        CHECK_EQUAL(model_accepts(t, type, in->data, in->size), code == SSZ_OK);
        if (code == SSZ_OK && in->size < 200) {
            model_root(t, type, in->data, in->size, expected);
            CHECK_BYTES(root, expected, 32);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static table t;
    input in = {data, size};
    tally before = take_tally();
    take_table(&in, &t);
    uint32_t good = good_types(&t);
    ssz_error err = {0};
    ssz_schema *schema = table_compile(&t, &err);
    CHECK((schema != NULL) == (t.type_count != 0 && good == t.type_count));
    if (!schema) {
        CHECK(err.code >= SSZ_SCHEMA_KIND && err.code <= SSZ_SCHEMA_SIZE);
        CHECK_EQUAL(err.actual, good);
    } else {
        bool is_small = true;
        for (uint32_t type = 0; type < t.type_count; type++) {
            is_small = is_small && slots[type] < MODEL_SIZE;
            check_type(schema, &t, type, &in, is_small);
        }
    }
    ssz_schema_release(schema);
    check_tally(before);
    return 0;
}
