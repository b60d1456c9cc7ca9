/*
 * json_read.c - a JSON document becomes the encoding of a value (spec: "JSON mapping").
 *
 * One pass over the text, straight into the bytes: no objects are made.  Members may come in any order, so
 * fields of variable size are written in the order of the document, and moved once the object is read if
 * that is another one.  Elements of variable size are written one after the other, and moved back when it is
 * known how long the table in front of them is.  Each byte is moved at most once for each level that it is
 * in, however the document is arranged.
 */
#include "json_reader.h"

#include <string.h>

#include "alloc.h"
#include "bytes.h"
#include "error.h"

#define WORD_BITS 32

static int32_t read_fixed(ssz_json_reader *r, uint32_t type, uint64_t at);

/* ---- places ---------------------------------------------------------------------------------------- */

static uint32_t *places_at(const ssz_json_reader *r, uint64_t mark) {
    return (uint32_t *)(void *)(r->places.data + mark);
}

/* Adds `count` places, all 0. */
static int32_t add_places(ssz_json_reader *r, uint64_t count) {
    uint64_t size = count * sizeof(uint32_t);
    if (!ssz_room_for(&r->places, size)) {
        return ssz_no_memory(r->in.err);
    }
    memset(r->places.data + r->places.size, 0, size);
    r->places.size += size;
    return SSZ_OK;
}

/* Distances that an offset has to tell. */
static int32_t check_offset(const ssz_json_reader *r, uint64_t offset) {
    return offset <= UINT32_MAX ? SSZ_OK
                                : ssz_json_fail(&r->in, SSZ_LIMIT, r->in.at, UINT32_MAX, offset);
}

/* ---- objects --------------------------------------------------------------------------------------- */

/* An object on its way.  Its places: a bit for each member that was there, then the numbers of the fields of
 * variable size in the order in which they came, then room for their sizes. */
typedef struct object {
    const ssz_json_shape *shape;
    uint64_t base; /* where the encoding begins */
    uint64_t mark; /* of the places */
    uint32_t words;
    uint32_t known; /* members that were there */
    uint32_t variable;
    uint32_t last_variable;
    uint32_t next; /* the member that is likely to come next */
    bool is_ordered;
} object;

/* Reads a name.  Gives the number of the member, or keeps the name of one that is unknown. */
static int32_t read_name(ssz_json_reader *r, object *o, uint32_t *number) {
    ssz_json_lexer *in = &r->in;
    const uint8_t *start = in->at;
    if (o->next < o->shape->member_count) {
        const ssz_json_member *member = &o->shape->members[o->next];
        uint64_t size = member->name_size;
        if ((uint64_t)(in->end - start) > size + 2 && start[0] == '"' && start[size + 1] == '"' &&
            memcmp(start + 1, member->name, size) == 0) {
            in->at = start + size + 2;
            *number = o->next;
            return SSZ_OK;
        }
    }
    ssz_json_string name;
    SSZ_TRY(ssz_json_read_string(in, &name));
    *number = ssz_json_member_named(o->shape, ssz_json_characters(in, name), name.size);
    if (*number != SSZ_JSON_UNKNOWN) {
        ssz_json_forget(in, name);
        return SSZ_OK;
    }
    if (r->refuses_unknown) {
        return ssz_json_fail(in, SSZ_UNDECLARED_FIELD, start, 0, 0);
    }
    return ssz_json_keep_name(in, name, start);
}

static int32_t read_variable_field(ssz_json_reader *r, object *o, uint32_t number) {
    const ssz_json_member *member = &o->shape->members[number];
    uint64_t offset = r->out.size - o->base;
    SSZ_TRY(check_offset(r, offset));
    store_u32(r->out.data + o->base + member->offset, (uint32_t)offset);
    if (o->variable != 0 && number < o->last_variable) {
        o->is_ordered = false;
    }
    places_at(r, o->mark)[o->words + o->variable++] = number;
    o->last_variable = number;
    return ssz_json_read_value(r, member->type);
}

static int32_t read_field(ssz_json_reader *r, object *o, uint32_t number, const uint8_t *start) {
    const ssz_json_member *member = &o->shape->members[number];
    uint32_t *word = places_at(r, o->mark) + number / WORD_BITS;
    uint32_t bit = (uint32_t)1 << number % WORD_BITS;
    if (*word & bit) {
        return ssz_json_fail(&r->in, SSZ_DUPLICATE_MEMBER, start, 0, 0);
    }
    *word |= bit;
    o->known++;
    o->next = number + 1;
    int32_t code = member->is_fixed ? read_fixed(r, member->type, o->base + member->offset)
                                    : read_variable_field(r, o, number);
    if (code != SSZ_OK) {
        ssz_error_step(r->in.err, number);
    }
    return code;
}

