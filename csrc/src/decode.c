/*
 * decode.c - see decode.h.
 *
 * When several things are wrong, the one reported is the one that a reader in the order of the spec
 * meets first: the length of the value, then the fixed part, then the offset table as a whole, then
 * the variable-size parts one after the other.
 */
#include "decode.h"

#include <string.h>

#include "common.h"
#include "error.h"
#include "layout.h"

typedef struct reader {
    const ssz_schema *schema;
    const uint8_t *data; /* the whole input */
    ssz_error *err;
} reader;

static int32_t check_value(const reader *r, uint32_t type, uint64_t at, uint64_t size);
static int32_t check_fixed(const reader *r, uint32_t type, uint64_t at, uint64_t count);
static int32_t check_one(const reader *r, uint32_t type, uint64_t at);

static const ssz_type *type_of(const reader *r, uint32_t type) {
    return ssz_schema_get(r->schema, type);
}

/* ---- values of fixed size ------------------------------------------------------------------- */

/* The bits of all bytes at `first`, `first + stride`, ... put together. */
static uint8_t gather_bits(const uint8_t *first, uint64_t stride, uint64_t count) {
    uint64_t i = 0;
    uint64_t bits = 0;
    if (stride == 1) {
        for (; i + 32 <= count; i += 32) {
            uint64_t words[4];
            memcpy(words, first + i, sizeof words);
            bits |= words[0] | words[1] | words[2] | words[3];
        }
        bits |= bits >> 32;
        bits |= bits >> 16;
        bits |= bits >> 8;
    }
    for (; i + 4 <= count; i += 4) {
        const uint8_t *p = first + i * stride;
        bits |= (uint64_t)(p[0] | p[stride] | p[2 * stride] | p[3 * stride]);
    }
    for (; i < count; i++) {
        bits |= first[i * stride];
    }
    return (uint8_t)bits;
}

static bool bit_checks_pass(const reader *r, const ssz_type *type, uint64_t at, uint64_t count) {
    const ssz_bit_check *bit_checks = r->schema->bit_checks + type->first_bit_check;
    for (uint32_t i = 0; i < type->bit_check_count; i++) {
        const uint8_t *first = r->data + at + bit_checks[i].offset;
        if (gather_bits(first, type->fixed_size, count) & bit_checks[i].mask) {
            return false;
        }
    }
    return true;
}

/* Finds what is wrong with one fixed-size value, part by part.  Good parts are passed over by their
 * bit_checks: walked to the bottom, deep types would take their depth times as long as they are large. */
static int32_t check_parts(const reader *r, uint32_t type, uint64_t at) {
    const ssz_type *t = type_of(r, type);
    switch (t->shape) {
    case SSZ_SHAPE_BASIC: /* a boolean: of uints no byte is wrong */
        return r->data[at] <= 1 ? SSZ_OK : ssz_fail(r->err, SSZ_NOT_A_BIT, at, 1, r->data[at]);
    case SSZ_SHAPE_BITS: {
        uint64_t last = at + t->fixed_size - 1;
        bool padded = t->length % 8 == 0 || r->data[last] >> (t->length % 8) == 0;
        return padded ? SSZ_OK : ssz_fail(r->err, SSZ_PADDING_BITS, last, 0, r->data[last]);
    }
    case SSZ_SHAPE_SEQUENCE:
        return check_fixed(r, t->element, at, t->length);
    case SSZ_SHAPE_CONTAINER:
        for (uint32_t i = t->first_checked; i != SSZ_NO_MEMBER; i = t->members[i].next_checked) {
            const ssz_member *member = &t->members[i];
            int32_t code = check_one(r, member->type, at + member->offset);
            if (code != SSZ_OK) {
                ssz_error_step(r->err, i);
                return code;
            }
        }
        return SSZ_OK;
    default:
        return SSZ_OK;
    }
}

/* Checks `count` values of a fixed-size type that stand in a row; an error names the element. */
static int32_t check_fixed(const reader *r, uint32_t type, uint64_t at, uint64_t count) {
    const ssz_type *t = type_of(r, type);
    if (ssz_type_is_unchecked(t) || (!t->has_many_bit_checks && bit_checks_pass(r, t, at, count))) {
        return SSZ_OK;
    }
    for (uint64_t i = 0; i < count; i++) {
        int32_t code = check_parts(r, type, at + i * t->fixed_size);
        if (code != SSZ_OK) {
            ssz_error_step(r->err, i);
            return code;
        }
    }
    return SSZ_OK;
}

/* Checks one value of a fixed-size type. */
static int32_t check_one(const reader *r, uint32_t type, uint64_t at) {
    const ssz_type *t = type_of(r, type);
    if (ssz_type_is_unchecked(t) || (!t->has_many_bit_checks && bit_checks_pass(r, t, at, 1))) {
        return SSZ_OK;
    }
    return check_parts(r, type, at);
}

