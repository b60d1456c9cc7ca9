"""Answers of the beacon API become typed values, whatever library brings them."""

import asyncio
import gzip
import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from pyssz import (
    Bytes32,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    SSZError,
    beacon,
    to_json,
)
from pyssz.beacon import BeaconError, Body
from pyssz.ethereum import mainnet, minimal, networks
from pyssz.ethereum.networks import Network
from support.node import Object, node

DENEB, ELECTRA = mainnet.deneb, mainnet.electra
BLOCK: Any = DENEB.SignedBeaconBlock(message={"slot": 9_000_000, "body": {"graffiti": b"g" * 32}})
STATE: Any = ELECTRA.BeaconState(slot=11_700_000, balances=[5, 6])
SIDECARS: Any = List[DENEB.BlobSidecar, 4096]([{"index": 1}, {"index": 0}])  # type: ignore[type-arg, name-defined]
UPDATE: Any = mainnet.capella.LightClientUpdate(signature_slot=77)
DATA: Any = mainnet.phase0.AttestationData(slot=5)

BLOCK_PATH = "/eth/v2/beacon/blocks/9000000"
STATE_PATH = "/eth/v2/debug/beacon/states/head"
SIDECARS_PATH = "/eth/v1/beacon/blob_sidecars/head"
OPTIMISTIC_PATH = "/eth/v1/beacon/light_client/optimistic_update"
FLAGS = {"execution_optimistic": False, "finalized": True}

OBJECTS = {
    BLOCK_PATH: Object(BLOCK, "deneb", FLAGS),
    STATE_PATH: Object(STATE, "electra", {"execution_optimistic": True, "finalized": False}),
    SIDECARS_PATH: Object(SIDECARS, "deneb"),
    OPTIMISTIC_PATH: Object(mainnet.deneb.LightClientOptimisticUpdate(), "deneb", has_ssz=False),
    "/eth/v1/validator/attestation_data": Object(DATA, None),
    "/eth/v1/beacon/pool/voluntary_exits": Object(
        List[mainnet.phase0.SignedVoluntaryExit, 9]([{"message": {"epoch": 3}}]),  # type: ignore[type-arg, name-defined]
        None,
        has_ssz=False,
    ),
    "/eth/v1/unknown": Object(DATA, None),
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with node(OBJECTS) as url:
        yield url


@pytest.fixture(params=["httpx", "requests"])
def get(request: pytest.FixtureRequest) -> Any:
    return pytest.importorskip(request.param).get


@pytest.mark.parametrize("headers", [beacon.ACCEPT, {"Accept": "application/json"}])
def test_answers_of_libraries(address: str, get: Any, headers: dict[str, str]) -> None:
    for path, found in list(OBJECTS.items())[:5]:
        response = get(f"{address}{path}", headers=headers)
        value = beacon.value_of(response)
        assert value == found.value
        if found.version and path != SIDECARS_PATH:
            assert type(value) is type(found.value)
        answer = beacon.answer_of(response)
        assert answer.version == (found.version or "")
        if "json" in response.headers["content-type"]:
            assert answer.finalized == found.flags.get("finalized")
            assert answer.execution_optimistic == found.flags.get("execution_optimistic")
        else:
            assert answer.finalized is None


def test_answers_of_aiohttp(address: str) -> None:
    aiohttp = pytest.importorskip("aiohttp")

    async def ask() -> None:
        async with aiohttp.ClientSession() as session:
            for headers in (beacon.ACCEPT, {}):
                async with session.get(f"{address}{BLOCK_PATH}", headers=headers) as response:
                    with pytest.raises(InvalidTypeError, match=r"await beacon\.read"):
                        beacon.value_of(response)
                    assert beacon.value_of(await beacon.read(response)) == BLOCK
            async with session.get(f"{address}/eth/v2/beacon/blocks/1") as response:
                with pytest.raises(BeaconError, match="status 404"):
                    beacon.value_of(await beacon.read(response))

    asyncio.run(ask())


def test_fetch_asks_once_by_httpx(address: str) -> None:
    pytest.importorskip("httpx")
    assert beacon.fetch(f"{address}{STATE_PATH}") == STATE
    assert beacon.fetch(f"{address}{OPTIMISTIC_PATH}?x=1") == OBJECTS[OPTIMISTIC_PATH].value
    assert beacon.fetch(f"{address}/eth/v1/unknown", "AttestationData") == DATA
    with pytest.raises(BeaconError, match="more than 100 bytes") as caught:
        beacon.fetch(f"{address}{STATE_PATH}", max_bytes=100)
    assert caught.value.code == "LIMIT"
    with pytest.raises(BeaconError) as refused:
        beacon.fetch(f"{address}/eth/v2/beacon/blocks/nothing")
    assert refused.value.status == 404
    assert str(refused.value) == (
        "the node refused with status 404: 'NOT_FOUND: beacon block not found'"
    )
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.status, again.code, str(again)) == (404, "RESPONSE", str(refused.value))


