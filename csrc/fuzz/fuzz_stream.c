/*
 * fuzz_stream.c - any bytes in pieces of any size: the root of the whole, or its error.
 */
#include "frames.h"
#include "fuzz.h"

/* Sizes of pieces, used over and over; 0 is a piece without bytes. */
#define PIECE_LIMIT 8

static int32_t stream(const subject *s, const bytes *value, unsigned window_level,
                      const uint64_t *pieces, uint8_t *root, ssz_error *err) {
    ssz_stream *made = ssz_stream_new_sized(s->schema, s->type, value->size, window_level, err);
    if (!made) {
        return err->code;
    }
    int32_t code = SSZ_OK;
    uint64_t done = 0;
    for (unsigned i = 0; done < value->size && code == SSZ_OK; i = (i + 1) % PIECE_LIMIT) {
        uint64_t left = value->size - done;
        uint64_t size = i == PIECE_LIMIT - 1 ? left : pieces[i] < left ? pieces[i] : left;
        CHECK_EQUAL(ssz_stream_room(made), left);
        uint8_t *piece = allocate(size);
        memcpy(piece, value->data + done, size);
        code = ssz_stream_write(made, piece, size, err);
        free(piece);
        done += size;
    }
    code = code == SSZ_OK ? ssz_stream_root(made, root, err) : code;
    ssz_stream_release(made);
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bytes value;
    input in = {data, size};
    tally before = take_tally();
    subject s = take_subject(&in);
    unsigned window_level = (unsigned)take(&in, 1) % 8;
    uint64_t pieces[PIECE_LIMIT], working = take(&in, 1);
    for (unsigned i = 0; i < PIECE_LIMIT; i++) {
        pieces[i] = take(&in, 1);
    }
    take_value(&in, &s, &value);
    uint8_t expected_root[32], root[32];
    ssz_error expected = {0}, err = {0};
    int32_t code = ssz_root(s.schema, s.type, value.data, value.size, expected_root, &expected);
    CHECK_EQUAL(stream(&s, &value, window_level, pieces, root, &err), code);
    CHECK_EQUAL(err.code, expected.code);
    CHECK(err.offset == expected.offset && err.expected == expected.expected);
    CHECK(err.actual == expected.actual && err.path_length == expected.path_length);
    CHECK_BYTES(err.path, expected.path, err.path_length * sizeof *err.path);
    if (code == SSZ_OK) {
        CHECK_BYTES(root, expected_root, 32);
    }
    ssz_trim();
    ssz_memory_fail(working, UINT64_MAX);
    int32_t without = stream(&s, &value, window_level, pieces, root, &err);
    ssz_memory_fail(0, 0);
    CHECK(without == code || without == SSZ_NO_MEMORY);
    release_subject(s);
    check_tally(before);
    return 0;
}
