/*
 * handles.h - references to objects of the library, as objects of Python.
 *
 * Compiled into the extension, and nowhere else: the library knows no Python.
 *
 * A handle is an int, the address of what it refers to, and gives the reference back when it is
 * deallocated.  Ints hold no references and are not tracked by the garbage collector of CPython: so a
 * handle is given back when its count of references drops to zero, which nobody survives who could
 * still use it.  What the collector finalizes (which is what cffi's `ffi.gc` gives) goes in any order:
 * a finalizer, a callback or a generator that runs later in the same collection would use it freed.
 *
 * Deallocation runs no Python code, so that no signal handler of Python can get between.
 */
#ifndef PYSSZ_HANDLES_H
#define PYSSZ_HANDLES_H

#include <stdbool.h>
#include <stdlib.h>

#include "arrow.h"
#include "functions.h"

/* ---- the functions that `_accel` calls --------------------------------------------------------------- */

static const pyssz_functions pyssz_library = {
    .sources = PYSSZ_SOURCES,
    .check = ssz_check,
    .roots = ssz_roots,
    .view_version = ssz_view_version,
    .view_detachments = ssz_view_detachments,
    .view_release = ssz_view_release,
    .view_try_release = ssz_view_try_release,
    .view_try_count = ssz_view_try_count,
    .view_try_read = ssz_view_try_read,
    .view_root = ssz_view_root,
    .view_try_copy = ssz_view_try_copy,
    .view_try_child = ssz_view_try_child,
    .view_try_uint = ssz_view_try_uint,
    .view_try_put_uint = ssz_view_try_put_uint,
};

static uintptr_t pyssz_library_address(void) {
    return (uintptr_t)&pyssz_library;
}

/* ---- references that are made of several ------------------------------------------------------------ */

/* Has a tree remember its beginning until the reference is given back; see ssz_view_keep_origin. */
static uintptr_t pyssz_keep_origin(uintptr_t view) {
    ssz_view_keep_origin((ssz_view *)view);
    return (uintptr_t)ssz_view_retain((ssz_view *)view);
}

static void pyssz_origin_release(uintptr_t view) {
    if (view) {
        ssz_view_forget_origin((ssz_view *)view);
        ssz_view_release((ssz_view *)view);
    }
}

/* ssz_view_children, as one reference to an array that a NULL ends; 0 on failure. */
static uintptr_t pyssz_children(uintptr_t view, uint64_t first, uint64_t count, ssz_error *err) {
    ssz_view **views = count < SIZE_MAX / sizeof *views ? calloc(count + 1, sizeof *views) : NULL;
    if (!views) {
        if (err) {
            err->code = SSZ_NO_MEMORY;
        }
        return 0;
    }
    if (ssz_view_children((ssz_view *)view, first, count, views, err) != SSZ_OK) {
        free(views);
        return 0;
    }
    return (uintptr_t)views;
}

static void pyssz_views_release(uintptr_t views) {
    if (views) {
        ssz_views_release((ssz_view **)views);
        free((ssz_view **)views);
    }
}

/* A reference to one of them, which may be 0 if there is none; the index is at most the place of the NULL. */
static uintptr_t pyssz_one_of(uintptr_t views, uint64_t index) {
    ssz_view *view = ((ssz_view **)views)[index];
    return view ? (uintptr_t)ssz_view_retain(view) : 0;
}

/* ---- types of handles -------------------------------------------------------------------------------- */

#ifndef PYPY_VERSION

#include <structmember.h>

static newfunc pyssz_new_int;

/* Gives memory of an object of a type on the heap back, once nothing refers to it. */
static void pyssz_free_handle(PyObject *handle) {
    PyTypeObject *type = Py_TYPE(handle);
    freefunc give_back = (freefunc)PyType_GetSlot(type, Py_tp_free);
    give_back(handle);
    Py_DECREF(type);
}

/* The release may wait for another thread's work on the value, or call Python for borrowed bytes: without
 * the GIL, and beside an exception that may be on its way. */
