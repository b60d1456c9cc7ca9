/*
 * ssz.h - Simple Serialize (SSZ) values: check, read, encode, locate and hash.
 *
 * The library knows nothing of Python.  It works on three kinds of object:
 *
 *   ssz_schema  a validated, immutable table of types.  Any number of threads may share one.
 *   ssz_buffer  the owner of a run of bytes that never change while the buffer lives.
 *   ssz_view    a handle on one value: the outermost one, or a place in another.
 *
 * A value *is* its SSZ bytes until somebody changes it: decoding is one strict validating pass
 * that builds no object tree, encoding an unchanged value is one memcpy, hashing walks the bytes.
 * The first change opens just the way to the place changed; all the rest stays shared bytes, also
 * between a value and its copies.
 *
 * Rules that hold for every function:
 *
 * - All three kinds are reference counted with atomic counts.  A function whose name ends in
 *   `_new`, `_borrow`, `_copy`, `_decode`, `_child` or `_retain` gives the caller one reference,
 *   which the matching `_release` takes back.  NULL may be released.
 * - Sizes and offsets are in bytes; a `_count` counts things; a `_limit` is a capacity.
 * - A function that can fail takes an `ssz_error *` last, which may be NULL.  On failure it fills
 *   the error (if given), gives back NULL or a code other than SSZ_OK, leaves every output as it
 *   was and changes nothing.  On success the error is not touched.
 *   (One exception: what ssz_element_roots and ssz_roots have written when memory runs out.)
 * - Input bytes may be hostile.  Nothing outside them is read, nothing is allocated that is larger
 *   than a small constant times the input, and recursion goes no deeper than the schema.
 * - Any function may be called from any thread at any time, except that a reference must not be
 *   used after it was released.
 *
 * Words: chunk = 32 bytes, block = 64 bytes (two chunks), limit = capacity of a list,
 * root = hash_tree_root.  Section names refer to ssz/simple-serialize.md of the consensus specs.
 */
#ifndef SSZ_H
#define SSZ_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The lines between the two markers are read by the Python binding as its declarations.  They hold
 * no preprocessor directives except `#define NAME number`. */
/* cdef: begin */

/* ---- sizes and limits ------------------------------------------------------------------------ */

#define SSZ_CHUNK_SIZE 32 /* bytes of a leaf or a node of the Merkle tree, and so of a root */
#define SSZ_BLOCK_SIZE 64 /* bytes of two sibling nodes: what one SHA-256 takes */
#define SSZ_OFFSET_SIZE 4 /* bytes of an offset */

/* The largest fixed size of a type, in bytes: 2^63 - 1. */
#define SSZ_SIZE_LIMIT 9223372036854775807
/* A size that is 2^64 - 1 bytes or more, or has no bound at all. */
#define SSZ_UNBOUNDED 18446744073709551615u

#define SSZ_ACTIVE_FIELDS_LIMIT 256 /* positions in active_fields */
#define SSZ_SELECTOR_LIMIT 127      /* the largest selector of a union */

/* ---- kinds of type ------------------------------------------------------------------------- */

/* What a type record describes.  Numbers are part of the table format and are never reused.  A
 * ByteVector is a vector of 1-byte uints, a ByteList a list of them.  Progressive lists and bitlists
 * are of EIP-7916, progressive containers of EIP-7495, compatible unions of EIP-8016.
 *
 *                          length                    element  members
 *   uint                   1, 2, 4, 8, 16, 32 bytes
 *   boolean                1
 *   bitvector              bits, at least 1
 *   bitlist                limit in bits
 *   vector                 elements, at least 1      yes
 *   list                   limit in elements         yes
 *   container                                                 fields in order; key 0
 *   union                                                     options; key: selector 0, 1, 2 ...
 *   progressive list                                 yes
 *   progressive bitlist
 *   progressive container                                     fields; key: position in active_fields,
 *                                                             ascending, at most 255
 *   compatible union                                          options; key: selector 1 to 127,
 *                                                             ascending
 */
#define SSZ_KIND_UINT 1
#define SSZ_KIND_BOOLEAN 2
#define SSZ_KIND_BITVECTOR 3
#define SSZ_KIND_BITLIST 4
#define SSZ_KIND_VECTOR 5
#define SSZ_KIND_LIST 6
#define SSZ_KIND_CONTAINER 7
#define SSZ_KIND_UNION 8
#define SSZ_KIND_PROGRESSIVE_LIST 9
#define SSZ_KIND_PROGRESSIVE_BITLIST 10
#define SSZ_KIND_PROGRESSIVE_CONTAINER 11
#define SSZ_KIND_COMPATIBLE_UNION 12

