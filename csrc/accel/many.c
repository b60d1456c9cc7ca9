/*
 * many.c - many values at once: decoded, and their roots; and the nodes of many proofs.
 *
 * For one small value the way through Python and back takes as long as the work does; here it is gone once for
 * all of them, and other threads run meanwhile.
 */
#include "many.h"

#include <stdlib.h>
#include <string.h>

#include "plans.h"

#define ROOT_SIZE 32

/* ---- decoding --------------------------------------------------------------------------------------------- */

/* Whether all are bytes that encode values of the type, none of them large. */
static bool are_good(const accel_plan *plan, PyObject *items, ssz_slice *slices, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PyTuple_GetItem(items, i);
        if (Py_TYPE(item) != &PyBytes_Type || PyBytes_Size(item) >= ACCEL_LARGE) {
            return false;
        }
        slices[i] = (ssz_slice){PyBytes_AsString(item), (uint64_t)PyBytes_Size(item)};
    }
    const ssz_schema *schema = plan->compiled;
    uint32_t number = plan->number;
    Py_ssize_t good = 0;
    Py_BEGIN_ALLOW_THREADS;
    while (good < count && accel_library->check(schema, number, slices[good].data,
                                                slices[good].size, NULL) == SSZ_OK) {
        good++;
    }
    Py_END_ALLOW_THREADS;
    return good == count;
}

static PyObject *views_of(const accel_plan *plan, PyObject *items, Py_ssize_t count) {
    PyObject *views = PyList_New(count);
    for (Py_ssize_t i = 0; views && i < count; i++) {
        PyObject *view = accel_view_of(plan->kind, PyTuple_GetItem(items, i));
        if (!view || PyList_SetItem(views, i, view) != 0) {
            Py_CLEAR(views);
        }
    }
    return views;
}

/* The plan of a class of views that is compiled; NULL without an exception if it has none. */
static accel_plan *compiled_plan(PyObject *kind) {
    bool is_kind = PyType_Check(kind) && PyType_IsSubtype((PyTypeObject *)kind, accel_view_type);
    accel_plan *plan = is_kind ? accel_plan_of((PyTypeObject *)kind) : NULL;
    return plan && plan->compiled && plan->kind.type == (PyTypeObject *)kind ? plan : NULL;
}

/* decode_many(kind, items): the values that the items of a tuple encode; None if that is no hit for each. */
static PyObject *decode_many(PyObject *module, PyObject *const *args, Py_ssize_t arg_count) {
    (void)module;
    if (arg_count != 2 || !PyTuple_Check(args[1])) {
        return PyErr_Format(PyExc_TypeError, "decode_many() takes a class and a tuple");
    }
    accel_plan *plan = compiled_plan(args[0]);
    if (!plan) {
        Py_RETURN_NONE;
    }
    Py_ssize_t count = PyTuple_Size(args[1]);
    ssz_slice *slices = malloc(((size_t)count + 1) * sizeof *slices);
    if (!slices) {
        return PyErr_NoMemory();
    }
    Py_INCREF(plan); /* keeps its schema */
    PyObject *result = Py_None;
    if (are_good(plan, args[1], slices, count)) {
        result = views_of(plan, args[1], count);
    } else {
        Py_INCREF(result);
    }
    Py_DECREF(plan);
    free(slices);
    return result;
}

/* ---- roots ------------------------------------------------------------------------------------------------ */

/* The values whose roots are to be computed. */
typedef struct hashing {
    ssz_slice *slices;
    PyObject **owners; /* of their bytes */
    Py_ssize_t *places;
    uint8_t *roots;
    Py_ssize_t count;
} hashing;

static void end_hashing(hashing *h) {
    for (Py_ssize_t i = 0; i < h->count; i++) {
        Py_DECREF(h->owners[i]);
    }
    free(h->slices);
    free(h->owners);
    free(h->places);
    free(h->roots);
}

static bool begin_hashing(hashing *h, Py_ssize_t count) {
    size_t room = (size_t)count + 1;
    *h = (hashing){.slices = malloc(room * sizeof *h->slices),
                   .owners = malloc(room * sizeof *h->owners),
                   .places = malloc(room * sizeof *h->places),
                   .roots = malloc(room * ROOT_SIZE)};
    if (!h->slices || !h->owners || !h->places || !h->roots) {
        end_hashing(h);
        PyErr_NoMemory();
        return false;
    }
    return true;
}

/* A list of None. */
static PyObject *list_of_none(Py_ssize_t count) {
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        Py_INCREF(Py_None);
        PyList_SetItem(list, i, Py_None);
    }
    return list;
}

static bool put_root(PyObject *list, Py_ssize_t i, const void *root) {
    PyObject *bytes = PyBytes_FromStringAndSize(root, ROOT_SIZE);
    return bytes && PyList_SetItem(list, i, bytes) == 0;
}

/* Puts the root of a value in the list if it is known, or the value among those to hash, or else its number and
 * itself among the misses. */
