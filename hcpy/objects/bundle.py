"""Bundle stage: packs a unit's images, with all that the runtime must know of them, into one object.

Takes: the host object's kernel list and the DeviceImages of all targets.
Gives: the bundle's bytes exactly as include/hcrt/abi.h lays them out, and LLVM IR that registers them.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hcpy.core.errors import CompileError, HcpyError
from hcpy.core.lazy import lazy
from hcpy.core.model import DeviceImage, Diagnostic, KernelRecord, Location, Note
from hcpy.objects.objfile import UNIT_ID_BYTES, HostKernel
from hcpy.targets import is_host, known_kind
from hcpy.targets.base import TargetKind

if TYPE_CHECKING:
    import llvmlite.binding as llvm
else:
    llvm = lazy("llvmlite.binding")

MAGIC = b"HCPYBNDL"
VERSION = 2
SECTION = "hcpy_bundle"
ALIGNMENT = 16  # of every bundle, table and image
KERNEL_BY_POINTER, KERNEL_DYNAMIC_GROUP, KERNEL_BARRIER = 1, 2, 4
CONSTRUCTOR_PRIORITY = 101  # before the constructors of the user's globals, which may launch kernels

# hcrt_bundle_header, hcrt_kernel_record, hcrt_image_record, hcrt_entry_record, hcrt_global_record
HEADER = struct.Struct(f"<8sIIQ{UNIT_ID_BYTES}s10I")
KERNEL = struct.Struct("<8I")
IMAGE = struct.Struct("<IIQQII")
ENTRY = struct.Struct("<6I")
GLOBAL = struct.Struct("<IIQ")


# --- what a bundle says ------------------------------------------------------------------------------
@dataclass(frozen=True)
class Kernel:
    """A kernel of the unit (hcrt_kernel_record)."""

    name: str
    display_name: str
    file: str
    line: int
    column: int
    parameter_bytes: int
    parameter_align: int
    flags: int


@dataclass(frozen=True)
class Entry:
    """A kernel's entry in one image (hcrt_entry_record)."""

    symbol: str = ""
    tile_static_bytes: int = 0
    host_entry: int = 0
    scratch_fixed: int = 0
    scratch_per_item: int = 0
    required_group: int = 0


@dataclass(frozen=True)
class Image:
    """One target's code and its entries, one for each kernel (hcrt_image_record)."""

    kind: int
    architecture: str
    data: bytes
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Global:
    """A host variable of which GPU images hold a copy (hcrt_global_record)."""

    symbol: str
    bytes: int


@dataclass(frozen=True)
class Contents:
    """All that one bundle says, and the symbols that its registration needs."""

    unit_id: bytes
    kernels: tuple[Kernel, ...] = ()
    images: tuple[Image, ...] = ()
    globals: tuple[Global, ...] = ()
    host_entries: tuple[str, ...] = field(default=(), compare=False)


# --- from images to contents -------------------------------------------------------------------------
def make_unit_id(source: bytes, arguments: Iterable[str], images: Iterable[bytes]) -> bytes:
    """The unit's identity: a hash of all that decides its code."""
    digest = hashlib.sha256()
    for part in (source, "\0".join(arguments).encode("utf-8", "surrogateescape"), *images):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.digest()


def match_kernels(
    host: Sequence[HostKernel], images: Sequence[DeviceImage], normalise: Mapping[str, str], source: str
) -> dict[str, HostKernel]:
    """Pair the device's kernels with the host's.

    normalise maps every name to what both parts must agree on. Gives: normalised name -> host kernel. A
    kernel that the host part launches and an image lacks, or whose function object differs in size, would
    launch wrong code: a CompileError.
    """
    launched: dict[str, HostKernel] = {}
    problems: list[Diagnostic] = []
    for kernel in host:
        other = launched.setdefault(normalise[kernel.name], kernel)
        if other.name != kernel.name:
            problems.append(
                _problem(source, None, "two kernels of this source have the same name", kernel.name)
            )
    for name, kernel in launched.items():
        missing, differing = [], []
        for image in images:
            record = next((k for k in image.kernels if normalise[k.name] == name), None)
            if record is None:
                if name not in (normalise[left_out] for left_out in image.left_out):
                    missing.append(str(image.target))
            elif record.parameter_bytes not in (0, kernel.parameter_bytes):  # 0: not seen in the module
                differing.append(f"{record.parameter_bytes} in device code of {image.target}")
        place = _place(name, images, normalise)
        if missing:
            message = f"host code launches a kernel that device code of {', '.join(missing)} lacks"
            problems.append(_problem(source, place, message, f"it is {kernel.name}; does an #if hide it?"))
        if differing:
            sizes = f"{kernel.parameter_bytes} bytes in host code but {', '.join(differing)}"
            note = "types such as long double have another size there; leave them out of the captures"
            problems.append(_problem(source, place, f"the function object of this kernel has {sizes}", note))
    if problems:
        raise CompileError(tuple(dict.fromkeys(problems)))
    return launched


