/*
 * root.c - see root.h.
 *
 * The walk over a value fills a batch (hash_batch.h): every small tree of the value becomes one of its
 * trees, and all of them are hashed together.  What is wide enough by itself is hashed at once (runs.c)
 * and appears in the batch as a known node.
 *
 * Sections of ssz/simple-serialize.md: "Merkleization"; EIP-7916, EIP-7495, EIP-8016.
 */
#include "root.h"

#include <string.h>

#include "bytes.h"
#include "error.h"
#include "layout.h"
#include "merkle.h"
#include "stats.h"
#include "walk.h"

/* This many records, and more, are hashed as a matrix; fewer do better among the rest of the batch. */
#define RECORD_COUNT 32

/* Packed values of up to this many chunks are trees of the batch. */
#define PACKED_NODES 4096

ssz_run ssz_walk_run(const ssz_walker *w, const ssz_type *type, const uint8_t *data,
                     uint64_t size) {
    const ssz_type *element = ssz_schema_get(w->schema, type->element);
    return (ssz_run){
        .element = type->element,
        .data = data,
        .size = size,
        .count = ssz_element_count(type, element, data, size),
    };
}

/* ---- trees of the batch ---------------------------------------------------------------------- */

/* Adds the parent of two nodes, which the caller writes; `complete` it when both are. */
static ssz_batch_tree *add_pair(ssz_walker *w, ssz_root_place to) {
    return ssz_hash_batch_add(&w->batch, 2, 1, 0, to);
}

static int32_t plan_nothing(unsigned depth, ssz_root_place to) {
    memcpy(to.out, ssz_zero_hash(depth), SSZ_CHUNK_SIZE);
    ssz_stats_add(SSZ_STAT_ZERO_NODES, 1);
    return SSZ_OK;
}

int32_t ssz_walk_plan_packed(ssz_walker *w, const uint8_t *data, uint64_t size, uint8_t last_mask,
                             unsigned depth, ssz_root_place to) {
    uint64_t count = ssz_ceil_div(size, SSZ_CHUNK_SIZE);
    if (count == 0) {
        return plan_nothing(depth, to);
    }
    if (count > PACKED_NODES && last_mask == 0xff) {
        return ssz_walk_long_bytes(w, data, size, depth, to.out);
    }
    if (depth == 0) {
        ssz_walk_chunk(data, size, to.out);
        to.out[size - 1] &= last_mask;
        return SSZ_OK;
    }
    uint8_t *nodes = to.out;
    ssz_batch_tree *tree = NULL;
    if (depth > 1) {
        tree = ssz_hash_batch_add(&w->batch, ssz_ceil_div(count, 2), depth - 1, 1, to);
        if (!tree) {
            return SSZ_NO_MEMORY;
        }
        nodes = tree->nodes;
    }
    uint64_t whole = (size - (last_mask != 0xff)) / SSZ_BLOCK_SIZE;
    for (uint64_t i = 0; i < whole; i++) {
        ssz_hash_batch_block(&w->batch, data + i * SSZ_BLOCK_SIZE, nodes + i * SSZ_CHUNK_SIZE);
    }
    size_t rest = (size_t)(size - whole * SSZ_BLOCK_SIZE);
    if (rest != 0) {
        uint8_t *last = ssz_scratch_take(&w->scratch, SSZ_BLOCK_SIZE);
        if (!last) {
            return SSZ_NO_MEMORY;
        }
        memset(last, 0, SSZ_BLOCK_SIZE);
        memcpy(last, data + whole * SSZ_BLOCK_SIZE, rest);
        last[rest - 1] &= last_mask;
        ssz_hash_batch_block(&w->batch, last, nodes + whole * SSZ_CHUNK_SIZE);
    }
    if (tree) {
        ssz_hash_batch_complete(&w->batch, tree);
    }
    return SSZ_OK;
}

