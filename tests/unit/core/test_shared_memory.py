"""Copies of a large value share all that none of them has changed."""

from pyssz.ethereum import mainnet

BeaconState = mainnet.deneb.BeaconState
VALIDATORS = 200_000


def large_state() -> BeaconState:  # type: ignore[valid-type]
    state = BeaconState()
    state.validators[:] = bytes(121) * VALIDATORS
    state.balances[:] = bytes(8) * VALIDATORS
    return BeaconState.decode_bytes(state.encode_bytes())


def test_copies_that_differ_in_a_hundred_validators() -> None:
    state = large_state()
    state.hash_tree_root()
    one, other = state.copy(), state.copy()
    for number in range(100):
        one.validators[number * 1999].effective_balance = number + 1
        other.validators[number * 1987].slashed = True
    assert one.hash_tree_root() != other.hash_tree_root()
    for changed in (one, other):
        memory = changed.memory()
        assert memory.own < 800_000
        assert memory.borrowed > 0.95 * len(state.encode_bytes())
