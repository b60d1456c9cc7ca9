/* edit.c - see edit.h. */
#include "edit.h"

#include <string.h>

#include "alloc.h"
#include "bits.h"
#include "common.h"
#include "elements.h"
#include "error.h"
#include "fields.h"
#include "locate.h"

static void replace(ssz_node **slot, ssz_node *node) {
    ssz_node *old = *slot;
    *slot = node;
    ssz_node_release(old);
}

/* ---- flat values: bytes that are written in place -------------------------------------------------- */

static int32_t change_bytes(const ssz_schema *schema, uint32_t type, uint8_t *data, uint64_t size,
                            const uint64_t *keys, uint32_t key_count, const ssz_change *change) {
    ssz_place place = {.offset = 0, .size = size, .type = type};
    for (uint32_t i = 0; i < key_count; i++) {
        ssz_place part = {0};
        int32_t code = ssz_locate_part(schema, place.type, data + place.offset, place.size, keys[i],
                                       &part, NULL);
        SSZ_ASSERT(code == SSZ_OK); /* the place is there, so nothing else can be */
        (void)code;
        part.offset += place.offset;
        place = part;
    }
    uint8_t *to = data + place.offset;
    const ssz_type *t = place.type == SSZ_NO_TYPE ? NULL : ssz_schema_get(schema, place.type);
    uint64_t unit =
        t && t->element != SSZ_NO_TYPE ? ssz_schema_get(schema, t->element)->fixed_size : 0;
    switch (change->verb) {
    case SSZ_VERB_PUT_BITS:
        ssz_bits_put(to + change->bits.at / 8, change->bits.at % 8, change->bits.data,
                     change->bits.mask, change->bits.count);
        break;
    case SSZ_VERB_SPLICE: /* of a vector; flat values are no lists */
        memcpy(to + change->elements.at * unit, change->elements.leaves,
               (size_t)change->elements.size);
        break;
    case SSZ_VERB_SCATTER:
        for (uint64_t i = 0; i < change->elements.count; i++) {
            memcpy(to + change->elements.keys[i] * unit, change->elements.leaves + i * unit,
                   (size_t)unit);
        }
        break;
    default:
        SSZ_ASSERT(change->verb == SSZ_VERB_PUT && change->value.size == place.size);
        if (t) {
            memcpy(to, change->value.data, (size_t)change->value.size);
        } else {
            uint8_t mask = (uint8_t)(1u << place.bit);
            *to = (uint8_t)(change->value.data[0] ? *to | mask : *to & ~mask);
        }
    }
    return SSZ_OK;
}

/* The bytes of a flat node, for writing: they belong to this node alone. */
static uint8_t *own_bytes(ssz_node **slot, ssz_error *err) {
    const ssz_node *node = *slot;
    ssz_buffer *buffer = node->bytes.buffer;
    bool is_own =
        ssz_node_is_own(node) && ssz_buffer_is_own(buffer) && node->bytes.size == buffer->size;
    if (!is_own) {
        ssz_node *copy = ssz_node_of_copy(node->bytes.data, node->bytes.size, err);
        if (!copy) {
            return NULL;
        }
        replace(slot, copy);
    }
    ssz_node_forget_root(*slot);
    return ssz_buffer_write((*slot)->bytes.buffer);
}

/* ---- opening ----------------------------------------------------------------------------------- */

static ssz_node *open_bytes(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                            ssz_error *err) {
    switch (ssz_schema_get(schema, type)->shape) {
    case SSZ_SHAPE_CONTAINER:
        return ssz_fields_open(schema, type, node, err);
    case SSZ_SHAPE_UNION:
        return ssz_option_open(schema, type, node, err);
    default:
        return ssz_elements_open(schema, type, node, err);
    }
}

