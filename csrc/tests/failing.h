/*
 * failing.h - runs an operation again and again, each time with another of its allocations failing.
 */
#ifndef SSZ_TESTS_FAILING_H
#define SSZ_TESTS_FAILING_H

#include "alloc.h"
#include "ssz.h"
#include "test.h"

/* Takes the error to fill, and gives whether it worked, having undone what it did. */
typedef bool operation(ssz_error *err);

/* Runs the operation with nothing kept from before, and gives back what it keeps. */
static inline bool run_alone(operation *run, ssz_error *err) {
    ssz_trim();
    bool worked = run(err);
    ssz_trim();
    return worked;
}

/* Runs the operation while allocations fail, and gives whether it worked all the same. */
static inline bool run_failing(operation *run, unsigned working, uint64_t failing, ssz_error *err) {
    ssz_live live_before = ssz_live_objects();
    uint64_t allocations_before = ssz_memory_read().allocations;
    ssz_memory_fail(working, failing);
    bool worked = run_alone(run, err);
    ssz_memory_fail(0, 0);
    ssz_live live = ssz_live_objects();
    CHECK_BYTES(&live, &live_before, sizeof live);
    CHECK_EQUAL(ssz_memory_read().allocations, allocations_before);
    return worked;
}

/* Runs the operation with its first allocation failing, then its second, until none fails; alone, and
 * with all that come after it. */
static inline void fail_each(operation *run, unsigned at_least) {
    ssz_trim();
    for (unsigned working = 0;; working++) {
        ssz_error err = {0};
        if (run_failing(run, working, UINT64_MAX, &err)) {
            CHECK(working >= at_least);
            CHECK_EQUAL(err.code, SSZ_OK);
            return;
        }
        CHECK_EQUAL(err.code, SSZ_NO_MEMORY);
        CHECK_EQUAL(err.path_length, 0);
        CHECK(!run_failing(run, working, UINT64_MAX, NULL));
        CHECK(!run_failing(run, working, 1, NULL));
    }
}

#endif
