/*
 * edit.h - changing values: the nodes on the way to the place are made the value's own, and opened.
 */
#ifndef SSZ_EDIT_H
#define SSZ_EDIT_H

#include "node.h"

typedef enum ssz_verb {
    SSZ_VERB_PUT,      /* the value that the path leads to is replaced */
    SSZ_VERB_APPEND,   /* an element, or a bit, is added to it */
    SSZ_VERB_SPLICE,   /* elements or bits from `at` on are replaced, and added if there are more */
    SSZ_VERB_SCATTER,  /* its elements `keys` are replaced */
    SSZ_VERB_TRUNCATE, /* its first `at` elements or bits are kept */
} ssz_verb;

/* What to do at a place, all of it checked: the place is there, the value is one of its type (or several
 * elements, for a splice or a scatter), there is room for it, and flat values are given as bytes. */
typedef struct ssz_change {
    ssz_verb verb;
    uint64_t at;
    const uint8_t *
        data; /* an encoding; a bit is one byte; for several elements, what the leaves shall hold: where
                 that is nodes, they become the value's if it works */
    uint64_t size;        /* bytes; for a splice of bits, which are packed in `data`, bits */
    const uint8_t *mask;  /* for a splice of bits: which of them, packed as well; NULL: all */
    const uint64_t *keys; /* for a scatter: of elements that are there, ascending, each once */
    uint64_t key_count;   /* at least one */
    ssz_node *node;       /* instead of an encoding: a node to share.  For None both are NULL. */
} ssz_change;

/* Makes the change at the place that the keys lead to, from the node in *slot, which may become another
 * one.  Where the last key of a PUT is a selector, the union changes to it.  Fails only with
 * SSZ_NO_MEMORY; the value is what it was then. */
int32_t ssz_edit(const ssz_schema *schema, uint32_t type, ssz_node **slot, const uint64_t *keys,
                 uint32_t key_count, const ssz_change *change, ssz_error *err);

/* Opens the node in *slot, if it is bytes that can be opened, without changing the value. */
int32_t ssz_edit_open(const ssz_schema *schema, uint32_t type, ssz_node **slot, ssz_error *err);

#endif