/* The first member that was not there. */
static uint32_t first_missing(const ssz_json_reader *r, const object *o) {
    const uint32_t *words = places_at(r, o->mark);
    uint32_t number = 0;
    while (words[number / WORD_BITS] & (uint32_t)1 << number % WORD_BITS) {
        number++;
    }
    return number;
}

/* Moves fields of variable size from the order of the document to that of the type. */
static int32_t arrange(ssz_json_reader *r, const object *o) {
    const ssz_json_shape *shape = o->shape;
    uint8_t *base = r->out.data + o->base;
    uint64_t head = shape->type->fixed_size, size = r->out.size - o->base - head;
    SSZ_TRY(check_offset(r, head + size));
    uint8_t *copy = ssz_alloc(size);
    if (!copy) {
        return ssz_no_memory(r->in.err);
    }
    memcpy(copy, base + head, size);
    const uint32_t *order = places_at(r, o->mark) + o->words;
    uint32_t *sizes = places_at(r, o->mark) + o->words + shape->variable_count;
    /* Where the offset of a field will be, there is first where it begins, then its size. */
    for (uint32_t i = 0; i < o->variable; i++) {
        uint8_t *entry = base + shape->members[order[i]].offset;
        uint64_t end = i + 1 == o->variable ? head + size
                                            : load_u32(base + shape->members[order[i + 1]].offset);
        sizes[i] = (uint32_t)(end - load_u32(entry));
        store_u32(entry, sizes[i]);
    }
    uint32_t offset = (uint32_t)head;
    for (uint32_t i = 0; i < shape->member_count; i++) {
        if (!shape->members[i].is_fixed) {
            uint8_t *entry = base + shape->members[i].offset;
            uint32_t field_size = load_u32(entry);
            store_u32(entry, offset);
            offset += field_size;
        }
    }
    const uint8_t *from = copy;
    for (uint32_t i = 0; i < o->variable; i++) {
        memcpy(base + load_u32(base + shape->members[order[i]].offset), from, sizes[i]);
        from += sizes[i];
    }
    ssz_free(copy);
    return SSZ_OK;
}

/* The object of a container, whose fixed part is at `base`. */
static int32_t read_object(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t base) {
    ssz_json_lexer *in = &r->in;
    const uint8_t *first = in->at;
    if (ssz_json_peek(in) != '{') {
        return ssz_json_wrong(r);
    }
    in->at++;
    object o = {.shape = shape, .base = base, .mark = r->places.size, .is_ordered = true};
    o.words = shape->member_count / WORD_BITS + 1;
    SSZ_TRY(add_places(r, (uint64_t)o.words + 2 * (uint64_t)shape->variable_count));
    ssz_json_names names = ssz_json_names_begin(in);
    bool is_first = true, is_there;
    for (;;) {
        SSZ_TRY(ssz_json_next(in, '}', &is_first, &is_there));
        if (!is_there) {
            break;
        }
        const uint8_t *start = in->at;
        uint32_t number;
        SSZ_TRY(read_name(r, &o, &number));
        SSZ_TRY(ssz_json_colon(in));
        SSZ_TRY(number == SSZ_JSON_UNKNOWN ? ssz_json_skip(in) : read_field(r, &o, number, start));
    }
    SSZ_TRY(ssz_json_names_end(in, names));
    if (o.known != shape->member_count) {
        return ssz_json_fail(in, SSZ_MISSING_FIELD, first, 0, first_missing(r, &o));
    }
    if (!o.is_ordered) {
        SSZ_TRY(arrange(r, &o));
    }
    r->places.size = o.mark;
    return SSZ_OK;
}

/* ---- lists ----------------------------------------------------------------------------------------- */

static int32_t check_count(const ssz_json_reader *r, const ssz_type *t, uint64_t count,
                           const uint8_t *start) {
    bool is_limited = !t->is_list || t->has_limit;
    return is_limited && count > t->length
               ? ssz_json_fail(&r->in, t->is_list ? SSZ_LIMIT : SSZ_LENGTH, start, t->length, count)
               : SSZ_OK;
}

static int32_t check_whole(const ssz_json_reader *r, const ssz_type *t, uint64_t count,
                           const uint8_t *start) {
    return t->is_list || count == t->length
               ? SSZ_OK
               : ssz_json_fail(&r->in, SSZ_LENGTH, start, t->length, count);
}

/* Elements of fixed size: to their places, or those of a list to the end. */
static int32_t read_fixed_elements(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t at,
                                   const uint8_t *start) {
    const ssz_type *t = shape->type;
    uint64_t size = ssz_schema_get(r->plan->schema, t->element)->fixed_size;
    bool is_first = true, is_there;
    for (uint64_t count = 0;; count++, at += size) {
        SSZ_TRY(ssz_json_next(&r->in, ']', &is_first, &is_there));
        if (!is_there) {
            return check_whole(r, t, count, start);
        }
        SSZ_TRY(check_count(r, t, count + 1, start));
        if (t->is_list) {
            SSZ_TRY(ssz_json_reserve(r, size));
        }
        int32_t code = shape->element == SSZ_NO_TYPE ? ssz_json_read_raw_byte(r, at)
                                                     : read_fixed(r, shape->element, at);
        if (code != SSZ_OK) {
            ssz_error_step(r->in.err, count);
            return code;
        }
    }
}

