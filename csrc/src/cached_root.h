/*
 * cached_root.h - a root that is kept beside what it is the root of, which several threads may share.
 *
 * It is written once, by whichever thread comes first: that one moves the state from absent to writing,
 * copies the root and moves on to present.  Others that computed it at the same time have the same 32
 * bytes and simply do not store theirs.  So a thread that has computed a root uses its own copy, and does
 * not read it back.
 */
#ifndef SSZ_CACHED_ROOT_H
#define SSZ_CACHED_ROOT_H

#include <stdatomic.h>
#include <string.h>

#include "common.h"

enum { SSZ_ROOT_ABSENT, SSZ_ROOT_WRITING, SSZ_ROOT_PRESENT };

typedef struct ssz_cached_root {
    _Atomic uint32_t state;
    uint8_t bytes[SSZ_CHUNK_SIZE];
} ssz_cached_root;

static inline void ssz_cached_root_init(ssz_cached_root *root) {
    atomic_init(&root->state, SSZ_ROOT_ABSENT);
}

/* The root, or NULL if it is not there (yet). */
static inline const uint8_t *ssz_cached_root_get(const ssz_cached_root *root) {
    bool is_there = atomic_load_explicit(&root->state, memory_order_acquire) == SSZ_ROOT_PRESENT;
    return is_there ? root->bytes : NULL;
}

static inline void ssz_cached_root_put(ssz_cached_root *root, const uint8_t *bytes) {
    uint32_t absent = SSZ_ROOT_ABSENT;
    if (atomic_compare_exchange_strong_explicit(&root->state, &absent, SSZ_ROOT_WRITING,
                                                memory_order_relaxed, memory_order_relaxed)) {
        memcpy(root->bytes, bytes, SSZ_CHUNK_SIZE);
        atomic_store_explicit(&root->state, SSZ_ROOT_PRESENT, memory_order_release);
    }
}

/* Only for who has it alone. */
static inline void ssz_cached_root_forget(ssz_cached_root *root) {
    atomic_store_explicit(&root->state, SSZ_ROOT_ABSENT, memory_order_relaxed);
}

#endif
