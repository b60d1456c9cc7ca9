/*
 * family.h - what the views of one value share: a lock, and who stands where.
 *
 * A family begins with the view of an outermost value; the views of its parts belong to it, also when
 * they are detached later.  All of them are used under the family's lock, so every operation on a value
 * is atomic, and values of different families never wait for each other.
 *
 * A place is a view and the key of a part of it.  At most one view stands at a place: `places` finds it,
 * without owning it.  `kept` has the views that stood at a place at the beginning, and `ranges` copies
 * of whole values of which many parts were replaced at once; see ssz_view_keep_origin in ssz.h.
 */
#ifndef SSZ_FAMILY_H
#define SSZ_FAMILY_H

#include "buffer.h"
#include "lock.h"
#include "node.h"

typedef struct ssz_family ssz_family;

/* All fields are under the lock, but for the first three, which never change. */
struct ssz_view {
    ssz_family *family;
    ssz_schema *schema;
    uint32_t type;
    bool is_origin; /* what was here at the beginning is still here */
    uint64_t references;
    ssz_node *node;        /* of an outermost value; NULL for a part */
    ssz_view *parent;      /* of a part; NULL for an outermost value */
    uint64_t key;          /* of a part */
    const ssz_view *owner; /* in a table: the view above, now or then ... */
    ssz_view *next;        /* ... and the next view in the bucket */
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
void ssz_places_add(ssz_places *places, ssz_view *view, const ssz_view *owner);
void ssz_places_remove(ssz_places *places, ssz_view *view);

/* Keys first .. last of `owner`, which were replaced together, and a copy of it from before. */
typedef struct ssz_kept_range {
    ssz_view *owner;
    uint64_t first;
    uint64_t last;
    ssz_view *copy;
} ssz_kept_range;

struct ssz_family {
    ssz_lock lock;
    ssz_buffer_delay delay; /* of the thread that has the lock */
    uint64_t view_count;
    bool keeps; /* what stood at a place at the beginning */
    ssz_places places;
    ssz_places kept;        /* owns the views, and their owners */
    ssz_kept_range *ranges; /* owns both views of each; oldest first */
    uint64_t range_count;
    uint64_t range_room;
};

ssz_family *ssz_family_new(ssz_error *err);
void ssz_family_enter(ssz_family *family);
/* Gives the lock back, and frees a family that has no views left. */
void ssz_family_leave(ssz_family *family);

/* The oldest range that has the key, or NULL. */
const ssz_kept_range *ssz_family_range(const ssz_family *family, const ssz_view *owner,
                                       uint64_t key);
/* Makes sure that one range more can be added. */
int32_t ssz_family_reserve_range(ssz_family *family, ssz_error *err);

#endif
