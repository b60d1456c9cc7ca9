"""What a type tells about its fields: a table, and a line for each."""

import pickle

from pyssz import Container, List, ProgressiveList, uint64
from pyssz.ethereum import mainnet


class Epoch(uint64):
    pass


class Inner(Container):
    """Has no number of its own.

    And a second paragraph.
    """

    epoch: Epoch
    number: uint64


class Outer(Container):
    inner: Inner
    epochs: List[Epoch, 4]
    more: ProgressiveList[Inner]


def test_fields_are_shown_as_a_table() -> None:
    assert repr(Outer.fields()) == "\n".join(
        [
            "field   type                    which is  bytes     at byte  gindex",
            "inner   Inner                             16        0        4",
            "epochs  List[Epoch, 4]                    0 to 32   16       5",
            "more    ProgressiveList[Inner]            0 to any  20       6",
        ]
    )
    assert "epoch   Epoch   uint64    8      0        2" in repr(Inner.fields())
    assert len(max(repr(mainnet.gloas.BeaconState.fields()).splitlines(), key=len)) < 150


def test_fields_are_still_a_dict() -> None:
    fields = Outer.fields()
    assert fields == {"inner": Inner, "epochs": List[Epoch, 4], "more": ProgressiveList[Inner]}
    assert pickle.loads(pickle.dumps(fields)) == fields


def test_a_field_says_what_it_is() -> None:
    assert Inner.epoch.__doc__ == (
        "Epoch (uint64), 8 bytes, field 0 of Inner. Has no number of its own."
    )
    assert Outer.epochs.__doc__ == "List[Epoch, 4], 0 to 32 bytes, field 1 of Outer"
    assert mainnet.deneb.BeaconState.slot.__doc__ == (
        "Slot (uint64), 8 bytes, field 2 of BeaconState. "
        "BeaconState of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 259 (v1.7.0-beta.4)."
    )
