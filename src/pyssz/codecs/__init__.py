"""SSZ for your own classes: dataclasses, named tuples, attrs, msgspec, pydantic.

    >>> from pyssz import codec
    >>> codec(Block).encode(block)

What annotations mean is in docs/codec.md.
"""

from pyssz.codecs.codec import Codec, codec
from pyssz.codecs.shapes import Adapter, Adapters

__all__ = ["Adapter", "Adapters", "Codec", "codec"]
