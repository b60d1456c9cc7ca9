"""Queries: what paths lead to, their proofs against independent verifiers, and altered answers."""

import contextlib
import json
import pickle
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyssz
from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    Container,
    DecodeError,
    List,
    NavigationError,
    PathError,
    ProgressiveList,
    ProofError,
    SSZError,
    Union,
    Vector,
    boolean,
    byte,
    query,
    uint8,
    uint64,
)
from pyssz.errors import InvalidTypeError, InvalidValueError
from pyssz.ethereum import minimal
from pyssz.gindex import generalized_index
from pyssz.proof import Multiproof, Proof
from pyssz.queries import (
    Scan,
    SSZQueryResponse,
    SSZQueryResponseWithProof,
    verify_complete,
    verify_result,
)
from support.oracle import rebuilt
from support.strategies import Sample, built, examples, samples
from support.walks import random_steps


class Point(Container):
    epoch: uint64
    root: Bytes32


class Record(Container):
    slot: uint64
    ok: boolean
    point: Point
    marks: Vector[uint8, 3]


class Note(Container):
    number: uint64
    text: ByteList[9]
    votes: List[uint64, 8]


class Choice(Union[None, uint64]):
    pass


class State(Container):
    slot: uint64
    records: List[Record, 50]
    notes: ProgressiveList[Note]
    balances: List[uint64, 1000]
    bits: Bitlist[600]
    flags: Bitvector[20]
    text: ByteList[90]
    pairs: Vector[Point, 2]
    choices: List[Choice, 4]


STATE = State(
    slot=7,
    records=[
        Record(slot=i, ok=i % 2, point={"epoch": 10 - i}, marks=[i, i + 1, i + 2]) for i in range(9)
    ],
    notes=[Note(number=i, text=b"x" * i, votes=range(i)) for i in range(6)],
    balances=range(1000, 1100),
    bits=[i % 3 == 0 for i in range(500)],
    flags=[i % 5 == 0 for i in range(20)],
    text=b"some text",
    pairs=[Point(epoch=1), Point(epoch=2)],
    choices=[Choice(selector=1, value=4), Choice()],
)
ROOT = STATE.hash_tree_root()


def branch_leads_to(root: bytes, proof: Proof) -> bool:
    """The spec's is_valid_merkle_branch, with Python's own hashes."""
    node = proof.leaf
    for level, sibling in enumerate(proof.branch):
        pair = sibling + node if proof.gindex >> level & 1 else node + sibling
        node = sha256(pair).digest()
    return node == root and len(proof.branch) == proof.gindex.bit_length() - 1


def multiproof_leads_to(root: bytes, proof: Multiproof) -> bool:
    """The spec's calculate_multi_merkle_root, with Python's own hashes."""
    nodes = dict(zip(proof.indices, proof.leaves, strict=True))
    nodes.update(zip(proof.helper_indices, proof.proof, strict=True))
    for index in sorted(nodes, reverse=True):
        while index > 1 and index >> 1 not in nodes and index ^ 1 in nodes:
            left, right = nodes[index & ~1], nodes[index | 1]
            nodes[index >> 1] = sha256(left + right).digest()
            index >>= 1
    return nodes.get(1) == root


# ---- answers -------------------------------------------------------------------------------------

SINGLE = [
    (".slot", 7),
    (".records[3]", STATE.records[3]),
    (".records[-1].point.root", bytes(32)),
    (".records[2].marks[1]", 3),
    (".notes[5].text", b"xxxxx"),
    (".notes[4].votes[3]", 3),
    (".balances[99]", 1099),
    (".bits[300]", 1),
    (".flags[15]", 1),
    (".text[2]", ord("m")),
    (".pairs[1].epoch", 2),
    ("len(.balances)", 100),
    ("len(.bits)", 500),
    ("selector(.choices[0])", 1),
    (".choices[0][1]", 4),
    (".choices[1][0]", None),
]
SEVERAL = [
    (".records[*].slot", list(range(9))),
    (".records[2:5]", STATE.records[2:5]),
    (".records[-2:].point.epoch", [3, 2]),
    (".records[7:99].ok", [1, 0]),
    (".records[5:5]", []),
    (".records[*].marks[-1]", list(range(2, 11))),
    (".records[ok and point.epoch > 3].slot", [1, 3, 5]),
    (".records[slot > 100]", []),
    (".records[slot == 8].marks[*]", [8, 9, 10]),
    (".records[*].point.root[0]", [0] * 9),
    (".notes[number >= 4].text", [b"xxxx", b"xxxxx"]),
    (".notes[*].votes[1:3]", [1, 1, 2, 1, 2, 1, 2]),
    ("len(.notes[1:4].votes)", [1, 2, 3]),
    (".balances[@ >= 1098]", [1098, 1099]),
    (".balances[3:40]", list(range(1003, 1040))),
    (".bits[0:5]", [1, 0, 0, 1, 0]),
    (".bits[@index in [299, 300]]", [0, 1]),
    (".flags[*]", list(STATE.flags)),
    (".text[0:4]", list(b"some")),
    (".text[@ == 0x65]", list(b"ee")),
    (".pairs[*].epoch", [1, 2]),
    ("selector(.choices[*])", [1, 0]),
]


