"""The device code that an object carries for other translation units, or because it needs theirs.

Takes: a unit's ModuleInterfaces, bitcode and options.
Gives: the bytes of section hcpy_device as include/hcrt/abi.h lays them out, LLVM IR that holds them, and what
these bytes say again. The linker leaves the section out of programs; one record represents one unit.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hcpy.core.dataclass import asdict, dataclass, field_names
from hcpy.core.diagnostics import diagnostic_of, location_of
from hcpy.core.errors import HcpyError
from hcpy.core.model import (
    Capture,
    Dialect,
    GlobalRecord,
    KernelRecord,
    KernelSite,
    Location,
    ModuleInterface,
    Target,
    TranslationUnit,
    Undefined,
)
from hcpy.core.records import DEVICE_HEADER, DEVICE_MAGIC, DEVICE_SECTION, DEVICE_VERSION, DeviceHeader
from hcpy.objects.objfile import ElfFile, HostKernel
from hcpy.objects.registration import ir_bytes

SECTION = DEVICE_SECTION
ALIGNMENT = 16
LINK_PREFIX = "hcpy_device_code_must_be_linked_by_hcc."  # a symbol that plain linkers report missing


@dataclass(frozen=True)
class DeviceRecord:
    """One unit's device code before its link."""

    unit_id: bytes
    made_by: str  # hcpy's version, for people
    unit: TranslationUnit  # its work_dir is empty
    is_open: bool  # its kernels need other units: the link makes its images
    launched: tuple[HostKernel, ...]
    modules: tuple[ModuleInterface, ...]  # one for each kind of target
    code: tuple[bytes, ...]  # their bitcode
    sites: tuple[KernelSite, ...] = ()  # its kernels, as the source shows them

    def module(self, kind: str) -> ModuleInterface | None:
        """Its interface for a kind of target; None: it was not compiled for it."""
        return next((m for m in self.modules if m.kind == kind), None)

    def bitcode(self, kind: str) -> bytes:
        """Its code for a kind of target that it has."""
        return next(code for m, code in zip(self.modules, self.code, strict=True) if m.kind == kind)

    @property
    def exports(self) -> dict[str, Location | None]:
        """Every function that it gives others, and its place."""
        places = dict(place for module in self.modules for place in module.places)
        return {name: places.get(name) for module in self.modules for name, _ in module.exports}

    @property
    def weak(self) -> frozenset[str]:
        """Exported functions that other units may define as well."""
        return frozenset(name for module in self.modules for name in module.weak)


class RecordError(HcpyError):
    """A record is damaged, or of another version of hcpy."""


