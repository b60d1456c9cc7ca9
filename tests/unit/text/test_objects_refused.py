"""What from_obj, from_json and from_yaml must not take for something else without a word."""

import io
import json
from typing import Any

import pytest
import yaml

import pyssz
from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes1,
    Bytes4,
    Container,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveBitlist,
    ProgressiveByteList,
    SchemaError,
    Union,
    boolean,
    byte,
    dump_json,
    from_json,
    from_yaml,
    to_json,
    to_yaml,
    uint8,
    uint16,
    uint64,
    uint256,
)
from pyssz.ethereum import load, mainnet, minimal
from pyssz.text.objects import to_yaml_obj
from support.refused import refused


class Point(Container):
    x: uint16
    y: boolean


class Line(Container):
    ends: List[Point, 4]
    kind: Union[None, uint64, Point]
    point: Point


Choice = Union[None, uint64, Point]
POINT = '{"x": "1", "y": true}'
LINE: dict[str, Any] = {
    "ends": [{"x": "1", "y": True}, {"x": "2", "y": False}],
    "kind": {"selector": 2, "data": {"x": "3", "y": True}},
    "point": {"x": "4", "y": False},
}

# Each was taken for a value, or is beside one that is.
FORMS: list[tuple[Any, Any, str]] = [
    (Bitlist[8], ["0"], "WRONG_TYPE"),
    (Bitlist[8], ["false"], "WRONG_TYPE"),
    (Bitlist[8], [{}], "WRONG_TYPE"),
    (Bitlist[8], [2], "WRONG_TYPE"),
    (Bitlist[8], [1.0], "WRONG_TYPE"),
    (Bitlist[8], [[1]], "WRONG_TYPE"),
    (Bitlist[8], [None], "WRONG_TYPE"),
    (Bitlist[8], "", "NOT_HEX"),
    (Bitlist[8], "05", "NOT_HEX"),
    (Bitlist[8], "0X05", "NOT_HEX"),
    (Bitvector[2], ["1", "1"], "WRONG_TYPE"),
    (Bitvector[2], [True, "0"], "WRONG_TYPE"),
    (ProgressiveBitlist, ["0"], "WRONG_TYPE"),
    (uint64, "0x", "LENGTH"),
    (uint64, "0x05", "LENGTH"),
    (uint64, "0x" + "00" * 9, "LENGTH"),
    (uint256, "0x05", "LENGTH"),
    (uint8, "0x0500", "LENGTH"),
    (byte, "0x", "LENGTH"),
    (byte, "10", "WRONG_TYPE"),
    (byte, True, "WRONG_TYPE"),
    (uint64, "-0", "WRONG_TYPE"),
    (uint64, "+5", "WRONG_TYPE"),
    (uint64, "\u0661", "WRONG_TYPE"),
    (uint64, "9" * 5000, "RANGE"),
    (uint64, boolean(1), "WRONG_TYPE"),
    (List[uint64, 4], [True], "WRONG_TYPE"),
    (List[uint64, 4], ["0x05"], "LENGTH"),
    (List[uint8, 4], "12", "WRONG_TYPE"),
    (List[uint8, 4], "", "WRONG_TYPE"),
    (List[uint8, 4], [True], "WRONG_TYPE"),
    (List[byte, 4], ["10"], "WRONG_TYPE"),
    (List[byte, 4], "", "WRONG_TYPE"),
    (Bytes1, [True], "WRONG_TYPE"),
    (Bytes1, ["1"], "WRONG_TYPE"),
    (Bytes1, [1.0], "WRONG_TYPE"),
    (Bytes4, {1, 2, 3, 4}, "WRONG_TYPE"),
    (ByteList[4], iter([1]), "WRONG_TYPE"),
    (ByteList[4], range(2), "WRONG_TYPE"),
    (ByteList[4], "", "WRONG_TYPE"),
    (ByteList[4], "0x1 ", "NOT_HEX"),
    (ProgressiveByteList, "", "WRONG_TYPE"),
    (boolean, "true", "WRONG_TYPE"),
    (boolean, 1, "WRONG_TYPE"),
    (Choice, {"selector": "\u0661", "data": "5"}, "UNKNOWN_SELECTOR"),
    (Choice, {"selector": 1.0, "data": "5"}, "UNKNOWN_SELECTOR"),
    (Choice, {"selector": True, "data": "5"}, "WRONG_TYPE"),
    (Choice, {"selector": boolean(1), "data": "5"}, "WRONG_TYPE"),
    (Choice, {"selector": 1, "data": "5", "value": "6"}, "DUPLICATE_MEMBER"),
    (Choice, {"selector": 1}, "MISSING_FIELD"),
    (Point, [["x", 1], ["y", True]], "WRONG_TYPE"),
    (List[Point, 4], {"x": "1", "y": True}, "WRONG_TYPE"),
]


