"""Integers of pyssz.compat.ssz_specs: native ones and those of Python do the same."""

from __future__ import annotations

import gc
import operator
import sys
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pyssz.compat import ssz_specs as ssz


class Slot(ssz.Uint64):
    pass


class Epoch(ssz.Uint64):
    pass


class Early(Slot):
    pass


class Plain(ssz.BaseUint):
    """The same without a native base."""

    BITS = 64


class PlainSlot(Plain):
    pass


class PlainEpoch(Plain):
    pass


class PlainEarly(PlainSlot):
    pass


OPERATORS = [
    *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, divmod, pow),
    *(operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift),
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
]
KINDS = {
    int: int,
    Plain: ssz.Uint64,
    PlainSlot: Slot,
    PlainEpoch: Epoch,
    PlainEarly: Early,
    bool: bool,
    ssz.Uint8: ssz.Uint8,
    ssz.Uint256: ssz.Uint256,
    float: float,
}
NUMBERS = st.one_of(
    st.integers(0, 300), st.integers(2**63 - 5, 2**64 + 5), st.integers(0, 2**64 - 1)
)


def outcome(compute: Any, *operands: Any) -> Any:
    try:
        result = compute(*operands)
    except (TypeError, ValueError, ArithmeticError) as error:
        return type(error).__name__, str(error).replace("Plain", "").replace("Uint64", "")
    names = {plain: native.__name__ for plain, native in KINDS.items()}
    results = result if isinstance(result, tuple) else (result,)
    return [
        (names.get(type(item), type(item).__name__), item == item, int(item)) for item in results
    ]


@given(
    st.sampled_from(OPERATORS),
    st.sampled_from([*KINDS]),
    st.sampled_from([*KINDS]),
    NUMBERS,
    st.one_of(NUMBERS, st.integers(-5, -1)),
)
def test_native_operators_do_what_those_of_python_do(
    compute: Any, left: Any, right: Any, a: int, b: int
) -> None:
    def made(kind: Any, number: int) -> Any:
        if kind is float or kind is bool or kind is int:
            return kind(number)
        return kind(number % 2 ** (8 * kind.BYTE_LENGTH))

    if compute in (pow, operator.lshift):
        b %= 70
    ours = outcome(compute, made(left, a), made(right, b))
    native = outcome(compute, made(KINDS[left], a), made(KINDS[right], b))
    assert ours == native


@given(NUMBERS)
def test_native_integers_are_ints(number: int) -> None:
    number %= 2**64
    slot = Slot(number)
    assert (int(slot), hash(slot), str(slot), repr(slot)) == (
        number,
        hash(number),
        str(number),
        f"Slot({number})",
    )
    assert {slot: 1}[number] == 1  # type: ignore[index]
    assert slot.encode_bytes() == number.to_bytes(8, "little")
    assert Slot.decode_bytes(slot.encode_bytes()) == slot
    assert [0, 1, 2][Slot(2)] == 2


def test_native_integers_leak_nothing() -> None:
    class Local(ssz.Uint64):
        pass

    for _ in range(100):
        for compute in OPERATORS:
            outcome(compute, Local(7), Slot(3))
            outcome(compute, Local(2**64 - 1), 5)
    before = sys.getrefcount(Slot)
    for _ in range(1000):
        outcome(operator.add, Slot(2**63), 2**62)
        outcome(operator.add, Slot(2**63), 2**63)
        outcome(operator.lt, Slot(5), Epoch(5))
        outcome(Slot, -1)
    gc.collect()
    # A few values are kept, to be given again.
    assert sys.getrefcount(Slot) < before + 100


def test_a_class_may_bring_operators_of_its_own() -> None:
    class Odd(ssz.Uint64):
        def __add__(self, other: Any) -> Any:
            return "mine"

        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = ssz.Uint64.__hash__

    assert Odd(1) + 1 == "mine"
    assert Odd(1) == 7
    assert Odd(5) - 3 == 2
    assert hash(Odd(5)) == hash(5)
