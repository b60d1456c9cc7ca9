"""Paths: their text, what they lead to, their indices; what is refused, and where in the text."""

import contextlib
import operator
import pickle
import random
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import (
    BasicView,
    Bitlist,
    Bitvector,
    ByteList,
    Bytes4,
    Bytes32,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    NavigationError,
    PathError,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    boolean,
    uint8,
    uint64,
    uint256,
)
from pyssz.errors import InvalidTypeError
from pyssz.ethereum import mainnet
from pyssz.gindex import ACTIVE_FIELDS, LENGTH, SELECTOR, generalized_index, gindex_to_path
from pyssz.paths.path import Range, path_text, read_part
from support.strategies import Sample, built, examples, samples
from support.walks import random_steps, steps_below

BeaconState = mainnet.deneb.BeaconState


class Checkpoint(Container):
    epoch: uint64
    root: Bytes32


class Record(Container):
    slot: uint64
    ok: boolean
    tag: Bytes4
    flags: Bitvector[10]
    point: Checkpoint
    total: uint256


class Loose(Container):
    number: uint64
    bits: Bitlist[20]
    votes: List[uint64, 8]
    notes: List[ByteList[5], 4]
    point: Checkpoint


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    side: uint64
    color: uint8


class Choice(Union[None, uint64, Checkpoint]):
    pass


Shape: Any = CompatibleUnion({1: Square})


class State(Container):
    slot: uint64
    records: List[Record, 100]
    loose: List[Loose, 100]
    balances: ProgressiveList[uint64]
    matrix: Vector[Vector[uint8, 3], 2]
    bits: Bitlist[50]
    text: ByteList[50]
    choice: Choice
    shape: Shape
    squares: List[Square, 4]


STATE = State(
    slot=7,
    records=[
        Record(slot=i, ok=i % 2, tag=bytes([i, 0, 0, 1]), point={"epoch": 2 * i}, total=i << 100)
        for i in range(5)
    ],
    balances=[10, 20, 30],
    matrix=[[1, 2, 3], [4, 5, 6]],
    bits=[1, 0, 1],
    text=b"hello",
    choice=Choice(selector=2, value=Checkpoint(epoch=9)),
    shape=Shape(selector=1, data=Square(side=3)),
    squares=[Square(side=5, color=1)],
)


# ---- what paths say ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "steps", "value"),
    [
        (".", (), STATE),
        (".slot", ("slot",), 7),
        ("slot", ("slot",), 7),
        (" . slot ", ("slot",), 7),
        (".records[3].slot", ("records", 3, "slot"), 3),
        (".records[-1].point.epoch", ("records", -1, "point", "epoch"), 8),
        (".records[0x2].ok", ("records", 2, "ok"), 0),
        (".records[1_0e-1].slot", ("records", 1, "slot"), 1),
        (".balances[1]", ("balances", 1), 20),
        (".matrix[1][-1]", ("matrix", 1, 2), 6),
        (".bits[2]", ("bits", 2), 1),
        (".text[1]", ("text", 1), ord("e")),
        (".choice[2].epoch", ("choice", 2, "epoch"), 9),
        (".shape[1].side", ("shape", 1, "side"), 3),
        ("len(.records)", ("records", LENGTH), 5),
        ("len(records)", ("records", LENGTH), 5),
        ("len(.matrix)", ("matrix", LENGTH), 2),
        ("len(.text)", ("text", LENGTH), 5),
        ("selector(.choice)", ("choice", SELECTOR), 2),
        ("active_fields(.squares[0])", ("squares", 0, ACTIVE_FIELDS), Square.active_fields()),
    ],
)
def test_paths_to_one_part(text: str, steps: Any, value: Any) -> None:
    path = State.path(text)
    assert (path.steps, path.is_single) == (steps, True)
    assert path.read(STATE) == value
    assert isinstance(path.read(STATE), path.type)
    assert State.path(*steps) == path
    assert State.path(str(path)) == path
    resolved = path.resolve(STATE)
    assert resolved.read(STATE) == value
    if "len(.matrix)" not in text:
        assert resolved.gindex == generalized_index(State, *resolved.steps)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (".records[*].slot", ("records", Range(), "slot")),
        (".records[:]", ("records", Range())),
        (".records[1:3]", ("records", Range(1, 3))),
        (".records[-2:].ok", ("records", Range(-2), "ok")),
        (".records[:-1]", ("records", Range(None, -1))),
    ],
)
def test_paths_to_several_parts(text: str, steps: Any) -> None:
    path = State.path(text)
    assert (path.steps, path.is_single) == (steps, False)
    assert State.path(str(path)) == path == State.path(*steps)
    wanted = [STATE.records[i] for i in range(5)[steps[1].start : steps[1].stop]]
    expected = [getattr(record, steps[2]) if steps[2:] else record for record in wanted]
    found = list(path.expand(STATE))
    assert [part for _, part in found] == expected
    for single, part in found:
        assert State.path(*single).read(STATE) == part


