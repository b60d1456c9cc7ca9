/*
 * live.h - how many objects of each kind are alive, so that tests can tell that none leaked.
 */
#ifndef SSZ_LIVE_H
#define SSZ_LIVE_H

typedef enum ssz_live_kind {
    SSZ_LIVE_SCHEMA,
    SSZ_LIVE_BUFFER,
    SSZ_LIVE_NODE,
    SSZ_LIVE_VIEW,
    SSZ_LIVE_KINDS
} ssz_live_kind;

void ssz_live_add(ssz_live_kind kind);
void ssz_live_remove(ssz_live_kind kind);

#endif
