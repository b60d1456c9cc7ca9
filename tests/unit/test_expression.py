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
    SIZE_MAX,
    Expression,
    P,
    as_size,
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


# ---- particular cases ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical", "value"),
    [
        ("1_048_576", "1048576", 1_048_576),
        ("0", "0", 0),
        ("A-B-A", "A - B - A", -3),
        ("A-(B-A)", "A - (B - A)", 11),
        ("A+(B+A)", "A + (B + A)", 17),
        ("A*B//A%B", "A * B // A % B", 0),
        ("A*(B//A)", "A * (B // A)", 0),
        ("7-A*2", "7 - A * 2", -7),
        ("2**3**2", "2**3**2", 512),
        ("(2**3)**2", "(2**3)**2", 64),
        ("-2**2", "-2**2", -4),
        ("(-2)**2", "(-2)**2", 4),
        ("2*-A", "2 * -A", -14),
        ("-A*2", "-A * 2", -14),
        ("-(A*2)", "-(A * 2)", -14),
        ("--A", "--A", 7),
        ("-7//2", "-7 // 2", -4),
        ("-7%4", "-7 % 4", 1),
        ("6/3/2", "6 / 3 / 2", 1),
        ("2**-0", "2**-0", 1),
        ("min (A,B,1)", "min(A, B, 1)", 1),
        ("max(min(A,B),5)", "max(min(A, B), 5)", 5),
        ("ceil_div(A+B,2)", "ceil_div(A + B, 2)", 5),
        ("floorlog2(105)", "floorlog2(105)", 6),
        ("floorlog2(1)", "floorlog2(1)", 0),
        ("ceillog2(1)", "ceillog2(1)", 0),
        ("ceillog2(64)+ceillog2(65)", "ceillog2(64) + ceillog2(65)", 13),
        ("default(A,8)+default(NONE,8)", "default(A, 8) + default(NONE, 8)", 15),
        ("min+default", "min + default", 5),
    ],
)
def test_readings(text: str, canonical: str, value: int) -> None:
    expression = Expression.parse(text)
    assert str(expression) == canonical
    assert expression.evaluate({"A": 7, "B": 3, "min": 4, "default": 1}) == value


