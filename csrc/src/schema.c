/*
 * schema.c - checks a table of types and compiles it.  See schema.h.
 *
 * One pass from the first type to the last: everything that a type is made of comes before it, so
 * its sizes are known.  The table may be hostile: nothing in it is used before it was checked.
 */
#include "schema.h"

#include "alloc.h"
#include "common.h"
#include "error.h"
#include "live.h"

/* Records that cross to other languages have the same layout everywhere. */
_Static_assert(sizeof(ssz_type_record) == 24, "size of ssz_type_record");
_Static_assert(sizeof(ssz_member_record) == 8, "size of ssz_member_record");
_Static_assert(sizeof(ssz_type_info) == 32, "size of ssz_type_info");

/* Types with more places to look at than this are checked part by part instead. */
#define BIT_CHECK_LIMIT 64

typedef struct compiler {
    ssz_schema *schema;
    const ssz_type_record *records;
    uint32_t bit_check_capacity;
    uint32_t members_taken; /* members of the types before */
    uint32_t at;            /* the type being compiled */
    ssz_error *err;
} compiler;

/* ---- arithmetic on sizes, up to SSZ_UNBOUNDED ----------------------------- */

static uint64_t saturating_add(uint64_t a, uint64_t b) {
    return a > SSZ_UNBOUNDED - b ? SSZ_UNBOUNDED : a + b;
}

static uint64_t saturating_multiply(uint64_t a, uint64_t b) {
    return b != 0 && a > SSZ_UNBOUNDED / b ? SSZ_UNBOUNDED : a * b;
}

/* ---- bit_checks --------------------------------------------------------------------------------- */

static int32_t refuse(const compiler *c, int32_t code) {
    return ssz_fail(c->err, code, 0, 0, c->at);
}

static int32_t add_bit_check(compiler *c, uint64_t offset, uint8_t mask) {
    ssz_schema *schema = c->schema;
    if (schema->bit_check_count == c->bit_check_capacity) {
        /* Wraps to 0 when no larger count fits. */
        uint32_t capacity = schema->bit_checks ? c->bit_check_capacity * 2 : 64;
        ssz_bit_check *bit_checks = capacity != 0 ? ssz_calloc(capacity, sizeof *bit_checks) : NULL;
        if (!bit_checks) {
            return ssz_no_memory(c->err);
        }
        for (uint32_t i = 0; i < schema->bit_check_count; i++) {
            bit_checks[i] = schema->bit_checks[i];
        }
        ssz_free(schema->bit_checks);
        schema->bit_checks = bit_checks;
        c->bit_check_capacity = capacity;
    }
    schema->bit_checks[schema->bit_check_count++] = (ssz_bit_check){.offset = offset, .mask = mask};
    return SSZ_OK;
}

/* Adds the bit_checks of `count` values of type `part` in a row, the first at `offset` of `type`. */
static int32_t add_bit_checks_of(compiler *c, ssz_type *type, const ssz_type *part, uint64_t offset,
                                 uint64_t count) {
    if (type->has_many_bit_checks || ssz_type_is_unchecked(part)) {
        return SSZ_OK;
    }
    if (part->has_many_bit_checks || count > BIT_CHECK_LIMIT ||
        type->bit_check_count + part->bit_check_count * count > BIT_CHECK_LIMIT) {
        type->has_many_bit_checks = true;
        c->schema->bit_check_count = type->first_bit_check;
        type->bit_check_count = 0;
        return SSZ_OK;
    }
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < part->bit_check_count; j++) {
            ssz_bit_check bit_check = c->schema->bit_checks[part->first_bit_check + j];
            SSZ_TRY(
                add_bit_check(c, offset + i * part->fixed_size + bit_check.offset, bit_check.mask));
            type->bit_check_count++;
        }
    }
    return SSZ_OK;
}

/* ---- kinds ------------------------------------------------------------------------------------ */

typedef struct traits {
    ssz_shape shape;
    bool is_progressive, has_mixin, is_list, has_limit;
} traits;

