"""Rows of bits of codecs: what the extension packs and unpacks is what Python does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import Bitlist, Bitvector, native
from pyssz.codecs import rows
from pyssz.codecs.source import Misfit


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Calls a function of the module without the extension."""

    def call(function: Callable[..., Any], *args: Any) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(rows, "_ACCEL", None)
            return function(*args)

    return call


@given(st.lists(st.booleans(), max_size=70))
def test_bits_are_packed_as_values_encode_them(bits: list[bool]) -> None:
    count = len(bits)
    for given_bits in (bits, tuple(bits)):
        packed = rows.pack_bits(given_bits, 70, False)
        assert packed == Bitlist[70](bits).encode_bytes()
        assert rows.unpack_bits(packed, -1) == tuple(bits)
        if count:
            packed = rows.pack_bits(given_bits, count, True)
            assert packed == Bitvector[count](bits).encode_bytes()
            assert rows.unpack_bits(packed, count) == tuple(bits)


@pytest.mark.parametrize("is_exact", [False, True])
def test_what_is_not_a_tuple_of_booleans_is_packed_as_before(
    is_exact: bool, in_python: Callable[..., Any]
) -> None:
    odd: list[Any] = [[1, 0, 1], (True, 0, "yes"), range(3), [True, False, None], (2**70, 0, [])]
    for bits in odd:
        expected = in_python(rows.pack_bits, bits, 3, is_exact)
        assert rows.pack_bits(bits, 3, is_exact) == expected
    for count in (2, 0):
        with pytest.raises(Misfit):
            rows.pack_bits((True, False, True), count, is_exact)


def test_bytes_of_other_kinds_are_unpacked_as_before(in_python: Callable[..., Any]) -> None:
    for data in (bytearray(b"\5\1"), memoryview(b"\5\1")):
        for count in (-1, 16):
            expected = in_python(rows.unpack_bits, data, count)
            assert rows.unpack_bits(data, count) == expected  # type: ignore[arg-type]
    for data, count in ((b"", 0), (b"\1", -1), (b"\x80", -1), (b"\xff\1", -1), (b"\xff", 8)):
        assert rows.unpack_bits(data, count) == in_python(rows.unpack_bits, data, count)


@pytest.mark.skipif(native.ACCEL is None, reason="needs the extension _accel")
def test_rows_of_booleans_are_packed_and_unpacked_by_the_extension() -> None:
    accel: Any = native.ACCEL
    assert accel.pack_bits((True, False, True), True) == b"\r"
    assert accel.pack_bits([True], False) == b"\1"
    assert accel.unpack_bits(b"\r", -1) == (True, False, True)
    for args in (((1, 0), True), (b"\0", True), ("10", False), ((), True, 1), ()):
        assert accel.pack_bits(*args) is (None if args != ((), True) else b"\1")
    for args in ((b"", -1), (b"\0", -1), (b"\1", 9), ("1", 1), (b"1", "1"), ()):
        assert accel.unpack_bits(*args) is None
    bits = (True, False) * 500
    before = sys.getrefcount(True), sys.getrefcount(False)
    for _ in range(100):
        accel.unpack_bits(accel.pack_bits(bits, True), -1)
        accel.pack_bits((*bits, None), True)
    after = sys.getrefcount(True), sys.getrefcount(False)
    assert all(abs(now - then) < 50 for now, then in zip(after, before, strict=True))
