/*
 * cost.c - hostile inputs cost in proportion to their size, whatever the operation: steps and memory
 * are counted, not timed.
 *
 * The library is compiled a second time for this program, so that the compiler calls
 * __sanitizer_cov_trace_pc at each piece of straight code; these are the steps.  A row of the table makes
 * an input of about `n` parts.  Twice as many parts may take a little more than twice the steps: a cost
 * that is a square takes four times as many, and is seen.
 */
#include "alloc.h"
#include "tables.h"
#include "threads.h"

static uint64_t steps;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    steps++;
}

/* Parts of the smaller input. */
#define PARTS 3000

/* A doubled input may take this many times the steps, in hundredths, and this many more: ways to the top
 * of a tree become longer. */
#define MOST_TIMES 250
#define MOST_MORE 2000

#define DATA_SIZE (1 << 20)

static table t;
static uint8_t data[DATA_SIZE];

/* ---- inputs --------------------------------------------------------------------------------- */

typedef struct hostile {
    uint32_t type;
    uint64_t size;
} hostile;

static void put_u32(uint64_t at, uint64_t value) {
    for (unsigned i = 0; i < 4; i++) {
        data[at + i] = (uint8_t)(value >> (8 * i));
    }
}

static void store_big(uint8_t *out, uint64_t number) {
    for (unsigned i = 0; i < 8; i++) {
        out[i] = (uint8_t)(number >> (8 * (7 - i)));
    }
}

/* A table of `count` equal offsets. */
static void put_offsets(uint64_t at, uint64_t count, uint64_t offset) {
    for (uint64_t i = 0; i < count; i++) {
        put_u32(at + 4 * i, offset);
    }
}

static uint32_t add_bytes(void) {
    return table_list(&t, table_uint(&t, 1), (uint64_t)1 << 40);
}

/* Lists without elements: nothing but offsets. */
static hostile empty_lists(uint64_t n) {
    put_offsets(0, n, 4 * n);
    return (hostile){table_progressive_list(&t, add_bytes()), 4 * n};
}

/* The same, where the last offset is wrong. */
static hostile last_offset(uint64_t n) {
    hostile h = empty_lists(n);
    put_u32(4 * (n - 1), 4 * n + 1);
    return h;
}

/* A union of many options, in a list of values that all take the last of them. */
static hostile options(uint64_t n) {
    uint32_t types[100];
    for (uint32_t i = 0; i < 100; i++) {
        types[i] = table_uint(&t, 1);
    }
    uint32_t choice = table_numbered(&t, SSZ_KIND_UNION, types, 100);
    for (uint64_t i = 0; i < n; i++) {
        put_u32(4 * i, 4 * n + 2 * i);
        data[4 * n + 2 * i] = 99;
    }
    return (hostile){table_list(&t, choice, n), 6 * n};
}

/* Booleans in records too wide for a list of places to look at, the last of them wrong. */
static hostile flags(uint64_t n) {
    uint32_t record = table_vector(&t, table_vector(&t, table_boolean(&t), 100), 1);
    memset(data, 1, 100 * n);
    data[100 * n - 1] = 2;
    return (hostile){table_list(&t, record, n), 100 * n};
}

/* A bitlist of nothing but zeros, whose delimiter is searched for. */
static hostile zeros(uint64_t n) {
    return (hostile){table_progressive_bitlist(&t), n};
}

/* One list in another as deep as types go; each value of the outermost takes the whole depth. */
static hostile deep(uint64_t n) {
    uint32_t type = add_bytes();
    while (t.type_count < 30) {
        type = table_progressive_list(&t, type);
    }
    uint64_t depth = t.type_count - 2, each = 4 * depth;
    put_u32(0, 4 * n);
    for (uint64_t i = 0; i < n; i++) {
        put_u32(4 * i, 4 * n + i * (each - 4));
        put_offsets(4 * n + i * (each - 4), depth - 1, 4);
    }
    return (hostile){type, 4 * n + n * (each - 4)};
}

