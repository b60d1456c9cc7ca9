"""Check a proof that `pyssz prove` made against a root, and print what it proves.

The root has to come from somewhere else: from a block header, or from a node that one trusts.  So
should the type; without --type it is what the proof file says.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from pyssz import SSZError, View
from pyssz.base.shown import shown
from pyssz.cli._failure import DIFFERENT, OK, CommandError, UsageError, printable
from pyssz.cli._proof_file import Claim, ProofFile, read_proof_file
from pyssz.cli._types import object_type
from pyssz.merkle.nodes import given_root
from pyssz.sizes.preset import BUILTIN_NAMES

if TYPE_CHECKING:
    from pyssz.answers.proven import Proven
    from pyssz.merkle.gindex import Step

NAME = "verify"
HELP = "check a proof against a root"
EXAMPLES = """\
pyssz verify proof.json --root 0x20a1...fd5a
pyssz verify proof.json --root 0x20a1...fd5a --type deneb.BeaconState"""

# Where the type of the object is from.
_FILE = "proof file"
_USER = "command line"

_MORE = "and there may be more"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", metavar="PROOF", help="what `pyssz prove` printed; - is stdin")
    parser.add_argument(
        "--root", required=True, metavar="ROOT", help="the root that the object must have, in hex"
    )
    parser.add_argument(
        "--type", metavar="FORK.TYPE", help="type of the object; by default what the proof says"
    )
    parser.add_argument(
        "--preset", metavar="PRESET", help="as for other commands; by default what the proof says"
    )
    parser.add_argument("--json", action="store_true", help="the answer as a JSON object")


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


class _NotValidError(Exception):
    """A claim is not true, or is not shown; says which."""


def run(arguments: argparse.Namespace) -> int:
    """Print whether the proof is right, and what it shows; the exit status says it too."""
    try:
        root = given_root(arguments.root)
    except SSZError as error:
        raise UsageError(f"--root {arguments.root}: {error}") from None
    file = read_proof_file(arguments.file)
    chosen = {
        "type": _chosen(arguments, file, "type"),
        "preset": _chosen(arguments, file, "preset"),
    }
    cls = _type(arguments, chosen["type"][0], chosen["preset"][0])
    try:
        verified = _verified(file, cls, root)
    except _NotValidError as problem:
        reason = printable(str(problem))
        print(
            json.dumps({"valid": False, "reason": reason})
            if arguments.json
            else f"NOT VALID: {reason}"
        )
        return DIFFERENT
    except SSZError as error:
        raise CommandError(f"{arguments.file}: {error}") from None
    _print(root, chosen, verified, as_json=arguments.json)
    return OK


def _print(
    root: bytes, chosen: dict[str, tuple[str, str]], verified: list[Verified], *, as_json: bool
) -> None:
    """Print what was checked, and nothing else."""
    if as_json:
        report = {
            "valid": True,
            "root": f"0x{root.hex()}",
            **{name: said for name, (said, _) in chosen.items()},
            "saidBy": {name: by for name, (_, by) in chosen.items()},
            "results": [claim._asdict() for claim in verified],
        }
        print(json.dumps(report))
        return
    print(f"valid\nroot: 0x{root.hex()}")
    for name, (said, by) in chosen.items():
        print(f"{name}: {printable(said)}" + (", says the proof file" if by == _FILE else ""))
    for claim in verified:
        more = "" if claim.complete else f" ({_MORE})"
        print(f"{printable(claim.path)}{more}: {json.dumps(claim.value)}")


def _chosen(arguments: argparse.Namespace, file: ProofFile, name: str) -> tuple[str, str]:
    """The type or the preset, and who said so: the user, or the proof file."""
    given: str | None = getattr(arguments, name)
    told: str | None = getattr(file, name)
    if given is None:
        if told is None:
            raise CommandError(f"{arguments.file}: the {name} is missing; give --{name}")
        if name == "preset" and told not in BUILTIN_NAMES:
            raise CommandError(
                f"{arguments.file}: its preset {shown(told)} is not one that comes with pyssz; "
                "give --preset"
            )
        return told, _FILE
    # Files of a preset have other names elsewhere.
    comparable = name == "type" or {given, told} <= {*BUILTIN_NAMES}
    if told not in (None, given) and comparable:
        raise CommandError(
            f"{arguments.file}: its {name} is {shown(told)}, but --{name} is {given}"
        )
    return given, _USER


def _type(arguments: argparse.Namespace, name: str, preset: str) -> type[View]:
    try:
        return object_type(name, preset).cls
    except UsageError as error:
        if arguments.type is not None:
            raise
        raise CommandError(f"{arguments.file}: {error}") from None


# ---- checking ------------------------------------------------------------------------------------


def _verified(file: ProofFile, cls: type[View], root: bytes) -> list[Verified]:
    """All claims of a file, if they are true."""
    from pyssz.answers.proven import Proven
    from pyssz.merkle.verification import CompressedMultiproof, Multiproof, proven_nodes

    if file.root is not None and given_root(file.root) != root:
        raise _NotValidError(f"the proof is for the root 0x{given_root(file.root).hex()}")
    proof = Multiproof(file.indices, file.leaves, (), file.proof)
    if file.zero_levels is not None:
        levels = file.zero_levels
        proof = CompressedMultiproof(file.indices, file.leaves, file.proof, levels).decompressed()
    nodes = proven_nodes(proof)
    if nodes[1] != root:
        raise _NotValidError("the proof leads to another root")
    proven = Proven(cls, nodes)
    return [_verified_claim(proven, cls, claim, root) for claim in file.claims]


def _verified_claim(proven: Proven, cls: type[View], claim: Claim, root: bytes) -> Verified:
    from pyssz.answers.verify import decoded_result
    from pyssz.paths.path import path_text

    path = cls.path(claim.path)
    steps = _parts(proven, path, claim, root)
    if steps is None:
        raise _NotValidError(f"{path} does not lead to the claimed parts")
    parts = [path_text(part) for part in steps]
    if claim.parts is not None and claim.parts != parts:
        raise _NotValidError(f"the parts are not those that {path} leads to")
    is_list = not (path.is_single or path.aggregate)
    values = decoded_result(path.type, is_list, claim.ssz)
    objects = [None if value is None else value.to_obj() for value in values]
    told = objects if is_list else objects[0]
    if claim.value is not None and claim.value != json.dumps(told, sort_keys=True):
        raise _NotValidError(f"the value of {path} differs from its encoding")
    return Verified(str(path), parts, told, claim.elements is None)


def _parts(proven: Proven, path: Any, claim: Claim, root: bytes) -> list[tuple[Step, ...]] | None:
    """The steps to the parts of a claim; None if it is wrong."""
    from pyssz.answers.queries import Scan, complete_parts
    from pyssz.answers.verify import first_condition, proven_of, selected_parts, shown_parts
    from pyssz.merkle.verification import Proof

    if claim.scan is not None:
        if path.is_single or claim.elements is not None:
            raise _NotValidError(f"{path} has a scan, which is not used")
        proof = Proof(claim.scan.gindex, claim.scan.leaf, claim.scan.branch)
        scanned = proven_of(path.root, proof, root)
        if scanned is None:
            return None
        found = complete_parts(scanned, path, claim.ssz, Scan(claim.scan.ssz, proof))
        return found() if found is not None else None
    if first_condition(path) is None:
        if claim.elements is not None:
            raise _NotValidError(f"{path} has elements, which are not used")
        is_list = not (path.is_single or path.aggregate)
        return shown_parts(proven, [path], is_list, claim.ssz)
    if not claim.elements:
        raise _NotValidError(
            f"the proof does not show what {path} leads to; `pyssz prove --complete` does"
        )
    return selected_parts(proven, path, claim.elements, claim.ssz)
