/*
 * merkle.c - roots of binary trees, level by level.
 *
 * All of it rests on ssz_merkle_sweep, which makes one level of nodes into the next in one kernel
 * call.  The part of a tree that has data is swept; above its only remaining node, and beside it, stand
 * zero hashes.
 */
#include "merkle.h"

#include <string.h>

#include "bytes.h"
#include "sha256/sha256.h"
#include "stats.h"
#include "zero_hashes.h"

_Static_assert(sizeof zero_hashes == (SSZ_HEIGHT_LIMIT + 1) * SSZ_CHUNK_SIZE,
               "a zero hash for every height");

const uint8_t *ssz_zero_hash(unsigned height) {
    SSZ_ASSERT(height <= SSZ_HEIGHT_LIMIT);
    return zero_hashes[height];
}

/* Whether a tree of the depth has room for that many nodes. */
static bool fits(uint64_t count, unsigned depth) {
    return depth >= 64 || count <= (uint64_t)1 << depth;
}

static void copy_node(uint8_t *to, const uint8_t *from) {
    memmove(to, from, SSZ_CHUNK_SIZE);
}

void ssz_merkle_pair(const uint8_t *left, const uint8_t *right, uint8_t *out) {
    uint8_t block[SSZ_BLOCK_SIZE];
    copy_node(block, left);
    copy_node(block + SSZ_CHUNK_SIZE, right);
    ssz_sha256_hash(out, block, 1);
}

void ssz_mix_in_length(const uint8_t *root, uint64_t length, uint8_t *out) {
    uint8_t chunk[SSZ_CHUNK_SIZE] = {0};
    store_u64(chunk, length);
    ssz_merkle_pair(root, chunk, out);
}

size_t ssz_merkle_sweep(uint8_t *nodes, size_t count, unsigned height) {
    if (count % 2 != 0) {
        copy_node(nodes + count++ * SSZ_CHUNK_SIZE, ssz_zero_hash(height));
        ssz_stats_add(SSZ_STAT_ZERO_NODES, 1);
    }
    ssz_sha256_hash(nodes, nodes, count / 2);
    return count / 2;
}

/* Gives the root of height `to` over one node of height `from` and, to the right of it, nothing. */
static void climb(const uint8_t *node, unsigned from, unsigned to, uint8_t *out) {
    uint8_t block[SSZ_BLOCK_SIZE];
    copy_node(block, node);
    for (unsigned height = from; height < to; height++) {
        ssz_merkle_sweep(block, 1, height);
    }
    copy_node(out, block);
}

void ssz_merkle_reduce(uint8_t *nodes, size_t count, unsigned depth, unsigned base, uint8_t *out) {
    SSZ_ASSERT(depth <= SSZ_HEIGHT_LIMIT && base <= SSZ_HEIGHT_LIMIT - depth);
    SSZ_ASSERT(fits(count, depth));
    if (count == 0) {
        copy_node(out, ssz_zero_hash(base + depth));
        return;
    }
    unsigned height = base;
    for (; count > 1; height++) {
        count = ssz_merkle_sweep(nodes, count, height);
    }
    climb(nodes, height, base + depth, out);
}

/* ---- streams --------------------------------------------------------------------------------- */

/* Levels from `low` to `high`, and from there to the peaks. */
#define LOW_LEVELS 4
#define HIGH_LEVELS 8
#define PEAK_LEVEL (LOW_LEVELS + HIGH_LEVELS)

_Static_assert(SSZ_STREAM_NODES == 1 << HIGH_LEVELS, "a full `high` is one complete subtree");
_Static_assert(SSZ_STREAM_NODES % (1 << LOW_LEVELS) == 0, "`low` makes whole subtrees");
_Static_assert(sizeof((ssz_merkle_stream *)0)->peaks ==
                   (SSZ_HEIGHT_LIMIT - PEAK_LEVEL + 1) * SSZ_CHUNK_SIZE,
               "a peak for every level above");

void ssz_merkle_stream_init(ssz_merkle_stream *stream, unsigned depth, unsigned base) {
    SSZ_ASSERT(depth <= SSZ_HEIGHT_LIMIT && base <= SSZ_HEIGHT_LIMIT - depth);
    stream->depth = depth;
    stream->base = base;
    stream->low_count = 0;
    stream->high_count = 0;
    stream->peak_count = 0;
}

