"""Splits phis of structures into one phi for each member.

LLVM makes them of loops around a compare-and-exchange, and the SPIR-V back end can't select them.

Takes a Lowering whose module is optimised. A structure that is used otherwise than member by member stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from hcpy.passes.irtext import NAME, Function
from hcpy.passes.lowering import Lowering

_PHI = re.compile(rf"^  (%{NAME}) = phi (\{{ [^{{}}]* \}}) (\[.*?\])(?=, !|$)")
_INCOMING = re.compile(r"\[ ([^,]+), (%[^ ]+) \]")
_EXTRACT = re.compile(rf"^  (%{NAME}) = extractvalue \{{ [^{{}}]* \}} (%{NAME}), (\d+)")
_CONSTANTS = frozenset(("undef", "poison", "zeroinitializer"))


def run(lowering: Lowering) -> None:
    for function in lowering.module.functions.values():
        if any("= phi { " in line for line in function.body):
            _split(function)


def _split(function: Function) -> None:
    phis = {m.group(1): m for line in function.body if (m := _PHI.match(line)) is not None}
    extracts = [m for line in function.body if (m := _EXTRACT.match(line)) is not None]
    phis = {name: phi for name, phi in phis.items() if _is_plain(function, name, phis)}
    wanted = {v for phi in phis.values() for v, _ in _INCOMING.findall(phi.group(3)) if v not in _CONSTANTS}
    members = {name: phi.group(2)[2:-2].split(", ") for name, phi in phis.items()}
    types = {v: phi.group(2) for phi in phis.values() for v, _ in _INCOMING.findall(phi.group(3))}
    renamed = {m.group(1): _part(m.group(2), int(m.group(3))) for m in extracts if m.group(2) in phis}
    body: list[str] = []
    for line in function.body:
        extract = _EXTRACT.match(line)
        if extract is not None and extract.group(2) in phis:
            continue
        name = line.split(" = ", 1)[0].strip()
        if name in phis:
            body += [_member_phi(phis[name], k, kind) for k, kind in enumerate(members[name])]
            continue
        body.append(line)
        if name in wanted and " = " in line:
            count = types[name].count(",") + 1
            body += [f"  {_part(name, k)} = extractvalue {types[name]} {name}, {k}" for k in range(count)]
    function.body = [_rename(line, renamed) for line in body]


def _is_plain(function: Function, name: str, phis: Mapping[str, re.Match[str]]) -> bool:
    """Is it used by extractvalue and other such phis alone?"""
    use = re.compile(re.escape(name) + r"(?![-\w$.])")
    for line in function.body:
        if not use.search(line.split(" = ", 1)[-1]):
            continue
        extract, phi = _EXTRACT.match(line), _PHI.match(line)
        if not (extract is not None and extract.group(2) == name) and not (phi and phi.group(1) in phis):
            return False
    return True


def _part(name: str, member: int) -> str:
    return f'%"{name[1:].strip(chr(34))}.member{member}"'


def _member_phi(phi: re.Match[str], member: int, kind: str) -> str:
    incoming = ", ".join(
        f"[ {value if value in _CONSTANTS else _part(value, member)}, {block} ]"
        for value, block in _INCOMING.findall(phi.group(3))
    )
    incoming = incoming.replace("[ zeroinitializer,", "[ false," if kind == "i1" else "[ 0,")
    return f"  {_part(phi.group(1), member)} = phi {kind} {incoming}"


def _rename(line: str, renamed: Mapping[str, str]) -> str:
    if not any(name in line for name in renamed):
        return line
    pattern = "|".join(re.escape(name) for name in sorted(renamed, key=len, reverse=True))
    return re.sub(rf"(?:{pattern})(?![-\w$.])", lambda m: renamed[m.group(0)], line)