/* In ssz_type_record.element: the type has no element.  In ssz_member_record.type: the None option,
 * which only the first option of a union may be. */
#define SSZ_NO_TYPE 4294967295

/* Types may nest this deep; the bound keeps recursion off the end of a thread's stack.  Any call needs less than
 * 768 KB of it for values of the deepest types, and 128 KB where types nest 128 deep (optimized, 64 bits). */
#define SSZ_DEPTH_LIMIT 1024

/* One type of a schema table.  Types come after the types they are made of. */
typedef struct ssz_type_record {
    uint32_t kind;         /* SSZ_KIND_... */
    uint32_t element;      /* index of the element type, or SSZ_NO_TYPE */
    uint64_t length;       /* see the kinds; 0 where the kind says nothing of it */
    uint32_t first_member; /* index of the first of its members in the member table */
    uint32_t member_count; /* fields or options; 0 for other kinds */
} ssz_type_record;

/* One field of a container or option of a union. */
typedef struct ssz_member_record {
    uint32_t type; /* index of its type, or SSZ_NO_TYPE */
    uint32_t key;  /* see the kinds */
} ssz_member_record;

/* What a schema knows of one of its types. */
typedef struct ssz_type_info {
    uint64_t fixed_size; /* bytes of every value, or of the fixed part of a variable-size one */
    uint64_t min_size;   /* bytes of the shortest encoding */
    uint64_t max_size;   /* bytes of the longest one, or SSZ_UNBOUNDED */
    uint32_t is_fixed;   /* 1 if all values have fixed_size bytes */
    uint32_t depth;      /* levels of types below and including this one */
} ssz_type_info;

/* ---- errors -------------------------------------------------------------------------------- */

#define SSZ_OK 0
/* Of the machine or of the caller. */
#define SSZ_NO_MEMORY 1        /* an allocation failed */
#define SSZ_BUFFER_TOO_SMALL 2 /* expected: bytes needed, actual: bytes given */
#define SSZ_UNKNOWN_KERNEL 3   /* no such SHA-256 kernel, or this machine can't run it */
#define SSZ_LEASED 4           /* the value must not be changed before leases are ended */
#define SSZ_BUSY 5 /* another thread is at work on the value; of ssz_view_try_... alone */
/* A schema table is refused.  actual: index of the wrong record. */
#define SSZ_SCHEMA_KIND 20      /* the kind is not one of SSZ_KIND_... */
#define SSZ_SCHEMA_REFERENCE 21 /* an index points past its table, or not at an earlier type */
#define SSZ_SCHEMA_LENGTH 22    /* the length is not one that the kind can have */
#define SSZ_SCHEMA_MEMBERS 23   /* members are missing, unwanted, or their keys out of order */
#define SSZ_SCHEMA_DEPTH 24     /* nested deeper than SSZ_DEPTH_LIMIT */
#define SSZ_SCHEMA_SIZE 25      /* the fixed size of the type is above SSZ_SIZE_LIMIT */
/* Bytes do not encode a value of the type.  offset: the wrong byte.  The names are those of the
 * public reference vectors. */
