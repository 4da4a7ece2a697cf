"""What kernels of OpenCL get to know of their launch, in a separate argument."""

from __future__ import annotations

import pytest
from pass_support import lowering_of

from hcpy.passes import place_launch_data

_MODULE = """@small = addrspace(1) global i8 1, align 1
@large = addrspace(1) global [3 x i32] zeroinitializer, align 64
declare spir_func i64 @_Z12get_group_idj(i32)
define internal spir_func i32 @inner() {
  %x = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @large, i64 4)
  ret i32 %x
}
define spir_kernel void @kernel(ptr byval(i32) %object, ptr %to) {
  VALUE
  ret void
}
"""


def _placed(value: str) -> tuple[str, dict[str, int], int]:
    """The module, the offsets of its variables and how many arguments the kernel has."""
    lowering = lowering_of(_MODULE.replace("VALUE", value), ("kernel",))
    lowering.exported = ("small", "large")
    place_launch_data.run(lowering)
    lowering.module.verify()
    return str(lowering.module), dict(lowering.placed), len(lowering.kernels[0].arguments)


@pytest.mark.parametrize(
    "value",
    [
        "%x = call spir_func i32 @inner()\\n  store i32 %x, ptr %to",
        "%x = call spir_func i64 @_Z12get_group_idj(i32 0)\\n  store i64 %x, ptr %to",
    ],
    ids=["variable_of_a_callee", "group_id"],
)
def test_kernels_that_need_it_get_a_last_argument(value: str) -> None:
    shown, offsets, arguments = _placed(value.replace("\\n", "\n"))
    assert arguments == 3 and "%hcrt.launch" in shown
    assert offsets == {"small": 0, "large": 64}
    assert "@small" not in shown and "@large" not in shown


def test_other_kernels_stay_as_they_are() -> None:
    _, _, arguments = _placed("store i32 1, ptr %to")
    assert arguments == 2
