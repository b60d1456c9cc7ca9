/*
 * subtrees.h - roots of many subtrees of one depth at once: the pages of a run.
 */
#ifndef SSZ_SUBTREES_H
#define SSZ_SUBTREES_H

#include "schema.h"

/* The leaves of one subtree: chunks, the last of which may be filled in part, or records. */
typedef struct ssz_subtree {
    const uint8_t *data;
    uint64_t size; /* not 0 */
    uint8_t *root; /* where it goes */
} ssz_subtree;

/* Writes the roots of subtrees of `depth`, over threads where that pays.  All but the last must have all
 * their leaves.  `type`: of the records, which have a fixed size; SSZ_NO_TYPE: leaves are chunks.  Gives
 * SSZ_OK or SSZ_NO_MEMORY. */
int32_t ssz_subtree_roots(const ssz_schema *schema, uint32_t type, const ssz_subtree *subtrees,
                          uint64_t count, unsigned depth);

#endif
