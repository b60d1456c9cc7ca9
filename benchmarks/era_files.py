"""Era files of mainnet's size: how long a block, a state's part, verification and tables take.

``nox -s bench -- --era [FOLDER [BLOCKS [VALIDATORS]]]`` makes a file in the folder, unless one is
there, prints what it measured, and puts it into docs/era.md.  Transactions are made as contracts
are called: words of 32 bytes, half of them noise, the others mostly zeros, so that blocks shrink as
real ones do.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import cramjam

import era_page
from pyssz import beacon, era
from pyssz.ethereum import networks
from pyssz.io import snappy
from pyssz.io.frames import FramesReader

FOLDER = Path(__file__).parents[1] / ".benchmarks" / "era"

Figures = dict[str, float]

STATE_SLOT = 1054 * 8192

BLOCK_BYTES = 130_000


def calldata(chance: random.Random, size: int) -> bytes:
    words = []
    for _ in range(size // 32):
        kind = chance.randrange(4)
        zeros = (0, 0, 12, 28)[kind]
        words.append(bytes(zeros) + chance.randbytes(32 - zeros))
    return b"".join(words)


def make_block(types: Any, slot: int, parent: bytes, chance: random.Random) -> Any:
    transactions = [calldata(chance, chance.randrange(200, 1200)) for _ in range(140)]
    attestation = {
        "aggregation_bits": [chance.random() < 0.98 for _ in range(400)],
        "data": {"slot": slot - 1, "beacon_block_root": parent},
        "signature": chance.randbytes(96),
    }
    body = types.BeaconBlockBody(
        randao_reveal=chance.randbytes(96),
        attestations=[attestation] * 100,
        execution_payload={"transactions": transactions, "extra_data": b"bench"},
    )
    message = types.BeaconBlock(slot=slot, proposer_index=7, parent_root=parent, body=body)
    return types.SignedBeaconBlock(message=message, signature=chance.randbytes(96))


def make(folder: Path, count: int, validators: int) -> Path:
    """An era whose first ``count`` slots have blocks, and a state of so many validators."""
    from states import state as state_bytes
    from writing import MAINNET

    network = networks.mainnet
    chance = random.Random(7)
    slots = range(STATE_SLOT - 8192, STATE_SLOT)
    types = network.types_at(slots.start)
    pieces = [make_block(types, slots.start, bytes(32), chance) for _ in range(16)]
    state = network.types_at(STATE_SLOT).BeaconState.decode_bytes(state_bytes(MAINNET, validators))
    state = state.copy()
    roots: list[bytes] = []
    for number, slot in enumerate(slots):
        if number >= count:
            break
        block = pieces[number % 16].copy()
        block.message.slot = slot
        roots.append(block.message.hash_tree_root())
    state.block_roots = roots + roots[-1:] * (8192 - len(roots))
    state.slot = STATE_SLOT
    state.historical_roots = list(state.historical_roots)[:758]
    summary = {
        "block_summary_root": state.block_roots.hash_tree_root(),
        "state_summary_root": state.state_roots.hash_tree_root(),
    }
    state.historical_summaries = [*list(state.historical_summaries)[: 1053 - 758], summary]

    def blocks() -> Iterator[Any]:
        for number, slot in enumerate(slots[:count]):
            block = pieces[number % 16].copy()
            block.message.slot = slot
            yield types.SignedBeaconBlock.decode_bytes(block.encode_bytes())

    sealed = type(state).decode_bytes(state.encode_bytes())
    return era.write(folder, blocks(), sealed, network=network)


def timed(call: Callable[[], Any], repeat: int, clock: Callable[[], float]) -> list[float]:
    """Seconds of each of some rounds."""
    times = []
    for _ in range(repeat):
        start = clock()
        call()
        times.append(clock() - start)
    return times


def cpu(call: Callable[[], Any], repeat: int = 5) -> float:
    """Seconds of processor time of all threads: the least, as what else is running only adds."""
    return min(timed(call, repeat, time.process_time))


def wall(call: Callable[[], Any], repeat: int) -> float:
    """Seconds, the median."""
    return median(timed(call, repeat, time.perf_counter))


def measure_blocks(path: Path) -> Figures:
    """A block by its slot, beside decompressing it and nothing else; each in turn."""
    with era.open(path) as file:
        records = list(file.block_records())[:200]
        streams = [bytes(record.data) for record in records]
        sizes = [len(file.block_bytes(record.slot or 0) or b"") for record in records]
        ways: tuple[Callable[[int], Any], ...] = (
            lambda n: file.block(records[n].slot or 0),
            lambda n: snappy.decompress(streams[n]),
            lambda n: cramjam.snappy.decompress(streams[n]),
        )
        for way in ways:
            way(0)
        times = [
            [wall(lambda way=way, n=n: way(n), 7) for way in ways]  # type: ignore[misc]
            for n in range(len(records))
        ]
    slot = records[3].slot or 0
    archive = era.Archive(path.parent, "mainnet")

    def cold_file() -> None:
        archive._open.clear()
        archive.block(slot)

    warm = wall(lambda: archive.block(slot), 30)
    block, ours, theirs = (median(column) for column in zip(*times, strict=True))
    return {
        "block": block,
        "block / pyssz's decompression": median(row[0] / row[1] for row in times),
        "block / cramjam's decompression": median(row[0] / row[2] for row in times),
        "block decompressed": ours,
        "block decompressed by cramjam": theirs,
        "block, file not open yet": wall(cold_file, 30) - warm,
        "block, archive not listed yet": wall(
            lambda: era.Archive(path.parent, "mainnet").block(slot), 30
        )
        - warm,
        "block bytes": median(sizes),
        "block bytes compressed": sum(map(len, streams)) / len(streams),
    }


def measure_state(path: Path) -> Figures:
    """What of a state costs what."""
    with era.open(path) as file:
        record = file.state_record()
        state = file.state()
        count = len(state.validators)
        state.validators.to_numpy()
        state.balances.to_numpy()
        return {
            "state bytes": record.frames().size,
            "state bytes compressed": record.size,
            "validators": count,
            "state decompressed": cpu(record.content),
            "state's index of chunks": cpu(record.frames, 5),
            "state, its slot": cpu(lambda: file.state().slot, 5),
            "state, a validator": cpu(lambda: file.state().validators[count // 2].slashed, 5),
            "statuses of all validators": cpu(lambda: beacon.validators(state), 5),
            "balances of all validators": cpu(lambda: beacon.balances(state), 5),
        }


def needed(file: era.EraFile) -> float:
    """Decompressing and hashing, and nothing else: its seconds of processor time."""
    out = bytearray(1 << 20)
    spent = 0.0
    for record in file.block_records():
        stream, content = record.data, record.content()
        kind: Any = file.block_type(record.slot or 0)
        message = kind.decode_bytes(content).message
        start = time.process_time()
        cramjam.snappy.decompress_into(stream, memoryview(out)[: len(content)])
        message.hash_tree_root()
        spent += time.process_time() - start
    return spent + cpu(lambda: state_root(file), 1)


def state_root(file: era.EraFile) -> None:
    frames = file.state_record().frames()
    file.state_type().hash_tree_root_of(FramesReader(frames), frames.size)


def measure_verification(path: Path, rounds: int = 7) -> Figures:
    """In turn with what it can't do without, so that a busy machine is so for both."""
    with era.open(path) as file:
        blocks = sum(1 for _ in file.block_records())
        measured = [
            (
                needed(file),
                cpu(lambda: file.verify(workers=1), 1),
                cpu(lambda: state_root(file), 1),
                wall(lambda: file.verify(workers=1), 1),
                wall(lambda: file.verify(workers=2), 1),
            )
            for _ in range(rounds)
        ]
    least, total, state, one, two = (min(column) for column in zip(*measured, strict=True))
    return {
        "blocks": blocks,
        "block verified": (total - state) / blocks,
        "state verified": state,
        "verification, of it decompressing and hashing": least / total,
        "verification, two threads over one": one / two,
    }


