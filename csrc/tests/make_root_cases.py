"""Write root_cases.inc: values of all kinds with the roots that eth-remerkleable gives them.

    pip install eth-remerkleable==0.1.31 && python csrc/tests/make_root_cases.py

Three things come out of it, for test_root.c: one table of types; single values with their encodings
in hex; and *families*, which are lists of 0, 1, 2 ... fixed-size records cut from the bytes
0, 1 ... 250, 0, 1 ..., so that no encodings need to be stored. All is made from a fixed seed.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any

from remerkleable import basic, bitfields, progressive
from remerkleable import complex as composite
from remerkleable.union import Union

NO_TYPE = 0xFFFFFFFF

#: How many records the families have: at the stops the root is stored, at all these counts it goes
#: into one hash over all roots.
FAMILY_STOPS = [0, 1, 2, 3, 5, 8, 16, 17, 33, 256, 257, 600]
FAMILY_COUNTS = sorted({*FAMILY_STOPS, *range(80), *range(80, 600, 7)})

rng = random.Random("pyssz roots")
types: list[tuple[str, int, int, int, int]] = []
members: list[tuple[int, int]] = []


class Type:
    """A type: a record of the table, a class of remerkleable's, and a source of values."""

    def __init__(
        self,
        kind: str,
        view: Any,
        length: int = 0,
        element: Type | None = None,
        parts: Sequence[tuple[Type | None, int]] = (),
    ) -> None:
        self.kind, self.view, self.length = kind, view, length
        self.element, self.parts = element, list(parts)
        first = len(members) if parts else 0
        members.extend((NO_TYPE if part is None else part.index, key) for part, key in parts)
        self.index: int = len(types)
        types.append(
            (kind, NO_TYPE if element is None else element.index, length, first, len(parts))
        )

    @property
    def is_fixed(self) -> bool:
        return bool(self.view.is_fixed_byte_length())

    def some(self) -> bytes:
        """The encoding of some value, mostly a small one."""
        if self.kind == "BOOLEAN":
            return bytes([rng.randrange(2)])
        if self.kind == "UINT":
            return rng.randbytes(self.length)
        if self.kind in ("BITVECTOR", "BITLIST", "PROGRESSIVE_BITLIST"):
            return self.some_bits()
        if self.kind in ("UNION", "COMPATIBLE_UNION"):
            part, key = rng.choice(self.parts)
            return bytes([key]) + (b"" if part is None else part.some())
        if self.kind in ("CONTAINER", "PROGRESSIVE_CONTAINER"):
            return encode([part for part, _ in self.parts if part is not None])
        assert self.element is not None
        count = self.length
        if self.kind != "VECTOR":
            most = rng.choice([0, 1, 2, 5, 5, 20 if self.element.is_fixed else 5])
            count = rng.randrange(min(most, self.length) + 1 if self.kind == "LIST" else most + 1)
        return encode([self.element] * count)

    def some_bits(self) -> bytes:
        if self.kind == "BITVECTOR":
            return rng.getrandbits(self.length).to_bytes((self.length + 7) // 8, "little")
        most = rng.choice([0, 7, 8, 20, 300])
        count = rng.randrange(min(most, self.length) + 1 if self.kind == "BITLIST" else most + 1)
        return bitlist_bytes(count)


def bitlist_bytes(count: int) -> bytes:
    """Give the encoding of some bitlist of that many bits."""
    return (rng.getrandbits(count) | 1 << count if count else 1).to_bytes(count // 8 + 1, "little")


def encode(parts: Sequence[Type]) -> bytes:
    """Some values one after the other, those of variable size behind offsets."""
    values = [part.some() for part in parts]
    slots = [len(v) if part.is_fixed else 4 for part, v in zip(parts, values, strict=True)]
    head, tail = b"", b""
    for part, value in zip(parts, values, strict=True):
        if part.is_fixed:
            head += value
        else:
            head += (sum(slots) + len(tail)).to_bytes(4, "little")
            tail += value
    return head + tail


# ---- types -------------------------------------------------------------------------------------


@cache
def uint(size: int) -> Type:
    """Give uint8 ... uint256, by bytes."""
    return Type("UINT", getattr(basic, f"uint{8 * size}"), size)


@cache
def boolean() -> Type:
    """Give boolean."""
    return Type("BOOLEAN", basic.boolean, 1)


@cache
def bitvector(length: int) -> Type:
    """Give Bitvector[length]."""
    return Type("BITVECTOR", bitfields.Bitvector[length], length)


@cache
def bitlist(limit: int) -> Type:
    """Give Bitlist[limit]."""
    return Type("BITLIST", bitfields.Bitlist[limit], limit)


@cache
def progressive_bitlist() -> Type:
    """Give ProgressiveBitlist."""
    return Type("PROGRESSIVE_BITLIST", progressive.ProgressiveBitlist)


@cache
def vector(element: Type, length: int) -> Type:
    """Give Vector[element, length]."""
    return Type("VECTOR", composite.Vector[element.view, length], length, element)


@cache
def list_of(element: Type, limit: int) -> Type:
    """Give List[element, limit]."""
    return Type("LIST", composite.List[element.view, limit], limit, element)


@cache
def progressive_list(element: Type) -> Type:
    """Give ProgressiveList[element]."""
    return Type("PROGRESSIVE_LIST", progressive.ProgressiveList[element.view], 0, element)


def container_view(base: Any, fields: dict[int, Type]) -> Any:
    """Give remerkleable's class of a container with the fields."""
    # remerkleable wants the field at the last position there can be to be named so.
    names = {"more" if key == 255 else f"f{key}": field.view for key, field in fields.items()}
    return type("Fields", (base,), {"__annotations__": names})


def container(*fields: Type) -> Type:
    """Give a container."""
    parts = [(field, 0) for field in fields]
    view = container_view(composite.Container, dict(enumerate(fields)))
    return Type("CONTAINER", view, parts=parts)


def progressive_container(fields: dict[int, Type]) -> Type:
    """Give a progressive container with the fields at these positions, in ascending order."""
    active = [int(i in fields) for i in range(max(fields) + 1)]
    base = progressive.ProgressiveContainer(active_fields=active)
    parts = [(field, key) for key, field in fields.items()]
    return Type("PROGRESSIVE_CONTAINER", container_view(base, fields), parts=parts)


def union(*options: Type | None) -> Type:
    """Give a union."""
    view = Union[tuple(None if option is None else option.view for option in options)]
    return Type("UNION", view, parts=[(option, i) for i, option in enumerate(options)])


def compatible_union(options: dict[int, Type]) -> Type:
    """Give a compatible union with the options under these selectors."""
    view = progressive.CompatibleUnion({key: option.view for key, option in options.items()})
    return Type("COMPATIBLE_UNION", view, parts=[(option, key) for key, option in options.items()])


# ---- single values -----------------------------------------------------------------------------

cases: list[tuple[str, int, bytes, bytes]] = []


def add(name: str, kind: Type, data: bytes) -> None:
    """Add one value."""
    view = kind.view.decode_bytes(data)
    assert view.encode_bytes() == data, name
    cases.append((name, kind.index, data, bytes(view.hash_tree_root())))


def add_basic_and_bits() -> None:
    """Add basic values and bitfields around the borders of chunks and trees."""
    for size in (1, 2, 4, 8, 16, 32):
        add(f"uint{8 * size}", uint(size), rng.randbytes(size))
    flag = boolean()
    add("false", flag, b"\x00")
    add("true", flag, b"\x01")
    for length in (1, 7, 8, 9, 255, 256, 257, 511, 512, 513, 1025, 2049):
        kind = bitvector(length)
        add(f"Bitvector[{length}]", kind, kind.some())
    add("Bitvector[257], all set", bitvector(257), b"\xff" * 32 + b"\x01")
    free = progressive_bitlist()
    for limit in (0, 1, 8, 255, 256, 257, 2048, 2**40, 2**64 - 1):
        kind = bitlist(limit)
        for count in sorted({0, 1, 7, 8, 255, 256, 257, 513, limit}):
            if count <= min(limit, 2048):
                add(f"Bitlist[{limit}] of {count}", kind, bitlist_bytes(count))
    for count in (0, 1, 8, 255, 256, 257, 1279, 1280, 1281, 5375, 5376, 5377):
        add(f"ProgressiveBitlist of {count}", free, bitlist_bytes(count))


def add_packed_lists() -> None:
    """Add sequences of basic values, empty, full, and around the borders of chunks."""
    for element in (uint(1), uint(8), uint(32), boolean()):
        size = element.length
        per_chunk = 32 // size
        free = progressive_list(element)
        for limit in (0, per_chunk, per_chunk + 1, 2**40, 2**64 - 1):
            kind = list_of(element, limit)
            for count in sorted({0, 1, 5 * per_chunk + 1, limit}):
                if count <= min(limit, 20 * per_chunk):
                    name = f"List[{element.view.__name__}, {limit}] of {count}"
                    add(name, kind, encode([element] * count))
        for chunks in (0, 1, 5, 21):
            for count in (chunks * per_chunk, chunks * per_chunk + 1):
                name = f"ProgressiveList[{element.view.__name__}] of {count}"
                add(name, free, encode([element] * count))
        for length in (1, per_chunk, 3 * per_chunk + 1):
            kind = vector(element, length)
            add(f"Vector[{element.view.__name__}, {length}]", kind, kind.some())


def add_unions() -> None:
    """Add unions of both kinds."""
    byte, pair = uint(1), container(uint(8), list_of(uint(2), 9))
    plain = union(None, byte, pair, progressive_list(pair))
    add("Union, None", plain, b"\x00")
    for selector, part in enumerate((byte, pair), 1):
        add(f"Union, option {selector}", plain, bytes([selector]) + part.some())
    add("Union, empty list", plain, b"\x03")
    add("Union of one", union(pair), b"\x00" + pair.some())
    many = union(None, *[byte] * 127)
    add("Union, last of 128", many, b"\x7f\x05")
    square = progressive_container({0: uint(2), 2: byte})
    circle = progressive_container({1: uint(4), 2: byte})
    shapes = compatible_union({1: square, 2: circle, 127: square})
    add("CompatibleUnion, 1", shapes, b"\x01" + square.some())
    add("CompatibleUnion, 2", shapes, b"\x02" + circle.some())
    add("CompatibleUnion, 127", shapes, b"\x7f" + square.some())
    kind = list_of(shapes, 9)
    add("List of CompatibleUnion", kind, encode([shapes] * 9))
    add("List of CompatibleUnion, empty", kind, b"")
    choices = list_of(plain, 2**64 - 1)
    add("List of Union", choices, encode([plain] * 7))


def add_containers() -> None:
    """Add containers of both kinds."""
    byte, word = uint(1), uint(8)
    for count in (1, 2, 3, 4, 5, 31, 32, 33, 64, 65):
        kind = container(*[word if i % 3 else byte for i in range(count)])
        add(f"Container of {count}", kind, kind.some())
    text = list_of(byte, 64)
    for count in (1, 2, 5, 33):
        kind = container(*[text if i % 2 else word for i in range(count)], text)
        add(f"Container of {count + 1}, some lists", kind, kind.some())
    for last in (0, 1, 4, 5, 20, 21, 84, 85, 86, 170, 255):
        kind = progressive_container({last: word})
        add(f"ProgressiveContainer, only {last}", kind, kind.some())
        fields = {i: rng.choice([byte, word, text]) for i in range(last) if rng.randrange(3) == 0}
        kind = progressive_container({**fields, last: text})
        add(f"ProgressiveContainer up to {last}", kind, kind.some())
    kind = progressive_container(dict.fromkeys(range(256), byte))
    add("ProgressiveContainer of all", kind, kind.some())


def add_lists_of_composites() -> None:
    """Add sequences of values that have roots of their own."""
    byte = uint(1)
    text, pair = list_of(byte, 64), container(uint(2), uint(8))
    memo = container(byte, list_of(byte, 9), byte)
    for limit in (1, 2, 3, 1000, 2**40, 2**64 - 1):
        for element in (text, pair, memo):
            kind = list_of(element, limit)
            for count in (0, 1, 3, 17):
                if count <= limit:
                    name = f"List of {element.kind.lower()}s, limit {limit}, of {count}"
                    add(name, kind, encode([element] * count))
    add("List of containers, limit 0", list_of(pair, 0), b"")
    add("Vector of 300 lists", vector(list_of(byte, 2), 300), encode([list_of(byte, 2)] * 300))
    short = container(byte, list_of(byte, 3))
    for count in (256, 257):
        data = encode([short] * count)
        add(f"List of {count} containers with a list", list_of(short, 2**20), data)
    for count in (341, 342):
        data = encode([short] * count)
        add(f"ProgressiveList of {count} containers with a list", progressive_list(short), data)
    nested = progressive_list(progressive_list(memo))
    for _ in range(8):
        add("ProgressiveList of ProgressiveList", nested, nested.some())
    rows = vector(vector(uint(2), 5), 7)
    add("Vector of Vector", rows, rows.some())
    wide = vector(vector(byte, 33), 33)
    add("Vector of 33 Vector of 33", wide, wide.some())


def some_type(depth: int) -> Type:
    """Give a type of any kind, made of other such types."""
    if depth == 0:
        kinds: list[Callable[[], Type]] = [
            boolean,
            progressive_bitlist,
            lambda: uint(rng.choice([1, 2, 4, 8, 16, 32])),
            lambda: bitvector(rng.randrange(1, 600)),
            lambda: bitlist(rng.randrange(600)),
        ]
        return rng.choice(kinds)()
    below = [some_type(rng.randrange(depth)) for _ in range(rng.randrange(1, 7))]
    keys = sorted(rng.sample(range(256 if rng.randrange(9) == 0 else 12), len(below)))
    none = [None] if rng.randrange(2) else []
    # remerkleable can't decode unions right inside of unions.
    options = [part for part in below if "UNION" not in part.kind] or [boolean()]
    leaf = some_type(0)
    kinds = [
        lambda: vector(below[0], rng.choice([1, 2, 3, 5, 9])),
        lambda: list_of(below[0], rng.choice([1, 2, 5, 16, 33, 2**30])),
        lambda: progressive_list(below[0]),
        lambda: container(*below),
        lambda: progressive_container(dict(zip(keys, below, strict=True))),
        lambda: union(*none, *options),
        lambda: compatible_union({key // 2 + 1: leaf for key in keys if key < 254}),
    ]
    return rng.choice(kinds)()


def add_random_types(count: int) -> None:
    """Add a value of each of `count` types that nobody thought of."""
    added = 0
    while added < count:
        kind = some_type(rng.randrange(2, 4))
        data = kind.some()
        if len(data) <= 200:
            add(f"random type {added}", kind, data)
            added += 1


# ---- families ----------------------------------------------------------------------------------

families: list[tuple[str, int, int, list[bytes], bytes]] = []


def painted(start: int, size: int) -> bytes:
    """Give a piece of the bytes that the families are made of."""
    return bytes(i % 251 for i in range(start, start + size))


def add_family(name: str, kind: Type) -> None:
    """Add lists of one kind of record: some of their roots, and all of them hashed into one."""
    assert kind.element is not None
    size = kind.element.view.type_byte_length()
    view = kind.view()
    roots, folded = [], bytes(32)
    for count in FAMILY_COUNTS:
        while len(view) < count:
            view.append(kind.element.view.decode_bytes(painted(len(view) * size, size)))
        root = bytes(view.hash_tree_root())
        folded = hashlib.sha256(folded + root).digest()
        if count in FAMILY_STOPS:
            roots.append(root)
    families.append((name, kind.index, size, roots, folded))


def add_families() -> None:
    """Add lists of fixed-size records of all shapes."""
    byte, word, hashed = uint(1), uint(8), vector(uint(1), 32)
    inner = container(word, byte, word)
    records = {
        "1 field": container(word),
        "2 fields": container(hashed, word),
        "3 fields": container(vector(byte, 48), byte, uint(32)),
        "5 fields, nested": container(byte, inner, hashed, inner, uint(2)),
        "8 fields": container(vector(byte, 48), hashed, word, byte, word, word, word, word),
        "31 fields": container(*[word] * 31),
        "32 fields": container(*[word] * 32),
        "33 fields": container(*[word] * 33),
        "record in record in record": container(container(container(inner))),
        "vector of 3 records": vector(inner, 3),
        "vector of 33 records": vector(container(byte, byte), 33),
        "vector of vectors": vector(vector(uint(2), 5), 7),
        "vectors in records": container(vector(vector(word, 5), 3), vector(byte, 1), byte),
        "32 bytes": hashed,
        "33 bytes": vector(byte, 33),
        "1024 bytes": vector(byte, 1024),
        "1025 bytes": vector(byte, 1025),
        "264 bits": bitvector(264),
        "positions": progressive_container({0: byte, 5: word, 30: inner}),
        "positions in a record": container(progressive_container({2: byte, 3: hashed}), byte),
    }
    for name, record in records.items():
        add_family(f"list: {name}", list_of(record, 2**40))
        add_family(f"progressive list: {name}", progressive_list(record))
    add_family("list of 600 at most", list_of(records["3 fields"], FAMILY_COUNTS[-1]))
    add_family("list without end", list_of(records["5 fields, nested"], 2**64 - 1))


# ---- the header --------------------------------------------------------------------------------


def hex_pieces(data: bytes) -> str:
    """As string literals, none longer than every compiler takes."""
    digits = data.hex()
    pieces = [digits[i : i + 4000] for i in range(0, len(digits), 4000)] or [""]
    return ", ".join(f'"{piece}"' for piece in pieces)


def number(index: int) -> str:
    """Give the index of a type as C."""
    return "NONE" if index == NO_TYPE else str(index)


def rows(items: list[str]) -> list[str]:
    """Give the items of an array as lines."""
    return wrap(", ".join(items) + ",", 100, initial_indent="    ", subsequent_indent="    ")


def header() -> str:
    """Give the text of root_cases.inc."""
    lines = [
        "/*",
        " * root_cases.inc - values and their roots.  Written by make_root_cases.py; don't edit.",
        " */",
        "#ifndef SSZ_TESTS_ROOT_CASES_H",
        "#define SSZ_TESTS_ROOT_CASES_H",
        "",
        '#include "ssz.h"',
        "",
        "#define NONE SSZ_NO_TYPE",
        "",
        "/* clang-format off */",
        "static const ssz_type_record root_types[] = {",
    ]
    for kind in sorted({record[0] for record in types}):
        lines.insert(-3, f"#define {kind} SSZ_KIND_{kind}")
    lines += rows([f"{{{k},{number(e)},{n}u,{first},{count}}}" for k, e, n, first, count in types])
    lines += ["};", "", "static const ssz_member_record root_members[] = {"]
    lines += rows([f"{{{number(part)},{key}}}" for part, key in members])
    lines += ["};", "", "/* A value: its encoding in hex, cut into pieces, and its root. */"]
    lines += ["static const struct root_case {", "    const char *name;", "    uint32_t type;"]
    lines += ["    const char *root;", "    const char *data[4];", "} root_cases[] = {"]
    for name, index, data, root in cases:
        assert len(data) <= 4 * 2000
        lines.append(f'    {{"{name}", {index}, "{root.hex()}",')
        lines.append(f"     {{{hex_pieces(data)}}}}},")
    lines += ["};", "", "/* Lists of these numbers of records cut from painted bytes. */"]
    lines += ["static const uint32_t family_counts[] = {", *rows([*map(str, FAMILY_COUNTS)]), "};"]
    lines += ["static const uint32_t family_stops[] = {", *rows([*map(str, FAMILY_STOPS)]), "};"]
    lines += ["static const struct root_family {", "    const char *name;", "    uint32_t type;"]
    lines += ["    uint32_t record_size;"]
    lines += ["    const char *folded; /* hash(... hash(hash(0, root), root) ..., root) */"]
    lines += [f"    const char *roots[{len(FAMILY_STOPS)}]; /* at the stops */"]
    lines += ["} root_families[] = {"]
    for name, index, size, roots, folded in families:
        lines.append(f'    {{"{name}", {index}, {size}, "{folded.hex()}",')
        lines.append("     {" + ",\n      ".join(f'"{root.hex()}"' for root in roots) + "}},")
    lines += ["};", "/* clang-format on */", "", "#endif", ""]
    return "\n".join(lines)


def main() -> None:
    """Write root_cases.inc next to this file."""
    add_basic_and_bits()
    add_packed_lists()
    add_unions()
    add_containers()
    add_lists_of_composites()
    add_random_types(60)
    add_families()
    Path(__file__).with_name("root_cases.inc").write_text(header())


if __name__ == "__main__":
    main()
