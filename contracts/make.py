"""Writes what is made of the contracts: `python contracts/make.py` (`--check` only says what is out of date).

Takes: records.schema, and the table of environment variables in hcpy/core/config.py.
Gives: headers of include/hcrt and runtime/core, and modules of hcpy, which are checked in.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(Path(__file__).resolve().parent)]

from schema import (  # noqa: E402
    SCALARS,
    SCHEMA,
    Constant,
    Field,
    Flags,
    Function,
    Header,
    Item,
    Record,
    Section,
    Text,
    check,
    read,
)

from hcpy.core.config import OTHERS, VARIABLES  # noqa: E402

_MADE = "Made by contracts/make.py from {}: change that."
_WIDTH = 106
_END_OF_FUNCTIONS = ["#pragma GCC visibility pop"]


def made() -> dict[Path, str]:
    """Every file that is made, and its text."""
    headers = read(SCHEMA.read_text())
    check(headers)
    texts = {ROOT / "include" / "hcrt" / header.file: _header(header, headers[0]) for header in headers}
    texts[ROOT / "hcpy" / "core" / "records.py"] = _python(headers)
    texts[ROOT / "hcpy" / "runtime" / "structures.py"] = _ctypes(headers)
    texts[ROOT / "hcpy" / "runtime" / "functions.py"] = _functions(headers)
    texts[ROOT / "runtime" / "core" / "variables.hpp"] = _variables()
    return texts


def _records(headers: list[Header]) -> Iterator[Record]:
    return (item for header in headers for item in header.items if isinstance(item, Record))


# --- C -----------------------------------------------------------------------------------------------
def _header(header: Header, first: Header) -> str:
    lines = [f"/* {_MADE.format('contracts/records.schema')} */", f"#ifndef {header.macro}"]
    lines += [f"#define {header.macro}", "/* clang-format off */", ""]
    lines += ["#include <stddef.h>", "#include <stdint.h>", ""]
    if header is not first:
        lines += [f'#include "{first.file}"', ""]
    lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    for before, item in zip([None, *header.items], header.items, strict=False):
        if isinstance(before, Constant) and not isinstance(item, Constant):
            lines.append("")
        if isinstance(item, (Function, Section)) and not isinstance(before, (Function, Section)):
            lines += ["/* libhcrt hides what is not marked. */", "#pragma GCC visibility push(default)", ""]
        if isinstance(before, Function) and not isinstance(item, (Function, Section)):
            lines += [*_END_OF_FUNCTIONS, ""]
        lines += _c_item(item)
    if header.items and isinstance(header.items[-1], Function):
        lines += ["", *_END_OF_FUNCTIONS, ""]
    lines += ["#ifdef __cplusplus", "}", ""]
    lines += [line for record in _records([header]) for line in _asserts(record)]
    return "\n".join([*lines, "#endif", "", "/* clang-format on */", "#endif", ""])


def _c_item(item: Item) -> list[str]:
    if isinstance(item, Text):
        return [*item.lines, ""]
    if isinstance(item, Section):
        return ["", f"/* --- {item.name} " + "-" * (95 - len(item.name)) + " */"]
    lines = _c_comment(item.comment)
    if isinstance(item, Constant):
        return [*lines, f"#define HCRT_{item.name} {item.value}"]
    if isinstance(item, Function):
        return [*lines, f"{item.prototype};"]
    if isinstance(item, Flags):
        values = [(f"  HCRT_{name} = {value},", note) for value, name, note in item.values]
        return [*lines, f"enum hcrt_{item.name} {{", *_noted(values), "};", ""]
    fields = [(f"  {_declaration(f)};", f.note) for f in item.fields]
    return [*lines, f"typedef struct {item.name} {{", *_noted(fields), f"}} {item.name};", ""]


def _c_comment(lines: list[str]) -> list[str]:
    return ("/* " + "\n * ".join(lines) + " */").split("\n") if lines else []


def _noted(rows: list[tuple[str, str]]) -> list[str]:
    width = max(len(text) for text, _ in rows)
    return [f"{text:{width}} /* {note} */" if note else text for text, note in rows]


def _declaration(field: Field) -> str:
    array = f"[{_c_count(field)}]" if field.count else ""
    if field.kind != "ptr":
        scalar = SCALARS.get(field.kind)
        return f"{scalar.c if scalar else field.kind} {field.name}{array}"
    if "(*)" in field.pointee:
        return field.pointee.replace("(*)", f"(*{field.name})", 1)
    return f"{field.pointee} {field.name}"


def _c_count(field: Field) -> str:
    return field.count_text if field.count_text.isdecimal() else f"HCRT_{field.count_text}"


def _asserts(record: Record) -> list[str]:
    lines = [f'static_assert(sizeof({record.name}) == {record.size}, "{record.name}");']
    for field in record.fields:
        place = f"offsetof({record.name}, {field.name}) == {field.offset}"
        lines.append(f'static_assert({place}, "{record.name}::{field.name}");')
    return [*lines, ""]


# --- Python ------------------------------------------------------------------------------------------
def _python(headers: list[Header]) -> str:
    lines = [
        '"""The records that the compiler, libhcrt and the Python API share, as bytes.',
        "",
        _MADE.format("contracts/records.schema"),
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "import struct",
        "from typing import NamedTuple",
        "",
    ]
    items = [item for header in headers for item in header.items]
    for item in items:
        if isinstance(item, Constant):
            lines.append(f"{item.name} = {_value(item)}")
    for item in items:
        if isinstance(item, Flags):
            lines += [f"{name} = {value}" for value, name, _ in item.values]
    records = {record.name: record for record in _records(headers)}
    for record in records.values():
        if record.how != "ctypes":
            lines += _python_record(record, records)
    return "\n".join(lines) + "\n"


