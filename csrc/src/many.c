/*
 * many.c - roots of many values of one type, whose encodings lie anywhere.
 *
 * One small value leaves most lanes of a wide kernel empty.  Here values are hashed in groups: records become
 * rows of a matrix (runs.c), all others trees of one batch (hash_batch.h).  A group takes as much memory as
 * stays in the nearest caches.
 */
#include <stdatomic.h>

#include "error.h"
#include "stats.h"
#include "threads.h"
#include "walk.h"

_Static_assert(sizeof(ssz_slice) == 16 || sizeof(void *) < 8, "size of ssz_slice");

/* Fewer records do better as trees of a batch. */
#define RECORD_COUNT 32

/* Bytes of records that are put in a row to be hashed. */
#define ROW_SIZE (1 << 14)

/* Bytes from which threads pay, and shares that each of them takes one after the other. */
#define PARALLEL_SIZE (1 << 20)
#define SHARES_PER_THREAD 16

typedef struct work {
    const ssz_schema *schema;
    uint32_t type;
    const ssz_slice *values;
    uint64_t count;
    uint64_t share; /* values that a thread takes at a time */
    uint8_t *out;
    _Atomic int32_t code;
} work;

/* Puts values of a fixed size in a row, so many at a time as fit. */
static int32_t hash_records(ssz_walker *w, const ssz_type *type, const work *k, uint64_t first,
                            uint64_t count) {
    uint64_t size = type->fixed_size, most = ssz_max_u64(ROW_SIZE / size, 1);
    uint8_t *row = ssz_scratch_take(&w->scratch, most * size);
    int32_t code = row ? SSZ_OK : SSZ_NO_MEMORY;
    for (uint64_t done = 0, part; done < count && code == SSZ_OK; done += part) {
        part = ssz_min_u64(most, count - done);
        for (uint64_t i = 0; i < part; i++) {
            memcpy(row + i * size, k->values[first + done + i].data, size);
        }
        ssz_run r = {.element = k->type, .data = row, .size = part * size, .count = part};
        code = ssz_walk_elements(w, &r, 0, (size_t)part, k->out + (first + done) * SSZ_CHUNK_SIZE);
    }
    return code;
}

/* Adds values to a batch until it is wide enough. */
static int32_t hash_values(ssz_walker *w, const work *k, uint64_t first, uint64_t count) {
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    int32_t code = SSZ_OK;
    for (uint64_t i = first; i < first + count && code == SSZ_OK; i++) {
        ssz_root_place to = {.out = k->out + i * SSZ_CHUNK_SIZE};
        code = ssz_walk_plan(w, k->type, k->values[i].data, k->values[i].size, to);
        if (code == SSZ_OK &&
            (w->batch.node_count > SSZ_HASH_BATCH_GROUP || i + 1 == first + count)) {
            ssz_hash_batch_flush(&w->batch);
            ssz_scratch_back(&w->scratch, mark);
        }
    }
    return code;
}

static void do_share(void *context, uint64_t i) {
    work *k = context;
    const ssz_type *type = ssz_schema_get(k->schema, k->type);
    uint64_t first = i * k->share, count = ssz_min_u64(k->share, k->count - first);
    bool are_records = count >= RECORD_COUNT && type->is_fixed && ssz_walk_record_width(type) != 0;
    ssz_walker w;
    ssz_walk_start(&w, k->schema, k->share < k->count);
    int32_t code =
        are_records ? hash_records(&w, type, k, first, count) : hash_values(&w, k, first, count);
    ssz_scratch_free(&w.scratch);
    if (code != SSZ_OK) {
        atomic_store(&k->code, code);
    }
}

/* How many values a thread takes at a time: all, where one thread is to do.  A few large values may each have
 * several threads instead. */
static uint64_t share_of(uint64_t count, uint64_t size) {
    if (size < PARALLEL_SIZE) { /* threads are not asked for: that is a system call */
        return count;
    }
    uint64_t threads = ssz_threads(), shares = SHARES_PER_THREAD * threads;
    return threads < 2 || count < shares ? count : ssz_ceil_div(count, shares);
}

int32_t ssz_roots(const ssz_schema *schema, uint32_t type, const ssz_slice *values, uint64_t count,
                  void *out, ssz_error *err) {
    uint64_t size = 0;
    for (uint64_t i = 0; i < count; i++) {
        size += values[i].size;
    }
    ssz_stats_add(SSZ_STAT_BYTES, size);
    work k = {.schema = schema, .type = type, .values = values, .count = count, .out = out};
    k.share = share_of(count, size);
    atomic_init(&k.code, SSZ_OK);
    if (k.share == count) {
        do_share(&k, 0);
    } else {
        ssz_parallel(ssz_ceil_div(count, k.share), do_share, &k);
    }
    int32_t code = atomic_load(&k.code);
    return code == SSZ_OK ? SSZ_OK : ssz_fail(err, code, 0, 0, 0);
}
