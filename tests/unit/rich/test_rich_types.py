"""Types as notebooks show them: fields, where they lie, and where they hang in the tree."""

from typing import Any

import pytest

from pyssz import Container, List, P, Union, View, uint64
from pyssz.ethereum import mainnet
from pyssz.rich.notebook import install
from pyssz.rich.types import html_of_type
from support.pages import HOSTILE, Page, page_of


def page_of_type(kind: Any) -> Page:
    return Page(html_of_type(kind))


def test_the_fields_of_a_container() -> None:
    page = page_of(mainnet.deneb.Checkpoint.fields())
    assert page.tags.count("tr") == 3
    assert page.text.endswith("epochEpochuint64802rootRootByteVector[32]3283")


def test_a_type_is_shown_by_what_it_is_made_of() -> None:
    page = page_of_type(mainnet.deneb.BeaconState)
    assert "finalized_checkpoint" in page.text
    assert page.tags.count("tr") == 29
    assert (
        "List[Validator, 1099511627776]"
        in page_of_type(mainnet.deneb.BeaconState.fields()["validators"]).text
    )
    assert "withdrawable_epoch" in page_of_type(List[mainnet.deneb.Validator, 4]).text
    choice = page_of_type(Union[None, uint64, List[uint64, 4]])
    assert choice.tags.count("tr") == 4
    assert "0 to 32" in choice.text
    assert "8 bytes" in page_of_type(uint64).text


def test_types_without_values_are_shown() -> None:
    assert "abstract" in page_of_type(Container).text
    unbound: Any = List[uint64, P("SOME_LIMIT")]
    assert "SOME_LIMIT" in page_of_type(unbound).text
    assert "abstract" in page_of_type(View).text


def test_names_are_escaped() -> None:
    odd: Any = type(HOSTILE, (Container,), {"__annotations__": {"a": uint64}})
    assert HOSTILE in page_of_type(odd).text


def test_ipython_is_told_how_types_are_shown() -> None:
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    shell = interactive.InteractiveShell()
    try:
        install(shell)
        shown, _ = shell.display_formatter.format(mainnet.deneb.Checkpoint)
        assert "<table>" in shown["text/html"]
        shown, _ = shell.display_formatter.format(mainnet.deneb.Checkpoint())
        assert "<details" in shown["text/html"]
        shown, _ = shell.display_formatter.format(int)
        assert "text/html" not in shown
    finally:
        shell.history_manager.end_session() if shell.history_manager else None
        interactive.InteractiveShell.clear_instance()
