"""``python -m tools.mutants [N [SEED]]``: N mutants of C and N of Python, and which survive."""

import argparse
import hashlib
import os
import queue
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any

from . import c_source, c_suite, python_source, python_suite, running, test_map, verdicts
from .running import CACHE, CHECKOUT, ROOT, Results
from .sampling import Mutant, drawn

WANTED = 0.95
SEED = 15


@dataclass
class Language:
    """How one language is measured."""

    name: str
    sources: dict[str, str]
    mutants: list[Mutant]
    tests: str
    workers: list[Any]


def c_language(jobs: int, known_map: test_map.TestMap) -> Language:
    paths = sorted((CHECKOUT / "csrc" / "src").glob("*.c"))
    sources = {path.relative_to(CHECKOUT).as_posix(): path.read_text("utf-8") for path in paths}
    with ThreadPoolExecutor(jobs) as pool:
        folders = [CACHE / "c" / f"worker-{i}" for i in range(jobs)]
        workers = list(pool.map(lambda folder: c_suite.Worker(folder, known_map), folders))
    workers[0].plain.measure()
    for worker in workers[1:]:
        worker.plain.seconds = workers[0].plain.seconds
    tests = running.digest([ROOT / "csrc" / "tests", ROOT / "csrc" / "fuzz", ROOT / "tests"])
    found = [mutant for file in sources for mutant in c_source.mutants(file, sources[file])]
    return Language("C", sources, found, tests, workers)


def python_language(jobs: int, known_map: test_map.TestMap) -> Language:
    sources = {
        path.relative_to(CHECKOUT).as_posix(): path.read_text("utf-8")
        for path in python_suite.sources()
    }
    folders = [CACHE / "python" / f"worker-{i}" for i in range(jobs)]
    workers = [python_suite.Worker(folder, known_map) for folder in folders]
    found = [mutant for file in sources for mutant in python_source.mutants(file, sources[file])]
    return Language("Python", sources, found, running.digest([ROOT / "tests"]), workers)


class Measurement:
    """Some mutants of one language, each run at most once."""

    def __init__(self, language: Language, results: Results, quick: bool) -> None:
        self.language = language
        self.quick = quick
        self.results = results
        self.idle: queue.SimpleQueue[Any] = queue.SimpleQueue()
        for worker in language.workers:
            self.idle.put(worker)

    def name(self, mutant: Mutant) -> str:
        text = mutant.apply(self.language.sources[mutant.file])
        return f"{mutant.key}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"

    def is_different(self, mutant: Mutant) -> str:
        name = f"{self.name(mutant)}-compiled"
        known = self.results.get(name)
        if known is None:
            worker = self.idle.get()
            found = worker.is_different(mutant, self.language.sources[mutant.file])
            self.idle.put(worker)
            self.results.put(name, same=found)
            return str(found)
        return str(known["same"])

    def killer(self, mutant: Mutant) -> str:
        name = self.name(mutant)
        known = self.results.get(name)
        # What one test killed stays dead; what lived through them meets those that have changed.
        if known and (known["killer"] or known["tests"] == self.language.tests):
            return str(known["killer"])
        worker = self.idle.get()
        start = time.perf_counter()
        source = self.language.sources[mutant.file]
        found = worker.killer(mutant, source, quick=self.quick)
        seconds = time.perf_counter() - start
        self.idle.put(worker)
        if found or not self.quick:
            tests = self.language.tests
            self.results.put(name, killer=found, tests=tests, seconds=round(seconds, 1))
        place = f"{mutant.file}:{mutant.first} {mutant.change}"
        lives = "lives so far" if self.quick else "SURVIVES"
        print(f"{seconds:6.1f} s  {found or lives}  {place}", flush=True)
        return str(found)

    def choose(self, count: int, seed: int, pool: ThreadPoolExecutor) -> tuple[list[Mutant], int]:
        """The first that differ from the original once compiled, and how many did not."""
        chosen: list[Mutant] = []
        same = 0
        candidates = iter(drawn(self.language.mutants, seed))
        while len(chosen) < count and (batch := list(islice(candidates, count - len(chosen)))):
            for mutant, found in zip(batch, pool.map(self.is_different, batch), strict=True):
                same += found == "same"
                if not found:
                    chosen.append(mutant)
        return chosen, same


