"""The commands for data: query, prove, verify, convert, diff, apply, hexdump, info."""

import io
import json
import re
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import pyssz
from pyssz import query
from pyssz.cli import _progress
from pyssz.native import ACCEL, WHY_PURE
from pyssz.proof import compressed, multiproof, prove_many
from pyssz.queries import Claims
from support.commands import STATE, one_line

BLOCK = ("--type", "deneb.SignedBeaconBlock", "--preset", "minimal")


# ---- query ---------------------------------------------------------------------------------------


def test_query_prints_a_line_for_each_path(run: Any, state: Path, value: Any) -> None:
    paths = (".slot", "len(.validators)", ".validators[0:2].slashed", ".fork")
    outcome = run("query", state, *paths, *STATE)
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert lines == [query(value, path).to_obj() for path in paths]
    assert (outcome.status, outcome.err) == (0, "")


def test_query_as_json_has_paths_and_indices(run: Any, state: Path, value: Any) -> None:
    outcome = run("query", state, ".validators[@index < 2].slashed", *STATE, "--json")
    told = json.loads(outcome.out)
    assert told["root"] == f"0x{value.hash_tree_root().hex()}"
    (answer,) = told["answers"]
    assert answer["parts"] == [".validators[0].slashed", ".validators[1].slashed"]
    assert answer["value"] == [False, False]
    assert [int(g) for g in answer["gindices"]] == list(query(value, answer["path"]).gindices)


def test_query_raw_is_for_shells(run: Any, state: Path, value: Any) -> None:
    """Text without quotes, and elements one by one; what is neither stays JSON."""
    outcome = run("query", state, *(".slot", ".balances[0:2]", ".fork"), *STATE, "--raw")
    slot, first, second, fork = outcome.out.splitlines()
    assert (slot, first, second) == ("1000", str(value.balances[0]), str(value.balances[1]))
    assert json.loads(fork) == value.fork.to_obj()
    outcome = run("query", state, ".validators[0:2].slashed", ".validators[0:0]", *STATE, "--raw")
    assert outcome.out == "false\nfalse\n\n"
    pubkey = run("query", state, ".validators[0].pubkey", *STATE, "--raw").out
    assert pubkey == f"0x{value.validators[0].pubkey.hex()}\n"
    assert run("query", state, ".slot", *STATE, "--raw", "--json").status == 2


def test_query_as_ssz(state: Path, value: Any, capsysbinary: Any) -> None:
    from pyssz.cli import main

    assert main(["query", str(state), ".fork", *STATE, "--ssz"]) == 0
    assert capsysbinary.readouterr().out == value.fork.encode_bytes()


def test_query_takes_stdin_and_snappy(
    run: Any, objects: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(state.read_bytes())))
    assert run("query", "-", ".slot", *STATE).out == '"1000"\n'
    packed = objects / "deneb-minimal-SignedBeaconBlock.ssz_snappy"
    assert run("query", packed, ".message.slot", *BLOCK).out == '"1000"\n'


@pytest.mark.parametrize(
    ("paths", "status", "words"),
    [
        ((".slo[",), 1, ("at column 6 of '.slo['",)),
        ((".slo",), 1, ("no field 'slo' at column 2", "at BeaconState; did you mean slot?")),
        ((".validators[999]",), 1, ("index 999 is out of range for a length of 64",)),
        ((".slot", ".fork", "--ssz"), 2, ("--ssz takes one path",)),
    ],
)
def test_queries_that_fail(
    run: Any, state: Path, paths: tuple[str, ...], status: int, words: tuple[str, ...]
) -> None:
    outcome = run("query", state, *paths, *STATE)
    assert (outcome.status, outcome.out) == (status, "")
    one_line(outcome.err, *words)


# ---- prove, verify -------------------------------------------------------------------------------

PATHS = (
    ".slot",
    ".validators[0:2].slashed",
    ".validators[effective_balance > 0 and @index < 3].pubkey",
    ".balances[-1]",
    ".validators[1:1]",
    "sum(.balances[0:9])",
    "count(.validators[*])",
    "(.validators[*].slashed)[-2:]",
)
NONE = ".validators[@index > 10000]"


