"""What several tests share: strategies that make types and values, the oracle, real objects.

The oracle itself, remerkleable behind pyssz's types, is `fixtures/oracle.py`: scripts use it too.
"""

import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]

sys.path.append(str(CHECKOUT / "fixtures"))
