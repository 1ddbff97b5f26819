/* Lines of fields to rows: see `split` in plain_kernel.py for what it does. */

#ifndef TURNWISE_SPLIT_H
#define TURNWISE_SPLIT_H

#include <math.h>

#include "number.h"
#include "rows.h"

enum { RUN, QRELS };                                                            /* layouts, as in rows.py */
enum { LINES, BLANK, COMMENTS, UNTAGGED, EXTRA, FIRST_BLANK, TALLY_SIZE = 9 }; /* tally, as in rows.py */
enum { INSIDE, SPACE, NEWLINE, ZERO };                                          /* what a byte is to a line */

static const unsigned char CLASS[256] = {
    ['\0'] = ZERO, ['\t'] = SPACE, ['\v'] = SPACE, ['\f'] = SPACE, ['\r'] = SPACE, [' '] = SPACE, ['\n'] = NEWLINE,
};

typedef enum { LINE_ROW, LINE_BLANK, LINE_COMMENT, LINE_BAD, LINE_CUT, LINE_FAILED } LineKind;

typedef struct {
    Bytes turn, item;
    double value;
    int fields;       /* as many as the layout has, or one less or more */
    const char *next; /* where the next line starts */
} Line;

typedef struct {
    const char *text, *end;
    int number_at, full; /* which field is the number; how many fields a line has */
    int final;
    PyThreadState *thread; /* of the caller, while others may run */
} Splitter;

static inline int class_of(const char *at)
{
    return CLASS[(unsigned char)*at];
}

#ifdef LITTLE_ENDIAN_WORDS
/* The next byte that is at most a space, or one of the last seven. Eight bytes at a time: the sign bit of a byte of
   `low` is set if the byte is below 0x21; only above the first such byte can it be set wrongly. */
static inline const char *run_through(const char *at, const char *end)
{
    while (end - at >= 8) {
        uint64_t word = load8(at);
        uint64_t low = (word - EVERY_BYTE * 0x21) & ~word & EVERY_BYTE * 0x80;
        if (low)
            return at + (__builtin_ctzll(low) >> 3);
        at += 8;
    }
    return at;
}
#else
static inline const char *run_through(const char *at, const char *end)
{
    (void)end;
    return at;
}
#endif

static inline const char *field_end(const char *at, const char *end)
{
    for (;;) {
        at = run_through(at, end);
        while (at < end && class_of(at) == INSIDE) {
            at++;
            if (end - at >= 8)
                break;
        }
        if (at == end || class_of(at) != INSIDE)
            return at;
    }
}

static inline const char *space_end(const char *at, const char *end)
{
    while (at < end && class_of(at) == SPACE)
        at++;
    return at;
}

static inline const char *line_end(const char *at, const char *end)
{
    const char *found = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return found ? found : end;
}

/* Is there a carriage return that does not end the line? Then it is likely many lines. */
static int has_lone_return(const char *at, const char *end)
{
    while (at < end && (at = memchr(at, '\r', (size_t)(end - at)))) {
        at = space_end(at, end);
        if (at < end)
            return 1;
    }
    return 0;
}

/* The double that Python's own conversion gives; -1 without memory. */
static int hard_number(Splitter *splitter, const char *at, const char *end, double *value)
{
    char shortest[128], *copy = shortest;
    size_t size = (size_t)(end - at);
    if (size >= sizeof shortest && !(copy = malloc(size + 1)))
        return -1;
    memcpy(copy, at, size);
    copy[size] = '\0';
    PyEval_RestoreThread(splitter->thread);
    *value = PyOS_string_to_double(copy, NULL, NULL);
    if (PyErr_Occurred()) {
        PyErr_Clear();
        *value = (double)NAN;
    }
    splitter->thread = PyEval_SaveThread();
    if (copy != shortest)
        free(copy);
    return 0;
}

static LineKind finite_number(Splitter *splitter, const char *at, const char *end, double *value)
{
    NumberKind kind = number_of(at, end, value);
    if (kind == NUMBER_HARD && hard_number(splitter, at, end, value))
        return LINE_FAILED;
    return kind != NUMBER_BAD && isfinite(*value) ? LINE_ROW : LINE_BAD;
}

/* A line that has a first field. */
static LineKind read_fields(Splitter *splitter, const char *start, const char *at, Line *line)
{
    const char *end = splitter->end, *from[6], *to[6];
    int fields = 0;
    LineKind kind;
    for (; fields < splitter->full && at < end && class_of(at) != NEWLINE; fields++) {
        from[fields] = at;
        to[fields] = at = field_end(at, end);
        if ((at < end && class_of(at) == ZERO) || at - from[fields] > INT32_MAX)
            return LINE_BAD;
        at = space_end(at, end);
    }
    line->next = at;
    line->fields = fields;
    if (at < end && class_of(at) != NEWLINE) {
        line->next = line_end(at, end);
        line->fields++;
        if (memchr(at, '\0', (size_t)(line->next - at)) || has_lone_return(start, line->next))
            return LINE_BAD;
    }
    if (fields <= splitter->number_at)
        return LINE_BAD;
    kind = finite_number(splitter, from[splitter->number_at], to[splitter->number_at], &line->value);
    line->turn = (Bytes){from[0], (size_t)(to[0] - from[0])};
    line->item = (Bytes){from[2], (size_t)(to[2] - from[2])};
    return kind;
}

