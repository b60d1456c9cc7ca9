"""`pyssz.compat.py_ssz`: what deposit tools and oracles do with py-ssz, and what it answers.

Bytes and roots written here are those that py-ssz 0.5.2 gave; it is not asked again when these run.
"""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from pyssz.compat import py_ssz as ssz
from pyssz.ethereum import mainnet, networks


class ForkData(ssz.Serializable):
    fields = (("current_version", ssz.bytes4), ("genesis_validators_root", ssz.bytes32))


class SigningData(ssz.Serializable):
    fields = (("object_root", ssz.bytes32), ("domain", ssz.bytes32))


class DepositMessage(ssz.Serializable):
    fields = (
        ("pubkey", ssz.bytes48),
        ("withdrawal_credentials", ssz.bytes32),
        ("amount", ssz.uint64),
    )


class DepositData(ssz.SignedSerializable):
    fields = (*DepositMessage._meta.fields, ("signature", ssz.bytes96))


class VoluntaryExit(ssz.Serializable):
    fields = (("epoch", ssz.uint64), ("validator_index", ssz.uint64))


class Mixed(ssz.Serializable):
    fields = (
        ("numbers", ssz.List(ssz.uint64, 5)),
        ("bits", ssz.Bitlist(9)),
        ("exits", ssz.Vector(VoluntaryExit, 2)),
        ("flag", ssz.boolean),
        ("more", ssz.Bitvector(5)),
    )


FORK = ForkData(b"\1\2\3\4", b"\7" * 32)
EXIT = VoluntaryExit(epoch=5, validator_index=6)
MIXED = Mixed([1, 2], (True, False, True), (EXIT, EXIT), True, (True,) * 5)
OBJECTS = [
    FORK,
    SigningData(b"\3" * 32, b"\4" * 32),
    DepositMessage(b"\5" * 48, b"\6" * 32, 32 * 10**9),
    DepositData(b"\5" * 48, b"\6" * 32, 32 * 10**9, b"\1" * 96),
    EXIT,
]


@pytest.mark.parametrize("value", OBJECTS, ids=lambda value: type(value).__name__)
def test_objects_are_those_of_the_spec(value: Any) -> None:
    """The same bytes and roots as the types of `pyssz.ethereum`, which the public vectors check."""
    spec: Any = mainnet.phase0[type(value).__name__]
    same = spec(**value.as_dict())
    assert ssz.encode(value) == same.encode_bytes()
    assert value.hash_tree_root == ssz.get_hash_tree_root(value) == same.hash_tree_root()
    again = ssz.decode(ssz.encode(value), type(value))
    assert again == value
    assert tuple(again) == tuple(value)


def test_a_deposit_as_tools_sign_it() -> None:
    message = DepositMessage(b"\5" * 48, b"\6" * 32, 32 * 10**9)
    data = DepositData(*message, signature=b"\1" * 96)
    assert data.signing_root == message.hash_tree_root
    fork_data_root = ForkData(b"\0\0\0\0", bytes(32)).hash_tree_root
    domain = b"\3\0\0\0" + fork_data_root[:28]
    root = SigningData(object_root=message.hash_tree_root, domain=domain).hash_tree_root
    spec = mainnet.phase0.DepositMessage(**message.as_dict())
    assert root == networks.mainnet.signing_root(spec)


def test_values_of_all_kinds() -> None:
    # What py-ssz 0.5.2 gives.
    assert ssz.encode(5, "uint64").hex() == "0500000000000000"
    assert ssz.encode([1, 2], ssz.List(ssz.uint64, 4)).hex() == "01000000000000000200000000000000"
    root = ssz.get_hash_tree_root((1, b"\1" * 4), ssz.Container((ssz.uint64, ssz.bytes4)))
    assert root.hex() == "e31241e27313ca645b5e8b4abe62709f1b57a20657a326a0808b474ea6242d2e"
    assert ssz.decode(ssz.encode(MIXED), Mixed) == MIXED
    assert ssz.decode(ssz.encode(MIXED), Mixed).exits[1].epoch == 5
    assert ssz.decode(b"\5", ssz.sedes.byte) == b"\5"
    assert ssz.encode(b"\5", ssz.sedes.byte) == b"\5"
    assert ssz.decode(b"ab", ssz.ByteList(4)) == b"ab"
    assert ssz.decode(b"\1", ssz.boolean) is True
    assert ssz.decode(b"\x0b", ssz.Bitlist(4)) == (True, True, False)


def test_an_instance_is_an_immutable_sequence() -> None:
    assert len(EXIT) == 2
    assert (EXIT.epoch, EXIT[0], EXIT["epoch"], EXIT[0:2]) == (5, 5, 5, (5, 6))
    assert EXIT.copy(epoch=7) == VoluntaryExit(7, 6)
    assert VoluntaryExit(7, 6) != EXIT
    assert EXIT != 5
    assert hash(EXIT) == hash(VoluntaryExit(5, 6))
    assert copy.copy(EXIT) == copy.deepcopy(EXIT) == pickle.loads(pickle.dumps(EXIT)) == EXIT
    assert MIXED.numbers == (1, 2)
    with pytest.raises(AttributeError):
        EXIT.epoch = 7
    assert repr(EXIT) == "VoluntaryExit(epoch=5, validator_index=6)"


