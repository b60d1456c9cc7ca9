/*
 * fuzz.h - what the fuzz targets share: bytes taken from the input, types and values chosen by them,
 * and the check that nothing is left behind.
 */
#ifndef SSZ_FUZZ_H
#define SSZ_FUZZ_H

#include "alloc.h"
#include "random_values.h"
#include "target.h"

/* ---- the input ------------------------------------------------------------------------------ */

typedef struct input {
    const uint8_t *data;
    size_t size; /* left */
} input;

/* The next bytes as a number; there are zeros after the end. */
static inline uint64_t take(input *in, unsigned size) {
    uint64_t number = 0;
    for (unsigned i = 0; i < size && in->size != 0; i++) {
        number |= (uint64_t)*in->data << (8 * i);
        in->data++;
        in->size--;
    }
    return number;
}

/* ---- types ---------------------------------------------------------------------------------- */

/* A type with its schema. */
typedef struct subject {
    const table *t;
    ssz_schema *schema;
    uint32_t type;
} subject;

/* First bytes of the input from here on ask for a schema of random types. */
#define RANDOM_SCHEMAS 192

/* The schema of all kinds is made once, and stays.  Most hashing is done by the kernel that is fastest
 * where sanitizers watch. */
static inline subject all_kinds(void) {
    static table kinds;
    static subject s;
    if (s.schema == NULL) {
        add_all_kinds(&kinds);
        s = (subject){.t = &kinds, .schema = table_compile(&kinds, NULL)};
        CHECK(s.schema != NULL);
        ssz_kernel_use("shani");
    }
    return s;
}

static inline subject random_kinds(uint64_t seed) {
    static table t;
    random_seed(seed);
    table_clear(&t);
    table_uint(&t, (uint64_t)1 << random_below(6));
    while (t.type_count < 8) {
        add_random_type(&t);
    }
    subject s = {.t = &t, .schema = table_compile(&t, NULL), .type = t.type_count - 1};
    CHECK(s.schema != NULL);
    return s;
}

static inline subject take_subject(input *in) {
    subject s = all_kinds();
    uint64_t choice = take(in, 1);
    if (choice < RANDOM_SCHEMAS) {
        s.type = (uint32_t)choice % s.t->type_count;
        return s;
    }
    return random_kinds(take(in, 2));
}

static inline void release_subject(subject s) {
    if (s.schema != all_kinds().schema) {
        ssz_schema_release(s.schema);
    }
}

/* The rest of the input; or a value of the type made from a seed, and then changed at some places. */
static inline void take_value(input *in, const subject *s, bytes *out) {
    out->size = 0;
    if (take(in, 1) % 2 == 0) {
        bytes_add(out, in->data, in->size < 4096 ? in->size : 4096);
        in->size = 0;
        return;
    }
    random_seed(take(in, 2));
    model_generate(s->t, s->type, out);
    for (uint64_t changes = take(in, 1) % 8; changes > 0; changes--) {
        uint64_t at = take(in, 2);
        uint8_t byte = (uint8_t)take(in, 1);
        if (at < out->size) {
            out->data[at] = byte;
        }
    }
}

/* A value of the type, whatever the input. */
static inline void take_good_value(input *in, const subject *s, bytes *out) {
    random_seed(take(in, 2));
    out->size = 0;
    model_generate(s->t, s->type, out);
}

/* A view on a value, whose bytes the view keeps a copy of; NULL if it is none. */
static inline ssz_view *open_view(const subject *s, const bytes *value) {
    ssz_buffer *buffer = ssz_buffer_copy(value->data, value->size, NULL);
    CHECK(buffer != NULL);
    ssz_view *view = ssz_decode(s->schema, s->type, buffer, NULL);
    ssz_buffer_release(buffer);
    return view;
}

/* A view on a value of the type, whose bytes are also in `out`. */
static inline ssz_view *take_good_view(input *in, const subject *s, bytes *out) {
    take_good_value(in, s, out);
    ssz_view *view = open_view(s, out);
    CHECK(view != NULL);
    return view;
}

/* ---- what is left --------------------------------------------------------------------------- */

typedef struct tally {
    ssz_live live;
    uint64_t pieces;
} tally;

static inline tally take_tally(void) {
    all_kinds();
    ssz_trim();
    return (tally){ssz_live_objects(), ssz_memory_read().allocations};
}

/* Nothing is alive that was not before. */
static inline void check_tally(tally before) {
    tally now = take_tally();
    CHECK_BYTES(&now.live, &before.live, sizeof now.live);
    CHECK_EQUAL(now.pieces, before.pieces);
}

#endif
