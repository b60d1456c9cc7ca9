/*
 * change.c - changing values through views.
 *
 * A change takes four steps, under the lock of the tree: everything that could be wrong with it is
 * looked at; the views that stand at the places whose slots get another value are given nodes with the
 * value of now; the nodes are changed (edit.c); and only then the views leave their places.  What can
 * fail comes before what can't be taken back.
 */
#include <string.h>

#include "alloc.h"
#include "bytes.h"
#include "change.h"
#include "common.h"
#include "edit.h"
#include "elements.h"
#include "error.h"
#include "view.h"

/* How many types are compared to find out whether a value fits: more than any schema of a protocol has. */
#define MATCH_EFFORT 10000

/* ---- views that leave their places ---------------------------------------------------------------- */

/* Keys first .. last of a view, or those of them in a list, are about to get other values. */
typedef struct detachment {
    ssz_view *owner;
    uint64_t first;
    uint64_t last;
    const uint64_t *keys; /* ascending; NULL: all of them */
    uint64_t others;      /* how many keys there are, but for one */
    uint64_t count;       /* views that stand there */
    ssz_view **views;
    ssz_view *one;          /* what `views` points to if it is only one */
    ssz_view *added;        /* a view that was made to be kept; or a copy of the owner, for ... */
    ssz_kept_range *ranges; /* ... what will be kept of many parts */
} detachment;

static bool is_kept(const ssz_view *owner, uint64_t key) {
    return ssz_places_find(&owner->tree->kept, owner, key) || ssz_ranges_find(owner, key);
}

static uint64_t key_at(const detachment *d, uint64_t i) {
    return d->keys ? d->keys[i] : d->first + i;
}

