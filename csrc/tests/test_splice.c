/*
 * test_splice.c - splices and scattered elements that are refused: they tell the element by its index in the whole, and change nothing.
 * Those that work are steps of the random programs (programs.h).
 */
#include "decoded.h"
#include "tables.h"

static table t;
static ssz_schema *schema;

/* What is spliced in, and the error that it gives. */
typedef struct refused {
    const char *data;
    uint64_t size;
    uint64_t first;
    int32_t code;
    uint64_t offset;
    uint32_t path_length;
    uint64_t path[3];
} refused;

static void check_refused(ssz_view *view, const refused *cases, size_t count) {
    uint8_t before[256], after[256];
    uint64_t size = ssz_view_size(view);
    CHECK_EQUAL(ssz_view_encode(view, before, sizeof before, NULL), SSZ_OK);
    for (size_t i = 0; i < count; i++) {
        const refused *c = &cases[i];
        ssz_error err = {0};
        CHECK_EQUAL(ssz_view_splice(view, c->first, c->data, c->size, &err), c->code);
        CHECK_EQUAL(err.code, c->code);
        CHECK_EQUAL(err.offset, c->offset);
        CHECK_EQUAL(err.path_length, c->path_length);
        for (uint32_t k = 0; k < c->path_length; k++) {
            CHECK_EQUAL(err.path[k], c->path[k]);
        }
        CHECK_EQUAL(ssz_view_splice(view, c->first, c->data, c->size, NULL), c->code);
        CHECK_EQUAL(ssz_view_size(view), size);
        CHECK_EQUAL(ssz_view_encode(view, after, sizeof after, NULL), SSZ_OK);
        CHECK_BYTES(after, before, size);
    }
}

#define CHECK_REFUSED(view, ...)                                                                   \
    do {                                                                                           \
        static const refused cases[] = {__VA_ARGS__};                                              \
        check_refused(view, cases, sizeof cases / sizeof *cases);                                  \
    } while (0)

