/*
 * many.h - many values at once: see many.c.
 */
#ifndef PYSSZ_ACCEL_MANY_H
#define PYSSZ_ACCEL_MANY_H

#include "accel.h"

bool accel_add_many(PyObject *module);

#endif
