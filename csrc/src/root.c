/*
 * root.c - see root.h.
 *
 * The walk turns a value into nodes and leaves the trees over them to merkle.h.  Two ideas keep the
 * kernels busy.  Packed values are hashed straight from their bytes.  Records, that is values of
 * one small fixed-size type that stand in a row such as the validators of a state, are hashed across:
 * a batch of them becomes a matrix with one row a record, and each sweep hashes one level of all
 * rows at once.
 *
 * Sections of ssz/simple-serialize.md: "Merkleization"; EIP-7916, EIP-7495, EIP-8016.
 */
#include "root.h"

#include <string.h>

#include "common.h"
#include "error.h"
#include "layout.h"
#include "merkle.h"
#include "scratch.h"
#include "sha256/sha256.h"

/* Nodes in the matrix of a batch of records: 16 KB, half of a small first-level cache. */
#define BATCH_NODES 512

/* Records with more parts than this are walked one at a time; their own parts fill the kernels. */
#define RECORD_WIDTH 32

/* Sequences of up to this many nodes are reduced in one piece, longer ones go through a stream. */
#define PIECE_NODES 256

/* Subtrees that the at most 256 positions of a progressive container take: 1 + 4 + 16 + 64 + 256. */
#define CONTAINER_SUBTREES 5

typedef struct walker {
    const ssz_schema *schema;
    ssz_scratch scratch;
} walker;

/* A run of values of one type inside a sequence. */
typedef struct run {
    uint32_t element;
    const uint8_t *data; /* the whole sequence */
    uint64_t size;
    uint64_t count; /* elements of the whole sequence */
} run;

static int32_t root_of(walker *w, uint32_t type, const uint8_t *data, uint64_t size, uint8_t *out);

/* ---- leaves --------------------------------------------------------------------------------- */

static void chunk_of(const uint8_t *data, uint64_t size, uint8_t *out) {
    memset(out, 0, SSZ_CHUNK_SIZE);
    memcpy(out, data, (size_t)size);
}

static bool is_packed(const walker *w, const ssz_type *type) {
    return type->kind == SSZ_KIND_BITVECTOR ||
           (type->kind == SSZ_KIND_VECTOR && ssz_schema_get(w->schema, type->element)->is_basic);
}

/* ---- records: many values of one small fixed-size type at once ------------------------------- */

/* Parts of a record, or 0 if the type is not one to hash in batches. */
static uint64_t record_width(const walker *w, const ssz_type *type) {
    uint64_t width = 0;
    if (type->is_basic) {
        width = 1;
    } else if (is_packed(w, type)) {
        width = ssz_ceil_div(type->fixed_size, SSZ_CHUNK_SIZE);
    } else if (type->kind == SSZ_KIND_CONTAINER) {
        width = type->member_count;
    } else if (type->kind == SSZ_KIND_VECTOR) {
        width = type->length;
    }
    return width <= RECORD_WIDTH ? width : 0;
}

/* Hashes a matrix of `rows` rows of `width` nodes level by level, and puts the root of row i, whose
 * tree has `depth` levels, at out + i * out_stride.  `nodes` has room for one more column. */
