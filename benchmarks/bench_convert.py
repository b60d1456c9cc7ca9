"""Values as JSON text, and back; values of one type made from those of another."""

import json

from libraries import PYSSZ
from measure import Measure, each_workload, opened
from pyssz import dump_json, from_json, to_json, upgrade
from pyssz.ethereum import load
from workloads import Workload

on_the_state = each_workload("mainnet-state-17m")


class Nowhere:
    """A file that keeps nothing."""

    encoding = "ascii"

    def write(self, text: str) -> None:
        """Take a piece."""


@each_workload("mainnet")
def test_to_json(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)
    assert json.loads(measure("to_json", to_json, value, goal=0.150))


@on_the_state
def test_dump_json(measure: Measure, workload: Workload) -> None:
    file: object = Nowhere()
    measure("dump_json, to a file that keeps nothing", dump_json, opened(PYSSZ, workload), file)


@each_workload("mainnet")
def test_from_json(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)
    assert measure("from_json", from_json, type(value), to_json(value)) == value


@on_the_state
def test_from_json_strict(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)
    text = to_json(value)
    measure("from_json, strictly", lambda: from_json(type(value), text, strict=True))


@on_the_state
def test_upgrade(measure: Measure, workload: Workload) -> None:
    value, electra = opened(PYSSZ, workload), load(workload.preset).electra.BeaconState
    after = measure("upgrade to the next fork", upgrade, value, electra)
    assert after.validators == value.validators
