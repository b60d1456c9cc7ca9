/*
 * column.c - one part of each element of a sequence, gathered: what a table of them has for a column.
 *
 * Of a list that was changed this reads the bytes of that part alone, where encoding it would copy all.
 */
#include <string.h>

#include "alloc.h"
#include "common.h"
#include "elements.h"
#include "error.h"
#include "view.h"

/* A part of each element. */
typedef struct column {
    uint64_t offset; /* of the part in the element */
    uint64_t size;
    uint64_t step; /* bytes of an element */
} column;

/* Inlined where `size` is a constant, so that copying is a few instructions and no call. */
static inline void copy_parts(uint8_t *out, const uint8_t *data, uint64_t size, uint64_t step,
                              uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        memcpy(out + i * size, data + i * step, (size_t)size);
    }
}

/* Writes the parts of `count` elements that lie next to each other. */
static void gather(const column *c, const uint8_t *data, uint64_t count, uint8_t *out) {
    data += c->offset;
    switch (c->size) {
    case 1:
        copy_parts(out, data, 1, c->step, count);
        return;
    case 8:
        copy_parts(out, data, 8, c->step, count);
        return;
    case 32:
        copy_parts(out, data, 32, c->step, count);
        return;
    case 48:
        copy_parts(out, data, 48, c->step, count);
        return;
    default:
        copy_parts(out, data, c->size, c->step, count);
    }
}

/* The same for elements that are nodes: each is encoded. */
static int32_t gather_nodes(const ssz_schema *schema, const ssz_cursor *cursor, const column *c,
                            uint64_t count, uint8_t *out, ssz_error *err) {
    uint8_t *encoding = ssz_alloc(c->step);
    if (!encoding) {
        return ssz_no_memory(err);
    }
    for (uint64_t i = 0; i < count; i++) {
        ssz_cursor element = *cursor;
        uint64_t written;
        int32_t code = ssz_cursor_step(schema, &element, i, NULL);
        SSZ_ASSERT(code == SSZ_OK);
        code = ssz_cursor_encode(schema, &element, encoding, &written, NULL);
        SSZ_ASSERT(code == SSZ_OK && written == c->step); /* without offsets nothing fails */
        (void)code;
        gather(c, encoding, 1, out + i * c->size);
    }
    ssz_free(encoding);
    return SSZ_OK;
}

static int32_t gather_all(const ssz_schema *schema, const ssz_cursor *cursor, const column *c,
                          uint64_t count, uint8_t *out, ssz_error *err) {
    const uint8_t *data;
    uint64_t there;
    if (ssz_cursor_bytes(cursor, &data, &there)) {
        gather(c, data, count, out);
        return SSZ_OK;
    }
    ssz_packing packing = ssz_packing_of(schema, cursor->type);
    if (packing.leaf.objects) {
        return gather_nodes(schema, cursor, c, count, out, err);
    }
    for (uint64_t done = 0; done < count;) {
        data = ssz_elements_span(&packing, cursor->node, done * c->step, &there);
        uint64_t taken = ssz_min_u64(there / c->step, count - done);
        gather(c, data, taken, out + done * c->size);
        done += taken;
    }
    return SSZ_OK;
}

int32_t ssz_view_column(const ssz_view *view, uint64_t offset, uint64_t size, void *out,
                        uint64_t capacity, ssz_error *err) {
    const ssz_schema *schema = view->schema;
    const ssz_type *t = ssz_schema_get(schema, view->type);
    if (t->element == SSZ_NO_TYPE || !ssz_schema_get(schema, t->element)->is_fixed) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    column c = {.offset = offset, .size = size};
    c.step = ssz_schema_get(schema, t->element)->fixed_size;
    if (offset > c.step || size > c.step - offset) {
        return ssz_fail(err, SSZ_SCOPE, offset, c.step, size);
    }
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t count = ssz_cursor_count(schema, &cursor);
    int32_t code = capacity < count * size
                       ? ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, count * size, capacity)
                       : gather_all(schema, &cursor, &c, count, out, err);
    ssz_view_tree_leave(view->tree);
    return code;
}
