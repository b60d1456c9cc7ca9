"""Locks that the child of a fork finds free."""

from __future__ import annotations

import os
from _thread import RLock  # that of threading, whose import takes a millisecond

__all__ = ["new_lock"]


def new_lock() -> RLock:
    """A re-entrant lock; a fork waits until no other thread has it, as the child has no other."""
    lock = RLock()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
        )
    return lock
