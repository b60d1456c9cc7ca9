"""The stubs and modules of the Ethereum types are those that the fork files make."""

from pathlib import Path

import pytest
from tools import ethereum_stubs

FILES = ethereum_stubs.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_is_current(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    assert written == FILES[path], "nox -s stubs makes it anew"


def test_there_are_no_others() -> None:
    folders = {path.parent for path in FILES} - {ethereum_stubs.FOLDER}
    found = {path for folder in folders for path in folder.glob("*.py*")}
    assert found | {path for path in FILES if path.parent == ethereum_stubs.FOLDER} == set(FILES)
