/*
 * schema.h - the compiled form of a table of types.
 *
 * ssz_schema_new checks the table that the caller describes its types with and works out, once, all
 * that the walkers over values need: sizes, offsets of fields, depths of trees, and which bytes of a
 * fixed-size value can be wrong at all.  A schema never changes after that, so threads share it
 * without locks.
 *
 * Invariants that the other files rely on:
 * - a type's element and members have lower indices, so recursion over types ends, and goes no deeper
 *   than SSZ_DEPTH_LIMIT;
 * - every fixed size is at least 1 and below 2^63, so the sum of two sizes can't wrap.
 */
#ifndef SSZ_SCHEMA_H
#define SSZ_SCHEMA_H

#include <stdatomic.h>
#include <stdbool.h>

#include "ssz.h"

/* Values of a fixed-size type of up to this many bytes are never taken apart: they cost less to copy and
 * to hash as a whole than their parts would take to keep. */
#define SSZ_FLAT_SIZE 512

/* No such member: the end of the chains below. */
#define SSZ_NO_MEMBER UINT32_MAX

/* A byte of a fixed-size value that can make it invalid: the bits of `mask` must be 0. */
typedef struct ssz_bit_check {
    uint64_t offset;
    uint8_t mask;
} ssz_bit_check;

/* What kinds have in common: the parts that a value has. */
typedef enum ssz_shape {
    SSZ_SHAPE_BASIC,     /* none */
    SSZ_SHAPE_BITS,      /* bits */
    SSZ_SHAPE_SEQUENCE,  /* elements */
    SSZ_SHAPE_CONTAINER, /* fields */
    SSZ_SHAPE_UNION,     /* one option */
} ssz_shape;

typedef struct ssz_member {
    uint32_t type;
    uint32_t key;           /* options: the selector; fields: which leaf of the tree has the root */
    uint64_t offset;        /* fields: of the field, or of its offset, in the fixed part */
    uint32_t next_variable; /* fields: number of the next field of variable size */
    uint32_t next_checked;  /* fields: number of the next fixed-size field that can be invalid */
    uint64_t slot;          /* fields, in an open container: see ssz_type.flat_size */
} ssz_member;

typedef struct ssz_type {
    uint32_t kind;
    ssz_shape shape;
    bool is_progressive;
    bool has_mixin; /* a word stands beside the contents in the tree */
    bool is_list;   /* the number of elements or bits varies ... */
    bool has_limit; /* ... and is at most `length` */
    uint32_t element;
    uint64_t length;
    uint64_t fixed_size; /* of the fixed part, where the whole is of variable size */
    uint64_t min_size;
    uint64_t max_size; /* or SSZ_UNBOUNDED */
    const ssz_member *members;
    uint32_t member_count;
    uint32_t first_variable; /* first member of each chain */
    uint32_t first_checked;
    uint32_t first_bit_check; /* fixed-size types: the bytes to look at, in order of offset ... */
    uint32_t bit_check_count;
    bool
        has_many_bit_checks; /* ... unless there are too many to list, and the parts are to be walked */
    uint64_t
        flat_size; /* open containers: bytes of all flat fields, whose slots are places there */
    uint32_t child_count; /* ... and how many others there are, which their slots count */
    bool is_fixed;
    bool is_flat;   /* of fixed size and small: bytes even where its neighbours are open */
    bool is_basic;  /* uint or boolean: packed into chunks by the collections that hold it */
    bool is_packed; /* fixed-size types: the bytes are the leaves of the Merkle tree, as those of
                       basic values, vectors of them and bitvectors */
    uint32_t depth; /* levels of types below and including this one */
    unsigned chunk_depth; /* levels of the Merkle tree over the contents, without mix-ins;
                             0 for progressive types, whose trees have no fixed depth */
    uint32_t leaf_count;  /* containers: leaves of that tree, up to the last field */
    uint8_t
        active_fields[SSZ_ACTIVE_FIELDS_LIMIT / 8]; /* progressive containers: the mixed-in word */
} ssz_type;

struct ssz_schema {
    _Atomic uint32_t references;
    uint32_t type_count;
    ssz_type *types;
    ssz_member *members;
    ssz_bit_check *bit_checks;
    uint32_t bit_check_count;
};

ssz_schema *ssz_schema_retain(ssz_schema *schema);

static inline const ssz_type *ssz_schema_get(const ssz_schema *schema, uint32_t type) {
    return &schema->types[type];
}

/* The option of a union with that selector, or NULL. */
const ssz_member *ssz_type_option(const ssz_type *type, uint64_t selector);

/* Whether the root of a value is its encoding, filled up with zeros. */
static inline bool ssz_type_is_chunk(const ssz_type *type) {
    return type->is_packed && type->chunk_depth == 0;
}

/* Whether types of two schemas are made of the same kinds, lengths and members, so that a value of one
 * is a value of the other.  `*effort` bounds how many types are compared, and is used up: a table may
 * describe more types within types than anybody can count.  When it runs out, they don't match. */
bool ssz_types_match(const ssz_schema *schema, uint32_t type, const ssz_schema *other_schema,
                     uint32_t other_type, uint32_t *effort);

/* Whether every byte string of the right length is a value of this fixed-size type. */
static inline bool ssz_type_is_unchecked(const ssz_type *type) {
    return type->bit_check_count == 0 && !type->has_many_bit_checks;
}

#endif
