"""What all types have in common, and what those have that are models in the original."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any, ClassVar, TypeVar
from weakref import ref

from pyssz import native
from pyssz.base import errors
from pyssz.compat.ssz_specs import _models
from pyssz.compat.ssz_specs._places import append_value, child_of, put_value
from pyssz.compat.ssz_specs.exceptions import (
    SSZError,
    SSZTypeError,
    SSZValueError,
    TypeFault,
    ValidationError,
    ValueFault,
)
from pyssz.core.plan import Plan
from pyssz.core.type import View
from pyssz.core.view import BackedView

__all__ = ["SSZCollection", "SSZModel", "SSZType", "hold_to_bases"]

Self = TypeVar("Self", bound="SSZType")

_CAPACITIES = ("LENGTH", "LIMIT")
_PARAMETERS = (*_CAPACITIES, "ELEMENT_TYPE", "ACTIVE_FIELDS", "OPTIONS")

_new = object.__new__
version_of = native.version_of


# ---- declarations --------------------------------------------------------------------------------


def _written(value: Any) -> str:
    """A parameter as a class statement has it."""
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_written(option)}" for key, option in value.items()) + "}"
    return repr(value)


def hold_to_bases(cls: type, name: str, declared: Any) -> None:
    """Raise SSZTypeError (REBOUND) if a class extends one that has another value of a parameter."""
    for base in cls.__mro__[1:]:
        fixed = base.__dict__.get(name)
        if isinstance(fixed, (classmethod, property)) or hasattr(fixed, "__get__"):
            continue
        if fixed is not None and declared != fixed:
            raise SSZTypeError(
                TypeFault.REBOUND,
                type=cls.__name__,
                field=name,
                got=_written(declared),
                source=base.__name__,
                fixed=_written(fixed),
            )


def _capacity(cls: type, name: str, declared: Any) -> Any:
    """A capacity as a plain int."""
    if type(declared) is not int:
        if not isinstance(declared, int) or isinstance(declared, bool):
            raise SSZTypeError(
                TypeFault.NOT_AN_INTEGER, type=cls.__name__, field=name, got=type(declared).__name__
            )
        declared = int(declared)
        setattr(cls, name, declared)
    if declared < 0:
        raise SSZTypeError(TypeFault.CAPACITY_NEGATIVE, type=cls.__name__, field=name, got=declared)
    return declared


def _is_of_this_module(function: Any) -> bool:
    return getattr(function, "__module__", None) == __name__


class SSZType(View):
    """A type, and by its instances a value."""

    LENGTH: ClassVar[int | None] = None
    LIMIT: ClassVar[int | None] = None
    UNIT: ClassVar[str] = "elements"
    KIND: ClassVar[str] = "type"
    # What makes a value of a number in its range; None for what is no number.
    _of_number: ClassVar[Any] = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        own = cls.__dict__
        annotations = own.get("__annotations__", {})
        if "hash_tree_root" in annotations or not _is_of_this_module(cls.hash_tree_root):
            raise SSZTypeError(TypeFault.OWN_ROOT, type=cls.__name__)
        for name in _PARAMETERS:
            if name in own:
                declared = own[name]
                if name in _CAPACITIES and declared is not None:
                    declared = _capacity(cls, name, declared)
            else:
                declared = getattr(cls, name, None)
            hold_to_bases(cls, name, declared)
        cls._check_entitled()
        super().__init_subclass__(**kwargs)

    @classmethod
    def _check_entitled(cls) -> None:
        """Refuse parameters that the kind of type does not have."""

    @classmethod
    def _require_concrete(cls) -> None:
        if cls._parameters is None:
            raise SSZTypeError(
                TypeFault.UNDECLARED, type=cls.__name__, requirement=cls._requirement()
            )
        super()._require_concrete()

    @classmethod
    def _requirement(cls) -> str:
        """What a class has to declare before it has values."""
        return "its parameters"

    @classmethod
    def __get_pydantic_core_schema__(cls, source_type: Any, handler: Any, /) -> Any:
        return _models.core_schema_of(cls)

    # ---- what fields and elements take

    @classmethod
    def _of_field(cls, value: Any) -> Any:
        """What a field of this type has when it is given a value; ValidationError if it can't."""
        raise NotImplementedError

    @classmethod
    def _of_element(cls, value: Any) -> Any:
        """The same for an element of a sequence, which takes a value of a class it extends."""
        if type(value) is cls:
            return value
        try:
            if issubclass(cls, type(value)):
                return cls(value)  # type: ignore[call-arg]
            return cls._of_rendering(value)
        except SSZError as error:
            if not isinstance(error, ValidationError):
                raise
            raise cls._no_element_type(value) from error
        except (TypeError, ValueError) as error:
            raise cls._no_element_type(value) from error

    @classmethod
    def _of_rendering(cls, value: Any) -> Any:
        """A value from what shows it in JSON."""
        raise cls._no_element_type(value)

    @classmethod
    def _no_element_type(cls, value: Any) -> SSZTypeError:
        return SSZTypeError(TypeFault.WRONG_TYPE, expected=cls.__name__, got=type(value).__name__)

    @classmethod
    def _no_field_value(cls, value: Any) -> ValidationError:
        return ValidationError(
            TypeFault.WRONG_TYPE, expected=cls.__name__, got=type(value).__name__
        )

    # ---- sizes

    @classmethod
    def declared_length(cls) -> int:
        """LENGTH; SSZTypeError (UNDECLARED) if there is none."""
        if cls.LENGTH is None:
            raise SSZTypeError(TypeFault.UNDECLARED, type=cls.__name__, requirement="LENGTH")
        return cls.LENGTH

    @classmethod
    def declared_limit(cls) -> int:
        """LIMIT; SSZTypeError (UNDECLARED) if there is none."""
        if cls.LIMIT is None:
            raise SSZTypeError(TypeFault.UNDECLARED, type=cls.__name__, requirement="LIMIT")
        return cls.LIMIT

    @classmethod
    def fixed_size(cls) -> int | None:
        """Bytes of every value; None if values vary in size."""
        if cls._parameters is None:
            cls._require_concrete()
        return cls._fixed_size

    @classmethod
    def is_fixed_size(cls) -> bool:
        """Whether all values have the same size."""
        return cls.fixed_size() is not None

    @classmethod
    def get_byte_length(cls) -> int:
        """Bytes of every value; SSZTypeError if values vary in size."""
        size = cls.fixed_size()
        if size is None:
            raise SSZTypeError(TypeFault.NOT_FIXED_SIZE, type=cls.__name__, kind=cls.KIND)
        return size

    # ---- values

    @classmethod
    def default(cls: type[Self], hook: None = None) -> Self:
        """The default value."""
        return cls()

    @classmethod
    def empty(cls: type[Self]) -> Self:
        """The default value, by another name."""
        return cls.default()

    def is_zero(self) -> bool:
        """Whether this is the default value of its type."""
        return self == type(self).default()

    def hash_tree_root(self) -> Any:
        """The Merkle root, a ``Root``."""
        return _new_bytes(_root_class, super().hash_tree_root())

    # ---- encodings

    @classmethod
    def decode_bytes(cls: type[Self], data: Any, *, max_bytes: int | None = None) -> Self:
        """Decode exactly one value; SSZValueError where that can't be done."""
        try:
            return super().decode_bytes(data, max_bytes=max_bytes)
        except errors.DecodeError as error:
            raise _refusal(cls, data, error) from None
        except errors.SchemaError as error:
            # A type that has no values, such as a container without fields.
            raise SSZTypeError(
                TypeFault.UNDECLARED, type=cls.__name__, requirement=cls._requirement()
            ) from error

    def serialize(self, stream: IO[bytes]) -> int:
        """Write the encoding to a stream; gives the number of bytes."""
        data = self.encode_bytes()
        stream.write(data)
        return len(data)

    @classmethod
    def deserialize(cls: type[Self], stream: IO[bytes], scope: int) -> Self:
        """Read one value of ``scope`` bytes from a stream."""
        return _read_value(cls, stream, scope)  # type: ignore[no-any-return]


