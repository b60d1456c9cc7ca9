/*
 * elements.c - indexing sequences, their length, and iteration.
 *
 * `Sequence` is a base of classes of sequences for its slots; what is no hit is asked of the methods `_getitem`,
 * `_len` and `_iterate(first, count)`, the last of which gives an iterator over the elements
 * from there on; without arguments over all.
 */
#include "elements.h"

#include "numbers.h"
#include "plans.h"
#include "shared.h"

static PyTypeObject *iterator_type;

/* How many elements a sealed sequence has; false if that is no hit. */
static bool count_of(const accel_plan *plan, const accel_view *view, uint64_t *count) {
    if (!accel_is_sealed(view)) {
        return false;
    }
    if (plan->is_fixed) {
        *count = view->size / plan->size; /* no type is of no bytes */
        return true;
    }
    const uint8_t *first = view->size ? accel_bytes_of(view, 0, 4) : NULL;
    *count = first ? accel_load(first, 4) / 4 : 0;
    return first || view->size == 0;
}

/* The same of one that may have been changed. */
static bool count_now(const accel_plan *plan, const accel_view *view, uint64_t *count) {
    ssz_view *handle = accel_tree_of(view);
    return handle ? accel_library->view_try_count(handle, count) == SSZ_OK
                  : count_of(plan, view, count);
}

/* The element of a sealed sequence, of which there are `count`; NULL without an exception if that is no hit. */
static PyObject *element_at(accel_plan *plan, accel_view *view, uint64_t index, uint64_t count) {
    if (index >= count) {
        return NULL;
    }
    if (plan->is_fixed) {
        return accel_read(plan, view, index * plan->size, plan->size, index);
    }
    return accel_read_variable(plan, view, 4 * index, index + 1 < count ? 4 * (index + 1) : 0,
                               index);
}

