/*
 * alloc.h - memory.  No other file calls the allocator of the machine.
 */
#ifndef SSZ_ALLOC_H
#define SSZ_ALLOC_H

#include <stdint.h>

/* Gives `size` bytes of unspecified content, aligned for every type, or NULL if there are none.
 * Sizes that the machine can't address are refused like any other.  A size of 0 gives memory too,
 * so that NULL always means failure. */
void *ssz_alloc(uint64_t size);

/* Gives `count` items of `size` bytes, all zero, or NULL; a product that overflows gives NULL. */
void *ssz_calloc(uint64_t count, uint64_t size);

/* Takes back what ssz_alloc or ssz_calloc gave; NULL is allowed. */
void ssz_free(void *memory);

#endif
