"""`pyssz.compat.ssz_specs`: views of parts that are used late, after their places have changed.

Random programs run on values and on plain objects.  Parts are taken and lie about unused while the
values that they are of get changed, put into others and replaced; all is compared at the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import pyssz.core.view
from pyssz.compat import ssz_specs as ssz


class Point(ssz.Container):
    x: ssz.Uint64
    y: ssz.Uint64


class Points(ssz.List[Point]):
    LIMIT = 64


class Plane(ssz.Container):
    origin: Point
    points: Points


class Planes(ssz.List[Plane]):
    LIMIT = 8


class World(ssz.Container):
    plane: Plane
    number: ssz.Uint64


class Both(ssz.Container):
    world: World
    planes: Planes


ELEMENTS: dict[Any, Any] = {Points: Point, Planes: Plane}


class Model:
    """A plain object for a value; one that is given to a second place is copied."""

    def __init__(self, value: Any) -> None:
        self.kind = type(value)
        self.is_placed = False
        self.parts: dict[Any, Any] = {}
        for key, part in parts_of(value):
            self.parts[key] = Model(part) if isinstance(part, ssz.SSZModel) else int(part)
            if isinstance(part, ssz.SSZModel):
                self.parts[key].is_placed = True

    def models(self) -> Iterator[Model]:
        return (part for part in self.parts.values() if isinstance(part, Model))

    def copy(self) -> Model:
        return Model(self.value())

    def value(self) -> Any:
        """A new value that is equal."""
        parts = {
            key: part.value() if isinstance(part, Model) else part
            for key, part in self.parts.items()
        }
        if self.kind in ELEMENTS:
            return self.kind(data=[parts[key] for key in range(len(parts))])
        return self.kind(**parts)

    def holds(self, other: Model) -> bool:
        return self is other or any(part.holds(other) for part in self.models())

    def for_place(self) -> Model:
        placed = self.copy() if self.is_placed else self
        placed.is_placed = True
        return placed

    def put(self, key: Any, part: Model) -> None:
        if key in self.parts:
            self.parts[key].is_placed = False
        self.parts[key] = part.for_place()


def parts_of(value: Any) -> list[tuple[Any, Any]]:
    return list(enumerate(value)) if type(value) in ELEMENTS else list(value)


class Program:
    """Values beside their models."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        kinds = (Both, World, Plane, Plane, Point, Points)
        self.pool = [self.made(kind) for kind in kinds]

    def made(self, kind: Any) -> tuple[Any, Model]:
        number = self.random.randrange(100)
        points = Points(data=[Point(x=number), Point(x=number + 1)])
        value = {
            Point: lambda: Point(x=number),
            Points: lambda: points,
            Plane: lambda: Plane(origin=Point(x=number), points=points),
            World: lambda: World(number=number),
        }.get(kind, kind)()
        if self.random.random() < 0.7:
            value = kind.decode_bytes(value.encode_bytes())
        return value, Model(value)

    def step(self) -> None:
        value, model = self.random.choice(self.pool)
        actions = (self.take, self.take, self.put, self.put, self.pop, self.wrap, self.look)
        self.random.choice(actions)(value, model)

    def take(self, value: Any, model: Model) -> None:
        keys = [key for key, part in model.parts.items() if isinstance(part, Model)]
        if keys:
            key = self.random.choice(keys)
            part = value[key] if model.kind in ELEMENTS else getattr(value, key)
            self.pool.append((part, model.parts[key]))

    def put(self, value: Any, model: Model) -> None:
        if model.kind in ELEMENTS:
            keys = [*model.parts, len(model.parts)] if len(model.parts) < 6 else [*model.parts]
            key = self.random.choice(keys)
            kind = ELEMENTS[model.kind]
        else:
            key = self.random.choice(list(model.parts))
            kind = model.kind.model_fields[key].annotation
        if issubclass(kind, int):
            model.parts[key] = self.random.randrange(100)
            setattr(value, key, model.parts[key])
            return
        known = [pair for pair in self.pool if pair[1].kind is kind]
        part, part_model = self.random.choice([*known, self.made(kind)])
        if part_model.holds(model):
            return
        if model.kind not in ELEMENTS:
            setattr(value, key, part)
        elif key == len(model.parts):
            value.append(part)
        else:
            value[key] = part
        if model.parts.get(key) is not part_model:
            model.put(key, part_model)

    def pop(self, value: Any, model: Model) -> None:
        if model.kind in ELEMENTS and model.parts:
            part = model.parts.pop(len(model.parts) - 1)
            part.is_placed = False
            self.pool.append((value.pop(), part))

    def wrap(self, value: Any, model: Model) -> None:
        wrappers: dict[Any, Any] = {
            Point: (lambda part: Points.of(part), 0),
            Plane: (lambda part: World(plane=part), "plane"),
            World: (lambda part: Both(world=part), "world"),
        }
        if model.kind in wrappers:
            wrap, key = wrappers[model.kind]
            whole = wrap(value)
            whole_model = Model(wrap(model.value()))
            whole_model.put(key, model)
            self.pool.append((whole, whole_model))

    def look(self, value: Any, model: Model) -> None:
        what = self.random.randrange(4)
        if what == 0:
            value.hash_tree_root()
        elif what == 1:
            value.memory()
        elif what == 2:
            self.pool.append((value.copy(), model.copy()))
        else:
            self.pool.remove(self.random.choice(self.pool[6:] or self.pool[:1]))
            self.pool = self.pool or [self.made(World)]


# From how many bytes on pyssz keeps handles of values that nobody has changed.
@pytest.mark.parametrize("large", [0, 40, 1 << 19])
@pytest.mark.parametrize(
    "seeds", [range(first, first + 50) for first in range(0, 250, 50)], ids=str
)
def test_late_views_are_those_of_their_values(
    large: int, seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pyssz.core.view, "LARGE", large)
    for seed in seeds:
        program = Program(seed)
        for _ in range(program.random.randrange(4, 14)):
            program.step()
        program.random.shuffle(program.pool)
        for value, model in program.pool:
            assert value == model.value(), f"seed {seed}"


def test_a_value_whose_handle_is_known_goes_into_another() -> None:
    plane = Plane(origin=Point(x=1))
    origin = plane.origin
    origin.memory()
    plane.memory()
    world = World(plane=plane)
    plane.points = Points.of(Point(x=3))
    origin.x = 4
    assert world.plane.points[0].x == 3
    assert world.plane.origin.x == 4
    assert world == World.decode_bytes(world.encode_bytes())
