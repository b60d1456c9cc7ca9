/*
 * page_roots.c - roots of runs of pages.
 *
 * What has no root is looked up first, from the left to the right: each piece with the place that its root
 * goes to, which is in the block of the pair above.  Then all pages are hashed together (subtrees.h), and
 * then the pairs, each level in one call.
 *
 * A root is published only when it is complete, and pieces that others have get one at any time.  So a piece
 * is looked at once: a root that is there is copied, and one that is not is computed, whoever else does.
 */
#include <string.h>

#include "alloc.h"
#include "error.h"
#include "merkle.h"
#include "node.h"
#include "pieces.h"
#include "scratch.h"
#include "stats.h"
#include "subtrees.h"

/* A piece without a root. */
typedef struct job {
    ssz_piece *piece;
    uint8_t *out;       /* where the root goes */
    ssz_levels *levels; /* of a range, being made */
} job;

typedef struct plan {
    const ssz_leaf *leaf;
    unsigned page_height; /* of the roots of pages */
    ssz_scratch *scratch;
    /* Pages, of which ranges have many; `page_jobs` are those that are pieces. */
    ssz_subtree *pages;
    uint64_t page_count;
    job *page_jobs;
    uint64_t page_job_count;
    job *ranges;
    uint64_t range_count;
    /* Pairs of each level, and the block of each, whose place is taken by its root. */
    job *pairs[SSZ_HEIGHT_LIMIT];
    uint8_t *blocks[SSZ_HEIGHT_LIMIT];
    uint64_t pair_counts[SSZ_HEIGHT_LIMIT];
    uint64_t known_count; /* roots found */
    uint64_t zero_count;
} plan;

static uint64_t pages_in(const plan *p, const ssz_range *range) {
    return ssz_ceil_div(range->size, ssz_page_size(p->leaf));
}

/* Counts what is to be hashed. */
static void survey(plan *p, const ssz_piece *piece) {
    if (!piece || ssz_cached_root_get(&piece->root)) {
        return;
    }
    if (piece->level == 0) {
        p->page_count++;
        p->page_job_count++;
    } else if (piece->kind == SSZ_PIECE_RANGE) {
        p->page_count += pages_in(p, (const ssz_range *)piece);
        p->range_count++;
    } else {
        const ssz_pair *pair = (const ssz_pair *)piece;
        p->pair_counts[piece->level]++;
        survey(p, pair->children[0]);
        survey(p, pair->children[1]);
    }
}

/* Gives the plan room for what was counted, and starts the counts again. */
static bool prepare(plan *p) {
    p->pages = ssz_scratch_take(p->scratch, p->page_count * sizeof *p->pages);
    p->page_jobs = ssz_scratch_take(p->scratch, p->page_job_count * sizeof *p->page_jobs);
    p->ranges = ssz_scratch_take(p->scratch, p->range_count * sizeof *p->ranges);
    bool is_complete = p->pages && p->page_jobs && p->ranges;
    for (unsigned level = 0; level < SSZ_HEIGHT_LIMIT; level++) {
        uint64_t count = p->pair_counts[level];
        if (count != 0) {
            p->pairs[level] = ssz_scratch_take(p->scratch, count * sizeof *p->pairs[level]);
            p->blocks[level] = ssz_scratch_take(p->scratch, count * SSZ_BLOCK_SIZE);
            is_complete = is_complete && p->pairs[level] && p->blocks[level];
        }
        p->pair_counts[level] = 0;
    }
    p->page_count = p->page_job_count = p->range_count = 0;
    return is_complete;
}

/* Leaves of a page as chunks or records: nodes have their roots written to a row of chunks. */
static bool set_leaves(plan *p, ssz_subtree *page, const uint8_t *data, uint64_t size) {
    page->data = data;
    page->size = size;
    if (!p->leaf->is_node) {
        return true;
    }
    uint64_t count = size / sizeof(ssz_node *);
    uint8_t *roots = ssz_scratch_take(p->scratch, count * SSZ_CHUNK_SIZE);
    page->data = roots;
    page->size = count * SSZ_CHUNK_SIZE;
    for (uint64_t i = 0; roots && i < count; i++) {
        ssz_node *node = ssz_leaves_node(data, i);
        if (ssz_node_root(p->leaf->schema, p->leaf->type, node, roots + i * SSZ_CHUNK_SIZE, NULL) !=
            SSZ_OK) {
            return false;
        }
    }
    return roots != NULL;
}

