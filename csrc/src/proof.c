/*
 * proof.c - see proof.h.
 *
 * The binary digits of a generalized index are turns on the way down from the root.  The tree of a
 * value is made of few pieces: a mix-in beside the contents, or not; over the contents a tree of known
 * depth, or a spine of such trees; at their leaves chunks of bytes, or the trees of parts.  A search
 * follows the turns through these pieces, a step for each, and finds what is below the node.  When
 * all indices have been found their nodes are hashed like the parts of one value, in a batch.
 *
 * A search takes no more steps than types nest, whatever the index: deeper there are only chunks.
 *
 * ssz/merkle-proofs.md; ssz/simple-serialize.md, "Merkleization"; EIP-7916, EIP-7495.
 */
#include "proof.h"

#include <string.h>

#include "bytes.h"
#include "error.h"
#include "layout.h"
#include "merkle.h"
#include "stats.h"
#include "walk.h"

/* Nodes whose trees are in one batch; the memory for a batch does not grow with the proof. */
#define BATCH_NODES 256

/* A value within the value. */
typedef struct part {
    uint32_t type;
    const uint8_t *data;
    uint64_t size;
} part;

/* ---- the contents of a value --------------------------------------------------------------------- */

/* What the leaves of a value's tree are, mix-ins aside. */
typedef struct contents {
    const ssz_type *type;
    const uint8_t *data;
    uint64_t size;       /* of a bitfield: without bytes that have no bits but the delimiter */
    uint64_t length;     /* elements or bits of a list or bitfield */
    uint64_t leaf_count; /* leaves that are there; zero chunks fill up the tree */
    bool is_packed;      /* leaves are chunks of the bytes, and not roots of parts */
    uint8_t last_mask;   /* the bits of the last byte that count */
} contents;

static void pack_bytes(contents *c) {
    c->is_packed = true;
    c->last_mask = 0xff;
    c->leaf_count = ssz_ceil_div(c->size, SSZ_CHUNK_SIZE);
}

static void pack_bits(contents *c, uint64_t bit_count) {
    c->length = bit_count;
    c->size = ssz_ceil_div(bit_count, 8);
    pack_bytes(c);
    c->last_mask = (uint8_t)(0xff >> (8 - bit_count % 8) % 8);
}

static contents contents_of(const ssz_schema *schema, part value) {
    const ssz_type *t = ssz_schema_get(schema, value.type);
    contents c = {.type = t, .data = value.data, .size = value.size};
    switch (t->shape) {
    case SSZ_SHAPE_BASIC:
        pack_bytes(&c);
        break;
    case SSZ_SHAPE_BITS:
        pack_bits(&c, ssz_bit_count(t, value.data, value.size));
        break;
    case SSZ_SHAPE_SEQUENCE: {
        const ssz_type *element = ssz_schema_get(schema, t->element);
        c.length = c.leaf_count = ssz_element_count(t, element, value.data, value.size);
        if (element->is_basic) {
            pack_bytes(&c);
        }
        break;
    }
    case SSZ_SHAPE_CONTAINER:
        c.leaf_count = t->leaf_count;
        break;
    default:
        c.leaf_count = 1;
    }
    return c;
}

/* The word that stands beside the contents. */
static void mixin_of(const contents *c, uint8_t *out) {
    if (c->type->shape == SSZ_SHAPE_CONTAINER) {
        memcpy(out, c->type->active_fields, SSZ_CHUNK_SIZE);
        return;
    }
    memset(out, 0, SSZ_CHUNK_SIZE);
    store_u64(out, c->type->shape == SSZ_SHAPE_UNION ? c->data[0] : c->length);
}

static part part_in(const contents *c, uint32_t type, ssz_span span) {
    return (part){.type = type, .data = c->data + span.offset, .size = span.size};
}

/* Finds the field of a container whose root is a leaf; false if it is the zero chunk of a gap. */
static bool field_at(const ssz_schema *schema, const contents *c, uint64_t leaf, part *out,
                     uint64_t *key) {
    const ssz_type *t = c->type;
    uint64_t number = leaf;
    if (t->is_progressive) {
        number = 0;
        while (t->members[number].key < leaf) {
            number++;
        }
        if (t->members[number].key != leaf) {
            return false;
        }
    }
    *key = number;
    *out = part_in(c, t->members[number].type, ssz_field_span(schema, t, c->data, c->size, number));
    return true;
}

