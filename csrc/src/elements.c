/* elements.c - see elements.h. */
#include "elements.h"

#include <string.h>

#include "alloc.h"
#include "bytes.h"
#include "common.h"
#include "error.h"
#include "layout.h"
#include "merkle.h"

ssz_packing ssz_packing_of(const ssz_schema *schema, uint32_t type) {
    const ssz_type *t = ssz_schema_get(schema, type);
    ssz_packing packing = {.type = t};
    if (t->shape == SSZ_SHAPE_BITS) {
        packing.leaf = ssz_leaf_chunk();
        return packing;
    }
    packing.element = ssz_schema_get(schema, t->element);
    if (packing.element->is_basic) {
        packing.leaf = ssz_leaf_chunk();
        packing.unit = packing.element->fixed_size;
    } else {
        packing.leaf = packing.element->is_flat ? ssz_leaf_record(schema, t->element)
                                                : ssz_leaf_node(schema, t->element);
        packing.unit = packing.leaf.size;
    }
    return packing;
}

/* ---- runs -------------------------------------------------------------------------------------- */

/* What ssz_pages_release needs to know of the leaves of a node. */
static ssz_leaf leaf_of(const ssz_node *node) {
    return node->elements.holds_nodes ? ssz_leaf_node(NULL, SSZ_NO_TYPE)
                                      : (ssz_leaf){.size = node->elements.leaf_size};
}

static uint32_t runs_of(const ssz_packing *packing) {
    return packing->type->is_progressive ? SSZ_PROGRESSIVE_SUBTREES : 1;
}

/* A part of the string of leaves that lies in one run. */
typedef struct stretch {
    uint32_t run;
    uint64_t at;   /* first byte within the run */
    uint64_t size; /* bytes up to the end of the run or of the part asked for */
} stretch;

/* The stretch that begins at byte `offset` of the string and is at most `size` bytes long. */
static stretch stretch_at(const ssz_packing *packing, uint64_t offset, uint64_t size) {
    if (!packing->type->is_progressive) {
        return (stretch){.at = offset, .size = size};
    }
    uint64_t start = 0; /* leaves of the runs before */
    uint64_t room = 1;  /* leaves of the run */
    uint64_t leaf = offset / packing->leaf.size;
    uint32_t run = 0;
    while (leaf - start >= room) {
        start += room;
        room *= 4;
        run++;
    }
    stretch s = {.run = run, .at = offset - start * packing->leaf.size};
    uint64_t rest;
    bool unbounded = ssz_mul_overflows(room, packing->leaf.size, &rest);
    s.size = unbounded ? size : ssz_min_u64(size, rest - s.at);
    return s;
}

const uint8_t *ssz_elements_at(const ssz_packing *packing, const ssz_node *node, uint64_t offset) {
    stretch s = stretch_at(packing, offset, 1);
    return ssz_pages_at(&packing->leaf, &node->elements.runs[s.run], s.at);
}

const uint8_t *ssz_elements_span(const ssz_packing *packing, const ssz_node *node, uint64_t offset,
                                 uint64_t *size) {
    stretch s = stretch_at(packing, offset, 1);
    return ssz_pages_span(&packing->leaf, &node->elements.runs[s.run], s.at, size);
}

uint8_t *ssz_elements_write_at(const ssz_packing *packing, ssz_node *node, uint64_t offset,
                               ssz_error *err) {
    stretch s = stretch_at(packing, offset, 1);
    return ssz_pages_write_at(&packing->leaf, &node->elements.runs[s.run], s.at, err);
}

void ssz_elements_read(const ssz_packing *packing, const ssz_node *node, uint64_t offset,
                       uint64_t size, uint8_t *out) {
    for (uint64_t done = 0; done < size;) {
        stretch s = stretch_at(packing, offset + done, size - done);
        ssz_pages_read(&packing->leaf, &node->elements.runs[s.run], s.at, s.size, out + done);
        done += s.size;
    }
}

