"""Makes docs/benchmarks.md from the JSON of one run.

    pytest benchmarks --benchmark-only --benchmark-json=run.json
    python benchmarks/report.py run.json

Every figure comes from the run, but those of elsewhere.py, which are marked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import elsewhere

TEMPLATE = Path(__file__).with_name("report_template.md")
OUTPUT = Path(__file__).parents[1] / "docs" / "benchmarks.md"

OWN = "pyssz"
FLAGS = ("ssse3", "sse4_1", "avx2", "avx512f", "avx512bw", "avx512vl", "sha_ni", "neon", "sha2")

# ---- a run ---------------------------------------------------------------------------------------


class Result(NamedTuple):
    """One measurement: times in seconds for one operation."""

    module: str
    operation: str
    workload: str
    library: str
    median: float
    quartile_range: float
    rounds: int
    info: dict[str, Any]  # what the benchmark noted


def results_of(run: dict[str, Any]) -> list[Result]:
    found = []
    for entry in run["benchmarks"]:
        info, stats = entry["extra_info"], entry["stats"]
        found.append(
            Result(
                entry["fullname"].split("::")[0].split("/")[-1],
                info["operation"],
                info.get("workload", ""),
                info["library"],
                stats["median"] / info["calls"],
                stats["iqr"] / info["calls"],
                stats["rounds"],
                info,
            )
        )
    return found


# ---- words and tables ----------------------------------------------------------------------------


def digits(number: float) -> str:
    """A number with three digits that count."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def time(value: float) -> str:
    for unit, size in elsewhere.UNITS.items():
        if value < 999.5 * size or unit == "s":
            return f"{digits(value / size)} {unit}"
    raise AssertionError


def size(value: float) -> str:
    for unit, factor in (("B", 1), ("KB", 1e3), ("MB", 1e6)):
        if value < 1000 * factor or unit == "MB":
            return f"{digits(value / factor)} {unit}" if factor > 1 else f"{value:.0f} B"
    raise AssertionError


def spread(result: Result) -> str:
    """Half the distance of the quartiles, in parts of the median."""
    if result.rounds == 1:
        return "one round"
    return f"± {50 * result.quartile_range / result.median:.0f} %"


def times(ratio: float) -> str:
    if ratio < 0.01:
        return "< 0.01×"
    return f"{digits(ratio)}×" if ratio < 1e6 else "> 1,000,000×"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; a head that ends in a colon has its column aligned to the right."""
    heads = list(head)
    lines = [
        "| " + " | ".join(text.rstrip(":") for text in heads) + " |",
        "|" + "|".join("--:" if text.endswith(":") else "---" for text in heads) + "|",
        *("| " + " | ".join(row) + " |" for row in rows),
    ]
    return "\n".join(lines) + "\n"


# ---- the tables of the report --------------------------------------------------------------------


def machine(run: dict[str, Any], results: list[Result]) -> str:
    about = run["machine_info"]
    cpu, commit = about["cpu"], run["commit_info"]
    flags = [flag for flag in FLAGS if flag in cpu.get("flags", ())]
    model = ", ".join(f"{word} {cpu[word]}" for word in ("family", "model") if word in cpu)
    objects = {
        source: sorted({one.workload for one in results if one.info.get("source") == source})
        for source in ("file", "made")
    }
    return table(
        ("", ""),
        (
            ("date", f"{datetime.fromisoformat(run['datetime']):%Y-%m-%d}"),
            ("processor", f"{cpu.get('brand_raw', 'unknown')} ({model}), {about['cores']} cores"),
            ("instructions", " ".join(flags)),
            ("system", f"{about['system']} {about['release']}, {about['libc']}"),
            ("Python", f"{about['python_implementation']} {about['python_version']}"),
            ("libraries", ", ".join(f"{name} {at}" for name, at in about["libraries"].items())),
            ("pyssz hashes with", f"kernel {about['kernel']}, {about['threads']} thread"),
            ("commit", commit["id"][:12] + (", with changes" if commit["dirty"] else "")),
            ("real objects", ", ".join(objects["file"]) or "none"),
            ("objects made by the suite", ", ".join(objects["made"]) or "none"),
        ),
    )


def goals(results: list[Result]) -> str:
    """What pyssz has set itself, and what it reached."""
    rows = []

    def add(result: Result, what: str, goal: str, reached: str, met: bool) -> None:
        rows.append((what, result.workload, goal, reached, "yes" if met else "**no**"))

    for result in results:
        goal, against = result.info.get("goal"), result.info.get("against")
        if goal is not None:
            met = result.median <= goal
            add(result, result.operation, f"≤ {time(goal)}", time(result.median), met)
        if against and against["goal"] is not None:
            what = f"{result.operation} / {against['what']}"
            met = against["median"] <= against["goal"]
            add(result, what, f"≤ {against['goal']}×", times(against["median"]), met)
        if result.info.get("memory_goal"):
            added = result.info["memory"]["opened"]
            most = result.info["memory_goal"]
            add(result, "memory that decoding adds", f"< {size(most)}", size(added), added < most)
    return table(("operation", "on", "goal:", "reached:", "met"), rows)


def comparison(results: list[Result]) -> str:
    """Operations by library: the median, its spread, and how many times pyssz's the others take."""
    others = sorted({result.library for result in results} - {OWN})
    head = ["operation", "on", f"{OWN}:", "spread:"]
    for name in others:
        head += [f"{name}:", "spread:", f"{name} / {OWN}:"]
    rows: dict[tuple[str, str], dict[str, Result]] = {}
    for result in results:
        rows.setdefault((result.operation, result.workload), {})[result.library] = result
    lines = []
    for key, by_library in rows.items():
        own = by_library.get(OWN)
        line = [*key, *((time(own.median), spread(own)) if own else ("", ""))]
        for name in others:
            other = by_library.get(name)
            line += (time(other.median), spread(other)) if other else ("", "")
            line.append(times(other.median / own.median) if own and other else "")
        lines.append(line)
    return table(head, lines)


