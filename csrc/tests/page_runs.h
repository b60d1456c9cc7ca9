/*
 * page_runs.h - runs of pages, each beside a plain array that has the same done to it.
 *
 * The program has an allocator of its own, which counts what is alive and fails when told to.
 */
#ifndef SSZ_TESTS_PAGE_RUNS_H
#define SSZ_TESTS_PAGE_RUNS_H

#include <stdatomic.h>

#include "alloc.h"
#include "node.h"
#include "page_tree.h"
#include "pages.h"
#include "reference.h"
#include "tables.h"

/* ---- the allocator --------------------------------------------------------------------------- */

static _Atomic int64_t alive;
static _Atomic int64_t until_failure = INT64_MAX; /* allocations that still work */

void *ssz_alloc(uint64_t size) {
    if (atomic_fetch_sub(&until_failure, 1) <= 0) {
        return NULL;
    }
    atomic_fetch_add(&alive, 1);
    return allocate((size_t)size);
}

void *ssz_calloc(uint64_t count, uint64_t size) {
    void *memory = ssz_alloc(count * size);
    if (memory) {
        memset(memory, 0, (size_t)(count * size));
    }
    return memory;
}

void ssz_free(void *memory) {
    if (memory) {
        atomic_fetch_sub(&alive, 1);
        free(memory);
    }
}

/* ---- leaves ---------------------------------------------------------------------------------- */

static table t;
static ssz_schema *schema;

/* What a run is made of in a test. */
typedef struct kind {
    ssz_leaf leaf;
    uint64_t limit; /* bytes that runs of the random test have, at most */
    unsigned unit;  /* bytes that sizes are a multiple of */
} kind;

#define KINDS 6
static kind kinds[KINDS];
static uint32_t chunk_list, record_list; /* lists of such leaves, of 2^30 */

#define NODE_COUNT 50
static ssz_node *nodes[NODE_COUNT];
static uint8_t node_roots[NODE_COUNT][32];

static void start(void) {
    uint32_t u8 = table_uint(&t, 1), u64 = table_uint(&t, 8);
    uint32_t words[15];
    for (size_t i = 0; i < 15; i++) {
        words[i] = i == 0 ? u8 : u64;
    }
    uint32_t small = table_container(&t, u8, u64); /* 256 of 9 bytes to a page */
    uint32_t medium = table_numbered(&t, SSZ_KIND_CONTAINER, words, 15); /* 32 of 113 */
    uint32_t bytes = table_vector(&t, u8, 1000);                         /* 4 */
    uint32_t large = table_vector(&t, u8, 2049);                         /* 1 */
    uint32_t list = table_list(&t, u64, 1000);
    chunk_list = table_list(&t, table_uint(&t, 32), (uint64_t)1 << 30);
    record_list = table_list(&t, medium, (uint64_t)1 << 30);
    schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    kinds[0] = (kind){ssz_leaf_chunk(), 9 * 4096, 1};
    kinds[1] = (kind){ssz_leaf_record(schema, small), 7 * 256 * 9, 9};
    kinds[2] = (kind){ssz_leaf_record(schema, medium), 20 * 32 * 113, 113};
    kinds[3] = (kind){ssz_leaf_record(schema, bytes), 30 * 4000, 1000};
    kinds[4] = (kind){ssz_leaf_record(schema, large), 70 * 2049, 2049};
    kinds[5] = (kind){ssz_leaf_node(schema, list), 20 * 16 * sizeof(void *), sizeof(void *)};
    const unsigned depths[KINDS] = {7, 8, 5, 2, 0, 4};
    for (size_t i = 0; i < KINDS; i++) {
        CHECK_EQUAL(kinds[i].leaf.page_depth, depths[i]);
    }
    for (size_t i = 0; i < NODE_COUNT; i++) {
        uint8_t data[8 * NODE_COUNT];
        fill_random(data, sizeof data);
        ssz_buffer *buffer = ssz_buffer_copy(data, 8 * i, NULL);
        CHECK(buffer != NULL);
        nodes[i] = ssz_node_of_slice(buffer, buffer->data, 8 * i, NULL);
        CHECK(nodes[i] != NULL);
        ssz_buffer_release(buffer);
        CHECK_EQUAL(ssz_root(schema, list, data, 8 * i, node_roots[i], NULL), SSZ_OK);
    }
}