/* Finds the part whose root is a leaf, and its key; false if the leaf is a zero chunk. */
static bool part_at(const ssz_schema *schema, const contents *c, uint64_t leaf, part *out,
                    uint64_t *key) {
    if (leaf >= c->leaf_count) {
        return false;
    }
    const ssz_type *t = c->type;
    switch (t->shape) {
    case SSZ_SHAPE_CONTAINER:
        return field_at(schema, c, leaf, out, key);
    case SSZ_SHAPE_UNION:
        *key = c->data[0];
        *out = part_in(c, ssz_type_option(t, *key)->type,
                       (ssz_span){.offset = 1, .size = c->size - 1});
        return out->type != SSZ_NO_TYPE;
    default:
        *key = leaf;
        *out = part_in(c, t->element,
                       ssz_element_span(ssz_schema_get(schema, t->element), c->data, c->size,
                                        c->length, leaf));
        return true;
    }
}

/* ---- searching ----------------------------------------------------------------------------------- */

/* What an index names within a value: its root, the word mixed in, the root of some leaves, or a node
 * of the spine, with all leaves from some subtree on below it. */
typedef enum target_kind { TARGET_ROOT, TARGET_MIXIN, TARGET_LEAVES, TARGET_SPINE } target_kind;

typedef struct target {
    target_kind kind;
    part value;
    uint64_t first; /* leaf */
    unsigned depth; /* levels of the tree over the leaves; on a spine, over its first subtree */
    unsigned count; /* subtrees of the spine ... */
    uint8_t *roots; /* ... and their roots */
    uint8_t *out;   /* where the node goes */
} target;

typedef struct search {
    const ssz_schema *schema;
    const uint8_t *gindex;
    uint64_t gindex_size;
    uint64_t turns; /* not taken yet: as many of the lowest bits */
    uint64_t steps; /* into parts; the keys of the last ones are kept, for an error to tell */
    uint64_t keys[SSZ_ERROR_PATH_LIMIT];
} search;

/* Whether the next turn is to the right. */
static bool turn(search *s) {
    s->turns--;
    return s->gindex[s->gindex_size - 1 - s->turns / 8] >> (s->turns % 8) & 1;
}

/* The next turns, at most 64 of them, as the number of the node that they lead to. */
static uint64_t turn_many(search *s, unsigned count) {
    uint64_t number = 0;
    while (count-- > 0) {
        number = number << 1 | turn(s);
    }
    return number;
}

/* Goes down a spine: to a node of it, or off to the left into one of its subtrees. */
static int32_t follow_spine(search *s, const contents *c, target *to) {
    to->kind = TARGET_SPINE;
    while (s->turns != 0 && to->kind == TARGET_SPINE) {
        if (to->first >= c->leaf_count) {
            return SSZ_PATH_PAST_SPINE;
        }
        if (!turn(s)) {
            to->kind = TARGET_LEAVES;
        } else {
            to->first += (uint64_t)1 << to->depth; /* leaf_count is far below 2^62 */
            to->depth += 2;
        }
    }
    return SSZ_OK;
}

/* Goes down the tree over the leaves, as far as there are turns; the rest of them is left. */
static void follow_tree(search *s, target *to) {
    unsigned levels = (unsigned)ssz_min_u64(to->depth, s->turns);
    uint64_t position = turn_many(s, levels);
    to->depth -= levels;
    to->first += levels == 0 ? 0 : position << to->depth;
}

