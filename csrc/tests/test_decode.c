/*
 * test_decode.c - the strict check of bytes: every reason to refuse them with its byte, numbers and
 * path, which one is told if there are several, and that exactly the encodings of values pass.
 *
 * All input ends where a page begins that can't be read.
 */
#include <time.h>

#include "decoding.h"

/* ---- one reason after the other ------------------------------------------------------------- */

static void test_fixed_sizes(void) {
    uint32_t u8 = table_uint(&t, 1), u64 = table_uint(&t, 8), u256 = table_uint(&t, 32);
    uint32_t boolean = table_boolean(&t), bits10 = table_bitvector(&t, 10);
    uint32_t vector = table_vector(&t, u8, 3);
    uint32_t container = table_container(&t, u8, bits10, boolean);
    uint32_t progressive = table_progressive_container(&t, {u8, 3}, {u8, 5});
    compile();
    ACCEPTED(u64, DATA(1, 2, 3, 4, 5, 6, 7, 8));
    REFUSED(u64, NOTHING, SSZ_SCOPE, 0, 8, 0, NO_PATH);
    REFUSED(u64, DATA(1, 2, 3, 4, 5, 6, 7), SSZ_SCOPE, 7, 8, 7, NO_PATH);
    REFUSED(u64, DATA(1, 2, 3, 4, 5, 6, 7, 8, 9), SSZ_SCOPE, 8, 8, 9, NO_PATH);
    REFUSED(u256, DATA(1), SSZ_SCOPE, 1, 32, 1, NO_PATH);
    ACCEPTED(boolean, DATA(0));
    ACCEPTED(boolean, DATA(1));
    REFUSED(boolean, NOTHING, SSZ_SCOPE, 0, 1, 0, NO_PATH);
    REFUSED(boolean, DATA(0, 0), SSZ_SCOPE, 1, 1, 2, NO_PATH);
    ACCEPTED(bits10, DATA(0xff, 0x03));
    REFUSED(bits10, DATA(0xff), SSZ_SCOPE, 1, 2, 1, NO_PATH);
    REFUSED(bits10, DATA(0xff, 0x03, 0), SSZ_SCOPE, 2, 2, 3, NO_PATH);
    ACCEPTED(vector, DATA(1, 2, 3));
    REFUSED(vector, DATA(1, 2), SSZ_SCOPE, 2, 3, 2, NO_PATH);
    REFUSED(vector, DATA(1, 2, 3, 4), SSZ_SCOPE, 3, 3, 4, NO_PATH);
    ACCEPTED(container, DATA(9, 0xff, 3, 1));
    REFUSED(container, NOTHING, SSZ_SCOPE, 0, 4, 0, NO_PATH);
    REFUSED(container, DATA(9, 0xff, 3), SSZ_SCOPE, 3, 4, 3, NO_PATH);
    REFUSED(container, DATA(9, 0xff, 3, 1, 0), SSZ_SCOPE, 4, 4, 5, NO_PATH);
    ACCEPTED(progressive, DATA(1, 2));
    REFUSED(progressive, DATA(1), SSZ_SCOPE, 1, 2, 1, NO_PATH);
    finish();
}

static void test_bits(void) {
    uint32_t boolean = table_boolean(&t);
    uint32_t container = table_container(&t, boolean, boolean, table_bitvector(&t, 3));
    compile();
    REFUSED(boolean, DATA(2), SSZ_NOT_A_BIT, 0, 1, 2, NO_PATH);
    REFUSED(boolean, DATA(255), SSZ_NOT_A_BIT, 0, 1, 255, NO_PATH);
    ACCEPTED(container, DATA(0, 1, 7));
    REFUSED(container, DATA(3, 1, 7), SSZ_NOT_A_BIT, 0, 1, 3, PATH(0));
    REFUSED(container, DATA(0, 128, 7), SSZ_NOT_A_BIT, 1, 1, 128, PATH(1));
    REFUSED(container, DATA(0, 1, 8), SSZ_PADDING_BITS, 2, 0, 8, PATH(2));
    finish();
}

