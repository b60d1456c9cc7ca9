"""Values out of answers of the beacon API: SSZ or JSON, with what their headers and envelopes say.

Answers are of whatever library one asks with: what counts is that there are ``headers``, a status,
and the content.  Nodes are not trusted: all that is decoded is checked as strictly as ever, and
what an answer says twice must not contradict itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from pyssz import Bytes32, View, from_json
from pyssz.base.arguments import bytes_of, size_of
from pyssz.base.errors import DecodeError, InvalidTypeError, InvalidValueError
from pyssz.base.shown import shown
from pyssz.ethereum import UnknownNameError, networks
from pyssz.ethereum.networks import Network
from pyssz.text.objects import parsed_json
from pyssz.types.sequences import List

__all__ = [
    "Answer",
    "BeaconError",
    "Body",
    "answer_of",
    "read",
    "root_of",
    "value_of",
    "values_of",
]

SSZ: Final = "application/octet-stream"
JSON: Final = "application/json"

#: The header that names the fork of an answer.
VERSION: Final = "eth-consensus-version"

# Which object an endpoint gives, by the path of its address.
_ENDPOINTS: Final = (
    (r"/eth/v2/debug/beacon/states/[^/]+", "BeaconState"),
    (r"/eth/v2/beacon/blocks/[^/]+", "SignedBeaconBlock"),
    (r"/eth/v1/beacon/blob_sidecars/[^/]+", "BlobSidecars"),
    (r"/eth/v1/beacon/light_client/bootstrap/[^/]+", "LightClientBootstrap"),
    (r"/eth/v1/beacon/light_client/updates", "LightClientUpdate"),
    (r"/eth/v1/beacon/light_client/finality_update", "LightClientFinalityUpdate"),
    (r"/eth/v1/beacon/light_client/optimistic_update", "LightClientOptimisticUpdate"),
    (r"/eth/v2/validator/aggregate_attestation", "Attestation"),
    (r"/eth/v1/validator/attestation_data", "AttestationData"),
    (r"/eth/v1/validator/sync_committee_contribution", "SyncCommitteeContribution"),
    (r"/eth/v[12]/beacon/pool/attestations", "Attestation"),
    (r"/eth/v1/beacon/pool/voluntary_exits", "SignedVoluntaryExit"),
)
_endpoints = [(re.compile(path), kind) for path, kind in _ENDPOINTS]


# No content, reset content, partial content.
_WITHOUT_OBJECT: Final = (204, 205, 206)

# What content begins with that was compressed for the way, which libraries mostly undo.
_GZIP: Final = b"\x1f\x8b"


class BeaconError(DecodeError):
    """An answer is a refusal, or not one that has an object.

    Attributes:
        status: of HTTP, where that is what is wrong; else None.
    """

    def __init__(self, message: str, *, status: int | None = None, **place: Any) -> None:
        place.setdefault("code", "RESPONSE")
        super().__init__(message, **place)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        kind, arguments, state = super().__reduce__()
        return kind, arguments, {**state, "status": self.status}


class Body(NamedTuple):
    """An answer whose content is there.

    Attributes:
        content: bytes.
        headers: names and values.
        status: of HTTP.
        url: of the request; empty if unknown.
    """

    content: bytes
    headers: Mapping[str, str] = {}
    status: int = 200
    url: str = ""


class Answer(NamedTuple):
    """An object, and what an answer says of it.

    Attributes:
        value: the object.
        version: the name of its fork.
        execution_optimistic: whether its payload is not yet verified; None if it does not say.
        finalized: whether it is; None if it does not say.
    """

    value: Any
    version: str
    execution_optimistic: bool | None = None
    finalized: bool | None = None


async def read(response: Any) -> Body:
    """The content of an answer of aiohttp, or of another library whose ``read`` is awaited.

    async with session.get(url, headers=beacon.ACCEPT) as response:
        block = beacon.value_of(await beacon.read(response))
    """
    if not hasattr(response, "read") or not hasattr(response, "headers"):
        raise _no_answer(response)
    content = response.read()
    if hasattr(content, "__await__"):
        content = await content
    return Body(content, dict(response.headers), _status(response), _url(response))


def value_of(
    response: Any,
    kind: str | type[View] | None = None,
    *,
    version: str | None = None,
    network: str | Network = "mainnet",
    max_bytes: int | None = None,
) -> Any:
    """The object that an answer of the beacon API has, typed; see :func:`answer_of`."""
    body = _body(response)
    stated = _header(body, VERSION)
    if stated is None or not _is_json(body):
        options: Any = {"version": version, "network": network, "max_bytes": max_bytes}
        return answer_of(body, kind, **options).value
    # The fork is known, so JSON need not become objects to find it out.
    _require(body, max_bytes)
    _require_version(stated, version)
    cls, _ = _type_of(body, kind, stated, network)
    return from_json(cls, body.content, envelope=True)


def answer_of(
    response: Any,
    kind: str | type[View] | None = None,
    *,
    version: str | None = None,
    network: str | Network = "mainnet",
    max_bytes: int | None = None,
) -> Answer:
    """The object that an answer of the beacon API has, and what is said of it.

    Args:
        response: of httpx or requests, or a :class:`Body`; or bytes, of SSZ or JSON.
        kind: name of the type, such as ``"SignedBeaconBlock"``, or the type; by default what the
            endpoint gives, by the address that was asked.
        version: the fork, where neither the header nor the envelope says it.
        network: for the preset of the types.
        max_bytes: refuse longer content.

    Raises:
        BeaconError: RESPONSE, the answer is a refusal of the node (with ``status``), or has no
            object; WRONG_VERSION, what it says of its fork is contradictory or unknown.
        DecodeError: the content does not decode as the type.
        InvalidTypeError, InvalidValueError: the type or the fork is not known and was not given.
    """
    body = _body(response)
    _require(body, max_bytes)
    stated = _header(body, VERSION)
    members: Mapping[str, Any] = {}
    is_json = _is_json(body)
    if is_json:
        members = _envelope(body.content)
        inside = _stated_by(members)
        if inside and stated and inside.lower() != stated.lower():
            raise BeaconError(
                f"the header says version {shown(stated)}, the envelope {shown(inside)}",
                code="WRONG_VERSION",
            )
        stated = stated or inside
    _require_version(stated, version)
    cls, fork = _type_of(body, kind, stated or version, network)
    if is_json:
        value = cls.from_obj(members["data"])
    else:
        value = cls.decode_bytes(body.content)
    return Answer(value, fork, _flag(members, "execution_optimistic"), _flag(members, "finalized"))


def _stated_by(members: Mapping[str, Any]) -> str | None:
    """The version that an envelope gives."""
    version = members.get("version")
    if version is not None and not isinstance(version, str):
        raise BeaconError(f"the version is {shown(version)}, not a name", code="WRONG_VERSION")
    return version


def values_of(
    response: Any, kind: str | type[View] | None = None, *, network: str | Network = "mainnet"
) -> list[Any]:
    """The objects of an answer that has several, each with a version of its own.

    Those are the updates of light clients: in JSON a list of envelopes; in SSZ each behind its
    size and its fork digest.  Of other endpoints the elements of the list.

    Raises as :func:`answer_of`.
    """
    body = _body(response)
    _require_success(body)
    name = kind or _kind_at(body.url)
    if name is None:
        raise _unknown_kind(body)
    if _is_json(body):
        rows = parsed_json(body.content)
        stated = _header(body, VERSION)
        if isinstance(rows, dict):
            stated = stated or _stated_by(rows)
            rows = rows.get("data")
        if not isinstance(rows, list):
            raise BeaconError("the answer is not a list of objects")
        found = []
        for row in rows:
            if not isinstance(row, dict):
                raise BeaconError(f"expected a list of objects, got {shown(row)} in it")
            of = _stated_by(row) or stated
            cls, _ = _type_of(body, name, of, network)
            is_envelope = "data" in row and "data" not in cls.fields()  # type: ignore[attr-defined]
            found.append(cls.from_obj(row["data"] if is_envelope else row))
        return found
    return _chunks(body, name, networks.network(network))


def _chunks(body: Body, name: str | type[View], network: Network) -> list[Any]:
    """Values that each come with their size (8 bytes) and the digest of their fork (4)."""
    found = []
    at, content = 0, body.content
    while at < len(content):
        size = int.from_bytes(content[at : at + 8], "little")
        end = at + 8 + size
        if size < 4 or end > len(content):
            raise BeaconError(
                f"expected an object of {size} bytes, got {max(0, len(content) - at - 8)}",
                offset=at,
            )
        try:
            fork = network.fork_of_digest(content[at + 8 : at + 12])
        except InvalidValueError as error:
            raise BeaconError(error.message, code="WRONG_VERSION", offset=at + 8) from None
        cls, _ = _type_of(body, name, fork.name, network)
        found.append(cls.decode_bytes(content[at + 12 : end]))
        at = end
    return found


# ---- what an answer is ---------------------------------------------------------------------------


def _body(response: Any) -> Body:
    if isinstance(response, Body):
        return response._replace(headers=_headers(response.headers))
    if isinstance(response, (bytes, bytearray, memoryview)):
        return Body(bytes(bytes_of(response, "an answer")))
    try:
        content = getattr(response, "content", None)
    except RuntimeError:  # of httpx, while it is a stream
        content = None
    if not isinstance(content, bytes) or not hasattr(response, "headers"):
        if hasattr(response, "read"):
            raise InvalidTypeError(
                "the content of the answer is not read yet; pass await beacon.read(response)",
                code="WRONG_TYPE",
            )
        raise _no_answer(response)
    return Body(content, _headers(response.headers), _status(response), _url(response))


def _no_answer(response: Any) -> InvalidTypeError:
    return InvalidTypeError(
        f"expected an answer of httpx or requests, or bytes, not {type(response).__name__}",
        code="WRONG_TYPE",
    )


def _url(response: Any) -> str:
    try:
        return str(getattr(response, "url", None) or "")
    except RuntimeError:  # of httpx, where an answer is not one to a request
        return ""


def _headers(headers: Any) -> dict[str, str]:
    """Headers by their names in small letters; some libraries have bytes, or pairs."""
    try:
        pairs = dict(headers or ()).items()
    except (TypeError, ValueError):
        raise InvalidTypeError(
            f"headers must be names and values, got {shown(headers)}", code="WRONG_TYPE"
        ) from None
    return {_text(name).lower(): _text(value).strip() for name, value in pairs if value is not None}


def _text(word: Any) -> str:
    return word.decode("latin-1") if isinstance(word, bytes) else str(word)


def _status(response: Any) -> int:
    status = getattr(response, "status_code", getattr(response, "status", 200))
    return status if isinstance(status, int) else 200


def _header(body: Body, name: str) -> str | None:
    return body.headers.get(name) or None


def _require(body: Body, max_bytes: int | None) -> None:
    """Refuse an answer that is a refusal, or too long."""
    _require_success(body)
    if max_bytes is not None and len(body.content) > size_of(max_bytes, "max_bytes"):
        raise BeaconError(
            f"the answer has {len(body.content)} bytes, more than {max_bytes}", code="LIMIT"
        )


def _require_version(stated: str | None, wanted: Any) -> None:
    if wanted is not None and not isinstance(wanted, str):
        raise InvalidTypeError(f"version= must be a name, got {shown(wanted)}", code="WRONG_TYPE")
    if wanted and stated and wanted.lower() != stated.lower():
        raise BeaconError(
            f"the answer is of version {shown(stated)}, not {shown(wanted)}", code="WRONG_VERSION"
        )


def _require_success(body: Body) -> None:
    if body.status in _WITHOUT_OBJECT:
        raise BeaconError(
            f"the answer has no object, or a part of one: status {body.status}", status=body.status
        )
    if 200 <= body.status < 300:
        if body.content[:2] == _GZIP and _header(body, "content-encoding"):
            raise BeaconError("the content is still compressed with gzip; decompress it first")
        return
    reason = ""
    try:
        told = json.loads(body.content[:10_000])
        if isinstance(told, dict) and isinstance(told.get("message"), str):
            reason = f": {shown(told['message'])}"
    except (ValueError, RecursionError):
        pass
    raise BeaconError(f"the node refused with status {body.status}{reason}", status=body.status)


def _is_json(body: Body) -> bool:
    """Whether the content is JSON, and not SSZ; of bytes alone, whether they begin so."""
    kind = _header(body, "content-type")
    if kind is None:
        return body.content.lstrip()[:1] in (b"{", b"[")
    media = kind.partition(";")[0].strip().lower()
    if media not in (SSZ, JSON):
        raise BeaconError(f"the answer is of type {shown(media)}, neither SSZ nor JSON")
    return media == JSON


def _envelope(content: bytes) -> Mapping[str, Any]:
    found = parsed_json(content)
    if not isinstance(found, dict) or "data" not in found:
        raise BeaconError("the answer has no data")
    return found


def _flag(members: Mapping[str, Any], name: str) -> bool | None:
    flag = members.get(name)
    return flag if isinstance(flag, bool) else None


# ---- which type ----------------------------------------------------------------------------------


def _kind_at(url: str) -> str | None:
    path = re.sub(r"^[a-z]+://[^/]*", "", url).partition("?")[0].rstrip("/")
    # Nodes behind gateways have something before it.
    path = path[max(path.find("/eth/"), 0) :]
    return next((kind for pattern, kind in _endpoints if pattern.fullmatch(path)), None)


def _unknown_kind(body: Body) -> InvalidTypeError:
    where = f" of {shown(body.url)}" if body.url else ""
    return InvalidTypeError(
        f"the type of the answer{where} is not known; pass kind=, such as 'SignedBeaconBlock'",
        code="WRONG_TYPE",
    )


def _type_of(
    body: Body, kind: str | type[View] | None, version: str | None, network: str | Network
) -> tuple[type[View], str]:
    """The type of an answer's object, and the fork."""
    if isinstance(kind, type) and issubclass(kind, View):
        problem = kind._contradiction(version.lower()) if version else ""
        if problem:
            raise BeaconError(f"the answer is {problem}", code="WRONG_VERSION")
        return kind, version or ""
    if kind is not None and not isinstance(kind, str):
        raise InvalidTypeError(
            f"kind= must be a type or the name of one, got {shown(kind)}", code="WRONG_TYPE"
        )
    name = kind or _kind_at(body.url)
    if name is None:
        raise _unknown_kind(body)
    types = networks.network(network).types
    if version is None:
        # What never changed needs no version, and has none.
        fork = types["phase0"]
        latest = types[networks.network(network).forks[-1].name]
        if name in fork and latest[name] is fork[name]:
            return fork[name], ""
        raise InvalidValueError(
            f"the fork of the {name} is not known; pass version=, such as 'deneb'",
            code="UNKNOWN_NAME",
        )
    try:
        known = types[version.lower()]
        if name == "BlobSidecars":
            most = known.preset["MAX_BLOB_COMMITMENTS_PER_BLOCK"]
            return List._with((known["BlobSidecar"], most)), version.lower()
        return known[name], version.lower()
    except UnknownNameError as error:
        if kind is not None and not any(name in types[fork] for fork in types):
            raise InvalidValueError(error.message, code="UNKNOWN_NAME") from None
        raise BeaconError(error.message, code="WRONG_VERSION") from None


def root_of(response: Any) -> Bytes32:
    """The root in an answer such as that of ``/eth/v1/beacon/blocks/head/root``.

    Raises as :func:`answer_of`.
    """
    body = _body(response)
    _require_success(body)
    data = _envelope(body.content)["data"]
    if not isinstance(data, dict) or "root" not in data:
        raise BeaconError("the answer has no root")
    return Bytes32.from_obj(data["root"])
