"""The objects that the benchmarks work on, made here, byte for byte.

Every workload is the same on every machine and with every version of its dependencies: the bytes
that stand for hashes, keys and signatures come out of SHAKE-128.  blocks.py, states.py and small.py
put them together, and not the library under test.

Where the environment variable ``PYSSZ_BENCH_DATA`` names a directory, a workload whose file is
there is read from it instead: real objects, of the names in ``Workload.file``.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import messages
from blocks import FEW, FULL, SMALL, gloas_signed_block, signed_block
from pyssz.ethereum import load
from small import accounting, batch, capability_exchange, large_event, small_event, watchdog
from states import electra_state, gloas_state, state
from writing import MAINNET, MINIMAL

DATA_VARIABLE = "PYSSZ_BENCH_DATA"

# How many validators mainnet has had by the time of writing.
VALIDATORS = 2_113_172

# ---- workloads -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Workload:
    """One SSZ object to measure on, or a batch of small ones.

    Attributes:
        name: preset or fork, what it is, and its size: ``mainnet-block-130k``.
        identity: its type: preset, fork and name, or the name of a message.
        make: gives the bytes of the object made here.
        root: the hash_tree_root of the object made here, computed by remerkleable; of the two
            largest by dynamic-ssz and tree_hash.
        file_root: that of the real object, if one is known.
        is_step: it is there for the cost against the size only.
        is_batch: it is many messages, each after its size in four bytes.
    """

    name: str
    identity: str
    make: Callable[[], bytes]
    root: str
    file_root: str = ""
    is_step: bool = False
    is_batch: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def preset(self) -> str:
        """The preset of its type."""
        return self.identity.partition(".")[0]

    @property
    def file(self) -> str:
        """The name that a real object's file has."""
        return f"deneb-{self.name}.ssz"

    @property
    def cls(self) -> Any:
        """Its type in pyssz."""
        return type_named(self.identity)

    @functools.cached_property
    def path(self) -> Path | None:
        """The real object's file, if there is one."""
        directory = os.environ.get(DATA_VARIABLE) if self.file_root else None
        path = Path(directory, self.file) if directory else None
        return path if path is not None and path.is_file() else None

    @property
    def data(self) -> bytes:
        """The encoding of the object."""
        return _data(self)

    @property
    def expected_root(self) -> str:
        """The hash_tree_root of the object, in hex."""
        return self.file_root if self.path else self.root

    @property
    def is_state(self) -> bool:
        return self.identity.endswith("BeaconState")

    @property
    def is_large(self) -> bool:
        """Whether it is a state of many megabytes, on which some libraries take seconds."""
        return self.is_state and self.name not in ("minimal-state-66k", "mainnet-state-3m")

    @property
    def is_huge(self) -> bool:
        """Whether it is a state on which some libraries take minutes."""
        return self.name in ("mainnet-state-142m", "mainnet-state-297m", "electra-state-306m")


@functools.lru_cache(maxsize=6)
def _data(workload: Workload) -> bytes:
    return workload.path.read_bytes() if workload.path else workload.make()


def type_named(identity: str) -> Any:
    """pyssz's type of an identity such as ``mainnet.deneb.BeaconState`` or ``messages.Event``."""
    preset, _, rest = identity.partition(".")
    if preset == "messages":
        return getattr(messages, rest)
    fork, _, name = rest.partition(".")
    return load(preset)[fork][name]


# ---- the table -----------------------------------------------------------------------------------

BLOCK, STATE = "SignedBeaconBlock", "BeaconState"


