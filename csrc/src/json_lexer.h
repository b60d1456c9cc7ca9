/*
 * json_lexer.h - JSON text: blanks, brackets, strings, numbers, and values that nobody asked for.
 *
 * What counts as JSON is RFC 8259, with what readers are free to choose chosen as Python's `json` does: a
 * string may be cut out of the middle of a surrogate pair, a name that comes twice in one object is an
 * error, integers have at most SSZ_JSON_DIGITS_LIMIT digits.  The text is UTF-8.
 *
 * A lexer stands at a byte of the text.  Each function says where it must stand, and leaves it behind what
 * it has read; on failure it stands anywhere.
 */
#ifndef SSZ_JSON_LEXER_H
#define SSZ_JSON_LEXER_H

#include "error.h"
#include "room.h"

/* Digits of an integer at most: Python reads no more. */
#define SSZ_JSON_DIGITS_LIMIT 4300

typedef struct ssz_json_lexer {
    const uint8_t *text;
    const uint8_t *end;
    const uint8_t *at;
    ssz_room spill; /* strings that had escapes, without them */
    ssz_room names; /* of the objects around, those that are to be compared (ssz_json_name) */
    ssz_error *err;
} ssz_json_lexer;

/* The characters of a string, without escapes: in the text, or in the spill. */
typedef struct ssz_json_string {
    uint64_t at;
    uint64_t size;
    bool is_spilled;
} ssz_json_string;

typedef struct ssz_json_number {
    const uint8_t *digits; /* of an integer: behind the sign */
    uint64_t count;
    bool is_negative;
    bool is_integer; /* neither fraction nor exponent */
} ssz_json_number;

/* Fails with a fault at a byte of the text. */
static inline int32_t ssz_json_fail(const ssz_json_lexer *in, int32_t code, const uint8_t *at,
                                    uint64_t expected, uint64_t actual) {
    return ssz_fail(in->err, code, (uint64_t)(at - in->text), expected, actual);
}

/* Fails for what can't be read as JSON, at the byte where the lexer stands. */
int32_t ssz_json_no_json(const ssz_json_lexer *in);

static inline void ssz_json_skip_blanks(ssz_json_lexer *in) {
    const uint8_t *at = in->at, *end = in->end;
    while (at != end && *at <= ' ' && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) {
        at++;
    }
    in->at = at;
}

/* The character where the lexer stands; 0, which no JSON has there, at the end. */
static inline uint8_t ssz_json_peek(const ssz_json_lexer *in) {
    return in->at == in->end ? 0 : *in->at;
}

/* From behind the bracket that opens a list or an object, or behind an item of it, to the next item, and
 * whether there is one: else `close` ends it.  `*is_first` is true before the first call. */
static inline int32_t ssz_json_next(ssz_json_lexer *in, uint8_t close, bool *is_first,
                                    bool *is_there) {
    ssz_json_skip_blanks(in);
    if (in->at == in->end) {
        return ssz_json_no_json(in);
    }
    uint8_t c = *in->at;
    *is_there = c != close;
    if (c == close) {
        in->at++;
        return SSZ_OK;
    }
    if (!*is_first) {
        if (c != ',') {
            return ssz_json_no_json(in);
        }
        in->at++;
        ssz_json_skip_blanks(in);
    }
    *is_first = false;
    return SSZ_OK;
}

/* From behind the name of a member to its value. */
static inline int32_t ssz_json_colon(ssz_json_lexer *in) {
    ssz_json_skip_blanks(in);
    if (ssz_json_peek(in) != ':') {
        return ssz_json_no_json(in);
    }
    in->at++;
    ssz_json_skip_blanks(in);
    return SSZ_OK;
}

/* Reads the string that begins here; SSZ_NOT_JSON if none does. */
int32_t ssz_json_read_string(ssz_json_lexer *in, ssz_json_string *out);
/* Its characters, until another string is read. */
const uint8_t *ssz_json_characters(const ssz_json_lexer *in, ssz_json_string string);
/* Whether its characters are those of a text. */
bool ssz_json_is(const ssz_json_lexer *in, ssz_json_string string, const char *text);
/* Forgets a string, which must be the last of those that are not forgotten. */
static inline void ssz_json_forget(ssz_json_lexer *in, ssz_json_string string) {
    if (string.is_spilled) {
        in->spill.size = string.at;
    }
}

/* Reads the number that begins here; SSZ_NOT_JSON if none does. */
int32_t ssz_json_read_number(ssz_json_lexer *in, ssz_json_number *out);

/* Whether one of `true`, `false` and `null` stands here, which is then read. */
bool ssz_json_read_word(ssz_json_lexer *in, const char *word, uint64_t size);

/* Goes past a value, of any kind, that has to be JSON and nothing else. */
int32_t ssz_json_skip(ssz_json_lexer *in);

/* ---- names that must differ -------------------------------------------------------------------- */

/* Where the names of an object begin. */
typedef struct ssz_json_names {
    uint64_t names;
    uint64_t spill;
} ssz_json_names;

static inline ssz_json_names ssz_json_names_begin(const ssz_json_lexer *in) {
    return (ssz_json_names){in->names.size, in->spill.size};
}

/* Keeps a name, which was the last string read and began at `start`. */
int32_t ssz_json_keep_name(ssz_json_lexer *in, ssz_json_string name, const uint8_t *start);

/* Fails with SSZ_DUPLICATE_MEMBER if two of the names kept since `begin` are equal, and forgets them all. */
int32_t ssz_json_names_end(ssz_json_lexer *in, ssz_json_names begin);

void ssz_json_lexer_free(ssz_json_lexer *in);

#endif
