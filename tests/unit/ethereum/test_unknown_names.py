"""Names that Ethereum's tables do not know, whatever is given as a name."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from pyssz.ethereum import (
    UnknownNameError,
    identify,
    mainnet,
    networks,
    type_named,
    types,
)

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