/* Each bit past the end of bitvectors of all kinds of length. */
static void test_bitvector_padding(void) {
    static const uint64_t lengths[] = {1,  2,  3,  4,  5,  6,   7,   8,   9,   15,  16,
                                       17, 63, 64, 65, 71, 255, 256, 257, 511, 513, 1023};
    enum { COUNT = sizeof lengths / sizeof *lengths };
    for (size_t i = 0; i < COUNT; i++) {
        table_bitvector(&t, lengths[i]);
    }
    compile();
    for (uint32_t i = 0; i < COUNT; i++) {
        uint8_t data[128] = {0};
        uint64_t size = (lengths[i] + 7) / 8, last = size - 1;
        for (uint64_t bit = 0; bit < lengths[i]; bit++) {
            data[bit / 8] |= (uint8_t)(1u << (bit % 8));
        }
        ACCEPTED(i, data, size);
        for (uint64_t bit = lengths[i]; bit < size * 8; bit++) {
            data[last] ^= (uint8_t)(1u << (bit % 8));
            REFUSED(i, data, size, SSZ_PADDING_BITS, last, 0, data[last], NO_PATH);
            data[last] ^= (uint8_t)(1u << (bit % 8));
        }
    }
    finish();
}

static void test_bitlists(void) {
    uint32_t limited = table_bitlist(&t, 10), none = table_bitlist(&t, 0);
    uint32_t eight = table_bitlist(&t, 8), free_bits = table_progressive_bitlist(&t);
    uint32_t container = table_container(&t, table_uint(&t, 1), limited);
    compile();
    ACCEPTED(limited, DATA(1));
    ACCEPTED(limited, DATA(0xff));
    ACCEPTED(limited, DATA(0xff, 0x07));
    REFUSED(limited, NOTHING, SSZ_EMPTY_ENCODING, 0, 1, 0, NO_PATH);
    REFUSED(limited, DATA(0), SSZ_NO_DELIMITER, 0, 0, 0, NO_PATH);
    REFUSED(limited, DATA(0, 0, 0), SSZ_NO_DELIMITER, 2, 0, 0, NO_PATH);
    REFUSED(limited, DATA(1, 0), SSZ_TRAILING_ZEROS, 1, 0, 0, NO_PATH);
    REFUSED(limited, DATA(0, 1, 0, 0), SSZ_TRAILING_ZEROS, 3, 0, 0, NO_PATH);
    REFUSED(limited, DATA(0, 0x08), SSZ_LIMIT, 1, 10, 11, NO_PATH);
    REFUSED(limited, DATA(0, 0, 0, 0x80), SSZ_LIMIT, 3, 10, 31, NO_PATH);
    ACCEPTED(none, DATA(1));
    REFUSED(none, DATA(2), SSZ_LIMIT, 0, 0, 1, NO_PATH);
    ACCEPTED(eight, DATA(0xff, 1));
    REFUSED(eight, DATA(0xff, 2), SSZ_LIMIT, 1, 8, 9, NO_PATH);
    ACCEPTED(free_bits, DATA(0, 0, 0, 0, 0x80));
    REFUSED(free_bits, NOTHING, SSZ_EMPTY_ENCODING, 0, 1, 0, NO_PATH);
    REFUSED(free_bits, DATA(0), SSZ_NO_DELIMITER, 0, 0, 0, NO_PATH);
    REFUSED(free_bits, DATA(4, 0), SSZ_TRAILING_ZEROS, 1, 0, 0, NO_PATH);
    REFUSED(container, DATA(9, 5, 0, 0, 0), SSZ_EMPTY_ENCODING, 5, 1, 0, PATH(1));
    REFUSED(container, DATA(9, 5, 0, 0, 0, 0), SSZ_NO_DELIMITER, 5, 0, 0, PATH(1));
    REFUSED(container, DATA(9, 5, 0, 0, 0, 1, 0), SSZ_TRAILING_ZEROS, 6, 0, 0, PATH(1));
    finish();
}