/* A container with as many fields as the input has offsets. */
static hostile fields(uint64_t n) {
    uint32_t types[2 * PARTS], list = add_bytes();
    for (uint64_t i = 0; i < n; i++) {
        types[i] = list;
    }
    put_offsets(0, n, 4 * n);
    return (hostile){table_numbered(&t, SSZ_KIND_CONTAINER, types, (uint32_t)n), 4 * n};
}

/* Records in containers in containers. */
static hostile nested_records(uint64_t n) {
    uint32_t type = table_uint(&t, 8);
    while (t.type_count < 200) {
        type = table_container(&t, type);
    }
    memset(data, 7, 8 * n);
    return (hostile){table_list(&t, type, (uint64_t)1 << 40), 8 * n};
}

typedef hostile input_maker(uint64_t n);

/* A bitlist of as many bytes. */
static hostile bits(uint64_t n) {
    memset(data, 0x55, n);
    return (hostile){table_progressive_bitlist(&t), n};
}

static input_maker *const inputs[] = {empty_lists, last_offset, options,        flags, zeros,
                                      deep,        fields,      nested_records, bits};

/* ---- operations ------------------------------------------------------------------------------- */

static ssz_schema *schema;

typedef void operation(hostile h, uint64_t n);

static void check(hostile h, uint64_t n) {
    (void)n;
    (void)ssz_check(schema, h.type, data, h.size, &(ssz_error){0});
}

static void root(hostile h, uint64_t n) {
    uint8_t out[32];
    (void)n;
    (void)ssz_root(schema, h.type, data, h.size, out, NULL);
}

static void stream(hostile h, uint64_t n) {
    (void)n;
    ssz_stream *s = ssz_stream_new(schema, h.type, h.size, NULL);
    for (uint64_t at = 0; s && at < h.size; at++) {
        if (ssz_stream_write(s, data + at, 1, NULL) != SSZ_OK) {
            break;
        }
    }
    ssz_stream_release(s);
}

static ssz_view *opened(hostile h) {
    ssz_buffer *buffer = ssz_buffer_copy(data, h.size, NULL);
    CHECK(buffer != NULL);
    ssz_view *view = ssz_decode(schema, h.type, buffer, NULL);
    ssz_buffer_release(buffer);
    return view;
}

/* Each part located, and its view taken and given back. */
static void parts(hostile h, uint64_t n) {
    ssz_view *view = opened(h);
    for (uint64_t key = 0; view && key < n; key++) {
        ssz_place place;
        (void)ssz_view_locate(view, &key, 1, &place, NULL);
        ssz_view_release(ssz_view_child(view, key, NULL));
    }
    ssz_view_release(view);
}

/* All elements taken away one by one, asking for the size and for a part in between. */
static void take_away(hostile h, uint64_t n) {
    ssz_view *view = opened(h);
    for (uint64_t left = n; view && left-- > 0;) {
        (void)ssz_view_truncate(view, left, NULL);
        (void)ssz_view_count(view);
    }
    ssz_view_release(view);
}

/* Replaces a part by itself, if it has a view. */
static bool put_itself(ssz_view *view, uint64_t key) {
    ssz_view *part = ssz_view_child(view, key, NULL);
    if (part) {
        (void)ssz_view_put_view(view, key, part, NULL);
    }
    ssz_view_release(part);
    return part != NULL;
}

/* Each part replaced by itself, then the whole encoded. */
static void replace(hostile h, uint64_t n) {
    ssz_view *view = opened(h);
    for (uint64_t key = 0; view && key < n; key++) {
        (void)put_itself(view, key);
    }
    if (view) {
        uint8_t *out = allocate(h.size);
        CHECK_EQUAL(ssz_view_encode(view, out, h.size, NULL), SSZ_OK);
        CHECK_BYTES(out, data, h.size);
        free(out);
    }
    ssz_view_release(view);
}