int32_t ssz_walk_plan_run(ssz_walker *w, const ssz_run *r, uint64_t first, uint64_t count,
                          unsigned depth, ssz_root_place to) {
    const ssz_type *element = ssz_schema_get(w->schema, r->element);
    if (count == 0) {
        return plan_nothing(depth, to);
    }
    if (ssz_type_is_chunk(element) && element->fixed_size == SSZ_CHUNK_SIZE) {
        return ssz_walk_plan_packed(w, r->data + first * SSZ_CHUNK_SIZE, count * SSZ_CHUNK_SIZE,
                                    0xff, depth, to);
    }
    /* A large batch does not take in more sequences: nested ones would all be in memory at once. */
    if (count > SSZ_ELEMENT_BATCH || w->batch.node_count > SSZ_HASH_BATCH_NODES) {
        return ssz_walk_long_run(w, r, first, count, depth, to.out);
    }
    ssz_batch_tree *tree = NULL;
    uint8_t *nodes = to.out;
    if (depth != 0) {
        tree = ssz_hash_batch_add(&w->batch, count, depth, 0, to);
        if (!tree) {
            return SSZ_NO_MEMORY;
        }
        nodes = tree->nodes;
    }
    int32_t code = SSZ_OK;
    if (element->is_fixed && count >= RECORD_COUNT && ssz_walk_record_width(element) != 0) {
        code = ssz_walk_elements(w, r, first, (size_t)count, nodes);
    } else {
        for (uint64_t i = 0; i < count && code == SSZ_OK; i++) {
            ssz_span span = ssz_element_span(element, r->data, r->size, r->count, first + i);
            ssz_root_place part = {nodes + i * SSZ_CHUNK_SIZE, tree ? tree : to.parent};
            code = ssz_walk_plan(w, r->element, r->data + span.offset, span.size, part);
        }
    }
    if (code == SSZ_OK && tree) {
        ssz_hash_batch_complete(&w->batch, tree);
    }
    return code;
}

/* ---- spines of progressive trees (EIP-7916) ------------------------------------------------------ */

/* A spine that is being added from the top: each of its trees has the root of a subtree, and the
 * rest of the spine. */
typedef struct spine {
    ssz_root_place to; /* of the rest */
    ssz_batch_tree
        *link;         /* the last tree added, to be completed when the rest is known to follow */
    unsigned subtrees; /* added so far */
} spine;

/* Adds a link, and gives the place of its subtree's root, whose tree has 2 * subtrees levels. */
static int32_t extend_spine(ssz_walker *w, spine *s, ssz_root_place *subtree) {
    ssz_batch_tree *link = add_pair(w, s->to);
    if (!link) {
        return SSZ_NO_MEMORY;
    }
    if (s->link) {
        ssz_hash_batch_complete(&w->batch, s->link);
    }
    *subtree = (ssz_root_place){link->nodes, link};
    s->to = (ssz_root_place){link->nodes + SSZ_CHUNK_SIZE, link};
    s->link = link;
    s->subtrees++;
    return SSZ_OK;
}

static void end_spine(ssz_walker *w, spine *s) {
    memset(s->to.out, 0, SSZ_CHUNK_SIZE);
    if (s->link) {
        ssz_hash_batch_complete(&w->batch, s->link);
    }
}

/* Leaves that the next subtree has room for. */
static uint64_t subtree_room(const spine *s) {
    return s->subtrees < 32 ? (uint64_t)1 << (2 * s->subtrees) : UINT64_MAX;
}

static int32_t plan_progressive_packed(ssz_walker *w, const uint8_t *data, uint64_t size,
                                       uint8_t last_mask, ssz_root_place to) {
    spine s = {.to = to};
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < size && code == SSZ_OK;) {
        uint64_t room = subtree_room(&s);
        uint64_t rest = size - done;
        bool is_last = room >= ssz_ceil_div(rest, SSZ_CHUNK_SIZE);
        uint64_t part = is_last ? rest : room * SSZ_CHUNK_SIZE;
        unsigned depth = 2 * s.subtrees;
        ssz_root_place subtree;
        code = extend_spine(w, &s, &subtree);
        if (code == SSZ_OK) {
            code = ssz_walk_plan_packed(w, data + done, part, is_last ? last_mask : 0xff, depth,
                                        subtree);
        }
        done += part;
    }
    end_spine(w, &s);
    return code;
}

