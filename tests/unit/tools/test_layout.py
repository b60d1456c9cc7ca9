"""Comparing types: what moved, appeared, vanished or has another type."""

from typing import Any

import pytest
from hypothesis import given

from pyssz import (
    Bitlist,
    ByteList,
    Bytes32,
    CompatibleUnion,
    Container,
    List,
    P,
    ProgressiveContainer,
    ProgressiveList,
    SchemaError,
    Union,
    Vector,
    layout_diff,
    uint8,
    uint16,
    uint64,
)
from pyssz.ethereum import mainnet, minimal
from pyssz.gindex import generalized_index
from pyssz.tools.layout import LayoutChange
from support.strategies import examples, new_type, types


def texts(old: Any, new: Any) -> list[str]:
    return [str(change) for change in layout_diff(old, new)]


class A(Container):
    one: uint8
    two: uint8
    three: Bytes32
    four: List[uint8, 4]


class B(Container):
    zero: uint64
    two: uint8
    one: uint8
    four: List[uint8, 8]
    five: uint16


def test_parts_move_appear_vanish_and_change() -> None:
    assert list(layout_diff(A, B)) == [
        LayoutChange("appeared", ("zero",), None, 8, None, uint64),
        LayoutChange("moved", ("two",), 5, 9, uint8, uint8),
        LayoutChange("moved", ("one",), 4, 10, uint8, uint8),
        LayoutChange("retyped", ("four",), 7, 11, List[uint8, 4], List[uint8, 8]),
        LayoutChange("appeared", ("five",), None, 12, None, uint16),
        LayoutChange("vanished", ("three",), 6, None, Bytes32, None),
    ]
    assert texts(A, B) == [
        "zero: appeared as uint64 at 8",
        "two: moved from 5 to 9",
        "one: moved from 4 to 10",
        "four: List[uint8, 4] became List[uint8, 8], from 7 to 11",
        "five: appeared as uint16 at 12",
        "three: vanished, was Bytes32 at 6",
    ]


def test_parts_that_only_follow_have_not_moved() -> None:
    """Their indices are those in the whole all the same."""

    class Before(Container):
        a: uint8
        inner: A

    class After(Container):
        inner: B

    assert texts(Before, After)[:3] == [
        "inner: moved from 3 to 1",
        "inner.zero: appeared as uint64 at 8",
        "inner.two: moved from 13 to 9",
    ]
    assert texts(Before, After)[-1] == "a: vanished, was uint8 at 2"


def test_elements_stand_under_the_first() -> None:
    assert texts(List[A, 4], List[B, 4])[0] == "[0].zero: appeared as uint64 at 64"
    assert texts(Vector[List[A, 2], 2], Vector[List[B, 2], 2])[0] == (
        "[0][0].zero: appeared as uint64 at 64"
    )
    assert texts(List[uint8, 4], List[uint16, 4]) == ["[0]: uint8 became uint16, at 2"]
    assert texts(List[A, 4], ProgressiveList[B])[:2] == [
        "the type itself: List[A, 4] became ProgressiveList[B], at 1",
        "[0].zero: appeared as uint64 at 32",
    ]
    # Where there can't be an element there is nothing to compare.
    assert texts(List[A, 0], List[B, 0]) == []
    assert texts(List[A, 0], List[B, 1]) == ["the type itself: List[A, 0] became List[B, 1], at 1"]


def test_options_stand_under_their_selectors() -> None:
    old = Union[None, uint8, A, uint8]
    new = Union[uint8, uint8, B]
    assert texts(old, new)[:3] == [
        "[0]: None became uint8, at 2",
        "[2].zero: appeared as uint64 at 16",
        "[2].two: moved from 9 to 17",
    ]
    assert texts(old, new)[-1] == "[3]: vanished, was uint8 at 2"
    assert texts(CompatibleUnion({1: uint8}), CompatibleUnion({1: uint8, 5: uint8})) == [
        "[5]: appeared as uint8 at 2"
    ]
    assert texts(Union[uint8, uint8], CompatibleUnion({1: uint8})) == [
        "the type itself: Union[uint8, uint8] became CompatibleUnion({1: uint8}), at 1",
        "[0]: vanished, was uint8 at 2",
    ]
    assert texts(Union[uint8], Union[None, uint8]) == [
        "[0]: uint8 became None, at 2",
        "[1]: appeared as uint8 at 2",
    ]


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):
    side: uint16
    color: uint8


class BigSquare(ProgressiveContainer(active_fields=[1, 0, 1, 1])):
    side: uint16
    color: uint8
    name: ByteList[3]


def test_fields_of_progressive_containers_keep_their_places() -> None:
    assert texts(Square, BigSquare) == [
        f"name: appeared as ByteList[3] at {generalized_index(BigSquare, 'name')}"
    ]

    class Plain(Container):
        side: uint16
        color: uint8

    assert texts(Plain, Square) == [
        "the type itself: Plain became Square, at 1",
        "side: moved from 2 to 4",
        "color: moved from 3 to 41",
    ]


