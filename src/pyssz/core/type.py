"""What all SSZ types have in common: how they are made, bound and described.

Every type is a class and every value an instance.  *Basic* values are Python ints; byte strings are
Python ``bytes``; all other values are *views*: a place in the bytes of some outermost value, read
when asked.  What a type is made of stands in its ``_parameters``: sizes and other types.  While a
size is still an expression over the names of a preset, or a part only the name of a type, the type
is *unbound*: it can be used to build other types, but has no values until it is bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from pyssz import native
from pyssz.base.arguments import bytes_of, integer_of, room_of, size_of
from pyssz.base.errors import (
    DecodeError,
    EncodeError,
    InvalidTypeError,
    NavigationError,
    SchemaError,
)
from pyssz.base.root import Root
from pyssz.base.shown import shown
from pyssz.core.access import native_plan, number_writers, part_reader, tree_reader
from pyssz.core.faults import decode_error, limit_error
from pyssz.core.many import ManyValues
from pyssz.core.meta import (
    Environment,
    Parameter,
    Ref,
    ViewMeta,
    bind_to_preset,
    by_default,
    has_defaults,
    names_of,
    resolved,
    specialize,
    types_lock,
)
from pyssz.core.opening import OpenedType
from pyssz.core.operations import Operations
from pyssz.core.plan import Operation, Plan
from pyssz.core.schema import SchemaTable, compile_schema, compile_schema_of_many
from pyssz.core.slots import ViewSlots
from pyssz.core.source import change
from pyssz.core.stream import StreamedType
from pyssz.sizes.preset import Preset

__all__ = [
    "BasicView",
    "Environment",
    "Parameter",
    "Ref",
    "View",
    "ViewMeta",
    "hash_tree_root",
    "require_type",
    "require_value",
    "specialize",
]

if TYPE_CHECKING:
    from pyssz.base.data import Data

Self = TypeVar("Self", bound="View")

#: How deep types may nest.  What is done to types part by part stays within Python's own limit of
#: nested calls, and the deepest type of the consensus layer has 10 levels.
DEPTH_LIMIT = 128

#: Most bytes of the smallest value of a type: what a 64-bit machine can address.
SIZE_LIMIT = native.SIZE_LIMIT

# ---- the root of all types -----------------------------------------------------------------------


class View(OpenedType, StreamedType, ManyValues, Operations, metaclass=ViewMeta):
    """An SSZ value, and by its class the SSZ type of the value.  Sizes are in bytes."""

    # What the type is made of; None while the type is abstract.
    _parameters: ClassVar[tuple[Parameter, ...] | None] = None
    # The same with the names of sizes, where all of them have defaults (``P("N", default=8)``):
    # the parameters are then those that the defaults give, and a preset may give others.
    _pattern: ClassVar[tuple[Parameter, ...] | None] = None
    # Names that the parameters still need a meaning for.
    _names: ClassVar[frozenset[str]] = frozenset()
    # Levels of types below and including this one.
    _depth: ClassVar[int]

    # For concrete types, set once when the class is made:
    _fixed_size: ClassVar[int | None]  # bytes of every value; None if values vary in size
    _min_size: ClassVar[int]
    _max_size: ClassVar[int | None]  # None if there is no bound
    _shape: ClassVar[Any]  # equal for types whose values are the same bytes with the same meaning
    _plan: ClassVar[Plan]
    _hits: ClassVar[Any]  # the same for the extension
    # What the plan says: reads the part (parent, offset, size, key), and that of a view that was
    # changed (parent, key).
    _read: ClassVar[Any]
    _read_tree: ClassVar[Any]

    # Of sequences: elements, bits or bytes of every value (None if that varies), and their type.
    _length: ClassVar[int | None] = None
    _element: ClassVar[Any] = None

    # The compiled schema and the number of the type in it; None until it is needed.
    _compiled: ClassVar[tuple[native.Schema, int] | None] = None
    # The same for a list of such values.
    _compiled_many: ClassVar[tuple[native.Schema, int] | None] = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        inherited = "_parameters" not in cls.__dict__
        if inherited:
            declared = cls._declared(cls.__dict__)
            if declared is not None:
                known = cls._pattern or cls._parameters
                if known is not None and known != declared:
                    raise SchemaError(
                        f"{cls.__name__} restates the sizes of the type it extends", code="REBOUND"
                    )
                cls._parameters = declared
                inherited = False
        parameters = cls._parameters
        if parameters is None:
            return
        cls._compiled = cls._compiled_many = None  # and not those of the class that this extends
        cls._names = frozenset().union(*map(names_of, parameters))
        parts = [parameter for parameter in parameters if isinstance(parameter, ViewMeta)]
        for part in parts:
            if part._parameters is None:
                raise part._abstract(  # type: ignore[attr-defined]
                    f"{cls.__name__} can't be made of {part.__name__}, which is abstract"
                )
        cls._depth = 1 + max((part._depth for part in parts), default=0)
        if cls._depth > DEPTH_LIMIT:
            raise SchemaError(f"types nest deeper than {DEPTH_LIMIT} levels", code="SCHEMA_DEPTH")
        if not cls._names:
            if not inherited:
                cls._set_defaults(parameters)
            cls._set_up()
            cls._plan = plan = cls._planned()
            if plan.operation != Operation.VIEW:
                cls._read_tree = staticmethod(tree_reader(plan))
            if plan.operation == Operation.NUMBER:
                put, append = number_writers(plan)
                cls._put = staticmethod(put)  # type: ignore[assignment]
                cls._append = staticmethod(append)  # type: ignore[assignment]
            cls._read = staticmethod(part_reader(plan))
            if cls._min_size > SIZE_LIMIT:
                raise SchemaError(
                    f"{cls.__name__}: the smallest value takes more than {SIZE_LIMIT} bytes",
                    code="SCHEMA_SIZE",
                )
            cls._hits = native_plan(plan)

    @classmethod
    def _set_defaults(cls, parameters: tuple[Parameter, ...]) -> None:
        """Let defaults stand for names that nothing gives a value."""
        if any(map(has_defaults, parameters)):
            cls._pattern = parameters
            cls._parameters = tuple(map(by_default, parameters))
        elif cls._pattern is not None:
            cls._pattern = None

    # What each kind of type brings.  All but the first work on concrete types.

    @classmethod
    def _declared(cls, own: Mapping[str, Any]) -> tuple[Parameter, ...] | None:
        """What attributes of a class statement (``LIMIT = 16``) make the parameters, if they do."""
        return None

    @classmethod
    def _set_up(cls) -> None:
        """Check that the type is legal and set its sizes and its shape."""
        raise NotImplementedError

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        """Add the type to a table for the C library, and give its number there."""
        raise NotImplementedError

    @classmethod
    def _default_bytes(cls) -> bytes:
        """The encoding of the default value; SchemaError if there is none."""
        raise NotImplementedError

    @classmethod
    def _coerce_bytes(cls, value: Any) -> bytes:
        """The encoding of a Python value taken as one of this type, as in construction.

        Raises InvalidValueError or InvalidTypeError, with the path from this type down.
        """
        raise NotImplementedError

    @classmethod
    def _parse_bytes(cls, obj: Any) -> bytes:
        """The encoding of the value that a JSON-like object stands for, see :meth:`from_obj`.

        Raises DecodeError, with the path from this type down.
        """
        raise NotImplementedError

    @classmethod
    def _parse_many(cls, objs: Sequence[Any]) -> bytes | None:
        """The encodings of many JSON-like objects in a row, for a fixed-size type.

        A quick way for objects as ``to_obj`` and YAML have them; None if there is none for the
        type, or some object needs a closer look by :meth:`_parse_bytes`.
        """
        return None

    @classmethod
    def _from_bytes(cls: type[Self], data: bytes) -> Self:
        """The value that ``data`` encodes, which must be known to be good."""
        raise NotImplementedError

    @classmethod
    def _planned(cls) -> Plan:
        """How values of the type are read where they are parts of others."""
        raise NotImplementedError

    @classmethod
    def _put(cls, parent: ViewSlots, key: int, value: Any) -> None:
        """Give the part ``key`` of a view another value, taken as one of this type.

        Raises InvalidValueError or InvalidTypeError, with the path from this type down, and then
        has changed nothing.
        """
        change(parent, native.put, key, cls._coerce_bytes(value))

    @classmethod
    def _append(cls, parent: ViewSlots, value: Any) -> None:
        """The same for a part that is added to the end of a list."""
        change(parent, native.append, cls._coerce_bytes(value))

    @classmethod
    def _step(cls, step: str | int) -> tuple[int, type[View] | None]:
        """Key and type of the part that a step of a path names; NavigationError if none."""
        raise NavigationError(f"{cls.__name__} has no parts", code="NO_PARTS")

    @classmethod
    def _with(cls: type[Self], parameters: tuple[Parameter, ...]) -> type[Self]:
        """For generic types: the special type with these parameters."""
        raise NotImplementedError

    # ---- binding

    @classmethod
    def _bind(cls, environment: Environment) -> type[View]:
        """The concrete type that this one is when names mean what ``environment`` says.

        Equal parts give the same object, so a type that none of the names reaches is shared by all
        environments; a type that is concrete already is its own binding.
        """
        pattern = cls._pattern
        if pattern is None:
            if not cls._names:
                return cls
            assert cls._parameters is not None
            pattern = cls._parameters
        parameters = tuple(resolved(parameter, environment) for parameter in pattern)
        generic = cls.__dict__.get("_generic")
        if generic is not None:
            return cast("type[View]", generic._with(parameters))
        if parameters == cls._parameters:
            return cls  # what it is by default
        return cls._with_meaning(parameters)

    @classmethod
    def _with_meaning(cls, parameters: tuple[Parameter, ...]) -> type[View]:
        """The class that this unbound one becomes with these parameters in place of its own."""
        with types_lock:
            bindings = cls.__dict__.get("_bindings")
            if bindings is None:
                bindings = {}
                cls._bindings = bindings  # type: ignore[attr-defined]
            bound = bindings.get(parameters)
            if bound is None:
                bound = ViewMeta(
                    cls.__name__,
                    (cls,),
                    {
                        "__module__": cls.__module__,
                        "__qualname__": cls.__qualname__,
                        "__doc__": cls.__doc__,
                        "_parameters": parameters,
                        "_unbound": cls,
                    },
                )
                bindings[parameters] = bound
            return cast("type[View]", bound)

    @classmethod
    def __class_getitem__(cls: type[Self], parameter: Any) -> type[Self]:
        """``T[preset]``: the type with the sizes of a preset, see :meth:`bind`."""
        return cls._of_preset(parameter)

    @classmethod
    def _of_preset(cls: type[Self], parameter: Any) -> type[Self]:
        if cls._parameters is None or not isinstance(parameter, Preset):
            raise SchemaError(f"{cls.__name__}[...] takes a preset", code="PARAMETERS")
        return cls.bind(parameter)

    @classmethod
    def bind(cls: type[Self], preset: Preset) -> type[Self]:
        """The concrete type for a preset: its constants give the sizes.  ``T[preset]`` is the same.

        Raises SchemaError if the preset lacks names that the type needs, naming them all.
        """
        return bind_to_preset(cls, preset)

    @classmethod
    def _abstract(cls, message: str) -> SchemaError:
        error = SchemaError(message, code="ABSTRACT_TYPE")
        error.hint = cls._concrete_form()
        return error

    @classmethod
    def _concrete_form(cls) -> str:
        """Of a kind of types: how one of them is written, for a hint; empty if it is not known."""
        return ""

    @classmethod
    def _require_concrete(cls) -> None:
        if cls._parameters is None:
            raise cls._abstract(f"{cls.__name__} is abstract and has no values")
        if cls._names:
            raise SchemaError(
                f"{cls.__name__} is not bound: it needs a meaning for "
                f"{', '.join(sorted(cls._names))} ({cls.__name__}[preset] binds it to a preset)",
                code="UNBOUND_TYPE",
            )

    @classmethod
    def _schema(cls) -> tuple[native.Schema, int]:
        """The compiled schema of this type, and the type's number in it."""
        return cls._compiled or cls._compile_once("_compiled", compile_schema)

    @classmethod
    def _schema_of_many(cls) -> tuple[native.Schema, int]:
        """The same for a list of values of this type."""
        return cls._compiled_many or cls._compile_once("_compiled_many", compile_schema_of_many)

    @classmethod
    def _compile_once(cls, slot: str, compiled_by: Callable[..., Any]) -> Any:
        cls._require_concrete()
        compiled = compiled_by(cls)
        # Never one schema in place of another. Giving up the old one lets other threads run
        # while CPython's cache of class attributes still has it, without a reference.
        with types_lock:
            if getattr(cls, slot) is None:
                setattr(cls, slot, compiled)
                if slot == "_compiled" and cls._hits is not None:
                    cls._hits.compiled(*compiled)
        return getattr(cls, slot)

    # ---- properties of types

    @classmethod
    def is_fixed_byte_length(cls) -> bool:
        """Whether all values have the same size."""
        cls._require_concrete()
        return cls._fixed_size is not None

    @classmethod
    def type_byte_length(cls) -> int:
        """Size of every value; SchemaError for a type of variable size."""
        cls._require_concrete()
        if cls._fixed_size is None:
            raise SchemaError(f"{cls.__name__} has no fixed size", code="NOT_FIXED_SIZE")
        return cls._fixed_size

    @classmethod
    def _most(cls) -> int | None:
        """Most elements, bits or bytes that a value can have; None if there is no bound."""
        return None

    @classmethod
    def min_byte_length(cls) -> int:
        """Size of the shortest encoding."""
        cls._require_concrete()
        return cls._min_size

    @classmethod
    def max_byte_length(cls) -> int | None:
        """Size of the longest encoding that the limits allow; None if there is no bound."""
        cls._require_concrete()
        return cls._max_size

    @classmethod
    def type_repr(cls) -> str:
        """The type in words."""
        return cls.__name__

    # ---- values from elsewhere

    @classmethod
    def default(cls: type[Self], hook: None = None) -> Self:
        """The default value (spec: "Default values"); SchemaError if the type has none.

        ``hook`` is accepted for compatibility and not used.
        """
        cls._require_concrete()
        return cls._from_bytes(cls._default_bytes())

    @classmethod
    def coerce_view(cls: type[Self], value: Any) -> Self:
        """Convert to this type; returned unchanged if it already is one."""
        if type(value) is cls:
            return value
        cls._require_concrete()
        return cls._from_bytes(cls._coerce_bytes(value))

    @classmethod
    def decode_bytes(
        cls: type[Self], data: bytes | bytearray | memoryview, *, max_bytes: int | None = None
    ) -> Self:
        """Decode the SSZ encoding of a value (spec: "Deserialization").

        One strict pass over the bytes, which builds nothing: ``bytes`` are kept and read from when
        asked, other buffers are copied first.

        Args:
            data: exactly one value.
            max_bytes: refuse longer input unread; progressive types have no limit of their own.

        Raises:
            DecodeError: with code, path and byte of the first fault.
        """
        if type(data) is not bytes or max_bytes is not None:
            data = cls._admitted(data, max_bytes)
        try:
            return cls._decode(data)
        except native.FaultError as error:
            raise decode_error(cls, error.fault, data) from None

    @classmethod
    def _admitted(cls, data: bytes | bytearray | memoryview, max_bytes: int | None) -> bytes:
        """Input as immutable bytes; LIMIT if there are more than ``max_bytes``."""
        buffer = data if type(data) is bytes else bytes_of(data, "an encoding")
        if max_bytes is not None:
            max_bytes = size_of(max_bytes, "max_bytes")
            if len(buffer) > max_bytes:
                raise limit_error(cls, max_bytes, len(buffer))
        return bytes(buffer)

    @classmethod
    def _decode(cls: type[Self], data: bytes) -> Self:
        """The value that ``data`` encodes; FaultError if it does not encode one."""
        native.check(*cls._schema(), data)
        return cls._from_bytes(data)

    @classmethod
    def _decode_hint(cls, data: Data) -> str:
        """A hint for bytes that do not decode as the type."""
        return ""

    @classmethod
    def _contradiction(cls, version: str) -> str:
        """What is wrong with a version, such as a fork's name; empty for types of no fork."""
        return ""

    @classmethod
    def from_obj(cls: type[Self], obj: Any) -> Self:
        """The value that a JSON-like object stands for (spec: "JSON mapping").

        Takes what :meth:`to_obj` gives and is liberal beyond it: integers may be numbers, or hex of
        just their bytes; byte strings may be bytes, hex without ``0x`` or lists of numbers;
        bitfields text or lists of 0 and 1.  Unknown fields are ignored, missing ones are an error.

        Raises DecodeError with the path to the part at fault.
        """
        cls._require_concrete()
        try:
            return cls._from_bytes(cls._parse_bytes(obj))
        except DecodeError as error:
            error.under(cls.__name__)
            raise

    # ---- what a value can do

    def encode_bytes(self) -> bytes:
        """The SSZ encoding (spec: "Serialization")."""
        raise NotImplementedError

    def encode_into(self, buffer: Any, offset: int = 0) -> int:
        """Write the encoding into a writable buffer from ``offset``; gives the bytes written.

        A view of bytes may have strides; a buffer of any other format must be contiguous, and is
        taken as its bytes.  Raises InvalidTypeError for other objects, EncodeError
        (BUFFER_TOO_SMALL), and then has written nothing.
        """
        return self._write(self.encode_bytes(), buffer, offset)

    def _write(self, data: bytes | memoryview, buffer: Any, offset: int) -> int:
        """Copy the encoding to its place in a buffer."""
        self._target(len(data), buffer, offset)[:] = data
        return len(data)

    def _target(self, size: int, buffer: Any, offset: int) -> memoryview:
        """The ``size`` bytes of a writable buffer from ``offset`` on."""
        target = room_of(buffer)
        offset = integer_of(offset, "an offset")
        if not 0 <= offset <= len(target) - size:
            room = max(len(target) - offset, 0) if offset >= 0 else 0
            raise EncodeError(
                f"the value takes {size} bytes, the buffer has {room} from offset {shown(offset)}",
                code="BUFFER_TOO_SMALL",
                root=type(self).__name__,
            )
        return target[offset : offset + size]

    def value_byte_length(self) -> int:
        """Size of the encoding, without encoding."""
        raise NotImplementedError

    def hash_tree_root(self) -> Root:
        """The Merkle root: 32 bytes (spec: "Merkleization")."""
        return native.root_of_bytes(*self._schema(), self.encode_bytes())

    def to_obj(self) -> Any:
        """The value as JSON can say it (spec: "JSON mapping").

        Integers become decimal strings, bytes and bitfields ``0x`` hex, containers dicts, unions
        ``{"selector": ..., "data": ...}``.
        """
        raise NotImplementedError

    def copy(self: Self) -> Self:
        """An independent value equal to this one; shares all it can."""
        return self

    def __copy__(self: Self) -> Self:
        return self.copy()

    def __deepcopy__(self: Self, memo: Mapping[int, Any]) -> Self:
        return self.copy()

    def __bytes__(self) -> bytes:
        return self.encode_bytes()


class BasicView(View):
    """An integer or a boolean: packed into chunks by the collections that hold it."""


def hash_tree_root(value: View) -> Root:
    """The Merkle root of a value: 32 bytes (spec: "Merkleization")."""
    if not isinstance(value, View):
        raise InvalidTypeError(f"expected an SSZ value, got {shown(value)}", code="WRONG_TYPE")
    return value.hash_tree_root()


def require_type(kind: Any) -> None:
    """Raise InvalidTypeError unless it is an SSZ type, SchemaError unless its sizes are known."""
    if not (isinstance(kind, type) and issubclass(kind, View)):
        raise InvalidTypeError(f"expected an SSZ type, got {shown(kind)}", code="WRONG_TYPE")
    kind._require_concrete()


def require_value(value: Any) -> None:
    """Raise InvalidTypeError unless it is a value of an SSZ type."""
    if not isinstance(value, View):
        raise InvalidTypeError(f"expected an SSZ value, got {shown(value)}", code="WRONG_TYPE")
