"""Sizes with names, case by case: readings, operators, names, and what is a size."""

from __future__ import annotations

import copy
import pickle
import re

import pytest

from pyssz.errors import SchemaError
from pyssz.sizes.expression import (
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
        ("A", -1, "default of A is -1, which is not a size"),
        ("A", True, "default of A is True, which is not a size"),
        ("A", "8", "default of A is '8', which is not a size"),
        ("A", 2**600, "default of A is an integer of 601 bits, which is not a size"),
        (8, None, "P takes text, got 8"),
    ],
)
def test_p_refuses(text: str, default: int | None, message: str) -> None:
    with pytest.raises(SchemaError, match=f"^{re.escape(message)}$") as caught:
        P(text, default=default)
    assert caught.value.code == "SIZE"


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
