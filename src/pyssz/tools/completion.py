"""Completion in IPython and notebooks: ``state.validators[0].<TAB>``, ``state.balances.<TAB>``.

IPython by itself evaluates neither properties nor ``[...]`` of classes that it does not know, for
that might do anything.  Reading fields and elements of pyssz's values changes nothing, so a matcher
of ours goes along such a chain, and along nothing else.  It is there when pyssz is imported in
IPython; ``%load_ext pyssz.tools.completion`` does the same.
"""

from __future__ import annotations

import ast
import re
import sys
from typing import Any

from pyssz.types.bitfields import Bitfield
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView

__all__ = ["install", "load_ipython_extension", "names_after"]

# A name, then fields and elements of what it stands for, then the beginning of a name.
_CHAIN = re.compile(r"(?:^|[^\w.\])])([^\W\d]\w*)((?:\.[^\W\d]\w*|\[[^\[\]]*\])+)\.(\w*)$")
_STEP = re.compile(r"\.(\w+)|\[([^\[\]]*)\]")


def names_after(text: str, names: dict[str, Any]) -> list[str]:
    """What can stand in place of the name that a line ends with, if it follows such a chain."""
    found = _CHAIN.search(text)
    if found is None:
        return []
    root, chain, start = found.groups()
    value = names.get(root)
    try:
        for field, index in _STEP.findall(chain):
            if field and isinstance(value, FieldsView) and field in value._numbers:
                value = value._value_of(field)
            elif index and isinstance(value, (HomogeneousView, Bitfield)):
                value = value[ast.literal_eval(index)]
            else:
                return []
    except Exception:  # whatever the text says: there is nothing to complete then
        return []
    hidden = () if start.startswith("_") else ("_",)
    return [name for name in dir(value) if name.startswith(start) and not name.startswith(hidden)]


def install(shell: Any = None) -> None:
    """Have a running IPython, or the one that there is, complete such chains."""
    if shell is None:
        shell = sys.modules["IPython"].get_ipython()
    matchers = getattr(getattr(shell, "Completer", None), "custom_matchers", None)
    if matchers is None or any(getattr(matcher, "of_pyssz", False) for matcher in matchers):
        return
    from IPython.core.completer import SimpleCompletion, context_matcher

    @context_matcher()  # type: ignore[untyped-decorator, unused-ignore]
    def pyssz_matcher(context: Any) -> dict[str, Any]:
        line = context.line_with_cursor[: context.cursor_position]
        start = context.token[: context.token.rfind(".") + 1]
        names = names_after(line, shell.user_ns)
        return {"completions": [SimpleCompletion(start + name) for name in names]}

    pyssz_matcher.of_pyssz = True
    matchers.append(pyssz_matcher)


#: What ``%load_ext`` calls.
load_ipython_extension = install
