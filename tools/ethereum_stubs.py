"""The modules of the Ethereum types, for the import system and for type checkers.

``python -m tools.ethereum_stubs`` writes them: for each preset and fork a module of two lines, and
stubs with all types.  A type is one class to checkers, whatever the preset: sizes don't matter to
them.  It stands in the stub of the first fork that has it, as at run time.

Forks come from the files in src/pyssz/ethereum/_forks; nothing else is to be edited by hand.
"""

from __future__ import annotations

from pathlib import Path

import pyssz
from pyssz import ProgressiveContainer, View, boolean, ethereum, uint
from pyssz.ethereum._fork import SPEC_VERSION
from pyssz.sizes.preset import BUILTIN_NAMES
from pyssz.types.bitfields import Bitfield
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

FOLDER = Path(__file__).parents[1] / "src" / "pyssz" / "ethereum"
TYPES = "pyssz.ethereum._types"
MADE_BY = "Made by tools/ethereum_stubs.py."

# Names of pyssz that a stub can use for a type that has none of its own.
PUBLIC = {
    kind: kind.__name__
    for kind in (getattr(pyssz, name) for name in pyssz.__all__)
    if isinstance(kind, type) and issubclass(kind, View)
}


def files() -> dict[Path, str]:
    """All files that are made, and what is in them."""
    made = {FOLDER / "_types" / "__init__.py": f'"""The types for type checkers. {MADE_BY}"""\n'}
    for fork in ethereum.forks():
        made[FOLDER / f"{fork}.py"] = UNBOUND.format(fork=fork, made=MADE_BY)
        made[FOLDER / "_types" / f"{fork}.pyi"] = stub_of(fork)
    for preset in BUILTIN_NAMES:
        folder = FOLDER / preset
        made[folder / "__init__.py"] = MODULE.format(what=f"All forks for {preset}", made=MADE_BY)
        made[folder / "__init__.pyi"] = stub_of_preset(preset)
        for fork in ethereum.forks():
            what = f"The types of {fork} for {preset}"
            made[folder / f"{fork}.py"] = MODULE.format(what=what, made=MADE_BY)
            made[folder / f"{fork}.pyi"] = STUB.format(what=what, made=MADE_BY, fork=fork)
    return made


UNBOUND = '''"""Types of {fork} need a preset: `from pyssz.ethereum.mainnet.{fork} import ...`.

{made}
"""

from typing import TYPE_CHECKING

from pyssz.ethereum._unbound import names_of_fork

if not TYPE_CHECKING:
    __getattr__ = names_of_fork(__name__)
'''

MODULE = '''"""{what}, loaded on first use. {made}"""

from pyssz.ethereum._namespace import stand_for

stand_for(__name__)
'''

STUB = '''"""{what}. {made}"""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.{fork} import *

fork: ForkSpec
preset: Preset
'''


# Without a `__get__` beside its `__set__`, pyright takes a field for what was assigned last.
SEQUENCE = """
    def __init__(self, *args: {item} | {items}) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> {name}: ...
    def __set__(self, view: Any, value: {items}) -> None: ...  # type: ignore[override]
"""


def stub_of_preset(preset: str) -> str:
    forks = "".join(f"    {fork} as {fork},\n" for fork in ethereum.forks())
    return (
        f'"""All forks for {preset}. {MADE_BY}"""\n\nfrom pyssz import Preset\n'
        f"from pyssz.ethereum.{preset} import (\n{forks})\n\npreset: Preset\n"
    )


