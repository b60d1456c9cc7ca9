/*
 * room.h - bytes whose number is not known before they are there: memory that grows.
 */
#ifndef SSZ_ROOM_H
#define SSZ_ROOM_H

#include "common.h"

typedef struct ssz_room {
    uint8_t *data; /* aligned for every type; NULL before the first use */
    uint64_t size; /* bytes in use */
    uint64_t capacity;
} ssz_room;

/* Private: makes the memory larger. */
bool ssz_room_grow(ssz_room *room, uint64_t more);

/* Sees to it that `more` bytes can be added without asking; false, and nothing changed, if memory ran out. */
static inline bool ssz_room_for(ssz_room *room, uint64_t more) {
    return SSZ_LIKELY(room->capacity - room->size >= more) || ssz_room_grow(room, more);
}

/* Frees the memory; the room is as before its first use. */
void ssz_room_free(ssz_room *room);

#endif
