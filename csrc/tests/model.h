/*
 * model.h - a second, plain reading of the spec to hold the library against.
 *
 * Slow and simple on purpose: it works on the table as the test wrote it down, knows nothing of
 * compiled schemas, and follows the text of ssz/simple-serialize.md, EIP-7916, EIP-7495 and EIP-8016
 * type by type.  Four things: model_accepts (is this an encoding?), model_generate (a random value),
 * model_rebuild (the encoding put together again from the parts that the library finds), and
 * model_root (hash_tree_root by recursion).
 */
#ifndef SSZ_TESTS_MODEL_H
#define SSZ_TESTS_MODEL_H

#include "locate.h"
#include "reference.h"
#include "tables.h"

#define MODEL_BYTES (1 << 18)

/* Bytes that grow at the end. */
typedef struct bytes {
    uint64_t size;
    uint8_t data[MODEL_BYTES];
} bytes;

static inline void bytes_add(bytes *b, const void *data, uint64_t size) {
    CHECK(size <= MODEL_BYTES - b->size);
    if (size != 0) {
        memcpy(b->data + b->size, data, size);
    }
    b->size += size;
}

static inline void bytes_fill(bytes *b, uint8_t value, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        bytes_add(b, &value, 1);
    }
}

static inline void bytes_put_u32(uint8_t *at, uint64_t value) {
    for (unsigned i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

static inline uint64_t bytes_get_u32(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24;
}

static inline bool bytes_bit(const uint8_t *data, uint64_t i) {
    return data[i / 8] >> (i % 8) & 1;
}

/* ---- types ---------------------------------------------------------------------------------- */

static inline bool model_is_container(const ssz_type_record *r) {
    return r->kind == SSZ_KIND_CONTAINER || r->kind == SSZ_KIND_PROGRESSIVE_CONTAINER;
}

static inline bool model_is_union(const ssz_type_record *r) {
    return r->kind == SSZ_KIND_UNION || r->kind == SSZ_KIND_COMPATIBLE_UNION;
}

static inline bool model_is_basic(const ssz_type_record *r) {
    return r->kind == SSZ_KIND_UINT || r->kind == SSZ_KIND_BOOLEAN;
}

static inline bool model_is_bits(const ssz_type_record *r) {
    return r->kind == SSZ_KIND_BITVECTOR || r->kind == SSZ_KIND_BITLIST ||
           r->kind == SSZ_KIND_PROGRESSIVE_BITLIST;
}

static inline bool model_is_sequence(const ssz_type_record *r) {
    return r->kind == SSZ_KIND_VECTOR || r->kind == SSZ_KIND_LIST ||
           r->kind == SSZ_KIND_PROGRESSIVE_LIST;
}

/* The type of part i of a container or sequence. */
static inline uint32_t model_part_type(const table *t, const ssz_type_record *r, uint64_t i) {
    return model_is_container(r) ? t->members[r->first_member + i].type : r->element;
}

/* Bytes of every value of the type, or 0 if they differ. */
static inline uint64_t model_fixed_size(const table *t, uint32_t type) {
    const ssz_type_record *r = &t->types[type];
    uint64_t size = 0;
    switch (r->kind) {
    case SSZ_KIND_UINT:
    case SSZ_KIND_BOOLEAN:
        return r->length;
    case SSZ_KIND_BITVECTOR:
        return (r->length + 7) / 8;
    case SSZ_KIND_VECTOR:
        return r->length * model_fixed_size(t, r->element);
    case SSZ_KIND_CONTAINER:
    case SSZ_KIND_PROGRESSIVE_CONTAINER:
        for (uint32_t i = 0; i < r->member_count; i++) {
            uint64_t part = model_fixed_size(t, model_part_type(t, r, i));
            if (part == 0) {
                return 0;
            }
            size += part;
        }
        return size;
    default:
        return 0;
    }
}

/* Bytes that a part takes in the fixed part of the whole: its own or those of an offset. */
static inline uint64_t model_slot(const table *t, uint32_t type) {
    uint64_t size = model_fixed_size(t, type);
    return size != 0 ? size : 4;
}

/* ---- is this an encoding? ------------------------------------------------------------------- */

static inline bool model_accepts(const table *t, uint32_t type, const uint8_t *data, uint64_t size);

/* Whether `count` parts, some of them behind offsets, take up exactly these bytes. */
static inline bool model_fills(const table *t, const ssz_type_record *r, uint64_t count,
                               const uint8_t *data, uint64_t size) {
    uint64_t head = 0;
    for (uint64_t i = 0; i < count && head <= size; i++) {
        head += model_slot(t, model_part_type(t, r, i));
    }
    if (head > size) {
        return false;
    }
    uint32_t open = SSZ_NO_TYPE; /* the part behind the last offset, whose end is to come */
    uint64_t start = head;
    for (uint64_t i = 0, at = 0; i < count; i++) {
        uint32_t part = model_part_type(t, r, i);
        uint64_t slot = model_slot(t, part);
        if (model_fixed_size(t, part) != 0) {
            if (!model_accepts(t, part, data + at, slot)) {
                return false;
            }
        } else {
            uint64_t offset = bytes_get_u32(data + at);
            bool good = open == SSZ_NO_TYPE
                            ? offset == head
                            : offset >= start && offset <= size &&
                                  model_accepts(t, open, data + start, offset - start);
            if (!good) {
                return false;
            }
            open = part;
            start = offset;
        }
        at += slot;
    }
    return open == SSZ_NO_TYPE ? head == size : model_accepts(t, open, data + start, size - start);
}

/* Bits below the delimiter; the last byte is not 0. */
static inline uint64_t model_bit_count(const uint8_t *data, uint64_t size) {
    uint64_t bits = size * 8 - 1;
    while (!bytes_bit(data, bits)) {
        bits--;
    }
    return bits;
}

static inline bool model_accepts_bits(const ssz_type_record *r, const uint8_t *data,
                                      uint64_t size) {
    if (r->kind == SSZ_KIND_BITVECTOR) {
        if (size != (r->length + 7) / 8) {
            return false;
        }
        for (uint64_t i = r->length; i < size * 8; i++) {
            if (bytes_bit(data, i)) {
                return false;
            }
        }
        return true;
    }
    if (size == 0 || data[size - 1] == 0) {
        return false;
    }
    return r->kind == SSZ_KIND_PROGRESSIVE_BITLIST || model_bit_count(data, size) <= r->length;
}

static inline bool model_accepts_list(const table *t, const ssz_type_record *r, const uint8_t *data,
                                      uint64_t size) {
    uint64_t each = model_fixed_size(t, r->element);
    uint64_t count = 0;
    if (each != 0) {
        count = size / each;
    } else if (size != 0) {
        uint64_t first = size < 4 ? 0 : bytes_get_u32(data);
        if (first < 4 || first % 4 != 0) {
            return false;
        }
        count = first / 4;
    }
    return (r->kind == SSZ_KIND_PROGRESSIVE_LIST || count <= r->length) &&
           model_fills(t, r, count, data, size);
}

static inline const ssz_member_record *model_option(const table *t, const ssz_type_record *r,
                                                    uint32_t selector) {
    for (uint32_t i = 0; i < r->member_count; i++) {
        if (t->members[r->first_member + i].key == selector) {
            return &t->members[r->first_member + i];
        }
    }
    return NULL;
}

static inline bool model_accepts(const table *t, uint32_t type, const uint8_t *data,
                                 uint64_t size) {
    const ssz_type_record *r = &t->types[type];
    if (model_is_bits(r)) {
        return model_accepts_bits(r, data, size);
    }
    if (model_is_union(r)) {
        const ssz_member_record *option = size == 0 ? NULL : model_option(t, r, data[0]);
        if (!option) {
            return false;
        }
        return option->type == SSZ_NO_TYPE ? size == 1
                                           : model_accepts(t, option->type, data + 1, size - 1);
    }
    switch (r->kind) {
    case SSZ_KIND_UINT:
        return size == r->length;
    case SSZ_KIND_BOOLEAN:
        return size == 1 && data[0] <= 1;
    case SSZ_KIND_VECTOR:
        return model_fills(t, r, r->length, data, size);
    case SSZ_KIND_CONTAINER:
    case SSZ_KIND_PROGRESSIVE_CONTAINER:
        return model_fills(t, r, r->member_count, data, size);
    default:
        return model_accepts_list(t, r, data, size);
    }
}

/* ---- random values -------------------------------------------------------------------------- */

static inline void model_generate(const table *t, uint32_t type, bytes *out);

static inline void model_generate_bits(const ssz_type_record *record, bytes *out) {
    uint64_t count = record->length;
    if (record->kind != SSZ_KIND_BITVECTOR) {
        uint64_t most = random_below(4) == 0 ? 700 : 20;
        if (record->kind == SSZ_KIND_BITLIST && record->length < most) {
            most = record->length;
        }
        count = random_below(most + 1);
    }
    uint64_t stored = record->kind == SSZ_KIND_BITVECTOR ? count : count + 1;
    uint8_t *at = out->data + out->size;
    bytes_fill(out, 0, (stored + 7) / 8);
    for (uint64_t i = 0; i < count; i++) {
        at[i / 8] |= (uint8_t)((random_u64() & 1) << (i % 8));
    }
    if (stored > count) {
        at[count / 8] |= (uint8_t)(1u << (count % 8));
    }
}

static inline void model_generate_parts(const table *t, const ssz_type_record *record,
                                        uint64_t count, bytes *out) {
    uint64_t start = out->size;
    for (uint64_t i = 0; i < count; i++) {
        bytes_fill(out, 0, model_slot(t, model_part_type(t, record, i)));
    }
    for (uint64_t i = 0, at = start; i < count; i++) {
        uint32_t part = model_part_type(t, record, i);
        uint64_t slot = model_slot(t, part);
        if (model_fixed_size(t, part) != 0) {
            uint64_t end = out->size;
            model_generate(t, part, out);
            memcpy(out->data + at, out->data + end, slot);
            out->size = end;
        } else {
            bytes_put_u32(out->data + at, out->size - start);
            model_generate(t, part, out);
        }
        at += slot;
    }
}

/* How long to make a list: mostly short, sometimes up to its limit, short again in big values. */
static inline uint64_t model_some_count(const ssz_type_record *record, const bytes *out) {
    uint64_t most = out->size > 1024 ? 1 : random_below(6) == 0 ? 70 : 4;
    if (record->kind == SSZ_KIND_LIST && record->length < most) {
        most = record->length;
    }
    return random_below(most + 1);
}

/* Adds a random value of the type. */
static inline void model_generate(const table *t, uint32_t type, bytes *out) {
    const ssz_type_record *record = &t->types[type];
    if (model_is_bits(record)) {
        model_generate_bits(record, out);
    } else if (model_is_union(record)) {
        uint64_t option = random_below(record->member_count);
        const ssz_member_record *member = &t->members[record->first_member + option];
        bytes_fill(out, (uint8_t)member->key, 1);
        if (member->type != SSZ_NO_TYPE) {
            model_generate(t, member->type, out);
        }
    } else if (record->kind == SSZ_KIND_BOOLEAN) {
        bytes_fill(out, (uint8_t)random_below(2), 1);
    } else if (record->kind == SSZ_KIND_UINT) {
        for (uint64_t i = 0; i < record->length; i++) {
            bytes_fill(out, (uint8_t)random_u64(), 1);
        }
    } else {
        uint64_t count = record->kind == SSZ_KIND_VECTOR ? record->length
                         : model_is_container(record)    ? record->member_count
                                                         : model_some_count(record, out);
        model_generate_parts(t, record, count, out);
    }
}

/* ---- the encoding, from the parts that the library finds ------------------------------------ */

/* Asks for a part that can't be there, to be told how many are. */
static inline uint64_t model_located_count(const ssz_schema *schema, uint32_t type,
                                           const uint8_t *data, uint64_t size) {
    ssz_place place;
    ssz_error err;
    int32_t code = ssz_locate_part(schema, type, data, size, UINT64_MAX, &place, &err);
    bool counted = code == SSZ_NO_SUCH_FIELD || code == SSZ_NO_SUCH_POSITION;
    return counted ? err.expected : 0;
}

static inline bool model_rebuild(const ssz_schema *schema, const table *t, uint32_t type,
                                 const uint8_t *data, uint64_t size, bytes *out);

static inline bool model_rebuild_bits(const ssz_schema *schema, const ssz_type_record *r,
                                      uint32_t type, const uint8_t *data, uint64_t size,
                                      bytes *out) {
    uint64_t count = model_located_count(schema, type, data, size);
    if (r->kind == SSZ_KIND_BITVECTOR ? count != r->length
                                      : r->kind == SSZ_KIND_BITLIST && count > r->length) {
        return false;
    }
    bool delimited = r->kind != SSZ_KIND_BITVECTOR;
    uint8_t *at = out->data + out->size;
    bytes_fill(out, 0, (count + delimited + 7) / 8);
    for (uint64_t i = 0; i < count; i++) {
        ssz_place place;
        if (ssz_locate_part(schema, type, data, size, i, &place, NULL) != SSZ_OK ||
            place.type != SSZ_NO_TYPE || place.size != 1 || place.offset != i / 8 ||
            place.bit != i % 8) {
            return false;
        }
        at[i / 8] |= (uint8_t)((data[place.offset] >> place.bit & 1) << (i % 8));
    }
    if (delimited) {
        at[count / 8] |= (uint8_t)(1u << (count % 8));
    }
    return true;
}

static inline bool model_rebuild_parts(const ssz_schema *schema, const table *t, uint32_t type,
                                       const uint8_t *data, uint64_t size, bytes *out) {
    const ssz_type_record *r = &t->types[type];
    uint64_t count = model_located_count(schema, type, data, size);
    uint64_t start = out->size;
    uint64_t limit = model_is_container(r)                  ? r->member_count
                     : r->kind == SSZ_KIND_PROGRESSIVE_LIST ? UINT64_MAX
                                                            : r->length;
    bool exact = model_is_container(r) || r->kind == SSZ_KIND_VECTOR;
    if (exact ? count != limit : count > limit) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        bytes_fill(out, 0, model_slot(t, model_part_type(t, r, i)));
    }
    for (uint64_t i = 0, at = 0; i < count; i++) {
        uint32_t part = model_part_type(t, r, i);
        bool fixed = model_fixed_size(t, part) != 0;
        uint64_t end = out->size;
        uint64_t expected = fixed ? at : end - start;
        ssz_place place;
        if (ssz_locate_part(schema, type, data, size, i, &place, NULL) != SSZ_OK ||
            place.type != part || place.bit != 0 || place.offset != expected ||
            place.size > size - place.offset ||
            !model_rebuild(schema, t, part, data + place.offset, place.size, out)) {
            return false;
        }
        if (fixed) {
            memcpy(out->data + start + at, out->data + end, out->size - end);
            out->size = end;
        } else {
            bytes_put_u32(out->data + start + at, expected);
        }
        at += model_slot(t, part);
    }
    return true;
}

/* Adds the encoding of the value that `size` checked bytes at `data` hold, made of its smallest parts.
 * False if a part does not lie where the encoding has it. */
static inline bool model_rebuild(const ssz_schema *schema, const table *t, uint32_t type,
                                 const uint8_t *data, uint64_t size, bytes *out) {
    const ssz_type_record *r = &t->types[type];
    if (model_is_basic(r)) {
        bytes_add(out, data, size);
        return size == r->length;
    }
    if (model_is_bits(r)) {
        return model_rebuild_bits(schema, r, type, data, size, out);
    }
    if (!model_is_union(r)) {
        return model_rebuild_parts(schema, t, type, data, size, out);
    }
    ssz_place place;
    ssz_error err;
    /* No selector is above 127, so the library must say which one the value has. */
    if (ssz_locate_part(schema, type, data, size, 128, &place, &err) != SSZ_NO_SUCH_OPTION) {
        return false;
    }
    const ssz_member_record *option = model_option(t, r, (uint32_t)err.expected);
    bytes_fill(out, (uint8_t)err.expected, 1);
    if (!option ||
        ssz_locate_part(schema, type, data, size, err.expected, &place, NULL) != SSZ_OK ||
        place.type != option->type || place.offset != 1 || place.size != size - 1) {
        return false;
    }
    return option->type == SSZ_NO_TYPE
               ? place.size == 0
               : model_rebuild(schema, t, option->type, data + 1, place.size, out);
}

/* ---- hash_tree_root ------------------------------------------------------------------------- */

/* Levels of a tree with room for `count` chunks. */
static inline unsigned model_depth(uint64_t count) {
    unsigned depth = 0;
    while (depth < 64 && (uint64_t)1 << depth < count) {
        depth++;
    }
    return depth;
}

static inline void model_mix_in(uint8_t *root, uint64_t number) {
    uint8_t chunk[32] = {0};
    for (unsigned i = 0; i < 8; i++) {
        chunk[i] = (uint8_t)(number >> (8 * i));
    }
    reference_pair(root, chunk, root);
}

static inline void model_root(const table *t, uint32_t type, const uint8_t *data, uint64_t size,
                              uint8_t *out);

/* `count` zero chunks, which the caller frees. */
static inline uint8_t *model_chunks(uint64_t count) {
    uint8_t *chunks = allocate(count * 32);
    memset(chunks, 0, count * 32);
    return chunks;
}

static inline uint64_t model_chunk_count(uint64_t size) {
    return size / 32 + (size % 32 != 0);
}

static inline void model_root_of_bits(const ssz_type_record *r, const uint8_t *data, uint64_t size,
                                      uint8_t *out) {
    uint64_t count = r->kind == SSZ_KIND_BITVECTOR ? r->length : model_bit_count(data, size);
    uint64_t chunk_count = count / 256 + (count % 256 != 0);
    uint8_t *chunks = model_chunks(chunk_count);
    for (uint64_t i = 0; i < count; i++) {
        chunks[i / 8] |= (uint8_t)(bytes_bit(data, i) << (i % 8));
    }
    if (r->kind == SSZ_KIND_PROGRESSIVE_BITLIST) {
        reference_progressive(chunks, chunk_count, 0, out);
    } else {
        uint64_t limit = r->length / 256 + (r->length % 256 != 0);
        reference_root(chunks, chunk_count, model_depth(limit), 0, out);
    }
    if (r->kind != SSZ_KIND_BITVECTOR) {
        model_mix_in(out, count);
    }
    free(chunks);
}

/* The roots of the parts one after the other, the i-th at the place that `keys` or i gives it. */
static inline void model_root_parts(const table *t, const ssz_type_record *r, uint64_t count,
                                    const uint8_t *data, uint64_t size, uint8_t *chunks) {
    bool placed = r->kind == SSZ_KIND_PROGRESSIVE_CONTAINER;
    for (uint64_t i = 0, at = 0; i < count; i++) {
        uint32_t part = model_part_type(t, r, i);
        uint64_t slot = model_slot(t, part);
        uint64_t start = at;
        uint64_t end = at + slot;
        if (model_fixed_size(t, part) == 0) {
            start = bytes_get_u32(data + at);
            end = size;
            for (uint64_t j = i + 1, next = at + slot; j < count; j++) {
                uint32_t later = model_part_type(t, r, j);
                if (model_fixed_size(t, later) == 0) {
                    end = bytes_get_u32(data + next);
                    break;
                }
                next += model_slot(t, later);
            }
        }
        uint64_t place = placed ? t->members[r->first_member + i].key : i;
        model_root(t, part, data + start, end - start, chunks + place * 32);
        at += slot;
    }
}

static inline void model_root_of_sequence(const table *t, const ssz_type_record *r,
                                          const uint8_t *data, uint64_t size, uint8_t *out) {
    uint64_t each = model_fixed_size(t, r->element);
    uint64_t count = r->kind == SSZ_KIND_VECTOR ? r->length
                     : size == 0                ? 0
                     : each != 0                ? size / each
                                                : bytes_get_u32(data) / 4;
    bool packed = model_is_basic(&t->types[r->element]);
    uint64_t per_chunk = packed ? 32 / each : 1;
    uint64_t chunk_count = packed ? model_chunk_count(size) : count;
    uint8_t *chunks = model_chunks(chunk_count);
    if (packed && size != 0) {
        memcpy(chunks, data, size);
    } else {
        model_root_parts(t, r, count, data, size, chunks);
    }
    if (r->kind == SSZ_KIND_PROGRESSIVE_LIST) {
        reference_progressive(chunks, chunk_count, 0, out);
    } else {
        uint64_t limit = r->length / per_chunk + (r->length % per_chunk != 0);
        reference_root(chunks, chunk_count, model_depth(limit), 0, out);
    }
    if (r->kind != SSZ_KIND_VECTOR) {
        model_mix_in(out, count);
    }
    free(chunks);
}

static inline void model_root_of_container(const table *t, const ssz_type_record *r,
                                           const uint8_t *data, uint64_t size, uint8_t *out) {
    uint8_t *chunks = model_chunks(r->member_count > 256 ? r->member_count : 256);
    model_root_parts(t, r, r->member_count, data, size, chunks);
    if (r->kind == SSZ_KIND_CONTAINER) {
        reference_root(chunks, r->member_count, model_depth(r->member_count), 0, out);
    } else {
        const ssz_member_record *members = &t->members[r->first_member];
        uint8_t active[32] = {0};
        for (uint32_t i = 0; i < r->member_count; i++) {
            active[members[i].key / 8] |= (uint8_t)(1u << (members[i].key % 8));
        }
        reference_progressive(chunks, (uint64_t)members[r->member_count - 1].key + 1, 0, out);
        reference_pair(out, active, out);
    }
    free(chunks);
}

/* Writes the root of a value, whose encoding is valid, to `out`. */
static inline void model_root(const table *t, uint32_t type, const uint8_t *data, uint64_t size,
                              uint8_t *out) {
    const ssz_type_record *r = &t->types[type];
    if (model_is_basic(r)) {
        memset(out, 0, 32);
        memcpy(out, data, size);
    } else if (model_is_bits(r)) {
        model_root_of_bits(r, data, size, out);
    } else if (model_is_sequence(r)) {
        model_root_of_sequence(t, r, data, size, out);
    } else if (model_is_container(r)) {
        model_root_of_container(t, r, data, size, out);
    } else {
        const ssz_member_record *option = model_option(t, r, data[0]);
        memset(out, 0, 32);
        if (option->type != SSZ_NO_TYPE) {
            model_root(t, option->type, data + 1, size - 1, out);
        }
        model_mix_in(out, data[0]);
    }
}

#endif