/* Moves the nodes of `low` up to `high`, which has room for them and may be full afterwards. */
static void raise_low(ssz_merkle_stream *stream) {
    size_t count = stream->low_count;
    for (unsigned level = 0; level < LOW_LEVELS; level++) {
        count = ssz_merkle_sweep(stream->low, count, stream->base + level);
    }
    SSZ_ASSERT(stream->high_count + count <= SSZ_STREAM_NODES);
    memcpy(stream->high + stream->high_count * SSZ_CHUNK_SIZE, stream->low, count * SSZ_CHUNK_SIZE);
    stream->high_count += count;
    stream->low_count = 0;
}

/* Makes a full `high` into a peak: adds 1 to a binary counter whose carries are hashes. */
static void raise_high(ssz_merkle_stream *stream) {
    SSZ_ASSERT(stream->high_count == SSZ_STREAM_NODES);
    uint8_t node[SSZ_CHUNK_SIZE];
    ssz_merkle_reduce(stream->high, SSZ_STREAM_NODES, HIGH_LEVELS, stream->base + LOW_LEVELS, node);
    unsigned digit = 0;
    for (; stream->peak_count >> digit & 1; digit++) {
        ssz_merkle_pair(stream->peaks[digit], node, node);
    }
    copy_node(stream->peaks[digit], node);
    stream->peak_count++;
    stream->high_count = 0;
}

uint8_t *ssz_merkle_stream_reserve(ssz_merkle_stream *stream, size_t *room) {
    *room = SSZ_STREAM_NODES - stream->low_count;
    return stream->low + stream->low_count * SSZ_CHUNK_SIZE;
}

void ssz_merkle_stream_commit(ssz_merkle_stream *stream, size_t count) {
    SSZ_ASSERT(count <= SSZ_STREAM_NODES - stream->low_count);
    stream->low_count += count;
    if (stream->low_count == SSZ_STREAM_NODES) {
        raise_low(stream);
    }
    if (stream->high_count == SSZ_STREAM_NODES) {
        raise_high(stream);
    }
}

void ssz_merkle_stream_push(ssz_merkle_stream *stream, const uint8_t *nodes, size_t count) {
    while (count > 0) {
        size_t room;
        uint8_t *place = ssz_merkle_stream_reserve(stream, &room);
        size_t taken = count < room ? count : room;
        memcpy(place, nodes, taken * SSZ_CHUNK_SIZE);
        ssz_merkle_stream_commit(stream, taken);
        nodes += taken * SSZ_CHUNK_SIZE;
        count -= taken;
    }
}

/* The root over all peaks and what comes after them, which is in `high`. */
static void join_peaks(ssz_merkle_stream *stream, uint8_t *out) {
    SSZ_ASSERT(stream->peak_count > 0 && stream->depth >= PEAK_LEVEL);
    SSZ_ASSERT(fits(stream->peak_count, stream->depth - PEAK_LEVEL));
    unsigned base = stream->base + PEAK_LEVEL;
    unsigned top = stream->depth - PEAK_LEVEL;
    bool is_empty = stream->high_count == 0;
    uint8_t node[SSZ_CHUNK_SIZE]; /* the rightmost subtree; not kept while it is empty */
    if (!is_empty) {
        ssz_merkle_reduce(stream->high, stream->high_count, HIGH_LEVELS, base - HIGH_LEVELS, node);
    }
    for (unsigned level = 0; level < top; level++) {
        const uint8_t *zero = ssz_zero_hash(base + level);
        if (stream->peak_count >> level & 1) {
            ssz_merkle_pair(stream->peaks[level], is_empty ? zero : node, node);
            is_empty = false;
        } else if (!is_empty) {
            ssz_merkle_pair(node, zero, node);
        }
    }
    /* Empty to the end: the tree is full, and its root the one peak. */
    copy_node(out, is_empty ? stream->peaks[top] : node);
}

void ssz_merkle_stream_finish(ssz_merkle_stream *stream, uint8_t *out) {
    if (stream->high_count == 0 && stream->peak_count == 0) {
        ssz_merkle_reduce(stream->low, stream->low_count, stream->depth, stream->base, out);
        return;
    }
    if (stream->low_count > 0) {
        raise_low(stream);
    }
    if (stream->peak_count == 0) {
        ssz_merkle_reduce(stream->high, stream->high_count, stream->depth - LOW_LEVELS,
                          stream->base + LOW_LEVELS, out);
    } else {
        join_peaks(stream, out);
    }
}

