"""Reading textual IR: functions, globals, calls, nested lists and debug locations."""

from __future__ import annotations

import pytest

from hcpy.model import Location
from hcpy.passes import irtext
from hcpy.passes.demangle import demangle, kernel_name
from hcpy.passes.irtext import Module, parse_call

TEXT = """target triple = "x"

%"struct.a(b" = type { i32, [2 x float] }
%struct.c = type <{ %"struct.a(b", i8 }>

$_Z1fv = comdat any

@table = internal addrspace(1) constant [2 x i32] [i32 1, i32 2], section "hcpy.tile_static", align 4
@outside = external dso_local global i32, align 4
@"odd, name" = linkonce_odr hidden global ptr @table, comdat, align 8

; Function Attrs: nounwind
define ptx_kernel void @_ZTSkernel(ptr byval(%"struct.a(b") align 8 %w, i32 range(i32 0, 5) %n) #0 !dbg !4 {
entry:
  %r = call noundef { i32, i1 } @_Z1fv(ptr %w), !dbg !8
  tail call void %r(i32 1), !dbg !8
  call void asm sideeffect "nop;", "~{memory}"()
  switch i32 %n, label %other [
    i32 1, label %other
  ]

other:                                            ; preds = %entry
  ret void
}

define linkonce_odr noundef { i32, i1 } @_Z1fv(ptr addrspace(4) %p, ...) #1 comdat personality ptr @__gxx {
  %x = load i32, ptr addrspace(1) @outside, align 4
  ret { i32, i1 } undef, !dbg !10
}

declare ptr addrspace(4) @__gxx(...)

attributes #0 = { nounwind }
attributes #1 = { alwaysinline }

!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(file: !1)
!1 = !DIFile(filename: "user.cpp", directory: "")
!2 = !DIFile(filename: "head \\22er.hpp", directory: "")
!4 = distinct !DISubprogram(name: "kernel", linkageName: "_ZTSkernel", scope: !1, file: !1, line: 3, unit: !0)
!5 = distinct !DISubprogram(name: "inlined", scope: !2, file: !2, line: 7, unit: !0)
!6 = !DILexicalBlockFile(scope: !4, file: !2, discriminator: 0)
!7 = distinct !DILocation(line: 4, column: 9, scope: !6)
!8 = !DILocation(line: 8, column: 2, scope: !9, inlinedAt: !7)
!9 = distinct !DILexicalBlock(scope: !5, file: !2, line: 7)
!10 = !DILocation(line: 0, scope: !5)
!11 = distinct !{!11, !7, !12}
!12 = !{!"llvm.loop.unroll.disable"}
"""


@pytest.fixture
def module() -> Module:
    return Module.parse(TEXT)


def test_the_text_comes_back_unchanged(module: Module) -> None:
    assert module.text() == TEXT


def test_functions(module: Module) -> None:
    kernel, f, declared = module.functions["_ZTSkernel"], module.functions["_Z1fv"], module.functions["__gxx"]
    assert (kernel.linkage, kernel.calling_convention, kernel.return_type) == (
        "external",
        "ptx_kernel",
        "void",
    )
    assert kernel.parameters == ['ptr byval(%"struct.a(b") align 8 %w', "i32 range(i32 0, 5) %n"]
    assert [label for label, _ in kernel.blocks()] == ["entry", "other"]
    assert (f.linkage, f.return_type, f.is_variadic) == ("linkonce_odr", "{ i32, i1 }", True)
    assert module.attributes(f.attribute_group) == "{ alwaysinline }"
    assert declared.is_declaration and declared.return_type == "ptr addrspace(4)"
    assert set(f.references()) == {"outside"}


def test_calls(module: Module) -> None:
    direct, indirect, assembler = module.functions["_ZTSkernel"].calls()
    assert (direct.callee, direct.dbg, direct.arguments()) == ("_Z1fv", 8, ["ptr %w"])
    assert indirect.is_indirect and indirect.callee is None
    assert assembler.asm == "nop;" and not assembler.is_indirect