def copying(results: list[Result]) -> str:
    rows = []
    for result in results:
        if against := result.info.get("against"):
            what = f"{result.operation} / {against['what']}"
            ratios = [times(against[key]) for key in ("median", "low", "high")]
            rows.append((what, result.workload, *ratios))
    return table(("", "on", "median:", "lower quartile:", "upper quartile:"), rows)


def kernels(results: list[Result]) -> dict[str, Result]:
    """What was measured of each SHA-256 kernel."""
    return {one.info["kernel"]: one for one in results if "kernel" in one.info}


def hashing(results: list[Result], kernel: str) -> str:
    per_block = kernels(results)[kernel].median
    rows = []
    for result in results:
        if "blocks" in result.info and result.library == OWN:
            blocks = result.info["blocks"]
            limit, reached = blocks * per_block, result.median
            ratios = (time(limit), time(reached), times(reached / limit))
            rows.append((result.workload, f"{blocks:,}", *ratios))
    return table(("root of", "blocks:", "limit:", "reached:", "reached / limit:"), rows)


def kernel_times(results: list[Result]) -> str:
    rows = [(name, time(one.median), spread(one)) for name, one in kernels(results).items()]
    return table(("kernel", "one block:", "spread:"), rows)


def process_steps(results: list[Result]) -> str:
    rows = [
        (result.library, step, time(taken))
        for result in results
        for step, taken in result.info.get("steps", {}).items()
    ]
    return table(("library", "step", "takes:"), rows)


def memory(results: list[Result]) -> str:
    rows = [
        (
            result.library,
            result.workload,
            *(size(result.info["memory"][step]) for step in ("types", "opened", "rooted")),
        )
        for result in results
        if "memory" in result.info
    ]
    return table(("library", "object", "its types:", "decoding adds:", "its root adds:"), rows)


def own_medians(results: list[Result]) -> dict[tuple[str, str], float]:
    """pyssz's times by operation and workload."""
    return {(one.operation, one.workload): one.median for one in results if one.library == OWN}


def measured_elsewhere(results: list[Result]) -> str:
    own = own_medians(results)
    heads = [f"{what}, {on.split('-')[1]}:" for what, on in elsewhere.COLUMNS]
    rows = [[library, *cells] for library, cells in elsewhere.codec().items()]
    this = [time(own[column]) if column in own else "" for column in elsewhere.COLUMNS]
    return table(["library", *heads], [*rows, ["**pyssz, this run, this machine**", *this]])


def shortfalls(results: list[Result]) -> str:
    """Every row where something else was faster."""
    own = own_medians(results)
    faster: list[tuple[tuple[str, str], str, str, float]] = [
        ((one.operation, one.workload), one.library, "this run", one.median) for one in results
    ]
    for library, cells in elsewhere.codec().items():
        for column, cell in zip(elsewhere.COLUMNS, cells, strict=True):
            if cell:
                faster.append((column, library, "elsewhere", elsewhere.seconds(cell)))
    for what, on, library, cell in elsewhere.READING:
        faster.append(((what, on), library, "elsewhere", elsewhere.seconds(cell)))
    rows = [
        (*key, time(own[key]), time(taken), library, where, times(own[key] / taken))
        for key, library, where, taken in faster
        if key in own and taken < own[key]
    ]
    head = ("operation", "on", f"{OWN}:", "other:", "library", "measured in", f"{OWN} / other:")
    return table(head, rows) if rows else "None.\n"


def report(run: dict[str, Any]) -> str:
    """The text of docs/benchmarks.md."""
    results = results_of(run)

    def part(module: str) -> list[Result]:
        return [result for result in results if result.module == f"bench_{module}.py"]

    template = Template(TEMPLATE.read_text(encoding="utf-8"))
    return template.substitute(
        machine=machine(run, results),
        goals=goals(results),
        codec=comparison(part("codec")),
        copying=copying(results),
        roots=comparison([one for one in part("root") if "kernel" not in one.info]),
        hashing=hashing(results, run["machine_info"]["kernel"]),
        kernels=kernel_times(results),
        reading=comparison(part("access")),
        making=comparison(part("construct")),
        converting=comparison(part("convert")),
        processes=comparison(part("process")),
        steps=process_steps(results),
        memory=memory(results),
        elsewhere=measured_elsewhere(results),
        shortfalls=shortfalls(results),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Make docs/benchmarks.md from a run's JSON.")
    parser.add_argument("run", type=Path, help="written by pytest --benchmark-json=RUN")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    run = json.loads(arguments.run.read_text(encoding="utf-8"))
    if run["machine_info"].get("quick"):
        sys.exit("a --quick run is for a look: its rounds are too few for a report")
    arguments.output.write_text(report(run), encoding="utf-8")


if __name__ == "__main__":
    main()