_new_bytes = bytes.__new__
_root_class: Any = bytes


def roots_are(kind: Any) -> None:
    """Have roots be of a class, which is made of these here."""
    global _root_class
    _root_class = kind


_read_value: Any = None
_fault_in: Any = None


def decoders_are(read_value: Any, fault_in: Any) -> None:
    """Have streams be read, and refused bytes be explained, by these; see ``_decoding``."""
    global _read_value, _fault_in
    _read_value, _fault_in = read_value, fault_in


def _refusal(cls: Any, data: Any, error: errors.DecodeError) -> Exception:
    """The error of bytes that pyssz refuses, as the original has it."""
    return _fault_in(cls, bytes(data)) or error


# ---- models --------------------------------------------------------------------------------------


class SSZModel(SSZType, BackedView):
    """A value with parts."""

    MUTABLE: ClassVar[bool] = True

    model_fields = _models.ModelFields()
    model_config: ClassVar[Any] = {}

    model_validate: ClassVar[Any] = classmethod(_models.model_validate)  # type: ignore[arg-type]
    model_validate_json: ClassVar[Any] = classmethod(_models.model_validate_json)  # type: ignore[arg-type]
    model_construct: ClassVar[Any] = classmethod(_models.model_construct)  # type: ignore[arg-type]
    model_copy = _models.model_copy
    model_dump = _models.model_dump
    model_dump_json = _models.model_dump_json

    @classmethod
    def __get_pydantic_core_schema__(cls, source_type: Any, handler: Any, /) -> Any:
        return _models.core_schema_of(cls, "model")

    @classmethod
    def _model_fields(cls) -> dict[str, Any]:
        """The types of the fields by name."""
        return {}

    @classmethod
    def _planned(cls) -> Plan:
        return super()._planned()._replace(is_shared=True)

    def _part_place(self, key: int) -> tuple[int, int]:
        """Where a part begins in the bytes of a sealed value, and its size."""
        raise NotImplementedError

    @classmethod
    def _of_field(cls, value: Any) -> Any:
        if isinstance(value, cls) and value._shape == cls._shape:
            return value
        return cls.model_validate(value)

    @classmethod
    def _of_rendering(cls, value: Any) -> Any:
        if isinstance(value, Mapping):
            try:
                return cls.model_validate(value)
            except SSZValueError as error:
                raise cls._no_element_type(value) from error
        raise cls._no_element_type(value)

    @classmethod
    def _put(cls, parent: Any, key: int, value: Any) -> None:
        put_value(parent, key, value)

    @classmethod
    def _append(cls, parent: Any, value: Any) -> None:
        append_value(parent, value)

    @classmethod
    def _read_tree(cls, parent: Any, key: int) -> Any:
        return part_of(parent, cls, key)

    @classmethod
    def _field_of_tree(cls, parent: Any, key: int) -> Any:
        return part_of(parent, cls, key)

    def _begin_mutation(self) -> None:
        """Raise SSZTypeError (IMMUTABLE) if values of the type can't be changed."""
        if not type(self).MUTABLE:
            raise SSZTypeError(TypeFault.IMMUTABLE, type=type(self).__name__)

    def hash_tree_root(self) -> Any:
        # The same object while nothing changes: what is kept by roots is found without comparing.
        try:
            if self._source.data is not None:
                root = self._root
                if type(root) is _root_class:
                    return root
            else:
                version, root = self._known_root
                if version == version_of(self._value) and type(root) is _root_class:
                    return root
        except (AttributeError, errors.InvalidValueError):
            pass
        plain = BackedView.hash_tree_root(self)
        root = _new_bytes(_root_class, plain)
        try:
            version, known = self._known_root
            if known is plain:
                self._known_root = version, root
        except AttributeError:
            if getattr(self, "_root", None) is plain:
                self._root = root
        return root

    def copy(self) -> Any:
        copied: Any = super().copy()
        copied._parent = None
        return copied

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return BackedView.__eq__(self, other)

    __hash__ = BackedView.__hash__


