/*
 * sha256.h - SHA-256 of 64-byte messages, many at a time, by the best code the machine can run.
 *
 * Merkleization hashes nothing but blocks: two nodes of 32 bytes make one message of 64.  Such a
 * message takes two compressions, and the second one always sees the same padding, whose schedule
 * is therefore a constant (see tables.h).
 *
 * A kernel is one function that does a list of jobs, each a block and the place of its digest, both
 * anywhere: a wide kernel loads every message by itself anyway, so blocks of many small trees need no
 * gathering and their digests no scattering.  All kernels keep this contract:
 *
 * - `in` is a block of 64 bytes; its digest, 32 bytes, goes to `out`.
 * - Any number of jobs, 0 included.  Any alignment of all pointers.
 * - A digest may be put over its own block or over blocks of jobs before it in the list, and over no
 *   other.  So an array of blocks, in order, may become the array of its digests.
 * - Nothing is read but the blocks and nothing is written but the digests.
 * - It cannot fail, allocates nothing, keeps no state and may run in any number of threads.
 *
 * The results are those of SHA-256 (FIPS 180-4); portable.c is the definition in code that every
 * other kernel is tested against.
 *
 * This directory knows nothing of trees.  The functions of ssz.h that choose a kernel live here
 * too.
 */
#ifndef SSZ_SHA256_H
#define SSZ_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct ssz_sha256_job {
    const uint8_t *in;
    uint8_t *out;
} ssz_sha256_job;

typedef void ssz_sha256_fn(const ssz_sha256_job *jobs, size_t job_count);

typedef struct ssz_sha256_kernel {
    const char *name;
    uint32_t features; /* SSZ_CPU_..., all of which the machine must have */
    uint32_t lanes;    /* blocks hashed at once; smaller counts cost as much as one block more */
    ssz_sha256_fn *fn;
} ssz_sha256_kernel;

/* The function of the kernel in use.  Before anybody chose one, that is the one named by the
 * environment variable PYSSZ_SHA256_KERNEL or, if it is unset or names none that this machine can
 * run, the fastest.  Hold on to the function for one operation, not longer. */
ssz_sha256_fn *ssz_sha256_current(void);

/* Does the jobs with the kernel in use, and counts them (stats.h).  What hashes values calls this ... */
void ssz_sha256_do(const ssz_sha256_job *jobs, size_t job_count);

/* ... or this, where `in` holds block_count blocks one after the other and the i-th digest goes to
 * out + 32 * i.  `out` may be `in`, or not overlap it. */
void ssz_sha256_hash(uint8_t *out, const uint8_t *in, size_t block_count);

/* The i-th kernel that this machine can run, from slowest to fastest, or NULL past the last. */
const ssz_sha256_kernel *ssz_sha256_kernel_at(uint32_t i);

#endif
