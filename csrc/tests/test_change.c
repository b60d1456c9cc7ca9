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

#include "error.h"
#include "proof.h"
#include "shadow.h"

#define CHECK_LIVE(s, b, n, v)                                                                     \
    do {                                                                                           \
        ssz_live live_now = ssz_live_objects();                                                    \
        CHECK_EQUAL(live_now.schemas, s);                                                          \
        CHECK_EQUAL(live_now.buffers, b);                                                          \
        CHECK_EQUAL(live_now.nodes, n);                                                            \
        CHECK_EQUAL(live_now.views, v);                                                            \
    } while (0)

static table t;
static ssz_schema *schema;
static bytes made, expected;

/* ---- views with their shadows -------------------------------------------------------------------- */

#define HANDLES 24

typedef struct handle {
    ssz_view *view;
    shadow *shadow;
} handle;

static handle handles[HANDLES];

static void let_go(handle *h) {
    ssz_view_release(h->view);
    shadow_drop(h->shadow);
    *h = (handle){0};
}

static void check_handle(const handle *h) {
    static uint8_t data[MODEL_BYTES];
    uint8_t root[32], expected_root[32];
    expected.size = 0;
    shadow_write(&t, h->shadow, &expected);
    CHECK_EQUAL(ssz_view_size(h->view), expected.size);
    CHECK_EQUAL(ssz_view_encode(h->view, data, sizeof data, NULL), SSZ_OK);
    CHECK_BYTES(data, expected.data, expected.size);
    CHECK_EQUAL(ssz_view_root(h->view, root, NULL), SSZ_OK);
    model_root(&t, h->shadow->type, expected.data, expected.size, expected_root);
    CHECK_BYTES(root, expected_root, 32);
}

/* Nodes near the top of the tree and deep in it, as the bytes have them; also what is refused. */
static void check_tree(const handle *h) {
    uint8_t gindex[6], node[32], expected_node[32];
    ssz_error err = {0}, expected_err = {0};
    expected.size = 0;
    shadow_write(&t, h->shadow, &expected);
    for (unsigned i = 0; i < 4; i++) {
        uint64_t number = 1 + ((random_u64() & 0x7fffffffffff) >> random_below(47));
        for (unsigned k = 0; k < 6; k++) {
            gindex[k] = (uint8_t)(number >> (8 * (5 - k)));
        }
        int32_t code =
            ssz_merkle_nodes_of_bytes(schema, h->shadow->type, expected.data, expected.size, gindex,
                                      6, 1, expected_node, &expected_err);
        CHECK_EQUAL(ssz_view_merkle_nodes(h->view, gindex, 6, 1, node, &err), code);
        if (code == SSZ_OK) {
            CHECK_BYTES(node, expected_node, 32);
        } else {
            ssz_error_finish(&expected_err);
            CHECK_BYTES(&err, &expected_err, offsetof(ssz_error, path));
        }
    }
}

/* ---- one step --------------------------------------------------------------------------------- */

static void generate(uint32_t type) {
    made.size = 0;
    if (type != SSZ_NO_TYPE) {
        model_generate(&t, type, &made);
    }
}

static shadow *generated(uint32_t type) {
    return type == SSZ_NO_TYPE ? NULL : shadow_read(schema, &t, type, made.data, made.size);
}

/* A handle whose value can be put into a place of the type, or NULL. */
static const handle *some_value_of(uint32_t type) {
    for (unsigned i = 0; i < 3 * HANDLES; i++) {
        const handle *h = &handles[random_below(HANDLES)];
        if (h->view && h->shadow->type == type) {
            return h;
        }
    }
    return NULL;
}

static shadow *shadow_copy(const shadow *s) {
    bytes *all = allocate(sizeof *all);
    all->size = 0;
    shadow_write(&t, s, all);
    shadow *copy = shadow_read(schema, &t, s->type, all->data, all->size);
    free(all);
    return copy;
}

