"""Types of gloas need a preset: `from pyssz.ethereum.mainnet.gloas import ...`.

Made by tools/ethereum_stubs.py.
"""

from typing import TYPE_CHECKING

from pyssz.ethereum._unbound import names_of_fork

if not TYPE_CHECKING:
    __getattr__ = names_of_fork(__name__)
