"""``pyssz.codec(cls)``: SSZ for your own classes, unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from pyssz import native
from pyssz.base.errors import InvalidTypeError
from pyssz.base.locks import new_lock
from pyssz.base.root import Root
from pyssz.base.shown import ROOM, shown
from pyssz.codecs.plain import encode_plainly
from pyssz.codecs.reader import reader_of
from pyssz.codecs.shapes import Adapters, Shapes
from pyssz.codecs.writer import writer_of
from pyssz.core.faults import decode_error
from pyssz.core.type import View
from pyssz.sizes.preset import Preset
from pyssz.text.objects import from_json, to_json

if TYPE_CHECKING:
    from pyssz.merkle.verification import Proof

__all__ = ["Codec", "codec"]

T = TypeVar("T")

# The attribute of a class that has its codecs: they go with it, which no table outside would allow.
_ATTRIBUTE = "__pyssz_codecs__"
_lock = new_lock()


@overload
def codec(
    cls: type[T], preset: Preset | str | None = None, *, adapters: Adapters | None = None
) -> Codec[T]: ...
@overload
def codec(
    cls: Any, preset: Preset | str | None = None, *, adapters: Adapters | None = None
) -> Codec[Any]: ...
def codec(
    cls: Any, preset: Preset | str | None = None, *, adapters: Adapters | None = None
) -> Codec[Any]:
    """SSZ for a class of your own: encodes, decodes and hashes its values.

    The class is a dataclass, a ``NamedTuple``, or a class of attrs, msgspec or pydantic; its
    annotations say the types, see docs/codec.md.  Asked again with the same arguments, the same
    codec is given.

    Args:
        cls: the class; also anything else that can annotate an attribute.
        preset: gives the names in sizes their values; or the name of one that ships with pyssz.
        adapters: how classes of numbers and bytes that are not pyssz's are SSZ, by class.

    Raises:
        SchemaError: an annotation is not an SSZ type; ``path`` leads to it.
    """
    preset = Preset.builtin(preset) if isinstance(preset, str) else preset
    for given, kind in ((preset, Preset), (adapters, Mapping)):
        if given is not None and not isinstance(given, kind):
            raise InvalidTypeError(
                f"expected a {kind.__name__.lower()}, got {shown(given)}", code="WRONG_TYPE"
            )
    if not isinstance(cls, type):  # an annotation such as `A | None`, which is not remembered
        return Codec(cls, preset, adapters)
    key = (preset, tuple((adapters or {}).items()))
    try:
        known: dict[Any, Codec[Any]] | None = vars(cls).get(_ATTRIBUTE)
        if known is None:
            known = {}
            type.__setattr__(cls, _ATTRIBUTE, known)
        found = known.get(key)
    except TypeError:  # a class of Python itself, or an adapter that has no hash
        return Codec(cls, preset, adapters)
    if found is None:
        with _lock:
            found = known.get(key)
            if found is None:
                found = known[key] = Codec(cls, preset, adapters)
    return found


class Codec(Generic[T]):
    """Encodes, decodes and hashes values of one class.  Made by :func:`codec`.

    Attributes:
        type: the SSZ type that the values have: a pyssz class, for everything else.
    """

    def __init__(self, cls: Any, preset: Preset | None, adapters: Adapters | None) -> None:
        self._cls = cls
        self._shape = Shapes(adapters or {}).of(cls)
        unbound: Any = self._shape.type
        self.type: type[View] = unbound if preset is None else unbound.bind(preset)
        self.type._require_concrete()
        self._schema = self.type._schema()
        self._write = writer_of(self._shape, self.type)
        self._read = reader_of(self._shape, self.type)

    def encode(self, value: T) -> bytes:
        """The encoding of a value (spec: "Serialization").

        Raises:
            InvalidValueError, InvalidTypeError: a part does not fit its type; ``path`` says which.
        """
        pieces: list[bytes] = []
        try:
            size = self._write(value, pieces)
            data = b"".join(pieces)
        except Exception:
            return encode_plainly(self._shape, self.type, value)
        return data if len(data) == size else encode_plainly(self._shape, self.type, value)

    def decode(self, data: bytes | bytearray | memoryview, *, max_bytes: int | None = None) -> T:
        """The value that bytes encode (spec: "Deserialization"), after one strict check of them.

        Args:
            data: exactly one value.
            max_bytes: refuse longer input unread.

        Raises:
            DecodeError: with code, path and byte of the first fault.
        """
        if type(data) is not bytes or max_bytes is not None:
            data = self.type._admitted(data, max_bytes)
        schema, number = self._schema
        size = len(data)
        if native.refuses(schema, number, data, size, native.NO_REPORT):
            raise decode_error(self.type, native.fault_in(schema, number, data), data)
        value: T = self._read(data, 0, size)
        return value

    def hash_tree_root(self, value: T) -> Root:
        """The Merkle root of a value: 32 bytes (spec: "Merkleization")."""
        schema, number = self._schema
        return native.root_of_bytes(schema, number, self.encode(value))

    def size(self, value: T) -> int:
        """Bytes of the encoding of a value."""
        fixed = self.type._fixed_size
        return len(self.encode(value)) if fixed is None else fixed

    def prove(self, value: T, *path: Any, gindex: int | None = None) -> Proof:
        """Prove a part: ``codec.prove(block, ".slot")``, see :func:`pyssz.proof.prove`."""
        view: View = self.view(value)
        return view.prove(*path, gindex=gindex)

    def view(self, value: T) -> Any:
        """The value as one of pyssz, which does all the rest: paths, queries, columns, text."""
        return self.type._from_bytes(self.encode(value))

    def from_view(self, view: View) -> T:
        """The value that one of pyssz is, of the same type."""
        if not isinstance(view, View) or view._shape != self.type._shape:
            raise InvalidTypeError(
                f"expected a {self.type.__name__}, got {shown(view)}", code="WRONG_TYPE"
            )
        data = view.encode_bytes()
        value: T = self._read(data, 0, len(data))
        return value

    def to_json(self, value: T, *, indent: int | str | None = None) -> str:
        """The value as JSON text, see :func:`pyssz.to_json`."""
        return to_json(self.view(value), indent=indent)

    def from_json(self, text: str | bytes) -> T:
        """The value that a JSON text stands for, see :func:`pyssz.from_json`."""
        return self.from_view(from_json(self.type, text))

    def __repr__(self) -> str:
        name = self._cls.__qualname__ if isinstance(self._cls, type) else str(self._cls)[:ROOM]
        return f"<codec of {name}, an SSZ {self.type.__name__}>"
