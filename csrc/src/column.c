/*
 * column.c - one part of each element of a sequence, gathered: what a table of them has for a column; and the first
 * element that has some bytes there.
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

/* Calls `use` for the part of each element, of elements that are nodes: each is encoded.  It says when to stop. */
static int32_t each_of_nodes(const ssz_schema *schema, const ssz_cursor *cursor, const column *c,
                             uint64_t count,
                             bool (*use)(void *to, const uint8_t *part, uint64_t size), void *to,
                             ssz_error *err) {
    uint8_t *encoding = ssz_alloc(c->step);
    if (!encoding) {
        return ssz_no_memory(err);
    }
    bool goes_on = true;
    for (uint64_t i = 0; i < count && goes_on; i++) {
        ssz_cursor element = *cursor;
        uint64_t written;
        int32_t code = ssz_cursor_step(schema, &element, i, NULL);
        SSZ_ASSERT(code == SSZ_OK);
        code = ssz_cursor_encode(schema, &element, encoding, &written, NULL);
        SSZ_ASSERT(code == SSZ_OK && written == c->step); /* without offsets nothing fails */
        (void)code;
        goes_on = use(to, encoding + c->offset, c->size);
    }
    ssz_free(encoding);
    return SSZ_OK;
}

static bool add_part(void *to, const uint8_t *part, uint64_t size) {
    uint8_t **out = to;
    memcpy(*out, part, (size_t)size);
    *out += size;
    return true;
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
        return each_of_nodes(schema, cursor, c, count, add_part, &out, err);
    }
    for (uint64_t done = 0; done < count;) {
        data = ssz_elements_span(&packing, cursor->node, done * c->step, &there);
        uint64_t taken = ssz_min_u64(there / c->step, count - done);
        gather(c, data, taken, out + done * c->size);
        done += taken;
    }
    return SSZ_OK;
}

/* Elements that were looked at, and what is looked for. */
typedef struct search {
    const void *key;
    uint64_t number;
} search;

static bool is_another(void *to, const uint8_t *part, uint64_t size) {
    search *s = to;
    bool differs = memcmp(part, s->key, (size_t)size) != 0;
    s->number += differs;
    return differs;
}

/* The number of the first element that has the bytes of `key` for its part, or the count. */
static int32_t find_in_all(const ssz_schema *schema, const ssz_cursor *cursor, const column *c,
                           const void *key, uint64_t count, uint64_t *number, ssz_error *err) {
    ssz_rows rows = {.step = c->step, .size = c->size};
    const uint8_t *data;
    uint64_t there;
    if (ssz_cursor_bytes(cursor, &data, &there)) {
        rows.data = data + c->offset;
        rows.count = count;
        *number = ssz_rows_find(&rows, key, 0);
        return SSZ_OK;
    }
    ssz_packing packing = ssz_packing_of(schema, cursor->type);
    if (packing.leaf.objects) {
        search nodes = {.key = key};
        int32_t code = each_of_nodes(schema, cursor, c, count, is_another, &nodes, err);
        *number = nodes.number;
        return code;
    }
    uint64_t done = 0;
    while (done < count) {
        data = ssz_elements_span(&packing, cursor->node, done * c->step, &there);
        rows.data = data + c->offset;
        rows.count = ssz_min_u64(there / c->step, count - done);
        uint64_t found = ssz_rows_find(&rows, key, 0);
        done += found;
        if (found < rows.count) {
            break;
        }
    }
    *number = done;
    return SSZ_OK;
}

/* The column of the elements of a view, if they have one. */
static int32_t column_of(const ssz_view *view, uint64_t offset, uint64_t size, column *out,
                         ssz_error *err) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    if (t->element == SSZ_NO_TYPE || !ssz_schema_get(view->schema, t->element)->is_fixed) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    uint64_t step = ssz_schema_get(view->schema, t->element)->fixed_size;
    if (offset > step || size > step - offset) {
        return ssz_fail(err, SSZ_SCOPE, offset, step, size);
    }
    *out = (column){.offset = offset, .size = size, .step = step};
    return SSZ_OK;
}

int32_t ssz_view_find(const ssz_view *view, uint64_t offset, const void *key, uint64_t size,
                      uint64_t *number, ssz_error *err) {
    column c = {0}; /* gcc does not see that a failure ends this */
    int32_t code = column_of(view, offset, size, &c, err);
    if (code || !size) {
        return code ? code : ssz_fail(err, SSZ_SCOPE, offset, c.step, size);
    }
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t count = ssz_cursor_count(view->schema, &cursor);
    code = find_in_all(view->schema, &cursor, &c, key, count, number, err);
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_column(const ssz_view *view, uint64_t offset, uint64_t size, void *out,
                        uint64_t capacity, ssz_error *err) {
    const ssz_schema *schema = view->schema;
    column c = {0}; /* gcc does not see that a failure ends this */
    int32_t code = column_of(view, offset, size, &c, err);
    if (code) {
        return code;
    }
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t count = ssz_cursor_count(schema, &cursor);
    code = capacity < count * size ? ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, count * size, capacity)
                                   : gather_all(schema, &cursor, &c, count, out, err);
    ssz_view_tree_leave(view->tree);
    return code;
}
