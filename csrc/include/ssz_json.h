/*
 * ssz_json.h - JSON text from values, and values from it; ssz.h includes it, and has the rules for both.
 */
#ifndef SSZ_JSON_H
#define SSZ_JSON_H

#include "ssz.h"

#ifdef __cplusplus
extern "C" {
#endif

/* cdef: begin */

/* ---- writing ------------------------------------------------------------------------------- */

/* How values of a fixed-size type are written as text: steps, done in order for each record. */
#define SSZ_JSON_TEXT 1    /* `size` characters at `offset` of the text */
#define SSZ_JSON_DECIMAL 2 /* the uint of `size` bytes (1, 2, 4, 8, 16 or 32), in decimal digits */
#define SSZ_JSON_HEX 3     /* `size` bytes, each as two hex digits in lower case */
#define SSZ_JSON_BOOLEAN 4 /* the byte as `true` or `false`; `size` is 1 */

typedef struct ssz_json_step {
    uint32_t kind;   /* SSZ_JSON_... */
    uint32_t size;   /* see the kinds */
    uint64_t offset; /* of what is written: in the text, or else in the record */
} ssz_json_step;

/* Most characters that the steps write for one record, or SSZ_UNBOUNDED. */
uint64_t ssz_json_bound(const ssz_json_step *steps, uint32_t step_count);

/* Writes `record_count` records of `record_size` bytes that lie in a row, as ASCII without a final zero,
 * and gives the number of characters in *written.  The steps must stay inside the record and the text.
 * SSZ_BUFFER_TOO_SMALL if `capacity` is below record_count times ssz_json_bound, even where less would
 * do. */
int32_t ssz_json_write(const ssz_json_step *steps, uint32_t step_count, const char *text,
                       const void *records, uint64_t record_size, uint64_t record_count, char *out,
                       uint64_t capacity, uint64_t *written, ssz_error *err);

/* ---- reading ------------------------------------------------------------------------------- */

/* How values of a type are written as JSON (spec: "JSON mapping"), beyond what its schema says.  Records
 * come after those that they refer to. */
typedef struct ssz_json_type_record {
    uint32_t type;   /* in the schema */
    uint32_t is_hex; /* 1: a byte that is written in hex, or a sequence of them */
    uint32_t
        element; /* record of the element of a sequence; SSZ_NO_TYPE: hex is not for single ones */
    uint32_t first_member; /* index of the first of its members in the member table */
    uint32_t member_count; /* as in the schema */
} ssz_json_type_record;

typedef struct ssz_json_member_record {
    uint32_t type;    /* record of its type, or SSZ_NO_TYPE for the None option */
    uint32_t name_at; /* fields: where their name begins in the names ... */
    uint32_t
        name_size; /* ... and its bytes of UTF-8, which hold no quote, backslash or control character */
} ssz_json_member_record;

typedef struct ssz_json_plan ssz_json_plan;

/* Checks a table and compiles it; the tables are copied, the schema is shared.  Any number of threads may
 * read with one plan.  Fails as ssz_schema_new does. */
ssz_json_plan *ssz_json_plan_new(ssz_schema *schema, const ssz_json_type_record *types,
                                 uint32_t type_count, const ssz_json_member_record *members,
                                 uint32_t member_count, const void *names, uint64_t names_size,
                                 ssz_error *err);
void ssz_json_plan_release(ssz_json_plan *plan);

/* Rules of reading. */
#define SSZ_JSON_STRICT 1 /* nothing but the mapping of the spec */
#define SSZ_JSON_KNOWN_MEMBERS                                                                     \
    2 /* no members that the type does not have; part of strict reading */
/* Whether the text is an object that has the value as its member `data`. */
#define SSZ_JSON_ENVELOPE_NONE 0
#define SSZ_JSON_ENVELOPE_ALWAYS 1
#define SSZ_JSON_ENVELOPE_PERHAPS 2 /* if it has `data` and no other member of the type */

/* Objects and lists in members that nobody asked for nest this deep at most. */
#define SSZ_JSON_DEPTH_LIMIT 512

/* What is known of a document that was read. */
typedef struct ssz_json_found {
    uint64_t size; /* bytes of the encoding */
    uint64_t
        version_at; /* where in the text the member `version` of the envelope has its value ... */
    uint64_t version_size; /* ... and how long that is; 0 if there is none */
} ssz_json_found;

/* Reads the JSON document in `size` bytes of UTF-8 as a value of a type, which is a record of the plan, and
 * gives its encoding, which ssz_json_give_back takes back.  One pass; the memory taken is that of the
 * encoding and a small multiple of what open objects have. */
int32_t ssz_json_read(const ssz_json_plan *plan, uint32_t type, uint32_t rules, uint32_t envelope,
                      const void *text, uint64_t size, uint8_t **data, ssz_json_found *found,
                      ssz_error *err);
void ssz_json_give_back(uint8_t *data);
/* Moves the encoding to a place of the caller's, of `size` bytes, and takes it back on the way: so that it is not
 * in memory twice. */
void ssz_json_take(uint8_t *data, uint64_t size, void *out);

/* cdef: end */

#ifdef __cplusplus
}
#endif

#endif