static void reduce_rows(uint8_t *nodes, size_t rows, size_t width, unsigned depth, uint8_t *out,
                        size_t out_stride) {
    ssz_sha256_fn *hash = ssz_sha256_current();
    for (unsigned level = 0; level < depth; level++) {
        if (width % 2 != 0) {
            for (size_t row = rows; row-- > 0;) {
                uint8_t *moved = nodes + row * (width + 1) * SSZ_CHUNK_SIZE;
                memmove(moved, nodes + row * width * SSZ_CHUNK_SIZE, width * SSZ_CHUNK_SIZE);
                memcpy(moved + width * SSZ_CHUNK_SIZE, ssz_zero_hash(level), SSZ_CHUNK_SIZE);
            }
            width++;
        }
        hash(nodes, nodes, rows * width / 2);
        width /= 2;
    }
    SSZ_ASSERT(width == 1);
    for (size_t row = 0; row < rows; row++) {
        memcpy(out + row * out_stride, nodes + row * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
    }
}

/* Puts the root of the record at data + i * stride to out + i * out_stride, for i < count. */
static int32_t record_roots(walker *w, uint32_t type, const uint8_t *data, uint64_t stride,
                            size_t count, uint8_t *out, size_t out_stride) {
    const ssz_type *t = ssz_schema_get(w->schema, type);
    size_t width = (size_t)record_width(w, t);
    if (width == 0) {
        for (size_t i = 0; i < count; i++) {
            int32_t code = root_of(w, type, data + i * stride, t->fixed_size, out + i * out_stride);
            if (code != SSZ_OK) {
                return code;
            }
        }
        return SSZ_OK;
    }
    bool leaf = t->is_basic || is_packed(w, t);
    if (leaf && width == 1) {
        for (size_t i = 0; i < count; i++) {
            chunk_of(data + i * stride, t->fixed_size, out + i * out_stride);
        }
        return SSZ_OK;
    }
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    size_t row_size = width * SSZ_CHUNK_SIZE;
    uint8_t *nodes = ssz_scratch_take(&w->scratch, count * (row_size + SSZ_CHUNK_SIZE));
    if (!nodes) {
        return SSZ_NO_MEMORY;
    }
    int32_t code = SSZ_OK;
    if (leaf) {
        size_t padding = row_size - (size_t)t->fixed_size;
        for (size_t i = 0; i < count; i++) {
            memcpy(nodes + i * row_size, data + i * stride, (size_t)t->fixed_size);
            memset(nodes + i * row_size + t->fixed_size, 0, padding);
        }
    }
    for (size_t part = 0; !leaf && part < width && code == SSZ_OK; part++) {
        bool is_field = t->kind == SSZ_KIND_CONTAINER;
        uint32_t part_type = is_field ? t->members[part].type : t->element;
        uint64_t offset = is_field ? t->members[part].offset
                                   : part * ssz_schema_get(w->schema, t->element)->fixed_size;
        code = record_roots(w, part_type, data + offset, stride, count,
                            nodes + part * SSZ_CHUNK_SIZE, row_size);
    }
    if (code == SSZ_OK) {
        reduce_rows(nodes, count, width, t->chunk_depth, out, out_stride);
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

/* ---- sequences ------------------------------------------------------------------------------ */

/* Writes the roots of elements first .. first + count - 1 to `out`. */
static int32_t element_roots(walker *w, const run *r, uint64_t first, size_t count, uint8_t *out) {
    const ssz_type *element = ssz_schema_get(w->schema, r->element);
    if (element->is_fixed) {
        uint64_t size = element->fixed_size;
        uint64_t width = ssz_max_u64(record_width(w, element), 1);
        size_t batch = (size_t)(BATCH_NODES / width);
        for (size_t done = 0; done < count; done += batch) {
            size_t part = count - done < batch ? count - done : batch;
            int32_t code = record_roots(w, r->element, r->data + (first + done) * size, size, part,
                                        out + done * SSZ_CHUNK_SIZE, SSZ_CHUNK_SIZE);
            if (code != SSZ_OK) {
                return code;
            }
        }
        return SSZ_OK;
    }
    for (size_t i = 0; i < count; i++) {
        ssz_span span = ssz_element_span(element, r->data, r->size, r->count, first + i);
        int32_t code =
            root_of(w, r->element, r->data + span.offset, span.size, out + i * SSZ_CHUNK_SIZE);
        if (code != SSZ_OK) {
            return code;
        }
    }
    return SSZ_OK;
}

/* The root of the tree of `depth` over elements first .. first + count - 1. */
static int32_t run_root(walker *w, const run *r, uint64_t first, uint64_t count, unsigned depth,
                        uint8_t *out) {
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    int32_t code = SSZ_OK;
    if (count <= PIECE_NODES) {
        uint8_t *nodes = ssz_scratch_take(&w->scratch, (count + 1) * SSZ_CHUNK_SIZE);
        code = nodes ? element_roots(w, r, first, (size_t)count, nodes) : SSZ_NO_MEMORY;
        if (code == SSZ_OK) {
            ssz_merkle_reduce(nodes, (size_t)count, depth, 0, out);
        }
    } else {
        ssz_merkle_stream *stream = ssz_scratch_take(&w->scratch, sizeof *stream);
        if (!stream) {
            return SSZ_NO_MEMORY;
        }
        ssz_merkle_stream_init(stream, depth, 0);
        for (uint64_t done = 0; done < count && code == SSZ_OK;) {
            size_t room;
            uint8_t *nodes = ssz_merkle_stream_reserve(stream, &room);
            size_t part = (size_t)ssz_min_u64(room, count - done);
            code = element_roots(w, r, first + done, part, nodes);
            ssz_merkle_stream_commit(stream, part);
            done += part;
        }
        ssz_merkle_stream_finish(stream, out);
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

static int32_t progressive_run_root(walker *w, const run *r, uint8_t *out) {
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    uint8_t *roots = ssz_scratch_take(&w->scratch, SSZ_PROGRESSIVE_SUBTREES * SSZ_CHUNK_SIZE);
    int32_t code = roots ? SSZ_OK : SSZ_NO_MEMORY;
    unsigned subtrees = 0;
    for (uint64_t done = 0; done < r->count && code == SSZ_OK; subtrees++) {
        unsigned depth = 2 * subtrees;
        uint64_t room = depth < 64 ? (uint64_t)1 << depth : UINT64_MAX;
        uint64_t part = ssz_min_u64(room, r->count - done);
        code = run_root(w, r, done, part, depth, roots + subtrees * SSZ_CHUNK_SIZE);
        done += part;
    }
    if (code == SSZ_OK) {
        ssz_merkle_progressive_join(roots, subtrees, out);
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

static int32_t sequence_root(walker *w, const ssz_type *type, const uint8_t *data, uint64_t size,
                             uint8_t *out) {
    const ssz_type *element = ssz_schema_get(w->schema, type->element);
    bool progressive = type->kind == SSZ_KIND_PROGRESSIVE_LIST;
    run r = {
        .element = type->element,
        .data = data,
        .size = size,
        .count = ssz_element_count(type, element, data, size),
    };
    int32_t code = SSZ_OK;
    if (element->is_basic && progressive) {
        ssz_merkle_progressive_bytes(data, size, out);
    } else if (element->is_basic) {
        ssz_merkle_bytes(data, size, type->chunk_depth, out);
    } else if (progressive) {
        code = progressive_run_root(w, &r, out);
    } else {
        code = run_root(w, &r, 0, r.count, type->chunk_depth, out);
    }
    if (code == SSZ_OK && type->kind != SSZ_KIND_VECTOR) {
        ssz_mix_in_length(out, r.count, out);
    }
    return code;
}

/* ---- containers and unions ------------------------------------------------------------------ */

/* The root of field `i` of the container that has these bytes. */
static int32_t field_root(walker *w, const ssz_type *type, uint32_t i, const uint8_t *data,
                          uint64_t size, uint8_t *out) {
    ssz_span span = ssz_field_span(w->schema, type, data, size, i);
    return root_of(w, type->members[i].type, data + span.offset, span.size, out);
}

static int32_t container_root(walker *w, const ssz_type *type, const uint8_t *data, uint64_t size,
                              uint8_t *out) {
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    uint8_t *nodes =
        ssz_scratch_take(&w->scratch, ((uint64_t)type->member_count + 1) * SSZ_CHUNK_SIZE);
    int32_t code = nodes ? SSZ_OK : SSZ_NO_MEMORY;
    for (uint32_t i = 0; i < type->member_count && code == SSZ_OK; i++) {
        code = field_root(w, type, i, data, size, nodes + (size_t)i * SSZ_CHUNK_SIZE);
    }
    if (code == SSZ_OK) {
        ssz_merkle_reduce(nodes, type->member_count, type->chunk_depth, 0, out);
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

/* EIP-7495: fields stand at their positions, gaps are zero chunks, and which positions are taken is
 * mixed in as a bitvector of 256 bits. */
static int32_t progressive_container_root(walker *w, const ssz_type *type, const uint8_t *data,
                                          uint64_t size, uint8_t *out) {
    uint64_t positions = (uint64_t)type->members[type->member_count - 1].key + 1;
    uint8_t active[SSZ_CHUNK_SIZE] = {0};
    uint8_t roots[CONTAINER_SUBTREES * SSZ_CHUNK_SIZE];
    ssz_scratch_mark mark = ssz_scratch_here(&w->scratch);
    uint8_t *nodes = ssz_scratch_take(&w->scratch, (positions + 1) * SSZ_CHUNK_SIZE);
    if (!nodes) {
        return SSZ_NO_MEMORY;
    }
    memset(nodes, 0, (size_t)positions * SSZ_CHUNK_SIZE);
    int32_t code = SSZ_OK;
    for (uint32_t i = 0; i < type->member_count && code == SSZ_OK; i++) {
        uint32_t key = type->members[i].key;
        active[key / 8] |= (uint8_t)(1u << (key % 8));
        code = field_root(w, type, i, data, size, nodes + (size_t)key * SSZ_CHUNK_SIZE);
    }
    unsigned subtrees = 0;
    for (uint64_t done = 0; done < positions && code == SSZ_OK; subtrees++) {
        uint64_t part = ssz_min_u64((uint64_t)1 << (2 * subtrees), positions - done);
        /* The node behind an odd piece is overwritten, and belongs to the next piece. */
        uint8_t next[SSZ_CHUNK_SIZE];
        uint8_t *behind = nodes + (done + part) * SSZ_CHUNK_SIZE;
        memcpy(next, behind, SSZ_CHUNK_SIZE);
        ssz_merkle_reduce(nodes + done * SSZ_CHUNK_SIZE, (size_t)part, 2 * subtrees, 0,
                          roots + subtrees * SSZ_CHUNK_SIZE);
        memcpy(behind, next, SSZ_CHUNK_SIZE);
        done += part;
    }
    if (code == SSZ_OK) {
        ssz_merkle_progressive_join(roots, subtrees, out);
        ssz_merkle_pair(out, active, out);
    }
    ssz_scratch_back(&w->scratch, mark);
    return code;
}

static int32_t union_root(walker *w, const ssz_type *type, const uint8_t *data, uint64_t size,
                          uint8_t *out) {
    const ssz_member *option = ssz_type_option(type, data[0]);
    int32_t code = SSZ_OK;
    if (option->type == SSZ_NO_TYPE) {
        memset(out, 0, SSZ_CHUNK_SIZE);
    } else {
        code = root_of(w, option->type, data + 1, size - 1, out);
    }
    if (code == SSZ_OK) {
        ssz_mix_in_length(out, data[0], out);
    }
    return code;
}

/* ---- any value ------------------------------------------------------------------------------ */

static int32_t root_of(walker *w, uint32_t type, const uint8_t *data, uint64_t size, uint8_t *out) {
    const ssz_type *t = ssz_schema_get(w->schema, type);
    switch (t->kind) {
    case SSZ_KIND_UINT:
    case SSZ_KIND_BOOLEAN:
        chunk_of(data, size, out);
        return SSZ_OK;
    case SSZ_KIND_BITVECTOR:
        ssz_merkle_bits(data, t->length, t->chunk_depth, out);
        return SSZ_OK;
    case SSZ_KIND_BITLIST:
    case SSZ_KIND_PROGRESSIVE_BITLIST: {
        uint64_t bits = ssz_bitlist_count(data, size);
        if (t->kind == SSZ_KIND_BITLIST) {
            ssz_merkle_bits(data, bits, t->chunk_depth, out);
        } else {
            ssz_merkle_progressive_bits(data, bits, out);
        }
        ssz_mix_in_length(out, bits, out);
        return SSZ_OK;
    }
    case SSZ_KIND_VECTOR:
    case SSZ_KIND_LIST:
    case SSZ_KIND_PROGRESSIVE_LIST:
        return sequence_root(w, t, data, size, out);
    case SSZ_KIND_CONTAINER:
        if (t->is_fixed && record_width(w, t) != 0) {
            return record_roots(w, type, data, 0, 1, out, 0);
        }
        return container_root(w, t, data, size, out);
    case SSZ_KIND_PROGRESSIVE_CONTAINER:
        return progressive_container_root(w, t, data, size, out);
    default:
        return union_root(w, t, data, size, out);
    }
}

int32_t ssz_root_of_bytes(const ssz_schema *schema, uint32_t type, const uint8_t *data,
                          uint64_t size, uint8_t *out, ssz_error *err) {
    walker w = {.schema = schema};
    uint8_t root[SSZ_CHUNK_SIZE];
    int32_t code = root_of(&w, type, data, size, root);
    ssz_scratch_free(&w.scratch);
    if (code != SSZ_OK) {
        return ssz_fail(err, code, 0, 0, 0);
    }
    memcpy(out, root, SSZ_CHUNK_SIZE);
    return SSZ_OK;
}
