"""Samples: what the script makes, of the right roots, and with all that examples show."""

import zlib
from collections import Counter
from itertools import pairwise

import make_samples
import pytest
from oracle import remade

import pyssz
from pyssz import beacon, samples
from pyssz.ethereum.beacon_roots import prove_to_block

EPOCH = make_samples.EPOCH


@pytest.fixture(scope="module")
def made() -> dict[str, pyssz.View]:
    return make_samples.made()


@pytest.mark.parametrize("name", samples.NAMES)
def test_files_are_what_the_script_makes(name: str, made: dict[str, pyssz.View]) -> None:
    assert samples.path(name).read_bytes() == made[name].encode_bytes()
    assert pyssz.sample(name) == made[name]
    assert type(pyssz.sample(name)) is type(made[name])


@pytest.mark.parametrize("name", sorted(set(samples.NAMES) - {"electra-blocks"}))
def test_roots_are_those_of_remerkleable(name: str) -> None:
    value = pyssz.sample(name)
    other = remade(type(value)).decode_bytes(samples.path(name).read_bytes())
    assert value.hash_tree_root() == bytes(other.hash_tree_root())


def test_no_file_is_left_over_and_all_are_small() -> None:
    files = sorted(samples.path(samples.NAMES[0]).parent.glob("*.ssz"))
    assert {file.stem for file in files} == set(samples.NAMES)
    assert sum(len(zlib.compress(file.read_bytes())) for file in files) < 300_000


def test_each_call_gives_a_value_of_its_own() -> None:
    state = pyssz.sample("electra-state")
    state.slot = 0
    assert pyssz.sample("electra-state").slot == make_samples.LAST_SLOT


def test_objects_fit_together() -> None:
    state, block = pyssz.sample("electra-state"), pyssz.sample("electra-block")
    blocks = pyssz.sample("electra-blocks")
    assert blocks[-1] == block
    assert len(blocks) == make_samples.BLOCKS
    assert block.message.state_root == state.hash_tree_root()
    (proof,) = prove_to_block(state, [("balances", 5)])
    assert proof.verify(block.message.hash_tree_root())
    for before, after in pairwise(blocks):
        assert after.message.parent_root == before.message.hash_tree_root()
        assert after.message.slot > before.message.slot
    for attestation in block.message.body.attestations:
        slot = attestation.data.slot
        named = [b for b in blocks if b.message.slot <= slot][-1]
        assert attestation.data.beacon_block_root == named.message.hash_tree_root()


def test_validators_are_as_various_as_plots_want_them() -> None:
    state = pyssz.sample("electra-state")
    counts = beacon.validators(state, epoch=EPOCH).counts()
    assert counts == make_samples.STATUSES | make_samples.WAITING
    kinds = Counter(v.withdrawal_credentials[0] for v in state.validators)
    assert set(kinds) == {0, 1, 2}
    balances = state.validators.columns.effective_balance // 10**9
    assert {0, 32, 2048} < set(balances.tolist())
    assert len(set(balances.tolist())) > 30
    for queue in ("deposits", "partial_withdrawals", "consolidations"):
        assert len(getattr(state, f"pending_{queue}")) > 10
    assert len(state.current_epoch_participation) == len(state.validators)


def test_an_epoch_lies_between_the_states() -> None:
    state, later = pyssz.sample("electra-state"), pyssz.sample("electra-state-later")
    assert later.slot == state.slot + make_samples.SLOTS_PER_EPOCH
    assert len(later.validators) == len(later.balances) == len(state.validators) + 3


def test_a_name_that_is_not_known_is_refused_with_one_that_is() -> None:
    with pytest.raises(pyssz.SSZError, match="did you mean electra-state"):
        pyssz.sample("electra-stat")
    with pytest.raises(pyssz.SSZError, match="there are deneb-block"):
        pyssz.sample("x")
    with pytest.raises(pyssz.SSZError) as raised:
        samples.path(7)  # type: ignore[arg-type]
    assert raised.value.code == "UNKNOWN_NAME"
