/*
 * programs.h - random programs of edits, which run on views and on their shadows (shadowed.h) at the same
 * time: one step after the other, with many views open.  After every step some view must have the bytes
 * and the root of its shadow.  Meanwhile an encoder writes what a view was some steps ago.
 */
#ifndef SSZ_TESTS_PROGRAMS_H
#define SSZ_TESTS_PROGRAMS_H

#include "bytes.h"
#include "common.h"
#include "shadowed.h"

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
        handle *h = &handles[random_below(HANDLES)];
        if (is_held(h) && h->shadow->type == type) {
            return ask_for(h) ? h : NULL;
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
            for (uint64_t i = made.size; i-- > 0;) {
                number = number << 8 | made.data[i];
            }
            CHECK_EQUAL(ssz_view_put_uint(h->view, key, number, NULL), SSZ_OK);
            CHECK_EQUAL(uint_at(h->view, key), number);
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
        CHECK_EQUAL(uint_at(h->view, key), s->data[key]);
    }
}

static bool is_list(const ssz_type_record *r) {
    return r->kind == SSZ_KIND_LIST || r->kind == SSZ_KIND_PROGRESSIVE_LIST ||
           r->kind == SSZ_KIND_BITLIST || r->kind == SSZ_KIND_PROGRESSIVE_BITLIST;
}

/* Whether a list may have `count` elements. */
static bool has_room(const ssz_type_record *r, uint64_t count) {
    bool is_bounded = r->kind == SSZ_KIND_LIST || r->kind == SSZ_KIND_BITLIST;
    return !is_bounded || count <= r->length;
}

/* Packs bits of a shadow, or others; those past the last are anything. */
static void pack_bits(const uint8_t *bits, uint64_t count, uint8_t *out) {
    memset(out, 0xff, count / 8 + 1);
    for (uint64_t i = 0; i < count; i++) {
        if (!bits[i]) {
            out[i / 8] &= (uint8_t)~(1u << (i % 8));
        }
    }
}