/* Puts the table in front of the elements, which begin at `base` and whose places are known. */
static int32_t put_table(ssz_json_reader *r, uint64_t base, uint64_t mark, uint64_t count) {
    uint64_t table = count * SSZ_OFFSET_SIZE, size = r->out.size - base;
    SSZ_TRY(check_offset(r, table + size));
    if (!ssz_room_for(&r->out, table)) {
        return ssz_no_memory(r->in.err);
    }
    uint8_t *at = r->out.data + base;
    r->out.size += table;
    if (size != 0) {
        memmove(at + table, at, size);
    }
    const uint32_t *places = places_at(r, mark);
    for (uint64_t i = 0; i < count; i++) {
        store_u32(at + i * SSZ_OFFSET_SIZE, (uint32_t)table + places[i]);
    }
    return SSZ_OK;
}

static int32_t read_variable_elements(ssz_json_reader *r, const ssz_json_shape *shape,
                                      const uint8_t *start) {
    const ssz_type *t = shape->type;
    uint64_t base = r->out.size, mark = r->places.size;
    bool is_first = true, is_there;
    for (uint64_t count = 0;; count++) {
        SSZ_TRY(ssz_json_next(&r->in, ']', &is_first, &is_there));
        if (!is_there) {
            SSZ_TRY(check_whole(r, t, count, start));
            SSZ_TRY(count == 0 ? SSZ_OK : put_table(r, base, mark, count));
            r->places.size = mark;
            return SSZ_OK;
        }
        SSZ_TRY(check_count(r, t, count + 1, start));
        uint64_t offset = r->out.size - base;
        SSZ_TRY(check_offset(r, offset));
        SSZ_TRY(add_places(r, 1));
        places_at(r, mark)[count] = (uint32_t)offset;
        int32_t code = ssz_json_read_value(r, shape->element);
        if (code != SSZ_OK) {
            ssz_error_step(r->in.err, count);
            return code;
        }
    }
}

/* A vector of fixed size goes to its place; all others to the end, wherever `at` is. */
static int32_t read_sequence(ssz_json_reader *r, const ssz_json_shape *shape, uint64_t at) {
    const ssz_type *t = shape->type;
    const ssz_type *element = ssz_schema_get(r->plan->schema, t->element);
    bool is_bytes = element->kind == SSZ_KIND_UINT && element->fixed_size == 1;
    uint8_t c = ssz_json_peek(&r->in);
    if (c == '"' && is_bytes && (shape->form == SSZ_JSON_FORM_BYTES || !r->is_strict)) {
        return ssz_json_read_hex(r, shape, at);
    }
    if (c != '[' || (shape->form == SSZ_JSON_FORM_BYTES && r->is_strict)) {
        return ssz_json_wrong(r);
    }
    const uint8_t *start = r->in.at++;
    return element->is_fixed ? read_fixed_elements(r, shape, t->is_list ? r->out.size : at, start)
                             : read_variable_elements(r, shape, start);
}

/* ---- any value ------------------------------------------------------------------------------------- */

/* A value of fixed size, to its place. */
static int32_t read_fixed(ssz_json_reader *r, uint32_t type, uint64_t at) {
    const ssz_json_shape *shape = ssz_json_shape_of(r, type);
    switch (shape->form) {
    case SSZ_JSON_FORM_NUMBER:
    case SSZ_JSON_FORM_BYTE:
        return ssz_json_read_uint(r, shape, at);
    case SSZ_JSON_FORM_TRUTH:
        return ssz_json_read_truth(r, at);
    case SSZ_JSON_FORM_BITS:
        return ssz_json_read_bits(r, shape, at);
    case SSZ_JSON_FORM_OBJECT:
        return read_object(r, shape, at);
    default:
        return read_sequence(r, shape, at);
    }
}

/* A value of any size, to the end. */
int32_t ssz_json_read_value(ssz_json_reader *r, uint32_t type) {
    const ssz_json_shape *shape = ssz_json_shape_of(r, type);
    uint64_t at = r->out.size;
    if (shape->type->is_fixed) {
        SSZ_TRY(ssz_json_reserve(r, shape->type->fixed_size));
        return read_fixed(r, type, at);
    }
    switch (shape->form) {
    case SSZ_JSON_FORM_BITS:
        return ssz_json_read_bits(r, shape, at);
    case SSZ_JSON_FORM_OBJECT:
        SSZ_TRY(ssz_json_reserve(r, shape->type->fixed_size));
        return read_object(r, shape, at);
    case SSZ_JSON_FORM_OPTION:
        return ssz_json_read_union(r, shape);
    default:
        return read_sequence(r, shape, at);
    }
}
