# The extension, generated from csrc/include/ssz.h. Its functions and structs are declared there and
# nowhere else, so types stop here: only native imports it, and gives everything a type again.
from typing import Any

ffi: Any
lib: Any

# Of csrc/python/handles.h; not there on PyPy.
View: Any
Views: Any
Origin: Any
Schema: Any
Stream: Any
Encoder: Any
JsonPlan: Any
child: Any
copy: Any
uint: Any
version: Any
moves: Any
Parts: Any

# Of csrc/python/arrow.h; not there on PyPy.
arrow_capsule: Any
