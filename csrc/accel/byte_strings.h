/*
 * byte_strings.h - byte strings of classes that extend bytes; see byte_strings.c.
 */
#ifndef PYSSZ_ACCEL_BYTE_STRINGS_H
#define PYSSZ_ACCEL_BYTE_STRINGS_H

#include "accel.h"

/* An instance of a class that extends bytes, with a copy of bytes that stay where they are. */
PyObject *accel_byte_string(PyTypeObject *type, const uint8_t *data, uint64_t size);

/* Finds out how byte strings are made here, and tells a module. */
bool accel_add_byte_strings(PyObject *module);

#endif
