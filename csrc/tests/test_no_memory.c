/*
 * test_no_memory.c - every allocation of every operation fails once: the operation then says so, changes
 * nothing and leaves nothing behind.
 *
 * This program has an allocator of its own, which takes the place of alloc.c.
 */
#include "alloc.h"
#include "tables.h"

/* ---- the allocator -------------------------------------------------------------------------- */

static uint64_t until_failure = UINT64_MAX; /* allocations that still work */
static int64_t pieces;                      /* of memory in use */

void *ssz_alloc(uint64_t size) {
    if (until_failure == 0) {
        return NULL;
    }
    until_failure--;
    pieces++;
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
    pieces -= memory != NULL;
    free(memory);
}

/* ---- operations ----------------------------------------------------------------------------- */

static table t;
static ssz_schema *schema;
static uint32_t type;
static uint8_t data[40000];
static uint64_t size;
static ssz_view *view;
static uint8_t root[32];
static unsigned hook_calls;

static void hook(uint64_t context) {
    hook_calls += (unsigned)context;
}

/* Each takes the error to fill, and gives whether it worked, having undone what it did. */
typedef bool operation(ssz_error *err);

static bool make_schema(ssz_error *err) {
    ssz_schema *made = table_compile(&t, err);
    ssz_schema_release(made);
    return made != NULL;
}

static bool copy_buffer(ssz_error *err) {
    ssz_buffer *buffer = ssz_buffer_copy(data, 10, err);
    ssz_buffer_release(buffer);
    return buffer != NULL;
}

static bool borrow_buffer(ssz_error *err) {
    hook_calls = 0;
    ssz_buffer *buffer = ssz_buffer_borrow(data, 10, hook, 1, err);
    CHECK_EQUAL(hook_calls, 0);
    ssz_buffer_release(buffer);
    CHECK_EQUAL(hook_calls, buffer != NULL);
    return buffer != NULL;
}

static bool decode(ssz_error *err) {
    hook_calls = 0;
    ssz_view *made = ssz_decode_borrow(schema, type, data, size, hook, 1, err);
    CHECK_EQUAL(hook_calls, 0);
    ssz_view_release(made);
    CHECK_EQUAL(hook_calls, made != NULL);
    return made != NULL;
}

static bool take_child(ssz_error *err) {
    ssz_view *child = ssz_view_child(view, 0, err);
    ssz_view_release(child);
    return child != NULL;
}

static bool take_root(ssz_error *err) {
    uint8_t out[32] = {0xcc, 0xcc};
    static const uint8_t untouched[32] = {0xcc, 0xcc};
    int32_t code = ssz_root(schema, type, data, size, out, err);
    CHECK_BYTES(out, code == SSZ_OK ? root : untouched, 32);
    return code == SSZ_OK;
}

static bool take_root_of_view(ssz_error *err) {
    uint8_t out[32] = {0xcc, 0xcc};
    static const uint8_t untouched[32] = {0xcc, 0xcc};
    int32_t code = ssz_view_root(view, out, err);
    CHECK_BYTES(out, code == SSZ_OK ? root : untouched, 32);
    return code == SSZ_OK;
}

/* Runs the operation with nothing kept from before, and gives back what it keeps. */
static bool run_alone(operation *run, ssz_error *err) {
    ssz_trim();
    bool worked = run(err);
    ssz_trim();
    return worked;
}

/* The root, what is below it where there is something, and the root again. */
static bool take_nodes(ssz_error *err) {
    static const uint8_t gindices[] = {1, 2, 3, 1};
    uint8_t out[128], untouched[128], parent[32];
    memset(out, 0xcc, sizeof out);
    memset(untouched, 0xcc, sizeof untouched);
    int32_t code = ssz_view_merkle_nodes(view, gindices, 1, 4, out, err);
    if (code != SSZ_OK) {
        CHECK_BYTES(out, untouched, sizeof out);
        return false;
    }
    ssz_sha256_blocks(parent, out + 32, 1);
    CHECK_BYTES(out, root, 32);
    CHECK_BYTES(parent, root, 32);
    CHECK_BYTES(out + 96, root, 32);
    return true;
}

