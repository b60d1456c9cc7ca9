"""`pyssz.codec` beside msgspec's MessagePack: the classes of the 130 KB block, the same objects.

    python benchmarks/codec.py

Times are the least of many, taken in turns.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from blocks import FULL, signed_block
from pyssz import codec
from pyssz.ethereum import mainnet
from support.plain_classes import PlainClasses, plain_value
from writing import MAINNET

ROUNDS, REPEATS = 60, 3


def least(*calls: Callable[[], Any]) -> list[float]:
    """Seconds that each call takes. Its last result is kept, so that memory stays with Python."""
    kept: list[Any] = [None] * len(calls)
    found = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for at, call in enumerate(calls):
            start = time.perf_counter()
            for _ in range(REPEATS):
                kept[at] = call()
            found[at] = min(found[at], (time.perf_counter() - start) / REPEATS)
    return found


def main() -> None:
    kind = mainnet.deneb.SignedBeaconBlock
    data = signed_block(MAINNET, FULL)
    classes = PlainClasses()
    own: Any = codec(classes.hint(kind))
    value = plain_value(classes, kind.decode_bytes(data))
    packer, unpacker = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(own._cls)
    packed = packer.encode(value)
    assert own.encode(value) == data
    assert own.decode(data) == unpacker.decode(packed) == value
    theirs, ours = least(lambda: packer.encode(value), lambda: own.encode(value))
    print(f"encode: msgspec {theirs * 1e6:.0f} us, codec {ours * 1e6:.0f} us, {ours / theirs:.2f}")
    theirs, ours = least(lambda: unpacker.decode(packed), lambda: own.decode(data))
    print(f"decode: msgspec {theirs * 1e6:.0f} us, codec {ours * 1e6:.0f} us, {ours / theirs:.2f}")
    view, root = least(
        lambda: kind.decode_bytes(data).hash_tree_root(), lambda: own.hash_tree_root(value)
    )
    print(f"root: pyssz's own value {view * 1e6:.0f} us, codec {root * 1e6:.0f} us")


if __name__ == "__main__":
    main()
