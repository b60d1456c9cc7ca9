/*
 * numbers.c - numbers of C as ints of Python, and back.
 *
 * Making an instance of a subclass of int takes three objects by the limited API: the number as a plain int, a tuple
 * around it, and the instance, into which int's own `__new__` copies the number; that is most of what an operator
 * costs.  So what is copied is written: the instance is allocated as int's `__new__` does it, and gets the word that
 * tells how many digits it has, and the digits.  This is how CPython 3.10 to 3.14 lay ints out, though no promise
 * of the limited API.  Therefore it is done on these versions alone, with the words learned from instances that were
 * made the official way when the extension is loaded, and only if for a few hundred numbers both ways give the same
 * bytes; anywhere else numbers are made the official way.
 */
#include "numbers.h"

#include <string.h>

#include "kept.h"

enum { DIGIT_BITS = 30, MOST_DIGITS = 3 };

static newfunc new_int;
static void *int_of_int; /* the slot by which int() asks an int */

/* By numbers of digits, what comes before the digits, after the head of every object. */
static uintptr_t sizes[MOST_DIGITS + 1];
static bool is_layout_known;

static char *number_in(PyObject *object) {
    return (char *)object + sizeof(PyObject);
}

/* Reads an int of one or two digits by the layout; false if it is another one, or may be. */
static inline bool read_by_layout(PyObject *value, uint64_t *number) {
    uintptr_t size;
    uint32_t digits[2];
    memcpy(&size, number_in(value), sizeof size);
    if (size == sizes[1]) {
        memcpy(digits, number_in(value) + sizeof size, sizeof *digits);
        *number = digits[0];
        return is_layout_known;
    }
    if (size == sizes[2]) {
        memcpy(digits, number_in(value) + sizeof size, sizeof digits);
        *number = (uint64_t)digits[1] << DIGIT_BITS | digits[0];
        return is_layout_known;
    }
    return false;
}

bool accel_number(PyObject *value, uint64_t *number) {
    if (read_by_layout(value, number)) {
        return true;
    }
    int overflow;
    long long small = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow == 0) {
        *number = (uint64_t)small;
        return small >= 0;
    }
    if (overflow < 0) {
        return false;
    }
    *number = PyLong_AsUnsignedLongLong(value);
    if (*number == UINT64_MAX && PyErr_Occurred()) {
        PyErr_Clear();
        return false;
    }
    return true;
}

bool accel_is_int(PyObject *value) {
    return Py_TYPE(value) == &PyLong_Type ||
           (PyLong_Check(value) && PyType_GetSlot(Py_TYPE(value), Py_nb_int) == int_of_int);
}

/* An int as an instance of a subclass of int, by the limited API. */
static PyObject *made_of(PyTypeObject *type, PyObject *plain) {
    PyObject *args = PyTuple_Pack(1, plain);
    PyObject *result = args ? new_int(type, args, NULL) : NULL;
    Py_XDECREF(args);
    return result;
}

static PyObject *made_officially(PyTypeObject *type, uint64_t number) {
    PyObject *plain = PyLong_FromUnsignedLongLong(number);
    PyObject *result = plain ? made_of(type, plain) : NULL;
    Py_XDECREF(plain);
    return result;
}

static unsigned digits_of(uint64_t number) {
    return number >> (2 * DIGIT_BITS) ? 3 : number >> DIGIT_BITS ? 2 : number ? 1 : 0;
}

/* The digits that there is room for where a number is: three take as much memory as two. */
static unsigned room_of(uint64_t number) {
    return digits_of(number) > 1 ? MOST_DIGITS : 1;
}

/* Writes a number that there is room for. */
static void write_number(PyObject *object, uint64_t number) {
    const uint64_t mask = ((uint64_t)1 << DIGIT_BITS) - 1;
    unsigned count = digits_of(number);
    char *at = number_in(object);
    memcpy(at, &sizes[count], sizeof sizes[count]);
    uint32_t digits[MOST_DIGITS] = {(uint32_t)(number & mask),
                                    (uint32_t)(number >> DIGIT_BITS & mask),
                                    (uint32_t)(number >> (2 * DIGIT_BITS))};
    memcpy(at + sizeof *sizes, digits, sizeof *digits);
    for (unsigned i = 1; i < count; i++) {
        memcpy(at + sizeof *sizes + i * sizeof *digits, &digits[i], sizeof *digits);
    }
}

/* The same by the layout of ints. */
static PyObject *made_by_layout(PyTypeObject *type, uint64_t number) {
    PyObject *object = PyType_GenericAlloc(type, (Py_ssize_t)room_of(number)); /* zeroed */
    if (object) {
        write_number(object, number);
    }
    return object;
}

PyObject *accel_integer(PyTypeObject *type, uint64_t number) {
    accel_place *place = accel_place_of(type, number);
    if (place && place->object && Py_TYPE(place->object) == type) {
        if (place->number != number && is_layout_known && Py_REFCNT(place->object) == 1 &&
            digits_of(number) <= room_of(place->number)) {
            /* Nobody else has what is there: it becomes what is asked for. */
            write_number(place->object, number);
            place->number = number;
        }
        if (place->number == number) {
            Py_INCREF(place->object);
            return place->object;
        }
    }
    PyObject *made = is_layout_known ? made_by_layout(type, number) : made_officially(type, number);
    /* What allocates may collect garbage, and so run anything. */
    place = made ? accel_place_of(type, number) : NULL;
    if (place) {
        accel_keep(place, number, made);
    }
    return made;
}