def test_paths_are_built_step_by_step() -> None:
    path = State.path() / "records" / 3 / "point"
    assert path == State.path(".records[3].point")
    assert path.type is Checkpoint
    assert repr(path) == "State.path('.records[3].point')"
    assert State.path(path) is path
    with pytest.raises(InvalidTypeError):
        Record.path(path)
    with pytest.raises(InvalidTypeError):
        path.read(STATE.records)
    with pytest.raises(InvalidTypeError):
        State.path("slot", gindex=3)


def test_the_same_text_gives_the_same_path_and_few_are_remembered() -> None:
    assert State.path(".slot") is State.path(".slot")
    for i in range(600):
        State.path(f".balances[{i}]")
    assert len(State._paths) <= 256


def test_a_field_may_have_the_name_of_what_types_can_do() -> None:
    class Route(Container):
        path: uint64
        len: uint64

    assert Route(path=5, len=6).path == 5
    parsed = type(Route).path(Route, ".len")
    assert parsed.read(Route(path=5, len=6)) == 6
    assert not hasattr(STATE, "path")


def test_paths_compare_and_pickle() -> None:
    path = BeaconState.path(".validators[0:3].slashed")
    assert pickle.loads(pickle.dumps(path)) == path
    assert hash(path) == hash(BeaconState.path("validators", Range(0, 3), "slashed"))


# ---- indices and places --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "gindex"),
    [
        (".", 1),
        (".finalized_checkpoint.root", 105),
        (".current_sync_committee", 54),
        (".next_sync_committee", 55),
        ("len(.validators)", 87),
        (".validators[2045754].withdrawal_credentials", 756464016275921),
        (".balances[7]", generalized_index(BeaconState, "balances", 4)),
    ],
)
def test_paths_have_generalized_indices(text: str, gindex: int) -> None:
    assert BeaconState.path(text).gindex == gindex
    back = BeaconState.path(gindex=gindex)
    assert back.gindex == gindex
    assert back.steps == gindex_to_path(BeaconState, gindex)


def test_places_are_those_of_the_bytes() -> None:
    data = STATE.encode_bytes()
    for text in (".records[-2].point.epoch", ".loose", ".text", ".choice[2].root", "."):
        path = State.path(text)
        place = path.locate(STATE)
        part = path.read(STATE)
        assert data[place.offset : place.offset + place.size] == part.encode_bytes()
    place = State.path(".bits[2]").locate(STATE)
    assert data[place.offset] >> (place.bit or 0) & 1 == 1
    with pytest.raises(NavigationError, match="only in the Merkle tree") as caught:
        State.path("len(.records)").locate(STATE)
    assert caught.value.code == "NO_BYTES"


@examples(150)
@given(samples(), st.randoms(use_true_random=False))
def test_random_ways_down(sample: Sample, rng: random.Random) -> None:
    """Step by step, by text, by index and by place: all lead to the same part."""
    value = built(sample.cls, sample.plain)
    steps, part = random_steps(value, rng)
    path = sample.cls.path(path_text(steps))
    assert path == sample.cls.path(*steps)
    assert path.read(value) == part
    assert [found for _, found in path.expand(value)] == [part]
    assert path.gindex == generalized_index(sample.cls, *steps)
    assert generalized_index(sample.cls, *sample.cls.path(gindex=path.gindex).steps) == path.gindex


# ---- filters -------------------------------------------------------------------------------------


