"""What the extension answers itself is what Python answers where there is none."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import (
    Bytes32,
    Bytes48,
    ByteVector,
    Container,
    List,
    SSZError,
    Vector,
    boolean,
    native,
    uint8,
    uint64,
)
from pyssz.core.access import field_getter
from pyssz.core.slots import FileSource, Source
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from support.counting import frames
from support.strategies import Sample, built, examples, samples

pytestmark = pytest.mark.skipif(native.ACCEL is None, reason="needs the extension _accel")

ACCEL: Any = native.ACCEL


class Pair(Container):
    epoch: uint64
    root: Bytes32


class Record(Container):
    pubkey: Bytes48
    amount: uint64
    small: uint8
    flag: boolean
    pair: Pair


class Holder(Container):
    slot: uint64
    pair: Pair
    records: List[Record, 2**30]
    amounts: List[uint64, 2**30]
    flags: List[boolean, 100]
    roots: Vector[Bytes32, 4]
    names: List[List[uint8, 10], 10]


def holder(count: int = 40) -> Holder:
    records = [
        Record(amount=2**50 + i, small=i % 256, flag=i % 3 == 0, pair=Pair(epoch=i))
        for i in range(count)
    ]
    value = Holder(
        slot=7,
        records=records,
        amounts=[2**63 + i for i in range(count)],
        flags=[True, False, True],
        names=[[1, 2], [], [3]],
    )
    return Holder.decode_bytes(value.encode_bytes())


def outcome(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What a call gives, or how it is refused, so that two of them can be compared."""
    try:
        result = function(*args, **options)
    except (SSZError, TypeError, ValueError, IndexError) as error:
        return type(error), str(error)
    return type(result), result


def parts(value: Any) -> Iterator[Any]:
    """Views in a value, some of each."""
    yield value
    if isinstance(value, FieldsView):
        inner = [value._value_of(field.name) for field in value._fields]
    elif isinstance(value, HomogeneousView):
        inner = list(islice(value, 3))
    else:
        return
    for part in inner:
        if isinstance(part, (FieldsView, HomogeneousView)):
            yield from parts(part)


def compare_buffers(view: Any, size: int) -> None:
    """Have a view written into buffers of all kinds by both."""
    rests: list[tuple[Any, ...]] = [(), (0,), (2,), (True,), (-1,), (4,), (2**64,), ("1",), (0, 0)]
    for room in (size, size + 3, max(size - 1, 0)):
        for kind in (
            bytearray,
            bytes,
            partial(array, "B"),
            lambda data: memoryview(bytearray(data)),
        ):
            for rest in rests:
                one, other = kind(b"r" * room), kind(b"r" * room)
                assert outcome(view.encode_into, one, *rest) == outcome(
                    view._encode_into, other, *rest
                )
                assert bytes(one) == bytes(other)
    buffer = bytearray(size + 1)
    assert view.encode_into(offset=1, buffer=buffer) == size
    assert buffer == b"\0" + view.encode_bytes()


def compare(view: Any) -> None:
    """Ask a view by the extension, and by what Python has for where that is no hit."""
    if isinstance(view, FieldsView):
        for field in view._fields:
            getter = field_getter(field.type._plan, field.at, field.until, field.number)
            one, other = view._value_of(field.name), getter(view)
            assert (type(one), one) == (type(other), other)
        given_fields = {field.name: view._value_of(field.name) for field in view._fields}
        kind = type(view)
        assert outcome(kind, **given_fields) == outcome(kind._make, **given_fields)
    if isinstance(view, HomogeneousView):
        count = len(view)
        assert count == view._len()
        index: Any
        for index in (0, True, 2, count - 1, count, -1, uint64(1), 2**63, 2**64, -count - 1):
            assert outcome(view.__getitem__, index) == outcome(view._getitem, index)
        for index in (
            slice(None),
            slice(1, 5, 2),
            slice(None, None, -1),
            slice(9, 2),
            slice(-3, None),
        ):
            assert outcome(view.__getitem__, index) == outcome(view._getitem, index)
        assert list(view) == list(view._iterate()) == [view._get(i) for i in range(count)]
    assert view.value_byte_length() == view._value_byte_length()
    assert view.copy() == view._copy() == view
    assert view.hash_tree_root() == view._hash_tree_root() == view.copy().hash_tree_root()
    data = view.encode_bytes()
    assert type(data) is bytes
    assert data == view._encode_bytes()
    compare_buffers(view, len(data))
    for encoding in (data, data + b"\0", data[:-1], bytearray(data)):
        kind = type(view)
        assert outcome(kind.decode_bytes, encoding) == outcome(kind._decode_bytes, encoding)


