"""The descriptor map of a module for Vulkan, read from its instructions."""

from __future__ import annotations

import struct

import pytest

from hcpy.core.errors import HcpyError
from hcpy.core.model import KernelRecord
from hcpy.driver import descriptor_map
from hcpy.passes.vulkan.words import encode


def module(*instructions: list[int]) -> bytes:
    words = [0x07230203, 0x00010600, 0, 9, 0, *(word for one in instructions for word in one)]
    return struct.pack(f"<{len(words)}I", *words)


def strings(*texts: str) -> list[list[int]]:
    return [encode("String", number + 1, text) for number, text in enumerate(texts)]


def kernel(symbol: str, specialized: str = "") -> KernelRecord:
    return KernelRecord(symbol, symbol, "a, b", None, 24, 8, specialized=specialized)


def test_variables_addresses_and_specialized_values() -> None:
    code = module(
        encode("Capability", 11),
        *strings(
            "hcpy:kernel 48 k",
            "hcpy:data 20",
            "hcpy:bytes 01ff",
            "hcpy:address 8 16",
            "hcpy:variable 0 4 v w",
        ),
    )
    found = descriptor_map.describe(code, [kernel("k", "16:8:4 17:12:1")])
    assert found["capabilities"] == ["Int64"]
    assert found["data"]["content"] == "01ff" + 36 * "0"
    assert found["data"]["addresses"] == [{"offset": 8, "to": 16}]
    assert found["data"]["variables"] == [{"name": "v w", "offset": 0, "bytes": 4}]
    assert found["kernels"][0]["specialized"][1] == {"id": 17, "offset": 12, "bytes": 1}
    lines = descriptor_map.text_of(code, [kernel("k", "16:8:4")], False).splitlines()
    assert lines[-1] == "specialized,k,id,16,offset,8,bytes,4"
    assert lines[-2].endswith("group_memory_bytes,48,dynamic_group_memory,0,name,a, b")


def test_modes_that_devices_may_lack_are_left_out() -> None:
    zeros = [encode("Capability", 4466), encode("ExecutionMode", 5, 4461, 32)]
    optional = [encode("Capability", c) for c in (4464, 4467)]
    optional += [encode("ExecutionMode", 5, mode, 32) for mode in (4459, 4462)]
    assert descriptor_map.for_any_device(module(*zeros, *optional)) == module(*zeros)


def test_damaged_modules_and_missing_kernels_are_errors() -> None:
    for code in (b"", b"\0" * 20, module([0])):
        with pytest.raises(HcpyError):
            descriptor_map.describe(code, [])
    with pytest.raises(HcpyError, match="no kernel k"):
        descriptor_map.describe(module(), [kernel("k")])


def test_the_constant_of_modules_that_divide() -> None:
    names = [
        [constant["name"] for constant in descriptor_map.describe(code, [])["specialization_constants"]]
        for code in (module(), module(encode("Decorate", 5, 1, 7)))
    ]
    assert names[1] == [*names[0], "divides_exactly"]


def test_descriptors_of_a_kernel() -> None:
    texts = (
        "hcpy:kernel 0 k",
        "hcpy:pod ubo 0 1 0 20 k",
        "hcpy:number 1 8 4 8 k",
        "hcpy:buffer 0 0 0 0 k",
        "hcpy:constants 1 0 k",
    )
    lines = descriptor_map.text_of(module(*strings(*texts)), [kernel("k")], False).splitlines()
    assert lines[0] == "module,abi,logical,spirv,1.6"
    assert lines[1] == "push_constant,extent,offset,0,bytes,12"
    assert lines[-4:] == [
        "constants,k,set,1,binding,0",
        "values,k,kind,ubo,set,0,binding,1,offset,0,bytes,20",
        "parameter,k,kind,buffer,ordinal,0,set,0,binding,0,object_offset,0",
        "parameter,k,kind,value,ordinal,1,offset,8,bytes,4,object_offset,8",
    ]
    pushed = descriptor_map.describe(
        module(*strings("hcpy:kernel 0 k", "hcpy:pod push 0 1 16 20 k")), [kernel("k")]
    )
    assert pushed["kernels"][0]["values"] == {"kind": "push", "offset": 16, "bytes": 20}