def test_bytes_alone() -> None:
    data = BLOCK.encode_bytes()
    for given in (data, bytearray(data), memoryview(data)):
        assert beacon.value_of(given, "SignedBeaconBlock", version="deneb") == BLOCK
        assert beacon.value_of(given, DENEB.SignedBeaconBlock) == BLOCK
    text = to_json(BLOCK, envelope="deneb").encode()
    assert beacon.value_of(text, "SignedBeaconBlock") == BLOCK
    assert beacon.value_of(text, "SignedBeaconBlock", version="DENEB") == BLOCK
    block = minimal.deneb.SignedBeaconBlock(message={"slot": 5})
    network = Network(
        {"PRESET_BASE": "minimal", "GENESIS_FORK_VERSION": "0x00000001"}, name="devnet"
    )
    found = beacon.value_of(
        block.encode_bytes(), "SignedBeaconBlock", version="deneb", network=network
    )
    assert type(found) is minimal.deneb.SignedBeaconBlock


def body(
    content: bytes, kind: str | None = None, version: str | None = None, url: str = ""
) -> Body:
    headers = {"CONTENT-TYPE": kind, "eth-consensus-VERSION": version}
    return Body(content, {k: v for k, v in headers.items() if v is not None}, 200, url)


SSZ, JSON = "application/octet-stream", "application/json"
TEXT = to_json(BLOCK, envelope="deneb").encode()


@pytest.mark.parametrize(
    ("response", "options", "code", "message"),
    [
        (Body(b"", {}, 500), {}, "RESPONSE", "status 500"),
        (Body(b'{"message": 5}', {}, 503), {}, "RESPONSE", "status 503"),
        (Body(b"{" * 99_999, {}, 400), {}, "RESPONSE", "status 400"),
        (Body(b"", {}, 302), {}, "RESPONSE", "status 302"),
        (body(b"<html>", "text/html"), {}, "RESPONSE", "'text/html', neither SSZ nor JSON"),
        (body(b"5", JSON), {}, "RESPONSE", "has no data"),
        (body(b"{}", JSON), {}, "RESPONSE", "has no data"),
        (body(b"{", JSON), {}, "NOT_JSON", "not JSON"),
        (body(b'{"data":1,"data":2}', JSON), {}, "DUPLICATE_MEMBER", "twice"),
        (body(b"[" * 99_999, JSON), {}, "NOT_JSON", "not JSON"),
        (body(TEXT, JSON, "electra"), {}, "WRONG_VERSION", "'electra'|of version deneb"),
        (body(b"{}", JSON, "deneb"), {}, "NO_ENVELOPE|RESPONSE|MISSING_FIELD", "data"),
        (body(TEXT, JSON), {"version": "electra"}, "WRONG_VERSION", "is of version 'deneb'"),
        (body(TEXT, JSON, "dencun"), {}, "WRONG_VERSION", "dencun"),
        (body(b'{"version": 5, "data": {}}', JSON), {}, "WRONG_VERSION", "is 5, not a name"),
        (body(b"x", SSZ, "dencun"), {}, "WRONG_VERSION", "no fork"),
        (body(b"x", SSZ, "deneb"), {}, "SCOPE_TOO_SMALL", "SignedBeaconBlock"),
        (body(TEXT, SSZ, "deneb"), {}, "FIRST_OFFSET", "SignedBeaconBlock"),
        (body(b"x", SSZ), {}, "UNKNOWN_NAME", "pass version="),
        (body(b"xx", SSZ, "deneb"), {"max_bytes": 1}, "LIMIT", "2 bytes, more than 1"),
        (body(b'{"data": {"message": 5}}', JSON, "deneb"), {}, "WRONG_TYPE|MISSING_FIELD", "."),
        (body(b"x", SSZ, "phase0"), {"kind": "ExecutionPayload"}, "WRONG_VERSION", "no type"),
        (body(b"x", SSZ, "phase0"), {"kind": "Nothing"}, "UNKNOWN_NAME", "no type Nothing"),
        (Body(b"", {}, 204), {}, "RESPONSE", "no object, or a part of one: status 204"),
        (Body(BLOCK.encode_bytes(), {}, 206), {}, "RESPONSE", "status 206"),
        (
            Body(gzip.compress(TEXT), {"Content-Type": JSON, "Content-Encoding": "gzip"}),
            {},
            "RESPONSE",
            "still compressed with gzip",
        ),
        (
            body(BLOCK.encode_bytes(), SSZ, "electra"),
            {"kind": DENEB.SignedBeaconBlock},
            "WRONG_VERSION",
            "of version electra, and the type is deneb.SignedBeaconBlock",
        ),
        (body(BLOCK.encode_bytes()[:-1], SSZ, "deneb"), {}, "OFFSET_PAST_SCOPE", "past the end"),
        (body(TEXT[:-9], JSON, "deneb"), {}, "NOT_JSON", "not JSON"),
    ],
)
def test_answers_that_are_none(
    response: Body, options: dict[str, Any], code: str, message: str
) -> None:
    options = {"kind": "SignedBeaconBlock", **options}
    for read in (beacon.value_of, beacon.answer_of):
        with pytest.raises((DecodeError, InvalidValueError), match=message) as caught:
            read(response, **options)
        assert caught.value.code in code.split("|")


