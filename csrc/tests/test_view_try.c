/*
 * test_view_try.c - reads and writes of values that do not wait for who is at work on them.
 */
#include "decoded.h"
#include "tables.h"
#include "view_tree.h"

static table t;

/* What does not wait does nothing while somebody else is at work on the value. */
static void test_not_waiting(void) {
    uint32_t u16 = table_uint(&t, 2), u64 = table_uint(&t, 8);
    uint32_t inner = table_container(&t, u16, u64);
    uint32_t type = table_container(&t, u64, inner);
    ssz_schema *schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    static const uint8_t data[18] = {7, [8] = 5, [10] = 9};
    ssz_view *view = decoded(schema, type, data, sizeof data);
    CHECK(view != NULL);
    ssz_schema_release(schema);
    uint64_t number = 1;
    CHECK_EQUAL(ssz_view_try_uint(view, 0, &number), SSZ_OK);
    CHECK_EQUAL(number, 7);
    CHECK_EQUAL(ssz_view_try_uint(view, 1, &number), SSZ_TYPE_MISMATCH);
    CHECK_EQUAL(ssz_view_try_uint(view, 2, &number), SSZ_NO_SUCH_FIELD);
    CHECK_EQUAL(number, 7);
    CHECK(ssz_view_try_child(view, 2) == NULL);
    ssz_view *part = ssz_view_try_child(view, 1);
    CHECK(part != NULL);
    CHECK_EQUAL(ssz_view_try_put_uint(part, 1, 11), SSZ_OK);
    CHECK_EQUAL(ssz_view_try_put_uint(part, 0, 1 << 16), SSZ_RANGE);
    CHECK_EQUAL(ssz_view_try_put_uint(part, 2, 1), SSZ_NO_SUCH_FIELD);
    CHECK_EQUAL(ssz_view_try_put_uint(view, 1, 1), SSZ_TYPE_MISMATCH);

    uint64_t count = 9, size = 9;
    uint8_t bytes[8];
    CHECK_EQUAL(ssz_view_try_count(part, &count), SSZ_OK);
    CHECK_EQUAL(count, 2);
    CHECK_EQUAL(ssz_view_try_read(part, 1, 1, bytes, 8, &size), SSZ_OK);
    CHECK_EQUAL(size, 8);
    CHECK_EQUAL(bytes[0], 11);
    CHECK_EQUAL(ssz_view_try_read(part, 1, 1, bytes, 7, &size), SSZ_BUFFER_TOO_SMALL);
    CHECK_EQUAL(ssz_view_try_read(part, 2, 1, bytes, 8, &size), SSZ_NO_SUCH_FIELD);
    CHECK_EQUAL(size, 8);

    ssz_view_tree_enter(view->tree);
    CHECK_EQUAL(ssz_view_try_uint(part, 1, &number), SSZ_BUSY);
    CHECK_EQUAL(ssz_view_try_count(part, &count), SSZ_BUSY);
    CHECK_EQUAL(ssz_view_try_read(part, 1, 1, bytes, 8, &size), SSZ_BUSY);
    CHECK_EQUAL(ssz_view_try_put_uint(part, 1, 12), SSZ_BUSY);
    CHECK(ssz_view_try_child(view, 1) == NULL);
    CHECK(ssz_view_try_copy(view) == NULL);
    CHECK_EQUAL(ssz_view_try_release(part), SSZ_BUSY);
    ssz_view_tree_leave(view->tree);

    CHECK_EQUAL(number, 7);
    CHECK_EQUAL(ssz_view_try_uint(part, 1, &number), SSZ_OK);
    CHECK_EQUAL(number, 11);
    uint64_t version = ssz_view_version(view);
    CHECK_EQUAL(ssz_view_lease(view, version), 1);
    CHECK_EQUAL(ssz_view_try_put_uint(part, 1, 12), SSZ_LEASED);
    ssz_view_end_leases(view, 1);

    ssz_view *copy = ssz_view_try_copy(part);
    CHECK(copy != NULL);
    CHECK_EQUAL(ssz_view_try_put_uint(part, 1, 13), SSZ_OK);
    CHECK_EQUAL(ssz_view_try_uint(copy, 1, &number), SSZ_OK);
    CHECK_EQUAL(number, 11);
    CHECK_EQUAL(ssz_view_try_release(copy), SSZ_OK);
    CHECK_EQUAL(ssz_view_try_release(part), SSZ_OK);
    CHECK_EQUAL(ssz_view_try_release(view), SSZ_OK);
}

int main(void) {
    test_not_waiting();
    check_nothing_left();
    return 0;
}
