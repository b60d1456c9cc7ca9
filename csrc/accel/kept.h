/*
 * kept.h - numbers that were made already, by their class; see kept.c.
 */
#ifndef PYSSZ_ACCEL_KEPT_H
#define PYSSZ_ACCEL_KEPT_H

#include "accel.h"

/* Where a class keeps an instance: none yet, or one of this number or another. */
typedef struct accel_place {
    uint64_t number;
    PyObject *object;
} accel_place;

/* The place for a number of a class; NULL if the class keeps none.  Valid until Python code runs. */
accel_place *accel_place_of(PyTypeObject *type, uint64_t number);

/* Puts an instance there for a number, in place of another one. */
void accel_keep(accel_place *place, uint64_t number, PyObject *object);

/* Adds the class Kept to a module: `Kept(cls)` makes a class keep numbers, as long as it is alive. */
bool accel_add_kept(PyObject *module);

#endif
