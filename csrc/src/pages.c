/*
 * pages.c - see pages.h.  Their roots are in page_roots.c.
 *
 * There are two ways to write.  What stays within one page that the run has already is written in place,
 * after the way to the page has been made the run's own.  Everything else makes a new tree beside the old
 * one, of new pages where the content changes and of the old pieces where it doesn't; the run gets it when
 * it is complete.  So a failure leaves the old tree, or the old tree with more pieces that nobody else has.
 */
#include "pages.h"

#include <string.h>

#include "alloc.h"
#include "common.h"
#include "error.h"
#include "merkle.h"
#include "node.h"
#include "pieces.h"

#define NODES_PAGE_DEPTH 4

_Static_assert(sizeof(ssz_node *) << NODES_PAGE_DEPTH <= SSZ_PAGE_SIZE, "a page of nodes");

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
                      .page_depth = NODES_PAGE_DEPTH};
}

static ssz_node *node_at(const uint8_t *data, uint64_t i) {
    ssz_node *node;
    memcpy(&node, data + i * sizeof node, sizeof node);
    return node;
}

static void retain_nodes(const uint8_t *data, uint64_t size) {
    for (uint64_t i = 0; i < size / sizeof(ssz_node *); i++) {
        ssz_node_retain(node_at(data, i));
    }
}

