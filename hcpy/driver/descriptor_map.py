"""hcc --emit=vulkan --descriptor-map=FILE: what a program that brings its own Vulkan must know of a module.

Takes: a module for Vulkan as its bytes, and its kernels.
Gives: the module without what devices may lack and libhcrt would take away; the map as JSON, or as lines of
words between commas. docs/vulkan.md explains its words.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from typing import Any

from hcpy.core.errors import HcpyError
from hcpy.core.model import KernelRecord
from hcpy.passes.vulkan.words import CAPABILITIES, OPS, SPEC_ID

_HEADER_WORDS, _MAGIC = 5, 0x07230203
# DenormPreserve and RoundingModeRTE, as capabilities and as modes (hcpy/passes/vulkan/emit.py).
_OPTIONAL_CAPABILITIES, _OPTIONAL_MODES = (4464, 4467), (4459, 4462)
_CAPABILITY_NAMES = {number: name for name, number in CAPABILITIES.items()}
# Of all modules (hcpy/passes/vulkan/emit.py): the push constant's members, and specialisation constants.
_PUSH_CONSTANTS = (("arguments", 0, 8), ("data", 8, 8), ("extent", 16, 12))
_LOGICAL_PUSH_CONSTANTS = (("extent", 0, 12),)  # and values of each kernel (hcpy/passes/vulkan/buffers.py)
_CONSTANTS = (
    *((0 + d, f"group_size_{axis}") for d, axis in enumerate("xyz")),
    (3, "group_memory_words"),
    *((4 + d, f"tile_size_{axis}") for d, axis in enumerate("xyz")),
)
# Of modules that divide: 1 where the device rounds division and square root correctly. Of those with loops: 1
# where each wave is of one row of a group.
_ASKED = ((7, "divides_exactly"), (8, "rows_are_apart"))


def text_of(module: bytes, kernels: Sequence[KernelRecord], is_json: bool) -> str:
    """What is written to the file."""
    found = describe(module, kernels)
    return json.dumps(found, indent=2) + "\n" if is_json else "".join(f"{line}\n" for line in _lines(found))


def for_any_device(module: bytes) -> bytes:
    """The module without the modes of arithmetic that Vulkan makes optional for each width."""
    kept = [module[: 4 * _HEADER_WORDS]]
    for opcode, operands in _instructions(module):
        words = struct.unpack(f"<{len(operands) // 4}I", operands)
        optional = (opcode == OPS["Capability"] and words[0] in _OPTIONAL_CAPABILITIES) or (
            opcode == OPS["ExecutionMode"] and words[1] in _OPTIONAL_MODES
        )
        if not optional:
            kept.append(struct.pack("<I", (len(words) + 1) << 16 | opcode) + operands)
    return b"".join(kept)


def describe(module: bytes, kernels: Sequence[KernelRecord]) -> dict[str, Any]:
    """The map."""
    notes = _Notes(module)
    is_physical = "PhysicalStorageBufferAddresses" in notes.capabilities
    pushed = _PUSH_CONSTANTS if is_physical else _LOGICAL_PUSH_CONSTANTS
    return {
        "abi": "physical" if is_physical else "logical",
        "spirv": "1.6",
        "capabilities": sorted(notes.capabilities),
        "push_constants": [{"name": n, "offset": at, "bytes": size} for n, at, size in pushed],
        "specialization_constants": [{"id": number, "name": name} for number, name in notes.constants()],
        "data": {
            "bytes": notes.data_bytes,
            "content": notes.content,
            "addresses": [{"offset": at, "to": to} for at, to in notes.addresses],
            "variables": [{"name": n, "offset": at, "bytes": size} for at, size, n in notes.variables],
        },
        "kernels": [_kernel(kernel, notes) for kernel in kernels],
    }


def _kernel(kernel: KernelRecord, notes: _Notes) -> dict[str, Any]:
    if kernel.symbol not in notes.group_bytes:
        raise HcpyError(f"the module has no kernel {kernel.symbol}")
    constants = []
    for triple in kernel.specialized.split():
        number, offset, size = map(int, triple.split(":"))
        constants.append({"id": number, "offset": offset, "bytes": size})
    return {
        "symbol": kernel.symbol,
        "name": kernel.display_name,
        "arguments": {"bytes": kernel.parameter_bytes, "align": kernel.parameter_align},
        "group_memory_bytes": notes.group_bytes[kernel.symbol],
        "has_dynamic_group_memory": kernel.dynamic_group,
        "specialized": constants,
        "required_group": kernel.required_group,
        **notes.descriptors(kernel.symbol),
    }


class _Notes:
    """What the module's instructions say."""

    def __init__(self, module: bytes) -> None:
        self.capabilities: set[str] = set()
        self._descriptors: dict[str, dict[str, Any]] = {}  # by kernel, where pointers are descriptors
        self._constants: set[int] = set()  # the numbers of specialisation constants
        self.group_bytes: dict[str, int] = {}
        self.data_bytes = 0
        self.content = ""
        self.addresses: list[tuple[int, int]] = []
        self.variables: list[tuple[int, int, str]] = []
        for opcode, operands in _instructions(module):
            if opcode == OPS["Capability"]:
                (number,) = struct.unpack("<I", operands)
                self.capabilities.add(_CAPABILITY_NAMES.get(number, str(number)))
            elif opcode == OPS["Decorate"] and struct.unpack_from("<I", operands, 4) == (SPEC_ID,):
                self._constants.update(struct.unpack_from("<I", operands, 8))
            elif opcode == OPS["String"]:
                self._note(operands[4:].split(b"\0")[0].decode())
        self.content = self.content.ljust(2 * self.data_bytes, "0")

    def descriptors(self, symbol: str) -> dict[str, Any]:
        """Of a kernel whose pointers are descriptors; empty: there are none."""
        found = self._descriptors.get(symbol, {})
        if "parameters" in found:
            found["parameters"].sort(key=lambda parameter: parameter["ordinal"])
        return found

    def _describe(self, what: str, words: list[str]) -> None:
        """One line of hcpy/passes/vulkan/buffers.py; the last word is the kernel's symbol."""
        numbers = [int(word) for word in words[:-1] if word.isdecimal()]
        found = self._descriptors.setdefault(words[-1], {})
        if what == "hcpy:buffer":
            kind, names = "buffer", ("ordinal", "set", "binding", "object_offset")
        elif what == "hcpy:number":
            kind, names = "value", ("ordinal", "offset", "bytes", "object_offset")
        elif what == "hcpy:constants":
            found["constants"] = dict(zip(("set", "binding"), numbers, strict=True))
            return
        else:
            names = ("set", "binding", "offset", "bytes")
            found["values"] = {"kind": words[0], **dict(zip(names, numbers, strict=True))}
            if words[0] == "push":
                del found["values"]["set"], found["values"]["binding"]
            return
        made = {"kind": kind, **dict(zip(names, numbers, strict=True))}
        found.setdefault("parameters", []).append(made)

    def constants(self) -> list[tuple[int, str]]:
        """Those that all modules have, and this one's; hc::specialized's come with the kernels."""
        return [*_CONSTANTS, *(asked for asked in _ASKED if asked[0] in self._constants)]

    def _note(self, line: str) -> None:
        what, _, rest = line.partition(" ")
        if what == "hcpy:kernel":
            size, _, symbol = rest.partition(" ")
            self.group_bytes[symbol] = int(size)
        elif what == "hcpy:data":
            self.data_bytes = int(rest)
        elif what == "hcpy:bytes":
            self.content += rest
        elif what == "hcpy:address":
            at, to = map(int, rest.split())
            self.addresses.append((at, to))
        elif what in ("hcpy:buffer", "hcpy:number", "hcpy:pod", "hcpy:constants"):
            self._describe(what, rest.split())
        elif what == "hcpy:variable":
            at_word, size, name = rest.split(" ", 2)
            self.variables.append((int(at_word), int(size), name))


