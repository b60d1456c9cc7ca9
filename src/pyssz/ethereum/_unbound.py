"""What `from pyssz.ethereum.deneb import BeaconState` says: types are those of a preset.

A fork alone has no types, only patterns whose sizes are names; what a preset makes of them is in
`pyssz.ethereum.mainnet.deneb` and its siblings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyssz.ethereum._fork import fork_spec, near_names

__all__ = ["names_of_fork"]


def names_of_fork(module: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of the module of a fork without a preset."""
    fork = module.rpartition(".")[2]

    def __getattr__(name: str) -> Any:
        if name == "fork":
            return fork_spec(fork)
        if name.startswith("_"):
            raise AttributeError(name)
        known = fork_spec(fork).definitions
        if name not in known:
            near = near_names(name, known)
            raise AttributeError(
                f"{module} has no types, and {fork} no type {name}{near and f'; {near}'}"
            )
        raise ImportError(
            f"{module} has no types, because their sizes depend on a preset: "
            f"from pyssz.ethereum.mainnet.{fork} import {name} "
            "(or minimal, gnosis; pyssz.ethereum.load(preset) for one of your own)",
            name=module,
        )

    return __getattr__
