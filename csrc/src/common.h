/*
 * common.h - what every file of the library may use: assertions, checked sums.
 *
 * Nothing here allocates, calls another file or needs a particular compiler; builtins are used
 * where they exist and replaced by plain C where they don't.
 */
#ifndef SSZ_COMMON_H
#define SSZ_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ssz.h"

/* What suits every type; the C library of MSVC has no max_align_t. */
#if defined(_MSC_VER)
#define SSZ_ALIGNMENT (2 * sizeof(void *))
#else
#define SSZ_ALIGNMENT _Alignof(max_align_t)
#endif

/* SSZ_ASSERT states what the caller must guarantee or what the code above has established.  It is
 * active in developer builds (SSZ_DEBUG) and never judges input: input is checked in every build.
 * It is not tied to NDEBUG, which Python sets for every extension. */
#ifdef SSZ_DEBUG
#include <stdio.h>
#include <stdlib.h>
#define SSZ_ASSERT(condition)                                                                      \
    ((condition) ? (void)0                                                                         \
                 : (fprintf(stderr, "%s:%d: SSZ_ASSERT(%s) failed in %s\n", __FILE__, __LINE__,    \
                            #condition, __func__),                                                 \
                    abort()))
#else
/* Compiled, so that it can't rot, but not evaluated; and what it calls is not taken for unused. */
#define SSZ_ASSERT(condition) ((void)(0 && (condition)))
#endif

#if defined(__GNUC__) || defined(__clang__)
#define SSZ_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define SSZ_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define SSZ_PREFETCH(address) __builtin_prefetch(address)
#else
#define SSZ_LIKELY(condition) (condition)
#define SSZ_UNLIKELY(condition) (condition)
#define SSZ_PREFETCH(address) ((void)(address)) /* will be read soon */
#endif

/* Gives true if a + b does not fit 64 bits; otherwise the sum is in *sum. */
static inline bool ssz_add_overflows(uint64_t a, uint64_t b, uint64_t *sum) {
    if (a > UINT64_MAX - b) {
        return true;
    }
    *sum = a + b;
    return false;
}

/* Gives true if a * b does not fit 64 bits; otherwise the product is in *product. */
static inline bool ssz_mul_overflows(uint64_t a, uint64_t b, uint64_t *product) {
#if defined(__GNUC__) || defined(__clang__)
    uint64_t result;
    if (__builtin_mul_overflow(a, b, &result)) {
        return true;
    }
    *product = result;
#else
    if (b != 0 && a > UINT64_MAX / b) {
        return true;
    }
    *product = a * b;
#endif
    return false;
}

static inline uint64_t ssz_min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}
static inline uint64_t ssz_max_u64(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* The quotient rounded up.  `divisor` is not 0. */
static inline uint64_t ssz_ceil_div(uint64_t dividend, uint64_t divisor) {
    SSZ_ASSERT(divisor != 0);
    return dividend / divisor + (dividend % divisor != 0);
}

/* Levels of the smallest binary tree that has room for `count` leaves; 0 for 0 and 1. */
static inline unsigned ssz_tree_depth(uint64_t count) {
    unsigned depth = 0;
    for (uint64_t rest = count ? count - 1 : 0; rest != 0; rest >>= 1) {
        depth++;
    }
    return depth;
}

#endif
