/*
 * sha256.h - SHA-256 of 64-byte messages, many at a time, by the best code the machine can run.
 *
 * Merkleization hashes nothing but blocks: two nodes of 32 bytes make one message of 64.  Such a
 * message takes two compressions, and the second one always sees the same padding, whose schedule
 * is therefore a constant (see tables.h).
 *
 * A kernel is one function that hashes an array of blocks.  All kernels keep this contract:
 *
 * - `in` holds block_count blocks of 64 bytes; the i-th digest, 32 bytes, goes to out + 32 * i.
 * - Any block_count, 0 included.  Any alignment of both pointers.
 * - out == in is allowed: the digests then take the place of the first half of the blocks.  No
 *   other overlap is.
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

typedef void ssz_sha256_fn(uint8_t *out, const uint8_t *in, size_t block_count);

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

/* Hashes blocks with the kernel in use, and counts them (stats.h).  What hashes values calls this. */
void ssz_sha256_hash(uint8_t *out, const uint8_t *in, size_t block_count);

/* The i-th kernel that this machine can run, from slowest to fastest, or NULL past the last. */
const ssz_sha256_kernel *ssz_sha256_kernel_at(uint32_t i);

#endif
