"""What nodes answer on validators and balances, from a state: as columns, and at once.

The statuses are those of the beacon API (https://hackmd.io/ofFJ5gOmQpu1jjHilHbdQQ).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from pyssz.arrays.dtypes import dtype_of
from pyssz.arrays.frames import optional_package
from pyssz.arrays.places import InRow, Places, bytes_array
from pyssz.arrays.tables import table_of_arrays
from pyssz.base.arguments import size_of
from pyssz.base.errors import InvalidTypeError, InvalidValueError
from pyssz.base.hex import parse_hex
from pyssz.base.shown import shown
from pyssz.ethereum import networks
from pyssz.ethereum.networks import Network
from pyssz.types.sequences import HomogeneousView

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

# What a status depends on, besides the balance.
_READ: Final = (
    "activation_eligibility_epoch",
    "activation_epoch",
    "exit_epoch",
    "withdrawable_epoch",
    "slashed",
)

# Validators of which the columns are computed at a time.
_PIECE: Final = 1 << 14

# So many are read one by one: of a lazy state no others are decompressed.
_FEW: Final = 256


class _Registry:
    """Validators where they lie: columns are read off, and no more than is asked for.

    Of a list that was changed a column is a copy, of bytes it is a view.
    """

    __slots__ = ("_places", "dtype")

    def __init__(self, places: Places, dtype: Any) -> None:
        self._places = places
        self.dtype = dtype

    def column(self, name: str) -> Array:
        """A field of all of them."""
        dtype, at = self.dtype.fields[name][:2]
        return self._array(self._places.shifted(at), dtype)

    def heads(self, name: str) -> Array:
        """The first eight bytes of a field as numbers, packed."""
        places = self._places.shifted(self.dtype.fields[name][1])
        return places.read(8).view("<u8")

    def rows(self) -> Array:
        """All of them with all fields."""
        return self._array(self._places, self.dtype)

    def _array(self, places: Places, dtype: Any) -> Array:
        import numpy as np

        if isinstance(places, InRow):
            if not places.count:
                return np.empty(0, dtype)
            return np.ndarray((places.count,), dtype, places.data, places.first, (places.step,))
        return places.read(dtype.itemsize).view(dtype)


class Validators:
    """Validators of a state, or some of them: each with its index, balance and status.

    Attributes:
        index: an array of their indices.
        balance: of their balances, in Gwei.
        status: of the numbers of their statuses in :data:`STATUSES`.
    """

    __slots__ = ("_at", "_registry", "balance", "index", "status")

    def __init__(
        self,
        index: Array,
        balance: Array,
        status: Array,
        registry: _Registry,
        at: Array | None = None,
    ) -> None:
        """The validators of a registry, or those ``at`` some of its places."""
        self.index = index
        self.balance = balance
        self.status = status
        self._registry = registry
        self._at = at

    def __reduce__(self) -> tuple[Any, ...]:
        import numpy as np

        rows = np.ascontiguousarray(self.rows)
        data = (rows.tobytes(), rows.dtype)
        return _again, (self.index, self.balance, self.status, *data)

    @property
    def rows(self) -> Array:
        """An array of the validators themselves, with their fields."""
        return self._chosen(self._registry.rows())

    def _chosen(self, column: Array) -> Array:
        return column if self._at is None else column[self._at]

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
        registry = self._registry
        fields = {name: self._chosen(registry.column(name)) for name in registry.dtype.names}
        return {"index": self.index, "balance": self.balance, **fields}

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


def _again(
    index: Array, balance: Array, status: Array, data: bytes, dtype: Any
) -> Validators:  # of what was pickled
    rows = InRow(bytes_array(data), 0, dtype.itemsize, len(index))
    return Validators(index, balance, status, _Registry(rows, dtype))


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

    everybody, amounts = _lists(state)
    now = _epoch_of(state, network) if epoch is None else size_of(epoch, "an epoch")
    registry: _Registry | None = None
    at: Array | None = None
    index: Array
    if ids is None:
        index, balance = np.arange(len(everybody), dtype="<u8"), amounts.to_numpy()
    else:
        index = _indices(everybody, ids)
        balance = _picked(amounts, index)
        if len(index) <= _FEW:
            registry = _registry_of(everybody, index)
        else:
            at = index
    registry = registry or _registry_of(everybody)
    columns = [registry.column(name) for name in _READ]
    codes = _statuses([column if at is None else column[at] for column in columns], balance, now)
    if status is not None:
        wanted = np.zeros(len(STATUSES), bool)
        wanted[_wanted([status] if isinstance(status, str) else list(status))] = True
        chosen = np.flatnonzero(wanted[codes])
        index, balance, codes = index[chosen], balance[chosen], codes[chosen]
        at = chosen if at is None else at[chosen]
    return Validators(index, balance, codes, registry, at)


def balances(state: Any, ids: Iterable[Any] | None = None) -> Any:
    """Indices and balances: what ``/eth/v1/beacon/states/{state}/validator_balances`` answers.

    Gives an array with the columns ``index`` and ``balance``; see :func:`validators` for ``ids``.
    """
    import numpy as np

    everybody, amounts = _lists(state)
    index: Array
    if ids is None:
        index, balance = np.arange(len(amounts), dtype="<u8"), amounts.to_numpy()
    else:
        index = _indices(everybody, ids)
        balance = _picked(amounts, index)
    found: Array = np.empty(len(index), [("index", "<u8"), ("balance", "<u8")])
    found["index"], found["balance"] = index, balance
    return found


def _lists(state: Any) -> tuple[Any, Any]:
    """The validators and the balances of a state."""
    everybody, amounts = getattr(state, "validators", None), getattr(state, "balances", None)
    if not isinstance(everybody, HomogeneousView) or not isinstance(amounts, HomogeneousView):
        raise InvalidTypeError(
            f"expected a BeaconState, not {type(state).__name__}", code="WRONG_TYPE"
        )
    if len(everybody) != len(amounts):
        raise InvalidValueError(
            f"the state has {len(everybody)} validators and {len(amounts)} balances", code="LENGTH"
        )
    return everybody, amounts


def _registry_of(everybody: Any, index: Array | None = None) -> _Registry:
    """All validators, where they lie; or some of them, each read by itself."""
    dtype = dtype_of(everybody._element)
    if index is None:
        return _Registry(everybody._places(), dtype)
    data = b"".join(everybody[number].encode_bytes() for number in index.tolist())
    return _Registry(InRow(bytes_array(data), 0, dtype.itemsize, len(index)), dtype)


def _picked(amounts: Any, index: Array) -> Array:
    """Some of the balances; of a few no more is read."""
    import numpy as np

    if len(index) > _FEW:
        found: Array = amounts.to_numpy()[index]
        return found
    return np.array([amounts[number] for number in index.tolist()], "<u8")


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


def _statuses(columns: list[Array], balance: Array, epoch: int) -> Array:
    """The number of each validator's status at an epoch; the columns are those of `_READ`.

    In pieces that stay in the processor's cache, so that memory is read once.
    """
    import numpy as np

    now, far = np.uint64(epoch), np.uint64(FAR_FUTURE)
    table = np.array([_status_by(bits) for bits in range(1 << 7)], np.uint8)
    codes: Array = np.empty(len(balance), np.uint8)
    for start in range(0, len(codes), _PIECE):
        part = slice(start, start + _PIECE)
        eligible, activation, leaving, withdrawable, slashed = (each[part] for each in columns)
        leaving = leaving.copy()
        bits = (eligible != far).view(np.uint8)
        for bit, is_so in enumerate(
            (
                activation <= now,
                leaving != far,
                leaving <= now,
                withdrawable <= now,
                slashed,
                balance[part] == 0,
            ),
            1,
        ):
            bits = bits | is_so.view(np.uint8) << bit
        codes[part] = table[bits]
    return codes


def _status_by(bits: int) -> int:
    """The number of a status by what holds of a validator, see `_statuses`."""
    eligible, active, leaving, exited, withdrawable, slashed, empty = (
        bits >> bit & 1 for bit in range(7)
    )
    # From the back: a validator has the last of these that it has come to.
    if withdrawable:
        return 7 + empty
    if exited:
        return 5 + slashed
    if active:
        return 2 + leaving * (1 + slashed)
    return eligible


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


def _indices(everybody: Any, ids: Iterable[Any]) -> Array:
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
            if number < len(everybody):
                found.append(number)
    found += _by_key(_registry_of(everybody), keys) if keys else []
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


def _by_key(registry: _Registry, keys: list[bytes]) -> list[int]:
    """The rows that have one of some keys: by 16 bits first, then by their first eight bytes."""
    import numpy as np

    heads = registry.heads("pubkey")
    wanted = np.array([int.from_bytes(key[:8], "little") for key in keys], dtype="<u8")
    table = np.zeros(1 << 16, bool)
    table[_middle(wanted)] = True
    near = np.flatnonzero(table[_middle(heads)])
    near = near[np.isin(heads[near], wanted)]
    whole = set(keys)
    found = registry.column("pubkey")[near].tolist()
    return [row for row, key in zip(near.tolist(), found, strict=True) if key in whole]


def _middle(heads: Array) -> Array:
    """16 bits of each: not the first ones, of which some are the same in all keys."""
    import numpy as np

    return (heads >> np.uint64(24)).astype(np.uint16)
