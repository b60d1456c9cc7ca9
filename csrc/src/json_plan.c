/* json_plan.c - see json_plan.h. */
#include "json_plan.h"

#include <string.h>

#include "alloc.h"
#include "common.h"
#include "error.h"

/* Cross to other languages, so they have the same layout everywhere. */
_Static_assert(sizeof(ssz_json_type_record) == 20, "size of ssz_json_type_record");
_Static_assert(sizeof(ssz_json_member_record) == 12, "size of ssz_json_member_record");

/* ---- members by name ----------------------------------------------------------------------------- */

/* FNV-1a.  Only names of members are in the table, so no document can make its chains long. */
static uint32_t hash_of(const uint8_t *name, uint64_t size) {
    uint32_t hash = 2166136261u;
    for (uint64_t i = 0; i < size; i++) {
        hash = (hash ^ name[i]) * 16777619u;
    }
    return hash ^ hash >> 15;
}

uint32_t ssz_json_member_named(const ssz_json_shape *shape, const uint8_t *name, uint64_t size) {
    uint32_t slot = hash_of(name, size);
    for (;; slot++) {
        uint32_t number = shape->slots[slot & shape->slot_mask];
        if (number == 0) {
            return SSZ_JSON_UNKNOWN;
        }
        const ssz_json_member *member = &shape->members[number - 1];
        if (member->name_size == size && memcmp(member->name, name, size) == 0) {
            return number - 1;
        }
    }
}

/* A power of 2 of which at most half are taken. */
static uint32_t slot_count(uint32_t member_count) {
    uint32_t count = 2;
    while (count < 2 * member_count) {
        count *= 2;
    }
    return count;
}

/* ---- making a plan ------------------------------------------------------------------------------- */

typedef struct maker {
    ssz_json_plan *plan;
    const ssz_json_type_record *types;
    const ssz_json_member_record *members;
    uint32_t member_count;
    uint64_t names_size;
    uint64_t members_used;
    uint64_t slots_used;
    ssz_error *err;
} maker;

static int32_t refuse(const maker *m, int32_t code, uint32_t type) {
    return ssz_fail(m->err, code, 0, 0, type);
}

static bool is_byte(const ssz_type *type) {
    return type->kind == SSZ_KIND_UINT && type->length == 1;
}

/* Whether a record of the plan may stand for a part of that type. */
static bool stands_for(const maker *m, uint32_t record, uint32_t below, uint32_t schema_type) {
    return record < below && m->types[record].type == schema_type;
}

static int32_t set_form(const maker *m, uint32_t i, ssz_json_shape *shape) {
    const ssz_json_type_record *record = &m->types[i];
    const ssz_type *t = shape->type;
    bool is_hex = record->is_hex != 0;
    bool fits = !is_hex;
    shape->element = SSZ_NO_TYPE;
    switch (t->shape) {
    case SSZ_SHAPE_BASIC:
        fits = !is_hex || is_byte(t);
        shape->form = t->kind == SSZ_KIND_BOOLEAN ? SSZ_JSON_FORM_TRUTH
                      : is_hex                    ? SSZ_JSON_FORM_BYTE
                                                  : SSZ_JSON_FORM_NUMBER;
        break;
    case SSZ_SHAPE_BITS:
        shape->form = SSZ_JSON_FORM_BITS;
        break;
    case SSZ_SHAPE_SEQUENCE:
        shape->form = is_hex ? SSZ_JSON_FORM_BYTES : SSZ_JSON_FORM_LIST;
        shape->element = record->element;
        fits = is_hex && record->element == SSZ_NO_TYPE
                   ? is_byte(ssz_schema_get(m->plan->schema, t->element))
                   : stands_for(m, record->element, i, t->element) &&
                         is_hex == (m->plan->shapes[record->element].form == SSZ_JSON_FORM_BYTE);
        break;
    case SSZ_SHAPE_CONTAINER:
        shape->form = SSZ_JSON_FORM_OBJECT;
        break;
    default:
        shape->form = SSZ_JSON_FORM_OPTION;
    }
    return fits ? SSZ_OK : refuse(m, SSZ_SCHEMA_KIND, i);
}

/* Whether a name stands in JSON as it is, between quotes. */
static bool is_plain(const uint8_t *name, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
        if (name[i] < ' ' || name[i] == '"' || name[i] == '\\') {
            return false;
        }
    }
    return true;
}