/* Whether a part gets another value. */
static bool is_among(const detachment *d, uint64_t key) {
    uint64_t low = 0, high = d->others;
    while (d->keys && low < high) { /* the first key that is not below is one of low .. high */
        uint64_t middle = low + (high - low) / 2;
        if (d->keys[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return d->keys ? d->keys[low] == key : d->first <= key && key <= d->last;
}

/* Lists the views that stand at the places: of the keys and of the views of parts, the fewer are looked
 * through, so this takes no longer than writing the values. */
static int32_t list_views(detachment *d, ssz_error *err) {
    const ssz_view *owner = d->owner;
    const ssz_places *places = &owner->tree->places;
    uint64_t most = owner->part_count <= d->others ? owner->part_count : d->others + 1;
    d->views = &d->one;
    if (most > 1) {
        d->views = ssz_alloc(most * sizeof(ssz_view *));
        if (!d->views) {
            d->views = &d->one;
            return ssz_no_memory(err);
        }
    }
    if (owner->part_count <= d->others) {
        for (ssz_view *view = owner->parts; view; view = view->sibling) {
            if (is_among(d, view->key)) {
                d->views[d->count++] = view;
            }
        }
        return SSZ_OK;
    }
    for (uint64_t i = 0; i <= d->others; i++) {
        ssz_view *view = ssz_places_find(places, owner, key_at(d, i));
        if (view) {
            d->views[d->count++] = view;
        }
    }
    return SSZ_OK;
}

/* Makes a range of the keys first .. last of the owner, in which none of them is yet.  The copy stands where
 * its owner stood at the beginning, so what is replaced in its parts will be kept as well. */
static int32_t keep_range(detachment *d, uint64_t first, uint64_t last, ssz_error *err) {
    ssz_view *owner = d->owner;
    if (!d->added) {
        ssz_cursor cursor = ssz_view_cursor(owner);
        ssz_node *node = ssz_cursor_take(&cursor, err);
        d->added = node ? ssz_view_new(owner->tree, owner->schema, owner->type, node, err) : NULL;
        if (!d->added) {
            ssz_node_release(node);
            return SSZ_NO_MEMORY;
        }
        d->added->is_origin = true;
    }
    ssz_kept_range *range = ssz_alloc(sizeof *range);
    if (!range) {
        return ssz_no_memory(err);
    }
    *range = (ssz_kept_range){
        .owner = ssz_view_share(owner),
        .first = first,
        .last = last,
        .copy = ssz_view_share(d->added),
        .next = d->ranges,
    };
    d->ranges = range;
    return SSZ_OK;
}

/* Makes ranges of those of the keys at .. last that are in none. */
static int32_t keep_rest(detachment *d, uint64_t at, uint64_t last, ssz_error *err) {
    for (bool is_done = d->owner->is_spent; !is_done;) {
        const ssz_kept_range *next = ssz_ranges_from(d->owner, at);
        bool is_free = !next || next->first > last; /* all that is left */
        if (is_free || next->first > at) {
            int32_t code = keep_range(d, at, is_free ? last : next->first - 1, err);
            if (code != SSZ_OK) {
                return code;
            }
        }
        is_done = is_free || next->last >= last;
        at = is_done ? at : next->last + 1;
    }
    return SSZ_OK;
}

/* The same for all keys that get other values. */
static int32_t keep_all(detachment *d, ssz_error *err) {
    if (!d->keys) {
        return keep_rest(d, d->first, d->last, err);
    }
    int32_t code = SSZ_OK;
    for (uint64_t i = 0, end; i <= d->others && code == SSZ_OK; i = end) {
        end = i + 1;
        while (end <= d->others && d->keys[end] == d->keys[end - 1] + 1) {
            end++;
        }
        code = keep_rest(d, d->keys[i], d->keys[end - 1], err);
    }
    return code;
}

/* Whether a sequence has nothing but numbers or bits, which ssz_view_keep_origin does not mean. */
static bool has_numbers(const ssz_view *view) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    return t->element == SSZ_NO_TYPE ? t->member_count == 0
                                     : ssz_schema_get(view->schema, t->element)->is_basic;
}

/* Makes what stands for the values of the beginning, where nothing does yet. */
static int32_t stand_in(detachment *d, ssz_error *err) {
    ssz_view *owner = d->owner;
    if (ssz_places_reserve(&owner->tree->kept, d->count + 1, err) != SSZ_OK) {
        return SSZ_NO_MEMORY;
    }
    if (has_numbers(owner)) {
        return SSZ_OK;
    }
    if (d->first != d->last) {
        return keep_all(d, err);
    }
    ssz_cursor cursor = ssz_view_cursor(owner);
    bool is_new = d->count == 0 && !is_kept(owner, d->first) &&
                  ssz_cursor_step(owner->schema, &cursor, d->first, NULL) == SSZ_OK &&
                  cursor.type != SSZ_NO_TYPE &&
                  !ssz_schema_get(owner->schema, cursor.type)->is_basic;
    if (is_new) {
        d->added = ssz_view_new_part(owner, d->first, cursor.type, err);
        if (!d->added) {
            return SSZ_NO_MEMORY;
        }
        d->one = d->added;
        d->count = 1;
    }
    return SSZ_OK;
}

/* Forgets what `prepare` has done; the change was not made. */
static void cancel(detachment *d) {
    for (uint64_t i = 0; i < d->count; i++) {
        ssz_node_release(d->views[i]->node);
        d->views[i]->node = NULL;
    }
    while (d->ranges) {
        ssz_kept_range *range = d->ranges;
        d->ranges = range->next;
        ssz_view_drop(range->copy);
        ssz_view_drop(range->owner);
        ssz_free(range);
    }
    ssz_view_drop(d->added);
    if (d->views != &d->one) {
        ssz_free(d->views);
    }
}

/* Gives the views that will leave their places the values that they will keep. */
static int32_t prepare(detachment *d, ssz_error *err) {
    ssz_view *owner = d->owner;
    int32_t code = list_views(d, err);
    if (code == SSZ_OK && owner->tree->keeps && owner->is_origin) {
        code = stand_in(d, err);
    }
    for (uint64_t i = 0; i < d->count && code == SSZ_OK; i++) {
        ssz_cursor cursor = ssz_view_cursor(d->views[i]);
        d->views[i]->node = ssz_cursor_take(&cursor, err);
        code = d->views[i]->node ? SSZ_OK : SSZ_NO_MEMORY;
    }
    if (code != SSZ_OK) {
        cancel(d);
    }
    return code;
}

/* The change was made: the views are outermost ones now. */
static void detach_views(detachment *d) {
    ssz_view_tree *tree = d->owner->tree;
    bool keeps = tree->keeps && d->owner->is_origin;
    if (d->count != 0 && ssz_schema_get(d->owner->schema, d->owner->type)->member_count != 0) {
        atomic_fetch_add_explicit(&tree->moves, 1, memory_order_release);
    }
    for (uint64_t i = 0; i < d->count; i++) {
        ssz_view *view = d->views[i];
        bool is_first = keeps && !is_kept(d->owner, view->key);
        ssz_view_tree_detach(view);
        if (is_first) { /* the table owns the view, and the view above by taking over its reference */
            ssz_places_add(&tree->kept, ssz_view_share(view), d->owner);
        } else {
            ssz_view_drop(d->owner);
        }
    }
    while (d->ranges) {
        ssz_kept_range *range = d->ranges;
        d->ranges = range->next;
        ssz_ranges_add(range);
    }
    d->owner->is_spent |= keeps && d->first == 0 && d->last == UINT64_MAX;
    ssz_view_drop(d->added); /* kept by now */
    if (d->views != &d->one) {
        ssz_free(d->views);
    }
}

int32_t ssz_change_only(const ssz_path *path, const ssz_change *change, ssz_error *err) {
    ssz_view *outermost = path->outermost;
    ssz_view_tree *tree = outermost->tree;
    if (tree->leases_given != tree->leases_ended) {
        return ssz_fail(err, SSZ_LEASED, 0, 0, 0);
    }
    tree->is_closed = false;
    int32_t code = ssz_edit(outermost->schema, outermost->type, &outermost->node, path->keys,
                            path->count, change, err);
    if (code == SSZ_OK) {
        atomic_fetch_add_explicit(&tree->version, 1, memory_order_release);
    }
    return code;
}

/* Makes a change by which views leave their places. */
static int32_t change_places(const ssz_path *path, const ssz_change *change, detachment *d,
                             ssz_error *err) {
    int32_t code = prepare(d, err);
    if (code != SSZ_OK) {
        return code;
    }
    code = ssz_change_only(path, change, err);
    if (code != SSZ_OK) {
        cancel(d);
        return code;
    }
    detach_views(d);
    return SSZ_OK;
}

int32_t ssz_change_value(const ssz_path *path, const ssz_change *change, ssz_view *owner,
                         uint64_t first, uint64_t last, ssz_error *err) {
    detachment d = {.owner = owner, .first = first, .last = last, .others = last - first};
    return change_places(path, change, &d, err);
}

int32_t ssz_change_elements(const ssz_path *path, const ssz_change *change, ssz_view *owner,
                            ssz_error *err) {
    uint64_t others = change->key_count - 1;
    detachment d = {.owner = owner,
                    .first = change->keys[0],
                    .last = change->keys[others],
                    .keys = change->keys,
                    .others = others};
    return change_places(path, change, &d, err);
}

/* ---- what is to be put --------------------------------------------------------------------------- */

/* The type of the part with that key, which need not be there; SSZ_NO_TYPE and *is_bit for a bit. */
static int32_t part_type(const ssz_view *view, uint64_t key, uint32_t *type, bool *is_bit,
                         ssz_error *err) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    const ssz_member *option;
    *is_bit = false;
    switch (t->shape) {
    case SSZ_SHAPE_CONTAINER:
        if (key >= t->member_count) {
            return ssz_fail(err, SSZ_NO_SUCH_FIELD, 0, t->member_count, key);
        }
        *type = t->members[key].type;
        return SSZ_OK;
    case SSZ_SHAPE_SEQUENCE:
        *type = t->element;
        return SSZ_OK;
    case SSZ_SHAPE_BITS:
        *is_bit = true;
        *type = SSZ_NO_TYPE;
        return SSZ_OK;
    case SSZ_SHAPE_UNION:
        option = ssz_type_option(t, key);
        if (!option) {
            return ssz_fail(err, SSZ_UNKNOWN_SELECTOR, 0, 0, key);
        }
        *type = option->type;
        return SSZ_OK;
    default:
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, key);
    }
}

