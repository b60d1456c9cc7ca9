/*
 * portable.c - SHA-256 of 64-byte messages in plain C: the kernel that runs everywhere, and the
 * definition of what the others compute.
 *
 * One block after the other, one round after the other, as FIPS 180-4 writes it (section 6.2.2; the
 * names are the standard's).  The schedule is expanded before the rounds, because that of the
 * second compression never changes and then is just another table.
 */
#include "../bytes.h"
#include "kernels.h"
#include "tables.h"

static inline uint32_t rotate(uint32_t word, unsigned bits) {
    return word >> bits | word << (32 - bits);
}

/* Gives the schedule of one block, with the round constants already added. */
static void expand(uint32_t schedule[64], const uint8_t *block) {
    uint32_t w[64];
    for (size_t t = 0; t < 16; t++) {
        w[t] = load_u32_be(block + 4 * t);
    }
    for (size_t t = 16; t < 64; t++) {
        uint32_t sigma0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t sigma1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = sigma1 + w[t - 7] + sigma0 + w[t - 16];
    }
    for (size_t t = 0; t < 64; t++) {
        schedule[t] = w[t] + round_constants[t];
    }
}

/* One round.  Instead of moving eight values down by one place, the caller names them anew. */
#define ROUND(a, b, c, d, e, f, g, h, word)                                                        \
    do {                                                                                           \
        h += (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (g ^ (e & (f ^ g))) + (word);        \
        d += h;                                                                                    \
        h += (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)));           \
    } while (0)

/* Takes one block, given as its schedule, into the hash value. */
static void compress(uint32_t state[8], const uint32_t schedule[64]) {
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (size_t t = 0; t < 64; t += 8) {
        ROUND(a, b, c, d, e, f, g, h, schedule[t]);
        ROUND(h, a, b, c, d, e, f, g, schedule[t + 1]);
        ROUND(g, h, a, b, c, d, e, f, schedule[t + 2]);
        ROUND(f, g, h, a, b, c, d, e, schedule[t + 3]);
        ROUND(e, f, g, h, a, b, c, d, schedule[t + 4]);
        ROUND(d, e, f, g, h, a, b, c, schedule[t + 5]);
        ROUND(c, d, e, f, g, h, a, b, schedule[t + 6]);
        ROUND(b, c, d, e, f, g, h, a, schedule[t + 7]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

void ssz_sha256_portable(const ssz_sha256_job *jobs, size_t job_count) {
    for (const ssz_sha256_job *job = jobs; job < jobs + job_count; job++) {
        uint32_t state[8];
        uint32_t schedule[64];
        memcpy(state, initial_state, sizeof state);
        expand(schedule, job->in);
        compress(state, schedule);
        compress(state, padding_schedule);
        for (size_t i = 0; i < 8; i++) {
            store_u32_be(job->out + 4 * i, state[i]);
        }
    }
}
