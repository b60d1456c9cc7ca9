/*
 * put.c - parts of values replaced, appended and taken away through views: what could be wrong with a change is
 * looked at here, under the lock of the tree, and change.c makes it.
 */
#include "alloc.h"
#include "bytes.h"
#include "change.h"
#include "common.h"
#include "error.h"

/* How many types are compared to find out whether a value fits: more than any schema of a protocol has. */
#define MATCH_EFFORT 10000

/* ---- what is to be put --------------------------------------------------------------------------- */

/* What a place takes: values of a type, or bits; nothing but None if neither. */
typedef struct place_kind {
    uint32_t type;
    bool is_bit;
} place_kind;

/* What the part with that key takes, which need not be there. */
static int32_t kind_of_part(const ssz_view *view, uint64_t key, place_kind *kind, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    const ssz_member *option;
    *kind = (place_kind){.type = t->element, .is_bit = t->shape == SSZ_SHAPE_BITS};
    switch (t->shape) {
    case SSZ_SHAPE_CONTAINER:
        if (key >= t->member_count) {
            return ssz_fail(err, SSZ_NO_SUCH_FIELD, 0, t->member_count, key);
        }
        kind->type = t->members[key].type;
        return SSZ_OK;
    case SSZ_SHAPE_UNION:
        option = ssz_type_option(t, key);
        if (!option) {
            return ssz_fail(err, SSZ_UNKNOWN_SELECTOR, 0, 0, key);
        }
        kind->type = option->type;
        return SSZ_OK;
    case SSZ_SHAPE_BASIC:
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, key);
    default:
        return SSZ_OK;
    }
}

/* What a list is made of. */
static int32_t kind_of_element(const ssz_view *view, place_kind *kind, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    *kind = (place_kind){.type = t->element, .is_bit = t->shape == SSZ_SHAPE_BITS};
    return t->is_list ? SSZ_OK : ssz_fail(err, SSZ_FIXED_LENGTH, 0, t->length, 0);
}

static int32_t check_part(const ssz_view *view, place_kind kind, const uint8_t *data, uint64_t size,
                          ssz_error *err) {
    if (kind.type != SSZ_NO_TYPE) {
        return ssz_check(view->schema, kind.type, data, size, err);
    }
    if (size != kind.is_bit) {
        return ssz_fail(err, SSZ_SCOPE, 0, kind.is_bit, size);
    }
    return kind.is_bit && data[0] > 1 ? ssz_fail(err, SSZ_NOT_A_BIT, 0, 0, data[0]) : SSZ_OK;
}

/* A number as the encoding of a basic type or a bit. */
static int32_t encode_number(const ssz_view *view, place_kind kind, uint64_t number, uint8_t *out,
                             uint64_t *size, ssz_error *err) {
    const ssz_type *t = kind.type == SSZ_NO_TYPE ? NULL : ssz_schema_get(view->schema, kind.type);
    if (t ? !t->is_basic || t->fixed_size > 8 : !kind.is_bit) {
        return ssz_fail(err, SSZ_TYPE_MISMATCH, 0, 0, 0);
    }
    bool is_boolean = !t || t->kind == SSZ_KIND_BOOLEAN;
    uint64_t bits = is_boolean ? 1 : 8 * t->fixed_size;
    if (bits < 64 && number >> bits != 0) {
        return ssz_fail(err, SSZ_RANGE, 0, is_boolean ? 0 : t->fixed_size, number);
    }
    store_u64(out, number);
    *size = t ? t->fixed_size : 1;
    return SSZ_OK;
}

/* What a change brings when it is the value of another view. */
typedef struct given {
    ssz_node *node;
    uint8_t flat[SSZ_FLAT_SIZE]; /* flat values are given as bytes */
} given;