static void release_nodes(const uint8_t *data, uint64_t size) {
    for (uint64_t i = 0; i < size / sizeof(ssz_node *); i++) {
        ssz_node_release(node_at(data, i));
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

/* A page with `size` bytes, which the caller fills in.  It has room for a power of two of leaves, so one
 * that grows moves rarely, and a short run takes little. */
static ssz_page *new_page(const ssz_leaf *leaf, uint64_t size, ssz_error *err) {
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

static ssz_piece *new_range(ssz_buffer *buffer, const uint8_t *data, uint64_t size, uint64_t first,
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

static ssz_piece *retain(ssz_piece *piece) {
    atomic_fetch_add_explicit(&piece->references, 1, memory_order_relaxed);
    return piece;
}

static bool is_own(const ssz_piece *piece) {
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
static void release(const ssz_leaf *leaf, ssz_piece *piece) {
    if (!piece || !drop_reference(&piece->references)) {
        return;
    }
    if (piece->kind == SSZ_PIECE_PAIR) {
        ssz_pair *pair = (ssz_pair *)piece;
        release(leaf, pair->children[0]);
        release(leaf, pair->children[1]);
    } else if (piece->kind == SSZ_PIECE_RANGE) {
        ssz_range *range = (ssz_range *)piece;
        ssz_buffer_release(range->buffer);
        release_levels(atomic_load_explicit(&range->levels, memory_order_acquire));
    } else if (leaf->is_node) {
        ssz_page *page = (ssz_page *)piece;
        release_nodes(page->data, page->size);
    }
    ssz_free(piece);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* What stands at some place of the tree: a piece, or as much of a range as would be there if it had
 * fallen apart. */
typedef struct part {
    ssz_piece *piece;    /* NULL: nothing */
    unsigned level;      /* above that of the piece, the piece is all the way to the left */
    const uint8_t *data; /* bytes of pages and ranges */
    uint64_t size;
    uint64_t first; /* number of the first page, of ranges */
} part;

static part part_of(ssz_piece *piece, unsigned level) {
    part p = {.piece = piece, .level = level};
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

/* The left (0) or right (1) half of a part, whose level is not 0. */
static part half_of(const ssz_leaf *leaf, part p, unsigned side) {
    unsigned level = p.level - 1;
    part nothing = {.level = level};
    if (!p.piece) {
        return nothing;
    }
    if (p.level > p.piece->level) {
        p.level = level;
        return side == 0 ? p : nothing;
    }
    if (p.piece->kind == SSZ_PIECE_PAIR) {
        return part_of(((ssz_pair *)p.piece)->children[side], level);
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

/* Gives in *out one reference to a piece that is the part; false if memory ran out. */
static bool keep(part p, ssz_piece **out, ssz_error *err) {
    SSZ_ASSERT(!p.piece || p.level <= p.piece->level);
    if (!p.piece || p.level == p.piece->level) {
        *out = p.piece ? retain(p.piece) : NULL;
        return true;
    }
    ssz_range *whole = (ssz_range *)p.piece;
    ssz_piece *piece = new_range(whole->buffer, p.data, p.size, p.first, p.level, err);
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

/* A pair over the halves, whose references it takes over, also when memory runs out. */
static ssz_piece *new_pair(const ssz_leaf *leaf, unsigned level, ssz_piece *left, ssz_piece *right,
                           ssz_error *err) {
    ssz_pair *pair = (ssz_pair *)new_piece(SSZ_PIECE_PAIR, level, sizeof *pair, err);
    if (!pair) {
        release(leaf, left);
        release(leaf, right);
        return NULL;
    }
    pair->children[0] = left;
    pair->children[1] = right;
    return &pair->piece;
}

/* ---- writing in place ------------------------------------------------------------------------ */

/* A pair that is the part, for one level deeper. */
static ssz_piece *split(const ssz_leaf *leaf, part p, ssz_error *err) {
    ssz_piece *left, *right;
    if (!keep(half_of(leaf, p, 0), &left, err)) {
        return NULL;
    }
    if (!keep(half_of(leaf, p, 1), &right, err)) {
        release(leaf, left);
        return NULL;
    }
    return new_pair(leaf, p.level, left, right, err);
}

/* A page with the same content, and room for `room` bytes. */
static ssz_piece *copy_page(const ssz_leaf *leaf, part p, uint64_t room, ssz_error *err) {
    ssz_page *page = new_page(leaf, ssz_max_u64(p.size, room), err);
    if (!page) {
        return NULL;
    }
    memcpy(page->data, p.data, (size_t)p.size);
    page->size = (uint32_t)p.size;
    if (leaf->is_node) {
        retain_nodes(page->data, page->size);
    }
    return &page->piece;
}

/* Makes the piece in the slot one to be written: a page or a pair that only this run has, whose root is
 * forgotten.  NULL if memory ran out. */
static ssz_piece *own(const ssz_leaf *leaf, ssz_piece **slot, uint64_t room, ssz_error *err) {
    ssz_piece *piece = *slot;
    bool fits = piece->kind == SSZ_PIECE_PAIR ||
                (piece->kind == SSZ_PIECE_PAGE && ((ssz_page *)piece)->capacity >= room);
    if (fits && is_own(piece)) {
        ssz_cached_root_forget(&piece->root);
        return piece;
    }
    part p = part_of(piece, piece->level);
    ssz_piece *fresh = p.level == 0 ? copy_page(leaf, p, room, err) : split(leaf, p, err);
    if (fresh) {
        *slot = fresh;
        release(leaf, piece);
    }
    return fresh;
}

/* The page with that number, which the run has, to be written: with room for `room` bytes. */
static ssz_page *own_page(const ssz_leaf *leaf, ssz_pages *pages, uint64_t number, uint64_t room,
                          ssz_error *err) {
    ssz_piece **slot = &pages->top;
    for (unsigned level = pages->levels;; level--) {
        ssz_piece *piece = own(leaf, slot, room, err);
        if (!piece || level == 0) {
            return (ssz_page *)piece;
        }
        slot = &((ssz_pair *)piece)->children[number >> (level - 1) & 1];
    }
}

/* ---- making new trees ------------------------------------------------------------------------ */

/* A change of the content: bytes from `offset` on are replaced, and the end is moved. */
typedef struct edit {
    uint64_t offset;
    const uint8_t *data;
    uint64_t size; /* of the data; 0: only the end moves */
    uint64_t old_end;
    uint64_t new_end;
} edit;

static uint64_t page_count(const ssz_leaf *leaf, uint64_t size) {
    return ssz_ceil_div(size, ssz_page_size(leaf));
}

/* Whether the change leaves the 2^level pages from `first` on as they are. */
static bool is_untouched(const ssz_leaf *leaf, const edit *e, uint64_t first, unsigned level) {
    uint64_t last = first + (((uint64_t)1 << level) - 1);
    uint64_t page_size = ssz_page_size(leaf);
    bool is_cut = e->new_end < e->old_end && last >= e->new_end / page_size;
    bool is_written = e->size != 0 && e->offset / page_size <= last &&
                      (e->offset + e->size - 1) / page_size >= first;
    return !is_cut && !is_written;
}

/* What is to be page number `first`, which is `old` now. */
static ssz_piece *rebuild_page(const ssz_leaf *leaf, part old, uint64_t first, const edit *e,
                               ssz_error *err) {
    uint64_t begin = first * ssz_page_size(leaf);
    uint64_t size = ssz_min_u64(ssz_page_size(leaf), e->new_end - begin);
    ssz_page *page = new_page(leaf, size, err);
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
    if (leaf->is_node) {
        retain_nodes(page->data, size);
    }
    return &page->piece;
}

/* Gives in *out what is to be the part from page number `first` on, which is `old` now; NULL for nothing.
 * False if memory ran out.  Recursive, but no deeper than there are levels. */
static bool rebuild(const ssz_leaf *leaf, part old, uint64_t first, const edit *e, ssz_piece **out,
                    ssz_error *err) {
    if (first >= page_count(leaf, e->new_end)) {
        *out = NULL;
        return true;
    }
    if (is_untouched(leaf, e, first, old.level)) {
        return keep(old, out, err);
    }
    if (old.level == 0) {
        *out = rebuild_page(leaf, old, first, e, err);
        return *out != NULL;
    }
    ssz_piece *left, *right;
    uint64_t middle = first + ((uint64_t)1 << (old.level - 1));
    if (!rebuild(leaf, half_of(leaf, old, 0), first, e, &left, err)) {
        return false;
    }
    if (!rebuild(leaf, half_of(leaf, old, 1), middle, e, &right, err)) {
        release(leaf, left);
        return false;
    }
    *out = new_pair(leaf, old.level, left, right, err);
    return *out != NULL;
}

/* Changes the run by way of a new tree. */
static int32_t replace_tree(const ssz_leaf *leaf, ssz_pages *pages, const edit *e, ssz_error *err) {
    ssz_pages fresh = {.size = e->new_end, .levels = ssz_tree_depth(page_count(leaf, e->new_end))};
    part old = part_of(pages->top, pages->levels);
    if (fresh.levels > old.level) {
        old.level = fresh.levels;
    }
    while (old.level > fresh.levels) {
        old = half_of(leaf, old, 0);
    }
    if (!rebuild(leaf, old, 0, e, &fresh.top, err)) {
        return SSZ_NO_MEMORY;
    }
    ssz_piece *old_top = pages->top;
    *pages = fresh;
    release(leaf, old_top);
    return SSZ_OK;
}

/* ---- runs ------------------------------------------------------------------------------------ */

int32_t ssz_pages_borrow(const ssz_leaf *leaf, ssz_buffer *buffer, const uint8_t *data,
                         uint64_t size, ssz_pages *out, ssz_error *err) {
    SSZ_ASSERT(size > 0 && size <= INT64_MAX && !leaf->is_node);
    unsigned levels = ssz_tree_depth(page_count(leaf, size));
    ssz_piece *top = new_range(buffer, data, size, 0, levels, err);
    if (!top) {
        return SSZ_NO_MEMORY;
    }
    *out = (ssz_pages){.top = top, .levels = levels, .size = size};
    return SSZ_OK;
}

ssz_pages ssz_pages_share(const ssz_pages *pages) {
    if (pages->top) {
        retain(pages->top);
    }
    return *pages;
}

void ssz_pages_release(const ssz_leaf *leaf, ssz_pages *pages) {
    ssz_piece *top = pages->top;
    *pages = (ssz_pages){0};
    release(leaf, top);
}

/* The bytes at `offset`, and in *size how many follow each other there. */
static const uint8_t *bytes_at(const ssz_leaf *leaf, const ssz_pages *pages, uint64_t offset,
                               uint64_t *size) {
    SSZ_ASSERT(offset < pages->size);
    uint64_t number = offset / ssz_page_size(leaf);
    ssz_piece *piece = pages->top;
    while (piece->kind == SSZ_PIECE_PAIR) {
        piece = ((ssz_pair *)piece)->children[number >> (piece->level - 1) & 1];
    }
    part p = part_of(piece, piece->level);
    uint64_t first = piece->kind == SSZ_PIECE_RANGE ? p.first : number;
    uint64_t skipped = offset - first * ssz_page_size(leaf);
    *size = p.size - skipped;
    return p.data + skipped;
}

const uint8_t *ssz_pages_at(const ssz_leaf *leaf, const ssz_pages *pages, uint64_t offset) {
    uint64_t size;
    return bytes_at(leaf, pages, offset, &size);
}

void ssz_pages_read(const ssz_leaf *leaf, const ssz_pages *pages, uint64_t offset, uint64_t size,
                    uint8_t *out) {
    SSZ_ASSERT(offset <= pages->size && size <= pages->size - offset);
    while (size > 0) {
        uint64_t there;
        const uint8_t *data = bytes_at(leaf, pages, offset, &there);
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

/* Writes to a page that the run has. */
static int32_t write_in_place(const ssz_leaf *leaf, ssz_pages *pages, uint64_t offset,
                              const uint8_t *data, uint64_t size, ssz_error *err) {
    uint64_t page_size = ssz_page_size(leaf);
    uint64_t from = offset % page_size;
    ssz_page *page = own_page(leaf, pages, offset / page_size, from + size, err);
    if (!page) {
        return SSZ_NO_MEMORY;
    }
    /* Releasing a node may run code of its owner's, so the run is complete before. */
    ssz_node *replaced[1 << NODES_PAGE_DEPTH];
    uint64_t replaced_size = 0;
    if (leaf->is_node && from < page->size) {
        replaced_size = ssz_min_u64(size, page->size - from);
        memcpy(replaced, page->data + from, (size_t)replaced_size);
    }
    memcpy(page->data + from, data, (size_t)size);
    page->size = (uint32_t)ssz_max_u64(page->size, from + size);
    pages->size = ssz_max_u64(pages->size, offset + size);
    release_nodes((const uint8_t *)replaced, replaced_size);
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
    edit e = {.offset = offset,
              .data = data,
              .size = size,
              .old_end = pages->size,
              .new_end = ssz_max_u64(pages->size, offset + size)};
    int32_t code = replace_tree(leaf, pages, &e, err);
    if (code == SSZ_OK && leaf->is_node) {
        release_nodes(data, size); /* each page retained its own; the references given are left */
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
        edit e = {.old_end = pages->size, .new_end = size};
        return replace_tree(leaf, pages, &e, err);
    }
    ssz_page *page = own_page(leaf, pages, last, 0, err);
    if (!page) {
        return SSZ_NO_MEMORY;
    }
    uint64_t old_size = page->size;
    page->size = (uint32_t)(size - last * page_size);
    pages->size = size;
    if (leaf->is_node) {
        release_nodes(page->data + page->size, old_size - page->size);
    }
    return SSZ_OK;
}

/* ---- accounting ------------------------------------------------------------------------------ */

/* The levels that ranges have in common: those that have fallen out of one range stand one after the other,
 * with nothing between them but what has been written. */
typedef struct common_levels {
    ssz_levels *levels;
    uint32_t ranges; /* of the run that have them ... */
    bool is_shared;  /* ... and that others may have as well */
} common_levels;

static void account_levels(const common_levels *c, ssz_footprint *account) {
    if (c->levels) {
        uint32_t references = atomic_load_explicit(&c->levels->references, memory_order_relaxed);
        uint64_t nodes = ssz_levels_nodes(c->levels->count, c->levels->level);
        uint64_t size = sizeof *c->levels + nodes * SSZ_CHUNK_SIZE;
        *(c->is_shared || references > c->ranges ? &account->shared : &account->own) += size;
    }
}

static void account_piece(const ssz_leaf *leaf, ssz_piece *piece, bool is_shared, common_levels *c,
                          ssz_footprint *account) {
    if (!piece) {
        return;
    }
    is_shared = is_shared || !is_own(piece);
    uint64_t *memory = is_shared ? &account->shared : &account->own;
    if (piece->kind == SSZ_PIECE_PAIR) {
        ssz_pair *pair = (ssz_pair *)piece;
        *memory += sizeof *pair;
        account_piece(leaf, pair->children[0], is_shared, c, account);
        account_piece(leaf, pair->children[1], is_shared, c, account);
    } else if (piece->kind == SSZ_PIECE_PAGE) {
        ssz_page *page = (ssz_page *)piece;
        *memory += sizeof *page + page->capacity;
        for (uint64_t i = 0; leaf->is_node && i < page->size / leaf->size; i++) {
            ssz_node_memory(leaf->schema, leaf->type, node_at(page->data, i), is_shared, account);
        }
    } else {
        ssz_range *range = (ssz_range *)piece;
        *memory += sizeof *range;
        *(range->buffer->hook ? &account->borrowed : memory) += range->size;
        ssz_levels *levels = atomic_load_explicit(&range->levels, memory_order_acquire);
        if (levels && levels != c->levels) {
            account_levels(c, account);
            *c = (common_levels){.levels = levels};
        }
        if (levels) {
            c->ranges++;
            c->is_shared = c->is_shared || is_shared;
        }
    }
}

void ssz_pages_memory(const ssz_leaf *leaf, const ssz_pages *pages, bool is_shared,
                      ssz_footprint *account) {
    common_levels c = {.levels = NULL};
    account_piece(leaf, pages->top, is_shared, &c, account);
    account_levels(&c, account);
}
