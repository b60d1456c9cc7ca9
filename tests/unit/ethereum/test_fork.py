"""What a fork file says: which types, from which fork, and where the spec defines them."""

import pickle
from pathlib import Path

import pytest

import pyssz.ethereum
from pyssz import Container, Ref, SchemaError, SSZError, uint64
from pyssz.ethereum import UnknownNameError, forks
from pyssz.ethereum._fork import FORKS, ForkSpec, T, fork_spec, unknown_name

# Types that each fork has, as counted in the spec.
TYPE_COUNTS = {
    "phase0": 67,
    "altair": 90,
    "bellatrix": 100,
    "capella": 109,
    "deneb": 123,
    "electra": 138,
    "fulu": 162,
    "gloas": 194,
    "heze": 199,
    "eip7716": 199,
    "eip8025": 200,
    "eip8148": 202,
    "eip8198": 199,
    "eip8205": 204,
    "eip8321": 205,
}


def test_forks_are_in_order_of_activation() -> None:
    assert forks() == tuple(TYPE_COUNTS)
    for name in forks():
        after = fork_spec(name).after
        assert after is None or FORKS.index(after.name) < FORKS.index(name)


def test_each_fork_has_a_file_and_each_file_is_a_fork() -> None:
    package = Path(pyssz.ethereum.__file__).parent
    assert {path.stem for path in package.glob("[!_]*.py")} == {*FORKS, "beacon_roots", "networks"}
    for name in FORKS:
        assert fork_spec(name).name == name


@pytest.mark.parametrize("name", FORKS)
def test_no_type_is_missing(name: str) -> None:
    assert len(fork_spec(name).definitions) == TYPE_COUNTS[name]


def test_lineage_runs_from_the_first_fork() -> None:
    names = [spec.name for spec in fork_spec("eip8148").lineage]
    assert names == [*FORKS[: FORKS.index("heze") + 1], "eip8148"]
    # A feature does not have what came into the main line beside it.
    assert [spec.name for spec in fork_spec("eip8025").lineage][-2:] == ["gloas", "eip8025"]
    assert "InclusionList" not in fork_spec("eip8025").definitions


def test_inherited_types_come_first_and_keep_their_place() -> None:
    deneb, electra = (list(fork_spec(name).definitions) for name in ("deneb", "electra"))
    assert electra[: len(deneb)] == deneb


@pytest.mark.parametrize(
    ("fork", "name", "place"),
    [
        ("deneb", "BeaconState", ("specs/deneb/beacon-chain.md", 259)),
        ("phase0", "Checkpoint", ("specs/phase0/beacon-chain.md", 736)),
        ("gloas", "Checkpoint", ("specs/phase0/beacon-chain.md", 736)),
        ("fulu", "MatrixEntry", ("specs/fulu/das-core.md", 193)),
        ("eip8025", "ProofType", ("specs/_features/eip8025/beacon-chain.md", 59)),
        # Electra changes the limit and not the text.
        ("electra", "BlobSidecars", ("specs/deneb/p2p-interface.md", 114)),
    ],
)
def test_source_is_the_place_in_the_spec(fork: str, name: str, place: tuple[str, int]) -> None:
    assert fork_spec(fork).source(name) == place


def test_every_template_says_where_it_comes_from() -> None:
    for name in FORKS:
        for type_name, found in fork_spec(name).own.items():
            assert found.template.__name__ == type_name
            assert found.template.__doc__ is not None
            assert f"{found.path}, line {found.line}" in found.template.__doc__


def test_names_are_references() -> None:
    assert T.Attestation == Ref("Attestation")
    with pytest.raises(AttributeError):
        T._ipython_display_  # noqa: B018


def test_a_type_is_defined_once() -> None:
    spec = ForkSpec("somewhere", specs="specs/somewhere")

    @spec.define("beacon-chain.md:1")
    class Slot(uint64): ...

    with pytest.raises(SchemaError, match="somewhere defines Slot twice"):
        spec.define("beacon-chain.md:2")(Slot)
    assert spec.source("Slot") == ("specs/somewhere/beacon-chain.md", 1)


def test_a_docstring_of_the_file_is_kept() -> None:
    spec = ForkSpec("somewhere", specs="specs/somewhere")

    @spec.define("beacon-chain.md:1")
    class Pair(Container):
        """Two numbers."""

        first: uint64
        second: uint64

    assert Pair.__doc__ == "Two numbers."


class TestUnknownNames:
    def test_near_misses_are_listed(self) -> None:
        with pytest.raises(UnknownNameError, match=r"deneb has no type BeaconBlok; did you mean "):
            fork_spec("deneb").source("BeaconBlok")
        with pytest.raises(UnknownNameError, match=r"did you mean BeaconState\b"):
            fork_spec("deneb").source("beaconstate")
        with pytest.raises(UnknownNameError, match=r"no fork denub; did you mean deneb\?"):
            fork_spec("denub")

    def test_all_forks_are_listed_when_none_is_near(self) -> None:
        with pytest.raises(UnknownNameError, match=r"there are phase0, altair, .*, eip8321"):
            fork_spec("xxx")

    def test_the_fork_that_brings_the_type_is_named(self) -> None:
        with pytest.raises(UnknownNameError, match="phase0 has no type SyncAggregate; altair has"):
            fork_spec("phase0").source("SyncAggregate")

    def test_the_error_is_what_each_way_of_asking_expects(self) -> None:
        error = unknown_name("no such", "thing", ["string"])
        assert isinstance(error, SSZError)
        assert isinstance(error, KeyError)
        assert isinstance(error, AttributeError)
        assert error.name == "thing"
        # Not the quoted form that a KeyError shows.
        assert str(error) == "no such thing; did you mean string?"
        assert error.code == "UNKNOWN_NAME"
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
