/*
 * accel.h - the second extension, `_accel`: what Python does with values, in fewer instructions.
 *
 * It answers hits alone: operands and values of the types that nearly all are of, in range.  All else is asked of
 * the class, in Python: what is refused, and in which words, is said there, and so is what happens where this
 * extension is missing.  It keeps to the limited API of CPython 3.10, links nothing of the C library, and calls it
 * by the addresses that `_native` hands over.
 *
 * A file here includes this header and headers of files that stand before it in csrc/tests/test_layers.sh.
 */
#ifndef PYSSZ_ACCEL_H
#define PYSSZ_ACCEL_H

#ifdef PYSSZ_WITHOUT_ACCEL
#error "CFLAGS=-DPYSSZ_WITHOUT_ACCEL: install without this extension"
#endif

#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

#include "functions.h"

/* The functions of the C library; NULL before `connect`. */
extern const pyssz_functions *accel_library;

/* Adds an object, whose reference it takes, to a module; false and an exception on failure, as for NULL. */
bool accel_add(PyObject *module, const char *name, PyObject *object);

/* Puts an object where the extension keeps one that Python hands it, in place of the one before; None. */
static inline PyObject *accel_use(PyObject **place, PyObject *object) {
    PyObject *old = *place;
    Py_INCREF(object);
    *place = object;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

#endif
