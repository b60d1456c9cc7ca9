/*
 * bench_sha256.c - nanoseconds a block, for every kernel that this machine can run and some numbers of
 * blocks; beside them the kernels of the hashtree library, where it is linked (see CMakeLists.txt).
 *
 *   bench_sha256 [ROUNDS]
 *
 * Kernels take turns, and each figure is the median of all rounds: so another program that comes and
 * goes slows all of them alike.  Times are of the processor.  All digests are checked.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ssz.h"

#define BLOCK_LIMIT 4096 /* of one call */
#define BLOCKS_A_ROUND 4096
#define ROUND_LIMIT 10001
#define CANDIDATE_LIMIT 16

static const size_t counts[] = {1, 2, 4, 8, 10, 12, 14, 15, 16, 17, 24, 32, 48, 512, BLOCK_LIMIT};

typedef struct candidate {
    const char *name;
    const char *kernel; /* of this library, to be chosen first; NULL for others */
    void (*hash)(unsigned char *out, const unsigned char *in, uint64_t block_count);
    double times[ROUND_LIMIT];
} candidate;

static candidate candidates[CANDIDATE_LIMIT];
static size_t candidate_count;

static uint8_t blocks[BLOCK_LIMIT * 64];
static uint8_t digests[BLOCK_LIMIT * 32];
static uint8_t expected[BLOCK_LIMIT * 32];

static void hash_here(unsigned char *out, const unsigned char *in, uint64_t block_count) {
    ssz_sha256_blocks(out, in, block_count);
}

#ifdef HASHTREE
#include <immintrin.h>

typedef void hashtree_kernel(unsigned char *out, const unsigned char *in, uint64_t block_count);
hashtree_kernel hashtree_sha256_avx2_x8, hashtree_sha256_shani_x2, hashtree_sha256_avx512_x16;

/* They return with the upper halves of vector registers in use, which would slow down all that comes
 * after them, and is not theirs. */
__attribute__((target("avx"))) static void hashtree_avx2(unsigned char *out,
                                                         const unsigned char *in, uint64_t count) {
    hashtree_sha256_avx2_x8(out, in, count);
    _mm256_zeroupper();
}

__attribute__((target("avx"))) static void
hashtree_avx512(unsigned char *out, const unsigned char *in, uint64_t count) {
    hashtree_sha256_avx512_x16(out, in, count);
    _mm256_zeroupper();
}

/* The kernel of hashtree that needs the same instructions as one of ours. */
static void add_hashtree(const char *kernel) {
    candidate *c = &candidates[candidate_count];
    if (strcmp(kernel, "avx2") == 0) {
        *c = (candidate){.name = "ht avx2", .hash = hashtree_avx2};
    } else if (strcmp(kernel, "shani") == 0) {
        *c = (candidate){.name = "ht shani", .hash = hashtree_sha256_shani_x2};
    } else if (strcmp(kernel, "avx512") == 0) {
        *c = (candidate){.name = "ht avx512", .hash = hashtree_avx512};
    } else {
        return;
    }
    candidate_count++;
}
#else
static void add_hashtree(const char *kernel) {
    (void)kernel;
}
#endif

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds a block. */
static double time_once(const candidate *c, size_t count) {
    if (c->kernel) {
        ssz_kernel_use(c->kernel);
    }
    memset(digests, 0, count * 32);
    c->hash(digests, blocks, count);
    if (memcmp(digests, expected, count * 32) != 0) {
        fprintf(stderr, "%s: wrong digests of %zu blocks\n", c->name, count);
        exit(1);
    }
    size_t calls = BLOCKS_A_ROUND / count;
    double start = now();
    for (size_t call = 0; call < calls; call++) {
        c->hash(digests, blocks, count);
    }
    return (now() - start) / (double)(calls * count);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_row(size_t count, size_t rounds) {
    for (size_t round = 0; round < rounds; round++) {
        for (size_t i = 0; i < candidate_count; i++) {
            /* Another one begins each time. */
            candidate *c = &candidates[(i + round) % candidate_count];
            c->times[round] = time_once(c, count);
        }
    }
    printf("%6zu", count);
    for (size_t i = 0; i < candidate_count; i++) {
        qsort(candidates[i].times, rounds, sizeof(double), compare);
        printf(" %10.1f", candidates[i].times[rounds / 2]);
    }
    printf("\n");
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 101;
    if (rounds < 1 || rounds > ROUND_LIMIT) {
        fprintf(stderr, "ROUNDS is from 1 to %d\n", ROUND_LIMIT);
        return 2;
    }
    for (size_t i = 0; i < sizeof blocks; i++) {
        blocks[i] = (uint8_t)(i % 251);
    }
    ssz_kernel_use("portable");
    ssz_sha256_blocks(expected, blocks, BLOCK_LIMIT);
    printf("blocks");
    for (uint32_t i = 0; ssz_kernel_name(i) && candidate_count < CANDIDATE_LIMIT - 1; i++) {
        const char *name = ssz_kernel_name(i);
        candidates[candidate_count++] =
            (candidate){.name = name, .kernel = name, .hash = hash_here};
        add_hashtree(name);
    }
    for (size_t i = 0; i < candidate_count; i++) {
        printf(" %10s", candidates[i].name);
    }
    printf("\n");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        print_row(counts[i], (size_t)rounds);
    }
    return 0;
}
