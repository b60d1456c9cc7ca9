"""Whatever was done with values: once they are gone, everything of the C library is gone too."""

import copy
import gc
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import DecodeError, NavigationError, native
from support.objects import OWN_OBJECTS, REAL_OBJECTS, StoredObject, each
from support.strategies import Sample, built, examples, importable, mutations, samples


@pytest.fixture(autouse=True)
def everything_is_given_back() -> Iterator[None]:
    """After a test as many objects are alive as before it, and as many bytes are borrowed."""
    gc.collect()
    before, borrowed = native.live_objects(), len(native.values._borrowed)
    yield
    gc.collect()
    # Schemas belong to types, which the caches of other libraries may keep.
    assert native.live_objects()._replace(schemas=0) == before._replace(schemas=0)
    assert len(native.values._borrowed) == borrowed


@examples(100)
@given(samples(), st.data())
def test_random_values_leave_nothing(sample: Sample, data: st.DataObject) -> None:
    value = built(sample.cls, sample.plain)
    use(value)
    for _ in range(3):
        with suppress(DecodeError):
            use(sample.cls.decode_bytes(data.draw(mutations(value))))
    with importable(sample.cls):
        use(pickle.loads(pickle.dumps(value)))


@each(OWN_OBJECTS)
def test_objects_leave_nothing(stored: StoredObject) -> None:
    data = stored.read()
    for size in range(0, len(data), 100):
        with pytest.raises(DecodeError):
            stored.cls.decode_bytes(data[:size])
    for _ in range(20):
        use(stored.cls.decode_bytes(data))


def test_threads_leave_nothing() -> None:
    """Many threads that use one value, each its parts, and the last one to let go of it."""
    (stored,) = (stored for stored in OWN_OBJECTS if "BeaconState" in stored.type_name)
    value = stored.cls.decode_bytes(stored.read())
    threads = [threading.Thread(target=use, args=(value,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    del value
    for thread in threads:
        thread.join()


def use(value: Any) -> None:
    """Do what makes handles, or would if it did not fail."""
    value.hash_tree_root()
    twin = copy.deepcopy(value)
    assert twin == value
    assert hash(twin) == hash(value)
    repr(value)
    type(value).from_obj(value.to_obj()).hash_tree_root()
    if isinstance(value, (int, bytes)):
        return
    for part in parts_of(value):
        part.hash_tree_root()
    with pytest.raises(NavigationError):
        value.locate("no_such_part")


def parts_of(value: Any) -> list[Any]:
    """Some parts, and parts of parts, of any value."""
    if isinstance(value, (int, bytes)) or value is None:
        return []
    if hasattr(value, "selector"):
        parts = [value.value() if hasattr(value, "value") else value.data()]
    else:
        parts = list(value)[:40]
    below = [part for part in parts if hasattr(part, "hash_tree_root")]
    return below + [deeper for part in below[:5] for deeper in parts_of(part)]


# ---- at the end of the process -------------------------------------------------------------------

# What an interpreter does at its end, as far as it can still be watched: all modules go.
_END = """
import gc, pickle, sys
from pathlib import Path
from pyssz.ethereum import type_named
from pyssz.proof import prove
from pyssz._native import lib

cls = type_named(sys.argv[2], sys.argv[3])
state = cls.decode_bytes(Path(sys.argv[1]).read_bytes())
root = state.hash_tree_root()
validators = state.validators
proof = prove(state, "slot")
twin = pickle.loads(pickle.dumps(validators[0]))
live = lib.ssz_live_objects()
print(live.schemas, live.buffers, live.nodes, live.views)
if len(sys.argv) == 5:
    sys.kept = state  # a planted leak
del cls, state, validators, twin, proof, prove, type_named
for name in [name for name in sys.modules if name.split(".")[0] == "pyssz"]:
    del sys.modules[name]
gc.collect()
lib.ssz_trim()
live = lib.ssz_live_objects()
print(live.schemas, live.buffers, live.nodes, live.views)
if hasattr(lib, "ssz_memory_read"):
    print(lib.ssz_memory_read().allocations)
"""


@pytest.mark.parametrize("leak", [[], ["leak"]], ids=["clean", "planted"])
def test_nothing_is_left_when_the_interpreter_ends(leak: list[str]) -> None:
    """Neither values nor the schemas of types; and what is kept on purpose is noticed."""
    (stored,) = (stored for stored in OWN_OBJECTS if "BeaconState" in stored.type_name)
    command = [sys.executable, "-c", _END, stored.path, stored.type_name, stored.preset, *leak]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    in_use, left, *pieces = run.stdout.splitlines()
    assert all(int(count) > 0 for count in in_use.split())
    if leak:
        assert left != "0 0 0 0"
    else:
        assert left == "0 0 0 0"
        assert pieces in ([], ["0"])


# ---- memory of a large value ---------------------------------------------------------------------

# In a process of its own, where nothing else takes or gives memory.
_OPEN = """
import gc, os, sys, tracemalloc
from pathlib import Path
from pyssz import native
from pyssz.ethereum import type_named

def resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")

cls = type_named(sys.argv[2], sys.argv[3])
data = Path(sys.argv[1]).read_bytes()
try:
    cls.decode_bytes(b"")  # makes what is made once for the type, and no value
except ValueError:
    pass
gc.collect()
before = resident()
tracemalloc.start()
state = cls.decode_bytes(data)
fields = [getattr(state, name) for name in cls.fields()]
last = state.validators[len(state.validators) - 1].slashed, state.balances[0], state.slot
python, _ = tracemalloc.get_traced_memory()
tracemalloc.stop()
process = resident() - before
root = state.hash_tree_root()
del state, fields, last
gc.collect()
live = native.live_objects()
print(python, process, live.buffers + live.nodes + live.views, len(native.values._borrowed))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_opening_a_large_state_takes_no_memory() -> None:
    """Nothing is copied, and nothing is left: less than 1 MB beside the bytes, for 16.8 MB."""
    stored = max(REAL_OBJECTS, key=lambda stored: stored.size)
    stored.read()
    command = [sys.executable, "-c", _OPEN, stored.path, stored.type_name, stored.preset]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    python, process, live, borrowed = map(int, run.stdout.split())
    assert python < 100_000
    assert process < 1_000_000
    assert live == borrowed == 0


# A value that only the very last collection of garbage finds, when Python can't be called any more.
_OUTLIVING = """
import codecs, sys
from pathlib import Path
from pyssz import native
from pyssz.ethereum import type_named

class Keeper:
    def __call__(self, error):
        raise error

keeper = Keeper()
keeper.itself = keeper
keeper.state = type_named(sys.argv[2], sys.argv[3]).decode_bytes(Path(sys.argv[1]).read_bytes())
keeper.state.locate("slot")  # which makes a handle
print(len(native.values._borrowed))
codecs.register_error("kept", keeper)
"""


def test_what_outlives_the_interpreter_is_no_news() -> None:
    (stored,) = (stored for stored in OWN_OBJECTS if "BeaconState" in stored.type_name)
    command = [sys.executable, "-c", _OUTLIVING, stored.path, stored.type_name, stored.preset]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "1\n", "")
