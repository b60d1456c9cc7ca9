"""Random bytes, and encodings with faults in them: pyssz and remerkleable accept the same.

Where remerkleable is lax, pyssz must refuse, and `is_known_laxity` must say why.
"""

from typing import Any

from hypothesis import given, note
from hypothesis import strategies as st

from pyssz import DecodeError, View
from support.kinds import CONTAINERS, type_at
from support.oracle import remade
from support.refusals import check_refusal
from support.strategies import Sample, built, ethereum_types, examples, mutations, samples, types


@examples(300)
@given(samples(), st.data())
def test_damaged_encodings_are_judged_alike(sample: Sample, data: st.DataObject) -> None:
    check_agreement(sample.cls, data.draw(mutations(built(sample.cls, sample.plain))))


@examples(100)
@given(samples(ethereum_types()), st.data())
def test_damaged_consensus_values_are_judged_alike(sample: Sample, data: st.DataObject) -> None:
    check_agreement(sample.cls, data.draw(mutations(built(sample.cls, sample.plain))))


@examples(100)
@given(types(), st.binary(max_size=80))
def test_any_bytes_are_judged_alike(cls: Any, data: bytes) -> None:
    check_agreement(cls, data)


def check_agreement(cls: Any, data: bytes) -> None:
    """Both libraries accept the bytes, as the same value, or both refuse them."""
    theirs, ours = (decoded(kind, data) for kind in (remade(cls), cls))
    for verdict in (theirs, ours):
        note(repr(verdict) if isinstance(verdict, Exception) else "accepted")
    if isinstance(ours, DecodeError):
        check_refusal(cls, data, ours)
        if not isinstance(theirs, Exception):
            assert is_known_laxity(cls, ours)
            assert theirs.encode_bytes() != data
    else:
        assert ours.encode_bytes() == data == theirs.encode_bytes()
        assert ours.value_byte_length() == len(data)
        assert ours.hash_tree_root() == bytes(theirs.hash_tree_root())


def decoded(cls: Any, data: bytes) -> Any:
    """The value of either library, or why it refuses the bytes; pyssz may only say DecodeError."""
    try:
        return cls.decode_bytes(data)
    except DecodeError as error:
        return error
    except Exception as error:
        if issubclass(cls, View):
            raise
        return error


def is_known_laxity(cls: Any, error: DecodeError) -> bool:
    """Whether remerkleable is known to let pass what pyssz refuses.

    By ssz/simple-serialize.md a value has one encoding, which "Serialization" spells out: the first
    offset of a container is the length of its fixed part, and None adds nothing to its selector.
    "Deserialization" leaves it to implementations to check that.
    """
    place = type_at(cls, error.path)
    if error.code == "FIRST_OFFSET":
        # Past the fixed part of a container, with bytes between that belong to nothing.
        return issubclass(place, CONTAINERS)
    # Bytes behind the selector of None.
    return error.code == "SCOPE" and place is None