def test_python_operators_with_ints_on_either_side() -> None:
    assert str(P.A // P.B) == "A // B"
    assert str(2**P.DEPTH) == "2**DEPTH"
    assert str(P.DEPTH**2) == "DEPTH**2"
    assert str((P.X + 1) * P.Y) == "(X + 1) * Y"
    assert str(1 + P.X - 2) == "1 + X - 2"
    assert str(1 - P.X * 3) == "1 - X * 3"
    assert str(3 * P.X) == "3 * X"
    assert str(64 / P.X / 2) == "64 / X / 2"
    assert str(64 // P.X) == "64 // X"
    assert str(64 % P.X % 5) == "64 % X % 5"
    assert str(P.X + -5) == "X + -5"
    assert P("X + -5") == P.X + -5
    assert P("X + 0") == P.X + 0
    assert str(-P.X) == "-X"


def test_structure_decides_equality() -> None:
    assert P("A") == P.A
    assert P.A != P.B
    assert P.A + P.B != P.B + P.A
    assert P("A + (B + C)") != P("A + B + C")
    assert P("-A") != P("0 - A")
    assert P("4") != 4
    assert P("A") != "A"
    assert P("A", default=8) != P("A")
    assert P("A", default=8) != P("A", default=9)
    assert {P.A + 1: "first"}[P("A+1")] == "first"


def test_functions_compute_ints_at_once() -> None:
    assert ceil_div(7, 2) == 4
    assert ceil_div(-7, 2) == -3
    assert floorlog2(105) == 6
    assert ceillog2(105) == 7
    assert minimum(3, 1, 2) == 1
    assert maximum(3, 1, 2) == 3


def test_functions_of_expressions_wait() -> None:
    assert ceil_div(P.A, 2) == P("ceil_div(A, 2)")
    assert ceil_div(2, P.A) == P("ceil_div(2, A)")
    assert floorlog2(P.A) == P("floorlog2(A)")
    assert ceillog2(P.A + 1) == P("ceillog2(A + 1)")
    assert minimum(P.A, 4, P.B) == P("min(A, 4, B)")
    assert maximum(1, P.A) == P("max(1, A)")
    assert ceil_div(P("7"), 2) == P("ceil_div(7, 2)")


def test_names() -> None:
    expression = P("(A + default(B, 2)) * min(A, C) + default(C, 1)")
    assert expression.names == {"A", "B", "C"}
    assert expression.required_names == {"A", "C"}
    assert P("2**5").names == frozenset()


def test_expressions_do_not_change() -> None:
    for expression in (P.A, P.A + 1, P("3"), P("A", default=1)):
        for attribute in ("name", "names", "operands", "note"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(expression, attribute, "B")
    with pytest.raises(TypeError):
        Expression()  # type: ignore[abstract]


def test_an_int_of_a_subclass_becomes_a_plain_one() -> None:
    class Slots(int):
        def __str__(self) -> str:
            return "many"

    assert str(P.A * Slots(3)) == "A * 3"
    assert type(as_size(Slots(3))) is int
    assert type(P.A.evaluate({"A": Slots(3)})) is int
    assert str(P("A", default=Slots(3))) == "default(A, 3)"


# ---- P -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["__wrapped__", "__len__", "__deepcopy__", "a b", "é", "A" * 129])
def test_p_has_no_such_attribute(name: str) -> None:
    with pytest.raises(AttributeError):
        getattr(P, name)


@pytest.mark.parametrize("name", ["A", "_", "__a", "a__", "min", "class", "names", "A" * 128])
def test_p_has_every_name(name: str) -> None:
    assert getattr(P, name) == P(name)


def test_p_survives_copy_and_pickle() -> None:
    assert pickle.loads(pickle.dumps(P)) is P
    assert copy.copy(P) is P
    assert copy.deepcopy(P) is P
    assert repr(P) == "P"


def test_a_default_is_for_a_name_that_is_not_there() -> None:
    expression = P("A", default=8)
    assert repr(expression) == "P('default(A, 8)')"
    assert expression == P("default(A, 8)")
    assert expression.evaluate({}) == 8
    assert expression.evaluate({"A": 0}) == 0
    assert (expression + P("A", default=1)).evaluate({}) == 9
    assert P("A", default=0).evaluate({}) == 0


@pytest.mark.parametrize(
    ("text", "default", "message"),
    [
        ("A + 1", 8, "only a name can have a default, not 'A + 1'"),
        ("8", 8, "only a name can have a default, not '8'"),
        ("default(A, 1)", 8, "only a name can have a default, not 'default(A, 1)'"),
        ("A", -1, "default of A is -1, no size"),
        ("A", True, "default of A is True, no size"),
        ("A", "8", "default of A is '8', no size"),
        ("A", 2**256, "default of A is an integer of 257 bits, no size"),
        (8, None, "P takes text, got 8"),
    ],
)
def test_p_refuses(text: str, default: int | None, message: str) -> None:
    with pytest.raises(SchemaError, match=f"^{re.escape(message)}$") as caught:
        P(text, default=default)
    assert caught.value.code == "SIZE"


# ---- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a number, a name or '(', found the end at character 1 of ''"),
        ("  ", "expected a number, a name or '(', found the end at character 3 of '  '"),
        ("A +", "expected a number, a name or '(', found the end at character 4 of 'A +'"),
        ("A + + B", "expected a number, a name or '(', found '+' at character 5 of 'A + + B'"),
        ("A *", "expected a number, a name or '(', found the end at character 4 of 'A *'"),
        ("*A", "expected a number, a name or '(', found '*' at character 1 of '*A'"),
        ("A B", "expected an operator, found 'B' at character 3 of 'A B'"),
        ("A 2", "expected an operator, found '2' at character 3 of 'A 2'"),
        ("2(A)", "expected an operator, found '(' at character 2 of '2(A)'"),
        ("(A)(B)", "expected an operator, found '(' at character 4 of '(A)(B)'"),
        ("A)", "expected an operator, found ')' at character 2 of 'A)'"),
        ("A, B", "expected an operator, found ',' at character 2 of 'A, B'"),
        ("(A", "expected ')', found the end at character 3 of '(A'"),
        ("(A, B)", "expected ')', found ',' at character 3 of '(A, B)'"),
        ("()", "expected a number, a name or '(', found ')' at character 2 of '()'"),
        ("A.B", "unexpected '.' at character 2 of 'A.B'"),
        ("A\0", r"unexpected '\x00' at character 2 of 'A\x00'"),
        ("é", "unexpected 'é' at character 1 of 'é'"),
        ("1²", "unexpected '²' at character 2 of '1²'"),
        ("A ** B!", "unexpected '!' at character 7 of 'A ** B!'"),
        ("~A", "unexpected '~' at character 1 of '~A'"),
        ("A\n+\n;", "unexpected ';' at character 5 of 'A\\n+\\n;'"),
        ("0x10", "'0x10' is not a decimal integer at character 1 of '0x10'"),
        ("1 + 007", "'007' is not a decimal integer at character 5 of '1 + 007'"),
        ("1_", "'1_' is not a decimal integer at character 1 of '1_'"),
        ("1__0", "'1__0' is not a decimal integer at character 1 of '1__0'"),
        ("12GWEI", "'12GWEI' is not a decimal integer at character 1 of '12GWEI'"),
        (f"{2**256}", f"a number of more than 256 bits at character 1 of '{str(2**256)[:40]}...'"),
        ("A" * 129, f"a name of more than 128 characters at character 1 of '{'A' * 40}...'"),
        (
            "log2(3)",
            "unknown function 'log2' (there are min, max, ceil_div, floorlog2, ceillog2, default)"
            " at character 1 of 'log2(3)'",
        ),
        (
            "1+floor_log2(3)",
            "unknown function 'floor_log2' (did you mean floorlog2?)"
            " at character 3 of '1+floor_log2(3)'",
        ),
        (
            "floorlog2(3, 4)",
            "floorlog2 takes 1, got 2 arguments at character 1 of 'floorlog2(3, 4)'",
        ),
        ("ceil_div(3)", "ceil_div takes 2, got 1 argument at character 1 of 'ceil_div(3)'"),
        (
            "ceil_div(1, 2, 3)",
            "ceil_div takes 2, got 3 arguments at character 1 of 'ceil_div(1, 2, 3)'",
        ),
        ("ceillog2(1, 2)", "ceillog2 takes 1, got 2 arguments at character 1 of 'ceillog2(1, 2)'"),
        ("max(3)", "max takes 2 or more, got 1 argument at character 1 of 'max(3)'"),
        (" " * 39 + "!", f"unexpected '!' at character 40 of '{' ' * 39}!'"),
        (
            " " * 41 + "!" + " " * 40,
            f"unexpected '!' at character 42 of '...{' ' * 40}!{' ' * 39}...'",
        ),
        ("!" + " " * 39, f"unexpected '!' at character 1 of '!{' ' * 39}'"),
        ("!" + " " * 40, f"unexpected '!' at character 1 of '!{' ' * 39}...'"),
        ("min(3)", "min takes 2 or more, got 1 argument at character 1 of 'min(3)'"),
        ("max()", "expected a number, a name or '(', found ')' at character 5 of 'max()'"),
        ("max(1,)", "expected a number, a name or '(', found ')' at character 7 of 'max(1,)'"),
        ("max(1 2)", "expected ')', found '2' at character 7 of 'max(1 2)'"),
        ("default(3, 4)", "expected a name, found '3' at character 9 of 'default(3, 4)'"),
        ("default(A)", "expected ',', found ')' at character 10 of 'default(A)'"),
        ("default(A, B)", "expected an integer, found 'B' at character 12 of 'default(A, B)'"),
        ("default(A, -1)", "expected an integer, found '-' at character 12 of 'default(A, -1)'"),
        ("default(A, 1, 2)", "expected ')', found ',' at character 13 of 'default(A, 1, 2)'"),
        ("default(A, 01)", "'01' is not a decimal integer at character 12 of 'default(A, 01)'"),
    ],
)
def test_text_that_is_no_expression(text: str, message: str) -> None:
    with pytest.raises(SchemaError, match=f"^{re.escape(message)}$") as caught:
        Expression.parse(text)
    assert caught.value.code == "EXPRESSION_SYNTAX"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A / 2", "7 / 2 leaves a remainder (// rounds down, ceil_div rounds up), in 'A / 2'"),
        ("1 + A / ZERO * 2", "7 / 0 divides by zero, in 'A / ZERO'"),
        ("A // ZERO", "7 // 0 divides by zero, in 'A // ZERO'"),
        ("A % (A - 7)", "7 % 0 divides by zero, in 'A % (A - 7)'"),
        ("ceil_div(A, ZERO)", "ceil_div(7, 0) divides by zero, in 'ceil_div(A, ZERO)'"),
        ("2**-A", "2**-7 has a negative exponent, in '2**-A'"),
        ("2**256", "a number of more than 256 bits, in '2**256'"),
        ("2**257", "2**257 needs more than 256 bits, in '2**257'"),
        ("2**2**2**2**2**2**2", "2**65536 needs more than 256 bits, in '2**2**2**2**2'"),
        ("2**255 * 2 - 1", "a number of more than 256 bits, in '2**255 * 2'"),
        ("floorlog2(ZERO)", "floorlog2(0) is not defined, a logarithm is of 1 or more, in"),
        ("ceillog2(-A)", "ceillog2(-7) is not defined, a logarithm is of 1 or more, in"),
    ],
)
def test_arithmetic_that_has_no_value(text: str, message: str) -> None:
    with pytest.raises(SchemaError, match=f"^{re.escape(message)}") as caught:
        Expression.parse(text).evaluate({"A": 7, "ZERO": 0})
    assert caught.value.code == "EXPRESSION_VALUE"


