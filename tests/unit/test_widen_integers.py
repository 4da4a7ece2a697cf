"""widen_integers: functions over odd widths compute the same before and after it, run on the host's CPU."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterator

import llvmlite.binding as llvm
import pytest
from pass_support import HOST, after, execution, lowering_of

from hcpy import ir
from hcpy.passes import define_intrinsics, split_wide_integers, split_wide_shifts, widen_integers
from hcpy.passes.lowering import Lowering

WIDE = (65, 96, 100, 127, 128)
WIDTHS = (3, 5, 7, 12, 17, 24, 31, 33, 48, 63)
_BINARY = "add sub mul shl lshr ashr and or xor udiv sdiv urem srem".split()
_PREDICATES = "eq ne ugt uge ult ule sgt sge slt sle".split()
_PLAIN = "umin umax smin smax uadd.sat sadd.sat usub.sat ssub.sat".split()
_OVERFLOWS = [s + o for s in "su" for o in ("add", "sub", "mul")]
_REDUCTIONS = "add mul and or xor umin umax smin smax".split()


def scalar_bodies(n: int) -> Iterator[tuple[str, str, str, str]]:
    """(name, code, value, its type) over %a, %b, %c of width n, %p: at least 64 bytes, and %x, a double."""
    t = f"i{n}"
    widths = WIDTHS if n < 64 else (*WIDTHS, *WIDE)
    for name in _BINARY:
        given, code = "%b", ""
        if name in ("shl", "lshr", "ashr"):
            given, code = "%s", f"%s = urem {t} %b, {n}\n"
        elif name in ("udiv", "sdiv", "urem", "srem"):
            # Not 0, and no quotient that overflows.
            given, code = "%d", f"%q = lshr {t} %b, 1\n%d = or {t} %q, 1\n"
        yield name, f"{code}%r = {name} {t} %a, {given}", "%r", t
        constant = 1 if name in ("shl", "lshr", "ashr") else -2
        yield f"{name}_constant", f"%r = {name} {t} %a, {constant}", "%r", t
    for name in _PREDICATES:
        yield f"icmp_{name}", f"%r = icmp {name} {t} %a, %b", "%r", "i1"
        yield f"icmp_{name}_constant", f"%r = icmp {name} {t} %a, -3", "%r", "i1"
    for name in _PLAIN:
        yield name, f"%r = call {t} @llvm.{name}.{t}({t} %a, {t} %b)", "%r", t
    for name in _OVERFLOWS:
        call = f"%p2 = call {{ {t}, i1 }} @llvm.{name}.with.overflow.{t}({t} %a, {t} %b)"
        yield f"{name}_lost", f"{call}\n%r = extractvalue {{ {t}, i1 }} %p2, 1", "%r", "i1"
        yield f"{name}_sum", f"{call}\n%r = extractvalue {{ {t}, i1 }} %p2, 0", "%r", t
    for name in ("fshl", "fshr"):
        yield name, f"%r = call {t} @llvm.{name}.{t}({t} %a, {t} %b, {t} %c)", "%r", t
    for name in ("ctlz", "cttz", "abs"):
        yield name, f"%r = call {t} @llvm.{name}.{t}({t} %a, i1 false)", "%r", t
    for name in ("ctpop", "bitreverse", *(["bswap"] if n % 16 == 0 else [])):
        yield name, f"%r = call {t} @llvm.{name}.{t}({t} %a)", "%r", t
    for name in ("scmp", "ucmp"):
        yield name, f"%r = call i8 @llvm.{name}.i8.{t}({t} %a, {t} %b)", "%r", "i8"
        yield f"{name}_narrow", f"%r = call i3 @llvm.{name}.i3.{t}({t} %a, {t} %b)", "%r", "i3"
    for name in ("fptosi", "fptoui"):
        yield f"{name}.sat", f"%r = call {t} @llvm.{name}.sat.{t}.f64(double %x)", "%r", t
    for name in ("sitofp", "uitofp"):
        yield name, f"%f = {name} {t} %a to double\n%r = bitcast double %f to i64", "%r", "i64"
    if n < 64:
        yield "fptosi", f"%f = sitofp {t} %a to x86_fp80\n%r = fptosi x86_fp80 %f to {t}", "%r", t
    else:
        exact = f"%e = ashr {t} %a, {n - 53}\n%s = shl {t} %e, {n - 60}\n%f = sitofp {t} %s to double\n"
        yield "fptosi", f"{exact}%r = fptosi double %f to {t}", "%r", t
    for other in (m for m in widths if m > n):
        for name in ("sext", "zext"):
            yield f"{name}_{other}", f"%r = {name} {t} %a to i{other}", "%r", f"i{other}"
    for other in (1, *(m for m in widths if m < n)):
        yield f"trunc_{other}", f"%r = trunc {t} %a to i{other}", "%r", f"i{other}"
    yield "select", f"%i = icmp slt {t} %a, %c\n%r = select i1 %i, {t} %b, {t} -1", "%r", t
    yield from memory_bodies(n)
    if n < 64:
        yield from index_bodies(n)
        yield from shaped_bodies(n)


def memory_bodies(n: int) -> Iterator[tuple[str, str, str, str]]:
    t = f"i{n}"
    store = f"store i64 -1, ptr %p\nstore {t} %a, ptr %p, align 1\n"
    yield "memory", f"{store}%r = load {t}, ptr %p, align 1", "%r", t
    yield "memory_around", f"{store}%r = load i64, ptr %p", "%r", "i64"
    value = (
        f"%v1 = insertvalue {{ {t}, [2 x i8], {t} }} poison, {t} %a, 0\n"
        f"%v2 = insertvalue {{ {t}, [2 x i8], {t} }} %v1, i8 5, 1, 1\n"
        f"%v = insertvalue {{ {t}, [2 x i8], {t} }} %v2, {t} %b, 2\n"
        f"store {{ {t}, [2 x i8], {t} }} %v, ptr %p\n"
    )
    load = f"%w = load {{ {t}, [2 x i8], {t} }}, ptr %p\n"
    yield "struct", f"{value}{load}%r = extractvalue {{ {t}, [2 x i8], {t} }} %w, 2", "%r", t
    yield "struct_byte", f"{value}{load}%r = extractvalue {{ {t}, [2 x i8], {t} }} %w, 1, 1", "%r", "i8"
    at = f"%q = getelementptr [4 x {t}], ptr @table{n}, i64 0, i64 2"
    yield "global", f"{at}\n%r = load {t}, ptr %q", "%r", t


def index_bodies(n: int) -> Iterator[tuple[str, str, str, str]]:
    t = f"i{n}"
    index = (
        f"%k = or {t} %a, {-4}\n%m = getelementptr i8, ptr %p, i64 8\n%q = getelementptr i8, ptr %m, {t} %k"
    )
    bytes_ = "store i64 506097522914230528, ptr %p\nstore i64 506097522914230528, ptr %m"
    yield "index", f"{index}\n{bytes_}\n%r = load i8, ptr %q", "%r", "i8"


def shaped_bodies(n: int) -> Iterator[tuple[str, str, str, str]]:
    """Vectors, and numbers read as vectors."""
    t = f"i{n}"
    yield (
        "bits",
        f"%v = bitcast {t} %a to <{n} x i1>\n%r = extractelement <{n} x i1> %v, i32 {n // 2}",
        "%r",
        "i1",
    )
    compared = f"%v = bitcast {t} %a to <{n} x i1>\n%w = xor <{n} x i1> %v, splat (i1 true)\n"
    yield "bits_back", f"{compared}%r = bitcast <{n} x i1> %w to {t}", "%r", t
    pair = f"%v0 = insertelement <2 x {t}> poison, {t} %a, i32 0\n"
    pair += f"%v = insertelement <2 x {t}> %v0, {t} %b, i32 1\n"
    for name in ("mul", "ashr", "sub"):
        shift = "splat (%s 1)" if name == "ashr" else "<%s 3, %s -2>"
        code = f"{pair}%w = {name} <2 x {t}> %v, {shift.replace('%s', t)}\n"
        yield f"vector_{name}", f"{code}%r = extractelement <2 x {t}> %w, i32 1", "%r", t
    for name in _REDUCTIONS:
        yield f"reduce_{name}", f"{pair}%r = call {t} @llvm.vector.reduce.{name}.v2{t}(<2 x {t}> %v)", "%r", t
    if 2 * n <= 64:
        code = f"{pair}store <2 x {t}> %v, ptr %p\n%w = load <2 x {t}>, ptr %p\n"
        yield "vector_memory", f"{code}%r = extractelement <2 x {t}> %w, i32 1", "%r", t
        yield (
            "vector_bytes",
            f"store i64 0, ptr %p\n{pair}store <2 x {t}> %v, ptr %p\n%r = load i64, ptr %p",
            "%r",
            "i64",
        )


def text_of(bodies: dict[str, tuple[str, str, str, int]]) -> str:
    functions = [HOST]
    for n in sorted({n for *_, n in bodies.values()}):
        functions.append(f"@table{n} = constant [4 x i{n}] [i{n} 1, i{n} 2, i{n} -3, i{n} 0]")
    for name, (code, value, type_, n) in bodies.items():
        end = f"ret i64 {value}" if type_ == "i64" else f"%z = zext {type_} {value} to i64\nret i64 %z"
        if int(type_[1:]) > 64:
            end = (
                f"%t = lshr {type_} {value}, 64\n%u = trunc {type_} {value} to i64\n"
                f"%w64 = trunc {type_} %t to i64\n%y = mul i64 %w64, 31\n%z = add i64 %u, %y\nret i64 %z"
            )
        functions.append(
            f'define i64 @"{name}"(i64 %a64, i64 %b64, i64 %c64, ptr %p) {{\n'
            + "".join(given(x, next_, n) for x, next_ in ("ab", "bc", "ca"))
            + f"%x = bitcast i64 %b64 to double\n{code}\n{end}\n}}"
        )
    return "\n".join(functions)


def given(name: str, upper: str, n: int) -> str:
    """A number of so many bits, from one parameter or two."""
    if n < 64:
        return f"%{name} = trunc i64 %{name}64 to i{n}\n"
    return (
        f"%{name}low = zext i64 %{name}64 to i{n}\n%{name}up = sext i64 %{upper}64 to i{n}\n"
        f"%{name}high = shl i{n} %{name}up, {n - 64}\n%{name} = xor i{n} %{name}low, %{name}high\n"
    )


llvm.load_library_permanently("libgcc_s.so.1")  # quotients of 128 bits on the host


def results(text: str, names: list[str], inputs: list[tuple[int, int, int]]) -> dict[str, list[int]]:
    with execution(text) as engine:
        room = ctypes.create_string_buffer(96)
        at = -(-ctypes.addressof(room) // 16) * 16
        kind = ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_uint64] * 3, ctypes.c_void_p)
        found = {}
        for name in names:
            function = kind(engine.get_function_address(name))
            found[name] = [function(a, b, c, at) for a, b, c in inputs]
        return found


def interesting() -> list[tuple[int, int, int]]:
    numbers = [0, 1, 2, 2**64 - 1, 2**64 - 2, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0xC0E81C8000000000]
    for n in WIDTHS:
        numbers += [1 << (n - 1), (1 << (n - 1)) - 1]
    word, mixed = 1, []
    for _ in range(60):
        word = (word * 0x9E3779B97F4A7C15 + 12345) % 2**64
        mixed.append(word)
    pairs = list(itertools.product(numbers[:14], numbers[:14])) + list(
        zip(mixed, reversed(mixed), strict=True)
    )
    return [(a, b, (a ^ b) * 3 % 2**64) for a, b in pairs]


def test_what_is_computed_stays_the_same() -> None:
    bodies = {
        f"{name}.{n}": (code, value, type_, n)
        for n in WIDTHS
        for name, code, value, type_ in scalar_bodies(n)
    }
    text = text_of(bodies)
    shown = after(widen_integers.run, text)
    names, inputs = list(bodies), interesting()
    before, now = results(text, names, inputs), results(shown, names, inputs)
    wrong = [name for name in names if before[name] != now[name]]
    assert not wrong, wrong


# What split_wide_integers calls, which is the device library's and OpenCL's.
_LIBRARY = """
define i64 @_Z6mul_himm(i64 %a, i64 %b) {{
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = mul i128 %x, %y
  %h = lshr i128 %p, 64
  %r = trunc i128 %h to i64
  ret i64 %r
}}
"""
_QUOTIENT = """
define <2 x i64> @__hcrt_wide_{name}(<2 x i64> %a, <2 x i64> %b) {{
  %x = bitcast <2 x i64> %a to i128
  %y = bitcast <2 x i64> %b to i128
  %q = {name} i128 %x, %y
  %r = bitcast i128 %q to <2 x i64>
  ret <2 x i64> %r
}}
"""
_TO_REAL = """
define double @__hcrt_wide_from_{sign}(<2 x i64> %a) {{
  %x = bitcast <2 x i64> %a to i128
  %r = {operation} i128 %x to double
  ret double %r
}}
"""
_TO_INTEGER = """
define <2 x i64> @__hcrt_wide_{sign}(double %a) {{
  %x = {operation} double %a to i128
  %r = bitcast i128 %x to <2 x i64>
  ret <2 x i64> %r
}}
"""


def library(module: str) -> str:
    """The functions that are declared in a module, defined."""
    made = [_LIBRARY.format()]
    made += [_QUOTIENT.format(name=name) for name in ("udiv", "urem", "sdiv", "srem")]
    for letter, sign in (("u", "unsigned"), ("s", "signed")):
        made.append(_TO_REAL.format(sign=sign, operation=f"{letter}itofp"))
        made.append(_TO_INTEGER.format(sign=sign, operation=f"fpto{letter}i"))
    kept = [line for line in module.splitlines() if not line.startswith(("declare spir_func", "declare <2"))]
    return "\n".join(kept).replace("spir_func ", "") + "".join(made)


def halved(lowering: Lowering) -> None:
    widen_integers.run(lowering)
    define_intrinsics.run_wide(lowering)
    split_wide_integers.run(lowering)


def test_wide_integers_become_halves() -> None:
    bodies = {
        f"{name}.{n}": (code, value, type_, n)
        for n in WIDE
        for name, code, value, type_ in scalar_bodies(n)
        if n != 128 or not name.startswith(("sext_", "zext_", "memory_around"))
    }
    text = text_of(bodies)
    shown = after(halved, text)
    search = ir.TypeSearch(lambda type_: type_.is_integer and type_.width > 64)
    assert not search.is_in(ir.Module.parse(shown.encode()))
    names, inputs = list(bodies), interesting()
    before, now = results(text, names, inputs), results(library(shown), names, inputs)
    wrong = [name for name in names if before[name] != now[name]]
    assert not wrong, wrong


def test_no_wide_shift_is_by_a_variable() -> None:
    """As NVIDIA's code generator has those of the upper half wrong: `_BitInt(65)` by 64."""
    bodies = {
        f"{name}.{n}": (code, value, type_, n)
        for n in WIDE
        for name, code, value, type_ in scalar_bodies(n)
        if name in ("shl", "lshr", "ashr") or (name in ("fshl", "fshr") and n == 128)
    }
    assert len(bodies) == 3 * len(WIDE) + 2
    text = text_of(bodies)
    shown = after(split_wide_shifts.run, text)
    assert "call i128 @llvm.fsh" not in shown
    for function in ir.Module.parse(shown.encode()).definitions:
        for shift in function.instructions_of(ir.Opcode.SHL, ir.Opcode.LSHR, ir.Opcode.ASHR):
            assert shift.type.width <= 64 or isinstance(shift.operand(1), ir.Integer)
    names, inputs = list(bodies), interesting()
    assert results(text, names, inputs) == results(shown, names, inputs)


