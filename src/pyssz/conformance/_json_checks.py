"""What a case of ssz-specs asks for: one JSON file that describes its own type.

The format of a case shows in the members that it has; ``fixtures/<format>/<kind>/`` in its path is
for people.  See https://github.com/ethereum/ssz-specs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from pyssz import SSZError, View
from pyssz.base.errors import ProofError
from pyssz.base.shown import shown
from pyssz.conformance._libraries import Library
from pyssz.conformance._results import PASSED, Outcome, failed, guarded, skipped
from pyssz.conformance._types import described_type
from pyssz.merkle.gindex import (
    ACTIVE_FIELDS,
    LENGTH,
    SELECTOR,
    Step,
    chunk_count,
    generalized_index,
    get_branch_indices,
    get_generalized_index_length,
    get_helper_indices,
    tree_width,
)
from pyssz.merkle.proof import merkle_node, multiproof, prove
from pyssz.merkle.verification import verify_branch, verify_multiproof
from pyssz.text.objects import from_json, to_json

__all__ = ["check_json"]

Case = dict[str, Any]

# The words that types mix in, as paths of the format `ssz_gindex` name them; those of proofs name
# them as paths of pyssz do.
_MIXINS = {"elementCount": LENGTH, "fieldLayout": ACTIVE_FIELDS, "typeSelector": SELECTOR}

# Releases of ssz-specs differ in how they call a container of fixed size that is cut short: earlier
# ones read field after field until one is TRUNCATED, later ones compare the length first.
_RENAMED = {"TRUNCATED": ("SCOPE", "SCOPE_TOO_SMALL")}


def check_json(content: bytes, library: Library) -> tuple[tuple[str, str, str], Outcome]:
    """Do what a case asks for: the group that it is counted under, and its outcome."""
    try:
        case = json.loads(content)
        kind = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", case["typeDescriptor"]["kind"]).lower()
        name, check = _format(case)
    except (ValueError, TypeError, LookupError, RecursionError):
        return ("ssz-specs", "?", "?"), failed("this is not a case of ssz-specs")
    group = ("ssz-specs", name, kind)
    if library.name != "pyssz" and check is not _check_ssz:
        return group, skipped(f"{library.name} is run on values only")
    return group, guarded(lambda: check(case, library))


def _format(case: Case) -> tuple[str, Callable[[Case, Library], Outcome]]:
    if not isinstance(case["valid"], bool):
        raise TypeError
    if "paths" in case:
        return "multiproof", _check_multiproof
    if "path" in case:
        return ("proof", _check_proof) if "serialized" in case else ("ssz_gindex", _check_gindex)
    if "document" in case:
        return "ssz_json", _check_document
    if "serialized" in case:
        return "ssz", _check_ssz
    return "ssz_type_rejection", _check_type


def _bytes(text: str) -> bytes:
    if text[:2] != "0x":
        raise ValueError(f"{shown(text)} should begin with 0x")
    return bytes.fromhex(text[2:])


def _all_bytes(texts: Iterable[str]) -> tuple[bytes, ...]:
    return tuple(map(_bytes, texts))


def _hex(data: bytes) -> str:
    return f"0x{data.hex()}"


def _type(case: Case) -> type[View]:
    return described_type(case["typeDescriptor"], case["typeName"])


def _compare(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise _DifferenceError(f"{what} is {found!s:.200}, expected {expected!s:.200}")


class _DifferenceError(Exception):
    """Something is not as a case says."""

    def __str__(self) -> str:
        return str(self.args[0])


def _refusal(case: Case, operation: Callable[[], object], what: str) -> Outcome:
    """Passed if an operation fails for the reason that the case gives."""
    reason = case.get("rejectionReason")
    try:
        operation()
    except SSZError as error:
        if reason in (None, error.code) or error.code in _RENAMED.get(reason, ()):
            return PASSED
        return failed(f"refused with {error.code}, expected {reason}: {error}")
    return failed(f"{what} not refused, expected {reason or 'any reason'}")


# ---- values --------------------------------------------------------------------------------------


def _check_ssz(case: Case, library: Library) -> Outcome:
    cls = _type(case)
    data = _bytes(case["serialized"])
    if case["valid"]:
        return _check_value(case, library, cls, data)
    if library.name == "pyssz":
        return _refusal(case, lambda: library.decode(cls, data), "the bytes are")
    try:
        library.decode(cls, data)
    except Exception:
        return PASSED
    return failed("the bytes are accepted")


def _check_value(case: Case, library: Library, cls: type[View], data: bytes) -> Outcome:
    value = library.decode(cls, data)
    _compare("the encoding", _hex(library.encode(value)), case["serialized"])
    _compare("the root", _hex(library.root(value)), case["root"])
    if library.name == "pyssz":
        _compare_value(case, cls, value)
    return PASSED


def _compare_value(case: Case, cls: type[View], value: View) -> None:
    expected = cls.from_obj(case["value"])
    _compare("the value's encoding", _hex(expected.encode_bytes()), case["serialized"])
    if expected != value:
        raise _DifferenceError("the value differs")
    if from_json(cls, to_json(value), strict=True) != value:
        raise _DifferenceError("the value that comes back from JSON differs")


def _check_document(case: Case, library: Library) -> Outcome:
    """A JSON document, of which no more is taken than the spec's mapping has."""
    cls = _type(case)
    text = json.dumps(case["document"])
    if not case["valid"]:
        return _refusal(case, lambda: from_json(cls, text, strict=True), "the document is")
    value = from_json(cls, text, strict=True)
    _compare("the encoding", _hex(value.encode_bytes()), case["serialized"])
    _compare("the JSON", json.loads(to_json(value)), case["document"])
    return PASSED


