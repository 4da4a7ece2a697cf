"""tile_static variables of host kernels: constants over their addresses, and what may not keep one."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, TILES, Made

from hcpy import ir
from hcpy.passes.host.errors import NotPossible


@pytest.mark.parametrize(
    "use",
    [
        "%o = atomicrmw add ptr getelementptr (i8, ptr @tile, i64 12), i32 1 monotonic",
        "%o = load i32, ptr inttoptr (i64 add (i64 ptrtoint (ptr @tile to i64), i64 4) to ptr)",
        "store { ptr, i32 } { ptr @other, i32 1 }, ptr %to",
        "store [2 x ptr] [ptr null, ptr getelementptr (i8, ptr @tile, i64 4)], ptr %to",
        "store <2 x ptr> <ptr @tile, ptr @other>, ptr %to",
        "%p = select i1 true, ptr @tile, ptr getelementptr (i8, ptr @other, i64 4)\n store i32 1, ptr %p",
        "%c = icmp eq ptr @tile, %to\n store i1 %c, ptr %to",
        "call void @anything(ptr getelementptr (i8, ptr @other, i64 8))",
        "br label %on\non: %p = phi ptr [ getelementptr (i8, ptr @tile, i64 4), %entry ]\n"
        " store i32 1, ptr %p",
        "%t = getelementptr { i32, [2 x ptr] }, ptr @table, i64 0, i32 1, i32 %l\n %p = load ptr, ptr %t\n"
        " store i32 1, ptr %p",
    ],
)
def test_constants_over_tile_static_variables_are_computed(use: str) -> None:
    made = Made(f"entry: {BEGIN} {use}\n ret void\n")
    kernel = made.enter()
    assert kernel.tile_static_bytes in (12, 256, 268)
    for name in (*TILES, "table"):
        symbol = made.module.variable(name)
        users = [u for u in symbol.users if isinstance(u, ir.Instruction)]
        assert all(u.callee_name.startswith("llvm.memcpy") for u in users)  # of the table


def test_a_variable_that_keeps_an_address_of_group_memory_is_refused() -> None:
    made = Made("%p = load ptr, ptr @table\n store i32 1, ptr %p\n ret void\n")
    made.module.variable("table").is_readonly = False
    with pytest.raises(NotPossible, match="tile_static"):
        made.enter()
