"""A bundle: a unit's images, with all that the runtime must know of them.

Takes: Contents, or a bundle's bytes.
Gives: the bytes as include/hcrt/abi.h lays them out, or Contents; damage is a BundleError.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator

from hcpy.core.dataclass import dataclass, field
from hcpy.core.errors import HcpyError
from hcpy.core.records import (
    BUNDLE_HEADER,
    BUNDLE_MAGIC,
    BUNDLE_SECTION,
    BUNDLE_VERSION,
    ENTRY_ROW,
    GLOBAL_ROW,
    IMAGE_ROW,
    KERNEL_ROW,
    BundleHeader,
    EntryRow,
    GlobalRow,
    ImageRow,
    KernelRow,
)

SECTION = BUNDLE_SECTION
ALIGNMENT = 16  # of every bundle, table and image


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
    specialized: str = ""


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
    place: int = 0  # hcrt_global_record::place


@dataclass(frozen=True)
class Contents:
    """All that one bundle says, and the symbols that its registration needs."""

    unit_id: bytes
    kernels: tuple[Kernel, ...] = ()
    images: tuple[Image, ...] = ()
    globals: tuple[Global, ...] = ()
    host_entries: tuple[str, ...] = field(default=(), compare=False)


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


def _kernel_row(kernel: Kernel, strings: _Strings) -> bytes:
    row = KernelRow(
        name=strings.add(kernel.name),
        display_name=strings.add(kernel.display_name),
        file=strings.add(kernel.file),
        line=kernel.line,
        column=kernel.column,
        parameter_bytes=kernel.parameter_bytes,
        parameter_align=kernel.parameter_align,
        flags=kernel.flags,
    )
    return KERNEL_ROW.pack(*row)


def _entry_row(entry: Entry, strings: _Strings) -> bytes:
    row = EntryRow(
        symbol=strings.add(entry.symbol),
        tile_static_bytes=entry.tile_static_bytes,
        host_entry=entry.host_entry,
        scratch_fixed=entry.scratch_fixed,
        scratch_per_item=entry.scratch_per_item,
        required_group=entry.required_group,
        specialized=strings.add(entry.specialized),
    )
    return ENTRY_ROW.pack(*row)


def _global_row(variable: Global, strings: _Strings) -> bytes:
    row = GlobalRow(symbol=strings.add(variable.symbol), place=variable.place, bytes=variable.bytes)
    return GLOBAL_ROW.pack(*row)


def _image_row(image: Image, architecture: int, offset: int) -> bytes:
    row = ImageRow(
        kind=image.kind,
        architecture=architecture,
        data_offset=offset,
        data_bytes=len(image.data),
        checksum=zlib.crc32(image.data),
        reserved=0,
    )
    return IMAGE_ROW.pack(*row)


def pack(contents: Contents) -> bytes:
    """The bundle's bytes."""
    strings = _Strings()
    kernels = b"".join(_kernel_row(k, strings) for k in contents.kernels)
    entries = b"".join(_entry_row(e, strings) for image in contents.images for e in image.entries)
    global_table = b"".join(_global_row(g, strings) for g in contents.globals)
    architectures = [strings.add(image.architecture) for image in contents.images]

    kernel_offset = _aligned(BUNDLE_HEADER.size)
    image_offset = _aligned(kernel_offset + len(kernels))
    entry_offset = _aligned(image_offset + IMAGE_ROW.size * len(contents.images))
    global_offset = _aligned(entry_offset + len(entries))
    string_offset = _aligned(global_offset + len(global_table))
    images, blobs = bytearray(), []
    end = _aligned(string_offset + len(strings.data))
    for image, architecture in zip(contents.images, architectures, strict=True):
        images += _image_row(image, architecture, end if image.data else 0)
        if image.data:
            blobs.append((end, image.data))
            end = _aligned(end + len(image.data))
    header = BundleHeader(
        magic=BUNDLE_MAGIC,
        version=BUNDLE_VERSION,
        header_bytes=BUNDLE_HEADER.size,
        total_bytes=end,
        unit_id=contents.unit_id,
        kernel_count=len(contents.kernels),
        kernel_offset=kernel_offset,
        image_count=len(contents.images),
        image_offset=image_offset,
        entry_count=len(contents.images) * len(contents.kernels),
        entry_offset=entry_offset,
        global_count=len(contents.globals),
        global_offset=global_offset,
        string_offset=string_offset,
        string_bytes=len(strings.data),
    )
    tables = ((kernel_offset, kernels), (image_offset, images), (entry_offset, entries))
    texts = ((global_offset, global_table), (string_offset, strings.data))
    return _placed(end, [(0, BUNDLE_HEADER.pack(*header)), *tables, *texts, *blobs])


