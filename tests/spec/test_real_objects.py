"""Real blocks and states: their roots are known, and remerkleable reads the same out of them."""

import random
from hashlib import sha256
from typing import Any

import pytest

from support.kernels import roots
from support.kinds import BASIC, CONTAINERS, OFFSET_SIZE, SEQUENCES, part_of
from support.objects import OWN_OBJECTS, REAL_OBJECTS, StoredObject, each
from support.oracle import remade

SMALL = [stored for stored in REAL_OBJECTS if stored.size < 200_000]
LARGE = [stored for stored in REAL_OBJECTS if stored.size >= 200_000]

# Parts larger than this take remerkleable too long.
PART_SIZE = 40_000


@each([*OWN_OBJECTS, *REAL_OBJECTS])
def test_bytes_are_kept(stored: StoredObject) -> None:
    """What is decoded encodes to the same bytes, wherever they are written."""
    data = stored.read()
    assert len(data) == stored.size
    value = stored.cls.decode_bytes(data)
    assert type(value) is stored.cls
    assert value.encode_bytes() == data
    assert value.value_byte_length() == len(data)
    buffer = bytearray(len(data) + 20)
    assert value.encode_into(buffer, 7) == len(data)
    assert buffer[:7] + buffer[-13:] == bytes(20)
    assert buffer[7:-13] == data
    assert stored.cls.decode_bytes(bytearray(data)) == value


@each([*OWN_OBJECTS, *REAL_OBJECTS])
def test_roots_are_known(stored: StoredObject) -> None:
    data = stored.read()
    assert roots(stored.cls, data) == {stored.root}
    if stored.message_root is not None:
        message = stored.cls.decode_bytes(data).message
        assert message.hash_tree_root().hex() == stored.message_root


@each([stored for stored in REAL_OBJECTS if stored.message_root is not None])
def test_known_roots_of_messages_lead_to_those_of_the_whole(stored: StoredObject) -> None:
    """A signed block is two fields, so that its root is one hash away: no library is needed."""
    assert stored.message_root is not None
    signature = stored.read()[4:100]
    chunks = [signature[i : i + 32] for i in (0, 32, 64)] + [bytes(32)]
    left, right = sha256(chunks[0] + chunks[1]).digest(), sha256(chunks[2] + chunks[3]).digest()
    signature_root = sha256(left + right).digest()
    root = sha256(bytes.fromhex(stored.message_root) + signature_root).hexdigest()
    assert root == stored.root


@each([*OWN_OBJECTS, *SMALL])
def test_a_value_made_of_its_parts_is_the_same(stored: StoredObject) -> None:
    data = stored.read()
    value = stored.cls.decode_bytes(data)
    again = stored.cls(
        **{name: getattr(value, name).copy() for name in stored.cls.fields()},
    )
    parsed = stored.cls.from_obj(value.to_obj())
    for twin in (again, parsed):
        assert twin.encode_bytes() == data
        assert twin.hash_tree_root().hex() == stored.root


@each([*OWN_OBJECTS, *SMALL])
def test_values_are_those_that_remerkleable_reads(stored: StoredObject) -> None:
    data = stored.read()
    ours = stored.cls.decode_bytes(data)
    theirs = remade(stored.cls).decode_bytes(data)
    assert bytes(theirs.hash_tree_root()).hex() == stored.root
    for path in paths(stored.cls, ours, 300):
        compare(ours, theirs, path)


@each(LARGE)
def test_parts_of_large_values_are_those_that_remerkleable_reads(stored: StoredObject) -> None:
    """remerkleable gets the bytes of a part, found by hand, where the whole takes it seconds."""
    data = stored.read()
    ours = stored.cls.decode_bytes(data)
    compared = 0
    for path in paths(stored.cls, ours, 200):
        # The largest part on the way that is small enough.
        for depth in range(1, len(path) + 1):
            cls, start, end = found_by_hand(remade(stored.cls), data, path[:depth])
            if end - start <= PART_SIZE:
                break
        else:
            continue
        place = ours.locate(*path[:depth])
        assert (place.offset, place.offset + place.size) == (start, end)
        part = ours
        for step in path[:depth]:
            part = part_of(part, step)
        theirs = cls.decode_bytes(data[start:end])
        assert part.hash_tree_root() == bytes(theirs.hash_tree_root())
        compare(part, theirs, path[depth:])
        compared += 1
    assert compared > 150


