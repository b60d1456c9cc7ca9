/*
 * branches.c - many branches at once: those of a value, and the roots that given ones lead to.
 *
 * Ways that begin with the same turns have the same siblings along these.  So of a branch only what differs
 * from the one before is asked for, and the rest copied; in ascending order no node is asked for twice.
 */
#include <string.h>

#include "alloc.h"
#include "common.h"
#include "error.h"
#include "room.h"
#include "sha256/sha256.h"
#include "ssz.h"

/* ---- generalized indices ----------------------------------------------------------------------------- */

/* A big-endian number of `size` bytes. */
typedef struct number {
    const uint8_t *bytes;
    uint64_t size;
} number;

static bool bit_of(number n, uint64_t i) {
    return n.bytes[n.size - 1 - i / 8] >> i % 8 & 1;
}

/* Levels below the root, that is the bits after the first that is set; 0 also for no index at all. */
static uint64_t depth_of(number n) {
    uint64_t bits = 8 * n.size;
    while (bits > 1 && !bit_of(n, bits - 1)) {
        bits--;
    }
    return bits == 0 ? 0 : bits - 1;
}

/* Turns that two ways have in common, from the root on. */
static uint64_t common_turns(number a, uint64_t a_depth, number b, uint64_t b_depth) {
    uint64_t most = ssz_min_u64(a_depth, b_depth), count = 0;
    while (count < most && bit_of(a, a_depth - 1 - count) == bit_of(b, b_depth - 1 - count)) {
        count++;
    }
    return count;
}

/* Writes the number without its lowest `count` bits. */
static void shift(number n, uint64_t count, uint8_t *out) {
    uint64_t bytes = count / 8, bits = count % 8;
    memset(out, 0, n.size);
    for (uint64_t i = bytes; i < n.size; i++) {
        uint32_t high = i == bytes ? 0u : n.bytes[i - bytes - 1];
        out[i] = (uint8_t)((high << 8 | n.bytes[i - bytes]) >> bits);
    }
}

/* ---- branches of a value ------------------------------------------------------------------------------ */

/* A node that is asked for. */
typedef struct request {
    uint64_t place; /* of it in the output, in nodes */
    uint64_t owner; /* number of the index that it is for */
} request;

typedef struct asking {
    ssz_room indices;
    ssz_room requests;
    uint64_t count;
} asking;

/* Asks for a node above the one with an index, or for its sibling. */
static bool ask(asking *a, number n, uint64_t levels, bool is_sibling, request r) {
    if (!ssz_room_for(&a->indices, n.size) || !ssz_room_for(&a->requests, sizeof r)) {
        return false;
    }
    uint8_t *index = a->indices.data + a->indices.size;
    shift(n, levels, index);
    index[n.size - 1] ^= is_sibling;
    a->indices.size += n.size;
    memcpy(a->requests.data + a->requests.size, &r, sizeof r);
    a->requests.size += sizeof r;
    a->count++;
    return true;
}

/* Asks for the node and for the siblings that the branch before does not have; false if memory ran out. */
static bool ask_for_branch(asking *a, number n, uint64_t new_levels, request r) {
    bool is_done = ask(a, n, 0, false, r);
    for (uint64_t level = 0; level < new_levels && is_done; level++) {
        r.place++;
        is_done = ask(a, n, level, true, r);
    }
    return is_done;
}

static uint8_t *node_at(uint8_t *out, uint64_t place) {
    return out + place * SSZ_CHUNK_SIZE;
}

/* Copies what two branches have in common to the second, once the first is complete. */
static void copy_common(uint8_t *out, uint64_t before, uint64_t before_depth, uint64_t place,
                        uint64_t depth, uint64_t common) {
    memcpy(node_at(out, place + 1 + depth - common),
           node_at(out, before + 1 + before_depth - common), common * SSZ_CHUNK_SIZE);
}

/* Goes through the indices: asks for nodes, or with an output puts together what was found. */
static int32_t each_branch(const uint8_t *gindices, uint64_t size, uint64_t count, asking *a,
                           uint8_t *out, uint64_t *node_count) {
    uint64_t place = 0, before = 0, before_depth = 0;
    for (uint64_t i = 0; i < count; i++) {
        number n = {gindices + i * size, size};
        number last = {n.bytes - (i == 0 ? 0 : size), size};
        uint64_t depth = depth_of(n);
        uint64_t common = i == 0 ? 0 : common_turns(last, before_depth, n, depth);
        bool is_same = i != 0 && memcmp(n.bytes, last.bytes, size) == 0;
        if (out) {
            copy_common(out, before, before_depth, place, depth, common);
            if (is_same) {
                memcpy(node_at(out, place), node_at(out, before), SSZ_CHUNK_SIZE);
            }
        } else if (!is_same && !ask_for_branch(a, n, depth - common, (request){place, i})) {
            return SSZ_NO_MEMORY;
        }
        before = place;
        before_depth = depth;
        place += depth + 1;
    }
    *node_count = place;
    return SSZ_OK;
}

