/*
 * shadow.h - values as plain objects, to hold edited views against.
 *
 * A shadow is a value with an identity: a container or a sequence has shadows for parts, everything else
 * has its bytes.  Replacing a part puts another shadow in its place, and whoever holds the old one keeps
 * it: that is what views promise.  Shadows are counted, because a view may be the last to hold one.
 */
#ifndef SSZ_TESTS_SHADOW_H
#define SSZ_TESTS_SHADOW_H

#include "layout.h"
#include "model.h"

typedef struct shadow shadow;
struct shadow {
    unsigned references;
    uint32_t type;
    uint32_t selector; /* of a union */
    uint64_t count;    /* parts; bits of a bitfield */
    uint64_t room;
    shadow **parts; /* of a container, sequence, union (one, or none for None) */
    uint8_t *data;  /* of a basic value; of a bitfield a byte for each bit */
};

static inline void *shadow_grow(void *memory, uint64_t size) {
    void *larger = realloc(memory, size ? size : 1);
    CHECK(larger != NULL);
    return larger;
}

static inline shadow *shadow_share(shadow *s) {
    s->references++;
    return s;
}

static inline void shadow_drop(shadow *s) {
    if (s && --s->references == 0) {
        for (uint64_t i = 0; s->parts && i < s->count; i++) {
            shadow_drop(s->parts[i]);
        }
        free(s->parts);
        free(s->data);
        free(s);
    }
}

/* Adds a part, or a bit, at the end. */
static inline void shadow_push(shadow *s, shadow *part) {
    if (s->count == s->room) {
        s->room = 2 * s->room + 4;
        s->parts = shadow_grow(s->parts, s->room * sizeof *s->parts);
    }
    s->parts[s->count++] = part;
}

static inline void shadow_push_bit(shadow *s, uint8_t bit) {
    if (s->count == s->room) {
        s->room = 2 * s->room + 4;
        s->data = shadow_grow(s->data, s->room);
    }
    s->data[s->count++] = bit;
}

static inline shadow *shadow_read(const ssz_schema *schema, const table *t, uint32_t type,
                                  const uint8_t *data, uint64_t size);

static inline void shadow_read_parts(const ssz_schema *schema, const table *t, shadow *s,
                                     const uint8_t *data, uint64_t size) {
    const ssz_type *type = ssz_schema_get(schema, s->type);
    bool is_container = model_is_container(&t->types[s->type]);
    const ssz_type *element = is_container ? NULL : ssz_schema_get(schema, type->element);
    uint64_t count =
        is_container ? type->member_count : ssz_element_count(type, element, data, size);
    for (uint64_t i = 0; i < count; i++) {
        ssz_span span = is_container ? ssz_field_span(schema, type, data, size, i)
                                     : ssz_element_span(element, data, size, count, i);
        uint32_t part = is_container ? type->members[i].type : type->element;
        shadow_push(s, shadow_read(schema, t, part, data + span.offset, span.size));
    }
}

/* The value that checked bytes encode. */
static inline shadow *shadow_read(const ssz_schema *schema, const table *t, uint32_t type,
                                  const uint8_t *data, uint64_t size) {
    const ssz_type_record *r = &t->types[type];
    shadow *s = calloc(1, sizeof *s);
    CHECK(s != NULL);
    s->references = 1;
    s->type = type;
    if (model_is_basic(r)) {
        s->data = shadow_grow(NULL, size);
        memcpy(s->data, data, size);
    } else if (model_is_bits(r)) {
        uint64_t count = r->kind == SSZ_KIND_BITVECTOR ? r->length : model_bit_count(data, size);
        for (uint64_t i = 0; i < count; i++) {
            shadow_push_bit(s, bytes_bit(data, i));
        }
    } else if (model_is_union(r)) {
        s->selector = data[0];
        uint32_t option = model_option(t, r, data[0])->type;
        if (option != SSZ_NO_TYPE) {
            shadow_push(s, shadow_read(schema, t, option, data + 1, size - 1));
        }
    } else {
        shadow_read_parts(schema, t, s, data, size);
    }
    return s;
}

static inline void shadow_write(const table *t, const shadow *s, bytes *out);

static inline void shadow_write_parts(const table *t, const shadow *s, bytes *out) {
    uint64_t start = out->size;
    for (uint64_t i = 0; i < s->count; i++) {
        bytes_fill(out, 0, model_slot(t, s->parts[i]->type));
    }
    for (uint64_t i = 0, at = start; i < s->count; i++) {
        uint64_t slot = model_slot(t, s->parts[i]->type);
        uint64_t end = out->size;
        shadow_write(t, s->parts[i], out);
        if (model_fixed_size(t, s->parts[i]->type) != 0) {
            memcpy(out->data + at, out->data + end, slot);
            out->size = end;
        } else {
            bytes_put_u32(out->data + at, end - start);
        }
        at += slot;
    }
}

/* Adds the encoding. */
static inline void shadow_write(const table *t, const shadow *s, bytes *out) {
    const ssz_type_record *r = &t->types[s->type];
    if (model_is_basic(r)) {
        bytes_add(out, s->data, r->length);
    } else if (model_is_bits(r)) {
        uint64_t stored = r->kind == SSZ_KIND_BITVECTOR ? s->count : s->count + 1;
        uint8_t *at = out->data + out->size;
        bytes_fill(out, 0, (stored + 7) / 8);
        for (uint64_t i = 0; i < stored; i++) {
            uint8_t bit = i < s->count ? s->data[i] : 1;
            at[i / 8] |= (uint8_t)(bit << (i % 8));
        }
    } else if (model_is_union(r)) {
        bytes_fill(out, (uint8_t)s->selector, 1);
        if (s->count == 1) {
            shadow_write(t, s->parts[0], out);
        }
    } else {
        shadow_write_parts(t, s, out);
    }
}

#endif
