"""Folders of Parquet files that are one table: what is there is kept, and nothing is mixed.

A file says in its metadata which table it is a part of, and of which slots.  Whoever adds to a
folder makes sure that all files are of the same table, and that no row is in two of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from pyssz.arrays.frames import optional_package
from pyssz.base.errors import InvalidValueError
from pyssz.base.shown import shown

__all__ = ["described_by", "require_fitting", "require_same"]

# The name in a Parquet file's metadata.
_METADATA: Final = b"pyssz"

# What all files of a folder have in common.
_COMMON: Final = ("of", "path", "keys", "columns", "network")

# What users know them by, where it is something else.
_ARGUMENTS: Final = {"of": "of=", "keys": "keys=", "columns": "columns="}


def described_by(schema: Any, description: Mapping[str, Any]) -> Any:
    """A schema whose metadata is the description of a file's part of a table."""
    return schema.with_metadata({_METADATA: json.dumps(description).encode()})


def require_same(target: Path, description: Mapping[str, Any], schema: Any) -> None:
    """Refuse a file that is not the part of a table that a description is of.

    Raises InvalidValueError (INCOMPATIBLE).
    """
    _require(target, description, tuple(description), schema)


def require_fitting(
    folder: Path, descriptions: Mapping[str, Mapping[str, Any]], schema: Any
) -> None:
    """Refuse a folder with files that are not of one table with those that are to be there.

    Args:
        folder: the one.
        descriptions: of the files that are to be there, by their names.
        schema: of the table.

    Raises InvalidValueError (INCOMPATIBLE).
    """
    some = next(iter(descriptions.values()))
    spans = sorted((*each["slots"], name) for name, each in descriptions.items())
    for path in sorted(folder.glob("*.parquet")):
        if path.name in descriptions:
            require_same(path, descriptions[path.name], schema)
            continue
        start, stop = _require(path, some, _COMMON, schema)["slots"]
        for first, last, name in spans:
            if first < stop and start < last:
                raise _other(path, f"its slots {start} to {stop - 1} are in {name} too")


def _require(
    path: Path, description: Mapping[str, Any], names: Iterable[str], schema: Any
) -> dict[str, Any]:
    """What a file says of itself, if it agrees with a description in some respects."""
    pyarrow, parquet = optional_package("pyarrow"), optional_package("pyarrow.parquet")
    try:
        there = parquet.read_schema(path)
    except (pyarrow.ArrowException, OSError) as error:
        raise _other(path, f"it can't be read: {error}") from None
    try:
        found: dict[str, Any] = json.loads((there.metadata or {})[_METADATA])
        start, stop = found["slots"]
        found["slots"] = [int(start), int(stop)]
    except (KeyError, TypeError, ValueError):
        raise _other(path, "it is not one of pyssz") from None
    for name in names:
        if found.get(name, ...) != description[name]:
            word = _ARGUMENTS.get(name, name)
            raise _other(
                path, f"its {word} is {shown(found.get(name))}, not {shown(description[name])}"
            )
    if there.remove_metadata() != schema.remove_metadata():
        missing = [name for name in schema.names if name not in there.names]
        raise _other(
            path, f"it does not have the column {missing[0]}" if missing else "its columns differ"
        )
    return found


def _other(path: Path, message: str) -> InvalidValueError:
    return InvalidValueError(
        f"{path} belongs to another table: {message}; choose another folder, or remove it",
        code="INCOMPATIBLE",
    )
