/* Names numbered in the order in which they come: a hash table over an arena of their bytes. */

#ifndef TURNWISE_NAMES_H
#define TURNWISE_NAMES_H

#include "bytes.h"

typedef struct {
    uint32_t tag; /* the upper half of the name's hash */
    int32_t place;
} NameSlot; /* place −1: free */

typedef struct {
    char *arena;
    size_t arena_room;
    size_t *end; /* of each name in the arena */
    size_t room; /* for names */
    int32_t count;
    NameSlot *slots;
    size_t slot_count; /* a power of two, at least half of it free */
} Names;

static void names_free(Names *names)
{
    free(names->arena);
    free(names->end);
    free(names->slots);
    memset(names, 0, sizeof *names);
}

static inline Bytes name_at(const Names *names, int32_t place)
{
    size_t start = place ? names->end[place - 1] : 0;
    return (Bytes){names->arena + start, names->end[place] - start};
}

/* The slot that holds the name, or the free one where it belongs. There must be slots. */
static NameSlot *name_slot(const Names *names, Bytes name, uint64_t hash)
{
    size_t mask = names->slot_count - 1, at = hash & mask;
    uint32_t tag = (uint32_t)(hash >> 32);
    while (names->slots[at].place >= 0) {
        if (names->slots[at].tag == tag && same(name, name_at(names, names->slots[at].place)))
            break;
        at = (at + 1) & mask;
    }
    return &names->slots[at];
}

/* The place of a name, or −1. */
static int32_t names_find(const Names *names, Bytes name)
{
    return names->count ? name_slot(names, name, hash_of(name))->place : -1;
}

static int names_reslot(Names *names, size_t slot_count)
{
    NameSlot *old = names->slots, *slots = resized(NULL, slot_count, sizeof *slots);
    if (!slots)
        return -1;
    memset(slots, 0xff, slot_count * sizeof *slots);
    names->slots = slots;
    names->slot_count = slot_count;
    for (int32_t place = 0; place < names->count; place++) {
        Bytes name = name_at(names, place);
        uint64_t hash = hash_of(name);
        *name_slot(names, name, hash) = (NameSlot){(uint32_t)(hash >> 32), place};
    }
    free(old);
    return 0;
}

/* Make room for one more name of this size. Without memory −1, and nothing is lost. */
static int names_reserve(Names *names, size_t size)
{
    size_t count = (size_t)names->count, used = count ? names->end[count - 1] : 0;
    if (names->count == INT32_MAX || size > PTRDIFF_MAX / 2 - used)
        return -1;
    if (used + size > names->arena_room || !names->arena) {
        size_t room = 2 * (used + size) + 64;
        char *arena = resized(names->arena, room, 1);
        if (!arena)
            return -1;
        names->arena = arena;
        names->arena_room = room;
    }
    if (count == names->room) {
        size_t room = 2 * count + 16;
        size_t *end = resized(names->end, room, sizeof *end);
        if (!end)
            return -1;
        names->end = end;
        names->room = room;
    }
    return 2 * (count + 1) > names->slot_count ? names_reslot(names, slots_for(2 * (count + 1))) : 0;
}

/* The place of a name, which is added if it is new; −1 without memory. */
static int32_t names_add(Names *names, Bytes name)
{
    uint64_t hash = hash_of(name);
    NameSlot *slot;
    size_t used;
    if (names->count && (slot = name_slot(names, name, hash))->place >= 0)
        return slot->place;
    if (names_reserve(names, name.size))
        return -1;
    slot = name_slot(names, name, hash);
    used = names->count ? names->end[names->count - 1] : 0;
    memcpy(names->arena + used, name.at, name.size);
    names->end[names->count] = used + name.size;
    *slot = (NameSlot){(uint32_t)(hash >> 32), names->count};
    return names->count++;
}

#endif
