/*
 * splice.c - many elements of a vector or list replaced, in a row or here and there, or added to its end, by one
 * change.
 *
 * The elements come as the encoding of a list of them.  Those that a sequence holds as records are written to
 * its pages as they are; of others each becomes a node, and all of them share one copy of the bytes.
 */
#include "alloc.h"
#include "bytes.h"
#include "change.h"
#include "common.h"
#include "decode.h"
#include "error.h"
#include "layout.h"

/* What a splice brings. */
typedef struct elements {
    const uint8_t *data; /* as the encoding of a list */
    uint64_t size;
    uint64_t count;
    ssz_node **nodes; /* the same, if the sequence holds nodes */
} elements;

/* Checks what is brought, and counts it.  The elements are those from `first` on, or those of `key_count` keys. */
static int32_t check_elements(const ssz_view *view, uint32_t type, uint64_t first,
                              const uint64_t *keys, uint64_t key_count, elements *e,
                              ssz_error *err) {
    int32_t code = ssz_decode_check_elements(view->schema, type, e->data, e->size, &e->count, err);
    if (code != SSZ_OK && err) {
        if (err->path_length > 0) {
            uint64_t *step = &err->path[err->path_length - 1]; /* the outermost one */
            *step = keys && *step < key_count ? keys[*step] : *step + first;
        }
        ssz_error_finish(err);
    }
    return code;
}

static void release_nodes(elements *e) {
    for (uint64_t i = 0; e->nodes && i < e->count; i++) {
        ssz_node_release(e->nodes[i]);
    }
}

/* Makes the nodes. */
static int32_t make_nodes(const ssz_schema *schema, uint32_t type, elements *e, ssz_error *err) {
    const ssz_type *element = ssz_schema_get(schema, type);
    e->nodes = ssz_calloc(e->count, sizeof(ssz_node *));
    if (!e->nodes) {
        return ssz_no_memory(err);
    }
    ssz_buffer *buffer = ssz_buffer_copy(e->data, e->size, err);
    if (!buffer) {
        return SSZ_NO_MEMORY;
    }
    int32_t code = SSZ_OK;
    for (uint64_t i = 0; i < e->count && code == SSZ_OK; i++) {
        ssz_span span = ssz_element_span(element, buffer->data, e->size, e->count, i);
        e->nodes[i] = ssz_node_of_slice(buffer, buffer->data + span.offset, span.size, err);
        code = e->nodes[i] ? SSZ_OK : SSZ_NO_MEMORY;
    }
    ssz_buffer_release(buffer);
    return code;
}

/* The change that brings them. */
static ssz_change change_of(ssz_verb verb, const elements *e) {
    ssz_change change = {.verb = verb, .elements = {.leaves = e->data, .size = e->size}};
    if (e->nodes) {
        change.elements.leaves = (const uint8_t *)e->nodes;
        change.elements.size = e->count * sizeof(ssz_node *);
    }
    return change;
}

/* Writes elements from `*first` on; NULL: from the end on, wherever that is when the lock is taken. */
static int32_t write_elements(ssz_view *view, const uint64_t *first, const elements *e,
                              ssz_error *err) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    ssz_change change = change_of(SSZ_VERB_SPLICE, e);
    ssz_path path;
    int32_t code;
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t present = ssz_cursor_count(view->schema, &cursor);
    change.elements.at = first ? *first : present;
    if (change.elements.at > present) {
        code = ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, present, change.elements.at);
    } else if (!t->is_list) {
        bool fits = e->count <= present - change.elements.at;
        code = fits ? SSZ_OK
                    : ssz_fail(err, SSZ_FIXED_LENGTH, 0, present, change.elements.at + e->count);
    } else {
        code = ssz_change_check_limit(t, change.elements.at + e->count, err);
    }
    if (code == SSZ_OK) {
        ssz_path_of(view, &path);
        code = change.elements.at == present
                   ? ssz_change_only(&path, &change, err)
                   : ssz_change_value(&path, &change, view, change.elements.at,
                                      ssz_min_u64(change.elements.at + e->count, present) - 1, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

static int32_t splice(ssz_view *view, const uint64_t *first, const void *data, uint64_t size,
                      ssz_error *err) {
    uint32_t type = ssz_schema_get(view->schema, view->type)->element;
    if (type == SSZ_NO_TYPE) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    elements e = {.data = data, .size = size};
    int32_t code = check_elements(view, type, first ? *first : 0, NULL, 0, &e, err);
    if (code != SSZ_OK || e.count == 0) {
        return code;
    }
    if (!ssz_schema_get(view->schema, type)->is_flat) {
        code = make_nodes(view->schema, type, &e, err);
    }
    if (code == SSZ_OK) {
        code = write_elements(view, first, &e, err);
    }
    if (code != SSZ_OK) {
        release_nodes(&e);
    }
    ssz_free(e.nodes);
    return code;
}

int32_t ssz_view_splice(ssz_view *view, uint64_t first, const void *data, uint64_t size,
                        ssz_error *err) {
    return splice(view, &first, data, size, err);
}

int32_t ssz_view_extend(ssz_view *view, const void *data, uint64_t size, ssz_error *err) {
    return splice(view, NULL, data, size, err);
}

/* Writes elements at keys that ascend. */
static int32_t scatter_elements(ssz_view *view, const uint64_t *keys, const elements *e,
                                ssz_error *err) {
    ssz_change change = change_of(SSZ_VERB_SCATTER, e);
    change.elements.keys = keys;
    change.elements.count = e->count;
    ssz_path path;
    int32_t code = SSZ_OK;
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t present = ssz_cursor_count(view->schema, &cursor);
    if (keys[e->count - 1] >= present) {
        code = ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, present, keys[e->count - 1]);
    } else {
        ssz_path_of(view, &path);
        code = ssz_change_elements(&path, &change, view, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_scatter(ssz_view *view, const uint64_t *keys, uint64_t count, const void *data,
                         uint64_t size, ssz_error *err) {
    uint32_t type = ssz_schema_get(view->schema, view->type)->element;
    if (type == SSZ_NO_TYPE) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    for (uint64_t i = 1; i < count; i++) {
        if (keys[i] <= keys[i - 1]) {
            return ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, keys[i - 1], keys[i]);
        }
    }
    elements e = {.data = data, .size = size};
    int32_t code = check_elements(view, type, 0, keys, count, &e, err);
    if (code == SSZ_OK && e.count != count) {
        code = ssz_fail(err, SSZ_FIXED_LENGTH, 0, count, e.count);
    }
    if (code != SSZ_OK || count == 0) {
        return code;
    }
    if (!ssz_schema_get(view->schema, type)->is_flat) {
        code = make_nodes(view->schema, type, &e, err);
    }
    if (code == SSZ_OK) {
        code = scatter_elements(view, keys, &e, err);
    }
    if (code != SSZ_OK) {
        release_nodes(&e);
    }
    ssz_free(e.nodes);
    return code;
}
