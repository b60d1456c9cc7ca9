"""Presets as the files of the consensus specification have them: a name and a value on each line.

To import a parser of YAML takes longer than to make all types of a fork, and the presets that ship
with the library need none.  Only what is read as any parser of YAML reads it is read here.
"""

from __future__ import annotations

__all__ = ["read_lines"]

Values = dict[str, object]

# Names that some version of YAML reads as something else.
_WORDS = frozenset(("FALSE", "N", "NO", "NULL", "OFF", "ON", "TRUE", "Y", "YES"))


def read_lines(data: bytes) -> Values | None:
    """The values of a file, all of them texts, or lists of mappings; None to have it parsed.

    Lines are ``NAME: value``, comments, or empty; below ``NAME:`` there may be a list::

        BLOB_SCHEDULE:
          - EPOCH: 412672
            MAX_BLOBS_PER_BLOCK: 15
    """
    values: Values = {}
    items: list[Values] | None = None  # of the list that is not complete
    try:
        lines = data.decode("ascii").split("\n")
        for line in lines:
            if not line.isprintable():
                return None
            if not line or line[0] == "#":
                continue
            if line[0] != " ":
                if items == []:
                    return None
                items = None
                name, value = _entry(line)
                if not value:
                    items = value = []  # type: ignore[assignment]
                _put(values, name, [] if value == "[]" else value)
            elif items is not None and line[:4] == "  - ":
                items.append(dict([_filled(line[4:])]))
            elif items and line[:4] == "    ":
                _put(items[-1], *_filled(line[4:]))
            else:
                return None
    except ValueError:
        return None
    return None if items == [] else values


def _entry(line: str) -> tuple[str, str]:
    """A name and a text, which is empty where there is none; ValueError for other lines."""
    name, colon, rest = line.partition(":")
    text, _, _ = rest.partition(" #")
    value = text.strip(" ")
    plain = value[1:-1] if value[:1] == "'" == value[-1:] and len(value) > 2 else value
    if (
        not colon
        or rest[:1] not in ("", " ")
        or not (name.isidentifier() and name.isupper() and name not in _WORDS)
        or not (value in ("", "[]") or plain.isalnum())
        or not (plain is not value or value[:1] in "[" or value[0].isdigit())
    ):
        raise ValueError
    return name, plain


def _filled(line: str) -> tuple[str, str]:
    name, value = _entry(line)
    if not value or value == "[]":
        raise ValueError
    return name, value


def _put(values: Values, name: str, value: object) -> None:
    if name in values:
        raise ValueError
    values[name] = value
