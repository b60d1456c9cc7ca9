/*
 * mixed.c - the kernel that is made of all others: each batch goes to what is quickest for its size here.
 *
 * Which instructions a processor has does not say which of them are fast: sixteen lanes of AVX-512 and the SHA
 * extensions cost the same for large batches on one, and differ by two on another, and a batch that leaves
 * lanes empty is a matter of its own.  So the kernels are measured, once, when the first block is hashed: a
 * fifth of a millisecond.  From what they cost for some counts follows what each count up to 32 is best
 * divided into.  Every plan is right; a bad one, measured while the machine was busy, is only slower.
 */
#include "mixed.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "../common.h"
#include "kernels.h"
#include "ssz.h"

static const uint32_t counts[SSZ_MIXED_COUNT_COUNT] = SSZ_MIXED_COUNTS;

/* ---- from costs to a plan -------------------------------------------------------------------------- */

static uint64_t cost_of(const ssz_mixed_costs *costs, uint32_t kernel, uint32_t count) {
    uint32_t i = 0;
    while (counts[i] < count) {
        i++;
    }
    return costs->of[kernel][i];
}

/* The kernel that does the whole count at the least cost. */
static uint32_t best_alone(const ssz_mixed_costs *costs, uint32_t count) {
    uint32_t best = 0;
    for (uint32_t kernel = 1; kernel < costs->kernel_count; kernel++) {
        if (cost_of(costs, kernel, count) <= cost_of(costs, best, count)) {
            best = kernel;
        }
    }
    return best;
}

ssz_mixed_plan ssz_mixed_make_plan(const ssz_mixed_costs *costs) {
    ssz_mixed_plan plan = {0};
    uint64_t least[SSZ_MIXED_LIMIT + 1] = {0};
    for (uint32_t count = 1; count <= SSZ_MIXED_LIMIT; count++) {
        plan.kernel[count] = best_alone(costs, count);
        plan.taken[count] = count;
        least[count] = cost_of(costs, plan.kernel[count], count);
        uint64_t bound = least[count] - least[count] / 30;
        for (uint32_t i = SSZ_MIXED_COUNT_COUNT; i-- > 0 && count != SSZ_MIXED_LIMIT;) {
            if (counts[i] >= count) {
                continue;
            }
            uint32_t kernel = best_alone(costs, counts[i]);
            uint64_t cost = cost_of(costs, kernel, counts[i]) + least[count - counts[i]];
            if (cost < bound) {
                plan.kernel[count] = kernel;
                plan.taken[count] = counts[i];
                bound = least[count] = cost;
            }
        }
    }
    return plan;
}

/* ---- measuring -------------------------------------------------------------------------------------- */

/* Measurements of each figure.  The least of them counts: interrupts only make one longer. */
#define ROUNDS 7

static uint64_t now(void) {
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint64_t time_of(ssz_sha256_fn *fn, const ssz_sha256_job *jobs, uint32_t count) {
    /* A clock may tick every 40 ns, which is what a block takes. */
    uint32_t calls = count < 8 ? 8 / count : 1;
    uint64_t start = now();
    for (uint32_t call = 0; call < calls; call++) {
        fn(jobs, count);
    }
    uint64_t time = now() - start;
    /* In eighths; a clock that was set back says nothing. */
    return time >> 40 != 0 ? UINT64_MAX / 64 : time * (8 / calls);
}

static void measure(const ssz_sha256_kernel *const *kernels, ssz_mixed_costs *costs) {
    uint8_t blocks[SSZ_MIXED_LIMIT * SSZ_BLOCK_SIZE] = {0};
    uint8_t digests[SSZ_MIXED_LIMIT * SSZ_CHUNK_SIZE];
    ssz_sha256_job jobs[SSZ_MIXED_LIMIT];
    for (uint32_t i = 0; i < SSZ_MIXED_LIMIT; i++) {
        jobs[i] = (ssz_sha256_job){blocks + i * SSZ_BLOCK_SIZE, digests + i * SSZ_CHUNK_SIZE};
    }
    memset(costs->of, 0xff, sizeof costs->of);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t kernel = 0; kernel < costs->kernel_count; kernel++) {
            if (round == 0) { /* awake, and in the cache */
                kernels[kernel]->fn(jobs, SSZ_MIXED_LIMIT);
            }
            for (uint32_t i = 0; i < SSZ_MIXED_COUNT_COUNT; i++) {
                uint64_t *cost = &costs->of[kernel][i];
                *cost = ssz_min_u64(*cost, time_of(kernels[kernel]->fn, jobs, counts[i]));
            }
        }
    }
}

/* ---- the plan of this machine ------------------------------------------------------------------------ */

typedef struct mixture {
    const ssz_sha256_kernel *kernels[SSZ_MIXED_KERNELS];
    ssz_mixed_plan plan;
} mixture;

static mixture known; /* once it is ready */

enum { UNKNOWN, MEASURING, READY };
static _Atomic int state = UNKNOWN;

/* The last, which is usually the fastest. */
static const ssz_sha256_kernel *last_kernel(void) {
    const ssz_sha256_kernel *last = ssz_sha256_machine_kernel(0), *next = last;
    for (uint32_t i = 1; next; i++) {
        last = next;
        next = ssz_sha256_machine_kernel(i);
    }
    return last;
}

static void find_out(void) {
    ssz_mixed_costs costs = {0};
    const ssz_sha256_kernel *kernel;
    for (uint32_t i = 0; (kernel = ssz_sha256_machine_kernel(i)); i++) {
        /* Where there is another one, the portable kernel is not worth to be measured. */
        costs.kernel_count =
            costs.kernel_count == 1 && known.kernels[0]->features == 0 ? 0 : costs.kernel_count;
        SSZ_ASSERT(costs.kernel_count < SSZ_MIXED_KERNELS);
        known.kernels[costs.kernel_count++] = kernel;
    }
    if (costs.kernel_count > 1) {
        measure(known.kernels, &costs);
    }
    known.plan = ssz_mixed_make_plan(&costs);
}

/* NULL while another thread measures. */
static const mixture *mixture_now(void) {
    if (SSZ_LIKELY(atomic_load_explicit(&state, memory_order_acquire) == READY)) {
        return &known;
    }
    int expected = UNKNOWN;
    if (!atomic_compare_exchange_strong(&state, &expected, MEASURING)) {
        return expected == READY ? &known : NULL;
    }
    find_out();
    atomic_store_explicit(&state, READY, memory_order_release);
    return &known;
}

void ssz_sha256_mixed(const ssz_sha256_job *jobs, size_t job_count) {
    const mixture *m = mixture_now();
    if (!m) {
        last_kernel()->fn(jobs, job_count);
        return;
    }
    size_t whole = job_count - job_count % SSZ_MIXED_LIMIT;
    if (whole != 0) {
        m->kernels[m->plan.kernel[SSZ_MIXED_LIMIT]]->fn(jobs, whole);
    }
    for (size_t at = whole; at != job_count;) {
        size_t left = job_count - at;
        m->kernels[m->plan.kernel[left]]->fn(jobs + at, m->plan.taken[left]);
        at += m->plan.taken[left];
    }
}

const ssz_sha256_kernel *ssz_mixed_choice(uint64_t count, uint64_t *taken) {
    const mixture *m = mixture_now();
    if (!m) {
        return NULL;
    }
    uint32_t i = (uint32_t)ssz_min_u64(count, SSZ_MIXED_LIMIT);
    *taken = count < SSZ_MIXED_LIMIT ? m->plan.taken[i] : count - count % SSZ_MIXED_LIMIT;
    return m->kernels[m->plan.kernel[i]];
}
