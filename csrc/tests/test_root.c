/*
 * test_root.c - hash_tree_root: the roots that another library gives (root_cases.inc), the roots by the
 * recursive definitions of the spec (model.h) for whatever values, and enough stack for any type.
 */
#include "root.h"

#include <pthread.h>
#include <time.h>

#include "decoded.h"
#include "model.h"
#include "root_cases.inc"

static table t;
static guarded input;

/* ---- known answers -------------------------------------------------------------------------- */

static uint8_t digit(char c) {
    return (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static uint64_t unhex(const char *digits, uint8_t *out) {
    uint64_t size = 0;
    for (; digits[2 * size] != 0; size++) {
        out[size] = (uint8_t)(digit(digits[2 * size]) << 4 | digit(digits[2 * size + 1]));
    }
    return size;
}

/* The root three ways: at once, of a view, and of the view again, which has it by then. */
static void check_root(const char *name, ssz_schema *schema, uint32_t type, const uint8_t *data,
                       uint64_t size, const uint8_t *expected) {
    uint8_t root[32];
    ssz_error err = {0};
    int32_t code = ssz_root(schema, type, data, size, root, &err);
    if (code != SSZ_OK || memcmp(root, expected, 32) != 0) {
        fprintf(stderr, "%s: code %d, or a wrong root\n", name, code);
        exit(1);
    }
    ssz_view *view = decoded(schema, type, data, size);
    for (unsigned i = 0; i < 2; i++) {
        memset(root, 0, 32);
        CHECK_EQUAL(ssz_view_root(view, root, &err), SSZ_OK);
        CHECK_BYTES(root, expected, 32);
    }
    ssz_view_release(view);
}

static ssz_schema *root_schema(void) {
    ssz_schema *schema =
        ssz_schema_new(root_types, sizeof root_types / sizeof *root_types, root_members,
                       sizeof root_members / sizeof *root_members, NULL);
    CHECK(schema != NULL);
    return schema;
}

static void test_cases(void) {
    ssz_schema *schema = root_schema();
    uint8_t data[8192], expected[32];
    for (size_t i = 0; i < sizeof root_cases / sizeof *root_cases; i++) {
        uint64_t size = 0;
        for (size_t piece = 0; piece < 4 && root_cases[i].data[piece]; piece++) {
            size += unhex(root_cases[i].data[piece], data + size);
        }
        unhex(root_cases[i].root, expected);
        uint8_t *at = input.end - size;
        memcpy(at, data, size);
        check_root(root_cases[i].name, schema, root_cases[i].type, at, size, expected);
    }
    ssz_schema_release(schema);
}

/* `at_stops`: only those lists whose roots are stored one by one. */
static void test_families(bool at_stops) {
    ssz_schema *schema = root_schema();
    uint64_t most = 600 * 2048;
    uint8_t *data = allocate(most);
    paint(data, most);
    for (size_t i = 0; i < sizeof root_families / sizeof *root_families; i++) {
        const struct root_family *family = &root_families[i];
        uint8_t block[64] = {0}, expected[32];
        size_t stop = 0;
        for (size_t j = 0; j < sizeof family_counts / sizeof *family_counts; j++) {
            uint64_t size = (uint64_t)family_counts[j] * family->record_size;
            CHECK(size <= most);
            if (family_counts[j] == family_stops[stop]) {
                unhex(family->roots[stop++], expected);
                check_root(family->name, schema, family->type, data, size, expected);
            }
            if (!at_stops) {
                CHECK_EQUAL(ssz_root(schema, family->type, data, size, block + 32, NULL), SSZ_OK);
                ssz_sha256_blocks(block, block, 1);
            }
        }
        CHECK_EQUAL(stop, sizeof family_stops / sizeof *family_stops);
        unhex(family->folded, expected);
        CHECK(at_stops || memcmp(block, expected, 32) == 0);
    }
    free(data);
    ssz_schema_release(schema);
}

/* The model agrees with the other library too, so that what agrees with the model is right. */
static void test_model(void) {
    memcpy(t.types, root_types, sizeof root_types);
    memcpy(t.members, root_members, sizeof root_members);
    uint8_t data[8192], expected[32], root[32];
    for (size_t i = 0; i < sizeof root_cases / sizeof *root_cases; i++) {
        uint64_t size = 0;
        for (size_t piece = 0; piece < 4 && root_cases[i].data[piece]; piece++) {
            size += unhex(root_cases[i].data[piece], data + size);
        }
        unhex(root_cases[i].root, expected);
        CHECK(model_accepts(&t, root_cases[i].type, data, size));
        model_root(&t, root_cases[i].type, data, size, root);
        CHECK_BYTES(root, expected, 32);
    }
    table_clear(&t);
}

/* ---- other values --------------------------------------------------------------------------- */

static void check_random_values(const ssz_schema *schema, uint32_t type, unsigned rounds) {
    static bytes value;
    for (unsigned round = 0; round < rounds; round++) {
        uint8_t expected[32], root[32];
        value.size = 0;
        model_generate(&t, type, &value);
        uint8_t *at = input.end - value.size;
        memcpy(at, value.data, value.size);
        model_root(&t, type, at, value.size, expected);
        CHECK_EQUAL(ssz_root(schema, type, at, value.size, root, NULL), SSZ_OK);
        CHECK_BYTES(root, expected, 32);
    }
}

/* A fixed-size type made of those so far, of a size to go into lists by the hundred. */
static void add_random_record(void) {
    uint32_t fields[40];
    uint32_t width = (uint32_t)(random_below(3) == 0 ? 1 + random_below(40) : 1 + random_below(6));
    for (uint32_t i = 0; i < width; i++) {
        fields[i] = (uint32_t)random_below(t.type_count);
    }
    switch (random_below(5)) {
    case 0:
        table_bitvector(&t, 1 + random_below(600));
        break;
    case 1:
        table_vector(&t, fields[0], width);
        break;
    case 2:
        table_progressive_container(&t, {fields[0], 0}, {fields[width - 1], width});
        break;
    default:
        table_numbered(&t, SSZ_KIND_CONTAINER, fields, width);
        break;
    }
    if (model_fixed_size(&t, t.type_count - 1) > 3000) {
        t.type_count--; /* too large; its members are the last ones */
        t.member_count -= t.types[t.type_count].member_count;
    }
}

/* Records of random shapes, in lists of random length. */
static void test_random_records(void) {
    for (unsigned round = 0; round < 60; round++) {
        table_boolean(&t);
        table_uint(&t, 8);
        table_vector(&t, table_uint(&t, 1), 1 + random_below(70));
        for (unsigned i = 0; i < 8; i++) {
            add_random_record();
        }
        uint32_t record = t.type_count - 1;
        uint32_t list = table_list(&t, record, 70);
        uint32_t free_list = table_progressive_list(&t, record);
        uint32_t among = table_container(&t, record, list, free_list, record);
        ssz_schema *schema = table_compile(&t, NULL);
        CHECK(schema != NULL);
        check_random_values(schema, list, 3);
        check_random_values(schema, free_list, 3);
        check_random_values(schema, among, 3);
        ssz_schema_release(schema);
        table_clear(&t);
    }
}

/* Lists and vectors of values of variable size, on both sides of what is reduced in one piece. */
static void test_many_variable_elements(void) {
    static bytes value;
    uint32_t u8 = table_uint(&t, 1), text = table_list(&t, u8, 40);
    uint32_t bits = table_progressive_bitlist(&t);
    uint32_t memo = table_container(&t, u8, text, table_boolean(&t), bits);
    const uint32_t elements[] = {text, bits, memo, table_union(&t, SSZ_NO_TYPE, u8, text)};
    static const uint64_t counts[] = {254, 255, 256, 257, 258, 511, 512, 513, 1000};
    enum { COUNTS = sizeof counts / sizeof *counts };
    uint32_t first = t.type_count;
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < COUNTS; j++) {
            table_vector(&t, elements[i], counts[j]);
            table_list(&t, elements[i], counts[j]);
            table_progressive_list(&t, elements[i]);
        }
    }
    ssz_schema *schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    for (uint32_t type = first; type < t.type_count; type += 3) {
        value.size = 0;
        model_generate(&t, type, &value); /* as many elements as the vector has */
        for (uint32_t kind = 0; kind < 3; kind++) {
            uint8_t expected[32], root[32];
            uint8_t *at = input.end - value.size;
            memcpy(at, value.data, value.size);
            model_root(&t, type + kind, at, value.size, expected);
            CHECK_EQUAL(ssz_root(schema, type + kind, at, value.size, root, NULL), SSZ_OK);
            CHECK_BYTES(root, expected, 32);
        }
    }
    ssz_schema_release(schema);
    table_clear(&t);
}

