/*
 * target.h - what a fuzz target is: a function that stops the process if something is wrong.  It depends
 * on the input alone, so that an input shows the same each time.
 */
#ifndef SSZ_FUZZ_TARGET_H
#define SSZ_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* Gives 0.  The name is libFuzzer's. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
