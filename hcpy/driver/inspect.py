"""hcc --inspect: prints the bundles in an object, a shared object or an executable.

Takes: the file's path.
Gives: text; damage anywhere is one line, never a traceback.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hcpy.core.demangle import demangle
from hcpy.core.errors import HcpyError
from hcpy.objects import bundle
from hcpy.objects.device_record import DeviceRecord, find_records
from hcpy.objects.objfile import ElfFile
from hcpy.targets import image_name


def inspect(path: Path) -> str:
    """What `hcc --inspect FILE` prints."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise HcpyError(f"cannot read '{path}': {error.strerror}") from None
    found = list(find_bundles(data, str(path)))
    records = list(find_records(data, str(path)))
    if not found and not records:
        return f"{path}: no device code\n"
    bundles = (f"{path}: bundle {number}\n{describe(contents)}" for number, contents in enumerate(found))
    return "".join((*bundles, *(_describe_record(str(path), record) for record in records)))


def find_bundles(data: bytes, name: str) -> Iterator[bundle.Contents]:
    """Every bundle of a file; the linker puts those of several units one after another."""
    elf = ElfFile(data, name)
    for section in elf.named(bundle.SECTION):
        content = elf.content(section)
        offset = 0
        while offset < len(content):
            if not any(content[offset : offset + bundle.ALIGNMENT]):  # padding
                offset += bundle.ALIGNMENT
                continue
            try:
                yield bundle.unpack(content[offset:])
                offset += bundle.total_bytes(content[offset:])
            except bundle.BundleError as error:
                raise HcpyError(
                    f"{name}: damaged bundle at offset {offset} of {bundle.SECTION}: {error}"
                ) from None
            offset = -(-offset // bundle.ALIGNMENT) * bundle.ALIGNMENT


def describe(contents: bundle.Contents) -> str:
    """One bundle as text."""
    lines = [f"  unit {contents.unit_id.hex()}"]
    for number, kernel in enumerate(contents.kernels):
        place = f"{kernel.file}:{kernel.line}:{kernel.column}" if kernel.file else "unknown place"
        lines.append(f"  kernel {number}: {kernel.display_name or kernel.name} ({place})")
        lines.append(f"    name {kernel.name}")
        size = f"{kernel.parameter_bytes} bytes, aligned to {kernel.parameter_align}"
        lines.append(f"    function object {size}{_flags(kernel)}")
    for number, image in enumerate(contents.images):
        lines.append(
            f"  image {number}: {image_name(image.kind)}:{image.architecture}, {len(image.data)} bytes"
        )
        lines += [f"    {_entry(number, entry)}" for number, entry in enumerate(image.entries)]
    lines += [f"  global {variable.symbol}: {variable.bytes} bytes" for variable in contents.globals]
    return "\n".join(lines) + "\n"


def _describe_record(name: str, record: DeviceRecord) -> str:
    """A unit's device code for other units, and what it needs of them."""
    state = "needs a device link" if record.is_open else "for other units"
    lines = [f"{name}: device code of {record.unit.source}, {state}", f"  unit {record.unit_id.hex()}"]
    lines.append(f"  made by hcpy {record.made_by} for {', '.join(map(str, record.unit.targets))}")
    for module, code in zip(record.modules, record.code, strict=True):
        lines.append(f"  bitcode for {module.kind}: {len(code)} bytes")
    needs = {u.symbol: u.use.location for m in record.modules for u in (*m.needs, *m.uses)}
    lines += [f"  needs {demangle(symbol)} ({place or 'unknown place'})" for symbol, place in needs.items()]
    for symbol, place in record.exports.items():
        lines.append(f"  defines {demangle(symbol)} ({place or 'unknown place'})")
    return "\n".join(dict.fromkeys(lines)) + "\n"  # a constructor has two symbols


def _flags(kernel: bundle.Kernel) -> str:
    words = {
        bundle.KERNEL_BY_POINTER: "by pointer",
        bundle.KERNEL_DYNAMIC_GROUP: "dynamic group memory",
        bundle.KERNEL_BARRIER: "barriers",
    }
    return "".join(f", {text}" for bit, text in words.items() if kernel.flags & bit)


def _entry(number: int, entry: bundle.Entry) -> str:
    if not entry.symbol:
        return f"kernel {number}: absent"
    text = f"kernel {number}: {entry.symbol}, {entry.tile_static_bytes} bytes tile_static"
    if entry.scratch_fixed or entry.scratch_per_item:
        text += f", scratch {entry.scratch_fixed} + {entry.scratch_per_item} an item"
    return text + (f", groups of {entry.required_group}" if entry.required_group else "")
