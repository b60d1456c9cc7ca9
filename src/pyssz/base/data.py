"""The kind of bytes that values read from."""

from __future__ import annotations

import mmap

__all__ = ["Data"]

#: Unchanging bytes: in memory, or a file that is mapped read-only.
Data = bytes | mmap.mmap