static void end(void) {
    for (size_t i = 0; i < NODE_COUNT; i++) {
        CHECK_EQUAL(atomic_load(&nodes[i]->references), 1);
        ssz_node_release(nodes[i]);
    }
    ssz_schema_release(schema);
    ssz_trim();
    ssz_live live = ssz_live_objects();
    CHECK_EQUAL(live.schemas + live.buffers + live.nodes + live.views, 0);
    CHECK_EQUAL(atomic_load(&alive), 0);
}

/* Content for a run.  Pointers to nodes come without references. */
static void fill_content(const kind *k, uint8_t *out, uint64_t size) {
    if (!k->leaf.objects) {
        fill_random(out, size);
        return;
    }
    for (uint64_t i = 0; i < size / sizeof(void *); i++) {
        memcpy(out + i * sizeof(void *), &nodes[random_below(NODE_COUNT)], sizeof(void *));
    }
}

/* Gives references to a run; takes back those of a write that failed. */
static void count_references(const kind *k, const uint8_t *data, uint64_t size, bool give) {
    for (uint64_t i = 0; k->leaf.objects && i < size / sizeof(void *); i++) {
        ssz_node *node;
        memcpy(&node, data + i * sizeof node, sizeof node);
        if (give) {
            ssz_node_retain(node);
        } else {
            ssz_node_release(node);
        }
    }
}

/* ---- runs and their shadows ------------------------------------------------------------------ */

#define SIZE_LIMIT (70 * 2049)

typedef struct run {
    ssz_pages pages;
    uint64_t size;
    uint8_t data[SIZE_LIMIT];
} run;

static uint64_t leaf_count(const kind *k, uint64_t size) {
    return (size + k->leaf.size - 1) / k->leaf.size;
}

/* The roots of the leaves of a shadow. */
static uint8_t *leaf_roots(const kind *k, const run *r) {
    uint64_t count = leaf_count(k, r->size);
    uint8_t *roots = allocate((size_t)count * 32);
    memset(roots, 0, (size_t)count * 32);
    if (k->leaf.objects) {
        for (uint64_t i = 0; i < count; i++) {
            size_t n = 0;
            while (memcmp(r->data + i * sizeof(void *), &nodes[n], sizeof(void *)) != 0) {
                n++;
            }
            memcpy(roots + 32 * i, node_roots[n], 32);
        }
    } else if (k->leaf.type == SSZ_NO_TYPE) {
        memcpy(roots, r->data, r->size);
    } else {
        for (uint64_t i = 0; i < count; i++) {
            uint32_t size = k->leaf.size;
            CHECK_EQUAL(
                ssz_root(schema, k->leaf.type, r->data + i * size, size, roots + 32 * i, NULL),
                SSZ_OK);
        }
    }
    return roots;
}

static void check_root(const kind *k, const run *r, unsigned depth) {
    uint8_t expected[32], actual[32];
    uint8_t *roots = leaf_roots(k, r);
    reference_root(roots, leaf_count(k, r->size), depth, 0, expected);
    CHECK_EQUAL(ssz_pages_root(&k->leaf, &r->pages, depth, actual, NULL), SSZ_OK);
    CHECK_BYTES(actual, expected, 32);
    free(roots);
}

static void check_content(const kind *k, const run *r) {
    static uint8_t data[SIZE_LIMIT];
    CHECK_EQUAL(r->pages.size, r->size);
    CHECK((r->size == 0) == (r->pages.top == NULL));
    ssz_pages_read(&k->leaf, &r->pages, 0, r->size, data);
    CHECK_BYTES(data, r->data, r->size);
}

/* Nodes of the Merkle tree at any height above the pages and any place, in the tree and beyond. */
static void check_nodes(const kind *k, const run *r) {
    uint8_t *roots = leaf_roots(k, r);
    uint64_t count = leaf_count(k, r->size);
    for (unsigned height = k->leaf.page_depth; height < k->leaf.page_depth + 8; height++) {
        uint64_t index = random_below((count >> height) + 3);
        uint64_t begin = index << height < count ? index << height : count;
        uint64_t room = (uint64_t)1 << height;
        uint64_t here = count - begin < room ? count - begin : room;
        uint8_t expected[32], actual[32];
        reference_root(roots + 32 * begin, here, height, 0, expected);
        CHECK_EQUAL(ssz_pages_merkle_node(&k->leaf, &r->pages, height, index, actual, NULL),
                    SSZ_OK);
        CHECK_BYTES(actual, expected, 32);
    }
    free(roots);
}

/* ---- operations ------------------------------------------------------------------------------ */

static void empty(const kind *k, run *r) {
    ssz_pages_release(&k->leaf, &r->pages);
    r->size = 0;
    CHECK(r->pages.top == NULL && r->pages.size == 0 && r->pages.levels == 0);
}

