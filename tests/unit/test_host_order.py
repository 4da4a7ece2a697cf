"""hcpy/passes/host/order.py: is the order of accesses kept where the vectoriser could change it?"""

from __future__ import annotations

import pytest
from test_host_passes import Made

from hcpy.ir import Opcode
from hcpy.passes.host.code import read
from hcpy.passes.host.order import order_matters

# An object { ptr a, ptr b }: a is an array of { i32, i32, i32 }, b one of i32.
BEGIN = """entry:
  %id = call i32 @__hcrt_global_id(i32 0)
  %a = load ptr, ptr %object
  %b.at = getelementptr i8, ptr %object, i64 8
  %b = load ptr, ptr %b.at
  %w = sext i32 %id to i64
  %x = getelementptr { i32, i32, i32 }, ptr %a, i64 %w
  %y = getelementptr i8, ptr %x, i64 4
  %z = getelementptr { i32, i32, i32 }, ptr %a, i64 %w, i32 2
  %mine = getelementptr i32, ptr %b, i64 %w
  %next = getelementptr i8, ptr %mine, i64 4
"""
TRIPLE = (
    "%t = mul i64 %w, 3\n  %p = getelementptr i32, ptr %b, i64 %t\n  %q = getelementptr i8, ptr %p, i64 4"
)
CASES = {
    "reads, then a write": (False, "%v = load i32, ptr %x\n %u = load i32, ptr %y\n store i32 %v, ptr %mine"),
    "a write that may be to what is read after it": (
        True, "%v = load i32, ptr %x\n store i32 %v, ptr %mine\n %u = load i32, ptr %y"),
    "a write before both reads": (
        True, "store i32 1, ptr %mine\n %v = load i32, ptr %x\n %u = load i32, ptr %y"),
    "each member read and written in turn": (
        False, "%v = load i32, ptr %x\n store i32 %v, ptr %x\n %u = load i32, ptr %y\n store i32 %u, ptr %y\n"
               "%t = load i32, ptr %z\n store i32 %t, ptr %z"),
    "a member read again after it was written": (
        True, "%v = load i32, ptr %x\n %u = load i32, ptr %y\n store i32 %u, ptr %y\n %t = load i32, ptr %y"),
    "a wider write over the other member": (
        True, "%v = load i32, ptr %x\n store i64 5, ptr %x\n %u = load i32, ptr %y"),
    "one member only": (False, "store i32 1, ptr %mine\n %v = load i32, ptr %x"),
    "neighbours in an array of numbers": (
        False, "%v = load i32, ptr %mine\n store i32 %v, ptr %z\n %u = load i32, ptr %next"),
    "members of an array that is indexed by a multiple": (
        True, f"{TRIPLE}\n %v = load i32, ptr %p\n store i32 %v, ptr %z\n %u = load i32, ptr %q"),
    "places that come from memory": (
        False, "%i = load i32, ptr %mine\n %k = getelementptr i32, ptr %a, i32 %i\n %v = load i32, ptr %k\n"
               "store i32 %v, ptr %mine\n %m = getelementptr i8, ptr %k, i64 4\n %u = load i32, ptr %m"),
    "writes with a read between that may be of the first": (
        True, "store i32 1, ptr %x\n %v = load i32, ptr %mine\n store i32 %v, ptr %y"),
    "memory that is filled in between": (
        True, "%v = load i32, ptr %x\n call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 16, i1 false)\n"
              "%u = load i32, ptr %y"),
    "the write on another way": (
        False, "%c = icmp slt i32 %id, 5\n %v = load i32, ptr %x\n br i1 %c, label %one, label %two\n"
               "one:\n store i32 1, ptr %mine\n ret void\ntwo:\n %u = load i32, ptr %y"),
    "the write on a way to the read": (
        True, "%c = icmp slt i32 %id, 5\n %v = load i32, ptr %x\n br i1 %c, label %one, label %two\n"
              "one:\n store i32 1, ptr %mine\n br label %two\ntwo:\n %u = load i32, ptr %y"),
    "a write that the next round of a loop reads": (
        True, "br label %loop\nloop:\n %k = phi i64 [ 0, %entry ], [ %n, %loop ]\n"
              " %p = getelementptr { i32, i32, i32 }, ptr %a, i64 %w, i32 0\n"
              " %q = getelementptr i32, ptr %p, i64 %k\n"
              " %r = getelementptr i8, ptr %q, i64 -4\n %v = load i32, ptr %r\n %u = load i32, ptr %x\n"
              " store i32 %v, ptr %q\n %n = add i64 %k, 1\n %m = icmp eq i64 %n, 3\n"
              " br i1 %m, label %done, label %loop\ndone:"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_order(name: str) -> None:
    expected, body = CASES[name]
    made = Made(f"{BEGIN}  {body}\n  ret void\n")
    code = read(made.enter().function)
    assert order_matters(code, made.module.layout) is expected


@pytest.mark.parametrize(
    ("expected", "place"),
    [(True, "getelementptr i8, ptr %own, i64 %k"), (False, "getelementptr i8, ptr %own, i64 2")],
)
def test_an_array_that_lies_behind_another_work_items_is_strided(expected: bool, place: str) -> None:
    """A place in it that only memory knows may be the one that was written."""
    text = f"""  %own = alloca [8 x i8]
  %i = load i32, ptr %b.at
  %k = zext i32 %i to i64
  %second = getelementptr i8, ptr %own, i64 1
  store i8 1, ptr %own
  %any = {place}
  %v = load i8, ptr %any
  store i8 %v, ptr %second
"""
    made = Made(f"{BEGIN}{text}  ret void\n")
    code = read(made.enter().function)
    array = next(op for op in code.ops() if op.opcode is Opcode.ALLOCA)
    assert not order_matters(code, made.module.layout)
    assert order_matters(code, made.module.layout, {array: 8}) is expected