static bool add_page(plan *p, ssz_piece *piece, uint8_t *out) {
    p->page_jobs[p->page_job_count++] = (job){.piece = piece, .out = out};
    ssz_subtree *page = &p->pages[p->page_count++];
    page->root = out;
    if (piece->kind == SSZ_PIECE_RANGE) {
        const ssz_range *range = (const ssz_range *)piece;
        return set_leaves(p, page, range->data, range->size);
    }
    const ssz_page *own = (const ssz_page *)piece;
    return set_leaves(p, page, own->data, own->size);
}

static bool add_range(plan *p, ssz_range *range, uint8_t *out) {
    uint64_t count = pages_in(p, range);
    unsigned level = range->piece.level;
    ssz_levels *levels = ssz_alloc(ssz_levels_size(count, level));
    if (!levels) {
        return false;
    }
    atomic_init(&levels->references, 1);
    levels->first = range->first;
    levels->count = count;
    levels->level = level;
    p->ranges[p->range_count++] = (job){.piece = &range->piece, .out = out, .levels = levels};
    for (uint64_t i = 0; i < count; i++) {
        uint64_t offset = i * ssz_page_size(p->leaf);
        p->pages[p->page_count++] = (ssz_subtree){
            .data = range->data + offset,
            .size = ssz_min_u64(range->size - offset, ssz_page_size(p->leaf)),
            .root = levels->nodes + i * SSZ_CHUNK_SIZE,
        };
    }
    return true;
}

/* Sees to it that the root of the piece of that level gets to its place, at once or later.  False if
 * memory ran out.  Recursive, but no deeper than there are levels. */
static bool collect(plan *p, ssz_piece *piece, unsigned level, uint8_t *out) {
    if (!piece) {
        memcpy(out, ssz_zero_hash(p->page_height + level), SSZ_CHUNK_SIZE);
        p->zero_count++;
        return true;
    }
    const uint8_t *root = ssz_cached_root_get(&piece->root);
    if (root) {
        memcpy(out, root, SSZ_CHUNK_SIZE);
        p->known_count++;
        return true;
    }
    if (level == 0) {
        return add_page(p, piece, out);
    }
    if (piece->kind == SSZ_PIECE_RANGE) {
        return add_range(p, (ssz_range *)piece, out);
    }
    ssz_pair *pair = (ssz_pair *)piece;
    uint64_t i = p->pair_counts[level]++;
    uint8_t *block = p->blocks[level] + i * SSZ_BLOCK_SIZE;
    p->pairs[level][i] = (job){.piece = piece, .out = out};
    return collect(p, pair->children[0], level - 1, block) &&
           collect(p, pair->children[1], level - 1, block + SSZ_CHUNK_SIZE);
}

static void finish(const job *j, const uint8_t *root) {
    memcpy(j->out, root, SSZ_CHUNK_SIZE);
    ssz_cached_root_put(&j->piece->root, root);
}

/* Hashes the levels above the pages of a range. */
static void finish_range(const plan *p, job *j) {
    ssz_levels *levels = j->levels;
    uint64_t count = levels->count;
    uint8_t *nodes = levels->nodes;
    for (unsigned level = 0; level < levels->level; level++) {
        uint8_t *next = nodes + count * SSZ_CHUNK_SIZE;
        memcpy(next, nodes, (size_t)count * SSZ_CHUNK_SIZE);
        nodes = next;
        count = ssz_merkle_sweep(nodes, (size_t)count, p->page_height + level);
    }
    SSZ_ASSERT(count == 1);
    ssz_levels *none = NULL;
    if (atomic_compare_exchange_strong_explicit(&((ssz_range *)j->piece)->levels, &none, levels,
                                                memory_order_release, memory_order_relaxed)) {
        j->levels = NULL;
    }
    finish(j, nodes);
}

/* Hashes what was collected. */
static bool carry_out(plan *p) {
    uint32_t type = p->leaf->is_node ? SSZ_NO_TYPE : p->leaf->type;
    if (ssz_subtree_roots(p->leaf->schema, type, p->pages, p->page_count, p->page_height) !=
        SSZ_OK) {
        return false;
    }
    for (uint64_t i = 0; i < p->page_job_count; i++) {
        const job *j = &p->page_jobs[i];
        ssz_cached_root_put(&j->piece->root, j->out);
    }
    for (uint64_t i = 0; i < p->range_count; i++) {
        finish_range(p, &p->ranges[i]);
    }
    for (unsigned level = 1; level < SSZ_HEIGHT_LIMIT; level++) {
        size_t count = (size_t)p->pair_counts[level];
        if (count == 0) {
            continue;
        }
        ssz_merkle_sweep(p->blocks[level], 2 * count, p->page_height + level - 1);
        for (size_t i = 0; i < count; i++) {
            finish(&p->pairs[level][i], p->blocks[level] + i * SSZ_CHUNK_SIZE);
        }
    }
    return true;
}

