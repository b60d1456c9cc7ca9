"""The build script of the extensions: of `pyssz._native` for cffi, of `pyssz._accel` for setup.py.

The declarations are the marked regions of the headers in `csrc/include`, so nothing is declared
twice; the sources are those of the C library, compiled into the extension. The script lies within
the package because a source distribution would not contain it elsewhere; nothing imports it.

Environment: PYSSZ_SANITIZE=address,undefined makes an instrumented extension. Build it in a
directory of its own, for setuptools would take objects left by a plain build as up to date.
"""

import hashlib
import os
import re
import sys
import sysconfig
from pathlib import Path
from typing import Any, NamedTuple

from cffi import FFI

ROOT = Path(__file__).resolve().parents[2]
HEADERS = [ROOT / "csrc" / "include" / name for name in ("ssz.h", "ssz_json.h")]
# Declares more for instrumented extensions: there, tests let allocations fail.
ALLOC_HEADER = ROOT / "csrc" / "src" / "alloc.h"
# The structs of Arrow, which Python fills.
ARROW_HEADER = ROOT / "csrc" / "python" / "arrow.h"
# What the extensions share: each is told their hash, and refuses the other if it was told another.
SHARED_HEADERS = (*HEADERS, ROOT / "csrc" / "python" / "functions.h")

# What Python holds as a number: the address, in an object that gives the reference back. It is
# passed wherever C takes the pointer; see csrc/python/handles.h.
HANDLES = ("ssz_view", "ssz_schema", "ssz_stream", "ssz_encoder", "ssz_json_plan")

HANDLE_DECLARATIONS = """
uintptr_t pyssz_library_address(void);
uintptr_t pyssz_keep_origin(uintptr_t view);
void pyssz_origin_release(uintptr_t view);
uintptr_t pyssz_children(uintptr_t view, uint64_t first, uint64_t count, ssz_error *err);
uintptr_t pyssz_one_of(uintptr_t views, uint64_t index);
void pyssz_views_release(uintptr_t views);
"""

# Structs that refer to what Python keeps, and what a stream of Arrow asks it for; see arrow.h.
ARROW_DECLARATIONS = """
void pyssz_arrow_schema_own(struct ArrowSchema *schema, uint64_t ticket);
void pyssz_arrow_array_own(struct ArrowArray *array, uint64_t ticket);
void pyssz_arrow_stream_own(struct ArrowArrayStream *stream, uint64_t ticket);
extern "Python" int pyssz_arrow_stream_schema(uint64_t ticket, struct ArrowSchema *out);
extern "Python" int pyssz_arrow_stream_next(uint64_t ticket, struct ArrowArray *out);
extern "Python" const char *pyssz_arrow_stream_error(uint64_t ticket);
"""

# Called by C when a buffer that borrowed the bytes of a Python object lets go of them. An
# interpreter that ends collects garbage once more when it can no longer be called: from its exit
# on, nobody is told, and the bytes go with the process.
RELEASE_DECLARATIONS = """
extern "Python" void pyssz_release_buffer(uint64_t context);
void pyssz_let_go(uint64_t context);
void pyssz_set_exiting(bool exiting);
"""
RELEASE_SOURCE = """
#include <stdatomic.h>
#include <stdbool.h>

static void pyssz_release_buffer(uint64_t context);
static atomic_bool pyssz_exiting;

static void pyssz_set_exiting(bool exiting) {
    atomic_store(&pyssz_exiting, exiting);
}

static bool pyssz_is_exiting(void) {
    return atomic_load(&pyssz_exiting);
}

static void pyssz_let_go(uint64_t context) {
    if (!pyssz_is_exiting()) {
        pyssz_release_buffer(context);
    }
}
"""


def declarations(header: Path) -> str:
    """The region of a header that is meant for cffi."""
    regions = re.findall(
        r"/\* cdef: begin \*/(.*?)/\* cdef: end \*/", header.read_text(encoding="utf-8"), re.DOTALL
    )
    if len(regions) != 1:
        raise ValueError(f"{header} should mark one region for cffi, it marks {len(regions)}")
    return str(regions[0])


class Function(NamedTuple):
    """A function of the header: what it gives, and what it takes."""

    result: str
    name: str
    parameters: list[str]


def functions(text: str) -> list[Function]:
    """The functions that declarations declare."""
    plain = re.sub(r"/\*.*?\*/|^#.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    plain = re.sub(r"\{[^}]*\}", "", plain)  # fields of structs
    found = re.findall(r"(?:^|;)\s*(?!typedef)([\w\s*]+?)\b(\w+)\(([^)]*)\)(?=;)", plain)
    return [
        Function(result.strip(), name, [parameter.strip() for parameter in parameters.split(",")])
        for result, name, parameters in found
    ]


_HANDLE = re.compile(rf"(?:const )?(?:{'|'.join(HANDLES)}) \*")


