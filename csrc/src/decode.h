/*
 * decode.h - the strict check of bytes against a type.
 *
 * Bytes pass if and only if they are the one encoding of a value of the type.  The walk reads each
 * offset once and, of fixed-size values, only the bytes that can be wrong (see ssz_bit_check); it allocates
 * nothing and builds nothing.  After it has passed, the other walkers may trust every offset.
 */
#ifndef SSZ_DECODE_H
#define SSZ_DECODE_H

#include "schema.h"

/* Checks `size` bytes at `data`; the path of an error is innermost first (see error.h). */
int32_t ssz_decode_check(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                         uint64_t size, ssz_error *err);

/* ---- parts of the check, for who has only a part of the bytes or wants to look at no more ------- */

/* Checks what can be told of a value before its parts are looked at: whether it has bytes enough and not
 * too many elements, and the first offset, selector or delimiter.  Of the bytes of a sequence or union
 * reads at most the first SSZ_OFFSET_SIZE.  Gives the number of elements of a sequence. */
int32_t ssz_decode_check_head(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                              uint64_t size, uint64_t *count, ssz_error *err);

/* Checks `count` values of a fixed-size type that stand in a row; the error has a step for the index. */
int32_t ssz_decode_check_run(const ssz_schema *schema, uint32_t element, const uint8_t *data,
                             uint64_t count, ssz_error *err);

/* Checks the encoding of a list of any number of elements, and counts them. */
int32_t ssz_decode_check_elements(const ssz_schema *schema, uint32_t element, const uint8_t *data,
                                  uint64_t size, uint64_t *count, ssz_error *err);

/* Checks the offsets of `count` >= 1 elements of a value of `size` bytes, after its head. */
int32_t ssz_decode_check_table(const uint8_t *table, uint64_t count, uint64_t size, ssz_error *err);

/* Checks as much as it takes to find the part with that key (ssz_locate_part), but not the part. */
int32_t ssz_decode_check_step(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                              uint64_t size, uint64_t key, ssz_error *err);

#endif
