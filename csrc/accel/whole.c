/*
 * whole.c - values as a whole: making, decoding, copying, sizes and roots.
 *
 * `Value` is a base of classes of views for its methods; what is no hit is asked of the methods whose names begin with
 * an underscore: `_decode_bytes(data)`, `_encode_bytes()`, `_copy()`, `_value_byte_length()`, `_hash_tree_root()`, and
 * of `_make(...)` where a class is called.
 */
#include "whole.h"

#include <string.h>

#include "plans.h"

/* Bytes up to which other threads wait for a check. */
#define SHORT 4096

static PyObject *call(PyObject *object, const char *name, PyObject *args, PyObject *kwargs) {
    PyObject *method = PyObject_GetAttrString(object, name);
    PyObject *result = method ? PyObject_Call(method, args, kwargs) : NULL;
    Py_XDECREF(method);
    return result;
}

/* The same as a call of Python. */
static PyObject *decode_slowly(PyObject *cls, PyObject *const *args, Py_ssize_t count,
                               PyObject *names) {
    Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    PyObject *positional = PyTuple_New(count), *keywords = PyDict_New(), *result = NULL;
    bool is_good = positional && keywords;
    for (Py_ssize_t i = 0; is_good && i < count; i++) {
        Py_INCREF(args[i]);
        is_good = PyTuple_SetItem(positional, i, args[i]) == 0;
    }
    for (Py_ssize_t i = 0; is_good && i < named; i++) {
        is_good = PyDict_SetItem(keywords, PyTuple_GetItem(names, i), args[count + i]) == 0;
    }
    if (is_good) {
        result = call(cls, "_decode_bytes", positional, keywords);
    }
    Py_XDECREF(positional);
    Py_XDECREF(keywords);
    return result;
}

static PyObject *decode_bytes(PyObject *cls, PyObject *const *args, Py_ssize_t count,
                              PyObject *names) {
    accel_plan *plan = accel_plan_of((PyTypeObject *)cls);
    if (plan && plan->compiled && count == 1 && !names) {
        PyObject *data = args[0];
        if (Py_TYPE(data) == &PyBytes_Type && PyBytes_Size(data) <= SHORT &&
            accel_library->check(plan->compiled, plan->number, PyBytes_AsString(data),
                                 (uint64_t)PyBytes_Size(data), NULL) == SSZ_OK) {
            return accel_view_of(plan->kind, data);
        }
    }
    return decode_slowly(cls, args, count, names);
}

/* Of a file the bytes are copied by Python, which is prepared for one that is truncated. */
static PyObject *encode_bytes(PyObject *object, PyObject *unused) {
    accel_view *view = (accel_view *)object;
    const accel_source *source = view->source;
    (void)unused;
    if (!source || !source->bytes || Py_TYPE(source->data) != &PyBytes_Type) {
        return accel_miss(object, "_encode_bytes", NULL);
    }
    if ((Py_ssize_t)view->size == PyBytes_Size(source->data)) {
        Py_INCREF(source->data);
        return source->data;
    }
    return PyBytes_FromStringAndSize((const char *)source->bytes + view->offset,
                                     (Py_ssize_t)view->size);
}

static PyObject *value_byte_length(PyObject *object, PyObject *unused) {
    accel_view *view = (accel_view *)object;
    (void)unused;
    if (view->source && view->source->bytes) {
        return PyLong_FromUnsignedLongLong(view->size);
    }
    return accel_miss(object, "_value_byte_length", NULL);
}

/* Of a changed value: the root that is known, if it is that of this version. */
static PyObject *known_root(accel_view *view) {
    if (!view->handle || !view->known_root || !PyTuple_Check(view->known_root) ||
        PyTuple_Size(view->known_root) != 2) {
        return NULL;
    }
    unsigned long long version = PyLong_AsUnsignedLongLong(PyTuple_GetItem(view->known_root, 0));
    if (version == (unsigned long long)-1 && PyErr_Occurred()) {
        PyErr_Clear();
        return NULL;
    }
    return version == accel_library->view_version(view->handle)
               ? PyTuple_GetItem(view->known_root, 1)
               : NULL;
}

/* What Python has for roots: a class of bytes. */
static PyObject *root_class;

/* Bytes up to which other threads wait for a root. */
#define SHORT_TO_HASH 512

/* The root of bytes that can't change, which were checked when they became a value: see many.c.  NULL without an
 * exception if that is no hit. */
static PyObject *root_of_bytes(accel_view *view) {
    accel_plan *plan = accel_plan_of(Py_TYPE((PyObject *)view));
    const accel_source *source = view->source;
    const uint8_t *bytes = accel_bytes_of(view, 0, view->size);
    if (!root_class || !plan || !plan->compiled || !bytes || view->size >= ACCEL_LARGE ||
        Py_TYPE(source->data) != &PyBytes_Type) {
        return NULL;
    }
    ssz_slice slice = {bytes, view->size};
    uint8_t out[32];
    int32_t code;
    PyObject *data = source->data, *schema = plan->schema;
    const ssz_schema *compiled = plan->compiled;
    uint32_t number = plan->number;
    Py_INCREF(data);
    Py_INCREF(schema);
    if (slice.size <= SHORT_TO_HASH) {
        code = accel_library->roots(compiled, number, &slice, 1, out, NULL);
    } else {
        Py_BEGIN_ALLOW_THREADS;
        code = accel_library->roots(compiled, number, &slice, 1, out, NULL);
        Py_END_ALLOW_THREADS;
    }
    PyObject *plain = code == SSZ_OK ? PyBytes_FromStringAndSize((const char *)out, sizeof out)
                                     : PyErr_NoMemory();
    PyObject *root = plain ? PyObject_CallFunctionObjArgs(root_class, plain, NULL) : NULL;
    Py_XDECREF(plain);
    if (root && view->source == source && source->data == data) { /* it was not changed meanwhile */
        PyObject *old = view->root;
        Py_INCREF(root);
        view->root = root;
        Py_XDECREF(old);
    }
    Py_DECREF(data);
    Py_DECREF(schema);
    return root;
}

