"""Bundle and host stages' end: makes the object files of one unit fit together.

Takes: the device images, the host object and the split stage's product.
Gives: the host object with its unit id, the bundle object, and the host images under unique names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy import __version__
from hcpy.core.dataclass import replace
from hcpy.core.dump import Dump
from hcpy.core.flags import HOST_TRIPLE, without_dependencies
from hcpy.core.lazy import lazy
from hcpy.core.model import (
    DeviceImage,
    GlobalRecord,
    HostObject,
    KernelRecord,
    KernelSite,
    SharedModule,
    SplitSource,
    Target,
    Toolchain,
    TranslationUnit,
)
from hcpy.core.path_maps import without_places
from hcpy.frontend.exports import INTERNAL_PREFIX, export_globals
from hcpy.frontend.names import hosts_names, normalise_kernel_name
from hcpy.objects import collect, kernel_notes, registration
from hcpy.objects.objfile import ElfFile, HostKernel, host_kernels, rename_symbols, set_unit_id
from hcpy.targets import is_host
from hcpy.worker.client import Worker

if TYPE_CHECKING:
    from hcpy.objects import device_record
    from hcpy.passes import device_interface
else:
    device_record = lazy("hcpy.objects.device_record")
    device_interface = lazy("hcpy.passes.device_interface")


def make_objects(
    unit: TranslationUnit,
    tools: Toolchain,
    worker: Worker,
    dump: Dump,
    source: SplitSource | None,
    images: Sequence[DeviceImage],
    shared: Sequence[SharedModule],
    host: HostObject,
) -> tuple[Path, ...]:
    """Every object file of the unit, the host object first. shared: of a unit with annotated functions."""
    kernels = host_kernels(ElfFile(host.path.read_bytes(), str(host.path)))
    is_open = bool(kernels) and any(part.interface.needs for part in shared)
    has_record = is_open or any(part.interface.exports for part in shared)
    if not kernels and not has_record:
        dump.file("host", "", host.path)
        return (host.path,)
    if is_open:
        images = [_stand_in(part) for part in shared]
    images = named_as_host(kernels, images)
    launched = match(kernels, images, str(unit.source))
    device = [p.module.path for p in shared] if is_open or not kernels else [i.path for i in images]
    words = tuple(without_places((*_of_the_code(unit.clang_args), str(unit.source))))
    unit_id = collect.make_unit_id(unit.source.read_bytes(), words, [p.read_bytes() for p in device])
    records = [g for image in images for g in image.globals]
    if has_record:
        records += [g for part in shared for g in part.interface.globals]
    internal = _linkable_names(records, unit_id.hex()[:16])
    host = export_globals(unit, tools, source, host, records)
    exported = {INTERNAL_PREFIX + symbol: name for symbol, name in internal.items()}
    patched = rename_symbols(set_unit_id(host.path.read_bytes(), unit_id, str(host.path)), exported)
    host.path.write_bytes(patched)
    dump.file("host", "", host.path)
    objects = [host.path]
    sites = source.kernels if source is not None else ()
    if kernels and not is_open:
        objects += bundle_objects(unit, unit_id, worker, dump, images, launched, internal, sites)
    if has_record:
        objects.append(record_object(unit, unit_id, worker, is_open, kernels, shared, internal, sites))
    return tuple(objects)


def unlaunched(part: SharedModule, host: HostObject) -> frozenset[str]:
    """The symbols of the kernels that host code never launches; none where it launches no kernel at all."""
    launched = host_kernels(ElfFile(host.path.read_bytes(), str(host.path)))
    names = {normalise_kernel_name(kernel.name) for kernel in launched}
    kernels = part.interface.kernels if launched else ()
    return frozenset(k.symbol for k in kernels if normalise_kernel_name(k.name) not in names)


def _linkable_names(records: Iterable[GlobalRecord], tag: str) -> dict[str, str]:
    """What variables of internal linkage are called in all of the program; PTX knows no dots in names."""
    symbols = dict.fromkeys(record.symbol for record in records if record.internal)
    return {s: f"__hcpy_internal_{tag}_{n}_{re.sub('[^A-Za-z0-9_]', '_', s)}" for n, s in enumerate(symbols)}


def _stand_in(part: SharedModule) -> DeviceImage:
    """What an image of an open unit will hold, as far as it is known: sizes are not."""
    kernels = tuple(replace(k, parameter_bytes=0) for k in part.interface.kernels)
    return DeviceImage(Target(part.module.kind), part.module.path, kernels)


def named_as_host(kernels: Sequence[HostKernel], images: Sequence[DeviceImage]) -> list[DeviceImage]:
    """The images with the host part's names of their kernels, as far as these are sure."""
    ours = [kernel.name for kernel in kernels]
    renamed = []
    for image in images:
        names = hosts_names(ours, (k.name for k in (*image.kernels, *image.left_out)))

        def with_name(record: KernelRecord, names: Mapping[str, str] = names) -> KernelRecord:
            return replace(record, name=names.get(record.name, record.name))

        kept, left_out = map(with_name, image.kernels), map(with_name, image.left_out)
        renamed.append(replace(image, kernels=tuple(kept), left_out=tuple(left_out)))
    return renamed


