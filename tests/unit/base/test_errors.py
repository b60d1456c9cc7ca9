"""Errors: their classes, codes, places and words; every code of a refused encoding is reached."""

import copy
import pickle
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

import pyssz
from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    CompatibleUnion,
    Container,
    DecodeError,
    EncodeError,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    List,
    NavigationError,
    NotProvenError,
    PathError,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    SchemaError,
    SSZError,
    Union,
    UnknownFieldError,
    Vector,
    boolean,
    native,
    uint8,
    uint16,
    uint64,
)
from pyssz.base.errors import DECODE_CODES, format_path
from support.refused import refused

# ---- the classes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [
        (SchemaError, TypeError),
        (DecodeError, ValueError),
        (EncodeError, ValueError),
        (NavigationError, LookupError),
        (NotProvenError, LookupError),
        (PathError, ValueError),
        (InvalidValueError, ValueError),
        (InvalidTypeError, TypeError),
        (InvalidIndexError, IndexError),
        (UnknownFieldError, AttributeError),
    ],
)
def test_every_error_is_the_builtin_one_that_callers_expect(kind: Any, builtin: Any) -> None:
    assert issubclass(kind, SSZError)
    assert issubclass(kind, builtin)
    assert getattr(pyssz, kind.__name__) is kind
    assert kind.__name__ in pyssz.__all__


def test_an_error_gathers_its_place_on_the_way_out() -> None:
    error = DecodeError("expected boolean 0 or 1, got 7", code="NOT_A_BIT", offset=5321)
    assert (error.root, error.path) == ("", ())
    assert str(error) == "expected boolean 0 or 1, got 7 (byte 5321)"
    error.under("Validator", "slashed")
    error.under("Validators", 17)
    error.under("BeaconState", "validators")
    assert error.path == ("validators", 17, "slashed")
    assert error.root == "BeaconState"
    assert str(error) == (
        "expected boolean 0 or 1, got 7 - at BeaconState.validators[17].slashed (byte 5321)"
    )
    assert error.message == "expected boolean 0 or 1, got 7"


def test_paths_are_written_as_in_python() -> None:
    assert format_path("State", ()) == "State"
    assert format_path("State", ("a", 1, 2, "b")) == "State.a[1][2].b"


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_errors_pickle_whole(protocol: int) -> None:
    """They cross processes, for instance those of a test run."""
    error = DecodeError("bad", code="LIMIT", root="State", path=("a", 1), offset=7)
    for other in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error)):
        assert type(other) is DecodeError
        assert str(other) == str(error) == "bad - at State.a[1] (byte 7)"
        assert (other.code, other.root, other.path, other.offset, other.message) == (
            "LIMIT",
            "State",
            ("a", 1),
            7,
            "bad",
        )


# ---- encodings -----------------------------------------------------------------------------------


class Leaf(Container):
    flag: boolean
    number: uint16


class Item(Container):
    tag: uint8
    data: ByteList[4]
    bits: Bitlist[3]


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):
    side: uint8
    flags: ProgressiveList[boolean]


class Choice(Union[None, Leaf, List[Leaf, 2]]):
    pass


class Shape(CompatibleUnion({5: Square})):
    pass


class Tree(Container):
    root: Bytes32
    leaves: List[Leaf, 3]
    items: List[Item, 2]
    pair: Vector[ByteList[4], 2]
    choice: Choice
    shape: Shape
    four: Bitvector[4]
    many: ProgressiveBitlist


# The offsets of Tree stand at the bytes 32, 36, 40, 44, 48 and 53.
GOOD = Tree(
    leaves=[{"flag": 1}, {}],
    items=[{"data": b"ab", "bits": [1]}, {"data": b"c"}],
    pair=[b"x", b"yz"],
    choice=Choice(selector=2, value=[{}]),
    shape=Shape(selector=5, data={"flags": [1, 0]}),
    many=[1, 0, 1],
)


def start(*path: Any) -> int:
    return GOOD.locate(*path).offset


