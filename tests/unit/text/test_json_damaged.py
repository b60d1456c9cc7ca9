"""Documents that are damaged: cut off anywhere, with any byte another one.

Each is a value, or an error with line, column and a path that the type has; nothing else happens.
"""

import json
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    CompatibleUnion,
    Container,
    DecodeError,
    List,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    boolean,
    byte,
    from_json,
    to_json,
    uint8,
    uint16,
    uint64,
    uint256,
)
from pyssz.ethereum.minimal import deneb


class Inner(Container):
    number: uint64
    data: ByteList[5]


class Outer(Container):
    items: List[Inner, 3]
    flags: Bitlist[9]
    is_set: boolean
    choice: Union[None, uint16, Inner]
    rows: Vector[List[uint8, 3], 2]


class Own(Container):
    """A type with a way of its own to read, which the C library does not know."""

    first: Inner
    numbers: List[uint16, 4]

    @classmethod
    def from_obj(cls, obj: Any) -> "Own":
        return super().from_obj(obj)


class Open(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    a: uint8
    b: ProgressiveList[uint16]


INNER = Inner(number=2, data=b"\x01\x02")
VALUES: list[Any] = [
    uint8(7),
    uint64(2**64 - 1),
    uint256(2**255),
    boolean(True),
    Bytes32(b"\x07" * 32),
    ByteList[9](b"abc"),
    Bitvector[11]([1] * 11),
    Bitlist[20]([1, 0, 1] * 3),
    ProgressiveBitlist([1, 0, 1]),
    Vector[uint16, 3]([1, 2, 3]),
    List[boolean, 4]([True, False]),
    List[byte, 4](b"ab"),
    ProgressiveList[uint64](range(4)),
    List[Bytes32, 2]([b"\x01" * 32]),
    INNER,
    List[Inner, 3]([INNER] * 2),
    Outer(
        items=[INNER],
        flags=[1, 0],
        is_set=True,
        choice=Union[None, uint16, Inner](selector=2, value=INNER),
        rows=[[1], [2, 3]],
    ),
    Own(first=INNER, numbers=[1, 2]),
    Open(a=1, b=[5]),
    CompatibleUnion({1: Open})(selector=1, data=Open(a=1, b=[2])),
    deneb.Checkpoint(epoch=7, root=b"\x09" * 32),
    deneb.Fork(epoch=9),
]
NAMES = [type(value).__name__ for value in VALUES]


def has(kind: Any, path: tuple[str | int, ...]) -> bool:
    """Whether a type has such a part, as far as its selectors are not asked."""
    for step in path:
        if hasattr(kind, "_fields"):
            kind = next((field.type for field in kind._fields if field.name == step), None)
        elif hasattr(kind, "_options"):
            kind = kind._options.get(step)
        elif hasattr(kind, "_element") and isinstance(step, int):
            kind = kind._element
        else:
            kind = None
        if kind is None:
            return False
    return True


def check_place(kind: Any, text: bytes, error: DecodeError) -> None:
    assert error.code
    assert error.line >= 1
    assert error.column >= 1
    assert f"(line {error.line}, column {error.column})" in str(error)
    unknown = error.code in ("UNKNOWN_SELECTOR", "UNDECLARED_SELECTOR")
    assert has(kind, error.path[:-1] if unknown else error.path), error
    try:
        words = text.decode(json.detect_encoding(text), "surrogatepass")
    except UnicodeDecodeError:
        return
    lines = words.split("\n")
    assert error.line <= len(lines)
    assert error.column <= len(lines[error.line - 1]) + 1


def read(kind: Any, text: bytes, strict: bool) -> Any:
    """The value, or the error, which has a place."""
    try:
        return from_json(kind, text, strict=strict)
    except DecodeError as error:
        refusal = error
    check_place(kind, text, refusal)
    return refusal


@pytest.mark.parametrize("value", VALUES, ids=NAMES)
@pytest.mark.parametrize("strict", [False, True])
def test_every_beginning_of_a_document(value: Any, strict: bool) -> None:
    kind = type(value)
    text = to_json(value, indent=1).encode()
    assert read(kind, text, strict) == value
    is_number = text[:1] not in b'"{[tfn'
    for size in range(len(text)):
        found = read(kind, text[:size], strict)
        if not is_number:
            assert isinstance(found, DecodeError)
            assert found.code in ("NOT_JSON", "WRONG_TYPE", "MISSING_FIELD"), found


@pytest.mark.parametrize("value", VALUES, ids=NAMES)
@pytest.mark.parametrize("strict", [False, True])
def test_every_byte_of_a_document(value: Any, strict: bool) -> None:
    kind = type(value)
    text = to_json(value, indent=1).encode()
    refused = 0
    for at in range(len(text)):
        for byte_there in (text[at] ^ 1 << at % 8, text[at] ^ 0x80, ord('"'), ord("}"), ord("0")):
            damaged = text[:at] + bytes([byte_there]) + text[at + 1 :]
            found = read(kind, damaged, strict)
            if not isinstance(found, DecodeError):
                # Then it is the document of that value.
                assert from_json(kind, to_json(found)) == found
            refused += isinstance(found, DecodeError)
    assert refused > len(text)


@pytest.mark.parametrize("kind", [Inner, Own])
@pytest.mark.parametrize(
    ("old", "new", "code", "path"),
    [
        ('"2"', "NaN", "NOT_JSON", ("number",)),
        ('"2"', "-Infinity", "NOT_JSON", ("number",)),
        ('"2"', "9" * 5000, "NOT_JSON", ("number",)),
        ('"2"', "[" * 100_000, "NOT_JSON", ("number",)),
        ('"2"', '"2",\n"number": "3"', "DUPLICATE_MEMBER", ()),
        ('"2"', '"2",\n"z": {"a": NaN}', "NOT_JSON", ()),
        ('"2"', '"2",\n"z": {"a": 1, "a": 2}', "DUPLICATE_MEMBER", ()),
        ('"0x0102"', "[1, 2,\n Infinity]", "NOT_JSON", ("data", 2)),
        ('"0x0102"', "[1, 2,\n }", "NOT_JSON", ("data", 2)),
    ],
)
def test_faults_that_json_does_not_place(
    kind: Any, old: str, new: str, code: str, path: tuple[str | int, ...]
) -> None:
    value = INNER if kind is Inner else Own(first=INNER, numbers=[1])
    text = to_json(value).replace(old, new)
    with pytest.raises(DecodeError) as caught:
        from_json(kind, text)
    error = caught.value
    assert error.code == code
    line = text.split("\n")[error.line - 1]
    marks = {"DUPLICATE_MEMBER": ('"number"', '"a"'), "NOT_JSON": ("NaN", "-I", "I", "9", "[", "}")}
    assert line[error.column - 1 :].startswith(marks[code])
    found = error.path if kind is Inner else error.path[1:]
    assert kind is Inner or error.path[:1] == ("first",)
    assert found[: len(path)] == path
    assert len(found) <= len(path) + (code == "NOT_JSON" and path == ())


def test_the_first_fault_of_a_kind_is_found_behind_others() -> None:
    """C stops at the first fault of any kind, Python tells what it finds wrong with the text."""
    text = '{"number": true,\n"data": NaN}'
    with pytest.raises(
        DecodeError, match=r"NaN is not a JSON number - at Inner.data \(line 2, col"
    ):
        from_json(Inner, text)
    text = '{"number": true,\n"data": "0x",\n"data": "0x"}'
    with pytest.raises(DecodeError, match=r"'data' is given twice - at Inner \(line 3, column 1\)"):
        from_json(Inner, text)


def test_paths_in_an_envelope() -> None:
    text = '{"version": "x",\n "data": {"first": {"number": NaN}}}'
    for envelope in (True, None):
        with pytest.raises(DecodeError) as caught:
            from_json(Own, text, envelope=envelope)
        assert (caught.value.line, caught.value.column) == (2, 31)
        assert caught.value.path in ((), ("first", "number"))
    with pytest.raises(DecodeError, match=r"at Own.first.number \(line 2"):
        from_json(Own, text, envelope=True)