/* ---- bitlists and unions -------------------------------------------------------------------- */

static int32_t check_bitlist(const reader *r, const ssz_type *type, uint64_t at, uint64_t size) {
    if (size == 0) {
        return ssz_fail(r->err, SSZ_EMPTY_ENCODING, at, 1, 0);
    }
    uint64_t end = at + size - 1;
    if (r->data[end] == 0) {
        bool any = false;
        for (uint64_t i = 0; i < size && !any; i++) {
            any = r->data[at + i] != 0;
        }
        return ssz_fail(r->err, any ? SSZ_TRAILING_ZEROS : SSZ_NO_DELIMITER, end, 0, 0);
    }
    uint64_t bits = ssz_bitlist_count(r->data + at, size);
    if (type->has_limit && bits > type->length) {
        return ssz_fail(r->err, SSZ_LIMIT, end, type->length, bits);
    }
    return SSZ_OK;
}

static int32_t check_selector(const reader *r, const ssz_type *type, uint64_t at, uint64_t size) {
    if (size == 0) {
        return ssz_fail(r->err, SSZ_NO_SELECTOR, at, 1, 0);
    }
    uint8_t selector = r->data[at];
    if (!ssz_type_option(type, selector)) {
        return ssz_fail(r->err, SSZ_UNKNOWN_SELECTOR, at, 0, selector);
    }
    return SSZ_OK;
}

static int32_t check_union(const reader *r, const ssz_type *type, uint64_t at, uint64_t size) {
    SSZ_TRY(check_selector(r, type, at, size));
    int32_t code = SSZ_OK;
    uint8_t selector = r->data[at];
    const ssz_member *option = ssz_type_option(type, selector);
    if (option->type != SSZ_NO_TYPE) {
        code = check_value(r, option->type, at + 1, size - 1);
    } else if (size != 1) {
        code = ssz_fail(r->err, SSZ_SCOPE, at + 1, 0, size - 1);
    }
    if (code != SSZ_OK) {
        ssz_error_step(r->err, selector);
    }
    return code;
}

/* ---- values with offset tables -------------------------------------------------------------- */

/* The boundary that closes a part: the next offset, or the end of the whole. */
static int32_t check_boundary(const reader *r, uint64_t entry, uint64_t offset, uint64_t boundary,
                              bool is_last) {
    if (offset <= boundary) {
        return SSZ_OK;
    }
    return ssz_fail(r->err, is_last ? SSZ_OFFSET_PAST_SCOPE : SSZ_OFFSET_UNORDERED, entry, boundary,
                    offset);
}

/* `count` >= 1 offsets of elements, whose table fits and whose first is checked. */
static int32_t check_table(const reader *r, uint64_t at, uint64_t size, uint64_t count) {
    const uint8_t *table = r->data + at;
    for (uint64_t i = 0; i < count; i++) {
        bool is_last = i + 1 == count;
        const uint8_t *entry = table + i * SSZ_OFFSET_SIZE;
        uint64_t boundary = is_last ? size : load_u32(entry + SSZ_OFFSET_SIZE);
        int32_t code =
            check_boundary(r, at + i * SSZ_OFFSET_SIZE, load_u32(entry), boundary, is_last);
        if (code != SSZ_OK) {
            ssz_error_step(r->err, i);
            return code;
        }
    }
    return SSZ_OK;
}

/* Elements of variable size, under the same conditions. */
static int32_t check_elements(const reader *r, uint32_t element, uint64_t at, uint64_t size,
                              uint64_t count) {
    SSZ_TRY(check_table(r, at, size, count));
    const uint8_t *table = r->data + at;
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *entry = table + i * SSZ_OFFSET_SIZE;
        uint64_t start = load_u32(entry);
        uint64_t end = i + 1 == count ? size : load_u32(entry + SSZ_OFFSET_SIZE);
        int32_t code = check_value(r, element, at + start, end - start);
        if (code != SSZ_OK) {
            ssz_error_step(r->err, i);
            return code;
        }
    }
    return SSZ_OK;
}

/* Of a vector of variable-size elements: that its table fits, and ends where its first offset says. */
static int32_t check_vector_head(const reader *r, const ssz_type *type, uint64_t at,
                                 uint64_t size) {
    uint64_t table = type->fixed_size;
    if (size < table) {
        return ssz_fail(r->err, SSZ_SCOPE_TOO_SMALL, at + size, table, size);
    }
    uint64_t first = load_u32(r->data + at);
    if (first != table) {
        return ssz_fail(r->err, SSZ_FIRST_OFFSET, at, table, first);
    }
    return SSZ_OK;
}

/* Of a list: how many elements it has, and that its limit allows them.  Reads no more than the first
 * offset. */
