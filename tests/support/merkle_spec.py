"""Merkle trees and claims about them, straight from the spec, with nothing but Python's hashlib.

Sizes, indices and trees are those of ssz/simple-serialize.md and ssz/merkle-proofs.md, EIP-7495 and
EIP-7916.  Of pyssz there are only the types, as the description of a schema.  Values are plain
data: numbers, bytes, lists, dicts of fields; of unions a selector with a value.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    boolean,
)

__all__ = ["UnprovenError", "accepts", "root_of"]

ZERO = bytes(32)


class UnprovenError(Exception):
    """A claim needs a node that the proof does not have."""


def _hash(left: bytes, right: bytes) -> bytes:
    return sha256(left + right).digest()


ZEROS = [ZERO]
while len(ZEROS) < 65:
    ZEROS.append(_hash(ZEROS[-1], ZEROS[-1]))


def _word(number: int) -> bytes:
    return number.to_bytes(32, "little")


# ---- kinds of types ------------------------------------------------------------------------------


def _size(kind: Any) -> int | None:
    """Bytes of a basic type; None for others."""
    if kind is boolean:
        return 1
    return int(kind.type_byte_length()) if issubclass(kind, int) else None


def _is(kind: Any, *families: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, families)


def _element(kind: Any) -> Any:
    if _is(kind, Bitlist, Bitvector, ProgressiveBitlist):
        return boolean
    return None if _is(kind, ByteList, ByteVector) else kind.element_cls()


def _per_chunk(kind: Any) -> int:
    """Elements that share a chunk."""
    if _is(kind, Bitlist, Bitvector, ProgressiveBitlist):
        return 256
    if _is(kind, ByteList, ByteVector):
        return 32
    size = _size(_element(kind))
    return 32 // size if size else 1


def _is_list(kind: Any) -> bool:
    return _is(kind, List, Bitlist, ByteList, ProgressiveList, ProgressiveBitlist)


def _is_progressive(kind: Any) -> bool:
    return _is(kind, ProgressiveList, ProgressiveBitlist, ProgressiveContainer)


def _chunk_limit(kind: Any) -> int:
    if _is(kind, Container):
        return len(kind.fields())
    positions = kind.limit() if _is_list(kind) else kind.vector_length()
    return -(-positions // _per_chunk(kind))


# ---- roots ---------------------------------------------------------------------------------------


def _merkleize(chunks: Sequence[bytes], limit: int) -> bytes:
    depth = max(limit - 1, 0).bit_length()
    layer, zero = list(chunks) or [ZERO], ZERO
    if not chunks:
        for _ in range(depth):
            zero = _hash(zero, zero)
        return zero
    for _ in range(depth):
        if len(layer) % 2:
            layer.append(zero)
        layer = [_hash(layer[i], layer[i + 1]) for i in range(0, len(layer), 2)]
        zero = _hash(zero, zero)
    return layer[0]


def _merkleize_progressive(chunks: Sequence[bytes], leaves: int = 1) -> bytes:
    if not chunks:
        return ZERO
    return _hash(
        _merkleize(chunks[:leaves], leaves), _merkleize_progressive(chunks[leaves:], 4 * leaves)
    )


def _packed(data: bytes) -> list[bytes]:
    padded = data + bytes(-len(data) % 32)
    return [padded[i : i + 32] for i in range(0, len(padded), 32)]


def _chunks(kind: Any, plain: Any) -> list[bytes]:
    if _is(kind, Bitlist, Bitvector, ProgressiveBitlist):
        number = sum(bool(bit) << i for i, bit in enumerate(plain))
        return _packed(number.to_bytes(-(-len(plain) // 8), "little"))
    if _is(kind, ByteList, ByteVector):
        return _packed(bytes(plain))
    element = _element(kind)
    size = _size(element)
    if size:
        return _packed(b"".join(int(item).to_bytes(size, "little") for item in plain))
    return [root_of(element, item) for item in plain]


def _positions(kind: Any) -> list[int]:
    """The leaves of the fields of a progressive container."""
    bits = kind.active_fields()
    return [i for i in range(256) if bits[i]]


def root_of(kind: Any, plain: Any) -> bytes:
    """The hash tree root of plain data as a value of a type."""
    size = _size(kind)
    if size:
        return _word(int(plain))
    if _is(kind, Union, CompatibleUnion):
        selector, inner = plain
        option = kind.options()[selector]
        return _hash(ZERO if option is None else root_of(option, inner), _word(selector))
    if _is(kind, ProgressiveContainer):
        roots = {
            at: root_of(field, plain[name])
            for at, (name, field) in zip(_positions(kind), kind.fields().items(), strict=True)
        }
        chunks = [roots.get(at, ZERO) for at in range(max(roots) + 1)]
        return _hash(_merkleize_progressive(chunks), _active(kind))
    if _is(kind, Container):
        roots_in_order = [root_of(field, plain[name]) for name, field in kind.fields().items()]
        return _merkleize(roots_in_order, len(roots_in_order))
    chunks = _chunks(kind, plain)
    if _is_progressive(kind):
        root = _merkleize_progressive(chunks)
    else:
        root = _merkleize(chunks, _chunk_limit(kind))
    return _hash(root, _word(len(plain))) if _is_list(kind) else root


def _active(kind: Any) -> bytes:
    return _word(sum(1 << at for at in _positions(kind)))


# ---- proofs --------------------------------------------------------------------------------------


def _nodes_of(leaves: dict[int, bytes], proof: Sequence[bytes]) -> dict[int, bytes] | None:
    """All nodes that a multiproof leads to, helpers in descending order; None if it is none."""
    if not leaves or 1 in leaves:
        return None
    above = {index >> up for index in leaves for up in range(1, index.bit_length())}
    if above & leaves.keys():
        return None
    siblings = {index >> up ^ 1 for index in leaves for up in range(index.bit_length() - 1)}
    helpers = sorted(siblings - above - leaves.keys(), reverse=True)
    if len(helpers) != len(proof):
        return None
    nodes = {**leaves, **dict(zip(helpers, proof, strict=True))}
    if any(len(node) != 32 for node in nodes.values()):
        return None
    for index in sorted(above, reverse=True):
        nodes[index] = _hash(nodes[2 * index], nodes[2 * index + 1])
    return nodes


def _child(index: int, at: int, depth: int) -> int:
    return (index << depth) + at


def _leaf_index(kind: Any, root: int, leaf: int) -> int:
    """The generalized index of a leaf of a value whose root has an index."""
    if _is_list(kind) or _is(kind, ProgressiveContainer):
        root *= 2
    if not _is_progressive(kind):
        return _child(root, leaf, max(_chunk_limit(kind) - 1, 0).bit_length())
    leaves = 1
    while leaf >= leaves:
        leaf, leaves, root = leaf - leaves, 4 * leaves, 2 * root + 1
    return _child(2 * root, leaf, leaves.bit_length() - 1)


class _Tree:
    def __init__(self, nodes: dict[int, bytes]) -> None:
        self.nodes = nodes

    def node(self, index: int) -> bytes:
        """A node of the proof, or one that follows from a root of zeros above it."""
        height = 0
        while index >> height not in self.nodes:
            height += 1
        node = self.nodes[index >> height]
        if height and node not in ZEROS[height:]:
            raise UnprovenError
        return ZEROS[ZEROS.index(node) - height] if height else node

    def number(self, index: int) -> int:
        return int.from_bytes(self.node(index), "little")

    def length(self, kind: Any, root: int) -> int:
        return self.number(2 * root + 1) if _is_list(kind) else int(kind.vector_length())

    def parts(self, kind: Any, root: int, steps: Sequence[Any]) -> list[Any] | None:
        """Type, index, and place in the chunk of each part; None if there is no such part."""
        if not steps:
            return [(kind, root, None)]
        step, rest = steps[0], steps[1:]
        if step == "__len__":
            return [("word", 2 * root + 1, None)] if _is_list(kind) else None
        if step in ("__selector__", "__active_fields__"):
            return [("word", 2 * root + 1, None)]
        if _is(kind, Union, CompatibleUnion):
            if self.number(2 * root + 1) != step:
                return None
            option = kind.options()[step]
            return (
                [(None, 2 * root, None)] if option is None else self.parts(option, 2 * root, rest)
            )
        if _is(kind, ProgressiveContainer):
            if self.node(2 * root + 1) != _active(kind):
                return None
            at = _positions(kind)[list(kind.fields()).index(step)]
            return self.parts(kind.fields()[step], _leaf_index(kind, root, at), rest)
        if _is(kind, Container):
            at = list(kind.fields()).index(step)
            return self.parts(kind.fields()[step], _leaf_index(kind, root, at), rest)
        return self._elements(kind, root, step, rest)

    def _elements(self, kind: Any, root: int, step: Any, rest: Sequence[Any]) -> list[Any] | None:
        count = self.length(kind, root)
        if isinstance(step, int):
            if not -count <= step < count:
                return None
            indices: Sequence[int] = [step % count]
        else:
            indices = range(count)[slice(step.start, step.stop)]
            if len(indices) > 256 * len(self.nodes):
                raise UnprovenError
        found: list[Any] = []
        for index in indices:
            at = _leaf_index(kind, root, index // _per_chunk(kind))
            inner: Any
            if _per_chunk(kind) > 1 or _size(_element(kind) or boolean):
                inner = [((kind, index, count), at, index)]
            else:
                inner = self.parts(_element(kind), at, rest)
            if inner is None:
                return None
            found += inner
        return found


def accepts(
    kind: Any,
    steps: Sequence[Any],
    values: Sequence[Any],
    leaves: dict[int, bytes],
    proof: Sequence[bytes],
    root: bytes,
) -> bool:
    """Whether plain values are what a path without conditions leads to, by a multiproof.

    Raises UnprovenError where the proof does not tell.
    """
    nodes = _nodes_of(leaves, proof)
    if nodes is None or nodes[1] != root:
        return False
    parts = _Tree(nodes).parts(kind, 1, steps)
    if parts is None or len(parts) != len(values):
        return False
    verdicts = []
    for (part, index, _), value in zip(parts, values, strict=True):
        node = _Tree(nodes).node(index)
        if part == "word":
            verdicts.append(node == _plain_word(value))
        elif part is None:
            verdicts.append(value is None and node == ZERO)
        elif isinstance(part, tuple):
            verdicts.append(_holds(*part, node, value))
        else:
            verdicts.append(root_of(part, value) == node)
    return all(verdicts)


def _plain_word(value: Any) -> bytes:
    if isinstance(value, int):
        return _word(value)
    return _word(sum(bool(bit) << i for i, bit in enumerate(value)))


def _holds(kind: Any, index: int, count: int, node: bytes, value: Any) -> bool:
    """Whether an element lies at its place in a chunk, and nothing past the last one."""
    per_chunk = _per_chunk(kind)
    bits = 256 // per_chunk
    number = int.from_bytes(node, "little")
    left = count - index // per_chunk * per_chunk
    if left < per_chunk and number >> left * bits:
        return False
    return number >> index % per_chunk * bits & (1 << bits) - 1 == int(value)