@pytest.mark.parametrize(("path", "value"), SINGLE)
def test_answers_of_one_part(path: str, value: Any) -> None:
    answer = query(STATE, path)
    assert answer.value == value
    assert answer.proof is None
    assert answer.root == ROOT
    assert answer.encode_bytes() == (b"" if value is None else answer.value.encode_bytes())
    assert json.loads(answer.to_json()) == answer.to_obj()
    assert query(STATE.encode_bytes(), path, cls=State).value == value
    response = answer.response()
    assert isinstance(response, SSZQueryResponse)
    assert (response.root, response.result) == (ROOT, answer.encode_bytes())


@pytest.mark.parametrize(("path", "value"), SEVERAL)
def test_answers_of_several_parts(path: str, value: list[Any]) -> None:
    answer = query(STATE, path)
    assert list(answer.value) == value
    if answer.path.type is not byte:  # of bytes it is hex
        assert answer.to_obj() == [part.to_obj() for part in answer.value]
    assert [part.read(STATE) for part in answer.parts] == value
    assert list(answer.parts) == [answer.parts[number] for number in range(len(answer.parts))]
    assert list(answer.parts)[1:] == list(answer.parts[1:])
    for part in answer.parts:
        assert type(part) is pyssz.Path
        assert part == State.path(str(part)) == pickle.loads(pickle.dumps(part))
        assert hash(part) == hash(State.path(str(part)))
    assert answer.gindices == tuple(part.gindex for part in answer.parts)
    kind = ProgressiveList[answer.path.type]
    assert kind.decode_bytes(answer.encode_bytes()) == answer.value
    with pytest.raises(PathError) as caught:
        answer.response()
    assert caught.value.code == "SEVERAL_PARTS"


@pytest.mark.parametrize(("path", "value"), SINGLE)
def test_proofs_of_one_part(path: str, value: Any) -> None:
    answer = query(STATE, path, include_proof=True)
    proof = answer.proof
    assert isinstance(proof, Proof)
    assert branch_leads_to(ROOT, proof)
    assert answer.root == ROOT
    path = str(answer.parts[0])
    assert verify_result(State, path, answer.encode_bytes(), proof, ROOT)
    response = answer.response()
    assert isinstance(response, SSZQueryResponseWithProof)
    again = SSZQueryResponseWithProof.decode_bytes(response.encode_bytes())
    assert Proof(again.proof.gindex, again.proof.leaf, tuple(again.proof.proofs)) == proof


@pytest.mark.parametrize(("path", "value"), SEVERAL)
def test_proofs_of_several_parts(path: str, value: list[Any]) -> None:
    answer = query(STATE, path, include_proof=True, include_scan=True)
    proof, result = answer.proof, answer.encode_bytes()
    assert isinstance(proof, Multiproof)
    assert multiproof_leads_to(ROOT, proof)
    assert answer.root == ROOT
    if value:
        assert verify_result(State, answer.parts, result, proof, ROOT)
    if "==" in path or ">" in path or " in " in path:
        with pytest.raises(ProofError, match="takes a scan to prove"):
            verify_result(State, path, result, proof, ROOT)
    else:
        assert verify_result(State, path, result, proof, ROOT)
    assert answer.scan is not None
    assert branch_leads_to(ROOT, answer.scan.proof)
    assert verify_complete(State, path, result, answer.scan, ROOT)


def test_positions_from_the_end_are_proven_by_the_length() -> None:
    answers = query(STATE, [".records[-1].slot", ".notes[-2].votes[-1]"], include_proof=True)
    assert answers.proof is not None
    for answer in answers:
        result = answer.encode_bytes()
        assert verify_result(State, answer.path, result, answers.proof, ROOT)
    one = query(STATE, ".notes[-2].votes[-1]", include_proof=True)
    # The length is beside the elements in the tree, so the branch of one has it.
    assert verify_result(State, one.path, one.encode_bytes(), one.proof, ROOT)
    with pytest.raises(ProofError, match=r"len\(\.records\) is not proven"):
        verify_result(State, ".records[-1].slot", b"", one.proof, ROOT)


