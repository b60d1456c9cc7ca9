/*
 * json_reader.h - a document on its way to an encoding, for the files that read parts of it.
 *
 * Values of fixed size are written to their place, which is there; all others are added to the end.  On
 * failure what has been written means nothing.  Paths of errors are innermost first (error.h).
 */
#ifndef SSZ_JSON_READER_H
#define SSZ_JSON_READER_H

#include "json_lexer.h"
#include "json_plan.h"

typedef struct ssz_json_reader {
    ssz_json_lexer in;
    const ssz_json_plan *plan;
    bool is_strict;
    bool refuses_unknown;
    ssz_room out; /* the encoding so far */
    ssz_room
        places; /* of the values around: which fields were there, and where parts begin (uint32_t) */
} ssz_json_reader;

static inline const ssz_json_shape *ssz_json_shape_of(const ssz_json_reader *r, uint32_t type) {
    return &r->plan->shapes[type];
}

/* The most bytes that one character of a document can stand for: `0` may be a number of 256 bits. */
#define SSZ_JSON_BYTES_OF_A_CHARACTER 32

/* Adds `size` bytes of any content to the encoding.  Fails if the rest of the text can't stand for as many,
 * so that no type asks for more memory than a document pays for. */
static inline int32_t ssz_json_reserve(ssz_json_reader *r, uint64_t size) {
    uint64_t left = (uint64_t)(r->in.end - r->in.at);
    if (size / SSZ_JSON_BYTES_OF_A_CHARACTER > left) {
        return ssz_json_fail(&r->in, SSZ_TRUNCATED, r->in.at, size, left);
    }
    if (!ssz_room_for(&r->out, size)) {
        return ssz_json_fail(&r->in, SSZ_NO_MEMORY, r->in.text, 0, 0);
    }
    r->out.size += size;
    return SSZ_OK;
}

/* Fails because the value that begins here is none of its type, or none at all. */
int32_t ssz_json_wrong(ssz_json_reader *r);

/* Reads a value of any type, and adds it to the end. */
int32_t ssz_json_read_value(ssz_json_reader *r, uint32_t type);

/* Reads the object of a union, and adds it to the end. */
int32_t ssz_json_read_union(ssz_json_reader *r, const ssz_json_shape *shape);

/* ---- values without members --------------------------------------------------------------------- */

int32_t ssz_json_read_uint(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t at);
int32_t ssz_json_read_truth(ssz_json_reader *r, uint64_t at);
/* A bitvector goes to its place; a bitlist to the end, wherever `at` is. */
int32_t ssz_json_read_bits(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t at);
/* A string where a sequence of bytes is expected: to its place, or to the end if it is a list. */
int32_t ssz_json_read_hex(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t at);
/* A number of a list that stands for a byte of a byte string. */
int32_t ssz_json_read_raw_byte(ssz_json_reader *r, uint64_t at);

#endif
