"""What people said of mutants that survive: tests/mutants/verdicts.yaml."""

from pathlib import Path
from typing import Any

import yaml

from .running import ROOT
from .sampling import Mutant

FILE = ROOT / "tests" / "mutants" / "verdicts.yaml"
# Whether such a mutant counts.
COUNTS = {
    "equivalent": False,  # no input shows a difference
    "cost": True,  # only time or memory differ, and no test counts them there
    "accepted": True,  # it differs, and why no test shows it is said
}


def load(path: Path = FILE) -> dict[str, dict[str, Any]]:
    """Verdicts by key; ValueError if one is not well-formed."""
    entries = yaml.safe_load(path.read_text("utf-8")) or []
    found = {}
    for entry in entries:
        if set(entry) != {"key", "place", "line", "change", "verdict", "reason"}:
            raise ValueError(f"{path.name}: a verdict has a key, …, and a reason: {entry}")
        if entry["verdict"] not in COUNTS or not entry["reason"] or entry["key"] in found:
            raise ValueError(f"{path.name}: not a verdict, or a second one: {entry}")
        found[str(entry["key"])] = entry
    return found


def written(mutant: Mutant, verdict: str, reason: str) -> str:
    """A verdict as the file has it."""
    entry = {
        "key": mutant.key,
        "place": mutant.place,
        "line": mutant.text,
        "change": mutant.change,
        "verdict": verdict,
        "reason": reason,
    }
    return str(yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=110))