#define SSZ_SCOPE 100           /* length is not the type's: expected, actual bytes */
#define SSZ_SCOPE_TOO_SMALL 101 /* no room for the offset table: expected, actual bytes */
#define SSZ_SCOPE_UNDIVIDED 102 /* actual bytes are no whole number of elements of expected bytes */
#define SSZ_TRUNCATED 103       /* the input ends too early: expected, actual bytes */
#define SSZ_FIRST_OFFSET 104    /* actual first offset, where the fixed part ends at expected */
#define SSZ_OFFSET_UNORDERED 105   /* actual offset is above the one after it, expected */
#define SSZ_OFFSET_PAST_SCOPE 106  /* actual offset is past the end, expected bytes */
#define SSZ_OFFSET_UNALIGNED 107   /* actual first offset is not a multiple of 4 */
#define SSZ_OFFSET_BELOW_TABLE 108 /* actual first offset is inside the first table entry */
#define SSZ_LIMIT 109              /* expected: limit, actual: elements, or bits of a bitlist */
#define SSZ_NOT_A_BIT 110          /* actual: the byte where 0 or 1 should be */
#define SSZ_NO_DELIMITER 111       /* a bitlist without a 1 bit */
#define SSZ_TRAILING_ZEROS 112     /* a bitlist with zero bytes after the delimiter */
#define SSZ_PADDING_BITS 113       /* actual: the last byte, which has bits set past the length */
#define SSZ_EMPTY_ENCODING 114     /* a bitlist of no bytes */
#define SSZ_NO_SELECTOR 115        /* a union of no bytes */
#define SSZ_UNKNOWN_SELECTOR 116   /* actual: the selector */
/* A place in a value does not exist. */
#define SSZ_NO_SUCH_FIELD 130    /* actual: field, expected: number of fields */
#define SSZ_NO_SUCH_POSITION 131 /* actual: index, expected: number of elements */
#define SSZ_NO_SUCH_OPTION 132   /* actual: selector asked for, expected: selector of the value */
#define SSZ_NO_PARTS 133         /* the type has no parts to go into */
/* A node of the Merkle tree of a value does not exist.  actual: which of the generalized indices. */
#define SSZ_NOT_A_GINDEX 134     /* the index is 0 */
#define SSZ_PATH_INTO_PACKED 135 /* it leads into a chunk of packed values */
#define SSZ_PATH_INTO_MIXIN 136  /* it leads into the chunk of a mixed-in word */
#define SSZ_PATH_INTO_GAP 137    /* it leads into the zero chunk of a part that is not there */
#define SSZ_PATH_PAST_SPINE 138  /* it leads past the end of a progressive tree */
/* A value can't be put where it is to go. */
#define SSZ_RANGE 150 /* the number `actual` does not fit into `expected` bytes (0: a bit) */
#define SSZ_TYPE_MISMATCH 151 /* the value is not of the type of the place */
#define SSZ_FIXED_LENGTH 152  /* the number of elements of a vector, `expected`, can't be changed */
/* A JSON document does not stand for a value of the type.  offset: the byte of the text where what is wrong
 * begins.  Besides these: SSZ_TRUNCATED if the rest of the text is too short for a value of `expected` bytes,
 * SSZ_RANGE, SSZ_LIMIT, SSZ_SCOPE, SSZ_UNKNOWN_SELECTOR, and for bitfields the codes of their bytes. */
#define SSZ_NOT_JSON 170   /* this can't be read as JSON (expected: the limit that is exceeded) */
#define SSZ_WRONG_TYPE 171 /* values of the type are not written like this */
#define SSZ_NOT_HEX 172    /* a string is not pairs of hex digits behind 0x */
#define SSZ_LENGTH 173     /* actual elements or bits, where the type has expected */
#define SSZ_MISSING_FIELD 174    /* an object does not have member number `actual` */
#define SSZ_UNDECLARED_FIELD 175 /* an object has a member that the type does not have */
#define SSZ_DUPLICATE_MEMBER 176 /* a member comes a second time */
#define SSZ_NO_ENVELOPE 177      /* an object with `data` is expected */

#define SSZ_ERROR_PATH_LIMIT 64

/* What went wrong and where.  Filled by the function that failed; owned by the caller. */
typedef struct ssz_error {
    int32_t code;         /* SSZ_... */
    uint32_t path_length; /* steps in path; the outermost ones if there were more */
    uint64_t offset;      /* the wrong byte, from the start of the input */
    uint64_t expected;    /* see the code; else 0 */
    uint64_t actual;      /* see the code; else 0 */
    /* from the outermost step: field index, element index or selector */
    uint64_t path[SSZ_ERROR_PATH_LIMIT];
} ssz_error;

/* ---- schemas ------------------------------------------------------------------------------- */

typedef struct ssz_schema ssz_schema;

/* Checks a table of types and compiles it.  The tables are copied. */
ssz_schema *ssz_schema_new(const ssz_type_record *types, uint32_t type_count,
                           const ssz_member_record *members, uint32_t member_count, ssz_error *err);
void ssz_schema_release(ssz_schema *schema);
/* `type` must be below the type count of the schema, here and everywhere else. */
ssz_type_info ssz_schema_type(const ssz_schema *schema, uint32_t type);

/* ---- buffers ------------------------------------------------------------------------------- */

typedef struct ssz_buffer ssz_buffer;

/* Called once, from any thread, when nothing needs borrowed bytes any more. */
typedef void ssz_release_hook(uint64_t context);

/* Borrows bytes that the caller keeps alive and unchanged until `hook(context)` is called.  On
 * failure (SSZ_NO_MEMORY) the bytes are not borrowed and the hook is not called. */
ssz_buffer *ssz_buffer_borrow(const void *data, uint64_t size, ssz_release_hook *hook,
                              uint64_t context, ssz_error *err);
