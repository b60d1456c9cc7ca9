"""The types of phase0 for gnosis. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.phase0 import *

fork: ForkSpec
preset: Preset
