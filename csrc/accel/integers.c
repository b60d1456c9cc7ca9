/*
 * integers.c - integers with a range, as bases for classes of Python.
 *
 * Unsigned8 to Unsigned64 extend int.  Their operators answer what nearly all operations are: operands of one
 * class, of classes of which one extends the other (then the result is of that one), or of a class and int; a
 * result in range.  All else is asked of the class, `_slow(name, left, right)`, and making an instance of anything
 * but an int in range of `_make(...)`: what is refused, and in which words, is said in Python alone.
 */
#include "integers.h"

static newfunc accel_new_int;

/* A number as one of a class, which has room for it. */
static PyObject *accel_unsigned_of(PyTypeObject *type, uint64_t number) {
    PyObject *result = NULL;
    PyObject *plain = PyLong_FromUnsignedLongLong(number);
    PyObject *args = plain ? PyTuple_Pack(1, plain) : NULL;
    if (args) {
        result = accel_new_int(type, args, NULL);
    }
    Py_XDECREF(args);
    Py_XDECREF(plain);
    return result;
}

/* The number of an int, if it is from 0 to 2**64 - 1; else false, without an exception. */
static bool accel_number(PyObject *value, uint64_t *number) {
    *number = PyLong_AsUnsignedLongLong(value);
    if (*number == UINT64_MAX && PyErr_Occurred()) {
        PyErr_Clear();
        return false;
    }
    return true;
}

/* The class that the result of two operands has, of which `add` is the slot for additions; NULL if they do not go
 * together in an obvious way. */
