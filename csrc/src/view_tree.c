/* view_tree.c - see view_tree.h. */
#include "view_tree.h"

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
        return ssz_no_memory(err);
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

void ssz_places_add(ssz_places *places, ssz_view *view, ssz_view *owner) {
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

void ssz_view_tree_attach(ssz_view *view, ssz_view *parent) {
    ssz_places_add(&view->tree->places, view, parent);
    view->parent = parent;
    view->sibling = parent->parts;
    view->link = &parent->parts;
    if (view->sibling) {
        view->sibling->link = &view->sibling;
    }
    parent->parts = view;
    parent->part_count++;
}

void ssz_view_tree_detach(ssz_view *view) {
    ssz_places_remove(&view->tree->places, view);
    *view->link = view->sibling;
    if (view->sibling) {
        view->sibling->link = view->link;
    }
    view->parent->part_count--;
    view->parent = view->sibling = NULL;
    view->link = NULL;
}

/* ---- ranges ------------------------------------------------------------------------------------ */

const ssz_kept_range *ssz_ranges_from(const ssz_view *owner, uint64_t key) {
    const ssz_kept_range *found = NULL;
    for (const ssz_kept_range *range = owner->ranges; range;) {
        if (range->last < key) {
            range = range->right;
        } else {
            found = range;
            range = range->left;
        }
    }
    return found;
}

const ssz_kept_range *ssz_ranges_find(const ssz_view *owner, uint64_t key) {
    const ssz_kept_range *range = ssz_ranges_from(owner, key);
    return range && range->first <= key ? range : NULL;
}

/* Numbers that look random. */
static uint64_t scatter(uint64_t number) {
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}

void ssz_ranges_add(ssz_kept_range *range) {
    ssz_view_tree *tree = range->owner->tree;
    range->next = tree->ranges;
    tree->ranges = range;
    range->priority = scatter(++tree->range_count * 0x9e3779b97f4a7c15u);
    ssz_kept_range **slot = &range->owner->ranges;
    while (*slot && (*slot)->priority >= range->priority) {
        slot = range->first < (*slot)->first ? &(*slot)->left : &(*slot)->right;
    }
    /* What was there goes below it, to its two sides. */
    ssz_kept_range *rest = *slot, **left = &range->left, **right = &range->right;
    *slot = range;
    while (rest) {
        if (rest->first < range->first) {
            *left = rest;
            left = &rest->right;
            rest = rest->right;
        } else {
            *right = rest;
            right = &rest->left;
            rest = rest->left;
        }
    }
    *left = *right = NULL;
}

/* ---- forks --------------------------------------------------------------------------------------- */

/* The child of a fork has one thread.  If another one held the lock of a tree, it would never be given
 * back, and the value might be half changed.  So a fork waits until no thread does, and holds all locks
 * meanwhile.  Who has the lock of a tree needs no other lock, so the wait ends. */
#if !defined(_WIN32)
static ssz_lock all_lock = PTHREAD_MUTEX_INITIALIZER;
static ssz_view_tree *all;

static void before_fork(void) {
    ssz_lock_take(&all_lock);
    for (ssz_view_tree *tree = all; tree; tree = tree->next_tree) {
        ssz_lock_take(&tree->lock);
    }
}

static void after_fork(void) {
    for (ssz_view_tree *tree = all; tree; tree = tree->next_tree) {
        ssz_lock_give(&tree->lock);
    }
    ssz_lock_give(&all_lock);
}

static void register_forks(void) {
    pthread_atfork(before_fork, after_fork, after_fork);
}

static void enlist(ssz_view_tree *tree) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_forks);
    ssz_lock_take(&all_lock);
    tree->next_tree = all;
    if (all) {
        all->previous = tree;
    }
    all = tree;
    ssz_lock_give(&all_lock);
}

static void strike_out(ssz_view_tree *tree) {
    ssz_lock_take(&all_lock);
    *(tree->previous ? &tree->previous->next_tree : &all) = tree->next_tree;
    if (tree->next_tree) {
        tree->next_tree->previous = tree->previous;
    }
    ssz_lock_give(&all_lock);
}
#else
static void enlist(ssz_view_tree *tree) {
    (void)tree;
}
static void strike_out(ssz_view_tree *tree) {
    (void)tree;
}
#endif

/* ---- trees ---------------------------------------------------------------------------------- */

ssz_view_tree *ssz_view_tree_new(ssz_error *err) {
    ssz_view_tree *tree = ssz_calloc(1, sizeof *tree);
    if (!tree) {
        ssz_no_memory(err);
        return NULL;
    }
    ssz_lock_init(&tree->lock);
    enlist(tree);
    return tree;
}

void ssz_view_tree_enter(ssz_view_tree *tree) {
    ssz_lock_take(&tree->lock);
    ssz_buffer_delay_begin(&tree->delay);
}

bool ssz_view_tree_try_enter(ssz_view_tree *tree) {
    bool is_free = ssz_lock_try(&tree->lock);
    if (is_free) {
        ssz_buffer_delay_begin(&tree->delay);
    }
    return is_free;
}

void ssz_view_tree_leave(ssz_view_tree *tree) {
    /* The hooks run after the lock is given back, when the tree may be somebody else's or gone. */
    ssz_buffer_delay delay;
    ssz_buffer_delay_move(&tree->delay, &delay);
    bool is_last = tree->view_count == 0;
    ssz_lock_give(&tree->lock);
    if (is_last) {
        SSZ_ASSERT(tree->places.count == 0 && tree->kept.count == 0 && !tree->ranges);
        strike_out(tree);
        ssz_lock_destroy(&tree->lock);
        ssz_free(tree->places.buckets);
        ssz_free(tree->kept.buckets);
        ssz_free(tree);
    }
    ssz_buffer_delay_end(&delay);
}
