"""Mixins: members are copied, and each name is what it would be if the mixin were a base."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyssz.arrays.values
import pyssz.types.progressive  # so that all mixins are there
from pyssz import Bytes32, Container, List, Vector, uint64
from pyssz.base import mixins
from pyssz.base.mixins import merged, mixin

SOURCES = Path(pyssz.arrays.values.__file__).parents[1]


class Meta(type):
    """Makes classes as ViewMeta does, of what counts."""

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any
    ) -> Meta:
        bases, namespace = merged(bases, {"__slots__": (), **namespace})
        return super().__new__(mcls, name, bases, namespace, **kwargs)


@pytest.fixture(autouse=True)
def _no_mixins_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixins, "_mixins", set(mixins._mixins))


@pytest.mark.usefixtures("_no_mixins_left")
class TestMerging:
    def test_a_mixin_is_no_base(self) -> None:
        @mixin
        class Part:
            __slots__ = ()

            def name(self) -> str:
                """A docstring."""
                return type(self).__name__

        class Whole(Part, metaclass=Meta):
            pass

        assert Whole.__mro__ == (Whole, object)
        assert Whole().name() == "Whole"
        assert Whole.name.__doc__ == "A docstring."
        assert Whole.__module__ == __name__
        assert "Part" not in Whole.__qualname__

    def test_other_classes_extend_it_as_any_other(self) -> None:
        @mixin
        class Part:
            __slots__ = ()

        class Whole(Part):
            pass

        assert isinstance(Whole(), Part)

    def test_slots_and_no_slots_are_refused(self) -> None:
        class Part:
            __slots__ = ("x",)

        class Other:
            pass

        for cls in (Part, Other):
            with pytest.raises(TypeError, match="must have __slots__"):
                mixin(cls)

    # Classes above each other and beside each other, some of which are mixins: the names that each
    # defines are drawn, and the class below has to find the same as without mixins.
    @given(
        names=st.lists(st.sets(st.sampled_from("abcd")), min_size=6, max_size=6),
        are_mixins=st.lists(st.booleans(), min_size=3, max_size=3),
        order=st.permutations(range(3)),
    )
    def test_names_are_what_they_would_be(
        self, names: list[set[str]], are_mixins: list[bool], order: list[int]
    ) -> None:
        plain = family(names, are_mixins, order, mixin=lambda cls: cls)
        copied = family(names, are_mixins, order, mixin)
        for name in "abcd":
            assert getattr(copied, name, None) == getattr(plain, name, None)


def family(
    names: list[set[str]],
    are_mixins: list[bool],
    order: list[int],
    mixin: Callable[[type], type],
) -> type:
    def made(number: int, *bases: type) -> type:
        namespace = {"__slots__": (), **{name: (name, number) for name in names[number]}}
        cls = Meta(f"C{number}", bases, namespace)
        return mixin(cls) if 1 <= number <= 3 and are_mixins[number - 1] else cls

    root = made(0)
    # A mixin with bases of its own stands alone, as `right` does.
    left = made(1) if are_mixins[0] else made(1, root)
    right, beside = made(2, root), made(3)
    far = made(4, right)
    return made(5, *([left, far, beside][number] for number in order))


def functions_of(cls: type) -> Iterator[FunctionType]:
    for value in vars(cls).values():
        found = getattr(value, "__func__", value)
        found = getattr(found, "fget", found)
        if isinstance(found, FunctionType):
            yield found


def test_no_mixin_uses_super() -> None:
    assert len(mixins._mixins) >= 8
    for cls in mixins._mixins:
        for function in functions_of(cls):
            assert "__class__" not in function.__code__.co_freevars, function.__qualname__


def test_nobody_asks_for_instances_of_a_mixin() -> None:
    """There are none, but for those of other classes."""
    names = {cls.__name__ for cls in mixins._mixins}
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "isinstance",
                "issubclass",
            ):
                asked = {getattr(each, "id", getattr(each, "attr", "")) for each in ast.walk(node)}
                assert not asked & names, f"{path.name}, line {node.lineno}"


@pytest.mark.parametrize(
    ("cls", "most"), [(uint64, 9), (Bytes32, 7), (List[uint64, 4], 10), (Vector[uint64, 4], 10)]
)
def test_types_have_few_bases(cls: type, most: int) -> None:
    """Each has Python look up ninety names, for each type that is made."""
    assert len(cls.__mro__) <= most


def test_containers_have_few_bases() -> None:
    class Checkpoint(Container):
        epoch: uint64

    assert len(Checkpoint.__mro__) <= 9


@pytest.mark.parametrize("name", ["to_numpy", "to_arrow", "open", "decode_from", "prove", "query"])
def test_members_are_described_where_they_are(name: str) -> None:
    member: Callable[..., Any] = getattr(List[uint64, 4], name)
    assert callable(member)
    assert member.__doc__
