"""Untrusted YAML as plain objects: dicts with text for names, lists, texts, integers, ...

Made of the parser's events, never by PyYAML's loaders.  These go one level of the stack deeper with
each bracket (40,000 of them kill the process), take a list that refers to itself twice, and that
again twice, for what it would be written out, call whatever a tag names, and keep the last of two
values for one name without a word.  Here

- nesting has a limit, and takes none of the stack;
- what aliases stand for counts as if it were written out, and may not be many times the text;
- tags, merge keys, and names that are no text or that come twice are refused.

Time and memory are in proportion to the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from pyssz.base.shown import named, shown

__all__ = ["YamlError", "plain_value", "read_yaml"]

#: Levels of lists and mappings: as deep as types may nest.
DEPTH_LIMIT: Final = 128

#: What aliases may expand to: a number of characters, or a multiple of the length of the text.
ALIAS_CHARACTERS: Final = 1 << 16
ALIAS_FACTOR: Final = 10

# The parser compares each directive with all others.
_DIRECTIVES_LIMIT: Final = 8
_DIRECTIVE: Final = re.compile(r"(?:^|[\r\n\x85\u2028\u2029])%")

# Python refuses to read longer numbers; no integer of SSZ has as many digits.
_DIGITS_LIMIT: Final = 1000

_DECIMAL: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)", re.ASCII)
_WORDS: Final = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# What some version of YAML reads as a number: in hex, octal, binary, to the base 60, with
# underscores, with a point or an exponent.
_OTHER_NUMBER: Final = re.compile(
    r"[-+]?(?:0[xX][0-9a-fA-F_]+|0b[01_]+|0o?[0-7_]+|[0-9][0-9_]*(?::[0-5]?[0-9])*"
    r"|[0-9][0-9_]*(?::[0-5]?[0-9])*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?"
    r"|[0-9]+[eE][-+]?[0-9]+|\.(?:inf|Inf|INF|nan|NaN|NAN))",
    re.ASCII,
)


class YamlError(Exception):
    """The text is not YAML, or has more than is read here.

    Attributes:
        problem: what is wrong.
        line, column: where, from 1; 0 if unknown.
    """

    def __init__(self, problem: str, mark: Any = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = mark.line + 1 if mark else 0
        self.column = mark.column + 1 if mark else 0


def plain_value(text: str) -> Any:
    """What a scalar without quotes stands for; ValueError if versions of YAML disagree."""
    if text in _WORDS:
        return _WORDS[text]
    if _DECIMAL.fullmatch(text):
        if len(text) > _DIGITS_LIMIT:
            raise ValueError(f"a number of {len(text)} digits is too long")
        return int(text)
    if _OTHER_NUMBER.fullmatch(text):
        raise ValueError(f"{shown(text)} is a number that is not decimal; hex takes quotes")
    return text


def read_yaml(
    source: str | bytes,
    plain: Callable[[str], Any] = plain_value,
    *,
    depth: int = DEPTH_LIMIT,
    aliases: bool = True,
    mapping: bool = False,
) -> Any:
    """The one document of a YAML text; None if there is nothing in it.

    Args:
        source: the text; bytes are in UTF-8, or in UTF-16 with a mark.
        plain: makes a value of a scalar without quotes; what it refuses it raises ValueError for.
        depth: levels of lists and mappings that the document may have.
        aliases: take aliases; equal parts of what comes are then one object.
        mapping: refuse a document that is anything else.

    Raises:
        YamlError: with the place.
    """
    import yaml  # takes a while, and most programs need none of it

    text = _decoded(source)
    # Nearly all texts have none.
    if (
        text.count("%") > _DIRECTIVES_LIMIT
        and sum(1 for _ in _DIRECTIVE.finditer(text)) > _DIRECTIVES_LIMIT
    ):
        raise YamlError("too many directives")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        events = loader(text)
        try:
            reader = _Reader(events.get_event, len(text), plain, depth, aliases, mapping)
            return reader.document()
        finally:
            events.dispose()
    except (YamlError, MemoryError):
        raise
    except yaml.MarkedYAMLError as error:
        problem = error.problem or error.context or "it can't be read"
        raise YamlError(_line(problem), error.problem_mark or error.context_mark) from None
    # Of what nobody has written a parser raises this and that: ReaderError, but also ValueError,
    # OverflowError or IndexError for an escape of no character.
    except Exception as error:
        raise YamlError(_line(str(error) or type(error).__name__)) from None


def _decoded(source: str | bytes) -> str:
    if isinstance(source, str):
        return source
    is_wide = source[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return str(source, "utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise YamlError(f"{error.reason} at byte {error.start}") from None


def _line(problem: str) -> str:
    """What a parser says, which may be several lines with pieces of the text, in a short one."""
    text = " ".join(problem[:400].split())
    return text if len(text) <= 200 else f"{text[:200]}..."


class _Open:
    """A list or a mapping that has begun, and that the next values go into."""

    __slots__ = ("anchor", "before", "content", "name")

    def __init__(self, content: list[Any] | dict[str, Any], anchor: str | None, size: int) -> None:
        self.content = content
        self.anchor = anchor
        self.before = size  # of all that came before
        self.name: str | None = None  # of the value that comes next, in a mapping


class _Reader:
    """Makes objects of events."""

    def __init__(
        self,
        next_event: Callable[[], Any],
        length: int,
        plain: Callable[[str], Any],
        depth: int,
        aliases: bool,
        mapping: bool,
    ) -> None:
        self._next = next_event
        self._plain = plain
        self._depth = depth
        self._aliases = aliases
        self._mapping = mapping
        # What has been read: a character for each value, and those of texts.
        self._size = 0
        self._limit = length + max(ALIAS_CHARACTERS, ALIAS_FACTOR * length)
        # The values of anchors, and the size of each; None while it is not complete.
        self._anchors: dict[str, tuple[Any, int] | None] = {}

    def document(self) -> Any:
        import yaml

        self._next()  # the start of the stream
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return None  # nothing but comments
        value = self._content()
        self._next()  # the end of the document
        after = self._next()
        if not isinstance(after, yaml.StreamEndEvent):
            raise YamlError("a second document is not supported", after.start_mark)
        return value

    def _content(self) -> Any:
        """The value that the next events are."""
        import yaml

        scalar, sequence, mapping = (
            yaml.ScalarEvent,
            yaml.SequenceStartEvent,
            yaml.MappingStartEvent,
        )
        alias = yaml.AliasEvent
        stack: list[_Open] = []
        while True:
            event = self._next()
            kind = type(event)
            if self._mapping and not stack and kind is not mapping:
                raise YamlError("expected names with values", event.start_mark)
            self._size += 1
            if kind is scalar:
                value = self._scalar(event, is_name=bool(stack) and _takes_name(stack[-1]))
            elif kind is alias:
                value = self._referred(event)
            elif kind is sequence or kind is mapping:
                self._begin(event, stack, [] if kind is sequence else {})
                continue
            else:  # the end of a list or mapping
                done = stack.pop()
                value = done.content
                if done.anchor is not None:
                    self._anchors[done.anchor] = value, self._size - done.before
            if not stack:
                return value
            self._put(stack[-1], value, event)

    def _begin(self, event: Any, stack: list[_Open], content: list[Any] | dict[str, Any]) -> None:
        self._refuse_tag(event)
        if len(stack) >= self._depth:
            raise YamlError("nested too deeply", event.start_mark)
        if stack and _takes_name(stack[-1]):
            raise YamlError("expected a name", event.start_mark)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        stack.append(_Open(content, event.anchor, self._size - 1))

    def _put(self, top: _Open, value: Any, event: Any) -> None:
        if isinstance(top.content, list):
            top.content.append(value)
        elif top.name is not None:
            top.content[top.name] = value
            top.name = None
        elif type(value) is not str:
            raise YamlError("expected a name", event.start_mark)
        elif value in top.content:
            raise YamlError(f"{named(value)} is given twice", event.start_mark)
        else:
            top.name = value

    def _scalar(self, event: Any, *, is_name: bool) -> Any:
        self._refuse_tag(event)
        text = event.value
        self._size += len(text)
        value = text
        is_plain = not event.style
        if is_name:
            if is_plain and text == "<<":
                raise YamlError("merge keys are not supported", event.start_mark)
        elif is_plain:
            try:
                value = self._plain(text)
            except ValueError as error:
                raise YamlError(str(error), event.start_mark) from None
        if event.anchor is not None:
            self._anchors[event.anchor] = value, 1 + len(text)
        return value

    def _referred(self, event: Any) -> Any:
        name = event.anchor
        if not self._aliases:
            raise YamlError(f"alias *{named(name)} is not supported", event.start_mark)
        found = self._anchors.get(name)
        if found is None:
            inside = "inside of itself" if name in self._anchors else "without an anchor"
            raise YamlError(f"alias *{named(name)} {inside}", event.start_mark)
        value, size = found
        self._size += size
        if self._size > self._limit:
            raise YamlError("aliases expand to too much", event.start_mark)
        return value

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None:
            raise YamlError(f"tag {named(event.tag)} is not supported", event.start_mark)


def _takes_name(top: _Open) -> bool:
    return top.name is None and type(top.content) is dict
