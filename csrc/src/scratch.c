/*
 * scratch.c - see scratch.h.
 *
 * Segments hang on each other, newest first.  Going back over a segment's start keeps one empty
 * segment above the new top, so that a loop around the boundary does not allocate again and again.
 * Segments grow with the depth, and the largest that is not needed any more is kept for the next
 * scratch of whatever thread: fresh memory costs more, page by page, than hashing what goes into it.
 */
#include "scratch.h"

#include <stdatomic.h>

#include "alloc.h"
#include "common.h"
#include "ssz.h"

#define SEGMENT_SIZE 32768

/* Segments grow up to this size, and only up to this size one is kept. */
#define SEGMENT_SIZE_LIMIT (1 << 20)

ssz_scratch_mark ssz_scratch_here(const ssz_scratch *scratch) {
    ssz_scratch_segment *top = scratch->top;
    return (ssz_scratch_mark){.top = top, .used = top ? top->used : 0};
}

/* A segment that no scratch uses, or NULL.  The thread that takes it out owns it. */
static _Atomic(ssz_scratch_segment *) kept;

/* Keeps the larger one of this segment and the kept one, and frees the other. */
static void drop(ssz_scratch_segment *segment) {
    if (segment && segment->size <= SEGMENT_SIZE_LIMIT) {
        ssz_scratch_segment *other = atomic_exchange(&kept, NULL);
        if (other && other->size > segment->size) {
            ssz_scratch_segment *larger = other;
            other = segment;
            segment = larger;
        }
        ssz_free(other);
        segment = atomic_exchange(&kept, segment); /* another thread may have kept one since */
    }
    ssz_free(segment);
}

void ssz_trim(void) {
    ssz_free(atomic_exchange(&kept, NULL));
}

static ssz_scratch_segment *next_segment(ssz_scratch_segment *top, uint64_t size) {
    ssz_scratch_segment *spare = NULL;
    uint64_t room = SEGMENT_SIZE;
    if (top) {
        spare = top->spare;
        top->spare = NULL;
        room = ssz_min_u64(2 * top->size, SEGMENT_SIZE_LIMIT);
    } else {
        spare = atomic_exchange(&kept, NULL);
    }
    if (spare && spare->size >= size) {
        return spare;
    }
    drop(spare);
    uint64_t total;
    room = ssz_max_u64(size, room);
    if (ssz_add_overflows(room, sizeof(ssz_scratch_segment), &total)) {
        return NULL;
    }
    ssz_scratch_segment *segment = ssz_alloc(total);
    if (segment) {
        segment->size = room;
    }
    return segment;
}

void *ssz_scratch_take_new(ssz_scratch *scratch, uint64_t size) {
    ssz_scratch_segment *segment = next_segment(scratch->top, size);
    if (!segment) {
        return NULL;
    }
    segment->below = scratch->top;
    segment->spare = NULL;
    segment->used = size;
    scratch->top = segment;
    return segment->data;
}

void ssz_scratch_back(ssz_scratch *scratch, ssz_scratch_mark mark) {
    while (scratch->top != mark.top) {
        ssz_scratch_segment *segment = scratch->top;
        scratch->top = segment->below;
        drop(segment->spare);
        segment->spare = NULL;
        if (scratch->top && !scratch->top->spare) {
            scratch->top->spare = segment;
        } else {
            drop(segment);
        }
    }
    if (mark.top) {
        mark.top->used = mark.used;
    }
}

void ssz_scratch_free(ssz_scratch *scratch) {
    ssz_scratch_back(scratch, (ssz_scratch_mark){.top = NULL, .used = 0});
}