/* Takes the present value of a view, for a place of the type in `schema`. */
static int32_t take_given(const ssz_schema *schema, uint32_t type, const ssz_view *value, given *g,
                          ssz_change *change, ssz_error *err) {
    uint32_t effort = MATCH_EFFORT;
    g->node = NULL;
    if (type == SSZ_NO_TYPE ||
        !ssz_types_match(schema, type, value->schema, value->type, &effort)) {
        return ssz_fail(err, SSZ_TYPE_MISMATCH, 0, 0, 0);
    }
    int32_t code = SSZ_OK;
    ssz_view_tree_enter(value->tree);
    ssz_cursor cursor = ssz_view_cursor(value);
    if (ssz_schema_get(schema, type)->is_flat) {
        code = ssz_cursor_encode(value->schema, &cursor, g->flat, &change->value.size, err);
        change->value.data = g->flat;
    } else {
        change->value.node = g->node = ssz_cursor_take(&cursor, err);
        code = g->node ? SSZ_OK : SSZ_NO_MEMORY;
    }
    ssz_view_tree_leave(value->tree);
    return code;
}

static void release_given(given *g) {
    /* It may be the last reference to borrowed bytes, but no lock is held here. */
    ssz_node_release(g->node);
}

/* ---- putting ------------------------------------------------------------------------------------ */