WORKLOADS = (
    Workload(
        "mainnet-block-1k",
        f"mainnet.deneb.{BLOCK}",
        lambda: signed_block(MAINNET, SMALL),
        "ea499ea172ada3276659fe8082b3e658e075c76f80b76ab628f9745215836736",
        "967e739751ec4f3782373cdaf12e527583b7844b5d3d6277c21bfb601fa7efad",
    ),
    Workload(
        "mainnet-block-130k",
        f"mainnet.deneb.{BLOCK}",
        lambda: signed_block(MAINNET, FULL),
        "5744c23cd5806c67de3a547eedc50be77dd184c78ce96bf79e2e1da4ddbfea22",
        "cc146d9c989f6411ec716aa975a3b90967e85bf351e32c3a7a6a02fcdef25452",
    ),
    Workload(
        "minimal-block-2k",
        f"minimal.deneb.{BLOCK}",
        lambda: signed_block(MINIMAL, SMALL),
        "9257106aa376a6c46f7ac28b1925b4fd4439c8e62cd08ecd4845c3be6e852797",
        "b326ac64177d1743eb35d1fd41f7458495218825237396340fa8d739dc05fb8e",
    ),
    Workload(
        "minimal-block-130k",
        f"minimal.deneb.{BLOCK}",
        lambda: signed_block(MINIMAL, FULL),
        "8803793c515811bca2fcfa62a91372469b2095b4aa3767b569d8adffd7517a99",
        "cc56a803a91397f812dbdc43d3a950c6bafb1c5ee2b27315e509803d8ea018c1",
    ),
    Workload(
        "mainnet-state-3m",
        f"mainnet.deneb.{STATE}",
        lambda: state(MAINNET, 384),
        "59f25baf3eb8156c6ab465453ed23948e16aa0b8e5374087e385bf60362b2da8",
        "09287b59571a3a0b535b7cfb6eeeb68bd4852fc327ea670c5d59b4f1bfb426cf",
    ),
    Workload(
        "mainnet-state-17m",
        f"mainnet.deneb.{STATE}",
        lambda: state(MAINNET, 100_000),
        "9beb4309ec4c8b7637264b7454dfea6180d1636e1056f2fea7a58af27b294898",
        "ff93e7c7962ea197b2e8e95f45ab0f755e494a31f3042544de35da47cb4f4d1a",
    ),
    Workload(
        "minimal-state-66k",
        f"minimal.deneb.{STATE}",
        lambda: state(MINIMAL, 64),
        "20028aceea220aa3738650fb976fd6f53fa5adce3ab93a5396fad3b8976ff10d",
        "ac358c18c167acfa835276f0238adb63aa98fa83bff65b2d393e659412a6bfdc",
    ),
    Workload(
        "minimal-state-14m",
        f"minimal.deneb.{STATE}",
        lambda: state(MINIMAL, 100_000),
        "7fd954d430e3e439601d385961540e57ed291f4f420ad35d4064120545038415",
        "a0451b0623d85c0dcb1db8922602a3b7055d1ee161d68c51ecffd45c14abe5d4",
    ),
    Workload(
        "electra-state-19m",
        f"mainnet.electra.{STATE}",
        lambda: electra_state(MAINNET, 100_000, 10_000),
        "9095ce37c9d84400a86f60d35e44861242972bb331a6822e4e087865f1e0e148",
    ),
    Workload(
        "gloas-block-53k",
        f"mainnet.gloas.{BLOCK}",
        lambda: gloas_signed_block(MAINNET, FEW),
        "3c839f36853ffe78ae7df382e333320d2a64b1d36de7a236738d85631eda646c",
    ),
    Workload(
        "gloas-state-19m",
        f"mainnet.gloas.{STATE}",
        lambda: gloas_state(MAINNET, 100_000, 10_000),
        "05f4cdd40908e71cc907ef0878ae5a03d1741f89d22e1902dfb30badc0c5ce7c",
    ),
    # Steps between the others, for the plot of cost against size.
    Workload(
        "mainnet-state-4m",
        f"mainnet.deneb.{STATE}",
        lambda: state(MAINNET, 10_000),
        "8389e8e88df5786f08897c2b32b2309c44f2f55147e01153770aaee30740df3a",
        is_step=True,
    ),
    Workload(
        "mainnet-state-142m",
        f"mainnet.deneb.{STATE}",
        lambda: state(MAINNET, 1_000_000),
        "553cb6f8892c1b127ff1b2c68f097db1b275ee2abbd5416490ade9096a5b7e86",
        is_step=True,
    ),
    Workload(
        "mainnet-state-297m",
        f"mainnet.deneb.{STATE}",
        lambda: state(MAINNET, VALIDATORS),
        "448fa12075bbc6eec37a5e82f34b6648d38fb6ecbc72a1074544d076dbbdaeb9",
    ),
    Workload(
        "electra-state-306m",
        f"mainnet.electra.{STATE}",
        lambda: electra_state(MAINNET, VALIDATORS, 50_000),
        "be2a8c6d8650a0617e9dbc3ffd59f44509231e2c1b01842d1df21fbc55c4cf86",
    ),
    # Messages: one, and ten thousand of which the last one's root is given.
    Workload(
        "watchdog",
        "messages.Watchdog",
        lambda: watchdog(1),
        "f3ec4f2ef5f0f410aa06d443a73a63b231f092037619c70e5b55bd2016db5457",
    ),
    Workload(
        "capability",
        "messages.CapabilityExchange",
        lambda: capability_exchange(1),
        "2753018925a02b1d757085347fa7daea95d516942c7080e929bdd2daddc47efa",
    ),
    Workload(
        "accounting",
        "messages.Accounting",
        lambda: accounting(1),
        "76a4c4f33d25f19dad268bbb55905b83b53ff4a43a9b4838d4cb0f0586d64e80",
    ),
    Workload(
        "event-small",
        "messages.Event",
        lambda: small_event(1),
        "239e2f6c423eec22cf710ba39dc926e2d22572abf90bcae34465eed1eb09a879",
    ),
    Workload(
        "event-large",
        "messages.Event",
        lambda: large_event(1),
        "7ff296a5491e22f33f351e88f1737e748cd8f3e5a2788047b0b306d956147160",
    ),
    Workload(
        "accounting-10k",
        "messages.Accounting",
        lambda: batch(accounting),
        "439040f9dc98937080dfa3fb0d950907c05c5c4f3b3f90e9b534209e05c480af",
        is_batch=True,
    ),
    Workload(
        "events-10k",
        "messages.Event",
        lambda: batch(small_event),
        "685c86940c9411eb59eccb8f901beb13cdeee4d4dbf7c8fb3a23f2fad1b46281",
        is_batch=True,
    ),
)

BY_NAME = {workload.name: workload for workload in WORKLOADS}
