"""The SSZ libraries that are measured side by side.

Some run in this process, the others in processes of their own, which peers/build.py makes.  All of
them take the same requests and give the same answers (peers/README.md), so that everything that is
measured of one is measured of the others in the same way.
"""

from __future__ import annotations

import functools
import io
import json
import platform
from collections.abc import Callable
from importlib import metadata, util
from typing import Any

import numpy as np

import json_text
import pyssz
from cores import room_for
from json_text import JsonAdapter
from peers.client import Peer, command_of
from plain_objects import PlainAdapter
from pyssz.hashing import hash_tree_roots
from pyssz.proof import prove
from tasks import Adapter, Answer, Request, Session, SpecAdapter
from workloads import Workload, type_named


class Library:
    """An SSZ library.

    Attributes:
        name: what it is called in tables.
        language: what it is written in, and what runs it.
        is_slow: it takes seconds for a large state, and minutes for a huge one.
        takes_huge: it is worth waiting for on a huge state.
        only: the operations that it is for; empty: all.
    """

    name: str
    language: str
    is_slow = False
    takes_huge = True
    only: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name

    def missing(self) -> str:
        """Why it can't be measured here; empty if it can."""
        raise NotImplementedError

    def version(self) -> str:
        raise NotImplementedError

    def ask(self, asked: Request) -> Answer:
        """Do what is asked (peers/README.md says how)."""
        raise NotImplementedError

    def rest(self) -> None:
        """Let go of what was kept from one request for the next."""


# ---- libraries in this process -------------------------------------------------------------------


class InProcess(Library):
    """A library of Python that is imported here; also measured by what peers are not asked for.

    Attributes:
        distribution: its name in the package index.
        module: the module to import.
    """

    language = f"{platform.python_implementation()} {platform.python_version()}"
    distribution: str
    module: str

    def __init__(self, adapter: Callable[[], Adapter]) -> None:
        self._adapter = adapter

    @functools.cached_property
    def adapter(self) -> Adapter:
        return self._adapter()

    @functools.cached_property
    def _session(self) -> Session:
        return Session(self.adapter)

    def missing(self) -> str:
        return "" if util.find_spec(self.module) else "not installed"

    def version(self) -> str:
        return metadata.version(self.distribution)

    def ask(self, asked: Request) -> Answer:
        with room_for(asked.get("threads", 1)):
            return self._session.answer(asked)

    def rest(self) -> None:
        self.__dict__.pop("_session", None)

    def type_named(self, preset: str, name: str) -> Any:
        """The library's class for a type of Deneb."""
        return self.adapter.type_named(f"{preset}.deneb.{name}")

    def decoder(self, workload: Workload) -> Callable[[bytes], Any]:
        """What makes a value from bytes."""
        return self.adapter.decoder(self.adapter.type_named(workload.identity))

    def rounds(self, workload: Workload) -> int | None:
        """How often what takes the library longest is to be done; None: as usual."""
        return 1 if self.is_slow and workload.is_large else None


class PysszAdapter(Adapter):
    def type_named(self, identity: str) -> Any:
        return type_named(identity)

    def encode_into(self, cls: Any, value: Any, buffer: bytearray) -> Callable[[], Any]:
        return functools.partial(value.encode_into, buffer)

    def sizer(self, cls: Any, value: Any) -> Callable[[], int]:
        size: Callable[[], int] = value.value_byte_length
        return size

    def reader(self, cls: Any) -> Callable[[io.BytesIO, int], Any]:
        read: Callable[[io.BytesIO, int], Any] = cls.decode_from
        return read

    def writer(self, cls: Any, value: Any) -> Callable[[io.BytesIO], Any]:
        write: Callable[[io.BytesIO], Any] = value.encode_to
        return write

    def worker(self, cls: Any, *, rooted: bool) -> Callable[[list[bytes]], Any]:
        if not rooted:
            decode_many: Callable[[list[bytes]], Any] = cls.decode_many
            return decode_many
        return lambda messages: hash_tree_roots(cls.decode_many(messages))[-1]

    def to_objects(self, cls: Any, value: Any) -> Any:
        return value.to_obj()

    def set_balance(self, state: Any, index: int, amount: int) -> None:
        state.balances[index] = amount

    def set_field(self, state: Any, index: int, amount: int) -> None:
        state.validators[index].exit_epoch = amount

    def set_all_balances(self, state: Any, amount: int) -> None:
        state.balances[:] = np.full(len(state.balances), amount, "<u8")

    def sum_column(self, state: Any) -> int:
        validators = state.validators
        if hasattr(validators, "to_numpy"):
            return int(validators.to_numpy()["effective_balance"].sum())
        return super().sum_column(state)

    def json_reader(self, cls: Any) -> Callable[[bytes], Any]:
        return functools.partial(pyssz.from_json, cls)

    def json_writer(self, cls: Any, value: Any) -> Callable[[], str]:
        return functools.partial(pyssz.to_json, value)

    def query(self, state: Any) -> int:
        return len(pyssz.query(state, ".validators[slashed].effective_balance").value)

    def prove(self, value: Any, gindex: int) -> Callable[[], Any]:
        return lambda: prove(value, gindex=gindex).branch


