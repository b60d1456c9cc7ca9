/*
 * fuzz_branches.c - proofs of many nodes at once, as many as can be had: the values are made once, of each type
 * some, as bytes and changed.  A branch that is given leads to the root; one that is not is refused for an index
 * that is refused alone; a changed node leads elsewhere.
 */
#include "common.h"
#include "fuzz.h"

#define VALUES 4 /* of each type: two that are bytes, two that were changed or looked into */
#define SMALL 2000
#define COUNT 6
#define SIZE 4 /* bytes of an index */
#define ROOM (COUNT * 8 * SIZE * 32)

typedef struct sample {
    ssz_view *view; /* NULL: there is none so small */
    uint8_t root[32];
} sample;

static sample samples[256][VALUES];

static void make_sample(const subject *s, uint32_t i, sample *out) {
    static bytes value;
    random_seed(s->type * VALUES + i);
    for (uint32_t attempt = 0; attempt < 32 && !out->view; attempt++) {
        value.size = 0;
        model_generate(s->t, s->type, &value);
        out->view = value.size < SMALL ? open_view(s, &value) : NULL;
    }
    if (!out->view) {
        return;
    }
    if (i >= VALUES / 2) {
        /* Put each part to where it is: so it has nodes of its own, and is a tree. */
        for (uint64_t key = 0; key < ssz_view_count(out->view); key++) {
            ssz_view *part = ssz_view_child(out->view, key, NULL);
            if (part) {
                CHECK_EQUAL(ssz_view_put_view(out->view, key, part, NULL), SSZ_OK);
                ssz_view_release(part);
            }
        }
    }
    CHECK_EQUAL(ssz_view_root(out->view, out->root, NULL), SSZ_OK);
}

static void make_samples(void) {
    static bool are_made;
    if (are_made) {
        return;
    }
    are_made = true;
    subject s = all_kinds();
    CHECK(s.t->type_count <= 256);
    for (s.type = 0; s.type < s.t->type_count; s.type++) {
        for (uint32_t i = 0; i < VALUES; i++) {
            make_sample(&s, i, &samples[s.type][i]);
        }
    }
}

/* Nodes of the branch of an index, with itself. */
static uint64_t node_count(const uint8_t *index) {
    uint64_t bits = 8 * SIZE;
    while (bits > 1 && !(index[SIZE - 1 - (bits - 1) / 8] >> (bits - 1) % 8 & 1)) {
        bits--;
    }
    return bits;
}

/* Goes up from what the input says to a node that is there. */
static void find_node(ssz_view *view, uint8_t *index) {
    uint8_t node[32];
    uint32_t number =
        (uint32_t)index[0] << 24 | (uint32_t)index[1] << 16 | (uint32_t)index[2] << 8 | index[3];
    while (ssz_view_merkle_nodes(view, index, SIZE, 1, node, NULL) != SSZ_OK) {
        number = number == 0 ? 1 : number >> 1;
        for (unsigned i = 0; i < SIZE; i++) {
            index[i] = (uint8_t)(number >> (24 - 8 * i));
        }
    }
}

static void check_good(const sample *v, const uint8_t *indices, uint64_t count, const uint8_t *out,
                       input *in) {
    static uint8_t changed[ROOM];
    uint8_t roots[COUNT * 32], node[32];
    uint64_t at = 0, size = 0;
    ssz_branch_roots(indices, SIZE, count, out, roots);
    for (uint64_t i = 0; i < count; i++) {
        CHECK_BYTES(roots + 32 * i, v->root, 32);
        CHECK_EQUAL(ssz_view_merkle_nodes(v->view, indices + i * SIZE, SIZE, 1, node, NULL),
                    SSZ_OK);
        CHECK_BYTES(out + size, node, 32);
        size += 32 * node_count(indices + i * SIZE);
    }
    memcpy(changed, out, size);
    at = take(in, 2) % size;
    changed[at] ^= (uint8_t)(1u << take(in, 1) % 8);
    ssz_branch_roots(indices, SIZE, count, changed, roots);
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < count; i++) {
        wrong += memcmp(roots + 32 * i, v->root, 32) != 0;
    }
    CHECK_EQUAL(wrong, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t out[ROOM], untouched[ROOM];
    input in = {data, size};
    make_samples();
    uint32_t type = (uint32_t)take(&in, 1) % all_kinds().t->type_count;
    const sample *v = &samples[type][take(&in, 1) % VALUES];
    if (!v->view) {
        return 0;
    }
    uint8_t indices[COUNT * SIZE];
    uint8_t choice = (uint8_t)take(&in, 1);
    uint64_t count = choice % COUNT + 1, nodes = 0, pieces = ssz_memory_read().allocations;
    for (uint64_t i = 0; i < count * SIZE; i++) {
        indices[i] = (uint8_t)take(&in, 1);
    }
    for (uint64_t i = 0; i < count; i++) {
        if (choice & 64) {
            indices[i * SIZE] = indices[i * SIZE + 1] = 0; /* most trees are not so deep */
        }
        if (!(choice & 128)) {
            find_node(v->view, indices + i * SIZE);
        }
        nodes += node_count(indices + i * SIZE);
    }
    memset(out, 0xcc, 32 * nodes);
    ssz_error err = {0};
    int32_t code = ssz_view_branches(v->view, indices, SIZE, count, out, 32 * nodes, &err);
    if (code == SSZ_OK) {
        check_good(v, indices, count, out, &in);
    } else {
        CHECK((choice & 128) && code >= SSZ_NOT_A_GINDEX && code <= SSZ_PATH_PAST_SPINE);
        CHECK(err.code == code && err.actual < count);
        memset(untouched, 0xcc, 32 * nodes);
        CHECK_BYTES(out, untouched, 32 * nodes);
        uint8_t *alone = indices + err.actual * SIZE;
        CHECK(ssz_view_branches(v->view, alone, SIZE, 1, out, sizeof out, NULL) == code);
    }
    CHECK(ssz_memory_read().allocations <= pieces + 64); /* roots that are kept, and no more */
    return 0;
}
