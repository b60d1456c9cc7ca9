"""Reference vectors: the committed ones always, the public sets where they are.

Where the public sets are is said by the environment variable PYSSZ_SPEC_TESTS: directories and
archives, separated like the entries of PATH.  Without it, they are `vectors` in the folder that
PYSSZ_SHARED names, or in `shared` beside the checkout.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

from pyssz.conformance import Report, Verdict, case_files, check, library, run
from support import SHARED

# Every handler of ssz_generic, and every format of ssz-specs that there are cases of here.
HANDLERS = {
    "basic_progressive_list",
    "basic_vector",
    "bitlist",
    "bitvector",
    "boolean",
    "compatible_unions",
    "containers",
    "progressive_bitlist",
    "progressive_containers",
    "uints",
}
FORMATS = {"multiproof", "ssz_json", "proof", "ssz", "ssz_gindex", "ssz_type_rejection"}


def public_sets() -> list[Path]:
    named = os.environ.get("PYSSZ_SPEC_TESTS")
    if named is not None:
        return [Path(entry) for entry in named.split(os.pathsep) if entry]
    return sorted((SHARED / "vectors").rglob("*.tar.gz"))


def assert_all_pass(report: Report) -> None:
    failures = "\n".join(f"{each.case}: {each.outcome.reason}" for each in report.failures[:20])
    assert not report.failures, f"{len(report.failures)} cases failed, such as\n{failures}"
    assert report.total(Verdict.SKIPPED) == 0
    assert report.total(Verdict.PASSED) == report.cases


@pytest.mark.parametrize(
    ("name", "cases"),
    [("ssz_static", 140), ("ssz_generic", 700), ("ssz_specs", 218)],
)
def test_all_committed_vectors_pass(fixtures: Path, name: str, cases: int) -> None:
    report = run([fixtures / "vectors" / f"{name}.tar.gz"])
    assert_all_pass(report)
    assert report.cases == cases


def test_committed_vectors_are_of_every_fork_handler_and_format(fixtures: Path) -> None:
    from pyssz.ethereum import forks

    groups = run(sorted((fixtures / "vectors").iterdir())).counts.keys()
    for preset in ("mainnet", "minimal"):
        assert {fork for kind, fork, _ in groups if kind == preset} == set(forks())
    assert {handler for kind, _, handler in groups if kind == "general"} == HANDLERS
    assert {form for kind, form, _ in groups if kind == "ssz-specs"} == FORMATS


def test_committed_vectors_are_valid_and_invalid_for_every_handler(fixtures: Path) -> None:
    suites = Counter(
        case.path.parts[-3:-1] for case in case_files(fixtures / "vectors" / "ssz_generic.tar.gz")
    )
    assert set(suites) == {(name, suite) for name in HANDLERS for suite in ("valid", "invalid")}


def test_remerkleable_agrees_on_the_committed_values(fixtures: Path) -> None:
    # It made them; what runs here is the adapter that the option --oracle uses.
    archives = [fixtures / "vectors" / f"{name}.tar.gz" for name in ("ssz_static", "ssz_generic")]
    assert_all_pass(run(archives, on="remerkleable"))


@pytest.mark.parametrize("path", public_sets(), ids=lambda path: path.name)
def test_all_public_vectors_pass(path: Path, request: pytest.FixtureRequest) -> None:
    report = run([path])
    assert_all_pass(report)
    assert report.cases
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        request.config.get_terminal_writer().line(f"\n{path.name}: {report.cases} cases pass")


def test_every_committed_case_has_a_broken_twin_that_fails(fixtures: Path) -> None:
    """Nothing passes for want of a look: with another root or other bytes no valid case does."""
    ours = library("pyssz")
    for name in ("ssz_static", "ssz_generic"):
        for case in case_files(fixtures / "vectors" / f"{name}.tar.gz"):
            if "value.yaml" not in case.files:
                continue
            roots = "roots.yaml" if "roots.yaml" in case.files else "meta.yaml"
            case.files[roots] = b"root: '0x" + b"5a" * 32 + b"'\n"
            result = check(case, ours)
            assert result.outcome.verdict is Verdict.FAILED
            assert "the root is" in result.outcome.reason
