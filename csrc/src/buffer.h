/*
 * buffer.h - who owns the bytes of values.
 *
 * A buffer is a run of bytes that does not change while anything refers to it.  It either owns a copy,
 * made right behind its own record, or has borrowed bytes that some other owner keeps alive until the
 * release hook tells it that they are not needed any more.
 */
#ifndef SSZ_BUFFER_H
#define SSZ_BUFFER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "ssz.h"

struct ssz_buffer {
    _Atomic uint32_t references;
    const uint8_t *data;
    uint64_t size;
    ssz_release_hook *hook; /* NULL: the bytes are the buffer's own */
    uint64_t context;
    ssz_buffer *next_due; /* while its hook is delayed */
};

ssz_buffer *ssz_buffer_retain(ssz_buffer *buffer);

/* Whether the bytes are a copy, and this is the only reference to it. */
bool ssz_buffer_is_own(const ssz_buffer *buffer);
/* The bytes of such a buffer, for writing. */
uint8_t *ssz_buffer_write(ssz_buffer *buffer);

/* Between these two, a thread does not call release hooks; `end` calls those that were due.  A hook may run
 * any code, such as a garbage collector that comes back to the library, so none may run under a lock.
 * A thread has one delay at a time, as it has one tree's lock. */
typedef struct ssz_buffer_delay {
    ssz_buffer *due;
} ssz_buffer_delay;
void ssz_buffer_delay_begin(ssz_buffer_delay *delay);
void ssz_buffer_delay_end(ssz_buffer_delay *delay);
/* Goes on with the delay in another place. */
void ssz_buffer_delay_move(const ssz_buffer_delay *from, ssz_buffer_delay *to);

/* Frees the record of a borrowed buffer with a single reference without calling its hook: for a
 * caller whose operation failed, and who therefore must not have borrowed anything. */
void ssz_buffer_forget(ssz_buffer *buffer);

#endif
