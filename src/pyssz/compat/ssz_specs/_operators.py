"""Arithmetic of integers that mix with no sibling: functions made for each class.

An operator's function knows its class, and so has nothing to look up: it is half of what a run of
the executable spec does.  A result is a value that was made before, where there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Number
from typing import Any, NoReturn

from pyssz.compat.ssz_specs.exceptions import SSZValueError, ValueFault

__all__ = ["Known", "operators", "refuse"]

#: Values of a class that are kept, at most.
_KEPT = 1024


class Known(dict[int, Any]):
    """The values of a class by their numbers: those that were met last, and any when asked for.

    Asking for a number out of range raises SSZValueError.
    """

    __slots__ = ("kind", "most", "new")

    def __init__(self, kind: type[int], most: int, new: Callable[..., Any]) -> None:
        super().__init__()
        self.kind = kind
        self.most = most
        self.new = new

    def __missing__(self, number: int) -> Any:
        if 0 <= number <= self.most:
            if len(self) >= _KEPT:
                self.clear()
            value = self[number] = self.new(self.kind, number)
            return value
        raise SSZValueError(ValueFault.RANGE, value=number, type=self.kind.__name__, max=self.most)


def refuse(kind: type, other: Any, symbol: str) -> NoReturn:
    """Raise the error of two operands that do not go together."""
    raise TypeError(
        f"Unsupported operand type(s) for {symbol}: '{kind.__name__}' and '{type(other).__name__}'"
    )


def operators(cls: type[int], base: type[int], known: Known) -> dict[str, Callable[..., Any]]:
    """The operators of a class by name; ``base`` is what all classes of integers extend."""
    # The unary plus of an int makes it a plain one, in less time than anything else.

    def resolved(other: Any, symbol: str) -> Any:
        """The values that an operation with something else gives; None if it is declined."""
        kind = type(other)
        if issubclass(kind, base):
            if issubclass(kind, cls):
                return kind._known  # type: ignore[attr-defined]
            if issubclass(cls, kind):
                return known
        if isinstance(other, Number):
            refuse(cls, other, symbol)
        return None

    def __add__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+self + +other]
        values = resolved(other, "+")
        return NotImplemented if values is None else values[+self + +other]

    def __sub__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+self - +other]
        values = resolved(other, "-")
        return NotImplemented if values is None else values[+self - +other]

    def __rsub__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+other - +self]
        values = resolved(other, "-")
        return NotImplemented if values is None else values[+other - +self]

    def __mul__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+self * +other]
        values = resolved(other, "*")
        return NotImplemented if values is None else values[+self * +other]

    def __floordiv__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+self // +other]
        values = resolved(other, "//")
        return NotImplemented if values is None else values[+self // +other]

    def __rfloordiv__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+other // +self]
        values = resolved(other, "//")
        return NotImplemented if values is None else values[+other // +self]

    def __mod__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+self % +other]
        values = resolved(other, "%")
        return NotImplemented if values is None else values[+self % +other]

    def __rmod__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+other % +self]
        values = resolved(other, "%")
        return NotImplemented if values is None else values[+other % +self]

    def __divmod__(self: Any, other: Any) -> Any:
        values = known if type(other) in (cls, int) else resolved(other, "divmod")
        if values is None:
            return NotImplemented
        quotient, remainder = divmod(+self, +other)
        return values[quotient], values[remainder]

    def __rdivmod__(self: Any, other: Any) -> Any:
        values = known if type(other) in (cls, int) else resolved(other, "divmod")
        if values is None:
            return NotImplemented
        quotient, remainder = divmod(+other, +self)
        return values[quotient], values[remainder]

    def power(base: int, exponent: int, modulus: Any, values: Any) -> Any:
        if modulus is None:
            if exponent > 256 and abs(base) > 1:
                base, exponent = base**257, 1  # out of range by far, and quick to compute
            number = base**exponent
        else:
            kind = values.kind
            if type(modulus) is not kind and type(modulus) is not int:
                values = kind._resolved(modulus, "**")
                if values is None:
                    return NotImplemented
            number = pow(base, exponent, +modulus)
        if type(number) is not int:
            raise TypeError(f"{values.kind.__name__} takes no negative exponent")
        return values[number]

    def __pow__(self: Any, other: Any, modulus: Any = None) -> Any:
        kind = type(other)
        values = known if kind is cls or kind is int else resolved(other, "**")
        return NotImplemented if values is None else power(+self, +other, modulus, values)

    def __rpow__(self: Any, other: Any, modulus: Any = None) -> Any:
        kind = type(other)
        values = known if kind is cls or kind is int else resolved(other, "**")
        return NotImplemented if values is None else power(+other, +self, modulus, values)

    def __and__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+self & +other]
        values = resolved(other, "&")
        return NotImplemented if values is None else values[+self & +other]

    def __or__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+self | +other]
        values = resolved(other, "|")
        return NotImplemented if values is None else values[+self | +other]

    def __xor__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is cls or kind is int:
            return known[+self ^ +other]
        values = resolved(other, "^")
        return NotImplemented if values is None else values[+self ^ +other]

    def shifted(number: int, places: int, values: Any) -> Any:
        if number and places > 256:
            places = 257  # out of range by far, and quick to compute
        return values[number << places]

    def __lshift__(self: Any, other: Any) -> Any:
        kind = type(other)
        values = known if kind is cls or kind is int else resolved(other, "<<")
        return NotImplemented if values is None else shifted(+self, +other, values)

    def __rlshift__(self: Any, other: Any) -> Any:
        kind = type(other)
        values = known if kind is cls or kind is int else resolved(other, "<<")
        return NotImplemented if values is None else shifted(+other, +self, values)

    def __rshift__(self: Any, other: Any) -> Any:
        kind = type(other)
        values = known if kind is cls or kind is int else resolved(other, ">>")
        return NotImplemented if values is None else values[+self >> +other]

    def __rrshift__(self: Any, other: Any) -> Any:
        kind = type(other)
        values = known if kind is cls or kind is int else resolved(other, ">>")
        return NotImplemented if values is None else values[+other >> +self]

    def related(other: Any, symbol: str) -> None:
        """Refuse what the class has nothing to do with: to be unequal to it would say too much."""
        if resolved(other, symbol) is None:
            refuse(cls, other, symbol)

    def __eq__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is not cls and kind is not int:
            related(other, "==")
        return +self == +other

    def __ne__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is not cls and kind is not int:
            related(other, "!=")
        return +self != +other

    def __lt__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is not cls and kind is not int:
            related(other, "<")
        return +self < +other

    def __le__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is not cls and kind is not int:
            related(other, "<=")
        return +self <= +other

    def __gt__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is not cls and kind is not int:
            related(other, ">")
        return +self > +other

    def __ge__(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is not cls and kind is not int:
            related(other, ">=")
        return +self >= +other

    made = {
        name: function
        for name, function in locals().items()
        if name.startswith("__") and callable(function)
    }
    aliases = {"__radd__": __add__, "__rmul__": __mul__}
    aliases |= {"__rand__": __and__, "__ror__": __or__, "__rxor__": __xor__}
    return {**made, **aliases, "_resolved": staticmethod(resolved)}