def measure_tables(path: Path) -> Figures:
    """Columns of all blocks, and of all validators to Parquet."""
    archive = era.Archive(path.parent)
    (file,) = archive.files
    with era.open(file) as opened:
        blocks = sum(1 for _ in opened.block_records())
    one = archive.table(".message.proposer_index")
    votes = archive.table(".message.body.attestations[*].data", keys={"block_slot": "slot"})
    found = {
        "block, one value as a column": cpu(lambda: list(one.batches())) / blocks,
        "block, data of 100 attestations": cpu(lambda: list(votes.batches())) / blocks,
    }
    with tempfile.TemporaryDirectory() as folder:
        names = iter(range(100))
        write = validators_to_parquet(archive, Path(folder))
        found["state, three columns to Parquet"] = cpu(lambda: write(str(next(names))))
    return found


def validators_to_parquet(archive: era.Archive, folder: Path) -> Callable[[str], Any]:
    names = ["effective_balance", "exit_epoch", "slashed"]
    table = archive.table(".validators", ("epoch", "index"), of="states", columns=names)
    return lambda name: table.to_parquet(folder / name)


# ---- memory --------------------------------------------------------------------------------------


def anonymous() -> int:
    """Bytes of memory that are not pages of files."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    return 0


def peak(path: Path, what: str) -> int:
    """Bytes that something takes beyond the page cache; in a process of its own."""
    from threading import Event, Thread

    with tempfile.TemporaryDirectory() as name:
        archive = era.Archive(path.parent)
        write = validators_to_parquet(archive, Path(name))
        if what == "table":
            archive.table(".message.slot").schema  # noqa: B018 - so that pyarrow is there
        before, highest, done = anonymous(), 0, Event()

        def look() -> None:
            nonlocal highest
            while not done.wait(0.002):
                highest = max(highest, anonymous())

        watch = Thread(target=look)
        watch.start()
        if what == "table":
            write("out")
        else:
            list(archive.verify(workers=2))
        done.set()
        watch.join()
    return highest - before


def measure_memory(path: Path) -> Figures:
    def run(what: str) -> float:
        line = [sys.executable, __file__, "peak", str(path), what]
        return float(subprocess.run(line, check=True, capture_output=True).stdout)

    return {f"memory, {what}": run(what) for what in ("verification", "table")}


def main() -> None:
    if sys.argv[1:2] == ["peak"]:
        print(peak(Path(sys.argv[2]), sys.argv[3]))
        return
    words = [*sys.argv[1:], *[str(FOLDER), "1024", "2130000"][len(sys.argv) - 1 :]]
    folder, count, validators = Path(words[0]), int(words[1]), int(words[2])
    folder.mkdir(parents=True, exist_ok=True)
    found = sorted(folder.glob("mainnet-*.era"))
    path = found[0] if found else make(folder, count, validators)
    print(f"{path.name}: {path.stat().st_size / 1e6:.0f} MB")
    figures: Figures = {}
    for measure in (
        measure_blocks,
        measure_state,
        measure_verification,
        measure_tables,
        measure_memory,
    ):
        some = measure(path)
        for name, value in some.items():
            print(f"  {name}: {value:.6g}", flush=True)
        figures |= some
    era_page.keep(figures)


if __name__ == "__main__":
    main()
