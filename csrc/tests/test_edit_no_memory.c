/*
 * test_edit_no_memory.c - changes of edited values without enough memory: with each allocation failing alone,
 * and with all from it on, a change that says so has left the value, its root, its views and what was kept
 * of the beginning as they were; made again with memory, it does what it should.
 */
#include "alloc.h"
#include "decoded.h"
#include "tables.h"

#define MOST_BYTES (1 << 17)

static table t;
static ssz_schema *schema;
static uint32_t type;
static uint8_t data[MOST_BYTES];
static uint64_t size;
static ssz_view *view;     /* the value that is changed */
static ssz_view *part;     /* of its part 0, if that has a view */
static ssz_view *detached; /* what a change gave */

typedef int32_t change(ssz_error *err);

/* ---- changes ----------------------------------------------------------------------------------- */

static uint64_t argument;

static int32_t truncate_to(ssz_error *err) {
    return ssz_view_truncate(view, argument, err);
}

static int32_t pop(ssz_error *err) {
    ssz_view *element = view;
    uint64_t bit = 77;
    int32_t code = ssz_view_pop(view, &element, &bit, err);
    if (code == SSZ_OK) {
        detached = element;
    } else {
        CHECK(element == view);
        CHECK_EQUAL(bit, 77);
    }
    return code;
}

static int32_t splice_some(ssz_error *err) {
    return ssz_view_splice(view, argument, data, 8192, err);
}

static int32_t splice_itself(ssz_error *err) {
    return ssz_view_splice(view, argument, data, size, err);
}

/* Every third element. */
static int32_t scatter_itself(ssz_error *err) {
    static uint64_t keys[MOST_BYTES];
    for (uint64_t i = 0; i < argument; i++) {
        keys[i] = 3 * i + 1;
    }
    return ssz_view_scatter(view, keys, argument, data, size / ssz_view_count(view) * argument,
                            err);
}

/* The first of texts of two bytes each. */
static int32_t scatter_texts(ssz_error *err) {
    static const uint64_t keys[] = {0, 4, 5, 39};
    static const uint8_t four[] = {16, 0,  0, 0, 18, 0,   0,   0,   20,  0,   0,
                                   0,  22, 0, 0, 0,  'a', 'b', 'c', 'd', 'e', 'f'};
    return ssz_view_scatter(view, keys, 4, four, sizeof four, err);
}

static int32_t extend_itself(ssz_error *err) {
    return ssz_view_extend(view, data, size, err);
}

static int32_t append_part(ssz_error *err) {
    return ssz_view_append_view(view, part, err);
}

static int32_t assign_bytes(ssz_error *err) {
    return ssz_view_assign(view, data, size, err);
}

static int32_t put_part(ssz_error *err) {
    return ssz_view_put_view(view, argument, part, err);
}

static int32_t put_number(ssz_error *err) {
    return ssz_view_put_uint(view, 0, argument, err);
}

static int32_t put_below(ssz_error *err) {
    return ssz_view_put_uint(part, 0, argument, err);
}

static int32_t append_bit(ssz_error *err) {
    return ssz_view_append_uint(view, 1, err);
}

static int32_t extend_bits(ssz_error *err) {
    return ssz_view_extend_bits(view, data, argument, err);
}

static int32_t put_bits(ssz_error *err) {
    return ssz_view_put_bits(view, 5, data, data, argument, err);
}

static int32_t choose_none(ssz_error *err) {
    return ssz_view_put(view, 0, NULL, 0, err);
}

static int32_t put_text(ssz_error *err) {
    return ssz_view_put(view, argument, "abc", 3, err);
}

/* Nothing is changed by these, but the value is one that was edited. */
static int32_t encode_part(ssz_error *err) {
    ssz_encoder *encoder = ssz_encoder_new(part, err);
    if (!encoder) {
        return SSZ_NO_MEMORY;
    }
    uint8_t out[64], encoded[64];
    uint64_t part_size = ssz_view_size(part);
    CHECK_EQUAL(ssz_encoder_left(encoder), part_size);
    CHECK_EQUAL(ssz_encoder_read(encoder, out, sizeof out), part_size);
    ssz_encoder_release(encoder);
    ssz_memory_fail(0, 0);
    CHECK_EQUAL(ssz_view_encode(part, encoded, sizeof encoded, NULL), SSZ_OK);
    CHECK_BYTES(out, encoded, part_size);
    return SSZ_OK;
}

