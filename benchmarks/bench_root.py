"""hash_tree_root, and the hashing of blocks that it is made of."""

from typing import Any

import pytest

from libraries import PYSSZ, Library
from limits import block_count
from measure import Measure, each_library, each_workload, opened
from pyssz import hashing
from pyssz._native import ffi, lib
from pyssz.ethereum import load
from workloads import Workload

# Blocks that stay in the first-level cache with their digests, and are enough to forget the call.
BLOCKS = 512


def root_of(value: Any) -> bytes:
    root: bytes = value.hash_tree_root()
    return root


@each_workload()
@each_library
def test_first_root(measure: Measure, library: Library, workload: Workload) -> None:
    decode = library.decoder(workload)
    found = measure(
        "hash_tree_root, first",
        root_of,
        prepare=lambda: decode(workload.data),
        rounds=library.rounds(workload),
    )
    assert found.hex() == workload.expected_root
    measure.note(blocks=block_count(opened(PYSSZ, workload)))


@each_workload()
@each_library
def test_next_root(measure: Measure, library: Library, workload: Workload) -> None:
    root = library.rooter(opened(library, workload))
    root()
    assert measure("hash_tree_root, again", root).hex() == workload.expected_root


def test_many_roots(measure: Measure) -> None:
    """Roots of small values together fill the lanes of a wide kernel."""
    cls = load("mainnet").deneb.Validator
    validators = bytes(i % 251 for i in range(88)) + b"\1" + bytes(i % 251 for i in range(32))
    data = validators * 10_000
    roots = measure(
        "hash_tree_roots of 10,000 Validators, for one", cls.hash_tree_roots, data, calls=10_000
    )
    assert bytes(roots[77]) == cls.decode_bytes(validators).hash_tree_root()


@pytest.mark.parametrize("kernel", hashing.available_kernels())
def test_blocks(measure: Measure, kernel: str) -> None:
    """The kernel alone: what a root can't be faster than."""
    blocks = ffi.from_buffer(bytes(i % 251 for i in range(64 * BLOCKS)))
    digests = ffi.new("uint8_t[]", 32 * BLOCKS)
    before = hashing.kernel_in_use()
    hashing.use_kernel(kernel)
    try:
        arguments = (digests, blocks, BLOCKS)
        measure(f"a block, kernel {kernel}", lib.ssz_sha256_blocks, *arguments, calls=BLOCKS)
    finally:
        hashing.use_kernel(before)
    measure.note(kernel=kernel)
