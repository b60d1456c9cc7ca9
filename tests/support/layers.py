"""Which modules of a package name which others, however they do it."""

import ast
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

__all__ = ["Edges", "cycle", "edges", "modules_of"]

#: Module by module, the modules that it names.
Edges = dict[str, set[str]]


def modules_of(package: Path) -> dict[str, Path]:
    """The modules of a package by their full names, with stubs of extensions."""
    found = {}
    for path in sorted(package.rglob("*.py*"), reverse=True):  # a module rather than its stub
        if path.suffix in (".py", ".pyi"):
            parts = path.relative_to(package.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def edges(modules: Mapping[str, Path]) -> Edges:
    """What each module names: in imports anywhere, for type checkers too, and in strings.

    A string counts if it is the full name of a module; of a name that ``import_module`` gets with a
    gap (``f"package.{name}"``) all modules that fit do.  That a module's own package is imported
    with it does not count.
    """
    return {
        name: set(_named(name, ast.parse(path.read_text(encoding="utf-8")), modules)) - {name}
        for name, path in modules.items()
    }


def _named(own: str, tree: ast.AST, modules: Collection[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "modules should be imported by their full names"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from names & set(modules)
            if node.module in modules and not names <= set(modules):
                yield node.module
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            for argument in node.args:
                if isinstance(argument, ast.JoinedStr):
                    start = _start(argument, own)
                    assert start, f"{own} should import by names that begin with their package"
                    yield from (name for name in modules if name.startswith(start))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            yield from {node.value} & set(modules)


def _start(name: ast.JoinedStr, own: str) -> str:
    """What is certain of the name of a module: all before the first gap that is not __name__."""
    start = ""
    for part in name.values:
        if isinstance(part, ast.Constant):
            start += str(part.value)
        elif isinstance(part, ast.FormattedValue) and ast.unparse(part.value) == "__name__":
            start += own
        else:
            break
    return start


def cycle(named: Mapping[str, Collection[str]]) -> list[str]:
    """Modules of which each names the next, and the last the first; empty if there are none."""
    done: set[str] = set()
    for start in named:
        if start in done:
            continue
        way, todo = [start], [iter(sorted(named[start]))]
        while todo:
            other = next(todo[-1], None)
            if other is None:
                todo.pop()
                done.add(way.pop())
            elif other in way:
                return way[way.index(other) :]
            elif other in named and other not in done:
                way.append(other)
                todo.append(iter(sorted(named[other])))
    return []
