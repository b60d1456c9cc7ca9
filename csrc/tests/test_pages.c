/*
 * test_pages.c - runs of pages against plain arrays: whatever is done to them, in whatever order and
 * however they share, they hold the same bytes and have the root that is defined for those.
 */
#include <pthread.h>

#include "page_runs.h"

/* Memory that runs out before anything is hashed, and then on the way: for new pages, for pages and ranges
 * that are left of a larger range, and for nodes that know no roots either. */
static void test_no_memory(const kind *k) {
    static run r;
    uint64_t size = k->limit - k->limit % k->leaf.size;
    write_bytes(k, &r, 0, size, true);
    root_without_memory(k, &r, 30);
    check_root(k, &r, 30);
    if (!k->leaf.objects) {
        uint8_t node[32];
        borrow(k, &r, size);
        write_leaf(k, &r, true);
        root_without_memory(k, &r, 30);
        check_root(k, &r, 30);
        borrow(k, &r, size);
        UNTIL_IT_WORKS(k, &r,
                       (ssz_trim(), ssz_pages_merkle_node(&k->leaf, &r.pages, k->leaf.page_depth, 1,
                                                          node, NULL)));
        check_nodes(k, &r);
        ssz_pages again = {0};
        ssz_page_slice *range = (ssz_page_slice *)r.pages.top;
        UNTIL_IT_WORKS(k, &r,
                       ssz_pages_borrow(&k->leaf, range->buffer, range->data, size, &again, NULL));
        ssz_pages_release(&k->leaf, &again);
    }
    empty(k, &r);
}

/* ---- random programs ------------------------------------------------------------------------- */

#define RUNS 4

/* A place that is often at the edge of a page or of the run. */
static uint64_t random_place(const kind *k, uint64_t end) {
    uint64_t page = ssz_page_size(&k->leaf);
    uint64_t place = random_below(end + 1);
    switch (random_below(4)) {
    case 0:
        place = end;
        break;
    case 1:
        place = place / page * page;
        break;
    default:
        break;
    }
    return place / k->unit * k->unit;
}

static uint64_t random_size(const kind *k, uint64_t limit) {
    uint64_t size = random_below(3) == 0 ? random_place(k, limit) : k->unit * random_below(5);
    return size < limit ? size : limit / k->unit * k->unit;
}

static void step(const kind *k, run *runs, unsigned depth) {
    run *r = &runs[random_below(RUNS)];
    bool fails = random_below(8) == 0;
    switch (random_below(12)) {
    case 0:
        if (!k->leaf.objects) {
            uint64_t size = random_place(k, k->limit);
            borrow(k, r, size != 0 ? size : k->unit);
        }
        break;
    case 1:
        share(k, &runs[random_below(RUNS)], r);
        break;
    case 2:
    case 3:
    case 4: {
        uint64_t offset = random_place(k, r->size);
        write_bytes(k, r, offset, random_size(k, k->limit - offset), fails);
        break;
    }
    case 5:
        for (uint64_t i = random_below(200); i > 0 && r->size + k->unit <= k->limit; i--) {
            write_bytes(k, r, r->size, k->unit, false);
        }
        break;
    case 6:
    case 7:
        if (r->size != 0) {
            write_leaf(k, r, fails);
        }
        break;
    case 8:
        truncate_run(k, r, random_place(k, r->size), fails);
        break;
    case 9:
        for (uint64_t i = random_below(20); i > 0 && r->size != 0; i--) {
            truncate_run(k, r, r->size - k->unit, false);
        }
        break;
    case 10:
        check_nodes(k, r);
        break;
    default:
        if (random_below(8) == 0) {
            empty(k, r);
        } else if (fails) {
            root_without_memory(k, r, depth);
        }
        break;
    }
    read_some(k, r);
    if (random_below(4) != 0) {
        check_root(k, r, depth);
    }
}

