"""Claims about values: what a verifier accepts of anything that is forged must be true."""

import contextlib
import functools
from collections.abc import Callable
from typing import Any

from pyssz import (
    ProgressiveList,
    SSZError,
    query,
)
from pyssz.answers.verify import needs_scan, proven_of, shown_parts
from pyssz.partial import Partial
from pyssz.proof import Multiproof, compressed, prove, proven_nodes
from pyssz.queries import Scan, verify_complete, verify_result, verify_selected
from support.forging import (
    PATHS,
    ROOTS,
    TYPED,
    VALUES,
    Draw,
    Thing,
    _empty,
    altered_proof,
    damaged,
    forged_proof,
    forged_result,
    scan_of,
    static_gindex,
    static_parts,
    swapped,
    true_result,
)


class Claimed:
    """What was accepted, for tests that count it."""

    accepted = 0
    refused = 0


def _verdict(call: Callable[[], bool]) -> bool:
    try:
        verdict = call()
    except SSZError:
        verdict = False
    assert verdict in (True, False)
    if verdict:
        Claimed.accepted += 1
    else:
        Claimed.refused += 1
    return verdict


def claim(data: bytes) -> None:
    """Forged claims to the functions that verify: what they accept is what a query answers."""
    draw = Draw(data)
    value, path = draw.below(len(VALUES)), draw.below(len(PATHS))
    root = ROOTS[value] if not draw.chance(16) else ROOTS[draw.below(len(ROOTS))]
    target = draw.below(5)
    if target == 4:
        _claims_of_one_proof(draw, value, path, root)
    elif target == 0:
        _claim_result(draw, value, path, root)
    elif target == 1:
        _claim_complete(draw, value, path, root)
    elif target == 2:
        _claim_selected(draw, value, path, root)
    else:
        _claim_partial(draw, value, path, root)


def _claim_result(draw: Draw, value: int, path: int, root: bytes) -> None:
    proof = forged_proof(draw, value, path)
    if isinstance(proof, Multiproof) and draw.chance(4):
        proof = compressed(proof)
    result = forged_result(draw, value, path)
    if _verdict(lambda: verify_result(Thing, TYPED[path], result, proof, root)):
        assert root == ROOTS[value]
        assert result == true_result(value, path), PATHS[path]
    if isinstance(proof, Multiproof) and _verdict(lambda: proof.verify(root)):
        nodes = proven_nodes(proof)
        named = dict(zip(proof.helper_indices, proof.proof, strict=False))
        for gindex, node in named.items():
            assert nodes[gindex] == node


def _claims_of_one_proof(draw: Draw, value: int, path: int, root: bytes) -> None:
    """What `verify_result` does after it has looked at the proof, for many results."""
    try:
        proven = proven_of(Thing, forged_proof(draw, value, path), root)
    except SSZError:
        return
    if proven is None:
        Claimed.refused += 1
        return
    assert root == ROOTS[value]
    for _ in range(16):
        number = draw.below(len(PATHS)) if draw.chance(3) else path
        typed = TYPED[number]
        result = forged_result(draw, value, number)
        is_list = not (typed.is_single or typed.aggregate)
        check = functools.partial(shown_parts, proven, [typed], is_list, result)
        if _verdict(lambda check=check: check() is not None):  # type: ignore[misc]
            assert result == true_result(value, number), PATHS[number]


def _claim_complete(draw: Draw, value: int, path: int, root: bytes) -> None:
    scan = scan_of(value, draw.below(len(PATHS)) if draw.chance(4) else path)
    kind = draw.below(5)
    if scan is None or kind == 1:
        # The elements that there would be, if there were any.
        gindex = static_gindex(static_parts(TYPED[path], 1)[0][: _picking(path)])
        try:
            proof = prove(VALUES[value], gindex=gindex or 2)
        except SSZError:
            return
        scan = Scan(scan.elements if scan else _empty_sequence(path), proof)
    if kind == 2:
        scan = Scan(damaged(draw, scan.elements), scan.proof)
    elif kind == 3:
        scan = scan._replace(proof=altered_proof(draw, scan.proof, value))
    result = forged_result(draw, value, path)
    if _verdict(lambda: verify_complete(Thing, TYPED[path], result, scan, root)):
        assert root == ROOTS[value]
        assert result == true_result(value, path), PATHS[path]


