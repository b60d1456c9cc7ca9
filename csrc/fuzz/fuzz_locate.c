/*
 * fuzz_locate.c - ways into values: where a part is said to lie, there lies an encoding of a value of its
 * type; the view of the part is that value; and a way that leads nowhere is refused at the step where it
 * does.
 */
#include "fuzz.h"

#define KEY_LIMIT 12

static uint32_t take_keys(input *in, uint64_t *keys) {
    uint32_t count = (uint32_t)take(in, 1) % (KEY_LIMIT + 1);
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = take(in, 1);
        if (keys[i] == 255) {
            keys[i] = take(in, 8);
        }
    }
    return count;
}

static void check_part(const subject *s, const bytes *value, ssz_place place, ssz_view *part) {
    static uint8_t out[MODEL_BYTES];
    CHECK(place.offset <= value->size && place.size <= value->size - place.offset);
    if (place.type == SSZ_NO_TYPE) {
        CHECK(part == NULL && place.bit < 8 && place.size <= 1);
        return;
    }
    const uint8_t *data = value->data + place.offset;
    CHECK(model_accepts(s->t, place.type, data, place.size));
    CHECK(part != NULL && ssz_view_size(part) == place.size);
    CHECK_EQUAL(ssz_view_encode(part, out, sizeof out, NULL), SSZ_OK);
    CHECK_BYTES(out, data, place.size);
    uint8_t root[32], expected[32];
    CHECK_EQUAL(ssz_view_root(part, root, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_root(s->schema, place.type, data, place.size, expected, NULL), SSZ_OK);
    CHECK_BYTES(root, expected, 32);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bytes value;
    input in = {data, size};
    tally before = take_tally();
    subject s = take_subject(&in);
    ssz_view *view = take_good_view(&in, &s, &value);
    uint64_t keys[KEY_LIMIT];
    uint32_t count = take_keys(&in, keys);
    for (uint32_t length = 0; length <= count; length++) {
        ssz_place place = {.offset = 77};
        ssz_error err = {0};
        int32_t code = ssz_view_locate(view, keys, length, &place, &err);
        ssz_view *part = length == 0 ? ssz_view_retain(view) : NULL;
        for (uint32_t i = 0; i < length && (part != NULL || i == 0); i++) {
            ssz_view *next = ssz_view_child(i == 0 ? view : part, keys[i], NULL);
            ssz_view_release(part);
            part = next;
        }
        if (code == SSZ_OK) {
            check_part(&s, &value, place, part);
        } else {
            CHECK(code >= SSZ_NO_SUCH_FIELD && code <= SSZ_NO_PARTS && err.code == code);
            CHECK(part == NULL && err.path_length < length && place.offset == 77);
            CHECK_BYTES(err.path, keys, err.path_length * sizeof *keys);
            CHECK_EQUAL(ssz_view_locate(view, keys, err.path_length, &place, NULL), SSZ_OK);
            CHECK_EQUAL(err.actual, keys[err.path_length]);
        }
        ssz_view_release(part);
    }
    ssz_view_release(view);
    release_subject(s);
    check_tally(before);
    return 0;
}