/* Runs the operation with its first allocation failing, then its second, until none fails. */
static void fail_each(operation *run, unsigned at_least) {
    ssz_trim();
    ssz_live before = ssz_live_objects();
    int64_t pieces_before = pieces;
    for (unsigned failing = 0;; failing++) {
        ssz_error err = {0};
        until_failure = failing;
        bool worked = run_alone(run, &err);
        CHECK_EQUAL(pieces, pieces_before);
        ssz_live live = ssz_live_objects();
        CHECK_BYTES(&live, &before, sizeof live);
        if (worked) {
            until_failure = UINT64_MAX;
            CHECK(failing >= at_least);
            CHECK_EQUAL(err.code, SSZ_OK);
            return;
        }
        CHECK_EQUAL(err.code, SSZ_NO_MEMORY);
        CHECK_EQUAL(err.path_length, 0);
        until_failure = failing;
        CHECK(!run_alone(run, NULL));
        CHECK_EQUAL(pieces, pieces_before);
    }
}

/* ---- values --------------------------------------------------------------------------------- */

static void open_value(uint32_t of_type, uint64_t of_size) {
    type = of_type;
    size = of_size;
    ssz_buffer *buffer = ssz_buffer_copy(data, size, NULL);
    view = ssz_decode(schema, type, buffer, NULL);
    CHECK(view != NULL);
    ssz_buffer_release(buffer);
    CHECK_EQUAL(ssz_root(schema, type, data, size, root, NULL), SSZ_OK);
}

static void close_value(void) {
    ssz_view_release(view);
    memset(data, 0, sizeof data);
}

static void put_u32(uint64_t at, uint64_t value) {
    for (unsigned i = 0; i < 4; i++) {
        data[at + i] = (uint8_t)(value >> (8 * i));
    }
}

int main(void) {
    uint32_t boolean = table_boolean(&t), u64 = table_uint(&t, 8);
    uint32_t many = table_vector(&t, boolean, 60);
    uint32_t fields[40];
    for (uint32_t i = 0; i < 40; i++) {
        fields[i] = i == 7 ? many : u64;
    }
    uint32_t record = table_container(&t, u64, table_vector(&t, u64, 20), many);
    uint32_t wide = table_numbered(&t, SSZ_KIND_CONTAINER, fields, 40);
    uint32_t records = table_list(&t, record, 1000), wides = table_list(&t, wide, 1000);
    uint32_t deep = table_progressive_list(&t, table_list(&t, wides, 1000));
    uint32_t open_records = table_progressive_list(&t, record);
    uint32_t open_wide = table_progressive_container(&t, {wide, 3}, {records, 9});
    uint32_t choice = table_union(&t, SSZ_NO_TYPE, open_wide);
    while (t.type_count < 100) {
        table_vector(&t, many, 1); /* the list of probes grows more than once */
    }
    schema = table_compile(&t, NULL);

    fail_each(make_schema, 5);
    fail_each(copy_buffer, 1);
    fail_each(borrow_buffer, 1);

    static const uint64_t counts[] = {1, 3, 30, 130};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        open_value(records, counts[i] * (8 + 160 + 60));
        fail_each(decode, 3);
        fail_each(take_child, 2);
        fail_each(take_root, 1);
        fail_each(take_root_of_view, 1);
        fail_each(take_nodes, 1);
        close_value();
        open_value(open_records, counts[i] * (8 + 160 + 60));
        fail_each(take_root, 1);
        fail_each(take_nodes, 1);
        close_value();
    }
    uint64_t wide_size = 39 * 8 + 60;
    open_value(wides, 100 * wide_size);
    fail_each(take_root, 1);
    close_value();

    /* A hundred lists, each of one record. */
    put_u32(0, 8);
    put_u32(4, 8);
    for (uint64_t i = 0; i < 90; i++) {
        put_u32(8 + 4 * i, 4 * 90 + i * wide_size);
    }
    open_value(deep, 8 + 4 * 90 + 90 * wide_size);
    fail_each(take_root, 1);
    fail_each(take_nodes, 1);
    fail_each(take_root_of_view, 1);
    close_value();

    /* More nodes than are reduced in one piece: 600 empty lists. */
    uint32_t list = deep - 1;
    for (uint64_t i = 0; i < 600; i++) {
        put_u32(4 * i, 2400);
    }
    open_value(list, 2400);
    fail_each(take_root, 1);
    close_value();

    data[0] = 1;
    put_u32(1 + wide_size, wide_size + 4);
    open_value(choice, 1 + wide_size + 4 + 228 * 2);
    fail_each(take_root, 1);
    fail_each(take_nodes, 1);
    close_value();

    ssz_schema_release(schema);
    CHECK_EQUAL(pieces, 0);
    return 0;
}
