"""Differences by path, and patches: they tell what differs, and applying them gives the other."""

import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import (
    Bitlist,
    ByteList,
    Bytes32,
    ByteVector,
    Container,
    DecodeError,
    InvalidValueError,
    List,
    NavigationError,
    PathError,
    ProgressiveList,
    SSZError,
    Union,
    Vector,
    boolean,
    native,
    uint8,
    uint64,
)
from pyssz.columns import dtype_of
from pyssz.diff import Change, Edit, EditKind, Patch, Resize, apply, diff
from pyssz.errors import InvalidTypeError
from support.strategies import Sample, built, examples, samples


class Point(Container):
    epoch: uint64
    root: Bytes32


class Record(Container):
    slot: uint64
    ok: boolean
    point: Point


class Note(Container):
    number: uint64
    text: ByteList[9]


class Choice(Union[None, uint64, Point]):
    pass


class State(Container):
    slot: uint64
    records: List[Record, 50]
    notes: ProgressiveList[Note]
    balances: List[uint64, 1000]
    bits: Bitlist[60]
    pairs: Vector[Point, 2]
    choice: Choice


def state(**changes: Any) -> State:
    values = {
        "slot": 7,
        "records": [{"slot": i, "ok": i % 2, "point": {"epoch": i}} for i in range(5)],
        "notes": [{"number": i, "text": b"x" * i} for i in range(4)],
        "balances": range(10),
        "bits": [1, 0, 1],
        "choice": Choice(selector=1, value=5),
    }
    return State(**{**values, **changes})


OLD = state()


def records(**changes: Any) -> list[dict[str, Any]]:
    found = [{"slot": i, "ok": i % 2, "point": {"epoch": i}} for i in range(5)]
    for key, value in changes.items():
        found[int(key[1:])].update(value)
    return found


CASES: list[tuple[State, list[str]]] = [
    (state(), []),
    (state(slot=8), [".slot: 7 -> 8"]),
    (
        state(records=records(r1={"slot": 9}, r3={"slot": 9, "point": {"epoch": 4}})),
        [
            ".records[1].slot: 1 -> 9",
            ".records[3].slot: 3 -> 9",
            ".records[3].point.epoch: 3 -> 4",
        ],
    ),
    (
        state(records=records()[:3]),
        [".records: 5 -> 3 elements (2 elements removed)"],
    ),
    (
        state(balances=[0, 5, *range(2, 12)]),
        [".balances[1]: 1 -> 5", ".balances: 10 -> 12 elements (2 elements added)"],
    ),
    (
        state(notes=[{"number": 0}, {"number": 3, "text": b"yy"}]),
        [
            ".notes[1].number: 1 -> 3",
            ".notes[1].text: 0x78 -> 0x7979",
            ".notes: 4 -> 2 elements (2 elements removed)",
        ],
    ),
    (state(bits=[1, 0]), [".bits: 3 bits: 101 -> 2 bits: 10"]),
    (state(choice=Choice(selector=1, value=6)), [".choice[1]: 5 -> 6"]),
    (state(choice=Choice()), [".choice: option 1 -> option 0"]),
    (state(pairs=[Point(), Point(epoch=3)]), [".pairs[1].epoch: 0 -> 3"]),
]


@pytest.mark.parametrize(("new", "lines"), CASES)
def test_differences_in_words(new: State, lines: list[str]) -> None:
    found = diff(OLD, new)
    assert found.text().splitlines() == lines
    assert [str(change) for change in found] == lines
    assert len(found) == len(lines)
    assert str(found) == found.text()
    assert json.loads(json.dumps(found.to_obj())) == found.to_obj()
    back = diff(new, OLD)
    assert len(back) == len(lines)


@pytest.mark.parametrize(("new", "lines"), CASES)
def test_patches_apply(new: State, lines: list[str]) -> None:
    patch = Patch.decode_bytes(diff(OLD, new).patch().encode_bytes())
    assert apply(OLD, patch) == new
    assert type(apply(OLD, patch)) is State
    back = diff(new, OLD).patch()
    assert apply(new, back) == OLD
    if lines:
        with pytest.raises(InvalidValueError) as caught:
            apply(new, patch)
        assert caught.value.code == "WRONG_ROOT"


def test_what_changes_say() -> None:
    change, resize = diff(OLD, state(slot=8, balances=range(12)))
    assert change == Change(".slot", uint64(7), uint64(8))
    assert isinstance(resize, Resize)
    assert change.to_obj() == {"path": ".slot", "old": "7", "new": "8"}
    assert resize.to_obj() == {
        "path": ".balances",
        "old_length": 10,
        "new_length": 12,
        "added": ["10", "11"],
    }


def test_long_differences_are_cut() -> None:
    found = diff(OLD, state(balances=range(1, 11)))
    assert len(found) == 10
    assert found.text(3).splitlines() == [
        ".balances[0]: 0 -> 1",
        ".balances[1]: 1 -> 2",
        ".balances[2]: 2 -> 3",
        "... 7 more",
    ]
    assert len(found.to_obj(4)) == 4


