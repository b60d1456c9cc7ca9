/* node.c - see node.h. */
#include "node.h"

#include <string.h>

#include "alloc.h"
#include "common.h"
#include "elements.h"
#include "error.h"
#include "fields.h"
#include "live.h"
#include "root.h"
#include "stats.h"

/* A node with `room` bytes behind it. */
static ssz_node *allocate(ssz_form form, uint64_t room, ssz_error *err) {
    uint64_t size;
    ssz_node *node = ssz_add_overflows(sizeof *node, room, &size) ? NULL : ssz_alloc(size);
    if (!node) {
        ssz_no_memory(err);
        return NULL;
    }
    atomic_init(&node->references, 1);
    ssz_cached_root_init(&node->root);
    node->form = form;
    ssz_live_add(SSZ_LIVE_NODE);
    return node;
}

ssz_node *ssz_node_of_slice(ssz_buffer *buffer, const uint8_t *data, uint64_t size,
                            ssz_error *err) {
    ssz_node *node = allocate(SSZ_FORM_BYTES, 0, err);
    if (node) {
        node->bytes.buffer = ssz_buffer_retain(buffer);
        node->bytes.data = data;
        node->bytes.size = size;
    }
    return node;
}

ssz_node *ssz_node_of_copy(const uint8_t *data, uint64_t size, ssz_error *err) {
    ssz_buffer *buffer = ssz_buffer_copy(data, size, err);
    if (!buffer) {
        return NULL;
    }
    ssz_node *node = ssz_node_of_slice(buffer, buffer->data, size, err);
    ssz_buffer_release(buffer);
    return node;
}

ssz_node *ssz_node_of_fields(uint32_t child_count, uint64_t flat_size, ssz_error *err) {
    uint64_t table = child_count * sizeof(ssz_node *);
    ssz_node *node = allocate(SSZ_FORM_FIELDS, table + flat_size, err);
    if (node) {
        node->fields.children = (ssz_node **)(node + 1);
        node->fields.child_count = child_count;
        node->fields.flat_size = flat_size;
        node->fields.flat = (uint8_t *)(node + 1) + table;
        for (uint32_t i = 0; i < child_count; i++) {
            node->fields.children[i] = NULL;
        }
    }
    return node;
}

ssz_node *ssz_node_of_option(uint32_t selector, ssz_node *child, ssz_error *err) {
    ssz_node *node = allocate(SSZ_FORM_OPTION, 0, err);
    if (node) {
        node->option.selector = selector;
        node->option.child = child;
    }
    return node;
}

ssz_node *ssz_node_of_runs(uint32_t run_count, const ssz_leaf *leaf, ssz_error *err) {
    ssz_node *node = allocate(SSZ_FORM_ELEMENTS, run_count * sizeof(ssz_pages), err);
    if (node) {
        node->elements.count = 0;
        node->elements.runs = (ssz_pages *)(node + 1);
        node->elements.run_count = run_count;
        node->elements.leaf_size = leaf->size;
        node->elements.holds_nodes = leaf->objects != NULL;
        memset(node->elements.runs, 0, run_count * sizeof(ssz_pages));
    }
    return node;
}

ssz_node *ssz_node_retain(ssz_node *node) {
    atomic_fetch_add_explicit(&node->references, 1, memory_order_relaxed);
    return node;
}

bool ssz_node_is_own(const ssz_node *node) {
    return atomic_load_explicit(&node->references, memory_order_acquire) == 1;
}

void ssz_node_release(ssz_node *node) {
    if (!node || atomic_fetch_sub_explicit(&node->references, 1, memory_order_acq_rel) != 1) {
        return;
    }
    switch (node->form) {
    case SSZ_FORM_BYTES:
        ssz_buffer_release(node->bytes.buffer);
        break;
    case SSZ_FORM_FIELDS:
        for (uint32_t i = 0; i < node->fields.child_count; i++) {
            ssz_node_release(node->fields.children[i]);
        }
        break;
    case SSZ_FORM_OPTION:
        ssz_node_release(node->option.child);
        break;
    case SSZ_FORM_ELEMENTS:
        ssz_elements_clear(node);
        break;
    }
    ssz_free(node);
    ssz_live_remove(SSZ_LIVE_NODE);
}

uint64_t ssz_node_size(const ssz_schema *schema, uint32_t type, const ssz_node *node) {
    switch (node->form) {
    case SSZ_FORM_FIELDS:
        return ssz_fields_size(schema, type, node);
    case SSZ_FORM_OPTION:
        return ssz_option_size(schema, type, node);
    case SSZ_FORM_ELEMENTS:
        return ssz_elements_size(schema, type, node);
    default:
        return node->bytes.size;
    }
}

