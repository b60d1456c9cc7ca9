"""Types that the spec forbids, or that nothing could hold: refused when they are made."""

import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

import pyssz
from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    P,
    Preset,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    SchemaError,
    Union,
    Vector,
    View,
    boolean,
    uint,
    uint8,
    uint64,
)
from support.refused import refused

ZERO = Preset("zero", {"N": 0})
FOUR = Preset("four", {"N": 4})


class Point(Container):
    x: uint64
    y: uint64


def nested(levels: int, wrap: Callable[[Any], Any], kind: Any = boolean) -> Any:
    for _ in range(levels - 1):
        kind = wrap(kind)
    return kind


class Halves(Container):
    a: ByteVector[2**62]
    b: ByteVector[2**62 - 1]


def box(kind: Any) -> Any:
    return type("Box", (Container,), {"__annotations__": {"x": kind}})


ILLEGAL: list[tuple[str, str, Callable[[], Any]]] = [
    ("VECTOR_EMPTY", "a vector needs at least one element", lambda: Vector[uint64, 0]),
    ("VECTOR_EMPTY", "a byte vector needs at least one byte", lambda: ByteVector[0]),
    ("VECTOR_EMPTY", "a bitvector needs at least one bit", lambda: Bitvector[0]),
    ("VECTOR_EMPTY", "a vector needs at least one element", lambda: Vector[uint8, P.N][ZERO]),
    ("SIZE", "a size is 0 to 2**64 - 1, got -1", lambda: List[uint64, -1]),
    ("SIZE", "a size is 0 to 2**64 - 1, got 18446744073709551616", lambda: Bitlist[2**64]),
    ("SIZE", "a size is an int, text or an expression of P, got 1.0", lambda: ByteList[1.0]),
    ("SIZE", "a size is an int, text or an expression of P, got True", lambda: ByteVector[True]),
    ("SIZE", "a size is an int, text or an expression of P, got None", lambda: Bitvector[None]),
    ("PARAMETERS", "List takes a type and a size: List[uint64, 4]", lambda: List[uint64, 4, 5]),
    (
        "PARAMETERS",
        "Vector takes a type and a size: Vector[uint64, 4]",
        lambda: Vector[uint64, 1, 1],
    ),
    ("PARAMETERS", "List[uint64, 4][...] takes a preset", lambda: List[uint64, 4][5]),
    ("PARAMETERS", "ByteList[4][...] takes a preset", lambda: ByteList[4][5]),
    ("PARAMETERS", "Bitlist[4][...] takes a preset", lambda: Bitlist[4][5]),
    ("PARAMETERS", "Union[None, uint64][...] takes a preset", lambda: Union[None, uint64][5]),
    (
        "PARAMETERS",
        "ProgressiveList[uint64][...] takes a preset",
        lambda: ProgressiveList[uint64][5],
    ),
    ("PARAMETERS", "ProgressiveBitlist[...] takes a preset", lambda: ProgressiveBitlist[5]),
    ("PARAMETERS", "Point[...] takes a preset", lambda: Point[5]),
    ("PARAMETERS", "uint64[...] takes a preset", lambda: uint64[5]),
    ("PARAMETERS", "Container[...] takes a preset", lambda: Container[FOUR]),
    ("NOT_A_TYPE", "<class 'int'> is not an SSZ type; use uint64", lambda: List[int, 4]),
    ("NOT_A_TYPE", "'uint64' is not an SSZ type", lambda: Vector["uint64", 4]),
    ("NOT_A_TYPE", "None is not an SSZ type", lambda: ProgressiveList[None]),
    ("NOT_A_TYPE", "1 is not an SSZ type", lambda: Union[uint64, 1]),
    ("NOT_A_TYPE", "5 is not an SSZ type", lambda: CompatibleUnion({1: 5})),
    (
        "ABSTRACT_TYPE",
        "List[uint, 4] can't be made of uint, which is abstract; use uint64, or another width",
        lambda: List[uint, 4],
    ),
    (
        "ABSTRACT_TYPE",
        "Vector[List, 4] can't be made of List, which is abstract; use List[uint64, N]",
        lambda: Vector[List, 4],
    ),
    (
        "ABSTRACT_TYPE",
        "Box.x: Container is abstract; use a class that extends Container and has fields",
        lambda: box(Container),
    ),
    ("ABSTRACT_TYPE", "Box.x: Bitlist is abstract; use Bitlist[N]", lambda: box(Bitlist)),
    (
        "ABSTRACT_TYPE",
        "Box.x: List[uint64] is abstract; use List[uint64, N]",
        lambda: box(List[uint64]),
    ),
    (
        "ABSTRACT_TYPE",
        "Box.x: Union is abstract; use Union[None, uint64]",
        lambda: box(Union),
    ),
    (
        "ABSTRACT_TYPE",
        "Box.x: ProgressiveList is abstract; use ProgressiveList[uint64]",
        lambda: box(ProgressiveList),
    ),
    (
        "ABSTRACT_TYPE",
        "Box.x: ByteVector is abstract; use ByteVector[N]",
        lambda: box(ByteVector),
    ),
    (
        "NOT_A_TYPE",
        "Box: name 'unit64' is not defined; did you mean uint64?",
        lambda: box("unit64"),
    ),
    ("SCHEMA_DEPTH", "types nest deeper than 128 levels", lambda: nested(129, box)),
    (
        "SCHEMA_DEPTH",
        "types nest deeper than 128 levels",
        lambda: nested(1100, lambda kind: Vector[kind, 1]),
    ),
    (
        "SCHEMA_DEPTH",
        "types nest deeper than 128 levels",
        lambda: nested(1100, lambda kind: ProgressiveList[kind]),
    ),
    (
        "SCHEMA_SIZE",
        "ByteVector[9223372036854775808]: the smallest value takes more than "
        "9223372036854775807 bytes",
        lambda: ByteVector[2**63],
    ),
    (
        "SCHEMA_SIZE",
        "Box: the smallest value takes more than 9223372036854775807 bytes",
        lambda: type("Box", (Halves,), {"__annotations__": {"c": List[uint8, 1]}}),
    ),
]


