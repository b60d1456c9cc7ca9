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
    int32_t (*check)(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                     ssz_error *err);
    int32_t (*roots)(const ssz_schema *schema, uint32_t type, const ssz_slice *values,
                     uint64_t count, void *out, ssz_error *err);
    uint64_t (*view_version)(const ssz_view *view);
    uint64_t (*view_detachments)(const ssz_view *view);
    void (*view_release)(ssz_view *view);
    int32_t (*view_try_release)(ssz_view *view);
    int32_t (*view_try_count)(const ssz_view *view, uint64_t *count);
    int32_t (*view_try_read)(const ssz_view *view, uint64_t key, uint64_t count, void *out,
                             uint64_t capacity, uint64_t *size);
    int32_t (*view_root)(ssz_view *view, void *out, ssz_error *err);
    ssz_view *(*view_try_copy)(const ssz_view *view);
    ssz_view *(*view_try_child)(ssz_view *view, uint64_t key);
    int32_t (*view_try_uint)(const ssz_view *view, uint64_t key, uint64_t *number);
    int32_t (*view_try_put_uint)(ssz_view *view, uint64_t key, uint64_t number);
} pyssz_functions;

#endif
