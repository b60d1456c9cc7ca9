/*
 * change.h - a change of a value, with the views that leave their places.
 */
#ifndef SSZ_CHANGE_H
#define SSZ_CHANGE_H

#include "edit.h"
#include "view.h"

/* Makes a change at the place of a view, by which no part gets another value: it adds some, or sets bits.
 * Under the lock of the tree.  Every change of a value goes through here: its version is bumped, and leases
 * are respected.  Fails only with SSZ_NO_MEMORY or SSZ_LEASED, and has changed nothing then. */
int32_t ssz_change_only(const ssz_path *path, const ssz_change *change, ssz_error *err);

/* Where all parts of a value get other values: the last key, however many they are. */
#define SSZ_LAST_KEY UINT64_MAX

/* Makes a change at the place of a view, or of a part of it; keys first .. last of `owner` get other
 * values by it.  The rest as for ssz_change_only. */
int32_t ssz_change_value(const ssz_path *path, const ssz_change *change, ssz_view *owner,
                         uint64_t first, uint64_t last, ssz_error *err);

/* Makes a change that puts elements of `owner`, whose place the path leads to.  The rest as for
 * ssz_change_only. */
int32_t ssz_change_elements(const ssz_path *path, const ssz_change *change, ssz_view *owner,
                            ssz_error *err);

/* Whether a list may have `count` elements. */
int32_t ssz_change_check_limit(const ssz_type *t, uint64_t count, ssz_error *err);

#endif