static int32_t check_list_head(const reader *r, const ssz_type *type, uint64_t at, uint64_t size,
                               uint64_t *out) {
    const ssz_type *element = type_of(r, type->element);
    if (size == 0) {
        *out = 0;
        return SSZ_OK;
    }
    if (element->is_fixed) {
        uint64_t count = size / element->fixed_size;
        if (size % element->fixed_size != 0) {
            return ssz_fail(r->err, SSZ_SCOPE_UNDIVIDED, at + count * element->fixed_size,
                            element->fixed_size, size);
        }
        if (type->has_limit && count > type->length) {
            return ssz_fail(r->err, SSZ_LIMIT, at + type->length * element->fixed_size,
                            type->length, count);
        }
        *out = count;
        return SSZ_OK;
    }
    if (size < SSZ_OFFSET_SIZE) {
        return ssz_fail(r->err, SSZ_SCOPE_TOO_SMALL, at + size, SSZ_OFFSET_SIZE, size);
    }
    uint64_t first = load_u32(r->data + at);
    if (first < SSZ_OFFSET_SIZE) {
        return ssz_fail(r->err, SSZ_OFFSET_BELOW_TABLE, at, SSZ_OFFSET_SIZE, first);
    }
    if (first % SSZ_OFFSET_SIZE != 0) {
        return ssz_fail(r->err, SSZ_OFFSET_UNALIGNED, at, 0, first);
    }
    if (first > size) {
        return ssz_fail(r->err, SSZ_OFFSET_PAST_SCOPE, at, size, first);
    }
    uint64_t count = first / SSZ_OFFSET_SIZE;
    if (type->has_limit && count > type->length) {
        return ssz_fail(r->err, SSZ_LIMIT, at, type->length, count);
    }
    *out = count;
    return SSZ_OK;
}

static int32_t check_vector(const reader *r, const ssz_type *type, uint64_t at, uint64_t size) {
    int32_t code = check_vector_head(r, type, at, size);
    return code != SSZ_OK ? code : check_elements(r, type->element, at, size, type->length);
}

static int32_t check_list(const reader *r, const ssz_type *type, uint64_t at, uint64_t size) {
    uint64_t count;
    int32_t code = check_list_head(r, type, at, size, &count);
    if (code != SSZ_OK || count == 0) {
        return code;
    }
    return type_of(r, type->element)->is_fixed ? check_fixed(r, type->element, at, count)
                                               : check_elements(r, type->element, at, size, count);
}

static int32_t check_container_table(const reader *r, const ssz_type *type, uint64_t at,
                                     uint64_t size) {
    const ssz_member *member = &type->members[type->first_variable];
    uint64_t offset = load_u32(r->data + at + member->offset);
    if (offset != type->fixed_size) {
        return ssz_fail(r->err, SSZ_FIRST_OFFSET, at + member->offset, type->fixed_size, offset);
    }
    for (uint32_t i = type->first_variable; i != SSZ_NO_MEMBER; i = member->next_variable) {
        member = &type->members[i];
        bool is_last = member->next_variable == SSZ_NO_MEMBER;
        uint64_t boundary =
            is_last ? size : load_u32(r->data + at + type->members[member->next_variable].offset);
        int32_t code = check_boundary(r, at + member->offset, offset, boundary, is_last);
        if (code != SSZ_OK) {
            ssz_error_step(r->err, i);
            return code;
        }
        offset = boundary;
    }
    return SSZ_OK;
}

static int32_t check_container_size(const reader *r, const ssz_type *type, uint64_t at,
                                    uint64_t size) {
    if (size >= type->fixed_size) {
        return SSZ_OK;
    }
    return ssz_fail(r->err, SSZ_SCOPE_TOO_SMALL, at + size, type->fixed_size, size);
}

static int32_t check_container(const reader *r, const ssz_type *type, uint64_t at, uint64_t size) {
    SSZ_TRY(check_container_size(r, type, at, size));
    for (uint32_t i = type->first_checked; i != SSZ_NO_MEMBER; i = type->members[i].next_checked) {
        int32_t code = check_one(r, type->members[i].type, at + type->members[i].offset);
        if (code != SSZ_OK) {
            ssz_error_step(r->err, i);
            return code;
        }
    }
    SSZ_TRY(check_container_table(r, type, at, size));
    uint64_t start = type->fixed_size;
    for (uint32_t i = type->first_variable; i != SSZ_NO_MEMBER;) {
        const ssz_member *member = &type->members[i];
        uint32_t next = member->next_variable;
        uint64_t end =
            next == SSZ_NO_MEMBER ? size : load_u32(r->data + at + type->members[next].offset);
        int32_t code = check_value(r, member->type, at + start, end - start);
        if (code != SSZ_OK) {
            ssz_error_step(r->err, i);
            return code;
        }
        start = end;
        i = next;
    }
    return SSZ_OK;
}

