/*
 * locate.h - where the parts of a value lie in its bytes.
 */
#ifndef SSZ_LOCATE_H
#define SSZ_LOCATE_H

#include "schema.h"

/* One step: from a value of the type, whose `size` bytes at `data` have been checked (decode.h), to
 * the part with that key.  The offset in *out counts from `data`. */
int32_t ssz_locate_part(const ssz_schema *schema, uint32_t type, const uint8_t *data, uint64_t size,
                        uint64_t key, ssz_place *out, ssz_error *err);

#endif
