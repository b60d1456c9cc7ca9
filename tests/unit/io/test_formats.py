"""What the name of a file says of its format: one rule for all that reads and writes files."""

from pathlib import Path

import pytest

from pyssz import ByteList, snappy
from pyssz.io.files import format_of, read_file


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("state.ssz", "ssz"),
        ("a.b/STATE.SSZ_Snappy", "ssz_snappy"),
        ("answer.json", "json"),
        ("value.yaml", "yaml"),
        ("value.YML", "yaml"),
        ("mainnet-00000-4b363db9.era", "era"),
        ("state", ""),
        (".ssz", ""),
        ("a.ssz/state", ""),
        ("state.ssz_snappy.part", "part"),
        ("", ""),
    ],
)
def test_suffixes(name: str, form: str) -> None:
    assert format_of(name) == form


def test_a_format_that_is_given_goes_before_the_name(tmp_path: Path) -> None:
    data = b"twice " * 100
    packed, plain = tmp_path / "value.ssz", tmp_path / "value.ssz_snappy"
    packed.write_bytes(snappy.compress(data))
    plain.write_bytes(data)
    assert bytes(read_file(packed, form="ssz_snappy")) == data
    assert read_file(plain, form="ssz")[:] == data
    assert ByteList[1000].open(packed) != data
