/*
 * documents.h - JSON documents of values of any type, written by the rules of the mapping and by what a
 * liberal reader takes beyond them.
 *
 * The names of members, and which bytes are hex, are worked out from the table of types: even members are
 * named m0, m2 ..., odd ones é1, é3 ....  What the mapping leaves open is up to chance: the order of
 * members, blanks, escapes, capital digits.
 */
#ifndef SSZ_TESTS_DOCUMENTS_H
#define SSZ_TESTS_DOCUMENTS_H

#include "layout.h"
#include "model.h"

/* How documents are written. */
typedef struct writing {
    const table *t;
    bool are_bytes_hex; /* single bytes, and so sequences of them */
    bool is_liberal;
    bool has_unknown; /* objects have members that their types don't have */
} writing;

#define NAME_SIZE 16

static inline uint32_t document_name(char *out, uint32_t number) {
    return (uint32_t)snprintf(out, NAME_SIZE, number % 2 == 0 ? "m%u" : "\xc3\xa9%u", number);
}

/* ---- the plan ----------------------------------------------------------------------------------- */

static inline bool document_is_byte(const table *t, uint32_t type) {
    return t->types[type].kind == SSZ_KIND_UINT && t->types[type].length == 1;
}

/* Whether values of the type are hex; sequences of bytes that are numbers may be, as byte strings are. */
static inline bool document_is_hex(const writing *w, uint32_t type) {
    const ssz_type_record *r = &w->t->types[type];
    if (document_is_byte(w->t, type)) {
        return w->are_bytes_hex;
    }
    return model_is_sequence(r) && document_is_byte(w->t, r->element) &&
           (w->are_bytes_hex || type % 3 == 0);
}

/* A byte string: no single byte of it is hex. */
static inline bool document_is_raw(const writing *w, uint32_t type) {
    return !document_is_byte(w->t, type) && document_is_hex(w, type) &&
           (!w->are_bytes_hex || type % 2 == 0);
}

static inline ssz_json_plan *document_plan(const writing *w, ssz_schema *schema, ssz_error *err) {
    static ssz_json_type_record types[TABLE_TYPES];
    static ssz_json_member_record members[TABLE_MEMBERS];
    static char names[TABLE_MEMBERS * NAME_SIZE];
    uint32_t used = 0;
    for (uint32_t i = 0; i < w->t->type_count; i++) {
        const ssz_type_record *r = &w->t->types[i];
        types[i] =
            (ssz_json_type_record){.type = i,
                                   .is_hex = document_is_hex(w, i),
                                   .element = document_is_raw(w, i) ? SSZ_NO_TYPE : r->element,
                                   .first_member = r->first_member,
                                   .member_count = r->member_count};
        for (uint32_t number = 0; number < r->member_count; number++) {
            uint32_t size = document_name(names + used, number);
            uint32_t place = r->first_member + number;
            members[place] = (ssz_json_member_record){w->t->members[place].type, used, size};
            used += size;
        }
    }
    return ssz_json_plan_new(schema, types, w->t->type_count, members, w->t->member_count, names,
                             used, err);
}

/* ---- writing ------------------------------------------------------------------------------------ */

static inline void document_text(bytes *out, const char *text) {
    bytes_add(out, text, strlen(text));
}

static inline void document_blanks(bytes *out) {
    static const char *const blanks[] = {"", "", "", " ", "\n\t", "\r\n  "};
    document_text(out, blanks[random_below(6)]);
}

/* A liberal choice, once in a while. */
static inline bool document_may(const writing *w) {
    return w->is_liberal && random_below(4) == 0;
}

