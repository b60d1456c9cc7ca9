/*
 * plans.h - what is known of a type to read, make and decode its values; see plans.c.
 */
#ifndef PYSSZ_ACCEL_PLANS_H
#define PYSSZ_ACCEL_PLANS_H

#include "views.h"

/* What core/plan.py calls operations. */
typedef enum accel_operation { NUMBER, BOOLEAN, BYTES, VIEW } accel_operation;

typedef struct accel_plan accel_plan;

/* A field of a container of a fixed size: its name and where it lies. */
typedef struct accel_member {
    PyObject *name;
    accel_plan *plan;
    uint64_t at;
} accel_member;

struct accel_plan {
    PyObject_HEAD accel_kind
        kind; /* its type is NULL once the collector has been here, and so is all else */
    accel_operation operation;
    bool is_fixed;
    bool is_plain; /* a value is what the base of its type makes: int of a number, bytes of bytes */
    bool is_shared;             /* the view of a part is one object for all who ask, see shared.c */
    bool is_listed;             /* of a sequence: a slice of it is a list */
    uint64_t size;              /* if it is fixed */
    PyObject *both[2];          /* of BOOLEAN */
    accel_plan *element;        /* of a sequence, else NULL */
    PyObject *schema;           /* a handle, once there is one ... */
    const ssz_schema *compiled; /* ... what it refers to ... */
    uint32_t number;            /* ... and the number of the type in it */
    PyObject *decoder; /* of a class of views: its decode_bytes, once somebody has asked for it */
    PyObject *initial; /* of a container of a fixed size: the bytes of the default value ... */
    accel_member *places; /* ... and its fields */
    Py_ssize_t place_count;
};

bool accel_is_plan(PyObject *object);

/* The plan of a class, borrowed from it; NULL without an exception if it has none. */
accel_plan *accel_plan_of(PyTypeObject *kind);

/* The value that begins at `at` of a sealed view and has `size` bytes; NULL without an exception if that is no hit. */
PyObject *accel_read(accel_plan *plan, accel_view *view, uint64_t at, uint64_t size, uint64_t key);
/* The value, which is no view, of a type of fixed size that its bytes encode; NULL without an exception if that is no
 * hit. */
PyObject *accel_value(accel_plan *plan, const uint8_t *data, uint64_t size);
/* The same of a variable size, whose offset is at `at`, and the next one at `until` or, if that is 0, nowhere. */
PyObject *accel_read_variable(accel_plan *plan, accel_view *view, uint64_t at, uint64_t until,
                              uint64_t key);
/* The same of a part of a view that was changed, unless that is a view. */
PyObject *accel_read_tree(accel_plan *plan, accel_view *view, uint64_t key);
/* Writes a number to a part of a view that was changed; false without an exception if that is no hit. */
bool accel_write_number(accel_plan *plan, accel_view *view, uint64_t key, PyObject *value);
/* Puts the encoding of a Python value of a fixed size in its place; false without an exception if that is no hit. */
bool accel_pack(accel_plan *plan, PyObject *value, uint8_t *out);

static inline uint64_t accel_load(const uint8_t *bytes, uint64_t size) {
    uint64_t number = 0;
    if (size == 8) {
        return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
               (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
               (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
    }
    for (uint64_t i = size; i-- > 0;) {
        number = number << 8 | bytes[i];
    }
    return number;
}

bool accel_add_plans(PyObject *module);

#endif
