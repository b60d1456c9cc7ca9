"""Every type of the spec, under both presets: its sizes, its fields, the root of its default value.

Two tables say what is right.  `fixtures/default_roots.json` is made by this project, with
remerkleable as the oracle for sizes and roots, and is always there.  `reference/types.json` has the
same and also the spec's own text: names, fields and lines.  It lies in the folder that PYSSZ_SHARED
names, or in `shared` beside the checkout, and is not part of the project.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

import pyssz
from pyssz import Container, ProgressiveContainer, View
from pyssz.ethereum import forks, type_named, types

PRESETS = ("mainnet", "minimal")

CHECKOUT = Path(__file__).resolve().parents[2]
OWN_TABLE: dict[str, Any] = json.loads((CHECKOUT / "fixtures" / "default_roots.json").read_text())

SHARED = Path(os.environ.get("PYSSZ_SHARED", CHECKOUT.parent / "shared"))
SPEC_FILE = SHARED / "reference" / "types.json"
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


def made_of(fork: str, name: str) -> set[str]:
    """A type and all that is in it, by the spec's text: names of the spec and of SSZ itself."""
    if name not in SPEC_TABLE[fork]:
        return {name}
    base, _, arguments = SPEC_TABLE[fork][name]["base"].partition("[")
    fields = [part for _, part in SPEC_TABLE[fork][name]["fields"]]
    parts = fields or [base, arguments.partition(",")[0].rstrip("]")]
    return {name}.union(*(made_of(fork, part) for part in parts))


def has_maximum(fork: str, name: str) -> bool:
    """Whether all lists in a type have a limit; else the table has a convention of remerkleable."""
    return not made_of(fork, name) & {
        "ProgressiveList",
        "ProgressiveByteList",
        "ProgressiveBitList",
    }


# Where the table is wrong: it misses what Electra (EIP-7549) made of AttestingIndices, room for all
# committees of a slot, and goes on with the limit of phase0.  Of the types around it, those in a
# list have other maxima, and those with one in every value other roots too.  That ours are right
# shows in the public ssz_static vectors, and in the maximum below.
STALE_FORKS = ("electra", "fulu")
STALE_ROOTS = ("AttestingIndices", "IndexedAttestation", "AttesterSlashing")


def has_known_maximum(fork: str, name: str) -> bool:
    """Whether what the table gives as the maximum is one, and right."""
    stale = fork in STALE_FORKS and "AttestingIndices" in made_of(fork, name)
    return has_maximum(fork, name) and not stale


@pytest.mark.parametrize("preset", PRESETS)
def test_maxima_of_electra_are_the_caps_that_gloas_sets(preset: str) -> None:
    electra = types(preset, "electra")
    for name, constant in (
        ("AttesterSlashing", "MAX_ATTESTER_SLASHING_SIZE"),
        ("SignedAggregateAndProof", "MAX_SIGNED_AGGREGATE_AND_PROOF_SIZE"),
    ):
        assert electra[name].max_byte_length() == electra.preset[constant]


@needs_spec_table
@pytest.mark.parametrize(
    ("preset", "fork", "name"),
    [
        (preset, fork, name)
        for preset in PRESETS
        for fork, entries in SPEC_TABLE.items()
        for name in entries
        if not (fork in STALE_FORKS and name in STALE_ROOTS)
    ],
)
def test_sizes_and_root_are_those_of_the_spec(preset: str, fork: str, name: str) -> None:
    entry = SPEC_TABLE[fork][name][preset]
    check_sizes_and_root(
        types(preset, fork)[name],
        fixed=bool(entry["fixed"]),  # null for some that vary
        least=entry["min"],
        most=entry["max"] if has_known_maximum(fork, name) else None,
        root=entry["root"],
    )


@needs_spec_table
@pytest.mark.parametrize("fork", forks())
def test_names_fields_and_places_are_those_of_the_spec(fork: str) -> None:
    mainnet = types("mainnet", fork)
    assert set(mainnet) == set(SPEC_TABLE[fork])
    for name, entry in SPEC_TABLE[fork].items():
        if not (fork in STALE_FORKS and name == "AttestingIndices"):
            assert mainnet.fork.source(name) == (entry["file"], entry["line"])
        cls = mainnet[name]
        fields = cls.fields() if issubclass(cls, (Container, ProgressiveContainer)) else {}
        assert list(fields) == [field for field, _ in entry["fields"]]
        for field, part in entry["fields"]:
            # A name of the spec's own, or of SSZ itself in the newer spelling: Uint64, Boolean.
            assert fields[field] is (mainnet[part] if part in mainnet else getattr(pyssz, part))


@needs_spec_table
def test_the_spec_has_no_other_forks() -> None:
    assert tuple(SPEC_TABLE) == forks()
