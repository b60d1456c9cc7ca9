"""EIP-8198, a feature on top of Heze: shorter slots. It changes no type."""

from pyssz.ethereum._fork import ForkSpec
from pyssz.ethereum._forks.heze import fork as heze

fork = ForkSpec("eip8198", after=heze, specs="specs/_features/eip8198", eips="EIP-8198")
