"""`pyssz serve`: Prysm's two endpoints, and what clients may not do."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("starlette")

from pyssz import List, query, uint64
from pyssz.cli import main
from pyssz.ethereum import minimal
from pyssz.queries import SSZQueryResponse, SSZQueryResponseWithProof, verify_result
from pyssz.serve import BODY_LIMIT, JSON, SSZ, UnfitObjectError, accepted, application, served

BeaconState = minimal.deneb.BeaconState
STATE = BeaconState(slot=5, balances=range(20))
LATER = BeaconState(slot=9)
BLOCK = minimal.deneb.SignedBeaconBlock(message={"slot": 3, "proposer_index": 7})
APP = application(
    [
        served("dir/first.ssz", STATE, "deneb"),
        served("later.ssz_snappy", LATER, "deneb"),
        served("block.ssz", BLOCK, "deneb"),
    ]
)


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def send(method: str, path: str, body: bytes = b"", *, accept: str = "*/*", pieces: int = 1) -> Any:
    """One request to the application, as a server would hand it over."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"accept", accept.encode()), (b"host", b"localhost")],
        "server": ("localhost", 80),
        "client": ("localhost", 1),
        "scheme": "http",
    }
    step = -(-len(body) // pieces) or 1
    parts = [body[at : at + step] for at in range(0, len(body), step)] or [b""]
    sent: list[Any] = []

    async def receive() -> Any:
        piece = parts.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(parts)}

    async def collect(message: Any) -> None:
        sent.append(message)

    asyncio.run(APP(scope, receive, collect))
    head = sent[0]
    headers = {name.decode(): value.decode() for name, value in head["headers"]}
    return Reply(head["status"], headers, b"".join(part.get("body", b"") for part in sent[1:]))


def ask(where: str, question: Any, **options: Any) -> Any:
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    return send("POST", f"/prysm/v1/beacon/{where}/query", body, **options)


@pytest.mark.parametrize(
    "name", ["5", "first", f"0x{STATE.hash_tree_root().hex()}", f"0X{STATE.hash_tree_root().hex()}"]
)
def test_states_are_asked_by_slot_root_and_name(name: str) -> None:
    reply = ask(f"states/{name}", {"query": ".balances[3]"})
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/octet-stream"
    assert reply.headers["eth-consensus-version"] == "deneb"
    response = SSZQueryResponse.decode_bytes(reply.body)
    assert (response.root, response.result) == (STATE.hash_tree_root(), (3).to_bytes(8, "little"))


def test_head_is_the_latest() -> None:
    reply = ask("states/head", {"query": ".slot"})
    assert SSZQueryResponse.decode_bytes(reply.body).result == (9).to_bytes(8, "little")


def test_blocks_are_asked_without_their_signature() -> None:
    reply = ask("blocks/3", {"query": ".proposer_index"})
    response = SSZQueryResponse.decode_bytes(reply.body)
    assert response.root == BLOCK.message.hash_tree_root()
    assert response.result == (7).to_bytes(8, "little")


def test_answers_with_a_proof() -> None:
    reply = ask("states/5", {"query": "len(balances)", "include_proof": True}, pieces=5)
    response = SSZQueryResponseWithProof.decode_bytes(reply.body)
    expected = query(STATE, "len(balances)", include_proof=True)
    assert response == expected.response()
    assert expected.proof is not None
    root = bytes(response.root)
    assert verify_result(BeaconState, "len(.balances)", response.result, expected.proof, root)


def test_answers_as_json() -> None:
    reply = ask("states/5", {"query": ".slot"}, accept="application/json")
    assert reply.json() == {
        "version": "deneb",
        "data": {"root": f"0x{STATE.hash_tree_root().hex()}", "result": "0x0500000000000000"},
    }


@pytest.mark.parametrize(
    ("where", "question", "status", "words"),
    [
        ("states/6", {"query": ".slot"}, 404, "there is no state 6"),
        ("states/block", {"query": ".slot"}, 404, "there is no state block"),
        ("blocks/5", {"query": ".slot"}, 404, "there is no block 5"),
        ("other/5", {"query": ".slot"}, 404, "there is no othe 5"),
        ("states/5", b"{", 400, "not JSON"),
        ("states/5", b"[" * 10000, 400, "not JSON"),
        ("states/5", b"[]", 400, "expected"),
        ("states/5", {"query": 5}, 400, "expected"),
        ("states/5", {"query": ".slot", "include_proof": 1}, 400, "expected"),
        ("states/5", {"query": ".slo"}, 400, "no field 'slo'"),
        ("states/5", {"query": ".slot["}, 400, "at column 7"),
        ("states/5", {"query": ".balances[20]"}, 404, "index 20 is out of range for a length of"),
        ("states/5", {"query": ".balances[*]"}, 400, "leads to several parts"),
        ("states/5", {"query": ".balances[@ > 1]"}, 400, "leads to several parts"),
        ("states/5", {"query": ".", "include_proof": True}, 400, "the root has no branch"),
        ("states/5", b" " * (BODY_LIMIT + 1), 413, "at most"),
    ],
)
def test_what_is_refused(where: str, question: Any, status: int, words: str) -> None:
    reply = ask(where, question)
    assert reply.status == status
    assert reply.json()["code"] == status
    assert words in reply.json()["message"]


