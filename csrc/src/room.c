/* room.c - see room.h. */
#include "room.h"

#include <string.h>

#include "alloc.h"

/* Bytes of the first memory, at least. */
#define FIRST_CAPACITY 256

bool ssz_room_grow(ssz_room *room, uint64_t more) {
    uint64_t needed;
    if (ssz_add_overflows(room->size, more, &needed)) {
        return false;
    }
    /* Twice as much as before, so that what is copied is no more than what is added. */
    uint64_t capacity = ssz_max_u64(room->capacity, FIRST_CAPACITY / 2);
    if (ssz_add_overflows(capacity, capacity, &capacity) || capacity < needed) {
        capacity = needed;
    }
    uint8_t *data = ssz_alloc(capacity);
    if (!data) {
        return false;
    }
    if (room->size != 0) {
        memcpy(data, room->data, room->size);
    }
    ssz_free(room->data);
    room->data = data;
    room->capacity = capacity;
    return true;
}

void ssz_room_free(ssz_room *room) {
    ssz_free(room->data);
    *room = (ssz_room){0};
}
