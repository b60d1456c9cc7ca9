"""Random ways down into values."""

import random
from typing import Any

from pyssz.paths.path import read_part

__all__ = ["random_steps", "steps_below"]


def steps_below(part: Any) -> list[Any]:
    """Steps to parts of a part: all fields, the option of a union, some of the elements."""
    if part is None or isinstance(part, int):
        return []
    if hasattr(type(part), "fields"):
        return list(type(part).fields())
    if hasattr(part, "selector"):
        return [part.selector()]
    count = len(part)
    return sorted({0, count // 2, count - 1}) if count else []


def random_steps(value: Any, rng: random.Random, stop: float = 0.1) -> tuple[tuple[Any, ...], Any]:
    """The steps to a random part, and the part; at each one it may end there."""
    steps: tuple[Any, ...] = ()
    part = value
    while choices := steps_below(part):
        if steps and rng.random() < stop:
            break
        steps = (*steps, rng.choice(choices))
        part = read_part(part, steps[-1])
    return steps, part
