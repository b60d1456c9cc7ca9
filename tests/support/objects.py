"""Objects of the consensus layer that tests open: real ones, and the made-up ones of this project.

The real ones are public, but too large to come with the project: they lie in the folder that
PYSSZ_SHARED names, or in `shared` beside the checkout.  What is known of them stands here.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pyssz.ethereum import type_named
from pyssz.io import snappy
from support import CHECKOUT, SHARED


@dataclass(frozen=True)
class StoredObject:
    """A file that holds an object.

    Attributes:
        path: the file; raw or framed snappy if its name says so.
        type_name: fork and type.
        preset: mainnet or minimal.
        size: bytes of SSZ in it.
        root: hash_tree_root, in hex.
        message_root: the root of the signed message, in hex; None for what is not signed.
    """

    path: Path
    type_name: str
    preset: str
    size: int
    root: str
    message_root: str | None = None

    @property
    def cls(self) -> Any:
        return type_named(self.type_name, self.preset)

    def read(self) -> bytes:
        """The SSZ bytes; the test that asks is skipped if the file is not there."""
        if not self.path.exists():
            pytest.skip(f"no {self.path}; set PYSSZ_SHARED")
        data = self.path.read_bytes()
        return snappy.decompress(data) if self.path.suffix == ".ssz_snappy" else data


# What the objects are, from the README beside them; the root of the genesis state is mainnet's own.
# For the messages of the two minimal blocks the README has roots that can't be: with them, a signed
# block would not have the root that the README has for it too.
_REAL = """
deneb-mainnet-block-1k.ssz deneb.SignedBeaconBlock mainnet 1338
  967e739751ec4f3782373cdaf12e527583b7844b5d3d6277c21bfb601fa7efad
  4d9dea0c49106747aac5977d4320e0b21c79a7c85ea25315376818e6eaf7f810
deneb-minimal-block-2k.ssz deneb.SignedBeaconBlock minimal 2005
  b326ac64177d1743eb35d1fd41f7458495218825237396340fa8d739dc05fb8e
  ac85e0ae7bc55273537a39513df6c44942909cc9193e637c1e64cf3748039c3f
phase0-mainnet-block-32k.ssz phase0.SignedBeaconBlock mainnet 32276
  546441b03f4ae95f5559d2ede83b396f4409889f335fd5e110566c13d0ded5de
deneb-minimal-state-66k.ssz deneb.BeaconState minimal 65686
  ac358c18c167acfa835276f0238adb63aa98fa83bff65b2d393e659412a6bfdc
deneb-mainnet-block-130k.ssz deneb.SignedBeaconBlock mainnet 129952
  cc146d9c989f6411ec716aa975a3b90967e85bf351e32c3a7a6a02fcdef25452
  3ba1743ae2c27eb5f32f42bcc98930d25ad32047dde93d98952eaa43783ea497
deneb-minimal-block-130k.ssz deneb.SignedBeaconBlock minimal 130124
  cc56a803a91397f812dbdc43d3a950c6bafb1c5ee2b27315e509803d8ea018c1
  1d990fd9766623932d9de8cf5522eccdf55d5bc1fdfe85859e0fdff50035e491
deneb-mainnet-state-3m.ssz deneb.BeaconState mainnet 2805013
  09287b59571a3a0b535b7cfb6eeeb68bd4852fc327ea670c5d59b4f1bfb426cf
phase0-mainnet-genesis-state.ssz_snappy phase0.BeaconState mainnet 5404504
  7e76880eb67bbdc86250aa578958e9d0675e64e714337855204fb5abaaf82c2b
deneb-minimal-state-14m.ssz deneb.BeaconState minimal 13913173
  a0451b0623d85c0dcb1db8922602a3b7055d1ee161d68c51ecffd45c14abe5d4
deneb-mainnet-state-17m.ssz deneb.BeaconState mainnet 16784725
  ff93e7c7962ea197b2e8e95f45ab0f755e494a31f3042544de35da47cb4f4d1a
"""


def _real_objects() -> list[StoredObject]:
    found = []
    for entry in _REAL.replace("\n  ", " ").strip().splitlines():
        file, type_name, preset, size, *roots = entry.split()
        path = SHARED / "data" / file
        found.append(StoredObject(path, type_name, preset, int(size), *roots))
    return found


def _own_objects() -> list[StoredObject]:
    folder = CHECKOUT / "fixtures" / "objects"
    table = json.loads((folder / "objects.json").read_text())
    return [
        StoredObject(
            folder / file, row["type"], row["preset"], row["size"], row["root"].removeprefix("0x")
        )
        for file, row in table.items()
    ]


REAL_OBJECTS = _real_objects()
OWN_OBJECTS = _own_objects()


def each(objects: list[StoredObject]) -> Any:
    """Run a test for each of the objects, as its argument ``stored``."""
    return pytest.mark.parametrize("stored", objects, ids=lambda stored: str(stored.path.name))
