"""Values as JSON and YAML, and back.

::

    text = to_json(state)
    state = from_json(BeaconState, text)

JSON is that of the spec (ssz/simple-serialize.md, "JSON mapping"), as the beacon API uses it:
integers are decimal strings, byte strings and bitfields ``0x`` hex, unions objects with a selector.
YAML is that of the consensus spec tests (``value.yaml``): integers of up to 64 bits are numbers.

Reading is liberal unless it is asked to be strict, see :func:`from_json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from typing import IO, Any, TypeVar, cast

from pyssz.base.errors import DecodeError, InvalidTypeError, InvalidValueError
from pyssz.base.shown import shown
from pyssz.core.stream import write_pieces
from pyssz.core.type import View, require_type, require_value
from pyssz.io.transfer import method_of
from pyssz.text import json_writer as _json_writer
from pyssz.text.json_places import WITHOUT_PATH, note_place
from pyssz.text.json_reader import UNASKED, Refusal, encoding_of
from pyssz.text.json_rules import check_known, check_rules
from pyssz.text.json_source import document_of, text_of
from pyssz.text.json_writer import Style
from pyssz.types.basic import byte, uint
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView, Union

__all__ = [
    "dump_json",
    "from_json",
    "from_yaml",
    "parsed_json",
    "to_json",
    "to_yaml",
    "to_yaml_obj",
]

V = TypeVar("V", bound=View)

# Characters that are gathered before they are written to a file.
_PIECE = 1 << 16

# Blanks for each level: a value of many levels would be all blanks.
_INDENT_LIMIT = 1000

# Members of an envelope; those of the beacon API have four.
_MEMBERS_LIMIT = 1000

# ---- to JSON -------------------------------------------------------------------------------------


def to_json(
    value: View,
    *,
    indent: int | str | None = None,
    envelope: str | Mapping[str, Any] | None = None,
) -> str:
    """The value as JSON text, all ASCII.

    What ``json.dumps(value.to_obj())`` gives, but much faster: the C library writes packed lists
    and lists of records.

    Args:
        value: of any type.
        indent: what to indent each level by, a number of blanks or a string, as for ``json.dumps``;
            by default all is on one line, without any blanks.
        envelope: put the value into an object, as its member ``data``.  What a mapping has comes
            before it; a string is short for ``{"version": ...}``: ``envelope="deneb"``.

    Raises:
        InvalidTypeError: the value is not an SSZ value, or the envelope can't be written.
        InvalidValueError: ``WRONG_VERSION``, the value is not of the envelope's fork.
    """
    pieces: list[str] = []
    _write(value, indent, envelope, pieces.append)
    return "".join(pieces)


def dump_json(
    value: View,
    file: IO[str] | IO[bytes],
    *,
    indent: int | str | None = None,
    envelope: str | Mapping[str, Any] | None = None,
) -> None:
    """Write the JSON text of a value to a file, piece by piece: it is never in memory as a whole.

    Args:
        value: of any type.
        file: open for text or for bytes.
        indent: see :func:`to_json`.
        envelope: see :func:`to_json`.
    """
    # All that is open for text says so, wrappers of files too.
    is_text = hasattr(file, "encoding")
    if method_of(file, "write", "sendall") is None:
        raise InvalidTypeError(
            f"expected something to write to, not {type(file).__name__}", code="WRONG_TYPE"
        )
    pieces: list[str] = []
    size = 0

    def flush() -> None:
        text = "".join(pieces)
        if is_text:
            cast("IO[Any]", file).write(text)
        else:
            write_pieces(file, text.encode("ascii"))
        pieces.clear()

    def emit(piece: str) -> None:
        nonlocal size
        pieces.append(piece)
        size += len(piece)
        if size >= _PIECE:
            flush()
            size = 0

    _write(value, indent, envelope, emit)
    flush()


def _write(
    value: View,
    indent: int | str | None,
    envelope: str | Mapping[str, Any] | None,
    emit: _json_writer.Emit,
) -> None:
    require_value(value)
    style = Style(_indent(indent))
    if envelope is None:
        _json_writer.write(value, style, emit)
        return
    members = _envelope(value, envelope)
    inner = style.inner
    before = "{"
    for name, member in members.items():
        try:
            text = inner.dumps(member)
        except (TypeError, ValueError, RecursionError) as error:
            raise InvalidTypeError(
                f"{shown(name)} of the envelope is not JSON: {error}", code="WRONG_TYPE"
            ) from None
        emit(f"{before}{inner.newline}{style.key(name)}{text}")
        before = ","
    emit(f"{before}{inner.newline}{style.key('data')}")
    _json_writer.write(value, inner, emit)
    emit(style.newline + "}")


def _indent(indent: Any) -> str | None:
    """What a level is indented by."""
    if indent is None:
        return indent
    if isinstance(indent, str):
        if len(indent) > _INDENT_LIMIT or not indent.isascii():
            raise InvalidValueError(
                f"indent is at most {_INDENT_LIMIT} characters of ASCII, got {shown(indent)}",
                code="RANGE",
            )
        return indent
    if not isinstance(indent, int) or isinstance(indent, bool):
        raise InvalidTypeError(
            f"indent is a number of blanks or text, got {shown(indent)}", code="WRONG_TYPE"
        )
    if not 0 <= indent <= _INDENT_LIMIT:
        raise InvalidValueError(
            f"indent is 0 to {_INDENT_LIMIT} blanks, got {shown(indent)}", code="RANGE"
        )
    return " " * indent


def _envelope(value: View, envelope: Any) -> Mapping[str, Any]:
    """The members of an envelope that come before the value."""
    members = {"version": envelope} if isinstance(envelope, str) else envelope
    if isinstance(members, Mapping):
        members = dict(islice(members.items(), _MEMBERS_LIMIT + 1))
        if len(members) > _MEMBERS_LIMIT:
            raise InvalidValueError(
                f"an envelope has at most {_MEMBERS_LIMIT} members beside the value", code="LIMIT"
            )
    if not isinstance(members, dict) or not all(isinstance(name, str) for name in members):
        raise InvalidTypeError(
            f"an envelope is text or a mapping from text, got {shown(envelope)}", code="WRONG_TYPE"
        )
    if "data" in members:
        raise InvalidValueError(
            "an envelope cannot have a member data, which holds the value", code="DUPLICATE_MEMBER"
        )
    version = members.get("version")
    problem = value._contradiction(version.lower()) if isinstance(version, str) else ""
    if problem:
        raise InvalidValueError(f"the envelope is {problem}", code="WRONG_VERSION")
    return members


# The members that some errors are about, which are not part of a path.
_MEMBERS_AT_FAULT: dict[str, tuple[str, ...]] = {
    "WRONG_VERSION": ("version",),
    "UNKNOWN_SELECTOR": ("selector",),
    "UNDECLARED_SELECTOR": ("selector",),
}

# ---- from JSON -----------------------------------------------------------------------------------


def from_json(
    cls: type[V],
    source: str | bytes | bytearray | IO[str] | IO[bytes],
    *,
    strict: bool = False,
    ignore_unknown: bool = True,
    envelope: bool | None = None,
) -> V:
    """The value that a JSON text stands for.

    Takes what :func:`to_json` gives and, unless it is strict, all that ``from_obj`` takes beyond
    it: integers may be numbers or hex, hex may do without ``0x``, and members that the type knows
    nothing of are ignored.  Missing fields, and members that come twice, are errors in any case.

    Args:
        cls: type of the value.
        source: the text, or a file to read it from: that is mapped, or read in pieces, and never
            in memory as a whole if it is large.
        strict: refuse everything but the spec's own mapping, and members that the type knows
            nothing of.  Errors then have the codes of the public reference vectors, which are
            listed in ``pyssz.errors.JSON_CODES``.
        ignore_unknown: ignore members that the type does not have; False refuses these alone.
        envelope: whether the text is an object that has the value as its member ``data``, as the
            answers of the beacon API are.  Of what stands beside it ``version`` must not
            contradict the type; ``finalized`` and the like are not looked at.  By default it is
            taken for one if it can't be the value: it has ``data`` and no other field of the
            type.  Strict reading does not guess.

    Raises:
        DecodeError: with the path to the part at fault, and its line and column in the text;
            ``NOT_JSON`` if the text is no JSON at all, ``WRONG_VERSION`` if the envelope is of
            another fork than the type.
        InvalidTypeError: the type is not an SSZ type, or the source is neither text nor a file.
    """
    require_type(cls)
    text = document_of(source)
    found = encoding_of(cls, text, strict=strict, ignore_unknown=ignore_unknown, envelope=envelope)
    if not isinstance(found, Refusal):
        return cls._from_bytes(found)
    whole = bytes(text) if isinstance(text, memoryview) else text
    return read_objects(cls, whole, strict, ignore_unknown, envelope, found)


def read_objects(
    cls: type[V],
    text: str | bytes,
    strict: bool,
    ignore_unknown: bool,
    envelope: bool | None,
    refusal: Refusal = UNASKED,
) -> V:
    """The same by way of the objects of the text: with words for what is wrong with it."""
    around: tuple[str, ...] = ()
    try:
        obj = _parsed(cls, text)
        if envelope is None:
            envelope = not strict and _is_envelope(cls, obj)
        if envelope:
            obj = _opened(cls, obj)
            around = ("data",)
        return _by_the_rules(cls, obj) if strict else _value_of(cls, obj, ignore_unknown)
    except DecodeError as error:
        if envelope and error.code in WITHOUT_PATH:
            around = ("data",)
        member = _MEMBERS_AT_FAULT.get(error.code, ())
        note_place(error, text, refusal, cls, around, member)
        raise


def _parsed(cls: type[View], text: str | bytes) -> Any:
    """The objects of a JSON text that stands for a value of a type."""
    try:
        return parsed_json(text)
    except DecodeError as error:
        error.root = cls.__name__
        raise


def parsed_json(text: str | bytes) -> Any:
    """The objects of a JSON text; DecodeError (NOT_JSON, DUPLICATE_MEMBER)."""
    try:
        return json.loads(text, object_pairs_hook=_members, parse_constant=_no_constant)
    except DecodeError:
        raise
    except json.JSONDecodeError as error:
        refused = DecodeError(f"not JSON: {error.msg}", code="NOT_JSON")
        refused.line, refused.column = error.lineno, error.colno
        raise refused from None
    except RecursionError:
        problem = "objects and lists nest too deep"
    except ValueError as error:
        # Python has digits to be converted at most; see `sys.set_int_max_str_digits`.
        problem = "a number has too many digits" if "digits" in str(error) else str(error)
    raise DecodeError(f"not JSON: {problem}", code="NOT_JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                break
            seen.add(name)
        raise DecodeError(f"member {shown(name)} is given twice", code="DUPLICATE_MEMBER")
    return members


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not a JSON number")


def _value_of(cls: type[V], obj: Any, ignore_unknown: bool) -> V:
    value = cls.from_obj(obj)
    if not ignore_unknown:
        check_known(cls, obj)
    return value


def _by_the_rules(cls: type[V], obj: Any) -> V:
    """The value of a document that breaks no rule."""
    # To look for broken rules takes long, so first the usual case: a document that is as it would
    # be written breaks none.
    try:
        value = cls.from_obj(obj)
    except DecodeError:
        check_rules(cls, obj)
        raise
    if json.loads(to_json(value)) != obj:
        check_rules(cls, obj)
    return value


def _is_envelope(cls: type[View], obj: Any) -> bool:
    if not isinstance(obj, dict) or "data" not in obj:
        return False
    if issubclass(cls, FieldsView):
        own = set(cls._numbers)
    elif issubclass(cls, SelectorView):
        own = {"selector", "data"}
    else:
        return True  # the type is written as something else than an object
    return own.isdisjoint(obj.keys() - {"data"}) and not own <= obj.keys()


def _opened(cls: type[View], obj: Any) -> Any:
    if not isinstance(obj, dict) or "data" not in obj:
        raise DecodeError(
            f"expected an object with data, got {shown(obj)}",
            code="NO_ENVELOPE",
            root=cls.__name__,
        )
    version = obj.get("version")
    if isinstance(version, str):
        problem = cls._contradiction(version.lower())
        if problem:
            raise DecodeError(f"the envelope is {problem}", code="WRONG_VERSION", root=cls.__name__)
    return obj["data"]


# ---- YAML ----------------------------------------------------------------------------------------


def to_yaml_obj(value: View | None) -> Any:
    """The value as ``value.yaml`` of the consensus spec tests has it, of Python's own types.

    As ``to_obj``, except that integers of up to 64 bits and selectors are numbers, a ``byte`` is
    one as well, and the value of a ``Union`` is named ``value``.
    """
    if value is None:
        return None
    require_value(value)
    if isinstance(value, uint):
        return int(value) if value.type_byte_length() <= 8 else str(int(value))
    if isinstance(value, FieldsView):
        names = (field.name for field in value._fields)
        return {name: to_yaml_obj(part) for name, part in zip(names, value, strict=True)}
    if isinstance(value, SelectorView):
        name = "value" if isinstance(value, Union) else "data"
        return {"selector": value._selector(), name: to_yaml_obj(value._selected())}
    if isinstance(value, HomogeneousView) and not issubclass(value._element, byte):
        return [to_yaml_obj(part) for part in value]
    return value.to_obj()


def to_yaml(value: View) -> str:
    """The value as YAML, as in ``value.yaml`` of the consensus spec tests."""
    import yaml

    require_value(value)
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump(to_yaml_obj(value), Dumper=dumper, sort_keys=False)
    return text


def from_yaml(
    cls: type[V],
    source: str | bytes | IO[str] | IO[bytes],
    *,
    ignore_unknown: bool = True,
) -> V:
    """The value that a YAML text stands for: what :func:`to_yaml` gives, and all of ``from_obj``.

    Numbers are decimal, ``true``, ``false`` and ``null`` are the only words, all else is text.
    Aliases are taken as long as they don't stand for many times the text; tags, merge keys and
    names that come twice are not.  Uses the parser of libyaml where PyYAML comes with it.

    Args:
        cls: type of the value.
        source: the text, or a file to read it from.
        ignore_unknown: ignore members that the type does not have.

    Raises:
        DecodeError: with the path to the part at fault; ``NOT_YAML`` if the text is no YAML at all,
            or has more of it than is read here.
        InvalidTypeError: the type is not an SSZ type, or the source is neither text nor a file.
    """
    from pyssz.base.yaml import YamlError, read_yaml

    require_type(cls)
    try:
        obj = read_yaml(text_of(source, "from_yaml"))
    except YamlError as error:
        refused = DecodeError(f"not YAML: {error.problem}", code="NOT_YAML", root=cls.__name__)
        refused.line, refused.column = error.line, error.column
        raise refused from None
    return _value_of(cls, obj, ignore_unknown)
