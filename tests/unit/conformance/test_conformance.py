"""The conformance runner: what it finds in directories and archives, and that it sees mistakes."""

import io
import json
import re
import tarfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from pyssz import Bitlist, Container, DecodeError, List, Vector, byte, uint16, uint64
from pyssz.conformance import (
    CaseFiles,
    Outcome,
    Report,
    Result,
    SourceError,
    Verdict,
    case_files,
    check,
    described_type,
    generic_type,
    library,
    results,
    run,
)
from pyssz.conformance._libraries import Library
from pyssz.errors import MissingPackageError, SchemaError
from pyssz.io import snappy

STATIC = "tests/minimal/phase0/ssz_static/Checkpoint/ssz_random/case_0"
GENERIC = "tests/general/phase0/ssz_generic"
JSON = "fixtures/ssz/uint16/valid/one.json"

# uint16(258): its bytes, and its root.
ENCODED = b"\x02\x01"
ROOT = "0x0201" + "00" * 30

Tree = dict[str, bytes]


def generic(path: str, data: bytes = ENCODED, value: Any = 258, root: str = ROOT) -> Tree:
    return {
        f"{GENERIC}/{path}/serialized.ssz_snappy": snappy.compress(data),
        f"{GENERIC}/{path}/value.yaml": f"{value}\n".encode(),
        f"{GENERIC}/{path}/meta.yaml": f"root: '{root}'\n".encode(),
    }


def invalid(path: str, data: bytes) -> Tree:
    return {f"{GENERIC}/{path}/serialized.ssz_snappy": snappy.compress(data)}


GOOD = generic("uints/valid/uint_16_one")
JSON_CASE = {
    "valid": True,
    "typeName": "Uint16",
    "typeDescriptor": {"kind": "Uint16", "bits": 16},
    "serialized": "0x0201",
    "value": "258",
    "root": ROOT,
}


@pytest.fixture
def static(fixtures: Path) -> Tree:
    """A case of ssz_static, of those that are committed."""
    archive = fixtures / "vectors" / "ssz_static.tar.gz"
    (case,) = (each for each in case_files(archive) if str(each.path) == STATIC)
    return {f"{STATIC}/{name}": content for name, content in case.files.items()}


def directory(tmp_path: Path, tree: Tree) -> Path:
    for name, content in tree.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path / "tree"


def archive(tmp_path: Path, entries: Iterable[tuple[str, bytes]], name: str = "a.tar") -> Path:
    mode: Any = {"tar": "w", "gz": "w:gz", "tgz": "w:gz", "xz": "w:xz", "bz2": "w:bz2"}
    path = tmp_path / name
    with tarfile.open(path, mode[name.rpartition(".")[2]]) as tar:
        for member, content in entries:
            info = tarfile.TarInfo(member)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return path


def outcome_of(tmp_path: Path, tree: Tree, on: str = "pyssz") -> Outcome:
    (result,) = results([archive(tmp_path, tree.items())], on=on)
    return result.outcome


def assert_fails(tmp_path: Path, tree: Tree, reason: str) -> None:
    outcome = outcome_of(tmp_path, tree)
    assert outcome.verdict is Verdict.FAILED
    assert reason in outcome.reason


# ---- sources -------------------------------------------------------------------------------------


def test_a_directory_and_an_archive_give_the_same(tmp_path: Path, static: Tree) -> None:
    tree = {**static, **GOOD, **invalid("boolean/invalid/byte_2", b"\x02")}
    tree[JSON] = json.dumps(JSON_CASE).encode()
    expected = {
        ("minimal", "phase0", "ssz_static"),
        ("general", "phase0", "uints"),
        ("general", "phase0", "boolean"),
        ("ssz-specs", "ssz", "uint16"),
    }
    for source in (directory(tmp_path, tree), archive(tmp_path, tree.items())):
        report = run([source])
        assert report.counts.keys() == expected
        assert report.total(Verdict.PASSED) == report.cases == 4


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tgz", "a.tar.xz", "a.tar.bz2"])
def test_archives_of_every_kind(tmp_path: Path, name: str) -> None:
    assert run([archive(tmp_path, GOOD.items(), name)]).total(Verdict.PASSED) == 1


