/*
 * buffer.h - who owns the bytes of values.
 *
 * A buffer is a run of bytes that does not change while anything refers to it.  It either owns a copy,
 * made right behind its own record, or has borrowed bytes that some other owner keeps alive until the
 * release hook tells it that nobody needs them any more.
 */
#ifndef SSZ_BUFFER_H
#define SSZ_BUFFER_H

#include <stdatomic.h>

#include "ssz.h"

struct ssz_buffer {
    _Atomic uint32_t references;
    const uint8_t *data;
    uint64_t size;
    ssz_release_hook *hook; /* NULL: the bytes are the buffer's own */
    uint64_t context;
};

ssz_buffer *ssz_buffer_retain(ssz_buffer *buffer);

/* Frees the record of a borrowed buffer with a single reference without calling its hook: for a
 * caller whose operation failed, and who therefore must not have borrowed anything. */
void ssz_buffer_forget(ssz_buffer *buffer);

#endif
