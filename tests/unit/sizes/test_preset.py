"""Presets: where values come from, what is refused, and that no value is ever made up."""

from __future__ import annotations

import copy
import pickle
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import pyssz.sizes.preset
from pyssz.errors import SchemaError
from pyssz.ethereum import SPEC_VERSION
from pyssz.expression import Expression, P
from pyssz.sizes.preset import BUILTIN_NAMES, Preset, gnosis, mainnet, minimal, resolve
from support import CHECKOUT


def refused(code: str, message: str) -> Any:
    """Expect a SchemaError of this code and exactly this message."""
    return pytest.raises(
        SchemaError, match=f"^{re.escape(message)}$", check=lambda error: error.code == code
    )


# ---- the presets of the specification ------------------------------------------------------------

# Everything that sizes a type in the specification, v1.7.0-beta.4: mainnet, minimal.
SIZING_VALUES = {
    "ATTESTATION_SUBNET_COUNT": (64, 64),
    "BYTES_PER_FIELD_ELEMENT": (32, 32),
    "BYTES_PER_LOGS_BLOOM": (256, 256),
    "CELLS_PER_EXT_BLOB": (128, 128),
    "CURRENT_SYNC_COMMITTEE_GINDEX": (54, 54),
    "CURRENT_SYNC_COMMITTEE_GINDEX_ELECTRA": (86, 86),
    "CURRENT_SYNC_COMMITTEE_GINDEX_GLOAS": (2945, 2945),
    "DEPOSIT_CONTRACT_TREE_DEPTH": (32, 32),
    "EPOCHS_PER_ETH1_VOTING_PERIOD": (64, 4),
    "EPOCHS_PER_HISTORICAL_VECTOR": (65536, 64),
    "EPOCHS_PER_SLASHINGS_VECTOR": (8192, 64),
    "EXECUTION_BLOCK_HASH_GINDEX_GLOAS": (2856, 2856),
    "EXECUTION_PAYLOAD_GINDEX": (25, 25),
    "FIELD_ELEMENTS_PER_BLOB": (4096, 4096),
    "FIELD_ELEMENTS_PER_CELL": (64, 64),
    "FIELD_ELEMENTS_PER_EXT_BLOB": (8192, 8192),
    "FINALIZED_ROOT_GINDEX": (105, 105),
    "FINALIZED_ROOT_GINDEX_ELECTRA": (169, 169),
    "FINALIZED_ROOT_GINDEX_GLOAS": (735, 735),
    "HISTORICAL_ROOTS_LIMIT": (2**24, 2**24),
    "INCLUSION_LIST_COMMITTEE_SIZE": (16, 16),
    "JUSTIFICATION_BITS_LENGTH": (4, 4),
    "KZG_COMMITMENTS_INCLUSION_PROOF_DEPTH": (4, 4),
    "KZG_COMMITMENT_INCLUSION_PROOF_DEPTH": (17, 17),
    "MAX_ATTESTATIONS": (128, 128),
    "MAX_ATTESTATIONS_ELECTRA": (8, 8),
    "MAX_ATTESTER_SLASHINGS": (2, 2),
    "MAX_ATTESTER_SLASHINGS_ELECTRA": (1, 1),
    "MAX_BLOBS_PER_BLOCK": (6, 6),
    "MAX_BLOBS_PER_BLOCK_ELECTRA": (9, 9),
    "MAX_BLOB_COMMITMENTS_PER_BLOCK": (4096, 4096),
    "MAX_BLS_TO_EXECUTION_CHANGES": (16, 16),
    "MAX_BYTES_PER_TRANSACTION": (2**30, 2**30),
    "MAX_COMMITTEES_PER_SLOT": (64, 4),
    "MAX_CONSOLIDATION_REQUESTS_PER_PAYLOAD": (2, 2),
    "MAX_DEPOSITS": (16, 16),
    "MAX_DEPOSIT_REQUESTS_PER_PAYLOAD": (8192, 8192),
    "MAX_EXTRA_DATA_BYTES": (32, 32),
    "MAX_PROOF_SIZE": (2**22, 2**22),
    "MAX_PROPOSER_SLASHINGS": (16, 16),
    "MAX_REQUEST_BLOCKS": (1024, 1024),
    "MAX_REQUEST_BLOCKS_DENEB": (128, 128),
    "MAX_REQUEST_INCLUSION_LIST": (16, 16),
    "MAX_REQUEST_LIGHT_CLIENT_UPDATES": (128, 128),
    "MAX_REQUEST_PAYLOADS": (128, 128),
    "MAX_TRANSACTIONS_PER_PAYLOAD": (2**20, 2**20),
    "MAX_VALIDATORS_PER_COMMITTEE": (2048, 2048),
    "MAX_VOLUNTARY_EXITS": (16, 16),
    "MAX_WITHDRAWALS_PER_PAYLOAD": (16, 4),
    "MAX_WITHDRAWAL_REQUESTS_PER_PAYLOAD": (16, 16),
    "MIN_SEED_LOOKAHEAD": (1, 1),
    "NEXT_SYNC_COMMITTEE_GINDEX": (55, 55),
    "NEXT_SYNC_COMMITTEE_GINDEX_ELECTRA": (87, 87),
    "NEXT_SYNC_COMMITTEE_GINDEX_GLOAS": (2946, 2946),
    "NUMBER_OF_COLUMNS": (128, 128),
    "PENDING_CONSOLIDATIONS_LIMIT": (262144, 64),
    "PENDING_DEPOSITS_LIMIT": (2**27, 2**27),
    "PENDING_PARTIAL_WITHDRAWALS_LIMIT": (2**27, 64),
    "PTC_SIZE": (512, 16),
    "SLOTS_PER_EPOCH": (32, 8),
    "SLOTS_PER_HISTORICAL_ROOT": (8192, 64),
    "SYNC_COMMITTEE_SIZE": (512, 32),
    "SYNC_COMMITTEE_SUBNET_COUNT": (4, 4),
    "VALIDATOR_REGISTRY_LIMIT": (2**40, 2**40),
}