/* ---- packed bytes ---------------------------------------------------------------------------- */

/* Bytes to be read as chunks.  Bits of the last byte that are not in the mask count as zeros. */
typedef struct packed {
    const uint8_t *data;
    uint64_t size;
    uint8_t last_mask;
} packed;

static packed packed_bytes(const uint8_t *data, uint64_t size) {
    return (packed){data, size, 0xff};
}

static packed packed_bits(const uint8_t *data, uint64_t bit_count) {
    unsigned unused_bits = (8 - bit_count % 8) % 8;
    return (packed){data, ssz_ceil_div(bit_count, 8), (uint8_t)(0xff >> unused_bits)};
}

/* Copies the bytes, at least one, and fills up with zeros to a multiple of `unit`.  The kernel reads
 * them at once and in wide words, which waits for narrow or masked writes to get to the cache: hence
 * zeros of a constant size that are written first, and no write of the last byte without need. */
static inline void copy_filled(uint8_t *to, packed from, size_t unit) {
    size_t last = (size_t)from.size - 1;
    memset(to + last / unit * unit, 0, unit);
    memcpy(to, from.data, last + 1);
    if (from.last_mask != 0xff) {
        to[last] &= from.last_mask;
    }
}

/* Takes in the digests of blocks, straight from where they lie. */
static void push_blocks(ssz_merkle_stream *stream, const uint8_t *blocks, uint64_t block_count) {
    while (block_count > 0) {
        size_t room;
        uint8_t *nodes = ssz_merkle_stream_reserve(stream, &room);
        size_t taken = (size_t)ssz_min_u64(block_count, room);
        ssz_sha256_hash(nodes, blocks, taken);
        ssz_merkle_stream_commit(stream, taken);
        blocks += taken * SSZ_BLOCK_SIZE;
        block_count -= taken;
    }
}

/* Up to this many blocks are copied if the last one is incomplete, to share its kernel call. */
#define TAIL_BLOCKS 16

static void packed_root(packed bytes, unsigned depth, uint8_t *out) {
    SSZ_ASSERT(depth <= SSZ_HEIGHT_LIMIT);
    SSZ_ASSERT(fits(ssz_ceil_div(bytes.size, SSZ_CHUNK_SIZE), depth));
    if (bytes.size == 0) {
        copy_node(out, ssz_zero_hash(depth));
        return;
    }
    if (depth == 0) {
        copy_filled(out, bytes, SSZ_CHUNK_SIZE);
        return;
    }
    ssz_merkle_stream stream;
    ssz_merkle_stream_init(&stream, depth - 1, 1);
    if (bytes.size % SSZ_BLOCK_SIZE == 0 && bytes.last_mask == 0xff) {
        push_blocks(&stream, bytes.data, bytes.size / SSZ_BLOCK_SIZE);
    } else {
        uint64_t last_block = (bytes.size - 1) / SSZ_BLOCK_SIZE;
        uint64_t direct = last_block - last_block % TAIL_BLOCKS;
        uint8_t tail[TAIL_BLOCKS * SSZ_BLOCK_SIZE];
        push_blocks(&stream, bytes.data, direct);
        bytes.data += direct * SSZ_BLOCK_SIZE;
        bytes.size -= direct * SSZ_BLOCK_SIZE;
        copy_filled(tail, bytes, SSZ_BLOCK_SIZE);
        push_blocks(&stream, tail, last_block - direct + 1);
    }
    ssz_merkle_stream_finish(&stream, out);
}

void ssz_merkle_bytes(const uint8_t *data, uint64_t size, unsigned depth, uint8_t *out) {
    packed_root(packed_bytes(data, size), depth, out);
}

void ssz_merkle_bits(const uint8_t *data, uint64_t bit_count, unsigned depth, uint8_t *out) {
    packed_root(packed_bits(data, bit_count), depth, out);
}

/* ---- progressive trees ----------------------------------------------------------------------- */

void ssz_merkle_progressive_join(const uint8_t *roots, unsigned count, uint8_t *out) {
    SSZ_ASSERT(count <= SSZ_PROGRESSIVE_SUBTREES);
    uint8_t spine[SSZ_CHUNK_SIZE] = {0};
    while (count-- > 0) {
        ssz_merkle_pair(roots + count * SSZ_CHUNK_SIZE, spine, spine);
    }
    copy_node(out, spine);
}
