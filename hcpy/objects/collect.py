"""Bundle stage: what a unit's bundle is to say, from the images of all targets.

Takes: the host object's kernel list and the DeviceImages of all targets.
Gives: Contents; kernels of which one part knows nothing are errors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from hcpy.core.dataclass import replace
from hcpy.core.errors import CompileError
from hcpy.core.model import DeviceImage, Diagnostic, KernelRecord, Location, Note
from hcpy.core.records import KERNEL_BARRIER, KERNEL_BY_POINTER, KERNEL_DYNAMIC_GROUP
from hcpy.objects.bundle import Contents, Entry, Global, Image, Kernel
from hcpy.objects.objfile import HostKernel
from hcpy.targets import is_host, known_kind
from hcpy.targets.base import TargetKind


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
                if name not in (normalise[left_out.name] for left_out in image.left_out):
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
    for record in (r for image in images for r in image.left_out):
        if normalise[record.name] in launched:  # a kernel without code: its launch says so
            merged.setdefault(normalise[record.name], [(record, False)])
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
        record.specialized,
    )


def _globals(images: Sequence[DeviceImage]) -> tuple[Global, ...]:
    found: dict[str, Global] = {}
    on_host = [image for image in images if is_host(image.target)]
    for image in images:
        for record in image.globals if image not in on_host else ():
            known = found.get(record.symbol) or Global(record.symbol, record.bytes)
            found[record.symbol] = replace(known, place=known.place or record.place)
            if known.bytes != record.bytes:
                message = f"{record.symbol} has {known.bytes} bytes on one target, {record.bytes} on another"
                raise CompileError([Diagnostic("error", record.location, message)])
    for image in on_host:  # they use the variables themselves; memcpy_symbol asks for them by name
        for record in image.globals:
            if record.bytes:
                found.setdefault(record.symbol, Global(record.symbol, record.bytes))
    return tuple(found.values())
