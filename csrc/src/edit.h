/*
 * edit.h - changing values: the nodes on the way to the place are made the value's own, and opened.
 */
#ifndef SSZ_EDIT_H
#define SSZ_EDIT_H

#include "node.h"

typedef enum ssz_verb {
    SSZ_VERB_PUT,      /* the value that the path leads to is replaced */
    SSZ_VERB_APPEND,   /* an element, or a bit, is added to it */
    SSZ_VERB_SPLICE,   /* elements from `at` on are replaced, and added if there are more */
    SSZ_VERB_PUT_BITS, /* the same for bits */
    SSZ_VERB_SCATTER,  /* its elements `keys` are replaced */
    SSZ_VERB_TRUNCATE, /* its first `at` elements or bits are kept */
} ssz_verb;

/* What to do at a place, all of it checked: the place is there, the value is one of its type (or several
 * elements, for a splice or a scatter), there is room for it, and flat values are given as bytes. */
typedef struct ssz_change {
    ssz_verb verb;
    union {
        struct {                 /* to put or append; None: no data and no node */
            const uint8_t *data; /* an encoding; a bit is one byte */
            uint64_t size;
            ssz_node *node; /* instead of an encoding: a node to share */
        } value;
        struct { /* to splice or scatter */
            const uint8_t
                *leaves; /* what the leaves shall hold: nodes become the value's if it works */
            uint64_t size;
            uint64_t at; /* of a splice */
            const uint64_t
                *keys;      /* of a scatter: of elements that are there, ascending, each once */
            uint64_t count; /* of the keys, at least one */
        } elements;
        struct {
            uint64_t at;
            uint64_t count;
            const uint8_t *data; /* packed */
            const uint8_t *mask; /* which of them, packed as well; NULL: all */
        } bits;
        uint64_t kept; /* elements or bits that truncating keeps */
    };
} ssz_change;

/* Makes the change at the place that the keys lead to, from the node in *slot, which may become another
 * one.  Where the last key of a PUT is a selector, the union changes to it.  Fails only with
 * SSZ_NO_MEMORY; the value is what it was then. */
int32_t ssz_edit(const ssz_schema *schema, uint32_t type, ssz_node **slot, const uint64_t *keys,
                 uint32_t key_count, const ssz_change *change, ssz_error *err);

/* Opens the node in *slot, if it is bytes that can be opened, without changing the value. */
int32_t ssz_edit_open(const ssz_schema *schema, uint32_t type, ssz_node **slot, ssz_error *err);

#endif
