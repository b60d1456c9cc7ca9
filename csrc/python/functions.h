/*
 * functions.h - what the extension `_native` hands over to `_accel`: addresses of functions of the C library.
 *
 * The library has state (counters, the kernel in use, live objects), so it is linked once, into `_native`.
 * `_accel` calls it by this table; it includes ssz.h for the declarations alone.
 */
#ifndef PYSSZ_FUNCTIONS_H
#define PYSSZ_FUNCTIONS_H

#include "ssz.h"

typedef struct pyssz_functions {
    /* A hash of this header and ssz.h: extensions of two builds have nothing to say to each other. */
    uint64_t sources;
    int32_t (*view_uint)(ssz_view *view, uint64_t key, uint64_t *number, ssz_error *err);
} pyssz_functions;

#endif