static int32_t check_part(const ssz_view *view, uint32_t type, bool is_bit, const uint8_t *data,
                          uint64_t size, ssz_error *err) {
    if (type != SSZ_NO_TYPE) {
        return ssz_check(view->schema, type, data, size, err);
    }
    uint64_t expected = is_bit ? 1 : 0;
    if (size != expected) {
        return ssz_fail(err, SSZ_SCOPE, 0, expected, size);
    }
    return is_bit && data[0] > 1 ? ssz_fail(err, SSZ_NOT_A_BIT, 0, 0, data[0]) : SSZ_OK;
}

/* A number as the encoding of a basic type or a bit. */
static int32_t encode_number(const ssz_view *view, uint32_t type, bool is_bit, uint64_t number,
                             uint8_t *out, uint64_t *size, ssz_error *err) {
    const ssz_type *t = is_bit ? NULL : ssz_schema_get(view->schema, type);
    if (t && (!t->is_basic || t->fixed_size > 8)) {
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
        code = ssz_cursor_encode(value->schema, &cursor, g->flat, &change->size, err);
        change->data = g->flat;
    } else {
        change->node = g->node = ssz_cursor_take(&cursor, err);
        code = g->node ? SSZ_OK : SSZ_NO_MEMORY;
    }
    ssz_view_tree_leave(value->tree);
    return code;
}

