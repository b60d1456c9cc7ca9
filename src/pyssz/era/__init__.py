"""Archives of the chain's history: ``.era`` files, one by one and by the thousand.

    >>> from pyssz import era
    >>> with era.open("mainnet-01339-75d1c621.era") as file:
    ...     block = file.block(10_969_000)      # None for an empty slot
    ...     state = file.state()                # lazy: what is read is decompressed
    ...     file.verify()

A file is mapped and searched by its indices, from the back; nothing is read but what is
asked for.  What is damaged is an :class:`EraError` with the file, the record and the byte.
"""

from __future__ import annotations

import os
from typing import Any

from pyssz.era._archive import Archive
from pyssz.era._blocks import Blocks
from pyssz.era._errors import EraError
from pyssz.era._execution import HeaderWithProof, ssz_of
from pyssz.era._file import EraFile
from pyssz.era._partitions import Columns, Partition
from pyssz.era._reader import EraName, Group, parsed_name
from pyssz.era._records import NAMES, Record, RecordFile
from pyssz.era._tables import Table
from pyssz.era._verify import Verified, verify_files
from pyssz.era._write import file_name, join, write
from pyssz.ethereum.networks import Network

__all__ = [
    "NAMES",
    "Archive",
    "Blocks",
    "Columns",
    "EraError",
    "EraFile",
    "EraName",
    "Group",
    "HeaderWithProof",
    "Partition",
    "Record",
    "RecordFile",
    "Table",
    "Verified",
    "file_name",
    "join",
    "open",
    "parsed_name",
    "ssz_of",
    "verify_files",
    "write",
]


def open(
    path: str | os.PathLike[str], network: str | Network | None = None, **options: Any
) -> EraFile:
    """Open an ``.era`` file: map it and read its indices.

    Args:
        path: of the file.
        network: its name or a :class:`~pyssz.ethereum.networks.Network`; by default what the name
            of the file begins with, if that network ships with pyssz.
        max_block_bytes: refuse blocks that decompress to more.

    Raises:
        EraError: RECORD, SLOT_INDEX, the file is damaged where it was read.
        InvalidValueError: UNKNOWN_NAME, the name does not tell the network.
        OSError: it can't be read.
    """
    return EraFile(path, network, **options)