def progressive(active_fields: Any, *names: str, kind: Any = uint64) -> Any:
    base = ProgressiveContainer(active_fields=active_fields)
    return type("Bad", (base,), {"__annotations__": dict.fromkeys(names, kind)})


ILLEGAL += [
    (
        "CONTAINER_EMPTY",
        "container Bad needs at least one field",
        lambda: type("Bad", (Container,), {}),
    ),
    (
        "CONTAINER_EMPTY",
        "container Bad needs at least one field",
        lambda: type(
            "Bad", (Container,), {"__annotations__": {"_a": ClassVar[uint64], "B": ClassVar[int]}}
        ),
    ),
    (
        "NOT_A_TYPE",
        "Bad.a: <class 'int'> is not an SSZ type; use uint64",
        lambda: type("Bad", (Container,), {"__annotations__": {"a": int}}),
    ),
    (
        "NOT_A_TYPE",
        "Bad: name 'Nowhere' is not defined",
        lambda: type("Bad", (Container,), {"__annotations__": {"a": "Nowhere"}}),
    ),
    (
        "DEFAULT",
        "Bad.a: default: 300 is out of range for uint8 (0 to 2**8 - 1)",
        lambda: type("Bad", (Container,), {"__annotations__": {"a": uint8}, "a": 300}),
    ),
    (
        "DEFAULT",
        "Bad.x: default: Union[None, uint64] is not made from int",
        lambda: type("Bad", (Container,), {"__annotations__": {"x": Union[None, uint64]}, "x": 5}),
    ),
    ("LAYOUT_WIDTH", "active_fields has no positions", lambda: progressive([])),
    ("LAYOUT_NOT_BITS", "active_fields holds only 0 and 1", lambda: progressive([1, 2], "a")),
    (
        "LAYOUT_TOO_WIDE",
        "active_fields has more than 256 positions",
        lambda: progressive([0] * 256 + [1], "a"),
    ),
    (
        "LAYOUT_TRAILING_GAP",
        "active_fields ends in 0, where there is no field",
        lambda: progressive([1, 0], "a"),
    ),
    (
        "LAYOUT_FIELD_COUNT",
        "Bad: active_fields has 2 fields, the class has 1",
        lambda: progressive([1, 0, 1], "a"),
    ),
    (
        "LAYOUT_FIELD_COUNT",
        "Bad: active_fields has 1 fields, the class has 2",
        lambda: progressive([1], "a", "b"),
    ),
    (
        "LAYOUT_FIELD_COUNT",
        "Bad: active_fields has 1 fields, the class has 2",
        lambda: progressive([1], "a", "b", kind=ByteList[P.N]),
    ),
    (
        "LAYOUT_FIELD_COUNT",
        "Bad: active_fields has 1 fields, the class has 0",
        lambda: progressive([1]),
    ),
    (
        "LAYOUT_FIELD_COUNT",
        "Bad: active_fields has 0 fields, the class has 1",
        lambda: type("Bad", (ProgressiveContainer,), {"__annotations__": {"a": uint64}}),
    ),
    (
        "LAYOUT_FIELD_COUNT",
        "Bad: active_fields has 1 fields, the class has 2",
        lambda: type("Bad", (progressive([1], "a"),), {"__annotations__": {"b": uint64}}),
    ),
    (
        "PARAMETERS",
        "a progressive container is declared as ProgressiveContainer(active_fields=[...])",
        lambda: ProgressiveContainer([1]),
    ),
    ("UNION_EMPTY", "a union needs at least one option", lambda: Union[()]),
    ("UNION_NONE", "only the first option of a union may be None", lambda: Union[uint64, None]),
    ("UNION_NONE", "only the first option of a union may be None", lambda: Union[None, None]),
    ("UNION_NONE", "None can't be the only option of a union", lambda: Union[None]),
    (
        "UNION_SELECTOR_RANGE",
        "a union has at most 128 options, got 129",
        lambda: Union[tuple(List[uint8, i] for i in range(129))],
    ),
    ("UNION_EMPTY", "a compatible union needs at least one option", lambda: CompatibleUnion({})),
    ("UNION_SELECTOR_RANGE", "selector 0 is not in 1 to 127", lambda: CompatibleUnion({0: uint8})),
    (
        "UNION_SELECTOR_RANGE",
        "selector 128 is not in 1 to 127",
        lambda: CompatibleUnion({128: uint8}),
    ),
    (
        "UNION_SELECTOR_TYPE",
        "selector '1' is not an integer",
        lambda: CompatibleUnion({"1": uint8}),
    ),
    (
        "UNION_SELECTOR_TYPE",
        "selector True is not an integer",
        lambda: CompatibleUnion({True: uint8}),
    ),
    ("PARAMETERS", "a compatible union takes {selector: type}", lambda: CompatibleUnion([uint8])),
    (
        "PARAMETERS",
        "a compatible union is declared as CompatibleUnion({selector: type})",
        lambda: CompatibleUnion(selector=1, data=5),
    ),
    (
        "UNION_INCOMPATIBLE",
        "options 1 and 3 of a compatible union merkleize differently",
        lambda: CompatibleUnion({1: uint64, 3: uint8}),
    ),
    (
        "UNION_INCOMPATIBLE",
        "options 1 and 3 of a compatible union merkleize differently",
        lambda: CompatibleUnion({3: List[uint64, P.N], 1: List[uint64, 5]})[FOUR],
    ),
]


