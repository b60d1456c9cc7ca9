/*
 * lanes_template.h - SHA-256 of 64-byte messages, one message in each lane of a vector: the part that
 * all such kernels share.  Included once by each of them, after tables.h and after it has defined
 *
 *   VECTOR                 the vector of 32-bit words; LANES how many it has
 *   TARGET                 the attribute that lets a function use the instructions
 *   ADD(x, y)  XOR3(x, y, z)  CHOOSE(x, y, z)  MAJORITY(x, y, z)
 *   ROTATE(x, n)  SHIFT(x, n)    to the right, n constant
 *   BROADCAST(word)        a word of a constant table in every lane
 *   load_message(w, in)    words 0 to 15 of LANES messages: w[t] has word t of each
 *   store_digests(out, s)  LANES digests from the eight words of the hash value
 *
 * and defines hash_in_lanes(out, in, block_count, full_from, rest).  Computes what portable.c does, with its names.  Everything is
 * unrolled, so that the hash value and the 16 schedule words in use have fixed registers.
 */

#include <string.h>

/* One round, as in portable.c. */
#define ROUND(a, b, c, d, e, f, g, h, word)                                                        \
    do {                                                                                           \
        VECTOR sum = ADD(ADD(h, word), CHOOSE(e, f, g));                                           \
        sum = ADD(sum, XOR3(ROTATE(e, 6), ROTATE(e, 11), ROTATE(e, 25)));                          \
        d = ADD(d, sum);                                                                           \
        h = ADD(ADD(sum, MAJORITY(a, b, c)), XOR3(ROTATE(a, 2), ROTATE(a, 13), ROTATE(a, 22)));    \
    } while (0)

/* Eight rounds, after which every value is back under its own name.  WORD(t) gives the schedule word
 * of round t with the round constant added. */
#define EIGHT_ROUNDS(WORD, t)                                                                      \
    ROUND(a, b, c, d, e, f, g, h, WORD(t));                                                        \
    ROUND(h, a, b, c, d, e, f, g, WORD((t) + 1));                                                  \
    ROUND(g, h, a, b, c, d, e, f, WORD((t) + 2));                                                  \
    ROUND(f, g, h, a, b, c, d, e, WORD((t) + 3));                                                  \
    ROUND(e, f, g, h, a, b, c, d, WORD((t) + 4));                                                  \
    ROUND(d, e, f, g, h, a, b, c, WORD((t) + 5));                                                  \
    ROUND(c, d, e, f, g, h, a, b, WORD((t) + 6));                                                  \
    ROUND(b, c, d, e, f, g, h, a, WORD((t) + 7))

#define SIXTEEN_ROUNDS(WORD, t)                                                                    \
    EIGHT_ROUNDS(WORD, t);                                                                         \
    EIGHT_ROUNDS(WORD, (t) + 8)

#define SIGMA0(x) XOR3(ROTATE(x, 7), ROTATE(x, 18), SHIFT(x, 3))
#define SIGMA1(x) XOR3(ROTATE(x, 17), ROTATE(x, 19), SHIFT(x, 10))

/* w[t % 16] takes the place of the word that is 16 rounds older. */
#define MESSAGE_WORD(t) ADD(w[(t) % 16], BROADCAST(round_constants[t]))
#define EXPANDED_WORD(t)                                                                           \
    ADD(w[(t) % 16] = ADD(ADD(w[(t) % 16], SIGMA0(w[((t) + 1) % 16])),                             \
                          ADD(w[((t) + 9) % 16], SIGMA1(w[((t) + 14) % 16]))),                     \
        BROADCAST(round_constants[t]))
#define PADDING_WORD(t) BROADCAST(padding_schedule[t])

TARGET static void hash_lanes(uint8_t *out, const uint8_t *in) {
    VECTOR w[16];
    load_message(w, in);

    VECTOR a = BROADCAST(initial_state[0]), b = BROADCAST(initial_state[1]);
    VECTOR c = BROADCAST(initial_state[2]), d = BROADCAST(initial_state[3]);
    VECTOR e = BROADCAST(initial_state[4]), f = BROADCAST(initial_state[5]);
    VECTOR g = BROADCAST(initial_state[6]), h = BROADCAST(initial_state[7]);
    SIXTEEN_ROUNDS(MESSAGE_WORD, 0);
    SIXTEEN_ROUNDS(EXPANDED_WORD, 16);
    SIXTEEN_ROUNDS(EXPANDED_WORD, 32);
    SIXTEEN_ROUNDS(EXPANDED_WORD, 48);

    VECTOR s[8];
    s[0] = a = ADD(a, BROADCAST(initial_state[0]));
    s[1] = b = ADD(b, BROADCAST(initial_state[1]));
    s[2] = c = ADD(c, BROADCAST(initial_state[2]));
    s[3] = d = ADD(d, BROADCAST(initial_state[3]));
    s[4] = e = ADD(e, BROADCAST(initial_state[4]));
    s[5] = f = ADD(f, BROADCAST(initial_state[5]));
    s[6] = g = ADD(g, BROADCAST(initial_state[6]));
    s[7] = h = ADD(h, BROADCAST(initial_state[7]));
    SIXTEEN_ROUNDS(PADDING_WORD, 0);
    SIXTEEN_ROUNDS(PADDING_WORD, 16);
    SIXTEEN_ROUNDS(PADDING_WORD, 32);
    SIXTEEN_ROUNDS(PADDING_WORD, 48);
    s[0] = ADD(s[0], a);
    s[1] = ADD(s[1], b);
    s[2] = ADD(s[2], c);
    s[3] = ADD(s[3], d);
    s[4] = ADD(s[4], e);
    s[5] = ADD(s[5], f);
    s[6] = ADD(s[6], g);
    s[7] = ADD(s[7], h);
    store_digests(out, s);
}

/* Hashes any number of blocks: full sets of lanes, then what is left over, by `rest` if it is fewer
 * than `full_from` blocks, else by lanes some of which have nothing to do. */
TARGET static inline void hash_in_lanes(uint8_t *out, const uint8_t *in, size_t block_count,
                                        size_t full_from, ssz_sha256_fn *rest) {
    while (block_count >= LANES) {
        hash_lanes(out, in);
        out += 32 * LANES;
        in += 64 * LANES;
        block_count -= LANES;
    }
    if (block_count >= full_from) {
        uint8_t blocks[64 * LANES];
        memcpy(blocks, in, 64 * block_count);
        memset(blocks + 64 * block_count, 0, 64 * (LANES - block_count));
        hash_lanes(blocks, blocks);
        memcpy(out, blocks, 32 * block_count);
    } else if (block_count > 0) {
        rest(out, in, block_count);
    }
}
