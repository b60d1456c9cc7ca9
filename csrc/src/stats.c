/* stats.c - see stats.h. */
#include "stats.h"

#include <stdatomic.h>

#include "ssz.h"

/* Crosses to other languages, so it has the same layout everywhere. */
_Static_assert(sizeof(ssz_hash_stats) == 32, "size of ssz_hash_stats");

static _Atomic uint64_t totals[SSZ_STATS];

void ssz_stats_add(ssz_stat stat, uint64_t count) {
    atomic_fetch_add_explicit(&totals[stat], count, memory_order_relaxed);
}

static uint64_t total(ssz_stat stat) {
    return atomic_load_explicit(&totals[stat], memory_order_relaxed);
}

ssz_hash_stats ssz_hash_stats_read(void) {
    return (ssz_hash_stats){
        .blocks = total(SSZ_STAT_BLOCKS),
        .zero_nodes = total(SSZ_STAT_ZERO_NODES),
        .cached_roots = total(SSZ_STAT_CACHED_ROOTS),
        .bytes = total(SSZ_STAT_BYTES),
    };
}

void ssz_hash_stats_reset(void) {
    for (int stat = 0; stat < SSZ_STATS; stat++) {
        atomic_store_explicit(&totals[stat], 0, memory_order_relaxed);
    }
}
