"""Lists of JSON-like objects are read in batches: the same values and errors as one by one."""

import random
from typing import Any

import pytest

from pyssz import (
    Bytes4,
    Bytes32,
    Container,
    DecodeError,
    List,
    ProgressiveList,
    Vector,
    boolean,
    byte,
    uint16,
    uint64,
    uint256,
)
from pyssz.types import sequences


class Point(Container):
    x: uint16
    y: uint16


class Narrow(Container):
    number: uint16
    key: Bytes4
    ok: boolean
    inner: Point


NARROW = Narrow(number=300, key=b"a0xd", ok=True, inner=Point(x=5, y=6))


def narrow(**changes: Any) -> Any:
    return {**NARROW.to_obj(), **changes}


@pytest.mark.parametrize("batch", [1, 2, 7, 2048])
def test_lists_read_in_batches(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "_PARSE_BATCH", batch)
    source = random.Random(batch)
    numbers = [source.getrandbits(64) for _ in range(50)]
    cases: list[tuple[Any, list[Any]]] = [
        (uint64, numbers),
        (uint256, [number**4 for number in numbers]),
        (boolean, [number % 3 == 0 for number in numbers]),
        (Bytes32, [random.Random(number).randbytes(32) for number in numbers]),
        (Narrow, [Narrow(number=n % 2**16, key=n.to_bytes(8, "big")[:4]) for n in numbers]),
        (byte, [number % 256 for number in numbers]),
    ]
    for element, plain in cases:
        for kind in (List[element, 99], Vector[element, 50], ProgressiveList[element]):
            value = kind(plain)
            assert kind.from_obj(value.to_obj()) == value
            if element is not Narrow:
                assert kind.from_obj(plain) == kind.from_obj(tuple(plain)) == value


@pytest.mark.parametrize(
    ("element", "good", "other", "same"),
    [
        (uint16, "300", 300, 300),
        (uint16, "300", "0x2c01", 300),
        (uint16, 300, "300", 300),
        (uint16, "300", uint16(300), 300),
        (uint256, "5", 5, 5),
        (Bytes4, "0x61306278", "61306278", b"a0bx"),
        (Bytes4, "0x61306278", [97, 48, 98, 120], b"a0bx"),
        (Bytes4, "0x61306278", b"a0bx", b"a0bx"),
        (Bytes4, "0xABCDEF00", "0xabcdef00", b"\xab\xcd\xef\0"),
        (Narrow, narrow(), narrow(more=5), NARROW),
        (Narrow, narrow(), narrow(number=300), NARROW),
        (Narrow, narrow(), narrow(key="61307864"), NARROW),
        (boolean, True, boolean(1), True),
    ],
)
def test_objects_of_other_forms_among_many(element: Any, good: Any, other: Any, same: Any) -> None:
    """One that is written otherwise than the rest is read all the same."""
    for objs in ([good] * 3, [good, other, good], [other] * 3, [other, good]):
        assert List[element, 4].from_obj(objs) == [same] * len(objs)


@pytest.mark.parametrize(
    ("element", "good", "bad"),
    [
        (uint16, "300", "65536"),
        (uint16, "300", ""),
        (uint16, "300", " 300"),
        (uint16, "300", "3_0"),
        (uint16, "300", "\u0663"),
        (uint16, 300, 65536),
        (uint16, 300, True),
        (uint16, "300", None),
        (uint16, "300", -1),
        (uint256, "5", str(2**256)),
        (uint256, "5", "9" * 5000),
        (boolean, True, 1),
        (boolean, True, "true"),
        (Bytes4, "0x61626364", "0x616263"),
        (Bytes4, "0x61626364", "0x6162636465"),
        (Bytes4, "0x61626364", "0x61 2 3 4"),
        (Bytes4, "0x61626364", "0x6162636g"),
        (Bytes4, "0x61626364", "1x61626364"),
        (Bytes4, "0x61626364", "0X61626364"),
        (Bytes4, "0x61626364", "0x610x6364"),
        (Narrow, narrow(), narrow(inner={"x": "1"})),
        (Narrow, narrow(), narrow(ok=1)),
        (Narrow, narrow(), narrow(number="65536")),
        (Narrow, narrow(), ["300", "0x61626364", True, {}]),
        (Narrow, narrow(), "0x00"),
    ],
)
def test_a_bad_object_among_many_has_its_index(element: Any, good: Any, bad: Any) -> None:
    """And the same code and message as if it were alone."""
    with pytest.raises(DecodeError) as alone:
        element.from_obj(bad)
    for count in (1, 3000):
        with pytest.raises(DecodeError) as caught:
            List[element, 5000].from_obj([good] * count + [bad] + [good] * 2)
        error = caught.value
        assert (error.code, error.message) == (alone.value.code, alone.value.message)
        assert error.path == (count, *alone.value.path)
