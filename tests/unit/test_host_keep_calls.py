"""keep_calls: which functions a kernel calls instead of having their code."""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.host.keep_calls import keep_calls

LEAF = """define internal i32 @leaf{0}(i32 %x) alwaysinline {{
  %c = icmp eq i32 %x, {0}
  br i1 %c, label %a, label %b
a:
  {1}
  ret i32 1
b:
  ret i32 %x
}}
"""


def step(number: int, below: str, calls: int = 8) -> str:
    lines = [f"define internal i32 @step{number}(i32 %x0) alwaysinline {{"]
    lines += [f"  %x{n + 1} = call i32 @{below}(i32 %x{n})" for n in range(calls)]
    return "\n".join([*lines, f"  ret i32 %x{calls}", "}"]) + "\n"


KERNEL = """define void @kernel(ptr %p) alwaysinline {
  %x = call i32 @step3(i32 1)
  %y = call i32 @leaf9(i32 %x)
  store i32 %y, ptr %p
  ret void
}
"""


def inlined(text: str, most: int) -> set[str]:
    module = ir.Module.parse(text.encode(), "calls")
    keep_calls(module, lambda name: name == "barrier", most)
    module.verify()
    definitions = module.definitions
    assert all(("alwaysinline" in f.attributes) != ("noinline" in f.attributes) for f in definitions)
    return {f.name for f in definitions if "alwaysinline" in f.attributes}


TEXT = (
    LEAF.format(0, "") + LEAF.format(9, "") + step(1, "leaf0") + step(2, "step1") + step(3, "step2") + KERNEL
)


def test_a_kernel_that_is_small_enough_has_all_code() -> None:
    assert inlined(TEXT, 2000) == {"leaf0", "leaf9", "step1", "step2", "step3", "kernel"}


def test_of_a_large_one_what_saves_most_is_called() -> None:
    left = inlined(TEXT, 1000)
    assert {"step3", "leaf9", "kernel"} <= left and len(left) == 5


def test_what_waits_is_inlined_in_any_case() -> None:
    text = "declare void @barrier()\n" + TEXT.replace("a:\n  \n", "a:\n  call void @barrier()\n", 1)
    assert inlined(text, 1000) == {"leaf0", "leaf9", "step1", "step2", "step3", "kernel"}


def test_a_cycle_of_calls_ends() -> None:
    text = TEXT.replace("a:\n  \n", "a:\n  %r = call i32 @step2(i32 %x)\n", 1)
    assert "kernel" in inlined(text, 200)
