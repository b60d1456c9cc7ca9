"""One path language: whatever names a part takes every spelling, and all of them agree."""

import random
from collections.abc import Callable
from pathlib import Path as File
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import (
    Bitlist,
    Bytes32,
    Container,
    List,
    NavigationError,
    P,
    PathError,
    SchemaError,
    SSZError,
    Union,
    Vector,
    boolean,
    query,
    uint8,
    uint64,
)
from pyssz.diff import diff
from pyssz.errors import InvalidTypeError
from pyssz.gindex import LENGTH, generalized_index, get_generalized_index
from pyssz.paths.path import Path, Pick, Range, path_text
from pyssz.proof import multiproof, prove
from pyssz.queries import verify_result
from support.strategies import Sample, built, examples, samples
from support.walks import random_steps


class Inner(Container):
    epoch: uint64
    root: Bytes32


class Record(Container):
    slot: uint64
    ok: boolean
    point: Inner


class State(Container):
    slot: uint64
    records: List[Record, 100]
    bits: Bitlist[300]
    matrix: Vector[Vector[uint8, 3], 2]
    choice: Union[None, Inner]
    größe: uint64


STATE = State(
    slot=3,
    records=[Record(slot=i, ok=i % 2, point={"epoch": i * i}) for i in range(7)],
    bits=[1, 0, 1],
    matrix=[[1, 2, 3], [4, 5, 6]],
    choice=State.fields()["choice"](selector=1, value=Inner(epoch=5)),
    größe=9,
)
ROOT = STATE.hash_tree_root()

#: Steps to a part, and the text of the path.
PARTS = [
    (("slot",), ".slot"),
    (("records", 4, "point", "epoch"), ".records[4].point.epoch"),
    (("records", 4, "point"), ".records[4].point"),
    (("records",), ".records"),
    (("bits", 2), ".bits[2]"),
    (("matrix", 1, 2), ".matrix[1][2]"),
    (("choice", 1, "epoch"), ".choice[1].epoch"),
    (("größe",), ".größe"),
]


def spellings(steps: tuple[Any, ...], text: str) -> list[tuple[Any, ...]]:
    """The arguments that name one part of a State."""
    typed = State.path(text)
    half = len(steps) // 2
    return [
        (text,),
        (text.removeprefix("."),),
        steps,
        (steps,),
        (list(steps),),
        (typed,),
        tuple(np.int64(step) if isinstance(step, int) else step for step in steps),
        tuple(uint64(step) if isinstance(step, int) else step for step in steps),
        (State.path(*steps[:half]), *steps[half:]),
        (path_text(steps[:half]), path_text(steps[half:])) if half else (text,),
        (State.path(*steps[:1]), steps[1:]),
    ]


#: Everything that takes a path to one part; what it gives can be compared.
ENTRIES: dict[str, Callable[..., Any]] = {
    "T.path": lambda *path: State.path(*path),
    "generalized_index": lambda *path: generalized_index(State, *path),
    "get_generalized_index": lambda *path: get_generalized_index(State, *path),
    "prove": lambda *path: prove(STATE, *path),
    "value.prove": STATE.prove,
    "multiproof": lambda *path: multiproof(STATE, [in_one(path)]),
    "value.locate": STATE.locate,
    "query": lambda *path: query(STATE, *path if len(path) > 1 else (tuple_of(path[0]),)).value,
    "query of a tuple": lambda *path: query(STATE, tuple_of(in_one(path))).value,
    "query of several": lambda *path: query(STATE, [in_one(path)])[0].value,
    "query with a proof": lambda *path: (
        query(STATE, tuple_of(in_one(path)), include_proof=True).proof
    ),
    "value.query": lambda *path: STATE.query(*path).value,
    "partial.read": lambda *path: whole().read(*path),
    "partial.has": lambda *path: whole().has(*path),
    "values of a partial value": lambda *path: known(in_one(path)),
    "diff": lambda *path: [str(change) for change in diff(STATE, OTHER, *path)],
    "verify_result": lambda *path: verify_result(
        State,
        State.path(*path),
        STATE.query(*path).encode_bytes(),
        STATE.prove(*path),
        ROOT,
    ),
}


def in_one(path: tuple[Any, ...]) -> Any:
    """The same path as one argument."""
    if len(path) == 1:
        return path[0]
    rows = [piece if isinstance(piece, (tuple, list)) else (piece,) for piece in path]
    return tuple(step for row in rows for step in row)


def tuple_of(path: Any) -> Any:
    """A list as query takes one path: it takes a list for several paths."""
    return tuple(path) if isinstance(path, list) else path


OTHER = State(slot=4, records=STATE.records, bits=[0, 0, 0], matrix=STATE.matrix, größe=1)
OTHER.records[4].point.epoch = 1
OTHER.choice = STATE.choice


