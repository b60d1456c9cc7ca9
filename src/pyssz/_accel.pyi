# The second extension, which may be missing; csrc/accel has its sources. As of _native, types stop
# here: only native imports it.
from typing import Any

def connect(address: int) -> None: ...

# Of csrc/accel/integers.c.
Unsigned8: Any
Unsigned16: Any
Unsigned32: Any
Unsigned64: Any
