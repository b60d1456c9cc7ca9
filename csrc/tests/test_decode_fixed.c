/*
 * test_decode_fixed.c - the strict check of values of fixed size, of whose bytes the library reads only those
 * that can be wrong.
 */
#include "decoding.h"

/* Breaks each of `size` booleans in turn, among others that are all false, and all true. */
static void check_each_boolean(uint32_t type, uint64_t size) {
    uint8_t data[100];
    CHECK(size <= sizeof data);
    for (unsigned background = 0; background < 2; background++) {
        memset(data, (int)background, sizeof data);
        ACCEPTED(type, data, size);
        for (uint64_t i = 0; i < size; i++) {
            for (unsigned bit = 1; bit < 8; bit++) {
                data[i] = (uint8_t)(1u << bit);
                REFUSED(type, data, size, SSZ_NOT_A_BIT, i, 1, data[i], PATH(i));
            }
            data[i] = (uint8_t)background;
        }
    }
}

/* Booleans in a row, of every number around the widths that are read at once. */
static void test_boolean_positions(void) {
    uint32_t boolean = table_boolean(&t), list = table_list(&t, boolean, 100);
    for (uint64_t length = 1; length <= 100; length++) {
        table_vector(&t, boolean, length);
    }
    compile();
    for (uint64_t length = 1; length <= 100; length++) {
        check_each_boolean(list, length);
        check_each_boolean(list + (uint32_t)length, length);
    }
    finish();
}

/* {boolean, uint8, 3 bits, {boolean, 11 bits}}, 7 bytes, of which 5 can be wrong. */
static uint32_t add_record(uint32_t *inner) {
    uint32_t boolean = table_boolean(&t);
    *inner = table_container(&t, boolean, table_bitvector(&t, 11));
    return table_container(&t, boolean, table_uint(&t, 1), table_bitvector(&t, 3), *inner);
}

/* Records in nested vectors and lists, from few enough places to look at to too many: a [rows][columns]
 * array of records, each with the same four faults possible. */
static void test_records(void) {
    static const uint8_t masks[6] = {0xfe, 0, 0xf8, 0xfe, 0, 0xf8};
    static const uint64_t fields[6][2] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 1}};
    static const uint64_t shapes[][2] = {{1, 1}, {1, 16}, {2, 8}, {4, 4},  {1, 17},
                                         {3, 6}, {2, 9},  {8, 8}, {33, 3}, {1, 65}};
    uint32_t inner;
    uint32_t record = add_record(&inner);
    uint32_t first = t.type_count;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        uint32_t row = table_vector(&t, record, shapes[i][1]);
        table_vector(&t, row, shapes[i][0]);
        table_list(&t, row, shapes[i][0]);
        table_progressive_list(&t, row);
        table_container(&t, row, row);
    }
    compile();
    for (uint32_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        uint64_t columns = shapes[i][1], size = shapes[i][0] * columns * 6;
        for (uint32_t way = 1; way <= 4; way++) {
            uint64_t whole = way < 4 ? size : 2 * columns * 6;
            uint8_t data[2048] = {0};
            for (uint64_t at = 0; at < whole; at++) {
                uint64_t place = at % 6, element = at / 6;
                if (masks[place] == 0) {
                    continue;
                }
                uint64_t path[4] = {element / columns, element % columns, fields[place][0],
                                    fields[place][1]};
                uint32_t steps = fields[place][0] == 3 ? 4 : 3;
                bool boolean = masks[place] == 0xfe;
                data[at] = 0x90;
                REFUSED(first + i * 5 + way, data, whole,
                        boolean ? SSZ_NOT_A_BIT : SSZ_PADDING_BITS, at, boolean, 0x90, path, steps);
                data[at] = 0;
            }
            ACCEPTED(first + i * 5 + way, data, whole);
        }
    }
    finish();
}

/* Containers with more booleans than are listed one by one, alone, in rows, and among other fields. */
static void test_wide_containers(void) {
    for (uint32_t width = 60; width <= 70; width++) {
        uint32_t boolean = table_boolean(&t), fields[70];
        for (uint32_t i = 0; i < width; i++) {
            fields[i] = boolean;
        }
        uint32_t wide = table_numbered(&t, SSZ_KIND_CONTAINER, fields, width);
        uint32_t u16 = table_uint(&t, 2), bits = table_bitvector(&t, 9);
        uint32_t mixed = table_container(&t, u16, wide, bits, wide);
        uint32_t behind = table_container(&t, wide, table_list(&t, u16, 1), wide);
        uint32_t list = table_list(&t, wide, 3);
        compile();
        uint8_t data[256] = {0};
        for (uint64_t i = 0; i < width; i++) {
            data[i] = 2;
            REFUSED(wide, data, width, SSZ_NOT_A_BIT, i, 1, 2, PATH(i));
            data[i] = 0;
            data[width + i] = 3;
            REFUSED(list, data, 3 * width, SSZ_NOT_A_BIT, width + i, 1, 3, PATH(1, i));
            data[width + i] = 0;
            data[2 + i] = 2;
            REFUSED(mixed, data, 4 + 2 * width, SSZ_NOT_A_BIT, 2 + i, 1, 2, PATH(1, i));
            data[2 + i] = 0;
            data[4 + width + i] = 2;
            REFUSED(mixed, data, 4 + 2 * width, SSZ_NOT_A_BIT, 4 + width + i, 1, 2, PATH(3, i));
            data[4 + width + i] = 0;
            bytes_put_u32(data + width, 4 + 2 * width);
            ACCEPTED(behind, data, 4 + 2 * width);
            data[width + 4 + i] = 2;
            REFUSED(behind, data, 4 + 2 * width, SSZ_NOT_A_BIT, width + 4 + i, 1, 2, PATH(2, i));
            memset(data, 0, sizeof data);
        }
        data[3 + width] = 2;
        REFUSED(mixed, data, 4 + 2 * width, SSZ_PADDING_BITS, 3 + width, 0, 2, PATH(2));
        finish();
    }
}

int main(void) {
    input = guarded_new(MODEL_BYTES);
    test_boolean_positions();
    test_records();
    test_wide_containers();
    guarded_free(input);
    return 0;
}