/* Many small values of a deep type: the way down is gone once for a whole batch, or this would take
 * minutes. */
static void test_time(void) {
    uint64_t size = (uint64_t)1 << 22;
    uint8_t *data = allocate(size);
    uint8_t root[32], expected[32];
    paint(data, size);
    uint32_t type = table_uint(&t, 2);
    while (t.type_count < 1000) {
        type = t.type_count % 2 ? table_container(&t, type) : table_vector(&t, type, 1);
    }
    uint32_t deep = table_list(&t, type, size / 2);
    uint32_t flat = table_list(&t, table_container(&t, 0), size / 2);
    ssz_schema *schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    clock_t start = clock();
    CHECK_EQUAL(ssz_root(schema, deep, data, size, root, NULL), SSZ_OK);
    CHECK((clock() - start) / CLOCKS_PER_SEC < 10);
    CHECK_EQUAL(ssz_root(schema, flat, data, size, expected, NULL), SSZ_OK);
    CHECK_BYTES(root, expected, 32);
    free(data);
    ssz_schema_release(schema);
    table_clear(&t);
}

/* More nodes than a batch takes in: the later ones of the nested vectors have batches of their own. */
static void test_large_batch(void) {
    uint32_t u8 = table_uint(&t, 1), text = table_list(&t, u8, 3);
    uint32_t choice = table_union(&t, SSZ_NO_TYPE, u8, text);
    uint32_t memo = table_container(&t, u8, text, choice, table_progressive_bitlist(&t), text);
    uint32_t type = table_vector(&t, table_vector(&t, memo, 60), 60);
    uint32_t positions = table_progressive_container(&t, {u8, 30}, {u8, 255});
    uint32_t wide = table_vector(&t, table_vector(&t, positions, 20), 20);
    ssz_schema *schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    check_random_values(schema, type, 1);
    check_random_values(schema, wide, 1);
    ssz_schema_release(schema);
    table_clear(&t);
}