def proven(run: Any, state: Path, *arguments: str) -> Any:
    outcome = run("prove", state, *arguments, *STATE)
    assert outcome.status == 0, outcome.err
    return json.loads(outcome.out)


def checked(run: Any, folder: Path, told: Any, value: Any, *options: str) -> Any:
    """What `pyssz verify` says of a proof file."""
    file = folder / "proof.json"
    file.write_text(told if isinstance(told, str) else json.dumps(told))
    return run("verify", file, "--root", f"0x{value.hash_tree_root().hex()}", *options)


@pytest.mark.parametrize("options", [(), ("--compress",), ("--complete",)])
def test_what_is_proven_verifies(
    run: Any, state: Path, value: Any, tmp_path: Path, options: tuple[str, ...]
) -> None:
    told = proven(run, state, *PATHS, *options)
    root = f"0x{value.hash_tree_root().hex()}"
    assert told["root"] == root
    answers = query(value, list(PATHS))
    outcome = checked(run, tmp_path, told, value)
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[:4] == [
        "valid",
        f"root: {root}",
        "type: deneb.BeaconState, says the proof file",
        "preset: minimal, says the proof file",
    ]
    more = " (and there may be more)"
    for line, answer in zip(lines[4:], answers, strict=True):
        note = more if answer.path.has_condition and "--complete" not in options else ""
        head, _, shown = line.partition(": ")
        assert head == f"{answer.path}{note}"
        assert json.loads(shown) == answer.to_obj()
    outcome = checked(run, tmp_path, told, value, "--json", *STATE)
    report = json.loads(outcome.out)
    assert (report["valid"], report["root"], report["type"]) == (True, root, STATE[1])
    assert report["saidBy"] == {"type": "command line", "preset": "command line"}
    assert [result["parts"] for result in report["results"]] == [
        [] if answer.path.aggregate else list(map(str, answer.parts)) for answer in answers
    ]
    assert [result["complete"] for result in report["results"]] == [
        "--complete" in options or not answer.path.has_condition for answer in answers
    ]
    for other in ("00" * 32, root[:-1] + "0"):
        outcome = run("verify", tmp_path / "proof.json", "--root", other)
        assert (outcome.status, outcome.err) == (3, "")
        assert outcome.out.startswith("NOT VALID: the proof is for the root 0x")
    del told["root"]
    (tmp_path / "proof.json").write_text(json.dumps(told))
    outcome = run("verify", tmp_path / "proof.json", "--root", "00" * 32, "--json")
    assert json.loads(outcome.out) == {
        "valid": False,
        "reason": "the proof leads to another root",
    }


def test_that_nothing_meets_a_condition_takes_the_whole_list(
    run: Any, state: Path, value: Any, tmp_path: Path
) -> None:
    outcome = run("prove", state, NONE, *STATE)
    assert (outcome.status, outcome.out) == (1, "")
    one_line(outcome.err, "leads to no part", "--complete")
    told = proven(run, state, NONE, "--complete")
    outcome = checked(run, tmp_path, told, value)
    assert outcome.status == 0
    assert outcome.out.splitlines()[-1] == f"{NONE}: []"
    told["results"][0]["scan"]["ssz"] = "0x"
    assert checked(run, tmp_path, told, value).status == 3
    del told["results"][0]["scan"]
    assert checked(run, tmp_path, told, value).status == 3


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("sum(.validators[@index < 3].effective_balance)", "01" + "00" * 31),
        ("count(.validators[@index < 3])", "0200000000000000"),
        ("(.validators[@index < 3].effective_balance)[1:2]", "01" + "00" * 7),
        ("sum(.balances[0:9])", "01" + "00" * 31),
        ("count(.validators[*])", "0200000000000000"),
    ],
)
def test_what_is_computed_of_all_parts(
    run: Any, state: Path, value: Any, tmp_path: Path, path: str, wrong: str
) -> None:
    if query(value, path).path.has_condition:
        outcome = run("prove", state, path, *STATE)
        assert (outcome.status, outcome.out) == (1, "")
        one_line(outcome.err, "--complete")
    told = proven(run, state, path, "--complete")
    outcome = checked(run, tmp_path, told, value)
    assert outcome.status == 0
    assert outcome.out.splitlines()[-1] == f"{path}: {json.dumps(query(value, path).to_obj())}"
    result = told["results"][0]
    assert checked(run, tmp_path, {**told, "results": [{**result, "ssz": wrong}]}, value).status
    stray = {**result, "parts": [".balances[0]"]}
    assert checked(run, tmp_path, {**told, "results": [stray]}, value).status == 3
    false = {"path": path, "ssz": f"0x{wrong}"}
    if "scan" in result:
        false["scan"] = result["scan"]
    assert checked(run, tmp_path, {**told, "results": [false]}, value).status == 3
    if "scan" in result:
        del result["scan"]
        outcome = checked(run, tmp_path, told, value)
        assert outcome.status == 3
        assert outcome.out.startswith("NOT VALID")


