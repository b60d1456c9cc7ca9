/*
 * views.c - the bases of sources and views: their slots, and what makes views.
 *
 * They are what `__slots__` would make, but known to C.  Nothing here runs code of Python between looking at a source
 * and using its bytes: a function that allocates an object with garbage collection does
 * so before it looks at the source, or looks again afterwards.
 */
#include "views.h"

#include <stddef.h>
#include <string.h>
#include <structmember.h>

#include "memory.h"
#include "numbers.h"

PyTypeObject *accel_view_type, *accel_handle_type;

static accel_store views;

int accel_is_bare(PyTypeObject *type) {
    PyObject *size = PyObject_GetAttrString((PyObject *)type, "__basicsize__");
    PyObject *dict = PyObject_GetAttrString((PyObject *)type, "__dictoffset__");
    long bytes = size ? PyLong_AsLong(size) : -1;
    long offset = dict ? PyLong_AsLong(dict) : -1;
    Py_XDECREF(size);
    Py_XDECREF(dict);
    if (PyErr_Occurred()) {
        return -1;
    }
    return bytes == sizeof(accel_view) && offset == 0 && !PyType_GetSlot(type, Py_tp_finalize);
}

/* ---- views --------------------------------------------------------------------------------------------- */

accel_source *accel_source_of_view(accel_view *view) {
    if (!view->source && view->own) {
        PyObject *own = view->own;
        Py_INCREF(own);
        accel_source *made = accel_source_of(own);
        Py_DECREF(own);
        if (!made) {
            return NULL;
        }
        if (view->own == own) {
            view->source = made;
            Py_CLEAR(view->own);
        } else {
            Py_DECREF(made); /* what allocates may collect garbage, and so run anything */
        }
    }
    if (!view->source) {
        PyErr_SetString(PyExc_AttributeError, "_source");
    }
    return view->source;
}

static PyObject *view_source(PyObject *object, void *closure) {
    accel_source *source = accel_source_of_view((accel_view *)object);
    (void)closure;
    Py_XINCREF(source);
    return (PyObject *)source;
}

static int view_put_source(PyObject *object, PyObject *source, void *closure) {
    accel_view *self = (accel_view *)object;
    PyObject *old = (PyObject *)self->source;
    (void)closure;
    if (!source && !old && !self->own) {
        PyErr_SetString(PyExc_AttributeError, "_source");
        return -1;
    }
    if (source && !accel_is_source(source)) {
        return -1;
    }
    Py_CLEAR(self->own); /* bytes, which run no code when they go */
    Py_XINCREF(source);
    self->source = (accel_source *)source;
    Py_XDECREF(old);
    return 0;
}

PyObject *accel_handle_of(accel_view *self) {
    if (self->is_own_handle) {
        self->value = accel_integer(accel_handle_type, (uintptr_t)self->handle);
        if (!self->value) {
            return NULL;
        }
        self->is_own_handle = false;
    }
    PyObject *value = self->value;
    if (!value) {
        PyErr_SetString(PyExc_AttributeError, "_value");
        return NULL;
    }
    Py_INCREF(value);
    return value;
}

static PyObject *view_value(PyObject *object, void *closure) {
    (void)closure;
    return accel_handle_of((accel_view *)object);
}

/* Gives the reference of a handle back.  Nobody is waited for who may wait for the GIL. */
static void release(ssz_view *handle) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (accel_library->view_try_release(handle) != SSZ_OK) {
        Py_BEGIN_ALLOW_THREADS accel_library->view_release(handle);
        Py_END_ALLOW_THREADS
    }
    PyErr_Restore(type, value, traceback);
}

static int view_put_value(PyObject *object, PyObject *value, void *closure) {
    accel_view *self = (accel_view *)object;
    PyObject *old = self->value;
    (void)closure;
    if (self->is_own_handle) {
        self->is_own_handle = false;
        release(self->handle);
    } else if (!value && !old) {
        PyErr_SetString(PyExc_AttributeError, "_value");
        return -1;
    }
    Py_CLEAR(self->element);
    bool is_handle = value && Py_TYPE(value) == accel_handle_type;
    self->handle = is_handle ? PyLong_AsVoidPtr(value) : NULL;
    Py_XINCREF(value);
    self->value = value;
    Py_XDECREF(old);
    return 0;
}

