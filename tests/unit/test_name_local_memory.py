"""Private variables are local memory to ptxas: hcpy/passes/name_local_memory.py."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import name_local_memory


def named(body: str, arguments: str = "ptr %p, float %x") -> str:
    return after(
        name_local_memory.run, f"define void @f({arguments}) {{\n{body}\n  ret void\n}}\n", target="ptx"
    )


def test_known_places_are_reached_by_one_local_address() -> None:
    text = named("""  %v = alloca [4 x float], align 4
  call void @llvm.lifetime.start.p0(ptr %v)
  store float %x, ptr %v, align 4
  %at = getelementptr [4 x float], ptr %v, i64 0, i64 2
  %y = load float, ptr %at, align 4
  store float %y, ptr %p, align 4
  call void @llvm.lifetime.end.p0(ptr %v)""")
    assert text.count("cvta.to.local.u64") == 1
    assert "load float, ptr addrspace(5)" in text and "store float %x, ptr addrspace(5)" in text
    assert "store float %y, ptr %p" in text
    assert "call void @llvm.lifetime" not in text  # the code generator would share the place


@pytest.mark.parametrize(
    "access",
    [
        "store volatile float %x, ptr %v, align 4",
        "store ptr %v, ptr %p, align 8",
        "%at = getelementptr float, ptr %v, i64 %n\n  store float %x, ptr %at, align 4",
        "%w = alloca float, i64 %n, align 4\n  store float %x, ptr %w, align 4",
    ],
)
def test_others_stay(access: str) -> None:
    body = f"  %v = alloca [4 x float], align 4\n  store float %x, ptr %p\n  {access}"
    text = named(body, "ptr %p, float %x, i64 %n")
    assert "cvta" not in text and "addrspace(5)" not in text
