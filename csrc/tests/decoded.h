/*
 * decoded.h - the value that a test's own bytes encode.
 */
#ifndef SSZ_TESTS_DECODED_H
#define SSZ_TESTS_DECODED_H

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

#endif