/* The root after each of many changes, which costs what changed and a way to the top. */
static void change_and_root(hostile h, uint64_t n) {
    uint8_t out[32];
    ssz_view *view = opened(h);
    for (uint64_t key = 0; view && key < n; key++) {
        if (put_itself(view, key)) {
            CHECK_EQUAL(ssz_view_root(view, out, NULL), SSZ_OK);
        }
    }
    ssz_view_release(view);
}

/* Each part appended to the value that it is of, and the root then. */
static void append(hostile h, uint64_t n) {
    uint8_t out[32];
    ssz_view *view = opened(h);
    for (uint64_t key = 0; view && key < n; key++) {
        ssz_view *part = ssz_view_child(view, key, NULL);
        if (part) {
            (void)ssz_view_append_view(view, part, NULL);
        }
        ssz_view_release(part);
    }
    if (view) {
        CHECK_EQUAL(ssz_view_root(view, out, NULL), SSZ_OK);
    }
    ssz_view_release(view);
}

/* A record at a time given another value, and added to the end. */
static void splice(hostile h, uint64_t n) {
    ssz_view *view = opened(h);
    for (uint64_t key = 0; view && key < n; key++) {
        (void)ssz_view_splice(view, key, data, h.size / n, NULL);
        (void)ssz_view_extend(view, data, h.size / n, NULL);
    }
    ssz_view_release(view);
}

/* Views of the first parts of a value, which are held; as many as there are, at most n. */
static ssz_view **hold_parts(ssz_view *view, uint64_t n, uint64_t *count) {
    ssz_view **held = allocate(n * sizeof *held);
    for (*count = 0; *count < n; (*count)++) {
        held[*count] = ssz_view_child(view, *count, NULL);
        if (!held[*count]) {
            break;
        }
    }
    return held;
}

static void let_go(ssz_view **held, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        ssz_view_release(held[i]);
    }
    free(held);
}

/* All parts held at the same time. */
static void hold(hostile h, uint64_t n) {
    uint64_t count;
    ssz_view *view = opened(h);
    if (view) {
        ssz_view **held = hold_parts(view, n, &count);
        for (uint64_t i = 0; i < count; i++) {
            ssz_view *again = ssz_view_child(view, i, NULL);
            CHECK(again == held[i]);
            ssz_view_release(again);
        }
        let_go(held, count);
    }
    ssz_view_release(view);
}

/* Two elements at a time replaced, from one end to the other and once more, while all have views; then what
 * each was at the beginning.  The end of the list goes and comes back in between. */
static void splice_held(hostile h, uint64_t n) {
    uint64_t count, each = h.size / n;
    ssz_view *view = opened(h);
    if (view) {
        ssz_view_keep_origin(view);
        ssz_view **held = hold_parts(view, n, &count);
        for (uint64_t i = 0; i < 2 * (n - 1); i++) {
            uint64_t key = i % (n - 1);
            (void)ssz_view_splice(view, key, data, 2 * each, NULL);
            (void)put_itself(view, n - key - 1);
            (void)ssz_view_truncate(view, n - 2, NULL);
            (void)ssz_view_extend(view, data, 2 * each, NULL);
        }
        for (uint64_t key = 0; key < n; key++) {
            ssz_view_release(ssz_view_origin_child(view, key, NULL));
        }
        let_go(held, count);
        ssz_view_forget_origin(view);
    }
    ssz_view_release(view);
}

/* Every other element replaced, of which half have views; then one alone again and again. */
static void scatter_held(hostile h, uint64_t n) {
    uint64_t count, each = h.size / n;
    ssz_view *view = opened(h);
    if (view) {
        uint64_t *keys = allocate(n * sizeof *keys);
        ssz_view_keep_origin(view);
        ssz_view **held = hold_parts(view, n / 2, &count);
        for (uint64_t i = 0; 2 * i < n; i++) {
            keys[i] = 2 * i;
        }
        (void)ssz_view_scatter(view, keys, n / 2, data, n / 2 * each, NULL);
        (void)ssz_view_scatter(view, keys, n / 2, data, n / 2 * each, NULL);
        for (uint64_t i = 0; 2 * i < n; i++) {
            (void)ssz_view_scatter(view, keys + i, 1, data, each, NULL);
        }
        for (uint64_t key = 0; key < n; key++) {
            ssz_view_release(ssz_view_origin_child(view, key, NULL));
        }
        let_go(held, count);
        ssz_view_forget_origin(view);
        free(keys);
    }
    ssz_view_release(view);
}

