/*
 * stream.c - the root of a value whose bytes come in pieces, in memory that does not grow with it.
 *
 * What is not larger than a window is gathered there, and checked and hashed as any value in memory.
 * What is larger is opened: a frame on a stack knows how far the value has come, and what of it is next.
 *
 *   container   fields one after the other: those of its fixed part, then those that have an offset
 *   run         elements of fixed size, chunks of packed ones, or bits: complete subtrees, a window each
 *   elements    elements of variable size, or each larger than a window: as many at a time as fit one
 *   union       a selector, then the value
 *
 * A frame asks for bytes (`need`), takes them, and asks again, or opens a frame for a part, or has the
 * root and closes.  Frames look at a value in the order of decode.c, so of several errors the same one is
 * found.  What has to be kept are the roots of the fields so far, the offsets of the fields to come, a
 * ssz_merkle_stream for each open sequence, and the table of a sequence of variable-size elements: it
 * comes before them, and nothing else says where they end.
 */
#include <string.h>

#include "alloc.h"
#include "bytes.h"
#include "common.h"
#include "decode.h"
#include "frames.h"
#include "layout.h"
#include "root.h"
#include "stats.h"

void ssz_frame_close(ssz_stream *s) {
    ssz_frame *f = &s->frames[--s->depth];
    if (f->kind == SSZ_FRAME_CONTAINER) {
        ssz_free(f->container.nodes);
        ssz_free(f->container.offsets);
    } else if (f->kind == SSZ_FRAME_RUN || f->kind == SSZ_FRAME_ELEMENTS) {
        ssz_free(f->tree);
    }
    if (f->kind == SSZ_FRAME_ELEMENTS) {
        ssz_free(f->elements.table);
    }
}

/* ---- values that fit a window ------------------------------------------------------------------- */

static int32_t take_whole(ssz_stream *s, ssz_frame *f, ssz_error *err) {
    int32_t code = ssz_decode_check(s->schema, f->type, s->window, f->size, err);
    if (code != SSZ_OK) {
        return ssz_frame_fail(err, code, f->at);
    }
    if (ssz_walk_root(&s->walker, f->type, s->window, f->size, f->out) != SSZ_OK) {
        return ssz_no_memory(err);
    }
    ssz_frame_close(s);
    return SSZ_OK;
}

/* ---- opening ------------------------------------------------------------------------------------ */

static int32_t open_container(const ssz_type *type, ssz_frame *f, ssz_error *err) {
    f->kind = SSZ_FRAME_CONTAINER;
    f->need = 0;
    /* One more, which ssz_merkle_reduce wants. */
    f->container.nodes = ssz_calloc((uint64_t)type->leaf_count + 1, SSZ_CHUNK_SIZE);
    f->container.offsets = ssz_calloc(type->member_count, sizeof *f->container.offsets);
    return f->container.nodes && f->container.offsets ? SSZ_OK : ssz_no_memory(err);
}

int32_t ssz_frame_open(ssz_stream *s, uint32_t type, uint64_t size, uint8_t *out, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(s->schema, type);
    SSZ_ASSERT(s->depth < s->depth_limit);
    ssz_frame *f = &s->frames[s->depth++];
    memset(f, 0, sizeof *f);
    f->kind = SSZ_FRAME_WHOLE;
    f->type = type;
    f->at = s->taken;
    f->size = f->need = size;
    f->out = out;
    const ssz_type *element =
        t->element == SSZ_NO_TYPE ? NULL : ssz_schema_get(s->schema, t->element);
    uint64_t count = 0;
    if (t->is_fixed || t->shape == SSZ_SHAPE_CONTAINER || (element && element->is_fixed)) {
        /* Of these it reads no bytes. */
        int32_t code = ssz_decode_check_head(s->schema, type, NULL, size, &count, err);
        if (code != SSZ_OK) {
            return ssz_frame_fail(err, code, f->at);
        }
    }
    if (size <= s->window_size) {
        return SSZ_OK;
    }
    switch (t->shape) {
    case SSZ_SHAPE_CONTAINER:
        return open_container(t, f, err);
    case SSZ_SHAPE_UNION:
        f->kind = SSZ_FRAME_UNION;
        f->need = 1;
        return SSZ_OK;
    default:
        return ssz_sequence_open(s, f, count, err);
    }
}

/* ---- containers --------------------------------------------------------------------------------- */