def test_the_files_of_an_archive_may_come_in_any_order(tmp_path: Path, static: Tree) -> None:
    other = generic("uints/valid/uint_16_two")
    entries = sorted({**static, **GOOD, **other}.items(), key=lambda entry: entry[0][::-1])
    assert run([archive(tmp_path, entries)]).total(Verdict.PASSED) == 3


def test_what_belongs_to_no_case_is_left_out(tmp_path: Path) -> None:
    tree = {
        **GOOD,
        "README.md": b"# Vectors",
        "fixtures/index.json": b"[]",
        "fixtures/manifest.json": b"{}",
        f"{GENERIC}/meta.yaml": b"root: 1",
        "tests/minimal/phase0/shuffling/core/shuffle/case/mapping.yaml": b"{}",
    }
    for source in (directory(tmp_path, tree), archive(tmp_path, tree.items())):
        assert len(list(results([source]))) == 1


def test_one_json_file(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(JSON_CASE))
    (result,) = results([path])
    assert result == Result(str(path), ("ssz-specs", "ssz", "uint16"), Outcome(Verdict.PASSED))


def test_directories_below_the_layout_are_enough(tmp_path: Path) -> None:
    root = directory(tmp_path, GOOD)
    assert run([root / GENERIC / "uints" / "valid"]).total(Verdict.PASSED) == 1


def test_several_paths_are_counted_together(tmp_path: Path) -> None:
    one = archive(tmp_path, GOOD.items(), "one.tar")
    two = archive(tmp_path, generic("uints/valid/uint_16_two").items(), "two.tar")
    assert run([one, str(two)]).counts[("general", "phase0", "uints")][Verdict.PASSED] == 2


def test_sources_that_are_not_there(tmp_path: Path) -> None:
    for name in ("nothing", "nothing.tar.gz", "nothing.json"):
        with pytest.raises(SourceError, match=r"nothing(\S* does not exist|\S*: No such file)"):
            run([tmp_path / name])


def test_a_source_of_an_unknown_kind(tmp_path: Path) -> None:
    (tmp_path / "vectors.zip").write_bytes(b"PK")
    with pytest.raises(SourceError, match=r"vectors\.zip is not a directory, archive or JSON file"):
        run([tmp_path / "vectors.zip"])


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tar.xz", "a.tar.bz2"])
def test_damaged_archives(tmp_path: Path, name: str) -> None:
    noise = bytes(range(256)) * 40
    whole = archive(tmp_path, [*GOOD.items(), ("noise.json", noise)], name).read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"\x00" + whole[1:], whole[:60] + bytes(60)):
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(SourceError) as caught:
            run([tmp_path / name])
        assert str(tmp_path / name) in str(caught.value)
        assert "\n" not in str(caught.value)


# ---- verdicts ------------------------------------------------------------------------------------


def test_good_cases_pass(tmp_path: Path, static: Tree) -> None:
    good = (static, GOOD, invalid("uints/invalid/uint_16_short", b"\x01"))
    for on in ("pyssz", "remerkleable"):
        for tree in good:
            assert outcome_of(tmp_path, tree, on) == Outcome(Verdict.PASSED)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("uints/valid/uint_24_zero", "unknown type: uints/uint_24_zero"),
        ("uints/valid/int_16_zero", "unknown type: uints/int_16_zero"),
        ("maps/valid/map_1", "unknown type: maps/map_1"),
        ("containers/valid/UnheardOfStruct_zero", "unknown type: containers/UnheardOf"),
        ("basic_vector/valid/vec_uint24_3", "unknown type: basic_vector/vec_uint24_3"),
        ("basic_progressive_list/valid/proglist_x_zero_1", "unknown type: basic_progr"),
        ("uints/probable/uint_16_zero", "the suite 'probable' is not known"),
        ("basic_vector/valid/vec_uint16_0", "a vector needs at least one element"),
    ],
)
def test_what_is_not_known_fails(tmp_path: Path, path: str, reason: str) -> None:
    assert_fails(tmp_path, generic(path), reason)
    # Neither do such bytes count as refused.
    if "vec_uint16_0" not in path:
        assert_fails(tmp_path, generic(path.replace("/valid/", "/invalid/")), reason)


