"""Makes docs/benchmarks.md, its plots and the figures of the README from the JSON of a run.

    pytest benchmarks --benchmark-only --benchmark-json=run.json
    python benchmarks/report.py run.json

Every figure comes from the run.  One that is made in parts, such as the largest objects on their
own, is given as several files.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from string import Template
from typing import Any

import pictures
from figures import Figures, kind_of_runs, processor_of, stored
from operations import OPERATIONS
from readme import OPERATIONS as CHOSEN
from readme import README, renew
from readme import figures as figures_of_readme
from results import Result, results_of, size, spread, table, time, times
from workloads import WORKLOADS

TEMPLATE = Path(__file__).with_name("report_template.md")
OUTPUT = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PLOTS = pictures.DIRECTORY.name  # a directory beside the page

OWN = "pyssz"
PLAIN = "plain objects"  # no library: what Python itself takes

# What takes longer than this is not compared with a call that does nothing.
SHORT = 20e-6
FLAGS = ("ssse3", "sse4_1", "avx2", "avx512f", "avx512bw", "avx512vl", "sha_ni", "neon", "sha2")

# What the project has set itself: seconds for an operation on a workload.
GOALS = {
    ("decode", "mainnet-block-130k"): 5e-6,
    ("decode", "mainnet-state-17m"): 0.3e-3,
}

# And how many times the limit an operation may take.
LIMIT_GOALS = {("encode into a kept buffer", "mainnet-block-130k"): 1.2}

# The columns of the tables of objects, in several tables so that they can be read.
GROUPS = (
    (
        "decode",
        "decode and touch every field",
        "decode, then to plain objects",
        "from JSON",
        "to JSON",
        "decode from a stream",
        "encode",
        "encode into a kept buffer",
        "encode to a stream",
        "decode and encode",
        "size only",
    ),
    (
        "root, first",
        "root, again",
        "sum of a column",
        "query: how many are slashed",
        "proof of one part",
    ),
    (
        "change a balance, and the root",
        "change a field of a validator, and the root",
        "change all balances, and the root",
        "copy",
        "copy, and change a balance of the copy",
    ),
    (
        "decode 10,000 messages",
        "decode and root of 10,000 messages",
        "the same in two threads",
    ),
)

Rows = dict[tuple[str, str], dict[str, Result]]


def rows_of(results: list[Result]) -> Rows:
    """The results that all libraries were asked for, by operation and workload."""
    rows: Rows = {}
    for title in (operation.title for operation in OPERATIONS):
        for workload in WORKLOADS:
            found = {
                one.library: one
                for one in results
                if one.info.get("kind") == "row"
                and (one.operation, one.workload) == (title, workload.name)
            }
            if found:
                rows[title, workload.name] = found
    return rows


# ---- the tables of the report --------------------------------------------------------------------


def machine(run: dict[str, Any], results: list[Result]) -> str:
    about = run["machine_info"]
    cpu = about["cpu"]
    flags = [flag for flag in FLAGS if flag in cpu.get("flags", ())]
    objects = {
        source: sorted({one.workload for one in results if one.info.get("source") == source})
        for source in ("file", "made")
    }
    languages = sorted({*about["languages"].values()})
    libraries = [f"{name} {version}" for name, version in about["libraries"].items()]
    kind = "a look (`--quick`): few objects, few rounds" if about["quick"] else "whole"
    if run.get("parts", 1) > 1:
        kind = f"in {run['parts']} parts"
    return table(
        ("", ""),
        (
            ("date", f"{datetime.fromisoformat(run['datetime']):%Y-%m-%d}"),
            ("run", kind),
            ("processor", f"{processor_of(cpu)}, {about['cores']} cores"),
            ("instructions", " ".join(flags)),
            ("system", f"{about['system']} {about['release']}, {about['libc']}"),
            ("languages", ", ".join(languages)),
            ("libraries", ", ".join(libraries)),
            ("pyssz hashes with", f"kernel {about['kernel']}, {about['threads']} thread"),
            ("commit", ", ".join(run["commits"])),
            ("real objects", ", ".join(objects["file"]) or "none"),
            ("objects made by the suite", ", ".join(objects["made"]) or "none"),
        ),
    )


def goals(results: list[Result], rows: Rows) -> str:
    """What pyssz has set itself, and what it reached."""
    lines = []

    def add(what: str, on: str, goal: str, reached: str, met: bool) -> None:
        lines.append((what, on, goal, reached, "yes" if met else "**no**"))

    for (title, workload), by_library in rows.items():
        if OWN not in by_library:
            continue
        own = by_library[OWN]
        if goal := GOALS.get((title, workload)):
            add(title, workload, f"≤ {time(goal)}", time(own.median), own.median <= goal)
        if (most := LIMIT_GOALS.get((title, workload))) and "limit" in own.info:
            ratio = own.median / own.info["limit"]
            add(f"{title} / limit", workload, f"≤ {most}×", times(ratio), ratio <= most)
    for result in results:
        if (goal := result.info.get("goal")) is not None:
            met = result.median <= goal
            add(result.operation, result.workload, f"≤ {time(goal)}", time(result.median), met)
        if most := result.info.get("memory_goal"):
            # What a child process found: of one object in steps, or one figure for a file.
            found = result.info["memory"]
            added = found["opened"] if "opened" in found else max(found.values())
            what = f"memory: {result.operation}"
            add(what, result.workload, f"< {size(most)}", size(added), added < most)
    return table(("operation", "on", "goal:", "reached:", "met"), lines)


def fastest(by_library: dict[str, Result]) -> Result | None:
    """The fastest of the others."""
    others = [one for one in by_library.values() if one.library != OWN]
    return min(others, key=lambda one: one.median, default=None)


def summary(rows: Rows) -> str:
    """pyssz in every row, beside the fastest peer and what bounds the operation."""
    lines = []
    for (title, workload), by_library in rows.items():
        own, peer = by_library.get(OWN), fastest(by_library)
        line = [title, workload]
        line += [time(own.median), spread(own)] if own else ["**not supported**", ""]
        line += [peer.library, time(peer.median)] if peer else ["none can", ""]
        ratio = times(peer.median / own.median) if own and peer else ""
        line.append(f"**{ratio}**" if own and peer and peer.median < own.median else ratio)
        limit = own.info.get("limit") if own else None
        lines.append([*line, times(own.median / limit) if own and limit else ""])
    head = ("operation", "on", f"{OWN}:", "spread:", "fastest peer", "takes:")
    return table((*head, f"peer / {OWN}:", f"{OWN} / limit:"), lines)


def behind(results: list[Result], rows: Rows) -> str:
    """Every row where something else was faster."""
    lines = []
    compared: dict[tuple[str, str], dict[str, Result]] = dict(rows)
    for one in results:
        if one.info.get("kind") is None:
            compared.setdefault((one.operation, one.workload), {})[one.library] = one
    for key, by_library in compared.items():
        own = by_library.get(OWN)
        peers = [one for name, one in by_library.items() if name != PLAIN]
        faster = [one for one in peers if own and one.median < own.median]
        for one in sorted(faster, key=lambda one: one.median):
            assert own is not None
            ratio = times(own.median / one.median)
            lines.append((*key, time(own.median), one.library, time(one.median), ratio))
    head = ("operation", "on", f"{OWN}:", "library", "takes:", f"{OWN} / library:")
    return table(head, lines) if lines else "None.\n"


def objects(rows: Rows) -> str:
    """A section for each object: libraries by operation."""
    parts = []
    for workload in (one for one in WORKLOADS if not one.is_step):
        tables = []
        for group in GROUPS:
            titles = [title for title in group if (title, workload.name) in rows]
            names = dict.fromkeys(name for t in titles for name in rows[t, workload.name])
            best = {t: min(one.median for one in rows[t, workload.name].values()) for t in titles}
            lines = []
            for name in names:
                cells = []
                for title in titles:
                    one = rows[title, workload.name].get(name)
                    text = time(one.median) if one else ""
                    cells.append(f"**{text}**" if one and one.median == best[title] else text)
                lines.append((name, *cells))
            if lines:
                tables.append(table(("library", *(f"{title}:" for title in titles)), lines))
        if tables:
            bytes_of = next(
                one.info["bytes"]
                for key, row in rows.items()
                if key[1] == workload.name
                for one in row.values()
            )
            heading = f"### {workload.name}: `{workload.identity}`, {bytes_of:,} bytes\n\n"
            parts.append(heading + "\n".join(tables))
    return "\n".join(parts)


def latency(results: list[Result]) -> str:
    lines = [
        (one.operation, one.workload, one.library, *map(time, one.info["percentiles"].values()))
        for one in results
        if one.info.get("kind") == "latency"
    ]
    return table(("a call of", "on", "library", "p50:", "p95:", "p99:"), sorted(lines))


def allocations(rows: Rows) -> str:
    lines = []
    for title in ("decode", "encode", "root, first"):
        for workload, _ in pictures.DRAWN.values():
            for one in rows.get((title, workload), {}).values():
                if one.info.get("allocations"):
                    count = f"{one.info['allocations']:,.0f}"
                    given = size(one.info.get("allocated", 0))
                    peak = size(one.info["peak"]) if one.info.get("peak") else ""
                    lines.append((title, workload, one.library, count, given, peak))
    head = ("operation", "on", "library", "allocations:", "bytes allocated:", "peak:")
    return table(head, lines)


def limits(rows: Rows, results: list[Result], kernel: str) -> str:
    """What roots and copies reach of what the machine can do."""
    lines = []
    for (title, workload), by_library in rows.items():
        own = by_library.get(OWN)
        if own and "limit" in own.info:
            limit = own.info["limit"]
            blocks = f"{own.info['blocks']:,}" if "blocks" in own.info else ""
            ratio = times(own.median / limit)
            lines.append((title, workload, blocks, time(limit), time(own.median), ratio))
    head = ("operation", "on", "blocks:", "limit:", "reached:", "reached / limit:")
    blocks_of = {one.info["kernel"]: one for one in results if "kernel" in one.info}
    found = [
        (name + (" (in use)" if name == kernel else ""), time(one.median), spread(one))
        for name, one in blocks_of.items()
    ]
    return table(head, lines) + "\n" + table(("kernel", "one block:", "spread:"), found)


def comparison(results: Iterable[Result]) -> str:
    """Operations by library: the median, its spread, and how many times pyssz's the others take.

    Where plain Python objects were measured as well, the last columns compare with them.
    """
    results = list(results)
    names = {result.library for result in results}
    others = sorted(names - {OWN, PLAIN})
    head = ["operation", "on", f"{OWN}:", "spread:"]
    for name in others:
        head += [f"{name}:", "spread:", f"{name} / {OWN}:"]
    if PLAIN in names:
        head += [f"{PLAIN}:", f"{OWN} / {PLAIN}:", "empty call:", f"{OWN} / empty call:"]
    rows: Rows = {}
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
        lines.append([*line, *(floors(own, by_library.get(PLAIN)) if PLAIN in names else ())])
    return table(head, lines)


def floors(own: Result | None, plain: Result | None) -> list[str]:
    """What Python itself takes: the same on plain objects, and a call that does nothing."""
    cells = [time(plain.median) if plain else ""]
    cells.append(times(own.median / plain.median) if own and plain else "")
    call = own.info.get("empty call") if own and own.median < SHORT else None
    return [*cells, *((time(call), times(own.median / call)) if own and call else ("", ""))]


def ratios(results: list[Result]) -> str:
    """What was compared with something else in turns."""
    rows = []
    for result in results:
        if against := result.info.get("against"):
            what = f"{result.operation} / {against['what']}"
            goal = f"≤ {against['goal']}×" if against["goal"] is not None else ""
            found = [times(against[key]) for key in ("median", "low", "high")]
            rows.append((what, result.workload, *found, goal))
    return table(("", "on", "median:", "lower quartile:", "upper quartile:", "goal:"), rows)


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
        if "opened" in result.info.get("memory", {})
    ]
    return table(("library", "object", "its types:", "decoding adds:", "its root adds:"), rows)


def missing(run: dict[str, Any]) -> str:
    """What was left out of the run, and why."""
    lines = [(name, "everything", why) for name, why in run["machine_info"]["missing"].items()]
    grouped: dict[tuple[str, str], dict[str, None]] = {}
    for title, workload, library, why in run.get("skipped", []):
        if library not in run["machine_info"]["missing"]:
            grouped.setdefault((library, why), {})[f"{title} ({workload})"] = None
    for (library, why), what in sorted(grouped.items()):
        names = list(what)
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        lines.append((library, shown, why))
    return table(("library", "what", "why"), lines) if lines else "Nothing.\n"


# ---- what is kept from run to run ----------------------------------------------------------------


def figures_of(runs: Iterable[dict[str, Any]], run: dict[str, Any], rows: Rows) -> Figures:
    """The medians of a run, to be stored."""
    medians = {
        key: {library: one.median for library, one in by_library.items()}
        for key, by_library in rows.items()
    }
    about = run["machine_info"]
    date = f"{datetime.fromisoformat(run['datetime']):%Y-%m-%d}"
    return Figures(
        kind_of_runs(runs), processor_of(about["cpu"]), date, about["languages"], medians
    )


def other_machines(kind: str, known: Iterable[Figures]) -> str:
    """pyssz and the fastest peer as they were on other kinds of machines."""
    parts = []
    for one in known:
        lines = []
        for title, workload in CHOSEN:
            if own := (by_library := one.medians.get((title, workload), {})).get(OWN):
                peers = [(name, taken) for name, taken in by_library.items() if name != OWN]
                name, taken = min(peers, key=lambda peer: peer[1], default=("none", 0.0))
                compared = (name, time(taken), times(taken / own)) if taken else (name, "", "")
                lines.append((title, workload, time(own), *compared))
        if lines and one.kind != kind:
            head = ("operation", "on", f"{OWN}:", "fastest peer", "takes:", f"peer / {OWN}:")
            parts.append(f"{one.processor}, {one.date}:\n\n{table(head, lines)}")
    return "\n".join(parts) or "None yet.\n"


# ---- the page ------------------------------------------------------------------------------------


def report(run: dict[str, Any], drawn: Iterable[pictures.Picture], elsewhere: str) -> str:
    """The text of docs/benchmarks.md.

    Args:
        run: what was measured.
        drawn: its plots.
        elsewhere: what was measured on other machines.
    """
    results = results_of(run)
    rows = rows_of(results)

    def part(module: str) -> list[Result]:
        return [one for one in results if one.module == f"bench_{module}.py"]

    template = Template(TEMPLATE.read_text(encoding="utf-8"))
    kernel = run["machine_info"]["kernel"]
    plots = "\n\n".join(f"![{one.title}]({PLOTS}/{one.name})" for one in drawn)
    return template.substitute(
        machine=machine(run, results),
        goals=goals(results, rows),
        summary=summary(rows),
        behind=behind(results, rows),
        plots=plots or "None in this run.",
        objects=objects(rows),
        latency=latency(results),
        allocations=allocations(rows),
        limits=limits(rows, results, kernel),
        roots=comparison(one for one in part("root") if "kernel" not in one.info),
        reading=comparison(part("access")),
        editing=comparison(part("editing")),
        making=comparison(part("construct")),
        converting=comparison(part("convert")),
        querying=comparison(part("query")),
        files=comparison(part("files")),
        ratios=ratios(results),
        processes=comparison(part("process")),
        steps=process_steps(results),
        memory=memory(results),
        elsewhere=elsewhere,
        missing=missing(run),
    )


def joined(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """One run out of its parts; what was measured twice is as in the last, and so is the rest."""
    benchmarks = {entry["fullname"]: entry for run in runs for entry in run["benchmarks"]}
    skipped = [row for run in runs for row in run.get("skipped", [])]
    commits = [
        run["commit_info"]["id"][:12] + (", with changes" if run["commit_info"]["dirty"] else "")
        for run in runs
    ]
    return {
        **runs[-1],
        "commits": list(dict.fromkeys(commits)),
        "benchmarks": list(benchmarks.values()),
        "skipped": skipped,
        "parts": len(runs),
    }


def write(files: Iterable[Path], output: Path = OUTPUT) -> None:
    """Write the page of a run and its plots; with its usual name also the README's figures."""
    runs = [json.loads(one.read_text(encoding="utf-8")) for one in files]
    run = joined(runs)
    rows = rows_of(results_of(run))
    figures = figures_of(runs, run, rows)
    drawn = pictures.write(figures, output.parent / PLOTS)
    elsewhere = other_machines(figures.kind, stored().values())
    output.write_text(report(run, drawn, elsewhere), encoding="utf-8")
    if output == OUTPUT:
        figures.write()
        table_of_figures = figures_of_readme(rows, run["machine_info"]["languages"])
        README.write_text(
            renew(README.read_text(encoding="utf-8"), table_of_figures), encoding="utf-8"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Make docs/benchmarks.md from a run's JSON.")
    parser.add_argument(
        "runs", type=Path, nargs="+", metavar="RUN", help="written by pytest --benchmark-json=RUN"
    )
    help_of_output = "the page; without this also the README's figures are written"
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT, help=help_of_output)
    arguments = parser.parse_args()
    write(arguments.runs, arguments.output)


if __name__ == "__main__":
    main()
