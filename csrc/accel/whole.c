/*
 * whole.c - values as a whole: making, decoding, copying, sizes and roots.
 *
 * `Value` is a base of classes of views for its methods; what is no hit is asked of the methods whose names begin with
 * an underscore: `_decode_bytes(data)`, `_encode_bytes()`, `_encode_into(buffer, offset)`, `_copy()`,
 * `_value_byte_length()`, `_hash_tree_root()`, and of `_make(...)` where a class is called.
 */
#include "whole.h"

#include <string.h>

#include "byte_strings.h"
#include "plans.h"

/* Bytes up to which other threads wait for a check ... */
#define SHORT 4096
/* ... and for a root. */
#define SHORT_TO_HASH 1024

/* The class of roots. */
static PyTypeObject *roots;

static PyObject *call(PyObject *object, const char *name, PyObject *args, PyObject *kwargs) {
    PyObject *method = PyObject_GetAttrString(object, name);
    PyObject *result = method ? PyObject_Call(method, args, kwargs) : NULL;
    Py_XDECREF(method);
    return result;
}

/* The same for arguments in a row, of which the last have names. */
static PyObject *ask(PyObject *object, const char *name, PyObject *const *args, Py_ssize_t count,
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
        result = call(object, name, positional, keywords);
    }
    Py_XDECREF(positional);
    Py_XDECREF(keywords);
    return result;
}

/* ---- decoding -------------------------------------------------------------------------------------------- */

static PyObject *decode_bytes(PyObject *cls, PyObject *const *args, Py_ssize_t count,
                              PyObject *names) {
    const accel_plan *plan = accel_plan_of((PyTypeObject *)cls);
    if (plan && plan->compiled && count == 1 && !names) {
        PyObject *data = args[0];
        if (Py_TYPE(data) == &PyBytes_Type && PyBytes_Size(data) <= SHORT &&
            accel_library->check(plan->compiled, plan->number, PyBytes_AsString(data),
                                 (uint64_t)PyBytes_Size(data), NULL) == SSZ_OK) {
            return accel_view_of(plan->kind, data);
        }
    }
    return ask(cls, "_decode_bytes", args, count, names);
}

static PyMethodDef decode_definition = {
    "decode_bytes", (PyCFunction)(void (*)(void))decode_bytes, METH_FASTCALL | METH_KEYWORDS,
    "decode_bytes(data, *, max_bytes=None)\n--\n\n"
    "Decode the SSZ encoding of a value, see View.decode_bytes."};

/* `Decoder(function)` is a classmethod that decodes here what it can.  To make a function for each call would be a
 * fifth of what decoding a message takes: classes with a plan keep theirs. */
static PyObject *decoder_of(PyObject *object, PyObject *instance, PyObject *owner) {
    PyObject *cls = owner ? owner : (PyObject *)Py_TYPE(instance);
    accel_plan *plan = accel_plan_of((PyTypeObject *)cls);
    (void)object;
    if (plan && plan->decoder) {
        Py_INCREF(plan->decoder);
        return plan->decoder;
    }
    PyObject *made = PyCFunction_NewEx(&decode_definition, cls, NULL);
    if (made && plan && !plan->decoder) {
        Py_INCREF(made);
        plan->decoder = made;
    }
    return made;
}

/* ---- methods of values ------------------------------------------------------------------------------------- */

/* Of a file the bytes are copied by Python, which is prepared for one that is truncated. */
static PyObject *encode_bytes(PyObject *object, PyObject *unused) {
    const accel_view *view = (accel_view *)object;
    PyObject *data = accel_data_of(view);
    const uint8_t *bytes = accel_bytes_of(view, 0, view->size);
    (void)unused;
    if (!bytes || Py_TYPE(data) != &PyBytes_Type) {
        return accel_miss(object, "_encode_bytes", NULL);
    }
    if ((Py_ssize_t)view->size == PyBytes_Size(data)) {
        Py_INCREF(data);
        return data;
    }
    return PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)view->size);
}

