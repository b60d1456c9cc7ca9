/*
 * view.c - handles on values: taking them, and what they tell of whole values.
 *
 * The view of an outermost value has its node.  The view of a part has nothing but its place: the view
 * above and a key, and each operation follows the keys anew.  So nothing has to be told to the views of
 * parts when a value changes, except to those at the very place that gets another value (change.c).
 */
#include "view.h"

#include "alloc.h"
#include "common.h"
#include "edit.h"
#include "error.h"
#include "live.h"
#include "merkle_nodes.h"

/* Crosses to other languages, so it has the same layout everywhere. */
_Static_assert(sizeof(ssz_footprint) == 24, "size of ssz_footprint");

/* Sealed values of this many bytes and more are opened when they are hashed, to keep the roots of their parts. */
#define KEEP_ROOTS_SIZE (256 << 10)

/* ---- views ------------------------------------------------------------------------------------- */

/* Writes the keys from the outermost view to a part, and gives the outermost view. */
static const ssz_view *keys_of(const ssz_view *view, uint64_t *keys, uint32_t *count) {
    const ssz_view *above = view;
    *count = 0;
    for (; above->parent; above = above->parent) {
        ++*count;
    }
    SSZ_ASSERT(*count <= SSZ_DEPTH_LIMIT);
    uint32_t i = *count;
    for (above = view; above->parent; above = above->parent) {
        keys[--i] = above->key;
    }
    return above;
}

void ssz_path_of(ssz_view *view, ssz_path *path) {
    keys_of(view, path->keys, &path->count);
    for (path->outermost = view; path->outermost->parent;) {
        path->outermost = path->outermost->parent;
    }
}

ssz_cursor ssz_view_cursor(const ssz_view *view) {
    uint64_t keys[SSZ_DEPTH_LIMIT];
    uint32_t count;
    const ssz_view *outermost = keys_of(view, keys, &count);
    return ssz_cursor_find(outermost->schema, outermost->type, outermost->node, keys, count);
}

static ssz_view *allocate(ssz_view_tree *tree, ssz_schema *schema, uint32_t type, ssz_error *err) {
    ssz_view *view = ssz_calloc(1, sizeof *view);
    if (!view) {
        ssz_no_memory(err);
        return NULL;
    }
    view->references = 1;
    view->tree = tree;
    view->schema = ssz_schema_retain(schema);
    view->type = type;
    tree->view_count++;
    ssz_live_add(SSZ_LIVE_VIEW);
    return view;
}

ssz_view *ssz_view_new(ssz_view_tree *tree, ssz_schema *schema, uint32_t type, ssz_node *node,
                       ssz_error *err) {
    ssz_view *view = allocate(tree, schema, type, err);
    if (view) {
        view->node = node;
    }
    return view;
}

ssz_view *ssz_view_new_part(ssz_view *parent, uint64_t key, uint32_t type, ssz_error *err) {
    ssz_view_tree *tree = parent->tree;
    if (ssz_places_reserve(&tree->places, 1, err) != SSZ_OK) {
        return NULL;
    }
    ssz_view *view = allocate(tree, parent->schema, type, err);
    if (view) {
        view->key = key;
        view->is_origin = parent->is_origin && !ssz_places_find(&tree->kept, parent, key) &&
                          !ssz_ranges_find(parent, key);
        ssz_view_tree_attach(view, ssz_view_share(parent));
    }
    return view;
}

ssz_view *ssz_view_share(ssz_view *view) {
    view->references++;
    return view;
}

void ssz_view_drop(ssz_view *view) {
    /* A loop, not a recursion: a chain of parents may be as long as types nest. */
    while (view && --view->references == 0) {
        ssz_view *parent = view->parent;
        if (parent) {
            ssz_view_tree_detach(view);
        }
        ssz_node_release(view->node);
        ssz_schema_release(view->schema);
        view->tree->view_count--;
        ssz_free(view);
        ssz_live_remove(SSZ_LIVE_VIEW);
        view = parent;
    }
}

/* The first view of a tree of its own; takes over the node. */
static ssz_view *begin_tree(ssz_schema *schema, uint32_t type, ssz_node *node, ssz_error *err) {
    ssz_view_tree *tree = ssz_view_tree_new(err);
    if (!tree) {
        ssz_node_release(node);
        return NULL;
    }
    ssz_view_tree_enter(tree);
    ssz_view *view = ssz_view_new(tree, schema, type, node, err);
    if (!view) {
        ssz_node_release(node);
    }
    ssz_view_tree_leave(tree);
    return view;
}

ssz_view *ssz_decode(ssz_schema *schema, uint32_t type, ssz_buffer *buffer, ssz_error *err) {
    if (ssz_check(schema, type, buffer->data, buffer->size, err) != SSZ_OK) {
        return NULL;
    }
    ssz_node *node = ssz_node_of_slice(buffer, buffer->data, buffer->size, err);
    return node ? begin_tree(schema, type, node, err) : NULL;
}

