"""docs/remerkleable.md says what is true: each difference, seen in both libraries.

Snippets run with the names of one library, then with those of the other.
"""

import operator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import remerkleable.basic
import remerkleable.bitfields
import remerkleable.byte_arrays
import remerkleable.complex
import remerkleable.core
import remerkleable.progressive
import remerkleable.union

import pyssz


def names_of(*modules: Any) -> Any:
    """The names of a library, and the same few types declared with them."""
    # dir() has also those that a module loads when they are first asked for.
    names = {name: getattr(module, name) for module in modules for name in dir(module)}
    found = SimpleNamespace(**names, np=np, eq=operator.eq)
    fields = {"a": found.uint64, "b": found.Bytes32}
    found.Inner = type("Inner", (found.Container,), {"__annotations__": fields})
    found.Other = type("Other", (found.Container,), {"__annotations__": {"x": found.uint8}})
    found.Outer = type("Outer", (found.Container,), {"__annotations__": {"inner": found.Inner}})
    found.Pair = type(
        "Pair",
        (found.Container,),
        {"__annotations__": {"n": found.uint64, "bits": found.Bitlist[4]}},
    )
    base = found.ProgressiveContainer(active_fields=[1])
    found.Square = type(base)("Square", (base,), {"__annotations__": {"side": found.uint64}})
    found.L = found.List[found.uint64, 8]
    found.Bits = found.Bitlist[10]
    found.Tx = found.ByteList[100]
    found.U = found.Union[None, found.uint64]
    return found


THEIRS = names_of(
    remerkleable.basic,
    remerkleable.bitfields,
    remerkleable.byte_arrays,
    remerkleable.complex,
    remerkleable.core,
    remerkleable.progressive,
    remerkleable.union,
)
OURS = names_of(pyssz)

ROWS: list[tuple[str, Any, Any]] = [
    # what is run, what remerkleable makes of it, what pyssz makes of it
    ("List[uint64, 4] is List[uint64, 4]", False, True),
    ("Bytes32.__name__", "SpecialByteVectorView", "Bytes32"),
    ("ByteVector[0]()", b"", TypeError),
    ("isinstance(uint64, BasicView)", True, False),
    ("issubclass(uint64, BasicView)", True, True),
    ("issubclass(Square, Container)", True, False),
    ("uint64.default()", TypeError, 0),
    ("uint64.default(None)", 0, 0),
    ("uint64()", TypeError, 0),
    ("boolean()", TypeError, 0),
    ("L(1) == (1,)", True, False),
    ("L(1) == [1]", True, True),
    ("setattr(uint64(1), 'note', 1)", None, AttributeError),
    ("setattr(Inner(), '_note', 1)", None, AttributeError),
    ("Inner.a.__doc__", AttributeError, "uint64, 8 bytes, field 0 of Inner"),
    ("Inner(a=uint256(2**65 + 7)).a", 7, ValueError),
    ("Inner(a=Bytes4(b'abcd')).a", int.from_bytes(b"abcd", "little"), ValueError),
    ("Inner(b=uint64(5)).b", b"\5" + bytes(31), TypeError),
    ("type(Outer(inner=Other(x=5))).__name__", "Outer", TypeError),
    ("Outer(inner={'a': 1}).inner.a", AttributeError, 1),
    ("list(L(range(3)))", TypeError, [0, 1, 2]),
    ("list(L({7}))", TypeError, [7]),
    ("list(L(map(int, [1, 2])))", TypeError, [1, 2]),
    ("list(L(L(1, 2)))", AttributeError, [1, 2]),
    ("list(L(np.array([1, 2], dtype='u8')))", TypeError, [1, 2]),
    ("list(Bits(range(2)))", [True], [False, True]),
    ("list(Bits(Bits(1, 0)))", [True], [True, False]),
    ("list(Bits(b'ab'))", [True], TypeError),
    ("list(Bits('101'))", [True], TypeError),
    ("bytes(Tx(Other(x=5)))", b"\5", TypeError),
    ("U.decode_bytes(b'\\0\\0').selector()", 0, ValueError),
    ("Pair.decode_bytes(bytes(8) + b'\\x0d\\0\\0\\0' + b'\\3\\xff').bits.length()", 1, ValueError),
    ("L(1, 2)[-1]", IndexError, 2),
    ("L(1, 2, 3)[0:3:2]", [1, 2, 3], [1, 3]),
    ("L(1, 2, 3)[1:9]", IndexError, [2, 3]),
    ("L(1, 2)[1.0]", 2, TypeError),
    ("L(1, 2)['a']", ValueError, TypeError),
    ("eq(L(1), 5)", TypeError, False),
    ("eq(L(1), ['a'])", TypeError, False),
    ("eq(Vector[uint64, 3](), [])", True, False),
    ("eq(Bits(1, 0), Pair())", False, False),
    ("type(Bytes32().encode_bytes()) is bytes", False, True),
    ("len(repr(Tx(bytes(100))))", 202, 202),
    ("len(repr(ByteList[10**6](bytes(10**6)))) < 200", False, True),
    ("uint64(1) << 1.5", 2, TypeError),
    ("uint16(1) & b'ab'", 1, TypeError),
    ("uint64(7) // uint8(0)", ZeroDivisionError, ValueError),
    ("uint64(7) // uint8(1)", ValueError, ValueError),
    ("uint64(5).to_obj()", 5, "5"),
    ("L(1, 2).to_obj()", [1, 2], ["1", "2"]),
    ("Vector[uint64, 2](1, 2).to_obj()", (1, 2), ["1", "2"]),
    ("uint256(5).to_obj()", "0x05" + "00" * 31, "5"),
    ("L.from_obj([1, '2', '0x03']).length()", 3, ValueError),
    ("Other.from_obj({'x': 1, 'z': 2}).x", Exception, 1),
    ("Inner.from_obj({'a': 1}).a", 1, ValueError),
]


def outcome(text: str, names: Any) -> Any:
    try:
        return eval(text, vars(names))
    except Exception as error:
        return error


@pytest.mark.parametrize(("text", "theirs", "ours"), ROWS)
def test_the_list_of_differences(text: str, theirs: Any, ours: Any) -> None:
    for names, expected in ((THEIRS, theirs), (OURS, ours)):
        found = outcome(text, names)
        if isinstance(expected, type) and issubclass(expected, Exception):
            assert isinstance(found, expected), found
            assert names is THEIRS or isinstance(found, pyssz.SSZError | AttributeError)
        else:
            assert found == expected
