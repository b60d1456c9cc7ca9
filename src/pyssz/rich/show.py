"""What notebooks show of an object: the one place where its view is chosen."""

from __future__ import annotations

from typing import Any

from pyssz.answers.partial import Partial
from pyssz.answers.queries import Answer, Answers
from pyssz.core.type import View
from pyssz.merkle.many import Proofs
from pyssz.merkle.verification import CompressedMultiproof, Multiproof, Proof
from pyssz.rich.answers import html_of_answer, html_of_answers
from pyssz.rich.diffs import html_of_diff
from pyssz.rich.dumps import html_of_dump
from pyssz.rich.partials import html_of_partial
from pyssz.rich.patches import html_of_patch
from pyssz.rich.proofs import html_of_proof, html_of_proofs
from pyssz.rich.treemap import html_of_layout
from pyssz.rich.trees import html_of_part, html_of_value
from pyssz.rich.types import html_of_fields
from pyssz.tools.diff import Difference
from pyssz.tools.footprint import Footprint
from pyssz.tools.hexdump import Hexdump
from pyssz.tools.inspect import Part
from pyssz.tools.patch import Patch
from pyssz.types.field_table import FieldTable

__all__ = ["html"]

_VIEWS: dict[type, Any] = {
    View: html_of_value,
    Part: html_of_part,
    Partial: html_of_partial,
    Difference: html_of_diff,
    Patch: html_of_patch,
    Hexdump: html_of_dump,
    Proof: html_of_proof,
    Multiproof: html_of_proof,
    CompressedMultiproof: html_of_proof,
    Proofs: html_of_proofs,
    Answer: html_of_answer,
    Answers: html_of_answers,
    FieldTable: html_of_fields,
    Footprint: html_of_layout,
}


def html(shown: Any) -> str:
    """The HTML of an object of one of these classes."""
    for cls in type(shown).__mro__:
        if cls in _VIEWS:
            return str(_VIEWS[cls](shown))
    raise TypeError(f"{type(shown).__name__} is shown as text")
