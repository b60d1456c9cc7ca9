/*
 * numbers.h - numbers of C as ints of Python, and back; see numbers.c.
 */
#ifndef PYSSZ_ACCEL_NUMBERS_H
#define PYSSZ_ACCEL_NUMBERS_H

#include "accel.h"

/* The number of an int, which `value` is, if it is from 0 to 2**64 - 1; else false, without an exception. */
bool accel_number(PyObject *value, uint64_t *number);

/* Whether a value is an int, and converting it to int gives what it is. */
bool accel_is_int(PyObject *value);

/* A number as an instance of a subclass of int, whatever its range is. */
PyObject *accel_integer(PyTypeObject *type, uint64_t number);

/* Finds out how ints are made here, and adds what makes them to a module: `integer(cls, number)`, of a class that
 * extends int and an int, which is not compared with the range of the class. */
bool accel_add_numbers(PyObject *module);

#endif