def test_several_paths_share_one_proof() -> None:
    paths = [".slot", ".records[1:3].slot", "len(.balances)", ".balances[5]", ".balances[6]"]
    answers = query(STATE, paths, include_proof=True)
    assert [answer.value for answer in answers] == [7, [1, 2], 100, 1005, 1006]
    assert answers.proof is not None
    assert multiproof_leads_to(ROOT, answers.proof)
    assert len(answers.proof.indices) == 6  # two balances share a chunk; the lengths of two lists
    for answer, path in zip(answers, paths, strict=True):
        assert verify_result(State, path, answer.encode_bytes(), answers.proof, ROOT)
    assert query(STATE, []) == ()


@examples(150)
@given(samples(), st.randoms(use_true_random=False))
def test_random_queries_against_remerkleable(sample: Sample, rng: random.Random) -> None:
    """Whatever part is asked for: the proof leads to the root that remerkleable has."""
    value = built(sample.cls, sample.plain)
    root = bytes(rebuilt(sample.cls, sample.plain).hash_tree_root())
    steps, part = random_steps(value, rng, 0.2)
    path = sample.cls.path(*steps)
    if not steps or path.gindex == 1:
        with pytest.raises(ProofError):
            query(value, path, include_proof=True)
        return
    answer = query(value, path, include_proof=True)
    assert answer.value == part
    assert isinstance(answer.proof, Proof)
    assert branch_leads_to(root, answer.proof)
    assert verify_result(sample.cls, path, answer.encode_bytes(), answer.proof, root)


def test_lazily_opened_files_stay_lazy(tmp_path: Path) -> None:
    """What a path does not touch is not checked; what needs all of it checks all of it."""
    file = tmp_path / "state.ssz"
    data = bytearray(STATE.encode_bytes())
    file.write_bytes(data)
    with State.open(file, lazy=True) as value:
        path = State.path(".records[3].point.epoch")
        assert query(value, path).value == path.read(value) == 7
        assert query(value, ".notes[number > 3].number").value == [4, 5]
        answer = query(value, path, include_proof=True)
        assert branch_leads_to(ROOT, answer.proof)
        assert query(value, path).value == 7
    data[STATE.locate("records", 2, "ok").offset] = 7
    file.write_bytes(data)
    with State.open(file, lazy=True) as value:
        assert query(value, ".notes[2].text").value == b"xx"
        assert query(value, "len(.balances)").value == 100
        with pytest.raises(DecodeError, match=r"got 7 - at State\.records\[2\]\.ok"):
            query(value, path, include_proof=True)


# ---- altered answers -----------------------------------------------------------------------------


