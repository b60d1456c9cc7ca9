/*
 * runs.c - roots of what is wide enough to be hashed at once.  See walk.h.
 *
 * Records, that is values of one small fixed-size type that stand in a row such as the validators of a
 * state, become a matrix with one row a record, and each sweep hashes one level of all rows.  Long
 * sequences of anything else go batch by batch, each batch a batch of its own, so that the memory
 * needed does not grow with the sequence.  Long runs are split over threads, into complete subtrees.
 */
#include <stdatomic.h>

#include "error.h"
#include "layout.h"
#include "merkle.h"
#include "sha256/sha256.h"
#include "threads.h"
#include "walk.h"

/* Nodes in the matrix of a batch of records: 16 KB, half of a small first-level cache. */
#define BATCH_NODES 512

/* Records with more parts than this are walked one at a time; their own parts fill the kernels. */
#define RECORD_WIDTH 32

/* Bytes in a run from which threads pay, and the bytes that one of them takes at a time at least. */
#define PARALLEL_SIZE (1 << 20)
#define PARALLEL_SHARE (1 << 17)
#define SHARES_PER_THREAD 64

/* ---- records: many values of one small fixed-size type at once ------------------------------- */

/* Parts of a record, or 0 if the type is not one to hash in batches. */
uint64_t ssz_walk_record_width(const ssz_type *type) {
    uint64_t width = 0;
    if (type->is_packed) {
        width = ssz_ceil_div(type->fixed_size, SSZ_CHUNK_SIZE);
    } else if (type->shape == SSZ_SHAPE_CONTAINER && !type->is_progressive) {
        width = type->member_count;
    } else if (type->shape == SSZ_SHAPE_SEQUENCE && !type->is_list) {
        width = type->length;
    }
    return width <= RECORD_WIDTH ? width : 0;
}

/* Blocks of a matrix that are looked at together. */
#define GROUP_BLOCKS 512

/* Rows that are looked at to tell whether a column repeats itself. */
#define SAMPLES 4

static bool is_repeated(const uint8_t *nodes, size_t pairs, size_t row, size_t column) {
    const uint8_t *block = nodes + (row * pairs + column) * SSZ_BLOCK_SIZE;
    return memcmp(block, block - pairs * SSZ_BLOCK_SIZE, SSZ_BLOCK_SIZE) == 0;
}

/* The columns, a bit for each, whose blocks are often those of the row before: of validators, for example, most
 * have the same effective balance, and no exit epoch. */
static uint32_t repeating_columns(const uint8_t *nodes, size_t rows, size_t pairs) {
    uint32_t columns = 0;
    for (size_t column = 0; column < pairs && rows > SAMPLES; column++) {
        unsigned hits = 0;
        for (size_t i = 1; i <= SAMPLES; i++) {
            hits += is_repeated(nodes, pairs, i * (rows - 1) / SAMPLES, column);
        }
        columns |= (uint32_t)(hits >= SAMPLES / 2) << column;
    }
    return columns;
}

/* Hashes a matrix of rows of `pairs` blocks to its beginning.  Blocks in these columns that are those of the row
 * before have its digest.
 *
 * Digests take the place of blocks that have been hashed.  The row before is still there when a group begins:
 * digests have reached the middle of what was done by then, and a row is less than half a group. */
