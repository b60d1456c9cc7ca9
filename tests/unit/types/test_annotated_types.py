"""Types declared in annotations: sizes beside them, and what is said of Python's own types."""

import pickle
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, Optional

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    ByteVector,
    Container,
    Length,
    Limit,
    List,
    P,
    Preset,
    ProgressiveList,
    SchemaError,
    Union,
    Vector,
    boolean,
    uint64,
)

SIZED = [
    (Annotated[List[uint64], Limit(16)], List[uint64, 16]),
    (Annotated[Vector[uint64], Length(16)], Vector[uint64, 16]),
    (Annotated[ByteList, Limit(16)], ByteList[16]),
    (Annotated[ByteVector, Length(16)], ByteVector[16]),
    (Annotated[Bitlist, Limit(16)], Bitlist[16]),
    (Annotated[Bitvector, Length(16)], Bitvector[16]),
    (Annotated[List[Annotated[ByteList, Limit(3)]], Limit(4)], List[ByteList[3], 4]),
    (ProgressiveList[Annotated[ByteList, Limit(3)]], ProgressiveList[ByteList[3]]),
    (Annotated[uint64, "a note"], uint64),
    (Annotated[List[uint64], "a note", Limit("2 * 8")], List[uint64, 16]),
]


def container(kind: Any, **more: Any) -> Any:
    return type("C", (Container,), {"__annotations__": {"a": kind}, **more})


@pytest.mark.parametrize(("annotated", "plain"), SIZED)
def test_a_size_beside_a_type_is_one_in_brackets(annotated: Any, plain: Any) -> None:
    assert container(annotated).fields() == {"a": plain}


def test_a_size_beside_a_type_waits_for_a_preset() -> None:
    kind = container(Annotated[List[uint64], Limit(P.ROOM)])
    assert kind.bind(Preset("tiny", {"ROOM": 3})).fields()["a"].limit() == 3
    assert repr(Limit(P.ROOM)) == "Limit(P('ROOM'))"
    assert {Limit(3), Limit(3), Length(3)} == {Limit(3), Length(3)}


