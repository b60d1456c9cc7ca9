/*
 * pages.c - see pages.h.  What runs are made of is in page_tree.c, how they are hashed in page_roots.c.
 *
 * There are two ways to write.  What stays within pages that only this run has is written in place, and so is
 * what stays within one page, after the way to it has been made the run's own.  Everything else makes a new
 * tree beside the old one, of new pages where the content changes and of the old nodes where it doesn't,
 * which the run gets when it is complete.  So a failure leaves the old content, at most in more nodes.
 */
#include "pages.h"

#include <string.h>

#include "common.h"
#include "error.h"
#include "page_tree.h"

/* ---- writing in place ------------------------------------------------------------------------ */

/* A branch that is the part, for one level deeper. */
static ssz_page_node *split(const ssz_leaf *leaf, ssz_page_part p, ssz_error *err) {
    ssz_page_node *left, *right;
    if (ssz_page_part_keep(ssz_page_part_half(leaf, p, 0), &left, err) != SSZ_OK) {
        return NULL;
    }
    if (ssz_page_part_keep(ssz_page_part_half(leaf, p, 1), &right, err) != SSZ_OK) {
        ssz_page_node_release(leaf, left);
        return NULL;
    }
    return ssz_page_branch_new(leaf, p.level, left, right, err);
}

/* A page with the same content, and room for `room` bytes. */
static ssz_page_node *copy_page(const ssz_leaf *leaf, ssz_page_part p, uint64_t room,
                                ssz_error *err) {
    ssz_page *page = ssz_page_new(leaf, ssz_max_u64(p.size, room), err);
    if (!page) {
        return NULL;
    }
    memcpy(page->data, p.data, (size_t)p.size);
    page->size = (uint32_t)p.size;
    ssz_leaves_retain(leaf, page->data, page->size);
    return &page->node;
}

/* Makes the node in the slot one to be written: a page or a branch that only this run has, whose root is
 * forgotten.  NULL if memory ran out. */
static ssz_page_node *own(const ssz_leaf *leaf, ssz_page_node **slot, uint64_t room,
                          ssz_error *err) {
    ssz_page_node *node = *slot;
    bool fits = node->kind == SSZ_PAGE_NODE_BRANCH ||
                (node->kind == SSZ_PAGE_NODE_PAGE && ((ssz_page *)node)->capacity >= room);
    if (fits && ssz_page_node_is_own(node)) {
        ssz_cached_root_forget(&node->root);
        return node;
    }
    ssz_page_part p = ssz_page_part_of(node, node->level);
    ssz_page_node *fresh = p.level == 0 ? copy_page(leaf, p, room, err) : split(leaf, p, err);
    if (fresh) {
        *slot = fresh;
        ssz_page_node_release(leaf, node);
    }
    return fresh;
}

/* The page with that number, which the run has, to be written: with room for `room` bytes. */
static ssz_page *own_page(const ssz_leaf *leaf, ssz_pages *pages, uint64_t number, uint64_t room,
                          ssz_error *err) {
    ssz_page_node **slot = &pages->top;
    for (unsigned level = pages->levels;; level--) {
        ssz_page_node *node = own(leaf, slot, room, err);
        if (!node || level == 0) {
            return (ssz_page *)node;
        }
        slot = &((ssz_page_branch *)node)->children[number >> (level - 1) & 1];
    }
}

/* ---- making new trees ------------------------------------------------------------------------ */

/* Nothing is cut. */
#define NO_CUT UINT64_MAX

/* A change of the content: bytes from `offset` on are replaced, and the end is moved. */
typedef struct edit {
    uint64_t offset;
    const uint8_t *data;
    uint64_t size;
    uint64_t end; /* of the run, afterwards */
    /* The same in numbers of pages. */
    uint64_t page_count;
    uint64_t written_begin, written_end;   /* those that are written to ... */
    uint64_t replaced_begin, replaced_end; /* ... and those of which nothing old is left */
    uint64_t cut;                          /* the first that loses something, or NO_CUT */
} edit;

static uint64_t page_count(const ssz_leaf *leaf, uint64_t size) {
    return ssz_ceil_div(size, ssz_page_size(leaf));
}

/* The change to `size` bytes of data. */
static edit edit_to_write(const ssz_leaf *leaf, uint64_t old_end, uint64_t offset,
                          const uint8_t *data, uint64_t size) {
    uint64_t written = offset + size, end = ssz_max_u64(old_end, written);
    return (edit){
        .offset = offset,
        .data = data,
        .size = size,
        .end = end,
        .page_count = page_count(leaf, end),
        .written_begin = offset / ssz_page_size(leaf),
        .written_end = page_count(leaf, written),
        .replaced_begin = page_count(leaf, offset),
        .replaced_end = written == end ? page_count(leaf, end) : written / ssz_page_size(leaf),
        .cut = NO_CUT,
    };
}