def part_of(view: Any, kind: Any, key: int) -> Any:
    """The view of a part: the same for all who ask while somebody has it."""
    try:
        child = view._children[key]
        if type(child) is not ref:
            return child
        child = child()
        if child is not None:
            return child
    except (AttributeError, KeyError):
        pass
    return child_of(view, kind, key)


class _Absent:
    """An attribute of pyssz that the original does not have: reading it is an AttributeError."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        raise AttributeError(self._name)


# ---- collections ---------------------------------------------------------------------------------


class SSZCollection(SSZModel):
    """A value that wraps a sequence, its ``data``."""

    def __new__(cls, **values: Any) -> Any:
        """``T(data=[...])``; without, the default."""
        if not values:
            cls._require_concrete()
            return cls._from_bytes(cls._default_bytes())
        try:
            data = values.pop("data")
        except KeyError:
            data = None
        if values:
            raise ValidationError(
                ValueFault.NO_SUCH_FIELD, type=cls.__name__, step=", ".join(values)
            )
        return cls._of_data(data)

    @classmethod
    def _model_fields(cls) -> dict[str, Any]:
        return {"data": getattr(cls, "ELEMENT_TYPE", bytes)}

    @classmethod
    def of(cls, *elements: Any) -> Any:
        """The value with these elements."""
        return cls._of_data(elements)

    @classmethod
    def _of_data(cls, data: Any) -> Any:
        """The value of what is given as ``data``."""
        raise NotImplementedError

    @property
    def data(self) -> Any:
        """The elements, in a list of their own."""
        return list(self)

    @data.setter
    def data(self, data: Any) -> None:
        self._begin_mutation()
        self._replace(type(self)._of_data(data))

    def _replace(self, value: Any) -> None:
        """Give the place another value, that of a new one; views of parts keep theirs."""
        raise NotImplementedError

    @classmethod
    def _expectation(cls) -> str:
        return "iterable"

    @classmethod
    def _listed(cls, given: Any) -> Any:
        """What is given as elements, as a list or a tuple."""
        if isinstance(given, (list, tuple)):
            return given
        if isinstance(given, (str, bytes, bytearray)):
            raise SSZTypeError(
                TypeFault.WRONG_TYPE, expected=cls._expectation(), got=type(given).__name__
            )
        if hasattr(given, "__iter__"):
            return list(given)
        raise SSZTypeError(TypeFault.WRONG_TYPE, expected="iterable", got=type(given).__name__)

    @classmethod
    def _validate_length(cls, count: int) -> None:
        """Raise SSZValueError if no value of the type has this number of elements."""
        if cls.LENGTH is not None and count != cls.LENGTH:
            raise SSZValueError(
                ValueFault.COUNT,
                type=cls.__name__,
                expected=cls.LENGTH,
                actual=count,
                unit=cls.UNIT,
            )
        if cls.LIMIT is not None and count > cls.LIMIT:
            raise SSZValueError(
                ValueFault.LIMIT,
                type=cls.__name__,
                limit=cls.LIMIT,
                actual=count,
                unit=cls.UNIT,
            )

    @classmethod
    def _check_count(cls, count: int) -> None:
        cls._validate_length(count)

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Any]: ...

    # What Sequence brings in the original.

    def __contains__(self, value: object) -> bool:
        return any(item is value or item == value for item in self)

    def __reversed__(self) -> Iterator[Any]:
        return reversed(list(self))  # type: ignore[no-any-return]

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        items = list(self)
        for number in range(*slice(start, stop).indices(len(items))):
            if items[number] is value or items[number] == value:
                return number
        raise ValueError

    def count(self, value: Any) -> int:
        return sum(1 for item in self if item is value or item == value)

    def __iadd__(self, other: Any) -> Any:
        return self + other

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"

    def __str__(self) -> str:
        return f"data={list(self)!r}"

    extend = _Absent()
