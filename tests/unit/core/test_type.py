"""Types: which are one object, what binding does, what unbound ones refuse, and pickling."""

import gc
import pickle
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import pyssz
from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    P,
    Preset,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    Ref,
    SchemaError,
    Union,
    Vector,
    boolean,
    byte,
    uint8,
    uint64,
)
from support.refused import refused

SMALL = Preset("small", {"N": 4, "M": 3, "DEPTH": 5})
LARGE = Preset("large", {"N": 40, "M": 3, "DEPTH": 6})


class Slot(uint64):
    pass


class Point(Container):
    x: uint64
    y: uint64


class Inner(Container):
    slots: List[Slot, P.N]
    point: Point


class Outer(Container):
    inner: Inner
    inners: Vector[Inner, P.M]
    points: List[Point, 8]


class Extended(Outer):
    bits: Bitvector[P.N * 2]


class Roots(Vector[Bytes32, "2**DEPTH"]):
    pass


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):
    side: uint64
    slots: List[Slot, P.N]


class Choice(Union[None, List[Slot, P.N]]):
    pass


class Shape(CompatibleUnion({1: Square})):
    pass


# ---- one type, one object ------------------------------------------------------------------------

SPELLINGS: list[Callable[[], Any]] = [
    lambda: List[uint64, 4],
    lambda: Vector[List[Slot, 4], 2],
    lambda: ByteVector[7],
    lambda: ByteList[7],
    lambda: Bitvector[7],
    lambda: Bitlist[7],
    lambda: Union[None, uint64],
    lambda: CompatibleUnion({1: uint64, 2: Slot}),
    lambda: ProgressiveList[Slot],
    lambda: List[uint64, P.N],
    lambda: List[uint64, "2**DEPTH // N"],
    lambda: List[Ref("Slot"), P("N", default=8)],
]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_same_words_give_the_same_object(spelling: Callable[[], Any]) -> None:
    assert spelling() is spelling()


def test_parameters_that_are_equal_give_the_same_object() -> None:
    """A size may be an int, a uint or text; the order of a union's selectors says nothing."""
    assert List[uint64, 4] is List[uint64, uint8(4)] is List[uint64, "2 + 2"]
    assert ByteVector[32] is Bytes32
    assert ProgressiveList[byte] is ProgressiveByteList
    assert List[uint64, P.N] is List[uint64, "N"]
    assert CompatibleUnion({2: Slot, 1: uint64}) is CompatibleUnion({1: uint64, 2: Slot})


def test_different_parameters_give_different_types() -> None:
    kinds = {List[uint64, 4], List[uint64, 5], List[Slot, 4], Vector[uint64, 4]}
    kinds |= {List[uint8, 4], List[byte, 4], ByteList[4], List[uint64, P.N], List[uint64, P.M]}
    assert len(kinds) == 9


def test_both_spellings_of_the_spec_name_the_same_objects() -> None:
    spellings = {
        "Uint": "uint",
        **{f"Uint{bits}": f"uint{bits}" for bits in (8, 16, 32, 64, 128, 256)},
        "Boolean": "boolean",
        "Byte": "byte",
        "Bit": "bit",
        "BitList": "Bitlist",
        "BitVector": "Bitvector",
        "ProgressiveBitList": "ProgressiveBitlist",
    }
    for newer, older in spellings.items():
        assert getattr(pyssz, newer) is getattr(pyssz, older)
        assert {newer, older} <= set(pyssz.__all__)
    assert pyssz.bit is pyssz.boolean


def test_types_are_released_when_nobody_uses_them() -> None:
    """The table of types made so far keeps none of them alive."""
    kind: Any = List[uint64, 918_273]
    seen = weakref.ref(kind)
    del kind
    gc.collect()
    assert seen() is None


def test_many_threads_get_the_same_objects() -> None:
    found: list[Any] = []
    barrier = threading.Barrier(8)

    def work() -> None:
        barrier.wait()
        preset = SMALL.with_values(N=77)
        found.append((List[uint64, 77_001], Outer[preset], Outer[preset].fields()["inner"]))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


# ---- abstract and unbound types have no values ---------------------------------------------------

