/*
 * arm_crypto.c - SHA-256 of 64-byte messages with the cryptography extensions of ARMv8, two at a time.
 *
 * Computes what portable.c does.  Each of the two instructions for four rounds waits for the other, so
 * two independent messages run interleaved, as in x86_shani.c; an odd last block runs alone.
 */
#include "kernels.h"

#if SSZ_AARCH64

#include <arm_neon.h>

#include "tables.h"

#if defined(__clang__)
#define TARGET SSZ_TARGET("sha2")
#else
#define TARGET SSZ_TARGET("+crypto")
#endif

/* One message on its way: its hash value, and the 16 schedule words that come next. */
typedef struct lane {
    uint32x4_t abcd, efgh;
    uint32x4_t w[4];
} lane;

/* Loads words whose bytes are in the order of SHA-256, the highest first. */
TARGET static inline uint32x4_t load_swapped(const uint8_t *bytes) {
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes)));
}

TARGET static inline lane start(const uint8_t *block) {
    lane l;
    l.abcd = vld1q_u32(initial_state);
    l.efgh = vld1q_u32(initial_state + 4);
    l.w[0] = load_swapped(block);
    l.w[1] = load_swapped(block + 16);
    l.w[2] = load_swapped(block + 32);
    l.w[3] = load_swapped(block + 48);
    return l;
}

/* Four rounds; `words` are the schedule words with the round constants added. */
TARGET static inline void four_rounds(lane *l, uint32x4_t words) {
    uint32x4_t abcd = l->abcd;
    l->abcd = vsha256hq_u32(abcd, l->efgh, words);
    l->efgh = vsha256h2q_u32(l->efgh, abcd, words);
}

/* Rounds 4 * i to 4 * i + 3 over the message, for i below 16. */
TARGET static inline void message_rounds(lane *l, int i) {
    uint32x4_t w0 = l->w[i % 4];
    if (i >= 4) {
        w0 = vsha256su1q_u32(vsha256su0q_u32(w0, l->w[(i + 1) % 4]), l->w[(i + 2) % 4],
                             l->w[(i + 3) % 4]);
        l->w[i % 4] = w0;
    }
    four_rounds(l, vaddq_u32(w0, vld1q_u32(round_constants + 4 * i)));
}

/* The same rounds over the block that pads the message. */
TARGET static inline void padding_rounds(lane *l, int i) {
    four_rounds(l, vld1q_u32(padding_schedule + 4 * i));
}

TARGET static inline void add_state(lane *l, uint32x4_t abcd, uint32x4_t efgh) {
    l->abcd = vaddq_u32(l->abcd, abcd);
    l->efgh = vaddq_u32(l->efgh, efgh);
}

TARGET static inline void finish(const lane *l, uint8_t *out) {
    vst1q_u8(out, vrev32q_u8(vreinterpretq_u8_u32(l->abcd)));
    vst1q_u8(out + 16, vrev32q_u8(vreinterpretq_u8_u32(l->efgh)));
}

TARGET static void hash_two(const ssz_sha256_job *jobs) {
    lane l = start(jobs[0].in);
    lane m = start(jobs[1].in);
    for (int i = 0; i < 16; i++) {
        message_rounds(&l, i);
        message_rounds(&m, i);
    }
    add_state(&l, vld1q_u32(initial_state), vld1q_u32(initial_state + 4));
    add_state(&m, vld1q_u32(initial_state), vld1q_u32(initial_state + 4));
    uint32x4_t l_abcd = l.abcd, l_efgh = l.efgh;
    uint32x4_t m_abcd = m.abcd, m_efgh = m.efgh;
    for (int i = 0; i < 16; i++) {
        padding_rounds(&l, i);
        padding_rounds(&m, i);
    }
    add_state(&l, l_abcd, l_efgh);
    add_state(&m, m_abcd, m_efgh);
    finish(&l, jobs[0].out);
    finish(&m, jobs[1].out);
}

TARGET static void hash_one(const ssz_sha256_job *job) {
    lane l = start(job->in);
    for (int i = 0; i < 16; i++) {
        message_rounds(&l, i);
    }
    add_state(&l, vld1q_u32(initial_state), vld1q_u32(initial_state + 4));
    uint32x4_t abcd = l.abcd, efgh = l.efgh;
    for (int i = 0; i < 16; i++) {
        padding_rounds(&l, i);
    }
    add_state(&l, abcd, efgh);
    finish(&l, job->out);
}

void ssz_sha256_arm_crypto(const ssz_sha256_job *jobs, size_t job_count) {
    for (; job_count >= 2; job_count -= 2, jobs += 2) {
        hash_two(jobs);
    }
    if (job_count != 0) {
        hash_one(jobs);
    }
}

#endif
