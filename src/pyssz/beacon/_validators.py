"""What nodes answer on validators and balances, from a state: as columns, and at once.

The statuses are those of the beacon API (https://hackmd.io/ofFJ5gOmQpu1jjHilHbdQQ).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from pyssz.arrays.frames import optional_package
from pyssz.arrays.tables import table_of_arrays
from pyssz.base.arguments import size_of
from pyssz.base.errors import InvalidTypeError, InvalidValueError
from pyssz.base.hex import parse_hex
from pyssz.base.shown import shown
from pyssz.ethereum import networks
from pyssz.ethereum.networks import Network

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["STATUSES", "Validators", "balances", "validators"]

#: The statuses of validators; a column of statuses has their numbers.
STATUSES: Final = (
    "pending_initialized",
    "pending_queued",
    "active_ongoing",
    "active_exiting",
    "active_slashed",
    "exited_unslashed",
    "exited_slashed",
    "withdrawal_possible",
    "withdrawal_done",
)

# The general ones that the API takes for several.
_GENERAL: Final = ("pending", "active", "exited", "withdrawal")

FAR_FUTURE: Final = 2**64 - 1

# Of the largest number of 64 bits.
_MOST_DIGITS: Final = 20

# More keys than these are looked up together.
_FEW: Final = 32


class Validators:
    """Validators of a state, or some of them: each with its index, balance and status.

    Attributes:
        index: an array of their indices.
        balance: of their balances, in Gwei.
        status: of the numbers of their statuses in :data:`STATUSES`.
        rows: of the validators themselves, with their fields.
    """

    __slots__ = ("balance", "index", "rows", "status")

    def __init__(self, index: Array, balance: Array, status: Array, rows: Array) -> None:
        self.index = index
        self.balance = balance
        self.status = status
        self.rows = rows

    def __len__(self) -> int:
        return len(self.index)

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {name}" for name, count in self.counts().items() if count)
        return f"<{len(self)} validators: {counts}>"

    def counts(self) -> dict[str, int]:
        """How many there are of each status."""
        import numpy as np

        found = np.bincount(self.status, minlength=len(STATUSES))
        return {name: int(count) for name, count in zip(STATUSES, found, strict=True)}

    def _columns(self) -> dict[str, Array]:
        names = self.rows.dtype.names or ()
        return {
            "index": self.index,
            "balance": self.balance,
            **{name: self.rows[name] for name in names},
        }

    def to_arrow(self) -> Any:
        """A table of pyarrow: index, balance, status as a dictionary, and the fields."""
        pyarrow = optional_package("pyarrow")
        table = table_of_arrays(self._columns()).to_arrow()
        status = pyarrow.DictionaryArray.from_arrays(self.status, list(STATUSES))
        return table.add_column(2, "status", status)

    def to_pandas(self) -> Any:
        """A data frame of pandas; the status is categorical."""
        pandas = optional_package("pandas")
        columns = {
            name: column.tolist() if column.dtype.kind == "V" else column.copy()
            for name, column in self._columns().items()
        }
        frame = pandas.DataFrame(columns)
        status = pandas.Categorical.from_codes(self.status, list(STATUSES))
        frame.insert(2, "status", status)
        return frame

    def to_polars(self) -> Any:
        """A data frame of polars."""
        return optional_package("polars").from_arrow(self.to_arrow())

    def to_obj(self) -> list[dict[str, Any]]:
        """What the endpoint answers as its ``data``."""
        found = []
        columns = self._columns()
        names = list(columns)[2:]
        lists = [columns[name].tolist() for name in names]
        for number, row in enumerate(zip(*lists, strict=True)):
            found.append(
                {
                    "index": str(self.index[number]),
                    "balance": str(self.balance[number]),
                    "status": STATUSES[self.status[number]],
                    "validator": {
                        name: _obj(value) for name, value in zip(names, row, strict=True)
                    },
                }
            )
        return found


def _obj(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    return "0x" + value.hex() if isinstance(value, bytes) else str(value)


def validators(
    state: Any,
    ids: Iterable[Any] | None = None,
    *,
    status: str | Iterable[str] | None = None,
    epoch: int | None = None,
    network: str | Network = "mainnet",
) -> Validators:
    """The validators of a state: what ``/eth/v1/beacon/states/{state}/validators`` answers.

    Args:
        state: a BeaconState.
        ids: indices, or public keys as bytes or hex; what the state does not have is left out, as
            nodes do.  All by default.
        status: a status, or several; also ``active``, ``pending``, ``exited``, ``withdrawal``.
        epoch: at which the status is asked; by default that of the state.
        network: of the state; it gives the number of slots of an epoch.

    Raises:
        InvalidTypeError: WRONG_TYPE, not a state, or not a possible id.
        InvalidValueError: UNKNOWN_NAME, there is no such status; INCOMPATIBLE, the state is not of
            the network's preset.
    """
    import numpy as np

    rows, amounts = _registry(state)
    at = _epoch_of(state, network) if epoch is None else size_of(epoch, "an epoch")
    index: Array
    if ids is None:
        index = np.arange(len(rows), dtype="<u8")
    else:
        index = _indices(rows, ids)
        rows, amounts = rows[index], amounts[index]
    codes = _statuses(rows, amounts, at)
    if status is not None:
        wanted = _wanted([status] if isinstance(status, str) else list(status))
        chosen = np.isin(codes, wanted)
        index, amounts, codes, rows = index[chosen], amounts[chosen], codes[chosen], rows[chosen]
    return Validators(index, amounts, codes, rows)


def balances(state: Any, ids: Iterable[Any] | None = None) -> Any:
    """Indices and balances: what ``/eth/v1/beacon/states/{state}/validator_balances`` answers.

    Gives an array with the columns ``index`` and ``balance``; see :func:`validators` for ``ids``.
    """
    import numpy as np

    rows, amounts = _registry(state)
    index: Array
    if ids is None:
        index = np.arange(len(rows), dtype="<u8")
    else:
        index = _indices(rows, ids)
        amounts = amounts[index]
    found: Array = np.empty(len(index), [("index", "<u8"), ("balance", "<u8")])
    found["index"], found["balance"] = index, amounts
    return found


def _registry(state: Any) -> tuple[Array, Array]:
    try:
        rows, amounts = state.validators.to_numpy(), state.balances.to_numpy()
    except AttributeError:
        raise InvalidTypeError(
            f"expected a BeaconState, not {type(state).__name__}", code="WRONG_TYPE"
        ) from None
    if len(rows) != len(amounts):
        raise InvalidValueError(
            f"the state has {len(rows)} validators and {len(amounts)} balances", code="LENGTH"
        )
    return rows, amounts


def _epoch_of(state: Any, network: str | Network) -> int:
    """The epoch of a state, which only the preset tells."""
    preset = networks.network(network).preset
    found, wanted = len(state.block_roots), preset["SLOTS_PER_HISTORICAL_ROOT"]
    if found != wanted:
        raise InvalidValueError(
            f"the state has {found} block roots, {preset.name} has {wanted}; pass its network=, or "
            "epoch=",
            code="INCOMPATIBLE",
        )
    return int(state.slot) // preset["SLOTS_PER_EPOCH"]


def _statuses(rows: Array, amounts: Array, epoch: int) -> Array:
    """The number of each validator's status at an epoch."""
    import numpy as np

    now, far = np.uint64(epoch), np.uint64(FAR_FUTURE)
    slashed = rows["slashed"].astype(bool)
    # From the back: a validator has the last of these that it has come to.
    codes = np.where(rows["activation_eligibility_epoch"] == far, 0, 1).astype(np.uint8)
    leaving = rows["exit_epoch"]
    active = rows["activation_epoch"] <= now
    codes[active] = 2
    ends = active & (leaving != far)
    codes[ends] = np.where(slashed[ends], 4, 3)
    exited = leaving <= now
    codes[exited] = np.where(slashed[exited], 6, 5)
    done = rows["withdrawable_epoch"] <= now
    codes[done] = np.where(amounts[done] == 0, 8, 7)
    return codes