/* The number in decimal digits, got by doubling bit by bit. */
static inline void document_decimal(bytes *out, const uint8_t *number, uint64_t size) {
    uint8_t digits[80] = {0}; /* the last one first */
    for (uint64_t bit = size * 8; bit-- > 0;) {
        unsigned carry = bytes_bit(number, bit);
        for (unsigned i = 0; i < sizeof digits; i++) {
            unsigned twice = 2u * digits[i] + carry;
            digits[i] = (uint8_t)(twice % 10);
            carry = twice / 10;
        }
    }
    unsigned count = sizeof digits;
    while (count > 1 && digits[count - 1] == 0) {
        count--;
    }
    while (count > 0) {
        bytes_fill(out, (uint8_t)('0' + digits[--count]), 1);
    }
}

/* A character of a string: as it is, or escaped. */
static inline void document_character(bytes *out, char c) {
    char escaped[8];
    snprintf(escaped, sizeof escaped, random_below(200) == 0 ? "\\u%04X" : "%c", (unsigned)c);
    document_text(out, escaped);
}

static inline void document_hex(bytes *out, const uint8_t *data, uint64_t size, bool has_prefix) {
    bool is_upper = random_below(8) == 0;
    document_text(out, has_prefix ? "\"0x" : "\"");
    for (uint64_t i = 0; i < size; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, is_upper ? "%02X" : "%02x", data[i]);
        document_character(out, digits[0]);
        document_character(out, digits[1]);
    }
    document_text(out, "\"");
}

static inline void document_uint(const writing *w, uint32_t type, const uint8_t *data,
                                 uint64_t size, bytes *out) {
    bool is_hex = document_is_hex(w, type);
    if (document_may(w)) {
        document_decimal(out, data, size);
    } else if (is_hex || document_may(w)) {
        document_hex(out, data, size, true);
    } else {
        document_text(out, random_below(9) == 0 ? "\"000" : "\"");
        document_decimal(out, data, size);
        document_text(out, "\"");
    }
}

static inline void document_bits(const writing *w, const ssz_type_record *r, const uint8_t *data,
                                 uint64_t size, bytes *out) {
    uint64_t count = r->kind == SSZ_KIND_BITVECTOR ? r->length : ssz_bitlist_count(data, size);
    bool is_text = count != 0 && random_below(2) == 0;
    if (!document_may(w)) {
        document_hex(out, data, size, true);
        return;
    }
    document_text(out, is_text ? "\"" : "[");
    for (uint64_t i = 0; i < count; i++) {
        bool bit = bytes_bit(data, i);
        bool is_word = !is_text && random_below(2) == 0;
        document_text(out, is_text || i == 0 ? "" : ",");
        document_text(out, is_word ? (bit ? "true" : "false") : bit ? "1" : "0");
    }
    document_text(out, is_text ? "\"" : "]");
}

static inline void document_value(const writing *w, const ssz_schema *schema, uint32_t type,
                                  const uint8_t *data, uint64_t size, bytes *out);

static inline void document_sequence(const writing *w, const ssz_schema *schema, uint32_t type,
                                     const uint8_t *data, uint64_t size, bytes *out) {
    const ssz_type *compiled = ssz_schema_get(schema, type);
    const ssz_type *element = ssz_schema_get(schema, compiled->element);
    bool is_byte = document_is_byte(w->t, compiled->element);
    bool is_hex = document_is_hex(w, type);
    if (is_hex ? !document_may(w) : is_byte && document_may(w)) {
        document_hex(out, data, size, !is_hex || size == 0 || !document_may(w));
        return;
    }
    uint64_t count = ssz_element_count(compiled, element, data, size);
    document_text(out, "[");
    for (uint64_t i = 0; i < count; i++) {
        ssz_span span = ssz_element_span(element, data, size, count, i);
        document_blanks(out);
        if (document_is_raw(w, type)) {
            document_decimal(out, data + span.offset, 1);
        } else {
            document_value(w, schema, compiled->element, data + span.offset, span.size, out);
        }
        document_blanks(out);
        document_text(out, i + 1 == count ? "" : ",");
    }
    document_text(out, "]");
}

