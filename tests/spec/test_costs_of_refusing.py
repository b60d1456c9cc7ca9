"""To refuse an input costs at most twenty times what it costs to accept one of its size.

Else somebody who sends nonsense is dearer than somebody who does not.  Work is counted, not time:
the instructions that Python executes, in this library and in what it calls, and calls of functions
in C.  Everything is done once before, so what is made on first use and kept does not count.
"""

import copy
import io
import pickle
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bytes32,
    Container,
    DecodeError,
    List,
    P,
    Preset,
    SSZError,
    Vector,
    from_json,
    query,
    to_json,
    uint8,
    uint64,
)
from pyssz.ethereum import mainnet, type_named
from pyssz.gindex import generalized_index
from pyssz.native import ACCEL
from support.counting import Count
from support.hostile import OLD, State

# What is done natively is not counted: see test_costs_of_pure_python.py.
counted = pytest.mark.skipif(ACCEL is not None, reason="counts what Python does")

DEAREST = 20


def work_of(run: Callable[[], Any]) -> Count:
    run()
    with Count() as count:
        run()
    return count


# ---- inputs: what is done, with one that is right and one that is wrong --------------------------

HEADER = mainnet.deneb.BeaconBlockHeader
ATTESTATION = mainnet.deneb.Attestation
BLOCK = mainnet.deneb.SignedBeaconBlock
NUMBERS = List[uint64, 2**40]

attestation = ATTESTATION.default().encode_bytes()
block = BLOCK.default().encode_bytes()
header = HEADER.default().to_obj()
header_text = to_json(HEADER.default())
value = OLD.copy()

Nested: Any = Bitlist[9]
for _ in range(40):
    Nested = Vector[Nested, 1]
nested = Nested.default().encode_bytes()


def new_path(text: str) -> Any:
    """A path of a text that the type has not seen: it remembers texts."""
    State._paths = {}
    return State.path(text)


class Sized(Container):
    numbers: List[uint64, P.A_VALUE_THAT_SIZES_A_LIST]


def preset(name: str) -> Preset:
    return Preset("many", {**{f"A_VALUE_THAT_SIZES_A_LIST_{i}": i for i in range(300)}, name: 5})


PRESETS = preset("A_VALUE_THAT_SIZES_A_LIST"), preset("ANOTHER_VALUE_OF_THE_SAME_KIND")

INPUTS: list[tuple[str, Callable[[Any], Any], Any, Any]] = [
    ("a block", BLOCK.decode_bytes, block, b"\1" + block[1:]),
    ("a block that is cut", BLOCK.decode_bytes, block, block[:-1]),
    ("an attestation", ATTESTATION.decode_bytes, attestation, b"\1" + attestation[1:]),
    ("a header", HEADER.decode_bytes, bytes(112), bytes(111)),
    ("any buffer", HEADER.decode_bytes, bytearray(112), bytearray(111)),
    ("a number", uint64.decode_bytes, bytes(8), bytes(7)),
    ("bytes", Bytes32.decode_bytes, bytes(32), bytes(31)),
    ("bits", Bitlist[9].decode_bytes, b"\1", b"\0"),
    ("numbers", NUMBERS.decode_bytes, bytes(800), bytes(799)),
    ("a deep value", Nested.decode_bytes, nested, nested[:-1] + b"\0"),
    ("a few", HEADER.decode_many, [bytes(112)] * 4, [*[bytes(112)] * 3, b""]),
    ("a stream", lambda data: HEADER.decode_from(io.BytesIO(data)), bytes(112), bytes(111)),
    ("a root", lambda data: HEADER.hash_tree_root_of(io.BytesIO(data)), bytes(112), bytes(111)),
    ("an object", HEADER.from_obj, header, {**header, "slot": "x"}),
    (
        "a field",
        HEADER.from_obj,
        header,
        dict(list(header.items())[1:]),
    ),
    ("JSON", lambda text: from_json(HEADER, text), header_text, header_text.replace('"0"', '"x"')),
    ("half of JSON", lambda text: from_json(HEADER, text), header_text, header_text[:-1]),
    ("a type", type_named, "deneb.SignedBeaconBlock", "deneb.SignedBeaconBloke"),
    ("a fork", type_named, "deneb.SignedBeaconBlock", "dineb.SignedBeaconBlock"),
    ("no fork", type_named, "deneb.SignedBeaconBlock", "SignedBeaconBlock"),
    (
        "an attribute",
        lambda name: getattr(mainnet.deneb, name),
        "SignedBeaconBlock",
        "SinedBeaconBlok",
    ),
    ("another fork's", mainnet.phase0.__getitem__, "BeaconState", "SyncCommittee"),
    ("a path", new_path, ".records[1].votes", ".records[1].note"),
    ("a long name", new_path, ".records", "." + "recor" * 20),
    ("a filter", new_path, ".records[number > 1]", ".records[numbers > 1]"),
    ("a query", lambda path: query(value, path), ".records[1].votes", ".records[1].note"),
    ("a place", lambda name: value.locate(name), "records", "recor" * 20),
    ("an index", lambda name: generalized_index(State, name), "records", "recor" * 20),
    ("a size", lambda text: List[uint8, text], "floorlog2(A_VALUE)", "florlog2(A_VALUE)"),
    ("a preset", lambda values: Sized[values], *PRESETS),
    ("a preset's name", Preset.builtin, "mainnet", "mainnets"),
    ("arguments", lambda names: HEADER(**names), {"slot": 1}, {"slots": 1}),
    ("a value", lambda number: setattr(value, "slot", number), 1, "1"),
    ("an element", lambda i: value.records[i], 1, 99),
]


