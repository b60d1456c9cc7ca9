"""Presets: the values that make sizes of a schema's names.

A :class:`Preset` is an immutable mapping from names to integers with a name of its own.  The two of
the consensus specification ship with the library, ``Preset.builtin("mainnet")`` and ``"minimal"``,
also as :data:`mainnet` and :data:`minimal` of this module, and that of Gnosis Chain; others are
read from YAML or made from one at hand::

    devnet = Preset.load("devnet/preset.yaml")
    small = mainnet.with_values(SYNC_COMMITTEE_SIZE=64, name="small")

Files are read as the specification's own loader reads them: a value is a decimal integer or else it
is text.  So ``0x00000001``, a fork version of four bytes, stays the text it is; such values, and
lists like ``BLOB_SCHEDULE``, are kept under :attr:`Preset.raw` and can't be used as a size.  A
name without a value is an error; nothing here falls back on the values of another preset.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pyssz.base.errors import SchemaError, no_attribute
from pyssz.base.hints import suggestion
from pyssz.base.iterables import list_of, taken
from pyssz.base.shown import shown
from pyssz.sizes.expression import (
    NUMBER_BITS,
    Expression,
    as_size,
    check_size,
    is_number,
    missing_values_error,
)

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["BUILTIN_NAMES", "Preset", "gnosis", "mainnet", "minimal", "resolve"]

#: The presets that ship with the library.
BUILTIN_NAMES: Final = ("mainnet", "minimal", "gnosis")

#: The specification's mainnet and minimal values, and those of Gnosis Chain, read on first use.
mainnet: Preset
minimal: Preset
gnosis: Preset

_DECIMAL_DIGITS: Final = len(str(2**NUMBER_BITS))
_SUFFIXES: Final = (".yaml", ".yml")
# The deepest value of the specification, a list of mappings, has 3 levels with the file's own.
_YAML_DEPTH_LIMIT: Final = 16
# Values, or files, of a preset; mainnet has some 400 values.
_VALUES_LIMIT: Final = 1 << 16


class Preset(Mapping[str, int]):
    """Named integers, for the names in the sizes of a schema.

    Args:
        name: what to call the preset in types and messages.
        values: anything for each name.  Integers from 0 to 2**256 - 1, and text that is such an
            integer in decimal (as in the beacon API), can be used in sizes; all else is kept as it
            is under :attr:`raw`.

    The mapping (``preset["SLOTS_PER_EPOCH"]``, ``len``, iteration) holds the integers only.
    Presets are equal if their names and all their values are, and hashable: keys for a cache.

    Raises:
        SchemaError: ``PRESET_VALUE``, a name is not text, or there are too many values or levels.
    """

    __slots__ = ("_hash", "_integers", "_name", "_raw")

    def __init__(self, name: str, values: Mapping[str, object]) -> None:
        if not isinstance(name, str):
            raise SchemaError(
                f"the name of a preset is text, got {shown(name)}", code="PRESET_VALUE"
            )
        self._name = name
        self._raw = {key: _frozen(value) for key, value in _items(_all_values(values))}
        for key in self._raw:
            if not isinstance(key, str):
                raise SchemaError(
                    f"a preset has text for names, got {shown(key)}", code="PRESET_VALUE"
                )
        self._integers = {
            key: int(value) for key, value in self._raw.items() if is_number(value) and value >= 0
        }
        self._hash = hash((name, frozenset(self._integers.items())))

    # ---- where presets come from -----------------------------------------------------------------

    @classmethod
    def builtin(cls, name: str) -> Preset:
        """A preset that ships: ``mainnet``, ``minimal`` or ``gnosis``, all forks together.

        Read on first use; the same object each time.
        """
        if not isinstance(name, str) or name not in BUILTIN_NAMES:
            error = SchemaError(f"{shown(name)} is not a built-in preset", code="UNKNOWN_PRESET")
            error.hint = partial(suggestion, name, BUILTIN_NAMES, lists_all=True)
            raise error
        return _builtin(name)

    @classmethod
    def load(
        cls,
        source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        name: str | None = None,
    ) -> Preset:
        """Read a preset from YAML.

        Args:
            source: a file, a directory (of which all ``*.yaml`` and ``*.yml`` files are taken), or
                several of them.  A name may be in more than one file if its value is the same.
            name: of the preset; otherwise that of the file or directory, or all their names.

        Raises:
            OSError: a file can't be read.
            SchemaError: ``PRESET_FILE``: not YAML, or more than the plain names, integers, texts,
                lists and mappings of the specification's files; or two values for one name, with
                both places.
        """
        from pathlib import Path  # takes a while, and not every program has presets in files

        if isinstance(source, (bytes, Mapping)) or not isinstance(
            source, (str, os.PathLike, Iterable)
        ):
            raise SchemaError(
                f"a preset is loaded from files, got {shown(source)}; "
                "Preset(name, values) makes one",
                code="PRESET_FILE",
            )
        sources = [source] if isinstance(source, (str, os.PathLike)) else source
        try:
            paths = [Path(path) for path in taken(sources, _VALUES_LIMIT)]
            for path in paths:
                path.stat()  # what can't be the name of a file is found here
        except (TypeError, ValueError) as error:
            raise SchemaError(
                f"a preset is loaded from files, got {shown(source)}: {error}", code="PRESET_FILE"
            ) from None
        if len(paths) > _VALUES_LIMIT:
            raise SchemaError(
                f"a preset is loaded from at most {_VALUES_LIMIT} files", code="PRESET_FILE"
            )
        if not paths:
            raise SchemaError("no files to load a preset from", code="PRESET_FILE")
        files: list[str] = []
        for path in paths:
            files.extend(_yaml_files(path) if path.is_dir() else [str(path)])
        if name is None:
            found = [path.resolve() for path in paths]
            name = "+".join(path.stem if path.suffix in _SUFFIXES else path.name for path in found)
        return cls(name, _read(files))

    def with_values(
        self,
        values: Mapping[str, object] = MappingProxyType({}),
        /,
        *,
        name: str | None = None,
        **more: object,
    ) -> Preset:
        """This preset with other values for some of its names.

        All names must be known already, so that a misspelt one can't leave the old value in force;
        ``|`` adds new ones.

        Args:
            values: the values, by name; and ``more``, the same as keywords.
            name: of the new preset; otherwise this one's with ``-modified``.

        Raises:
            SchemaError: ``MISSING_PRESET_VALUE``, the preset has no such names; ``PRESET_VALUE``,
                a name of an integer is given something else.
        """
        changes = {**dict(_items(_all_values(values))), **more}
        if unknown := [key for key in changes if key not in self._raw]:
            error = missing_values_error(unknown, self._raw, f"preset {self._name!r}")
            error.message += "; to add a name, use preset | {name: value}"
            raise error
        changed = self._merged(changes, name)
        for key in changes:
            if key in self and key not in changed:
                raise SchemaError(
                    f"{key} is an integer and cannot become {shown(changes[key])}",
                    code="PRESET_VALUE",
                )
        return changed

    def __or__(self, other: Mapping[str, object]) -> Preset:
        """This preset with the values of ``other`` laid over it, new names included."""
        if not isinstance(other, Mapping):
            return NotImplemented
        changes = dict(_items(_all_values(other)))
        return self._merged(changes, other.name if isinstance(other, Preset) else None)

    def _merged(self, changes: Mapping[str, object], name: str | None) -> Preset:
        if name is None:
            name = f"{self._name.removesuffix('-modified')}-modified"
        return type(self)(name, {**self._raw, **changes})

    # ---- what presets are for --------------------------------------------------------------------

    @property
    def name(self) -> str:
        """What the preset is called."""
        return self._name

    @property
    def raw(self) -> Mapping[str, Any]:
        """Every value of the preset, also those that are no integers, such as fork versions.

        Read-only; lists are tuples, and text that is a decimal integer is an int.
        """
        return MappingProxyType(self._raw)

    def resolve(self, size: int | str | Expression) -> int:
        """The value of one size; see :func:`resolve`."""
        return resolve([size], self)[0]

    def __getitem__(self, name: str) -> int:
        if name in self._raw and name not in self._integers:
            raise SchemaError(
                f"preset {self._name!r} has {shown(self._raw[name])} for {name}, "
                f"not a decimal integer of at most {NUMBER_BITS} bits",
                code="PRESET_VALUE",
            )
        return self._integers[name]

    def __contains__(self, name: object) -> bool:
        return name in self._integers

    def __iter__(self) -> Iterator[str]:
        return iter(self._integers)

    def __len__(self) -> int:
        return len(self._integers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Preset):
            return NotImplemented
        return self is other or (self._name == other._name and self._raw == other._raw)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Preset {self._name!r}: {len(self)} values>"

    def __reduce__(self) -> tuple[type[Preset], tuple[str, object]]:
        return (type(self), (self._name, _thawed(self._raw)))


def resolve(sizes: Iterable[int | str | Expression], preset: Preset) -> list[int]:
    """The values of sizes, in their order; give all the sizes of a type together.

    Raises:
        SchemaError: ``MISSING_PRESET_VALUE`` with every missing name of all the sizes, and
            the names that were perhaps meant; ``PRESET_VALUE``, a name stands for something else
            than an integer; ``EXPRESSION_VALUE`` or ``SIZE``, a size can't be computed, or is no
            number from 0 to 2**64 - 1.
    """
    if not isinstance(preset, Preset):
        raise SchemaError(f"expected a Preset, got {shown(preset)}", code="PRESET_VALUE")
    if isinstance(sizes, (str, bytes)):
        raise SchemaError(f"expected several sizes, got {shown(sizes)}", code="SIZE")
    wanted = [as_size(size) for size in list_of(sizes, "sizes")]
    expressions = [size for size in wanted if isinstance(size, Expression)]
    required = frozenset[str]().union(*(size.required_names for size in expressions))
    if missing := required - preset.raw.keys():
        raise missing_values_error(missing, preset, f"preset {preset.name!r}")
    return [size if isinstance(size, int) else _evaluate(size, preset) for size in wanted]


def _evaluate(size: Expression, preset: Preset) -> int:
    # A value that is no integer is refused here, with the reason, also where there is a default.
    values = {name: preset[name] for name in sorted(size.names & preset.raw.keys())}
    try:
        return check_size(size.evaluate(values), str(size))
    except SchemaError as error:
        raise SchemaError(
            f"{error.message}, with preset {preset.name!r}", code=error.code
        ) from None


# ---- values --------------------------------------------------------------------------------------


def _all_values(values: Mapping[str, object]) -> Mapping[str, object]:
    if not isinstance(values, Mapping):
        raise SchemaError(
            f"a preset is made from a mapping of names, got {shown(values)}", code="PRESET_VALUE"
        )
    return values.raw if isinstance(values, Preset) else values


def _items(values: Mapping[Any, object]) -> Iterator[tuple[Any, object]]:
    """The items of a mapping, which may be anybody's: SchemaError after too many."""
    for number, item in enumerate(values.items()):
        if number == _VALUES_LIMIT:
            raise SchemaError(f"a preset has at most {_VALUES_LIMIT} values", code="PRESET_VALUE")
        yield item


