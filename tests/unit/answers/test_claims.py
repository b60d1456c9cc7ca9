"""Claims about a value: what is accepted is true, whoever made it, and whatever it is made of."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pyssz import (
    Bitlist,
    Bytes32,
    Container,
    List,
    NotProvenError,
    ProgressiveContainer,
    ProofError,
    SSZError,
    Vector,
    boolean,
    query,
    uint8,
    uint64,
    uint256,
)
from pyssz.errors import InvalidIndexError, InvalidTypeError, NavigationError
from pyssz.path import Pick
from pyssz.proof import Multiproof, Proof, compressed, multiproof, prove
from pyssz.queries import Scan, verify_complete, verify_result, verify_selected
from support import claims, forging
from support.forging import PATHS, ROOTS, TYPED, VALUES, Draw, Thing
from support.merkle_spec import UnprovenError, accepts, root_of
from support.strategies import Sample, built, examples, plain_of, samples

FULL, EMPTY = VALUES[2], VALUES[0]


def verified(value: Any, path: Any, result: bytes, proof: Any) -> bool:
    return verify_result(type(value), path, result, proof, value.hash_tree_root())


# ---- parts that are not there --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "zeros"),
    [
        (".numbers[5]", bytes(8)),  # in the chunk after the last element
        (".numbers[7]", bytes(8)),
        (".hashes[4]", bytes(32)),
        (".rows[5]", bytes(32)),
        (".rows[4][2]", bytes(8)),
        (".oks[5]", b"\0"),
        (".bits[280]", b"\0"),
        (".open_bits[310]", b"\0"),
        (".text[60]", b"\0"),
        (".notes[1][30]", b"\0"),
        (".series[7]", bytes(8)),
        (".single.only[3]", bytes(8)),
    ],
)
def test_elements_past_the_length_are_not_there(path: str, zeros: bytes) -> None:
    """Their nodes are zero, and are proven; the length beside them says that they are none."""
    proof = prove(FULL, gindex=Thing.path(path).gindex)
    assert proof.verify(FULL.hash_tree_root())
    assert not verified(FULL, path, zeros, proof)
    assert not verified(FULL, [path], zeros, proof)
    several = multiproof(FULL, [proof.gindex])
    assert not verified(FULL, path, zeros, several)
    assert not verified(FULL, path, zeros, compressed(several))
    with pytest.raises((InvalidIndexError, NavigationError, NotProvenError)):
        Thing.from_proof(proof).read(path)
    kind: Any = Thing.path(path).type
    with pytest.raises(ProofError, match="is not the proven one"):
        Thing.from_proof(proof, values={path: kind.decode_bytes(zeros)})


@pytest.mark.parametrize(
    ("selector", "value", "path", "result"),
    [
        (2, bytes(32), ".choice[1]", bytes(8)),
        (2, bytes(32), ".choice[0]", b""),
        (1, 0, ".choice[2]", bytes(32)),
        (1, 0, ".choice[0]", b""),
        (0, None, ".choice[1]", bytes(8)),
        (
            2,
            forging.Pair(left=5).hash_tree_root(),
            ".choice[3]",
            forging.Pair(left=5).encode_bytes(),
        ),
    ],
)
def test_options_that_are_not_selected(selector: int, value: Any, path: str, result: bytes) -> None:
    thing = EMPTY.copy()
    thing.choice = forging.Choice(selector=selector, value=value)
    proof = prove(thing, "choice", selector)
    assert proof.verify(thing.hash_tree_root())
    assert not verified(thing, path, result, proof)
    with pytest.raises((NavigationError, NotProvenError)):
        Thing.from_proof(proof).read(path)
    own = f".choice[{selector}]"
    assert verified(thing, own, query(thing, own).encode_bytes(), proof)
    assert list(map(str, Thing.from_proof(proof).parts())) == [own]


def test_fields_of_an_option_that_is_not_selected() -> None:
    """Both options have a field at that place, and only one has the one between."""
    assert FULL.either.selector() == 5
    for path, result in ((".either[1].left", b"\1"), (".either[1].right[0]", bytes([4] + [0] * 7))):
        steps = Thing.path(path.replace("[1]", "[5]")).steps
        proof = prove(FULL, *steps)
        assert verified(FULL, Thing.path(*steps), result, proof)
        assert not verified(FULL, path, result, proof)


def test_fields_that_are_not_active() -> None:
    """The root is that of a later version of the type, which lacks a field: its place is zero."""

    class Then(ProgressiveContainer(active_fields=[1, 1])):  # type: ignore[misc]
        kept: uint64
        dropped: uint64

    class Now(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
        kept: uint64
        other: uint64

    now = Now(kept=5, other=6)
    proof = prove(now, gindex=Then.path(".dropped").gindex)
    assert proof.verify(now.hash_tree_root())
    for call in (
        lambda: verify_result(Then, ".dropped", bytes(8), proof, now.hash_tree_root()),
        lambda: Then.from_proof(proof).dropped,
    ):
        with pytest.raises(ProofError) as caught:
            call()
        assert caught.value.code == "NOT_A_VALUE"


@pytest.mark.parametrize(
    ("path", "last"),
    [
        (".rows[5][@>3]", 2),
        (".rows[4][*]", 2),
        (".rows[3][1:1]", 2),
        (".records[9].fours[@>5]", 3),
        (".choice[2][@>5]", 2),
    ],
)
def test_an_empty_scan_of_what_is_not_there(path: str, last: int) -> None:
    """Nothing of an element that does not exist is no answer: a query raises an error."""
    thing = FULL.copy()
    thing.choice = forging.Choice(selector=1, value=0)
    steps = Thing.path(path.partition("[@")[0].partition("[*")[0].partition("[1:")[0]).steps
    kind: Any = Thing.path(*steps).type
    with pytest.raises(NavigationError):
        query(thing, path)
    try:
        proof = prove(thing, *steps)
    except NavigationError:
        proof = prove(thing, *steps[:-1])  # zeros go no deeper
    scan = Scan(kind.default().encode_bytes(), proof)
    root = thing.hash_tree_root()
    assert proof.verify(root)
    assert not verify_complete(Thing, path, b"", scan, root)
    if "@" not in path:
        assert not verify_result(Thing, path, b"", proof, root)


def test_ranges_without_parts_still_need_what_they_are_of() -> None:
    rows = query(FULL, [".rows[1][2:2]", ".slot"], include_proof=True)
    assert verified(FULL, ".rows[1][2:2]", b"", rows.proof)
    assert not verified(FULL, ".rows[5][2:2]", b"", rows.proof)
    assert not verified(FULL, ".rows[1][2:2]", bytes(8), rows.proof)
    with pytest.raises(ProofError, match=r"len\(\.rows\) is not proven"):
        verified(FULL, ".rows[1][2:2]", b"", prove(FULL, "single", "only"))
    alone = query(FULL, ".flags[3:3]", include_proof=True)
    assert verified(FULL, ".flags[3:3]", b"", alone.proof)


def test_scans_of_lists_counted_from_the_end() -> None:
    answer = query(FULL, ".records[-1].votes[@>0]", include_scan=True)
    root = FULL.hash_tree_root()
    assert verify_complete(Thing, answer.path, answer.encode_bytes(), answer.scan, root)
    other = query(FULL, ".records[0].votes[@>0]", include_scan=True)
    with pytest.raises(ProofError, match="is not one of"):
        verify_complete(Thing, answer.path, answer.encode_bytes(), other.scan, root)


# ---- trees that are of no value of the type ------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "path", "result"),
    [
        (List[uint8, 64]([1] * 9), ".[2]", b"\1"),  # a length past the limit
        (List[uint64, 32]([1] * 8), ".[1]", b"\1"),
    ],
)
def test_a_length_past_the_limit_is_of_another_type(other: Any, path: str, result: bytes) -> None:
    Narrow = List[uint8, 8] if other[0].type_byte_length() == 1 else List[uint64, 7]
    steps = type(other).path(path).steps
    proof = prove(other, *steps)
    depth = proof.gindex.bit_length() - Narrow.path(path).gindex.bit_length()
    shorter = Proof(Narrow.path(path).gindex, proof.leaf, proof.branch[depth:])
    root = Proof(shorter.gindex, proof.leaf, shorter.branch)
    from pyssz.proof import branch_root

    with pytest.raises(ProofError) as caught:
        verify_result(Narrow, path, result, root, branch_root(root.leaf, root.gindex, root.branch))
    assert caught.value.code == "NOT_A_VALUE"


def test_padding_is_zero() -> None:
    class Two(Container):
        number: uint64
        ok: boolean

    class Packed(Container):
        bits: Bitlist[20]
        few: List[uint64, 4]

    wide = Vector[Bytes32, 2]([b"\5" + bytes(7) + b"\1" * 24, b"\2" + bytes(31)])
    for field in ("number", "ok"):
        partial = Two.from_proof(prove(wide, 0 if field == "number" else 1))
        with pytest.raises(ProofError, match="nodes that it cannot have") as caught:
            partial.read(f".{field}")
        assert caught.value.code == "NOT_A_VALUE"
    assert not verify_result(
        Two, ".number", b"\5" + bytes(7), prove(wide, 0), wide.hash_tree_root()
    )
    # One element, and something after it in its chunk.
    Pairs = Vector[Vector[Bytes32, 2], 2]
    word = (1).to_bytes(32, "little")
    tree = Pairs([[b"\xff" * 32, word], [b"\1" * 32, word]])
    for path, result in ((".few[0]", b"\1" * 8), (".bits[0]", b"\1")):
        at = 0 if "bits" in path else 1
        proof = prove(tree, at, 0)
        with pytest.raises(ProofError) as caught:
            verify_result(Packed, path, result, proof, tree.hash_tree_root())
        assert caught.value.code == "NOT_A_VALUE"
        for read in (path, path[:-3])[: 2 - at]:
            with pytest.raises(ProofError) as caught:
                Packed.from_proof(proof).read(read)
            assert caught.value.code == "NOT_A_VALUE"


def test_values_are_of_the_type_of_their_path() -> None:
    class Outer(Container):
        point: forging.Pair
        zero: uint64

    outer = Outer(point=forging.Pair(left=1, right=2))
    Alike = Vector[uint64, 4]
    proof = prove(outer, "zero")
    with pytest.raises(ProofError, match="is not the proven one"):
        Outer.from_proof(proof, values={".zero": uint8(0)})
    same_root = List[Bytes32, 1]()
    assert not isinstance(same_root, Alike)
    other = query(forging.Single(only=[1]), "len(.only)", include_proof=True)
    with pytest.raises(InvalidTypeError):
        Outer.from_proof(other)


# ---- conditions ----------------------------------------------------------------------------------

CONDITION = ".records[number > 0 and @index < 3].votes[0:1]"


def selected(elements: Any, result: bytes, proof: Any = None) -> bool:
    answer = query(FULL, CONDITION, include_proof=True)
    return verify_selected(
        Thing, CONDITION, elements, result, proof or answer.proof, FULL.hash_tree_root()
    )


def test_parts_of_a_condition_are_shown_by_the_elements() -> None:
    answer = query(FULL, CONDITION, include_proof=True)
    elements, result = answer.elements, answer.encode_bytes()
    assert [str(path) for path, _ in elements] == [".records[1]", ".records[2]"]
    assert selected(elements, result)
    assert selected([(str(path), data) for path, data in elements], result)
    assert selected(elements[:1], result[:2])  # there may be more
    assert not selected(elements[:1], result)
    assert not selected(elements[::-1], result)
    assert not selected(elements + elements[-1:], result + result[-2:])
    assert not selected(elements, result + bytes(2))
    path, data = elements[0]
    assert not selected([(path, elements[1][1]), elements[1]], result)
    assert not selected([(".records[0]", data), elements[1]], result)
    for unmet in (0, 3):  # by what is in it, and by its position
        part = FULL.records[unmet]
        proof = multiproof(FULL, [("records", unmet)])
        votes = part.votes[0:1]
        body = b"".join(vote.encode_bytes() for vote in votes)
        assert not selected([(f".records[{unmet}]", part.encode_bytes())], body, proof)
    for stray in (".notes[1]", ".records", ".records[1].votes", ".records[9]"):
        assert not selected([(stray, data)], result[:2])
    with pytest.raises(ProofError, match="pass at least one of the elements"):
        selected([], b"")
    with pytest.raises(ProofError, match="no condition"):
        verify_selected(Thing, ".slot", elements, b"", prove(FULL, "slot"), FULL.hash_tree_root())


def test_elements_that_are_numbers_or_bits() -> None:
    root = FULL.hash_tree_root()
    for path in (".numbers[@ > 4]", ".flags[@]", ".text[@ == 0x74]", ".oks[@]", ".rows[1][@ > 2]"):
        answer = query(FULL, path, include_proof=True)
        elements, result = answer.elements, answer.encode_bytes()
        assert verify_selected(Thing, path, elements, result, answer.proof, root)
        assert query(FULL, ".slot").elements == []


# ---- what is computed of several parts -----------------------------------------------------------

COMPUTED = [path for path in PATHS if path.startswith(("count", "sum", "min", "max", "len(", "("))]


@pytest.mark.parametrize("path", COMPUTED)
def test_computed_claims_that_are_a_little_wrong(path: str) -> None:
    """With the right proof or scan, and numbers that other parts would have given."""
    typed = Thing.path(path)
    if typed.is_single:
        return
    answer = query(FULL, path, include_scan=True) if FULL_HAS[path] else None
    if answer is None:
        return
    result, root = answer.encode_bytes(), FULL.hash_tree_root()
    proof = None if typed.has_condition else query(FULL, path, include_proof=True).proof
    kind: Any = typed.type
    size = kind.type_byte_length() if typed.aggregate else len(result)
    forged = [
        ((int.from_bytes(result, "little") + by) % 2 ** (8 * size)).to_bytes(size, "little")
        for by in (1, -1, 2, 256)
        if size
    ]
    forged += [b"", result + b"\0", result[:-1], bytes(len(result))]
    if not typed.aggregate:
        forged += [result * 2, result[: len(result) // 2]]
    for wrong in forged:
        if wrong == result:
            continue
        assert not accepted(lambda w=wrong: verify_complete(Thing, path, w, answer.scan, root))
        if proof is not None:
            assert not accepted(lambda w=wrong: verify_result(Thing, path, w, proof, root))
    if proof is not None:
        assert verify_result(Thing, path, result, proof, root)


def accepted(call: Any) -> bool:
    try:
        return bool(call())
    except SSZError:
        return False


def has(path: str) -> bool:
    return forging.true_result(2, PATHS.index(path)) is not None


FULL_HAS = {path: has(path) for path in COMPUTED}


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("sum(.series)", "sum(.series[0:4])"),
        ("count(.numbers)", ".slot"),
        ("count(.records[*].votes[*])", "count(.records)"),
        ("count(.records[1:].votes[0])", "count(.records)"),
        ("count(.choices[*])", ".slot"),
        ("max(.records[*].number)", "max(.records[0:2].number)"),
        ("(.records[*].number)[1:3]", ".records[0:2].number"),
        ("(.records[*].votes[*])[-2:]", ".records[3].votes[*]"),
        ("sum(.records[ok].number)", "sum(.records[*].number)"),
        ("(.records[ok].number)[0:1]", ".records[1:2].number"),
    ],
)
def test_what_a_number_is_computed_of_has_to_be_proven(path: str, other: str) -> None:
    proof = query(FULL, other, include_proof=True).proof
    result = query(FULL, path).encode_bytes()
    assert proof is not None
    with pytest.raises(ProofError) as caught:
        verified(FULL, path, result, proof)
    assert caught.value.code == "NOT_PROVEN"


def test_numbers_past_the_end_are_not_summed_or_counted() -> None:
    """Their nodes are proven: in the same chunk, in the next one, and past a pick."""
    nodes = multiproof(FULL, [Thing.path(f".numbers[{at}]").gindex for at in (0, 4)])
    for path, right in (
        ("sum(.numbers)", 15), ("sum(.numbers[3:8])", 1), ("count(.numbers[0:8])", 5),
        ("max(.numbers[3:])", 1), ("min(.numbers[4:])", 1), ("count((.numbers[*])[3:9])", 2),
    ):  # fmt: skip
        size = 32 if path.startswith("sum") else 8
        for number in range(20):
            assert verified(FULL, path, number.to_bytes(size, "little"), nodes) == (number == right)
    for path in ("min(.numbers[5:])", "max(.numbers[6:8])"):  # of no parts
        assert not verified(FULL, path, bytes(8), nodes)
    ((last,),) = [query(FULL, "(.numbers[*])[4:9]").value]
    assert verified(FULL, "(.numbers[*])[4:9]", last.encode_bytes(), nodes)
    assert not verified(FULL, "(.numbers[*])[4:9]", last.encode_bytes() + bytes(8), nodes)


def test_nothing_is_computed_of_what_is_no_value() -> None:
    """A list of booleans whose chunk has a 2, and one with something past its end."""
    oks = List[boolean, 40]
    for chunk in (b"\1\2", b"\1\1\1"):
        raw = List[uint8, 40](chunk)
        word = (2).to_bytes(32, "little")
        node = chunk.ljust(32, b"\0")
        other = Vector[uint8, 64](node + bytes(32)).hash_tree_root()
        root = Vector[Bytes32, 2]([other, word]).hash_tree_root()
        assert len(raw) == len(chunk)
        proof = Multiproof((4, 3), (node, word), (), (bytes(32),))
        assert proof.verify(root)
        for path in ("sum(.)", "max(.)", "min(.)"):
            with pytest.raises(ProofError) as caught:
                verify_result(
                    oks, path, b"\2".ljust(32 if path[0] == "s" else 1, b"\0"), proof, root
                )
            assert caught.value.code == "NOT_A_VALUE"


def test_many_are_counted_without_a_look_at_each() -> None:
    numbers = List[uint64, 2**40].decode_bytes(bytes(8 << 16))
    root = numbers.hash_tree_root()
    for path, count in (("count([*])", 1 << 16), ("count(([*])[5:-5])", (1 << 16) - 10)):
        answer = query(numbers, path, include_proof=True)
        assert verify_result(type(numbers), path, answer.encode_bytes(), answer.proof, root)
        assert answer.value == count
    for path in ("([*])[7:9]", "([*])[-3:]"):
        answer = query(numbers, path, include_proof=True)
        assert verify_result(type(numbers), path, answer.encode_bytes(), answer.proof, root)
        assert not verify_result(type(numbers), path, bytes(8), answer.proof, root)


def test_sums_that_do_not_fit_are_no_result() -> None:
    kind = List[uint256, 4]
    wide = kind([2**256 - 1, 1])
    proof = multiproof(wide, [[0], [1]])
    assert not verify_result(kind, "sum(.)", bytes(32), proof, wide.hash_tree_root())
    scan = query(Holder(wide=wide), ".wide[*]", include_scan=True).scan
    assert not verify_complete(
        Holder, "sum(.wide)", bytes(32), scan, Holder(wide=wide).hash_tree_root()
    )


class Holder(Container):
    wide: List[uint256, 4]
    other: uint64


def test_some_elements_show_no_aggregate_and_no_slice() -> None:
    root = FULL.hash_tree_root()
    elements = query(FULL, ".records[ok]").elements
    proof = query(FULL, ".records[ok]", include_proof=True).proof
    for path in ("sum(.records[ok].number)", "count(.records[ok])", "(.records[ok].number)[0:1]"):
        result = query(FULL, path).encode_bytes()
        assert query(FULL, path).elements == []
        with pytest.raises(ProofError, match="takes a scan") as caught:
            verify_selected(Thing, path, elements, result, proof, root)
        assert caught.value.code == "NOT_PROVEN"


def test_several_aggregates_of_one_type() -> None:
    root = FULL.hash_tree_root()
    paths = ["count(.numbers)", "len(.series)", "max(.small)"]
    answers = query(FULL, paths, include_proof=True)
    result = b"".join(answer.encode_bytes() for answer in answers)
    assert verify_result(Thing, paths, result, answers.proof, root)
    assert not verify_result(Thing, paths, result[8:] + result[:8], answers.proof, root)
    assert not verify_result(Thing, paths[:2], result, answers.proof, root)


# ---- forged claims -------------------------------------------------------------------------------


@examples(150)
@given(st.binary(min_size=2, max_size=40))
def test_what_is_accepted_is_true(data: bytes) -> None:
    claims.claim(data)


@pytest.mark.parametrize("path", PATHS)
def test_true_claims_are_accepted(path: str) -> None:
    number = PATHS.index(path)
    for value, root in zip(VALUES, ROOTS, strict=True):
        try:
            answer = query(value, path, include_proof=True, include_scan=True)
        except NavigationError:
            continue
        result = answer.encode_bytes()
        if not answer.path.has_condition:
            assert verify_result(Thing, path, result, answer.proof, root)
            other = forging.true_proof(VALUES.index(value), number, 0)
            if answer.path.is_single and other:
                assert verify_result(Thing, path, result, other, root)
        elif answer.elements:
            assert verify_selected(Thing, path, answer.elements, result, answer.proof, root)
        if not answer.path.is_single:
            assert verify_complete(Thing, path, result, answer.scan, root)


# ---- against a verifier that is nothing but the spec ---------------------------------------------


@examples(100)
@given(samples())
def test_the_roots_of_the_other_verifier(sample: Sample) -> None:
    value = built(sample.cls, sample.plain)
    assert root_of(sample.cls, plain_of(value)) == value.hash_tree_root()


def other_verdict(path: int, result: bytes, proof: Any, root: bytes) -> bool:
    """What the verifier of tests/support/merkle_spec.py says."""
    typed = TYPED[path]
    kind: Any = typed.type
    if kind is None and result:
        return False  # None has no bytes
    if typed.is_single:
        values = [None if kind is None else plain_of(kind.decode_bytes(result))]
    else:
        from pyssz import ProgressiveList

        values = [plain_of(part) for part in ProgressiveList[kind].decode_bytes(result)]
    if isinstance(proof, Proof):
        leaves, nodes = {proof.gindex: proof.leaf}, proof.branch
        if len(nodes) != proof.gindex.bit_length() - 1:
            return False
        ordered = [proof.gindex >> up ^ 1 for up in range(len(nodes))]
        assert ordered == sorted(ordered, reverse=True)
    else:
        leaves, nodes = dict(zip(proof.indices, proof.leaves, strict=True)), proof.proof
        if len(leaves) != len(proof.indices):
            return False
    return accepts(Thing, typed.steps, values, leaves, nodes, root)


PLAIN = [
    n
    for n, path in enumerate(TYPED)
    if not (path.has_condition or path.aggregate or any(isinstance(s, Pick) for s in path.steps))
]


@examples(200)
@given(st.binary(min_size=2, max_size=30))
@example(b"\x00v\x00\x00\xa4")  # bytes for an option without a value
def test_both_verifiers_say_the_same(data: bytes) -> None:
    draw = Draw(data)
    value, path = draw.below(len(VALUES)), draw.of(PLAIN)
    proof = forging.forged_proof(draw, value, path)
    result = forging.forged_result(draw, value, path)
    if isinstance(proof, Multiproof):
        proof = proof._replace(helper_indices=())
    try:
        mine = verify_result(Thing, TYPED[path], result, proof, ROOTS[value])
    except SSZError:
        mine = False
    try:
        others = other_verdict(path, result, proof, ROOTS[value])
    except (UnprovenError, SSZError, ValueError):
        others = False
    assert mine == others