@pytest.mark.parametrize(
    ("read", "good", "bad"), [row[1:] for row in INPUTS], ids=[row[0] for row in INPUTS]
)
@counted
def test_refusing_is_cheap(read: Callable[[Any], Any], good: Any, bad: Any) -> None:
    def refuse() -> None:
        try:
            read(bad)
        except SSZError:
            return
        raise AssertionError(f"{bad!r:.80} was accepted")

    accepted, refused = work_of(lambda: read(good)), work_of(refuse)
    assert accepted.instructions > 3
    assert refused.work <= DEAREST * accepted.work


@counted
def test_work_is_counted() -> None:
    few, many = (
        work_of(lambda: list(map(str, range(10)))),
        work_of(lambda: sum(i for i in range(99))),
    )
    assert many.instructions > few.instructions + 99
    assert "ssz_check" in work_of(lambda: BLOCK.decode_bytes(block)).calls


@counted
@pytest.mark.parametrize("row", INPUTS[:8], ids=[row[0] for row in INPUTS[:8]])
def test_what_is_wrong_is_found_in_one_more_pass(row: Any) -> None:
    """The first tells whether, and the second what; of a value that is right there is only one."""
    _, read, good, bad = row
    assert work_of(lambda: read(good)).calls.count("ssz_check") == 1
    with Count() as count, pytest.raises(DecodeError):
        read(bad)
    assert count.calls.count("ssz_check") == 2


# ---- what is made when it is read ----------------------------------------------------------------

HINT = "these bytes decode as electra.Attestation"


def refusal() -> DecodeError:
    with pytest.raises(DecodeError) as caught:
        ATTESTATION.decode_bytes(mainnet.electra.Attestation.default().encode_bytes())
    return caught.value


@pytest.mark.parametrize(
    "copied",
    [
        copy.copy,
        copy.deepcopy,
        *(
            lambda error, protocol=protocol: pickle.loads(pickle.dumps(error, protocol))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
    ],
)
def test_copies_of_an_error_have_its_hint(copied: Any) -> None:
    for error in (refusal(), refusal()):
        twin = copied(error)
        assert (type(twin), twin.hint, str(twin)) == (DecodeError, HINT, str(error))
        assert (twin.code, twin.path, twin.offset) == (error.code, error.path, error.offset)
        assert (error.hint, twin.hint) == (HINT, HINT)


def test_a_hint_can_be_given() -> None:
    error = refusal()
    error.hint = "another"
    assert str(error).endswith("; another")
    assert pickle.loads(pickle.dumps(error)).hint == "another"


def test_a_hint_is_made_once() -> None:
    times = []

    def make() -> str:
        times.append(1)
        return "read this"

    error = SSZError("no")
    error.hint = make
    assert not times
    assert (str(error), error.hint, str(error)) == ("no; read this", "read this", "no; read this")
    assert len(times) == 1


@pytest.mark.parametrize("failure", [MemoryError, RecursionError, ImportError])
def test_an_error_is_told_without_its_hint_where_there_is_no_room_for_it(failure: Any) -> None:
    def make() -> Iterator[str]:
        raise failure

    error = SSZError("no")
    error.hint = make
    assert str(error) == "no"


def test_threads_read_one_hint() -> None:
    error, seen = refusal(), []
    threads = [threading.Thread(target=lambda: seen.append(error.hint)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [HINT] * 8


def test_buffers_are_of_what_they_were_when_refused() -> None:
    """Who reads into one buffer again and again is told of the message, not of the next one."""
    buffer = bytearray(mainnet.electra.Attestation.default().encode_bytes())
    with pytest.raises(DecodeError) as caught:
        ATTESTATION.decode_bytes(buffer)
    buffer[:] = bytes(len(buffer))
    assert caught.value.hint == HINT
