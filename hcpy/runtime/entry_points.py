"""The entry points of kernels that are launched from Python: their C++ text, and their argument's layout.

Takes: Signatures.
Gives: a unit's text that builds one function object for each kernel, and the Layout that fills its bytes.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hcpy.core.lazy import lazy
from hcpy.core.signature import Parameter, Signature

if TYPE_CHECKING:
    import jinja2
else:
    jinja2 = lazy("jinja2")

_LINES_BEFORE = re.compile(r"^struct kernel_(\d+) |^static_assert\(sizeof\(kernel_(\d+)\)", re.M)
_KERNEL_NAME = re.compile(r"10hcpy_entry\d+kernel_(\d+)E")
_CODES = {
    "?": "?", "|i1": "b", "|u1": "B", "<i2": "h", "<u2": "H", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q",
    "<f2": "e", "<f4": "f", "<f8": "d",
}  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """The bytes of a launched function object: parameters, tile (of tiled kernels), extent."""

    format: str  # for struct.Struct
    object_bytes: int  # of the parameters alone
    bytes: int
    align: int


def layout(signature: Signature) -> Layout:
    """As the x86-64, SPIR-V and PTX ABIs have it, which agree on these types."""
    text, offset, align = "<", 0, 1
    for (code, place), parameter in zip(offsets(signature), signature.parameters, strict=True):
        _, size, alignment = _member(parameter)
        text += f"{place - offset}x{code}" if place > offset else code
        offset = place + size
        align = max(align, alignment)
    pad = -offset % align if offset else 1  # an empty class has one byte
    offset += pad
    object_bytes = offset
    whole = max(align, 4)
    more = -offset % 4
    numbers = signature.rank * (2 if signature.tiled else 1)
    text += f"{pad + more}x{numbers}i"
    offset += more + 4 * numbers
    end = -offset % whole
    return Layout(f"{text}{end}x", object_bytes, offset + end, whole)


def offsets(signature: Signature) -> list[tuple[str, int]]:
    """Format and offset of each parameter."""
    places, offset = [], 0
    for parameter in signature.parameters:
        code, size, alignment = _member(parameter)
        offset += -offset % alignment
        places.append((code, offset))
        offset += size
    return places


def _member(parameter: Parameter) -> tuple[str, int, int]:
    """Format, size and alignment of one parameter."""
    if parameter.kind == "pointer":
        return "Q", 8, 8
    if parameter.kind == "view":
        # hcrt::detail::Binding (buffer, address, offset), then hcrt::detail::Shape (extent, pitches).
        numbers = 2 * parameter.rank - 1
        pad = -(4 * numbers) % 8
        return f"QQQ{numbers}i{pad}x", 24 + 4 * numbers + pad, 8
    value = parameter.value
    if parameter.kind == "scalar":
        return _CODES[value.dtype], value.bytes, value.align
    return f"{value.bytes}s", value.bytes, value.align


def interface_text(source: Path, declarations: Sequence[str]) -> str:
    """The unit whose parse gives the signatures."""
    return f'#include <hc.hpp>\n#include "{source}"\n' + "".join(declarations)


def render(source: Path, declarations: Sequence[str], kernels: Sequence[Signature]) -> str:
    """The unit's text."""
    text: str = _template().render(
        source=source,
        declarations=declarations,
        kernels=kernels,
        layouts=[layout(kernel) for kernel in kernels],
        ones={1: "1", 2: "1, 1", 3: "1, 1, 1"},
    )
    return text


@functools.cache
def _template() -> Any:
    folder = Path(__file__).resolve().parent / "templates"
    environment = jinja2.Environment(
        trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    return environment.from_string((folder / "entry_points.cpp.j2").read_text())


def kernel_of_line(text: str, line: int) -> int | None:
    """The kernel whose code is in a line of a rendered unit."""
    for match in _LINES_BEFORE.finditer(text):
        if text.count("\n", 0, match.start()) + 1 == line:
            return int(match[1] or match[2])
    return None


def kernel_of_name(name: str) -> int | None:
    """Which kernel a mangled name in an image belongs to; None: one that the source launches itself."""
    found = _KERNEL_NAME.search(name)
    return int(found[1]) if found else None
