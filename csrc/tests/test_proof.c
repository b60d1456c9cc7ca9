/*
 * test_proof.c - nodes of Merkle trees: every one is the hash of the two below it, up to the root that is
 * known to be right; chunks and mixed-in words are what the value says; and what is not there is
 * refused for the right reason, without work, memory or stack.
 */
#include "proof.h"

#include "decoded.h"
#include "model.h"
#include "reference.h"

static table t;

/* ---- indices as turns ------------------------------------------------------------------------- */

#define TURNS 200

/* The way from a root to a node: digits of the index after the first. */
typedef struct way {
    unsigned count;
    bool right[TURNS];
} way;

static way way_to(uint64_t gindex) {
    way w = {0};
    for (uint64_t top = gindex; top > 1; top >>= 1) {
        w.count++;
    }
    for (unsigned i = 0; i < w.count; i++) {
        w.right[i] = gindex >> (w.count - 1 - i) & 1;
    }
    return w;
}

static way way_on(way w, bool right) {
    CHECK(w.count < TURNS);
    w.right[w.count++] = right;
    return w;
}

#define INDEX_SIZE (TURNS / 8 + 1)

/* The index as a number of INDEX_SIZE bytes. */
static void index_of(const way *w, uint8_t *out) {
    memset(out, 0, INDEX_SIZE);
    out[INDEX_SIZE - 1 - w->count / 8] = (uint8_t)(1u << w->count % 8);
    for (unsigned i = 0; i < w->count; i++) {
        unsigned bit = w->count - 1 - i;
        out[INDEX_SIZE - 1 - bit / 8] |= (uint8_t)(w->right[i] << bit % 8);
    }
}

static ssz_view *open_value(uint32_t type, const void *data, uint64_t size) {
    ssz_schema *schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    ssz_view *view = decoded(schema, type, data, size);
    ssz_schema_release(schema);
    return view;
}

static int32_t node_at(ssz_view *view, const way *w, uint8_t *out, ssz_error *err) {
    uint8_t index[INDEX_SIZE];
    index_of(w, index);
    return ssz_view_merkle_nodes(view, index, INDEX_SIZE, 1, out, err);
}

/* ---- any value -------------------------------------------------------------------------------- */

/* From a leaf on all ways down are refused alike. */
static void check_leaf(ssz_view *view, way w, int32_t code) {
    CHECK(code >= SSZ_PATH_INTO_PACKED && code <= SSZ_PATH_PAST_SPINE);
    for (unsigned i = 0; i < 20 && w.count < TURNS; i++) {
        uint8_t out[32];
        w = way_on(w, random_below(2) == 1);
        CHECK_EQUAL(node_at(view, &w, out, NULL), code);
    }
}

/* Goes down from the root to a leaf, and gives the number of levels.  The first turns are given, the
 * others are to the right once in so many times. */
static unsigned descend(ssz_view *view, way first, unsigned right_in) {
    uint8_t node[32];
    CHECK_EQUAL(ssz_view_root(view, node, NULL), SSZ_OK);
    way w = {0};
    for (;;) {
        uint8_t children[2 * INDEX_SIZE], below[64], above[32];
        way left = way_on(w, false), right = way_on(w, true);
        index_of(&left, children);
        index_of(&right, children + INDEX_SIZE);
        int32_t code = ssz_view_merkle_nodes(view, children, INDEX_SIZE, 2, below, NULL);
        if (code != SSZ_OK) {
            check_leaf(view, w, code);
            return w.count;
        }
        reference_pair(below, below + 32, above);
        CHECK_BYTES(above, node, 32);
        bool turn = w.count < first.count ? first.right[w.count] : random_below(right_in) == 0;
        w = turn ? right : left;
        memcpy(node, turn ? below + 32 : below, 32);
    }
}

