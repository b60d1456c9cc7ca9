"""Classes of one's own, encoded and decoded: what pyssz makes of the same values is the measure."""

import dataclasses
import gc
import pickle
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, Any, ClassVar, ForwardRef, NamedTuple, NewType, Optional, Union

import pytest

import pyssz
from pyssz import (
    Bitlist,
    Bitvector,
    Bytes32,
    ByteVector,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    Length,
    Limit,
    List,
    P,
    Preset,
    ProgressiveBitlist,
    ProgressiveList,
    SchemaError,
    SSZError,
    Vector,
    codec,
    uint8,
    uint64,
    uint256,
)
from pyssz.codecs import Adapter

Slot = NewType("Slot", int)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    epoch: Annotated[int, uint64]
    root: Annotated[bytes, Length(32)]


class Pair(NamedTuple):
    first: Annotated[int, uint8]
    second: bool


@dataclass(frozen=True, slots=True)
class Everything:
    slot: Annotated[Slot, uint64]
    big: Annotated[int, uint256]
    flag: bool
    checkpoint: Checkpoint
    pair: Pair
    graffiti: Annotated[bytes, ByteVector[4]]
    own: uint64
    own_root: Bytes32
    data: Annotated[bytes, Limit(40)]
    numbers: Annotated[tuple[int, ...], List[uint64, 5]]
    words: Annotated[list[int], Vector[uint256, 2]]
    flags: Annotated[tuple[bool, ...], Limit(9)]
    bits: Annotated[tuple[bool, ...], Bitlist[20]]
    exact: Annotated[list[bool], Bitvector[11]]
    more_bits: Annotated[tuple[bool, ...], ProgressiveBitlist]
    pairs: Annotated[tuple[Pair, ...], Limit(4)]
    roots: Annotated[Sequence[Annotated[bytes, Length(32)]], ProgressiveList]
    texts: Annotated[tuple[Annotated[bytes, Limit(9)], ...], Limit(4)]
    nested: Annotated[list[Annotated[tuple[Checkpoint, ...], Limit(2)]], Length(2)]
    maybe: Checkpoint | None
    either: Checkpoint | Pair
    view: List[uint64, 3]


CHECKPOINT = Checkpoint(5, bytes(range(32)))
FULL = Everything(
    slot=Slot(2**64 - 1),
    big=2**256 - 1,
    flag=True,
    checkpoint=CHECKPOINT,
    pair=Pair(7, False),
    graffiti=b"abcd",
    own=uint64(6),
    own_root=Bytes32(b"r" * 32),
    data=b"some bytes",
    numbers=(1, 2, 3),
    words=[4, 2**255],
    flags=(True, False),
    bits=(True, False, True, True, False, False, True, True, True),
    exact=[True] * 3 + [False] * 8,
    more_bits=(False,) * 300,
    pairs=(Pair(1, True), Pair(2, False)),
    roots=(b"1" * 32, b"2" * 32),
    texts=(b"", b"a", b"bcd"),
    nested=[(CHECKPOINT,), (CHECKPOINT, CHECKPOINT)],
    maybe=CHECKPOINT,
    either=Pair(9, True),
    view=List[uint64, 3](1, 2),
)
CODEC = codec(Everything)
EMPTY = dataclasses.replace(
    FULL,
    data=b"",
    numbers=(),
    flags=(),
    bits=(),
    more_bits=(),
    pairs=(),
    roots=(),
    texts=(),
    nested=[(), ()],
    maybe=None,
)


@pytest.mark.parametrize("value", [FULL, EMPTY], ids=["full", "empty"])
def test_a_value_comes_back_as_it_was(value: Everything) -> None:
    data = CODEC.encode(value)
    again = CODEC.decode(data)
    assert again == value
    assert type(again.numbers) is tuple
    assert type(again.words) is type(again.exact) is type(again.nested) is list
    assert (type(again.slot), type(again.own), type(again.own_root)) == (int, uint64, Bytes32)
    assert CODEC.decode(bytearray(data)) == CODEC.decode(memoryview(data)) == value
    assert CODEC.size(value) == len(data)