static int32_t take_copy(ssz_error *err) {
    detached = ssz_view_copy(view, err);
    return detached ? SSZ_OK : SSZ_NO_MEMORY;
}

/* Nodes over several parts, and among the chunks of one: the contents and the number of elements make the root,
 * two chunks make one of the elements. */
static int32_t find_nodes(ssz_error *err) {
    static const uint8_t gindices[] = {1, 2, 3, 4, 64, 128, 129};
    enum { COUNT = sizeof gindices };
    uint8_t out[COUNT][32], untouched[sizeof out], node[32];
    memset(out, 0xcc, sizeof out);
    memset(untouched, 0xcc, sizeof untouched);
    int32_t code = ssz_view_merkle_nodes(view, gindices, 1, COUNT, out, err);
    if (code != SSZ_OK) {
        CHECK_BYTES(out, untouched, sizeof out);
        return code;
    }
    ssz_memory_fail(0, 0);
    CHECK_EQUAL(ssz_view_root(view, node, NULL), SSZ_OK);
    CHECK_BYTES(out[0], node, 32);
    ssz_sha256_blocks(node, out[1], 1);
    CHECK_BYTES(out[0], node, 32);
    ssz_sha256_blocks(node, out[5], 1);
    CHECK_BYTES(out[4], node, 32);
    return SSZ_OK;
}

static int32_t take_root(ssz_error *err) {
    uint8_t root[32];
    return ssz_view_root(view, root, err);
}

/* ---- values ------------------------------------------------------------------------------------ */

/* How the value was edited before. */
typedef void preparation(void);

static void leave_as_bytes(void) {
}

/* Open, and its own. */
static void open_it(void) {
    ssz_view *copy = ssz_view_copy(view, NULL);
    ssz_view_release(ssz_view_child(view, 0, NULL));
    uint32_t kind = t.types[type].kind;
    if (kind == SSZ_KIND_BITLIST || kind == SSZ_KIND_PROGRESSIVE_BITLIST ||
        kind == SSZ_KIND_BITVECTOR) {
        CHECK_EQUAL(ssz_view_put_uint(view, 1, uint_at(view, 1), NULL), SSZ_OK);
    } else {
        ssz_view *first = ssz_view_child(view, 0, NULL);
        if (first) {
            CHECK_EQUAL(ssz_view_put_view(view, 0, first, NULL), SSZ_OK);
        }
        ssz_view_release(first);
    }
    ssz_view_release(copy);
}

/* The first two pages are its own, the others are not. */
static void own_two_pages(void) {
    CHECK_EQUAL(ssz_view_splice(view, 0, data, 8192, NULL), SSZ_OK);
}

/* All pages were its own, and belong to a copy as well. */
static ssz_view *twin;

static void share_it(void) {
    open_it();
    twin = ssz_view_copy(view, NULL);
}

static void begin(preparation *prepare) {
    view = decoded(schema, type, data, size);
    ssz_view_keep_origin(view);
    prepare();
    part = ssz_view_child(view, 0, NULL);
}

static void end(void) {
    ssz_view_release(detached);
    ssz_view_release(part);
    ssz_view_release(twin);
    ssz_view_forget_origin(view);
    ssz_view_release(view);
    detached = part = twin = NULL;
    ssz_trim();
}

/* ---- checks ------------------------------------------------------------------------------------ */

typedef struct state {
    uint64_t size;
    uint8_t bytes[2 * MOST_BYTES];
    uint8_t root[32];
} state;

