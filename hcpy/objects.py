"""Bundle and host stages' end: makes the object files of one unit fit together.

Takes: the device images, the host object and the split stage's product.
Gives: the host object with its unit id, the bundle object, and the host images under names of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from hcpy import bundle, kernel_notes
from hcpy.dump import Dump
from hcpy.exports import INTERNAL_PREFIX, export_globals
from hcpy.frontend.flags import HOST_TRIPLE
from hcpy.frontend.names import normalise_kernel_name
from hcpy.model import DeviceImage, HostObject, SplitSource, Toolchain, TranslationUnit
from hcpy.objfile import ElfFile, HostKernel, host_kernels, rename_symbols, set_unit_id
from hcpy.targets import TARGETS
from hcpy.worker import Worker


def make_objects(
    unit: TranslationUnit,
    tools: Toolchain,
    worker: Worker,
    dump: Dump,
    source: SplitSource | None,
    images: Sequence[DeviceImage],
    host: HostObject,
) -> tuple[Path, ...]:
    """Every object file of the unit, the host object first."""
    kernels = host_kernels(ElfFile(host.path.read_bytes(), str(host.path)))
    if not kernels:
        dump.file("host", "", host.path)
        return (host.path,)
    names = _normalised(kernels, images)
    launched = bundle.match_kernels(kernels, images, names, str(unit.source))
    data = [image.path.read_bytes() for image in images]
    unit_id = bundle.make_unit_id(unit.source.read_bytes(), (str(unit.source), *unit.clang_args), data)
    tag = unit_id.hex()[:16]
    internal = {
        g.symbol: f"{INTERNAL_PREFIX}{tag}.{g.symbol}" for i in images for g in i.globals if g.internal
    }
    host = export_globals(unit, tools, source, host, (g for image in images for g in image.globals))
    exported = {INTERNAL_PREFIX + symbol: name for symbol, name in internal.items()}
    patched = rename_symbols(set_unit_id(host.path.read_bytes(), unit_id, str(host.path)), exported)
    host.path.write_bytes(patched)

    kinds = {kind.name: kind.image_kind for kind in TARGETS}
    objects = [host.path]
    own = []
    for image, content in zip(images, data, strict=True):
        if kinds[image.target.kind] == bundle.IMAGE_HOST:
            own.append(_with_own_names(image, content, tag, exported))
            objects.append(image.path)
        else:
            own.append(image)
    contents = bundle.collect(unit_id, own, data, kinds, launched, names)
    path = unit.work_dir / f"{unit.source.stem}.bundle.o"
    noted = kernel_notes.make(source.kernels, contents) if source is not None else b""
    notes = (kernel_notes.SECTION, noted) if noted else None
    ir = bundle.registration_ir(contents, HOST_TRIPLE, internal, notes)
    path.write_bytes(worker.call(bundle.emit_object, ir, HOST_TRIPLE))
    dump.file("bundle", "", path)
    dump.file("host", "", host.path)
    return (objects[0], path, *objects[1:])


def _normalised(kernels: Iterable[HostKernel], images: Iterable[DeviceImage]) -> dict[str, str]:
    """What each kernel name becomes where the parts may spell it differently."""
    names = {kernel.name for kernel in kernels}
    for image in images:
        names |= {kernel.name for kernel in image.kernels} | set(image.left_out)
    return {name: normalise_kernel_name(name) for name in names}


def _with_own_names(image: DeviceImage, content: bytes, tag: str, exported: dict[str, str]) -> DeviceImage:
    """A host image whose symbols no other unit or architecture has."""
    renamed = {k.symbol: f"{k.symbol}.{tag}.{image.target.arch or 'host'}" for k in image.kernels}
    image.path.write_bytes(rename_symbols(content, {**renamed, **exported}, str(image.path)))
    return replace(image, kernels=tuple(replace(k, symbol=renamed[k.symbol]) for k in image.kernels))
