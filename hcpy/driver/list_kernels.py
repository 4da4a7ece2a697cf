"""hcc --list-kernels: the kernels in an object, archive, shared object or executable, and what they take.

Takes: ToolOptions with the file's name.
Gives: text or JSON: source lines, captures, and the resources of each target's code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hcpy.core import records
from hcpy.core.errors import HcpyError, ToolFailed, ToolMissing
from hcpy.core.model import Capture
from hcpy.driver.inspect import find_bundles
from hcpy.driver.tool_options import ToolOptions
from hcpy.objects import archive, bundle, kernel_notes
from hcpy.objects.objfile import ElfFile
from hcpy.targets import find_kind, image_name
from hcpy.targets.null import NULL

Resources = dict[str, Any]


def list_kernels(options: ToolOptions) -> str:
    """What `hcc --list-kernels FILE` prints."""
    path = Path(options.list_kernels or "")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise HcpyError(f"cannot read '{path}': {error.strerror}") from None
    found = [kernel for name, content in _files(data, path) for kernel in _kernels(content, name)]
    if options.json:
        return json.dumps(found, indent=2) + "\n"
    return "".join(map(_text, found)) or f"{path}: no kernels\n"


def _files(data: bytes, path: Path) -> Iterator[tuple[str, bytes]]:
    if not archive.is_archive(data):
        yield str(path), data
        return
    for name, content in archive.members(data, path):
        if content.startswith(b"\x7fELF"):
            yield f"{path}({name})", content


def _kernels(data: bytes, name: str) -> Iterator[dict[str, Any]]:
    elf = ElfFile(data, name)
    captures = {}
    for section in elf.named(kernel_notes.SECTION):
        captures.update(kernel_notes.read(elf.content(section)))
    for contents in find_bundles(data, name):
        used = [_of_image(image) for image in contents.images]
        for number, kernel in enumerate(contents.kernels):
            known = captures.get((contents.unit_id.hex(), kernel.name))
            yield {
                "file": name,
                "name": kernel.name,
                "display_name": kernel.display_name or kernel.name,
                "source": {"file": kernel.file, "line": kernel.line, "column": kernel.column},
                "function_object": {"bytes": kernel.parameter_bytes, "align": kernel.parameter_align},
                "captures": None if known is None else [_capture(c) for c in known],
                "barriers": bool(kernel.flags & records.KERNEL_BARRIER),
                "targets": {
                    _target(image): resources.get(image.entries[number].symbol, {"absent": True})
                    for image, resources in zip(contents.images, used, strict=True)
                },
            }


def _target(image: bundle.Image) -> str:
    kind = image_name(image.kind)
    return f"{kind}:{image.architecture}" if image.architecture else kind


def _capture(capture: Capture) -> dict[str, Any]:
    return {
        "name": capture.name,
        "type": capture.type,
        "bytes": capture.bytes or None,
        "by_reference": capture.by_reference,
    }


# --- resources ---------------------------------------------------------------------------------------
def _of_image(image: bundle.Image) -> dict[str, Resources]:
    """The resources of each entry, by its symbol."""
    entries = {entry.symbol: _of_entry(image, entry) for entry in image.entries if entry.symbol}
    kind = find_kind(image_name(image.kind)) or NULL
    if entries:
        try:
            for symbol, resources in kind.resources_of(image.data, image.architecture).items():
                entries.get(symbol, {}).update(resources)
        except ToolMissing as error:
            for resources in entries.values():
                resources["unknown"] = f"{kind.checker} not found: install it with: {error.remedy}"
        except ToolFailed as error:
            told = error.stderr.strip() or str(error)
            for resources in entries.values():
                resources["unknown"] = f"{kind.checker} refuses this image: {told.splitlines()[0]}"
    return entries


def _of_entry(image: bundle.Image, entry: bundle.Entry) -> Resources:
    kind = find_kind(image_name(image.kind)) or NULL
    specialized = _specialized(entry.specialized)
    if not kind.is_host:
        return {"group_memory": entry.tile_static_bytes, **specialized}
    return {
        **specialized,
        "vectors": kind.arch_notes.get(image.architecture, image.architecture),
        "group_memory": entry.tile_static_bytes,
        "scratch": {"fixed": entry.scratch_fixed, "per_item": entry.scratch_per_item},
    }


def _specialized(text: str) -> Resources:
    """What becomes of values of hc::specialized: nothing where the kernel has none."""
    if not text:
        return {}
    items = text.split()
    constants = [
        dict(zip(("offset", "bytes"), map(int, i.split(":")[1:]), strict=True)) for i in items if ":" in i
    ]
    return {"specialized": {"constants": constants, "pushed": records.SPECIALIZED_PUSHED in items}}


# --- text --------------------------------------------------------------------------------------------
def _text(kernel: dict[str, Any]) -> str:
    source = kernel["source"]
    place = f"{source['file']}:{source['line']}" if source["file"] else "unknown place"
    size = kernel["function_object"]
    lines = [
        f"{kernel['file']}: {kernel['display_name']}",
        f"  source           {place}",
        f"  function object  {size['bytes']} bytes, aligned to {size['align']}",
    ]
    if kernel["captures"] is None:
        lines.append("  captures         not recorded: compile with -g")
    for number, capture in enumerate(kernel["captures"] or ()):
        extra = " by reference" if capture["by_reference"] else ""
        extra += f", {capture['bytes']} bytes" if capture["bytes"] else ""
        lines.append(f"  {'captures' if not number else '':16} {capture['name']}: {capture['type']}{extra}")
    lines += [f"  {target:16} {_resources(target, r)}" for target, r in kernel["targets"].items()]
    return "\n".join(lines) + "\n"


def _resources(target: str, found: Resources) -> str:
    if "absent" in found:
        return "no code: the target can't run this kernel"
    kind = find_kind(target.partition(":")[0]) or NULL
    words = [f"{found['vectors']}"] if "vectors" in found else []
    if "unknown" in found:
        words.append(found["unknown"])
    if "registers" in found:
        words.append(f"{found['registers']} registers")
    if "vector_registers" in found:
        words.append(f"{found['vector_registers']} vector and {found['scalar_registers']} scalar registers")
    words.append(f"{found['group_memory']} bytes of {kind.group_memory}")
    if "barriers" in found:
        words.append(f"{found['barriers']} barrier{'' if found['barriers'] == 1 else 's'}")
    if "spill_stores" in found:
        words.append(
            f"{found['spill_stores']}{kind.spill_unit} spilled" if found["spill_stores"] else "no spills"
        )
    if specialized := found.get("specialized"):
        words += [
            f"constant bytes {c['offset']} to {c['offset'] + c['bytes'] - 1}"
            for c in specialized["constants"]
        ]
        words += ["specialized values pushed"] if specialized["pushed"] else []
    if found.get("stack"):
        words.append(f"{found['stack']} bytes of stack")
    if scratch := found.get("scratch"):
        words.append(f"scratch {scratch['fixed']} + {scratch['per_item']} bytes a work-item")
    return ", ".join(words)
