"""Forged proof files for `pyssz verify`: members of true ones that are moved, changed or lost."""

import contextlib
import copy
import functools
import io
import json
import sys
from argparse import Namespace
from typing import Any

from pyssz import SSZError, query
from pyssz.answers.verify import needs_scan
from pyssz.cli import verify as command
from pyssz.cli._failure import CommandError
from pyssz.ethereum import minimal
from pyssz.queries import Claims
from support.claims import Claimed
from support.forging import Draw, swapped

__all__ = ["file_claim"]

Body = minimal.deneb.ExecutionPayload


@functools.cache
def payloads() -> list[Any]:
    return [
        Body(
            block_number=seed,
            extra_data=b"\0" * seed,
            transactions=[b"abc", b"", b"\0"][: seed + 1],
            withdrawals=[
                {"index": i, "validator_index": 0, "amount": i * seed} for i in range(seed + 2)
            ],
        )
        for seed in range(3)
    ]


FILE_PATHS = (
    ".block_number", ".extra_data", "len(.transactions)", ".transactions[0]", ".transactions[*]",
    ".withdrawals[*].index", ".withdrawals[amount > 0].index", ".withdrawals[index < 9]",
    ".withdrawals[-1].amount", ".withdrawals[1:1]", ".withdrawals[index > 5]", ".gas_limit",
    ".withdrawals[@index > 0].amount", "sum(.withdrawals[*].amount)", "count(.transactions[*])",
    "max(.withdrawals[index > 0].amount)", "(.withdrawals[*].index)[1:]",
    "(.withdrawals[index < 9].index)[0:1]", "count(.withdrawals[amount > 0])",
)  # fmt: skip


@functools.cache
def true_file(value: int, paths: tuple[int, ...], options: int) -> Any:
    named = [FILE_PATHS[path] for path in paths]
    if not options & 1 and any(needs_scan(Body.path(name)) for name in named):
        raise CommandError("it takes a scan")
    answers = query(payloads()[value], named, include_proof=True, include_scan=bool(options & 1))
    names = {"type_name": "deneb.ExecutionPayload", "preset": "minimal"}
    return Claims.of(answers, compress=bool(options & 2), **names).to_obj()


def _drawn_file(draw: Draw) -> tuple[int, Any]:
    value = draw.below(3)
    paths = tuple(sorted({draw.below(len(FILE_PATHS)) for _ in range(draw.below(3) + 1)}))
    try:
        return value, json.loads(json.dumps(true_file(value, paths, draw.below(4))))
    except (SSZError, CommandError):
        return value, json.loads(json.dumps(true_file(value, (0, 1), 0)))


def _places(told: Any) -> list[tuple[Any, Any]]:
    """All places in JSON: what they are in, and their key there."""
    found: list[tuple[Any, Any]] = []
    if isinstance(told, dict):
        found += [(told, key) for key in told]
    elif isinstance(told, list):
        found += [(told, key) for key in range(len(told))]
    for holder, key in list(found):
        found += _places(holder[key])
    return found


_ODD = (
    None, True, 0, 1, -1, 2**70, 1.5, "", "0x", "0x00", "0x0", "zz", "1", "01", [], {}, "/dev/zero",
    "mainnet", "minimal", "deneb.BeaconState", ".", ".withdrawals[*]", ".withdrawals[9].amount",
    float("inf"), "0x" + "00" * 32, ["x"], {"ssz": "0x"},
)  # fmt: skip


def file_claim(data: bytes) -> None:
    """Forged proof files: what `pyssz verify` prints as verified is what a query answers."""
    draw = Draw(data)
    value, told = _drawn_file(draw)
    _, other = _drawn_file(draw)
    honest = True
    while draw.chance(2):
        honest = False
        places, others = _places(told), _places(other)
        holder, key = draw.of(places)
        source, from_key = draw.of(others)
        change = draw.below(6)
        if change == 0:
            holder[key] = copy.deepcopy(source[from_key])
        elif change == 1:
            holder[key] = copy.deepcopy(draw.of(_ODD))
        elif change == 2:
            del holder[key]
        elif change == 3 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[draw.below(len(holder))]))
        elif change == 4 and isinstance(holder, list):
            holder[:] = swapped(draw, holder)
        elif isinstance(holder[key], str) and len(holder[key]) > 2:
            text = holder[key]
            at = 2 + draw.below(len(text) - 2)
            holder[key] = text[:at] + "0123456789abcdef"[draw.below(16)] + text[at + 1 :]
        else:
            # The same member of another result.
            fitting = [(s, k) for s, k in others if k == key]
            if fitting:
                source, from_key = draw.of(fitting)
                holder[key] = copy.deepcopy(source[from_key])
    payload = payloads()[value]
    root = "0x" + payload.hash_tree_root().hex()
    given = (None, "deneb.ExecutionPayload", "deneb.Withdrawal")[draw.below(8) % 3]
    arguments = Namespace(file="-", root=root, type=given, preset=None, json=True)
    said = io.StringIO()
    stdin, sys.stdin = sys.stdin, io.StringIO(json.dumps(told))
    try:
        with contextlib.redirect_stdout(said):
            status = command.run(arguments)
    except CommandError as error:
        status = error.status
    finally:
        sys.stdin = stdin
    assert status in (0, 1, 2, 3)
    if honest and given != "deneb.Withdrawal":
        assert status == 0, said.getvalue()
    if status != 0:
        Claimed.refused += 1
        return
    Claimed.accepted += 1
    report = json.loads(said.getvalue())
    assert report["valid"] is True
    assert report["root"] == root
    if report["type"] != "deneb.ExecutionPayload":
        return  # a wrong type is the user's, or is said to be the file's
    assert report["results"]
    for result in report["results"]:
        answer = query(payload, result["path"])
        parts = [] if answer.path.aggregate else [str(part) for part in answer.parts]
        value_told = result["value"]
        if result["complete"]:
            assert result["parts"] == parts
            assert json.dumps(value_told) == json.dumps(json.loads(answer.to_json()))
        else:
            true = dict(zip(parts, json.loads(answer.to_json()), strict=True))
            assert len(set(result["parts"])) == len(result["parts"])
            assert [true[part] for part in result["parts"]] == value_told