class RemerkleableAdapter(SpecAdapter):
    def type_named(self, identity: str) -> Any:
        from pyssz.conformance._remerkleable import remade

        return remade(type_named(identity))

    def sizer(self, cls: Any, value: Any) -> Callable[[], int]:
        size: Callable[[], int] = value.value_byte_length
        return size

    def to_objects(self, cls: Any, value: Any) -> Any:
        return value.to_obj()

    def set_balance(self, state: Any, index: int, amount: int) -> None:
        state.balances[index] = amount

    def set_field(self, state: Any, index: int, amount: int) -> None:
        state.validators[index].exit_epoch = amount

    def json_reader(self, cls: Any) -> Callable[[bytes], Any]:
        return lambda text: cls.from_obj(json.loads(text))

    def json_writer(self, cls: Any, value: Any) -> Callable[[], str]:
        return lambda: json.dumps(value.to_obj())

    def set_all_balances(self, state: Any, amount: int) -> None:
        state.balances = type(state.balances)([amount] * len(state.balances))


class Pyssz(InProcess):
    """The library of this project."""

    name = "pyssz"
    distribution = "pyssz"
    module = "pyssz"

    def version(self) -> str:
        return pyssz.__version__


class Remerkleable(InProcess):
    """remerkleable; its types are rebuilt from the definitions of pyssz.ethereum."""

    name = "remerkleable"
    distribution = "eth-remerkleable"
    module = "remerkleable"
    is_slow = True
    takes_huge = False


class PlainObjects(InProcess):
    """No library: what Python itself takes, with values that have no encoding and no range."""

    name = "plain objects"

    def __init__(self) -> None:
        super().__init__(lambda: PlainAdapter(type_named))

    def missing(self) -> str:
        return ""

    def version(self) -> str:
        return platform.python_version()

    def decoder(self, workload: Workload) -> Callable[[bytes], Any]:
        adapter = self.adapter
        assert isinstance(adapter, PlainAdapter)
        return adapter.decoder_of(workload.identity)


class JsonText(InProcess):
    """No library of SSZ: a parser of JSON, and a conversion of one's own into plain objects."""

    only = ("json_in", "json_out")

    def __init__(self, parser: str) -> None:
        super().__init__(lambda: JsonAdapter(parser))
        self.name = f"{parser} + own conversion"
        self._parser = parser

    def missing(self) -> str:
        return json_text.missing(self._parser)

    def version(self) -> str:
        return (
            platform.python_version() if self._parser == "json" else metadata.version(self._parser)
        )


# ---- libraries in processes of their own ---------------------------------------------------------


class Remote(Library):
    """A library that a peer runs.

    Args:
        peer: the name of the peer in peers/build.py.
        name: that of the library, as the peer knows it.
        is_slow: it takes seconds for a large state.
        takes_huge: it is worth waiting for on a huge one.
    """

    def __init__(
        self, peer: str, name: str, *, is_slow: bool = False, takes_huge: bool = True
    ) -> None:
        self.name = name
        self.is_slow, self.takes_huge = is_slow, takes_huge
        command, self._missing = command_of(peer)
        self._peer = Peer(command, name) if command else None

    def missing(self) -> str:
        return "" if self._peer else self._missing

    @property
    def language(self) -> str:
        assert self._peer is not None
        return self._peer.introduce()["language"]

    def version(self) -> str:
        assert self._peer is not None
        return self._peer.introduce()["version"]

    def ask(self, asked: Request) -> Answer:
        assert self._peer is not None
        return self._peer.ask(asked)

    def rest(self) -> None:
        if self._peer is not None:
            self._peer.stop()


PYSSZ = Pyssz(PysszAdapter)
REMERKLEABLE = Remerkleable(RemerkleableAdapter)

PLAIN = PlainObjects()

IN_PROCESS: tuple[InProcess, ...] = (PYSSZ, REMERKLEABLE)

LIBRARIES: tuple[Library, ...] = (
    *IN_PROCESS,
    *map(JsonText, json_text.PARSERS),
    Remote("py-ssz", "py-ssz", is_slow=True, takes_huge=False),
    Remote("eth-ssz-specs", "eth-ssz-specs", is_slow=True, takes_huge=False),
    Remote("go", "fastssz"),
    Remote("go", "dynamic-ssz generated"),
    Remote("go", "dynamic-ssz reflection"),
    Remote("go", "karalabe/ssz"),
    Remote("rust", "ethereum_ssz"),
    Remote("rust", "ethereum_ssz on milhouse"),
    Remote("rust", "libssz"),
    Remote("javascript", "@chainsafe/ssz values", takes_huge=False),
    Remote("javascript", "@chainsafe/ssz ViewDU", takes_huge=False),
)
