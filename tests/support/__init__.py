"""What several tests share: strategies that make types and values, the oracle, real objects.

The oracle itself, remerkleable behind pyssz's types, is `fixtures/oracle.py`: scripts use it too.
"""

import os
import sys
from pathlib import Path

# The checkout, or the unpacked source distribution, that these tests belong to.
CHECKOUT = Path(__file__).resolve().parents[2]
# Objects, vectors and references that are no part of the project.
SHARED = Path(os.environ.get("PYSSZ_SHARED", CHECKOUT.parent / "shared"))

sys.path.append(str(CHECKOUT / "fixtures"))
