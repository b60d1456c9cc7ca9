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
    PyObject *
        own; /* bytes, of a sealed value that reads them itself until somebody asks for its source */
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

/* Whether a view reads bytes that can be read here. */
static inline bool accel_is_sealed(const accel_view *view) {
    return view->source ? view->source->bytes != NULL : view->own != NULL;
}

/* What the bytes of a sealed value are in; without a reference. */
static inline PyObject *accel_data_of(const accel_view *view) {
    return view->source ? view->source->data : view->own;
}

/* Where `size` bytes of a view lie that begin at `at` in it; NULL if it has none, or fewer. */
static inline const uint8_t *accel_bytes_of(const accel_view *view, uint64_t at, uint64_t size) {
    const accel_source *source = view->source;
    const uint8_t *bytes;
    uint64_t total;
    if (source) {
        bytes = source->bytes;
        total = source->size;
    } else {
        bytes = view->own ? (const uint8_t *)PyBytes_AsString(view->own) : NULL;
        total = view->own ? (uint64_t)PyBytes_Size(view->own) : 0;
    }
    if (!bytes || at > view->size || size > view->size - at || view->offset > total ||
        view->offset + at > total || size > total - view->offset - at) {
        return NULL;
    }
    return bytes + view->offset + at;
}

/* The handle of a view that was changed, if its source is that of the tree; else NULL. */
static inline ssz_view *accel_tree_of(const accel_view *view) {
    const accel_source *source = view->source;
    bool is_tree = source && source->data == Py_None && source->successor == Py_None;
    return is_tree ? view->handle : NULL;
}

/* The source of a view, which is made if there is none yet; NULL and an exception if there can be none. */
accel_source *accel_source_of_view(accel_view *view);

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
/* A sealed value that is another one's, by the bytes that it reads, and its root; NULL without an exception if that
 * is no hit. */
PyObject *accel_copy_of(accel_kind kind, const accel_view *view);
/* A view of a handle, whose reference it takes, an outermost value. */
PyObject *accel_view_of_tree(accel_kind kind, ssz_view *handle);
/* The handle of a view as an int, a new reference that keeps it; NULL and an exception if it has none. */
PyObject *accel_handle_of(accel_view *view);
/* Whether instances of a class of views are bare; -1 and an exception on failure. */
int accel_is_bare(PyTypeObject *type);

/* Calls what Python has for an operation that is no hit; `extra` may be NULL. */
PyObject *accel_miss(PyObject *self, const char *name, PyObject *extra);

bool accel_add_views(PyObject *module);

#endif
