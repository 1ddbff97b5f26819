/* The buffers of a Python `Rows`. */

#ifndef TURNWISE_ROWS_H
#define TURNWISE_ROWS_H

#include "bytes.h"

enum { TURN_TEXT, TURN_START, TURN_LEN, ITEM_TEXT, ITEM_START, ITEM_LEN, VALUE, ROWS_PARTS };

typedef struct {
    const char *name;
    Py_ssize_t size;     /* of one thing, in bytes */
    const char *formats; /* any of these codes of the struct module */
} Part;

static const Part PARTS[ROWS_PARTS] = {
    {"turn_text", 1, "Bbc"}, {"turn_start", 8, "lq"}, {"turn_len", 4, "il"}, {"item_text", 1, "Bbc"},
    {"item_start", 8, "lq"},  {"item_len", 4, "il"},   {"value", 8, "d"},
};

typedef struct {
    Py_buffer part[ROWS_PARTS];
    int held;
    Py_ssize_t count;
    const char *turn_text, *item_text;
    int64_t *turn_start, *item_start;
    int32_t *turn_len, *item_len;
    double *value;
} Rows;

static void rows_close(Rows *rows)
{
    while (rows->held)
        PyBuffer_Release(&rows->part[--rows->held]);
}

static int part_open(PyObject *object, int which, int flags, Py_buffer *buffer)
{
    const Part *part = &PARTS[which];
    PyObject *value = PyObject_GetAttrString(object, part->name);
    int failed;
    if (!value)
        return -1;
    failed = PyObject_GetBuffer(value, buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags);
    Py_DECREF(value);
    if (failed)
        return -1;
    if (buffer->itemsize != part->size || (uintptr_t)buffer->buf % (size_t)part->size ||
        (buffer->format && !(strlen(buffer->format) == 1 && strchr(part->formats, buffer->format[0])))) {
        PyErr_Format(PyExc_TypeError, "Rows.%s has another type than it should", part->name);
        PyBuffer_Release(buffer);
        return -1;
    }
    return 0;
}

/* Hold the buffers until `rows_close`. With `writable`, the arrays are going to be filled. */
static int rows_open(PyObject *object, Rows *rows, int writable)
{
    rows->held = 0;
    for (int which = 0; which < ROWS_PARTS; which++) {
        int text = which == TURN_TEXT || which == ITEM_TEXT;
        if (part_open(object, which, writable && !text ? PyBUF_WRITABLE : 0, &rows->part[which])) {
            rows_close(rows);
            return -1;
        }
        rows->held++;
    }
    rows->count = rows->part[VALUE].len / 8;
    for (int which = 0; which < ROWS_PARTS; which++) {
        if (which == TURN_TEXT || which == ITEM_TEXT || rows->part[which].len / PARTS[which].size == rows->count)
            continue;
        PyErr_SetString(PyExc_ValueError, "the arrays of Rows differ in length");
        rows_close(rows);
        return -1;
    }
    rows->turn_text = rows->part[TURN_TEXT].buf;
    rows->turn_start = rows->part[TURN_START].buf;
    rows->turn_len = rows->part[TURN_LEN].buf;
    rows->item_text = rows->part[ITEM_TEXT].buf;
    rows->item_start = rows->part[ITEM_START].buf;
    rows->item_len = rows->part[ITEM_LEN].buf;
    rows->value = rows->part[VALUE].buf;
    return 0;
}

static int places_fit(const int64_t *start, const int32_t *len, Py_ssize_t count, Py_ssize_t size)
{
    int wrong = 0;
    for (Py_ssize_t row = 0; row < count; row++)
        wrong |= start[row] < 0 || len[row] < 0 || start[row] > size || len[row] > size - start[row];
    return !wrong;
}

/* Rows to be read: every name must lie within its text, and rows must be countable in 32 bits. */
static int rows_open_checked(PyObject *object, Rows *rows)
{
    if (rows_open(object, rows, 0))
        return -1;
    if (rows->count < INT32_MAX && places_fit(rows->turn_start, rows->turn_len, rows->count, rows->part[TURN_TEXT].len) &&
        places_fit(rows->item_start, rows->item_len, rows->count, rows->part[ITEM_TEXT].len))
        return 0;
    PyErr_SetString(PyExc_ValueError, "a row lies outside its text, or there are too many rows");
    rows_close(rows);
    return -1;
}

static inline Bytes turn_at(const Rows *rows, Py_ssize_t row)
{
    return (Bytes){rows->turn_text + rows->turn_start[row], (size_t)rows->turn_len[row]};
}

static inline Bytes item_at(const Rows *rows, Py_ssize_t row)
{
    return (Bytes){rows->item_text + rows->item_start[row], (size_t)rows->item_len[row]};
}

/* The row after the last of the rows, from `first` on, that have the same turn. */
static Py_ssize_t group_end(const Rows *rows, Py_ssize_t first)
{
    Bytes turn = turn_at(rows, first);
    Py_ssize_t row = first + 1;
    while (row < rows->count && same(turn, turn_at(rows, row)))
        row++;
    return row;
}

#endif
