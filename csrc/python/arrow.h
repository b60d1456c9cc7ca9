/*
 * arrow.h - the Arrow C data interface, as far as pyssz gives data away through it.
 *
 * Compiled into the extension, and nowhere else.  The structs are those of Arrow's specification, which
 * every consumer declares for itself; pyssz/native/arrow.py fills them.
 *
 * What a struct refers to is kept by Python under a ticket, which is its private data, and given back by
 * `pyssz_let_go`, from whatever thread that is.  A child has a ticket of its own: who takes it out of its
 * parent, as the specification allows, may keep it longer than that.  The memory of a child's struct is its
 * parent's, that of the outermost struct the capsule's.
 */
#ifndef PYSSZ_ARROW_H
#define PYSSZ_ARROW_H

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* cdef: begin */
struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};
/* cdef: end */

static void pyssz_let_go(uint64_t context);
static bool pyssz_is_exiting(void);

#define PYSSZ_TICKET(object) ((uint64_t)(uintptr_t)(object)->private_data)

#define PYSSZ_ARROW_RELEASE(name, kind)                                                            \
    static void name(struct kind *object) {                                                        \
        for (int64_t i = 0; i < object->n_children; i++) {                                         \
            struct kind *child = object->children[i];                                              \
            if (child->release) { /* else somebody has taken it */                                 \
                child->release(child);                                                             \
            }                                                                                      \
        }                                                                                          \
        pyssz_let_go(PYSSZ_TICKET(object));                                                        \
        object->release = NULL;                                                                    \
    }

PYSSZ_ARROW_RELEASE(pyssz_arrow_schema_release, ArrowSchema)
PYSSZ_ARROW_RELEASE(pyssz_arrow_array_release, ArrowArray)

/* Has a struct, otherwise complete, give a ticket back when it is released. */
static void pyssz_arrow_schema_own(struct ArrowSchema *schema, uint64_t ticket) {
    schema->private_data = (void *)(uintptr_t)ticket;
    schema->release = pyssz_arrow_schema_release;
}

static void pyssz_arrow_array_own(struct ArrowArray *array, uint64_t ticket) {
    array->private_data = (void *)(uintptr_t)ticket;
    array->release = pyssz_arrow_array_release;
}

/* ---- streams ----------------------------------------------------------------------------------------- */

/* Written in Python; they give 0 or an error of errno.h, and never raise.  They fill what is all zeros; at
 * the end of a stream it stays that, which is an array that was released. */
static int pyssz_arrow_stream_schema(uint64_t ticket, struct ArrowSchema *out);
static int pyssz_arrow_stream_next(uint64_t ticket, struct ArrowArray *out);
static const char *pyssz_arrow_stream_error(uint64_t ticket);

static int pyssz_arrow_get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    memset(out, 0, sizeof *out);
    return pyssz_is_exiting() ? EIO : pyssz_arrow_stream_schema(PYSSZ_TICKET(stream), out);
}

static int pyssz_arrow_get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    memset(out, 0, sizeof *out);
    return pyssz_is_exiting() ? EIO : pyssz_arrow_stream_next(PYSSZ_TICKET(stream), out);
}

static const char *pyssz_arrow_get_last_error(struct ArrowArrayStream *stream) {
    return pyssz_is_exiting() ? NULL : pyssz_arrow_stream_error(PYSSZ_TICKET(stream));
}

static void pyssz_arrow_stream_release(struct ArrowArrayStream *stream) {
    pyssz_let_go(PYSSZ_TICKET(stream));
    stream->release = NULL;
}

/* Makes a stream of what Python keeps under a ticket. */
static void pyssz_arrow_stream_own(struct ArrowArrayStream *stream, uint64_t ticket) {
    stream->get_schema = pyssz_arrow_get_schema;
    stream->get_next = pyssz_arrow_get_next;
    stream->get_last_error = pyssz_arrow_get_last_error;
    stream->private_data = (void *)(uintptr_t)ticket;
    stream->release = pyssz_arrow_stream_release;
}

/* ---- capsules ---------------------------------------------------------------------------------------- */

#ifndef PYPY_VERSION

/* Releases what nobody has taken out of the capsule, and frees the struct, which is the capsule's.  The
 * release runs Python code, beside an exception that may be on its way. */
#define PYSSZ_ARROW_CAPSULE(kind, label)                                                           \
    static void pyssz_free_##kind(PyObject *capsule) {                                             \
        PyObject *type, *value, *traceback;                                                        \
        PyErr_Fetch(&type, &value, &traceback);                                                    \
        struct kind *object = PyCapsule_GetPointer(capsule, label);                                \
        if (object && object->release) {                                                           \
            object->release(object);                                                               \
        }                                                                                          \
        free(object);                                                                              \
        PyErr_Restore(type, value, traceback);                                                     \
    }                                                                                              \
    static PyObject *pyssz_new_##kind(void) {                                                      \
        struct kind *object = calloc(1, sizeof *object);                                           \
        if (!object) {                                                                             \
            return PyErr_NoMemory();                                                               \
        }                                                                                          \
        PyObject *capsule = PyCapsule_New(object, label, pyssz_free_##kind);                       \
        if (!capsule) {                                                                            \
            free(object);                                                                          \
            return NULL;                                                                           \
        }                                                                                          \
        return Py_BuildValue("NK", capsule, (unsigned long long)(uintptr_t)object);                \
    }

PYSSZ_ARROW_CAPSULE(ArrowSchema, "arrow_schema")
PYSSZ_ARROW_CAPSULE(ArrowArray, "arrow_array")
PYSSZ_ARROW_CAPSULE(ArrowArrayStream, "arrow_array_stream")

/* arrow_capsule(which): a capsule of an empty struct, and the struct's address; 0 is a schema, 1 an array,
 * 2 a stream. */
static PyObject *pyssz_arrow_capsule(PyObject *self, PyObject *which) {
    (void)self;
    switch (PyLong_AsLong(which)) {
    case 0:
        return pyssz_new_ArrowSchema();
    case 1:
        return pyssz_new_ArrowArray();
    case 2:
        return pyssz_new_ArrowArrayStream();
    default:
        PyErr_SetString(PyExc_ValueError, "0, 1 or 2");
        return NULL;
    }
}

static PyMethodDef pyssz_arrow_capsule_def = {"arrow_capsule", pyssz_arrow_capsule, METH_O, NULL};

#endif

#endif
