"""The types of eip7716 for gnosis. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.eip7716 import *

fork: ForkSpec
preset: Preset
