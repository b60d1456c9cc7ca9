"""Proofs: a picture of the tree with the branch marked, and the nodes."""

from __future__ import annotations

from typing import Any

from pyssz.base.errors import SSZError
from pyssz.merkle.many import Proofs
from pyssz.merkle.verification import (
    CompressedMultiproof,
    Multiproof,
    Proof,
    proven_nodes,
    zero_level,
)
from pyssz.rich.markup import Markup, element, join, short_hex, styled
from pyssz.rich.pictures import dot, line, square, svg, text

__all__ = ["html_of_proof", "html_of_proofs", "proof_content"]

#: Proven nodes of a picture, nodes of a picture, and nodes of a table, at most.
LEAVES = 24
DRAWN = 220
NODES = 100

# Where the root stands, and how wide the tree is.
_LEFT, _WIDTH = 40.0, 600.0


def html_of_proof(proof: Any) -> str:
    """A proof as notebooks show it."""
    return styled(proof_content(proof))


def html_of_proofs(proofs: Proofs) -> str:
    """Many proofs: how many, and the first of them."""
    head = element("div", element("b", "Proofs"), f" of {len(proofs):,} parts")
    some = [proof_content(proof) for proof in proofs[:2]]
    more = len(proofs) - len(some)
    rest = [element("div", f"… {more:,} more", class_="d")] if more else []
    return styled(head, *some, *rest)


def proof_content(proof: Any, *, root: bytes | None = None) -> Markup:
    """A proof, to be put into another view: what it proves, the picture, the nodes to unfold."""
    try:
        nodes = proven_nodes(proof)
    except SSZError as error:  # it was made by hand
        return element("div", element("b", type(proof).__name__), f": not a proof: {error.message}")
    leaves = (proof.gindex,) if isinstance(proof, Proof) else proof.indices
    given = _given(proof)
    what = _listed([str(index) for index in leaves])
    size = 32 * (len(leaves) + len(given))
    title = element(
        "div",
        element("b", type(proof).__name__),
        f" of node{'' if len(leaves) == 1 else 's'} {what} · {len(given):,} sibling"
        f"{'' if len(given) == 1 else 's'} · {size:,} bytes",
    )
    top = element("div", "root ", element("span", f"0x{nodes[1].hex()}"), class_="l")
    picture = _picture(leaves, given, nodes)
    table = _table(leaves, given, nodes)
    unfold = element("details", element("summary", "nodes"), table, style="margin-left:1.3em")
    return join([title, top, picture, unfold])


def _given(proof: Any) -> list[int]:
    """The indices of the nodes that a proof brings, beside those that it proves."""
    if isinstance(proof, Proof):
        return [proof.gindex >> level ^ 1 for level in range(len(proof.branch))]
    if isinstance(proof, CompressedMultiproof):
        proof = proof.decompressed()
    assert isinstance(proof, Multiproof)
    from pyssz.paths.trees import get_helper_indices

    return list(get_helper_indices(proof.indices))


def _listed(names: list[str]) -> str:
    if len(names) > 4:
        return f"{', '.join(names[:4])} and {len(names) - 4:,} more"
    return ", ".join(names)


def _title(kind: str, index: int, node: bytes) -> list[str]:
    level = zero_level(node)
    zeros = "" if not level else f"root of {level} level{'s' if level > 1 else ''} of zeros"
    return [f"{kind} {index}", f"0x{node.hex()}", zeros]


# ---- pictures ------------------------------------------------------------------------------------


def _picture(leaves: tuple[int, ...], given: list[int], nodes: dict[int, bytes]) -> Markup:
    """The ways from the root, at the left, to the nodes, with the siblings beside them."""
    ways = {index >> level for index in leaves for level in range(index.bit_length())}
    if len(leaves) > LEAVES or len(ways) + len(given) > DRAWN:
        words = f"a tree of {len(ways) + len(given):,} nodes is too large for a picture"
        return element("div", words, class_="l d")
    row = 40.0 if len(leaves) < 8 else 22.0
    away = 0.45 * row
    ends = sorted(leaves, key=_from_the_left)
    heights = {index: row * (number + 0.9) for number, index in enumerate(ends)}
    # From the deepest up: where ways part, they do so in the middle.
    for index in sorted(ways - set(leaves), reverse=True):
        found = [heights[child] for child in (2 * index, 2 * index + 1) if child in ways]
        heights[index] = sum(found) / len(found)
    depth = max(index.bit_length() for index in leaves) - 1
    step = min(48.0, max(13.0, _WIDTH / depth))
    places = {index: (_LEFT + step * (index.bit_length() - 1), heights[index]) for index in ways}
    edges: list[Markup] = []
    marks: list[Markup] = []
    for index in given:
        above = places[index >> 1]
        place = above[0] + step, above[1] + (away if index & 1 else -away)
        edges.append(line([above, place]))
        is_zero = zero_level(nodes[index]) is not None
        marks.append(square(*place, _title("sibling", index, nodes[index]), is_zero=is_zero))
    edges += [
        line([places[index >> 1], places[index]], is_marked=True) for index in ways if index > 1
    ]
    for index in sorted(ways - {1} - set(leaves)):
        marks.append(dot(*places[index], _title("node", index, nodes[index]), radius=2.5))
    marks.append(dot(*places[1], _title("root, node", 1, nodes[1])))
    for index in leaves:
        x, y = places[index]
        marks.append(dot(x, y, _title("proven node", index, nodes[index]), radius=5.5))
        lines = [str(index), short_hex(nodes[index])]
        if row < 30:
            lines = [" ".join(lines)]
        marks += [
            text(x + 11, y + 4 + 13 * (number - (len(lines) - 1) / 2), words, dim=number > 0)
            for number, words in enumerate(lines)
        ]
    marks.append(text(_LEFT - 10, heights[1] + 4, "root", anchor="end"))
    size = _LEFT + step * depth + (160 if row > 30 else 330), row * (len(leaves) + 0.8)
    return svg(*size, *edges, *marks, label=f"tree of {len(leaves)} proven nodes")


def _from_the_left(index: int) -> tuple[int, ...]:
    """What orders nodes that are not part of each other as they stand, left before right."""
    return tuple(map(int, bin(index)[3:]))


def _table(leaves: tuple[int, ...], given: list[int], nodes: dict[int, bytes]) -> Markup:
    rows = []
    named = [("proven", index) for index in leaves] + [("sibling", index) for index in given]
    for kind, index in named[:NODES]:
        level = zero_level(nodes[index])
        rows.append(
            element(
                "tr",
                element("td", str(index), class_="n"),
                element("td", kind, class_="d"),
                element("td", f"0x{nodes[index].hex()}"),
                element("td", "zeros" if level is not None else "", class_="d"),
            )
        )
    if len(named) > NODES:
        gap = element("td", f"… {len(named) - NODES:,} more", class_="d", colspan=4)
        rows.append(element("tr", gap))
    return element("table", element("tbody", *rows))