def picked(value: Any, text: str) -> list[Any]:
    return [steps[-1] for steps, _ in type(value).path(text).expand(value)]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("ok", [1, 3]),
        ("ok == true", [1, 3]),
        ("ok == 0", [0, 2, 4]),
        ("not ok", [0, 2, 4]),
        ("!ok && slot > 1", [2, 4]),
        ("slot in [1, 4, 99, -1, 2.5]", [1, 4]),
        ("slot >= 1.5 and slot <= 3.5", [2, 3]),
        ("slot < 1.5 or slot > 3.5", [0, 1, 4]),
        ("slot != 2.5", [0, 1, 2, 3, 4]),
        ("3 < slot", [4]),
        ("point.epoch == 4", [2]),
        (".point.epoch > slot", [1, 2, 3, 4]),
        ("@.slot == 0x03", [3]),
        ("tag == 0x03000001", [3]),
        ("tag[0] == 0x04 or tag != 0x04000001 and tag[-1] == 1 and slot < 1", [0, 4]),
        ("tag == tag", [0, 1, 2, 3, 4]),
        ("flags[9] == false", [0, 1, 2, 3, 4]),
        ("ok == flags[0]", [0, 2, 4]),
        ("total >= 2535301200456458802993406410752", [2, 3, 4]),
        ("total > slot", [1, 2, 3, 4]),
        ("total == slot", [0]),
        ("slot < total", [1, 2, 3, 4]),
        ("total <= total", [0, 1, 2, 3, 4]),
        ("total >= slot", [0, 1, 2, 3, 4]),
        ("total != slot", [1, 2, 3, 4]),
        ("slot < -1", []),
        ("slot > -1", [0, 1, 2, 3, 4]),
        ("slot < 1e70", [0, 1, 2, 3, 4]),
        ("slot == 18446744073709551616", []),
        ("@index > 2", [3, 4]),
        ("len(flags) == 10", [0, 1, 2, 3, 4]),
        ("not (slot == 1 or (slot == 2 and not ok))", [0, 3, 4]),
    ],
)
def test_filters_of_records(condition: str, expected: list[int]) -> None:
    text = f".records[{condition}]"
    assert picked(STATE, text) == expected
    assert str(State.path(text)) == text
    assert State.path(*State.path(text).steps) == State.path(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".balances[@ >= 20]", [1, 2]),
        (".bits[@]", [0, 2]),
        (".text[@ == 0x6c]", [2, 3]),
        (".matrix[@[1] > 2]", [1]),
        (".squares[side == 5].color", ["color"]),
        (".loose[number == 1]", []),
    ],
)
def test_filters_of_other_sequences(text: str, expected: list[Any]) -> None:
    assert picked(STATE, text) == expected


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 4), max_size=12))
def test_filters_of_records_of_variable_size(rows: list[tuple[int, ...]]) -> None:
    Many = List[Loose, 20]
    value = Many(
        [
            Loose(
                number=a,
                bits=[1] * b,
                votes=range(c),
                notes=[b"x" * i for i in range(d % 5)],
                point={"epoch": a + b},
            )
            for a, b, c, d in rows
        ]
    )
    for text, holds in (
        ("number > 2", lambda a, b, c, d: a > 2),
        ("len(bits) == 3 or len(votes) < 2", lambda a, b, c, d: b == 3 or c < 2),
        ("len(notes) >= 2 and point.epoch > 4", lambda a, b, c, d: d % 5 >= 2 and a + b > 4),
        ("len(votes) == len(bits)", lambda a, b, c, d: b == c),
    ):
        expected = [i for i, row in enumerate(rows) if holds(*row)]
        assert picked(value, f".[{text}]") == expected


SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def columns(kind: Any, text: str = "@") -> Iterator[tuple[str, Any]]:
    """What can be compared of the elements of a type: the text of a column, and how to read it."""
    if issubclass(kind, BasicView):
        yield text, lambda part: part
    elif issubclass(kind, ByteVector):
        yield text, bytes
        yield f"{text}[-1]", lambda part: part[-1]
    elif issubclass(kind, (Vector, Bitvector)):
        index = kind.vector_length() // 2
        element = boolean if issubclass(kind, Bitvector) else kind.element_cls()
        for column, read in columns(element, f"{text}[{index}]"):
            yield column, lambda part, read=read: read(part[index])
    elif hasattr(kind, "fields"):
        for name, field in kind.fields().items():
            for column, read in columns(field, f"{text}.{name}"):
                yield column, lambda part, name=name, read=read: read(read_part(part, name))
    elif hasattr(kind, "limit") or issubclass(kind, (ProgressiveList, ProgressiveBitlist)):
        yield f"len({text})", len


def sequences(part: Any) -> Iterator[Any]:
    """All sequences in a value whose elements have columns."""
    if hasattr(part, "element_cls") and len(part):
        yield part
    for step in steps_below(part):
        yield from sequences(read_part(part, step))


