"""docs/design/descriptor-table.md tells the truth about the table and what C makes of it."""

import re
import sys
from pathlib import Path

import pytest

from pyssz import (
    Bitvector,
    ByteList,
    Container,
    DecodeError,
    List,
    Union,
    boolean,
    native,
    uint16,
    uint64,
)
from pyssz._native import ffi, lib
from pyssz.core.schema import SchemaTable
from support import CHECKOUT

pytestmark = pytest.mark.skipif(
    sys.byteorder != "little", reason="the page shows the table of a little-endian machine"
)


class Sample(Container):
    at: uint64
    valid: boolean
    flags: Bitvector[12]
    values: List[uint16, 100]
    note: Union[None, ByteList[32]]


@pytest.fixture(scope="module")
def text() -> str:
    return (CHECKOUT / "docs/design/descriptor-table.md").read_text("utf-8")


@pytest.fixture(scope="module")
def table() -> SchemaTable:
    table = SchemaTable()
    table.add(Sample)
    return table


def rows(text: str, head: str) -> list[list[str]]:
    """The cells of the table whose first line begins with ``head``."""
    lines = text[text.index(f"\n{head}") :].strip().splitlines()
    end = next((i for i, line in enumerate(lines) if not line.startswith("|")), len(lines))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:end]]


def hexdump(text: str, head: str) -> bytes:
    """The bytes of the dump under a line of column names."""
    block = re.search(rf"```\n +{head}\n(.*?)```", text, re.DOTALL)
    assert block
    lines = block[1].splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(len(lines)))
    return bytes.fromhex("".join("".join(line.split()[1:]) for line in lines))


@pytest.mark.parametrize("struct", ["ssz_type_record", "ssz_member_record"])
def test_the_records_have_the_layout_of_the_page(text: str, struct: str) -> None:
    section = text[text.index(f"\n`{struct}`, ") :]
    size = re.match(r"\n`\w+`, (\d+) bytes", section)
    assert size
    assert int(size[1]) == ffi.sizeof(struct)
    documented = []
    for place, name, kind, _ in rows(section, "| bytes | field | type | |"):
        first, last = map(int, place.split("–"))
        documented.append((name.strip("`"), first, last + 1 - first, kind.strip("`") + "_t"))
    actual = [
        (name, field.offset, ffi.sizeof(field.type), field.type.cname)
        for name, field in ffi.typeof(struct).fields
    ]
    assert documented == actual


def test_all_kinds_are_listed(text: str) -> None:
    listed = {
        f"SSZ_KIND_{kind.upper().replace(' ', '_')}": int(number)
        for number, kind, *_ in rows(text, "| number | kind |")
    }
    assert listed == {name: getattr(lib, name) for name in dir(lib) if "_KIND_" in name}


def test_every_refusal_of_a_table_is_listed(text: str) -> None:
    listed = {code.strip("`") for _, code in rows(text, "| rule | error |")}
    assert listed == {name[4:] for name in dir(lib) if name.startswith("SSZ_SCHEMA_")}
    assert f"at most {lib.SSZ_DEPTH_LIMIT} deep" in text
    assert f"{lib.SSZ_NO_TYPE} for none" in text


def test_the_example_is_the_class_shown(text: str) -> None:
    shown = re.search(r"```python\n(class Sample.*?)```", text, re.DOTALL)
    assert shown
    assert shown[1] in Path(__file__).read_text("utf-8")


def test_the_dump_is_the_table(text: str, table: SchemaTable) -> None:
    assert hexdump(text, r"kind +element +length +first_m\. +count") == bytes(table._types)
    assert hexdump(text, r"type +key") == bytes(table._members)


def test_sizes_are_what_c_works_out(text: str, table: SchemaTable) -> None:
    schema = table.compile()
    documented = [
        (name.split()[0], fixed == "yes", *map(int, sizes))
        for name, fixed, *sizes in rows(text, "| type | fixed? |")
    ]
    actual = []
    for number in range(len(documented)):
        info = native.schema_type(schema, number)
        sizes = (info.fixed_size, info.min_size, info.max_size, info.depth)
        actual.append((str(number), info.is_fixed, *sizes))
    assert documented == actual
    assert len(table._types) == len(documented) * ffi.sizeof("ssz_type_record")


def test_only_the_bits_in_the_masks_can_be_wrong(text: str) -> None:
    masks = {8: 0, 10: 0}
    for place, _, wrong in rows(text, "| bytes | contents | can be invalid |"):
        if mask := re.search(r"mask (0x..)", wrong):
            masks[int(re.split("–", place)[-1])] = int(mask[1], 16)
    good = Sample().encode_bytes()
    assert len(good) == 20
    for byte in range(11):
        for bit in range(8):
            bad = bytearray(good)
            bad[byte] ^= 1 << bit
            if masks.get(byte, 0) >> bit & 1:
                with pytest.raises(DecodeError) as refused:
                    Sample.decode_bytes(bad)
                assert refused.value.offset == byte
            else:
                Sample.decode_bytes(bad)


def test_the_offsets_are_where_the_page_says(text: str) -> None:
    value = Sample(values=[1, 2], note=Union[None, ByteList[32]](selector=1, value=b"x"))
    data = value.encode_bytes()
    for place, holds, _ in rows(text, "| bytes | contents | can be invalid |"):
        first = int(place.split("–")[0])
        name = re.findall(r"`(\w+)`", holds)[-1]
        start = value.locate(name).offset
        if holds.startswith("offset"):
            assert int.from_bytes(data[first : first + 4], "little") == start
        else:
            assert first == start


def test_a_validator_has_one_byte_that_can_be_wrong(text: str) -> None:
    from pyssz.ethereum import mainnet

    validator = mainnet.deneb.Validator
    assert validator.type_byte_length() == 121
    assert "byte 88, mask 0xfe" in text
    for byte in range(121):
        data = bytearray(121)
        data[byte] = 0xFF
        if byte == 88:
            with pytest.raises(DecodeError):
                validator.decode_bytes(data)
        else:
            validator.decode_bytes(data)


def test_the_state_takes_as_many_records_as_the_page_says(text: str) -> None:
    from pyssz.ethereum import mainnet

    table = SchemaTable()
    table.add(mainnet.deneb.BeaconState)
    count = len(table._types) // ffi.sizeof("ssz_type_record")
    assert f"`deneb.BeaconState` needs only {count}." in text
