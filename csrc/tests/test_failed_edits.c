/*
 * test_failed_edits.c - what is asked of a changed value when memory runs out: each allocation fails once,
 * and then the value, its views, and what the caller gave for answers are as they were.
 */
#include "decoded.h"
#include "failing.h"
#include "tables.h"
#include "view.h"

static table t;
static ssz_schema *schema;

/* The value that is worked on, and what it was before. */
static ssz_view *view;
static uint8_t encoding[1 << 16];
static uint64_t size;

static void begin(ssz_view *made) {
    view = made;
    /* The value keeps the room for views of parts. */
    ssz_view_release(ssz_view_child(view, 1, NULL));
    size = ssz_view_size(view);
    CHECK(size <= sizeof encoding);
    CHECK_EQUAL(ssz_view_encode(view, encoding, sizeof encoding, NULL), SSZ_OK);
}

static void end(void) {
    ssz_view_release(view);
}

static void check_encoding(ssz_view *of) {
    static uint8_t now[sizeof encoding];
    uint8_t root[32], wanted[32];
    CHECK_EQUAL(ssz_view_size(of), size);
    CHECK_EQUAL(ssz_view_encode(of, now, sizeof now, NULL), SSZ_OK);
    CHECK_BYTES(now, encoding, size);
    CHECK_EQUAL(ssz_view_root(of, root, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_root(schema, of->type, encoding, size, wanted, NULL), SSZ_OK);
    CHECK_BYTES(root, wanted, 32);
}

/* A copy with which `change` does something; what fails leaves it as it was. */
static bool on_copy(int32_t (*change)(ssz_view *copy, ssz_error *err), ssz_error *err) {
    ssz_view *copy = ssz_view_copy(view, err);
    if (!copy) {
        return false;
    }
    bool worked = change(copy, err) == SSZ_OK;
    if (!worked) {
        ssz_memory_fail(0, 0);
        check_encoding(copy);
    }
    ssz_view_release(copy);
    return worked;
}

/* ---- containers with parts that vary in size ----------------------------------------------------- */

static int32_t put_number(ssz_view *copy, ssz_error *err) {
    return ssz_view_put_uint(copy, 0, 77, err);
}

static int32_t put_list(ssz_view *copy, ssz_error *err) {
    return ssz_view_put(copy, 2, "abc", 3, err);
}

static bool put_number_in_copy(ssz_error *err) {
    return on_copy(put_number, err);
}

static bool put_list_in_copy(ssz_error *err) {
    return on_copy(put_list, err);
}

static bool encode_part(ssz_error *err) {
    ssz_view *part = ssz_view_child(view, 1, err);
    ssz_encoder *encoder = part ? ssz_encoder_new(part, err) : NULL;
    bool worked = encoder != NULL;
    if (worked) {
        uint8_t out[64];
        CHECK_EQUAL(ssz_encoder_read(encoder, out, sizeof out), 5);
        CHECK_BYTES(out, encoding + 9, 5);
    }
    ssz_encoder_release(encoder);
    ssz_view_release(part);
    return worked;
}

static void test_containers(void) {
    table_clear(&t);
    uint32_t u8 = table_uint(&t, 1), text = table_list(&t, u8, 100);
    uint32_t type = table_container(&t, u8, text, text);
    schema = table_compile(&t, NULL);
    static const uint8_t data[] = {1, 9, 0, 0, 0, 14, 0, 0, 0, 'h', 'e', 'l', 'l', 'o', 'y', 'o'};
    begin(decoded(schema, type, data, sizeof data));
    /* Of the value as it was decoded, and of one that was changed before. */
    for (unsigned i = 0; i < 2; i++) {
        fail_each(put_number_in_copy, 3);
        fail_each(put_list_in_copy, 3);
        fail_each(encode_part, 2);
        CHECK_EQUAL(ssz_view_put_uint(view, 0, 1, NULL), SSZ_OK);
        check_encoding(view); /* the value keeps roots that copies ask for */
    }
    end();
    ssz_schema_release(schema);
}

/* ---- lists --------------------------------------------------------------------------------------- */

static int32_t pop(ssz_view *copy, ssz_error *err) {
    ssz_view *const nothing = (ssz_view *)(void *)&t;
    ssz_view *last = nothing;
    uint64_t bit = 77;
    uint64_t count = ssz_view_count(copy);
    int32_t code = ssz_view_pop(copy, &last, &bit, err);
    if (code != SSZ_OK) {
        CHECK(last == nothing);
        CHECK_EQUAL(bit, 77);
        CHECK_EQUAL(ssz_view_count(copy), count);
    } else {
        CHECK(last != nothing && bit != 77);
        CHECK_EQUAL(ssz_view_count(copy), count - 1);
        ssz_view_release(last);
    }
    return code;
}

static bool pop_from_copy(ssz_error *err) {
    return on_copy(pop, err);
}

static int32_t cut_in_the_middle(ssz_view *copy, ssz_error *err) {
    uint64_t count = ssz_view_count(copy) * 2 / 5;
    int32_t code = ssz_view_truncate(copy, count, err);
    if (code == SSZ_OK) {
        CHECK_EQUAL(ssz_view_count(copy), count);
    }
    return code;
}

static bool cut_copy(ssz_error *err) {
    return on_copy(cut_in_the_middle, err);
}

/* Nodes over several parts, and among the chunks of one. */
static bool take_nodes(ssz_error *err) {
    static const uint8_t gindices[] = {2, 4, 64, 128, 129};
    uint8_t out[sizeof gindices * 32], untouched[sizeof out], whole[32];
    memset(out, 0xcc, sizeof out);
    memset(untouched, 0xcc, sizeof untouched);
    for (unsigned i = 0; i < sizeof gindices; i++) {
        if (ssz_view_merkle_nodes(view, &gindices[i], 1, 1, out + 32 * i, err) != SSZ_OK) {
            CHECK_BYTES(out + 32 * i, untouched, 32);
            return false;
        }
    }
    /* The contents and the number of elements make the root, two chunks make one of the elements. */
    uint8_t pair[64] = {0};
    memcpy(pair, out, 32);
    pair[32] = (uint8_t)ssz_view_count(view);
    ssz_sha256_blocks(whole, pair, 1);
    uint8_t root[32];
    ssz_memory_fail(0, 0);
    CHECK_EQUAL(ssz_view_root(view, root, NULL), SSZ_OK);
    CHECK_BYTES(whole, root, 32);
    ssz_sha256_blocks(whole, out + 3 * 32, 1);
    CHECK_BYTES(whole, out + 2 * 32, 32);
    return true;
}

static void test_lists(void) {
    static uint8_t data[12288];
    paint(data, sizeof data);
    table_clear(&t);
    uint32_t u8 = table_uint(&t, 1), u64 = table_uint(&t, 8);
    uint32_t numbers = table_list(&t, u64, 5000), free_numbers = table_progressive_list(&t, u64);
    uint32_t bits = table_bitlist(&t, 200000), wide = table_vector(&t, u8, 33);
    uint32_t wides = table_list(&t, wide, 64), texts = table_list(&t, table_list(&t, u8, 99), 64);
    schema = table_compile(&t, NULL);
    const struct {
        uint32_t type;
        const void *data;
        uint64_t size, part_size;
    } lists[] = {
        {numbers, data, sizeof data, 8},
        {free_numbers, data, sizeof data, 8},
        {bits, data, sizeof data, 1},
        {wides, data, 33 * 40, 33},
        {texts, "\x14\0\0\0\x14\0\0\0\x15\0\0\0\x17\0\0\0\x17\0\0\0abc", 23, 3},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        begin(decoded(schema, lists[i].type, lists[i].data, lists[i].size));
        for (unsigned k = 0; k < 2; k++) {
            fail_each(pop_from_copy, 2);
            fail_each(cut_copy, 2);
            if (lists[i].type == wides) {
                fail_each(take_nodes, k);
            }
            /* From now on it is open, and what it writes to is its own in part. */
            uint64_t part_size = lists[i].part_size;
            CHECK_EQUAL(ssz_view_put(view, 0, lists[i].data, part_size, NULL), SSZ_OK);
            CHECK_EQUAL(ssz_view_encode(view, encoding, sizeof encoding, NULL), SSZ_OK);
            size = ssz_view_size(view);
            check_encoding(view); /* the value keeps roots that copies ask for */
        }
        end();
    }
    ssz_schema_release(schema);
}

/* ---- what values take ---------------------------------------------------------------------------- */

/* Bytes of a part are the value's own when the part was written to, whatever the part lies in. */
static void test_memory(void) {
    static const uint8_t more[3000];
    table_clear(&t);
    uint32_t u8 = table_uint(&t, 1), text = table_list(&t, u8, 5000);
    uint32_t record = table_container(&t, text, text), either = table_union(&t, SSZ_NO_TYPE, text);
    uint32_t texts = table_list(&t, text, 5);
    schema = table_compile(&t, NULL);
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
    test_containers();
    test_lists();
    test_memory();
    check_nothing_left();
    return 0;
}
