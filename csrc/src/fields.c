/* fields.c - see fields.h. */
#include "fields.h"

#include <string.h>

#include "alloc.h"
#include "bytes.h"
#include "common.h"
#include "elements.h"
#include "error.h"
#include "layout.h"
#include "merkle.h"
#include "root.h"

/* Lists of this many bytes and more are opened together with what they are a field of, so that the roots within
 * them are kept from the first time on. */
#define LONG_LIST_SIZE (64 << 10)

/* ---- opening and cloning ----------------------------------------------------------------------- */

static ssz_node *part_of(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                         uint64_t offset, uint64_t size, ssz_error *err) {
    ssz_node *part = ssz_node_of_slice(node->bytes.buffer, node->bytes.data + offset, size, err);
    const ssz_type *t = ssz_schema_get(schema, type);
    bool is_list = t->element != SSZ_NO_TYPE && ssz_schema_get(schema, t->element)->is_flat;
    if (part && is_list && size >= LONG_LIST_SIZE) {
        ssz_node *open = ssz_elements_open(schema, type, part, err);
        ssz_node_release(part);
        return open;
    }
    return part;
}

ssz_node *ssz_fields_open(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, type);
    const uint8_t *data = node->bytes.data;
    ssz_node *open = ssz_node_of_fields(t->child_count, t->flat_size, err);
    if (!open) {
        return NULL;
    }
    for (uint32_t i = 0; i < t->member_count; i++) {
        const ssz_member *member = &t->members[i];
        ssz_span span = ssz_field_span(schema, t, data, node->bytes.size, i);
        if (ssz_schema_get(schema, member->type)->is_flat) {
            memcpy(open->fields.flat + member->slot, data + span.offset, (size_t)span.size);
            continue;
        }
        ssz_node *part = part_of(schema, member->type, node, span.offset, span.size, err);
        if (!part) {
            ssz_node_release(open);
            return NULL;
        }
        open->fields.children[member->slot] = part;
    }
    return open;
}

ssz_node *ssz_fields_clone(const ssz_node *node, ssz_error *err) {
    ssz_node *clone = ssz_node_of_fields(node->fields.child_count, node->fields.flat_size, err);
    if (!clone) {
        return NULL;
    }
    for (uint32_t i = 0; i < node->fields.child_count; i++) {
        clone->fields.children[i] = ssz_node_retain(node->fields.children[i]);
    }
    if (node->fields.flat_size != 0) {
        memcpy(clone->fields.flat, node->fields.flat, (size_t)node->fields.flat_size);
    }
    return clone;
}

ssz_node *ssz_option_open(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          ssz_error *err) {
    const uint8_t *data = node->bytes.data;
    const ssz_member *option = ssz_type_option(ssz_schema_get(schema, type), data[0]);
    ssz_node *child = NULL;
    if (option->type != SSZ_NO_TYPE) {
        child = ssz_node_of_slice(node->bytes.buffer, data + 1, node->bytes.size - 1, err);
        if (!child) {
            return NULL;
        }
    }
    ssz_node *open = ssz_node_of_option(data[0], child, err);
    if (!open) {
        ssz_node_release(child);
    }
    return open;
}

ssz_node *ssz_option_clone(const ssz_node *node, ssz_error *err) {
    ssz_node *clone = ssz_node_of_option(node->option.selector, node->option.child, err);
    if (clone && clone->option.child) {
        ssz_node_retain(clone->option.child);
    }
    return clone;
}

/* ---- encoding ---------------------------------------------------------------------------------- */

static const ssz_node *child_of(const ssz_node *node, const ssz_member *member) {
    return node->fields.children[member->slot];
}

uint64_t ssz_fields_offset(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                           uint32_t i) {
    const ssz_type *t = ssz_schema_get(schema, type);
    if (i < t->member_count && ssz_schema_get(schema, t->members[i].type)->is_fixed) {
        return t->members[i].offset;
    }
    uint64_t offset = t->fixed_size;
    for (uint32_t v = t->first_variable; v != SSZ_NO_MEMBER && v < i;
         v = t->members[v].next_variable) {
        offset += ssz_node_size(schema, t->members[v].type, child_of(node, &t->members[v]));
    }
    return offset;
}

uint64_t ssz_fields_size(const ssz_schema *schema, uint32_t type, const ssz_node *node) {
    const ssz_type *t = ssz_schema_get(schema, type);
    return t->is_fixed ? t->fixed_size : ssz_fields_offset(schema, type, node, t->member_count);
}

