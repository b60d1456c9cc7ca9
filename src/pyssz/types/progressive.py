"""Progressive types: collections without a limit, containers that can change and keep their tree.

``ProgressiveList[type]``, ``ProgressiveBitlist`` and ``ProgressiveByteList`` (EIP-7916) have Merkle
trees that grow with the value.  ``ProgressiveContainer(active_fields=[...])`` (EIP-7495) gives each
field a position that it keeps when others come and go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from pyssz.base.compat import dataclass_transform
from pyssz.base.errors import InvalidTypeError, InvalidValueError, SchemaError
from pyssz.base.iterables import taken
from pyssz.core.schema import SchemaTable
from pyssz.core.type import ViewMeta
from pyssz.native import ACTIVE_FIELDS_LIMIT, Kind
from pyssz.types.basic import byte
from pyssz.types.bitfields import Bitvector, DelimitedBitfield
from pyssz.types.bulk import sequence_repr
from pyssz.types.container import FieldsView, method_names
from pyssz.types.sequences import GrowingSequence
from pyssz.types.typed import E

__all__ = [
    "ProgressiveBitList",
    "ProgressiveBitlist",
    "ProgressiveByteList",
    "ProgressiveContainer",
    "ProgressiveList",
]

C = TypeVar("C", bound="ProgressiveContainer")


class ProgressiveList(GrowingSequence[E]):
    """``ProgressiveList[type]``: any number of values of a type (EIP-7916).

    Nothing bounds the size of the encoding: pass ``max_bytes`` when decoding what others send.
    Of an iterable without a length, such as a generator, at most 2**26 values are taken.
    """

    @classmethod
    def _set_up(cls) -> None:
        super()._set_up()
        cls._shape = ("progressive_list", cls._element._shape)
        cls._fixed_size = None
        cls._min_size = 0
        cls._max_size = None

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        return table.record(Kind.PROGRESSIVE_LIST, element=table.add(cls._element))

    @classmethod
    def _default_bytes(cls) -> bytes:
        return b""

    @classmethod
    def _check_count(cls, count: int) -> None:
        pass

    @classmethod
    def type_repr(cls) -> str:
        return f"ProgressiveList[{cls.element_cls().__name__}]"

    def __repr__(self) -> str:
        if not issubclass(self._element, byte):
            return sequence_repr(self._sealed())
        data = self.encode_bytes()
        if len(data) > 256:
            return f"0x{data[:32].hex()}...{data[-32:].hex()} ({len(data)} bytes)"
        return f"0x{data.hex()}"


if TYPE_CHECKING:

    class ProgressiveByteList(ProgressiveList[byte]):
        """``ProgressiveList[byte]`` under the name that the spec gives it."""

else:
    ProgressiveByteList = ProgressiveList._with((byte,))
    ProgressiveByteList.__name__ = ProgressiveByteList.__qualname__ = "ProgressiveByteList"


class ProgressiveBitlist(DelimitedBitfield):
    """Any number of bits (EIP-7916).

    Of an iterable without a length, such as a generator, at most 2**26 bits are taken.
    """

    _parameters = ()

    @classmethod
    def _set_up(cls) -> None:
        cls._shape = ("progressive_bitlist",)
        cls._fixed_size = None
        cls._min_size = 1
        cls._max_size = None

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        return table.record(Kind.PROGRESSIVE_BITLIST)

    @classmethod
    def _check_count(cls, count: int) -> None:
        pass

    @classmethod
    def type_repr(cls) -> str:
        return "ProgressiveBitlist"


# The spelling of the newer spec.
ProgressiveBitList = ProgressiveBitlist


@dataclass_transform(kw_only_default=True)
class ProgressiveContainer(FieldsView):
    """A container whose fields keep their places in the Merkle tree (EIP-7495).

    ``class Square(ProgressiveContainer(active_fields=[1, 0, 1]))`` has two fields, at the positions
    0 and 2; at position 1 there may be, or have been, a field of a related type.
    ``ACTIVE_FIELDS = (1, 0, 1)`` in the class statement says the same.
    """

    _active_fields: ClassVar[tuple[int, ...]] = ()
    _positions: ClassVar[tuple[int, ...]] = ()  # those of them that hold a field
    _is_base: ClassVar[bool] = False

    def __new__(cls: type[C], /, *args: Any, **values: Any) -> C:
        """Without fields: the base class for containers with these active fields; else a value."""
        if cls is not ProgressiveContainer:
            return super().__new__(cls, *args, **values)
        if args or set(values) != {"active_fields"}:
            raise SchemaError(
                "a progressive container is declared as ProgressiveContainer(active_fields=[...])",
                code="PARAMETERS",
            )
        return cast("C", _progressive_base(values["active_fields"]))

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "ACTIVE_FIELDS" in cls.__dict__:
            layout = _checked_layout(cls.__dict__["ACTIVE_FIELDS"])
            if cls._active_fields not in ((), layout):
                raise SchemaError(
                    f"{cls.__name__} restates the active fields of the type it extends",
                    code="REBOUND",
                )
            cls._active_fields = layout
        bits = enumerate(cls._active_fields)
        cls._positions = tuple(position for position, bit in bits if bit)
        super().__init_subclass__(**kwargs)
        if cls.__dict__.get("_is_base"):
            return
        count, active = len(cls._field_names), len(cls._positions)
        if count != active:
            raise SchemaError(
                f"{cls.__name__}: active_fields has {active} fields, the class has {count}",
                code="LAYOUT_FIELD_COUNT",
            )

    @classmethod
    def active_fields(cls) -> Bitvector:
        """Which positions hold a field: 256 bits, the word that is mixed into the root."""
        unused = ACTIVE_FIELDS_LIMIT - len(cls._active_fields)
        return Bitvector._with((ACTIVE_FIELDS_LIMIT,))(cls._active_fields + (0,) * unused)

    @classmethod
    def _shape_of(cls, shapes: tuple[Any, ...]) -> Any:
        return ("progressive_container", cls._field_names, shapes, cls._positions)

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        numbers = [table.add(field.type) for field in cls._fields]
        members = list(zip(numbers, cls._positions, strict=True))
        return table.record(Kind.PROGRESSIVE_CONTAINER, members=members)

    @classmethod
    def _heading(cls) -> str:
        active = list(cls._active_fields)
        return f"{cls.__name__}(ProgressiveContainer(active_fields={active}))"


ProgressiveContainer._methods = method_names(ProgressiveContainer)


def _checked_layout(active_fields: Sequence[int]) -> tuple[int, ...]:
    try:
        layout = tuple(taken(active_fields, ACTIVE_FIELDS_LIMIT))
    except (InvalidTypeError, InvalidValueError) as error:
        raise SchemaError(f"active_fields: {error.message}", code="LAYOUT_NOT_BITS") from None
    if not layout:
        raise SchemaError("active_fields has no positions", code="LAYOUT_WIDTH")
    if any(not isinstance(bit, int) or bit not in (0, 1) for bit in layout):
        raise SchemaError("active_fields holds only 0 and 1", code="LAYOUT_NOT_BITS")
    if len(layout) > ACTIVE_FIELDS_LIMIT:
        raise SchemaError(
            f"active_fields has more than {ACTIVE_FIELDS_LIMIT} positions",
            code="LAYOUT_TOO_WIDE",
        )
    if not layout[-1]:
        raise SchemaError(
            "active_fields ends in 0, where there is no field", code="LAYOUT_TRAILING_GAP"
        )
    return tuple(int(bit) for bit in layout)


def _progressive_base(active_fields: Sequence[int]) -> type[ProgressiveContainer]:
    layout = _checked_layout(active_fields)
    namespace = {
        "__module__": ProgressiveContainer.__module__,
        "_active_fields": layout,
        "_is_base": True,
        "_pickle_as": (_progressive_base, (layout,)),
    }
    name = f"ProgressiveContainer(active_fields={list(layout)})"
    return ViewMeta(name, (ProgressiveContainer,), namespace)  # type: ignore[return-value]