@examples(150)
@given(samples(), st.booleans())
def test_hits_and_misses_agree(sample: Sample, is_changed: bool) -> None:
    value = built(sample.cls, sample.plain)
    if isinstance(value, (FieldsView, HomogeneousView)):
        if is_changed:
            value._assign(value.encode_bytes())
            assert value._source.data is None
        for view in list(parts(value)):
            compare(view)


@pytest.mark.parametrize("is_changed", [False, True])
def test_values_written_by_hand(is_changed: bool) -> None:
    value = holder()
    if is_changed:
        value.slot = 8
    for view in list(parts(value)):
        compare(view)
    assert sum(record.amount for record in value.records) == sum(2**50 + i for i in range(40))


@pytest.mark.parametrize(
    "values",
    [
        {"epoch": 2**64},
        {"epoch": -1},
        {"epoch": True},
        {"epoch": uint8(7)},
        {"epoch": b"12345678"},
        {"epoch": "1"},
        {"epoch": 1.0},
        {"root": b"r" * 32},
        {"root": b"r" * 31},
        {"root": bytearray(32)},
        {"root": "0x" + "11" * 32},
        {"root": Bytes32(b"q" * 32)},
        {"root": Bytes48(b"q" * 48)},
        {"epoch": 1, "root": b"r" * 32},
        {"root": b"r" * 32, "epoch": 1},
        {"epok": 1},
        {"epoch": 1, "root": b"r" * 32, "more": 1},
        {},
    ],
)
def test_containers_are_made_alike(values: dict[str, Any]) -> None:
    Pair(epoch=1)  # from the second time on, the extension makes them
    assert outcome(Pair, **values) == outcome(Pair._make, **values)


def test_fields_left_out_have_their_defaults() -> None:
    class WithDefaults(Container):
        first: uint64 = 5
        second: Pair = Pair(epoch=9)
        third: boolean

    for _ in range(3):
        assert WithDefaults(third=True).to_obj() == WithDefaults._make(third=True).to_obj()
        assert WithDefaults(first=1).second.epoch == 9


def test_a_changed_value_given_to_a_container_is_taken_as_it_is_now() -> None:
    pair = Pair(epoch=1)
    pair.epoch = 2
    first = Record(pair=pair)
    pair.epoch = 3
    assert (first.pair.epoch, Record(pair=pair).pair.epoch) == (2, 3)


@pytest.mark.parametrize("value", [2**64, -1, "7", uint8(7), None, 7.0, b"7"])
def test_what_can_not_be_written_is_refused_in_the_words_of_python(value: Any) -> None:
    view = holder()
    view.slot = 1
    with pytest.raises((SSZError, TypeError, ValueError)) as refused:
        view.slot = value
    assert view.slot == 1
    sealed = holder()
    with pytest.raises(type(refused.value)) as other:
        sealed.slot = value
    assert str(refused.value) == str(other.value)


def test_elements_taken_by_index_again_are_those_that_stand_there() -> None:
    value = holder()
    value.slot = 1
    records = value.records
    first = records[3]
    assert records[3].amount == first.amount
    records[3] = Record(amount=5)
    assert (records[3].amount, first.amount) == (5, 2**50 + 3)
    first.amount = 9  # it is a value of its own now
    assert records[3].amount == 5
    last = records[len(records) - 1]
    records.pop()
    with pytest.raises(IndexError):
        records[len(records)]
    records.append(Record(amount=11))
    assert (last.amount, records[len(records) - 1].amount) == (2**50 + 39, 11)
    value.records = [Record(amount=1)] * 4
    assert (value.records[3].amount, records[3].amount) == (1, 5)


def test_writes_while_iterating_are_seen() -> None:
    value = holder()
    value.slot = 1
    seen = []
    for index, record in enumerate(value.records):
        seen.append(int(record.amount))
        if index % 7 == 3 and index < 30:
            value.records[index + 1].amount = index
        if index == 30:
            value.records.pop()
    assert seen[4] == 3
    assert seen[11] == 10
    assert len(seen) == 39


@pytest.mark.parametrize("is_changed", [False, True])
def test_views_that_somebody_has_are_not_given_again(is_changed: bool) -> None:
    value = holder()
    if is_changed:
        value.slot = 1
    kept, seen, watched, roots = [], [], [], set()
    for index, record in enumerate(value.records):
        seen.append(int(record.amount))
        if index % 3 == 0:
            kept.append(record)
        elif index % 3 == 1:
            watched.append(weakref.ref(record))
            roots.add(record.hash_tree_root())
    assert seen == [2**50 + i for i in range(40)]
    assert [int(record.amount) for record in kept] == seen[::3]
    assert len(roots) == len(watched) == 13
    assert all(ref() is None for ref in watched)
    pairs = iter(value.records)
    for first, second in zip(pairs, pairs, strict=True):
        assert second.amount == first.amount + 1
    iterator = iter(value.records)
    next(iterator).amount = 5
    assert (next(iterator).amount, value.records[0].amount) == (2**50 + 1, 5)
    assert [int(record.amount) for record in iterator] == seen[2:]


