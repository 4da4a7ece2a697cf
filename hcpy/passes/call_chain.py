"""Explains how a kernel reaches a place: the calls from the kernel on, as notes of a diagnostic.

Takes a Lowering; gives, for a place in a function, the user's location and the notes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from hcpy.model import Diagnostic, Note
from hcpy.passes.demangle import demangle
from hcpy.passes.find_kernels import is_inside
from hcpy.passes.irtext import Frame
from hcpy.passes.lowering import Lowering

_SYSTEM_FOLDERS = ("/usr/", "/opt/")


@dataclass(frozen=True)
class _Site:
    """A call: the function that holds it and its DILocation."""

    caller: str
    dbg: int | None


class CallChains:
    """The first way found from the entries to each function, through direct calls."""

    def __init__(self, lowering: Lowering, roots: Iterable[str] | None = None) -> None:
        """From `roots`, or from the kernels' entries."""
        module, entries = lowering.module, tuple(lowering.entries if roots is None else roots)
        self._module = module
        self._include_folder = lowering.include_folder
        self._operators = lowering.operators
        self._sites: dict[str, _Site | None] = dict.fromkeys(entries)
        queue = deque(entries)
        while queue:
            name = queue.popleft()
            function = module.functions.get(name)
            for call in function.calls() if function is not None else ():
                if call.callee is not None and call.callee not in self._sites:
                    self._sites[call.callee] = _Site(name, call.dbg)
                    queue.append(call.callee)

    @property
    def functions(self) -> list[str]:
        """All functions that the entries reach, nearest first."""
        return list(self._sites)

    def entry_of(self, name: str) -> str:
        while (site := self._sites.get(name)) is not None:
            name = site.caller
        return name

    def error(self, message: str, function: str, dbg: int | None) -> Diagnostic:
        """An error at a place in a function, moved outwards to the user's own text."""
        frames = self._frames(function, dbg)
        own = [f for f in frames if not is_inside(f.location.file, self._include_folder)]
        users = [f for f in own if not f.location.file.startswith(_SYSTEM_FOLDERS)]
        place = next(iter(users or own or frames), None)
        notes: list[Note] = []
        if place is not None and own and own[0] is not place:
            notes.append(Note(own[0].location, "it stands here"))
        callers = users[1:] if users else []
        notes += [Note(f.location, f"called from {_function_text(f.function)} here") for f in callers]
        _, start = self._operators.get(self.entry_of(function), ("", None))
        if start is not None and not is_inside(start.file, self._include_folder):
            notes.append(Note(start, "kernel starts here"))
        return Diagnostic("error", place.location if place else None, message, tuple(notes))

    def _frames(self, function: str, dbg: int | None) -> list[Frame]:
        """The places from here out to the kernel's entry: inlined calls and real ones."""
        metadata = self._module.metadata
        frames = self._named(metadata.frames(dbg), function)
        at = function
        for _ in range(64):
            site = self._sites.get(at)
            if site is None:
                break
            frames += self._named(metadata.frames(site.dbg), site.caller)
            at = site.caller
        return [f for f in frames if f.location.line]

    @staticmethod
    def _named(frames: list[Frame], function: str) -> list[Frame]:
        """The outermost frame of a chain stands in the function itself, whose full name is known."""
        return [*frames[:-1], Frame(frames[-1].location, function)] if frames else []


def _function_text(name: str) -> str:
    readable = demangle(name)
    return "the kernel" if "{lambda(" in readable or readable == "operator()" else f"'{readable}'"
