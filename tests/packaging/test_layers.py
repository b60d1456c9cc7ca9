"""Dependencies point one way. The order is data: a new module gets its line in it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "pyssz"
C_SOURCES = ROOT / "csrc" / "src"

# From the bottom up. A module imports only what stands on a line above its own. A package is one
# entry: within it, modules may use each other. `pyssz` is the package's own `__init__`.
PYTHON_LAYERS = (
    ("_native", "errors"),
    ("_binding", "expression"),
    ("preset",),
    ("_schema",),
    ("_view",),
    ("basic",),
    ("byte_arrays", "bitfields"),
    ("sequences",),
    ("container",),
    ("progressive", "union"),
    ("objects",),
    ("snappy", "inspect"),
    ("pyssz",),
    ("ethereum",),
    ("cli",),
)
# The build script belongs to no layer: it uses nothing of the package, and nothing uses it.
BUILD_SCRIPT = "_native_build"

# The same for C, where an entry is a `.c` file with its header, or a directory.
C_LAYERS = (
    ("common", "bytes", "ssz"),
    ("alloc", "error", "live", "zero_hashes", "sha256"),
    ("scratch", "buffer", "schema", "merkle"),
    ("layout",),
    ("decode", "locate", "root"),
    ("node",),
    ("view",),
)
# What a file must not reach, not even through others, although it stands lower.
C_STRANGERS = {
    "schema": {"merkle", "sha256"},
    "decode": {"merkle", "sha256"},
    "locate": {"merkle", "sha256"},
}


def levels(layers: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    return {name: level for level, names in enumerate(layers) for name in names}


# ---- Python --------------------------------------------------------------------------------------


def dotted_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_entry(module: str) -> str:
    """The entry of PYTHON_LAYERS that a module of the package falls under."""
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


PYTHON_MODULES = sorted(set(MODULES) - {f"pyssz.{BUILD_SCRIPT}"})


@pytest.mark.parametrize("module", PYTHON_MODULES)
def test_modules_import_only_from_lower_layers(module: str) -> None:
    level = levels(PYTHON_LAYERS)
    own = layer_entry(module)
    assert own in level, f"{module} needs a place in PYTHON_LAYERS"
    for other in imports(module):
        target = layer_entry(other)
        assert target in level, f"{module} imports {other}, which is in no layer"
        is_own_package = target == own != "pyssz"
        assert is_own_package or level[target] < level[own], f"{module} imports {other} from above"


def test_only_the_binding_imports_the_extension() -> None:
    importers = {module for module in MODULES if "pyssz._native" in imports(module)}
    assert importers == {"pyssz._binding"}


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
    assert not [module for module in PYTHON_MODULES if script in imports(module)]


def test_every_entry_of_the_python_layers_exists() -> None:
    assert set(levels(PYTHON_LAYERS)) == {layer_entry(module) for module in PYTHON_MODULES}


# ---- C -------------------------------------------------------------------------------------------


def unit_of(path: Path) -> str:
    """`decode` for decode.c and decode.h, `sha256` for what lies in sha256/."""
    relative = path.relative_to(C_SOURCES)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


C_FILES = sorted(C_SOURCES.rglob("*.[ch]"))
C_UNITS = sorted({unit_of(path) for path in C_FILES})


def included_files(path: Path) -> set[Path]:
    """The files of the library that a file includes; the public header is ssz.h."""
    found = set()
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE):
        candidates = (path.parent / name, C_SOURCES / name, C_SOURCES.parent / "include" / name)
        target = next((one.resolve() for one in candidates if one.exists()), None)
        assert target, f"{path} includes {name}, which does not exist"
        found.add(target)
    return found


def included_units(unit: str) -> set[str]:
    files = {one for path in C_FILES if unit_of(path) == unit for one in included_files(path)}
    return {unit_of(one) if C_SOURCES in one.parents else "ssz" for one in files} - {unit}


def reachable_units(unit: str) -> set[str]:
    found: set[str] = set()
    pending = {unit}
    while pending:
        new = included_units(pending.pop()) - found
        found |= new
        pending |= new
    return found


@pytest.mark.parametrize("unit", C_UNITS)
def test_c_files_include_only_from_lower_layers(unit: str) -> None:
    level = levels(C_LAYERS)
    assert unit in level, f"{unit} needs a place in C_LAYERS"
    for other in included_units(unit):
        assert other in level, f"{unit} includes {other}, which is in no layer"
        assert level[other] < level[unit], f"{unit} includes {other} from above"


@pytest.mark.parametrize("unit", C_STRANGERS)
def test_c_files_do_not_reach_strangers(unit: str) -> None:
    assert unit in C_UNITS
    assert reachable_units(unit) & C_STRANGERS[unit] == set()


def test_kernels_are_private_to_their_directory() -> None:
    for path in C_FILES:
        for other in included_files(path):
            if unit_of(path) != "sha256" and other.parent == C_SOURCES / "sha256":
                assert other.name == "sha256.h", f"{path} includes {other}"


def test_the_c_library_knows_no_python() -> None:
    for path in [*C_FILES, *(ROOT / "csrc" / "include").glob("*.h")]:
        assert not re.search(r"#\s*include\s*[<\"]Python\.h", path.read_text(encoding="utf-8")), (
            path
        )


def test_every_entry_of_the_c_layers_exists() -> None:
    assert set(levels(C_LAYERS)) - {"ssz"} == set(C_UNITS)
