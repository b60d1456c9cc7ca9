/*
 * module.c - the module `pyssz._accel`: what it has, and who may load it.
 */
#include <stdatomic.h>

#include "accel.h"
#include "bits.h"
#include "byte_strings.h"
#include "elements.h"
#include "fields.h"
#include "integers.h"
#include "kept.h"
#include "many.h"
#include "numbers.h"
#include "plans.h"
#include "runs.h"
#include "shared.h"
#include "sources.h"
#include "views.h"
#include "whole.h"

/* connect(address): takes over the table of functions of the C library; ImportError if it is of another build. */
static PyObject *accel_connect(PyObject *module, PyObject *address) {
    (void)module;
    const pyssz_functions *library = PyLong_AsVoidPtr(address);
    if (!library && PyErr_Occurred()) {
        return NULL;
    }
    if (!library || library->sources != PYSSZ_SOURCES) {
        PyErr_SetString(PyExc_ImportError, "_accel and _native are of different builds");
        return NULL;
    }
    accel_library = library;
    Py_RETURN_NONE;
}

/* text_address(text): where the characters of a text of ASCII are, as long as there is the text.  Others would be
 * copied, and the copy kept with them. */
static PyObject *accel_text_address(PyObject *module, PyObject *text) {
    (void)module;
    const char *characters = PyUnicode_AsUTF8AndSize(text, NULL);
    return characters ? PyLong_FromUnsignedLongLong((uintptr_t)characters) : NULL;
}

static PyMethodDef accel_methods[] = {
    {"connect", accel_connect, METH_O, NULL},
    {"text_address", accel_text_address, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

/* Types and functions here know each other by static variables: a second interpreter, which has objects of its
 * own, has to do without them, and so has a second import. */
static int accel_exec(PyObject *module) {
    static atomic_flag is_taken = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&is_taken)) {
        PyErr_SetString(PyExc_ImportError, "_accel is loaded once in a process, and it has been");
        return -1;
    }
    bool is_done = accel_add_numbers(module) && accel_add_kept(module) &&
                   accel_add_byte_strings(module) && accel_add_bits(module) &&
                   accel_add_integers(module) && accel_add_sources(module) &&
                   accel_add_views(module) && accel_add_shared(module) && accel_add_plans(module) &&
                   accel_add_fields(module) && accel_add_elements(module) &&
                   accel_add_runs(module) && accel_add_whole(module) && accel_add_many(module);
    return is_done ? 0 : -1;
}

static PyModuleDef_Slot accel_slots[] = {
    {Py_mod_exec, (void *)accel_exec},
    {0, NULL},
};

static PyModuleDef accel_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pyssz._accel",
    .m_methods = accel_methods,
    .m_slots = accel_slots,
};

PyMODINIT_FUNC PyInit__accel(void);

PyMODINIT_FUNC PyInit__accel(void) {
    return PyModuleDef_Init(&accel_definition);
}