int32_t ssz_node_encode(const ssz_schema *schema, uint32_t type, const ssz_node *node, uint8_t *out,
                        uint64_t *size, ssz_error *err) {
    switch (node->form) {
    case SSZ_FORM_FIELDS:
        return ssz_fields_encode(schema, type, node, out, size, err);
    case SSZ_FORM_OPTION:
        return ssz_option_encode(schema, type, node, out, size, err);
    case SSZ_FORM_ELEMENTS:
        return ssz_elements_encode(schema, type, node, out, size, err);
    default:
        if (node->bytes.size != 0) {
            memcpy(out, node->bytes.data, (size_t)node->bytes.size);
        }
        *size = node->bytes.size;
        return SSZ_OK;
    }
}

static int32_t compute_root(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                            uint8_t *out, ssz_error *err) {
    switch (node->form) {
    case SSZ_FORM_FIELDS:
        return ssz_fields_root(schema, type, node, out, err);
    case SSZ_FORM_OPTION:
        return ssz_option_root(schema, type, node, out, err);
    case SSZ_FORM_ELEMENTS:
        return ssz_elements_root(schema, type, node, out, err);
    default:
        return ssz_root_of_bytes(schema, type, node->bytes.data, node->bytes.size, out, err);
    }
}

int32_t ssz_node_root(const ssz_schema *schema, uint32_t type, ssz_node *node, uint8_t *out,
                      ssz_error *err) {
    const uint8_t *root = ssz_cached_root_get(&node->root);
    if (root) {
        ssz_stats_add(SSZ_STAT_CACHED_ROOTS, 1);
        memcpy(out, root, SSZ_CHUNK_SIZE);
        return SSZ_OK;
    }
    int32_t code = compute_root(schema, type, node, out, err);
    if (code == SSZ_OK) {
        ssz_cached_root_put(&node->root, out);
    }
    return code;
}

void ssz_node_forget_root(ssz_node *node) {
    SSZ_ASSERT(ssz_node_is_own(node));
    ssz_cached_root_forget(&node->root);
}

void ssz_node_memory(const ssz_schema *schema, uint32_t type, const ssz_node *node, bool is_shared,
                     ssz_footprint *account) {
    is_shared = is_shared || !ssz_node_is_own(node);
    uint64_t *memory = is_shared ? &account->shared : &account->own;
    *memory += sizeof *node;
    switch (node->form) {
    case SSZ_FORM_BYTES: {
        const ssz_buffer *buffer = node->bytes.buffer;
        *(buffer->hook ? &account->borrowed : memory) += node->bytes.size;
        break;
    }
    case SSZ_FORM_FIELDS:
        *memory += node->fields.child_count * sizeof(ssz_node *) + node->fields.flat_size;
        ssz_fields_memory(schema, type, node, is_shared, account);
        break;
    case SSZ_FORM_OPTION:
        ssz_option_memory(schema, type, node, is_shared, account);
        break;
    case SSZ_FORM_ELEMENTS:
        *memory += node->elements.run_count * sizeof(ssz_pages);
        ssz_elements_memory(schema, type, node, is_shared, account);
        break;
    }
}

/* ---- nodes as leaves of pages -------------------------------------------------------------------- */

void ssz_nodes_retain(const uint8_t *data, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        ssz_node_retain(ssz_leaf_node_at(data, i));
    }
}

void ssz_nodes_release(const uint8_t *data, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        ssz_node_release(ssz_leaf_node_at(data, i));
    }
}

static int32_t leaf_roots(const ssz_leaf *leaf, const uint8_t *data, uint64_t count, uint8_t *out) {
    int32_t code = SSZ_OK;
    for (uint64_t i = 0; i < count && code == SSZ_OK; i++) {
        ssz_node *node = ssz_leaf_node_at(data, i);
        code = ssz_node_root(leaf->schema, leaf->type, node, out + i * SSZ_CHUNK_SIZE, NULL);
    }
    return code;
}

static void leaf_memory(const ssz_leaf *leaf, const uint8_t *data, uint64_t count, bool is_shared,
                        ssz_footprint *account) {
    for (uint64_t i = 0; i < count; i++) {
        ssz_node_memory(leaf->schema, leaf->type, ssz_leaf_node_at(data, i), is_shared, account);
    }
}

static const ssz_objects node_objects = {
    .retain = ssz_nodes_retain,
    .release = ssz_nodes_release,
    .roots = leaf_roots,
    .memory = leaf_memory,
};

ssz_leaf ssz_leaf_node(const ssz_schema *schema, uint32_t type) {
    return ssz_leaf_object(schema, type, &node_objects);
}
