/* live.c - see live.h. */
#include "live.h"

#include <stdatomic.h>

#include "ssz.h"

/* Crosses to other languages, so it has the same layout everywhere. */
_Static_assert(sizeof(ssz_live) == 32, "size of ssz_live");

static _Atomic uint64_t counts[SSZ_LIVE_KINDS];

void ssz_live_add(ssz_live_kind kind) {
    atomic_fetch_add_explicit(&counts[kind], 1, memory_order_relaxed);
}

void ssz_live_remove(ssz_live_kind kind) {
    atomic_fetch_sub_explicit(&counts[kind], 1, memory_order_relaxed);
}

ssz_live ssz_live_objects(void) {
    return (ssz_live){
        .schemas = atomic_load_explicit(&counts[SSZ_LIVE_SCHEMA], memory_order_relaxed),
        .buffers = atomic_load_explicit(&counts[SSZ_LIVE_BUFFER], memory_order_relaxed),
        .nodes = atomic_load_explicit(&counts[SSZ_LIVE_NODE], memory_order_relaxed),
        .views = atomic_load_explicit(&counts[SSZ_LIVE_VIEW], memory_order_relaxed),
    };
}
