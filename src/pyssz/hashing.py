"""How roots are computed: kernels, threads, counters."""

from pyssz.merkle.hashing import (
    HashStats,
    available_kernels,
    hash_blocks,
    hash_tree_roots,
    kernel_in_use,
    kernels_for,
    reset_hash_stats,
    set_threads,
    stats,
    threads,
    use_kernel,
)

__all__ = [
    "HashStats",
    "available_kernels",
    "hash_blocks",
    "hash_tree_roots",
    "kernel_in_use",
    "kernels_for",
    "reset_hash_stats",
    "set_threads",
    "stats",
    "threads",
    "use_kernel",
]