int32_t ssz_fields_encode(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          uint8_t *out, uint64_t *size, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, type);
    uint64_t end = t->fixed_size;
    uint64_t written = 0;
    int32_t code = SSZ_OK;
    for (uint32_t i = 0; i < t->member_count && code == SSZ_OK; i++) {
        const ssz_member *member = &t->members[i];
        const ssz_type *part = ssz_schema_get(schema, member->type);
        if (part->is_flat) {
            memcpy(out + member->offset, node->fields.flat + member->slot,
                   (size_t)part->fixed_size);
        } else if (part->is_fixed) {
            code = ssz_node_encode(schema, member->type, child_of(node, member),
                                   out + member->offset, &written, err);
        } else if (end > UINT32_MAX) {
            return ssz_fail(err, SSZ_LIMIT, 0, UINT32_MAX, end);
        } else {
            store_u32(out + member->offset, (uint32_t)end);
            code = ssz_node_encode(schema, member->type, child_of(node, member), out + end,
                                   &written, err);
            end += written;
        }
    }
    *size = end;
    return code;
}

static uint32_t option_type(const ssz_schema *schema, uint32_t type, const ssz_node *node) {
    return ssz_type_option(ssz_schema_get(schema, type), node->option.selector)->type;
}

uint64_t ssz_option_size(const ssz_schema *schema, uint32_t type, const ssz_node *node) {
    const ssz_node *child = node->option.child;
    return 1 + (child ? ssz_node_size(schema, option_type(schema, type, node), child) : 0);
}

int32_t ssz_option_encode(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          uint8_t *out, uint64_t *size, ssz_error *err) {
    const ssz_node *child = node->option.child;
    uint64_t written = 0;
    int32_t code = SSZ_OK;
    out[0] = (uint8_t)node->option.selector;
    if (child) {
        uint32_t part = option_type(schema, type, node);
        code = ssz_node_encode(schema, part, child, out + 1, &written, err);
    }
    *size = 1 + written;
    return code;
}

/* ---- roots ------------------------------------------------------------------------------------- */

static int32_t field_root(const ssz_schema *schema, const ssz_node *node, const ssz_member *member,
                          uint8_t *out, ssz_error *err) {
    const ssz_type *part = ssz_schema_get(schema, member->type);
    if (!part->is_flat) {
        return ssz_node_root(schema, member->type, node->fields.children[member->slot], out, err);
    }
    const uint8_t *data = node->fields.flat + member->slot;
    if (part->is_basic) {
        memset(out, 0, SSZ_CHUNK_SIZE);
        memcpy(out, data, (size_t)part->fixed_size);
        return SSZ_OK;
    }
    return ssz_root_of_bytes(schema, member->type, data, part->fixed_size, out, err);
}

int32_t ssz_fields_root(const ssz_schema *schema, uint32_t type, const ssz_node *node, uint8_t *out,
                        ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, type);
    uint8_t *chunks = ssz_calloc((uint64_t)t->leaf_count + 1, SSZ_CHUNK_SIZE);
    if (!chunks) {
        return ssz_no_memory(err);
    }
    int32_t code = SSZ_OK;
    for (uint32_t i = 0; i < t->member_count && code == SSZ_OK; i++) {
        const ssz_member *member = &t->members[i];
        code = field_root(schema, node, member, chunks + (size_t)member->key * SSZ_CHUNK_SIZE, err);
    }
    if (code == SSZ_OK) {
        ssz_root_of_fields(t, chunks, out);
    }
    ssz_free(chunks);
    return code;
}

int32_t ssz_option_root(const ssz_schema *schema, uint32_t type, const ssz_node *node, uint8_t *out,
                        ssz_error *err) {
    uint8_t root[SSZ_CHUNK_SIZE] = {0};
    if (node->option.child) {
        SSZ_TRY(
            ssz_node_root(schema, option_type(schema, type, node), node->option.child, root, err));
    }
    ssz_mix_in_length(root, node->option.selector, out);
    return SSZ_OK;
}

/* ---- accounting -------------------------------------------------------------------------------- */

void ssz_fields_memory(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                       bool is_shared, ssz_footprint *account) {
    const ssz_type *t = ssz_schema_get(schema, type);
    for (uint32_t i = 0; i < t->member_count; i++) {
        const ssz_member *member = &t->members[i];
        if (!ssz_schema_get(schema, member->type)->is_flat) {
            ssz_node_memory(schema, member->type, child_of(node, member), is_shared, account);
        }
    }
}

void ssz_option_memory(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                       bool is_shared, ssz_footprint *account) {
    if (node->option.child) {
        ssz_node_memory(schema, option_type(schema, type, node), node->option.child, is_shared,
                        account);
    }
}
