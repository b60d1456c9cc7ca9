/*
 * scratch.c - see scratch.h.
 *
 * Segments hang on each other, newest first.  Going back over a segment's start keeps one empty
 * segment above the new top, so that a loop around the boundary does not allocate again and again.
 */
#include "scratch.h"

#include "alloc.h"
#include "common.h"

#define SEGMENT_SIZE 32768

/* What the allocator gives: a segment can't be aligned better than the memory it is made of. */
#define ALIGNMENT _Alignof(max_align_t)

struct ssz_scratch_segment {
    ssz_scratch_segment *below;
    ssz_scratch_segment *spare; /* an empty segment kept for the next time, or NULL */
    uint64_t size;
    uint64_t used;
    _Alignas(ALIGNMENT) uint8_t data[];
};

ssz_scratch_mark ssz_scratch_here(const ssz_scratch *scratch) {
    ssz_scratch_segment *top = scratch->top;
    return (ssz_scratch_mark){.top = top, .used = top ? top->used : 0};
}

static ssz_scratch_segment *next_segment(ssz_scratch_segment *top, uint64_t size) {
    if (top && top->spare) {
        ssz_scratch_segment *spare = top->spare;
        top->spare = NULL;
        if (spare->size >= size) {
            return spare;
        }
        ssz_free(spare);
    }
    uint64_t total;
    uint64_t room = ssz_max_u64(size, SEGMENT_SIZE);
    if (ssz_add_overflows(room, sizeof(ssz_scratch_segment), &total)) {
        return NULL;
    }
    ssz_scratch_segment *segment = ssz_alloc(total);
    if (segment) {
        segment->size = room;
    }
    return segment;
}

void *ssz_scratch_take(ssz_scratch *scratch, uint64_t size) {
    SSZ_ASSERT(size < UINT64_MAX - ALIGNMENT);
    uint64_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    ssz_scratch_segment *top = scratch->top;
    if (!top || top->size - top->used < rounded) {
        ssz_scratch_segment *segment = next_segment(top, rounded);
        if (!segment) {
            return NULL;
        }
        segment->below = top;
        segment->spare = NULL;
        segment->used = 0;
        scratch->top = top = segment;
    }
    void *memory = top->data + top->used;
    top->used += rounded;
    return memory;
}

void ssz_scratch_back(ssz_scratch *scratch, ssz_scratch_mark mark) {
    while (scratch->top != mark.top) {
        ssz_scratch_segment *segment = scratch->top;
        scratch->top = segment->below;
        ssz_free(segment->spare);
        segment->spare = NULL;
        if (scratch->top && !scratch->top->spare) {
            scratch->top->spare = segment;
        } else {
            ssz_free(segment);
        }
    }
    if (mark.top) {
        mark.top->used = mark.used;
    }
}

void ssz_scratch_free(ssz_scratch *scratch) {
    ssz_scratch_back(scratch, (ssz_scratch_mark){.top = NULL, .used = 0});
}