static void test_programs(const kind *k, unsigned steps) {
    static run runs[RUNS];
    for (unsigned i = 0; i < steps; i++) {
        step(k, runs, i < steps / 2 ? 20 : 64);
        for (size_t j = 0; j < RUNS; j++) {
            check_content(k, &runs[j]);
        }
    }
    for (size_t j = 0; j < RUNS; j++) {
        check_root(k, &runs[j], 20);
        empty(k, &runs[j]);
    }
}

/* ---- small trees ----------------------------------------------------------------------------- */

/* Trees that are lower than a page, filled one leaf after the other and emptied again. */
static void test_low_trees(const kind *k) {
    static run r;
    for (unsigned depth = 0; depth <= 6; depth++) {
        uint64_t limit = (uint64_t)k->leaf.size << depth;
        for (unsigned round = 0; round < 2; round++) {
            for (uint64_t size = k->leaf.size; size <= limit; size += k->leaf.size) {
                write_bytes(k, &r, r.size, k->leaf.size, size % 2 == 0);
                check_root(k, &r, depth);
                if (round == 1 && !k->leaf.objects) {
                    borrow(k, &r, size);
                    check_root(k, &r, depth);
                }
            }
            while (r.size != 0) {
                truncate_run(k, &r, r.size - k->unit, false);
                if (r.size % k->leaf.size < 2) {
                    check_root(k, &r, depth);
                }
            }
        }
    }
}

/* ---- sizes around those of pages --------------------------------------------------------------- */

static void test_boundaries(const kind *k) {
    static run r, other;
    uint64_t page = ssz_page_size(&k->leaf);
    for (uint64_t pages = 1; pages <= 9 && pages * page + k->unit <= SIZE_LIMIT; pages++) {
        for (uint64_t size = pages * page - k->unit; size <= pages * page + k->unit;
             size += k->unit) {
            if (size < 2 * k->unit) {
                continue;
            }
            empty(k, &r);
            write_bytes(k, &r, 0, size, true);
            CHECK_EQUAL(r.pages.levels, ssz_tree_depth((size + page - 1) / page));
            check_root(k, &r, 30);
            share(k, &r, &other);
            write_bytes(k, &other, size - k->unit, k->unit, true);
            write_bytes(k, &other, size, k->unit, true);
            check_root(k, &other, 30);
            truncate_run(k, &other, size - k->unit, true);
            check_root(k, &other, 30);
            check_content(k, &r);
            check_root(k, &r, 30);
            truncate_run(k, &other, k->unit, true);
            CHECK_EQUAL(other.pages.levels, 0);
            check_root(k, &other, 30);
        }
    }
    empty(k, &r);
    empty(k, &other);
}

/* ---- large runs: what a root costs, and threads ------------------------------------------------ */

#define LARGE ((uint64_t)3 << 20)

static uint64_t blocks_of_root(const ssz_leaf *leaf, const ssz_pages *pages, unsigned depth,
                               uint8_t *out) {
    uint64_t before = ssz_hash_stats_read().blocks;
    CHECK_EQUAL(ssz_pages_root(leaf, pages, depth, out, NULL), SSZ_OK);
    return ssz_hash_stats_read().blocks - before;
}

