"""Plain Python objects: what a program holds its values in that has no library for them.

A container is an object of a class with ``__slots__``, a sequence or a bitfield is a list, and the
rest are ints, bools and bytes.  Reading, writing and making such objects is what Python itself
takes; what a library adds to that is what its users feel.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tasks import Adapter, field_names

__all__ = ["EmptyCall", "PlainAdapter", "class_like", "plain"]

CONTAINER = """
class {name}:
    __slots__ = {names}

    def __init__(self, {arguments}):
        {statements}
"""


@functools.cache
def class_like(kind: Any) -> Any:
    """A class with the fields of a container, whose constructor takes them by name."""
    names = field_names(kind)
    statements = "\n        ".join(f"self.{name} = {name}" for name in names)
    source = CONTAINER.format(
        name=kind.__name__, names=names, arguments=", ".join(names), statements=statements
    )
    found: dict[str, Any] = {}
    exec(source, found)
    found[kind.__name__].fields = staticmethod(lambda: kinds_of_fields(kind))
    return found[kind.__name__]


def kinds_of_fields(kind: Any) -> dict[str, Any]:
    return {name: kind_like(part) for name, part in kind.fields().items()}


def kind_like(kind: Any) -> Any:
    """What stands for a type: a class, or one of int, bytes and list."""
    if field_names(kind):
        return class_like(kind)
    return next((base for base in (int, bytes) if issubclass(kind, base)), list)


def plain(value: Any) -> Any:
    """A value of pyssz as plain objects."""
    kind = type(value)
    if names := field_names(kind):
        return class_like(kind)(**{name: plain(getattr(value, name)) for name in names})
    if isinstance(value, int):
        return int(value)
    return bytes(value) if isinstance(value, bytes) else [plain(item) for item in value]


class PlainAdapter(Adapter):
    """Values that know no encoding; made from those of pyssz."""

    def __init__(self, type_named: Callable[[str], Any]) -> None:
        self._type_named = type_named

    def type_named(self, identity: str) -> Any:
        return class_like(self._type_named(identity))

    def decoder_of(self, identity: str) -> Callable[[bytes], Any]:
        """Pyssz decodes, as plain objects have no bytes."""
        kind = self._type_named(identity)
        return lambda data: plain(kind.decode_bytes(data))

    def rooter(self, cls: Any) -> Callable[[Any], bytes]:
        return lambda value: b""


class EmptyCall:
    """What has a method that does nothing: nothing that is a call takes less."""

    __slots__ = ()

    def method(self) -> None:
        pass