def test_a_field_of_another_class_is_read_by_python() -> None:
    field = Record.__dict__["amount"]
    with pytest.raises(AttributeError):
        field.__get__(object())
    assert field.__get__(None, Record) is field
    assert field.__doc__ == "uint64, 8 bytes, field 1 of Record"

    class More(Record):
        extra: uint64

    assert More(amount=3).amount == 3
    assert field.fget(More(amount=3)) == 3


def test_changed_byte_strings_and_lengths_run_no_python() -> None:
    value = holder()
    value.slot = 8
    record, roots, records = value.records[3], value.roots, value.records
    pair = record.pair
    record.pubkey = b"k" * 48
    roots[2] = b"r" * 32
    assert frames(lambda: (record.pubkey, pair.root, roots[2], len(records))) == []
    assert (type(record.pubkey), record.pubkey) == (Bytes48, b"k" * 48)
    assert (type(roots[2]), roots[2], roots[1]) == (Bytes32, b"r" * 32, bytes(32))
    records.append(Record())
    assert len(records) == 41
    records.pop()
    assert len(records) == 40
    with pytest.raises(IndexError):
        roots[4]


@pytest.mark.parametrize("size", [1, 7, 32, 48, 96, 5000])
def test_byte_strings_are_what_bytes_makes(size: int) -> None:
    assert ACCEL.IS_LAYOUT_OF_BYTES_KNOWN
    kind = ByteVector[size]

    class Own(Container):
        before: uint8
        text: kind  # type: ignore[valid-type]

    text = bytes(i % 251 for i in range(size))
    made, official = Own(before=1, text=text).text, kind(text)
    assert type(made) is type(official) is kind
    assert (made, hash(made), len(made)) == (official, hash(official), size)
    assert sys.getsizeof(made) == sys.getsizeof(official)
    assert made + b"!" == text + b"!"
    assert {made: 1}[official] == {text: 1}[made] == 1
    assert memoryview(made).tobytes() == text


def test_a_mapped_file_is_read_without_python(tmp_path: Path) -> None:
    expected = holder()
    file = tmp_path / "holder.ssz"
    file.write_bytes(expected.encode_bytes())
    value = Holder.open(file)
    assert type(value._source) is FileSource
    compare(value)
    records, amounts = value.records, value.amounts
    record = records[3]
    assert frames(lambda: (value.slot, records[5].amount, record.pubkey, value.roots[1])) == []
    assert frames(lambda: ([*amounts], amounts[2:9], [*records], len(records))) == []
    assert [*amounts] == [*expected.amounts]
    # A change takes the bytes of the file away.
    copy = value.copy()
    record.amount = 5
    assert (value.records[3].amount, copy.records[3].amount) == (5, 2**50 + 3)
    assert value.hash_tree_root() != copy.hash_tree_root()


def test_a_closed_file_is_read_no_more(tmp_path: Path) -> None:
    file = tmp_path / "holder.ssz"
    file.write_bytes(holder().encode_bytes())
    value = Holder.open(file)
    record, each = value.records[3], iter(value.records)
    kept = weakref.ref(value._source.data)
    assert (record.amount, next(each).small) == (2**50 + 3, 0)
    value.close()
    gc.collect()
    assert kept() is None
    for read in (lambda: value.slot, lambda: record.amount, lambda: next(each), value.copy):
        with pytest.raises(SSZError, match="closed"):
            read()


def test_only_what_is_there_is_lent() -> None:
    source = Source(b"bytes")
    with pytest.raises(TypeError):
        source.lend(5, None)  # type: ignore[attr-defined]
    for address in (0, 2**70):
        with pytest.raises((TypeError, OverflowError)):
            Source(bytearray(3)).lend(address, None)  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Source(None).lend(5, None)  # type: ignore[attr-defined]


def test_functions_of_fields_are_made_when_they_are_needed() -> None:
    def made() -> int:
        class Passing(Container):
            number: uint64
            pair: Pair
            text: Bytes32

        assert Passing(number=5, text=b"t" * 32).number == 5
        before = len([one for one in gc.get_objects() if callable(one)])
        assert Passing.number.__doc__ == "uint64, 8 bytes, field 0 of Passing"
        assert Passing.number.fget(Passing(number=7)) == 7
        return len([one for one in gc.get_objects() if callable(one)]) - before

    assert made() >= 2


