/*
 * pieces.c - see pieces.h.
 */
#include "pieces.h"

#include <string.h>

#include "alloc.h"
#include "common.h"
#include "error.h"
#include "node.h"

/* ---- leaves ---------------------------------------------------------------------------------- */

/* Levels of a page of leaves of that size. */
static unsigned page_depth(uint64_t size) {
    SSZ_ASSERT(size >= 1 && size <= SSZ_PAGE_SIZE);
    unsigned depth = 0;
    while (size << (depth + 1) <= SSZ_PAGE_SIZE) {
        depth++;
    }
    return depth;
}

ssz_leaf ssz_leaf_chunk(void) {
    return (ssz_leaf){
        .type = SSZ_NO_TYPE, .size = SSZ_CHUNK_SIZE, .page_depth = page_depth(SSZ_CHUNK_SIZE)};
}

ssz_leaf ssz_leaf_record(const ssz_schema *schema, uint32_t type) {
    const ssz_type *t = ssz_schema_get(schema, type);
    SSZ_ASSERT(t->is_fixed);
    return (ssz_leaf){.schema = schema,
                      .type = type,
                      .size = (uint32_t)t->fixed_size,
                      .page_depth = page_depth(t->fixed_size)};
}

ssz_leaf ssz_leaf_node(const ssz_schema *schema, uint32_t type) {
    return (ssz_leaf){.schema = schema,
                      .type = type,
                      .is_node = true,
                      .size = sizeof(ssz_node *),
                      .page_depth = SSZ_NODES_PAGE_DEPTH};
}

void ssz_leaves_retain(const uint8_t *data, uint64_t size) {
    for (uint64_t i = 0; i < size / sizeof(ssz_node *); i++) {
        ssz_node_retain(ssz_leaves_node(data, i));
    }
}