@pytest.mark.parametrize(
    "line, callee",
    [
        ("  invoke void @f(i32 1)", "f"),
        ("  %1 = musttail call fast ptr addrspace(1) @g(ptr byval(%struct.x) %p) #3", "g"),
        ('  call void (ptr, ...) @"a b"(ptr @fmt)', "a b"),
        ("  %call = add i32 %x, 1", None),
    ],
)
def test_callees(line: str, callee: str | None) -> None:
    call = parse_call(line)
    assert (call.callee if call else None) == callee


def test_globals(module: Module) -> None:
    table, outside, odd = module.globals["table"], module.globals["outside"], module.globals["odd, name"]
    assert (table.address_space, table.type, table.initializer) == (1, "[2 x i32]", "[i32 1, i32 2]")
    assert (table.section, table.align, table.is_constant) == ("hcpy.tile_static", 4, True)
    assert outside.is_declaration and not odd.is_declaration
    table.address_space, table.section, table.initializer, table.is_constant = 3, "", "undef", False
    assert table.text() == "@table = internal addrspace(3) global [2 x i32] undef, align 4"
    odd.linkage = "internal"
    assert odd.text() == '@"odd, name" = internal global ptr @table, align 8'
    outside.initializer = "zeroinitializer"
    outside.linkage = "external"
    assert outside.text() == "@outside = dso_local global i32 zeroinitializer, align 4"


def test_linkage_of_functions(module: Module) -> None:
    f = module.functions["_Z1fv"]
    f.set_linkage("internal")
    assert f.header.startswith("define internal noundef { i32, i1 } @_Z1fv(") and "comdat" not in f.header
    kernel = module.functions["_ZTSkernel"]
    kernel.parameters = [*kernel.parameters, "ptr %more"]
    assert kernel.header.endswith("%n, ptr %more) #0 !dbg !4 {")


def test_locations_follow_inlining(module: Module) -> None:
    frames = module.metadata.frames(8)
    assert [(f.location, f.function) for f in frames] == [
        (Location('head "er.hpp', 8, 2), "inlined"),
        (Location('head "er.hpp', 4, 9), "_ZTSkernel"),
    ]
    assert module.metadata.location(10) is None and module.metadata.location(None) is None
    assert module.metadata.subprogram_location(4) == Location("user.cpp", 3)


def test_lists_and_types() -> None:
    assert irtext.split_list('i32 1, { i8, i8 } x, c"a,\\22b", <2 x i32> y') == [
        "i32 1", "{ i8, i8 } x", 'c"a,\\22b"', "<2 x i32> y",
    ]  # fmt: skip
    assert irtext.split_type("ptr addrspace(3) @x, align 4") == ("ptr addrspace(3)", "@x, align 4")
    assert irtext.split_type('%"a b" undef') == ('%"a b"', "undef")
    assert irtext.unquote(irtext.quote('x "ü" y')) == 'x "ü" y'
    with pytest.raises(ValueError):
        irtext.find_close("(((", 0)


@pytest.mark.parametrize(
    "symbol, readable, short",
    [
        ("_ZZ5saxpyjfPKfPfENKUliE_clEi", None, "saxpy::lambda"),
        ("_ZNK2ns7FunctorIiEclEi", "ns::Functor<int>::operator()(int) const", "ns::Functor<int>"),
        ("_Z3fooi", "foo(int)", "foo"),
        ("plain_c", "plain_c", "plain_c"),
    ],
)
def test_demangling(symbol: str, readable: str | None, short: str) -> None:
    if readable is not None:
        assert demangle(symbol) == readable
    assert kernel_name(symbol) == short


def test_a_file_outside_of_the_working_folder_keeps_its_whole_path() -> None:
    """clang names a file by what it does not share with the working folder; the rest is its directory."""
    text = """define void @f() !dbg !4 {
  ret void
}
define void @g() !dbg !5 {
  ret void
}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "x")
!1 = !DIFile(filename: "a.cpp", directory: "/tmp/user")
!2 = !DIFile(filename: "lib/b.hpp", directory: "/tmp")
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, unit: !0)
!5 = distinct !DISubprogram(name: "g", scope: !2, file: !2, line: 7, unit: !0)
"""
    module = Module.parse(text)
    places = [module.metadata.subprogram_location(f.dbg) for f in module.functions.values()]
    assert [str(place) for place in places] == ["a.cpp:3", "/tmp/lib/b.hpp:7"]
