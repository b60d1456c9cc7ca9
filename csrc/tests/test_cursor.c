/*
 * test_cursor.c - parts read together come all or not at all, and a value with a part so far behind that no
 * offset leads there is refused before anything is written.
 *
 * The values past 4 GB take no memory: they hold one list of zeros, which nothing reads, many times.
 */
#include "cursor.h"
#include "decoded.h"
#include "tables.h"
#include "view.h"
#include "view_tree.h"

static table t;
static ssz_schema *schema;

/* ---- reading parts -------------------------------------------------------------------------- */

static void check_not_read(const ssz_view *view, uint64_t key, uint64_t count, uint64_t capacity,
                           int32_t code) {
    uint8_t out[4096], untouched[sizeof out];
    uint64_t size = 77;
    ssz_error err;
    memset(out, 0xcc, sizeof out);
    memset(untouched, 0xcc, sizeof untouched);
    CHECK_EQUAL(ssz_view_read(view, key, count, out, capacity, &size, &err), code);
    CHECK_EQUAL(err.code, code);
    CHECK_EQUAL(ssz_view_read(view, key, count, out, capacity, &size, NULL), code);
    CHECK_BYTES(out, untouched, sizeof out);
    CHECK_EQUAL(size, 77);
}

/* Fields one after the other, until there is one that can't be read. */
static void check_fields(const ssz_view *view, const uint8_t *data) {
    uint8_t out[16];
    uint64_t size = 0;
    CHECK_EQUAL(ssz_view_read(view, 0, 2, out, 6, &size, NULL), SSZ_OK);
    CHECK_EQUAL(size, 6);
    CHECK_BYTES(out, data, 6);
    CHECK_EQUAL(ssz_view_read(view, 3, 1, out, 8, &size, NULL), SSZ_OK);
    CHECK_EQUAL(size, 8);
    CHECK_BYTES(out, data + 10, 8);
    memset(out, 0, sizeof out);
    CHECK_EQUAL(ssz_view_read(view, 3, 1, out, 8, NULL, NULL), SSZ_OK);
    CHECK_BYTES(out, data + 10, 8);
    check_not_read(view, 0, 3, 100, SSZ_NO_PARTS);
    check_not_read(view, 0, 2, 5, SSZ_BUFFER_TOO_SMALL);
    check_not_read(view, 3, 2, 100, SSZ_NO_SUCH_FIELD);
    check_not_read(view, 3, UINT64_MAX, 100, SSZ_NO_SUCH_FIELD);
}

static void test_reading(void) {
    uint32_t u8 = table_uint(&t, 1), u16 = table_uint(&t, 2), u32 = table_uint(&t, 4);
    uint32_t list = table_list(&t, u8, 9), large = table_vector(&t, u16, 600);
    uint32_t type = table_container(&t, u16, u32, list, table_uint(&t, 8));
    uint32_t several = table_list(&t, large, 5);
    schema = table_compile(&t, NULL);

    static const uint8_t data[] = {1, 2, 3, 4, 5, 6, 18, 0, 0, 0, 11, 12, 13, 14, 15, 16, 17, 18};
    ssz_view *view = decoded(schema, type, data, sizeof data);
    check_fields(view, data);
    CHECK_EQUAL(ssz_view_put(view, 2, "", 0, NULL), SSZ_OK); /* now it is open */
    check_fields(view, data);
    ssz_view_release(view);

    uint8_t elements[3 * 1200], out[3 * 1200];
    uint64_t size;
    paint(elements, sizeof elements);
    view = decoded(schema, several, elements, sizeof elements);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQUAL(ssz_view_read(view, 0, 3, out, sizeof out, &size, NULL), SSZ_OK);
        CHECK_EQUAL(size, sizeof elements);
        CHECK_BYTES(out, elements, sizeof elements);
        check_not_read(view, 0, 3, sizeof elements - 1, SSZ_BUFFER_TOO_SMALL);
        check_not_read(view, 1, 3, 4096, SSZ_NO_SUCH_POSITION);
        check_not_read(view, 1, UINT64_MAX, 4096, SSZ_NO_SUCH_POSITION);
        CHECK_EQUAL(ssz_view_put(view, 1, elements + 1200, 1200, NULL), SSZ_OK);
    }
    ssz_view_release(view);
    ssz_schema_release(schema);
    table_clear(&t);
}

/* ---- offsets -------------------------------------------------------------------------------- */

/* So many lists of 64 MB begin within 4 GB, and together end past them. */
#define PIECE ((uint64_t)64 << 20)
#define MOST_PIECES 64

static uint8_t zeros[64 << 20];

static void hook(uint64_t context) {
    (void)context;
}

