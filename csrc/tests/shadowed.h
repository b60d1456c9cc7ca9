/*
 * shadowed.h - views beside their shadows (shadow.h), of which they must have the bytes, the root and the nodes
 * of the tree; and an encoder of one of them.
 *
 * Some views are taken as Python takes them of a value that nobody has changed yet: a chain of keys from the
 * outermost value, of which the library learns later, when parts on the way may have been replaced.
 */
#ifndef SSZ_TESTS_SHADOWED_H
#define SSZ_TESTS_SHADOWED_H

#include "decoded.h"
#include "error.h"
#include "proof.h"
#include "shadow.h"

#define CHECK_LIVE(s, b, n, v)                                                                     \
    do {                                                                                           \
        ssz_live live_now = ssz_live_objects();                                                    \
        CHECK_EQUAL(live_now.schemas, s);                                                          \
        CHECK_EQUAL(live_now.buffers, b);                                                          \
        CHECK_EQUAL(live_now.nodes, n);                                                            \
        CHECK_EQUAL(live_now.views, v);                                                            \
    } while (0)

static table t;
static ssz_schema *schema;
static bytes made, expected;

/* ---- views with their shadows -------------------------------------------------------------------- */

#define HANDLES 24

/* A value of which places were taken at the beginning, until the last of them is asked for. */
typedef struct origin {
    ssz_view *whole;
    unsigned places;
} origin;

/* Such a place, of the whole or of a part.  It has a view when it, or a part of it, was asked for. */
typedef struct place place;
struct place {
    unsigned references;
    origin *origin;
    place *above;
    uint64_t key;
    ssz_view *view;
};

typedef struct handle {
    ssz_view *view; /* NULL: it has to be asked for, ... */
    place *place;   /* ... here.  Both NULL: no handle. */
    shadow *shadow;
} handle;

static handle handles[HANDLES];

static place *place_new(origin *of, place *above, uint64_t key) {
    place *p = calloc(1, sizeof *p);
    CHECK(p != NULL);
    *p = (place){.references = 1, .origin = of, .above = above, .key = key};
    of->places++;
    if (above) {
        above->references++;
    }
    return p;
}

static void place_drop(place *p) {
    while (p && --p->references == 0) {
        place *above = p->above;
        ssz_view_release(p->view);
        if (--p->origin->places == 0) {
            ssz_view_forget_origin(p->origin->whole);
            ssz_view_release(p->origin->whole);
            free(p->origin);
        }
        free(p);
        p = above;
    }
}

/* The view of a place, or NULL if memory runs out. */
static ssz_view *place_view(place *p) {
    if (!p->view && place_view(p->above)) {
        p->view = ssz_view_origin_child(p->above->view, p->key, NULL);
    }
    return p->view;
}

static bool is_held(const handle *h) {
    return h->view || h->place;
}

/* Has the library know the view of a handle, and gives whether it does. */
static bool ask_for(handle *h) {
    if (!h->view && h->place && place_view(h->place)) {
        h->view = ssz_view_retain(h->place->view);
        place_drop(h->place);
        h->place = NULL;
    }
    return h->view != NULL;
}

static void let_go(handle *h) {
    ssz_view_release(h->view);
    place_drop(h->place);
    shadow_drop(h->shadow);
    *h = (handle){0};
}

/* Parts of the outermost value of a handle, as they are now, some levels down: for handles that nobody uses. */
static void take_places(const handle *whole, unsigned most) {
    origin *of = calloc(1, sizeof *of);
    CHECK(of != NULL);
    of->whole = ssz_view_retain(whole->view);
    place *top = place_new(of, NULL, 0);
    top->view = ssz_view_retain(whole->view);
    ssz_view_keep_origin(whole->view);
    const handle *last = NULL; /* the next one may be below it */
    for (unsigned i = 0; i < most; i++) {
        handle *to = &handles[random_below(HANDLES)];
        if (is_held(to)) {
            continue;
        }
        bool is_below = last && random_below(2) == 0;
        place *at = is_below ? last->place : top;
        shadow *s = is_below ? last->shadow : whole->shadow;
        at->references++;
        for (uint64_t levels = 1 + random_below(3); levels > 0 && s->count != 0; levels--) {
            uint64_t key = random_below(s->count);
            if (!s->parts || model_is_basic(&t.types[s->parts[key]->type])) {
                break;
            }
            bool is_union = model_is_union(&t.types[s->type]);
            place *part = place_new(of, at, is_union ? s->selector : key);
            place_drop(at);
            at = part;
            s = s->parts[key];
        }
        *to = (handle){.place = at, .shadow = shadow_share(s)};
        last = to;
    }
    place_drop(top);
}

