/*
 * view_read.c - parts of values read through views, without views of their own.
 */
#include <string.h>

#include "bytes.h"
#include "common.h"
#include "elements.h"
#include "error.h"
#include "view.h"

/* Counts the parts, and gives the lock of the tree back. */
static uint64_t count_parts(const ssz_view *view) {
    ssz_cursor cursor = ssz_view_cursor(view);
    uint64_t count = ssz_cursor_count(view->schema, &cursor);
    ssz_view_tree_leave(view->tree);
    return count;
}

uint64_t ssz_view_count(const ssz_view *view) {
    ssz_view_tree_enter(view->tree);
    return count_parts(view);
}

int32_t ssz_view_try_count(const ssz_view *view, uint64_t *count) {
    if (!ssz_view_tree_try_enter(view->tree)) {
        return SSZ_BUSY;
    }
    *count = count_parts(view);
    return SSZ_OK;
}

uint32_t ssz_view_selector(const ssz_view *view) {
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    uint32_t selector = ssz_cursor_selector(&cursor);
    ssz_view_tree_leave(view->tree);
    return selector;
}

/* Reads the number at a cursor, of up to 8 bytes. */
static int32_t read_number(const ssz_schema *schema, const ssz_cursor *cursor, uint64_t *number,
                           ssz_error *err) {
    if (cursor->type == SSZ_NO_TYPE && cursor->data) {
        *number = cursor->data[0] >> cursor->bit & 1;
        return SSZ_OK;
    }
    const ssz_type *t = cursor->type == SSZ_NO_TYPE ? NULL : ssz_schema_get(schema, cursor->type);
    if (!t || !t->is_basic || t->fixed_size > 8) {
        return ssz_fail(err, SSZ_TYPE_MISMATCH, 0, 0, 0);
    }
    const uint8_t *data = NULL;
    uint64_t size;
    ssz_cursor_bytes(cursor, &data, &size); /* basic values have no other form */
    uint8_t bytes[8] = {0};
    memcpy(bytes, data, (size_t)t->fixed_size);
    *number = load_u64(bytes);
    return SSZ_OK;
}

/* Reads the number of a part, and gives the lock of the tree back. */
static int32_t read_part(const ssz_view *view, uint64_t key, uint64_t *number, ssz_error *err) {
    ssz_cursor cursor = ssz_view_cursor(view);
    int32_t code = ssz_cursor_step(view->schema, &cursor, key, err);
    if (code == SSZ_OK) {
        code = read_number(view->schema, &cursor, number, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_uint(const ssz_view *view, uint64_t key, uint64_t *number, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    return read_part(view, key, number, err);
}

int32_t ssz_view_try_uint(const ssz_view *view, uint64_t key, uint64_t *number) {
    return ssz_view_tree_try_enter(view->tree) ? read_part(view, key, number, NULL) : SSZ_BUSY;
}

/* Writes the encodings of parts to `out`, or with NULL for it only looks whether that can be done. */
static int32_t read_parts(const ssz_schema *schema, const ssz_cursor *whole, uint64_t key,
                          uint64_t count, uint8_t *out, uint64_t capacity, uint64_t *size,
                          ssz_error *err) {
    *size = 0;
    for (uint64_t i = 0; i < count; i++) {
        ssz_cursor cursor = *whole;
        SSZ_TRY(ssz_cursor_step(schema, &cursor, key + i, err));
        if (cursor.type == SSZ_NO_TYPE || !ssz_schema_get(schema, cursor.type)->is_fixed) {
            return ssz_fail(err, SSZ_NO_PARTS, 0, 0, key + i);
        }
        uint64_t needed = ssz_schema_get(schema, cursor.type)->fixed_size;
        if (needed > capacity - *size) {
            return ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, *size + needed, capacity);
        }
        if (out) {
            uint64_t written;
            int32_t code = ssz_cursor_encode(schema, &cursor, out + *size, &written, err);
            SSZ_ASSERT(code == SSZ_OK && written == needed); /* without offsets nothing fails */
            (void)code;
        }
        *size += needed;
    }
    return SSZ_OK;
}

/* Writes elements that lie next to each other, if that is what they do; else false. */
static bool read_elements(const ssz_schema *schema, const ssz_cursor *cursor, uint64_t key,
                          uint64_t count, uint8_t *out, uint64_t capacity, uint64_t *size) {
    const ssz_type *t = ssz_schema_get(schema, cursor->type);
    bool is_packed = t->element != SSZ_NO_TYPE && ssz_schema_get(schema, t->element)->is_flat;
    uint64_t available = ssz_cursor_count(schema, cursor);
    if (!is_packed || key > available || count > available - key) {
        return false;
    }
    uint64_t unit = ssz_schema_get(schema, t->element)->fixed_size;
    const uint8_t *data;
    uint64_t all;
    if (count * unit > capacity) {
        return false;
    }
    if (ssz_cursor_bytes(cursor, &data, &all)) {
        memcpy(out, data + key * unit, (size_t)(count * unit));
    } else {
        ssz_packing packing = ssz_packing_of(schema, cursor->type);
        ssz_elements_read(&packing, cursor->node, key * unit, count * unit, out);
    }
    *size = count * unit;
    return true;
}

/* Writes the encodings of parts, and gives the lock of the tree back. */
static int32_t read_locked(const ssz_view *view, uint64_t key, uint64_t count, uint8_t *out,
                           uint64_t capacity, uint64_t *size, ssz_error *err) {
    const ssz_schema *schema = view->schema;
    uint64_t written = 0;
    int32_t code = SSZ_OK;
    ssz_cursor cursor = ssz_view_cursor(view);
    if (!read_elements(schema, &cursor, key, count, out, capacity, &written)) {
        /* Nothing is written before all can be; of one part that is so anyhow. */
        code = count == 1 ? SSZ_OK
                          : read_parts(schema, &cursor, key, count, NULL, capacity, &written, err);
        if (code == SSZ_OK) {
            code = read_parts(schema, &cursor, key, count, out, capacity, &written, err);
        }
    }
    ssz_view_tree_leave(view->tree);
    if (code == SSZ_OK && size) {
        *size = written;
    }
    return code;
}

int32_t ssz_view_read(const ssz_view *view, uint64_t key, uint64_t count, void *out,
                      uint64_t capacity, uint64_t *size, ssz_error *err) {
    ssz_view_tree_enter(view->tree);
    return read_locked(view, key, count, out, capacity, size, err);
}

int32_t ssz_view_try_read(const ssz_view *view, uint64_t key, uint64_t count, void *out,
                          uint64_t capacity, uint64_t *size) {
    return ssz_view_tree_try_enter(view->tree)
               ? read_locked(view, key, count, out, capacity, size, NULL)
               : SSZ_BUSY;
}
