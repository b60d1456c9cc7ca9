/* family.c - see family.h. */
#include "family.h"

#include <string.h>

#include "alloc.h"
#include "common.h"
#include "error.h"

/* ---- places ------------------------------------------------------------------------------------ */

static uint64_t bucket_of(const ssz_places *places, const ssz_view *owner, uint64_t key) {
    /* Multiplication spreads the keys of one owner and the addresses of owners over the high bits. */
    uint64_t hash = ((uint64_t)(uintptr_t)owner >> 4) * 0x9e3779b97f4a7c15u + key;
    hash *= 0xd6e8feb86659fd93u;
    return (hash >> 32) & (places->bucket_count - 1);
}

ssz_view *ssz_places_find(const ssz_places *places, const ssz_view *owner, uint64_t key) {
    if (places->count == 0) {
        return NULL;
    }
    ssz_view *view = places->buckets[bucket_of(places, owner, key)];
    while (view && (view->owner != owner || view->key != key)) {
        view = view->next;
    }
    return view;
}

int32_t ssz_places_reserve(ssz_places *places, uint64_t count, ssz_error *err) {
    uint64_t wanted = places->count + count;
    if (wanted <= places->bucket_count) {
        return SSZ_OK;
    }
    uint64_t room = places->bucket_count == 0 ? 8 : places->bucket_count;
    while (room < wanted) {
        room *= 2;
    }
    ssz_places larger = {.bucket_count = room};
    larger.buckets = ssz_calloc(room, sizeof(ssz_view *));
    if (!larger.buckets) {
        return ssz_fail(err, SSZ_NO_MEMORY, 0, 0, 0);
    }
    for (uint64_t i = 0; i < places->bucket_count; i++) {
        for (ssz_view *view = places->buckets[i]; view;) {
            ssz_view *next = view->next;
            ssz_places_add(&larger, view, view->owner);
            view = next;
        }
    }
    ssz_free(places->buckets);
    *places = larger;
    return SSZ_OK;
}

void ssz_places_add(ssz_places *places, ssz_view *view, const ssz_view *owner) {
    SSZ_ASSERT(places->count < places->bucket_count);
    ssz_view **bucket = &places->buckets[bucket_of(places, owner, view->key)];
    view->owner = owner;
    view->next = *bucket;
    *bucket = view;
    places->count++;
}

void ssz_places_remove(ssz_places *places, ssz_view *view) {
    ssz_view **link = &places->buckets[bucket_of(places, view->owner, view->key)];
    while (*link != view) {
        link = &(*link)->next;
    }
    *link = view->next;
    view->owner = NULL;
    view->next = NULL;
    places->count--;
}

/* ---- families ---------------------------------------------------------------------------------- */

ssz_family *ssz_family_new(ssz_error *err) {
    ssz_family *family = ssz_calloc(1, sizeof *family);
    if (!family) {
        ssz_fail(err, SSZ_NO_MEMORY, 0, 0, 0);
        return NULL;
    }
    ssz_lock_init(&family->lock);
    return family;
}

void ssz_family_enter(ssz_family *family) {
    ssz_lock_take(&family->lock);
    ssz_buffer_delay_begin(&family->delay);
}

void ssz_family_leave(ssz_family *family) {
    /* The hooks run after the lock is given back, when the family may be somebody else's or gone. */
    ssz_buffer_delay delay;
    ssz_buffer_delay_move(&family->delay, &delay);
    bool is_last = family->view_count == 0;
    ssz_lock_give(&family->lock);
    if (is_last) {
        SSZ_ASSERT(family->places.count == 0 && family->kept.count == 0);
        ssz_lock_destroy(&family->lock);
        ssz_free(family->places.buckets);
        ssz_free(family->kept.buckets);
        ssz_free(family->ranges);
        ssz_free(family);
    }
    ssz_buffer_delay_end(&delay);
}

const ssz_kept_range *ssz_family_range(const ssz_family *family, const ssz_view *owner,
                                       uint64_t key) {
    for (uint64_t i = 0; i < family->range_count; i++) {
        const ssz_kept_range *range = &family->ranges[i];
        if (range->owner == owner && range->first <= key && key <= range->last) {
            return range;
        }
    }
    return NULL;
}

int32_t ssz_family_reserve_range(ssz_family *family, ssz_error *err) {
    if (family->range_count < family->range_room) {
        return SSZ_OK;
    }
    uint64_t room = family->range_room == 0 ? 4 : 2 * family->range_room;
    ssz_kept_range *larger = ssz_calloc(room, sizeof *larger);
    if (!larger) {
        return ssz_fail(err, SSZ_NO_MEMORY, 0, 0, 0);
    }
    if (family->range_count != 0) {
        memcpy(larger, family->ranges, (size_t)family->range_count * sizeof *larger);
    }
    ssz_free(family->ranges);
    family->ranges = larger;
    family->range_room = room;
    return SSZ_OK;
}
