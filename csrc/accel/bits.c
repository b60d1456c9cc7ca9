/*
 * bits.c - many bits at once, as the codecs of people's own classes have them: as tuples of True and False.
 */
#include "bits.h"

#include <string.h>

/* pack_bits(bits, is_delimited): the encoding of a tuple or list of True and False, with a 1 bit behind the last one or
 * without; None if there is anything else in it. */
static PyObject *pack_bits(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    (void)module;
    PyObject *bits = count == 2 ? args[0] : NULL;
    bool is_tuple = bits && PyTuple_Check(bits);
    if (!is_tuple && !(bits && PyList_Check(bits))) {
        Py_RETURN_NONE;
    }
    size_t length = (size_t)(is_tuple ? PyTuple_Size(bits) : PyList_Size(bits));
    bool is_delimited = args[1] == Py_True;
    size_t size = is_delimited ? length / 8 + 1 : (length + 7) / 8;
    PyObject *packed = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (!packed) {
        return NULL;
    }
    uint8_t *out = (uint8_t *)PyBytes_AsString(packed);
    memset(out, 0, size);
    for (size_t i = 0; i < length; i++) {
        PyObject *bit = is_tuple ? PyTuple_GetItem(bits, (Py_ssize_t)i)
                                 : PyList_GetItem(bits, (Py_ssize_t)i); /* borrowed */
        if (bit == Py_True) {
            out[i / 8] |= (uint8_t)(1u << i % 8);
        } else if (bit != Py_False) {
            Py_DECREF(packed);
            Py_RETURN_NONE;
        }
    }
    if (is_delimited) {
        out[length / 8] |= (uint8_t)(1u << length % 8);
    }
    return packed;
}

/* unpack_bits(data, count): the first `count` bits of bytes, or if that is negative all that come before the last 1 bit,
 * as a tuple; None if there are fewer, or these are no bytes. */
static PyObject *unpack_bits(PyObject *module, PyObject *const *args, Py_ssize_t arg_count) {
    (void)module;
    if (arg_count != 2 || !PyBytes_Check(args[0]) || !PyLong_Check(args[1])) {
        Py_RETURN_NONE;
    }
    const uint8_t *data = (const uint8_t *)PyBytes_AsString(args[0]);
    Py_ssize_t size = PyBytes_Size(args[0]), length = PyLong_AsSsize_t(args[1]);
    if (length == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (length < 0 && size > 0 && data[size - 1]) {
        length = 8 * size - 1;
        while (!(data[length / 8] >> length % 8 & 1)) {
            length--;
        }
    }
    if (length < 0 || (length + 7) / 8 > size) {
        Py_RETURN_NONE;
    }
    PyObject *bits = PyTuple_New(length);
    for (Py_ssize_t i = 0; bits && i < length; i++) {
        PyObject *bit = data[i / 8] >> i % 8 & 1 ? Py_True : Py_False;
        Py_INCREF(bit);
        if (PyTuple_SetItem(bits, i, bit) != 0) {
            Py_CLEAR(bits);
        }
    }
    return bits;
}

static PyMethodDef functions[] = {
    {"pack_bits", (PyCFunction)(void (*)(void))pack_bits, METH_FASTCALL, NULL},
    {"unpack_bits", (PyCFunction)(void (*)(void))unpack_bits, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

bool accel_add_bits(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}