/* Copies bytes into memory of the library's own. */
ssz_buffer *ssz_buffer_copy(const void *data, uint64_t size, ssz_error *err);
void ssz_buffer_release(ssz_buffer *buffer);

/* ---- values -------------------------------------------------------------------------------- */

typedef struct ssz_view ssz_view;

/* Checks that the bytes are the one encoding of a value of the type.  Builds nothing. */
int32_t ssz_check(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                  ssz_error *err);

/* The same check, and a view on the value.  The view shares the schema and the buffer. */
ssz_view *ssz_decode(ssz_schema *schema, uint32_t type, ssz_buffer *buffer, ssz_error *err);
/* ssz_buffer_borrow and ssz_decode in one call.  On failure the hook is not called. */
ssz_view *ssz_decode_borrow(ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                            ssz_release_hook *hook, uint64_t context, ssz_error *err);

/* The view of a part: field number of a container, element of a vector or list, or the selector that
 * a union has.  Single bits and None have no view: SSZ_NO_PARTS.
 *
 * Views of one place are one view, so each sees what is written through the others.  When the slot of
 * a part gets another value (ssz_view_put and the like, ssz_view_pop), its view keeps the old one and
 * belongs to no other value from then on. */
ssz_view *ssz_view_child(ssz_view *view, uint64_t key, ssz_error *err);
/* The same without waiting, for callers that hold what another thread may need to get on: NULL also while another
 * thread is at work on the value.  As all functions of this kind it says nothing of what is wrong. */
ssz_view *ssz_view_try_child(ssz_view *view, uint64_t key);
ssz_view *ssz_view_retain(ssz_view *view);
void ssz_view_release(ssz_view *view);
int32_t ssz_view_try_release(ssz_view *view); /* not NULL; see ssz_view_try_child */

/* ssz_view_child for `count` elements from `first` on, or as many of them as a vector or list has.  `out`,
 * with room for one more, gets the views and a NULL behind them; on failure, only the NULL. */
int32_t ssz_view_children(ssz_view *view, uint64_t first, uint64_t count, ssz_view **out,
                          ssz_error *err);
/* ssz_view_release for all views up to a NULL. */
void ssz_views_release(ssz_view **views);

/* Bytes that ssz_view_encode will write; nothing is encoded. */
uint64_t ssz_view_size(const ssz_view *view);
/* Writes the SSZ encoding to `out`.  SSZ_BUFFER_TOO_SMALL if `capacity` is below ssz_view_size.
 * SSZ_LIMIT if a part of a changed value would begin past byte 2^32 - 1, which is as far as offsets lead. */
int32_t ssz_view_encode(const ssz_view *view, void *out, uint64_t capacity, ssz_error *err);
/* The same encoding in pieces, of a value that may be too large for one.  An encoder shares the value that
 * the view has when it is made: later changes do not show.  It takes no memory that grows with the value,
 * and is used by one thread at a time.  SSZ_LIMIT if an offset would need more than its 4 bytes: after
 * that, nothing can fail. */
typedef struct ssz_encoder ssz_encoder;
ssz_encoder *ssz_encoder_new(const ssz_view *view, ssz_error *err);
void ssz_encoder_release(ssz_encoder *encoder);
/* Bytes that are still to be written. */
uint64_t ssz_encoder_left(const ssz_encoder *encoder);
/* Writes the next bytes to `out`, and gives how many: `capacity` of them, or all that are left. */
uint64_t ssz_encoder_read(ssz_encoder *encoder, void *out, uint64_t capacity);

/* The hash_tree_root, 32 bytes.  Roots are kept where they save more than they take, so asking again, or
 * after a change, costs what changed. */
int32_t ssz_view_root(ssz_view *view, void *out, ssz_error *err);

/* Nodes of the Merkle tree of a value, named by generalized indices (ssz/merkle-proofs.md): what a
 * proof is made of.  `gindices` are `count` big-endian numbers of `gindex_size` bytes each, one after
 * the other; `out` gets 32 bytes for each.  Only what is below these nodes is hashed, and nothing
 * before all of them are found.  An index may have any number of bits: what lies deeper than the
 * tree is refused after a look at its first bits. */
int32_t ssz_view_merkle_nodes(ssz_view *view, const void *gindices, uint64_t gindex_size,
                              uint64_t count, void *out, ssz_error *err);