/* Puts a value that fits the type of the part, under the lock of the tree, and gives that back. */
static int32_t put_locked(ssz_view *view, uint64_t key, const ssz_change *change, ssz_error *err) {
    ssz_shape shape = ssz_schema_get(view->schema, view->type)->shape;
    uint64_t replaced = key;
    ssz_path path;
    int32_t code = SSZ_OK;
    if (shape != SSZ_SHAPE_CONTAINER) { /* which has the same parts whatever its value is */
        ssz_cursor cursor = ssz_view_cursor(view);
        if (shape == SSZ_SHAPE_UNION) { /* only the option that it has can be a place with a view */
            replaced = ssz_cursor_selector(&cursor);
        } else {
            code = ssz_cursor_step(view->schema, &cursor, key, err);
        }
    }
    if (code == SSZ_OK) {
        ssz_path_of(view, &path);
        path.keys[path.count++] = key;
        code = ssz_change_value(&path, change, view, replaced, replaced, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

static int32_t put(ssz_view *view, uint64_t key, const ssz_change *change, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    return put_locked(view, key, change, err);
}

int32_t ssz_view_put(ssz_view *view, uint64_t key, const void *data, uint64_t size,
                     ssz_error *err) {
    place_kind kind;
    ssz_change change = {.verb = SSZ_VERB_PUT, .value = {.data = data, .size = size}};
    SSZ_TRY(kind_of_part(view, key, &kind, err));
    SSZ_TRY(check_part(view, kind, data, size, err));
    return put(view, key, &change, err);
}

int32_t ssz_view_put_uint(ssz_view *view, uint64_t key, uint64_t number, ssz_error *err) {
    place_kind kind;
    uint8_t data[8];
    ssz_change change = {.verb = SSZ_VERB_PUT, .value = {.data = data}};
    SSZ_TRY(kind_of_part(view, key, &kind, err));
    SSZ_TRY(encode_number(view, kind, number, data, &change.value.size, err));
    return put(view, key, &change, err);
}

int32_t ssz_view_try_put_uint(ssz_view *view, uint64_t key, uint64_t number) {
    place_kind kind;
    uint8_t data[8];
    ssz_change change = {.verb = SSZ_VERB_PUT, .value = {.data = data}};
    SSZ_TRY(kind_of_part(view, key, &kind, NULL));
    SSZ_TRY(encode_number(view, kind, number, data, &change.value.size, NULL));
    return ssz_view_tree_try_enter(view->tree) ? put_locked(view, key, &change, NULL) : SSZ_BUSY;
}

int32_t ssz_view_put_view(ssz_view *view, uint64_t key, const ssz_view *value, ssz_error *err) {
    place_kind kind;
    given g;
    ssz_change change = {.verb = SSZ_VERB_PUT};
    SSZ_TRY(kind_of_part(view, key, &kind, err));
    SSZ_TRY(take_given(view->schema, kind.type, value, &g, &change, err));
    int32_t code = put(view, key, &change, err);
    release_given(&g);
    return code;
}

/* Gives the place of a view another value. */
static int32_t assign(ssz_view *view, const ssz_change *change, ssz_error *err) {
    ssz_path path;
    ssz_view_tree_enter(view->tree);
    ssz_path_of(view, &path);
    int32_t code = ssz_change_value(&path, change, view, 0, SSZ_LAST_KEY, err);
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_assign(ssz_view *view, const void *data, uint64_t size, ssz_error *err) {
    ssz_change change = {.verb = SSZ_VERB_PUT, .value = {.data = data, .size = size}};
    SSZ_TRY(ssz_check(view->schema, view->type, data, size, err));
    return assign(view, &change, err);
}

int32_t ssz_view_assign_view(ssz_view *view, const ssz_view *value, ssz_error *err) {
    given g;
    ssz_change change = {.verb = SSZ_VERB_PUT};
    SSZ_TRY(take_given(view->schema, view->type, value, &g, &change, err));
    int32_t code = assign(view, &change, err);
    release_given(&g);
    return code;
}

/* ---- elements ------------------------------------------------------------------------------------ */

static int32_t append(ssz_view *view, const ssz_change *change, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    ssz_path path;
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t count = ssz_cursor_count(view->schema, &cursor);
    int32_t code = ssz_change_check_limit(t, count + 1, err);
    if (code == SSZ_OK) {
        ssz_path_of(view, &path);
        code = ssz_change_only(&path, change, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_append(ssz_view *view, const void *data, uint64_t size, ssz_error *err) {
    place_kind kind;
    ssz_change change = {.verb = SSZ_VERB_APPEND, .value = {.data = data, .size = size}};
    SSZ_TRY(kind_of_element(view, &kind, err));
    SSZ_TRY(check_part(view, kind, data, size, err));
    return append(view, &change, err);
}

int32_t ssz_view_append_uint(ssz_view *view, uint64_t number, ssz_error *err) {
    place_kind kind;
    uint8_t data[8];
    ssz_change change = {.verb = SSZ_VERB_APPEND, .value = {.data = data}};
    SSZ_TRY(kind_of_element(view, &kind, err));
    SSZ_TRY(encode_number(view, kind, number, data, &change.value.size, err));
    return append(view, &change, err);
}

int32_t ssz_view_append_view(ssz_view *view, const ssz_view *value, ssz_error *err) {
    place_kind kind;
    given g;
    ssz_change change = {.verb = SSZ_VERB_APPEND};
    SSZ_TRY(kind_of_element(view, &kind, err));
    SSZ_TRY(take_given(view->schema, kind.type, value, &g, &change, err));
    int32_t code = append(view, &change, err);
    release_given(&g);
    return code;
}

int32_t ssz_view_truncate(ssz_view *view, uint64_t count, ssz_error *err) {
    place_kind kind;
    SSZ_TRY(kind_of_element(view, &kind, err));
    int32_t code = SSZ_OK;
    ssz_change change = {.verb = SSZ_VERB_TRUNCATE, .kept = count};
    ssz_path path;
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t present = ssz_cursor_count(view->schema, &cursor);
    if (count > present) {
        code = ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, present, count);
    } else if (count < present) {
        ssz_path_of(view, &path);
        code = ssz_change_value(&path, &change, view, count, present - 1, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_pop(ssz_view *view, ssz_view **element, uint64_t *bit, ssz_error *err) {
    place_kind kind;
    SSZ_TRY(kind_of_element(view, &kind, err));
    int32_t code = SSZ_OK;
    ssz_view *last = NULL;
    ssz_path path;
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t count = ssz_cursor_count(view->schema, &cursor);
    if (count == 0) {
        code = ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, 0, 0);
    } else if (kind.is_bit) {
        code = ssz_cursor_step(view->schema, &cursor, count - 1, err);
    } else {
        last = ssz_view_part(view, count - 1, err);
        code = last ? SSZ_OK : SSZ_NO_MEMORY;
    }
    uint64_t was_set = code == SSZ_OK && kind.is_bit ? (*cursor.data >> cursor.bit) & 1u : 0;
    if (code == SSZ_OK) {
        ssz_change change = {.verb = SSZ_VERB_TRUNCATE, .kept = count - 1};
        ssz_path_of(view, &path);
        code = ssz_change_value(&path, &change, view, count - 1, count - 1, err);
    }
    if (code == SSZ_OK) {
        *element = last;
        *bit = was_set;
    } else {
        ssz_view_drop(last);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}