def test_other_requests() -> None:
    assert send("GET", "/prysm/v1/beacon/states/5/query").status == 405
    assert send("GET", "/nowhere").status == 404
    assert [entry["name"] for entry in send("GET", "/").json()] == ["first", "later", "block"]


def test_only_states_and_blocks_are_served() -> None:
    with pytest.raises(UnfitObjectError, match="a Fork is neither a state nor a block"):
        served("fork.ssz", STATE.fork, "deneb")
    # A name alone makes no state.
    nameless = type("BeaconState", (List[uint64, 4],), {})
    with pytest.raises(UnfitObjectError, match="a BeaconState is neither a state nor a block"):
        served("state.ssz", nameless(1, 2), "deneb")


def test_the_command_opens_its_files_first(
    fixtures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import uvicorn

    started: list[Any] = []
    monkeypatch.setattr(uvicorn, "run", lambda app, **options: started.append((app, options)))
    objects = fixtures / "objects"
    options = ["--type", "deneb.BeaconState", "--preset", "minimal", "--port", "99"]
    assert main(["serve", str(objects / "deneb-minimal-BeaconState.ssz"), *options]) == 0
    ((_, settings),) = started
    assert (settings["host"], settings["port"]) == ("127.0.0.1", 99)
    attestation = str(objects / "phase0-mainnet-Attestation.ssz")
    assert main(["serve", attestation, "--type", "phase0.Attestation"]) == 1
    assert "neither a state nor a block" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", attestation, "--type", "phase0.Attestation"]) == 1
    assert "pip install 'pyssz[serve]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ([], SSZ),
        ([""], SSZ),
        (["*/*"], SSZ),
        (["application/json"], JSON),
        (["application/octet-stream"], SSZ),
        (["application/json, */*"], JSON),
        (["application/json,text/plain,*/*"], JSON),
        (["application/octet-stream;q=1, application/json;q=0.9"], SSZ),
        (["application/octet-stream;q=0.9, application/json;q=1.0"], JSON),
        (["application/json;q=0.1, */*;q=0.5"], SSZ),
        (["application/json;q=0, */*"], SSZ),
        (["application/octet-stream;q=0, */*"], JSON),
        (["application/json", "application/octet-stream;q=0.5"], JSON),
        (["application/json, application/octet-stream"], SSZ),
        (["APPLICATION/JSON ; charset=utf-8 ; Q=0.5"], JSON),
        (["text/html, application/*;q=0.2"], SSZ),
        (["application/json;q=1e9, application/octet-stream;q=0.1"], SSZ),
        (["application/json;q=nan"], SSZ),
        (["text/json"], None),
        (["text/html"], None),
        (["*/*;q=0"], None),
        (["application/json;q=0.000"], None),
    ],
)
def test_the_type_of_an_answer_is_what_the_client_would_rather_have(
    accept: list[str], kind: str | None
) -> None:
    assert accepted(accept) == kind


def test_answers_have_the_accepted_type() -> None:
    """On its way through HTTP."""
    question = json.dumps({"query": ".slot"}).encode()
    path = "/prysm/v1/beacon/states/head/query"
    both = "application/json;q=0.5, application/octet-stream;q=0.9"
    response = send("POST", path, question, accept=both)
    assert response.headers["content-type"] == SSZ
    assert SSZQueryResponse.decode_bytes(response.body).result
    assert send("POST", path, question, accept="text/html").status == 406


@pytest.mark.parametrize(
    ("host", "problem"),
    [
        ("", "for all interfaces give 0.0.0.0 or ::"),
        ("0", "for all interfaces give 0.0.0.0 or ::"),
        ("0x0", "for all interfaces give 0.0.0.0 or ::"),
        ("a" * 300, "no such address"),
        ("no such name", "no such address"),
    ],
)
def test_hosts_that_are_not_listened_on(
    host: str, problem: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import uvicorn

    monkeypatch.setattr(uvicorn, "run", lambda *_, **__: pytest.fail("it listens"))
    assert main(["serve", "x.ssz", "--type=deneb.BeaconState", f"--host={host}"]) == 2
    said = capsys.readouterr().err
    assert problem in said
    assert said.count("\n") == 1