/* The nodes that generalized indices name, each followed by its branch: the sibling of the node, that of its
 * parent, and so on up to a child of the root.  One after the other, as many nodes for each as its index has
 * binary digits.  In ascending order of the indices no node is looked for twice.  SSZ_BUFFER_TOO_SMALL if
 * `capacity` bytes do not hold them; else fails as ssz_view_merkle_nodes does. */
int32_t ssz_view_branches(ssz_view *view, const void *gindices, uint64_t gindex_size,
                          uint64_t count, void *out, uint64_t capacity, ssz_error *err);
/* The roots that nodes and branches lead to, which lie as ssz_view_branches writes them: 32 bytes each.  Cannot
 * fail. */
void ssz_branch_roots(const void *gindices, uint64_t gindex_size, uint64_t count, const void *nodes,
                      void *out);

/* Where a part of a value lies in its encoding. */
typedef struct ssz_place {
    uint64_t offset; /* first byte of the part */
    uint64_t size;   /* bytes of the part */
    uint32_t type;   /* its type in the schema; SSZ_NO_TYPE for a bit of a bitfield and for None */
    uint32_t bit;    /* for a bit of a bitfield: its number within the byte */
} ssz_place;

/* Follows keys (as for ssz_view_child, but down to single bits and bytes) from a view. */
int32_t ssz_view_locate(const ssz_view *view, const uint64_t *keys, uint32_t key_count,
                        ssz_place *out, ssz_error *err);

/* Follows keys from a value whose bytes have not been checked: checks the sizes and offsets that it
 * goes by, and nothing else.  What it finds is as large as its place, and has still to be checked. */
int32_t ssz_locate(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                   const uint64_t *keys, uint32_t key_count, ssz_place *out, ssz_error *err);

/* The number of elements of such a value, which is a vector or a list: SSZ_NO_PARTS if it is not. */
int32_t ssz_count(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                  uint64_t *out, ssz_error *err);

/* ---- values: reading parts ----------------------------------------------------------------- */

/* Elements of a vector or list, bits of a bitfield, fields of a container; 0 for other values. */
uint64_t ssz_view_count(const ssz_view *view);
/* The same without waiting: SSZ_BUSY, and nothing was done, while another thread is at work on the value. */
int32_t ssz_view_try_count(const ssz_view *view, uint64_t *count);

/* The selector of a union, which the view must be of. */
uint32_t ssz_view_selector(const ssz_view *view);

/* Reads the part with that key as a number: a uint of up to 8 bytes, a boolean or a bit.
 * SSZ_TYPE_MISMATCH if it is something else. */
int32_t ssz_view_uint(const ssz_view *view, uint64_t key, uint64_t *number, ssz_error *err);
/* The same without waiting, see ssz_view_try_count. */
int32_t ssz_view_try_uint(const ssz_view *view, uint64_t key, uint64_t *number);

/* Writes the encodings of `count` parts from `key` on, one after the other, and in *size, if there is
 * a `size`, how many bytes that were.  The parts must be of fixed size, and no bits: SSZ_NO_PARTS.  A `count` past the
 * end is SSZ_NO_SUCH_POSITION, as for containers a field that is not there is SSZ_NO_SUCH_FIELD. */
int32_t ssz_view_read(const ssz_view *view, uint64_t key, uint64_t count, void *out,
                      uint64_t capacity, uint64_t *size, ssz_error *err);
/* The same without waiting, see ssz_view_try_count. */
int32_t ssz_view_try_read(const ssz_view *view, uint64_t key, uint64_t count, void *out,
                          uint64_t capacity, uint64_t *size);

/* Writes `count` bits of a bitfield from bit `first` on, all at one moment, packed: bit i of them is bit i % 8 of
 * byte i / 8, and the last byte is filled up with zeros.  SSZ_NO_PARTS for what is not a bitfield,
 * SSZ_NO_SUCH_POSITION unless it has all these bits, SSZ_BUFFER_TOO_SMALL for a `capacity` below
 * (count + 7) / 8. */
int32_t ssz_view_read_bits(const ssz_view *view, uint64_t first, uint64_t count, void *out,
                           uint64_t capacity, ssz_error *err);

/* Writes a column of a vector or list, all at one moment: of each of its elements the `size` bytes from byte
 * `offset` of its encoding on, one after the other.  The elements must be of fixed size, and no bits:
 * SSZ_NO_PARTS; SSZ_SCOPE for bytes past their end.  SSZ_BUFFER_TOO_SMALL for a `capacity` below `size`
 * times the number of elements. */
int32_t ssz_view_column(const ssz_view *view, uint64_t offset, uint64_t size, void *out,
                        uint64_t capacity, ssz_error *err);

