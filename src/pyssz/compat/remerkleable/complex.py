"""Containers, lists and vectors."""

from pyssz.core.type import View
from pyssz.core.view import BackedView as ComplexView
from pyssz.types.container import Container
from pyssz.types.sequences import HomogeneousView as MonoSubtreeView
from pyssz.types.sequences import List, Vector

__all__ = ["ComplexView", "Container", "Fields", "List", "MonoSubtreeView", "Vector"]

#: Types of the fields of a container, by name.
Fields = dict[str, type[View]]
