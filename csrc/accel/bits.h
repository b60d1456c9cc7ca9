/*
 * bits.h - bits as booleans of Python, and back; see bits.c.
 */
#ifndef PYSSZ_ACCEL_BITS_H
#define PYSSZ_ACCEL_BITS_H

#include "accel.h"

bool accel_add_bits(PyObject *module);

#endif