static PyTypeObject *accel_unsigned_kind(PyObject *left, PyObject *right, void *add) {
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
static PyObject *accel_unsigned_slow(const char *name, PyObject *left, PyObject *right, void *add) {
    bool is_left = PyType_GetSlot(Py_TYPE(left), Py_nb_add) == add;
    PyObject *type = (PyObject *)(is_left ? Py_TYPE(left) : Py_TYPE(right));
    return PyObject_CallMethod(type, "_slow", "sOO", name, left, right);
}

static bool accel_compute_add(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a + b;
    return *result >= a;
}

static bool accel_compute_subtract(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a - b;
    return a >= b;
}

static bool accel_compute_multiply(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a * b;
    return a == 0 || b <= UINT64_MAX / a;
}

static bool accel_compute_floor_divide(uint64_t a, uint64_t b, uint64_t *result) {
    *result = b == 0 ? 0 : a / b;
    return b != 0;
}

static bool accel_compute_remainder(uint64_t a, uint64_t b, uint64_t *result) {
    *result = b == 0 ? 0 : a % b;
    return b != 0;
}

static bool accel_compute_and(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a & b;
    return true;
}

static bool accel_compute_or(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a | b;
    return true;
}

static bool accel_compute_xor(uint64_t a, uint64_t b, uint64_t *result) {
    *result = a ^ b;
    return true;
}

static bool accel_compute_rshift(uint64_t a, uint64_t b, uint64_t *result) {
    *result = b < 64 ? a >> b : 0;
    return true;
}

/* A slot for an operator of the integers of a width. */
#define ACCEL_OPERATOR(bits, name)                                                                 \
    static PyObject *accel_##name##_##bits(PyObject *left, PyObject *right) {                      \
        uint64_t a, b, result;                                                                     \
        PyTypeObject *kind = accel_unsigned_kind(left, right, (void *)accel_add_##bits);           \
        if (kind && accel_number(left, &a) && accel_number(right, &b) &&                           \
            accel_compute_##name(a, b, &result) && result <= UINT64_MAX >> (64 - (bits))) {        \
            return accel_unsigned_of(kind, result);                                                \
        }                                                                                          \
        return accel_unsigned_slow(#name, left, right, (void *)accel_add_##bits);                  \
    }

/* The slots for comparisons and for making instances. */
#define ACCEL_OTHER_SLOTS(bits)                                                                    \
    static PyObject *accel_compare_##bits(PyObject *left, PyObject *right, int op) {               \
        static const char *const names[] = {"lt", "le", "eq", "ne", "gt", "ge"};                   \
        uint64_t a, b;                                                                             \
        if (accel_unsigned_kind(left, right, (void *)accel_add_##bits) &&                          \
            accel_number(left, &a) && accel_number(right, &b)) {                                   \
            Py_RETURN_RICHCOMPARE(a, b, op);                                                       \
        }                                                                                          \
        return accel_unsigned_slow(names[op], left, right, (void *)accel_add_##bits);              \
    }                                                                                              \
    static PyObject *accel_make_##bits(PyTypeObject *type, PyObject *args, PyObject *kwargs) {     \
        uint64_t number;                                                                           \
        if (!kwargs && PyTuple_Size(args) == 1) {                                                  \
            PyObject *value = PyTuple_GetItem(args, 0);                                            \
            if (PyLong_Check(value) && !PyBool_Check(value) && accel_number(value, &number) &&     \
                number <= UINT64_MAX >> (64 - (bits))) {                                           \
                return Py_TYPE(value) == &PyLong_Type ? accel_new_int(type, args, NULL)            \
                                                      : accel_unsigned_of(type, number);           \
            }                                                                                      \
        }                                                                                          \
        return accel_make_slow(type, args, kwargs);                                                \
    }

static PyObject *accel_make_slow(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *make = PyObject_GetAttrString((PyObject *)type, "_make");
    PyObject *result = make ? PyObject_Call(make, args, kwargs) : NULL;
    Py_XDECREF(make);
    return result;
}

#define ACCEL_INTEGER(bits)                                                                        \
    static PyObject *accel_add_##bits(PyObject *left, PyObject *right);                            \
    ACCEL_OPERATOR(bits, add)                                                                      \
    ACCEL_OPERATOR(bits, subtract)                                                                 \
    ACCEL_OPERATOR(bits, multiply)                                                                 \
    ACCEL_OPERATOR(bits, floor_divide)                                                             \
    ACCEL_OPERATOR(bits, remainder)                                                                \
    ACCEL_OPERATOR(bits, and)                                                                      \
    ACCEL_OPERATOR(bits, or)                                                                       \
    ACCEL_OPERATOR(bits, xor)                                                                      \
    ACCEL_OPERATOR(bits, rshift)                                                                   \
    ACCEL_OTHER_SLOTS(bits)                                                                        \
    static PyObject *accel_unsigned_type_##bits(const char *name) {                                \
        PyType_Slot slots[] = {                                                                    \
            {Py_nb_add, (void *)accel_add_##bits},                                                 \
            {Py_nb_subtract, (void *)accel_subtract_##bits},                                       \
            {Py_nb_multiply, (void *)accel_multiply_##bits},                                       \
            {Py_nb_floor_divide, (void *)accel_floor_divide_##bits},                               \
            {Py_nb_remainder, (void *)accel_remainder_##bits},                                     \
            {Py_nb_and, (void *)accel_and_##bits},                                                 \
            {Py_nb_or, (void *)accel_or_##bits},                                                   \
            {Py_nb_xor, (void *)accel_xor_##bits},                                                 \
            {Py_nb_rshift, (void *)accel_rshift_##bits},                                           \
            {Py_tp_richcompare, (void *)accel_compare_##bits},                                     \
            {Py_tp_hash, PyType_GetSlot(&PyLong_Type, Py_tp_hash)},                                \
            {Py_tp_new, (void *)accel_make_##bits},                                                \
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

ACCEL_INTEGER(8)
ACCEL_INTEGER(16)
ACCEL_INTEGER(32)
ACCEL_INTEGER(64)

bool accel_add_integers(PyObject *module) {
    accel_new_int = (newfunc)PyType_GetSlot(&PyLong_Type, Py_tp_new);
    return accel_add(module, "Unsigned8", accel_unsigned_type_8("pyssz._accel.Unsigned8")) &&
           accel_add(module, "Unsigned16", accel_unsigned_type_16("pyssz._accel.Unsigned16")) &&
           accel_add(module, "Unsigned32", accel_unsigned_type_32("pyssz._accel.Unsigned32")) &&
           accel_add(module, "Unsigned64", accel_unsigned_type_64("pyssz._accel.Unsigned64"));
}
