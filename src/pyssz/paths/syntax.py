"""The text of paths: ``.validators[17].slashed``, read into steps.

::

    path       .name  name  path.name  path[selector]     a lone ``.`` is the value itself
               (path)[0:10]   some of all that the path in parentheses leads to
    selector   17  -1         an element, or the option of a union
               0:10  :  *     elements
               condition      the elements for which it holds
    word       len(path)  selector(path)  active_fields(path)
    aggregate  count(path)  sum(path)  min(path)  max(path)
    condition  a and b  a or b  not a  ( )  also && || !
               column  column == 5  != < <= > >=  column in [1, 2]
    column     name  name.name  name[3]  len(name)  @ (the element)  @index (its position)
    literal    5  1_000  31e9  2.5  0x01ff  true  false

Nothing is ever run: the text is cut into tokens, which a small parser reads once, from left to
right.  Numbers and nesting are bounded, so hostile text costs no more than its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple, NoReturn

from pyssz.base.errors import PathError
from pyssz.base.shown import shown

__all__ = [
    "ACTIVE_FIELDS",
    "AGGREGATES",
    "COUNT",
    "LENGTH",
    "SELECTOR",
    "WORDS",
    "Column",
    "Comparison",
    "Condition",
    "Element",
    "Field",
    "Junction",
    "Literal",
    "Negation",
    "Operand",
    "ParsedPath",
    "ParsedStep",
    "Slice",
    "Where",
    "parse",
]

#: Longest text of a path, in characters.
TEXT_LIMIT: Final = 4096
#: Parentheses and negations inside each other.
NESTING_LIMIT: Final = 32
#: Digits of a number, with its exponent written out: those of a uint256, and some more.
DIGITS_LIMIT: Final = 100

#: The step to the number of elements or bits that a list mixes into its root.
LENGTH: Final = "__len__"
#: The step to the bitvector of fields in use that a progressive container mixes into its root.
ACTIVE_FIELDS: Final = "__active_fields__"
#: The step to the selector that a union mixes into its root.
SELECTOR: Final = "__selector__"

#: The words that types mix into their roots, as steps, and how paths say them.
WORDS: Final = {LENGTH: "len", SELECTOR: "selector", ACTIVE_FIELDS: "active_fields"}

#: The step to how many parts a path leads to.
COUNT: Final = "__count__"
#: What is computed of all parts that a path leads to, as steps, and how paths say it.
AGGREGATES: Final = {COUNT: "count", "__sum__": "sum", "__min__": "min", "__max__": "max"}

_FUNCTIONS: Final = {name: step for step, name in {**WORDS, **AGGREGATES}.items()}


# ---- what a path says ----------------------------------------------------------------------------
# Columns count characters from 1.


@dataclass(frozen=True)
class Field:
    """A step to a field."""

    name: str
    column: int


@dataclass(frozen=True)
class Element:
    """A step to an element, from the end if the number is negative, or to a union's option."""

    number: int
    column: int


@dataclass(frozen=True)
class Slice:
    """A step to several elements: those from ``start`` to before ``stop``, as in Python.

    ``is_pick``: it follows parentheses, and is of all parts that the path in them leads to.
    """

    start: int | None
    stop: int | None
    column: int
    is_pick: bool = False


@dataclass(frozen=True)
class Where:
    """A step to the elements for which a condition holds; ``text`` is the condition as given."""

    condition: Condition
    text: str
    column: int


@dataclass(frozen=True)
class Column:
    """Something that every element has, or the element itself if there are no steps.

    Attributes:
        steps: names of fields and positions.
        word: LENGTH to take the length of it, "index" for the position of the element, else "".
        column: where it stands in the text.
    """

    steps: tuple[str | int, ...]
    word: str
    column: int


@dataclass(frozen=True)
class Literal:
    """A number, a truth value, or hex, which can be a number or bytes."""

    value: Fraction | bool | bytes
    column: int


@dataclass(frozen=True)
class Comparison:
    """Two operands compared; of ``in`` the right side is a row of literals."""

    operator: str
    left: Operand
    right: Operand | tuple[Literal, ...]
    column: int


@dataclass(frozen=True)
class Junction:
    """Conditions joined by ``and`` or ``or``."""

    operator: str
    terms: tuple[Condition, ...]


@dataclass(frozen=True)
class Negation:
    """The opposite of a condition."""

    term: Condition


Operand = Column | Literal
Condition = Column | Comparison | Junction | Negation
ParsedStep = Field | Element | Slice | Where


class ParsedPath(NamedTuple):
    """A path, still without a type.

    Attributes:
        text: as it was given.
        steps: the steps.
        word: a step of WORDS or AGGREGATES if the path ends in one, else "".
    """

    text: str
    steps: tuple[ParsedStep, ...]
    word: str


# ---- tokens --------------------------------------------------------------------------------------