def test_powers_at_the_edge() -> None:
    assert P("2**255 + (2**255 - 1)").evaluate({}) == 2**256 - 1
    assert P(str(2**256 - 1)).evaluate({}) == 2**256 - 1
    assert P(f"{2**256 - 1:_}").evaluate({}) == 2**256 - 1
    assert P("(-2)**255").evaluate({}) == -(2**255)
    assert P("1**A").evaluate({"A": 2**256 - 1}) == 1
    assert P("(-1)**A").evaluate({"A": 2**256 - 1}) == -1
    assert P("0**A").evaluate({"A": 2**256 - 1}) == 0
    assert P("0**0").evaluate({}) == 1


def test_all_missing_names_are_told_with_near_misses() -> None:
    with pytest.raises(SchemaError) as caught:
        P("SLOT_PER_EPOCH * NOWHERE + slots_per_epoch + default(GONE, 1)").evaluate(
            {"SLOTS_PER_EPOCH": 32, "PTC_SIZE": 512}
        )
    assert caught.value.code == "MISSING_PRESET_VALUE"
    assert str(caught.value) == (
        "no value for NOWHERE, SLOT_PER_EPOCH (did you mean SLOTS_PER_EPOCH?), "
        "slots_per_epoch (did you mean SLOTS_PER_EPOCH?)"
    )


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("64", "'64'"),
        (True, "True"),
        (6.0, "6.0"),
        (None, "None"),
        (2**256, "an integer of 257 bits"),
        pytest.param(10**5000, "an integer of 16610 bits", id="huge"),
    ],
)
def test_a_value_that_is_no_integer(value: object, found: str) -> None:
    for expression in (P.A + 1, P("A", default=3)):
        with pytest.raises(SchemaError) as caught:
            expression.evaluate({"A": value})  # type: ignore[dict-item]
        assert caught.value.code == "PRESET_VALUE"
        assert str(caught.value) == f"A is {found}, not an integer that a size can use"


