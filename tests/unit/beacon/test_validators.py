"""Statuses and balances of validators, as nodes answer them: from a state, as columns."""

import itertools
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyssz import DecodeError, InvalidTypeError, InvalidValueError, beacon
from pyssz.ethereum import mainnet, minimal
from pyssz.ethereum.networks import Network
from pyssz.io import snappy
from pyssz.io.frames import Frames, Paged

FAR = 2**64 - 1
NETWORK = Network({"PRESET_BASE": "minimal", "GENESIS_FORK_VERSION": "0x00000001"}, name="devnet")


def plain_status(one: Any, balance: int, epoch: int) -> str:
    """The beacon API's definition, one line for each status."""
    if one.activation_epoch > epoch:
        far = one.activation_eligibility_epoch == FAR
        return "pending_initialized" if far else "pending_queued"
    if one.exit_epoch > epoch:
        if one.exit_epoch == FAR:
            return "active_ongoing"
        return "active_slashed" if one.slashed else "active_exiting"
    if one.withdrawable_epoch > epoch:
        return "exited_slashed" if one.slashed else "exited_unslashed"
    return "withdrawal_possible" if balance else "withdrawal_done"


@pytest.fixture(scope="module")
def state() -> Any:
    chance = random.Random(4)
    registry, balances = [], []
    for _ in range(400):
        # In the order in which they come: eligible, active, exiting, withdrawable.
        epochs = sorted(chance.choices(range(20), k=4))
        known = chance.randrange(5)
        epochs = epochs[:known] + [FAR] * (4 - known)
        registry.append(
            {
                "pubkey": chance.randbytes(48),
                "slashed": chance.random() < 0.5,
                "activation_eligibility_epoch": epochs[0],
                "activation_epoch": epochs[1],
                "exit_epoch": epochs[2],
                "withdrawable_epoch": epochs[3],
                "effective_balance": 32 * 10**9,
            }
        )
        balances.append(chance.choice([0, 32 * 10**9]))
    return minimal.electra.BeaconState(slot=8 * 10 + 3, validators=registry, balances=balances)


def test_statuses_are_those_of_the_definition(state: Any) -> None:
    seen = set()
    for epoch in range(22):
        found = beacon.validators(state, epoch=epoch)
        expected = [
            plain_status(one, balance, epoch)
            for one, balance in zip(state.validators, state.balances, strict=True)
        ]
        assert [beacon.STATUSES[code] for code in found.status] == expected
        assert found.index.tolist() == list(range(400))
        assert found.balance.tolist() == list(state.balances)
        assert found.counts() == {name: expected.count(name) for name in beacon.STATUSES}
        seen |= set(expected)
    assert seen == set(beacon.STATUSES)


def test_statuses_at_the_edges_of_epochs() -> None:
    """Every order in which a validator's epochs can be, at each epoch around them."""
    edges = [0, 1, 2, 3, FAR - 1, FAR]
    registry = [
        {
            "activation_eligibility_epoch": eligible,
            "activation_epoch": activation,
            "exit_epoch": leaving,
            "withdrawable_epoch": withdrawable,
            "slashed": slashed,
        }
        for eligible, activation, leaving, withdrawable in itertools.product(edges, repeat=4)
        if eligible <= activation <= leaving <= withdrawable
        for slashed in (False, True)
    ]
    for balance in (0, 1):
        state = minimal.deneb.BeaconState(validators=registry, balances=[balance] * len(registry))
        for epoch in (0, 1, 2, 3, 4, FAR - 1, FAR):
            found = beacon.validators(state, epoch=epoch)
            expected = [plain_status(one, balance, epoch) for one in state.validators]
            assert [beacon.STATUSES[code] for code in found.status] == expected


def test_the_epoch_is_that_of_the_state(state: Any) -> None:
    found = beacon.validators(state, network=NETWORK)
    assert found.status.tolist() == beacon.validators(state, epoch=10).status.tolist()
    with pytest.raises(InvalidValueError, match="pass its network=, or epoch=") as caught:
        beacon.validators(state)
    assert caught.value.code == "INCOMPATIBLE"
    own = mainnet.deneb.BeaconState(slot=64, validators=[{"activation_epoch": 2}], balances=[1])
    assert beacon.validators(own).counts()["withdrawal_possible"] == 1
    assert "1 withdrawal_possible" in repr(beacon.validators(own))


