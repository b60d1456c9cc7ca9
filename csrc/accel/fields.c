/*
 * fields.c - the attributes of containers: a property that answers most reads and writes itself.
 *
 * `Field(owner, plan or None, at, until, key)` is what `property(fget, fset, fdel, doc)` is to users, where
 * functions(owner, key) gives these four.  Views of the class `owner` it reads as the plan of the field's type says, of the field that is at `at` of
 * the fixed part; for types of variable size there are the offset of the field, and at `until` the next one or, if it
 * is None, none.
 */
#include "fields.h"

#include <stddef.h>
#include <structmember.h>

#include "numbers.h"
#include "plans.h"
#include "shared.h"

typedef struct field {
    PyObject_HEAD PyTypeObject *owner;
    accel_plan *plan; /* NULL if nothing is read here */
    bool can_write;
    uint64_t at, until, key;
    PyObject *number; /* the key as an int */
    /* What was read last: making an int is half of the work, and a loop over a list often meets the same again, as
     * every validator's exit_epoch. */
    uint64_t last_number;
    PyObject *last;
    PyObject *fget, *fset, *fdel, *doc;
} field;

static PyTypeObject *field_type;

/* functions(owner, key): what Python has for a field: a tuple of fget, fset, fdel and doc.  Most of them are never
 * needed, so they are made when they are. */
static PyObject *functions;

static int traverse(PyObject *object, visitproc visit, void *arg) {
    field *self = (field *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->owner);
    Py_VISIT(self->plan);
    Py_VISIT(self->last);
    Py_VISIT(self->fget);
    Py_VISIT(self->fset);
    Py_VISIT(self->fdel);
    Py_VISIT(self->doc);
    return 0;
}

/* Not the class, which gives up its fields, nor the functions: as with a property, code that still has the
 * field may call them. */
static int clear(PyObject *object) {
    field *self = (field *)object;
    Py_CLEAR(self->plan);
    Py_CLEAR(self->last);
    return 0;
}

static void dealloc(PyObject *object) {
    field *self = (field *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    clear(object);
    Py_CLEAR(self->owner);
    Py_CLEAR(self->number);
    Py_CLEAR(self->last);
    Py_CLEAR(self->fget);
    Py_CLEAR(self->fset);
    Py_CLEAR(self->fdel);
    Py_CLEAR(self->doc);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *new_field(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *owner, *plan, *until;
    unsigned long long at, key;
    uint64_t next = 0;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!OKOK:Field", &PyType_Type, &owner, &plan, &at, &until, &key)) {
        return NULL;
    }
    if ((plan != Py_None && !accel_is_plan(plan)) ||
        (until != Py_None && !accel_number(until, &next)) ||
        !PyType_IsSubtype((PyTypeObject *)owner, accel_view_type)) {
        return PyErr_Format(PyExc_TypeError, "this can be no field");
    }
    field *self = (field *)PyType_GenericAlloc(type, 0);
    PyObject *number = self ? PyLong_FromUnsignedLongLong(key) : NULL;
    if (!number) {
        Py_XDECREF(self);
        return NULL;
    }
    self->number = number;
    self->at = at;
    self->until = next;
    self->key = key;
    self->can_write = plan != Py_None;
    Py_INCREF(owner);
    self->owner = (PyTypeObject *)owner;
    if (plan != Py_None) {
        Py_INCREF(plan);
        self->plan = (accel_plan *)plan;
    }
    return (PyObject *)self;
}

/* Has a field know what `functions` gives for it, but for what it has of its own. */
static bool complete(field *self) {
    if (self->doc) {
        return true;
    }
    PyObject *found =
        functions ? PyObject_CallFunctionObjArgs(functions, self->owner, self->number, NULL) : NULL;
    if (!found || !PyTuple_Check(found) || PyTuple_Size(found) != 4) {
        Py_XDECREF(found);
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "nothing says how the field is read");
        }
        return false;
    }
    PyObject **const parts[] = {&self->fget, &self->fset, &self->fdel, &self->doc};
    for (int i = 0; i < 4; i++) {
        if (!*parts[i]) {
            *parts[i] = PyTuple_GetItem(found, i);
            Py_INCREF(*parts[i]);
        }
    }
    Py_DECREF(found);
    return true;
}

/* The same field with another way to read or to write it. */
static PyObject *copy(field *self, bool reads, PyObject *fget, bool writes, PyObject *fset) {
    field *other = (field *)PyType_GenericAlloc(Py_TYPE(self), 0);
    if (!other) {
        return NULL;
    }
    other->at = self->at;
    other->until = self->until;
    other->key = self->key;
    other->can_write = self->can_write && writes;
    PyObject *from[] = {(PyObject *)self->owner,
                        reads ? (PyObject *)self->plan : NULL,
                        self->number,
                        fget,
                        fset,
                        self->fdel,
                        self->doc};
    PyObject **const to[] = {(PyObject **)&other->owner,
                             (PyObject **)&other->plan,
                             &other->number,
                             &other->fget,
                             &other->fset,
                             &other->fdel,
                             &other->doc};
    for (int i = 0; i < 7; i++) {
        Py_XINCREF(from[i]);
        *to[i] = from[i];
    }
    return (PyObject *)other;
}