/* Elements for the keys 0, 2 and 3, or other keys. */
static void check_scatter(ssz_view *view) {
    static const uint64_t keys[] = {0, 2, 3}, same[] = {0, 2, 2}, past[] = {0, 2, 4};
    static const char texts[] = "\14\0\0\0\15\0\0\0\16\0\0\0\1\0\1";
    static const char wrong[] = "\14\0\0\0\15\0\0\0\16\0\0\0\1\0\2";
    uint8_t before[256], after[256];
    uint64_t size = ssz_view_size(view), version = ssz_view_version(view);
    CHECK_EQUAL(ssz_view_encode(view, before, sizeof before, NULL), SSZ_OK);
    ssz_error err = {0};
    CHECK_EQUAL(ssz_view_scatter(view, same, 3, texts, 15, &err), SSZ_NO_SUCH_POSITION);
    CHECK_EQUAL(err.expected, 2);
    CHECK_EQUAL(ssz_view_scatter(view, past, 3, texts, 15, &err), SSZ_NO_SUCH_POSITION);
    CHECK_EQUAL(err.actual, 4);
    CHECK_EQUAL(ssz_view_scatter(view, keys, 2, texts, 15, &err), SSZ_FIXED_LENGTH);
    CHECK_EQUAL(err.expected, 2);
    CHECK_EQUAL(err.actual, 3);
    CHECK_EQUAL(ssz_view_scatter(view, NULL, 0, texts, 15, &err), SSZ_FIXED_LENGTH);
    CHECK_EQUAL(ssz_view_scatter(view, keys, 3, wrong, 15, &err), SSZ_NOT_A_BIT);
    CHECK_EQUAL(err.path_length, 2);
    CHECK_EQUAL(err.path[0], 3);
    CHECK_EQUAL(ssz_view_scatter(view, NULL, 0, "", 0, &err), SSZ_OK);
    CHECK_EQUAL(ssz_view_size(view), size);
    CHECK_EQUAL(ssz_view_version(view), version);
    CHECK_EQUAL(ssz_view_encode(view, after, sizeof after, NULL), SSZ_OK);
    CHECK_BYTES(after, before, size);

    /* Views of the elements in between stay where they are. */
    ssz_view *views[4];
    for (uint64_t i = 0; i < 4; i++) {
        views[i] = ssz_view_child(view, i, NULL);
    }
    CHECK_EQUAL(ssz_view_scatter(view, keys, 3, texts, 15, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(view), version + 1);
    for (uint64_t i = 0; i < 4; i++) {
        ssz_view *now = ssz_view_child(view, i, NULL);
        CHECK((now == views[i]) == (i == 1));
        CHECK_EQUAL(uint_at(now, 0), i == 0 || i == 3);
        ssz_view_release(now);
        ssz_view_release(views[i]);
    }
}

int main(void) {
    uint32_t flag = table_boolean(&t), flags = table_list(&t, flag, 3);
    uint32_t large = table_vector(&t, table_vector(&t, flag, 3), 200);
    uint32_t texts = table_list(&t, flags, 4), two_texts = table_vector(&t, flags, 2);
    uint32_t larges = table_list(&t, large, 2), bits = table_bitlist(&t, 9);
    schema = table_compile(&t, NULL);

    ssz_view *view = decoded(schema, texts, "\10\0\0\0\11\0\0\0\1\0", 10); /* [[1], [0]] */
    CHECK_REFUSED(view, {"\4\0\0", 3, 0, SSZ_SCOPE_TOO_SMALL, 3, 0, {0}},
                  {"\2\0\0\0", 4, 0, SSZ_OFFSET_BELOW_TABLE, 0, 0, {0}},
                  {"\6\0\0\0\0\0\0\0", 8, 0, SSZ_OFFSET_UNALIGNED, 0, 0, {0}},
                  {"\10\0\0\0", 4, 0, SSZ_OFFSET_PAST_SCOPE, 0, 0, {0}},
                  {"\10\0\0\0\7\0\0\0", 8, 1, SSZ_OFFSET_UNORDERED, 0, 1, {1}},
                  {"\10\0\0\0\11\0\0\0\1\2", 10, 1, SSZ_NOT_A_BIT, 9, 2, {2, 0}},
                  {"\4\0\0\0\1\1\1\1", 8, 2, SSZ_LIMIT, 7, 1, {2}},
                  {"\4\0\0\0", 4, 3, SSZ_NO_SUCH_POSITION, 0, 0, {0}},
                  {"\14\0\0\0\14\0\0\0\14\0\0\0", 12, 2, SSZ_LIMIT, 0, 0, {0}});
    ssz_view_release(view);

    view = decoded(schema, two_texts, "\10\0\0\0\11\0\0\0\1\0", 10);
    CHECK_REFUSED(view, {"\10\0\0\0\10\0\0\0", 8, 1, SSZ_FIXED_LENGTH, 0, 0, {0}},
                  {"\4\0\0\0", 4, 2, SSZ_FIXED_LENGTH, 0, 0, {0}},
                  {"\4\0\0\0", 4, 3, SSZ_NO_SUCH_POSITION, 0, 0, {0}});
    CHECK_EQUAL(ssz_view_extend(view, "\4\0\0\0", 4, NULL), SSZ_FIXED_LENGTH);
    CHECK_EQUAL(ssz_view_extend(view, "", 0, NULL), SSZ_OK);
    ssz_view_release(view);

    /* Of a fixed size, and too large to be records. */
    static const char rows[1201] = {[1199] = 7};
    view = decoded(schema, larges, "", 0);
    CHECK_REFUSED(view, {rows, 599, 0, SSZ_SCOPE_UNDIVIDED, 0, 0, {0}},
                  {rows, 1201, 0, SSZ_SCOPE_UNDIVIDED, 1200, 0, {0}},
                  {rows, 1200, 0, SSZ_NOT_A_BIT, 1199, 3, {1, 199, 2}});
    CHECK_EQUAL(ssz_view_extend(view, rows, 600, NULL), SSZ_OK);
    ssz_view_release(view);

    view = decoded(schema, texts, "\20\0\0\0\21\0\0\0\22\0\0\0\23\0\0\0\0\0\0\0", 20);
    check_scatter(view);
    ssz_view_release(view);

    view = decoded(schema, bits, "\1", 1);
    CHECK_EQUAL(ssz_view_scatter(view, NULL, 0, "", 0, NULL), SSZ_NO_PARTS);
    CHECK_REFUSED(view, {"\1", 1, 0, SSZ_NO_PARTS, 0, 0, {0}}, {"", 0, 0, SSZ_NO_PARTS, 0, 0, {0}});
    ssz_view_release(view);

    ssz_schema_release(schema);
    check_nothing_left();
    return 0;
}
