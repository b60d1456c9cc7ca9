/*
 * integers.c - integers with a range, as bases for classes of Python.
 *
 * Unsigned8 to Unsigned64 extend int; the result of an operator has the class of the left operand, or of the other
 * where that is a plain int, and shifts to the left drop bits.  Strict8 to Strict64 are the same for integers that
 * mix with no sibling: of two classes one has to extend the other, and is that of the result; shifts drop nothing;
 * comparisons are as strict.  Boolean is an int that is made of 0 and 1.
 *
 * What is answered here are nearly all operations: operands of one class, of two that go together, or of a class and
 * int, and a result in range.  All else is asked of the class, `_miss(method, reflected, left, right)`, by the names
 * of Python's methods, and making an instance of anything but an int in range of `_make(...)`: what is refused, and
 * in which words, is said in Python alone.
 */
#include "integers.h"

#include "numbers.h"

/* ---- operators on numbers ---------------------------------------------------------------------------- */

typedef enum operator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    FLOOR_DIVIDE,
    REMAINDER,
    AND,
    OR,
    XOR,
    LSHIFT,
    RSHIFT,
    POWER,
} operator;

/* The methods of Python, the second one for operands that are exchanged. */
static const char *const methods[][2] = {
    [ADD] = {"__add__", "__radd__"},
    [SUBTRACT] = {"__sub__", "__rsub__"},
    [MULTIPLY] = {"__mul__", "__rmul__"},
    [FLOOR_DIVIDE] = {"__floordiv__", "__rfloordiv__"},
    [REMAINDER] = {"__mod__", "__rmod__"},
    [AND] = {"__and__", "__rand__"},
    [OR] = {"__or__", "__ror__"},
    [XOR] = {"__xor__", "__rxor__"},
    [LSHIFT] = {"__lshift__", "__rlshift__"},
    [RSHIFT] = {"__rshift__", "__rrshift__"},
    [POWER] = {"__pow__", "__rpow__"},
};

/* By the operators of comparisons. */
static const char *const comparisons[][2] = {
    [Py_LT] = {"__lt__", "__gt__"}, [Py_LE] = {"__le__", "__ge__"}, [Py_EQ] = {"__eq__", "__eq__"},
    [Py_NE] = {"__ne__", "__ne__"}, [Py_GT] = {"__gt__", "__lt__"}, [Py_GE] = {"__ge__", "__le__"},
};

static inline bool multiply(uint64_t a, uint64_t b, uint64_t *product) {
#if defined(__GNUC__)
    return !__builtin_mul_overflow(a, b, product);
#else
    *product = a * b;
    return a == 0 || b <= UINT64_MAX / a;
#endif
}

/* base**exponent, if it has no more than 64 bits. */
static bool power(uint64_t base, uint64_t exponent, uint64_t *result) {
    *result = 1;
    for (;;) {
        if ((exponent & 1) && !multiply(*result, base, result)) {
            return false;
        }
        exponent >>= 1;
        if (exponent == 0) {
            return true;
        }
        /* No square that is still needed overflows if the result does not: but of 0 and 1. */
        if (!multiply(base, base, &base)) {
            return false;
        }
    }
}

/* A kind of base. */
typedef struct traits {
    unsigned bits;
    bool is_strict;
} traits;

/* The result of an operator, if it is in range and nothing about it is to be said in Python.  At least one of the
 * operands is in range. */
static inline bool compute(operator op, traits kind, uint64_t a, uint64_t b, uint64_t *result) {
    const uint64_t most = UINT64_MAX >> (64 - kind.bits);
    switch (op) {
    case ADD:
        *result = a + b;
        return *result >= a && *result <= most;
    case SUBTRACT:
        *result = a - b;
        return a >= b && *result <= most;
    case MULTIPLY:
        return multiply(a, b, result) && *result <= most;
    case FLOOR_DIVIDE:
        *result = b == 0 ? 0 : a / b;
        return b != 0 && *result <= most;
    case REMAINDER:
        *result = b == 0 ? 0 : a % b;
        return b != 0 && *result <= most;
    case AND:
        *result = a & b;
        return a <= most && b <= most;
    case OR:
        *result = a | b;
        return *result <= most;
    case XOR:
        *result = a ^ b;
        return *result <= most;
    case LSHIFT:
        *result = b < 64 ? a << b : 0;
        if (!kind.is_strict) {
            *result &= most;
            return true;
        }
        return a == 0 || (b < kind.bits && a <= most >> b);
    case RSHIFT:
        *result = b < 64 ? a >> b : 0;
        return *result <= most;
    case POWER:
        return power(a, b, result) && *result <= most;
    }
    return false;
}

/* ---- operators on objects ---------------------------------------------------------------------------- */

/* The class of the result of two operands, of which one at least is of a class that extends a base; NULL if they do
 * not go together in an obvious way. */
