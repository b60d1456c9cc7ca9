"""What types are in numpy, and arrays as encodings; :mod:`pyssz.arrays.columns` has the table."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, Any

from pyssz.base.arguments import integer_of
from pyssz.base.errors import InvalidTypeError, InvalidValueError, SchemaError, SSZError
from pyssz.base.iterables import list_of
from pyssz.base.shown import shown as _shown
from pyssz.core.type import View, require_type

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = [
    "array_of",
    "converted",
    "dtype_of",
    "from_ints",
    "has_columns",
    "is_plain",
    "is_raw",
    "packed_rows",
    "to_ints",
]

#: Uints of more bytes are bytes to numpy.
_WIDEST = 8

#: Bytes of the widest uint.
_UINT256_SIZE = 32


# ---- types ---------------------------------------------------------------------------------------


def is_plain(kind: type[View]) -> bool:
    """Whether each value is one number or byte string, for data frames too."""
    return issubclass(kind, (int, bytes))


def is_raw(kind: type[View]) -> bool:
    """Whether numpy has such values as bytes: byte strings of one size, and wide integers."""
    size = kind._fixed_size
    return size is not None and is_plain(kind) and (issubclass(kind, bytes) or size > 8)


def has_columns(kind: type[View]) -> bool:
    """Whether data frames have a column for each part of such a value: field, bit, key."""
    while kind._shape[0] == "vector" and not is_plain(kind):
        kind = kind._element
        if issubclass(kind, bytes):
            return True
    return kind._shape[0] in ("container", "progressive_container", "bitvector")


def dtype_of(kind: type[View]) -> np.dtype[Any]:
    """The dtype of the values of a type of fixed size, as they stand in an encoding.

    Raises SchemaError (NOT_FIXED_SIZE) for other types.
    """
    import numpy as np

    require_type(kind)
    if kind._fixed_size is None:
        raise SchemaError(
            f"{kind.__name__} has no fixed size, so it has no column; "
            "to_obj() gives them as plain Python values",
            code="NOT_FIXED_SIZE",
        )
    dtype: np.dtype[Any] = np.dtype(_format_of(kind._shape))
    return dtype


@functools.lru_cache  # but not the dtype: callers may rename its fields
def _format_of(shape: Any) -> Any:
    """What numpy makes a dtype of, for the shape of a type of fixed size."""
    tag = shape[0]
    if tag == "uint":
        return f"<u{shape[1]}" if shape[1] <= _WIDEST else f"V{shape[1]}"
    if tag == "boolean":
        return "?"
    if tag == "bitvector":
        return ("u1", ((shape[1] + 7) // 8,))
    if tag == "vector":
        if shape[1] == ("uint", 1):
            return f"V{shape[2]}"
        part = _format_of(shape[1])
        item, inner = part if isinstance(part, tuple) else (part, ())
        return (item, (shape[2], *inner))
    return [(name, _format_of(part)) for name, part in zip(*shape[1:3], strict=True)]


# ---- wide integers -------------------------------------------------------------------------------


def to_ints(array: Any) -> Array:
    """The integers of a column of uint128 or uint256, as an array of Python ints.

    ``array`` has dtype ``V16`` or ``V32``; computing with Python ints is slow.
    """
    import numpy as np

    column = array_of(array)
    if column.dtype.kind != "V" or column.dtype.names:
        raise InvalidTypeError(
            f"expected an array of V16 or V32, got {column.dtype}", code="WRONG_TYPE"
        )
    column = np.ascontiguousarray(column)
    numbers = [int.from_bytes(item, "little") for item in column.ravel().tolist()]
    result = np.empty(len(numbers), object)
    result[:] = numbers
    return result.reshape(column.shape)


def from_ints(numbers: Iterable[int], size: int) -> Array:
    """A column of uints of ``size`` bytes from Python ints: the opposite of :func:`to_ints`.

    Raises InvalidValueError (RANGE) for a number that does not fit, or a size that is not 1 to 32;
    InvalidTypeError for anything but integers.
    """
    import numpy as np

    size = int(integer_of(size, "size"))
    if not 1 <= size <= _UINT256_SIZE:
        raise InvalidValueError(
            f"a uint has 1 to {_UINT256_SIZE} bytes, not {_shown(size)}", code="RANGE"
        )
    try:
        data = b"".join([index(n).to_bytes(size, "little") for n in list_of(numbers, "numbers")])
    except TypeError as error:
        if isinstance(error, SSZError):
            raise
        raise InvalidTypeError(f"expected integers: {error}", code="WRONG_TYPE") from None
    except OverflowError:
        raise InvalidValueError(
            f"a number is out of range for {size} bytes (0 to 2**{8 * size} - 1)", code="RANGE"
        ) from None
    return np.frombuffer(data, f"V{size}")


# ---- from arrays ---------------------------------------------------------------------------------


def array_of(values: Any) -> Array:
    """The array that a caller gives, or one made of a row of values.

    Raises InvalidTypeError (WRONG_TYPE) for what can't be one, and what ``taken`` raises.
    """
    import numpy as np

    is_array = isinstance(values, (np.ndarray, str, bytes)) or hasattr(values, "__array__")
    if not is_array and not hasattr(values, "__array_interface__") and hasattr(values, "__len__"):
        try:
            values = memoryview(values)
        except (TypeError, ValueError, BufferError):
            values = list_of(values, "an array")
    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidTypeError(
            f"numpy cannot make an array of this: {error}", code="WRONG_TYPE"
        ) from None


def converted(array: Array, dtype: np.dtype[Any], what: str) -> Array:
    """The array with another dtype, if every element of it is a value of that; see from_numpy."""
    import numpy as np

    if array.dtype == dtype:
        return array
    if dtype.names is not None:
        missing = [name for name in dtype.names if name not in (array.dtype.names or ())]
        if missing:
            raise InvalidTypeError(f"{what} has no column {', '.join(missing)}", code="WRONG_TYPE")
        rows = np.empty(array.shape, dtype)
        for name in dtype.names:
            part = dtype[name].base if dtype[name].subdtype else dtype[name]
            rows[name] = converted(array[name], part, f"{what}.{name}")
        return rows
    if dtype.kind == "V":
        return _converted_bytes(array, dtype, what)
    if array.dtype.kind not in "bui":
        raise InvalidTypeError(
            f"{what} has numbers for {dtype}, not {array.dtype}", code="WRONG_TYPE"
        )
    if array.size:
        low, high = int(array.min()), int(array.max())
        limit = 1 if dtype.kind == "b" else int(np.iinfo(dtype).max)
        if low < 0 or high > limit:
            raise InvalidValueError(
                f"{what} has {low if low < 0 else high}, which is out of range for {dtype}",
                code="RANGE",
            )
    return array.astype(dtype)


def _converted_bytes(array: Array, dtype: np.dtype[Any], what: str) -> Array:
    import numpy as np

    size = dtype.itemsize
    if array.dtype.kind == "S" and array.dtype.itemsize <= size:
        # The zeros at the end that numpy has dropped come back.
        return np.ascontiguousarray(array.astype(f"S{size}")).view(dtype)
    if array.dtype == np.uint8 and array.ndim and array.shape[-1] == size:
        return np.ascontiguousarray(array).view(dtype)[..., 0]
    if array.dtype.kind in "uiO" and size in (16, 32):
        return from_ints(array.ravel().tolist(), size).reshape(array.shape)
    raise InvalidTypeError(
        f"{what} has {size} bytes an element, not {array.dtype}", code="WRONG_TYPE"
    )


def packed_rows(kind: type[Any], array: Array) -> Array:
    """The rows of an array as elements of a sequence lie in its encoding; see from_numpy."""
    dtype = dtype_of(kind._element)
    packed = converted(array, dtype.base, kind.__name__)
    if packed.shape != (array.shape[0], *dtype.shape):
        raise InvalidTypeError(
            f"{kind.__name__} has rows of shape {dtype.shape}, not {packed.shape[1:]}",
            code="WRONG_TYPE",
        )
    return packed
