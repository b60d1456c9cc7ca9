"""The tests of the executable consensus spec, unchanged, on its own library and on pyssz.

Usage: executable_spec.py [--quick | --vectors] [--resume] [SELECTION ...]

A selection is ``GENERATION[/FORK[/PART]]``: ``beta4``, ``beta4/gloas``, ``beta4/gloas/sanity``,
``beta4/gloas/sanity/test_blocks.py``; without any, it is all forks of the spec that is installed.
Selections of a generation that is not installed are left out.

Both libraries run at the same time, each in a process of its own; times are processor time.  What
came of it goes into ``executable_spec.json``, and from there into ``docs/executable-spec.md``, fork
by fork; the output of the tests stays in ``.benchmarks/executable_spec``.

With ``--quick`` the tests run on pyssz, and on the original only those that fail there; no times
are taken.  With ``--resume`` runs of the same tests that had ended before an interruption are not
repeated.

With ``--vectors`` the suite's generators write their test vectors on both instead, and these are
compared byte by byte.

The exit status is 1 if a test passes on the original only, or if vectors differ that are not known
to.
"""

from __future__ import annotations

import argparse
import re
import sys
from importlib.metadata import version

import spec_page
from spec_runs import (
    Generation,
    Result,
    different_vectors,
    installed_generation,
    known_forks,
    run_both,
    run_ours_first,
    test_folder,
)

#: Cases of each fork whose vectors differ, by the import name of the original.
KNOWN_DIFFERENCES = {
    # A write that remerkleable loses: docs/remerkleable.md.
    "remerkleable": {
        f"epoch_processing/slashings/pyspec_tests/{case}"
        for case in (
            "low_penalty",
            "max_penalties",
            "minimal_penalty",
            "scaled_penalties",
            "slashings_with_random_state",
        )
    },
    # A write that shows in two places, because one object is in both: docs/ssz-specs.md.
    "ssz": {"operations/attestation/pyspec_tests/invalid_old_source_epoch"},
}


def selections(arguments: list[str], generation: Generation) -> dict[str, list[str]]:
    """The parts to run of each fork; none are all."""
    forks = known_forks()
    chosen: dict[str, list[str]] = {}
    for argument in arguments or [generation.name]:
        name, _, rest = argument.partition("/")
        fork, _, part = rest.partition("/")
        if not re.fullmatch(r"(alpha|beta)\d+", name):
            sys.exit(f"{argument}: expected a release such as {generation.name}, got {name!r}")
        if name != generation.name:
            continue
        if fork and fork not in forks:
            sys.exit(f"{argument}: {name} has no fork {fork}; its forks are {', '.join(forks)}")
        if part and not (is_plain(part) and list(test_folder().glob(f"*/{part}"))):
            sys.exit(f"{argument}: {name} has no tests {part}; see {test_folder()}")
        for one in [fork] if fork else forks:
            parts = chosen.setdefault(one, [])
            parts += [part] if part else []
            if not part:
                parts[:] = [""]
    if not chosen:
        sys.exit(f"{', '.join(arguments)}: nothing of {generation.name}, which is installed")
    return {fork: [] if "" in parts else parts for fork, parts in chosen.items()}


def is_plain(part: str) -> bool:
    """Whether a part is a path below a folder, with nothing in it that a shell would expand."""
    return not set(part) & set("*?[") and not {"", ".", ".."} & set(part.split("/"))


def part_of(test: str) -> str:
    """The part that a test is of: "sanity" of "deneb/sanity/test_blocks.py::test_one"."""
    return test.split("/")[1]


def lost_tests(theirs: Result, ours: Result) -> list[str]:
    """The tests that pass on the original only."""
    return [
        test
        for test, outcome in theirs.outcomes.items()
        if outcome == "passed" != ours.outcomes.get(test)
    ]


def figures_of(theirs: Result, ours: Result) -> dict[str, spec_page.Figures]:
    """The figures of each part in which a test ran."""
    lost = set(lost_tests(theirs, ours))
    figures: dict[str, spec_page.Figures] = {}
    for part in sorted({part_of(test) for test in theirs.outcomes}):
        tests = [test for test in theirs.outcomes if part_of(test) == part]
        outcomes = [theirs.outcomes[test] for test in tests]
        # A test that fails spends its time on telling so.
        timed = [
            test for test in tests if theirs.outcomes[test] == "passed" == ours.outcomes.get(test)
        ]
        is_timed = bool(theirs.seconds)
        if set(outcomes) != {"skipped"}:
            figures[part] = {
                "passed": outcomes.count("passed"),
                "failed": outcomes.count("failed"),
                "lost": len(lost.intersection(tests)),
                "original": _seconds(theirs, timed) if is_timed else None,
                "pyssz": _seconds(ours, timed) if is_timed else None,
            }
    return figures


def _seconds(result: Result, tests: list[str]) -> float:
    return round(sum(result.seconds[test] for test in tests), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description="run the executable spec's tests on two libraries")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--vectors", action="store_true", help="compare what its generators write")
    kinds.add_argument("--quick", action="store_true", help="the original runs what fails on pyssz")
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted run")
    parser.add_argument("selection", nargs="*", help="as beta4, beta4/gloas or beta4/gloas/sanity")
    arguments = parser.parse_args()
    generation = installed_generation()
    library = f"{generation.library} {version(generation.library)}"
    print(f"{generation.name}: {library} and pyssz {version('pyssz')}", flush=True)
    is_fine = True
    for fork, parts in selections(arguments.selection, generation).items():
        tests = sorted(
            str(path.relative_to(test_folder()))
            for part in parts
            for path in test_folder().glob(f"*/{part}")
        )
        tests = tests or ["."]
        resumes = arguments.resume
        if arguments.quick:
            theirs, ours = run_ours_first(generation, fork, tests, resumes=resumes)
        else:
            theirs, ours = run_both(
                generation, fork, tests, writes_vectors=arguments.vectors, resumes=resumes
            )
        if arguments.vectors:
            count, cases = different_vectors(theirs.vectors, ours.vectors)
            # A case is PRESET/FORK/RUNNER/HANDLER/SUITE/CASE.
            expected = KNOWN_DIFFERENCES[generation.module]
            known = [case for case in cases if case.split("/", 2)[2] in expected]
            is_fine &= count > 0 and len(cases) == len(known)
            print(f"{fork}: {count} files, {len(cases)} cases differ, {len(known)} of them known")
            for case in cases:
                print(f"differs{' (known)' if case in known else ''}: {case}")
        else:
            figures = figures_of(theirs, ours)
            spec_page.keep(generation.name, fork, library, figures, is_whole=not parts)
            print(spec_page.table(fork, figures))
            shares = {"original": theirs.share, "pyssz": ours.share} if theirs.seconds else {}
            for name, share in shares.items():
                print(f"{name}: {share:.0%} of the time in the library")
            is_fine &= bool(figures)
        for test in lost_tests(theirs, ours):
            print(f"passes on the original only: {test}")
            is_fine = False
        sys.stdout.flush()
    sys.exit(not is_fine)


if __name__ == "__main__":
    main()
