"""What every test may use."""

import gc
import os
from pathlib import Path

import hypothesis
import pytest

import pyssz
from support import CHECKOUT

# How long an example takes depends on what else the machine does: that is no failure. A failure
# prints what is needed to see it again.
hypothesis.settings.register_profile("pyssz", deadline=None, print_blob=True)
# When there is time, an hour or so: pytest tests/differential --hypothesis-profile=thorough
hypothesis.settings.register_profile(
    "thorough",
    parent=hypothesis.settings.get_profile("pyssz"),
    max_examples=2000,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("pyssz")


def pytest_report_header() -> str:
    return f"pyssz {pyssz.__version__} from {Path(pyssz.__file__).parent}"


def pytest_configure() -> None:
    if os.environ.get("PYSSZ_EXPECT_INSTALLED") and "site-packages" not in pyssz.__file__:
        raise pytest.UsageError(f"the tests are to run on a wheel, not on {pyssz.__file__}")


def pytest_collection_finish() -> None:
    # What is there now stays to the end: tests that collect garbage look at what is new.
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The committed test vectors."""
    return CHECKOUT / "fixtures"