FORKS = ("phase0", "altair", "bellatrix", "capella", "deneb", "electra", "fulu", "gloas", "heze")
FORK_FILES = (*FORKS, "eip7716", "eip8148", "eip8205", "eip8321")


def test_values_that_size_types() -> None:
    for name, expected in SIZING_VALUES.items():
        assert (mainnet[name], minimal[name]) == expected, name


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_the_files_of_a_builtin_preset(name: str) -> None:
    files = {path.stem: Preset.load(path) for path in (CHECKOUT / "presets" / name).iterdir()}
    forks = FORKS if name == "gnosis" else FORK_FILES
    assert set(files) == {*forks, "config", "constants"}
    assert sum(len(file.raw) for file in files.values()) == len(Preset.builtin(name).raw)
    for stem in (*forks, "constants"):
        assert len(files[stem]) == len(files[stem].raw) > 0, f"{stem} has a value that is no size"
    assert files["config"].raw["CONFIG_NAME"] == name
    source = "# Source: " if name == "gnosis" else SPEC_VERSION
    for path in (CHECKOUT / "presets" / name).iterdir():
        assert source in path.read_text(), f"{path} does not say where it comes from"


def test_both_presets_have_the_same_names() -> None:
    assert mainnet.raw.keys() == minimal.raw.keys()
    assert mainnet.keys() == minimal.keys()


def test_gnosis_has_no_names_of_its_own() -> None:
    assert gnosis.raw.keys() < mainnet.raw.keys()
    missing = mainnet.raw.keys() - gnosis.raw.keys()
    # What nobody has published for it; one of them sizes a type, a list of messages of Heze.
    assert missing & SIZING_VALUES.keys() == {"MAX_REQUEST_INCLUSION_LIST"}
    assert {name for name in SIZING_VALUES if name in gnosis and gnosis[name] != mainnet[name]} == {
        "MAX_BLOBS_PER_BLOCK",
        "MAX_BLOBS_PER_BLOCK_ELECTRA",
        "MAX_WITHDRAWALS_PER_PAYLOAD",
        "SLOTS_PER_EPOCH",
    }


