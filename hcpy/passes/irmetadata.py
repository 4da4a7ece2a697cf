"""Numbered metadata of textual LLVM IR: debug locations with their inlining chains.

Takes the nodes' text as irtext.Module found it; gives places in source files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from hcpy.model import Location
from hcpy.passes.irnames import unquote


@dataclass(frozen=True)
class Frame:
    """One level of an inlining chain: a place and the (mangled or plain) function that it stands in."""

    location: Location
    function: str


_FIELD = {
    name: re.compile(rf"\b{name}: !?(\d+)")
    for name in ("line", "column", "scope", "inlinedAt", "file", "scopeLine")
}
_TEXT_FIELD = {
    name: re.compile(rf'\b{name}: "([^"]*)"') for name in ("filename", "directory", "name", "linkageName")
}


@dataclass
class Metadata:
    """The numbered metadata nodes, read when asked for."""

    nodes: dict[int, str]

    def _number(self, node: int, name: str) -> int | None:
        match = _FIELD[name].search(self.nodes.get(node, ""))
        return int(match.group(1)) if match else None

    def _string(self, node: int, name: str) -> str:
        match = _TEXT_FIELD[name].search(self.nodes.get(node, ""))
        return unquote(f'"{match.group(1)}"') if match else ""

    @cached_property
    def _working_folder(self) -> str:
        """Where clang ran: the folder of the compile unit's file."""
        for text in self.nodes.values():
            if "!DICompileUnit(" in text and (file := _FIELD["file"].search(text)) is not None:
                return self._string(int(file.group(1)), "directory")
        return ""

    def _path(self, file: int) -> str:
        """A DIFile's path. clang cuts absolute ones behind what they share with the working folder."""
        name, folder = self._string(file, "filename"), self._string(file, "directory")
        if name.startswith("/") or folder in ("", self._working_folder):
            return name
        return f"{folder.rstrip('/')}/{name}"

    def _file(self, scope: int | None) -> str:
        """The file of a scope: a lexical block names its own, a DIFile is one."""
        while scope is not None:
            text = self.nodes.get(scope, "")
            if "!DIFile(" in text:
                return self._path(scope)
            if (file := self._number(scope, "file")) is not None:
                return self._path(file)
            scope = self._number(scope, "scope")
        return ""

    def _subprogram(self, scope: int | None) -> int | None:
        while scope is not None and "!DISubprogram(" not in self.nodes.get(scope, ""):
            scope = self._number(scope, "scope")
        return scope

    def frames(self, location: int | None) -> list[Frame]:
        """The inlining chain of a DILocation, innermost first."""
        chain: list[Frame] = []
        while location is not None and len(chain) < 256:
            scope = self._number(location, "scope")
            place = Location(
                self._file(scope), self._number(location, "line") or 0, self._number(location, "column") or 0
            )
            subprogram = self._subprogram(scope)
            function = ""
            if subprogram is not None:
                function = self._string(subprogram, "linkageName") or self._string(subprogram, "name")
            chain.append(Frame(place, function))
            location = self._number(location, "inlinedAt")
        return chain

    def location(self, location: int | None) -> Location | None:
        """The innermost place of a DILocation; None where there is none or its line is 0."""
        chain = self.frames(location)
        return chain[0].location if chain and chain[0].location.line else None

    def subprogram_location(self, subprogram: int | None) -> Location | None:
        """Where a function stands; clang records no column for it."""
        if subprogram is None:
            return None
        line = self._number(subprogram, "line")
        file = self._file(subprogram)
        return Location(file, line) if line and file else None