@examples(300)
@given(samples(), st.randoms(use_true_random=False))
def test_conditions_on_random_types(sample: Sample, rng: random.Random) -> None:
    """What numpy finds in the bytes is what Python finds in the values."""
    for sequence in sequences(built(sample.cls, sample.plain)):
        found = list(columns(sequence.element_cls()))
        for text, read in rng.sample(found, min(len(found), 4)):
            seen = [read(element) for element in sequence]
            value = rng.choice(seen)
            if isinstance(value, bytes):
                signs, literal = ["==", "!="], f"0x{value.hex()}"
                if not text.startswith("len") and text != "@" and rng.random() < 0.3:
                    literal = text  # a column with itself
            elif isinstance(value, boolean):
                signs, literal = ["==", "!="], rng.choice(["true", "false"])
                value = literal == "true"
            else:
                shift = rng.choice([0, 0, 1, -1, Fraction(1, 2), 2**256])
                signs, value = list(SIGNS), int(value) + shift
                literal = str(float(value)) if shift == Fraction(1, 2) else str(value)
                if shift == Fraction(1, 2) and value > 2**40:
                    continue
            sign = rng.choice(signs)
            expected = [i for i, other in enumerate(seen) if SIGNS[sign](other, value)]
            if literal == text:
                expected = list(range(len(seen))) if sign == "==" else []
            path = type(sequence).path(f".[{text} {sign} {literal}]")
            assert path.steps[0].matches(sequence).tolist() == expected, path
            opposite = type(sequence).path(
                f".[not ({literal} {sign} {text})]"
                if sign in ("==", "!=")
                else f".[not {text} {sign} {literal}]"
            )
            rest = sorted({*range(len(seen))} - {*expected})
            assert opposite.steps[0].matches(sequence).tolist() == rest, opposite


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("", "PATH_SYNTAX", 1),
        (".slot.", "PATH_SYNTAX", 7),
        (".slot[", "PATH_SYNTAX", 7),
        (".slot]", "PATH_SYNTAX", 6),
        (".records[1:2:3]", "PATH_SYNTAX", 13),
        (".records[slot ==]", "PATH_SYNTAX", 17),
        (".records[slot = 3]", "PATH_SYNTAX", 15),
        (".records[5 5]", "PATH_SYNTAX", 12),
        (".records[5 > 4]", "FILTER_TYPE", 10),
        (".records[1.5]", "PATH_SYNTAX", 10),
        (".records[slot == 0x1]", "PATH_SYNTAX", 18),
        (".records[not]", "PATH_SYNTAX", 13),
        (".records[slot in []]", "PATH_SYNTAX", 19),
        (".slot \u00e9", "PATH_SYNTAX", 7),
        (".slot slot", "PATH_SYNTAX", 7),
        ("len(.records", "PATH_SYNTAX", 13),
        ("len(.records)[0]", "PATH_SYNTAX", 14),
        (".records[1e999999]", "PATH_LIMIT", 10),
        (".records[" + "9" * 101 + "]", "PATH_LIMIT", 10),
        (".records[" + "(" * 40, "PATH_LIMIT", 42),
        (".records[" + "not " * 40 + "ok]", "PATH_LIMIT", 138),
        ("." + "a" * 5000, "PATH_LIMIT", 0),
        (".records[slot]", "FILTER_TYPE", 10),
        (".records[point == 3]", "FILTER_TYPE", 10),
        (".records[slot == true]", "FILTER_TYPE", 10),
        (".records[ok > false]", "FILTER_TYPE", 10),
        (".records[tag > 0x00000000]", "FILTER_TYPE", 10),
        (".records[tag == 0x00]", "FILTER_TYPE", 17),
        (".records[tag == point.root]", "FILTER_TYPE", 10),
        (".records[len(slot) > 1]", "FILTER_TYPE", 10),
        (".records[tag[4] == 1]", "NO_SUCH_COLUMN", 10),
        (".loose[votes[0] == 1]", "FILTER_TYPE", 8),
        (".loose[bits == 1]", "FILTER_TYPE", 8),
        (".records[slod > 1]", "NO_SUCH_COLUMN", 10),
        ("9" * 4000, "PATH_SYNTAX", 1),
    ],
)
def test_what_is_no_path_is_refused_at_its_column(text: str, code: str, column: int) -> None:
    with pytest.raises(PathError) as caught:
        State.path(text)
    assert (caught.value.code, caught.value.column) == (code, column), caught.value
    assert len(str(caught.value)) < 400
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.column, str(copy)) == (column, str(caught.value))


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (".recods", "NO_SUCH_FIELD", "State has no field 'recods' at column 2"),
        (".slot.x", "NO_PARTS", "a uint64 has no parts at column 7"),
        (".records.slot", "NOT_A_POSITION", "are numbered, so 'slot' is not one at column 10"),
        (".records[100]", "NO_SUCH_POSITION", "position 100 is out of range"),
        (".records[-101]", "NO_SUCH_POSITION", "position -101 is out of range"),
        (".[0]", "NO_SUCH_FIELD", "fields of State are named, not numbered at column 3"),
        (".choice[3]", "NO_SUCH_OPTION", "Choice has no option 3 at column 9"),
        (
            ".choice.epoch",
            "NO_SUCH_OPTION",
            "options of Choice are named by selector, such as [0] at column 9",
        ),
        (".choice[0].x", "NO_PARTS", "None has no parts at column 12"),
        ("len(.slot)", "NO_MIXIN", "a uint64 has no len() - at State.slot"),
        ("selector(.slot)", "NO_MIXIN", "a uint64 has no selector() - at State.slot"),
        ("active_fields(.records)", "NO_MIXIN", "has no active_fields() - at State.records"),
    ],
)
def test_what_a_type_does_not_have(text: str, code: str, message: str) -> None:
    with pytest.raises(NavigationError) as caught:
        State.path(text)
    assert caught.value.code == code
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        (".records[7].slot", "NO_SUCH_POSITION", "State.records"),
        (".balances[99]", "NO_SUCH_POSITION", "State.balances"),
        (".balances[-4]", "NO_SUCH_POSITION", "State.balances"),
        (".text[5]", "NO_SUCH_POSITION", "State.text"),
        (".bits[3]", "NO_SUCH_POSITION", "State.bits"),
        (".choice[1]", "NO_SUCH_OPTION", "State.choice"),
    ],
)
def test_what_a_value_does_not_have(text: str, code: str, where: str) -> None:
    path = State.path(text)
    for attempt in (path.read, path.resolve, lambda value: list(path.expand(value))):
        with pytest.raises(NavigationError) as caught:
            attempt(STATE)
        assert caught.value.code == code
        assert str(caught.value).endswith(f" - at {where}")