def test_values_of_other_types_do_not_compare() -> None:
    with pytest.raises(InvalidTypeError):
        diff(OLD, Point())
    assert len(diff(uint64(5), uint64(6))) == 1
    assert str(diff(uint64(5), uint64(6))) == ".: 5 -> 6"


@examples(200)
@given(st.data(), samples())
def test_random_values(data: st.DataObject, sample: Sample) -> None:
    """Every change is there: applied to the old value they give the new one, and nothing else."""
    old = built(sample.cls, sample.plain)
    new = old
    rng = data.draw(st.randoms(use_true_random=False))
    encoding = bytearray(old.encode_bytes())
    for _ in range(20):
        if encoding:
            encoding[rng.randrange(len(encoding))] = rng.randrange(256)
        try:
            new = sample.cls.decode_bytes(bytes(encoding))
            break
        except DecodeError:
            encoding = bytearray(old.encode_bytes())
    found = diff(old, new)
    assert bool(len(found)) == (old.encode_bytes() != new.encode_bytes())
    for change in found:
        path = sample.cls.path(change.path)
        if isinstance(change, Change):
            assert (path.read(old), path.read(new)) == (change.old, change.new)
        else:
            assert (len(path.read(old)), len(path.read(new))) == (change[1], change[2])
    if not isinstance(old, int | bytes):
        assert apply(old, found.patch()).encode_bytes() == new.encode_bytes()


# ---- hostile patches -----------------------------------------------------------------------------


def edited(**values: Any) -> Patch:
    root = OLD.hash_tree_root()
    edit = {"kind": EditKind.SET, "path": b".slot", "data": bytes(8), **values}
    return Patch(old_root=root, new_root=root, edits=[edit])


@pytest.mark.parametrize(
    ("values", "error", "code"),
    [
        ({}, InvalidValueError, "WRONG_ROOT"),
        ({"kind": 3}, InvalidValueError, "PATCH"),
        ({"path": b"\xff"}, InvalidValueError, "PATCH"),
        ({"path": b".slot["}, PathError, "PATH_SYNTAX"),
        ({"path": b".records[*]"}, PathError, "SEVERAL_PARTS"),
        ({"path": b".slto"}, NavigationError, "NO_SUCH_FIELD"),
        ({"path": b".records[9]"}, NavigationError, "NO_SUCH_POSITION"),
        ({"data": b"\0"}, DecodeError, None),
        ({"data": bytes(9)}, DecodeError, None),
        ({"path": b".records[1]"}, DecodeError, "SCOPE"),
        ({"path": b"len(.records)"}, InvalidValueError, "PATCH"),
        ({"path": b"selector(.choice)", "data": bytes(8)}, InvalidValueError, "PATCH"),
        ({"path": b".choice[2]"}, NavigationError, "NO_SUCH_OPTION"),
        ({"kind": 1, "path": b".slot", "data": b""}, InvalidValueError, "PATCH"),
        ({"kind": 1, "path": b".notes", "data": b""}, InvalidValueError, "PATCH"),
        ({"kind": 1, "path": b".records", "column": b".slto"}, InvalidValueError, "PATCH"),
        ({"kind": 1, "path": b".records", "column": b"."}, InvalidValueError, "PATCH"),
        (
            {"kind": 1, "path": b".records", "column": b".slot", "indices": [5]},
            InvalidValueError,
            "PATCH",
        ),
        (
            {"kind": 1, "path": b".records", "column": b".slot", "indices": [2**64 - 1]},
            InvalidValueError,
            "PATCH",
        ),
        (
            {"kind": 1, "path": b".records", "column": b".slot", "indices": [1, 2]},
            InvalidValueError,
            "PATCH",
        ),
        (
            {"kind": 1, "path": b".records", "column": b".ok", "indices": [0], "data": b"\2"},
            DecodeError,
            "NOT_A_BIT",
        ),
        ({"kind": 2, "path": b".balances", "count": 2**60, "data": b"1"}, DecodeError, None),
        (
            {"kind": 2, "path": b".balances", "count": 0, "data": bytes(8)},
            InvalidValueError,
            "PATCH",
        ),
        ({"kind": 2, "path": b".notes", "count": 2**60, "data": b"1"}, DecodeError, None),
        ({"kind": 2, "path": b".bits", "count": 1}, InvalidValueError, "PATCH"),
        ({"path": b".bits[1]", "data": b"\1"}, InvalidValueError, "PATCH"),
        ({"kind": 1, "path": b".choice", "column": b"."}, InvalidValueError, "PATCH"),
        ({"kind": 2, "path": b".pairs", "count": 1, "data": b""}, InvalidValueError, "PATCH"),
    ],
)
def test_patches_that_do_not_fit(values: Any, error: type[Exception], code: str | None) -> None:
    before = OLD.encode_bytes()
    with pytest.raises(error) as caught:
        apply(OLD, edited(**values))
    assert isinstance(caught.value, SSZError)
    assert code in (None, caught.value.code)
    assert OLD.encode_bytes() == before


