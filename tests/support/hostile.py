"""What strangers may send to each part of the public API, and what must hold whatever it is.

A target takes bytes.  It raises nothing but AssertionError: what is wrong with the bytes is to be
an :class:`SSZError`, which the target takes; what is accepted has to be right.  The bytes come from
hypothesis (tests/spec/test_hostile_input.py) or from libFuzzer (tests/fuzz/fuzz_api.py).
"""

import contextlib
import io
import itertools
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    CompatibleUnion,
    Container,
    DecodeError,
    List,
    Preset,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    SSZError,
    Union,
    Vector,
    boolean,
    dump_json,
    from_json,
    from_yaml,
    query,
    to_json,
    to_yaml,
    uint8,
    uint16,
    uint64,
    uint256,
)
from pyssz.cli import main
from pyssz.diff import Patch, apply, diff
from pyssz.gindex import generalized_index, get_helper_indices, gindex_to_path
from pyssz.hexdump import hexdump
from pyssz.io import snappy
from pyssz.proof import CompressedMultiproof, Multiproof, Proof, multiproof, proven_nodes
from pyssz.queries import verify_complete, verify_result
from pyssz.sizes.expression import as_size
from pyssz.text.json_reader import Refusal, encoding_of
from pyssz.text.objects import read_objects
from support import hostile_era, lying
from support.claims import claim
from support.forged_era import forged
from support.proof_files import file_claim


class Point(Container):
    epoch: uint64
    root: Bytes32


class Record(Container):
    number: uint64
    ok: boolean
    bits: Bitlist[20]
    votes: List[uint16, 9]


