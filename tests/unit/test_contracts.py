"""Contracts between the compiler, libhcrt and the Python API come from one schema and one table."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "contracts"))

import schema  # noqa: E402

from hcpy.core import records  # noqa: E402
from hcpy.runtime import structures  # noqa: E402

HEADERS = schema.read(schema.SCHEMA.read_text())
RECORDS = [item for header in HEADERS for item in header.items if isinstance(item, schema.Record)]


def test_what_is_made_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "contracts" / "make.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_layouts_in_python_are_those_of_c() -> None:
    """A C++ compiler checks the offsets where it compiles the headers: they have static_asserts."""
    schema.check(HEADERS)
    for record in RECORDS:
        if record.how != "bytes":
            mirror = getattr(structures, record.python)
            assert ctypes.sizeof(mirror) == record.size
            assert {f.name: getattr(mirror, f.name).offset for f in record.fields} == {
                f.name: f.offset for f in record.fields
            }
    sizes = {record.size for record in RECORDS}
    assert {records.BUNDLE_HEADER.size, records.DEVICE_HEADER.size, records.LAUNCH.size} <= sizes
    row = records.ImageRow(kind=1, architecture=2, data_offset=3, data_bytes=4, checksum=5, reserved=0)
    packed = records.IMAGE_ROW.pack(*row)
    fields = next(r for r in RECORDS if r.python == "ImageRow").fields
    assert [packed[f.offset] for f in fields] == list(row)


def test_headers_check_every_offset() -> None:
    for header in HEADERS:
        text = (ROOT / "include" / "hcrt" / header.file).read_text()
        fields = sum(len(item.fields) + 1 for item in header.items if isinstance(item, schema.Record))
        assert text.count("static_assert(") == fields


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("struct s S bytes\n  u32 a\n  u64 b\n", "records.schema:4: 4 bytes of padding before 'b'"),
        ("struct s S bytes\n  u33 a\n", "records.schema:3: 'u33'"),
        ("structure s S\n", "records.schema:2: unknown word 'structure'"),
        ("struct s S bytes\n  u32\n", "records.schema:3: no field: 'u32'"),
        ("function void f(int)\n", "records.schema:2: no function: 'void f(int)'"),
    ],
)
def test_mistakes_of_the_schema_are_errors(text: str, fault: str) -> None:
    with pytest.raises(ValueError) as error:
        schema.read("header h.h H\n" + text)
    assert str(error.value) == fault


def test_libhcrt_reads_the_variables_of_the_table_alone() -> None:
    calls = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "runtime").rglob("*.[ch]pp")
        if "getenv(" in path.read_text()
    ]
    assert calls == ["runtime/core/variable.hpp"]
