/*
 * json_document.c - a JSON document: a value, perhaps in an envelope, and nothing behind it.
 *
 * Whether an object is an envelope shows when a member of the value has come, or all members have.  So the
 * member `data` is read as the value as soon as it is met, and again from the beginning without an envelope
 * if it turns out that there is none: no document is gone through more often than that.
 */
#include <string.h>

#include "alloc.h"
#include "error.h"
#include "json_reader.h"

/* Crosses to other languages, so it has the same layout everywhere. */
_Static_assert(sizeof(ssz_json_found) == 24, "size of ssz_json_found");

typedef struct document {
    uint32_t type;
    bool may_be_bare; /* an envelope is not asked for */
    bool is_bare;     /* what was taken for an envelope is none */
    uint64_t version_at;
    uint64_t version_size;
} document;

/* Whether a member of an object shows that it is the value, and no envelope around it. */
static bool is_own(const ssz_json_reader *r, const document *d, ssz_json_string name) {
    const ssz_json_shape *shape = ssz_json_shape_of(r, d->type);
    switch (shape->form) {
    case SSZ_JSON_FORM_OBJECT:
        return ssz_json_member_named(shape, ssz_json_characters(&r->in, name), name.size) !=
               SSZ_JSON_UNKNOWN;
    case SSZ_JSON_FORM_OPTION:
        return ssz_json_is(&r->in, name, "selector");
    default:
        return false;
    }
}

/* Reads an envelope from behind its bracket; stops early if it is none. */
static int32_t read_envelope(ssz_json_reader *r, document *d) {
    ssz_json_lexer *in = &r->in;
    const uint8_t *first = in->at;
    ssz_json_names names = ssz_json_names_begin(in);
    bool is_first = true, is_there, has_data = false;
    for (;;) {
        SSZ_TRY(ssz_json_next(in, '}', &is_first, &is_there));
        if (!is_there) {
            break;
        }
        const uint8_t *start = in->at;
        ssz_json_string name;
        SSZ_TRY(ssz_json_read_string(in, &name));
        bool is_data = ssz_json_is(in, name, "data"), is_version = ssz_json_is(in, name, "version");
        if (d->may_be_bare && !is_data && is_own(r, d, name)) {
            d->is_bare = true;
            return SSZ_OK;
        }
        if (is_data && has_data) {
            return ssz_json_fail(in, SSZ_DUPLICATE_MEMBER, start, 0, 0);
        }
        SSZ_TRY(ssz_json_keep_name(in, name, start));
        SSZ_TRY(ssz_json_colon(in));
        const uint8_t *value = in->at;
        if (is_data) {
            has_data = true;
            SSZ_TRY(ssz_json_read_value(r, d->type));
        } else {
            SSZ_TRY(ssz_json_skip(in));
        }
        if (is_version) {
            d->version_at = (uint64_t)(value - in->text);
            d->version_size = (uint64_t)(in->at - value);
        }
    }
    d->is_bare = d->may_be_bare && !has_data;
    return has_data || d->is_bare ? ssz_json_names_end(in, names)
                                  : ssz_json_fail(in, SSZ_NO_ENVELOPE, first - 1, 0, 0);
}

/* Whether the text ends here. */
static int32_t check_end(ssz_json_reader *r) {
    ssz_json_skip_blanks(&r->in);
    return r->in.at == r->in.end ? SSZ_OK : ssz_json_no_json(&r->in);
}

static int32_t read_bare(ssz_json_reader *r, document *d) {
    r->in.at = r->in.text;
    r->in.spill.size = r->in.names.size = r->out.size = r->places.size = 0;
    d->version_size = 0;
    ssz_json_skip_blanks(&r->in);
    SSZ_TRY(ssz_json_read_value(r, d->type));
    return check_end(r);
}

/* Whether `data` is the only member of the type, so that an object that has it is no envelope. */
static bool has_data_alone(const ssz_json_shape *shape) {
    return shape->form == SSZ_JSON_FORM_OBJECT && shape->member_count == 1 &&
           ssz_json_member_named(shape, (const uint8_t *)"data", 4) == 0;
}

static int32_t read_document(ssz_json_reader *r, document *d, uint32_t envelope) {
    ssz_json_skip_blanks(&r->in);
    d->may_be_bare = envelope == SSZ_JSON_ENVELOPE_PERHAPS;
    bool is_object = ssz_json_peek(&r->in) == '{';
    if (envelope == SSZ_JSON_ENVELOPE_NONE ||
        (d->may_be_bare && (!is_object || has_data_alone(ssz_json_shape_of(r, d->type))))) {
        return read_bare(r, d);
    }
    if (!is_object) {
        return ssz_json_fail(&r->in, SSZ_NO_ENVELOPE, r->in.at, 0, 0);
    }
    r->in.at++;
    int32_t code = read_envelope(r, d);
    if (code == SSZ_OK && !d->is_bare) {
        return check_end(r);
    }
    if (code == SSZ_OK || !d->may_be_bare || code == SSZ_NO_MEMORY) {
        return code == SSZ_OK ? read_bare(r, d) : code;
    }
    /* What stands in `data` is no value.  It may all the same be one member of many of the value. */
    ssz_error *err = r->in.err;
    r->in.err = NULL;
    int32_t bare_code = read_bare(r, d);
    r->in.err = err;
    return bare_code == SSZ_OK ? SSZ_OK : code;
}

int32_t ssz_json_read(const ssz_json_plan *plan, uint32_t type, uint32_t rules, uint32_t envelope,
                      const void *text, uint64_t size, uint8_t **data, ssz_json_found *found,
                      ssz_error *err) {
    SSZ_ASSERT(type < plan->count && envelope <= SSZ_JSON_ENVELOPE_PERHAPS);
    ssz_json_reader r = {.plan = plan};
    r.in.text = r.in.at = text;
    r.in.end = r.in.text + size;
    r.in.err = err;
    r.is_strict = (rules & SSZ_JSON_STRICT) != 0;
    r.refuses_unknown = r.is_strict || (rules & SSZ_JSON_KNOWN_MEMBERS) != 0;
    document d = {.type = type};
    /* Of most documents most is hex. */
    int32_t code =
        ssz_room_for(&r.out, size / 2 + 1) ? read_document(&r, &d, envelope) : ssz_no_memory(err);
    ssz_json_lexer_free(&r.in);
    ssz_room_free(&r.places);
    if (code != SSZ_OK) {
        ssz_room_free(&r.out);
        ssz_error_finish(err);
        return code;
    }
    *data = r.out.data;
    *found = (ssz_json_found){r.out.size, d.version_at, d.version_size};
    return SSZ_OK;
}

/* Bytes that are there twice while an encoding is taken away. */
#define PIECE ((uint64_t)1 << 20)

void ssz_json_take(uint8_t *data, uint64_t size, void *out) {
    while (size > PIECE) {
        size -= PIECE;
        memcpy((uint8_t *)out + size, data + size, PIECE);
        data = ssz_shrink(data, size);
    }
    memcpy(out, data, size);
    ssz_free(data);
}

void ssz_json_give_back(uint8_t *data) {
    ssz_free(data);
}