static int32_t plan_progressive_run(ssz_walker *w, const ssz_run *r, ssz_root_place to) {
    spine s = {.to = to};
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < r->count && code == SSZ_OK;) {
        uint64_t part = ssz_min_u64(subtree_room(&s), r->count - done);
        unsigned depth = 2 * s.subtrees;
        ssz_root_place subtree;
        code = extend_spine(w, &s, &subtree);
        if (code == SSZ_OK) {
            code = ssz_walk_plan_run(w, r, done, part, depth, subtree);
        }
        done += part;
    }
    end_spine(w, &s);
    return code;
}

/* ---- one kind each ------------------------------------------------------------------------------ */

static int32_t plan_bits(ssz_walker *w, const ssz_type *type, const uint8_t *data,
                         uint64_t bit_count, ssz_root_place to) {
    uint8_t mask = (uint8_t)(0xff >> (8 - bit_count % 8) % 8);
    uint64_t size = ssz_ceil_div(bit_count, 8);
    if (type->is_progressive) {
        return plan_progressive_packed(w, data, size, mask, to);
    }
    if (size > (uint64_t)PACKED_NODES * SSZ_CHUNK_SIZE && mask != 0xff) {
        ssz_merkle_bits(data, bit_count, type->chunk_depth, to.out);
        return SSZ_OK;
    }
    return ssz_walk_plan_packed(w, data, size, mask, type->chunk_depth, to);
}

/* mix_in_length and mix_in_selector: the contents' root beside a number. */
static ssz_batch_tree *add_mixin(ssz_walker *w, uint64_t number, ssz_root_place to,
                                 ssz_root_place *contents) {
    ssz_batch_tree *mixin = add_pair(w, to);
    if (mixin) {
        memset(mixin->nodes + SSZ_CHUNK_SIZE, 0, SSZ_CHUNK_SIZE);
        store_u64(mixin->nodes + SSZ_CHUNK_SIZE, number);
        *contents = (ssz_root_place){mixin->nodes, mixin};
    }
    return mixin;
}

static int32_t plan_bitlist(ssz_walker *w, const ssz_type *type, const uint8_t *data, uint64_t size,
                            ssz_root_place to) {
    uint64_t bit_count = ssz_bitlist_count(data, size);
    ssz_root_place contents;
    ssz_batch_tree *mixin = add_mixin(w, bit_count, to, &contents);
    if (!mixin) {
        return SSZ_NO_MEMORY;
    }
    int32_t code = plan_bits(w, type, data, bit_count, contents);
    ssz_hash_batch_complete(&w->batch, mixin);
    return code;
}

static int32_t plan_sequence(ssz_walker *w, const ssz_type *type, const uint8_t *data,
                             uint64_t size, ssz_root_place to) {
    const ssz_type *element = ssz_schema_get(w->schema, type->element);
    ssz_run r = ssz_walk_run(w, type, data, size);
    ssz_batch_tree *mixin = NULL;
    if (type->has_mixin) {
        mixin = add_mixin(w, r.count, to, &to);
        if (!mixin) {
            return SSZ_NO_MEMORY;
        }
    }
    int32_t code;
    if (element->is_basic && type->is_progressive) {
        code = plan_progressive_packed(w, data, size, 0xff, to);
    } else if (element->is_basic) {
        code = ssz_walk_plan_packed(w, data, size, 0xff, type->chunk_depth, to);
    } else if (type->is_progressive) {
        code = plan_progressive_run(w, &r, to);
    } else {
        code = ssz_walk_plan_run(w, &r, 0, r.count, type->chunk_depth, to);
    }
    if (mixin) {
        ssz_hash_batch_complete(&w->batch, mixin);
    }
    return code;
}

static int32_t plan_field(ssz_walker *w, const ssz_type *type, uint32_t i, const uint8_t *data,
                          uint64_t size, ssz_root_place to) {
    const ssz_member *member = &type->members[i];
    const ssz_type *part = ssz_schema_get(w->schema, member->type);
    if (ssz_type_is_chunk(part)) {
        ssz_walk_chunk(data + member->offset, part->fixed_size, to.out);
        return SSZ_OK;
    }
    ssz_span span = ssz_field_span(w->schema, type, data, size, i);
    return ssz_walk_plan(w, member->type, data + span.offset, span.size, to);
}

