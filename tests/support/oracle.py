"""remerkleable behind the types of pyssz; see `fixtures/oracle.py`."""

import gc
import itertools
from typing import Any

import oracle
from remerkleable import bitfields, byte_arrays, complex, progressive

from pyssz.conformance import _remerkleable

__all__ = ["rebuilt", "remade"]

rebuilt = oracle.rebuilt

# Classes of remerkleable that remember something of each of their subclasses.
_CACHING = (
    byte_arrays.ByteVector,
    byte_arrays.ByteList,
    bitfields.Bitvector,
    bitfields.Bitlist,
    complex.Vector,
    complex.List,
    complex.Container,
    progressive.ProgressiveBitlist,
    progressive.ProgressiveList,
    progressive.ProgressiveContainer,
    progressive.CompatibleUnion,
)

_calls = itertools.count(1)


def remade(cls: Any) -> Any:
    """The type of remerkleable that a type of pyssz describes.

    Tests make types by the thousand, and remerkleable goes through all that are alive for each of
    its many `isinstance`: now and then the old ones are given back.
    """
    if next(_calls) % 200 == 0:
        for base in _CACHING:
            vars(base)["type_tree_shape"].__func__.cache_clear()
        _remerkleable._remade.clear()
        gc.collect()
    return oracle.remade(cls)
