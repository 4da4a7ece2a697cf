"""A SPIR-V module as it grows: types and constants each once, sections in the order of the specification.

Takes names and operands of instructions; gives the module's words.
"""

from __future__ import annotations

import struct

from hcpy.core.dataclass import dataclass

# Instructions by their number in SPIR-V 1.6.
OPS = {
    "Undef": 1,
    "String": 7,
    "ExtInstImport": 11,
    "ExtInst": 12,
    "MemoryModel": 14,
    "EntryPoint": 15,
    "ExecutionMode": 16,
    "Capability": 17,
    "TypeVoid": 19,
    "TypeBool": 20,
    "TypeInt": 21,
    "TypeFloat": 22,
    "TypeVector": 23,
    "TypeArray": 28,
    "TypeRuntimeArray": 29,
    "TypeStruct": 30,
    "TypePointer": 32,
    "TypeFunction": 33,
    "ConstantTrue": 41,
    "ConstantFalse": 42,
    "Constant": 43,
    "SpecConstant": 50,
    "SpecConstantOp": 52,
    "Function": 54,
    "FunctionEnd": 56,
    "Variable": 59,
    "Load": 61,
    "Store": 62,
    "AccessChain": 65,
    "Decorate": 71,
    "MemberDecorate": 72,
    "CompositeConstruct": 80,
    "CompositeExtract": 81,
    "ConvertFToU": 109,
    "ConvertFToS": 110,
    "ConvertSToF": 111,
    "ConvertUToF": 112,
    "UConvert": 113,
    "SConvert": 114,
    "FConvert": 115,
    "ConvertUToPtr": 120,
    "Bitcast": 124,
    "FNegate": 127,
    "IAdd": 128,
    "FAdd": 129,
    "ISub": 130,
    "FSub": 131,
    "IMul": 132,
    "FMul": 133,
    "UDiv": 134,
    "SDiv": 135,
    "FDiv": 136,
    "UMod": 137,
    "UMulExtended": 151,
    "IsNan": 156,
    "LogicalEqual": 164,
    "LogicalNotEqual": 165,
    "LogicalOr": 166,
    "LogicalAnd": 167,
    "LogicalNot": 168,
    "Select": 169,
    "IEqual": 170,
    "INotEqual": 171,
    "UGreaterThan": 172,
    "SGreaterThan": 173,
    "UGreaterThanEqual": 174,
    "SGreaterThanEqual": 175,
    "ULessThan": 176,
    "SLessThan": 177,
    "ULessThanEqual": 178,
    "SLessThanEqual": 179,
    "FOrdEqual": 180,
    "FUnordEqual": 181,
    "FOrdNotEqual": 182,
    "FUnordNotEqual": 183,
    "FOrdLessThan": 184,
    "FUnordLessThan": 185,
    "FOrdGreaterThan": 186,
    "FUnordGreaterThan": 187,
    "FOrdLessThanEqual": 188,
    "FUnordLessThanEqual": 189,
    "FOrdGreaterThanEqual": 190,
    "FUnordGreaterThanEqual": 191,
    "ShiftRightLogical": 194,
    "ShiftRightArithmetic": 195,
    "ShiftLeftLogical": 196,
    "BitwiseOr": 197,
    "BitwiseXor": 198,
    "BitwiseAnd": 199,
    "Not": 200,
    "BitReverse": 204,
    "BitCount": 205,
    "ControlBarrier": 224,
    "MemoryBarrier": 225,
    "AtomicLoad": 227,
    "AtomicStore": 228,
    "AtomicExchange": 229,
    "AtomicCompareExchange": 230,
    "AtomicIAdd": 234,
    "AtomicISub": 235,
    "AtomicSMin": 236,
    "AtomicUMin": 237,
    "AtomicSMax": 238,
    "AtomicUMax": 239,
    "AtomicAnd": 240,
    "AtomicOr": 241,
    "AtomicXor": 242,
    "Phi": 245,
    "LoopMerge": 246,
    "SelectionMerge": 247,
    "Label": 248,
    "Branch": 249,
    "BranchConditional": 250,
    "Return": 253,
    "Unreachable": 255,
    "ExecutionModeId": 331,
    "GroupNonUniformBallot": 339,
    "GroupNonUniformShuffle": 345,
}
# Of GLSL.std.450, those whose results are exact.
GLSL = {"RoundEven": 2, "Trunc": 3, "FAbs": 4, "Floor": 8, "Ceil": 9, "Sqrt": 31}
GLSL |= {"InverseSqrt": 32}  # to 2 ulp
GLSL |= {"Fma": 50, "FindILsb": 73, "FindUMsb": 75}
# Capabilities.
CAPABILITIES = {
    "Shader": 1,
    "Float16": 9,
    "Float64": 10,
    "Int64": 11,
    "Int64Atomics": 12,
    "Int16": 22,
    "Int8": 39,
    "GroupNonUniform": 61,
    "GroupNonUniformBallot": 64,
    "GroupNonUniformShuffle": 65,
    "StorageBuffer16BitAccess": 4433,
    "StorageBuffer8BitAccess": 4448,
    "DenormPreserve": 4464,
    "SignedZeroInfNanPreserve": 4466,
    "RoundingModeRTE": 4467,
    "VulkanMemoryModel": 5345,
    "PhysicalStorageBufferAddresses": 5347,
}
# Storage classes.
INPUT, UNIFORM, WORKGROUP, FUNCTION, PUSH_CONSTANT, STORAGE_BUFFER, PHYSICAL = 1, 2, 4, 7, 9, 12, 5349
# Decorations.
SPEC_ID, BLOCK, BUILT_IN, NO_CONTRACTION, OFFSET = 1, 2, 11, 42, 35
ARRAY_STRIDE, ALIASED, NON_WRITABLE, BINDING, DESCRIPTOR_SET = 6, 20, 24, 33, 34
_VERSION, _MAGIC = 0x00010600, 0x07230203
_STRING_BYTES = 32768  # of an OpString, which may have 65,535 words

