"""Bundle stage's end: the object that holds a bundle and registers it with libhcrt.

Takes: Contents.
Gives: LLVM IR, and the object that LLVM makes of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hcpy.core.lazy import lazy
from hcpy.core.records import REGISTRATION_TYPES
from hcpy.objects.bundle import ALIGNMENT, SECTION, Contents, pack

if TYPE_CHECKING:
    import llvmlite.binding as llvm
else:
    llvm = lazy("llvmlite.binding")

CONSTRUCTOR_PRIORITY = 101  # before the constructors of the user's globals, which may launch kernels


# Not llvm.global_ctors: without a clang before it, LLVM makes the .ctors of long ago of it.
def _constructor(action: str, section: str) -> list[str]:
    place = f'section "{section}.{CONSTRUCTOR_PRIORITY}"'
    return [
        f"define internal void @{action}() {{",
        f"  call void @hcrt_{action}(ptr @registration)",
        "  ret void",
        "}",
        f"@{action}_at = internal constant ptr @{action}, {place}, align 8",
    ]


def registration_ir(
    contents: Contents,
    triple: str,
    addresses: Mapping[str, str] | None = None,
    notes: tuple[str, bytes] | None = None,
    defines: str = "",
) -> str:
    """LLVM IR of the bundle object: the bytes, the address tables, constructor and destructor.

    addresses: the symbol of a global in the host part, where it differs from the global's name.
    defines: a symbol by which the host part asks for this object.
    notes: a further section and its bytes.
    """
    data = pack(contents)
    place = f'section "{SECTION}", align {ALIGNMENT}'
    addresses = addresses or {}
    entries, variables = contents.host_entries, [addresses.get(g.symbol, g.symbol) for g in contents.globals]
    values = ("@bundle", len(data), "@host_entries", len(entries), "@global_addresses", len(variables))
    fields = ", ".join(f"{type_} {value}" for type_, value in zip(REGISTRATION_TYPES, values, strict=True))
    lines = [
        f'target triple = "{triple}"',
        f'@bundle = internal constant [{len(data)} x i8] c"{ir_bytes(data)}", {place}',
        *(f"declare void {_ir_name(s)}(ptr, ptr, i64, i64, ptr, ptr)" for s in sorted(set(entries))),
        *(f"{_ir_name(s)} = external global i8" for s in sorted(set(variables))),
        _ir_table("host_entries", entries),
        _ir_table("global_addresses", variables),
        f"@registration = internal constant {{ {', '.join(REGISTRATION_TYPES)} }} {{ {fields} }}",
        "declare void @hcrt_register(ptr)",
        "declare void @hcrt_unregister(ptr)",
    ]
    lines += [*_constructor("register", ".init_array"), *_constructor("unregister", ".fini_array")]
    if defines:
        lines.append(f"{_ir_name(defines)} = hidden constant i8 0")
    used = ["@register_at", "@unregister_at"]
    if notes is not None:
        section, text = notes
        bytes_ = f'[{len(text)} x i8] c"{ir_bytes(text)}"'
        lines.append(f'@notes = internal constant {bytes_}, section "{section}", align 1')
        used.append("@notes")
    listed = f"[{len(used)} x ptr] [{', '.join(f'ptr {name}' for name in used)}]"
    lines.append(f'@llvm.used = appending global {listed}, section "llvm.metadata"')
    return "\n".join(lines) + "\n"


def _ir_table(name: str, symbols: Sequence[str]) -> str:
    values = ", ".join(f"ptr {_ir_name(s)}" for s in symbols)
    return f"@{name} = internal constant [{len(symbols)} x ptr] [{values}]"


def _ir_name(symbol: str) -> str:
    return f'@"{ir_bytes(symbol.encode())}"'


def ir_bytes(data: bytes) -> str:
    """Bytes as they are written in a c"..." of LLVM IR."""
    return "".join(map(_IR_BYTE.__getitem__, data))


_IR_BYTE = [chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in range(256)]


def emit_object(ir: str, triple: str) -> bytes:
    """Compile registration_ir's text; loads LLVM, so the pipeline calls it in its worker."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(opt=0, reloc="pic", codemodel="small")
    module = llvm.parse_assembly(ir)
    return bytes(machine.emit_object(module))
