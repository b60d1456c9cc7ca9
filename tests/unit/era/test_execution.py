"""Files of execution history: their records, and what of them is SSZ."""

import struct
from pathlib import Path
from typing import Any

import pytest

from pyssz import Bytes32, uint256
from pyssz.era import EraError, RecordFile, ssz_of
from pyssz.era._execution import PROOFS, HeaderWithProof
from pyssz.io.snappy import compress


def rlp(item: bytes | list[bytes]) -> bytes:
    """RLP by its definition."""
    if isinstance(item, bytes):
        if len(item) == 1 and item[0] < 0x80:
            return item
        return head(0x80, len(item)) + item
    body = b"".join(map(rlp, item))
    return head(0xC0, len(body)) + body


def head(base: int, size: int) -> bytes:
    if size < 56:
        return bytes([base + size])
    number = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([base + 55 + len(number)]) + number


def file_of(path: Path, *records: tuple[bytes, bytes]) -> RecordFile:
    rows = [(b"e2", b""), *records]
    path.write_bytes(b"".join(struct.pack("<2sIH", k, len(d), 0) + d for k, d in rows))
    return RecordFile(path)


def example(kind: Any) -> Any:
    size = len(kind.default().encode_bytes())
    return kind.decode_bytes(bytes(n % 251 for n in range(size)))


def test_what_is_ssz(tmp_path: Path) -> None:
    proofs = [example(kind) for kind in PROOFS]
    assert [len(proof.encode_bytes()) for proof in proofs] == [480, 840, 808, 840]
    whole = HeaderWithProof(header=b"rlp", proof=proofs[2].encode_bytes())
    encoded = [
        rlp([bytes([number]) if number else b"", proof.encode_bytes()])
        for number, proof in enumerate(proofs)
    ]
    with file_of(
        tmp_path / "mainnet-00000-12345678.ere",
        (b"\x03\0", compress(b"\xc0", framed=True)),
        (b"\x03\1", compress(whole.encode_bytes(), framed=True)),
        *((b"\x0b\0", compress(each, framed=True)) for each in encoded),
        (b"\x06\0", (7**80).to_bytes(32, "little")),
        (b"\x07\0", b"\x05" * 32),
        (b"\x67\x32", bytes(24)),
    ) as file:
        found = [ssz_of(record) for record in file.records()]
        names = [record.name for record in file.records()]
    assert found == [None, None, whole, *proofs, uint256(7**80), Bytes32(b"\x05" * 32), None]
    assert [type(each) for each in found[3:7]] == list(PROOFS)
    assert names[1:4] == ["CompressedHeader", "CompressedHeaderWithProof", "Proof"]
    assert names[-3:] == ["TotalDifficulty", "Accumulator", "DynamicBlockIndex"]


GOOD = rlp([b"\1", bytes(840)])


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        (b"\x06\0", bytes(31), "SCOPE"),
        (b"\x07\0", bytes(33), "SCOPE"),
        (b"\x03\1", b"plain", "SNAPPY"),
        (b"\x03\1", compress(bytes(20_000), framed=True), "LIMIT"),
        (b"\x03\1", compress(bytes(8), framed=True), "FIRST_OFFSET"),
        *(
            (b"\x0b\0", compress(content, framed=True), code)
            for content, code in (
                (b"", "RECORD"),
                (b"\x05", "RECORD"),
                (GOOD[:-1], "RECORD"),
                (GOOD + b"\0", "RECORD"),
                (rlp([b"\1"]), "RECORD"),
                (rlp([b"\1", bytes(840), b"x"]), "RECORD"),
                (rlp([b"\0", bytes(480)]), "RECORD"),
                (rlp([b"\1\1", bytes(840)]), "RECORD"),
                (rlp([b"\4", bytes(840)]), "RECORD"),
                (rlp([b"\x7f", bytes(840)]), "RECORD"),
                (rlp([b"\2", bytes(840)]), "SCOPE"),
                (b"\xff" + b"\xff" * 8, "RECORD"),
                (b"\xc2\1\xc0", "RECORD"),
                (b"\xc2\xc0\1", "RECORD"),
            )
        ),
    ],
)
def test_what_is_not_what_it_says(tmp_path: Path, kind: bytes, data: bytes, code: str) -> None:
    with file_of(tmp_path / "x.ere", (kind, data)) as file:
        _, record = file.records()
        with pytest.raises(EraError) as caught:
            ssz_of(record)
    assert caught.value.code == code
    assert caught.value.file == str(tmp_path / "x.ere")
    assert caught.value.record == record.name
    assert caught.value.offset is not None
    assert caught.value.offset >= 8
