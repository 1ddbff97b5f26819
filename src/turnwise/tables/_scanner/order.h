/* The order of one list: score, then item id, both descending. */

#ifndef TURNWISE_ORDER_H
#define TURNWISE_ORDER_H

#include "rows.h"

typedef struct {
    const Rows *rows;
    Py_ssize_t first;    /* the list's first row */
    const double *score; /* of each of its items */
} List;

static inline Bytes list_item(const List *list, uint32_t at)
{
    return item_at(list->rows, list->first + at);
}

static inline int stands_before(const List *list, uint32_t a, uint32_t b)
{
    if (list->score[a] != list->score[b])
        return list->score[a] > list->score[b];
    return compare(list_item(list, a), list_item(list, b)) > 0;
}

static int descends_strictly(const double *score, size_t count)
{
    int wrong = 0;
    for (size_t at = 1; at < count; at++)
        wrong |= !(score[at - 1] > score[at]);
    return !wrong;
}

enum { SHORT_RUN = 16 };

static void sort_short_run(const List *list, uint32_t *order, size_t count)
{
    for (size_t at = 1; at < count; at++) {
        uint32_t moved = order[at];
        size_t to = at;
        for (; to && stands_before(list, moved, order[to - 1]); to--)
            order[to] = order[to - 1];
        order[to] = moved;
    }
}

static void merge(const List *list, const uint32_t *from, size_t middle, size_t count, uint32_t *into)
{
    size_t left = 0, right = middle, at = 0;
    while (left < middle && right < count)
        into[at++] = stands_before(list, from[right], from[left]) ? from[right++] : from[left++];
    memcpy(into + at, from + left, (middle - left) * sizeof *from);
    at += middle - left;
    memcpy(into + at, from + right, (count - right) * sizeof *from);
}

/* A stable merge sort, quick where the list is nearly in order, as it mostly is. `spare` is as long as `order`;
   the result is in the one that is returned. */
static uint32_t *sort_list(const List *list, uint32_t *order, uint32_t *spare, size_t count)
{
    for (size_t at = 0; at < count; at++)
        order[at] = (uint32_t)at;
    for (size_t at = 0; at < count; at += SHORT_RUN)
        sort_short_run(list, order + at, count - at < SHORT_RUN ? count - at : SHORT_RUN);
    for (size_t width = SHORT_RUN; width < count; width *= 2) {
        uint32_t *swapped = order;
        for (size_t at = 0; at < count; at += 2 * width) {
            size_t whole = count - at < 2 * width ? count - at : 2 * width;
            size_t middle = whole < width ? whole : width;
            if (middle == whole || !stands_before(list, order[at + middle], order[at + middle - 1]))
                memcpy(spare + at, order + at, whole * sizeof *order);
            else
                merge(list, order + at, middle, whole, spare + at);
        }
        order = spare;
        spare = swapped;
    }
    return order;
}

#endif