def test_future_annotations_may_be_annotated() -> None:
    names = {"Annotated": Annotated, "List": List, "uint64": uint64, "Limit": Limit}
    names["Container"] = Container
    exec("class C(Container):\n    a: 'Annotated[List[uint64], Limit(16)]'", names)
    assert names["C"].fields() == {"a": List[uint64, 16]}


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Annotated[List[uint64], Length(4)], r"List\[uint64\] takes Limit\(...\), got Length\(4\)"),
        (Annotated[List[uint64], Limit(4), Limit(5)], r"got Limit\(4\), Limit\(5\)"),
        (Annotated[uint64, Limit(4)], r"uint64 has no size to give, got Limit\(4\)"),
        (Annotated[List[uint64, 4], Limit(4)], r"List\[uint64, 4\] has a size already"),
        (Annotated[ByteVector, Length(0)], "at least one byte"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(kind: Any, message: str) -> None:
    with pytest.raises(SchemaError, match=message):
        container(kind)


# ---- unions --------------------------------------------------------------------------------------


class Choice(Union):
    OPTIONS = (None, uint64)


def test_a_union_can_be_a_class_statement() -> None:
    assert Choice(selector=1, value=5).encode_bytes() == b"\1" + (5).to_bytes(8, "little")
    assert Choice.options() == [None, uint64]
    assert pickle.loads(pickle.dumps(Choice())) == Choice()


def test_options_are_not_changed_by_a_subclass() -> None:
    with pytest.raises(SchemaError, match="restates"):
        type("Other", (Choice,), {"OPTIONS": (uint64,)})


# ---- defaults of names ---------------------------------------------------------------------------


class Slots(List[uint64]):
    LIMIT = P("SLOTS_OF_NOBODY", default=8)


class Holder(Container):
    slots: Slots
    roots: Annotated[Vector[uint64], Length(P("OTHER_OF_NOBODY", default=2))]


class More(Holder):
    flag: boolean


TINY = Preset("tiny", {"SLOTS_OF_NOBODY": 3, "OTHER_OF_NOBODY": 1})
OTHER = Preset("other", {"SOMETHING": 3})


def test_a_default_counts_where_nobody_gives_another_value() -> None:
    assert Slots.limit() == 8
    assert len(Holder().roots) == len(More().roots) == 2
    assert Holder(slots=[1, 2]).encode_bytes() == Holder.bind(OTHER)(slots=[1, 2]).encode_bytes()


def test_a_preset_gives_another_value() -> None:
    assert Slots.bind(TINY).limit() == 3
    for kind in (Holder.bind(TINY), More[TINY]):
        assert kind.fields()["slots"].limit() == 3
        assert len(kind().roots) == 1
    assert Slots.limit() == 8


def test_a_binding_that_changes_nothing_is_the_class_itself() -> None:
    assert Holder.bind(OTHER) is Holder
    assert Slots.bind(OTHER) is Slots
    assert List[uint64, P("ABSENT", default=9)].bind(OTHER) is List[uint64, 9]


def test_names_without_a_default_wait_as_before() -> None:
    both = container(Annotated[List[uint64], Limit(P("A", default=2) * P.SLOTS_PER_ROOM)])
    with pytest.raises(SchemaError, match="SLOTS_PER_ROOM"):
        both()
    assert both.bind(Preset("x", {"SLOTS_PER_ROOM": 3})).fields()["a"].limit() == 6


def test_a_bound_class_with_defaults_is_pickled() -> None:
    value = Holder.bind(TINY)(slots=[1])
    again = pickle.loads(pickle.dumps(value))
    assert type(again) is Holder.bind(TINY)
    assert again == value
    assert type(pickle.loads(pickle.dumps(Holder()))) is Holder


def test_sizes_of_a_class_with_defaults_can_be_repeated_but_not_changed() -> None:
    type("Same", (Slots,), {"LIMIT": P("SLOTS_OF_NOBODY", default=8)})
    with pytest.raises(SchemaError, match="restates"):
        type("Longer", (Slots,), {"LIMIT": 9})


# ---- Python's own types --------------------------------------------------------------------------


@dataclass
class Plain:
    a: int


class Pair(NamedTuple):
    a: int


@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        (int, "use uint64"),
        (bool, "use boolean"),
        (bytes, "use ByteList[N], or ByteVector[N] such as Bytes32 for exactly N bytes"),
        (bytearray, "use ByteList[N], or ByteVector[N] such as Bytes32 for exactly N bytes"),
        (str, "use ByteList[N], with the text in UTF-8"),
        (list, "use List[T, N], or Vector[T, N] for exactly N"),
        (list[int], "use List[uint64, N], or Vector[uint64, N] for exactly N"),
        (tuple[uint64, ...], "use List[uint64, N], or Vector[uint64, N] for exactly N"),
        (Optional[uint64], "use Union[None, uint64]"),  # noqa: UP045
        (int | None, "use Union[None, uint64]"),
        (uint64 | bytes, "use Union[uint64, ByteList[N]]"),
        (dict[str, int], "use a Container"),
        (uint64(5), "this is a value; its type is uint64"),
        (Plain, "for plain classes see pyssz.codec"),
        (Pair, "for plain classes see pyssz.codec"),
        (float, ""),
        (3, ""),
    ],
)
def test_a_type_of_python_is_refused_with_the_one_that_is_meant(kind: Any, hint: str) -> None:
    for make in (container, lambda kind: List[kind, 4], lambda kind: Union[None, kind]):
        with pytest.raises(SchemaError, match="is not an SSZ type") as raised:
            make(kind)
        assert raised.value.code == "NOT_A_TYPE"
        assert raised.value.hint == hint
    if hint and not isinstance(kind, uint64):
        with pytest.raises(SchemaError, match="takes a type and a size") as raised:
            List[kind]
        assert raised.value.hint == hint


def test_a_member_of_an_object_that_is_misspelt_is_named() -> None:
    kind = container(uint64, __doc__="With a long name.")
    kind = type("D", (Container,), {"__annotations__": {"withdrawal_index": uint64}})
    with pytest.raises(ValueError, match="is withdrawal_index spelt withdrawl_index"):
        kind.from_obj({"withdrawl_index": "5"})
