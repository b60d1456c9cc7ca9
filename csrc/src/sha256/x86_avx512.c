/*
 * x86_avx512.c - SHA-256 of 64-byte messages with AVX-512, two times sixteen at a time.
 *
 * Computes what portable.c does; the rounds are in lanes_template.h.  AVX-512 has what SHA-256 is made
 * of as single instructions: rotations, and any function of three bits.  What is left over after
 * the last full sixteen goes to the SHA extensions where the machine has them: sixteen lanes cost
 * the same whether they are used or not.
 */
#include "kernels.h"

#if SSZ_X86_64

#include <immintrin.h>
#include <stdbool.h>

#include "cpu_features.h"
#include "tables.h"

#define TARGET SSZ_TARGET("avx512f,avx512bw")
#define VECTOR __m512i
#define LANES 16
#define TWO_SETS 1
#define ADD_TWICE 1

#define ADD(x, y) _mm512_add_epi32(x, y)
#define XOR3(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0x96)
#define CHOOSE(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xca)
#define MAJORITY(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xe8)
#define ROTATE(x, n) _mm512_ror_epi32(x, n)
#define SHIFT(x, n) _mm512_srli_epi32(x, n)
#define BROADCAST(word) _mm512_set1_epi32((int)(word))

/* Reverses the bytes of each 32-bit word. */
TARGET static inline __m512i swap_words(__m512i words) {
    return _mm512_shuffle_epi8(
        words, _mm512_broadcast_i32x4(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203)));
}

/* Turns 16 rows of 16 words into columns.  Three steps: words within quarters of rows, pairs of words,
 * then the quarters. */
TARGET static inline void transpose(__m512i r[16]) {
    __m512i t[16];
    for (int i = 0; i < 16; i += 4) {
        __m512i low01 = _mm512_unpacklo_epi32(r[i], r[i + 1]);
        __m512i high01 = _mm512_unpackhi_epi32(r[i], r[i + 1]);
        __m512i low23 = _mm512_unpacklo_epi32(r[i + 2], r[i + 3]);
        __m512i high23 = _mm512_unpackhi_epi32(r[i + 2], r[i + 3]);
        t[i] = _mm512_unpacklo_epi64(low01, low23);
        t[i + 1] = _mm512_unpackhi_epi64(low01, low23);
        t[i + 2] = _mm512_unpacklo_epi64(high01, high23);
        t[i + 3] = _mm512_unpackhi_epi64(high01, high23);
    }
    /* t[4 * i + j] has, in quarter q, word 4 * q + j of rows 4 * i to 4 * i + 3. */
    for (int j = 0; j < 4; j++) {
        __m512i even01 = _mm512_shuffle_i32x4(t[j], t[4 + j], 0x88);
        __m512i odd01 = _mm512_shuffle_i32x4(t[j], t[4 + j], 0xdd);
        __m512i even23 = _mm512_shuffle_i32x4(t[8 + j], t[12 + j], 0x88);
        __m512i odd23 = _mm512_shuffle_i32x4(t[8 + j], t[12 + j], 0xdd);
        r[j] = _mm512_shuffle_i32x4(even01, even23, 0x88);
        r[4 + j] = _mm512_shuffle_i32x4(odd01, odd23, 0x88);
        r[8 + j] = _mm512_shuffle_i32x4(even01, even23, 0xdd);
        r[12 + j] = _mm512_shuffle_i32x4(odd01, odd23, 0xdd);
    }
}

TARGET static inline void load_message(__m512i w[16], const ssz_sha256_job *jobs) {
    for (int i = 0; i < 16; i++) {
        w[i] = swap_words(_mm512_loadu_si512(jobs[i].in));
    }
    transpose(w);
}

/* The other way round: rows of eight words, two digests a vector. */
TARGET static inline void store_digests(const ssz_sha256_job *jobs, const __m512i s[8]) {
    __m512i t[8];
    for (int i = 0; i < 8; i += 4) {
        __m512i low01 = _mm512_unpacklo_epi32(s[i], s[i + 1]);
        __m512i high01 = _mm512_unpackhi_epi32(s[i], s[i + 1]);
        __m512i low23 = _mm512_unpacklo_epi32(s[i + 2], s[i + 3]);
        __m512i high23 = _mm512_unpackhi_epi32(s[i + 2], s[i + 3]);
        t[i] = _mm512_unpacklo_epi64(low01, low23);
        t[i + 1] = _mm512_unpackhi_epi64(low01, low23);
        t[i + 2] = _mm512_unpacklo_epi64(high01, high23);
        t[i + 3] = _mm512_unpackhi_epi64(high01, high23);
    }
    /* t[4 * i + j] has, in quarter q, words 4 * i to 4 * i + 3 of message 4 * q + j. */
    const __m512i pair_low = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    const __m512i pair_high = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    for (int j = 0; j < 4; j++) {
        /* Quarters 0 and 1, then 2 and 3: digests j, 4 + j and 8 + j, 12 + j. */
        __m512i first = swap_words(_mm512_permutex2var_epi64(t[j], pair_low, t[4 + j]));
        __m512i second = swap_words(_mm512_permutex2var_epi64(t[j], pair_high, t[4 + j]));
        _mm256_storeu_si256((__m256i *)jobs[j].out, _mm512_castsi512_si256(first));
        _mm256_storeu_si256((__m256i *)jobs[4 + j].out, _mm512_extracti64x4_epi64(first, 1));
        _mm256_storeu_si256((__m256i *)jobs[8 + j].out, _mm512_castsi512_si256(second));
        _mm256_storeu_si256((__m256i *)jobs[12 + j].out, _mm512_extracti64x4_epi64(second, 1));
    }
}

#include "lanes_template.h"

/* From this many blocks on all sixteen lanes cost less than the SHA extensions, or portable code. */
#define FULL_FROM 10
#define FULL_FROM_ALONE 2

void ssz_sha256_avx512(const ssz_sha256_job *jobs, size_t job_count) {
    bool has_sha = ssz_cpu_features() & SSZ_CPU_SHA;
    if (has_sha) {
        hash_in_lanes(jobs, job_count, FULL_FROM, ssz_sha256_shani);
    } else {
        hash_in_lanes(jobs, job_count, FULL_FROM_ALONE, ssz_sha256_portable);
    }
}

#endif
