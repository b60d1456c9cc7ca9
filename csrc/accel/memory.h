/*
 * memory.h - memory of objects that is used again; see memory.c.
 */
#ifndef PYSSZ_ACCEL_MEMORY_H
#define PYSSZ_ACCEL_MEMORY_H

#include "accel.h"

/* Objects of one size that are gone. */
typedef struct accel_store {
    size_t count;
    PyObject *objects[64];
} accel_store;

/* A new object that the collector knows, all zero behind its head; `from` may be NULL. */
PyObject *accel_allocate(accel_store *from, PyTypeObject *type, size_t size);
/* Takes the memory of an object that is gone; `to` may be NULL. */
void accel_give_back(accel_store *to, PyObject *object);

#endif
