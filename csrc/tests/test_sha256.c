/*
 * test_sha256.c - every kernel that this machine can run keeps the contract of sha256.h, and choosing
 * one works as ssz.h says.
 */
#include "reference.h"
#include "sha256/cpu_features.h"
#include "sha256/sha256.h"
#include "ssz.h"

#define COUNT_LIMIT 1000 /* blocks of the largest test */

static void parse_hex(const char *hex, uint8_t *out) {
    for (size_t i = 0; hex[2 * i] != '\0'; i++) {
        char byte[3] = {hex[2 * i], hex[2 * i + 1], '\0'};
        out[i] = (uint8_t)strtoul(byte, NULL, 16);
    }
}

/* The reference must itself be right: answers published with FIPS 180-4. */
static void test_reference(void) {
    static const struct {
        const char *message, *digest;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrl"
         "mnopqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint8_t digest[32], expected[32];
        reference_sha256(known[i].message, strlen(known[i].message), digest);
        parse_hex(known[i].digest, expected);
        CHECK_BYTES(digest, expected, 32);
    }
}

/* Hashes `count` blocks that lie one after the other into digests that do. */
static void hash_array(ssz_sha256_fn *kernel, uint8_t *out, const uint8_t *in, size_t count) {
    static ssz_sha256_job jobs[COUNT_LIMIT];
    for (size_t i = 0; i < count; i++) {
        jobs[i] = (ssz_sha256_job){in + 64 * i, out + 32 * i};
    }
    kernel(jobs, count);
}

/* Answers that come from elsewhere, so that the reference is not the only witness. */
static void test_known_blocks(ssz_sha256_fn *kernel) {
    uint8_t blocks[3 * 64], digests[3 * 32], expected[32];
    memset(blocks, 0, 64);
    memset(blocks + 64, 0xff, 64);
    paint(blocks + 128, 64);
    hash_array(kernel, digests, blocks, 3);
    parse_hex("f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b", expected);
    CHECK_BYTES(digests, expected, 32);
    parse_hex("8667e718294e9e0df1d30600ba3eeb201f764aad2dad72748643e4a285e1d1f7", expected);
    CHECK_BYTES(digests + 32, expected, 32);
    parse_hex("fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108", expected);
    CHECK_BYTES(digests + 64, expected, 32);
}

/* Blocks of painted bytes and their digests. */
static uint8_t painted[COUNT_LIMIT * 64];
static uint8_t painted_digests[COUNT_LIMIT * 32];

static void test_count(ssz_sha256_fn *kernel, size_t count) {
    uint8_t *out = allocate(count * 64 + 1);
    memset(out, 0xa5, count * 32 + 1);
    hash_array(kernel, out, painted, count);
    CHECK_BYTES(out, painted_digests, count * 32);
    CHECK_EQUAL(out[count * 32], 0xa5);

    memcpy(out, painted, count * 64);
    out[count * 64] = 0xa5;
    hash_array(kernel, out, out, count);
    CHECK_BYTES(out, painted_digests, count * 32);
    /* What the digests don't cover is as it was. */
    CHECK_BYTES(out + count * 32, painted + count * 32, count * 32);
    CHECK_EQUAL(out[count * 64], 0xa5);
    free(out);
}

static void test_alignments(ssz_sha256_fn *kernel) {
    enum { COUNT = 35 }; /* two batches of the widest kernel there may be, and an odd rest */
    uint8_t in[64 + COUNT * 64], out[64 + COUNT * 32];
    for (size_t shift = 0; shift < 64; shift++) {
        for (size_t out_shift = 0; out_shift < 64; out_shift++) {
            memcpy(in + shift, painted, COUNT * 64);
            hash_array(kernel, out + out_shift, in + shift, COUNT);
            CHECK_BYTES(out + out_shift, painted_digests, COUNT * 32);
        }
        hash_array(kernel, in + shift, in + shift, COUNT);
        CHECK_BYTES(in + shift, painted_digests, COUNT * 32);
    }
}