def test_forks_in_the_configuration() -> None:
    assert mainnet.raw["DENEB_FORK_VERSION"] == "0x04000000"
    assert minimal.raw["DENEB_FORK_VERSION"] == "0x04000001"
    assert mainnet["DENEB_FORK_EPOCH"] == 269568
    assert minimal["DENEB_FORK_EPOCH"] == 2**64 - 1
    assert mainnet.raw["BLOB_SCHEDULE"] == (
        {"EPOCH": 412672, "MAX_BLOBS_PER_BLOCK": 15},
        {"EPOCH": 419072, "MAX_BLOBS_PER_BLOCK": 21},
    )
    assert minimal.raw["BLOB_SCHEDULE"] == ()


def test_builtin_presets_are_made_once() -> None:
    assert Preset.builtin("mainnet") is mainnet is pyssz.sizes.preset.mainnet
    assert Preset.builtin("minimal") is minimal is pyssz.sizes.preset.minimal
    assert (mainnet.name, minimal.name) == ("mainnet", "minimal")


def test_unknown_builtin_preset() -> None:
    with refused("UNKNOWN_PRESET", "'mainet' is not a built-in preset; did you mean mainnet?"):
        Preset.builtin("mainet")
    with refused(
        "UNKNOWN_PRESET", "'x' is not a built-in preset; there are mainnet, minimal, gnosis"
    ):
        Preset.builtin("x")
    with pytest.raises(AttributeError, match="no attribute 'mainet'"):
        pyssz.sizes.preset.mainet  # type: ignore[attr-defined] # noqa: B018


def test_presets_are_found_inside_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(CHECKOUT / "presets" / "minimal", tmp_path / "presets" / "minimal")
    monkeypatch.setattr(pyssz.sizes.preset, "__file__", str(tmp_path / "sizes" / "preset.py"))
    installed = pyssz.sizes.preset._builtin.__wrapped__("minimal")
    assert installed == minimal
    (tmp_path / "presets" / "minimal" / "phase0.yaml").write_text("ONLY_HERE: 1")
    assert "ONLY_HERE" in pyssz.sizes.preset._builtin.__wrapped__("minimal")


def test_those_are_all_values_that_size_a_type() -> None:
    named = set()
    for path in (CHECKOUT / "src" / "pyssz" / "ethereum" / "_forks").glob("*.py"):
        named |= set(re.findall(r"P\.(\w+)|\"floorlog2\((\w+)\)\"", path.read_text()))
    assert {one or other for one, other in named} == SIZING_VALUES.keys()


# ---- reading YAML --------------------------------------------------------------------------------


@pytest.fixture(params=["libyaml", "python"])
def _yaml_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """With the C parser and without."""
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader")
    else:
        assert hasattr(yaml, "CSafeLoader")
    return


def load(directory: Path, text: str | bytes) -> Preset:
    path = directory / "test.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Preset.load(path)


