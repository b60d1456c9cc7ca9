"""Era files of mainnet's size: how long a block, a state's part, and verification take.

``python benchmarks/era_files.py FOLDER [BLOCKS] [VALIDATORS]`` makes a file in the folder, unless
it is there, and prints what it measured.  Transactions are made as contracts are called: words of
32 bytes, half of them noise, the others mostly zeros, so that blocks shrink as real ones do.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from cramjam import snappy

from pyssz import era
from pyssz.ethereum import networks
from pyssz.io.frames import FramesReader

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


def timed(call: Callable[[], Any], repeat: int) -> float:
    """Microseconds, the median."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1e6 * median(times)


def measure_blocks(path: Path) -> None:
    with era.open(path) as file:
        records = list(file.block_records())[:200]
        slots: list[Any] = [record.slot for record in records]
        streams = [bytes(record.data) for record in records]
        for _ in range(3):
            ours, theirs = [], []
            for slot, stream in zip(slots, streams, strict=True):
                ours.append(timed(lambda s=slot: file.block(s), 5))
                theirs.append(timed(lambda s=stream: snappy.decompress(s), 5))
        ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
        print(f"block by slot: {median(ours):.1f} us, cramjam alone {median(theirs):.1f} us")
        print(f"  ratio {ratio:.3f}")
        sizes = [len(file.block_bytes(slot) or b"") for slot in slots]
        packed = sum(map(len, streams)) / sum(sizes)
        print(f"  blocks of {median(sizes):.0f} bytes, compressed to {packed:.2f}")
    folder = path.parent

    def cold() -> None:
        archive = era.Archive(folder, "mainnet")
        archive.block(slots[3])

    archive = era.Archive(folder, "mainnet")

    def cold_file() -> None:
        archive._open.clear()
        archive.block(slots[3])

    warm = timed(lambda: archive.block(slots[3]), 30)
    print(
        f"cold archive: {timed(cold_file, 30) - warm:.1f} us more, with listing "
        f"{timed(cold, 30) - warm:.1f} us more"
    )


def measure_state(path: Path) -> None:
    with era.open(path) as file:
        record = file.state_record()
        print(f"state: {record.frames().size / 1e6:.0f} MB, {record.size / 1e6:.0f} MB compressed")
        print(f"  index of its chunks: {timed(record.frames, 5):.0f} us")
        opened = timed(lambda: file.state().slot, 5)
        one = timed(lambda: file.state().validators[1_000_000].effective_balance, 5)
        print(f"  slot: {opened:.0f} us, a validator: {one:.0f} us")


def child(path: Path, workers: int) -> None:
    """Verify, and tell the time, the CPU, and the memory beyond the page cache."""
    file = era.open(path)
    start, cpu = time.perf_counter(), time.process_time()
    peak = 0
    before = anonymous()

    def look(done: int, total: int) -> None:
        nonlocal peak
        peak = max(peak, anonymous() - before)

    file.verify(workers=workers, progress=look)
    print(
        json.dumps(
            {
                "seconds": time.perf_counter() - start,
                "cpu": time.process_time() - cpu,
                "peak": peak,
                "maxrss": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
            }
        )
    )


def anonymous() -> int:
    """Bytes of memory that are not pages of files."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    return 0


def bound(path: Path) -> None:
    """The same decompressing and hashing, and nothing else."""
    file = era.open(path)
    records = list(file.block_records())
    kind: Any = file.block_type(records[0].slot or 0)
    streams = [(record.data, len(record.content())) for record in records]
    out = bytearray(1 << 20)
    unpack = unhash = 0.0
    for stream, size in streams:
        start = time.process_time()
        snappy.decompress_into(stream, memoryview(out)[:size])
        unpack += time.process_time() - start
        message = kind.decode_bytes(bytes(out[:size])).message
        start = time.process_time()
        message.hash_tree_root()
        unhash += time.process_time() - start
    record = file.state_record()
    frames = record.frames()
    start = time.process_time()
    file.state_type().hash_tree_root_of(FramesReader(frames), frames.size)
    state = time.process_time() - start
    print(json.dumps({"unpack": unpack, "hash": unhash, "state": state}))


def measure_verification(path: Path) -> None:
    def run(*words: str) -> Any:
        line = [sys.executable, __file__, *words]
        return json.loads(subprocess.run(line, check=True, capture_output=True).stdout)

    limits = [run("bound", str(path)) for _ in range(3)]
    one = [run("child", str(path), "1") for _ in range(3)]
    two = [run("child", str(path), "2") for _ in range(3)]
    needed = median(sum(limit.values()) for limit in limits)
    cpu = median(row["cpu"] for row in one)
    alone, both = median(r["seconds"] for r in one), median(r["seconds"] for r in two)
    print(f"verify: {alone:.2f} s on one thread, {both:.2f} s on two: {alone / both:.2f} times")
    print(
        f"  decompressing and hashing alone {needed:.2f} s of {cpu:.2f} s CPU: {needed / cpu:.1%}"
    )
    print(f"  memory {max(row['peak'] for row in two) / 1e6:.0f} MB more, {limits[0]}")


def main() -> None:
    if sys.argv[1] == "child":
        child(Path(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1] == "bound":
        bound(Path(sys.argv[2]))
    else:
        folder = Path(sys.argv[1])
        count, validators = (
            int(word) for word in (sys.argv[2:] + ["1024", "2130000"][len(sys.argv) - 2 :])
        )
        folder.mkdir(parents=True, exist_ok=True)
        found = sorted(folder.glob("mainnet-*.era"))
        path = found[0] if found else make(folder, count, validators)
        print(f"{path.name}: {path.stat().st_size / 1e6:.0f} MB")
        measure_blocks(path)
        measure_state(path)
        measure_verification(path)


if __name__ == "__main__":
    main()