/* Input and output lie against a page that can't be touched, at either end. */
static void test_guard_pages(ssz_sha256_fn *kernel) {
    enum { LIMIT = 70 };
    guarded in = guarded_new(LIMIT * 64), out = guarded_new(LIMIT * 32);
    for (size_t count = 0; count <= LIMIT; count++) {
        memcpy(in.start, painted, count * 64);
        hash_array(kernel, out.start, in.start, count);
        CHECK_BYTES(out.start, painted_digests, count * 32);

        uint8_t *last_in = in.end - count * 64, *last_out = out.end - count * 32;
        memcpy(last_in, painted, count * 64);
        hash_array(kernel, last_out, last_in, count);
        CHECK_BYTES(last_out, painted_digests, count * 32);

        hash_array(kernel, last_in, last_in, count);
        CHECK_BYTES(last_in, painted_digests, count * 32);
        memcpy(in.start, painted, count * 64);
        hash_array(kernel, in.start, in.start, count);
        CHECK_BYTES(in.start, painted_digests, count * 32);
    }
    guarded_free(in);
    guarded_free(out);
}

static void test_random_blocks(ssz_sha256_fn *kernel) {
    uint8_t blocks[17 * 64], digests[17 * 32], expected[32];
    for (int round = 0; round < 50; round++) {
        fill_random(blocks, sizeof blocks);
        hash_array(kernel, digests, blocks, 17);
        for (size_t i = 0; i < 17; i++) {
            reference_sha256(blocks + 64 * i, 64, expected);
            CHECK_BYTES(digests + 32 * i, expected, 32);
        }
    }
}

/* Blocks and digests at any places in any order, a block more than once, and digests over the blocks of
 * jobs before. */
static void test_scattered_jobs(ssz_sha256_fn *kernel) {
    enum { COUNT = 100 };
    static uint8_t blocks[COUNT * 64], digests[COUNT * 33], expected[COUNT * 32];
    for (size_t count = 1; count <= COUNT; count++) {
        ssz_sha256_job jobs[COUNT];
        size_t place = 0; /* within the blocks that are done with */
        fill_random(blocks, sizeof blocks);
        for (size_t i = 0; i < count; i++) {
            /* Steps of 37 go round all the blocks. */
            size_t number = i % 5 == 4 ? i - 1 : i;
            jobs[i].in = blocks + number * 37 % COUNT * 64;
            jobs[i].out = digests + i * 33;
            if (i % 3 == 0 && (i + 1) % 5 != 4) {
                jobs[i].out = blocks + place * 37 % COUNT * 64 + place % 33;
                place = i + 1;
            }
            reference_sha256(jobs[i].in, 64, expected + 32 * i);
        }
        kernel(jobs, count);
        for (size_t i = 0; i < count; i++) {
            CHECK_BYTES(jobs[i].out, expected + 32 * i, 32);
        }
    }
}

static uint32_t available_count(void) {
    uint32_t count = 0;
    while (ssz_kernel_name(count) != NULL) {
        count++;
    }
    return count;
}

/* Must run before anything hashes.  Run with and without PYSSZ_SHA256_KERNEL. */
static void test_default(void) {
    const char *expected = ssz_kernel_name(available_count() - 1);
    const char *wanted = getenv("PYSSZ_SHA256_KERNEL");
    for (uint32_t i = 0; i < available_count(); i++) {
        if (wanted != NULL && strcmp(ssz_kernel_name(i), wanted) == 0) {
            expected = ssz_kernel_name(i);
        }
    }
    CHECK(strcmp(ssz_kernel_in_use(), expected) == 0);
}

