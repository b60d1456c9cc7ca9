/* kernels.c - see kernels.h. */
#include "kernels.h"

#include <stdbool.h>

#include "cpu_features.h"

/* From slowest to fastest, on the machines that can run them. */
static const ssz_sha256_kernel kernels[] = {
    {"portable", 0, 1, ssz_sha256_portable},
#if SSZ_X86_64
    {"avx2", SSZ_CPU_AVX2, 16, ssz_sha256_avx2},
    {"shani", SSZ_CPU_SHA | SSZ_CPU_SSE41 | SSZ_CPU_SSSE3, 4, ssz_sha256_shani},
    {"avx512", SSZ_CPU_AVX512F | SSZ_CPU_AVX512BW, 32, ssz_sha256_avx512},
#endif
#if SSZ_AARCH64
    {"neon", SSZ_CPU_NEON, 4, ssz_sha256_arm_neon},
    {"armv8", SSZ_CPU_ARM_SHA2, 2, ssz_sha256_arm_crypto},
#endif
};

#define KERNEL_COUNT (sizeof kernels / sizeof kernels[0])

const ssz_sha256_kernel *ssz_sha256_machine_kernel(uint32_t i) {
    for (size_t k = 0; k < KERNEL_COUNT; k++) {
        bool can_run = (kernels[k].features & ~ssz_cpu_features()) == 0;
        if (can_run && i-- == 0) {
            return &kernels[k];
        }
    }
    return NULL;
}
