"""Mutants of C: a lexer, enough of the grammar to know statements, and rules that change tokens.

Left alone: comments, strings, the preprocessor's lines, assertions, declarations of types, and
tables (`static const … = {…}` and whatever lies outside of functions).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .sampling import Mutant, make, numbered

TOKEN = re.compile(
    r"""
    (?P<skip>\s+ | //[^\n]* | /\*.*?\*/ | ^[ ]*\#(?:\\\n|[^\n])*)
  | (?P<string>"(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*')
  | (?P<number>(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?)[uUlL]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<sign>->|\+\+|--|<<=|>>=|\.\.\.|[-+*/%&|^<>=!]=|<<|>>|&&|\|\||[-+*/%&|^<>=!~?:;,.(){}\[\]])
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
SWAPS = {
    "comparison": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    "logic": {"&&": "||", "||": "&&"},
    "arithmetic": {
        "+": "-",
        "-": "+",
        "*": "+",
        "/": "*",
        "%": "/",
        "<<": ">>",
        ">>": "<<",
        "&": "|",
        "|": "&",
        "^": "|",
        "++": "--",
        "--": "++",
        "+=": "-=",
        "-=": "+=",
        "*=": "+=",
        "/=": "*=",
        "|=": "&=",
        "&=": "|=",
        "^=": "|=",
        "<<=": ">>=",
        ">>=": "<<=",
    },
}
ASSERTS = {"SSZ_ASSERT", "_Static_assert", "assert"}
OPENING = {"(": ")", "[": "]", "{": "}"}
# What a statement that can't be left out begins with.
KEPT = {
    *("return", "break", "continue", "goto", "if", "for", "while", "do", "switch", "case"),
    *("else", "default", "typedef", "static", "const", "struct", "enum", "union", "extern"),
}
LEAVING = {"return", "goto", "break", "continue"}


@dataclass(frozen=True)
class Token:
    """A word of C, and where it begins."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def tokens_of(source: str) -> list[Token]:
    """All but space, comments, and the preprocessor's lines."""
    found = []
    at = 0
    while at < len(source):
        match = TOKEN.match(source, at)
        if not match:
            raise ValueError(f"no token at {source[at : at + 20]!r}")
        if match.lastgroup != "skip":
            found.append(Token(str(match.lastgroup), match[0], at))
        at = match.end()
    return found


class File:
    """The tokens of a file, and which bracket belongs to which."""

    def __init__(self, file: str, source: str) -> None:
        self.file = file
        self.source = source
        self.tokens = tokens_of(source)
        self.partner: dict[int, int] = {}
        stack = []
        for i, token in enumerate(self.tokens):
            if token.kind == "sign" and token.text in OPENING:
                stack.append(i)
            elif token.kind == "sign" and token.text in OPENING.values():
                j = stack.pop()
                self.partner[i], self.partner[j] = j, i

    def text(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def functions(self) -> Iterator[tuple[str, int, int]]:
        """Name, opening and closing brace of each function."""
        i = 0
        while i < len(self.tokens):
            if self.text(i) in ("(", "[", "{"):
                close = self.partner[i]
                if self.text(i) == "{" and self.text(i - 1) == ")":
                    yield self.text(self.partner[i - 1] - 1), i, close
                i = close
            i += 1

    def line(self, i: int) -> int:
        return self.source.count("\n", 0, self.tokens[i].start) + 1

    def is_between_spaces(self, i: int) -> bool:
        """How the formatter writes operators with two sides, other than `*` of a pointer."""
        token = self.tokens[i]
        return self.source[token.start - 1] in " \n" and self.source[token.end] in " \n"


def mutants(file: str, source: str) -> list[Mutant]:
    """All mutants of a file; `file` is its path from the root of the project."""
    parsed = File(file, source)
    found: list[Mutant] = []
    for function, begin, end in parsed.functions():
        found += _of_tokens(parsed, function, begin, end)
        found += _of_statements(parsed, function, begin, end)
        found += _of_conditions(parsed, function, begin, end)
    return numbered(sorted(found, key=lambda mutant: (mutant.start, mutant.end, mutant.new)))


def _mutant(f: File, function: str, kind: str, first: int, last: int, new: str) -> Mutant:
    start, end = f.tokens[first].start, f.tokens[last].end
    where = {"function": function, "first": f.line(first), "last": f.line(last)}
    return make(f.source, f.file, start=start, end=end, new=new, kind=kind, **where)


def _of_tokens(f: File, function: str, begin: int, end: int) -> Iterator[Mutant]:
    i = begin
    while i < end:
        i += 1
        token = f.tokens[i]
        if token.text in ASSERTS or _begins_table(f, i) or _begins_enum(f, i):
            while f.text(i) != ("{" if token.text in ("static", "enum") else "("):
                i += 1
            i = f.partner[i]
        elif token.kind == "sign":
            for kind, swaps in SWAPS.items():
                unary = token.text in ("++", "--")
                if token.text in swaps and (unary or f.is_between_spaces(i)):
                    yield _mutant(f, function, kind, i, i, swaps[token.text])
        elif token.kind == "number" and "." not in token.text:
            yield from _of_number(f, function, i)
        elif token.text in ("true", "false"):
            other = "false" if token.text == "true" else "true"
            yield _mutant(f, function, "constant", i, i, other)


def _begins_table(f: File, i: int) -> bool:
    """`static const T name[] = {`"""
    if f.text(i) != "static" or f.text(i + 1) != "const":
        return False
    while f.text(i) not in (";", "{"):
        i += 1
    return f.text(i) == "{"


def _begins_enum(f: File, i: int) -> bool:
    return f.text(i) == "enum" and "{" in (f.text(i + 1), f.text(i + 2))


def _of_number(f: File, function: str, i: int) -> Iterator[Mutant]:
    text = f.text(i)
    digits = text.rstrip("uUlL")
    suffix = text[len(digits) :]
    value = int(digits, 0) if digits == "0" or not digits.startswith("0") or "x" in digits else 0
    for changed in (value + 1, value - 1):
        if changed >= 0:
            yield _mutant(f, function, "constant", i, i, f"{changed}{suffix}")


def _of_statements(f: File, function: str, begin: int, end: int) -> Iterator[Mutant]:
    """Assignments and calls left out, and what leaves a loop."""
    for i in range(begin + 1, end):
        before = f.text(i - 1)
        begins = before in ("{", "}", ";", "else", ":") or (
            before == ")" and f.text(f.partner[i - 1] - 1) in ("if", "for", "while")
        )
        if not begins or _in_parentheses(f, i, begin):
            continue
        last = i
        while f.text(last) not in (";", "{", "}") and last < end:
            last = f.partner[last] if f.text(last) in ("(", "[") else last
            last += 1
        if f.text(last) != ";" or last == i:
            continue
        first = f.text(i)
        if first in ("break", "continue") or not (first in KEPT | ASSERTS or _is_declaration(f, i)):
            yield _mutant(f, function, "statement", i, last, ";")


def _in_parentheses(f: File, i: int, begin: int) -> bool:
    depth = 0
    for j in range(i - 1, begin, -1):
        if f.text(j) in (")", "}", "]"):
            depth += 1
        elif f.text(j) in ("(", "{", "["):
            if depth == 0:
                return f.text(j) == "("
            depth -= 1
    return False


def _is_declaration(f: File, i: int) -> bool:
    """`type name`, `type *name`: two names side by side, which no expression has."""
    if f.tokens[i].kind != "name":
        return False
    j = i + 1
    while f.text(j) == "*":
        j += 1
    return f.tokens[j].kind == "name"


def _of_conditions(f: File, function: str, begin: int, end: int) -> Iterator[Mutant]:
    """Conditions negated, and branches that end the function skipped."""
    for i in range(begin, end):
        if f.text(i) not in ("if", "while") or f.text(i + 1) != "(":
            continue
        close = f.partner[i + 1]
        inner = f.source[f.tokens[i + 1].end : f.tokens[close].start]
        yield _mutant(f, function, "negation", i + 1, close, f"(!({inner}))")
        body = close + 1
        until = f.partner[body] if f.text(body) == "{" else body
        if f.text(i) == "if" and LEAVING & {f.text(j) for j in range(body, until + 1)}:
            yield _mutant(f, function, "branch", i + 1, close, f"(({inner}) && 0)")