def test_types_of_one_name_are_told_apart() -> None:
    def named(*bases: Any, **fields: Any) -> Any:
        return type(Container)("Same", bases, {"__annotations__": fields})

    assert texts(named(List[uint8, 4]), named(Bitlist[4])) == [
        "the type itself: List[uint8, 4] became Bitlist[4], at 1"
    ]
    progressive = ProgressiveContainer(active_fields=[1])
    assert texts(named(Container, a=uint8), named(progressive, a=uint8)) == [
        "the type itself: Same(Container) became "
        "Same(ProgressiveContainer(active_fields=[1])), at 1",
        "a: moved from 1 to 4",
    ]


@examples(100)
@given(types())
def test_types_that_differ_in_name_alone_do_not_differ(cls: Any) -> None:
    assert layout_diff(cls, new_type(cls)) == layout_diff(cls, cls) == ()


@examples(200)
@given(types(), types())
def test_the_other_way_round_is_the_same_backwards(old: Any, new: Any) -> None:
    """No change means no difference; each change turns into its opposite."""
    changes = layout_diff(old, new)
    opposite = {"appeared": "vanished", "vanished": "appeared"}
    assert {
        LayoutChange(
            opposite.get(change.kind, change.kind),  # type: ignore[arg-type]
            change.path,
            change.after,
            change.before,
            change.new_type,
            change.old_type,
        )
        for change in layout_diff(new, old)
    } == set(changes)
    for change in changes:
        for cls, gindex in ((old, change.before), (new, change.after)):
            assert gindex is None or gindex == generalized_index(cls, *change.path)
    if not changes:
        assert old.min_byte_length() == new.min_byte_length()
        assert old.max_byte_length() == new.max_byte_length()


def test_a_type_must_be_bound() -> None:
    for pair in ((List[uint64, P.N], uint8), (uint8, List[uint64, P.N])):
        with pytest.raises(SchemaError, match="is not bound"):
            layout_diff(*pair)


# ---- Ethereum ------------------------------------------------------------------------------------


def test_the_state_of_electra() -> None:
    """28 fields in a tree of 32 leaves became 37 in one of 64: light clients noticed."""
    changes = {
        change.path: change
        for change in layout_diff(mainnet.deneb.BeaconState, mainnet.electra.BeaconState)
    }
    assert len(changes) == 37
    assert {change.kind for change in changes.values()} == {"moved", "appeared"}
    finalized = changes[("finalized_checkpoint",)]
    assert (finalized.kind, finalized.before, finalized.after) == ("moved", 52, 84)
    # FINALIZED_ROOT_GINDEX and FINALIZED_ROOT_GINDEX_ELECTRA: its second field.
    assert (2 * 52 + 1, 2 * 84 + 1) == (105, 169)
    new = changes[("pending_deposits",)]
    assert (new.kind, new.before, new.after) == ("appeared", None, 98)


def test_presets_differ_in_sizes_alone() -> None:
    changes = layout_diff(mainnet.deneb.BeaconState, minimal.deneb.BeaconState)
    assert {change.kind for change in changes} == {"retyped"}
    assert [str(change) for change in changes][:2] == [
        "block_roots: Vector[Root, 8192] became Vector[Root, 64], at 37",
        "state_roots: Vector[Root, 8192] became Vector[Root, 64], at 38",
    ]
    assert str(changes[-1]) == (
        "next_sync_committee.pubkeys: Vector[BLSPubkey, 512] became Vector[BLSPubkey, 32], at 110"
    )


def test_the_attestations_of_electra() -> None:
    assert texts(mainnet.deneb.BeaconBlockBody, mainnet.electra.BeaconBlockBody)[3:] == [
        "attestations: List[Attestation, 128] became List[Attestation, 8], at 21",
        "attestations[0].aggregation_bits: Bitlist[2048] became Bitlist[131072], "
        "from 21504 to 1344",
        "attestations[0].committee_bits: appeared as CommitteeBits at 1347",
        "execution_requests: appeared as ExecutionRequests at 28",
    ]


@pytest.mark.parametrize(
    "fork", ["capella", "deneb", "electra", "fulu", "gloas", "heze", "eip8321"]
)
def test_nothing_changes_within_a_fork(fork: str) -> None:
    state = mainnet[fork]["BeaconState"]
    assert layout_diff(state, state) == ()


def test_what_heze_takes_out_moves_nothing_else() -> None:
    # EIP-8015; the positions of progressive containers are kept for good.
    assert texts(mainnet.gloas.BeaconBlockBody, mainnet.heze.BeaconBlockBody)[1:] == [
        "eth1_data: vanished, was Eth1Data at 40",
        "deposits: vanished, was Deposits at 353",
    ]
    changes = layout_diff(mainnet.gloas.BeaconState, mainnet.heze.BeaconState)
    assert {change.path[0] for change in changes if change.kind == "vanished"} == {
        "eth1_data",
        "eth1_data_votes",
        "eth1_deposit_index",
        "deposit_requests_start_index",
    }
    assert not [change for change in changes if change.kind == "moved"]


def test_the_whole_prints_as_a_line_for_each_change() -> None:
    changes = layout_diff(A, B)
    assert str(changes) == repr(changes) == "\n".join(map(str, changes))
    assert str(layout_diff(A, A)) == "no changes"
