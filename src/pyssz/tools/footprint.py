"""Which part of a value takes how many bytes.

::

    print(layout(state))
    layout(state).svg()                             # the picture that notebooks show

Only offsets and lengths are looked at: the bytes of lists are not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from pyssz.base.arguments import size_of
from pyssz.base.errors import format_path
from pyssz.core.operations import later
from pyssz.core.type import View, require_value
from pyssz.tools.inspect import holds_bytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

__all__ = ["DEPTH", "Footprint", "layout"]

#: Levels below the value, unless the caller says how many.
DEPTH = 3


@dataclass(frozen=True, repr=False)
class Footprint:
    """A part of a value, or the same part of all elements of a list, and the bytes that it takes.

    Attributes:
        path: the path to it, with ``[*]`` for each element of a list; empty for the value itself.
        name: the last step of the path; of the value the name of its type.
        type: name of the type of the part.
        size: bytes, with those of the offsets in it.
        count: how many elements a list has; None for other parts.
        offsets: bytes of the offsets that say where its parts begin.
        parts: what it is made of, in the order of the encoding.
    """

    path: str
    name: str
    type: str
    size: int
    count: int | None
    offsets: int
    parts: tuple[Footprint, ...]

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))

    def text(self) -> str:
        """A line for each part: its bytes, and its share of the whole."""
        rows = list(_rows(self, 0))
        names = max(len(name) for name, _ in rows)
        sizes = max(len(f"{size:,}") for _, size in rows)
        lines = [f"{'part':<{names}}  {'bytes':>{sizes}}   share"]
        for name, size in rows:
            share = 100 * size / self.size if self.size else 0
            bar = "█" * round(share / 4)
            lines.append(f"{name:<{names}}  {size:>{sizes},}  {share:5.1f} %  {bar}".rstrip())
        return "\n".join(lines)

    def svg(self) -> str:
        """The picture in a file of its own: a rectangle for each part, as large as its share."""
        return cast("str", later("layout_svg", self))

    def to_obj(self) -> dict[str, Any]:
        """As plain objects for JSON."""
        obj: dict[str, Any] = {"path": self.path, "type": self.type, "size": self.size}
        if self.count is not None:
            obj["count"] = self.count
        if self.parts:
            obj["offsets"] = self.offsets
            obj["parts"] = [part.to_obj() for part in self.parts]
        return obj


def _rows(part: Footprint, depth: int) -> Iterator[tuple[str, int]]:
    count = f" ({part.count:,})" if part.count is not None else ""
    yield f"{'  ' * depth}{part.name}{count}", part.size
    for inside in part.parts:
        yield from _rows(inside, depth + 1)
    if part.parts and part.offsets:
        yield f"{'  ' * (depth + 1)}(offsets)", part.offsets


def layout(value: View, *, depth: int = DEPTH) -> Footprint:
    """Which part of a value takes how many bytes, as a tree that prints as a table.

    Notebooks show a picture: a rectangle for each part, as large as its share.  Elements of lists
    are taken together: of a state's validators it says what all the public keys take.

    Args:
        value: the value.
        depth: levels of parts below the value.
    """
    require_value(value)
    depth = size_of(depth, "depth")
    size = value.value_byte_length()
    return _of_value(value, type(value).__name__, (), size, depth)


_Steps = tuple["str | int", ...]


def _path(steps: _Steps) -> str:
    return format_path("", steps).replace("[-1]", "[*]")


def _of_value(value: Any, name: str, steps: _Steps, size: int, depth: int) -> Footprint:
    """What a part of ``size`` bytes takes, that is there by itself."""
    kind = type(value)
    count, offsets = None, 0
    parts: list[Footprint] = []
    if isinstance(value, HomogeneousView) and not holds_bytes(value):
        count = len(value)
        element = value._element
        offsets = 4 * count if element._fixed_size is None else 0
        if depth and element._fixed_size is not None:
            parts = _of_type(element, (*steps, -1), count, depth)
    elif depth and isinstance(value, FieldsView):
        for field in value._fields:
            inside = field.type._fixed_size
            if inside is None:
                offsets += 4
                inside = value.locate(field.name).size
            part = value._value_of(field.name)
            parts.append(_of_value(part, field.name, (*steps, field.name), inside, depth - 1))
    elif depth and isinstance(value, SelectorView):
        offsets, chosen, step = 1, value._selected(), value._selector()
        if chosen is not None:
            parts = [_of_value(chosen, f"[{step}]", (*steps, step), size - 1, depth - 1)]
    name_of_type = "None" if value is None else kind.__name__
    return Footprint(_path(steps), name, name_of_type, size, count, offsets, tuple(parts))


def _of_type(kind: type[View], steps: _Steps, count: int, depth: int) -> list[Footprint]:
    """What the fields of ``count`` values of fixed size take together."""
    if not issubclass(kind, FieldsView):
        return []
    return [
        Footprint(
            _path((*steps, field.name)),
            field.name,
            field.type.__name__,
            count * (field.type._fixed_size or 0),
            None,
            0,
            tuple(
                _of_type(field.type, (*steps, field.name), count, depth - 1) if depth > 1 else ()
            ),
        )
        for field in kind._fields
    ]
