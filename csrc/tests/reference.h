/*
 * reference.h - SHA-256 and Merkleization written a second time, straight from their definitions and
 * without regard for speed, for tests to compare with.  Shares no code and no table with the library.
 */
#ifndef SSZ_REFERENCE_H
#define SSZ_REFERENCE_H

#include <math.h>

#include "test.h"

/* The first 32 bits of the fractional part of a number below 32; a double has 53, of which the whole
 * part takes 5. */
static inline uint32_t fraction_bits(double number) {
    return (uint32_t)((number - floor(number)) * 4294967296.0);
}

static inline unsigned nth_prime(unsigned n) {
    unsigned candidate = 1;
    for (unsigned found = 0; found <= n;) {
        bool is_prime = ++candidate > 1;
        for (unsigned divisor = 2; divisor * divisor <= candidate; divisor++) {
            is_prime = is_prime && candidate % divisor != 0;
        }
        found += is_prime;
    }
    return candidate;
}

static inline uint32_t rotated(uint32_t word, unsigned bits) {
    return word >> bits | word << (32 - bits);
}

/* FIPS 180-4, 6.2.2: one block of 64 bytes. */
static inline void reference_compress(uint32_t H[8], const uint8_t *M, const uint32_t K[64]) {
    uint32_t W[64];
    for (int t = 0; t < 64; t++) {
        if (t < 16) {
            W[t] = (uint32_t)M[4 * t] << 24 | (uint32_t)M[4 * t + 1] << 16 |
                   (uint32_t)M[4 * t + 2] << 8 | M[4 * t + 3];
        } else {
            uint32_t x = W[t - 2], y = W[t - 15];
            W[t] = (rotated(x, 17) ^ rotated(x, 19) ^ x >> 10) + W[t - 7] +
                   (rotated(y, 7) ^ rotated(y, 18) ^ y >> 3) + W[t - 16];
        }
    }
    uint32_t v[8]; /* a .. h */
    memcpy(v, H, sizeof v);
    for (int t = 0; t < 64; t++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t t1 = v[7] + (rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)) + choice +
                      K[t] + W[t];
        uint32_t t2 = (rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) {
        H[i] += v[i];
    }
}

/* SHA-256 of a message of any size. */
static inline void reference_sha256(const void *message, size_t size, uint8_t *out) {
    static uint32_t K[64], H0[8];
    if (K[0] == 0) {
        for (unsigned i = 0; i < 64; i++) {
            K[i] = fraction_bits(cbrt(nth_prime(i)));
        }
        for (unsigned i = 0; i < 8; i++) {
            H0[i] = fraction_bits(sqrt(nth_prime(i)));
        }
    }
    uint32_t H[8];
    memcpy(H, H0, sizeof H);
    const uint8_t *bytes = message;
    size_t rest = size;
    for (; rest >= 64; rest -= 64, bytes += 64) {
        reference_compress(H, bytes, K);
    }
    uint8_t padded[128] = {0};
    memcpy(padded, bytes, rest);
    padded[rest] = 0x80;
    size_t end = rest < 56 ? 64 : 128;
    for (size_t i = 0; i < 8; i++) {
        padded[end - 1 - i] = (uint8_t)((uint64_t)size * 8 >> 8 * i);
    }
    for (size_t at = 0; at < end; at += 64) {
        reference_compress(H, padded + at, K);
    }
    for (size_t i = 0; i < 32; i++) {
        out[i] = (uint8_t)(H[i / 4] >> (24 - 8 * (i % 4)));
    }
}

static inline void reference_pair(const uint8_t *left, const uint8_t *right, uint8_t *out) {
    uint8_t both[64];
    memcpy(both, left, 32);
    memcpy(both + 32, right, 32);
    reference_sha256(both, 64, out);
}

/* The root of the tree of `depth` over `count` nodes of height `base`, by the recursive definition.
 * A tree without nodes is hashed too, but its two equal halves only once. */
static inline void reference_root(const uint8_t *nodes, uint64_t count, unsigned depth,
                                  unsigned base, uint8_t *out) {
    if (count == 0 && base + depth == 0) {
        memset(out, 0, 32);
        return;
    }
    if (count == 0) {
        uint8_t half[32];
        reference_root(NULL, 0, depth > 0 ? depth - 1 : 0, depth > 0 ? base : base - 1, half);
        reference_pair(half, half, out);
        return;
    }
    if (depth == 0) {
        CHECK(count == 1);
        memcpy(out, nodes, 32);
        return;
    }
    uint64_t half = (uint64_t)1 << (depth - 1);
    uint64_t left_count = count < half ? count : half;
    uint8_t left[32], right[32];
    reference_root(nodes, left_count, depth - 1, base, left);
    reference_root(nodes + 32 * left_count, count - left_count, depth - 1, base, right);
    reference_pair(left, right, out);
}

/* EIP-7916: merkleize_progressive(chunks, num_leaves), with num_leaves = 4^(depth / 2). */
static inline void reference_progressive(const uint8_t *chunks, uint64_t count, unsigned depth,
                                         uint8_t *out) {
    if (count == 0) {
        memset(out, 0, 32);
        return;
    }
    uint64_t leaves = (uint64_t)1 << depth;
    uint64_t first = count < leaves ? count : leaves;
    uint8_t left[32], right[32];
    reference_root(chunks, first, depth, 0, left);
    reference_progressive(chunks + 32 * first, count - first, depth + 2, right);
    reference_pair(left, right, out);
}

#endif
