/*
 * scratch.h - short-lived memory for one operation, given out and taken back like a stack.
 *
 * Hashing needs room for the roots of the parts of each value that it is inside of.  A scratch gives
 * that room from a few segments, so that a walk over any number of values allocates as often as it
 * grows deeper, not once a value.
 */
#ifndef SSZ_SCRATCH_H
#define SSZ_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

#include "common.h"

/* Private; here so that taking memory is a few instructions. */
typedef struct ssz_scratch_segment ssz_scratch_segment;
struct ssz_scratch_segment {
    ssz_scratch_segment *below;
    ssz_scratch_segment *spare; /* an empty segment kept for the next time, or NULL */
    uint64_t size;
    uint64_t used;
    _Alignas(SSZ_ALIGNMENT) uint8_t data[];
};

typedef struct ssz_scratch {
    ssz_scratch_segment *top; /* NULL before the first use */
} ssz_scratch;

/* Where a scratch stood, to go back to. */
typedef struct ssz_scratch_mark {
    ssz_scratch_segment *top;
    uint64_t used;
} ssz_scratch_mark;

ssz_scratch_mark ssz_scratch_here(const ssz_scratch *scratch);

/* Puts a segment on top that has room for `size` bytes, and takes them from it. */
void *ssz_scratch_take_new(ssz_scratch *scratch, uint64_t size);

/* `size` bytes, aligned for every type, that last until the scratch goes back to a mark set before;
 * NULL if memory ran out. */
static inline void *ssz_scratch_take(ssz_scratch *scratch, uint64_t size) {
    SSZ_ASSERT(size < UINT64_MAX - SSZ_ALIGNMENT);
    uint64_t rounded = (size + SSZ_ALIGNMENT - 1) / SSZ_ALIGNMENT * SSZ_ALIGNMENT;
    ssz_scratch_segment *top = scratch->top;
    if (SSZ_UNLIKELY(!top || top->size - top->used < rounded)) {
        return ssz_scratch_take_new(scratch, rounded);
    }
    void *memory = top->data + top->used;
    top->used += rounded;
    return memory;
}

/* Takes back all that was taken since the mark. */
void ssz_scratch_back(ssz_scratch *scratch, ssz_scratch_mark mark);

/* Frees everything. */
void ssz_scratch_free(ssz_scratch *scratch);

#endif
