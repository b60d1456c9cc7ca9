"""Sizes with names: a tree means what exact arithmetic says, and reads back as written."""

from __future__ import annotations

import copy
import math
import pickle
import re
import warnings
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pyssz.errors import SchemaError
from pyssz.expression import (
    Expression,
    P,
    ceil_div,
    ceillog2,
    floorlog2,
    maximum,
    minimum,
)

# ---- an independent model ------------------------------------------------------------------------
#
# A tree is drawn as nested tuples. From it come the expression (by Python's operators), a text
# with every pair of parentheses, and the value (by exact rational arithmetic), each on its own way.

NAMES = ("A", "B", "SYNC_COMMITTEE_SIZE", "min", "_x9")
VALUES = dict(zip(NAMES, (0, 1, 512, 7, 2**64 - 1), strict=True))

leaves = st.one_of(
    st.tuples(st.just("integer"), st.integers(0, 9) | st.integers(0, 2**70)),
    st.tuples(st.just("name"), st.sampled_from(NAMES)),
)


def grow(trees: st.SearchStrategy) -> st.SearchStrategy:
    return st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "/", "//", "%", "**"]), trees, trees),
        st.tuples(st.sampled_from(["neg", "floorlog2", "ceillog2"]), trees),
        st.tuples(st.just("ceil_div"), trees, trees),
        st.tuples(st.sampled_from(["min", "max"]), trees, trees),
        st.tuples(st.sampled_from(["min", "max"]), trees, trees, trees),
    )


trees = st.recursive(leaves, grow, max_leaves=12)

BUILD: dict[str, Callable] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
    "neg": lambda a: -a,
    "ceil_div": ceil_div,
    "floorlog2": floorlog2,
    "ceillog2": ceillog2,
    "min": minimum,
    "max": maximum,
}


def build(tree: tuple) -> Expression:
    kind, *parts = tree
    if kind == "integer":
        return Expression.parse(str(parts[0]))
    if kind == "name":
        return getattr(P, parts[0])
    return BUILD[kind](*map(build, parts))


def write(tree: tuple) -> str:
    kind, *parts = tree
    if kind in ("integer", "name"):
        return str(parts[0])
    if kind == "neg":
        return f"(-{write(parts[0])})"
    if kind in BUILD and not kind[0].isalpha():
        return f"({write(parts[0])}{kind}{write(parts[1])})"
    return f"{kind}({','.join(map(write, parts))})"


class Undefined(Exception):
    pass


def bounded(number: Fraction | int) -> int:
    if Fraction(number).denominator != 1 or abs(number) >= 2**256:
        raise Undefined
    return int(number)


def meaning(tree: tuple) -> int:
    kind, *parts = tree
    if kind == "integer":
        return parts[0]
    if kind == "name":
        return VALUES[parts[0]]
    numbers = [meaning(part) for part in parts]
    a, b = numbers[0], numbers[-1]
    if kind in ("/", "//", "%", "ceil_div") and b == 0:
        raise Undefined
    if kind in ("floorlog2", "ceillog2"):
        if a < 1:
            raise Undefined
        exact = next(k for k in range(300) if 2**k >= a)
        return exact if kind == "ceillog2" or 2**exact == a else exact - 1
    if kind == "**":
        if b < 0 or (abs(a) > 1 and b > 300):
            raise Undefined
        b = b if abs(a) > 1 else min(b, 2 + b % 2)
        return bounded(math.prod([a] * b))
    arithmetic = {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "*": lambda: a * b,
        "/": lambda: Fraction(a, b),
        "//": lambda: math.floor(Fraction(a, b)),
        "%": lambda: a - b * math.floor(Fraction(a, b)),
        "ceil_div": lambda: math.ceil(Fraction(a, b)),
        "neg": lambda: -a,
        "min": lambda: sorted(numbers)[0],
        "max": lambda: sorted(numbers)[-1],
    }
    return bounded(arithmetic[kind]())


@given(trees)
def test_the_value_is_that_of_exact_arithmetic(tree: tuple) -> None:
    expression = build(tree)
    try:
        expected = meaning(tree)
    except Undefined:
        with pytest.raises(SchemaError) as caught:
            expression.evaluate(VALUES)
        assert caught.value.code == "EXPRESSION_VALUE"
    else:
        assert expression.evaluate(VALUES) == expected


@given(trees)
def test_operators_and_text_make_the_same_tree(tree: tuple) -> None:
    expression = build(tree)
    parsed = Expression.parse(write(tree))
    assert parsed == expression
    assert hash(parsed) == hash(expression)
    assert parsed.names == set(re.findall(r"\b[A-Z_]\w*|\bmin\b(?!\()", write(tree)))


@given(trees)
def test_text_reads_back_as_the_same_tree(tree: tuple) -> None:
    expression = build(tree)
    assert Expression.parse(str(expression)) == expression
    assert Expression.parse(str(expression).replace(" ", "")) == expression
    assert Expression.parse(f"\n ( {expression} )\t\r\n") == expression
    assert eval(repr(expression), {"P": P}) == expression
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(expression, protocol)) == expression
    assert copy.deepcopy(expression) == expression


@given(trees)
def test_text_has_no_parentheses_to_spare(tree: tuple) -> None:
    expression = build(tree)
    text = str(expression)
    opened: list[int] = []
    for place, character in enumerate(text):
        if character == "(":
            opened.append(place)
        elif character == ")":
            start = opened.pop()
            if start == 0 or not text[start - 1].isalnum():  # not those of a call
                bare = text[:start] + text[start + 1 : place] + text[place + 1 :]
                assert Expression.parse(bare) != expression


def python_reading(text: str) -> int:
    """What Python itself makes of the text."""
    functions = {"ceil_div": lambda a, b: -(-a // b), "min": min, "max": max}
    values = {name: value for name, value in VALUES.items() if name != "min"}
    return eval(text, {"__builtins__": {}, **functions, **values})


tokens = st.sampled_from(["A", "B", "2", "3", "+", "-", "*", "//", "%", "**", "(", ")", " "])


def parse(text: str) -> Expression | SchemaError:
    try:
        return Expression.parse(text)
    except SchemaError as error:
        return error


def is_python(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "'int' object is not callable"
        try:
            compile(text.strip(), "", "eval")
        except SyntaxError:
            return False
    return True


@given(st.lists(tokens, max_size=12).map("".join))
def test_what_is_accepted_means_what_it_means_in_python(text: str) -> None:
    """Precedence and grouping are Python's, and nothing of Python's arithmetic is refused."""
    expression = parse(text)
    if isinstance(expression, SchemaError):
        not_ours = r"(^|[-+*/%(])[-\s]*\+|[)AB23]\s*\(|\(\s*\)|[23][AB]"  # unary plus, calls, ()
        assert not is_python(text) or re.search(not_ours, text)
        return
    try:
        value = expression.evaluate(VALUES)
    except SchemaError:
        assume(False)
    assert python_reading(text.strip()) == value


@given(st.text(alphabet="AZaz_09 +-*/%(),.\n\t\0é²\"'#", max_size=30))
def test_any_text_is_an_expression_or_an_error_with_a_place(text: str) -> None:
    expression = parse(text)
    if isinstance(expression, SchemaError):
        assert expression.code == "EXPRESSION_SYNTAX"
        place = re.search(r" at character (\d+) of ", expression.message)
        assert place
        assert 1 <= int(place[1]) <= len(text) + 1
    else:
        assert Expression.parse(str(expression)) == expression