def changed(at: int, new: bytes) -> bytes:
    data = bytearray(GOOD.encode_bytes())
    data[at : at + len(new)] = new
    return bytes(data)


def offset(number: int) -> bytes:
    return number.to_bytes(4, "little")


CASES: list[tuple[Any, bytes, str, tuple[Any, ...], int, str]] = [
    # type, bytes, code, path, byte, words
    (uint64, bytes(9), "SCOPE", (), 8, "expected 8 bytes, got 9"),
    (Leaf, bytes(2), "SCOPE", (), 2, "expected 3 bytes, got 2"),
    (Tree, bytes(40), "SCOPE_TOO_SMALL", (), 40, "expected at least 57 bytes, got 40"),
    (
        List[uint16, 4],
        bytes(3),
        "SCOPE_UNDIVIDED",
        (),
        2,
        "3 bytes are not a whole number of 2-byte elements",
    ),
    (List[uint8, 4], bytes(5), "LIMIT", (), 4, "expected at most 4 elements, got 5"),
    (ByteList[4], bytes(5), "LIMIT", (), 4, "expected at most 4 bytes, got 5"),
    (Bitlist[4], b"\x40", "LIMIT", (), 0, "expected at most 4 bits, got 6"),
    (Bitlist[4], b"", "EMPTY_ENCODING", (), 0, "a bitlist needs at least one byte"),
    (Choice, b"", "NO_SELECTOR", (), 0, "a union needs at least one byte for its selector"),
    (Vector[boolean, 2], b"\0\2", "NOT_A_BIT", (1,), 1, "expected boolean 0 or 1, got 2"),
    (
        List[List[uint8, 2], 2],
        offset(5) + bytes(4),
        "OFFSET_UNALIGNED",
        (),
        0,
        "first offset 5 is not a multiple of 4",
    ),
    (
        List[List[uint8, 2], 2],
        offset(0),
        "OFFSET_BELOW_TABLE",
        (),
        0,
        "first offset 0 is inside the offset table",
    ),
    (
        Bitlist[20],
        b"\3\0",
        "TRAILING_ZEROS",
        (),
        1,
        "zero bytes follow the delimiter bit of a bitlist",
    ),
    (
        List[List[uint8, 2], 2],
        b"\4\0",
        "SCOPE_TOO_SMALL",
        (),
        2,
        "expected at least 4 bytes, got 2",
    ),
]


@pytest.mark.parametrize(("kind", "data", "code", "path", "byte", "words"), CASES)
def test_why_bytes_are_refused(
    kind: Any, data: bytes, code: str, path: tuple[Any, ...], byte: int, words: str
) -> None:
    with pytest.raises(DecodeError) as caught:
        kind.decode_bytes(data)
    error = caught.value
    assert (error.code, error.path, error.offset, error.message) == (code, path, byte, words)
    assert str(error) == f"{words} - at {format_path(kind.__name__, path)} (byte {byte})"


NO_DELIMITER = "a bitlist needs a delimiter bit, and all its bits are 0"

