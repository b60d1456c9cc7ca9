/*
 * root.h - hash_tree_root of values that are plain bytes.
 */
#ifndef SSZ_ROOT_H
#define SSZ_ROOT_H

#include "schema.h"

/* Writes the root of a value of the type, whose bytes have been checked (decode.h), to `out`: 32
 * bytes.  Fails only with SSZ_NO_MEMORY. */
int32_t ssz_root_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                          uint64_t size, uint8_t *out, ssz_error *err);

/* Writes the root of a container whose fields have the roots in `nodes`, one for each leaf of its tree (zeros
 * where there is no field), which are used up; there is room for one more. */
void ssz_root_of_fields(const ssz_type *type, uint8_t *nodes, uint8_t *out);

/* Writes the roots of all elements of a vector or list, whose bytes have been checked, to `out`. */
int32_t ssz_element_roots_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                                   uint64_t size, uint8_t *out, ssz_error *err);

/* The same for `count` values of a fixed-size type that stand in a row. */
int32_t ssz_record_roots_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                                  uint64_t count, uint8_t *out, ssz_error *err);

#endif
