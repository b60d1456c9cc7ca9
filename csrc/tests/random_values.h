/*
 * random_values.h - types of every kind, and damage, for tests that hold for any bytes whatever.
 */
#ifndef SSZ_TESTS_RANDOM_VALUES_H
#define SSZ_TESTS_RANDOM_VALUES_H

#include "model.h"

/* A type of every kind, inside of every kind where that makes sense. */
static inline void add_all_kinds(table *t) {
    uint32_t boolean = table_boolean(t), u8 = table_uint(t, 1), u64 = table_uint(t, 8);
    uint32_t u256 = table_uint(t, 32), bits = table_bitvector(t, 11), byte = table_bitvector(t, 8);
    uint32_t bitlist = table_bitlist(t, 17), free_bits = table_progressive_bitlist(t);
    uint32_t bytes_list = table_list(t, u8, 40), flags = table_vector(t, boolean, 5);
    uint32_t record = table_container(t, u64, boolean, bits, flags);
    uint32_t wide = table_vector(t, record, 12);
    uint32_t records = table_list(t, record, 9);
    uint32_t progressive = table_progressive_container(t, {u8, 0}, {bits, 3}, {flags, 250});
    uint32_t variable = table_container(t, boolean, bytes_list, u64, bitlist, byte);
    uint32_t open = table_progressive_container(t, {free_bits, 1}, {record, 2}, {variable, 7});
    uint32_t choice = table_union(t, SSZ_NO_TYPE, boolean, variable, bytes_list);
    uint32_t like = table_compatible_union(t, {records, 1}, {records, 9}, {open, 127});
    uint32_t lists = table_list(t, bytes_list, 6), vectors = table_vector(t, bitlist, 3);
    uint32_t choices = table_progressive_list(t, choice), likes = table_list(t, like, 4);
    uint32_t opens = table_vector(t, open, 2);
    uint32_t numbers = table_progressive_list(t, u256), rows = table_list(t, progressive, 70);
    table_list(t, boolean, 0);
    table_list(t, wide, 3);
    table_container(t, lists, vectors, choices, wide, likes, opens, numbers, rows);
}

/* A small type of a random kind, made of the types so far. */
static inline void add_random_type(table *t) {
    uint32_t before = t->type_count;
    uint32_t a = (uint32_t)random_below(before), b = (uint32_t)random_below(before);
    uint32_t c = (uint32_t)random_below(before);
    switch (random_below(11)) {
    case 0:
        table_boolean(t);
        break;
    case 1:
        table_bitvector(t, 1 + random_below(20));
        break;
    case 2:
        table_bitlist(t, random_below(20));
        break;
    case 3:
        table_progressive_bitlist(t);
        break;
    case 4:
        table_vector(t, a, 1 + random_below(4));
        break;
    case 5:
        table_list(t, a, random_below(9));
        break;
    case 6:
        table_progressive_list(t, a);
        break;
    case 7:
        table_progressive_container(t, {a, 1}, {b, 2}, {c, 90});
        break;
    case 8:
        table_union(t, random_below(2) ? a : SSZ_NO_TYPE, b);
        break;
    case 9:
        table_compatible_union(t, {a, 3}, {b, 4});
        break;
    default:
        table_container(t, a, b, c);
        break;
    }
}

/* Changes an encoding a little, in one of the ways that hostile or broken writers do. */
static inline void mutate(bytes *value) {
    uint64_t at = value->size == 0 ? 0 : random_below(value->size);
    switch (value->size == 0 ? 5 : random_below(8)) {
    case 0: /* a bit */
        value->data[at] ^= (uint8_t)(1u << random_below(8));
        break;
    case 1: /* a byte */
        value->data[at] = (uint8_t)random_u64();
        break;
    case 2: /* an offset, or what would be one, by a little */
        at = at / 4 * 4;
        if (at + 4 <= value->size) {
            uint64_t offset = bytes_get_u32(value->data + at);
            bytes_put_u32(value->data + at, offset + random_below(9) - 4);
        }
        break;
    case 3: /* cut off */
        value->size = at;
        break;
    case 4: /* a piece missing in between */
        memmove(value->data + at, value->data + at + 1, value->size - at - 1);
        value->size--;
        break;
    case 5: /* something appended */
        bytes_fill(value, (uint8_t)random_below(3), 1 + random_below(5));
        break;
    case 6: { /* two offsets swapped, or what would be offsets */
        uint64_t other = random_below(value->size) / 4 * 4;
        at = at / 4 * 4;
        if (at + 4 <= value->size && other + 4 <= value->size) {
            uint64_t kept = bytes_get_u32(value->data + at);
            bytes_put_u32(value->data + at, bytes_get_u32(value->data + other));
            bytes_put_u32(value->data + other, kept);
        }
        break;
    }
    default: /* zeros to the end */
        memset(value->data + at, 0, value->size - at);
        break;
    }
}

#endif
