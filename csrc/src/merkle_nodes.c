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
#include "page_nodes.h"
#include "proof.h"
#include "root.h"

/* The longest index that is followed: more levels than open values have. */
#define LEVELS (8 * 64)

/* Where following an index has got to. */
typedef enum progress {
    UNDER_WAY,
    FOUND,       /* the node is written */
    IN_ENCODING, /* the encoding of the value has to be asked for it */
} progress;

/* The way from the root that an index describes: a turn for each level, 1 to the right. */
typedef struct way {
    progress progress;
    uint8_t *out; /* where the node goes */
    ssz_page_nodes *page;
    uint32_t length;
    uint32_t gone;
    uint8_t turns[LEVELS];
} way;

/* Stops at a node that the caller writes. */
static uint8_t *found(way *w) {
    w->progress = FOUND;
    return w->out;
}

static int32_t ask_encoding(way *w) {
    w->progress = IN_ENCODING;
    return SSZ_OK;
}

static int32_t found_zeros(way *w, unsigned height) {
    memcpy(found(w), ssz_zero_hash(height), SSZ_CHUNK_SIZE);
    return SSZ_OK;
}

/* Starts at the root.  The turns are not set but those that there are: this is done for each node. */
static bool start_way(const uint8_t *gindex, uint64_t size, uint8_t *out, ssz_page_nodes *page,
                      way *w) {
    w->progress = UNDER_WAY;
    w->out = out;
    w->page = page;
    w->gone = 0;
    uint64_t bits = 8 * size;
    uint64_t first = 0; /* the highest bit that is set */
    while (first < bits && !(gindex[first / 8] >> (7 - first % 8) & 1)) {
        first += gindex[first / 8] == 0 ? 8 : 1;
    }
    if (first == bits || bits - first - 1 > LEVELS) {
        return false;
    }
    w->length = (uint32_t)(bits - first - 1);
    for (uint32_t i = w->length; i > 0; i--) {
        uint64_t bit = w->length - i;
        w->turns[i - 1] = gindex[size - 1 - bit / 8] >> bit % 8 & 1;
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
                               ssz_error *err) {
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
                                             sizeof gindex, 1, found(w), err);
    return code == SSZ_OK || code == SSZ_NO_MEMORY ? code : ask_encoding(w);
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
                                unsigned height, uint64_t index, way *w, ssz_error *err) {
    uint64_t first = height < 64 && index <= UINT64_MAX >> height ? index << height : UINT64_MAX;
    if (first >= count) {
        return found_zeros(w, height);
    }
    uint64_t room = height < 63 ? (uint64_t)1 << height : UINT64_MAX;
    return root_of_parts(schema, whole, first, ssz_min_u64(room, count - first), height, found(w),
                         err);
}

/* Moves the cursor to part i of `count`.  Where there is none, the tree has a zero chunk, and nothing below
 * it. */
static int32_t step_to_part(const ssz_schema *schema, ssz_cursor *cursor, uint64_t i,
                            uint64_t count, way *w, ssz_error *err) {
    if (i < count) {
        return ssz_cursor_step(schema, cursor, i, err);
    }
    return levels_left(w) == 0 ? found_zeros(w, 0) : ask_encoding(w);
}

/* The number beside the contents, if the way turns there. */
static void try_mixin(way *w, uint64_t number) {
    if (take_turns(w, 1) == 0) {
        return;
    }
    if (levels_left(w) != 0) {
        ask_encoding(w);
        return;
    }
    memset(w->out, 0, SSZ_CHUNK_SIZE);
    store_u64(found(w), number);
}

/* One open node: finds a node of the tree, or moves the cursor to a part. */
static int32_t follow_in_fields(const ssz_schema *schema, ssz_cursor *cursor, way *w,
                                ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, cursor->type);
    if (t->is_progressive) {
        return ask_encoding(w);
    }
    uint32_t levels = levels_left(w);
    if (levels < t->chunk_depth) {
        return node_above_parts(schema, cursor, t->member_count, t->chunk_depth - levels,
                                take_turns(w, levels), w, err);
    }
    uint64_t i = take_turns(w, t->chunk_depth);
    return step_to_part(schema, cursor, i, t->member_count, w, err);
}

