/*
 * walk.h - what the parts of the walk over a value share.
 *
 * root.c adds the trees of a value to a batch; runs.c hashes at once what is wide enough by itself.
 * They call each other: a value has sequences, and the elements of a sequence are values.  proof.c
 * adds only those trees that the nodes of a proof need; streams hash what has come through it.  No
 * other file includes this.
 */
#ifndef SSZ_WALK_H
#define SSZ_WALK_H

#include <string.h>

#include "common.h"
#include "hash_batch.h"
#include "schema.h"

/* Sequences of up to this many elements are trees of the batch, longer ones go through a stream. */
#define SSZ_ELEMENT_BATCH 256

typedef struct ssz_walker {
    const ssz_schema *schema;
    bool is_helper; /* one of several on the same value, which makes no threads of its own */
    ssz_scratch scratch;
    ssz_hash_batch batch; /* the one that is being filled */
    ssz_hash_queue queue; /* of all batches */
} ssz_walker;

/* Starts a walk, which ends with ssz_scratch_free(&w->scratch). */
static inline void ssz_walk_start(ssz_walker *w, const ssz_schema *schema, bool is_helper) {
    w->schema = schema;
    w->is_helper = is_helper;
    w->scratch.top = NULL;
    w->queue.done = 0;
    w->queue.count = 0;
    ssz_hash_batch_init(&w->batch, &w->scratch, &w->queue);
}

/* Begins a batch within the one that is being filled, which is put aside ... */
static inline ssz_hash_batch ssz_walk_begin_batch(ssz_walker *w) {
    ssz_hash_batch outer = w->batch;
    ssz_hash_batch_init(&w->batch, &w->scratch, &w->queue);
    return outer;
}

/* ... until this one is done with. */
static inline void ssz_walk_end_batch(ssz_walker *w, ssz_hash_batch outer) {
    w->batch = outer;
}

/* A sequence of values of one type. */
typedef struct ssz_run {
    uint32_t element;
    const uint8_t *data; /* the whole sequence */
    uint64_t size;
    uint64_t count; /* elements of the whole sequence */
} ssz_run;

/* Up to 32 bytes as a chunk.  Most are integers of 64 bits and roots, and copies of a constant size
 * are a few instructions. */
static inline void ssz_walk_chunk(const uint8_t *data, uint64_t size, uint8_t *out) {
    if (size == SSZ_CHUNK_SIZE) {
        memcpy(out, data, SSZ_CHUNK_SIZE);
        return;
    }
    memset(out, 0, SSZ_CHUNK_SIZE);
    if (size == 8) {
        memcpy(out, data, 8);
    } else {
        memcpy(out, data, (size_t)size);
    }
}

/* ---- root.c ---- */

ssz_run ssz_walk_run(const ssz_walker *w, const ssz_type *type, const uint8_t *data, uint64_t size);

/* Makes the root of a value known at its place: at once, or when the batch is flushed.  (As many
 * arguments as fit registers; it is called for each part of a value.) */
int32_t ssz_walk_plan(ssz_walker *w, uint32_t type, const uint8_t *data, uint64_t size,
                      ssz_root_place to);

/* The same for the tree of `depth` over the chunks of `size` bytes, of whose last byte only the bits
 * of `last_mask` count ... */
int32_t ssz_walk_plan_packed(ssz_walker *w, const uint8_t *data, uint64_t size, uint8_t last_mask,
                             unsigned depth, ssz_root_place to);

/* ... and for the tree of `depth` over elements first .. first + count - 1. */
int32_t ssz_walk_plan_run(ssz_walker *w, const ssz_run *r, uint64_t first, uint64_t count,
                          unsigned depth, ssz_root_place to);

/* The root of a value, at once. */
int32_t ssz_walk_root(ssz_walker *w, uint32_t type, const uint8_t *data, uint64_t size,
                      uint8_t *out);

/* ---- runs.c ---- */

/* Parts of a fixed-size value if it is one to hash in batches (a record), else 0. */
uint64_t ssz_walk_record_width(const ssz_type *type);

/* Writes the roots of elements first .. first + count - 1 to `out`.  count <= SSZ_ELEMENT_BATCH where
 * elements are no records: their batch is all in memory. */
int32_t ssz_walk_elements(ssz_walker *w, const ssz_run *r, uint64_t first, size_t count,
                          uint8_t *out);

/* The same for any count, over threads. */
int32_t ssz_walk_all_elements(ssz_walker *w, const ssz_run *r, uint8_t *out);

/* The root of the tree of `depth` over elements first .. first + count - 1, over threads. */
int32_t ssz_walk_long_run(ssz_walker *w, const ssz_run *r, uint64_t first, uint64_t count,
                          unsigned depth, uint8_t *out);

/* The root of the tree of `depth` over the chunks of some bytes, over threads. */
int32_t ssz_walk_long_bytes(ssz_walker *w, const uint8_t *data, uint64_t size, unsigned depth,
                            uint8_t *out);

#endif