static void borrow(const kind *k, run *r, uint64_t size) {
    empty(k, r);
    fill_content(k, r->data, size);
    r->size = size;
    ssz_buffer *buffer = ssz_buffer_copy(r->data, size, NULL);
    CHECK(buffer != NULL);
    CHECK_EQUAL(ssz_pages_borrow(&k->leaf, buffer, buffer->data, size, &r->pages, NULL), SSZ_OK);
    ssz_buffer_release(buffer);
}

static void share(const kind *k, run *from, run *to) {
    if (from != to) {
        empty(k, to);
        to->pages = ssz_pages_share(&from->pages);
        to->size = from->size;
        memcpy(to->data, from->data, from->size);
    }
}

/* Does an operation with no memory for its first allocation, then for its second, and so on until it
 * works.  Each time before, nothing may have changed. */
#define UNTIL_IT_WORKS(k, r, operation)                                                            \
    for (int64_t allocations = 0;; allocations++) {                                                \
        atomic_store(&until_failure, allocations);                                                 \
        int32_t code = (operation);                                                                \
        atomic_store(&until_failure, INT64_MAX);                                                   \
        if (code == SSZ_OK) {                                                                      \
            break;                                                                                 \
        }                                                                                          \
        CHECK_EQUAL(code, SSZ_NO_MEMORY);                                                          \
        check_content(k, r);                                                                       \
    }

static void write_bytes(const kind *k, run *r, uint64_t offset, uint64_t size, bool fails) {
    static uint8_t data[SIZE_LIMIT];
    fill_content(k, data, size);
    count_references(k, data, size, true);
    if (fails) {
        UNTIL_IT_WORKS(k, r, ssz_pages_write(&k->leaf, &r->pages, offset, data, size, NULL));
    } else {
        CHECK_EQUAL(ssz_pages_write(&k->leaf, &r->pages, offset, data, size, NULL), SSZ_OK);
    }
    memcpy(r->data + offset, data, size);
    r->size = offset + size > r->size ? offset + size : r->size;
}

static void write_leaf(const kind *k, run *r, bool fails) {
    uint64_t offset = random_below(r->size), size = k->leaf.size - offset % k->leaf.size;
    if (k->leaf.objects) {
        offset -= offset % sizeof(void *);
        size = sizeof(void *);
    }
    size = size < r->size - offset ? size : r->size - offset;
    uint8_t *to = NULL;
    if (fails) {
        UNTIL_IT_WORKS(
            k, r,
            (to = ssz_pages_write_at(&k->leaf, &r->pages, offset, NULL)) ? SSZ_OK : SSZ_NO_MEMORY);
    } else {
        to = ssz_pages_write_at(&k->leaf, &r->pages, offset, NULL);
    }
    CHECK(to != NULL);
    CHECK_BYTES(to, r->data + offset, size);
    count_references(k, to, size, false);
    fill_content(k, to, size);
    count_references(k, to, size, true);
    memcpy(r->data + offset, to, size);
}

static void truncate_run(const kind *k, run *r, uint64_t size, bool fails) {
    if (fails) {
        UNTIL_IT_WORKS(k, r, ssz_pages_truncate(&k->leaf, &r->pages, size, NULL));
    } else {
        CHECK_EQUAL(ssz_pages_truncate(&k->leaf, &r->pages, size, NULL), SSZ_OK);
    }
    r->size = size;
}

static void read_some(const kind *k, const run *r) {
    if (r->size != 0) {
        uint64_t offset = random_below(r->size), size = random_below(r->size - offset + 1);
        uint8_t *data = allocate((size_t)size);
        ssz_pages_read(&k->leaf, &r->pages, offset, size, data);
        CHECK_BYTES(data, r->data + offset, size);
        free(data);
        size = k->leaf.size - offset % k->leaf.size;
        size = size < r->size - offset ? size : r->size - offset;
        CHECK_BYTES(ssz_pages_at(&k->leaf, &r->pages, offset), r->data + offset, size);
    }
}

/* A root that is not known yet for any part. */
static void root_without_memory(const kind *k, run *r, unsigned depth) {
    uint8_t root[32] = {0};
    const uint8_t zeros[32] = {0};
    UNTIL_IT_WORKS(k, r,
                   (ssz_trim(), CHECK_BYTES(root, zeros, 32),
                    ssz_pages_root(&k->leaf, &r->pages, depth, root, NULL)));
}

#endif
