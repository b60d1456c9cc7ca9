"""Where remerkleable loses writes, pyssz does not: views are places, not snapshots."""

import pytest

from pyssz.ethereum import minimal

Validator = minimal.phase0.Validator
FAR = 2**64 - 1


@pytest.mark.parametrize("ejected", [0, 1])
@pytest.mark.parametrize("is_decoded", [False, True])
def test_registry_updates_through_two_views(ejected: int, is_decoded: bool) -> None:
    """The loop of process_registry_updates holds one view of the list and writes through it.

    What it calls writes through another.  In remerkleable the ejection of validator 0 is lost when
    validator 1 enters the queue after it, and is kept in the other order.
    """
    state = minimal.phase0.BeaconState(
        validators=[
            Validator(exit_epoch=FAR, withdrawable_epoch=FAR, activation_eligibility_epoch=FAR)
            for _ in range(2)
        ]
    )
    if is_decoded:
        state = type(state).decode_bytes(state.encode_bytes())

    def initiate_validator_exit(index: int) -> None:
        validator = state.validators[index]
        validator.exit_epoch = 5
        validator.withdrawable_epoch = validator.exit_epoch + 256

    for index, validator in enumerate(state.validators):
        if index != ejected:
            validator.activation_eligibility_epoch = 1
        else:
            initiate_validator_exit(index)
    out, entering = state.validators[ejected], state.validators[1 - ejected]
    assert (out.exit_epoch, out.withdrawable_epoch) == (5, 261)
    assert out.activation_eligibility_epoch == FAR
    assert (entering.exit_epoch, entering.activation_eligibility_epoch) == (FAR, 1)


def test_slashing_keeps_what_was_written_before() -> None:
    state = minimal.phase0.BeaconState(validators=[Validator(exit_epoch=FAR)])
    held = state.validators[0]
    state.validators[0].exit_epoch = 3
    held.slashed = True
    held.withdrawable_epoch = 9
    assert state.validators[0] == Validator(slashed=True, exit_epoch=3, withdrawable_epoch=9)
