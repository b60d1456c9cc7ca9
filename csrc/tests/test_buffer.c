/*
 * test_buffer.c - who owns bytes, for how long, and how their owner hears that it is over.
 */
#include "buffer.h"

#include "test.h"

static unsigned hook_calls;
static uint64_t hook_context;
static uint64_t alive_in_hook;

static void hook(uint64_t context) {
    hook_calls++;
    hook_context = context;
    alive_in_hook = ssz_live_objects().buffers;
}

static void test_borrow(void) {
    static const uint8_t data[3] = {1, 2, 3};
    ssz_buffer *buffer = ssz_buffer_borrow(data, 3, hook, 0xfedcba9876543210, NULL);
    CHECK(buffer != NULL);
    CHECK(buffer->data == data);
    CHECK_EQUAL(buffer->size, 3);
    CHECK_EQUAL(ssz_live_objects().buffers, 1);
    CHECK(ssz_buffer_retain(buffer) == buffer);
    ssz_buffer_release(buffer);
    CHECK_EQUAL(hook_calls, 0);
    ssz_buffer_release(buffer);
    CHECK_EQUAL(hook_calls, 1);
    CHECK_EQUAL(hook_context, 0xfedcba9876543210);
    /* By then the record is gone: the owner may end the process, or look for leaks. */
    CHECK_EQUAL(alive_in_hook, 0);
}

static void test_forget(void) {
    hook_calls = 0;
    ssz_buffer *buffer = ssz_buffer_borrow(NULL, 0, hook, 1, NULL);
    CHECK(buffer != NULL);
    ssz_buffer_forget(buffer);
    CHECK_EQUAL(hook_calls, 0);
    CHECK_EQUAL(ssz_live_objects().buffers, 0);
}

static void test_copy(void) {
    for (size_t size = 0; size < 300; size++) {
        uint8_t *data = allocate(size);
        uint8_t expected[300];
        fill_random(data, size);
        memcpy(expected, data, size);
        ssz_buffer *buffer = ssz_buffer_copy(data, size, NULL);
        CHECK(buffer != NULL);
        memset(data, 0, size);
        free(data);
        CHECK_EQUAL(buffer->size, size);
        CHECK_BYTES(buffer->data, expected, size);
        ssz_buffer_release(buffer);
    }
    ssz_buffer *empty = ssz_buffer_copy(NULL, 0, NULL);
    CHECK(empty != NULL && empty->size == 0);
    ssz_buffer_release(empty);
    CHECK_EQUAL(ssz_live_objects().buffers, 0);
}

/* Sizes that memory can't have: none of the bytes is touched, and nothing stays behind. */
static void test_no_memory(void) {
    static const uint64_t sizes[] = {UINT64_MAX, UINT64_MAX - 15, UINT64_MAX - 63,
                                     (uint64_t)1 << 63, ((uint64_t)1 << 63) - 8};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ssz_error err = {0};
        uint8_t byte = 0;
        CHECK(ssz_buffer_copy(&byte, sizes[i], &err) == NULL);
        CHECK_EQUAL(err.code, SSZ_NO_MEMORY);
        CHECK(ssz_buffer_copy(&byte, sizes[i], NULL) == NULL);
    }
    CHECK_EQUAL(ssz_live_objects().buffers, 0);
}

int main(void) {
    test_borrow();
    test_forget();
    test_copy();
    test_no_memory();
    ssz_buffer_release(NULL);
    return 0;
}
