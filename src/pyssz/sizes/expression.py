"""Sizes that wait for a preset: integers, names, and arithmetic over them.

A size in a schema is an ``int``, or an :class:`Expression` that becomes one when a preset gives its
names a value: ``P.SYNC_COMMITTEE_SIZE // P.SYNC_COMMITTEE_SUBNET_COUNT``, or the same as text,
``P("SYNC_COMMITTEE_SIZE // SYNC_COMMITTEE_SUBNET_COUNT")``.  The text form is::

    integer      64  1_048_576              decimal, without leading zeros
    name         SYNC_COMMITTEE_SIZE        a value of the preset
    arithmetic   + - * / // % **  -x  ( )   precedence and meaning as in Python, but for ``/``
    function     min(a, b, ...)  max(a, b, ...)  ceil_div(a, b)  floorlog2(a)  ceillog2(a)
    default      default(NAME, 8)           8 if, and only if, the preset has no NAME

All arithmetic is on integers, and exact: ``/`` refuses to leave a remainder, a power refuses a
negative exponent.  Text is read by the small parser below and never run; the size of a tree and of
every number in it is bounded, so hostile text costs no more than its length.

``floorlog2`` and ``ceillog2`` are the helpers of the consensus specification, used where the length
of a Merkle branch comes from a generalized index (light client) or from a limit (Deneb, p2p).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final, TypeGuard, overload

from pyssz.base.errors import SchemaError
from pyssz.base.hints import suggestion
from pyssz.base.shown import listed, shown
from pyssz.sizes.arithmetic import (
    ATOM,
    FUNCTIONS,
    INFIX,
    NAME_LIMIT,
    NODE_LIMIT,
    NUMBER_BITS,
    UNARY,
    compute,
    undefined,
)

__all__ = [
    "NUMBER_BITS",
    "SIZE_MAX",
    "Expression",
    "P",
    "as_size",
    "ceil_div",
    "ceillog2",
    "check_size",
    "floorlog2",
    "is_number",
    "maximum",
    "minimum",
    "missing_values_error",
    "shown",
]

#: The largest size that a type can have: lengths and limits are 64-bit in the C core.
SIZE_MAX: Final = 2**64 - 1


# ---- the tree ------------------------------------------------------------------------------------


class Expression(ABC):
    """A size that depends on the values of a preset.

    Made by :data:`P`, by :meth:`parse`, and by arithmetic on other expressions and ints.
    Immutable; equal (and of equal hash) to an expression of the same structure: ``P.A + P.B`` is
    not ``P.B + P.A``.  ``str()`` gives text with the fewest parentheses that parses back to an
    equal expression.
    """

    __slots__: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Expression:
        """Read an expression from text (grammar: see the module).

        Raises:
            SchemaError: ``EXPRESSION_SYNTAX``; the message names the character, counted from 1.
        """
        from pyssz.sizes import text as _expression_text  # few programs have sizes as text

        return _expression_text.parse(text, number=_Integer, name=_Name, operation=_Operation)

    @property
    def names(self) -> frozenset[str]:
        """All names in the expression."""
        return frozenset(node.name for node in self._nodes() if isinstance(node, _Name))

    @property
    def required_names(self) -> frozenset[str]:
        """The names that a preset must have: those that stand somewhere without a default."""
        return frozenset(
            node.name for node in self._nodes() if isinstance(node, _Name) and node.fallback is None
        )

    def evaluate(self, values: Mapping[str, int]) -> int:
        """The value of the expression, of any sign.

        Args:
            values: an integer for each name; others are not looked at.

        Raises:
            SchemaError: ``MISSING_PRESET_VALUE`` with all names that ``values`` lacks;
                ``PRESET_VALUE`` if one is not an integer; ``EXPRESSION_VALUE`` for a division by
                zero or with a remainder, a negative exponent, a logarithm of less than 1, or a
                number of more than 256 bits.
        """
        missing = [name for name in self.required_names if name not in values]
        if missing:
            raise missing_values_error(missing, values)
        return self._value(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: a size expression can't be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name}: a size expression can't be changed")

    def _set(self, **parts: object) -> None:
        """Give a new node its parts: what its slots name."""
        for name, part in parts.items():
            object.__setattr__(self, name, part)

    def _parts(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Expression):
            return NotImplemented
        return type(other) is type(self) and other._parts() == self._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    @abstractmethod
    def _value(self, values: Mapping[str, int]) -> int: ...

    @property
    @abstractmethod
    def _precedence(self) -> int: ...

    def _text(self, precedence: int) -> str:
        """The text where nothing that binds less tightly may stand."""
        return str(self) if self._precedence >= precedence else f"({self})"

    def _nodes(self) -> Iterator[Expression]:
        pending: list[Expression] = [self]
        while pending:
            node = pending.pop()
            yield node
            if isinstance(node, _Operation):
                pending.extend(node.operands)

    def __repr__(self) -> str:
        return f"P({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[str], Expression], tuple[str]]:
        return (Expression.parse, (str(self),))

    def __add__(self, other: int | Expression) -> Expression:
        return _operation("+", self, other)

    def __radd__(self, other: int) -> Expression:
        return _operation("+", other, self)

    def __sub__(self, other: int | Expression) -> Expression:
        return _operation("-", self, other)

    def __rsub__(self, other: int) -> Expression:
        return _operation("-", other, self)

    def __mul__(self, other: int | Expression) -> Expression:
        return _operation("*", self, other)

    def __rmul__(self, other: int) -> Expression:
        return _operation("*", other, self)

    def __truediv__(self, other: int | Expression) -> Expression:
        return _operation("/", self, other)

    def __rtruediv__(self, other: int) -> Expression:
        return _operation("/", other, self)

    def __floordiv__(self, other: int | Expression) -> Expression:
        return _operation("//", self, other)

    def __rfloordiv__(self, other: int) -> Expression:
        return _operation("//", other, self)

    def __mod__(self, other: int | Expression) -> Expression:
        return _operation("%", self, other)

    def __rmod__(self, other: int) -> Expression:
        return _operation("%", other, self)

    def __pow__(self, other: int | Expression) -> Expression:
        return _operation("**", self, other)

    def __rpow__(self, other: int) -> Expression:
        return _operation("**", other, self)

    def __neg__(self) -> Expression:
        return _operation("-", self)


class _Integer(Expression):
    __slots__ = ("number",)

    number: int  # 0 or more: text has no negative literals, -5 is a minus and a 5

    def __init__(self, number: int) -> None:
        self._set(number=number)

    def _value(self, values: Mapping[str, int]) -> int:
        return self.number

    @property
    def _precedence(self) -> int:
        return ATOM

    def __str__(self) -> str:
        return str(self.number)


class _Name(Expression):
    __slots__ = ("fallback", "name")

    name: str
    fallback: int | None

    def __init__(self, name: str, fallback: int | None = None) -> None:
        self._set(name=name, fallback=fallback)

    def _value(self, values: Mapping[str, int]) -> int:
        number: object
        try:
            number = values[self.name]
        except KeyError:
            number = self.fallback  # there is one: evaluate() has seen to that
        if not is_number(number):
            raise SchemaError(
                f"{self.name} is {shown(number)}, not an integer that a size can use",
                code="PRESET_VALUE",
            )
        return int(number)

    @property
    def _precedence(self) -> int:
        return ATOM

    def __str__(self) -> str:
        return self.name if self.fallback is None else f"default({self.name}, {self.fallback})"


class _Operation(Expression):
    __slots__ = ("operands", "operation")

    operation: str  # of FUNCTIONS or INFIX; "-" with one operand is the sign
    operands: tuple[Expression, ...]

    def __init__(self, operation: str, operands: tuple[Expression, ...]) -> None:
        self._set(operation=operation, operands=operands)
        # The operands are within the limit, so this walk is short even where they are shared.
        if sum(1 for _ in self._nodes()) > NODE_LIMIT:
            raise SchemaError(
                f"a size expression of more than {NODE_LIMIT} terms", code="EXPRESSION_SYNTAX"
            )

    def _value(self, values: Mapping[str, int]) -> int:
        numbers = [operand._value(values) for operand in self.operands]
        try:
            return compute(self.operation, numbers)
        except SchemaError as error:
            raise undefined(f"{error.message}, in '{self}'") from None

    @property
    def _precedence(self) -> int:
        if self.operation in FUNCTIONS:
            return ATOM
        return UNARY if len(self.operands) == 1 else INFIX[self.operation].precedence

    def __str__(self) -> str:
        if self.operation in FUNCTIONS:
            return f"{self.operation}({', '.join(map(str, self.operands))})"
        if len(self.operands) == 1:
            return "-" + self.operands[0]._text(UNARY)
        left, right = self.operands
        infix = INFIX[self.operation]
        return left._text(infix.left) + infix.spelling + right._text(infix.right)


def is_number(value: object) -> TypeGuard[int]:
    """Whether a value counts as an integer here: a ``bool`` in a size is a mistake."""
    return (
        isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= NUMBER_BITS
    )


def _operand(value: int | Expression) -> Expression:
    if isinstance(value, Expression):
        return value
    if not is_number(value):
        raise SchemaError(f"{shown(value)} is not an integer that a size can use", code="SIZE")
    return _Integer(int(value)) if value >= 0 else _Operation("-", (_Integer(-int(value)),))


def _operation(operation: str, *operands: int | Expression) -> Expression:
    return _Operation(operation, tuple(map(_operand, operands)))


def _function(function: str, operands: tuple[int | Expression, ...]) -> int | Expression:
    """A function of ints is computed at once; a function of an expression waits with it."""
    expression = _operation(function, *operands)
    if any(isinstance(operand, Expression) for operand in operands):
        return expression
    return expression.evaluate({})


@overload
def ceil_div(dividend: int, divisor: int) -> int: ...
@overload
def ceil_div(dividend: Expression, divisor: int | Expression) -> Expression: ...
@overload
def ceil_div(dividend: int, divisor: Expression) -> Expression: ...
def ceil_div(dividend: int | Expression, divisor: int | Expression) -> int | Expression:
    """The quotient rounded up, of ints now or of expressions later."""
    return _function("ceil_div", (dividend, divisor))


@overload
def floorlog2(number: int) -> int: ...
@overload
def floorlog2(number: Expression) -> Expression: ...
def floorlog2(number: int | Expression) -> int | Expression:
    """The base-2 logarithm rounded down: the depth of a generalized index (``number`` >= 1)."""
    return _function("floorlog2", (number,))


@overload
def ceillog2(number: int) -> int: ...
@overload
def ceillog2(number: Expression) -> Expression: ...
def ceillog2(number: int | Expression) -> int | Expression:
    """The base-2 logarithm rounded up: the depth of a tree over ``number`` >= 1 leaves."""
    return _function("ceillog2", (number,))


def minimum(*operands: int | Expression) -> int | Expression:
    """The least of two or more; ``min`` in text, a name that Python's own function keeps."""
    return _function("min", _several("minimum", operands))