static uint32_t add_types(void) {
    uint32_t boolean = table_boolean(&t), u8 = table_uint(&t, 1), u64 = table_uint(&t, 8);
    uint32_t u256 = table_uint(&t, 32);
    uint32_t bytes96 = table_vector(&t, u8, 96), numbers = table_vector(&t, u64, 5);
    uint32_t flags = table_bitvector(&t, 300), bits = table_bitlist(&t, 2000);
    uint32_t far_bits = table_bitlist(&t, UINT64_MAX), open_bits = table_progressive_bitlist(&t);
    uint32_t list = table_list(&t, u64, 40), far_list = table_list(&t, u256, UINT64_MAX);
    uint32_t open_list = table_progressive_list(&t, u64);
    uint32_t record = table_container(&t, bytes96, u64, boolean);
    uint32_t single = table_container(&t, record);
    uint32_t records = table_list(&t, record, (uint64_t)1 << 40);
    uint32_t open_records = table_progressive_list(&t, record);
    uint32_t mixed = table_container(&t, list, flags, bits, records, open_list, single, numbers);
    uint32_t gaps = table_progressive_container(&t, {u64, 1}, {mixed, 2}, {open_bits, 30});
    uint32_t choice = table_union(&t, SSZ_NO_TYPE, mixed, u64);
    uint32_t same = table_compatible_union(&t, {gaps, 1}, {gaps, 90});
    table_vector(&t, choice, 3);
    uint32_t choices = table_list(&t, same, 20);
    uint32_t open_choices = table_progressive_list(&t, choice);
    table_list(&t, table_list(&t, far_list, UINT64_MAX), 6);
    return table_container(&t, open_records, choices, open_choices, far_bits, gaps);
}

static void test_values(void) {
    static bytes value;
    uint32_t last = add_types();
    unsigned deepest = 0;
    for (uint32_t type = 0; type <= last; type++) {
        for (unsigned round = 0; round < 3; round++) {
            value.size = 0;
            model_generate(&t, type, &value);
            ssz_view *view = open_value(type, value.data, value.size);
            uint8_t root[32], expected[32];
            model_root(&t, type, value.data, value.size, expected);
            CHECK_EQUAL(ssz_view_merkle_nodes(view, "\1", 1, 1, root, NULL), SSZ_OK);
            CHECK_BYTES(root, expected, 32);
            for (unsigned right_in = 2; right_in <= 4; right_in += 2) {
                unsigned levels = descend(view, (way){0}, right_in);
                deepest = levels > deepest ? levels : deepest;
            }
            ssz_view_release(view);
        }
    }
    CHECK(deepest > 64); /* further than a number of the machine reaches */
    table_clear(&t);
}

/* The way to a leaf of a progressive tree with a mix-in (EIP-7916). */
static way way_along_spine(uint64_t leaf) {
    way w = way_to(2);
    unsigned depth = 0;
    for (; leaf >= (uint64_t)1 << depth; depth += 2) {
        leaf -= (uint64_t)1 << depth;
        w = way_on(w, true);
    }
    w = way_on(w, false);
    while (depth-- > 0) {
        w = way_on(w, leaf >> depth & 1);
    }
    return w;
}

/* Runs that are hashed in batches and over threads, from wherever in them a node begins. */
static void test_long_runs(void) {
    enum { COUNT = 44000 };
    uint32_t u64 = table_uint(&t, 8), record = table_container(&t, u64, u64, u64);
    uint32_t records = table_list(&t, record, 1 << 30), bits = table_bitlist(&t, 1 << 30);
    uint32_t open_records = table_progressive_list(&t, record);
    uint32_t open_list = table_progressive_list(&t, u64);
    static uint8_t data[24 * COUNT];
    paint(data, sizeof data);
    uint32_t types[] = {records, bits, open_records, open_list};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        ssz_view *view = open_value(types[i], data, sizeof data - (types[i] == bits));
        bool is_open = types[i] == open_records || types[i] == open_list;
        uint64_t leaf = random_below(types[i] == records ? COUNT : 24 * COUNT / 32);
        unsigned depth = types[i] == records ? 30 : 22;
        way w = is_open ? way_along_spine(leaf) : way_to((uint64_t)2 << depth | leaf);
        CHECK(descend(view, w, 2) >= w.count);
        ssz_view_release(view);
    }
    table_clear(&t);
}

/* ---- leaves ----------------------------------------------------------------------------------- */

