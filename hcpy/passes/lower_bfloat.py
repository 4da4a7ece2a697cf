"""Makes __bf16 what every device can do: 16 bits in memory, arithmetic in float, short conversions.

Takes a Lowering whose module is as clang made it. The SPIR-V back end has no such type, and x86's calls the C
library for conversions, which not every system has.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Generator, Iterator

from hcpy import ir
from hcpy.passes.ir_lines import Function, Module, rewritten, split_list, uses_type
from hcpy.passes.lowering import Lowering

_WORD = re.compile(r"\bbfloat\b")
_CONSTANT = re.compile(r"\b0xR([0-9A-Fa-f]{4})\b")
_LINE = re.compile(r"^(\s+)(?:(%[-\w$.]+) = )?((?:tail |notail )?[a-z]+) (.*?)((?:, ![\w.]+ !\d+)*)$")
_FAST = re.compile(r"^(?:(?:nnan|ninf|nsz|arcp|contract|afn|reassoc|fast) )+")
_FLAGGED = re.compile(
    r"\b(call|phi|select) (?:(?:nnan|ninf|nsz|arcp|contract|afn|reassoc|fast) )+"
    r"((?:i1 %?[-\w$.]+, |(?:spir_func|fastcc) |(?:noundef|nofpclass\([^)]*\)) )*bfloat\b)"
)
_MATHS = re.compile(r"^bfloat @(llvm\.[a-z0-9.]+?)\.bf16((?:\.i32)?)\((.*)\)((?: #\d+)?)$")
_TO, _FROM, _FROM_DOUBLE = "__hcrt_bf16_to_float", "__hcrt_bf16_from_float", "__hcrt_bf16_from_double"
_ARITHMETIC = ("fadd", "fsub", "fmul", "fdiv", "frem")
_FUNCTIONS = {
    _TO: f"""define internal float @{_TO}(i16 %x) alwaysinline nounwind {{
  %wide = zext i16 %x to i32
  %bits = shl i32 %wide, 16
  %r = bitcast i32 %bits to float
  ret float %r
}}""",
    # To the nearest, ties to even; a NaN stays one.
    _FROM: f"""define internal i16 @{_FROM}(float %x) alwaysinline nounwind {{
  %bits = bitcast float %x to i32
  %high = lshr i32 %bits, 16
  %odd = and i32 %high, 1
  %half = add i32 %odd, 32767
  %up = add i32 %bits, %half
  %rounded = lshr i32 %up, 16
  %quiet = or i32 %high, 64
  %nan = fcmp uno float %x, 0.0
  %chosen = select i1 %nan, i32 %quiet, i32 %rounded
  %r = trunc i32 %chosen to i16
  ret i16 %r
}}""",
    # Through a float that is rounded to odd, so that the second rounding sees that the first was inexact.
    _FROM_DOUBLE: f"""define internal i16 @{_FROM_DOUBLE}(double %x) alwaysinline nounwind {{
  %near = fptrunc double %x to float
  %back = fpext float %near to double
  %inexact = fcmp one double %back, %x
  %bits = bitcast float %near to i32
  %x.bits = bitcast double %x to i64
  %back.bits = bitcast double %back to i64
  %away = icmp ugt i64 %back.bits, %x.bits
  %step = zext i1 %away to i32
  %cut = sub i32 %bits, %step
  %odd = or i32 %cut, 1
  %chosen = select i1 %inexact, i32 %odd, i32 %bits
  %single = bitcast i32 %chosen to float
  %r = call i16 @{_FROM}(float %single)
  ret i16 %r
}}""",
}


def run(lowering: Lowering) -> None:
    lowering.module = without_bfloat(lowering.module)


def without_bfloat(module: ir.Module) -> ir.Module:
    """The same, or a changed one; the one that was given is closed then."""
    if not uses_type(module, lambda type_: type_.kind is ir.TypeKind.BFLOAT):
        return module
    return rewritten(module, _run)


def _run(module: Module) -> None:
    changed = False
    for n, item in enumerate(module.items):
        if isinstance(item, str):
            module.items[n] = _as_bits(item)
        elif not (item.name.startswith("llvm.") and item.is_declaration):
            item.header = _as_bits(item.header)
            if any("bfloat" in line for line in item.body):
                changed = True
                item.body = list(_lowered(module, item.body))
    if changed:
        for text in _FUNCTIONS.values():
            header, *body = text.splitlines()
            name = re.search(r"@(\w+)", header)[1]  # type: ignore[index]
            module.add(Function(name, header, ["entry:", *body[:-1]]))


def _as_bits(text: str) -> str:
    """Types and constants."""
    if "bfloat" not in text:
        return text
    text = re.sub(r"nofpclass\([^)]*\) ", "", text)
    return _CONSTANT.sub(lambda m: str(int(m.group(1), 16)), _WORD.sub("i16", text))


def _lowered(module: Module, body: list[str]) -> Iterator[str]:
    numbers = itertools.count()
    for line in body:
        match = _LINE.match(line) if "bfloat" in line else None
        if match is None:
            yield _as_bits(line)
            continue
        indent, result, opcode, rest, metadata = match.groups()
        debug = "".join(re.findall(r", !dbg !\d+", metadata))
        new = list(_instruction(module, numbers, result or "", opcode, rest))
        if new:
            yield from (f"{indent}{text}{debug}" for text in new)
        else:
            yield _as_bits(_FLAGGED.sub(r"\1 \2", line))


def _instruction(
    module: Module, numbers: Iterator[int], result: str, opcode: str, rest: str
) -> Iterator[str]:
    """Nothing where types and constants are all that changes."""
    fast = _FAST.match(rest)
    flags = fast[0] if fast is not None else ""
    plain = rest.removeprefix(flags)

    def name() -> str:
        return f"%hcpy.bf16.{next(numbers)}"

    def wide(value: str) -> Generator[str, None, str]:
        new = name()
        yield f"{new} = call float @{_TO}(i16 {_as_bits('bfloat ' + value).split()[-1]})"
        return new

    if opcode in _ARITHMETIC and plain.startswith("bfloat "):
        first, second = split_list(plain.removeprefix("bfloat "))
        a = yield from wide(first)
        b = yield from wide(second)
        r = name()
        yield f"{r} = {opcode} {flags}float {a}, {b}"
        yield f"{result} = call i16 @{_FROM}(float {r})"
    elif opcode == "fneg" and plain.startswith("bfloat "):
        yield f"{result} = xor i16 {_as_bits(plain).split()[-1]}, -32768"
    elif opcode == "fcmp" and " bfloat " in plain:
        predicate, operands = plain.split(" bfloat ")
        first, second = split_list(operands)
        a = yield from wide(first)
        b = yield from wide(second)
        yield f"{result} = fcmp {flags}{predicate} float {a}, {b}"
    elif opcode in ("fpext", "fptosi", "fptoui") and plain.startswith("bfloat "):
        value, to = plain.removeprefix("bfloat ").split(" to ")
        a = yield from wide(value)
        yield f"{result} = {'bitcast' if to == 'float' else opcode} float {a} to {to}"
    elif opcode in ("fptrunc", "sitofp", "uitofp") and plain.endswith(" to bfloat"):
        type_, value = plain.removesuffix(" to bfloat").rsplit(" ", 1)
        if opcode != "fptrunc":
            r = name()
            yield f"{r} = {opcode} {type_} {value} to float"
            type_, value = "float", r
        yield f"{result} = call i16 @{_FROM_DOUBLE if type_ == 'double' else _FROM}({type_} {value})"
    elif opcode.endswith("call") and (maths := _MATHS.match(plain)) is not None:
        given = []
        for argument in split_list(maths[3]):
            if argument.startswith("bfloat"):
                given.append("float " + (yield from wide(argument.split()[-1])))
            else:
                given.append(argument)
        full = f"{maths[1]}.f32{maths[2]}"
        if full not in module.functions:
            types = ", ".join(a.split()[0] for a in given)
            module.add(Function(full, f"declare float @{full}({types})"))
        r = name()
        yield f"{r} = call {flags}float @{full}({', '.join(given)})"
        yield f"{result} = call i16 @{_FROM}(float {r})"
