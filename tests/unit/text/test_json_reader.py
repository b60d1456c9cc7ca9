"""JSON documents that the C library reads: it takes what the objects of the text are taken for."""

import io
import itertools
import json
import random
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes4,
    Bytes32,
    CompatibleUnion,
    Container,
    DecodeError,
    List,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    boolean,
    byte,
    from_json,
    native,
    to_json,
    uint8,
    uint64,
    uint256,
)
from pyssz.ethereum import minimal
from pyssz.native import FaultError, JsonEnvelope
from pyssz.text.json_reader import Refusal, _plan_of, encoding_of
from pyssz.text.objects import read_objects
from support.objects import OWN_OBJECTS, REAL_OBJECTS, StoredObject, each


class Inner(Container):
    flag: boolean
    names: List[ByteList[9], 5]
    votes: List[uint8, 9]


class Sparse(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    left: uint8
    größe: ProgressiveList[uint64]


class Outer(Container):
    slot: uint64
    inner: Inner
    bits: Bitlist[20]
    root: Bytes32
    choice: Union[None, Inner, uint256]
    either: CompatibleUnion({1: Sparse, 9: Sparse})  # type: ignore[valid-type]
    letters: Vector[byte, 3]
    text: ProgressiveByteList
    sparse: Sparse
    flags: Bitvector[11]


def outer() -> Any:
    sparse = Sparse(left=1, größe=[2, 3])
    return Outer(
        slot=7,
        inner={"flag": 1, "names": [b"ab", b"", b"c"], "votes": [1, 2]},
        bits=[1, 0, 1],
        root=bytes(range(32)),
        choice=Union[None, Inner, uint256](selector=2, value=2**200),
        either=Outer._fields[5].type(selector=9, data=sparse),
        letters=b"xyz",
        text=b"text",
        sparse=sparse,
        flags=[1] * 11,
    )


def read(cls: Any, text: str | bytes, strict: bool = False, ignore: bool = True) -> bytes | None:
    found = encoding_of(cls, text, strict=strict, ignore_unknown=ignore, envelope=None)
    return None if isinstance(found, Refusal) else found


def slowly(cls: Any, text: str | bytes, strict: bool = False) -> bytes | None:
    """The encoding by way of objects; None if there is none."""
    try:
        value = read_objects(cls, text, strict, True, None)
    except DecodeError:
        return None
    return value.encode_bytes()


@pytest.mark.parametrize("strict", [False, True])
def test_what_is_written_is_read_in_one_pass(strict: bool) -> None:
    value = outer()
    text = to_json(value)
    for form in (text, text.encode(), json.dumps(json.loads(text), indent=2), f"\n {text}\t"):
        assert read(Outer, form, strict) == value.encode_bytes()
    assert from_json(Outer, text, strict=strict) == value


@each([*OWN_OBJECTS, *REAL_OBJECTS])
def test_objects_of_ethereum_are_read_in_one_pass(stored: StoredObject) -> None:
    data = stored.read()
    assert read(stored.cls, to_json(stored.cls.decode_bytes(data)), strict=True) == data


def arranged(obj: Any, order: random.Random) -> Any:
    """The same with the members of all objects in another order."""
    if isinstance(obj, dict):
        names = list(obj)
        order.shuffle(names)
        return {name: arranged(obj[name], order) for name in names}
    return [arranged(item, order) for item in obj] if isinstance(obj, list) else obj


def test_members_come_in_any_order() -> None:
    value, order = outer(), random.Random(5)
    for _ in range(200):
        text = json.dumps(arranged(value.to_obj(), order), ensure_ascii=bool(order.randrange(2)))
        assert read(Outer, text, strict=True) == value.encode_bytes()


@pytest.mark.parametrize("strict", [False, True])
def test_no_beginning_of_a_document_is_one(strict: bool) -> None:
    text = to_json(outer()).encode()
    for size in range(len(text)):
        assert read(Outer, text[:size], strict) is None
    for size in (0, 1, len(text) // 2, len(text) - 1):
        with pytest.raises(DecodeError, match=r"line 1, column \d+") as caught:
            from_json(Outer, text[:size], strict=strict)
        assert caught.value.code == "NOT_JSON"


def test_a_changed_character_is_taken_as_by_way_of_objects() -> None:
    text, chance = to_json(outer()).encode(), random.Random(6)
    for at in range(len(text)):
        changed = bytearray(text)
        changed[at] = chance.choice(b'"{}[],:0123456789abcdefx\\ \xff')
        for strict in (False, True):
            assert read(Outer, bytes(changed), strict) == slowly(Outer, bytes(changed), strict)


LIBERAL: list[tuple[Any, str, Any]] = [
    (uint64, "5", 5),
    (uint64, "-0", 0),
    (uint64, '"0x0500000000000000"', 5),
    (uint64, '"' + "0" * 5000 + '5"', 5),
    (uint256, '"' + str(2**256 - 1) + '"', 2**256 - 1),
    (uint256, str(2**255), 2**255),
    (byte, "16", 16),
    (Bytes4, '"01020304"', b"\1\2\3\4"),
    (Bytes4, "[1, 2, 3, 4]", b"\1\2\3\4"),
    (ByteList[4], '"0x"', b""),
    (ByteList[4], "[]", b""),
    (List[uint8, 4], '"0x0102"', [1, 2]),
    (List[byte, 4], '["0x10", 5]', b"\x10\5"),
    (List[byte, 4], '"0102"', b"\1\2"),
    (Bitlist[8], '"0101"', [0, 1, 0, 1]),
    (Bitlist[8], "[0, 1, true, false]", [0, 1, 1, 0]),
    (Bitvector[2], '"10"', [1, 0]),
]


@pytest.mark.parametrize(("cls", "text", "value"), LIBERAL, ids=range(len(LIBERAL)))
def test_liberal_forms_are_read_in_one_pass(cls: Any, text: str, value: Any) -> None:
    assert read(cls, text) == cls(value).encode_bytes() == slowly(cls, text)
    assert read(cls, text, strict=True) == slowly(cls, text, strict=True)


@pytest.mark.parametrize(
    "text",
    [
        '{"data": %s}',
        '{"version": "deneb", "data": %s}',
        '{"data": %s, "more": {"data": 5}, "vers\\u0069on": 5}',
        '{"slot": 1, "data": %s}',
        '{"data": 5, "x": %s}',
        '{"data": %s, "data": 5}',
        '{"data": %s} x',
        "[%s]",
        "%s",
    ],
)
@pytest.mark.parametrize(
    "rules", list(itertools.product([False, True], [False, True], [None, False, True])), ids=str
)
def test_envelopes_are_opened_as_by_way_of_objects(text: str, rules: Any) -> None:
    document = text.replace("%s", to_json(outer()))
    strict, ignore, envelope = rules
    try:
        slow = read_objects(Outer, document, *rules).encode_bytes()
    except DecodeError:
        slow = None
    arguments = {"strict": strict, "ignore_unknown": ignore, "envelope": envelope}
    quick = encoding_of(Outer, document, **arguments)
    assert isinstance(quick, Refusal) if slow is None else quick == slow


def test_an_object_with_data_of_its_own_is_no_envelope() -> None:
    class Holder(Container):
        data: uint8

    class Named(Container):
        name: uint8
        data: uint8

    for cls, text in (
        (Holder, '{"data": 5}'),
        (Holder, '{"data": {"data": 5}}'),
        (Named, '{"data": 5, "name": 6}'),
        (Named, '{"data": {"data": 5, "name": 6}}'),
        (Union[None, uint8], '{"data": 5, "selector": 1}'),
        (Union[None, uint8], '{"data": {"data": 5, "selector": 1}}'),
    ):
        assert read(cls, text) == slowly(cls, text)


def test_versions_that_contradict_are_left_to_be_told() -> None:
    cls: Any = minimal.capella.BeaconBlockBody
    text = to_json(cls())
    assert read(cls, f'{{"version": "capella", "data": {text}}}') == cls().encode_bytes()
    assert read(cls, f'{{"version": "\\u0064eneb", "data": {text}}}') is None


def test_text_in_all_encodings_of_json() -> None:
    value = outer()
    text = to_json(value)
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "utf-32-be"):
        assert read(Outer, text.encode(encoding)) == value.encode_bytes()
    assert from_json(Outer, io.BytesIO(text.encode())) == from_json(Outer, io.StringIO(text))
    # Half a surrogate pair is a character to Python, in text and in bytes.
    for name in ("\\ud800", "\ud800"):
        wild = text[:-1] + f',"{name}":1}}'
        assert read(Outer, wild) == read(Outer, wild.encode("utf-8", "surrogatepass"))
        assert read(Outer, wild) == value.encode_bytes()
    same = text[:-1] + ',"\ud800":1,"\\ud800":1}'
    assert read(Outer, same) is slowly(Outer, same) is None
    assert read(Outer, b"\xff\xfe\x00") is slowly(Outer, b"\xff\xfe\x00") is None


class Loud(uint64):
    """A number with ways of its own to be read."""

    @classmethod
    def _parse_bytes(cls, obj: Any) -> bytes:
        return super()._parse_bytes(5 if obj == "five" else obj)


class Fresh(Container):
    number: uint64

    @classmethod
    def from_obj(cls, obj: Any) -> Any:
        return super().from_obj({"number": 6, **obj})


def test_types_with_ways_of_their_own_are_asked() -> None:
    class Holder(Container):
        loud: Loud

    assert _plan_of(Holder) is _plan_of(Fresh) is None
    assert from_json(Holder, '{"loud": "five"}').loud == 5
    assert from_json(Fresh, "{}").number == 6


def test_a_plan_does_not_keep_its_type() -> None:
    import gc
    import weakref

    def use() -> Any:
        class Short(Container):
            number: uint64

        from_json(Short, '{"number": 5}')
        return weakref.ref(Short)

    gone = use()
    gc.collect()
    assert gone() is None


def test_a_fault_has_its_byte_and_path() -> None:
    plan = _plan_of(Outer)
    assert plan is not None
    text = to_json(outer()).replace('"2"', '"256"').encode()
    with pytest.raises(FaultError) as caught:
        native.read_json(*plan, text, strict=True, known_members=True, envelope=JsonEnvelope.NONE)
    fault = caught.value.fault
    assert (fault.code, fault.path) == ("RANGE", (1, 2, 1))
    assert text[fault.offset :].startswith(b'"256"')