/* The change that leaves the first `end` bytes. */
static edit edit_to_cut(const ssz_leaf *leaf, uint64_t end) {
    return (edit){
        .end = end,
        .page_count = page_count(leaf, end),
        .cut = end / ssz_page_size(leaf),
    };
}

/* What is to be page number `first`, which is `old` now. */
static ssz_page_node *rebuild_page(const ssz_leaf *leaf, ssz_page_part old, uint64_t first,
                                   const edit *e, ssz_error *err) {
    uint64_t begin = first * ssz_page_size(leaf);
    uint64_t size = ssz_min_u64(ssz_page_size(leaf), e->end - begin);
    ssz_page *page = ssz_page_new(leaf, size, err);
    if (!page) {
        return NULL;
    }
    uint64_t kept = ssz_min_u64(old.size, size);
    uint64_t from = size, to = size; /* what is written */
    if (e->size != 0 && e->offset < begin + size && e->offset + e->size > begin) {
        from = e->offset > begin ? e->offset - begin : 0;
        to = ssz_min_u64(size, e->offset + e->size - begin);
        memcpy(page->data + from, e->data + (begin + from - e->offset), (size_t)(to - from));
    }
    if (kept != 0) {
        memcpy(page->data, old.data, (size_t)ssz_min_u64(kept, from));
    }
    if (kept > to) {
        memcpy(page->data + to, old.data + to, (size_t)(kept - to));
    }
    ssz_leaves_retain(leaf, page->data, size);
    return &page->node;
}

/* Gives in *out what is to be the part from page number `first` on, which is `old` now; NULL for nothing.
 * Recursive, but no deeper than there are levels. */
static int32_t rebuild(const ssz_leaf *leaf, ssz_page_part old, uint64_t first, const edit *e,
                       ssz_page_node **out, ssz_error *err) {
    if (first >= e->page_count) {
        *out = NULL;
        return SSZ_OK;
    }
    uint64_t end = first + ((uint64_t)1 << old.level);
    bool is_written = first < e->written_end && end > e->written_begin;
    if (!is_written && end <= e->cut) {
        return ssz_page_part_keep(old, out, err);
    }
    if (first >= e->replaced_begin && ssz_min_u64(end, e->page_count) <= e->replaced_end) {
        /* Nothing old is needed, so it is not looked at: much of it may be out of the caches. */
        old = ssz_page_part_of(NULL, old.level);
    }
    if (old.level == 0) {
        *out = rebuild_page(leaf, old, first, e, err);
        return *out ? SSZ_OK : SSZ_NO_MEMORY;
    }
    ssz_page_node *left, *right;
    uint64_t middle = first + ((uint64_t)1 << (old.level - 1));
    SSZ_TRY(rebuild(leaf, ssz_page_part_half(leaf, old, 0), first, e, &left, err));
    int32_t code = rebuild(leaf, ssz_page_part_half(leaf, old, 1), middle, e, &right, err);
    if (code != SSZ_OK) {
        ssz_page_node_release(leaf, left);
        return code;
    }
    *out = ssz_page_branch_new(leaf, old.level, left, right, err);
    return *out ? SSZ_OK : SSZ_NO_MEMORY;
}

/* Changes the run by way of a new tree. */
static int32_t replace_tree(const ssz_leaf *leaf, ssz_pages *pages, const edit *e, ssz_error *err) {
    ssz_pages fresh = {.size = e->end, .levels = ssz_tree_depth(e->page_count)};
    ssz_page_part old = ssz_page_part_of(pages->top, pages->levels);
    if (fresh.levels > old.level) {
        old.level = fresh.levels;
    }
    while (old.level > fresh.levels) {
        old = ssz_page_part_half(leaf, old, 0);
    }
    SSZ_TRY(rebuild(leaf, old, 0, e, &fresh.top, err));
    ssz_page_node *old_top = pages->top;
    *pages = fresh;
    ssz_page_node_release(leaf, old_top);
    return SSZ_OK;
}

/* ---- runs ------------------------------------------------------------------------------------ */

int32_t ssz_pages_borrow(const ssz_leaf *leaf, ssz_buffer *buffer, const uint8_t *data,
                         uint64_t size, ssz_pages *out, ssz_error *err) {
    SSZ_ASSERT(size > 0 && size <= INT64_MAX && !leaf->objects);
    unsigned levels = ssz_tree_depth(page_count(leaf, size));
    ssz_page_node *top = ssz_page_slice_new(buffer, data, size, 0, levels, err);
    if (!top) {
        return SSZ_NO_MEMORY;
    }
    *out = (ssz_pages){.top = top, .levels = levels, .size = size};
    return SSZ_OK;
}

