"""Any object as any argument of a public function: it ends soon, with a value or an SSZError."""

import contextlib
import io
import signal
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    P,
    Preset,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    SSZError,
    Union,
    Vector,
    boolean,
    dump_json,
    from_json,
    from_yaml,
    hash_tree_root,
    hash_tree_roots,
    layout_diff,
    proof,
    query,
    set_threads,
    to_json,
    to_yaml,
    uint8,
    uint64,
    uint256,
    upgrade,
    view_as,
)
from pyssz.answers import partial
from pyssz.arrays import columns
from pyssz.base import iterables as _iterables
from pyssz.diff import Edit, Patch, apply, diff
from pyssz.hexdump import hexdump, region_at, regions
from pyssz.io import snappy
from pyssz.merkle import gindex, hashing
from pyssz.queries import verify_complete, verify_result
from pyssz.sizes import preset
from support.odd import ODD, OwnError

#: Seconds after which a call is said to hang; each takes milliseconds.
LONG = 60


class Point(Container):
    epoch: uint64
    root: Bytes32


class State(Container):
    slot: uint64
    flags: Bitvector[12]
    bits: Bitlist[2**40]
    numbers: List[uint64, 2**40]
    points: List[Point, 2**40]
    notes: List[ByteList[100], 2**40]
    text: ByteList[2**40]
    choice: Union[None, uint64, Point]


def state() -> State:
    return State(
        slot=5,
        bits=[1, 0, 1],
        numbers=range(10),
        points=[Point(epoch=number) for number in range(5)],
        notes=[b"a", b""],
        text=b"abc",
        choice=Union[None, uint64, Point](selector=1, value=3),
    )


VALUE = state()
OTHER = state()
OTHER.numbers[3] = 77
DATA = VALUE.encode_bytes()
ROOT = VALUE.hash_tree_root()
OBJ: dict[str, Any] = VALUE.to_obj()
PATCH = diff(VALUE, OTHER).patch()
SINGLE = proof.prove(VALUE, "slot")
SEVERAL = proof.multiproof(VALUE, [8, 9])
ANSWER = query(VALUE, ".slot", include_proof=True)
SCAN = query(VALUE, ".points[*]", include_scan=True).scan
FOUND = query(VALUE, ".points[*]")
ODDS = Preset("odds", {"X": 3})


