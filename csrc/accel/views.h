/*
 * views.h - what views and their sources keep, and plans; see views.c and plans.c.
 */
#ifndef PYSSZ_ACCEL_VIEWS_H
#define PYSSZ_ACCEL_VIEWS_H

#include "sources.h"

/* What the slots of core/slots.py are where there is no extension.  What is NULL is an attribute that is not
 * there. */
typedef struct accel_view {
    PyObject_HEAD accel_source *source;
    PyObject *value;
    ssz_view *handle;   /* of `value`; NULL if that is no handle of a view */
    bool is_own_handle; /* there is no `value` yet: the reference is held here */
    bool is_bare;       /* its memory can be used again, see views.c */
    unsigned long long offset, size, key;
    PyObject *parent, *root, *known_root, *children, *nodes, *unchecked;
    PyObject *weak;
    /* Of a sequence that was changed: the view of the element that was taken last, its index, and the detachments of
     * views then; what is asked several things is often asked by index each time. */
    struct accel_view *element;
    uint64_t element_key, detachments;
} accel_view;

/* A class of views, and whether its instances have nothing that is not above. */
typedef struct accel_kind {
    PyTypeObject *type;
    bool is_bare;
} accel_kind;

/* Bytes from which on a value is worth a handle, see core/view.py. */
#define ACCEL_LARGE (1 << 19)

extern PyTypeObject *accel_view_type, *accel_handle_type;

/* Whether an object is a view. */
static inline bool accel_is_view(PyObject *object) {
    return PyType_IsSubtype(Py_TYPE(object), accel_view_type);
}

/* Where `size` bytes of a view lie that begin at `at` in it; NULL if it has none, or fewer. */
static inline const uint8_t *accel_bytes_of(const accel_view *view, uint64_t at, uint64_t size) {
    const accel_source *source = view->source;
    if (!source || !source->bytes || at > view->size || size > view->size - at ||
        view->offset > source->size || view->offset + at > source->size ||
        size > source->size - view->offset - at) {
        return NULL;
    }
    return source->bytes + view->offset + at;
}

/* The handle of a view that was changed, if its source is that of the tree; else NULL. */
static inline ssz_view *accel_tree_of(const accel_view *view) {
    const accel_source *source = view->source;
    bool is_tree = source && source->data == Py_None && source->successor == Py_None;
    return is_tree ? view->handle : NULL;
}

/* A view of the place that begins at `at` of another one. */
PyObject *accel_part_of_bytes(accel_kind kind, accel_view *parent, uint64_t at, uint64_t size,
                              uint64_t key);
/* A view of a place in another source that a view is to have as its whole. */
PyObject *accel_part_in(accel_kind kind, accel_source *source, accel_view *parent, uint64_t offset,
                        uint64_t size, uint64_t key);
/* Views that an iterator has given: the last one is still the loop's when the next is made, but the one before it
 * may be nobody else's, and can be used again. */
typedef struct accel_recent {
    accel_view *views[2];
    int turn;
} accel_recent;

/* The same as accel_part_in. */
PyObject *accel_next_part(accel_recent *recent, accel_kind kind, accel_source *source,
                          accel_view *parent, uint64_t offset, uint64_t size, uint64_t key);
void accel_forget(accel_recent *recent);

/* A view of a handle, whose reference it takes, in the tree of another one; `placed` it has as its parent. */
PyObject *accel_part_of_tree(accel_kind kind, accel_view *parent, ssz_view *handle,
                             PyObject *placed);
/* A view of bytes, of the whole of them. */
PyObject *accel_view_of(accel_kind kind, PyObject *bytes);
/* Whether instances of a class of views are bare; -1 and an exception on failure. */
int accel_is_bare(PyTypeObject *type);

/* Calls what Python has for an operation that is no hit; `extra` may be NULL. */
PyObject *accel_miss(PyObject *self, const char *name, PyObject *extra);

bool accel_add_views(PyObject *module);

#endif
