/* locate.c - see locate.h. */
#include "locate.h"

#include "decode.h"
#include "error.h"
#include "layout.h"

/* Crosses to other languages, so it has the same layout everywhere. */
_Static_assert(sizeof(ssz_place) == 24, "size of ssz_place");

static ssz_place place_of(ssz_span span, uint32_t type) {
    return (ssz_place){.offset = span.offset, .size = span.size, .type = type};
}

static int32_t locate_field(const ssz_schema *schema, const ssz_type *type, const uint8_t *data,
                            uint64_t size, uint64_t key, ssz_place *out, ssz_error *err) {
    if (key >= type->member_count) {
        return ssz_fail(err, SSZ_NO_SUCH_FIELD, 0, type->member_count, key);
    }
    *out = place_of(ssz_field_span(schema, type, data, size, key), type->members[key].type);
    return SSZ_OK;
}

static int32_t locate_element(const ssz_schema *schema, const ssz_type *type, const uint8_t *data,
                              uint64_t size, uint64_t key, ssz_place *out, ssz_error *err) {
    const ssz_type *element = ssz_schema_get(schema, type->element);
    uint64_t count = ssz_element_count(type, element, data, size);
    if (key >= count) {
        return ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, count, key);
    }
    *out = place_of(ssz_element_span(element, data, size, count, key), type->element);
    return SSZ_OK;
}

static int32_t locate_bit(const ssz_type *type, const uint8_t *data, uint64_t size, uint64_t key,
                          ssz_place *out, ssz_error *err) {
    uint64_t count = ssz_bit_count(type, data, size);
    if (key >= count) {
        return ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, count, key);
    }
    *out =
        (ssz_place){.offset = key / 8, .size = 1, .type = SSZ_NO_TYPE, .bit = (uint32_t)(key % 8)};
    return SSZ_OK;
}

static int32_t locate_option(const ssz_type *type, const uint8_t *data, uint64_t size, uint64_t key,
                             ssz_place *out, ssz_error *err) {
    if (key != data[0]) {
        return ssz_fail(err, SSZ_NO_SUCH_OPTION, 0, data[0], key);
    }
    *out = (ssz_place){.offset = 1, .size = size - 1, .type = ssz_type_option(type, key)->type};
    return SSZ_OK;
}

int32_t ssz_locate_part(const ssz_schema *schema, uint32_t type, const uint8_t *data, uint64_t size,
                        uint64_t key, ssz_place *out, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, type);
    switch (t->shape) {
    case SSZ_SHAPE_CONTAINER:
        return locate_field(schema, t, data, size, key, out, err);
    case SSZ_SHAPE_SEQUENCE:
        return locate_element(schema, t, data, size, key, out, err);
    case SSZ_SHAPE_BITS:
        return locate_bit(t, data, size, key, out, err);
    case SSZ_SHAPE_UNION:
        return locate_option(t, data, size, key, out, err);
    default:
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, key);
    }
}

/* ---- in bytes that have not been checked ------------------------------------------------------- */

static int32_t locate_unchecked(const ssz_schema *schema, ssz_place *place, const uint8_t *data,
                                uint64_t key, ssz_error *err) {
    if (place->type == SSZ_NO_TYPE) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, key);
    }
    const uint8_t *value = data + place->offset;
    ssz_place part;
    int32_t code = ssz_decode_check_step(schema, place->type, value, place->size, key, err);
    if (code != SSZ_OK) {
        if (err) {
            err->offset += place->offset;
        }
        return code;
    }
    code = ssz_locate_part(schema, place->type, value, place->size, key, &part, err);
    if (code == SSZ_OK) {
        part.offset += place->offset;
        *place = part;
    }
    return code;
}

int32_t ssz_locate(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                   const uint64_t *keys, uint32_t key_count, ssz_place *out, ssz_error *err) {
    ssz_place place = {.offset = 0, .size = size, .type = type};
    for (uint32_t i = 0; i < key_count; i++) {
        int32_t code = locate_unchecked(schema, &place, data, keys[i], err);
        if (code != SSZ_OK) {
            while (i-- > 0) {
                ssz_error_step(err, keys[i]);
            }
            ssz_error_finish(err);
            return code;
        }
    }
    *out = place;
    return SSZ_OK;
}

int32_t ssz_count(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                  uint64_t *out, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, type);
    if (t->shape != SSZ_SHAPE_SEQUENCE) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    uint64_t count;
    int32_t code = ssz_decode_check_head(schema, type, data, size, &count, err);
    if (code == SSZ_OK) {
        *out = count;
    }
    return code;
}
