/*
 * view_tree.h - what the views of one value share: a lock, and who stands where.
 *
 * A tree begins with the view of an outermost value; the views of its parts belong to it, also when
 * they are detached later.  All of them are used under the tree's lock, so every operation on a value
 * is atomic, and values of different trees never wait for each other.
 *
 * A place is a view and the key of a part of it.  At most one view stands at a place: `places` finds it,
 * without owning it, and the view above lists those that stand at its parts.
 *
 * Where the values of the beginning are kept (ssz_view_keep_origin in ssz.h), `kept` has the views that
 * stood at a place then.  Of parts that were replaced together, many perhaps, none may ever be asked for:
 * they are kept as a range of keys and a copy of the whole value from before, of which the parts are made
 * when they are asked for.  The ranges of a view do not overlap, and lie in a tree (a treap: by key, and
 * as a heap by numbers that look random), so finding one takes no time that grows with what was written.
 */
#ifndef SSZ_VIEW_TREE_H
#define SSZ_VIEW_TREE_H

#include <stdatomic.h>

#include "buffer.h"
#include "lock.h"
#include "node.h"

typedef struct ssz_view_tree ssz_view_tree;
typedef struct ssz_kept_range ssz_kept_range;

/* All fields are under the lock, but for the first three, which never change. */
struct ssz_view {
    ssz_view_tree *tree;
    ssz_schema *schema;
    uint32_t type;
    bool is_origin; /* it stands, or stood, where it did at the beginning */
    bool is_spent;  /* all its parts were replaced since the beginning */
    uint64_t references;
    ssz_node *node;         /* of an outermost value; NULL for a part */
    ssz_view *parent;       /* of a part; NULL for an outermost value */
    uint64_t key;           /* of a part */
    ssz_view *owner;        /* in a table: the view above, now or then ... */
    ssz_view *next;         /* ... and the next view in the bucket */
    ssz_view *parts;        /* the views that stand at its parts: the first of them ... */
    uint64_t part_count;    /* ... how many they are ... */
    ssz_view *sibling;      /* ... and of each the next ... */
    ssz_view **link;        /* ... and what points to it */
    ssz_kept_range *ranges; /* the top of their tree */
};

/* Views by place. */
typedef struct ssz_places {
    ssz_view **buckets;
    uint64_t bucket_count; /* 0 or a power of two */
    uint64_t count;
} ssz_places;

ssz_view *ssz_places_find(const ssz_places *places, const ssz_view *owner, uint64_t key);
/* Makes sure that `count` views more can be added. */
int32_t ssz_places_reserve(ssz_places *places, uint64_t count, ssz_error *err);
/* Adds a view at the place (owner, view->key), where none is and for which there is room. */
void ssz_places_add(ssz_places *places, ssz_view *view, ssz_view *owner);
void ssz_places_remove(ssz_places *places, ssz_view *view);

/* A view takes its place, where none is and for which there is room; and leaves it. */
void ssz_view_tree_attach(ssz_view *view, ssz_view *parent);
void ssz_view_tree_detach(ssz_view *view);

/* Keys first .. last of `owner`, which were replaced together, and a copy of it from before. */
struct ssz_kept_range {
    ssz_view *owner;
    uint64_t first;
    uint64_t last;
    ssz_view *copy;
    uint64_t priority; /* not below those of the ranges under it */
    ssz_kept_range *left, *right;
    ssz_kept_range *next; /* that was added to the tree before */
};

struct ssz_view_tree {
    ssz_lock lock;
    ssz_view_tree *previous, *next_tree; /* in the list of all, under its own lock */
    ssz_buffer_delay delay;              /* of the thread that has the lock */
    _Atomic uint64_t version;     /* see ssz_view_version; read without the lock, as is ... */
    _Atomic uint64_t moves;       /* ... this, see ssz_view_moves ... */
    _Atomic uint64_t detachments; /* ... and this, see ssz_view_detachments */
    uint64_t leases_given;        /* see ssz_view_lease */
    uint64_t leases_ended;
    bool is_closed; /* no leases before the next change */
    uint64_t view_count;
    bool keeps; /* what stood at a place at the beginning */
    ssz_places places;
    ssz_places kept;        /* owns the views, and their owners */
    ssz_kept_range *ranges; /* all of them, newest first; owns both views of each */
    uint64_t range_count;
};

ssz_view_tree *ssz_view_tree_new(ssz_error *err);
void ssz_view_tree_enter(ssz_view_tree *tree);
/* The same, unless it would have to wait: then false. */
bool ssz_view_tree_try_enter(ssz_view_tree *tree);
/* Gives the lock back, and frees a tree that has no views left. */
void ssz_view_tree_leave(ssz_view_tree *tree);

/* The first range of a view that ends at the key or behind it, or NULL. */
const ssz_kept_range *ssz_ranges_from(const ssz_view *owner, uint64_t key);
/* The range of a view that has the key, or NULL. */
const ssz_kept_range *ssz_ranges_find(const ssz_view *owner, uint64_t key);
/* Adds a range, which overlaps none of its owner's.  The tree owns it from now on. */
void ssz_ranges_add(ssz_kept_range *range);

#endif
