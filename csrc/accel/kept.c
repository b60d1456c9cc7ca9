/*
 * kept.c - numbers that were made already, by their class.
 *
 * To allocate an instance and to give its memory back is most of what an operator costs, and programs meet the same
 * numbers again and again: slots, epochs, indices, amounts that all validators have.  So a class keeps some of the
 * instances that were made last, each in the place that a hash of its number says.  Integers do not change; that two
 * equal ones are one object is not promised, and not to be relied on.
 *
 * A class owns its `Kept` as an attribute, and that owns the instances, which refer to the class: a circle as any
 * other, which the collector finds when nothing else refers to the class.
 *
 * A class is found by its address in a table of this file, which owns nothing; an entry goes with the `Kept`.
 */
#include "kept.h"

enum {
    PLACE_BITS = 8, /* of each class */
    PLACES = 1 << PLACE_BITS,
    CLASSES = 1024,
    NEAR = 4, /* entries that a class may have */
};

typedef struct entry {
    PyTypeObject *type;
    struct kept *owner;
} entry;

typedef struct kept {
    PyObject_HEAD entry *own_entry; /* NULL if the class keeps nothing */
    accel_place *places;            /* PLACES of them, once there is a number; else NULL */
} kept;

/* The entries of a class are the one that its address says, and those behind it. */
static entry classes[CLASSES + NEAR];

static entry *first_entry(PyTypeObject *type) {
    uintptr_t address = (uintptr_t)type;
    return &classes[(address >> 4 ^ address >> 14) % CLASSES];
}

/* The entry of a class, or the first one that it could have if there is none for it; NULL if all are taken. */
static entry *entry_of(PyTypeObject *type) {
    entry *first = first_entry(type), *free = NULL;
    for (entry *at = first; at < first + NEAR; at++) {
        if (at->type == type) {
            return at;
        }
        if (!at->type && !free) {
            free = at;
        }
    }
    return free;
}

accel_place *accel_place_of(PyTypeObject *type, uint64_t number) {
    entry *known = first_entry(type), *end = known + NEAR;
    while (known->type != type) {
        if (++known == end) {
            return NULL;
        }
    }
    kept *owner = known->owner;
    if (!owner->places) {
        owner->places = PyMem_Calloc(PLACES, sizeof *owner->places);
        if (!owner->places) {
            return NULL;
        }
    }
    /* Bits from all of the number: amounts are multiples of powers of ten. */
    return &owner->places[number * UINT64_C(0x9E3779B97F4A7C15) >> (64 - PLACE_BITS)];
}

void accel_keep(accel_place *place, uint64_t number, PyObject *object) {
    PyObject *old = place->object;
    Py_INCREF(object);
    place->number = number;
    place->object = object;
    Py_XDECREF(old);
}

/* ---- the class Kept ---------------------------------------------------------------------------------- */

/* Whether instances have nothing of their own but their number; -1 and an exception on failure. */
static int are_plain(PyTypeObject *type) {
    static const char *const names[] = {"__dictoffset__", "__weakrefoffset__"};
    int answer = 1;
    for (unsigned i = 0; i < sizeof names / sizeof *names && answer == 1; i++) {
        PyObject *offset = PyObject_GetAttrString((PyObject *)type, names[i]);
        answer = offset ? PyObject_Not(offset) : -1;
        Py_XDECREF(offset);
    }
    return answer;
}

static PyObject *make_kept(PyTypeObject *own, PyObject *args, PyObject *kwargs) {
    PyTypeObject *type;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!:Kept", &PyType_Type, &type)) {
        return NULL;
    }
    int is_plain = are_plain(type);
    allocfunc allocate = (allocfunc)PyType_GetSlot(own, Py_tp_alloc);
    kept *self = is_plain < 0 ? NULL : (kept *)allocate(own, 0);
    entry *free = self && is_plain ? entry_of(type) : NULL;
    if (free && free->type != type) {
        *free = (entry){.type = type, .owner = self};
        self->own_entry = free;
    }
    return (PyObject *)self;
}

static int traverse_kept(PyObject *object, visitproc visit, void *arg) {
    const kept *self = (kept *)object;
    Py_VISIT(Py_TYPE(object));
    for (unsigned i = 0; self->places && i < PLACES; i++) {
        Py_VISIT(self->places[i].object);
    }
    return 0;
}

static int clear_kept(PyObject *object) {
    kept *self = (kept *)object;
    accel_place *places = self->places;
    self->places = NULL;
    for (unsigned i = 0; places && i < PLACES; i++) {
        Py_XDECREF(places[i].object);
    }
    PyMem_Free(places);
    return 0;
}

static void free_kept(PyObject *object) {
    kept *self = (kept *)object;
    PyTypeObject *own = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    if (self->own_entry) {
        *self->own_entry = (entry){.type = NULL, .owner = NULL};
    }
    clear_kept(object);
    freefunc give_back = (freefunc)PyType_GetSlot(own, Py_tp_free);
    give_back(object);
    Py_DECREF(own);
}

bool accel_add_kept(PyObject *module) {
    PyType_Slot slots[] = {
        {Py_tp_new, (void *)make_kept},
        {Py_tp_traverse, (void *)traverse_kept},
        {Py_tp_clear, (void *)clear_kept},
        {Py_tp_dealloc, (void *)free_kept},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "pyssz._accel.Kept",
        .basicsize = sizeof(kept),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
        .slots = slots,
    };
    return accel_add(module, "Kept", PyType_FromSpec(&spec));
}
