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

/* Takes back the end of what ssz_alloc or ssz_calloc gave, all but the first `size` bytes, of which there are
 * as many at least, and gives the place where these are now.  Cannot fail. */
void *ssz_shrink(void *memory, uint64_t size);

/* Takes back what ssz_alloc or ssz_calloc gave; NULL is allowed. */
void ssz_free(void *memory);

#ifdef SSZ_DEBUG
/* Test builds count memory, and run out of it when they are told to.  The lines between the markers
 * are read by the Python binding of such a build. */
/* cdef: begin */

typedef struct ssz_memory {
    uint64_t taken;       /* allocations that worked, ever */
    uint64_t allocations; /* of them, in use */
    uint64_t bytes;       /* in use */
    uint64_t most_bytes;  /* the most that were in use since ssz_memory_watch */
} ssz_memory;
ssz_memory ssz_memory_read(void);
/* From now on most_bytes counts anew. */
void ssz_memory_watch(void);

/* The next `working` allocations work as ever, of those after them `failing` fail, all later ones
 * work again.  Counts those of all threads. */
void ssz_memory_fail(uint64_t working, uint64_t failing);

/* cdef: end */
#endif

#endif
