"""A server that answers SSZ-QL queries over HTTP from values (extra ``serve``).

An ASGI application with the two endpoints of Prysm::

    POST /prysm/v1/beacon/states/{id}/query     {"query": ".validators[17]", "include_proof": true}
    POST /prysm/v1/beacon/blocks/{id}/query

The answer is an ``SSZQueryResponse``, or an ``SSZQueryResponseWithProof``, in SSZ; in JSON if the
client asks for that alone.  What clients send is bounded before it is read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pyssz._type import View
from pyssz.container import FieldsView
from pyssz.errors import NavigationError, SSZError
from pyssz.objects import to_json
from pyssz.queries import query

__all__ = ["Served", "UnfitObjectError", "application", "served"]

#: Most bytes of a request's body.
BODY_LIMIT = 16 * 1024

_SSZ = "application/octet-stream"


class UnfitObjectError(Exception):
    """An object is neither a state nor a block."""


class Served(NamedTuple):
    """A value that is served.

    Attributes:
        kind: "states" or "blocks".
        name: what it can be asked for by, besides its slot and root.
        slot: its slot.
        root: its root in hex, with 0x.
        fork: the fork that its type is of.
        value: the state, or the block without its signature.
    """

    kind: str
    name: str
    slot: int
    root: str
    fork: str
    value: View


def served(name: str, value: View, fork: str) -> Served:
    """What is needed to serve a value; its root is computed now, so that nobody waits for it later.

    Args:
        name: of its file; without directory and suffix it is what clients may call it.
        value: a ``BeaconState``, ``BeaconBlock`` or ``SignedBeaconBlock``.
        fork: for the ``Eth-Consensus-Version`` of answers.

    Raises UnfitObjectError for a value of another type.
    """
    type_name = type(value).__name__
    if type_name == "SignedBeaconBlock":
        value = value.message  # type: ignore[attr-defined]
        type_name = "BeaconBlock"
    kinds = {"BeaconState": "states", "BeaconBlock": "blocks"}
    if type_name not in kinds or not isinstance(value, FieldsView):
        raise UnfitObjectError(f"a {type_name} is neither a state nor a block")
    root = f"0x{value.hash_tree_root().hex()}"
    slot = int(value._value_of("slot"))
    return Served(kinds[type_name], PurePath(name).name.partition(".")[0], slot, root, fork, value)


def application(objects: Sequence[Served]) -> Starlette:
    """The ASGI application that serves some values."""

    async def answer(request: Request) -> Response:
        kind, wanted = request.path_params["kind"], request.path_params["id"]
        found = _find(objects, kind, wanted)
        if found is None:
            return _failure(404, f"there is no {kind[:-1]} {wanted[:100]}")
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > BODY_LIMIT:
                return _failure(413, f"a request has at most {BODY_LIMIT} bytes")
        as_json = "json" in request.headers.get("accept", "")
        # Hashing takes its time; other clients are not to wait for it.
        return await run_in_threadpool(_answer, found, body, as_json)

    async def listing(request: Request) -> Response:
        return JSONResponse(
            [{key: value for key, value in o._asdict().items() if key != "value"} for o in objects]
        )

    return Starlette(
        routes=[
            Route("/prysm/v1/beacon/{kind}/{id}/query", answer, methods=["POST"]),
            Route("/", listing),
        ]
    )


def _find(objects: Sequence[Served], kind: str, wanted: str) -> Served | None:
    fitting = [each for each in objects if each.kind == kind]
    if wanted == "head" and fitting:
        return max(fitting, key=lambda each: each.slot)
    for each in fitting:
        if wanted.lower() == each.root or wanted in (str(each.slot), each.name):
            return each
    return None


def _failure(status: int, message: str) -> Response:
    return JSONResponse({"code": status, "message": message}, status_code=status)


def _answer(found: Served, body: bytes, as_json: bool) -> Response:
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        return _failure(400, "the body is no JSON")
    path = asked.get("query") if isinstance(asked, dict) else None
    with_proof = asked.get("include_proof", False) if isinstance(asked, dict) else None
    if not isinstance(path, str) or not isinstance(with_proof, bool):
        return _failure(400, 'expected {"query": "...", "include_proof": true or false}')
    try:
        typed = type(found.value).path(path)
        typed.require_single("an answer has one")
        response = query(found.value, typed, include_proof=with_proof).response()
    except NavigationError as error:
        return _failure(404 if error.code == "NO_SUCH_POSITION" else 400, str(error))
    except SSZError as error:
        return _failure(400, str(error))
    headers = {"Eth-Consensus-Version": found.fork}
    if as_json:
        text = to_json(response, envelope=found.fork)
        return Response(text, media_type="application/json", headers=headers)
    return Response(response.encode_bytes(), media_type=_SSZ, headers=headers)
