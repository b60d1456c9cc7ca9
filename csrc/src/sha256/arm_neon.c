/*
 * arm_neon.c - SHA-256 of 64-byte messages with the vectors of 64-bit ARM, four at a time.
 *
 * Computes what portable.c does; the rounds are in lanes_template.h.  For processors without the
 * cryptography extensions.
 */
#include "kernels.h"

#if SSZ_AARCH64

#include <arm_neon.h>

#include "tables.h"

#define TARGET
#define VECTOR uint32x4_t
#define LANES 4
#define TWO_SETS 0
#define ADD_TWICE 0

#define ADD(x, y) vaddq_u32(x, y)
#define XOR3(x, y, z) veorq_u32(veorq_u32(x, y), z)
#define CHOOSE(x, y, z) vbslq_u32(x, y, z)
#define MAJORITY(x, y, z) vbslq_u32(veorq_u32(x, y), z, y)
#define ROTATE(x, n) vsriq_n_u32(vshlq_n_u32(x, 32 - (n)), x, n)
#define SHIFT(x, n) vshrq_n_u32(x, n)
#define BROADCAST(word) vdupq_n_u32(word)

static inline uint32x4_t swap_words(uint32x4_t words) {
    return vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(words)));
}

/* Turns 4 rows of 4 words into columns. */
static inline void transpose(uint32x4_t r[4]) {
    uint64x2_t even01 = vreinterpretq_u64_u32(vtrn1q_u32(r[0], r[1]));
    uint64x2_t odd01 = vreinterpretq_u64_u32(vtrn2q_u32(r[0], r[1]));
    uint64x2_t even23 = vreinterpretq_u64_u32(vtrn1q_u32(r[2], r[3]));
    uint64x2_t odd23 = vreinterpretq_u64_u32(vtrn2q_u32(r[2], r[3]));
    r[0] = vreinterpretq_u32_u64(vtrn1q_u64(even01, even23));
    r[1] = vreinterpretq_u32_u64(vtrn1q_u64(odd01, odd23));
    r[2] = vreinterpretq_u32_u64(vtrn2q_u64(even01, even23));
    r[3] = vreinterpretq_u32_u64(vtrn2q_u64(odd01, odd23));
}

static inline void load_message(uint32x4_t w[16], const ssz_sha256_job *jobs) {
    for (int part = 0; part < 4; part++) {
        for (int i = 0; i < 4; i++) {
            uint8x16_t bytes = vld1q_u8(jobs[i].in + 16 * part);
            w[4 * part + i] = swap_words(vreinterpretq_u32_u8(bytes));
        }
        transpose(w + 4 * part);
    }
}

static inline void store_digests(const ssz_sha256_job *jobs, const uint32x4_t s[8]) {
    for (int part = 0; part < 2; part++) {
        uint32x4_t r[4] = {s[4 * part], s[4 * part + 1], s[4 * part + 2], s[4 * part + 3]};
        transpose(r);
        for (int i = 0; i < 4; i++) {
            vst1q_u8(jobs[i].out + 16 * part, vreinterpretq_u8_u32(swap_words(r[i])));
        }
    }
}

#include "lanes_template.h"

/* From this many blocks on all lanes cost less than one block after the other. */
#define FULL_FROM 2

void ssz_sha256_arm_neon(const ssz_sha256_job *jobs, size_t job_count) {
    hash_in_lanes(jobs, job_count, FULL_FROM, ssz_sha256_portable);
}

#endif