/* The whole value replaced by itself, again and again, while parts of another are held. */
static void assign_held(hostile h, uint64_t n) {
    uint64_t count;
    ssz_view *view = opened(h);
    if (view) {
        ssz_view_keep_origin(view);
        ssz_view *copy = ssz_view_copy(view, NULL);
        for (uint64_t key = 0; key + 1 < n; key += 2) {
            (void)ssz_view_splice(view, key, data, 2 * (h.size / n), NULL);
        }
        CHECK_EQUAL(ssz_view_assign_view(view, copy, NULL), SSZ_OK);
        ssz_view *first = ssz_view_origin_child(view, 0, NULL);
        ssz_view **held = first ? hold_parts(first, n, &count) : NULL;
        for (uint64_t i = 0; i < n; i++) {
            CHECK_EQUAL(ssz_view_assign_view(view, copy, NULL), SSZ_OK);
        }
        if (first) {
            let_go(held, count);
        }
        ssz_view_release(first);
        ssz_view_release(copy);
        ssz_view_forget_origin(view);
    }
    ssz_view_release(view);
}

/* Bits of a bitlist read, replaced, and added to its end, some at a time. */
static void change_bits(hostile h, uint64_t n) {
    ssz_view *view = opened(h);
    uint8_t bits[2] = {0x5a, 0xa5};
    for (uint64_t key = 0; view && key < n; key++) {
        if (ssz_view_extend_bits(view, bits, 11, NULL) != SSZ_OK) {
            break;
        }
        CHECK_EQUAL(ssz_view_put_bits(view, 3 * key, bits, NULL, 11, NULL), SSZ_OK);
        CHECK_EQUAL(ssz_view_read_bits(view, 5 * key, 11, bits, 2, NULL), SSZ_OK);
    }
    ssz_view_release(view);
}

/* A piece of some bytes at a time out of a changed value. */
static void encode_pieces(hostile h, uint64_t n) {
    ssz_view *view = opened(h);
    for (uint64_t key = 0; view && key < n; key += n / 5) {
        (void)put_itself(view, key);
    }
    if (view) {
        uint8_t out[7];
        ssz_encoder *encoder = ssz_encoder_new(view, NULL);
        while (ssz_encoder_read(encoder, out, sizeof out) != 0) {
        }
        ssz_encoder_release(encoder);
    }
    ssz_view_release(view);
}

/* A proof of all parts, and each part read; of a value that changed, too. */
static void prove(hostile h, uint64_t n) {
    ssz_view *view = opened(h);
    uint8_t *gindices = allocate(8 * n), *nodes = allocate(32 * n);
    for (uint64_t i = 0; i < n; i++) {
        store_big(gindices + 8 * i, ((uint64_t)2 << 40) + i);
    }
    for (uint64_t i = 0; view && i < 2; i++) {
        (void)ssz_view_merkle_nodes(view, gindices, 8, n, nodes, NULL);
        for (uint64_t key = 0; key < n; key++) {
            uint64_t size;
            (void)ssz_view_read(view, key, 1, nodes, 32 * n, &size, NULL);
        }
        (void)ssz_view_splice(view, n / 2, data, h.size / n, NULL);
    }
    free(gindices);
    free(nodes);
    ssz_view_release(view);
}

/* The roots of all elements, and each of them looked for in bytes that nobody has checked. */
static void elements(hostile h, uint64_t n) {
    uint8_t *roots = allocate(32 * n);
    (void)ssz_element_roots(schema, h.type, data, h.size, roots, 32 * n, NULL);
    for (uint64_t key = 0; key < n; key++) {
        ssz_place place;
        uint64_t count;
        (void)ssz_locate(schema, h.type, data, h.size, &key, 1, &place, NULL);
        (void)ssz_count(schema, h.type, data, h.size, &count, NULL);
    }
    free(roots);
}