/* Gives the number of the first element that has the `size` > 0 bytes of `key` from byte `offset` of its encoding on;
 * the number of elements if none has.  Fails as ssz_view_column does. */
int32_t ssz_view_find(const ssz_view *view, uint64_t offset, const void *key, uint64_t size,
                      uint64_t *number, ssz_error *err);

/* ---- values: changing parts ---------------------------------------------------------------- */

/* Gives the part with that key another value: the one that `size` bytes encode, which are checked and
 * copied.  A bit is one byte, 0 or 1.  For a union the key is the selector that it shall have; an
 * option None is encoded in no bytes. */
int32_t ssz_view_put(ssz_view *view, uint64_t key, const void *data, uint64_t size, ssz_error *err);
/* The same for a uint of up to 8 bytes, a boolean or a bit. */
int32_t ssz_view_put_uint(ssz_view *view, uint64_t key, uint64_t number, ssz_error *err);
/* The same without waiting, see ssz_view_try_count. */
int32_t ssz_view_try_put_uint(ssz_view *view, uint64_t key, uint64_t number);
/* The same for the present value of another view, which is shared, not copied.  SSZ_TYPE_MISMATCH unless
 * the type is made of the same kinds, sizes and members (it may come from another schema). */
int32_t ssz_view_put_view(ssz_view *view, uint64_t key, const ssz_view *value, ssz_error *err);

/* Replaces the elements of a vector or list from `first` on by those that `size` bytes encode, as a list of
 * them: all or nothing.  A list may grow by it.  SSZ_NO_PARTS for bits. */
int32_t ssz_view_splice(ssz_view *view, uint64_t first, const void *data, uint64_t size,
                        ssz_error *err);

/* Replaces `count` elements here and there, all or none, at one moment: those of the keys, which ascend, by those
 * that `size` bytes encode, as a list of them.  SSZ_NO_SUCH_POSITION if one is not there, or the keys don't ascend
 * (expected: the key before); SSZ_FIXED_LENGTH unless there is one for each; SSZ_NO_PARTS for bits. */
int32_t ssz_view_scatter(ssz_view *view, const uint64_t *keys, uint64_t count, const void *data,
                         uint64_t size, ssz_error *err);

/* Adds an element, or a bit, to the end of a list or bitlist: SSZ_LIMIT if it is full,
 * SSZ_FIXED_LENGTH for what is not a list. */
int32_t ssz_view_append(ssz_view *view, const void *data, uint64_t size, ssz_error *err);
int32_t ssz_view_append_uint(ssz_view *view, uint64_t number, ssz_error *err);
int32_t ssz_view_append_view(ssz_view *view, const ssz_view *value, ssz_error *err);
/* Adds all elements that `size` bytes encode, as a list of them, to the end of a list. */
int32_t ssz_view_extend(ssz_view *view, const void *data, uint64_t size, ssz_error *err);
/* Gives `count` bits of a bitfield from bit `first` on the values of those in `data`, which are packed as for
 * ssz_view_read_bits; with a `mask`, of as many bits, only those that have a 1 there.  All or nothing: SSZ_NO_PARTS
 * for what is not a bitfield, SSZ_NO_SUCH_POSITION unless it has all these bits.  Bits past the last are not
 * looked at.  This and ssz_view_extend_bits cost what they write, however long the list is. */
int32_t ssz_view_put_bits(ssz_view *view, uint64_t first, const void *data, const void *mask,
                          uint64_t count, ssz_error *err);
/* Adds `count` bits, packed in the same way, to the end of a bitlist: all, or SSZ_LIMIT. */
int32_t ssz_view_extend_bits(ssz_view *view, const void *data, uint64_t count, ssz_error *err);

/* Takes the last element of a list away, and gives the view that keeps it, which the caller releases; of a
 * bitlist the bit, and no view. */
int32_t ssz_view_pop(ssz_view *view, ssz_view **element, uint64_t *bit, ssz_error *err);
/* Keeps the first `count` elements or bits of a list or bitlist. */
int32_t ssz_view_truncate(ssz_view *view, uint64_t count, ssz_error *err);

/* Gives the place of the view itself another value; the view stays where it is, and its parts get other
 * values. */
int32_t ssz_view_assign(ssz_view *view, const void *data, uint64_t size, ssz_error *err);
int32_t ssz_view_assign_view(ssz_view *view, const ssz_view *value, ssz_error *err);

/* ---- values: what callers keep --------------------------------------------------------------- */