static uint8_t *node_of(const ssz_type *type, const ssz_frame *f, uint64_t i) {
    return f->container.nodes + (size_t)type->members[i].key * SSZ_CHUNK_SIZE;
}

/* The offsets of a container as a whole: what check_container_table of decode.c does. */
static int32_t check_offsets(const ssz_type *type, const ssz_frame *f, ssz_error *err) {
    uint64_t boundary = type->fixed_size;
    uint32_t i = type->first_variable;
    if (i != SSZ_NO_MEMBER && f->container.offsets[i] != boundary) {
        return ssz_fail(err, SSZ_FIRST_OFFSET, f->at + type->members[i].offset, boundary,
                        f->container.offsets[i]);
    }
    for (; i != SSZ_NO_MEMBER; i = type->members[i].next_variable) {
        uint32_t next = type->members[i].next_variable;
        bool is_last = next == SSZ_NO_MEMBER;
        boundary = is_last ? f->size : f->container.offsets[next];
        if (f->container.offsets[i] > boundary) {
            int32_t code = is_last ? SSZ_OFFSET_PAST_SCOPE : SSZ_OFFSET_UNORDERED;
            ssz_fail(err, code, f->at + type->members[i].offset, boundary, f->container.offsets[i]);
            ssz_error_step(err, i);
            return code;
        }
    }
    return SSZ_OK;
}

static int32_t finish_container(ssz_stream *s, const ssz_type *type, ssz_frame *f) {
    ssz_root_of_fields(type, f->container.nodes, f->out);
    ssz_frame_close(s);
    return SSZ_OK;
}

/* Asks for what comes next in the fixed part: an offset, or a field. */
static int32_t next_in_head(ssz_stream *s, const ssz_type *type, ssz_frame *f, ssz_error *err) {
    const ssz_member *member = &type->members[f->container.next];
    const ssz_type *part = ssz_schema_get(s->schema, member->type);
    if (!part->is_fixed) {
        f->need = SSZ_OFFSET_SIZE;
        return SSZ_OK;
    }
    f->key = f->container.next++;
    return ssz_frame_open(s, member->type, part->fixed_size, node_of(type, f, f->key), err);
}

static int32_t next_in_tail(ssz_stream *s, const ssz_type *type, ssz_frame *f, ssz_error *err) {
    const ssz_member *member = &type->members[f->container.next];
    bool is_last = member->next_variable == SSZ_NO_MEMBER;
    uint64_t end = is_last ? f->size : f->container.offsets[member->next_variable];
    f->key = f->container.next;
    f->container.next = member->next_variable;
    return ssz_frame_open(s, member->type, end - f->container.offsets[f->key],
                          node_of(type, f, f->key), err);
}

static int32_t take_container(ssz_stream *s, ssz_frame *f, ssz_error *err) {
    const ssz_type *type = ssz_schema_get(s->schema, f->type);
    if (f->need != 0) {
        f->container.offsets[f->container.next++] = load_u32(s->window);
        f->need = 0;
    }
    if (!f->container.is_in_tail && f->container.next < type->member_count) {
        return next_in_head(s, type, f, err);
    }
    if (!f->container.is_in_tail) {
        SSZ_TRY(check_offsets(type, f, err));
        f->container.is_in_tail = true;
        f->container.next = type->first_variable;
    }
    return f->container.next == SSZ_NO_MEMBER ? finish_container(s, type, f)
                                              : next_in_tail(s, type, f, err);
}

/* ---- unions ------------------------------------------------------------------------------------- */

static int32_t take_union(ssz_stream *s, ssz_frame *f, ssz_error *err) {
    const ssz_type *type = ssz_schema_get(s->schema, f->type);
    if (f->need == 0) {
        ssz_mix_in_length(f->option.part, f->key, f->out);
        ssz_frame_close(s);
        return SSZ_OK;
    }
    uint64_t count;
    int32_t code = ssz_decode_check_head(s->schema, f->type, s->window, f->size, &count, err);
    if (code != SSZ_OK) {
        return ssz_frame_fail(err, code, f->at);
    }
    f->need = 0;
    f->key = s->window[0];
    const ssz_member *option = ssz_type_option(type, f->key);
    if (option->type == SSZ_NO_TYPE) { /* whose size is 1, and not more than a window */
        ssz_fail(err, SSZ_SCOPE, f->at + 1, 0, f->size - 1);
        ssz_error_step(err, f->key);
        return SSZ_SCOPE;
    }
    return ssz_frame_open(s, option->type, f->size - 1, f->option.part, err);
}