def _placed(end: int, parts: Iterable[tuple[int, bytes | bytearray]]) -> bytes:
    bundle = bytearray(end)
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

    def header(self) -> BundleHeader:
        if BUNDLE_HEADER.size > len(self.data):
            raise BundleError("a table lies outside of the bundle")
        return BundleHeader._make(BUNDLE_HEADER.unpack_from(self.data))

    def table(self, layout: struct.Struct, count: int, offset: int) -> Iterator[tuple[int, ...]]:
        end = offset + count * layout.size
        if end > len(self.data):
            raise BundleError("a table lies outside of the bundle")
        return layout.iter_unpack(self.data[offset:end])

    def string(self, offset: int) -> str:
        begin, size = self.strings
        end = self.data.find(b"\0", begin + offset, begin + size)
        if offset >= size or end < 0:
            raise BundleError("a string lies outside of the bundle")
        return self.data[begin + offset : end].decode("utf-8", "surrogateescape")


def total_bytes(data: bytes) -> int:
    """How long the bundle at the start of `data` says it is."""
    header = _Reader(data).header()
    if header.magic != BUNDLE_MAGIC:
        raise BundleError("no bundle is here")
    if header.version != BUNDLE_VERSION:
        raise BundleError(f"bundle version {header.version}, but this hcc reads version {BUNDLE_VERSION}")
    if not BUNDLE_HEADER.size <= header.total_bytes <= len(data):
        raise BundleError(f"the bundle says that it has {header.total_bytes} bytes; there are {len(data)}")
    return header.total_bytes


def unpack(data: bytes) -> Contents:
    """Read the bundle at the start of `data`; damage is a BundleError."""
    reader = _Reader(data[: total_bytes(data)])
    header, text = reader.header(), reader.string
    reader.strings = (header.string_offset, header.string_bytes)
    count = header.kernel_count
    if header.entry_count != count * header.image_count:
        raise BundleError(f"{header.entry_count} entries for {count} kernels in {header.image_count} images")
    kernels = tuple(
        _kernel(KernelRow._make(row), text) for row in reader.table(KERNEL_ROW, count, header.kernel_offset)
    )
    entries = [
        _entry(EntryRow._make(row), text)
        for row in reader.table(ENTRY_ROW, header.entry_count, header.entry_offset)
    ]
    images = []
    rows = reader.table(IMAGE_ROW, header.image_count, header.image_offset)
    for i, row in enumerate(map(ImageRow._make, rows)):
        end = row.data_offset + row.data_bytes
        if end > len(reader.data):
            raise BundleError(f"image {i} lies outside of the bundle")
        content = reader.data[row.data_offset : end]
        if zlib.crc32(content) != row.checksum:
            raise BundleError(f"image {i} is damaged: its checksum differs")
        own = tuple(entries[i * count : (i + 1) * count])
        images.append(Image(row.kind, text(row.architecture), content, own))
    rows = reader.table(GLOBAL_ROW, header.global_count, header.global_offset)
    variables = tuple(Global(text(row.symbol), row.bytes, row.place) for row in map(GlobalRow._make, rows))
    return Contents(header.unit_id, kernels, tuple(images), variables)


def _kernel(row: KernelRow, text: Callable[[int], str]) -> Kernel:
    return Kernel(
        name=text(row.name),
        display_name=text(row.display_name),
        file=text(row.file),
        line=row.line,
        column=row.column,
        parameter_bytes=row.parameter_bytes,
        parameter_align=row.parameter_align,
        flags=row.flags,
    )


def _entry(row: EntryRow, text: Callable[[int], str]) -> Entry:
    return Entry(
        symbol=text(row.symbol),
        tile_static_bytes=row.tile_static_bytes,
        host_entry=row.host_entry,
        scratch_fixed=row.scratch_fixed,
        scratch_per_item=row.scratch_per_item,
        required_group=row.required_group,
        specialized=text(row.specialized),
    )
