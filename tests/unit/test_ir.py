"""hcpy.ir: reading, changing and writing modules through LLVM's C API."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.ir import metadata
from hcpy.ir.scan import scan

SAMPLE = b"""
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%struct.S = type { i32, double, [3 x i8] }
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@text = private constant [3 x i8] c"ab\\00"
@"odd name" = external global %struct.S, section "here"
declare float @llvm.sqrt.f32(float)
define i32 @pick(i32 %n, ptr nonnull align 8 dereferenceable(24) %s) #0 {
entry:
  %small = icmp slt i32 %n, 4
  br i1 %small, label %inside, label %done
inside:
  %at = getelementptr inbounds [4 x i32], ptr @table, i64 0, i32 %n
  %value = load i32, ptr %at, align 4
  %more = add nsw i32 %value, 1
  %old = atomicrmw add ptr getelementptr inbounds (i8, ptr @"odd name", i64 8), i32 %more monotonic
  br label %done
done:
  %result = phi i32 [ 0, %entry ], [ %more, %inside ]
  ret i32 %result
}
attributes #0 = { nounwind "stack-protector-buffer-size"="8" }
"""


@pytest.fixture
def module() -> ir.Module:
    return ir.Module.parse(SAMPLE)


def pick(module: ir.Module) -> ir.Function:
    function = module.function("pick")
    assert function is not None
    return function


@pytest.mark.parametrize(
    ("constant", "made"),
    [
        ("i32 258", "02010000"),
        ('[3 x i8] c"ab\\00"', "616200"),
        (
            "{ i8, float, [2 x i16] } { i8 1, float 1.5, [2 x i16] [i16 -1, i16 2] }",
            "010000000000c03fffff0200",
        ),
        ("<2 x double> <double 0.5, double undef>", "000000000000e03f" + "0" * 16),
        ("[2 x i64] zeroinitializer", "0" * 32),
        ("i128 1", None),
        ("ptr @there", None),
        ("{ i32, ptr } { i32 1, ptr @there }", None),
    ],
)
def test_constants_have_bytes(constant: str, made: str | None) -> None:
    text = f"@there = global i32 1\n@it = global {constant}\n"
    module = ir.Module.parse(text.encode())
    variable = module.variable("it")
    assert variable is not None and variable.initializer is not None
    found = ir.content(module.layout, variable.initializer)
    assert (found.hex() if found is not None else None) == made


def test_an_access_to_address_0_has_an_alignment() -> None:
    """LLVM gives it 2^32, of which its C API tells the lower 32 bits."""
    text = b"define void @f() {\n store i32 1, ptr null, align 4294967296\n ret void\n}\n"
    module = ir.Module.parse(text)
    function = module.function("f")
    assert function is not None
    (store,) = function.instructions_of(ir.Opcode.STORE)
    assert store.align == 1 << 31
    store.align = store.align
    module.verify()


def test_a_module_says_what_it_has(module: ir.Module) -> None:
    assert [f.name for f in module.functions] == ["llvm.sqrt.f32", "pick"]
    assert [f.name for f in module.definitions] == ["pick"]
    assert [v.name for v in module.variables] == ["table", "text", "odd name"]
    table, text, odd = module.variables
    assert (table.linkage, table.is_readonly, table.align) == (ir.Linkage.INTERNAL, True, 16)
    assert [e.value for e in table.initializer.elements()] == [1, 2, 3, 4]
    assert text.initializer.text == b"ab\0"
    assert (odd.section, odd.is_declaration, str(odd.value_type)[:9]) == ("here", True, "%struct.S")
    assert module.function("llvm.sqrt.f32").is_intrinsic
    assert module.layout.size(odd.value_type) == 24
    assert module.layout.offset(odd.value_type, 2) == 16


def test_instructions_say_what_they_are(module: ir.Module) -> None:
    by_name = {i.name: i for i in pick(module).instructions()}
    assert by_name["small"].predicate is ir.IntPredicate.SLT
    assert by_name["small"].operand(1).value == 4
    assert by_name["at"].no_wrap & ir.NoWrap.INBOUNDS
    assert by_name["at"].pointer.name == "table"
    assert by_name["more"].nsw and not by_name["more"].nuw
    assert by_name["old"].atomic_operation is ir.AtomicOperation.ADD
    assert by_name["old"].ordering is ir.Ordering.MONOTONIC
    place = by_name["old"].pointer
    assert isinstance(place, ir.Expression) and place.opcode is ir.Opcode.GEP
    assert [(v.name or v.value, b.name) for v, b in by_name["result"].incoming] == [
        (0, "entry"),
        ("more", "inside"),
    ]


def test_blocks_know_their_neighbours(module: ir.Module) -> None:
    entry, inside, done = pick(module).blocks
    assert entry.successors == [inside, done]
    assert set(done.predecessors) == {entry, inside}
    assert entry.terminator.is_conditional
    assert [phi.name for phi in done.phis] == ["result"]


def test_attributes_are_read_and_changed(module: ir.Module) -> None:
    function = pick(module)
    given = function.parameter_attributes(1)
    assert (given.value("align"), given.value("dereferenceable"), "nonnull" in given) == (8, 24, True)
    function.attributes.remove("nounwind")
    function.attributes.remove_text("stack-protector-buffer-size")
    function.attributes.add("alwaysinline")
    assert "nounwind" not in function.attributes and "alwaysinline" in function.attributes
    assert "stack-protector" not in str(module)


def test_uses_are_found_and_replaced(module: ir.Module) -> None:
    function = pick(module)
    more = next(i for i in function.instructions() if i.name == "more")
    assert {user.opcode for user in more.users} == {ir.Opcode.PHI, ir.Opcode.ATOMIC_RMW}
    with ir.Builder.before(more) as build:
        new = build.mul(more.operand(0), module.types.i32.const(3), "tripled")
    more.replace(new)
    module.verify()
    assert "mul i32 %value, 3" in str(module)


def test_a_function_is_built(module: ir.Module) -> None:
    types = module.types
    made = module.define("twice", types.function(types.float, [types.float]))
    entry = made.append_block("entry")
    with ir.Builder.at_end(entry) as build:
        root = build.call(module.function("llvm.sqrt.f32"), [made.arguments[0]], "root")
        build.ret(build.binary(ir.Opcode.FADD, root, root))
    module.verify()
    assert made.is_local and [c.callee_name for c in made.calls()] == ["llvm.sqrt.f32"]


def test_a_broken_module_is_refused_with_llvms_words(module: ir.Module) -> None:
    terminator = pick(module).entry.terminator
    terminator.erase()
    with pytest.raises(ir.IrError, match="does not have terminator"):
        module.verify()
    with pytest.raises(ir.IrError, match="expected"):
        ir.Module.parse(b"define i32 @f( {")


def test_bitcode_keeps_the_module(module: ir.Module) -> None:
    again = ir.Module.parse(module.bitcode())
    assert str(again).split("\n", 1)[1] == str(module).split("\n", 1)[1]


def test_a_lazily_read_library_gives_only_what_is_needed(module: ir.Module) -> None:
    library = ir.Module.parse(
        b"define i32 @wanted() { %r = call i32 @helper()\n ret i32 %r }\n"
        b"define i32 @helper() { ret i32 1 }\ndefine i32 @other() { ret i32 2 }"
    ).bitcode()
    types = module.types
    module.declare("wanted", types.function(types.i32, []))
    with ir.Builder.before(pick(module).entry.terminator) as build:
        build.call(module.function("wanted"), [])
    source = ir.Module.parse_lazily(library, context=module.owner)
    for function in source.functions:
        if function.name != "wanted":
            function.linkage = ir.Linkage.INTERNAL
    module.link(source)
    module.verify()
    assert {"wanted", "helper"} <= {f.name for f in module.definitions}
    assert module.function("other") is None


def test_debug_locations_give_the_inlining_chain() -> None:
    text = b"""
