/*
 * shared.h - views of parts that are one object for all who ask; see shared.c.
 */
#ifndef PYSSZ_ACCEL_SHARED_H
#define PYSSZ_ACCEL_SHARED_H

#include "views.h"

/* The view of the part `key` of a view, which is made if it is not known: of a place in its bytes, or of what its
 * tree has there; NULL without an exception if that is no hit. */
PyObject *accel_shared_part_of_bytes(accel_kind kind, accel_view *parent, uint64_t at,
                                     uint64_t size, uint64_t key);
PyObject *accel_shared_part_of_tree(accel_kind kind, accel_view *parent, uint64_t key);

bool accel_add_shared(PyObject *module);

#endif