static void check_node(uint32_t type, const void *data, uint64_t size, uint64_t gindex,
                       const void *expected, size_t expected_size) {
    uint8_t node[32], full[32] = {0};
    memcpy(full, expected, expected_size);
    ssz_view *view = open_value(type, data, size);
    way w = way_to(gindex);
    CHECK_EQUAL(node_at(view, &w, node, NULL), SSZ_OK);
    CHECK_BYTES(node, full, 32);
    ssz_view_release(view);
}

/* The examples of ssz-specs and of EIP-7916: where chunks are, and what is in them. */
static void test_leaves(void) {
    uint32_t u8 = table_uint(&t, 1), u64 = table_uint(&t, 8);
    uint32_t octets = table_list(&t, u8, 100), flags = table_bitvector(&t, 260);
    uint32_t bits = table_bitlist(&t, 600), open_bits = table_progressive_bitlist(&t);
    uint32_t open_bytes = table_progressive_list(&t, u8);
    uint32_t pair = table_progressive_container(&t, {u64, 0}, {u64, 2}, {u8, 13});
    uint32_t choice = table_union(&t, SSZ_NO_TYPE, u64);
    uint32_t same = table_compatible_union(&t, {pair, 7}, {pair, 9});
    uint8_t data[100], ones[32];
    paint(data, sizeof data);
    memset(ones, 0xff, sizeof ones);

    check_node(u64, data, 8, 1, data, 8);
    check_node(octets, data, 70, 8, data, 32); /* four chunks, a length beside them */
    check_node(octets, data, 70, 10, data + 64, 6);
    check_node(octets, data, 70, 11, "", 0);
    check_node(octets, data, 70, 3, "\x46", 1);
    check_node(octets, data, 0, 9, "", 0);

    memset(data, 0xff, 32);
    data[32] = 5;
    check_node(flags, data, 33, 2, ones, 32);
    check_node(flags, data, 33, 3, "\5", 1);
    data[33] = 0x13; /* bits 0011, then the delimiter, which is not in the tree */
    check_node(bits, data, 34, 8, ones, 32);
    check_node(bits, data, 34, 9, "\5\3", 2);
    check_node(bits, data, 34, 11, "", 0);
    check_node(bits, data, 34, 3, "\x0c\1", 2); /* 268 bits */
    check_node(open_bits, data, 34, 4, ones, 32);
    check_node(open_bits, data, 34, 40, "\5\3", 2);
    check_node(open_bits, data, 34, 43, "", 0);
    check_node(open_bits, data, 34, 11, "", 0); /* the end of the spine */
    check_node(open_bits, "\1", 1, 3, "", 0);
    check_node(open_bytes, data, 0, 2, "", 0);

    static const uint8_t fields[17] = {1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3};
    check_node(pair, fields, 17, 3, "\5\x20", 2); /* active_fields: 0, 2 and 13 */
    check_node(pair, fields, 17, 4, fields, 8);
    check_node(pair, fields, 17, 40, "", 0);
    check_node(pair, fields, 17, 41, fields + 8, 8);
    check_node(pair, fields, 17, 360, fields + 16,
               1); /* chunk 13 is the 9th of the third subtree */
    check_node(pair, fields, 17, 23, "", 0);

    check_node(choice, "\0", 1, 2, "", 0);
    check_node(choice, "\1\5\6\7\0\0\0\0\0", 9, 2, "\5\6\7", 3);
    check_node(choice, "\1\5\6\7\0\0\0\0\0", 9, 3, "\1", 1);
    uint8_t chosen[18] = {9};
    memcpy(chosen + 1, fields, 17);
    check_node(same, chosen, 18, 3, "\x09", 1);
    check_node(same, chosen, 18, 73, fields + 8, 8);
    check_node(same, chosen, 18, 5, "\5\x20", 2);
    table_clear(&t);
}

/* ---- what is not there ------------------------------------------------------------------------ */

#define PATH(...) ((const uint64_t[]){__VA_ARGS__}), sizeof((const uint64_t[]){__VA_ARGS__}) / 8