static int32_t follow(search *s, target *to) {
    for (;;) {
        if (s->turns == 0) {
            to->kind = TARGET_ROOT;
            return SSZ_OK;
        }
        contents c = contents_of(s->schema, to->value);
        if (c.type->has_mixin && turn(s)) {
            to->kind = TARGET_MIXIN;
            return s->turns == 0 ? SSZ_OK : SSZ_PATH_INTO_MIXIN;
        }
        to->kind = TARGET_LEAVES;
        to->first = 0;
        to->depth = c.type->chunk_depth;
        if (c.type->is_progressive) {
            int32_t code = follow_spine(s, &c, to);
            if (code != SSZ_OK || to->kind == TARGET_SPINE) {
                return code;
            }
        }
        follow_tree(s, to);
        if (s->turns == 0) {
            return SSZ_OK;
        }
        if (c.is_packed) {
            return SSZ_PATH_INTO_PACKED;
        }
        uint64_t key;
        if (!part_at(s->schema, &c, to->first, &to->value, &key)) {
            return SSZ_PATH_INTO_GAP;
        }
        s->keys[s->steps++ % SSZ_ERROR_PATH_LIMIT] = key;
    }
}

/* Puts the turns of an index into the search; false if it is 0. */
static bool start(search *s, const uint8_t *gindex, uint64_t size) {
    while (size > 0 && *gindex == 0) {
        gindex++;
        size--;
    }
    if (size == 0) {
        return false;
    }
    s->gindex = gindex;
    s->gindex_size = size;
    s->turns = 8 * (size - 1);
    for (uint8_t top = *gindex; top > 1; top >>= 1) {
        s->turns++;
    }
    return true;
}

/* Finds what the i-th index names in the value. */
static int32_t find(const ssz_schema *schema, part value, const uint8_t *gindex,
                    uint64_t gindex_size, uint64_t i, target *out, ssz_error *err) {
    search s = {.schema = schema};
    *out = (target){.value = value};
    int32_t code =
        start(&s, gindex + i * gindex_size, gindex_size) ? follow(&s, out) : SSZ_NOT_A_GINDEX;
    if (code != SSZ_OK) {
        ssz_fail(err, code, 0, 0, i);
        for (uint64_t step = s.steps; step-- > 0 && s.steps - step <= SSZ_ERROR_PATH_LIMIT;) {
            ssz_error_step(err, s.keys[step % SSZ_ERROR_PATH_LIMIT]);
        }
    }
    return code;
}

/* ---- hashing ------------------------------------------------------------------------------------- */

/* Leaves first .. first + count - 1, which are roots of parts or zero chunks. */
static int32_t plan_parts(ssz_walker *w, const contents *c, uint64_t first, uint64_t count,
                          unsigned depth, uint8_t *out) {
    uint8_t *nodes = out;
    ssz_batch_tree *tree = NULL;
    if (depth != 0) {
        tree = ssz_hash_batch_add(&w->batch, count, depth, 0, (ssz_root_place){.out = out});
        if (!tree) {
            return SSZ_NO_MEMORY;
        }
        nodes = tree->nodes;
    }
    int32_t code = SSZ_OK;
    for (uint64_t i = 0; i < count && code == SSZ_OK; i++) {
        uint8_t *node = nodes + i * SSZ_CHUNK_SIZE;
        part p;
        uint64_t key;
        if (part_at(w->schema, c, first + i, &p, &key)) {
            ssz_root_place to = {.out = node, .parent = tree};
            code = ssz_walk_plan(w, p.type, p.data, p.size, to);
        } else {
            memset(node, 0, SSZ_CHUNK_SIZE);
        }
    }
    if (code == SSZ_OK && tree) {
        ssz_hash_batch_complete(&w->batch, tree);
    }
    return code;
}

/* The tree of `depth` over the leaves from `first` on. */
static int32_t plan_subtree(ssz_walker *w, const contents *c, uint64_t first, unsigned depth,
                            uint8_t *out) {
    if (first >= c->leaf_count) {
        memcpy(out, ssz_zero_hash(depth), SSZ_CHUNK_SIZE);
        ssz_stats_add(SSZ_STAT_ZERO_NODES, 1);
        return SSZ_OK;
    }
    uint64_t room = depth < 64 ? (uint64_t)1 << depth : UINT64_MAX;
    uint64_t count = ssz_min_u64(room, c->leaf_count - first);
    ssz_root_place to = {.out = out};
    if (c->is_packed) {
        uint64_t offset = first * SSZ_CHUNK_SIZE;
        uint64_t size = ssz_min_u64(count * SSZ_CHUNK_SIZE, c->size - offset);
        uint8_t mask = offset + size == c->size ? c->last_mask : 0xff;
        return ssz_walk_plan_packed(w, c->data + offset, size, mask, depth, to);
    }
    if (c->type->shape == SSZ_SHAPE_SEQUENCE) {
        ssz_run r = ssz_walk_run(w, c->type, c->data, c->size);
        return ssz_walk_plan_run(w, &r, first, count, depth, to);
    }
    return plan_parts(w, c, first, count, depth, out);
}

