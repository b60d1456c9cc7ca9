"""What the C library says when it fails."""

from functools import cache
from typing import Any, NamedTuple

from pyssz._native import ffi, lib
from pyssz.base.codes import AnyCode
from pyssz.base.errors import SSZError


@cache  # when something fails: cffi takes a while to list all that the library has
def _names() -> dict[int, Any]:
    """The names of the codes of errors."""
    others = (
        "SSZ_KIND_",
        "SSZ_JSON_",
        "SSZ_OK",
        "SSZ_NO_TYPE",
        "SSZ_DEPTH_",
        "SSZ_ERROR_",
        "SSZ_CHUNK_SIZE",
        "SSZ_BLOCK_SIZE",
        "SSZ_OFFSET_SIZE",
        "SSZ_SIZE_LIMIT",
        "SSZ_UNBOUNDED",
        "SSZ_ACTIVE_FIELDS_LIMIT",
        "SSZ_SELECTOR_LIMIT",
    )
    return {
        getattr(lib, name): name.removeprefix("SSZ_")
        for name in dir(lib)
        if name.startswith("SSZ_") and not name.startswith(others)
    }


class Fault(NamedTuple):
    """An error of the C library: a code and numbers, still without words and names."""

    code: AnyCode
    offset: int
    expected: int
    actual: int
    path: tuple[int, ...]


class FaultError(SSZError):
    """Carries a :class:`Fault` to the code that knows the names of types and fields."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code, code=fault.code, offset=fault.offset)
        self.fault = fault


def new_error() -> Any:
    """An error for C to fill."""
    return ffi.new("ssz_error *")


def fault_of(error: Any) -> Fault:
    """What C has filled in; raises :class:`MemoryError` if that is what it says."""
    code = _names()[error.code]
    if code == "NO_MEMORY":
        raise MemoryError
    path = tuple(ffi.unpack(error.path, error.path_length))
    return Fault(code, error.offset, error.expected, error.actual, path)


def must(function: Any, *args: Any) -> None:
    """Call a function of C that takes an error last; raise what it says."""
    error = new_error()
    if function(*args, error):
        raise FaultError(fault_of(error))


def must_give(function: Any, *args: Any) -> int:
    """The same for a function that gives a reference."""
    error = new_error()
    address: int = function(*args, error)
    if not address:
        raise FaultError(fault_of(error))
    return address