def _frozen(value: object, depth: int = _YAML_DEPTH_LIMIT) -> object:
    """The value with decimal text as an int, and nothing in it that can be changed."""
    if not depth:
        raise SchemaError(
            f"a value of a preset has at most {_YAML_DEPTH_LIMIT} levels", code="PRESET_VALUE"
        )
    if isinstance(value, str):
        number = int(value) if _is_decimal(value) else None
        return number if is_number(number) else value
    if isinstance(value, (list, tuple)):
        return tuple([_frozen(part, depth - 1) for part in value])
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen(part, depth - 1) for key, part in _items(value)})
    return value


def _is_decimal(text: str) -> bool:
    return (
        text.isascii()
        and text.isdecimal()
        and len(text) <= _DECIMAL_DIGITS
        and (text[0] != "0" or text == "0")
    )


def _thawed(value: object) -> object:
    """The value with plain dicts for read-only ones, which can't be pickled."""
    if isinstance(value, tuple):
        return tuple(map(_thawed, value))
    if isinstance(value, Mapping):
        return {key: _thawed(part) for key, part in value.items()}
    return value


# ---- files ---------------------------------------------------------------------------------------


def _yaml_files(directory: str | Path) -> list[str]:
    with os.scandir(directory) as entries:
        names = [
            entry.name
            for entry in entries
            if os.path.splitext(entry.name)[1] in _SUFFIXES and entry.is_file()
        ]
    if not names:
        raise SchemaError(f"no YAML files in {directory}", code="PRESET_FILE")
    return [os.path.join(directory, name) for name in sorted(names)]


