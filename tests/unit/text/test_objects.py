"""Values as JSON and YAML, and back: what json.dumps makes of them, and the rules of the spec."""

import gc
import io
import json
import random
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import event, given
from hypothesis import strategies as st

import pyssz
from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes4,
    ByteVector,
    Container,
    DecodeError,
    List,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveList,
    SchemaError,
    Union,
    Vector,
    boolean,
    byte,
    uint8,
    uint16,
    uint64,
    uint256,
)
from pyssz.base.errors import JSON_CODES
from pyssz.text import json_writer as _json_writer
from pyssz.text import objects
from pyssz.text.objects import dump_json, from_json, from_yaml, to_json, to_yaml, to_yaml_obj
from support.json_values import (
    LARGEST,
    RECORD,
    WHOLE,
    Choice,
    Corner,
    Point,
    Record,
    Shape,
    Whole,
)
from support.kinds import all_types
from support.objects import OWN_OBJECTS, REAL_OBJECTS, StoredObject, each
from support.refused import refused
from support.strategies import Sample, built, examples, samples


def dumped(value: Any, indent: Any = None) -> str:
    """What the standard library makes of the JSON form of a value."""
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(value.to_obj(), indent=indent, separators=separators)


@contextmanager
def limits(steps: int, batch: int, hex_batch: int) -> Iterator[None]:
    """Plans that are made within take few steps for a record, and write little at a time."""
    names = ("_MOST_STEPS", "_BATCH", "_HEX_BATCH", "_plans")
    numbers = (steps, batch, hex_batch, weakref.WeakKeyDictionary())
    with pytest.MonkeyPatch.context() as patch:
        for name, number in zip(names, numbers, strict=True):
            patch.setattr(_json_writer, name, number)
        yield


# ---- to JSON -------------------------------------------------------------------------------------


def test_json_is_that_of_the_spec() -> None:
    """The table of the section "JSON mapping", as text."""
    assert to_json(uint64(LARGEST)) == '"18446744073709551615"'
    assert to_json(byte(5)) == '"0x05"'
    assert to_json(boolean(1)) == "true"
    assert to_json(Point(x=1, y=2)) == to_json(Corner(x=1, y=2)) == '{"x":"1","y":"2"}'
    assert to_json(Vector[uint16, 2](1, 2)) == '["1","2"]'
    assert to_json(Vector[byte, 2](17, 34)) == to_json(ByteVector[2]("0x1122")) == '"0x1122"'
    assert to_json(Bitvector[5](1, 0, 1, 0, 1)) == '"0x15"'
    assert to_json(List[uint16, 2]()) == to_json(ProgressiveList[uint16]()) == "[]"
    assert to_json(List[byte, 2](17)) == to_json(ByteList[2](b"\x11")) == '"0x11"'
    assert to_json(ProgressiveByteList(b"")) == '"0x"'
    assert to_json(Bitlist[9](1, 0, 1)) == to_json(ProgressiveBitlist(1, 0, 1)) == '"0x0d"'
    assert to_json(Choice()) == '{"selector":0,"data":null}'
    assert to_json(Choice(selector=1, value=5)) == '{"selector":1,"data":"5"}'
    assert to_json(Shape(selector=1, data={"x": 1, "y": 2})) == (
        '{"selector":"1","data":{"x":"1","y":"2"}}'
    )


def test_a_container_of_everything() -> None:
    assert to_json(WHOLE) == dumped(WHOLE)
    assert to_json(WHOLE, indent=2) == dumped(WHOLE, 2)
    assert to_json(WHOLE, indent="\t") == dumped(WHOLE, "\t")
    assert to_json(WHOLE, indent=0) == dumped(WHOLE, 0)


def test_a_part_of_a_value_is_a_value() -> None:
    for part in (WHOLE.record, WHOLE.records, WHOLE.records[1], WHOLE.tx, WHOLE.record.points[1]):
        assert to_json(part) == dumped(part)


@examples(200)
@given(samples(), st.sampled_from([None, 0, 3, "~"]))
def test_json_is_what_the_standard_library_writes(sample: Sample, indent: Any) -> None:
    value = built(sample.cls, sample.plain)
    assert to_json(value, indent=indent) == dumped(value, indent)


