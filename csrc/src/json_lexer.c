/* json_lexer.c - see json_lexer.h. */
#include "json_lexer.h"

#include <string.h>

#include "bytes.h"
#include "hex.h"

int32_t ssz_json_no_json(const ssz_json_lexer *in) {
    return ssz_json_fail(in, SSZ_NOT_JSON, in->at, 0, 0);
}

void ssz_json_lexer_free(ssz_json_lexer *in) {
    ssz_room_free(&in->spill);
    ssz_room_free(&in->names);
}

/* ---- strings ------------------------------------------------------------------------------------ */

#define BYTES_OF(byte) ((uint64_t)-1 / 255 * (byte))

/* Whether one of 8 bytes is a quote, a backslash, a control character, or not of ASCII. */
static bool has_special(uint64_t bytes) {
    uint64_t quotes = bytes ^ BYTES_OF('"'), slashes = bytes ^ BYTES_OF('\\');
    uint64_t found = (quotes - BYTES_OF(1)) | (slashes - BYTES_OF(1)) | (bytes - BYTES_OF(' '));
    return ((found | bytes) & BYTES_OF(0x80)) != 0;
}

/* From `at` to the first character that is not plain, or the end. */
static const uint8_t *skip_plain(const uint8_t *at, const uint8_t *end) {
#ifdef SSZ_HEX_SSE2
    for (; end - at >= 16; at += 16) {
        __m128i text = _mm_loadu_si128((const __m128i *)(const void *)at);
        __m128i quotes = _mm_cmpeq_epi8(text, _mm_set1_epi8('"'));
        __m128i slashes = _mm_cmpeq_epi8(text, _mm_set1_epi8('\\'));
        __m128i others =
            _mm_cmplt_epi8(text, _mm_set1_epi8(' ')); /* bytes above 0x7f are negative */
        if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, slashes), others)) != 0) {
            break;
        }
    }
#endif
    while (end - at >= 8 && !has_special(load_u64(at))) {
        at += 8;
    }
    while (at != end && *at >= ' ' && *at < 0x80 && *at != '"' && *at != '\\') {
        at++;
    }
    return at;
}

/* Bytes of the character of UTF-8 that begins here, outside ASCII; 0 if there is none.  Half of a surrogate
 * pair is taken for a character. */
static unsigned utf8_size(const uint8_t *at, const uint8_t *end) {
    uint8_t lead = at[0];
    unsigned size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || (uint64_t)(end - at) < size) {
        return 0;
    }
    for (unsigned i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    /* Longer than needed, or past the last character. */
    bool is_wrong = (lead == 0xe0 && at[1] < 0xa0) || (lead == 0xf0 && at[1] < 0x90) ||
                    (lead == 0xf4 && at[1] > 0x8f);
    return is_wrong ? 0 : size;
}

/* Four hex digits at `at`, or more than 0xffff. */
static uint32_t unit_at(const uint8_t *at, const uint8_t *end) {
    uint8_t bytes[2];
    return end - at >= 4 && ssz_hex_decode(bytes, at, 2) ? (uint32_t)bytes[0] << 8 | bytes[1]
                                                         : UINT32_MAX;
}

static uint64_t put_utf8(uint8_t *out, uint32_t c) {
    if (c < 0x80) {
        out[0] = (uint8_t)c;
        return 1;
    }
    unsigned size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (unsigned i = size - 1; i > 0; i--) {
        out[i] = (uint8_t)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    static const uint8_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    out[0] = (uint8_t)(leads[size] | c);
    return size;
}

/* Reads the escape whose backslash stands here, and puts what it means into 4 bytes; gives their number,
 * 0 if it means nothing. */
static uint64_t read_escape(ssz_json_lexer *in, uint8_t *out) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const uint8_t *at = in->at + 1;
    if (at == in->end) {
        return 0;
    }
    const char *letter = *at != 0 ? strchr(letters, *at) : NULL;
    if (letter) {
        out[0] = (uint8_t)meanings[letter - letters];
        in->at = at + 1;
        return 1;
    }
    uint32_t unit = *at == 'u' ? unit_at(at + 1, in->end) : UINT32_MAX;
    if (unit == UINT32_MAX) {
        return 0;
    }
    at += 5;
    if (unit >> 10 == 0xd800 >> 10 && in->end - at >= 6 && at[0] == '\\' && at[1] == 'u') {
        uint32_t low = unit_at(at + 2, in->end);
        if (low >> 10 == 0xdc00 >> 10) {
            unit = 0x10000 + ((unit & 0x3ff) << 10 | (low & 0x3ff));
            at += 6;
        }
    }
    in->at = at;
    return put_utf8(out, unit);
}

/* Adds the text from `start` to where the lexer stands to the spill, and sees to room for a character. */
static int32_t spill_text(ssz_json_lexer *in, const uint8_t *start) {
    uint64_t size = (uint64_t)(in->at - start);
    if (!ssz_room_for(&in->spill, size + 4)) {
        return ssz_no_memory(in->err);
    }
    memcpy(in->spill.data + in->spill.size, start, size);
    in->spill.size += size;
    return SSZ_OK;
}

/* Goes to the next quote, backslash or end from a place inside a string. */
static int32_t skip_characters(ssz_json_lexer *in) {
    for (;;) {
        in->at = skip_plain(in->at, in->end);
        if (in->at == in->end || *in->at < ' ') {
            return ssz_json_no_json(in);
        }
        if (*in->at == '"' || *in->at == '\\') {
            return SSZ_OK;
        }
        unsigned size = utf8_size(in->at, in->end);
        if (size == 0) {
            return ssz_json_no_json(in);
        }
        in->at += size;
    }
}

