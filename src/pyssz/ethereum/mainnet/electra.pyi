"""The types of electra for mainnet. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.electra import *

fork: ForkSpec
preset: Preset
