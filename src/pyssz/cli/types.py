"""List the forks, the types of a fork, or the fields of a type.

Sizes are in bytes, "to" a limit where they vary.  The depth is that of the type's own Merkle tree:
the levels between its root and its fields, elements or chunks.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from pyssz.cli._completion import completed, type_names
from pyssz.cli._failure import OK, UsageError
from pyssz.cli._options import add_preset_option
from pyssz.cli._types import object_type, preset_named

if TYPE_CHECKING:
    from pyssz import View

NAME = "types"
HELP = "list forks, types and fields"
EXAMPLES = """\
pyssz types
pyssz types deneb
pyssz types deneb.BeaconState --preset minimal
pyssz types electra.Attestation --json"""

# Of a terminal; what is in the second column is cut for it.
_WIDTH = 80


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    action = parser.add_argument(
        "name",
        nargs="?",
        metavar="FORK[.TYPE]",
        help="such as deneb, or deneb.BeaconState; all forks by default",
    )
    completed(action, type_names)
    add_preset_option(parser)
    parser.add_argument("--json", action="store_true", help="a JSON object on a line")


def run(arguments: argparse.Namespace) -> int:
    """Print a table."""
    preset = arguments.preset or "mainnet"
    if arguments.name is None:
        rows = _forks(preset)
    elif "." in arguments.name:
        rows = _fields(object_type(arguments.name, arguments.preset, "").cls)
    else:
        rows = _types(arguments.name, preset)
    if arguments.json:
        for row in rows:
            print(json.dumps(row))
    else:
        print(_table(rows))
    return OK


def _forks(preset: str) -> list[dict[str, Any]]:
    from pyssz.ethereum import load
    from pyssz.ethereum._namespace import schedule

    types = load(preset_named(preset))
    epochs = schedule(types)
    return [
        {
            "fork": name,
            "types": len(of_fork),
            "new_or_changed": len(of_fork.fork.own),
            "from_epoch": epochs.get(name),
        }
        for name, of_fork in types.items()
    ]


def _types(fork: str, preset: str) -> list[dict[str, Any]]:
    from pyssz import SchemaError
    from pyssz.ethereum import UnknownNameError, load

    try:
        types = load(preset_named(preset))[fork]
    except UnknownNameError as error:
        raise UsageError(str(error)) from None
    rows = []
    for name in types:
        try:
            rows.append({"type": name, **_described(types[name])})
        except SchemaError:  # a preset of one's own need not have the constants of all types
            continue
    return rows


def _fields(cls: type[View]) -> list[dict[str, Any]]:
    from pyssz.paths.trees import index_of_steps
    from pyssz.types.container import FieldsView

    if not issubclass(cls, FieldsView):
        return [{"type": cls.__name__, **_described(cls)}]
    rows = []
    for field in cls._fields:
        described = {"field": field.name, "type": field.type.__name__, **_described(field.type)}
        del described["kind"]
        rows.append({**described, "gindex": index_of_steps(cls, field.name)})
    return rows


def _described(cls: type[View]) -> dict[str, Any]:
    """What a type is: sizes in bytes, None for one that has no limit."""
    from pyssz.paths.trees import tree_depth
    from pyssz.types.container import FieldsView

    kind = cls._shape[0].replace("_", " ")
    if issubclass(cls, FieldsView):
        kind = f"{kind}, {len(cls._fields)} fields"
    sizes = {"min_size": cls.min_byte_length(), "max_size": cls.max_byte_length()}
    return {"kind": kind, **sizes, "depth": tree_depth(cls)}


# ---- the table -----------------------------------------------------------------------------------


def _table(rows: list[dict[str, Any]]) -> str:
    """The rows under their heading, in lines that fit a terminal; numbers to the right."""
    shown = [_shown(row) for row in rows]
    cells = [[name.replace("_", " ") for name in shown[0]], *(list(row.values()) for row in shown)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    widths[1] += min(_WIDTH - sum(widths) - 2 * (len(widths) - 1), 0)
    is_text = [isinstance(rows[0].get(name), str) or name == "size" for name in shown[0]]
    return "\n".join(
        "  ".join(
            _cut(cell, width).ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(line, widths, is_text, strict=True)
        ).rstrip()
        for line in cells
    )


def _shown(row: dict[str, Any]) -> dict[str, str]:
    """The cells of a row, with one for both sizes."""
    cells = {}
    for name, value in row.items():
        if name == "min_size":
            least, most = value, row["max_size"]
            range_end = "any" if most is None else _size(most)
            cells["size"] = str(least) if least == most else f"{_size(least)} to {range_end}"
        elif name != "max_size":
            cells[name] = "-" if value is None else str(value)
    return cells


def _size(size: int) -> str:
    """A number of bytes; of many, as people say it."""
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB")):
        if size >= 10 * unit or (size >= unit and unit > 10**6):
            return f"{size / unit:.3g} {name}" if size < 1000 * unit else f"{size // unit} {name}"
    return str(size)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."