ssz_view *ssz_decode_borrow(ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                            ssz_release_hook *hook, uint64_t context, ssz_error *err) {
    ssz_buffer *buffer = ssz_buffer_borrow(data, size, hook, context, err);
    if (!buffer) {
        return NULL;
    }
    ssz_view *view = ssz_decode(schema, type, buffer, err);
    if (view) {
        ssz_buffer_release(buffer);
    } else {
        ssz_buffer_forget(buffer);
    }
    return view;
}

/* ssz_view_copy under the lock of the tree, which is given back. */
static ssz_view *copy_locked(const ssz_view *view, ssz_error *err) {
    ssz_cursor cursor = ssz_view_cursor(view);
    ssz_node *node = ssz_cursor_take(&cursor, err);
    ssz_view_tree_leave(view->tree);
    return node ? begin_tree(view->schema, view->type, node, err) : NULL;
}

ssz_view *ssz_view_copy(const ssz_view *view, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    return copy_locked(view, err);
}

ssz_view *ssz_view_try_copy(const ssz_view *view) {
    return ssz_view_tree_try_enter(view->tree) ? copy_locked(view, NULL) : NULL;
}

ssz_view *ssz_view_retain(ssz_view *view) {
    ssz_view_tree_enter(view->tree);
    ssz_view_share(view);
    ssz_view_tree_leave(view->tree);
    return view;
}

void ssz_view_release(ssz_view *view) {
    if (view) {
        ssz_view_tree *tree = view->tree;
        ssz_view_tree_enter(tree);
        ssz_view_drop(view);
        ssz_view_tree_leave(tree);
    }
}

int32_t ssz_view_try_release(ssz_view *view) {
    ssz_view_tree *tree = view->tree;
    if (!ssz_view_tree_try_enter(tree)) {
        return SSZ_BUSY;
    }
    ssz_view_drop(view);
    ssz_view_tree_leave(tree);
    return SSZ_OK;
}

ssz_view *ssz_view_part(ssz_view *view, uint64_t key, ssz_error *err) {
    ssz_view *part = ssz_places_find(&view->tree->places, view, key);
    if (part) {
        return ssz_view_share(part);
    }
    ssz_cursor cursor = ssz_view_cursor(view);
    if (ssz_cursor_step(view->schema, &cursor, key, err) != SSZ_OK) {
        return NULL;
    }
    if (cursor.type == SSZ_NO_TYPE) {
        ssz_fail(err, SSZ_NO_PARTS, 0, 0, key);
        return NULL;
    }
    return ssz_view_new_part(view, key, cursor.type, err);
}

ssz_view *ssz_view_child(ssz_view *view, uint64_t key, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    ssz_view *part = ssz_view_part(view, key, err);
    ssz_view_tree_leave(view->tree);
    return part;
}

ssz_view *ssz_view_try_child(ssz_view *view, uint64_t key) {
    if (!ssz_view_tree_try_enter(view->tree)) {
        return NULL;
    }
    ssz_view *part = ssz_view_part(view, key, NULL);
    ssz_view_tree_leave(view->tree);
    return part;
}

int32_t ssz_view_children(ssz_view *view, uint64_t first, uint64_t count, ssz_view **out,
                          ssz_error *err) {
    ssz_view_tree *tree = view->tree;
    ssz_error why = {.code = SSZ_OK};
    uint64_t made = 0;
    ssz_view_tree_enter(tree);
    while (made < count && (out[made] = ssz_view_part(view, first + made, &why))) {
        made++;
    }
    bool is_done = why.code == SSZ_OK || why.code == SSZ_NO_SUCH_POSITION;
    while (!is_done && made > 0) {
        ssz_view_drop(out[--made]);
    }
    out[made] = NULL;
    ssz_view_tree_leave(tree);
    return is_done ? SSZ_OK : ssz_fail(err, why.code, why.offset, why.expected, why.actual);
}

void ssz_views_release(ssz_view **views) {
    for (; *views; views++) {
        ssz_view_release(*views);
    }
}

/* ---- what was at places in the beginning --------------------------------------------------------- */

void ssz_view_keep_origin(ssz_view *view) {
    ssz_view_tree_enter(view->tree);
    ssz_view_tree *tree = view->tree;
    tree->keeps = true;
    view->is_origin = true;
    for (uint64_t i = 0; i < tree->places.bucket_count; i++) {
        for (ssz_view *part = tree->places.buckets[i]; part; part = part->next) {
            part->is_origin = true;
        }
    }
    ssz_view_tree_leave(tree);
}

void ssz_view_forget_origin(ssz_view *view) {
    ssz_view_tree *tree = view->tree;
    ssz_view_tree_enter(tree);
    tree->keeps = false;
    for (uint64_t i = 0; i < tree->kept.bucket_count; i++) {
        while (tree->kept.buckets[i]) {
            ssz_view *kept = tree->kept.buckets[i];
            ssz_view *owner = kept->owner;
            ssz_places_remove(&tree->kept, kept);
            ssz_view_drop(kept);
            ssz_view_drop(owner);
        }
    }
    while (tree->ranges) {
        ssz_kept_range *range = tree->ranges;
        tree->ranges = range->next;
        range->owner->ranges = NULL;
        range->owner->is_spent = false;
        ssz_view_drop(range->copy);
        ssz_view_drop(range->owner);
        ssz_free(range);
    }
    ssz_view_tree_leave(tree);
}

