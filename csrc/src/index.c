/*
 * index.c - finding a value among many: by a look at each, or by an index of their hashes.
 *
 * An index is a table with open addressing.  A slot has the upper half of a value's hash and one more than its
 * number, or 0 where it is empty; where a hash leads is in its lower half.  Equal values have one slot, that of the first,
 * so a column with few different values has no long ways.
 */
#include <string.h>

#include "common.h"
#include "ssz.h"

_Static_assert(sizeof(ssz_rows) == 32 || sizeof(void *) < 8, "size of ssz_rows");

#define WORD 8

/* Values whose slots are fetched ahead. */
#define AHEAD 16

static inline const uint8_t *value_at(const ssz_rows *rows, uint64_t number) {
    return (const uint8_t *)rows->data + number * rows->step;
}

/* The first bytes of a value as a number; its bytes need not have any order, so none is made. */
static inline uint64_t word_at(const uint8_t *data, uint64_t size) {
    uint64_t word = 0;
    memcpy(&word, data, (size_t)size);
    return word;
}

static inline uint64_t mixed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static inline uint64_t hash_of(const uint8_t *data, uint64_t size, uint64_t secret) {
    uint64_t hash = secret;
    for (; size >= WORD; data += WORD, size -= WORD) {
        hash = mixed(hash * (secret | 1), word_at(data, WORD));
    }
    if (size) {
        hash = mixed(hash * (secret | 1), word_at(data, size));
    }
    return mixed(hash, secret);
}

static inline uint64_t slot_of(uint64_t hash, uint64_t number) {
    return (hash & ~(uint64_t)UINT32_MAX) | (number + 1);
}

static inline bool has_hash(uint64_t slot, uint64_t hash) {
    return slot >> 32 == hash >> 32;
}

static inline uint64_t number_in(uint64_t slot) {
    return (slot & UINT32_MAX) - 1;
}

/* Inlined where `size` is a constant, so that comparing is a few instructions and no call. */
static inline uint64_t find(const ssz_rows *rows, const uint8_t *key, uint64_t first,
                            uint64_t size) {
    uint64_t start = word_at(key, ssz_min_u64(size, WORD));
    for (uint64_t i = first; i < rows->count; i++) {
        const uint8_t *value = value_at(rows, i);
        if (word_at(value, ssz_min_u64(size, WORD)) == start && !memcmp(value, key, (size_t)size)) {
            return i;
        }
    }
    return rows->count;
}

uint64_t ssz_rows_find(const ssz_rows *rows, const void *key, uint64_t first) {
    SSZ_ASSERT(rows->size > 0);
    switch (rows->size) {
    case 1:
        return find(rows, key, first, 1);
    case 8:
        return find(rows, key, first, 8);
    case 48:
        return find(rows, key, first, 48);
    default:
        return find(rows, key, first, rows->size);
    }
}

uint64_t ssz_index_slots(uint64_t count) {
    if (count >= UINT32_MAX) {
        return 0;
    }
    uint64_t slots = 8;
    while (slots < count + count / 2) {
        slots *= 2;
    }
    return slots;
}

/* The slot of a value, or the empty one where it goes. */
static void put(const ssz_rows *rows, uint64_t number, uint64_t hash, uint64_t *slots,
                uint64_t mask) {
    uint64_t at = hash & mask;
    for (; slots[at]; at = (at + 1) & mask) {
        if (has_hash(slots[at], hash) && !memcmp(value_at(rows, number_in(slots[at])),
                                                 value_at(rows, number), (size_t)rows->size)) {
            return;
        }
    }
    slots[at] = slot_of(hash, number);
}

void ssz_index_build(const ssz_rows *rows, uint64_t secret, uint64_t *slots) {
    uint64_t slot_count = ssz_index_slots(rows->count), mask = slot_count - 1;
    SSZ_ASSERT(slot_count && rows->size > 0);
    memset(slots, 0, (size_t)slot_count * sizeof *slots);
    uint64_t hashes[AHEAD];
    for (uint64_t i = 0; i < rows->count + AHEAD; i++) {
        if (i >= AHEAD) {
            put(rows, i - AHEAD, hashes[i % AHEAD], slots, mask);
        }
        if (i < rows->count) {
            hashes[i % AHEAD] = hash_of(value_at(rows, i), rows->size, secret);
            SSZ_PREFETCH(&slots[hashes[i % AHEAD] & mask]);
        }
    }
}

uint64_t ssz_index_next(const uint64_t *slots, uint64_t slot_count, uint64_t secret,
                        const void *key, uint64_t size, uint64_t *slot) {
    uint64_t hash = hash_of(key, size, secret), mask = slot_count - 1;
    /* How many slots behind the first the search is.  Some slot is empty, where it ends. */
    for (uint64_t at = (hash + *slot) & mask; slots[at]; at = (at + 1) & mask) {
        ++*slot;
        if (has_hash(slots[at], hash)) {
            return number_in(slots[at]);
        }
    }
    return UINT64_MAX;
}