CONDITION = ".validators[effective_balance > 0 and @index < 3].pubkey"


@pytest.mark.parametrize(
    "change",
    [
        lambda told, result, other: result.update(ssz="0xe903000000000000"),
        lambda told, result, other: result.update(path=".genesis_time"),
        lambda told, result, other: told["leaves"].reverse(),
        lambda told, result, other: told.update(results=[]),
        lambda told, result, other: result.update(value="1001"),
        lambda told, result, other: result.update(value=1000),
        lambda told, result, other: result.update(parts=[".genesis_time"]),
        lambda told, result, other: result.update(parts=[]),
        # A condition: parts that are elsewhere, that do not meet it, none, and others' bytes.
        lambda told, result, other: other.update(path=CONDITION.replace("< 3", "< 2")),
        lambda told, result, other: other.update(path=CONDITION.replace("> 0", "> 33e9")),
        lambda told, result, other: other.update(path=CONDITION.replace("validators", "balances")),
        lambda told, result, other: other.update(parts=[".slot"]),
        lambda told, result, other: other.update(parts=other["parts"][:2]),
        lambda told, result, other: other["parts"].reverse(),
        lambda told, result, other: other.update(elements=[], parts=[], ssz="0x", value=[]),
        lambda told, result, other: other.update(elements=[], parts=[], ssz="0xdeadbeef"),
        lambda told, result, other: other.pop("elements"),
        lambda told, result, other: other.update(parts=[], elements=[]),
        lambda told, result, other: other["elements"].reverse(),
        lambda told, result, other: other["elements"].pop(),
        lambda told, result, other: other["elements"].append(other["elements"][0]),
        lambda told, result, other: other["elements"][0].update(other["elements"][1]),
        lambda told, result, other: result.update(elements=other["elements"]),
        # What nothing would check.
        lambda told, result, other: told.update(note="all validators"),
        lambda told, result, other: result.update(note="final"),
        lambda told, result, other: told.pop("leaves"),
        lambda told, result, other: told.update(indices=[1e400]),
        lambda told, result, other: told.update(indices=[True]),
        lambda told, result, other: told.update(indices=["9" * 5000]),
        lambda told, result, other: told.update(proof="0x00"),
        lambda told, result, other: told.update(zero_levels=[0.5]),
        lambda told, result, other: told.update(type=None),
        lambda told, result, other: told.update(type="deneb.__class__"),
        lambda told, result, other: told.update(root="0x00"),
    ],
)
def test_claims_that_are_not_true_are_not_valid(
    run: Any, state: Path, value: Any, tmp_path: Path, change: Any
) -> None:
    told = proven(run, state, ".slot", CONDITION)
    change(told, *told["results"])
    outcome = checked(run, tmp_path, told, value)
    assert outcome.status in (1, 3)
    assert not outcome.out.startswith("valid")
    if outcome.status == 1:
        one_line(outcome.err)
    else:
        assert outcome.out.startswith("NOT VALID: ")
        assert outcome.out.count("\n") == 1


