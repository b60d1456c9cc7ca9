/*
 * sources.h - what views read from; see sources.c.
 */
#ifndef PYSSZ_ACCEL_SOURCES_H
#define PYSSZ_ACCEL_SOURCES_H

#include "accel.h"

/* What the slots of core/slots.py are where there is no extension: of a source. */
typedef struct accel_source {
    PyObject_HEAD PyObject *data;
    const uint8_t
        *bytes; /* those of `data`, if they can't change or go while it is there; else NULL */
    uint64_t size;
    PyObject *lender; /* of data other than `bytes`: keeps its memory where it is; or NULL */
    PyObject *successor, *is_leased, *blocks, *indexes, *origin;
} accel_source;

extern PyTypeObject *accel_source_type, *accel_source_class;

/* Gives a source other data; NULL for none. */
void accel_set_data(accel_source *self, PyObject *data);
/* A source of data, of the class that Python has for it. */
accel_source *accel_source_of(PyObject *data);
/* The source of a tree that nobody has a lease of. */
accel_source *accel_source_of_tree(void);
/* Whether an object is a source; else TypeError. */
bool accel_is_source(PyObject *object);

bool accel_add_sources(PyObject *module);

#endif