def altered(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(8 * len(data))
    return data[: at // 8] + bytes([data[at // 8] ^ 1 << at % 8]) + data[at // 8 + 1 :]


def accepted(*arguments: Any) -> bool:
    try:
        return verify_result(*arguments)
    except (ProofError, DecodeError):
        return False


@examples(150)
@given(
    st.sampled_from([path for path, value in SINGLE if value is not None and path != ".text[2]"]),
    st.randoms(use_true_random=False),
)
def test_altered_answers_of_one_part_are_refused(path: str, rng: random.Random) -> None:
    answer = query(STATE, path, include_proof=True)
    (part,) = answer.parts
    proof, result = answer.proof, answer.encode_bytes()
    assert isinstance(proof, Proof)
    assert accepted(State, part, result, proof, ROOT)
    branch = list(proof.branch)
    at = rng.randrange(len(branch))
    branch[at] = altered(branch[at], rng)
    changed = proof._replace(branch=tuple(branch))
    other = proof.gindex ^ 1 << rng.randrange(proof.gindex.bit_length())
    assert not accepted(State, part, result, changed, ROOT)
    assert not accepted(State, part, result, proof._replace(leaf=altered(proof.leaf, rng)), ROOT)
    assert not accepted(State, part, result, proof._replace(branch=proof.branch[1:]), ROOT)
    assert not accepted(State, part, result, proof._replace(gindex=other), ROOT)
    assert not accepted(State, part, altered(result, rng), proof, ROOT)
    assert not accepted(State, part, result + b"\0", proof, ROOT)
    assert not accepted(State, part, result, proof, altered(ROOT, rng))
    assert not accepted(State, ".pairs[0].epoch", result, proof, ROOT)


@examples(150)
@given(
    st.sampled_from([path for path, value in SEVERAL if value]), st.randoms(use_true_random=False)
)
def test_altered_answers_of_several_parts_are_refused(path: str, rng: random.Random) -> None:
    answer = query(STATE, path, include_proof=True, include_scan=True)
    proof, result, scan = answer.proof, answer.encode_bytes(), answer.scan
    assert isinstance(proof, Multiproof)
    assert scan is not None
    parts = answer.parts
    leaves, nodes = list(proof.leaves), list(proof.proof)
    at = rng.randrange(len(leaves))
    leaves[at] = altered(leaves[at], rng)
    assert not accepted(State, parts, result, proof._replace(leaves=tuple(leaves)), ROOT)
    at = rng.randrange(len(nodes))
    nodes[at] = altered(nodes[at], rng)
    assert not accepted(State, parts, result, proof._replace(proof=tuple(nodes)), ROOT)
    assert not accepted(State, parts, altered(result, rng), proof, ROOT)
    assert not accepted(State, parts[1:], result, proof, ROOT)
    assert not accepted(State, [*parts, parts[0]], result, proof, ROOT)
    assert not accepted(State, parts, result, proof._replace(proof=proof.proof[1:]), ROOT)
    # Less than there is, or more: the scan shows it.
    element = answer.path.type
    assert element is not None
    for values in (list(answer.value)[1:], [*answer.value, answer.value[0]]):
        other = ProgressiveList[element](values).encode_bytes()
        assert not verify_complete(State, path, other, scan, ROOT)
    assert not verify_complete(State, path, result, scan, altered(ROOT, rng))
    changed = Scan(altered(scan.elements, rng), scan.proof)
    with contextlib.suppress(DecodeError):
        assert not verify_complete(State, path, result, changed, ROOT)


def test_what_does_not_belong_to_the_path_is_no_proof() -> None:
    slots = query(STATE, ".records[0:2].slot", include_proof=True)
    notes = query(STATE, ".notes[*].number", include_proof=True, include_scan=True)
    slot = query(STATE, ".slot", include_proof=True)
    assert isinstance(slot.proof, Proof)
    assert slots.proof is not None
    assert notes.proof is not None
    assert notes.scan is not None
    for path, result, proof, message in (
        (".records[0:2].slot", slots.encode_bytes(), notes.proof, r"len\(.records\) is not"),
        (".notes[*].number", notes.encode_bytes(), slots.proof, r"len\(.notes\)"),
        (
            ".records[0:3].slot",
            query(STATE, ".records[0:3].slot").encode_bytes(),
            slots.proof,
            "is",
        ),
        (".records[3].slot", STATE.slot.encode_bytes(), slot.proof, r"len\(.records\) is not"),
        ([], b"", slots.proof, "nothing is proven"),
    ):
        with pytest.raises(ProofError, match=message):
            verify_result(State, path, result, proof, ROOT)
    assert not verify_result(State, ".records[*].slot", slots.encode_bytes(), slots.proof, ROOT)
    with pytest.raises(InvalidTypeError):
        verify_result(State, [".slot", ".records[0]"], b"", slot.proof, ROOT)
    with pytest.raises(ProofError, match="is not one of"):
        verify_complete(State, ".records[*]", b"", notes.scan, ROOT)
    with pytest.raises(PathError):
        verify_complete(State, ".records", b"", notes.scan, ROOT)


def test_a_length_that_is_a_lie_asks_for_no_more_than_the_proof_has() -> None:
    """A list of 2**64 elements is claimed; nothing near as many are looked at."""
    Long = List[uint64, 2**60]
    word = (2**60).to_bytes(32, "little")
    root = sha256(bytes(32) + word).digest()
    proof = Proof(3, word, (bytes(32),))
    assert proof.verify(root)
    with pytest.raises(ProofError, match="not all parts are proven"):
        verify_result(Long, ".[*]", b"", proof, root)


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "error", "code"),
    [
        (lambda: query(b"", ".slot"), InvalidTypeError, "WRONG_TYPE"),
        (lambda: query(STATE, 5.5), PathError, "NOT_A_PATH"),  # type: ignore[call-overload]
        (lambda: query(b"", ".slot", cls=State), DecodeError, "SCOPE_TOO_SMALL"),
        (lambda: query(STATE, ".slo"), NavigationError, "NO_SUCH_FIELD"),
        (lambda: query(STATE, ".records[40]"), NavigationError, "NO_SUCH_POSITION"),
        (lambda: query(STATE, ".records[*].point.x"), NavigationError, "NO_SUCH_FIELD"),
        (lambda: query(STATE, ".notes[*].votes[2]"), NavigationError, "NO_SUCH_POSITION"),
        (lambda: query(STATE, ".choices[*][0]"), NavigationError, "NO_PARTS"),
        (lambda: query(STATE, ".", include_proof=True), ProofError, "ROOT_HAS_NO_BRANCH"),
        (lambda: query(STATE, [], include_proof=True), ProofError, "EMPTY_REQUEST"),
        (
            lambda: query(STATE, [".pairs", ".pairs[0]"], include_proof=True),
            ProofError,
            "NESTED_INDEX",
        ),
        (lambda: query(STATE, [".slot"] * 257), PathError, "TOO_MANY_PARTS"),
        (lambda: query(STATE, ".balances[*]", max_parts=99), PathError, "TOO_MANY_PARTS"),
        (lambda: query(STATE, ".notes[*]", max_parts=5), PathError, "TOO_MANY_PARTS"),
        (
            lambda: query(STATE, [".notes[0:3]", ".notes[3:]"], max_parts=5),
            PathError,
            "TOO_MANY_PARTS",
        ),
    ],
)
def test_what_can_not_be_asked(ask: Any, error: type[SSZError], code: str) -> None:
    with pytest.raises(error) as caught:
        ask()
    assert caught.value.code == code


