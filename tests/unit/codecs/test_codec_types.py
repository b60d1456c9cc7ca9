"""Codecs of classes like all types there are: vectors, and the types of every fork."""

from pathlib import Path
from typing import Any

import pytest

from pyssz import (
    DecodeError,
    SchemaError,
    codec,
)
from pyssz.conformance._files import SERIALIZED, case_files
from pyssz.conformance._types import generic_type
from pyssz.ethereum import forks, type_named, types
from pyssz.io.snappy import decompress
from support.plain_classes import PlainClasses, plain_value

# Two of its options are of one class, so the class of a value does not tell which of them it is.
BEYOND_PYTHON = {"CompatibleUnionABCA"}


def agrees(kind: Any, data: bytes, root: bytes) -> bool:
    """Whether a class for a type does the same with an encoding."""
    classes = PlainClasses()
    own: Any = codec(classes.hint(kind))
    assert own.type._shape == kind._shape
    value = own.decode(data)
    assert value == plain_value(classes, kind.decode_bytes(data))
    assert own.encode(value) == data
    return bool(own.hash_tree_root(value) == root)


def test_vectors_of_ethereum_types_agree(fixtures: Path) -> None:
    count = 0
    for case in case_files(fixtures / "vectors" / "ssz_static.tar.gz"):
        preset, fork, _, name = case.path.parts[-6:-2]
        kind = type_named(f"{fork}.{name}", preset)
        data = decompress(case.files[SERIALIZED])
        assert agrees(kind, data, kind.decode_bytes(data).hash_tree_root()), case.path
        count += 1
    assert count == 140


def test_generic_vectors_agree(fixtures: Path) -> None:
    count = 0
    for case in case_files(fixtures / "vectors" / "ssz_generic.tar.gz"):
        handler, suite, name = case.path.parts[-3:]
        try:
            kind = generic_type(handler, name)
        except SchemaError:
            continue
        if kind.__name__ in BEYOND_PYTHON or any(part in name for part in BEYOND_PYTHON):
            continue
        data = decompress(case.files[SERIALIZED])
        if suite == "valid":
            assert agrees(kind, data, kind.decode_bytes(data).hash_tree_root()), case.path
        else:
            with pytest.raises(DecodeError):
                codec(PlainClasses().hint(kind)).decode(data)
        count += 1
    assert count > 600


@pytest.mark.parametrize("fork", forks())
def test_every_type_of_every_fork_agrees(fork: str) -> None:
    seen = set()
    for kind in types("minimal", fork).values():
        if kind.__module__.endswith(f".{fork}") and kind not in seen:
            seen.add(kind)
            try:
                value = kind.default()
            except SchemaError:  # of a compatible union
                continue
            assert agrees(kind, value.encode_bytes(), value.hash_tree_root()), kind
