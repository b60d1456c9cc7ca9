/*
 * x86_avx2.c - SHA-256 of 64-byte messages with AVX2, two times eight at a time.
 *
 * Computes what portable.c does; the rounds are in lanes_template.h.  For processors without the SHA
 * extensions, which hash two messages in less time than this takes for two of its lanes.
 */
#include "kernels.h"

#if SSZ_X86_64

#include <immintrin.h>
#include <string.h>

#include "tables.h"

#define TARGET SSZ_TARGET("avx2")
#define VECTOR __m256i
#define LANES 8
#define TWO_SETS 1
#define ADD_TWICE 0

#define ADD(x, y) _mm256_add_epi32(x, y)
#define XOR3(x, y, z) _mm256_xor_si256(_mm256_xor_si256(x, y), z)
#define CHOOSE(x, y, z) _mm256_xor_si256(z, _mm256_and_si256(x, _mm256_xor_si256(y, z)))
#define MAJORITY(x, y, z)                                                                          \
    _mm256_or_si256(_mm256_and_si256(x, y), _mm256_and_si256(z, _mm256_or_si256(x, y)))
#define ROTATE(x, n) _mm256_or_si256(_mm256_srli_epi32(x, n), _mm256_slli_epi32(x, 32 - (n)))
#define SHIFT(x, n) _mm256_srli_epi32(x, n)
#define BROADCAST(word) _mm256_set1_epi32((int)(word))

/* Reverses the bytes of each 32-bit word. */
TARGET static inline __m256i swap_words(__m256i words) {
    return _mm256_shuffle_epi8(
        words, _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203)));
}

/* Turns 8 rows of 8 words into columns. */
TARGET static inline void transpose(__m256i r[8]) {
    __m256i t[8];
    for (int i = 0; i < 8; i += 4) {
        __m256i low01 = _mm256_unpacklo_epi32(r[i], r[i + 1]);
        __m256i high01 = _mm256_unpackhi_epi32(r[i], r[i + 1]);
        __m256i low23 = _mm256_unpacklo_epi32(r[i + 2], r[i + 3]);
        __m256i high23 = _mm256_unpackhi_epi32(r[i + 2], r[i + 3]);
        t[i] = _mm256_unpacklo_epi64(low01, low23);
        t[i + 1] = _mm256_unpackhi_epi64(low01, low23);
        t[i + 2] = _mm256_unpacklo_epi64(high01, high23);
        t[i + 3] = _mm256_unpackhi_epi64(high01, high23);
    }
    /* t[4 * i + j] has, in half h, word 4 * h + j of rows 4 * i to 4 * i + 3. */
    for (int j = 0; j < 4; j++) {
        r[j] = _mm256_permute2x128_si256(t[j], t[4 + j], 0x20);
        r[4 + j] = _mm256_permute2x128_si256(t[j], t[4 + j], 0x31);
    }
}

TARGET static inline void load_message(__m256i w[16], const ssz_sha256_job *jobs) {
    for (int i = 0; i < 8; i++) {
        w[i] = swap_words(_mm256_loadu_si256((const __m256i *)jobs[i].in));
        w[8 + i] = swap_words(_mm256_loadu_si256((const __m256i *)(jobs[i].in + 32)));
    }
    transpose(w);
    transpose(w + 8);
}

TARGET static inline void store_digests(const ssz_sha256_job *jobs, const __m256i s[8]) {
    __m256i r[8];
    memcpy(r, s, sizeof r);
    transpose(r);
    for (int i = 0; i < 8; i++) {
        _mm256_storeu_si256((__m256i *)jobs[i].out, swap_words(r[i]));
    }
}

#include "lanes_template.h"

/* From this many blocks on all lanes cost less than one block after the other. */
#define FULL_FROM 3

void ssz_sha256_avx2(const ssz_sha256_job *jobs, size_t job_count) {
    hash_in_lanes(jobs, job_count, FULL_FROM, ssz_sha256_portable);
}

#endif
