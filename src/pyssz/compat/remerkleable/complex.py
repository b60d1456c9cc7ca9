"""Containers, lists and vectors."""

from pyssz._type import View
from pyssz._view import BackedView as ComplexView
from pyssz.container import Container
from pyssz.sequences import HomogeneousView as MonoSubtreeView
from pyssz.sequences import List, Vector

__all__ = ["ComplexView", "Container", "Fields", "List", "MonoSubtreeView", "Vector"]

#: Types of the fields of a container, by name.
Fields = dict[str, type[View]]
