/*
 * memory.h - memory of objects that is used again.
 *
 * Views come and go with every step of a path.  Those of classes that add nothing to them, which are nearly all, and
 * their sources are kept here when they are gone: what the allocator and the collector do for an object takes as long
 * as all the rest.  Builds that look for memory that is used when it is gone don't.
 */
#ifndef PYSSZ_ACCEL_MEMORY_H
#define PYSSZ_ACCEL_MEMORY_H

#include <string.h>

#include "accel.h"

/* Objects of one size that are gone. */
typedef struct accel_store {
    size_t count;
    PyObject *objects[64];
} accel_store;

#ifdef SSZ_DEBUG
#define ACCEL_KEEPS false
#else
#define ACCEL_KEEPS true
#endif

static inline void accel_free_object(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    freefunc give_back = (freefunc)PyType_GetSlot(type, Py_tp_free);
    give_back(object);
    Py_DECREF(type);
}

/* A new object that the collector knows, all zero behind its head; `from` may be NULL. */
static inline PyObject *accel_allocate(accel_store *from, PyTypeObject *type, size_t size) {
    if (!from || from->count == 0) {
        return PyType_GenericAlloc(type, 0);
    }
    PyObject *object = from->objects[--from->count];
    memset((char *)object + sizeof(PyObject), 0, size - sizeof(PyObject));
    PyObject_Init(object, type);
    PyObject_GC_Track(object);
    return object;
}

/* Takes the memory of an object that is gone; `to` may be NULL. */
static inline void accel_give_back(accel_store *to, PyObject *object) {
    if (ACCEL_KEEPS && to && to->count < sizeof to->objects / sizeof *to->objects) {
        PyTypeObject *type = Py_TYPE(object);
        to->objects[to->count++] = object;
        Py_DECREF(type);
    } else {
        accel_free_object(object);
    }
}

#endif
