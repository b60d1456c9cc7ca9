/*
 * merkle_nodes.c - see merkle_nodes.h.
 *
 * Each index is followed from the root of the value down through the open nodes, until it names a node
 * that one of them can tell, or leads into plain bytes, which proof.c knows all about.  Two things are
 * left to proof.c as well, with the encoding of the whole value: progressive types, whose trees are no
 * trees of pages, and indices that lead nowhere, so that all values refuse them in the same words.
 */
#include "merkle_nodes.h"

#include <string.h>

#include "alloc.h"
#include "bytes.h"
#include "common.h"
#include "elements.h"
#include "error.h"
#include "merkle.h"
#include "proof.h"
#include "root.h"

/* Not an error: the encoding has to be asked. */
#define ASK_ENCODING (-1)

/* The longest index that is followed: more levels than open values have. */
#define LEVELS (8 * 64)

/* The way from the root that an index describes: a turn for each level, 1 to the right. */
typedef struct way {
    uint32_t length;
    uint32_t gone;
    uint8_t turns[LEVELS];
} way;

static bool read_way(const uint8_t *gindex, uint64_t size, way *w) {
    uint64_t bits = 8 * size;
    uint64_t first = 0; /* the highest bit that is set */
    while (first < bits && !(gindex[first / 8] >> (7 - first % 8) & 1)) {
        first++;
    }
    if (first == bits || bits - first - 1 > LEVELS) {
        return false;
    }
    w->length = (uint32_t)(bits - first - 1);
    w->gone = 0;
    for (uint32_t i = 0; i < w->length; i++) {
        uint64_t bit = first + 1 + i;
        w->turns[i] = gindex[bit / 8] >> (7 - bit % 8) & 1;
    }
    return true;
}

static uint32_t levels_left(const way *w) {
    return w->length - w->gone;
}

/* The next turns, at most 64, as the number of a node in its level. */
static uint64_t take_turns(way *w, uint32_t count) {
    uint64_t index = 0;
    while (count-- > 0) {
        index = index << 1 | w->turns[w->gone++];
    }
    return index;
}

/* What is left of the way, within the tree of plain bytes. */
static int32_t follow_in_bytes(const ssz_schema *schema, const ssz_cursor *cursor, way *w,
                               uint8_t *out, ssz_error *err) {
    uint8_t gindex[LEVELS / 8 + 1] = {0};
    const uint8_t *data = NULL;
    uint64_t size = 0;
    uint32_t levels = levels_left(w);
    ssz_cursor_bytes(cursor, &data, &size);
    uint32_t first = (uint32_t)(8 * sizeof gindex) - 1 - levels;
    gindex[first / 8] |= (uint8_t)(0x80u >> first % 8);
    for (uint32_t i = first + 1; levels-- > 0; i++) {
        gindex[i / 8] |= (uint8_t)(w->turns[w->gone++] ? 0x80u >> i % 8 : 0);
    }
    int32_t code = ssz_merkle_nodes_of_bytes(schema, cursor->type, data, size, gindex,
                                             sizeof gindex, 1, out, err);
    return code == SSZ_OK || code == SSZ_NO_MEMORY ? code : ASK_ENCODING;
}

/* The root of the tree of `height` over the roots of parts first .. first + count - 1. */
static int32_t root_of_parts(const ssz_schema *schema, const ssz_cursor *whole, uint64_t first,
                             uint64_t count, unsigned height, uint8_t *out, ssz_error *err) {
    uint8_t *roots = ssz_alloc((count + 1) * SSZ_CHUNK_SIZE);
    if (!roots) {
        return ssz_no_memory(err);
    }
    int32_t code = SSZ_OK;
    for (uint64_t i = 0; i < count && code == SSZ_OK; i++) {
        ssz_cursor part = *whole;
        code = ssz_cursor_step(schema, &part, first + i, err);
        if (code == SSZ_OK) {
            code = ssz_cursor_root(schema, &part, roots + i * SSZ_CHUNK_SIZE, err);
        }
    }
    if (code == SSZ_OK) {
        ssz_merkle_reduce(roots, (size_t)count, height, 0, out);
    }
    ssz_free(roots);
    return code;
}

