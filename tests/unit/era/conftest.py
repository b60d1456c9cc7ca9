"""A made-up chain that the tests share, as objects and as files."""

from pathlib import Path

import pytest

from support.chains import Era, made_eras, write_eras


@pytest.fixture(scope="session")
def eras() -> list[Era]:
    """The genesis state and six eras, from phase0 to electra."""
    return list(made_eras())


@pytest.fixture(scope="session")
def files(eras: list[Era], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A file for each; not to be changed."""
    return write_eras(tmp_path_factory.mktemp("eras"), eras)