def _check_type(case: Case, library: Library) -> Outcome:
    if case["valid"]:
        _type(case)
        return PASSED
    return _refusal(case, lambda: _type(case), "the type is")


# ---- the tree ------------------------------------------------------------------------------------


def _step(step: Any) -> Step:
    """A step of a path, as `ssz_gindex` or as proofs write it."""
    if isinstance(step, (str, int)):
        return step
    ((form, name),) = step.items()
    if form == "position":
        return int(name)
    if form == "mixin":
        name = _MIXINS.get(name, name)
        if name not in _MIXINS.values():
            raise ValueError(f"{name!r} is not a word that types mix in")
    elif form != "field":
        raise ValueError(f"{form!r} is not a kind of step")
    return str(name)


def _path(steps: Iterable[Any]) -> tuple[Step, ...]:
    return tuple(map(_step, steps))


def _check_gindex(case: Case, library: Library) -> Outcome:
    cls = _type(case)
    path = _path(case["path"])
    _compare("the number of chunks", chunk_count(cls), case.get("chunkCount"))
    _compare("the width of the tree", tree_width(cls), case.get("treeWidth"))
    if not case["valid"]:
        return _refusal(case, lambda: generalized_index(cls, *path), "the path is")
    gindex = generalized_index(cls, *path)
    _compare("the index", str(gindex), case["gindex"])
    _compare("the depth", get_generalized_index_length(gindex), case["depth"])
    return PASSED


def _subject(case: Case, library: Library) -> View:
    """The value that a proof is about, after a look at all that is said of it."""
    cls = _type(case)
    data = _bytes(case["serialized"])
    _check_value(case, library, cls, data)
    return cls.decode_bytes(data)


def _check_proof(case: Case, library: Library) -> Outcome:
    value = _subject(case, library)
    path = _path(case["path"])
    index = generalized_index(type(value), *path)
    _compare("the index", str(index), case["index"])
    if case["valid"] or case["branchIndices"]:
        found = [str(sibling) for sibling in get_branch_indices(index)]
        _compare("the branch's indices", found, case["branchIndices"])
    if "leaf" not in case:  # the value has no such node
        return _refusal(case, lambda: prove(value, *path), "the path is")
    root, leaf = _bytes(case["root"]), _bytes(case["leaf"])
    branch = _all_bytes(case["branch"])
    if not case["valid"]:
        return _not_verified(case, lambda: verify_branch(root, leaf, index, branch))
    _compare("the node", _hex(merkle_node(value, index)), case["leaf"])
    _compare("the proof", prove(value, *path), (index, leaf, branch))
    _compare("the verdict", verify_branch(root, leaf, index, branch), True)
    return PASSED


def _check_multiproof(case: Case, library: Library) -> Outcome:
    value = _subject(case, library)
    paths = [_path(path) for path in case["paths"]]
    indices = [generalized_index(type(value), *path) for path in paths]
    _compare("the indices", [str(index) for index in indices], case["indices"])
    if case["valid"] or case["helperIndices"]:
        found = [str(helper) for helper in get_helper_indices(indices)]
        _compare("the helper indices", found, case["helperIndices"])
    if "leaves" not in case:  # the value lacks one of the nodes
        return _refusal(case, lambda: multiproof(value, paths), "the paths are")
    root, leaves = _bytes(case["root"]), _all_bytes(case["leaves"])
    proof = _all_bytes(case["proof"])
    if not case["valid"]:
        return _not_verified(case, lambda: verify_multiproof(root, leaves, indices, proof))
    expected = (tuple(indices), leaves, tuple(get_helper_indices(indices)), proof)
    _compare("the proof", multiproof(value, paths), expected)
    _compare("the verdict", verify_multiproof(root, leaves, indices, proof), True)
    return PASSED


def _not_verified(case: Case, verify: Callable[[], bool]) -> Outcome:
    """Passed if a proof is refused for the reason given; without one, also if it is only wrong."""
    if "rejectionReason" not in case:
        try:
            return failed("the proof is accepted") if verify() else PASSED
        except ProofError:
            return PASSED
    return _refusal(case, verify, "the proof is")