/* The number of changes that were made to a value, and to those that were parts of it: what was worked out
 * from the value is good as long as this is what it was before.  Bumped under the lock of the value, by the
 * change itself.  Takes no lock. */
uint64_t ssz_view_version(const ssz_view *view);

/* The number of changes by which views of parts of containers left their places: as long as it is what it was
 * before, such a view still stands where it was found. */
uint64_t ssz_view_moves(const ssz_view *view);
/* The same for views of parts of anything, such as elements of lists. */
uint64_t ssz_view_detachments(const ssz_view *view);

/* What callers keep and would rather not compare with the version at each use, they take a lease for: no
 * change is made before it is ended, so that they can throw away what they keep first.  A change fails with
 * SSZ_LEASED while not all leases are ended.
 *
 * Leases are counted, and ended in the order in which they were given.  Who changes the value asks how many
 * there are, throws away what is kept, ends that many, and tries; if there are more by then, once again.  From
 * the end of a lease to the next change, or attempt, no new one is given, so that somebody who reads all the
 * time does not keep others from writing. */
/* Gives a lease, and 1; 0 if none is given, or the version is not `version`. */
uint32_t ssz_view_lease(const ssz_view *view, uint64_t version);
/* How many leases were given. */
uint64_t ssz_view_leases(const ssz_view *view);
/* Ends the first `count` of them. */
void ssz_view_end_leases(const ssz_view *view, uint64_t count);

/* An independent value that is equal to the present one, shares all of it, and is not part of any other.
 * Takes no time that depends on the size. */
ssz_view *ssz_view_copy(const ssz_view *view, ssz_error *err);
/* The same without waiting, see ssz_view_try_child. */
ssz_view *ssz_view_try_copy(const ssz_view *view);

/* What a value takes, in bytes: memory of its own, memory shared with other values (copies), and
 * bytes borrowed by ssz_buffer_borrow that it reads. */
typedef struct ssz_footprint {
    uint64_t own;
    uint64_t shared;
    uint64_t borrowed;
} ssz_footprint;
ssz_footprint ssz_view_memory(const ssz_view *view);

/* Views of places that were taken before a value was first changed, without this library knowing of
 * them.  From ssz_view_keep_origin on, the value that a part has when its slot gets another one for the
 * first time is kept, until ssz_view_forget_origin is called on the same (outermost) view; and so is what
 * is replaced in a part that was replaced itself.  Numbers and booleans are not: there are no views of them.
 * ssz_view_origin_child is ssz_view_child as it would have been at the beginning: it gives the view that
 * a place had then, detached or not. */
void ssz_view_keep_origin(ssz_view *view);
void ssz_view_forget_origin(ssz_view *view);
ssz_view *ssz_view_origin_child(ssz_view *view, uint64_t key, ssz_error *err);

/* ---- roots of bytes ------------------------------------------------------------------------ */

/* ssz_check and the root of the value in one call, without any object. */
int32_t ssz_root(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                 void *out, ssz_error *err);

/* ssz_check of a vector or list, and the roots of all its elements at once: 32 bytes each, one after
 * the other.  SSZ_NO_PARTS if the type has no elements; SSZ_BUFFER_TOO_SMALL if `capacity` bytes are
 * not enough for all roots.  After SSZ_NO_MEMORY `out` may hold
 * some of them. */
int32_t ssz_element_roots(const ssz_schema *schema, uint32_t type, const void *data, uint64_t size,
                          void *out, uint64_t capacity, ssz_error *err);

/* Bytes that lie somewhere. */
typedef struct ssz_slice {
    const void *data;
    uint64_t size;
} ssz_slice;

/* The roots of many values of one type at once, 32 bytes each: small ones together fill the lanes of a kernel.
 * Their bytes must have been checked (ssz_check) and not changed since: offsets are trusted.  Fails only with
 * SSZ_NO_MEMORY, after which `out` may hold some roots. */
int32_t ssz_roots(const ssz_schema *schema, uint32_t type, const ssz_slice *values, uint64_t count,
                  void *out, ssz_error *err);

/* ---- streams ------------------------------------------------------------------------------- */

/* The root of a value that comes in pieces, and the check of it, in memory that does not grow with the
 * value: some 5 MB at most, and 4 bytes for each element of a sequence of variable-size elements that
 * takes more than 4 MB.  A stream is used by one thread at a time. */
typedef struct ssz_stream ssz_stream;

