/*
 * x86_shani.c - SHA-256 of 64-byte messages with the SHA extensions of the x86, four at a time.
 *
 * Computes what portable.c does.  The instruction for two rounds needs several cycles but can start
 * anew before it is done, so one message alone leaves most of the unit idle: four independent ones run
 * interleaved, four rounds of each in turn, although their schedules do not fit the registers.  What is
 * left over runs as two and one.
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

/* For lanes 0 to count - 1, and for sixteen times four rounds.  Written out rather than looped over, as
 * in `start`: so every index is a constant and the lanes stay in registers, as far as there are any, at
 * any optimization level above none. */
#define IN_1(DO, i) DO(0, i)
#define IN_2(DO, i) DO(0, i) DO(1, i)
#define IN_4(DO, i) DO(0, i) DO(1, i) DO(2, i) DO(3, i)
#define REPEAT_4(IN, DO, i) IN(DO, i) IN(DO, (i) + 1) IN(DO, (i) + 2) IN(DO, (i) + 3)
#define REPEAT_16(IN, DO)                                                                          \
    REPEAT_4(IN, DO, 0) REPEAT_4(IN, DO, 4) REPEAT_4(IN, DO, 8) REPEAT_4(IN, DO, 12)

#define START(n, i) l[n] = start(jobs[n].in);
#define MESSAGE(n, i) message_rounds(&l[n], i);
#define HALF_WAY(n, i)                                                                             \
    add_state(&l[n], initial_abef(), initial_cdgh());                                              \
    abef[n] = l[n].abef;                                                                           \
    cdgh[n] = l[n].cdgh;
#define PADDING(n, i) padding_rounds(&l[n], i);
#define FINISH(n, i)                                                                               \
    add_state(&l[n], abef[n], cdgh[n]);                                                            \
    finish(&l[n], jobs[n].out);

#define DEFINE_HASH(name, count, IN)                                                               \
    TARGET static void name(const ssz_sha256_job *jobs) {                                          \
        lane l[count];                                                                             \
        __m128i abef[count], cdgh[count];                                                          \
        IN(START, 0)                                                                               \
        REPEAT_16(IN, MESSAGE)                                                                     \
        IN(HALF_WAY, 0)                                                                            \
        REPEAT_16(IN, PADDING)                                                                     \
        IN(FINISH, 0)                                                                              \
    }

DEFINE_HASH(hash_one, 1, IN_1)
DEFINE_HASH(hash_two, 2, IN_2)
DEFINE_HASH(hash_four, 4, IN_4)

void ssz_sha256_shani(const ssz_sha256_job *jobs, size_t job_count) {
    for (; job_count >= 4; job_count -= 4, jobs += 4) {
        hash_four(jobs);
    }
    if (job_count >= 2) {
        hash_two(jobs);
        job_count -= 2;
        jobs += 2;
    }
    if (job_count != 0) {
        hash_one(jobs);
    }
}

#endif