def as_numbers(text: str) -> str:
    """Declarations in which numbers stand for handles."""
    return _HANDLE.sub("uintptr_t ", text)


def casts(text: str) -> str:
    """Macros that make the functions of declarations what :func:`as_numbers` says.

    The preprocessor does not expand a macro inside itself, so each calls the function of its name.
    """
    lines = []
    for result, name, parameters in functions(text):
        kinds = [re.match(rf"{_HANDLE.pattern}\**", parameter) for parameter in parameters]
        if any(kinds) or _HANDLE.match(result):
            names = [re.split(r"\W", parameter)[-1] for parameter in parameters]
            passed = [
                f"({kind[0]})({name})" if kind else name
                for kind, name in zip(kinds, names, strict=True)
            ]
            cast = "(uintptr_t)" if _HANDLE.match(result) else ""
            lines.append(f"#define {name}({', '.join(names)}) {cast}{name}({', '.join(passed)})")
    return "\n".join(lines)


def files(*patterns: str) -> list[str]:
    """Files that match, as setuptools wants them: relative to the root, in a fixed order."""
    return sorted(
        path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern)
    )


def flags(platform: str, sanitizers: str | None) -> tuple[list[str], list[str]]:
    """What compiler and linker are told, on a platform as ``sysconfig.get_platform`` names it."""
    if platform.startswith("win"):  # MSVC
        return ["/std:c11", "/experimental:c11atomics", "/O2"], []
    # No -march: kernels name the instructions they need and are chosen at run time, so that one
    # wheel is right everywhere. Of the symbols only the module's init function is exported.
    compile_args = ["-std=c11", "-fvisibility=hidden"]
    if not sanitizers:
        return [*compile_args, "-O3"], ["-pthread"]
    instrument = [f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"]
    # Python compiles with -fwrapv, under which no signed overflow is ever reported.
    compile_args += ["-O1", "-g", "-fno-omit-frame-pointer", "-fno-wrapv", *instrument]
    return compile_args, ["-pthread", *instrument]


def keeps_to_limited_api() -> bool:
    """Whether there is a limited API: not on PyPy, nor where references are counted otherwise."""
    return (
        sys.implementation.name == "cpython"
        and not sysconfig.get_config_var("Py_GIL_DISABLED")
        and not hasattr(sys, "gettotalrefcount")
    )


def options(folder: str, *patterns: str) -> dict[str, Any]:
    """What compiler and linker are told of an extension, whose own headers are in a folder."""
    sanitizers = os.environ.get("PYSSZ_SANITIZE")
    compile_args, link_args = flags(sysconfig.get_platform(), sanitizers)
    shared = hashlib.sha256(b"".join(header.read_bytes() for header in SHARED_HEADERS)).hexdigest()
    macros: list[tuple[str, str | None]] = [("PYSSZ_SOURCES", f"0x{shared[:16]}u")]
    if sanitizers:
        macros.append(("SSZ_DEBUG", "1"))
    if keeps_to_limited_api():
        macros.append(("Py_LIMITED_API", "0x030A0000"))
    return {
        "sources": files(*patterns),
        "depends": files("csrc/include/*.h", "csrc/python/*.h", f"{folder}/**/*.h"),
        "include_dirs": ["csrc/include", "csrc/python", folder],
        "define_macros": macros,
        "extra_compile_args": compile_args,
        "extra_link_args": link_args,
    }


def accel_options() -> dict[str, Any] | None:
    """What setuptools is told of `pyssz._accel`; None where there can be no such extension.

    Where it does not compile, the package is installed without; a build that was asked for with
    sanitizers is not worth having without what they are to watch.
    """
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return None
    return {
        **options("csrc/accel", "csrc/accel/*.c"),
        "py_limited_api": keeps_to_limited_api(),
        "optional": not os.environ.get("PYSSZ_SANITIZE"),
    }


def builder() -> FFI:
    """The description of `pyssz._native`, which setuptools turns into a compiler's command line."""
    sanitizers = os.environ.get("PYSSZ_SANITIZE")
    ffi = FFI()
    declared = "".join(map(declarations, HEADERS))
    arrow = declarations(ARROW_HEADER) + ARROW_DECLARATIONS
    ffi.cdef(as_numbers(declared) + arrow + RELEASE_DECLARATIONS + HANDLE_DECLARATIONS)
    includes = ['#include "ssz.h"', '#include "handles.h"']
    if sanitizers:
        ffi.cdef(declarations(ALLOC_HEADER))
        includes.append('#include "alloc.h"')
    ffi.set_source(
        "pyssz._native",
        "\n".join([*includes, RELEASE_SOURCE, casts(declared)]),
        **options("csrc/src", "csrc/src/*.c", "csrc/src/sha256/*.c"),
    )
    return ffi
