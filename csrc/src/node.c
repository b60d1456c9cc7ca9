/*
 * node.c - see node.h.
 *
 * The root is written once, by whichever thread comes first: it moves root_state from absent to
 * writing, copies the root and moves on to present.  Other threads that computed it at the same time
 * have the same 32 bytes and simply do not store theirs.
 */
#include "node.h"

#include <string.h>

#include "alloc.h"
#include "common.h"
#include "error.h"
#include "live.h"
#include "locate.h"
#include "proof.h"
#include "root.h"
#include "stats.h"

enum { ROOT_ABSENT, ROOT_WRITING, ROOT_PRESENT };

ssz_node *ssz_node_new(ssz_buffer *buffer, const uint8_t *data, uint64_t size, ssz_error *err) {
    ssz_node *node = ssz_alloc(sizeof *node);
    if (!node) {
        ssz_fail(err, SSZ_NO_MEMORY, 0, 0, 0);
        return NULL;
    }
    atomic_init(&node->references, 1);
    atomic_init(&node->root_state, ROOT_ABSENT);
    node->buffer = ssz_buffer_retain(buffer);
    node->data = data;
    node->size = size;
    ssz_live_add(SSZ_LIVE_NODE);
    return node;
}

ssz_node *ssz_node_retain(ssz_node *node) {
    atomic_fetch_add_explicit(&node->references, 1, memory_order_relaxed);
    return node;
}

void ssz_node_release(ssz_node *node) {
    if (!node || atomic_fetch_sub_explicit(&node->references, 1, memory_order_acq_rel) != 1) {
        return;
    }
    ssz_buffer_release(node->buffer);
    ssz_free(node);
    ssz_live_remove(SSZ_LIVE_NODE);
}

ssz_node *ssz_node_child(const ssz_schema *schema, uint32_t type, ssz_node *node, uint64_t key,
                         uint32_t *child_type, ssz_error *err) {
    ssz_place place;
    if (ssz_locate_part(schema, type, node->data, node->size, key, &place, err) != SSZ_OK) {
        return NULL;
    }
    if (place.type == SSZ_NO_TYPE) {
        ssz_fail(err, SSZ_NO_PARTS, 0, 0, key);
        return NULL;
    }
    *child_type = place.type;
    return ssz_node_new(node->buffer, node->data + place.offset, place.size, err);
}

int32_t ssz_node_locate(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                        const uint64_t *keys, uint32_t key_count, ssz_place *out, ssz_error *err) {
    ssz_place place = {.offset = 0, .size = node->size, .type = type};
    for (uint32_t i = 0; i < key_count; i++) {
        ssz_place part;
        int32_t code = place.type == SSZ_NO_TYPE
                           ? ssz_fail(err, SSZ_NO_PARTS, 0, 0, keys[i])
                           : ssz_locate_part(schema, place.type, node->data + place.offset,
                                             place.size, keys[i], &part, err);
        if (code != SSZ_OK) {
            while (i-- > 0) {
                ssz_error_step(err, keys[i]);
            }
            return code;
        }
        part.offset += place.offset;
        place = part;
    }
    *out = place;
    return SSZ_OK;
}

uint64_t ssz_node_size(const ssz_node *node) {
    return node->size;
}

void ssz_node_encode(const ssz_node *node, uint8_t *out) {
    if (node->size != 0) {
        memcpy(out, node->data, (size_t)node->size);
    }
}

int32_t ssz_node_root(const ssz_schema *schema, uint32_t type, ssz_node *node, uint8_t *out,
                      ssz_error *err) {
    if (atomic_load_explicit(&node->root_state, memory_order_acquire) == ROOT_PRESENT) {
        ssz_stats_add(SSZ_STAT_CACHED_ROOTS, 1);
        memcpy(out, node->root, sizeof node->root);
        return SSZ_OK;
    }
    int32_t code = ssz_root_of_bytes(schema, type, node->data, node->size, out, err);
    uint32_t absent = ROOT_ABSENT;
    if (code == SSZ_OK &&
        atomic_compare_exchange_strong_explicit(&node->root_state, &absent, ROOT_WRITING,
                                                memory_order_relaxed, memory_order_relaxed)) {
        memcpy(node->root, out, sizeof node->root);
        atomic_store_explicit(&node->root_state, ROOT_PRESENT, memory_order_release);
    }
    return code;
}

int32_t ssz_node_merkle_nodes(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                              const uint8_t *gindices, uint64_t gindex_size, uint64_t count,
                              uint8_t *out, ssz_error *err) {
    return ssz_merkle_nodes_of_bytes(schema, type, node->data, node->size, gindices, gindex_size,
                                     count, out, err);
}