class Call(NamedTuple):
    """A function, and arguments that it takes; each is replaced by the odd ones in turn."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def call(function: Callable[..., Any], *arguments: Any) -> Call:
    return Call(function, arguments)


def keyword(function: Callable[..., Any], *arguments: Any, **named: Any) -> Call:
    """The same of one argument that goes by its name."""
    ((name, value),) = named.items()
    return Call(lambda given: function(*arguments, **{name: given}), (value,))


def field(name: str) -> Call:
    return call(lambda given: setattr(state(), name, given), getattr(VALUE, name))


def text_field(name: str) -> Call:
    return call(lambda given: State.from_obj({**OBJ, name: given}), OBJ[name])


def method(name: str, part: str, *arguments: Any) -> Call:
    return call(lambda *given: getattr(getattr(state(), part), name)(*given), *arguments)


CALLS: dict[str, Call] = {
    "diff": call(diff, VALUE, OTHER, ".numbers"),
    "diff.text": call(diff(VALUE, OTHER).text, 3),
    "diff.to_obj": call(diff(VALUE, OTHER).to_obj, 3),
    "apply": call(apply, VALUE, PATCH),
    "Edit": call(
        lambda kind, path, column, count, indices, data: Edit(
            kind=kind, path=path, column=column, count=count, indices=indices, data=data
        ),
        *(0, b".slot", b"", 0, [], b""),
    ),
    "Patch": call(
        lambda old, new, edits: Patch(old_root=old, new_root=new, edits=edits), ROOT, ROOT, []
    ),
    "hexdump": call(hexdump, VALUE, 0, 5),
    "hexdump lines": keyword(hexdump, VALUE, lines=3),
    "regions": call(lambda *given: list(regions(*given)), VALUE, 0, 5),
    "region_at": call(region_at, VALUE, 1),
    "set_threads": call(set_threads, 1),
    "hash_tree_root": call(hash_tree_root, VALUE),
    "hash_tree_roots": call(hash_tree_roots, [VALUE, VALUE]),
    "hash_blocks": call(hashing.hash_blocks, bytes(64)),
    "use_kernel": call(hashing.use_kernel, hashing.kernel_in_use()),
    "T.hash_tree_roots": call(Point.hash_tree_roots, bytes(80)),
    "upgrade": call(upgrade, VALUE, State),
    "upgrade fields": keyword(upgrade, VALUE, State, numbers=[1]),
    "view_as": call(view_as, VALUE, State),
    "layout_diff": call(layout_diff, State, Point),
    # ---- presets
    "Preset": call(Preset, "odd", {"X": 1}),
    "a value of a preset": call(lambda value: Preset("odd", {"X": value}), 1),
    "Preset.load": call(Preset.load, "/nowhere/preset.yaml"),
    "Preset.builtin": call(Preset.builtin, "mainnet"),
    "Preset.resolve": call(ODDS.resolve, "X * 2"),
    "Preset.with_values": call(ODDS.with_values, {"X": 2}),
    "Preset.with_values name": keyword(ODDS.with_values, name="a"),
    "Preset.with_values keyword": keyword(ODDS.with_values, X=1),
    "preset.resolve": call(preset.resolve, ["X"], ODDS),
    "T[preset]": call(lambda given: List[uint64, P.X][given], ODDS),
    # ---- types
    "List[...]": call(lambda *given: List[given], uint64, 3),
    "Vector[...]": call(lambda *given: Vector[given], uint64, 3),
    "Bitlist[...]": call(lambda given: Bitlist[given], 3),
    "ByteVector[...]": call(lambda given: ByteVector[given], 3),
    "ProgressiveList[...]": call(lambda given: ProgressiveList[given], uint64),
    "Union[...]": call(lambda *given: Union[given], None, uint64),
    "CompatibleUnion": call(CompatibleUnion, {1: uint64}),
    "ProgressiveContainer": keyword(ProgressiveContainer, active_fields=[1]),
    "P + ...": call(lambda given: P.X + given, 1),
    # ---- values
    "State": call(lambda given: State(numbers=given), [1]),
    "Union": call(lambda *given: Union[None, uint64](selector=given[0], value=given[1]), 1, 1),
    "uint8": call(uint8, 1),
    "uint256": call(uint256, 1),
    "boolean": call(boolean, 1),
    "Bytes32": call(Bytes32, bytes(32)),
    "ByteList": call(lambda given: ByteList[2**20](given), b""),
    "Bitlist": call(lambda given: Bitlist[2**40](given), [1]),
    "Bitvector": call(lambda given: Bitvector[3](given), [1, 0, 1]),
    "List": call(lambda given: List[uint64, 2**40](given), [1]),
    "list of containers": call(lambda given: List[Point, 2**40](given), []),
    "Vector": call(lambda given: Vector[uint64, 2](given), [1, 2]),
    "ProgressiveList": call(lambda given: ProgressiveList[uint64](given), [1]),
    "ProgressiveBitlist": call(ProgressiveBitlist, [1]),
    "ProgressiveByteList": call(ProgressiveByteList, b""),
    **{f"set {name}": field(name) for name in State.fields()},
    **{
        f"append to {name}": method("append", name, getattr(VALUE, name)[0])
        for name in ("numbers", "points", "bits", "notes")
    },
    **{
        f"extend {name}": method("extend", name, [])
        for name in ("numbers", "points", "bits", "notes")
    },
    **{
        f"put into {name}": method("__setitem__", name, 1, getattr(VALUE, name)[0])
        for name in ("numbers", "points", "bits", "notes", "flags")
    },
    **{
        f"put {cut} into {name}": call(
            lambda given, name=name, cut=cut: getattr(state(), name).__setitem__(cut, given),
            getattr(VALUE, name)[cut],
        )
        for name in ("numbers", "points", "bits", "notes", "flags")
        for cut in (slice(None), slice(0, 2), slice(None, None, 2))
    },
    **{
        f"{name}[...]": method("__getitem__", name, 1)
        for name in ("numbers", "points", "bits", "flags")
    },
    # ---- bytes
    "decode_bytes": call(State.decode_bytes, DATA),
    "decode_bytes max_bytes": keyword(State.decode_bytes, DATA, max_bytes=1000),
    "decode_many": call(State.decode_many, [DATA]),
    "encode_many": call(State.encode_many, [VALUE]),
    "encode_many buffer": call(lambda given: State.encode_many([VALUE], given), bytearray()),
    "encode_into": call(VALUE.encode_into, bytearray(1000), 0),
    "encode_into of a part": call(OTHER.encode_into, bytearray(1000), 0),
    "open": call(State.open, "/nowhere/state.ssz"),
    "compress": call(snappy.compress, b""),
    "decompress": call(snappy.decompress, snappy.compress(b"abc")),
    "decompress max_bytes": keyword(snappy.decompress, snappy.compress(b"abc"), max_bytes=9),
    "is_framed": call(snappy.is_framed, b""),
    # ---- text
    "to_json": call(to_json, VALUE),
    "to_json indent": keyword(to_json, VALUE, indent=2),
    "to_json envelope": keyword(to_json, VALUE, envelope={}),
    "dump_json": call(lambda given: dump_json(given, io.StringIO()), VALUE),
    "from_json": call(from_json, State, to_json(VALUE)),
    "from_yaml": call(from_yaml, State, to_yaml(VALUE)),
    "to_yaml": call(to_yaml, VALUE),
    "from_obj": call(State.from_obj, OBJ),
    **{f"from_obj of {name}": text_field(name) for name in State.fields()},
    "from_obj of a selector": call(
        lambda given: State.from_obj({**OBJ, "choice": {"selector": given, "data": "3"}}), 1
    ),
    # ---- paths and proofs
    "path": call(State.path, "points", 1, "epoch"),
    "locate": call(VALUE.locate, "points", 1, "epoch"),
    "query": call(query, VALUE, ".slot"),
    "query max_parts": keyword(query, VALUE, ".points[*]", max_parts=10),
    "value.query": call(VALUE.query, ".slot"),
    "prove": call(proof.prove, VALUE, "slot"),
    "prove gindex": keyword(proof.prove, VALUE, gindex=8),
    "multiproof": call(proof.multiproof, VALUE, [8, 9]),
    "merkle_node": call(proof.merkle_node, VALUE, 8),
    "verify_branch": call(proof.verify_branch, ROOT, SINGLE.leaf, SINGLE.gindex, SINGLE.branch),
    "verify_multiproof": call(
        proof.verify_multiproof, ROOT, SEVERAL.leaves, SEVERAL.indices, SEVERAL.proof
    ),
    "proven_nodes": call(proof.proven_nodes, SINGLE),
    "Proof.verify": call(SINGLE.verify, ROOT),
    "compressed": call(proof.compressed, SEVERAL),
    "zero_hash": call(proof.zero_hash, 3),
    "zero_level": call(proof.zero_level, bytes(32)),
    "verify_result": call(
        verify_result, State, ANSWER.parts[0], ANSWER.encode_bytes(), ANSWER.proof, ROOT
    ),
    "verify_complete": call(verify_complete, State, ".points[*]", FOUND.encode_bytes(), SCAN, ROOT),
    "from_proof": call(State.from_proof, SINGLE),
    "partial_value": call(partial.partial_value, State, SINGLE),
    "partial_value values": keyword(partial.partial_value, State, SINGLE, values={}),
    "partial_value root": keyword(partial.partial_value, State, SINGLE, root=ROOT),
    "partial[...]": call(
        lambda given: State.from_proof(proof.prove(VALUE, ".numbers[1]")).numbers[given], 1
    ),
    "partial.read": call(State.from_proof(SINGLE).read, "slot"),
    "partial.prove": call(State.from_proof(SINGLE).prove, "slot"),
    "partial.merge": call(State.from_proof(SINGLE).merge, State.from_proof(SINGLE)),
    # ---- generalized indices
    "check_gindex": call(gindex.check_gindex, 5),
    "chunk_count": call(gindex.chunk_count, State),
    "concat_generalized_indices": call(gindex.concat_generalized_indices, 2, 3),
    "element_type": call(gindex.element_type, State),
    "generalized_index": call(gindex.generalized_index, State, "points", 1),
    "generalized_index_child": call(lambda n: gindex.generalized_index_child(n, True), 2),
    "generalized_index_parent": call(gindex.generalized_index_parent, 4),
    "generalized_index_sibling": call(gindex.generalized_index_sibling, 4),
    "get_branch_indices": call(gindex.get_branch_indices, 9),
    "get_generalized_index_bit": call(gindex.get_generalized_index_bit, 5, 0),
    "get_generalized_index_length": call(gindex.get_generalized_index_length, 5),
    "get_helper_indices": call(gindex.get_helper_indices, [8, 9]),
    "get_path_indices": call(gindex.get_path_indices, 9),
    "gindex_to_path": call(gindex.gindex_to_path, State, 8),
    "helper_count": call(gindex.helper_count, [8, 9]),
    "mixin_word": call(gindex.mixin_word, State),
    "position_count": call(gindex.position_count, State),
    "tree_depth": call(gindex.tree_depth, State),
    "tree_width": call(gindex.tree_width, State),
    # ---- columns
    "columns[...]": call(VALUE.points.columns.__getitem__, "epoch"),
    "columns of a changed value": call(OTHER.points.columns.__getitem__, "epoch"),
    "from_numpy": call(List[uint64, 2**40].from_numpy, np.arange(3)),
    "from_numpy rows": call(List[Point, 2**40].from_numpy, VALUE.points.to_numpy()),
    "from_numpy keys": call(List[Bytes32, 2**40].from_numpy, np.zeros((3, 32), np.uint8)),
    "from_numpy bits": call(Bitlist[2**40].from_numpy, np.zeros(3, bool)),
    "from_numpy wide": call(List[uint256, 2**40].from_numpy, np.array([1], object)),
    "from_ints": call(columns.from_ints, [1], 32),
    "to_ints": call(columns.to_ints, np.zeros(3, "V16")),
    "dtype_of": call(columns.dtype_of, Point),
}


def too_long(*_: Any) -> None:
    raise TimeoutError("the call has not ended")


@contextlib.contextmanager
def ends_soon() -> Iterator[None]:
    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LONG)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(autouse=True)
def _endless_sooner(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(_iterables, "ENDLESS", 1000)
    kernel = hashing.kernel_in_use()
    threads = hashing.threads()
    yield
    hashing.use_kernel(kernel)
    set_threads(threads)


# The errors of somebody else that documentation names: of files, and of objects themselves.
EXPECTED = (OwnError, OSError)


def problem_of(action: Callable[[], Any]) -> str:
    """What is wrong with how an action ends."""
    try:
        with ends_soon():
            action()
    except SSZError as error:
        if not error.code:
            return f"no code: {error}"
        is_short = len(str(error)) < 1000 and "\n" not in error.message
        return "" if is_short else f"no short line: {error!s:.200}"
    except EXPECTED:
        pass
    except Exception as error:
        return f"{type(error).__name__}: {error!s:.200}"
    return ""


@pytest.mark.parametrize("name", CALLS)
def test_any_argument_is_taken_or_refused(name: str) -> None:
    function, arguments = CALLS[name]
    with ends_soon(), contextlib.suppress(EXPECTED):
        function(*arguments)
    for place in range(len(arguments)):
        for odd, make in ODD.items():
            given = [*arguments]
            given[place] = make()
            problem = problem_of(lambda given=given: function(*given))
            assert not problem, f"{odd} as argument {place}: {problem}"
    assert VALUE.hash_tree_root() == ROOT


def test_a_file_that_is_none_is_refused() -> None:
    for make in ODD.values():
        with contextlib.suppress(SSZError, OwnError, TypeError), ends_soon():
            dump_json(VALUE, make())
    text = io.StringIO()
    dump_json(VALUE, text)
    assert text.getvalue() == to_json(VALUE)