@pytest.mark.parametrize("value", [FULL, EMPTY], ids=["full", "empty"])
def test_pyssz_agrees(value: Everything) -> None:
    view = CODEC.type.decode_bytes(CODEC.encode(value))
    assert CODEC.hash_tree_root(value) == view.hash_tree_root()
    assert view.numbers == list(value.numbers)
    assert [len(row) for row in view.nested] == [len(row) for row in value.nested]
    assert CODEC.from_view(view) == value
    assert CODEC.view(value) == view
    assert CODEC.from_json(CODEC.to_json(value)) == value
    assert CODEC.to_json(value) == pyssz.to_json(view)
    assert CODEC.prove(value, ".checkpoint.epoch").verify(view.hash_tree_root())


def test_a_codec_is_made_once() -> None:
    assert codec(Everything) is CODEC
    assert codec(Everything, "minimal") is codec(Everything, Preset.builtin("minimal"))
    assert repr(codec(Checkpoint)) == "<codec of Checkpoint, an SSZ Checkpoint>"


def test_a_codec_goes_with_its_class() -> None:
    cls = dataclasses.make_dataclass("Short", [("a", Annotated[int, uint64])])
    own = codec(cls)
    assert codec(cls) is own
    assert codec(dataclasses.make_dataclass("Other", [], bases=(cls,))) is not own
    gone = weakref.ref(cls)
    del cls, own
    gc.collect()
    assert gone() is None


def test_an_annotation_has_a_codec_as_well() -> None:
    roots = codec(Annotated[tuple[Checkpoint, ...], Limit(3)])
    assert roots.decode(roots.encode((CHECKPOINT, CHECKPOINT))) == (CHECKPOINT, CHECKPOINT)
    maybe: Any = codec(Optional[Checkpoint])  # noqa: UP045
    assert maybe.decode(maybe.encode(None)) is None
    assert codec(Annotated[int, uint64]).encode(5) == uint64(5).encode_bytes()
    assert codec(bool).decode(b"\1") is True


# ---- presets -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sized:
    slots: Annotated[tuple[int, ...], Annotated[List[uint64], Limit(P.SLOTS_PER_EPOCH)]] = ()
    roots: Annotated[tuple[Annotated[bytes, Length(32)], ...], Length("ROOTS")] = ()
    bits: Annotated[tuple[bool, ...], Bitlist[P("BITS", default=8)]] = ()


def test_sizes_are_those_of_a_preset() -> None:
    tiny = codec(Sized, Preset("tiny", {"SLOTS_PER_EPOCH": 2, "ROOTS": 1}))
    value = Sized((1, 2), (bytes(32),), (True,) * 8)
    assert tiny.decode(tiny.encode(value)) == value
    with pytest.raises(InvalidValueError, match=r"at most 2 .*Sized\.slots"):
        tiny.encode(dataclasses.replace(value, slots=(1, 2, 3)))
    with pytest.raises(SchemaError, match="SLOTS_PER_EPOCH"):
        codec(Sized)


# ---- what does not fit ---------------------------------------------------------------------------

REFUSED: list[tuple[dict[str, Any], type[SSZError], str, str]] = [
    ({"slot": 2**64}, InvalidValueError, "RANGE", "slot"),
    ({"slot": -1}, InvalidValueError, "RANGE", "slot"),
    ({"slot": 1.5}, InvalidTypeError, "WRONG_TYPE", "slot"),
    ({"slot": None}, InvalidTypeError, "WRONG_TYPE", "slot"),
    ({"big": 2**256}, InvalidValueError, "RANGE", "big"),
    ({"big": -1}, InvalidValueError, "RANGE", "big"),
    ({"flag": 2}, InvalidValueError, "RANGE", "flag"),
    ({"flag": "yes"}, InvalidTypeError, "WRONG_TYPE", "flag"),
    ({"checkpoint": 5}, InvalidTypeError, "WRONG_TYPE", "checkpoint"),
    ({"checkpoint": Checkpoint(1, b"")}, InvalidValueError, "LENGTH", "checkpoint.root"),
    ({"checkpoint": Checkpoint(1, "no")}, InvalidValueError, "NOT_HEX", "checkpoint.root"),
    ({"pair": Pair(256, True)}, InvalidValueError, "RANGE", "pair.first"),
    ({"graffiti": b"abcde"}, InvalidValueError, "LENGTH", "graffiti"),
    ({"data": b"x" * 41}, InvalidValueError, "LIMIT", "data"),
    ({"data": 5.5}, InvalidTypeError, "WRONG_TYPE", "data"),
    ({"numbers": (1,) * 6}, InvalidValueError, "LIMIT", "numbers"),
    ({"numbers": (1, -1)}, InvalidValueError, "RANGE", "numbers[1]"),
    ({"numbers": 5}, InvalidTypeError, "WRONG_TYPE", "numbers"),
    ({"words": [1]}, InvalidValueError, "LENGTH", "words"),
    ({"words": [1, 2**256]}, InvalidValueError, "RANGE", "words[1]"),
    ({"flags": (True, 2)}, InvalidValueError, "RANGE", "flags[1]"),
    ({"bits": (True,) * 21}, InvalidValueError, "LIMIT", "bits"),
    ({"exact": [True] * 10}, InvalidValueError, "LENGTH", "exact"),
    ({"pairs": (Pair(1, True), 5)}, InvalidTypeError, "WRONG_TYPE", "pairs[1]"),
    ({"roots": (b"1" * 31, b"2" * 33)}, InvalidValueError, "LENGTH", "roots[0]"),
    ({"texts": (b"", b"x" * 10)}, InvalidValueError, "LIMIT", "texts[1]"),
    ({"texts": (b"",) * 5}, InvalidValueError, "LIMIT", "texts"),
    ({"nested": [()]}, InvalidValueError, "LENGTH", "nested"),
    ({"nested": [(), (CHECKPOINT,) * 3]}, InvalidValueError, "LIMIT", "nested[1]"),
    ({"maybe": 5}, InvalidTypeError, "WRONG_TYPE", "maybe"),
    ({"either": None}, InvalidTypeError, "WRONG_TYPE", "either"),
    ({"view": [1, 2, 3, 4]}, InvalidValueError, "LIMIT", "view"),
]


