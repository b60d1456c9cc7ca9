/*
 * fuzz_decode.c - any bytes as a value of any type: accepted if and only if the plain reading of the spec
 * accepts them (tests/model.h).  What is accepted has one encoding, one size and one root, under all
 * kernels; a refusal has a reason and a place, and nothing stays of it.
 */
#include "fuzz.h"

/* Roots are compared with those of the slow model, and of all kernels, for values that are not longer,
 * and not for all of these. */
#define MODEL_ROOT_LIMIT 400

static unsigned hook_calls;

static void hook(uint64_t context) {
    hook_calls += (unsigned)context;
}

static void check_refusal(const subject *s, const bytes *value, int32_t code,
                          const ssz_error *err) {
    CHECK(code >= SSZ_SCOPE && code <= SSZ_UNKNOWN_SELECTOR && err->code == code);
    CHECK(err->offset <= value->size && err->path_length <= SSZ_ERROR_PATH_LIMIT);
    uint8_t out[32] = {0}, zeros[32] = {0};
    CHECK_EQUAL(ssz_root(s->schema, s->type, value->data, value->size, out, NULL), code);
    CHECK_BYTES(out, zeros, 32);
    ssz_error again = {0};
    CHECK(ssz_decode_borrow(s->schema, s->type, value->data, value->size, hook, 1, &again) == NULL);
    CHECK(again.code == code && again.offset == err->offset && hook_calls == 0);
}

static void check_roots(const subject *s, const bytes *value, ssz_view *view) {
    uint8_t root[32], other[32];
    const char *in_use = ssz_kernel_in_use();
    CHECK_EQUAL(ssz_view_root(view, root, NULL), SSZ_OK);
    for (uint32_t i = 0; ssz_kernel_name(i) != NULL; i++) {
        CHECK_EQUAL(ssz_kernel_use(ssz_kernel_name(i)), SSZ_OK);
        CHECK_EQUAL(ssz_root(s->schema, s->type, value->data, value->size, other, NULL), SSZ_OK);
        CHECK_BYTES(other, root, 32);
    }
    CHECK_EQUAL(ssz_kernel_use(in_use), SSZ_OK);
    model_root(s->t, s->type, value->data, value->size, other);
    CHECK_BYTES(root, other, 32);
}

/* Without memory the root can't be told, and that is all that happens. */
static void check_no_memory(const subject *s, const bytes *value, uint64_t working) {
    uint8_t out[32];
    ssz_error err = {0};
    ssz_trim();
    ssz_memory_fail(working, UINT64_MAX);
    int32_t code = ssz_root(s->schema, s->type, value->data, value->size, out, &err);
    ssz_memory_fail(0, 0);
    CHECK(code == SSZ_OK || code == SSZ_NO_MEMORY);
    CHECK_EQUAL(err.code, code);
}

static void check_value(const subject *s, const bytes *value, uint64_t working) {
    static bytes rebuilt;
    static uint8_t out[MODEL_BYTES];
    ssz_memory_watch();
    uint64_t before = ssz_memory_read().bytes;
    ssz_view *view = open_view(s, value);
    CHECK(view != NULL);
    CHECK(ssz_memory_read().most_bytes - before <= 65536 + value->size);
    CHECK_EQUAL(ssz_view_size(view), value->size);
    CHECK_EQUAL(ssz_view_encode(view, out, value->size, NULL), SSZ_OK);
    CHECK_BYTES(out, value->data, value->size);
    if (value->size != 0) {
        CHECK_EQUAL(ssz_view_encode(view, out, value->size - 1, NULL), SSZ_BUFFER_TOO_SMALL);
    }
    rebuilt.size = 0;
    CHECK(model_rebuild(s->schema, s->t, s->type, value->data, value->size, &rebuilt));
    CHECK_EQUAL(rebuilt.size, value->size);
    CHECK_BYTES(rebuilt.data, value->data, value->size);
    ssz_type_info info = ssz_schema_type(s->schema, s->type);
    CHECK(info.min_size <= value->size && value->size <= info.max_size);
    if (value->size <= MODEL_ROOT_LIMIT && working % 4 == 0) {
        check_roots(s, value, view);
    }
    ssz_view_release(view);
    check_no_memory(s, value, working);
    view = ssz_decode_borrow(s->schema, s->type, value->data, value->size, hook, 1, NULL);
    CHECK(view != NULL && hook_calls == 0);
    ssz_view_release(view);
    CHECK_EQUAL(hook_calls, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bytes value;
    input in = {data, size};
    tally before = take_tally();
    subject s = take_subject(&in);
    uint64_t working = take(&in, 1) % 16;
    take_value(&in, &s, &value);
    ssz_error err = {0};
    hook_calls = 0;
    /* Exactly as much memory as there are bytes. */
    uint8_t *exact = allocate(value.size);
    memcpy(exact, value.data, value.size);
    int32_t code = ssz_check(s.schema, s.type, exact, value.size, &err);
    CHECK_EQUAL(code == SSZ_OK, model_accepts(s.t, s.type, exact, value.size));
    free(exact);
    if (code == SSZ_OK) {
        check_value(&s, &value, working);
    } else {
        check_refusal(&s, &value, code, &err);
    }
    release_subject(s);
    check_tally(before);
    return 0;
}
