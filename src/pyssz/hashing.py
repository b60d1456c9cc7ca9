"""The SHA-256 kernels: which there are, which one is in use, and choosing one.

The fastest that the machine can run is used unless the environment variable
``PYSSZ_SHA256_KERNEL`` names another.
"""

from __future__ import annotations

from pyssz._binding import available_kernels, hash_blocks, kernel_in_use, use_kernel

__all__ = ["available_kernels", "hash_blocks", "kernel_in_use", "use_kernel"]