def test_classes_are_sedes() -> None:
    assert isinstance(VoluntaryExit, ssz.BaseSedes)
    assert VoluntaryExit.get_fixed_size() == 16
    assert not Mixed.is_fixed_sized
    assert ssz.uint64 == ssz.UInt(64)
    assert ssz.uint64 != ssz.uint32
    assert ssz.uint8 != ssz.sedes.byte
    assert ssz.bytes32.get_sedes_id() == "ByteVector32"
    assert ssz.Container((ssz.uint8, ssz.boolean)).get_sedes_id() == "UInt8,Boolean"
    assert hash(ssz.bytes32) == hash(ssz.ByteVector(32))


class Later(VoluntaryExit):
    """Has the fields of the class before it."""


def test_fields_are_inherited() -> None:
    assert Later(5, 6) == EXIT
    assert Later(5, 6).validator_index == 6


def declared(*fields: Any, base: Any = ssz.Serializable) -> Any:
    return type(base)("X", (base,), {"fields": fields})


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: ssz.encode(5), TypeError),
        (lambda: ssz.encode(-1, ssz.uint64), ssz.SerializationError),
        (lambda: ssz.encode(2**64, ssz.uint64), ssz.SerializationError),
        (lambda: ssz.encode(b"a", ssz.bytes4), ssz.SerializationError),
        (lambda: ssz.encode(b"ab", ssz.ByteList(1)), ssz.SerializationError),
        (lambda: ssz.encode(b"ab", ssz.sedes.byte), ssz.SerializationError),
        (lambda: ssz.encode(1, ssz.boolean), TypeError),
        (lambda: ssz.encode((True,), ssz.Bitvector(2)), ssz.SerializationError),
        (lambda: ssz.encode((True,) * 3, ssz.Bitlist(2)), ssz.SerializationError),
        (lambda: ssz.encode((1,), ssz.Container((ssz.uint64, ssz.bytes4))), ssz.SerializationError),
        (lambda: ssz.encode(b"abc", "nothing"), TypeError),
        (lambda: ssz.decode("abc", ssz.uint64), TypeError),
        (lambda: ssz.decode(b"abc", ssz.uint64), ssz.DeserializationError),
        (lambda: ssz.decode(b"\2", ssz.boolean), ssz.DeserializationError),
        (lambda: ssz.decode(b"", ssz.Bitlist(4)), ssz.DeserializationError),
        (lambda: ForkData(b"abc", b"").hash_tree_root, ssz.SerializationError),
        (lambda: ForkData(b"abc"), TypeError),
        (lambda: ForkData(1, 2, 3), TypeError),
        (lambda: ForkData(1, 2, x=3), TypeError),
        (lambda: ForkData(1, 2, current_version=3), TypeError),
        (lambda: EXIT[1.5], IndexError),
        (lambda: ssz.UInt(7), ValueError),
        (lambda: ssz.Vector(ssz.uint64, 0), ValueError),
        (lambda: ssz.List(ssz.uint64, 4).get_fixed_size(), ValueError),
        (lambda: ssz.List(int, 4), TypeError),
        (lambda: declared(), TypeError),
        (lambda: declared(("a", ssz.uint64), ("a", ssz.uint64)), TypeError),
        (lambda: declared(("1a", ssz.uint64)), TypeError),
        (lambda: declared(("a", ssz.uint64), base=ssz.SignedSerializable), TypeError),
        (
            lambda: declared(("a", ssz.uint64), ("b", ssz.uint64), base=ssz.SignedSerializable),
            TypeError,
        ),
    ],
)
def test_errors_are_those_of_py_ssz(call: Callable[[], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        call()


def test_install_gives_the_package_the_name() -> None:
    script = (
        "import pyssz.compat.py_ssz as ours; ours.install()\n"
        "import ssz\n"
        "from ssz.sedes import uint64\n"
        "from ssz.exceptions import SSZException\n"
        "assert ssz is ours and ssz.encode(1, uint64) == bytes([1, 0, 0, 0, 0, 0, 0, 0])\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_items_that_share_a_chunk() -> None:
    from pyssz.compat.py_ssz.utils import get_items_per_chunk

    assert [get_items_per_chunk(size) for size in (0, 1, 8, 32)] == [1, 32, 4, 1]
    for size in (-1, 3, 64):
        with pytest.raises(ValueError, match="Item size must be"):
            get_items_per_chunk(size)


def test_a_field_that_a_class_defines_itself_stays_as_it_is() -> None:
    class Plain(ssz.Serializable):
        fields = (("left", ssz.uint64), ("right", ssz.uint64))

        @property
        def right(self) -> str:
            return f"<{self[1]}>"

    value: Any = Plain(1, 2)
    assert (value.left, value.right) == (1, "<2>")
