"""The type of the object in a file: what --type names, or what the bytes show.

Bytes decide: all types of all forks are tried, strictly, and one whose offsets fit is taken before
one of which only the size fits.  Where several are left, the name of the file
may tell which one is meant, for files are often named after what they hold
(``deneb-minimal-BeaconState.ssz``, ``tests/minimal/deneb/ssz_static/BeaconState``).  It never makes
a type of what the bytes do not fit.  What then is not clear is refused: a guess could give a
wrong root.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from pyssz import Preset, SchemaError, View
from pyssz.cli._failure import CommandError, UsageError, report
from pyssz.cli._input import DOCUMENTS, InputFile
from pyssz.cli._progress import busy
from pyssz.sizes.preset import BUILTIN_NAMES

__all__ = [
    "ObjectType",
    "candidate_types",
    "nothing_fits",
    "object_type",
    "preset_named",
    "type_of",
]

# Candidates that a message lists; `pyssz identify` prints all.
_SHOWN = 6

# Larger documents are not read to find out their type: it would take as long as their conversion.
_MOST_TEXT = 1 << 26


class ObjectType(NamedTuple):
    """A type as the command line names it.

    Attributes:
        cls: the class.
        name: a fork and a name, such as ``deneb.BeaconState``.
        preset: name of the preset, or the path of its files.
    """

    cls: type[View]
    name: str
    preset: str

    def __str__(self) -> str:
        return f"{self.name} (preset {self.preset})"


def type_of(arguments: argparse.Namespace, *files: InputFile) -> ObjectType:
    """The type that --type and --preset name; without them that of what is in all the files.

    What was found is said on stderr.

    Raises:
        UsageError: the fork, type or preset does not exist; the message suggests similar names.
            Or several types fit.
        CommandError: the preset's files can't be read, or lack a value that the type needs.  Or no
            type fits.
    """
    if arguments.type is not None:
        return object_type(arguments.type, arguments.preset)
    first, *others = files
    fitting = candidate_types(first, arguments.preset)
    for file in others:
        also = {found.cls for found in candidate_types(file, arguments.preset)}
        fitting = [found for found in fitting if found.cls in also] if also else fitting
    if not fitting:
        raise nothing_fits(first)
    # Offsets fit by no accident; for most types of a fixed size any bytes of that size are a value.
    strong = [found for found in fitting if not found.cls.is_fixed_byte_length()] or fitting
    likely = _narrowed(strong, [file.name for file in files])
    if len(likely) > 1:
        remedy = "--preset" if len({found.name for found in likely}) == 1 else "--type"
        raise UsageError(f"{first.name}: fits {_listed(likely)}; pass {remedy}")
    (taken,) = likely
    others_fit = f"; its name tells it from {len(strong) - 1} others" if len(strong) > 1 else ""
    report(f"{first.name}: taken as {taken}{others_fit}")
    return taken


def _listed(types: list[ObjectType]) -> str:
    """Some of the types for a message, with their presets if these differ."""
    have_one_preset = len({each.preset for each in types}) == 1
    shown = [each.name if have_one_preset else str(each) for each in types[:_SHOWN]]
    more = len(types) - len(shown)
    return (
        f"{', '.join(shown)} and {more} more"
        if more
        else " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
    )


def nothing_fits(file: InputFile) -> CommandError:
    """The error for a file that no type fits: says what else it may be."""
    if file.format in DOCUMENTS:
        return CommandError(f"{file.name}: no type has these members; pass --type")
    kind = file.other_kind()
    if kind:
        return CommandError(f"{file.name}: not SSZ, but {kind}")
    remedy = "pass --type, and --preset for a network of your own"
    return CommandError(f"{file.name}: no type fits its {len(file.content)} bytes; {remedy}")


def candidate_types(file: InputFile, preset: str | None) -> list[ObjectType]:
    """All types that the content of a file fits, the likeliest first.

    Raises CommandError if the file or the preset can't be read, UsageError if there is no such
    preset.
    """
    from pyssz.ethereum._identify import identify, identify_document

    loaded = None if preset is None else preset_named(preset)
    if file.format in DOCUMENTS:
        found = identify_document(_document(file), loaded)
    else:
        with file.errors():
            content = file.content
            with busy("finding the type of", len(content)):
                found = identify(content, preset=loaded)
    return [_named(cls, preset) for cls in found]


def _named(cls: type[View], preset: str | None) -> ObjectType:
    """A type with its address: of presets that share it, mainnet."""
    from pyssz.ethereum import types
    from pyssz.ethereum._namespace import address_of

    address, _ = address_of(cls)
    fork, _, name = address.partition(".")
    shared = (label for label in BUILTIN_NAMES if types(label, fork).get(name) is cls)
    return ObjectType(cls, address, preset or next(shared))


def _document(file: InputFile) -> object:
    """The objects in a file of JSON or YAML."""
    from pyssz.base.yaml import YamlError, read_yaml
    from pyssz.text.objects import parsed_json

    with file.errors():
        text = file.read()
        if len(text) > _MOST_TEXT:
            raise CommandError(
                f"{file.name}: {len(text)} bytes are too many to find out their type; pass --type"
            )
        try:
            return parsed_json(text) if file.format == "json" else read_yaml(text)
        except YamlError as error:
            raise CommandError(f"{file.name}: not YAML: {error.problem}") from None


def _narrowed(fitting: list[ObjectType], names: Sequence[str]) -> list[ObjectType]:
    """Those of the types that the names of the files speak of; all if they speak of none.

    Words of a file's own name count, and whole names of directories; ``/root`` is no ``Root``.
    """
    paths = [Path(name) for name in names]
    words = {word for path in paths for word in (*path.parts, *re.split(r"[\W_]+", path.name))}
    traits: tuple[Callable[[ObjectType], bool], ...] = (
        lambda found: found.cls.__name__ in words,
        lambda found: found.name.partition(".")[0] in words,
        lambda found: found.preset in words,
    )
    for is_named in traits:
        fitting = list(filter(is_named, fitting)) or fitting
    return fitting


# ---- by name -------------------------------------------------------------------------------------


def object_type(name: str, preset: str | None, option: str = "--type ") -> ObjectType:
    """The type of a name, such as ``deneb.BeaconState`` or ``mainnet.deneb.BeaconState``.

    Raises as `type_of` does, with the option that gave the name.
    """
    # Not at the start: it takes longer than to print the help.
    from pyssz.ethereum import UnknownNameError, type_named
    from pyssz.ethereum._namespace import preset_of_address

    leading, rest = preset_of_address(name)
    if leading is not None and preset not in (None, leading):
        raise UsageError(f"{option}{name} and --preset {preset} name different presets")
    name, preset = rest, preset or leading or "mainnet"

    try:
        return ObjectType(type_named(name, preset_named(preset)), name, preset)
    except UnknownNameError as error:
        raise UsageError(f"{option}{name}: {error}") from None
    except SchemaError as error:
        raise CommandError(f"{option}{name}: {error}") from None


def preset_named(name: str) -> str | Preset:
    """The preset that --preset names: one that comes with the package, or that of files."""
    if name in BUILTIN_NAMES:
        return name
    if not Path(name).exists():
        known = ", ".join(BUILTIN_NAMES)
        raise UsageError(f"--preset {name}: expected {known}, or the path of a file or directory")
    try:
        return Preset.load(name)
    except OSError as error:
        raise CommandError(f"--preset {name}: {error.strerror or error}") from None
    except SchemaError as error:
        raise CommandError(f"--preset {name}: {error}") from None
