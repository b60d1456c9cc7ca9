# The second extension, which may be missing; csrc/accel has its sources. As of _native, types stop
# here: only native imports it.
from typing import Any

def connect(address: int) -> None: ...
def text_address(text: str, /) -> int: ...

# Of csrc/accel/kept.c.
Kept: Any

# Of csrc/accel/numbers.c.
def integer(cls: Any, number: int, /) -> Any: ...

IS_LAYOUT_KNOWN: bool

# Of csrc/accel/integers.c.
Boolean: Any
Unsigned8: Any
Unsigned16: Any
Unsigned32: Any
Unsigned64: Any
Strict8: Any
Strict16: Any
Strict32: Any
Strict64: Any

# Of csrc/accel/views.c, plans.c, fields.c, elements.c and whole.c.
Source: Any
View: Any
Value: Any
Sequence: Any
Plan: Any
Field: Any
Runs: Any

def use(source: type, handle: type) -> None: ...
def view_of_bytes(
    kind: Any, source: Any, offset: int, size: int, parent: Any, key: int, /
) -> Any: ...
def view_of_tree(kind: Any, source: Any, value: Any, /) -> Any: ...
def sealed(kind: Any, data: bytes, /) -> Any: ...

# Of csrc/accel/many.c.
def decode_many(kind: Any, items: tuple[Any, ...], /) -> list[Any] | None: ...
def hash_tree_roots(values: list[Any], /) -> tuple[list[Any], list[tuple[int, Any]]] | None: ...
def join_nodes(rows: tuple[tuple[Any, ...], ...], /) -> bytes | None: ...