def test_unknown_types_forks_and_presets_fail(tmp_path: Path, static: Tree) -> None:
    for known, unknown, reason in (
        ("/Checkpoint/", "/Chequepoint/", "did you mean Checkpoint?"),
        ("/phase0/", "/phase9/", "no type is known"),
        ("/minimal/", "/maximal/", "no type is known"),
    ):
        tree = {name.replace(known, unknown): content for name, content in static.items()}
        assert_fails(tmp_path, tree, reason)


@pytest.mark.parametrize(
    "path",
    [
        "serialized.ssz_snappy",
        "tests/general/ssz_generic/uints/valid/uint_16_one/deeper/serialized.ssz_snappy",
        "ssz_static/Checkpoint/ssz_random/case_0/serialized.ssz_snappy",
        "tests/minimal/phase0/operations/deposit/pyspec_tests/one/serialized.ssz_snappy",
    ],
)
def test_an_unknown_layout_fails(tmp_path: Path, path: str) -> None:
    assert_fails(tmp_path, {path: snappy.compress(ENCODED)}, "the layout of the path is not known")


def test_planted_mistakes_fail(tmp_path: Path) -> None:
    name = "uints/valid/uint_16_one"
    assert_fails(tmp_path, generic(name, root=ROOT[:-1] + "1"), f"the root is {ROOT}, expected 0x")
    assert_fails(tmp_path, generic(name, value=259), "the value differs")
    assert_fails(tmp_path, generic(name, value="x"), "DecodeError")
    assert_fails(tmp_path, generic(name, data=b"\x02"), "DecodeError: expected 2 bytes, got 1")
    accepted = invalid("uints/invalid/uint_16_one", ENCODED)
    assert_fails(tmp_path, accepted, "bytes are accepted that should be refused")


def test_mistakes_in_a_container_fail(tmp_path: Path, static: Tree) -> None:
    root = {**static, f"{STATIC}/roots.yaml": f"root: '0x{bytes(32).hex()}'".encode()}
    assert_fails(tmp_path, root, "the root is 0x")
    value = f"epoch: 1\nroot: '0x{bytes(32).hex()}'\n".encode()
    assert_fails(tmp_path, {**static, f"{STATIC}/value.yaml": value}, "the value differs")
    lacking = {**static, f"{STATIC}/value.yaml": b"epoch: 1\n"}
    assert_fails(tmp_path, lacking, "fields are missing: root")


@pytest.mark.parametrize("name", ["value.yaml", "meta.yaml"])
def test_missing_and_damaged_files_fail(tmp_path: Path, name: str) -> None:
    path = f"{GENERIC}/uints/valid/uint_16_one/{name}"
    assert_fails(tmp_path, {**GOOD, path: b"root: ["}, "ParserError")
    assert_fails(tmp_path, {**GOOD, path: b"\xff\xff"}, "Error")
    lacking = {each: content for each, content in GOOD.items() if each != path}
    assert_fails(tmp_path, lacking, f"the case has no {name}")


@pytest.mark.parametrize("suite", ["valid", "invalid"])
def test_damaged_snappy_fails(tmp_path: Path, suite: str) -> None:
    tree = generic(f"uints/{suite}/uint_16_one")
    tree[f"{GENERIC}/uints/{suite}/uint_16_one/serialized.ssz_snappy"] = b"\xff\xff"
    assert_fails(tmp_path, tree, "not snappy, or damaged")


class Wrong:
    """What a library does that is wrong in one way."""

    def __init__(self, **parts: Any) -> None:
        self.library = library("pyssz")._replace(**parts)

    def reason(self, tree: Tree) -> str:
        ((path, _), *_) = tree.items()
        files = {name.rpartition("/")[2]: content for name, content in tree.items()}
        outcome = check(CaseFiles(PurePosixPath(path).parent, files), self.library).outcome
        assert outcome.verdict is Verdict.FAILED
        return outcome.reason


def raising(error: Exception) -> Any:
    def fail(*arguments: Any) -> Any:
        raise error

    return fail