def _read(files: Iterable[str]) -> dict[str, object]:
    """The values of several files, which must agree where they overlap."""
    values: dict[str, object] = {}
    places: dict[str, str] = {}
    for file in files:
        for key, text in _read_file(file).items():
            value = _frozen(text)
            if values.setdefault(key, value) != value:
                raise SchemaError(
                    f"{key} is {shown(values[key])} in {places[key]} but {shown(value)} in {file}",
                    code="PRESET_FILE",
                )
            places.setdefault(key, file)
    return values


# Bytes; the files of the specification have some thousand.
_LONGEST_FILE = 1 << 22


def _read_file(file: str) -> dict[str, object]:
    """The top-level mapping of a YAML file, of texts as they were written, lists and mappings."""
    with open(file, "rb") as opened:
        text = opened.read(_LONGEST_FILE + 1)  # a device need not end
    if len(text) > _LONGEST_FILE:
        raise SchemaError(
            f"{file} has more than {_LONGEST_FILE} bytes, too many for a preset", code="PRESET_FILE"
        )
    from pyssz.sizes.lines import read_lines

    plain = read_lines(text)
    if plain is not None:
        return plain
    from pyssz.base.yaml import YamlError, read_yaml  # takes a while

    try:
        values = read_yaml(text, str, depth=_YAML_DEPTH_LIMIT, aliases=False, mapping=True)
    except YamlError as error:
        line = f", line {error.line}" if error.line else ""
        raise SchemaError(f"{file}{line}: {error.problem}", code="PRESET_FILE") from None
    if values is None:
        return {}  # nothing but comments
    assert isinstance(values, dict)
    return values


# ---- the presets that ship with the library ------------------------------------------------------


@functools.cache
def _builtin(name: str) -> Preset:
    return Preset(name, _read(_yaml_files(shipped(name))))


def shipped(*names: str) -> str:
    """Where a file or directory of the presets is that ship with the library."""
    # Within the package: who has the extension has files, and so does without importlib.resources.
    package = os.path.dirname(os.path.dirname(__file__))
    presets = os.path.join(package, "presets")
    if not os.path.isdir(presets):  # a source checkout, where the presets lie beside src/
        root = os.path.dirname(os.path.dirname(os.path.realpath(package)))
        presets = os.path.join(root, "presets")
    return os.path.join(presets, *names)


def __getattr__(name: str) -> Preset:
    if name in BUILTIN_NAMES:
        return Preset.builtin(name)
    raise no_attribute(__name__, name)


def __dir__() -> list[str]:
    return __all__
