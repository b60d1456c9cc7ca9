/*
 * sequences.c - long sequences in a stream.  See frames.h.
 *
 * Elements of fixed size, packed ones and bits are a *run*: complete subtrees of as many leaves as fit
 * the window, each hashed like a value in memory.  Other elements come as many at a time as fit the
 * window, or one by one with frames of their own.
 */
#include <string.h>

#include "alloc.h"
#include "bytes.h"
#include "common.h"
#include "decode.h"
#include "frames.h"
#include "layout.h"

/* Bytes of a table of offsets that are taken at a time, so that only what has come is made room for. */
#define TABLE_STEP ((uint64_t)1 << 16)

/* ---- the tree of a sequence --------------------------------------------------------------------- */

static void tree_start(ssz_sequence_tree *tree, unsigned depth) {
    tree->depth = depth;
    tree->level = depth < tree->level_limit ? depth : tree->level_limit;
    tree->room = depth < 64 ? (uint64_t)1 << depth : UINT64_MAX;
    tree->taken = 0;
    ssz_merkle_stream_init(&tree->stream, depth - tree->level, tree->level);
}

static ssz_sequence_tree *tree_new(const ssz_type *type, unsigned level_limit) {
    ssz_sequence_tree *tree = ssz_alloc(sizeof *tree);
    if (tree) {
        tree->is_progressive = type->is_progressive;
        tree->level_limit = level_limit;
        tree->root_count = 0;
        tree_start(tree, tree->is_progressive ? 0 : type->chunk_depth);
    }
    return tree;
}

/* Leaves of the next subtree, if the sequence has as many. */
static uint64_t tree_next(const ssz_sequence_tree *tree) {
    return (uint64_t)1 << tree->level;
}

static void tree_push(ssz_sequence_tree *tree, const uint8_t *nodes, size_t count,
                      uint64_t leaves) {
    ssz_merkle_stream_push(&tree->stream, nodes, count);
    tree->taken += leaves;
    tree->room -= leaves;
    if (tree->room == 0 && tree->is_progressive) {
        ssz_merkle_stream_finish(&tree->stream, tree->roots[tree->root_count++]);
        tree_start(tree, 2 * tree->root_count);
    }
}

static void tree_finish(ssz_sequence_tree *tree, uint8_t *out) {
    if (!tree->is_progressive) {
        ssz_merkle_stream_finish(&tree->stream, out);
        return;
    }
    if (tree->taken != 0) {
        ssz_merkle_stream_finish(&tree->stream, tree->roots[tree->root_count++]);
    }
    ssz_merkle_progressive_join(tree->roots[0], tree->root_count, out);
}

/* ---- runs --------------------------------------------------------------------------------------- */

static void next_window(ssz_frame *f) {
    f->need = ssz_min_u64(f->run.left, tree_next(f->tree) * f->run.unit);
}

/* Elements of fixed size, none of which is larger than a window; or bits. */
static int32_t open_run(const ssz_stream *s, const ssz_type *type, const ssz_type *element,
                        ssz_frame *f, ssz_error *err) {
    bool is_packed = !element || element->is_basic;
    unsigned level = SSZ_WINDOW_LEVEL;
    f->kind = SSZ_FRAME_RUN;
    f->run.left = f->size;
    f->run.unit = is_packed ? SSZ_CHUNK_SIZE : element->fixed_size;
    while (level > 0 && f->run.unit << level > s->window_size) {
        level--;
    }
    f->tree = tree_new(type, level);
    if (!f->tree) {
        return ssz_no_memory(err);
    }
    next_window(f);
    return SSZ_OK;
}

static int32_t finish_sequence(ssz_stream *s, const ssz_type *type, ssz_frame *f, uint64_t count) {
    tree_finish(f->tree, f->out);
    if (type->has_mixin) {
        ssz_mix_in_length(f->out, count, f->out);
    }
    ssz_frame_close(s);
    return SSZ_OK;
}

/* The last byte of a bitfield, which says how many bits it has: checks it, and takes what is not a bit of
 * the value off the `*size` bytes that end there. */
static int32_t check_last_bits(const ssz_type *type, ssz_frame *f, uint8_t *data, uint64_t *size,
                               ssz_error *err) {
    uint64_t end = f->at + f->size - 1;
    uint8_t last = data[*size - 1];
    f->count = type->length;
    if (!type->is_list) {
        bool padded = type->length % 8 == 0 || last >> type->length % 8 == 0;
        return padded ? SSZ_OK : ssz_fail(err, SSZ_PADDING_BITS, end, 0, last);
    }
    if (last == 0) {
        return ssz_fail(err, f->run.any ? SSZ_TRAILING_ZEROS : SSZ_NO_DELIMITER, end, 0, 0);
    }
    f->count = ssz_bitlist_count(&last, 1) + 8 * (f->size - 1);
    if (type->has_limit && f->count > type->length) {
        return ssz_fail(err, SSZ_LIMIT, end, type->length, f->count);
    }
    data[*size - 1] = (uint8_t)(last ^ 1u << f->count % 8);
    *size -= f->count % 8 == 0;
    return SSZ_OK;
}