def _place(name: str, images: Sequence[DeviceImage], normalise: Mapping[str, str]) -> Location | None:
    for image in images:
        for kernel in image.kernels:
            if normalise[kernel.name] == name and kernel.location:
                return kernel.location
    return None


def _problem(source: str, location: Location | None, message: str, note: str) -> Diagnostic:
    return Diagnostic("error", location or Location(source, 1), message, (Note(None, note),))


def collect(
    unit_id: bytes,
    images: Sequence[DeviceImage],
    data: Sequence[bytes],
    launched: Mapping[str, HostKernel],
    normalise: Mapping[str, str],
) -> Contents:
    """Lay out a unit's images; `data` are their bytes."""
    merged: dict[str, list[tuple[KernelRecord, bool]]] = {}
    for image in images:
        for record in image.kernels:
            if normalise[record.name] in launched:
                merged.setdefault(normalise[record.name], []).append((record, is_host(image.target)))
    kernels = tuple(_kernel(records, launched[name]) for name, records in merged.items())
    host_entries: list[str] = []
    laid = []
    for image, content in zip(images, data, strict=True):
        kind = known_kind(image.target.kind)
        by_name = {normalise[k.name]: k for k in image.kernels}
        entries = tuple(_entry(by_name.get(name), host_entries if kind.is_host else None) for name in merged)
        laid.append(Image(kind.image_kind, image.target.arch, image_bytes(kind, content), entries))
    return Contents(unit_id, kernels, tuple(laid), _globals(images), tuple(host_entries))


def image_bytes(kind: TargetKind, content: bytes) -> bytes:
    """What the bundle holds of an image: nothing of a host object, which is linked."""
    if kind.is_host:
        return b""
    return content if not kind.ends_in_nul or content.endswith(b"\0") else content + b"\0"


def _kernel(records: Sequence[tuple[KernelRecord, bool]], host: HostKernel) -> Kernel:
    """One kernel, from what each image says of it (True: a host image) and the host part's list."""
    flags = 0
    for record, on_host in records:
        flags |= KERNEL_BY_POINTER * (record.by_pointer and not on_host)
        flags |= KERNEL_DYNAMIC_GROUP * record.dynamic_group | KERNEL_BARRIER * record.barrier
    shown = next((r for r, _ in records if r.location), records[0][0])
    place = shown.location
    return Kernel(
        host.name,
        shown.display_name,
        place.file if place else "",
        place.line if place else 0,
        place.column if place else 0,
        host.parameter_bytes,
        max(record.parameter_align for record, _ in records),
        flags,
    )


def _entry(record: KernelRecord | None, host_entries: list[str] | None) -> Entry:
    if record is None:
        return Entry()
    index = 0
    if host_entries is not None:
        index = len(host_entries)
        host_entries.append(record.symbol)
    return Entry(
        record.symbol,
        record.tile_static_bytes,
        index,
        record.scratch_fixed,
        record.scratch_per_item,
        record.required_group,
    )


def _globals(images: Sequence[DeviceImage]) -> tuple[Global, ...]:
    found: dict[str, Global] = {}
    on_host = [image for image in images if is_host(image.target)]
    for image in images:
        for record in image.globals if image not in on_host else ():
            known = found.setdefault(record.symbol, Global(record.symbol, record.bytes))
            if known.bytes != record.bytes:
                message = f"{record.symbol} has {known.bytes} bytes on one target, {record.bytes} on another"
                raise CompileError([Diagnostic("error", record.location, message)])
    for image in on_host:  # they use the variables themselves; memcpy_symbol asks for them by name
        for record in image.globals:
            if record.bytes:
                found.setdefault(record.symbol, Global(record.symbol, record.bytes))
    return tuple(found.values())


# --- bytes -------------------------------------------------------------------------------------------
class _Strings:
    """The string table; string 0 is empty."""

    def __init__(self) -> None:
        self.data = bytearray(b"\0")
        self.offsets = {"": 0}

    def add(self, text: str) -> int:
        if text not in self.offsets:
            self.offsets[text] = len(self.data)
            self.data += text.encode("utf-8", "surrogateescape") + b"\0"
        return self.offsets[text]


