/*
 * test_version.c - changes are counted by what makes them, leases keep them off, and a fork finds no value
 * half changed.
 */
#include <stdlib.h>
#include <string.h>

#include "ssz.h"
#include "test.h"

#if !defined(_WIN32)
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

/* A container of a pair, a list of numbers and a list of pairs. */
static ssz_view *make(void) {
    const ssz_type_record types[] = {
        {.kind = SSZ_KIND_UINT, .element = SSZ_NO_TYPE, .length = 8},
        {.kind = SSZ_KIND_CONTAINER, .element = SSZ_NO_TYPE, .member_count = 2},
        {.kind = SSZ_KIND_LIST, .element = 0, .length = 1000},
        {.kind = SSZ_KIND_LIST, .element = 1, .length = 1000},
        {.kind = SSZ_KIND_CONTAINER, .element = SSZ_NO_TYPE, .first_member = 2, .member_count = 3},
    };
    const ssz_member_record members[] = {
        {.type = 0}, {.type = 0}, {.type = 1}, {.type = 2}, {.type = 3},
    };
    ssz_schema *schema = ssz_schema_new(types, 5, members, 5, NULL);
    CHECK(schema != NULL);
    uint8_t data[24] = {0};
    data[16] = data[20] = 24;
    ssz_buffer *buffer = ssz_buffer_copy(data, sizeof data, NULL);
    ssz_view *view = ssz_decode(schema, 4, buffer, NULL);
    CHECK(view != NULL);
    ssz_buffer_release(buffer);
    ssz_schema_release(schema);
    return view;
}