/* One more table of types, with all of it. */
static void compile(hostile h, uint64_t n) {
    (void)h;
    (void)n;
    ssz_schema_release(table_compile(&t, NULL));
}

static operation *const operations[] = {
    check,   root,   stream,        parts,           take_away,   replace,
    append,  splice, encode_pieces, change_and_root, prove,       elements,
    compile, hold,   splice_held,   assign_held,     change_bits, scatter_held};

/* ---- counting --------------------------------------------------------------------------------- */

/* Steps of the operation on an input of n parts. */
static uint64_t cost(input_maker *make, operation *run, uint64_t n) {
    memset(data, 0, sizeof data);
    table_clear(&t);
    hostile h = make(n);
    CHECK(h.size <= DATA_SIZE);
    schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    ssz_trim();
    ssz_memory_watch();
    uint64_t before = ssz_memory_read().bytes, start = steps;
    run(h, n);
    uint64_t taken = steps - start;
    if (run == check) {
        CHECK_EQUAL(ssz_memory_read().most_bytes, before);
    }
    ssz_schema_release(schema);
    return taken;
}

static bool grows_in_proportion(uint64_t once, uint64_t twice) {
    return twice <= once * MOST_TIMES / 100 + MOST_MORE;
}

/* Many steps of which each costs what the type, or the input, says: a change of a container that has many
 * fields, a look into one whose offsets nobody has checked, or into a bitlist that has no end. */
static bool is_square_by_itself(input_maker *make, operation *run) {
    return (make == fields && (run == change_and_root || run == elements)) ||
           (make == zeros && run == elements);
}

/* Steps of a thousand writes to two elements, while so many views of others are held. */
static uint64_t cost_beside(uint64_t views) {
    table_clear(&t);
    memset(data, 7, sizeof data);
    uint32_t number = table_uint(&t, 8);
    hostile h = {table_list(&t, table_container(&t, number, number), (uint64_t)1 << 40), 1 << 19};
    schema = table_compile(&t, NULL);
    ssz_view *view = opened(h);
    uint64_t count, elements = ssz_view_count(view);
    ssz_view_keep_origin(view);
    ssz_view **held = hold_parts(view, views, &count);
    CHECK_EQUAL(count, views);
    CHECK_EQUAL(ssz_view_splice(view, elements - 2, data, 32, NULL), SSZ_OK);
    uint64_t start = steps;
    for (uint64_t i = 0; i < 1000; i++) {
        CHECK_EQUAL(ssz_view_splice(view, elements - 2, data, 32, NULL), SSZ_OK);
    }
    uint64_t taken = steps - start;
    let_go(held, count);
    ssz_view_forget_origin(view);
    ssz_view_release(view);
    ssz_schema_release(schema);
    return taken;
}

/* What this program is to find. */
static void square(hostile h, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) {
        check(h, n);
    }
}

int main(void) {
    ssz_set_threads(1);
    CHECK(!grows_in_proportion(cost(empty_lists, square, PARTS),
                               cost(empty_lists, square, 2 * PARTS)));
    bool good = true;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        for (size_t o = 0; o < sizeof operations / sizeof *operations; o++) {
            if (is_square_by_itself(inputs[i], operations[o])) {
                continue;
            }
            uint64_t once = cost(inputs[i], operations[o], PARTS);
            uint64_t twice = cost(inputs[i], operations[o], 2 * PARTS);
            printf("input %zu, operation %zu: %" PRIu64 " steps, then %" PRIu64 "\n", i, o, once,
                   twice);
            good = good && grows_in_proportion(once, twice);
        }
    }
    CHECK(good);
    uint64_t few = cost_beside(10), many = cost_beside(32000);
    printf("writes beside 10 views: %" PRIu64 " steps, beside 32,000: %" PRIu64 "\n", few, many);
    CHECK(many <= few + few / 10);
    return 0;
}
