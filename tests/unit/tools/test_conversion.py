"""Values of one type made from values of another, and one value read by several schemas."""

import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes4,
    Bytes32,
    ByteVector,
    CompatibleUnion,
    Container,
    EncodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    P,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    SchemaError,
    Union,
    UnknownFieldError,
    Vector,
    boolean,
    byte,
    uint8,
    uint16,
    uint64,
    upgrade,
    view_as,
)
from pyssz.ethereum import forks, mainnet, minimal
from support.kinds import CONTAINERS
from support.objects import OWN_OBJECTS, StoredObject, each
from support.refused import refused
from support.strategies import Sample, built, examples, new_type, samples


class Inner(Container):
    a: uint64
    tx: ByteList[4]


class Old(Container):
    slot: uint64
    inner: Inner
    gone: List[uint64, 4]
    texts: List[ByteList[4], 3]
    inners: List[Inner, 3]
    root: Bytes4


class NewInner(Container):
    a: uint64
    tx: ByteList[4]
    fee: uint16 = uint16(7)


class New(Container):
    root: Bytes4
    texts: List[ByteList[4], 3]
    slot: uint64
    inner: NewInner
    extra: List[uint8, 4] = (5,)
    inners: List[NewInner, 5]
    late: uint8


OLD = Old(
    slot=3,
    inner={"a": 1, "tx": b"xy"},
    gone=[9],
    texts=[b"a", b"", b"bcd"],
    inners=[{"a": 2, "tx": b"q"}, {"a": 3}],
    root=b"root",
)


def checked(value: Any) -> Any:
    """The value, whose bytes are good and mean what they should."""
    again = type(value).decode_bytes(value.encode_bytes())
    assert again == value
    assert again.to_obj() == value.to_obj()
    return value


# ---- containers ----------------------------------------------------------------------------------


def test_fields_are_taken_over_by_name() -> None:
    """In another order, with new ones, without old ones, and inside other fields."""
    new = checked(upgrade(OLD, New))
    assert new == New(
        root=b"root",
        texts=[b"a", b"", b"bcd"],
        slot=3,
        inner={"a": 1, "tx": b"xy", "fee": 7},
        extra=[5],
        inners=[{"a": 2, "tx": b"q"}, {"a": 3}],
        late=0,
    )
    assert type(new) is New


def test_keywords_stand_in_for_fields() -> None:
    new = checked(upgrade(OLD, New, slot=8, late=1, inner={"a": 5}, extra=[], root=OLD.root))
    assert (new.slot, new.late, new.inner, list(new.extra)) == (8, 1, NewInner(a=5), [])
    assert new.texts == OLD.texts
    assert checked(upgrade(OLD, Old, slot=8)) == Old(**{**dict(fields_of(OLD)), "slot": 8})


def fields_of(value: Any) -> list[tuple[str, Any]]:
    return list(zip(value.fields(), value, strict=True))


def test_a_keyword_may_have_any_name() -> None:
    class Odd(Container):
        value: uint8
        new_type: uint8

    assert upgrade(Odd(), Odd, value=1, new_type=2) == Odd(value=1, new_type=2)


def test_a_keyword_makes_up_for_types_that_do_not_fit() -> None:
    class Other(Container):
        slot: Bytes32
        root: Bytes4

    with refused(
        InvalidTypeError, "INCOMPATIBLE", "uint64 cannot be converted to Bytes32 - at Other.slot"
    ):
        upgrade(OLD, Other)
    assert checked(upgrade(OLD, Other, slot=b"s" * 32)) == Other(slot=b"s" * 32, root=b"root")


@examples(100)
@given(samples())
def test_a_value_becomes_an_equal_one_of_an_equal_type(sample: Sample) -> None:
    value = built(sample.cls, sample.plain)
    other = new_type(sample.cls)
    for same in (upgrade(value, other), view_as(value, other), upgrade(value, sample.cls)):
        assert same == value
        assert same.encode_bytes() == value.encode_bytes()
    assert type(upgrade(value, other)) is other


