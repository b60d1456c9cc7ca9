/*
 * decoded.h - the value that a test's own bytes encode.
 */
#ifndef SSZ_TESTS_DECODED_H
#define SSZ_TESTS_DECODED_H

#include "alloc.h"
#include "ssz.h"
#include "test.h"

/* The view holds a copy of the bytes, and all of its memory is given back with it. */
static inline ssz_view *decoded(ssz_schema *schema, uint32_t type, const void *data,
                                uint64_t size) {
    ssz_buffer *buffer = ssz_buffer_copy(data, size, NULL);
    CHECK(buffer != NULL);
    ssz_view *view = ssz_decode(schema, type, buffer, NULL);
    CHECK(view != NULL);
    ssz_buffer_release(buffer);
    return view;
}

/* A part that is a number. */
static inline uint64_t uint_at(const ssz_view *view, uint64_t key) {
    uint64_t number = 0;
    CHECK_EQUAL(ssz_view_uint(view, key, &number, NULL), SSZ_OK);
    return number;
}

/* At the end of a test program: no object is alive, and no piece of memory is in use. */
static inline void check_nothing_left(void) {
    ssz_live live = ssz_live_objects(), nothing = {0};
    CHECK_BYTES(&live, &nothing, sizeof live);
#ifdef SSZ_DEBUG
    ssz_trim();
    CHECK_EQUAL(ssz_memory_read().allocations, 0);
#endif
}

#endif
