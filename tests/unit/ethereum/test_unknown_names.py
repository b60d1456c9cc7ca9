"""Names that Ethereum's tables do not know, whatever is given as a name."""

import difflib
import time
from collections.abc import Callable
from typing import Any

import pytest

import pyssz
from pyssz.ethereum import (
    UnknownNameError,
    identify,
    mainnet,
    networks,
    type_named,
    types,
)
from pyssz.sizes import preset

LOOKUPS: dict[str, Callable[[Any], Any]] = {
    "fork of a preset": lambda name: mainnet[name],
    "type of a fork": lambda name: mainnet.deneb[name],
    "types": lambda name: types("mainnet", name),
    "type_named": type_named,
    "identify": lambda name: identify(b"", () if name is None else name),  # None: any type
    "network": networks.network,
}


@pytest.mark.parametrize("lookup", LOOKUPS.values(), ids=LOOKUPS)
@pytest.mark.parametrize("name", [None, 5, b"deneb", 1.5, ["deneb"], {}, ("deneb",)], ids=repr)
def test_what_is_no_text_is_no_name(lookup: Callable[[Any], Any], name: Any) -> None:
    with pytest.raises(UnknownNameError, match="expected a name as text, got") as caught:
        lookup(name)
    assert caught.value.code == "WRONG_TYPE"
    assert caught.value.hint == ""


@pytest.mark.parametrize("lookup", LOOKUPS.values(), ids=LOOKUPS)
@pytest.mark.parametrize(
    "name",
    ["", "x" * 1_000_000, "a\nb\x1b[31m", "\ud800"],
    ids=["empty", "long", "controls", "surrogate"],
)
def test_odd_text_is_refused_in_a_short_line(lookup: Callable[[Any], Any], name: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        lookup(name)
    start = time.process_time()
    message = str(caught.value)
    assert len(message) < 600
    assert message.isprintable()
    # Comparing a million characters with each name would take minutes.
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("module", "wrong", "right"),
    [
        (pyssz, "Containr", "Container"),
        (pyssz.ethereum, "mainet", "mainnet"),
        (networks, "sepolla", "sepolia"),
        (preset, "minimaal", "minimal"),
    ],
)
def test_a_wrong_name_of_a_module_gets_a_near_one(module: Any, wrong: str, right: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(module, wrong)
    # What Python makes its "Did you mean" of, in tracebacks that it prints.
    assert caught.value.name == wrong
    assert right in difflib.get_close_matches(wrong, dir(caught.value.obj))


def test_networks_can_be_completed() -> None:
    assert {*networks.NAMES, "load", "Network"} <= set(dir(networks))
    assert "Mapping" not in dir(networks)
