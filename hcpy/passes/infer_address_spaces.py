"""Turns accesses through generic pointers into global, group and private ones where their origin shows.

Takes a Lowering whose module is optimised SPIR-V IR; LLVM's own pass of this name is not in that back end's
pipeline. Follows casts, address arithmetic, phis and selects within a function.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import NAME, Function, find_close, split_list
from hcpy.passes.lowering import Lowering

GENERIC = 4
_POINTER = "ptr addrspace(4) "
_VALUE = rf"%{NAME}"
_CAST = re.compile(
    rf"^  ({_VALUE}) = addrspacecast ptr(?: addrspace\((\d)\))? ({_VALUE}|@{NAME}) to ptr addrspace\(4\)"
)
_GEP = re.compile(rf"^  ({_VALUE}) = getelementptr ")
_PHI = re.compile(rf"^  ({_VALUE}) = phi ptr addrspace\(4\) (.*?)(?:, !.*)?$")
_SELECT = re.compile(
    rf"^  ({_VALUE}) = select (?:\w+ )*?i1 [^,]+, ptr addrspace\(4\) (.+), "
    r"ptr addrspace\(4\) (.+?)(?:, !.*)?$"
)
_INCOMING = re.compile(r"\[ (.+?), (%[^ ]+) \]")
_ACCESS = re.compile(r"^  (?:%\S+ = )?(?:load|store|atomicrmw|cmpxchg) ")
_CONSTANT_CAST = "addrspacecast (ptr addrspace("

Origins = dict[str, int]  # value -> address space


def run(lowering: Lowering) -> None:
    for function in lowering.module.functions.values():
        if not function.is_declaration:
            _Inference(function).rewrite()


def _operand(text: str) -> str:
    """The operand at the beginning of a text: a value, or a constant expression with its brackets."""
    match = re.match(rf"[%@]{NAME}|(?:addrspacecast|getelementptr)[^(]*\(|\w+", text)
    if match is None:
        return ""
    return text[: find_close(text, match.end() - 1) + 1] if match.group().endswith("(") else match.group()


class _Inference:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._sources: dict[str, list[str]] = {}  # value -> the operands that it comes from
        self._seeds: dict[str, tuple[int, str]] = {}  # casts to generic: the space, and what was cast
        for line in function.body:
            self._note(line)
        self._origins = self._solve()

    def _note(self, line: str) -> None:
        if (cast := _CAST.match(line)) is not None:
            self._seeds[cast.group(1)] = (int(cast.group(2) or 0), cast.group(3))
        elif (gep := _GEP.match(line)) is not None and (at := line.find(_POINTER)) >= 0:
            self._sources[gep.group(1)] = [_operand(line[at + len(_POINTER) :])]
        elif (phi := _PHI.match(line)) is not None:
            self._sources[phi.group(1)] = [value for value, _ in _INCOMING.findall(phi.group(2))]
        elif (select := _SELECT.match(line)) is not None:
            self._sources[select.group(1)] = [select.group(2), select.group(3)]

    def _solve(self) -> Origins:
        """Optimistic: a circle of phis has the space of what enters it."""
        origins: Origins = {value: space for value, (space, _) in self._seeds.items()}
        changed = True
        while changed:
            changed = False
            for value, operands in self._sources.items():
                found = {s for o in operands if (s := self._space(o, origins)) is not None}
                if not found:
                    continue
                space = GENERIC if len(found) > 1 else found.pop()
                if origins.get(value) != space and origins.get(value) != GENERIC:
                    origins[value] = space
                    changed = True
        return origins

    def _space(self, operand: str, origins: Origins) -> int | None:
        """The space that an operand points to; None: not known yet, or any will do."""
        if operand in ("poison", "undef"):
            return None
        if operand in origins:
            return origins[operand]
        if operand.startswith("%"):
            return None if operand in self._sources else GENERIC
        at = operand.find(_CONSTANT_CAST)
        return int(operand[at + len(_CONSTANT_CAST)]) if at >= 0 else GENERIC

    def _specific(self, operand: str) -> str:
        """The operand as a pointer of its own space."""
        if operand in self._seeds:
            return self._seeds[operand][1]
        if operand.startswith("%"):
            return _specific_name(operand)
        if operand.startswith("getelementptr"):
            at = operand.index(_POINTER)
            inner = _operand(operand[at + len(_POINTER) :])
            space = self._space(inner, self._origins) or 0
            return (
                operand[:at]
                + _typed(space)
                + self._specific(inner)
                + operand[at + len(_POINTER) + len(inner) :]
            )
        if operand.startswith("addrspacecast"):
            return operand[operand.index("@") : operand.index(" to ptr addrspace(4)")]
        return operand  # poison

    def rewrite(self) -> None:
        body: list[str] = []
        pending: list[str] = []  # casts of phis, which must follow the last phi of their block
        for line in self._function.body:
            if pending and not re.match(rf"^  {_VALUE} = phi ", line):
                body += pending
                pending = []
            new, cast = self._rewritten(line)
            body.append(new)
            if cast:
                (pending if " = phi " in new else body).append(cast)
        self._function.body = body

    def _rewritten(self, line: str) -> tuple[str, str]:
        """The line with specific pointers, and the generic value that other users still see."""
        defined = re.match(rf"^  ({_VALUE}) = ", line)
        name = defined.group(1) if defined else ""
        space = self._origins.get(name, GENERIC)
        if name in self._sources and name not in self._seeds and space != GENERIC:
            start = line.index(" = ")
            new = f"  {_specific_name(name)}" + self._replaced(line[start:], space)
            return new, f"  {name} = addrspacecast {_typed(space)}{_specific_name(name)} to ptr addrspace(4)"
        place = _accessed(line)
        if place is not None:
            operand = _operand(line[place + len(_POINTER) :])
            at = self._space(operand, self._origins)
            if at is not None and at != GENERIC:
                end = place + len(_POINTER) + len(operand)
                return line[:place] + _typed(at) + self._specific(operand) + line[end:], ""
        return line, ""

    def _replaced(self, line: str, space: int) -> str:
        """Puts pointers to one space in place of all generic operands of what makes a pointer."""
        if line.startswith(" = phi "):
            line = line.replace(_POINTER, _typed(space), 1)
            return _INCOMING.sub(lambda m: f"[ {self._specific(m.group(1))}, {m.group(2)} ]", line)
        out, at = "", 0
        while (found := line.find(_POINTER, at)) >= 0:
            operand = _operand(line[found + len(_POINTER) :])
            out += line[at:found] + _typed(space) + self._specific(operand)
            at = found + len(_POINTER) + len(operand)
        return out + line[at:]


def _accessed(line: str) -> int | None:
    """Where the generic pointer of a load, store or atomic operation stands."""
    if not _ACCESS.match(line):
        return None
    if " atomicrmw " in line or " cmpxchg " in line:
        place = line.find(_POINTER)
        return place if place >= 0 else None
    place = 2 + len(split_list(line)[0]) + len(", ")  # behind the value that is stored, or the type
    return place if line.startswith(_POINTER, place) else None


def _typed(space: int) -> str:
    return f"ptr addrspace({space}) " if space else "ptr "


def _specific_name(value: str) -> str:
    return '%"hcrt.in.' + value[1:].strip('"') + '"'
