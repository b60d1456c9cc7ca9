/*
 * root.c - see root.h.
 *
 * The walk over a value plants a forest (forest.h): every small tree of the value becomes one of its
 * trees, and all of them are hashed together.  What is wide enough by itself is hashed at once and
 * appears in the forest as a known node:
 *
 * - long runs of packed values, straight from their bytes;
 * - records, that is values of one small fixed-size type that stand in a row such as the validators of
 *   a state: a batch of them becomes a matrix with one row a record, and each sweep hashes one level
 *   of all rows;
 * - long sequences of anything else, batch by batch, each batch a forest of its own, so that the
 *   memory needed does not grow with the sequence.
 *
 * Long runs are split over threads into complete subtrees.
 *
 * Sections of ssz/simple-serialize.md: "Merkleization"; EIP-7916, EIP-7495, EIP-8016.
 */
#include "root.h"

#include <string.h>

#include "bytes.h"
#include "common.h"
#include "error.h"
#include "forest.h"
#include "layout.h"
#include "merkle.h"
#include "scratch.h"
#include "sha256/sha256.h"
#include "stats.h"
#include "threads.h"

/* Nodes in the matrix of a batch of records: 16 KB, half of a small first-level cache. */
#define BATCH_NODES 512

/* Records with more parts than this are walked one at a time; their own parts fill the kernels. */
#define RECORD_WIDTH 32

/* So many records, and more, are hashed as a matrix; fewer do better among the rest of the forest. */
#define RECORD_COUNT 16

/* Sequences of up to this many elements are trees of the forest, longer ones go through a stream. */
#define PIECE_NODES 256

/* Packed values of up to this many chunks are trees of the forest. */
#define PACKED_NODES 4096

/* Bytes in a run from which threads pay, and the bytes that one of them takes at a time at least. */
#define PARALLEL_SIZE (1 << 20)
#define PARALLEL_PIECE (1 << 18)

typedef struct walker {
    const ssz_schema *schema;
    ssz_scratch scratch;
} walker;

/* Where a root goes: a place, and the tree that has it among its nodes, if any. */
typedef struct place {
    uint8_t *out;
    ssz_tree *parent;
} place;

/* A sequence of values of one type. */
typedef struct run {
    uint32_t element;
    const uint8_t *data; /* the whole sequence */
    uint64_t size;
    uint64_t count; /* elements of the whole sequence */
} run;

static int32_t plan(walker *w, ssz_forest *forest, uint32_t type, const uint8_t *data,
                    uint64_t size, place to);

