"""What every test may use."""

from pathlib import Path

import hypothesis
import pytest

# How long an example takes depends on what else the machine does: that is no failure. A failure
# prints what is needed to see it again.
hypothesis.settings.register_profile("pyssz", deadline=None, print_blob=True)
hypothesis.settings.load_profile("pyssz")


@pytest.fixture(scope="session")
def project_root() -> Path:
    """The checkout, or the unpacked source distribution, that these tests belong to."""
    return Path(__file__).parents[1]


@pytest.fixture(scope="session")
def fixtures(project_root: Path) -> Path:
    """The committed test vectors."""
    return project_root / "fixtures"
