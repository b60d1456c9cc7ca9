/*
 * view.h - getting from a view to its value.
 */
#ifndef SSZ_VIEW_H
#define SSZ_VIEW_H

#include "cursor.h"
#include "view_tree.h"

/* The keys from an outermost view to a part. */
typedef struct ssz_path {
    ssz_view *outermost;
    uint32_t count;
    uint64_t keys[SSZ_DEPTH_LIMIT + 1]; /* one more than a value can have, for who adds a step */
} ssz_path;

/* All of these are called under the lock of the view's tree. */

void ssz_path_of(ssz_view *view, ssz_path *path);

/* The value of a view, which is always there. */
ssz_cursor ssz_view_cursor(const ssz_view *view);

/* A new view of the tree: of an outermost value, whose node it takes over, or of a part. */
ssz_view *ssz_view_new(ssz_view_tree *tree, ssz_schema *schema, uint32_t type, ssz_node *node,
                       ssz_error *err);
ssz_view *ssz_view_new_part(ssz_view *parent, uint64_t key, uint32_t type, ssz_error *err);

/* ssz_view_child. */
ssz_view *ssz_view_part(ssz_view *view, uint64_t key, ssz_error *err);

/* One reference more, one less. */
ssz_view *ssz_view_share(ssz_view *view);
void ssz_view_drop(ssz_view *view);

#endif