static int view_traverse(PyObject *object, visitproc visit, void *arg) {
    accel_view *self = (accel_view *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->source);
    Py_VISIT(self->parent);
    Py_VISIT(self->known_root);
    Py_VISIT(self->children);
    Py_VISIT(self->nodes);
    Py_VISIT(self->unchecked);
    Py_VISIT(self->element);
    return 0;
}

static int view_clear(PyObject *object) {
    accel_view *self = (accel_view *)object;
    Py_CLEAR(self->source);
    Py_CLEAR(self->parent);
    Py_CLEAR(self->known_root);
    Py_CLEAR(self->children);
    Py_CLEAR(self->nodes);
    Py_CLEAR(self->unchecked);
    Py_CLEAR(self->element);
    return 0;
}

static void view_dealloc(PyObject *object) {
    accel_view *self = (accel_view *)object;
    PyObject_GC_UnTrack(object);
    if (self->weak) {
        PyObject_ClearWeakRefs(object);
    }
    view_clear(object);
    Py_CLEAR(self->own);
    Py_CLEAR(self->root);
    if (self->is_own_handle) {
        release(self->handle);
    }
    Py_CLEAR(self->value);
    bool is_bare = self->is_bare && !PyType_GetSlot(Py_TYPE(object), Py_tp_finalize);
    accel_give_back(is_bare ? &views : NULL, object);
}

