/*
 * fuzz_nodes.c - nodes of the Merkle trees of values: each is the hash of the two below it, the first is
 * the root; what is below a node that is not there is not there; and asking for several at once gives
 * what asking for each gives.
 */
#include "fuzz.h"

#define INDEX_LIMIT 4
#define INDEX_SIZE_LIMIT 40

static bool is_refusal(int32_t code) {
    return code >= SSZ_NOT_A_GINDEX && code <= SSZ_PATH_PAST_SPINE;
}

/* Whether there is a node of that index, which then is in `out`. */
static bool node_at(ssz_view *view, uint64_t gindex, uint8_t *out) {
    uint8_t number[8];
    for (unsigned i = 0; i < 8; i++) {
        number[i] = (uint8_t)(gindex >> (56 - 8 * i));
    }
    ssz_error err = {0};
    int32_t code = ssz_view_merkle_nodes(view, number, sizeof number, 1, out, &err);
    CHECK_EQUAL(code, err.code);
    CHECK(code == SSZ_OK || (is_refusal(code) && code != SSZ_NOT_A_GINDEX));
    return code == SSZ_OK;
}

/* Goes down from the root as the bits of the input say, until there is nothing more. */
static void check_way_down(ssz_view *view, uint64_t turns) {
    uint8_t node[32], root[32], pair[64], parent[32];
    CHECK(node_at(view, 1, node));
    CHECK_EQUAL(ssz_view_root(view, root, NULL), SSZ_OK);
    CHECK_BYTES(node, root, 32);
    for (uint64_t gindex = 1; gindex < (uint64_t)1 << 62; turns >>= 1) {
        bool left = node_at(view, 2 * gindex, pair),
             right = node_at(view, 2 * gindex + 1, pair + 32);
        CHECK(left == right);
        if (!left) {
            CHECK(!node_at(view, 4 * gindex + turns % 4, pair));
            return;
        }
        ssz_sha256_blocks(parent, pair, 1);
        CHECK_BYTES(parent, node, 32);
        memcpy(node, pair + 32 * (turns & 1), 32);
        gindex = 2 * gindex + (turns & 1);
    }
}

/* Some indices of any size at once. */
static void check_together(ssz_view *view, input *in) {
    uint8_t numbers[INDEX_LIMIT * INDEX_SIZE_LIMIT], out[INDEX_LIMIT * 32], alone[32];
    uint8_t untouched[sizeof out];
    uint64_t count = take(in, 1) % INDEX_LIMIT + 1, size = take(in, 1) % INDEX_SIZE_LIMIT + 1;
    for (uint64_t i = 0; i < count * size; i++) {
        numbers[i] = (uint8_t)take(in, 1);
    }
    memset(out, 0xcc, sizeof out);
    memset(untouched, 0xcc, sizeof untouched);
    ssz_error err = {0}, other;
    int32_t code = ssz_view_merkle_nodes(view, numbers, size, count, out, &err);
    for (uint64_t i = 0; i < count; i++) {
        int32_t one = ssz_view_merkle_nodes(view, numbers + i * size, size, 1, alone, &other);
        if (code == SSZ_OK) {
            CHECK_EQUAL(one, SSZ_OK);
            CHECK_BYTES(out + 32 * i, alone, 32);
        } else if (i == err.actual) {
            CHECK_EQUAL(one, code);
        }
    }
    if (code != SSZ_OK) {
        CHECK(is_refusal(code) && err.code == code && err.actual < count);
        CHECK_BYTES(out, untouched, sizeof out);
    }
}

/* Branches of the indices that name nodes: the nodes themselves, and what they lead to is the root. */
static void check_branches(ssz_view *view, input *in) {
    enum { LIMIT = 6, SIZE = 3, NODES = 8 * SIZE };
    uint8_t indices[LIMIT * SIZE], out[LIMIT * NODES * 32], roots[LIMIT * 32], root[32], node[32];
    uint64_t count = 0, wanted = take(in, 1) % LIMIT, nodes = 0;
    CHECK_EQUAL(ssz_view_root(view, root, NULL), SSZ_OK);
    while (wanted-- > 0) {
        uint64_t number = take(in, 2) | 1u << take(in, 1) % 17;
        for (; number != 0; number >>= 1) {
            uint8_t index[SIZE] = {(uint8_t)(number >> 16), (uint8_t)(number >> 8),
                                   (uint8_t)number};
            if (ssz_view_merkle_nodes(view, index, SIZE, 1, node, NULL) == SSZ_OK) {
                memcpy(indices + count++ * SIZE, index, SIZE);
                break;
            }
        }
        for (; number != 0; number >>= 1) {
            nodes++;
        }
    }
    uint64_t size = 32 * nodes;
    ssz_error err = {0};
    CHECK_EQUAL(ssz_view_branches(view, indices, SIZE, count, out, size, NULL), SSZ_OK);
    ssz_branch_roots(indices, SIZE, count, out, roots);
    for (uint64_t i = 0; i < count; i++) {
        CHECK_BYTES(roots + 32 * i, root, 32);
    }
    if (size != 0) {
        CHECK_EQUAL(ssz_view_branches(view, indices, SIZE, count, out, size - 1, &err),
                    SSZ_BUFFER_TOO_SMALL);
        CHECK_EQUAL(err.expected, size);
    }
    ssz_memory_fail(take(in, 1) % 8, 1 + take(in, 1) % 3);
    int32_t code = ssz_view_branches(view, indices, SIZE, count, out, size, &err);
    ssz_memory_fail(0, 0);
    CHECK(code == SSZ_OK || code == SSZ_NO_MEMORY);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bytes value;
    input in = {data, size};
    tally before = take_tally();
    subject s = take_subject(&in);
    ssz_view *view = take_good_view(&in, &s, &value);
    check_way_down(view, take(&in, 8));
    check_together(view, &in);
    check_branches(view, &in);
    ssz_view_release(view);
    release_subject(s);
    check_tally(before);
    return 0;
}
