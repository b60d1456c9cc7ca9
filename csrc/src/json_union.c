/*
 * json_union.c - the object of a union: which option it has, and its value; see json_reader.h.
 *
 * The members come in any order.  A value that comes before its selector is passed over, and read when that
 * is known.
 */
#include <string.h>

#include "error.h"
#include "json_reader.h"

/* A union on its way. */
typedef struct choice {
    const ssz_json_shape *shape;
    uint32_t option; /* number of the member, or SSZ_JSON_UNKNOWN so far */
    uint64_t selector;
    const uint8_t *data; /* where the value begins in the text; NULL so far */
    bool is_read;        /* whether the value was read, as the selector was known */
} choice;

/* Selectors have less than 10 digits, zeros in front of them not counted; a strict reader counts them. */
#define SELECTOR_DIGITS 9

static int32_t select_option(const ssz_json_reader *r, choice *c, const uint8_t *digits,
                             uint64_t count, const uint8_t *start) {
    uint64_t selector = 0;
    for (uint64_t i = 0; i < count; i++) {
        selector = ssz_min_u64(selector * 10 + (uint64_t)(digits[i] - '0'), UINT32_MAX);
    }
    const ssz_type *t = c->shape->type;
    const ssz_member *option = ssz_type_option(t, selector);
    if (!option) {
        return ssz_json_fail(&r->in, SSZ_UNKNOWN_SELECTOR, start, 0, selector);
    }
    c->option = (uint32_t)(option - t->members);
    c->selector = selector;
    return SSZ_OK;
}

static int32_t read_selector(ssz_json_reader *r, choice *c) {
    const uint8_t *start = r->in.at;
    bool is_compatible = c->shape->type->kind == SSZ_KIND_COMPATIBLE_UNION;
    bool is_text = ssz_json_peek(&r->in) == '"';
    if (r->is_strict && is_text != is_compatible) {
        return ssz_json_wrong(r);
    }
    if (is_text) {
        ssz_json_string string;
        SSZ_TRY(ssz_json_read_string(&r->in, &string));
        const uint8_t *text = ssz_json_characters(&r->in, string);
        ssz_json_forget(&r->in, string);
        for (uint64_t i = 0; i < string.size; i++) {
            if ((uint8_t)(text[i] - '0') > 9) {
                return ssz_json_fail(&r->in, SSZ_UNKNOWN_SELECTOR, start, 0, 0);
            }
        }
        if (string.size == 0 || (r->is_strict && string.size > SELECTOR_DIGITS)) {
            return ssz_json_fail(&r->in, SSZ_UNKNOWN_SELECTOR, start, 0, 0);
        }
        return select_option(r, c, text, string.size, start);
    }
    uint8_t first = ssz_json_peek(&r->in);
    if (first != '-' && (uint8_t)(first - '0') > 9) {
        return ssz_json_wrong(r);
    }
    ssz_json_number number;
    SSZ_TRY(ssz_json_read_number(&r->in, &number));
    if (r->in.at == r->in.end) { /* perhaps not the whole number */
        return ssz_json_no_json(&r->in);
    }
    if (!number.is_integer || (number.is_negative && *number.digits != '0')) {
        return ssz_json_fail(&r->in, SSZ_UNKNOWN_SELECTOR, start, 0, 0);
    }
    return select_option(r, c, number.digits, number.count, start);
}

/* The value of the option, once that is known. */
static int32_t read_option(ssz_json_reader *r, choice *c) {
    SSZ_TRY(ssz_json_reserve(r, 1));
    r->out.data[r->out.size - 1] = (uint8_t)c->selector;
    c->is_read = true;
    uint32_t type = c->shape->members[c->option].type;
    int32_t code = SSZ_OK;
    if (type != SSZ_NO_TYPE) {
        code = ssz_json_read_value(r, type);
    } else if (!ssz_json_read_word(&r->in, "null", 4)) {
        return ssz_json_wrong(r); /* no part of the value: there is none */
    }
    if (code != SSZ_OK) {
        ssz_error_step(r->in.err, c->selector);
    }
    return code;
}

static int32_t read_union_member(ssz_json_reader *r, choice *c) {
    ssz_json_lexer *in = &r->in;
    const uint8_t *start = in->at;
    ssz_json_string name;
    SSZ_TRY(ssz_json_read_string(in, &name));
    bool is_selector = ssz_json_is(in, name, "selector");
    bool is_data =
        ssz_json_is(in, name, "data") || (!r->is_strict && ssz_json_is(in, name, "value"));
    ssz_json_forget(in, name);
    if (!is_selector && !is_data) {
        return ssz_json_fail(in, SSZ_UNDECLARED_FIELD, start, 0, 0);
    }
    if (is_selector ? c->option != SSZ_JSON_UNKNOWN : c->data != NULL) {
        return ssz_json_fail(in, SSZ_DUPLICATE_MEMBER, start, 0, 0);
    }
    SSZ_TRY(ssz_json_colon(in));
    if (is_selector) {
        return read_selector(r, c);
    }
    c->data = in->at;
    return c->option == SSZ_JSON_UNKNOWN ? ssz_json_skip(in) : read_option(r, c);
}

int32_t ssz_json_read_union(ssz_json_reader *r, const ssz_json_shape *shape) {
    ssz_json_lexer *in = &r->in;
    const uint8_t *first = in->at;
    if (ssz_json_peek(in) != '{') {
        return ssz_json_wrong(r);
    }
    in->at++;
    choice c = {.shape = shape, .option = SSZ_JSON_UNKNOWN};
    bool is_first = true, is_there;
    for (;;) {
        SSZ_TRY(ssz_json_next(in, '}', &is_first, &is_there));
        if (!is_there) {
            break;
        }
        SSZ_TRY(read_union_member(r, &c));
    }
    if (c.option == SSZ_JSON_UNKNOWN || !c.data) {
        return ssz_json_fail(in, SSZ_MISSING_FIELD, first, 0, c.option != SSZ_JSON_UNKNOWN);
    }
    if (c.is_read) {
        return SSZ_OK;
    }
    const uint8_t *end = in->at;
    in->at = c.data;
    SSZ_TRY(read_option(r, &c));
    in->at = end;
    return SSZ_OK;
}