DEEP: list[tuple[int, bytes, str, str]] = [
    # where the good bytes are changed, and to what; the code, and all that is said
    (
        start("leaves", 1),
        b"\7",
        "NOT_A_BIT",
        "expected boolean 0 or 1, got 7 - at Tree.leaves[1].flag (byte 60)",
    ),
    (
        32,
        offset(58),
        "FIRST_OFFSET",
        "expected the first offset to be 57, got 58 - at Tree (byte 32)",
    ),
    (
        36,
        offset(9),
        "OFFSET_UNORDERED",
        "offset 57 is above the next one, 9 - at Tree.leaves (byte 32)",
    ),
    (
        53,
        offset(999),
        "OFFSET_PAST_SCOPE",
        "offset 999 is past the end, 118 - at Tree.many (byte 53)",
    ),
    (
        start("four"),
        b"\x10",
        "PADDING_BITS",
        "bits past the length are set in the last byte, 0x10 - at Tree.four (byte 52)",
    ),
    (start("many"), b"\0", "NO_DELIMITER", f"{NO_DELIMITER} - at Tree.many (byte 117)"),
    (
        start("choice"),
        b"\3",
        "UNKNOWN_SELECTOR",
        "selector 3 names no option - at Tree.choice (byte 105)",
    ),
    (
        start("shape"),
        b"\0",
        "UNKNOWN_SELECTOR",
        "selector 0 names no option - at Tree.shape (byte 109)",
    ),
    (
        start("choice"),
        b"\0",
        "SCOPE",
        "expected 0 bytes, got 3 - at Tree.choice[0] (byte 106)",
    ),
    (
        start("choice", 2, 0),
        b"\2",
        "NOT_A_BIT",
        "expected boolean 0 or 1, got 2 - at Tree.choice[2][0].flag (byte 106)",
    ),
    (
        start("shape", 5, "flags"),
        b"\1\3",
        "NOT_A_BIT",
        "expected boolean 0 or 1, got 3 - at Tree.shape[5].flags[1] (byte 116)",
    ),
    (
        start("items", 0, "bits"),
        b"\x10",
        "LIMIT",
        "expected at most 3 bits, got 4 - at Tree.items[0].bits (byte 82)",
    ),
    (
        start("items", 1, "bits"),
        b"\0",
        "NO_DELIMITER",
        f"{NO_DELIMITER} - at Tree.items[1].bits (byte 93)",
    ),
    (
        start("items"),
        offset(12),
        "LIMIT",
        "expected at most 2 elements, got 3 - at Tree.items (byte 63)",
    ),
    (
        start("items"),
        offset(6),
        "OFFSET_UNALIGNED",
        "first offset 6 is not a multiple of 4 - at Tree.items (byte 63)",
    ),
    (
        start("items", 0) + 1,
        offset(10),
        "FIRST_OFFSET",
        "expected the first offset to be 9, got 10 - at Tree.items[0] (byte 72)",
    ),
    (
        start("pair"),
        offset(4),
        "FIRST_OFFSET",
        "expected the first offset to be 8, got 4 - at Tree.pair (byte 94)",
    ),
    (
        start("pair") + 4,
        offset(99),
        "OFFSET_PAST_SCOPE",
        "offset 99 is past the end, 11 - at Tree.pair[1] (byte 98)",
    ),
]


@pytest.mark.parametrize(("at", "new", "code", "text"), DEEP)
def test_where_bytes_are_refused(at: int, new: bytes, code: str, text: str) -> None:
    """One fault in the middle of good bytes: its path, and the byte from the start of the input."""
    with refused(DecodeError, code, text):
        Tree.decode_bytes(changed(at, new))
    assert Tree.decode_bytes(changed(at, b"")) == GOOD


def test_the_path_of_a_fault_is_for_programs_too() -> None:
    with pytest.raises(DecodeError) as caught:
        Tree.decode_bytes(changed(start("choice", 2, 0), b"\2"))
    error = caught.value
    assert (error.root, error.path, error.offset) == ("Tree", ("choice", 2, 0, "flag"), 106)
    assert error.__cause__ is None


def test_a_stream_that_ends_too_early() -> None:
    with refused(
        DecodeError,
        "TRUNCATED",
        "expected 118 bytes, the input ended after 100 - at Tree (byte 100)",
    ):
        Tree.deserialize(BytesIO(GOOD.encode_bytes()[:100]), 118)


def test_every_reason_is_reached_and_there_are_no_others() -> None:
    """The list of reasons is closed: those of the header, those with words, those tested here."""
    of_the_header = {name for number, name in native.faults._names().items() if 100 <= number < 130}
    assert of_the_header == set(DECODE_CODES)
    reached = {code for _, _, code, *_ in (*CASES, *DEEP)} | {"TRUNCATED"}
    assert reached == set(DECODE_CODES)