static int32_t plan_container(ssz_walker *w, const ssz_type *type, const uint8_t *data,
                              uint64_t size, ssz_root_place to) {
    if (type->chunk_depth == 0) {
        return plan_field(w, type, 0, data, size, to);
    }
    ssz_batch_tree *tree =
        ssz_hash_batch_add(&w->batch, type->member_count, type->chunk_depth, 0, to);
    int32_t code = tree ? SSZ_OK : SSZ_NO_MEMORY;
    for (uint32_t i = 0; i < type->member_count && code == SSZ_OK; i++) {
        ssz_root_place part = {tree->nodes + (size_t)i * SSZ_CHUNK_SIZE, tree};
        code = plan_field(w, type, i, data, size, part);
    }
    if (code == SSZ_OK) {
        ssz_hash_batch_complete(&w->batch, tree);
    }
    return code;
}

/* One subtree of a progressive container: positions first .. first + count - 1, of which `*field` is
 * the first field. */
static int32_t plan_positions(ssz_walker *w, const ssz_type *type, const uint8_t *data,
                              uint64_t size, uint64_t first, uint64_t count, uint32_t *field,
                              unsigned depth, ssz_root_place to) {
    uint8_t *nodes = to.out;
    ssz_batch_tree *tree = to.parent;
    if (depth != 0) {
        tree = ssz_hash_batch_add(&w->batch, count, depth, 0, to);
        if (!tree) {
            return SSZ_NO_MEMORY;
        }
        nodes = tree->nodes;
    }
    memset(nodes, 0, (size_t)count * SSZ_CHUNK_SIZE);
    int32_t code = SSZ_OK;
    for (; *field < type->member_count && type->members[*field].key < first + count; ++*field) {
        uint64_t position = type->members[*field].key - first;
        ssz_root_place part = {nodes + position * SSZ_CHUNK_SIZE, tree};
        SSZ_TRY(plan_field(w, type, *field, data, size, part));
    }
    if (depth != 0) {
        ssz_hash_batch_complete(&w->batch, tree);
    }
    return code;
}

/* EIP-7495: fields stand at their positions, gaps are zero chunks, and which positions are taken is
 * mixed in as a bitvector of 256 bits. */
static int32_t plan_progressive_container(ssz_walker *w, const ssz_type *type, const uint8_t *data,
                                          uint64_t size, ssz_root_place to) {
    ssz_batch_tree *mixin = add_pair(w, to);
    if (!mixin) {
        return SSZ_NO_MEMORY;
    }
    memcpy(mixin->nodes + SSZ_CHUNK_SIZE, type->active_fields, SSZ_CHUNK_SIZE);
    spine s = {.to = {mixin->nodes, mixin}};
    uint32_t field = 0;
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < type->leaf_count && code == SSZ_OK;) {
        uint64_t part = ssz_min_u64(subtree_room(&s), type->leaf_count - done);
        unsigned depth = 2 * s.subtrees;
        ssz_root_place subtree;
        code = extend_spine(w, &s, &subtree);
        if (code == SSZ_OK) {
            code = plan_positions(w, type, data, size, done, part, &field, depth, subtree);
        }
        done += part;
    }
    end_spine(w, &s);
    ssz_hash_batch_complete(&w->batch, mixin);
    return code;
}

static int32_t plan_union(ssz_walker *w, const ssz_type *type, const uint8_t *data, uint64_t size,
                          ssz_root_place to) {
    const ssz_member *option = ssz_type_option(type, data[0]);
    ssz_root_place contents;
    ssz_batch_tree *mixin = add_mixin(w, data[0], to, &contents);
    if (!mixin) {
        return SSZ_NO_MEMORY;
    }
    int32_t code = SSZ_OK;
    if (option->type == SSZ_NO_TYPE) {
        memset(contents.out, 0, SSZ_CHUNK_SIZE);
    } else {
        code = ssz_walk_plan(w, option->type, data + 1, size - 1, contents);
    }
    ssz_hash_batch_complete(&w->batch, mixin);
    return code;
}