static void put_part(handle *h) {
    shadow *s = h->shadow;
    const ssz_type_record *r = &t.types[s->type];
    uint64_t key;
    uint32_t type;
    if (model_is_union(r)) {
        const ssz_member_record *m = &t.members[r->first_member + random_below(r->member_count)];
        key = m->key;
        type = m->type;
    } else if (s->count == 0) {
        return;
    } else {
        key = random_below(s->count);
        type = s->parts[key]->type;
    }
    const handle *other = random_below(3) == 0 ? some_value_of(type) : NULL;
    shadow *part;
    if (other) {
        part = shadow_copy(other->shadow);
        CHECK_EQUAL(ssz_view_put_view(h->view, key, other->view, NULL), SSZ_OK);
    } else {
        generate(type);
        part = generated(type);
        bool is_number = type != SSZ_NO_TYPE && model_is_basic(&t.types[type]) && made.size <= 8;
        if (is_number && random_below(2) == 0) {
            uint64_t number = 0;
            memcpy(&number, made.data, made.size);
            CHECK_EQUAL(ssz_view_put_uint(h->view, key, number, NULL), SSZ_OK);
            CHECK_EQUAL(ssz_view_uint(h->view, key), number);
        } else {
            CHECK_EQUAL(ssz_view_put(h->view, key, made.data, made.size, NULL), SSZ_OK);
        }
    }
    if (model_is_union(r)) {
        s->selector = (uint32_t)key;
        if (s->count == 1) {
            shadow_drop(s->parts[--s->count]);
        }
        if (part) {
            shadow_push(s, part);
        }
    } else {
        shadow_drop(s->parts[key]);
        s->parts[key] = part;
    }
}

static void put_bit(handle *h) {
    shadow *s = h->shadow;
    if (s->count != 0) {
        uint64_t key = random_below(s->count);
        s->data[key] = (uint8_t)random_below(2);
        CHECK_EQUAL(ssz_view_put_uint(h->view, key, s->data[key], NULL), SSZ_OK);
        CHECK_EQUAL(ssz_view_uint(h->view, key), s->data[key]);
    }
}

static bool is_list(const ssz_type_record *r) {
    return r->kind == SSZ_KIND_LIST || r->kind == SSZ_KIND_PROGRESSIVE_LIST ||
           r->kind == SSZ_KIND_BITLIST || r->kind == SSZ_KIND_PROGRESSIVE_BITLIST;
}

/* Whether a list may have so many elements. */
static bool has_room(const ssz_type_record *r, uint64_t count) {
    bool is_bounded = r->kind == SSZ_KIND_LIST || r->kind == SSZ_KIND_BITLIST;
    return !is_bounded || count <= r->length;
}

static void append(handle *h) {
    shadow *s = h->shadow;
    const ssz_type_record *r = &t.types[s->type];
    bool is_bits = model_is_bits(r);
    bool fits = has_room(r, s->count + 1);
    if (!is_list(r)) {
        CHECK_EQUAL(ssz_view_append(h->view, "", 1, NULL), SSZ_FIXED_LENGTH);
        return;
    }
    if (is_bits) {
        uint64_t bit = random_below(2);
        CHECK_EQUAL(ssz_view_append_uint(h->view, bit, NULL), fits ? SSZ_OK : SSZ_LIMIT);
        if (fits) {
            shadow_push_bit(s, (uint8_t)bit);
        }
        return;
    }
    const handle *other = random_below(3) == 0 ? some_value_of(r->element) : NULL;
    shadow *part;
    int32_t code;
    if (other) {
        part = shadow_copy(other->shadow);
        code = ssz_view_append_view(h->view, other->view, NULL);
    } else {
        generate(r->element);
        part = generated(r->element);
        code = ssz_view_append(h->view, made.data, made.size, NULL);
    }
    CHECK_EQUAL(code, fits ? SSZ_OK : SSZ_LIMIT);
    if (code == SSZ_OK) {
        shadow_push(s, part);
    } else {
        shadow_drop(part);
    }
}

