/* threads.c - see threads.h. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "threads.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "ssz.h"

#if defined(__unix__) || defined(__APPLE__)
#define HAVE_PTHREADS 1
#include <pthread.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif
#else
#define HAVE_PTHREADS 0
#endif

/* More would only wait for memory. */
#define THREAD_LIMIT 64

/* 0: as many as this process may use processors, found out when first needed. */
static _Atomic uint32_t chosen;

#if HAVE_PTHREADS
static uint32_t processors(void) {
    long count = 0;
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        count = CPU_COUNT(&set);
    }
#endif
    if (count == 0) {
        count = sysconf(_SC_NPROCESSORS_ONLN);
    }
    return count < 1 ? 1 : count > THREAD_LIMIT ? THREAD_LIMIT : (uint32_t)count;
}
#else
static uint32_t processors(void) {
    return 1;
}
#endif

void ssz_set_threads(uint32_t count) {
    atomic_store_explicit(&chosen, count > THREAD_LIMIT ? THREAD_LIMIT : count,
                          memory_order_relaxed);
}

uint32_t ssz_threads(void) {
    uint32_t count = atomic_load_explicit(&chosen, memory_order_relaxed);
    return count != 0 ? count : processors();
}

typedef struct work {
    void (*fn)(void *context, uint64_t i);
    void *context;
    uint64_t count;
    _Atomic uint64_t next;
} work;

static void *take_shares(void *argument) {
    work *w = argument;
    for (;;) {
        uint64_t i = atomic_fetch_add_explicit(&w->next, 1, memory_order_relaxed);
        if (i >= w->count) {
            return NULL;
        }
        w->fn(w->context, i);
    }
}

void ssz_parallel(uint64_t count, void (*fn)(void *context, uint64_t i), void *context) {
    work w = {.fn = fn, .context = context, .count = count};
#if HAVE_PTHREADS
    pthread_t helpers[THREAD_LIMIT];
    uint32_t wanted = ssz_threads();
    uint32_t made = 0;
    while (made + 1 < wanted && made + 1 < count &&
           pthread_create(&helpers[made], NULL, take_shares, &w) == 0) {
        made++;
    }
    take_shares(&w);
    while (made > 0) {
        pthread_join(helpers[--made], NULL);
    }
#else
    take_shares(&w);
#endif
}