def test_a_library_that_is_wrong_is_seen(static: Tree) -> None:
    assert Wrong(encode=lambda value: b"").reason(static) == "the encoding differs"
    assert "the root is 0x00" in Wrong(root=lambda value: bytes(32)).reason(static)
    zero = Wrong(decode=lambda cls, data: cls.default())
    assert zero.reason(static) == "the encoding differs"


def test_refusing_with_the_wrong_kind_of_error_fails() -> None:
    tree = invalid("uints/invalid/uint_16_short", b"\x01")
    assert "OverflowError: no" in Wrong(decode=raising(OverflowError("no"))).reason(tree)
    assert "OverflowError: no" in Wrong(decode=raising(OverflowError("no"))).reason(GOOD)


def test_running_out_of_memory_is_no_verdict() -> None:
    wrong = Wrong(decode=raising(MemoryError()))
    with pytest.raises(MemoryError):
        wrong.reason(GOOD)


def test_without_cramjam_nothing_fails_quietly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = archive(tmp_path, invalid("uints/invalid/uint_16_short", b"\x01").items())
    monkeypatch.setitem(__import__("sys").modules, "cramjam", None)
    with pytest.raises(MissingPackageError, match="pip install"):
        run([source])


# ---- cases of ssz-specs --------------------------------------------------------------------------


def json_reason(case: Any, on: Library | None = None) -> str:
    """Why a case fails; an empty text if it passes."""
    content = case if isinstance(case, bytes) else json.dumps(case).encode()
    files = CaseFiles(PurePosixPath(JSON), {"one.json": content})
    outcome = check(files, on or library("pyssz")).outcome
    assert outcome.verdict is (Verdict.FAILED if outcome.reason else Verdict.PASSED)
    return outcome.reason


REFUSED = {
    **{key: JSON_CASE[key] for key in ("typeName", "typeDescriptor")},
    "valid": False,
    "serialized": "0x02",
    "rejectionReason": "SCOPE",
}
ILLEGAL = {
    "valid": False,
    "typeName": "Illegal",
    "typeDescriptor": {"kind": "BitVector", "length": 0},
    "rejectionReason": "VECTOR_EMPTY",
}
NUMBERS = {"kind": "List", "limit": 8, "elementType": {"kind": "Uint64", "bits": 64}}
INDEX = {
    "valid": True,
    "typeName": "Numbers",
    "typeDescriptor": NUMBERS,
    "path": [{"mixin": "elementCount"}],
    "gindex": "3",
    "depth": 1,
    "chunkCount": 2,
    "treeWidth": 2,
}
NO_INDEX = {
    **{key: value for key, value in INDEX.items() if key not in ("gindex", "depth")},
    "valid": False,
    "path": [8],
    "rejectionReason": "NO_SUCH_POSITION",
}


def test_good_json_cases_pass() -> None:
    for case in (JSON_CASE, REFUSED, ILLEGAL, INDEX, NO_INDEX):
        assert json_reason(case) == ""
    # The reason is not always given, and had another name in earlier releases.
    assert json_reason({key: REFUSED[key] for key in REFUSED if key != "rejectionReason"}) == ""
    assert json_reason({**REFUSED, "rejectionReason": "TRUNCATED"}) == ""


