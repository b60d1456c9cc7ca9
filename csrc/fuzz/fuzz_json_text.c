/*
 * fuzz_json_text.c - JSON documents that are nearly right, as many as can be had: of each type some documents are
 * made once, and each input cuts, overwrites or repeats pieces of one.  What is read is a value of the type; what
 * is not is refused with a place in the text, and a path in the type.
 */
#include "common.h"
#include "documents.h"
#include "fuzz.h"

#define DOCUMENTS 8 /* of each type */
#define SMALL 600   /* bytes of a document */

typedef struct document {
    uint64_t size; /* 0: there is none so small */
    uint8_t text[SMALL];
} document;

static document documents[256][DOCUMENTS];
static ssz_json_plan *plans[2]; /* single bytes are numbers, or hex */

static void make_document(const subject *s, const writing *w, uint32_t type, uint32_t seed,
                          document *out) {
    static bytes value, text;
    for (uint32_t attempt = 0; attempt < 32; attempt++) {
        random_seed(seed * 32 + attempt);
        value.size = text.size = 0;
        model_generate(s->t, type, &value);
        if (value.size < SMALL) {
            document_value(w, s->schema, type, value.data, value.size, &text);
        }
        if (text.size != 0 && text.size < SMALL) {
            memcpy(out->text, text.data, text.size);
            out->size = text.size;
            return;
        }
    }
}

/* Makes them once. */
static void make_documents(void) {
    subject s = all_kinds();
    CHECK(s.t->type_count <= 256);
    if (!plans[0]) {
        for (uint32_t type = 0; type < s.t->type_count; type++) {
            for (uint32_t i = 0; i < DOCUMENTS; i++) {
                /* With and without hex, as the mapping has it and as liberal reading takes it. */
                writing w = {s.t, i & 1, i & 2, i & 4};
                make_document(&s, &w, type, type * DOCUMENTS + i, &documents[type][i]);
            }
        }
        for (uint32_t hex = 0; hex < 2; hex++) {
            writing w = {.t = s.t, .are_bytes_hex = hex};
            plans[hex] = document_plan(&w, s.schema, NULL);
            CHECK(plans[hex] != NULL);
        }
    }
}

/* Each edit takes four bytes of the input. */
static void edit(input *in, uint8_t *text, uint64_t *size, uint64_t capacity) {
    static const char pieces[] = "\"{}[]:,\\u0 1-.eE+tfnax\n\xed\xa0\x80\xc3\xff";
    while (in->size >= 4) {
        uint64_t at = take(in, 2) % (*size + 1);
        uint8_t how = (uint8_t)take(in, 1), byte = (uint8_t)take(in, 1);
        uint64_t count = ssz_min_u64(1u + how / 8u, *size - at);
        switch (how % 8) {
        case 0:
            *size = at; /* a beginning */
            break;
        case 1:
        case 2:
            memset(text + at, byte, ssz_min_u64(1, count));
            break;
        case 3:
        case 4:
            memset(text + at, pieces[byte % (sizeof pieces - 1)], ssz_min_u64(1, count));
            break;
        case 5:
            memmove(text + at, text + at + count, *size - at - count);
            *size -= count;
            break;
        case 6:
            text[at] = (uint8_t)(text[at] ^ (at < *size ? 1u << byte % 8 : 0));
            break;
        default: /* what follows a second time */
            if (*size + count <= capacity) {
                memmove(text + at + count, text + at, *size - at);
                *size += count;
            }
        }
    }
}

/* The error leads to a part that there may be. */
static void check_path(const subject *s, const ssz_error *err) {
    uint32_t type = s->type;
    for (uint32_t i = 0; i < err->path_length; i++) {
        const ssz_type_record *record = &s->t->types[type];
        if (record->element != SSZ_NO_TYPE && record->member_count == 0) {
            type = record->element;
            continue;
        }
        uint32_t found = SSZ_NO_TYPE;
        bool has_keys = record->kind == SSZ_KIND_UNION || record->kind == SSZ_KIND_COMPATIBLE_UNION;
        for (uint32_t k = 0; k < record->member_count; k++) {
            const ssz_member_record *member = &s->t->members[record->first_member + k];
            if ((has_keys ? member->key : k) == err->path[i]) {
                found = member->type;
            }
        }
        if (found == SSZ_NO_TYPE) {
            CHECK(i + 1 == err->path_length); /* a selector that there is not, None, a bit */
            return;
        }
        type = found;
    }
}

/* Reads by some rules; whether that is a value, whose encoding is in `out` then. */
static bool read_text(const subject *s, const ssz_json_plan *plan, uint32_t rules,
                      const uint8_t *text, uint64_t size, uint8_t **out, uint64_t *out_size) {
    ssz_json_found found = {77, 77, 77};
    ssz_error err = {0};
    int32_t code = ssz_json_read(plan, s->type, rules, rules >> 2, text, size, out, &found, &err);
    if (code != SSZ_OK) {
        CHECK(found.size == 77 && err.code == code && err.offset <= size);
        CHECK(code >= SSZ_SCOPE && code <= SSZ_NO_ENVELOPE);
        check_path(s, &err);
        return false;
    }
    CHECK_EQUAL(ssz_check(s->schema, s->type, *out, found.size, NULL), SSZ_OK);
    *out_size = found.size;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t room[2 * SMALL];
    input in = {data, size};
    subject s = all_kinds();
    make_documents();
    s.type = (uint32_t)take(&in, 1) % s.t->type_count;
    uint8_t choice = (uint8_t)take(&in, 1), rules = (uint8_t)take(&in, 1);
    const document *begun = &documents[s.type][choice % DOCUMENTS];
    uint64_t pieces = ssz_memory_read().allocations, text_size = begun->size;
    memcpy(room, begun->text, text_size);
    edit(&in, room, &text_size, sizeof room);
    uint8_t *text = allocate(text_size); /* which ends where it does */
    memcpy(text, room, text_size);
    const ssz_json_plan *plan = plans[choice & 1];
    uint8_t *liberal = NULL, *other = NULL;
    uint64_t liberal_size = 0, other_size = 0;
    bool is_liberal = read_text(&s, plan, 0, text, text_size, &liberal, &liberal_size);
    if (rules % 4 != 0 && read_text(&s, plan, rules % 4, text, text_size, &other, &other_size)) {
        CHECK(is_liberal && liberal_size == other_size);
        CHECK_BYTES(liberal, other, other_size);
    }
    ssz_json_give_back(liberal);
    ssz_json_give_back(other);
    free(text);
    CHECK_EQUAL(ssz_memory_read().allocations, pieces);
    return 0;
}