static void shorten(handle *h) {
    shadow *s = h->shadow;
    if (!is_list(&t.types[s->type])) {
        CHECK_EQUAL(ssz_view_truncate(h->view, 0, NULL), SSZ_FIXED_LENGTH);
        return;
    }
    uint64_t count = s->count == 0          ? 0
                     : random_below(8) == 0 ? 0
                     : random_below(4) == 0 ? random_below(s->count + 1)
                                            : s->count - 1;
    CHECK_EQUAL(ssz_view_truncate(h->view, s->count + 1, NULL), SSZ_NO_SUCH_POSITION);
    CHECK_EQUAL(ssz_view_truncate(h->view, count, NULL), SSZ_OK);
    while (s->count > count) {
        s->count--;
        if (s->parts) {
            shadow_drop(s->parts[s->count]);
        }
    }
}

/* In long lists splices are long as well, so that there are many pages. */
static bool is_long;

static void splice(handle *h) {
    static bytes all;
    shadow *s = h->shadow;
    const ssz_type_record *r = &t.types[s->type];
    if (!model_is_sequence(r)) {
        return;
    }
    uint64_t each = model_fixed_size(&t, r->element);
    if (each == 0 || each > SSZ_FLAT_SIZE) {
        CHECK_EQUAL(ssz_view_splice(h->view, 0, "", 0, NULL), SSZ_NO_PARTS);
        return;
    }
    uint64_t first = random_below(s->count + 1);
    uint64_t most = is_long && s->count < 2000 ? 1000 : 50;
    uint64_t count = random_below(random_below(3) == 0 ? most : 8);
    bool fits = r->kind == SSZ_KIND_VECTOR ? first + count <= s->count : has_room(r, first + count);
    static shadow *parts[1000];
    all.size = 0;
    for (uint64_t i = 0; i < count; i++) {
        generate(r->element);
        bytes_add(&all, made.data, made.size);
        parts[i] = generated(r->element);
    }
    int32_t refused = r->kind == SSZ_KIND_VECTOR ? SSZ_FIXED_LENGTH : SSZ_LIMIT;
    CHECK_EQUAL(ssz_view_splice(h->view, first, all.data, all.size, NULL),
                fits || count == 0 ? SSZ_OK : refused);
    for (uint64_t i = 0; i < count; i++) {
        if (!fits) {
            shadow_drop(parts[i]);
        } else if (first + i < s->count) {
            shadow_drop(s->parts[first + i]);
            s->parts[first + i] = parts[i];
        } else {
            shadow_push(s, parts[i]);
        }
    }
}

/* Another value in the place of the view itself: its parts are replaced, the shadow stays. */
static void assign(handle *h) {
    shadow *s = h->shadow;
    const handle *other = random_below(2) == 0 ? some_value_of(s->type) : NULL;
    shadow *value;
    if (other && other->shadow != s) {
        value = shadow_copy(other->shadow);
        CHECK_EQUAL(ssz_view_assign_view(h->view, other->view, NULL), SSZ_OK);
    } else {
        generate(s->type);
        value = generated(s->type);
        CHECK_EQUAL(ssz_view_assign(h->view, made.data, made.size, NULL), SSZ_OK);
    }
    unsigned references = s->references;
    shadow old = *s;
    *s = *value;
    s->references = references;
    *value = old;
    value->references = 1;
    shadow_drop(value);
}

static void take_part(handle *h) {
    handle *to = &handles[random_below(HANDLES)];
    shadow *s = h->shadow;
    if (to->view && to == h) {
        return;
    }
    uint64_t i = s->count == 0 ? 0 : random_below(s->count);
    bool is_union = model_is_union(&t.types[s->type]);
    ssz_view *part = ssz_view_child(h->view, is_union ? s->selector : i, NULL);
    CHECK((part != NULL) == (s->parts != NULL && s->count != 0));
    if (part) {
        shadow *of_part = shadow_share(s->parts[i]);
        let_go(to);
        *to = (handle){.view = part, .shadow = of_part};
    }
}

static void take_copy(handle *h) {
    handle *to = &handles[random_below(HANDLES)];
    if (to == h) {
        return;
    }
    let_go(to);
    *to = (handle){.view = ssz_view_copy(h->view, NULL), .shadow = shadow_copy(h->shadow)};
    CHECK(to->view != NULL);
}