static void test_choice(void) {
    CHECK(strcmp(ssz_kernel_name(0), "portable") == 0);
    for (uint32_t i = 0; i < available_count(); i++) {
        const ssz_sha256_kernel *kernel = ssz_sha256_kernel_at(i);
        CHECK(strcmp(kernel->name, ssz_kernel_name(i)) == 0);
        CHECK(kernel->lanes > 0);
        CHECK_EQUAL(ssz_kernel_use(kernel->name), SSZ_OK);
        CHECK(ssz_sha256_current() == kernel->fn);
        CHECK(strcmp(ssz_kernel_in_use(), kernel->name) == 0);
        CHECK_EQUAL(ssz_kernel_use("no such kernel"), SSZ_UNKNOWN_KERNEL);
        CHECK(strcmp(ssz_kernel_in_use(), kernel->name) == 0);

        uint8_t digests[3 * 32];
        ssz_sha256_blocks(digests, painted, 3);
        CHECK_BYTES(digests, painted_digests, sizeof digests);
    }
    CHECK(ssz_kernel_name(available_count()) == NULL);
    CHECK(ssz_kernel_name(UINT32_MAX) == NULL);
}

#ifdef SSZ_DEBUG
/* On a machine with any subset of the features, exactly the kernels that need no other can be used,
 * and the first is always there. */
static void test_features(void) {
    const ssz_sha256_kernel *all[16];
    uint32_t count = available_count();
    CHECK(count <= 16);
    for (uint32_t i = 0; i < count; i++) {
        all[i] = ssz_sha256_kernel_at(i);
    }
    for (uint32_t mask = 0; mask <= SSZ_CPU_ALL; mask++) {
        ssz_cpu_features_mask(mask);
        uint32_t next = 0;
        for (uint32_t i = 0; i < count; i++) {
            bool is_allowed = (all[i]->features & ~mask) == 0;
            CHECK_EQUAL(ssz_kernel_use(all[i]->name), is_allowed ? SSZ_OK : SSZ_UNKNOWN_KERNEL);
            if (is_allowed) {
                CHECK(ssz_sha256_kernel_at(next++) == all[i]);
            }
        }
        CHECK(next >= 1);
        CHECK(ssz_sha256_kernel_at(next) == NULL);
    }
    /* A kernel that has no other to leave the rest of its work to. */
    for (uint32_t i = 0; i < count; i++) {
        ssz_cpu_features_mask(all[i]->features);
        for (size_t blocks = 0; blocks <= 70; blocks++) {
            test_count(all[i]->fn, blocks);
        }
    }
    ssz_cpu_features_mask(SSZ_CPU_ALL);
}
#endif

#if defined(__GNUC__) && defined(__x86_64__)
/* The compiler's runtime asks the processor too. */
static void test_detection(void) {
    uint32_t features = ssz_cpu_features();
    CHECK(!(features & SSZ_CPU_SSSE3) == !__builtin_cpu_supports("ssse3"));
    CHECK(!(features & SSZ_CPU_SSE41) == !__builtin_cpu_supports("sse4.1"));
    CHECK(!(features & SSZ_CPU_AVX2) == !__builtin_cpu_supports("avx2"));
    CHECK(!(features & SSZ_CPU_AVX512F) == !__builtin_cpu_supports("avx512f"));
    CHECK(!(features & SSZ_CPU_AVX512BW) == !__builtin_cpu_supports("avx512bw"));
    CHECK(!(features & SSZ_CPU_AVX512VL) == !__builtin_cpu_supports("avx512vl"));
}
#endif

int main(void) {
    test_default();
    test_reference();
    paint(painted, sizeof painted);
    for (size_t i = 0; i < COUNT_LIMIT; i++) {
        reference_sha256(painted + 64 * i, 64, painted_digests + 32 * i);
    }
    for (uint32_t i = 0; i < available_count(); i++) {
        ssz_sha256_fn *kernel = ssz_sha256_kernel_at(i)->fn;
        test_known_blocks(kernel);
        for (size_t count = 0; count <= 70; count++) {
            test_count(kernel, count);
        }
        test_count(kernel, 100);
        test_count(kernel, COUNT_LIMIT);
        test_alignments(kernel);
        test_guard_pages(kernel);
        test_random_blocks(kernel);
        test_scattered_jobs(kernel);
    }
    test_choice();
#ifdef SSZ_DEBUG
    test_features();
#endif
#if defined(__GNUC__) && defined(__x86_64__)
    test_detection();
#endif
    return 0;
}
