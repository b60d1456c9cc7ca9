"""What a case of each format asks for.

Layouts, by path within the source:

- ``tests/<preset>/<fork>/ssz_static/<Type>/<suite>/<case>/``
- ``tests/general/<fork>/ssz_generic/<handler>/<valid|invalid>/<case>/``
- a JSON file with a ``typeDescriptor``: ssz-specs
"""

from __future__ import annotations

from typing import Any

import yaml

from pyssz import DecodeError, SchemaError, View
from pyssz.conformance._files import SERIALIZED, CaseFiles
from pyssz.conformance._json_checks import check_json
from pyssz.conformance._libraries import Library
from pyssz.conformance._results import PASSED, Outcome, Result, failed, guarded
from pyssz.conformance._types import generic_type
from pyssz.io.snappy import decompress
from pyssz.text.objects import from_json, to_json

__all__ = ["check"]

_YAML: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def check(case: CaseFiles, library: Library) -> Result:
    """Do what a case asks for, and compare."""
    parts = case.path.parts
    if case.path.suffix == ".json":
        (content,) = case.files.values()
        group, outcome = check_json(content, library)
        return Result(str(case.path), group, outcome)
    if "ssz_static" in parts:
        at = len(parts) - 1 - parts[::-1].index("ssz_static")
        rest = parts[at + 1 :]
        if at >= 2 and len(rest) == 3:
            preset, fork, name = parts[at - 2], parts[at - 1], rest[0]
            outcome = guarded(lambda: _check_static(case, library, preset, fork, name))
            return Result(str(case.path), (preset, fork, "ssz_static"), outcome)
    if "ssz_generic" in parts:
        at = len(parts) - 1 - parts[::-1].index("ssz_generic")
        rest = parts[at + 1 :]
        if at >= 2 and len(rest) == 3:
            handler, suite, name = rest
            outcome = guarded(lambda: _check_generic(case, library, handler, suite, name))
            return Result(str(case.path), (parts[at - 2], parts[at - 1], handler), outcome)
    return Result(str(case.path), ("?", "?", "?"), failed("the layout of the path is not known"))


def _check_static(case: CaseFiles, library: Library, preset: str, fork: str, name: str) -> Outcome:
    from pyssz import ethereum

    try:
        cls = ethereum.type_named(f"{fork}.{name}", preset)
    except (LookupError, SchemaError) as error:
        return failed(f"no type is known: {error}")
    return _check_valid(case, library, cls, "roots.yaml")


def _check_generic(
    case: CaseFiles, library: Library, handler: str, suite: str, name: str
) -> Outcome:
    if suite not in ("valid", "invalid"):
        return failed(f"the suite {suite!r} is not known")
    try:
        cls = generic_type(handler, name)
    except LookupError as error:
        return failed(str(error.args[0]))
    except SchemaError as error:
        # An illegal type has no values, so no bytes can be one.
        return PASSED if suite == "invalid" else failed(str(error))
    if suite == "valid":
        return _check_valid(case, library, cls, "meta.yaml")
    data = decompress(case.files[SERIALIZED])
    try:
        library.decode(cls, data)
    except Exception as error:
        if library.name == "pyssz" and not isinstance(error, DecodeError):
            return failed(f"refused with {type(error).__name__}: {error}")
        return PASSED
    return failed("bytes are accepted that should be refused")


def _yaml(case: CaseFiles, name: str) -> Any:
    if name not in case.files:
        raise LookupError(f"the case has no {name}")
    return yaml.load(case.files[name], _YAML)


def _check_valid(case: CaseFiles, library: Library, cls: type[View], roots: str) -> Outcome:
    data = decompress(case.files[SERIALIZED])
    root = _yaml(case, roots)["root"]
    value = library.decode(cls, data)
    if library.encode(value) != data:
        return failed("the encoding differs")
    found = f"0x{library.root(value).hex()}"
    if found != root:
        return failed(f"the root is {found}, expected {root}")
    if library.name != "pyssz":
        return PASSED
    expected = _yaml(case, "value.yaml")
    if cls.from_obj(expected).encode_bytes() != data:
        return failed("the value differs")
    return _check_objects(cls, value, data)


def _check_objects(cls: type[View], value: Any, data: bytes) -> Outcome:
    """JSON there and back, and the size that is told without encoding."""
    if from_json(cls, to_json(value), envelope=False).encode_bytes() != data:
        return failed("the value that comes back from JSON differs")
    if value.value_byte_length() != len(data):
        return failed("value_byte_length differs from the length of the encoding")
    return PASSED