/* Writes the root of a piece, and keeps those of all pieces it is made of. */
static int32_t root_of_piece(const ssz_leaf *leaf, ssz_piece *piece, unsigned page_height,
                             uint8_t *out, ssz_error *err) {
    const uint8_t *known = ssz_cached_root_get(&piece->root);
    if (known) {
        ssz_stats_add(SSZ_STAT_CACHED_ROOTS, 1);
        memcpy(out, known, SSZ_CHUNK_SIZE);
        return SSZ_OK;
    }
    ssz_scratch scratch = {.top = NULL};
    uint8_t root[SSZ_CHUNK_SIZE];
    plan *p =
        ssz_scratch_take(&scratch, sizeof *p); /* nodes have runs, of nodes: spare the stack */
    bool is_done = false;
    if (p) {
        *p = (plan){.leaf = leaf, .page_height = page_height, .scratch = &scratch};
        survey(p, piece);
        is_done = prepare(p) && collect(p, piece, piece->level, root) && carry_out(p);
        for (uint64_t i = 0; i < p->range_count; i++) {
            ssz_free(p->ranges[i].levels); /* if the range could not use them */
        }
        ssz_stats_add(SSZ_STAT_CACHED_ROOTS, p->known_count);
        ssz_stats_add(SSZ_STAT_ZERO_NODES, p->zero_count);
    }
    ssz_scratch_free(&scratch);
    if (!is_done) {
        return ssz_fail(err, SSZ_NO_MEMORY, 0, 0, 0);
    }
    memcpy(out, root, SSZ_CHUNK_SIZE);
    return SSZ_OK;
}

static void zero_root(unsigned height, uint8_t *out) {
    ssz_stats_add(SSZ_STAT_ZERO_NODES, 1);
    memcpy(out, ssz_zero_hash(height), SSZ_CHUNK_SIZE);
}

int32_t ssz_pages_root(const ssz_leaf *leaf, const ssz_pages *pages, unsigned depth, uint8_t *out,
                       ssz_error *err) {
    if (!pages->top) {
        zero_root(depth, out);
        return SSZ_OK;
    }
    unsigned page_height = depth < leaf->page_depth ? depth : leaf->page_depth;
    unsigned height = page_height + pages->levels;
    SSZ_ASSERT(height <= depth && depth <= SSZ_HEIGHT_LIMIT);
    uint8_t block[SSZ_BLOCK_SIZE];
    int32_t code = root_of_piece(leaf, pages->top, page_height, block, err);
    if (code == SSZ_OK) {
        ssz_merkle_reduce(block, 1, depth - height, height, out);
    }
    return code;
}

int32_t ssz_pages_merkle_node(const ssz_leaf *leaf, const ssz_pages *pages, unsigned height,
                              uint64_t index, uint8_t *out, ssz_error *err) {
    SSZ_ASSERT(height >= leaf->page_depth && height <= SSZ_HEIGHT_LIMIT);
    unsigned level = height - leaf->page_depth;
    if (level > pages->levels && index == 0) {
        return ssz_pages_root(leaf, pages, height, out, err);
    }
    ssz_piece *piece = NULL;
    if (level <= pages->levels && index >> (pages->levels - level) == 0) {
        piece = pages->top;
    }
    while (piece && piece->kind == SSZ_PIECE_PAIR && piece->level > level) {
        piece = ((ssz_pair *)piece)->children[index >> (piece->level - 1 - level) & 1];
    }
    if (!piece) {
        zero_root(height, out);
        return SSZ_OK;
    }
    uint8_t root[SSZ_CHUNK_SIZE];
    int32_t code = root_of_piece(leaf, piece, leaf->page_depth, root, err);
    if (code != SSZ_OK) {
        return code;
    }
    const uint8_t *node = root;
    if (piece->level > level) {
        ssz_range *range = (ssz_range *)piece;
        ssz_levels *levels = atomic_load_explicit(&range->levels, memory_order_acquire);
        uint64_t page = index << level;
        uint64_t count = ssz_ceil_div(range->size, ssz_page_size(leaf));
        if (page >= range->first + count) {
            zero_root(height, out);
            return SSZ_OK;
        }
        node = ssz_levels_node(levels, level, page);
    }
    memcpy(out, node, SSZ_CHUNK_SIZE);
    return SSZ_OK;
}