@pytest.mark.parametrize(("changes", "kind", "code", "path"), REFUSED)
def test_a_value_that_does_not_fit_is_refused_with_its_place(
    changes: dict[str, Any], kind: type[SSZError], code: str, path: str
) -> None:
    with pytest.raises(kind) as raised:
        CODEC.encode(dataclasses.replace(FULL, **changes))
    assert raised.value.code == code
    assert str(raised.value).partition(" - at ")[2].partition(";")[0] == f"Everything.{path}"


def test_sizes_that_make_up_for_each_other_are_no_fit() -> None:
    two = codec(Annotated[tuple[Annotated[bytes, Length(2)], ...], Length(2)])
    with pytest.raises(InvalidValueError, match=r"\[0\]"):
        two.encode((b"a", b"bcd"))
    views = codec(Annotated[bytes, Limit(8)])
    assert views.encode(memoryview(b"abcdefgh").cast("I")) == b"abcdefgh"  # type: ignore[arg-type]


def test_values_of_other_classes_with_the_attributes_are_taken() -> None:
    @dataclass
    class Other:
        epoch: int
        root: bytes

    assert codec(Checkpoint).encode(Other(5, CHECKPOINT.root)) == codec(Checkpoint).encode(  # type: ignore[arg-type]
        CHECKPOINT
    )


def attempt(decode: Any, data: bytes) -> Any:
    """A value, or the error."""
    try:
        return decode(data)
    except DecodeError as error:
        return error


def test_bytes_that_do_not_decode_are_refused_as_by_pyssz() -> None:
    data = CODEC.encode(FULL)
    for end in range(0, len(data), 7):
        for broken in (data[:end], data[:end] + b"\xff" * 4 + data[end + 4 :]):
            expected, found = (
                attempt(CODEC.type.decode_bytes, broken),
                attempt(CODEC.decode, broken),
            )
            if isinstance(expected, DecodeError):
                assert isinstance(found, DecodeError)
                assert (found.code, found.path) == (expected.code, expected.path)
                assert (found.offset, str(found)) == (expected.offset, str(expected))
            else:
                assert CODEC.encode(found) == expected.encode_bytes()
    with pytest.raises(DecodeError, match="at most 3 bytes"):
        CODEC.decode(data, max_bytes=3)


def test_another_type_is_no_view_of_it() -> None:
    with pytest.raises(InvalidTypeError, match="expected a Checkpoint, got 5"):
        codec(Checkpoint).from_view(uint64(5))


# ---- classes that are made in other ways ---------------------------------------------------------


