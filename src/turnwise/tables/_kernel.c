/* The compiled scanner. plain_kernel.py says what each part does and is the reference for it.

   Built against the limited API, so one binary serves every Python from 3.11 on; arrays come and go by the buffer
   protocol, so numpy is not needed to build it. While text is split and lists are matched other threads may run. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "_scanner/run.h"
#include "_scanner/split.h"

static PyMethodDef kernel_functions[] = {
    {"split", split, METH_VARARGS,
     "split(text, layout, final, rows, tally): fill rows from lines; (rows filled, bytes consumed, all is well)."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject *added_type(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (type && PyModule_AddType(module, (PyTypeObject *)type)) {
        Py_DECREF(type);
        return NULL;
    }
    return (PyTypeObject *)type;
}

static int kernel_exec(PyObject *module)
{
    State *state = PyModule_GetState(module);
    PyTypeObject *run_type;
    state->index_type = added_type(module, &index_spec);
    run_type = added_type(module, &run_spec);
    Py_XDECREF((PyObject *)run_type);
    return state->index_type && run_type ? 0 : -1;
}

static int kernel_traverse(PyObject *module, visitproc visit, void *arg)
{
    State *state = PyModule_GetState(module);
    if (state)
        Py_VISIT(state->index_type);
    return 0;
}

static int kernel_clear(PyObject *module)
{
    State *state = PyModule_GetState(module);
    if (state)
        Py_CLEAR(state->index_type);
    return 0;
}

static PyModuleDef_Slot kernel_slots[] = {
    {Py_mod_exec, kernel_exec},
    {0, NULL},
};

static struct PyModuleDef kernel_module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "turnwise.tables._kernel",
    .m_doc = "Splits text into rows and matches lists with judgements.",
    .m_size = sizeof(State),
    .m_methods = kernel_functions,
    .m_slots = kernel_slots,
    .m_traverse = kernel_traverse,
    .m_clear = kernel_clear,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&kernel_module);
}
