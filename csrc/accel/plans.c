/*
 * plans.c - plans as C knows them, and reading and packing what they say.
 *
 * core/plan.py says what a plan is, core/access.py what is read; here is the part of it that most reads are: bytes
 * that can't change, places within them, numbers in range.  A plan lives with its class, which refers to it; the
 * other way it is found by a table of classes.
 */
#include "plans.h"

#include <stdlib.h>
#include <string.h>

#include "byte_strings.h"
#include "numbers.h"
#include "shared.h"

/* Bytes of a byte string up to which other threads wait for it to be read from a tree. */
#define LONGEST 256

static PyTypeObject *plan_type;

/* ---- plans by their classes: a table with open addresses ------------------------------------------------ */

static accel_plan **table;
static size_t capacity, used; /* a power of two; at most half of it is used */

static size_t home_of(const PyTypeObject *kind) {
    return (size_t)(((uintptr_t)kind >> 4) * (uintptr_t)0x9E3779B97F4A7C15u >> 20) & (capacity - 1);
}

accel_plan *accel_plan_of(PyTypeObject *kind) {
    if (!capacity) {
        return NULL;
    }
    for (size_t i = home_of(kind); table[i]; i = (i + 1) & (capacity - 1)) {
        if (table[i]->kind.type == kind) {
            return table[i];
        }
    }
    return NULL;
}

static void table_put(accel_plan *plan) {
    size_t i = home_of(plan->kind.type);
    while (table[i]) {
        i = (i + 1) & (capacity - 1);
    }
    table[i] = plan;
    used++;
}

static bool table_add(accel_plan *plan) {
    if (2 * (used + 1) > capacity) {
        accel_plan **old = table;
        size_t count = capacity;
        size_t larger = capacity ? 2 * capacity : 256;
        accel_plan **new_table = calloc(larger, sizeof *new_table);
        if (!new_table) {
            PyErr_NoMemory();
            return false;
        }
        table = new_table;
        capacity = larger;
        used = 0;
        for (size_t i = 0; i < count; i++) {
            if (old[i]) {
                table_put(old[i]);
            }
        }
        free(old);
    }
    table_put(plan);
    return true;
}

static void table_remove(const accel_plan *plan) {
    size_t i = home_of(plan->kind.type);
    while (table[i] != plan) {
        if (!table[i]) {
            return;
        }
        i = (i + 1) & (capacity - 1);
    }
    table[i] = NULL;
    used--;
    /* Those behind it may have wanted to be here. */
    for (i = (i + 1) & (capacity - 1); table[i]; i = (i + 1) & (capacity - 1)) {
        accel_plan *moved = table[i];
        table[i] = NULL;
        used--;
        table_put(moved);
    }
}

/* ---- reading --------------------------------------------------------------------------------------------- */

static PyObject *new_reference(PyObject *object) {
    Py_XINCREF(object);
    return object;
}

PyObject *accel_value(accel_plan *plan, const uint8_t *data, uint64_t size) {
    switch (plan->operation) {
    case NUMBER:
        return plan->is_plain ? accel_integer(plan->kind.type, accel_load(data, size)) : NULL;
    case BOOLEAN:
        return *data <= 1 ? new_reference(plan->both[*data]) : NULL;
    case BYTES:
        return plan->is_plain ? accel_byte_string(plan->kind.type, data, size) : NULL;
    case VIEW:
        return NULL;
    }
    return NULL;
}

PyObject *accel_read(accel_plan *plan, accel_view *view, uint64_t at, uint64_t size, uint64_t key) {
    const uint8_t *data = accel_bytes_of(view, at, size);
    if (!data || !plan->kind.type || (plan->is_fixed && plan->size != size)) {
        return NULL;
    }
    if (plan->operation == VIEW) {
        return plan->is_shared ? accel_shared_part_of_bytes(plan->kind, view, at, size, key)
                               : accel_part_of_bytes(plan->kind, view, at, size, key);
    }
    return accel_value(plan, data, size);
}

PyObject *accel_read_variable(accel_plan *plan, accel_view *view, uint64_t at, uint64_t until,
                              uint64_t key) {
    const uint8_t *offset = accel_bytes_of(view, at, 4);
    const uint8_t *next = until ? accel_bytes_of(view, until, 4) : NULL;
    if (!offset || (until && !next)) {
        return NULL;
    }
    uint64_t start = accel_load(offset, 4), end = next ? accel_load(next, 4) : view->size;
    return start <= end ? accel_read(plan, view, start, end - start, key) : NULL;
}

/* A byte string of a view that was changed; NULL without an exception if that is no hit. */
static PyObject *bytes_of_tree(accel_plan *plan, const accel_view *view, uint64_t key) {
    ssz_view *handle = accel_tree_of(view);
    uint8_t data[LONGEST];
    uint64_t size;
    if (!plan->is_fixed || !plan->is_plain || plan->size > sizeof data || !handle ||
        !plan->kind.type ||
        accel_library->view_try_read(handle, key, 1, data, plan->size, &size) != SSZ_OK ||
        size != plan->size) {
        return NULL;
    }
    return accel_byte_string(plan->kind.type, data, size);
}

