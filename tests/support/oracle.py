"""remerkleable behind the types of pyssz; see `fixtures/oracle.py`."""

from oracle import rebuilt, remade

__all__ = ["rebuilt", "remade"]
