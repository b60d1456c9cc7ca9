/*
 * fuzz_edit.c - programs of edits on values of random types, each choice a byte of the input: views have
 * the bytes and roots of plain objects that are changed alike (tests/programs.h).  In the end memory
 * runs out, and an edit that says so has changed nothing.
 */
#include "alloc.h"
#include "programs.h"
#include "target.h"

#define STEP_LIMIT 120
#define ATTEMPT_LIMIT 8

/* The model has room for values of some size: types whose smallest value is larger are not tried, and
 * programs end when a value has grown larger. */
#define SMALLEST_LIMIT 512
#define VALUE_LIMIT (MODEL_BYTES / 4)

static bool types_are_small(void) {
    ssz_schema *made_for = table_compile(&t, NULL);
    CHECK(made_for != NULL);
    bool are_small = true;
    for (uint32_t type = 0; type < t.type_count; type++) {
        ssz_type_info info = ssz_schema_type(made_for, type);
        are_small = are_small && info.min_size <= SMALLEST_LIMIT;
    }
    ssz_schema_release(made_for);
    return are_small;
}

static bool values_are_small(void) {
    for (unsigned i = 0; i < HANDLES; i++) {
        if (handles[i].view && ssz_view_size(handles[i].view) > VALUE_LIMIT) {
            return false;
        }
    }
    return true;
}

/* Some edit of the value, which may also be one that can't be. */
static int32_t try_edit(handle *h) {
    const ssz_type_record *r = &t.types[h->shadow->type];
    uint64_t key = h->shadow->count == 0 ? 0 : random_below(h->shadow->count);
    const handle *other = some_value_of(h->shadow->type);
    uint32_t part = SSZ_NO_TYPE;
    if (h->shadow->parts && h->shadow->count != 0) {
        part = h->shadow->parts[key]->type;
    }
    switch (random_below(6)) {
    case 0:
        generate(h->shadow->type);
        return ssz_view_assign(h->view, made.data, made.size, NULL);
    case 1:
        return ssz_view_truncate(h->view, key, NULL);
    case 2:
        generate(model_is_sequence(r) ? r->element : SSZ_NO_TYPE);
        return ssz_view_append(h->view, made.data, made.size, NULL);
    case 3:
        return other ? ssz_view_assign_view(h->view, other->view, NULL) : SSZ_TYPE_MISMATCH;
    case 4:
        return ssz_view_put_uint(h->view, key, random_below(2), NULL);
    default:
        generate(part);
        return ssz_view_put(h->view, model_is_union(r) ? h->shadow->selector : key, made.data,
                            made.size, NULL);
    }
}

/* Edits without enough memory, until one succeeds. */
static void check_no_memory(void) {
    int32_t code = SSZ_NO_MEMORY;
    for (unsigned i = 0; i < ATTEMPT_LIMIT && code != SSZ_OK; i++) {
        handle *h = &handles[random_below(HANDLES)];
        if (is_held(h)) {
            ssz_memory_fail(random_below(12), UINT64_MAX);
            code = ask_for(h) ? try_edit(h) : SSZ_NO_MEMORY;
            ssz_memory_fail(0, 0);
        }
    }
    if (code == SSZ_OK) {
        /* The shadows know nothing of it. */
        for (unsigned i = 0; i < HANDLES; i++) {
            let_go(&handles[i]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ssz_trim();
    uint64_t pieces = ssz_memory_read().allocations;
    random_seed(size);
    *random_script() = (script){data, size};
    table_clear(&t);
    uint32_t type = table_uint(&t, (uint64_t)1 << random_below(6));
    table_boolean(&t);
    table_uint(&t, 8);
    for (uint64_t i = 1 + random_below(6); i > 0; i--) {
        type = add_type();
    }
    if (!types_are_small()) {
        *random_script() = (script){NULL, 0};
        return 0;
    }
    begin_program(type);
    for (unsigned i = 0; i < STEP_LIMIT && random_script()->size > ATTEMPT_LIMIT; i++) {
        if (!values_are_small()) {
            break;
        }
        step();
    }
    check_no_memory();
    *random_script() = (script){NULL, 0};
    end_program();
    ssz_trim();
    CHECK_EQUAL(ssz_memory_read().allocations, pieces);
    return 0;
}