static const traits traits_of[] = {
    [SSZ_KIND_UINT] = {.shape = SSZ_SHAPE_BASIC},
    [SSZ_KIND_BOOLEAN] = {.shape = SSZ_SHAPE_BASIC},
    [SSZ_KIND_BITVECTOR] = {.shape = SSZ_SHAPE_BITS},
    [SSZ_KIND_BITLIST] = {SSZ_SHAPE_BITS, .has_mixin = true, .is_list = true, .has_limit = true},
    [SSZ_KIND_VECTOR] = {.shape = SSZ_SHAPE_SEQUENCE},
    [SSZ_KIND_LIST] = {SSZ_SHAPE_SEQUENCE, .has_mixin = true, .is_list = true, .has_limit = true},
    [SSZ_KIND_CONTAINER] = {.shape = SSZ_SHAPE_CONTAINER},
    [SSZ_KIND_UNION] = {SSZ_SHAPE_UNION, .has_mixin = true},
    [SSZ_KIND_PROGRESSIVE_LIST] = {SSZ_SHAPE_SEQUENCE, true, .has_mixin = true, .is_list = true},
    [SSZ_KIND_PROGRESSIVE_BITLIST] = {SSZ_SHAPE_BITS, true, .has_mixin = true, .is_list = true},
    [SSZ_KIND_PROGRESSIVE_CONTAINER] = {SSZ_SHAPE_CONTAINER, true, .has_mixin = true},
    [SSZ_KIND_COMPATIBLE_UNION] = {SSZ_SHAPE_UNION, .has_mixin = true},
};

static bool has_members(ssz_shape shape) {
    return shape == SSZ_SHAPE_CONTAINER || shape == SSZ_SHAPE_UNION;
}

/* ---- one shape each -------------------------------------------------------------------------- */

static int32_t compile_basic(compiler *c, ssz_type *type) {
    bool good = type->kind == SSZ_KIND_BOOLEAN ? type->length == 1
                                               : type->length >= 1 && type->length <= 32 &&
                                                     (type->length & (type->length - 1)) == 0;
    if (!good) {
        return refuse(c, SSZ_SCHEMA_LENGTH);
    }
    type->is_fixed = true;
    type->is_basic = true;
    type->is_packed = true;
    type->fixed_size = type->min_size = type->max_size = type->length;
    if (type->kind == SSZ_KIND_BOOLEAN) {
        type->bit_check_count = 1;
        return add_bit_check(c, 0, 0xfe);
    }
    return SSZ_OK;
}

static int32_t compile_bits(compiler *c, ssz_type *type) {
    type->chunk_depth = ssz_tree_depth(ssz_ceil_div(type->length, 8 * SSZ_CHUNK_SIZE));
    if (type->is_list) {
        type->min_size = 1;
        type->max_size = type->has_limit ? type->length / 8 + 1 : SSZ_UNBOUNDED;
        return SSZ_OK;
    }
    if (type->length == 0) {
        return refuse(c, SSZ_SCHEMA_LENGTH);
    }
    type->is_fixed = true;
    type->fixed_size = type->min_size = type->max_size = ssz_ceil_div(type->length, 8);
    type->is_packed = true;
    unsigned used = (unsigned)(type->length % 8);
    if (used != 0) {
        type->bit_check_count = 1;
        return add_bit_check(c, type->fixed_size - 1, (uint8_t)(0xff << used));
    }
    return SSZ_OK;
}

static unsigned sequence_depth(const ssz_type *type, const ssz_type *element) {
    return ssz_tree_depth(element->is_basic ? ssz_ceil_div(type->length, 32 / element->fixed_size)
                                            : type->length);
}

static int32_t compile_vector(compiler *c, ssz_type *type, const ssz_type *element) {
    if (type->length == 0) {
        return refuse(c, SSZ_SCHEMA_LENGTH);
    }
    type->is_fixed = element->is_fixed;
    type->is_packed = element->is_basic;
    type->fixed_size = saturating_multiply(type->length, element->is_fixed ? element->fixed_size
                                                                           : SSZ_OFFSET_SIZE);
    if (type->fixed_size > SSZ_SIZE_LIMIT) {
        return refuse(c, SSZ_SCHEMA_SIZE);
    }
    type->chunk_depth = sequence_depth(type, element);
    if (element->is_fixed) {
        type->min_size = type->max_size = type->fixed_size;
        return add_bit_checks_of(c, type, element, 0, type->length);
    }
    uint64_t table = type->fixed_size;
    type->min_size = saturating_add(table, saturating_multiply(type->length, element->min_size));
    type->max_size = saturating_add(table, saturating_multiply(type->length, element->max_size));
    return SSZ_OK;
}