@pytest.mark.parametrize(
    ("case", "change", "reason"),
    [
        (JSON_CASE, {"root": "0x" + "00" * 32}, f"the root is {ROOT}, expected 0x0000"),
        (JSON_CASE, {"value": "259"}, "the value's encoding is 0x0301, expected 0x0201"),
        (JSON_CASE, {"value": ["258"]}, "DecodeError"),
        (JSON_CASE, {"serialized": "0x02"}, "expected 2 bytes, got 1"),
        (JSON_CASE, {"serialized": "0201"}, "should begin with 0x"),
        (JSON_CASE, {"typeDescriptor": {"kind": "Uint24"}}, "unknown kind of type: 'Uint24'"),
        (JSON_CASE, {"typeDescriptor": {"kind": "Vector"}}, "KeyError"),
        (REFUSED, {"serialized": "0x0201"}, "the bytes are not refused, expected SCOPE"),
        (REFUSED, {"rejectionReason": "LIMIT"}, "refused with SCOPE, expected LIMIT"),
        (ILLEGAL, {"typeDescriptor": {"kind": "BitVector", "length": 1}}, "the type is not refu"),
        (ILLEGAL, {"rejectionReason": "UNION_EMPTY"}, "refused with VECTOR_EMPTY, expected UNION"),
        (INDEX, {"gindex": "4"}, "the index is 3, expected 4"),
        (INDEX, {"depth": 2}, "the depth is 1, expected 2"),
        (INDEX, {"chunkCount": 8}, "the number of chunks is 2, expected 8"),
        (INDEX, {"treeWidth": 4}, "the width of the tree is 2, expected 4"),
        (INDEX, {"path": [{"mixin": "wordCount"}]}, "'wordCount' is not a word that types mix in"),
        (INDEX, {"path": [{"slice": "1"}]}, "'slice' is not a kind of step"),
        (NO_INDEX, {"path": [7]}, "the path is not refused, expected NO_SUCH_POSITION"),
        (NO_INDEX, {"rejectionReason": "NO_PARTS"}, "refused with NO_SUCH_POSITION, expected NO_P"),
    ],
)
def test_planted_mistakes_in_json_cases_fail(
    case: dict[str, Any], change: dict[str, Any], reason: str
) -> None:
    assert reason in json_reason({**case, **change})


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"1",
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b'{"typeDescriptor": {"kind": 1}, "valid": true}',
        b'{"typeDescriptor": {"kind": "Uint8"}, "valid": "true"}',
    ],
)
def test_what_is_no_json_case_fails(content: bytes) -> None:
    assert json_reason(content) == "this is not a case of ssz-specs"


@pytest.fixture
def proofs(fixtures: Path) -> list[dict[str, Any]]:
    """The committed proofs, of one node and of several."""
    cases = [
        json.loads(next(iter(case.files.values())))
        for case in case_files(fixtures / "vectors" / "ssz_specs.tar.gz")
        if case.path.parts[1] in ("proof", "multiproof")
    ]
    assert len(cases) > 30
    return cases


def changed(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, list):
        return [*value, value[0]] if value else ["1"]
    return f"{value[:-1]}{int(value[-1], 16) ^ 1:x}"


def test_mistakes_in_any_part_of_a_proof_fail(proofs: list[dict[str, Any]]) -> None:
    checked = set()
    for case in proofs:
        parts = ("root", "index", "indices", "serialized")
        if case["valid"]:
            parts += ("leaf", "branch", "branchIndices", "leaves", "helperIndices", "proof")
        for part in case.keys() & set(parts):
            checked.add(part)
            assert json_reason({**case, part: changed(case[part])}), part
        assert json_reason({**case, "valid": not case["valid"]})
    assert len(checked) == 10


def test_a_proof_that_is_refused_for_another_reason_fails(proofs: list[dict[str, Any]]) -> None:
    named = [case for case in proofs if "rejectionReason" in case]
    for case in named:
        assert json_reason({**case, "rejectionReason": "LIMIT"}).startswith("refused with ")
    reasons = {case["rejectionReason"] for case in named}
    assert {"BRANCH_LENGTH", "COUNT", "PATH_PAST_SPINE", "PROOF_LENGTH"} <= reasons


DOCUMENT = {
    "typeName": "Numbers",
    "typeDescriptor": NUMBERS,
    "valid": True,
    "document": ["1", "2"],
    "serialized": "0x01000000000000000200000000000000",
}


def test_mistakes_in_a_json_document_fail() -> None:
    assert json_reason(DOCUMENT) == ""
    for part, other in (
        ("document", ["1", "3"]),  # another value
        ("document", ["1", "02"]),  # read, but not written so
        ("document", ["1", 2]),  # not by the rules
        ("serialized", "0x01000000000000000300000000000000"),
        ("valid", False),
    ):
        assert json_reason({**DOCUMENT, part: other}), (part, other)
    refused = {
        "typeName": "Numbers",
        "typeDescriptor": NUMBERS,
        "valid": False,
        "document": ["1"] * 9,
        "rejectionReason": "OVER_LIMIT",
    }
    assert json_reason(refused) == ""
    assert json_reason({**refused, "document": ["1"]}) == (
        "the document is not refused, expected OVER_LIMIT"
    )
    assert json_reason({**refused, "rejectionReason": "LIMIT"}).startswith(
        "refused with OVER_LIMIT, expected LIMIT"
    )


