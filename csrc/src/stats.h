/*
 * stats.h - what hashing has done, counted while it does it.
 *
 * One relaxed addition for each kernel call or batch, so counting is always on.
 */
#ifndef SSZ_STATS_H
#define SSZ_STATS_H

#include <stdint.h>

typedef enum ssz_stat {
    SSZ_STAT_BLOCKS,
    SSZ_STAT_ZERO_NODES,
    SSZ_STAT_CACHED_ROOTS,
    SSZ_STAT_BYTES,
    SSZ_STATS
} ssz_stat;

void ssz_stats_add(ssz_stat stat, uint64_t count);

#endif
