"""Code for one target, as the back ends load it; the host's is linked to a shared object.

Takes: a DeviceImage and what the kernels' signatures say.
Gives: a CodeImage.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from hcpy.core import records
from hcpy.core.errors import ToolFailed
from hcpy.core.flags import HOST_TRIPLE
from hcpy.core.model import GlobalRecord, KernelRecord, Target, Toolchain
from hcpy.core.signature import Signature
from hcpy.core.tools import any_linker
from hcpy.objects import bundle
from hcpy.objects.collect import image_bytes
from hcpy.objects.registration import emit_object, registration_ir
from hcpy.runtime.entry_points import Layout
from hcpy.targets import known_kind
from hcpy.worker.client import Worker


@dataclass(frozen=True)
class CodeImage:
    """A source's kernels for one target, ready to load."""

    target: Target
    data: bytes  # of the host: a shared object
    digest: bytes  # 32 bytes that no other has
    signatures: tuple[Signature, ...]
    layouts: tuple[Layout, ...]
    records: tuple[KernelRecord, ...]  # of the signatures, in their order
    globals: tuple[GlobalRecord, ...] = ()


def link_host(path: Path, image: CodeImage, tools: Toolchain, worker: Worker) -> bytes:
    """A shared object that registers itself with libhcrt; gdb and profilers see such code."""
    registration = registration_ir(contents(image), HOST_TRIPLE)
    record = path.with_suffix(".bundle.o")
    record.write_bytes(worker.call(emit_object, registration, HOST_TRIPLE))
    output = path.with_suffix(".so")
    command = [*any_linker(tools), "-shared", "-Bsymbolic", "-o", str(output), str(path), str(record)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode != 0:
        raise ToolFailed(command, done.stderr.decode("utf-8", "replace"), done.returncode)
    return output.read_bytes()


def contents(image: CodeImage) -> bundle.Contents:
    """The bundle of an image: kernel number n is `kernel_n`."""
    kind = known_kind(image.target.kind)
    on_host = kind.is_host
    kernels = tuple(
        bundle.Kernel(
            f"kernel_{n}",
            signature.name,
            signature.location.file,
            signature.location.line,
            signature.location.column,
            layout.bytes,
            layout.align,
            _flags(record, on_host),
        )
        for n, (signature, layout, record) in enumerate(
            zip(image.signatures, image.layouts, image.records, strict=True)
        )
    )
    entries = tuple(
        bundle.Entry(
            r.symbol,
            r.tile_static_bytes,
            n if on_host else 0,
            r.scratch_fixed,
            r.scratch_per_item,
            r.required_group,
            r.specialized,
        )
        for n, r in enumerate(image.records)
    )
    code = bundle.Image(kind.image_kind, image.target.arch, image_bytes(kind, image.data), entries)
    variables = () if on_host else tuple(bundle.Global(g.symbol, g.bytes, g.place) for g in image.globals)
    symbols = tuple(record.symbol for record in image.records) if on_host else ()
    return bundle.Contents(image.digest, kernels, (code,), variables, symbols)


def _flags(record: KernelRecord, on_host: bool) -> int:
    return (
        records.KERNEL_BY_POINTER * (record.by_pointer and not on_host)
        | records.KERNEL_DYNAMIC_GROUP * record.dynamic_group
        | records.KERNEL_BARRIER * record.barrier
    )