@pytest.mark.parametrize(("kind", "obj", "code"), FORMS, ids=range(len(FORMS)))
def test_other_forms_are_refused(kind: Any, obj: Any, code: str) -> None:
    with pytest.raises(DecodeError) as caught:
        kind.from_obj(obj)
    assert caught.value.code == code
    assert caught.value.root == kind.__name__


def test_the_path_leads_to_the_bit() -> None:
    with refused(
        DecodeError, "WRONG_TYPE", "expected 0, 1, true or false, got '0' - at Bitlist[8][1]"
    ):
        Bitlist[8].from_obj([1, "0"])


@pytest.mark.parametrize(
    ("kind", "obj", "value"),
    [
        (Bitlist[8], [0, 1, True, False, boolean(1)], [0, 1, 1, 0, 1]),
        (Bitlist[8], "0101", [0, 1, 0, 1]),
        (Bitlist[8], "0x05", [1, 0]),
        (Bitlist[8], [], []),
        (uint64, "0x0500000000000000", 5),
        (uint8, "0x05", 5),
        (byte, "0x10", 16),
        (byte, 16, 16),
        (uint64, "0" * 5000 + "5", 5),
        (uint64, "000", 0),
        (List[uint8, 4], "0x0102", [1, 2]),
        (List[byte, 4], "0102", b"\1\2"),
        (List[byte, 4], ["0x10", 5], b"\x10\5"),
        (ByteList[4], [uint8(1), 2], b"\1\2"),
        (ByteList[4], [], b""),
        (ByteList[4], "0x", b""),
        (ByteList[4], bytearray(b"a"), b"a"),
        (ByteList[4], List[uint8, 4]([1]), b"\1"),
    ],
)
def test_forms_that_mean_one_thing_are_taken(kind: Any, obj: Any, value: Any) -> None:
    assert kind.from_obj(obj) == value


# ---- members -------------------------------------------------------------------------------------


def placed(path: tuple[Any, ...], name: str) -> dict[str, Any]:
    """A document with a member more at some place."""
    obj = json.loads(json.dumps(LINE))
    part = obj
    for step in path:
        part = part[step]
    part[name] = 5
    return obj  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ((), ()),
        (("ends", 1), ("ends", 1)),
        (("kind", "data"), ("kind", 2)),
        (("point",), ("point",)),
    ],
)
def test_unknown_members_are_refused_where_they_are_not_to_be_ignored(
    path: tuple[Any, ...], place: tuple[Any, ...]
) -> None:
    obj = placed(path, "more")
    value = Line.from_obj(LINE)
    assert Line.from_obj(obj) == from_json(Line, json.dumps(obj)) == value
    assert from_yaml(Line, yaml.safe_dump(obj)) == value
    for read, text in ((from_json, json.dumps(obj)), (from_yaml, yaml.safe_dump(obj))):
        with pytest.raises(DecodeError, match="no such fields: more") as caught:
            read(Line, text, ignore_unknown=False)  # type: ignore[operator]
        assert (caught.value.code, caught.value.root) == ("UNDECLARED_FIELD", "Line")
        assert caught.value.path == place