class _Stub:
    """The stub of one fork under construction: its classes, and the names that they use."""

    def __init__(self, fork: str) -> None:
        self.fork = fork
        self.own: dict[str, str] = {}
        self.used: dict[str, set[str]] = {}

    def use(self, module: str, name: str) -> str:
        self.used.setdefault(module, set()).add(name)
        return name

    def named(self, kind: type[View]) -> str:
        """What a stub calls a type."""
        home = home_of(kind)
        if home is not None:
            if home != self.fork:
                self.use(f"{TYPES}.{home}", kind.__name__)
            return kind.__name__
        if kind in PUBLIC:
            return self.use("pyssz", PUBLIC[kind])
        generic = self.use("pyssz", PUBLIC[kind.__dict__["_generic"]])
        if issubclass(kind, HomogeneousView):
            return f"{generic}[{self.named(kind._element)}]"
        return generic

    def base(self, kind: type[View]) -> str:
        """The class that a type extends, with its elements."""
        if issubclass(kind, FieldsView):
            progressive = issubclass(kind, ProgressiveContainer)
            return self.use("pyssz", "ProgressiveContainer" if progressive else "Container")
        bases = (base for base in kind.__mro__[1:] if not is_of_ethereum(base))
        base = next(base for base in bases if base in PUBLIC or "_generic" in vars(base))
        if base in PUBLIC:
            found = self.use("pyssz", PUBLIC[base])
        else:
            found = self.use("pyssz", PUBLIC[base.__dict__["_generic"]])
        if issubclass(kind, HomogeneousView) and not issubclass(kind, pyssz.ProgressiveByteList):
            found += f"[{self.named(kind._element)}]"
        return found

    def given(self, kind: type[View]) -> str:
        """What a field of a type may be given."""
        if issubclass(kind, uint):
            return self.use("typing", "SupportsIndex")
        if issubclass(kind, boolean):
            return "int"
        if issubclass(kind, RawBytes):
            return "bytes | bytearray | memoryview | str"
        if issubclass(kind, Bitfield):
            return f"{self.use('collections.abc', 'Iterable')}[int]"
        if issubclass(kind, HomogeneousView):
            return f"{self.use('collections.abc', 'Iterable')}[{self.given(kind._element)}]"
        if issubclass(kind, SelectorView):
            return self.named(kind)
        mapping = self.use("collections.abc", "Mapping")
        return f"{self.named(kind)} | {mapping}[str, object]"

    def add(self, kind: type[View]) -> None:
        name = kind.__name__
        lines = [f"class {name}({self.base(kind)}):"]
        template = next(base for base in kind.__mro__ if vars(base).get("__doc__"))
        lines.append(f'    """{str(template.__doc__).strip()}"""')
        if issubclass(kind, FieldsView):
            fields = kind.fields().items()
            lines.append("")
            lines += [f"    {field}: {self.named(part)}" for field, part in fields]
            lines += ["", "    def __init__(", "        self,", "        *,"]
            lines += [f"        {field}: {self.given(part)} = ...," for field, part in fields]
            lines.append("    ) -> None: ...")
        elif issubclass(kind, HomogeneousView):
            item = self.given(kind._element)
            items = f"{self.use('collections.abc', 'Iterable')}[{item}]"
            lines += SEQUENCE.format(name=name, item=item, items=items).splitlines()
            for used in ("Any", "overload"):
                self.use("typing", used)
        self.own[name] = "\n".join(lines) + "\n"

    def text(self, inherited: dict[str, set[str]]) -> str:
        lines = [f'"""Types of {self.fork} ({SPEC_VERSION}). {MADE_BY}"""', ""]
        for module in sorted(
            {*self.used, *inherited}, key=lambda name: (name[:5] == "pyssz", name)
        ):
            shown = inherited.get(module, set())
            names = sorted(self.used.get(module, set()) | shown)
            lines.append(f"from {module} import (")
            lines += [
                f"    {name} as {name}," if name in shown else f"    {name}," for name in names
            ]
            lines.append(")")
        return "\n".join([*lines, "", *self.own.values()])


def is_of_ethereum(kind: type) -> bool:
    return kind.__module__.startswith("pyssz.ethereum.")


def home_of(kind: type[View]) -> str | None:
    """The first fork that has a type, if it is one of a fork's."""
    return kind.__module__.rpartition(".")[2] if is_of_ethereum(kind) else None


def stub_of(fork: str) -> str:
    stub = _Stub(fork)
    inherited: dict[str, set[str]] = {}
    for name, kind in ethereum.types("mainnet", fork).items():
        home = home_of(kind)
        assert home, f"{fork}.{name} has no fork"
        if home == fork:
            stub.add(kind)
        else:
            inherited.setdefault(f"{TYPES}.{home}", set()).add(name)
    return stub.text(inherited)


def main() -> None:
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