static LineKind read_line(Splitter *splitter, const char *start, Line *line)
{
    const char *end = splitter->end, *at = space_end(start, end);
    LineKind kind;
    line->next = at;
    if (*start == '#')
        kind = LINE_COMMENT;
    else if (at == end || class_of(at) == NEWLINE)
        kind = LINE_BLANK;
    else
        kind = read_fields(splitter, start, at, line);
    if (kind == LINE_COMMENT || kind == LINE_BAD)
        line->next = line_end(start, end);
    if (line->next < end)
        line->next++;
    else if (!splitter->final)
        return LINE_CUT; /* whatever it looks like: more of it is to come */
    return kind;
}

static void note(int64_t *tally, int kind)
{
    int64_t *first = &tally[FIRST_BLANK + kind - BLANK];
    tally[kind]++;
    if (!*first)
        *first = tally[LINES] + 1;
}

static inline void fill_row(Rows *rows, Py_ssize_t row, const char *text, const Line *line)
{
    rows->turn_start[row] = line->turn.at - text;
    rows->turn_len[row] = (int32_t)line->turn.size;
    rows->item_start[row] = line->item.at - text;
    rows->item_len[row] = (int32_t)line->item.size;
    rows->value[row] = line->value;
}

typedef struct {
    Py_ssize_t count;
    const char *consumed;
    LineKind stopped; /* LINE_ROW if all is well */
    int full;         /* there are more lines than room for rows */
} Split;

/* Read all lines. Until the end is known to be the end, the last turn is held back: `kept` is what stands without it. */
static Split split_lines(Splitter *splitter, Rows *rows, int64_t *tally)
{
    const char *at = splitter->text;
    int64_t kept_tally[TALLY_SIZE];
    Split done = {0, at, LINE_ROW, 0}, kept = done;
    Bytes turn = {NULL, 0};
    Line line;
    while (at < splitter->end) {
        LineKind kind = read_line(splitter, at, &line);
        if (kind == LINE_CUT)
            break;
        if (kind == LINE_BAD || kind == LINE_FAILED || (kind == LINE_ROW && done.count == rows->count)) {
            done.stopped = kind;
            done.full = kind == LINE_ROW;
            return done;
        }
        if (kind == LINE_ROW) {
            if (!turn.at || !same(turn, line.turn)) {
                turn = line.turn;
                kept = done;
                memcpy(kept_tally, tally, sizeof kept_tally);
            }
            fill_row(rows, done.count++, splitter->text, &line);
            if (line.fields != splitter->full)
                note(tally, line.fields < splitter->full ? UNTAGGED : EXTRA);
        } else {
            note(tally, kind == LINE_BLANK ? BLANK : COMMENTS);
        }
        tally[LINES]++;
        done.consumed = at = line.next;
    }
    if (splitter->final || !turn.at)
        return done;
    memcpy(tally, kept_tally, sizeof kept_tally);
    return kept;
}

static PyObject *split_result(const Split *done, const char *text)
{
    if (done->stopped == LINE_FAILED)
        return PyErr_NoMemory();
    if (done->full) {
        PyErr_SetString(PyExc_ValueError, "the text has more rows than there is room for");
        return NULL;
    }
    return Py_BuildValue("nnO", done->count, (Py_ssize_t)(done->consumed - text),
                         done->stopped == LINE_ROW ? Py_True : Py_False);
}

static PyObject *split(PyObject *module, PyObject *args)
{
    Py_buffer text, tally;
    PyObject *target, *result = NULL;
    int layout, final;
    Rows rows;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*ipOw*", &text, &layout, &final, &target, &tally))
        return NULL;
    if (tally.len != TALLY_SIZE * 8 || (uintptr_t)tally.buf % 8 || (layout != RUN && layout != QRELS)) {
        PyErr_SetString(PyExc_ValueError, "split needs a layout and a tally as rows.py has them");
    } else if (!rows_open(target, &rows, 1)) {
        const char *start = text.buf;
        Splitter splitter = {start, start + text.len, layout == RUN ? 4 : 3, layout == RUN ? 6 : 4, final, NULL};
        Split done;
        splitter.thread = PyEval_SaveThread();
        done = split_lines(&splitter, &rows, tally.buf);
        PyEval_RestoreThread(splitter.thread);
        result = split_result(&done, start);
        rows_close(&rows);
    }
    PyBuffer_Release(&text);
    PyBuffer_Release(&tally);
    return result;
}

#endif