static int32_t compile_list(ssz_type *type, const ssz_type *element) {
    uint64_t each = element->is_fixed ? element->fixed_size
                                      : saturating_add(element->max_size, SSZ_OFFSET_SIZE);
    type->max_size = type->has_limit ? saturating_multiply(type->length, each) : SSZ_UNBOUNDED;
    type->chunk_depth = sequence_depth(type, element);
    return SSZ_OK;
}

static int32_t compile_container(compiler *c, ssz_type *type, ssz_member *members) {
    uint32_t *variable = &type->first_variable;
    uint32_t *checked = &type->first_checked;
    type->is_fixed = true;
    type->chunk_depth = type->is_progressive ? 0 : ssz_tree_depth(type->member_count);
    for (uint32_t i = 0; i < type->member_count; i++) {
        ssz_member *member = &members[i];
        bool ordered = type->is_progressive ? member->key < SSZ_ACTIVE_FIELDS_LIMIT &&
                                                  (i == 0 || member->key > member[-1].key)
                                            : member->key == 0;
        if (!ordered || member->type == SSZ_NO_TYPE) {
            return refuse(c, SSZ_SCHEMA_MEMBERS);
        }
        if (type->is_progressive) {
            type->active_fields[member->key / 8] |= (uint8_t)(1u << member->key % 8);
        } else {
            member->key = i;
        }
        type->leaf_count = member->key + 1;
        const ssz_type *part = ssz_schema_get(c->schema, member->type);
        member->offset = type->fixed_size;
        if (part->is_flat) {
            member->slot = type->flat_size;
            type->flat_size += part->fixed_size;
        } else {
            member->slot = type->child_count++;
        }
        if (part->is_fixed) {
            type->fixed_size += part->fixed_size;
            type->min_size = saturating_add(type->min_size, part->fixed_size);
            type->max_size = saturating_add(type->max_size, part->fixed_size);
            if (!ssz_type_is_unchecked(part)) {
                *checked = i;
                checked = &member->next_checked;
            }
            SSZ_TRY(add_bit_checks_of(c, type, part, member->offset, 1));
        } else {
            type->is_fixed = false;
            type->fixed_size += SSZ_OFFSET_SIZE;
            type->min_size =
                saturating_add(type->min_size, saturating_add(part->min_size, SSZ_OFFSET_SIZE));
            type->max_size =
                saturating_add(type->max_size, saturating_add(part->max_size, SSZ_OFFSET_SIZE));
            *variable = i;
            variable = &member->next_variable;
        }
        if (type->fixed_size > SSZ_SIZE_LIMIT) {
            return refuse(c, SSZ_SCHEMA_SIZE);
        }
    }
    return SSZ_OK;
}

static int32_t compile_union(compiler *c, ssz_type *type) {
    uint64_t min_size = UINT64_MAX;
    uint64_t max_size = 0;
    bool compatible = type->kind == SSZ_KIND_COMPATIBLE_UNION;
    for (uint32_t i = 0; i < type->member_count; i++) {
        const ssz_member *option = &type->members[i];
        bool ordered = compatible ? option->key >= 1 && (i == 0 || option->key > option[-1].key)
                                  : option->key == i;
        if (!ordered || option->key > SSZ_SELECTOR_LIMIT) {
            return refuse(c, SSZ_SCHEMA_MEMBERS);
        }
        if (option->type == SSZ_NO_TYPE) {
            if (compatible || i != 0 || type->member_count == 1) {
                return refuse(c, SSZ_SCHEMA_MEMBERS);
            }
            min_size = 0;
            continue;
        }
        const ssz_type *part = ssz_schema_get(c->schema, option->type);
        min_size = part->min_size < min_size ? part->min_size : min_size;
        max_size = part->max_size > max_size ? part->max_size : max_size;
    }
    type->min_size = saturating_add(min_size, 1);
    type->max_size = saturating_add(max_size, 1);
    return SSZ_OK;
}

