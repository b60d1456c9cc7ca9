/*
 * integers.h - integers with a range, as bases for classes of Python; see integers.c.
 */
#ifndef PYSSZ_ACCEL_INTEGERS_H
#define PYSSZ_ACCEL_INTEGERS_H

#include "accel.h"

/* Adds the bases Unsigned8 to Unsigned64 to a module. */
bool accel_add_integers(PyObject *module);

#endif
