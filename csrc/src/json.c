/*
 * json.c - JSON text of records: values of one fixed-size type that lie in a row.
 *
 * The caller says with a list of steps how a record is written: fixed text, and in between the bytes at
 * some places of the record as decimal digits, hex digits or a truth value.  So this file knows neither
 * types nor names, and what one record can take at most is known before any is written.  A list of
 * validators of 121 bytes each is one call; so is a list of packed uints, whose record has one number.
 */
#include <string.h>

#include "bytes.h"
#include "common.h"
#include "error.h"

/* Crosses to other languages, so it has the same layout everywhere. */
_Static_assert(sizeof(ssz_json_step) == 16, "size of ssz_json_step");

/* Digits of the largest uint of 64 bits. */
#define U64_DIGITS 20

/* Characters of "false". */
#define BOOLEAN_CHARACTERS 5

/* The largest uint in 32-bit words, and in groups of nine decimal digits. */
#define WIDE_WORDS 8
#define WIDE_GROUPS 9
#define GROUP_DIGITS 9
#define GROUP_BASE 1000000000

/* ---- decimal digits ------------------------------------------------------------------------- */

static const char digit_pairs[] = "00010203040506070809"
                                  "10111213141516171819"
                                  "20212223242526272829"
                                  "30313233343536373839"
                                  "40414243444546474849"
                                  "50515253545556575859"
                                  "60616263646566676869"
                                  "70717273747576777879"
                                  "80818283848586878889"
                                  "90919293949596979899";

static unsigned digit_count(uint64_t value) {
    unsigned count = 1;
    while (value >= 10000) {
        value /= 10000;
        count += 4;
    }
    return count + (value >= 10) + (value >= 100) + (value >= 1000);
}

