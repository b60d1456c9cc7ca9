/*
 * view_bits.c - many bits of a bitfield read, replaced or added by one call, so that no thread sees some of them only.
 *
 * Bits come and go as packed bytes (bits.h).  What a call costs is what it reads or writes: of a long list only
 * the pages with these bits are touched.
 */
#include "alloc.h"
#include "bits.h"
#include "change.h"
#include "elements.h"
#include "error.h"
#include "view.h"

static bool has_bits(const ssz_view *view) {
    return ssz_schema_get(view->schema, view->type)->shape == SSZ_SHAPE_BITS;
}

/* Whether a bitfield of `present` bits has `count` bits from `first` on. */
static int32_t check_range(uint64_t present, uint64_t first, uint64_t count, ssz_error *err) {
    if (first <= present && count <= present - first) {
        return SSZ_OK;
    }
    return ssz_fail(err, SSZ_NO_SUCH_POSITION, 0, present, ssz_max_u64(first, present));
}

/* Reads bits of an open bitfield. */
static void take_bits(const ssz_schema *schema, const ssz_cursor *cursor, uint64_t first,
                      uint64_t count, uint8_t *out) {
    enum { STEP = 256 }; /* bytes of `out` at a time */
    uint8_t bytes[STEP + 1];
    ssz_packing packing = ssz_packing_of(schema, cursor->type);
    for (uint64_t done = 0; done < count; done += 8 * STEP) {
        uint64_t bits = ssz_min_u64(8 * STEP, count - done);
        uint64_t size = ssz_ceil_div(first % 8 + bits, 8);
        ssz_elements_read(&packing, cursor->node, (first + done) / 8, size, bytes);
        ssz_bits_take(out + done / 8, bytes, first % 8, bits);
    }
}

int32_t ssz_view_read_bits(const ssz_view *view, uint64_t first, uint64_t count, void *out,
                           uint64_t capacity, ssz_error *err) {
    if (!has_bits(view)) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    const uint8_t *data;
    uint64_t size;
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    int32_t code = check_range(ssz_cursor_count(view->schema, &cursor), first, count, err);
    if (code == SSZ_OK && capacity < ssz_ceil_div(count, 8)) {
        code = ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, ssz_ceil_div(count, 8), capacity);
    }
    if (code == SSZ_OK && ssz_cursor_bytes(&cursor, &data, &size)) {
        ssz_bits_take(out, data + first / 8, first % 8, count);
    } else if (code == SSZ_OK) {
        take_bits(view->schema, &cursor, first, count, out);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

/* Writes bits at the place of a view; bits have no views, so no view leaves it. */
static int32_t write_bits(ssz_view *view, const ssz_change *change, ssz_error *err) {
    ssz_path path;
    ssz_path_of(view, &path);
    return change->bits.count == 0 ? SSZ_OK : ssz_change_only(&path, change, err);
}

int32_t ssz_view_put_bits(ssz_view *view, uint64_t first, const void *data, const void *mask,
                          uint64_t count, ssz_error *err) {
    if (!has_bits(view)) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    ssz_change change = {.verb = SSZ_VERB_PUT_BITS,
                         .bits = {.at = first, .count = count, .data = data, .mask = mask}};
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    int32_t code = check_range(ssz_cursor_count(view->schema, &cursor), first, count, err);
    if (code == SSZ_OK) {
        code = write_bits(view, &change, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}

int32_t ssz_view_extend_bits(ssz_view *view, const void *data, uint64_t count, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(view->schema, view->type);
    if (!has_bits(view)) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    if (!t->is_list) {
        return ssz_fail(err, SSZ_FIXED_LENGTH, 0, t->length, 0);
    }
    ssz_change change = {.verb = SSZ_VERB_PUT_BITS, .bits = {.count = count, .data = data}};
    ssz_view_tree_enter(view->tree);
    ssz_cursor cursor = ssz_view_cursor(view);
    change.bits.at = ssz_cursor_count(view->schema, &cursor);
    uint64_t sum;
    bool is_absurd = ssz_add_overflows(change.bits.at, count, &sum);
    int32_t code = is_absurd ? ssz_fail(err, SSZ_LIMIT, 0, UINT64_MAX, UINT64_MAX)
                             : ssz_change_check_limit(t, sum, err);
    if (code == SSZ_OK) {
        code = write_bits(view, &change, err);
    }
    ssz_view_tree_leave(view->tree);
    return code;
}
