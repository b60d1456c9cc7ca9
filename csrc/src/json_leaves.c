/*
 * json_leaves.c - numbers, truth values, bytes and bits of a document; see json_reader.h.
 *
 * Each has a quick way for what a document almost always has, and a slow one that takes all that may stand
 * there and says what is wrong with the rest.
 */
#include <string.h>

#include "bytes.h"
#include "decode.h"
#include "error.h"
#include "hex.h"
#include "json_reader.h"

/* Digits of a number of 256 bits at most. */
#define DIGITS_LIMIT 78
/* The largest uint in 32-bit words, and digits that surely fit one of them. */
#define WIDE_WORDS 8
#define GROUP_DIGITS 9

int32_t ssz_json_wrong(ssz_json_reader *r) {
    const uint8_t *start = r->in.at;
    SSZ_TRY(ssz_json_skip(&r->in));
    return ssz_json_fail(&r->in, SSZ_WRONG_TYPE, start, 0, 0);
}

/* ---- numbers -------------------------------------------------------------------------------------- */

/* Whether 8 characters are all digits. */
static bool are_digits(uint64_t text) {
    uint64_t high = text & 0xf0f0f0f0f0f0f0f0;
    uint64_t above = (text + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0;
    return ((high ^ 0x3030303030303030) | (above ^ 0x3030303030303030)) == 0;
}

/* The number that 8 digits stand for, the first of them in the lowest byte. */
static uint64_t number_of(uint64_t text) {
    text = (text & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;     /* pairs, in 16 bits each */
    text = (text & 0x00ff00ff00ff00ff) * 6553601 >> 16; /* fours, in 32 bits each */
    return (text & 0x0000ffff0000ffff) * 42949672960001 >> 32;
}

/* Digits and a quote, of a number of up to 64 bits and no more digits than the largest of them has. */
static bool read_plain_number(ssz_json_lexer *in, uint64_t *number) {
    const uint8_t *start = in->at + 1, *at = start;
    if (in->end - in->at < 24 || *in->at != '"') {
        return false;
    }
    uint64_t value = 0;
    for (unsigned i = 0; i < 2; i++) {
        uint64_t text = load_u64(at);
        if (!are_digits(text)) {
            break;
        }
        value = value * 100000000 + number_of(text);
        at += 8;
    }
    for (; (uint8_t)(*at - '0') <= 9; at++) {
        unsigned digit = (unsigned)*at - '0';
        if (at - start == 19 && value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        if (at - start == 20) {
            return false;
        }
        value = value * 10 + digit;
    }
    if (at == start || *at != '"') {
        return false;
    }
    *number = value;
    in->at = at + 1;
    return true;
}

static void put_uint(uint8_t *out, uint64_t number, uint64_t size) {
    switch (size) {
    case 1:
        *out = (uint8_t)number;
        break;
    case 2:
        store_u16(out, (uint16_t)number);
        break;
    case 4:
        store_u32(out, (uint32_t)number);
        break;
    default:
        store_u64(out, number);
    }
}

/* Writes the number of `size` bytes that digits stand for; false if it needs more. */
static bool put_digits(uint8_t *out, uint64_t size, const uint8_t *digits, uint64_t count) {
    while (count > 0 && *digits == '0') {
        digits++;
        count--;
    }
    if (count > DIGITS_LIMIT) {
        return false;
    }
    uint32_t words[WIDE_WORDS] = {0};
    while (count > 0) {
        uint32_t scale = 1, group = 0;
        for (unsigned i = 0; i < GROUP_DIGITS && count > 0; i++, count--) {
            group = group * 10 + (uint32_t)(*digits++ - '0');
            scale *= 10;
        }
        uint64_t carry = group;
        for (unsigned i = 0; i < WIDE_WORDS; i++) {
            carry += (uint64_t)words[i] * scale;
            words[i] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry != 0) {
            return false;
        }
    }
    uint8_t bytes[4 * WIDE_WORDS];
    for (unsigned i = 0; i < WIDE_WORDS; i++) {
        store_u32(bytes + 4 * i, words[i]);
    }
    for (uint64_t i = size; i < sizeof bytes; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    memcpy(out, bytes, size);
    return true;
}

static bool has_prefix(const uint8_t *text, uint64_t size) {
    return size >= 2 && text[0] == '0' && text[1] == 'x';
}

static bool are_decimal(const uint8_t *text, uint64_t size) {
    for (uint64_t i = 0; i < size; i++) {
        if ((uint8_t)(text[i] - '0') > 9) {
            return false;
        }
    }
    return size != 0;
}

/* Hex behind a prefix, of `size` bytes. */
static int32_t put_hex(const ssz_json_reader *r, uint8_t *out, uint64_t size, const uint8_t *digits,
                       uint64_t count, const uint8_t *start) {
    if (count != 2 * size) {
        return ssz_json_fail(&r->in, count % 2 != 0 ? SSZ_NOT_HEX : SSZ_SCOPE, start, size,
                             count / 2);
    }
    if (!ssz_hex_decode(out, digits, size)) {
        return ssz_json_fail(&r->in, SSZ_NOT_HEX, start, 0, 0);
    }
    return SSZ_OK;
}

/* A number in a string: decimal, or its bytes in hex. */
static int32_t read_number_text(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t at) {
    const uint8_t *start = r->in.at;
    uint64_t size = shape->type->fixed_size;
    ssz_json_string string;
    SSZ_TRY(ssz_json_read_string(&r->in, &string));
    const uint8_t *text = ssz_json_characters(&r->in, string);
    bool is_byte = shape->form == SSZ_JSON_FORM_BYTE;
    ssz_json_forget(&r->in, string);
    if (!is_byte && are_decimal(text, string.size)) {
        return put_digits(r->out.data + at, size, text, string.size)
                   ? SSZ_OK
                   : ssz_json_fail(&r->in, SSZ_RANGE, start, size, 0);
    }
    if (!has_prefix(text, string.size) || (r->is_strict && !is_byte)) {
        return ssz_json_fail(&r->in, SSZ_WRONG_TYPE, start, 0, 0);
    }
    return put_hex(r, r->out.data + at, size, text + 2, string.size - 2, start);
}

static int32_t read_number(ssz_json_reader *r, uint64_t size, uint64_t at) {
    const uint8_t *start = r->in.at;
    ssz_json_number number;
    SSZ_TRY(ssz_json_read_number(&r->in, &number));
    if (!number.is_integer) {
        return ssz_json_fail(&r->in, SSZ_WRONG_TYPE, start, 0, 0);
    }
    bool is_zero = *number.digits == '0';
    if ((number.is_negative && !is_zero) ||
        !put_digits(r->out.data + at, size, number.digits, number.count)) {
        return ssz_json_fail(&r->in, SSZ_RANGE, start, size, 0);
    }
    return SSZ_OK;
}

static bool is_number(uint8_t c) {
    return c == '-' || (uint8_t)(c - '0') <= 9;
}

int32_t ssz_json_read_uint(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t at) {
    uint64_t number, size = shape->type->fixed_size;
    const uint8_t *start = r->in.at;
    if (size <= 8 && shape->form == SSZ_JSON_FORM_NUMBER && read_plain_number(&r->in, &number)) {
        if (size < 8 && number >> 8 * size != 0) {
            return ssz_json_fail(&r->in, SSZ_RANGE, start, size, number);
        }
        put_uint(r->out.data + at, number, size);
        return SSZ_OK;
    }
    uint8_t c = ssz_json_peek(&r->in);
    if (c == '"') {
        return read_number_text(r, shape, at);
    }
    return is_number(c) && !r->is_strict ? read_number(r, size, at) : ssz_json_wrong(r);
}

int32_t ssz_json_read_raw_byte(ssz_json_reader *r, uint64_t at) {
    return is_number(ssz_json_peek(&r->in)) ? read_number(r, 1, at) : ssz_json_wrong(r);
}

int32_t ssz_json_read_truth(ssz_json_reader *r, uint64_t at) {
    bool is_true = ssz_json_read_word(&r->in, "true", 4);
    if (!is_true && !ssz_json_read_word(&r->in, "false", 5)) {
        return ssz_json_wrong(r);
    }
    r->out.data[at] = is_true;
    return SSZ_OK;
}

/* ---- bytes ---------------------------------------------------------------------------------------- */

/* `"0x`, digits and a quote, for a sequence of fixed length. */
static bool read_plain_hex(ssz_json_lexer *in, uint8_t *out, uint64_t size) {
    const uint8_t *at = in->at;
    uint64_t left = (uint64_t)(in->end - at);
    if (left < 4 || (left - 4) / 2 < size || memcmp(at, "\"0x", 3) != 0 ||
        at[3 + 2 * size] != '"' || !ssz_hex_decode(out, at + 3, size)) {
        return false;
    }
    in->at = at + 4 + 2 * size;
    return true;
}

/* Whether hex of a sequence may do without the prefix: not where its text might be meant as a number. */
static bool may_lack_prefix(const ssz_json_reader *r, const ssz_json_shape *shape) {
    return shape->form == SSZ_JSON_FORM_BYTES && !r->is_strict;
}

int32_t ssz_json_read_hex(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t at) {
    const ssz_type *t = shape->type;
    if (t->is_fixed && read_plain_hex(&r->in, r->out.data + at, t->fixed_size)) {
        return SSZ_OK;
    }
    const uint8_t *start = r->in.at;
    ssz_json_string string;
    SSZ_TRY(ssz_json_read_string(&r->in, &string));
    const uint8_t *digits = ssz_json_characters(&r->in, string);
    uint64_t count = string.size;
    ssz_json_forget(&r->in, string);
    if (has_prefix(digits, count)) {
        digits += 2;
        count -= 2;
    } else if (!may_lack_prefix(r, shape) || count == 0) {
        return ssz_json_fail(&r->in, SSZ_WRONG_TYPE, start, 0, 0);
    }
    if (t->is_list) {
        if (t->has_limit && count / 2 > t->length) {
            return ssz_json_fail(&r->in, SSZ_LIMIT, start, t->length, count / 2);
        }
        at = r->out.size;
        if (!ssz_room_for(&r->out, count / 2)) {
            return ssz_no_memory(r->in.err);
        }
        r->out.size += count / 2;
    }
    return put_hex(r, r->out.data + at, t->is_list ? count / 2 : t->fixed_size, digits, count,
                   start);
}

/* ---- bits ----------------------------------------------------------------------------------------- */

/* Gives bit `i` of a bitfield that begins at `at` its value, of bits that come one after the other. */
static int32_t put_bit(ssz_json_reader *r, const ssz_type *t, uint64_t at, uint64_t i, bool bit) {
    if (i % 8 == 0) {
        if (t->is_list) {
            if (!ssz_room_for(&r->out, 1)) {
                return ssz_no_memory(r->in.err);
            }
            r->out.size++;
        }
        r->out.data[at + i / 8] = 0;
    }
    r->out.data[at + i / 8] |= (uint8_t)((unsigned)bit << i % 8);
    return SSZ_OK;
}

/* Whether a value of the type may have `count` bits, or more. */
static int32_t check_room(const ssz_json_reader *r, const ssz_type *t, uint64_t count,
                          const uint8_t *start) {
    bool is_limited = !t->is_list || t->has_limit;
    return is_limited && count > t->length
               ? ssz_json_fail(&r->in, SSZ_LIMIT, start, t->length, count)
               : SSZ_OK;
}

static int32_t end_bits(ssz_json_reader *r, const ssz_type *t, uint64_t at, uint64_t count,
                        const uint8_t *start) {
    SSZ_TRY(check_room(r, t, count, start));
    if (t->is_list) {
        return put_bit(r, t, at, count, true);
    }
    return count == t->length ? SSZ_OK : ssz_json_fail(&r->in, SSZ_LENGTH, start, t->length, count);
}

/* An array of 0, 1, false and true. */
static int32_t read_bit_list(ssz_json_reader *r, const ssz_type *t, uint64_t at) {
    const uint8_t *start = r->in.at++;
    bool is_first = true, is_there;
    for (uint64_t count = 0;; count++) {
        SSZ_TRY(ssz_json_next(&r->in, ']', &is_first, &is_there));
        if (!is_there) {
            return end_bits(r, t, at, count, start);
        }
        const uint8_t *item = r->in.at;
        bool bit = ssz_json_read_word(&r->in, "true", 4);
        if (!bit && !ssz_json_read_word(&r->in, "false", 5)) {
            ssz_json_number number;
            if (!is_number(ssz_json_peek(&r->in))) {
                return ssz_json_wrong(r);
            }
            SSZ_TRY(ssz_json_read_number(&r->in, &number));
            bit = *number.digits == '1';
            if (!number.is_integer || number.count != 1 || *number.digits > '1' ||
                (bit && number.is_negative)) {
                return ssz_json_fail(&r->in, SSZ_WRONG_TYPE, item, 0, 0);
            }
        }
        SSZ_TRY(check_room(r, t, count + 1, start));
        SSZ_TRY(put_bit(r, t, at, count, bit));
    }
}

/* Text of zeros and ones, of which `count` is not 0. */
static int32_t read_bit_text(ssz_json_reader *r, const ssz_type *t, uint64_t at,
                             const uint8_t *text, uint64_t count, const uint8_t *start) {
    SSZ_TRY(check_room(r, t, count, start));
    for (uint64_t i = 0; i < count; i++) {
        SSZ_TRY(put_bit(r, t, at, i, text[i] == '1'));
    }
    return end_bits(r, t, at, count, start);
}

static bool are_bits(const uint8_t *text, uint64_t size) {
    uint64_t i = 0;
    while (i < size && (text[i] == '0' || text[i] == '1')) {
        i++;
    }
    return i == size && size != 0;
}

int32_t ssz_json_read_bits(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t at) {
    const ssz_type *t = shape->type;
    const uint8_t *start = r->in.at;
    at = t->is_list ? r->out.size : at;
    if (ssz_json_peek(&r->in) == '[' && !r->is_strict) {
        return read_bit_list(r, t, at);
    }
    if (ssz_json_peek(&r->in) != '"') {
        return ssz_json_wrong(r);
    }
    ssz_json_string string;
    SSZ_TRY(ssz_json_read_string(&r->in, &string));
    const uint8_t *text = ssz_json_characters(&r->in, string);
    ssz_json_forget(&r->in, string);
    if (!r->is_strict && are_bits(text, string.size)) {
        return read_bit_text(r, t, at, text, string.size, start);
    }
    if (!has_prefix(text, string.size)) {
        return ssz_json_fail(&r->in, SSZ_NOT_HEX, start, 0, 0);
    }
    uint64_t count = string.size - 2, size = t->is_list ? count / 2 : t->fixed_size;
    if (t->is_list) {
        if (!ssz_room_for(&r->out, size)) {
            return ssz_no_memory(r->in.err);
        }
        r->out.size += size;
    }
    SSZ_TRY(put_hex(r, r->out.data + at, size, text + 2, count, start));
    int32_t code =
        ssz_decode_check(r->plan->schema, shape->schema_type, r->out.data + at, size, r->in.err);
    if (code != SSZ_OK && r->in.err) {
        r->in.err->offset = (uint64_t)(start - r->in.text);
    }
    return code;
}
