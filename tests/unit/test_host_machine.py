"""What the host target asks of LLVM's optimiser."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.host.lowering import limit_checks, machine
from hcpy.passes.host.simd.wishes import Wishes


@pytest.mark.parametrize("wishes", [Wishes.of(("-fno-hcc-rewrite=memory-checks",)), Wishes()])
def test_loops_that_would_compare_many_arrays_stay_as_they_are(wishes: Wishes) -> None:
    """Each pair is compared before the loop: with many, that is most of a kernel's code."""
    limit_checks(wishes)
    checked = []
    for count in (3, 12):
        arrays = ", ".join(f"ptr %a{n}" for n in range(count))
        stores = "\n".join(
            f"  %p{n} = getelementptr float, ptr %a{n}, i64 %i\n  store float %x, ptr %p{n}"
            for n in range(count)
        )
        source = f"""define void @f(float %x, i64 %n, {arrays}) {{
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
{stores}
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}}
"""
        with ir.Module.parse(source.encode()) as module:
            ir.run_passes(
                module, "default<O2>", machine("x86-64-v3"), ir.Tuning(vectorise=True, unroll=False)
            )
            checked.append("vector.memcheck" in str(module))
    assert checked == [True, bool(wishes.without)]
