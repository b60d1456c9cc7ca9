/*
 * json_plan.h - how values of the types of a schema are written as JSON: names of members, and which bytes
 * are hex.  A plan never changes, so threads share it.
 */
#ifndef SSZ_JSON_PLAN_H
#define SSZ_JSON_PLAN_H

#include "schema.h"

/* No such member. */
#define SSZ_JSON_UNKNOWN UINT32_MAX

/* What values look like. */
typedef enum ssz_json_form {
    SSZ_JSON_FORM_NUMBER,
    SSZ_JSON_FORM_BYTE, /* a number in hex */
    SSZ_JSON_FORM_TRUTH,
    SSZ_JSON_FORM_BITS,
    SSZ_JSON_FORM_BYTES, /* hex */
    SSZ_JSON_FORM_LIST,
    SSZ_JSON_FORM_OBJECT,
    SSZ_JSON_FORM_OPTION, /* of a union: an object that says which */
} ssz_json_form;

typedef struct ssz_json_member {
    const uint8_t *name;
    uint32_t name_size;
    uint32_t type; /* of the plan, or SSZ_NO_TYPE */
    uint64_t offset;
    bool is_fixed;
} ssz_json_member;

typedef struct ssz_json_shape {
    ssz_json_form form;
    uint32_t schema_type;
    const ssz_type *type;
    uint32_t element; /* of the plan; SSZ_NO_TYPE for bytes */
    uint32_t member_count;
    uint32_t variable_count; /* fields of variable size */
    uint32_t slot_mask;      /* slots less one, which are a power of 2 */
    ssz_json_member *members;
    uint32_t *slots; /* members by the hash of their names: number plus 1, or 0 */
} ssz_json_shape;

struct ssz_json_plan {
    ssz_schema *schema;
    uint32_t count;
    ssz_json_shape *shapes;
    ssz_json_member *members;
    uint32_t *slots;
    uint8_t *names;
};

/* The number of the member with that name, or SSZ_JSON_UNKNOWN. */
uint32_t ssz_json_member_named(const ssz_json_shape *shape, const uint8_t *name, uint64_t size);

#endif