static PyMemberDef view_members[] = {
    {"_offset", T_ULONGLONG, offsetof(accel_view, offset), 0, NULL},
    {"_size", T_ULONGLONG, offsetof(accel_view, size), 0, NULL},
    {"_key", T_ULONGLONG, offsetof(accel_view, key), 0, NULL},
    {"_parent", T_OBJECT_EX, offsetof(accel_view, parent), 0, NULL},
    {"_root", T_OBJECT_EX, offsetof(accel_view, root), 0, NULL},
    {"_known_root", T_OBJECT_EX, offsetof(accel_view, known_root), 0, NULL},
    {"_children", T_OBJECT_EX, offsetof(accel_view, children), 0, NULL},
    {"_nodes", T_OBJECT_EX, offsetof(accel_view, nodes), 0, NULL},
    {"_unchecked", T_OBJECT_EX, offsetof(accel_view, unchecked), 0, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(accel_view, weak), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef view_attributes[] = {
    {"_source", view_source, view_put_source, NULL, NULL},
    {"_value", view_value, view_put_value, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* Views are made by the functions below. */
static PyObject *view_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    (void)type;
    (void)args;
    (void)kwargs;
    return PyErr_Format(PyExc_TypeError, "nothing says what this is a view of");
}

/* Before 3.12 Python says of reading alone which attribute is missing and of what: it needs both to suggest another. */
static int set_attribute(PyObject *object, PyObject *name, PyObject *value) {
    int status = PyObject_GenericSetAttr(object, name, value);
    if (status < 0 && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyObject *type, *error, *trace;
        PyErr_Fetch(&type, &error, &trace);
        PyErr_NormalizeException(&type, &error, &trace);
        if (PyObject_SetAttrString(error, "name", name) < 0 ||
            PyObject_SetAttrString(error, "obj", object) < 0) {
            PyErr_Clear();
        }
        PyErr_Restore(type, error, trace);
    }
    return status;
}

static PyType_Slot view_slots[] = {
    {Py_tp_setattro, (void *)set_attribute}, {Py_tp_new, (void *)view_new},
    {Py_tp_traverse, (void *)view_traverse}, {Py_tp_clear, (void *)view_clear},
    {Py_tp_dealloc, (void *)view_dealloc},   {Py_tp_members, (void *)view_members},
    {Py_tp_getset, (void *)view_attributes}, {0, NULL},
};

static PyType_Spec view_spec = {
    .name = "pyssz._accel.View",
    .basicsize = sizeof(accel_view),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = view_slots,
};

/* ---- what makes views ---------------------------------------------------------------------------------- */

static accel_view *new_view(accel_kind kind) {
    accel_view *view =
        (accel_view *)accel_allocate(kind.is_bare ? &views : NULL, kind.type, sizeof(accel_view));
    if (view) {
        view->is_bare = kind.is_bare;
    }
    return view;
}

static PyObject *place_view(accel_kind kind, accel_source *source, PyObject *parent,
                            uint64_t offset, uint64_t size, uint64_t key) {
    Py_INCREF(source);
    Py_INCREF(parent);
    accel_view *view = new_view(kind);
    if (!view) {
        Py_DECREF(source);
        Py_DECREF(parent);
        return NULL;
    }
    view->source = source;
    view->parent = parent;
    view->offset = offset;
    view->size = size;
    view->key = key;
    Py_INCREF(Py_None);
    view->root = Py_None;
    return (PyObject *)view;
}

PyObject *accel_part_of_bytes(accel_kind kind, accel_view *parent, uint64_t at, uint64_t size,
                              uint64_t key) {
    accel_source *source = accel_source_of_view(parent);
    return source ? place_view(kind, source, (PyObject *)parent, parent->offset + at, size, key)
                  : NULL;
}

PyObject *accel_part_in(accel_kind kind, accel_source *source, accel_view *parent, uint64_t offset,
                        uint64_t size, uint64_t key) {
    return place_view(kind, source, (PyObject *)parent, offset, size, key);
}

/* Whether nobody but us has a view, and it is as it was made, but for its root. */
static bool is_free(accel_view *view) {
    return Py_REFCNT(view) == 1 && !view->weak && !view->value && !view->handle &&
           !view->children && !view->nodes && !view->known_root && !view->unchecked &&
           !view->element;
}

PyObject *accel_next_part(accel_recent *recent, accel_kind kind, accel_source *source,
                          accel_view *parent, uint64_t offset, uint64_t size, uint64_t key) {
    accel_view *view = recent->views[recent->turn];
    if (!kind.is_bare) {
        return accel_part_in(kind, source, parent, offset, size, key);
    }
    if (view && view->source == source && view->parent == (PyObject *)parent && is_free(view) &&
        Py_TYPE(view) == kind.type && view->root) {
        PyObject *root = view->root;
        view->offset = offset;
        view->size = size;
        view->key = key;
        Py_INCREF(Py_None);
        view->root = Py_None;
        Py_DECREF(root); /* bytes or None, which run no code when they go */
    } else {
        view = (accel_view *)accel_part_in(kind, source, parent, offset, size, key);
        if (!view) {
            return NULL;
        }
        accel_view *old = recent->views[recent->turn];
        recent->views[recent->turn] = view;
        Py_XDECREF(old);
    }
    recent->turn ^= 1;
    Py_INCREF(view);
    return (PyObject *)view;
}

void accel_forget(accel_recent *recent) {
    Py_CLEAR(recent->views[0]);
    Py_CLEAR(recent->views[1]);
}

static PyObject *tree_view(accel_kind kind, accel_source *source, PyObject *value) {
    Py_INCREF(source);
    accel_view *view = new_view(kind);
    if (!view) {
        Py_DECREF(source);
        return NULL;
    }
    view->source = source;
    Py_INCREF(Py_None);
    view->parent = Py_None;
    if (view_put_value((PyObject *)view, value, NULL) != 0) {
        Py_DECREF(view);
        return NULL;
    }
    return (PyObject *)view;
}

/* A view of a handle in the tree of a source; takes over both references. */
static PyObject *place_in_tree(accel_kind kind, accel_source *source, ssz_view *handle,
                               PyObject *parent) {
    accel_view *view = new_view(kind);
    if (!view) {
        Py_DECREF(source);
        release(handle);
        return NULL;
    }
    view->source = source;
    view->handle = handle;
    view->is_own_handle = true;
    Py_INCREF(parent);
    view->parent = parent;
    return (PyObject *)view;
}

PyObject *accel_part_of_tree(accel_kind kind, accel_view *parent, ssz_view *handle,
                             PyObject *placed) {
    Py_INCREF(parent->source);
    return place_in_tree(kind, parent->source, handle, placed);
}

PyObject *accel_view_of_tree(accel_kind kind, ssz_view *handle) {
    accel_source *source = accel_source_of_tree();
    if (!source) {
        release(handle);
        return NULL;
    }
    return place_in_tree(kind, source, handle, Py_None);
}

/* An outermost value of `size` bytes that begin at `offset`, with its root; takes over what the first two
 * refer to. */
static PyObject *own_view(accel_kind kind, PyObject *bytes, PyObject *root, uint64_t offset,
                          uint64_t size) {
    accel_view *view = new_view(kind);
    if (!view) {
        Py_DECREF(bytes);
        Py_DECREF(root);
        return NULL;
    }
    view->own = bytes;
    view->offset = offset;
    view->size = size;
    view->root = root;
    Py_INCREF(Py_None);
    view->parent = Py_None;
    return (PyObject *)view;
}

PyObject *accel_view_of(accel_kind kind, PyObject *bytes) {
    Py_INCREF(bytes);
    Py_INCREF(Py_None);
    return own_view(kind, bytes, Py_None, 0, (uint64_t)PyBytes_Size(bytes));
}

PyObject *accel_copy_of(accel_kind kind, const accel_view *view) {
    PyObject *bytes = accel_data_of(view);
    if (!bytes || Py_TYPE(bytes) != &PyBytes_Type) {
        return NULL;
    }
    PyObject *root = view->root ? view->root : Py_None;
    Py_INCREF(bytes);
    Py_INCREF(root);
    return own_view(kind, bytes, root, view->offset, view->size);
}

static bool is_class_of_views(PyObject *kind) {
    if (PyType_Check(kind) && PyType_IsSubtype((PyTypeObject *)kind, accel_view_type)) {
        return true;
    }
    PyErr_SetString(PyExc_TypeError, "a class of views was expected");
    return false;
}

static accel_kind kind_of(PyObject *type) {
    return (accel_kind){.type = (PyTypeObject *)type};
}

/* view_of_bytes(kind, source, offset, size, parent, key) */
static PyObject *view_of_bytes(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    (void)module;
    uint64_t numbers[3];
    static const int places[3] = {2, 3, 5};
    if (count != 6) {
        return PyErr_Format(PyExc_TypeError, "view_of_bytes() takes 6 arguments");
    }
    if (!is_class_of_views(args[0]) || !accel_is_source(args[1])) {
        return NULL;
    }
    for (int i = 0; i < 3; i++) {
        if (!PyLong_Check(args[places[i]]) || !accel_number(args[places[i]], &numbers[i])) {
            return PyErr_Format(PyExc_TypeError, "a place is given by three integers");
        }
    }
    return place_view(kind_of(args[0]), (accel_source *)args[1], args[4], numbers[0], numbers[1],
                      numbers[2]);
}

/* view_of_tree(kind, source, value) */
static PyObject *view_of_tree(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    (void)module;
    if (count != 3) {
        return PyErr_Format(PyExc_TypeError, "view_of_tree() takes 3 arguments");
    }
    if (!is_class_of_views(args[0]) || !accel_is_source(args[1])) {
        return NULL;
    }
    return tree_view(kind_of(args[0]), (accel_source *)args[1], args[2]);
}

/* sealed(kind, data): the view of an outermost value. */
static PyObject *sealed(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    (void)module;
    if (count != 2 || Py_TYPE(args[1]) != &PyBytes_Type) {
        return PyErr_Format(PyExc_TypeError, "sealed() takes a class and bytes");
    }
    return is_class_of_views(args[0]) ? accel_view_of(kind_of(args[0]), args[1]) : NULL;
}

/* handles(type): the class of handles of views. */
static PyObject *use_handles(PyObject *module, PyObject *type) {
    (void)module;
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, &PyLong_Type)) {
        return PyErr_Format(PyExc_TypeError, "handles() takes a class of handles");
    }
    Py_INCREF(type);
    accel_handle_type = (PyTypeObject *)type;
    Py_RETURN_NONE;
}

PyObject *accel_miss(PyObject *self, const char *name, PyObject *extra) {
    PyObject *method = PyObject_GetAttrString(self, name);
    PyObject *result = method ? PyObject_CallFunctionObjArgs(method, extra, NULL) : NULL;
    Py_XDECREF(method);
    return result;
}

static PyMethodDef functions[] = {
    {"view_of_bytes", (PyCFunction)(void (*)(void))view_of_bytes, METH_FASTCALL, NULL},
    {"view_of_tree", (PyCFunction)(void (*)(void))view_of_tree, METH_FASTCALL, NULL},
    {"sealed", (PyCFunction)(void (*)(void))sealed, METH_FASTCALL, NULL},
    {"handles", use_handles, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

bool accel_add_views(PyObject *module) {
    accel_view_type = (PyTypeObject *)PyType_FromSpec(&view_spec);
    Py_XINCREF(accel_view_type);
    return accel_add(module, "View", (PyObject *)accel_view_type) &&
           PyModule_AddFunctions(module, functions) == 0;
}