static PyObject *hash_tree_root(PyObject *object, PyObject *unused) {
    accel_view *view = (accel_view *)object;
    PyObject *root = NULL;
    (void)unused;
    if (view->source && view->source->bytes) {
        root = view->root == Py_None ? NULL : view->root;
        if (!root) {
            root = root_of_bytes(view);
            return root || PyErr_Occurred() ? root : accel_miss(object, "_hash_tree_root", NULL);
        }
    } else if (view->source && view->source->data == Py_None) {
        root = known_root(view);
    }
    if (!root) {
        return accel_miss(object, "_hash_tree_root", NULL);
    }
    Py_INCREF(root);
    return root;
}

static PyObject *copy(PyObject *object, PyObject *unused) {
    accel_view *view = (accel_view *)object;
    accel_source *source = view->source;
    (void)unused;
    if (!source || !source->bytes || view->size >= ACCEL_LARGE) {
        return accel_miss(object, "_copy", NULL);
    }
    const accel_plan *plan = accel_plan_of(Py_TYPE(object));
    uint64_t offset = view->offset, size = view->size;
    PyObject *data = source->data, *root = view->root ? view->root : Py_None;
    Py_INCREF(data);
    Py_INCREF(root);
    accel_view *twin = (accel_view *)accel_view_of(
        plan ? plan->kind : (accel_kind){.type = Py_TYPE(object)}, data);
    Py_DECREF(data);
    if (!twin) {
        Py_DECREF(root);
        return NULL;
    }
    twin->offset = offset;
    twin->size = size;
    Py_DECREF(twin->root);
    twin->root = root;
    return (PyObject *)twin;
}

/* roots(cls): what roots are made of their bytes. */
static PyObject *use_root(PyObject *module, PyObject *cls) {
    (void)module;
    return accel_use(&root_class, cls);
}

static PyMethodDef value_methods[] = {
    {"decode_bytes", (PyCFunction)(void (*)(void))decode_bytes,
     METH_CLASS | METH_FASTCALL | METH_KEYWORDS,
     "Decode the SSZ encoding of a value, see View.decode_bytes."},
    {"encode_bytes", encode_bytes, METH_NOARGS, "The SSZ encoding, as bytes."},
    {"value_byte_length", value_byte_length, METH_NOARGS,
     "Size of the encoding, without encoding."},
    {"hash_tree_root", hash_tree_root, METH_NOARGS, "The Merkle root: 32 bytes."},
    {"copy", copy, METH_NOARGS, "An independent value equal to this one; shares all it can."},
    {NULL, NULL, 0, NULL},
};

/* ---- making containers ------------------------------------------------------------------------------------ */

/* The field of a name, which is looked for from `guess` on; NULL if its name is not among them. */
static const accel_member *place_of(const accel_plan *plan, PyObject *name, Py_ssize_t guess) {
    for (Py_ssize_t i = 0; i < plan->place_count; i++) {
        Py_ssize_t at = guess + i < plan->place_count ? guess + i : guess + i - plan->place_count;
        if (plan->places[at].name == name) {
            return &plan->places[at];
        }
    }
    return NULL;
}

/* The encoding of a container with these fields; NULL without an exception if that is no hit. */
static PyObject *packed(const accel_plan *plan, PyObject *values) {
    PyObject *data = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)plan->size);
    if (!data) {
        return NULL;
    }
    uint8_t *out = (uint8_t *)PyBytes_AsString(data);
    if (PyDict_Size(values) < plan->place_count) {
        memcpy(out, PyBytes_AsString(plan->initial), (size_t)plan->size);
    }
    PyObject *name, *value;
    Py_ssize_t next = 0, guess = 0;
    while (PyDict_Next(values, &next, &name, &value)) {
        const accel_member *place = place_of(plan, name, guess);
        if (!place || !accel_pack(place->plan, value, out + place->at)) {
            Py_DECREF(data);
            return NULL;
        }
        guess = place - plan->places + 1;
    }
    return data;
}

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    accel_plan *plan = accel_plan_of(type);
    if (plan && plan->places && kwargs && PyTuple_Size(args) == 0 && PyDict_Size(kwargs) > 0) {
        PyObject *data = packed(plan, kwargs);
        if (data) {
            PyObject *view = accel_view_of(plan->kind, data);
            Py_DECREF(data);
            return view;
        }
        if (PyErr_Occurred()) {
            return NULL;
        }
    }
    return call((PyObject *)type, "_make", args, kwargs);
}

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)make},
    {Py_tp_methods, (void *)value_methods},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "pyssz._accel.Value",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

bool accel_add_whole(PyObject *module) {
    PyObject *bases = PyTuple_Pack(1, (PyObject *)accel_view_type);
    PyObject *type = bases ? PyType_FromSpecWithBases(&spec, bases) : NULL;
    Py_XDECREF(bases);
    static PyMethodDef functions[] = {
        {"use_root", use_root, METH_O, NULL},
        {NULL, NULL, 0, NULL},
    };
    return accel_add(module, "Value", type) && PyModule_AddFunctions(module, functions) == 0;
}
