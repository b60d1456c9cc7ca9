"""The compiled extension is what the header says, and shows nothing else."""

import ctypes
import re
from pathlib import Path

import pytest

from pyssz import _native_build
from pyssz._native import ffi, lib

CSRC = Path(__file__).parents[2] / "csrc"
HEADER = (CSRC / "include" / "ssz.h").read_text(encoding="utf-8")
SOURCES = sorted((CSRC / "src").rglob("*.[ch]"))

# Bytes of every struct that crosses between C and Python, on every platform.
STRUCT_SIZES = {
    "ssz_type_record": 24,
    "ssz_member_record": 8,
    "ssz_type_info": 32,
    "ssz_error": 32 + 64 * 8,
    "ssz_place": 24,
    "ssz_footprint": 24,
    "ssz_json_step": 16,
    "ssz_hash_stats": 32,
    "ssz_live": 32,
}


def declarations() -> str:
    match = re.search(r"/\* cdef: begin \*/(.*)/\* cdef: end \*/", HEADER, re.DOTALL)
    assert match
    return re.sub(r"/\*.*?\*/", "", match[1], flags=re.DOTALL)


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


def test_only_the_init_function_is_exported() -> None:
    import pyssz._native as native

    library = ctypes.CDLL(native.__file__)
    assert hasattr(library, "PyInit__native")
    for name in ("ssz_schema_new", "ssz_decode", "ssz_sha256_blocks"):
        assert hasattr(lib, name)
        assert not hasattr(library, name), f"{name} could clash with another library's"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
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
