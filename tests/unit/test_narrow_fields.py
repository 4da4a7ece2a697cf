"""narrow_fields: reads and writes of fields are the same before and after it, run on the host's CPU."""

from __future__ import annotations

import ctypes

import pytest
from pass_support import HOST, after, execution

from hcpy import ir
from hcpy.passes import narrow_fields

# Bits in all, the field's first one, its width.
FIELDS = (
    *((136, 0, 60), (136, 60, 63), (136, 123, 7), (136, 129, 7), (136, 3, 1), (136, 72, 64)),
    *((256, 0, 64), (256, 123, 59), (256, 190, 64), (256, 192, 64), (256, 255, 1), (256, 8, 8)),
)


def chain(type_: str, value: str, *steps: tuple[str, int]) -> tuple[str, str]:
    """Operations by numbers, but for those that do nothing, and the last one's value."""
    text = ""
    for number, (name, by) in enumerate(steps):
        if by:
            text += f"{value}{number} = {name} {type_} {value}, {by}\n"
            value = f"{value}{number}"
    return text, value


def field_functions(number: int, total: int, first: int, width: int) -> str:
    """What clang makes of a field: read, read with its sign, written, cleared, set to a constant."""
    t, mask, above = f"i{total}", (1 << width) - 1, total - first - width
    around = (1 << total) - 1 - (mask << first)
    plain, unsigned = chain(t, "%l", ("lshr", first), ("and", mask if above else 0))
    other, signed = chain(t, "%l", ("shl", above), ("ashr", first + above))
    new, raised = chain(t, "%x", ("and", mask), ("shl", first))
    read, write = f"%l = load {t}, ptr %p, align 1\n", f"store {t} %n, ptr %p, align 1\nret i64 0"
    kept = f"{read}%k = and {t} %l, {around}\n"
    bodies = {
        "unsigned": f"{read}{plain}store i8 77, ptr %p\n%r = trunc {t} {unsigned} to i64\nret i64 %r",
        "signed": f"{read}{other}%r = trunc {t} {signed} to i64\nret i64 %r",
        "written": f"%x = zext i64 %v to {t}\n{new}{kept}%n = or {t} %k, {raised}\n{write}",
        "cleared": kept + write.replace("%n", "%k"),
        "constant": f"{kept}%n = or {t} %k, {(mask & 0x5555555555555555) << first}\n{write}",
    }
    return "".join(f"define i64 @{n}{number}(ptr %p, i64 %v) {{\n{b}\n}}\n" for n, b in bodies.items())


def results(text: str) -> list[tuple[str, int, bytes]]:
    """What each function returns, and what it leaves in memory."""
    made = []
    with execution(text) as engine:
        for number in range(len(FIELDS)):
            for name in ("unsigned", "signed", "written", "cleared", "constant"):
                for seed in (3, 201):
                    memory = ctypes.create_string_buffer(bytes((i * 59 + seed) & 255 for i in range(40)), 40)
                    address = engine.get_function_address(f"{name}{number}")
                    function = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64)(address)
                    given = 0x9E3779B97F4A7C15 * seed & (1 << 64) - 1
                    returned = function(ctypes.addressof(memory) + 1, given)
                    made.append((f"{name}{FIELDS[number]}", returned, memory.raw))
    return made


def test_fields_are_read_and_written_in_their_own_bytes() -> None:
    text = HOST + "".join(field_functions(n, *field) for n, field in enumerate(FIELDS))
    shown = after(narrow_fields.run, text)
    module = ir.Module.parse(shown.encode())
    for function in module.definitions:
        for access in function.instructions_of(ir.Opcode.STORE):
            assert access.operand(0).type.width <= 72
        for access in function.instructions_of(ir.Opcode.LOAD):
            assert access.type.width <= 72 or not any(user.opcode is ir.Opcode.TRUNC for user in access.users)
    assert results(text) == results(shown)


@pytest.mark.parametrize(
    "body",
    [
        "%b = add i136 %l, 1\n%n = and i136 %b, -256",
        "%b = and i136 %l, -1024\nstore i8 0, ptr %p\n%n = or i136 %b, 5",
        "%b = and i136 %l, 255\n%n = mul i136 %b, 3",
    ],
)
def test_what_is_no_field_stays(body: str) -> None:
    text = f"""define void @f(ptr %p) {{
  %l = load i136, ptr %p, align 1
  {body}
  store i136 %n, ptr %p, align 1
  ret void
}}
"""
    assert "store i136" in after(narrow_fields.run, text)


def test_packed_structs_have_bytes_for_such_integers() -> None:
    text = """%S = type <{ i8, i256 }>
%L = type { i8, i256 }
@s = constant %S <{ i8 1, i256 772 }>
define ptr @f(i64 %n) {
  %own = alloca [3 x %S], align 1
  %p = getelementptr %S, ptr %own, i64 %n
  ret ptr %p
}
"""
    shown = after(narrow_fields.run_memory, text)
    assert "i256" not in shown and r'c"\04\03\00' in shown
    loose = text.replace("[3 x %S]", "[3 x %L]")
    shown = after(narrow_fields.run_memory, loose)
    assert "i256" not in shown and "type <{ i8, [3 x i8], [32 x i8] }>" in shown
    used = text.replace("ret ptr", "%x = load i256, ptr %p\n  store i256 %x, ptr %own\n  ret ptr")
    assert "alloca [3 x %S]" in after(narrow_fields.run_memory, used)