@pytest.mark.usefixtures("_yaml_parser")
class TestYaml:
    def test_integers(self, tmp_path: Path) -> None:
        preset = load(
            tmp_path,
            "# a comment\nA: 0\nB: 64  # another\n'C': '65'\nD: \"66\"\n"
            "E: 18446744073709551615\nF: 58750000000000000000000\n"
            f"G: {2**256 - 1}\n{{}}: 1\n".replace("{}", "H"),
        )
        assert dict(preset) == {
            "A": 0,
            "B": 64,
            "C": 65,
            "D": 66,
            "E": 2**64 - 1,
            "F": 58750000000000000000000,
            "G": 2**256 - 1,
            "H": 1,
        }
        assert preset.raw == dict(preset)

    @pytest.mark.parametrize(
        ("text", "raw"),
        [
            ("0x40", "0x40"),
            ("0x00000001", "0x00000001"),
            ("-1", "-1"),
            ("+1", "+1"),
            ("1.5", "1.5"),
            ("1e3", "1e3"),
            ("1_000", "1_000"),
            ("010", "010"),
            ("00", "00"),
            ("0o10", "0o10"),
            ("1:30", "1:30"),
            ("2021-10-27", "2021-10-27"),
            ("2021-99-99", "2021-99-99"),
            ("true", "true"),
            ("yes", "yes"),
            ("null", "null"),
            ("", ""),
            ("'mainnet'", "mainnet"),
            ("١٢", "١٢"),  # digits, but not decimal text
            (f"{2**256}", f"{2**256}"),
            ("[]", ()),
            ("[1, [x, 2]]", (1, ("x", 2))),
            ("{a: 1, b: [x]}", {"a": 1, "b": ("x",)}),
            ("&anchor x", "x"),
        ],
    )
    def test_what_is_no_integer_is_kept_but_not_a_size(
        self, tmp_path: Path, text: str, raw: object
    ) -> None:
        preset = load(tmp_path, f"A: {text}\nB: 1")
        assert preset.raw == {"A": raw, "B": 1}
        assert dict(preset) == {"B": 1}
        assert "A" not in preset
        for size in (P.A, P.A + P.B, P("A", default=8)):
            with pytest.raises(
                SchemaError, match=r"^preset 'test' has .* for A, not a decimal int"
            ):
                preset.resolve(size)

    def test_the_error_shows_the_value_that_is_no_integer(self, tmp_path: Path) -> None:
        with refused(
            "PRESET_VALUE",
            "preset 'test' has '0x40' for A, not a decimal integer of at most 256 bits",
        ):
            load(tmp_path, "A: 0x40").resolve("2 * A")

    def test_an_integer_of_any_length_costs_little(self, tmp_path: Path) -> None:
        preset = load(tmp_path, f"A: {'9' * 1_000_000}")
        with pytest.raises(SchemaError, match="for A, not a decimal integer") as caught:
            preset.resolve("A")
        assert len(str(caught.value)) < 200

    @pytest.mark.parametrize(
        ("text", "line", "problem"),
        [
            ("A: 1\nB: [", None, None),
            ("A: 1\nB: 2\n C: 3", 3, None),
            ("A: \x01", None, None),
            (b"A: \xff\xfe", None, None),
            ("A: 1\nB: @x", 2, None),
            ("- 1\n- 2", 1, "expected names with values"),
            ("A", 1, "expected names with values"),
            ("---", None, "expected names with values"),
            ("A: 1\nB: 2\nA: 1", 3, "A is given twice"),
            ("A: {b: 1, b: 2}", 1, "b is given twice"),
            ("A: 1\n---\nA: 2", 2, "a second document is not supported"),
            ("A: &x 1\nB: *x", 2, "alias *x is not supported"),
            ("A: &x [*x]", 1, "alias *x is not supported"),
            ("&x A: 1\n*x : 2", 2, "alias *x is not supported"),
            ("A: 1\n? [B]\n: 1", 2, "expected a name"),
            ("A: {{b: 1}: 2}", 1, "expected a name"),
            ("A: !!int 1", 1, "tag tag:yaml.org,2002:int is not supported"),
            ("A: 1\nB: !mine 1", 2, "tag !mine is not supported"),
            ("!!map {A: 1}", 1, "tag tag:yaml.org,2002:map is not supported"),
            ("!mine A: 1", 1, "tag !mine is not supported"),
            ("A: " + "[" * 16 + "]" * 16, 1, "nested too deeply"),
            ("A: " + "[" * 500_000, None, None),
            ("A: " + "{a: " * 16 + "}" * 16, 1, "nested too deeply"),
        ],
        ids=lambda value: str(value)[:16],
    )
    def test_what_is_refused(
        self, tmp_path: Path, text: str | bytes, line: int | None, problem: str | None
    ) -> None:
        with pytest.raises(SchemaError) as caught:
            load(tmp_path, text)
        assert caught.value.code == "PRESET_FILE"
        message = str(caught.value)
        assert "\n" not in message
        assert message.startswith(str(tmp_path / "test.yaml"))
        if line is not None:
            assert f"test.yaml, line {line}: " in message
        if problem is not None:
            assert message.endswith(f": {problem}")

    def test_nesting_that_is_allowed(self, tmp_path: Path) -> None:
        value: Any = load(tmp_path, "A: " + "[" * 15 + "7" + "]" * 15).raw["A"]
        for _ in range(15):
            (value,) = value
        assert value == 7

    @pytest.mark.parametrize(
        "tag",
        [
            "!!python/object/apply:pathlib.Path.touch [{}]",
            "!!python/object/new:pathlib.Path [{}]",
            "!!python/name:os.system",
            "!!python/tuple [1]",
            "!!python/int 1",
            "!<tag:yaml.org,2002:python/object/apply:os.mkdir> [{}]",
        ],
    )
    def test_python_tags_are_refused_and_not_run(self, tmp_path: Path, tag: str) -> None:
        marker = tmp_path / "made"
        with pytest.raises(SchemaError, match=r"line 1: tag tag:yaml\.org,2002:python/.* is not"):
            load(tmp_path, f"A: {tag.format(marker)}")
        assert not marker.exists()

    def test_a_file_without_values(self, tmp_path: Path) -> None:
        assert len(load(tmp_path, "").raw) == 0
        assert len(load(tmp_path, "# nothing yet\n").raw) == 0
        assert len(load(tmp_path, "{}").raw) == 0

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_encodings_of_yaml(self, tmp_path: Path, encoding: str) -> None:
        assert load(tmp_path, "A: 64 # é".encode(encoding))["A"] == 64

    def test_builtin_presets(self) -> None:
        assert Preset.load(CHECKOUT / "presets" / "mainnet") == mainnet


