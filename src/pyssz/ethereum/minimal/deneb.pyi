"""The types of deneb for minimal. Made by tools/ethereum_stubs.py."""

from pyssz import Preset
from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._types.deneb import *

fork: ForkSpec
preset: Preset
