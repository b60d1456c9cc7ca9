/*
 * test.h - what every test program needs: checks that stop at the first failure, repeatable random
 * numbers, bytes in which a displaced block shows, and memory with a guard page at each end.
 */
#ifndef SSZ_TEST_H
#define SSZ_TEST_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Whether a sanitizer watches the program, which makes it slow, and its frames large. */
#ifdef __has_feature /* clang */
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef IS_SANITIZED
#define IS_SANITIZED 1
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #condition);                 \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* For unsigned numbers. */
#define CHECK_EQUAL(actual, expected)                                                              \
    check_equal(__FILE__, __LINE__, #actual, (uint64_t)(actual), (uint64_t)(expected))

#define CHECK_BYTES(actual, expected, size)                                                        \
    check_bytes(__FILE__, __LINE__, #actual, actual, expected, size)

static inline void check_equal(const char *file, int line, const char *what, uint64_t actual,
                               uint64_t expected) {
    if (actual != expected) {
        fprintf(stderr, "%s:%d: %s is %" PRIu64 ", not %" PRIu64 "\n", file, line, what, actual,
                expected);
        exit(1);
    }
}

static inline void check_bytes(const char *file, int line, const char *what, const void *actual,
                               const void *expected, size_t size) {
    const uint8_t *a = actual, *e = expected;
    if (size == 0 || memcmp(a, e, size) == 0) {
        return;
    }
    for (size_t i = 0; i < size; i++) {
        if (a[i] != e[i]) {
            fprintf(stderr, "%s:%d: byte %zu of %s is %02x, not %02x\n", file, line, i, what, a[i],
                    e[i]);
            exit(1);
        }
    }
}

static inline uint64_t *random_state(void) {
    static uint64_t state = 0x9e3779b97f4a7c15;
    return &state;
}

/* The same numbers come after the same seed. */
static inline void random_seed(uint64_t seed) {
    *random_state() = seed * 2 + 1;
}

/* A number that depends on all earlier calls, the seed, and on nothing else (xorshift64*). */
static inline uint64_t random_u64(void) {
    uint64_t *state = random_state();
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d;
}

/* Bytes that decide in place of chance as long as there are any: those of a fuzzer. */
typedef struct script {
    const uint8_t *data;
    size_t size;
} script;

static inline script *random_script(void) {
    static script s;
    return &s;
}

/* 0 .. bound - 1 */
static inline uint64_t random_below(uint64_t bound) {
    script *s = random_script();
    if (s->size == 0) {
        return random_u64() % bound;
    }
    uint64_t number = 0;
    for (uint64_t room = 1; room < bound && s->size != 0 && room <= UINT32_MAX; room *= 256) {
        number = number * 256 + *s->data++;
        s->size--;
    }
    return number % bound;
}

static inline void fill_random(void *out, size_t size) {
    uint8_t *bytes = out;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(random_u64() >> 56);
    }
}

/* Fills with the numbers 0 .. 250 over and over.  The period shares no factor with any block size, so
 * all blocks differ, and one that was read from a wrong place shows. */
static inline void paint(void *out, size_t size) {
    uint8_t *bytes = out;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(i % 251);
    }
}

static inline void *allocate(size_t size) {
    void *memory = malloc(size == 0 ? 1 : size);
    CHECK(memory != NULL);
    return memory;
}

/* Whole pages of memory; touching the page before or the page after them ends the process. */
typedef struct guarded {
    uint8_t *start;
    uint8_t *end;
    size_t page;
} guarded;

#ifdef _WIN32
static inline size_t page_size(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}

static inline uint8_t *pages_new(size_t size) {
    return VirtualAlloc(NULL, size, MEM_RESERVE, PAGE_NOACCESS);
}

static inline bool pages_open(uint8_t *start, size_t size) {
    return VirtualAlloc(start, size, MEM_COMMIT, PAGE_READWRITE) != NULL;
}

static inline bool pages_free(uint8_t *start, size_t size) {
    (void)size;
    return VirtualFree(start, 0, MEM_RELEASE);
}
#else
static inline size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static inline uint8_t *pages_new(size_t size) {
    void *pages = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

static inline bool pages_open(uint8_t *start, size_t size) {
    return mprotect(start, size, PROT_READ | PROT_WRITE) == 0;
}

static inline bool pages_free(uint8_t *start, size_t size) {
    return munmap(start, size) == 0;
}
#endif

static inline guarded guarded_new(size_t size) {
    size_t page = page_size();
    size_t inner = (size + page - 1) / page * page;
    uint8_t *all = pages_new(inner + 2 * page);
    CHECK(all != NULL);
    CHECK(inner == 0 || pages_open(all + page, inner));
    return (guarded){all + page, all + page + inner, page};
}

static inline void guarded_free(guarded memory) {
    size_t inner = (size_t)(memory.end - memory.start);
    CHECK(pages_free(memory.start - memory.page, inner + 2 * memory.page));
}

#endif