/* ---- any value ------------------------------------------------------------------------------ */

static int32_t check_scope(const reader *r, const ssz_type *type, uint64_t at, uint64_t size) {
    if (size == type->fixed_size) {
        return SSZ_OK;
    }
    return ssz_fail(r->err, SSZ_SCOPE, at + ssz_min_u64(size, type->fixed_size), type->fixed_size,
                    size);
}

static int32_t check_value(const reader *r, uint32_t type, uint64_t at, uint64_t size) {
    const ssz_type *t = type_of(r, type);
    if (t->is_fixed) {
        int32_t code = check_scope(r, t, at, size);
        return code != SSZ_OK ? code : check_one(r, type, at);
    }
    switch (t->shape) {
    case SSZ_SHAPE_BITS:
        return check_bitlist(r, t, at, size);
    case SSZ_SHAPE_SEQUENCE:
        return t->is_list ? check_list(r, t, at, size) : check_vector(r, t, at, size);
    case SSZ_SHAPE_CONTAINER:
        return check_container(r, t, at, size);
    default:
        return check_union(r, t, at, size);
    }
}

int32_t ssz_decode_check(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                         uint64_t size, ssz_error *err) {
    reader r = {.schema = schema, .data = data, .err = err};
    return check_value(&r, type, 0, size);
}

/* ---- parts of the check ---------------------------------------------------------------------- */

int32_t ssz_decode_check_head(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                              uint64_t size, uint64_t *count, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, type);
    reader r = {.schema = schema, .data = data, .err = err};
    *count = t->length;
    if (t->is_fixed) {
        return check_scope(&r, t, 0, size);
    }
    switch (t->shape) {
    case SSZ_SHAPE_SEQUENCE:
        return t->is_list ? check_list_head(&r, t, 0, size, count)
                          : check_vector_head(&r, t, 0, size);
    case SSZ_SHAPE_CONTAINER:
        return check_container_size(&r, t, 0, size);
    case SSZ_SHAPE_UNION:
        return check_selector(&r, t, 0, size);
    default:
        return check_bitlist(&r, t, 0, size);
    }
}

int32_t ssz_decode_check_run(const ssz_schema *schema, uint32_t element, const uint8_t *data,
                             uint64_t count, ssz_error *err) {
    reader r = {.schema = schema, .data = data, .err = err};
    return check_fixed(&r, element, 0, count);
}

int32_t ssz_decode_check_elements(const ssz_schema *schema, uint32_t element, const uint8_t *data,
                                  uint64_t size, uint64_t *count, ssz_error *err) {
    const ssz_type list = {.shape = SSZ_SHAPE_SEQUENCE, .is_list = true, .element = element};
    reader r = {.schema = schema, .data = data, .err = err};
    int32_t code = check_list(&r, &list, 0, size);
    if (code == SSZ_OK) {
        *count = ssz_element_count(&list, type_of(&r, element), data, size);
    }
    return code;
}

int32_t ssz_decode_check_table(const uint8_t *table, uint64_t count, uint64_t size,
                               ssz_error *err) {
    reader r = {.data = table, .err = err};
    return check_table(&r, 0, size, count);
}

/* Whether element i lies behind the table and ends where it may. */
static bool is_in_order(const uint8_t *table, uint64_t size, uint64_t count, uint64_t i) {
    uint64_t start = load_u32(table + i * SSZ_OFFSET_SIZE);
    uint64_t end = i + 1 == count ? size : load_u32(table + (i + 1) * SSZ_OFFSET_SIZE);
    return load_u32(table) <= start && start <= end && end <= size;
}

int32_t ssz_decode_check_step(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                              uint64_t size, uint64_t key, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, type);
    reader r = {.schema = schema, .data = data, .err = err};
    uint64_t count;
    int32_t code = ssz_decode_check_head(schema, type, data, size, &count, err);
    if (code != SSZ_OK || t->is_fixed) {
        return code;
    }
    switch (t->shape) {
    case SSZ_SHAPE_SEQUENCE:
        if (type_of(&r, t->element)->is_fixed || key >= count ||
            is_in_order(data, size, count, key)) {
            return SSZ_OK;
        }
        return check_table(&r, 0, size, count);
    case SSZ_SHAPE_CONTAINER:
        return check_container_table(&r, t, 0, size);
    default:
        return SSZ_OK;
    }
}

int32_t ssz_check(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                  ssz_error *err) {
    SSZ_ASSERT(type < schema->type_count);
    int32_t code = ssz_decode_check(schema, type, data, size, err);
    if (code != SSZ_OK) {
        ssz_error_finish(err);
    }
    return code;
}