/* The run is a list. */
static void check_large(const ssz_leaf *leaf, uint32_t list, const ssz_pages *pages) {
    uint8_t *data = allocate(pages->size);
    uint8_t expected[32], actual[32], length[32] = {0};
    ssz_pages_read(leaf, pages, 0, pages->size, data);
    CHECK_EQUAL(ssz_root(schema, list, data, pages->size, expected, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_pages_root(leaf, pages, 30, actual, NULL), SSZ_OK);
    uint64_t count = pages->size / leaf->size;
    for (size_t i = 0; i < 8; i++) {
        length[i] = (uint8_t)(count >> 8 * i);
    }
    reference_pair(actual, length, actual);
    CHECK_BYTES(actual, expected, 32);
    free(data);
}

static ssz_pages borrow_large(const ssz_leaf *leaf, uint64_t size) {
    uint8_t *data = allocate(size);
    fill_random(data, size);
    ssz_buffer *buffer = ssz_buffer_copy(data, size, NULL);
    CHECK(buffer != NULL);
    ssz_pages pages = {0};
    CHECK_EQUAL(ssz_pages_borrow(leaf, buffer, buffer->data, size, &pages, NULL), SSZ_OK);
    ssz_buffer_release(buffer);
    free(data);
    return pages;
}

static void write_byte(const ssz_leaf *leaf, ssz_pages *pages, uint64_t offset) {
    uint8_t *byte = ssz_pages_write_at(leaf, pages, offset, NULL);
    CHECK(byte != NULL);
    ++*byte;
}

/* A root costs what changed: the page and the way up.  `page_blocks`: of the Merkle tree of a page. */
static void test_costs(const ssz_leaf *leaf, uint32_t list, uint64_t page_blocks) {
    uint64_t size = LARGE / leaf->size * leaf->size;
    unsigned levels = ssz_tree_depth((size + ssz_page_size(leaf) - 1) / ssz_page_size(leaf));
    unsigned climb = 30 - levels - leaf->page_depth;
    uint8_t root[32], again[32], other[32];
    ssz_pages pages = borrow_large(leaf, size);
    blocks_of_root(leaf, &pages, 30, root);
    check_large(leaf, list, &pages);
    CHECK_EQUAL(blocks_of_root(leaf, &pages, 30, again), climb);
    CHECK_BYTES(again, root, 32);
    for (unsigned i = 0; i < 20; i++) {
        ssz_pages copy = ssz_pages_share(&pages);
        write_byte(leaf, &copy, random_below(size - ssz_page_size(leaf)));
        CHECK_EQUAL(blocks_of_root(leaf, &copy, 30, other), page_blocks + levels + climb);
        CHECK(memcmp(other, root, 32) != 0);
        CHECK_EQUAL(blocks_of_root(leaf, &copy, 30, again), climb);
        CHECK_EQUAL(blocks_of_root(leaf, &pages, 30, again), climb);
        CHECK_BYTES(again, root, 32);
        if (i % 10 == 0) {
            check_large(leaf, list, &copy);
        }
        ssz_pages_release(leaf, &copy);
    }
    ssz_pages_release(leaf, &pages);
}

/* Ranges that fell apart before they were hashed, pages of all places, and whole runs written anew. */
static void test_large(const ssz_leaf *leaf, uint32_t list) {
    uint64_t size = LARGE / leaf->size * leaf->size;
    for (unsigned threads = 1; threads <= 3; threads++) {
        ssz_set_threads(threads);
        ssz_pages pages = borrow_large(leaf, size), copy = ssz_pages_share(&pages);
        for (unsigned i = 0; i < 40; i++) {
            write_byte(leaf, &pages, random_below(size));
        }
        check_large(leaf, list, &pages);
        check_large(leaf, list, &copy);
        uint8_t *data = allocate(size);
        fill_random(data, size);
        CHECK_EQUAL(ssz_pages_write(leaf, &pages, 0, data, size, NULL), SSZ_OK);
        check_large(leaf, list, &pages);
        uint64_t most = size - leaf->size * 1000, offset = leaf->size * 5;
        CHECK_EQUAL(ssz_pages_write(leaf, &copy, offset, data, most, NULL), SSZ_OK);
        check_large(leaf, list, &copy);
        CHECK_EQUAL(ssz_pages_truncate(leaf, &copy, most / 3 / leaf->size * leaf->size, NULL),
                    SSZ_OK);
        check_large(leaf, list, &copy);
        free(data);
        ssz_pages_release(leaf, &pages);
        ssz_pages_release(leaf, &copy);
    }
    ssz_set_threads(0);
}

/* ---- accounting ------------------------------------------------------------------------------ */

static ssz_footprint memory_of(const ssz_leaf *leaf, const ssz_pages *pages) {
    ssz_footprint account = {0};
    ssz_pages_memory(leaf, pages, false, &account);
    return account;
}

static void no_hook(uint64_t context) {
    (void)context;
}

static void test_memory(void) {
    ssz_leaf leaf = ssz_leaf_chunk();
    uint8_t root[32], *data = allocate(LARGE);
    paint(data, LARGE);
    ssz_buffer *buffer = ssz_buffer_borrow(data, LARGE, no_hook, 0, NULL);
    CHECK(buffer != NULL);
    ssz_pages pages = {0};
    ssz_footprint m = memory_of(&leaf, &pages);
    CHECK(m.own == 0 && m.shared == 0 && m.borrowed == 0);
    CHECK_EQUAL(ssz_pages_borrow(&leaf, buffer, data, LARGE, &pages, NULL), SSZ_OK);
    ssz_buffer_release(buffer);
    m = memory_of(&leaf, &pages);
    CHECK(m.own == sizeof(ssz_page_slice) && m.shared == 0 && m.borrowed == LARGE);
    /* 768 pages, 10 levels above them. */
    blocks_of_root(&leaf, &pages, 30, root);
    uint64_t levels_size = ssz_levels_size(768, 10);
    CHECK(levels_size >= 32 * 2 * 768 && levels_size < 32 * 2 * 768 + 400);
    m = memory_of(&leaf, &pages);
    CHECK(m.own == sizeof(ssz_page_slice) + levels_size && m.shared == 0 && m.borrowed == LARGE);

    ssz_pages copy = ssz_pages_share(&pages);
    m = memory_of(&leaf, &copy);
    CHECK(m.own == 0 && m.shared == sizeof(ssz_page_slice) + levels_size && m.borrowed == LARGE);
    write_byte(&leaf, &copy, 5);
    ssz_footprint apart = memory_of(&leaf, &copy);
    uint64_t way = 10 * (sizeof(ssz_page_branch) + sizeof(ssz_page_slice));
    CHECK_EQUAL(apart.own, way + sizeof(ssz_page) + 4096);
    CHECK_EQUAL(apart.shared, levels_size);
    CHECK_EQUAL(apart.borrowed, LARGE - 4096);
    m = memory_of(&leaf, &pages);
    CHECK(m.own == sizeof(ssz_page_slice) && m.shared == levels_size && m.borrowed == LARGE);

    /* Two more, one of which goes again; the ranges that are left have the levels for themselves. */
    ssz_pages third = ssz_pages_share(&copy);
    write_byte(&leaf, &third, LARGE - 1);
    ssz_pages_release(&leaf, &pages);
    m = memory_of(&leaf, &copy);
    CHECK(m.own < apart.own && m.shared > levels_size);
    CHECK_EQUAL(m.own + m.shared, apart.own + apart.shared);
    ssz_pages_release(&leaf, &third);
    m = memory_of(&leaf, &copy);
    CHECK_EQUAL(m.own, apart.own + apart.shared);
    CHECK_EQUAL(m.shared, 0);
    ssz_footprint account = {0};
    ssz_pages_memory(&leaf, &copy, true, &account);
    CHECK(account.own == 0 && account.shared == m.own && account.borrowed == m.borrowed);
    ssz_pages_release(&leaf, &copy);
    free(data);
}

/* Nodes are counted with the page that has them. */
static void test_memory_of_nodes(void) {
    static run r;
    const kind *k = &kinds[5];
    uint64_t nodes_own = 0, nodes_shared = 0;
    write_bytes(k, &r, 0, 7 * sizeof(void *), false);
    for (size_t i = 0; i < 7; i++) {
        ssz_footprint one = {0}, shared = {0};
        ssz_node *node;
        memcpy(&node, r.data + i * sizeof node, sizeof node);
        ssz_node_memory(schema, k->leaf.type, node, false, &one);
        ssz_node_memory(schema, k->leaf.type, node, true, &shared);
        nodes_own += one.own;
        nodes_shared += shared.shared;
        CHECK_EQUAL(one.shared, shared.shared); /* the test has them as well */
    }
    ssz_footprint m = memory_of(&k->leaf, &r.pages);
    CHECK_EQUAL(m.own, sizeof(ssz_page) + 8 * sizeof(void *) + nodes_own);
    CHECK_EQUAL(m.shared, nodes_shared);
    empty(k, &r);
}

/* ---- threads --------------------------------------------------------------------------------- */

#define THREADS 4

typedef struct crowd {
    const kind *kind;
    const ssz_pages *base; /* never written, and not hashed before */
    uint8_t root[32];
} crowd;

/* Hashes the common run, and a copy that it writes to, over and over. */
static void *work(void *context) {
    const crowd *c = context;
    const ssz_leaf *leaf = &c->kind->leaf;
    uint64_t number = 0;
    for (unsigned i = 0; i < 60; i++) {
        uint8_t root[32], changed[32], node[32];
        ssz_pages copy = ssz_pages_share(c->base);
        uint64_t offset = (number = number * 7919 + 4241 + i) % copy.size;
        offset -= offset % leaf->size;
        if (i % 3 == 0) {
            CHECK_EQUAL(ssz_pages_root(leaf, &copy, 30, root, NULL), SSZ_OK);
            CHECK_BYTES(root, c->root, 32);
        }
        const uint8_t *old = ssz_pages_at(leaf, &copy, offset);
        uint8_t *data = allocate(leaf->size);
        memcpy(data, old, leaf->size);
        if (leaf->objects) {
            count_references(c->kind, data, leaf->size, true);
        } else {
            data[0]++;
        }
        CHECK_EQUAL(ssz_pages_write(leaf, &copy, offset, data, leaf->size, NULL), SSZ_OK);
        CHECK_EQUAL(ssz_pages_root(leaf, &copy, 30, changed, NULL), SSZ_OK);
        CHECK((memcmp(changed, c->root, 32) == 0) == (leaf->objects != NULL));
        CHECK_EQUAL(ssz_pages_merkle_node(leaf, c->base, 30, 0, node, NULL), SSZ_OK);
        CHECK_BYTES(node, c->root, 32);
        ssz_pages_release(leaf, &copy);
        free(data);
    }
    return NULL;
}

static void test_threads(const kind *k) {
    static run r;
    ssz_set_threads(2);
    for (unsigned round = 0; round < 4; round++) {
        uint64_t size = k->limit - k->limit % k->leaf.size;
        if (round % 2 == 0 && !k->leaf.objects) {
            borrow(k, &r, size);
        } else {
            empty(k, &r);
            write_bytes(k, &r, 0, size, false);
        }
        crowd c = {.kind = k, .base = &r.pages};
        uint8_t *roots = leaf_roots(k, &r);
        reference_root(roots, leaf_count(k, size), 30, 0, c.root);
        free(roots);
        pthread_t threads[THREADS];
        for (size_t i = 0; i < THREADS; i++) {
            CHECK(pthread_create(&threads[i], NULL, work, &c) == 0);
        }
        for (size_t i = 0; i < THREADS; i++) {
            CHECK(pthread_join(threads[i], NULL) == 0);
        }
        check_content(k, &r);
    }
    empty(k, &r);
    ssz_set_threads(0);
}

int main(void) {
    static const unsigned steps[KINDS] = {500, 200, 250, 400, 250, 400};
    start();
    for (size_t i = 0; i < KINDS; i++) {
        test_no_memory(&kinds[i]);
        test_programs(&kinds[i], steps[i]);
        test_threads(&kinds[i]);
        if (i != 3 && i != 4) {
            test_low_trees(&kinds[i]);
        }
    }
    for (uint32_t i = 0; ssz_kernel_name(i); i++) {
        CHECK_EQUAL(ssz_kernel_use(ssz_kernel_name(i)), SSZ_OK);
        test_boundaries(&kinds[0]);
        test_costs(&kinds[0].leaf, chunk_list, 127);
        test_costs(&kinds[2].leaf, record_list, 32 * 15 + 31);
    }
    for (size_t i = 1; i < KINDS; i++) {
        test_boundaries(&kinds[i]);
    }
    test_large(&kinds[0].leaf, chunk_list);
    test_large(&kinds[2].leaf, record_list);
    test_memory();
    test_memory_of_nodes();
    end();
    return 0;
}