static ssz_node *clone(const ssz_node *node, ssz_error *err) {
    switch (node->form) {
    case SSZ_FORM_FIELDS:
        return ssz_fields_clone(node, err);
    case SSZ_FORM_OPTION:
        return ssz_option_clone(node, err);
    default:
        return ssz_elements_clone(node, err);
    }
}

int32_t ssz_edit_open(const ssz_schema *schema, uint32_t type, ssz_node **slot, ssz_error *err) {
    if ((*slot)->form != SSZ_FORM_BYTES || ssz_schema_get(schema, type)->is_flat) {
        return SSZ_OK;
    }
    ssz_node *open = open_bytes(schema, type, *slot, err);
    if (!open) {
        return SSZ_NO_MEMORY;
    }
    replace(slot, open);
    return SSZ_OK;
}

/* Makes the node in *slot open, with a single owner. */
static int32_t make_own(const ssz_schema *schema, uint32_t type, ssz_node **slot, ssz_error *err) {
    int32_t code = ssz_edit_open(schema, type, slot, err);
    if (code == SSZ_OK && !ssz_node_is_own(*slot)) {
        ssz_node *own = clone(*slot, err);
        if (!own) {
            return SSZ_NO_MEMORY;
        }
        replace(slot, own);
    }
    if (code == SSZ_OK) {
        ssz_node_forget_root(*slot);
    }
    return code;
}

/* ---- one form each ------------------------------------------------------------------------------- */

/* A node for the value that a change brings. */
static ssz_node *node_of_change(const ssz_change *change, ssz_error *err) {
    return change->value.node ? ssz_node_retain(change->value.node)
                              : ssz_node_of_copy(change->value.data, change->value.size, err);
}

static int32_t put_node(ssz_node **slot, const ssz_change *change, ssz_error *err) {
    ssz_node *node = node_of_change(change, err);
    if (!node) {
        return SSZ_NO_MEMORY;
    }
    replace(slot, node);
    return SSZ_OK;
}

static int32_t edit_fields(const ssz_schema *schema, uint32_t type, ssz_node *node,
                           const uint64_t *keys, uint32_t key_count, const ssz_change *change,
                           ssz_error *err) {
    const ssz_member *member = &ssz_schema_get(schema, type)->members[keys[0]];
    const ssz_type *part = ssz_schema_get(schema, member->type);
    if (part->is_flat) {
        return change_bytes(schema, member->type, node->fields.flat + member->slot,
                            part->fixed_size, keys + 1, key_count - 1, change);
    }
    return ssz_edit(schema, member->type, &node->fields.children[member->slot], keys + 1,
                    key_count - 1, change, err);
}

static int32_t edit_option(const ssz_schema *schema, uint32_t type, ssz_node *node,
                           const uint64_t *keys, uint32_t key_count, const ssz_change *change,
                           ssz_error *err) {
    uint32_t selector = (uint32_t)keys[0];
    uint32_t part = ssz_type_option(ssz_schema_get(schema, type), selector)->type;
    if (key_count > 1 || change->verb != SSZ_VERB_PUT) {
        return ssz_edit(schema, part, &node->option.child, keys + 1, key_count - 1, change, err);
    }
    ssz_node *child = NULL;
    if (part != SSZ_NO_TYPE) {
        child = node_of_change(change, err);
        if (!child) {
            return SSZ_NO_MEMORY;
        }
    }
    node->option.selector = selector;
    replace(&node->option.child, child);
    return SSZ_OK;
}

static int32_t put_bit(const ssz_packing *packing, ssz_node *node, uint64_t i, uint8_t bit,
                       ssz_error *err) {
    uint8_t mask = (uint8_t)(1u << (i % 8));
    if (i == node->elements.count && i % 8 == 0) { /* appended, in a new byte */
        return ssz_elements_write(packing, node, i / 8, &bit, 1, err);
    }
    uint8_t *byte = ssz_elements_write_at(packing, node, i / 8, err);
    if (!byte) {
        return SSZ_NO_MEMORY;
    }
    *byte = (uint8_t)(bit ? *byte | mask : *byte & ~mask);
    return SSZ_OK;
}