def test_headers_in_the_forms_of_libraries() -> None:
    """Bytes and pairs are those of ASGI, None is none."""
    pairs = [("Content-Type", SSZ), ("Eth-Consensus-Version", " Deneb ")]
    in_bytes = {name.encode(): value.encode() for name, value in pairs}
    url = "http://node/eth/v2/beacon/blocks/head"
    for headers in (
        pairs,
        dict(pairs),
        in_bytes,
        list(in_bytes.items()),
        {**dict(pairs), "X": None},
    ):
        assert beacon.value_of(Body(BLOCK.encode_bytes(), headers, 200, url)) == BLOCK  # type: ignore[arg-type]
    for nothing in (None, (), {"Content-Type": None}):
        given = Body(BLOCK.encode_bytes(), nothing, 200, url)  # type: ignore[arg-type]
        assert beacon.value_of(given, version="deneb") == BLOCK
    with pytest.raises(InvalidTypeError, match="headers must be names and values"):
        beacon.value_of(Body(b"", 5, 200, url))  # type: ignore[arg-type]
    # Libraries leave the header when they have decompressed the content.
    packed = Body(BLOCK.encode_bytes(), {**dict(pairs), "Content-Encoding": "gzip"}, 200, url)
    assert beacon.value_of(packed) == BLOCK


def test_answers_that_are_not_whole_objects_of_a_library() -> None:
    httpx = pytest.importorskip("httpx")
    request = httpx.Request("GET", "http://node/eth/v2/beacon/blocks/head")
    headers = {"Content-Type": SSZ, "Eth-Consensus-Version": "deneb"}
    data = BLOCK.encode_bytes()
    unasked = httpx.Response(200, content=data, headers=headers)
    assert beacon.value_of(unasked, "SignedBeaconBlock") == BLOCK
    unread = httpx.Response(200, stream=httpx.ByteStream(data), headers=headers, request=request)
    with pytest.raises(InvalidTypeError, match="is not read yet"):
        beacon.value_of(unread)
    with pytest.raises(InvalidTypeError, match="expected an answer of httpx or requests"):
        asyncio.run(beacon.read(5))