ssz_pages ssz_pages_share(const ssz_pages *pages) {
    if (pages->top) {
        ssz_page_node_retain(pages->top);
    }
    return *pages;
}

void ssz_pages_release(const ssz_leaf *leaf, ssz_pages *pages) {
    ssz_page_node *top = pages->top;
    *pages = (ssz_pages){0};
    ssz_page_node_release(leaf, top);
}

const uint8_t *ssz_pages_span(const ssz_leaf *leaf, const ssz_pages *pages, uint64_t offset,
                              uint64_t *size) {
    SSZ_ASSERT(offset < pages->size);
    uint64_t number = offset / ssz_page_size(leaf);
    ssz_page_node *node = pages->top;
    while (node->kind == SSZ_PAGE_NODE_BRANCH) {
        node = ((ssz_page_branch *)node)->children[number >> (node->level - 1) & 1];
    }
    ssz_page_part p = ssz_page_part_of(node, node->level);
    uint64_t first = node->kind == SSZ_PAGE_NODE_SLICE ? p.first : number;
    uint64_t skipped = offset - first * ssz_page_size(leaf);
    *size = p.size - skipped;
    return p.data + skipped;
}

const uint8_t *ssz_pages_at(const ssz_leaf *leaf, const ssz_pages *pages, uint64_t offset) {
    uint64_t size;
    return ssz_pages_span(leaf, pages, offset, &size);
}

void ssz_pages_read(const ssz_leaf *leaf, const ssz_pages *pages, uint64_t offset, uint64_t size,
                    uint8_t *out) {
    SSZ_ASSERT(offset <= pages->size && size <= pages->size - offset);
    while (size > 0) {
        uint64_t there;
        const uint8_t *data = ssz_pages_span(leaf, pages, offset, &there);
        uint64_t taken = ssz_min_u64(size, there);
        memcpy(out, data, (size_t)taken);
        out += taken;
        offset += taken;
        size -= taken;
    }
}

uint8_t *ssz_pages_write_at(const ssz_leaf *leaf, ssz_pages *pages, uint64_t offset,
                            ssz_error *err) {
    SSZ_ASSERT(offset < pages->size);
    uint64_t page_size = ssz_page_size(leaf);
    ssz_page *page = own_page(leaf, pages, offset / page_size, 0, err);
    return page ? page->data + offset % page_size : NULL;
}

/* Whether pages begin .. end - 1 of a node can be written without more memory.  Recursive, but no deeper
 * than there are levels. */
static bool is_all_own(const ssz_page_node *node, uint64_t begin, uint64_t end) {
    if (node->kind == SSZ_PAGE_NODE_SLICE || !ssz_page_node_is_own(node)) {
        return false;
    }
    if (node->kind == SSZ_PAGE_NODE_PAGE) {
        return true;
    }
    ssz_page_node *const *children = ((const ssz_page_branch *)node)->children;
    uint64_t middle = (uint64_t)1 << (node->level - 1);
    return (begin >= middle || is_all_own(children[0], begin, ssz_min_u64(end, middle))) &&
           (end <= middle ||
            is_all_own(children[1], begin > middle ? begin - middle : 0, end - middle));
}

/* Writes to a page that the run has. */
static int32_t write_in_place(const ssz_leaf *leaf, ssz_pages *pages, uint64_t offset,
                              const uint8_t *data, uint64_t size, ssz_error *err) {
    uint64_t page_size = ssz_page_size(leaf);
    uint64_t from = offset % page_size;
    ssz_page *page = own_page(leaf, pages, offset / page_size, from + size, err);
    if (!page) {
        return SSZ_NO_MEMORY;
    }
    /* Releasing an object may run code of its owner's, so the run is complete before. */
    void *replaced[1 << SSZ_OBJECTS_PAGE_DEPTH];
    uint64_t replaced_size = 0;
    if (leaf->objects && from < page->size) {
        replaced_size = ssz_min_u64(size, page->size - from);
        memcpy(replaced, page->data + from, (size_t)replaced_size);
    }
    memcpy(page->data + from, data, (size_t)size);
    page->size = (uint32_t)ssz_max_u64(page->size, from + size);
    pages->size = ssz_max_u64(pages->size, offset + size);
    ssz_leaves_release(leaf, (const uint8_t *)replaced, replaced_size);
    return SSZ_OK;
}

