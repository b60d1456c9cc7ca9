"""Answers to queries: what was asked, what was found, and the proof."""

from __future__ import annotations

from pyssz.answers.queries import Answer, Answers
from pyssz.rich.markup import Markup, element, join, styled
from pyssz.rich.proofs import proof_content
from pyssz.rich.trees import inline, table_of, value_content

__all__ = ["html_of_answer", "html_of_answers"]

#: Answers that are shown of several.
ANSWERS = 10


def html_of_answer(answer: Answer) -> str:
    """An answer as notebooks show it."""
    return styled(_content(answer))


def html_of_answers(answers: Answers) -> str:
    """Several answers, one below the other; of very many the first."""
    shown = [_content(answer) for answer in answers[:ANSWERS]]
    if len(answers) > ANSWERS:
        shown.append(element("div", f"… {len(answers) - ANSWERS:,} more answers", class_="d"))
    if answers.proof is not None:
        shown.append(proof_content(answers.proof))
    return styled(*shown)


def _content(answer: Answer) -> Markup:
    path = answer.path
    head = [element("span", path.root.__name__, class_="t"), " ", element("b", str(path))]
    if path.is_single or path.aggregate:
        body = _value(answer)
    else:
        parts = answer.parts
        head.append(Markup(" "))
        head.append(element("span", f"{len(parts):,} part{'' if len(parts) == 1 else 's'}"))
        kind = path.selection.type
        assert kind is not None
        body = join([table_of(answer.value, kind, len(parts), parts, "path")])
        if not len(parts):
            body = Markup()
    proof = [proof_content(answer.proof)] if answer.proof is not None else []
    scan = []
    if answer.scan is not None:
        words = f"scan of {len(answer.scan.elements):,} bytes: no other part meets the path"
        scan = [element("div", words, class_="d")]
    return join([element("div", *head), body, *proof, *scan])


def _value(answer: Answer) -> Markup:
    value = answer.value
    content = value_content(value)
    return content if content.startswith("<d") else element("div", inline(value), class_="l")
