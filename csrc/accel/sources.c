/*
 * sources.c - what views read from: bytes that can't change, a file that is mapped, or the tree of a changed value.
 */
#include "sources.h"

#include <stddef.h>
#include <structmember.h>

#include "memory.h"

PyTypeObject *accel_source_type, *accel_source_class;

static accel_store sources;

static PyObject *source_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    (void)args;
    (void)kwargs;
    return PyType_GenericAlloc(type, 0);
}

void accel_set_data(accel_source *self, PyObject *data) {
    PyObject *old = self->data, *lender = self->lender;
    bool is_fixed = data && Py_TYPE(data) == &PyBytes_Type;
    self->bytes = is_fixed ? (const uint8_t *)PyBytes_AsString(data) : NULL;
    self->size = is_fixed ? (uint64_t)PyBytes_Size(data) : 0;
    Py_XINCREF(data);
    self->data = data;
    self->lender = NULL;
    Py_XDECREF(lender);
    Py_XDECREF(old);
}

/* lend(address, lender): where the data is, which is as long as it says, and stays there while the lender does.  Until
 * the source gets other data, or none, it is read there. */
static PyObject *source_lend(PyObject *object, PyObject *args) {
    accel_source *self = (accel_source *)object;
    PyObject *address, *lender;
    if (!PyArg_ParseTuple(args, "O!O:lend", &PyLong_Type, &address, &lender)) {
        return NULL;
    }
    void *bytes = PyLong_AsVoidPtr(address);
    Py_ssize_t size = self->data && !PyErr_Occurred() ? PyObject_Size(self->data) : -1;
    if (!bytes || size < 0 || self->lender || self->bytes) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "there is nothing to lend");
    }
    Py_INCREF(lender);
    self->lender = lender;
    self->bytes = bytes;
    self->size = (uint64_t)size;
    Py_RETURN_NONE;
}

static PyObject *source_data(PyObject *object, void *closure) {
    PyObject *data = ((accel_source *)object)->data;
    (void)closure;
    if (!data) {
        PyErr_SetString(PyExc_AttributeError, "data");
        return NULL;
    }
    Py_INCREF(data);
    return data;
}

static int source_put_data(PyObject *object, PyObject *data, void *closure) {
    accel_source *self = (accel_source *)object;
    (void)closure;
    if (!data && !self->data) {
        PyErr_SetString(PyExc_AttributeError, "data");
        return -1;
    }
    accel_set_data(self, data);
    return 0;
}

static int source_traverse(PyObject *object, visitproc visit, void *arg) {
    accel_source *self = (accel_source *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->data);
    Py_VISIT(self->lender);
    Py_VISIT(self->successor);
    Py_VISIT(self->blocks);
    Py_VISIT(self->indexes);
    return 0;
}

/* Not the data, which views may still be asked for by what is finalized later, nor a handle. */
static int source_clear(PyObject *object) {
    accel_source *self = (accel_source *)object;
    Py_CLEAR(self->successor);
    Py_CLEAR(self->blocks);
    Py_CLEAR(self->indexes);
    return 0;
}

static void source_dealloc(PyObject *object) {
    accel_source *self = (accel_source *)object;
    PyObject_GC_UnTrack(object);
    accel_set_data(self, NULL);
    Py_CLEAR(self->successor);
    Py_CLEAR(self->is_leased);
    Py_CLEAR(self->blocks);
    Py_CLEAR(self->indexes);
    Py_CLEAR(self->origin);
    accel_give_back(Py_TYPE(object) == accel_source_class ? &sources : NULL, object);
}

static PyMemberDef source_members[] = {
    {"successor", T_OBJECT_EX, offsetof(accel_source, successor), 0, NULL},
    {"is_leased", T_OBJECT_EX, offsetof(accel_source, is_leased), 0, NULL},
    {"blocks", T_OBJECT_EX, offsetof(accel_source, blocks), 0, NULL},
    {"indexes", T_OBJECT_EX, offsetof(accel_source, indexes), 0, NULL},
    {"_origin", T_OBJECT_EX, offsetof(accel_source, origin), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef source_methods[] = {
    {"lend", source_lend, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef source_attributes[] = {
    {"data", source_data, source_put_data, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot source_slots[] = {
    {Py_tp_new, (void *)source_new},         {Py_tp_traverse, (void *)source_traverse},
    {Py_tp_clear, (void *)source_clear},     {Py_tp_dealloc, (void *)source_dealloc},
    {Py_tp_members, (void *)source_members}, {Py_tp_getset, (void *)source_attributes},
    {Py_tp_methods, (void *)source_methods}, {0, NULL},
};

static PyType_Spec source_spec = {
    .name = "pyssz._accel.Source",
    .basicsize = sizeof(accel_source),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = source_slots,
};

/* ---- what others ask for ------------------------------------------------------------------------------- */

accel_source *accel_source_of(PyObject *data) {
    accel_source *source =
        (accel_source *)accel_allocate(&sources, accel_source_class, sizeof(accel_source));
    if (source) {
        accel_set_data(source, data);
    }
    return source;
}

accel_source *accel_source_of_tree(void) {
    accel_source *source = accel_source_of(Py_None);
    if (source) {
        PyObject **const parts[] = {&source->successor, &source->blocks, &source->is_leased};
        PyObject *const values[] = {Py_None, Py_None, Py_False};
        for (int i = 0; i < 3; i++) {
            Py_INCREF(values[i]);
            *parts[i] = values[i];
        }
    }
    return source;
}

bool accel_is_source(PyObject *object) {
    if (PyType_IsSubtype(Py_TYPE(object), accel_source_type)) {
        return true;
    }
    PyErr_SetString(PyExc_TypeError, "a view reads from a source");
    return false;
}

/* sources(type): the class of the sources that are made here. */
static PyObject *use_sources(PyObject *module, PyObject *type) {
    (void)module;
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, accel_source_type)) {
        return PyErr_Format(PyExc_TypeError, "sources() takes a class of sources");
    }
    PyObject *size = PyObject_GetAttrString(type, "__basicsize__");
    bool is_bare = size && PyLong_AsSize_t(size) == sizeof(accel_source);
    Py_XDECREF(size);
    if (!is_bare) {
        return PyErr_Format(PyExc_TypeError, "a class of sources that has slots of its own");
    }
    Py_INCREF(type);
    accel_source_class = (PyTypeObject *)type;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"sources", use_sources, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

bool accel_add_sources(PyObject *module) {
    accel_source_type = (PyTypeObject *)PyType_FromSpec(&source_spec);
    Py_XINCREF(accel_source_type);
    return accel_add(module, "Source", (PyObject *)accel_source_type) &&
           PyModule_AddFunctions(module, functions) == 0;
}