static void check_refused(uint32_t type, const void *data, uint64_t size, uint64_t gindex,
                          int32_t code, const uint64_t *path, size_t path_length) {
    ssz_view *view = open_value(type, data, size);
    uint8_t index[8], out[32], untouched[32];
    for (unsigned i = 0; i < 8; i++) {
        index[i] = (uint8_t)(gindex >> (56 - 8 * i));
    }
    memset(out, 0xcc, 32);
    memset(untouched, 0xcc, 32);
    ssz_error err;
    CHECK_EQUAL(ssz_view_merkle_nodes(view, index, 8, 1, out, &err), code);
    CHECK_EQUAL(ssz_view_merkle_nodes(view, index, 8, 1, out, NULL), code);
    CHECK_BYTES(out, untouched, 32);
    CHECK_EQUAL(err.code, code);
    CHECK_EQUAL(err.actual, 0);
    CHECK_EQUAL(err.path_length, path_length);
    for (size_t i = 0; i < path_length; i++) {
        CHECK_EQUAL(err.path[i], path[i]);
    }
    ssz_view_release(view);
}

static void test_refusals(void) {
    uint32_t u8 = table_uint(&t, 1), u64 = table_uint(&t, 8);
    uint32_t pair = table_container(&t, u64, u8), pairs = table_list(&t, pair, 4);
    uint32_t open_pairs = table_progressive_list(&t, pair);
    uint32_t gaps = table_progressive_container(&t, {pair, 1}, {pair, 3});
    uint32_t choice = table_union(&t, SSZ_NO_TYPE, gaps);
    uint32_t all = table_container(&t, u8, pairs, choice);
    static const uint8_t data[60] = {0};
    static const uint8_t two[] = {0, 9, 0, 0, 0, 27, 0, 0, 0, 0, 0, 0, 0, 0,
                                  0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0};

    check_refused(pair, data, 9, 0, SSZ_NOT_A_GINDEX, NULL, 0);
    check_refused(u64, data, 8, 2, SSZ_PATH_INTO_PACKED, NULL, 0);
    check_refused(pair, data, 9, 4, SSZ_PATH_INTO_PACKED, PATH(0));
    check_refused(pair, data, 9, 7, SSZ_PATH_INTO_PACKED, PATH(1));
    check_refused(pairs, data, 18, 6, SSZ_PATH_INTO_MIXIN, NULL, 0);
    check_refused(pairs, data, 18, 20, SSZ_PATH_INTO_GAP, NULL, 0); /* element 2 of 2 */
    check_refused(pairs, data, 18, 37, SSZ_PATH_INTO_PACKED, PATH(1, 0));
    check_refused(open_pairs, data, 9, 22, SSZ_PATH_PAST_SPINE, NULL, 0);
    check_refused(open_pairs, data, 18, 40 << 3, SSZ_PATH_INTO_PACKED, PATH(1, 0));
    check_refused(open_pairs, data, 18, 41 << 1, SSZ_PATH_INTO_GAP, NULL, 0);
    check_refused(open_pairs, data, 0, 4, SSZ_PATH_PAST_SPINE, NULL, 0);
    check_refused(gaps, data, 18, 4 << 1, SSZ_PATH_INTO_GAP, NULL, 0);
    check_refused(gaps, data, 18, 40 << 2, SSZ_PATH_INTO_PACKED, PATH(0, 0));
    check_refused(gaps, data, 18, 42 << 2, SSZ_PATH_INTO_PACKED, PATH(1, 0));
    check_refused(gaps, data, 18, 43 << 1, SSZ_PATH_INTO_GAP, NULL, 0);
    check_refused(gaps, data, 18, 22, SSZ_PATH_PAST_SPINE, NULL, 0);
    check_refused(choice, data, 1, 4, SSZ_PATH_INTO_GAP, NULL, 0);
    check_refused(all, two, 28, 5 << 4 | 4, SSZ_PATH_INTO_GAP, PATH(1));
    check_refused(all, two, 28, 6 << 2, SSZ_PATH_INTO_GAP, PATH(2));
    table_clear(&t);
}

/* Lists in lists, as deep as types can be: the search needs no stack, and the error tells the last
 * steps of the way. */