def _value(constant: Constant) -> str:
    return f"b{constant.value}" if constant.name.endswith("MAGIC") else constant.value


def _constant_name(record: Record) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", record.python).upper()


def _python_record(record: Record, records: dict[str, Record]) -> list[str]:
    name, lines = _constant_name(record), []
    if all(f.kind in SCALARS and (f.is_text or not f.count) for f in record.fields):
        lines += ["", "", f"class {record.python}(NamedTuple):", f'    """{record.name}."""', ""]
        for field in record.fields:
            note = f"  # {field.note}" if field.note else ""
            line = f"    {field.name}: {'bytes' if field.is_text else 'int'}"
            lines.append(line + note if len(line + note) < _WIDTH else line)
        lines += ["", ""]
    lines.append(f'{name} = struct.Struct("<{_format(record, records)}")  # {record.name}')
    if any(field.count and not field.is_text for field in record.fields):
        lines += _offsets(name, [f'"{field.name}": {field.offset}' for field in record.fields])
    if record.fields[0].kind == "ptr" and all(f.kind in SCALARS and not f.count for f in record.fields):
        types = ", ".join(f'"{SCALARS[field.kind].ir}"' for field in record.fields)
        lines.append(f"{name}_TYPES = ({types})  # in LLVM's IR")
    return lines


def _offsets(name: str, offsets: list[str]) -> list[str]:
    line = f"{name}_OFFSETS = {{{', '.join(offsets)}}}"
    return [line] if len(line) <= _WIDTH else [f"{name}_OFFSETS = {{", *(f"    {o}," for o in offsets), "}"]


def _format(record: Record, records: dict[str, Record]) -> str:
    parts = []
    for field in record.fields:
        if field.kind in records:
            parts.append(_format(records[field.kind], records))
        else:
            parts.append(f"{field.count or ''}{SCALARS[field.kind].code}")
    return "".join(parts)


def _ctypes(headers: list[Header]) -> str:
    lines = [
        '"""The records that ctypes hands to libhcrt.',
        "",
        _MADE.format("contracts/records.schema"),
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "import ctypes",
    ]
    for header in headers:
        for record in _records([header]):
            if record.how != "bytes":
                lines += [
                    "",
                    "",
                    f"class {record.python}(ctypes.Structure):",
                    f'    """{record.name}."""',
                    "",
                ]
                lines += [
                    "    _fields_ = [",
                    *(f'        ("{f.name}", {_ctype(f, headers)}),' for f in record.fields),
                ]
                lines.append("    ]")
    return "\n".join(lines) + "\n"