static void release_given(given *g) {
    /* It may be the last reference to borrowed bytes, but nobody holds a lock here. */
    ssz_node_release(g->node);
}

/* ---- putting ------------------------------------------------------------------------------------ */

/* Puts a value that fits the type of the part. */
static int32_t put(ssz_view *view, uint64_t key, const ssz_change *change, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    bool is_union = t->shape == SSZ_SHAPE_UNION;
    ssz_path path;
    int32_t code = SSZ_OK;
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    /* Only the option that a union has can be a place with a view. */
    uint64_t replaced = is_union ? ssz_cursor_selector(&cursor) : key;
    if (!is_union) {
        code = ssz_cursor_step(view->schema, &cursor, key, err);
    }
    if (code == SSZ_OK) {
        ssz_path_of(view, &path);
        path.keys[path.count++] = key;
        code = ssz_change_value(&path, change, view, replaced, replaced, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_put(ssz_view *view, uint64_t key, const void *data, uint64_t size,
                     ssz_error *err) {
    uint32_t type = SSZ_NO_TYPE;
    bool is_bit = false;
    int32_t code = part_type(view, key, &type, &is_bit, err);
    if (code == SSZ_OK) {
        code = check_part(view, type, is_bit, data, size, err);
    }
    ssz_change change = {.verb = SSZ_VERB_PUT, .data = data, .size = size};
    return code == SSZ_OK ? put(view, key, &change, err) : code;
}

int32_t ssz_view_put_uint(ssz_view *view, uint64_t key, uint64_t number, ssz_error *err) {
    uint32_t type = SSZ_NO_TYPE;
    bool is_bit = false;
    uint8_t data[8];
    ssz_change change = {.verb = SSZ_VERB_PUT, .data = data};
    int32_t code = part_type(view, key, &type, &is_bit, err);
    if (code == SSZ_OK && type == SSZ_NO_TYPE && !is_bit) {
        code = ssz_fail(err, SSZ_TYPE_MISMATCH, 0, 0, 0);
    }
    if (code == SSZ_OK) {
        code = encode_number(view, type, is_bit, number, data, &change.size, err);
    }
    return code == SSZ_OK ? put(view, key, &change, err) : code;
}

int32_t ssz_view_put_view(ssz_view *view, uint64_t key, const ssz_view *value, ssz_error *err) {
    uint32_t type = SSZ_NO_TYPE;
    bool is_bit = false;
    given g;
    ssz_change change = {.verb = SSZ_VERB_PUT};
    int32_t code = part_type(view, key, &type, &is_bit, err);
    if (code == SSZ_OK) {
        code = take_given(view->schema, type, value, &g, &change, err);
        if (code == SSZ_OK) {
            code = put(view, key, &change, err);
            release_given(&g);
        }
    }
    return code;
}

/* Gives the place of a view another value. */
static int32_t assign(ssz_view *view, const ssz_change *change, ssz_error *err) {
    ssz_path path;
    ssz_view_tree_enter(view->tree);
    ssz_path_of(view, &path);
    int32_t code = ssz_change_value(&path, change, view, 0, UINT64_MAX, err);
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_assign(ssz_view *view, const void *data, uint64_t size, ssz_error *err) {
    int32_t code = ssz_check(view->schema, view->type, data, size, err);
    ssz_change change = {.verb = SSZ_VERB_PUT, .data = data, .size = size};
    return code == SSZ_OK ? assign(view, &change, err) : code;
}

int32_t ssz_view_assign_view(ssz_view *view, const ssz_view *value, ssz_error *err) {
    given g;
    ssz_change change = {.verb = SSZ_VERB_PUT};
    int32_t code = take_given(view->schema, view->type, value, &g, &change, err);
    if (code == SSZ_OK) {
        code = assign(view, &change, err);
        release_given(&g);
    }
    return code;
}

/* ---- elements ------------------------------------------------------------------------------------ */

int32_t ssz_change_check_limit(const ssz_type *t, uint64_t count, ssz_error *err) {
    return t->has_limit && count > t->length ? ssz_fail(err, SSZ_LIMIT, 0, t->length, count)
                                             : SSZ_OK;
}

/* What a list has: the type of its elements, or bits. */
static int32_t element_type(const ssz_view *view, uint32_t *type, bool *is_bit, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    if (!t->is_list) {
        return ssz_fail(err, SSZ_FIXED_LENGTH, 0, t->length, 0);
    }
    *type = t->element;
    *is_bit = t->element == SSZ_NO_TYPE;
    return SSZ_OK;
}

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
    uint32_t type = SSZ_NO_TYPE;
    bool is_bit = false;
    int32_t code = element_type(view, &type, &is_bit, err);
    if (code == SSZ_OK) {
        code = check_part(view, type, is_bit, data, size, err);
    }
    ssz_change change = {.verb = SSZ_VERB_APPEND, .data = data, .size = size};
    return code == SSZ_OK ? append(view, &change, err) : code;
}

int32_t ssz_view_append_uint(ssz_view *view, uint64_t number, ssz_error *err) {
    uint32_t type = SSZ_NO_TYPE;
    bool is_bit = false;
    uint8_t data[8];
    ssz_change change = {.verb = SSZ_VERB_APPEND, .data = data};
    int32_t code = element_type(view, &type, &is_bit, err);
    if (code == SSZ_OK) {
        code = encode_number(view, type, is_bit, number, data, &change.size, err);
    }
    return code == SSZ_OK ? append(view, &change, err) : code;
}

int32_t ssz_view_append_view(ssz_view *view, const ssz_view *value, ssz_error *err) {
    uint32_t type = SSZ_NO_TYPE;
    bool is_bit = false;
    given g;
    ssz_change change = {.verb = SSZ_VERB_APPEND};
    int32_t code = element_type(view, &type, &is_bit, err);
    if (code == SSZ_OK) {
        code = take_given(view->schema, type, value, &g, &change, err);
        if (code == SSZ_OK) {
            code = append(view, &change, err);
            release_given(&g);
        }
    }
    return code;
}

int32_t ssz_view_truncate(ssz_view *view, uint64_t count, ssz_error *err) {
    uint32_t type = SSZ_NO_TYPE;
    bool is_bit = false;
    int32_t code = element_type(view, &type, &is_bit, err);
    if (code != SSZ_OK) {
        return code;
    }
    ssz_change change = {.verb = SSZ_VERB_TRUNCATE, .at = count};
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
    uint32_t type = SSZ_NO_TYPE;
    bool is_bit = false;
    int32_t code = element_type(view, &type, &is_bit, err);
    if (code != SSZ_OK) {
        return code;
    }
    ssz_view *last = NULL;
    ssz_path path;
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t count = ssz_cursor_count(view->schema, &cursor);
    if (count == 0) {
        code = ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, 0, 0);
    } else if (is_bit) {
        code = ssz_cursor_step(view->schema, &cursor, count - 1, err);
    } else {
        last = ssz_view_part(view, count - 1, err);
        code = last ? SSZ_OK : SSZ_NO_MEMORY;
    }
    uint64_t was_set = code == SSZ_OK && is_bit ? (*cursor.data >> cursor.bit) & 1u : 0;
    if (code == SSZ_OK) {
        ssz_change change = {.verb = SSZ_VERB_TRUNCATE, .at = count - 1};
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