USES: list[Callable[[Any], Any]] = [
    lambda kind: kind(),
    lambda kind: kind.default(),
    lambda kind: kind.decode_bytes(b""),
    lambda kind: kind.from_obj([]),
    lambda kind: kind.coerce_view([]),
    lambda kind: kind.is_fixed_byte_length(),
    lambda kind: kind.type_byte_length(),
    lambda kind: kind.min_byte_length(),
    lambda kind: kind.max_byte_length(),
]


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (List, "List[uint64, N]"),
        (Vector, "Vector[uint64, N]"),
        (ByteVector, "ByteVector[N]"),
        (ByteList, "ByteList[N]"),
        (Bitlist, "Bitlist[N]"),
        (Bitvector, "Bitvector[N]"),
        (Union, "Union[None, uint64]"),
        (Container, "a class that extends Container and has fields"),
        (ProgressiveList, "ProgressiveList[uint64]"),
    ],
)
def test_abstract_types_have_no_values(kind: Any, form: str, use: Callable[[Any], Any]) -> None:
    message = f"{kind.__name__} is abstract and has no values; use {form}"
    with refused(SchemaError, "ABSTRACT_TYPE", message):
        use(kind)


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(
    "kind", [Outer, Roots, Choice, List[uint64, P.N], ByteList[P.N], Bitlist[P.N]]
)
def test_unbound_types_have_no_values(kind: Any, use: Callable[[Any], Any]) -> None:
    """The error names what is missing and says how to bind."""
    names = {Outer: "M, N", Roots: "DEPTH"}.get(kind, "N")
    with refused(
        SchemaError,
        "UNBOUND_TYPE",
        f"{kind.__name__} is not bound: it needs a meaning for {names} "
        f"({kind.__name__}[preset] binds it to a preset)",
    ):
        use(kind)


def test_an_unbound_type_does_not_take_its_base_s_place() -> None:
    class Whole(Container):
        x: uint64

    Whole.decode_bytes(bytes(8)).hash_tree_root()
    Whole.hash_tree_roots(bytes(16))

    class Extended(Whole):
        y: List[uint64, P.N]

    for use in (Extended.decode_bytes, Extended.hash_tree_roots):
        with pytest.raises(SchemaError) as caught:
            use(bytes(8))
        assert caught.value.code == "UNBOUND_TYPE"


