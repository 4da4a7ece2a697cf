"""Writes a lowered module as SPIR-V 1.6 for Vulkan 1.3.

Takes a module whose entries have structured control flow (structure.py) and nothing that a kernel of Vulkan
does not have; gives the module's bytes. Emission finds what is left of such things: an Unsupported names the
instruction.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy import ir
from hcpy.passes.vulkan import arithmetic, calls, pushed, quads
from hcpy.passes.vulkan.arguments import ARGUMENTS
from hcpy.passes.vulkan.buffers import PODS, Buffers
from hcpy.passes.vulkan.data import Data, lay_out
from hcpy.passes.vulkan.kernel import (
    DIVIDES_EXACTLY,
    GROUP_SPACE,
    OBJECT_SPACE,
    ROWS_APART,
    WORDS,
    Kernel,
    Unsupported,
    kind_of,
)
from hcpy.passes.vulkan.structure import Structure, StructureError, structure
from hcpy.passes.vulkan.words import (
    ARRAY_STRIDE,
    BLOCK,
    BUILT_IN,
    FUNCTION,
    INPUT,
    OFFSET,
    PUSH_CONSTANT,
    U32,
    U64,
    WORKGROUP,
    Words,
    encode,
)

_BUILTIN_NUMBERS = {
    "WorkgroupId": 26,
    "LocalInvocationId": 27,
}
_WAVE_NUMBERS = {"SubgroupSize": 36, "SubgroupLocalInvocationId": 41}  # one number each
_GL_COMPUTE, _LOCAL_SIZE_ID = 5, 38
# Capabilities and their modes. Devices must have the first; of the others libhcrt leaves those out that a
# device lacks (runtime/backends/vulkan/float_controls.cpp).
_FLOAT_CONTROLS = {"SignedZeroInfNanPreserve": 4461, "DenormPreserve": 4459, "RoundingModeRTE": 4462}
_ARGUMENTS, _DATA = 0, 1  # members of the push constant; kernel.GLOBAL_SIZE and on: the extent
_MEMBERS = (U64, U64, U32, U32, U32)
_OBJECT = len(_MEMBERS)  # the function object of kernels that get it so, in words
# Specialisation constants: the group's size in 0 to 2, the words of group memory, and from this one on the
# size of groups that are not at an edge.
_GROUP_WORDS_ID, _TILE_ID = 3, 4
# 1: the device's division and square root are rounded correctly; each wave is of one row of a group.
_ASKED_IDS = {DIVIDES_EXACTLY: 7, ROWS_APART: 8}
_GROUP_ALIGN = 16


def emit(module: ir.Module, entries: Iterable[ir.Function], pod: str = "") -> bytes:
    """The module for all its entries; pod: how what they capture comes (TranslationUnit.vulkan_pod)."""
    return _Emitter(module, pod).run(list(entries))


class _Emitter:
    def __init__(self, module: ir.Module, pod: str) -> None:
        self.module = module
        self.words = Words(is_logical=pod in PODS)
        self._buffers = Buffers(self.words, module.layout, pod) if pod in PODS else None
        self._pushes = not pod
        self._inputs: dict[str, int] = {}
        self._sizes: list[int] = []
        self._tiles: list[int] = []
        self._asked: dict[str, int] = {}
        self._constants = 0  # the push constants
        self._group_memory: dict[bool, int] = {}  # by whether it is four words at a time
        self._group_words = 0
        self._data = Data()

    def run(self, entries: list[ir.Function]) -> bytes:
        references = ir.References(self.module)
        used: set[ir.Value] = {value for entry in entries for value in references.reached((entry,))}
        self._data = lay_out(self.module, used)
        self._declare_sizes()
        if self._buffers is None:
            self._declare()
        for entry in entries:
            reached = set(references.reached((entry,)))
            self._kernel(entry, [v for v in self.module.variables if v in reached])
        self._note_data()
        words = self.words
        if self._buffers is not None:
            words.code += self._buffers.reflection(bytes(self._data.content))
        for width in sorted(words.widths):
            for name in _FLOAT_CONTROLS:
                self._control_floats(name, width)
        if words.widths and 16 not in words.widths:
            # NVIDIA's driver has this mode for half alone, and keeps the denormal numbers of float with it.
            self._control_floats("DenormPreserve", 16)
        return words.finish()

    def _control_floats(self, name: str, width: int) -> None:
        self.words.capabilities.add(name)
        for point in self.words.entry_points:
            self.words.modes.append(encode("ExecutionMode", point[2], _FLOAT_CONTROLS[name], width))

    def _declare(self) -> None:
        words = self.words
        struct = words.id()
        words.decorate(struct, BLOCK)
        at = 0
        for number, kind in enumerate(_MEMBERS):
            words.decorations.append(encode("MemberDecorate", struct, number, OFFSET, at))
            at += kind.bytes
        types = [words.type(kind) for kind in _MEMBERS]
        if self._pushes:
            types.append(words.id())
            count = words.u32(pushed.MOST_BYTES // U32.bytes)
            words.declarations.append(encode("TypeArray", types[-1], words.type(U32), count))
            words.decorate(types[-1], ARRAY_STRIDE, U32.bytes)
            words.decorations.append(encode("MemberDecorate", struct, _OBJECT, OFFSET, pushed.PLACE))
        words.declarations.append(encode("TypeStruct", struct, *types))
        pointer = words.declared("TypePointer", PUSH_CONSTANT, struct)
        self._constants = words.variable(pointer, PUSH_CONSTANT)

    def _declare_sizes(self) -> None:
        words, sizes = self.words, (64, 1, 1)
        self._sizes = [words.spec_constant(d, size) for d, size in enumerate(sizes)]
        self._tiles = [words.spec_constant(_TILE_ID + d, size) for d, size in enumerate(sizes)]

    def _note_data(self) -> None:
        """In texts that libhcrt reads when it loads the module."""
        words, data = self.words, self._data
        if not data.content:
            return
        words.string(f"hcpy:data {len(data.content)}")
        if any(data.content):
            words.strings_of("hcpy:bytes", data.content.hex())
        for at, to in data.addresses.items():
            words.string(f"hcpy:address {at} {to}")
        for variable, offset in data.offsets.items():
            if isinstance(variable, ir.Variable) and not variable.is_local:
                size = self.module.layout.size(variable.value_type)
                words.string(f"hcpy:variable {offset} {size} {variable.name}")

    # --- one kernel ---
    def _kernel(self, entry: ir.Function, variables: list[ir.Variable]) -> None:
        words = self.words
        kernel = Kernel(words, self.module.layout)
        kernel.push_constant = lambda member: self._push_constant(kernel, member)
        kernel.quads = quads.find(self.module.layout, entry)
        if self._buffers is None:
            kernel.interface.append(self._constants)
        else:
            self._buffers.begin(kernel, entry)
        if self._pushes:
            self._push_object(kernel, entry)
        writer = _Writer(self, kernel, entry)
        group_bytes = self._place_group_variables(kernel, variables)
        writer.place_arguments(group_bytes)
        kernel.group_memory = lambda: self._group_array(kernel)
        kernel.builtin = lambda name: self._builtin(kernel, name)
        function = writer.run(variables, self._data)
        words.entry_points.append(
            encode("EntryPoint", _GL_COMPUTE, function, entry.name, *dict.fromkeys(kernel.interface))
        )
        words.modes.append(encode("ExecutionModeId", function, _LOCAL_SIZE_ID, *self._sizes))
        words.string(f"hcpy:kernel {group_bytes} {entry.name}")
        if self._buffers is not None:
            self._buffers.describe(entry, function)
        words.code += kernel.code

    def _push_object(self, kernel: Kernel, entry: ir.Function) -> None:
        """Has the function object where devices read it without waiting."""
        found = pushed.find(self.module.layout, entry, self.module.variable(ARGUMENTS))
        if not found:
            return
        words = self.words
        kernel.spaces |= dict.fromkeys(found, OBJECT_SPACE)
        kernel.object_word = lambda index: kernel.typed(
            "AccessChain", words.pointer(PUSH_CONSTANT, U32), self._constants, words.u32(_OBJECT), index
        )
        words.string(f"hcpy:pushed {entry.name}")

    def _place_group_variables(self, kernel: Kernel, variables: list[ir.Variable]) -> int:
        """Static group memory from the start; gives its bytes, which dynamic group memory follows."""
        top, layout = 0, self.module.layout
        least = U32.bytes if kernel.quads is None else _GROUP_ALIGN
        for variable in variables:
            if variable.address_space == GROUP_SPACE:
                align = max(variable.align, layout.align(variable.value_type), least)
                top += -top % align
                kernel.values[variable] = kernel.short_address(top)
                top += layout.size(variable.value_type)
        return top + -top % _GROUP_ALIGN

    def _group_array(self, kernel: Kernel) -> int:
        words, by_four = self.words, kernel.quads is not None
        if by_four not in self._group_memory:
            self._group_words = self._group_words or words.spec_constant(_GROUP_WORDS_ID, 1)
            count, element = self._group_words, words.type(U32)
            if by_four:
                above = words.spec_constant_of("IAdd", count, words.u32(WORDS - 1))
                count = words.spec_constant_of("ShiftRightLogical", above, words.u32(2))
                element = words.declared("TypeVector", element, WORDS)
            pointer = words.declared("TypePointer", WORKGROUP, words.declared("TypeArray", element, count))
            self._group_memory[by_four] = words.variable(pointer, WORKGROUP)
        kernel.interface.append(self._group_memory[by_four])
        return self._group_memory[by_four]

    def _builtin(self, kernel: Kernel, name: str) -> int:
        if name.startswith("size"):
            return self._sizes[int(name[4:])]
        if name.startswith("tile"):
            return self._tiles[int(name[4:])]
        if name in _ASKED_IDS:
            if name not in self._asked:
                self._asked[name] = self.words.spec_constant(_ASKED_IDS[name], 0)
            return self._asked[name]
        words = self.words
        is_vector = name in _BUILTIN_NUMBERS
        type_ = words.declared("TypeVector", words.type(U32), 3) if is_vector else words.type(U32)
        if name not in self._inputs:
            self._inputs[name] = words.variable(words.declared("TypePointer", INPUT, type_), INPUT)
            number = _BUILTIN_NUMBERS[name] if is_vector else _WAVE_NUMBERS[name]
            words.decorate(self._inputs[name], BUILT_IN, number)
        kernel.interface.append(self._inputs[name])
        return kernel.typed("Load", type_, self._inputs[name])

    def _push_constant(self, kernel: Kernel, member: int) -> int:
        kind = _MEMBERS[member]
        pointer = self.words.pointer(PUSH_CONSTANT, kind)
        place = kernel.typed("AccessChain", pointer, self._constants, self.words.u32(member))
        return kernel.make("Load", kind, place)


class _Writer:
    """Writes one kernel's blocks."""

    def __init__(self, emitter: _Emitter, kernel: Kernel, entry: ir.Function) -> None:
        self.kernel, self.entry, self.words = kernel, entry, emitter.words
        self.flow: Structure = structure(entry)
        self._labels = {block: self.words.id() for block in self.flow.order}
        self._before = {block: self.words.id() for block in self.flow.latches}  # a loop's own header
        self._continues = {block: self.words.id() for block in self.flow.latches}
        self._after = {block: self.words.id() for block in self.flow.latches}  # a loop's own merge
        self._phis: list[tuple[int, ir.Instruction]] = []

    def place_arguments(self, group_bytes: int) -> None:
        """The second one is where dynamic group memory begins."""
        for argument in self.entry.arguments[1:]:
            self.kernel.values[argument] = self.kernel.short_address(group_bytes)

    def run(self, variables: list[ir.Variable], data: Data) -> int:
        kernel, words = self.kernel, self.words
        void, function = words.declared("TypeVoid"), words.id()
        kernel.emit("Function", void, function, 0, words.declared("TypeFunction", void))
        first = words.id()
        kernel.emit("Label", first)
        self._declare_private()
        self._place_variables(variables, data)
        kernel.emit("Branch", self._enter(self.flow.order[0]))
        for block in self.flow.order:
            self._block(block)
        for position, phi in self._phis:
            kernel.code[position] = self._phi(phi)
        kernel.emit("FunctionEnd")
        return function

    def _declare_private(self) -> None:
        """All variables of a work-item in one array of words."""
        top, kernel, layout = 0, self.kernel, self.kernel.layout
        for alloca in self.entry.instructions_of(ir.Opcode.ALLOCA):
            count = alloca.operand(0)
            if not isinstance(count, ir.Integer):
                raise Unsupported("an array of variable length", alloca)
            top += -top % max(alloca.align, 4)
            kernel.values[alloca] = kernel.short_address(top)
            top += layout.size(alloca.allocated_type) * count.value
        if top:
            words = self.words
            array = words.declared("TypeArray", words.type(U32), words.u32((top + 3) // 4))
            pointer = words.declared("TypePointer", FUNCTION, array)
            kernel.private_memory = kernel.typed("Variable", pointer, FUNCTION)

    def _place_variables(self, variables: list[ir.Variable], data: Data) -> None:
        kernel, base = self.kernel, 0
        for variable in variables:
            if variable.address_space == GROUP_SPACE:
                continue
            if kernel.spaces.get(variable) == OBJECT_SPACE:
                kernel.values[variable] = kernel.object_address()
            elif kernel.is_logical:
                kernel.values[variable] = kernel.const(U64, data.offsets.get(variable, 0))
            elif variable.name == ARGUMENTS:
                kernel.values[variable] = kernel.push_constant(_ARGUMENTS)
            elif variable in data.offsets:
                base = base or kernel.push_constant(_DATA)
                offset = kernel.const(U64, data.offsets[variable])
                kernel.values[variable] = kernel.make("IAdd", U64, base, offset)

    # --- blocks ---
    def _enter(self, block: ir.Block) -> int:
        return self._before.get(block) or self._labels[block]

    def _block(self, block: ir.Block) -> None:
        kernel, flow = self.kernel, self.flow
        is_header = block in flow.latches
        if is_header:
            kernel.emit("Label", self._before[block])
            self._begin_phis(block)
            kernel.emit("LoopMerge", self._after[block], self._continues[block], 0)
            kernel.emit("Branch", self._labels[block])
        kernel.emit("Label", self._labels[block])
        if not is_header:
            self._begin_phis(block)
        for instruction in block.instructions():
            if instruction.opcode is not ir.Opcode.PHI and not instruction.is_terminator:
                self._instruction(instruction)
        self._terminate(block)

    def _begin_phis(self, block: ir.Block) -> None:
        for phi in block.phis:
            try:
                kind_of(phi.type)
            except Unsupported as unsupported:
                raise Unsupported(unsupported.text, phi) from None
            self.kernel.values[phi] = self.words.id()
            self._phis.append((len(self.kernel.code), phi))
            self.kernel.code.append([])

    def _phi(self, phi: ir.Instruction) -> list[int]:
        kernel = self.kernel
        operands: list[int] = []
        for value, source in phi.incoming:
            if source in self._labels:  # else nothing reaches it
                operands += [kernel.operand(value), self._leave(source, phi.block)]
        return encode("Phi", self.words.type(kind_of(phi.type)), kernel.values[phi], *operands)

    def _leave(self, source: ir.Block, target: ir.Block) -> int:
        """The label that an edge begins at."""
        header = self.flow.headers.get(source)
        if header is None:
            return self._labels[source]
        return self._continues[header] if target == header else self._after[header]

    def _instruction(self, instruction: ir.Instruction) -> None:
        opcode = instruction.opcode
        try:
            if opcode is ir.Opcode.ALLOCA:
                return
            if opcode is ir.Opcode.CALL:
                calls.write(self.kernel, instruction)
            elif opcode in arithmetic.VALUES:
                self.kernel.values[instruction] = arithmetic.VALUES[opcode](self.kernel, instruction)
            elif opcode in arithmetic.WRITERS:
                arithmetic.WRITERS[opcode](self.kernel, instruction)
            else:
                raise Unsupported(f"LLVM's instruction '{opcode.name.lower()}'")
        except Unsupported as unsupported:
            raise Unsupported(unsupported.text, unsupported.place or instruction) from None

    def _terminate(self, block: ir.Block) -> None:
        kernel, flow, terminator = self.kernel, self.flow, block.terminator
        if block in flow.headers:
            self._end_loop(flow.headers[block], terminator)
        elif terminator.opcode is ir.Opcode.RET:
            kernel.emit("Return")
        elif terminator.opcode is not ir.Opcode.BR:
            raise Unsupported(f"LLVM's instruction '{terminator.opcode.name.lower()}'", terminator)
        elif block in flow.merges:
            then, otherwise = terminator.successors
            condition = kernel.operand(terminator.condition)
            kernel.emit("SelectionMerge", self._enter(flow.merges[block]), 0)
            kernel.emit("BranchConditional", condition, self._enter(then), self._enter(otherwise))
        else:
            kernel.emit("Branch", self._enter(terminator.successors[0]))

    def _end_loop(self, header: ir.Block, terminator: ir.Instruction) -> None:
        """The block that continues, which alone leads back or out, and the one where the loop ends. Mesa 22's
        lavapipe gives wrong results where the latch leads out itself, in nested loops."""
        kernel = self.kernel
        further, after = self._continues[header], self._after[header]
        targets = [self._before[header] if target == header else after for target in terminator.successors]
        condition = kernel.operand(terminator.condition)
        kernel.emit("Branch", further)
        kernel.emit("Label", further)
        kernel.emit("BranchConditional", condition, *targets)
        kernel.emit("Label", after)
        kernel.emit("Branch", self._enter(self.flow.exits[header]))


__all__ = ["StructureError", "Unsupported", "emit"]