def _picking(path: int) -> int:
    steps = TYPED[path].steps
    return next((n for n, s in enumerate(steps) if not isinstance(s, (str, int))), len(steps))


def _empty_sequence(path: int) -> bytes:
    return _empty(Thing.path(*TYPED[path].steps[: _picking(path)]).type)


CONDITIONS = [n for n, path in enumerate(TYPED) if path.has_condition and not needs_scan(path)]


@functools.cache
def _selection(value: int, path: int) -> Any:
    """An answer to a condition, the number of that step, and all elements that it looked at."""
    typed = TYPED[path]
    number = next(n for n, step in enumerate(typed.steps) if hasattr(step, "text"))
    try:
        answer = query(VALUES[value], typed)
        everything = query(VALUES[value], Thing.path(*typed.steps[:number], *ALL))
        others = [(part, part.read(VALUES[value]).encode_bytes()) for part in everything.parts]
        parts = [(steps, Thing.path(*steps).read(VALUES[value])) for steps in answer._steps()]
        return answer.elements, number, others, parts
    except SSZError:
        return None


def _claim_selected(draw: Draw, value: int, path: int, root: bytes) -> None:
    if path not in CONDITIONS:
        path = CONDITIONS[path % len(CONDITIONS)]
    selection = _selection(value, path)
    if selection is None:
        return
    # Any elements of the list, of which the condition picks some.
    elements, number, others, parts = selection
    chosen = list(elements)
    if draw.chance(2):
        chosen = [each for each in others if draw.chance(2)] or chosen
    while draw.chance(3):
        chosen = list(swapped(draw, chosen))
    if draw.chance(4) and chosen:
        at = draw.below(len(chosen))
        where, body = chosen[at]
        chosen[at] = (draw.of(others)[0], body) if draw.chance(2) else (where, damaged(draw, body))
    proof = forged_proof(draw, value, path)
    ways = [where.steps for where, _ in chosen]
    kind: Any = ProgressiveList[TYPED[path].type]  # type: ignore[name-defined]
    wanted = [part for steps, part in parts if steps[: number + 1] in ways]
    true = bytes(kind(wanted).encode_bytes())
    result = true if draw.chance(2) else forged_result(draw, value, path)
    if _verdict(lambda: verify_selected(Thing, TYPED[path], chosen, result, proof, root)):
        assert root == ROOTS[value]
        assert result == true, PATHS[path]
        assert len(set(ways)) == len(ways)
        picked = {where.steps for where, _ in elements}
        # One that meets the condition, and has no parts on the rest of the path, is in no answer.
        rest = TYPED[path].steps[number + 1 :]
        assert picked >= set(ways) or any(not isinstance(step, (str, int)) for step in rest)


ALL = Thing.path(".numbers[*]").steps[1:]


def _claim_partial(draw: Draw, value: int, path: int, root: bytes) -> None:
    """What a partial value says of any part is what the value says."""
    proof = forged_proof(draw, value, path)
    values: dict[str, Any] = {}
    claimed = draw.below(len(PATHS))
    if draw.chance(3) and TYPED[claimed].is_single and TYPED[claimed].type is not None:
        with contextlib.suppress(SSZError):
            data = forged_result(draw, value, claimed)
            values[PATHS[claimed]] = TYPED[claimed].type.decode_bytes(data)
    try:
        partial = Thing.from_proof(proof, root=root, values=values)
    except SSZError:
        Claimed.refused += 1
        return
    assert root == ROOTS[value]
    Claimed.accepted += 1
    for number in (path, claimed, draw.below(len(PATHS))):
        if not TYPED[number].is_single:
            continue
        try:
            part = partial.read(TYPED[number])
        except SSZError:
            continue
        result = true_result(value, number)
        assert result is not None, PATHS[number]
        if isinstance(part, Partial):
            true = TYPED[number].type.decode_bytes(result)
            assert part.type is TYPED[number].type
            assert part.hash_tree_root() == true.hash_tree_root()
        else:
            assert (b"" if part is None else part.encode_bytes()) == result, PATHS[number]
    with contextlib.suppress(SSZError):
        for part in partial.parts():
            # It may be an element past the end, but never one of an option that is not there.
            for step, before in enumerate(part.steps):
                if before in (1, 2, 3, 5) and part.steps[step - 1] in ("choice", "either"):
                    above = Thing.path(*part.steps[:step]).read(VALUES[value])
                    assert above.selector() == before
