/*
 * test_bytes.c - integers are read and written in the stated byte order, at any alignment, and nothing
 * around them changes.
 */
#include "bytes.h"
#include "test.h"

int main(void) {
    uint8_t bytes[16], expected[16];
    for (size_t at = 0; at < 8; at++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            bytes[i] = (uint8_t)(0x81 + i - at);
        }
        /* From `at` on the bytes are 81 82 83 84 85 86 87 88. */
        CHECK_EQUAL(load_u16(bytes + at), 0x8281);
        CHECK_EQUAL(load_u32(bytes + at), 0x84838281);
        CHECK_EQUAL(load_u64(bytes + at), 0x8887868584838281);
        CHECK_EQUAL(load_u32_be(bytes + at), 0x81828384);

        memcpy(expected, bytes, sizeof bytes);
        memset(bytes + at, 0, 2);
        store_u16(bytes + at, 0x8281);
        CHECK_BYTES(bytes, expected, sizeof bytes);
        memset(bytes + at, 0, 4);
        store_u32(bytes + at, 0x84838281);
        CHECK_BYTES(bytes, expected, sizeof bytes);
        memset(bytes + at, 0, 8);
        store_u64(bytes + at, 0x8887868584838281);
        CHECK_BYTES(bytes, expected, sizeof bytes);
        memset(bytes + at, 0, 4);
        store_u32_be(bytes + at, 0x81828384);
        CHECK_BYTES(bytes, expected, sizeof bytes);
    }
    return 0;
}
