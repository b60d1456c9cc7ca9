/*
 * byte_strings.c - instances of classes that extend bytes.
 *
 * By the limited API such an instance takes three objects: the bytes as a plain `bytes`, a tuple around it, and the
 * instance, into which the `__new__` of bytes copies.  As numbers.c does with ints, it is allocated as that does it,
 * and written: its size is that of every object of a variable size, and before the bytes stands the hash that nobody
 * has asked for yet.  This is relied on if a few instances that were made both ways are the same to the last byte when
 * the extension is loaded; else they are made the official way.
 */
#include "byte_strings.h"

#include <string.h>

static newfunc new_bytes;

/* What stands between the size of an instance and its bytes. */
static char head[sizeof(Py_hash_t)];
static bool is_layout_known;

static PyObject *made_officially(PyTypeObject *type, const uint8_t *data, uint64_t size) {
    PyObject *plain = PyBytes_FromStringAndSize((const char *)data, (Py_ssize_t)size);
    PyObject *args = plain ? PyTuple_Pack(1, plain) : NULL;
    PyObject *made = args ? new_bytes(type, args, NULL) : NULL;
    Py_XDECREF(args);
    Py_XDECREF(plain);
    return made;
}

/* Where the bytes of an instance are. */
static char *bytes_in(PyObject *object) {
    return PyBytes_AsString(object);
}

static PyObject *made_by_layout(PyTypeObject *type, const uint8_t *data, uint64_t size) {
    PyObject *made = PyType_GenericAlloc(type, (Py_ssize_t)size); /* zeroed, and one more */
    if (made) {
        char *at = bytes_in(made);
        memcpy(at - sizeof head, head, sizeof head);
        memcpy(at, data, (size_t)size);
    }
    return made;
}

PyObject *accel_byte_string(PyTypeObject *type, const uint8_t *data, uint64_t size) {
    return is_layout_known ? made_by_layout(type, data, size) : made_officially(type, data, size);
}

/* Whether both ways of making an instance give the same; -1 and an exception on failure. */
static int agree(PyTypeObject *type, const uint8_t *data, uint64_t size) {
    PyObject *official = made_officially(type, data, size);
    PyObject *written = official ? made_by_layout(type, data, size) : NULL;
    int answer = -1;
    if (written) {
        size_t from = sizeof(PyObject);
        size_t all = (size_t)(bytes_in(official) - (char *)official) + (size_t)size + 1;
        answer = bytes_in(written) - (char *)written == bytes_in(official) - (char *)official &&
                 memcmp((char *)official + from, (char *)written + from, all - from) == 0;
    }
    Py_XDECREF(written);
    Py_XDECREF(official);
    return answer;
}

/* Sets is_layout_known, by instances of a class; false and an exception on failure. */
static bool learn_layout(PyTypeObject *type) {
    static const uint8_t sample[100] = {1, 2, 3, 4, 5, 6, 7, 8, 9, [47] = 48, [99] = 100};
    /* None and one are shared by all, and may have been asked for their hash, which __new__ copies. */
    static const uint64_t sizes[] = {2, 4, 7, 8, 20, 31, 32, 48, 96, 100};
    PyObject *official = made_officially(type, sample, sizeof sample);
    if (!official) {
        return false;
    }
    /* The head of every object, its size, the hash. */
    bool is_likely = bytes_in(official) - (char *)official ==
                     sizeof(PyObject) + sizeof(Py_ssize_t) + sizeof head;
    memcpy(head, bytes_in(official) - sizeof head, sizeof head);
    Py_DECREF(official);
    int do_agree = is_likely;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes && do_agree == 1; i++) {
        do_agree = agree(type, sample, sizes[i]);
    }
    is_layout_known = do_agree == 1;
    return do_agree >= 0;
}

bool accel_add_byte_strings(PyObject *module) {
    new_bytes = (newfunc)PyType_GetSlot(&PyBytes_Type, Py_tp_new);
    PyType_Slot slots[] = {{0, NULL}};
    PyType_Spec spec = {
        .name = "pyssz._accel.SampleBytes",
        .flags = Py_TPFLAGS_DEFAULT,
        .slots = slots,
    };
    PyObject *bases = PyTuple_Pack(1, (PyObject *)&PyBytes_Type);
    PyObject *sample = bases ? PyType_FromSpecWithBases(&spec, bases) : NULL;
    bool is_done = sample && learn_layout((PyTypeObject *)sample);
    Py_XDECREF(sample);
    Py_XDECREF(bases);
    return is_done &&
           accel_add(module, "IS_LAYOUT_OF_BYTES_KNOWN", PyBool_FromLong(is_layout_known));
}
