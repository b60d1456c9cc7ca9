/*
 * checked_roots.c - roots of bytes that have not been checked yet.
 */
#include "common.h"
#include "error.h"
#include "layout.h"
#include "root.h"

int32_t ssz_root(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                 void *out, ssz_error *err) {
    int32_t code = ssz_check(schema, type, data, size, err);
    return code != SSZ_OK ? code : ssz_root_of_bytes(schema, type, data, size, out, err);
}

int32_t ssz_element_roots(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                          void *out, uint64_t capacity, ssz_error *err) {
    const ssz_type *t = ssz_schema_get(schema, type);
    if (t->shape != SSZ_SHAPE_SEQUENCE) {
        return ssz_fail(err, SSZ_NO_PARTS, 0, 0, 0);
    }
    SSZ_TRY(ssz_check(schema, type, data, size, err));
    uint64_t count = ssz_element_count(t, ssz_schema_get(schema, t->element), data, size);
    if (capacity / SSZ_CHUNK_SIZE < count) {
        return ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, count * SSZ_CHUNK_SIZE, capacity);
    }
    return ssz_element_roots_of_bytes(schema, type, data, size, out, err);
}
