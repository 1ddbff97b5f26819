/* Matches one system's lists with the judgements: see `Run` in plain_kernel.py. */

#ifndef TURNWISE_RUN_H
#define TURNWISE_RUN_H

#include <stddef.h>
#include <structmember.h>

#include "index.h"
#include "order.h"

typedef struct {
    PyTypeObject *index_type; /* what a Run asks its index to be */
} State;

typedef struct {
    uint32_t tag; /* the upper half of the item's hash */
    uint32_t at;  /* 1 + its place in the list; 0: free */
} SeenSlot;

typedef struct {
    size_t room; /* for items of a list */
    uint32_t *order, *spare;
    double *score; /* rounded to single precision */
    SeenSlot *seen;
} Scratch;

typedef struct {
    PyObject_HEAD
    Index *index;
    int single, busy;
    Names unjudged;
    int64_t unjudged_rows, duplicates;
    int32_t duplicate_turn, judged_turns;
    Bytes duplicate_item; /* the first; its own copy */
    int64_t *length;      /* of each judged turn's list, -1 where there is none */
    int32_t *hit_count, *hit_rows, *hit_ranks; /* the last two are laid out by the index' rows_before */
    Scratch scratch;
} Run;

typedef enum { MATCHED, NOT_GROUPED, NO_MEMORY } Outcome;

static void run_dealloc(PyObject *object)
{
    Run *self = (Run *)object;
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    names_free(&self->unjudged);
    free((char *)self->duplicate_item.at);
    free(self->length);
    free(self->hit_count);
    free(self->hit_rows);
    free(self->hit_ranks);
    free(self->scratch.order);
    free(self->scratch.spare);
    free(self->scratch.score);
    free(self->scratch.seen);
    Py_XDECREF((PyObject *)self->index);
    release(object);
    Py_DECREF(type);
}

static int run_allocate(Run *self)
{
    size_t turns = (size_t)self->index->turns.count, rows = (size_t)self->index->row_count;
    self->length = resized(NULL, turns, sizeof *self->length);
    self->hit_count = resized(NULL, turns, sizeof *self->hit_count);
    self->hit_rows = resized(NULL, rows, sizeof *self->hit_rows);
    self->hit_ranks = resized(NULL, rows, sizeof *self->hit_ranks);
    if (!self->length || !self->hit_count || !self->hit_rows || !self->hit_ranks)
        return -1;
    memset(self->length, 0xff, turns * sizeof *self->length);
    memset(self->hit_count, 0, turns * sizeof *self->hit_count);
    return 0;
}

static int scratch_reserve(Scratch *scratch, size_t count)
{
    size_t room = count + count / 2;
    void *order, *spare, *score, *seen;
    if (count <= scratch->room)
        return 0;
    if ((order = resized(scratch->order, room, sizeof *scratch->order)))
        scratch->order = order;
    if ((spare = resized(scratch->spare, room, sizeof *scratch->spare)))
        scratch->spare = spare;
    if ((score = resized(scratch->score, room, sizeof *scratch->score)))
        scratch->score = score;
    if ((seen = resized(scratch->seen, slots_for(room), sizeof *scratch->seen)))
        scratch->seen = seen;
    if (!order || !spare || !score || !seen)
        return -1;
    scratch->room = room;
    return 0;
}

/* Has the item been seen in this list? It has now. */
static inline int seen_before(SeenSlot *seen, size_t mask, const List *list, uint32_t at, Bytes item, uint64_t hash)
{
    uint32_t tag = (uint32_t)(hash >> 32);
    size_t slot = hash & mask;
    for (; seen[slot].at; slot = (slot + 1) & mask)
        if (seen[slot].tag == tag && same(item, list_item(list, seen[slot].at - 1)))
            return 1;
    seen[slot] = (SeenSlot){tag, at + 1};
    return 0;
}

static Outcome note_duplicate(Run *self, int32_t turn, Bytes item)
{
    if (!self->duplicates++) {
        char *copy = resized(NULL, item.size, 1);
        if (!copy)
            return NO_MEMORY;
        memcpy(copy, item.at, item.size);
        self->duplicate_item = (Bytes){copy, item.size};
        self->duplicate_turn = turn;
    }
    return MATCHED;
}