def measure(
    language: Language, count: int, seed: int, known: dict[str, dict[str, Any]], quick: bool
) -> bool:
    """Run and report; whether enough are killed."""
    results = Results(CACHE / f"{language.name.lower()}.jsonl")
    measurement = Measurement(language, results, quick)
    equivalent = {key for key, entry in known.items() if not verdicts.COUNTS[entry["verdict"]]}
    with ThreadPoolExecutor(len(language.workers)) as pool:
        chosen, same = measurement.choose(count, seed, pool)
        print(
            f"{language.name}: {len(chosen)} mutants, {same} more compile to the same", flush=True
        )
        run = [mutant for mutant in chosen if mutant.key not in equivalent]
        killers = dict.fromkeys(chosen, "")
        killers.update(zip(run, pool.map(measurement.killer, run), strict=True))
    survivors = [mutant for mutant in chosen if not killers[mutant]]
    for line in report(language.name, killers, survivors, known):
        print(line)
    counted = len(run)
    rate = (len(chosen) - len(survivors)) / max(counted, 1)
    print(
        f"{language.name}: {len(chosen) - len(survivors)} of {counted} killed, {rate:.1%}"
        f" ({len(chosen) - len(run)} equivalent ones and {same} with the same code not counted),"
        f" seed {seed}, wanted {WANTED:.0%}",
        flush=True,
    )
    return rate >= WANTED


def report(
    name: str,
    killers: dict[Mutant, str],
    survivors: list[Mutant],
    known: dict[str, dict[str, Any]],
) -> Iterator[str]:
    """Survivors as the file of verdicts has them, and what killed the others."""
    yield f"\n# {name}: survivors"
    for mutant in survivors:
        entry = known.get(mutant.key)
        verdict, reason = (entry["verdict"], entry["reason"]) if entry else ("open", "")
        yield f"# {mutant.file}:{mutant.first}"
        yield verdicts.written(mutant, verdict, reason).rstrip()
    counts = Counter(killer.partition(":")[0] for killer in killers.values() if killer)
    yield "\n# killed by " + ", ".join(f"{who} {n}" for who, n in counts.most_common())
    by_kind: dict[str, list[bool]] = {}
    for mutant, killer in killers.items():
        by_kind.setdefault(mutant.kind, []).append(bool(killer))
    yield "# by kind: " + ", ".join(
        f"{kind} {sum(killed)}/{len(killed)}" for kind, killed in sorted(by_kind.items())
    )


def main() -> int:
    parser = argparse.ArgumentParser("nox -s mutants --", description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=200, help="of each language (200)")
    parser.add_argument("seed", nargs="?", type=int, default=SEED, help=f"another draw ({SEED})")
    parser.add_argument("--only", choices=["c", "python"], help="one language")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    parser.add_argument("--match", default="", help="only mutants of files whose path has this")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only the tests that tell soon; the next run without it goes on with what lives",
    )
    parser.add_argument("--fresh", action="store_true", help="forget the results of other runs")
    options = parser.parse_args()
    os.nice(10)
    known = verdicts.load()
    if options.fresh:
        for path in CACHE.glob("*.jsonl"):
            path.unlink()
    known_map = test_map.make(options.jobs)
    enough = True
    for name, make in (("c", c_language), ("python", python_language)):
        if options.only in (None, name):
            language = make(options.jobs, known_map)
            language.mutants = [m for m in language.mutants if options.match in m.file]
            enough &= measure(language, options.count, options.seed, known, options.quick)
    for folder in ("c", "python"):
        shutil.rmtree(CACHE / folder, ignore_errors=True)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
