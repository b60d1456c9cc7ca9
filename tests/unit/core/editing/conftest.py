"""The states that a value can be in when it is changed."""

import pytest

from support.pictures import Picture, picture


@pytest.fixture(params=["sealed", "decoded", "copied", "changed"])
def value(request: pytest.FixtureRequest) -> Picture:
    """The picture, in each of the states that a value can be in."""
    made = picture()
    if request.param == "decoded":
        return Picture.decode_bytes(made.encode_bytes())
    if request.param == "copied":
        return made.copy()
    if request.param == "changed":
        made.number = 2
        made.number = 1
    return made