def test_documents_without_unknown_members_are_read_in_any_case() -> None:
    value = Line.from_obj(LINE)
    obj = {**LINE, "kind": {"selector": 0, "value": None}}
    assert from_json(Line, json.dumps(LINE), ignore_unknown=False) == value
    assert from_yaml(Line, to_yaml(value), ignore_unknown=False) == value
    assert from_json(Line, json.dumps(obj), ignore_unknown=False) == Line.from_obj(obj)
    assert from_json(List[uint64, 4], "[1]", ignore_unknown=False) == [1]


@pytest.mark.parametrize("strict", [False, True])
def test_members_that_come_twice_are_refused(strict: bool) -> None:
    for text in ('{"x": "1", "y": true, "x": "2"}', '{"x": "1", "y": true, "z": {"a": 1, "a": 1}}'):
        with pytest.raises(DecodeError, match="is given twice - at Point") as caught:
            from_json(Point, text, strict=strict)
        assert caught.value.code == "DUPLICATE_MEMBER"
    with refused(
        DecodeError, "NOT_YAML", "not YAML: x is given twice - at Point (line 3, column 1)"
    ):
        from_yaml(Point, "x: 1\ny: true\nx: 2\n")


@pytest.mark.parametrize(
    "text",
    [
        '{"x": "1", "y": true, "z": NaN}',
        '{"x": "1", "y": true, "z": [-Infinity]}',
        '{"x": "1", "y": true, "z": ' + "9" * 5000 + "}",
        '{"x": "1", "y": true, "z": ' + "[" * 100_000,
        '{"x": "1", "y": true, "z": ' + '{"a":' * 100_000,
    ],
    ids=["nan", "infinity", "digits", "lists", "objects"],
)
def test_text_that_python_would_take_for_json_or_fail_on(text: str) -> None:
    with pytest.raises(DecodeError, match=r"^not JSON: ") as caught:
        from_json(Point, text)
    assert caught.value.code == "NOT_JSON"
    assert len(str(caught.value)) < 300


# ---- envelopes -----------------------------------------------------------------------------------


def test_an_envelope_must_not_contradict_the_type() -> None:
    capella, deneb = minimal.capella.SignedBeaconBlock, minimal.deneb.SignedBeaconBlock
    text = to_json(deneb(), envelope="deneb")
    assert from_json(deneb, text) == deneb()
    for strict in (False, True):
        with pytest.raises(DecodeError) as caught:
            from_json(capella, text, envelope=True, strict=strict)
        assert (caught.value.code, caught.value.root) == ("WRONG_VERSION", "SignedBeaconBlock")
        assert "deneb.SignedBeaconBlock fits" in str(caught.value)
    with pytest.raises(DecodeError, match="version capella"):
        from_json(deneb, text.replace('"deneb"', '"Capella"'))
    with pytest.raises(InvalidValueError, match="version deneb") as refusal:
        to_json(capella(), envelope="deneb")
    assert refusal.value.code == "WRONG_VERSION"


def test_versions_that_do_not_contradict() -> None:
    """Types that did not change, forks that nobody knows, and types of one's own."""
    for kind, version in (
        (mainnet.phase0.Checkpoint, "deneb"),
        (mainnet.deneb.BlobSidecar, "deneb"),
        (mainnet.deneb.BeaconState, "fork-of-mine"),
        (Point, "deneb"),
    ):
        value: Any = kind()
        assert from_json(kind, to_json(value, envelope={"version": version})) == value
    for version in (None, 5, ["deneb"]):
        text = json.dumps({"version": version, "data": Point().to_obj()})
        assert from_json(Point, text) == Point()

    class BeaconState(mainnet.capella.BeaconState):  # type: ignore[misc]
        more: uint64

    own = to_json(BeaconState(), envelope="deneb")
    assert from_json(BeaconState, own) == BeaconState()


