"""`pyssz.compat.ssz_specs`: what the snippets of the transcript can't say."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyssz
from pyssz import native
from pyssz.compat import ssz_specs as ssz
from pyssz.compat.ssz_specs.ssz_base import SSZType
from pyssz.types.basic import uint


class Slot(ssz.Uint64):
    pass


class Epoch(ssz.Uint64):
    pass


class Point(ssz.Container):
    x: ssz.Uint64
    y: ssz.Uint64


class Points(ssz.List[Point]):
    LIMIT = 64


class Pair(ssz.Vector[Point]):
    LENGTH = 2


class Note(ssz.ByteList):
    LIMIT = 64


class Plane(ssz.Container):
    origin: Point
    points: Points
    pair: Pair
    note: Note
    size: ssz.Uint64


class World(ssz.Container):
    plane: Plane
    name: ssz.Root


# ---- names ---------------------------------------------------------------------------------------


def test_install_puts_the_modules_under_the_name_of_the_original() -> None:
    program = """
import pyssz.compat.ssz_specs
pyssz.compat.ssz_specs.install()
import ssz
from ssz.collections import List
from ssz.uint import Uint64
import ssz.verification
class Numbers(List[Uint64]):
    LIMIT = 4
print(Numbers.of(1, 2), len(ssz.__all__), "pydantic" in __import__("sys").modules)
"""
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert finished.stdout.split("\n")[0].startswith("data=[Uint64(1), Uint64(2)] ")
    assert finished.stdout.endswith("False\n")


def test_all_modules_and_names_are_there() -> None:
    assert set(ssz.__all__) - {"MODULES", "install"} == set(NAMES.split())
    for name in ssz.__all__:
        assert getattr(ssz, name) is not None
    for module in ssz.MODULES:
        assert __import__(f"pyssz.compat.ssz_specs.{module}")


NAMES = """
ACTIVE_FIELDS_KEY BITS_PER_CHUNK BYTES_PER_CHUNK BYTES_PER_LENGTH_OFFSET BaseUint Bit BitList
BitVector Boolean Byte ByteList ByteVector Chunk ChunkPosition CompatibleUnion Container LENGTH_KEY
Leaves List MAX_ACTIVE_FIELDS MAX_SELECTOR MIN_SELECTOR MerkleLayout NestedLeaves PackedLeaves
PathStep ProgressiveBitList ProgressiveContainer ProgressiveList Root SELECTOR_KEY SSZCollection
SSZError SSZModel SSZType SSZTypeError SSZValueError TypeFault Uint128 Uint16 Uint256 Uint32 Uint64
Uint8 ValueFault Vector ZERO_ROOT active_fields active_fields_word build_multiproof build_proof
calculate_merkle_root calculate_multi_merkle_root chunk_count chunk_position element_type
get_branch_indices get_generalized_index get_helper_indices get_path_indices gindex_below gindex_bit
gindex_child gindex_concat gindex_depth gindex_length gindex_parent gindex_rebase gindex_sibling
hash_tree_root is_compatible item_length length_word merkle_layout merkleize merkleize_progressive
mix_in_active_fields mix_in_length mix_in_selector next_pow2 node_root progressive_chunk_gindex
selector_word verify_merkle_multiproof verify_merkle_proof zero_tree_root
"""


def test_types_and_values_are_those_of_pyssz() -> None:
    assert issubclass(Point, pyssz.Container)
    assert issubclass(Points, pyssz.List)
    assert issubclass(Slot, uint)
    plane = Plane(origin=Point(x=1))
    assert plane.query(".origin.x").value == 1
    assert plane.prove(".origin.x").verify(plane.hash_tree_root())
    assert plane.to_obj()["origin"] == {"x": "1", "y": "0"}


def test_unions_are_known_to_the_tools_of_pyssz() -> None:
    class Square(ssz.ProgressiveContainer):
        ACTIVE_FIELDS = (1,)
        side: ssz.Uint16

    class Shape(ssz.CompatibleUnion):
        OPTIONS = {1: Square}  # noqa: RUF012

    shape = Shape(selector=1, data=Square(side=5))
    assert shape.to_obj() == {"selector": "1", "data": {"side": "5"}}
    assert shape.query("[1].side").value == 5
    assert Shape.from_obj(shape.to_obj()) == shape


def test_values_are_pickled() -> None:
    plane = Plane(origin=Point(x=1), note=Note(data=b"ab"))
    for value in (Slot(2**63), Slot(5), ssz.Uint256(2**200), plane, Note(data=b"a"), ssz.Root()):
        again = pickle.loads(pickle.dumps(value))
        assert type(again) is type(value)
        assert again == value
    error = ssz.SSZValueError(ssz.ValueFault.LIMIT, type="T", limit=1, unit="bytes", actual=2)
    error.at(3)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.fault, again.loc) == (str(error), error.fault, (3,))


def test_errors_are_errors_of_pyssz_too() -> None:
    with pytest.raises(pyssz.SSZError) as caught:
        Note(data=b"x" * 65)
    assert caught.value.code == "LIMIT"


# ---- objects and places --------------------------------------------------------------------------


class Model:
    """A plain object for each value, with the rule that a value that has a place is copied."""

    def __init__(self, x: int = 0) -> None:
        self.x = x
        self.is_placed = False

    def for_place(self) -> Model:
        if self.is_placed:
            made = Model(self.x)
            made.is_placed = True
            return made
        self.is_placed = True
        return self


@given(
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 9), st.integers(0, 9)), max_size=30),
    st.booleans(),
)
def test_objects_behave_as_objects_do(
    steps: list[tuple[int, int, int]], is_looked_at_each_time: bool
) -> None:
    world = World()
    state: dict[str, Any] = {"origin": Model(), "points": []}
    state["origin"].is_placed = True
    ours: list[Any] = [Point(x=number) for number in range(10)]
    theirs = [Model(number) for number in range(10)]

    def look() -> None:
        assert [point.x for point in ours] == [point.x for point in theirs]
        assert world.plane.origin.x == state["origin"].x
        assert [point.x for point in world.plane.points] == [point.x for point in state["points"]]
        again = World.decode_bytes(world.encode_bytes())
        assert again == world
        assert again.hash_tree_root() == world.hash_tree_root()

    for action, number, value in steps:
        points = world.plane.points
        if action == 0:
            ours[number].x = value
            theirs[number].x = value
        elif action == 1:
            world.plane.origin = ours[number]
            if state["origin"] is not theirs[number]:
                state["origin"].is_placed = False
                state["origin"] = theirs[number].for_place()
        elif action == 2:
            points.append(ours[number])
            state["points"].append(theirs[number].for_place())
        elif action == 3 and state["points"]:
            place = number % len(state["points"])
            points[place] = ours[value]
            if state["points"][place] is not theirs[value]:
                state["points"][place].is_placed = False
                state["points"][place] = theirs[value].for_place()
        elif action == 4 and state["points"]:
            ours[number] = points.pop()
            theirs[number] = state["points"].pop()
            theirs[number].is_placed = False
        elif action == 5 and state["points"]:
            place = value % len(state["points"])
            ours[number] = points[place]
            theirs[number] = state["points"][place]
        elif action == 6:
            # Around the whole, which goes into another whole.
            world = World(plane=world.plane.copy() if value % 2 else world.plane)
            if value % 2:
                # The copies are other objects.
                state["origin"] = Model(state["origin"].x)
                state["points"] = [Model(point.x) for point in state["points"]]
                for point in (state["origin"], *state["points"]):
                    point.is_placed = True
                ours = [Point(x=point.x) for point in theirs]
                theirs = [Model(point.x) for point in theirs]
            else:
                ours = [Point(x=point.x) for point in theirs]
                theirs = [Model(point.x) for point in theirs]
                state["origin"] = Model(state["origin"].x)
                state["points"] = [Model(point.x) for point in state["points"]]
                for point in (state["origin"], *state["points"]):
                    point.is_placed = True
        elif action == 7:
            world.plane.size = value
        elif action == 8:
            # Parts are met first while the value is sealed, and it then goes into a changed one.
            plane = Plane.decode_bytes(world.plane.encode_bytes())
            ours = [Point(x=point.x) for point in theirs]
            theirs = [Model(point.x) for point in theirs]
            state["origin"] = Model(state["origin"].x)
            state["points"] = [Model(point.x) for point in state["points"]]
            for point in (state["origin"], *state["points"]):
                point.is_placed = True
            ours[number], theirs[number] = plane.origin, state["origin"]
            for place in range(len(plane.points)):
                ours[place], theirs[place] = plane.points[place], state["points"][place]
            world = World()
            if value % 2:
                world.name = ssz.Root(b"1" * 32)
            world.plane = plane
            del plane
        if is_looked_at_each_time:
            look()
    look()


def test_a_value_and_its_parts_go_into_a_sealed_value() -> None:
    point = Point(x=1)
    plane = Plane(origin=point)
    world = World(plane=plane)
    point.x = 2
    plane.points.append(Point(x=3))
    assert world.plane.origin.x == 2
    assert world.plane.points[0].x == 3
    assert world.plane is plane
    assert world.plane.origin is point
    assert world == World.decode_bytes(world.encode_bytes())


def test_a_changed_value_and_its_parts_go_into_a_sealed_value() -> None:
    plane = Plane()
    plane.points.append(Point(x=3))
    last = plane.points[0]
    note = plane.note
    world = World(plane=plane)
    last.x = 4
    note.append(7)
    assert world.plane.points[0].x == 4
    assert world.plane.note.data == b"\7"
    assert world.plane.points[0] is last


def test_a_changed_value_and_its_parts_go_into_a_changed_value() -> None:
    world = World()
    world.plane.size = 1
    before = world.plane
    plane = Plane(points=Points.of(Point(x=1)))
    first = plane.points[0]
    first.x = 2
    assert world.plane.hash_tree_root() != plane.hash_tree_root()
    world.plane = plane
    first.x = 3
    plane.size = 9
    before.size = 77
    assert world.plane.points[0].x == 3
    assert world.plane.size == 9
    assert world.hash_tree_root() == World(plane=world.plane.copy()).hash_tree_root()


class Balances(ssz.List[Slot]):
    LIMIT = 8


class Roots(ssz.Vector[ssz.Root]):
    LENGTH = 2


class Votes(ssz.List[ssz.Boolean]):
    LIMIT = 8


class Wide(ssz.List[ssz.Uint256]):
    LIMIT = 8


class Registers(ssz.Container):
    balances: Balances
    roots: Roots
    votes: Votes
    wide: Wide
    slot: Slot
    total: ssz.Uint256
    root: ssz.Root
    is_open: ssz.Boolean


def registers(is_changed: bool) -> Registers:
    made = Registers(
        balances=Balances.of(Slot(5), Slot(6), Slot(7)),
        roots=Roots.of(ssz.Root(b"1" * 32), ssz.Root(b"2" * 32)),
        votes=Votes.of(ssz.Boolean(True), ssz.Boolean(False)),
        wide=Wide.of(ssz.Uint256(2**200)),
        slot=Slot(9),
        total=ssz.Uint256(2**201),
        root=ssz.Root(b"3" * 32),
        is_open=ssz.Boolean(True),
    )
    made = Registers.decode_bytes(made.encode_bytes())
    if is_changed:
        made.slot = Slot(8)
        made.slot = Slot(9)
    return made


@pytest.mark.parametrize("is_changed", [False, True])
def test_numbers_and_bytes_are_read_before_and_after_a_change(is_changed: bool) -> None:
    value = registers(is_changed)
    balances = value.balances
    for index in (1, -2, Slot(1), ssz.Boolean(True), True):
        assert balances[index] == Slot(6)
        assert type(balances[index]) is Slot
    assert list(balances[1:]) == [Slot(6), Slot(7)]
    assert value.roots[1] == ssz.Root(b"2" * 32)
    assert type(value.roots[-1]) is ssz.Root
    assert value.votes[0] == ssz.Boolean(True)
    assert type(value.votes[1]) is ssz.Boolean
    assert value.wide[0] == ssz.Uint256(2**200)
    assert type(value.wide[0]) is ssz.Uint256
    assert (value.slot, value.total) == (Slot(9), ssz.Uint256(2**201))
    assert type(value.root) is ssz.Root
    assert value.root == ssz.Root(b"3" * 32)
    for items in (balances, value.roots, value.wide):
        for outside in (3, -4, 2**64, 10**30):
            with pytest.raises(IndexError):
                items[outside]
        for wrong in (1.0, "1", None, (1,)):
            with pytest.raises(TypeError):
                items[wrong]


@pytest.mark.parametrize("is_changed", [False, True])
def test_numbers_are_written_before_and_after_a_change(is_changed: bool) -> None:
    value = registers(is_changed)
    balances = value.balances
    balances[Slot(1)] = Slot(10)
    balances[-1] = Slot(2**64 - 1)
    balances[0] = Slot(balances[1] + 1)
    value.slot = Slot(3)
    value.votes[1] = ssz.Boolean(True)
    value.wide[0] = ssz.Uint256(1)
    assert list(balances) == [Slot(11), Slot(10), Slot(2**64 - 1)]
    assert (value.slot, value.wide[0]) == (Slot(3), ssz.Uint256(1))
    assert value.votes[1] == ssz.Boolean(True)
    root = value.hash_tree_root()
    for index in (3, -4, 2**64, 10**30):
        with pytest.raises(IndexError):
            balances[index] = Slot(1)
    for wrong in (1.0, "1", None):
        with pytest.raises(TypeError):
            balances[wrong] = Slot(1)
    for number in (Epoch(1), 2**64, -1, True):
        with pytest.raises((TypeError, ValueError)):
            balances[0] = number
    for number in (2**64, -1, True):
        with pytest.raises((TypeError, ValueError)):
            value.slot = number
    assert value.hash_tree_root() == root
    assert value == Registers.decode_bytes(value.encode_bytes())


def test_numbers_are_written_while_they_are_iterated_over() -> None:
    value = registers(is_changed=True)
    value.balances = Balances.of(*map(Slot, range(8)))
    met = []
    for index, balance in enumerate(value.balances):
        met.append(int(balance))
        if index == 4:
            value.balances[5] = Slot(50)
            value.balances[7] = Slot(70)
    assert met == [0, 1, 2, 3, 4, 50, 6, 70]


def test_lists_may_grow_and_shrink_while_they_are_iterated_over() -> None:
    points = Points.of(*[Point(x=number) for number in range(4)])
    met = []
    for point in points:
        met.append(int(point.x))
        if point.x == 1:
            points.pop()
            points.append(Point(x=7))
            points.append(Point(x=8))
        if point.x == 7:
            points.pop()
    assert met == [0, 1, 2, 7]


def test_the_root_is_one_object_until_something_changes() -> None:
    for is_changed in (False, True):
        value = registers(is_changed)
        root = value.hash_tree_root()
        assert type(root) is ssz.Root
        assert value.hash_tree_root() is root
        value.balances[0] = Slot(77)
        assert value.hash_tree_root() != root
        assert type(value.hash_tree_root()) is ssz.Root
        value.balances[0] = Slot(5)
        assert value.hash_tree_root() == root
        assert value.copy().hash_tree_root() == root


@pytest.mark.parametrize("kind", [ssz.Container, ssz.ProgressiveContainer])
def test_a_container_without_fields_decodes_nothing(kind: Any) -> None:
    with pytest.raises(ssz.SSZTypeError, match=f"{kind.__name__} must declare a field"):
        kind.decode_bytes(b"")


def test_a_frozen_class_takes_no_numbers() -> None:
    class Fixed(Registers):
        MUTABLE = False

    value = Fixed()
    with pytest.raises(ssz.SSZTypeError, match="Fixed"):
        value.slot = Slot(1)
    assert value.slot == Slot(0)


def test_what_is_refused_changes_nothing() -> None:
    plane = Plane(points=Points.of(Point(x=1)))
    root = plane.hash_tree_root()
    point = Point(x=5)
    for wrong in (
        lambda: plane.points.append(5),
        lambda: plane.points.__setitem__(0, "x"),
        lambda: plane.points.__setitem__(slice(0, 1), [point, 7]),
        lambda: plane.points.__setitem__(5, point),
        lambda: setattr(plane, "origin", 5),
        lambda: setattr(plane, "size", -1),
        lambda: setattr(plane, "points", [1]),
        lambda: Points(data=[point, 5]),
        lambda: Plane(origin=point, size=-1),
    ):
        with pytest.raises((TypeError, ValueError, IndexError)):
            wrong()
    assert plane.hash_tree_root() == root
    point.x = 6
    assert plane.hash_tree_root() == root
    # It has no place yet, so it can get one.
    plane.origin = point
    point.x = 7
    assert plane.origin.x == 7


def test_copies_are_independent_at_all_depths() -> None:
    plane = Plane(points=Points.of(Point(x=1)))
    plane.points[0].x = 2
    for twin in (plane.copy(), copy.deepcopy(plane), plane.model_copy(deep=True)):
        twin.points[0].x = 9
        twin.origin.x = 9
    assert plane.points[0].x == 2
    assert plane.origin.x == 0


def test_values_that_nobody_has_are_freed() -> None:
    gc.collect()
    before = native.live_objects()
    for _ in range(10):
        world = World(plane=Plane(origin=Point(x=1), points=Points.of(Point(x=2))))
        world.plane.points[0].x = 3
        world.plane.points = Points.of(world.plane.origin)
        del world
    gc.collect()
    assert native.live_objects().views == before.views


# ---- pydantic ------------------------------------------------------------------------------------


def test_models_of_pydantic_take_ssz_types() -> None:
    pydantic = pytest.importorskip("pydantic")
    from pyssz.compat.ssz_specs.base import StrictBaseModel

    class Message(StrictBaseModel):  # type: ignore[misc, valid-type]
        slot: Slot
        root: ssz.Root
        flag: ssz.Boolean
        point: Point

    message = Message(slot=5, root="0x" + "11" * 32, flag=True, point={"x": 1})
    assert type(message.slot) is Slot
    assert message.model_dump(mode="json") == {
        "slot": 5,
        "root": "0x" + "11" * 32,
        "flag": True,
        "point": {"x": 1, "y": 0},
    }
    assert Message.model_validate_json(message.model_dump_json()) == message
    with pytest.raises(pydantic.ValidationError):
        Message(slot=-1, root=ssz.Root(), flag=True, point=Point())


def test_every_type_is_an_ssz_type() -> None:
    for kind in (Slot, ssz.Boolean, ssz.Root, Note, Points, Pair, Plane, ssz.ProgressiveBitList):
        assert issubclass(kind, SSZType)
