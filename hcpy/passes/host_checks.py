"""Host target, -hc-check: lets kernels tell libhcrt what they are about to do.

Takes the module of kernels that run itemwise; gives it with the user's place noted in front of each call,
from which index checks and barriers know where they were asked for, and with each access to memory that may
be tile_static announced (__hcrt_check_* in hcrt/item_abi.h).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hcpy.passes.find_kernels import is_inside
from hcpy.passes.host_ir import TypeTable
from hcpy.passes.irtext import NAME, Function, Module, parse_call, split_list, split_type

_PLACE = "__hcrt_check_place"
_ACCESS = "__hcrt_check_access"
_EMPTY = 99999999  # a metadata node beyond clang's numbers
_READ, _WRITE, _ATOMIC = 0, 1, 2
_SYSTEM_FOLDERS = ("/usr/include", "/usr/lib", "/usr/local/include")
_DBG = re.compile(r", !dbg !(\d+)")
_STACK = re.compile(rf"^\s*(%{NAME}) = alloca ")
_MEMORY = re.compile(rf"^\s*(?:%{NAME} = )?(load|store|atomicrmw|cmpxchg) (.*)$")
_WORDS = re.compile(r"^(?:atomic |volatile |weak |(?:xchg|u?inc_wrap|u?dec_wrap|[a-z_]+) (?=ptr ))*")
_COPY = re.compile(r"@llvm\.(memcpy|memmove|memset)\.")
_POINTER = re.compile(  # an ordering may follow
    rf"^ptr(?: [a-z_]+(?:\([^()]*\)| \d+)?)*? ([%@]{NAME}|getelementptr[^(]*\(.*\))"
)


def text_constant(name: str, text: str) -> str:
    """A C string's definition; the name is printed as it is."""
    data = text.encode() + b"\0"
    escaped = "".join(f"\\{byte:02X}" for byte in data)
    return f'@{name} = private unnamed_addr constant [{len(data)} x i8] c"{escaped}"'


def instrument(module: Module, header_folders: Sequence[str]) -> None:
    """Adds the calls in place; what lies in the folders is not the user's."""
    places = _Places(module, (*header_folders, *_SYSTEM_FOLDERS))
    has_tiles = any("thread_local" in v.words for v in module.globals.values())
    watched = has_tiles or "__hcrt_dynamic_group_memory" in module.functions
    types = TypeTable("\n".join(f"{name} = type {body}" for name, body in module.types.items()))
    for function in module.functions.values():
        if not function.is_declaration:
            writer = _Writer(function, places, types, watched)
            function.body = [new for line in function.body for new in writer.lines(line)]
    for line in places.definitions():
        module.add(line)


class _Places:
    """The user's places that the module names, each a constant of the runtime's hcrt_place."""

    def __init__(self, module: Module, header_folders: Sequence[str]) -> None:
        self._metadata = module.metadata
        self._header_folders = header_folders
        self._users: dict[str, bool] = {}
        self._names: dict[tuple[str, int, int], str] = {}
        self._files: dict[str, str] = {}

    def of(self, line: str) -> str | None:
        """The name of the constant for a line's place; None: it is not in the user's text."""
        match = _DBG.search(line)
        location = self._metadata.location(int(match.group(1))) if match else None
        if location is None or not self._is_users(location.file):
            return None
        key = (location.file, location.line, location.column)
        self._files.setdefault(location.file, f"hcpy.file.{len(self._files)}")
        return self._names.setdefault(key, f"hcpy.place.{len(self._names)}")

    def _is_users(self, file: str) -> bool:
        if file not in self._users:
            self._users[file] = not any(is_inside(file, folder) for folder in self._header_folders)
        return self._users[file]

    def definitions(self) -> list[str]:
        lines = [
            f"@{_PLACE} = external thread_local global ptr",
            f"declare void @{_ACCESS}(ptr, i64, i32, ptr)",
            f"!{_EMPTY} = !{{}}",
        ]
        lines += [text_constant(name, file) for file, name in self._files.items()]
        for (file, line, column), name in self._names.items():
            value = f"{{ ptr @{self._files[file]}, i32 {line}, i32 {column} }}"
            lines.append(f"@{name} = private constant {{ ptr, i32, i32 }} {value}")
        return lines


class _Writer:
    """Adds to the lines of one function."""

    def __init__(self, function: Function, places: _Places, types: TypeTable, watched: bool) -> None:
        self._places = places
        self._types = types
        self._watched = watched
        self._stack = {m.group(1) for line in function.body if (m := _STACK.match(line))}

    def lines(self, line: str) -> list[str]:
        before: list[str] = []
        call = parse_call(line)
        if call is not None:
            if call.callee is None or not call.callee.startswith("llvm."):
                place = self._places.of(line)
                if place is not None:
                    before.append(f"  store ptr @{place}, ptr @{_PLACE}, !nosanitize !{_EMPTY}{_debug(line)}")
            elif self._watched and (copy := _COPY.search(line)) is not None:
                arguments = call.arguments()
                before += self._access(line, arguments[0], arguments[2], _WRITE)
                if copy.group(1) != "memset":
                    before += self._access(line, arguments[1], arguments[2], _READ)
        elif self._watched and (memory := _MEMORY.match(line)) is not None:
            before += self._memory(line, memory.group(1), memory.group(2))
        return [*before, line]

    def _memory(self, line: str, opcode: str, rest: str) -> list[str]:
        is_atomic = opcode in ("atomicrmw", "cmpxchg") or rest.startswith("atomic ")
        parts = split_list(_WORDS.sub("", rest, count=1))
        pointer, value = (parts[1], parts[0]) if opcode in ("load", "store") else (parts[0], parts[1])
        size = self._types.layout(split_type(value)[0])[0]
        kind = _ATOMIC if is_atomic else _WRITE if opcode == "store" else _READ
        return self._access(line, pointer, f"i64 {size}", kind)

    def _access(self, line: str, pointer: str, size: str, kind: int) -> list[str]:
        match = _POINTER.match(pointer)
        if match is None or match.group(1) in self._stack:
            return []
        place = self._places.of(line)
        where = f"ptr @{place}" if place else "ptr null"
        target = match.group(1)
        return [f"  call void @{_ACCESS}(ptr {target}, {size}, i32 {kind}, {where}){_debug(line)}"]


def _debug(line: str) -> str:
    match = _DBG.search(line)
    return match.group(0) if match else ""