_NAME: Final = r"(?u:[^\W\d]\w*)"  # as in Python
_TOKEN: Final = re.compile(
    rf"""(?:
    (?P<hex>0[xX][0-9a-fA-F]+)(?![0-9A-Za-z_])
  | (?P<number>[0-9][0-9_]*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![0-9A-Za-z_])
  | (?P<name>{_NAME})
  | (?P<sign>==|!=|<=|>=|&&|\|\||[][()<>!.,:*@-])
  | (?P<end>\Z)
    )""",
    re.VERBOSE | re.ASCII,
)
_BLANKS: Final = re.compile(r"\s*", re.ASCII)
_SPELLINGS: Final = {"&&": "and", "||": "or", "!": "not"}
_COMPARISONS: Final = ("==", "!=", "<=", ">=", "<", ">")
_RESERVED: Final = ("and", "or", "not", "in", "true", "false")


class _Token(NamedTuple):
    kind: str
    text: str
    column: int

    def __str__(self) -> str:
        return "the end" if self.kind == "end" else shown(self.text, 60)


def _fail(problem: str, column: int, text: str) -> NoReturn:
    place = f"at column {column} of {shown(text, 200)}"
    raise PathError(f"{problem} {place}", code="PATH_SYNTAX", column=column)


def _too_much(problem: str, column: int, text: str) -> NoReturn:
    place = f"at column {column} of {shown(text, 200)}"
    raise PathError(f"{problem} {place}", code="PATH_LIMIT", column=column)


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while not tokens or tokens[-1].kind != "end":
        blanks = _BLANKS.match(text, at)
        assert blanks is not None
        at = blanks.end()
        match = _TOKEN.match(text, at)
        if match is None:
            _fail(f"unexpected {text[at]!r}", at + 1, text)
        found = match[0]
        tokens.append(_Token(match.lastgroup or "", _SPELLINGS.get(found, found), at + 1))
        at = match.end()
    return tokens


# ---- the parser ----------------------------------------------------------------------------------


