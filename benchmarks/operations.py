"""The operations that every library is asked for, and on what they are done."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from workloads import Workload


def single(workload: Workload) -> bool:
    return not workload.is_batch and not workload.is_step


def any_size(workload: Workload) -> bool:
    """Also on the steps between sizes, from which the plot of cost against size is made."""
    return not workload.is_batch


def state(workload: Workload) -> bool:
    return workload.is_state and not workload.is_step


def state_of_any_size(workload: Workload) -> bool:
    return workload.is_state


def many(workload: Workload) -> bool:
    return workload.is_batch


def not_huge(workload: Workload) -> bool:
    """On huge states only pyssz would do it, or trees of other libraries fill the memory."""
    return single(workload) and not workload.is_huge


def object_of_the_chain(workload: Workload) -> bool:
    return not_huge(workload) and not workload.identity.startswith("messages.")


class Operation(NamedTuple):
    """Something to measure.

    Attributes:
        name: its name in the protocol that peers speak.
        title: what it is called in tables.
        fits: on which workloads it is done.
        limit: what bounds it: ``copy`` the copying of the bytes, ``blocks`` the hashing of its
            blocks; None: nothing that is known.
        threads: how many work at it.
    """

    name: str
    title: str
    fits: Callable[[Workload], bool]
    limit: str | None = None
    threads: int = 1


OPERATIONS = (
    Operation("decode", "decode", any_size),
    Operation("touch", "decode and touch every field", object_of_the_chain),
    Operation("to_objects", "decode, then to plain objects", not_huge),
    Operation("json_in", "from JSON", object_of_the_chain),
    Operation("json_out", "to JSON", object_of_the_chain),
    Operation("encode", "encode", any_size, "copy"),
    Operation("encode_into", "encode into a kept buffer", single, "copy"),
    Operation("size", "size only", single),
    Operation("round_trip", "decode and encode", single, "copy"),
    Operation("stream_in", "decode from a stream", single, "copy"),
    Operation("stream_out", "encode to a stream", single, "copy"),
    Operation("root_first", "root, first", any_size, "blocks"),
    Operation("root_again", "root, again", single),
    Operation("edit_one", "change a balance, and the root", state_of_any_size),
    Operation("edit_field", "change a field of a validator, and the root", state),
    Operation("edit_all", "change all balances, and the root", state),
    Operation("copy", "copy", single),
    Operation("edit_copy", "copy, and change a balance of the copy", state),
    Operation("sum_column", "sum of a column", state),
    Operation("query", "query: how many are slashed", state),
    Operation("prove", "proof of one part", object_of_the_chain),
    Operation("decode_many", "decode 10,000 messages", many),
    Operation("root_many", "decode and root of 10,000 messages", many),
    Operation("root_many", "the same in two threads", many, threads=2),
)

BY_TITLE = {operation.title: operation for operation in OPERATIONS}

# What is proved: the state root of a block, the root of a state's last finalized block.
PROVED = {
    "SignedBeaconBlock": ".message.state_root",
    "BeaconState": ".finalized_checkpoint.root",
}
