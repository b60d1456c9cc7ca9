"""The hashing of blocks that roots are made of, and the roots of many small values at once."""

import pytest

from libraries import PYSSZ
from limits import BLOCKS, hasher
from measure import Measure
from pyssz import hashing


def test_many_roots(measure: Measure) -> None:
    """Roots of small values together fill the lanes of a wide kernel."""
    cls = PYSSZ.type_named("mainnet", "Validator")
    validator = bytes(i % 251 for i in range(88)) + b"\1" + bytes(i % 251 for i in range(32))
    roots = measure(
        "hash_tree_roots of 10,000 Validators, for one",
        cls.hash_tree_roots,
        validator * 10_000,
        calls=10_000,
    )
    assert bytes(roots[77]) == cls.decode_bytes(validator).hash_tree_root()


@pytest.mark.parametrize("kernel", hashing.available_kernels())
def test_blocks(measure: Measure, kernel: str) -> None:
    """The kernel alone: what a root can't be faster than."""
    before = hashing.kernel_in_use()
    hashing.use_kernel(kernel)
    try:
        measure(f"a block, kernel {kernel}", hasher(), calls=BLOCKS)
    finally:
        hashing.use_kernel(before)
    measure.note(kernel=kernel)
