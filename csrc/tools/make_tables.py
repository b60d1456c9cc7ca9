"""Write the constant tables of the C library: run it from anywhere, without arguments.

src/sha256/tables.h: what SHA-256 (FIPS 180-4) starts from, derived from primes as the standard
defines it, and the expanded schedule of the block that pads every 64-byte message.
src/zero_hashes.h: the roots of trees of zero chunks, height 0 to 64.

Both files are committed; the tests of the library compute every number again in another way.
"""

from __future__ import annotations

import hashlib
from math import isqrt
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src"
HEIGHT_LIMIT = 64
WORD = 0xFFFFFFFF


def primes(count: int) -> list[int]:
    """Give the first `count` primes."""
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def cube_root(number: int) -> int:
    """Give the cube root of a number, rounded down."""
    low, high = 0, 1 << (number.bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**3 <= number:
            low = middle
        else:
            high = middle - 1
    return low


def initial_state() -> list[int]:
    """Give the first 32 bits of the fractional parts of the square roots of 8 primes."""
    return [isqrt(prime << 64) & WORD for prime in primes(8)]


def round_constants() -> list[int]:
    """Give the first 32 bits of the fractional parts of the cube roots of 64 primes."""
    return [cube_root(prime << 96) & WORD for prime in primes(64)]


def rotate(word: int, bits: int) -> int:
    """Rotate a 32-bit word to the right."""
    return (word >> bits | word << (32 - bits)) & WORD


def padding_schedule() -> list[int]:
    """Give round constant plus schedule word for the block that pads a message of 512 bits."""
    words = [0x80000000] + [0] * 14 + [512]
    for t in range(16, 64):
        w2, w15 = words[t - 2], words[t - 15]
        sigma1 = rotate(w2, 17) ^ rotate(w2, 19) ^ w2 >> 10
        sigma0 = rotate(w15, 7) ^ rotate(w15, 18) ^ w15 >> 3
        words.append((sigma1 + words[t - 7] + sigma0 + words[t - 16]) & WORD)
    return [(k + w) & WORD for k, w in zip(round_constants(), words, strict=True)]


def word_table(comment: str, name: str, words: list[int]) -> str:
    """Format a table of 32-bit words, eight to a line."""
    rows = [words[i : i + 8] for i in range(0, len(words), 8)]
    body = "\n".join("    " + " ".join(f"0x{word:08x}," for word in row) for row in rows)
    return f"/* {comment} */\nstatic const uint32_t {name}[{len(words)}] = {{\n{body}\n}};\n"


def sha256_tables() -> str:
    """Give the text of src/sha256/tables.h."""
    tables = [
        word_table("The hash value before the first block.", "initial_state", initial_state()),
        word_table("The constant added in each round.", "round_constants", round_constants()),
        word_table(
            "The same plus the schedule of the block that pads a 64-byte message.",
            "padding_schedule",
            padding_schedule(),
        ),
    ]
    head = """\
/*
 * tables.h - the constants of SHA-256.  Written by tools/make_tables.py; don't edit.
 */
#ifndef SSZ_SHA256_TABLES_H
#define SSZ_SHA256_TABLES_H

#include <stdint.h>

/* clang-format off */

"""
    return head + "\n".join(tables) + "\n/* clang-format on */\n\n#endif\n"


def zero_hashes() -> str:
    """Give the text of src/zero_hashes.h."""
    rows = []
    root = bytes(32)
    for height in range(HEIGHT_LIMIT + 1):
        halves = [",".join(f"0x{byte:02x}" for byte in root[i : i + 16]) for i in (0, 16)]
        rows.append(f"    /* {height} */\n    {{{halves[0]},\n     {halves[1]}}},\n")
        root = hashlib.sha256(root + root).digest()
    head = """\
/*
 * zero_hashes.h - roots of trees of zero chunks.  Written by tools/make_tables.py; don't edit.
 */
#ifndef SSZ_ZERO_HASHES_H
#define SSZ_ZERO_HASHES_H

#include <stdint.h>

/* clang-format off */

"""
    table = f"static const uint8_t zero_hashes[{HEIGHT_LIMIT + 1}][32] = {{\n{''.join(rows)}}};\n"
    return head + table + "\n/* clang-format on */\n\n#endif\n"


if __name__ == "__main__":
    (SOURCES / "sha256" / "tables.h").write_text(sha256_tables(), encoding="ascii")
    (SOURCES / "zero_hashes.h").write_text(zero_hashes(), encoding="ascii")