/* Each change counts one, whatever view it goes through; what fails counts nothing. */
static void test_version(void) {
    ssz_view *view = make();
    ssz_view *numbers = ssz_view_child(view, 1, NULL);
    ssz_view *pairs = ssz_view_child(view, 2, NULL);
    const uint8_t data[32] = {1};
    uint64_t version = 0;
    CHECK_EQUAL(ssz_view_version(view), 0);
    CHECK_EQUAL(ssz_view_append_uint(numbers, 5, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(view), ++version);
    CHECK_EQUAL(ssz_view_put_uint(numbers, 0, 6, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(pairs), ++version);
    CHECK_EQUAL(ssz_view_extend(pairs, data, 32, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(view), ++version);
    CHECK_EQUAL(ssz_view_splice(pairs, 0, data, 16, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(view), ++version);
    CHECK_EQUAL(ssz_view_scatter(pairs, (const uint64_t[]){0, 1}, 2, data, 32, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(view), ++version);
    CHECK_EQUAL(ssz_view_put(view, 0, data, 16, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(view), ++version);
    CHECK_EQUAL(ssz_view_truncate(numbers, 0, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(view), ++version);
    CHECK_EQUAL(ssz_view_assign(numbers, data, 16, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(view), ++version);
    ssz_view *last = NULL;
    uint64_t bit;
    CHECK_EQUAL(ssz_view_pop(pairs, &last, &bit, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_version(view), ++version);
    CHECK_EQUAL(ssz_view_put_uint(numbers, 9, 6, NULL), SSZ_NO_SUCH_POSITION);
    CHECK_EQUAL(ssz_view_put(view, 0, data, 15, NULL), SSZ_SCOPE);
    CHECK_EQUAL(ssz_view_version(view), version);
    ssz_view *copy = ssz_view_copy(view, NULL);
    CHECK_EQUAL(ssz_view_version(copy), 0);
    ssz_view_release(copy);
    ssz_view_release(last);
    ssz_view_release(numbers);
    ssz_view_release(pairs);
    ssz_view_release(view);
}

/* Moves count where a view of a part of a container has left its place. */
static void test_moves(void) {
    ssz_view *view = make();
    ssz_view *pairs = ssz_view_child(view, 2, NULL);
    const uint8_t data[24] = {1, [16] = 24, [20] = 24};
    CHECK_EQUAL(ssz_view_put(view, 0, data, 16, NULL), SSZ_OK); /* no view stands there */
    CHECK_EQUAL(ssz_view_extend(pairs, data, 16, NULL), SSZ_OK);
    ssz_view *element = ssz_view_child(pairs, 0, NULL);
    CHECK_EQUAL(ssz_view_detachments(view), 0);
    CHECK_EQUAL(ssz_view_put(pairs, 0, data, 16, NULL), SSZ_OK); /* no container */
    CHECK_EQUAL(ssz_view_moves(view), 0);
    CHECK_EQUAL(ssz_view_detachments(view), 1);
    CHECK_EQUAL(ssz_view_put(pairs, 0, data, 16, NULL), SSZ_OK); /* no view is there any more */
    CHECK_EQUAL(ssz_view_detachments(pairs), 1);
    CHECK_EQUAL(ssz_view_put(view, 2, data, 0, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_moves(view), 1);
    ssz_view_release(pairs);
    pairs = ssz_view_child(view, 2, NULL);
    CHECK_EQUAL(ssz_view_assign(view, data, 24, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_moves(pairs), 2);
    ssz_view_release(element);
    ssz_view_release(pairs);
    ssz_view_release(view);
}

static void test_leases(void) {
    ssz_view *view = make();
    ssz_view *numbers = ssz_view_child(view, 1, NULL);
    CHECK_EQUAL(ssz_view_lease(view, 1), 0);
    CHECK_EQUAL(ssz_view_lease(view, 0), 1);
    CHECK_EQUAL(ssz_view_lease(numbers, 0), 1);
    CHECK_EQUAL(ssz_view_leases(view), 2);
    uint8_t before[32], after[32];
    CHECK_EQUAL(ssz_view_root(view, before, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_append_uint(numbers, 5, NULL), SSZ_LEASED);
    CHECK_EQUAL(ssz_view_put_uint(ssz_view_child(view, 0, NULL), 0, 5, NULL), SSZ_LEASED);
    ssz_view_end_leases(view, 1);
    CHECK_EQUAL(ssz_view_append_uint(numbers, 5, NULL), SSZ_LEASED);
    CHECK_EQUAL(ssz_view_root(view, after, NULL), SSZ_OK);
    CHECK_EQUAL(memcmp(before, after, 32), 0);
    CHECK_EQUAL(ssz_view_lease(view, 0), 0); /* somebody waits to write */
    ssz_view_end_leases(view, 2);
    ssz_view_end_leases(view, 1); /* another's, who was slower */
    CHECK_EQUAL(ssz_view_append_uint(numbers, 5, NULL), SSZ_OK);
    CHECK_EQUAL(ssz_view_lease(view, 0), 0);
    CHECK_EQUAL(ssz_view_lease(view, 1), 1);
    ssz_view *pair = ssz_view_child(view, 0, NULL); /* taken above, and once more here */
    ssz_view_release(pair);
    ssz_view_release(pair);
    ssz_view_release(numbers);
    ssz_view_release(view);
}

#if !defined(_WIN32)
static _Atomic int is_done;

static void *write_on(void *argument) {
    ssz_view *view = argument;
    ssz_view *numbers = ssz_view_child(view, 1, NULL);
    static const uint8_t data[8000] = {1};
    while (!atomic_load(&is_done)) {
        CHECK_EQUAL(ssz_view_assign(numbers, data, sizeof data, NULL), SSZ_OK);
        CHECK_EQUAL(ssz_view_truncate(numbers, 900, NULL), SSZ_OK);
        ssz_view_release(ssz_view_copy(view, NULL));
    }
    ssz_view_release(numbers);
    return NULL;
}

/* A child of a fork can use a value that another thread was changing. */
static void test_fork(void) {
    ssz_view *view = make();
    pthread_t writer;
    CHECK_EQUAL(pthread_create(&writer, NULL, write_on, view), 0);
    for (int i = 0; i < 100; i++) {
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            alarm(20);
            uint8_t root[32], again[32];
            ssz_view *copy = ssz_view_copy(view, NULL);
            bool is_right = copy && ssz_view_root(view, root, NULL) == SSZ_OK &&
                            ssz_view_root(copy, again, NULL) == SSZ_OK &&
                            memcmp(root, again, 32) == 0;
            _exit(is_right ? 0 : 1);
        }
        int status;
        CHECK_EQUAL(waitpid(child, &status, 0), child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    atomic_store(&is_done, 1);
    CHECK_EQUAL(pthread_join(writer, NULL), 0);
    ssz_view_release(view);
}
#endif

int main(void) {
    test_version();
    test_moves();
    test_leases();
#if !defined(_WIN32)
    test_fork();
#endif
    ssz_live live = ssz_live_objects();
    CHECK_EQUAL(live.views + live.nodes + live.buffers + live.schemas, 0);
    return 0;
}
