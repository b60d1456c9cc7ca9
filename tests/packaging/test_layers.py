"""Dependencies point one way. The order is data: a new module gets its line in it."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "pyssz"

# From the bottom up. A module imports only what stands on a line above its own. A package is one
# entry: within it, modules may use each other. `pyssz` is the package's own `__init__`.
LAYERS = (
    ("_native", "_compat", "_hints", "_locks", "_shown"),
    ("_hex", "_yaml", "errors"),
    ("_arithmetic", "_integers"),
    ("_expression_text", "_arguments"),
    ("_transfer",),
    ("expression", "snappy", "_path_syntax"),
    ("_files", "_frames", "_iterables", "_offsets"),
    ("_binding", "_faults"),
    ("preset", "_schema", "_opening", "_source", "stream"),
    ("_meta",),
    ("_type",),
    ("_view",),
    ("_lazy",),
    ("basic", "columns"),
    ("byte_arrays", "bitfields"),
    ("_bulk",),
    ("sequences",),
    ("container",),
    ("progressive", "union"),
    ("hashing", "inspect", "_trees", "_nodes", "_spans", "_json_rules"),
    ("_filter", "_html", "layout", "conversion", "_json_writer"),
    ("_steps", "objects", "_responses"),
    ("path",),
    ("gindex", "proof", "_parts", "_totals"),
    ("_proven", "_patch"),
    ("_verify",),
    ("queries", "diff", "hexdump"),
    ("partial",),
    ("pyssz",),
    ("serve",),
    ("ethereum", "compat"),
    ("conformance",),
    ("cli",),
    ("__main__",),
)
# The build script belongs to no layer: it uses nothing of the package, and nothing uses it.
BUILD_SCRIPT = "_native_build"

LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def dotted_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_entry(module: str) -> str:
    """The entry of LAYERS that a module of the package falls under."""
    return module.split(".")[:2][-1]


MODULES = {dotted_name(path): path for path in sorted(PACKAGE.rglob("*.py"))} | {
    "pyssz._native": PACKAGE / "_native.pyi"
}


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def running_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below, less those that only a type checker sees. Imports in functions count."""
    for child in ast.iter_child_nodes(node):
        if is_type_checking(child):
            continue
        yield child
        yield from running_nodes(child)


def imports(module: str) -> set[str]:
    """The modules of the package that a module imports."""
    found = set()
    for node in running_nodes(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} should import by full names"
            source = node.module or ""
            names = {f"{source}.{alias.name}" for alias in node.names}
            submodules = names & MODULES.keys()
            found |= submodules if len(submodules) == len(names) else submodules | {source}
    return {name for name in found if name.split(".")[0] == "pyssz"} - {module}


LAYERED = sorted(set(MODULES) - {f"pyssz.{BUILD_SCRIPT}"})


@pytest.mark.parametrize("module", LAYERED)
def test_modules_import_only_from_lower_layers(module: str) -> None:
    own = layer_entry(module)
    assert own in LEVEL, f"{module} needs a place in LAYERS"
    for other in imports(module):
        target = layer_entry(other)
        assert target in LEVEL, f"{module} imports {other}, which is in no layer"
        is_own_package = target == own != "pyssz"
        assert is_own_package or LEVEL[target] < LEVEL[own], f"{module} imports {other} from above"


def test_only_the_binding_imports_the_extension() -> None:
    importers = {layer_entry(name) for name in MODULES if "pyssz._native" in imports(name)}
    assert importers == {"_binding"}


def test_the_rooms_of_the_binding_are_its_own_affair() -> None:
    # What others take from it is what its __all__ lists; where that stands may change.
    rooms = {name for name in MODULES if name.startswith("pyssz._binding.")}
    assert rooms
    assert not [
        name for name in MODULES if layer_entry(name) != "_binding" and imports(name) & rooms
    ]


def test_only_the_binding_and_the_build_script_know_cffi() -> None:
    users = {
        dotted_name(path)
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^\s*(import|from) _?cffi", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert users <= {"pyssz._binding", f"pyssz.{BUILD_SCRIPT}"}


def test_the_build_script_stands_alone() -> None:
    script = f"pyssz.{BUILD_SCRIPT}"
    assert imports(script) == set()
    assert not [module for module in LAYERED if script in imports(module)]


def test_every_entry_of_the_layers_exists() -> None:
    assert set(LEVEL) == {layer_entry(module) for module in LAYERED}


def test_the_c_library_keeps_its_layers() -> None:
    # The order of the C files is written down there, and CTest runs it as well.
    script = ROOT / "csrc" / "tests" / "test_layers.sh"
    finished = subprocess.run(["sh", script], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr


def test_the_c_library_knows_no_python() -> None:
    sources = sorted((ROOT / "csrc").rglob("*.[ch]"))
    assert sources
    for path in sources:
        assert not re.search(r"#\s*include\s*[<\"]Python\.h", path.read_text(encoding="utf-8")), (
            path
        )
