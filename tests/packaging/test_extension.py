"""The compiled extensions are what the headers say, and show nothing else."""

import ctypes
import importlib
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pyssz import _native_build
from pyssz._native import ffi, lib
from pyssz.native import ACCEL
from support import CHECKOUT

CSRC = CHECKOUT / "csrc"
HEADERS = [CSRC / "include" / name for name in ("ssz.h", "ssz_json.h")]
HEADER = "".join(header.read_text(encoding="utf-8") for header in HEADERS)
SOURCES = sorted((CSRC / "src").rglob("*.[ch]"))

# Bytes of every struct that crosses between C and Python, on every platform.
STRUCT_SIZES = {
    "ssz_type_record": 24,
    "ssz_member_record": 8,
    "ssz_type_info": 32,
    "ssz_error": 32 + 64 * 8,
    "ssz_place": 24,
    "ssz_slice": 16,
    "ssz_rows": 32,
    "ssz_footprint": 24,
    "ssz_json_step": 16,
    "ssz_json_type_record": 20,
    "ssz_json_member_record": 12,
    "ssz_json_found": 24,
    "ssz_hash_stats": 32,
    "ssz_live": 32,
}


def declarations() -> str:
    regions = re.findall(r"/\* cdef: begin \*/(.*?)/\* cdef: end \*/", HEADER, re.DOTALL)
    assert len(regions) == len(HEADERS)
    return re.sub(r"/\*.*?\*/", "", "".join(regions), flags=re.DOTALL)


def test_every_struct_of_the_header_has_a_size_here() -> None:
    assert set(re.findall(r"struct (\w+) \{", declarations())) == set(STRUCT_SIZES)


@pytest.mark.parametrize("name", STRUCT_SIZES)
def test_structs_are_the_same_in_c_and_python(name: str) -> None:
    # cffi compares its layout of the fields with that of the compiler on the first use of a struct.
    assert ffi.sizeof(name) == STRUCT_SIZES[name]
    assertion = rf"_Static_assert\(sizeof\s*\((?:struct )?{name}\) == {STRUCT_SIZES[name]}\b"
    found = [path.name for path in SOURCES if re.search(assertion, path.read_text("utf-8"))]
    assert len(found) == 1, f"{name} should have one _Static_assert on its size in csrc/src"


def test_every_function_and_constant_of_the_header_is_there() -> None:
    functions = set(re.findall(r"^[\w ]+[ *](ssz_\w+)\(", declarations(), re.MULTILINE))
    functions.discard("ssz_release_hook")
    constants = dict(re.findall(r"#define (SSZ_\w+) (\d+)", declarations()))
    assert functions | set(constants) <= set(dir(lib))
    assert {name: getattr(lib, name) for name in constants} == {
        name: int(value) for name, value in constants.items()
    }


needs_accel = pytest.mark.skipif(ACCEL is None, reason="needs the extension _accel")


@pytest.mark.parametrize("name", ["_native", pytest.param("_accel", marks=needs_accel)])
def test_only_the_init_function_is_exported(name: str) -> None:
    library = ctypes.CDLL(importlib.import_module(f"pyssz.{name}").__file__)
    assert hasattr(library, f"PyInit_{name}")
    for function in ("ssz_schema_new", "ssz_decode", "ssz_sha256_blocks", "accel_add"):
        assert hasattr(lib, function) or function == "accel_add"
        assert not hasattr(library, function), f"{function} could clash with another library's"


# ---- the second extension ------------------------------------------------------------------------

ACCEL_SOURCES = sorted((CSRC / "accel").glob("*.[ch]"))


def run(script: str, **env: str) -> str:
    """What a script prints in a process of its own."""
    finished = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYSSZ_PURE": "", "PYTHONDEVMODE": "1", **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.strip()


WHAT_THERE_IS = """
from pyssz import native, uint64
assert (native.ACCEL is None) == bool(native.WHY_PURE)
assert (uint64(5) + 1).hash_tree_root() == (6).to_bytes(32, "little")
print(native.WHY_PURE)
"""


@pytest.mark.parametrize("value", ["1", "yes"])
def test_values_are_pure_python_where_that_is_asked_for(value: str) -> None:
    assert run(WHAT_THERE_IS, PYSSZ_PURE=value) == "PYSSZ_PURE is set"