/* Replaces bits, or adds some: by way of the bytes that they are in. */
static int32_t splice_bits(const ssz_packing *packing, ssz_node *node, const ssz_change *change,
                           ssz_error *err) {
    uint64_t first = change->bits.at / 8, end = change->bits.at + change->bits.count;
    uint64_t size = ssz_ceil_div(end, 8) - first;
    uint64_t present = ssz_packing_size(packing, node->elements.count);
    uint8_t few[256], *bytes = few;
    if (size > sizeof few) {
        bytes = ssz_alloc(size);
        if (!bytes) {
            return ssz_no_memory(err);
        }
    }
    uint64_t old = present > first ? ssz_min_u64(present - first, size) : 0;
    memset(bytes + old, 0, (size_t)(size - old));
    ssz_elements_read(packing, node, first, old, bytes);
    ssz_bits_put(bytes, change->bits.at % 8, change->bits.data, change->bits.mask,
                 change->bits.count);
    int32_t code = ssz_elements_write(packing, node, first, bytes, size, err);
    if (code == SSZ_OK) {
        node->elements.count = ssz_max_u64(node->elements.count, end);
    }
    if (bytes != few) {
        ssz_free(bytes);
    }
    return code;
}

static int32_t edit_element(const ssz_schema *schema, uint32_t type, ssz_node *node,
                            const uint64_t *keys, uint32_t key_count, const ssz_change *change,
                            ssz_error *err) {
    ssz_packing packing = ssz_packing_of(schema, type);
    uint32_t part = packing.type->element;
    if (!packing.element) {
        return put_bit(&packing, node, keys[0], change->value.data[0], err);
    }
    uint8_t *place = ssz_elements_write_at(&packing, node, keys[0] * packing.unit, err);
    if (!place) {
        return SSZ_NO_MEMORY;
    }
    if (!packing.leaf.objects) {
        return change_bytes(schema, part, place, packing.unit, keys + 1, key_count - 1, change);
    }
    ssz_node *element;
    memcpy(&element, place, sizeof element);
    int32_t code = ssz_edit(schema, part, &element, keys + 1, key_count - 1, change, err);
    memcpy(place, &element, sizeof element);
    return code;
}

/* Adds one element or bit to the end. */
static int32_t append_element(const ssz_packing *packing, ssz_node *node, const ssz_change *change,
                              ssz_error *err) {
    uint64_t count = node->elements.count, offset = count * packing->unit;
    int32_t code;
    if (!packing->element) {
        code = put_bit(packing, node, count, change->value.data[0], err);
    } else if (packing->leaf.objects) {
        ssz_node *element = node_of_change(change, err);
        if (!element) {
            return SSZ_NO_MEMORY;
        }
        code = ssz_elements_write(packing, node, offset, (const uint8_t *)&element, sizeof element,
                                  err);
        if (code != SSZ_OK) {
            ssz_node_release(element);
        }
    } else {
        code =
            ssz_elements_write(packing, node, offset, change->value.data, change->value.size, err);
    }
    node->elements.count += code == SSZ_OK;
    return code;
}

/* Replaces elements in a row, of which those past the end are added. */
static int32_t splice_elements(const ssz_packing *packing, ssz_node *node, const ssz_change *change,
                               ssz_error *err) {
    uint64_t at = change->elements.at, size = change->elements.size;
    int32_t code =
        ssz_elements_write(packing, node, at * packing->unit, change->elements.leaves, size, err);
    if (code == SSZ_OK) {
        node->elements.count = ssz_max_u64(node->elements.count, at + size / packing->unit);
    }
    return code;
}

