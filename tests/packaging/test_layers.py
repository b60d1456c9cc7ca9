"""Dependencies point one way. The order is data: a new module gets its line in it.

What counts is what a module names: in imports at its top and in functions, for type checkers alone,
and in strings that are imported later.
"""

import ast
import re
import subprocess
from pathlib import Path

import pytest

import pyssz
from support import CHECKOUT
from support.layers import cycle, edges, modules_of

PACKAGE = CHECKOUT / "src" / "pyssz"

# From the bottom up: a folder uses only those on lines above its own, and within it no modules use
# each other in a circle. `pyssz` is the package's own `__init__`, and with it the modules that do
# nothing but list what is public.
LAYERS = (
    ("_native", "_accel"),
    ("base",),
    ("native",),
    ("sizes",),
    ("io",),
    ("core",),
    ("arrays",),
    ("types",),
    ("paths",),
    ("merkle",),
    ("text",),
    ("answers",),
    ("tools",),
    ("rich",),
    ("codecs",),
    ("samples",),
    ("pyssz",),
    ("serve", "ethereum", "compat"),
    ("beacon", "conformance", "era"),
    ("cli",),
    ("__main__",),
)
# The build script belongs to no layer: it uses nothing of the package, and nothing uses it.
BUILD_SCRIPT = "_native_build"

LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}

# The one kind of module that names others from above: a method of a class at the bottom gives an
# object of a class that is made of it, and imports its module when it first runs. The list may
# only shrink: each line says why it is there, and goes with the last name from above.
FROM_ABOVE = {
    "pyssz.core.operations": "methods of every type and value: their paths, proofs and queries",
    "pyssz.samples": "`pyssz.sample` gives values of Ethereum's types, when it is called",
    "pyssz.ethereum._fork": "a fork is found by its name, in the file that defines it",
}
MOST_FROM_ABOVE = 3


MODULES = modules_of(PACKAGE)
# Beside the folders: `pyssz.proof` and the like, at the names that the documentation gives.
LISTS = {name for name in MODULES if name.count(".") == 1 and MODULES[name].parent == PACKAGE}
LISTS -= {f"pyssz.{name}" for name in (BUILD_SCRIPT, *LEVEL)}
EDGES = edges(MODULES)
LAYERED = sorted(set(MODULES) - {f"pyssz.{BUILD_SCRIPT}"})
DOWN = {name: set() if name in FROM_ABOVE else others for name, others in EDGES.items()}


def layer_entry(module: str) -> str:
    """The entry of LAYERS that a module of the package falls under."""
    return "pyssz" if module in LISTS else module.split(".")[:2][-1]


def imports(module: str) -> set[str]:
    """The modules of the package that a module names."""
    return EDGES[module]


@pytest.mark.parametrize("module", LAYERED)
def test_modules_name_only_what_is_in_lower_layers(module: str) -> None:
    own = layer_entry(module)
    assert own in LEVEL, f"{module} needs a place in LAYERS"
    for other in DOWN[module]:
        target = layer_entry(other)
        assert target in LEVEL, f"{module} names {other}, which is in no layer"
        is_own_package = target == own and (own != "pyssz" or other in LISTS)
        assert is_own_package or LEVEL[target] < LEVEL[own], f"{module} names {other} from above"


def test_no_modules_name_each_other_in_a_circle() -> None:
    assert cycle(DOWN) == []


@pytest.mark.parametrize("module", sorted(LISTS))
def test_modules_beside_the_folders_list_what_is_public(module: str) -> None:
    docstring, *sources, public = ast.parse(MODULES[module].read_text(encoding="utf-8")).body
    assert isinstance(docstring, ast.Expr)
    assert isinstance(public, ast.Assign)
    assert ast.unparse(public.targets[0]) == "__all__"
    names = set()
    for source in sources:
        assert isinstance(source, ast.ImportFrom)
        names |= {alias.name for alias in source.names}
    assert set(ast.literal_eval(public.value)) == names
    users = {name for name in MODULES if module in imports(name)}
    assert users <= {"pyssz"}, "take it from its folder"
    assert getattr(pyssz, module.removeprefix("pyssz.")).__name__ == module


def test_exceptions_are_few_and_needed() -> None:
    assert len(FROM_ABOVE) <= MOST_FROM_ABOVE
    for module in FROM_ABOVE:
        assert cycle(DOWN | {module: EDGES[module]}), f"{module} needs no exception any more"


WAYS = {
    "import": "from pyssz.core.view import BackedView",
    "in a function": "def view():\n    from pyssz.core.view import BackedView",
    "for type checkers": "if TYPE_CHECKING:\n    from pyssz.core.view import BackedView",
    "the module itself": "from pyssz.core import view",
    "by its name": '_LATER = {"view": ("pyssz.core.view", "BackedView")}',
    "by a name with a gap": 'import_module(f"pyssz.core.{name}")',
}


@pytest.mark.parametrize("way", WAYS)
def test_a_planted_circle_is_found(way: str, tmp_path: Path) -> None:
    low = tmp_path / "meta.py"
    low.write_text(f"{MODULES['pyssz.core.meta'].read_text(encoding='utf-8')}\n{WAYS[way]}\n")
    planted = edges(MODULES | {"pyssz.core.meta": low})["pyssz.core.meta"]
    assert "pyssz.core.view" in planted
    assert "pyssz.core.meta" in cycle(DOWN | {"pyssz.core.meta": planted})


@pytest.mark.parametrize(
    ("extension", "importer"), [("pyssz._native", "native"), ("pyssz._accel", "pyssz.native.accel")]
)
def test_only_the_binding_imports_the_extensions(extension: str, importer: str) -> None:
    importers = {name for name in LAYERED if extension in imports(name)}
    assert importers
    assert {importer} in (importers, {layer_entry(name) for name in importers})


def test_the_modules_of_the_binding_are_its_own_affair() -> None:
    # What others take from it is what its __all__ lists; where that stands may change.
    inside = {name for name in MODULES if name.startswith("pyssz.native.")}
    assert inside
    assert not [
        name for name in MODULES if layer_entry(name) != "native" and imports(name) & inside
    ]


def test_only_the_binding_and_the_build_script_know_cffi() -> None:
    users = {
        name
        for name, path in MODULES.items()
        if re.search(r"^\s*(import|from) _?cffi", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert users <= {"pyssz.native", f"pyssz.{BUILD_SCRIPT}"}


def test_the_build_script_stands_alone() -> None:
    script = f"pyssz.{BUILD_SCRIPT}"
    assert imports(script) == {"pyssz._native"}
    assert not [module for module in LAYERED if script in imports(module)]


def test_every_entry_of_the_layers_exists() -> None:
    assert set(LEVEL) == {layer_entry(module) for module in LAYERED}


def test_the_c_library_keeps_its_layers() -> None:
    # The order of the C files is written down there, and CTest runs it as well.
    script = CHECKOUT / "csrc" / "tests" / "test_layers.sh"
    finished = subprocess.run(["sh", script], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr


def test_the_c_library_knows_no_python() -> None:
    csrc = CHECKOUT / "csrc"
    sources = sorted(set(csrc.rglob("*.[ch]")) - set(csrc.glob("accel/*")))
    assert sources
    for path in sources:
        assert not re.search(r"#\s*include\s*[<\"]Python\.h", path.read_text(encoding="utf-8")), (
            path
        )
