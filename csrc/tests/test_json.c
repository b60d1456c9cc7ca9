/*
 * test_json.c - records as text, against a writer that goes by the definition of decimal and hex digits.
 */
#include "ssz.h"
#include "test.h"

#define WIDEST 32 /* bytes */
#define MOST_STEPS 12
#define RECORD_SIZE 150

static const uint32_t widths[] = {1, 2, 4, 8, 16, 32};
static const char text[] = "{\"name\":\"0x\",\n  ]}";

/* ---- the same again, from the definitions --------------------------------------------------- */

/* Decimal digits of a little-endian number: 256 times what its higher bytes give, plus the next byte. */
static size_t reference_decimal(const uint8_t *bytes, size_t size, char *out) {
    uint8_t digits[100] = {0}; /* lowest first */
    size_t count = 1;
    for (size_t i = size; i-- > 0;) {
        unsigned carry = bytes[i];
        for (size_t d = 0; d < count || carry != 0; d++) {
            unsigned value = digits[d] * 256u + carry;
            digits[d] = (uint8_t)(value % 10);
            carry = value / 10;
            count = d < count ? count : d + 1;
        }
    }
    for (size_t d = 0; d < count; d++) {
        out[d] = (char)('0' + digits[count - 1 - d]);
    }
    return count;
}

static size_t reference_step(const ssz_json_step *step, const uint8_t *record, char *out) {
    const uint8_t *bytes = record + step->offset;
    switch (step->kind) {
    case SSZ_JSON_TEXT:
        memcpy(out, text + step->offset, step->size);
        return step->size;
    case SSZ_JSON_DECIMAL:
        return reference_decimal(bytes, step->size, out);
    case SSZ_JSON_HEX:
        for (size_t i = 0; i < step->size; i++) {
            char digits[3];
            snprintf(digits, sizeof digits, "%02x", (unsigned)bytes[i]);
            memcpy(out + 2 * i, digits, 2);
        }
        return 2 * (size_t)step->size;
    default:
        return (size_t)sprintf(out, "%s", bytes[0] ? "true" : "false");
    }
}

/* ---- checks --------------------------------------------------------------------------------- */

/* Writes into memory that ends, as the records do, where the next byte may not be touched. */
static void check_text(const ssz_json_step *steps, uint32_t step_count, const uint8_t *data,
                       size_t record_size, size_t count) {
    size_t capacity = (size_t)ssz_json_bound(steps, step_count) * count;
    char *expected = allocate(capacity + 100);
    size_t size = 0;
    for (size_t r = 0; r < count; r++) {
        for (uint32_t s = 0; s < step_count; s++) {
            size += reference_step(&steps[s], data + r * record_size, expected + size);
        }
    }
    CHECK(size <= capacity);
    guarded in = guarded_new(record_size * count), out = guarded_new(capacity);
    uint8_t *records = in.end - record_size * count;
    memcpy(records, data, record_size * count);
    char *start = (char *)out.end - capacity;
    uint64_t written = UINT64_MAX;
    CHECK_EQUAL(ssz_json_write(steps, step_count, text, records, record_size, count, start,
                               capacity, &written, NULL),
                SSZ_OK);
    CHECK_EQUAL(written, size);
    CHECK_BYTES((uint8_t *)start, (uint8_t *)expected, size);
    guarded_free(in);
    guarded_free(out);
    free(expected);
}

static void check_number(const uint8_t *bytes, uint32_t size) {
    ssz_json_step step = {.kind = SSZ_JSON_DECIMAL, .size = size};
    check_text(&step, 1, bytes, size, 1);
}

/* All lengths in all widths: powers of ten and what stands before them, 0, the largest. */
static void test_numbers(void) {
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
        uint32_t size = widths[w];
        uint8_t power[WIDEST + 1] = {1}, number[WIDEST] = {0};
        check_number(number, size);
        while (power[size] == 0) {
            check_number(power, size);
            for (size_t i = 0, borrow = 1; i < size; i++) {
                number[i] = (uint8_t)(power[i] - borrow);
                borrow = borrow && power[i] == 0;
            }
            check_number(number, size);
            unsigned carry = 0;
            for (size_t i = 0; i <= size; i++) {
                carry += power[i] * 10u;
                power[i] = (uint8_t)carry;
                carry >>= 8;
            }
        }
        memset(number, 0xff, size);
        check_number(number, size);
        for (int round = 0; round < 200; round++) {
            memset(number, 0, size);
            fill_random(number, 1 + (size_t)random_below(size));
            check_number(number, size);
        }
    }
}

