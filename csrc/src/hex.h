/*
 * hex.h - hex digits to bytes.
 *
 * Of JSON documents most is hex, so this is worth vector instructions where every processor has them:
 * SSE2 on x86-64.  The loop behind defines what they do.
 */
#ifndef SSZ_HEX_H
#define SSZ_HEX_H

#include "common.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define SSZ_HEX_SSE2
#endif

/* What a hex digit stands for; more than 15 for any other character. */
static inline unsigned ssz_hex_value(uint8_t digit) {
    unsigned decimal = digit - (unsigned)'0';
    unsigned letter = (digit | 0x20u) - (unsigned)'a';
    return decimal <= 9 ? decimal : letter <= 5 ? letter + 10 : 16;
}

#ifdef SSZ_HEX_SSE2
/* The values of 16 digits; characters that are none are taken out of `*good`. */
static inline __m128i ssz_hex_values(const uint8_t *digits, __m128i *good) {
    __m128i text = _mm_loadu_si128((const __m128i *)(const void *)digits);
    __m128i decimal = _mm_sub_epi8(text, _mm_set1_epi8('0'));
    __m128i lower = _mm_or_si128(text, _mm_set1_epi8(0x20));
    __m128i letter = _mm_sub_epi8(lower, _mm_set1_epi8('a'));
    __m128i is_decimal = _mm_cmpeq_epi8(_mm_min_epu8(decimal, _mm_set1_epi8(9)), decimal);
    __m128i is_letter = _mm_cmpeq_epi8(_mm_min_epu8(letter, _mm_set1_epi8(5)), letter);
    *good = _mm_and_si128(*good, _mm_or_si128(is_decimal, is_letter));
    letter = _mm_add_epi8(letter, _mm_set1_epi8(10));
    return _mm_or_si128(_mm_and_si128(is_decimal, decimal), _mm_and_si128(is_letter, letter));
}

/* Values of digits in pairs of bytes to what the pairs stand for, in words. */
static inline __m128i ssz_hex_pairs(__m128i values) {
    __m128i both = _mm_or_si128(_mm_slli_epi16(values, 4), _mm_srli_epi16(values, 8));
    return _mm_and_si128(both, _mm_set1_epi16(0xff));
}
#endif

/* Writes the `count` bytes that twice as many digits stand for; false if a character is none.  Then some
 * bytes may have been written. */
static inline bool ssz_hex_decode(uint8_t *out, const uint8_t *digits, uint64_t count) {
    uint64_t i = 0;
#ifdef SSZ_HEX_SSE2
    __m128i good = _mm_set1_epi8(-1);
    for (; i + 16 <= count; i += 16) {
        __m128i first = ssz_hex_pairs(ssz_hex_values(digits + 2 * i, &good));
        __m128i second = ssz_hex_pairs(ssz_hex_values(digits + 2 * i + 16, &good));
        _mm_storeu_si128((__m128i *)(void *)(out + i), _mm_packus_epi16(first, second));
    }
    if (_mm_movemask_epi8(good) != 0xffff) {
        return false;
    }
#endif
    unsigned any = 0;
    for (; i < count; i++) {
        unsigned high = ssz_hex_value(digits[2 * i]), low = ssz_hex_value(digits[2 * i + 1]);
        any |= high | low;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return any < 16;
}

#endif
