/*
 * view.c - handles on values.
 *
 * A view is a type of a schema and a node that holds a value of it.  The view of a part also knows the
 * view it was taken from and the key of its place there, and keeps that view alive: a place is
 * named by the chain of keys from the outermost value.
 */
#include <string.h>

#include "alloc.h"
#include "common.h"
#include "decode.h"
#include "error.h"
#include "layout.h"
#include "live.h"
#include "node.h"
#include "root.h"

struct ssz_view {
    _Atomic uint32_t references;
    uint32_t type;
    ssz_schema *schema;
    ssz_node *node;
    ssz_view *parent; /* NULL for the outermost value */
    uint64_t key;
};

/* Takes over the reference to the node; shares schema and parent. */
static ssz_view *view_of(ssz_schema *schema, uint32_t type, ssz_node *node, ssz_view *parent,
                         uint64_t key, ssz_error *err) {
    ssz_view *view = ssz_alloc(sizeof *view);
    if (!view) {
        ssz_node_release(node);
        ssz_fail(err, SSZ_NO_MEMORY, 0, 0, 0);
        return NULL;
    }
    atomic_init(&view->references, 1);
    view->type = type;
    view->schema = ssz_schema_retain(schema);
    view->node = node;
    view->parent = parent ? ssz_view_retain(parent) : NULL;
    view->key = key;
    ssz_live_add(SSZ_LIVE_VIEW);
    return view;
}

ssz_view *ssz_decode(ssz_schema *schema, uint32_t type, ssz_buffer *buffer, ssz_error *err) {
    if (ssz_check(schema, type, buffer->data, buffer->size, err) != SSZ_OK) {
        return NULL;
    }
    ssz_node *node = ssz_node_new(buffer, buffer->data, buffer->size, err);
    return node ? view_of(schema, type, node, NULL, 0, err) : NULL;
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

ssz_view *ssz_view_child(ssz_view *view, uint64_t key, ssz_error *err) {
    uint32_t type;
    ssz_node *node = ssz_node_child(view->schema, view->type, view->node, key, &type, err);
    return node ? view_of(view->schema, type, node, view, key, err) : NULL;
}

ssz_view *ssz_view_retain(ssz_view *view) {
    atomic_fetch_add_explicit(&view->references, 1, memory_order_relaxed);
    return view;
}

void ssz_view_release(ssz_view *view) {
    /* A loop, not a recursion: a chain of parents may be as long as types nest. */
    while (view && atomic_fetch_sub_explicit(&view->references, 1, memory_order_acq_rel) == 1) {
        ssz_view *parent = view->parent;
        ssz_node_release(view->node);
        ssz_schema_release(view->schema);
        ssz_free(view);
        ssz_live_remove(SSZ_LIVE_VIEW);
        view = parent;
    }
}

uint64_t ssz_view_size(const ssz_view *view) {
    return ssz_node_size(view->node);
}

int32_t ssz_view_encode(const ssz_view *view, void *out, uint64_t capacity, ssz_error *err) {
    uint64_t size = ssz_node_size(view->node);
    if (capacity < size) {
        return ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, size, capacity);
    }
    ssz_node_encode(view->node, out);
    return SSZ_OK;
}

int32_t ssz_view_root(const ssz_view *view, void *out, ssz_error *err) {
    return ssz_node_root(view->schema, view->type, view->node, out, err);
}

int32_t ssz_view_merkle_nodes(const ssz_view *view, const void *gindices, uint64_t gindex_size,
                              uint64_t count, void *out, ssz_error *err) {
    int32_t code = ssz_node_merkle_nodes(view->schema, view->type, view->node, gindices,
                                         gindex_size, count, out, err);
    if (code != SSZ_OK) {
        ssz_error_finish(err);
    }
    return code;
}

int32_t ssz_view_locate(const ssz_view *view, const uint64_t *keys, uint32_t key_count,
                        ssz_place *out, ssz_error *err) {
    int32_t code = ssz_node_locate(view->schema, view->type, view->node, keys, key_count, out, err);
    if (code != SSZ_OK) {
        ssz_error_finish(err);
    }
    return code;
}

int32_t ssz_root(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                 void *out, ssz_error *err) {
    int32_t code = ssz_check(schema, type, data, size, err);
    return code != SSZ_OK ? code : ssz_root_of_bytes(schema, type, data, size, out, err);
}

int32_t ssz_element_roots(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                          void *out, uint64_t capacity, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, type);
    if (t->kind != SSZ_KIND_VECTOR && t->kind != SSZ_KIND_LIST &&
        t->kind != SSZ_KIND_PROGRESSIVE_LIST) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    int32_t code = ssz_check(schema, type, data, size, err);
    if (code != SSZ_OK) {
        return code;
    }
    uint64_t count = ssz_element_count(t, ssz_schema_get(schema, t->element), data, size);
    if (capacity / SSZ_CHUNK_SIZE < count) {
        return ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, count * SSZ_CHUNK_SIZE, capacity);
    }
    return ssz_element_roots_of_bytes(schema, type, data, size, out, err);
}
