/*
 * merkle.h - Merkleization: roots of trees whose leaves are given as chunks or as packed bytes.
 *
 * Knows no types: the caller has turned a value into chunks, and says how deep the tree is.
 * Allocates nothing and cannot fail; all functions may run in any number of threads.
 *
 * Words.  A node is 32 bytes.  The height of a node is the number of levels below it, 0 for a chunk
 * of data.  A tree of depth d over nodes of height b has 2^d of them and a root of height b + d;
 * the nodes that are not given are roots of all-zero trees of height b.  Nothing is ever hashed for
 * a subtree that has no data.  Heights go up to SSZ_HEIGHT_LIMIT.
 *
 * Sections of ssz/simple-serialize.md: "Merkleization"; progressive trees are EIP-7916.
 */
#ifndef SSZ_MERKLE_H
#define SSZ_MERKLE_H

#include <stddef.h>
#include <stdint.h>

#include "common.h"

#define SSZ_HEIGHT_LIMIT 64

/* The root of a tree of zero chunks: 32 bytes that live for ever.  height <= SSZ_HEIGHT_LIMIT. */
const uint8_t *ssz_zero_hash(unsigned height);

/* The parent of two nodes.  `out` may be one of them. */
void ssz_merkle_pair(const uint8_t *left, const uint8_t *right, uint8_t *out);

/* mix_in_length and mix_in_selector of the spec: the parent of a root and a number as a chunk.
 * `out` may be `root`. */
void ssz_mix_in_length(const uint8_t *root, uint64_t length, uint8_t *out);

/* Replaces `count` nodes of the height by their parents, and gives the number of those.  An odd count is
 * made even by a zero hash, for which there must be room. */
size_t ssz_merkle_sweep(uint8_t *nodes, size_t count, unsigned height);

/* The root of a tree of `depth` over `count` nodes of height `base`.
 *
 * The nodes are used up: `nodes` is overwritten, and must have room for one node more if the count
 * is odd.  count <= 2^depth and base + depth <= SSZ_HEIGHT_LIMIT; a count of 0 is allowed, and so
 * is out == nodes. */
void ssz_merkle_reduce(uint8_t *nodes, size_t count, unsigned depth, unsigned base, uint8_t *out);

/* The root of a tree of `depth` over the chunks of `size` bytes, the last one filled up with zeros.
 * The bytes are read where they are.  They must fit 2^depth chunks; depth <= SSZ_HEIGHT_LIMIT. */
void ssz_merkle_bytes(const uint8_t *data, uint64_t size, unsigned depth, uint8_t *out);

/* The same for the first `bit_count` bits of `data`, counted from the lowest of each byte; bits of
 * the last byte past them (such as the delimiter of a bitlist) count as zeros. */
void ssz_merkle_bits(const uint8_t *data, uint64_t bit_count, unsigned depth, uint8_t *out);

/* ---- trees over a sequence of nodes that is never in memory as a whole ----------------------- */

/* Nodes that a stream takes in before it hashes. */
#define SSZ_STREAM_NODES 256

/* A tree of `depth` over nodes of height `base` that come one after the other.
 *
 * The idea: hash across, not down.  Nodes gather in `low`.  When it is full, four sweeps make its
 * 256 nodes into 16, which gather in `high`; when that is full, eight sweeps make one node of it,
 * the root of 2^12 nodes, and those are paired up like the carries of a binary counter: `peaks[i]`
 * is the complete subtree for bit i of `peak_count`, if that is 1.  So nearly every hash is done in
 * a call of 16 blocks or more, and the memory needed is this struct whatever the count.
 *
 * About 18 KB: fine on the stack of a function that calls nothing of the kind, otherwise on the
 * heap.  Fields are private.  Nothing needs to be released. */
typedef struct ssz_merkle_stream {
    unsigned depth;
    unsigned base;
    size_t low_count;
    size_t high_count;
    uint64_t peak_count;
    uint8_t peaks[SSZ_HEIGHT_LIMIT - 12 + 1][SSZ_CHUNK_SIZE];
    uint8_t low[SSZ_STREAM_NODES * SSZ_CHUNK_SIZE];
    uint8_t high[SSZ_STREAM_NODES * SSZ_CHUNK_SIZE];
} ssz_merkle_stream;

/* Starts an empty tree.  base + depth <= SSZ_HEIGHT_LIMIT. */
void ssz_merkle_stream_init(ssz_merkle_stream *stream, unsigned depth, unsigned base);

/* Gives the place where the next nodes go, and in *room how many fit there: at least 1. */
uint8_t *ssz_merkle_stream_reserve(ssz_merkle_stream *stream, size_t *room);

/* Takes in the first `count` nodes that were written to the reserved place; count <= room. */
void ssz_merkle_stream_commit(ssz_merkle_stream *stream, size_t count);

/* Takes in a copy of `count` nodes. */
void ssz_merkle_stream_push(ssz_merkle_stream *stream, const uint8_t *nodes, size_t count);

/* The root over the nodes taken in, of which there may be at most 2^depth and at most 2^64 - 1.
 * The stream is used up: only init may follow. */
void ssz_merkle_stream_finish(ssz_merkle_stream *stream, uint8_t *out);

/* ---- progressive trees (EIP-7916) ------------------------------------------------------------ */

/* A progressive tree is a spine: each of its nodes has a subtree to the left and the rest of the
 * spine to the right.  The i-th subtree has depth 2 * i, so room for 4^i nodes; the spine ends in a
 * zero chunk after the last subtree that has data.  So many subtrees take 2^64 - 1 nodes. */
#define SSZ_PROGRESSIVE_SUBTREES 33

/* The root of a spine over the roots of its first `count` subtrees, in order; it may be 0.
 * count <= SSZ_PROGRESSIVE_SUBTREES.  `out` may be within `roots`. */
void ssz_merkle_progressive_join(const uint8_t *roots, unsigned count, uint8_t *out);

#endif