/* Begins with a value of `size` bytes.  Fails for sizes that no value has. */
ssz_stream *ssz_stream_new(ssz_schema *schema, uint32_t type, uint64_t size, ssz_error *err);
void ssz_stream_release(ssz_stream *stream);

/* Bytes that are still to come. */
uint64_t ssz_stream_room(const ssz_stream *stream);

/* Takes in the next bytes, in a piece of any size.  Fails as soon as ssz_check of the whole would for
 * what has come so far, with the same error; with SSZ_SCOPE if there are more bytes than room.  After a
 * failure only ssz_stream_release may follow. */
int32_t ssz_stream_write(ssz_stream *stream, const void *data, uint64_t size, ssz_error *err);

/* Writes the root, 32 bytes, to `out`.  SSZ_TRUNCATED while bytes are missing. */
int32_t ssz_stream_root(const ssz_stream *stream, void *out, ssz_error *err);

/* ---- hashing ------------------------------------------------------------------------------- */

/* Hashes `block_count` blocks of 64 bytes at `in` to as many digests of 32 bytes at `out`, with the
 * kernel in use.  Any count including 0, any alignment; `out == in` is allowed, no other overlap. */
void ssz_sha256_blocks(void *out, const void *in, uint64_t block_count);

/* The names of the SHA-256 kernels that this machine can run, from slowest to fastest: the i-th, or
 * NULL past the last.  The last is `mixed`: each batch goes to what is quickest for its size, which is
 * measured when the first is hashed. */
const char *ssz_kernel_name(uint32_t i);
/* The kernel that `block_count` blocks at once begin with, and in *taken how many of them it takes: fewer than
 * all, or another one, if the kernel in use is `mixed`.  NULL while that is being found out. */
const char *ssz_kernel_for(uint64_t block_count, uint64_t *taken);
/* The name of the kernel in use. */
const char *ssz_kernel_in_use(void);
/* Makes a kernel the one in use, for the whole process: SSZ_UNKNOWN_KERNEL if it can't be. */
int32_t ssz_kernel_use(const char *name);

/* How many threads one call may use for the root of a big value, the caller's own among them; 0, as in
 * the beginning: as many as the process may use processors.  Small values never use more than one. */
void ssz_set_threads(uint32_t count);
uint32_t ssz_threads(void);

/* What hashing has done in this process since it began, or since the last reset. */
typedef struct ssz_hash_stats {
    uint64_t blocks;       /* blocks of 64 bytes hashed */
    uint64_t zero_nodes;   /* roots of all-zero subtrees that were looked up instead of hashed */
    uint64_t cached_roots; /* roots of values that were kept from before */
    uint64_t bytes;        /* bytes of values whose roots were computed */
} ssz_hash_stats;
ssz_hash_stats ssz_hash_stats_read(void);
void ssz_hash_stats_reset(void);

/* ---- finding values in columns --------------------------------------------------------------- */

/* Values of one size at a regular step in memory: `size` > 0 bytes each, the first at `data`. */
typedef struct ssz_rows {
    const void *data;
    uint64_t step;
    uint64_t size;
    uint64_t count;
} ssz_rows;

/* The number of the first value that has the bytes of `key`, from number `first` on; the count if there is none. */
uint64_t ssz_rows_find(const ssz_rows *rows, const void *key, uint64_t first);

/* Slots of an index of so many values, or 0 if there are too many for one (2^32 - 1). */
uint64_t ssz_index_slots(uint64_t count);

/* Fills the slots of an index, of 8 bytes each, with the values of which none before is equal.  `secret` is any number
 * that makers of values do not know, so that they cannot choose values that collide. */
void ssz_index_build(const ssz_rows *rows, uint64_t secret, uint64_t *slots);

/* The number of a value that may have the `size` bytes of `key`, and few others do: the caller compares.  `slot` is where
 * the search goes on, and 0 before the first call.  Returns UINT64_MAX after the last. */
uint64_t ssz_index_next(const uint64_t *slots, uint64_t slot_count, uint64_t secret,
                        const void *key, uint64_t size, uint64_t *slot);

/* ---- accounting ---------------------------------------------------------------------------- */

/* Objects of the library that are alive in this process; all zero when everything is released. */
typedef struct ssz_live {
    uint64_t schemas;
    uint64_t buffers;
    uint64_t nodes;
    uint64_t views;
} ssz_live;
ssz_live ssz_live_objects(void);

/* Gives back the memory that the library keeps for its next use, which is at most 1 MB. */
void ssz_trim(void);

/* cdef: end */

#ifdef __cplusplus
}
#endif

#include "ssz_json.h"

#endif