static void test_lists_of_fixed_size(void) {
    uint32_t u16 = table_uint(&t, 2), boolean = table_boolean(&t);
    uint32_t list = table_list(&t, u16, 3), none = table_list(&t, u16, 0);
    uint32_t free_list = table_progressive_list(&t, u16);
    uint32_t flags = table_list(&t, table_container(&t, u16, boolean), 2);
    compile();
    ACCEPTED(list, NOTHING);
    ACCEPTED(list, DATA(1, 2, 3, 4, 5, 6));
    REFUSED(list, DATA(1, 2, 3), SSZ_SCOPE_UNDIVIDED, 2, 2, 3, NO_PATH);
    REFUSED(list, DATA(1, 2, 3, 4, 5, 6, 7, 8), SSZ_LIMIT, 6, 3, 4, NO_PATH);
    ACCEPTED(none, NOTHING);
    REFUSED(none, DATA(1, 2), SSZ_LIMIT, 0, 0, 1, NO_PATH);
    ACCEPTED(free_list, DATA(1, 2, 3, 4, 5, 6, 7, 8));
    REFUSED(free_list, DATA(1), SSZ_SCOPE_UNDIVIDED, 0, 2, 1, NO_PATH);
    ACCEPTED(flags, DATA(7, 7, 1, 7, 7, 0));
    REFUSED(flags, DATA(7, 7, 1, 7, 7, 9), SSZ_NOT_A_BIT, 5, 1, 9, PATH(1, 1));
    REFUSED(flags, DATA(7, 7, 8, 7, 7, 9), SSZ_NOT_A_BIT, 2, 1, 8, PATH(0, 1));
    finish();
}

static void test_lists_of_variable_size(void) {
    uint32_t bytes_list = table_list(&t, table_uint(&t, 1), 4);
    uint32_t list = table_list(&t, bytes_list, 2), none = table_list(&t, bytes_list, 0);
    uint32_t free_list = table_progressive_list(&t, bytes_list);
    compile();
    for (uint32_t type = list; type <= free_list; type += free_list - list) {
        ACCEPTED(type, NOTHING);
        ACCEPTED(type, DATA(4, 0, 0, 0));
        ACCEPTED(type, DATA(8, 0, 0, 0, 9, 0, 0, 0, 7));
        ACCEPTED(type, DATA(8, 0, 0, 0, 8, 0, 0, 0, 7, 7, 7, 7));
        REFUSED(type, DATA(4), SSZ_SCOPE_TOO_SMALL, 1, 4, 1, NO_PATH);
        REFUSED(type, DATA(4, 0, 0), SSZ_SCOPE_TOO_SMALL, 3, 4, 3, NO_PATH);
        for (uint8_t first = 0; first < 4; first++) {
            REFUSED(type, DATA(first, 0, 0, 0), SSZ_OFFSET_BELOW_TABLE, 0, 4, first, NO_PATH);
        }
        REFUSED(type, DATA(5, 0, 0, 0, 0), SSZ_OFFSET_UNALIGNED, 0, 0, 5, NO_PATH);
        REFUSED(type, DATA(8, 0, 0, 0), SSZ_OFFSET_PAST_SCOPE, 0, 4, 8, NO_PATH);
        REFUSED(type, DATA(0xfc, 0xff, 0xff, 0xff, 0), SSZ_OFFSET_PAST_SCOPE, 0, 5, 0xfffffffc,
                NO_PATH);
        REFUSED(type, DATA(8, 0, 0, 0, 7, 0, 0, 0), SSZ_OFFSET_UNORDERED, 0, 7, 8, PATH(0));
        REFUSED(type, DATA(8, 0, 0, 0, 9, 0, 0, 0), SSZ_OFFSET_PAST_SCOPE, 4, 8, 9, PATH(1));
        REFUSED(type, DATA(8, 0, 0, 0, 0xff, 0xff, 0xff, 0xff), SSZ_OFFSET_PAST_SCOPE, 4, 8,
                0xffffffff, PATH(1));
        REFUSED(type, DATA(4, 0, 0, 0, 1, 2, 3, 4, 5), SSZ_LIMIT, 8, 4, 5, PATH(0));
        REFUSED(type, DATA(8, 0, 0, 0, 9, 0, 0, 0, 1, 1, 2, 3, 4, 5), SSZ_LIMIT, 13, 4, 5, PATH(1));
    }
    REFUSED(list, DATA(12, 0, 0, 0, 12, 0, 0, 0, 12, 0, 0, 0), SSZ_LIMIT, 0, 2, 3, NO_PATH);
    ACCEPTED(free_list, DATA(12, 0, 0, 0, 12, 0, 0, 0, 12, 0, 0, 0));
    REFUSED(free_list, DATA(12, 0, 0, 0, 13, 0, 0, 0, 12, 0, 0, 0, 1), SSZ_OFFSET_UNORDERED, 4, 12,
            13, PATH(1));
    ACCEPTED(none, NOTHING);
    REFUSED(none, DATA(4, 0, 0, 0), SSZ_LIMIT, 0, 0, 1, NO_PATH);
    finish();
}