static inline PyTypeObject *class_of_result(operator op, bool is_strict, PyTypeObject *base,
                                            PyObject *left, PyObject *right) {
    PyTypeObject *one = Py_TYPE(left), *other = Py_TYPE(right);
    if (one == other || other == &PyLong_Type) {
        return one;
    }
    if (one == &PyLong_Type) {
        /* What is shifted needs a width. */
        return !is_strict && (op == LSHIFT || op == RSHIFT) ? NULL : other;
    }
    if (!PyType_IsSubtype(one, base) || !PyType_IsSubtype(other, base)) {
        return NULL;
    }
    if (!is_strict) {
        return one;
    }
    if (PyType_IsSubtype(other, one)) {
        return other;
    }
    return PyType_IsSubtype(one, other) ? one : NULL;
}

/* What the class of an operand, of the left one if it extends the base, makes of an operation. */
static PyObject *miss(const char *const names[2], PyTypeObject *base, PyObject *left,
                      PyObject *right) {
    bool is_left = PyType_IsSubtype(Py_TYPE(left), base);
    return PyObject_CallMethod((PyObject *)Py_TYPE(is_left ? left : right), "_miss", "ssOO",
                               names[0], names[1], left, right);
}

static inline PyObject *operate(operator op, traits kind, PyTypeObject *base, PyObject *left,
                                PyObject *right) {
    uint64_t a, b, result;
    PyTypeObject *type = class_of_result(op, kind.is_strict, base, left, right);
    if (type && accel_number(left, &a) && accel_number(right, &b) &&
        compute(op, kind, a, b, &result)) {
        return accel_integer(type, result);
    }
    return miss(methods[op], base, left, right);
}

/* Since 3.14 an exponent is asked as well if there is a modulus. */
static bool is_exponent_asked;

static PyObject *raise(traits kind, PyTypeObject *base, PyObject *left, PyObject *right,
                       PyObject *modulus) {
    if (modulus == Py_None) {
        return operate(POWER, kind, base, left, right);
    }
    if (PyType_IsSubtype(Py_TYPE(left), base) ||
        (is_exponent_asked && PyType_IsSubtype(Py_TYPE(right), base))) {
        bool is_left = PyType_IsSubtype(Py_TYPE(left), base);
        return PyObject_CallMethod((PyObject *)Py_TYPE(is_left ? left : right), "_miss", "ssOOO",
                                   methods[POWER][0], methods[POWER][1], left, right, modulus);
    }
    Py_RETURN_NOTIMPLEMENTED;
}

static PyObject *compare(PyTypeObject *base, PyObject *left, PyObject *right, int op) {
    uint64_t a, b;
    if (class_of_result(ADD, true, base, left, right) && accel_number(left, &a) &&
        accel_number(right, &b)) {
        Py_RETURN_RICHCOMPARE(a, b, op);
    }
    return miss(comparisons[op], base, left, right);
}

/* ---- making instances -------------------------------------------------------------------------------- */

static PyObject *make_slowly(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *make = PyObject_GetAttrString((PyObject *)type, "_make");
    PyObject *result = make ? PyObject_Call(make, args, kwargs) : NULL;
    Py_XDECREF(make);
    return result;
}

static inline PyObject *make(traits kind, PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    const uint64_t most = UINT64_MAX >> (64 - kind.bits);
    Py_ssize_t count = kwargs ? -1 : PyTuple_Size(args);
    if (count == 1) {
        uint64_t number;
        PyObject *value = PyTuple_GetItem(args, 0);
        if (accel_is_int(value) && accel_number(value, &number) && number <= most &&
            !(kind.is_strict && PyBool_Check(value))) {
            return accel_integer(type, number);
        }
    }
    return count == 0 ? accel_integer(type, 0) : make_slowly(type, args, kwargs);
}

static PyObject *make_boolean(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    return make((traits){.bits = 1, .is_strict = false}, type, args, kwargs);
}

/* ---- the bases --------------------------------------------------------------------------------------- */

static PyObject *invert(traits kind, PyObject *value) {
    uint64_t number = 0;
    (void)accel_number(value, &number);
    return accel_integer(Py_TYPE(value), number ^ UINT64_MAX >> (64 - kind.bits));
}

static PyObject *same(PyObject *value) {
    Py_INCREF(value);
    return value;
}

/* A subclass of int with these slots, which is added to a module; NULL and an exception on failure.  The reference
 * is never given back. */
static PyTypeObject *add_base(PyObject *module, const char *name, PyType_Slot *slots) {
    PyType_Spec spec = {
        .name = name,
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .slots = slots,
    };
    PyObject *bases = PyTuple_Pack(1, (PyObject *)&PyLong_Type);
    PyObject *type = bases ? PyType_FromSpecWithBases(&spec, bases) : NULL;
    Py_XDECREF(bases);
    Py_XINCREF(type);
    return accel_add(module, name + sizeof "pyssz._accel", type) ? (PyTypeObject *)type : NULL;
}