@pytest.mark.parametrize(
    "options", [{"version": 5}, {"kind": 5}, {"kind": int}, {"network": 5}, {"max_bytes": "x"}]
)
def test_options_of_other_types_are_refused(options: dict[str, Any]) -> None:
    given = Body(BLOCK.encode_bytes(), {"Content-Type": SSZ}, 200)
    for read in (beacon.value_of, beacon.answer_of):
        with pytest.raises(SSZError) as caught:
            read(given, **{"kind": "SignedBeaconBlock", "version": "deneb", **options})
        assert caught.value.code == "WRONG_TYPE"


@pytest.mark.parametrize("given", [5, None, "text", object()])
def test_other_objects_are_refused(given: Any) -> None:
    with pytest.raises(InvalidTypeError):
        beacon.value_of(given, "SignedBeaconBlock")


def test_types_come_from_addresses() -> None:
    data = BLOCK.encode_bytes()
    for url in (
        "http://node/eth/v2/beacon/blocks/head",
        "https://user:secret@gateway/key/eth/v2/beacon/blocks/0x12?x=/eth/v2/",
        "/eth/v2/beacon/blocks/head/",
    ):
        assert beacon.value_of(body(data, SSZ, "deneb", url)) == BLOCK
    for url in ("", "http://node/eth/v2/beacon/blocks/head/root", "http://node/eth/v9/x"):
        for call in (beacon.value_of, beacon.values_of):
            with pytest.raises(InvalidTypeError, match="pass kind="):
                call(body(data, SSZ, "deneb", url))


def test_several_objects() -> None:
    url = "http://node/eth/v1/beacon/light_client/updates?start_period=1&count=2"
    later = mainnet.deneb.LightClientUpdate(signature_slot=9)
    rows = [("capella", UPDATE), ("deneb", later)]
    text = json.dumps([{"version": fork, "data": value.to_obj()} for fork, value in rows])
    found = beacon.values_of(body(text.encode(), JSON, None, url))
    assert found == [UPDATE, later]
    assert [type(each) for each in found] == [type(UPDATE), type(later)]
    chunks = b""
    for fork, value in rows:
        epoch = next(each.epoch for each in networks.mainnet.forks if each.name == fork)
        digest = networks.mainnet.fork_digest(epoch=epoch)
        data = digest + value.encode_bytes()
        chunks += len(data).to_bytes(8, "little") + data
    assert beacon.values_of(body(chunks, SSZ, None, url)) == [UPDATE, later]
    assert beacon.values_of(body(b"", SSZ, None, url)) == []
    for damaged in (chunks[:-1], chunks[:5], bytes(12), b"\xff" * 20):
        with pytest.raises(BeaconError, match="expected an object of") as caught:
            beacon.values_of(body(damaged, SSZ, None, url))
        assert caught.value.offset is not None
    with pytest.raises(BeaconError, match="fork digest") as caught:
        beacon.values_of(body(b"\4" + bytes(11), SSZ, None, url))
    assert (caught.value.code, caught.value.offset) == ("WRONG_VERSION", 8)
    wrong_rows = (b"[5]", b'{"data": [null]}', b'[{"version": 5, "data": {}}]')
    for content in (*wrong_rows, b'{"version": 5, "data": [{}]}'):
        with pytest.raises(BeaconError, match=r"expected a list of objects|the version is 5"):
            beacon.values_of(body(content, JSON, None, url))
    exits = body(
        b'{"data": [{"message": {"epoch": "3", "validator_index": "1"}, "signature": "0x'
        + b"00" * 96
        + b'"}]}',
        JSON,
        None,
        "/eth/v1/beacon/pool/voluntary_exits",
    )
    (one,) = beacon.values_of(exits)
    assert one.message.epoch == 3
    for wrong in (b"5", b"{}", b'{"data": 5}'):
        with pytest.raises(BeaconError, match="not a list of objects"):
            beacon.values_of(body(wrong, JSON, None, url))


def test_roots() -> None:
    text = b'{"data": {"root": "0x' + b"ab" * 32 + b'"}}'
    assert beacon.root_of(text) == Bytes32(b"\xab" * 32)
    for wrong in (b'{"data": 5}', b'{"data": {}}'):
        with pytest.raises(BeaconError, match="has no root"):
            beacon.root_of(wrong)