static int32_t check_bits(const ssz_type *type, ssz_frame *f, uint8_t *data, uint64_t *size,
                          ssz_error *err) {
    for (uint64_t i = 0; i < *size && f->run.any == 0; i++) {
        f->run.any = data[i];
    }
    return *size == f->run.left ? check_last_bits(type, f, data, size, err) : SSZ_OK;
}

/* Whether a bitlist has more bits than fit its tree, whatever its last byte is. */
static bool is_too_long(const ssz_type *type, const ssz_frame *f) {
    return type->element == SSZ_NO_TYPE && type->has_limit && 8 * (f->size - 1) > type->length;
}

static int32_t check_elements(const ssz_stream *s, const ssz_type *type, const ssz_frame *f,
                              ssz_error *err) {
    uint64_t size = ssz_schema_get(s->schema, type->element)->fixed_size;
    uint64_t before = f->size - f->run.left;
    int32_t code = ssz_decode_check_run(s->schema, type->element, s->window, f->need / size, err);
    if (code != SSZ_OK && err) {
        err->path[err->path_length - 1] += before / size; /* the step to the element */
    }
    return code == SSZ_OK ? SSZ_OK : ssz_frame_fail(err, code, f->at + before);
}

/* Takes `size` bytes of the window into the tree. */
static int32_t hash_window(ssz_stream *s, const ssz_type *type, ssz_frame *f, uint64_t size) {
    uint64_t leaves = ssz_ceil_div(size, f->run.unit);
    bool is_packed =
        type->element == SSZ_NO_TYPE || ssz_schema_get(s->schema, type->element)->is_basic;
    ssz_run run = {.element = type->element, .data = s->window, .size = size, .count = leaves};
    uint8_t node[SSZ_CHUNK_SIZE];
    int32_t code = is_packed
                       ? ssz_walk_long_bytes(&s->walker, s->window, size, f->tree->level, node)
                       : ssz_walk_long_run(&s->walker, &run, 0, leaves, f->tree->level, node);
    if (code == SSZ_OK) {
        tree_push(f->tree, node, 1, leaves);
    }
    return code;
}

int32_t ssz_take_run(ssz_stream *s, ssz_frame *f, ssz_error *err) {
    const ssz_type *type = ssz_schema_get(s->schema, f->type);
    uint64_t size = f->need;
    SSZ_TRY(type->element == SSZ_NO_TYPE ? check_bits(type, f, s->window, &size, err)
                                         : check_elements(s, type, f, err));
    if (size != 0 && !is_too_long(type, f) && hash_window(s, type, f, size) != SSZ_OK) {
        return ssz_no_memory(err);
    }
    f->run.left -= f->need;
    next_window(f);
    return f->run.left == 0 ? finish_sequence(s, type, f, f->count) : SSZ_OK;
}

/* ---- elements ----------------------------------------------------------------------------------- */

static int32_t open_elements(const ssz_type *type, const ssz_type *element, ssz_frame *f,
                             ssz_error *err) {
    f->kind = SSZ_FRAME_ELEMENTS;
    f->elements.is_table_read = element->is_fixed;
    f->need = element->is_fixed ? 0 : SSZ_OFFSET_SIZE;
    f->tree = tree_new(type, 0);
    return f->tree ? SSZ_OK : ssz_no_memory(err);
}

/* Adds what has come to the table; makes room for twice as much when it is full. */
static int32_t extend_table(ssz_frame *f, const uint8_t *data, uint64_t size, ssz_error *err) {
    if (f->elements.table_size + size > f->elements.table_capacity) {
        uint64_t capacity =
            ssz_max_u64(2 * f->elements.table_capacity, f->elements.table_size + size);
        capacity = ssz_min_u64(capacity, f->count * SSZ_OFFSET_SIZE);
        uint8_t *table = ssz_alloc(capacity);
        if (!table) {
            return ssz_no_memory(err);
        }
        if (f->elements.table_size != 0) {
            memcpy(table, f->elements.table, (size_t)f->elements.table_size);
        }
        ssz_free(f->elements.table);
        f->elements.table = table;
        f->elements.table_capacity = capacity;
    }
    memcpy(f->elements.table + f->elements.table_size, data, (size_t)size);
    f->elements.table_size += size;
    return SSZ_OK;
}

/* The first offset says how long the table is.  Asks for more of it, or finds that it is complete. */
static int32_t take_table(ssz_stream *s, ssz_frame *f, ssz_error *err) {
    int32_t code = SSZ_OK;
    if (f->elements.table_size == 0) {
        code = ssz_decode_check_head(s->schema, f->type, s->window, f->size, &f->count, err);
    }
    if (code == SSZ_OK) {
        code = extend_table(f, s->window, f->need, err);
    }
    uint64_t left = code == SSZ_OK ? f->count * SSZ_OFFSET_SIZE - f->elements.table_size : 0;
    f->need = ssz_min_u64(left, ssz_min_u64(TABLE_STEP, s->window_size));
    if (code == SSZ_OK && left == 0) {
        f->elements.is_table_read = true;
        code = ssz_decode_check_table(f->elements.table, f->count, f->size, err);
    }
    return code == SSZ_OK ? SSZ_OK : ssz_frame_fail(err, code, f->at);
}

