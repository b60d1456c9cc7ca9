/*
 * planted.c - one fault of each kind that a sanitizer must find, so that a build in which it finds
 * nothing is noticed.  CTest runs it once for each fault, and expects the report.
 */
#include <pthread.h>

#include "test.h"

static int shared_count;

static void *count_up(void *argument) {
    for (int i = 0; i < 100000; i++) {
        shared_count++;
    }
    return argument;
}

static void race(void) {
    pthread_t other;
    CHECK(pthread_create(&other, NULL, count_up, NULL) == 0);
    count_up(NULL);
    CHECK(pthread_join(other, NULL) == 0);
}

/* Reads the byte behind a piece of memory. */
static int overflow(volatile size_t size) {
    uint8_t *memory = allocate(size);
    memset(memory, 1, size);
    int byte = memory[size];
    free(memory);
    return byte;
}

static int overflow_of_int(volatile int number) {
    return number + INT32_MAX;
}

static void *volatile lost;

static void leak(void) {
    lost = allocate(1000);
    lost = NULL;
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    const char *fault = arguments[1];
    int result = 0;
    if (strcmp(fault, "race") == 0) {
        race();
    } else if (strcmp(fault, "overflow") == 0) {
        result = overflow(100);
    } else if (strcmp(fault, "integer") == 0) {
        result = overflow_of_int(count);
    } else {
        CHECK(strcmp(fault, "leak") == 0);
        leak();
    }
    printf("%d\n", result + shared_count);
    return 0;
}
