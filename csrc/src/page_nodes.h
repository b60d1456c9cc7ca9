/*
 * page_nodes.h - the nodes within a page of a run, all of them at once.
 *
 * A run keeps roots from the level of its pages up.  Proofs ask for nodes below, several of one page one after
 * the other: so the last page that was asked for is kept as a tree.
 */
#ifndef SSZ_PAGE_NODES_H
#define SSZ_PAGE_NODES_H

#include "pages.h"

typedef struct ssz_page_nodes {
    const ssz_page_node *top; /* of the run whose page it is; NULL: of none */
    uint64_t page;            /* its number */
    uint8_t *nodes;      /* those of the leaves, then each level above; NULL before the first use */
    unsigned page_depth; /* that there is room for */
} ssz_page_nodes;

/* Writes the node `height` < leaf->page_depth levels above the leaves, the `index`-th of its level.  Leaves are
 * chunks or records, no objects.  The run must not have changed since its page was looked at. */
int32_t ssz_page_nodes_find(ssz_page_nodes *kept, const ssz_leaf *leaf, const ssz_pages *pages,
                            unsigned height, uint64_t index, uint8_t *out, ssz_error *err);

void ssz_page_nodes_free(ssz_page_nodes *kept);

#endif
