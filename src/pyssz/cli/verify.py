"""Check a proof that `pyssz prove` made against a root, and print what it proves.

The root has to come from somewhere else: from a block header, or from a node that one trusts.  So
should the type; without --type it is what the proof file says.
"""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyssz import NavigationError, NotProvenError, SSZError, View
from pyssz.base.shown import shown
from pyssz.cli._failure import DIFFERENT, OK, CommandError, UsageError, printable
from pyssz.cli._proof_file import read_proof_file
from pyssz.cli._types import object_type
from pyssz.merkle.nodes import given_root
from pyssz.sizes.preset import BUILTIN_NAMES

if TYPE_CHECKING:
    from pyssz.answers.claims import Claims, Verified
    from pyssz.cli._proof_file import Bare

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
    parser.add_argument(
        "file",
        metavar="PROOF",
        help="what `pyssz prove` printed, or a proof as Python writes it; - is stdin",
    )
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


def run(arguments: argparse.Namespace) -> int:
    """Print whether the proof is right, and what it shows; the exit status says it too."""
    try:
        root = given_root(arguments.root)
    except SSZError as error:
        raise UsageError(f"--root {arguments.root}: {error}") from None
    file = read_proof_file(arguments.file)
    from pyssz.answers.claims import Claims

    try:
        if isinstance(file, Claims):
            _run_claims(arguments, file, root)
        else:
            _run_nodes(arguments, file, root)
    except NotProvenError as problem:
        reason = printable(problem.message)
        told = json.dumps({"valid": False, "reason": reason})
        print(told if arguments.json else f"NOT VALID: {reason}")
        return DIFFERENT
    except SSZError as error:
        raise CommandError(f"{arguments.file}: {error}") from None
    return OK


def _run_claims(arguments: argparse.Namespace, file: Claims, root: bytes) -> None:
    """Check claims with their proof, and print them."""
    chosen = {
        "type": _chosen(arguments, file, "type"),
        "preset": _chosen(arguments, file, "preset"),
    }
    cls = _type(arguments, chosen["type"][0], chosen["preset"][0])
    _print(root, chosen, file.verified(cls, root), as_json=arguments.json)


def _run_nodes(arguments: argparse.Namespace, proof: Bare, root: bytes) -> None:
    """Check a proof alone, and print the nodes that it shows; with --type the paths to them."""
    from pyssz.merkle.many import Proofs
    from pyssz.merkle.verification import Proof
    from pyssz.paths.path import path_text
    from pyssz.paths.trees import gindex_to_path

    if not proof.verify(root):
        raise NotProvenError("the proof leads to another root", code="NOT_PROVEN")
    pairs: Iterable[tuple[int, bytes]]
    if isinstance(proof, Proof):
        pairs = [(proof.gindex, proof.leaf)]
    elif isinstance(proof, Proofs):
        pairs = ((one.gindex, one.leaf) for one in proof)
    else:
        pairs = zip(proof.indices, proof.leaves, strict=True)
    cls = None
    if arguments.type is not None:
        cls = _type(arguments, arguments.type, arguments.preset or BUILTIN_NAMES[0])
    nodes = []
    for gindex, node in pairs:
        told = {"gindex": str(gindex), "node": f"0x{node.hex()}"}
        if cls is not None:
            with contextlib.suppress(NavigationError):  # a node that no path leads to
                told["path"] = path_text(gindex_to_path(cls, gindex))
        nodes.append(told)
    if arguments.json:
        print(json.dumps({"valid": True, "root": f"0x{root.hex()}", "nodes": nodes}))
        return
    print(f"valid\nroot: 0x{root.hex()}")
    for told in nodes:
        path = f" {printable(told['path'])}" if "path" in told else ""
        print(f"node {told['gindex']}{path}: {told['node']}")


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


def _chosen(arguments: argparse.Namespace, file: Claims, name: str) -> tuple[str, str]:
    """The type or the preset, and who said so: the user, or the proof file."""
    given: str | None = getattr(arguments, name)
    told = file.type_name if name == "type" else file.preset
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