@examples(100)
@given(samples())
def test_a_container_with_a_field_more_and_back(sample: Sample) -> None:
    """Of any fields: a new one in front moves all that is of variable size."""
    value = built(sample.cls, sample.plain)
    fields = value.fields() if isinstance(value, CONTAINERS) else {"x": sample.cls}
    if not isinstance(value, CONTAINERS):
        value = new_type(Container, __annotations__=fields)(x=value)
    more = new_type(Container, __annotations__={"front": ByteList[3], **fields, "back": uint8})
    grown = checked(upgrade(value, more, front=b"abc"))
    for (name, part), (old_name, old_part) in zip(
        fields_of(grown)[1:-1], fields_of(value), strict=True
    ):
        assert name == old_name
        assert part == old_part
    assert checked(view_as(grown, type(value))) == value


def test_parts_become_values_too() -> None:
    assert upgrade(OLD.inner, NewInner) == NewInner(a=1, tx=b"xy")
    assert upgrade(OLD.inners[1], NewInner) == NewInner(a=3)
    assert view_as(upgrade(OLD, New).inners[0], Inner) == OLD.inners[0]


def test_basic_values_and_byte_strings() -> None:
    class Slot(uint64): ...

    class Root(Bytes32): ...

    assert upgrade(uint64(5), Slot) == 5
    assert type(upgrade(uint64(5), Slot)) is Slot
    assert type(view_as(Bytes32(), Root)) is Root
    assert upgrade(Bytes4(b"abcd"), Vector[byte, 4]) == b"abcd"


# ---- sequences -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "new"),
    [
        (List[uint16, 4]([1, 2]), List[uint16, 2]),
        (List[uint16, 4]([1, 2]), ProgressiveList[uint16]),
        (ProgressiveList[uint16]([1, 2]), List[uint16, 2]),
        (ByteList[4](b"ab"), ByteList[2]),
        (ByteList[4](b"ab"), List[uint8, 2]),
        (ByteList[4](b"ab"), ProgressiveByteList),
        (ProgressiveByteList(b"ab"), ByteList[2]),
        (Bitlist[9]([1, 0]), Bitlist[2]),
        (Bitlist[9]([1] * 8), Bitlist[8]),
        (Bitlist[9]([1, 0]), ProgressiveBitlist),
        (ProgressiveBitlist([1, 0]), Bitlist[2]),
        (List[ByteList[4], 4]([b"a", b""]), List[ByteList[1], 2]),
        (Vector[Bitlist[4], 2]([[1], []]), Vector[Bitlist[1], 2]),
        (Vector[Inner, 2]([{"a": 1}, {"tx": b"a"}]), Vector[Inner, 2]),
    ],
    ids=lambda each: getattr(each, "__name__", type(each).__name__),
)
def test_limits_may_differ(value: Any, new: Any) -> None:
    """As long as the value keeps to the new one; progressive types have none."""
    made = checked(upgrade(value, new))
    assert type(made) is new
    assert made.encode_bytes() == value.encode_bytes()
    assert view_as(value, new) == made