static ssz_json_step random_step(void) {
    ssz_json_step step = {.kind = 1 + (uint32_t)random_below(4)};
    switch (step.kind) {
    case SSZ_JSON_TEXT:
        step.offset = random_below(sizeof text - 1);
        step.size = (uint32_t)random_below(sizeof text - step.offset);
        return step;
    case SSZ_JSON_DECIMAL:
        step.size = widths[random_below(sizeof widths / sizeof widths[0])];
        break;
    case SSZ_JSON_HEX:
        step.size = (uint32_t)random_below(RECORD_SIZE + 1);
        break;
    default:
        step.size = 1;
    }
    step.offset = random_below(RECORD_SIZE - step.size + 1);
    return step;
}

static void test_random_records(void) {
    static uint8_t data[20 * RECORD_SIZE];
    for (int round = 0; round < 500; round++) {
        ssz_json_step steps[MOST_STEPS];
        uint32_t count = (uint32_t)random_below(MOST_STEPS + 1);
        for (uint32_t s = 0; s < count; s++) {
            steps[s] = random_step();
        }
        fill_random(data, sizeof data);
        data[random_below(sizeof data)] = 0;
        check_text(steps, count, data, RECORD_SIZE, (size_t)random_below(21));
    }
}

static void test_truth_values(void) {
    const ssz_json_step step = {.kind = SSZ_JSON_BOOLEAN, .size = 1};
    const uint8_t data[] = {0, 1};
    char out[10];
    uint64_t written = 0;
    CHECK_EQUAL(ssz_json_write(&step, 1, text, data, 1, 2, out, sizeof out, &written, NULL),
                SSZ_OK);
    CHECK_EQUAL(written, 9);
    CHECK_BYTES((uint8_t *)out, (const uint8_t *)"falsetrue", 9);
}

static void test_bounds(void) {
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
        uint8_t largest[WIDEST];
        char digits[100];
        memset(largest, 0xff, sizeof largest);
        ssz_json_step step = {.kind = SSZ_JSON_DECIMAL, .size = widths[w]};
        CHECK_EQUAL(ssz_json_bound(&step, 1), reference_decimal(largest, widths[w], digits));
    }
    ssz_json_step hex = {.kind = SSZ_JSON_HEX, .size = UINT32_MAX};
    CHECK_EQUAL(ssz_json_bound(&hex, 1), 2 * (uint64_t)UINT32_MAX);
    CHECK_EQUAL(ssz_json_bound(&hex, 0), 0);
}

/* Room for what could be written is asked for, and nothing is written without it. */
static void test_too_little_room(void) {
    const ssz_json_step steps[] = {{.kind = SSZ_JSON_DECIMAL, .size = 8},
                                   {.kind = SSZ_JSON_TEXT, .size = 1}};
    const uint8_t data[16] = {7, 0, 0, 0, 0, 0, 0, 0, 8};
    char out[42], untouched[42];
    memset(out, 'x', sizeof out);
    memset(untouched, 'x', sizeof untouched);
    uint64_t written = 99;
    ssz_error error;
    CHECK_EQUAL(ssz_json_write(steps, 2, text, data, 8, 2, out, 41, &written, &error),
                SSZ_BUFFER_TOO_SMALL);
    CHECK_EQUAL(error.expected, 42);
    CHECK_EQUAL(error.actual, 41);
    CHECK_EQUAL(written, 99);
    CHECK_BYTES((uint8_t *)out, (uint8_t *)untouched, sizeof out);
    CHECK_EQUAL(ssz_json_write(steps, 2, text, data, 8, 2, out, 42, &written, &error), SSZ_OK);
    CHECK_EQUAL(written, 4);

    /* A product that does not fit is more than any room. */
    CHECK_EQUAL(
        ssz_json_write(steps, 2, text, data, 8, UINT64_MAX, out, UINT64_MAX - 1, &written, &error),
        SSZ_BUFFER_TOO_SMALL);
    CHECK_EQUAL(error.expected, UINT64_MAX);
    CHECK_EQUAL(ssz_json_write(steps, 2, text, data, 8, 0, out, 0, &written, &error), SSZ_OK);
    CHECK_EQUAL(written, 0);
}

int main(void) {
    test_numbers();
    test_random_records();
    test_truth_values();
    test_bounds();
    test_too_little_room();
    return 0;
}
