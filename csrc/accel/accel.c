/* accel.c - see accel.h. */
#include "accel.h"

const pyssz_functions *accel_library;

bool accel_add(PyObject *module, const char *name, PyObject *object) {
    bool is_done = object && PyObject_SetAttrString(module, name, object) == 0;
    Py_XDECREF(object);
    return is_done;
}