static void test_vectors_of_variable_size(void) {
    uint32_t vector = table_vector(&t, table_bitlist(&t, 5), 2);
    compile();
    ACCEPTED(vector, DATA(8, 0, 0, 0, 9, 0, 0, 0, 1, 1));
    REFUSED(vector, NOTHING, SSZ_SCOPE_TOO_SMALL, 0, 8, 0, NO_PATH);
    REFUSED(vector, DATA(8, 0, 0, 0, 8, 0, 0), SSZ_SCOPE_TOO_SMALL, 7, 8, 7, NO_PATH);
    REFUSED(vector, DATA(4, 0, 0, 0, 9, 0, 0, 0, 1, 1), SSZ_FIRST_OFFSET, 0, 8, 4, NO_PATH);
    REFUSED(vector, DATA(9, 0, 0, 0, 9, 0, 0, 0, 1, 1), SSZ_FIRST_OFFSET, 0, 8, 9, NO_PATH);
    REFUSED(vector, DATA(8, 0, 0, 0, 4, 0, 0, 0, 1, 1), SSZ_OFFSET_UNORDERED, 0, 4, 8, PATH(0));
    REFUSED(vector, DATA(8, 0, 0, 0, 11, 0, 0, 0, 1, 1), SSZ_OFFSET_PAST_SCOPE, 4, 10, 11, PATH(1));
    REFUSED(vector, DATA(8, 0, 0, 0, 8, 0, 0, 0, 1), SSZ_EMPTY_ENCODING, 8, 1, 0, PATH(0));
    REFUSED(vector, DATA(8, 0, 0, 0, 9, 0, 0, 0, 1), SSZ_EMPTY_ENCODING, 9, 1, 0, PATH(1));
    REFUSED(vector, DATA(8, 0, 0, 0, 9, 0, 0, 0, 1, 64), SSZ_LIMIT, 9, 5, 6, PATH(1));
    finish();
}

static void test_containers_of_variable_size(void) {
    uint32_t u8 = table_uint(&t, 1), list = table_list(&t, table_uint(&t, 2), 2);
    uint32_t plain = table_container(&t, list, u8, list);
    uint32_t progressive = table_progressive_container(&t, {list, 4}, {u8, 9}, {list, 200});
    uint32_t outer = table_container(&t, u8, plain);
    compile();
    for (uint32_t type = plain; type <= progressive; type += progressive - plain) {
        ACCEPTED(type, DATA(9, 0, 0, 0, 5, 9, 0, 0, 0));
        ACCEPTED(type, DATA(9, 0, 0, 0, 5, 11, 0, 0, 0, 1, 1, 2, 2, 3, 3));
        REFUSED(type, NOTHING, SSZ_SCOPE_TOO_SMALL, 0, 9, 0, NO_PATH);
        REFUSED(type, DATA(9, 0, 0, 0, 5, 9, 0, 0), SSZ_SCOPE_TOO_SMALL, 8, 9, 8, NO_PATH);
        REFUSED(type, DATA(8, 0, 0, 0, 5, 9, 0, 0, 0), SSZ_FIRST_OFFSET, 0, 9, 8, NO_PATH);
        REFUSED(type, DATA(10, 0, 0, 0, 5, 10, 0, 0, 0, 1), SSZ_FIRST_OFFSET, 0, 9, 10, NO_PATH);
        REFUSED(type, DATA(9, 0, 0, 0, 5, 8, 0, 0, 0), SSZ_OFFSET_UNORDERED, 0, 8, 9, PATH(0));
        REFUSED(type, DATA(9, 0, 0, 0, 5, 10, 0, 0, 0), SSZ_OFFSET_PAST_SCOPE, 5, 9, 10, PATH(2));
        REFUSED(type, DATA(9, 0, 0, 0, 5, 10, 0, 0, 0, 1), SSZ_SCOPE_UNDIVIDED, 9, 2, 1, PATH(0));
        REFUSED(type, DATA(9, 0, 0, 0, 5, 9, 0, 0, 0, 1, 1, 2), SSZ_SCOPE_UNDIVIDED, 11, 2, 3,
                PATH(2));
        REFUSED(type, DATA(9, 0, 0, 0, 5, 9, 0, 0, 0, 1, 1, 2, 2, 3, 3), SSZ_LIMIT, 13, 2, 3,
                PATH(2));
    }
    REFUSED(outer, DATA(1, 5, 0, 0, 0, 9, 0, 0, 0, 5, 9, 0, 0, 0, 1), SSZ_SCOPE_UNDIVIDED, 14, 2, 1,
            PATH(1, 2));
    REFUSED(outer, DATA(1, 5, 0, 0, 0, 9, 0), SSZ_SCOPE_TOO_SMALL, 7, 9, 2, PATH(1));
    finish();
}

