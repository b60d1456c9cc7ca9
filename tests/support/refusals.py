"""What must be true of any refusal of bytes."""

from typing import Any

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Container,
    DecodeError,
    List,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    Vector,
    boolean,
)
from pyssz.base.errors import DECODE_CODES
from support.kinds import OFFSET_SIZE, UNIONS, options_of, type_at

_LISTS = (List, ByteList, ProgressiveList, ProgressiveByteList)
_BITLISTS = (Bitlist, ProgressiveBitlist)
_TABLES = (Container, ProgressiveContainer, Vector)

#: The types that a fault of each kind can be in; SCOPE and offsets that are out of order are the
#: faults of a part, of any type.
WHERE: dict[str, tuple[type, ...]] = {
    "SCOPE_TOO_SMALL": (*_TABLES, *_LISTS),
    "SCOPE_UNDIVIDED": _LISTS,
    "FIRST_OFFSET": _TABLES,
    "OFFSET_UNALIGNED": _LISTS,
    "OFFSET_BELOW_TABLE": _LISTS,
    "LIMIT": (List, ByteList, Bitlist),
    "NOT_A_BIT": (boolean,),
    "NO_DELIMITER": _BITLISTS,
    "TRAILING_ZEROS": _BITLISTS,
    "EMPTY_ENCODING": _BITLISTS,
    "PADDING_BITS": (Bitvector,),
    "NO_SELECTOR": UNIONS,
    "UNKNOWN_SELECTOR": UNIONS,
}


def check_refusal(cls: Any, data: bytes, error: DecodeError) -> None:
    """Check code, path and byte of an error against the type and the bytes."""
    assert error.code in DECODE_CODES
    assert error.root == cls.__name__
    place = type_at(cls, error.path)
    if error.code in WHERE:
        assert issubclass(place, WHERE[error.code])
    assert error.offset is not None
    assert 0 <= error.offset <= len(data)
    if error.code in ("SCOPE_TOO_SMALL", "EMPTY_ENCODING", "NO_SELECTOR", "SCOPE"):
        return
    assert error.offset < len(data)
    byte = data[error.offset]
    if error.code.startswith(("OFFSET_", "FIRST_OFFSET")):
        assert error.offset + OFFSET_SIZE <= len(data)
        offset = int.from_bytes(data[error.offset : error.offset + OFFSET_SIZE], "little")
        assert str(offset) in error.message
    elif error.code == "NOT_A_BIT":
        assert byte > 1
    elif error.code == "PADDING_BITS":
        assert byte >> place.vector_length() % 8
    elif error.code in ("NO_DELIMITER", "TRAILING_ZEROS"):
        assert byte == 0
    elif error.code == "UNKNOWN_SELECTOR":
        assert byte not in options_of(place)