int32_t ssz_elements_write(const ssz_packing *packing, ssz_node *node, uint64_t offset,
                           const uint8_t *data, uint64_t size, ssz_error *err) {
    ssz_pages *runs = node->elements.runs;
    stretch first = stretch_at(packing, offset, size);
    if (first.size == size) { /* nearly always: the write to one run is all or nothing by itself */
        return ssz_pages_write(&packing->leaf, &runs[first.run], first.at, data, size, err);
    }
    ssz_pages before[SSZ_PROGRESSIVE_SUBTREES];
    uint32_t touched = 0;
    uint64_t done = 0;
    int32_t code = SSZ_OK;
    for (; done < size && code == SSZ_OK; touched++) {
        stretch s = stretch_at(packing, offset + done, size - done);
        before[touched] = ssz_pages_share(&runs[s.run]);
        code = ssz_pages_write(&packing->leaf, &runs[s.run], s.at, data + done, s.size, err);
        done += code == SSZ_OK ? s.size : 0;
    }
    if (code != SSZ_OK && packing->leaf.objects) {
        ssz_nodes_retain(
            data, done / sizeof(ssz_node *)); /* the runs that have taken them are given back */
    }
    for (uint32_t i = 0; i < touched; i++) {
        ssz_pages *run = &runs[first.run + i];
        ssz_pages *unwanted = code == SSZ_OK ? &before[i] : run;
        ssz_pages wanted = code == SSZ_OK ? *run : before[i];
        ssz_pages_release(&packing->leaf, unwanted);
        *run = wanted;
    }
    return code;
}

/* Clears the bits of the last byte past the count, so that appending finds zeros, and gives the byte as it
 * was in *before.  NULL if memory ran out. */
static uint8_t *clear_bits(const ssz_packing *packing, ssz_node *node, uint64_t count,
                           uint8_t *before, ssz_error *err) {
    uint8_t *last = ssz_elements_write_at(packing, node, count / 8, err);
    if (last) {
        *before = *last;
        *last &= (uint8_t)((1u << (count % 8)) - 1);
    }
    return last;
}

int32_t ssz_elements_truncate(const ssz_packing *packing, ssz_node *node, uint64_t count,
                              ssz_error *err) {
    ssz_pages *runs = node->elements.runs;
    uint64_t size = ssz_packing_size(packing, count);
    uint32_t last = 0; /* run that is cut; those behind it are given back */
    uint64_t at = size;
    if (packing->type->is_progressive && size != 0) {
        stretch s = stretch_at(packing, size - 1, 1);
        last = s.run;
        at = s.at + 1;
    }
    bool is_cut_in_byte = !packing->element && count % 8 != 0;
    uint8_t before = 0;
    uint8_t *last_bits = is_cut_in_byte ? clear_bits(packing, node, count, &before, err) : NULL;
    if (is_cut_in_byte && !last_bits) {
        return SSZ_NO_MEMORY;
    }
    int32_t code = ssz_pages_truncate(&packing->leaf, &runs[last], at, err);
    if (code != SSZ_OK) {
        if (last_bits) { /* it is where it was: what fails leaves the pages in place */
            *last_bits = before;
        }
        return code;
    }
    for (uint32_t i = last + 1; i < node->elements.run_count; i++) {
        ssz_pages_release(&packing->leaf, &runs[i]);
        runs[i] = (ssz_pages){0};
    }
    node->elements.count = count;
    return SSZ_OK;
}

void ssz_elements_clear(ssz_node *node) {
    ssz_leaf leaf = leaf_of(node);
    for (uint32_t i = 0; i < node->elements.run_count; i++) {
        ssz_pages_release(&leaf, &node->elements.runs[i]);
    }
}

ssz_node *ssz_elements_clone(const ssz_node *node, ssz_error *err) {
    ssz_leaf leaf = leaf_of(node);
    ssz_node *clone = ssz_node_of_runs(node->elements.run_count, &leaf, err);
    if (clone) {
        clone->elements.count = node->elements.count;
        for (uint32_t i = 0; i < node->elements.run_count; i++) {
            clone->elements.runs[i] = ssz_pages_share(&node->elements.runs[i]);
        }
    }
    return clone;
}

