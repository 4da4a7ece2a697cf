"""Host target, -hc-check: lets kernels report to libhcrt what they are about to do.

Takes the module of kernels that run itemwise and changes it in place: before each call the user's place is
noted, from which index checks and barriers know where they were asked for, and each access to memory that may
be tile_static is announced, with the variable where the expression names it (hcrt/item_abi.h).
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.ir.metadata import tuple_of
from hcpy.ir.rewrite import COPIES
from hcpy.passes.find_kernels import is_inside
from hcpy.passes.memory_moves import MOVES

_PLACE = "__hcrt_check_place"
_ACCESS = "__hcrt_check_access"
_WITHIN = "__hcrt_check_within"
_READ, _WRITE, _ATOMIC = 0, 1, 2
_SYSTEM_FOLDERS = ("/usr/include", "/usr/lib", "/usr/local/include")


def text_constant(module: ir.Module, name: str, text: str) -> ir.Variable:
    """A C string."""
    value = module.types.text(text.encode("utf-8", "surrogateescape"))
    made = module.add_variable(name, value.type, initializer=value)
    made.linkage = ir.Linkage.PRIVATE
    made.is_readonly = True
    return made


def instrument(module: ir.Module, header_folders: Sequence[str]) -> None:
    """Adds the calls; what lies in the folders is not the user's."""
    watched = any(v.is_thread_local for v in module.variables)
    watched = watched or module.function("__hcrt_dynamic_group_memory") is not None
    writer = _Writer(module, _Places(module, (*header_folders, *_SYSTEM_FOLDERS)), watched)
    for function in module.definitions:
        for instruction in list(function.instructions()):
            writer.announce(instruction)


class _Places:
    """The user's places that the module names, each a constant of the runtime's hcrt_place."""

    def __init__(self, module: ir.Module, header_folders: Sequence[str]) -> None:
        self._module = module
        self._header_folders = header_folders
        self._users: dict[str, bool] = {}
        self._constants: dict[tuple[str, int, int], ir.Variable] = {}
        self._files: dict[str, ir.Variable] = {}

    def of(self, instruction: ir.Instruction) -> ir.Variable | None:
        """The constant for an instruction's place; None: it is not in the user's text."""
        frames = instruction.frames
        location = frames[0].location if frames else None
        if location is None or not location.line or not self._is_users(location.file):
            return None
        key = (location.file, location.line, location.column)
        if key not in self._constants:
            self._constants[key] = self._make(*key)
        return self._constants[key]

    def _is_users(self, file: str) -> bool:
        if file not in self._users:
            self._users[file] = not any(is_inside(file, folder) for folder in self._header_folders)
        return self._users[file]

    def _make(self, file: str, line: int, column: int) -> ir.Variable:
        types = self._module.types
        if file not in self._files:
            self._files[file] = text_constant(self._module, f"hcpy.file.{len(self._files)}", file)
        type_ = types.struct((types.pointer(), types.i32, types.i32))
        value = type_.const_aggregate((self._files[file], types.i32.const(line), types.i32.const(column)))
        name = f"hcpy.place.{len(self._constants)}"
        made = self._module.add_variable(name, type_, initializer=value)
        made.linkage = ir.Linkage.PRIVATE
        made.is_readonly = True
        return made


class _Writer:
    """Adds to one module's instructions."""

    def __init__(self, module: ir.Module, places: _Places, watched: bool) -> None:
        types = module.types
        self._module = module
        self._types = types
        self._places = places
        self._watched = watched
        self._layout = module.layout
        self._empty = tuple_of(module.context, ())
        self._place = module.variable(_PLACE) or module.add_variable(_PLACE, types.pointer())
        self._place.is_thread_local = True
        access = types.function(types.void, (types.pointer(), types.i64, types.i32, types.pointer()))
        self._access_function = module.declare(_ACCESS, access)
        within = types.function(types.void, (types.pointer(),) * 2 + (types.i64, types.pointer()))
        self._within_function = module.declare(_WITHIN, within)

    def announce(self, instruction: ir.Instruction) -> None:
        opcode = instruction.opcode
        if instruction.is_call:
            callee = instruction.callee
            if callee is None or not callee.is_intrinsic:
                self._note_place(instruction)
            elif self._watched:
                self._copy(instruction, callee.name)
        elif self._watched and instruction.accesses_memory_by_pointer:
            is_atomic = opcode in (ir.Opcode.ATOMIC_RMW, ir.Opcode.CMPXCHG) or (
                instruction.ordering is not ir.Ordering.NOT_ATOMIC
            )
            kind = _ATOMIC if is_atomic else _WRITE if opcode is ir.Opcode.STORE else _READ
            size = self._types.i64.const(self._layout.size(_accessed_type(instruction)))
            self._access(instruction, instruction.pointer, size, kind)

    def _note_place(self, call: ir.Instruction) -> None:
        place = self._places.of(call)
        if place is not None:
            with ir.Builder.before(call) as build:
                build.store(place, self._place).set_metadata("nosanitize", self._empty)

    def _copy(self, call: ir.Instruction, name: str) -> None:
        if not name.startswith(MOVES):
            return
        target, source, size = call.arguments[:3]
        self._access(call, target, size, _WRITE)
        if name.startswith(COPIES):
            self._access(call, source, size, _READ)

    def _access(self, instruction: ir.Instruction, pointer: ir.Value, size: ir.Value, kind: int) -> None:
        if isinstance(pointer, ir.Instruction) and pointer.opcode is ir.Opcode.ALLOCA:
            return
        place = self._places.of(instruction)
        where = place if place is not None else self._types.pointer().null()
        with ir.Builder.before(instruction) as build:
            if size.type != self._types.i64:
                size = build.cast(ir.Opcode.ZEXT, size, self._types.i64)
            variable = _tile_variable(pointer)
            if variable is not None:
                build.call(self._within_function, (variable, pointer, size, where))
            build.call(self._access_function, (pointer, size, self._types.i32.const(kind), where))


def _tile_variable(pointer: ir.Value) -> ir.Value | None:
    """The address of the tile_static variable that the pointer is computed from, within one expression."""
    while isinstance(pointer, ir.Instruction) and pointer.opcode is ir.Opcode.GEP:
        pointer = pointer.operand(0)
    return pointer if isinstance(pointer, ir.Variable) and pointer.is_thread_local else None


def _accessed_type(instruction: ir.Instruction) -> ir.Type:
    if instruction.opcode is ir.Opcode.LOAD:
        return instruction.type
    return instruction.operand(0 if instruction.opcode is ir.Opcode.STORE else 1).type