# ---- the other operations ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "code", "text"),
    [
        (("nothing",), "NO_SUCH_FIELD", "Tree has no field 'nothing' - at Tree"),
        ((0,), "NO_SUCH_FIELD", "fields of Tree are named, not numbered - at Tree"),
        (
            ("leaves", 2),
            "NO_SUCH_POSITION",
            "index 2 is out of range for a length of 2 - at Tree.leaves",
        ),
        (
            ("leaves", -3),
            "NO_SUCH_POSITION",
            "index -3 is out of range for a length of 2 - at Tree.leaves",
        ),
        (
            ("leaves", 2**64),
            "NO_SUCH_POSITION",
            f"position {2**64} is out of range: List[Leaf, 3] has 3 - at Tree.leaves",
        ),
        (
            ("leaves", "flag"),
            "NOT_A_POSITION",
            "parts of List[Leaf, 3] are numbered, so 'flag' is not one - at Tree.leaves",
        ),
        (
            ("root", 32),
            "NO_SUCH_POSITION",
            "index 32 is out of range for a length of 32 - at Tree.root",
        ),
        (("root", 3, 0), "NO_PARTS", "a byte has no parts - at Tree.root[3]"),
        (
            ("four", 4),
            "NO_SUCH_POSITION",
            "index 4 is out of range for a length of 4 - at Tree.four",
        ),
        (("four", 3, 0), "NO_PARTS", "a boolean has no parts - at Tree.four[3]"),
        (
            ("leaves", 0, "number", 0),
            "NO_PARTS",
            "a uint16 has no parts - at Tree.leaves[0].number",
        ),
        (("choice", 1), "NO_SUCH_OPTION", "option 1 is not selected; option 2 is - at Tree.choice"),
        (("choice", 0, 1), "NO_PARTS", "None has no parts - at Tree.choice[0]"),
        (("shape", 4), "NO_SUCH_OPTION", "Shape has no option 4 - at Tree.shape"),
    ],
)
def test_paths_that_lead_nowhere(path: tuple[Any, ...], code: str, text: str) -> None:
    with refused(NavigationError, code, text):
        GOOD.locate(*path)


@pytest.mark.parametrize("step", [None, 1.5, b"a"])
def test_steps_are_names_and_integers(step: Any) -> None:
    message = "a path is a text, steps (names, numbers and ranges) or a Path, not "
    with refused(PathError, "NOT_A_PATH", message + type(step).__name__):
        GOOD.locate("leaves", step)


BUFFERS: list[tuple[Callable[[], Any], int, str]] = [
    (lambda: bytearray(117), 0, "the value takes 118 bytes, the buffer has 117 from offset 0"),
    (lambda: bytearray(118), 1, "the value takes 118 bytes, the buffer has 117 from offset 1"),
    (lambda: bytearray(9), 50, "the value takes 118 bytes, the buffer has 0 from offset 50"),
    (lambda: bytearray(200), -1, "the value takes 118 bytes, the buffer has 0 from offset -1"),
]


@pytest.mark.parametrize(("make", "at", "text"), BUFFERS)
def test_a_buffer_without_room_is_left_as_it_was(
    make: Callable[[], Any], at: int, text: str
) -> None:
    buffer = make()
    with refused(EncodeError, "BUFFER_TOO_SMALL", f"{text} - at Tree"):
        GOOD.encode_into(buffer, at)
    assert not any(buffer)


def test_the_path_of_a_deep_fault_begins_at_the_outermost_value() -> None:
    """C notes 64 steps; of a longer path they are the outermost ones, so their names are right."""
    kind: type[pyssz.View] = pyssz.boolean
    for _ in range(100):
        kind = pyssz.CompatibleUnion({7: kind})
    with pytest.raises(DecodeError) as caught:
        kind.decode_bytes(bytes([7]) * 100 + b"\2")
    assert caught.value.code == "NOT_A_BIT"
    assert caught.value.path == (7,) * 64
    assert caught.value.offset == 100