def test_parts_past_the_length_are_not_valid(
    run: Any, state: Path, value: Any, tmp_path: Path
) -> None:
    """Their nodes are zero and lead to the root."""
    from pyssz.proof import multiproof

    told = proven(run, state, ".balances[63]")
    gindex = type(value).path(".balances[64]").gindex
    proof = multiproof(value, [gindex])
    told.update(
        indices=[str(gindex)],
        leaves=[f"0x{leaf.hex()}" for leaf in proof.leaves],
        proof=[f"0x{node.hex()}" for node in proof.proof],
        results=[{"path": ".balances[64]", "ssz": "0x" + "00" * 8}],
    )
    outcome = checked(run, tmp_path, told, value)
    assert outcome.status == 3
    assert outcome.out == "NOT VALID: .balances[64] does not lead to the claimed parts\n"


def test_a_proof_file_names_no_other_file(
    run: Any, state: Path, value: Any, tmp_path: Path
) -> None:
    told = proven(run, state, ".slot")
    preset = tmp_path / "preset.yaml"
    preset.write_text("X: 1")
    for name in ("/dev/zero", str(preset), "-", ""):
        told["preset"] = name
        outcome = checked(run, tmp_path, told, value)
        assert outcome.status == 1
        one_line(outcome.err, "not one that comes with pyssz", "give --preset")
        assert checked(run, tmp_path, told, value, "--preset", "minimal").status == 0
    del told["preset"]
    one_line(checked(run, tmp_path, told, value).err, "the preset is missing")


