"""JSON without an SSZ library: a parser, and a conversion of one's own into plain objects.

What a program does that has ``json``, orjson or msgspec and its own classes: numbers are made from
their decimal strings, bytes from hex, objects of classes with slots from those of JSON.  Nothing is
checked but what fails by itself, and there are no limits, no encoding and no roots.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import util
from typing import Any

import pyssz
from plain_objects import class_like
from tasks import Adapter, field_names
from workloads import type_named

Convert = Callable[[Any], Any]

PARSERS = {
    "json": ("json", lambda module: (module.loads, lambda obj: module.dumps(obj).encode())),
    "orjson": ("orjson", lambda module: (module.loads, module.dumps)),
    "msgspec": ("msgspec.json", lambda module: (module.decode, module.encode)),
}


def unhex(text: str) -> bytes:
    return bytes.fromhex(text[2:])


def rehex(value: bytes) -> str:
    return "0x" + value.hex()


def same(value: Any) -> Any:
    return value


def converters(kind: Any) -> tuple[Convert, Convert]:
    """What makes a plain object from JSON's, and back, for a type of pyssz."""
    if issubclass(kind, pyssz.boolean):
        return same, same
    if issubclass(kind, pyssz.uint):
        return int, str
    if names := field_names(kind):
        cls, parts = class_like(kind), [converters(part) for part in kind.fields().values()]
        readers = [(name, read) for name, (read, _) in zip(names, parts, strict=True)]
        writers = [(name, write) for name, (_, write) in zip(names, parts, strict=True)]
        return (
            lambda obj: cls(**{name: read(obj[name]) for name, read in readers}),
            lambda value: {name: write(getattr(value, name)) for name, write in writers},
        )
    if issubclass(kind, bytes) or not hasattr(kind, "element_cls"):
        return unhex, rehex
    if issubclass(kind, (pyssz.Bitvector, pyssz.Bitlist, pyssz.ProgressiveBitlist)):
        return unhex, rehex
    read, write = converters(kind.element_cls())
    return lambda items: [read(one) for one in items], lambda items: [write(one) for one in items]


class JsonAdapter(Adapter):
    """A parser of JSON, and the conversion.

    Args:
        parser: the name of one of PARSERS.
    """

    def __init__(self, parser: str) -> None:
        module, functions = PARSERS[parser]
        self._loads, self._dumps = functions(__import__(module, fromlist=["*"]))

    def type_named(self, identity: str) -> Any:
        return type_named(identity)

    def rooter(self, cls: Any) -> Callable[[Any], bytes]:
        """That of pyssz, for whoever checks what was read."""
        write, dumps = converters(cls)[1], self._dumps
        return lambda value: pyssz.from_json(cls, dumps(write(value))).hash_tree_root()

    def decoder(self, cls: Any) -> Callable[[bytes], Any]:
        read, loads = converters(cls)[0], self._loads
        return lambda data: read(loads(pyssz.to_json(cls.decode_bytes(data)).encode()))

    def json_reader(self, cls: Any) -> Callable[[bytes], Any]:
        read, loads = converters(cls)[0], self._loads
        return lambda text: read(loads(text))

    def json_writer(self, cls: Any, value: Any) -> Callable[[], bytes]:
        write, dumps = converters(cls)[1], self._dumps
        return lambda: dumps(write(value))


def missing(parser: str) -> str:
    """Why a parser can't be measured here; empty if it can."""
    return "" if util.find_spec(PARSERS[parser][0].partition(".")[0]) else "not installed"