static request request_at(const asking *a, uint64_t i) {
    request r;
    memcpy(&r, a->requests.data + i * sizeof r, sizeof r);
    return r;
}

/* Has the view find the nodes, and puts each to its place. */
static int32_t find_nodes(ssz_view *view, const asking *a, uint64_t size, uint8_t *out,
                          ssz_error *err) {
    uint8_t *nodes = ssz_alloc(a->count * SSZ_CHUNK_SIZE);
    if (!nodes) {
        return ssz_no_memory(err);
    }
    int32_t code = ssz_view_merkle_nodes(view, a->indices.data, size, a->count, nodes, err);
    for (uint64_t i = 0; i < a->count && code == SSZ_OK; i++) {
        memcpy(node_at(out, request_at(a, i).place), nodes + i * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
    }
    ssz_free(nodes);
    if (code != SSZ_OK && code != SSZ_NO_MEMORY && err) {
        err->actual = request_at(a, err->actual).owner;
    }
    return code;
}

int32_t ssz_view_branches(ssz_view *view, const void *gindices, uint64_t gindex_size,
                          uint64_t count, void *out, uint64_t capacity, ssz_error *err) {
    asking a = {0};
    uint64_t node_count = 0;
    int32_t code = each_branch(gindices, gindex_size, count, &a, NULL, &node_count);
    if (code != SSZ_OK) {
        code = ssz_no_memory(err);
    } else if (capacity / SSZ_CHUNK_SIZE < node_count) {
        code = ssz_fail(err, SSZ_BUFFER_TOO_SMALL, 0, node_count * SSZ_CHUNK_SIZE, capacity);
    } else {
        code = find_nodes(view, &a, gindex_size, out, err);
    }
    if (code == SSZ_OK) {
        each_branch(gindices, gindex_size, count, NULL, out, &node_count);
    }
    ssz_room_free(&a.indices);
    ssz_room_free(&a.requests);
    return code;
}

/* ---- roots of branches --------------------------------------------------------------------------------- */

/* Branches that climb side by side: full sets of lanes for every kernel. */
#define LANES 64

typedef struct climb {
    number index;
    uint64_t depth;
    const uint8_t *siblings;
} climb;

/* Hashes one level of all branches that have it; false if none has. */
static bool climb_level(const climb *climbs, size_t count, uint64_t level, uint8_t *nodes) {
    uint8_t blocks[LANES][SSZ_BLOCK_SIZE];
    ssz_sha256_job jobs[LANES];
    size_t job_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (climbs[i].depth <= level) {
            continue;
        }
        uint8_t *node = nodes + i * SSZ_CHUNK_SIZE, *block = blocks[job_count];
        bool is_right = bit_of(climbs[i].index, level);
        memcpy(block + (is_right ? SSZ_CHUNK_SIZE : 0), node, SSZ_CHUNK_SIZE);
        memcpy(block + (is_right ? 0 : SSZ_CHUNK_SIZE), climbs[i].siblings + level * SSZ_CHUNK_SIZE,
               SSZ_CHUNK_SIZE);
        jobs[job_count++] = (ssz_sha256_job){block, node};
    }
    ssz_sha256_do(jobs, job_count);
    return job_count != 0;
}

void ssz_branch_roots(const void *gindices, uint64_t gindex_size, uint64_t count, const void *nodes,
                      void *out) {
    const uint8_t *indices = gindices, *given = nodes;
    for (uint64_t done = 0; done < count; done += LANES) {
        climb climbs[LANES];
        uint8_t *roots = (uint8_t *)out + done * SSZ_CHUNK_SIZE;
        size_t part = (size_t)ssz_min_u64(LANES, count - done);
        for (size_t i = 0; i < part; i++) {
            number index = {indices + (done + i) * gindex_size, gindex_size};
            climbs[i] = (climb){index, depth_of(index), given + SSZ_CHUNK_SIZE};
            memcpy(roots + i * SSZ_CHUNK_SIZE, given, SSZ_CHUNK_SIZE);
            given += (climbs[i].depth + 1) * SSZ_CHUNK_SIZE;
        }
        uint64_t level = 0;
        while (climb_level(climbs, part, level, roots)) {
            level++;
        }
    }
}
