"""YAML of strangers: what a text may cost, and what it may hold."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from pyssz import Container, DecodeError, List, Vector, boolean, from_yaml, to_yaml, uint8, uint64
from pyssz.base.yaml import YamlError, read_yaml
from support.refused import refused


class Point(Container):
    x: uint64
    y: boolean


Points = List[Point, 2**20]


@pytest.fixture(params=["libyaml", "python"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each test runs with both parsers of PyYAML."""
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML comes without libyaml")
    return str(request.param)


# ---- what it costs -------------------------------------------------------------------------------

BOMB = "a: &a [x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(9 * [f'*{before}'])}]\n"
    for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)


HOSTILE = {
    "lists": ("[" * 40_000, "nested too deeply"),
    "objects": ("{a: " * 40_000, "nested too deeply"),
    "dashes": ("- " * 40_000, "nested too deeply"),
    "questions": ("? " * 40_000, "expected a name"),
    "aliases": (BOMB, "aliases expand to too much"),
    "aliased text": ("- &a " + "x" * 20_000 + "\n- *a" * 20_000, "aliases expand to too much"),
    "itself": ("&a [*a]", "alias *a inside of itself"),
    "nowhere": ("[*a]", "alias *a without an anchor"),
    "directives": ("%TAG !a! b\n" * 20_000 + "--- 1", "too many directives"),
    "digits": ("9" * 100_000, "a number of 100000 digits is too long"),
    "int": ("x: !!int ''", "tag tag:yaml.org,2002:int is not supported"),
    "bool": ("x: !!bool x", "tag tag:yaml.org,2002:bool is not supported"),
    "time": ("x: !!timestamp x", "tag tag:yaml.org,2002:timestamp is not supported"),
    "str": ("x: !!str x", "tag tag:yaml.org,2002:str is not supported"),
    "object": ("!!python/object/apply:os.getcwd []", "os.getcwd is not supported"),
    "merge": ("a: &a {x: 1}\n<<: *a", "merge keys are not supported"),
    "twice": ("{x: 1, x: 2}", "x is given twice"),
    "list as a name": ("{[1]: 2}", "expected a name"),
    "alias as a name": ("a: &a [1]\n*a : 2", "expected a name"),
    "documents": ("--- 1\n--- 2", "a second document is not supported"),
    "escape": (r'"\UFFFFFFFF"', ""),
    "control": ("a\0b", ""),
    "surrogate": ("\ud800", ""),
    "hex": ("x: 0x10", "'0x10' is a number that is not decimal; hex takes quotes"),
    **{
        text: (text, f"'{text}' is a number that is not decimal")
        for text in (
            "010",
            "0o10",
            "0b11",
            "1:30",
            "1_000",
            "1.5",
            "1e3",
            ".5",
            ".inf",
            "08",
            "+07",
        )
    },
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_refused_before_it_costs_anything(name: str) -> None:
    text, problem = HOSTILE[name]
    started = time.process_time()
    with pytest.raises(DecodeError, match=r"^not YAML: ") as caught:
        from_yaml(Point, text)
    # The figure is for what took minutes or the process, not for a machine's speed.
    assert time.process_time() - started < 20
    assert caught.value.code == "NOT_YAML"
    assert problem in caught.value.message
    assert len(caught.value.message) < 300
    assert "\n" not in caught.value.message


def test_an_error_has_its_place() -> None:
    with refused(
        DecodeError, "NOT_YAML", "not YAML: x is given twice - at List[Point, 2] (line 3, column 3)"
    ):
        from_yaml(List[Point, 2], "- x: 1\n  y: true\n  x: 2\n")


def test_nesting_takes_no_stack() -> None:
    """As deep as is allowed, and each level of either kind."""
    for start, end in (("[", "]"), ("{a: ", "}")):
        assert read_yaml(start * 128 + end * 128) is not None
        with pytest.raises(YamlError, match="nested too deeply"):
            read_yaml(start * 129 + end * 129)


def test_types_that_nest_deepest_come_back() -> None:
    kind: Any = uint8
    value: Any = 1
    for _ in range(127):
        kind = Vector[kind, 1]
        value = [value]
    made = kind.from_obj(value)
    assert from_yaml(kind, to_yaml(made)) == made


# ---- what it holds -------------------------------------------------------------------------------


def test_aliases_are_taken() -> None:
    point = Point(x=5, y=True)
    text = "- &a {x: &n 5, y: true}\n- *a\n- {x: *n, y: true}\n"
    assert from_yaml(Points, text) == [point] * 3
    many = "- &a {x: 5, y: true}\n" + "- *a\n" * 1000
    assert from_yaml(Points, many) == [point] * 1001
    again = "- &a {x: 1, y: true}\n- &a {x: 5, y: true}\n- *a\n"
    assert from_yaml(Points, again)[2] == point


def scalars() -> Iterator[tuple[str, Any]]:
    yield from (("5", 5), ("-5", -5), ("+5", 5), ("0", 0), ("-0", 0), ("9" * 78, int("9" * 78)))
    yield from ((word, None) for word in ("~", "null", "Null", "NULL", ""))
    yield from ((word, True) for word in ("true", "True", "TRUE"))
    yield from ((word, False) for word in ("false", "False", "FALSE"))
    yield from ((word, word) for word in ("yes", "no", "on", "off", "nul", "2001-12-14", "=", "a"))
    yield from (("'5'", "5"), ('"true"', "true"), ("'0x10'", "0x10"), ('"\\x41"', "A"), ("''", ""))
    yield from (("|\n 5\n", "5\n"), (">-\n 5\n", "5"), ("# nothing", None))


@pytest.mark.parametrize(("text", "value"), list(scalars()))
def test_scalars(text: str, value: Any) -> None:
    found = read_yaml(text)
    assert (found, type(found)) == (value, type(value))


def test_names_are_text_as_it_is_written() -> None:
    text = "{1: a, true: b, ~: c, on: d, 010: e, 'q r': f}"
    names = ["1", "true", "~", "on", "010", "q r"]
    assert read_yaml(text) == dict(zip(names, "abcdef", strict=True))


def test_documents_and_encodings() -> None:
    for text in ("--- {x: 1, y: true}\n...\n", "%YAML 1.1\n---\nx: 1\ny: true\n", "x: 1\ny: true"):
        for source in (text, text.encode(), text.encode("utf-16"), text.encode("utf-8-sig")):
            assert from_yaml(Point, source) == Point(x=1, y=True)
    with pytest.raises(DecodeError, match="invalid start byte at byte 3"):
        from_yaml(Point, b"x: \xff")
    with refused(DecodeError, "WRONG_TYPE", "expected an object, got None - at Point"):
        from_yaml(Point, "")


def test_what_pyyaml_reads_otherwise_is_not_taken() -> None:
    """Of its words only true and false are booleans here; no number depends on the version."""
    for text in ("{x: 1, y: yes}", "{x: 1, y: on}"):
        with pytest.raises(DecodeError, match="expected true or false"):
            from_yaml(Point, text)