def pack(contents: Contents) -> bytes:
    """The bundle's bytes."""
    strings = _Strings()
    kernels = b"".join(
        KERNEL.pack(
            strings.add(k.name),
            strings.add(k.display_name),
            strings.add(k.file),
            k.line,
            k.column,
            k.parameter_bytes,
            k.parameter_align,
            k.flags,
        )
        for k in contents.kernels
    )
    entries = b"".join(
        ENTRY.pack(
            strings.add(e.symbol),
            e.tile_static_bytes,
            e.host_entry,
            e.scratch_fixed,
            e.scratch_per_item,
            e.required_group,
        )
        for image in contents.images
        for e in image.entries
    )
    global_table = b"".join(GLOBAL.pack(strings.add(g.symbol), 0, g.bytes) for g in contents.globals)
    architectures = [strings.add(image.architecture) for image in contents.images]

    kernel_offset = _aligned(HEADER.size)
    image_offset = _aligned(kernel_offset + len(kernels))
    entry_offset = _aligned(image_offset + IMAGE.size * len(contents.images))
    global_offset = _aligned(entry_offset + len(entries))
    string_offset = _aligned(global_offset + len(global_table))
    end = _aligned(string_offset + len(strings.data))
    images, blobs = bytearray(), []
    for image, architecture in zip(contents.images, architectures, strict=True):
        begin = end if image.data else 0
        images += IMAGE.pack(image.kind, architecture, begin, len(image.data), zlib.crc32(image.data), 0)
        if image.data:
            blobs.append((end, image.data))
            end = _aligned(end + len(image.data))
    bundle = bytearray(end)
    header = HEADER.pack(
        MAGIC,
        VERSION,
        HEADER.size,
        end,
        contents.unit_id,
        *(len(contents.kernels), kernel_offset),
        *(len(contents.images), image_offset),
        *(len(contents.images) * len(contents.kernels), entry_offset),
        *(len(contents.globals), global_offset),
        *(string_offset, len(strings.data)),
    )
    parts = [(0, header), (kernel_offset, kernels), (image_offset, bytes(images)), (entry_offset, entries)]
    parts += [(global_offset, global_table), (string_offset, bytes(strings.data)), *blobs]
    for offset, part in parts:
        bundle[offset : offset + len(part)] = part
    return bytes(bundle)