@pytest.mark.parametrize(
    ("value", "new", "message"),
    [
        (List[uint16, 4]([1, 2]), List[uint16, 1], "List[uint16, 1] has at most 1 elements, got 2"),
        (ProgressiveByteList(b"ab"), ByteList[1], "ByteList[1] has at most 1 bytes, got 2"),
        (Bitlist[9]([1] * 9), Bitlist[8], "Bitlist[8] has at most 8 bits, got 9"),
        (Bitlist[9]([0]), Bitlist[0], "Bitlist[0] has at most 0 bits, got 1"),
        (
            List[Inner, 4]([{}] * 3),
            List[NewInner, 2],
            "List[NewInner, 2] has at most 2 elements, got 3",
        ),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_limits_that_are_exceeded(value: Any, new: Any, message: str) -> None:
    with refused(InvalidValueError, "LIMIT", f"{message} - at {new.__name__}"):
        upgrade(value, new)

    class Before(Container):
        parts: List[type(value), 2]

    class After(Container):
        parts: List[new, 2]

    with refused(InvalidValueError, "LIMIT", f"{message} - at After.parts[1]"):
        upgrade(Before(parts=[type(value)(), value]), After)


def test_elements_change_one_by_one() -> None:
    """Fixed and variable sizes, in vectors and lists."""

    class Pair(Container):
        a: uint8
        b: uint16

    class Tail(Container):
        b: uint16

    class Grown(Container):
        b: uint16
        more: ByteList[2] = b"m"

    pairs = [Pair(a=1, b=2), Pair(a=3, b=4)]
    for kind in (List[Pair, 4], Vector[Pair, 2], ProgressiveList[Pair]):
        value = kind(pairs)
        for element in (Tail, Grown):
            new: Any = {
                "List": List[element, 4],
                "Vector": Vector[element, 2],
                "ProgressiveList": ProgressiveList[element],
            }[kind.__name__.partition("[")[0]]
            assert [part.b for part in checked(upgrade(value, new))] == [2, 4]
        if not issubclass(kind, Vector):
            assert len(checked(upgrade(kind(), new))) == 0


# ---- unions --------------------------------------------------------------------------------------


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):
    side: uint16
    color: uint8


class Circle(ProgressiveContainer(active_fields=[0, 1, 1])):
    radius: uint16
    color: uint8


class BigSquare(ProgressiveContainer(active_fields=[1, 0, 1, 1])):
    side: uint16
    color: uint8
    name: ByteList[3]


Shape = CompatibleUnion({1: Square, 2: Circle})


def test_options_change_by_selector() -> None:
    new = CompatibleUnion({1: BigSquare, 3: Circle})
    made: Any = checked(upgrade(Shape(selector=1, data={"side": 3}), new))
    assert made.selector() == 1
    assert made.data() == BigSquare(side=3)
    with refused(
        InvalidValueError,
        "UNKNOWN_SELECTOR",
        f"{new.__name__} has no option 2; it has 1, 3 - at {new.__name__}",
    ):
        upgrade(Shape(selector=2), new)
    old = Union[None, Inner]
    assert checked(upgrade(old(), Union[None, NewInner])).value() is None
    made = checked(upgrade(old(selector=1, value={"a": 1}), Union[None, NewInner]))
    assert made.value() == NewInner(a=1)


def test_options_that_do_not_fit() -> None:
    for old, new, message in (
        (
            Union[uint8, uint16],
            Union[uint8, uint64],
            "uint16 cannot be converted to uint64 - at {}[1]",
        ),
        (Union[None, uint8], Union[uint8, uint8], "None cannot be converted to uint8 - at {}[0]"),
        (Union[uint8, uint8], Union[None, uint8], "uint8 cannot be converted to None - at {}[0]"),
    ):
        with refused(InvalidTypeError, "INCOMPATIBLE", message.format(new.__name__)):
            upgrade(old(selector=1, value=1) if old is not Union[uint8, uint16] else old(), new)


def test_the_path_leads_into_options() -> None:
    old, new = Union[None, List[uint8, 4]], Union[None, List[uint8, 1]]
    with refused(
        InvalidValueError,
        "LIMIT",
        f"List[uint8, 1] has at most 1 elements, got 2 - at {new.__name__}[1]",
    ):
        upgrade(old(selector=1, value=[1, 2]), new)


# ---- what does not fit ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "new"),
    [
        (uint64(1), uint8),
        (uint8(1), boolean),
        (uint64(1), Inner),
        (Inner(), uint64),
        (Inner(), List[uint8, 4]),
        (List[uint8, 4](), Inner),
        (List[uint8, 4](), Vector[uint8, 4]),
        (Vector[uint8, 4](), List[uint8, 4]),
        (Vector[uint8, 4](), Vector[uint8, 5]),
        (ByteVector[4](), ByteVector[5]),
        (ByteVector[4](), ByteList[4]),
        (Bitvector[4](), Bitvector[5]),
        (Bitvector[4](), Bitlist[4]),
        (Bitlist[4](), Bitvector[4]),
        (Bitlist[4](), List[boolean, 4]),
        (Union[uint8](), uint8),
        (uint8(1), Union[uint8]),
    ],
    ids=lambda each: getattr(each, "__name__", type(each).__name__),
)
def test_types_that_do_not_fit(value: Any, new: Any) -> None:
    """Said of the types before the value is looked at, so also where a list is empty."""
    old = type(value)
    message = f"{old.__name__} cannot be converted to {new.__name__}"
    for convert in (upgrade, view_as):
        with refused(InvalidTypeError, "INCOMPATIBLE", f"{message} - at {new.__name__}"):
            convert(value, new)
    inside = List[new, 2]
    with refused(InvalidTypeError, "INCOMPATIBLE", f"{message} - at {inside.__name__}[0]"):
        upgrade(List[old, 2](), inside)