def test_remerkleable_runs_values_and_skips_the_rest() -> None:
    other = library("remerkleable")
    assert json_reason(JSON_CASE, other) == ""
    assert json_reason(REFUSED, other) == ""
    assert "the bytes are accepted" in json_reason({**REFUSED, "serialized": "0x0201"}, other)
    content = json.dumps(INDEX).encode()
    result = check(CaseFiles(PurePosixPath(JSON), {"one.json": content}), other)
    assert result.outcome == Outcome(Verdict.SKIPPED, "remerkleable is run on values only")


# ---- types ---------------------------------------------------------------------------------------


def test_types_by_name() -> None:
    assert generic_type("basic_vector", "vec_uint16_3_max") is Vector[uint16, 3]
    assert generic_type("bitlist", "bitlist_9_random_0") is Bitlist[9]
    assert issubclass(generic_type("containers", "VarTestStruct_zero"), Container)
    with pytest.raises(SchemaError):
        generic_type("basic_vector", "vec_uint16_0")
    with pytest.raises(LookupError, match="unknown type: bitlist/bits_9"):
        generic_type("bitlist", "bits_9")


def test_types_by_description() -> None:
    assert described_type(NUMBERS) is List[uint64, 8]
    described = described_type({"kind": "Vector", "length": 2, "elementType": {"kind": "Byte"}})
    assert described is Vector[byte, 2]
    # Names that methods of pyssz have as well are names of fields all the same.
    names = ("copy", "fields", "hash_tree_root", "length", "encode_bytes", "data")
    fields = [{"name": name, "type": {"kind": "Uint8", "bits": 8}} for name in names]
    cls = described_type({"kind": "Container", "fields": fields}, "Awkward")
    assert tuple(cls.fields()) == names  # type: ignore[attr-defined]
    with pytest.raises(DecodeError):
        cls.decode_bytes(b"12345")


# ---- the report ----------------------------------------------------------------------------------


def test_the_table_is_sorted_and_aligned() -> None:
    report = Report()
    failed = Result("b", ("minimal", "phase0", "ssz_static"), Outcome(Verdict.FAILED, "no"))
    for result in (
        *[Result("a", ("minimal", "phase0", "ssz_static"), Outcome(Verdict.PASSED))] * 12,
        failed,
        Result("c", ("general", "phase0", "uints"), Outcome(Verdict.SKIPPED, "why")),
    ):
        report.add(result)
    assert report.table() == (
        "preset   fork    handler     passed  failed  skipped\n"
        "general  phase0  uints            0       0        1\n"
        "minimal  phase0  ssz_static      12       1        0\n"
        "total                            12       1        1"
    )
    assert report.failures == [failed]
    assert report.skips == {"why": 1}
    assert report.cases == 14


# ---- the guide -----------------------------------------------------------------------------------


def test_the_example_of_the_guide(
    fixtures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    guide = (fixtures.parent / "docs" / "conformance.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    monkeypatch.chdir(fixtures.parent)
    exec(example, {})
    out = capsys.readouterr().out.splitlines()
    assert out[0].split() == ["preset", "fork", "handler", "passed", "failed", "skipped"]
    passed = [line.rstrip() for line in out if line.startswith("fixtures/ssz/")]
    assert passed
    assert all(line.endswith(".json passed") for line in passed)


def test_the_guide_tells_the_number_of_committed_cases(fixtures: Path) -> None:
    guide = " ".join((fixtures.parent / "docs" / "conformance.md").read_text("utf-8").split())
    for name, words in (
        ("ssz_static", "{} cases of `ssz_static`"),
        ("ssz_generic", "{} of `ssz_generic`"),
        ("ssz_specs", "{} of ssz-specs"),
    ):
        cases = len(list(case_files(fixtures / "vectors" / f"{name}.tar.gz")))
        assert words.format(cases) in guide
