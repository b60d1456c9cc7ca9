"""Native integers do what those of Python do: results, classes, errors and their words."""

import copy
import enum
import gc
import operator
import pickle
import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import pyssz
from pyssz import native
from pyssz.compat import ssz_specs
from pyssz.core.type import BasicView
from pyssz.types import basic
from pyssz.types.basic import uint
from pyssz.types.integers import ZeroOrOne

needs_accel = pytest.mark.skipif(native.ACCEL is None, reason="needs the extension _accel")


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 200


class Indexed:
    """No int, but as good as one."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Indexed({self.number})"


class Liar(int):
    """An int that is converted to another one."""

    def __int__(self) -> int:
        return 7

    __index__ = __int__


def kinds_of(bases: dict[int, Any]) -> dict[str, Any]:
    """Classes of integers by name, whose bases are given by their sizes."""

    class Slot(bases[8]):  # type: ignore[misc]
        pass

    class Early(Slot):
        pass

    class Flags(bases[1]):  # type: ignore[misc]
        pass

    class Odd(bases[8]):  # type: ignore[misc]
        def __add__(self, other: Any) -> Any:
            return "mine", super().__add__(other)

        def __radd__(self, other: Any) -> Any:
            # Of what is below it is not the same: C is not told who asks, only which comes first.
            return "mine too", other

        def __pow__(self, other: Any, modulus: Any = None) -> Any:
            return "my power", super().__pow__(other, modulus)

        def __rpow__(self, other: Any, modulus: Any = None) -> Any:
            return "my other power"

    class Picky(bases[2]):  # type: ignore[misc]
        def __new__(cls, value: Any = 3) -> Any:
            return super().__new__(cls, value)

    made = {f"uint{8 * size}": kind for size, kind in bases.items()}
    return made | {kind.__name__: kind for kind in (Slot, Early, Flags, Odd, Picky)}


# What extends uint and nothing native is pure Python, whatever is installed.
PURE = kinds_of(
    {
        size: type(uint)(f"uint{8 * size}", (uint,), {"_parameters": (size,)})
        for size in (1, 2, 4, 8, 16)
    }
)
NATIVE = kinds_of(
    {
        1: basic.uint8,
        2: basic.uint16,
        4: basic.uint32,
        8: basic.uint64,
        16: basic.uint128,
    }
)
OTHERS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "bool": bool,
    "float": float,
    "str": str,
    "list": lambda number: [number % 3],
    "None": lambda number: None,
    "Level": lambda number: Level.HIGH if number % 2 else Level.LOW,
    "Indexed": Indexed,
    "Liar": Liar,
    "Uint64": lambda number: ssz_specs.Uint64(number % 2**64),
    "boolean": lambda number: basic.boolean(number % 2),
    "int64": lambda number: np.int64(number % 2**63),
    "uint8 of numpy": lambda number: np.uint8(number % 2**8),
    "array": lambda number: np.array([number % 2**63, 1]),
}

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    function.__name__: function
    for function in (
        *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, divmod),
        *(operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift),
        *(operator.truediv, operator.eq, operator.ne, operator.lt, operator.le, operator.gt),
        *(operator.ge, operator.iadd),
    )
}
NUMBERS = st.one_of(
    st.integers(0, 9),
    st.sampled_from(
        [2**bits + near for bits in (7, 8, 16, 30, 32, 60, 63, 64) for near in (-1, 0, 1)]
    ),
    st.integers(0, 2**64 - 1),
)
# Powers and shifts of large numbers are large.
SMALL = st.one_of(st.integers(0, 9), st.integers(0, 70))


def make(kinds: dict[str, Any], name: str, number: int) -> Any:
    if name in kinds:
        return kinds[name](number % (kinds[name]._max + 1))
    return OTHERS[name](number)


def described(value: Any) -> Any:
    """What can be compared of a result: classes by their names."""
    if isinstance(value, tuple):
        return [described(item) for item in value]
    if isinstance(value, np.ndarray):
        return value.dtype.name, value.tolist()
    return type(value).__name__, int(value) if isinstance(value, int) else repr(value)


def outcome(compute: Callable[..., Any], *operands: Any) -> Any:
    try:
        with np.errstate(all="ignore"):
            return described(compute(*operands))
    except Exception as error:
        return type(error).__name__, getattr(error, "code", None), str(error)


NAMES = [*NATIVE, *OTHERS]
names = st.sampled_from(NAMES)


@given(
    st.sampled_from([*BINARY]), st.sampled_from([*NATIVE]), names, NUMBERS, NUMBERS, st.booleans()
)
@example("sub", "uint64", "int", 0, 1, False)
@example("lshift", "uint64", "int", 1, 64, False)
@example("lshift", "uint8", "uint64", 255, 2**63, False)
@example("rshift", "uint64", "int", 5, 1, True)
@example("and_", "uint8", "int", 5, 256, False)
@example("and_", "uint8", "int", 5, 256, True)
@example("add", "uint64", "array", 5, 2**62, True)
@example("lshift", "uint8", "Indexed", 0, 0, True)
@example("add", "Odd", "uint64", 5, 2, True)
def test_operators_of_two(
    name: str, ours: str, other: str, number: int, second: int, is_swapped: bool
) -> None:
    if "shift" in name:
        second %= 300
        if is_swapped:
            number %= 300
    outcomes = []
    for kinds in (PURE, NATIVE):
        operands = [make(kinds, ours, number), make(kinds, other, second)]
        outcomes.append(outcome(BINARY[name], *(operands[::-1] if is_swapped else operands)))
    assert outcomes[0] == outcomes[1]


@given(st.sampled_from([*NATIVE]), names, SMALL, SMALL, st.booleans())
@example("uint8", "int", 7, 2, True)
@example("uint8", "int", 8, 2, True)
@example("uint64", "int", 2, 63, False)
@example("uint64", "int", 2, 64, False)
@example("uint64", "int", 0, 0, False)
def test_powers(ours: str, other: str, number: int, second: int, is_swapped: bool) -> None:
    outcomes = []
    for kinds in (PURE, NATIVE):
        operands = [make(kinds, ours, number), make(kinds, other, second)]
        outcomes.append(outcome(operator.pow, *(operands[::-1] if is_swapped else operands)))
    assert outcomes[0] == outcomes[1]


@given(
    st.tuples(names, names, names), st.tuples(SMALL, SMALL, st.one_of(st.integers(0, 3), NUMBERS))
)
@example(("uint64", "int", "int"), (3, 5, 7))
@example(("int", "uint64", "int"), (3, 5, 7))
@example(("int", "int", "uint64"), (3, 5, 7))
@example(("uint64", "uint64", "None"), (3, 5, 7))
def test_powers_with_a_modulus(chosen: tuple[str, ...], numbers: tuple[int, ...]) -> None:
    outcomes = [
        outcome(
            pow,
            *(make(kinds, name, number) for name, number in zip(chosen, numbers, strict=True)),
        )
        for kinds in (PURE, NATIVE)
    ]
    assert outcomes[0] == outcomes[1]


NEGATIVE = st.one_of(st.integers(-3, -1), st.integers(-(2**64), -1), st.just(2**200))


@given(st.sampled_from([*BINARY]), st.sampled_from([*NATIVE]), NUMBERS, NEGATIVE, st.booleans())
def test_ints_that_are_out_of_any_range(
    name: str, ours: str, number: int, second: int, is_swapped: bool
) -> None:
    if "shift" in name and second > 0:
        return
    outcomes = []
    for kinds in (PURE, NATIVE):
        operands = [make(kinds, ours, number), second]
        outcomes.append(outcome(BINARY[name], *(operands[::-1] if is_swapped else operands)))
    assert outcomes[0] == outcomes[1]


UNARY: list[Callable[[Any], Any]] = [
    *(operator.neg, operator.pos, operator.abs, operator.invert, operator.index, int, float, bool),
    *(hash, repr, str, "{:05x}".format, round, hex, copy.copy, copy.deepcopy),
    *(lambda value: pickle.loads(pickle.dumps(int(value))), lambda value: value.bit_length()),
    *(lambda value: value.to_bytes(16, "big"), lambda value: value.encode_bytes()),
    *(lambda value: value.hash_tree_root(), lambda value: value.to_obj()),
    *(lambda value: {value: 1}[int(value)], lambda value: range(300)[value]),
]


@given(st.integers(0, len(UNARY) - 1), st.sampled_from([*NATIVE]), NUMBERS)
def test_operations_of_one(which: int, ours: str, number: int) -> None:
    pure, quick = (outcome(UNARY[which], make(kinds, ours, number)) for kinds in (PURE, NATIVE))
    assert pure == quick


@given(
    st.sampled_from([*NATIVE]),
    names,
    st.one_of(NUMBERS, NEGATIVE),
    st.sampled_from(["one", "none", "by name", "two", "unknown name"]),
)
def test_making_instances(ours: str, other: str, number: int, way: str) -> None:
    def make_one(kinds: dict[str, Any]) -> Any:
        if other != "int" and not 0 <= number < 2**64:
            return None
        value = make(kinds, other, number)
        if way == "one":
            return kinds[ours](value)
        if way == "none":
            return kinds[ours]()
        if way == "by name":
            return kinds[ours](value=value)
        return kinds[ours](value, value) if way == "two" else kinds[ours](other=value)

    pure, quick = (outcome(make_one, kinds) for kinds in (PURE, NATIVE))
    assert pure == quick


PureBoolean = type(uint)(
    "boolean",
    (ZeroOrOne, BasicView),
    {name: value for name, value in vars(basic.boolean).items() if name != "_pickle_as"},
)


@given(
    st.sampled_from([*OTHERS, "bool of numpy", "bytes"]),
    st.one_of(st.integers(-1, 2), NUMBERS),
    st.sampled_from([*BINARY]),
)
def test_booleans(other: str, number: int, name: str) -> None:
    more = {"bool of numpy": np.bool_, "bytes": lambda number: bytes([number % 256])}
    value = {**OTHERS, **more}[other](abs(number) if other != "int" else number)
    pure, quick = (outcome(kind, value) for kind in (PureBoolean, basic.boolean))
    assert pure == quick
    for first in (0, 1):
        pure, quick = (
            outcome(BINARY[name], kind(first), value % 300 if type(value) is int else value)
            for kind in (PureBoolean, basic.boolean)
        )
        assert pure == quick


# ---- what native code may not get wrong ----------------------------------------------------------


def run_everything(kind: Any, rounds: int) -> None:
    """Hits and misses of all that is native, again and again."""
    for number in range(rounds):
        value = kind(number)
        assert value + 3 == number + 3
        assert (value * 7) // 7 % 5 == number % 5
        assert kind(2**63) - value == 2**63 - number
        assert 2 ** kind(number % 60) == 1 << number % 60
        assert (value << 2 >> 1) ^ 1 | 2 & 3
        assert value < number + 1
        for compute in (operator.add, operator.sub):
            with pytest.raises((ValueError, TypeError)):
                compute(value, -(2**70))
        with pytest.raises((ValueError, TypeError)):
            kind(-1)
        with pytest.raises((ValueError, TypeError)):
            value + pyssz.uint8(3)


@pytest.mark.parametrize("kind", [pyssz.uint64, ssz_specs.Uint64])
def test_nothing_leaks(kind: Any) -> None:
    class Local(kind):  # type: ignore[misc]
        pass

    run_everything(Local, 300)
    gc.collect()
    blocks, references = sys.getallocatedblocks(), sys.getrefcount(Local)
    run_everything(Local, 1500)
    gc.collect()
    # Some instances are kept, at most 1024; each has a reference to the class.
    assert sys.getrefcount(Local) < references + 1100
    assert sys.getallocatedblocks() < blocks + 1400


@pytest.mark.parametrize("kind", [pyssz.uint64, ssz_specs.Uint64])
def test_a_class_goes_with_the_instances_that_it_keeps(kind: Any) -> None:
    class Local(kind):  # type: ignore[misc]
        pass

    values = [Local(number) + 1 for number in range(1000)]
    gone = weakref.ref(Local)
    del Local
    gc.collect()
    assert gone() is not None
    assert values[5] + 1 == 7
    del values
    gc.collect()
    gc.collect()
    assert gone() is None


@needs_accel
def test_many_classes_keep_their_numbers() -> None:
    """More of them than have room in the table by which they are found."""
    classes = [type(uint)(f"Local{n}", (pyssz.uint64,), {}) for n in range(3000)]
    for n, kind in enumerate(classes):
        assert type(kind(n) + 1) is kind
    kept = sum(kind(n) + 1 is kind(n) + 1 for n, kind in enumerate(classes))
    assert 500 < kept < 3000
    del classes
    gc.collect()
    again = type(uint)("Again", (pyssz.uint64,), {})
    assert type(again(5) + 1) is again


def in_one_place(limit: int) -> list[int]:
    """Numbers below a limit that share one place in what a class keeps."""
    places: dict[int, list[int]] = {}
    for number in (7 * n * limit // 2**20 % limit for n in range(1, 3000)):
        place = number * 0x9E3779B97F4A7C15 % 2**64 >> 56
        found = places.setdefault(place, [])
        found.append(number)
        if len(found) == 5:
            return found
    raise AssertionError("no place has five numbers")


@needs_accel
@pytest.mark.parametrize("limit", [2**20, 2**50, 2**64])
def test_an_instance_that_nobody_has_becomes_another_number(limit: int) -> None:
    class Local(pyssz.uint64):
        pass

    first, second, third, *_ = in_one_place(limit)
    value = Local(first)
    where = id(value)
    del value
    value = Local(second)
    assert id(value) == where
    assert value == second
    other = Local(third)
    assert id(other) != where
    assert (value, other) == (second, third)


@needs_accel
def test_an_instance_that_somebody_has_stays_what_it_is() -> None:
    class Local(pyssz.uint64):
        pass

    numbers = [
        number
        for limit in (2**10, 2**40, 2**64)
        for number in (*in_one_place(limit), *range(limit - 700, limit))
    ]
    kept = []
    for number in numbers:
        Local(number)  # nobody has it
        kept.append(Local(number))
        Local(number // 3)
    assert [int(value) for value in kept] == numbers
    assert all(hash(value) == hash(number) for value, number in zip(kept, numbers, strict=True))
    assert [value // 7 * 2 for value in kept] == [number // 7 * 2 for number in numbers]


def test_the_class_of_a_kept_instance_may_change() -> None:
    class Local(pyssz.uint64):
        pass

    class Other(pyssz.uint64):
        pass

    value = Local(5)
    value.__class__ = Other  # type: ignore[assignment]
    assert type(Local(5)) is Local
    assert type(Local(2) + 3) is Local


def test_instances_with_attributes_are_not_shared() -> None:
    class Notes:
        pass

    class Noted(Notes, pyssz.uint64):
        pass

    first, second = Noted(5), Noted(5)
    vars(first)["note"] = "mine"
    assert not hasattr(second, "note")
    assert not hasattr(first + 0, "note")


@needs_accel
def test_numbers_are_made_by_the_layout_of_ints() -> None:
    """So it is on every version that is tested; where it is not, only time is lost."""
    assert native.ACCEL is not None
    assert native.ACCEL.IS_LAYOUT_KNOWN


@given(NUMBERS)
@example(0)
def test_instances_are_what_int_makes(number: int) -> None:
    class Made(int):
        __slots__ = ()

    def agree(one: int, other: int) -> None:
        assert type(one) is type(other)
        assert sys.getsizeof(one) == sys.getsizeof(other)
        for compute in (hash, repr, int, bool, float, operator.neg, operator.invert):
            assert compute(one) == compute(other)
        assert one == other
        assert one * one == other * other
        assert one - other == 0

    agree(native.new_integer(Made, number), int.__new__(Made, number))
    agree(native.new_integer(Made, -number), int.__new__(Made, -number))
    agree(native.new_integer(Made, number << 200), int.__new__(Made, number << 200))


@needs_accel
@pytest.mark.parametrize("arguments", [(), (1,), (int,), (str, 5), (5, 5), (int, "5"), (int, 1, 2)])
def test_native_integers_refuse_what_they_can_not_take(arguments: Any) -> None:
    assert native.ACCEL is not None
    with pytest.raises(TypeError):
        native.ACCEL.integer(*arguments)
    if arguments != (int,):
        with pytest.raises(TypeError):
            native.ACCEL.Kept(*arguments)


def test_errors_in_the_methods_that_are_asked_are_told() -> None:
    class Broken(pyssz.uint64):
        @classmethod
        def _range_error(cls, value: int) -> Any:
            raise RuntimeError("broken")

    for compute in (lambda: Broken(1) - 2, lambda: Broken(-1), lambda: 2 ** Broken(64)):
        with pytest.raises(RuntimeError, match="broken"):
            compute()


def test_threads_share_classes() -> None:
    class Local(pyssz.uint64):
        pass

    failures: list[BaseException] = []

    def work() -> None:
        try:
            run_everything(Local, 300)
        except BaseException as error:
            failures.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not failures
