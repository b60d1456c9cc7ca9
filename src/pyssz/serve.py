"""A server that answers SSZ-QL queries over HTTP from values (extra ``serve``).

An ASGI application with the two endpoints of Prysm::

    POST /prysm/v1/beacon/states/{id}/query     {"query": ".validators[17]", "include_proof": true}
    POST /prysm/v1/beacon/blocks/{id}/query

The answer is an ``SSZQueryResponse``, or an ``SSZQueryResponseWithProof``, in SSZ; in JSON if the
client would rather have that (``Accept``, with its weights).  What clients send is bounded before
it is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pyssz.answers.queries import query
from pyssz.base.errors import NavigationError, SSZError
from pyssz.core.type import View
from pyssz.text.objects import to_json
from pyssz.types.container import FieldsView

__all__ = ["Served", "UnfitObjectError", "application", "served"]

#: Most bytes of a request's body.
BODY_LIMIT = 16 * 1024

SSZ = "application/octet-stream"
JSON = "application/json"

# How much a type is wanted (RFC 9110, 12.4.2).
_WEIGHT = re.compile(r"0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?", re.ASCII)


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
        wanted_type = accepted(request.headers.getlist("accept"))
        if wanted_type is None:
            return _failure(406, f"answers are {SSZ} or {JSON}")
        # Hashing takes its time; other clients are not to wait for it.
        return await run_in_threadpool(_answer, found, body, wanted_type == JSON)

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


def accepted(headers: Sequence[str]) -> str | None:
    """The type that an answer has for these ``Accept`` headers; None if they take neither.

    What they give the higher weight; of two with the same, the one that they name rather than mean
    by ``*``, and SSZ before JSON.
    """
    weights: dict[str, float] = {}
    for item in ",".join(headers).split(","):
        name, *parameters = (part.strip().lower() for part in item.split(";"))
        weight = next((text[2:] for text in parameters if text.startswith("q=")), "1")
        if name and _WEIGHT.fullmatch(weight):
            weights[name] = max(float(weight), weights.get(name, 0.0))
    if not weights:
        return SSZ
    ranked = []
    for kind in (SSZ, JSON):
        ranges = (kind, "application/*", "*/*")
        place = next((i for i, each in enumerate(ranges) if each in weights), None)
        if place is not None and weights[ranges[place]] > 0:
            ranked.append((-weights[ranges[place]], place, kind))
    return min(ranked, key=lambda each: each[:2])[2] if ranked else None


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
        return _failure(400, "the body is not JSON")
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
        return Response(text, media_type=JSON, headers=headers)
    return Response(response.encode_bytes(), media_type=SSZ, headers=headers)
