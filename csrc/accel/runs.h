/*
 * runs.h - iterating over sequences that were changed; see runs.c.
 */
#ifndef PYSSZ_ACCEL_RUNS_H
#define PYSSZ_ACCEL_RUNS_H

#include "accel.h"

/* Adds the type Runs to a module. */
bool accel_add_runs(PyObject *module);

#endif
