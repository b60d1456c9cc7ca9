"""Answers with their proof, as others read and check them."""

from typing import Any

import pytest

from pyssz import Container, InvalidValueError, List, NotProvenError, ProofError, query, uint64
from pyssz.queries import Claims


class Item(Container):
    number: uint64
    weight: uint64


class Shelf(Container):
    name: uint64
    items: List[Item, 100]


SHELF = Shelf(name=7, items=[Item(number=n, weight=n * n) for n in range(10)])
ROOT = SHELF.hash_tree_root()
PATHS = [".name", ".items[2:4].weight", "len(.items)", ".items[number > 7].weight"]


def claims(*paths: str, scan: bool = False, **options: Any) -> Claims:
    answers = query(SHELF, list(paths), include_proof=True, include_scan=scan)
    return Claims.of(answers, **options)


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("scan", [False, True])
def test_what_was_asked_is_shown_to_others(scan: bool, compress: bool) -> None:
    text = claims(*PATHS, scan=scan, compress=compress, type_name="my.Shelf").to_json()
    read = Claims.from_json(text)
    assert read.to_json() == text
    assert (read.type_name, read.preset, read.root) == ("my.Shelf", None, ROOT)
    found = read.verified(Shelf, ROOT)
    assert [one.path for one in found] == PATHS
    assert [one.value for one in found] == ["7", ["4", "9"], "10", ["64", "81"]]
    assert found[1].parts == [".items[2].weight", ".items[3].weight"]
    assert [one.complete for one in found] == [True, True, True, scan]
    assert read.verified(Shelf, str(ROOT)) == found


def test_one_answer_has_claims_too() -> None:
    for path in (".name", ".items[2:4].weight"):
        answer = query(SHELF, path, include_proof=True)
        (found,) = Claims.from_json(Claims.of(answer).to_json()).verified(Shelf, ROOT)
        assert found.value == answer.to_obj()


def test_another_root_and_another_value_are_refused() -> None:
    told = claims(".name").to_obj()
    with pytest.raises(NotProvenError, match="for the root"):
        Claims.from_obj(told).verified(Shelf, bytes(32))
    del told["root"]
    with pytest.raises(NotProvenError, match="another root"):
        Claims.from_obj(told).verified(Shelf, bytes(32))
    told["results"][0]["ssz"] = "0x" + "08" + "00" * 7
    with pytest.raises(NotProvenError) as caught:
        Claims.from_obj(told).verified(Shelf, ROOT)
    assert caught.value.code == "NOT_PROVEN"


def test_what_can_not_be_claimed_is_refused() -> None:
    with pytest.raises(ProofError, match="include_proof=True"):
        Claims.of(query(SHELF, ".name"))
    nothing = query(SHELF, ".items[number > 70].weight", include_proof=True)
    with pytest.raises(ProofError, match="include_scan=True"):
        Claims.of(nothing)
    for text, error in (
        ('{"results": [], "indices": [], "leaves": [], "proof": []}', ProofError),
        ('{"results": [{"path": ".name"}], "indices": [], "leaves": [], "proof": []}', ProofError),
        ("[]", ProofError),
        (
            '{"root": "0x00", "results": [{"path": ".", "ssz": "0x"}], "indices": [], '
            '"leaves": [], "proof": []}',
            InvalidValueError,
        ),
    ):
        with pytest.raises(error):
            Claims.from_json(text)
