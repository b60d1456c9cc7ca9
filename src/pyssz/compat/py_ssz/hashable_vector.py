"""py-ssz's hashable vectors."""

from pyssz.compat.py_ssz.hashable_structure import HashableVector

__all__ = ["HashableVector"]