def whole() -> Any:
    """A partial value that knows all of the state."""
    fields = [[name] for name in State.fields()]
    return State.from_proof(query(STATE, fields, include_proof=True), root=ROOT)


def known(path: Any) -> Any:
    key = tuple_of(path)
    value = State.path(path).read(STATE)
    return State.from_proof(STATE.prove(path), values={key: value}).read(path)


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize(("steps", "text"), PARTS)
def test_all_spellings_agree(entry: str, steps: tuple[Any, ...], text: str) -> None:
    first, *others = spellings(steps, text)
    expected = ENTRIES[entry](*first)
    for spelling in others:
        assert ENTRIES[entry](*spelling) == expected, spelling


def test_what_they_agree_on_is_right() -> None:
    assert STATE.query("records", 4, "point", "epoch").value == 16
    assert STATE.prove("records", 4, "point").leaf == STATE.records[4].point.hash_tree_root()
    place = STATE.locate(".records[4].point")
    data = STATE.encode_bytes()[place.offset : place.offset + place.size]
    assert data == STATE.records[4].point.encode_bytes()
    assert [change.path for change in diff(STATE, OTHER, "records", 4)] == [
        ".records[4].point.epoch"
    ]


MALFORMED = [
    1.5,
    None,
    b"slot",
    True,
    boolean(1),
    {"slot": 1},
    pytest.param(object(), id="an object"),
    ("slot", ("x",)),
    slice(0, 4, 2),
    slice("a", None),
    "",
    "records[",
    ".records[4]]",
    "..slot",
    "records 4",
    "nope",
    ".records[400]",
    ("records", "slot"),
    ("slot", "slot"),
]


@pytest.mark.parametrize("entry", [name for name in ENTRIES if name != "verify_result"])
@pytest.mark.parametrize("path", MALFORMED, ids=repr)
def test_what_is_no_path_is_the_same_error_everywhere(entry: str, path: Any) -> None:
    with pytest.raises((PathError, NavigationError)) as caught:
        State.path(path)
    if entry == "multiproof" and isinstance(path, int):
        return  # numbers are indices there
    with pytest.raises((PathError, NavigationError)) as other:
        ENTRIES[entry](path)
    assert type(other.value) is type(caught.value)
    assert other.value.code == caught.value.code


def test_a_number_alone_is_a_step_and_in_a_multiproof_an_index() -> None:
    numbers = List[uint64, 64](range(50))
    assert numbers.query(17).value == query(numbers, 17).value == 17
    assert numbers.prove(17) == prove(numbers, "[17]")
    assert generalized_index(type(numbers), 17) == numbers.prove(17).gindex
    assert numbers.locate(17).offset == 8 * 17
    assert multiproof(numbers, (32, 33)).indices == (32, 33)


def test_ranges_and_conditions_as_steps() -> None:
    expected = STATE.query(".records[1:3].slot").value
    for spelling in [
        ("records", slice(1, 3), "slot"),
        ("records", Range(1, 3), "slot"),
        (".records[1:3]", "slot"),
        ("records", State.path(".records[1:3]").steps[1], "slot"),
        (State.path(".records[1:3].slot"),),
    ]:
        assert STATE.query(*spelling).value == expected == [1, 2]
    condition = State.path(".records[ok].slot")
    assert State.path("records", condition.steps[1], "slot") == condition
    assert State.path("records", "[ok]", "slot") == condition
    assert State.path("records", LENGTH) == State.path("len(.records)")


def test_a_tuple_is_one_path_and_a_list_is_several() -> None:
    assert query(STATE, ("records", 4, "slot")).value == 4
    assert [a.value for a in query(STATE, ["slot", ("records", 4, "slot")])] == [3, 4]
    with pytest.raises(NavigationError, match="several paths go into a list"):
        query(STATE, ("slot", "bits"))
    with pytest.raises(NavigationError, match="several paths go into a list"):
        query(STATE, "slot", "bits")


def test_positions_from_the_end_are_those_of_the_value() -> None:
    assert STATE.prove(".records[-1].slot") == STATE.prove(".records[6].slot")
    assert multiproof(STATE, [".records[-1]", "bits"]) == multiproof(STATE, [".records[6]", "bits"])
    assert STATE.locate("records", -1) == STATE.locate("records", 6)
    with pytest.raises(NavigationError, match="index -8"):
        STATE.locate("records", -8)


def test_a_path_of_another_type_is_refused_everywhere() -> None:
    path = Record.path("slot")
    for entry in ENTRIES.values():
        with pytest.raises(InvalidTypeError):
            entry(path)
    assert State.path("records", 3, path) == State.path(".records[3].slot")


def test_values_without_parts_of_their_own_have_places_and_proofs() -> None:
    root = Bytes32(bytes(range(32)))
    assert root.locate(5).offset == 5
    assert root.locate().size == 32
    assert uint64(7).locate() == (uint64, 0, 8, None)
    assert root.query(5).value == 5
    with pytest.raises(NavigationError):
        uint64(7).locate(0)


