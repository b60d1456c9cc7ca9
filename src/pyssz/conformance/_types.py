"""The types of test cases: test types of ``ssz_generic``, and types that a case describes.

The names and layouts are those of ssz_generic in the consensus-spec-tests and of ``typeDescriptor``
in the cases of ssz-specs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

import pyssz
from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    Vector,
    View,
    boolean,
    byte,
    uint8,
    uint16,
    uint32,
    uint64,
)
from pyssz.base.errors import SchemaError
from pyssz.base.shown import shown

__all__ = ["described_type", "generic_type"]

# mypy: disable-error-code="type-arg, valid-type, misc"


BASIC = {
    "bool": boolean,
    **{f"uint{bits}": getattr(pyssz, f"uint{bits}") for bits in (8, 16, 32, 64, 128, 256)},
}


class SingleFieldTestStruct(Container):
    A: byte


class SmallTestStruct(Container):
    A: uint16
    B: uint16


class FixedTestStruct(Container):
    A: uint8
    B: uint64
    C: uint32


class VarTestStruct(Container):
    A: uint16
    B: List[uint16, 1024]
    C: uint8


class ComplexTestStruct(Container):
    A: uint16
    B: List[uint16, 128]
    C: uint8
    D: ByteList[256]
    E: VarTestStruct
    F: Vector[FixedTestStruct, 4]
    G: Vector[VarTestStruct, 2]


class ProgressiveTestStruct(Container):
    A: ProgressiveList[byte]
    B: ProgressiveList[uint64]
    C: ProgressiveList[SmallTestStruct]
    D: ProgressiveList[ProgressiveList[VarTestStruct]]


class BitsStruct(Container):
    A: Bitlist[5]
    B: Bitvector[2]
    C: Bitvector[1]
    D: Bitlist[6]
    E: Bitvector[8]


class ProgressiveBitsStruct(Container):
    A: Bitvector[256]
    B: Bitlist[256]
    C: ProgressiveBitlist
    D: Bitvector[257]
    E: Bitlist[257]
    F: ProgressiveBitlist
    G: Bitvector[1280]
    H: Bitlist[1280]
    I: ProgressiveBitlist  # noqa: E741  # the name is the spec's
    J: Bitvector[1281]
    K: Bitlist[1281]
    L: ProgressiveBitlist


class ProgressiveSingleFieldContainerTestStruct(ProgressiveContainer(active_fields=[1])):
    A: byte


class ProgressiveSingleListContainerTestStruct(ProgressiveContainer(active_fields=[0, 0, 0, 0, 1])):
    C: ProgressiveBitlist


class ProgressiveVarTestStruct(ProgressiveContainer(active_fields=[1, 0, 1, 0, 1])):
    A: byte
    B: List[uint16, 123]
    C: ProgressiveBitlist


class ProgressiveComplexTestStruct(
    ProgressiveContainer(
        active_fields=[1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1]
    )
):
    A: byte
    B: List[uint16, 123]
    C: ProgressiveBitlist
    D: ProgressiveList[uint64]
    E: ProgressiveList[SmallTestStruct]
    F: ProgressiveList[ProgressiveList[VarTestStruct]]
    G: List[ProgressiveSingleFieldContainerTestStruct, 10]
    H: ProgressiveList[ProgressiveVarTestStruct]


NAMED: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        SingleFieldTestStruct,
        SmallTestStruct,
        FixedTestStruct,
        VarTestStruct,
        ComplexTestStruct,
        ProgressiveTestStruct,
        BitsStruct,
        ProgressiveBitsStruct,
        ProgressiveSingleFieldContainerTestStruct,
        ProgressiveSingleListContainerTestStruct,
        ProgressiveVarTestStruct,
        ProgressiveComplexTestStruct,
    )
}
NAMED["CompatibleUnionA"] = CompatibleUnion({1: ProgressiveSingleFieldContainerTestStruct})
NAMED["CompatibleUnionBC"] = CompatibleUnion(
    {2: ProgressiveSingleListContainerTestStruct, 3: ProgressiveVarTestStruct}
)
NAMED["CompatibleUnionABCA"] = CompatibleUnion(
    {
        1: ProgressiveSingleFieldContainerTestStruct,
        2: ProgressiveSingleListContainerTestStruct,
        3: ProgressiveVarTestStruct,
        4: ProgressiveSingleFieldContainerTestStruct,
    }
)


# ---- types of ssz_generic, by handler and case name ----------------------------------------------


def _named(name: str) -> Any:
    return NAMED[name.partition("_")[0]]


# Handler: pattern of case names, and what makes the type from its groups.
_GENERIC: dict[str, tuple[str, Callable[..., Any]]] = {
    "boolean": (r".*", lambda: boolean),
    "uints": (r"uint_(\d+)_.*", lambda bits: BASIC[f"uint{bits}"]),
    "basic_vector": (
        r"vec_([a-z0-9]+)_(\d+)(?:_.*)?",
        lambda element, length: Vector[BASIC[element], int(length)],
    ),
    "basic_progressive_list": (
        r"proglist_([a-z0-9]+)_.*",
        lambda element: ProgressiveList[BASIC[element]],
    ),
    "bitvector": (r"bitvec_(\d+)(?:_.*)?", lambda length: Bitvector[int(length)]),
    "bitlist": (r"bitlist_(\d+)_.*", lambda limit: Bitlist[int(limit)]),
    "progressive_bitlist": (r"progbitlist_.*", lambda: ProgressiveBitlist),
    "containers": (r"(.*)", _named),
    "progressive_containers": (r"(.*)", _named),
    "compatible_unions": (r"(.*)", _named),
}

# A few cases of `bitlist` have no limit in their names: what they try fails under any.
_ANY_BITLIST = re.compile(r"bitlist_no_.*")


def generic_type(handler: str, case: str) -> type[View]:
    """The type that a case of ``ssz_generic`` is about.

    Raises LookupError if the handler or the name is not known, SchemaError if the type is illegal,
    which is what some of the invalid cases are about.
    """
    if handler == "bitlist" and _ANY_BITLIST.fullmatch(case):
        return cast("type[View]", Bitlist[8])
    pattern, make = _GENERIC.get(handler, ("(?!)", _named))
    match = re.fullmatch(pattern, case)
    try:
        if match:
            return cast("type[View]", make(*match.groups()))
    except KeyError:  # a name that is not in the tables above
        pass
    raise LookupError(f"unknown type: {handler}/{case}")


# ---- types that a case describes -----------------------------------------------------------------


def described_type(descriptor: Mapping[str, Any], name: str = "Described") -> type[View]:
    """The type that a ``typeDescriptor`` describes.

    Raises LookupError for a kind that is not known, SchemaError for an illegal type.
    """
    kind = descriptor["kind"]
    if kind not in _DESCRIBED:
        raise LookupError(f"unknown kind of type: {shown(kind)}")
    capacity, make = _DESCRIBED[kind]
    for key in ("length", "limit"):
        if key in descriptor and key != capacity:
            raise SchemaError(f"a {kind} has no {key}", code="NOT_ENTITLED")
    return cast("type[View]", make(descriptor, name))


def _size(descriptor: Mapping[str, Any], key: str) -> int:
    """A length or a limit."""
    size = descriptor[key]
    if not isinstance(size, int) or isinstance(size, bool):
        raise SchemaError(f"{key} is {shown(size)}, which is not a number", code="PARAMETERS")
    if size < 0:
        raise SchemaError(f"{key} is {shown(size)}, which is not a count", code="CAPACITY_NEGATIVE")
    return size


def _element(descriptor: Mapping[str, Any]) -> type[View]:
    return described_type(descriptor["elementType"])


def _vector(descriptor: Mapping[str, Any], name: str) -> Any:
    return Vector[_element(descriptor), _size(descriptor, "length")]


def _list(descriptor: Mapping[str, Any], name: str) -> Any:
    return List[_element(descriptor), _size(descriptor, "limit")]


def _progressive_list(descriptor: Mapping[str, Any], name: str) -> Any:
    return ProgressiveList[_element(descriptor)]


def _with_fields(base: Any, descriptor: Mapping[str, Any], name: str) -> Any:
    fields = {
        field["name"]: described_type(field["type"], field["name"])
        for field in descriptor["fields"]
    }
    return type(Container)(name, (base,), {"__module__": __name__, "__annotations__": fields})


def _container(descriptor: Mapping[str, Any], name: str) -> Any:
    return _with_fields(Container, descriptor, name)


def _progressive_container(descriptor: Mapping[str, Any], name: str) -> Any:
    base = ProgressiveContainer(active_fields=descriptor["activeFields"])
    return _with_fields(base, descriptor, name)


def _compatible_union(descriptor: Mapping[str, Any], name: str) -> Any:
    return CompatibleUnion(
        {option["selector"]: described_type(option["type"]) for option in descriptor["options"]}
    )


def _constant(cls: Any) -> tuple[None, Callable[..., Any]]:
    return None, lambda descriptor, name: cls


def _sized(generic: Any, capacity: str) -> tuple[str, Callable[..., Any]]:
    return capacity, lambda descriptor, name: generic[_size(descriptor, capacity)]


# Kind: the capacity that it has, `length` or `limit`, and what makes the type.
_DESCRIBED: dict[str, tuple[str | None, Callable[[Mapping[str, Any], str], Any]]] = {
    "Boolean": _constant(boolean),
    "Bit": _constant(boolean),
    "Byte": _constant(byte),
    **{f"Uint{bits}": _constant(BASIC[f"uint{bits}"]) for bits in (8, 16, 32, 64, 128, 256)},
    "BitVector": _sized(Bitvector, "length"),
    "BitList": _sized(Bitlist, "limit"),
    "ProgressiveBitList": _constant(ProgressiveBitlist),
    "ByteVector": _sized(ByteVector, "length"),
    "ByteList": _sized(ByteList, "limit"),
    "Vector": ("length", _vector),
    "List": ("limit", _list),
    "ProgressiveList": (None, _progressive_list),
    "Container": (None, _container),
    "ProgressiveContainer": (None, _progressive_container),
    "CompatibleUnion": (None, _compatible_union),
}
