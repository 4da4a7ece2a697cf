"""Reads 64-bit little-endian ELF files, checking every bound: sections, symbols, relocations.

Takes: the bytes of an object, a shared object or an executable.
Gives: its parts, the host kernels it lists, and patched copies. A damaged file is an ObjectError.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from hcpy.core.dataclass import dataclass
from hcpy.core.errors import HcpyError
from hcpy.core.records import (
    HOST_KERNEL_ROW,
    HOST_KERNEL_SECTION,
    UNIT_ID_BYTES,
    UNIT_ID_SECTION,
    HostKernelRow,
)

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELA = struct.Struct("<QQq")
_DYNAMIC = struct.Struct("<qQ")
_SHT_SYMTAB, _SHT_RELA, _SHT_DYNAMIC, _SHT_NOBITS = 2, 4, 6, 8
_SHT_SYMTAB_SHNDX = 18
_SHN_XINDEX = 0xFFFF  # the number has more than 16 bits and lies elsewhere
_DT_NEEDED = 1


class ObjectError(HcpyError):
    """A file is no ELF object, or a damaged one."""


@dataclass(frozen=True)
class Section:
    """One section header, and where its bytes lie in the file."""

    index: int
    name: str
    type: int
    address: int
    offset: int
    size: int
    link: int
    info: int


class Symbol(NamedTuple):
    """One symbol table entry."""

    name: str
    section: int  # index, 0: undefined
    value: int
    size: int
    kind: int
    binding: int


class Relocation(NamedTuple):
    """One relocation with an addend."""

    offset: int
    symbol: Symbol
    addend: int


@dataclass(frozen=True)
class HostKernel:
    """A kernel that the host part launches (hcrt_host_kernel_record)."""

    name: str
    parameter_bytes: int


class ElfFile:
    """One ELF file in memory."""

    def __init__(self, data: bytes, name: str = "object file") -> None:
        self.data = data
        self.name = name
        if len(data) < _HEADER.size or data[:4] != b"\x7fELF":
            raise ObjectError(f"{name}: not an ELF file")
        if data[4:6] != b"\x02\x01":
            raise ObjectError(f"{name}: not a 64-bit little-endian ELF file")

    def _unpack(self, layout: struct.Struct, offset: int) -> tuple[int, ...]:
        if offset < 0 or offset + layout.size > len(self.data):
            raise ObjectError(f"{self.name}: damaged ELF file (offset {offset} is outside)")
        return layout.unpack_from(self.data, offset)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All sections, with their names."""
        header = self._unpack(_HEADER, 0)
        table, entry_size, count, names_index = header[6], header[11], header[12], header[13]
        if table and entry_size < _SECTION.size:
            raise ObjectError(f"{self.name}: damaged ELF file (section headers of {entry_size} bytes)")
        if table and not count:  # 65,280 sections or more
            count = self._unpack(_SECTION, table)[5]
        if count and names_index == _SHN_XINDEX:
            names_index = self._unpack(_SECTION, table)[6]
        raw = [self._unpack(_SECTION, table + i * entry_size) for i in range(count)]
        if count and names_index >= count:
            raise ObjectError(f"{self.name}: damaged ELF file (no section names)")
        names = (raw[names_index][4], raw[names_index][5]) if count else (0, 0)
        return tuple(
            Section(i, self._string(names, r[0]), r[1], r[3], r[4], r[5], r[6], r[7])
            for i, r in enumerate(raw)
        )

    def _string(self, table: tuple[int, int], offset: int) -> str:
        begin = table[0] + offset
        end = self.data.find(b"\0", begin, min(table[0] + table[1], len(self.data)))
        if offset >= max(table[1], 1) or end < 0:
            raise ObjectError(f"{self.name}: damaged ELF file (string outside of its table)")
        return self.data[begin:end].decode("utf-8", "replace")

    def named(self, name: str) -> list[Section]:
        """The sections of this name; templates make one for each instantiation."""
        return [s for s in self.sections if s.name == name]

    def content(self, section: Section) -> bytes:
        """A section's bytes."""
        if section.type == _SHT_NOBITS:
            return b""
        if section.offset + section.size > len(self.data):
            raise ObjectError(f"{self.name}: damaged ELF file (section {section.name} is outside)")
        return self.data[section.offset : section.offset + section.size]

    def _section_at(self, index: int) -> Section:
        if index >= len(self.sections):
            raise ObjectError(f"{self.name}: damaged ELF file (no section {index})")
        return self.sections[index]

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The static symbol table; empty where the file is stripped."""
        for table in self.sections:
            if table.type == _SHT_SYMTAB:
                names = self._section_at(table.link)
                count = len(self.content(table)) // _SYMBOL.size
                extended = self._extended_indices(table)
                return tuple(
                    self._symbol(
                        table.offset + i * _SYMBOL.size, (names.offset, names.size), extended[i : i + 1]
                    )
                    for i in range(count)
                )
        return ()

    def _extended_indices(self, symbols: Section) -> tuple[int, ...]:
        """For each symbol the index of its section where that has more than 16 bits; empty: none has."""
        for table in self.sections:
            if table.type == _SHT_SYMTAB_SHNDX and table.link == symbols.index:
                content = self.content(table)
                return struct.unpack(f"<{len(content) // 4}I", content[: len(content) // 4 * 4])
        return ()

    def _symbol(self, offset: int, names: tuple[int, int], extended: tuple[int, ...]) -> Symbol:
        name, info, _, section, value, size = self._unpack(_SYMBOL, offset)
        if section == _SHN_XINDEX:
            if not extended:
                raise ObjectError(f"{self.name}: damaged ELF file (a symbol's section is nowhere)")
            (section,) = extended
        return Symbol(self._string(names, name) if name else "", section, value, size, info & 15, info >> 4)

    def relocations(self, section: Section) -> Iterator[Relocation]:
        """The relocations that apply to a section."""
        for table in self.sections:
            if table.type != _SHT_RELA or table.info != section.index:
                continue
            for i in range(len(self.content(table)) // _RELA.size):
                offset, info, addend = self._unpack(_RELA, table.offset + i * _RELA.size)
                if info >> 32 >= len(self.symbols):
                    raise ObjectError(f"{self.name}: damaged ELF file (relocation to no symbol)")
                yield Relocation(offset, self.symbols[info >> 32], addend)

    def needed_libraries(self) -> list[str]:
        """The shared libraries that this file asks the loader for."""
        needed = []
        for table in self.sections:
            if table.type == _SHT_DYNAMIC:
                names = self._section_at(table.link)
                for i in range(len(self.content(table)) // _DYNAMIC.size):
                    tag, value = self._unpack(_DYNAMIC, table.offset + i * _DYNAMIC.size)
                    if tag == _DT_NEEDED:
                        needed.append(self._string((names.offset, names.size), value))
        return needed


def host_kernels(elf: ElfFile) -> list[HostKernel]:
    """The kernels that an object's host part launches, as its headers listed them."""
    kernels = []
    for section in elf.named(HOST_KERNEL_SECTION):
        targets = {r.offset: r for r in elf.relocations(section)}
        content = elf.content(section)
        if len(content) % HOST_KERNEL_ROW.size:
            raise ObjectError(f"{elf.name}: section {HOST_KERNEL_SECTION} has {len(content)} bytes")
        for offset in range(0, len(content), HOST_KERNEL_ROW.size):
            relocation = targets.get(offset)
            if relocation is None:
                raise ObjectError(f"{elf.name}: a record of {HOST_KERNEL_SECTION} has no name")
            row = HostKernelRow._make(HOST_KERNEL_ROW.unpack_from(content, offset))
            kernels.append(HostKernel(_name_at(elf, relocation), row.parameter_bytes))
    return kernels