#define PYSSZ_DEALLOC(name, release)                                                               \
    static void name(PyObject *handle) {                                                           \
        PyObject *type, *value, *traceback;                                                        \
        PyErr_Fetch(&type, &value, &traceback);                                                    \
        void *object = PyLong_AsVoidPtr(handle);                                                   \
        Py_BEGIN_ALLOW_THREADS release;                                                            \
        Py_END_ALLOW_THREADS PyErr_Restore(type, value, traceback);                                \
        pyssz_free_handle(handle);                                                                 \
    }

PYSSZ_DEALLOC(pyssz_dealloc_view, ssz_view_release(object))
PYSSZ_DEALLOC(pyssz_dealloc_views, pyssz_views_release((uintptr_t)object))
PYSSZ_DEALLOC(pyssz_dealloc_origin, pyssz_origin_release((uintptr_t)object))
PYSSZ_DEALLOC(pyssz_dealloc_schema, ssz_schema_release(object))
PYSSZ_DEALLOC(pyssz_dealloc_stream, ssz_stream_release(object))
PYSSZ_DEALLOC(pyssz_dealloc_encoder, ssz_encoder_release(object))
PYSSZ_DEALLOC(pyssz_dealloc_json_plan, ssz_json_plan_release(object))

/* A new handle, of the type of handles of views, that takes over a reference; None for NULL. */
static PyObject *pyssz_view_handle(PyObject *type, ssz_view *view) {
    if (!view) {
        Py_RETURN_NONE;
    }
    PyObject *handle = NULL;
    PyObject *address = PyLong_FromVoidPtr(view);
    PyObject *args = address ? PyTuple_Pack(1, address) : NULL;
    if (args) {
        handle = pyssz_new_int((PyTypeObject *)type, args, NULL);
    }
    Py_XDECREF(args);
    Py_XDECREF(address);
    if (!handle) {
        Py_BEGIN_ALLOW_THREADS ssz_view_release(view);
        Py_END_ALLOW_THREADS
    }
    return handle;
}

/* The view of a handle; NULL and an exception for what is none. */
static ssz_view *pyssz_view_of(PyObject *type, PyObject *handle) {
    if ((PyObject *)Py_TYPE(handle) != type) {
        PyErr_SetString(PyExc_TypeError, "not a handle of a view");
        return NULL;
    }
    return PyLong_AsVoidPtr(handle);
}

/* child(view, key): ssz_view_child, None on failure. */
static PyObject *pyssz_child(PyObject *type, PyObject *const *args, Py_ssize_t count) {
    if (count != 2) {
        return PyErr_Format(PyExc_TypeError, "child() takes a view and a key");
    }
    ssz_view *view = pyssz_view_of(type, args[0]);
    unsigned long long key = view ? PyLong_AsUnsignedLongLong(args[1]) : 0;
    if (!view || (key == (unsigned long long)-1 && PyErr_Occurred())) {
        return NULL;
    }
    ssz_view *child;
    Py_BEGIN_ALLOW_THREADS child = ssz_view_child(view, key, NULL);
    Py_END_ALLOW_THREADS return pyssz_view_handle(type, child);
}

/* copy(view): ssz_view_copy, None on failure. */
static PyObject *pyssz_copy(PyObject *type, PyObject *handle) {
    ssz_view *view = pyssz_view_of(type, handle);
    if (!view) {
        return NULL;
    }
    ssz_view *copy;
    Py_BEGIN_ALLOW_THREADS copy = ssz_view_copy(view, NULL);
    Py_END_ALLOW_THREADS return pyssz_view_handle(type, copy);
}

/* version(view): ssz_view_version. */
static PyObject *pyssz_version(PyObject *type, PyObject *handle) {
    ssz_view *view = pyssz_view_of(type, handle);
    return view ? PyLong_FromUnsignedLongLong(ssz_view_version(view)) : NULL;
}

