"""What -hc-check adds to a kernel: the place of each call, and each access that may be to tile memory."""

from __future__ import annotations

import re

import pytest

from hcpy import ir
from hcpy.passes.host.checks import instrument

TEXT = """
%struct.P = type {{ float, double }}
@tile = internal thread_local global [8 x %struct.P] zeroinitializer
define void @kernel(ptr %p, ptr %q) !dbg !3 {{
  %own = alloca i32, align 4
  {line}, !dbg !4
  ret void
}}
declare void @__hcrt_barrier()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!llvm.dbg.cu = !{{!0}}
!llvm.module.flags = !{{!2}}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1)
!1 = !DIFile(filename: "{file}", directory: "/work")
!2 = !{{i32 2, !"Debug Info Version", i32 3}}
!3 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 3, unit: !0)
!4 = !DILocation(line: 7, column: 9, scope: !3)
"""


def added(line: str, file: str = "user.cpp") -> tuple[list[str], str]:
    """What is before the instruction, its metadata left out, and the whole text."""
    module = ir.Module.parse(TEXT.format(line=line, file=file).encode())
    instrument(module, ("/headers",))
    module.verify()
    kernel = module.function("kernel")
    assert kernel is not None
    body = [re.sub(r", !.*", "", str(i).strip()) for i in kernel.instructions()]
    return body[1:-2], str(module)


def access(pointer: str, size: str, kind: int) -> str:
    return f"call void @__hcrt_check_access(ptr {pointer}, i64 {size}, i32 {kind}, ptr @hcpy.place.0)"


def within(pointer: str, size: str) -> str:
    return f"call void @__hcrt_check_within(ptr @tile, ptr {pointer}, i64 {size}, ptr @hcpy.place.0)"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("%v = load i32, ptr %p, align 4", [access("%p", "4", 0)]),
        ("%v = load volatile double, ptr @tile, align 8", [within("@tile", "8"), access("@tile", "8", 0)]),
        ("%v = load atomic i64, ptr %p monotonic, align 8", [access("%p", "8", 2)]),
        ("store ptr %q, ptr %p, align 8", [access("%p", "8", 1)]),
        ("store i16 1, ptr getelementptr inbounds (i8, ptr @tile, i64 4), align 2",
         [access("getelementptr inbounds (i8, ptr @tile, i64 4)", "2", 1)]),
        ("%v = load %struct.P, ptr %p, align 8", [access("%p", "16", 0)]),
        ("%v = atomicrmw volatile add ptr %p, i32 1 monotonic, align 4", [access("%p", "4", 2)]),
        ("%v = cmpxchg weak ptr %p, i64 0, i64 1 seq_cst seq_cst, align 8", [access("%p", "8", 2)]),
        ("call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 24, i1 false)",
         [access("%p", "24", 1), access("%q", "24", 0)]),
        ("store i32 1, ptr %own, align 4", []),
        ("%v = load i32, ptr %own, align 4", []),
        ("call void @__hcrt_barrier()", ["store ptr @hcpy.place.0, ptr @__hcrt_check_place, align 8"]),
    ],
)  # fmt: skip
def test_announcements(line: str, expected: list[str]) -> None:
    assert added(line)[0] == expected


def test_place_is_the_users() -> None:
    _, text = added("call void @__hcrt_barrier()")
    name = re.search(r"@hcpy\.place\.0 = private constant .* \{ ptr @([\w.]+), i32 7, i32 9 \}", text)
    assert name is not None
    assert f'@{name[1]} = private constant [9 x i8] c"user.cpp\\00"' in text


def test_headers_have_no_place() -> None:
    assert added("call void @__hcrt_barrier()", "/headers/barrier.hpp")[0] == []
    (call,) = added("store i32 1, ptr %p, align 4", "/usr/include/c++/12/new")[0]
    assert call.endswith(", ptr null)")
