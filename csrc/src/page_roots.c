/*
 * page_roots.c - roots of runs of pages.
 *
 * What has no root is looked up first, from the left to the right: each node with the place that its root
 * goes to, which is in the block of the branch above.  Then all pages are hashed together (subtrees.h), and
 * then the branches, each level in one call.
 *
 * A root is published only when it is complete, and nodes that others have get one at any time.  So a node
 * is looked at once: a root that is there is copied, and one that is not is computed, even if another thread does too.
 */
#include <string.h>

#include "alloc.h"
#include "error.h"
#include "merkle.h"
#include "page_tree.h"
#include "scratch.h"
#include "stats.h"
#include "subtrees.h"

/* A node without a root. */
typedef struct job {
    ssz_page_node *node;
    uint8_t *out;       /* where the root goes */
    ssz_levels *levels; /* of a slice, being made */
} job;

typedef struct plan {
    const ssz_leaf *leaf;
    unsigned page_height; /* of the roots of pages */
    ssz_scratch *scratch;
    /* Pages, of which slices have many; `page_jobs` are those that are nodes. */
    ssz_subtree *pages;
    uint64_t page_count;
    job *page_jobs;
    uint64_t page_job_count;
    job *slices;
    uint64_t slice_count;
    /* Pairs of each level, and the block of each, whose place is taken by its root. */
    job *branches[SSZ_HEIGHT_LIMIT];
    uint8_t *blocks[SSZ_HEIGHT_LIMIT];
    uint64_t branch_counts[SSZ_HEIGHT_LIMIT];
    uint64_t known_count; /* roots found */
    uint64_t zero_count;
} plan;

static uint64_t pages_in(const plan *p, const ssz_page_slice *slice) {
    return ssz_ceil_div(slice->size, ssz_page_size(p->leaf));
}

/* Counts what is to be hashed. */
static void survey(plan *p, const ssz_page_node *node) {
    if (!node || ssz_cached_root_get(&node->root)) {
        return;
    }
    if (node->level == 0) {
        p->page_count++;
        p->page_job_count++;
    } else if (node->kind == SSZ_PAGE_NODE_SLICE) {
        p->page_count += pages_in(p, (const ssz_page_slice *)node);
        p->slice_count++;
    } else {
        const ssz_page_branch *branch = (const ssz_page_branch *)node;
        p->branch_counts[node->level]++;
        survey(p, branch->children[0]);
        survey(p, branch->children[1]);
    }
}

/* Gives the plan room for what was counted, and starts the counts again. */
static int32_t prepare(plan *p) {
    p->pages = ssz_scratch_take(p->scratch, p->page_count * sizeof *p->pages);
    p->page_jobs = ssz_scratch_take(p->scratch, p->page_job_count * sizeof *p->page_jobs);
    p->slices = ssz_scratch_take(p->scratch, p->slice_count * sizeof *p->slices);
    bool is_complete = p->pages && p->page_jobs && p->slices;
    for (unsigned level = 0; level < SSZ_HEIGHT_LIMIT; level++) {
        uint64_t count = p->branch_counts[level];
        if (count != 0) {
            p->branches[level] = ssz_scratch_take(p->scratch, count * sizeof *p->branches[level]);
            p->blocks[level] = ssz_scratch_take(p->scratch, count * SSZ_BLOCK_SIZE);
            is_complete = is_complete && p->branches[level] && p->blocks[level];
        }
        p->branch_counts[level] = 0;
    }
    p->page_count = p->page_job_count = p->slice_count = 0;
    return is_complete ? SSZ_OK : SSZ_NO_MEMORY;
}

