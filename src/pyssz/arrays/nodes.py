"""What types of SSZ are in Arrow, and values of them as arrays of it.

=====================================  =====================================================
uint8 to uint64                        unsigned integers of their width
uint128, uint256                       binary of 16 and 32 bytes, lowest first
boolean                                booleans
vectors of bytes (Bytes32)             binary of their size
lists of bytes                         binary
bitvectors, bitlists                   lists of booleans
vectors, lists                         lists, those of vectors of fixed size
containers                             structures of their fields
``Union[None, T]``                     values of T, some missing
other unions                           a structure: the selector, and a field for each option
=====================================  =====================================================

With ``hex``, wide integers, byte strings and bitfields are the text that JSON has for them.
Decimals of Arrow have at most 76 digits, and a uint256 has up to 78: so these are bytes.

Lists and byte strings have offsets of 64 bits, so no table is too large for its type.
"""

from __future__ import annotations

from binascii import hexlify
from typing import TYPE_CHECKING, Any

from pyssz.arrays.merged import missing, spread
from pyssz.arrays.places import Anywhere, InRow, Places, bytes_array, offsets_of, packed
from pyssz.native import ArrowData, ArrowField

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["Node", "field_of", "node_of", "node_of_dtype"]

_NUMBERS = {1: "C", 2: "S", 4: "I", 8: "L"}

_TEXT = "U"


class Node:
    """A type of Arrow, and how values become an array of it."""

    __slots__ = ()

    def field(self, name: str) -> ArrowField:
        """The type, under a name."""
        raise NotImplementedError

    def data(self, places: Any) -> ArrowData:
        """The values that lie in some places."""
        raise NotImplementedError


class _Plain(Node):
    """Values of a fixed size that are bytes in a row."""

    __slots__ = ("format", "size")

    def __init__(self, size: int) -> None:
        self.size = size
        self.format = f"w:{size}"

    def field(self, name: str) -> ArrowField:
        return ArrowField(name, self.format)

    def data(self, places: Places) -> ArrowData:
        return ArrowData(places.count, (None, places.read(self.size)))


class _Number(_Plain):
    """Integers of up to 64 bits."""

    __slots__ = ()

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.format = _NUMBERS[size]

    def data(self, places: Places) -> ArrowData:
        return ArrowData(places.count, (None, _aligned(places.read(self.size), self.size)))