def test_keywords_that_are_no_fields() -> None:
    message = "New made from Old has no field 'gone', 'slots'"
    with refused(UnknownFieldError, "NO_SUCH_FIELD", message):
        upgrade(OLD, New, slot=1, gone=[], slots=5)
    message = "List[uint8, 4] made from List[uint8, 4] has no field 'length'"
    with refused(UnknownFieldError, "NO_SUCH_FIELD", message):
        upgrade(List[uint8, 4](), List[uint8, 4], length=1)


def test_values_of_keywords_must_fit() -> None:
    message = "-1 is out of range for uint8 (0 to 2**8 - 1) - at New.late"
    with refused(InvalidValueError, "RANGE", message):
        upgrade(OLD, New, late=-1)


def test_a_new_field_may_have_no_default() -> None:
    class Framed(Container):
        slot: uint64
        shape: Shape

    with pytest.raises(SchemaError, match=r"has no default value - at Framed\.shape$"):
        upgrade(OLD, Framed)
    made = checked(upgrade(OLD, Framed, shape=Shape(selector=2, data={"radius": 5})))
    assert made.shape.data().radius == 5


def test_a_type_must_be_bound() -> None:
    with pytest.raises(SchemaError, match="is not bound"):
        upgrade(OLD.gone, List[uint64, P.SLOTS])


