"""Functions that call themselves last."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import recursion_to_loops

GCD = """define internal i32 @gcd(i32 %a, i32 %b) {
  %result = alloca i32
  %zero = icmp eq i32 %b, 0
  br i1 %zero, label %last, label %again
last:
  store i32 %a, ptr %result
  br label %end
again:
  %rest = srem i32 %a, %b
  %value = call i32 @gcd(i32 %b, i32 %rest)
  store i32 %value, ptr %result
  br label %end
end:
  %all = load i32, ptr %result
  ret i32 %all
}
"""
TWICE = """define internal i32 @twice(i32 %n) {
  %small = icmp slt i32 %n, 2
  br i1 %small, label %last, label %again
last:
  ret i32 %n
again:
  %m = sub i32 %n, 1
  %one = call i32 @twice(i32 %m)
  %two = call i32 @twice(i32 %one)
  %sum = sub i32 %one, %two
  ret i32 %sum
}
"""
OTHER = """define internal i32 @other(ptr %p) {
  %slot = alloca i32
  store i32 1, ptr %slot
  %v = load i32, ptr %slot
  ret i32 %v
}
"""


def test_a_last_call_is_a_branch() -> None:
    made = after(recursion_to_loops.run, GCD)
    assert "call i32 @gcd" not in made and "phi i32" in made and "srem" in made


def test_other_calls_of_itself_stay() -> None:
    assert after(recursion_to_loops.run, TWICE).count("call i32 @twice") == 2


def test_functions_without_recursion_are_left_alone() -> None:
    assert "%slot = alloca i32" in after(recursion_to_loops.run, OTHER)
