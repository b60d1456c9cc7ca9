/*
 * fields.h - the attributes of containers; see fields.c.
 */
#ifndef PYSSZ_ACCEL_FIELDS_H
#define PYSSZ_ACCEL_FIELDS_H

#include "accel.h"

/* Adds the type Field to a module. */
bool accel_add_fields(PyObject *module);

#endif