#define OPERATOR(name, op)                                                                         \
    static PyObject *op##_##name(PyObject *left, PyObject *right) {                                \
        return operate(op, traits_##name, base_##name, left, right);                               \
    }

#define OPERATOR_SLOT(slot, op, name) {Py_nb_##slot, (void *)op##_##name}

#define OPERATORS(name)                                                                            \
    OPERATOR(name, ADD)                                                                            \
    OPERATOR(name, SUBTRACT)                                                                       \
    OPERATOR(name, MULTIPLY)                                                                       \
    OPERATOR(name, FLOOR_DIVIDE)                                                                   \
    OPERATOR(name, REMAINDER)                                                                      \
    OPERATOR(name, AND)                                                                            \
    OPERATOR(name, OR)                                                                             \
    OPERATOR(name, XOR)                                                                            \
    OPERATOR(name, LSHIFT)                                                                         \
    OPERATOR(name, RSHIFT)                                                                         \
    static PyObject *POWER_##name(PyObject *left, PyObject *right, PyObject *modulus) {            \
        return raise(traits_##name, base_##name, left, right, modulus);                            \
    }                                                                                              \
    static PyObject *make_##name(PyTypeObject *type, PyObject *args, PyObject *kwargs) {           \
        return make(traits_##name, type, args, kwargs);                                            \
    }

#define OPERATOR_SLOTS(name)                                                                       \
    OPERATOR_SLOT(add, ADD, name), OPERATOR_SLOT(subtract, SUBTRACT, name),                        \
        OPERATOR_SLOT(multiply, MULTIPLY, name), OPERATOR_SLOT(floor_divide, FLOOR_DIVIDE, name),  \
        OPERATOR_SLOT(remainder, REMAINDER, name), OPERATOR_SLOT(and, AND, name),                  \
        OPERATOR_SLOT(or, OR, name), OPERATOR_SLOT(xor, XOR, name),                                \
        OPERATOR_SLOT(lshift, LSHIFT, name), OPERATOR_SLOT(rshift, RSHIFT, name),                  \
        OPERATOR_SLOT(power, POWER, name), {                                                       \
        Py_tp_new, (void *)make_##name                                                             \
    }

#define UNSIGNED(name, number_of_bits)                                                             \
    static PyTypeObject *base_##name;                                                              \
    static const traits traits_##name = {.bits = number_of_bits, .is_strict = false};              \
    OPERATORS(name)                                                                                \
    static PyObject *invert_##name(PyObject *value) {                                              \
        return invert(traits_##name, value);                                                       \
    }                                                                                              \
    static bool add_##name(PyObject *module) {                                                     \
        PyType_Slot slots[] = {                                                                    \
            OPERATOR_SLOTS(name),                                                                  \
            {Py_nb_invert, (void *)invert_##name},                                                 \
            {Py_nb_positive, (void *)same},                                                        \
            {Py_nb_absolute, (void *)same},                                                        \
            {0, NULL},                                                                             \
        };                                                                                         \
        base_##name = add_base(module, "pyssz._accel." #name, slots);                              \
        return base_##name;                                                                        \
    }

#define STRICT(name, number_of_bits)                                                               \
    static PyTypeObject *base_##name;                                                              \
    static const traits traits_##name = {.bits = number_of_bits, .is_strict = true};               \
    OPERATORS(name)                                                                                \
    static PyObject *compare_##name(PyObject *left, PyObject *right, int op) {                     \
        return compare(base_##name, left, right, op);                                              \
    }                                                                                              \
    static bool add_##name(PyObject *module) {                                                     \
        PyType_Slot slots[] = {                                                                    \
            OPERATOR_SLOTS(name),                                                                  \
            {Py_tp_richcompare, (void *)compare_##name},                                           \
            {Py_tp_hash, PyType_GetSlot(&PyLong_Type, Py_tp_hash)},                                \
            {0, NULL},                                                                             \
        };                                                                                         \
        base_##name = add_base(module, "pyssz._accel." #name, slots);                              \
        return base_##name;                                                                        \
    }

UNSIGNED(Unsigned8, 8)
UNSIGNED(Unsigned16, 16)
UNSIGNED(Unsigned32, 32)
UNSIGNED(Unsigned64, 64)
STRICT(Strict8, 8)
STRICT(Strict16, 16)
STRICT(Strict32, 32)
STRICT(Strict64, 64)

bool accel_add_integers(PyObject *module) {
    PyObject *version = PySys_GetObject("hexversion"); /* borrowed */
    is_exponent_asked = version && PyLong_AsLong(version) >> 16 >= 0x030E;
    PyType_Slot slots[] = {{Py_tp_new, (void *)make_boolean}, {0, NULL}};
    return add_base(module, "pyssz._accel.Boolean", slots) && add_Unsigned8(module) &&
           add_Unsigned16(module) && add_Unsigned32(module) && add_Unsigned64(module) &&
           add_Strict8(module) && add_Strict16(module) && add_Strict32(module) &&
           add_Strict64(module);
}
