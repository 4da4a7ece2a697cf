"""Says which pointers point to global memory, so that the back end can use its accesses.

Takes a Lowering whose module is optimised; a pointer that is loaded from the function object or from an
array object becomes one cast from addrspace(1). At a launch all of them are addresses of buffers or of images
of host objects, never of group or private memory.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import NAME, Function
from hcpy.passes.lowering import Lowering

_LOAD = re.compile(
    rf"^  (%{NAME}) = load (ptr(?: addrspace\(4\))?), (ptr(?: addrspace\(\d\))?) (%{NAME}),(.*)$"
)
_DERIVED = re.compile(
    rf"^  (%{NAME}) = (?:getelementptr|addrspacecast|bitcast) .*?\bptr(?: addrspace\(\d\))? (%{NAME})"
)
_TO_INTEGER = re.compile(rf"^  (%{NAME}) = ptrtoint ptr addrspace\(1\) (%{NAME}) to i64")
_TO_POINTER = re.compile(rf"^  (%{NAME}) = inttoptr i64 (%{NAME}) to ptr addrspace\(4\)(.*)$")
_TBAA = re.compile(r"!tbaa !(\d+)")
_ACCESS_TAG = re.compile(r"!\{!(\d+), ")
_ARRAY = re.compile(r'!\{!"_ZTSN6Kalmar5arrayI')  # hc::array, Concurrency::array
_PARAMETER = re.compile(rf"(%{NAME})$")


def run(lowering: Lowering) -> None:
    nodes = lowering.module.metadata.nodes
    for function in lowering.module.functions.values():
        if function.is_declaration:
            continue
        inside: set[str] = set()  # values that point into the function object
        if function.name in lowering.entries and function.parameters:
            inside.update(_PARAMETER.findall(function.parameters[0]))
        _qualify(function, inside, nodes)


def _is_array_data(tail: str, nodes: dict[int, str]) -> bool:
    """Is this a load from an array object, by its alias tag? Its pointer is the buffer's address."""
    tag = _TBAA.search(tail)
    base = _ACCESS_TAG.match(nodes.get(int(tag.group(1)), "")) if tag is not None else None
    return base is not None and _ARRAY.match(nodes.get(int(base.group(1)), "")) is not None


def _qualify(function: Function, inside: set[str], nodes: dict[int, str]) -> None:
    integers: dict[str, str] = {}
    body: list[str] = []
    for line in function.body:
        if (cast := _TO_INTEGER.match(line)) is not None and cast.group(2) in inside:
            integers[cast.group(1)] = cast.group(2)
        elif (back := _TO_POINTER.match(line)) is not None and back.group(2) in integers:
            # clang passes a pointer argument as addrspace(1) and reads it back as a generic one
            name, integer, rest = back.groups()
            body.append(
                f"  {name} = addrspacecast ptr addrspace(1) {integers[integer]} to ptr addrspace(4){rest}"
            )
            inside.add(name)
            continue
        elif (derived := _DERIVED.match(line)) is not None and derived.group(2) in inside:
            inside.add(derived.group(1))
        elif (load := _LOAD.match(line)) is not None and (
            load.group(4) in inside or _is_array_data(load.group(5), nodes)
        ):
            body += _as_global(load, len(body))
            continue
        body.append(line)
    function.body = body


def _as_global(load: re.Match[str], number: int) -> list[str]:
    name, type_, place_type, place, rest = load.groups()
    loaded, qualified = f"%hcrt.loaded.{number}", f"%hcrt.global.{number}"
    return [
        f"  {loaded} = load {type_}, {place_type} {place},{rest}",
        f"  {qualified} = addrspacecast {type_} {loaded} to ptr addrspace(1)",
        f"  {name} = addrspacecast ptr addrspace(1) {qualified} to {type_}",
    ]
