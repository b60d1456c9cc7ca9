"""Sizes with names: what is refused, with which words, and how soon."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable

import pytest

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
            "unknown function 'log2' at character 1 of 'log2(3)'"
            "; there are min, max, ceil_div, floorlog2, ceillog2, default",
        ),
        (
            "1+floor_log2(3)",
            "unknown function 'floor_log2' at character 3 of '1+floor_log2(3)'"
            "; did you mean floorlog2?",
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
        "no value for NOWHERE, SLOT_PER_EPOCH, slots_per_epoch; "
        "SLOT_PER_EPOCH: did you mean SLOTS_PER_EPOCH?; "
        "slots_per_epoch: did you mean SLOTS_PER_EPOCH?"
    )


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("64", "'64'"),
        (True, "True"),
        (6.0, "6.0"),
        (None, "None"),
        (2**600, "an integer of 601 bits"),
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