/* A node among the parts, `height` levels above them. */
static int32_t node_above_parts(const ssz_schema *schema, const ssz_cursor *whole, uint64_t count,
                                unsigned height, uint64_t index, uint8_t *out, ssz_error *err) {
    uint64_t first = height < 64 && index <= UINT64_MAX >> height ? index << height : UINT64_MAX;
    if (first >= count) {
        memcpy(out, ssz_zero_hash(height), SSZ_CHUNK_SIZE);
        return SSZ_OK;
    }
    uint64_t room = height < 63 ? (uint64_t)1 << height : UINT64_MAX;
    return root_of_parts(schema, whole, first, ssz_min_u64(room, count - first), height, out, err);
}

/* Moves the cursor to part i of `count`.  Where there is none, the tree has a zero chunk (*is_found), and
 * nothing below it. */
static int32_t step_to_part(const ssz_schema *schema, ssz_cursor *cursor, uint64_t i,
                            uint64_t count, const way *w, bool *is_found, uint8_t *out,
                            ssz_error *err) {
    if (i < count) {
        return ssz_cursor_step(schema, cursor, i, err);
    }
    if (levels_left(w) != 0) {
        return ASK_ENCODING;
    }
    *is_found = true;
    memcpy(out, ssz_zero_hash(0), SSZ_CHUNK_SIZE);
    return SSZ_OK;
}

/* The number beside the contents, if the way turns there. */
static bool turns_to_mixin(way *w, uint64_t number, uint8_t *out, int32_t *code) {
    if (take_turns(w, 1) == 0) {
        return false;
    }
    memset(out, 0, SSZ_CHUNK_SIZE);
    store_u64(out, number);
    *code = levels_left(w) == 0 ? SSZ_OK : ASK_ENCODING;
    return true;
}

/* One open node: gives a node of the tree (*is_found), or moves the cursor to a part. */
static int32_t follow_in_fields(const ssz_schema *schema, ssz_cursor *cursor, way *w,
                                bool *is_found, uint8_t *out, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, cursor->type);
    if (t->is_progressive) {
        return ASK_ENCODING;
    }
    uint32_t levels = levels_left(w);
    if (levels < t->chunk_depth) {
        *is_found = true;
        return node_above_parts(schema, cursor, t->member_count, t->chunk_depth - levels,
                                take_turns(w, levels), out, err);
    }
    uint64_t i = take_turns(w, t->chunk_depth);
    return step_to_part(schema, cursor, i, t->member_count, w, is_found, out, err);
}

static int32_t follow_in_option(const ssz_schema *schema, ssz_cursor *cursor, way *w,
                                bool *is_found, uint8_t *out, ssz_error *err) {
    uint32_t selector = cursor->node->option.selector;
    int32_t code = SSZ_OK;
    *is_found = turns_to_mixin(w, selector, out, &code);
    if (*is_found) {
        return code;
    }
    return cursor->node->option.child ? ssz_cursor_step(schema, cursor, selector, err)
                                      : ASK_ENCODING;
}

static int32_t follow_in_elements(const ssz_schema *schema, ssz_cursor *cursor, way *w,
                                  bool *is_found, uint8_t *out, ssz_error *err) {
    ssz_packing packing = ssz_packing_of(schema, cursor->type);
    const ssz_pages *pages = cursor->node->elements.runs;
    uint64_t count = cursor->node->elements.count;
    unsigned depth = packing.type->chunk_depth;
    int32_t code = SSZ_OK;
    if (packing.type->is_progressive) {
        return ASK_ENCODING;
    }
    if (packing.type->is_list) {
        *is_found = turns_to_mixin(w, count, out, &code);
        if (*is_found) {
            return code;
        }
    }
    uint32_t levels = levels_left(w);
    if (levels > depth || (levels == depth && packing.leaf.type != SSZ_NO_TYPE)) {
        uint64_t i = take_turns(w, depth);
        bool has_parts = packing.leaf.type != SSZ_NO_TYPE;
        return has_parts ? step_to_part(schema, cursor, i, count, w, is_found, out, err)
                         : ASK_ENCODING;
    }
    unsigned height = depth - levels;
    uint64_t index = take_turns(w, levels);
    *is_found = true;
    if (height >= packing.leaf.page_depth) {
        return ssz_pages_merkle_node(&packing.leaf, pages, height, index, out, err);
    }
    if (packing.leaf.type != SSZ_NO_TYPE) {
        return node_above_parts(schema, cursor, count, height, index, out, err);
    }
    /* Within a page of chunks. */
    uint64_t size = (uint64_t)SSZ_CHUNK_SIZE << height;
    if (index >= ssz_ceil_div(pages->size, size)) {
        memcpy(out, ssz_zero_hash(height), SSZ_CHUNK_SIZE);
        return SSZ_OK;
    }
    uint8_t chunks[SSZ_PAGE_SIZE];
    uint64_t part = ssz_min_u64(size, pages->size - index * size);
    ssz_pages_read(&packing.leaf, pages, index * size, part, chunks);
    ssz_merkle_bytes(chunks, part, height, out);
    return SSZ_OK;
}