/* ---- opening ----------------------------------------------------------------------------------- */

/* Elements that lie in the bytes as they shall lie in the leaves: they stay where they are. */
static int32_t borrow_all(const ssz_packing *packing, ssz_node *open, const ssz_node *node,
                          uint64_t size, ssz_error *err) {
    int32_t code = SSZ_OK;
    for (uint64_t done = 0; done < size && code == SSZ_OK;) {
        stretch s = stretch_at(packing, done, size - done);
        code = ssz_pages_borrow(&packing->leaf, node->bytes.buffer, node->bytes.data + done, s.size,
                                &open->elements.runs[s.run], err);
        done += s.size;
    }
    return code;
}

static int32_t open_bits(const ssz_packing *packing, ssz_node *open, const ssz_node *node,
                         ssz_error *err) {
    const uint8_t *data = node->bytes.data;
    uint64_t count = ssz_bit_count(packing->type, data, node->bytes.size);
    /* Copied, because the delimiter is not a bit of the list. */
    int32_t code =
        ssz_elements_write(packing, open, 0, data, ssz_packing_size(packing, count), err);
    if (code == SSZ_OK && count % 8 != 0) {
        uint8_t delimiter;
        code = clear_bits(packing, open, count, &delimiter, err) ? SSZ_OK : SSZ_NO_MEMORY;
    }
    open->elements.count = count;
    return code;
}

static int32_t open_nodes(const ssz_packing *packing, ssz_node *open, const ssz_node *node,
                          ssz_error *err) {
    enum { BATCH = 64 };
    const uint8_t *data = node->bytes.data;
    uint64_t size = node->bytes.size;
    uint64_t count = ssz_element_count(packing->type, packing->element, data, size);
    while (open->elements.count < count) {
        ssz_node *parts[BATCH];
        uint64_t made = 0;
        uint64_t first = open->elements.count;
        uint64_t most = ssz_min_u64(BATCH, count - first) * packing->unit;
        /* Within one run, so that either all of them are the run's or none. */
        most = stretch_at(packing, first * packing->unit, most).size / packing->unit;
        int32_t code = SSZ_OK;
        for (; made < most; made++) {
            ssz_span span = ssz_element_span(packing->element, data, size, count, first + made);
            parts[made] = ssz_node_of_slice(node->bytes.buffer, data + span.offset, span.size, err);
            if (!parts[made]) {
                code = SSZ_NO_MEMORY;
                break;
            }
        }
        if (code == SSZ_OK) {
            code = ssz_elements_write(packing, open, first * packing->unit, (const uint8_t *)parts,
                                      made * packing->unit, err);
        }
        if (code != SSZ_OK) {
            while (made > 0) {
                ssz_node_release(parts[--made]);
            }
            return code;
        }
        open->elements.count = first + made;
    }
    return SSZ_OK;
}

ssz_node *ssz_elements_open(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                            ssz_error *err) {
    ssz_packing packing = ssz_packing_of(schema, type);
    ssz_node *open = ssz_node_of_runs(runs_of(&packing), &packing.leaf, err);
    if (!open) {
        return NULL;
    }
    int32_t code;
    if (!packing.element) {
        code = open_bits(&packing, open, node, err);
    } else if (packing.leaf.objects) {
        code = open_nodes(&packing, open, node, err);
    } else {
        open->elements.count = node->bytes.size / packing.unit;
        code = borrow_all(&packing, open, node, node->bytes.size, err);
    }
    if (code != SSZ_OK) {
        ssz_node_release(open);
        return NULL;
    }
    return open;
}

/* ---- encoding ---------------------------------------------------------------------------------- */

ssz_node *ssz_elements_element(const ssz_packing *packing, const ssz_node *node, uint64_t i) {
    return ssz_leaf_node_at(ssz_elements_at(packing, node, i * packing->unit), 0);
}