def test_a_type_that_the_fork_does_not_have() -> None:
    text = json.dumps({"version": "phase0", "data": {}})
    with refused(
        DecodeError,
        "WRONG_VERSION",
        "the envelope is of version phase0, and the type is deneb.BlobSidecar - at BlobSidecar "
        "(line 1, column 13)",
    ):
        from_json(mainnet.deneb.BlobSidecar, text)


@pytest.mark.parametrize(
    ("envelope", "error", "code"),
    [
        (5, InvalidTypeError, "WRONG_TYPE"),
        ({5: 1}, InvalidTypeError, "WRONG_TYPE"),
        ({"a": object()}, InvalidTypeError, "WRONG_TYPE"),
        ({"a": float("nan")}, InvalidTypeError, "WRONG_TYPE"),
        ({"data": 1}, InvalidValueError, "DUPLICATE_MEMBER"),
    ],
)
def test_envelopes_that_can_not_be_written(envelope: Any, error: Any, code: str) -> None:
    with pytest.raises(error) as caught:
        to_json(Point(), envelope=envelope)
    assert caught.value.code == code


# ---- what is no text, no type, no value ----------------------------------------------------------


@pytest.mark.parametrize("source", [{"x": 1}, [1], 5, None, object(), 1.5])
@pytest.mark.parametrize("read", [from_json, from_yaml])
def test_a_source_that_is_no_text(read: Any, source: Any) -> None:
    with pytest.raises(InvalidTypeError, match="takes text, bytes or a file") as caught:
        read(Point, source)
    assert isinstance(caught.value, TypeError)
    assert ("from_obj takes objects" in str(caught.value)) == isinstance(source, (dict, list))


class Silent(io.StringIO):
    def read(self, size: int | None = -1) -> Any:
        return None


@pytest.mark.parametrize("read", [from_json, from_yaml])
def test_sources_of_all_kinds(read: Any) -> None:
    for source in (POINT, POINT.encode(), bytearray(POINT.encode()), memoryview(POINT.encode())):
        assert read(Point, source) == Point(x=1, y=True)
    for file in (io.StringIO(POINT), io.BytesIO(POINT.encode())):
        assert read(Point, file) == Point(x=1, y=True)
    for encoding in ("utf-8-sig", "utf-16"):
        assert read(Point, POINT.encode(encoding)) == Point(x=1, y=True)
    with pytest.raises(InvalidTypeError):
        read(Point, Silent())


@pytest.mark.parametrize("read", [from_json, from_yaml])
@pytest.mark.parametrize("kind", [int, "Point", None, Point()])
def test_a_type_that_is_none(read: Any, kind: Any) -> None:
    with pytest.raises(InvalidTypeError, match="expected an SSZ type"):
        read(kind, "5")


@pytest.mark.parametrize("value", [5, None, {"x": 1}, Point, "text"])
def test_a_value_that_is_none(value: Any) -> None:
    calls: list[Any] = [to_json, to_yaml, lambda value: dump_json(value, io.StringIO())]
    for call in [*calls, *([to_yaml_obj] if value is not None else [])]:
        with pytest.raises(InvalidTypeError, match="expected an SSZ value"):
            call(value)


@pytest.mark.parametrize(
    ("indent", "error"),
    [
        (-1, InvalidValueError),
        (10**30, InvalidValueError),
        (1.5, InvalidTypeError),
        (True, InvalidTypeError),
        ([], InvalidTypeError),
    ],
)
def test_indents_that_are_none(indent: Any, error: Any) -> None:
    with pytest.raises(error, match=r"^indent is"):
        to_json(Point(), indent=indent)


def test_presets_are_loaded_by_name_or_from_files() -> None:
    for preset in ({"A": 1}, 5, None, b"mainnet"):
        with pytest.raises(InvalidTypeError, match="expected a preset or its name"):
            load(preset)  # type: ignore[arg-type]
        with pytest.raises(SchemaError, match="loaded from files"):
            pyssz.Preset.load(preset)  # type: ignore[arg-type]
