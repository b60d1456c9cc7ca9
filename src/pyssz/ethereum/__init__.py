"""Every SSZ type of the Ethereum consensus specs: all forks, for any preset.

    >>> from pyssz.ethereum import mainnet
    >>> from pyssz.ethereum.mainnet.deneb import BeaconState
    >>> mainnet.deneb.BeaconState is BeaconState
    True

`mainnet` and `minimal` hold the types of the presets that the spec ships, `gnosis` those of Gnosis
Chain; `load` makes them for another preset.  Types are made on first use: importing this package
costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pyssz.base.errors import no_attribute
from pyssz.ethereum._fork import FORKS, SPEC_VERSION, UnknownNameError
from pyssz.ethereum._identify import COMMON_KINDS, identify
from pyssz.ethereum._namespace import ForkTypes, PresetTypes, load, type_named, types

if TYPE_CHECKING:
    from pyssz.ethereum import gnosis, mainnet, minimal
    from pyssz.ethereum._from_spec import SpecTypes, from_spec
else:  # what these modules are at run time
    from pyssz.ethereum._namespace import gnosis, mainnet, minimal

__all__ = [
    "COMMON_KINDS",
    "SPEC_VERSION",
    "ForkTypes",
    "PresetTypes",
    "SpecTypes",
    "UnknownNameError",
    "forks",
    "from_spec",
    "gnosis",
    "identify",
    "load",
    "mainnet",
    "minimal",
    "type_named",
    "types",
]


def forks() -> tuple[str, ...]:
    """Names of all forks: ``("phase0", "altair", ...)``, then the features outside any fork."""
    return FORKS


# What not every program needs, and the modules it is in.
_ELSEWHERE = {
    "SpecTypes": "_from_spec",
    "from_spec": "_from_spec",
}
_MODULES = (*FORKS, "beacon_roots", "networks")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"pyssz.ethereum.{name}")
    if name in _ELSEWHERE:
        return getattr(import_module(f"pyssz.ethereum.{_ELSEWHERE[name]}"), name)
    raise no_attribute(__name__, name)


def __dir__() -> list[str]:
    return [*__all__, *_MODULES]
