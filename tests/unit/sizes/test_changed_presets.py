"""Presets with other values than those they were made of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import pyssz.sizes.preset
from pyssz.errors import SchemaError
from pyssz.sizes.preset import Preset, mainnet


def refused(code: str, message: str) -> Any:
    """Expect a SchemaError of this code and exactly this message."""
    return pytest.raises(
        SchemaError, match=f"^{re.escape(message)}$", check=lambda error: error.code == code
    )


def test_with_values() -> None:
    devnet = mainnet.with_values(SYNC_COMMITTEE_SIZE=64, name="devnet")
    assert devnet["SYNC_COMMITTEE_SIZE"] == 64
    assert devnet.name == "devnet"
    assert devnet.raw == {**mainnet.raw, "SYNC_COMMITTEE_SIZE": 64}
    assert mainnet["SYNC_COMMITTEE_SIZE"] == 512
    assert devnet == mainnet.with_values({"SYNC_COMMITTEE_SIZE": "64"}, name="devnet")
    both = mainnet.with_values({"PTC_SIZE": 1, "MAX_DEPOSITS": 2}, MAX_DEPOSITS=3)
    assert (both["PTC_SIZE"], both["MAX_DEPOSITS"]) == (1, 3)


def test_with_values_of_another_preset() -> None:
    change = Preset("change", {"PTC_SIZE": 3, "DENEB_FORK_VERSION": "0x04000099"})
    devnet = mainnet.with_values(change)
    assert devnet["PTC_SIZE"] == 3
    assert devnet.raw["DENEB_FORK_VERSION"] == "0x04000099"


def test_the_name_of_a_changed_preset() -> None:
    changed = mainnet.with_values(PTC_SIZE=1)
    assert changed.name == "mainnet-modified"
    assert changed.with_values(PTC_SIZE=2).name == "mainnet-modified"
    assert mainnet.with_values(name="copy") == Preset("copy", mainnet)


def test_with_values_knows_its_names() -> None:
    with refused(
        "MISSING_PRESET_VALUE",
        "preset 'mainnet' has no value for SYNC_COMITTEE_SIZE; "
        "to add a name, use preset | {name: value}; did you mean SYNC_COMMITTEE_SIZE?",
    ):
        mainnet.with_values(SYNC_COMITTEE_SIZE=64)


@pytest.mark.parametrize("value", ["0x40", 6.5, -1, None, True, 2**256, [64]])
def test_with_values_keeps_integers_integers(value: object) -> None:
    with pytest.raises(SchemaError, match=r"^PTC_SIZE is an integer and cannot become ") as caught:
        mainnet.with_values(PTC_SIZE=value)
    assert caught.value.code == "PRESET_VALUE"


def test_laying_one_preset_over_another() -> None:
    mine = Preset("mine", {"MY_LIMIT": 4, "PTC_SIZE": 9, "V": "0x00"})
    both = mainnet | mine
    assert both == Preset("mine", {**mainnet.raw, **mine.raw})
    assert (mainnet | {"MY_LIMIT": 4}) == Preset("mainnet-modified", {**mainnet.raw, "MY_LIMIT": 4})
    with pytest.raises(TypeError):
        mainnet | 7  # type: ignore[operator]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_a_device_that_does_not_end_is_no_preset() -> None:
    with pytest.raises(SchemaError, match="more than"):
        pyssz.sizes.preset.Preset.load("/dev/zero")
