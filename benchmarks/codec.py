"""`pyssz.codec` beside msgspec's MessagePack: the classes of the 130 KB block, the same objects.

    python benchmarks/codec.py

Ratios of processor time: medians and quartiles of samples that were taken in turns.  Results are
given back after each call, and the collector runs as it likes, on both sides.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import interleaved
from blocks import FULL, signed_block
from pyssz import codec
from pyssz.ethereum import mainnet
from support.plain_classes import PlainClasses, plain_value
from writing import MAINNET

PAIRS = 101


def show(what: str, ours: Callable[[], Any], theirs: Callable[[], Any]) -> None:
    found = interleaved.ratio(ours, theirs, PAIRS)
    print(f"{what:<44}{found.median:>6.2f}   {found.low:.2f} to {found.high:.2f}", flush=True)


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
    show("encode / msgspec", lambda: own.encode(value), lambda: packer.encode(value))
    show("decode / msgspec", lambda: own.decode(data), lambda: unpacker.decode(packed))

    def encode_and_root() -> bytes:
        return kind.decode_bytes(own.encode(value)).hash_tree_root()

    show(
        "root / encode, and root of pyssz's value",
        partial(own.hash_tree_root, value),
        encode_and_root,
    )


if __name__ == "__main__":
    main()