class _Flag(_Plain):
    """Booleans: in Arrow a bit each."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(1)
        self.format = "b"

    def data(self, places: Places) -> ArrowData:
        return ArrowData(places.count, (None, _packed_bits(places.read(1))))


class _HexOfFixed(_Plain):
    """Bytes of a fixed size as hex."""

    __slots__ = ()

    def field(self, name: str) -> ArrowField:
        return ArrowField(name, _TEXT)

    def data(self, places: Places) -> ArrowData:
        import numpy as np

        count, size = places.count, self.size
        text = np.empty((count, 2 + 2 * size), np.uint8)
        text[:, :2] = np.frombuffer(b"0x", np.uint8)
        text[:, 2:] = bytes_array(hexlify(places.read(size).data)).reshape(count, 2 * size)
        offsets = np.arange(0, text.size + 1, 2 + 2 * size, dtype=np.int64)
        return ArrowData(count, (None, offsets, text))


class _Digits(_Plain):
    """Wide integers in decimal."""

    __slots__ = ()

    def field(self, name: str) -> ArrowField:
        return ArrowField(name, _TEXT)

    def data(self, places: Places) -> ArrowData:
        read, size = places.read(self.size).tobytes(), self.size
        return _texts(
            [
                b"%d" % int.from_bytes(read[at : at + size], "little")
                for at in range(0, len(read), size)
            ]
        )


class _Bits(_Plain):
    """Bitvectors: lists of a fixed number of booleans."""

    __slots__ = ("bits",)

    def __init__(self, bits: int) -> None:
        super().__init__((bits + 7) // 8)
        self.bits = bits

    def field(self, name: str) -> ArrowField:
        return ArrowField(name, f"+w:{self.bits}", (ArrowField("item", "b"),))

    def data(self, places: Places) -> ArrowData:
        import numpy as np

        read = places.read(self.size)
        if self.bits % 8:
            rows = read.reshape(places.count, self.size)
            bits = np.unpackbits(rows, axis=1, count=self.bits, bitorder="little")
            read = np.packbits(bits, bitorder="little")
        items = ArrowData(places.count * self.bits, (None, read))
        return ArrowData(places.count, (None,), (items,))


class _BitLists(Node):
    """Bitlists: lists of booleans."""

    __slots__ = ()

    def field(self, name: str) -> ArrowField:
        return ArrowField(name, "+L", (ArrowField("item", "b"),))

    def data(self, places: Anywhere) -> ArrowData:
        import numpy as np

        sizes = places.ends - places.starts
        read = places.joined()
        ends = np.cumsum(sizes)
        # The highest bit of the last byte is behind the last of the list.
        last = np.frexp(read[ends - 1].astype(np.float64))[1] - 1
        counts = 8 * (sizes - 1) + last
        bits = np.unpackbits(read, bitorder="little")
        firsts = 8 * (ends - sizes)
        total = int(counts.sum())
        offsets = offsets_of(counts)
        chosen = np.arange(total) + np.repeat(firsts - offsets[:-1], counts)
        items = ArrowData(total, (None, np.packbits(bits[chosen], bitorder="little")))
        return ArrowData(places.count, (None, offsets), (items,))


class _Bytes(Node):
    """Byte strings of variable size."""

    __slots__ = ()

    def field(self, name: str) -> ArrowField:
        return ArrowField(name, "Z")

    def data(self, places: Anywhere) -> ArrowData:
        offsets = offsets_of(places.ends - places.starts)
        return ArrowData(places.count, (None, offsets, places.joined()))


class _HexOfAny(Node):
    """Byte strings and bitlists as hex."""

    __slots__ = ()

    def field(self, name: str) -> ArrowField:
        return ArrowField(name, _TEXT)

    def data(self, places: Anywhere) -> ArrowData:
        data = places.data.data
        spans = zip(places.starts.tolist(), places.ends.tolist(), strict=True)
        return _texts([b"0x" + hexlify(data[start:end]) for start, end in spans])


class _Vectors(Node):
    """Vectors: lists of a fixed number of elements."""

    __slots__ = ("element", "length", "size")

    def __init__(self, element: Node, size: int | None, length: int) -> None:
        self.element = element
        self.size = size
        self.length = length

    def field(self, name: str) -> ArrowField:
        return ArrowField(name, f"+w:{self.length}", (self.element.field("item"),))

    def data(self, places: Any) -> ArrowData:
        if self.size is None:
            _, elements = places.elements(None, self.length)
        else:
            read = places.read(self.size * self.length)
            elements = InRow(read, 0, self.size, places.count * self.length)
        return ArrowData(places.count, (None,), (self.element.data(elements),))


class _Lists(Node):
    """Lists."""

    __slots__ = ("element", "size")

    def __init__(self, element: Node, size: int | None) -> None:
        self.element = element
        self.size = size

    def field(self, name: str) -> ArrowField:
        return ArrowField(name, "+L", (self.element.field("item"),))

    def data(self, places: Anywhere) -> ArrowData:
        counts, elements = places.elements(self.size)
        return ArrowData(places.count, (None, offsets_of(counts)), (self.element.data(elements),))


class _Struct(Node):
    """Containers."""

    __slots__ = ("fields", "nodes")

    def __init__(self, fields: tuple[Any, ...], nodes: list[Node]) -> None:
        self.fields = fields
        self.nodes = nodes

    def field(self, name: str) -> ArrowField:
        parts = zip(self.fields, self.nodes, strict=True)
        return ArrowField(name, "+s", tuple(node.field(field.name) for field, node in parts))

    def data(self, places: Any) -> ArrowData:
        parts = zip(self.fields, self.nodes, strict=True)
        children = tuple(node.data(field_of(places, field)) for field, node in parts)
        return ArrowData(places.count, (None,), children)


class _Union(Node):
    """Unions."""

    __slots__ = ("is_optional", "nodes")

    def __init__(self, nodes: dict[int, Node], is_optional: bool) -> None:
        self.nodes = nodes
        self.is_optional = is_optional

    def field(self, name: str) -> ArrowField:
        if self.is_optional:
            return self.nodes[1].field(name)
        options = tuple(node.field(f"option_{key}") for key, node in self.nodes.items())
        return ArrowField(name, "+s", (ArrowField("selector", "C"), *options))

    def data(self, places: Anywhere) -> ArrowData:
        selectors = places.read(1)
        if self.is_optional:
            return self._option(places, selectors, 1)
        options = tuple(self._option(places, selectors, key) for key in self.nodes)
        chosen = ArrowData(places.count, (None, selectors))
        return ArrowData(places.count, (None,), (chosen, *options))

    def _option(self, places: Anywhere, selectors: Array, key: int) -> ArrowData:
        """The values of an option; missing where the value is of another."""
        import numpy as np

        positions = np.flatnonzero(selectors == key)
        node = self.nodes[key]
        if not len(positions):
            return missing(node.field(""), places.count)
        starts, ends = places.starts[positions], places.ends[positions]
        found = node.data(Anywhere(places.data, starts + 1, ends))
        return spread(found, node.field(""), positions, places.count)


def field_of(places: Any, field: Any) -> Any:
    """Where a field lies in each of some containers."""
    if field.type._fixed_size is None:
        return places.field(field.at, field.until)
    return places.shifted(field.at)


# ---- types ---------------------------------------------------------------------------------------


def node_of(kind: Any, hex: bool) -> Node:
    """What a type is in Arrow; with ``hex``, bytes are text."""
    tag, size = kind._shape[0], kind._fixed_size
    if tag == "uint":
        if size in _NUMBERS:
            return _Number(size)
        return _Digits(size) if hex else _Plain(size)
    if tag == "boolean":
        return _Flag()
    if tag == "bitvector":
        return _HexOfFixed(size) if hex else _Bits(kind._shape[1])
    if tag in ("bitlist", "progressive_bitlist"):
        return _HexOfAny() if hex else _BitLists()
    if tag in ("container", "progressive_container"):
        return _Struct(kind._fields, [node_of(each.type, hex) for each in kind._fields])
    if hasattr(kind, "_options"):
        return _union_of(kind, hex)
    if _is_bytes(kind):
        if size is not None:
            return _HexOfFixed(size) if hex else _Plain(size)
        return _HexOfAny() if hex else _Bytes()
    element = kind._element
    node, size = node_of(element, hex), element._fixed_size
    return _Vectors(node, size, kind._shape[2]) if tag == "vector" else _Lists(node, size)


def node_of_dtype(dtype: np.dtype[Any]) -> Node:
    """What the values of an array are: numbers, booleans or bytes."""
    if dtype.kind == "b":
        return _Flag()
    return _Number(dtype.itemsize) if dtype.kind == "u" else _Plain(dtype.itemsize)


def _is_bytes(kind: Any) -> bool:
    """Whether values are byte strings, and not numbers of 8 bits: by their class, or elements."""
    return issubclass(kind, bytes) or hasattr(kind._element, "_is_opaque")


def _union_of(kind: Any, hex: bool) -> Node:
    options: dict[int, Any] = kind._options
    nodes = {key: node_of(each, hex) for key, each in options.items() if each is not None}
    is_optional = (
        list(options) == [0, 1]
        and options[0] is None
        and not getattr(nodes.get(1), "is_optional", False)
    )
    return _Union(nodes, is_optional)


# ---- buffers -------------------------------------------------------------------------------------


def _aligned(data: Array, size: int) -> Array:
    """Little-endian numbers of a size where and as the machine has them; copied if need be."""
    if data.ctypes.data % size:
        data = data.copy()
    return data.view(f"<u{size}").astype(f"=u{size}", copy=False)


def _packed_bits(flags: Array) -> Array:
    import numpy as np

    return np.packbits(flags.view(np.bool_), bitorder="little")


def _texts(texts: list[bytes]) -> ArrowData:
    places = packed(texts)
    return ArrowData(len(texts), (None, offsets_of(places.ends - places.starts), places.data))
