/*
 * layout.h - the parts of checked bytes: how many there are and where each begins and ends.
 *
 * For bytes that have passed decode.h only: offsets are trusted.  Places count from the start of the
 * value.  Section of ssz/simple-serialize.md: "Serialization".
 */
#ifndef SSZ_LAYOUT_H
#define SSZ_LAYOUT_H

#include "bytes.h"
#include "schema.h"

typedef struct ssz_span {
    uint64_t offset;
    uint64_t size;
} ssz_span;

/* Bits of a bitlist: all below its delimiter.  The last byte is not 0. */
static inline uint64_t ssz_bitlist_count(const uint8_t *data, uint64_t size) {
    uint64_t count = (size - 1) * 8;
    for (uint8_t last = data[size - 1]; last > 1; last >>= 1) {
        count++;
    }
    return count;
}

/* Bits of a bitfield. */
static inline uint64_t ssz_bit_count(const ssz_type *type, const uint8_t *data, uint64_t size) {
    return type->is_list ? ssz_bitlist_count(data, size) : type->length;
}

/* Elements of a vector or list. */
static inline uint64_t ssz_element_count(const ssz_type *type, const ssz_type *element,
                                         const uint8_t *data, uint64_t size) {
    if (!type->is_list) {
        return type->length;
    }
    if (element->is_fixed) {
        return size / element->fixed_size;
    }
    return size == 0 ? 0 : load_u32(data) / SSZ_OFFSET_SIZE;
}

/* The part between the offset at `entry` and the one at `next`, or the end if there is no next. */
static inline ssz_span ssz_span_between(const uint8_t *entry, const uint8_t *next, uint64_t end) {
    uint64_t start = load_u32(entry);
    uint64_t stop = next ? load_u32(next) : end;
    return (ssz_span){.offset = start, .size = stop - start};
}

/* Element i of the `count` elements of a vector or list. */
static inline ssz_span ssz_element_span(const ssz_type *element, const uint8_t *data, uint64_t size,
                                        uint64_t count, uint64_t i) {
    if (element->is_fixed) {
        return (ssz_span){.offset = i * element->fixed_size, .size = element->fixed_size};
    }
    const uint8_t *entry = data + i * SSZ_OFFSET_SIZE;
    return ssz_span_between(entry, i + 1 == count ? NULL : entry + SSZ_OFFSET_SIZE, size);
}

/* Field i of a container. */
static inline ssz_span ssz_field_span(const ssz_schema *schema, const ssz_type *type,
                                      const uint8_t *data, uint64_t size, uint64_t i) {
    const ssz_member *member = &type->members[i];
    const ssz_type *part = ssz_schema_get(schema, member->type);
    if (part->is_fixed) {
        return (ssz_span){.offset = member->offset, .size = part->fixed_size};
    }
    bool is_last = member->next_variable == SSZ_NO_MEMBER;
    const uint8_t *next = is_last ? NULL : data + type->members[member->next_variable].offset;
    return ssz_span_between(data + member->offset, next, size);
}

#endif