static uint64_t element_size(const ssz_type *element, const ssz_frame *f, uint64_t i) {
    return ssz_element_span(element, f->elements.table, f->size, f->count, i).size;
}

/* Asks for as many elements as fit a window, or opens a frame for one that does not. */
static int32_t next_elements(ssz_stream *s, const ssz_type *type, ssz_frame *f, ssz_error *err) {
    const ssz_type *element = ssz_schema_get(s->schema, type->element);
    if (f->key == f->count) {
        return finish_sequence(s, type, f, f->count);
    }
    uint64_t most = ssz_min_u64(f->count - f->key, SSZ_BATCH_LIMIT);
    most = ssz_min_u64(most, f->tree->room);
    f->need = 0;
    for (f->elements.batch = 0; f->elements.batch < most; f->elements.batch++) {
        uint64_t size = element_size(element, f, f->key + f->elements.batch);
        if (size > s->window_size - f->need) {
            break;
        }
        f->need += size;
    }
    f->elements.is_part_open = f->elements.batch == 0;
    if (!f->elements.is_part_open) {
        return SSZ_OK;
    }
    return ssz_frame_open(s, type->element, element_size(element, f, f->key), f->elements.part,
                          err);
}

/* Checks the elements of a batch, each by itself. */
static int32_t check_batch(const ssz_stream *s, const ssz_type *type, const ssz_frame *f,
                           ssz_error *err) {
    const ssz_type *element = ssz_schema_get(s->schema, type->element);
    uint64_t done = 0;
    for (uint64_t i = 0; i < f->elements.batch; i++) {
        uint64_t size = element_size(element, f, f->key + i);
        int32_t code = ssz_decode_check(s->schema, type->element, s->window + done, size, err);
        if (code != SSZ_OK) {
            ssz_error_step(err, f->key + i);
            return ssz_frame_fail(err, code, s->taken - f->need + done);
        }
        done += size;
    }
    return SSZ_OK;
}

/* Takes the roots of the elements of a batch.  They are hashed as a sequence of their own, whose table
 * is written in front of the window. */
static int32_t hash_batch(ssz_stream *s, const ssz_type *type, ssz_frame *f) {
    const ssz_type *element = ssz_schema_get(s->schema, type->element);
    uint64_t start = f->elements.batch * SSZ_OFFSET_SIZE;
    ssz_run run = {.element = type->element,
                   .data = s->window - start,
                   .size = start + f->need,
                   .count = f->elements.batch};
    for (uint64_t i = 0; i < f->elements.batch; i++) {
        store_u32(s->window - (f->elements.batch - i) * SSZ_OFFSET_SIZE, (uint32_t)start);
        start += element_size(element, f, f->key + i);
    }
    ssz_scratch_mark mark = ssz_scratch_here(&s->walker.scratch);
    uint8_t *roots = ssz_scratch_take(&s->walker.scratch, f->elements.batch * SSZ_CHUNK_SIZE);
    int32_t code = roots ? ssz_walk_all_elements(&s->walker, &run, roots) : SSZ_NO_MEMORY;
    if (code == SSZ_OK) {
        tree_push(f->tree, roots, (size_t)f->elements.batch, f->elements.batch);
    }
    ssz_scratch_back(&s->walker.scratch, mark);
    return code;
}

int32_t ssz_take_elements(ssz_stream *s, ssz_frame *f, ssz_error *err) {
    const ssz_type *type = ssz_schema_get(s->schema, f->type);
    if (!f->elements.is_table_read) {
        int32_t code = take_table(s, f, err);
        return code != SSZ_OK || !f->elements.is_table_read ? code : next_elements(s, type, f, err);
    }
    if (f->elements.batch != 0) {
        SSZ_TRY(check_batch(s, type, f, err));
        if (hash_batch(s, type, f) != SSZ_OK) {
            return ssz_no_memory(err);
        }
        f->key += f->elements.batch;
    } else if (f->elements.is_part_open) {
        tree_push(f->tree, f->elements.part, 1, 1);
        f->key++;
    }
    return next_elements(s, type, f, err);
}

/* ---- opening ------------------------------------------------------------------------------------ */

int32_t ssz_sequence_open(const ssz_stream *s, ssz_frame *f, uint64_t count, ssz_error *err) {
    const ssz_type *type = ssz_schema_get(s->schema, f->type);
    f->count = count;
    if (type->element == SSZ_NO_TYPE) {
        return open_run(s, type, NULL, f, err);
    }
    const ssz_type *element = ssz_schema_get(s->schema, type->element);
    return element->is_fixed && element->fixed_size <= s->window_size
               ? open_run(s, type, element, f, err)
               : open_elements(type, element, f, err);
}