/* moves(view): ssz_view_moves. */
static PyObject *pyssz_moves(PyObject *type, PyObject *handle) {
    ssz_view *view = pyssz_view_of(type, handle);
    return view ? PyLong_FromUnsignedLongLong(ssz_view_moves(view)) : NULL;
}

/* uint(view, key): ssz_view_uint, None on failure. */
static PyObject *pyssz_uint(PyObject *type, PyObject *const *args, Py_ssize_t count) {
    if (count != 2) {
        return PyErr_Format(PyExc_TypeError, "uint() takes a view and a key");
    }
    ssz_view *view = pyssz_view_of(type, args[0]);
    unsigned long long key = view ? PyLong_AsUnsignedLongLong(args[1]) : 0;
    if (!view || (key == (unsigned long long)-1 && PyErr_Occurred())) {
        return NULL;
    }
    uint64_t number = 0;
    int32_t code;
    Py_BEGIN_ALLOW_THREADS code = ssz_view_uint(view, key, &number, NULL);
    Py_END_ALLOW_THREADS if (code != SSZ_OK) {
        Py_RETURN_NONE;
    }
    return PyLong_FromUnsignedLongLong(number);
}

static PyMethodDef pyssz_child_def = {"child", (PyCFunction)(void (*)(void))pyssz_child,
                                      METH_FASTCALL, NULL};
static PyMethodDef pyssz_copy_def = {"copy", pyssz_copy, METH_O, NULL};
static PyMethodDef pyssz_uint_def = {"uint", (PyCFunction)(void (*)(void))pyssz_uint, METH_FASTCALL,
                                     NULL};
static PyMethodDef pyssz_version_def = {"version", pyssz_version, METH_O, NULL};
static PyMethodDef pyssz_moves_def = {"moves", pyssz_moves, METH_O, NULL};

/* ---- kept parts -------------------------------------------------------------------------------------- */

/* Parts(view, moves): what was found at parts of a container by key, gone (KeyError) as soon as the moves of
 * the view are others. */
typedef struct pyssz_parts {
    PyObject_HEAD PyObject *handle;
    PyObject *found; /* a dictionary */
    ssz_view *view;
    unsigned long long moves;
} pyssz_parts;

static PyObject *pyssz_parts_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *handle;
    unsigned long long moves;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!K:Parts", &PyLong_Type, &handle, &moves)) {
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    pyssz_parts *self = (pyssz_parts *)allocate(type, 0);
    if (self) {
        Py_INCREF(handle);
        self->handle = handle;
        self->view = PyLong_AsVoidPtr(handle);
        self->moves = moves;
        self->found = PyDict_New();
    }
    if (self && !self->found) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int pyssz_parts_traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(((pyssz_parts *)object)->found);
    Py_VISIT(Py_TYPE(object));
    return 0;
}

/* Not the handle, which is in no cycle. */
static int pyssz_parts_clear(PyObject *object) {
    Py_CLEAR(((pyssz_parts *)object)->found);
    return 0;
}

static void pyssz_parts_dealloc(PyObject *object) {
    pyssz_parts *self = (pyssz_parts *)object;
    PyObject_GC_UnTrack(object);
    Py_CLEAR(self->found);
    Py_CLEAR(self->handle);
    pyssz_free_handle(object);
}

static PyObject *pyssz_parts_get(PyObject *object, PyObject *key) {
    pyssz_parts *self = (pyssz_parts *)object;
    PyObject *part = NULL;
    if (self->found && ssz_view_moves(self->view) == self->moves) {
        part = PyDict_GetItemWithError(self->found, key);
    }
    Py_XINCREF(part);
    if (!part && !PyErr_Occurred()) {
        PyErr_SetObject(PyExc_KeyError, key);
    }
    return part;
}

static int pyssz_parts_set(PyObject *object, PyObject *key, PyObject *part) {
    pyssz_parts *self = (pyssz_parts *)object;
    if (!self->found || !part) {
        PyErr_SetObject(PyExc_KeyError, key);
        return -1;
    }
    return PyDict_SetItem(self->found, key, part);
}