@needs_accel
@pytest.mark.parametrize("value", ["", "0"])
def test_values_are_native_where_nothing_is_asked_for(value: str) -> None:
    assert run(WHAT_THERE_IS, PYSSZ_PURE=value) == ""


def test_an_installation_without_the_second_extension_works() -> None:
    script = f"import sys; sys.modules['pyssz._accel'] = None\n{WHAT_THERE_IS}"
    assert run(script) == "the extension _accel is not installed"


@needs_accel
def test_the_second_extension_is_loaded_once_in_a_process() -> None:
    script = f"""
import sys
import pyssz
for name in [name for name in sys.modules if name.partition(".")[0] == "pyssz"]:
    del sys.modules[name]
{WHAT_THERE_IS}"""
    assert "once" in run(script)


@needs_accel
def test_extensions_of_different_builds_refuse_each_other() -> None:
    assert ACCEL is not None
    other = ffi.new("uint64_t[16]")
    for address in (0, int(ffi.cast("uintptr_t", other))):
        with pytest.raises(ImportError, match="different builds"):
            ACCEL.connect(address)
    for wrong in (None, "1", 1.5, 2**70):
        with pytest.raises((TypeError, OverflowError)):
            ACCEL.connect(wrong)
    ACCEL.connect(lib.pyssz_library_address())


@needs_accel
@pytest.mark.skipif(sys.version_info < (3, 12), reason="this way to run others is of 3.12")
@pytest.mark.parametrize("is_isolated", [False, True])
def test_other_interpreters_do_without_the_second_extension(is_isolated: bool) -> None:
    script = f"""
import sys
import pyssz._accel
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
    made = interpreters.create("isolated" if {is_isolated} else "legacy")
else:
    import _xxsubinterpreters as interpreters
    made = interpreters.create(isolated={is_isolated})
script = '''
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("pyssz._accel", %r)
try:
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
except ImportError:
    pass
else:
    raise AssertionError("loaded")
''' % pyssz._accel.__file__
failure = interpreters.run_string(made, script)
assert failure is None, failure
interpreters.destroy(made)
{WHAT_THERE_IS}"""
    assert run(script) == ""


def test_the_second_extension_reaches_the_library_by_its_table_alone() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in ACCEL_SOURCES)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    assert not re.search(r"\bssz_\w+\s*\(", text)


def test_the_second_extension_may_fail_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYSSZ_SANITIZE", raising=False)
    # That of the checkout: an installed one has no sources.
    script = CHECKOUT / "src" / "pyssz" / "_native_build.py"
    spec = importlib.util.spec_from_file_location("build_script", script)
    assert spec
    assert spec.loader
    build = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, build)
    spec.loader.exec_module(build)
    options = build.accel_options()
    if options is None:
        assert ACCEL is None
        return
    assert options["optional"]
    assert {Path(name).name for name in options["sources"]} == {
        path.name for path in ACCEL_SOURCES if path.suffix == ".c"
    }
    # What is built to be watched has to be there.
    monkeypatch.setenv("PYSSZ_SANITIZE", "undefined")
    watched = build.accel_options()
    assert watched is not None
    assert not watched["optional"]


# ---- how they are compiled -----------------------------------------------------------------------


@pytest.mark.parametrize("path", [*SOURCES, *ACCEL_SOURCES], ids=lambda path: path.name)
def test_no_assertion_depends_on_ndebug(path: Path) -> None:
    # Python compiles every extension with -DNDEBUG: an assert() would be gone where it counts.
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.search(r"assert\.h|\bNDEBUG\b|(?<!_)\bassert\s*\(", text)


@pytest.mark.parametrize("platform", ["linux-x86_64", "macosx-11.0-arm64", "mingw_x86_64_ucrt"])
def test_one_build_is_right_for_all_processors(platform: str) -> None:
    compiler, _ = _native_build.flags(platform, None)
    assert "-std=c11" in compiler
    assert not [flag for flag in compiler if flag.startswith("-m")]


def test_msvc_gets_its_own_flags() -> None:
    compiler, linker = _native_build.flags("win-amd64", None)
    assert all(flag.startswith("/") for flag in [*compiler, *linker])
    assert "/experimental:c11atomics" in compiler


def test_sanitizers_reach_compiler_and_linker() -> None:
    for flags in _native_build.flags("linux-x86_64", "address,undefined"):
        assert "-fsanitize=address,undefined" in flags