/* One list of a judged turn: rank its items, drop repeated ones, and keep the judged ones. */
static Outcome match_list(Run *self, const Rows *rows, Py_ssize_t first, size_t count, int32_t turn)
{
    Index *index = self->index;
    Scratch *scratch = &self->scratch;
    List list = {rows, first, rows->value + first};
    size_t mask = slots_for(count) - 1;
    int32_t hits = index->rows_before[turn], rank = 0;
    const uint32_t *order = NULL;
    if (scratch_reserve(scratch, count))
        return NO_MEMORY;
    if (self->single) {
        for (size_t at = 0; at < count; at++)
            scratch->score[at] = (double)(float)list.score[at];
        list.score = scratch->score;
    }
    if (!descends_strictly(list.score, count))
        order = sort_list(&list, scratch->order, scratch->spare, count);
    memset(scratch->seen, 0, (mask + 1) * sizeof *scratch->seen);
    for (size_t place = 0; place < count; place++) {
        uint32_t at = order ? order[place] : (uint32_t)place;
        Bytes item = list_item(&list, at);
        uint64_t hash = hash_of(item);
        int32_t row;
        if (seen_before(scratch->seen, mask, &list, at, item, hash)) {
            if (note_duplicate(self, turn, item) != MATCHED)
                return NO_MEMORY;
            continue;
        }
        rank++;
        row = item_slot(index, turn, item, hash)->row;
        if (row >= 0) {
            self->hit_rows[hits] = row;
            self->hit_ranks[hits++] = rank;
        }
    }
    self->hit_count[turn] = hits - index->rows_before[turn];
    self->length[turn] = rank;
    self->judged_turns++;
    return MATCHED;
}

static Outcome match_rows(Run *self, const Rows *rows)
{
    for (Py_ssize_t first = 0, end; first < rows->count; first = end) {
        Bytes name = turn_at(rows, first);
        int32_t turn = names_find(&self->index->turns, name);
        end = group_end(rows, first);
        if (turn < 0) {
            if (names_add(&self->unjudged, name) < 0)
                return NO_MEMORY;
            self->unjudged_rows += end - first;
        } else if (self->length[turn] >= 0) {
            return NOT_GROUPED;
        } else if (match_list(self, rows, first, (size_t)(end - first), turn) != MATCHED) {
            return NO_MEMORY;
        }
    }
    return MATCHED;
}

