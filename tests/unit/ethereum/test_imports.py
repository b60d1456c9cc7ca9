"""Forks as modules of a preset: each way to import a type gives the one that attributes give."""

import importlib
import pickle
import subprocess
import sys

import pytest

import pyssz.ethereum
import pyssz.ethereum.minimal.gloas as gloas_of_minimal
from pyssz import Preset
from pyssz.ethereum import forks, load, mainnet, minimal, networks
from pyssz.ethereum._namespace import OF_NETWORKS
from pyssz.ethereum.gnosis import deneb as deneb_of_gnosis
from pyssz.ethereum.mainnet import deneb
from pyssz.ethereum.mainnet.deneb import BeaconState
from support.imports import loaded_by


def test_an_imported_type_is_the_one_that_attributes_give() -> None:
    assert BeaconState is mainnet.deneb.BeaconState
    assert deneb is mainnet.deneb
    assert gloas_of_minimal is minimal.gloas
    assert deneb_of_gnosis is load("gnosis").deneb


@pytest.mark.parametrize("preset", ["mainnet", "minimal", "gnosis"])
@pytest.mark.parametrize("fork", forks())
def test_every_fork_of_every_preset_is_a_module(preset: str, fork: str) -> None:
    module = importlib.import_module(f"pyssz.ethereum.{preset}.{fork}")
    assert module is load(preset)[fork]
    assert sys.modules[f"pyssz.ethereum.{preset}"] is load(preset)
    spec = module.__spec__
    assert spec is not None
    assert spec.name == module.__name__ == f"pyssz.ethereum.{preset}.{fork}"
    assert str(module.__file__).endswith(f"{fork}.py")


def test_a_star_takes_the_types() -> None:
    names: dict[str, object] = {}
    exec("from pyssz.ethereum.minimal.phase0 import *", names)
    assert names["BeaconState"] is minimal.phase0.BeaconState
    assert set(minimal.phase0) <= set(names)
    exec("from pyssz.ethereum.minimal import *", names)
    assert names["phase0"] is minimal.phase0


def test_a_module_stays_what_it_was() -> None:
    assert pickle.loads(pickle.dumps(deneb)) is deneb
    assert set(deneb) == set(mainnet.deneb.fork.definitions)
    assert importlib.import_module("pyssz.ethereum.mainnet") is mainnet


def test_importing_a_fork_reads_no_preset_and_binds_nothing() -> None:
    program = "from pyssz.ethereum.mainnet import electra"
    names = loaded_by(program)
    assert "pyssz.ethereum._forks.electra" in names
    assert not names & {"yaml", "pyssz.ethereum._forks.gloas", "numpy"}
    script = "from pyssz.ethereum.mainnet import electra; assert not electra._bound"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_fork_without_a_preset_says_where_its_types_are() -> None:
    with pytest.raises(ImportError, match=r"from pyssz\.ethereum\.mainnet\.deneb import BeaconSt"):
        from pyssz.ethereum.deneb import BeaconState as _  # noqa: F401
    with pytest.raises(AttributeError, match=r"no type BeaconStat; did you mean BeaconState"):
        pyssz.ethereum.deneb.BeaconStat  # noqa: B018
    assert not hasattr(pyssz.ethereum.deneb, "__wrapped__")
    assert pyssz.ethereum.deneb.fork is mainnet.deneb.fork


def test_a_class_names_the_module_that_has_it() -> None:
    for types in (mainnet.deneb, minimal.gloas, load("gnosis").electra):
        for name, cls in types.items():
            assert getattr(importlib.import_module(cls.__module__), name) is cls


def test_a_class_of_another_preset_names_no_module() -> None:
    own = load(Preset.builtin("mainnet").with_values(MAX_WITHDRAWALS_PER_PAYLOAD=3))
    assert own.deneb.Withdrawals.__module__ == "pyssz.ethereum.capella"
    assert own.deneb.Checkpoint is mainnet.deneb.Checkpoint


def test_a_class_that_a_preset_of_ones_own_had_first_is_that_of_the_package() -> None:
    script = """
import importlib, pickle, pyssz
from pyssz.ethereum import load, mainnet
own = load(pyssz.Preset.builtin("mainnet").with_values(MAX_WITHDRAWALS_PER_PAYLOAD=3))
first = own.phase0.BeaconState
assert first.__module__ == "pyssz.ethereum.phase0"
assert mainnet.phase0.BeaconState is first
assert importlib.import_module(first.__module__).BeaconState is first
assert pickle.loads(pickle.dumps(first)) is first
"""
    subprocess.run([sys.executable, "-c", script], check=True)


# ---- two meanings of a word ----------------------------------------------------------------------


def test_a_preset_says_that_a_network_has_the_name() -> None:
    with pytest.raises(AttributeError, match=r"networks have fork_at: .*networks\.mainnet\.fork_"):
        mainnet.fork_at  # noqa: B018
    public = {name for name in dir(networks.mainnet) if not name.startswith("_")}
    assert public - {"preset"} == OF_NETWORKS


def test_a_network_says_that_its_types_have_the_name() -> None:
    with pytest.raises(AttributeError, match=r"types: network\.types\.deneb; those of a preset ar"):
        networks.mainnet.deneb  # noqa: B018
    with pytest.raises(AttributeError, match="did you mean fork_at"):
        networks.mainnet.fork_art  # noqa: B018
    assert not hasattr(networks.mainnet, "__wrapped__")
