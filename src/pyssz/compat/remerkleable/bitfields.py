"""Bitfields."""

from pyssz.bitfields import Bitfield as BitsView
from pyssz.bitfields import Bitlist, Bitvector

__all__ = ["Bitlist", "BitsView", "Bitvector"]