static int32_t follow(const ssz_schema *schema, ssz_cursor cursor, way *w, uint8_t *out,
                      ssz_error *err) {
    for (;;) {
        const uint8_t *data;
        uint64_t size;
        bool is_found = false;
        int32_t code;
        if (levels_left(w) == 0) {
            return ssz_cursor_root(schema, &cursor, out, err);
        }
        if (ssz_cursor_bytes(&cursor, &data, &size)) {
            return follow_in_bytes(schema, &cursor, w, out, err);
        }
        switch (cursor.node->form) {
        case SSZ_FORM_FIELDS:
            code = follow_in_fields(schema, &cursor, w, &is_found, out, err);
            break;
        case SSZ_FORM_OPTION:
            code = follow_in_option(schema, &cursor, w, &is_found, out, err);
            break;
        default:
            code = follow_in_elements(schema, &cursor, w, &is_found, out, err);
        }
        if (code != SSZ_OK || is_found) {
            return code;
        }
    }
}

/* With the encoding of the value, where that has to be asked. */
static int32_t nodes_of_encoding(const ssz_schema *schema, const ssz_cursor *cursor,
                                 const uint8_t *gindices, uint64_t gindex_size, uint64_t count,
                                 uint8_t *out, ssz_error *err) {
    uint64_t size = 0;
    uint8_t *data = ssz_alloc(ssz_cursor_size(schema, cursor));
    int32_t code = data ? ssz_cursor_encode(schema, cursor, data, &size, err)
                        : ssz_no_memory(err);
    if (code == SSZ_OK) {
        code = ssz_merkle_nodes_of_bytes(schema, cursor->type, data, size, gindices, gindex_size,
                                         count, out, err);
    }
    ssz_free(data);
    return code;
}

int32_t ssz_cursor_merkle_nodes(const ssz_schema *schema, const ssz_cursor *cursor,
                                const uint8_t *gindices, uint64_t gindex_size, uint64_t count,
                                uint8_t *out, ssz_error *err) {
    const uint8_t *data;
    uint64_t size;
    if (ssz_cursor_bytes(cursor, &data, &size)) {
        return ssz_merkle_nodes_of_bytes(schema, cursor->type, data, size, gindices, gindex_size,
                                         count, out, err);
    }
    uint8_t *nodes = ssz_calloc(count, SSZ_CHUNK_SIZE);
    if (!nodes) {
        return ssz_no_memory(err);
    }
    int32_t code = SSZ_OK;
    for (uint64_t i = 0; i < count && code == SSZ_OK; i++) {
        way w;
        code = read_way(gindices + i * gindex_size, gindex_size, &w)
                   ? follow(schema, *cursor, &w, nodes + i * SSZ_CHUNK_SIZE, err)
                   : ASK_ENCODING;
    }
    if (code == ASK_ENCODING) {
        code = nodes_of_encoding(schema, cursor, gindices, gindex_size, count, nodes, err);
    }
    if (code == SSZ_OK && count != 0) {
        memcpy(out, nodes, (size_t)(count * SSZ_CHUNK_SIZE));
    }
    ssz_free(nodes);
    return code;
}