static void test_deep_value(void) {
    enum { LEVELS = SSZ_DEPTH_LIMIT - 1, BITS = 65 * LEVELS };
    uint32_t type = table_uint(&t, 1);
    for (unsigned i = 0; i < LEVELS; i++) {
        type = table_list(&t, type, UINT64_MAX);
    }
    static uint8_t data[4 * LEVELS];
    for (unsigned i = 0; i + 1 < LEVELS; i++) {
        data[4 * i] = 4;
    }
    data[4 * (LEVELS - 1)] = 77;
    uint64_t size = 4 * (LEVELS - 1) + 1;
    ssz_view *view = open_value(type, data, size);

    /* A 1 and then nothing but turns to the left; the innermost list has bytes in chunks, and is five
     * levels less deep than the others. */
    static uint8_t index[BITS / 8 + 2];
    uint64_t last = sizeof index - 1;
    unsigned turns = BITS - 5;
    index[last - turns / 8] = (uint8_t)(1u << turns % 8);
    uint8_t out[32], expected[32] = {77};
    ssz_error err;
    CHECK_EQUAL(ssz_view_merkle_nodes(view, index, sizeof index, 1, out, &err), SSZ_OK);
    CHECK_BYTES(out, expected, 32);
    index[last - turns / 8] = 0;
    turns++;
    index[last - turns / 8] = (uint8_t)(1u << turns % 8);
    CHECK_EQUAL(ssz_view_merkle_nodes(view, index, sizeof index, 1, out, &err),
                SSZ_PATH_INTO_PACKED);
    CHECK_EQUAL(err.path_length, SSZ_ERROR_PATH_LIMIT);
    ssz_view_release(view);
    table_clear(&t);
}

/* An index of millions of bits costs no more than a look at the first of them. */
static void test_hostile_indices(void) {
    static bytes value;
    uint32_t last = add_types();
    size_t size = 4 << 20;
    uint8_t *index = allocate(size);
    for (uint32_t type = 0; type <= last; type++) {
        value.size = 0;
        model_generate(&t, type, &value);
        ssz_view *view = open_value(type, value.data, value.size);
        static const uint8_t fills[] = {0, 0xff, 0xaa, 0x11};
        for (size_t i = 0; i < sizeof fills; i++) {
            memset(index, fills[i], size);
            index[0] = (uint8_t)(1 + random_below(255));
            uint8_t out[32];
            int32_t code = ssz_view_merkle_nodes(view, index, size, 1, out, NULL);
            CHECK(code >= SSZ_PATH_INTO_PACKED && code <= SSZ_PATH_PAST_SPINE);
        }
        ssz_view_release(view);
    }
    memset(index, 0, size - 1); /* zeros in front mean nothing */
    index[size - 1] = 1;
    ssz_view *view = open_value(0, "\1", 1);
    uint8_t out[32], expected[32] = {1};
    CHECK_EQUAL(ssz_view_merkle_nodes(view, index, size, 1, out, NULL), SSZ_OK);
    CHECK_BYTES(out, expected, 32);
    ssz_view_release(view);
    free(index);
    table_clear(&t);
}

/* The tree of a changed value is walked by the bits of an index, of which there may be too many. */
static void test_hostile_indices_of_changed_values(void) {
    table_clear(&t);
    uint32_t u64 = table_uint(&t, 8);
    uint32_t type = table_container(&t, u64, table_list(&t, u64, 4));
    static const uint8_t empty[12] = {[8] = 12};
    ssz_view *view = open_value(type, empty, sizeof empty);
    CHECK_EQUAL(ssz_view_put_uint(view, 0, 7, NULL), SSZ_OK);
    static const size_t sizes[] = {1, 63, 64, 65, 66, 67, 100, 4096, 1 << 20};
    uint8_t *index = allocate(1 << 20);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memset(index, 0xff, sizes[i]);
        uint8_t out[32];
        int32_t code = ssz_view_merkle_nodes(view, index, sizes[i], 1, out, NULL);
        CHECK(code >= SSZ_PATH_INTO_PACKED && code <= SSZ_PATH_PAST_SPINE);
        memset(index, 0, sizes[i]);
        index[sizes[i] - 1] = 2;
        CHECK_EQUAL(ssz_view_merkle_nodes(view, index, sizes[i], 1, out, NULL), SSZ_OK);
        CHECK_EQUAL(out[0], 7);
    }
    free(index);
    ssz_view_release(view);
    table_clear(&t);
}