def test_ids_are_indices_and_keys(state: Any) -> None:
    keys = [bytes(one.pubkey) for one in state.validators]
    chosen: list[Any] = [7, "9", keys[3], "0x" + keys[11].hex(), np.uint64(2), 7, bytes(48), 4000]
    found = beacon.validators(state, chosen, epoch=5)
    assert found.index.tolist() == [2, 3, 7, 9, 11]
    whole = beacon.validators(state, epoch=5)
    assert found.status.tolist() == whole.status[[2, 3, 7, 9, 11]].tolist()
    assert found.balance.tolist() == [state.balances[n] for n in (2, 3, 7, 9, 11)]
    many = beacon.validators(state, keys[50:150], epoch=5)
    assert many.index.tolist() == list(range(50, 150))
    assert len(beacon.validators(state, [], epoch=5)) == 0
    for wrong in ([-1], ["0x00"], ["key"], [b"short"], [1.5], [None], [2**70], ["9" * 30]):
        with pytest.raises((InvalidValueError, InvalidTypeError, DecodeError)):
            beacon.validators(state, wrong, epoch=5)
    with pytest.raises(InvalidTypeError, match="must be a list of indices"):
        beacon.validators(state, "7", epoch=5)


def test_statuses_choose(state: Any) -> None:
    whole = beacon.validators(state, epoch=9)
    for wanted in ("active_ongoing", "active", "pending", "exited", "withdrawal"):
        found = beacon.validators(state, status=wanted, epoch=9)
        expected = [
            number
            for number, code in enumerate(whole.status)
            if beacon.STATUSES[code].startswith(wanted)
        ]
        assert found.index.tolist() == expected
        assert len(found) > 0
    both = beacon.validators(state, range(100), status=["active", "withdrawal_done"], epoch=9)
    assert set(both.index.tolist()) <= set(range(100))
    with pytest.raises(InvalidValueError, match="unknown status 'asleep'; there are") as caught:
        beacon.validators(state, status="asleep", epoch=9)
    assert caught.value.code == "UNKNOWN_NAME"


def test_balances(state: Any) -> None:
    found = beacon.balances(state)
    assert found["index"].tolist() == list(range(400))
    assert found["balance"].tolist() == list(state.balances)
    assert beacon.balances(state, [5, 3]).tolist() == [
        (3, state.balances[3]),
        (5, state.balances[5]),
    ]


def test_frames(state: Any) -> None:
    found = beacon.validators(state, [1, 2, 3], epoch=9)
    names = [beacon.STATUSES[code] for code in found.status]
    columns = ["index", "balance", "status", *type(state.validators[0]).fields()]
    pyarrow = pytest.importorskip("pyarrow")
    table = found.to_arrow()
    assert isinstance(table, pyarrow.Table)
    assert table.schema.names == columns
    assert table["status"].to_pylist() == names
    assert table["pubkey"].to_pylist() == [bytes(state.validators[n].pubkey) for n in (1, 2, 3)]
    pytest.importorskip("pandas")
    frame = found.to_pandas()
    assert list(frame.columns) == columns
    assert frame["status"].tolist() == names
    assert frame["exit_epoch"].tolist() == [state.validators[n].exit_epoch for n in (1, 2, 3)]
    pytest.importorskip("polars")
    assert found.to_polars()["status"].to_list() == names


def test_objects_are_those_of_the_endpoint(state: Any) -> None:
    (found,) = beacon.validators(state, [6], epoch=9).to_obj()
    assert found["index"] == "6"
    assert found["balance"] == str(state.balances[6])
    assert found["status"] == plain_status(state.validators[6], state.balances[6], 9)
    assert found["validator"] == state.validators[6].to_obj()


