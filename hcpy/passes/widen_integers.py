"""Makes integers of odd widths (i3, i24, i48, ...) ones of 8, 16, 32 or 64 bits.

Takes a Lowering whose module is optimised. LLVM 22's SPIR-V back end widens them itself, without regard to
the bits above: comparisons, shifts to the right, conversions and stores of three bytes come out wrong.
Here the bits above are 0 in every value; an instruction that reads them as signs makes them first, and one
that could set them clears them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcpy.passes.ir_lines import Function, Module, rewrite, split_list, uses_type
from hcpy.passes.lowering import Lowering
from hcpy.passes.widen_intrinsics import INTRINSICS
from hcpy.passes.widened import ODD, Lines, Steps, Widener, container, is_odd, widen_types

_LINE = re.compile(r"^(\s+)(?:(%[-\w$.]+|%\"[^\"]*\") = )?((?:tail |notail |musttail )?[a-z]+)\b ?(.*)$")
_METADATA = re.compile(r"(?:, ![\w.]+ !\d+)+$")
_DEBUG = re.compile(r", !dbg !\d+")
_FLAGS = re.compile(r"^(?:(?:nuw|nsw|exact|disjoint|nneg|samesign) )+")
_RANGE = re.compile(r" ?range\(i\d+ [^)]*\)")
_CALL = re.compile(r"^(.*?)@(llvm\.[\w.]+)\((.*)\)((?: #\d+)?)$")
_CLEAN = ("and", "or", "xor", "lshr", "udiv", "urem")
_DIRTY = ("add", "sub", "mul", "shl")
_SIGNED = ("ashr", "sdiv", "srem")


def run(lowering: Lowering) -> None:
    if uses_type(lowering.module, lambda type_: type_.is_integer and is_odd(type_.width)):
        rewrite(lowering, _run)


def _run(module: Module) -> None:
    for n, item in enumerate(module.items):
        if isinstance(item, Function):
            _widen_function(module, item)
        elif item[:1] in ("%", "@") and ODD.search(item):
            module.items[n] = widen_types(item)
    for name in [n for n, f in module.functions.items() if f.is_declaration and _is_odd_intrinsic(n)]:
        if not any(f"@{name}(" in line for f in module.functions.values() for line in f.body):
            module.remove(module.functions[name])


def _is_odd_intrinsic(name: str) -> bool:
    return name.startswith("llvm.") and any(
        is_odd(int(part[1:])) for part in name.split(".") if re.fullmatch(r"i\d+", part)
    )


def _widen_function(module: Module, function: Function) -> None:
    if not ODD.search(function.header) and not any(ODD.search(line) for line in function.body):
        return
    if function.is_declaration:
        if not function.name.startswith("llvm."):
            function.header = widen_types(_RANGE.sub("", function.header))
        return
    function.header = widen_types(_RANGE.sub("", function.header))
    widener = Widener(module)
    body: Lines = []
    for line in function.body:
        body += _widened(widener, line) if ODD.search(line) else [line]
    function.body = body


def _widened(widener: Widener, line: str) -> Lines:
    match = _LINE.match(_METADATA.sub("", line))
    if match is None:
        return [widen_types(line)]  # a case of a switch
    indent, result, opcode, rest = match.groups()
    debug = _DEBUG.search(line)
    lines = _instruction(widener, result or "", opcode.split()[-1], opcode, _FLAGS.sub("", rest))
    return [f"{indent}{new}{debug.group(0) if debug else ''}" for new in lines]


def _instruction(widener: Widener, result: str, opcode: str, words: str, rest: str) -> Lines:
    first = re.match(r"i(\d+) ", rest)
    bits = int(first.group(1)) if first else 0
    if opcode in _CLEAN + _DIRTY + _SIGNED and is_odd(bits):
        return list(_binary(widener, result, opcode, bits, rest))
    if opcode == "icmp":
        predicate, operands = _FLAGS.sub("", rest).split(" ", 1)
        compared = re.match(r"i(\d+) ", operands)
        if compared is not None and is_odd(int(compared.group(1))):
            return list(_compare(widener, result, predicate, int(compared.group(1)), operands))
    if opcode in ("zext", "sext", "trunc", "sitofp", "uitofp", "fptosi", "fptoui", "ptrtoint"):
        return list(_convert(widener, result, opcode, rest))
    if opcode == "load":
        return list(_load(widener, result, rest))
    if opcode == "store":
        return list(_store(widener, rest))
    if opcode == "call" and (call := _CALL.match(_RANGE.sub("", rest))) is not None:
        base = ".".join(p for p in call.group(2).split(".")[1:] if not re.fullmatch(r"i\d+|b?f\d+", p))
        if base in INTRINSICS and _is_odd_intrinsic(call.group(2)):
            found = list(INTRINSICS[base](widener, result, call.group(2), split_list(call.group(3))))
            return found or [f"{result} = {words} {rest}"]
    text = widen_types(_RANGE.sub("", rest))
    return [f"{result} = {words} {text}" if result else f"{words} {text}"]


def _binary(widener: Widener, result: str, opcode: str, bits: int, rest: str) -> Iterator[str]:
    wide = f"i{container(bits)}"
    first, second = split_list(rest.split(" ", 1)[1])
    if opcode in _SIGNED:
        a = yield from widener.signed(first, bits)
        b = second if opcode == "ashr" else (yield from widener.signed(second, bits))
    else:
        a, b = widener.value(first, bits), widener.value(second, bits)
    if opcode in _CLEAN:
        yield f"{result} = {opcode} {wide} {a}, {b}"
        return
    yield from widener.masked(result, bits, f"{opcode} {wide} {a}, {widener.value(b, bits)}")


def _compare(widener: Widener, result: str, predicate: str, bits: int, operands: str) -> Iterator[str]:
    first, second = split_list(operands.split(" ", 1)[1])
    if predicate.startswith("s"):
        a = yield from widener.signed(first, bits)
        b = yield from widener.signed(second, bits)
    else:
        a, b = widener.value(first, bits), widener.value(second, bits)
    yield f"{result} = icmp {predicate} i{container(bits)} {a}, {b}"


def _convert(widener: Widener, result: str, opcode: str, rest: str) -> Iterator[str]:
    given, to = rest.rsplit(" to ", 1)
    from_type, value = re.match(r"(ptr(?: addrspace\(\d+\))?|\S+) (.*)$", given).groups()  # type: ignore[union-attr]
    from_bits = int(from_type[1:]) if re.fullmatch(r"i\d+", from_type) else 0
    to_bits = int(to[1:]) if re.fullmatch(r"i\d+", to) else 0
    if from_bits and is_odd(from_bits):
        if opcode in ("sext", "sitofp"):
            value = yield from widener.signed(value, from_bits)
        else:
            value = widener.value(value, from_bits)
        from_type = f"i{container(from_bits)}"
    wide = f"i{container(to_bits)}" if to_bits > 1 else to
    step = f"{opcode} {from_type} {value} to {wide}"
    if from_type == wide:
        step = f"or {wide} {value}, 0"
    if to_bits and is_odd(to_bits) and opcode != "zext":
        yield from widener.masked(result, to_bits, step)
    else:
        yield f"{result} = {step}"


def _pieces(count: int) -> Iterator[tuple[int, int]]:
    """(offset, bytes) of the parts of so many bytes that devices can read at once."""
    at = 0
    for size in (8, 4, 2, 1):
        if count - at >= size:
            yield at, size
            at += size


def _place(widener: Widener, pointer: str, offset: int) -> Steps:
    """Gives the pointer, `offset` bytes on, with its type."""
    if not offset:
        return pointer
    type_ = re.match(r"ptr(?: addrspace\(\d+\))?", pointer).group(0)  # type: ignore[union-attr]
    name = widener.name()
    yield f"{name} = getelementptr i8, {pointer}, i64 {offset}"
    return f"{type_} {name}"


def _alignment(words: list[str], offset: int) -> str:
    known = next((int(w.split()[1]) for w in words if w.startswith("align ")), 1)
    return f"align {min(known, offset & -offset) if offset else known}"


def _load(widener: Widener, result: str, rest: str) -> Iterator[str]:
    volatile = "volatile " if rest.startswith("volatile ") else ""
    type_, pointer, *more = split_list(rest.removeprefix("volatile "))
    bits = int(type_[1:]) if re.fullmatch(r"i\d+", type_) else 0
    if not is_odd(bits):
        yield f"{result} = load {widen_types(rest)}"
        return
    wide = f"i{container(bits)}"
    whole = ""
    for offset, size in _pieces((bits + 7) // 8):
        place = yield from _place(widener, pointer, offset)
        part = widener.name()
        yield f"{part} = load {volatile}i{8 * size}, {place}, {_alignment(more, offset)}"
        if f"i{8 * size}" != wide:
            extended = widener.name()
            yield f"{extended} = zext i{8 * size} {part} to {wide}"
            part = extended
        if offset:
            moved, joined = widener.name(), widener.name()
            yield f"{moved} = shl {wide} {part}, {8 * offset}"
            yield f"{joined} = or {wide} {whole}, {moved}"
            part = joined
        whole = part
    yield f"{result} = and {wide} {whole}, {(1 << bits) - 1}"


def _store(widener: Widener, rest: str) -> Iterator[str]:
    volatile = "volatile " if rest.startswith("volatile ") else ""
    given, pointer, *more = split_list(rest.removeprefix("volatile "))
    match = re.match(r"i(\d+) (.*)$", given)
    bits = int(match.group(1)) if match else 0
    if match is None or not is_odd(bits):
        yield f"store {widen_types(rest)}"
        return
    wide, value = f"i{container(bits)}", widener.value(match.group(2), bits)
    for offset, size in _pieces((bits + 7) // 8):
        place = yield from _place(widener, pointer, offset)
        part = value
        if offset:
            moved = widener.name()
            yield f"{moved} = lshr {wide} {part}, {8 * offset}"
            part = moved
        if f"i{8 * size}" != wide:
            narrow = widener.name()
            yield f"{narrow} = trunc {wide} {part} to i{8 * size}"
            part = narrow
        yield f"store {volatile}i{8 * size} {part}, {place}, {_alignment(more, offset)}"
