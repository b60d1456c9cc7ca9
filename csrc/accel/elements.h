/*
 * elements.h - indexing sequences, their length, and iteration; see elements.c.
 */
#ifndef PYSSZ_ACCEL_ELEMENTS_H
#define PYSSZ_ACCEL_ELEMENTS_H

#include "accel.h"

/* Adds the type Sequence to a module. */
bool accel_add_elements(PyObject *module);

#endif
