"""Many values of one type at once: decoded, encoded, hashed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pyssz import native
from pyssz.base.arguments import bytes_of, bytes_of_each
from pyssz.base.errors import DecodeError, InvalidTypeError
from pyssz.base.iterables import list_of, taken
from pyssz.base.mixins import mixin
from pyssz.base.offsets import join_variable
from pyssz.core.faults import decode_error_of_many
from pyssz.core.meta import ViewMeta
from pyssz.core.stream import PIECE_SIZE

__all__ = ["ManyValues"]

T = TypeVar("T", bound="ManyValues")

# Values that are decoded together; fewer are decoded sooner one by one.
_BATCH = 256
_FEW = 16


@mixin
class ManyValues:
    """What a type can do with many values; part of every SSZ type."""

    __slots__ = ()

    if TYPE_CHECKING:  # what the other parts bring
        _fixed_size: ClassVar[int | None]

        @classmethod
        def _schema_of_many(cls) -> tuple[native.Schema, int]: ...

        @classmethod
        def _from_bytes(cls: type[T], data: bytes) -> T: ...

        @classmethod
        def decode_bytes(cls: type[T], data: Any, *, max_bytes: int | None = None) -> T: ...

        @classmethod
        def type_byte_length(cls) -> int: ...

    @classmethod
    def decode_many(cls: type[T], items: Iterable[Any], *, max_bytes: int | None = None) -> list[T]:
        """Decode many values: all of them, or none.

        Args:
            items: the encoding of one value each.
            max_bytes: for each of them, see :meth:`decode_bytes`.

        Raises:
            DecodeError: whose path begins with the number of the value at fault.
        """
        decode: Any = cls.decode_bytes
        if max_bytes is not None:
            decode = partial(decode, max_bytes=max_bytes)
        # Another iterable than a list may give one buffer that it fills again and again.
        batches: list[Any] = [items]
        if type(items) is list and len(items) >= _FEW and max_bytes is None:
            batches = [items[at : at + _BATCH] for at in range(0, len(items), _BATCH)]
        values: list[T] = []
        if not isinstance(items, Iterable):
            raise InvalidTypeError(
                f"expected the encodings of several values, not {type(items).__name__}",
                code="WRONG_TYPE",
            )
        try:
            for batch in batches:
                together = cls._decode_together(batch) if batch is not items else None
                if together is not None:
                    values += together
                    continue
                for item in taken(batch, None):
                    values.append(decode(item))
        except DecodeError as error:
            error.under(cls.__name__, len(values))
            raise
        return values

    @classmethod
    def encode_many(
        cls, values: Iterable[Any], buffer: bytearray | None = None
    ) -> list[memoryview]:
        """Encode many values one after the other into one buffer.

        Args:
            values: of this type, or of any.
            buffer: to be used again and again; it grows when it is too small, for which nothing may
                hold on to what was given before.  Without it, a new one.

        Returns:
            The place of each encoding in the buffer, read-only; good until that is used again.
        """
        if not isinstance(values, Iterable):
            raise InvalidTypeError(
                f"expected several values, not {type(values).__name__}", code="WRONG_TYPE"
            )
        values = list_of(values, "values")
        for number, value in enumerate(values):
            if not isinstance(type(value), ViewMeta):
                raise InvalidTypeError(
                    f"expected a value of an SSZ type, not {type(value).__name__}",
                    code="WRONG_TYPE",
                    path=(number,),
                )
        if not isinstance(buffer, bytearray | None):
            raise InvalidTypeError(
                f"the buffer must be a bytearray, not {type(buffer).__name__}", code="WRONG_TYPE"
            )
        sizes = [value.value_byte_length() for value in values]
        if buffer is None:
            buffer = bytearray(sum(sizes))
        elif len(buffer) < sum(sizes):
            buffer.extend(bytes(sum(sizes) - len(buffer)))
        whole = memoryview(buffer)
        places: list[memoryview] = []
        at = 0
        for value, size in zip(values, sizes, strict=True):
            place = whole[at : at + size]
            value.encode_into(place)
            places.append(place.toreadonly())
            at += size
        return places

    @classmethod
    def _decode_together(cls: type[T], items: Any) -> list[T] | None:
        """The values that some items encode; None if one does not, or they are too large."""
        # As elements of one list: a call of C takes longer than the check of a message.
        items, size = bytes_of_each(items), cls._fixed_size
        if items is None or sum(map(len, items)) > PIECE_SIZE:
            return None
        if size is not None and set(map(len, items)) != {size}:
            return None
        data = join_variable(items) if size is None else b"".join(items)
        is_bad = native.refuses(*cls._schema_of_many(), data, len(data), native.NO_REPORT)
        return None if is_bad else list(map(cls._from_bytes, items))

    @classmethod
    def hash_tree_roots(cls, values: Any) -> Any:
        """The roots of many values of a fixed-size type at once, which fills the wide kernels.

        Args:
            values: their encodings one after the other, as bytes or any contiguous buffer; a numpy
                array of records is one.

        Returns:
            A numpy array of shape (number of values, 32) and type uint8.

        Raises:
            DecodeError: some bytes are not the encoding of a value; SchemaError: the type has no
                fixed size.
        """
        import numpy

        size = cls.type_byte_length()
        data = values if type(values) is bytes else bytes(bytes_of(values, "what is hashed"))
        roots = numpy.empty((len(data) // size, 32), dtype=numpy.uint8)
        cls._write_roots(data, roots)
        return roots

    @classmethod
    def _write_roots(cls, data: bytes, roots: Any) -> None:
        """Write the roots of the values that ``data`` encodes as elements of a list."""
        try:
            native.element_roots(*cls._schema_of_many(), data, roots)
        except native.FaultError as error:
            kind: Any = cls
            raise decode_error_of_many(kind, error.fault) from None
