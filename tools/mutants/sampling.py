"""What a mutant is, and how some are drawn from all that could be made."""

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Mutant:
    """One change of one file.

    Attributes:
        file: where, from the root of the project.
        start, end: the characters that are replaced.
        new: by what.
        kind: the rule that made it, such as "comparison".
        function: the innermost function or class around it, or "".
        first, last: the lines, from 1, of the statement that is changed.
        text: the line that is changed, without the space around it.
        change: what is replaced and by what, for people.
        nth: which of several equal changes of equal lines in one function.
    """

    file: str
    start: int
    end: int
    new: str
    kind: str
    function: str
    first: int
    last: int
    text: str
    change: str
    nth: int = field(default=0)

    @property
    def place(self) -> str:
        return f"{self.file} {self.function}".rstrip()

    @property
    def key(self) -> str:
        """What this mutant is called as long as its line stays as it is, wherever that is."""
        names = [self.place, self.text, self.change, *([str(self.nth)] if self.nth else [])]
        return hashlib.sha256("\n".join(names).encode()).hexdigest()[:10]

    def apply(self, source: str) -> str:
        return source[: self.start] + self.new + source[self.end :]


def make(source: str, file: str, **what: object) -> Mutant:
    """A mutant whose text and change are read off the source."""
    start, end, new = int(str(what["start"])), int(str(what["end"])), str(what["new"])
    line_start = source.rfind("\n", 0, start) + 1
    line_end = source.find("\n", start)
    text = " ".join(source[line_start : line_end if line_end >= 0 else len(source)].split())
    old = " ".join(source[start:end].split())
    shown = " ".join(new.split())
    if old and old in shown and len(old) > 40:
        change = shown.replace(old, "…", 1)
    else:
        change = f"{old or 'nothing'} → {shown or 'nothing'}"
    return Mutant(file=file, text=text, change=change, **what)  # type: ignore[arg-type]


def numbered(mutants: Iterable[Mutant]) -> list[Mutant]:
    """The same mutants, with a number where place, line and change are the same."""
    seen: dict[str, int] = defaultdict(int)
    result = []
    for mutant in mutants:
        nth = seen[mutant.key]
        seen[mutant.key] += 1
        result.append(mutant if nth == 0 else Mutant(**{**vars(mutant), "nth": nth}))
    return result


def drawn(mutants: Iterable[Mutant], seed: int) -> list[Mutant]:
    """All of them in the order in which they are tried.

    However few are taken from the front, they are spread over files (long ones give more than short
    ones, but less than by their length) and, within a file, over kinds.
    """
    chance = random.Random(seed)
    files: dict[str, dict[str, list[Mutant]]] = defaultdict(lambda: defaultdict(list))
    for mutant in mutants:
        files[mutant.file][mutant.kind].append(mutant)
    order = []
    for _, kinds in sorted(files.items()):
        count = sum(map(len, kinds.values()))
        for _, alike in sorted(kinds.items()):
            chance.shuffle(alike)
        turns = [
            (i + chance.random(), mutant)
            for _, alike in sorted(kinds.items())
            for i, mutant in enumerate(alike)
        ]
        turns.sort(key=lambda turn: turn[0])
        shift = chance.random()
        order += [((i + shift) / count**0.5, mutant) for i, (_, mutant) in enumerate(turns)]
    order.sort(key=lambda place: place[0])
    return [mutant for _, mutant in order]
