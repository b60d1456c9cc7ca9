"""Hypothesis strategies: SSZ types of every kind, values of them, and bytes that nearly are values.

A value is drawn as plain data, from which each library builds its own: numbers, bytes for byte
vectors and lists, lists of elements and of bits, dicts for containers, and pairs of selector and
content for unions.  Long runs of bytes are drawn as one number that seeds them: examples stay cheap
to make and to shrink, and are long enough to cross the chunks of the Merkle tree.
"""

import functools
import itertools
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    boolean,
    byte,
    uint8,
    uint16,
    uint32,
    uint64,
    uint128,
    uint256,
)
from pyssz.ethereum import mainnet, minimal
from support.kinds import (
    BASIC,
    BITFIELDS,
    BYTE_STRINGS,
    CONTAINERS,
    OFFSET_SIZE,
    SEQUENCES,
    UNIONS,
    all_types,
    capacity,
    checked_places,
    offset_places,
    options_of,
    part_of,
    spelled,
)

T = TypeVar("T")

CHUNK = 32
BASIC_TYPES = (boolean, uint8, byte, uint16, uint32, uint64, uint128, uint256)
ETHEREUM_SIZE = 3000
FIELD_NAMES = tuple("abcdefgh")


def examples(count: int) -> settings:
    """Run a test on ``count`` examples; on as many more as the chosen profile says."""
    return settings(max_examples=count * settings().max_examples // 100)


# Strategies that are used again and again are made once: each is examined at its first draw.
_integers = functools.cache(st.integers)
_bytes = functools.cache(lambda size: st.binary(min_size=size, max_size=size))
_booleans = st.booleans()
_few_bytes = st.binary(min_size=1, max_size=8)
_endings = st.one_of(st.integers(1, 40).map(bytes), _few_bytes)
_selectors = st.lists(st.integers(1, 127), min_size=1, max_size=3, unique=True)
_names = st.lists(st.sampled_from(FIELD_NAMES), min_size=1, max_size=6, unique=True)


def _pick(draw: st.DrawFn, choices: Sequence[T]) -> T:
    return choices[draw(_integers(0, len(choices) - 1))]


# ---- types ---------------------------------------------------------------------------------------

_serial = itertools.count()


def new_type(base: Any, **namespace: Any) -> Any:
    """A subclass of a type under a new name, which :func:`importable` can make known."""
    name = f"T{next(_serial)}"
    return type(base)(name, (base,), {"__module__": __name__, "__qualname__": name, **namespace})


@contextmanager
def importable(cls: Any) -> Iterator[None]:
    """Let pickle find the types of :func:`new_type` that are in a type."""
    module = sys.modules[__name__]
    made = [kind for kind in all_types(cls) if kind.__module__ == __name__]
    for kind in made:
        setattr(module, kind.__name__, kind)
    try:
        yield
    finally:
        for kind in made:
            delattr(module, kind.__name__)


# Counts of things of which `per_chunk` share a chunk: few of them, and on both sides of where a
# chunk, or one of the subtrees of a progressive list (1, 4 and 16 chunks), is just full.
def _counts(per_chunk: int) -> list[int]:
    full = {per_chunk * chunks + more for chunks in (1, 2, 4, 5, 21) for more in (-1, 0, 1)}
    return sorted(full | {0, 1, 2, 3, 5, 8})


@functools.cache
def _sizes(per_chunk: int, *, least: int = 0) -> st.SearchStrategy[int]:
    return st.sampled_from([count for count in _counts(per_chunk) if count >= least])


@functools.cache
def _limits(per_chunk: int) -> st.SearchStrategy[int]:
    return st.one_of(
        _sizes(per_chunk), st.sampled_from([2**10, 2**20 + 1, 2**32, 2**40, 2**63, 2**64 - 1])
    )


def _per_chunk(cls: Any) -> int:
    return CHUNK // cls.type_byte_length() if issubclass(cls, BASIC) else 1


@st.composite
def _leaves(draw: st.DrawFn) -> Any:
    """Types without parts; one strategy, so that a choice among kinds counts them as one."""
    return draw(
        st.one_of(
            st.sampled_from(BASIC_TYPES),
            _sizes(CHUNK, least=1).map(lambda size: ByteVector[size]),
            _limits(CHUNK).map(lambda limit: ByteList[limit]),
            _sizes(8 * CHUNK, least=1).map(lambda size: Bitvector[size]),
            _limits(8 * CHUNK).map(lambda limit: Bitlist[limit]),
            st.sampled_from([ProgressiveBitlist, ProgressiveByteList]),
        )
    )


@st.composite
def _sequences(draw: st.DrawFn, parts: st.SearchStrategy[Any]) -> Any:
    element = draw(parts)
    kind = _pick(draw, [Vector, List, ProgressiveList])
    if kind is ProgressiveList:
        return ProgressiveList[element]
    per_chunk = _per_chunk(element)
    if kind is List:
        return List[element, draw(_limits(per_chunk))]
    few = _integers(1, 3)
    return Vector[element, draw(_sizes(per_chunk, least=1) if per_chunk > 1 else few)]


@st.composite
def _containers(draw: st.DrawFn, parts: st.SearchStrategy[Any]) -> Any:
    names = draw(_names)
    inherited = draw(_integers(0, len(names) - 1))
    cls: Any = Container
    for group in (names[:inherited], names[inherited:]):
        fields = {name: draw(parts) for name in group}
        if cls is not Container and draw(_booleans):
            # A field of the base may get another type, but keeps its place.
            fields[_pick(draw, names[:inherited])] = draw(parts)
        if fields:
            cls = _with_defaults(draw, cls, fields)
    return cls


def _with_defaults(draw: st.DrawFn, base: Any, fields: dict[str, Any]) -> Any:
    """A container in which some of the new fields have default values of their own."""
    chosen = {
        name: _plain(draw, part) for name, part in fields.items() if draw(_integers(0, 3)) == 3
    }
    inherited = getattr(base, "_chosen", {})
    # A field that gets another type must not keep the default of the old one.
    for name in fields.keys() & inherited.keys() - chosen.keys():
        chosen[name] = _plain(draw, fields[name])
    given = {name: built(fields[name], plain) for name, plain in chosen.items()}
    return new_type(base, __annotations__=fields, _chosen={**inherited, **chosen}, **given)


@st.composite
def _progressive_containers(draw: st.DrawFn, parts: st.SearchStrategy[Any]) -> Any:
    count = draw(_integers(1, 6))
    names = FIELD_NAMES[:count]
    # Close together, or up to the last of the 256 places; a field `more` may have to be among them.
    last = _pick(draw, [count + 2, 30, 90, 254])
    positions = sorted(
        draw(st.lists(st.integers(0, last), min_size=count, max_size=count, unique=True))
    )
    fields = {name: draw(parts) for name in names}
    return progressive_container(dict(zip(positions, fields.items(), strict=True)))


def progressive_container(fields: dict[int, tuple[str, Any]]) -> Any:
    """The progressive container with these fields by position."""
    active = [int(position in fields) for position in range(max(fields) + 1)]
    base: Any = ProgressiveContainer(active_fields=active)
    return new_type(base, __annotations__=dict(fields[position] for position in sorted(fields)))


@st.composite
def _unions(draw: st.DrawFn, parts: st.SearchStrategy[Any]) -> Any:
    options = draw(st.lists(parts, min_size=1, max_size=4))
    if draw(_booleans):
        options.insert(0, None)
    return Union[tuple(options)]


@st.composite
def _compatible_unions(draw: st.DrawFn, parts: st.SearchStrategy[Any]) -> Any:
    whole = draw(parts)
    selectors = draw(_selectors)
    return CompatibleUnion({selector: _variant(draw, whole) for selector in selectors})


def _variant(draw: st.DrawFn, cls: Any) -> Any:
    """A type that merkleizes like ``cls``, and like all other variants of it.

    Variants lose fields of progressive containers and options of compatible unions, and gain none:
    so no two of them can clash.
    """
    if issubclass(cls, BYTE_STRINGS):
        kind = Vector if issubclass(cls, ByteVector) else List
        return _pick(draw, [cls, kind[byte, capacity(cls)], kind[uint8, capacity(cls)]])
    if issubclass(cls, SEQUENCES):
        element = _variant(draw, cls.element_cls())
        if issubclass(cls, ProgressiveList):
            return ProgressiveList[element]
        return (Vector if issubclass(cls, Vector) else List)[element, capacity(cls)]
    if issubclass(cls, Container):
        fields = {name: _variant(draw, part) for name, part in cls.fields().items()}
        return new_type(Container, __annotations__=fields)
    if issubclass(cls, ProgressiveContainer):
        positions = [at for at, active in enumerate(cls._active_fields) if active]
        chosen = draw(st.sets(st.sampled_from(positions), min_size=1))
        places = zip(positions, cls.fields().items(), strict=True)
        return progressive_container(
            {at: (name, _variant(draw, part)) for at, (name, part) in places if at in chosen}
        )
    if issubclass(cls, CompatibleUnion):
        options = cls.options()
        chosen = draw(st.sets(st.sampled_from(sorted(options)), min_size=1))
        return CompatibleUnion({key: _variant(draw, options[key]) for key in chosen})
    return cls


@st.composite
def _named(draw: st.DrawFn, kinds: st.SearchStrategy[Any]) -> Any:
    """Now and then a subclass, as the spec makes one for most of its types."""
    cls = draw(kinds)
    return new_type(cls) if draw(_integers(0, 7)) == 7 else cls


@functools.cache
def types(depth: int = 3, *, unions: bool = True) -> st.SearchStrategy[Any]:
    """Legal types of every kind, nested up to ``depth`` levels over the leaves.

    Without ``unions`` there are no classic ones among them, which remerkleable can't compare with
    other types.
    """
    if depth == 0:
        return _named(_leaves())
    parts = types(depth - 1, unions=unions)
    composite = [_sequences(parts), _containers(parts), _progressive_containers(parts)]
    if unions:
        composite.append(_unions(parts))
    composite.append(_compatible_unions(types(depth - 1, unions=False)))
    return _named(st.one_of(_leaves(), *composite))


@functools.cache
def flat_types() -> st.SearchStrategy[Any]:
    """Sequences and containers of what has no parts, and bitfields."""
    leaves = types(0)
    bits = leaves.filter(lambda cls: issubclass(cls, BITFIELDS))
    texts = leaves.filter(lambda cls: issubclass(cls, BYTE_STRINGS))
    return st.one_of(_sequences(leaves), bits, _sequences(texts), _containers(leaves))


@functools.cache
def ethereum_types() -> st.SearchStrategy[Any]:
    """Types of the consensus layer, of all forks and both presets, without the largest."""
    found = {
        cls: None
        for preset in (mainnet, minimal)
        for fork in preset.values()
        for cls in fork.values()
        if cls.min_byte_length() <= ETHEREUM_SIZE
    }
    return st.sampled_from(list(found))


# ---- values --------------------------------------------------------------------------------------


def _filler(draw: st.DrawFn, size: int) -> bytes:
    """Bytes: any, if they are few; else zeros, ones, or what comes from a seed."""
    if size <= 8:
        return draw(_bytes(size))
    seed = draw(_integers(0, 2**16))
    if seed < 2:
        return bytes([255 * seed]) * size
    return random.Random(seed).randbytes(size)


def _count(draw: st.DrawFn, cls: Any, per_chunk: int) -> int:
    """How many elements a value of a list is to have."""
    limit = capacity(cls)
    usual = _counts(per_chunk) if per_chunk > 1 else range(4)
    return _pick(draw, [count for count in usual if count <= limit])


@st.composite
def values(draw: st.DrawFn, cls: Any) -> Any:
    """Values of a type, as plain data."""
    return _plain(draw, cls)


def _plain(draw: st.DrawFn, cls: Any) -> Any:
    if issubclass(cls, boolean):
        return draw(_booleans)
    if issubclass(cls, BASIC):
        return draw(_integers(0, 256 ** cls.type_byte_length() - 1))
    if issubclass(cls, BYTE_STRINGS):
        is_list = issubclass(cls, ByteList)
        return _filler(draw, _count(draw, cls, CHUNK) if is_list else capacity(cls))
    if issubclass(cls, BITFIELDS):
        count = capacity(cls) if issubclass(cls, Bitvector) else _count(draw, cls, 8 * CHUNK)
        packed = _filler(draw, (count + 7) // 8)
        return [bool(packed[i // 8] >> i % 8 & 1) for i in range(count)]
    if issubclass(cls, SEQUENCES):
        return _plain_elements(draw, cls)
    if issubclass(cls, CONTAINERS):
        return {name: _plain(draw, part) for name, part in cls.fields().items()}
    selector, option = _pick(draw, sorted(options_of(cls).items(), key=lambda item: item[0]))
    return selector, None if option is None else _plain(draw, option)


def _plain_elements(draw: st.DrawFn, cls: Any) -> list[Any]:
    element = cls.element_cls()
    per_chunk = _per_chunk(element)
    count = capacity(cls) if issubclass(cls, Vector) else _count(draw, cls, per_chunk)
    if not issubclass(element, BASIC):
        return [_plain(draw, element) for _ in range(count)]
    size = element.type_byte_length()
    packed = _filler(draw, count * size)
    if issubclass(element, boolean):
        return [bool(number & 1) for number in packed]
    return [int.from_bytes(packed[i : i + size], "little") for i in range(0, len(packed), size)]


def built(cls: Any, plain: Any) -> Any:
    """The value that pyssz builds from plain data, each part a value of its type."""
    return _build(cls, plain, built)


def given_as(cls: Any, plain: Any) -> Any:
    """What a value can be made from: plain data, but values where there is a union in it.

    A union says by its class which of its options a value is meant to be.
    """
    if issubclass(cls, SEQUENCES):
        return [given_as(cls.element_cls(), item) for item in plain]
    if issubclass(cls, CONTAINERS):
        return {name: given_as(cls.fields()[name], item) for name, item in plain.items()}
    return _build(cls, plain, given_as) if issubclass(cls, UNIONS) else plain


def _build(cls: Any, plain: Any, part: Any) -> Any:
    """A value of a type, whose parts are made by ``part`` from plain data."""
    if issubclass(cls, SEQUENCES):
        return cls([part(cls.element_cls(), item) for item in plain])
    if issubclass(cls, CONTAINERS):
        return cls(**{name: part(cls.fields()[name], item) for name, item in plain.items()})
    if issubclass(cls, UNIONS):
        selector, content = plain
        option = options_of(cls)[selector]
        if option is None:
            return cls(selector=selector)
        content = part(option, content)
        if issubclass(cls, Union):
            return cls(selector=selector, value=content)
        return cls(selector=selector, data=content)
    return cls(plain)


def built_loosely(cls: Any, plain: Any) -> Any:
    """The value that pyssz builds from plain data given as a whole."""
    return _build(cls, plain, given_as)


def plain_of(value: Any) -> Any:
    """The plain data that a value of pyssz would be built from, part by part."""
    cls = type(value)
    if issubclass(cls, SEQUENCES):
        if issubclass(cls.element_cls(), BASIC):
            return list(map(int, value))
        return [plain_of(item) for item in value]
    if issubclass(cls, CONTAINERS):
        return {name: plain_of(getattr(value, name)) for name in cls.fields()}
    if issubclass(cls, UNIONS):
        content = part_of(value, value.selector())
        return value.selector(), None if content is None else plain_of(content)
    return list(value) if issubclass(cls, BITFIELDS) else value


def default_of(cls: Any) -> Any:
    """The default value as plain data (spec: "Default values"); LookupError if there is none."""
    if issubclass(cls, boolean):
        return False
    if issubclass(cls, BASIC):
        return 0
    if issubclass(cls, ByteVector):
        return bytes(capacity(cls))
    if issubclass(cls, ByteList):
        return b""
    if issubclass(cls, Bitvector):
        return [False] * capacity(cls)
    if issubclass(cls, Vector):
        return [default_of(cls.element_cls()) for _ in range(capacity(cls))]
    if issubclass(cls, CONTAINERS):
        chosen = getattr(cls, "_chosen", {})
        return {
            name: chosen[name] if name in chosen else default_of(part)
            for name, part in cls.fields().items()
        }
    if issubclass(cls, Union):
        return 0, None if cls.options()[0] is None else default_of(cls.options()[0])
    if issubclass(cls, CompatibleUnion):
        raise LookupError(spelled(cls))
    return []


# ---- samples -------------------------------------------------------------------------------------


class Sample:
    """A type and a value of it as plain data."""

    def __init__(self, cls: Any, plain: Any) -> None:
        self.cls = cls
        self.plain = plain

    def __repr__(self) -> str:
        return f"Sample({spelled(self.cls)}, {self.plain!r})"


@st.composite
def samples(draw: st.DrawFn, kinds: st.SearchStrategy[Any] = types()) -> Sample:  # noqa: B008
    """Types of every kind, each with a value."""
    cls = draw(kinds)
    return Sample(cls, _plain(draw, cls))


# ---- bytes that nearly are values ----------------------------------------------------------------


@st.composite
def mutations(draw: st.DrawFn, value: Any) -> bytes:
    """The encoding of a value of pyssz, damaged in up to three places."""
    data = bytearray(value.encode_bytes())
    offsets, checked = list(offset_places(value)), list(checked_places(value))
    for _ in range(draw(_integers(1, 3))):
        damages = [_flip, _overwrite, _truncate, _extend, _insert, _cut]
        # What is checked most is damaged most.
        if any(at + OFFSET_SIZE <= len(data) for at in offsets):
            damages += [_redirect, _redirect, _swap]
        if any(at < len(data) for at in checked):
            damages += [_disturb] * 3
        _pick(draw, damages)(draw, data, offsets, checked)
    return bytes(data)


def _index(draw: st.DrawFn, data: bytearray, *, more: int = 0) -> int:
    return draw(_integers(0, max(len(data) - 1 + more, 0)))


def _flip(draw: st.DrawFn, data: bytearray, *places: list[int]) -> None:
    if data:
        data[_index(draw, data)] ^= 1 << draw(_integers(0, 7))


def _overwrite(draw: st.DrawFn, data: bytearray, *places: list[int]) -> None:
    if data:
        data[_index(draw, data)] = _pick(draw, [0, 1, 2, 3, 4, 127, 128, 255])


def _truncate(draw: st.DrawFn, data: bytearray, *places: list[int]) -> None:
    del data[_index(draw, data) :]


def _extend(draw: st.DrawFn, data: bytearray, *places: list[int]) -> None:
    data += draw(_endings)


def _insert(draw: st.DrawFn, data: bytearray, *places: list[int]) -> None:
    at = _index(draw, data, more=1)
    data[at:at] = draw(_few_bytes)


def _cut(draw: st.DrawFn, data: bytearray, *places: list[int]) -> None:
    at = _index(draw, data)
    del data[at : at + draw(_integers(1, 8))]


def _redirect(draw: st.DrawFn, data: bytearray, offsets: list[int], checked: list[int]) -> None:
    at = _pick(draw, [at for at in offsets if at + OFFSET_SIZE <= len(data)])
    old = int.from_bytes(data[at : at + OFFSET_SIZE], "little")
    steps = [old + step for step in (1, -1, 2, -2, 3, -3, 4, -4, 8)]
    ends = [0, 1, 4, len(data) - 1, len(data), len(data) + 1, 2**31, 2**32 - 1]
    new = _pick(draw, [*steps, *ends]) % 2**32
    data[at : at + OFFSET_SIZE] = new.to_bytes(OFFSET_SIZE, "little")


def _swap(draw: st.DrawFn, data: bytearray, offsets: list[int], checked: list[int]) -> None:
    usable = [at for at in offsets if at + OFFSET_SIZE <= len(data)]
    one, other = _pick(draw, usable), _pick(draw, usable)
    first, second = (bytes(data[at : at + OFFSET_SIZE]) for at in (one, other))
    data[one : one + OFFSET_SIZE] = second
    data[other : other + OFFSET_SIZE] = first


def _disturb(draw: st.DrawFn, data: bytearray, offsets: list[int], checked: list[int]) -> None:
    at = _pick(draw, [at for at in checked if at < len(data)])
    flips = [data[at] ^ 1 << bit for bit in range(8)]
    data[at] = _pick(draw, [*flips, 0, 2, 255, (data[at] + 1) % 256])
