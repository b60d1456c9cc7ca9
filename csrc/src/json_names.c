/*
 * json_names.c - names of members that must differ; see json_lexer.h.
 *
 * An object may have any number of members that the type does not have, of which no two may have one name.
 * Names are sorted, and then compared with the one beside: no names, however chosen, make that take longer
 * than a few comparisons for each.
 */
#include <string.h>

#include "bytes.h"
#include "json_lexer.h"

/* The most names that are compared each with each. */
#define FEW 8

/* In front of a name in the spill: where in the text it begins. */
#define PLACE_SIZE sizeof(uint64_t)

typedef struct json_name {
    uint64_t at;   /* the first character: in the text, or in the spill */
    uint64_t size; /* twice the number of characters, and 1 for a name in the spill */
} json_name;

static const uint8_t *characters_of(const ssz_json_lexer *in, const json_name *name) {
    return (name->size & 1 ? in->spill.data : in->text) + name->at;
}

int32_t ssz_json_keep_name(ssz_json_lexer *in, ssz_json_string name, const uint8_t *start) {
    if (!ssz_room_for(&in->names, sizeof(json_name)) ||
        (name.is_spilled && !ssz_room_for(&in->spill, PLACE_SIZE))) {
        return ssz_no_memory(in->err);
    }
    if (name.is_spilled) {
        uint8_t *at = in->spill.data + name.at;
        memmove(at + PLACE_SIZE, at, name.size);
        store_u64(at, (uint64_t)(start - in->text));
        in->spill.size += PLACE_SIZE;
        name.at += PLACE_SIZE;
    }
    json_name kept = {name.at, name.size << 1 | name.is_spilled};
    memcpy(in->names.data + in->names.size, &kept, sizeof kept);
    in->names.size += sizeof kept;
    return SSZ_OK;
}

/* Negative, zero or positive, in some order of all names. */
static int compare(const ssz_json_lexer *in, const json_name *a, const json_name *b) {
    uint64_t a_size = a->size >> 1, b_size = b->size >> 1;
    if (a_size != b_size) {
        return a_size < b_size ? -1 : 1;
    }
    return a_size == 0 ? 0 : memcmp(characters_of(in, a), characters_of(in, b), a_size);
}

/* Lets the name at `root` sink to its place in a heap of `count` names, the largest on top. */
static void sink(const ssz_json_lexer *in, json_name *names, uint64_t root, uint64_t count) {
    for (;;) {
        uint64_t child = 2 * root + 1;
        if (child >= count) {
            return;
        }
        if (child + 1 < count && compare(in, &names[child], &names[child + 1]) < 0) {
            child++;
        }
        if (compare(in, &names[root], &names[child]) >= 0) {
            return;
        }
        json_name lower = names[root];
        names[root] = names[child];
        names[child] = lower;
        root = child;
    }
}

static void sort(const ssz_json_lexer *in, json_name *names, uint64_t count) {
    for (uint64_t root = count / 2; root-- > 0;) {
        sink(in, names, root, count);
    }
    for (uint64_t end = count; end-- > 1;) {
        json_name largest = names[0];
        names[0] = names[end];
        names[end] = largest;
        sink(in, names, 0, end);
    }
}

/* Where in the text a name stands. */
static uint64_t place_of(const ssz_json_lexer *in, const json_name *name) {
    return name->size & 1 ? load_u64(characters_of(in, name) - PLACE_SIZE) : name->at - 1;
}

static int32_t check_pair(const ssz_json_lexer *in, const json_name *a, const json_name *b) {
    if (compare(in, a, b) != 0) {
        return SSZ_OK;
    }
    uint64_t later = ssz_max_u64(place_of(in, a), place_of(in, b));
    return ssz_json_fail(in, SSZ_DUPLICATE_MEMBER, in->text + later, 0, 0);
}

static int32_t check_names(const ssz_json_lexer *in, json_name *names, uint64_t count) {
    bool are_few = count <= FEW;
    if (!are_few) {
        sort(in, names, count);
    }
    for (uint64_t i = 1; i < count; i++) {
        for (uint64_t other = are_few ? 0 : i - 1; other < i; other++) {
            SSZ_TRY(check_pair(in, &names[other], &names[i]));
        }
    }
    return SSZ_OK;
}

int32_t ssz_json_names_end(ssz_json_lexer *in, ssz_json_names begin) {
    uint64_t count = (in->names.size - begin.names) / sizeof(json_name);
    if (count > 1) {
        json_name *names = (json_name *)(void *)(in->names.data + begin.names);
        SSZ_TRY(check_names(in, names, count));
    }
    in->names.size = begin.names;
    in->spill.size = begin.spill;
    return SSZ_OK;
}
