"""What a caller gets wrong is an SSZError, and also the error that Python has for it."""

import array
import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Container,
    List,
    SSZError,
    Union,
    Vector,
    set_threads,
    uint8,
    uint64,
)
from pyssz.diff import apply, diff
from pyssz.io import snappy


class Part(Container):
    number: uint64
    numbers: List[uint64, 8]
    bits: Bitlist[9]
    text: ByteList[9]


Numbers = List[uint64, 8]


def part() -> Part:
    return Part(number=1, numbers=[1, 2], bits=[1, 0], text=b"ab")


def edited() -> Part:
    value = part()
    value.number = 2
    return value


def delete(value: Any, key: Any) -> None:
    del value[key]


def put(value: Any, key: Any, new: Any) -> None:
    value[key] = new


MISTAKES: list[tuple[str, Callable[[], Any], type[Exception]]] = [
    ("decode text", lambda: Part.decode_bytes("abc"), TypeError),  # type: ignore[arg-type]
    ("decode a number", lambda: uint64.decode_bytes(5), TypeError),  # type: ignore[arg-type]
    ("decode nothing", lambda: Part.decode_bytes(None), TypeError),  # type: ignore[arg-type]
    ("decode a list", lambda: Numbers.decode_bytes([1]), TypeError),  # type: ignore[arg-type]
    ("decode objects", lambda: Numbers.decode_bytes(np.array([None, 1])), TypeError),  # type: ignore[arg-type]
    ("decode pointers", lambda: Numbers.decode_bytes((ctypes.c_char_p * 2)()), TypeError),  # type: ignore[arg-type]
    ("decode one as many", lambda: Part.decode_many(5), TypeError),  # type: ignore[arg-type]
    ("decode many texts", lambda: Part.decode_many(["a"] * 20), TypeError),
    ("encode numbers", lambda: Numbers.encode_many([5]), TypeError),  # type: ignore[list-item]
    ("encode a number", lambda: Numbers.encode_many(5), TypeError),  # type: ignore[arg-type]
    ("encode to bytes", lambda: Numbers.encode_many([part()], b""), TypeError),  # type: ignore[arg-type]
    ("roots of text", lambda: uint64.hash_tree_roots("abc"), TypeError),
    ("delete an element", lambda: delete(part().numbers, 0), TypeError),
    ("delete elements", lambda: delete(part().numbers, slice(1)), TypeError),
    ("delete a bit", lambda: delete(part().bits, 0), TypeError),
    ("delete of a vector", lambda: delete(Vector[uint8, 2](), 0), TypeError),
    ("delete of bits", lambda: delete(Bitvector[2](), 0), TypeError),
    ("delete of a union", lambda: delete(Union[None, uint8](), 0), TypeError),
    ("delete by name", lambda: delete(part(), "number"), TypeError),
    ("delete a field", lambda: delattr(part(), "number"), AttributeError),
    ("apply nothing", lambda: apply(part(), None), TypeError),  # type: ignore[arg-type]
    ("apply to nothing", lambda: apply(None, diff(part(), part()).patch()), TypeError),  # type: ignore[type-var]
    ("compare with nothing", lambda: diff(part(), None), TypeError),  # type: ignore[arg-type]
    ("compare nothing", lambda: diff(None, part()), TypeError),  # type: ignore[arg-type]
    ("a slice by name", lambda: part().numbers["a":], TypeError),  # type: ignore[misc]
    ("a slice of bits by name", lambda: part().bits["a":], TypeError),  # type: ignore[misc]
    ("no step", lambda: part().numbers[::0], ValueError),
    ("no step of bits", lambda: part().bits[::0], ValueError),
    ("write without a step", lambda: put(part().numbers, slice(None, None, 0), [1]), ValueError),
    ("a far element", lambda: part().numbers[2**64], IndexError),
    ("a far bit", lambda: part().bits[-(2**64)], IndexError),
    ("a far place", lambda: part().locate("numbers", 2**64), LookupError),
    ("threads", lambda: set_threads(2**64), ValueError),
    ("no threads", lambda: set_threads("2"), TypeError),  # type: ignore[arg-type]
    ("compress a number", lambda: snappy.compress(5), TypeError),  # type: ignore[arg-type]
    ("decompress a number", lambda: snappy.decompress(5), TypeError),  # type: ignore[arg-type]
    ("an offset in words", lambda: part().encode_into(bytearray(99), "1"), TypeError),  # type: ignore[arg-type]
    ("an offset that is far", lambda: part().encode_into(bytearray(99), 2**64), ValueError),
    ("an offset below", lambda: part().encode_into(bytearray(99), -1), ValueError),
]


