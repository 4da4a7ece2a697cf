"""Reads records.schema: the records that the compiler, libhcrt and the Python API share.

Takes: the file's text.
Gives: Headers of Constants, Flags, Records and Texts, with every field's offset as C lays it out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

SCHEMA = Path(__file__).with_name("records.schema")
_FIELD = re.compile(r"(ptr\((?P<pointee>.*)\)|\w+) (?P<name>\w+)(\[(?P<count>\w+)\])?(\s+# (?P<note>.*))?")
_FUNCTION = re.compile(r"(?P<result>[\w ]+\**) ?(?P<name>hcrt_\w+)\((?P<parameters>.+)\)")
# A parameter: what stands before and after its name; after a pointer to a function its parameters.
_PARAMETER = re.compile(r"([\w *]+?[ *]\(?\*?)(\w+)((?:\)\([^)]*\))?)(?:, |$)")


@dataclass(frozen=True)
class Scalar:
    """A type of the schema, in each language."""

    c: str
    size: int
    code: str  # of Python's struct
    ctypes: str
    ir: str


SCALARS = {
    "char": Scalar("char", 1, "s", "c_char", "i8"),
    "u8": Scalar("uint8_t", 1, "s", "c_uint8", "i8"),
    "i32": Scalar("int32_t", 4, "i", "c_int32", "i32"),
    "u32": Scalar("uint32_t", 4, "I", "c_uint32", "i32"),
    "u64": Scalar("uint64_t", 8, "Q", "c_uint64", "i64"),
    "ptr": Scalar("", 8, "Q", "c_void_p", "ptr"),
}


@dataclass(frozen=True)
class Field:
    """One field of a record."""

    kind: str  # a key of SCALARS, or another record's name
    name: str
    count: int  # 0: no array
    offset: int
    note: str = ""
    pointee: str = ""  # of a ptr: its type in C
    count_text: str = ""  # as C spells it

    @property
    def is_text(self) -> bool:
        """Is it an array of bytes?"""
        return self.count > 0 and self.kind in ("char", "u8")


@dataclass
class Record:
    """One structure."""

    name: str
    python: str
    how: str  # Python has it: "bytes", "ctypes", "both"
    comment: list[str]
    fields: list[Field] = field(default_factory=list)
    size: int = 0
    align: int = 1


@dataclass
class Constant:
    """One #define."""

    name: str
    value: str
    comment: list[str]


@dataclass
class Flags:
    """One enumeration of bits: (value, name, note)."""

    name: str
    comment: list[str]
    values: list[tuple[int, str, str]] = field(default_factory=list)


@dataclass
class Text:
    """Lines of C."""

    lines: list[str] = field(default_factory=list)


@dataclass
class Function:
    """A function of libhcrt: (type in C, name) of each parameter."""

    name: str
    result: str
    parameters: list[tuple[str, str]]
    prototype: str
    comment: list[str]


@dataclass
class Section:
    """A line between functions."""

    name: str


Item = Record | Constant | Flags | Text | Function | Section


@dataclass
class Header:
    """One header of include/hcrt."""

    file: str
    macro: str
    items: list[Item] = field(default_factory=list)


def read(text: str) -> list[Header]:
    """The schema's headers; a mistake is a ValueError with its line."""
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            reader.take(line)
        except (ValueError, KeyError, IndexError) as error:
            raise ValueError(f"records.schema:{number}: {error}") from None
    return reader.headers


class _Reader:
    def __init__(self) -> None:
        self.headers: list[Header] = []
        self.records: dict[str, Record] = {}
        self.constants: dict[str, str] = {}
        self.comment: list[str] = []
        self.item: Item | None = None

    def take(self, line: str) -> None:
        if line.startswith("  ") and self.item is not None:
            self._inner(line)
        elif line.startswith("#"):
            self.comment.append(line[2:])
        elif not line:
            self.comment = []
            if isinstance(self.item, Text):
                self.item = None
        else:
            self._outer(line)

    def _outer(self, line: str) -> None:
        words = line.split()
        comment, self.comment = self.comment, []
        if words[0] == "header":
            self.headers.append(Header(words[1], words[2]))
            self.item = None
            return
        if words[0] == "constant":
            self.constants[words[1]] = words[2]
            made: Item = Constant(words[1], words[2], comment)
        elif words[0] == "flags":
            made = Flags(words[1], comment)
        elif words[0] == "struct":
            made = self.records[words[1]] = Record(words[1], words[2], words[3], comment)
        elif words[0] == "function":
            made = _function(line.removeprefix("function "), comment)
        elif words[0] == "section":
            made = Section(line.removeprefix("section "))
        elif words[0] == "text":
            made = Text()
        else:
            raise ValueError(f"unknown word {words[0]!r}")
        self.headers[-1].items.append(made)
        self.item = made

    def _inner(self, line: str) -> None:
        if isinstance(self.item, Text):
            self.item.lines.append(line[2:])
        elif isinstance(self.item, Flags):
            value, name, *note = line.split(maxsplit=3)
            self.item.values.append((int(value), name, note[1] if note else ""))
        elif isinstance(self.item, Record):
            self._field(self.item, line.strip())
        else:
            raise ValueError("a line of nothing")

    def _field(self, record: Record, line: str) -> None:
        match = _FIELD.fullmatch(line)
        if match is None:
            raise ValueError(f"no field: {line!r}")
        pointee = match["pointee"] or ""
        kind = "ptr" if pointee else line.split(maxsplit=1)[0]
        text = match["count"] or ""
        count = int(self.constants.get(text, text) or 0)
        other = self.records.get(kind)
        size, align = (SCALARS[kind].size,) * 2 if other is None else (other.size, other.align)
        offset = -(-record.size // align) * align
        if offset != record.size:
            raise ValueError(f"{offset - record.size} bytes of padding before '{match['name']}'")
        record.fields.append(Field(kind, match["name"], count, offset, match["note"] or "", pointee, text))
        record.size = offset + size * max(count, 1)
        record.align = max(record.align, align)


def _function(prototype: str, comment: list[str]) -> Function:
    match = _FUNCTION.fullmatch(prototype)
    if match is None:
        raise ValueError(f"no function: {prototype!r}")
    listed = [] if match["parameters"] == "void" else _PARAMETER.findall(match["parameters"])
    parameters = [(before + after, name) for before, name, after in listed]
    return Function(match["name"], match["result"].strip(), parameters, prototype, comment)


def check(headers: list[Header]) -> None:
    """Records have no padding at their ends: an array of them in a file has none between."""
    for header in headers:
        for item in header.items:
            if isinstance(item, Record) and item.size % item.align:
                raise ValueError(f"{item.name}: {item.size} bytes, aligned to {item.align}")
