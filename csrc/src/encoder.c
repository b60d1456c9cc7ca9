/*
 * encoder.c - encodings that are written piece by piece, in memory that does not grow with the value.
 *
 * An encoder shares the node that the value has when it begins.  Nodes that are shared never change, so
 * what it writes is the value of that moment, whatever happens to the views meanwhile, and it needs no
 * lock.
 *
 * There is a frame for each open node on the way to what comes next.  A step takes the innermost frame on:
 * to some bytes that lie in a row, which are then copied out as room allows, to an open node further in,
 * or to its end.  Offsets and other bytes that lie nowhere are made in `few`.
 */
#include <string.h>

#include "alloc.h"
#include "bytes.h"
#include "common.h"
#include "elements.h"
#include "error.h"
#include "view.h"

/* Offsets of a sequence that are made at once. */
#define OFFSET_BATCH 64

typedef struct frame {
    const ssz_node *node; /* an open one */
    uint32_t type;
    bool is_in_tail; /* offsets and fixed-size parts are done */
    uint64_t next;   /* member, element or byte that comes next */
    uint64_t offset; /* of the next part of variable size */
} frame;

struct ssz_encoder {
    ssz_schema *schema;
    ssz_node *node;
    uint64_t left;       /* bytes to write, of the whole ... */
    const uint8_t *data; /* ... and of what lies in a row here */
    uint64_t size;
    uint8_t few[OFFSET_BATCH * SSZ_OFFSET_SIZE];
    uint32_t depth; /* frames in use */
    frame frames[]; /* as many as types nest */
};

/* ---- steps ------------------------------------------------------------------------------------- */

static void point_to(ssz_encoder *e, const uint8_t *data, uint64_t size) {
    e->data = data;
    e->size = size;
}

static void enter(ssz_encoder *e, uint32_t type, const ssz_node *node) {
    const ssz_type *t = ssz_schema_get(e->schema, type);
    if (node->form == SSZ_FORM_BYTES) {
        point_to(e, node->bytes.data, node->bytes.size);
        return;
    }
    frame *f = &e->frames[e->depth++];
    *f = (frame){.node = node, .type = type};
    f->offset =
        node->form == SSZ_FORM_ELEMENTS ? node->elements.count * SSZ_OFFSET_SIZE : t->fixed_size;
}

static void leave(ssz_encoder *e) {
    e->depth--;
}

/* Adds the next offset to `few`; behind it lies a part with the value of the node. */
static void add_offset(ssz_encoder *e, frame *f, uint32_t type, const ssz_node *part) {
    e->data = e->few;
    store_u32(e->few + e->size, (uint32_t)f->offset);
    e->size += SSZ_OFFSET_SIZE;
    f->offset += ssz_node_size(e->schema, type, part);
}

static void step_fields(ssz_encoder *e, frame *f) {
    const ssz_type *t = ssz_schema_get(e->schema, f->type);
    const ssz_node *node = f->node;
    if (!f->is_in_tail && f->next == t->member_count) {
        f->is_in_tail = true;
        f->next = t->first_variable;
    }
    if (f->next == SSZ_NO_MEMBER) {
        leave(e);
        return;
    }
    const ssz_member *member = &t->members[f->next];
    const ssz_type *part = ssz_schema_get(e->schema, member->type);
    f->next = f->is_in_tail ? member->next_variable : f->next + 1;
    if (part->is_flat) {
        point_to(e, node->fields.flat + member->slot, part->fixed_size);
    } else if (part->is_fixed || f->is_in_tail) {
        enter(e, member->type, node->fields.children[member->slot]);
    } else {
        add_offset(e, f, member->type, node->fields.children[member->slot]);
    }
}

static void step_option(ssz_encoder *e, frame *f) {
    const ssz_node *node = f->node;
    const ssz_type *t = ssz_schema_get(e->schema, f->type);
    if (!f->is_in_tail) {
        f->is_in_tail = true;
        e->few[0] = (uint8_t)node->option.selector;
        point_to(e, e->few, 1);
        return;
    }
    leave(e);
    if (node->option.child) {
        enter(e, ssz_type_option(t, node->option.selector)->type, node->option.child);
    }
}

