/*
 * test_no_memory.c - every allocation of every operation fails once: the operation then says so, changes
 * nothing and leaves nothing behind.  And no operation takes memory out of proportion to its input.
 *
 * This program has a threads.c of its own that does everything in the caller's thread.
 */
#include "alloc.h"
#include "decoded.h"
#include "failing.h"
#include "frames.h"
#include "tables.h"
#include "threads.h"

/* ---- threads -------------------------------------------------------------------------------- */

void ssz_set_threads(uint32_t count) {
    CHECK_EQUAL(count, 3);
}

uint32_t ssz_threads(void) {
    return 3;
}

void ssz_parallel(uint64_t count, void (*fn)(void *context, uint64_t i), void *context) {
    for (uint64_t i = 0; i < count; i++) {
        fn(context, i);
    }
}

/* ---- operations ----------------------------------------------------------------------------- */

static table t;
static ssz_schema *schema;
static uint32_t type;
static uint8_t data[6 << 20];
static uint64_t size;
static ssz_view *view;
static uint8_t root[32];
static unsigned hook_calls;

static void hook(uint64_t context) {
    hook_calls += (unsigned)context;
}

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

static bool take_children(ssz_error *err) {
    enum { COUNT = 3 };
    ssz_view *children[COUNT + 1];
    int32_t code = ssz_view_children(view, 0, COUNT, children, err);
    CHECK((children[0] != NULL) == (code == SSZ_OK));
    ssz_views_release(children);
    return code == SSZ_OK;
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

/* In a window so small that the value is opened, and of small ones all parts. */
static bool stream_root(ssz_error *err) {
    uint8_t out[32];
    unsigned window_level = size < 4000 ? 1 : 9;
    ssz_stream *stream = ssz_stream_new_sized(schema, type, size, window_level, err);
    if (!stream) {
        return false;
    }
    bool worked = ssz_stream_write(stream, data, size, err) == SSZ_OK;
    if (worked) {
        CHECK_EQUAL(ssz_stream_root(stream, out, err), SSZ_OK);
        CHECK_BYTES(out, root, 32);
    }
    ssz_stream_release(stream);
    return worked;
}

/* Whether a view still has the encoding that it had. */
static void check_unchanged(const ssz_view *of, const uint8_t *encoding, uint64_t of_size) {
    static uint8_t out[sizeof data];
    CHECK_EQUAL(ssz_view_size(of), of_size);
    CHECK_EQUAL(ssz_view_encode(of, out, sizeof out, NULL), SSZ_OK);
    CHECK_BYTES(out, encoding, of_size);
}

/* Changes of a list of records, each of which works or leaves the copy as it was. */
static bool edit_copy(ssz_error *err) {
    static uint8_t now[sizeof data];
    uint64_t each = size / ssz_view_count(view), now_size = size;
    ssz_view *copy = ssz_view_copy(view, err);
    ssz_view *part = copy ? ssz_view_child(copy, 0, err) : NULL;
    bool worked = part != NULL;
    memcpy(now, data, size);
    for (unsigned i = 0; i < 7 && worked; i++) {
        int32_t code = i == 0   ? ssz_view_put_uint(part, 0, 77, err)
                       : i == 1 ? ssz_view_put(copy, 0, data + 1 * each, each, err)
                       : i == 2 ? ssz_view_append(copy, data, each, err)
                       : i == 3 ? ssz_view_put_view(copy, 0, part, err)
                       : i == 4 ? ssz_view_truncate(copy, 0, err)
                       : i == 5 ? ssz_view_assign_view(copy, view, err)
                                : ssz_view_root(copy, (uint8_t[32]){0}, err);
        worked = code == SSZ_OK;
        if (!worked) {
            check_unchanged(copy, now, now_size);
        } else {
            now_size = ssz_view_size(copy);
            CHECK_EQUAL(ssz_view_encode(copy, now, sizeof now, NULL), SSZ_OK);
        }
    }
    check_unchanged(view, data, size);
    ssz_view_release(part);
    ssz_view_release(copy);
    return worked;
}

/* The encoding of a value that was taken apart, which can only fail in the beginning. */
static bool encode_in_pieces(ssz_error *err) {
    static uint8_t out[sizeof data];
    ssz_encoder *encoder = ssz_encoder_new(view, err);
    uint64_t done = 0;
    while (encoder && ssz_encoder_left(encoder) > 0) {
        done += ssz_encoder_read(encoder, out + done, 100);
    }
    if (encoder) {
        CHECK_EQUAL(done, size);
        CHECK_BYTES(out, data, size);
    }
    ssz_encoder_release(encoder);
    return encoder != NULL;
}

/* Elements that are nodes, written over those of several runs. */
static bool splice_nodes(ssz_error *err) {
    ssz_view *copy = ssz_view_copy(view, err);
    bool worked = copy && ssz_view_splice(copy, 1, data, size, err) == SSZ_OK;
    if (worked) {
        CHECK_EQUAL(ssz_view_count(copy), ssz_view_count(view) + 1);
    } else if (copy) {
        check_unchanged(copy, data, size);
    }
    check_unchanged(view, data, size);
    ssz_view_release(copy);
    return worked;
}

/* A column of elements that are nodes, each of which is encoded. */
static bool gather_column(ssz_error *err) {
    static uint8_t out[sizeof data], untouched[64] = {0};
    memset(out, 0, sizeof untouched);
    int32_t code = ssz_view_column(view, 1, 20, out, sizeof out, err);
    if (code != SSZ_OK) {
        CHECK_BYTES(out, untouched, sizeof untouched);
    }
    return code == SSZ_OK;
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

static bool take_element_roots(ssz_error *err) {
    static uint8_t roots[6000 * 32];
    memset(roots, 0xcc, sizeof roots);
    int32_t code = ssz_element_roots(schema, type, data, size, roots, sizeof roots, err);
    for (uint64_t at = ssz_view_count(view) * 32; at < sizeof roots; at++) {
        CHECK_EQUAL(roots[at], 0xcc);
    }
    return code == SSZ_OK;
}

static bool take_many_roots(ssz_error *err) {
    uint8_t roots[40 * 32];
    ssz_slice values[40];
    for (size_t i = 0; i < 40; i++) {
        values[i] = (ssz_slice){data, size};
    }
    if (ssz_roots(schema, type, values, 40, roots, err) != SSZ_OK) {
        return false;
    }
    CHECK_BYTES(roots + 39 * 32, root, 32);
    return true;
}

/* ---- values --------------------------------------------------------------------------------- */

static void open_value(uint32_t of_type, uint64_t of_size) {
    type = of_type;
    size = of_size;
    view = decoded(schema, type, data, size);
    ssz_view_release(
        ssz_view_child(view, 0, NULL)); /* the value keeps the room for views of parts */
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

/* Small values in large numbers, whose trees must not all be in memory at once. */
static void test_proportions(void) {
    uint32_t u8 = table_uint(&t, 1), text = table_list(&t, u8, 9),
             texts = table_list(&t, text, 256);
    uint32_t pages = table_list(&t, texts, 256), books = table_list(&t, pages, 256);
    uint32_t positions = table_progressive_container(&t, {u8, 255});
    uint32_t rows = table_list(&t, table_vector(&t, positions, 256), 256);
    ssz_schema *of_both = table_compile(&t, NULL);
    table_clear(&t);
    uint8_t out[32];
    ssz_memory_watch();
    uint64_t before = ssz_memory_read().bytes;
    CHECK_EQUAL(ssz_root(of_both, rows, data, 256 * 256, out, NULL), SSZ_OK);
    CHECK(ssz_memory_read().most_bytes - before < 8 << 20);

    uint64_t page_size = 256 * 4, book_size = 256 * 4 + 256 * page_size, count = 20;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t book = count * 4 + i * book_size;
        put_u32(4 * i, book);
        for (uint64_t j = 0; j < 256; j++) {
            uint64_t page = book + 256 * 4 + j * page_size;
            put_u32(book + 4 * j, page - book);
            for (uint64_t k = 0; k < 256; k++) {
                put_u32(page + 4 * k, page_size); /* an empty text */
            }
        }
    }
    ssz_memory_watch();
    CHECK_EQUAL(ssz_root(of_both, books, data, count * (4 + book_size), out, NULL), SSZ_OK);
    CHECK(ssz_memory_read().most_bytes - before < 8 << 20);
    ssz_trim();
    ssz_memory_watch();
    ssz_stream *stream = ssz_stream_new(of_both, books, count * (4 + book_size), NULL);
    CHECK_EQUAL(ssz_stream_write(stream, data, count * (4 + book_size), NULL), SSZ_OK);
    ssz_stream_release(stream);
    CHECK(ssz_memory_read().most_bytes - before < 8 << 20);
    memset(data, 0, sizeof data);
    ssz_schema_release(of_both);
    ssz_trim();
    CHECK_EQUAL(ssz_memory_read().allocations, 0);
}

int main(void) {
    test_proportions();
    uint32_t boolean = table_boolean(&t), u64 = table_uint(&t, 8);
    uint32_t many = table_vector(&t, boolean, 60);
    uint32_t fields[40];
    for (uint32_t i = 0; i < 40; i++) {
        fields[i] = i == 7 ? many : u64;
    }
    uint32_t record = table_container(&t, u64, table_vector(&t, u64, 20), many);
    uint32_t wide = table_numbered(&t, SSZ_KIND_CONTAINER, fields, 40);
    uint32_t records = table_list(&t, record, 5000), wides = table_list(&t, wide, 1000);
    uint32_t deep = table_progressive_list(&t, table_list(&t, wides, 1000));
    uint32_t open_records = table_progressive_list(&t, record);
    uint32_t open_wide = table_progressive_container(&t, {wide, 3}, {records, 9});
    uint32_t choice = table_union(&t, SSZ_NO_TYPE, open_wide);
    uint32_t large = table_vector(&t, record, 3), larges = table_list(&t, large, 10);
    while (t.type_count < 100) {
        table_vector(&t, many, 1); /* the list of bit_checks grows more than once */
    }
    schema = table_compile(&t, NULL);

    fail_each(make_schema, 5);
    fail_each(copy_buffer, 1);
    fail_each(borrow_buffer, 1);

    static const uint64_t counts[] = {1, 3, 30, 130};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        open_value(records, counts[i] * (8 + 160 + 60));
        fail_each(decode, 3);
        fail_each(take_child, 1);
        fail_each(take_children, 1);
        fail_each(take_root, 1);
        fail_each(stream_root, 3);
        fail_each(take_root_of_view, 1);
        fail_each(take_nodes, 1);
        fail_each(edit_copy, 8);
        fail_each(encode_in_pieces, 1);
        close_value();
        open_value(open_records, counts[i] * (8 + 160 + 60));
        fail_each(take_root, 1);
        fail_each(stream_root, 3);
        fail_each(take_nodes, 1);
        fail_each(edit_copy, 8);
        fail_each(encode_in_pieces, 1);
        close_value();
    }
    uint64_t wide_size = 39 * 8 + 60;
    open_value(wides, 100 * wide_size);
    fail_each(take_root, 1);
    fail_each(stream_root, 3);
    close_value();

    open_value(larges, 3 * 684);
    CHECK_EQUAL(ssz_view_put(view, 0, data, 684, NULL), SSZ_OK);
    fail_each(gather_column, 1);
    close_value();

    /* A hundred lists, each of one record. */
    put_u32(0, 8);
    put_u32(4, 8);
    for (uint64_t i = 0; i < 90; i++) {
        put_u32(8 + 4 * i, 4 * 90 + i * wide_size);
    }
    open_value(deep, 8 + 4 * 90 + 90 * wide_size);
    fail_each(take_root, 1);
    fail_each(stream_root, 3);
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
    fail_each(stream_root, 3);
    close_value();

    for (uint64_t i = 0; i < 600; i++) {
        put_u32(4 * i, 2400);
    }
    open_value(deep, 2400);
    fail_each(splice_nodes, 600);
    close_value();

    /* Long enough for threads. */
    open_value(records, 5000 * 228);
    fail_each(take_root, 2);
    fail_each(stream_root, 3);
    fail_each(take_element_roots, 1);
    fail_each(take_many_roots, 1);
    close_value();

    data[0] = 1;
    put_u32(1 + wide_size, wide_size + 4);
    open_value(choice, 1 + wide_size + 4 + 228 * 2);
    fail_each(take_root, 1);
    fail_each(stream_root, 3);
    fail_each(take_nodes, 1);
    close_value();

    ssz_schema_release(schema);
    CHECK_EQUAL(ssz_memory_read().allocations, 0);
    return 0;
}