def test_other_objects_are_refused(state: Any) -> None:
    for wrong in (5, None, state.validators, state.fork):
        with pytest.raises(InvalidTypeError, match="expected a BeaconState"):
            beacon.validators(wrong, epoch=1)
    odd = state.copy()
    odd.balances.append(1)
    with pytest.raises(InvalidValueError, match="400 validators and 401 balances"):
        beacon.validators(odd, epoch=1)


def answers(state: Any, ids: list[Any]) -> list[Any]:
    """What a state answers to several questions, as plain objects."""
    some = [beacon.validators(state, ids, epoch=9), beacon.validators(state, ids[:5], epoch=9)]
    whole = beacon.validators(state, epoch=9)
    leaving = beacon.validators(state, ids, status=["active_exiting", "exited"], epoch=9)
    return [
        *(found.to_obj() for found in (whole, *some, leaving)),
        whole.rows.tobytes(),
        leaving.rows.tobytes(),
        beacon.balances(state).tolist(),
        beacon.balances(state, ids).tolist(),
        beacon.balances(state, ids[:5]).tolist(),
    ]


def test_sealed_changed_and_lazy_states_answer_the_same(state: Any, tmp_path: Path) -> None:
    keys = [bytes(one.pubkey) for one in state.validators]
    ids: list[Any] = [*range(0, 400, 9), *keys[20:390]]
    sealed = type(state).decode_bytes(state.encode_bytes())
    expected = answers(sealed, ids)
    assert len(expected[1]) > 300
    changed = sealed.copy()
    changed.validators[3].slashed = not changed.validators[3].slashed
    changed.balances[3] += 1
    changed.validators[3].slashed = sealed.validators[3].slashed
    changed.balances[3] -= 1
    assert answers(changed, ids) == expected
    path = tmp_path / "state.ssz"
    path.write_bytes(sealed.encode_bytes())
    assert answers(type(state).open(path, lazy=True), ids) == expected


def test_answers_are_of_one_moment(state: Any) -> None:
    changed = state.copy()
    changed.balances[7] = 5
    found = beacon.validators(changed, epoch=9)
    before = found.to_obj()
    changed.validators[7].exit_epoch = 1
    changed.balances[7] = 6
    assert found.to_obj() == before
    assert beacon.validators(changed, [7], epoch=9).balance.tolist() == [6]


def test_answers_can_be_pickled(state: Any) -> None:
    for found in (beacon.validators(state, epoch=9), beacon.validators(state, [3, 5], epoch=9)):
        assert pickle.loads(pickle.dumps(found)).to_obj() == found.to_obj()


def test_a_state_without_validators() -> None:
    found = beacon.validators(minimal.electra.BeaconState(), epoch=9)
    assert (len(found), found.to_obj(), len(found.rows)) == (0, [], 0)
    keys = beacon.validators(minimal.electra.BeaconState(), [bytes(48)], epoch=9)
    assert len(keys) == 0
    assert len(beacon.balances(minimal.electra.BeaconState())) == 0


def test_a_few_validators_of_a_lazy_state_are_read_by_themselves(tmp_path: Path) -> None:
    """Not all of a list that may have 250 MB."""
    read: list[int] = []

    class Counting(Frames):
        def _fill(self, target: memoryview, first: int, last: int) -> None:
            read.append(len(target))
            super()._fill(target, first, last)

    count = 30_000
    registry = [{"pubkey": n.to_bytes(48, "little")} for n in range(count)]
    whole = minimal.deneb.BeaconState(slot=80, validators=registry, balances=range(count))
    frames = Counting(memoryview(snappy.compress(whole.encode_bytes(), framed=True)))
    paged = Paged(frames)
    lazy = type(whole)._lazy_form._opened(type(whole), paged.data, paged.bring)
    assert beacon.balances(lazy, [7, 29_000]).tolist() == [(7, 7), (29_000, 29_000)]
    found = beacon.validators(lazy, [7, 29_000], epoch=9)
    assert found.to_obj() == beacon.validators(whole, [7, 29_000], epoch=9).to_obj()
    assert sum(read) < 9 * 65536 < frames.size