static void test_unions(void) {
    uint32_t u16 = table_uint(&t, 2), list = table_list(&t, table_boolean(&t), 3);
    uint32_t plain = table_union(&t, SSZ_NO_TYPE, u16, list);
    uint32_t compatible = table_compatible_union(&t, {u16, 1}, {list, 7}, {u16, 127});
    uint32_t outer = table_container(&t, plain, u16);
    compile();
    ACCEPTED(plain, DATA(0));
    ACCEPTED(plain, DATA(1, 2, 3));
    ACCEPTED(plain, DATA(2));
    ACCEPTED(plain, DATA(2, 1, 0, 1));
    REFUSED(plain, NOTHING, SSZ_NO_SELECTOR, 0, 1, 0, NO_PATH);
    REFUSED(plain, DATA(0, 0), SSZ_SCOPE, 1, 0, 1, PATH(0));
    REFUSED(plain, DATA(0, 1, 2), SSZ_SCOPE, 1, 0, 2, PATH(0));
    REFUSED(plain, DATA(1), SSZ_SCOPE, 1, 2, 0, PATH(1));
    REFUSED(plain, DATA(1, 2), SSZ_SCOPE, 2, 2, 1, PATH(1));
    REFUSED(plain, DATA(1, 2, 3, 4), SSZ_SCOPE, 3, 2, 3, PATH(1));
    REFUSED(plain, DATA(2, 1, 2), SSZ_NOT_A_BIT, 2, 1, 2, PATH(2, 1));
    REFUSED(plain, DATA(3), SSZ_UNKNOWN_SELECTOR, 0, 0, 3, NO_PATH);
    REFUSED(plain, DATA(255, 1, 1), SSZ_UNKNOWN_SELECTOR, 0, 0, 255, NO_PATH);
    ACCEPTED(compatible, DATA(127, 1, 1));
    REFUSED(compatible, NOTHING, SSZ_NO_SELECTOR, 0, 1, 0, NO_PATH);
    REFUSED(compatible, DATA(0), SSZ_UNKNOWN_SELECTOR, 0, 0, 0, NO_PATH);
    REFUSED(compatible, DATA(2, 1, 1), SSZ_UNKNOWN_SELECTOR, 0, 0, 2, NO_PATH);
    REFUSED(compatible, DATA(128, 1, 1), SSZ_UNKNOWN_SELECTOR, 0, 0, 128, NO_PATH);
    REFUSED(compatible, DATA(7, 3), SSZ_NOT_A_BIT, 1, 1, 3, PATH(7, 0));
    REFUSED(compatible, DATA(127, 3), SSZ_SCOPE, 2, 2, 1, PATH(127));
    REFUSED(outer, DATA(6, 0, 0, 0, 1, 1), SSZ_NO_SELECTOR, 6, 1, 0, PATH(0));
    REFUSED(outer, DATA(6, 0, 0, 0, 1, 1, 9), SSZ_UNKNOWN_SELECTOR, 6, 0, 9, PATH(0));
    REFUSED(outer, DATA(6, 0, 0, 0, 1, 1, 2, 1, 1, 7), SSZ_NOT_A_BIT, 9, 1, 7, PATH(0, 2, 2));
    finish();
}

/* ---- several reasons at once ---------------------------------------------------------------- */

