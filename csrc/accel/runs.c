/*
 * runs.c - iterating over sequences that were changed.
 *
 * `Runs(plan, view, runs)` gives the elements, whose plan that is, of a view as a generator of Python gives runs of
 * them: one alone in a tuple, or a source with the bytes of several.  Its bytes go when somebody writes; the generator
 * is sent how many elements of it were taken, and gives what comes next then.
 */
#include "runs.h"

#include "plans.h"

typedef struct runs {
    PyObject_HEAD accel_plan *plan;
    accel_view *view;
    PyObject *generator; /* NULL at the end */
    accel_recent recent;
    accel_source *source;  /* of the present run, or NULL */
    uint64_t first, taken; /* the key of its first element, and how many were taken */
} runs;

static PyObject *new_runs(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *plan, *view, *generator;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "OOO:Runs", &plan, &view, &generator)) {
        return NULL;
    }
    if (!accel_is_plan(plan) || !((accel_plan *)plan)->is_fixed || !accel_is_view(view)) {
        return PyErr_Format(PyExc_TypeError, "Runs() takes a plan, a view and a generator");
    }
    runs *self = (runs *)PyType_GenericAlloc(type, 0);
    if (self) {
        Py_INCREF(plan);
        Py_INCREF(view);
        Py_INCREF(generator);
        self->plan = (accel_plan *)plan;
        self->view = (accel_view *)view;
        self->generator = generator;
    }
    return (PyObject *)self;
}

/* The next element of the present run; NULL without an exception if there is none. */
static PyObject *next_in_run(runs *self) {
    accel_source *source = self->source;
    accel_plan *plan = self->plan;
    uint64_t size = plan->size, at = self->taken * size;
    if (!source || !source->bytes || !plan->kind.type || source->size < size ||
        at > source->size - size) {
        return NULL;
    }
    PyObject *element = plan->operation == VIEW
                            ? accel_next_part(&self->recent, plan->kind, source, self->view, at,
                                              size, self->first + self->taken)
                            : accel_value(plan, source->bytes + at, size);
    self->taken += element != NULL;
    return element;
}

/* Takes a source as the present run. */
static bool begin(runs *self, PyObject *source) {
    PyObject *key = PyObject_GetAttrString(source, "first");
    unsigned long long first = key ? PyLong_AsUnsignedLongLong(key) : 0;
    Py_XDECREF(key);
    if (PyErr_Occurred()) {
        return false;
    }
    if (!PyType_IsSubtype(Py_TYPE(source), accel_source_type)) {
        PyErr_SetString(PyExc_TypeError, "a run is a source or a tuple");
        return false;
    }
    Py_INCREF(source);
    PyObject *old = (PyObject *)self->source;
    self->source = (accel_source *)source;
    self->first = first;
    Py_XDECREF(old);
    return true;
}

/* The next run; NULL at the end, where no exception is left, or on failure. */
static PyObject *next_run(runs *self) {
    PyObject *taken =
        self->taken || self->source ? PyLong_FromUnsignedLongLong(self->taken) : Py_None;
    if (!taken) {
        return NULL;
    }
    if (taken == Py_None) {
        Py_INCREF(taken);
    }
    PyObject *send = PyObject_GetAttrString(self->generator, "send");
    PyObject *run = send ? PyObject_CallFunctionObjArgs(send, taken, NULL) : NULL;
    Py_XDECREF(send);
    Py_DECREF(taken);
    self->taken = 0;
    accel_forget(&self->recent);
    Py_CLEAR(self->source);
    if (!run) {
        if (PyErr_ExceptionMatches(PyExc_StopIteration)) {
            PyErr_Clear();
        }
        Py_CLEAR(self->generator);
    }
    return run;
}

static PyObject *next(PyObject *object) {
    runs *self = (runs *)object;
    for (;;) {
        PyObject *element = next_in_run(self);
        if (element || !self->generator) {
            return element;
        }
        if (PyErr_Occurred()) {
            return NULL;
        }
        PyObject *run = next_run(self);
        if (!run) {
            return NULL;
        }
        if (PyTuple_Check(run) && PyTuple_Size(run) == 1) {
            element = PyTuple_GetItem(run, 0);
            Py_INCREF(element);
            Py_DECREF(run);
            self->taken = 1;
            return element;
        }
        bool is_begun = begin(self, run);
        Py_DECREF(run);
        if (!is_begun) {
            Py_CLEAR(self->generator);
            return NULL;
        }
    }
}

static int traverse(PyObject *object, visitproc visit, void *arg) {
    runs *self = (runs *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->plan);
    Py_VISIT(self->view);
    Py_VISIT(self->generator);
    Py_VISIT(self->source);
    Py_VISIT(self->recent.views[0]);
    Py_VISIT(self->recent.views[1]);
    return 0;
}

static int clear(PyObject *object) {
    runs *self = (runs *)object;
    accel_forget(&self->recent);
    Py_CLEAR(self->generator);
    Py_CLEAR(self->source);
    return 0;
}

static void dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    runs *self = (runs *)object;
    PyObject_GC_UnTrack(object);
    clear(object);
    Py_CLEAR(self->view);
    Py_CLEAR(self->plan);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)new_runs},
    {Py_tp_traverse, (void *)traverse},
    {Py_tp_clear, (void *)clear},
    {Py_tp_dealloc, (void *)dealloc},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)next},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "pyssz._accel.Runs",
    .basicsize = sizeof(runs),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

bool accel_add_runs(PyObject *module) {
    return accel_add(module, "Runs", PyType_FromSpec(&spec));
}
