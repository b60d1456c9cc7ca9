/*
 * shared.c - views of parts that are one object for all who ask, as classes of compat/ssz_specs want them.
 *
 * A view knows those of its parts by their keys, in a dict that it has as `_children`: a sealed one by weak references,
 * a changed one as they are.  compat/ssz_specs/_places.py has the rules, and all that moves views from place to place.
 */
#include "shared.h"

/* What the view of a part of a changed value has as its parent. */
static PyObject *placed;

/* The view that is known by a key; NULL without an exception if there is none, or it is one for Python to judge. */
static PyObject *known_part(PyTypeObject *type, const accel_view *parent, PyObject *key) {
    PyObject *children = parent->children;
    if (!children || Py_TYPE(children) != &PyDict_Type) {
        return NULL;
    }
    PyObject *child = PyDict_GetItemWithError(children, key); /* borrowed */
    if (!child) {
        return NULL;
    }
    Py_INCREF(child);
    if (PyWeakref_CheckRef(child)) {
        PyObject *weak = child;
        child = PyObject_CallObject(weak, NULL);
        Py_DECREF(weak);
    }
    if (child && Py_TYPE(child) != type) {
        Py_DECREF(child);
        return NULL;
    }
    return child;
}

/* Has a view know that of a part, which is given back; takes its reference. */
static PyObject *know(accel_view *parent, PyObject *key, PyObject *child, bool is_weak) {
    if (!child) {
        return NULL;
    }
    if (!parent->children) {
        PyObject *made = PyDict_New();
        if (!made || parent->children) {
            Py_XDECREF(made); /* what allocates may collect garbage, and so run anything */
        } else {
            parent->children = made;
        }
    }
    PyObject *known = is_weak ? PyWeakref_NewRef(child, NULL) : child;
    bool is_done = known && parent->children && Py_TYPE(parent->children) == &PyDict_Type &&
                   PyDict_SetItem(parent->children, key, known) == 0;
    if (is_weak) {
        Py_XDECREF(known);
    }
    if (!is_done) {
        Py_CLEAR(child);
    }
    return child;
}

PyObject *accel_shared_part_of_bytes(accel_kind kind, accel_view *parent, uint64_t at,
                                     uint64_t size, uint64_t key) {
    PyObject *number = PyLong_FromUnsignedLongLong(key);
    PyObject *child = number ? known_part(kind.type, parent, number) : NULL;
    if (number && !child && !PyErr_Occurred()) {
        child = know(parent, number, accel_part_of_bytes(kind, parent, at, size, key), true);
    }
    Py_XDECREF(number);
    return child;
}

PyObject *accel_shared_part_of_tree(accel_kind kind, accel_view *parent, uint64_t key) {
    PyObject *number = PyLong_FromUnsignedLongLong(key);
    PyObject *child = number ? known_part(kind.type, parent, number) : NULL;
    ssz_view *handle = accel_tree_of(parent);
    if (number && !child && !PyErr_Occurred() && handle && kind.type && placed) {
        ssz_view *part = accel_library->view_try_child(handle, key);
        child = part ? accel_part_of_tree(kind, parent, part, placed) : NULL;
        child = know(parent, number, child, false);
    }
    Py_XDECREF(number);
    return child;
}

/* placed(object): what the views of parts of changed values have as their parent. */
static PyObject *use_placed(PyObject *module, PyObject *object) {
    (void)module;
    return accel_use(&placed, object);
}

static PyMethodDef functions[] = {
    {"placed", use_placed, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

bool accel_add_shared(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}