@pytest.mark.parametrize(
    "operand", ["B", True, 1.0, None, 2**256, pytest.param(10**5000, id="huge")]
)
def test_arithmetic_with_what_is_no_integer(operand: object) -> None:
    for operation in (
        lambda: P.A + operand,
        lambda: operand - P.A if operand != "B" else operand + P.A,
        lambda: floorlog2(operand),  # type: ignore[call-overload]
        lambda: minimum(P.A, operand),  # type: ignore[arg-type]
    ):
        with pytest.raises(SchemaError, match="is not an integer that a size can use") as caught:
            operation()
        assert caught.value.code == "SIZE"
        assert len(str(caught.value)) < 200


def test_functions_refuse() -> None:
    with pytest.raises(SchemaError, match=r"^minimum takes 2 or more arguments$"):
        minimum(3)
    with pytest.raises(SchemaError, match=r"^maximum takes 2 or more arguments$"):
        maximum()
    with pytest.raises(SchemaError, match="divides by zero"):
        ceil_div(3, 0)
    with pytest.raises(SchemaError, match="logarithm"):
        ceillog2(0)


# ---- hostile text --------------------------------------------------------------------------------

COUNT = 100_000


@pytest.mark.parametrize(
    "text",
    [
        "(" * COUNT,
        "(" * COUNT + "1" + ")" * COUNT,
        "-" * COUNT + "1",
        "2**" * COUNT + "2",
        "1+" * COUNT + "1",
        "1-(" * COUNT + "1" + ")" * COUNT,
        "min(1," * COUNT + "1" + ")" * COUNT,
        "floorlog2(" * COUNT + "1" + ")" * COUNT,
        "max(" + "1," * COUNT + "1)",
        "9" * COUNT,
        "0" * COUNT,
        "A" * COUNT,
        "f" * COUNT + "(1)",
        " " * COUNT,
        "1 " * COUNT,
    ],
    ids=lambda text: text[:8],
)
def test_long_and_deep_text_is_refused_shortly(text: str) -> None:
    with pytest.raises(SchemaError) as caught:
        Expression.parse(text)
    assert caught.value.code == "EXPRESSION_SYNTAX"
    assert re.search(r" at character \d+ of ", str(caught.value))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "step",
    [
        lambda e: e + 1,
        lambda e: 1 + e,
        lambda e: 1 - e,
        lambda e: e**2,
        lambda e: 1**e,
        lambda e: -e,
        lambda e: -(e**2),
        lambda e: (-e) ** 2,
        lambda e: 1 * (1 + e),
        lambda e: ceillog2(e),
        lambda e: minimum(1, e),
        lambda e: 3 - minimum(-e, 1),
    ],
)
def test_the_largest_trees_read_back(step: Callable[[Expression], Expression]) -> None:
    """The bound on nesting in text must not refuse what the bound on trees allows."""
    expression: Expression = P.A
    steps, refusal = 0, ""
    while not refusal:
        try:
            expression, steps = step(expression), steps + 1
        except SchemaError as error:
            refusal = str(error)
    assert refusal == "a size expression of more than 64 terms"
    assert steps >= 12
    assert Expression.parse(str(expression)) == expression
    assert hash(pickle.loads(pickle.dumps(expression))) == hash(expression)