/* Writes exactly `count` digits, with zeros in front where the number has fewer. */
static char *put_digits(char *out, uint64_t value, unsigned count) {
    char *at = out + count;
    while (at - out >= 2) {
        at -= 2;
        memcpy(at, digit_pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (at != out) {
        *out = (char)('0' + value);
    }
    return out + count;
}

/* A uint of 128 or 256 bits: divided by 10^9 until nothing is left, which gives its groups of digits
 * from the last to the first. */
static char *put_wide(char *out, const uint8_t *bytes, uint32_t size) {
    uint32_t words[WIDE_WORDS], groups[WIDE_GROUPS];
    uint32_t word_count = size / 4;
    for (uint32_t i = 0; i < word_count; i++) {
        words[i] = load_u32(bytes + 4 * i);
    }
    uint32_t group_count = 0;
    while (word_count > 0) {
        uint64_t rest = 0;
        for (uint32_t i = word_count; i-- > 0;) {
            uint64_t value = rest << 32 | words[i];
            words[i] = (uint32_t)(value / GROUP_BASE);
            rest = value % GROUP_BASE;
        }
        SSZ_ASSERT(group_count < WIDE_GROUPS);
        groups[group_count++] = (uint32_t)rest;
        while (word_count > 0 && words[word_count - 1] == 0) {
            word_count--;
        }
    }
    uint32_t first = groups[--group_count];
    out = put_digits(out, first, digit_count(first));
    while (group_count > 0) {
        out = put_digits(out, groups[--group_count], GROUP_DIGITS);
    }
    return out;
}

static char *put_decimal(char *out, const uint8_t *bytes, uint32_t size) {
    uint64_t value;
    switch (size) {
    case 1:
        value = bytes[0];
        break;
    case 2:
        value = load_u16(bytes);
        break;
    case 4:
        value = load_u32(bytes);
        break;
    case 8:
        value = load_u64(bytes);
        break;
    default:
        return put_wide(out, bytes, size);
    }
    return put_digits(out, value, digit_count(value));
}

/* ---- hex digits, truth values --------------------------------------------------------------- */

static inline char hex_digit(unsigned nibble) {
    return (char)(nibble + '0' + (nibble > 9 ? 'a' - '0' - 10 : 0));
}

/* Arithmetic instead of a table, which compilers turn into vector instructions. */
static char *put_hex(char *restrict out, const uint8_t *restrict bytes, uint64_t size) {
    for (uint64_t i = 0; i < size; i++) {
        out[2 * i] = hex_digit(bytes[i] >> 4);
        out[2 * i + 1] = hex_digit(bytes[i] & 15);
    }
    return out + 2 * size;
}

static char *put_text(char *out, const char *text, size_t size) {
    memcpy(out, text, size);
    return out + size;
}

/* ---- records -------------------------------------------------------------------------------- */

/* Most characters that a step writes. */
static uint64_t step_bound(const ssz_json_step *step) {
    switch (step->kind) {
    case SSZ_JSON_TEXT:
        return step->size;
    case SSZ_JSON_HEX:
        return 2 * (uint64_t)step->size;
    case SSZ_JSON_BOOLEAN:
        return BOOLEAN_CHARACTERS;
    default:
        SSZ_ASSERT(step->kind == SSZ_JSON_DECIMAL);
        /* 3, 5, 10, 20, 39, 78: digits of 2^(8 * size) - 1, as log10(2^8) is a little above 2.408. */
        return (uint64_t)step->size * 2408 / 1000 + 1;
    }
}

uint64_t ssz_json_bound(const ssz_json_step *steps, uint32_t step_count) {
    /* At most 2^32 steps of at most 2^33 characters: 2^65, so the sum may leave 64 bits. */
    uint64_t sum = 0;
    for (uint32_t i = 0; i < step_count; i++) {
        if (ssz_add_overflows(sum, step_bound(&steps[i]), &sum)) {
            return SSZ_UNBOUNDED;
        }
    }
    return sum;
}

/* What the caller guarantees: the step stays inside the record, and its size is one it can have. */
static bool is_sound(const ssz_json_step *step, uint64_t record_size) {
    if (step->kind == SSZ_JSON_TEXT) {
        return true;
    }
    bool is_inside = step->offset <= record_size && step->size <= record_size - step->offset;
    uint32_t size = step->size;
    switch (step->kind) {
    case SSZ_JSON_DECIMAL:
        return is_inside && size != 0 && size <= 4 * WIDE_WORDS && (size & (size - 1)) == 0;
    case SSZ_JSON_BOOLEAN:
        return is_inside && size == 1;
    default:
        return is_inside && step->kind == SSZ_JSON_HEX;
    }
}

static char *put_record(char *out, const ssz_json_step *steps, uint32_t step_count,
                        const char *text, const uint8_t *record) {
    for (uint32_t i = 0; i < step_count; i++) {
        const ssz_json_step *step = &steps[i];
        switch (step->kind) {
        case SSZ_JSON_TEXT:
            out = put_text(out, text + step->offset, step->size);
            break;
        case SSZ_JSON_DECIMAL:
            out = put_decimal(out, record + step->offset, step->size);
            break;
        case SSZ_JSON_HEX:
            out = put_hex(out, record + step->offset, step->size);
            break;
        default:
            out = record[step->offset] ? put_text(out, "true", 4)
                                       : put_text(out, "false", BOOLEAN_CHARACTERS);
        }
    }
    return out;
}

int32_t ssz_json_write(const ssz_json_step *steps, uint32_t step_count, const char *text,
                       const void *records, uint64_t record_size, uint64_t record_count, char *out,
                       uint64_t capacity, uint64_t *written, ssz_error *err) {
    uint64_t needed;
    if (ssz_mul_overflows(ssz_json_bound(steps, step_count), record_count, &needed)) {
        needed = SSZ_UNBOUNDED;
    }
    if (capacity < needed) {
        return ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, needed, capacity);
    }
    for (uint32_t i = 0; i < step_count; i++) {
        SSZ_ASSERT(is_sound(&steps[i], record_size));
    }
    const uint8_t *record = records;
    char *end = out;
    for (uint64_t i = 0; i < record_count; i++, record += record_size) {
        end = put_record(end, steps, step_count, text, record);
    }
    *written = (uint64_t)(end - out);
    return SSZ_OK;
}