def _ctype(field: Field, headers: list[Header]) -> str:
    if field.kind == "ptr":
        if field.pointee.startswith(("const char*", "const unsigned char*")):
            return "ctypes.c_char_p"
        return "ctypes.POINTER(ctypes.c_void_p)" if field.pointee == "void* const*" else "ctypes.c_void_p"
    for record in _records(headers):
        if record.name == field.kind:
            return record.python
    name = f"ctypes.{SCALARS[field.kind].ctypes}"
    return f"{name} * {field.count}" if field.count else name


def _functions(headers: list[Header]) -> str:
    mirrored = {record.name: record.python for record in _records(headers) if record.how != "bytes"}
    lines = [
        '"""The functions of libhcrt.so, for ctypes: name -> (result, parameters).',
        "",
        _MADE.format("contracts/records.schema"),
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_uint32, c_uint64, c_void_p",
        "from typing import Any",
        "",
    ]
    rows = []
    for item in (item for header in headers for item in header.items):
        if isinstance(item, Function):
            parameters = ", ".join(_called_with(kind.strip(), mirrored) for kind, _ in item.parameters)
            rows.append(f'    "{item.name}": ({_called_with(item.result, mirrored)}, [{parameters}]),')
    used = sorted(name for name in mirrored.values() if any(f"POINTER({name})" in row for row in rows))
    lines += [f"from hcpy.runtime.structures import {', '.join(used)}", ""]
    return "\n".join([*lines, "FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {", *rows, "}", ""])


_CTYPES = {
    "void": "None",
    "int": "c_int",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "uint64_t*": "POINTER(c_uint64)",
    "void*": "c_void_p",
    "void**": "POINTER(c_void_p)",
    "void* const*": "POINTER(c_void_p)",
    "const char*": "c_char_p",
}


def _called_with(kind: str, mirrored: dict[str, str]) -> str:
    """A type of C in a prototype, as ctypes has it; records that Python fills as bytes are addresses."""
    if pointed := re.fullmatch(r"void \(\*\)\((.*)\)", kind):
        return f"CFUNCTYPE(None, {_called_with(pointed[1], mirrored)})"
    if kind in _CTYPES:
        return _CTYPES[kind]
    record = re.fullmatch(r"(?:const )?(hcrt_\w+)\*", kind)
    if record is None:
        raise ValueError(f"no type of ctypes for {kind!r}")
    return f"POINTER({mirrored[record[1]]})" if record[1] in mirrored else "c_void_p"


# --- variables ---------------------------------------------------------------------------------------
def _variables() -> str:
    lines = [
        f"// {_MADE.format('hcpy/core/config.py')}",
        "//",
        "// The environment variables that libhcrt reads: nothing else in it calls getenv.",
        "// clang-format off",
        "#pragma once",
        "",
        '#include "variable.hpp"',
        "",
        "namespace hcrt::variables {",
    ]
    for variable in VARIABLES:
        if variable.in_programs:
            name = variable.name.removeprefix("HCPY_").lower()
            default = variable.default if isinstance(variable.default, str) else ""
            lines += ["", f"// {variable.meaning}"]
            lines.append(f'inline constexpr Variable {name}{{"{variable.name}", "{default}"}};')
    for name, meaning in OTHERS.items():
        if name.startswith(("HCC_", "CUDA_")) or name in ("HOME", "XDG_CACHE_HOME"):
            lines += ["", f"// {meaning}", f'inline constexpr Variable {name.lower()}{{"{name}", ""}};']
    return "\n".join([*lines, "", "}  // namespace hcrt::variables", "// clang-format on", ""])


def main() -> int:
    """Write the files, or say which are out of date."""
    stale = [path for path, text in made().items() if not path.is_file() or path.read_text() != text]
    for path in stale:
        if "--check" in sys.argv[1:]:
            print(f"{path.relative_to(ROOT)} is out of date: run python contracts/make.py")
        else:
            path.write_text(made()[path])
    return 1 if stale and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
