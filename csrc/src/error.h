/*
 * error.h - filling an ssz_error.
 *
 * There is one way to fail.  A function that gives an object gives NULL; every other function that can
 * fail gives a status, SSZ_OK or a code; a bool is an answer and never a failure.  Who takes an error has
 * filled it when it fails.  Who takes none can fail with SSZ_NO_MEMORY only, which the first caller that
 * has an error notes with ssz_no_memory.
 *
 * A failure is noted where it is found, with ssz_fail; each level that it passes on the way out adds
 * its own step with ssz_error_step.  The steps are therefore kept innermost first until the public
 * function turns them round with ssz_error_finish.  All of it accepts a NULL error, which costs
 * nothing: callers that only want to know whether bytes are good pass NULL.
 */
#ifndef SSZ_ERROR_H
#define SSZ_ERROR_H

#include "ssz.h"

/* Fills `err` (if not NULL) and gives back `code`, so that a check can `return ssz_fail(...)`. */
int32_t ssz_fail(ssz_error *err, int32_t code, uint64_t offset, uint64_t expected, uint64_t actual);

/* The same for an allocation that failed. */
int32_t ssz_no_memory(ssz_error *err);

/* Adds a step outside those noted so far; of a full path the innermost step is forgotten for it. */
void ssz_error_step(ssz_error *err, uint64_t key);

/* Puts the path in its public order, outermost step first. */
void ssz_error_finish(ssz_error *err);

/* Returns the status of a call unless that is SSZ_OK: where there is nothing to clean up. */
#define SSZ_TRY(call)                                                                              \
    do {                                                                                           \
        int32_t status_ = (call);                                                                  \
        if (status_ != SSZ_OK) {                                                                   \
            return status_;                                                                        \
        }                                                                                          \
    } while (0)

#endif
