/* The judged turns, and for each the rows that judge its items: see `Index` in plain_kernel.py. */

#ifndef TURNWISE_INDEX_H
#define TURNWISE_INDEX_H

#include "names.h"
#include "rows.h"

typedef struct {
    uint32_t tag; /* the upper half of the item's hash */
    int32_t row;
} ItemSlot; /* row −1: free */

typedef struct {
    PyObject_HEAD
    Names turns;
    int32_t row_count;
    int32_t *turn_of_row, *first_of_row;
    int32_t *rows_before; /* turn t has the places rows_before[t] to rows_before[t + 1] of an array of all rows */
    size_t *slots_before; /* and its items are in the slots slots_before[t] to slots_before[t + 1] */
    ItemSlot *slots;
    char *items; /* all item ids, one after the other */
    size_t *item_start;
    int32_t *item_len;
} Index;

static void index_dealloc(PyObject *object)
{
    Index *self = (Index *)object;
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    names_free(&self->turns);
    free(self->turn_of_row);
    free(self->first_of_row);
    free(self->rows_before);
    free(self->slots_before);
    free(self->slots);
    free(self->items);
    free(self->item_start);
    free(self->item_len);
    release(object);
    Py_DECREF(type);
}

static inline Bytes indexed_item(const Index *self, int32_t row)
{
    return (Bytes){self->items + self->item_start[row], (size_t)self->item_len[row]};
}

/* The slot of a turn's item, or the free one where it belongs. */
static inline ItemSlot *item_slot(const Index *self, int32_t turn, Bytes item, uint64_t hash)
{
    ItemSlot *slots = self->slots + self->slots_before[turn];
    size_t mask = self->slots_before[turn + 1] - self->slots_before[turn] - 1, at = hash & mask;
    uint32_t tag = (uint32_t)(hash >> 32);
    while (slots[at].row >= 0) {
        if (slots[at].tag == tag && same(item, indexed_item(self, slots[at].row)))
            break;
        at = (at + 1) & mask;
    }
    return &slots[at];
}

/* Number the turns. Rows of a turn mostly stand together, so most need no lookup. */
static int index_turns(Index *self, const Rows *rows)
{
    self->turn_of_row = resized(NULL, (size_t)rows->count, sizeof *self->turn_of_row);
    if (!self->turn_of_row)
        return -1;
    for (Py_ssize_t row = 0, end; row < rows->count; row = end) {
        int32_t turn = names_add(&self->turns, turn_at(rows, row));
        if (turn < 0)
            return -1;
        for (end = group_end(rows, row); row < end; row++)
            self->turn_of_row[row] = turn;
    }
    return 0;
}

/* Give each turn its places and its slots. */
static int index_layout(Index *self)
{
    size_t turns = (size_t)self->turns.count, slots;
    self->rows_before = resized(NULL, turns + 1, sizeof *self->rows_before);
    self->slots_before = resized(NULL, turns + 1, sizeof *self->slots_before);
    if (!self->rows_before || !self->slots_before)
        return -1;
    memset(self->rows_before, 0, (turns + 1) * sizeof *self->rows_before);
    for (int32_t row = 0; row < self->row_count; row++)
        self->rows_before[self->turn_of_row[row] + 1]++;
    self->slots_before[0] = 0;
    for (size_t turn = 0; turn < turns; turn++) {
        self->slots_before[turn + 1] = self->slots_before[turn] + slots_for((size_t)self->rows_before[turn + 1]);
        self->rows_before[turn + 1] += self->rows_before[turn];
    }
    slots = self->slots_before[turns];
    self->slots = resized(NULL, slots, sizeof *self->slots);
    if (!self->slots)
        return -1;
    memset(self->slots, 0xff, slots * sizeof *self->slots);
    return 0;
}