def test_the_bounds_are_where_they_are_said_to_be() -> None:
    assert P(f"min({', '.join(['1'] * 63)})").evaluate({}) == 1  # 64 terms with min itself
    with pytest.raises(SchemaError, match=r"^a size expression of more than 64 terms at char"):
        P(f"min({', '.join(['1'] * 64)})")
    assert P("(" * 127 + "A" + ")" * 127) == P.A
    with pytest.raises(SchemaError, match=r"^nested too deeply at character 129 of"):
        P("(" * 128 + "A" + ")" * 128)


def test_sharing_does_not_hide_the_size_of_a_tree() -> None:
    expression: Expression = P.A
    for _ in range(5):
        expression = expression + expression
    with pytest.raises(SchemaError, match="more than 64 terms"):
        expression + expression


# ---- as_size -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (0, 0),
        (1, 1),
        (SIZE_MAX, 2**64 - 1),
        ("64", 64),
        ("2**5 + 1", 33),
        ("2**65 // 4", 2**63),
        (P("ceillog2(4096)"), 12),
        ("A", P.A),
        ("2 * A", 2 * P.A),
        (P.A + 1, P.A + 1),
        ("default(A, 8)", P("A", default=8)),
    ],
)
def test_as_size(size: int | str | Expression, expected: int | Expression) -> None:
    assert as_size(size) == expected
    assert type(as_size(size)) is type(expected)


@pytest.mark.parametrize(
    ("size", "code", "message"),
    [
        (True, "SIZE", "a size is an int, text or an expression of P, got True"),
        (None, "SIZE", "a size is an int, text or an expression of P, got None"),
        (8.0, "SIZE", "a size is an int, text or an expression of P, got 8.0"),
        (P, "SIZE", "a size is an int, text or an expression of P, got P"),
        (-1, "SIZE", "a size is 0 to 2**64 - 1, got -1"),
        (2**64, "SIZE", "a size is 0 to 2**64 - 1, got 18446744073709551616"),
        pytest.param(
            10**5000, "SIZE", "a size is 0 to 2**64 - 1, got an integer of 16610 bits", id="huge"
        ),
        ("3 - 5", "SIZE", "a size is 0 to 2**64 - 1, but '3 - 5' is -2"),
        ("2**64", "SIZE", "a size is 0 to 2**64 - 1, but '2**64' is 18446744073709551616"),
        ("7 / 0", "EXPRESSION_VALUE", "7 / 0 divides by zero, in '7 / 0'"),
        ("7 /", "EXPRESSION_SYNTAX", None),
    ],
)
def test_as_size_refuses(size: object, code: str, message: str | None) -> None:
    with pytest.raises(SchemaError) as caught:
        as_size(size)  # type: ignore[arg-type]
    assert caught.value.code == code
    if message is not None:
        assert str(caught.value) == message