/* ---- the table ------------------------------------------------------------------------------ */

/* Checks what a record refers to, and takes it over; its sizes are still unknown. */
static int32_t take_record(compiler *c, uint32_t member_total, ssz_type *type) {
    const ssz_type_record *record = &c->records[c->at];
    ssz_schema *schema = c->schema;
    if (record->kind < SSZ_KIND_UINT || record->kind > SSZ_KIND_COMPATIBLE_UNION) {
        return refuse(c, SSZ_SCHEMA_KIND);
    }
    traits kind = traits_of[record->kind];
    bool has_element = kind.shape == SSZ_SHAPE_SEQUENCE;
    if (has_element ? record->element >= c->at : record->element != SSZ_NO_TYPE) {
        return refuse(c, SSZ_SCHEMA_REFERENCE);
    }
    if (has_members(kind.shape) ? record->member_count == 0 || record->length != 0
                                : record->member_count != 0 || record->first_member != 0) {
        return refuse(c, SSZ_SCHEMA_MEMBERS);
    }
    /* A type's members must be its own, for the chains through them belong to one type: they begin
     * where those of the types before end. */
    bool own = !has_members(kind.shape) || record->first_member == c->members_taken;
    if (!own || record->member_count > member_total - c->members_taken) {
        return refuse(c, SSZ_SCHEMA_REFERENCE);
    }
    c->members_taken += record->member_count;
    uint32_t depth = 0;
    if (has_element) {
        depth = ssz_schema_get(schema, record->element)->depth;
    }
    for (uint32_t i = 0; i < record->member_count; i++) {
        uint32_t part = schema->members[record->first_member + i].type;
        if (part == SSZ_NO_TYPE) {
            continue;
        }
        if (part >= c->at) {
            return refuse(c, SSZ_SCHEMA_REFERENCE);
        }
        uint32_t below = ssz_schema_get(schema, part)->depth;
        depth = below > depth ? below : depth;
    }
    if (depth >= SSZ_DEPTH_LIMIT) {
        return refuse(c, SSZ_SCHEMA_DEPTH);
    }
    *type = (ssz_type){
        .kind = record->kind,
        .shape = kind.shape,
        .is_progressive = kind.is_progressive,
        .has_mixin = kind.has_mixin,
        .is_list = kind.is_list,
        .has_limit = kind.has_limit,
        .element = record->element,
        .length = record->length,
        .members = schema->members + record->first_member,
        .member_count = record->member_count,
        .first_variable = SSZ_NO_MEMBER,
        .first_checked = SSZ_NO_MEMBER,
        .first_bit_check = schema->bit_check_count,
        .depth = depth + 1,
    };
    return SSZ_OK;
}

static int32_t compile_shape(compiler *c, ssz_type *type) {
    ssz_schema *schema = c->schema;
    if (type->is_list && !type->has_limit && type->length != 0) {
        return refuse(c, SSZ_SCHEMA_LENGTH);
    }
    switch (type->shape) {
    case SSZ_SHAPE_BASIC:
        return compile_basic(c, type);
    case SSZ_SHAPE_BITS:
        return compile_bits(c, type);
    case SSZ_SHAPE_SEQUENCE: {
        const ssz_type *element = ssz_schema_get(schema, type->element);
        return type->is_list ? compile_list(type, element) : compile_vector(c, type, element);
    }
    case SSZ_SHAPE_CONTAINER:
        return compile_container(c, type, schema->members + c->records[c->at].first_member);
    default:
        return compile_union(c, type);
    }
}

static int32_t compile_type(compiler *c, uint32_t member_total) {
    ssz_type *type = &c->schema->types[c->at];
    int32_t code = take_record(c, member_total, type);
    if (code == SSZ_OK) {
        code = compile_shape(c, type);
        type->is_flat = type->is_fixed && type->fixed_size <= SSZ_FLAT_SIZE;
    }
    return code;
}