static void hash_repeating(uint8_t *nodes, size_t rows, size_t pairs, uint32_t columns) {
    ssz_sha256_job jobs[GROUP_BLOCKS];
    uint32_t repeated[GROUP_BLOCKS];
    SSZ_ASSERT(2 * pairs <= GROUP_BLOCKS);
    for (size_t row = 0; row < rows;) {
        size_t count = 0, repeated_count = 0;
        for (; row < rows && count + repeated_count + pairs <= GROUP_BLOCKS; row++) {
            for (size_t column = 0; column < pairs; column++) {
                size_t i = row * pairs + column;
                if (columns >> column & 1 && row != 0 && is_repeated(nodes, pairs, row, column)) {
                    repeated[repeated_count++] = (uint32_t)i;
                } else {
                    jobs[count++] =
                        (ssz_sha256_job){nodes + i * SSZ_BLOCK_SIZE, nodes + i * SSZ_CHUNK_SIZE};
                }
            }
        }
        ssz_sha256_do(jobs, count);
        for (size_t k = 0; k < repeated_count; k++) {
            uint8_t *digest = nodes + (size_t)repeated[k] * SSZ_CHUNK_SIZE;
            memcpy(digest, digest - pairs * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
        }
    }
}

/* Hashes a matrix of `rows` rows of `width` nodes level by level, and puts the root of row i, whose
 * tree has `depth` levels, at out + i * out_stride.  `nodes` has room for one more column. */
static void reduce_rows(uint8_t *nodes, size_t rows, size_t width, unsigned depth, uint8_t *out,
                        size_t out_stride) {
    for (unsigned level = 0; level < depth; level++) {
        if (width % 2 != 0) {
            for (size_t row = rows; row-- > 0;) {
                uint8_t *moved = nodes + row * (width + 1) * SSZ_CHUNK_SIZE;
                memmove(moved, nodes + row * width * SSZ_CHUNK_SIZE, width * SSZ_CHUNK_SIZE);
                memcpy(moved + width * SSZ_CHUNK_SIZE, ssz_zero_hash(level), SSZ_CHUNK_SIZE);
            }
            width++;
        }
        width /= 2;
        uint32_t columns = repeating_columns(nodes, rows, width);
        if (columns != 0) {
            hash_repeating(nodes, rows, width, columns);
        } else {
            ssz_sha256_hash(nodes, nodes, rows * width);
        }
    }
    SSZ_ASSERT(width == 1);
    for (size_t row = 0; row < rows; row++) {
        memcpy(out + row * out_stride, nodes + row * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
    }
}

static int32_t record_roots(ssz_walker *w, uint32_t type, const uint8_t *data, uint64_t stride,
                            size_t count, uint8_t *out, size_t out_stride);

/* Fills the matrix of a batch of records whose parts are not chunks: column by column. */
static int32_t fill_columns(ssz_walker *w, const ssz_type *type, const uint8_t *data,
                            uint64_t stride, size_t count, uint8_t *nodes, size_t width) {
    bool has_fields = type->shape == SSZ_SHAPE_CONTAINER;
    for (size_t part = 0; part < width; part++) {
        uint32_t part_type = has_fields ? type->members[part].type : type->element;
        uint64_t offset = has_fields ? type->members[part].offset
                                     : part * ssz_schema_get(w->schema, type->element)->fixed_size;
        SSZ_TRY(record_roots(w, part_type, data + offset, stride, count,
                             nodes + part * SSZ_CHUNK_SIZE, width * SSZ_CHUNK_SIZE));
    }
    return SSZ_OK;
}

/* Puts the root of the record at data + i * stride to out + i * out_stride, for i < count. */
static int32_t record_roots(ssz_walker *w, uint32_t type, const uint8_t *data, uint64_t stride,
                            size_t count, uint8_t *out, size_t out_stride) {
    const ssz_type *t = ssz_schema_get(w->schema, type);
    size_t width = (size_t)ssz_walk_record_width(t);
    if (width == 0) {
        int32_t code = SSZ_OK;
        for (size_t i = 0; i < count && code == SSZ_OK; i++) {
            code = ssz_walk_root(w, type, data + i * stride, t->fixed_size, out + i * out_stride);
        }
        return code;
    }
    if (ssz_type_is_chunk(t)) {
        for (size_t i = 0; i < count; i++) {
            ssz_walk_chunk(data + i * stride, t->fixed_size, out + i * out_stride);
        }
        return SSZ_OK;
    }
    if (width == 1) { /* its root is the one of its only part */
        uint32_t part = t->shape == SSZ_SHAPE_CONTAINER ? t->members[0].type : t->element;
        return record_roots(w, part, data, stride, count, out, out_stride);
    }
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    size_t row_size = width * SSZ_CHUNK_SIZE;
    uint8_t *nodes = ssz_scratch_take(&w->scratch, count * (row_size + SSZ_CHUNK_SIZE));
    if (!nodes) {
        return SSZ_NO_MEMORY;
    }
    int32_t code = SSZ_OK;
    if (t->is_packed) {
        size_t size = (size_t)t->fixed_size;
        for (size_t i = 0; i < count; i++) {
            memcpy(nodes + i * row_size, data + i * stride, size);
            memset(nodes + i * row_size + size, 0, row_size - size);
        }
    } else {
        code = fill_columns(w, t, data, stride, count, nodes, width);
    }
    if (code == SSZ_OK) {
        reduce_rows(nodes, count, width, t->chunk_depth, out, out_stride);
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

/* ---- long runs: hashed at once, over threads --------------------------------------------------- */

int32_t ssz_walk_elements(ssz_walker *w, const ssz_run *r, uint64_t first, size_t count,
                          uint8_t *out) {
    const ssz_type *element = ssz_schema_get(w->schema, r->element);
    uint64_t width = element->is_fixed ? ssz_walk_record_width(element) : 0;
    if (width != 0) {
        uint64_t size = element->fixed_size;
        size_t batch = (size_t)(BATCH_NODES / width);
        int32_t code = SSZ_OK;
        for (size_t done = 0; done < count && code == SSZ_OK; done += batch) {
            size_t part = count - done < batch ? count - done : batch;
            code = record_roots(w, r->element, r->data + (first + done) * size, size, part,
                                out + done * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
        }
        return code;
    }
    ssz_hash_batch outer = ssz_walk_begin_batch(w);
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    int32_t code = SSZ_OK;
    for (size_t i = 0; i < count && code == SSZ_OK; i++) {
        ssz_span span = ssz_element_span(element, r->data, r->size, r->count, first + i);
        code = ssz_walk_plan(w, r->element, r->data + span.offset, span.size,
                             (ssz_root_place){.out = out + i * SSZ_CHUNK_SIZE});
        if (code == SSZ_OK && w->batch.node_count > SSZ_HASH_BATCH_NODES) {
            ssz_hash_batch_flush(&w->batch);
            ssz_scratch_back(&w->scratch, mark);
        }
    }
    if (code == SSZ_OK) {
        ssz_hash_batch_flush(&w->batch);
    }
    ssz_scratch_back(&w->scratch, mark);
    ssz_walk_end_batch(w, outer);
    return code;
}

/* The same for any count, in batches. */
static int32_t all_element_roots(ssz_walker *w, const ssz_run *r, uint64_t first, uint64_t count,
                                 uint8_t *out) {
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < count && code == SSZ_OK; done += SSZ_ELEMENT_BATCH) {
        size_t part = (size_t)ssz_min_u64(SSZ_ELEMENT_BATCH, count - done);
        code = ssz_walk_elements(w, r, first + done, part, out + done * SSZ_CHUNK_SIZE);
    }
    return code;
}

/* The root of the tree of `depth` over elements first .. first + count - 1. */
static int32_t stream_root(ssz_walker *w, const ssz_run *r, uint64_t first, uint64_t count,
                           unsigned depth, uint8_t *out) {
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    ssz_merkle_stream *stream = ssz_scratch_take(&w->scratch, sizeof *stream);
    if (!stream) {
        return SSZ_NO_MEMORY;
    }
    ssz_merkle_stream_init(stream, depth, 0);
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < count && code == SSZ_OK;) {
        size_t room;
        uint8_t *nodes = ssz_merkle_stream_reserve(stream, &room);
        size_t part = (size_t)ssz_min_u64(room, count - done);
        code = ssz_walk_elements(w, r, first + done, part, nodes);
        ssz_merkle_stream_commit(stream, part);
        done += part;
    }
    ssz_merkle_stream_finish(stream, out);
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

/* What is cut into shares of 2^level chunks or elements, for threads. */
typedef enum job_kind {
    JOB_BYTES,   /* the tree over packed bytes */
    JOB_RUN,     /* the tree over elements */
    JOB_ELEMENTS /* the roots of the elements themselves */
} job_kind;

typedef struct job {
    job_kind kind;
    const ssz_schema *schema;
    union {
        struct {
            const uint8_t *data;
            uint64_t size;
        } bytes;
        struct {
            const ssz_run *run;
            uint64_t first;
        } elements;
    };
    uint64_t count; /* chunks or elements */
    unsigned level;
    uint8_t *roots; /* of the shares, or of the elements */
    _Atomic int32_t code;
} job;

static int32_t do_elements(const job *j, uint64_t begin, uint64_t count, uint8_t *out) {
    uint64_t first = j->elements.first + begin;
    ssz_walker w;
    ssz_walk_start(&w, j->schema, true);
    int32_t code = j->kind == JOB_RUN
                       ? stream_root(&w, j->elements.run, first, count, j->level, out)
                       : all_element_roots(&w, j->elements.run, first, count,
                                           j->roots + begin * SSZ_CHUNK_SIZE);
    ssz_scratch_free(&w.scratch);
    return code;
}

static void do_share(void *context, uint64_t i) {
    job *j = context;
    uint64_t begin = i << j->level;
    uint64_t count = ssz_min_u64((uint64_t)1 << j->level, j->count - begin);
    uint8_t *out = j->roots + i * SSZ_CHUNK_SIZE;
    if (j->kind == JOB_BYTES) {
        uint64_t offset = begin * SSZ_CHUNK_SIZE;
        uint64_t size = ssz_min_u64(count * SSZ_CHUNK_SIZE, j->bytes.size - offset);
        ssz_merkle_bytes(j->bytes.data + offset, size, j->level, out);
        return;
    }
    int32_t code = do_elements(j, begin, count, out);
    if (code != SSZ_OK) {
        atomic_store(&j->code, code);
    }
}

/* Cuts a job of `size` bytes into shares; gives their number, or 1 if it is too small for threads, or
 * a share of a larger job itself. */
static uint64_t cut_job(const ssz_walker *w, job *j, uint64_t size) {
    uint32_t threads = size < PARALLEL_SIZE || w->is_helper ? 1 : ssz_threads();
    if (threads < 2) {
        return 1;
    }
    uint64_t shares = ssz_min_u64(size / PARALLEL_SHARE, SHARES_PER_THREAD * (uint64_t)threads);
    j->level = ssz_tree_depth(ssz_ceil_div(j->count, shares));
    atomic_init(&j->code, SSZ_OK);
    return ssz_ceil_div(j->count, (uint64_t)1 << j->level);
}

/* Hashes a job that is cut into shares into the tree of `depth`. */
static int32_t run_job(ssz_walker *w, job *j, uint64_t shares, unsigned depth, uint8_t *out) {
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    j->roots = ssz_scratch_take(&w->scratch, (shares + 1) * SSZ_CHUNK_SIZE);
    if (!j->roots) {
        return SSZ_NO_MEMORY;
    }
    ssz_parallel(shares, do_share, j);
    int32_t code = atomic_load(&j->code);
    if (code == SSZ_OK) {
        ssz_merkle_reduce(j->roots, (size_t)shares, depth - j->level, j->level, out);
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

int32_t ssz_walk_long_run(ssz_walker *w, const ssz_run *r, uint64_t first, uint64_t count,
                          unsigned depth, uint8_t *out) {
    job j = {.kind = JOB_RUN, .schema = w->schema, .elements = {r, first}, .count = count};
    uint64_t shares = cut_job(w, &j, r->size / r->count * count);
    return shares < 2 ? stream_root(w, r, first, count, depth, out)
                      : run_job(w, &j, shares, depth, out);
}

int32_t ssz_walk_long_bytes(ssz_walker *w, const uint8_t *data, uint64_t size, unsigned depth,
                            uint8_t *out) {
    job j = {.kind = JOB_BYTES, .bytes = {data, size}, .count = ssz_ceil_div(size, SSZ_CHUNK_SIZE)};
    uint64_t shares = cut_job(w, &j, size);
    if (shares < 2) {
        ssz_merkle_bytes(data, size, depth, out);
        return SSZ_OK;
    }
    return run_job(w, &j, shares, depth, out);
}

int32_t ssz_walk_all_elements(ssz_walker *w, const ssz_run *r, uint8_t *out) {
    job j = {.kind = JOB_ELEMENTS, .schema = w->schema, .elements = {r, 0}, .count = r->count};
    j.roots = out;
    uint64_t shares = cut_job(w, &j, r->size);
    if (shares < 2) {
        return all_element_roots(w, r, 0, r->count, out);
    }
    ssz_parallel(shares, do_share, &j);
    return atomic_load(&j.code);
}
