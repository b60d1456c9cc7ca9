"""libFuzzer on the public API: ``python tests/fuzz/fuzz_api.py TARGET FOLDER [-runs=1000 ...]``.

Needs atheris.  The targets are those of tests/support/hostile.py; their seeds are put into the
folder, where libFuzzer keeps what it finds of interest.
"""

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[1]))

with atheris.instrument_imports(include=["pyssz"]):
    from support.hostile import TARGETS


def main() -> None:
    name, folder, *options = sys.argv[1:]
    target = TARGETS[name]
    corpus = Path(folder)
    corpus.mkdir(parents=True, exist_ok=True)
    for i, seed in enumerate(target.seeds):
        (corpus / f"seed-{i}").write_bytes(seed)
    if target.words:
        words = corpus.with_suffix(".words")
        words.write_text("".join(f'"{escaped(word)}"\n' for word in target.words))
        options.append(f"-dict={words}")
    atheris.Setup([sys.argv[0], *options, folder], target.run)
    atheris.Fuzz()


def escaped(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode())


if __name__ == "__main__":
    main()
