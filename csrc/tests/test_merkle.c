/*
 * test_merkle.c - every way to a root in merkle.h agrees with the recursive definition, under every
 * kernel, and touches nothing but what it was given.
 */
#include "merkle.h"
#include "reference.h"
#include "ssz.h"

#define NODE_LIMIT 40000 /* nodes of the largest tree: some peaks and a rest, at both bases */

static uint8_t painted[NODE_LIMIT * 32];

static void test_zero_hashes(void) {
    uint8_t expected[32] = {0};
    for (unsigned height = 0; height <= SSZ_HEIGHT_LIMIT; height++) {
        CHECK_BYTES(ssz_zero_hash(height), expected, 32);
        reference_pair(expected, expected, expected);
    }
}

static void test_pairs(void) {
    uint8_t nodes[64], expected[32], out[32], number[32] = {0};
    fill_random(nodes, sizeof nodes);
    reference_pair(nodes, nodes + 32, expected);
    ssz_merkle_pair(nodes, nodes + 32, out);
    CHECK_BYTES(out, expected, 32);
    memcpy(out, nodes, 32);
    ssz_merkle_pair(out, nodes + 32, out);
    CHECK_BYTES(out, expected, 32);
    memcpy(out, nodes + 32, 32);
    ssz_merkle_pair(nodes, out, out);
    CHECK_BYTES(out, expected, 32);

    for (size_t i = 0; i < 8; i++) {
        number[i] = (uint8_t)(i + 1);
    }
    reference_pair(nodes, number, expected);
    ssz_mix_in_length(nodes, 0x0807060504030201, out);
    CHECK_BYTES(out, expected, 32);
    memcpy(out, nodes, 32);
    ssz_mix_in_length(out, 0x0807060504030201, out);
    CHECK_BYTES(out, expected, 32);
}

/* ---- reduce --------------------------------------------------------------------------------- */

/* The nodes and the one place behind an odd count end where the guard page begins. */
static void check_reduce(guarded memory, size_t count, unsigned depth, unsigned base) {
    size_t room = (count + count % 2) * 32;
    uint8_t *nodes = memory.end - room;
    uint8_t expected[32], out[32];
    reference_root(painted, count, depth, base, expected);
    memcpy(nodes, painted, count * 32);
    ssz_merkle_reduce(nodes, count, depth, base, out);
    CHECK_BYTES(out, expected, 32);
    if (count > 0) {
        memcpy(nodes, painted, count * 32);
        ssz_merkle_reduce(nodes, count, depth, base, nodes);
        CHECK_BYTES(nodes, expected, 32);
    }
}

static void test_reduce(void) {
    guarded memory = guarded_new(1024 * 32);
    for (unsigned depth = 0; depth <= 5; depth++) {
        for (size_t count = 0; count <= (size_t)1 << depth; count++) {
            for (unsigned base = 0; base <= 3; base++) {
                check_reduce(memory, count, depth, base);
            }
        }
    }
    for (int round = 0; round < 50; round++) {
        unsigned depth = 6 + (unsigned)random_below(SSZ_HEIGHT_LIMIT - 6 + 1);
        unsigned base = (unsigned)random_below(SSZ_HEIGHT_LIMIT - depth + 1);
        size_t most = depth < 10 ? (size_t)1 << depth : 1024;
        check_reduce(memory, (size_t)random_below(most + 1), depth, base);
    }
    check_reduce(memory, 0, 64, 0);
    check_reduce(memory, 3, 64, 0);
    check_reduce(memory, 1, 0, 64);
    guarded_free(memory);
}

/* ---- streams -------------------------------------------------------------------------------- */

