/*
 * proof.h - nodes within the Merkle tree of a value that is plain bytes.
 */
#ifndef SSZ_PROOF_H
#define SSZ_PROOF_H

#include "schema.h"

/* Writes the nodes that generalized indices name in the tree of a value of the type, whose bytes have
 * been checked (decode.h), to `out`: 32 bytes each.
 *
 * There are `count` indices of `gindex_size` bytes each, big-endian, one after the other.  On failure
 * `actual` tells which of them is wrong and the path leads to the innermost part that it is in;
 * nothing is written, and nothing was hashed unless memory ran out. */
int32_t ssz_merkle_nodes_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                                  uint64_t size, const uint8_t *gindices, uint64_t gindex_size,
                                  uint64_t count, uint8_t *out, ssz_error *err);

#endif
