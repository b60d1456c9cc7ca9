/*
 * test_change.c - views that are written through, against plain objects.
 *
 * Random programs of edits run on views of random values and on their shadows (shadow.h) at the same
 * time, with many views open: on the same places, on parts, on values that were replaced, on copies.
 * After every step some view must have the bytes and the root of its shadow.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "programs.h"

/* ---- random programs ----------------------------------------------------------------------------- */

static void run_program(uint32_t type, unsigned steps) {
    begin_program(type);
    for (unsigned i = 0; i < steps; i++) {
        step();
    }
    end_program();
}

static void test_random_programs(void) {
    for (unsigned round = 0; round < 400; round++) {
        table_clear(&t);
        table_uint(&t, 1u << random_below(6));
        table_boolean(&t);
        table_uint(&t, 8);
        uint32_t type = 0;
        for (unsigned i = 0; i < 6; i++) {
            type = add_type();
        }
        run_program(type, 150);
    }
}

/* Short programs on sequences of sequences, of which most views were taken in the beginning. */
static void test_nested_places(void) {
    for (unsigned round = 0; round < 1000; round++) {
        table_clear(&t);
        uint32_t u8 = table_uint(&t, 1);
        uint32_t record = table_container(&t, u8, u8);
        uint32_t text = table_list(&t, u8, 3);
        uint32_t type = random_below(2) == 0 ? record : table_container(&t, text, record);
        for (unsigned levels = 2 + (unsigned)random_below(2); levels > 0; levels--) {
            type = random_below(2) == 0   ? table_vector(&t, type, 2)
                   : random_below(2) == 0 ? table_list(&t, type, 3)
                                          : table_container(&t, type, type, u8);
        }
        run_program(type, 25);
    }
}

/* Long lists, so that there are many pages and runs. */
static void test_long_lists(void) {
    is_long = true;
    for (unsigned round = 0; round < 12; round++) {
        table_clear(&t);
        uint32_t u64 = table_uint(&t, 8);
        uint32_t record = table_container(&t, u64, table_boolean(&t), table_uint(&t, 32));
        uint32_t numbers = table_list(&t, u64, 1u << 20);
        uint32_t records = table_list(&t, record, 1u << 20);
        uint32_t free_records = table_progressive_list(&t, record);
        uint32_t texts = table_list(&t, table_list(&t, table_uint(&t, 1), 9), 1u << 10);
        uint32_t bits = table_bitlist(&t, 1u << 16);
        uint32_t numbers_vector = table_vector(&t, u64, 2000);
        run_program(
            table_container(&t, numbers, records, free_records, texts, bits, numbers_vector), 400);
    }
}

/* ---- values of the beginning --------------------------------------------------------------------- */