Operand = int | str
Code = list[list[int]]


@dataclass(frozen=True)
class Kind:
    """A scalar type of SPIR-V: what an LLVM value becomes."""

    name: str  # "bool", "int", "float"
    bits: int

    @property
    def bytes(self) -> int:
        return max(self.bits // 8, 1)


BOOL = Kind("bool", 1)
U8, U16, U32, U64 = (Kind("int", bits) for bits in (8, 16, 32, 64))
F16, F32, F64 = (Kind("float", bits) for bits in (16, 32, 64))


def encode(name: str, *operands: Operand) -> list[int]:
    """One instruction."""
    words: list[int] = []
    for operand in operands:
        if isinstance(operand, str):
            text = operand.encode() + b"\0"
            text += b"\0" * (-len(text) % 4)
            words += struct.unpack(f"<{len(text) // 4}I", text)
        else:
            words.append(operand & 0xFFFFFFFF)
    return [(len(words) + 1) << 16 | OPS[name], *words]


class Words:
    """The module: ids, types, constants, decorations, code."""

    def __init__(self, is_logical: bool = False) -> None:
        """is_logical: pointers are descriptors."""
        self._is_logical = is_logical
        self._next = 1
        self._types: dict[tuple[Operand, ...], int] = {}
        self._constants: dict[tuple[int, tuple[int, ...]], int] = {}
        self.capabilities = {"Shader", "VulkanMemoryModel"}
        if not is_logical:
            self.capabilities.add("PhysicalStorageBufferAddresses")
        self.widths: set[int] = set()  # of floating-point types
        self.strings: Code = []
        self.entry_points: Code = []
        self.modes: Code = []
        self.decorations: Code = []
        self.declarations: Code = []
        self.code: Code = []
        self.imports: Code = []  # of extended instructions
        self._glsl = 0

    def id(self) -> int:
        self._next += 1
        return self._next - 1

    # --- types ---
    def type(self, kind: Kind) -> int:
        if kind.name == "bool":
            return self.declared("TypeBool")
        if kind.name == "float":
            self.widths.add(kind.bits)
            if kind.bits != 32:
                self.capabilities.add(f"Float{kind.bits}")
            return self.declared("TypeFloat", kind.bits)
        if kind.bits != 32:
            self.capabilities.add(f"Int{kind.bits}")
        return self.declared("TypeInt", kind.bits, 0)

    def declared(self, name: str, *operands: int) -> int:
        """A type, each once."""
        key: tuple[Operand, ...] = (name, *operands)
        if key not in self._types:
            self._types[key] = self.id()
            self.declarations.append(encode(name, self._types[key], *operands))
        return self._types[key]

    def pointer(self, storage: int, kind: Kind) -> int:
        if storage in (PHYSICAL, STORAGE_BUFFER) and kind.bits in (8, 16):
            self.capabilities.add(f"StorageBuffer{kind.bits}BitAccess")
        return self.declared("TypePointer", storage, self.type(kind))

    # --- constants ---
    def number(self, kind: Kind, bits: int) -> int:
        """A constant by its bits."""
        type_ = self.type(kind)
        if kind == BOOL:
            words: tuple[int, ...] = (bits & 1,)
            name = "ConstantTrue" if bits & 1 else "ConstantFalse"
        else:
            bits &= (1 << kind.bits) - 1
            words = (bits & 0xFFFFFFFF, bits >> 32) if kind.bits == 64 else (bits,)
            name = "Constant"
        key = (type_, words)
        if key not in self._constants:
            self._constants[key] = self.id()
            shown = words if name == "Constant" else ()
            self.declarations.append(encode(name, type_, self._constants[key], *shown))
        return self._constants[key]

    def u32(self, value: int) -> int:
        return self.number(U32, value)

    def u64(self, value: int) -> int:
        return self.number(U64, value)

    def spec_constant(self, number: int, value: int, kind: Kind = U32) -> int:
        made = self.id()
        words = (value & 0xFFFFFFFF, value >> 32) if kind.bits == 64 else (value,)
        self.declarations.append(encode("SpecConstant", self.type(kind), made, *words))
        self.decorate(made, SPEC_ID, number)
        return made

    def spec_constant_of(self, operation: str, a: int, b: int) -> int:
        """An unsigned number that is computed of one."""
        made = self.id()
        self.declarations.append(encode("SpecConstantOp", self.type(U32), made, OPS[operation], a, b))
        return made

    # --- the rest ---
    def variable(self, pointer_type: int, storage: int) -> int:
        made = self.id()
        self.declarations.append(encode("Variable", pointer_type, made, storage))
        return made

    def decorate(self, what: int, decoration: int, *operands: int) -> None:
        self.decorations.append(encode("Decorate", what, decoration, *operands))

    def string(self, text: str) -> int:
        """What libhcrt reads and drivers skip."""
        made = self.id()
        self.strings.append(encode("String", made, text))
        return made

    def strings_of(self, what: str, data: str) -> None:
        """A long text in several."""
        for at in range(0, len(data), _STRING_BYTES):
            self.string(f"{what} {data[at : at + _STRING_BYTES]}")

    @property
    def glsl(self) -> int:
        self._glsl = self._glsl or self.id()
        return self._glsl

    def finish(self) -> bytes:
        head = [encode("Capability", CAPABILITIES[name]) for name in sorted(self.capabilities)]
        if self._glsl:
            head.append(encode("ExtInstImport", self._glsl, "GLSL.std.450"))
        head += self.imports
        addressing = 0 if self._is_logical else 5348  # Logical, PhysicalStorageBuffer64
        head.append(encode("MemoryModel", addressing, 3))  # Vulkan
        sections = (head, self.entry_points, self.modes, self.strings, self.decorations, self.declarations)
        words = [_MAGIC, _VERSION, 0, self._next, 0]
        for section in (*sections, self.code):
            for instruction in section:
                words += instruction
        return struct.pack(f"<{len(words)}I", *words)
