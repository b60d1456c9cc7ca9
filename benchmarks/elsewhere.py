"""What other libraries reached on another machine, for scale.  Not measured by this suite.

The machine: x86-64, 2 cores, Sapphire Rapids class (AVX-512, SHA-NI), virtual, shared with other
work; November 2026; one core, medians of five runs or more, spread up to 15 %.  The objects are the
real ones of the workloads mainnet-block-130k and mainnet-state-17m.
"""

from __future__ import annotations

BLOCK, STATE = "mainnet-block-130k", "mainnet-state-17m"

# The columns of the first table: operation of this suite, and workload.
COLUMNS = (
    ("decode_bytes", BLOCK),
    ("encode_bytes", BLOCK),
    ("hash_tree_root, first", BLOCK),
    ("decode_bytes", STATE),
    ("encode_bytes", STATE),
    ("hash_tree_root, first", STATE),
)

CODEC = """
fastssz v1, generated (Go)     | 73.7 µs | 19.0 µs | 948 µs  | 10.4 ms | 6.1 ms  | 120 ms
fastssz v2, generated (Go)     | 79.4 µs | 18.4 µs | 940 µs  | 13.9 ms | 6.2 ms  | 123 ms
prysm's fastssz (Go)           | 72.5 µs | 16.5 µs | 742 µs  | 11.6 ms | 6.2 ms  | 94 ms
dynamic-ssz, generated (Go)    | 73.4 µs | 18.7 µs | 590 µs  | 7.9 ms  | 5.3 ms  | 64.5 ms
dynamic-ssz, streaming (Go)    | 90.7 µs | 16.8 µs |         | 12.5 ms | 4.0 ms  |
dynamic-ssz, reflection (Go)   | 166 µs  | 66.5 µs | 628 µs  | 25.3 ms | 15.8 ms | 79.1 ms
karalabe/ssz (Go)              | 64.7 µs | 38.7 µs | 599 µs  | 14.3 ms | 10.1 ms | 69.7 ms
ztyp, tree views (Go)          | 213 µs  | 138 µs  | 1278 µs | 59.8 ms | 29.8 ms | 176 ms
ethereum_ssz, tree_hash (Rust) | 22.8 µs | 114 µs  | 1880 µs | 2.2 ms  | 14.3 ms | 168 ms
the same on milhouse (Rust)    |         |         |         | 27.9 ms | 33.0 ms | 192 ms
@chainsafe/ssz, values (JS)    | 314 µs  | 162 µs  | 2.5 ms  | 203 ms  | 24 ms   | 353 ms
@chainsafe/ssz, ViewDU (JS)    | 723 µs  | 389 µs  | 2.1 ms  | 300 ms  | 25 ms   | 449 ms
py-ssz 0.6, plain (Python)     | 61 ms   | 10 ms   | 22 ms   | 6.4 s   | 1.7 s   | 4.4 s
remerkleable 0.1.31 (Python)   | 32.4 ms | 37.0 ms | 5.1 ms  | 7.39 s  | 8.29 s  | 648 ms
"""

# Reading: operation and workload of this suite, library, time.
READING = (
    ("read .validators[77777].effective_balance", STATE, "py-ssz 0.6, plain", "1.2 µs"),
    ("add up a field of 100,000 validators", STATE, "py-ssz 0.6, plain", "12 ms"),
)

UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def seconds(text: str) -> float:
    """The time that a text such as ``73.7 µs`` tells."""
    number, unit = text.split()
    return float(number) * UNITS[unit]


def codec() -> dict[str, list[str]]:
    """The rows of the first table by library: a text for each column, empty where there is none."""
    rows = (line.split("|") for line in CODEC.strip().splitlines())
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in rows}
