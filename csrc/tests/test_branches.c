/*
 * test_branches.c - many branches at once are the branches one by one, in any order of the indices; and the
 * roots that they lead to.
 */
#include "alloc.h"
#include "decoded.h"
#include "model.h"
#include "reference.h"

#define INDEX_SIZE 9
#define COUNT 60

static table t;

static void put_index(uint64_t number, uint8_t *out) {
    memset(out, 0, INDEX_SIZE);
    for (unsigned i = 0; i < 8; i++) {
        out[INDEX_SIZE - 1 - i] = (uint8_t)(number >> 8 * i);
    }
}

/* The branches, node by node; gives how many nodes that are. */
static uint64_t one_by_one(ssz_view *view, const uint64_t *numbers, uint64_t count, uint8_t *out) {
    uint64_t nodes = 0;
    uint8_t index[INDEX_SIZE];
    for (uint64_t i = 0; i < count; i++) {
        put_index(numbers[i], index);
        CHECK_EQUAL(ssz_view_merkle_nodes(view, index, sizeof index, 1, out + 32 * nodes++, NULL),
                    SSZ_OK);
        for (uint64_t number = numbers[i]; number > 1; number >>= 1) {
            put_index(number ^ 1, index);
            CHECK_EQUAL(
                ssz_view_merkle_nodes(view, index, sizeof index, 1, out + 32 * nodes++, NULL),
                SSZ_OK);
        }
    }
    return nodes;
}

static void check(ssz_view *view, const uint64_t *numbers, uint64_t count) {
    static uint8_t expected[COUNT * 64 * 32], out[COUNT * 64 * 32];
    static uint8_t indices[COUNT * INDEX_SIZE], roots[COUNT * 32];
    uint8_t root[32];
    uint64_t size = 32 * one_by_one(view, numbers, count, expected);
    for (uint64_t i = 0; i < count; i++) {
        put_index(numbers[i], indices + i * INDEX_SIZE);
    }
    memset(out, 0xcc, sizeof out);
    CHECK_EQUAL(ssz_view_branches(view, indices, INDEX_SIZE, count, out, size, NULL), SSZ_OK);
    CHECK_BYTES(out, expected, size);
    CHECK(out[size] == 0xcc);
    CHECK_EQUAL(ssz_view_root(view, root, NULL), SSZ_OK);
    ssz_branch_roots(indices, INDEX_SIZE, count, out, roots);
    for (uint64_t i = 0; i < count; i++) {
        CHECK_BYTES(roots + 32 * i, root, 32);
    }
    /* Any node that is another leads to another root, of its own branch alone. */
    for (uint64_t i = 0, place = 0; i < count; i++) {
        uint64_t nodes = 0;
        for (uint64_t number = numbers[i]; number != 0; number >>= 1) {
            nodes++;
        }
        uint64_t at = 32 * (place + random_below(nodes)) + random_below(32);
        out[at] ^= 1;
        ssz_branch_roots(indices, INDEX_SIZE, count, out, roots);
        for (uint64_t other = 0; other < count; other++) {
            CHECK_EQUAL(memcmp(roots + 32 * other, root, 32) != 0, other == i);
        }
        out[at] ^= 1;
        place += nodes;
    }
}

/* A record list of more than one page, packed numbers, and fields beside them. */
static ssz_view *open_state(uint64_t *list_index) {
    static bytes value;
    uint32_t u64 = table_uint(&t, 8), boolean = table_boolean(&t);
    uint32_t record = table_container(&t, u64, boolean, u64, u64, u64);
    uint32_t records = table_list(&t, record, 1 << 20), numbers = table_list(&t, u64, 1 << 20);
    uint32_t state = table_container(&t, u64, records, numbers);
    const uint64_t record_count = 1000, record_size = 33, number_count = 3001;
    value.size = 0;
    bytes_fill(&value, 7, 16);
    bytes_put_u32(value.data + 8, 16);
    bytes_put_u32(value.data + 12, 16 + record_count * record_size);
    bytes_fill(&value, 0, record_count * record_size + 8 * number_count);
    paint(value.data + 16, value.size - 16);
    for (uint64_t i = 0; i < record_count; i++) {
        value.data[16 + i * record_size + 8] &= 1;
    }
    ssz_schema *schema = table_compile(&t, NULL);
    ssz_view *view = decoded(schema, state, value.data, value.size);
    ssz_schema_release(schema);
    CHECK(view != NULL);
    *list_index = (uint64_t)5 << 21; /* of record 0 */
    return view;
}

