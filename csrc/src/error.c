/* error.c - see error.h. */
#include "error.h"

#include <string.h>

/* Crosses to other languages, so it has the same layout everywhere. */
_Static_assert(sizeof(ssz_error) == 544, "size of ssz_error");

int32_t ssz_fail(ssz_error *err, int32_t code, uint64_t offset, uint64_t expected,
                 uint64_t actual) {
    if (err) {
        err->code = code;
        err->path_length = 0;
        err->offset = offset;
        err->expected = expected;
        err->actual = actual;
    }
    return code;
}

int32_t ssz_no_memory(ssz_error *err) {
    return ssz_fail(err, SSZ_NO_MEMORY, 0, 0, 0);
}

void ssz_error_step(ssz_error *err, uint64_t key) {
    if (!err) {
        return;
    }
    if (err->path_length == SSZ_ERROR_PATH_LIMIT) {
        memmove(err->path, err->path + 1, sizeof err->path - sizeof *err->path);
        err->path_length--;
    }
    err->path[err->path_length++] = key;
}

void ssz_error_finish(ssz_error *err) {
    if (!err) {
        return;
    }
    for (uint32_t low = 0, high = err->path_length; low + 1 < high; low++) {
        high--;
        uint64_t step = err->path[low];
        err->path[low] = err->path[high];
        err->path[high] = step;
    }
}
