/* cursor.c - see cursor.h. */
#include "cursor.h"

#include <string.h>

#include "common.h"
#include "elements.h"
#include "error.h"
#include "fields.h"
#include "layout.h"
#include "locate.h"
#include "root.h"

bool ssz_cursor_bytes(const ssz_cursor *cursor, const uint8_t **data, uint64_t *size) {
    if (!cursor->node) {
        *data = cursor->data;
        *size = cursor->size;
        return true;
    }
    if (cursor->node->form == SSZ_FORM_BYTES) {
        *data = cursor->node->bytes.data;
        *size = cursor->node->bytes.size;
        return true;
    }
    return false;
}

/* ---- steps ------------------------------------------------------------------------------------- */

static int32_t step_bytes(const ssz_schema *schema, ssz_cursor *cursor, uint64_t key,
                          ssz_error *err) {
    const uint8_t *data = NULL;
    uint64_t size = 0;
    ssz_place place;
    ssz_cursor_bytes(cursor, &data, &size);
    int32_t code = ssz_locate_part(schema, cursor->type, data, size, key, &place, err);
    if (code == SSZ_OK) {
        *cursor = (ssz_cursor){
            .type = place.type,
            .data = data + place.offset,
            .size = place.size,
            .bit = place.bit,
            .buffer = cursor->node ? cursor->node->bytes.buffer : cursor->buffer,
        };
    }
    return code;
}

static int32_t step_fields(const ssz_schema *schema, ssz_cursor *cursor, uint64_t key,
                           ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, cursor->type);
    const ssz_node *node = cursor->node;
    if (key >= t->member_count) {
        return ssz_fail(err, SSZ_NO_SUCH_FIELD, 0, t->member_count, key);
    }
    const ssz_member *member = &t->members[key];
    const ssz_type *part = ssz_schema_get(schema, member->type);
    *cursor = (ssz_cursor){.type = member->type};
    if (part->is_flat) {
        cursor->data = node->fields.flat + member->slot;
        cursor->size = part->fixed_size;
    } else {
        cursor->node = node->fields.children[member->slot];
    }
    return SSZ_OK;
}

static int32_t step_option(const ssz_schema *schema, ssz_cursor *cursor, uint64_t key,
                           ssz_error *err) {
    const ssz_node *node = cursor->node;
    if (key != node->option.selector) {
        return ssz_fail(err, SSZ_NO_SUCH_OPTION, 0, node->option.selector, key);
    }
    const ssz_member *option = ssz_type_option(ssz_schema_get(schema, cursor->type), key);
    *cursor = (ssz_cursor){.type = option->type, .node = node->option.child};
    return SSZ_OK;
}

static int32_t step_sequence(const ssz_schema *schema, ssz_cursor *cursor, uint64_t key,
                             ssz_error *err) {
    const ssz_node *node = cursor->node;
    if (key >= node->elements.count) {
        return ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, node->elements.count, key);
    }
    ssz_packing packing = ssz_packing_of(schema, cursor->type);
    if (!packing.element) {
        const uint8_t *data = ssz_elements_at(&packing, node, key / 8);
        *cursor =
            (ssz_cursor){.type = SSZ_NO_TYPE, .data = data, .size = 1, .bit = (uint32_t)(key % 8)};
    } else if (packing.leaf.objects) {
        *cursor = (ssz_cursor){.type = packing.type->element,
                               .node = ssz_elements_element(&packing, node, key)};
    } else {
        *cursor = (ssz_cursor){
            .type = packing.type->element,
            .data = ssz_elements_at(&packing, node, key * packing.unit),
            .size = packing.unit,
        };
    }
    return SSZ_OK;
}

int32_t ssz_cursor_step(const ssz_schema *schema, ssz_cursor *cursor, uint64_t key,
                        ssz_error *err) {
    if (cursor->type == SSZ_NO_TYPE) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, key);
    }
    if (!cursor->node) {
        return step_bytes(schema, cursor, key, err);
    }
    switch (cursor->node->form) {
    case SSZ_FORM_FIELDS:
        return step_fields(schema, cursor, key, err);
    case SSZ_FORM_OPTION:
        return step_option(schema, cursor, key, err);
    case SSZ_FORM_ELEMENTS:
        return step_sequence(schema, cursor, key, err);
    default:
        return step_bytes(schema, cursor, key, err);
    }
}

ssz_cursor ssz_cursor_find(const ssz_schema *schema, uint32_t type, ssz_node *node,
                           const uint64_t *keys, uint32_t key_count) {
    ssz_cursor cursor = {.type = type, .node = node};
    for (uint32_t i = 0; i < key_count; i++) {
        int32_t code = ssz_cursor_step(schema, &cursor, keys[i], NULL);
        SSZ_ASSERT(code == SSZ_OK);
        (void)code;
    }
    return cursor;
}

/* ---- what is there ----------------------------------------------------------------------------- */

static uint64_t count_in_bytes(const ssz_schema *schema, const ssz_type *t, const uint8_t *data,
                               uint64_t size) {
    switch (t->shape) {
    case SSZ_SHAPE_BITS:
        return ssz_bit_count(t, data, size);
    case SSZ_SHAPE_SEQUENCE:
        return ssz_element_count(t, ssz_schema_get(schema, t->element), data, size);
    case SSZ_SHAPE_UNION:
        return 0;
    default:
        return t->member_count;
    }
}

uint32_t ssz_cursor_selector(const ssz_cursor *cursor) {
    const uint8_t *data;
    uint64_t size;
    return ssz_cursor_bytes(cursor, &data, &size) ? data[0] : cursor->node->option.selector;
}