static void check_handle(const handle *h) {
    static uint8_t data[MODEL_BYTES];
    uint8_t root[32], expected_root[32];
    expected.size = 0;
    shadow_write(&t, h->shadow, &expected);
    CHECK_EQUAL(ssz_view_size(h->view), expected.size);
    CHECK_EQUAL(ssz_view_encode(h->view, data, sizeof data, NULL), SSZ_OK);
    CHECK_BYTES(data, expected.data, expected.size);
    CHECK_EQUAL(ssz_view_root(h->view, root, NULL), SSZ_OK);
    model_root(&t, h->shadow->type, expected.data, expected.size, expected_root);
    CHECK_BYTES(root, expected_root, 32);
}

/* ---- an encoder ---------------------------------------------------------------------------------- */

/* Of the value that some view had when it was made.  What it does must not depend on the steps, so it
 * takes no choice away from them. */
static ssz_encoder *encoder;
static bytes to_encode;
static uint64_t encoded, encoder_turns;

static void begin_encoder(const handle *h) {
    encoder = ssz_encoder_new(h->view, NULL);
    CHECK(encoder != NULL);
    to_encode.size = 0;
    shadow_write(&t, h->shadow, &to_encode);
    encoded = 0;
}

static void end_encoder(void) {
    ssz_encoder_release(encoder);
    encoder = NULL;
}

/* A piece of at most so many bytes. */
static void encode_piece(uint64_t most) {
    static uint8_t piece[MODEL_BYTES + 1];
    CHECK_EQUAL(ssz_encoder_left(encoder), to_encode.size - encoded);
    uint64_t size = ssz_min_u64(most, to_encode.size - encoded);
    piece[size] = 0xcc;
    CHECK_EQUAL(ssz_encoder_read(encoder, piece, most), size);
    CHECK_BYTES(piece, to_encode.data + encoded, size);
    CHECK_EQUAL(piece[size], 0xcc);
    encoded += size;
}

/* A piece more, of the encoder that there is or of one for this view. */
static void encode_some(const handle *h) {
    if (!encoder) {
        begin_encoder(h);
    }
    encoder_turns++;
    encode_piece(encoder_turns * encoder_turns % 301);
    if (encoded == to_encode.size) {
        CHECK_EQUAL(ssz_encoder_read(encoder, NULL, 0), 0);
        end_encoder();
    }
}

/* All of a view, in pieces of one size. */
static void check_encoder(const handle *h) {
    begin_encoder(h);
    while (encoded < to_encode.size) {
        encode_piece(1 + encoder_turns % 40);
    }
    end_encoder();
}

/* ---- trees ----------------------------------------------------------------------------------------- */

/* Nodes near the top of the tree and deep in it, as the bytes have them; also what is refused. */
static void check_tree(const handle *h) {
    uint8_t gindex[6], node[32], expected_node[32];
    ssz_error err = {0}, expected_err = {0};
    expected.size = 0;
    shadow_write(&t, h->shadow, &expected);
    for (unsigned i = 0; i < 4; i++) {
        uint64_t number = 1 + ((random_u64() & 0x7fffffffffff) >> random_below(47));
        for (unsigned k = 0; k < 6; k++) {
            gindex[k] = (uint8_t)(number >> (8 * (5 - k)));
        }
        int32_t code =
            ssz_merkle_nodes_of_bytes(schema, h->shadow->type, expected.data, expected.size, gindex,
                                      6, 1, expected_node, &expected_err);
        CHECK_EQUAL(ssz_view_merkle_nodes(h->view, gindex, 6, 1, node, &err), code);
        if (code == SSZ_OK) {
            CHECK_BYTES(node, expected_node, 32);
        } else {
            ssz_error_finish(&expected_err);
            CHECK_BYTES(&err, &expected_err, offsetof(ssz_error, path));
        }
    }
}

#endif