def test_no_odd_width_is_left() -> None:
    bodies = {name: (code, value, type_, 24) for name, code, value, type_ in scalar_bodies(24)}
    lowering = lowering_of(text_of(bodies))
    widen_integers.run(lowering)
    search = ir.TypeSearch(lambda type_: type_.is_integer and widen_integers.is_odd(type_.width))
    assert not search.is_in(lowering.module)
    assert ".i24" not in "".join(
        function.name for function in lowering.module.functions if function.is_intrinsic
    )


def test_loops_switches_and_calls() -> None:
    text = f"""{HOST}define internal signext i24 @step(i24 signext range(i24 0, 90) %x, i24 %by) {{
  %r = sub i24 %x, %by
  ret i24 %r
}}
define i64 @f(i64 %a64, i64 %b64, i64 %c64, ptr %p) {{
entry:
  %a = trunc i64 %a64 to i24
  br label %loop
out:
  %z = sext i24 %next to i64
  ret i64 %z
loop:
  %x = phi i24 [ %a, %entry ], [ %next, %again ], [ %next, %again ]
  %n = phi i24 [ -40, %entry ], [ %more, %again ], [ %more, %again ]
  %next = call i24 @step(i24 %x, i24 -70000)
  br label %again
again:
  %more = add i24 %n, 1
  switch i24 %n, label %loop [ i24 -3, label %out
    i24 -7, label %loop ]
}}
"""
    inputs = interesting()[:40]
    shown = after(widen_integers.run, text)
    assert results(text, ["f"], inputs) == results(shown, ["f"], inputs)
    assert "range(" not in shown


def test_what_is_undefined_has_nothing_above_its_bits() -> None:
    text = f"""{HOST}define i24 @f(i24 %a, i1 %c) {{
  %x = select i1 %c, i24 undef, i24 %a
  %y = freeze i24 %x
  ret i24 %y
}}
"""
    shown = after(widen_integers.run, text)
    assert "select i1 %c, i32 0, i32 %a" in shown and ", 16777215" in shown


@pytest.mark.parametrize(
    ("declared", "code", "message"),
    [
        (
            "declare i24 @llvm.sshl.sat.i24(i24, i24)",
            "call i24 @llvm.sshl.sat.i24(i24 %a, i24 %a)",
            "other types",
        ),
        ("@v = constant <2 x i24> zeroinitializer", "or i24 %a, 1", "lanes"),
    ],
)
def test_what_cannot_be_widened_is_refused(declared: str, code: str, message: str) -> None:
    text = f"{HOST}{declared}\ndefine i24 @f(i24 %a) {{\n  %r = {code}\n  ret i24 %r\n}}\n"
    with pytest.raises(ir.IrError, match=message):
        widen_integers.run(lowering_of(text))