/* Length, then fixed part, then the offsets as a whole, then one variable-size part after another. */
static void test_precedence(void) {
    uint32_t boolean = table_boolean(&t), flags = table_list(&t, boolean, 2);
    uint32_t container = table_container(&t, flags, boolean, flags);
    uint32_t fixed = table_container(&t, boolean, boolean);
    uint32_t vector = table_vector(&t, flags, 2), list = table_list(&t, flags, 2);
    uint32_t bits = table_bitlist(&t, 3);
    uint32_t pairs = table_list(&t, fixed, 2);
    compile();
    /* short, a bad boolean, a bad first offset */
    REFUSED(container, DATA(0, 0, 0, 0, 7, 0, 0, 0), SSZ_SCOPE_TOO_SMALL, 8, 9, 8, NO_PATH);
    /* a bad boolean, a bad first offset, offsets out of order */
    REFUSED(container, DATA(8, 0, 0, 0, 7, 0, 0, 0, 0), SSZ_NOT_A_BIT, 4, 1, 7, PATH(1));
    /* a bad first offset, offsets out of order */
    REFUSED(container, DATA(8, 0, 0, 0, 1, 0, 0, 0, 0), SSZ_FIRST_OFFSET, 0, 9, 8, NO_PATH);
    /* an offset past the end, after a part that is bad too */
    REFUSED(container, DATA(9, 0, 0, 0, 1, 13, 0, 0, 0, 7, 7, 7), SSZ_OFFSET_PAST_SCOPE, 5, 12, 13,
            PATH(2));
    /* two bad parts */
    REFUSED(container, DATA(9, 0, 0, 0, 1, 10, 0, 0, 0, 7, 1, 8), SSZ_NOT_A_BIT, 9, 1, 7,
            PATH(0, 0));
    REFUSED(container, DATA(9, 0, 0, 0, 1, 10, 0, 0, 0, 1, 1, 8), SSZ_NOT_A_BIT, 11, 1, 8,
            PATH(2, 1));
    /* the wrong length of something fixed, before its contents */
    REFUSED(fixed, DATA(7), SSZ_SCOPE, 1, 2, 1, NO_PATH);
    REFUSED(fixed, DATA(7, 8, 9), SSZ_SCOPE, 2, 2, 3, NO_PATH);
    REFUSED(fixed, DATA(7, 8), SSZ_NOT_A_BIT, 0, 1, 7, PATH(0));
    /* vectors */
    REFUSED(vector, DATA(9, 0, 0, 0, 1, 0, 0), SSZ_SCOPE_TOO_SMALL, 7, 8, 7, NO_PATH);
    REFUSED(vector, DATA(9, 0, 0, 0, 1, 0, 0, 0), SSZ_FIRST_OFFSET, 0, 8, 9, NO_PATH);
    REFUSED(vector, DATA(8, 0, 0, 0, 10, 0, 0, 0, 7), SSZ_OFFSET_PAST_SCOPE, 4, 9, 10, PATH(1));
    /* lists: what the first offset is, whether there may be so many, the table, the elements */
    REFUSED(list, DATA(2, 0, 0, 0), SSZ_OFFSET_BELOW_TABLE, 0, 4, 2, NO_PATH);
    REFUSED(list, DATA(6, 0, 0, 0), SSZ_OFFSET_UNALIGNED, 0, 0, 6, NO_PATH);
    REFUSED(list, DATA(16, 0, 0, 0), SSZ_OFFSET_PAST_SCOPE, 0, 4, 16, NO_PATH);
    REFUSED(list, DATA(12, 0, 0, 0, 1, 0, 0, 0, 99, 0, 0, 0), SSZ_LIMIT, 0, 2, 3, NO_PATH);
    REFUSED(list, DATA(8, 0, 0, 0, 11, 0, 0, 0, 7, 7), SSZ_OFFSET_PAST_SCOPE, 4, 10, 11, PATH(1));
    REFUSED(list, DATA(8, 0, 0, 0, 9, 0, 0, 0, 7, 7), SSZ_NOT_A_BIT, 8, 1, 7, PATH(0, 0));
    /* lists of fixed-size elements: no whole number, too many, bad ones */
    REFUSED(pairs, DATA(7, 7, 7, 7, 7, 7, 7), SSZ_SCOPE_UNDIVIDED, 6, 2, 7, NO_PATH);
    REFUSED(pairs, DATA(7, 7, 7, 7, 7, 7), SSZ_LIMIT, 4, 2, 3, NO_PATH);
    REFUSED(pairs, DATA(1, 1, 1, 7), SSZ_NOT_A_BIT, 3, 1, 7, PATH(1, 1));
    /* bitlists: the delimiter before the limit */
    REFUSED(bits, DATA(0xff, 0), SSZ_TRAILING_ZEROS, 1, 0, 0, NO_PATH);
    finish();
}

