/*
 * kernels.h - the kernels that are compiled in, and those of them that this machine can run.
 */
#ifndef SSZ_SHA256_KERNELS_H
#define SSZ_SHA256_KERNELS_H

#include "sha256.h"

/* Kernels for the 64-bit x86 are compiled on it, whatever instructions the compiler was told to
 * use: each function names those it needs.  Compilers that have no such attribute (MSVC) take
 * intrinsics everywhere. */
#if defined(__x86_64__) || defined(_M_X64)
#define SSZ_X86_64 1
#else
#define SSZ_X86_64 0
#endif

/* The same for 64-bit ARM; big-endian ones use portable code. */
#if defined(__aarch64__) && !defined(__AARCH64EB__)
#define SSZ_AARCH64 1
#else
#define SSZ_AARCH64 0
#endif

#if defined(__GNUC__) || defined(__clang__)
#define SSZ_TARGET(features) __attribute__((target(features)))
#else
#define SSZ_TARGET(features)
#endif

ssz_sha256_fn ssz_sha256_portable;

#if SSZ_X86_64
ssz_sha256_fn ssz_sha256_shani;
ssz_sha256_fn ssz_sha256_avx2;
ssz_sha256_fn ssz_sha256_avx512;
#endif

#if SSZ_AARCH64
ssz_sha256_fn ssz_sha256_arm_neon;
ssz_sha256_fn ssz_sha256_arm_crypto;
#endif

/* The i-th of those that this machine can run, from slowest to fastest, or NULL past the last; there is one. */
const ssz_sha256_kernel *ssz_sha256_machine_kernel(uint32_t i);

#endif