/* Leaves of a page as chunks or records: objects have their roots written to a row of chunks. */
static int32_t set_leaves(plan *p, ssz_subtree *page, const uint8_t *data, uint64_t size) {
    const ssz_leaf *leaf = p->leaf;
    page->data = data;
    page->size = size;
    if (!leaf->objects) {
        return SSZ_OK;
    }
    uint64_t count = size / leaf->size;
    uint8_t *roots = ssz_scratch_take(p->scratch, count * SSZ_CHUNK_SIZE);
    page->data = roots;
    page->size = count * SSZ_CHUNK_SIZE;
    return roots ? leaf->objects->roots(leaf, data, count, roots) : SSZ_NO_MEMORY;
}

static int32_t add_page(plan *p, ssz_page_node *node, uint8_t *out) {
    p->page_jobs[p->page_job_count++] = (job){.node = node, .out = out};
    ssz_subtree *page = &p->pages[p->page_count++];
    page->root = out;
    if (node->kind == SSZ_PAGE_NODE_SLICE) {
        const ssz_page_slice *slice = (const ssz_page_slice *)node;
        return set_leaves(p, page, slice->data, slice->size);
    }
    const ssz_page *own = (const ssz_page *)node;
    return set_leaves(p, page, own->data, own->size);
}

static int32_t add_slice(plan *p, ssz_page_slice *slice, uint8_t *out) {
    uint64_t count = pages_in(p, slice);
    unsigned level = slice->node.level;
    ssz_levels *levels = ssz_alloc(ssz_levels_size(count, level));
    if (!levels) {
        return SSZ_NO_MEMORY;
    }
    atomic_init(&levels->references, 1);
    levels->first = slice->first;
    levels->count = count;
    levels->level = level;
    p->slices[p->slice_count++] = (job){.node = &slice->node, .out = out, .levels = levels};
    for (uint64_t i = 0; i < count; i++) {
        uint64_t offset = i * ssz_page_size(p->leaf);
        p->pages[p->page_count++] = (ssz_subtree){
            .data = slice->data + offset,
            .size = ssz_min_u64(slice->size - offset, ssz_page_size(p->leaf)),
            .root = levels->nodes + i * SSZ_CHUNK_SIZE,
        };
    }
    return SSZ_OK;
}

/* Sees to it that the root of the node of that level gets to its place, at once or later.
 * Recursive, but no deeper than there are levels. */
static int32_t collect(plan *p, ssz_page_node *node, unsigned level, uint8_t *out) {
    if (!node) {
        memcpy(out, ssz_zero_hash(p->page_height + level), SSZ_CHUNK_SIZE);
        p->zero_count++;
        return SSZ_OK;
    }
    const uint8_t *root = ssz_cached_root_get(&node->root);
    if (root) {
        memcpy(out, root, SSZ_CHUNK_SIZE);
        p->known_count++;
        return SSZ_OK;
    }
    if (level == 0) {
        return add_page(p, node, out);
    }
    if (node->kind == SSZ_PAGE_NODE_SLICE) {
        return add_slice(p, (ssz_page_slice *)node, out);
    }
    ssz_page_branch *branch = (ssz_page_branch *)node;
    uint64_t i = p->branch_counts[level]++;
    uint8_t *block = p->blocks[level] + i * SSZ_BLOCK_SIZE;
    p->branches[level][i] = (job){.node = node, .out = out};
    int32_t code = collect(p, branch->children[0], level - 1, block);
    return code == SSZ_OK ? collect(p, branch->children[1], level - 1, block + SSZ_CHUNK_SIZE)
                          : code;
}

static void finish(const job *j, const uint8_t *root) {
    memcpy(j->out, root, SSZ_CHUNK_SIZE);
    ssz_cached_root_put(&j->node->root, root);
}

/* Hashes the levels above the pages of a slice. */
static void finish_slice(const plan *p, job *j) {
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
    if (atomic_compare_exchange_strong_explicit(&((ssz_page_slice *)j->node)->levels, &none, levels,
                                                memory_order_release, memory_order_relaxed)) {
        j->levels = NULL;
    }
    finish(j, nodes);
}

