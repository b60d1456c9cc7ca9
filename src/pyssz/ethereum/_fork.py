"""The vocabulary of the fork files in `_forks`: `fork = ForkSpec(...)`, `@fork.define`, `T`.

A fork file lists what one fork of the consensus spec defines or redefines, and where the spec says
so.  Its classes are templates: their sizes are names of preset constants, their parts are names of
types (``T.Root``), for a later fork may redefine the part and leave the whole as it was written.
`_namespace` turns templates into types for one preset and one fork.

To add a fork: write its file, and append its name to `FORKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from pyssz import Ref, View
from pyssz.base.errors import SchemaError, SSZError
from pyssz.base.shown import named, shown

#: Release of the consensus specs that the fork files follow, line by line.
SPEC_VERSION = "v1.7.0-beta.4"

#: The forks in the order of their activation, then the features that are not part of one yet.
FORKS = (
    "phase0",
    "altair",
    "bellatrix",
    "capella",
    "deneb",
    "electra",
    "fulu",
    "gloas",
    "heze",
    "eip7716",
    "eip8025",
    "eip8148",
    "eip8198",
    "eip8205",
    "eip8321",
)

AnyView = TypeVar("AnyView", bound=type[View])


class UnknownNameError(SSZError, KeyError, AttributeError):
    """The fork or the type does not exist; the message suggests similar names."""


class _Names:
    """``T.Attestation`` is the type that the fork at hand knows under this name."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return Ref(name)


T: Any = _Names()


def active_fields(width: int, *, gaps: Iterable[int] = ()) -> list[int]:
    """The positions that a progressive container uses: all ``width`` of them but the gaps.

    Spelled as in the spec, where ``gaps`` are the positions of fields that a fork has removed.
    """
    return [int(position not in gaps) for position in range(width)]


class Definition(NamedTuple):
    """One type as one fork defines it: the class in the fork's file, and its place in the spec."""

    fork: ForkSpec
    template: type[View]
    path: str
    line: int


class ForkSpec:
    """The types of one fork: its own, and those of the fork before it that it does not redefine.

    Attributes:
        name: the fork's name in lower case, as in the spec's folders.
        specs: the folder of its documents in the repository ethereum/consensus-specs.
        after: the fork that it builds on; None for the first.
        eips: the EIPs that changed its types; empty where there are none.
    """

    def __init__(
        self, name: str, *, specs: str, after: ForkSpec | None = None, eips: str = ""
    ) -> None:
        self.name = name
        self.eips = eips
        self.specs = specs
        self.after = after
        self.own: dict[str, Definition] = {}

    def define(self, place: str) -> Callable[[AnyView], AnyView]:
        """Take the decorated class into the fork, under its own name.

        Args:
            place: where the spec defines it, ``document:line``; the document is looked for in the
                folder of the fork unless it starts with ``specs/``.
        """
        document, _, line = place.rpartition(":")
        path = document if document.startswith("specs/") else f"{self.specs}/{document}"

        eips = self.eips and f" ({self.eips})"

        def add(template: AnyView) -> AnyView:
            name = template.__name__
            if name in self.own:
                raise SchemaError(f"{self.name} defines {name} twice", code="DUPLICATE_TYPE")
            if "__doc__" not in vars(template) or template.__doc__ is None:
                template.__doc__ = (
                    f"{name} of {self.name}{eips}: {path}, line {line} ({SPEC_VERSION})."
                )
            self.own[name] = Definition(self, template, path, int(line))
            return template

        return add

    @cached_property
    def definitions(self) -> Mapping[str, Definition]:
        """All types by name: the inherited ones first, then those that are new here."""
        return {**(self.after.definitions if self.after else {}), **self.own}

    @cached_property
    def lineage(self) -> tuple[ForkSpec, ...]:
        """The forks it builds on, from the first one to itself."""
        return (*(self.after.lineage if self.after else ()), self)

    def definition(self, name: str) -> Definition:
        """The definition of a type that this fork goes by, its own or an earlier fork's.

        Raises:
            UnknownNameError: the fork has no such type.
        """
        known = self.definitions
        found = known.get(name) if isinstance(name, str) else None
        if found is None:
            error = unknown_name(f"{self.name} has no type", name, known)
            if isinstance(name, str):
                error.hint = partial(self._where_else, name)
            raise error
        return found

    def _where_else(self, name: str) -> str:
        """The fork that brings a type which this one lacks, and names that come near."""
        later = next((fork for fork in FORKS if name in fork_spec(fork).definitions), None)
        near = near_names(name, self.definitions)
        return "; ".join(filter(None, (later and f"{later} has it", near)))

    def source(self, name: str) -> tuple[str, int]:
        """Document of ethereum/consensus-specs and line where the type is defined.

        ``("specs/deneb/beacon-chain.md", 244)`` for ``BeaconState`` of Deneb, and the same for the
        ``BeaconState`` of a later fork that does not redefine it.

        Raises:
            UnknownNameError: the fork has no such type.
        """
        found = self.definition(name)
        return found.path, found.line

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self.definitions)} types, {len(self.own)} of them defined here>"


def fork_spec(name: str) -> ForkSpec:
    """The fork of this name; its file is imported on first use.

    Raises:
        UnknownNameError: the fork does not exist.
    """
    if name not in FORKS:
        raise unknown_name("there is no fork", name, FORKS)
    spec: ForkSpec = import_module(f"pyssz.ethereum._forks.{name}").fork
    return spec


def unknown_name(
    message: str, name: object, known: Iterable[str], more: str = ""
) -> UnknownNameError:
    """An error for a name that is not among the known ones; its hint has those that come near.

    The message ends with the name, and with `more`.
    """
    if not isinstance(name, str):
        return UnknownNameError(f"expected a name as text, got {shown(name)}", code="WRONG_TYPE")
    error = UnknownNameError(f"{message} {named(name)}{more}", code="UNKNOWN_NAME")
    error.name = name  # also keeps Python from adding a guess of its own to the message
    error.hint = partial(near_names, name, known)
    return error


_LONGEST_NAME = 100


def near_names(name: str, known: Iterable[str]) -> str:
    """A question for the known names that come near; else a list of all, if they are few."""
    import difflib  # of no use until something is wrong

    # Finding near ones takes the product of the lengths; so long a name is not a misspelling.
    if len(name) > _LONGEST_NAME:
        return ""
    # Names of types are long compounds: compare without case, or `beaconstate` is far from all.
    by_folded = {candidate.lower(): candidate for candidate in known}
    near = difflib.get_close_matches(name.lower(), by_folded, n=3)
    if near:
        return f"did you mean {' or '.join(by_folded[folded] for folded in near)}?"
    return f"there are {', '.join(by_folded.values())}" if len(by_folded) <= len(FORKS) else ""