/* The stretch of leaves that the next of the keys is in, for writing; *end: the first key past it. */
static uint8_t *own_stretch(const ssz_packing *packing, ssz_node *node, const ssz_change *change,
                            uint64_t from, uint64_t *end, ssz_error *err) {
    uint64_t size, first = change->elements.keys[from];
    uint8_t *place = ssz_elements_write_at(packing, node, first * packing->unit, err);
    if (place) {
        (void)ssz_elements_span(packing, node, first * packing->unit, &size);
        for (*end = from + 1; *end < change->elements.count; (*end)++) {
            if ((change->elements.keys[*end] - first) * packing->unit >= size) {
                break;
            }
        }
    }
    return place;
}

/* Replaces elements here and there: all stretches that they are in are made the node's own, which changes no
 * value and is what can fail; then they are written. */
static int32_t scatter_elements(const ssz_packing *packing, ssz_node *node,
                                const ssz_change *change, ssz_error *err) {
    const uint64_t *keys = change->elements.keys, count = change->elements.count;
    size_t unit = (size_t)packing->unit;
    uint64_t end;
    for (uint64_t i = 0; i < count; i = end) {
        if (!own_stretch(packing, node, change, i, &end, err)) {
            return SSZ_NO_MEMORY;
        }
    }
    uint64_t replaced_size = packing->leaf.objects ? count * unit : 0;
    uint8_t *replaced = replaced_size ? ssz_alloc(replaced_size) : NULL;
    if (replaced_size && !replaced) {
        return ssz_no_memory(err);
    }
    for (uint64_t i = 0; i < count; i = end) {
        uint64_t first = keys[i];
        uint8_t *stretch = own_stretch(packing, node, change, i, &end, NULL);
        SSZ_ASSERT(stretch);
        for (uint64_t k = i; k < end; k++) {
            uint8_t *place = stretch + (keys[k] - first) * unit;
            if (replaced) {
                memcpy(replaced + k * unit, place, unit);
            }
            memcpy(place, change->elements.leaves + k * unit, unit);
        }
    }
    /* Releasing a node may run code of its owner's, so the value is complete before. */
    ssz_nodes_release(replaced, replaced_size / sizeof(ssz_node *));
    ssz_free(replaced);
    return SSZ_OK;
}

static int32_t edit_here(const ssz_schema *schema, uint32_t type, ssz_node *node,
                         const ssz_change *change, ssz_error *err) {
    ssz_packing packing = ssz_packing_of(schema, type);
    switch (change->verb) {
    case SSZ_VERB_APPEND:
        return append_element(&packing, node, change, err);
    case SSZ_VERB_SPLICE:
        return splice_elements(&packing, node, change, err);
    case SSZ_VERB_PUT_BITS:
        return splice_bits(&packing, node, change, err);
    case SSZ_VERB_SCATTER:
        return scatter_elements(&packing, node, change, err);
    default:
        return ssz_elements_truncate(&packing, node, change->kept, err);
    }
}

int32_t ssz_edit(const ssz_schema *schema, uint32_t type, ssz_node **slot, const uint64_t *keys,
                 uint32_t key_count, const ssz_change *change, ssz_error *err) {
    if (key_count == 0 && change->verb == SSZ_VERB_PUT) {
        return put_node(slot, change, err);
    }
    if (ssz_schema_get(schema, type)->is_flat) {
        uint64_t size = (*slot)->bytes.size;
        uint8_t *data = own_bytes(slot, err);
        return data ? change_bytes(schema, type, data, size, keys, key_count, change)
                    : SSZ_NO_MEMORY;
    }
    SSZ_TRY(make_own(schema, type, slot, err));
    if (key_count == 0) {
        return edit_here(schema, type, *slot, change, err);
    }
    switch ((*slot)->form) {
    case SSZ_FORM_FIELDS:
        return edit_fields(schema, type, *slot, keys, key_count, change, err);
    case SSZ_FORM_OPTION:
        return edit_option(schema, type, *slot, keys, key_count, change, err);
    default:
        return edit_element(schema, type, *slot, keys, key_count, change, err);
    }
}
