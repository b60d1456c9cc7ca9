"""Types from a module of the executable spec, or of a devnet: `from_spec("...gloas.minimal")`.

The spec is Python that declares its types as classes of an SSZ library; `_foreign` knows how to
read them.  All that is wrong with a module is found out here, once, when its types are made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from pyssz import Preset, View
from pyssz.base.errors import SchemaError
from pyssz.ethereum._foreign import Converter, belongs_to_a_library, is_foreign
from pyssz.ethereum._fork import unknown_name

__all__ = ["SpecTypes", "from_spec"]


class SpecTypes(Mapping[str, type[View]]):
    """The types of one module of a spec, as attributes and as a mapping in the module's order.

    An unknown name raises UnknownNameError, which is both AttributeError and KeyError.

    Attributes:
        name: of the module.
        fork: what the module says it is, such as ``"gloas"``; empty if it does not say so.
        preset: the constants and the configuration of the module, as far as they are numbers,
            bytes, text, and lists and mappings of them.
        classes: the classes that the types were made from, by the names of the types.
    """

    def __init__(self, name: str, contents: Mapping[str, Any]) -> None:
        self.name = name
        self.fork = str(contents.get("fork", ""))
        self.preset = Preset(name, _constants(contents))
        self.classes: Mapping[str, type] = MappingProxyType(_classes(contents))
        if not self.classes:
            raise _no_types(name, contents)
        names: dict[type, str] = {}
        for known, cls in self.classes.items():
            if cls not in names or known == cls.__name__:
                names[cls] = known
        converter = Converter(name, names)
        self._types: dict[str, type[View]] = {}
        for known, cls in self.classes.items():
            try:
                self._types[known] = converter.convert(cls)
            except SchemaError:
                # What others are derived from need not be complete itself.
                if not any(cls in other.__mro__[1:] for other in names):
                    raise

    def __getitem__(self, name: str) -> type[View]:
        found = self._types.get(name) if isinstance(name, str) else None
        if found is None:
            raise unknown_name(f"{self.name} has no type", name, self._types)
        return found

    # Runs only for names that are not attributes.
    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._types)

    def __len__(self) -> int:
        return len(self._types)

    def __contains__(self, name: object) -> bool:
        return name in self._types

    def __dir__(self) -> list[str]:
        return [*self._types, *super().__dir__()]

    def __repr__(self) -> str:
        return f"<{len(self)} types of {self.name}>"

    __eq__ = object.__eq__
    __hash__ = object.__hash__


# What was made of a module, and of which classes: a module may have been reloaded since.
_made: WeakKeyDictionary[ModuleType, SpecTypes] = WeakKeyDictionary()


def from_spec(source: ModuleType | str | Mapping[str, Any]) -> SpecTypes:
    """Types of pyssz for all SSZ types that a module of a spec has.

    Args:
        source: a module of the executable spec, ``eth_consensus_specs.gloas.minimal``, or one of
            your own whose types are declared with remerkleable, with eth-ssz-specs (``ssz``), or
            with pyssz.  Or its name, by which it is imported; or a mapping from names to classes.
            The same namespace is given each time for a module that has not changed.

    Returns:
        A namespace: ``types.BeaconState``, ``types["BeaconState"]``.  Its preset has the module's
        constants.  If the source is a module, classes and values can be pickled; they are then
        found through the module.

    Raises:
        SchemaError: ``SPEC_SOURCE``: the module does not exist, it can't be imported, has no SSZ
            types, or one that is not complete; ``UNKNOWN_KIND``: a type, or something in it, is of
            a kind that pyssz does not have.  The error names the class and the field.
    """
    if isinstance(source, str):
        source = _imported(source)
    if isinstance(source, Mapping):
        return SpecTypes("spec", source)
    if not isinstance(source, ModuleType):
        raise SchemaError(
            f"expected a module, its name, or a mapping of classes, got {type(source).__name__}",
            code="SPEC_SOURCE",
        )
    if getattr(getattr(source, "__spec__", None), "_initializing", False):
        raise SchemaError(
            f"{source.__name__} is still being imported; call from_spec when that is done",
            code="SPEC_SOURCE",
        )
    types = _made.get(source)
    if types is None or types.classes != _classes(vars(source)):
        types = SpecTypes(source.__name__, vars(source))
        for name in types:
            cls = types[name]
            if "_pickle_as" not in vars(cls) and cls is not types.classes[name]:
                cls._pickle_as = (_type_of_spec, (source.__name__, name))  # type: ignore[attr-defined]
        _made[source] = types
    return types


def _type_of_spec(module: str, name: str) -> type[View]:
    return from_spec(module)[name]


def _imported(name: str) -> ModuleType:
    if not name.isprintable() or not all(name.split(".")) or "/" in name:
        raise SchemaError(
            f"expected a module's name, such as eth_consensus_specs.gloas.minimal, got {name!r}",
            code="SPEC_SOURCE",
        )
    try:
        return import_module(name)
    except (Exception, SystemExit) as error:  # a module can fail in any way there is
        message = f"the module {name} can't be imported: {type(error).__name__}: {error}"
        missing = getattr(error, "name", None) if isinstance(error, ImportError) else None
        if missing and not f"{name}.".startswith(f"{missing}.") and missing not in sys.modules:
            message += f" (it needs the package {missing.partition('.')[0]})"
        raise SchemaError(message, code="SPEC_SOURCE") from error


def _no_types(name: str, contents: Mapping[str, Any]) -> SchemaError:
    message = f"{name} has no SSZ types of its own"
    inside = [key for key, value in contents.items() if _is_spec(value)]
    if inside:
        message += f"; pass one of {', '.join(f'{name}.{key}' for key in inside)}"
    return SchemaError(message, code="SPEC_SOURCE")


def _is_spec(value: object) -> bool:
    return isinstance(value, ModuleType) and bool(_classes(vars(value)))


def _classes(contents: Mapping[str, Any]) -> dict[str, type]:
    """The SSZ types of a module, less those that an SSZ library offers."""
    found = {}
    for name, value in contents.items():
        cls = getattr(value, "__value__", value)  # of a `type` statement
        # Pydantic puts classes with names such as List[Gwei] there, for itself.
        if not isinstance(cls, type) or not _is_name(name) or name.startswith("_"):
            continue
        if (issubclass(cls, View) or is_foreign(cls)) and not belongs_to_a_library(cls):
            found[name] = cls
    return found


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier()


# ---- constants -----------------------------------------------------------------------------------


def _constants(contents: Mapping[str, Any]) -> dict[str, object]:
    """The constants of a module, those of its configuration among them."""
    config = contents.get("config", {})
    configured = config._asdict() if hasattr(config, "_asdict") else config
    values = {**contents, **(configured if isinstance(configured, Mapping) else {})}
    plain = partial(map, _plain)
    return {
        name: value
        for name, value in zip(values, plain(values.values()), strict=True)
        if isinstance(name, str) and name.isupper() and value is not None
    }


def _plain(value: Any) -> object:
    """Numbers, text, bytes as ``0x...``, lists and mappings of them; None for what is neither."""
    if isinstance(value, (bool, type, str)):
        return str(value) if isinstance(value, str) else None
    if isinstance(value, int):
        return int(value)
    if isinstance(value, bytes):
        return f"0x{value.hex()}"
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return None