static void check_stream(size_t count, unsigned depth, unsigned base) {
    ssz_merkle_stream *stream = allocate(sizeof *stream);
    uint8_t expected[32], out[32];
    reference_root(painted, count, depth, base, expected);

    ssz_merkle_stream_init(stream, depth, base);
    ssz_merkle_stream_push(stream, painted, count);
    ssz_merkle_stream_finish(stream, out);
    CHECK_BYTES(out, expected, 32);

    /* The same in pieces of any size, 0 included, by either way in. */
    ssz_merkle_stream_init(stream, depth, base);
    for (size_t done = 0; done < count;) {
        size_t room;
        uint8_t *place = ssz_merkle_stream_reserve(stream, &room);
        CHECK(room >= 1);
        size_t part = (size_t)random_below(room + 1);
        part = part < count - done ? part : count - done;
        if (random_below(2) != 0) {
            memcpy(place, painted + done * 32, part * 32);
            ssz_merkle_stream_commit(stream, part);
        } else {
            ssz_merkle_stream_push(stream, painted + done * 32, part);
        }
        done += part;
    }
    ssz_merkle_stream_finish(stream, out);
    CHECK_BYTES(out, expected, 32);
    free(stream);
}

static void test_stream(void) {
    /* Around every count at which nodes move up, and full trees. */
    static const size_t counts[] = {0,    1,     2,     15,    16,    17,   255,  256,
                                    257,  511,   512,   3839,  3840,  3841, 4079, 4080,
                                    4081, 4095,  4096,  4097,  4112,  8191, 8192, 8193,
                                    8448, 12288, 12289, 16384, 20481, 28672};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        unsigned depth = ssz_tree_depth(counts[i]);
        check_stream(counts[i], depth, 7);
        check_stream(counts[i], SSZ_HEIGHT_LIMIT, 0);
    }
    for (int round = 0; round < 5; round++) {
        size_t count = (size_t)random_below(NODE_LIMIT + 1);
        unsigned least = ssz_tree_depth(count);
        unsigned depth = least + (unsigned)random_below(SSZ_HEIGHT_LIMIT - least + 1);
        check_stream(count, depth, (unsigned)random_below(SSZ_HEIGHT_LIMIT - depth + 1));
    }
}

/* Counts that no test can push: 2^52 peaks of 2^12 nodes less one, all of them equal.  Their peaks
 * are put where pushing would have left them. */
static void test_longest_stream(void) {
    ssz_merkle_stream *stream = allocate(sizeof *stream);
    uint8_t node[32], expected[32], out[32];
    ssz_merkle_stream_init(stream, 64, 0);
    memset(stream->low, 0, sizeof stream->low);
    memset(stream->high, 0, sizeof stream->high);
    stream->peak_count = ((uint64_t)1 << 52) - 1;
    stream->high_count = SSZ_STREAM_NODES - 16;
    stream->low_count = SSZ_STREAM_NODES - 1;
    memcpy(node, ssz_zero_hash(12), 32);
    for (unsigned level = 0; level < 52; level++) {
        memcpy(stream->peaks[level], ssz_zero_hash(12 + level), 32);
    }
    /* `high` holds roots of height 4; everything is a zero hash but one chunk near the end. */
    for (size_t i = 0; i < stream->high_count; i++) {
        memcpy(stream->high + 32 * i, ssz_zero_hash(4), 32);
    }
    memset(stream->low + 32 * (SSZ_STREAM_NODES - 2), 0x77, 32);
    ssz_merkle_stream_finish(stream, out);

    /* That chunk is number 2^64 - 2: a left child whose ancestors are all right children. */
    memset(node, 0x77, 32);
    reference_pair(node, ssz_zero_hash(0), expected);
    for (unsigned level = 1; level < 64; level++) {
        reference_pair(ssz_zero_hash(level), expected, expected);
    }
    CHECK_BYTES(out, expected, 32);
    free(stream);
}

/* ---- packed bytes --------------------------------------------------------------------------- */

