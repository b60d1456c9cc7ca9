/*
 * cpu_features.c - asks the processor, and for wide registers the operating system too.
 *
 * A bit of CPUID says that the processor knows the instructions.  Registers wider than 128 bits are
 * of use only if the operating system also saves them when it switches threads, which XGETBV tells;
 * executing AVX code without asking crashes in some virtual machines and old kernels.
 */
#include "cpu_features.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "kernels.h"

#if SSZ_X86_64

#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

typedef struct cpuid_result {
    uint32_t eax, ebx, ecx, edx;
} cpuid_result;

/* All zero if the processor has no such leaf. */
static cpuid_result cpuid(uint32_t leaf, uint32_t subleaf) {
    cpuid_result result = {0, 0, 0, 0};
#if defined(_MSC_VER)
    int words[4];
    __cpuid(words, 0);
    if ((uint32_t)words[0] >= leaf) {
        __cpuidex(words, (int)leaf, (int)subleaf);
        result.eax = (uint32_t)words[0];
        result.ebx = (uint32_t)words[1];
        result.ecx = (uint32_t)words[2];
        result.edx = (uint32_t)words[3];
    }
#else
    (void)__get_cpuid_count(leaf, subleaf, &result.eax, &result.ebx, &result.ecx, &result.edx);
#endif
    return result;
}

/* The register sets that the operating system saves. */
static uint64_t saved_registers(void) {
#if defined(_MSC_VER)
    return _xgetbv(0);
#else
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
#endif
}

#define XMM_YMM 0x06u     /* XCR0: 128 and 256 bits */
#define XMM_YMM_ZMM 0xe6u /* and 512 bits, with the mask registers */

static uint32_t bit(uint32_t word, unsigned number, uint32_t feature) {
    return word >> number & 1 ? feature : 0;
}

static uint32_t detect(void) {
    cpuid_result leaf1 = cpuid(1, 0);
    cpuid_result leaf7 = cpuid(7, 0);
    bool has_xgetbv = leaf1.ecx >> 27 & 1;
    uint64_t saved = has_xgetbv ? saved_registers() : 0;

    uint32_t features = bit(leaf1.ecx, 9, SSZ_CPU_SSSE3) | bit(leaf1.ecx, 19, SSZ_CPU_SSE41) |
                        bit(leaf7.ebx, 29, SSZ_CPU_SHA);
    if ((saved & XMM_YMM) == XMM_YMM) {
        features |= bit(leaf7.ebx, 5, SSZ_CPU_AVX2);
    }
    if ((saved & XMM_YMM_ZMM) == XMM_YMM_ZMM) {
        features |= bit(leaf7.ebx, 16, SSZ_CPU_AVX512F) | bit(leaf7.ebx, 30, SSZ_CPU_AVX512BW) |
                    bit(leaf7.ebx, 31, SSZ_CPU_AVX512VL);
    }
    return features;
}

#elif SSZ_AARCH64

#if defined(__linux__)
#include <sys/auxv.h>

#define HWCAP_OF_SHA2 (1ul << 6) /* HWCAP_SHA2 of the kernel's asm/hwcap.h */

static bool has_sha2(void) {
    return (getauxval(AT_HWCAP) & HWCAP_OF_SHA2) != 0;
}
#else
/* Apple's processors all have them; of others nothing is known. */
static bool has_sha2(void) {
#if defined(__APPLE__)
    return true;
#else
    return false;
#endif
}
#endif

static uint32_t detect(void) {
    return SSZ_CPU_NEON | (has_sha2() ? SSZ_CPU_ARM_SHA2 : 0);
}

#else

static uint32_t detect(void) {
    return 0;
}

#endif

/* Not a feature: tells the remembered answer from none.  Asking twice gives the same, so threads
 * that do so at the same time need no lock. */
#define KNOWN (1u << 31)

static _Atomic uint32_t known_features;

#ifdef SSZ_DEBUG
static _Atomic uint32_t allowed_features = SSZ_CPU_ALL;

void ssz_cpu_features_mask(uint32_t allowed) {
    atomic_store(&allowed_features, allowed);
}
#endif

uint32_t ssz_cpu_features(void) {
    uint32_t features = atomic_load_explicit(&known_features, memory_order_relaxed);
    if (features == 0) {
        features = detect() | KNOWN;
        atomic_store_explicit(&known_features, features, memory_order_relaxed);
    }
    features &= ~KNOWN;
#ifdef SSZ_DEBUG
    features &= atomic_load(&allowed_features);
#endif
    return features;
}
