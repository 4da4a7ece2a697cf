"""Explains how a kernel reaches a place: the calls from the kernel on, as notes of a diagnostic.

Takes a Lowering; gives, for an instruction, the user's location and the notes.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable

from hcpy import ir
from hcpy.core.demangle import class_or_function, demangle, function_name
from hcpy.core.model import Diagnostic, Note
from hcpy.passes.find_kernels import is_inside
from hcpy.passes.lowering import Lowering

SYSTEM_FOLDERS = ("/usr/", "/opt/")
_DESTRUCTOR = ("_ZN", ("D0Ev", "D1Ev", "D2Ev"))  # how its mangled name begins and ends


class CallChains:
    """The first way found from the entries to each function, through direct calls."""

    def __init__(self, lowering: Lowering, roots: Iterable[ir.Function] | None = None) -> None:
        """From `roots`, or from the kernels' entries."""
        entries = lowering.kernels if roots is None else list(roots)
        self._include_folder = lowering.include_folder
        self._operators = lowering.operators
        self._graph = lowering.graph
        self._sites: dict[ir.Function, ir.Instruction | None] = dict.fromkeys(entries)
        queue = deque(entries)
        while queue:
            for call, callee in self._graph.calls_of(queue.popleft()):
                if callee is not None and callee not in self._sites:
                    self._sites[callee] = call
                    queue.append(callee)

    @property
    def functions(self) -> list[ir.Function]:
        """All functions that the entries reach, nearest first."""
        return list(self._sites)

    def entry_of(self, function: ir.Function) -> ir.Function:
        while (site := self._sites.get(function)) is not None:
            function = site.function
        return function

    def error(self, message: str, function: ir.Function, place: ir.Instruction | None) -> Diagnostic:
        """An error at a place in a function, moved outwards to the user's own text."""
        frames = self._frames(function, place)
        own = [f for f in frames if not is_inside(f.location.file, self._include_folder)]
        users = [f for f in own if not f.location.file.startswith(SYSTEM_FOLDERS)]
        shown = next(iter(users or own or frames), None)
        notes: list[Note] = []
        if shown is not None and own and own[0] is not shown:
            notes.append(Note(own[0].location, "it is here"))
        callers = users[1:] if users else []
        notes += [Note(f.location, f"called from {_function_text(f.function)} here") for f in callers]
        _, start = self._operators.get(self.entry_of(function).name, ("", None))
        if start is not None and not is_inside(start.file, self._include_folder):
            notes.append(Note(start, "kernel starts here"))
        return Diagnostic("error", shown.location if shown else None, message, tuple(notes))

    def called_by_user(self, function: ir.Function, place: ir.Instruction) -> str:
        """The name of the function of a library's that the user's text calls on the way to a place."""
        inner = self._in_library(function, place)
        return function_name(inner[-1].function if inner else place.callee_name)

    def librarys_function(self, function: ir.Function, place: ir.Instruction) -> tuple[str, str]:
        """The same, and the file that has it; both empty where the user's own text is at the place."""
        inner = self._in_library(function, place)
        return (self.called_by_user(function, place), inner[-1].location.file) if inner else ("", "")

    def librarys_name(self, function: ir.Function, place: ir.Instruction) -> str:
        """What the user's text names of the library on the way to a place: a class, or a function."""
        inner = self._in_library(function, place)
        return class_or_function(inner[-1].function) if inner else ""

    def _in_library(self, function: ir.Function, place: ir.Instruction) -> list[ir.Frame]:
        return list(itertools.takewhile(lambda f: not self._is_users(f), self._frames(function, place)))

    def _is_users(self, frame: ir.Frame) -> bool:
        file = frame.location.file
        return not is_inside(file, self._include_folder) and not file.startswith(SYSTEM_FOLDERS)

    def is_librarys(self, function: ir.Function, place: ir.Instruction | None) -> bool:
        """Is a place in a function in a header of the system?"""
        frames = self._frames(function, place)
        file = frames[0].location.file if frames else ""
        return file.startswith(SYSTEM_FOLDERS) and not is_inside(file, self._include_folder)

    def _frames(self, function: ir.Function, place: ir.Instruction | None) -> list[ir.Frame]:
        """The places from here out to the kernel's entry: inlined calls and real ones."""
        frames = _named(_frames_of(place) if place is not None else [], function)
        for _ in range(64):
            site = self._sites.get(function)
            if site is None:
                break
            function = site.function
            frames += _named(_frames_of(site), function)
        return [f for f in frames if f.location.line]


def _frames_of(place: ir.Instruction) -> list[ir.Frame]:
    """Of a local variable's destructor, which runs at the end of its block: where the variable is made."""
    begin, ends = _DESTRUCTOR
    if place.callee_name.startswith(begin) and place.callee_name.endswith(ends):
        held = variable_of(place.operand(0))
        if held is not None:
            for call in place.function.calls():
                is_marker = call.callee_name.startswith("llvm.")
                if not is_marker and call.operands and variable_of(call.operand(0)) == held:
                    return call.frames or place.frames
    return place.frames


def variable_of(address: ir.Value) -> ir.Instruction | None:
    """The local variable whose address it is."""
    while isinstance(address, ir.Instruction) and address.opcode is ir.Opcode.ADDRSPACE_CAST:
        address = address.operand(0)
    if isinstance(address, ir.Instruction) and address.opcode is ir.Opcode.ALLOCA:
        return address
    return None


def _named(frames: list[ir.Frame], function: ir.Function) -> list[ir.Frame]:
    """The outermost frame of a chain lies in the function itself, whose full name is known."""
    return [*frames[:-1], ir.Frame(frames[-1].location, function.name)] if frames else []


def _function_text(name: str) -> str:
    readable = demangle(name)
    return "the kernel" if "{lambda(" in readable or readable == "operator()" else f"'{readable}'"