/* ---- the stream --------------------------------------------------------------------------------- */

static int32_t take(ssz_stream *s, ssz_frame *f, ssz_error *err) {
    switch (f->kind) {
    case SSZ_FRAME_WHOLE:
        return take_whole(s, f, err);
    case SSZ_FRAME_CONTAINER:
        return take_container(s, f, err);
    case SSZ_FRAME_RUN:
        return ssz_take_run(s, f, err);
    case SSZ_FRAME_ELEMENTS:
        return ssz_take_elements(s, f, err);
    default:
        return take_union(s, f, err);
    }
}

/* Goes on until the top frame needs bytes that have not come. */
static int32_t advance(ssz_stream *s, ssz_error *err) {
    while (s->depth > 0 && s->frames[s->depth - 1].need == s->filled) {
        s->filled = 0;
        int32_t code = take(s, &s->frames[s->depth - 1], err);
        if (code == SSZ_NO_MEMORY) { /* which has no place */
            return ssz_no_memory(err);
        }
        if (code != SSZ_OK) {
            for (uint32_t i = s->depth - 1; i-- > 0;) {
                ssz_error_step(err, s->frames[i].key);
            }
            ssz_error_finish(err);
            return code;
        }
    }
    return SSZ_OK;
}

static ssz_stream *allocate(ssz_schema *schema, uint32_t type, uint64_t size,
                            uint64_t window_size) {
    uint64_t front = (uint64_t)SSZ_BATCH_LIMIT * SSZ_OFFSET_SIZE;
    ssz_stream *s = ssz_calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->schema = ssz_schema_retain(schema);
    s->walker.schema = schema;
    s->size = size;
    s->window_size = window_size;
    s->depth_limit = ssz_schema_get(schema, type)->depth;
    s->frames = ssz_calloc(s->depth_limit, sizeof *s->frames);
    s->memory = ssz_alloc(front + ssz_min_u64(size, s->window_size));
    if (!s->frames || !s->memory) {
        ssz_stream_release(s);
        return NULL;
    }
    s->window = s->memory + front;
    return s;
}

ssz_stream *ssz_stream_new_sized(ssz_schema *schema, uint32_t type, uint64_t size,
                                 unsigned window_level, ssz_error *err) {
    SSZ_ASSERT(type < schema->type_count);
    ssz_stream *s = allocate(schema, type, size, (uint64_t)SSZ_CHUNK_SIZE << window_level);
    if (!s) {
        ssz_no_memory(err);
        return NULL;
    }
    if (ssz_frame_open(s, type, size, s->root, err) != SSZ_OK || advance(s, err) != SSZ_OK) {
        ssz_stream_release(s);
        return NULL;
    }
    ssz_stats_add(SSZ_STAT_BYTES, size);
    return s;
}

ssz_stream *ssz_stream_new(ssz_schema *schema, uint32_t type, uint64_t size, ssz_error *err) {
    return ssz_stream_new_sized(schema, type, size, SSZ_WINDOW_LEVEL, err);
}

void ssz_stream_release(ssz_stream *s) {
    if (!s) {
        return;
    }
    while (s->depth > 0) {
        ssz_frame_close(s);
    }
    ssz_scratch_free(&s->walker.scratch);
    ssz_schema_release(s->schema);
    ssz_free(s->frames);
    ssz_free(s->memory);
    ssz_free(s);
}

uint64_t ssz_stream_room(const ssz_stream *s) {
    return s->size - s->taken;
}

int32_t ssz_stream_write(ssz_stream *s, const void *data, uint64_t size, ssz_error *err) {
    const uint8_t *bytes = data;
    if (size > ssz_stream_room(s)) {
        return ssz_fail(err, SSZ_SCOPE, s->size, s->size, s->taken + size);
    }
    while (size > 0) {
        uint64_t part = ssz_min_u64(size, s->frames[s->depth - 1].need - s->filled);
        memcpy(s->window + s->filled, bytes, (size_t)part);
        s->filled += part;
        s->taken += part;
        bytes += part;
        size -= part;
        SSZ_TRY(advance(s, err));
    }
    return SSZ_OK;
}

int32_t ssz_stream_root(const ssz_stream *s, void *out, ssz_error *err) {
    if (s->depth > 0) {
        return ssz_fail(err, SSZ_TRUNCATED, s->taken, s->size, s->taken);
    }
    memcpy(out, s->root, sizeof s->root);
    return SSZ_OK;
}