int main(void) {
    uint64_t first, numbers[COUNT];
    ssz_view *view = open_state(&first);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < COUNT; i++) {
            uint64_t record = random_below(i % 5 == 0 ? 1 << 20 : 1040);
            numbers[i] = first + record;
            if (i % 7 == 1) {
                numbers[i] = numbers[i - 1] >> random_below(20);
            } else if (i % 7 == 2) {
                numbers[i] = ((uint64_t)6 << 19) + random_below(800);
            } else if (i % 7 == 3) {
                numbers[i] = i % 2 ? 1 : 4 + random_below(4);
            } else if (i % 7 == 4 && record < 1000) {
                numbers[i] = 8 * numbers[i] + random_below(8);
            }
        }
        for (unsigned i = 1; i < COUNT && round == 1; i++) { /* in order */
            for (unsigned other = i; other > 0 && numbers[other] < numbers[other - 1]; other--) {
                uint64_t number = numbers[other];
                numbers[other] = numbers[other - 1];
                numbers[other - 1] = number;
            }
        }
        if (round == 2) { /* of a value that was changed, and has pages of its own */
            const uint64_t changed = 5;
            ssz_view *list = ssz_view_child(view, 1, NULL);
            ssz_view *record = ssz_view_child(list, 40, NULL);
            CHECK_EQUAL(ssz_view_put_uint(record, 0, changed, NULL), SSZ_OK);
            ssz_view_release(record);
            ssz_view_release(list);
        }
        check(view, numbers, COUNT);
        check(view, numbers, 1);
        check(view, numbers, 0);
    }
    for (uint64_t working = 0; working < 8; working++) {
        uint8_t index[INDEX_SIZE], nodes[64 * 32];
        ssz_error no_memory = {0};
        put_index(first + 77, index);
        ssz_memory_fail(working, 1);
        int32_t code =
            ssz_view_branches(view, index, INDEX_SIZE, 1, nodes, sizeof nodes, &no_memory);
        ssz_memory_fail(0, 0);
        CHECK(code == SSZ_OK || (code == SSZ_NO_MEMORY && no_memory.code == code));
    }
    /* What is not there is refused by its number, and nothing is written. */
    uint8_t indices[3 * INDEX_SIZE], out[3 * 64 * 32], before[sizeof out];
    memset(out, 0xcc, sizeof out);
    memset(before, 0xcc, sizeof before);
    put_index(4, indices);
    put_index(8, indices + INDEX_SIZE);
    put_index((uint64_t)6 << 20, indices + 2 * INDEX_SIZE);
    ssz_error err = {0};
    CHECK_EQUAL(ssz_view_branches(view, indices, INDEX_SIZE, 3, out, sizeof out, &err),
                SSZ_PATH_INTO_PACKED);
    CHECK(err.actual == 1);
    CHECK_EQUAL(ssz_view_branches(view, indices, INDEX_SIZE, 1, out, 95, &err),
                SSZ_BUFFER_TOO_SMALL);
    CHECK(err.expected == 96 && err.actual == 95);
    memset(indices, 0, INDEX_SIZE);
    CHECK_EQUAL(ssz_view_branches(view, indices, INDEX_SIZE, 1, out, sizeof out, &err),
                SSZ_NOT_A_GINDEX);
    /* Also behind the index of the root, which has as few turns. */
    put_index(1, indices);
    put_index(0, indices + INDEX_SIZE);
    CHECK_EQUAL(ssz_view_branches(view, indices, INDEX_SIZE, 2, out, sizeof out, &err),
                SSZ_NOT_A_GINDEX);
    CHECK(err.actual == 1);
    CHECK_BYTES(out, before, sizeof out);
    ssz_view_release(view);
    return 0;
}
