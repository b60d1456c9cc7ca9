/*
 * fuzz_json_read.c - JSON documents: what is written of a value is read as that value, however it is
 * arranged; what is changed or cut off is a value too, or an error with a place.  Strict reading takes
 * nothing that liberal reading does not take for the same.
 */
#include "common.h"
#include "documents.h"
#include "fuzz.h"

/* A document in memory that ends where it does, and what has become of it. */
typedef struct reading {
    const ssz_json_plan *plan;
    uint32_t type;
    uint8_t *text;
    uint64_t size;
} reading;

static void place_text(reading *r, const bytes *text, uint64_t size) {
    r->text = allocate(size);
    memcpy(r->text, text->data, size);
    r->size = size;
}

/* Reads, with all that must hold for any document; gives the status, and the encoding in `out`. */
static int32_t read_document(const reading *r, uint32_t rules, uint32_t envelope, bytes *out) {
    uint8_t *data = NULL;
    ssz_json_found found = {77, 77, 77};
    ssz_error err = {0};
    int32_t code =
        ssz_json_read(r->plan, r->type, rules, envelope, r->text, r->size, &data, &found, &err);
    if (code != SSZ_OK) {
        CHECK(data == NULL && found.size == 77 && err.code == code && err.offset <= r->size);
        CHECK_EQUAL(
            ssz_json_read(r->plan, r->type, rules, envelope, r->text, r->size, &data, &found, NULL),
            code);
        return code;
    }
    CHECK(found.version_at <= r->size && found.version_size <= r->size - found.version_at);
    out->size = 0;
    bytes_add(out, data, found.size);
    ssz_json_give_back(data);
    return SSZ_OK;
}

/* Reads by all rules. */
static void check_rules(const subject *s, const reading *r, uint32_t envelope) {
    static bytes liberal, known, strict;
    int32_t liberal_code = read_document(r, 0, envelope, &liberal);
    if (liberal_code == SSZ_OK) {
        CHECK(model_accepts(s->t, s->type, liberal.data, liberal.size));
    }
    if (read_document(r, SSZ_JSON_KNOWN_MEMBERS, envelope, &known) == SSZ_OK) {
        CHECK(liberal_code == SSZ_OK && known.size == liberal.size);
        CHECK_BYTES(known.data, liberal.data, known.size);
    }
    if (read_document(r, SSZ_JSON_STRICT, envelope, &strict) == SSZ_OK) {
        CHECK(liberal_code == SSZ_OK && strict.size == liberal.size);
        CHECK_BYTES(strict.data, liberal.data, strict.size);
    }
}

/* Reads while memory runs out: says so, or did not need it. */
static void check_no_memory(const reading *r, uint64_t working, uint64_t failing) {
    uint8_t *data = NULL;
    ssz_json_found found;
    ssz_error err = {0};
    ssz_memory_fail(working, failing);
    int32_t code = ssz_json_read(r->plan, r->type, 0, SSZ_JSON_ENVELOPE_PERHAPS, r->text, r->size,
                                 &data, &found, &err);
    ssz_memory_fail(0, 0);
    CHECK(code == SSZ_OK ? data != NULL : data == NULL && err.code == code);
    ssz_json_give_back(data);
}

/* The document of a value, that it comes back, and that no beginning of it is one. */
static void check_good(input *in, const writing *w, const subject *s, reading *r, bytes *text) {
    static bytes value, back;
    take_good_value(in, s, &value);
    bool is_wrapped = take(in, 1) % 4 == 0;
    uint32_t rules = w->is_liberal ? 0 : SSZ_JSON_STRICT;
    rules = w->has_unknown ? 0 : rules | SSZ_JSON_KNOWN_MEMBERS;
    text->size = 0;
    document_text(text, is_wrapped ? "{\"version\": \"a\\u0062\", \"data\" : " : " ");
    document_value(w, s->schema, s->type, value.data, value.size, text);
    document_text(text, is_wrapped ? ",\"finalized\":false}" : "\n");
    place_text(r, text, text->size);
    for (uint32_t envelope = is_wrapped; envelope <= (is_wrapped ? 2 : 0); envelope++) {
        CHECK_EQUAL(read_document(r, rules, envelope, &back), SSZ_OK);
        CHECK_EQUAL(back.size, value.size);
        CHECK_BYTES(back.data, value.data, back.size);
    }
    check_no_memory(r, take(in, 1) % 16, 1 + take(in, 1));
    free(r->text);
    uint64_t size = take(in, 2) % text->size;
    bool is_closed = text->data[text->size - 1] == '}' || text->data[1] == '"' ||
                     text->data[1] == '[' || text->data[1] == '{';
    if (is_closed && size + 1 < text->size) {
        place_text(r, text, size);
        int32_t code = read_document(r, rules, is_wrapped, &back);
        CHECK(code == SSZ_NOT_JSON || code == SSZ_TRUNCATED ||
              (code == SSZ_NO_ENVELOPE && size == 0));
        free(r->text);
    }
}

/* The rest of the input decides what is changed. */
static void change_text(input *in, bytes *text) {
    static const char pieces[] = "\"{}[]:,\\u0 1-.etfnx\xed\xa0\x80\xff";
    while (in->size >= 4) {
        uint64_t at = take(in, 2) % (text->size + 1);
        uint8_t how = (uint8_t)take(in, 1), byte = (uint8_t)take(in, 1);
        uint64_t count = ssz_min_u64(1u + how / 16u, text->size - at);
        switch (how % 4) {
        case 0:
            memset(text->data + at, byte, ssz_min_u64(1, count));
            break;
        case 1:
            memset(text->data + at, pieces[byte % (sizeof pieces - 1)], ssz_min_u64(1, count));
            break;
        case 2:
            memmove(text->data + at, text->data + at + count, text->size - at - count);
            text->size -= count;
            break;
        default:
            if (text->size + count <= MODEL_BYTES) {
                memmove(text->data + at + count, text->data + at, text->size - at);
                text->size += count;
            }
        }
    }
}

/* The plan; those for the schema of all kinds are made once, and stay. */
static ssz_json_plan *plan_of(const writing *w, const subject *s) {
    static ssz_json_plan *kept[2];
    if (s->schema != all_kinds().schema) {
        return document_plan(w, s->schema, NULL);
    }
    if (!kept[w->are_bytes_hex]) {
        kept[w->are_bytes_hex] = document_plan(w, s->schema, NULL);
    }
    return kept[w->are_bytes_hex];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bytes text;
    input in = {data, size};
    subject s = take_subject(&in);
    uint8_t choices = (uint8_t)take(&in, 1);
    writing w = {s.t, choices & 1, choices & 2, choices & 4};
    ssz_json_plan *plan = plan_of(&w, &s);
    tally before = take_tally();
    reading r = {plan, s.type, NULL, 0};
    CHECK(plan != NULL);
    text.size = 0;
    if (choices & 8) {
        bytes_add(&text, in.data, ssz_min_u64(in.size, 4096));
    } else {
        check_good(&in, &w, &s, &r, &text);
        change_text(&in, &text);
    }
    place_text(&r, &text, text.size);
    check_rules(&s, &r, choices >> 4 & 1 ? SSZ_JSON_ENVELOPE_PERHAPS : SSZ_JSON_ENVELOPE_NONE);
    free(r.text);
    check_tally(before);
    if (s.schema != all_kinds().schema) {
        ssz_json_plan_release(plan);
    }
    release_subject(s);
    return 0;
}
