"""Bitfields."""

from pyssz.types.bitfields import Bitfield as BitsView
from pyssz.types.bitfields import Bitlist, Bitvector

__all__ = ["Bitlist", "BitsView", "Bitvector"]
