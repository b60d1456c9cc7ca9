/* buffer.c - see buffer.h. */
#include "buffer.h"

#include <string.h>

#include "alloc.h"
#include "common.h"
#include "error.h"
#include "live.h"

static ssz_buffer *allocate(uint64_t own_size, ssz_error *err) {
    uint64_t total;
    ssz_buffer *buffer =
        ssz_add_overflows(sizeof *buffer, own_size, &total) ? NULL : ssz_alloc(total);
    if (!buffer) {
        ssz_no_memory(err);
        return NULL;
    }
    atomic_init(&buffer->references, 1);
    ssz_live_add(SSZ_LIVE_BUFFER);
    return buffer;
}

ssz_buffer *ssz_buffer_borrow(const void *data, uint64_t size, ssz_release_hook *hook,
                              uint64_t context, ssz_error *err) {
    SSZ_ASSERT(hook);
    ssz_buffer *buffer = allocate(0, err);
    if (buffer) {
        buffer->data = data;
        buffer->size = size;
        buffer->hook = hook;
        buffer->context = context;
    }
    return buffer;
}

ssz_buffer *ssz_buffer_copy(const void *data, uint64_t size, ssz_error *err) {
    ssz_buffer *buffer = allocate(size, err);
    if (buffer) {
        uint8_t *own = (uint8_t *)(buffer + 1);
        if (size != 0) {
            memcpy(own, data, (size_t)size);
        }
        buffer->data = own;
        buffer->size = size;
        buffer->hook = NULL;
        buffer->context = 0;
    }
    return buffer;
}

ssz_buffer *ssz_buffer_retain(ssz_buffer *buffer) {
    atomic_fetch_add_explicit(&buffer->references, 1, memory_order_relaxed);
    return buffer;
}

bool ssz_buffer_is_own(const ssz_buffer *buffer) {
    return !buffer->hook && atomic_load_explicit(&buffer->references, memory_order_acquire) == 1;
}

uint8_t *ssz_buffer_write(ssz_buffer *buffer) {
    SSZ_ASSERT(ssz_buffer_is_own(buffer));
    return (uint8_t *)(buffer + 1); /* where ssz_buffer_copy put them */
}

void ssz_buffer_forget(ssz_buffer *buffer) {
    SSZ_ASSERT(atomic_load(&buffer->references) == 1);
    ssz_free(buffer);
    ssz_live_remove(SSZ_LIVE_BUFFER);
}

static _Thread_local ssz_buffer_delay *delayed; /* the delay of this thread, if there is one */

void ssz_buffer_delay_begin(ssz_buffer_delay *delay) {
    SSZ_ASSERT(!delayed);
    *delay = (ssz_buffer_delay){0};
    delayed = delay;
}

void ssz_buffer_delay_move(const ssz_buffer_delay *from, ssz_buffer_delay *to) {
    SSZ_ASSERT(delayed == from);
    *to = *from;
    delayed = to;
}

static void let_go(ssz_buffer *buffer) {
    ssz_release_hook *hook = buffer->hook;
    uint64_t context = buffer->context;
    ssz_free(buffer);
    ssz_live_remove(SSZ_LIVE_BUFFER);
    if (hook) {
        hook(context);
    }
}

void ssz_buffer_delay_end(ssz_buffer_delay *delay) {
    SSZ_ASSERT(delayed == delay);
    delayed = NULL;
    while (delay->due) {
        ssz_buffer *buffer = delay->due;
        delay->due = buffer->next_due;
        let_go(buffer);
    }
}

void ssz_buffer_release(ssz_buffer *buffer) {
    if (!buffer || atomic_fetch_sub_explicit(&buffer->references, 1, memory_order_acq_rel) != 1) {
        return;
    }
    if (delayed && buffer->hook) {
        buffer->next_due = delayed->due;
        delayed->due = buffer;
    } else {
        let_go(buffer);
    }
}