static void step(void) {
    handle *h = &handles[random_below(HANDLES)];
    if (!h->view) {
        return;
    }
    bool is_bits = model_is_bits(&t.types[h->shadow->type]);
    bool is_basic = model_is_basic(&t.types[h->shadow->type]);
    switch (random_below(14)) {
    case 0:
        assign(h);
        break;
    case 1:
    case 2:
        append(h);
        break;
    case 3:
        shorten(h);
        break;
    case 4:
        splice(h);
        break;
    case 5:
        take_copy(h);
        break;
    case 6:
    case 7:
    case 8:
    case 9:
        take_part(h);
        break;
    default:
        if (is_bits) {
            put_bit(h);
        } else if (!is_basic) {
            put_part(h);
        }
    }
    h = &handles[random_below(HANDLES)];
    if (h->view) {
        check_tree(h);
        check_handle(h);
    }
}

/* ---- programs --------------------------------------------------------------------------------- */

static void run_program(uint32_t type, unsigned steps) {
    schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    generate(type);
    ssz_buffer *buffer = ssz_buffer_copy(made.data, made.size, NULL);
    handles[0] =
        (handle){.view = ssz_decode(schema, type, buffer, NULL), .shadow = generated(type)};
    CHECK(handles[0].view != NULL);
    ssz_buffer_release(buffer);
    for (unsigned i = 0; i < steps; i++) {
        step();
    }
    for (unsigned i = 0; i < HANDLES; i++) {
        if (handles[i].view) {
            check_handle(&handles[i]);
        }
        let_go(&handles[i]);
    }
    ssz_schema_release(schema);
    CHECK_LIVE(0, 0, 0, 0);
}

/* A type of any kind made of the types so far; they grow as they nest. */
static uint32_t add_type(void) {
    uint32_t a = (uint32_t)random_below(t.type_count);
    uint32_t b = (uint32_t)random_below(t.type_count);
    uint32_t c = (uint32_t)random_below(t.type_count);
    switch (random_below(12)) {
    case 0:
        return table_vector(&t, a, 1 + random_below(5));
    case 1:
    case 2:
        return table_list(&t, a, random_below(3) == 0 ? random_below(5) : 1 + random_below(300));
    case 3:
        return table_progressive_list(&t, a);
    case 4:
        return table_bitlist(&t, random_below(700));
    case 5:
        return table_bitvector(&t, 1 + random_below(6000));
    case 6:
        return table_progressive_bitlist(&t);
    case 7:
        return table_union(&t, random_below(2) == 0 ? SSZ_NO_TYPE : a, b, c);
    case 8:
        return table_progressive_container(&t, {a, 0}, {b, 2}, {c, 9});
    case 9:
        return table_compatible_union(&t, {a, 1}, {b, 5});
    default:
        return table_container(&t, a, b, c);
    }
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
    ssz_buffer *buffer = ssz_buffer_copy(data, sizeof data, NULL);
    ssz_view *view = ssz_decode(schema, type, buffer, NULL);
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
    CHECK_EQUAL(ssz_view_uint(again, 0), 77);
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
    ssz_buffer_release(buffer);
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
    ssz_buffer *buffer = ssz_buffer_copy(made.data, made.size, NULL);
    handle whole = {.view = ssz_decode(schema, type, buffer, NULL), .shadow = generated(type)};
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
    CHECK_EQUAL(ssz_view_uint(whole.view, 9), SSZ_NO_UINT);
    check_handle(&whole);
    let_go(&whole);
    ssz_view_release(letters);
    ssz_view_release(option);
    ssz_view_release(pair);
    ssz_buffer_release(buffer);
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
        memcpy(record, &seed, 8);
        memcpy(record + 8, &seed, 8);
        ssz_view *list = ssz_view_child(shared.whole, 1, NULL);
        ssz_view *element = ssz_view_child(list, key, NULL);
        switch ((seed >> 33) % 8) {
        case 0:
            ssz_view_append(list, record, 16, NULL);
            break;
        case 1:
            ssz_view_truncate(list, key, NULL);
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
    ssz_buffer *buffer = ssz_buffer_copy(data, sizeof data, NULL);
    shared.whole = ssz_decode(schema, shared.type, buffer, NULL);
    ssz_buffer_release(buffer);
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

int main(void) {
    test_threads();
    test_refused();
    test_origin();
    test_random_programs();
    test_long_lists();
    return 0;
}