/* asking(function): the same field, which asks another function where what it reads is no hit. */
static PyObject *asking(PyObject *object, PyObject *fget) {
    return copy((field *)object, true, fget, true, ((field *)object)->fset);
}

static PyObject *with_getter(PyObject *object, PyObject *fget) {
    field *self = (field *)object;
    return copy(self, false, fget, self->can_write, self->fset);
}

static PyObject *with_setter(PyObject *object, PyObject *fset) {
    return copy((field *)object, true, ((field *)object)->fget, false, fset);
}

/* The view that was found at the field before, of a container that was changed. */
static PyObject *known_part(field *self, accel_view *view) {
    if (self->plan->is_shared) {
        return accel_shared_part_of_tree(self->plan->kind, view, self->key);
    }
    if (!view->children || !accel_tree_of(view)) {
        return NULL;
    }
    PyObject *part = PyObject_GetItem(view->children, self->number);
    if (!part) {
        PyErr_Clear();
    }
    return part;
}

/* A number as an instance of the field's type. */
static PyObject *number_of(field *self, uint64_t number) {
    if (!self->last || self->last_number != number) {
        PyObject *made = accel_integer(self->plan->kind.type, number);
        if (!made) {
            return NULL;
        }
        PyObject *old = self->last;
        self->last = made;
        self->last_number = number;
        Py_XDECREF(old);
        if (self->last != made) {
            return NULL; /* what was given up has run code that has read the field: Python will answer */
        }
    }
    Py_INCREF(self->last);
    return self->last;
}

static PyObject *get_number(field *self, accel_view *view) {
    const accel_plan *plan = self->plan;
    const uint8_t *data = accel_bytes_of(view, self->at, plan->size);
    uint64_t number;
    if (data) {
        number = accel_load(data, plan->size);
    } else {
        ssz_view *handle = accel_tree_of(view);
        if (!handle || accel_library->view_try_uint(handle, self->key, &number) != SSZ_OK) {
            return NULL;
        }
    }
    return number_of(self, number);
}

static PyObject *get(PyObject *object, PyObject *instance, PyObject *owner) {
    field *self = (field *)object;
    (void)owner;
    if (!instance || instance == Py_None) {
        Py_INCREF(object);
        return object;
    }
    accel_plan *plan = self->plan;
    if (plan && Py_TYPE(instance) == self->owner) {
        accel_view *view = (accel_view *)instance;
        PyObject *value;
        if (plan->operation == NUMBER && plan->is_plain) {
            value = get_number(self, view);
        } else if (accel_is_sealed(view)) {
            value = plan->is_fixed
                        ? accel_read(plan, view, self->at, plan->size, self->key)
                        : accel_read_variable(plan, view, self->at, self->until, self->key);
        } else {
            value = plan->operation == VIEW ? known_part(self, view)
                                            : accel_read_tree(plan, view, self->key);
        }
        if (value || PyErr_Occurred()) {
            return value;
        }
    }
    return complete(self) ? PyObject_CallFunctionObjArgs(self->fget, instance, NULL) : NULL;
}

static int set(PyObject *object, PyObject *instance, PyObject *value) {
    field *self = (field *)object;
    PyObject *result = NULL;
    if (!value) {
        result = !complete(self) ? NULL : PyObject_CallFunctionObjArgs(self->fdel, instance, NULL);
    } else {
        if (self->can_write && self->plan && Py_TYPE(instance) == self->owner &&
            accel_write_number(self->plan, (accel_view *)instance, self->key, value)) {
            return 0;
        }
        result = !complete(self) ? NULL
                                 : PyObject_CallFunctionObjArgs(self->fset, instance, value, NULL);
    }
    Py_XDECREF(result);
    return result ? 0 : -1;
}

/* An attribute of a property; `closure` is where it is in a field. */
static PyObject *attribute(PyObject *object, void *closure) {
    if (!complete((field *)object)) {
        return NULL;
    }
    PyObject *found = *(PyObject **)((char *)object + (uintptr_t)closure);
    Py_INCREF(found);
    return found;
}

#define ATTRIBUTE(name, member) {name, attribute, NULL, NULL, (void *)offsetof(field, member)}

static PyGetSetDef attributes[] = {
    ATTRIBUTE("fget", fget),   ATTRIBUTE("fset", fset),        ATTRIBUTE("fdel", fdel),
    ATTRIBUTE("__doc__", doc), {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"asking", asking, METH_O, NULL},
    {"getter", with_getter, METH_O, NULL},
    {"setter", with_setter, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)new_field},
    {Py_tp_traverse, (void *)traverse},
    {Py_tp_clear, (void *)clear},
    {Py_tp_dealloc, (void *)dealloc},
    {Py_tp_descr_get, (void *)get},
    {Py_tp_descr_set, (void *)set},
    {Py_tp_getset, (void *)attributes},
    {Py_tp_methods, (void *)methods},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "pyssz._accel.Field",
    .basicsize = sizeof(field),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

/* fields(function): what makes the functions of fields. */
static PyObject *use_functions(PyObject *module, PyObject *function) {
    (void)module;
    return accel_use(&functions, function);
}

static PyMethodDef module_functions[] = {
    {"fields", use_functions, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

bool accel_add_fields(PyObject *module) {
    field_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return accel_add(module, "Field", (PyObject *)field_type) &&
           PyModule_AddFunctions(module, module_functions) == 0;
}
