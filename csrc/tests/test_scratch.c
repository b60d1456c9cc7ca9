/*
 * test_scratch.c - memory given out like a stack: aligned, apart from all other, with what was written
 * still there, and the same again after going back.
 */
#include "scratch.h"

#include <stdalign.h>
#include <string.h>

#include "test.h"

#define DEPTH 300

static void *take(ssz_scratch *scratch, uint64_t size) {
    uint8_t *memory = ssz_scratch_take(scratch, size);
    CHECK(memory != NULL);
    CHECK((uintptr_t)memory % alignof(max_align_t) == 0);
    if (size != 0) {
        memset(memory, 0xee, size); /* a sanitizer sees it if there is less than was asked for */
    }
    return memory;
}

static void test_empty(void) {
    ssz_scratch scratch = {0};
    ssz_scratch_mark mark = ssz_scratch_here(&scratch);
    ssz_scratch_back(&scratch, mark);
    ssz_scratch_free(&scratch);
    CHECK(take(&scratch, 0) != NULL);
    ssz_scratch_free(&scratch);
    CHECK(scratch.top == NULL);
}

/* Goes down with pieces of all sizes, then up again, and finds everything where it was. */
static void test_contents(void) {
    static const uint64_t sizes[] = {1, 32, 33, 0, 64, 8192, 32767, 32768, 32769, 200000, 96};
    static uint8_t *pieces[DEPTH];
    static uint64_t used[DEPTH];
    static ssz_scratch_mark marks[DEPTH];
    ssz_scratch scratch = {0};
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < DEPTH; i++) {
            marks[i] = ssz_scratch_here(&scratch);
            used[i] = sizes[random_below(sizeof sizes / sizeof *sizes)];
            pieces[i] = take(&scratch, used[i]);
            memset(pieces[i], (int)(i % 251), used[i]);
        }
        for (unsigned i = DEPTH; i-- > 0;) {
            for (uint64_t j = 0; j < used[i]; j++) {
                CHECK(pieces[i][j] == i % 251);
            }
            /* Several levels at once, some of the time. */
            if (random_below(3) != 0) {
                ssz_scratch_back(&scratch, marks[i]);
            }
        }
        ssz_scratch_back(&scratch, marks[0]);
    }
    ssz_scratch_free(&scratch);
}

/* What was taken back is given out again without new memory, also where a segment ends in between. */
static void test_reuse(void) {
    ssz_scratch scratch = {0};
    take(&scratch, 64); /* keeps the first segment */
    for (uint64_t size = 1; size < 32000; size += 997) {
        ssz_scratch_mark mark = ssz_scratch_here(&scratch);
        const void *first = take(&scratch, size);
        const void *second = take(&scratch, 30000);
        for (unsigned i = 0; i < 5; i++) {
            ssz_scratch_back(&scratch, mark);
            CHECK(take(&scratch, size) == first);
            CHECK(take(&scratch, 30000) == second);
        }
        ssz_scratch_back(&scratch, mark);
    }
    ssz_scratch_free(&scratch);
}

/* A kept segment that is too small for what comes next gives way. */
static void test_growth(void) {
    ssz_scratch scratch = {0};
    take(&scratch, 64);
    ssz_scratch_mark mark = ssz_scratch_here(&scratch);
    for (uint64_t size = 1; size <= (uint64_t)1 << 22; size *= 2) {
        take(&scratch, size);
        take(&scratch, size);
        ssz_scratch_back(&scratch, mark);
    }
    ssz_scratch_free(&scratch);
}

/* More than there can be is refused, and leaves the scratch as it was. */
static void test_refusal(void) {
    ssz_scratch scratch = {0};
    CHECK(ssz_scratch_take(&scratch, UINT64_MAX / 2) == NULL);
    CHECK(scratch.top == NULL);
    uint8_t *kept = take(&scratch, 100);
    memset(kept, 7, 100);
    ssz_scratch_mark mark = ssz_scratch_here(&scratch);
    CHECK(ssz_scratch_take(&scratch, UINT64_MAX / 2) == NULL);
    CHECK(ssz_scratch_take(&scratch, UINT64_MAX - 65) == NULL);
    CHECK(ssz_scratch_here(&scratch).top == mark.top &&
          ssz_scratch_here(&scratch).used == mark.used);
    CHECK(kept[0] == 7 && kept[99] == 7);
    /* The same when a segment had been kept for the next time. */
    take(&scratch, 40000);
    ssz_scratch_back(&scratch, mark);
    CHECK(ssz_scratch_take(&scratch, UINT64_MAX / 2) == NULL);
    take(&scratch, 40000);
    ssz_scratch_free(&scratch);
}

int main(void) {
    test_empty();
    test_contents();
    test_reuse();
    test_growth();
    test_refusal();
    return 0;
}
