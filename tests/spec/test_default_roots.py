"""Every type of the spec, under both presets: its sizes, its fields, the root of its default value.

Two tables say what is right.  `fixtures/default_roots.json` is made by this project, with
remerkleable as the oracle for sizes and roots, and is always there.  `reference/types-beta4.json`
was made from the executable spec itself.  It lies in the folder that PYSSZ_SHARED names, or in
`shared` beside the checkout, and is not part of the project.
"""

import json
from typing import Any

import pytest

import pyssz
from pyssz import Container, ProgressiveContainer, View
from pyssz.ethereum import forks, type_named, types
from support import CHECKOUT, SHARED

PRESETS = ("mainnet", "minimal")

OWN_TABLE: dict[str, Any] = json.loads((CHECKOUT / "fixtures" / "default_roots.json").read_text())

SPEC_FILE = SHARED / "reference" / "types-beta4.json"
SPEC_TABLE: dict[str, Any] = json.loads(SPEC_FILE.read_text()) if SPEC_FILE.exists() else {}

needs_spec_table = pytest.mark.skipif(not SPEC_TABLE, reason=f"no {SPEC_FILE}; set PYSSZ_SHARED")


def check_sizes_and_root(
    cls: type[View], *, fixed: bool, least: int, most: int | None, root: str
) -> None:
    """Compare a type with what a table says of it; ``most`` is None for a type without a bound."""
    assert cls.is_fixed_byte_length() == fixed
    if fixed:
        assert cls.type_byte_length() == least
    assert cls.min_byte_length() == least
    if most is not None:
        assert cls.max_byte_length() == most
    default = cls.default()
    assert default.hash_tree_root().hex() == root.removeprefix("0x")
    # The same value as bytes, which is hashed another way than one that was built.
    data = default.encode_bytes()
    assert len(data) == least
    assert cls.decode_bytes(data).hash_tree_root().hex() == root.removeprefix("0x")


@pytest.mark.parametrize(
    ("preset", "address"),
    [(preset, address) for preset, entries in OWN_TABLE.items() for address in entries],
)
def test_sizes_and_root_are_those_of_remerkleable(preset: str, address: str) -> None:
    check_sizes_and_root(type_named(address, preset), **OWN_TABLE[preset][address])


def test_own_table_has_every_class_there_is() -> None:
    listed = {
        type_named(address, preset) for preset, entries in OWN_TABLE.items() for address in entries
    }
    assert listed == {
        cls for preset in PRESETS for fork in forks() for cls in types(preset, fork).values()
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_maxima_of_electra_are_the_caps_that_gloas_sets(preset: str) -> None:
    electra = types(preset, "electra")
    for name, constant in (
        ("AttesterSlashing", "MAX_ATTESTER_SLASHING_SIZE"),
        ("SignedAggregateAndProof", "MAX_SIGNED_AGGREGATE_AND_PROOF_SIZE"),
    ):
        assert electra[name].max_byte_length() == electra.preset[constant]


# The spec's Byte is its Uint8, and nothing there is a list of numbers of eight bits.
BASICS = {"Boolean": "boolean", "Uint8": "byte"} | {f"Uint{n}": f"uint{n}" for n in (16, 64, 256)}
KINDS = {
    "BitList": pyssz.Bitlist,
    "BitVector": pyssz.Bitvector,
    "ProgressiveBitList": pyssz.ProgressiveBitlist,
    "Boolean": pyssz.boolean,
    **{f"Uint{n}": getattr(pyssz, f"uint{n}") for n in (8, 16, 64, 256)},
}
# The spec has no class for progressive lists of bytes.
BYTES = {"ProgressiveList[Byte]": pyssz.ProgressiveByteList}


def kind(base: str) -> Any:
    """The kind that the first base class of a type in the spec stands for."""
    name, _, _ = base.partition("[")
    return BYTES.get(base) or KINDS.get(name) or getattr(pyssz, name)


def named(preset: str, fork: str, name: str) -> Any:
    """A type by the name that the table gives it: of the spec, of SSZ itself, or of a list."""
    of_fork = types(preset, fork)
    base, _, element = name.partition("[")
    if element:
        return getattr(pyssz, base)[named(preset, fork, element.removesuffix("]"))]
    return of_fork[name] if name in of_fork else getattr(pyssz, BASICS.get(name, name))


def bases(fork: str, name: str) -> str:
    """The base class of a type that is not a type of the spec itself."""
    base: str = SPEC_TABLE[fork][name]["base"]
    return bases(fork, base) if base in SPEC_TABLE[fork] else base


@needs_spec_table
@pytest.mark.parametrize(
    ("preset", "fork", "name"),
    [
        (preset, fork, name)
        for preset in PRESETS
        for fork, entries in SPEC_TABLE.items()
        for name, entry in entries.items()
        if preset in entry
    ],
)
def test_types_are_those_of_the_spec(preset: str, fork: str, name: str) -> None:
    entry = SPEC_TABLE[fork][name]
    sizes = entry[preset]
    cls = named(preset, fork, name)
    check_sizes_and_root(
        cls,
        fixed=sizes["fixed"],
        least=sizes["default_bytes"],
        most=None,
        root=sizes["root"],
    )
    assert issubclass(cls, kind(bases(fork, name)))
    if "limit" in sizes:
        assert cls.limit() == sizes["limit"]
    if "length" in sizes:
        assert cls.vector_length() == sizes["length"]
    if "element" in sizes and not issubclass(cls, pyssz.ProgressiveByteList):
        assert cls.element_cls() is named(preset, fork, sizes["element"])
    if "fields" in entry:
        assert issubclass(cls, (Container, ProgressiveContainer))
        assert list(cls.fields()) == entry["fields"]
    if "active_fields" in entry:
        assert list(cls._active_fields) == entry["active_fields"]


@needs_spec_table
@pytest.mark.parametrize("fork", SPEC_TABLE)
def test_every_type_that_a_fork_defines_is_one_of_the_spec(fork: str) -> None:
    # Those that no other type refers to are in the documents of the spec, but not in its modules.
    unused = {"BlobIdentifiers", "BlobSidecars", "DataColumnSidecars"}
    assert types("mainnet", fork).fork.own.keys() <= SPEC_TABLE[fork].keys() | unused


@needs_spec_table
def test_the_spec_has_no_other_forks() -> None:
    assert tuple(SPEC_TABLE) == forks()