static int refuse_busy(const Run *self)
{
    if (self->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread is adding to this Run");
    return self->busy;
}

static PyObject *run_add(PyObject *object, PyObject *source)
{
    Run *self = (Run *)object;
    Outcome outcome;
    Rows rows;
    if (rows_open_checked(source, &rows))
        return NULL;
    if (refuse_busy(self)) {
        rows_close(&rows);
        return NULL;
    }
    self->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    outcome = match_rows(self, &rows);
    Py_END_ALLOW_THREADS
    self->busy = 0;
    rows_close(&rows);
    return outcome == NO_MEMORY ? PyErr_NoMemory() : PyBool_FromLong(outcome == MATCHED);
}

/* Turn after turn, without the places that no hit took. */
static void write_result(const Run *self, int64_t *offsets, int32_t *rows, int64_t *ranks, int64_t *length, char *present)
{
    int64_t used = 0;
    for (int32_t turn = 0; turn < self->index->turns.count; turn++) {
        int32_t start = self->index->rows_before[turn];
        offsets[turn] = used;
        for (int32_t hit = start; hit < start + self->hit_count[turn]; hit++, used++) {
            rows[used] = self->hit_rows[hit];
            ranks[used] = self->hit_ranks[hit];
        }
        present[turn] = self->length[turn] >= 0;
        length[turn] = present[turn] ? self->length[turn] : 0;
    }
    offsets[self->index->turns.count] = used;
}

static PyObject *run_result(PyObject *object, PyObject *none)
{
    const Run *self = (Run *)object;
    size_t turns = (size_t)self->index->turns.count, hits = 0;
    PyObject *part[5], *result = NULL;
    (void)none;
    if (refuse_busy(self))
        return NULL;
    for (size_t turn = 0; turn < turns; turn++)
        hits += (size_t)self->hit_count[turn];
    part[0] = bytes_of(NULL, turns + 1, sizeof(int64_t));
    part[1] = bytes_of(NULL, hits, sizeof(int32_t));
    part[2] = bytes_of(NULL, hits, sizeof(int64_t));
    part[3] = bytes_of(NULL, turns, sizeof(int64_t));
    part[4] = bytes_of(NULL, turns, 1);
    if (part[0] && part[1] && part[2] && part[3] && part[4]) {
        void *at[5];
        for (int which = 0; which < 5; which++)
            at[which] = PyBytes_AsString(part[which]);
        write_result(self, at[0], at[1], at[2], at[3], at[4]);
        result = PyTuple_Pack(5, part[0], part[1], part[2], part[3], part[4]);
    }
    for (int which = 0; which < 5; which++)
        Py_XDECREF(part[which]);
    return result;
}

static PyObject *run_get_first_unjudged(PyObject *object, void *closure)
{
    const Names *unjudged = &((Run *)object)->unjudged;
    Bytes name;
    (void)closure;
    if (!unjudged->count)
        Py_RETURN_NONE;
    name = name_at(unjudged, 0);
    return bytes_of(name.at, name.size, 1);
}

static PyObject *run_get_first_duplicate(PyObject *object, void *closure)
{
    const Run *self = (Run *)object;
    Bytes turn, item = self->duplicate_item;
    (void)closure;
    if (!item.at)
        Py_RETURN_NONE;
    turn = name_at(&self->index->turns, self->duplicate_turn);
    return Py_BuildValue("y#y#", turn.at, (Py_ssize_t)turn.size, item.at, (Py_ssize_t)item.size);
}

static PyObject *run_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"index", "single_precision", NULL};
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    const State *state = PyType_GetModuleState(type);
    PyObject *index;
    Run *self;
    int single;
    if (!state || !PyArg_ParseTupleAndKeywords(args, keywords, "O!p", names, state->index_type, &index, &single))
        return NULL;
    self = (Run *)allocate(type, 0);
    if (!self)
        return NULL;
    Py_INCREF(index);
    self->index = (Index *)index;
    self->single = single;
    if (run_allocate(self)) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static PyGetSetDef run_getset[] = {
    {"first_unjudged", run_get_first_unjudged, NULL, "The first turn that is not judged, or None.", NULL},
    {"first_duplicate", run_get_first_duplicate, NULL, "The first repeated item: turn and item, or None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef run_members[] = {
    {"judged_turns", T_INT, offsetof(Run, judged_turns), READONLY, "How many judged turns have a list."},
    {"unjudged_turns", T_INT, offsetof(Run, unjudged.count), READONLY, "How many turns are not judged."},
    {"unjudged_rows", T_LONGLONG, offsetof(Run, unjudged_rows), READONLY, "How many rows such turns have."},
    {"duplicates", T_LONGLONG, offsetof(Run, duplicates), READONLY, "How many repeated items were dropped."},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef run_methods[] = {
    {"add", run_add, METH_O, "Match rows of whole turns, grouped by turn. False: a judged turn came back."},
    {"result", run_result, METH_NOARGS, "Hits as bytes: offsets, rows, ranks, length, present."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot run_slots[] = {
    {Py_tp_doc, "Matches one system's lists with the judgements: at which ranks do judged items stand?"},
    {Py_tp_new, run_new},
    {Py_tp_dealloc, run_dealloc},
    {Py_tp_getset, run_getset},
    {Py_tp_members, run_members},
    {Py_tp_methods, run_methods},
    {0, NULL},
};

static PyType_Spec run_spec = {
    "turnwise.tables._kernel.Run", sizeof(Run), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, run_slots,
};

#endif