def test_a_field_with_another_getter_keeps_its_setter() -> None:
    class Own(Container):
        number: uint64

    own = Own.number.getter(lambda view: 5)  # type: ignore[attr-defined]
    assert own.fset is not None
    assert own.__doc__ == Own.number.__doc__
    assert own.fget(None) == 5
    other = own.setter(lambda view, value: None)
    assert (other.fget(None), other.fset(None, 3)) == (5, None)
    asked = Own.number.asking(lambda view: 6)  # type: ignore[attr-defined]
    value = Own(number=9)
    assert (asked.__get__(value), own.__get__(value)) == (9, 5)
    assert asked.__get__(Pair()) == 6


def test_deleting_is_refused() -> None:
    with pytest.raises(SSZError, match="can't be deleted"):
        del holder().slot


@pytest.mark.parametrize(
    "call",
    [
        lambda: ACCEL.Plan(),
        lambda: ACCEL.Plan(int, 9, 8, True, False, True, int, None),
        lambda: ACCEL.Plan(int, 3, 8, True, False, True, int, None),
        lambda: ACCEL.Plan(Record, 3, 8, True, False, True, int, None),
        lambda: ACCEL.Plan(int, 0, 8, True, False, True, int, 5),
        lambda: ACCEL.Field(),
        lambda: ACCEL.Field(int, None, 0, None, 0),
        lambda: ACCEL.Runs(1, 2, 3),
        lambda: ACCEL.view_of_bytes(Record, None, 0, 0, None, 0),
        lambda: ACCEL.view_of_bytes(int, None, 0, 0, None, 0),
        lambda: ACCEL.view_of_tree(Record, None, None),
        lambda: ACCEL.sealed(Record, bytearray()),
        lambda: ACCEL.View(),
        lambda: ACCEL.sources(int),
        lambda: ACCEL.handles(str),
        lambda: setattr(holder(), "_source", 5),
        lambda: Record._hits.holds(b"", []),
    ],
)
def test_what_makes_no_sense_is_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        call()


def test_places_outside_of_the_bytes_are_not_read() -> None:
    """A view is made by Python with what places it says: no hit reads past the bytes."""
    source = holder()._source
    for offset, size in ((0, 2**64 - 1), (2**64 - 1, 8), (len(source.data) - 4, 200), (10**9, 10)):
        view = ACCEL.view_of_bytes(Record, source, offset, size, None, 0)
        with pytest.raises((SSZError, IndexError, OverflowError, Exception)):
            view.flag  # noqa: B018


def repeated(value: Any) -> None:
    """One of everything that the extension does."""
    for record in value.records:
        record.amount, record.flag, record.pubkey, record.pair.epoch  # noqa: B018
    records, amounts = value.records, value.amounts
    records[3], records[-1], amounts[2:5], list(amounts), len(records)
    value.roots[1], value.names[0], [*value.names], value.copy(), value.hash_tree_root()
    len(amounts), [*value.roots]
    Pair(epoch=2**40, root=b"r" * 32)
    Pair.decode_bytes(bytes(40)).hash_tree_root()
    if value._source.data is None:
        value.slot = 2**40
        records[3].amount = 2**41
        weakref.ref(records[5])


@pytest.mark.parametrize("is_changed", [False, True])
def test_nothing_is_left_behind(is_changed: bool) -> None:
    value = holder()
    if is_changed:
        value.slot = 8
    for _ in range(300):  # until what is kept to be used again is there
        repeated(value)
    counted = [Record, Pair, uint64, Record.amount, value]
    gc.collect()
    before = sys.getallocatedblocks(), *map(sys.getrefcount, counted), native.live_objects()[1:]
    for _ in range(1000):
        repeated(value)
    gc.collect()
    after = sys.getallocatedblocks(), *map(sys.getrefcount, counted), native.live_objects()[1:]
    assert after[0] - before[0] < 1000  # others have some, too
    assert all(now <= then for then, now in zip(before[1:], after[1:], strict=True))


def test_types_go_with_their_values() -> None:
    def made() -> weakref.ref[Any]:
        class Passing(Container):
            number: uint64
            pair: Pair

        value = Passing(number=5)
        value.number = 6
        assert value.pair.epoch == 0
        assert Passing(number=7).number == 7
        return weakref.ref(Passing)

    gone = [made() for _ in range(5)]
    gc.collect()
    assert [ref() for ref in gone] == [None] * 5


def test_threads_that_write_and_read_one_value() -> None:
    value = holder()
    value.slot = 1
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for i in range(400):
                value.records[number].amount = i
                assert value.records[number].amount == i
                value.slot = i
                sum(int(record.small) for record in value.records)
                value.hash_tree_root()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert [value.records[i].amount for i in range(3)] == [399] * 3
