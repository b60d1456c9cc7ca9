/*
 * alloc.c - the only file that allocates.
 */
#include "alloc.h"

#include <stdlib.h>

#include "common.h"

/* No object may be larger than this: differences of pointers into it must fit ptrdiff_t. */
static bool is_addressable(uint64_t size) {
    return size <= PTRDIFF_MAX;
}

void *ssz_alloc(uint64_t size) {
    if (!is_addressable(size)) {
        return NULL;
    }
    return malloc(size == 0 ? 1 : (size_t)size);
}

void *ssz_calloc(uint64_t count, uint64_t size) {
    uint64_t total;
    if (ssz_mul_overflows(count, size, &total) || !is_addressable(total)) {
        return NULL;
    }
    return calloc(total == 0 ? 1 : (size_t)total, 1);
}

void ssz_free(void *memory) {
    free(memory);
}
