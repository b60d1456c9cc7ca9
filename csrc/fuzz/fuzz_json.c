/*
 * fuzz_json.c - text of records: what is written is what a slow writer writes, in the room that was
 * promised to be enough.
 */
#include "fuzz.h"

#define STEP_LIMIT 8
#define RECORD_LIMIT 96

static const char text[] = "{\"a\": , \"b\": \"0x\"}";

/* A step that stays inside of the record, which has at least 32 bytes. */
static ssz_json_step take_step(input *in, uint64_t record_size) {
    ssz_json_step step = {.kind = 1 + (uint32_t)take(in, 1) % 4};
    uint64_t room = record_size;
    switch (step.kind) {
    case SSZ_JSON_TEXT:
        room = sizeof text - 1;
        step.size = (uint32_t)(take(in, 1) % (room + 1));
        break;
    case SSZ_JSON_DECIMAL:
        step.size = (uint32_t)1 << take(in, 1) % 6;
        break;
    case SSZ_JSON_HEX:
        step.size = (uint32_t)(take(in, 1) % (room + 1));
        break;
    default:
        step.size = 1;
    }
    step.offset = take(in, 1) % (room - step.size + 1);
    return step;
}

/* Adds the number in decimal digits, got by doubling bit by bit. */
static void add_decimal(bytes *out, const uint8_t *number, uint32_t size) {
    uint8_t digits[80] = {0}; /* the last one first */
    for (uint32_t bit = size * 8; bit-- > 0;) {
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

static void add_step(bytes *out, const ssz_json_step *step, const uint8_t *record) {
    if (step->kind == SSZ_JSON_TEXT) {
        bytes_add(out, text + step->offset, step->size);
    } else if (step->kind == SSZ_JSON_DECIMAL) {
        add_decimal(out, record + step->offset, step->size);
    } else if (step->kind == SSZ_JSON_HEX) {
        for (uint32_t i = 0; i < step->size; i++) {
            char digits[3];
            snprintf(digits, sizeof digits, "%02x", record[step->offset + i]);
            bytes_add(out, digits, 2);
        }
    } else {
        bool is_true = record[step->offset] != 0;
        bytes_add(out, is_true ? "true" : "false", is_true ? 4 : 5);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bytes expected;
    input in = {data, size};
    uint64_t record_size = 32 + take(&in, 1) % (RECORD_LIMIT - 31);
    uint32_t step_count = (uint32_t)take(&in, 1) % (STEP_LIMIT + 1);
    ssz_json_step steps[STEP_LIMIT];
    for (uint32_t i = 0; i < step_count; i++) {
        steps[i] = take_step(&in, record_size);
    }
    uint64_t count = in.size / record_size;
    count = count < 16 ? count : 16;
    expected.size = 0;
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < step_count; j++) {
            add_step(&expected, &steps[j], in.data + i * record_size);
        }
    }
    uint64_t room = ssz_json_bound(steps, step_count) * count, written = 77;
    CHECK(expected.size <= room);
    char *out = allocate(room);
    CHECK_EQUAL(ssz_json_write(steps, step_count, text, in.data, record_size, count, out, room,
                               &written, NULL),
                SSZ_OK);
    CHECK_EQUAL(written, expected.size);
    CHECK_BYTES(out, expected.data, written);
    if (room != 0) {
        CHECK_EQUAL(ssz_json_write(steps, step_count, text, in.data, record_size, count, out,
                                   room - 1, &written, NULL),
                    SSZ_BUFFER_TOO_SMALL);
        CHECK_EQUAL(written, expected.size);
    }
    free(out);
    return 0;
}