/* Some bits in a row: replaced, all of them or some, or added to the end, and read back. */
static void write_bits(handle *h) {
    enum { MOST = 3000 };
    static uint8_t bits[MOST], chosen[MOST], data[MOST / 8 + 1], mask[MOST / 8 + 1];
    static uint8_t out[MOST / 8 + 1];
    shadow *s = h->shadow;
    const ssz_type_record *r = &t.types[s->type];
    bool is_added = random_below(2) == 0;
    uint64_t first = is_added ? s->count : random_below(s->count + 1);
    uint64_t count = random_below(random_below(4) == 0 ? MOST : 40);
    uint64_t seed = random_u64();
    for (uint64_t i = 0; i < count; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        bits[i] = (uint8_t)(seed >> 63 & 1);
        chosen[i] = (uint8_t)(seed >> 62 & 1);
    }
    pack_bits(bits, count, data);
    pack_bits(chosen, count, mask);
    bool has_mask = !is_added && random_below(2) == 0;
    int32_t code;
    if (is_added) {
        code = ssz_view_extend_bits(h->view, data, count, NULL);
        CHECK_EQUAL(code, r->kind == SSZ_KIND_BITVECTOR   ? SSZ_FIXED_LENGTH
                          : has_room(r, s->count + count) ? SSZ_OK
                                                          : SSZ_LIMIT);
    } else {
        bool fits = count <= s->count - first;
        code = ssz_view_put_bits(h->view, first, data, has_mask ? mask : NULL, count, NULL);
        CHECK_EQUAL(code, fits ? SSZ_OK : SSZ_NO_SUCH_POSITION);
    }
    for (uint64_t i = 0; code == SSZ_OK && i < count; i++) {
        if (is_added) {
            shadow_push_bit(s, bits[i]);
        } else if (!has_mask || chosen[i]) {
            s->data[first + i] = bits[i];
        }
    }
    first = random_below(s->count + 1);
    count = ssz_min_u64(MOST, random_below(s->count - first + 1));
    out[count / 8] = 0;
    CHECK_EQUAL(ssz_view_read_bits(h->view, first, count, out, (count + 7) / 8, NULL), SSZ_OK);
    for (uint64_t i = 0; i < 8 * ((count + 7) / 8); i++) {
        CHECK_EQUAL(bytes_bit(out, i), i < count ? s->data[first + i] : 0);
    }
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

/* The encoding of a list of `count` random elements, or as many as the model has room for, whose shadows go to
 * `parts`.  Gives how many they are. */
static uint64_t generate_list(uint32_t element, uint64_t count, bytes *all, shadow **parts) {
    bool has_table = model_fixed_size(&t, element) == 0;
    uint64_t added = 0;
    all->size = 0;
    bytes_fill(all, 0, has_table ? 4 * count : 0);
    for (; added < count && all->size < MODEL_BYTES / 4; added++) {
        generate(element);
        if (has_table) {
            bytes_put_u32(all->data + 4 * added, all->size);
        }
        bytes_add(all, made.data, made.size);
        parts[added] = generated(element);
    }
    if (has_table && added < count) { /* a shorter table */
        uint64_t less = 4 * (count - added);
        all->size -= less;
        memmove(all->data + 4 * added, all->data + 4 * count, all->size - 4 * added);
        for (uint64_t i = 0; i < added; i++) {
            bytes_put_u32(all->data + 4 * i, bytes_get_u32(all->data + 4 * i) - less);
        }
    }
    return added;
}

static void splice(handle *h) {
    static bytes all;
    shadow *s = h->shadow;
    const ssz_type_record *r = &t.types[s->type];
    if (!model_is_sequence(r)) {
        return;
    }
    uint64_t first = random_below(s->count + 1);
    uint64_t most = is_long && s->count < 2000 ? 1000 : 50;
    uint64_t count = random_below(random_below(3) == 0 ? most : 8);
    static shadow *parts[1000];
    count = generate_list(r->element, count, &all, parts);
    bool fits = r->kind == SSZ_KIND_VECTOR ? first + count <= s->count : has_room(r, first + count);
    int32_t refused = r->kind == SSZ_KIND_VECTOR ? SSZ_FIXED_LENGTH : SSZ_LIMIT;
    int32_t code = first == s->count && random_below(2) == 0
                       ? ssz_view_extend(h->view, all.data, all.size, NULL)
                       : ssz_view_splice(h->view, first, all.data, all.size, NULL);
    CHECK_EQUAL(code, fits || count == 0 ? SSZ_OK : refused);
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

/* Elements here and there; the keys may not ascend, or lead past the end. */
static void scatter(handle *h) {
    static bytes all;
    shadow *s = h->shadow;
    const ssz_type_record *r = &t.types[s->type];
    if (!model_is_sequence(r) || s->count == 0) {
        return;
    }
    static shadow *parts[1000];
    static uint64_t keys[1000];
    uint64_t most = is_long ? 1000 : 20, count = 0;
    uint64_t step = 1 + random_below(random_below(2) == 0 ? 3 : s->count);
    for (uint64_t key = random_below(s->count); key < s->count && count < most;
         key += 1 + random_below(step)) {
        keys[count++] = key;
    }
    count = generate_list(r->element, count, &all, parts);
    bool is_refused = count != 0 && random_below(8) == 0;
    if (is_refused) {
        bool is_past = random_below(2) == 0 || count < 2;
        keys[count - 1] = is_past ? s->count + random_below(3) : keys[count - 2];
    }
    int32_t code = ssz_view_scatter(h->view, keys, count, all.data, all.size, NULL);
    CHECK_EQUAL(code, is_refused ? SSZ_NO_SUCH_POSITION : SSZ_OK);
    for (uint64_t i = 0; i < count; i++) {
        if (is_refused) {
            shadow_drop(parts[i]);
        } else {
            shadow_drop(s->parts[keys[i]]);
            s->parts[keys[i]] = parts[i];
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
    if (to == h || (to->place && random_below(4) != 0)) {
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
    if (random_below(2) == 0) {
        take_places(to, HANDLES / 2);
    }
}

static void step(void) {
    handle *h = &handles[random_below(HANDLES)];
    if (!is_held(h)) {
        return;
    }
    CHECK(ask_for(h));
    bool is_bits = model_is_bits(&t.types[h->shadow->type]);
    bool is_basic = model_is_basic(&t.types[h->shadow->type]);
    switch (random_below(15)) {
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
    case 14:
        scatter(h);
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
        if (is_bits && random_below(2) == 0) {
            write_bits(h);
        } else if (is_bits) {
            put_bit(h);
        } else if (!is_basic) {
            put_part(h);
        }
    }
    h = &handles[random_below(HANDLES)];
    if (h->view || (h->place && random_below(4) == 0 && ask_for(h))) {
        check_tree(h);
        check_handle(h);
        encode_some(h);
    }
}

/* ---- programs --------------------------------------------------------------------------------- */

static void begin_program(uint32_t type) {
    encoder_turns = 0;
    schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    generate(type);
    ssz_view *whole = decoded(schema, type, made.data, made.size);
    handles[0] = (handle){.view = whole, .shadow = generated(type)};
    take_places(&handles[0], HANDLES);
}

static void end_program(void) {
    end_encoder();
    for (unsigned i = 0; i < HANDLES; i++) {
        if (is_held(&handles[i])) {
            CHECK(ask_for(&handles[i]));
            check_handle(&handles[i]);
            check_encoder(&handles[i]);
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

#endif