def test_as_much_as_is_allowed_can_be_asked() -> None:
    assert len(query(STATE, [".slot"] * 256)) == 256
    assert len(query(STATE, ".notes[*]", max_parts=6).parts) == 6
    assert len(query(STATE, [".notes[0:3]", ".notes[3:]"], max_parts=6)) == 2
    with pytest.raises(PathError, match=r"at most 256 paths, got 257"):
        query(STATE, [".slot"] * 257)


def test_a_response_has_an_index_of_64_bits() -> None:
    Deep = Vector[List[Bytes32, 2**62], 2]
    answer = query(Deep([[b"\1" * 32]] * 2), ".[1][0]", include_proof=True)
    assert isinstance(answer.proof, Proof)
    assert answer.proof.gindex.bit_length() > 64
    with pytest.raises(InvalidValueError):
        answer.response()


def test_an_answer_says_what_it_is() -> None:
    assert repr(query(STATE, ".slot")) == "<answer to State.path('.slot'): uint64>"


# ---- light clients and blobs ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fork", "path", "name"),
    [
        ("altair", ".finalized_checkpoint.root", "FINALIZED_ROOT_GINDEX"),
        ("altair", ".current_sync_committee", "CURRENT_SYNC_COMMITTEE_GINDEX"),
        ("altair", ".next_sync_committee", "NEXT_SYNC_COMMITTEE_GINDEX"),
        ("electra", ".finalized_checkpoint.root", "FINALIZED_ROOT_GINDEX_ELECTRA"),
        ("electra", ".current_sync_committee", "CURRENT_SYNC_COMMITTEE_GINDEX_ELECTRA"),
        ("electra", ".next_sync_committee", "NEXT_SYNC_COMMITTEE_GINDEX_ELECTRA"),
        ("gloas", ".finalized_checkpoint.root", "FINALIZED_ROOT_GINDEX_GLOAS"),
        ("gloas", ".current_sync_committee", "CURRENT_SYNC_COMMITTEE_GINDEX_GLOAS"),
        ("gloas", ".next_sync_committee", "NEXT_SYNC_COMMITTEE_GINDEX_GLOAS"),
    ],
)
def test_light_client_branches(fork: str, path: str, name: str) -> None:
    types = getattr(minimal, fork)
    expected = pyssz.Preset.builtin("minimal")[name]
    state = types.BeaconState(slot=5)
    answer = query(state, path, include_proof=True)
    assert isinstance(answer.proof, Proof)
    assert answer.proof.gindex == expected
    assert branch_leads_to(state.hash_tree_root(), answer.proof)
    assert generalized_index(types.BeaconState, *answer.parts[0].steps) == expected


def test_the_inclusion_proof_of_a_blob() -> None:
    deneb = minimal.deneb
    body = deneb.BeaconBlockBody(blob_kzg_commitments=[b"\1" * 48, b"\2" * 48])
    answer = query(body, ".blob_kzg_commitments[1]", include_proof=True)
    assert isinstance(answer.proof, Proof)
    branch = deneb.BlobSidecar(kzg_commitment_inclusion_proof=answer.proof.branch)
    assert tuple(branch.kzg_commitment_inclusion_proof) == answer.proof.branch
    assert branch_leads_to(body.hash_tree_root(), answer.proof)
