"""What a type checker knows of containers: their fields, by `dataclass_transform`.

Nothing runs this: `nox -s typing` reads it. An ignored error that is none fails as well.
"""

from typing import TYPE_CHECKING

from pyssz import (
    Bitlist,
    Bytes32,
    Container,
    List,
    P,
    Place,
    Preset,
    ProgressiveContainer,
    Vector,
    View,
    boolean,
    hash_tree_root,
    uint8,
    uint64,
)

if TYPE_CHECKING:
    from typing_extensions import assert_type


class Epoch(uint64):
    pass


# Numbers are no types: checkers have no words for lengths and limits.
class Roots(Vector[Bytes32, 4]):  # type: ignore[type-arg, valid-type]
    pass


class Bits(Bitlist[P.BITS_LIMIT]):  # type: ignore[type-arg, name-defined]
    pass


class Checkpoint(Container):
    epoch: Epoch
    root: Bytes32


class Flagged(Checkpoint):
    flag: boolean = boolean(True)
    weight: uint8 = uint8(1)


# A base that is made by a call is beyond mypy; the fields are known all the same.
class Square(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    side: uint64
    color: uint8


def a_constructor_has_the_fields_as_keywords(epoch: Epoch, root: Bytes32) -> None:
    assert_type(Checkpoint(epoch=epoch, root=root), Checkpoint)
    assert_type(Checkpoint(root=root, epoch=epoch).root, Bytes32)
    Checkpoint(epoch=epoch, root=root, rot=root)  # type: ignore[call-arg]
    Checkpoint(epoch, root)  # type: ignore[call-arg]
    Checkpoint(epoch=root, root=root)  # type: ignore[arg-type]


def a_subclass_has_those_of_its_base_too(epoch: Epoch, root: Bytes32) -> None:
    value = Flagged(epoch=epoch, root=root)
    assert_type(value.epoch, Epoch)
    assert_type(value.flag, boolean)
    assert_type(Flagged(epoch=epoch, root=root, weight=uint8(2)).weight, uint8)


def progressive_containers_have_fields(value: Square) -> None:
    assert_type(value.side, uint64)
    assert_type(value.color, uint8)


def checkers_hold_two_things_against_code_that_runs(epoch: Epoch) -> None:
    """Fields may be left out, and take what makes a value: `dataclass_transform` can't say so.

    `coerce_view` and `default` do the same without a word from the checker.
    """
    Checkpoint()  # type: ignore[call-arg]
    Checkpoint(epoch=epoch)  # type: ignore[call-arg]
    Checkpoint(epoch=5, root=bytes(32))
    assert_type(Checkpoint.default(), Checkpoint)
    assert_type(Checkpoint.coerce_view({"epoch": 5}), Checkpoint)


def binding_gives_the_class_itself(preset: Preset) -> None:
    """The brackets are for readers; `bind` is for checkers."""
    assert_type(Checkpoint.bind(preset), type[Checkpoint])
    assert_type(Checkpoint.bind(preset).default().epoch, Epoch)
    Checkpoint[preset]  # type: ignore[misc]


def arithmetic_keeps_the_left_type(epoch: Epoch, number: uint64) -> None:
    assert_type(epoch + 1, Epoch)
    assert_type(epoch - number, Epoch)
    assert_type(number * epoch, uint64)
    assert_type(epoch // 2, Epoch)
    assert_type(epoch % 2, Epoch)
    assert_type(epoch << 1, Epoch)
    assert_type(~epoch, Epoch)


def elements_have_to_be_told(roots: Roots, bits: Bits) -> None:
    """A list does not know its element type: a name with a type helps."""
    root: Bytes32 = roots[0]
    first: list[Bytes32] = roots[:2]
    for root in roots:
        hash_tree_root(root)
    count: int = len(roots) + len(bits) + roots.count(first[0])
    assert_type(list(bits), list[bool])
    assert_type(List.element_cls(), type[View])
    del count


def places_and_presets_are_plain(value: Checkpoint, preset: Preset) -> None:
    place = value.locate("epoch")
    assert_type(place, Place)
    assert_type(place.offset, int)
    assert_type(place.type, type[View] | None)
    assert_type(preset.name, str)
