/*
 * page_tree.c - see page_tree.h.
 */
#include "page_tree.h"

#include <string.h>

#include "alloc.h"
#include "common.h"
#include "error.h"

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

ssz_leaf ssz_leaf_object(const ssz_schema *schema, uint32_t type, const ssz_objects *objects) {
    return (ssz_leaf){.schema = schema,
                      .type = type,
                      .objects = objects,
                      .size = sizeof(void *),
                      .page_depth = SSZ_OBJECTS_PAGE_DEPTH};
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static ssz_page_node *new_node(ssz_page_node_kind kind, unsigned level, uint64_t size,
                               ssz_error *err) {
    ssz_page_node *node = ssz_alloc(size);
    if (!node) {
        ssz_no_memory(err);
        return NULL;
    }
    atomic_init(&node->references, 1);
    node->kind = (uint8_t)kind;
    node->level = (uint8_t)level;
    ssz_cached_root_init(&node->root);
    return node;
}

ssz_page *ssz_page_new(const ssz_leaf *leaf, uint64_t size, ssz_error *err) {
    SSZ_ASSERT(size >= 1 && size <= ssz_page_size(leaf));
    uint32_t capacity = leaf->size;
    while (capacity < size) {
        capacity *= 2;
    }
    ssz_page *page = (ssz_page *)new_node(SSZ_PAGE_NODE_PAGE, 0, sizeof *page + capacity, err);
    if (page) {
        page->size = (uint32_t)size;
        page->capacity = capacity;
    }
    return page;
}

ssz_page_node *ssz_page_slice_new(ssz_buffer *buffer, const uint8_t *data, uint64_t size,
                                  uint64_t first, unsigned level, ssz_error *err) {
    ssz_page_slice *slice =
        (ssz_page_slice *)new_node(SSZ_PAGE_NODE_SLICE, level, sizeof *slice, err);
    if (!slice) {
        return NULL;
    }
    slice->buffer = ssz_buffer_retain(buffer);
    slice->data = data;
    slice->size = size;
    slice->first = first;
    atomic_init(&slice->levels, NULL);
    return &slice->node;
}

ssz_page_node *ssz_page_node_retain(ssz_page_node *node) {
    atomic_fetch_add_explicit(&node->references, 1, memory_order_relaxed);
    return node;
}

bool ssz_page_node_is_own(const ssz_page_node *node) {
    return atomic_load_explicit(&node->references, memory_order_acquire) == 1;
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
void ssz_page_node_release(const ssz_leaf *leaf, ssz_page_node *node) {
    if (!node || !drop_reference(&node->references)) {
        return;
    }
    if (node->kind == SSZ_PAGE_NODE_BRANCH) {
        ssz_page_branch *branch = (ssz_page_branch *)node;
        ssz_page_node_release(leaf, branch->children[0]);
        ssz_page_node_release(leaf, branch->children[1]);
    } else if (node->kind == SSZ_PAGE_NODE_SLICE) {
        ssz_page_slice *slice = (ssz_page_slice *)node;
        ssz_buffer_release(slice->buffer);
        release_levels(atomic_load_explicit(&slice->levels, memory_order_acquire));
    } else {
        ssz_page *page = (ssz_page *)node;
        ssz_leaves_release(leaf, page->data, page->size);
    }
    ssz_free(node);
}

/* ---- parts ----------------------------------------------------------------------------------- */

ssz_page_part ssz_page_part_of(ssz_page_node *node, unsigned level) {
    ssz_page_part p = {.node = node, .level = level};
    if (node && node->kind == SSZ_PAGE_NODE_PAGE) {
        ssz_page *page = (ssz_page *)node;
        p.data = page->data;
        p.size = page->size;
    } else if (node && node->kind == SSZ_PAGE_NODE_SLICE) {
        ssz_page_slice *slice = (ssz_page_slice *)node;
        p.data = slice->data;
        p.size = slice->size;
        p.first = slice->first;
    }
    return p;
}

ssz_page_part ssz_page_part_half(const ssz_leaf *leaf, ssz_page_part p, unsigned side) {
    unsigned level = p.level - 1;
    ssz_page_part nothing = {.level = level};
    if (!p.node) {
        return nothing;
    }
    if (p.level > p.node->level) {
        p.level = level;
        return side == 0 ? p : nothing;
    }
    if (p.node->kind == SSZ_PAGE_NODE_BRANCH) {
        return ssz_page_part_of(((ssz_page_branch *)p.node)->children[side], level);
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

int32_t ssz_page_part_keep(ssz_page_part p, ssz_page_node **out, ssz_error *err) {
    SSZ_ASSERT(!p.node || p.level <= p.node->level);
    if (!p.node || p.level == p.node->level) {
        *out = p.node ? ssz_page_node_retain(p.node) : NULL;
        return SSZ_OK;
    }
    ssz_page_slice *whole = (ssz_page_slice *)p.node;
    ssz_page_node *node = ssz_page_slice_new(whole->buffer, p.data, p.size, p.first, p.level, err);
    if (!node) {
        return SSZ_NO_MEMORY;
    }
    ssz_levels *levels = atomic_load_explicit(&whole->levels, memory_order_acquire);
    if (levels) {
        ssz_cached_root_put(&node->root, ssz_levels_node(levels, p.level, p.first));
        if (p.level > 0) {
            atomic_fetch_add_explicit(&levels->references, 1, memory_order_relaxed);
            atomic_init(&((ssz_page_slice *)node)->levels, levels);
        }
    }
    *out = node;
    return SSZ_OK;
}

ssz_page_node *ssz_page_branch_new(const ssz_leaf *leaf, unsigned level, ssz_page_node *left,
                                   ssz_page_node *right, ssz_error *err) {
    ssz_page_branch *branch =
        (ssz_page_branch *)new_node(SSZ_PAGE_NODE_BRANCH, level, sizeof *branch, err);
    if (!branch) {
        ssz_page_node_release(leaf, left);
        ssz_page_node_release(leaf, right);
        return NULL;
    }
    branch->children[0] = left;
    branch->children[1] = right;
    return &branch->node;
}