uint64_t ssz_elements_offset(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                             uint64_t i) {
    ssz_packing packing = ssz_packing_of(schema, type);
    const ssz_type *element = packing.element;
    if (element->is_fixed) {
        return i * element->fixed_size;
    }
    uint64_t offset = node->elements.count * SSZ_OFFSET_SIZE;
    for (uint64_t k = 0; k < i; k++) {
        const ssz_node *part = ssz_elements_element(&packing, node, k);
        offset += ssz_node_size(schema, packing.type->element, part);
    }
    return offset;
}

uint64_t ssz_elements_size(const ssz_schema *schema, uint32_t type, const ssz_node *node) {
    const ssz_type *t = ssz_schema_get(schema, type);
    if (t->is_fixed) {
        return t->fixed_size;
    }
    if (t->element == SSZ_NO_TYPE) {
        return node->elements.count / 8 + 1; /* the delimiter takes a bit as well */
    }
    return ssz_elements_offset(schema, type, node, node->elements.count);
}

static int32_t encode_nodes(const ssz_schema *schema, const ssz_packing *packing,
                            const ssz_node *node, uint8_t *out, uint64_t *size, ssz_error *err) {
    uint64_t count = node->elements.count;
    bool has_table = !packing->element->is_fixed;
    uint64_t end = has_table ? count * SSZ_OFFSET_SIZE : 0;
    int32_t code = SSZ_OK;
    for (uint64_t i = 0; i < count && code == SSZ_OK; i++) {
        uint64_t written = 0;
        if (has_table) {
            if (end > UINT32_MAX) {
                return ssz_fail(err, SSZ_LIMIT, 0, UINT32_MAX, end);
            }
            store_u32(out + i * SSZ_OFFSET_SIZE, (uint32_t)end);
        }
        code = ssz_node_encode(schema, packing->type->element,
                               ssz_elements_element(packing, node, i), out + end, &written, err);
        end += written;
    }
    *size = end;
    return code;
}

int32_t ssz_elements_encode(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                            uint8_t *out, uint64_t *size, ssz_error *err) {
    ssz_packing packing = ssz_packing_of(schema, type);
    if (packing.leaf.objects) {
        return encode_nodes(schema, &packing, node, out, size, err);
    }
    uint64_t count = node->elements.count;
    uint64_t bytes = ssz_packing_size(&packing, count);
    ssz_elements_read(&packing, node, 0, bytes, out);
    if (!packing.element && packing.type->is_list) {
        if (count % 8 == 0) {
            out[bytes++] = 0;
        }
        out[bytes - 1] |= (uint8_t)(1u << (count % 8));
    }
    *size = bytes;
    return SSZ_OK;
}

/* ---- root and accounting ------------------------------------------------------------------------- */

int32_t ssz_elements_root(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          uint8_t *out, ssz_error *err) {
    ssz_packing packing = ssz_packing_of(schema, type);
    /* From the last subtree back, as the spine is hashed: this frame is there once for each level of a type. */
    uint8_t spine[SSZ_CHUNK_SIZE] = {0}, root[SSZ_CHUNK_SIZE];
    for (uint32_t i = node->elements.run_count; i-- > 0;) {
        const ssz_pages *run = &node->elements.runs[i];
        if (packing.type->is_progressive && run->size == 0) {
            continue;
        }
        unsigned depth = packing.type->is_progressive ? 2 * i : packing.type->chunk_depth;
        SSZ_TRY(ssz_pages_root(&packing.leaf, run, depth, root, err));
        if (packing.type->is_progressive) {
            ssz_merkle_pair(root, spine, spine);
        }
    }
    const uint8_t *top = packing.type->is_progressive ? spine : root;
    if (packing.type->is_list) {
        ssz_mix_in_length(top, node->elements.count, out);
    } else {
        memcpy(out, top, SSZ_CHUNK_SIZE);
    }
    return SSZ_OK;
}

void ssz_elements_memory(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                         bool is_shared, ssz_footprint *account) {
    ssz_packing packing = ssz_packing_of(schema, type);
    for (uint32_t i = 0; i < node->elements.run_count; i++) {
        ssz_pages_memory(&packing.leaf, &node->elements.runs[i], is_shared, account);
    }
}
