"""The files of test cases: in directories, single files, and tar archives that stay packed.

Whatever holds them, the files of a case come as one group: a directory of the tree for most
formats, a single JSON file for the cases of ssz-specs.
"""

from __future__ import annotations

import lzma
import os
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pyssz.base.errors import SSZError

__all__ = ["CaseFiles", "SourceError", "case_files"]

_ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2")

#: The one file that every case of the consensus-spec formats has.
SERIALIZED = "serialized.ssz_snappy"

# What ssz-specs has beside its cases.
_LISTINGS = ("index.json", "manifest.json")

# What makes a file a part of a case; archives hold much else.
_PARTS = (SERIALIZED, "value.yaml", "roots.yaml", "meta.yaml")


class SourceError(SSZError, OSError):
    """A path can't be read, or an archive is damaged."""


@dataclass(frozen=True)
class CaseFiles:
    """The files of one case.

    Attributes:
        path: where they are within the source, with slashes: the directory, or the JSON file.
        files: contents by file name.
    """

    path: PurePosixPath
    files: dict[str, bytes]


def case_files(source: Path) -> Iterator[CaseFiles]:
    """The cases below a directory or in an archive, or the one that a JSON file is.

    Raises SourceError for what can't be read.
    """
    try:
        if source.is_dir():
            yield from _in_directory(source)
        elif source.name.endswith(_ARCHIVES):
            yield from _in_archive(source)
        elif source.suffix == ".json":
            path = PurePosixPath(source.resolve().as_posix())
            yield CaseFiles(path, {source.name: source.read_bytes()})
        elif source.exists():
            raise SourceError(f"{source} is not a directory, archive or JSON file", code="SOURCE")
        else:
            raise SourceError(f"{source} does not exist", code="SOURCE")
    except (OSError, EOFError, tarfile.TarError, zlib.error, lzma.LZMAError) as error:
        if isinstance(error, SourceError):
            raise
        # tarfile tells on further lines what each kind of compression made of it.
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0].rstrip(":")
        raise SourceError(f"{source}: {reason}", code="SOURCE") from None


def _in_directory(source: Path) -> Iterator[CaseFiles]:
    # Absolute, because the directories above tell the preset and the fork.
    for directory, subdirectories, names in os.walk(source.resolve(), onerror=_raise):
        subdirectories.sort()
        here = Path(directory)
        path = PurePosixPath(here.as_posix())
        if SERIALIZED in names:
            yield CaseFiles(path, {name: (here / name).read_bytes() for name in names})
            continue
        for name in sorted(names):
            if _is_json_case(name):
                yield CaseFiles(path / name, {name: (here / name).read_bytes()})


def _raise(error: OSError) -> None:
    raise error


def _in_archive(source: Path) -> Iterator[CaseFiles]:
    # One pass from front to back, as packed archives are read. The files of a directory need not
    # stand together, so a case is kept until all of the archive is read, or it is complete.
    pending: dict[PurePosixPath, dict[str, bytes]] = {}
    with tarfile.open(source) as archive:
        for member in archive:
            path = PurePosixPath(member.name)
            if not member.isfile() or not (path.name in _PARTS or _is_json_case(path.name)):
                continue
            stream = archive.extractfile(member)
            assert stream is not None
            content = stream.read()
            if path.suffix == ".json":
                yield CaseFiles(path, {path.name: content})
                continue
            files = pending.setdefault(path.parent, {})
            files[path.name] = content
            if {SERIALIZED, "value.yaml"} <= files.keys() and (
                "roots.yaml" in files or "meta.yaml" in files
            ):
                yield CaseFiles(path.parent, pending.pop(path.parent))
    for parent, files in pending.items():
        if SERIALIZED in files:
            yield CaseFiles(parent, files)


def _is_json_case(name: str) -> bool:
    return name.endswith(".json") and name not in _LISTINGS