class TestLoad:
    def test_a_directory(self, tmp_path: Path) -> None:
        directory = tmp_path / "devnet-7.2"
        directory.mkdir()
        (directory / "one.yaml").write_text("A: 1")
        (directory / "two.yml").write_text("B: 2")
        (directory / "README.md").write_text("C: 3")
        (directory / "sub.yaml").mkdir()
        preset = Preset.load(directory)
        assert preset == Preset("devnet-7.2", {"A": 1, "B": 2})

    def test_names(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "one.yaml").write_text("A: 1")
        (tmp_path / "two.yml").write_text("B: 2")
        monkeypatch.chdir(tmp_path)
        assert Preset.load("one.yaml").name == "one"
        assert Preset.load(".").name == tmp_path.name
        assert Preset.load(["one.yaml", Path("two.yml")]).name == "one+two"
        assert Preset.load("one.yaml", "devnet").name == "devnet"
        assert Preset.load("one.yaml", name="devnet").name == "devnet"

    def test_several_sources(self, tmp_path: Path) -> None:
        (tmp_path / "extra.yaml").write_text("MY_LIMIT: 4\nSLOTS_PER_EPOCH: 8")
        preset = Preset.load([CHECKOUT / "presets" / "minimal", tmp_path / "extra.yaml"], "mine")
        assert preset == Preset("mine", {**minimal.raw, "MY_LIMIT": 4})
        assert preset == Preset.load(
            iter([str(tmp_path / "extra.yaml"), str(CHECKOUT / "presets/minimal")]), "mine"
        )

    def test_files_that_disagree(self, tmp_path: Path) -> None:
        one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
        one.write_text("A: 1\nB: 2\nC: [1]")
        two.write_text("A: '1'\nB: 3\nC: [1]")
        for source in (tmp_path, [one, two]):
            with refused("PRESET_FILE", f"B is 2 in {one} but 3 in {two}"):
                Preset.load(source)
        two.write_text("A: '1'\nC: [1]")
        assert Preset.load(tmp_path).raw == {"A": 1, "B": 2, "C": (1,)}

    def test_nothing_to_read(self, tmp_path: Path) -> None:
        with refused("PRESET_FILE", f"no YAML files in {tmp_path}"):
            Preset.load(tmp_path)
        with refused("PRESET_FILE", "no files to load a preset from"):
            Preset.load([])
        with pytest.raises(FileNotFoundError):
            Preset.load(tmp_path / "none.yaml")