ssz_view *ssz_view_origin_child(ssz_view *view, uint64_t key, ssz_error *err) {
    ssz_view_tree *tree = view->tree;
    ssz_view_tree_enter(tree);
    ssz_view *part = ssz_places_find(&tree->kept, view, key);
    if (part) {
        ssz_view_share(part);
    } else {
        const ssz_kept_range *range = ssz_ranges_find(view, key);
        part = ssz_view_part(range ? range->copy : view, key, err);
    }
    ssz_view_tree_leave(tree);
    return part;
}

/* ---- what callers keep --------------------------------------------------------------------------- */

uint64_t ssz_view_version(const ssz_view *view) {
    return atomic_load_explicit(&view->tree->version, memory_order_acquire);
}

uint64_t ssz_view_moves(const ssz_view *view) {
    return atomic_load_explicit(&view->tree->moves, memory_order_acquire);
}

uint64_t ssz_view_detachments(const ssz_view *view) {
    return atomic_load_explicit(&view->tree->detachments, memory_order_acquire);
}

uint32_t ssz_view_lease(const ssz_view *view, uint64_t version) {
    ssz_view_tree *tree = view->tree;
    ssz_view_tree_enter(tree);
    bool is_given = !tree->is_closed && ssz_view_version(view) == version;
    tree->leases_given += is_given;
    ssz_view_tree_leave(tree);
    return is_given;
}

uint64_t ssz_view_leases(const ssz_view *view) {
    ssz_view_tree_enter(view->tree);
    uint64_t given = view->tree->leases_given;
    ssz_view_tree_leave(view->tree);
    return given;
}

void ssz_view_end_leases(const ssz_view *view, uint64_t count) {
    ssz_view_tree *tree = view->tree;
    ssz_view_tree_enter(tree);
    SSZ_ASSERT(count <= tree->leases_given);
    tree->leases_ended = ssz_max_u64(tree->leases_ended, count);
    tree->is_closed = true;
    ssz_view_tree_leave(tree);
}

/* ---- whole values ------------------------------------------------------------------------------ */

uint64_t ssz_view_size(const ssz_view *view) {
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t size = ssz_cursor_size(view->schema, &cursor);
    ssz_view_tree_leave(view->tree);
    return size;
}

int32_t ssz_view_encode(const ssz_view *view, void *out, uint64_t capacity, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t size = ssz_cursor_size(view->schema, &cursor);
    int32_t code = SSZ_OK;
    if (capacity < size) {
        code = ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, size, capacity);
    } else if (size > UINT32_MAX) {
        code = ssz_cursor_check_offsets(view->schema, &cursor, err);
    }
    if (code == SSZ_OK) {
        code = ssz_cursor_encode(view->schema, &cursor, out, &size, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

/* Opens the outermost value of a view if it is large, so that the roots of its parts can be kept. */
static int32_t prepare_to_hash(ssz_view *view, ssz_error *err) {
    ssz_path path;
    ssz_path_of(view, &path);
    ssz_view *outermost = path.outermost;
    bool is_large =
        outermost->node->form == SSZ_FORM_BYTES && outermost->node->bytes.size >= KEEP_ROOTS_SIZE;
    return is_large ? ssz_edit_open(outermost->schema, outermost->type, &outermost->node, err)
                    : SSZ_OK;
}

int32_t ssz_view_root(ssz_view *view, void *out, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    int32_t code = prepare_to_hash(view, err);
    if (code == SSZ_OK) {
        ssz_cursor cursor = ssz_view_cursor(view);
        code = ssz_cursor_root(view->schema, &cursor, out, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_merkle_nodes(ssz_view *view, const void *gindices, uint64_t gindex_size,
                              uint64_t count, void *out, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    int32_t code = prepare_to_hash(view, err);
    if (code == SSZ_OK) {
        ssz_cursor cursor = ssz_view_cursor(view);
        code =
            ssz_cursor_merkle_nodes(view->schema, &cursor, gindices, gindex_size, count, out, err);
    }
    ssz_view_tree_leave(view->tree);
    if (code != SSZ_OK) {
        ssz_error_finish(err);
    }
    return code;
}

int32_t ssz_view_locate(const ssz_view *view, const uint64_t *keys, uint32_t key_count,
                        ssz_place *out, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    int32_t code = ssz_cursor_place(view->schema, &cursor, keys, key_count, out, err);
    ssz_view_tree_leave(view->tree);
    if (code != SSZ_OK) {
        ssz_error_finish(err);
    }
    return code;
}

ssz_footprint ssz_view_memory(const ssz_view *view) {
    ssz_footprint account = {0};
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    if (cursor.node) {
        ssz_node_memory(view->schema, view->type, cursor.node, false, &account);
    } else if (cursor.buffer && cursor.buffer->hook) {
        account.borrowed = cursor.size;
    } else {
        account.own = cursor.size;
    }
    ssz_view_tree_leave(view->tree);
    return account;
}