def test_genesis_is_that_of_mainnet() -> None:
    """Facts that anybody can look up."""
    (stored,) = (stored for stored in REAL_OBJECTS if "genesis" in stored.path.name)
    state = stored.cls.decode_bytes(stored.read())
    assert state.genesis_time == 1606824023
    assert state.genesis_validators_root.hex() == (
        "4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95"
    )
    assert state.slot == 0
    assert len(state.validators) == len(state.balances) == 21063
    assert {int(validator.activation_epoch) for validator in state.validators} == {0}
    assert {int(validator.effective_balance) for validator in state.validators} == {32 * 10**9}
    with pytest.raises(IndexError):
        state.validators[21063]


def paths(cls: Any, value: Any, count: int) -> list[list[Any]]:
    """Paths down to the last parts: always the same ones, with every field of the whole in them."""
    chance = random.Random(2024)
    fields = list(cls.fields())
    made = []
    for number in range(count):
        path: list[Any] = [fields[number % len(fields)]]
        part = part_of(value, path[0])
        while step := step_into(part, chance):
            path += step
            part = part_of(part, step[0])
        made.append(path)
    return made


def step_into(value: Any, chance: random.Random) -> list[Any]:
    """One step down, in a list; or none."""
    cls = type(value)
    if issubclass(cls, CONTAINERS):
        return [chance.choice(list(cls.fields()))]
    if issubclass(cls, SEQUENCES) and len(value) > 0:
        return [chance.choice([0, len(value) - 1, chance.randrange(len(value))])]
    return []


def compare(ours: Any, theirs: Any, path: list[Any]) -> None:
    """Values of both libraries have the same part at a path."""
    for step in path:
        ours, theirs = part_of(ours, step), part_of(theirs, step)
    assert ours.encode_bytes() == theirs.encode_bytes()
    assert ours.hash_tree_root() == bytes(theirs.hash_tree_root())
    if isinstance(ours, BASIC):
        assert int(ours) == int(theirs)
    elif hasattr(ours, "__len__"):
        assert len(ours) == len(theirs)
        assert list(ours) == list(theirs)


def found_by_hand(cls: Any, data: bytes, path: list[Any]) -> tuple[Any, int, int]:
    """The type, first byte and end of a part, by nothing but remerkleable's types and the spec."""
    start, end = 0, len(data)
    for step in path:
        if isinstance(step, str):
            heads = list(cls.fields().items())
        else:
            element = cls.element_cls()
            if element.is_fixed_byte_length():
                cls, start = element, start + step * element.type_byte_length()
                end = start + element.type_byte_length()
                continue
            count = int.from_bytes(data[start : start + OFFSET_SIZE], "little") // OFFSET_SIZE
            heads = [(index, element) for index in range(count)]
        cls, start, end = found_among(heads, data, start, end, step)
    return cls, start, end


def found_among(
    heads: list[tuple[Any, Any]], data: bytes, start: int, end: int, step: Any
) -> tuple[Any, int, int]:
    """The part ``step`` of a value with these parts, each of a fixed size or with an offset."""
    at = start
    found: tuple[Any, int] | None = None
    for name, kind in heads:
        if kind.is_fixed_byte_length():
            size = kind.type_byte_length()
            if name == step:
                return kind, at, at + size
            at += size
            continue
        body = start + int.from_bytes(data[at : at + OFFSET_SIZE], "little")
        at += OFFSET_SIZE
        if found is not None:
            return *found, body
        if name == step:
            found = kind, body
    assert found is not None
    return *found, end