static int32_t root_of(walker *w, uint32_t type, const uint8_t *data, uint64_t size, uint8_t *out) {
    ssz_forest forest;
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    ssz_forest_init(&forest, &w->scratch);
    int32_t code = plan(w, &forest, type, data, size, (place){.out = out});
    if (code == SSZ_OK) {
        ssz_forest_grow(&forest);
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

/* ---- records: many values of one small fixed-size type at once ------------------------------- */

static void chunk_of(const uint8_t *data, uint64_t size, uint8_t *out) {
    memset(out, 0, SSZ_CHUNK_SIZE);
    memcpy(out, data, (size_t)size);
}

/* Whether the bytes of a fixed-size value are its leaves. */
static bool is_packed(const walker *w, const ssz_type *type) {
    return type->kind == SSZ_KIND_BITVECTOR ||
           (type->kind == SSZ_KIND_VECTOR && ssz_schema_get(w->schema, type->element)->is_basic);
}

/* Parts of a record, or 0 if the type is not one to hash in batches. */
static uint64_t record_width(const walker *w, const ssz_type *type) {
    uint64_t width = 0;
    if (type->is_basic) {
        width = 1;
    } else if (is_packed(w, type)) {
        width = ssz_ceil_div(type->fixed_size, SSZ_CHUNK_SIZE);
    } else if (type->kind == SSZ_KIND_CONTAINER) {
        width = type->member_count;
    } else if (type->kind == SSZ_KIND_VECTOR) {
        width = type->length;
    }
    return width <= RECORD_WIDTH ? width : 0;
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
        ssz_sha256_hash(nodes, nodes, rows * width / 2);
        width /= 2;
    }
    SSZ_ASSERT(width == 1);
    for (size_t row = 0; row < rows; row++) {
        memcpy(out + row * out_stride, nodes + row * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
    }
}

static int32_t record_roots(walker *w, uint32_t type, const uint8_t *data, uint64_t stride,
                            size_t count, uint8_t *out, size_t out_stride);

/* Fills the matrix of a batch of records whose parts are not chunks: column by column. */
static int32_t fill_columns(walker *w, const ssz_type *type, const uint8_t *data, uint64_t stride,
                            size_t count, uint8_t *nodes, size_t width) {
    bool has_fields = type->kind == SSZ_KIND_CONTAINER;
    for (size_t part = 0; part < width; part++) {
        uint32_t part_type = has_fields ? type->members[part].type : type->element;
        uint64_t offset = has_fields ? type->members[part].offset
                                     : part * ssz_schema_get(w->schema, type->element)->fixed_size;
        int32_t code = record_roots(w, part_type, data + offset, stride, count,
                                    nodes + part * SSZ_CHUNK_SIZE, width * SSZ_CHUNK_SIZE);
        if (code != SSZ_OK) {
            return code;
        }
    }
    return SSZ_OK;
}

/* Puts the root of the record at data + i * stride to out + i * out_stride, for i < count. */
static int32_t record_roots(walker *w, uint32_t type, const uint8_t *data, uint64_t stride,
                            size_t count, uint8_t *out, size_t out_stride) {
    const ssz_type *t = ssz_schema_get(w->schema, type);
    size_t width = (size_t)record_width(w, t);
    if (width == 0) {
        int32_t code = SSZ_OK;
        for (size_t i = 0; i < count && code == SSZ_OK; i++) {
            code = root_of(w, type, data + i * stride, t->fixed_size, out + i * out_stride);
        }
        return code;
    }
    bool packed = t->is_basic || is_packed(w, t);
    if (packed && width == 1) {
        for (size_t i = 0; i < count; i++) {
            chunk_of(data + i * stride, t->fixed_size, out + i * out_stride);
        }
        return SSZ_OK;
    }
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    size_t row_size = width * SSZ_CHUNK_SIZE;
    uint8_t *nodes = ssz_scratch_take(&w->scratch, count * (row_size + SSZ_CHUNK_SIZE));
    if (!nodes) {
        return SSZ_NO_MEMORY;
    }
    int32_t code = SSZ_OK;
    if (packed) {
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

/* Writes the roots of elements first .. first + count - 1 to `out`. */
static int32_t element_roots(walker *w, const run *r, uint64_t first, size_t count, uint8_t *out) {
    const ssz_type *element = ssz_schema_get(w->schema, r->element);
    uint64_t width = element->is_fixed ? record_width(w, element) : 0;
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
    ssz_forest forest;
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    ssz_forest_init(&forest, &w->scratch);
    int32_t code = SSZ_OK;
    for (size_t i = 0; i < count && code == SSZ_OK; i++) {
        ssz_span span = ssz_element_span(element, r->data, r->size, r->count, first + i);
        code = plan(w, &forest, r->element, r->data + span.offset, span.size,
                    (place){.out = out + i * SSZ_CHUNK_SIZE});
    }
    if (code == SSZ_OK) {
        ssz_forest_grow(&forest);
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

/* The root of the tree of `depth` over elements first .. first + count - 1. */
static int32_t stream_root(walker *w, const run *r, uint64_t first, uint64_t count, unsigned depth,
                           uint8_t *out) {
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
        code = element_roots(w, r, first + done, part, nodes);
        ssz_merkle_stream_commit(stream, part);
        done += part;
    }
    ssz_merkle_stream_finish(stream, out);
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

/* A long run, cut into complete subtrees of 2^level elements (or chunks, of a packed run). */
typedef struct job {
    const ssz_schema *schema;
    const run *run; /* NULL: packed bytes */
    const uint8_t *data;
    uint64_t size;
    uint64_t first;
    uint64_t count;
    unsigned level;
    uint8_t *roots;
    _Atomic int32_t code;
} job;

static void do_piece(void *context, uint64_t i) {
    job *j = context;
    uint64_t begin = i << j->level;
    uint64_t count = ssz_min_u64((uint64_t)1 << j->level, j->count - begin);
    uint8_t *out = j->roots + i * SSZ_CHUNK_SIZE;
    if (!j->run) {
        uint64_t offset = begin * SSZ_CHUNK_SIZE;
        uint64_t size = ssz_min_u64(count * SSZ_CHUNK_SIZE, j->size - offset);
        ssz_merkle_bytes(j->data + offset, size, j->level, out);
        return;
    }
    walker w = {.schema = j->schema};
    int32_t code = stream_root(&w, j->run, j->first + begin, count, j->level, out);
    ssz_scratch_free(&w.scratch);
    if (code != SSZ_OK) {
        atomic_store(&j->code, code);
    }
}

/* Hashes a job of `size` bytes into the tree of `depth`; false if it is too small for threads. */
static bool run_job(walker *w, job *j, uint64_t size, unsigned depth, uint8_t *out, int32_t *code) {
    if (size < PARALLEL_SIZE || ssz_threads() < 2) {
        return false;
    }
    uint64_t pieces = ssz_min_u64(size / PARALLEL_PIECE, 16 * (uint64_t)ssz_threads());
    j->level = ssz_tree_depth(ssz_ceil_div(j->count, pieces));
    pieces = ssz_ceil_div(j->count, (uint64_t)1 << j->level);
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    j->roots = ssz_scratch_take(&w->scratch, (pieces + 1) * SSZ_CHUNK_SIZE);
    if (!j->roots || pieces < 2) {
        ssz_scratch_back(&w->scratch, mark);
        return false;
    }
    atomic_init(&j->code, SSZ_OK);
    ssz_parallel(pieces, do_piece, j);
    *code = atomic_load(&j->code);
    if (*code == SSZ_OK) {
        ssz_merkle_reduce(j->roots, (size_t)pieces, depth - j->level, j->level, out);
    }
    ssz_scratch_back(&w->scratch, mark);
    return true;
}

static int32_t long_run_root(walker *w, const run *r, uint64_t first, uint64_t count,
                             unsigned depth, uint8_t *out) {
    job j = {.schema = w->schema, .run = r, .first = first, .count = count};
    int32_t code;
    if (run_job(w, &j, r->size / r->count * count, depth, out, &code)) {
        return code;
    }
    return stream_root(w, r, first, count, depth, out);
}

static int32_t long_bytes_root(walker *w, const uint8_t *data, uint64_t size, unsigned depth,
                               uint8_t *out) {
    job j = {.data = data, .size = size, .count = ssz_ceil_div(size, SSZ_CHUNK_SIZE)};
    int32_t code;
    if (run_job(w, &j, size, depth, out, &code)) {
        return code;
    }
    ssz_merkle_bytes(data, size, depth, out);
    return SSZ_OK;
}

/* ---- trees of the forest ---------------------------------------------------------------------- */

/* Plants the parent of two nodes, for whoever writes them; `complete` it when both are. */
static ssz_tree *plant_pair(walker *w, ssz_forest *forest, place to, uint8_t **nodes) {
    *nodes = ssz_scratch_take(&w->scratch, 2 * SSZ_CHUNK_SIZE);
    return *nodes ? ssz_forest_plant(forest, *nodes, 2, 1, 0, to.out, to.parent) : NULL;
}

static int32_t plan_nothing(unsigned depth, place to) {
    memcpy(to.out, ssz_zero_hash(depth), SSZ_CHUNK_SIZE);
    ssz_stats_add(SSZ_STAT_ZERO_NODES, 1);
    return SSZ_OK;
}

/* The tree of `depth` over the chunks of `size` bytes, of whose last byte only `last_mask` counts. */
static int32_t plan_packed(walker *w, ssz_forest *forest, const uint8_t *data, uint64_t size,
                           uint8_t last_mask, unsigned depth, place to) {
    uint64_t count = ssz_ceil_div(size, SSZ_CHUNK_SIZE);
    if (count == 0) {
        return plan_nothing(depth, to);
    }
    if (count > PACKED_NODES && last_mask == 0xff) {
        return long_bytes_root(w, data, size, depth, to.out);
    }
    uint8_t *nodes = to.out;
    if (depth != 0) {
        nodes = ssz_scratch_take(&w->scratch, count * SSZ_CHUNK_SIZE);
        if (!nodes) {
            return SSZ_NO_MEMORY;
        }
    }
    memset(nodes + (count - 1) * SSZ_CHUNK_SIZE, 0, SSZ_CHUNK_SIZE);
    memcpy(nodes, data, (size_t)size);
    nodes[size - 1] &= last_mask;
    if (depth == 0) {
        return SSZ_OK;
    }
    ssz_tree *tree = ssz_forest_plant(forest, nodes, count, depth, 0, to.out, to.parent);
    if (!tree) {
        return SSZ_NO_MEMORY;
    }
    ssz_forest_complete(forest, tree);
    return SSZ_OK;
}

/* The tree of `depth` over elements first .. first + count - 1. */
static int32_t plan_run(walker *w, ssz_forest *forest, const run *r, uint64_t first, uint64_t count,
                        unsigned depth, place to) {
    const ssz_type *element = ssz_schema_get(w->schema, r->element);
    if (count == 0) {
        return plan_nothing(depth, to);
    }
    if (count > PIECE_NODES) {
        return long_run_root(w, r, first, count, depth, to.out);
    }
    ssz_tree *tree = NULL;
    uint8_t *nodes = to.out;
    if (depth != 0) {
        nodes = ssz_scratch_take(&w->scratch, count * SSZ_CHUNK_SIZE);
        tree = nodes ? ssz_forest_plant(forest, nodes, count, depth, 0, to.out, to.parent) : NULL;
        if (!tree) {
            return SSZ_NO_MEMORY;
        }
    }
    int32_t code = SSZ_OK;
    if (element->is_fixed && count >= RECORD_COUNT && record_width(w, element) != 0) {
        code = element_roots(w, r, first, (size_t)count, nodes);
    } else {
        for (uint64_t i = 0; i < count && code == SSZ_OK; i++) {
            ssz_span span = ssz_element_span(element, r->data, r->size, r->count, first + i);
            place part = {nodes + i * SSZ_CHUNK_SIZE, tree ? tree : to.parent};
            code = plan(w, forest, r->element, r->data + span.offset, span.size, part);
        }
    }
    if (code == SSZ_OK && tree) {
        ssz_forest_complete(forest, tree);
    }
    return code;
}

/* ---- spines of progressive trees (EIP-7916) ------------------------------------------------------ */

/* A spine that is being planted from the top: each of its trees has the root of a subtree, and the
 * rest of the spine. */
typedef struct spine {
    place to;          /* of the rest */
    ssz_tree *link;    /* the last tree planted, to be completed when the rest is known to follow */
    unsigned subtrees; /* planted so far */
} spine;

/* Adds a link, and gives the place of its subtree's root, whose tree has 2 * subtrees levels. */
static int32_t extend_spine(walker *w, ssz_forest *forest, spine *s, place *subtree) {
    uint8_t *nodes;
    ssz_tree *link = plant_pair(w, forest, s->to, &nodes);
    if (!link) {
        return SSZ_NO_MEMORY;
    }
    if (s->link) {
        ssz_forest_complete(forest, s->link);
    }
    *subtree = (place){nodes, link};
    s->to = (place){nodes + SSZ_CHUNK_SIZE, link};
    s->link = link;
    s->subtrees++;
    return SSZ_OK;
}

static void end_spine(ssz_forest *forest, spine *s) {
    memset(s->to.out, 0, SSZ_CHUNK_SIZE);
    if (s->link) {
        ssz_forest_complete(forest, s->link);
    }
}

/* Leaves that the next subtree has room for. */
static uint64_t subtree_room(const spine *s) {
    return s->subtrees < 32 ? (uint64_t)1 << (2 * s->subtrees) : UINT64_MAX;
}

static int32_t plan_progressive_packed(walker *w, ssz_forest *forest, const uint8_t *data,
                                       uint64_t size, uint8_t last_mask, place to) {
    spine s = {.to = to};
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < size && code == SSZ_OK;) {
        uint64_t room = subtree_room(&s);
        uint64_t rest = size - done;
        bool is_last = room >= ssz_ceil_div(rest, SSZ_CHUNK_SIZE);
        uint64_t part = is_last ? rest : room * SSZ_CHUNK_SIZE;
        unsigned depth = 2 * s.subtrees;
        place subtree;
        code = extend_spine(w, forest, &s, &subtree);
        if (code == SSZ_OK) {
            code = plan_packed(w, forest, data + done, part, is_last ? last_mask : 0xff, depth,
                               subtree);
        }
        done += part;
    }
    end_spine(forest, &s);
    return code;
}

static int32_t plan_progressive_run(walker *w, ssz_forest *forest, const run *r, place to) {
    spine s = {.to = to};
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < r->count && code == SSZ_OK;) {
        uint64_t part = ssz_min_u64(subtree_room(&s), r->count - done);
        unsigned depth = 2 * s.subtrees;
        place subtree;
        code = extend_spine(w, forest, &s, &subtree);
        if (code == SSZ_OK) {
            code = plan_run(w, forest, r, done, part, depth, subtree);
        }
        done += part;
    }
    end_spine(forest, &s);
    return code;
}

/* ---- one kind each ------------------------------------------------------------------------------ */

static int32_t plan_bits(walker *w, ssz_forest *forest, const ssz_type *type, const uint8_t *data,
                         uint64_t bit_count, place to) {
    uint8_t mask = (uint8_t)(0xff >> (8 - bit_count % 8) % 8);
    uint64_t size = ssz_ceil_div(bit_count, 8);
    if (type->kind == SSZ_KIND_PROGRESSIVE_BITLIST) {
        return plan_progressive_packed(w, forest, data, size, mask, to);
    }
    if (size > (uint64_t)PACKED_NODES * SSZ_CHUNK_SIZE && mask != 0xff) {
        ssz_merkle_bits(data, bit_count, type->chunk_depth, to.out);
        return SSZ_OK;
    }
    return plan_packed(w, forest, data, size, mask, type->chunk_depth, to);
}

/* mix_in_length and mix_in_selector: the contents' root beside a number. */
static ssz_tree *plant_mixin(walker *w, ssz_forest *forest, uint64_t number, place to,
                             place *contents) {
    uint8_t *nodes;
    ssz_tree *mixin = plant_pair(w, forest, to, &nodes);
    if (mixin) {
        memset(nodes + SSZ_CHUNK_SIZE, 0, SSZ_CHUNK_SIZE);
        store_u64(nodes + SSZ_CHUNK_SIZE, number);
        *contents = (place){nodes, mixin};
    }
    return mixin;
}

static int32_t plan_bitlist(walker *w, ssz_forest *forest, const ssz_type *type,
                            const uint8_t *data, uint64_t size, place to) {
    uint64_t bit_count = ssz_bitlist_count(data, size);
    place contents;
    ssz_tree *mixin = plant_mixin(w, forest, bit_count, to, &contents);
    if (!mixin) {
        return SSZ_NO_MEMORY;
    }
    int32_t code = plan_bits(w, forest, type, data, bit_count, contents);
    ssz_forest_complete(forest, mixin);
    return code;
}

static int32_t plan_sequence(walker *w, ssz_forest *forest, const ssz_type *type,
                             const uint8_t *data, uint64_t size, place to) {
    const ssz_type *element = ssz_schema_get(w->schema, type->element);
    bool progressive = type->kind == SSZ_KIND_PROGRESSIVE_LIST;
    run r = {
        .element = type->element,
        .data = data,
        .size = size,
        .count = ssz_element_count(type, element, data, size),
    };
    ssz_tree *mixin = NULL;
    if (type->kind != SSZ_KIND_VECTOR) {
        mixin = plant_mixin(w, forest, r.count, to, &to);
        if (!mixin) {
            return SSZ_NO_MEMORY;
        }
    }
    int32_t code;
    if (element->is_basic && progressive) {
        code = plan_progressive_packed(w, forest, data, size, 0xff, to);
    } else if (element->is_basic) {
        code = plan_packed(w, forest, data, size, 0xff, type->chunk_depth, to);
    } else if (progressive) {
        code = plan_progressive_run(w, forest, &r, to);
    } else {
        code = plan_run(w, forest, &r, 0, r.count, type->chunk_depth, to);
    }
    if (mixin) {
        ssz_forest_complete(forest, mixin);
    }
    return code;
}

static int32_t plan_field(walker *w, ssz_forest *forest, const ssz_type *type, uint32_t i,
                          const uint8_t *data, uint64_t size, place to) {
    ssz_span span = ssz_field_span(w->schema, type, data, size, i);
    return plan(w, forest, type->members[i].type, data + span.offset, span.size, to);
}

static int32_t plan_container(walker *w, ssz_forest *forest, const ssz_type *type,
                              const uint8_t *data, uint64_t size, place to) {
    if (type->chunk_depth == 0) {
        return plan_field(w, forest, type, 0, data, size, to);
    }
    uint8_t *nodes = ssz_scratch_take(&w->scratch, (uint64_t)type->member_count * SSZ_CHUNK_SIZE);
    ssz_tree *tree = nodes ? ssz_forest_plant(forest, nodes, type->member_count, type->chunk_depth,
                                              0, to.out, to.parent)
                           : NULL;
    int32_t code = tree ? SSZ_OK : SSZ_NO_MEMORY;
    for (uint32_t i = 0; i < type->member_count && code == SSZ_OK; i++) {
        place part = {nodes + (size_t)i * SSZ_CHUNK_SIZE, tree};
        code = plan_field(w, forest, type, i, data, size, part);
    }
    if (code == SSZ_OK) {
        ssz_forest_complete(forest, tree);
    }
    return code;
}

/* One subtree of a progressive container: positions first .. first + count - 1, of which `*field` is
 * the first field. */
static int32_t plan_positions(walker *w, ssz_forest *forest, const ssz_type *type,
                              const uint8_t *data, uint64_t size, uint64_t first, uint64_t count,
                              uint32_t *field, unsigned depth, place to) {
    uint8_t *nodes = to.out;
    ssz_tree *tree = to.parent;
    if (depth != 0) {
        nodes = ssz_scratch_take(&w->scratch, count * SSZ_CHUNK_SIZE);
        tree = nodes ? ssz_forest_plant(forest, nodes, count, depth, 0, to.out, to.parent) : NULL;
        if (!tree) {
            return SSZ_NO_MEMORY;
        }
    }
    memset(nodes, 0, (size_t)count * SSZ_CHUNK_SIZE);
    int32_t code = SSZ_OK;
    for (; *field < type->member_count && type->members[*field].key < first + count; ++*field) {
        uint64_t position = type->members[*field].key - first;
        place part = {nodes + position * SSZ_CHUNK_SIZE, tree};
        code = plan_field(w, forest, type, *field, data, size, part);
        if (code != SSZ_OK) {
            return code;
        }
    }
    if (depth != 0) {
        ssz_forest_complete(forest, tree);
    }
    return code;
}

/* EIP-7495: fields stand at their positions, gaps are zero chunks, and which positions are taken is
 * mixed in as a bitvector of 256 bits. */
static int32_t plan_progressive_container(walker *w, ssz_forest *forest, const ssz_type *type,
                                          const uint8_t *data, uint64_t size, place to) {
    uint8_t *nodes;
    ssz_tree *mixin = plant_pair(w, forest, to, &nodes);
    if (!mixin) {
        return SSZ_NO_MEMORY;
    }
    uint8_t *active = nodes + SSZ_CHUNK_SIZE;
    memset(active, 0, SSZ_CHUNK_SIZE);
    for (uint32_t i = 0; i < type->member_count; i++) {
        uint32_t key = type->members[i].key;
        active[key / 8] |= (uint8_t)(1u << (key % 8));
    }
    uint64_t positions = (uint64_t)type->members[type->member_count - 1].key + 1;
    spine s = {.to = {nodes, mixin}};
    uint32_t field = 0;
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < positions && code == SSZ_OK;) {
        uint64_t part = ssz_min_u64(subtree_room(&s), positions - done);
        unsigned depth = 2 * s.subtrees;
        place subtree;
        code = extend_spine(w, forest, &s, &subtree);
        if (code == SSZ_OK) {
            code = plan_positions(w, forest, type, data, size, done, part, &field, depth, subtree);
        }
        done += part;
    }
    end_spine(forest, &s);
    ssz_forest_complete(forest, mixin);
    return code;
}

static int32_t plan_union(walker *w, ssz_forest *forest, const ssz_type *type, const uint8_t *data,
                          uint64_t size, place to) {
    const ssz_member *option = ssz_type_option(type, data[0]);
    place contents;
    ssz_tree *mixin = plant_mixin(w, forest, data[0], to, &contents);
    if (!mixin) {
        return SSZ_NO_MEMORY;
    }
    int32_t code = SSZ_OK;
    if (option->type == SSZ_NO_TYPE) {
        memset(contents.out, 0, SSZ_CHUNK_SIZE);
    } else {
        code = plan(w, forest, option->type, data + 1, size - 1, contents);
    }
    ssz_forest_complete(forest, mixin);
    return code;
}

/* Makes the root of a value known at its place: at once, or when the forest has grown. */
static int32_t plan(walker *w, ssz_forest *forest, uint32_t type, const uint8_t *data,
                    uint64_t size, place to) {
    const ssz_type *t = ssz_schema_get(w->schema, type);
    switch (t->kind) {
    case SSZ_KIND_UINT:
    case SSZ_KIND_BOOLEAN:
        chunk_of(data, size, to.out);
        return SSZ_OK;
    case SSZ_KIND_BITVECTOR:
        return plan_bits(w, forest, t, data, t->length, to);
    case SSZ_KIND_BITLIST:
    case SSZ_KIND_PROGRESSIVE_BITLIST:
        return plan_bitlist(w, forest, t, data, size, to);
    case SSZ_KIND_VECTOR:
    case SSZ_KIND_LIST:
    case SSZ_KIND_PROGRESSIVE_LIST:
        return plan_sequence(w, forest, t, data, size, to);
    case SSZ_KIND_CONTAINER:
        return plan_container(w, forest, t, data, size, to);
    case SSZ_KIND_PROGRESSIVE_CONTAINER:
        return plan_progressive_container(w, forest, t, data, size, to);
    default:
        return plan_union(w, forest, t, data, size, to);
    }
}

int32_t ssz_root_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                          uint64_t size, uint8_t *out, ssz_error *err) {
    walker w = {.schema = schema};
    uint8_t root[SSZ_CHUNK_SIZE];
    ssz_stats_add(SSZ_STAT_BYTES, size);
    int32_t code = root_of(&w, type, data, size, root);
    ssz_scratch_free(&w.scratch);
    if (code != SSZ_OK) {
        return ssz_fail(err, code, 0, 0, 0);
    }
    memcpy(out, root, SSZ_CHUNK_SIZE);
    return SSZ_OK;
}
