/*
 * bytes.h - integers in byte strings, at any alignment, on machines of either byte order.
 *
 * SSZ is little-endian; the `_be` functions are for SHA-256, which is big-endian.  The copies
 * through memcpy compile to one load or store.
 */
#ifndef SSZ_BYTES_H
#define SSZ_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint32_t swap_u32(uint32_t value) {
    return value >> 24 | (value >> 8 & 0xff00) | (value << 8 & 0xff0000) | value << 24;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
static inline uint16_t little_u16(uint16_t value) {
    return (uint16_t)(value >> 8 | value << 8);
}
static inline uint32_t little_u32(uint32_t value) {
    return swap_u32(value);
}
static inline uint32_t big_u32(uint32_t value) {
    return value;
}
static inline uint64_t little_u64(uint64_t value) {
    return (uint64_t)swap_u32((uint32_t)value) << 32 | swap_u32((uint32_t)(value >> 32));
}
#else
static inline uint16_t little_u16(uint16_t value) {
    return value;
}
static inline uint32_t little_u32(uint32_t value) {
    return value;
}
static inline uint32_t big_u32(uint32_t value) {
    return swap_u32(value);
}
static inline uint64_t little_u64(uint64_t value) {
    return value;
}
#endif

static inline uint16_t load_u16(const void *bytes) {
    uint16_t value;
    memcpy(&value, bytes, sizeof value);
    return little_u16(value);
}

static inline uint32_t load_u32(const void *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return little_u32(value);
}

static inline uint64_t load_u64(const void *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return little_u64(value);
}

static inline uint32_t load_u32_be(const void *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return big_u32(value);
}

static inline void store_u16(void *bytes, uint16_t value) {
    value = little_u16(value);
    memcpy(bytes, &value, sizeof value);
}

static inline void store_u32(void *bytes, uint32_t value) {
    value = little_u32(value);
    memcpy(bytes, &value, sizeof value);
}

static inline void store_u64(void *bytes, uint64_t value) {
    value = little_u64(value);
    memcpy(bytes, &value, sizeof value);
}

static inline void store_u32_be(void *bytes, uint32_t value) {
    value = big_u32(value);
    memcpy(bytes, &value, sizeof value);
}

#endif