static PyMemberDef pyssz_parts_members[] = {
    {"moves", T_ULONGLONG, offsetof(pyssz_parts, moves), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot pyssz_parts_slots[] = {
    {Py_tp_new, (void *)pyssz_parts_new},       {Py_tp_traverse, (void *)pyssz_parts_traverse},
    {Py_tp_clear, (void *)pyssz_parts_clear},   {Py_tp_dealloc, (void *)pyssz_parts_dealloc},
    {Py_mp_subscript, (void *)pyssz_parts_get}, {Py_mp_ass_subscript, (void *)pyssz_parts_set},
    {Py_tp_members, pyssz_parts_members},       {0, NULL},
};

static PyType_Spec pyssz_parts_spec = {
    .name = "pyssz._native.Parts",
    .basicsize = sizeof(pyssz_parts),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = pyssz_parts_slots,
};

/* ---- the module -------------------------------------------------------------------------------------- */

static bool pyssz_add(PyObject *module, const char *name, PyObject *object) {
    bool is_done = object && PyObject_SetAttrString(module, name, object) == 0;
    Py_XDECREF(object);
    return is_done;
}

/* A subclass of int that has nothing but another end. */
static PyObject *pyssz_handle_type(const char *name, destructor dealloc) {
    PyType_Slot slots[] = {{Py_tp_dealloc, (void *)dealloc}, {0, NULL}};
    PyType_Spec spec = {.name = name, .flags = Py_TPFLAGS_DEFAULT, .slots = slots};
    PyObject *bases = PyTuple_Pack(1, (PyObject *)&PyLong_Type);
    PyObject *type = bases ? PyType_FromSpecWithBases(&spec, bases) : NULL;
    Py_XDECREF(bases);
    return type;
}

/* Gives the module of the extension, which may be NULL, the types, and what makes handles in one go. */
static PyObject *pyssz_with_handles(PyObject *module) {
    if (!module) {
        return NULL;
    }
    pyssz_new_int = (newfunc)PyType_GetSlot(&PyLong_Type, Py_tp_new);
    PyObject *view = pyssz_handle_type("pyssz._native.View", pyssz_dealloc_view);
#define PYSSZ_ADD_TYPE(name, dealloc)                                                              \
    pyssz_add(module, name, pyssz_handle_type("pyssz._native." name, dealloc))
    bool is_done =
        view && pyssz_add(module, "child", PyCFunction_New(&pyssz_child_def, view)) &&
        pyssz_add(module, "copy", PyCFunction_New(&pyssz_copy_def, view)) &&
        pyssz_add(module, "uint", PyCFunction_New(&pyssz_uint_def, view)) &&
        pyssz_add(module, "version", PyCFunction_New(&pyssz_version_def, view)) &&
        pyssz_add(module, "moves", PyCFunction_New(&pyssz_moves_def, view)) &&
        pyssz_add(module, "Parts", PyType_FromSpec(&pyssz_parts_spec)) &&
        pyssz_add(module, "arrow_capsule", PyCFunction_New(&pyssz_arrow_capsule_def, NULL)) &&
        PYSSZ_ADD_TYPE("Views", pyssz_dealloc_views) &&
        PYSSZ_ADD_TYPE("Origin", pyssz_dealloc_origin) &&
        PYSSZ_ADD_TYPE("Schema", pyssz_dealloc_schema) &&
        PYSSZ_ADD_TYPE("Stream", pyssz_dealloc_stream) &&
        PYSSZ_ADD_TYPE("Encoder", pyssz_dealloc_encoder) &&
        PYSSZ_ADD_TYPE("JsonPlan", pyssz_dealloc_json_plan) &&
        PyObject_SetAttrString(module, "View", view) == 0;
#undef PYSSZ_ADD_TYPE
    Py_XDECREF(view);
    if (!is_done) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

/* The source that cffi writes ends in a call of this, whose result is the new module. */
#define _cffi_init(name, version, context) pyssz_with_handles(_cffi_init(name, version, context))

#endif

#endif
