/*
 * frames.h - what the parts of the root of a stream share.
 *
 * stream.c takes bytes in and opens frames for values; sequences.c does the same for the elements of
 * long sequences.  Only these two and the tests include this.
 */
#ifndef SSZ_FRAMES_H
#define SSZ_FRAMES_H

#include <stdbool.h>

#include "error.h"
#include "walk.h"

/* Chunks of a window, as a power of two.  Large enough for the threads that hash a window to pay. */
#define SSZ_WINDOW_LEVEL 17

/* Elements of variable size that are hashed at a time. */
#define SSZ_BATCH_LIMIT 4096

/* Nodes come as roots of complete subtrees of 2^level leaves, only the last may be smaller.  A progressive
 * tree (EIP-7916) is several trees one after the other, the i-th with 4^i leaves. */
typedef struct ssz_sequence_tree {
    bool is_progressive;
    unsigned level_limit;
    unsigned level; /* of the subtrees in the present tree */
    unsigned depth; /* of the present tree */
    uint64_t room;  /* leaves that still fit it */
    uint64_t taken; /* leaves in it */
    unsigned root_count;
    uint8_t roots[SSZ_PROGRESSIVE_SUBTREES][SSZ_CHUNK_SIZE]; /* of the trees that are full */
    ssz_merkle_stream stream;
} ssz_sequence_tree;

/* Frames for unions, containers and sequences know what else there is by their kind. */
typedef enum ssz_frame_kind {
    SSZ_FRAME_WHOLE,
    SSZ_FRAME_CONTAINER,
    SSZ_FRAME_RUN,
    SSZ_FRAME_ELEMENTS,
    SSZ_FRAME_UNION
} ssz_frame_kind;

typedef struct ssz_frame {
    ssz_frame_kind kind;
    uint32_t type;
    uint64_t at;   /* first byte of the value, counted from the start of the stream */
    uint64_t size; /* of the value */
    uint64_t need; /* bytes that it takes next */
    uint8_t *out;  /* where its root goes */
    uint64_t key;  /* the part that is being read: field, element, selector */

    union {
        struct {
            uint32_t next;   /* the field that comes next ... */
            bool is_in_tail; /* ... in the fixed part, or behind it */
            uint8_t *nodes;  /* roots of the fields, in their places */
            uint32_t *offsets;
        } container;
        struct {
            ssz_sequence_tree *tree;
            uint64_t count; /* elements or bits */
            union {
                struct {
                    uint64_t left; /* bytes that have not come yet */
                    uint64_t unit; /* bytes of a leaf */
                    uint8_t any;   /* of bits: not 0 if some bit was set */
                } run;
                struct {
                    uint8_t *table; /* their offsets */
                    uint64_t table_size;
                    uint64_t table_capacity;
                    bool is_table_read;
                    bool is_part_open;            /* one is being read by a frame of its own ... */
                    uint8_t part[SSZ_CHUNK_SIZE]; /* ... and this is its root */
                    uint64_t batch;               /* otherwise: how many are being read */
                } elements;
            };
        }; /* frames for runs and for elements */
        struct {
            uint8_t part[SSZ_CHUNK_SIZE]; /* root of the value */
        } option;
    };
} ssz_frame;

struct ssz_stream {
    ssz_schema *schema;
    ssz_walker walker;
    uint64_t size;
    uint64_t taken;  /* bytes that have come */
    uint64_t filled; /* bytes in the window, less than the top frame needs */
    uint64_t window_size;
    uint8_t *window;
    uint8_t *memory; /* room for a table, then the window */
    ssz_frame *frames;
    uint32_t depth;
    uint32_t depth_limit;
    uint8_t root[SSZ_CHUNK_SIZE];
};

/* ssz_stream_new with a window of 2^window_level chunks: tests take small ones. */
ssz_stream *ssz_stream_new_sized(ssz_schema *schema, uint32_t type, uint64_t size,
                                 unsigned window_level, ssz_error *err);

/* ---- stream.c ---- */

/* Takes the top frame off the stack: its root is written. */
void ssz_frame_close(ssz_stream *s);

/* Opens a frame for a value of which nothing has come yet, whose root goes to `out`, and checks what its
 * size alone tells.  On failure the frame is on the stack all the same. */
int32_t ssz_frame_open(ssz_stream *s, uint32_t type, uint64_t size, uint8_t *out, ssz_error *err);

/* Turns the offset of an error, which counts from byte `at` of the stream, into one of the stream. */
static inline int32_t ssz_frame_fail(ssz_error *err, int32_t code, uint64_t at) {
    if (err) {
        err->offset += at;
    }
    return code;
}

/* ---- sequences.c ---- */

/* Makes a new frame one for a sequence or a bitfield that is larger than the window.  `count`: of its elements,
 * where its size tells. */
int32_t ssz_sequence_open(const ssz_stream *s, ssz_frame *f, uint64_t count, ssz_error *err);

/* Take the bytes in the window that the frame, the top one, was waiting for. */
int32_t ssz_take_run(ssz_stream *s, ssz_frame *f, ssz_error *err);
int32_t ssz_take_elements(ssz_stream *s, ssz_frame *f, ssz_error *err);

#endif