static inline void document_key(bytes *out, const char *name) {
    document_text(out, "\"");
    for (const char *c = name; *c != 0; c++) {
        if (*c == '\xc3' && random_below(2) == 0) {
            document_text(out, "\\u00e9");
            c++;
        } else if (*c > 0) {
            document_character(out, *c);
        } else {
            bytes_add(out, c, 1);
        }
    }
    document_text(out, "\"");
    document_blanks(out);
    document_text(out, ":");
    document_blanks(out);
}

static inline void document_unknown(bytes *out, uint64_t number) {
    char name[NAME_SIZE];
    static const char *const values[] = {
        "null", "-1.5e+3", "[]", "{\"m0\":[true,{\"b\":{}}],\"c\":\"\\ud83d\\ude00\\n\"}", "\"x\""};
    snprintf(name, sizeof name, "x%u", (unsigned)number);
    document_key(out, name);
    document_text(out, values[random_below(5)]);
    document_text(out, ",");
}

static inline void document_object(const writing *w, const ssz_schema *schema, uint32_t type,
                                   const uint8_t *data, uint64_t size, bytes *out) {
    const ssz_type *compiled = ssz_schema_get(schema, type);
    uint32_t count = compiled->member_count;
    uint32_t first = random_below(2) ? 0 : (uint32_t)random_below(count);
    bool is_reversed = random_below(3) == 0;
    document_text(out, "{");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = (is_reversed ? count - 1 - i : i) + first;
        number -= number >= count ? count : 0;
        char name[NAME_SIZE];
        document_name(name, number);
        document_blanks(out);
        if (w->has_unknown && random_below(4) == 0) {
            document_unknown(out, i);
        }
        document_key(out, name);
        ssz_span span = ssz_field_span(schema, compiled, data, size, number);
        document_value(w, schema, compiled->members[number].type, data + span.offset, span.size,
                       out);
        document_blanks(out);
        document_text(out, i + 1 == count ? "" : ",");
    }
    document_text(out, "}");
}

static inline void document_union(const writing *w, const ssz_schema *schema, uint32_t type,
                                  const uint8_t *data, uint64_t size, bytes *out) {
    const ssz_type *compiled = ssz_schema_get(schema, type);
    const ssz_member *option = ssz_type_option(compiled, data[0]);
    bool is_text = (compiled->kind == SSZ_KIND_COMPATIBLE_UNION) != document_may(w);
    bool is_last = random_below(3) == 0;
    document_text(out, "{");
    for (unsigned i = 0; i < 2; i++) {
        if ((i == 0) != is_last) {
            char selector[NAME_SIZE];
            snprintf(selector, sizeof selector, is_text ? "\"%u\"" : "%u", data[0]);
            document_key(out, "selector");
            document_text(out, selector);
        } else {
            document_key(out, document_may(w) ? "value" : "data");
            if (option->type == SSZ_NO_TYPE) {
                document_text(out, "null");
            } else {
                document_value(w, schema, option->type, data + 1, size - 1, out);
            }
        }
        document_text(out, i == 0 ? "," : "}");
    }
}

/* Adds the document of the value that checked bytes encode. */
static inline void document_value(const writing *w, const ssz_schema *schema, uint32_t type,
                                  const uint8_t *data, uint64_t size, bytes *out) {
    const ssz_type_record *r = &w->t->types[type];
    if (r->kind == SSZ_KIND_UINT) {
        document_uint(w, type, data, size, out);
    } else if (r->kind == SSZ_KIND_BOOLEAN) {
        document_text(out, data[0] ? "true" : "false");
    } else if (model_is_bits(r)) {
        document_bits(w, r, data, size, out);
    } else if (model_is_sequence(r)) {
        document_sequence(w, schema, type, data, size, out);
    } else if (model_is_container(r)) {
        document_object(w, schema, type, data, size, out);
    } else {
        document_union(w, schema, type, data, size, out);
    }
}

#endif
