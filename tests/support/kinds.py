"""Types and values from the outside: what they are made of, and where things lie in their bytes.

All of it goes through the public interface and the text of the spec, so that a mistake in the
library does not repeat itself here.
"""

from collections.abc import Iterator
from typing import Any

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
    Union,
    Vector,
    boolean,
    uint,
)

OFFSET_SIZE = 4

SEQUENCES = (Vector, List, ProgressiveList)
CONTAINERS = (Container, ProgressiveContainer)
UNIONS = (Union, CompatibleUnion)
BYTE_STRINGS = (ByteVector, ByteList)
BITFIELDS = (Bitvector, Bitlist, ProgressiveBitlist)
BASIC = (uint, boolean)


def options_of(cls: Any) -> dict[int, Any]:
    """The options of a union of either kind, by selector."""
    options = cls.options()
    return dict(options) if isinstance(options, dict) else dict(enumerate(options))


def parts_of(cls: Any) -> list[Any]:
    """The types that a type is directly made of, without None."""
    if issubclass(cls, SEQUENCES):
        return [cls.element_cls()]
    if issubclass(cls, CONTAINERS):
        return list(cls.fields().values())
    if issubclass(cls, UNIONS):
        return [option for option in options_of(cls).values() if option is not None]
    return []


def all_types(cls: Any) -> set[Any]:
    """A type and all that is in it."""
    found: set[Any] = set()
    waiting = [cls]
    while waiting:
        kind = waiting.pop()
        if kind not in found:
            found.add(kind)
            waiting += parts_of(kind)
    return found


def spelled(cls: Any) -> str:
    """A type down to its last part, as text: failures show it."""
    if cls is None:
        return "None"
    if issubclass(cls, SEQUENCES):
        kind = next(base for base in SEQUENCES if issubclass(cls, base))
        size = {Vector: "vector_length", List: "limit"}.get(kind)
        tail = f", {getattr(cls, size)()}" if size else ""
        return f"{kind.__name__}[{spelled(cls.element_cls())}{tail}]"
    if issubclass(cls, CONTAINERS):
        inside = ", ".join(f"{name}: {spelled(part)}" for name, part in cls.fields().items())
        layout = ""
        if issubclass(cls, ProgressiveContainer):
            layout = "".join(map(str, cls._active_fields)) + " "
        return f"{cls.__name__}({layout}{inside})"
    if issubclass(cls, Union):
        return f"Union[{', '.join(map(spelled, cls.options()))}]"
    if issubclass(cls, CompatibleUnion):
        inside = ", ".join(f"{key}: {spelled(part)}" for key, part in cls.options().items())
        return f"CompatibleUnion({{{inside}}})"
    return cls.type_repr()


def is_bounded(cls: Any) -> bool:
    """Whether a type has a longest encoding; remerkleable makes up a number where it has none."""
    if issubclass(cls, List) and cls.limit() == 0:
        return True
    if issubclass(cls, (ProgressiveList, ProgressiveBitlist)):
        return False
    return all(map(is_bounded, parts_of(cls)))


def part_of(value: Any, step: Any) -> Any:
    """A part of a value of either library; ``step`` is a field name, an index or a selector."""
    if isinstance(step, str):
        return getattr(value, step)
    if hasattr(value, "selector"):
        assert value.selector() == step
        return value.value() if hasattr(value, "value") else value.data()
    return value[step]


def type_at(cls: Any, path: Any) -> Any:
    """The type that a path leads to, or None for the None option; the path must be possible."""
    for step in path:
        if issubclass(cls, CONTAINERS):
            cls = cls.fields()[step]
        elif issubclass(cls, UNIONS):
            cls = options_of(cls)[step]
        else:
            assert isinstance(step, int)
            assert 0 <= step < capacity(cls)
            if issubclass(cls, SEQUENCES):
                cls = cls.element_cls()
            else:
                cls = boolean if issubclass(cls, BITFIELDS) else pyssz.byte
    return cls


def capacity(cls: Any) -> int:
    """How many elements, bytes or bits a value can have at most."""
    if issubclass(cls, (Vector, ByteVector, Bitvector)):
        return int(cls.vector_length())
    if issubclass(cls, (List, ByteList, Bitlist)):
        return int(cls.limit())
    assert issubclass(cls, (ProgressiveList, ProgressiveBitlist))
    return 2**64


def offset_places(value: Any, base: int = 0) -> Iterator[int]:
    """First bytes of all offsets in the encoding of a value that begins at byte ``base``."""
    cls = type(value)
    if cls.is_fixed_byte_length():
        return
    if issubclass(cls, UNIONS):
        content = part_of(value, value.selector())
        if content is not None:
            yield from offset_places(content, base + 1)
        return
    if issubclass(cls, CONTAINERS):
        heads = list(cls.fields().items())
    elif issubclass(cls, SEQUENCES):
        heads = [(index, cls.element_cls()) for index in range(len(value))]
    else:
        return
    if issubclass(cls, SEQUENCES) and cls.element_cls().is_fixed_byte_length():
        return
    at = base
    for step, kind in heads:
        if kind.is_fixed_byte_length():
            at += kind.type_byte_length()
            continue
        yield at
        at += OFFSET_SIZE
        yield from offset_places(part_of(value, step), base + value.locate(step).offset)


def checked_places(value: Any, base: int = 0) -> Iterator[int]:
    """Bytes that may not have any value: selectors, booleans, and the last bytes of bitfields."""
    cls = type(value)
    if issubclass(cls, UNIONS):
        yield base
        content = part_of(value, value.selector())
        if content is not None:
            yield from checked_places(content, base + 1)
    elif issubclass(cls, boolean):
        yield base
    elif issubclass(cls, BITFIELDS):
        yield base + value.value_byte_length() - 1
    elif issubclass(cls, CONTAINERS) or (issubclass(cls, SEQUENCES) and _has_checks(cls)):
        steps = cls.fields() if issubclass(cls, CONTAINERS) else range(len(value))
        for step in steps:
            yield from checked_places(part_of(value, step), base + value.locate(step).offset)


def _has_checks(cls: Any) -> bool:
    return any(issubclass(kind, (*UNIONS, *BITFIELDS, boolean)) for kind in all_types(cls))
