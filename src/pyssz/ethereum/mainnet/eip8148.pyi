"""The types of eip8148 for mainnet. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.eip8148 import *

fork: ForkSpec
preset: Preset
