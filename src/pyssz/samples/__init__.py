"""Small objects that ship with the package, to try things out on: :func:`sample`.

=======================  ==============================================================
``deneb-block``          a signed block of mainnet, with 26 attestations and six blobs
``deneb-state``          a state of 128 validators, minimal preset
``electra-block``        a signed block, minimal preset, whose state is ``electra-state``
``electra-blocks``       the 32 blocks that end with ``electra-block``
``electra-state``        a state of 600 validators of all statuses, minimal preset
``electra-state-later``  the same an epoch later
=======================  ==============================================================

The values are made up. They fit together as those of a chain do, but keys and signatures are
arbitrary bytes. ``fixtures/make_samples.py`` makes the files.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from pyssz.base.errors import InvalidValueError
from pyssz.base.hints import suggestion
from pyssz.base.shown import shown
from pyssz.types.sequences import List

if TYPE_CHECKING:
    from pyssz.ethereum.mainnet import deneb as mainnet_deneb
    from pyssz.ethereum.minimal import deneb, electra

__all__ = ["NAMES", "path", "sample"]

# The fork, the type and the preset of each; ``*`` stands for a list of such values.
_TYPES: Final = {
    "deneb-block": ("deneb.SignedBeaconBlock", "mainnet"),
    "deneb-state": ("deneb.BeaconState", "minimal"),
    "electra-block": ("electra.SignedBeaconBlock", "minimal"),
    "electra-blocks": ("electra.SignedBeaconBlock*", "minimal"),
    "electra-state": ("electra.BeaconState", "minimal"),
    "electra-state-later": ("electra.BeaconState", "minimal"),
}
_MOST: Final = 32

#: The names of all samples.
NAMES: Final = tuple(_TYPES)


def path(name: str) -> Path:
    """The file of a sample: an encoding of SSZ.

    Raises:
        InvalidValueError: UNKNOWN_NAME, there is no such sample.
    """
    if name not in NAMES:
        hint = suggestion(name, NAMES, lists_all=True)
        raise InvalidValueError(
            f"no sample has the name {shown(name)}; {hint}", code="UNKNOWN_NAME"
        )
    return Path(__file__).with_name(f"{name}.ssz")


@overload
def sample(name: Literal["deneb-block"]) -> mainnet_deneb.SignedBeaconBlock: ...
@overload
def sample(name: Literal["deneb-state"]) -> deneb.BeaconState: ...
@overload
def sample(name: Literal["electra-block"]) -> electra.SignedBeaconBlock: ...
@overload
def sample(name: Literal["electra-blocks"]) -> List[electra.SignedBeaconBlock]: ...
@overload
def sample(name: Literal["electra-state", "electra-state-later"]) -> electra.BeaconState: ...
@overload
def sample(name: str) -> Any: ...
def sample(name: str) -> Any:
    """A small value to try things out on: a new one each time, which you may change.

    Args:
        name: one of :data:`NAMES`, such as ``"electra-state"``.

    Raises:
        InvalidValueError: UNKNOWN_NAME, there is no such sample.
    """
    from pyssz.ethereum import type_named

    data = path(name).read_bytes()
    address, preset = _TYPES[name]
    cls: Any = type_named(address.rstrip("*"), preset)
    if address.endswith("*"):
        cls = List.__class_getitem__((cls, _MOST))
    return cls.decode_bytes(data)