void ssz_leaves_release(const uint8_t *data, uint64_t size) {
    for (uint64_t i = 0; i < size / sizeof(ssz_node *); i++) {
        ssz_node_release(ssz_leaves_node(data, i));
    }
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static ssz_piece *new_piece(ssz_piece_kind kind, unsigned level, uint64_t size, ssz_error *err) {
    ssz_piece *piece = ssz_alloc(size);
    if (!piece) {
        ssz_fail(err, SSZ_NO_MEMORY, 0, 0, 0);
        return NULL;
    }
    atomic_init(&piece->references, 1);
    piece->kind = (uint8_t)kind;
    piece->level = (uint8_t)level;
    ssz_cached_root_init(&piece->root);
    return piece;
}

ssz_page *ssz_page_new(const ssz_leaf *leaf, uint64_t size, ssz_error *err) {
    SSZ_ASSERT(size >= 1 && size <= ssz_page_size(leaf));
    uint32_t capacity = leaf->size;
    while (capacity < size) {
        capacity *= 2;
    }
    ssz_page *page = (ssz_page *)new_piece(SSZ_PIECE_PAGE, 0, sizeof *page + capacity, err);
    if (page) {
        page->size = (uint32_t)size;
        page->capacity = capacity;
    }
    return page;
}

ssz_piece *ssz_range_new(ssz_buffer *buffer, const uint8_t *data, uint64_t size, uint64_t first,
                         unsigned level, ssz_error *err) {
    ssz_range *range = (ssz_range *)new_piece(SSZ_PIECE_RANGE, level, sizeof *range, err);
    if (!range) {
        return NULL;
    }
    range->buffer = ssz_buffer_retain(buffer);
    range->data = data;
    range->size = size;
    range->first = first;
    atomic_init(&range->levels, NULL);
    return &range->piece;
}

ssz_piece *ssz_piece_retain(ssz_piece *piece) {
    atomic_fetch_add_explicit(&piece->references, 1, memory_order_relaxed);
    return piece;
}

bool ssz_piece_is_own(const ssz_piece *piece) {
    return atomic_load_explicit(&piece->references, memory_order_acquire) == 1;
}

static bool drop_reference(_Atomic uint32_t *references) {
    return atomic_fetch_sub_explicit(references, 1, memory_order_acq_rel) == 1;
}

static void release_levels(ssz_levels *levels) {
    if (levels && drop_reference(&levels->references)) {
        ssz_free(levels);
    }
}

/* Recursive, but no deeper than there are levels. */
void ssz_piece_release(const ssz_leaf *leaf, ssz_piece *piece) {
    if (!piece || !drop_reference(&piece->references)) {
        return;
    }
    if (piece->kind == SSZ_PIECE_PAIR) {
        ssz_pair *pair = (ssz_pair *)piece;
        ssz_piece_release(leaf, pair->children[0]);
        ssz_piece_release(leaf, pair->children[1]);
    } else if (piece->kind == SSZ_PIECE_RANGE) {
        ssz_range *range = (ssz_range *)piece;
        ssz_buffer_release(range->buffer);
        release_levels(atomic_load_explicit(&range->levels, memory_order_acquire));
    } else if (leaf->is_node) {
        ssz_page *page = (ssz_page *)piece;
        ssz_leaves_release(page->data, page->size);
    }
    ssz_free(piece);
}

/* ---- parts ----------------------------------------------------------------------------------- */

ssz_part ssz_part_of(ssz_piece *piece, unsigned level) {
    ssz_part p = {.piece = piece, .level = level};
    if (piece && piece->kind == SSZ_PIECE_PAGE) {
        ssz_page *page = (ssz_page *)piece;
        p.data = page->data;
        p.size = page->size;
    } else if (piece && piece->kind == SSZ_PIECE_RANGE) {
        ssz_range *range = (ssz_range *)piece;
        p.data = range->data;
        p.size = range->size;
        p.first = range->first;
    }
    return p;
}

ssz_part ssz_part_half(const ssz_leaf *leaf, ssz_part p, unsigned side) {
    unsigned level = p.level - 1;
    ssz_part nothing = {.level = level};
    if (!p.piece) {
        return nothing;
    }
    if (p.level > p.piece->level) {
        p.level = level;
        return side == 0 ? p : nothing;
    }
    if (p.piece->kind == SSZ_PIECE_PAIR) {
        return ssz_part_of(((ssz_pair *)p.piece)->children[side], level);
    }
    uint64_t left = ssz_min_u64(p.size, ssz_page_size(leaf) << level);
    if (side == 1 && p.size == left) {
        return nothing;
    }
    p.level = level;
    if (side == 0) {
        p.size = left;
    } else {
        p.data += left;
        p.size -= left;
        p.first += (uint64_t)1 << level;
    }
    return p;
}

bool ssz_part_keep(ssz_part p, ssz_piece **out, ssz_error *err) {
    SSZ_ASSERT(!p.piece || p.level <= p.piece->level);
    if (!p.piece || p.level == p.piece->level) {
        *out = p.piece ? ssz_piece_retain(p.piece) : NULL;
        return true;
    }
    ssz_range *whole = (ssz_range *)p.piece;
    ssz_piece *piece = ssz_range_new(whole->buffer, p.data, p.size, p.first, p.level, err);
    if (!piece) {
        return false;
    }
    ssz_levels *levels = atomic_load_explicit(&whole->levels, memory_order_acquire);
    if (levels) {
        ssz_cached_root_put(&piece->root, ssz_levels_node(levels, p.level, p.first));
        if (p.level > 0) {
            atomic_fetch_add_explicit(&levels->references, 1, memory_order_relaxed);
            atomic_init(&((ssz_range *)piece)->levels, levels);
        }
    }
    *out = piece;
    return true;
}

ssz_piece *ssz_pair_new(const ssz_leaf *leaf, unsigned level, ssz_piece *left, ssz_piece *right,
                        ssz_error *err) {
    ssz_pair *pair = (ssz_pair *)new_piece(SSZ_PIECE_PAIR, level, sizeof *pair, err);
    if (!pair) {
        ssz_piece_release(leaf, left);
        ssz_piece_release(leaf, right);
        return NULL;
    }
    pair->children[0] = left;
    pair->children[1] = right;
    return &pair->piece;
}