PyObject *accel_read_tree(accel_plan *plan, accel_view *view, uint64_t key) {
    if (plan->operation == BYTES) {
        return bytes_of_tree(plan, view, key);
    }
    ssz_view *handle = accel_tree_of(view);
    uint64_t number;
    if (plan->operation > BOOLEAN || !handle || !plan->kind.type ||
        accel_library->view_try_uint(handle, key, &number) != SSZ_OK) {
        return NULL;
    }
    if (plan->operation == BOOLEAN) {
        return number <= 1 ? new_reference(plan->both[number]) : NULL;
    }
    return plan->is_plain ? accel_integer(plan->kind.type, number) : NULL;
}

bool accel_write_number(accel_plan *plan, accel_view *view, uint64_t key, PyObject *value) {
    ssz_view *handle = accel_tree_of(view);
    uint64_t number;
    if (plan->operation != NUMBER || !handle ||
        (Py_TYPE(value) != &PyLong_Type && Py_TYPE(value) != plan->kind.type) ||
        !accel_number(value, &number) || (plan->size < 8 && number >> (8 * plan->size))) {
        return false;
    }
    return accel_library->view_try_put_uint(handle, key, number) == SSZ_OK;
}

bool accel_pack(accel_plan *plan, PyObject *value, uint8_t *out) {
    uint64_t number;
    switch (plan->operation) {
    case NUMBER:
    case BOOLEAN:
        if (!PyLong_Check(value) || !accel_number(value, &number) ||
            (plan->operation == BOOLEAN ? number > 1
                                        : plan->size < 8 && number >> (8 * plan->size))) {
            return false;
        }
        for (uint64_t i = 0; i < plan->size; i++) {
            out[i] = (uint8_t)(number >> (8 * i));
        }
        return true;
    case BYTES:
        if (!PyBytes_Check(value) || !plan->is_plain ||
            (uint64_t)PyBytes_Size(value) != plan->size) {
            return false;
        }
        memcpy(out, PyBytes_AsString(value), (size_t)plan->size);
        return true;
    case VIEW:
        if (Py_TYPE(value) == plan->kind.type && ((accel_view *)value)->size == plan->size) {
            const uint8_t *data = accel_bytes_of((accel_view *)value, 0, plan->size);
            if (data) {
                memcpy(out, data, (size_t)plan->size);
            }
            return data;
        }
        return false;
    }
    return false;
}

/* ---- the type of plans ----------------------------------------------------------------------------------- */

bool accel_is_plan(PyObject *object) {
    return Py_TYPE(object) == plan_type;
}

static bool take_plan(PyObject *object, accel_plan **plan) {
    if (object == Py_None) {
        *plan = NULL;
        return true;
    }
    if (!accel_is_plan(object)) {
        PyErr_SetString(PyExc_TypeError, "not a plan");
        return false;
    }
    Py_INCREF(object);
    *plan = (accel_plan *)object;
    return true;
}

/* Plan(kind, operation, size or None, is_plain, is_shared, is_listed, make, element plan or None) */
static PyObject *plan_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *kind, *size, *make, *element;
    int operation, is_plain, is_shared, is_listed;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!iOpppOO:Plan", &PyType_Type, &kind, &operation, &size, &is_plain,
                          &is_shared, &is_listed, &make, &element)) {
        return NULL;
    }
    accel_plan *plan = (accel_plan *)PyType_GenericAlloc(type, 0);
    if (!plan) {
        return NULL;
    }
    Py_INCREF(kind);
    plan->kind.type = (PyTypeObject *)kind;
    plan->operation = (accel_operation)operation;
    plan->is_plain = is_plain;
    plan->is_shared = is_shared;
    plan->is_listed = is_listed;
    plan->is_fixed = size != Py_None;
    bool is_good = operation >= NUMBER && operation <= VIEW && take_plan(element, &plan->element) &&
                   (!plan->is_fixed || accel_number(size, &plan->size));
    is_good = is_good &&
              (operation > BOOLEAN || (plan->is_fixed && plan->size >= 1 && plan->size <= 8)) &&
              (operation != VIEW || PyType_IsSubtype(plan->kind.type, accel_view_type)) &&
              (operation != NUMBER || PyType_IsSubtype(plan->kind.type, &PyLong_Type));
    if (is_good && operation == VIEW) {
        int is_bare = accel_is_bare(plan->kind.type);
        is_good = is_bare >= 0;
        plan->kind.is_bare = is_bare == 1;
    }
    for (int i = 0; is_good && operation == BOOLEAN && i < 2; i++) {
        plan->both[i] = PyObject_CallFunction(make, "i", i);
        is_good = plan->both[i];
    }
    if (!is_good && !PyErr_Occurred()) {
        PyErr_SetString(PyExc_TypeError, "this can be no plan");
    }
    if (!is_good || accel_plan_of(plan->kind.type) || !table_add(plan)) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "the class has a plan");
        }
        Py_CLEAR(plan->kind.type);
        Py_DECREF(plan);
        return NULL;
    }
    return (PyObject *)plan;
}