def test_lazy_values_take_paths(tmp_path: File) -> None:
    file = tmp_path / "state.ssz"
    file.write_bytes(STATE.encode_bytes())
    with State.open(file, lazy=True) as state:
        assert state.locate(".records[4].point") == STATE.locate("records", 4, "point")
        assert state.query(".records[4].slot").value == 4
        assert state.prove(State.path(".records[4]")) == STATE.prove(".records[4]")


@pytest.mark.parametrize(
    "name",
    ["slot", ".slot", ("slot",), Record.path("slot"), "point.epoch", ".point.epoch"],
    ids=repr,
)
def test_columns_take_paths(name: Any) -> None:
    path = Record.path(name)
    expected = [int(path.read(record)) for record in STATE.records]
    assert STATE.records.columns[name].tolist() == expected
    assert STATE.records.columns[path].tolist() == expected
    assert STATE.records.columns[path.steps].tolist() == expected


def test_several_columns() -> None:
    records = STATE.copy().records
    for records_now in (records, STATE.records):
        some = records_now.columns[["ok", "point.epoch"]]
        assert list(some) == ["ok", "point.epoch"]
        assert some["point.epoch"].tolist() == [i * i for i in range(7)]
    some = records.columns[["ok", "point.epoch"]]
    some["point.epoch"] = 8
    assert records[3].point.epoch == 8
    assert list(some) == ["ok", "point.epoch"]
    assert some["point.epoch"].tolist() == [8] * 7
    some.ok = True
    assert records[4].ok == 1


@pytest.mark.parametrize(
    "name", ["slt", "slot.x", ["a", "b"], ["ok", "slt"], [], ["ok", "ok"], 5, 1.5, None, "[0]"]
)
def test_what_is_no_column(name: Any) -> None:
    with pytest.raises(SSZError):
        STATE.records.columns[name]
    with pytest.raises(AttributeError, match="did you mean slot"):
        STATE.records.columns["slt"]


@examples(150)
@given(samples(), st.randoms(use_true_random=False))
def test_random_paths_in_random_types(sample: Sample, rng: random.Random) -> None:
    value = built(sample.cls, sample.plain)
    steps, part = random_steps(value, rng)
    if not steps:
        return
    cls = type(value)
    cut = rng.randrange(len(steps) + 1)
    text = path_text(steps)
    ways = [
        (text,),
        (text.removeprefix("."),) if text != "." else (text,),
        steps,
        (tuple(steps),),
        (list(steps),),
        (cls.path(text),),
        (cls.path(*steps[:cut]), *steps[cut:]),
        (steps[:cut], steps[cut:]),
    ]
    path = cls.path(text)
    for way in ways:
        assert cls.path(*way) == path
        assert query(value, *(way if len(way) > 1 else (tuple_of(way[0]),))).value == part
        _same(lambda way=way: generalized_index(cls, *way), lambda: generalized_index(cls, *steps))
        _same(lambda way=way: value.prove(*way), lambda: prove(value, *steps))
        _same(lambda way=way: value.locate(*way), lambda: path.locate(value))


def _same(one: Callable[[], Any], other: Callable[[], Any]) -> None:
    """Both give the same, or the same error."""
    results = []
    for ask in (one, other):
        try:
            results.append(ask())
        except SSZError as error:
            results.append((type(error), error.code))
    assert results[0] == results[1]


def test_a_parsed_path_is_taken_as_it_is() -> None:
    path = State.path(".records[4].slot")
    assert State.path(path) is path
    assert isinstance(path, Path)
    assert str(State.path("records", Range(), Pick(0, 2))) == "(.records[*])[0:2]"


def test_command_line_names_parts_the_same_way(capsys: pytest.CaptureFixture[str]) -> None:
    from pyssz.cli import main

    file = "fixtures/objects/deneb-minimal-BeaconState.ssz"
    options = ["--type", "deneb.BeaconState", "--preset", "minimal"]
    outputs = set()
    for text in (".validators[3].slashed", "validators[3].slashed", " validators [ 3 ] . slashed"):
        assert main(["query", file, text, *options]) == 0
        outputs.add(capsys.readouterr().out)
        assert main(["hexdump", file, "--at", text, *options]) == 0
        outputs.add(capsys.readouterr().out.split()[-1])
    assert len(outputs) == 2
    assert main(["query", file, "sum(.balances)", "len(.validators[slashed])", *options]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_unbound_types_have_no_paths() -> None:
    class Open(Container):
        slots: List[uint64, P.SLOTS_PER_EPOCH]

    for attempt in (lambda: Open.path(".slots"), lambda: Open.path("slots")):
        with pytest.raises(SchemaError):
            attempt()