static void step_nodes(ssz_encoder *e, frame *f, const ssz_packing *packing) {
    uint64_t count = f->node->elements.count;
    uint32_t type = packing->type->element;
    if (!packing->element->is_fixed && !f->is_in_tail) {
        uint64_t end = f->next + ssz_min_u64(OFFSET_BATCH, count - f->next);
        for (; f->next < end; f->next++) {
            add_offset(e, f, type, ssz_elements_element(packing, f->node, f->next));
        }
        f->is_in_tail = f->next == count;
        f->next = f->is_in_tail ? 0 : f->next;
    } else if (f->next < count) {
        enter(e, type, ssz_elements_element(packing, f->node, f->next++));
    } else {
        leave(e);
    }
}

/* Elements that lie in the leaves as in the encoding.  The last byte of a bitlist has the delimiter too. */
static void step_leaves(ssz_encoder *e, frame *f, const ssz_packing *packing) {
    uint64_t count = f->node->elements.count;
    bool has_delimiter = !packing->element && packing->type->is_list;
    uint64_t end = has_delimiter ? count / 8 : ssz_packing_size(packing, count);
    if (f->next < end) {
        uint64_t size;
        const uint8_t *data = ssz_elements_span(packing, f->node, f->next, &size);
        size = ssz_min_u64(size, end - f->next);
        f->next += size;
        point_to(e, data, size);
    } else if (has_delimiter && !f->is_in_tail) {
        f->is_in_tail = true;
        e->few[0] = count % 8 == 0 ? 0 : *ssz_elements_at(packing, f->node, count / 8);
        e->few[0] |= (uint8_t)(1u << (count % 8));
        point_to(e, e->few, 1);
    } else {
        leave(e);
    }
}

/* Takes the innermost frame on, when all before it has been written. */
static void step(ssz_encoder *e) {
    frame *f = &e->frames[e->depth - 1];
    if (f->node->form == SSZ_FORM_FIELDS) {
        step_fields(e, f);
    } else if (f->node->form == SSZ_FORM_OPTION) {
        step_option(e, f);
    } else {
        ssz_packing packing = ssz_packing_of(e->schema, f->type);
        if (packing.leaf.objects) {
            step_nodes(e, f, &packing);
        } else {
            step_leaves(e, f, &packing);
        }
    }
}

/* ---- encoders ---------------------------------------------------------------------------------- */

static ssz_encoder *allocate(ssz_schema *schema, uint32_t type, ssz_node *node, ssz_error *err) {
    uint32_t depth = ssz_schema_get(schema, type)->depth;
    ssz_encoder *e = ssz_alloc(sizeof *e + depth * sizeof(frame));
    if (!e) {
        ssz_no_memory(err);
        return NULL;
    }
    memset(e, 0, sizeof *e);
    e->schema = ssz_schema_retain(schema);
    e->node = node;
    e->left = ssz_node_size(schema, type, node);
    enter(e, type, node);
    return e;
}

ssz_encoder *ssz_encoder_new(const ssz_view *view, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    ssz_node *node = ssz_cursor_take(&cursor, err);
    ssz_view_tree_leave(view->tree);
    if (!node) {
        return NULL;
    }
    cursor = (ssz_cursor){.type = view->type, .node = node};
    ssz_encoder *e = NULL;
    if (ssz_cursor_check_offsets(view->schema, &cursor, err) == SSZ_OK) {
        e = allocate(view->schema, view->type, node, err);
    }
    if (!e) {
        ssz_node_release(node);
    }
    return e;
}

void ssz_encoder_release(ssz_encoder *e) {
    if (e) {
        ssz_node_release(e->node);
        ssz_schema_release(e->schema);
        ssz_free(e);
    }
}

uint64_t ssz_encoder_left(const ssz_encoder *e) {
    return e->left;
}

uint64_t ssz_encoder_read(ssz_encoder *e, void *out, uint64_t capacity) {
    uint8_t *to = out;
    uint64_t room = ssz_min_u64(capacity, e->left);
    uint64_t written = 0;
    while (written < room) {
        uint64_t part = ssz_min_u64(e->size, room - written);
        if (part == 0) {
            step(e);
            continue;
        }
        memcpy(to + written, e->data, (size_t)part);
        e->data += part;
        e->size -= part;
        written += part;
    }
    e->left -= written;
    return written;
}
