/*
 * test_alloc.c - memory is given, zeroed where promised, and refused where a size can't be.
 */
#include "alloc.h"
#include "test.h"

int main(void) {
    uint8_t *bytes = ssz_alloc(100);
    CHECK(bytes != NULL);
    memset(bytes, 0xff, 100);
    ssz_free(bytes);

    uint8_t zeros[1000] = {0};
    bytes = ssz_calloc(10, 100);
    CHECK(bytes != NULL);
    CHECK_BYTES(bytes, zeros, sizeof zeros);
    ssz_free(bytes);

    /* NULL means failure, never "nothing asked for". */
    void *empty = ssz_alloc(0), *none = ssz_calloc(0, 8);
    CHECK(empty != NULL && none != NULL);
    ssz_free(empty);
    ssz_free(none);
    ssz_free(NULL);

    CHECK(ssz_alloc(UINT64_MAX) == NULL);
    CHECK(ssz_alloc((uint64_t)PTRDIFF_MAX + 1) == NULL);
    CHECK(ssz_calloc(UINT64_MAX, 2) == NULL);
    CHECK(ssz_calloc((uint64_t)1 << 32, (uint64_t)1 << 32) == NULL);
    CHECK(ssz_calloc(2, (uint64_t)PTRDIFF_MAX) == NULL);
    return 0;
}