class Sparse(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    left: uint8
    right: ProgressiveList[uint64]


Either = CompatibleUnion({1: Sparse, 5: Sparse})


class State(Container):
    slot: uint64
    big: uint256
    flags: Bitvector[12]
    point: Point
    records: List[Record, 2**40]
    points: ProgressiveList[Point]
    notes: Vector[ByteList[10], 2]
    choice: Union[None, uint64, Record]
    either: Either  # type: ignore[valid-type]
    sparse: Sparse
    open_bits: ProgressiveBitlist


def example(seed: int) -> Any:
    return State(
        slot=seed,
        big=2**200 + seed,
        flags=[i % 3 == 0 for i in range(12)],
        point=Point(epoch=7, root=bytes(range(32))),
        records=[
            Record(number=i, ok=i % 2, bits=[1] * i, votes=range(i)) for i in range(seed % 5 + 2)
        ],
        points=[Point(epoch=i) for i in range(4)],
        notes=[b"abc", b""],
        choice=Union[None, uint64, Record](selector=1, value=9),
        either=Either(selector=5, data=Sparse(left=9)),
        sparse=Sparse(left=1, right=[2, 3]),
        open_bits=[True, False],
    )


OLD, NEW = example(3), example(6)
ROOT = OLD.hash_tree_root()
TYPES: tuple[Any, ...] = (State, Record, List[Record, 2**40], Sparse, Bitlist[20], uint256)

PATHS = (
    ".records[1].votes",
    ".records[number > 1 and ok == true].number",
    ".points[-1].root",
    ".choice",
    ".records[0:2].ok",
    "len(.records)",
    ".flags[3]",
    ".notes[0]",
)


@contextlib.contextmanager
def refused() -> Iterator[None]:
    """Errors of this library are no surprise."""
    with contextlib.suppress(SSZError):
        yield


def refusal(call: Callable[[], Any]) -> DecodeError | None:
    """What was wrong, if something was."""
    try:
        call()
    except DecodeError as error:
        return error
    return None


def typed(data: bytes) -> tuple[Any, bytes]:
    """A type that the first byte chooses, and the rest."""
    return TYPES[data[0] % len(TYPES)] if data else State, data[1:]


# ---- targets -------------------------------------------------------------------------------------


class Pieces(io.RawIOBase):
    """A stream that gives as many bytes at a time as it likes."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data
        self._at = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = min(len(buffer), self._at * 7 % 11 + 1)
        piece = self._data[self._at : self._at + size]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)


def decode(data: bytes) -> None:
    cls, data = typed(data)
    error = refusal(lambda: cls.decode_bytes(data))
    if error:
        assert error.code
        assert error.offset is not None
        assert error.offset <= len(data)
        assert refusal(lambda: cls.decode_from(Pieces(data)))
        assert refusal(lambda: cls.hash_tree_root_of(Pieces(data), len(data)))
        return
    value = cls.decode_bytes(data)
    assert value.encode_bytes() == data
    assert value.value_byte_length() == len(data)
    root = value.hash_tree_root()
    assert cls.hash_tree_root_of(Pieces(data), len(data)) == root
    assert cls.decode_from(Pieces(data)) == value
    assert from_json(cls, to_json(value)).encode_bytes() == data
    assert cls.from_obj(value.to_obj()).hash_tree_root() == root
    assert len(list(hexdump(value))) or not data
    if isinstance(value, State):
        assert apply(OLD, diff(OLD, value).patch()).encode_bytes() == data


def outcome(call: Callable[[], Any]) -> tuple[Any, str]:
    """The encoding of what a call gives, or the code of why it does not."""
    try:
        return call().encode_bytes(), ""
    except SSZError as refusal:
        error = refusal
    assert error.code
    assert len(str(error)) < 2000
    return None, error.code


#: Rules of reading JSON: strict, ignore_unknown, envelope.
JSON_RULES = tuple(itertools.product((False, True), (False, True), (None, False, True)))


def read_json(data: bytes) -> None:
    """Held against the standard library and ``from_obj``; what rules refuse beyond is only less."""
    cls, data = typed(data)
    if data.count(b"[") + data.count(b"{") < 400:  # deeper, and each reader has its own limit
        for rules in JSON_RULES:
            strict, ignore, envelope = rules
            quick = encoding_of(cls, data, strict=strict, ignore_unknown=ignore, envelope=envelope)
            slow, _ = outcome(lambda: read_objects(cls, data, *rules))  # noqa: B023
            taken = None if isinstance(quick, Refusal) else quick
            assert taken == slow, (cls, rules, data)
    outcome(lambda: from_json(cls, data.decode("utf-8", "surrogateescape")))
    found, code = outcome(lambda: from_json(cls, data, envelope=False))
    try:
        obj = json.loads(data)
    except (ValueError, RecursionError):
        assert code in ("NOT_JSON", "DUPLICATE_MEMBER")  # two of a name may come first
        return
    if code == "NOT_JSON":
        assert any(word in data.decode(json.detect_encoding(data)) for word in ("NaN", "Infinity"))
    elif code != "DUPLICATE_MEMBER":
        assert (found, code) == outcome(lambda: cls.from_obj(obj))
    known, _ = outcome(lambda: from_json(cls, data, envelope=False, ignore_unknown=False))
    strict, _ = outcome(lambda: from_json(cls, data, strict=True))
    assert known in (None, found)
    assert strict in (None, known)
    opened, _ = outcome(lambda: from_json(cls, data))
    assert found is None or opened == found
    if opened is not None:
        value = cls.decode_bytes(opened)
        text = to_json(value)
        assert from_json(cls, text, strict=True) == value
        written = io.BytesIO()
        dump_json(value, written)
        assert json.loads(written.getvalue()) == json.loads(text)


def read_yaml(data: bytes) -> None:
    """Held against PyYAML's loader where that does no harm: on short text without aliases."""
    cls, data = typed(data)
    outcome(lambda: from_yaml(cls, data.decode("utf-8", "surrogateescape")))
    found, code = outcome(lambda: from_yaml(cls, data))
    known, _ = outcome(lambda: from_yaml(cls, data, ignore_unknown=False))
    assert known in (None, found)
    if found is not None:
        value = cls.decode_bytes(found)
        assert from_yaml(cls, to_yaml(value), ignore_unknown=False) == value
    if len(data) > 2000 or set(data) & set(b"&*") or data.count(b"[") + data.count(b"{") > 50:
        return
    try:
        obj = yaml.safe_load(data)
    except Exception:  # what it raises is what `from_yaml` is to spare its callers
        return
    theirs, _ = outcome(lambda: cls.from_obj(obj))
    if found is None:
        # It takes tags, numbers that are not decimal, the last of two values, yes for true, ...
        assert theirs is None or code in ("NOT_YAML", "WRONG_TYPE")
    else:
        # ... and takes names such as `on` for true, so a field may be missing there.
        assert theirs in (None, found)


def walk_path(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    with refused():
        path = State.path(text)
        assert State.path(str(path)) == path
        answer = query(OLD, path, max_parts=1000, include_proof=True)
        result = answer.encode_bytes()
        parts = answer.parts[0] if path.is_single else answer.parts
        assert verify_result(State, parts, result, answer.proof, ROOT)
        if not path.is_single:
            scan = query(OLD, path, include_scan=True).scan
            assert verify_complete(State, path, result, scan, ROOT)


def patch(data: bytes) -> None:
    with refused():
        made = apply(OLD, Patch.decode_bytes(data))
        assert made.encode_bytes() == State.decode_bytes(made.encode_bytes()).encode_bytes()
    assert OLD.hash_tree_root() == ROOT


class Claim(Container):
    """What a stranger says that a proof is."""

    path: ByteList[100]
    gindex: uint64
    indices: List[uint64, 20]
    leaves: List[Bytes32, 20]
    nodes: List[ByteList[33], 100]
    zero_levels: List[uint8, 100]
    result: ByteList[1000]


def claim_of(*paths: str) -> bytes:
    """The encoding of a proof that is one."""
    proof = multiproof(OLD, [State.path(path).gindex for path in paths])
    claim = Claim(
        path=paths[0].encode(),
        gindex=proof.indices[0],
        indices=proof.indices,
        leaves=proof.leaves,
        nodes=proof.proof,
        result=query(OLD, paths[0]).encode_bytes(),
    )
    return claim.encode_bytes()


def verify(data: bytes) -> None:
    with refused():
        claim: Any = Claim.decode_bytes(data)
        indices = tuple(int(index) for index in claim.indices)
        leaves = tuple(bytes(leaf) for leaf in claim.leaves)
        nodes = tuple(bytes(node) for node in claim.nodes)
        levels = tuple(int(level) for level in claim.zero_levels)
        several = Multiproof(indices, leaves, (), nodes)
        for proof in (Proof(int(claim.gindex), leaves[0] if leaves else b"", nodes), several):
            with refused():
                if proof.verify(ROOT):
                    known = proven_nodes(proof)
                    assert known[1] == ROOT
                    str(State.from_proof(proof).parts())
            with refused():
                text = bytes(claim.path).decode("utf-8", "replace")
                result = bytes(claim.result)
                if verify_result(State, text, result, proof, ROOT):
                    assert query(OLD, text).encode_bytes() == result
        with refused():
            CompressedMultiproof(indices, leaves, nodes, levels).decompressed().verify(ROOT)
        with refused():
            get_helper_indices(indices)
        with refused():
            steps = gindex_to_path(State, int(claim.gindex))
            assert generalized_index(State, *steps) == claim.gindex


def unpack(data: bytes) -> None:
    with refused():
        content = snappy.decompress(data, max_bytes=2**20)
        assert snappy.decompress(snappy.compress(content)) == content
    if data.startswith(FRAMED):
        with refused():
            State.decode_from(snappy.FramedReader(Pieces(data)), max_bytes=2**20)


EDITED = OLD.copy()
EDITED.records[1].votes.append(77)
EDITED.notes[1] = b"edited"

WRITTEN = (OLD, EDITED, OLD.records[1], EDITED.records[1], uint256(7))
FRAMES = tuple(
    snappy.compress(value.encode_bytes(), framed=True)
    for value in (OLD, OLD.records[1], OLD.sparse)
)


def streams(data: bytes) -> None:
    """The first bytes are what a stream does, see support.lying; the others what it holds."""
    length = data[0] % 64 if data else 0
    words, rest = data[1 : 1 + length], data[1 + length :]
    if rest[:1] == b"w":
        lying.write(WRITTEN[len(rest) % len(WRITTEN)], words)
    elif rest[:1] == b"s":
        lying.read(State, FRAMES[len(rest) % len(FRAMES)], words[:1] + b"\4" + words[1:])
    else:
        lying.read(*typed(rest), words)


#: What a framed stream begins with.
FRAMED = b"\xff\x06\x00\x00sNaPpY"


def size(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    with refused():
        as_size(text)
        kind = List[uint8, text]
        assert kind[P_VALUES].limit() >= 0


def archive(data: bytes) -> None:
    hostile_era.read(data, refused)


def forged_archive(data: bytes) -> None:
    hostile_era.read(forged(data), refused)


P_VALUES = Preset("fuzz", {"A": 3, "B": 2**20, "DEPTH": 32})


def command(data: bytes) -> None:
    """Files of a command line: whatever they hold, there is an exit status."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / ("object.ssz_snappy" if data[:1] == b"s" else "object.ssz")
        file.write_bytes(data[1:])
        converted = str(file.with_suffix(".json"))
        for name, *words in (["root"], ["hexdump"], ["convert", converted]):
            said = io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                status = main([name, "--type=deneb.BeaconBlockHeader", str(file), *words])
            assert status in (0, 1)


# ---- the table -----------------------------------------------------------------------------------


class Target(NamedTuple):
    """A part of the API.

    Attributes:
        run: takes bytes.
        seeds: inputs that get far.
        words: what inputs are made of, besides bytes.
    """

    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]
    words: tuple[str, ...] = ()


_NUMBERS = ("0", "1", "-1", "2", "9", "255", "18446744073709551615", "18446744073709551616", "1e9")

JSON_WORDS = (
    *("{", "}", "[", "]", '"', ":", ",", "null", "true", "NaN", "\\ud800", "0x", *_NUMBERS),
    *('"data"', '"value"', '"selector"', '"number"', '"ok"', '"bits"', '"votes"', '"x":1'),
    *('"0x0100000000000000"', '["0"]', "[true]", "[{}]", "1e999", "-0", '"-0"', '""', '"01"'),
)

YAML_WORDS = (
    *("&a ", "*a", "!!python/object:os.system", "- ", ": ", "|", "<<: ", "\n", "[", *_NUMBERS),
    *("]", "{", "}", ", ", "? ", "---\n", "...\n", "%TAG ! a\n", "%YAML 1.1\n", "#", "'", '"'),
    *("!!int ''", "!!bool x", "!!timestamp x", "!!str ", "! ", "0x10", "010", "1:30", "1_0"),
    *("~", "yes", "null", "true", ".5", "1e3", "\\UFFFFFFFF", "\u2028", "  ", "\t", ">-\n"),
    *("number", "ok", "bits", "votes", "selector", "value", "data", "'0x05'", "'0x'", "''"),
)

TARGETS = {
    "decode": Target(
        decode,
        tuple(
            bytes([i]) + value.encode_bytes()
            for i, value in enumerate((OLD, OLD.records[1], OLD.records, OLD.sparse))
        ),
    ),
    "json": Target(
        read_json,
        (
            b"\0" + to_json(OLD).encode(),
            b"\1" + to_json(OLD.records[1]).encode(),
            b"\2[]",
            b'\4"0x0f"',
        ),
        JSON_WORDS,
    ),
    "yaml": Target(
        read_yaml,
        (b"\0" + to_yaml(OLD).encode(), b"\1number: 1\nok: true\nbits: '0x01'\nvotes: [1]\n"),
        YAML_WORDS,
    ),
    "path": Target(
        walk_path,
        tuple(path.encode() for path in PATHS),
        (
            *(".records", ".points", ".choice", "number", "ok", "bits", "votes", "epoch", "root"),
            *("[", "]", "(", ")", ":", "-", "==", "<", ">=", "and", "or", "not", "in", "@"),
            *("len(", "0x00", "true", "..", "*", *_NUMBERS),
        ),
    ),
    "patch": Target(patch, (diff(OLD, NEW).patch().encode_bytes(),), (".records", "[0]", "number")),
    "verify": Target(
        verify, (claim_of(".slot"), claim_of(".point.root", ".slot"), claim_of(".records[1].ok"))
    ),
    # What these make of bytes are structures: forged ones whose pieces are all true.
    "claim": Target(
        claim,
        tuple(bytes([value, path]) + bytes(9) for value in range(4) for path in range(0, 160, 13)),
    ),
    "proof_file": Target(
        file_claim, tuple(bytes([value, 2, 0, 5, 11]) + bytes(9) for value in range(3))
    ),
    "snappy": Target(
        unpack,
        (
            snappy.compress(OLD.encode_bytes()),
            snappy.compress(OLD.encode_bytes(), framed=True),
        ),
    ),
    "streams": Target(
        streams,
        (
            b"\0w",
            b"\0s",
            *(
                bytes([8, way, how, 1, 0, 7, 2, 5, 13]) + bytes([kind]) + value.encode_bytes()
                for kind, value in enumerate((OLD, OLD.records[1], OLD.records, OLD.sparse))
                for how in range(5)
                for way in range(5)
            ),
            *(bytes([9, 1, 0, 7, 2, 5, what, 3, 4, 9]) + b"w" for what in range(16)),
            *(bytes([9, 1, 1, 0, 7, 2, 5, what, 3, 4]) + b"s" for what in range(16)),
        ),
    ),
    "era": Target(
        archive,
        tuple(hostile_era.seeds()),
        ("e2", "i2", "\1\0", "\2\0", "\0\0\0\0", "\x01", "\x04", "\x08", "sNaPpY", "\x7f"),
    ),
    # A program that makes a file, see support.forged_era.
    "forged_era": Target(
        forged_archive,
        tuple(bytes([seed, 0, is_indexed]) for seed in range(4) for is_indexed in (0, 1)),
    ),
    "size": Target(
        size,
        (b"A * B", b"ceil_div(A, 2) + 2**DEPTH", b"max(A, B) // 3", b"default(C, 9)"),
        ("A", "B", "C", "+", "-", "*", "/", "//", "%", "**", "(", ")", ",", "min(", *_NUMBERS),
    ),
    "command": Target(command, (b"r" + bytes(112), b"s" + snappy.compress(bytes(112)))),
}
