"""The types of eip8025 for minimal. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.eip8025 import *

fork: ForkSpec
preset: Preset