/* ---- stacks --------------------------------------------------------------------------------- */

/* What threads get by default where they get little, unless the compiler is told not to care.  A
 * frame on s390x takes 160 bytes before anything is in it. */
#if !defined(__OPTIMIZE__) || IS_SANITIZED
#define STACK_SIZE (8 << 20)
#elif defined(__s390x__)
#define STACK_SIZE (1 << 20)
#else
#define STACK_SIZE (512 << 10)
#endif

/* The deepest value of each kind of nesting: checked, hashed and taken apart on a small stack. */
static void *use_deepest(void *argument) {
    uint32_t kind = *(const uint32_t *)argument;
    static bytes value;
    uint8_t root[32], expected[32];
    uint32_t type = SSZ_DEPTH_LIMIT - 1;
    ssz_schema *schema = table_compile(&t, NULL);
    CHECK(schema != NULL);
    value.size = 0;
    for (uint32_t i = 1; kind != SSZ_KIND_VECTOR && i < SSZ_DEPTH_LIMIT; i++) {
        bytes_add(&value, kind == SSZ_KIND_UNION ? "\0" : "\4\0\0\0",
                  kind == SSZ_KIND_UNION ? 1 : 4);
    }
    bytes_add(&value, "\1", 1); /* an empty bitlist, or 1 */
    CHECK_EQUAL(ssz_root(schema, type, value.data, value.size, root, NULL), SSZ_OK);
    memset(expected, 0, 32);
    if (kind == SSZ_KIND_VECTOR) {
        expected[0] = 1;
        CHECK_BYTES(root, expected, 32);
    }
    value.data[value.size - 1] = kind == SSZ_KIND_VECTOR ? 2 : 0;
    CHECK_EQUAL(ssz_check(schema, type, value.data, value.size, NULL),
                kind == SSZ_KIND_VECTOR ? SSZ_NOT_A_BIT : SSZ_NO_DELIMITER);
    ssz_schema_release(schema);
    return NULL;
}

static void test_stacks(void) {
    for (uint32_t kind = SSZ_KIND_VECTOR; kind <= SSZ_KIND_COMPATIBLE_UNION; kind++) {
        if (kind == SSZ_KIND_PROGRESSIVE_BITLIST || kind == SSZ_KIND_COMPATIBLE_UNION) {
            continue;
        }
        kind == SSZ_KIND_VECTOR ? table_boolean(&t) : table_progressive_bitlist(&t);
        for (uint32_t last = 0; last + 1 < SSZ_DEPTH_LIMIT; last++) {
            if (kind == SSZ_KIND_VECTOR || kind == SSZ_KIND_LIST) {
                table_of(&t, kind, last, 1);
            } else if (kind == SSZ_KIND_PROGRESSIVE_LIST) {
                table_of(&t, kind, last, 0);
            } else {
                table_members(&t, kind, &(ssz_member_record){.type = last}, 1);
            }
        }
        pthread_attr_t attributes;
        pthread_t thread;
        CHECK(pthread_attr_init(&attributes) == 0);
        CHECK(pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0);
        CHECK(pthread_create(&thread, &attributes, use_deepest, &kind) == 0);
        CHECK(pthread_join(thread, NULL) == 0);
        CHECK(pthread_attr_destroy(&attributes) == 0);
        table_clear(&t);
    }
}

int main(void) {
    input = guarded_new(MODEL_BYTES);
    for (uint32_t i = 0; ssz_kernel_name(i) != NULL; i++) {
        CHECK_EQUAL(ssz_kernel_use(ssz_kernel_name(i)), SSZ_OK);
        test_cases();
        test_families(true);
    }
    /* The rest with the fastest. */
    test_families(false);
    test_model();
    test_random_records();
    test_many_variable_elements();
    test_large_batch();
    test_time();
    test_stacks();
    guarded_free(input);
    check_nothing_left();
    return 0;
}