/* ---- many at once ----------------------------------------------------------------------------- */

static void test_batches(void) {
    uint32_t u64 = table_uint(&t, 8), record = table_container(&t, u64, u64);
    uint32_t records = table_progressive_list(&t, record);
    enum { COUNT = 700, SIZE = 3 };
    static uint8_t data[COUNT * 16];
    paint(data, sizeof data);
    ssz_view *view = open_value(records, data, sizeof data);
    /* All nodes of the first levels, in any order, more than go into one batch. */
    static uint8_t indices[COUNT * SIZE], out[COUNT * 32], one[32], before[COUNT * 32];
    uint64_t count = 0;
    for (uint64_t gindex = 1; count < COUNT; gindex++) {
        uint8_t *index = indices + SIZE * count;
        uint64_t number = gindex * 37 % 4099;
        index[1] = (uint8_t)(number >> 8);
        index[2] = (uint8_t)number;
        if (number != 0 && ssz_view_merkle_nodes(view, index, SIZE, 1, one, NULL) == SSZ_OK) {
            count++;
        }
    }
    CHECK_EQUAL(ssz_view_merkle_nodes(view, indices, SIZE, COUNT, out, NULL), SSZ_OK);
    for (uint64_t i = 0; i < COUNT; i++) {
        CHECK_EQUAL(ssz_view_merkle_nodes(view, indices + SIZE * i, SIZE, 1, one, NULL), SSZ_OK);
        CHECK_BYTES(out + 32 * i, one, 32);
    }
    /* One that is not there spoils all, and is named. */
    memset(indices + SIZE * 555, 0, SIZE);
    memcpy(before, out, sizeof out);
    ssz_error err;
    CHECK_EQUAL(ssz_view_merkle_nodes(view, indices, SIZE, COUNT, out, &err), SSZ_NOT_A_GINDEX);
    CHECK_EQUAL(err.actual, 555);
    CHECK_EQUAL(err.path_length, 0);
    CHECK_BYTES(out, before, sizeof out);
    CHECK_EQUAL(ssz_view_merkle_nodes(view, indices, SIZE, 0, out, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_merkle_nodes(view, indices, 0, 1, out, NULL), SSZ_NOT_A_GINDEX);
    CHECK_BYTES(out, before, sizeof out);
    ssz_view_release(view);
    table_clear(&t);
}

/* What is needed on the way is given back: many nodes take no more memory than a few and their table. */
static void test_memory(void) {
    uint32_t numbers = table_list(&t, table_uint(&t, 8), 1 << 14);
    enum { COUNT = 8192, SIZE = 128 << 10, INDEX = 2 };
    static uint8_t data[SIZE], indices[COUNT * INDEX], out[COUNT * 32];
    paint(data, sizeof data);
    ssz_view *view = open_value(numbers, data, sizeof data);
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t gindex = 512 + 37 * i % 256; /* each over 16 chunks */
        indices[INDEX * i] = (uint8_t)(gindex >> 8);
        indices[INDEX * i + 1] = (uint8_t)gindex;
    }
    ssz_trim();
    ssz_memory_watch();
    uint64_t before = ssz_memory_read().bytes;
    CHECK_EQUAL(ssz_view_merkle_nodes(view, indices, INDEX, COUNT, out, NULL), SSZ_OK);
    CHECK(ssz_memory_read().most_bytes - before < 3 << 20);
    ssz_view_release(view);
    table_clear(&t);
}

int main(void) {
    for (uint32_t i = 0; ssz_kernel_name(i); i++) {
        CHECK_EQUAL(ssz_kernel_use(ssz_kernel_name(i)), SSZ_OK);
        test_values();
        test_long_runs();
        test_batches();
    }
    test_leaves();
    test_refusals();
    test_deep_value();
    test_hostile_indices();
    test_hostile_indices_of_changed_values();
    test_memory();
    check_nothing_left();
    return 0;
}