static bool sort_value(PyObject *value, Py_ssize_t i, PyObject *list, PyObject *misses,
                       hashing *h) {
    accel_view *view = (accel_view *)value;
    if (accel_is_sealed(view)) {
        if (view->root && view->root != Py_None && PyBytes_Check(view->root) &&
            PyBytes_Size(view->root) == ROOT_SIZE) {
            return put_root(list, i, PyBytes_AsString(view->root));
        }
        const uint8_t *bytes = accel_bytes_of(view, 0, view->size);
        PyObject *owner = accel_data_of(view);
        if (bytes && Py_TYPE(owner) == &PyBytes_Type) {
            h->slices[h->count] = (ssz_slice){bytes, view->size};
            h->places[h->count] = i;
            h->owners[h->count++] = owner;
            Py_INCREF(owner);
            return true;
        }
    }
    PyObject *miss = Py_BuildValue("nO", i, value);
    bool is_done = miss && PyList_Append(misses, miss) == 0;
    Py_XDECREF(miss);
    return is_done;
}

/* Goes through values of the type of a plan; false without an exception if there is another one. */
static bool sort_values(const accel_plan *plan, PyObject *values, PyObject *list, PyObject *misses,
                        hashing *h) {
    Py_ssize_t count = PyList_Size(list);
    for (Py_ssize_t i = 0; i < count; i++) {
        if (i >= PyList_Size(values)) { /* what is made here may have the collector run */
            return false;
        }
        PyObject *value = PyList_GetItem(values, i);
        if (Py_TYPE(value) != plan->kind.type || !sort_value(value, i, list, misses, h)) {
            return false;
        }
    }
    return true;
}

static bool fill_roots(const accel_plan *plan, PyObject *list, const hashing *h) {
    const ssz_schema *schema = plan->compiled;
    uint32_t number = plan->number;
    int32_t code;
    Py_BEGIN_ALLOW_THREADS;
    code = accel_library->roots(schema, number, h->slices, (uint64_t)h->count, h->roots, NULL);
    Py_END_ALLOW_THREADS;
    if (code != SSZ_OK) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t i = 0; i < h->count; i++) {
        if (!put_root(list, h->places[i], h->roots + i * ROOT_SIZE)) {
            return false;
        }
    }
    return true;
}

/* hash_tree_roots(values): the roots of the values in a list, and the numbers and values of those for which that is no hit;
 * their roots are None.  None if not all of them are views of one class whose schema is compiled. */
static PyObject *hash_tree_roots(PyObject *module, PyObject *values) {
    (void)module;
    Py_ssize_t count = PyList_Check(values) ? PyList_Size(values) : 0;
    PyObject *first = count > 0 ? PyList_GetItem(values, 0) : NULL;
    accel_plan *plan = first ? compiled_plan((PyObject *)Py_TYPE(first)) : NULL;
    if (!plan) {
        Py_RETURN_NONE;
    }
    hashing h;
    if (!begin_hashing(&h, count)) {
        return NULL;
    }
    Py_INCREF(plan); /* keeps its schema */
    PyObject *list = list_of_none(count), *misses = PyList_New(0), *result = NULL;
    if (list && misses && sort_values(plan, values, list, misses, &h) &&
        fill_roots(plan, list, &h)) {
        result = PyTuple_Pack(2, list, misses);
    } else if (!PyErr_Occurred()) {
        Py_INCREF(Py_None);
        result = Py_None;
    }
    Py_XDECREF(list);
    Py_XDECREF(misses);
    Py_DECREF(plan);
    end_hashing(&h);
    return result;
}

/* ---- nodes of proofs -------------------------------------------------------------------------------------- */

/* Copies the nodes of a row; false if one of them is no object of 32 bytes. */
static bool copy_row(PyObject *row, Py_ssize_t count, uint8_t *out) {
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *node = PyTuple_GetItem(row, i);
        if (Py_TYPE(node) != &PyBytes_Type || PyBytes_Size(node) != ROOT_SIZE) {
            return false;
        }
        memcpy(out + i * ROOT_SIZE, PyBytes_AsString(node), ROOT_SIZE);
    }
    return true;
}

/* join_nodes(rows): the nodes of a tuple of tuples, one after the other; None if not all are bytes objects of 32. */
static PyObject *join_nodes(PyObject *module, PyObject *rows) {
    (void)module;
    Py_ssize_t row_count = PyTuple_Check(rows) ? PyTuple_Size(rows) : 0, count = 0;
    for (Py_ssize_t i = 0; i < row_count; i++) {
        PyObject *row = PyTuple_GetItem(rows, i);
        if (!PyTuple_Check(row)) {
            Py_RETURN_NONE;
        }
        count += PyTuple_Size(row);
    }
    PyObject *result = PyBytes_FromStringAndSize(NULL, count * ROOT_SIZE);
    uint8_t *out = result ? (uint8_t *)PyBytes_AsString(result) : NULL;
    for (Py_ssize_t i = 0; out && i < row_count; i++) {
        PyObject *row = PyTuple_GetItem(rows, i);
        if (!copy_row(row, PyTuple_Size(row), out)) {
            Py_DECREF(result);
            Py_RETURN_NONE;
        }
        out += PyTuple_Size(row) * ROOT_SIZE;
    }
    return result;
}

static PyMethodDef functions[] = {
    {"decode_many", (PyCFunction)(void (*)(void))decode_many, METH_FASTCALL, NULL},
    {"hash_tree_roots", hash_tree_roots, METH_O, NULL},
    {"join_nodes", join_nodes, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

bool accel_add_many(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}
