"""hcpy/passes/host/scatters.py: which work-items are run one by one as they store to places apart."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy.passes.host.code import read
from hcpy.passes.host.scatters import mostly_scatters

BODY = f"""entry: {BEGIN}
  %far = mul nsw i32 %l, %n
  %apart = sext i32 %far to i64
  %beyond = add i32 %l, %n
  %wrapped = zext i32 %beyond to i64
  %g = call i32 @__hcrt_group_size(i32 0)
  %row = mul nsw i32 %g, %n
  %first = sext i32 %row to i64
  %in_row = add nsw i64 %first, %wrapped
  %v = load i32, ptr %mine
  %w0 = add i32 %v, 1
  MORE
  %p = getelementptr i32, ptr %out, i64 AT
  store i32 STORED, ptr %p
  br label %end
end:
  ret void
"""
WORK = "\n  ".join(f"%w{n} = xor i32 %w{n - 1}, {n}" for n in range(1, 4))


@pytest.mark.parametrize(
    ("at", "stored", "answer"),
    [
        ("%apart", "%w0", True),
        ("%apart", "%w2", True),
        ("%apart", "%w3", False),  # vector code is worth it
        ("%w", "%w0", False),  # side by side
        ("%wrapped", "%w0", False),  # so, too, where it does not wrap
        ("%in_row", "%w0", False),
        ("7", "%w0", False),  # one place
    ],
)
def test_places_apart(at: str, stored: str, answer: bool) -> None:
    made = Made(BODY.replace("AT", at).replace("STORED", stored).replace("MORE", WORK))
    kernel = made.enter()
    assert mostly_scatters(made.module, read(kernel.function)) == answer


def test_branches_stay_vector_code() -> None:
    """One by one, what data says is foreseen wrong."""
    text = BODY.replace("AT", "%apart").replace("STORED", "%w0").replace("MORE", WORK)
    ways = "%c = icmp slt i32 %v, 9\n  br i1 %c, label %end, label %more\nmore:\n  br label %end"
    made = Made(text.replace("br label %end", ways, 1))
    assert not mostly_scatters(made.module, read(made.enter().function))