def test_steps_that_are_none() -> None:
    for step in (True, boolean(1), 1.5, None, b"slot"):
        with pytest.raises(PathError, match="a path is a text, steps") as caught:
            State.path("records", step)
        assert caught.value.code == "NOT_A_PATH"
    with pytest.raises(NavigationError, match="has no parts"):
        State.path("records", LENGTH, 1)
    with pytest.raises(NavigationError, match=r"len\(\) has no parts"):
        State.path("records", LENGTH, "x")


def test_what_only_one_part_has() -> None:
    several = State.path(".records[*]")
    for attempt in (
        lambda: several.gindex,
        lambda: several.read(STATE),
        lambda: several.resolve(STATE),
        lambda: several.locate(STATE),
    ):
        with pytest.raises(PathError) as caught:
            attempt()
        assert caught.value.code == "SEVERAL_PARTS"
    with pytest.raises(PathError) as caught:
        _ = State.path(".records[-1]").gindex
    assert caught.value.code == "NEGATIVE_INDEX"


@examples(300)
@given(
    st.one_of(
        st.text(max_size=60),
        st.text(alphabet=".[]()0123456789-:*@<>=!&|, abcdefnotinlex", max_size=60),
    )
)
def test_any_text_is_a_path_or_an_error(text: str) -> None:
    try:
        path = State.path(text)
    except (PathError, NavigationError):
        return
    assert State.path(str(path)) == path


def test_hostile_text_is_refused_quickly() -> None:
    texts = [
        ".records[" + "(" * 4000,
        ".records[" + "ok and " * 580 + "ok]",
        "." * 4000,
        ".matrix" + "[0]" * 1300,
        ".records[slot in [" + "1e99," * 800 + "1]]",
        "9" * 4000,
    ]
    started = time.process_time()
    for text in texts:
        with contextlib.suppress(PathError, NavigationError):
            list(State.path(text).expand(STATE))
    assert time.process_time() - started < 2


@pytest.mark.parametrize("text", ["len(.numbers)", "sum(.numbers)", "count(.numbers)"])
def test_nothing_follows_a_number_that_was_counted(text: str) -> None:
    class Numbers(Container):
        numbers: List[uint64, 9]

    path = Numbers.path(text)
    for more in ("x", 0, ".x", "[0]"):
        with pytest.raises(NavigationError, match="has no parts"):
            Numbers.path(path, more)
