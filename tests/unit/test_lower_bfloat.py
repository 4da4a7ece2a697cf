"""lower_bfloat: what its code computes, run on the host's CPU, against the definition of the format."""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable

import pytest
from pass_support import HOST, after, execution, lowering_of

from hcpy import ir
from hcpy.passes import lower_bfloat

WORDS = [
    0,
    0x8000,
    1,
    0x8001,
    0x7F,
    0x80,
    0x3F80,
    0xBF80,
    0x3F81,
    0x4049,
    0xC2C8,
    0x7F7F,
    0x7F80,
    0xFF80,
    0x7FC0,
]
WORDS += [(n * 40503 + 977) % 65536 for n in range(60)]


def wide(word: int) -> float:
    found: float = struct.unpack("<f", struct.pack("<I", word << 16))[0]
    return found


def single(x: float) -> float:
    try:
        found: float = struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        found = math.copysign(math.inf, x)
    return found


def narrow(x: float) -> int:
    """To the nearest, ties to even, from any double."""
    if math.isnan(x):
        return 0x7FC0
    sign = 0x8000 if math.copysign(1, x) < 0 else 0
    size = abs(x)
    if size == math.inf:
        return sign | 0x7F80
    _, exponent = math.frexp(size)
    unit = 2.0 ** (max(exponent, -125) - 8)
    scaled = round(size / unit) * unit  # Python rounds ties to even
    if scaled >= 2.0**128:
        return sign | 0x7F80
    return sign | struct.unpack("<I", struct.pack("<f", scaled))[0] >> 16


def run(text: str, inputs: list[tuple[int, int]]) -> list[int]:
    """@f of two __bf16, given as their bits in two doubles' words; gives 16 bits, a NaN as 0x7fc0."""
    shown = after(lower_bfloat.run, HOST + text)
    assert "bfloat" not in shown
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)
    with execution(shown) as engine:
        function = kind(engine.get_function_address("f"))
        return [function(a, b) for a, b in inputs]


def body(code: str, value: str = "%r") -> str:
    return f"""define i64 @f(i64 %a64, i64 %b64) {{
  %a16 = trunc i64 %a64 to i16
  %b16 = trunc i64 %b64 to i16
  %a = bitcast i16 %a16 to bfloat
  %b = bitcast i16 %b16 to bfloat
  %d = bitcast i64 %a64 to double
  {code}
  %w = bitcast bfloat {value} to i16
  %z = zext i16 %w to i64
  ret i64 %z
}}
"""


def settled(word: int) -> int:
    """Of NaNs any is right."""
    return 0x7FC0 if word & 0x7FFF > 0x7F80 else word


def divided(a: float, b: float) -> float:
    if b == 0 or math.isnan(a) or math.isnan(b):
        no_number = math.isnan(a) or math.isnan(b) or a == 0
        return math.nan if no_number else math.copysign(math.inf, a) * math.copysign(1, b)
    return single(a / b) if not (math.isinf(a) and math.isinf(b)) else math.nan


ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "fadd": lambda a, b: single(a + b),
    "fsub": lambda a, b: single(a - b),
    "fmul": lambda a, b: single(a * b),
    "fdiv": divided,
}


@pytest.mark.parametrize("name", ARITHMETIC)
def test_arithmetic_is_rounded_once_from_float(name: str) -> None:
    inputs = [(a, b) for a in WORDS for b in WORDS[:20]]
    got = run(body(f"%r = {name} fast bfloat %a, %b".replace("fast ", "")), inputs)
    expected = [narrow(ARITHMETIC[name](wide(a), wide(b))) for a, b in inputs]
    assert [settled(word) for word in got] == expected


def test_lanes_of_vectors_are_computed_like_scalars() -> None:
    code = """%v0 = insertelement <2 x bfloat> poison, bfloat %a, i32 0
  %v = insertelement <2 x bfloat> %v0, bfloat %b, i32 1
  %m = fmul <2 x bfloat> %v, <bfloat 2.0, bfloat 3.0>
  %s = shufflevector <2 x bfloat> %m, <2 x bfloat> poison, <2 x i32> <i32 1, i32 poison>
  %r = extractelement <2 x bfloat> %s, i32 0"""
    inputs = [(1, b) for b in WORDS]
    got = run(body(code), inputs)
    assert [settled(word) for word in got] == [narrow(single(wide(b) * 3)) for _, b in inputs]