@pytest.mark.parametrize(
    ("mistake", "kind"), [row[1:] for row in MISTAKES], ids=[row[0] for row in MISTAKES]
)
def test_mistakes_are_errors_of_both_kinds(mistake: Callable[[], Any], kind: Any) -> None:
    with pytest.raises(SSZError) as caught:
        mistake()
    assert isinstance(caught.value, kind)
    assert caught.value.code


VALUES = pytest.mark.parametrize(
    "make", [part, edited, lambda: uint64(7)], ids=["sealed", "edited", "number"]
)

# ---- buffers -------------------------------------------------------------------------------------

ROOM: dict[str, Callable[[], Any]] = {
    "bytes": lambda: bytearray(99),
    "words": lambda: array.array("Q", bytes(104)),
    "records": lambda: np.zeros(20, [("Others", "<u4"), ("b", ">u2")]),
    "big-endian": lambda: np.zeros(20, ">u8"),
    "rows": lambda: np.zeros((10, 12), np.uint8),
    "C": lambda: (ctypes.c_uint16 * 60)(),
    "every other byte": lambda: memoryview(bytearray(400))[::2],
    "backwards": lambda: memoryview(bytearray(100))[::-1],
}


@VALUES
@pytest.mark.parametrize("room", ROOM.values(), ids=ROOM)
@pytest.mark.parametrize("offset", [0, 5])
def test_values_are_written_into_buffers_of_any_format(make: Any, room: Any, offset: int) -> None:
    value, buffer = make(), room()
    data = value.encode_bytes()
    assert value.encode_into(buffer, offset) == len(data)
    assert memoryview(buffer).tobytes()[offset : offset + len(data)] == data


NO_ROOM: dict[str, Any] = {
    "text": "abc",
    "nothing": None,
    "a number": 5,
    "bytes": bytes(99),
    "read-only": memoryview(bytearray(99)).toreadonly(),
    "objects": np.array([None] * 99),
    "objects in records": np.zeros(99, [("a", "u4"), ("b", "O")]),
    "pointers": (ctypes.c_char_p * 99)(),
    "columns": np.zeros((99, 99), "u2")[:, ::2],
}


@VALUES
@pytest.mark.parametrize("buffer", NO_ROOM.values(), ids=NO_ROOM)
def test_what_can_not_be_written_to_is_refused(make: Any, buffer: Any) -> None:
    with pytest.raises(SSZError) as caught:
        make().encode_into(buffer)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize("empty", [bytearray(), np.zeros((0, 3), "u8"), array.array("Q")])
def test_buffers_may_be_empty(empty: Any) -> None:
    assert Numbers().encode_into(empty) == 0
    assert Numbers.decode_bytes(empty) == []
    with pytest.raises(SSZError, match="the buffer has 0"):
        part().encode_into(empty)


def test_buffers_of_any_format_are_decoded() -> None:
    for buffer in (
        array.array("Q", [1, 2]),
        np.arange(1, 3, dtype="<u8"),
        np.arange(1, 5, dtype="<u8")[:2],
        np.array([1, 0, 2, 0], "<u8")[::2],
        np.array([(1, 0), (2, 0)], [("Odd", "<u4"), ("b", "<u4")]),
        (ctypes.c_uint64 * 2)(1, 2),
    ):
        assert Numbers.decode_bytes(buffer) == [1, 2]  # type: ignore[arg-type]