int32_t ssz_pages_write(const ssz_leaf *leaf, ssz_pages *pages, uint64_t offset,
                        const uint8_t *data, uint64_t size, ssz_error *err) {
    SSZ_ASSERT(offset <= pages->size && size <= INT64_MAX - offset);
    if (size == 0) {
        return SSZ_OK;
    }
    uint64_t page_size = ssz_page_size(leaf);
    uint64_t first = offset / page_size, last = (offset + size - 1) / page_size;
    if (first == last && first < page_count(leaf, pages->size)) {
        return write_in_place(leaf, pages, offset, data, size, err);
    }
    bool is_inside = offset + size <= pages->size && !leaf->objects;
    if (is_inside && is_all_own(pages->top, first, last + 1)) {
        for (uint64_t done = 0, step; done < size; done += step) {
            step = ssz_min_u64(size - done, page_size - (offset + done) % page_size);
            write_in_place(leaf, pages, offset + done, data + done, step, NULL);
        }
        return SSZ_OK;
    }
    edit e = edit_to_write(leaf, pages->size, offset, data, size);
    int32_t code = replace_tree(leaf, pages, &e, err);
    if (code == SSZ_OK) {
        ssz_leaves_release(leaf, data, size); /* the pages have references of their own */
    }
    return code;
}

int32_t ssz_pages_truncate(const ssz_leaf *leaf, ssz_pages *pages, uint64_t size, ssz_error *err) {
    SSZ_ASSERT(size <= pages->size);
    uint64_t page_size = ssz_page_size(leaf);
    if (size == pages->size) {
        return SSZ_OK;
    }
    if (size == 0) {
        ssz_pages_release(leaf, pages);
        return SSZ_OK;
    }
    uint64_t last = (size - 1) / page_size;
    if (last + 1 < page_count(leaf, pages->size)) {
        edit e = edit_to_cut(leaf, size);
        return replace_tree(leaf, pages, &e, err);
    }
    ssz_page *page = own_page(leaf, pages, last, 0, err);
    if (!page) {
        return SSZ_NO_MEMORY;
    }
    uint64_t old_size = page->size;
    page->size = (uint32_t)(size - last * page_size);
    pages->size = size;
    ssz_leaves_release(leaf, page->data + page->size, old_size - page->size);
    return SSZ_OK;
}

/* ---- accounting ------------------------------------------------------------------------------ */

/* The levels that slices have in common: those that have fallen out of one slice stand one after the other,
 * with nothing between them but what has been written. */
typedef struct common_levels {
    ssz_levels *levels;
    uint32_t slices; /* of the run that have them ... */
    bool is_shared;  /* ... and that others may have as well */
} common_levels;

static void account_levels(const common_levels *c, ssz_footprint *account) {
    if (c->levels) {
        uint32_t references = atomic_load_explicit(&c->levels->references, memory_order_relaxed);
        uint64_t size = ssz_levels_size(c->levels->count, c->levels->level);
        *(c->is_shared || references > c->slices ? &account->shared : &account->own) += size;
    }
}

static void account_node(const ssz_leaf *leaf, ssz_page_node *node, bool is_shared,
                         common_levels *c, ssz_footprint *account) {
    if (!node) {
        return;
    }
    is_shared = is_shared || !ssz_page_node_is_own(node);
    uint64_t *memory = is_shared ? &account->shared : &account->own;
    if (node->kind == SSZ_PAGE_NODE_BRANCH) {
        ssz_page_branch *branch = (ssz_page_branch *)node;
        *memory += sizeof *branch;
        account_node(leaf, branch->children[0], is_shared, c, account);
        account_node(leaf, branch->children[1], is_shared, c, account);
    } else if (node->kind == SSZ_PAGE_NODE_PAGE) {
        ssz_page *page = (ssz_page *)node;
        *memory += sizeof *page + page->capacity;
        if (leaf->objects) {
            leaf->objects->memory(leaf, page->data, page->size / leaf->size, is_shared, account);
        }
    } else {
        ssz_page_slice *slice = (ssz_page_slice *)node;
        *memory += sizeof *slice;
        *(slice->buffer->hook ? &account->borrowed : memory) += slice->size;
        ssz_levels *levels = atomic_load_explicit(&slice->levels, memory_order_acquire);
        if (levels && levels != c->levels) {
            account_levels(c, account);
            *c = (common_levels){.levels = levels};
        }
        if (levels) {
            c->slices++;
            c->is_shared = c->is_shared || is_shared;
        }
    }
}

void ssz_pages_memory(const ssz_leaf *leaf, const ssz_pages *pages, bool is_shared,
                      ssz_footprint *account) {
    common_levels c = {.levels = NULL};
    account_node(leaf, pages->top, is_shared, &c, account);
    account_levels(&c, account);
}