static void test_origin(void) {
    table_clear(&t);
    uint32_t u64 = table_uint(&t, 8);
    uint32_t record = table_container(&t, u64, u64);
    uint32_t list = table_list(&t, record, 100);
    uint32_t type = table_container(&t, u64, record, list);
    schema = table_compile(&t, NULL);
    uint8_t data[28 + 16 * 4];
    paint(data, sizeof data);
    bytes_put_u32(data + 24, 28);
    ssz_view *view = decoded(schema, type, data, sizeof data);
    ssz_view_keep_origin(view);
    ssz_view *elements = ssz_view_child(view, 2, NULL);
    CHECK(elements != NULL);
    uint8_t other[16] = {1, 2, 3}, out[16];

    /* A field that is replaced twice: the first value is the one of the beginning. */
    CHECK_EQUAL(ssz_view_put(view, 1, other, 16, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_put(view, 1, data, 16, NULL), SSZ_OK);
    ssz_view *old = ssz_view_origin_child(view, 1, NULL);
    CHECK_EQUAL(ssz_view_encode(old, out, 16, NULL), SSZ_OK);
    CHECK_BYTES(out, data + 8, 16);
    /* It is one view for all who ask, and belongs to the value no longer. */
    CHECK_EQUAL(ssz_view_put_uint(old, 0, 77, NULL), SSZ_OK);
    ssz_view *again = ssz_view_origin_child(view, 1, NULL);
    CHECK(again == old);
    CHECK_EQUAL(uint_at(again, 0), 77);
    ssz_view *now = ssz_view_child(view, 1, NULL);
    CHECK_EQUAL(ssz_view_encode(now, out, 16, NULL), SSZ_OK);
    CHECK_BYTES(out, data, 16);

    /* Elements that went one by one, then all at once; and one that a view stood at. */
    CHECK_EQUAL(ssz_view_truncate(elements, 3, NULL), SSZ_OK);
    ssz_view *second = ssz_view_child(elements, 1, NULL);
    CHECK_EQUAL(ssz_view_truncate(elements, 0, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_append(elements, other, 16, NULL), SSZ_OK);
    for (uint64_t i = 0; i < 4; i++) {
        ssz_view *element = ssz_view_origin_child(elements, i, NULL);
        CHECK(element != NULL);
        CHECK((element == second) == (i == 1));
        CHECK_EQUAL(ssz_view_encode(element, out, 16, NULL), SSZ_OK);
        CHECK_BYTES(out, data + 28 + 16 * i, 16);
        ssz_view_release(element);
    }
    /* Not replaced any more: the elements of now. */
    ssz_view_forget_origin(view);
    ssz_view *first = ssz_view_origin_child(elements, 0, NULL);
    CHECK_EQUAL(ssz_view_encode(first, out, 16, NULL), SSZ_OK);
    CHECK_BYTES(out, other, 16);

    ssz_view *all[] = {view, elements, old, again, now, second, first};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        ssz_view_release(all[i]);
    }
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* ---- counts and selectors -------------------------------------------------------------------------- */

static void test_union_has_no_count(void) {
    table_clear(&t);
    uint32_t u8 = table_uint(&t, 1);
    uint32_t type = table_union(&t, SSZ_NO_TYPE, u8, u8);
    schema = table_compile(&t, NULL);
    ssz_view *either = decoded(schema, type, "\2a", 2);
    CHECK_EQUAL(ssz_view_selector(either), 2);
    CHECK_EQUAL(ssz_view_count(either), 0);
    CHECK_EQUAL(ssz_view_put(either, 1, "b", 1, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_selector(either), 1);
    CHECK_EQUAL(ssz_view_count(either), 0);
    ssz_error err;
    uint64_t number = 9;
    CHECK_EQUAL(ssz_view_uint(either, 2, &number, &err), SSZ_NO_SUCH_OPTION);
    CHECK_EQUAL(err.expected, 1);
    CHECK_EQUAL(err.actual, 2);
    CHECK_EQUAL(number, 9);
    ssz_view_release(either);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* A number has up to 8 bytes, and what is small enough but has parts is no number. */
static void test_what_is_no_number(void) {
    table_clear(&t);
    uint32_t u8 = table_uint(&t, 1);
    uint32_t pair = table_container(&t, u8, u8);
    uint32_t type = table_container(&t, table_uint(&t, 32), pair, table_uint(&t, 8));
    schema = table_compile(&t, NULL);
    uint8_t zeros_and_five[42] = {[34] = 5};
    ssz_view *whole = decoded(schema, type, zeros_and_five, sizeof zeros_and_five);
    for (unsigned round = 0; round < 2; round++) {
        uint64_t number = 9;
        CHECK_EQUAL(ssz_view_uint(whole, 0, &number, NULL), SSZ_TYPE_MISMATCH);
        CHECK_EQUAL(ssz_view_uint(whole, 1, &number, NULL), SSZ_TYPE_MISMATCH);
        CHECK_EQUAL(number, 9);
        CHECK_EQUAL(ssz_view_uint(whole, 2, &number, NULL), SSZ_OK);
        CHECK_EQUAL(number, 5 + round);
        CHECK_EQUAL(ssz_view_put_uint(whole, 2, 6, NULL), SSZ_OK); /* now it is changed */
    }
    ssz_view_release(whole);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

static void test_bits_are_popped_from_the_end(void) {
    table_clear(&t);
    uint32_t type = table_bitlist(&t, 12);
    schema = table_compile(&t, NULL);
    ssz_view *bits = decoded(schema, type, "\x35\x03", 2); /* 101011001 and the end */
    static const uint8_t popped[] = {1, 0, 0, 1, 1, 0, 1, 0, 1};
    for (unsigned i = 0; i < sizeof popped; i++) {
        ssz_view *element;
        uint64_t bit = 7;
        CHECK_EQUAL(ssz_view_pop(bits, &element, &bit, NULL), SSZ_OK);
        CHECK(!element);
        CHECK_EQUAL(bit, popped[i]);
        CHECK_EQUAL(ssz_view_count(bits), sizeof popped - 1 - i);
    }
    ssz_view *element;
    uint64_t bit;
    CHECK_EQUAL(ssz_view_pop(bits, &element, &bit, NULL), SSZ_NO_SUCH_POSITION);
    ssz_view_release(bits);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* ---- what is refused changes nothing --------------------------------------------------------------- */

static void test_refused(void) {
    table_clear(&t);
    uint32_t u8 = table_uint(&t, 1);
    uint32_t u64 = table_uint(&t, 8);
    uint32_t flag = table_boolean(&t);
    uint32_t text = table_list(&t, u8, 3);
    uint32_t either = table_union(&t, SSZ_NO_TYPE, u64);
    uint32_t type = table_container(&t, u8, flag, text, either, table_vector(&t, u64, 2));
    schema = table_compile(&t, NULL);
    generate(type);
    ssz_view *value = decoded(schema, type, made.data, made.size);
    handle whole = {.view = value, .shadow = generated(type)};
    ssz_view *letters = ssz_view_child(whole.view, 2, NULL);
    ssz_view *option = ssz_view_child(whole.view, 3, NULL);
    ssz_view *pair = ssz_view_child(whole.view, 4, NULL);
    ssz_error err = {0};
    CHECK_EQUAL(ssz_view_put_uint(whole.view, 0, 256, &err), SSZ_RANGE);
    CHECK_EQUAL(err.expected, 1);
    CHECK_EQUAL(err.actual, 256);
    CHECK_EQUAL(ssz_view_put_uint(whole.view, 1, 2, NULL), SSZ_RANGE);
    CHECK_EQUAL(ssz_view_put(whole.view, 1, "\2", 1, NULL), SSZ_NOT_A_BIT);
    CHECK_EQUAL(ssz_view_put(whole.view, 0, "ab", 2, NULL), SSZ_SCOPE);
    CHECK_EQUAL(ssz_view_put(whole.view, 2, "abcd", 4, NULL), SSZ_LIMIT);
    CHECK_EQUAL(ssz_view_put(whole.view, 5, "a", 1, NULL), SSZ_NO_SUCH_FIELD);
    CHECK_EQUAL(ssz_view_put_uint(whole.view, 2, 1, NULL), SSZ_TYPE_MISMATCH);
    CHECK_EQUAL(ssz_view_put_view(whole.view, 0, whole.view, NULL), SSZ_TYPE_MISMATCH);
    CHECK_EQUAL(ssz_view_put(option, 2, "", 0, NULL), SSZ_UNKNOWN_SELECTOR);
    CHECK_EQUAL(ssz_view_put(option, 0, "a", 1, NULL), SSZ_SCOPE);
    CHECK_EQUAL(ssz_view_put_uint(option, 0, 0, NULL), SSZ_TYPE_MISMATCH);
    CHECK_EQUAL(ssz_view_append(pair, "12345678", 8, NULL), SSZ_FIXED_LENGTH);
    CHECK_EQUAL(ssz_view_put_uint(pair, 2, 1, NULL), SSZ_NO_SUCH_POSITION);
    CHECK_EQUAL(ssz_view_splice(letters, 0, "abcd", 4, NULL), SSZ_LIMIT);
    CHECK_EQUAL(ssz_view_splice(pair, 1, made.data, 16, NULL), SSZ_FIXED_LENGTH);
    CHECK_EQUAL(ssz_view_splice(pair, 0, made.data, 7, NULL), SSZ_SCOPE_UNDIVIDED);
    uint64_t number = 3;
    CHECK_EQUAL(ssz_view_uint(whole.view, 9, &number, NULL), SSZ_NO_SUCH_FIELD);
    CHECK_EQUAL(number, 3);
    check_handle(&whole);
    let_go(&whole);
    ssz_view_release(letters);
    ssz_view_release(option);
    ssz_view_release(pair);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* ---- threads ----------------------------------------------------------------------------------- */

#define THREADS 4

static struct shared {
    ssz_view *whole;
    uint32_t type;
    _Atomic unsigned ready;
} shared;

/* The records of the list have the same number in both fields, whoever wrote them: an operation that is
 * not atomic, or a read in the middle of one, would show. */
static void check_encoding(const uint8_t *data, uint64_t size) {
    CHECK_EQUAL(ssz_check(schema, shared.type, data, size, NULL), SSZ_OK);
    for (uint64_t at = 12; at < size; at += 16) {
        CHECK_BYTES(data + at, data + at + 8, 8);
    }
}

static void read_all(const ssz_view *of) {
    uint8_t data[4096];
    uint8_t root[32], expected_root[32];
    ssz_view *copy = ssz_view_copy(of, NULL);
    CHECK(copy != NULL);
    uint64_t size = ssz_view_size(copy);
    CHECK_EQUAL(ssz_view_encode(copy, data, sizeof data, NULL), SSZ_OK);
    check_encoding(data, size);
    CHECK_EQUAL(ssz_view_root(copy, root, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_root(schema, shared.type, data, size, expected_root, NULL), SSZ_OK);
    CHECK_BYTES(root, expected_root, 32);
    ssz_view_release(copy);
}

static void *edit_shared(void *argument) {
    uint64_t seed = *(const uint64_t *)argument;
    atomic_fetch_add(&shared.ready, 1);
    while (atomic_load(&shared.ready) < THREADS) {
        sched_yield();
    }
    for (unsigned i = 0; i < 400; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t key = (seed >> 40) % 8;
        uint8_t record[16];
        ssz_view *popped;
        uint64_t bit;
        memcpy(record, &seed, 8);
        memcpy(record + 8, &seed, 8);
        ssz_view *list = ssz_view_child(shared.whole, 1, NULL);
        ssz_view *element = ssz_view_child(list, key, NULL);
        switch ((seed >> 33) % 8) {
        case 0:
            ssz_view_append(list, record, 16, NULL);
            break;
        case 1:
            if (ssz_view_pop(list, &popped, &bit, NULL) == SSZ_OK) {
                CHECK_EQUAL(ssz_view_encode(popped, record, 16, NULL), SSZ_OK);
                CHECK_BYTES(record, record + 8, 8);
                ssz_view_release(popped);
            }
            break;
        case 2:
        case 3:
            ssz_view_put(list, key, record, 16, NULL);
            break;
        case 4: /* the element, or what was one */
            if (element) {
                CHECK_EQUAL(ssz_view_assign(element, record, 16, NULL), SSZ_OK);
                CHECK_EQUAL(ssz_view_size(element), 16);
            }
            break;
        case 5:
            ssz_view_put_uint(shared.whole, 0, seed, NULL);
            ssz_view_put_view(shared.whole, 1, list, NULL);
            break;
        default:
            read_all(shared.whole);
        }
        ssz_view_release(element);
        ssz_view_release(list);
    }
    return NULL;
}

static void test_threads(void) {
    table_clear(&t);
    uint32_t u64 = table_uint(&t, 8);
    shared.type = table_container(&t, u64, table_list(&t, table_container(&t, u64, u64), 100));
    schema = table_compile(&t, NULL);
    uint8_t data[12 + 16 * 8] = {[8] = 12};
    shared.whole = decoded(schema, shared.type, data, sizeof data);
    pthread_t threads[THREADS];
    uint64_t seeds[THREADS] = {1, 2, 3, 4};
    for (unsigned i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, edit_shared, &seeds[i]) == 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    read_all(shared.whole);
    ssz_view_release(shared.whole);
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* ---- encodings in pieces --------------------------------------------------------------------------- */

/* A text that is shared by many lists, so that the encoding is larger than the memory for it. */
#define TEXT_SIZE ((uint64_t)1 << 20)

static ssz_view *many_texts(uint32_t text, uint32_t texts, uint64_t count) {
    uint8_t *zeros = calloc(1, TEXT_SIZE);
    ssz_view *one = decoded(schema, text, zeros, TEXT_SIZE);
    ssz_view *all = decoded(schema, texts, zeros, 0);
    free(zeros);
    for (uint64_t i = 0; i < count; i++) {
        CHECK_EQUAL(ssz_view_append_view(all, one, NULL), SSZ_OK);
    }
    ssz_view_release(one);
    return all;
}

/* Offsets reach up to 4 GB: what lies behind the last one may go on past that. */
static void test_large_encodings(void) {
    table_clear(&t);
    uint32_t text = table_progressive_list(&t, table_uint(&t, 1));
    uint32_t texts = table_list(&t, text, 1u << 20);
    schema = table_compile(&t, NULL);
    for (uint64_t count = 4095; count <= 4097; count++) {
        uint64_t last_offset = 4 * count + (count - 1) * TEXT_SIZE;
        ssz_error err = {0};
        ssz_view *view = many_texts(text, texts, count);
        encoder = ssz_encoder_new(view, &err);
        CHECK_EQUAL(encoder != NULL, last_offset <= UINT32_MAX);
        if (encoder) {
            uint8_t offsets[4096 * 4];
            CHECK_EQUAL(err.code, SSZ_OK);
            CHECK_EQUAL(ssz_encoder_left(encoder), last_offset + TEXT_SIZE);
            CHECK_EQUAL(ssz_encoder_read(encoder, offsets, 4 * count), 4 * count);
            CHECK_EQUAL(load_u32(offsets + 4 * (count - 1)), last_offset);
        } else {
            CHECK_EQUAL(err.code, SSZ_LIMIT);
            CHECK_EQUAL(err.expected, UINT32_MAX);
            CHECK_EQUAL(err.actual, last_offset);
        }
        end_encoder();
        ssz_view_release(view);
    }
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

int main(void) {
    test_threads();
    test_union_has_no_count();
    test_what_is_no_number();
    test_bits_are_popped_from_the_end();
    test_refused();
    test_large_encodings();
    test_origin();
    test_nested_places();
    test_random_programs();
    test_long_lists();
    check_nothing_left();
    return 0;
}
