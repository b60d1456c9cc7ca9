/*
 * test_view.c - handles on values: what they keep alive and for how long, what they write, and that any
 * number of threads may use one value.  Also the objects they are made of: nodes (node.c), the count of
 * what is alive (live.c), and paths of errors (error.c).
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "cursor.h"
#include "decoded.h"
#include "error.h"
#include "tables.h"
#include "view.h"

static table t;

#define DATA(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})

static _Atomic unsigned hook_calls;

static void hook(uint64_t context) {
    atomic_fetch_add(&hook_calls, (unsigned)context);
}

#define CHECK_LIVE(schemas, buffers, nodes, views)                                                 \
    check_live(__LINE__, (ssz_live){schemas, buffers, nodes, views})

static void check_live(int line, ssz_live expected) {
    ssz_live live = ssz_live_objects();
    check_equal(__FILE__, line, "schemas", live.schemas, expected.schemas);
    check_equal(__FILE__, line, "buffers", live.buffers, expected.buffers);
    check_equal(__FILE__, line, "nodes", live.nodes, expected.nodes);
    check_equal(__FILE__, line, "views", live.views, expected.views);
}

static ssz_schema *compile(void) {
    ssz_schema *schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    table_clear(&t);
    return schema;
}

/* ---- lifetimes ------------------------------------------------------------------------------ */

/* The bytes are lent for as long as any view on any part of the value is there, and not longer. */
static void test_borrowing(void) {
    uint32_t u16 = table_uint(&t, 2), list = table_list(&t, u16, 9);
    uint32_t type = table_container(&t, u16, list);
    ssz_schema *schema = compile();
    static const uint8_t data[] = {1, 2, 6, 0, 0, 0, 3, 4, 5, 6};
    hook_calls = 0;
    ssz_view *view = ssz_decode_borrow(schema, type, data, sizeof data, hook, 1, NULL);
    CHECK(view != NULL);
    CHECK_LIVE(1, 1, 1, 1);
    ssz_schema_release(schema); /* the view keeps it */
    CHECK_LIVE(1, 1, 1, 1);
    CHECK(ssz_view_retain(view) == view);
    ssz_view_release(view);
    ssz_view *part = ssz_view_child(view, 1, NULL);
    ssz_view *element = ssz_view_child(part, 1, NULL);
    ssz_view *again = ssz_view_child(part, 1, NULL);
    CHECK(again == element); /* one place, one view */
    CHECK_LIVE(1, 1, 1, 3);
    ssz_view_release(part);
    ssz_view_release(view);
    ssz_view_release(again);
    CHECK_LIVE(1, 1, 1, 3); /* parts keep what they are parts of */
    CHECK_EQUAL(hook_calls, 0);
    uint8_t out[2];
    CHECK_EQUAL(ssz_view_encode(element, out, 2, NULL), SSZ_OK);
    CHECK_BYTES(out, data + 8, 2);
    ssz_view_release(element);
    CHECK_EQUAL(hook_calls, 1);
    CHECK_LIVE(0, 0, 0, 0);
    ssz_view_release(NULL);
}