class Colour(IntEnum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class WithDict:
    epoch: Annotated[int, uint64]
    colour: Annotated[Colour, uint8] = Colour.RED


@dataclass
class Changing:
    epoch: Annotated[int, uint64]
    cache: int = field(default=0, init=False, compare=False)
    LIMIT: ClassVar[int] = 5

    def __post_init__(self) -> None:
        self.cache = self.epoch + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Keywords:
    epoch: Annotated[int, uint64]


@dataclass(frozen=True, slots=True)
class Longer(Checkpoint):
    more: Annotated[int, uint8]


@dataclass(frozen=True)
class ByHand:
    epoch: Annotated[int, uint64]

    def __init__(self, epoch: int) -> None:
        object.__setattr__(self, "epoch", epoch + 1000)


class Named(NamedTuple):
    epoch: Annotated[int, uint64]

    @property
    def double(self) -> int:
        return 2 * self.epoch


@dataclass(frozen=True, slots=True)
class Progressive:
    ACTIVE_FIELDS: ClassVar = (1, 0, 1)
    side: Annotated[int, uint64]
    filled: bool


MADE = [
    WithDict(5, Colour.BLUE),
    Changing(7),
    Keywords(epoch=8),
    Longer(1, bytes(32), 3),
    Named(4),
    Progressive(5, True),
]


@pytest.mark.parametrize("value", MADE, ids=lambda value: type(value).__name__)
def test_classes_are_made_as_they_are_made(value: Any) -> None:
    own = codec(type(value))
    again = own.decode(own.encode(value))
    assert again == value
    assert type(again) is type(value)
    assert repr(again) == repr(value)
    assert pickle.loads(pickle.dumps(again)) == value
    assert hash(again) == hash(value) if type(value).__hash__ else True


def test_constructors_that_do_something_are_called() -> None:
    assert codec(Changing).decode((7).to_bytes(8, "little")).cache == 8
    assert codec(ByHand).decode((7).to_bytes(8, "little")).epoch == 1007


def test_what_was_decoded_is_frozen() -> None:
    for value in (codec(Checkpoint).decode(bytes(40)), codec(WithDict).decode(bytes(8) + b"\1")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.epoch = 5  # type: ignore[misc, attr-defined]


def test_active_fields_make_a_progressive_container() -> None:
    kind = codec(Progressive).type
    assert issubclass(kind, pyssz.ProgressiveContainer)
    assert [int(bit) for bit in kind.active_fields()][:4] == [1, 0, 1, 0]


def test_classes_of_attrs() -> None:
    attrs = pytest.importorskip("attrs")

    @attrs.frozen
    class Frozen:
        epoch: Annotated[int, uint64]
        _root: Annotated[bytes, Length(2)] = attrs.field(converter=bytes)

    with pytest.raises(SchemaError, match="can't begin with an underscore"):
        codec(Frozen)

    @attrs.define
    class Defined:
        epoch: Annotated[int, uint64]
        root: Annotated[bytes, Length(2)] = attrs.field(converter=bytes)
        kept: int = attrs.field(init=False, default=4)

    own = codec(Defined)
    assert own.decode(own.encode(Defined(5, b"ab"))) == Defined(5, b"ab")


def test_structs_of_msgspec() -> None:
    msgspec = pytest.importorskip("msgspec")

    class Struct(msgspec.Struct, frozen=True):
        epoch: Annotated[int, uint64]
        root: Annotated[bytes, Length(2)]

    class Keyword(msgspec.Struct, kw_only=True):
        epoch: Annotated[int, uint64]

    for value in (Struct(5, b"ab"), Keyword(epoch=5)):
        own: Any = codec(type(value))
        assert own.decode(own.encode(value)) == value


def test_models_of_pydantic() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):
        epoch: Annotated[int, uint64]
        root: Annotated[bytes, Length(2)] = pydantic.Field(alias="Root")

        @pydantic.field_validator("epoch")
        @classmethod
        def small(cls, epoch: int) -> int:
            if epoch > 100:
                raise ValueError("too large")
            return epoch

    own = codec(Model)
    value = Model(epoch=5, Root=b"ab")
    assert own.decode(own.encode(value)) == value
    with pytest.raises(ValueError, match="too large"):
        own.decode((101).to_bytes(8, "little") + b"ab")


# ---- adapters ------------------------------------------------------------------------------------


class U64:
    """A number that is no int."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __int__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, U64) and other.number == self.number

    def __hash__(self) -> int:
        return self.number


class Fixed(bytes):
    LENGTH: ClassVar[int]


class Address(Fixed):
    LENGTH = 20


class Hash(Fixed):
    LENGTH = 32


@dataclass(frozen=True, slots=True)
class Adapted:
    number: U64
    address: Address
    numbers: Annotated[tuple[U64, ...], Limit(4)]
    hashes: Annotated[tuple[Hash, ...], Limit(4)]
    noted: Annotated[U64, Adapter(uint8, dump=int)]
    wide: Annotated[U64, uint256]


ADAPTERS: Any = {
    U64: Adapter(uint64, dump=int),
    Fixed: lambda cls: Adapter(ByteVector[cls.LENGTH]),
}


def test_adapters_tell_what_other_classes_are() -> None:
    own = codec(Adapted, adapters=ADAPTERS)
    value = Adapted(
        U64(5),
        Address(b"a" * 20),
        (U64(6), U64(7)),
        (Hash(b"h" * 32),),
        U64(8),
        U64(2**200),
    )
    data = own.encode(value)
    again = own.decode(data)
    assert again == value
    assert (type(again.address), type(again.hashes[0])) == (Address, Hash)
    assert own.view(value).number == 5
    assert own.type.fields()["wide"] is uint256
    assert codec(Adapted, adapters=ADAPTERS) is own
    with pytest.raises(InvalidValueError, match=r"Adapted\.numbers\[0\]"):
        own.encode(dataclasses.replace(value, numbers=(U64(2**64),)))
    with pytest.raises(InvalidValueError, match=r"is not a valid uint64: .*Adapted\.number"):
        own.encode(dataclasses.replace(value, number="five"))


def test_a_class_without_an_adapter_is_named() -> None:
    with pytest.raises(SchemaError, match=r"U64.* Adapted\.number") as raised:
        codec(Adapted)
    assert raised.value.hint == "adapters={U64: Adapter(...)} tells"


# ---- annotations that say too little -------------------------------------------------------------


def holder(hint: Any) -> Any:
    return dataclasses.make_dataclass("Holder", [("a", hint)])


class Loop:
    pass


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        (int, r"does not say which SSZ type it is - at Holder\.a; write Annotated\[int, uint64\]"),
        (bytes, r"write Annotated\[bytes, Length\(32\)\]"),
        (tuple[Checkpoint, ...], r"write Annotated\[tuple\[T, ...\], Limit\(N\)\]"),
        (list[Checkpoint], r"write Annotated\[list\[T\], Limit\(N\)\]"),
        (list, "does not say"),
        (float, "float"),
        (Annotated[tuple[int, ...], Limit(4)], r"write Annotated\[int, uint64\]"),
        (Annotated[tuple[int, bytes], Limit(4)], "elements of one type"),
        (Annotated[tuple[Checkpoint, ...], "note"], "does not say"),
        (Annotated[int, uint64, uint8], "more than one type"),
        (Annotated[int, Bytes32], "int does not hold a Bytes32"),
        (Annotated[bytes, uint64], "bytes does not hold a uint64"),
        (Annotated[int, Limit(5)], "is not an SSZ type"),
        (Annotated[tuple[int, ...], Bitlist[4]], "is a sequence of bool"),
        (Annotated[tuple[int, ...], uint64], "uint64 is not a sequence"),
        (Annotated[bytes, ByteVector[4], Limit(4)], "takes Length"),
        (Union[Checkpoint, ForwardRef("Nowhere")], "Nowhere"),  # noqa: UP007
        (Annotated[int, uint64] | Annotated[int, uint8], "two of them have the same"),
        ("Missing", "Missing"),
        (dataclasses.make_dataclass("Nothing", []), "needs at least one field"),
    ],
)
def test_an_annotation_that_says_too_little_is_refused(hint: Any, message: str) -> None:
    with pytest.raises(SchemaError, match=message):
        codec(holder(hint))


class Hostile:
    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __hash__ = __bool__ = __eq__ = __str__  # type: ignore[assignment]


@pytest.mark.parametrize("odd", [5, "Checkpoint", None, [], {}, Hostile(), b"", ..., int.real])
def test_what_is_no_annotation_is_refused(odd: Any) -> None:
    with pytest.raises(SchemaError, match=r"^(?s:.*)does not say which SSZ type it is"):
        codec(odd)
    for options in ({"preset": odd}, {"adapters": odd}):
        if odd is not None and type(odd) is not dict:
            with pytest.raises(SSZError):
                codec(Checkpoint, **options)


@dataclass
class Node:
    children: Annotated[tuple["Node", ...], Limit(2)]


def test_a_class_that_contains_itself_is_refused() -> None:
    with pytest.raises(SchemaError, match="Node -> Node") as raised:
        codec(Node)
    assert raised.value.code == "CYCLE"
