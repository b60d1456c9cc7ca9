"""Compatible unions: one of several types that share a Merkle tree."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from pyssz.compat.ssz_specs._places import join
from pyssz.compat.ssz_specs.exceptions import (
    SSZTypeError,
    SSZValueError,
    TypeFault,
    ValidationError,
    ValueFault,
)
from pyssz.compat.ssz_specs.ssz_base import SSZModel, SSZType, part_of
from pyssz.compat.ssz_specs.uint import Uint8
from pyssz.core.view import BackedView
from pyssz.types import union

__all__ = ["MAX_SELECTOR", "MIN_SELECTOR", "CompatibleUnion", "is_compatible"]

MIN_SELECTOR, MAX_SELECTOR = union.SELECTORS


class CompatibleUnion(SSZModel, union.CompatibleUnion):
    """A value of one of the OPTIONS, and its selector; it can't be changed."""

    MUTABLE = False
    KIND = "compatible union"
    OPTIONS: ClassVar[Mapping[int, type[SSZType]]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        options: Any = getattr(cls, "OPTIONS", None)
        if options is None:
            raise SSZTypeError(TypeFault.UNDECLARED, type=cls.__name__, requirement="OPTIONS")
        if not options:
            raise SSZTypeError(TypeFault.UNION_EMPTY)
        if not isinstance(options, Mapping):
            raise SSZTypeError(TypeFault.UNION_NOT_A_MAP, got=type(options).__name__)
        for selector, option in options.items():
            if type(selector) is not int:
                raise SSZTypeError(TypeFault.UNION_SELECTOR_TYPE, selector=selector)
            if not MIN_SELECTOR <= selector <= MAX_SELECTOR:
                raise SSZTypeError(
                    TypeFault.UNION_SELECTOR_RANGE,
                    selector=selector,
                    low=MIN_SELECTOR,
                    high=MAX_SELECTOR,
                )
            if not (isinstance(option, type) and issubclass(option, SSZType)):
                raise SSZTypeError(TypeFault.UNION_OPTION_TYPE, selector=selector)
        pairs = list(options.items())
        for number, (selector, option) in enumerate(pairs):
            for other_selector, other in pairs[number + 1 :]:
                if not is_compatible(option, other):
                    raise SSZTypeError(
                        TypeFault.UNION_INCOMPATIBLE, selector=selector, other=other_selector
                    )
        cls.OPTIONS = MappingProxyType(dict(options))
        super().__init_subclass__(**kwargs)

    @classmethod
    def _declared(cls, own: Mapping[str, Any]) -> Any:
        if not hasattr(cls, "OPTIONS"):
            return None
        return (tuple(sorted(cls.OPTIONS)), *(cls.OPTIONS[key] for key in sorted(cls.OPTIONS)))

    def __new__(cls, *args: Any, **values: Any) -> Any:
        """``T(selector=..., data=...)``: there is no default."""
        if args:
            raise TypeError(f"{cls.__name__} takes selector= and data=")
        if not values:
            raise SSZTypeError(TypeFault.NO_DEFAULT, type=cls.__name__)
        if values.keys() != {"selector", "data"}:
            names = values.keys() ^ {"selector", "data"}
            raise ValidationError(
                ValueFault.NO_SUCH_FIELD, type=cls.__name__, step=", ".join(sorted(names))
            )
        selector = int(Uint8._of_field(values["selector"]))
        value = values["data"]
        if not isinstance(value, SSZType):
            raise ValidationError(
                TypeFault.WRONG_TYPE, expected="SSZType", got=type(value).__name__
            )
        option = cls.OPTIONS.get(selector)
        if option is None:
            raise SSZValueError(ValueFault.UNKNOWN_SELECTOR, selector=selector, type=cls.__name__)
        if not isinstance(value, option):
            raise SSZTypeError(
                TypeFault.WRONG_TYPE, expected=option.__name__, got=type(value).__name__
            )
        view = cls._from_bytes(bytes([selector]) + value.encode_bytes())
        if isinstance(value, BackedView) and value._parent is None:
            join(view, [(selector, value)])
        return view

    @classmethod
    def _model_fields(cls) -> dict[str, Any]:
        return {"selector": Uint8, "data": SSZType}

    @property  # type: ignore[override]
    def selector(self) -> Uint8:
        """The selector of the option."""
        return Uint8(self._selector())

    @selector.setter
    def selector(self, value: Any) -> None:
        self._begin_mutation()

    @property
    def data(self) -> Any:
        """The value."""
        selector = self._selector()
        option: Any = self.OPTIONS[selector]
        if issubclass(option, BackedView):
            return part_of(self, option, selector)
        return union.SelectorView._selected(self)

    @data.setter
    def data(self, value: Any) -> None:
        self._begin_mutation()

    def _selected(self) -> Any:
        return self.data

    def _part_place(self, key: int) -> tuple[int, int]:
        return self._offset + 1, self._size - 1

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"

    def __str__(self) -> str:
        return f"selector={self.selector!r} data={self.data!r}"

    @classmethod
    def fixed_size(cls) -> None:
        return None

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Any:
        return iter((("selector", self.selector), ("data", self.data)))


def is_compatible(left: type[SSZType], right: type[SSZType]) -> bool:
    """Whether two types have Merkle trees of one shape."""
    if left is right:
        return True
    if left._parameters is None or right._parameters is None:
        return False
    return union.are_compatible(left, right)
