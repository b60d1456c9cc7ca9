/*
 * memory.c - memory of objects that is used again.
 *
 * Views come and go with every step of a path.  Those of classes that add nothing to them, which are nearly all, and
 * their sources are kept here when they are gone: what the allocator and the collector do for an object takes as long
 * as all the rest.  Builds that look for memory that is used when it is gone don't.
 */
#include "memory.h"

#include <string.h>

#ifdef SSZ_DEBUG
#define KEEPS false
#else
#define KEEPS true
#endif

static void free_object(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    freefunc give_back = (freefunc)PyType_GetSlot(type, Py_tp_free);
    give_back(object);
    Py_DECREF(type);
}

PyObject *accel_allocate(accel_store *from, PyTypeObject *type, size_t size) {
    if (!from || from->count == 0) {
        return PyType_GenericAlloc(type, 0);
    }
    PyObject *object = from->objects[--from->count];
    memset((char *)object + sizeof(PyObject), 0, size - sizeof(PyObject));
    PyObject_Init(object, type);
    PyObject_GC_Track(object);
    return object;
}

void accel_give_back(accel_store *to, PyObject *object) {
    if (KEEPS && to && to->count < sizeof to->objects / sizeof *to->objects) {
        PyTypeObject *type = Py_TYPE(object);
        to->objects[to->count++] = object;
        Py_DECREF(type);
    } else {
        free_object(object);
    }
}