/* The subtrees on the rest of a spine, which are joined when the batch is flushed. */
static int32_t plan_spine(ssz_walker *w, const contents *c, target *t) {
    t->roots = ssz_scratch_take(&w->scratch, SSZ_PROGRESSIVE_SUBTREES * SSZ_CHUNK_SIZE);
    int32_t code = t->roots ? SSZ_OK : SSZ_NO_MEMORY;
    unsigned depth = t->depth;
    for (uint64_t first = t->first; first < c->leaf_count && code == SSZ_OK; depth += 2) {
        code = plan_subtree(w, c, first, depth, t->roots + t->count * SSZ_CHUNK_SIZE);
        first += (uint64_t)1 << depth;
        t->count++;
    }
    return code;
}

static int32_t plan_target(ssz_walker *w, target *t) {
    if (t->kind == TARGET_ROOT) {
        part v = t->value;
        return ssz_walk_plan(w, v.type, v.data, v.size, (ssz_root_place){.out = t->out});
    }
    contents c = contents_of(w->schema, t->value);
    switch (t->kind) {
    case TARGET_MIXIN:
        mixin_of(&c, t->out);
        return SSZ_OK;
    case TARGET_LEAVES:
        return plan_subtree(w, &c, t->first, t->depth, t->out);
    default:
        return plan_spine(w, &c, t);
    }
}

/* Hashes the nodes of some targets in one batch. */
static int32_t hash_targets(ssz_walker *w, target *targets, uint64_t count) {
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    int32_t code = SSZ_OK;
    for (uint64_t i = 0; i < count && code == SSZ_OK; i++) {
        code = plan_target(w, &targets[i]);
    }
    if (code == SSZ_OK) {
        ssz_hash_batch_flush(&w->batch);
        for (uint64_t i = 0; i < count; i++) {
            if (targets[i].kind == TARGET_SPINE) {
                ssz_merkle_progressive_join(targets[i].roots, targets[i].count, targets[i].out);
            }
        }
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

int32_t ssz_merkle_nodes_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                                  uint64_t size, const uint8_t *gindices, uint64_t gindex_size,
                                  uint64_t count, uint8_t *out, ssz_error *err) {
    ssz_walker w;
    ssz_walk_start(&w, schema, false);
    part value = {.type = type, .data = data, .size = size};
    uint64_t each = sizeof(target) + SSZ_CHUNK_SIZE;
    uint64_t room;
    target *targets =
        ssz_mul_overflows(count, each, &room) ? NULL : ssz_scratch_take(&w.scratch, room);
    if (!targets) {
        return ssz_no_memory(err);
    }
    uint8_t *nodes = (uint8_t *)(targets + count);
    int32_t code = SSZ_OK;
    for (uint64_t i = 0; i < count && code == SSZ_OK; i++) {
        code = find(schema, value, gindices, gindex_size, i, &targets[i], err);
        targets[i].out = nodes + i * SSZ_CHUNK_SIZE;
    }
    if (code == SSZ_OK) {
        for (uint64_t i = 0; i < count && code == SSZ_OK; i += BATCH_NODES) {
            code = hash_targets(&w, targets + i, ssz_min_u64(BATCH_NODES, count - i));
        }
        if (code == SSZ_OK) {
            memcpy(out, nodes, (size_t)count * SSZ_CHUNK_SIZE);
        } else {
            ssz_fail(err, code, 0, 0, 0);
        }
    }
    ssz_scratch_free(&w.scratch);
    return code;
}
