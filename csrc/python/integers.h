/*
 * integers.h - integers with a range, as bases for classes of Python.
 *
 * Compiled into the extension, and nowhere else, as handles.h is, which includes it.
 *
 * Unsigned8 to Unsigned64 extend int.  Their operators answer what nearly all operations are: operands of one
 * class, of classes of which one extends the other (then the result is of that one), or of a class and int; a
 * result in range.  All else is asked of the class, `_slow(name, left, right)`, and making an instance of anything
 * but an int in range of `_make(...)`: what is refused, and in which words, is said in Python alone.
 */
#ifndef PYSSZ_INTEGERS_H
#define PYSSZ_INTEGERS_H

#include <stdbool.h>
#include <stdint.h>

static newfunc pyssz_new_int;

/* A number as one of a class, which has room for it. */
static PyObject *pyssz_unsigned_of(PyTypeObject *type, uint64_t number) {
    PyObject *result = NULL;
    PyObject *plain = PyLong_FromUnsignedLongLong(number);
    PyObject *args = plain ? PyTuple_Pack(1, plain) : NULL;
    if (args) {
        result = pyssz_new_int(type, args, NULL);
    }
    Py_XDECREF(args);
    Py_XDECREF(plain);
    return result;
}

/* The number of an int, if it is from 0 to 2**64 - 1; else false, without an exception. */
static bool pyssz_number(PyObject *value, uint64_t *number) {
    *number = PyLong_AsUnsignedLongLong(value);
    if (*number == UINT64_MAX && PyErr_Occurred()) {
        PyErr_Clear();
        return false;
    }
    return true;
}

/* The class that the result of two operands has, of which `add` is the slot for additions; NULL if they do not go
 * together in an obvious way. */
static PyTypeObject *pyssz_unsigned_kind(PyObject *left, PyObject *right, void *add) {
    PyTypeObject *one = Py_TYPE(left), *other = Py_TYPE(right);
    if (one == other || other == &PyLong_Type) {
        return one;
    }
    if (one == &PyLong_Type) {
        return other;
    }
    if (PyType_GetSlot(one, Py_nb_add) != add || PyType_GetSlot(other, Py_nb_add) != add) {
        return NULL;
    }
    if (PyType_IsSubtype(other, one)) {
        return other;
    }
    return PyType_IsSubtype(one, other) ? one : NULL;
}

/* What the class of an operand, of the right one if `add` is not the left one's, makes of an operation. */
static PyObject *pyssz_unsigned_slow(const char *name, PyObject *left, PyObject *right, void *add) {
    bool is_left = PyType_GetSlot(Py_TYPE(left), Py_nb_add) == add;
    PyObject *type = (PyObject *)(is_left ? Py_TYPE(left) : Py_TYPE(right));
    return PyObject_CallMethod(type, "_slow", "sOO", name, left, right);
}

static bool pyssz_compute_add(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a + b;
    return *result >= a;
}

static bool pyssz_compute_subtract(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a - b;
    return a >= b;
}

static bool pyssz_compute_multiply(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a * b;
    return a == 0 || b <= UINT64_MAX / a;
}

static bool pyssz_compute_floor_divide(uint64_t a, uint64_t b, uint64_t *result) {
    *result = b == 0 ? 0 : a / b;
    return b != 0;
}

static bool pyssz_compute_remainder(uint64_t a, uint64_t b, uint64_t *result) {
    *result = b == 0 ? 0 : a % b;
    return b != 0;
}

static bool pyssz_compute_and(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a & b;
    return true;
}

static bool pyssz_compute_or(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a | b;
    return true;
}

static bool pyssz_compute_xor(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a ^ b;
    return true;
}

static bool pyssz_compute_rshift(uint64_t a, uint64_t b, uint64_t *result) {
    *result = b < 64 ? a >> b : 0;
    return true;
}