static void read_state(ssz_view *of, uint32_t of_type, state *s) {
    s->size = ssz_view_size(of);
    CHECK(s->size <= sizeof s->bytes);
    CHECK_EQUAL(ssz_view_encode(of, s->bytes, sizeof s->bytes, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_root(of, s->root, NULL), SSZ_OK);
    uint8_t expected[32];
    CHECK_EQUAL(ssz_root(schema, of_type, s->bytes, s->size, expected, NULL), SSZ_OK);
    CHECK_BYTES(s->root, expected, 32);
}

static void check_state(ssz_view *of, uint32_t of_type, const state *expected) {
    static state now;
    read_state(of, of_type, &now);
    CHECK_EQUAL(now.size, expected->size);
    CHECK_BYTES(now.bytes, expected->bytes, now.size);
    CHECK_BYTES(now.root, expected->root, 32);
}

/* Makes the change of a value of its own while allocations fail; gives whether it worked all the same. */
static bool run_failing(preparation *prepare, change *make, unsigned working, uint64_t failing,
                        const state *before, const state *after) {
    ssz_error err = {0};
    begin(prepare);
    ssz_view *standing = part;
    ssz_memory_fail(working, failing);
    int32_t code = make(&err);
    ssz_memory_fail(0, 0);
    CHECK_EQUAL(err.code, code);
    if (code != SSZ_OK) {
        CHECK_EQUAL(code, SSZ_NO_MEMORY);
        check_state(view, type, before);
        if (standing) { /* it stands where it stood */
            ssz_view *again = ssz_view_child(view, 0, NULL);
            CHECK(again == standing);
            ssz_view_release(again);
        }
        CHECK_EQUAL(make(NULL), SSZ_OK);
    }
    check_state(view, type, after);
    if (twin) {
        check_state(twin, type, before);
    }
    end();
    return code == SSZ_OK;
}

/* Runs a change with each allocation failing. */
static void fail_each(uint32_t of_type, uint64_t of_size, preparation *prepare, change *make,
                      uint64_t with, unsigned at_least) {
    static state before, after;
    type = of_type;
    size = of_size;
    argument = with;
    ssz_trim();
    uint64_t in_use = ssz_memory_read().allocations;
    begin(prepare);
    read_state(view, type, &before);
    CHECK_EQUAL(make(NULL), SSZ_OK);
    read_state(view, type, &after);
    end();
    CHECK_EQUAL(ssz_memory_read().allocations, in_use);
    for (unsigned working = 0;; working++) {
        bool worked = run_failing(prepare, make, working, UINT64_MAX, &before, &after);
        CHECK_EQUAL(ssz_memory_read().allocations, in_use);
        bool alone = run_failing(prepare, make, working, 1, &before, &after);
        CHECK_EQUAL(ssz_memory_read().allocations, in_use);
        if (worked) {
            CHECK(alone);
            CHECK(working >= at_least);
            return;
        }
    }
}

static preparation *const preparations[] = {leave_as_bytes, open_it, share_it};

static void fail_each_way(uint32_t of_type, uint64_t of_size, change *make, uint64_t with) {
    for (unsigned i = 0; i < sizeof preparations / sizeof *preparations; i++) {
        fail_each(of_type, of_size, preparations[i], make, with, 0);
    }
}

int main(void) {
    ssz_set_threads(1);
    uint32_t u8 = table_uint(&t, 1), u64 = table_uint(&t, 8);
    uint32_t numbers = table_list(&t, u64, 1 << 20), open_numbers = table_progressive_list(&t, u64);
    uint32_t text = table_list(&t, u8, 40), texts = table_list(&t, text, 1 << 10);
    uint32_t record = table_container(&t, u64, table_vector(&t, u64, 3));
    uint32_t records = table_list(&t, record, 1 << 20);
    uint32_t odd = table_list(&t, table_vector(&t, u8, 33), 64);
    uint32_t mixed = table_container(&t, u8, text, texts);
    uint32_t choice = table_union(&t, SSZ_NO_TYPE, texts);
    uint32_t bits = table_bitlist(&t, 1 << 20), open_bits = table_progressive_bitlist(&t);
    uint32_t vector = table_bitvector(&t, 100000);
    schema = table_compile(&t, NULL);

    /* Bits of a byte that stay, and bits that don't, in all kinds of pages. */
    memset(data, 0xff, sizeof data);
    enum { BITS = 98311, BYTES = BITS / 8 + 1 };
    static const uint64_t cuts[] = {0, 1, 8, 32768, 32771, 65541, 98304, 98305, 98310};
    for (unsigned i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        fail_each_way(bits, BYTES, truncate_to, cuts[i]);
        fail_each_way(open_bits, BYTES, truncate_to, cuts[i]);
    }
    static const uint64_t lengths[] = {1, 9, 3000, 40000};
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        fail_each_way(bits, BYTES, extend_bits, lengths[i]);
        fail_each_way(open_bits, BYTES, extend_bits, lengths[i]);
        fail_each_way(bits, BYTES, put_bits, lengths[i]);
        fail_each_way(open_bits, BYTES, put_bits, lengths[i]);
    }
    fail_each_way(bits, BYTES, pop, 0);
    fail_each_way(open_bits, BYTES, pop, 0);
    fail_each_way(bits, BYTES, append_bit, 0);
    data[12499] = 0xff; /* 100,000 bits are whole bytes */
    fail_each_way(vector, 12500, put_bits, 99995);
    fail_each_way(vector, 12500, put_number, 0);

    for (uint64_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)(i * 37 + i / 251);
    }
    static const uint64_t counts[] = {0, 1, 512, 600, 1024, 1535};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        fail_each_way(numbers, 1536 * 8, truncate_to, counts[i]);
        fail_each_way(open_numbers, 1536 * 8, truncate_to, counts[i]);
        fail_each_way(records, 1536 * 32, truncate_to, counts[i]);
    }
    fail_each(numbers, 5 * 4096, own_two_pages, splice_some, 512, 1);
    fail_each(numbers, 5 * 4096, own_two_pages, splice_some, 1024, 1);
    fail_each(numbers, 5 * 4096, own_two_pages, splice_some, 700, 1);
    fail_each_way(numbers, 1536 * 8, splice_itself, 700);
    fail_each_way(open_numbers, 1536 * 8, splice_itself, 700);
    fail_each_way(open_numbers, 1536 * 8, extend_itself, 0);
    fail_each_way(numbers, 1536 * 8, scatter_itself, 500);
    fail_each_way(open_numbers, 1536 * 8, scatter_itself, 500);
    fail_each_way(records, 1536 * 32, scatter_itself, 500);
    fail_each_way(numbers, 1536 * 8, put_number, 9);
    fail_each_way(numbers, 1536 * 8, pop, 0);
    fail_each_way(records, 300 * 32, pop, 0);
    fail_each_way(records, 300 * 32, splice_itself, 0);
    fail_each_way(records, 300 * 32, append_part, 0);
    fail_each_way(records, 300 * 32, put_below, 9);
    fail_each_way(records, 300 * 32, assign_bytes, 0);
    fail_each_way(records, 300 * 32, take_root, 0);
    fail_each_way(odd, 33 * 5, find_nodes, 0);
    fail_each_way(odd, 33 * 5, pop, 0);
    fail_each_way(odd, 33 * 5, truncate_to, 2);
    fail_each_way(odd, 33 * 5, take_copy, 0);

    /* Texts of two bytes each. */
    enum { TEXTS = 40 };
    for (uint64_t i = 0; i < TEXTS; i++) {
        uint64_t offset = 4 * TEXTS + 2 * i;
        data[4 * i] = (uint8_t)offset;
        data[4 * i + 1] = (uint8_t)(offset >> 8);
        data[4 * i + 2] = data[4 * i + 3] = 0;
    }
    static change *const of_texts[] = {pop,          splice_itself, extend_itself, append_part,
                                       assign_bytes, put_below,     encode_part,   take_root};
    for (unsigned i = 0; i < sizeof of_texts / sizeof *of_texts; i++) {
        fail_each_way(texts, 6 * TEXTS, of_texts[i], 9);
    }
    fail_each_way(texts, 6 * TEXTS, put_part, 7);
    fail_each_way(texts, 6 * TEXTS, scatter_texts, 0);
    fail_each_way(texts, 6 * TEXTS, truncate_to, 17);

    /* The same as an option, and in a container. */
    memmove(data + 1, data, 6 * TEXTS);
    data[0] = 1;
    fail_each_way(choice, 1 + 6 * TEXTS, choose_none, 0);
    fail_each_way(choice, 1 + 6 * TEXTS, assign_bytes, 0);
    static const uint8_t head[] = {5, 9, 0, 0, 0, 12, 0, 0, 0, 'a', 'b', 'c'};
    memmove(data + sizeof head, data + 1, 6 * TEXTS);
    memcpy(data, head, sizeof head);
    fail_each_way(mixed, sizeof head + 6 * TEXTS, put_number, 9);
    fail_each_way(mixed, sizeof head + 6 * TEXTS, put_text, 1);
    fail_each_way(mixed, sizeof head + 6 * TEXTS, take_copy, 0);
    fail_each_way(mixed, sizeof head + 6 * TEXTS, assign_bytes, 0);
    fail_each_way(mixed, sizeof head + 6 * TEXTS, take_root, 0);

    ssz_schema_release(schema);
    ssz_trim();
    CHECK_EQUAL(ssz_memory_read().allocations, 0);
    return 0;
}