# ---- values --------------------------------------------------------------------------------------


def test_values_from_python() -> None:
    """The shapes that values come in: ints, and text as in the beacon API's /config/spec."""

    class Slots(int):
        pass

    preset = Preset(
        "test", {"A": 64, "B": "65", "C": Slots(66), "D": "0x0a", "E": True, "F": -1, "G": 2**256}
    )
    assert dict(preset) == {"A": 64, "B": 65, "C": 66}
    assert {type(value) for value in preset.values()} == {int}
    assert preset.raw == {"A": 64, "B": 65, "C": 66, "D": "0x0a", "E": True, "F": -1, "G": 2**256}


def test_names_are_text() -> None:
    with refused("PRESET_VALUE", "a preset has text for names, got 7"):
        Preset("test", {7: 7})  # type: ignore[dict-item]


def test_the_mapping() -> None:
    preset = Preset("test", {"A": 1, "B": 2, "V": "0x00"})
    assert preset["A"] == 1
    assert list(preset) == ["A", "B"]
    assert len(preset) == 2
    assert "A" in preset
    assert "V" not in preset
    assert "C" not in preset
    assert preset.get("C") is None
    assert dict(preset.items()) == {"A": 1, "B": 2}
    with pytest.raises(KeyError, match=r"^'C'$"):
        preset["C"]
    with pytest.raises(SchemaError, match="'0x00' for V, not a decimal integer"):
        preset["V"]
    assert repr(preset) == "<Preset 'test': 2 values>"
    assert len(repr(mainnet)) < 80


def test_presets_do_not_change() -> None:
    values = {"A": 1, "L": [1, {"B": [2]}]}
    preset = Preset("test", values)
    before = pickle.dumps(preset)
    values["A"] = 9
    values["L"].append(3)  # type: ignore[attr-defined]
    values["L"][1]["B"].append(4)  # type: ignore[index]
    for change in (
        lambda: setattr(preset, "name", "x"),
        lambda: setattr(preset, "raw", {}),
        lambda: setattr(preset, "other", 1),
        lambda: preset.__setitem__("A", 2),  # type: ignore[attr-defined]
        lambda: preset.raw.__setitem__("A", 2),  # type: ignore[attr-defined]
        lambda: preset.raw["L"].append(2),
        lambda: preset.raw["L"][1].__setitem__("B", 2),
        lambda: preset.raw["L"][1]["B"].append(2),
    ):
        with pytest.raises((AttributeError, TypeError)):
            change()
    assert pickle.dumps(preset) == before


def test_equality_and_hash() -> None:
    preset = Preset("test", {"A": 1, "B": 2, "V": "0x00", "L": [{"C": 1}]})
    same = Preset("test", {"L": ({"C": "1"},), "V": "0x00", "B": "2", "A": 1})
    assert preset == same
    assert hash(preset) == hash(same)
    assert {preset: "bound"}[same] == "bound"
    assert preset != Preset("other", preset.raw)
    for change in ({"A": 2}, {"A": "x"}, {"V": "0x01"}, {"L": [{"C": 2}]}, {"D": 1}, {"D": "x"}):
        assert preset != Preset("test", {**preset.raw, **change})
    assert Preset("test", preset) == preset
    assert preset != preset.raw
    assert preset != dict(preset)


def test_copies() -> None:
    for preset in (mainnet, Preset("test", {"A": 1, "L": [{"B": [2, "x"]}]})):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(preset, protocol))
            assert again == preset
            assert hash(again) == hash(preset)
        assert copy.copy(preset) == preset
        assert copy.deepcopy(preset) == preset


# ---- resolving -----------------------------------------------------------------------------------


