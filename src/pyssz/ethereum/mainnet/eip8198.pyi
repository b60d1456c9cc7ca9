"""The types of eip8198 for mainnet. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.eip8198 import *

fork: ForkSpec
preset: Preset
