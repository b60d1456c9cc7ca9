"""What a type checker must make of code that uses pyssz.

Nothing runs this: `nox -s typing` reads it. An ignored error that is none fails as well.
"""

from typing import TYPE_CHECKING

from pyssz import Bytes32, Container, List, P, Partial, Preset, boolean, query, sample, uint64
from pyssz.ethereum.mainnet import deneb as mainnet_deneb
from pyssz.ethereum.minimal import electra
from pyssz.queries import Answer, Answers

if TYPE_CHECKING:
    from typing_extensions import assert_type


class Epoch(uint64):
    pass


# Numbers are no types: no checker has words for the limit of a list.
class Roots(List[Bytes32, P.ROOTS_LIMIT]):  # type: ignore[type-arg, name-defined]
    pass


class Checkpoint(Container):
    epoch: Epoch
    root: Bytes32


class Link(Checkpoint):
    target: Checkpoint
    justified: boolean
    roots: Roots


def decoding_gives_the_class_itself(data: bytes) -> None:
    value = Checkpoint.decode_bytes(data)
    assert_type(value, Checkpoint)
    assert_type(Epoch.decode_bytes(data), Epoch)
    assert_type(Roots.decode_bytes(data), Roots)
    assert_type(value.copy(), Checkpoint)
    assert_type(Checkpoint.from_obj({"epoch": "1"}), Checkpoint)


def fields_have_the_types_they_were_declared_with(link: Link) -> None:
    assert_type(link.epoch, Epoch)
    assert_type(link.target, Checkpoint)
    assert_type(link.target.root, Bytes32)
    assert_type(link.justified, boolean)
    assert_type(link.roots, Roots)


def encodings_and_roots_are_bytes(link: Link, out: bytearray) -> None:
    data: bytes = link.encode_bytes()
    root: bytes = link.hash_tree_root()
    end: int = link.encode_into(out, offset=4)
    del data, root, end


def numbers_are_ints(epoch: Epoch) -> None:
    number: int = epoch
    number = epoch + 1
    del number


def unknown_fields_are_mistakes(link: Link) -> None:
    str(link.tarqet)  # type: ignore[attr-defined]


def presets_are_mappings_to_integers(preset: Preset) -> None:
    assert_type(preset["SLOTS_PER_EPOCH"], int)
    assert_type(preset.with_values(SLOTS_PER_EPOCH=4), Preset)


def one_path_has_one_answer_and_several_have_several(link: Link) -> None:
    assert_type(query(link, ".epoch"), Answer)
    assert_type(query(link, [".epoch", ".target"]), Answers)
    assert_type(Link.path(".epoch").gindex, int)
    assert_type(Link.from_proof(query(link, ".epoch", include_proof=True)), Partial)


def samples_have_the_types_of_their_names() -> None:
    assert_type(sample("deneb-block"), mainnet_deneb.SignedBeaconBlock)
    assert_type(sample("electra-state-later"), electra.BeaconState)
    assert_type(sample("electra-blocks")[0], electra.SignedBeaconBlock)
