/*
 * lanes_template.h - SHA-256 of 64-byte messages, one message in each lane of a vector: the part that
 * all such kernels share.  Included once by each of them, after tables.h and after it has defined
 *
 *   VECTOR                 the vector of 32-bit words; LANES how many it has
 *   TARGET                 the attribute that lets a function use the instructions
 *   TWO_SETS               1 if two sets of lanes are to be hashed side by side where there are as many
 *                          messages: it takes registers, and hides the time that each round waits for
 *                          the one before
 *   ADD_TWICE              1 if the sum that a and e have in common is to be added to each of them in
 *                          two steps: an addition more, for a round that is sooner done
 *   ADD(x, y)  XOR3(x, y, z)  CHOOSE(x, y, z)  MAJORITY(x, y, z)
 *   ROTATE(x, n)  SHIFT(x, n)    to the right, n constant
 *   BROADCAST(word)        a word of a constant table in every lane
 *   load_message(w, jobs)    words 0 to 15 of the messages of LANES jobs: w[t] has word t of each
 *   store_digests(jobs, s)   their digests, from the eight words of the hash value
 *
 * and defines hash_in_lanes(jobs, job_count, full_from, rest).  Computes what portable.c does,
 * with its names.  Rounds are unrolled by eight or sixteen, after which the words of the hash value and
 * of the schedule are back in their places: so every index is a constant.  Not any further: a
 * processor decodes instructions as long as these more slowly than it executes them, and keeps only
 * some thousands decoded.
 */
/* The words of the hash value don't move from round to round: their names do.  In round i, a is word
 * -i of the set, b the one after it, and so on round the eight. */
#define WORD(set, word, i) set##_state[((word) + 16 - (i)) % 8]

#if ADD_TWICE
#define NEXT_E(d, sum, rest) ADD(ADD(d, sum), rest)
#else
#define NEXT_E(d, sum, rest) ADD(d, ADD(sum, rest))
#endif

#define ROUND(set, i, word)                                                                        \
    do {                                                                                           \
        VECTOR a = WORD(set, 0, i), e = WORD(set, 4, i);                                           \
        VECTOR sum = ADD(ADD(WORD(set, 7, i), word), CHOOSE(e, WORD(set, 5, i), WORD(set, 6, i))); \
        VECTOR rest = XOR3(ROTATE(e, 6), ROTATE(e, 11), ROTATE(e, 25));                            \
        WORD(set, 3, i) = NEXT_E(WORD(set, 3, i), sum, rest);                                      \
        WORD(set, 7, i) =                                                                          \
            ADD(ADD(sum, rest), ADD(MAJORITY(a, WORD(set, 1, i), WORD(set, 2, i)),                 \
                                    XOR3(ROTATE(a, 2), ROTATE(a, 13), ROTATE(a, 22))));            \
    } while (0)

#define SIGMA0(x) XOR3(ROTATE(x, 7), ROTATE(x, 18), SHIFT(x, 3))
#define SIGMA1(x) XOR3(ROTATE(x, 17), ROTATE(x, 19), SHIFT(x, 10))

/* Round t + i over the message, t a multiple of 16; one after which its word gives way to the word 16
 * rounds later; and one over the padding. */
#define MESSAGE_ROUND(set, i) ROUND(set, i, ADD(set##_w[i], BROADCAST(round_constants[t + (i)])))
#define SCHEDULE_ROUND(set, i)                                                                     \
    do {                                                                                           \
        VECTOR *w = set##_w;                                                                       \
        MESSAGE_ROUND(set, i);                                                                     \
        w[i] = ADD(ADD(w[i], SIGMA0(w[((i) + 1) % 16])),                                           \
                   ADD(w[((i) + 9) % 16], SIGMA1(w[((i) + 14) % 16])));                            \
    } while (0)
#define PADDING_ROUND(set, i) ROUND(set, i, BROADCAST(padding_schedule[t + (i)]))

/* One round of every set, and more of them. */
#define IN_ONE(DO, i) DO(x, i);
#define IN_TWO(DO, i)                                                                              \
    DO(x, i);                                                                                      \
    DO(y, i);
#define REPEAT_4(IN, DO, i) IN(DO, i) IN(DO, (i) + 1) IN(DO, (i) + 2) IN(DO, (i) + 3)
#define REPEAT_8(IN, DO, i) REPEAT_4(IN, DO, i) REPEAT_4(IN, DO, (i) + 4)

#define MESSAGE(IN)                                                                                \
    size_t t = 0;                                                                                  \
    for (; t < 48; t += 16) {                                                                      \
        REPEAT_8(IN, SCHEDULE_ROUND, 0) REPEAT_8(IN, SCHEDULE_ROUND, 8)                            \
    }                                                                                              \
    REPEAT_8(IN, MESSAGE_ROUND, 0) REPEAT_8(IN, MESSAGE_ROUND, 8)
#define PADDING(IN)                                                                                \
    for (t = 0; t < 64; t += 8) {                                                                  \
        REPEAT_8(IN, PADDING_ROUND, 0)                                                             \
    }

#define START(set, number)                                                                         \
    VECTOR set##_w[16], set##_state[8], set##_middle[8];                                           \
    load_message(set##_w, jobs + (number) * LANES);                                                \
    for (int i = 0; i < 8; i++) {                                                                  \
        set##_state[i] = BROADCAST(initial_state[i]);                                              \
    }
#define HALF_WAY(set)                                                                              \
    for (int i = 0; i < 8; i++) {                                                                  \
        set##_state[i] = ADD(set##_state[i], BROADCAST(initial_state[i]));                         \
        set##_middle[i] = set##_state[i];                                                          \
    }
#define FINISH(set, number)                                                                        \
    for (int i = 0; i < 8; i++) {                                                                  \
        set##_state[i] = ADD(set##_state[i], set##_middle[i]);                                     \
    }                                                                                              \
    store_digests(jobs + (number) * LANES, set##_state)

TARGET static void hash_one_set(const ssz_sha256_job *jobs) {
    START(x, 0);
    MESSAGE(IN_ONE);
    HALF_WAY(x);
    PADDING(IN_ONE);
    FINISH(x, 0);
}

#if TWO_SETS
#define UNIT (2 * LANES)
TARGET static void hash_two_sets(const ssz_sha256_job *jobs) {
    START(x, 0);
    START(y, 1);
    MESSAGE(IN_TWO);
    HALF_WAY(x);
    HALF_WAY(y);
    PADDING(IN_TWO);
    FINISH(x, 0);
    FINISH(y, 1);
}
#else
#define UNIT LANES
#define hash_two_sets hash_one_set
#endif

/* Does any number of jobs: full units, then what is left over, by `rest` if it is fewer than
 * `full_from` jobs, else by lanes some of which do the first of them again for nobody. */
TARGET static inline void hash_in_lanes(const ssz_sha256_job *jobs, size_t job_count,
                                        size_t full_from, ssz_sha256_fn *rest) {
    for (; job_count >= UNIT; job_count -= UNIT, jobs += UNIT) {
        hash_two_sets(jobs);
    }
    if (job_count < full_from) {
        rest(jobs, job_count);
        return;
    }
    uint8_t unwanted[32];
    ssz_sha256_job filled[UNIT];
    for (size_t i = 0; i < UNIT; i++) {
        filled[i] = i < job_count ? jobs[i] : (ssz_sha256_job){jobs[0].in, unwanted};
    }
    if (job_count > LANES) {
        hash_two_sets(filled);
    } else {
        hash_one_set(filled);
    }
}