def test_results_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offsets have 32 bits."""
    from pyssz.base import offsets as _offsets

    monkeypatch.setattr(_offsets, "OFFSET_MAX", 60)
    with pytest.raises(EncodeError, match="does not fit 32 bits") as caught:
        upgrade(OLD, New, texts=[b"abcd"] * 3, extra=b"abcd")
    assert caught.value.code == "OFFSET_OVERFLOW"


# ---- views ---------------------------------------------------------------------------------------


class Light(Container):
    root: Bytes4
    inner: Inner


def test_a_schema_reads_what_it_names() -> None:
    light = checked(view_as(OLD, Light))
    assert light == Light(root=b"root", inner=OLD.inner)


def test_a_schema_adds_nothing() -> None:
    class Wrong(Container):
        slot: uint64
        inners: List[NewInner, 3]

    with refused(
        InvalidTypeError, "MISSING_FIELD", "Inner has no such field - at Wrong.inners[0].fee"
    ):
        view_as(OLD, Wrong)
    with refused(InvalidTypeError, "MISSING_FIELD", "Light has no such field - at Old.slot"):
        view_as(Light(), Old)


def test_the_same_shape_shares_the_bytes() -> None:
    data = OLD.encode_bytes()
    value = Old.decode_bytes(data)
    assert upgrade(value, new_type(Old)).encode_bytes() is data
    assert view_as(value, Old).encode_bytes() is data


def test_values_of_files(tmp_path: Path) -> None:
    """Are read where they lie, by whatever schema; what is taken along outlives the file."""
    path = tmp_path / "old.ssz"
    path.write_bytes(OLD.encode_bytes())
    with Old.open(path) as value:
        same, light, grown = (
            view_as(value, new_type(Old)),
            view_as(value, Light),
            upgrade(value, New),
        )
        part = view_as(value.inner, new_type(Inner))
    path.unlink()
    assert same == OLD
    assert light == view_as(OLD, Light)
    assert grown == upgrade(OLD, New)
    assert part == OLD.inner
    with refused(InvalidValueError, "CLOSED", "the file of the value is closed"):
        upgrade(value, New)


# ---- Ethereum ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["BeaconState", "SignedBeaconBlock"])
def test_every_fork_grows_out_of_the_one_before(name: str) -> None:
    """And into all later ones; the roots of fields that stay the same are the same."""
    names = forks()
    for types in (mainnet, minimal):
        for number, fork in enumerate(names):
            value = types[fork][name].default()
            for later in names[number:]:
                new = checked(upgrade(value, types[later][name]))
                old_part: Any = value
                new_part: Any = new
                for field, kind in old_part.fields().items():
                    if new_part.fields().get(field) is kind:
                        assert getattr(new_part, field) == getattr(old_part, field)


@each(OWN_OBJECTS)
def test_objects_grow_and_shrink_again(stored: StoredObject) -> None:
    value = stored.cls.decode_bytes(stored.read())
    fork, name = stored.type_name.split(".")
    types = mainnet if stored.preset == "mainnet" else minimal
    for later in forks()[forks().index(fork) :]:
        new = checked(upgrade(value, types[later][name]))
        missing = set(stored.cls.fields()) - set(new.fields())
        if fork != "gloas" and not missing and later in ("deneb", "electra", "fulu", fork):
            assert view_as(new, stored.cls) == value


def test_the_upgrade_to_electra() -> None:
    """As the spec's upgrade_to_electra has it, as far as fields go."""
    path = next(each for each in OWN_OBJECTS if each.type_name == "deneb.BeaconState")
    old = path.cls.decode_bytes(path.read())
    new = upgrade(
        old,
        minimal.electra.BeaconState,
        fork={
            "previous_version": old.fork.current_version,
            "current_version": "0x05000001",
            "epoch": 5,
        },
        deposit_requests_start_index=2**64 - 1,
    )
    assert new.fork.previous_version == old.fork.current_version
    assert new.deposit_requests_start_index == 2**64 - 1
    assert list(new.pending_deposits) == []
    for name in old.fields():
        if name != "fork":
            assert getattr(new, name).hash_tree_root() == getattr(old, name).hash_tree_root()


def test_big_parts_are_copied_once() -> None:
    """What is in memory beside the old value: the new one, and little more."""

    class Before(Container):
        numbers: List[uint64, 2**20]
        more: ByteList[2**24]

    class After(Container):
        numbers: ProgressiveList[uint64]
        more: ByteList[2**25]
        last: uint8

    class OuterBefore(Container):
        part: Before

    class OuterAfter(Container):
        part: After
        slot: uint64

    value = OuterBefore(part={"numbers": [1] * 2**18, "more": bytes(2**23)})
    upgrade(OuterBefore(), OuterAfter)
    tracemalloc.start()
    try:
        made = upgrade(value, OuterAfter)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < len(made.encode_bytes()) + 100_000


def test_an_empty_list_has_no_elements_to_count() -> None:
    class Old(Container):
        texts: List[ByteList[4], 3]

    class New(Container):
        texts: List[ByteList[8], 0]

    assert upgrade(Old(), New) == New()
    with pytest.raises(InvalidValueError):
        upgrade(Old(texts=[b""]), New)