static int plan_traverse(PyObject *object, visitproc visit, void *arg) {
    accel_plan *plan = (accel_plan *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(plan->kind.type);
    Py_VISIT(plan->both[0]);
    Py_VISIT(plan->both[1]);
    Py_VISIT(plan->element);
    Py_VISIT(plan->decoder);
    for (Py_ssize_t i = 0; i < plan->place_count; i++) {
        Py_VISIT(plan->places[i].plan);
    }
    return 0;
}

static int plan_clear(PyObject *object) {
    accel_plan *plan = (accel_plan *)object;
    if (plan->kind.type) {
        table_remove(plan);
    }
    Py_CLEAR(plan->kind.type);
    Py_CLEAR(plan->both[0]);
    Py_CLEAR(plan->both[1]);
    Py_CLEAR(plan->element);
    Py_CLEAR(plan->decoder);
    Py_ssize_t count = plan->place_count;
    accel_member *places = plan->places;
    plan->place_count = 0;
    plan->places = NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_CLEAR(places[i].plan);
        Py_CLEAR(places[i].name);
    }
    free(places);
    return 0;
}

static void plan_dealloc(PyObject *object) {
    accel_plan *plan = (accel_plan *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    plan_clear(object);
    Py_CLEAR(plan->schema);
    Py_CLEAR(plan->initial);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* compiled(schema, number): the schema of the type, and its number there. */
static PyObject *plan_compiled(PyObject *object, PyObject *args) {
    accel_plan *plan = (accel_plan *)object;
    PyObject *schema, *old = plan->schema;
    unsigned int number;
    if (!PyArg_ParseTuple(args, "O!I:compiled", &PyLong_Type, &schema, &number)) {
        return NULL;
    }
    Py_INCREF(schema);
    plan->schema = schema;
    plan->compiled = PyLong_AsVoidPtr(schema);
    plan->number = number;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

/* holds(initial, [(name, plan, at), ...]): the fields of a container of a fixed size. */
static PyObject *plan_holds(PyObject *object, PyObject *args) {
    accel_plan *plan = (accel_plan *)object;
    PyObject *initial, *fields;
    if (!PyArg_ParseTuple(args, "O!O!:holds", &PyBytes_Type, &initial, &PyList_Type, &fields)) {
        return NULL;
    }
    Py_ssize_t count = PyList_Size(fields);
    if (plan->places || count < 1 || !plan->is_fixed ||
        (uint64_t)PyBytes_Size(initial) != plan->size) {
        return PyErr_Format(PyExc_TypeError, "these are no fields of it");
    }
    accel_member *places = calloc((size_t)count, sizeof *places);
    if (!places) {
        return PyErr_NoMemory();
    }
    plan->places = places;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *name, *part;
        unsigned long long at;
        if (!PyArg_ParseTuple(PyList_GetItem(fields, i), "UOK:field", &name, &part, &at) ||
            !take_plan(part, &places[i].plan)) {
            return NULL;
        }
        plan->place_count = i + 1;
        places[i].at = at;
        Py_INCREF(name);
        PyUnicode_InternInPlace(&name);
        places[i].name = name;
        if (!places[i].plan || !places[i].plan->is_fixed || at > plan->size ||
            places[i].plan->size > plan->size - at) {
            return PyErr_Format(PyExc_TypeError, "a field lies outside");
        }
    }
    Py_INCREF(initial);
    plan->initial = initial;
    Py_RETURN_NONE;
}

static PyMethodDef plan_methods[] = {
    {"compiled", plan_compiled, METH_VARARGS, NULL},
    {"holds", plan_holds, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot plan_slots[] = {
    {Py_tp_new, (void *)plan_new},         {Py_tp_traverse, (void *)plan_traverse},
    {Py_tp_clear, (void *)plan_clear},     {Py_tp_dealloc, (void *)plan_dealloc},
    {Py_tp_methods, (void *)plan_methods}, {0, NULL},
};

static PyType_Spec plan_spec = {
    .name = "pyssz._accel.Plan",
    .basicsize = sizeof(accel_plan),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = plan_slots,
};

bool accel_add_plans(PyObject *module) {
    plan_type = (PyTypeObject *)PyType_FromSpec(&plan_spec);
    Py_XINCREF(plan_type);
    return accel_add(module, "Plan", (PyObject *)plan_type);
}
