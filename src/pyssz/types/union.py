"""Unions: one of several types (spec: "Composite types"; EIP-8016 for compatible ones).

``Union[None, uint64, Inner]`` numbers its options from 0.  ``CompatibleUnion({1: A, 2: B})`` names
their selectors, and its options must merkleize alike, so that one proof serves all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from pyssz import native
from pyssz.base.errors import (
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    NavigationError,
    SchemaError,
    SSZError,
)
from pyssz.base.hints import suggestion
from pyssz.base.shown import listed, shown
from pyssz.core.schema import SchemaTable
from pyssz.core.source import change, tree_of
from pyssz.core.type import Parameter, View, specialize
from pyssz.core.view import BackedView
from pyssz.native import NO_TYPE, Kind
from pyssz.types.basic import boolean, uint8
from pyssz.types.sized import as_element

__all__ = ["CompatibleUnion", "Union", "are_compatible"]

U = TypeVar("U", bound="SelectorView")

#: Selectors of a compatible union, first and last.
SELECTORS = (1, native.SELECTOR_LIMIT)

#: Options that a union can have: selectors above 127 are reserved.
OPTIONS_LIMIT = native.SELECTOR_LIMIT + 1

# Members too many of an object that are named.
_NAMES = 20


class SelectorView(BackedView):
    """What unions and compatible unions share: a selector byte, then the value of that option."""

    _options: ClassVar[dict[int, type[View] | None]]
    _tag: ClassVar[str]  # of the shape

    if TYPE_CHECKING:

        def _takes(self: U, value: U, /) -> None: ...

    @classmethod
    def _set_up(cls) -> None:
        assert cls._parameters is not None
        # The first parameter is the selectors, the others are the options.
        selectors, *kinds = cls._parameters
        cls._options = dict(zip(selectors, kinds, strict=True))
        cls._fixed_size = None
        cls._min_size = 1 + min(0 if kind is None else kind._min_size for kind in kinds)
        most = [kind._max_size for kind in kinds if kind is not None]
        cls._max_size = None if None in most else 1 + max(most)
        shapes = tuple(None if kind is None else kind._shape for kind in kinds)
        cls._shape = (cls._tag, selectors, shapes)

    @classmethod
    def _option(cls, selector: Any) -> type[View] | None:
        if not isinstance(selector, int) or selector not in cls._options:
            known = ", ".join(map(str, cls._options))
            raise InvalidValueError(
                f"{cls.__name__} has no option {shown(selector)}; it has {known}",
                code="UNKNOWN_SELECTOR",
            )
        return cls._options[int.__int__(selector)]

    @classmethod
    def _encode_option(cls, selector: int, value: Any) -> bytes:
        """The encoding; ``value`` None stands for the default of the option."""
        kind = cls._option(selector)
        head = bytes([selector])
        if kind is None:
            if value is not None:
                raise InvalidValueError(
                    f"option {shown(selector)} of {cls.__name__} is None and has no value",
                    code="LENGTH",
                )
            return head
        try:
            return head + (kind._default_bytes() if value is None else kind._coerce_bytes(value))
        except SSZError as error:
            error.under(cls.__name__, int(selector))
            raise

    @classmethod
    def _wrong_arguments(cls, name: str, unknown: Iterable[str]) -> InvalidTypeError:
        """The error of a value that is made from something else than these two keywords."""
        message = f"{cls.__name__} takes selector and {name} by keyword"
        error = InvalidTypeError(message, code="WRONG_TYPE")
        for given in unknown:
            error.message = f"{message}, not {shown(given)}"
            error.hint = partial(suggestion, given, ("selector", name))
        return error

    @classmethod
    def _coerce_bytes(cls, value: Any) -> bytes:
        if isinstance(value, SelectorView):
            if value._shape == cls._shape:
                return value.encode_bytes()
            return cls._encode_option(value._selector(), value._selected())
        raise InvalidTypeError(
            f"{cls.__name__} is not made from {type(value).__name__}", code="WRONG_TYPE"
        )

    @classmethod
    def _parse_bytes(cls, obj: Any) -> bytes:
        if not isinstance(obj, Mapping):
            raise DecodeError(f"expected an object, got {shown(obj)}", code="WRONG_TYPE")
        names = [name for name in ("data", "value") if name in obj]
        if "selector" not in obj or not names:
            missing = (["selector"] if "selector" not in obj else []) + ([] if names else ["data"])
            raise DecodeError(f"fields are missing: {', '.join(missing)}", code="MISSING_FIELD")
        if len(names) > 1:
            raise DecodeError("data and value are both given", code="DUPLICATE_MEMBER")
        if len(obj) > 2:
            others = islice((name for name in obj if name not in ("selector", *names)), _NAMES)
            raise DecodeError(
                f"{cls.__name__} has selector and {names[0]}, not {listed(others)}",
                code="UNDECLARED_FIELD",
            )
        selector = obj["selector"]
        if isinstance(selector, str) and selector.isascii() and selector.isdecimal():
            digits = selector.lstrip("0") or "0"
            selector = int(digits) if len(digits) < 10 else selector
        data = obj[names[0]]
        try:
            if isinstance(selector, (bool, boolean)):
                raise InvalidValueError(
                    f"expected a number as the selector, got {selector}", code="WRONG_TYPE"
                )
            kind = cls._option(selector)
        except InvalidValueError as error:
            raise DecodeError(error.message, code=error.code) from None
        if kind is None:
            if data is not None:
                raise DecodeError(f"expected null, got {shown(data)}", code="WRONG_TYPE")
            return bytes([selector])
        try:
            return bytes([selector]) + kind._parse_bytes(data)
        except DecodeError as error:
            error.under(cls.__name__, selector)
            raise

    # ---- values

    def selector(self) -> int:
        """The number of the option that the value has."""
        return self._selector()

    def _selector(self) -> int:
        data = self._source.data
        if data is None:
            return native.selector_of(tree_of(self))  # type: ignore[no-any-return]
        return data[self._offset]

    def selected_type(self) -> type[View] | None:
        """The type of the option that the value has; None for the None option."""
        return self._options[self._selector()]

    def _selected(self) -> Any:
        data = self._source.data
        selector = self._selector() if data is None else data[self._offset]
        kind = self._options[selector]
        if kind is None:
            return None
        if data is not None:
            return kind._read(self, self._offset + 1, self._size - 1, selector)
        try:
            return kind._read_tree(self, selector)
        except native.FaultError:
            return self._selected()  # somebody has just given it another option

    def _change(self, selector: Any, value: Any) -> None:
        """Give the union another option and value; views of the old value keep it."""
        body = self._encode_option(selector, value)[1:]
        change(self, native.put, int(selector), body)

    def _obj(self) -> Any:
        value = self._sealed()._selected()
        return None if value is None else value.to_obj()

    # ---- paths

    @classmethod
    def _step(cls, step: str | int) -> tuple[int, type[View] | None]:
        # Also a uint8, as selector() gives it; but True is no number.
        if isinstance(step, int) and not isinstance(step, (bool, boolean)) and step in cls._options:
            return int(step), cls._options[step]
        raise NavigationError(f"{cls.__name__} has no option {shown(step)}", code="NO_SUCH_OPTION")

    @classmethod
    def _step_back(cls, key: int) -> tuple[str | int, type[View] | None]:
        return key, cls._options[key]


class Union(SelectorView):
    """``Union[type, ...]``: a value of one of the options, which are numbered from 0.

    ``class U(Union)`` with ``OPTIONS = (type, ...)`` is the same as a class.  The first option may
    be None, if there are others.  ``U(selector=1, value=5)`` makes a value,
    ``U()`` the default: the first option's.
    """

    _tag = "union"

    @classmethod
    def _declared(cls, own: Mapping[str, Any]) -> tuple[Parameter, ...] | None:
        return _options_parameters(own["OPTIONS"]) if "OPTIONS" in own else None

    def __new__(
        cls: type[U], *args: NoReturn, selector: int = 0, value: Any = None, **others: NoReturn
    ) -> U:
        """Make a value of an option; without a value, the default of the option."""
        cls._require_concrete()
        if args or others:
            raise cls._wrong_arguments("value", others)
        return cls._from_bytes(cls._encode_option(selector, value))

    @classmethod
    def __class_getitem__(cls: type[U], parameters: Any) -> type[U]:
        """``Union[None, uint64]`` makes a type, ``T[preset]`` binds one."""
        if cls._parameters is not None:
            return super().__class_getitem__(parameters)
        return cls._with(_options_parameters(parameters))

    @classmethod
    def _concrete_form(cls) -> str:
        return "use Union[None, uint64]"

    @classmethod
    def _with(cls: type[U], parameters: tuple[Parameter, ...]) -> type[U]:
        names = ", ".join("None" if kind is None else kind.__name__ for kind in parameters[1:])
        return specialize(cls, f"{cls.__name__}[{names}]", parameters)

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        members = [
            (NO_TYPE if kind is None else table.add(kind), selector)
            for selector, kind in cls._options.items()
        ]
        return table.record(Kind.UNION, members=members)

    @classmethod
    def _default_bytes(cls) -> bytes:
        return cls._encode_option(0, None)

    @classmethod
    def options(cls) -> list[type[View] | None]:
        """The options, by selector."""
        cls._require_concrete()
        return list(cls._options.values())

    def value(self) -> Any:
        """The value; None for the None option."""
        return self._selected()

    def change(self, selector: int, value: Any = None) -> None:
        """Give the union another option and value; without a value, the default of the option.

        What :meth:`value` gave before keeps the old value.
        """
        self._change(selector, value)

    def to_obj(self) -> Any:
        return {"selector": self._selector(), "data": self._obj()}

    @classmethod
    def type_repr(cls) -> str:
        names = ["None" if kind is None else _option_repr(kind) for kind in cls.options()]
        return f"Union[{', '.join(names)}]"

    def __repr__(self) -> str:
        shown = repr(self.value())
        if "\n" in shown:
            shown = f"\n{shown}".replace("\n", "\n  ")
        return f"{self.type_repr()}:\n  selector={self._selector()}\n  value={shown}"


class CompatibleUnion(SelectorView):
    """``CompatibleUnion({selector: type, ...})``: options that share one Merkle tree (EIP-8016).

    ``class U(CompatibleUnion)`` with ``OPTIONS = {selector: type, ...}`` is the same as a class.
    ``U(selector=1, data=...)`` makes a value; there is no default.
    """

    _tag = "compatible_union"

    @classmethod
    def _declared(cls, own: Mapping[str, Any]) -> tuple[Parameter, ...] | None:
        return _union_parameters(own["OPTIONS"]) if "OPTIONS" in own else None

    def __new__(cls, *args: Any, **values: Any) -> Any:
        """``CompatibleUnion({...})`` makes a type; calling such a type makes a value."""
        if cls is CompatibleUnion:
            if len(args) != 1 or values:
                raise SchemaError(
                    "a compatible union is declared as CompatibleUnion({selector: type})",
                    code="PARAMETERS",
                )
            return cls._with(_union_parameters(args[0]))
        cls._require_concrete()
        unknown = values.keys() - {"selector", "data"}
        if args or unknown:
            raise cls._wrong_arguments("data", unknown)
        if "selector" not in values:
            raise InvalidValueError(f"{cls.__name__} needs a selector", code="UNKNOWN_SELECTOR")
        return cls._from_bytes(cls._encode_option(values["selector"], values.get("data")))

    @classmethod
    def _with(cls: type[U], parameters: tuple[Parameter, ...]) -> type[U]:
        selectors, *kinds = parameters
        pairs = ", ".join(
            f"{selector}: {kind.__name__}" for selector, kind in zip(selectors, kinds, strict=True)
        )
        return specialize(cls, f"CompatibleUnion({{{pairs}}})", parameters)

    @classmethod
    def _set_up(cls) -> None:
        super()._set_up()
        options = list(cls._options.items())
        for i, (selector, kind) in enumerate(options):
            for other_selector, other in options[:i]:
                if not are_compatible(other, kind):  # type: ignore[arg-type]
                    raise SchemaError(
                        f"options {other_selector} and {selector} of a compatible union "
                        "merkleize differently",
                        code="UNION_INCOMPATIBLE",
                    )

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        members = [(table.add(kind), key) for key, kind in cls._options.items()]  # type: ignore[arg-type]
        return table.record(Kind.COMPATIBLE_UNION, members=members)

    @classmethod
    def _default_bytes(cls) -> bytes:
        raise SchemaError(f"{cls.__name__} has no default value", code="NO_DEFAULT")

    @classmethod
    def options(cls) -> dict[uint8, type[View]]:
        """The options by selector."""
        cls._require_concrete()
        return {uint8(key): kind for key, kind in cls._options.items() if kind is not None}

    def selector(self) -> uint8:
        """The selector of the option that the value has."""
        return uint8(self._selector())

    def data(self) -> Any:
        """The value."""
        return self._selected()

    def change(self, selector: int, data: Any = None) -> None:
        """Give the union another option and value; without a value, the default of the option.

        What :meth:`data` gave before keeps the old value.
        """
        self._change(selector, data)

    def to_obj(self) -> Any:
        return {"selector": str(self._selector()), "data": self._obj()}

    @classmethod
    def type_repr(cls) -> str:
        lines = [f"    {key}: {_option_repr(kind)}" for key, kind in cls.options().items()]
        return "CompatibleUnion({\n" + ",\n".join(lines) + "})"

    def __repr__(self) -> str:
        shown = repr(self._selected()).replace("\n", "\n  ")
        return f"{self.type_repr()}:\n  selector: {self._selector()}\n  data: {shown}"


def _option_repr(kind: type[View]) -> str:
    """An option within ``type_repr``: unions in unions by name, whose texts would double."""
    return kind.__name__ if issubclass(kind, SelectorView) else kind.type_repr()


def _options_parameters(options: Any) -> tuple[Parameter, ...]:
    """Selectors and options of a union, checked."""
    options = options if isinstance(options, tuple) else (options,)
    if not options:
        raise SchemaError("a union needs at least one option", code="UNION_EMPTY")
    if len(options) > OPTIONS_LIMIT:
        raise SchemaError(
            f"a union has at most {OPTIONS_LIMIT} options, got {len(options)}",
            code="UNION_SELECTOR_RANGE",
        )
    if any(kind is None for kind in options[1:]):
        raise SchemaError("only the first option of a union may be None", code="UNION_NONE")
    if len(options) == 1 and options[0] is None:
        raise SchemaError("None can't be the only option of a union", code="UNION_NONE")
    kinds = [kind if kind is None else as_element(kind) for kind in options]
    return (tuple(range(len(kinds))), *kinds)


def _union_parameters(options: Any) -> tuple[Parameter, ...]:
    """Selectors and options of a compatible union, checked."""
    if not isinstance(options, Mapping):
        raise SchemaError("a compatible union takes {selector: type}", code="PARAMETERS")
    if not options:
        raise SchemaError("a compatible union needs at least one option", code="UNION_EMPTY")
    first, last = SELECTORS
    for selector in options:
        if not isinstance(selector, int) or isinstance(selector, (bool, boolean)):
            raise SchemaError(
                f"selector {shown(selector)} is not an integer", code="UNION_SELECTOR_TYPE"
            )
        if not first <= selector <= last:
            raise SchemaError(
                f"selector {shown(selector)} is not in {first} to {last}",
                code="UNION_SELECTOR_RANGE",
            )
    pairs = [(int(selector), as_element(options[selector])) for selector in sorted(options)]
    return (tuple(key for key, _ in pairs), *(kind for _, kind in pairs))


# ---- compatible Merkleization --------------------------------------------------------------------


def are_compatible(one: type[View], other: type[View]) -> bool:
    """Whether two types have Merkle trees of one shape (spec: "Compatible Merkleization").

    Reflexive and symmetric, but not transitive: two progressive containers may each agree with a
    third and still clash.
    """
    return _compatible(one._shape, other._shape)


def _compatible(one: Any, other: Any) -> bool:
    if one == other:
        return True
    if one is None or other is None or one[0] != other[0]:
        return False
    kind = one[0]
    if kind in ("list", "vector"):
        return bool(one[2] == other[2]) and _compatible(one[1], other[1])
    if kind == "progressive_list":
        return _compatible(one[1], other[1])
    if kind == "container":
        return bool(one[1] == other[1]) and all(map(_compatible, one[2], other[2]))
    if kind == "progressive_container":
        return _compatible_layouts(_layout(one), _layout(other))
    if kind == "compatible_union":
        return all(_compatible(part, other_part) for part in one[2] for other_part in other[2])
    return False


def _layout(shape: Any) -> dict[int, tuple[str, Any]]:
    """What stands at each position of a progressive container: the field's name and its shape."""
    _, names, shapes, positions = shape
    return dict(zip(positions, zip(names, shapes, strict=True), strict=True))


def _compatible_layouts(
    one: Mapping[int, tuple[str, Any]], other: Mapping[int, tuple[str, Any]]
) -> bool:
    """A position that both take has one name and compatible types; a name has one position."""
    for position in one.keys() & other.keys():
        (name, part), (other_name, other_part) = one[position], other[position]
        if name != other_name or not _compatible(part, other_part):
            return False
    places = {name: position for position, (name, _) in one.items()}
    return all(places.get(name, position) == position for position, (name, _) in other.items())
