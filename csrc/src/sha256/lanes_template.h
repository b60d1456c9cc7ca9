/*
 * lanes_template.h - SHA-256 of 64-byte messages, one message in each lane of a vector: the part that
 * all such kernels share.  Included once by each of them, after tables.h and after it has defined
 *
 *   VECTOR                 the vector of 32-bit words; LANES how many it has
 *   TARGET                 the attribute that lets a function use the instructions
 *   TWO_SETS               1 if two sets of lanes are to be hashed side by side where there are as many
 *                          messages: it takes registers, and hides the time that each round waits for
 *                          the one before
 *   ADD(x, y)  XOR3(x, y, z)  CHOOSE(x, y, z)  MAJORITY(x, y, z)
 *   ROTATE(x, n)  SHIFT(x, n)    to the right, n constant
 *   BROADCAST(word)        a word of a constant table in every lane
 *   load_message(w, in)    words 0 to 15 of LANES messages: w[t] has word t of each
 *   store_digests(out, s)  LANES digests from the eight words of the hash value
 *
 * and defines hash_in_lanes(out, in, block_count, full_from, rest).  Computes what portable.c does,
 * with its names.  Everything is unrolled, so that every index is a constant, and the hash value and
 * the 16 schedule words in use have fixed registers.
 */
#include <string.h>

/* The words of the hash value don't move from round to round: their names do.  In round t, a is word
 * -t of the set, b the one after it, and so on round the eight. */
#define WORD(set, i, t) set##_state[((i) + 64 - (t)) % 8]

#define ROUND(set, t, word)                                                                        \
    do {                                                                                           \
        VECTOR a = WORD(set, 0, t), e = WORD(set, 4, t);                                           \
        VECTOR sum = ADD(ADD(WORD(set, 7, t), word), CHOOSE(e, WORD(set, 5, t), WORD(set, 6, t))); \
        sum = ADD(sum, XOR3(ROTATE(e, 6), ROTATE(e, 11), ROTATE(e, 25)));                          \
        WORD(set, 3, t) = ADD(WORD(set, 3, t), sum);                                               \
        WORD(set, 7, t) = ADD(ADD(sum, MAJORITY(a, WORD(set, 1, t), WORD(set, 2, t))),             \
                              XOR3(ROTATE(a, 2), ROTATE(a, 13), ROTATE(a, 22)));                   \
    } while (0)

#define SIGMA0(x) XOR3(ROTATE(x, 7), ROTATE(x, 18), SHIFT(x, 3))
#define SIGMA1(x) XOR3(ROTATE(x, 17), ROTATE(x, 19), SHIFT(x, 10))

/* The message's first rounds; the later ones, in which w[t % 16] takes the place of the word that is 16
 * rounds older; and those over the padding. */
#define FIRST_ROUND(set, t) ROUND(set, t, ADD(set##_w[t], BROADCAST(round_constants[t])))
#define LATER_ROUND(set, t)                                                                        \
    do {                                                                                           \
        VECTOR *w = set##_w;                                                                       \
        w[(t) % 16] = ADD(ADD(w[(t) % 16], SIGMA0(w[((t) + 1) % 16])),                             \
                          ADD(w[((t) + 9) % 16], SIGMA1(w[((t) + 14) % 16])));                     \
        ROUND(set, t, ADD(w[(t) % 16], BROADCAST(round_constants[t])));                            \
    } while (0)
#define PADDING_ROUND(set, t) ROUND(set, t, BROADCAST(padding_schedule[t]))

/* One round of every set, and 16 and 48 of them. */
#define IN_ONE(DO, t) DO(x, t);
#define IN_TWO(DO, t)                                                                              \
    DO(x, t);                                                                                      \
    DO(y, t);
#define REPEAT_4(IN, DO, t) IN(DO, t) IN(DO, (t) + 1) IN(DO, (t) + 2) IN(DO, (t) + 3)
#define REPEAT_16(IN, DO, t)                                                                       \
    REPEAT_4(IN, DO, t)                                                                            \
    REPEAT_4(IN, DO, (t) + 4) REPEAT_4(IN, DO, (t) + 8) REPEAT_4(IN, DO, (t) + 12)
#define REPEAT_48(IN, DO, t)                                                                       \
    REPEAT_16(IN, DO, t) REPEAT_16(IN, DO, (t) + 16) REPEAT_16(IN, DO, (t) + 32)

#define START(set, number)                                                                         \
    VECTOR set##_w[16], set##_state[8], set##_middle[8];                                           \
    load_message(set##_w, in + (number) * 64 * LANES);                                             \
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
    store_digests(out + (number) * 32 * LANES, set##_state);

TARGET static void hash_one_set(uint8_t *out, const uint8_t *in){
    START(x, 0) REPEAT_16(IN_ONE, FIRST_ROUND, 0) REPEAT_48(IN_ONE, LATER_ROUND, 16) HALF_WAY(x)
        REPEAT_16(IN_ONE, PADDING_ROUND, 0) REPEAT_48(IN_ONE, PADDING_ROUND, 16) FINISH(x, 0)}

#if TWO_SETS
TARGET static void hash_two_sets(uint8_t *out, const uint8_t *in){
    START(x, 0) START(y, 1) REPEAT_16(IN_TWO, FIRST_ROUND, 0) REPEAT_48(IN_TWO, LATER_ROUND, 16)
        HALF_WAY(x) HALF_WAY(y) REPEAT_16(IN_TWO, PADDING_ROUND, 0)
            REPEAT_48(IN_TWO, PADDING_ROUND, 16) FINISH(x, 0) FINISH(y, 1)}
#endif

/* Hashes any number of blocks: full sets of lanes, then what is left over, by `rest` if it is fewer
 * than `full_from` blocks, else by lanes some of which have nothing to do. */
TARGET static inline void hash_in_lanes(uint8_t *out, const uint8_t *in, size_t block_count,
                                        size_t full_from, ssz_sha256_fn *rest) {
#if TWO_SETS
    for (; block_count >= 2 * LANES; block_count -= 2 * LANES) {
        hash_two_sets(out, in);
        out += 2 * 32 * LANES;
        in += 2 * 64 * LANES;
    }
#endif
    for (; block_count >= LANES; block_count -= LANES) {
        hash_one_set(out, in);
        out += 32 * LANES;
        in += 64 * LANES;
    }
    if (block_count >= full_from) {
        uint8_t blocks[64 * LANES];
        memcpy(blocks, in, 64 * block_count);
        memset(blocks + 64 * block_count, 0, 64 * (LANES - block_count));
        hash_one_set(blocks, blocks);
        memcpy(out, blocks, 32 * block_count);
    } else if (block_count > 0) {
        rest(out, in, block_count);
    }
}