int32_t ssz_json_read_string(ssz_json_lexer *in, ssz_json_string *out) {
    if (ssz_json_peek(in) != '"') {
        return ssz_json_no_json(in);
    }
    const uint8_t *start = ++in->at;
    uint64_t spilled = in->spill.size;
    SSZ_TRY(skip_characters(in));
    if (SSZ_LIKELY(*in->at == '"')) {
        *out = (ssz_json_string){(uint64_t)(start - in->text), (uint64_t)(in->at - start), false};
        in->at++;
        return SSZ_OK;
    }
    while (*in->at == '\\') {
        SSZ_TRY(spill_text(in, start));
        uint64_t size = read_escape(in, in->spill.data + in->spill.size);
        if (size == 0) {
            return ssz_json_no_json(in);
        }
        in->spill.size += size;
        start = in->at;
        SSZ_TRY(skip_characters(in));
    }
    SSZ_TRY(spill_text(in, start));
    *out = (ssz_json_string){spilled, in->spill.size - spilled, true};
    in->at++;
    return SSZ_OK;
}

const uint8_t *ssz_json_characters(const ssz_json_lexer *in, ssz_json_string string) {
    return (string.is_spilled ? in->spill.data : in->text) + string.at;
}

bool ssz_json_is(const ssz_json_lexer *in, ssz_json_string string, const char *text) {
    size_t size = strlen(text);
    return string.size == size && memcmp(ssz_json_characters(in, string), text, size) == 0;
}

/* ---- numbers and words -------------------------------------------------------------------------- */

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

/* Digits from here on. */
static uint64_t skip_digits(ssz_json_lexer *in) {
    const uint8_t *start = in->at;
    while (is_digit(ssz_json_peek(in))) {
        in->at++;
    }
    return (uint64_t)(in->at - start);
}

int32_t ssz_json_read_number(ssz_json_lexer *in, ssz_json_number *out) {
    out->is_negative = ssz_json_peek(in) == '-';
    in->at += out->is_negative;
    out->digits = in->at;
    if (ssz_json_peek(in) == '0') { /* which no digit may follow */
        in->at++;
        out->count = 1;
    } else {
        out->count = skip_digits(in);
    }
    if (out->count == 0) {
        return ssz_json_no_json(in);
    }
    out->is_integer = true;
    if (ssz_json_peek(in) == '.') {
        in->at++;
        out->is_integer = false;
        if (skip_digits(in) == 0) {
            return ssz_json_no_json(in);
        }
    }
    if ((ssz_json_peek(in) | 0x20) == 'e') {
        in->at++;
        out->is_integer = false;
        in->at += ssz_json_peek(in) == '+' || ssz_json_peek(in) == '-';
        if (skip_digits(in) == 0) {
            return ssz_json_no_json(in);
        }
    }
    if (out->is_integer && out->count > SSZ_JSON_DIGITS_LIMIT) {
        return ssz_json_fail(in, SSZ_NOT_JSON, out->digits, SSZ_JSON_DIGITS_LIMIT, out->count);
    }
    return SSZ_OK;
}

bool ssz_json_read_word(ssz_json_lexer *in, const char *word, uint64_t size) {
    if ((uint64_t)(in->end - in->at) < size || memcmp(in->at, word, size) != 0) {
        return false;
    }
    in->at += size;
    return true;
}

/* ---- values that nobody asked for ---------------------------------------------------------------- */

static int32_t skip_value(ssz_json_lexer *in, unsigned depth);

static int32_t skip_list(ssz_json_lexer *in, unsigned depth) {
    bool is_first = true, is_there;
    for (;;) {
        SSZ_TRY(ssz_json_next(in, ']', &is_first, &is_there));
        if (!is_there) {
            return SSZ_OK;
        }
        SSZ_TRY(skip_value(in, depth));
    }
}

static int32_t skip_object(ssz_json_lexer *in, unsigned depth) {
    ssz_json_names begin = ssz_json_names_begin(in);
    bool is_first = true, is_there;
    for (;;) {
        SSZ_TRY(ssz_json_next(in, '}', &is_first, &is_there));
        if (!is_there) {
            return ssz_json_names_end(in, begin);
        }
        const uint8_t *start = in->at;
        ssz_json_string name;
        SSZ_TRY(ssz_json_read_string(in, &name));
        SSZ_TRY(ssz_json_keep_name(in, name, start));
        SSZ_TRY(ssz_json_colon(in));
        SSZ_TRY(skip_value(in, depth));
    }
}

static int32_t skip_value(ssz_json_lexer *in, unsigned depth) {
    ssz_json_string string;
    ssz_json_number number;
    uint8_t c = ssz_json_peek(in);
    switch (c) {
    case '"':
        SSZ_TRY(ssz_json_read_string(in, &string));
        ssz_json_forget(in, string);
        return SSZ_OK;
    case '[':
    case '{':
        if (depth == SSZ_JSON_DEPTH_LIMIT) {
            return ssz_json_fail(in, SSZ_NOT_JSON, in->at, SSZ_JSON_DEPTH_LIMIT, depth + 1);
        }
        in->at++;
        return c == '[' ? skip_list(in, depth + 1) : skip_object(in, depth + 1);
    default:
        if (ssz_json_read_word(in, "true", 4) || ssz_json_read_word(in, "false", 5) ||
            ssz_json_read_word(in, "null", 4)) {
            return SSZ_OK;
        }
        return ssz_json_read_number(in, &number);
    }
}

int32_t ssz_json_skip(ssz_json_lexer *in) {
    return skip_value(in, 0);
}
