"""What an installation has: its version, its types, its presets, its command."""

import subprocess
import sys
import sysconfig
import types
from importlib import metadata, resources
from pathlib import Path

import pytest

import pyssz
from support import CHECKOUT
from support.imports import loaded_by


def test_version_is_that_of_the_distribution() -> None:
    assert pyssz.__version__ == metadata.version("pyssz")


def test_types_are_announced() -> None:
    assert (resources.files("pyssz") / "py.typed").is_file()


def test_exported_names_are_sorted_and_exact() -> None:
    public = {
        name
        for name, value in vars(pyssz).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    public = public - {"TYPE_CHECKING"} | set(pyssz._ELSEWHERE)
    assert list(pyssz.__all__) == sorted(set(pyssz.__all__))
    assert set(pyssz.__all__) - {"__version__"} == public
    assert set(pyssz.__all__) <= set(dir(pyssz))


def test_what_few_need_is_imported_on_demand() -> None:
    """And only then; all the same it is found where everything else is."""
    script = """
import sys
import pyssz

assert not set(pyssz._ELSEWHERE.values()) & set(sys.modules)
for name, module in pyssz._ELSEWHERE.items():
    found = getattr(pyssz, name)
    assert found is getattr(sys.modules[module], name)
    assert vars(pyssz)[name] is found
    assert name in sys.modules[module].__all__
assert not hasattr(pyssz, "no_such_name")
"""
    subprocess.run([sys.executable, "-c", script], check=True)


# What takes milliseconds to import, and what brings that along.
SLOW_MODULES = {
    *("argparse", "dataclasses", "difflib", "dis", "email", "importlib.metadata"),
    *("importlib.resources", "inspect", "json", "linecache", "logging", "numpy", "pathlib"),
    *("pickle", "socket", "subprocess", "tempfile", "textwrap", "tokenize", "urllib.parse", "yaml"),
}

OWN_TYPE = """
from pyssz import Bytes32, Container, List, P, Preset, uint64

class Epochs(Container):
    root: Bytes32
    slots: List[uint64, P.SLOTS_PER_EPOCH * 2]

value = Epochs[Preset("small", {"SLOTS_PER_EPOCH": 4})](slots=[1, 2])
type(value).decode_bytes(value.encode_bytes()).hash_tree_root()
"""
BLOCK = """
from pyssz.ethereum import mainnet

cls = mainnet.deneb.SignedBeaconBlock
cls.decode_bytes(cls().encode_bytes()).hash_tree_root()
"""


@pytest.mark.parametrize("program", ["import pyssz", "import pyssz.ethereum", OWN_TYPE, BLOCK])
def test_importing_is_cheap(program: str) -> None:
    """What most programs do without is not imported, though it may be there from the start."""
    loaded = loaded_by(program)
    assert "pyssz.types.container" in loaded
    assert not loaded & SLOW_MODULES


def test_run_time_dependencies_are_few() -> None:
    names = {
        line.split(";")[0].split(">")[0].strip()
        for line in metadata.requires("pyssz") or []
        if "extra ==" not in line
    }
    assert names == {"cffi", "numpy", "pyyaml"}


@pytest.mark.parametrize("name", ["mainnet", "minimal"])
def test_installed_presets_are_those_of_the_project(name: str) -> None:
    directory = CHECKOUT / "presets" / name
    assert len(list(directory.glob("*.yaml"))) >= 10
    assert pyssz.Preset.builtin(name) == pyssz.Preset.load(directory)


def test_the_command_starts() -> None:
    script = Path(sysconfig.get_path("scripts")) / "pyssz"
    finished = subprocess.run([script, "--help"], check=False, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    assert {"root", "inspect"} <= set(finished.stdout.replace(",", " ").split())