define void @outer() !dbg !4 {
  %a = alloca i32, align 4, !dbg !7
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/w")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "h.hpp", directory: "/elsewhere")
!4 = distinct !DISubprogram(name: "outer", linkageName: "_Z5outerv", scope: !1, file: !1, line: 3, unit: !0)
!5 = distinct !DISubprogram(name: "inner", scope: !3, file: !3, line: 9, unit: !0)
!6 = distinct !DILexicalBlock(scope: !5, file: !3, line: 10)
!7 = !DILocation(line: 11, column: 5, scope: !6, inlinedAt: !8)
!8 = !DILocation(line: 4, column: 2, scope: !4)
"""
    function = ir.Module.parse(text).function("outer")
    first = next(iter(function.instructions()))
    shown = [(f.location.file, f.location.line, f.location.column, f.function) for f in first.frames]
    assert shown == [("/elsewhere/h.hpp", 11, 5, "inner"), ("a.cpp", 4, 2, "_Z5outerv")]
    assert (function.location.file, function.location.line) == ("a.cpp", 3)


def test_a_file_in_the_working_folder_keeps_its_short_name() -> None:
    """clang names a file by what it does not share with the working folder; the rest is its directory."""
    text = b"""
define void @f() !dbg !4 {
  ret void
}
define void @g() !dbg !5 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "x")
!1 = !DIFile(filename: "a.cpp", directory: "/tmp/user")
!2 = !DIFile(filename: "lib/b.hpp", directory: "/tmp")
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, unit: !0)
!5 = distinct !DISubprogram(name: "g", scope: !2, file: !2, line: 7, unit: !0)
!6 = !{i32 2, !"Debug Info Version", i32 3}
"""
    places = [function.location for function in ir.Module.parse(text).functions]
    assert [str(place) for place in places] == ["a.cpp:3", "/tmp/lib/b.hpp:7"]


def test_symbols_may_have_any_name() -> None:
    module = ir.Module.parse(b'@"x \\22\\C3\\BC\\22 y" = global i32 1')
    assert [v.name for v in module.variables] == ['x "ü" y']
    assert module.variable('x "ü" y') is not None


def test_a_functions_rows_are_read_at_once(module: ir.Module) -> None:
    function = pick(module)
    rows = scan(function)
    assert [block.name for block, _ in rows] == ["entry", "inside", "done"]
    small, branch = rows[0][1]
    assert small.opcode is ir.Opcode.ICMP and small.operands[0] == function.argument_handles[0]
    assert branch.operands == [small.instruction.handle]  # without its targets
    assert branch.blocks == [block.handle for block, _ in rows[1:]]
    phi = rows[2][1][0]
    assert phi.blocks == [rows[0][0].handle, rows[1][0].handle] and len(phi.operands) == 2


def test_blocks_move_to_another_function(module: ir.Module) -> None:
    old = pick(module)
    made = module.define("moved", old.value_type)
    made.name_arguments(["n", "s"])
    made.take_blocks(old)
    for argument, new in zip(old.arguments, made.arguments, strict=True):
        argument.replace_uses(new)
    old.erase()
    module.verify()
    assert [block.name for block in made.blocks] == ["entry", "inside", "done"]
    assert made.is_argument_used(0) and not made.is_argument_used(1)
    made.blocks[1].move_to_end()
    assert [block.name for block in made.blocks] == ["entry", "done", "inside"]


def test_flags_of_made_arithmetic(module: ir.Module) -> None:
    function = pick(module)
    more = next(i for i in function.instructions() if i.name == "more")
    i32 = module.types.i32
    with ir.Builder.before(more) as build:
        made = build.mul(more.operand(0), more, nuw=True, nsw=True)
        assert made.nuw and made.nsw
        assert build.add(i32.const(1), i32.const(2), nsw=True) == i32.const(3)  # folded
        narrow = build.trunc(made, module.types.i8, nuw=True)
        assert narrow.nuw and not narrow.nsw
        wide = build.cast(ir.Opcode.ZEXT, narrow, i32)
        wide.nneg = True
        assert wide.nneg


def test_loops_and_access_groups(module: ir.Module) -> None:
    function = pick(module)
    context = module.context
    load = next(i for i in function.instructions() if i.opcode is ir.Opcode.LOAD)
    kind = metadata.kind_number(context, "llvm.access.group")
    group = module.access_group()
    assert group != module.access_group()
    load.attach(kind, group)
    load.attach(metadata.kind_number(context, "alias.scope"), metadata.scope_list(context))
    assert load.has_metadata(kind)
    parts = [metadata.hint(context, "llvm.loop.parallel_accesses", group), metadata.hint(context, "unroll")]
    first, second = (metadata.loop_node(context, parts) for _ in range(2))
    assert first != second and first.operands[0] == first
    function.entry.terminator.attach(metadata.kind_number(context, "llvm.loop"), first)
    module.verify()