static int32_t follow_in_option(const ssz_schema *schema, ssz_cursor *cursor, way *w,
                                ssz_error *err) {
    uint32_t selector = cursor->node->option.selector;
    try_mixin(w, selector);
    if (w->progress != UNDER_WAY) {
        return SSZ_OK;
    }
    return cursor->node->option.child ? ssz_cursor_step(schema, cursor, selector, err)
                                      : ask_encoding(w);
}

static int32_t follow_in_elements(const ssz_schema *schema, ssz_cursor *cursor, way *w,
                                  ssz_error *err) {
    ssz_packing packing = ssz_packing_of(schema, cursor->type);
    const ssz_pages *pages = cursor->node->elements.runs;
    uint64_t count = cursor->node->elements.count;
    unsigned depth = packing.type->chunk_depth;
    bool has_parts = packing.leaf.type != SSZ_NO_TYPE;
    if (packing.type->is_progressive) {
        return ask_encoding(w);
    }
    if (packing.type->has_mixin) {
        try_mixin(w, count);
        if (w->progress != UNDER_WAY) {
            return SSZ_OK;
        }
    }
    uint32_t levels = levels_left(w);
    /* Records, which are bytes, are leaves of pages; of other parts each is a node. */
    bool has_nodes = packing.leaf.objects != NULL;
    if (levels > depth || (levels == depth && has_nodes)) {
        uint64_t i = take_turns(w, depth);
        return has_parts ? step_to_part(schema, cursor, i, count, w, err) : ask_encoding(w);
    }
    unsigned height = depth - levels;
    uint64_t index = take_turns(w, levels);
    if (height >= packing.leaf.page_depth) {
        return ssz_pages_merkle_node(&packing.leaf, pages, height, index, found(w), err);
    }
    return has_nodes
               ? node_above_parts(schema, cursor, count, height, index, w, err)
               : ssz_page_nodes_find(w->page, &packing.leaf, pages, height, index, found(w), err);
}

static int32_t follow(const ssz_schema *schema, ssz_cursor cursor, way *w, ssz_error *err) {
    int32_t code = SSZ_OK;
    while (code == SSZ_OK && w->progress == UNDER_WAY) {
        const uint8_t *data;
        uint64_t size;
        if (levels_left(w) == 0) {
            code = ssz_cursor_root(schema, &cursor, found(w), err);
        } else if (ssz_cursor_bytes(&cursor, &data, &size)) {
            code = follow_in_bytes(schema, &cursor, w, err);
        } else if (cursor.node->form == SSZ_FORM_FIELDS) {
            code = follow_in_fields(schema, &cursor, w, err);
        } else if (cursor.node->form == SSZ_FORM_OPTION) {
            code = follow_in_option(schema, &cursor, w, err);
        } else {
            code = follow_in_elements(schema, &cursor, w, err);
        }
    }
    return code;
}

/* With the encoding of the value, where that has to be asked. */
static int32_t nodes_of_encoding(const ssz_schema *schema, const ssz_cursor *cursor,
                                 const uint8_t *gindices, uint64_t gindex_size, uint64_t count,
                                 uint8_t *out, ssz_error *err) {
    uint64_t size = 0;
    uint8_t *data = ssz_alloc(ssz_cursor_size(schema, cursor));
    int32_t code = data ? ssz_cursor_encode(schema, cursor, data, &size, err) : ssz_no_memory(err);
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
    bool is_in_encoding = false;
    ssz_page_nodes page = {0};
    for (uint64_t i = 0; i < count && code == SSZ_OK && !is_in_encoding; i++) {
        way w;
        if (start_way(gindices + i * gindex_size, gindex_size, nodes + i * SSZ_CHUNK_SIZE, &page,
                      &w)) {
            code = follow(schema, *cursor, &w, err);
        }
        is_in_encoding = w.progress != FOUND;
    }
    ssz_page_nodes_free(&page);
    if (code == SSZ_OK && is_in_encoding) {
        code = nodes_of_encoding(schema, cursor, gindices, gindex_size, count, nodes, err);
    }
    if (code == SSZ_OK && count != 0) {
        memcpy(out, nodes, (size_t)(count * SSZ_CHUNK_SIZE));
    }
    ssz_free(nodes);
    return code;
}
