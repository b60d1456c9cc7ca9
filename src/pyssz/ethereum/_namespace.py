"""Types for one preset, by fork and name: `mainnet.deneb.BeaconState`.

Nothing is made before it is asked for: a fork's file is imported, and a type bound, on first use,
and then kept as a plain attribute.  Binding gives the same class for the same template and the same
parts, so that a type which neither a preset constant nor a redefinition reaches is one object
everywhere: ``mainnet.deneb.Checkpoint is minimal.phase0.Checkpoint``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from pyssz import Preset, View, native
from pyssz.base.errors import InvalidTypeError, SchemaError
from pyssz.base.locks import new_lock
from pyssz.base.shown import shown
from pyssz.core.type import Environment
from pyssz.ethereum._fork import FORKS, ForkSpec, UnknownNameError, fork_spec, unknown_name
from pyssz.sizes.preset import BUILTIN_NAMES

if TYPE_CHECKING:
    from pyssz.base.data import Data

# Guards all binding, which is rare and short; what is bound already is read without it.
_lock = new_lock()


class ForkTypes(Mapping[str, type[View]]):
    """The types of one fork for one preset, as attributes and as a mapping in the spec's order.

    ``mainnet.deneb.BeaconState`` and ``mainnet.deneb["BeaconState"]`` are the same class.
    An unknown name raises UnknownNameError, which is both AttributeError and KeyError.

    Attributes:
        fork: what the spec says of this fork (``fork.source("BeaconState")`` is the place).
        preset: the values of the preset constants.
    """

    def __init__(self, spec: ForkSpec, among: PresetTypes) -> None:
        self.fork = spec
        self._among = among
        # What was found out in binding each type that is an attribute by now.
        self._bound: dict[str, _ForkEnvironment] = {}
        self._pending: list[str] = []

    @property
    def preset(self) -> Preset:
        return self._among.preset

    def __getitem__(self, name: str) -> type[View]:
        if not isinstance(name, str):
            self.fork.definition(name)  # refuses it
        if name not in self._bound:
            with _lock:
                if name not in self._bound:
                    self._bind(name)
        bound: type[View] = self.__dict__[name]
        return bound

    # Runs only for names that are not attributes yet.
    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fork.definitions)

    def __len__(self) -> int:
        return len(self.fork.definitions)

    def __contains__(self, name: object) -> bool:
        return name in self.fork.definitions

    def __dir__(self) -> list[str]:
        return [*self.fork.definitions, *super().__dir__()]

    @property
    def __all__(self) -> list[str]:
        """What ``from pyssz.ethereum.mainnet.deneb import *`` takes: all types."""
        return list(self.fork.definitions)

    def __repr__(self) -> str:
        return f"<{len(self)} types of {self.fork.name}, preset {self._among.label}>"

    # Two namespaces are equal if they are one; a mapping would compare (and so bind) all types.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self._among, self.fork.name)

    def _bind(self, name: str) -> None:
        """Bind the template of this name and keep the class.  Needs the lock."""
        definition = self.fork.definition(name)
        if name in self._pending:
            cycle = " -> ".join([*self._pending[self._pending.index(name) :], name])
            raise SchemaError(f"{self.fork.name}.{name} contains itself: {cycle}", code="CYCLE")
        self._pending.append(name)
        try:
            environment = _ForkEnvironment(self, definition.fork)
            bound = definition.template._bind(environment)
        except SchemaError as error:
            error.root = error.root or f"{self.fork.name}.{name}"
            raise
        finally:
            self._pending.pop()
        # The first to make a class gives it its address: the first fork that has this very type,
        # and says where to look for others of the name. Only that of a preset of one's own gives
        # way to that of one that ships with the package.
        home = environment.home.name
        preset = self._among.address if environment.sized else "mainnet"
        known = vars(bound).get("_pickle_as")
        if known is None or (isinstance(preset, str) and not isinstance(known[1][1], str)):
            importable = f"{preset}." if isinstance(preset, str) else ""
            bound.__module__ = f"pyssz.ethereum.{importable}{home}"
            address = (type_named, (f"{home}.{name}", preset))
            bound._pickle_as = address  # type: ignore[attr-defined]
            hint = partial(_decode_hint, name, self._among)
            bound._decode_hint = classmethod(hint)  # type: ignore[assignment, method-assign]
            contradiction = partial(_contradiction, name, self._among)
            bound._contradiction = classmethod(contradiction)  # type: ignore[assignment, method-assign]
        self.__dict__[name] = bound
        self._bound[name] = environment


def _contradiction(name: str, among: PresetTypes, cls: type[View], version: str) -> str:
    # A subclass of a user may be anything.
    if version not in FORKS or "_pickle_as" not in vars(cls):
        return ""
    try:
        found = among[version].get(name)
    except SchemaError:
        return ""  # a user's preset need not have the constants of all forks
    if found is not None and found._shape == cls._shape:
        return ""
    home = cls.__module__.rpartition(".")[2]
    problem = f"of version {version}, and the type is {home}.{name}"
    return f"{problem}; {version}.{name} fits" if found else problem


class _ForkEnvironment(Environment):
    """What the names in one template stand for, and how far what they reach has been redefined.

    Attributes:
        home: the latest fork that defines the type or anything in it, so the first that has it.
        sized: a preset constant decides something in it.
    """

    def __init__(self, types: ForkTypes, home: ForkSpec) -> None:
        self._types = types
        self.home = home
        self.sized = False

    def size(self, expression: Any) -> int:
        self.sized = True
        return self._types.preset.resolve(expression)

    def type(self, name: str) -> type[View]:
        bound = self._types[name]
        part = self._types._bound[name]
        self.home = max(self.home, part.home, key=lambda fork: len(fork.lineage))
        self.sized |= part.sized
        return bound


#: What a network has and a preset of the same name has not: `pyssz.ethereum.networks.Network`.
OF_NETWORKS: Final = frozenset(
    {
        *("blob_parameters", "blob_schedule", "compute_domain", "config", "decode_block"),
        *("epoch_at", "fork_at", "fork_digest", "fork_of_digest", "forks"),
        *("genesis_validators_root", "name", "signing_root", "types", "types_at"),
    }
)


class PresetTypes(Mapping[str, ForkTypes]):
    """All types for one preset: an attribute, and a key, per fork.

    Attributes:
        preset: the values of the preset constants; read from the package when first needed.
    """

    def __init__(self, preset: str | Preset) -> None:
        #: What `load` makes these types from again.
        self.address = preset
        self._forks: dict[str, ForkTypes] = {}

    @cached_property
    def preset(self) -> Preset:
        return Preset.builtin(self.address) if isinstance(self.address, str) else self.address

    @property
    def label(self) -> str:
        """Name of the preset."""
        return self.address if isinstance(self.address, str) else self.address.name

    def __getitem__(self, name: str) -> ForkTypes:
        types = self._forks.get(name) if isinstance(name, str) else None
        if types is None:
            # Two threads may both make one; the first to store it wins.
            types = self._forks.setdefault(name, ForkTypes(fork_spec(name), self))
            self.__dict__[name] = types
        return types

    # Runs only for names that are not attributes yet.
    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except UnknownNameError as error:
            if name in OF_NETWORKS:
                error.hint = (
                    f"these are the types of a preset; networks have {name}: "
                    f"pyssz.ethereum.networks.mainnet.{name}"
                )
            raise

    def __iter__(self) -> Iterator[str]:
        return iter(FORKS)

    def __len__(self) -> int:
        return len(FORKS)

    def __contains__(self, name: object) -> bool:
        return name in FORKS

    def __dir__(self) -> list[str]:
        return [*FORKS, *super().__dir__()]

    @property
    def __all__(self) -> list[str]:
        """What ``from pyssz.ethereum.mainnet import *`` takes: all forks."""
        return list(FORKS)

    def __repr__(self) -> str:
        return f"<Ethereum types, preset {self.label}: {', '.join(FORKS)}>"

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.address,)


mainnet = PresetTypes("mainnet")
minimal = PresetTypes("minimal")
gnosis = PresetTypes("gnosis")

_shipped = {"mainnet": mainnet, "minimal": minimal, "gnosis": gnosis}


def load(preset: str | Preset) -> PresetTypes:
    """All types of all forks for a preset: one that ships with the package, or your own.

        devnet = load(Preset.builtin("mainnet").with_values(SYNC_COMMITTEE_SIZE=64))
        devnet.electra.BeaconState

    A type is bound when it is first asked for, so a preset needs only the constants that the types
    in use reach.  Presets with the same values give the same classes.

    Raises:
        UnknownNameError: a preset of this name does not ship with the package.
    """
    if isinstance(preset, Preset):
        # Reads the package's own preset only for one that goes by its name.
        if preset.name not in BUILTIN_NAMES or preset != Preset.builtin(preset.name):
            return PresetTypes(preset)
        preset = preset.name
    if not isinstance(preset, str):
        raise InvalidTypeError(
            f"expected a preset or its name, got {shown(preset)}; Preset(name, values) makes one",
            code="WRONG_TYPE",
        )
    if preset not in BUILTIN_NAMES:
        more = " ships with the package"
        raise unknown_name("no preset", preset, BUILTIN_NAMES, more)
    return _shipped[preset]


# What the import system wants of a module.
_MODULE_ATTRIBUTES = ("__file__", "__loader__", "__name__", "__package__", "__path__", "__spec__")


def stand_for(module: str) -> None:
    """Put types in the place of a module that is being imported: of a preset, or of its fork.

    ``pyssz.ethereum.mainnet.deneb`` in ``sys.modules`` is the object ``mainnet.deneb``: its types
    are bound on first use, whichever way they are found.
    """
    preset, _, fork = module.removeprefix(f"{__package__}.").partition(".")
    types: Mapping[str, Any] = load(preset)[fork] if fork else load(preset)
    attributes = vars(sys.modules[module])
    for name in _MODULE_ATTRIBUTES:
        if name in attributes:
            vars(types)[name] = attributes[name]
    sys.modules[module] = types  # type: ignore[assignment]


def types(preset: str | Preset, fork: str) -> ForkTypes:
    """The types of one fork for one preset: a mapping from name to class, in the spec's order.

    Raises:
        UnknownNameError: the preset or fork does not exist.
    """
    return load(preset)[fork]


def preset_of_address(name: str) -> tuple[str | None, str]:
    """The preset that ``minimal.deneb.BeaconState`` begins with, or None, and the rest."""
    leading, _, rest = name.partition(".")
    return (leading, rest) if leading in BUILTIN_NAMES and "." in rest else (None, name)


def type_named(name: str, preset: str | Preset | None = None) -> type[View]:
    """The type with an address such as ``deneb.SignedBeaconBlock``.

    Args:
        name: a fork and a type, with a preset that ships with pyssz in front or without.
        preset: the preset, if the name does not begin with one; mainnet by default.

    Raises:
        UnknownNameError: the preset, fork or type does not exist; the message says which, and
            what comes near.  Or name and ``preset`` name different presets.
    """
    if isinstance(name, str):
        leading, rest = preset_of_address(name)
        if leading is not None:
            if preset is not None and load(preset) is not load(leading):
                raise UnknownNameError(f"{shown(name)} is not of preset={shown(preset)}")
            name, preset = rest, leading
    preset = "mainnet" if preset is None else preset
    fork, dot, type_name = name.partition(".") if isinstance(name, str) else ("", "", "")
    if not dot:
        addresses = (f"{fork}.{known}" for fork in FORKS for known in fork_spec(fork).definitions)
        message = "expected a fork and a type, such as deneb.BeaconState, got"
        raise unknown_name(message, name, addresses)
    return load(preset)[fork][type_name]


# ---- the forks in order --------------------------------------------------------------------------


def schedule(types: PresetTypes) -> dict[str, int]:
    """The forks that have an epoch, in order of activation."""
    epochs = {}
    for fork in FORKS:
        epoch = types.preset.get(f"{fork.upper()}_FORK_EPOCH", _NOT_SCHEDULED)
        if epoch != _NOT_SCHEDULED:
            epochs[fork] = epoch
    return {FORKS[0]: 0, **epochs} if epochs else {}


#: FAR_FUTURE_EPOCH of the spec.
_NOT_SCHEDULED: Final = 2**64 - 1


def _likeliest_forks() -> Iterable[str]:
    scheduled = schedule(mainnet)
    return [*reversed(scheduled), *(fork for fork in FORKS if fork not in scheduled)]


def candidates(name: str, types: PresetTypes) -> Iterator[type[View]]:
    """The types of a name, each once."""
    seen = set()
    for fork in _likeliest_forks():
        if name in types[fork]:
            try:
                cls = types[fork][name]
            except SchemaError:
                continue  # a user's preset need not have the constants of all forks
            if cls not in seen:
                seen.add(cls)
                yield cls


def decodes(cls: type[View], data: Data) -> bool:
    """Whether bytes are a value of a type."""
    try:
        native.check(*cls._schema(), data)
    except native.FaultError:
        return False
    return True


def address_of(cls: type[View]) -> tuple[str, str | Preset]:
    """What `type_named` makes a type of: its name with the first fork that has it, and a preset."""
    address: tuple[str, str | Preset] = cls._pickle_as[1]  # type: ignore[attr-defined]
    return address


def _decode_hint(name: str, among: PresetTypes, refused: type[View], data: Data) -> str:
    """The hint for bytes that do not fit the type of this name: the types that they fit.

    Forks of the same preset are tried first, then those of the presets of the spec.
    """
    tried: set[type[View]] = set()
    for types in dict.fromkeys((among, mainnet, minimal)):
        for cls in candidates(name, types):
            if cls not in tried and decodes(cls, data):
                is_shared = any(each._shape == refused._shape for each in candidates(name, types))
                where = "" if is_shared else f" of the preset {types.label}"
                return f"these bytes decode as {address_of(cls)[0]}{where}"
            tried.add(cls)
    return ""
