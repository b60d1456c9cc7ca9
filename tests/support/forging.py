"""Claims about a value, true and forged, and what makes a forged one: whole parts of true ones.

An attacker has the value, and so all nodes of its tree, and every proof of it.  What he can't do is
find other bytes with the same hash.  So forged claims are made of true nodes, proofs and encodings
that are put where they do not belong; damaged bytes come on top of that.
"""

import contextlib
import functools
from collections.abc import Sequence
from typing import Any

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    Bytes48,
    CompatibleUnion,
    Container,
    List,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    SSZError,
    Union,
    Vector,
    boolean,
    query,
    uint8,
    uint16,
    uint64,
    uint256,
)
from pyssz.gindex import generalized_index
from pyssz.path import Pick
from pyssz.proof import Multiproof, Proof, multiproof, prove
from pyssz.queries import Scan


class Pair(Container):
    left: uint64
    right: uint64


class Single(Container):
    only: List[uint64, 4]


class Sparse(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    left: uint8
    right: ProgressiveList[uint64]


class Dense(ProgressiveContainer(active_fields=[1, 1, 1])):  # type: ignore[misc]
    left: uint8
    middle: uint64
    right: ProgressiveList[uint64]


class Record(Container):
    number: uint64
    ok: boolean
    key: Bytes48
    pair: Pair
    votes: List[uint16, 9]
    fours: Vector[uint64, 4]


Either: Any = CompatibleUnion({1: Sparse, 5: Dense})
Choice: Any = Union[None, uint64, Bytes32, Pair]


class Thing(Container):
    slot: uint64
    big: uint256
    numbers: List[uint64, 8]
    small: List[uint64, 4]
    hashes: List[Bytes32, 5]
    rows: List[Vector[uint64, 4], 6]
    records: List[Record, 2**40]
    oks: List[boolean, 40]
    flags: Bitvector[12]
    bits: Bitlist[300]
    open_bits: ProgressiveBitlist
    text: ByteList[70]
    notes: ProgressiveList[ByteList[40]]
    series: ProgressiveList[uint64]
    choice: Choice
    choices: List[Choice, 4]
    either: Either
    single: Single
    pairs: Vector[Pair, 3]


def value_of(seed: int) -> Any:
    """A value with many zeros, which look like what is not there."""
    zero = seed == 0
    return Thing(
        slot=0 if zero else 7,
        numbers=[0] * 3 if zero else [5, 0, 9, 0, 1],
        small=[] if zero else [0],
        hashes=[bytes(32)] * 2 if zero else [bytes(32), b"\1" * 32, Pair(left=1).hash_tree_root()],
        rows=[] if zero else [[0] * 4, [1, 2, 3, 4], [0] * 4],
        records=[]
        if zero
        else [
            Record(number=i, ok=i % 2, votes=range(i), fours=[0, i, 0, 0], pair=Pair(right=i % 2))
            for i in range(seed + 2)
        ],
        oks=[0] * 5 if zero else [1, 0, 1],
        flags=[not zero and i % 3 == 0 for i in range(12)],
        bits=[0] * 4 if zero else [i % 3 == 0 for i in range(270)],
        open_bits=[] if zero else [i % 2 for i in range(300)],
        text=b"" if zero else b"some text that takes more than a chunk",
        notes=[] if zero else [b"", b"abc", b"\0"],
        series=[] if zero else [0, 1, 2, 0, 0, 5, 6],
        choice=Choice() if zero else Choice(selector=seed % 4, value=_OPTIONS[seed % 4]),
        choices=[Choice(), Choice(selector=1, value=0), Choice(selector=3)][: seed + 1],
        either=Either(selector=1, data=Sparse())
        if zero
        else Either(selector=5, data=Dense(left=1, right=[4])),
        single=Single(only=[] if zero else [0, 2]),
        pairs=[Pair(), Pair(left=1), Pair(right=2)],
    )


_OPTIONS = [None, 9, Pair(left=1).hash_tree_root(), Pair(left=1)]
VALUES = [value_of(seed) for seed in range(4)]
ROOTS = [value.hash_tree_root() for value in VALUES]

_PATHS = """
.slot .big .numbers .numbers[0] .numbers[1] .numbers[2] .numbers[3] .numbers[7] .numbers[-1]
.numbers[0:2] .numbers[2:6] .numbers[*] .numbers[-2:] .numbers[1:1] len(.numbers) .small
.small[0] .small[1] .small[3] .small[*] .small[-1] len(.small) .hashes .hashes[0] .hashes[1]
.hashes[2] .hashes[4] .hashes[*] .hashes[0:3] .rows .rows[0] .rows[2] .rows[3] .rows[5]
.rows[0][1] .rows[4][1] .rows[*] .rows[*][0] .rows[*][1:1] .rows[5][2:2] .rows[4][@>3]
.rows[0][@>=0] .rows[5][0:4] .records .records[0] .records[1].ok .records[2].number .records[3]
.records[9] .records[1].votes .records[1].votes[0] .records[4].votes[3] .records[4].votes[8]
.records[9].votes[*] .records[9].fours[0:0] .records[*].number .records[0:2].ok
.records[ok].number .records[ok] .records[number>1].pair.right .records[number>1].votes[*]
.records[number<9].votes[@>0] .records[@index>1].ok .records[pair.right==1].pair
.records[*].votes[@>1] .records[0].votes[@>=0] .records[2].key .records[2].key[40]
.records[len(votes)>1].number .records[key[0]==0].fours[1] .records[-1].number len(.records)
len(.records[*].votes) .oks[0] .oks[1] .oks[4] .oks[5] .oks[*] .oks[@] .oks[@index<2] .flags
.flags[0] .flags[11] .flags[*] .flags[@] .flags[3:3] .bits .bits[0] .bits[3] .bits[4] .bits[269]
.bits[270] .bits[299] .bits[*] .bits[@index>265] .bits[-1] len(.bits) .open_bits .open_bits[0]
.open_bits[299] .open_bits[300] len(.open_bits) .text .text[0] .text[5] .text[69] .text[0:3]
.text[@==0x74] len(.text) .notes .notes[0] .notes[2] .notes[3] .notes[1][2] .notes[2][0]
.notes[2][1] .notes[0][0] .notes[*] .notes[*][0:1] .notes[len(@)>0] .series .series[0]
.series[3] .series[6] .series[7] .series[*] .series[@>1] len(.series) .choice .choice[0]
.choice[1] .choice[2] .choice[3] .choice[3].left .choice[3].right selector(.choice) .choices
.choices[0] .choices[0][0] .choices[1][1] .choices[1][2] .choices[2][3].right .choices[2][1]
.choices[3] .choices[3][0] .choices[*] selector(.choices[*]) .either .either[1] .either[1].left
.either[1].right .either[5].left .either[5].middle .either[5].right[0] .either[1].right[0]
.either[1].right[*] .either[5].right[@>3] active_fields(.either[5]) active_fields(.either[1])
selector(.either) .single .single.only .single.only[0] .single.only[1] .single.only[2]
.single.only[*] len(.single.only) .pairs .pairs[0] .pairs[1].left .pairs[*].right
.pairs[left==1] .pairs[@index>5] .pairs[2:2]
count(.numbers) count(.numbers[1:]) count(.series) count(.records[*].votes[*])
count(.records[1:].votes[0]) count(.records[9].votes[*]) count(.rows[*][1:3]) count(.pairs)
count(.bits[3:300]) count(.choices[*][1]) count(.either[5].right[*]) count((.numbers[*])[1:3])
count((.records[*].votes[*])[-2:]) count(.records[ok]) sum(.numbers) sum(.numbers[2:6])
sum(.series[-3:]) sum(.small) sum(.oks) sum(.flags) sum(.bits[0:300]) sum(.text) sum(.rows[*][1])
sum(.records[*].number) sum(.records[*].votes[*]) sum(.records[0:0].number) sum(.pairs[*].right)
sum(.records[*].ok) sum(.records[number>1].number) sum(.series[@>1]) sum(.either[1].right[*])
sum((.records[*].number)[1:3]) min(.numbers) min(.numbers[1:2]) min(.small) min(.records[*].number)
min(.pairs[*].left) min(.records[ok].number) max(.numbers) max(.series[2:9]) max(.oks)
max(.records[*].votes[*]) max(.records[1:].votes[0]) max(.choices[*][1]) max(.records[ok].number)
max(.pairs[*].right) (.numbers[*])[1:3] (.numbers)[-2:] (.numbers[1:])[1:9] (.rows[*])[0:2]
(.rows[*])[1:][1] (.rows[*][*])[1:6] (.records[*].number)[1:3] (.records[*].votes[*])[2:5]
(.records[*].votes[*])[-3:-1] ((.records[*].votes[*])[1:])[:2] (.records[1:].votes[0])[1:]
(.records[ok])[0:1].number (.records[ok].number)[-1:] (.records[number<9].votes[@>0])[1:2]
(.records[*])[1:3].votes[@>1] (.choices[*])[0:2][1] (.bits[*])[2:6] (.pairs[*].left)[5:]
"""
PATHS = tuple(_PATHS.split())
TYPED = [Thing.path(path) for path in PATHS]


class Draw:
    """Decisions, made by bytes: zeros when there are no more."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, count: int) -> int:
        """A number below another one."""
        width = 1 if count <= 256 else 2
        number = int.from_bytes(self._data[self._at : self._at + width], "little")
        self._at += width
        return number % count

    def of(self, things: Sequence[Any]) -> Any:
        return things[self.below(len(things))]

    def chance(self, one_in: int) -> bool:
        return self.below(256) % one_in == 1

    def rest(self) -> bytes:
        return self._data[self._at :]


@functools.cache
def true_result(value: int, path: int) -> bytes | None:
    """What a path leads to in a value; None if it does not have it."""
    try:
        return bytes(query(VALUES[value], TYPED[path]).encode_bytes())
    except SSZError:
        return None


@functools.cache
def scan_of(value: int, path: int) -> Scan | None:
    try:
        return query(VALUES[value], TYPED[path], include_scan=True).scan
    except SSZError:
        return None


def static_parts(path: Any, count: int) -> list[tuple[Any, ...]]:
    """Steps to parts that a path may lead to by its type alone, whether they are there or not."""
    ways: list[tuple[Any, ...]] = [()]
    for step in path.selection.steps:
        if isinstance(step, Pick):
            continue
        if isinstance(step, str):
            ways = [(*way, step) for way in ways]
        elif isinstance(step, int):
            ways = [(*way, step if step >= 0 else count + step) for way in ways]
        else:
            ways = [(*way, index) for way in ways for index in range(count)]
    return ways


def static_gindex(steps: tuple[Any, ...]) -> int | None:
    """The index of a part, up to where the tree goes."""
    for stop in range(len(steps), 0, -1):
        with contextlib.suppress(SSZError):
            return generalized_index(Thing, *steps[:stop])
    return None


@functools.cache
def true_proof(value: int, path: int, more: int) -> Multiproof | None:
    """The best proof that there is for a path: of all parts that there might be, and of words."""
    wanted: dict[int, None] = {}
    for count in range(1, 8):
        for steps in static_parts(TYPED[path], count):
            gindex = static_gindex(steps)
            if gindex is not None:
                wanted[gindex] = None
    if more:
        with contextlib.suppress(SSZError):
            wanted[TYPED[more].gindex] = None
    found: list[int] = []
    for gindex in sorted(wanted, reverse=True):
        if gindex > 1 and not any(_related(gindex, other) for other in found):
            with contextlib.suppress(SSZError):
                prove(VALUES[value], gindex=gindex)
                found.append(gindex)
    return multiproof(VALUES[value], found) if found else None


def _related(one: int, other: int) -> bool:
    low, high = sorted((one, other))
    return high >> high.bit_length() - low.bit_length() == low


@functools.cache
def honest_proof(value: int, path: int) -> Proof | Multiproof | None:
    try:
        return query(VALUES[value], TYPED[path], include_proof=True).proof
    except SSZError:
        return None


# ---- forging -------------------------------------------------------------------------------------


def forged_proof(draw: Draw, value: int, path: int) -> Any:
    """A proof that may have anything to do with a path, or not."""
    kind = draw.below(4)
    proof: Any
    if kind == 0:
        proof = honest_proof(value, path)
    elif kind == 1:
        proof = honest_proof(value, draw.below(len(PATHS)))
    else:
        proof = true_proof(value, path, draw.below(4) * 40 if kind == 3 else 0)
    if proof is None:
        proof = true_proof(value, path, 0) or prove(VALUES[value], "slot")
    while draw.chance(3):
        proof = altered_proof(draw, proof, value)
    return proof


def altered_proof(draw: Draw, proof: Any, value: int) -> Any:
    if isinstance(proof, Proof):
        change = draw.below(4)
        other = honest_proof(value, draw.below(len(PATHS)))
        if change == 0 and isinstance(other, Proof):
            return proof._replace(gindex=other.gindex)
        if change == 1 and isinstance(other, Proof):
            return proof._replace(leaf=other.leaf)
        if change == 2:
            return proof._replace(branch=swapped(draw, proof.branch))
        return proof._replace(gindex=proof.gindex ^ 1 << draw.below(8))
    change = draw.below(6)
    if change == 0:
        return proof._replace(leaves=swapped(draw, proof.leaves))
    if change == 1:
        return proof._replace(indices=swapped(draw, proof.indices))
    if change == 2:
        return proof._replace(proof=swapped(draw, proof.proof))
    if change == 3:
        return proof._replace(helper_indices=swapped(draw, proof.helper_indices))
    if change == 4:
        at = draw.below(len(proof.indices)) if proof.indices else 0
        indices = list(proof.indices)
        indices[at : at + 1] = [index ^ 1 << draw.below(6) for index in indices[at : at + 1]]
        return proof._replace(indices=tuple(indices), helper_indices=())
    return proof._replace(leaves=damaged_row(draw, proof.leaves))


def swapped(draw: Draw, row: Sequence[Any]) -> tuple[Any, ...]:
    """A row with an element dropped, doubled, or put in the place of another."""
    items = list(row)
    if not items:
        return ()
    one, other = draw.below(len(items)), draw.below(len(items))
    change = draw.below(4)
    if change == 0:
        items[one], items[other] = items[other], items[one]
    elif change == 1:
        items[one] = items[other]
    elif change == 2:
        del items[one]
    else:
        items.insert(one, items[other])
    return tuple(items)


def damaged_row(draw: Draw, row: Sequence[bytes]) -> tuple[bytes, ...]:
    items = list(row)
    if items:
        at = draw.below(len(items))
        items[at] = damaged(draw, items[at])
    return tuple(items)


def damaged(draw: Draw, data: bytes) -> bytes:
    """Bytes with one changed, one more or one less."""
    at = draw.below(len(data) + 1)
    change = draw.below(4)
    if change == 0:
        return data[:at] + data[at + 1 :]
    if change == 1:
        return data[:at] + bytes([draw.below(256)]) + data[at:]
    return data[:at] + bytes([draw.below(256)]) + data[at + 1 :]


def forged_result(draw: Draw, value: int, path: int) -> bytes:
    """An encoding that may be that of what a path leads to."""
    kind = draw.below(7)
    true = true_result(value, path)
    if kind == 0 and true is not None:
        result = true
    elif kind == 1:
        result = _default(path)
    elif kind == 2:
        result = true_result(draw.below(len(VALUES)), path) or b""
    elif kind == 3:
        result = true_result(value, draw.below(len(PATHS))) or b""
    elif kind == 4:
        result = _default(path) * draw.below(5)
    elif kind == 6 and true:
        result = _shifted(draw, true)
    else:
        result = (true or b"") + _default(path)
    if draw.chance(4):
        result = damaged(draw, result)
    return result


def _shifted(draw: Draw, data: bytes) -> bytes:
    """A number that is a little larger or smaller: of one part more or less, or of another sum."""
    number = int.from_bytes(data, "little") + draw.below(9) - 4
    return (number % (1 << 8 * len(data))).to_bytes(len(data), "little")


def _default(path: int) -> bytes:
    return _empty(TYPED[path].type)


def _empty(kind: Any) -> bytes:
    """The encoding of the default of a type; of one that has none, nothing."""
    try:
        return bytes(kind.default().encode_bytes()) if kind else b""
    except SSZError:
        return b""
