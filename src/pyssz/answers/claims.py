"""Answers as others can check them: what paths lead to, and one proof of it all, as JSON.

::

    answers = query(state, [".slot", ".fork"], include_proof=True)
    text = Claims.of(answers).to_json()
    for found in Claims.from_json(text).verified(BeaconState, root):
        found.path, found.value

This is what `pyssz prove` writes and `pyssz verify` reads.  Such text may come from anywhere, and
its reader relies on what is said about it.  So it is taken strictly: each member once, and none but
those that are checked.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from pyssz.answers.proven import Proven
from pyssz.answers.queries import Answer, Answers, Scan, complete_parts
from pyssz.answers.verify import (
    decoded_result,
    first_condition,
    proven_of,
    selected_parts,
    shown_parts,
)
from pyssz.base.errors import NotProvenError, ProofError
from pyssz.base.root import Root
from pyssz.core.type import View
from pyssz.merkle.gindex import Step
from pyssz.merkle.nodes import given_root
from pyssz.merkle.proof_json import (
    hex_of,
    parsed,
    read_bytes,
    read_list,
    read_members,
    read_number,
    read_text,
)
from pyssz.merkle.verification import (
    CompressedMultiproof,
    Multiproof,
    Proof,
    compressed,
    proven_nodes,
)
from pyssz.paths.path import path_text
from pyssz.paths.trees import get_helper_indices

__all__ = ["Claim", "Claims", "Verified"]


class Claim(NamedTuple):
    """What a path is said to lead to.

    Attributes:
        path: the path.
        ssz: the encoding of the part, or of a list of the parts.
        parts: the paths to the parts; None if they are not told.
        value: JSON text of the value; None if it is not told.
        elements: the paths and encodings of elements that meet a condition.
        scan: what shows that there are no other parts.
    """

    path: str
    ssz: bytes
    parts: list[str] | None
    value: str | None
    elements: list[tuple[str, bytes]] | None
    scan: Scan | None


class Verified(NamedTuple):
    """A claim that is true.

    Attributes:
        path: the path.
        parts: the paths to the parts; of an aggregate none.
        value: as plain objects for JSON.
        complete: whether it is shown that the path leads to no other parts.
    """

    path: str
    parts: list[str]
    value: Any
    complete: bool


class Claims(NamedTuple):
    """What paths lead to in a value, and the proof.

    Attributes:
        type_name: of the value's type, such as ``deneb.BeaconState``; None if it is not told.
        preset: name of the preset; None if it is not told.
        root: of the value, which the reader must know from elsewhere; None if it is not told.
        results: what each path leads to.
        proof: one proof of all.
    """

    type_name: str | None
    preset: str | None
    root: Root | None
    results: list[Claim]
    proof: Multiproof | CompressedMultiproof

    @classmethod
    def of(
        cls,
        answers: Answers | Answer,
        *,
        type_name: str | None = None,
        preset: str | None = None,
        compress: bool = False,
    ) -> Claims:
        """Answers with their proof, to be sent and checked elsewhere.

        Args:
            answers: what :func:`pyssz.query` gives with ``include_proof=True``.
            type_name: what to say of the value's type.
            preset: what to say of its preset.
            compress: leave out the roots of trees of zeros.

        Raises ProofError: there is no proof (EMPTY_REQUEST), or it shows too little (NOT_PROVEN).
        """
        several = answers if isinstance(answers, Answers) else [answers]
        proof = answers.proof
        if proof is None:
            raise ProofError(
                "the answer has no proof; ask with include_proof=True", code="EMPTY_REQUEST"
            )
        if isinstance(proof, Proof):
            helpers = tuple(get_helper_indices([proof.gindex]))
            proof = Multiproof((proof.gindex,), (proof.leaf,), helpers, proof.branch)
        root = Root(proven_nodes(proof)[1])
        shown = compressed(proof) if compress else proof
        return cls(type_name, preset, root, [*map(_claim_of, several)], shown)

    def to_obj(self) -> dict[str, Any]:
        """As plain objects for JSON."""
        told = {
            "type": self.type_name,
            "preset": self.preset,
            "root": None if self.root is None else hex_of(self.root),
        }
        known = {name: value for name, value in told.items() if value is not None}
        return {**known, "results": list(map(_told, self.results)), **self.proof.to_obj()}

    @classmethod
    def from_obj(cls, obj: Any) -> Claims:
        """The claims that such objects stand for; ProofError if they are none."""
        members = read_members(
            obj,
            "it",
            ("results", "indices", "leaves", "proof"),
            ("type", "preset", "root", "zero_levels"),
        )
        results = read_list(members["results"], _claim)
        if not results:
            raise ProofError("it has no results", code="MISSING_FIELD")
        named = {name: _optional(read_text, members, name) for name in ("type", "preset", "root")}
        root = None if named["root"] is None else Root(given_root(named["root"]))
        return cls(named["type"], named["preset"], root, results, _proof(members))

    def to_json(self) -> str:
        """As JSON text, which `pyssz verify` takes."""
        return json.dumps(self.to_obj())

    @classmethod
    def from_json(cls, text: str | bytes) -> Claims:
        """The claims that JSON text stands for; ProofError if it has none."""
        return cls.from_obj(parsed(text))

    def verified(self, cls: type[View], root: bytes | str) -> list[Verified]:
        """What is shown of the value with a root: for each claim, in their order.

        The root has to come from somewhere else, and so should the type.

        Raises:
            NotProvenError: a claim is not true, or the proof does not show it.
            ProofError: it is no proof.
            PathError, NavigationError, DecodeError: the type has no such path, or no such part.
        """
        wanted = given_root(root)
        if self.root is not None and self.root != wanted:
            raise _not_proven(f"the proof is for the root {hex_of(self.root)}")
        nodes = proven_nodes(self.proof)
        if nodes[1] != wanted:
            raise _not_proven("the proof leads to another root")
        proven = Proven(cls, nodes)
        return [_verified(proven, cls, claim, wanted) for claim in self.results]


def _not_proven(problem: str) -> NotProvenError:
    return NotProvenError(problem, code="NOT_PROVEN")


# ---- made ----------------------------------------------------------------------------------------


def _claim_of(answer: Answer) -> Claim:
    """What a path leads to, and for a condition what shows that the parts meet it."""
    path = answer.path
    parts = [] if path.aggregate else list(answer.parts.texts())
    value = json.dumps(answer.to_obj(), sort_keys=True)
    elements = scan = None
    if path.has_condition:
        if answer.scan is not None:
            scan = answer.scan
        elif parts:
            elements = [(str(where), data) for where, data in answer.elements]
        else:
            raise ProofError(
                f"{path} leads to no part, which only a scan shows: ask with include_scan=True",
                code="NOT_PROVEN",
            )
    return Claim(str(path), answer.encode_bytes(), parts, value, elements, scan)


def _told(claim: Claim) -> dict[str, Any]:
    told: dict[str, Any] = {"path": claim.path}
    if claim.parts is not None:
        told["parts"] = claim.parts
    if claim.value is not None:
        told["value"] = json.loads(claim.value)
    told["ssz"] = hex_of(claim.ssz)
    if claim.scan is not None:
        told["scan"] = {"ssz": hex_of(claim.scan.elements), **claim.scan.proof.to_obj()}
    if claim.elements is not None:
        told["elements"] = [{"path": path, "ssz": hex_of(data)} for path, data in claim.elements]
    return told


# ---- read ----------------------------------------------------------------------------------------


def _proof(members: dict[str, Any]) -> Multiproof | CompressedMultiproof:
    """The proof of claims; whether it is one is found out when it is checked."""
    indices = tuple(read_list(members["indices"], read_number))
    leaves, nodes = (tuple(read_list(members[name], read_bytes)) for name in ("leaves", "proof"))
    if "zero_levels" in members:
        levels = tuple(read_list(members["zero_levels"], read_number))
        return CompressedMultiproof(indices, leaves, nodes, levels)
    return Multiproof(indices, leaves, (), nodes)


def _claim(told: Any) -> Claim:
    optional = ("parts", "value", "elements", "scan")
    members = read_members(told, "a result", ("path", "ssz"), optional)
    value = json.dumps(members["value"], sort_keys=True) if "value" in members else None
    return Claim(
        read_text(members["path"]),
        read_bytes(members["ssz"]),
        _optional(lambda parts: read_list(parts, read_text), members, "parts"),
        value,
        _optional(lambda elements: read_list(elements, _element), members, "elements"),
        _optional(_scan, members, "scan"),
    )


def _element(told: Any) -> tuple[str, bytes]:
    members = read_members(told, "an element", ("path", "ssz"))
    return read_text(members["path"]), read_bytes(members["ssz"])


def _scan(told: Any) -> Scan:
    members = read_members(told, "a scan", ("ssz", "gindex", "leaf", "branch"))
    gindex, leaf = read_number(members["gindex"]), read_bytes(members["leaf"])
    proof = Proof(gindex, leaf, tuple(read_list(members["branch"], read_bytes)))
    return Scan(read_bytes(members["ssz"]), proof)


def _optional(read: Any, members: dict[str, Any], name: str) -> Any:
    return read(members[name]) if name in members else None


# ---- checked -------------------------------------------------------------------------------------


def _verified(proven: Proven, cls: type[View], claim: Claim, root: bytes) -> Verified:
    path = cls.path(claim.path)
    steps = _parts(proven, path, claim, root)
    if steps is None:
        raise _not_proven(f"{path} does not lead to the claimed parts")
    parts = [path_text(part) for part in steps]
    if claim.parts is not None and claim.parts != parts:
        raise _not_proven(f"the parts are not those that {path} leads to")
    is_list = not (path.is_single or path.aggregate)
    values = decoded_result(path.type, is_list, claim.ssz)
    objects = [None if value is None else value.to_obj() for value in values]
    told = objects if is_list else objects[0]
    if claim.value is not None and claim.value != json.dumps(told, sort_keys=True):
        raise _not_proven(f"the value of {path} differs from its encoding")
    return Verified(str(path), parts, told, claim.elements is None)


def _parts(proven: Proven, path: Any, claim: Claim, root: bytes) -> list[tuple[Step, ...]] | None:
    """The steps to the parts of a claim; None if it is wrong."""
    if claim.scan is not None:
        if path.is_single or claim.elements is not None:
            raise _not_proven(f"{path} has a scan, which is not used")
        scanned = proven_of(path.root, claim.scan.proof, root)
        if scanned is None:
            return None
        found = complete_parts(scanned, path, claim.ssz, claim.scan)
        return found() if found is not None else None
    if first_condition(path) is None:
        if claim.elements is not None:
            raise _not_proven(f"{path} has elements, which are not used")
        is_list = not (path.is_single or path.aggregate)
        return shown_parts(proven, [path], is_list, claim.ssz)
    if not claim.elements:
        raise _not_proven(
            f"the proof does not show what {path} leads to; `pyssz prove --complete` does"
        )
    return selected_parts(proven, path, claim.elements, claim.ssz)
