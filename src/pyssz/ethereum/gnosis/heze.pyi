"""The types of heze for gnosis. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.heze import *

fork: ForkSpec
preset: Preset