# ---- binding to a preset -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unbound", "small", "large"),
    [
        (List[uint64, P.N], List[uint64, 4], List[uint64, 40]),
        (Vector[uint64, P.N + 1], Vector[uint64, 5], Vector[uint64, 41]),
        (ByteVector["N * 8"], ByteVector[32], ByteVector[320]),
        (ByteList[P.N // 2], ByteList[2], ByteList[20]),
        (Bitvector[P.N], Bitvector[4], Bitvector[40]),
        (Bitlist[2**P.DEPTH], Bitlist[32], Bitlist[64]),
        (
            ProgressiveList[ByteList[P.N]],
            ProgressiveList[ByteList[4]],
            ProgressiveList[ByteList[40]],
        ),
        (Union[None, Bitlist[P.N]], Union[None, Bitlist[4]], Union[None, Bitlist[40]]),
        (
            CompatibleUnion({1: List[Slot, P.N], 2: List[uint64, P.N]}),
            CompatibleUnion({1: List[Slot, 4], 2: List[uint64, 4]}),
            CompatibleUnion({1: List[Slot, 40], 2: List[uint64, 40]}),
        ),
        (List[uint64, P("ABSENT", default=9)], List[uint64, 9], List[uint64, 9]),
    ],
)
def test_binding_gives_the_type_written_with_numbers(unbound: Any, small: Any, large: Any) -> None:
    """``T[preset]`` and ``T.bind(preset)``, for several presets side by side."""
    assert unbound[SMALL] is unbound.bind(SMALL) is small
    assert unbound[LARGE] is unbound.bind(LARGE) is large
    assert unbound[SMALL.with_values(M=9)] is small


def test_classes_are_bound_once_for_equal_values() -> None:
    """A preset matters only by the values that reach the type, however often it is asked."""
    assert Outer[SMALL] is Outer[SMALL]
    assert Outer[SMALL] is not Outer[LARGE]
    assert Roots[SMALL.with_values(N=1)] is Roots[SMALL]
    assert Roots[SMALL] is not Roots[LARGE]
    assert issubclass(Roots[SMALL], Roots)
    assert Roots[SMALL].__name__ == "Roots"
    assert Roots[SMALL].vector_length() == 32


def test_what_no_name_reaches_is_one_type_for_all_presets() -> None:
    assert Point[SMALL] is Point[LARGE] is Point
    assert uint64[SMALL] is uint64
    assert ProgressiveBitlist[SMALL] is ProgressiveBitlist
    small, large = Outer[SMALL].fields(), Outer[LARGE].fields()
    assert small["points"] is large["points"] is List[Point, 8]
    assert small["inner"] is Inner[SMALL]
    assert small["inners"] is Vector[Inner[SMALL], 3]
    assert small["inners"] is not large["inners"]


def test_values_of_several_presets_live_side_by_side() -> None:
    small, large = Outer[SMALL](), Outer[LARGE](inner={"slots": range(40)})
    assert len(large.inner.slots) == 40
    with refused(
        pyssz.InvalidValueError,
        "LIMIT",
        "List[Slot, 4] has at most 4 elements, got 5 - at Outer.inner.slots",
    ):
        Outer[SMALL](inner={"slots": range(5)})
    assert type(small.inner) is Inner[SMALL]
    assert type(large.inner) is Inner[LARGE]
    assert type(large.inner.slots[0]) is Slot


def test_inherited_fields_are_bound_with_their_own() -> None:
    bound = Extended[SMALL]
    assert list(bound.fields()) == ["inner", "inners", "points", "bits"]
    assert bound.fields()["bits"] is Bitvector[8]
    assert bound.fields()["inner"] is Inner[SMALL]
    assert issubclass(bound, Extended)
    assert issubclass(bound, Outer)


def test_field_defaults_are_checked_against_each_preset() -> None:
    """A default has to fit where the sizes are known: the preset with too small a list fails."""

    class Queue(Container):
        slots: List[uint64, P.N] = (1, 2, 3)

    assert Queue[SMALL]().slots == [1, 2, 3]
    with refused(
        SchemaError,
        "DEFAULT",
        "Queue.slots: default: List[uint64, 2] has at most 2 elements, got 3",
    ):
        Queue[SMALL.with_values(N=2)]
    assert Queue[LARGE]().slots == [1, 2, 3]


def test_a_bound_class_can_be_inherited_from() -> None:
    class Marked(Inner[SMALL]):
        mark: uint8

    value = Marked(slots=[1], mark=7)
    assert (value.slots[0], value.mark) == (1, 7)
    assert Marked.fields()["slots"] is List[Slot, 4]


@pytest.mark.parametrize("kind", [Outer, List[Inner, 4], Choice, Shape, Square])
def test_a_missing_name_is_named(kind: Any) -> None:
    with pytest.raises(SchemaError) as caught:
        kind[Preset("empty", {"NN": 1})]
    assert caught.value.code == "MISSING_PRESET_VALUE"
    assert "N" in caught.value.message


def test_all_missing_names_are_named() -> None:
    class Part(Container):
        bits: Bitlist[P.C_SIZE]
        twice: Bitlist[P.C_SIZE]

    class Whole(Container):
        first: List[uint8, P.A_SIZE]
        known: List[uint8, P.N]
        part: Part
        parts: Vector[Part, P.B_SIZE * P.A_SIZE]
        spare: List[uint8, P("D_SIZE", default=4)]

    missing = "preset 'small' has no value for A_SIZE, B_SIZE, C_SIZE"
    with refused(SchemaError, "MISSING_PRESET_VALUE", missing):
        Whole[Preset("small", {"N": 1})]


def test_illegal_sizes_are_found_when_they_are_known() -> None:
    with refused(SchemaError, "VECTOR_EMPTY", "a bitvector needs at least one bit"):
        Extended[Preset("zero", {"N": 0, "M": 1})]


def test_a_reference_needs_somebody_to_say_what_it_is() -> None:
    kind = List[Ref("Attestation"), 4]
    assert kind.__name__ == "List[Attestation, 4]"
    with refused(SchemaError, "UNKNOWN_TYPE", "nothing says which type Attestation is"):
        kind[SMALL]


# ---- pickling of types ---------------------------------------------------------------------------

TYPES: list[Any] = [
    uint64,
    Slot,
    boolean,
    Bytes32,
    ProgressiveByteList,
    Point,
    Outer,
    Extended[SMALL],
    Inner[LARGE],
    Outer[SMALL].fields()["inner"],
    Square[SMALL],
    Choice[SMALL],
    Shape[SMALL],
    Roots[LARGE],
    List[Slot, P.N * 2],
    Vector[List[Point, 4], 2],
    Union[None, uint64, Inner[SMALL]],
    CompatibleUnion({1: Point, 5: Point}),
    List[Ref("Point"), P("N", default=3)],
]


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", TYPES)
def test_types_pickle_as_themselves(kind: Any, protocol: int) -> None:
    """The loaded type is the very object, also of types that were never given a name."""
    assert pickle.loads(pickle.dumps(kind, protocol)) is kind


def test_a_class_made_by_calling_type_belongs_to_the_caller() -> None:
    """Its module is where it was made, unless it says otherwise; the namespace is left alone."""
    namespace = {"__annotations__": {"x": uint64}}
    assert type("Made", (Container,), namespace).__module__ == __name__
    assert type("Made", (Container,), {**namespace, "__module__": "there"}).__module__ == "there"
    assert list(namespace) == ["__annotations__"]