/* Tables of offsets whose inner entries are wrong, each against its neighbours. */
static void test_inner_offsets(void) {
    uint32_t memo = table_list(&t, table_uint(&t, 1), 8), pair = table_container(&t, memo, memo);
    uint32_t triple = table_container(&t, pair, pair, pair);
    uint32_t list = table_list(&t, pair, 4), vector = table_vector(&t, pair, 2);
    uint32_t free_list = table_progressive_list(&t, pair);
    compile();
#define THREE(middle)                                                                              \
    DATA(12, 0, 0, 0, middle, 0, 0, 0, 28, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0,   \
         0, 8, 0, 0, 0, 8, 0, 0, 0)
    ACCEPTED(triple, THREE(20));
    REFUSED(triple, THREE(32), SSZ_OFFSET_UNORDERED, 4, 28, 32, PATH(1));
    REFUSED(triple, THREE(8), SSZ_OFFSET_UNORDERED, 0, 8, 12, PATH(0));
    /* Equal offsets are in order; it is the part without bytes that is refused. */
    REFUSED(triple, THREE(12), SSZ_SCOPE_TOO_SMALL, 12, 8, 0, PATH(0));
    REFUSED(triple, THREE(28), SSZ_SCOPE_TOO_SMALL, 28, 8, 0, PATH(1));
#undef THREE
    const uint32_t types[] = {list, vector, free_list};
    for (size_t i = 0; i < 3; i++) {
        REFUSED(types[i], DATA(8, 0, 0, 0, 12, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0),
                SSZ_SCOPE_TOO_SMALL, 12, 8, 4, PATH(0));
    }
    finish();
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* Unions in unions, each under a selector of its own: the path keeps the outermost steps. */
static void test_long_paths(void) {
    uint8_t data[201];
    uint32_t type = table_boolean(&t);
    for (uint32_t level = 0; level < 200; level++) {
        type = table_compatible_union(&t, {type, level % 127 + 1});
    }
    compile();
    for (uint32_t levels = 0; levels <= 200; levels++) {
        uint64_t path[SSZ_ERROR_PATH_LIMIT] = {0};
        uint32_t length = levels < SSZ_ERROR_PATH_LIMIT ? levels : SSZ_ERROR_PATH_LIMIT;
        for (uint32_t i = 0; i < levels; i++) {
            data[i] = (uint8_t)((levels - 1 - i) % 127 + 1);
        }
        for (uint32_t i = 0; i < length; i++) {
            path[i] = data[i];
        }
        data[levels] = 1;
        ACCEPTED(levels, data, levels + 1);
        data[levels] = 2;
        REFUSED(levels, data, levels + 1, SSZ_NOT_A_BIT, levels, 1, 2, path, length);
        REFUSED(levels, data, levels, SSZ_SCOPE, levels, 1, 0, path, length);
    }
    finish();
}

/* As deep as types go, by every way down: no stack runs over, and the last level is reached. */
static void test_deepest(void) {
    table_boolean(&t);
    while (t.type_count < SSZ_DEPTH_LIMIT) {
        uint32_t last = t.type_count - 1;
        switch (t.type_count % 5) {
        case 0:
            table_container(&t, last);
            break;
        case 1:
            table_vector(&t, last, 1);
            break;
        case 2:
            table_list(&t, last, 1);
            break;
        case 3:
            table_union(&t, last);
            break;
        default:
            table_progressive_list(&t, last);
            break;
        }
    }
    compile();
    static bytes value;
    for (unsigned round = 0; round < 1000; round++) {
        value.size = 0;
        model_generate(&t, SSZ_DEPTH_LIMIT - 1, &value);
        ACCEPTED(SSZ_DEPTH_LIMIT - 1, value.data, value.size);
    }
    finish();
}

/* A fault at the end of many small values of a deep type: the good ones before it are not walked to the
 * bottom.  If they were, this would take minutes. */
static void test_time_to_refuse(void) {
    uint64_t size = (uint64_t)1 << 24;
    uint8_t *data = allocate(size);
    memset(data, 1, size);
    data[size - 1] = 2;
    uint32_t type = table_boolean(&t);
    while (t.type_count < 1000) {
        type = table_container(&t, type);
    }
    uint32_t list = table_list(&t, type, size);
    compile();
    ssz_error err;
    clock_t start = clock();
    CHECK_EQUAL(ssz_check(schema, list, data, size, &err), SSZ_NOT_A_BIT);
    CHECK((clock() - start) / CLOCKS_PER_SEC < 10);
    CHECK_EQUAL(err.offset, size - 1);
    free(data);
    finish();
}

/* ---- anything at all ------------------------------------------------------------------------ */

static bool is_reason(int32_t code) {
    return code >= SSZ_SCOPE && code <= SSZ_UNKNOWN_SELECTOR && code != SSZ_TRUNCATED;
}

static unsigned seen[SSZ_UNKNOWN_SELECTOR + 1];

/* What must hold of any bytes whatever. */
static void check_any(uint32_t type, const uint8_t *data, uint64_t size) {
    static bytes rebuilt;
    const uint8_t *at = place_input(data, size);
    ssz_error err;
    int32_t code = ssz_check(schema, type, at, size, &err);
    CHECK_EQUAL(code == SSZ_OK, model_accepts(&t, type, at, size));
    if (code != SSZ_OK) {
        CHECK(is_reason(code) && err.code == code);
        CHECK(err.offset <= size && err.path_length <= SSZ_ERROR_PATH_LIMIT);
        seen[code]++;
        return;
    }
    seen[SSZ_OK]++;
    rebuilt.size = 0;
    CHECK(model_rebuild(schema, &t, type, at, size, &rebuilt));
    CHECK_EQUAL(rebuilt.size, size);
    CHECK_BYTES(rebuilt.data, at, size);
    ssz_type_info info = ssz_schema_type(schema, type);
    CHECK(info.min_size <= size && size <= info.max_size);
}

static void check_random_values(uint32_t type, unsigned rounds) {
    static bytes value;
    for (unsigned round = 0; round < rounds; round++) {
        value.size = 0;
        model_generate(&t, type, &value);
        CHECK_EQUAL(ssz_check(schema, type, value.data, value.size, NULL), SSZ_OK);
        if (round % 8 == 0) {
            check_any(type, value.data, value.size);
        }
        for (uint64_t changes = 1 + random_below(2); changes > 0; changes--) {
            mutate(&value);
        }
        check_any(type, value.data, value.size);
        /* Bytes without any plan, few enough to be right now and then. */
        uint8_t noise[40];
        uint64_t size = random_below(sizeof noise);
        for (uint64_t i = 0; i < size; i++) {
            noise[i] = random_below(2) == 0 ? (uint8_t)random_below(30) : 0;
        }
        check_any(type, noise, size);
    }
}

static void test_random_values(void) {
    add_all_kinds(&t);
    compile();
    for (uint32_t type = 0; type < t.type_count; type++) {
        check_random_values(type, 4000);
    }
    finish();
    for (unsigned round = 0; round < 2000; round++) {
        table_uint(&t, (uint64_t)1 << random_below(6));
        while (t.type_count < 8) {
            add_random_type(&t);
        }
        compile();
        check_random_values(6, 20);
        check_random_values(7, 20);
        finish();
    }
    for (int32_t code = SSZ_SCOPE; code <= SSZ_UNKNOWN_SELECTOR; code++) {
        CHECK(seen[code] > 0 || code == SSZ_TRUNCATED);
    }
}

int main(void) {
    input = guarded_new(MODEL_BYTES);
    test_fixed_sizes();
    test_bits();
    test_bitvector_padding();
    test_bitlists();
    test_lists_of_fixed_size();
    test_lists_of_variable_size();
    test_vectors_of_variable_size();
    test_containers_of_variable_size();
    test_unions();
    test_precedence();
    test_inner_offsets();
    test_long_paths();
    test_deepest();
    test_time_to_refuse();
    test_random_values();
    guarded_free(input);
    return 0;
}