@pytest.mark.parametrize("through", ["", "x86_fp80"])
def test_wider_numbers_are_rounded_once(through: str) -> None:
    """Also where a float between would be a tie that the double is not."""
    words = [a << 16 | 0x8000 for a in WORDS if a & 0x7FFF < 0x7F00]
    numbers = [struct.unpack("<f", struct.pack("<I", word))[0] for word in words]
    numbers += [x * (1 + s * 2.0**-40) for x in numbers for s in (-1, 1)]
    numbers += [1e300, -1e300, 1e-300, -1e-42, 3.5e38, math.inf, -math.inf, math.nan, 0.0, -0.0, 0.1, 65280.5]
    code = "%r = fptrunc double %d to bfloat"
    if through:
        code = f"%l = fpext double %d to {through}\n  %r = fptrunc {through} %l to bfloat"
    inputs = [(struct.unpack("<Q", struct.pack("<d", x))[0], 0) for x in numbers]
    got = run(body(code), inputs)
    assert [settled(word) for word in got] == [narrow(x) for x in numbers]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("%r = fneg bfloat %a", lambda a, b: a ^ 0x8000),
        ("%c = fcmp olt bfloat %a, %b\n  %r = select nnan i1 %c, bfloat %a, bfloat %b",
         lambda a, b: a if wide(a) < wide(b) else b),
        ("%r = call bfloat @llvm.fabs.bf16(bfloat %a)", lambda a, b: a & 0x7FFF),
        ("%r = call bfloat @llvm.copysign.bf16(bfloat %a, bfloat %b)", lambda a, b: a & 0x7FFF | b & 0x8000),
        ("%q = alloca [2 x bfloat]\n  store bfloat %a, ptr %q\n"
         "  %e = getelementptr [2 x bfloat], ptr %q, i64 0, i64 1\n"
         "  store bfloat 2.0, ptr %e\n  %r = load bfloat, ptr %e", lambda a, b: 0x4000),
        ("%r = call bfloat @twice(bfloat %b, ptr byval({ i8, bfloat }) @table)",
         lambda a, b: narrow(wide(b) * 2)),
        ("%t = load { i8, [2 x bfloat] }, ptr @table\n  %r = extractvalue { i8, [2 x bfloat] } %t, 1, 1",
         lambda a, b: 0xC040),
        ("%r = load bfloat, ptr getelementptr ({ i8, [2 x bfloat] }, ptr @table, i64 0, i32 1)",
         lambda a, b: 0x3FC0),
        ("%i = call i32 @llvm.fptosi.sat.i32.bf16(bfloat 7.0)\n  %r = sitofp i32 %i to bfloat",
         lambda a, b: 0x40E0),
    ],
)  # fmt: skip
def test_other_instructions(code: str, expected: Callable[[int, int], int]) -> None:
    text = """@table = constant { i8, [2 x bfloat] } { i8 1, [2 x bfloat] [bfloat 1.5, bfloat -3.0] }
declare bfloat @llvm.fabs.bf16(bfloat)
declare bfloat @llvm.copysign.bf16(bfloat, bfloat)
declare i32 @llvm.fptosi.sat.i32.bf16(bfloat)
define internal nofpclass(nan) bfloat @twice(bfloat nofpclass(nan) %x, ptr byval({ i8, bfloat }) %p) {
  %r = fadd bfloat %x, %x
  ret bfloat %r
}
"""
    inputs = [(a, b) for a in WORDS for b in WORDS[:9]]
    got = run(text + body(code), inputs)
    assert [settled(word) for word in got] == [settled(expected(a, b)) for a, b in inputs]


def test_debug_information_is_kept_or_dropped() -> None:
    text = """define bfloat @f(bfloat %a) !dbg !4 {
  %local = alloca bfloat
    #dbg_declare(ptr %local, !7, !DIExpression(), !9)
    #dbg_value(bfloat %a, !7, !DIExpression(), !9)
  %r = fadd bfloat %a, %a, !dbg !9
    #dbg_value(bfloat %r, !7, !DIExpression(), !9)
  store bfloat %r, ptr %local, !dbg !9
  ret bfloat %r, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !8)
!8 = !DIBasicType(name: "__bf16", size: 16, encoding: DW_ATE_float)
!9 = !DILocation(line: 3, column: 4, scope: !4)
"""
    shown = after(lower_bfloat.run, HOST + text)
    assert "#dbg_declare(ptr %local" in shown and "define i16 @f(i16 %a) !dbg" in shown
    assert shown.count("#dbg_value(bfloat poison,") == 2
    code = shown[: shown.index("!llvm.dbg.cu")]
    assert all(", !dbg " in line for line in code.splitlines() if "fadd" in line or "store i16" in line)


def test_atomic_arithmetic_is_refused() -> None:
    text = """define void @f(ptr %p) {
  %r = atomicrmw fadd ptr %p, bfloat 1.0 monotonic
  ret void
}
"""
    with pytest.raises(ir.IrError, match="an atomic operation on __bf16"):
        lower_bfloat.run(lowering_of(text))
