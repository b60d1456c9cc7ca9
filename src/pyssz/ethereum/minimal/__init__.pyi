"""All forks for minimal. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum.minimal import (
    phase0 as phase0,
    altair as altair,
    bellatrix as bellatrix,
    capella as capella,
    deneb as deneb,
    electra as electra,
    fulu as fulu,
    gloas as gloas,
    heze as heze,
    eip7716 as eip7716,
    eip8025 as eip8025,
    eip8148 as eip8148,
    eip8198 as eip8198,
    eip8205 as eip8205,
    eip8321 as eip8321,
)

preset: Preset
