/*
 * integers.h - integers with a range, as bases for classes of Python; see integers.c.
 */
#ifndef PYSSZ_ACCEL_INTEGERS_H
#define PYSSZ_ACCEL_INTEGERS_H

#include "accel.h"

/* Adds the bases to a module: Boolean, Unsigned8 to Unsigned64 and Strict8 to Strict64. */
bool accel_add_integers(PyObject *module);

#endif
