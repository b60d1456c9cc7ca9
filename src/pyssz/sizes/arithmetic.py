"""What the operators and functions of sizes compute: exact integers, none beyond a bound."""

import operator
from collections.abc import Callable
from typing import Final, NamedTuple

from pyssz.base.errors import SchemaError

#: Every number met on the way to a size fits this many bits: the widest integer of SSZ.
NUMBER_BITS: Final = 256

#: Nodes of a tree, at most: enough for any size in sight (the specification's largest tree has 5),
#: and what keeps every recursion over a tree shallow.
NODE_LIMIT: Final = 64

#: Characters of a name, at most.
NAME_LIMIT: Final = 128


def undefined(problem: str) -> SchemaError:
    """What is raised where an expression has no value."""
    return SchemaError(problem, code="EXPRESSION_VALUE")


def _divide(a: int, b: int) -> int:
    if b == 0:
        raise undefined(f"{a} / 0 divides by zero")
    if a % b:
        raise undefined(f"{a} / {b} leaves a remainder (// rounds down, ceil_div rounds up)")
    return a // b


def _floor_divide(a: int, b: int) -> int:
    if b == 0:
        raise undefined(f"{a} // 0 divides by zero")
    return a // b


def _modulo(a: int, b: int) -> int:
    if b == 0:
        raise undefined(f"{a} % 0 divides by zero")
    return a % b


def _power(a: int, b: int) -> int:
    if b < 0:
        raise undefined(f"{a}**{b} has a negative exponent")
    if abs(a) > 1 and b > NUMBER_BITS:
        # Known before it is computed; what is left to compute has at most 256 * 256 bits.
        raise undefined(f"{a}**{b} needs more than {NUMBER_BITS} bits")
    return int(a**b)


def _ceil_div(a: int, b: int) -> int:
    if b == 0:
        raise undefined(f"ceil_div({a}, 0) divides by zero")
    return -(-a // b)


def _floorlog2(a: int) -> int:
    if a < 1:
        raise undefined(f"floorlog2({a}) is not defined, a logarithm is of 1 or more")
    return a.bit_length() - 1


def _ceillog2(a: int) -> int:
    if a < 1:
        raise undefined(f"ceillog2({a}) is not defined, a logarithm is of 1 or more")
    return (a - 1).bit_length()


class _Function(NamedTuple):
    compute: Callable[..., int]
    least_arguments: int
    most_arguments: int


FUNCTIONS: Final[dict[str, _Function]] = {
    "min": _Function(min, 2, NODE_LIMIT),
    "max": _Function(max, 2, NODE_LIMIT),
    "ceil_div": _Function(_ceil_div, 2, 2),
    "floorlog2": _Function(_floorlog2, 1, 1),
    "ceillog2": _Function(_ceillog2, 1, 1),
}

# How tightly a construct binds.  ``**`` is the odd one: it groups to the right, and takes a signed
# number on its right, so that -a**-b is -(a**(-b)).
SUM, PRODUCT, UNARY, POWER, ATOM = range(1, 6)


class _Infix(NamedTuple):
    compute: Callable[[int, int], int]
    precedence: int
    left: int  # an operand that binds less tightly than this stands in parentheses
    right: int
    spelling: str


INFIX: Final[dict[str, _Infix]] = {
    "+": _Infix(operator.add, SUM, SUM, PRODUCT, " + "),
    "-": _Infix(operator.sub, SUM, SUM, PRODUCT, " - "),
    "*": _Infix(operator.mul, PRODUCT, PRODUCT, UNARY, " * "),
    "/": _Infix(_divide, PRODUCT, PRODUCT, UNARY, " / "),
    "//": _Infix(_floor_divide, PRODUCT, PRODUCT, UNARY, " // "),
    "%": _Infix(_modulo, PRODUCT, PRODUCT, UNARY, " % "),
    "**": _Infix(_power, POWER, ATOM, UNARY, "**"),
}


def compute(operation: str, numbers: list[int]) -> int:
    """Apply an operation to numbers; the one place where arithmetic happens."""
    if operation in FUNCTIONS:
        number = FUNCTIONS[operation].compute(*numbers)
    elif len(numbers) == 1:
        number = -numbers[0]
    else:
        number = INFIX[operation].compute(numbers[0], numbers[1])
    if number.bit_length() > NUMBER_BITS:
        raise undefined(f"a number of more than {NUMBER_BITS} bits")
    return number