uint64_t ssz_cursor_count(const ssz_schema *schema, const ssz_cursor *cursor) {
    const uint8_t *data;
    uint64_t size;
    if (cursor->type == SSZ_NO_TYPE) {
        return 0;
    }
    const ssz_type *t = ssz_schema_get(schema, cursor->type);
    if (ssz_cursor_bytes(cursor, &data, &size)) {
        return count_in_bytes(schema, t, data, size);
    }
    switch (cursor->node->form) {
    case SSZ_FORM_ELEMENTS:
        return cursor->node->elements.count;
    case SSZ_FORM_OPTION:
        return 0;
    default:
        return t->member_count;
    }
}

ssz_node *ssz_cursor_take(const ssz_cursor *cursor, ssz_error *err) {
    if (cursor->node) {
        return ssz_node_retain(cursor->node);
    }
    return cursor->buffer ? ssz_node_of_slice(cursor->buffer, cursor->data, cursor->size, err)
                          : ssz_node_of_copy(cursor->data, cursor->size, err);
}

uint64_t ssz_cursor_size(const ssz_schema *schema, const ssz_cursor *cursor) {
    return cursor->node ? ssz_node_size(schema, cursor->type, cursor->node) : cursor->size;
}

int32_t ssz_cursor_encode(const ssz_schema *schema, const ssz_cursor *cursor, uint8_t *out,
                          uint64_t *size, ssz_error *err) {
    if (cursor->node) {
        return ssz_node_encode(schema, cursor->type, cursor->node, out, size, err);
    }
    if (cursor->size != 0) {
        memcpy(out, cursor->data, (size_t)cursor->size);
    }
    *size = cursor->size;
    return SSZ_OK;
}

int32_t ssz_cursor_root(const ssz_schema *schema, const ssz_cursor *cursor, uint8_t *out,
                        ssz_error *err) {
    if (cursor->node) {
        return ssz_node_root(schema, cursor->type, cursor->node, out, err);
    }
    return ssz_root_of_bytes(schema, cursor->type, cursor->data, cursor->size, out, err);
}

/* ---- places in the encoding ---------------------------------------------------------------------- */

/* First byte of a part of an open node. */
static uint64_t offset_in_node(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                               uint64_t key) {
    switch (node->form) {
    case SSZ_FORM_FIELDS:
        return ssz_fields_offset(schema, type, node, (uint32_t)key);
    case SSZ_FORM_OPTION:
        return 1;
    default:
        return ssz_schema_get(schema, type)->element == SSZ_NO_TYPE
                   ? key / 8
                   : ssz_elements_offset(schema, type, node, key);
    }
}

/* The last part that an offset leads to, if the value at a cursor has one. */
static bool last_variable_part(const ssz_schema *schema, const ssz_cursor *cursor, uint64_t *key) {
    const ssz_type *t = ssz_schema_get(schema, cursor->type);
    uint64_t count = ssz_cursor_count(schema, cursor);
    if (cursor->node->form == SSZ_FORM_ELEMENTS) {
        *key = count - 1;
        return count > 0 && t->element != SSZ_NO_TYPE &&
               !ssz_schema_get(schema, t->element)->is_fixed;
    }
    for (uint32_t v = t->first_variable; v != SSZ_NO_MEMBER; v = t->members[v].next_variable) {
        *key = v;
    }
    return t->first_variable != SSZ_NO_MEMBER;
}

int32_t ssz_cursor_check_offsets(const ssz_schema *schema, const ssz_cursor *from, ssz_error *err) {
    ssz_cursor cursor = *from;
    const uint8_t *data;
    uint64_t size;
    /* If its last offset is good then all are, and only its last part can be so large that there may be
     * bad ones within it. */
    while (ssz_cursor_size(schema, &cursor) > UINT32_MAX &&
           !ssz_cursor_bytes(&cursor, &data, &size)) {
        bool is_option = cursor.node->form == SSZ_FORM_OPTION;
        uint64_t key = is_option ? cursor.node->option.selector : 0;
        if (!is_option && !last_variable_part(schema, &cursor, &key)) {
            return SSZ_OK;
        }
        uint64_t offset = offset_in_node(schema, cursor.type, cursor.node, key);
        if (offset > UINT32_MAX) {
            return ssz_fail(err, SSZ_LIMIT, 0, UINT32_MAX, offset);
        }
        int32_t code = ssz_cursor_step(schema, &cursor, key, err);
        SSZ_ASSERT(code == SSZ_OK);
        (void)code;
    }
    return SSZ_OK;
}

int32_t ssz_cursor_place(const ssz_schema *schema, const ssz_cursor *from, const uint64_t *keys,
                         uint32_t key_count, ssz_place *out, ssz_error *err) {
    ssz_cursor cursor = *from;
    uint64_t offset = 0;
    for (uint32_t i = 0; i < key_count; i++) {
        ssz_cursor whole = cursor;
        const uint8_t *data = NULL;
        uint64_t size;
        int32_t code = ssz_cursor_step(schema, &cursor, keys[i], err);
        if (code != SSZ_OK) {
            while (i-- > 0) {
                ssz_error_step(err, keys[i]);
            }
            return code;
        }
        offset += ssz_cursor_bytes(&whole, &data, &size)
                      ? (uint64_t)(cursor.data - data)
                      : offset_in_node(schema, whole.type, whole.node, keys[i]);
    }
    *out = (ssz_place){
        .offset = offset,
        .size = cursor.type == SSZ_NO_TYPE ? cursor.size : ssz_cursor_size(schema, &cursor),
        .type = cursor.type,
        .bit = cursor.bit,
    };
    return SSZ_OK;
}
