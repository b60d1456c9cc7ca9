"""``.era`` files as users open them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyssz.era._reader import EraReader
from pyssz.era._verify import Verified, verify_files

__all__ = ["EraFile"]


class EraFile(EraReader):
    """An ``.era`` file: blocks and states by their slots; see :func:`pyssz.era.open`.

    Attributes:
        path: of the file.
        network: whose history it has.
        groups: its eras, mostly one.
    """

    def verify(
        self,
        trusted_state: Any = None,
        *,
        workers: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Verified:
        """Check every record, every root, and how they belong together.

        What is checked: the structure; that each block is one of its slot and has the root that
        the state has for it, and that slots without a block are empty there too; that the roots of
        blocks and states are those that the state keeps for its era; the root of each state
        against the next one; the name of the file.  In constant memory, nothing is kept.

        Args:
            trusted_state: a later state of the chain, such as a checkpoint's.  It confirms all
                blocks, and the last state if it is less than an era older.
            workers: threads; by default one for each processor.
            progress: called with the slots that are done, and how many there are.

        Raises:
            EraError: with the first fault; WRONG_ROOT where a root is another one.
            InvalidValueError: RANGE, the trusted state is not later; INCOMPATIBLE, it is of
                another chain.
        """
        (verified,) = verify_files([self], trusted_state, workers=workers, progress=progress)
        return verified