static ssz_schema *allocate(const ssz_member_record *members, uint32_t member_count,
                            uint32_t type_count) {
    ssz_schema *schema = ssz_calloc(1, sizeof *schema);
    if (!schema) {
        return NULL;
    }
    *schema = (ssz_schema){.type_count = type_count};
    atomic_init(&schema->references, 1);
    ssz_live_add(SSZ_LIVE_SCHEMA);
    schema->types = ssz_calloc(type_count, sizeof *schema->types);
    schema->members = ssz_calloc(member_count, sizeof *schema->members);
    if (!schema->types || !schema->members) {
        ssz_schema_release(schema);
        return NULL;
    }
    for (uint32_t i = 0; i < member_count; i++) {
        schema->members[i] = (ssz_member){
            .type = members[i].type,
            .key = members[i].key,
            .next_variable = SSZ_NO_MEMBER,
            .next_checked = SSZ_NO_MEMBER,
        };
    }
    return schema;
}

ssz_schema *ssz_schema_new(const ssz_type_record *types, uint32_t type_count,
                           const ssz_member_record *members, uint32_t member_count,
                           ssz_error *err) {
    if (type_count == 0) {
        ssz_fail(err, SSZ_SCHEMA_LENGTH, 0, 0, 0);
        return NULL;
    }
    ssz_schema *schema = allocate(members, member_count, type_count);
    if (!schema) {
        ssz_no_memory(err);
        return NULL;
    }
    compiler c = {.schema = schema, .records = types, .err = err};
    for (c.at = 0; c.at < type_count; c.at++) {
        if (compile_type(&c, member_count) != SSZ_OK) {
            ssz_schema_release(schema);
            return NULL;
        }
    }
    return schema;
}

ssz_schema *ssz_schema_retain(ssz_schema *schema) {
    atomic_fetch_add_explicit(&schema->references, 1, memory_order_relaxed);
    return schema;
}

void ssz_schema_release(ssz_schema *schema) {
    if (!schema || atomic_fetch_sub_explicit(&schema->references, 1, memory_order_acq_rel) != 1) {
        return;
    }
    ssz_free(schema->types);
    ssz_free(schema->members);
    ssz_free(schema->bit_checks);
    ssz_free(schema);
    ssz_live_remove(SSZ_LIVE_SCHEMA);
}

ssz_type_info ssz_schema_type(const ssz_schema *schema, uint32_t type) {
    SSZ_ASSERT(type < schema->type_count);
    const ssz_type *t = ssz_schema_get(schema, type);
    return (ssz_type_info){
        .fixed_size = t->fixed_size,
        .min_size = t->min_size,
        .max_size = t->max_size,
        .is_fixed = t->is_fixed,
        .depth = t->depth,
    };
}

const ssz_member *ssz_type_option(const ssz_type *type, uint64_t selector) {
    for (uint32_t i = 0; i < type->member_count; i++) {
        if (type->members[i].key == selector) {
            return &type->members[i];
        }
    }
    return NULL;
}

bool ssz_types_match(const ssz_schema *schema, uint32_t type, const ssz_schema *other_schema,
                     uint32_t other_type, uint32_t *effort) {
    if (schema == other_schema && type == other_type) {
        return true;
    }
    if (type == SSZ_NO_TYPE || other_type == SSZ_NO_TYPE) {
        return type == other_type;
    }
    const ssz_type *t = ssz_schema_get(schema, type);
    const ssz_type *o = ssz_schema_get(other_schema, other_type);
    if (*effort == 0 || t->kind != o->kind || t->length != o->length || t->depth != o->depth ||
        t->member_count != o->member_count || t->fixed_size != o->fixed_size) {
        return false;
    }
    --*effort;
    if (t->shape == SSZ_SHAPE_SEQUENCE) {
        return ssz_types_match(schema, t->element, other_schema, o->element, effort);
    }
    for (uint32_t i = 0; i < t->member_count; i++) {
        if (t->members[i].key != o->members[i].key ||
            !ssz_types_match(schema, t->members[i].type, other_schema, o->members[i].type,
                             effort)) {
            return false;
        }
    }
    return true;
}
