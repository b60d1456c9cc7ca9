"""Whatever strangers send - bytes, text, proofs, patches - there is an answer or an SSZError."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.hostile import TARGETS, Target
from support.strategies import examples


@st.composite
def damaged(draw: st.DrawFn, target: Target) -> bytes:
    """A seed with some pieces replaced, by bytes or by words of the target."""
    data = bytearray(draw(st.sampled_from(target.seeds)))
    piece = st.binary(max_size=6)
    if target.words:
        piece |= st.sampled_from([word.encode() for word in target.words])
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 6))] = draw(piece)
    return bytes(data)


def inputs(target: Target) -> st.SearchStrategy[bytes]:
    strategies = [damaged(target), st.binary(max_size=200)]
    if target.words:
        words = st.lists(st.sampled_from([*target.words, " "]), max_size=12)
        strategies += [words.map(lambda found: "".join(found).encode())]
    return st.one_of(strategies)


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_taken_or_refused(name: str) -> None:
    target = TARGETS[name]

    @examples(20 if name == "command" else 150)
    @given(inputs(target))
    def run(data: bytes) -> None:
        target.run(data)

    run()


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_are_taken(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They get as far as there is to go, so that damage to them does."""
    monkeypatch.setattr("support.hostile.refused", contextlib.nullcontext)
    for seed in TARGETS[name].seeds:
        TARGETS[name].run(seed)
