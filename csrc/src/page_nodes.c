/* page_nodes.c - see page_nodes.h. */
#include "page_nodes.h"

#include <string.h>

#include "alloc.h"
#include "common.h"
#include "error.h"
#include "merkle.h"
#include "root.h"

/* Where the nodes of a level begin, if all are there. */
static uint8_t *level_of(const ssz_page_nodes *kept, const ssz_leaf *leaf, unsigned height) {
    uint64_t before = 0;
    for (unsigned i = 0; i < height; i++) {
        before += (uint64_t)1 << (leaf->page_depth - i);
    }
    return kept->nodes + before * SSZ_CHUNK_SIZE;
}

/* Nodes of a level that are not zeros, of `count` leaves. */
static uint64_t count_at(uint64_t count, unsigned height) {
    return ssz_ceil_div(count, (uint64_t)1 << height);
}

/* The leaves of a page as nodes, `count` of them, from `size` bytes. */
static int32_t put_leaves(ssz_page_nodes *kept, const ssz_leaf *leaf, const uint8_t *data,
                          uint64_t size, uint64_t count, ssz_error *err) {
    if (leaf->type != SSZ_NO_TYPE) {
        return ssz_record_roots_of_bytes(leaf->schema, leaf->type, data, count, kept->nodes, err);
    }
    memset(kept->nodes, 0, count * SSZ_CHUNK_SIZE);
    memcpy(kept->nodes, data, size);
    return SSZ_OK;
}

static int32_t look_at(ssz_page_nodes *kept, const ssz_leaf *leaf, const ssz_pages *pages,
                       uint64_t page, ssz_error *err) {
    uint8_t copy[SSZ_PAGE_SIZE];
    uint64_t page_size = (uint64_t)leaf->size << leaf->page_depth;
    uint64_t offset = page * page_size;
    uint64_t size = ssz_min_u64(page_size, pages->size - offset);
    uint64_t count = ssz_ceil_div(size, leaf->size);
    SSZ_ASSERT(page_size <= sizeof copy && !leaf->objects);
    kept->top = NULL;
    if (!kept->nodes || kept->page_depth < leaf->page_depth) {
        ssz_free(kept->nodes);
        kept->page_depth = leaf->page_depth;
        /* All levels, and one node to spare for a level that is odd. */
        kept->nodes = ssz_alloc((((uint64_t)2 << leaf->page_depth) + 1) * SSZ_CHUNK_SIZE);
        if (!kept->nodes) {
            return ssz_no_memory(err);
        }
    }
    uint64_t in_a_row;
    const uint8_t *data = ssz_pages_span(leaf, pages, offset, &in_a_row);
    if (in_a_row < size) {
        ssz_pages_read(leaf, pages, offset, size, copy);
        data = copy;
    }
    SSZ_TRY(put_leaves(kept, leaf, data, size, count, err));
    for (unsigned height = 0; height + 1 < leaf->page_depth; height++) {
        uint8_t *above = level_of(kept, leaf, height + 1);
        uint64_t below_count = count_at(count, height);
        /* A level has room for twice the nodes of the next, so they can be made in place there. */
        memcpy(above, level_of(kept, leaf, height), below_count * SSZ_CHUNK_SIZE);
        ssz_merkle_sweep(above, (size_t)below_count, height);
    }
    kept->top = pages->top;
    kept->page = page;
    return SSZ_OK;
}

int32_t ssz_page_nodes_find(ssz_page_nodes *kept, const ssz_leaf *leaf, const ssz_pages *pages,
                            unsigned height, uint64_t index, uint8_t *out, ssz_error *err) {
    SSZ_ASSERT(height < leaf->page_depth);
    uint64_t count = ssz_ceil_div(pages->size, leaf->size);
    if (index >= count_at(count, height)) {
        memcpy(out, ssz_zero_hash(height), SSZ_CHUNK_SIZE);
        return SSZ_OK;
    }
    unsigned levels = leaf->page_depth - height;
    uint64_t page = index >> levels;
    if (kept->top != pages->top || kept->page != page) {
        SSZ_TRY(look_at(kept, leaf, pages, page, err));
    }
    uint64_t place = index - (page << levels);
    memcpy(out, level_of(kept, leaf, height) + place * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
    return SSZ_OK;
}

void ssz_page_nodes_free(ssz_page_nodes *kept) {
    ssz_free(kept->nodes);
}