# --- bytes -------------------------------------------------------------------------------------------
def pack(record: DeviceRecord) -> bytes:
    """The section's content for one unit."""
    unit = asdict(record.unit)
    unit.update(source=str(record.unit.source), dialect=record.unit.dialect.value, work_dir="")
    description = {
        "made_by": record.made_by,
        "unit": unit,
        "open": record.is_open,
        "launched": [asdict(kernel) for kernel in record.launched],
        "modules": [asdict(module) for module in record.modules],
        "code": [len(code) for code in record.code],
        "sites": [asdict(site) for site in record.sites],
    }
    text = zlib.compress(json.dumps(description).encode(), 6)
    code = zlib.compress(b"".join(record.code), 6)
    total = -(-(DEVICE_HEADER.size + len(text) + len(code)) // ALIGNMENT) * ALIGNMENT
    header = DeviceHeader(
        magic=DEVICE_MAGIC,
        version=DEVICE_VERSION,
        header_bytes=DEVICE_HEADER.size,
        total_bytes=total,
        unit_id=record.unit_id,
        description_bytes=len(text),
        reserved=0,
        code_bytes=len(code),
    )
    return (DEVICE_HEADER.pack(*header) + text + code).ljust(total, b"\0")


def _unpack(data: bytes, header: DeviceHeader, name: str) -> DeviceRecord:
    """The record at the start of `data`."""
    begin = DEVICE_HEADER.size + header.description_bytes
    try:
        description = json.loads(zlib.decompress(data[DEVICE_HEADER.size : begin]))
        blob = zlib.decompress(data[begin : begin + header.code_bytes])
        code, at = [], 0
        for size in description["code"]:
            code.append(blob[at : at + size])
            at += size
        return DeviceRecord(
            header.unit_id,
            description["made_by"],
            _unit(description["unit"]),
            description["open"],
            tuple(HostKernel(**kernel) for kernel in description["launched"]),
            tuple(_module(module) for module in description["modules"]),
            tuple(code),
            tuple(map(_site, description["sites"])),
        )
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise RecordError(
            f"{name}: damaged device code in section {SECTION} ({error}), or made by another hcpy: "
            "compile it again with this hcc"
        ) from None


def _header(data: bytes, name: str) -> DeviceHeader:
    if len(data) < DEVICE_HEADER.size or data[:8] != DEVICE_MAGIC:
        raise RecordError(f"{name}: damaged device code in section {SECTION}")
    header = DeviceHeader._make(DEVICE_HEADER.unpack_from(data))
    if header.version != DEVICE_VERSION:
        raise RecordError(
            f"{name}: its device code is of version {header.version}, this hcc links version "
            f"{DEVICE_VERSION}: compile it again with this hcc"
        )
    least = DEVICE_HEADER.size + header.description_bytes + header.code_bytes
    if header.header_bytes != DEVICE_HEADER.size or not least <= header.total_bytes <= len(data):
        raise RecordError(f"{name}: damaged device code in section {SECTION}")
    return header


def find_records(data: bytes, name: str) -> Iterator[DeviceRecord]:
    """Every record of an object; `ld -r` puts those of several units one after another."""
    elf = ElfFile(data, name)
    for section in elf.named(SECTION):
        content = elf.content(section)
        offset = 0
        while offset < len(content):
            if not any(content[offset : offset + ALIGNMENT]):  # padding
                offset += ALIGNMENT
                continue
            rest = content[offset:]
            header = _header(rest, name)
            yield _unpack(rest, header, name)
            offset += header.total_bytes


def _unit(values: dict[str, Any]) -> TranslationUnit:
    known = field_names(TranslationUnit)
    values = {name: value for name, value in values.items() if name in known}
    values["source"], values["work_dir"] = Path(values["source"]), Path()
    values["dialect"] = Dialect(values["dialect"])
    values["targets"] = tuple(Target(**target) for target in values["targets"])
    values["clang_args"] = tuple(values["clang_args"])
    values["forced_headers"] = tuple(values["forced_headers"])
    return TranslationUnit(**values)


def _module(values: dict[str, Any]) -> ModuleInterface:
    return ModuleInterface(
        values["kind"],
        tuple(KernelRecord(**{**k, "location": location_of(k["location"])}) for k in values["kernels"]),
        tuple((name, tuple(leads)) for name, leads in values["exports"]),
        tuple(map(_undefined, values["needs"])),
        tuple(map(_undefined, values["uses"])),
        tuple(GlobalRecord(**{**g, "location": location_of(g["location"])}) for g in values["globals"]),
        tuple((name, Location(**place)) for name, place in values["places"]),
        tuple(values["weak"]),
    )


def _site(values: dict[str, Any]) -> KernelSite:
    captures = tuple(Capture(**capture) for capture in values["captures"])
    return KernelSite(Location(**values["location"]), captures)


def _undefined(values: dict[str, Any]) -> Undefined:
    return Undefined(values["symbol"], diagnostic_of(values["use"]))


# --- the object --------------------------------------------------------------------------------------
def record_ir(record: DeviceRecord, triple: str) -> str:
    """LLVM IR of an object with the record, and what makes a plain linker refuse an open unit."""
    data = pack(record)
    lines = [
        f'target triple = "{triple}"',
        f'@device = internal constant [{len(data)} x i8] c"{ir_bytes(data)}", section "{SECTION}", '
        f"align {ALIGNMENT}, !exclude !0",
        "!0 = !{}",
    ]
    # Not llvm.used: the section would be kept where the linker drops all that nothing refers to.
    used = '@llvm.compiler.used = appending global [1 x ptr] [ptr @device], section "llvm.metadata"'
    lines.append(used)
    if record.is_open:
        lines += [
            f'@"{link_symbol(record.unit_id)}" = external global i8',
            f'@linked = internal constant ptr @"{link_symbol(record.unit_id)}"',
            '@llvm.used = appending global [1 x ptr] [ptr @linked], section "llvm.metadata"',
        ]
    return "\n".join(lines) + "\n"


def link_symbol(unit_id: bytes) -> str:
    """What the bundle of an open unit defines, and its object refers to."""
    return LINK_PREFIX + unit_id.hex()[:16]