def _wanted(names: list[str]) -> list[int]:
    found: list[int] = []
    for name in names:
        some = [
            number
            for number, status in enumerate(STATUSES)
            if status == name or (name in _GENERAL and status.startswith(name))
        ]
        if not some:
            raise InvalidValueError(
                f"unknown status {shown(name)}; there are {', '.join((*STATUSES, *_GENERAL))}",
                code="UNKNOWN_NAME",
            )
        found += some
    return found


def _indices(rows: Array, ids: Iterable[Any]) -> Array:
    """The indices by indices and keys: each once, in order, and only those that there are."""
    import numpy as np

    if isinstance(ids, (str, bytes)):
        raise InvalidTypeError("ids= must be a list of indices or keys", code="WRONG_TYPE")
    keys: list[bytes] = []
    found: list[int] = []
    for each in ids:
        key = each
        if isinstance(each, str):
            key = _of_text(each)
        if isinstance(key, (bytes, bytearray)):
            if len(key) != 48:
                raise InvalidValueError(
                    f"a public key has 48 bytes, {shown(each)} has {len(key)}", code="LENGTH"
                )
            keys.append(bytes(key))
        else:
            number = size_of(key, "an index")
            if number < len(rows):
                found.append(number)
    found += _by_key(rows["pubkey"], keys) if keys else []
    return np.unique(np.array(found, dtype="<u8"))


def _of_text(text: str) -> int | bytes:
    """An index in decimal, or a key in hex."""
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
        return int(text)
    try:
        return parse_hex(text)
    except ValueError:
        raise InvalidValueError(
            f"an id must be an index or a public key in hex, got {shown(text)}", code="NOT_HEX"
        ) from None


def _by_key(column: Array, keys: list[bytes]) -> list[int]:
    """The rows that have one of some keys: by their first eight bytes first, which are numbers."""
    import numpy as np

    heads = _heads(column)
    wanted = np.array([int.from_bytes(key[:8], "little") for key in keys], dtype="<u8")
    if len(keys) <= _FEW:
        near = np.zeros(len(column), dtype=bool)
        for number in wanted:
            near |= heads == number
    else:
        near = np.isin(heads, wanted)
    whole = set(keys)
    return [int(row) for row in np.flatnonzero(near) if column[row].tobytes() in whole]


def _heads(column: Array) -> Array:
    import numpy as np

    fields: Any = {"names": ["head"], "formats": ["<u8"], "offsets": [0], "itemsize": 48}
    heads: Array = column.view(np.dtype(fields))["head"]
    return heads
