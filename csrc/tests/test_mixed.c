/*
 * test_mixed.c - which kernels batches go to: by made-up costs, and on this machine.
 */
#include "sha256/mixed.h"
#include "ssz.h"
#include "test.h"

static const uint32_t counts[SSZ_MIXED_COUNT_COUNT] = SSZ_MIXED_COUNTS;

/* The cost of a count, worked out from what a plan divides it into. */
static uint64_t cost_of(const ssz_mixed_costs *costs, const ssz_mixed_plan *plan, uint32_t count) {
    uint64_t sum = 0;
    while (count != 0) {
        uint32_t i = 0;
        while (counts[i] < plan->taken[count]) {
            i++;
        }
        sum += costs->of[plan->kernel[count]][i];
        CHECK(plan->taken[count] >= 1 && plan->taken[count] <= count);
        count -= plan->taken[count];
    }
    return sum;
}

/* 4 lanes at 30 a block: what the SHA extensions cost. */
#define NARROW {46, 70, 124, 244, 366, 488, 732, 976}

/* A processor on which both kernels cost the same for large batches. */
static void test_close(void) {
    ssz_mixed_costs costs = {2, {NARROW, {60, 90, 140, 260, 580, 580, 940, 940}}};
    ssz_mixed_plan plan = ssz_mixed_make_plan(&costs);
    for (uint32_t count = 1; count < 29; count++) {
        CHECK_EQUAL(plan.kernel[count], 0);
    }
    CHECK_EQUAL(plan.kernel[32], 1);
    CHECK_EQUAL(plan.taken[32], 32);
}

/* One on which full lanes cost half. */
static void test_wide(void) {
    ssz_mixed_costs costs = {2, {NARROW, {46, 70, 124, 244, 350, 350, 700, 700}}};
    ssz_mixed_plan plan = ssz_mixed_make_plan(&costs);
    CHECK_EQUAL(plan.kernel[12], 1);
    CHECK_EQUAL(plan.taken[16], 16);
    /* A full set of lanes, and one block for which no second is worth its while. */
    CHECK(plan.taken[17] == 16 && plan.kernel[17] == 1);
    CHECK(plan.taken[1] == 1 && plan.kernel[1] == 1);
    CHECK_EQUAL(cost_of(&costs, &plan, 17), 396);
    CHECK_EQUAL(plan.taken[30], 30);
    CHECK(plan.kernel[32] == 1 && plan.taken[32] == 32);
}

/* No plan costs more than any kernel alone, whatever they cost. */
static void test_any(void) {
    for (unsigned round = 0; round < 2000; round++) {
        ssz_mixed_costs costs = {.kernel_count = 1 + (uint32_t)random_below(SSZ_MIXED_KERNELS)};
        for (uint32_t kernel = 0; kernel < costs.kernel_count; kernel++) {
            uint64_t cost = 0;
            for (uint32_t i = 0; i < SSZ_MIXED_COUNT_COUNT; i++) {
                cost += random_below(500);
                costs.of[kernel][i] = cost;
            }
        }
        ssz_mixed_plan plan = ssz_mixed_make_plan(&costs);
        for (uint32_t i = 0; i < SSZ_MIXED_COUNT_COUNT; i++) {
            for (uint32_t kernel = 0; kernel < costs.kernel_count; kernel++) {
                CHECK(cost_of(&costs, &plan, counts[i]) <= costs.of[kernel][i]);
            }
        }
        CHECK_EQUAL(plan.taken[32], 32);
    }
}

/* What batches begin with, under each kernel. */
static void test_choices(void) {
    for (uint32_t i = 0; ssz_kernel_name(i); i++) {
        const char *name = ssz_kernel_name(i);
        bool is_last = ssz_kernel_name(i + 1) == NULL;
        CHECK_EQUAL(strcmp(name, "mixed") == 0, is_last);
        CHECK_EQUAL(ssz_kernel_use(name), SSZ_OK);
        for (uint64_t count = 1; count < 100; count++) {
            uint64_t taken = 0;
            const char *first = ssz_kernel_for(count, &taken);
            CHECK(first != NULL);
            CHECK(strcmp(first, "mixed") != 0);
            CHECK(taken >= 1 && taken <= count);
            if (!is_last) {
                CHECK(strcmp(first, name) == 0 && taken == count);
            } else if (count >= SSZ_MIXED_LIMIT) {
                CHECK_EQUAL(taken, count / SSZ_MIXED_LIMIT * SSZ_MIXED_LIMIT);
            }
        }
    }
    uint64_t taken = 7;
    CHECK(strcmp(ssz_kernel_for(0, &taken), "mixed") == 0 && taken == 0);
}

int main(void) {
    test_close();
    test_wide();
    test_any();
    test_choices();
    return 0;
}