def _aligned(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT


class BundleError(HcpyError):
    """A bundle is damaged."""


class _Reader:
    """Checked access to a bundle's bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.strings = (0, 0)

    def row(self, layout: struct.Struct, offset: int) -> tuple[int, ...]:
        if offset + layout.size > len(self.data):
            raise BundleError("a table lies outside of the bundle")
        return layout.unpack_from(self.data, offset)

    def table(self, layout: struct.Struct, count: int, offset: int) -> list[tuple[int, ...]]:
        if offset + count * layout.size > len(self.data):
            raise BundleError("a table lies outside of the bundle")
        return [self.row(layout, offset + i * layout.size) for i in range(count)]

    def string(self, offset: int) -> str:
        begin, size = self.strings
        end = self.data.find(b"\0", begin + offset, begin + size)
        if offset >= size or end < 0:
            raise BundleError("a string lies outside of the bundle")
        return self.data[begin + offset : end].decode("utf-8", "surrogateescape")


def total_bytes(data: bytes) -> int:
    """How long the bundle at the start of `data` says it is."""
    header = _Reader(data).row(HEADER, 0)
    if bytes(data[:8]) != MAGIC:
        raise BundleError("no bundle stands here")
    if header[1] != VERSION:
        raise BundleError(f"bundle version {header[1]}, but this hcc reads version {VERSION}")
    if not HEADER.size <= header[3] <= len(data):
        raise BundleError(f"the bundle says that it has {header[3]} bytes; there are {len(data)}")
    return header[3]


def unpack(data: bytes) -> Contents:
    """Read the bundle at the start of `data`; damage is a BundleError."""
    reader = _Reader(data[: total_bytes(data)])
    fields = HEADER.unpack_from(data, 0)
    (kernel_count, kernel_at, image_count, image_at, entry_count, entry_at, global_count, global_at) = fields[
        5:13
    ]
    reader.strings = (fields[13], fields[14])
    if entry_count != kernel_count * image_count:
        raise BundleError(f"{entry_count} entries for {kernel_count} kernels in {image_count} images")
    text = reader.string
    kernels = tuple(
        Kernel(text(r[0]), text(r[1]), text(r[2]), *r[3:])
        for r in reader.table(KERNEL, kernel_count, kernel_at)
    )
    entries = [Entry(text(r[0]), *r[1:]) for r in reader.table(ENTRY, entry_count, entry_at)]
    images = []
    for i, row in enumerate(reader.table(IMAGE, image_count, image_at)):
        kind, architecture, begin, size, checksum, _ = row
        if begin + size > len(reader.data):
            raise BundleError(f"image {i} lies outside of the bundle")
        own = tuple(entries[i * kernel_count : (i + 1) * kernel_count])
        content = reader.data[begin : begin + size]
        if zlib.crc32(content) != checksum:
            raise BundleError(f"image {i} is damaged: its checksum differs")
        images.append(Image(kind, text(architecture), content, own))
    global_table = tuple(Global(text(r[0]), r[2]) for r in reader.table(GLOBAL, global_count, global_at))
    return Contents(fields[4], kernels, tuple(images), global_table)


# --- the object --------------------------------------------------------------------------------------
def registration_ir(
    contents: Contents,
    triple: str,
    addresses: Mapping[str, str] | None = None,
    notes: tuple[str, bytes] | None = None,
    defines: str = "",
) -> str:
    """LLVM IR of the bundle object: the bytes, the address tables, constructor and destructor.

    addresses: the symbol that stands for a global in the host part where it is another than its own.
    defines: a symbol by which the host part asks for this object.
    notes: a further section and its bytes.
    """
    data = pack(contents)
    place = f'section "{SECTION}", align {ALIGNMENT}'
    addresses = addresses or {}
    entries, variables = contents.host_entries, [addresses.get(g.symbol, g.symbol) for g in contents.globals]
    registration = (
        f"{{ ptr @bundle, i64 {len(data)}, ptr @host_entries, i64 {len(entries)}, "
        f"ptr @global_addresses, i64 {len(variables)} }}"
    )
    lines = [
        f'target triple = "{triple}"',
        f'@bundle = internal constant [{len(data)} x i8] c"{ir_bytes(data)}", {place}',
        *(f"declare void {_ir_name(s)}(ptr, ptr, i64, i64, ptr, ptr)" for s in sorted(set(entries))),
        *(f"{_ir_name(s)} = external global i8" for s in sorted(set(variables))),
        _ir_table("host_entries", entries),
        _ir_table("global_addresses", variables),
        f"@registration = internal constant {{ ptr, i64, ptr, i64, ptr, i64 }} {registration}",
        "declare void @hcrt_register(ptr)",
        "declare void @hcrt_unregister(ptr)",
    ]
    # Not llvm.global_ctors: without a clang in front of it, LLVM makes the .ctors of long ago of it.
    for action, section in (("register", ".init_array"), ("unregister", ".fini_array")):
        place = f'section "{section}.{CONSTRUCTOR_PRIORITY}"'
        lines += [
            f"define internal void @{action}() {{",
            f"  call void @hcrt_{action}(ptr @registration)",
            "  ret void",
            "}",
            f"@{action}_at = internal constant ptr @{action}, {place}, align 8",
        ]
    if defines:
        lines.append(f"{_ir_name(defines)} = hidden constant i8 0")
    used = ["@register_at", "@unregister_at"]
    if notes is not None:
        section, text = notes
        bytes_ = f'[{len(text)} x i8] c"{ir_bytes(text)}"'
        lines.append(f'@notes = internal constant {bytes_}, section "{section}", align 1')
        used.append("@notes")
    listed = f"[{len(used)} x ptr] [{', '.join(f'ptr {name}' for name in used)}]"
    lines.append(f'@llvm.used = appending global {listed}, section "llvm.metadata"')
    return "\n".join(lines) + "\n"


def _ir_table(name: str, symbols: Sequence[str]) -> str:
    values = ", ".join(f"ptr {_ir_name(s)}" for s in symbols)
    return f"@{name} = internal constant [{len(symbols)} x ptr] [{values}]"


def _ir_name(symbol: str) -> str:
    return f'@"{ir_bytes(symbol.encode())}"'


def ir_bytes(data: bytes) -> str:
    """Bytes as they stand in a c"..." of LLVM IR."""
    return "".join(map(_IR_BYTE.__getitem__, data))


_IR_BYTE = [chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in range(256)]


def emit_object(ir: str, triple: str) -> bytes:
    """Compile registration_ir's text; loads LLVM, so the pipeline calls it in its worker."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(opt=0, reloc="pic", codemodel="small")
    module = llvm.parse_assembly(ir)
    return bytes(machine.emit_object(module))