def match(kernels: Sequence[HostKernel], images: Sequence[DeviceImage], source: str) -> dict[str, HostKernel]:
    """Pairs the parts' kernels; gives the host's by normalised name."""
    return collect.match_kernels(kernels, images, _normalised(kernels, images), source)


def bundle_objects(
    unit: TranslationUnit,
    unit_id: bytes,
    worker: Worker,
    dump: Dump,
    images: Sequence[DeviceImage],
    launched: Mapping[str, HostKernel],
    internal: Mapping[str, str],
    sites: Sequence[KernelSite],
    defines: str = "",
) -> list[Path]:
    """The bundle's object and the host images, under names that no other unit has.

    internal: what the host part calls variables of internal linkage.
    """
    data = [image.path.read_bytes() for image in images]
    tag = unit_id.hex()[:16]
    exported = {INTERNAL_PREFIX + symbol: name for symbol, name in internal.items()}
    objects = []
    own = []
    for image, content in zip(images, data, strict=True):
        if is_host(image.target):
            own.append(_with_own_names(image, content, tag, exported))
            objects.append(image.path)
        else:
            own.append(image)
    names = _normalised(launched.values(), images)
    contents = collect.collect(unit_id, own, data, launched, names)
    path = unit.work_dir / f"{unit.source.stem}.bundle.o"
    noted = kernel_notes.make(sites, contents)
    notes = (kernel_notes.SECTION, noted) if noted else None
    ir = registration.registration_ir(contents, HOST_TRIPLE, internal, notes, defines)
    path.write_bytes(worker.call(registration.emit_object, ir, HOST_TRIPLE))
    dump.file("bundle", "", path)
    return [path, *objects]


def record_object(
    unit: TranslationUnit,
    unit_id: bytes,
    worker: Worker,
    is_open: bool,
    kernels: Sequence[HostKernel],
    shared: Sequence[SharedModule],
    internal: Mapping[str, str],
    sites: Sequence[KernelSite],
) -> Path:
    """The object with the unit's device code for the link."""
    jobs = [
        worker.submit_call(device_interface.make_bitcode, p.module, p.interface, is_open, internal)
        for p in shared
    ]
    record = device_record.DeviceRecord(
        unit_id,
        __version__,
        replace(unit, clang_args=tuple(without_dependencies(unit.clang_args))),
        is_open,
        tuple(kernels) if is_open else (),
        tuple(part.interface for part in shared),
        tuple(job.result() for job in jobs),
        tuple(sites) if is_open else (),
    )
    path = unit.work_dir / f"{unit.source.stem}.device.o"
    path.write_bytes(
        worker.call(registration.emit_object, device_record.record_ir(record, HOST_TRIPLE), HOST_TRIPLE)
    )
    return path


def _of_the_code(arguments: Sequence[str]) -> Iterator[str]:
    """Without what says where things go and how messages look: a terminal's colours make no other unit."""
    return (a for a in without_dependencies(arguments) if "color-diagnostics" not in a)


def _normalised(kernels: Iterable[HostKernel], images: Iterable[DeviceImage]) -> dict[str, str]:
    """What each kernel name becomes where the parts may spell it differently."""
    host = {kernel.name for kernel in kernels}
    parts = [{kernel.name for kernel in (*image.kernels, *image.left_out)} for image in images]
    names = {name: normalise_kernel_name(name) for name in host.union(*parts)}
    alike: dict[str, set[str]] = {}
    for name in host:
        alike.setdefault(names[name], set()).add(name)
    for normal, ours in alike.items():
        known = all(ours == {name for name in part if names[name] == normal} for part in parts)
        if len(ours) > 1 and known:
            names.update((name, name) for name in ours)
    return names


def _with_own_names(image: DeviceImage, content: bytes, tag: str, exported: dict[str, str]) -> DeviceImage:
    """A host image whose symbols no other unit or architecture has."""
    renamed = {k.symbol: f"{k.symbol}.{tag}.{image.target.arch or 'host'}" for k in image.kernels}
    image.path.write_bytes(rename_symbols(content, {**renamed, **exported}, str(image.path)))
    return replace(image, kernels=tuple(replace(k, symbol=renamed[k.symbol]) for k in image.kernels))