def test_where_a_patch_does_not_fit() -> None:
    edit = {"kind": 1, "path": b".records", "column": b".ok", "indices": [3], "data": b"\2"}
    with pytest.raises(DecodeError, match=r"got 2 - at State\.records\[3\]\.ok") as caught:
        apply(OLD, edited(**edit))
    assert caught.value.path == ("records", 3, "ok")
    with pytest.raises(InvalidValueError, match=r"past the 5 elements.* - at State\.records"):
        apply(OLD, edited(**{**edit, "indices": [5]}))
    with pytest.raises(DecodeError, match=r"State\.notes\[1\]\.number"):
        apply(OLD, edited(path=b".notes[1].number", data=b"1"))


def test_edits_are_done_in_their_order() -> None:
    edits = [
        {"kind": EditKind.RESIZE, "path": b".balances", "count": 12, "data": bytes(16)},
        {"path": b".balances[11]", "data": (5).to_bytes(8, "little")},
        {"path": b".notes[1]", "data": Note(number=8, text=b"old").encode_bytes()},
        {"path": b".notes[1].text", "data": b"new"},
        {"path": b".choice", "data": b"\2" + bytes(40)},
        {"path": b".choice[2].epoch", "data": b"\7" + bytes(7)},
    ]
    new = OLD.copy()
    new.balances.extend([0, 5])
    new.notes[1] = Note(number=8, text=b"new")
    new.choice = Choice(selector=2, value=Point(epoch=7))
    made = [{"kind": EditKind.SET, "data": b"", **edit} for edit in edits]
    patch = Patch(old_root=OLD.hash_tree_root(), new_root=new.hash_tree_root(), edits=made)
    assert apply(OLD, patch) == new
    patch.edits.append(Edit(path=b".choice", data=b"\0"))
    patch.new_root = state(choice=Choice()).hash_tree_root()
    with pytest.raises(InvalidValueError, match="the patch names"):
        apply(OLD, patch)
    assert state() == OLD


class Row(Container):
    number: uint64
    flag: boolean
    name: ByteVector[100]


class Large(Container):
    slot: uint64
    rows: List[Row, 1 << 24]
    numbers: ProgressiveList[uint64]
    wide: Vector[Vector[Bytes32, 20], 50]
    frame: State


def large() -> Large:
    rows = np.zeros(20_000, dtype_of(Row))
    rows["number"] = np.arange(20_000)
    return Large(
        rows=List[Row, 1 << 24].from_numpy(rows),
        numbers=np.arange(100_000, dtype="<u8"),
        frame=OLD,
    )


@pytest.mark.parametrize("count", [1, 50, 15_000])
def test_patches_of_rows_here_and_there_and_everywhere(count: int) -> None:
    old = large()
    rng = random.Random(count)
    new = old.copy()
    for index in rng.sample(range(20_000), count):
        new.rows[index].flag = True
        new.numbers[3 * index] = 7
    new.wide[7][3] = b"\1" * 32
    before = old.encode_bytes()
    patch = diff(old, new).patch()
    made = apply(old, patch)
    assert made.encode_bytes() == new.encode_bytes()
    assert old.encode_bytes() == before
    for edit in patch.edits:  # in no order, and some of them twice: the last one counts
        if edit.kind == EditKind.ROWS:
            indices = [int(index) for index in edit.indices]
            size = len(edit.data) // len(indices)
            pieces = [bytes(edit.data)[i : i + size] for i in range(0, len(edit.data), size)]
            shuffled = list(zip(indices, pieces, strict=True))
            rng.shuffle(shuffled)
            first = [(index, bytes(size)) for index in indices[:3]]
            edit.indices = [index for index, _ in first + shuffled]
            edit.data = b"".join(piece for _, piece in first + shuffled)
    assert apply(old, patch).encode_bytes() == new.encode_bytes()


def test_a_patch_costs_what_it_changes() -> None:
    old = large()
    new = old.copy()
    new.slot = 5
    new.rows[777].number = 1
    new.rows.append(Row(number=5))
    new.frame.notes[1].text = b"other"
    patch = diff(old, new).patch()
    root = new.hash_tree_root()
    old.hash_tree_root()
    before = native.hash_stats().blocks
    made = apply(old, patch)
    assert native.hash_stats().blocks - before < 1000  # of some 150,000
    assert made.hash_tree_root() == root
    assert made.memory().own < 100_000


@examples(200)
@given(st.randoms(use_true_random=False))
def test_damaged_patches_are_refused(rng: random.Random) -> None:
    new = rng.choice([new for new, lines in CASES if lines])
    data = bytearray(diff(OLD, new).patch().encode_bytes())
    for _ in range(rng.randrange(1, 4)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    try:
        patch = Patch.decode_bytes(bytes(data))
        assert apply(OLD, patch) == new
    except SSZError:
        pass


def test_small_values_have_patches_as_well() -> None:
    one, other = List[uint8, 4]([1, 2]), List[uint8, 4]([1, 3, 4])
    assert apply(one, diff(one, other).patch()) == other