/* ---- finding out whether the layout is what it is thought to be -------------------------------------- */

/* Whether both ways of making a number give the same bytes; -1 and an exception on failure. */
static int agree(PyTypeObject *type, uint64_t number) {
    PyObject *official = made_officially(type, number);
    PyObject *written = official ? made_by_layout(type, number) : NULL;
    int answer = -1;
    if (written) {
        unsigned count = digits_of(number);
        size_t size = sizeof *sizes + (count ? count : 1) * sizeof(uint32_t);
        answer = memcmp(number_in(official), number_in(written), size) == 0 &&
                 PyObject_RichCompareBool(official, written, Py_EQ) == 1;
    }
    Py_XDECREF(written);
    Py_XDECREF(official);
    return answer;
}

/* Whether this is a version of CPython whose layout was looked at; -1 and an exception on failure. */
static int is_known_version(void) {
    PyObject *version = PySys_GetObject("hexversion"); /* borrowed */
    long number = version ? PyLong_AsLong(version) : -1;
    if (number == -1) {
        return PyErr_Occurred() ? -1 : 0;
    }
    return number >> 16 >= 0x030A && number >> 16 <= 0x030E;
}

/* The bytes that an attribute of int tells of. */
static long size_of_int(const char *name) {
    PyObject *size = PyObject_GetAttrString((PyObject *)&PyLong_Type, name);
    long bytes = size ? PyLong_AsLong(size) : -1;
    Py_XDECREF(size);
    return bytes;
}

/* Sets is_layout_known, by instances of a subclass of int; false and an exception on failure. */
static bool learn_layout(PyTypeObject *type) {
    long head = size_of_int("__basicsize__"), each = size_of_int("__itemsize__");
    int is_known = head == -1 || each == -1 ? -1 : is_known_version();
    if (is_known < 0) {
        return false;
    }
    /* Digits of fewer bits would be of two bytes. */
    if (!is_known || head != sizeof(PyObject) + sizeof *sizes || each != sizeof(uint32_t)) {
        return true;
    }
    for (unsigned count = 0; count <= MOST_DIGITS; count++) {
        PyObject *sample =
            made_officially(type, count ? (uint64_t)1 << (DIGIT_BITS * (count - 1)) : 0);
        if (!sample) {
            return false;
        }
        memcpy(&sizes[count], number_in(sample), sizeof sizes[count]);
        Py_DECREF(sample);
    }
    int do_agree = agree(type, 0);
    for (unsigned bit = 0; bit < 64 && do_agree == 1; bit++) {
        uint64_t power = (uint64_t)1 << bit;
        uint64_t near[] = {power,  power - 1, power + 1,
                           ~power, 0 - power, power * 0x0123456789ABCDEF};
        for (unsigned i = 0; i < sizeof near / sizeof *near && do_agree == 1; i++) {
            do_agree = agree(type, near[i]);
        }
    }
    is_layout_known = do_agree == 1;
    return do_agree >= 0;
}

/* ---- the module -------------------------------------------------------------------------------------- */

/* integer(cls, number) */
static PyObject *integer(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    (void)module;
    if (count != 2 || !PyType_Check(args[0]) ||
        !PyType_IsSubtype((PyTypeObject *)args[0], &PyLong_Type) || !PyLong_Check(args[1])) {
        return PyErr_Format(PyExc_TypeError,
                            "integer() takes a class that extends int, and an int");
    }
    PyTypeObject *type = (PyTypeObject *)args[0];
    uint64_t number;
    if (type != &PyLong_Type && accel_is_int(args[1]) && accel_number(args[1], &number)) {
        return accel_integer(type, number);
    }
    return made_of(type, args[1]);
}

static PyMethodDef integer_definition = {"integer", (PyCFunction)(void (*)(void))integer,
                                         METH_FASTCALL, NULL};

bool accel_add_numbers(PyObject *module) {
    new_int = (newfunc)PyType_GetSlot(&PyLong_Type, Py_tp_new);
    int_of_int = PyType_GetSlot(&PyLong_Type, Py_nb_int);
    PyType_Slot slots[] = {{0, NULL}};
    PyType_Spec spec = {
        .name = "pyssz._accel.Sample",
        .flags = Py_TPFLAGS_DEFAULT,
        .slots = slots,
    };
    PyObject *bases = PyTuple_Pack(1, (PyObject *)&PyLong_Type);
    PyObject *sample = bases ? PyType_FromSpecWithBases(&spec, bases) : NULL;
    bool is_done = sample && learn_layout((PyTypeObject *)sample);
    Py_XDECREF(sample);
    Py_XDECREF(bases);
    return is_done && accel_add(module, "integer", PyCFunction_New(&integer_definition, NULL)) &&
           accel_add(module, "IS_LAYOUT_KNOWN", PyBool_FromLong(is_layout_known));
}
