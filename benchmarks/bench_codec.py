"""Bytes to values and back."""

from libraries import PYSSZ, Library
from limits import copier
from measure import Measure, each_library, each_workload, opened
from workloads import Workload

# Seconds for decode_bytes: of the block, and of the state.
GOALS = {"mainnet-block-130k": 5e-6, "mainnet-state-17m": 0.3e-3}


@each_workload()
@each_library
def test_decode(measure: Measure, library: Library, workload: Workload) -> None:
    decode = library.decoder(workload)
    goal, rounds = GOALS.get(workload.name), library.rounds(workload)
    measure("decode_bytes", decode, workload.data, goal=goal, rounds=rounds)


@each_workload()
@each_library
def test_encode(measure: Measure, library: Library, workload: Workload) -> None:
    encode = library.encoder(opened(library, workload))
    rounds = library.rounds(workload)
    assert measure("encode_bytes", encode, rounds=rounds) == workload.data
    if library is PYSSZ:
        buffer = bytearray(workload.data)
        goal = 1.5 if workload.name == "mainnet-block-130k" else None
        measure.against("bytes(bytearray)", encode, lambda: bytes(buffer), goal=goal)


@each_workload()
def test_encode_into(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)
    buffer = bytearray(len(workload.data))
    encode_into = value.encode_into
    measure("encode_into", encode_into, buffer)
    assert buffer == workload.data
    goal = 1.2 if workload.name == "mainnet-block-130k" else None
    copy = copier(workload.data)
    measure.against("memcpy", lambda: encode_into(buffer), copy, goal=goal)


@each_workload()
@each_library
def test_size(measure: Measure, library: Library, workload: Workload) -> None:
    size = library.sizer(opened(library, workload))
    assert measure("value_byte_length", size) == len(workload.data)


@each_workload("block")
@each_library
def test_to_obj(measure: Measure, library: Library, workload: Workload) -> None:
    """Everything that the bytes hold as plain Python objects: nothing is left to be read later."""
    decode = library.decoder(workload)
    data = workload.data
    measure("decode_bytes, then to_obj", lambda: decode(data).to_obj())
