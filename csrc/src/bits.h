/*
 * bits.h - runs of bits as packed bytes: bit i of a run is bit i % 8 of byte i / 8.
 *
 * Bits of the last byte past the end of a run are not looked at where a run is read, and left alone where
 * one is written to.
 */
#ifndef SSZ_BITS_H
#define SSZ_BITS_H

#include "common.h"

/* Byte i of a run of `count` bits, with zeros outside; NULL stands for a run of ones. */
static inline uint8_t ssz_bits_byte(const uint8_t *data, uint64_t count, uint64_t i) {
    if (i >= ssz_ceil_div(count, 8)) {
        return 0;
    }
    uint32_t byte = data ? data[i] : 0xffu;
    bool is_cut = i == count / 8;
    return (uint8_t)(is_cut ? byte & ((1u << count % 8) - 1) : byte);
}

/* The 8 bits of a run before bit `end`, which is not 0, with zeros outside the run. */
static inline uint8_t ssz_bits_before(const uint8_t *data, uint64_t count, uint64_t end) {
    uint64_t i = end / 8;
    uint32_t low = i == 0 ? 0u : ssz_bits_byte(data, count, i - 1);
    uint32_t high = end % 8 == 0 ? 0u : ssz_bits_byte(data, count, i);
    return (uint8_t)((high << 8 | low) >> end % 8);
}

/* Gives the bits from bit `first` < 8 of `out` on the values of those of a run of `count` bits, where the
 * mask, a run of as many, has a 1; NULL: everywhere. */
static inline void ssz_bits_put(uint8_t *out, uint64_t first, const uint8_t *data,
                                const uint8_t *mask, uint64_t count) {
    for (uint64_t i = 0; 8 * i < first + count; i++) {
        uint64_t end = 8 * (i + 1) - first;
        uint8_t chosen = ssz_bits_before(mask, count, end);
        uint8_t bits = ssz_bits_before(data, count, end);
        out[i] = (uint8_t)((out[i] & ~chosen) | (bits & chosen));
    }
}

/* Writes `count` bits of `data`, from bit `first` < 8 on, as a run of their own, filled up with zeros. */
static inline void ssz_bits_take(uint8_t *out, const uint8_t *data, uint64_t first,
                                 uint64_t count) {
    for (uint64_t i = 0; 8 * i < count; i++) {
        uint64_t left = ssz_min_u64(8, count - 8 * i);
        uint8_t bits = ssz_bits_before(data, first + count, first + 8 * i + 8);
        out[i] = (uint8_t)(bits & ((1u << left) - 1));
    }
}

#endif
