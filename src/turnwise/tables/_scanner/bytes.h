/* Strings as bytes with a length: loading, comparing, hashing. */

#ifndef TURNWISE_BYTES_H
#define TURNWISE_BYTES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Where the first of eight bytes is the lowest of a word, words are looked at instead of bytes. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LITTLE_ENDIAN_WORDS
#define EVERY_BYTE UINT64_C(0x0101010101010101)
#endif

typedef struct {
    const char *at;
    size_t size;
} Bytes;

static inline uint64_t load8(const char *at)
{
    uint64_t word;
    memcpy(&word, at, 8);
    return word;
}

static inline int same(Bytes a, Bytes b)
{
    return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

/* As trec_eval compares ids: by bytes without sign, a prefix before what it begins. */
static inline int compare(Bytes a, Bytes b)
{
    int order = memcmp(a.at, b.at, a.size < b.size ? a.size : b.size);
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static inline uint64_t stir(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 32);
}

static inline uint64_t hash_of(Bytes name)
{
    const char *at = name.at;
    size_t left = name.size;
    uint64_t hash = (uint64_t)left, tail = 0;
    for (; left >= 8; at += 8, left -= 8)
        hash = stir(hash, load8(at));
    if (left && name.size >= 8)
        tail = load8(at + left - 8); /* overlaps what was stirred already, which does no harm */
    else
        memcpy(&tail, at, left);
    hash = stir(hash, tail);
    return stir(hash, UINT64_C(0xD6E8FEB86659FD93));
}

/* The smallest power of two that leaves at least half of a table's slots free. */
static inline size_t slots_for(size_t entries)
{
    size_t slots = 4;
    while (slots < 2 * entries)
        slots *= 2;
    return slots;
}

/* realloc of `count` things of `size` bytes; NULL, with the old block untouched, if there is no such memory. */
static inline void *resized(void *block, size_t count, size_t size)
{
    if (count > PTRDIFF_MAX / size)
        return NULL;
    return realloc(block, count * size + 1); /* + 1: never zero, so NULL always means failure */
}

#endif