/* Hashes what was collected. */
static int32_t carry_out(plan *p) {
    uint32_t type = p->leaf->objects ? SSZ_NO_TYPE : p->leaf->type;
    if (ssz_subtree_roots(p->leaf->schema, type, p->pages, p->page_count, p->page_height) !=
        SSZ_OK) {
        return SSZ_NO_MEMORY;
    }
    for (uint64_t i = 0; i < p->page_job_count; i++) {
        const job *j = &p->page_jobs[i];
        ssz_cached_root_put(&j->node->root, j->out);
    }
    for (uint64_t i = 0; i < p->slice_count; i++) {
        finish_slice(p, &p->slices[i]);
    }
    for (unsigned level = 1; level < SSZ_HEIGHT_LIMIT; level++) {
        size_t count = (size_t)p->branch_counts[level];
        if (count == 0) {
            continue;
        }
        ssz_merkle_sweep(p->blocks[level], 2 * count, p->page_height + level - 1);
        for (size_t i = 0; i < count; i++) {
            finish(&p->branches[level][i], p->blocks[level] + i * SSZ_CHUNK_SIZE);
        }
    }
    return SSZ_OK;
}

/* Writes the root of a node, and keeps those of all nodes it is made of. */
static int32_t root_of_node(const ssz_leaf *leaf, ssz_page_node *node, unsigned page_height,
                            uint8_t *out, ssz_error *err) {
    const uint8_t *known = ssz_cached_root_get(&node->root);
    if (known) {
        ssz_stats_add(SSZ_STAT_CACHED_ROOTS, 1);
        memcpy(out, known, SSZ_CHUNK_SIZE);
        return SSZ_OK;
    }
    ssz_scratch scratch = {.top = NULL};
    uint8_t root[SSZ_CHUNK_SIZE];
    plan *p =
        ssz_scratch_take(&scratch, sizeof *p); /* nodes have runs, of nodes: spare the stack */
    int32_t code = p ? SSZ_OK : SSZ_NO_MEMORY;
    if (p) {
        *p = (plan){.leaf = leaf, .page_height = page_height, .scratch = &scratch};
        survey(p, node);
        code = prepare(p);
        if (code == SSZ_OK) {
            code = collect(p, node, node->level, root);
        }
        if (code == SSZ_OK) {
            code = carry_out(p);
        }
        for (uint64_t i = 0; i < p->slice_count; i++) {
            ssz_free(p->slices[i].levels); /* if the slice could not use them */
        }
        ssz_stats_add(SSZ_STAT_CACHED_ROOTS, p->known_count);
        ssz_stats_add(SSZ_STAT_ZERO_NODES, p->zero_count);
    }
    ssz_scratch_free(&scratch);
    if (code != SSZ_OK) {
        return ssz_no_memory(err);
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
    int32_t code = root_of_node(leaf, pages->top, page_height, block, err);
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
    ssz_page_node *node = NULL;
    if (level <= pages->levels && index >> (pages->levels - level) == 0) {
        node = pages->top;
    }
    while (node && node->kind == SSZ_PAGE_NODE_BRANCH && node->level > level) {
        node = ((ssz_page_branch *)node)->children[index >> (node->level - 1 - level) & 1];
    }
    if (!node) {
        zero_root(height, out);
        return SSZ_OK;
    }
    uint8_t root[SSZ_CHUNK_SIZE];
    SSZ_TRY(root_of_node(leaf, node, leaf->page_depth, root, err));
    const uint8_t *found = root;
    if (node->level > level) {
        ssz_page_slice *slice = (ssz_page_slice *)node;
        ssz_levels *levels = atomic_load_explicit(&slice->levels, memory_order_acquire);
        uint64_t page = index << level;
        uint64_t count = ssz_ceil_div(slice->size, ssz_page_size(leaf));
        if (page >= slice->first + count) {
            zero_root(height, out);
            return SSZ_OK;
        }
        found = ssz_levels_node(levels, level, page);
    }
    memcpy(out, found, SSZ_CHUNK_SIZE);
    return SSZ_OK;
}