def test_resolve() -> None:
    size = P.SYNC_COMMITTEE_SIZE // P.SYNC_COMMITTEE_SUBNET_COUNT
    assert mainnet.resolve(size) == 128
    assert minimal.resolve(size) == 8
    assert mainnet.resolve("2**DEPOSIT_CONTRACT_TREE_DEPTH") == 2**32
    assert mainnet.resolve(12) == 12
    assert resolve([size, 5, "SLOTS_PER_EPOCH * 2", "7"], minimal) == [8, 5, 16, 7]
    assert resolve([], minimal) == []


def test_two_presets_side_by_side() -> None:
    """Neither preset shows through in the other, in whatever order they are asked."""
    sizes = ["SLOTS_PER_EPOCH", "PTC_SIZE", P.MAX_WITHDRAWALS_PER_PAYLOAD]
    devnet = mainnet.with_values(PTC_SIZE=7, name="devnet")
    for _ in range(2):
        assert resolve(sizes, mainnet) == [32, 512, 16]
        assert resolve(sizes, devnet) == [32, 7, 16]
        assert resolve(sizes, minimal) == [8, 16, 4]


def test_a_missing_name() -> None:
    with refused(
        "MISSING_PRESET_VALUE",
        "preset 'mainnet' has no value for SYNC_COMITTEE_SIZE; did you mean SYNC_COMMITTEE_SIZE?",
    ):
        mainnet.resolve("SYNC_COMITTEE_SIZE + 1")


def test_all_missing_names_of_all_sizes_are_told() -> None:
    with refused(
        "MISSING_PRESET_VALUE",
        "preset 'minimal' has no value for NOWHERE, SLOT_PER_EPOCH, Z; "
        "SLOT_PER_EPOCH: did you mean SLOTS_PER_EPOCH?",
    ):
        resolve(["Z + NOWHERE", 4, P.SLOT_PER_EPOCH * P.SLOTS_PER_EPOCH, P.Z / 0], minimal)


def test_no_value_is_taken_from_another_preset() -> None:
    empty = Preset("empty", {})
    for name in SIZING_VALUES:
        with refused("MISSING_PRESET_VALUE", f"preset 'empty' has no value for {name}"):
            empty.resolve(name)


def test_defaults() -> None:
    size = P("MY_LIMIT", default=8) * P.SLOTS_PER_EPOCH
    assert minimal.resolve(size) == 64
    assert (minimal | {"MY_LIMIT": 2}).resolve(size) == 16
    assert (minimal | {"MY_LIMIT": 0}).resolve(size) == 0


def test_sizes_that_cannot_be() -> None:
    with refused(
        "EXPRESSION_VALUE",
        "32 / 5 leaves a remainder (// rounds down, ceil_div rounds up), "
        "in 'SLOTS_PER_EPOCH / 5', with preset 'mainnet'",
    ):
        mainnet.resolve("1 + SLOTS_PER_EPOCH / 5")
    with refused(
        "SIZE", "a size is 0 to 2**64 - 1, but 'SLOTS_PER_EPOCH - 9' is -1, with preset 'minimal'"
    ):
        minimal.resolve("SLOTS_PER_EPOCH - 9")
    with refused("SIZE", "a size is 0 to 2**64 - 1, got -1"):
        minimal.resolve(-1)
    with pytest.raises(SchemaError, match=r"at character 6 of '2 \*\* \*2'$"):
        minimal.resolve("2 ** *2")
    big = Preset("big", {"A": 2**256 - 1})
    assert big.resolve("A // 2**192") == 2**64 - 1
    with pytest.raises(SchemaError, match=r"^a size is 0 to"):
        big.resolve("A")


def test_an_expression_takes_a_preset_for_its_values() -> None:
    assert Expression.parse("SLOTS_PER_EPOCH - 33").evaluate(mainnet) == -1
    with pytest.raises(SchemaError, match="'0x00000000' for GENESIS_FORK_VERSION"):
        P("GENESIS_FORK_VERSION", default=8).evaluate(mainnet)
