/*
 * cpu_features.h - which instructions the machine has and the operating system lets us use.
 */
#ifndef SSZ_CPU_FEATURES_H
#define SSZ_CPU_FEATURES_H

#include <stdint.h>

/* Bits are only ever compared within one process; they may be renumbered. */
#define SSZ_CPU_SSSE3 (1u << 0)
#define SSZ_CPU_SSE41 (1u << 1)
#define SSZ_CPU_SHA (1u << 2)
#define SSZ_CPU_AVX2 (1u << 3)
#define SSZ_CPU_AVX512F (1u << 4)
#define SSZ_CPU_AVX512BW (1u << 5)
#define SSZ_CPU_AVX512VL (1u << 6)
#define SSZ_CPU_NEON (1u << 7)
#define SSZ_CPU_ARM_SHA2 (1u << 8)
#define SSZ_CPU_ALL ((1u << 9) - 1)

/* The SSZ_CPU_... bits of this machine; asked for once, then remembered. */
uint32_t ssz_cpu_features(void);

#ifdef SSZ_DEBUG
/* Test builds only: from now on only features in `allowed` count as there. */
void ssz_cpu_features_mask(uint32_t allowed);
#endif

#endif
