/*
 * test_stack.c - values of the deepest types on the stacks that ssz.h says are enough: decoded, changed at the
 * bottom, hashed, encoded, proved and released.
 */
#include <pthread.h>

#include "decoded.h"
#include "tables.h"

/* Frames are larger where a compiler watches them. */
#if IS_SANITIZED || !defined(__OPTIMIZE__)
enum { TIMES = 8 };
#else
enum { TIMES = 1 };
#endif

static table t;
static ssz_schema *schema;
static uint32_t type;
static uint8_t data[8192];
static uint64_t size;

static void *use(void *unused) {
    static uint8_t out[8192], roots[2][32];
    static const uint8_t gindex[] = {4};
    ssz_view *view = decoded(schema, type, (const char *)data, size);
    ssz_view *deepest = view, *part;
    ssz_view_retain(view);
    while ((part = ssz_view_child(deepest, 0, NULL)) != NULL) {
        ssz_view_release(deepest);
        deepest = part;
    }
    for (uint8_t i = 1; i <= 2; i++) { /* the second time, of a value that shares all with a copy */
        ssz_view *copy = ssz_view_copy(view, NULL);
        data[size - 1] = i;
        CHECK_EQUAL(ssz_view_assign(deepest, &i, 1, NULL), SSZ_OK);
        CHECK_EQUAL(ssz_view_root(view, roots[0], NULL), SSZ_OK);
        CHECK_EQUAL(ssz_root(schema, type, data, size, roots[1], NULL), SSZ_OK);
        CHECK_BYTES(roots[0], roots[1], 32);
        CHECK_EQUAL(ssz_view_encode(view, out, sizeof out, NULL), SSZ_OK);
        CHECK_BYTES(out, data, size);
        CHECK_EQUAL(ssz_view_merkle_nodes(view, gindex, 1, 1, out, NULL), SSZ_OK);
        ssz_view_release(copy);
    }
    ssz_view_release(deepest);
    ssz_view_release(view);
    return unused;
}

static void run(bool is_progressive, unsigned levels, size_t stack) {
    table_clear(&t);
    memset(data, 0, sizeof data);
    type = table_uint(&t, 1);
    for (unsigned i = 1; i < levels; i++) {
        type = is_progressive ? table_progressive_list(&t, type) : table_list(&t, type, 7);
    }
    /* Each list but the innermost begins with the offset of its only element. */
    for (unsigned i = 0; i + 2 < levels; i++) {
        data[4 * (uint64_t)i] = 4;
    }
    size = 4 * (uint64_t)(levels - 2) + 1;
    schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK_EQUAL(pthread_attr_init(&attributes), 0);
    CHECK_EQUAL(pthread_attr_setstacksize(&attributes, TIMES * stack), 0);
    CHECK_EQUAL(pthread_create(&thread, &attributes, use, NULL), 0);
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
    CHECK_EQUAL(pthread_attr_destroy(&attributes), 0);
    ssz_schema_release(schema);
}

int main(void) {
    ssz_set_threads(1);
    for (int i = 0; i < 2; i++) {
        run(i, 128, (size_t)128 << 10);
        run(i, SSZ_DEPTH_LIMIT, (size_t)768 << 10);
    }
    check_nothing_left();
    return 0;
}
