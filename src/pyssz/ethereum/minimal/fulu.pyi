"""The types of fulu for minimal. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.fulu import *

fork: ForkSpec
preset: Preset
