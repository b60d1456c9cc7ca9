/*
 * change.c - changes of values, and the views that leave their places by them.
 *
 * A change takes four steps, under the lock of the tree: everything that could be wrong with it is
 * looked at; the views that stand at the places whose slots get another value are given nodes with the
 * value of now; the nodes are changed (edit.c); and only then the views leave their places.  What can
 * fail comes before what can't be taken back.
 */
#include "change.h"
#include "alloc.h"
#include "common.h"
#include "error.h"
#include "view.h"

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
            SSZ_TRY(keep_range(d, at, is_free ? last : next->first - 1, err));
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
    if (d->count != 0) {
        atomic_fetch_add_explicit(&tree->detachments, 1, memory_order_release);
    }
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
    d->owner->is_spent |= keeps && d->first == 0 && d->last == SSZ_LAST_KEY;
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
    SSZ_TRY(prepare(d, err));
    int32_t code = ssz_change_only(path, change, err);
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
    uint64_t others = change->elements.count - 1;
    detachment d = {.owner = owner,
                    .first = change->elements.keys[0],
                    .last = change->elements.keys[others],
                    .keys = change->elements.keys,
                    .others = others};
    return change_places(path, change, &d, err);
}

int32_t ssz_change_check_limit(const ssz_type *t, uint64_t count, ssz_error *err) {
    return t->has_limit && count > t->length ? ssz_fail(err, SSZ_LIMIT, 0, t->length, count)
                                             : SSZ_OK;
}
