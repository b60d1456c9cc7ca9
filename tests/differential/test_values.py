"""Random values of random types, built by pyssz and by remerkleable: both must be the same.

Also what the operations of one value promise each other: what is encoded decodes to the same value,
a copy is equal, and so on.
"""

import copy
import io
import json
import pickle
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from pyssz import CompatibleUnion, SchemaError, boolean, hash_tree_root
from support.kernels import roots
from support.kinds import (
    BASIC,
    BITFIELDS,
    BYTE_STRINGS,
    CONTAINERS,
    SEQUENCES,
    UNIONS,
    all_types,
    options_of,
    part_of,
)
from support.oracle import rebuilt
from support.strategies import (
    Sample,
    built,
    built_loosely,
    default_of,
    ethereum_types,
    examples,
    importable,
    samples,
    types,
    values,
)


@examples(200)
@given(samples())
def test_both_libraries_build_the_same(sample: Sample) -> None:
    check_sameness(sample)


@examples(100)
@given(samples(ethereum_types()))
def test_both_libraries_build_the_same_consensus_values(sample: Sample) -> None:
    check_sameness(sample)


def check_sameness(sample: Sample) -> None:
    """Bytes, root and size of a value, however it was made."""
    theirs = rebuilt(sample.cls, sample.plain)
    data = theirs.encode_bytes()
    root = bytes(theirs.hash_tree_root())
    ours = built(sample.cls, sample.plain)
    for value in (ours, built_loosely(sample.cls, sample.plain), sample.cls.decode_bytes(data)):
        assert type(value) is sample.cls
        assert value.encode_bytes() == data == bytes(value)
        assert value.value_byte_length() == theirs.value_byte_length() == len(data)
        assert value.hash_tree_root() == root == hash_tree_root(value)
        assert value == ours
        assert hash(value) == hash(ours)
    assert roots(sample.cls, data) == {root.hex()}
    assert sample.cls.min_byte_length() <= len(data)
    longest = sample.cls.max_byte_length()
    assert longest is None or len(data) <= longest


@examples(100)
@given(samples(), st.data())
def test_parts_are_the_same_along_any_path(sample: Sample, data: st.DataObject) -> None:
    """Each part has the type, the bytes, the root and the place that its path says."""
    whole = sample.cls.decode_bytes(built(sample.cls, sample.plain).encode_bytes())
    encoding = whole.encode_bytes()
    ours: Any = whole
    theirs = rebuilt(sample.cls, sample.plain)
    cls, plain = sample.cls, sample.plain
    path: list[Any] = []
    while steps := steps_into(cls, plain):
        step, cls, plain = data.draw(st.sampled_from(steps))
        path.append(step)
        ours, theirs = part_of(ours, step), part_of(theirs, step)
        place = whole.locate(*path)
        assert place.type is cls
        if cls is None:
            assert ours is None
            assert theirs is None
            assert place.size == 0
            return
        assert type(ours) is cls
        assert ours.encode_bytes() == theirs.encode_bytes()
        assert ours.hash_tree_root() == bytes(theirs.hash_tree_root())
        assert ours == built(cls, plain)
        if place.bit is None:
            assert encoding[place.offset : place.offset + place.size] == ours.encode_bytes()
        else:
            assert encoding[place.offset] >> place.bit & 1 == ours
    note(f"path {path}")
    if issubclass(cls, BASIC):
        assert ours == plain == theirs