def parse(text: str) -> ParsedPath:
    """Read the text of a path.

    Raises PathError: PATH_SYNTAX, with the column; PATH_LIMIT for text, numbers or nesting past
    what paths are for.
    """
    if len(text) > TEXT_LIMIT:
        raise PathError(
            f"a path has at most {TEXT_LIMIT} characters, got {len(text)}", code="PATH_LIMIT"
        )
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokens(text)
        self._at = 0
        self._nesting = 0

    # ---- tokens

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _peek(self, ahead: int = 1) -> str:
        """The text of a token further on; that of the end if there are no more."""
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)].text

    def _take(self) -> _Token:
        token = self._next
        if token.kind != "end":
            self._at += 1
        return token

    def _try(self, *texts: str) -> _Token | None:
        """The next token if it is one of these."""
        return self._take() if self._next.text in texts else None

    def _expect(self, text: str, after: str = "") -> _Token:
        if self._next.text != text:
            self._wrong(f"{text!r}{after}")
        return self._take()

    def _wrong(self, wanted: str) -> NoReturn:
        _fail(f"expected {wanted}, found {self._next}", self._next.column, self._text)

    def _deeper(self) -> None:
        self._nesting += 1
        if self._nesting > NESTING_LIMIT:
            problem = f"parentheses nest at most {NESTING_LIMIT} deep"
            _too_much(problem, self._next.column, self._text)

    # ---- paths

    def whole(self) -> ParsedPath:
        word = _FUNCTIONS.get(self._next.text, "")
        if word and self._peek() == "(":
            self._at += 2
            steps = self._path()
            self._expect(")")
        else:
            word, steps = "", self._path()
        if self._next.kind != "end":
            self._wrong("'.', '[' or the end")
        return ParsedPath(self._text, steps, word)

    def _path(self) -> tuple[ParsedStep, ...]:
        steps: list[ParsedStep] = []
        # A name may stand at the start without its dot, a dot alone without a name.
        if self._next.kind == "name":
            steps.append(self._field())
        elif self._next.text == "." and self._peek() in ("[", ")", ""):
            self._take()
        elif self._try("("):
            self._deeper()
            steps += self._path()
            self._expect(")")
            self._nesting -= 1
            if self._next.text == "[" and any(isinstance(step, (Slice, Where)) for step in steps):
                steps.append(self._pick())
        elif self._next.text not in (".", "["):
            self._wrong("a path")
        while self._next.text in (".", "["):
            if self._take().text == ".":
                steps.append(self._field())
            else:
                steps.append(self._selector())
                self._expect("]")
        return tuple(steps)

    def _pick(self) -> Slice:
        self._take()
        step = self._selector()
        if not isinstance(step, Slice):
            _fail("expected a range of the selected parts, such as [0:1]", step.column, self._text)
        self._expect("]")
        return Slice(step.start, step.stop, step.column, is_pick=True)

    def _field(self) -> Field:
        if self._next.kind != "name":
            self._wrong("the name of a field")
        token = self._take()
        return Field(token.text, token.column)

    def _selector(self) -> ParsedStep:
        column = self._next.column
        if self._try("*"):
            return Slice(None, None, column)
        follower = self._peek(2 if self._next.text == "-" else 1)
        if self._next.text == ":" or (self._starts_integer() and follower in ("]", ":", "")):
            start = None if self._next.text == ":" else self._integer()
            if self._next.text != ":" and start is not None:
                return Element(start, column)
            self._expect(":")
            stop = None if self._next.text == "]" else self._integer()
            return Slice(start, stop, column)
        condition = self._condition()
        text = self._text[column - 1 : self._next.column - 1].strip()
        return Where(condition, text, column)

    def _starts_integer(self) -> bool:
        return self._next.text == "-" or self._next.kind in ("number", "hex")

    def _integer(self) -> int:
        sign = -1 if self._try("-") else 1
        token = self._next
        if token.kind not in ("number", "hex"):
            self._wrong("an integer")
        value = self._number(self._take())
        if value.denominator != 1:
            _fail(f"expected an integer, found {token}", token.column, self._text)
        return sign * value.numerator

    # ---- conditions

    def _condition(self) -> Condition:
        return self._junction("or", lambda: self._junction("and", self._term))

    def _junction(self, operator: str, part: Callable[[], Condition]) -> Condition:
        terms = [part()]
        while self._try(operator):
            terms.append(part())
        return terms[0] if len(terms) == 1 else Junction(operator, tuple(terms))

    def _term(self) -> Condition:
        self._deeper()
        condition: Condition
        if self._try("not"):
            condition = Negation(self._term())
        elif self._try("("):
            condition = self._condition()
            self._expect(")")
        else:
            condition = self._comparison()
        self._nesting -= 1
        return condition

    def _comparison(self) -> Condition:
        column = self._next.column
        left = self._operand()
        if operator := self._try(*_COMPARISONS):
            return Comparison(operator.text, left, self._operand(), column)
        if self._try("in"):
            return Comparison("in", left, self._literals(), column)
        if isinstance(left, Literal):
            self._wrong("a comparison")
        return left

    def _literals(self) -> tuple[Literal, ...]:
        self._expect("[")
        found = [self._literal()]
        while self._try(","):
            found.append(self._literal())
        self._expect("]")
        return tuple(found)

    def _operand(self) -> Operand:
        token = self._next
        if token.kind in ("number", "hex") or token.text in ("-", "true", "false"):
            return self._literal()
        if token.text == "len" and self._peek() == "(":
            self._at += 2
            steps = self._column_steps()
            self._expect(")")
            return Column(steps, LENGTH, token.column)
        if self._try("@"):
            if self._next.text == "index":
                self._take()
                return Column((), "index", token.column)
            return Column(self._more_steps(()), "", token.column)
        return Column(self._column_steps(), "", token.column)

    def _column_steps(self) -> tuple[str | int, ...]:
        if self._try("@"):
            return self._more_steps(())
        self._try(".")
        if self._next.kind != "name" or self._next.text in _RESERVED:
            self._wrong("a field or a value")
        return self._more_steps((self._take().text,))

    def _more_steps(self, steps: tuple[str | int, ...]) -> tuple[str | int, ...]:
        found = list(steps)
        while self._next.text in (".", "["):
            if self._take().text == ".":
                found.append(self._field().name)
            else:
                found.append(self._integer())
                self._expect("]")
        return tuple(found)

    def _literal(self) -> Literal:
        token = self._next
        if word := self._try("true", "false"):
            return Literal(word.text == "true", token.column)
        if token.kind == "hex":
            self._take()
            digits = token.text[2:]
            if len(digits) % 2:
                _fail(f"expected pairs of hex digits, found {token}", token.column, self._text)
            return Literal(bytes.fromhex(digits), token.column)
        sign = -1 if self._try("-") else 1
        if self._next.kind != "number":
            self._wrong("a number, hex, true or false")
        return Literal(sign * self._number(self._take()), token.column)

    def _number(self, token: _Token) -> Fraction:
        """The exact value of a number; its size is looked at before it is computed."""
        if token.kind == "hex":
            digits, exponent = token.text[2:], "0"
        else:
            digits, _, exponent = token.text.lower().replace("_", "").partition("e")
        power = int(exponent or "0") if len(exponent) < 5 else DIGITS_LIMIT + 1
        if len(digits) > DIGITS_LIMIT or abs(power) > DIGITS_LIMIT:
            problem = f"numbers have at most {DIGITS_LIMIT} digits"
            _too_much(problem, token.column, self._text)
        if token.kind == "hex":
            return Fraction(int(digits, 16))
        return Fraction(f"{digits}e{power}")
