/*
 * threads.h - work that is done by several threads.
 *
 * Threads are made for the work and end with it: there is no pool, so a process can fork at
 * any time between calls of the library.
 */
#ifndef SSZ_THREADS_H
#define SSZ_THREADS_H

#include <stdint.h>

/* Calls fn(context, i) once for each i below `count`, in any order, from up to ssz_threads() threads
 * one of which is the caller's, and returns when all calls have.  Where no threads can be made the
 * caller's does it all. */
void ssz_parallel(uint64_t count, void (*fn)(void *context, uint64_t i), void *context);

#endif