@pytest.mark.parametrize(("code", "message", "make"), ILLEGAL)
def test_illegal_types_are_refused_when_they_are_made(
    code: str, message: str, make: Callable[[], Any]
) -> None:
    """Codes and words of everything that is wrong with sizes, parts and nesting."""
    with refused(SchemaError, code, message):
        make()


def test_a_refused_type_is_refused_again() -> None:
    """What failed half way is not found in the table of types the next time."""
    for _ in range(2):
        with pytest.raises(SchemaError):
            Vector[uint64, 0]
    for _ in range(2):
        with pytest.raises(SchemaError):
            List[Vector[uint8, P.N], 4][ZERO]


@pytest.mark.parametrize("limit", [0, 1, 2**40, 2**63 - 1, 2**63, 2**64 - 1])
def test_limits_reach_from_zero_to_the_last_64_bit_number(limit: int) -> None:
    """A limit costs nothing: small values of vastly limited types work in every way."""
    numbers, chars, bits = List[uint64, limit], ByteList[limit], Bitlist[limit]
    assert numbers.limit() == chars.limit() == bits.limit() == limit
    for value in (numbers(), chars(), bits()):
        assert len(value) == 0
        assert type(value).decode_bytes(value.encode_bytes()) == value
        assert len(value.hash_tree_root()) == 32
    assert numbers.max_byte_length() == 8 * limit
    assert bits.max_byte_length() == limit // 8 + 1
    if limit:
        assert list(numbers([5])) == [5]
        assert list(bits([1])) == [True]
        assert chars(b"a") == b"a"


@pytest.mark.parametrize(
    "wrap",
    [
        box,
        lambda kind: Vector[kind, 1],
        lambda kind: List[kind, 2],
        lambda kind: Union[None, kind],
        lambda kind: CompatibleUnion({1: kind}),
        lambda kind: ProgressiveList[kind],
        lambda kind: type(
            "Box", (ProgressiveContainer(active_fields=[1]),), {"__annotations__": {"x": kind}}
        ),
    ],
)
def test_types_may_nest_128_levels_deep(wrap: Callable[[Any], Any]) -> None:
    """Deep types decode, hash, compare, bind and pickle like others."""
    kind = nested(128, wrap)
    head = {"U": b"\1", "C": b"\1", "L": b"\4\0\0\0", "P": b"\4\0\0\0"}.get(kind.__name__[0], b"")
    count = 126 if head == b"\4\0\0\0" else 127
    value = kind.decode_bytes(head * count + b"\1")
    assert value == kind.decode_bytes(value.encode_bytes())
    assert len(value.hash_tree_root()) == 32
    with pytest.raises(pyssz.DecodeError):
        kind.decode_bytes(head * count + b"\2")
    unbound = nested(120, wrap, ByteVector[P.N])
    assert unbound[FOUR] is not unbound
    if kind.__name__ != "Box":
        assert pickle.loads(pickle.dumps(kind)) is kind
    assert issubclass(nested(128, wrap), View)
