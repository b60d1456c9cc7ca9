/*
 * sha256.c - which kernel is in use.
 *
 * That is the only thing in the library that may change for everybody at once: one atomic pointer to a
 * constant.  All kernels compute the same, so a thread that still uses
 * the old one does no harm.
 */
#include "sha256.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../common.h"
#include "../stats.h"
#include "kernels.h"
#include "mixed.h"
#include "ssz.h"

/* The last of the table: it is made of all others. */
static const ssz_sha256_kernel mixed = {"mixed", 0, SSZ_MIXED_LIMIT, ssz_sha256_mixed};

/* NULL until somebody hashes or chooses. */
static _Atomic(const ssz_sha256_kernel *) kernel_in_use;

const ssz_sha256_kernel *ssz_sha256_kernel_at(uint32_t i) {
    const ssz_sha256_kernel *kernel = ssz_sha256_machine_kernel(i);
    bool is_next = !kernel && (i == 0 || ssz_sha256_machine_kernel(i - 1));
    return is_next ? &mixed : kernel;
}

/* NULL if there is none of the name that this machine can run. */
static const ssz_sha256_kernel *find_kernel(const char *name) {
    const ssz_sha256_kernel *kernel = ssz_sha256_kernel_at(0);
    for (uint32_t i = 1; kernel && strcmp(kernel->name, name) != 0; i++) {
        kernel = ssz_sha256_kernel_at(i);
    }
    return kernel;
}

static const ssz_sha256_kernel *default_kernel(void) {
    const char *name = getenv("PYSSZ_SHA256_KERNEL");
    const ssz_sha256_kernel *kernel = name ? find_kernel(name) : NULL;
    return kernel ? kernel : &mixed;
}

static const ssz_sha256_kernel *current_kernel(void) {
    const ssz_sha256_kernel *kernel = atomic_load_explicit(&kernel_in_use, memory_order_relaxed);
    if (SSZ_UNLIKELY(kernel == NULL)) {
        const ssz_sha256_kernel *chosen = default_kernel();
        /* A choice that somebody makes meanwhile wins. */
        if (atomic_compare_exchange_strong(&kernel_in_use, &kernel, chosen)) {
            kernel = chosen;
        }
    }
    return kernel;
}

ssz_sha256_fn *ssz_sha256_current(void) {
    return current_kernel()->fn;
}

void ssz_sha256_do(const ssz_sha256_job *jobs, size_t job_count) {
    if (job_count != 0) {
        ssz_stats_add(SSZ_STAT_BLOCKS, job_count);
        current_kernel()->fn(jobs, job_count);
    }
}

/* Jobs made at a time out of an array of blocks: whole sets of lanes for every kernel. */
#define JOB_COUNT 64

static void hash_array(ssz_sha256_fn *fn, uint8_t *out, const uint8_t *in, size_t block_count) {
    ssz_sha256_job jobs[JOB_COUNT];
    while (block_count != 0) {
        size_t part = block_count < JOB_COUNT ? block_count : JOB_COUNT;
        for (size_t i = 0; i < part; i++) {
            jobs[i] = (ssz_sha256_job){in, out};
            in += SSZ_BLOCK_SIZE;
            out += SSZ_CHUNK_SIZE;
        }
        fn(jobs, part);
        block_count -= part;
    }
}

void ssz_sha256_hash(uint8_t *out, const uint8_t *in, size_t block_count) {
    if (block_count != 0) {
        ssz_stats_add(SSZ_STAT_BLOCKS, block_count);
        hash_array(current_kernel()->fn, out, in, block_count);
    }
}

void ssz_sha256_blocks(void *out, const void *in, uint64_t block_count) {
    SSZ_ASSERT(block_count <= SIZE_MAX / SSZ_BLOCK_SIZE);
    hash_array(current_kernel()->fn, out, in, (size_t)block_count);
}

const char *ssz_kernel_name(uint32_t i) {
    const ssz_sha256_kernel *kernel = ssz_sha256_kernel_at(i);
    return kernel != NULL ? kernel->name : NULL;
}

const char *ssz_kernel_for(uint64_t block_count, uint64_t *taken) {
    const ssz_sha256_kernel *kernel = current_kernel();
    *taken = block_count;
    if (kernel->fn == ssz_sha256_mixed && block_count != 0) {
        kernel = ssz_mixed_choice(block_count, taken);
    }
    return kernel != NULL ? kernel->name : NULL;
}

const char *ssz_kernel_in_use(void) {
    return current_kernel()->name;
}

int32_t ssz_kernel_use(const char *name) {
    const ssz_sha256_kernel *kernel = find_kernel(name);
    if (kernel == NULL) {
        return SSZ_UNKNOWN_KERNEL;
    }
    atomic_store_explicit(&kernel_in_use, kernel, memory_order_relaxed);
    return SSZ_OK;
}