@examples(100)
@given(samples(), st.sampled_from([(1, 1, 1), (3, 60, 5), (8, 500, 40)]))
def test_all_ways_to_write_a_type_give_the_same(sample: Sample, few: tuple[int, ...]) -> None:
    """Whether a type is a record, and how much is written at a time, shows nowhere."""
    value = built(sample.cls, sample.plain)
    with limits(*few):
        assert to_json(value) == dumped(value)
        assert to_json(value, indent=1) == dumped(value, 1)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 6, 7])
def test_batches_of_records_meet_without_a_seam(count: int) -> None:
    """Three records at a time: before, at and after the ends of batches."""
    value = List[Point, 8]([Point(x=1, y=i) for i in range(count)])
    with limits(256, 3 * len('{"x":"65535","y":"65535"},'), 10):
        pieces: list[str] = []
        _json_writer.write(value, _json_writer.Style(None), pieces.append)
    assert "".join(pieces) == dumped(value)
    assert len(pieces) == (2 + -(-count // 3) if count else 1)


def test_names_of_fields_are_escaped() -> None:
    kind: Any = type(Container)(
        "Odd", (Container,), {"__annotations__": {"größe": uint8, "list": List[uint8, 2]}}
    )
    value = kind(größe=1)
    assert to_json(value) == dumped(value) == '{"gr\\u00f6\\u00dfe":"1","list":[]}'
    assert from_json(kind, to_json(value)) == value


def test_many_small_records_and_few_large_ones() -> None:
    numbers = List[uint64, 2**20]([random.Random(1).getrandbits(64) for _ in range(9)] * 6000)
    blobs = Vector[ByteVector[200_000], 2]([b"\1" * 200_000, b"\2" * 200_000])
    for value in (numbers, blobs, List[uint256, 9000]([2**256 - 1] * 9000)):
        assert to_json(value) == dumped(value)


def test_a_type_that_nobody_needs_is_let_go() -> None:
    """What is remembered of how to write it does not keep it."""
    kind: Any = type(Container)(
        "Brief", (Container,), {"__annotations__": {"a": uint8, "b": Choice}}
    )
    lists = List[kind, 3]
    to_json(lists([kind(a=1)]), indent=1)
    gone = [weakref.ref(kind), weakref.ref(lists)]
    del kind, lists
    gc.collect()
    gc.collect()  # the list's type was known by its element
    assert [reference() for reference in gone] == [None, None]


# ---- files ---------------------------------------------------------------------------------------


class Pieces:
    """A file that only takes note of what is written to it."""

    def __init__(self) -> None:
        self.written: list[Any] = []

    def write(self, piece: Any) -> None:
        self.written.append(piece)


def test_files_of_text_and_of_bytes(tmp_path: Path) -> None:
    text = to_json(WHOLE, indent=1)
    with (tmp_path / "text").open("w", encoding="utf-16") as file:
        dump_json(WHOLE, file, indent=1)
    assert (tmp_path / "text").read_text(encoding="utf-16") == text
    with (tmp_path / "bytes").open("wb") as stream:
        dump_json(WHOLE, stream, indent=1)
    assert (tmp_path / "bytes").read_bytes() == text.encode("ascii")
    memory, raw = io.StringIO(), io.BytesIO()
    dump_json(WHOLE, memory)
    dump_json(WHOLE, raw)
    assert memory.getvalue() == raw.getvalue().decode() == to_json(WHOLE)


def test_a_large_value_is_written_in_pieces_of_bounded_size() -> None:
    """None larger than what is gathered and what comes at once on top of it."""
    texts = List[ByteList[2**20], 3]([bytes(600_000), b"", b"a" * 2**20])
    records = List[Record, 20_000]([RECORD] * 20_000)
    for value in (texts, records):
        file: Any = Pieces()
        dump_json(value, file)
        assert b"".join(file.written).decode() == dumped(value)
        assert max(map(len, file.written)) < 2 * _json_writer._HEX_BATCH + objects._PIECE


def test_reading_files_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "whole.json"
    path.write_text(to_json(WHOLE))
    for mode in ("r", "rb"):
        with path.open(mode) as file:
            assert from_json(Whole, file) == WHOLE
    for form in (path.read_text(), path.read_bytes(), bytearray(path.read_bytes())):
        assert from_json(Whole, form) == WHOLE


# ---- envelopes -----------------------------------------------------------------------------------


class Signed(Container):
    data: Point
    key: Bytes4


class Lone(Container):
    data: uint8


def test_envelopes_are_written() -> None:
    point = Point(x=1, y=2)
    assert to_json(point, envelope="deneb") == '{"version":"deneb","data":{"x":"1","y":"2"}}'
    members = {"version": "deneb", "finalized": True, "slots": [1]}
    for indent in (None, 2):
        text = to_json(WHOLE, envelope=members, indent=indent)
        separators = (",", ":") if indent is None else (",", ": ")
        obj = {**members, "data": WHOLE.to_obj()}
        assert text == json.dumps(obj, indent=indent, separators=separators)
    file = io.StringIO()
    dump_json(point, file, envelope={})
    assert file.getvalue() == '{"data":{"x":"1","y":"2"}}'


@pytest.mark.parametrize(
    "value",
    [
        Point(x=1),
        uint64(5),
        List[uint8, 2](1),
        Bytes4(b"abcd"),
        Signed(key=b"abcd"),
        Lone(data=1),
        Choice(selector=1, value=3),
        Shape(selector=2, data={"length": 3}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_envelopes_are_opened(value: Any) -> None:
    """Also where the type has a field of the name `data`, and what is no envelope is not opened."""
    kind: Any = type(value)
    members = {"version": "deneb", "execution_optimistic": False, "finalized": True}
    for envelope in ("deneb", members):
        text = to_json(value, envelope=envelope)
        assert from_json(kind, text, envelope=True) == value
        # With a field that is named so, only whoever reads can know.
        if not isinstance(value, Lone):
            assert from_json(kind, text) == value
            assert from_json(kind, text, envelope=True, strict=True) == value
    assert (
        from_json(kind, to_json(value)) == from_json(kind, to_json(value), envelope=False) == value
    )
    assert from_json(kind, to_json(value), strict=True) == value


def test_a_value_that_lacks_a_field_is_not_taken_for_an_envelope() -> None:
    problem = "fields are missing: key - at Signed (line 1, column 1); is key spelt key_?"
    with refused(DecodeError, "MISSING_FIELD", problem):
        from_json(Signed, '{"data": {"x": "1", "y": "2"}, "key_": "0x"}', envelope=False)
    text = '{"key": "0x61626364", "version": "deneb"}'
    with refused(
        DecodeError, "MISSING_FIELD", "fields are missing: data - at Signed (line 1, column 1)"
    ):
        from_json(Signed, text)
    with refused(
        DecodeError, "MISSING_FIELD", "fields are missing: y - at Point (line 1, column 1)"
    ):
        from_json(Point, '{"data": {"x": "1", "y": "2"}, "x": "1"}')


def test_envelopes_that_are_none() -> None:
    for text in ("[]", "{}", '{"version": "deneb"}', "null"):
        with pytest.raises(DecodeError) as caught:
            from_json(Point, text, envelope=True)
        assert (caught.value.code, caught.value.root) == ("NO_ENVELOPE", "Point")
    with refused(
        DecodeError,
        "STRUCT_NOT_AN_OBJECT",
        "expected an object, got [1] - at Point (line 1, column 10)",
    ):
        from_json(Point, '{"data": [1]}', envelope=True, strict=True)
    # Strict reading does not guess.
    with refused(
        DecodeError,
        "UNDECLARED_FIELD",
        "there are no such fields: version, data - at Point (line 1, column 2)",
    ):
        from_json(Point, to_json(Point(), envelope="deneb"), strict=True)


# ---- from JSON -----------------------------------------------------------------------------------


@examples(200)
@given(samples())
def test_json_comes_back(sample: Sample) -> None:
    value = built(sample.cls, sample.plain)
    text = to_json(value)
    for strict in (False, True):
        again = from_json(sample.cls, text, strict=strict)
        assert type(again) is sample.cls
        assert again == value


@each([*OWN_OBJECTS, *REAL_OBJECTS])
def test_objects_come_back(stored: StoredObject) -> None:
    value = stored.cls.decode_bytes(stored.read())
    text = to_json(value)
    if stored.size < 10**6:
        assert text == dumped(value)
        assert from_yaml(stored.cls, to_yaml(value)) == value
        assert from_json(stored.cls, text, strict=True) == value
    assert from_json(stored.cls, text) == value
    file: Any = Pieces()
    dump_json(value, file)
    assert b"".join(file.written).decode() == text


def test_reading_is_liberal() -> None:
    """All that from_obj takes, and members that nobody asked for."""
    text = '{"x": 1, "y": "0x0200", "z": {"w": []}}'
    assert from_json(Point, text) == Point(x=1, y=2)
    assert from_json(Bytes4, '"61626364"') == b"abcd"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"x": 1,}',
        "nul",
        b"\xff",
        b"\xff\xfe\x00",
        "[" * 200_000,
        "9" * 5000,
        "\ufeff{}",
    ],
    ids=["empty", "open", "comma", "word", "utf8", "utf16", "deep", "long", "mark"],
)
def test_what_is_no_json(text: Any) -> None:
    with pytest.raises(
        DecodeError, match=r"^not JSON: .* - at Point \(line 1, column \d+\)$"
    ) as caught:
        from_json(Point, text)
    assert caught.value.code == "NOT_JSON"


def test_faults_have_their_path() -> None:
    obj: Any = WHOLE.to_obj()
    obj["records"][1]["points"][0]["y"] = "65536"
    with pytest.raises(DecodeError) as caught:
        from_json(Whole, json.dumps(obj))
    assert caught.value.path == ("records", 1, "points", 0, "y")
    del obj["records"][1]["points"][0]["y"]
    for strict in (False, True):
        with refused(
            DecodeError,
            "MISSING_FIELD",
            "fields are missing: y - at Whole.records[1].points[0] (line 1, column 648)",
        ):
            from_json(Whole, json.dumps(obj), strict=strict)


def test_a_type_must_be_bound() -> None:
    with pytest.raises(SchemaError, match="is not bound"):
        from_json(List[uint64, pyssz.P.SLOTS], "[]")


# ---- the rules -----------------------------------------------------------------------------------

DOCUMENTS: list[tuple[Any, Any, str]] = [
    (byte, "ff", "HEX_PREFIX"),
    (byte, "0XFF", "HEX_PREFIX"),
    (byte, "255", "HEX_PREFIX"),
    (byte, 255, "WRONG_TYPE"),
    (byte, "0x", "HEX_LENGTH"),
    (byte, "0x0011", "HEX_LENGTH"),
    (Bytes4, "61626364", "HEX_PREFIX"),
    (Bytes4, "", "HEX_PREFIX"),
    (Bytes4, "0x0102030z", "HEX_DIGITS"),
    (Bytes4, "0x01 02 03", "HEX_DIGITS"),
    (Bytes4, "0x0102030", "HEX_DIGITS"),
    (Bytes4, "0x0102", "HEX_LENGTH"),
    (Bytes4, [1, 2, 3, 4], "ELEMENT_KIND"),
    (Bytes4, None, "WRONG_TYPE"),
    (ByteList[2], "0x010203", "OVER_LIMIT"),
    (ByteList[2], ["0x01"], "ELEMENT_KIND"),
    (Vector[byte, 2], "0x01", "HEX_LENGTH"),
    (List[byte, 2], "0x010203", "OVER_LIMIT"),
    (List[byte, 2], ["0x01"], "ELEMENT_KIND"),
    (ProgressiveByteList, "01", "HEX_PREFIX"),
    (Bitvector[5], "0x35", "BITFIELD_PADDING"),
    (Bitvector[5], "0x", "HEX_LENGTH"),
    (Bitvector[5], "0x0100", "HEX_LENGTH"),
    (Bitvector[5], "10101", "HEX_PREFIX"),
    (Bitvector[5], [1, 0, 1, 0, 1], "ELEMENT_KIND"),
    (Bitvector[5], True, "WRONG_TYPE"),
    (Bitlist[20], "0x00", "BITFIELD_DELIMITER"),
    (Bitlist[20], "0x", "BITFIELD_DELIMITER"),
    (Bitlist[20], "0x0d00", "BITFIELD_TRAILING_ZEROS"),
    (Bitlist[20], "0xffffff", "OVER_LIMIT"),
    (Bitlist[4], "0xffff", "OVER_LIMIT"),
    (ProgressiveBitlist, "0x00", "BITFIELD_DELIMITER"),
    (uint8, "256", "UINT_RANGE"),
    (uint8, "9" * 5000, "UINT_RANGE"),
    (uint64, str(2**64), "UINT_RANGE"),
    (uint64, 5, "WRONG_TYPE"),
    (uint64, "-1", "WRONG_TYPE"),
    (uint64, "", "WRONG_TYPE"),
    (uint64, "0x05", "WRONG_TYPE"),
    (uint64, "1_0", "WRONG_TYPE"),
    (uint64, "\u0665", "WRONG_TYPE"),
    (uint64, " 5", "WRONG_TYPE"),
    (uint64, True, "WRONG_TYPE"),
    (uint64, 5.0, "WRONG_TYPE"),
    (boolean, 1, "WRONG_TYPE"),
    (boolean, "true", "WRONG_TYPE"),
    (boolean, None, "WRONG_TYPE"),
    (List[uint16, 4], ["1", "2", "3", "4", "5"], "OVER_LIMIT"),
    (List[uint16, 4], {"0": "1"}, "WRONG_TYPE"),
    (List[uint8, 4], "0x0102", "WRONG_TYPE"),
    (List[uint16, 4], ["1", "65536"], "UINT_RANGE"),
    (ProgressiveList[uint16], "1", "WRONG_TYPE"),
    (Vector[uint16, 2], ["1"], "LENGTH"),
    (Vector[uint16, 2], ["1", "2", "3"], "LENGTH"),
    (Point, "0x01000200", "STRUCT_NOT_AN_OBJECT"),
    (Point, ["1", "2"], "STRUCT_NOT_AN_OBJECT"),
    (Corner, "0x01000200", "STRUCT_NOT_AN_OBJECT"),
    (Point, {"x": "1", "y": "2", "z": "3"}, "UNDECLARED_FIELD"),
    (Point, {"x": "1"}, "MISSING_FIELD"),
    (Point, {}, "MISSING_FIELD"),
    (List[Point, 2], [{"x": "1"}], "MISSING_FIELD"),
    (Corner, {"x": "1", "y": None}, "WRONG_TYPE"),
    (Shape, {"selector": "3", "data": {"x": "1", "y": "2"}}, "UNDECLARED_SELECTOR"),
    (Shape, {"selector": "9" * 5000, "data": {"x": "1", "y": "2"}}, "UNDECLARED_SELECTOR"),
    (Shape, {"selector": 1, "data": {"x": "1", "y": "2"}}, "WRONG_TYPE"),
    (Shape, {"selector": "1", "data": {"length": "1", "y": "2"}}, "UNDECLARED_FIELD"),
    (Shape, {"selector": "1", "value": {"x": "1", "y": "2"}}, "UNDECLARED_FIELD"),
    (Shape, {"data": {"x": "1", "y": "2"}}, "MISSING_FIELD"),
    (Shape, {}, "NO_DEFAULT"),
    (Shape, [], "STRUCT_NOT_AN_OBJECT"),
    (Choice, {"selector": "1", "data": "5"}, "WRONG_TYPE"),
    (Choice, {"selector": True, "data": "5"}, "WRONG_TYPE"),
    (Choice, {"selector": 3, "data": "5"}, "UNDECLARED_SELECTOR"),
    (Choice, {"selector": -1, "data": "5"}, "UNDECLARED_SELECTOR"),
    (Choice, {"selector": 0, "data": "5"}, "WRONG_TYPE"),
    (Choice, {"selector": 1, "data": None}, "WRONG_TYPE"),
    (Choice, {"selector": 1}, "MISSING_FIELD"),
]


@pytest.mark.parametrize(("kind", "document", "code"), DOCUMENTS)
def test_documents_that_break_a_rule(kind: Any, document: Any, code: str) -> None:
    """Also as a part of something larger: then the path leads there."""
    with pytest.raises(DecodeError) as caught:
        from_json(kind, json.dumps(document), strict=True)
    assert (caught.value.code, caught.value.root) == (code, kind.__name__)
    assert len(caught.value.message) < 300
    outer: Any = type(Container)(
        "Outer", (Container,), {"__annotations__": {"part": Vector[Union[None, kind], 1]}}
    )
    item = {"selector": 1, "data": document}
    with pytest.raises(DecodeError) as deeper:
        from_json(outer, json.dumps({"part": [item]}), strict=True)
    assert deeper.value.path == ("part", 0, 1, *caught.value.path)
    assert (deeper.value.code, deeper.value.message) == (code, caught.value.message)


def test_every_rule_is_broken_by_some_document() -> None:
    assert {code for _, _, code in DOCUMENTS} == set(JSON_CODES)


@pytest.mark.parametrize(
    ("kind", "document"),
    [
        (uint64, "007"),
        (Bytes4, "0xABcdEF00"),
        (Bitlist[4], "0x1F"),
        (Shape, {"data": {"y": "2", "x": "1"}, "selector": "01"}),
    ],
)
def test_documents_that_break_no_rule(kind: Any, document: Any) -> None:
    """The spec says nothing of leading zeros, the case of hex and the order of members."""
    assert from_json(kind, json.dumps(document), strict=True) == kind.from_obj(document)


# What stands in a document in place of something else.
ODD: list[Any] = [None, True, 0, 1.5, "", "0x", "0x01", "1", "-1", [], ["1"], {}, {"selector": "1"}]


@examples(300)
@given(samples(), st.data())
def test_what_keeps_the_rules_can_be_read(sample: Sample, data: st.DataObject) -> None:
    """Documents with something odd in them: refused by a rule, or the document of the value."""
    document = {"whole": built(sample.cls, sample.plain).to_obj()}
    places: list[tuple[Any, Any]] = []  # what to look up where
    waiting: list[Any] = [document]
    while waiting:
        part = waiting.pop()
        steps = list(part) if isinstance(part, dict) else range(min(len(part), 20))
        places += [(part, step) for step in steps]
        waiting += [part[step] for step in steps if isinstance(part[step], (dict, list))]
    target, step = data.draw(st.sampled_from(places))
    target[step] = data.draw(st.sampled_from(ODD))
    try:
        value = from_json(sample.cls, json.dumps(document["whole"]), strict=True)
    except DecodeError as error:
        event(error.code)
        if error.code not in JSON_CODES:
            raise
    else:
        assert value.to_obj() == document["whole"]


# ---- YAML ----------------------------------------------------------------------------------------


def test_yaml_is_that_of_the_spec_tests() -> None:
    assert to_yaml_obj(WHOLE) == {
        "record": {
            "number": LARGEST,
            "key": "0x61626364",
            "ok": True,
            "flags": "0xff03",
            "wide": str(2**128 - 1),
            "raw": 255,
            "points": [{"x": 1, "y": 2}, {"x": 3, "y": 65535}],
        },
        "tx": "0x7478",
        "bits": "0x05",
        "records": [to_yaml_obj(WHOLE.record)] * 2,
        "after": 7,
        "texts": ["0x", "0x61"],
    }
    assert to_yaml_obj(List[byte, 2](1)) == to_yaml_obj(ProgressiveByteList(b"\1")) == "0x01"
    assert to_yaml_obj(Shape(selector=1, data={"x": 1})) == {
        "selector": 1,
        "data": {"x": 1, "y": 0},
    }
    assert to_yaml_obj(Choice(selector=1, value=5)) == {"selector": 1, "value": 5}
    assert to_yaml_obj(Choice()) == {"selector": 0, "value": None}
    assert to_yaml(Point(x=1, y=2)) == "x: 1\ny: 2\n"
    assert to_yaml(Bytes4(b"abcd")) == "'0x61626364'\n"


@examples(100)
@given(samples())
def test_yaml_comes_back(sample: Sample) -> None:
    value = built(sample.cls, sample.plain)
    text = to_yaml(value)
    assert yaml.safe_load(text) == to_yaml_obj(value)
    again = from_yaml(sample.cls, text)
    assert type(again) is sample.cls
    assert again == value


def test_yaml_without_libyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    text = to_yaml(WHOLE)
    monkeypatch.delattr(yaml, "CSafeDumper", raising=False)
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert to_yaml(WHOLE) == text
    assert from_yaml(Whole, io.StringIO(text)) == from_yaml(Whole, text.encode()) == WHOLE


@pytest.mark.parametrize("text", ["{", "a: b: c", "\t", b"\xff\xfe\xff", "!!python/none", "- \0"])
def test_what_is_no_yaml(text: Any) -> None:
    with pytest.raises(
        DecodeError, match=r"^not YAML: [^\n]* - at Point( \(line \d, column \d\))?$"
    ) as caught:
        from_yaml(Point, text)
    assert caught.value.code == "NOT_YAML"


def test_faults_in_yaml_have_their_path() -> None:
    with refused(DecodeError, "WRONG_TYPE", "expected an integer, got 'many' - at Point.y"):
        from_yaml(Point, "x: 1\ny: many\n")


def test_types_of_every_kind_are_tried() -> None:
    """The samples above reach each kind; this says which."""
    kinds = {kind._shape[0] for sample in (Whole, Shape, Choice) for kind in all_types(sample)}
    assert kinds >= {"container", "progressive_container", "union", "compatible_union", "list"}