/* Bytes that are no value are not borrowed: the hook stays silent, and nothing is left. */
static void test_refused_bytes(void) {
    uint32_t boolean = table_boolean(&t);
    uint32_t type = table_container(&t, boolean, table_container(&t, boolean, boolean));
    ssz_schema *schema = compile();
    static const uint8_t data[] = {1, 0, 9};
    hook_calls = 0;
    ssz_error err;
    CHECK(ssz_decode_borrow(schema, type, data, sizeof data, hook, 1, &err) == NULL);
    CHECK(ssz_decode_borrow(schema, type, data, sizeof data, hook, 1, NULL) == NULL);
    CHECK_EQUAL(hook_calls, 0);
    CHECK_EQUAL(err.code, SSZ_NOT_A_BIT);
    CHECK_EQUAL(err.offset, 2);
    CHECK_EQUAL(err.path_length, 2);
    CHECK(err.path[0] == 1 && err.path[1] == 1);
    CHECK_LIVE(1, 0, 0, 0);

    /* A buffer that was there before stays its owner's. */
    ssz_buffer *buffer = ssz_buffer_borrow(data, sizeof data, hook, 1, NULL);
    CHECK(ssz_decode(schema, type, buffer, &err) == NULL);
    CHECK_EQUAL(err.code, SSZ_NOT_A_BIT);
    CHECK_LIVE(1, 1, 0, 0);
    CHECK_EQUAL(hook_calls, 0);
    ssz_buffer_release(buffer);
    CHECK_EQUAL(hook_calls, 1);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* One buffer, many values. */
static void test_shared_buffer(void) {
    uint32_t u8 = table_uint(&t, 1), list = table_list(&t, u8, 9), flags = table_bitlist(&t, 30);
    ssz_schema *schema = compile();
    hook_calls = 0;
    ssz_buffer *buffer = ssz_buffer_borrow("\1\2\3\4", 4, hook, 1, NULL);
    ssz_view *first = ssz_decode(schema, list, buffer, NULL);
    ssz_view *second = ssz_decode(schema, flags, buffer, NULL);
    CHECK(first && second);
    ssz_buffer_release(buffer);
    CHECK_LIVE(1, 1, 2, 2);
    ssz_view_release(first);
    CHECK_EQUAL(hook_calls, 0);
    CHECK_EQUAL(ssz_view_size(second), 4);
    ssz_view_release(second);
    CHECK_EQUAL(hook_calls, 1);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* Views down to the deepest level, released from either end. */
static void test_chains(void) {
    uint32_t type = table_uint(&t, 8);
    for (uint32_t i = 1; i < SSZ_DEPTH_LIMIT; i++) {
        type = i % 2 ? table_container(&t, type) : table_vector(&t, type, 1);
    }
    ssz_schema *schema = compile();
    static ssz_view *views[SSZ_DEPTH_LIMIT];
    for (unsigned way = 0; way < 3; way++) {
        hook_calls = 0;
        views[0] = ssz_decode_borrow(schema, type, "12345678", 8, hook, 1, NULL);
        for (uint32_t i = 1; i < SSZ_DEPTH_LIMIT; i++) {
            views[i] = ssz_view_child(views[i - 1], 0, NULL);
            CHECK(views[i] != NULL);
            if (way == 2) {
                ssz_view_release(views[i - 1]); /* only the last is held by anybody but its part */
            }
        }
        CHECK_LIVE(1, 1, 1, SSZ_DEPTH_LIMIT);
        uint8_t out[8];
        ssz_view *last = views[SSZ_DEPTH_LIMIT - 1];
        CHECK_EQUAL(ssz_view_encode(last, out, 8, NULL), SSZ_OK);
        CHECK_BYTES(out, "12345678", 8);
        CHECK(ssz_view_child(last, 0, NULL) == NULL);
        for (uint32_t i = 0; way < 2 && i < SSZ_DEPTH_LIMIT; i++) {
            CHECK_EQUAL(hook_calls, 0);
            ssz_view_release(views[way == 0 ? i : SSZ_DEPTH_LIMIT - 1 - i]);
        }
        if (way == 2) {
            ssz_view_release(last);
        }
        CHECK_EQUAL(hook_calls, 1);
        CHECK_LIVE(1, 0, 0, 0);
    }
    ssz_schema_release(schema);
}

/* ---- parts ---------------------------------------------------------------------------------- */

#define NO_CHILD(key, code, expected) check_no_child(__LINE__, view, key, code, expected)

static void check_no_child(int line, ssz_view *view, uint64_t key, int32_t code,
                           uint64_t expected) {
    ssz_live before = ssz_live_objects();
    ssz_error err;
    memset(&err, 0xa5, sizeof err);
    check_equal(__FILE__, line, "no child", ssz_view_child(view, key, &err) == NULL, 1);
    check_equal(__FILE__, line, "code", (uint64_t)err.code, (uint64_t)code);
    check_equal(__FILE__, line, "expected", err.expected, expected);
    check_equal(__FILE__, line, "actual", err.actual, key);
    check_equal(__FILE__, line, "path_length", err.path_length, 0);
    check_equal(__FILE__, line, "no child", ssz_view_child(view, key, NULL) == NULL, 1);
    check_live(line, before);
}

static void test_children(void) {
    uint32_t u8 = table_uint(&t, 1), bits = table_bitvector(&t, 5);
    uint32_t list = table_list(&t, u8, 9), choice = table_union(&t, SSZ_NO_TYPE, list);
    uint32_t type = table_container(&t, bits, list, choice, choice);
    ssz_schema *schema = compile();
    static const uint8_t data[] = {31, 13, 0, 0, 0, 15, 0, 0, 0, 16, 0, 0, 0, 7, 8, 0, 1, 9};
    ssz_view *whole = decoded(schema, type, data, sizeof data), *view = whole;
    NO_CHILD(4, SSZ_NO_SUCH_FIELD, 4);
    NO_CHILD(UINT64_MAX, SSZ_NO_SUCH_FIELD, 4);

    view = ssz_view_child(whole, 0, NULL);
    CHECK_EQUAL(ssz_view_size(view), 1);
    NO_CHILD(4, SSZ_NO_PARTS, 0); /* a bit has no view */
    NO_CHILD(5, SSZ_NO_SUCH_POSITION, 5);
    ssz_view_release(view);

    view = ssz_view_child(whole, 1, NULL);
    CHECK_EQUAL(ssz_view_size(view), 2);
    NO_CHILD(2, SSZ_NO_SUCH_POSITION, 2);
    ssz_view *element = ssz_view_child(view, 1, NULL);
    CHECK_EQUAL(ssz_view_size(element), 1);
    ssz_view_release(view);
    view = element;
    NO_CHILD(0, SSZ_NO_PARTS, 0);
    ssz_view_release(view);

    view = ssz_view_child(whole, 2, NULL);
    NO_CHILD(0, SSZ_NO_PARTS, 0); /* None has no view */
    NO_CHILD(1, SSZ_NO_SUCH_OPTION, 0);
    ssz_view_release(view);
    view = ssz_view_child(whole, 3, NULL);
    NO_CHILD(0, SSZ_NO_SUCH_OPTION, 1);
    ssz_view *option = ssz_view_child(view, 1, NULL);
    CHECK_EQUAL(ssz_view_size(option), 1);
    ssz_view_release(option);
    ssz_view_release(view);
    ssz_view_release(whole);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* Views of neighbours, which are the views that ssz_view_child gives; up to where the parts end. */
static void test_many_children(void) {
    uint32_t type = table_list(&t, table_container(&t, table_uint(&t, 2), table_uint(&t, 1)), 9);
    ssz_schema *schema = compile();
    static const uint8_t data[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    ssz_view *list = decoded(schema, type, data, sizeof data);

    ssz_view *views[8];
    static const struct {
        uint64_t first, count, made;
    } cases[] = {{0, 4, 4}, {1, 2, 2}, {2, 7, 2}, {4, 1, 0}, {1, 0, 0}, {UINT64_MAX, 7, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(views, 0xa5, sizeof views);
        uint64_t first = cases[i].first;
        CHECK_EQUAL(ssz_view_children(list, first, cases[i].count, views, NULL), SSZ_OK);
        CHECK(views[cases[i].made] == NULL);
        CHECK_LIVE(1, 1, 1, 1 + cases[i].made);
        for (uint64_t j = 0; j < cases[i].made; j++) {
            ssz_view *child = ssz_view_child(list, first + j, NULL);
            CHECK(child == views[j]);
            ssz_view_release(child);
            uint8_t out[3];
            CHECK_EQUAL(ssz_view_encode(views[j], out, 3, NULL), SSZ_OK);
            CHECK_BYTES(out, data + 3 * (first + j), 3);
        }
        ssz_views_release(views);
        CHECK_LIVE(1, 1, 1, 1);
    }

    ssz_view *element = ssz_view_child(list, 0, NULL);
    ssz_error err;
    CHECK_EQUAL(ssz_view_children(element, 0, 2, views, &err), SSZ_OK);
    CHECK(views[2] == NULL);
    ssz_views_release(views);
    CHECK_EQUAL(ssz_view_children(element, 1, 2, views, &err), SSZ_NO_SUCH_FIELD);
    CHECK_EQUAL(err.code, SSZ_NO_SUCH_FIELD);
    CHECK_EQUAL(err.actual, 2);
    CHECK(views[0] == NULL);
    ssz_view_release(element);
    ssz_view_release(list);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* ---- encoding ------------------------------------------------------------------------------- */

static void test_encode(void) {
    uint32_t u8 = table_uint(&t, 1), list = table_list(&t, u8, 1000);
    uint32_t type = table_list(&t, list, 5);
    ssz_schema *schema = compile();
    uint8_t data[4 + 500] = {4};
    paint(data + 4, 500);
    ssz_view *view = decoded(schema, type, data, sizeof data);
    ssz_view *part = ssz_view_child(view, 0, NULL);
    CHECK_EQUAL(ssz_view_size(view), 504);
    CHECK_EQUAL(ssz_view_size(part), 500);

    guarded memory = guarded_new(504);
    uint8_t *out = memory.end - 504; /* a byte too many would fault */
    CHECK_EQUAL(ssz_view_encode(view, out, 504, NULL), SSZ_OK);
    CHECK_BYTES(out, data, 504);
    CHECK_EQUAL(ssz_view_encode(part, out + 4, UINT64_MAX, NULL), SSZ_OK);
    CHECK_BYTES(out, data, 504);

    memset(out, 0xcc, 504);
    static const uint64_t small[] = {0, 1, 499};
    for (size_t i = 0; i < 3; i++) {
        ssz_error err;
        CHECK_EQUAL(ssz_view_encode(part, out, small[i], &err), SSZ_BUFFER_TOO_SMALL);
        CHECK_EQUAL(err.code, SSZ_BUFFER_TOO_SMALL);
        CHECK_EQUAL(err.expected, 500);
        CHECK_EQUAL(err.actual, small[i]);
        CHECK_EQUAL(err.path_length, 0);
        CHECK_EQUAL(ssz_view_encode(part, out, small[i], NULL), SSZ_BUFFER_TOO_SMALL);
    }
    for (size_t i = 0; i < 504; i++) {
        CHECK(out[i] == 0xcc);
    }
    guarded_free(memory);
    ssz_view_release(part);
    ssz_view_release(view);

    /* A value of no bytes, which nobody needs memory for. */
    view = ssz_decode_borrow(schema, type, NULL, 0, hook, 1, NULL);
    CHECK(view != NULL);
    CHECK_EQUAL(ssz_view_size(view), 0);
    CHECK_EQUAL(ssz_view_encode(view, NULL, 0, NULL), SSZ_OK);
    uint8_t root[32], same[32];
    CHECK_EQUAL(ssz_view_root(view, root, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_root(schema, type, NULL, 0, same, NULL), SSZ_OK);
    CHECK_BYTES(root, same, 32);
    ssz_view_release(view);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* ---- roots ---------------------------------------------------------------------------------- */

/* The root of the value, kept: taken from the node the second time, though its bytes differ by then,
 * which nothing but a test may bring about. */
static void test_kept_root(void) {
    uint32_t type = table_vector(&t, table_uint(&t, 1), 64);
    ssz_schema *schema = compile();
    uint8_t data[64], root[32], same[32], other[32];
    paint(data, sizeof data);
    ssz_view *view = ssz_decode_borrow(schema, type, data, sizeof data, hook, 1, NULL);
    CHECK_EQUAL(ssz_root(schema, type, data, sizeof data, root, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_root(view, same, NULL), SSZ_OK);
    CHECK_BYTES(same, root, 32);
    data[5]++;
    CHECK_EQUAL(ssz_root(schema, type, data, sizeof data, other, NULL), SSZ_OK);
    CHECK(memcmp(other, root, 32) != 0);
    memset(same, 0, 32);
    CHECK_EQUAL(ssz_view_root(view, same, NULL), SSZ_OK);
    CHECK_BYTES(same, root, 32);
    ssz_view_release(view);
    ssz_schema_release(schema);
}

static void test_root_of_refused_bytes(void) {
    uint32_t type = table_container(&t, table_uint(&t, 1), table_boolean(&t));
    ssz_schema *schema = compile();
    uint8_t root[32];
    memset(root, 0xcc, 32);
    ssz_error err;
    CHECK_EQUAL(ssz_root(schema, type, "\5\5", 2, root, &err), SSZ_NOT_A_BIT);
    CHECK_EQUAL(err.offset, 1);
    CHECK_EQUAL(err.path_length, 1);
    CHECK_EQUAL(err.path[0], 1);
    for (size_t i = 0; i < 32; i++) {
        CHECK(root[i] == 0xcc);
    }
    ssz_schema_release(schema);
}

/* The roots of all elements at once; their values are tested in test_runs.c. */
static void test_element_roots(void) {
    uint32_t boolean = table_boolean(&t), list = table_list(&t, boolean, 9);
    uint32_t vector = table_vector(&t, list, 2), bits = table_bitlist(&t, 9);
    ssz_schema *schema = compile();
    uint8_t roots[64], untouched[64], expected[32];
    ssz_error err;
    memset(untouched, 0xcc, sizeof untouched);
    memcpy(roots, untouched, sizeof roots);
    CHECK_EQUAL(ssz_element_roots(schema, bits, "\1", 1, roots, 64, &err), SSZ_NO_PARTS);
    CHECK_EQUAL(ssz_element_roots(schema, boolean, "\1", 1, roots, 64, NULL), SSZ_NO_PARTS);
    static const uint8_t data[] = {8, 0, 0, 0, 9, 0, 0, 0, 1, 0, 2};
    CHECK_EQUAL(ssz_element_roots(schema, vector, data, 11, roots, 64, &err), SSZ_NOT_A_BIT);
    CHECK(err.path_length == 2 && err.path[0] == 1 && err.path[1] == 1);
    CHECK_EQUAL(ssz_element_roots(schema, vector, data, 10, roots, 63, &err), SSZ_BUFFER_TOO_SMALL);
    CHECK(err.expected == 64 && err.actual == 63);
    CHECK_BYTES(roots, untouched, 64);
    CHECK_EQUAL(ssz_element_roots(schema, vector, data, 10, roots, 64, &err), SSZ_OK);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQUAL(ssz_root(schema, list, data + 8 + i, 1, expected, NULL), SSZ_OK);
        CHECK_BYTES(roots + 32 * i, expected, 32);
    }
    CHECK_EQUAL(ssz_element_roots(schema, list, NULL, 0, NULL, 0, &err), SSZ_OK);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static void test_nodes(void) {
    uint32_t u8 = table_uint(&t, 1), list = table_list(&t, u8, 9);
    uint32_t type = table_container(&t, list, list);
    ssz_schema *schema = compile();
    static const uint8_t data[] = {8, 0, 0, 0, 10, 0, 0, 0, 5, 6, 7};
    ssz_buffer *buffer = ssz_buffer_copy(data, sizeof data, NULL);
    ssz_node *node = ssz_node_of_slice(buffer, buffer->data, buffer->size, NULL);
    ssz_buffer_release(buffer);
    CHECK(ssz_node_is_own(node));
    CHECK(ssz_node_retain(node) == node);
    CHECK(!ssz_node_is_own(node));
    ssz_node_release(node);
    ssz_cursor cursor = ssz_cursor_find(schema, type, node, (uint64_t[]){0}, 1);
    CHECK_EQUAL(cursor.type, list);
    CHECK_EQUAL(ssz_cursor_size(schema, &cursor), 2);
    ssz_node *part = ssz_cursor_take(&cursor, NULL);
    ssz_node_release(node); /* parts do not need the whole, only its bytes */
    CHECK_LIVE(1, 1, 1, 0);
    uint8_t out[2];
    uint64_t size;
    CHECK_EQUAL(ssz_node_encode(schema, list, part, out, &size, NULL), SSZ_OK);
    CHECK_EQUAL(size, 2);
    CHECK_BYTES(out, data + 8, 2);
    cursor = ssz_cursor_find(schema, list, part, NULL, 0);
    CHECK_EQUAL(ssz_cursor_step(schema, &cursor, 2, NULL), SSZ_NO_SUCH_POSITION);
    CHECK_EQUAL(cursor.type, list); /* where it was */
    CHECK(cursor.node == part);
    ssz_node_release(part);
    ssz_node_release(NULL);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* ---- errors --------------------------------------------------------------------------------- */

static void test_error_paths(void) {
    for (uint32_t steps = 0; steps <= SSZ_ERROR_PATH_LIMIT + 3; steps++) {
        ssz_error err;
        memset(&err, 0xa5, sizeof err);
        CHECK_EQUAL(ssz_fail(&err, SSZ_LIMIT, 1, 2, 3), SSZ_LIMIT);
        CHECK_EQUAL(err.path_length, 0);
        for (uint32_t i = 0; i < steps; i++) {
            ssz_error_step(&err, 1000 + i);
        }
        ssz_error_finish(&err);
        uint32_t length = steps < SSZ_ERROR_PATH_LIMIT ? steps : SSZ_ERROR_PATH_LIMIT;
        CHECK_EQUAL(err.path_length, length);
        for (uint32_t i = 0; i < length; i++) {
            CHECK_EQUAL(err.path[i], 1000 + steps - 1 - i);
        }
        CHECK(err.code == SSZ_LIMIT && err.offset == 1 && err.expected == 2 && err.actual == 3);
    }
    CHECK_EQUAL(ssz_fail(NULL, SSZ_LIMIT, 1, 2, 3), SSZ_LIMIT);
    ssz_error_step(NULL, 1);
    ssz_error_finish(NULL);
}

/* ---- threads -------------------------------------------------------------------------------- */

#define THREADS 4

static struct shared {
    ssz_schema *schema;
    ssz_view *view;
    uint32_t type;
    const uint8_t *data;
    uint64_t size;
    uint8_t root[32];
    uint8_t part_root[32];
    _Atomic unsigned ready;
} shared;

/* All threads go on from here together. */
static void meet(void) {
    atomic_fetch_add(&shared.ready, 1);
    while (atomic_load(&shared.ready) < THREADS) {
        sched_yield();
    }
}

/* Everything that may be done with one value, at the same time as others do it. */
static void *use(void *argument) {
    (void)argument;
    uint8_t out[32], copy[4096];
    ssz_place place;
    meet();
    CHECK_EQUAL(ssz_view_root(shared.view, out, NULL), SSZ_OK);
    CHECK_BYTES(out, shared.root, 32);
    ssz_view *part = ssz_view_child(shared.view, 1, NULL);
    CHECK(part != NULL);
    CHECK_EQUAL(ssz_view_root(part, out, NULL), SSZ_OK);
    CHECK_BYTES(out, shared.part_root, 32);
    CHECK_EQUAL(ssz_view_encode(shared.view, copy, sizeof copy, NULL), SSZ_OK);
    CHECK_BYTES(copy, shared.data, shared.size);
    CHECK_EQUAL(ssz_view_locate(part, (uint64_t[]){3, 1}, 2, &place, NULL), SSZ_OK);
    CHECK_EQUAL(place.offset, 3 * 9 + 8);
    CHECK_EQUAL(ssz_check(shared.schema, shared.type, shared.data, shared.size, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_root(shared.view, out, NULL), SSZ_OK);
    CHECK_BYTES(out, shared.root, 32);
    /* Whoever is last takes everything down: each thread owns one reference, to the view. */
    ssz_view_release(shared.view);
    CHECK(ssz_view_child(part, 99999, NULL) == NULL);
    ssz_view_release(part);
    return NULL;
}

static void test_threads(void) {
    uint32_t u64 = table_uint(&t, 8);
    uint32_t record = table_container(&t, u64, table_boolean(&t));
    uint32_t records = table_list(&t, record, 1000);
    shared.type = table_container(&t, u64, records);
    shared.schema = compile();
    static uint8_t data[12 + 9 * 300];
    memset(data, 1, sizeof data);
    memcpy(data + 8, "\14\0\0", 4);
    shared.data = data;
    shared.size = sizeof data;
    CHECK_EQUAL(ssz_root(shared.schema, shared.type, data, sizeof data, shared.root, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_root(shared.schema, records, data + 12, 2700, shared.part_root, NULL), SSZ_OK);
    for (unsigned round = 0; round < 100; round++) {
        pthread_t threads[THREADS];
        hook_calls = 0;
        shared.ready = 0;
        shared.view =
            ssz_decode_borrow(shared.schema, shared.type, data, sizeof data, hook, 1, NULL);
        CHECK(shared.view != NULL);
        for (unsigned i = 0; i < THREADS; i++) {
            ssz_view_retain(shared.view);
            CHECK(pthread_create(&threads[i], NULL, use, NULL) == 0);
        }
        ssz_view_release(shared.view);
        for (unsigned i = 0; i < THREADS; i++) {
            CHECK(pthread_join(threads[i], NULL) == 0);
        }
        CHECK_EQUAL(hook_calls, 1);
        CHECK_LIVE(1, 0, 0, 0);
    }
    ssz_schema_release(shared.schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* ---- what values take ---------------------------------------------------------------------------- */

/* Bytes of a part are the value's own when the part was written to, whatever the part lies in. */
static void test_memory_of_parts(void) {
    static const uint8_t more[3000];
    table_clear(&t);
    uint32_t u8 = table_uint(&t, 1), text = table_list(&t, u8, 5000);
    uint32_t record = table_container(&t, text, text), either = table_union(&t, SSZ_NO_TYPE, text);
    uint32_t texts = table_list(&t, text, 5);
    ssz_schema *schema = table_compile(&t, NULL);
    static const uint8_t of_record[] = {8, 0, 0, 0, 8, 0, 0, 0}, of_either[] = {1},
                         of_texts[] = {4, 0, 0, 0};
    const struct {
        uint32_t type;
        const uint8_t *data;
        uint64_t size, key;
    } wholes[] = {
        {record, of_record, sizeof of_record, 1},
        {either, of_either, sizeof of_either, 1},
        {texts, of_texts, sizeof of_texts, 0},
    };
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        ssz_view *whole = decoded(schema, wholes[i].type, wholes[i].data, wholes[i].size);
        ssz_view *part = ssz_view_child(whole, wholes[i].key, NULL);
        CHECK(ssz_view_memory(whole).own < 1000);
        CHECK_EQUAL(ssz_view_extend(part, more, sizeof more, NULL), SSZ_OK);
        CHECK(ssz_view_memory(whole).own >= sizeof more);
        CHECK(ssz_view_memory(whole).shared < 1000);
        ssz_view *copy = ssz_view_copy(whole, NULL);
        CHECK(ssz_view_memory(whole).shared >= sizeof more);
        CHECK(ssz_view_memory(copy).shared >= sizeof more);
        ssz_view_release(copy);
        ssz_view_release(part);
        ssz_view_release(whole);
    }
    ssz_schema_release(schema);
}

int main(void) {
    test_borrowing();
    test_refused_bytes();
    test_shared_buffer();
    test_chains();
    test_children();
    test_many_children();
    test_encode();
    test_kept_root();
    test_root_of_refused_bytes();
    test_element_roots();
    test_nodes();
    test_error_paths();
    test_memory_of_parts();
    test_threads();
    check_nothing_left();
    return 0;
}
