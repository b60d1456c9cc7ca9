"""`pyssz.compat.py_ssz`: hashable structures, the cache, `utils` and formatted dicts."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pyssz.compat import py_ssz as ssz
from pyssz.compat.py_ssz import tools, utils
from pyssz.compat.py_ssz.hashable_container import HashableContainer, SignedHashableContainer
from pyssz.compat.py_ssz.hashable_list import HashableList
from pyssz.compat.py_ssz.hashable_vector import HashableVector
from pyssz.errors import SSZError


class Point(HashableContainer):
    fields = (("x", ssz.uint64), ("y", ssz.uint64))


class Line(HashableContainer):
    fields = (("points", ssz.List(Point, 4)), ("name", ssz.bytes4), ("flags", ssz.Bitlist(9)))


class Exit(ssz.Serializable):
    fields = (("epoch", ssz.uint64), ("keys", ssz.List(ssz.bytes4, 3)))


class SignedPoint(SignedHashableContainer):
    fields = (("x", ssz.uint64), ("y", ssz.uint64), ("signature", ssz.bytes96))


MORE = [4]
NUMBERS = ssz.List(ssz.uint64, 5)
POINT = Point.create(x=1, y=2)
LINE = Line.create(points=[POINT, Point.create(x=3, y=4)], name=b"abcd", flags=(True, False))


def test_roots_are_those_of_the_definition() -> None:
    numbers = HashableList.from_iterable([1, 2], NUMBERS)
    chunk = b"".join(n.to_bytes(8, "little") for n in (1, 2)).ljust(32, b"\0")
    raw = hashlib.sha256(chunk + bytes(32)).digest()
    assert numbers.raw_root == raw == utils.merkleize([chunk], 2)
    assert numbers.hash_tree_root == utils.mix_in_length(raw, 2)
    assert numbers.hash_tree_root == ssz.get_hash_tree_root([1, 2], NUMBERS)
    assert ssz.encode(numbers) == ssz.encode([1, 2], NUMBERS)
    assert POINT.raw_root == POINT.hash_tree_root == ssz.get_hash_tree_root(POINT)


def test_lists_and_vectors_are_decoded_to_hashables() -> None:
    numbers = ssz.decode(ssz.encode([1, 2], NUMBERS), NUMBERS)
    assert isinstance(numbers, HashableList)
    assert (tuple(numbers), numbers[-1], numbers[0:1], numbers.sedes) == ((1, 2), 2, (1,), NUMBERS)
    vector = ssz.decode(b"\1\2", ssz.Vector(ssz.uint8, 2))
    assert isinstance(vector, HashableVector)
    assert ssz.decode(ssz.encode(LINE), Line) == LINE
    assert isinstance(ssz.decode(ssz.encode(LINE), Line).points[1], Point)


def test_a_change_makes_another_one() -> None:
    numbers = HashableList.from_iterable([1, 2], NUMBERS)
    assert tuple(numbers.set(-1, 7)) == (1, 7)
    assert tuple(numbers.mset(0, 5, 1, 6)) == (5, 6)
    assert tuple((numbers.append(3) + MORE).extend([5])) == (1, 2, 3, 4, 5)
    assert tuple(HashableList.from_iterable([1], NUMBERS) * 3) == (1, 1, 1)
    assert tuple(numbers) == (1, 2)
    evolver = numbers.evolver()
    assert not evolver.is_dirty()
    assert evolver.persistent() is numbers
    evolver.append(3)
    evolver[2] = 4
    evolver.set(0, 9)
    assert (len(evolver), evolver[0], evolver[-1], evolver[1]) == (3, 9, 4, 2)
    assert evolver.persistent() == HashableList.from_iterable([9, 2, 4], NUMBERS)


def test_containers_are_changed_by_name_number_and_attribute() -> None:
    evolver = POINT.evolver()
    evolver.x = 5
    evolver[1] = 6
    assert (evolver.x, evolver["y"]) == (5, 6)
    assert evolver.persistent() == Point.create(x=5, y=6) == POINT.set("x", 5).set(1, 6)
    moved = LINE.transform(("points", 1, "x"), lambda x: x + 5, ["name"], b"wxyz")
    assert (moved.points[1].x, moved.name) == (8, b"wxyz")
    assert (LINE.points[1].x, LINE.name) == (3, b"abcd")
    assert copy.deepcopy(LINE) == pickle.loads(pickle.dumps(LINE)) == LINE
    assert pickle.loads(pickle.dumps(LINE.points)) == LINE.points
    assert hash(copy.copy(LINE)) == hash(LINE)


def test_the_signing_root_leaves_out_the_signature() -> None:
    signed = SignedPoint.create(x=1, y=2, signature=b"\7" * 96)
    assert signed.signing_root == POINT.hash_tree_root
    with pytest.raises(TypeError, match="signature"):
        type(SignedPoint)("X", (SignedHashableContainer,), {"fields": Point._meta.fields})


def test_nothing_is_put_into_a_cache() -> None:
    cache = ssz.SSZCache(cache_size=2)
    value = Exit(5, [b"abcd"], cache=cache)
    root = value.hash_tree_root
    assert "anything" not in value.cache
    value.reset_cache()
    assert value.hash_tree_root == root == Exit(5, [b"abcd"]).hash_tree_root
    assert value.copy().cache is cache
    for place in range(3):
        cache[place] = b""
    assert 0 not in cache
    assert 2 in cache
    assert Exit.get_hash_tree_root_and_leaves(value, cache) == (root, cache)


def test_formatted_dicts() -> None:
    value = Exit(5, [b"abcd"])
    shown = tools.to_formatted_dict(value)
    assert shown == {"epoch": 5, "keys": ("0x61626364",)}
    assert tools.from_formatted_dict(json.loads(json.dumps(shown)), Exit) == value
    shown = json.loads(json.dumps(tools.to_formatted_dict(LINE)))
    assert shown["points"][1] == {"x": 3, "y": 4}
    assert tools.from_formatted_dict(shown, Line) == LINE
    assert tools.from_formatted_dict([1, 2], NUMBERS) == HashableList.from_iterable([1, 2], NUMBERS)


def test_a_class_without_fields_names_a_list() -> None:
    bare = type(ssz.Serializable)("Bare", (ssz.Serializable,), {})
    assert ssz.List(bare, 64).get_sedes_id() == "List(Bare,64)"
    with pytest.raises(TypeError, match="Bare does not define any fields"):
        ssz.encode([], ssz.List(bare, 64))


@pytest.mark.parametrize(
    ("call", "path"),
    [
        (lambda: ssz.encode([1, -1], NUMBERS), (1,)),
        (lambda: ssz.encode(Exit(5, [b"abcd", b"abc"])), ("keys", 1)),
        (lambda: HashableList.from_iterable([1, 2**64], NUMBERS), (1,)),
        (lambda: LINE.points.set(1, (5, 2**64)), (1, "y")),
        (lambda: tools.from_formatted_dict({"epoch": 5, "keys": ["0x6"]}, Exit), ("keys", 0)),
        (lambda: tools.from_formatted_dict({"epoch": "5", "keys": []}, Exit), ("epoch",)),
        (lambda: tools.from_formatted_dict({"epoch": 5}, Exit), ()),
        (lambda: tools.from_formatted_dict([True, None], NUMBERS), (0,)),
    ],
)
def test_errors_say_where(call: Callable[[], Any], path: tuple[str | int, ...]) -> None:
    with pytest.raises(ssz.SSZException) as caught:
        call()
    assert isinstance(caught.value, SSZError)
    assert caught.value.path == path
    assert caught.value.message


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: HashableList.from_iterable(range(6), NUMBERS), ValueError),
        (lambda: HashableList.from_iterable(range(5), NUMBERS).append(1), ValueError),
        (lambda: HashableList.from_iterable(range(4), NUMBERS).set(0, 1) + MORE + MORE, ValueError),
        (lambda: HashableVector.from_iterable([1], ssz.Vector(ssz.uint8, 2)), ValueError),
        (lambda: LINE.points[2], IndexError),
        (lambda: LINE["nothing"], KeyError),
        (lambda: LINE.points["x"], TypeError),
        (lambda: LINE.mset("name"), TypeError),
        (lambda: LINE.transform(("name", 0), 1), TypeError),
        (lambda: setattr(POINT.evolver(), "z", 1), AttributeError),
        (lambda: Point.create(x=1), ValueError),
        (lambda: Point.create(x=1, y=2, z=3), ValueError),
        (lambda: HashableContainer.create(), TypeError),
        (lambda: tools.to_formatted_dict(5), ValueError),
        (lambda: tools.to_formatted_dict(5, int), TypeError),
        (lambda: utils.pad_zeros(bytes(32)), ValueError),
        (lambda: utils.merkleize([bytes(32)] * 3, 2), ValueError),
        (lambda: ssz.ByteVector(0), ValueError),
        (lambda: ssz.ByteList(-1), ValueError),
    ],
)
def test_other_errors_are_those_of_python(call: Callable[[], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        call()
