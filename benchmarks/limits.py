"""What bounds the speed of an operation: the copying of bytes, and the hashing of blocks.

A root can't be had in less than its blocks times what the best kernel takes for a block;
`block_count` counts them.  Subtrees without data cost nothing, for their roots are known.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pyssz


def tree_blocks(leaves: int, capacity: int) -> int:
    """Blocks that the Merkle tree of some leaves takes, in a tree with room for ``capacity``."""
    total = 0
    for _ in range((capacity - 1).bit_length()):
        leaves = (leaves + 1) // 2
        total += leaves
    return total


def chunks(size: int) -> int:
    return (size + 31) // 32


def block_count(value: Any) -> int:
    """Blocks of 64 bytes that the hash_tree_root of a value of pyssz takes.

    Counts the types that Deneb is made of: none of the progressive ones, and no unions.
    """
    cls = type(value)
    if pyssz.View in cls.__mro__ and cls.is_fixed_byte_length():
        return _blocks_of_fixed(cls)
    if isinstance(value, pyssz.ByteList):
        return tree_blocks(chunks(len(value)), chunks(cls.limit())) + 1
    if isinstance(value, pyssz.Bitlist):
        return tree_blocks(chunks((len(value) + 7) // 8), chunks((cls.limit() + 7) // 8)) + 1
    if isinstance(value, pyssz.Container):
        fields = list(value)
        return tree_blocks(len(fields), len(fields)) + sum(map(block_count, fields))
    if isinstance(value, pyssz.List):
        element, count = cls.element_cls(), len(value)
        if cls.is_packed():
            size = element.type_byte_length()
            return tree_blocks(chunks(count * size), chunks(cls.limit() * size)) + 1
        if element.is_fixed_byte_length():
            inside = count * _blocks_of_fixed(element)
        else:
            inside = sum(map(block_count, value))
        return tree_blocks(count, cls.limit()) + 1 + inside
    raise TypeError(f"blocks of a {cls.__name__} are not counted here")


@functools.cache
def _blocks_of_fixed(cls: Any) -> int:
    """Blocks that every value of a type of fixed size takes."""
    if issubclass(cls, pyssz.BasicView):
        return 0
    if issubclass(cls, pyssz.Container):
        kinds = cls.fields().values()
        return tree_blocks(len(kinds), len(kinds)) + sum(map(_blocks_of_fixed, kinds))
    if issubclass(cls, pyssz.Vector) and not cls.is_packed():
        length = cls.vector_length()
        return tree_blocks(length, length) + length * _blocks_of_fixed(cls.element_cls())
    count = chunks(cls.type_byte_length())
    return tree_blocks(count, count)


def copier(data: bytes) -> Callable[[], None]:
    """What copies the bytes into a kept buffer: the least that encoding into one can cost."""
    target = memoryview(bytearray(len(data)))

    def copy() -> None:
        target[:] = data

    return copy
