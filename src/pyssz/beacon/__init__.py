"""Objects from beacon nodes, and what nodes answer from a state.

    >>> from pyssz import beacon
    >>> response = httpx.get(f"{node}/eth/v2/beacon/blocks/head", headers=beacon.ACCEPT)
    >>> block = beacon.value_of(response)
    >>> state = beacon.fetch(f"{node}/eth/v2/debug/beacon/states/finalized")
    >>> beacon.validators(state, status="active").to_pandas()

There is no client here: answers come from the library that you use.  `fetch` is one call of httpx.
"""

from __future__ import annotations

from typing import Any, Final

from pyssz.arrays.frames import optional_package
from pyssz.base.arguments import size_of
from pyssz.beacon._responses import (
    Answer,
    BeaconError,
    Body,
    answer_of,
    read,
    root_of,
    value_of,
    values_of,
)
from pyssz.beacon._validators import STATUSES, Validators, balances, validators

__all__ = [
    "ACCEPT",
    "STATUSES",
    "Answer",
    "BeaconError",
    "Body",
    "Validators",
    "answer_of",
    "balances",
    "fetch",
    "read",
    "root_of",
    "validators",
    "value_of",
    "values_of",
]

#: The header that asks for SSZ, and takes JSON of endpoints that have no other.
ACCEPT: Final = {"Accept": "application/octet-stream;q=1.0,application/json;q=0.9"}

#: Most bytes that `fetch` takes by default: three states of mainnet.
MAX_BYTES: Final = 1 << 30


def fetch(
    url: str,
    kind: Any = None,
    *,
    timeout: float = 60,
    max_bytes: int = MAX_BYTES,
    **options: Any,
) -> Any:
    """The object at an address of a beacon node, by httpx (extra ``beacon``).

    Args:
        url: of the object, such as ``http://localhost:5052/eth/v2/beacon/blocks/head``.
        kind: see :func:`answer_of`, also for the other options.
        timeout: seconds that the node may be silent.
        max_bytes: refuse longer answers.

    Raises:
        MissingPackageError: httpx is not installed.
        BeaconError, DecodeError: as for :func:`answer_of`; LIMIT.
        httpx.HTTPError: the node can't be reached.
    """
    httpx = optional_package("httpx")
    most = size_of(max_bytes, "max_bytes")
    with httpx.stream("GET", url, headers=ACCEPT, timeout=timeout) as response:
        content = bytearray()
        for piece in response.iter_bytes():
            content += piece
            if len(content) > most:
                raise BeaconError(f"the answer has more than {most} bytes", code="LIMIT")
        body = Body(bytes(content), dict(response.headers), response.status_code, url)
    return value_of(body, kind, **options)