int32_t ssz_walk_plan(ssz_walker *w, uint32_t type, const uint8_t *data, uint64_t size,
                      ssz_root_place to) {
    const ssz_type *t = ssz_schema_get(w->schema, type);
    switch (t->shape) {
    case SSZ_SHAPE_BASIC:
        ssz_walk_chunk(data, size, to.out);
        return SSZ_OK;
    case SSZ_SHAPE_BITS:
        return t->is_list ? plan_bitlist(w, t, data, size, to)
                          : plan_bits(w, t, data, t->length, to);
    case SSZ_SHAPE_SEQUENCE:
        return plan_sequence(w, t, data, size, to);
    case SSZ_SHAPE_CONTAINER:
        return t->is_progressive ? plan_progressive_container(w, t, data, size, to)
                                 : plan_container(w, t, data, size, to);
    default:
        return plan_union(w, t, data, size, to);
    }
}

int32_t ssz_walk_root(ssz_walker *w, uint32_t type, const uint8_t *data, uint64_t size,
                      uint8_t *out) {
    ssz_hash_batch outer = ssz_walk_begin_batch(w);
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    int32_t code = ssz_walk_plan(w, type, data, size, (ssz_root_place){.out = out});
    if (code == SSZ_OK) {
        ssz_hash_batch_flush(&w->batch);
    }
    ssz_scratch_back(&w->scratch, mark);
    ssz_walk_end_batch(w, outer);
    return code;
}

void ssz_root_of_fields(const ssz_type *type, uint8_t *nodes, uint8_t *out) {
    if (!type->is_progressive) {
        ssz_merkle_reduce(nodes, type->leaf_count, type->chunk_depth, 0, out);
        return;
    }
    uint8_t roots[SSZ_PROGRESSIVE_SUBTREES][SSZ_CHUNK_SIZE];
    unsigned count = 0;
    for (uint64_t done = 0; done < type->leaf_count;
         count++) { /* only the last count may be odd, or is 1 */
        uint64_t part = ssz_min_u64((uint64_t)1 << 2 * count, type->leaf_count - done);
        ssz_merkle_reduce(nodes + done * SSZ_CHUNK_SIZE, (size_t)part, 2 * count, 0, roots[count]);
        done += part;
    }
    ssz_merkle_progressive_join(roots[0], count, out);
    ssz_merkle_pair(out, type->active_fields, out);
}

int32_t ssz_root_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                          uint64_t size, uint8_t *out, ssz_error *err) {
    ssz_walker w;
    ssz_walk_start(&w, schema, false);
    uint8_t root[SSZ_CHUNK_SIZE];
    ssz_stats_add(SSZ_STAT_BYTES, size);
    int32_t code = ssz_walk_root(&w, type, data, size, root);
    ssz_scratch_free(&w.scratch);
    if (code != SSZ_OK) {
        return ssz_fail(err, code, 0, 0, 0);
    }
    memcpy(out, root, SSZ_CHUNK_SIZE);
    return SSZ_OK;
}

int32_t ssz_element_roots_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                                   uint64_t size, uint8_t *out, ssz_error *err) {
    ssz_walker w;
    ssz_walk_start(&w, schema, false);
    ssz_run r = ssz_walk_run(&w, ssz_schema_get(schema, type), data, size);
    ssz_stats_add(SSZ_STAT_BYTES, size);
    int32_t code = ssz_walk_all_elements(&w, &r, out);
    ssz_scratch_free(&w.scratch);
    return code == SSZ_OK ? SSZ_OK : ssz_fail(err, code, 0, 0, 0);
}

int32_t ssz_record_roots_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                                  uint64_t count, uint8_t *out, ssz_error *err) {
    ssz_walker w;
    ssz_walk_start(&w, schema, false);
    uint64_t size = count * ssz_schema_get(schema, type)->fixed_size;
    ssz_run r = {.element = type, .data = data, .size = size, .count = count};
    ssz_stats_add(SSZ_STAT_BYTES, size);
    int32_t code = ssz_walk_all_elements(&w, &r, out);
    ssz_scratch_free(&w.scratch);
    return code == SSZ_OK ? SSZ_OK : ssz_fail(err, code, 0, 0, 0);
}