def _instructions(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Opcode and operands of each."""
    if len(module) < 4 * _HEADER_WORDS or struct.unpack_from("<I", module)[0] != _MAGIC:
        raise HcpyError("this is no SPIR-V module")
    at = 4 * _HEADER_WORDS
    while at + 4 <= len(module):
        (first,) = struct.unpack_from("<I", module, at)
        size = 4 * (first >> 16)
        if not 0 < size <= len(module) - at:
            raise HcpyError(f"byte {at} of the module begins no instruction")
        yield first & 0xFFFF, module[at + 4 : at + size]
        at += size


def _lines(found: dict[str, Any]) -> Iterator[str]:
    """A line's first word says what it is about; pairs of a word and its value follow."""
    yield f"module,abi,{found['abi']},spirv,{found['spirv']}"
    for name in found["capabilities"]:
        yield f"capability,{name}"
    for member in found["push_constants"]:
        yield f"push_constant,{member['name']},offset,{member['offset']},bytes,{member['bytes']}"
    for constant in found["specialization_constants"]:
        yield f"specialization_constant,{constant['name']},id,{constant['id']}"
    data = found["data"]
    if data["bytes"]:
        yield f"data,bytes,{data['bytes']},content,{data['content']}"
    for address in data["addresses"]:
        yield f"address,offset,{address['offset']},to,{address['to']}"
    for variable in data["variables"]:
        yield f"variable,{variable['name']},offset,{variable['offset']},bytes,{variable['bytes']}"
    for kernel in found["kernels"]:
        arguments = kernel["arguments"]
        dynamic = int(kernel["has_dynamic_group_memory"])
        yield (
            f"kernel,{kernel['symbol']},argument_bytes,{arguments['bytes']},argument_align,"
            f"{arguments['align']},group_memory_bytes,{kernel['group_memory_bytes']},"
            f"dynamic_group_memory,{dynamic},name,{kernel['name']}"
        )
        if kernel["required_group"]:
            yield f"required_group,{kernel['symbol']},items,{kernel['required_group']}"
        for word in ("constants", "values"):
            if word in kernel:
                yield ",".join((word, kernel["symbol"], *_pairs(kernel[word])))
        for parameter in kernel.get("parameters", ()):
            yield ",".join(("parameter", kernel["symbol"], *_pairs(parameter)))
        for value in kernel["specialized"]:
            yield (
                f"specialized,{kernel['symbol']},id,{value['id']},offset,{value['offset']},"
                f"bytes,{value['bytes']}"
            )


def _pairs(found: dict[str, Any]) -> Iterator[str]:
    for name, value in found.items():
        yield from (name, str(value))