/* A slot for an operator of the integers of a width. */
#define PYSSZ_OPERATOR(bits, name)                                                                 \
    static PyObject *pyssz_##name##_##bits(PyObject *left, PyObject *right) {                      \
        uint64_t a, b, result;                                                                     \
        PyTypeObject *kind = pyssz_unsigned_kind(left, right, (void *)pyssz_add_##bits);           \
        if (kind && pyssz_number(left, &a) && pyssz_number(right, &b) &&                           \
            pyssz_compute_##name(a, b, &result) && result <= UINT64_MAX >> (64 - (bits))) {        \
            return pyssz_unsigned_of(kind, result);                                                \
        }                                                                                          \
        return pyssz_unsigned_slow(#name, left, right, (void *)pyssz_add_##bits);                  \
    }

/* The slots for comparisons and for making instances. */
#define PYSSZ_OTHER_SLOTS(bits)                                                                    \
    static PyObject *pyssz_compare_##bits(PyObject *left, PyObject *right, int op) {               \
        static const char *const names[] = {"lt", "le", "eq", "ne", "gt", "ge"};                   \
        uint64_t a, b;                                                                             \
        if (pyssz_unsigned_kind(left, right, (void *)pyssz_add_##bits) &&                          \
            pyssz_number(left, &a) && pyssz_number(right, &b)) {                                   \
            Py_RETURN_RICHCOMPARE(a, b, op);                                                       \
        }                                                                                          \
        return pyssz_unsigned_slow(names[op], left, right, (void *)pyssz_add_##bits);              \
    }                                                                                              \
    static PyObject *pyssz_make_##bits(PyTypeObject *type, PyObject *args, PyObject *kwargs) {     \
        uint64_t number;                                                                           \
        if (!kwargs && PyTuple_Size(args) == 1) {                                                  \
            PyObject *value = PyTuple_GetItem(args, 0);                                            \
            if (PyLong_Check(value) && !PyBool_Check(value) && pyssz_number(value, &number) &&     \
                number <= UINT64_MAX >> (64 - (bits))) {                                           \
                return Py_TYPE(value) == &PyLong_Type ? pyssz_new_int(type, args, NULL)            \
                                                      : pyssz_unsigned_of(type, number);           \
            }                                                                                      \
        }                                                                                          \
        return pyssz_make_slow(type, args, kwargs);                                                \
    }

static PyObject *pyssz_make_slow(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *make = PyObject_GetAttrString((PyObject *)type, "_make");
    PyObject *result = make ? PyObject_Call(make, args, kwargs) : NULL;
    Py_XDECREF(make);
    return result;
}

#define PYSSZ_INTEGER(bits)                                                                        \
    static PyObject *pyssz_add_##bits(PyObject *left, PyObject *right);                            \
    PYSSZ_OPERATOR(bits, add)                                                                      \
    PYSSZ_OPERATOR(bits, subtract)                                                                 \
    PYSSZ_OPERATOR(bits, multiply)                                                                 \
    PYSSZ_OPERATOR(bits, floor_divide)                                                             \
    PYSSZ_OPERATOR(bits, remainder)                                                                \
    PYSSZ_OPERATOR(bits, and)                                                                      \
    PYSSZ_OPERATOR(bits, or)                                                                       \
    PYSSZ_OPERATOR(bits, xor)                                                                      \
    PYSSZ_OPERATOR(bits, rshift)                                                                   \
    PYSSZ_OTHER_SLOTS(bits)                                                                        \
    static PyObject *pyssz_unsigned_type_##bits(const char *name) {                                \
        PyType_Slot slots[] = {                                                                    \
            {Py_nb_add, (void *)pyssz_add_##bits},                                                 \
            {Py_nb_subtract, (void *)pyssz_subtract_##bits},                                       \
            {Py_nb_multiply, (void *)pyssz_multiply_##bits},                                       \
            {Py_nb_floor_divide, (void *)pyssz_floor_divide_##bits},                               \
            {Py_nb_remainder, (void *)pyssz_remainder_##bits},                                     \
            {Py_nb_and, (void *)pyssz_and_##bits},                                                 \
            {Py_nb_or, (void *)pyssz_or_##bits},                                                   \
            {Py_nb_xor, (void *)pyssz_xor_##bits},                                                 \
            {Py_nb_rshift, (void *)pyssz_rshift_##bits},                                           \
            {Py_tp_richcompare, (void *)pyssz_compare_##bits},                                     \
            {Py_tp_hash, PyType_GetSlot(&PyLong_Type, Py_tp_hash)},                                \
            {Py_tp_new, (void *)pyssz_make_##bits},                                                \
            {0, NULL},                                                                             \
        };                                                                                         \
        PyType_Spec spec = {                                                                       \
            .name = name,                                                                          \
            .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,                                     \
            .slots = slots,                                                                        \
        };                                                                                         \
        PyObject *bases = PyTuple_Pack(1, (PyObject *)&PyLong_Type);                               \
        PyObject *type = bases ? PyType_FromSpecWithBases(&spec, bases) : NULL;                    \
        Py_XDECREF(bases);                                                                         \
        return type;                                                                               \
    }

PYSSZ_INTEGER(8)
PYSSZ_INTEGER(16)
PYSSZ_INTEGER(32)
PYSSZ_INTEGER(64)

#undef PYSSZ_INTEGER
#undef PYSSZ_OPERATOR
#undef PYSSZ_OTHER_SLOTS

#endif
