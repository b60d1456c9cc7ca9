"""What was measured, kept from run to run: a file for each kind of machine, in figures/.

Times on different processors are not to be mixed, so each kind of them has a file of its own, which
a run on a machine of that kind renews.  The plots of the page are drawn from these files alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DIRECTORY = Path(__file__).with_name("figures")

# Medians in seconds, by operation and workload, then by library.
Medians = Mapping[tuple[str, str], Mapping[str, float]]

VENDORS = {"AuthenticAMD": "amd", "GenuineIntel": "intel"}


def kind_of(cpu: Mapping[str, Any]) -> str:
    """The kind of a machine by its processor: ``amd-26-2``; what py-cpuinfo tells of it."""
    if "family" in cpu and "model" in cpu:
        vendor = str(cpu.get("vendor_id_raw", "unknown"))
        words = f"{VENDORS.get(vendor, vendor)} {cpu['family']} {cpu['model']}"
    else:
        words = str(cpu.get("brand_raw") or cpu.get("arch") or "unknown")
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def processor_of(cpu: Mapping[str, Any]) -> str:
    """The processor in words."""
    model = ", ".join(f"{word} {cpu[word]}" for word in ("family", "model") if word in cpu)
    return f"{cpu.get('brand_raw', 'unknown')}" + (f" ({model})" if model else "")


@dataclass(frozen=True)
class Figures:
    """The medians of a machine's last run.

    Attributes:
        kind: of the machine, and the name of the file.
        processor, date: in words, and as year, month and day.
        languages: what each library is written in, and what runs it.
        medians: in seconds.
    """

    kind: str
    processor: str
    date: str
    languages: Mapping[str, str]
    medians: Medians = field(default_factory=dict)

    def write(self, directory: Path = DIRECTORY) -> None:
        """Store them, a line for each row, so that changes can be read."""
        head = {"processor": self.processor, "date": self.date, "languages": self.languages}
        lines = [json.dumps(head, ensure_ascii=False)]
        for (operation, workload), by_library in self.medians.items():
            row = [operation, workload, {name: short(taken) for name, taken in by_library.items()}]
            lines.append(json.dumps(row, ensure_ascii=False))
        directory.mkdir(exist_ok=True)
        text = "[\n" + ",\n".join(lines) + "\n]\n"
        (directory / f"{self.kind}.json").write_text(text, encoding="utf-8")


def short(seconds: float) -> float:
    """Four digits: more are noise."""
    return float(f"{seconds:.4g}")


def read(path: Path) -> Figures:
    head, *rows = json.loads(path.read_text(encoding="utf-8"))
    medians = {(operation, workload): by_library for operation, workload, by_library in rows}
    return Figures(path.stem, medians=medians, **head)


def stored(directory: Path = DIRECTORY) -> dict[str, Figures]:
    """The figures of all machines, by kind."""
    return {path.stem: read(path) for path in sorted(directory.glob("*.json"))}


def kind_of_runs(runs: Iterable[Mapping[str, Any]]) -> str:
    """The kind of machine that all parts of a run were made on."""
    kinds = dict.fromkeys(kind_of(run["machine_info"]["cpu"]) for run in runs)
    if len(kinds) > 1:
        raise ValueError(f"the parts are of different machines: {', '.join(kinds)}")
    return next(iter(kinds))
