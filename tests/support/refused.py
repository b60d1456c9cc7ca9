"""An error that a test expects, to the letter."""

import re
from typing import Any

import pytest

from pyssz import SSZError


def refused(kind: type[SSZError], code: str, message: str) -> Any:
    """Expect an error of exactly this class and code, whose text is exactly this."""
    return pytest.raises(
        kind,
        match=f"^{re.escape(message)}$",
        check=lambda error: type(error) is kind and error.code == code,
    )
