/*
 * alloc.c - the only file that allocates.  In test builds it also counts, and fails on demand.
 */
#include "alloc.h"

#include <stdlib.h>

#include "common.h"

/* No object may be larger than this: differences of pointers into it must fit ptrdiff_t. */
static bool is_addressable(uint64_t size) {
    return size <= PTRDIFF_MAX;
}

#ifdef SSZ_DEBUG

#include <stdatomic.h>
#include <string.h>

static _Atomic uint64_t asked, taken, allocations, bytes, most_bytes;
static _Atomic uint64_t first_failure, failure_count; /* in numbers of `asked` */

/* In front of each front of memory. */
typedef struct header {
    _Alignas(SSZ_ALIGNMENT) uint64_t size;
} header;

static bool fails(void) {
    uint64_t number = atomic_fetch_add(&asked, 1), first = atomic_load(&first_failure);
    return number >= first && number - first < atomic_load(&failure_count);
}

static void *take(size_t size) {
    if (fails()) {
        return NULL;
    }
    header *front = size <= PTRDIFF_MAX - sizeof *front ? malloc(sizeof *front + size) : NULL;
    if (!front) {
        return NULL;
    }
    front->size = size;
    atomic_fetch_add(&taken, 1);
    atomic_fetch_add(&allocations, 1);
    uint64_t now = atomic_fetch_add(&bytes, size) + size;
    uint64_t most = atomic_load(&most_bytes);
    while (now > most && !atomic_compare_exchange_weak(&most_bytes, &most, now)) {
    }
    return front + 1;
}

static void *take_zeros(size_t size) {
    void *memory = take(size);
    return memory ? memset(memory, 0, size) : NULL;
}

static void *shrink(void *memory, size_t size) {
    header *front = (header *)memory - 1;
    atomic_fetch_sub(&bytes, front->size - size);
    front->size = size;
    header *moved = realloc(front, sizeof *front + size);
    return (moved ? moved : front) + 1;
}

static void give_back(void *memory) {
    header *front = (header *)memory - 1;
    atomic_fetch_sub(&allocations, 1);
    atomic_fetch_sub(&bytes, front->size);
    free(front);
}

ssz_memory ssz_memory_read(void) {
    return (ssz_memory){
        .taken = atomic_load(&taken),
        .allocations = atomic_load(&allocations),
        .bytes = atomic_load(&bytes),
        .most_bytes = atomic_load(&most_bytes),
    };
}

void ssz_memory_watch(void) {
    atomic_store(&most_bytes, atomic_load(&bytes));
}

void ssz_memory_fail(uint64_t working, uint64_t failing) {
    atomic_store(&failure_count, 0);
    atomic_store(&first_failure, atomic_load(&asked) + working);
    atomic_store(&failure_count, failing);
}

#else

static void *take(size_t size) {
    return malloc(size);
}

static void *take_zeros(size_t size) {
    return calloc(size, 1);
}

static void *shrink(void *memory, size_t size) {
    void *moved = realloc(memory, size);
    return moved ? moved : memory;
}

static void give_back(void *memory) {
    free(memory);
}

#endif

void *ssz_alloc(uint64_t size) {
    return is_addressable(size) ? take(size == 0 ? 1 : (size_t)size) : NULL;
}

void *ssz_calloc(uint64_t count, uint64_t size) {
    uint64_t total;
    if (ssz_mul_overflows(count, size, &total) || !is_addressable(total)) {
        return NULL;
    }
    return take_zeros(total == 0 ? 1 : (size_t)total);
}

void *ssz_shrink(void *memory, uint64_t size) {
    return shrink(memory, size == 0 ? 1 : (size_t)size);
}

void ssz_free(void *memory) {
    if (memory) {
        give_back(memory);
    }
}
