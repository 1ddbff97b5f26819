/* Shuffles the scores of systems within every unit, many times, and tells how far apart systems then come to lie.
 *
 * The plain Python twin is shuffle.py, which says what each part does; both draw the same numbers. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* SplitMix64 (Steele, Lea and Flood, 2014) as a function of a counter, so that any draw can be made on its own. */
static uint64_t random_bits(uint64_t seed, uint64_t counter) {
    uint64_t z = seed + (counter + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void shuffle(double *scores, Py_ssize_t n_systems, uint64_t seed, uint64_t counter) {
    for (Py_ssize_t last = n_systems - 1; last > 0; last--) {
        uint64_t bits = random_bits(seed, counter + (uint64_t)last) >> 32;
        Py_ssize_t other = (Py_ssize_t)((bits * (uint64_t)(last + 1)) >> 32);
        double kept = scores[last];
        scores[last] = scores[other];
        scores[other] = kept;
    }
}

static double range(const double *sums, Py_ssize_t n_systems) {
    double low = sums[0], high = sums[0];
    for (Py_ssize_t s = 1; s < n_systems; s++) {
        if (sums[s] < low) low = sums[s];
        if (sums[s] > high) high = sums[s];
    }
    return high - low;
}

static int largest_ranges(const double *values, Py_ssize_t n_units, Py_ssize_t n_systems, uint64_t seed,
                          uint64_t first, Py_ssize_t draws, double *found) {
    double *scores = malloc((size_t)n_systems * 2 * sizeof(double));
    if (!scores) return 0;
    double *sums = scores + n_systems;
    for (Py_ssize_t draw = 0; draw < draws; draw++) {
        for (Py_ssize_t s = 0; s < n_systems; s++) sums[s] = 0.0;
        for (Py_ssize_t unit = 0; unit < n_units; unit++) {
            memcpy(scores, values + unit * n_systems, (size_t)n_systems * sizeof(double));
            uint64_t row = (first + (uint64_t)draw) * (uint64_t)n_units + (uint64_t)unit;
            shuffle(scores, n_systems, seed, row * (uint64_t)n_systems);
            for (Py_ssize_t s = 0; s < n_systems; s++) sums[s] += scores[s];
        }
        found[draw] = range(sums, n_systems);
    }
    free(scores);
    return 1;
}

static PyObject *py_largest_ranges(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer values, found;
    Py_ssize_t n_units, n_systems;
    unsigned long long seed, first;
    if (!PyArg_ParseTuple(args, "y*nnKKw*", &values, &n_units, &n_systems, &seed, &first, &found)) return NULL;
    int fits = n_units > 0 && n_systems > 0 && n_units <= PY_SSIZE_T_MAX / 16 / n_systems &&
               values.len == n_units * n_systems * (Py_ssize_t)sizeof(double) && found.len % (Py_ssize_t)sizeof(double) == 0;
    int done = 0;
    if (fits) {
        Py_BEGIN_ALLOW_THREADS
        done = largest_ranges(values.buf, n_units, n_systems, seed, first, found.len / (Py_ssize_t)sizeof(double), found.buf);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&values);
    PyBuffer_Release(&found);
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "the sizes do not fit the arrays");
        return NULL;
    }
    if (!done) return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"largest_ranges", py_largest_ranges, METH_VARARGS, "largest_ranges(values, n_units, n_systems, seed, first, found)"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_shuffle", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__shuffle(void) { return PyModule_Create(&definition); }
