/*
 * decode.h - the strict check of bytes against a type.
 *
 * Bytes pass if and only if they are the one encoding of a value of the type.  The walk reads each
 * offset once and, of fixed-size values, only the bytes that can be wrong (see ssz_probe); it allocates
 * nothing and builds nothing.  After it has passed, the other walkers may trust every offset.
 */
#ifndef SSZ_DECODE_H
#define SSZ_DECODE_H

#include "schema.h"

/* Checks `size` bytes at `data`; the path of an error is innermost first (see error.h). */
int32_t ssz_decode_check(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                         uint64_t size, ssz_error *err);

#endif