def steps_into(cls: Any, plain: Any) -> list[tuple[Any, Any, Any]]:
    """Ways one level down: the step, the type there and the plain data there."""
    if cls is None or issubclass(cls, BASIC + BYTE_STRINGS):
        return []
    if issubclass(cls, CONTAINERS):
        return [(name, part, plain[name]) for name, part in cls.fields().items()]
    if issubclass(cls, UNIONS):
        selector, content = plain
        return [(selector, options_of(cls)[selector], content)]
    element = cls.element_cls() if issubclass(cls, SEQUENCES) else boolean
    # The ends are where mistakes are.
    few = {0, 1, len(plain) // 2, len(plain) - 2, len(plain) - 1} & set(range(len(plain)))
    return [(index, element, plain[index]) for index in sorted(few)]


@examples(100)
@given(samples(types().filter(lambda cls: issubclass(cls, SEQUENCES + BITFIELDS))), st.data())
def test_sequences_behave_like_lists(sample: Sample, data: st.DataObject) -> None:
    """Length, indices, slices, iteration, search and equality are those of a list of the parts."""
    value = sample.cls.decode_bytes(built(sample.cls, sample.plain).encode_bytes())
    if issubclass(sample.cls, BITFIELDS):
        expected: list[Any] = sample.plain
    else:
        expected = [built(sample.cls.element_cls(), item) for item in sample.plain]
    count = len(expected)
    assert len(value) == value.length() == count
    assert list(value) == expected
    assert list(reversed(value)) == expected[::-1]
    assert value == expected
    cut = data.draw(st.slices(count))
    assert value[cut] == expected[cut]
    for index in {-count - 1, -count, -1, 0, count - 1, count}:
        if -count <= index < count:
            assert value[index] == expected[index]
        else:
            with pytest.raises(IndexError):
                value[index]
    if expected:
        item = expected[data.draw(st.integers(0, count - 1))]
        assert item in value
        assert value.index(item) == expected.index(item)
        assert value.count(item) == expected.count(item)
        assert value != expected[:-1]


@examples(100)
@given(samples())
def test_json_form_is_a_round_trip(sample: Sample) -> None:
    """JSON keeps a value; what remerkleable makes of the value for JSON is understood too."""
    value = built(sample.cls, sample.plain)
    obj = value.to_obj()
    assert sample.cls.from_obj(json.loads(json.dumps(obj))) == value
    # remerkleable can't write lists of compatible unions, which have no default value.
    if not any(issubclass(kind, CompatibleUnion) for kind in all_types(sample.cls)):
        assert sample.cls.from_obj(rebuilt(sample.cls, sample.plain).to_obj()) == value


@examples(100)
@given(samples(), st.integers(2, 5), st.booleans())
def test_copies_and_pickles_are_equal(sample: Sample, protocol: int, is_decoded: bool) -> None:
    value = built(sample.cls, sample.plain)
    if is_decoded:
        value = sample.cls.decode_bytes(value.encode_bytes())
    copies = [value.copy(), copy.copy(value), copy.deepcopy(value)]
    with importable(sample.cls):
        copies.append(pickle.loads(pickle.dumps(value, protocol=protocol)))
        buffers: list[pickle.PickleBuffer] = []
        pickled = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
        copies.append(pickle.loads(pickled, buffers=buffers))
        assert pickle.loads(pickle.dumps(sample.cls)) is sample.cls
    for twin in copies:
        assert type(twin) is sample.cls
        assert twin == value
        assert twin.encode_bytes() == value.encode_bytes()
        assert twin.hash_tree_root() == value.hash_tree_root()
        assert repr(twin) == repr(value)


@examples(100)
@given(samples(), st.integers(0, 40), st.integers(0, 40))
def test_encodings_agree(sample: Sample, before: int, after: int) -> None:
    """Into a buffer, to a stream and back from any kind of buffer, it is always the same bytes."""
    value = built(sample.cls, sample.plain)
    data = value.encode_bytes()
    buffer = bytearray(b"\xa5" * (before + len(data) + after))
    assert value.encode_into(buffer, before) == len(data)
    assert buffer == b"\xa5" * before + data + b"\xa5" * after
    stream = io.BytesIO()
    assert value.serialize(stream) == len(data)
    stream.write(b"rest")
    stream.seek(0)
    again = sample.cls.deserialize(stream, len(data))
    assert stream.read() == b"rest"
    mutable = bytearray(data)
    kept = sample.cls.decode_bytes(mutable)
    mutable[:] = b"\xff" * len(mutable)
    for twin in (again, kept, sample.cls.decode_bytes(memoryview(data))):
        assert twin == value
        assert twin.encode_bytes() == data


@examples(100)
@given(types(), st.data())
def test_defaults(cls: Any, data: st.DataObject) -> None:
    """What is not given has its default, which is zero, empty, or what its container says."""
    try:
        plain = default_of(cls)
    except LookupError:
        with pytest.raises(SchemaError, match="no default") as caught:
            cls.default()
        assert caught.value.code == "NO_DEFAULT"
        return
    expected = rebuilt(cls, plain)
    for value in (cls.default(), built(cls, plain)):
        assert value.encode_bytes() == expected.encode_bytes()
        assert value.hash_tree_root() == bytes(expected.hash_tree_root())
    if not issubclass(cls, BASIC):
        assert cls() == cls.default()
    if issubclass(cls, CONTAINERS):
        fields = cls.fields()
        names = data.draw(st.sets(st.sampled_from(sorted(fields))))
        some = {name: data.draw(values(fields[name])) for name in sorted(names)}
        value = cls(**{name: built(fields[name], item) for name, item in some.items()})
        theirs = rebuilt(cls, {**plain, **some})
        assert value.encode_bytes() == theirs.encode_bytes()
        assert value.hash_tree_root() == bytes(theirs.hash_tree_root())