static int32_t set_member(maker *m, uint32_t i, ssz_json_shape *shape, uint32_t number) {
    const ssz_json_member_record *record = &m->members[m->types[i].first_member + number];
    const ssz_member *part = &shape->type->members[number];
    bool is_none = record->type == SSZ_NO_TYPE && part->type == SSZ_NO_TYPE;
    if (!is_none && !stands_for(m, record->type, i, part->type)) {
        return refuse(m, SSZ_SCHEMA_REFERENCE, i);
    }
    ssz_json_member *member = &shape->members[number];
    *member = (ssz_json_member){.type = record->type, .offset = part->offset};
    member->is_fixed = !is_none && ssz_schema_get(m->plan->schema, part->type)->is_fixed;
    shape->variable_count += !member->is_fixed;
    if (shape->form != SSZ_JSON_FORM_OBJECT) {
        return SSZ_OK;
    }
    if (record->name_at > m->names_size || record->name_size > m->names_size - record->name_at) {
        return refuse(m, SSZ_SCHEMA_REFERENCE, i);
    }
    member->name = m->plan->names + record->name_at;
    member->name_size = record->name_size;
    if (!is_plain(member->name, member->name_size) ||
        ssz_json_member_named(shape, member->name, member->name_size) != SSZ_JSON_UNKNOWN) {
        return refuse(m, SSZ_SCHEMA_MEMBERS, i);
    }
    uint32_t slot = hash_of(member->name, member->name_size);
    while (shape->slots[slot & shape->slot_mask] != 0) {
        slot++;
    }
    shape->slots[slot & shape->slot_mask] = number + 1;
    return SSZ_OK;
}

static int32_t set_shape(maker *m, uint32_t i) {
    const ssz_json_type_record *record = &m->types[i];
    if (record->type >= m->plan->schema->type_count) {
        return refuse(m, SSZ_SCHEMA_REFERENCE, i);
    }
    ssz_json_shape *shape = &m->plan->shapes[i];
    shape->schema_type = record->type;
    shape->type = ssz_schema_get(m->plan->schema, record->type);
    SSZ_TRY(set_form(m, i, shape));
    shape->member_count = record->member_count;
    if (record->member_count != shape->type->member_count ||
        record->first_member > m->member_count ||
        record->member_count > m->member_count - record->first_member ||
        record->member_count > m->member_count - m->members_used) {
        return refuse(m, SSZ_SCHEMA_MEMBERS, i);
    }
    shape->members = m->plan->members + m->members_used;
    m->members_used += record->member_count;
    shape->slots = m->plan->slots + m->slots_used;
    shape->slot_mask = slot_count(record->member_count) - 1;
    m->slots_used += slot_count(record->member_count);
    for (uint32_t number = 0; number < record->member_count; number++) {
        SSZ_TRY(set_member(m, i, shape, number));
    }
    return SSZ_OK;
}

ssz_json_plan *ssz_json_plan_new(ssz_schema *schema, const ssz_json_type_record *types,
                                 uint32_t type_count, const ssz_json_member_record *members,
                                 uint32_t member_count, const void *names, uint64_t names_size,
                                 ssz_error *err) {
    ssz_json_plan *plan = ssz_calloc(1, sizeof *plan);
    if (!plan) {
        ssz_no_memory(err);
        return NULL;
    }
    plan->schema = ssz_schema_retain(schema);
    plan->count = type_count;
    plan->shapes = ssz_calloc(type_count, sizeof *plan->shapes);
    plan->members = ssz_calloc(member_count, sizeof *plan->members);
    /* Fewer than 4 slots for each member, and 2 for each type. */
    plan->slots =
        ssz_calloc(4 * (uint64_t)member_count + 2 * (uint64_t)type_count, sizeof *plan->slots);
    plan->names = ssz_alloc(names_size);
    int32_t code =
        plan->shapes && plan->members && plan->slots && plan->names ? SSZ_OK : ssz_no_memory(err);
    if (code == SSZ_OK) {
        if (names_size != 0) {
            memcpy(plan->names, names, names_size);
        }
        maker m = {plan, types, members, member_count, names_size, 0, 0, err};
        for (uint32_t i = 0; i < type_count && code == SSZ_OK; i++) {
            code = set_shape(&m, i);
        }
    }
    if (code != SSZ_OK) {
        ssz_json_plan_release(plan);
        return NULL;
    }
    return plan;
}

void ssz_json_plan_release(ssz_json_plan *plan) {
    if (!plan) {
        return;
    }
    ssz_free(plan->names);
    ssz_free(plan->slots);
    ssz_free(plan->members);
    ssz_free(plan->shapes);
    ssz_schema_release(plan->schema);
    ssz_free(plan);
}