def test_what_the_user_says_of_the_type_counts(
    run: Any, state: Path, value: Any, tmp_path: Path
) -> None:
    told = proven(run, state, ".slot")
    outcome = checked(run, tmp_path, told, value, "--type", "electra.BeaconState")
    one_line(outcome.err, "deneb.BeaconState", "--type is electra.BeaconState")
    outcome = checked(run, tmp_path, told, value, "--preset", "mainnet")
    one_line(outcome.err, "its preset is 'minimal', but --preset is mainnet")
    told["type"] = "deneb.BeaconStat"
    outcome = checked(run, tmp_path, told, value)
    assert outcome.status == 1
    one_line(outcome.err, "BeaconStat")
    twice = json.dumps(told).replace('"path"', '"path": ".genesis_time", "path"', 1)
    one_line(checked(run, tmp_path, twice, value).err, "same member twice")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", ("not JSON",)),
        ("[]", ("not a proof of `pyssz prove`",)),
        ('{"type": "x"}', ("not a proof of `pyssz prove`", "it has no 'indices'")),
        (
            '{"type": "deneb.Fork", "preset": "minimal", "results": [{"path": ".", "ssz": "0x"}], '
            '"indices": ["x"], "leaves": [], "proof": []}',
            ("not a proof of `pyssz prove`", "expected a number, got 'x'"),
        ),
        (
            '{"type": "deneb.Fork", "preset": "minimal", "results": [{"path": ".", "ssz": "0x"}], '
            '"indices": [], "leaves": [], "proof": []}',
            ("at least one generalized index",),
        ),
        (
            '{"type": "deneb.Fork", "preset": "minimal", "results": [], "indices": [], '
            '"leaves": [], "proof": []}',
            ("it has no results",),
        ),
    ],
)
def test_proofs_that_are_none(
    run: Any, tmp_path: Path, content: str, words: tuple[str, ...]
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(content)
    outcome = run("verify", file, "--root", "0x" + "00" * 32)
    assert (outcome.status, outcome.out) == (1, "")
    one_line(outcome.err, *words)
    assert run("verify", tmp_path / "none.json", "--root", "00" * 32).status == 1


@pytest.mark.parametrize("kind", ["proof", "multiproof", "compressed", "many"])
def test_proofs_that_python_wrote_verify(run: Any, tmp_path: Path, value: Any, kind: str) -> None:
    paths = [".slot", ".balances[5]"]
    several = multiproof(value, paths)
    proof: Any = {
        "proof": value.prove(".slot"),
        "multiproof": several,
        "compressed": compressed(several),
        "many": prove_many(value, paths),
    }[kind]
    file = tmp_path / "proof.json"
    file.write_text(proof.to_json())
    root = str(value.hash_tree_root())
    outcome = run("verify", file, "--root", root)
    assert (outcome.status, outcome.err) == (0, "")
    slot = f"0x{value.slot.hash_tree_root().hex()}"
    lines = outcome.out.splitlines()
    assert lines[:3] == ["valid", f"root: {root}", f"node 34: {slot}"]
    assert len(lines) == (3 if kind == "proof" else 4)
    typed = run("verify", file, "--root", root, *STATE, "--json")
    told = json.loads(typed.out)
    assert told["valid"] is True
    assert told["nodes"][0] == {"gindex": "34", "node": slot, "path": ".slot"}
    outcome = run("verify", file, "--root", "00" * 32)
    assert outcome.status == 3
    assert outcome.out == "NOT VALID: the proof leads to another root\n"
    file.write_text(proof.to_json().replace('"34"', '"x"'))
    one_line(run("verify", file, "--root", root).err, "expected a number, got 'x'")


def test_what_prove_prints_can_be_read_in_python(run: Any, state: Path, value: Any) -> None:
    told = proven(run, state, *PATHS)
    claims = Claims.from_obj(told)
    assert json.loads(claims.to_json()) == told
    found = claims.verified(type(value), value.hash_tree_root())
    assert [one.value for one in found] == [value.query(path).to_obj() for path in PATHS]


@pytest.mark.parametrize(("root", "problem"), [("zz", "not a hex string"), ("0x00", "got 1")])
def test_roots_that_are_none(run: Any, tmp_path: Path, root: str, problem: str) -> None:
    outcome = run("verify", tmp_path / "proof.json", "--root", root)
    assert (outcome.status, outcome.out) == (2, "")
    one_line(outcome.err, problem)


def test_prove_says_what_can_not_be_proven(run: Any, state: Path) -> None:
    outcome = run("prove", state, ".fork", ".fork.epoch", *STATE)
    assert outcome.status == 1
    one_line(outcome.err, "lies below")


# ---- diff, apply ---------------------------------------------------------------------------------


def test_diff_and_apply(run: Any, state: Path, changed: Path, tmp_path: Path) -> None:
    patch, made = tmp_path / "state.patch", tmp_path / "made.ssz"
    outcome = run("diff", state, changed, *STATE, "--patch", patch)
    assert outcome == (
        3,
        ".slot: 1000 -> 1001\n.balances: 64 -> 66 elements (2 elements added)\n",
        "",
    )
    assert run("diff", state, state, *STATE) == (0, "", "")
    told = json.loads(run("diff", state, changed, *STATE, "--json", "--lines", "1").out)
    assert told == [{"path": ".slot", "old": "1000", "new": "1001"}]
    assert run("apply", state, patch, made, *STATE) == (0, "", "")
    assert made.read_bytes() == changed.read_bytes()
    outcome = run("apply", changed, patch, made, *STATE)
    assert outcome.status == 1
    one_line(outcome.err, "the patch is for another value")
    for arguments in ((state, changed, "none/x"), (state, state, "x")):
        outcome = run("apply", *arguments, *STATE)
        assert outcome.status == 1
        one_line(outcome.err)
    assert run("diff", state, changed, *STATE, "--patch", tmp_path / "none" / "x").status == 1
    assert run("apply", state, patch, tmp_path / "none" / "x", *STATE).status == 1


def test_apply_to_stdout(state: Path, changed: Path, tmp_path: Path, capsysbinary: Any) -> None:
    from pyssz.cli import main

    patch = tmp_path / "p"
    assert main(["diff", str(state), str(changed), *STATE, "--patch", str(patch)]) == 3
    capsysbinary.readouterr()
    patch.rename(tmp_path / "p.ssz")
    assert main(["apply", str(state), str(tmp_path / "p.ssz"), "-", *STATE]) == 0
    assert capsysbinary.readouterr().out == changed.read_bytes()


# ---- hexdump, info -------------------------------------------------------------------------------


def test_hexdump(run: Any, state: Path) -> None:
    outcome = run("hexdump", state, *STATE, "--at", ".fork.epoch")
    assert outcome.out == f"0038  0a 08 00 00 00 00 00 00{'':26}.fork.epoch: Epoch = 2058  [142]\n"
    assert run("hexdump", state, *STATE, "--start", "56", "--size", "8").out == outcome.out
    assert run("hexdump", state, *STATE, "--start", "0x38", "--size", "8").out == outcome.out
    (told,) = json.loads(run("hexdump", state, *STATE, "--at", ".fork.epoch", "--json").out)
    assert (told["path"], told["offset"], told["gindex"]) == (".fork.epoch", 56, "142")
    assert len(run("hexdump", state, *STATE).out.splitlines()) >= 64
    assert run("hexdump", state, *STATE, "--start", "999999") == (0, "", "")
    for option in ("len(.validators)", ".x", ".validators[*]", "."):
        outcome = run("hexdump", state, *STATE, "--at", option, "--size", "0")
        assert outcome.status == (0 if option == "." else 1)


def test_info(run: Any) -> None:
    told = json.loads(run("info", "--json").out)
    assert told["pyssz"] == pyssz.__version__
    assert told["kernel"] in told["kernels"]
    batches = told["batches"]
    assert re.fullmatch(r"1(-\d+|\+)?", next(iter(batches)))
    assert list(batches)[-1].endswith("+")
    for kernels in batches.values():
        assert set(kernels.split(" + ")) <= set(told["kernels"]) - {"mixed"}
    assert told["packages"]["numpy"]
    assert told["native_values"] == (f"no ({WHY_PURE})" if ACCEL is None else "yes")
    lines = run("info").out.splitlines()
    assert lines[0] == f"pyssz         {pyssz.__version__}"
    assert f"native values {told['native_values']}" in lines
    assert any(line.startswith("starlette") for line in lines)
    assert [line.split()[0] for line in lines[-3:]] == ["pyarrow", "pandas", "polars"]


# ---- long work -----------------------------------------------------------------------------------


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What bars are put up and moved to, on a terminal without patience."""
    seen: list[tuple[Any, ...]] = []

    def bar(stack: object, what: str, total: int | None, unit: str) -> Any:
        seen.append((what, total, unit))
        return lambda done: seen.append((done,))

    monkeypatch.setattr(_progress, "_bar", bar)
    monkeypatch.setattr(_progress, "DELAY_SECONDS", -1.0)
    return seen


@pytest.mark.parametrize("form", ["ssz", "json"])
def test_bytes_that_are_written_are_counted(
    run: Any,
    state: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bars: list[Any],
    form: str,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    target = tmp_path / f"out.{form}"
    assert run("convert", state, target, *STATE).status == 0
    size = target.stat().st_size
    assert bars[0] == ("writing", size if form == "ssz" else None, "MB")
    assert bars[-1][0] in (size, size - 1)  # but for the end of the line of JSON
    assert bars[1:] == sorted(bars[1:])


@pytest.mark.parametrize("framed", [False, True])
def test_bytes_that_are_hashed_as_they_come_are_counted(
    run: Any,
    state: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bars: list[Any],
    framed: bool,
) -> None:
    data = state.read_bytes()
    path = tmp_path / "state.ssz_snappy"
    path.write_bytes(pyssz.snappy.compress(data, framed=framed))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run("root", path, *STATE).status == 0
    assert bars[0] == ("hashing", len(data), "MB")
    assert bars[-1] == (len(data),)


def test_a_bar_says_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    terminal = io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    with ExitStack() as stack:
        move = _progress._bar(stack, "hashing", 297_000_000, "MB")
        move(120_400_000)
    assert "120/297 MB" in terminal.getvalue()
    with ExitStack() as stack:
        _progress._bar(stack, "writing", None, "rows")(65536)
    assert "65,536 rows" in terminal.getvalue()


def test_long_work_shows_on_a_terminal(
    run: Any, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rich")
    monkeypatch.setattr(_progress, "BUSY_BYTES", 10)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with _progress.busy("hashing", 100) as status:
        assert status is not None
    with _progress.busy("hashing", 9) as status:
        assert status is None
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with _progress.busy("hashing", 100) as status:
        assert status is None
