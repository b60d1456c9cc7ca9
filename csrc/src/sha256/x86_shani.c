/*
 * x86_shani.c - SHA-256 of 64-byte messages with the SHA extensions of the x86, two at a time.
 *
 * Computes what portable.c does.  The instruction for two rounds needs several cycles but can start
 * anew before it is done, so one message alone leaves half of the unit idle: two independent ones
 * run interleaved, four rounds of each in turn.  An odd last block runs alone.
 *
 * The instructions want the hash value in two registers, its words a b e f in one and c d g h in
 * the other, the first of them highest; and four message words in a third, the first one lowest.
 */
#include "kernels.h"

#if SSZ_X86_64

#include <immintrin.h>

#include "tables.h"

#define TARGET SSZ_TARGET("sha,sse4.1,ssse3")

/* One message on its way: its hash value, and the 16 schedule words that come next. */
typedef struct lane {
    __m128i abef, cdgh;
    __m128i w[4];
} lane;

/* Reverses the bytes of each 32-bit word. */
TARGET static inline __m128i swap_words(__m128i words) {
    return _mm_shuffle_epi8(words, _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
}

TARGET static inline __m128i load_words(const void *bytes) {
    return _mm_loadu_si128((const __m128i *)bytes);
}

TARGET static inline __m128i initial_abef(void) {
    return _mm_set_epi32((int)initial_state[0], (int)initial_state[1], (int)initial_state[4],
                         (int)initial_state[5]);
}

TARGET static inline __m128i initial_cdgh(void) {
    return _mm_set_epi32((int)initial_state[2], (int)initial_state[3], (int)initial_state[6],
                         (int)initial_state[7]);
}

TARGET static inline lane start(const uint8_t *block) {
    lane l;
    l.abef = initial_abef();
    l.cdgh = initial_cdgh();
    l.w[0] = swap_words(load_words(block));
    l.w[1] = swap_words(load_words(block + 16));
    l.w[2] = swap_words(load_words(block + 32));
    l.w[3] = swap_words(load_words(block + 48));
    return l;
}

/* Four rounds; `words` are the schedule words with the round constants added. */
TARGET static inline void four_rounds(lane *l, __m128i words) {
    l->cdgh = _mm_sha256rnds2_epu32(l->cdgh, l->abef, words);
    l->abef = _mm_sha256rnds2_epu32(l->abef, l->cdgh, _mm_shuffle_epi32(words, 0x0e));
}

/* Rounds 4 * i to 4 * i + 3 over the message, for i below 16. */
TARGET static inline void message_rounds(lane *l, int i) {
    __m128i w0 = l->w[i % 4], w1 = l->w[(i + 1) % 4];
    __m128i w2 = l->w[(i + 2) % 4], w3 = l->w[(i + 3) % 4];
    if (i >= 4) {
        __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
        w0 = _mm_sha256msg2_epu32(sum, w3);
        l->w[i % 4] = w0;
    }
    four_rounds(l, _mm_add_epi32(w0, load_words(round_constants + 4 * i)));
}

/* The same rounds over the block that pads the message. */
TARGET static inline void padding_rounds(lane *l, int i) {
    four_rounds(l, load_words(padding_schedule + 4 * i));
}

TARGET static inline void add_state(lane *l, __m128i abef, __m128i cdgh) {
    l->abef = _mm_add_epi32(l->abef, abef);
    l->cdgh = _mm_add_epi32(l->cdgh, cdgh);
}

TARGET static inline void finish(const lane *l, uint8_t *out) {
    __m128i feba = _mm_shuffle_epi32(l->abef, 0x1b);
    __m128i dchg = _mm_shuffle_epi32(l->cdgh, 0xb1);
    __m128i abcd = swap_words(_mm_blend_epi16(feba, dchg, 0xf0));
    __m128i efgh = swap_words(_mm_alignr_epi8(dchg, feba, 8));
    _mm_storeu_si128((__m128i *)out, abcd);
    _mm_storeu_si128((__m128i *)(out + 16), efgh);
}

/* Written out rather than looped over, as in `start`: so every index of l.w is a constant and the
 * lanes stay in registers at any optimization level above none. */
#define REPEAT_4(DO, i) DO(i) DO((i) + 1) DO((i) + 2) DO((i) + 3)
#define REPEAT_16(DO) REPEAT_4(DO, 0) REPEAT_4(DO, 4) REPEAT_4(DO, 8) REPEAT_4(DO, 12)

TARGET static void hash_two(const ssz_sha256_job *jobs) {
    lane l = start(jobs[0].in);
    lane m = start(jobs[1].in);
#define DO(i)                                                                                      \
    message_rounds(&l, i);                                                                         \
    message_rounds(&m, i);
    REPEAT_16(DO)
#undef DO
    add_state(&l, initial_abef(), initial_cdgh());
    add_state(&m, initial_abef(), initial_cdgh());
    __m128i l_abef = l.abef, l_cdgh = l.cdgh;
    __m128i m_abef = m.abef, m_cdgh = m.cdgh;
#define DO(i)                                                                                      \
    padding_rounds(&l, i);                                                                         \
    padding_rounds(&m, i);
    REPEAT_16(DO)
#undef DO
    add_state(&l, l_abef, l_cdgh);
    add_state(&m, m_abef, m_cdgh);
    finish(&l, jobs[0].out);
    finish(&m, jobs[1].out);
}

TARGET static void hash_one(const ssz_sha256_job *job) {
    lane l = start(job->in);
#define DO(i) message_rounds(&l, i);
    REPEAT_16(DO)
#undef DO
    add_state(&l, initial_abef(), initial_cdgh());
    __m128i abef = l.abef, cdgh = l.cdgh;
#define DO(i) padding_rounds(&l, i);
    REPEAT_16(DO)
#undef DO
    add_state(&l, abef, cdgh);
    finish(&l, job->out);
}

void ssz_sha256_shani(const ssz_sha256_job *jobs, size_t job_count) {
    for (; job_count >= 2; job_count -= 2, jobs += 2) {
        hash_two(jobs);
    }
    if (job_count != 0) {
        hash_one(jobs);
    }
}

#endif
