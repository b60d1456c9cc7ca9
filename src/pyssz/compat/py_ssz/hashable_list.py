"""py-ssz's hashable lists."""

from pyssz.compat.py_ssz.hashable_structure import HashableList

__all__ = ["HashableList"]
