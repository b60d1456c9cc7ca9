/*
 * merkle_nodes.h - nodes within the Merkle tree of an open value, with the roots that it keeps.
 */
#ifndef SSZ_MERKLE_NODES_H
#define SSZ_MERKLE_NODES_H

#include "cursor.h"

/* Writes the nodes that generalized indices name in the tree of the value at a cursor, as
 * ssz_merkle_nodes_of_bytes does (proof.h).  Only what no kept root tells is hashed. */
int32_t ssz_cursor_merkle_nodes(const ssz_schema *schema, const ssz_cursor *cursor,
                                const uint8_t *gindices, uint64_t gindex_size, uint64_t count,
                                uint8_t *out, ssz_error *err);

#endif