/* The chunks that the spec packs bits into, in memory of their own. */
static uint8_t *chunks_of_bits(const uint8_t *data, uint64_t bit_count, uint64_t *chunk_count) {
    *chunk_count = bit_count / 256 + (bit_count % 256 != 0);
    uint8_t *chunks = allocate(*chunk_count * 32);
    memset(chunks, 0, *chunk_count * 32);
    memcpy(chunks, data, bit_count / 8);
    for (uint64_t i = bit_count - bit_count % 8; i < bit_count; i++) {
        chunks[i / 8] = (uint8_t)(chunks[i / 8] | (data[i / 8] & 1u << i % 8));
    }
    return chunks;
}

/* Bits, and whole bytes, of the same data, which end where the guard page begins. */
static void check_packed(guarded memory, uint64_t bit_count, unsigned extra_depth) {
    uint64_t size = bit_count / 8 + (bit_count % 8 != 0), chunk_count;
    uint8_t *data = memory.end - size;
    memcpy(data, painted, size);
    uint8_t *chunks = chunks_of_bits(data, bit_count, &chunk_count);
    unsigned depth = ssz_tree_depth(chunk_count) + extra_depth;
    uint8_t expected[32], out[32];

    reference_root(chunks, chunk_count, depth, 0, expected);
    ssz_merkle_bits(data, bit_count, depth, out);
    CHECK_BYTES(out, expected, 32);
    if (bit_count % 8 == 0) {
        memset(out, 0, 32);
        ssz_merkle_bytes(data, size, depth, out);
        CHECK_BYTES(out, expected, 32);
    }

    CHECK_BYTES(data, painted, size);
    free(chunks);
}

static void test_packed(void) {
    guarded memory = guarded_new(NODE_LIMIT * 32);
    for (uint64_t bits = 0; bits <= 3 * 512; bits++) {
        check_packed(memory, bits, (unsigned)(bits % 3));
    }
    for (uint64_t size = 0; size <= 100 * 32; size += 1 + size % 9) {
        check_packed(memory, size * 8, 0);
    }
    /* Around the sizes at which the tail starts anew, the stream moves nodes up, a subtree is full. */
    static const uint64_t chunks[] = {31, 32, 33, 64, 85, 341, 512, 1365, 8192, 8704, 16384, 21845};
    for (size_t i = 0; i < sizeof chunks / sizeof chunks[0]; i++) {
        check_packed(memory, chunks[i] * 256, 0);
        check_packed(memory, chunks[i] * 256 - 1, 1);
        check_packed(memory, chunks[i] * 256 + 1, 40);
    }
    for (int round = 0; round < 5; round++) {
        check_packed(memory, random_below(NODE_LIMIT * 256 + 1), (unsigned)random_below(40));
    }
    guarded_free(memory);
}

/* ---- progressive ---------------------------------------------------------------------------- */

static void test_progressive_join(void) {
    uint8_t expected[32], out[32];
    for (unsigned count = 0; count <= SSZ_PROGRESSIVE_SUBTREES; count++) {
        uint8_t roots[SSZ_PROGRESSIVE_SUBTREES * 32];
        memcpy(roots, painted, sizeof roots);
        memset(expected, 0, 32);
        for (unsigned i = count; i-- > 0;) {
            reference_pair(roots + 32 * i, expected, expected);
        }
        ssz_merkle_progressive_join(roots, count, out);
        CHECK_BYTES(out, expected, 32);
        CHECK_BYTES(roots, painted, sizeof roots);
        ssz_merkle_progressive_join(roots, count, roots);
        CHECK_BYTES(roots, expected, 32);
    }
}

int main(void) {
    paint(painted, sizeof painted);
    test_zero_hashes();
    for (uint32_t i = 0; ssz_kernel_name(i) != NULL; i++) {
        CHECK_EQUAL(ssz_kernel_use(ssz_kernel_name(i)), SSZ_OK);
        test_pairs();
        test_reduce();
        test_stream();
        test_longest_stream();
        test_packed();
        test_progressive_join();
    }
    return 0;
}