def maximum(*operands: int | Expression) -> int | Expression:
    """The greatest of two or more; ``max`` in text, a name that Python's own function keeps."""
    return _function("max", _several("maximum", operands))


def _several(function: str, operands: tuple[int | Expression, ...]) -> tuple[int | Expression, ...]:
    if len(operands) < 2:
        raise SchemaError(f"{function} takes 2 or more arguments", code="SIZE")
    return operands


# ---- sizes ---------------------------------------------------------------------------------------


class _Names:
    """``P.NAME`` is a name; ``P("A // B")`` is parsed text; ``P("NAME", default=8)`` has a default.

    The default is used only where a preset has no such name at all.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Expression:
        # Protocols are looked up by such names (copy, pickle, doctest): they must find none here.
        is_special = name.startswith("__") and name.endswith("__")
        is_name = name.isascii() and name.isidentifier() and len(name) <= NAME_LIMIT
        if is_special or not is_name:
            raise AttributeError(f"P has no {name!r}")
        return _Name(name)

    def __call__(self, text: str, *, default: int | None = None) -> Expression:
        if not isinstance(text, str):
            raise SchemaError(f"P takes text, got {shown(text)}", code="SIZE")
        expression = Expression.parse(text)
        if default is None:
            return expression
        if not isinstance(expression, _Name) or expression.fallback is not None:
            raise SchemaError(f"only a name can have a default, not {shown(text)}", code="SIZE")
        if not is_number(default) or default < 0:
            raise SchemaError(
                f"default of {expression} is {shown(default)}, which is not a size", code="SIZE"
            )
        return _Name(expression.name, int(default))

    def __repr__(self) -> str:
        return "P"

    def __reduce__(self) -> str:
        return "P"


#: Where names of sizes come from: ``P.NAME``, ``P("2**NAME")``, ``P("NAME", default=8)``.
P: Final = _Names()


def as_size(size: int | str | Expression) -> int | Expression:
    """What a schema holds for a size that a user wrote.

    Text is parsed, an expression without names is computed; what comes back is an int from 0 to
    :data:`SIZE_MAX`, or an expression that needs a preset.

    Raises:
        SchemaError: not a size (``SIZE``), or an expression that can't be read
            (``EXPRESSION_SYNTAX``) or computed (``EXPRESSION_VALUE``).
    """
    if isinstance(size, str):
        size = Expression.parse(size)
    if isinstance(size, Expression):
        return size if size.names else check_size(size.evaluate({}), str(size))
    given: object = size
    if not isinstance(given, int) or isinstance(given, bool):
        found = "P" if given is P else shown(given)
        raise SchemaError(f"a size is an int, text or an expression of P, got {found}", code="SIZE")
    return check_size(int(given))


def check_size(number: int, text: str = "") -> int:
    """The number, if a size can be so large; ``text`` is what gave it, for the message."""
    if 0 <= number <= SIZE_MAX:
        return number
    found = f"but '{text}' is" if text else "got"
    raise SchemaError(f"a size is 0 to 2**64 - 1, {found} {shown(number)}", code="SIZE")


# ---- names that are missing ----------------------------------------------------------------------


def missing_values_error(
    missing: Iterable[str], known: Iterable[str], owner: str = ""
) -> SchemaError:
    """The error that lists all missing names; its hint has known ones that come near."""
    names = sorted(missing)
    found = listed(names)
    error = SchemaError(
        f"{owner} has no value for {found}" if owner else f"no value for {found}",
        code="MISSING_PRESET_VALUE",
    )
    error.hint = partial(_suggestions, names, list(known))
    return error


def _suggestions(names: list[str], known: list[str]) -> str:
    hints = {name: suggestion(name, known) for name in names}
    if len(names) == 1:
        return hints[names[0]]
    return "; ".join(f"{name}: {hint}" for name, hint in hints.items() if hint)
