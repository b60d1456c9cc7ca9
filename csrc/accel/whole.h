/*
 * whole.h - values as a whole: making, decoding, copying, sizes and roots; see whole.c.
 */
#ifndef PYSSZ_ACCEL_WHOLE_H
#define PYSSZ_ACCEL_WHOLE_H

#include "accel.h"

/* Adds the type Value to a module. */
bool accel_add_whole(PyObject *module);

#endif