/* Into a bytearray, which most buffers are; those of others are not in the limited API of 3.10. */
static PyObject *encode_into(PyObject *object, PyObject *const *args, Py_ssize_t count,
                             PyObject *names) {
    const accel_view *view = (accel_view *)object;
    PyObject *data = accel_data_of(view);
    const uint8_t *bytes = accel_bytes_of(view, 0, view->size);
    if (bytes && Py_TYPE(data) == &PyBytes_Type && !names && (count == 1 || count == 2) &&
        Py_TYPE(args[0]) == &PyByteArray_Type && (count == 1 || Py_TYPE(args[1]) == &PyLong_Type)) {
        size_t room = (size_t)PyByteArray_Size(args[0]);
        size_t offset = count == 1 ? 0 : PyLong_AsSize_t(args[1]);
        if (offset == (size_t)-1 && PyErr_Occurred()) {
            PyErr_Clear();
        } else if (offset <= room && view->size <= room - offset) {
            if (view->size > 0) {
                memcpy(PyByteArray_AsString(args[0]) + offset, bytes, (size_t)view->size);
            }
            return PyLong_FromUnsignedLongLong(view->size);
        }
    }
    return ask(object, "_encode_into", args, count, names);
}

static PyObject *value_byte_length(PyObject *object, PyObject *unused) {
    accel_view *view = (accel_view *)object;
    (void)unused;
    if (accel_is_sealed(view)) {
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

/* The root of sealed bytes, which is kept; NULL without an exception if that is no hit.  They were checked when they
 * became a value. */
static PyObject *root_of_bytes(accel_view *view) {
    accel_plan *plan = accel_plan_of(Py_TYPE((PyObject *)view));
    PyObject *data = accel_data_of(view);
    const uint8_t *bytes = accel_bytes_of(view, 0, view->size);
    if (!plan || !plan->compiled || !roots || !bytes || view->size >= ACCEL_LARGE ||
        Py_TYPE(data) != &PyBytes_Type) {
        return NULL;
    }
    const ssz_schema *schema = plan->compiled;
    uint32_t number = plan->number;
    ssz_slice slice = {bytes, view->size};
    uint8_t out[SSZ_CHUNK_SIZE];
    int32_t code;
    Py_INCREF(data); /* the class of the view keeps the schema */
    if (slice.size <= SHORT_TO_HASH) {
        code = accel_library->roots(schema, number, &slice, 1, out, NULL);
    } else {
        Py_BEGIN_ALLOW_THREADS;
        code = accel_library->roots(schema, number, &slice, 1, out, NULL);
        Py_END_ALLOW_THREADS;
    }
    PyObject *root = code == SSZ_OK ? accel_byte_string(roots, out, sizeof out) : PyErr_NoMemory();
    bool is_same = data == accel_data_of(view);
    if (root && is_same) { /* it was not changed meanwhile */
        PyObject *old = view->root;
        Py_INCREF(root);
        view->root = root;
        Py_XDECREF(old); /* bytes or None, which run no code when they go */
    }
    Py_DECREF(data);
    return root;
}

/* The root of a changed value, which is kept with its version; NULL without an exception if that is no hit. */
static PyObject *root_of_tree(accel_view *view) {
    ssz_view *handle = accel_tree_of(view);
    PyObject *kept = handle && roots ? accel_handle_of(view) : NULL;
    if (!kept) {
        return NULL;
    }
    uint8_t out[SSZ_CHUNK_SIZE];
    int32_t code;
    /* Before the root: what is kept may be newer, never older. */
    uint64_t version = accel_library->view_version(handle);
    Py_BEGIN_ALLOW_THREADS;
    code = accel_library->view_root(handle, out, NULL);
    Py_END_ALLOW_THREADS;
    PyObject *root = code == SSZ_OK ? accel_byte_string(roots, out, sizeof out) : NULL;
    PyObject *known = root ? Py_BuildValue("(KO)", (unsigned long long)version, root) : NULL;
    Py_DECREF(kept);
    if (known) {
        PyObject *old = view->known_root;
        view->known_root = known;
        Py_XDECREF(old);
    } else {
        Py_CLEAR(root);
    }
    return root;
}

static PyObject *hash_tree_root(PyObject *object, PyObject *unused) {
    accel_view *view = (accel_view *)object;
    PyObject *root;
    (void)unused;
    if (accel_is_sealed(view)) {
        root = view->root == Py_None ? NULL : view->root;
    } else {
        root = accel_tree_of(view) ? known_root(view) : NULL;
    }
    if (root) {
        Py_INCREF(root);
        return root;
    }
    root = accel_is_sealed(view) ? root_of_bytes(view) : root_of_tree(view);
    return root || PyErr_Occurred() ? root : accel_miss(object, "_hash_tree_root", NULL);
}

/* A copy of a changed value; NULL without an exception if that is no hit. */
static PyObject *copy_of_tree(accel_kind kind, accel_view *view) {
    ssz_view *handle = accel_tree_of(view);
    PyObject *root = handle ? known_root(view) : NULL;
    ssz_view *copied = handle ? accel_library->view_try_copy(handle) : NULL;
    if (!copied) {
        return NULL;
    }
    /* If it is still the root, no other thread has changed the value meanwhile. */
    root = root && known_root(view) == root ? root : NULL;
    Py_XINCREF(root);
    uint64_t version = accel_library->view_version(copied);
    accel_view *made = (accel_view *)accel_view_of_tree(kind, copied);
    if (made && root) {
        made->known_root = Py_BuildValue("(KO)", (unsigned long long)version, root);
        if (!made->known_root) {
            Py_CLEAR(made);
        }
    }
    Py_XDECREF(root);
    return (PyObject *)made;
}

/* The same of a sealed value.  A large one has to have a handle, which keeps inner roots. */
static PyObject *copy_of_bytes(accel_kind kind, accel_view *view) {
    bool is_large = view->size >= ACCEL_LARGE;
    if (is_large && !view->handle) {
        return NULL;
    }
    accel_view *made = (accel_view *)accel_copy_of(kind, view);
    if (made && is_large) {
        made->handle = accel_is_sealed(view) && view->handle
                           ? accel_library->view_try_copy(view->handle)
                           : NULL;
        made->is_own_handle = made->handle != NULL;
        if (!made->handle) {
            Py_CLEAR(made); /* Python will see */
        }
    }
    return (PyObject *)made;
}

static PyObject *copy(PyObject *object, PyObject *unused) {
    accel_view *view = (accel_view *)object;
    const accel_plan *plan = accel_plan_of(Py_TYPE(object));
    accel_kind kind = plan ? plan->kind : (accel_kind){.type = Py_TYPE(object)};
    (void)unused;
    PyObject *made = accel_is_sealed(view) ? copy_of_bytes(kind, view) : copy_of_tree(kind, view);
    return made || PyErr_Occurred() ? made : accel_miss(object, "_copy", NULL);
}

static PyMethodDef value_methods[] = {
    {"encode_bytes", encode_bytes, METH_NOARGS, "The SSZ encoding, as bytes."},
    {"encode_into", (PyCFunction)(void (*)(void))encode_into, METH_FASTCALL | METH_KEYWORDS,
     "encode_into($self, buffer, offset=0)\n--\n\n"
     "Write the encoding into a writable buffer, see View.encode_into."},
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

static PyType_Slot decoder_slots[] = {
    {Py_tp_descr_get, (void *)decoder_of},
    {0, NULL},
};

static PyType_Spec decoder_spec = {
    .name = "pyssz._accel.Decoder",
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = decoder_slots,
};

/* roots(type): the class of roots, which extends bytes. */
static PyObject *use_roots(PyObject *module, PyObject *type) {
    (void)module;
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, &PyBytes_Type)) {
        return PyErr_Format(PyExc_TypeError, "roots() takes a class of bytes");
    }
    Py_INCREF(type);
    roots = (PyTypeObject *)type;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"roots", use_roots, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *derived_from(PyObject *base, PyType_Spec *from) {
    PyObject *bases = base ? PyTuple_Pack(1, base) : NULL;
    PyObject *type = bases ? PyType_FromSpecWithBases(from, bases) : NULL;
    Py_XDECREF(bases);
    return type;
}

bool accel_add_whole(PyObject *module) {
    PyObject *builtins = PyImport_ImportModule("builtins");
    PyObject *base = builtins ? PyObject_GetAttrString(builtins, "classmethod") : NULL;
    Py_XDECREF(builtins);
    bool is_done = accel_add(module, "Decoder", derived_from(base, &decoder_spec)) &&
                   accel_add(module, "Value", derived_from((PyObject *)accel_view_type, &spec)) &&
                   PyModule_AddFunctions(module, functions) == 0;
    Py_XDECREF(base);
    return is_done;
}
