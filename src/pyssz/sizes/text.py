"""Reading the text of a size expression, in the grammar that :mod:`pyssz.expression` tells.

The caller says what the tree is made of, so that nothing here depends on its nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final, Generic, NamedTuple, TypeVar

from pyssz.base.errors import SchemaError
from pyssz.base.hints import suggestion
from pyssz.sizes.arithmetic import FUNCTIONS, INFIX, NAME_LIMIT, NODE_LIMIT, NUMBER_BITS, SUM, UNARY

__all__ = ["parse"]

E = TypeVar("E")

# Along one path of a tree each step is written as at most two nested constructs: an operand, and
# the parentheses around it.
_NESTING_LIMIT: Final = 2 * NODE_LIMIT

_BLANK: Final = re.compile(r"[ \t\r\n]*")
# A number takes the letters after it along, so that 0x10 and 12GWEI are one wrong word, not two.
_TOKEN: Final = re.compile(r"(?P<number>[0-9]\w*)|(?P<name>[A-Za-z_]\w*)|\*\*|//|[-+*/%(),]", re.A)
_DECIMAL: Final = re.compile(r"0|[1-9](?:_?[0-9])*")
_DECIMAL_DIGITS: Final = len(str(2**NUMBER_BITS))


def parse(
    text: str,
    *,
    number: Callable[[int], E],
    name: Callable[[str, int | None], E],
    operation: Callable[[str, tuple[E, ...]], E],
) -> E:
    """Read an expression.

    Args:
        text: all of it.
        number: makes the node of a number that is not negative.
        name: makes that of a name, and of the default that the text gives it, if any.
        operation: makes that of an operator or function with its operands; its SchemaError comes
            out with the place in the text.

    Raises:
        SchemaError: ``EXPRESSION_SYNTAX``; the message names the character, counted from 1.
    """
    return _Parser(text, number, name, operation).parse()


class _Token(NamedTuple):
    kind: str  # "number", "name", "end", or a symbol itself
    text: str
    start: int


class _Parser(Generic[E]):
    """Precedence climbing over tokens that are read as they are needed."""

    def __init__(
        self,
        text: str,
        number: Callable[[int], E],
        name: Callable[[str, int | None], E],
        operation: Callable[[str, tuple[E, ...]], E],
    ) -> None:
        self._make_number = number
        self._make_name = name
        self._make_operation = operation
        self._source = text
        self._end = 0  # of the token in hand
        self._nesting = 0
        self._token = self._read()

    def parse(self) -> E:
        expression = self._expression(SUM)
        if self._token.kind != "end":
            raise self._unexpected("an operator")
        return expression

    def _expression(self, precedence: int) -> E:
        """An expression whose operators all bind at least so tightly."""
        self._nesting += 1
        if self._nesting > _NESTING_LIMIT:
            raise self._error("nested too deeply")
        left = self._prefix()
        while (infix := INFIX.get(self._token.kind)) is not None and infix.precedence >= precedence:
            symbol = self._take()
            left = self._node(symbol, [left, self._expression(infix.right)])
        self._nesting -= 1
        return left

    def _prefix(self) -> E:
        if self._token.kind == "number":
            return self._make_number(self._integer())
        if self._token.kind == "name":
            word = self._name()
            return self._call(word) if self._token.kind == "(" else self._make_name(word.text, None)
        if self._token.kind == "-":
            return self._node(self._take(), [self._expression(UNARY)])
        if self._token.kind == "(":
            self._take()
            inner = self._expression(SUM)
            self._expect(")")
            return inner
        raise self._unexpected("a number, a name or '('")

    def _call(self, word: _Token) -> E:
        if word.text == "default":
            return self._default()
        if word.text not in FUNCTIONS:
            error = self._error(f"unknown function '{word.text}'", word)
            error.hint = partial(suggestion, word.text, [*FUNCTIONS, "default"], lists_all=True)
            raise error
        self._expect("(")
        arguments = [self._expression(SUM)]
        while self._token.kind == ",":
            self._take()
            arguments.append(self._expression(SUM))
        self._expect(")")
        _, least, most = FUNCTIONS[word.text]
        if not least <= len(arguments) <= most:
            wanted = f"{least}" if least == most else f"{least} or more"
            given = f"{len(arguments)} argument{'' if len(arguments) == 1 else 's'}"
            raise self._error(f"{word.text} takes {wanted}, got {given}", word)
        return self._node(word, arguments)

    def _default(self) -> E:
        self._expect("(")
        name = self._name().text
        self._expect(",")
        if self._token.kind != "number":
            raise self._unexpected("an integer")
        fallback = self._integer()
        self._expect(")")
        return self._make_name(name, fallback)

    def _name(self) -> _Token:
        if self._token.kind != "name":
            raise self._unexpected("a name")
        if len(self._token.text) > NAME_LIMIT:
            raise self._error(f"a name of more than {NAME_LIMIT} characters")
        return self._take()

    def _integer(self) -> int:
        token = self._token
        if not _DECIMAL.fullmatch(token.text):
            raise self._error(f"{_excerpt(token.text)} is not a decimal integer")
        digits = token.text.replace("_", "")
        number = int(digits) if len(digits) <= _DECIMAL_DIGITS else None
        if number is None or number.bit_length() > NUMBER_BITS:
            raise self._error(f"a number of more than {NUMBER_BITS} bits")
        self._take()
        return number

    def _node(self, symbol: _Token, operands: list[E]) -> E:
        try:
            return self._make_operation(symbol.text, tuple(operands))
        except SchemaError as error:
            raise self._error(error.message, symbol) from None

    def _read(self) -> _Token:
        blank = _BLANK.match(self._source, self._end)
        start = blank.end() if blank else self._end
        if start == len(self._source):
            return _Token("end", "", start)
        match = _TOKEN.match(self._source, start)
        if match is None:
            found = self._source[start]
            raise self._error(f"unexpected {found!r}", _Token(found, found, start))
        self._end = match.end()
        return _Token(match.lastgroup or match.group(), match.group(), start)

    def _take(self) -> _Token:
        token = self._token
        self._token = self._read()
        return token

    def _expect(self, symbol: str) -> None:
        if self._token.kind != symbol:
            raise self._unexpected(f"'{symbol}'")
        self._take()

    def _unexpected(self, wanted: str) -> SchemaError:
        found = _excerpt(self._token.text) if self._token.kind != "end" else "the end"
        return self._error(f"expected {wanted}, found {found}")

    def _error(self, problem: str, token: _Token | None = None) -> SchemaError:
        start = (token or self._token).start
        where = f"at character {start + 1} of {_excerpt(self._source, start)}"
        return SchemaError(f"{problem} {where}", code="EXPRESSION_SYNTAX")


def _excerpt(text: str, around: int = 0) -> str:
    """Text in quotes, cut down to the surroundings of a place if it is long."""
    first, last = max(0, around - 40), around + 40
    before = "..." if first > 0 else ""
    after = "..." if last < len(text) else ""
    return repr(before + text[first:last] + after)