def _name_at(elf: ElfFile, relocation: Relocation) -> str:
    symbol = relocation.symbol
    if not 0 < symbol.section < len(elf.sections):
        raise ObjectError(f"{elf.name}: a kernel's name lies outside of the object")
    section = elf.sections[symbol.section]
    return elf._string((section.offset, section.size), symbol.value + relocation.addend)


def set_unit_id(data: bytes, unit_id: bytes, name: str = "object file") -> bytes:
    """The object with the unit's id in its slot; unchanged where it has none (no kernel is launched)."""
    elf = ElfFile(data, name)
    slots = elf.named(UNIT_ID_SECTION)
    if len(unit_id) != UNIT_ID_BYTES:
        raise ValueError(f"a unit id has {UNIT_ID_BYTES} bytes")
    patched = bytearray(data)
    for slot in slots:
        if slot.size != UNIT_ID_BYTES or len(slots) != 1 or not elf.content(slot):
            raise ObjectError(f"{name}: section {UNIT_ID_SECTION} is not one slot of {UNIT_ID_BYTES} bytes")
        patched[slot.offset : slot.offset + UNIT_ID_BYTES] = unit_id
    return bytes(patched)


def rename_symbols(data: bytes, names: Mapping[str, str], name: str = "object file") -> bytes:
    """The object with some symbols renamed; the new names are in a longer string table at its end."""
    elf = ElfFile(data, name)
    table = next((s for s in elf.sections if s.type == _SHT_SYMTAB), None)
    if table is None or not any(s.name in names for s in elf.symbols):
        return data
    strings = elf._section_at(table.link)
    patched = bytearray(data)
    longer = bytearray(elf.content(strings))
    for index, symbol in enumerate(elf.symbols):
        if symbol.name in names:
            struct.pack_into("<I", patched, table.offset + index * _SYMBOL.size, len(longer))
            longer += names[symbol.name].encode() + b"\0"
    # The table may name sections as well: those names keep their offsets.
    header = elf._unpack(_HEADER, 0)
    entry = header[6] + strings.index * header[11]
    struct.pack_into("<QQ", patched, entry + 24, len(patched), len(longer))
    return bytes(patched) + bytes(longer)