static void check_refused(const ssz_view *view, uint64_t offset) {
    uint8_t out[64], untouched[sizeof out];
    ssz_error err;
    memset(out, 0xcc, sizeof out);
    memset(untouched, 0xcc, sizeof untouched);
    CHECK_EQUAL(ssz_view_encode(view, out, UINT64_MAX, &err), SSZ_LIMIT);
    CHECK(err.code == SSZ_LIMIT && err.expected == UINT32_MAX && err.path_length == 0);
    CHECK_EQUAL(err.actual, offset);
    CHECK_EQUAL(ssz_view_encode(view, out, UINT64_MAX, NULL), SSZ_LIMIT);
    CHECK_BYTES(out, untouched, sizeof out);
}

static void check_good(const ssz_view *view) {
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    CHECK_EQUAL(ssz_cursor_check_offsets(schema, &cursor, NULL), SSZ_OK);
    ssz_view_tree_leave(view->tree);
}

static void test_offsets(void) {
    uint32_t u64 = table_uint(&t, 8), numbers = table_progressive_list(&t, u64);
    uint32_t pieces = table_progressive_list(&t, numbers);
    uint32_t tables = table_list(&t, pieces, 2);
    uint32_t tail = table_container(&t, u64, pieces, u64, numbers, u64);
    uint32_t choice = table_union(&t, SSZ_NO_TYPE, tables);
    schema = table_compile(&t, NULL);

    ssz_view *piece = ssz_decode_borrow(schema, numbers, zeros, PIECE, hook, 0, NULL);
    ssz_view *many = decoded(schema, pieces, "", 0), *both = decoded(schema, tables, "", 0);
    for (unsigned i = 0; i < MOST_PIECES; i++) {
        CHECK_EQUAL(ssz_view_append_view(many, piece, NULL), SSZ_OK);
    }
    uint64_t size = MOST_PIECES * (4 + PIECE);
    CHECK_EQUAL(ssz_view_size(many), size);
    CHECK(size > UINT32_MAX);
    check_good(many);
    CHECK_EQUAL(ssz_view_append_view(both, many, NULL), SSZ_OK);
    check_good(both);

    /* A part that begins past all that an offset can say, in each kind of value. */
    CHECK_EQUAL(ssz_view_append(both, "", 0, NULL), SSZ_OK);
    check_refused(both, 8 + size);
    uint8_t fields[32] = {[8] = 32, [20] = 32};
    ssz_view *record = decoded(schema, tail, fields, sizeof fields);
    CHECK_EQUAL(ssz_view_put_view(record, 3, piece, NULL), SSZ_OK);
    check_good(record);
    CHECK_EQUAL(ssz_view_put_view(record, 1, many, NULL), SSZ_OK);
    check_refused(record, 32 + size);
    CHECK_EQUAL(ssz_view_append_view(many, piece, NULL), SSZ_OK);
    check_refused(many, 4 * (MOST_PIECES + 1) + MOST_PIECES * PIECE);

    /* The same within the last part, and in a union. */
    CHECK_EQUAL(ssz_view_put(both, 0, "", 0, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_put_view(both, 1, many, NULL), SSZ_OK);
    check_refused(both, 4 * (MOST_PIECES + 1) + MOST_PIECES * PIECE);
    ssz_view *chosen = decoded(schema, choice, "", 1);
    CHECK_EQUAL(ssz_view_put(chosen, 1, "", 0, NULL), SSZ_OK);
    check_good(chosen);
    ssz_view *option = ssz_view_child(chosen, 1, NULL);
    CHECK_EQUAL(ssz_view_assign_view(option, both, NULL), SSZ_OK);
    check_refused(chosen, 4 * (MOST_PIECES + 1) + MOST_PIECES * PIECE);

    ssz_view *const all[] = {piece, many, both, record, chosen, option};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        ssz_view_release(all[i]);
    }
    ssz_schema_release(schema);
}

/* Elements of fixed size are found without offsets, however far behind they are. */
static void test_without_offsets(void) {
    table_clear(&t);
    uint32_t numbers = table_vector(&t, table_uint(&t, 8), 1 << 17);
    uint32_t many = table_list(&t, numbers, 5000);
    schema = table_compile(&t, NULL);
    uint64_t each = 8 << 17, count = UINT32_MAX / each + 4;
    ssz_view *one = ssz_decode_borrow(schema, numbers, zeros, each, hook, 0, NULL);
    ssz_view *list = decoded(schema, many, "", 0);
    for (uint64_t i = 0; i < count; i++) {
        CHECK_EQUAL(ssz_view_append_view(list, one, NULL), SSZ_OK);
    }
    CHECK_EQUAL(ssz_view_size(list), count * each);
    check_good(list);
    ssz_encoder *encoder = ssz_encoder_new(list, NULL);
    CHECK(encoder != NULL);
    CHECK_EQUAL(ssz_encoder_left(encoder), count * each);
    ssz_encoder_release(encoder);
    ssz_view_release(list);
    ssz_view_release(one);
    ssz_schema_release(schema);
}

int main(void) {
    test_reading();
    test_offsets();
    test_without_offsets();
    check_nothing_left();
    return 0;
}
