/*
 * mixed.h - which kernels a batch of blocks goes to, from what they cost; for mixed.c and its tests.
 */
#ifndef SSZ_SHA256_MIXED_H
#define SSZ_SHA256_MIXED_H

#include "sha256.h"

/* The largest batch, in blocks, that is planned.  Of a larger one, the largest multiple of this number goes
 * to the kernel that costs least for it. */
#define SSZ_MIXED_LIMIT 32

/* The counts at which kernels are measured; a count between two costs what the higher one does, for it is
 * wide kernels that fill it up. */
#define SSZ_MIXED_COUNTS {1, 2, 4, 8, 12, 16, 24, 32}
#define SSZ_MIXED_COUNT_COUNT 8

/* Kernels in the table at most. */
#define SSZ_MIXED_KERNELS 8

/* What a call takes, in any unit: by kernel and count. */
typedef struct ssz_mixed_costs {
    uint32_t kernel_count;
    uint64_t of[SSZ_MIXED_KERNELS][SSZ_MIXED_COUNT_COUNT];
} ssz_mixed_costs;

/* For a batch of i blocks: the kernel that it begins with, and how many blocks that takes. */
typedef struct ssz_mixed_plan {
    uint32_t kernel[SSZ_MIXED_LIMIT + 1];
    uint32_t taken[SSZ_MIXED_LIMIT + 1];
} ssz_mixed_plan;

/* The plan of least cost.  A batch is divided among kernels only where that saves a thirtieth at least: less
 * is in the noise of measuring.  Of kernels that cost the same the last is taken. */
ssz_mixed_plan ssz_mixed_make_plan(const ssz_mixed_costs *costs);

/* Kernels of the machine, as many blocks with each as is quickest. */
ssz_sha256_fn ssz_sha256_mixed;

/* The kernel that the mixed one begins a batch of `count` >= 1 blocks with, and how many blocks that takes. */
const ssz_sha256_kernel *ssz_mixed_choice(uint64_t count, uint64_t *taken);

#endif