static int index_items(Index *self, const Rows *rows)
{
    size_t used = 0, room = 0;
    for (Py_ssize_t row = 0; row < rows->count; row++)
        room += (size_t)rows->item_len[row];
    self->items = resized(NULL, room, 1);
    self->first_of_row = resized(NULL, (size_t)rows->count, sizeof *self->first_of_row);
    self->item_start = resized(NULL, (size_t)rows->count, sizeof *self->item_start);
    self->item_len = resized(NULL, (size_t)rows->count, sizeof *self->item_len);
    if (!self->items || !self->first_of_row || !self->item_start || !self->item_len)
        return -1;
    for (int32_t row = 0; row < self->row_count; row++) {
        Bytes item = item_at(rows, row);
        uint64_t hash = hash_of(item);
        ItemSlot *slot = item_slot(self, self->turn_of_row[row], item, hash);
        if (slot->row < 0) {
            memcpy(self->items + used, item.at, item.size);
            self->item_start[row] = used;
            self->item_len[row] = (int32_t)item.size;
            used += item.size;
            *slot = (ItemSlot){(uint32_t)(hash >> 32), row};
        }
        self->first_of_row[row] = slot->row;
    }
    return 0;
}

static PyObject *index_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"rows", NULL};
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *source;
    Index *self;
    Rows rows;
    int failed;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O", names, &source) || rows_open_checked(source, &rows))
        return NULL;
    self = (Index *)allocate(type, 0);
    if (!self) {
        rows_close(&rows);
        return NULL;
    }
    self->row_count = (int32_t)rows.count;
    failed = index_turns(self, &rows) || index_layout(self) || index_items(self, &rows);
    rows_close(&rows);
    if (failed) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static PyObject *bytes_of(const void *things, size_t count, size_t size)
{
    return PyBytes_FromStringAndSize(things, (Py_ssize_t)(count * size));
}

static PyObject *index_get_turn_of_row(PyObject *object, void *closure)
{
    (void)closure;
    return bytes_of(((Index *)object)->turn_of_row, (size_t)((Index *)object)->row_count, sizeof(int32_t));
}

static PyObject *index_get_first_of_row(PyObject *object, void *closure)
{
    (void)closure;
    return bytes_of(((Index *)object)->first_of_row, (size_t)((Index *)object)->row_count, sizeof(int32_t));
}

static PyObject *index_get_turns(PyObject *object, void *closure)
{
    const Names *turns = &((Index *)object)->turns;
    PyObject *list = PyList_New(turns->count);
    (void)closure;
    for (int32_t place = 0; list && place < turns->count; place++) {
        Bytes name = name_at(turns, place);
        PyObject *turn = bytes_of(name.at, name.size, 1);
        if (!turn || PyList_SetItem(list, place, turn)) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *index_codes(PyObject *object, PyObject *source)
{
    const Index *self = (Index *)object;
    PyObject *codes;
    Rows rows;
    if (rows_open_checked(source, &rows))
        return NULL;
    codes = bytes_of(NULL, (size_t)rows.count, sizeof(int32_t));
    if (codes) {
        char *target = PyBytes_AsString(codes);
        for (Py_ssize_t row = 0, end; row < rows.count; row = end) {
            int32_t turn = names_find(&self->turns, turn_at(&rows, row));
            for (end = group_end(&rows, row); row < end; row++)
                memcpy(target + row * (Py_ssize_t)sizeof turn, &turn, sizeof turn);
        }
    }
    rows_close(&rows);
    return codes;
}

static PyGetSetDef index_getset[] = {
    {"turns", index_get_turns, NULL, "The judged turns, in the order of their first row.", NULL},
    {"turn_of_row", index_get_turn_of_row, NULL, "The place of each row's turn, as int32.", NULL},
    {"first_of_row", index_get_first_of_row, NULL, "The first row of the same turn and item, as int32.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef index_methods[] = {
    {"codes", index_codes, METH_O, "The place of each row's turn among the judged turns, or -1, as int32."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot index_slots[] = {
    {Py_tp_doc, "Finds the row of the judgements that judges an item of a turn."},
    {Py_tp_new, index_new},
    {Py_tp_dealloc, index_dealloc},
    {Py_tp_getset, index_getset},
    {Py_tp_methods, index_methods},
    {0, NULL},
};

static PyType_Spec index_spec = {
    "turnwise.tables._kernel.Index", sizeof(Index), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, index_slots,
};

#endif
