"""hcpy/passes/host/repeats.py: work-items that may be run twice, and vectors that overlap by that."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

# Of a row of 16 the inner 14 read beside themselves, and write to memory.
BODY = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %q = getelementptr [16 x i32], ptr @tile, i64 0, i32 %l
  store i32 %v, ptr %q
  call void @__hcrt_barrier()
  %y = call i32 @__hcrt_local_id(i32 1)
  %l.1 = add i32 %l, -1
  %some = icmp ult i32 %l.1, COUNT
  br i1 %some, label %then, label %end
then:
  %beside = add nsw i32 %l, 1
  %p = getelementptr [16 x i32], ptr @tile, i64 0, i32 %beside
  %r = load i32, ptr FROM
  %s = add i32 %r, %y
  STORE
  br label %end
end:
  ret void
"""
TO_MEMORY = "store i32 %s, ptr %to"


def lowered(count: int = 14, source: str = "%p", store: str = TO_MEMORY) -> str:
    text = BODY.replace("COUNT", str(count)).replace("FROM", source).replace("STORE", store)
    return Made(text).lower()


def starts(text: str) -> list[int]:
    """Where the part's loops of work-items begin."""
    begins = text.index("hc.part:")
    lines = text[begins : text.index("hc.other:", begins)].splitlines()
    return [int(line.split("[ ")[1].split(",")[0]) for line in lines if "%hc.x" in line and "phi i64" in line]


@pytest.mark.parametrize(
    ("count", "begins"), [(14, [1, 7]), (13, [1, 6]), (12, [1, 9]), (8, [1]), (6, [1, 3])]
)
def test_the_last_vector_overlaps(count: int, begins: list[int]) -> None:
    assert starts(lowered(count)) == begins


@pytest.mark.parametrize(
    ("source", "store"),
    [
        ("%to", TO_MEMORY),  # what another one may have stored
        ("%p", "store i32 %s, ptr %q"),  # tile_static memory, which is read soon
        ("%p", "store volatile i32 %s, ptr %to"),
        ("%p", "%old = atomicrmw add ptr %to, i32 %s monotonic"),
    ],
)
def test_nobody_is_run_twice(source: str, store: str) -> None:
    assert starts(lowered(14, source, store)) == [1, 9, 13]
