/*
 * forest.h - many small Merkle trees hashed in lockstep.
 *
 * A block has hundreds of trees of a few nodes each.  Hashed one by one they use one lane of a
 * kernel; hashed across they use all.  A forest collects the trees of a value first: each with the
 * nodes of its lowest level, some of which are the roots of other trees and not known yet.  Then it
 * goes up in steps.  A step takes one level of every tree whose nodes are known, hashes the blocks of
 * all of them together, and so makes known what the next step needs.  Chains of zero hashes, mix-ins
 * and spines of progressive trees are nothing but thin trees, and climb together too.
 *
 * Knows no types.  All memory is the caller's scratch, and lasts as long as that.
 */
#ifndef SSZ_FOREST_H
#define SSZ_FOREST_H

#include "merkle.h"
#include "scratch.h"

typedef struct ssz_tree ssz_tree;

typedef struct ssz_forest {
    ssz_scratch *scratch;
    ssz_tree *ready;     /* trees all of whose nodes are known */
    uint64_t node_count; /* nodes planted, to tell when the forest is wide enough for any kernel */
} ssz_forest;

/* With more nodes than these a forest gets only larger, not faster. */
#define SSZ_FOREST_NODES 32768

void ssz_forest_init(ssz_forest *forest, ssz_scratch *scratch);

/* Plants a tree of `depth` >= 1 over `count` >= 1 nodes of height `base`, whose root goes to `out`.
 * If `out` is among the nodes of another tree, that is `parent`, else NULL; parents are planted before
 * their children.  The nodes are used up by ssz_forest_grow and have to stay until then; they may be
 * written until ssz_forest_complete.  NULL if memory ran out. */
ssz_tree *ssz_forest_plant(ssz_forest *forest, uint8_t *nodes, uint64_t count, unsigned depth,
                           unsigned base, uint8_t *out, ssz_tree *parent);

/* Says that all nodes of the tree are written, but for those that are roots of its children, all of
 * which have been planted.  Once for each tree. */
void ssz_forest_complete(ssz_forest *forest, ssz_tree *tree);

/* Hashes all trees.  The forest is empty afterwards. */
void ssz_forest_grow(ssz_forest *forest);

#endif
