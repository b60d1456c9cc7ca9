"""Making values from Python values, and computing with them."""

from array import array
from itertools import repeat
from typing import Any

import pytest

from libraries import PYSSZ, InProcess
from measure import Measure, each_library, each_library_and_plain, each_workload, opened
from workloads import Workload

CALLS = 1000


def named(library: InProcess, name: str) -> Any:
    return library.type_named("mainnet", name)


@each_library_and_plain
def test_checkpoint(measure: Measure, library: InProcess) -> None:
    cls, root = named(library, "Checkpoint"), bytes(32)
    measure("Checkpoint(epoch=, root=)", lambda: cls(epoch=7, root=root))


@each_library_and_plain
def test_attestation_data(measure: Measure, library: InProcess) -> None:
    cls, checkpoint, root = (
        named(library, "AttestationData"),
        named(library, "Checkpoint"),
        bytes(32),
    )
    source, target = checkpoint(epoch=6, root=root), checkpoint(epoch=7, root=root)
    fields = {
        "slot": 250,
        "index": 3,
        "beacon_block_root": root,
        "source": source,
        "target": target,
    }
    measure("AttestationData of five keywords", lambda: cls(**fields), goal=5e-6)


@each_library
def test_attestation_data_root(measure: Measure, library: InProcess) -> None:
    cls, checkpoint, root = (
        named(library, "AttestationData"),
        named(library, "Checkpoint"),
        bytes(32),
    )

    def make() -> bytes:
        source, target = checkpoint(epoch=6, root=root), checkpoint(epoch=7, root=root)
        value = cls(slot=250, index=3, beacon_block_root=root, source=source, target=target)
        found: bytes = value.hash_tree_root()
        return found

    measure("AttestationData and its two checkpoints, and its root", make)


@each_library
def test_default_state(measure: Measure, library: InProcess) -> None:
    cls = named(library, "BeaconState")
    cls()
    measure("BeaconState()", cls)


@each_library_and_plain
def test_bitlist(measure: Measure, library: InProcess) -> None:
    cls = named(library, "Attestation").fields()["aggregation_bits"]
    bits = [i % 3 == 0 for i in range(512)]
    measure("Bitlist of 512 bools", lambda: cls(bits))


@each_library_and_plain
def test_list_of_uints(measure: Measure, library: InProcess) -> None:
    cls = named(library, "BeaconState").fields()["balances"]
    numbers = [32_000_000_000 + i for i in range(10_000)]
    assert len(measure("List of 10,000 uint64 from ints", lambda: cls(numbers))) == 10_000


def test_list_of_an_array(measure: Measure) -> None:
    """An array of machine integers is taken as it is; remerkleable knows no such thing."""
    cls = named(PYSSZ, "BeaconState").fields()["balances"]
    numbers = array("Q", [32_000_000_000 + i for i in range(10_000)])
    assert len(measure("List of 10,000 uint64 from an array", lambda: cls(numbers))) == 10_000


@each_library_and_plain
@pytest.mark.parametrize("symbol", ["+", "*", "%", "<", "=="])
def test_arithmetic(measure: Measure, library: InProcess, symbol: str) -> None:
    cls = named(library, "Checkpoint").fields()["epoch"]
    function: dict[str, Any] = {}
    # The operator itself, as programs have it: a function of module operator is another call.
    exec(LOOP.format(symbol=symbol), {"repeat": repeat, "CALLS": CALLS}, function)
    goal = 250e-9 if symbol == "+" else None
    compute = function["bind"](cls(2**40), cls(77))
    measure(f"uint64 {symbol} uint64", compute, calls=CALLS, goal=goal)


LOOP = """
def bind(one, other):
    def compute():
        for _ in repeat(None, CALLS):
            _ = one {symbol} other
    return compute
"""


@each_library_and_plain
def test_uint(measure: Measure, library: InProcess) -> None:
    cls = named(library, "Checkpoint").fields()["epoch"]

    def make() -> None:
        for _ in repeat(None, CALLS):
            cls(5)

    measure("uint64(5)", make, calls=CALLS)


@each_workload("mainnet-block")
@each_library
def test_from_obj(measure: Measure, library: InProcess, workload: Workload) -> None:
    cls = library.adapter.type_named(workload.identity)
    # Each library reads what it writes itself.
    obj = opened(library, workload).to_obj()
    assert measure("from_obj", cls.from_obj, obj).encode_bytes() == workload.data
