"""The build script of the extension `pyssz._native`, run by cffi's setuptools hook.

The declarations are the marked region of `csrc/include/ssz.h`, so nothing is declared twice; the
sources are those of the C library, compiled into the extension. The script lies within the package
because a source distribution would not contain it elsewhere; nothing imports it.

Environment: PYSSZ_SANITIZE=address,undefined makes an instrumented extension. Build it in a
directory of its own, for setuptools would take objects left by a plain build as up to date.
"""

import os
import re
import sysconfig
from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "csrc" / "include" / "ssz.h"
# Declares more for instrumented extensions: there, tests let allocations fail.
ALLOC_HEADER = ROOT / "csrc" / "src" / "alloc.h"

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

static void pyssz_let_go(uint64_t context) {
    if (!atomic_load(&pyssz_exiting)) {
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


def builder() -> FFI:
    """The description of the extension, which setuptools turns into a compiler's command line."""
    sanitizers = os.environ.get("PYSSZ_SANITIZE")
    macros: list[tuple[str, str | None]] = [("SSZ_DEBUG", "1")] if sanitizers else []
    compile_args, link_args = flags(sysconfig.get_platform(), sanitizers)

    ffi = FFI()
    ffi.cdef(declarations(HEADER) + RELEASE_DECLARATIONS)
    includes = ['#include "ssz.h"']
    if sanitizers:
        ffi.cdef(declarations(ALLOC_HEADER))
        includes.append('#include "alloc.h"')
    ffi.set_source(
        "pyssz._native",
        "\n".join([*includes, RELEASE_SOURCE]),
        sources=files("csrc/src/*.c", "csrc/src/sha256/*.c"),
        depends=files("csrc/include/*.h", "csrc/src/*.h", "csrc/src/sha256/*.h"),
        include_dirs=["csrc/include", "csrc/src"],
        define_macros=macros,
        extra_compile_args=compile_args,
        extra_link_args=link_args,
    )
    return ffi