/* The elements of a slice, if they are no views; NULL without an exception if that is no hit. */
static PyObject *slice_of(accel_plan *plan, accel_view *view, PyObject *slice) {
    Py_ssize_t start, stop, step;
    uint64_t count;
    if (plan->operation == VIEW || !plan->is_fixed ||
        PySlice_Unpack(slice, &start, &stop, &step) < 0) {
        PyErr_Clear();
        return NULL;
    }
    if (!count_of(plan, view, &count) || count > PY_SSIZE_T_MAX) {
        return NULL;
    }
    Py_ssize_t length = PySlice_AdjustIndices((Py_ssize_t)count, &start, &stop, step);
    PyObject *list = PyList_New(length);
    for (Py_ssize_t i = 0; list && i < length; i++) {
        PyObject *item = element_at(plan, view, (uint64_t)(start + i * step), count);
        if (!item || PyList_SetItem(list, i, item) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *part_of_tree(accel_plan *plan, accel_view *view, uint64_t index) {
    ssz_view *handle = plan->operation == VIEW && plan->kind.type ? accel_tree_of(view) : NULL;
    if (!handle) {
        return NULL;
    }
    if (plan->is_shared) {
        return accel_shared_part_of_tree(plan->kind, view, index);
    }
    /* Before the part is found: it may be newer, never older. */
    uint64_t detachments = accel_library->view_detachments(handle);
    accel_view *last = view->element;
    if (last && view->element_key == index && view->detachments == detachments &&
        last->source == view->source) {
        Py_INCREF(last);
        return (PyObject *)last;
    }
    ssz_view *part = accel_library->view_try_child(handle, index);
    PyObject *element = part ? accel_part_of_tree(plan->kind, view, part, Py_None) : NULL;
    if (element && view->handle == handle) {
        last = view->element; /* perhaps another one by now */
        Py_INCREF(element);
        view->element = (accel_view *)element;
        view->element_key = index;
        view->detachments = detachments;
        Py_XDECREF(last);
    }
    return element;
}

static PyObject *subscript(PyObject *object, PyObject *index) {
    const accel_plan *own = accel_plan_of(Py_TYPE(object));
    accel_view *view = (accel_view *)object;
    accel_plan *plan = own ? own->element : NULL;
    if (plan && plan->kind.type) {
        PyObject *value = NULL;
        uint64_t number, count;
        if (accel_is_int(index) && accel_number(index, &number)) {
            if (count_of(plan, view, &count)) {
                value = element_at(plan, view, number, count);
            } else if (plan->operation == VIEW) {
                value = part_of_tree(plan, view, number);
            } else {
                value = accel_read_tree(plan, view, number);
            }
        } else if (Py_TYPE(index) == &PySlice_Type && own->is_listed) {
            value = slice_of(plan, view, index);
        }
        if (value || PyErr_Occurred()) {
            return value;
        }
    }
    return accel_miss(object, "_getitem", index);
}

static Py_ssize_t length(PyObject *object) {
    accel_plan *plan = accel_plan_of(Py_TYPE(object));
    uint64_t count;
    if (plan && plan->element && count_now(plan->element, (accel_view *)object, &count) &&
        count <= PY_SSIZE_T_MAX) {
        return (Py_ssize_t)count;
    }
    PyObject *answer = accel_miss(object, "_len", NULL);
    Py_ssize_t result = answer ? PyLong_AsSsize_t(answer) : -1;
    Py_XDECREF(answer);
    return result;
}

/* ---- iteration ------------------------------------------------------------------------------------------- */

typedef struct iterator {
    PyObject_HEAD accel_view *view; /* NULL at the end */
    accel_plan *plan;
    uint64_t next, count;
    accel_recent recent;
    PyObject *rest; /* an iterator of Python's, once that has taken over */
} iterator;

static PyObject *iterate(PyObject *object) {
    accel_plan *plan = accel_plan_of(Py_TYPE(object));
    accel_view *view = (accel_view *)object;
    uint64_t count;
    plan = plan ? plan->element : NULL;
    if (!plan || !count_of(plan, view, &count)) {
        return accel_miss(object, "_iterate", NULL);
    }
    iterator *self = (iterator *)PyType_GenericAlloc(iterator_type, 0);
    if (self) {
        Py_INCREF(view);
        Py_INCREF(plan);
        self->view = view;
        self->plan = plan;
        self->count = count;
    }
    return (PyObject *)self;
}

static PyObject *next_of_rest(iterator *self) {
    PyObject *value = PyIter_Next(self->rest);
    if (!value) {
        Py_CLEAR(self->rest);
    }
    return value;
}

static PyObject *next_element(iterator *self) {
    accel_plan *plan = self->plan;
    accel_view *view = self->view;
    if (plan->operation == VIEW && plan->is_fixed && !plan->is_shared && plan->kind.type &&
        accel_bytes_of(view, self->next * plan->size, plan->size)) {
        accel_source *source = accel_source_of_view(view);
        return source
                   ? accel_next_part(&self->recent, plan->kind, source, view,
                                     view->offset + self->next * plan->size, plan->size, self->next)
                   : NULL;
    }
    return element_at(plan, view, self->next, self->count);
}

static PyObject *next(PyObject *object) {
    iterator *self = (iterator *)object;
    if (self->rest) {
        return next_of_rest(self);
    }
    if (!self->view) {
        return NULL;
    }
    bool is_sealed = accel_is_sealed(self->view);
    /* Sequences whose views are shared are read as long as they are, be it that they have grown. */
    if (self->next == self->count && (is_sealed || !self->plan->is_shared)) {
        accel_forget(&self->recent);
        Py_CLEAR(self->view);
        return NULL;
    }
    if (is_sealed) {
        PyObject *value = next_element(self);
        if (value || PyErr_Occurred()) {
            self->next += value != NULL;
            return value;
        }
    }
    /* It was changed, or is no hit. */
    self->rest =
        PyObject_CallMethod((PyObject *)self->view, "_iterate", "KK",
                            (unsigned long long)self->next, (unsigned long long)self->count);
    if (!self->rest) {
        return NULL;
    }
    Py_CLEAR(self->view);
    return next_of_rest(self);
}

static PyObject *length_hint(PyObject *object, PyObject *unused) {
    iterator *self = (iterator *)object;
    (void)unused;
    return PyLong_FromUnsignedLongLong(self->view ? self->count - self->next : 0);
}

static int traverse(PyObject *object, visitproc visit, void *arg) {
    iterator *self = (iterator *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->view);
    Py_VISIT(self->plan);
    Py_VISIT(self->rest);
    Py_VISIT(self->recent.views[0]);
    Py_VISIT(self->recent.views[1]);
    return 0;
}

static int clear(PyObject *object) {
    iterator *self = (iterator *)object;
    accel_forget(&self->recent);
    Py_CLEAR(self->view);
    Py_CLEAR(self->rest);
    return 0;
}

static void dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    clear(object);
    Py_CLEAR(((iterator *)object)->plan);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyMethodDef iterator_methods[] = {
    {"__length_hint__", length_hint, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot iterator_slots[] = {
    {Py_tp_traverse, (void *)traverse},
    {Py_tp_clear, (void *)clear},
    {Py_tp_dealloc, (void *)dealloc},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)next},
    {Py_tp_methods, (void *)iterator_methods},
    {0, NULL},
};

static PyType_Spec iterator_spec = {
    .name = "pyssz._accel.Iterator",
    .basicsize = sizeof(iterator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = iterator_slots,
};

static PyType_Slot sequence_slots[] = {
    {Py_mp_subscript, (void *)subscript},
    {Py_mp_length, (void *)length},
    {Py_sq_length, (void *)length},
    {Py_tp_iter, (void *)iterate},
    {0, NULL},
};

static PyType_Spec sequence_spec = {
    .name = "pyssz._accel.Sequence",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = sequence_slots,
};

bool accel_add_elements(PyObject *module) {
    iterator_type = (PyTypeObject *)PyType_FromSpec(&iterator_spec);
    PyObject *bases = PyTuple_Pack(1, (PyObject *)accel_view_type);
    PyObject *sequence = bases ? PyType_FromSpecWithBases(&sequence_spec, bases) : NULL;
    Py_XDECREF(bases);
    return accel_add(module, "Sequence", sequence) && iterator_type;
}
