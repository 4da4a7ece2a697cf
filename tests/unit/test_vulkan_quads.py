"""Which kernels of Vulkan have group memory in fours of words, and what they read and write at once."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.vulkan import quads

HEAD = """target datalayout = "e-i64:64-G1"
%body = type { float, float, float, float }
@tile = internal addrspace(3) global [64 x %body] poison
@other = internal addrspace(3) global [64 x i8] poison
declare void @wait()
declare float @root(float) memory(none)
define void @f(ptr addrspace(1) %out, i64 %i, i32 %n, ptr addrspace(3) %dynamic) {
entry:
  %s = shl i64 %i, 32
  %b = ashr exact i64 %s, 28
  %x = getelementptr [64 x %body], ptr addrspace(3) @tile, i64 0, i64 %i
  %y = getelementptr i8, ptr addrspace(3) %x, i64 4
  %z = getelementptr [64 x %body], ptr addrspace(3) @tile, i64 0, i64 %i, i32 2
  %w = getelementptr i8, ptr addrspace(3) %z, i64 4
  CODE
}
"""
FOUR = """%lw = load float, ptr addrspace(3) %w
  %lx = load float, ptr addrspace(3) %x
  BETWEEN
  %ly = load i32, ptr addrspace(3) %y
  %lz = load float, ptr addrspace(3) %z
  """
DONE = "ret void"


def found(code: str) -> quads.Quads | None:
    module = ir.Module.parse(HEAD.replace("CODE", code).encode())
    module.verify()
    entry = module.function("f")
    assert entry is not None
    return quads.find(module.layout, entry)


def names(group: list[ir.Instruction]) -> list[str]:
    return [member.name for member in group]


@pytest.mark.parametrize(
    "between",
    [
        "",
        "%r = call float @root(float %lw)",
        "store float %lw, ptr addrspace(1) %out",
        "%d = load double, ptr addrspace(3) %dynamic",
    ],
)
def test_four_loads_are_one(between: str) -> None:
    quad = found(FOUR.replace("BETWEEN", between) + DONE)
    assert quad is not None
    ((first, group),) = quad.groups.items()
    assert first.name == "lw" and names(group) == ["lx", "ly", "lz", "lw"]
    assert {member.name for member in quad.others} == {"lx", "ly", "lz"}
    assert {access.name: word for access, word in quad.places.items() if access.name != "d"} == {
        "lx": 0,
        "ly": 1,
        "lz": 2,
        "lw": 3,
    }


@pytest.mark.parametrize(
    "between",
    [
        "call void @wait()",
        "store float 0.0, ptr addrspace(3) %dynamic",
        "fence acquire",
        "br label %next\nnext:",
    ],
)
def test_what_could_be_noticed_keeps_them_apart(between: str) -> None:
    """And where no load is of four words, all of it stays single words."""
    assert found(FOUR.replace("BETWEEN", between) + DONE) is None


@pytest.mark.parametrize(
    "access",
    [
        "store i8 1, ptr addrspace(3) @other",
        "%o = atomicrmw add ptr addrspace(3) @tile, i32 1 monotonic",
        "%o = load volatile float, ptr addrspace(3) %x",
        "%p = getelementptr i32, ptr addrspace(3) @tile, i64 %i\n  store i32 1, ptr addrspace(3) %p",
        "%p = inttoptr i32 %n to ptr addrspace(3)\n  store i32 1, ptr addrspace(3) %p",
        "%c = icmp eq i64 %i, 3\n  %p = select i1 %c, ptr addrspace(3) %x, ptr addrspace(3) %y\n"
        "  store i32 1, ptr addrspace(3) %p",
    ],
)
def test_an_access_without_a_known_place_leaves_single_words(access: str) -> None:
    assert found(f"{access}\n  {FOUR.replace('BETWEEN', '')}{DONE}") is None


@pytest.mark.parametrize(
    ("pointer", "word"),
    [
        ("getelementptr i8, ptr addrspace(3) %dynamic, i64 %b", 0),
        ("getelementptr i8, ptr addrspace(3) %x, i64 -4", 3),
        ("getelementptr [4 x i32], ptr addrspace(3) @tile, i64 %i, i64 2", 2),
    ],
)
def test_places_within_four(pointer: str, word: int) -> None:
    code = f"%p = {pointer}\n  store i32 1, ptr addrspace(3) %p\n  "
    quad = found(code + FOUR.replace("BETWEEN", "") + DONE)
    assert quad is not None
    assert [at for access, at in quad.places.items() if access.opcode is ir.Opcode.STORE] == [word]


def test_a_loop_goes_on_by_whole_fours() -> None:
    loop = """br label %loop
loop:
  %p = phi ptr addrspace(3) [ %y, %entry ], [ %next, %loop ]
  store float 1.0, ptr addrspace(3) %p
  %next = getelementptr i8, ptr addrspace(3) %p, i64 STEP
  %c = icmp eq ptr addrspace(3) %next, %w
  br i1 %c, label %done, label %loop
done:
  """
    four = FOUR.replace("BETWEEN", "") + DONE
    quad = found(loop.replace("STEP", "32") + four)
    assert quad is not None
    assert [at for access, at in quad.places.items() if access.opcode is ir.Opcode.STORE] == [1]
    assert found(loop.replace("STEP", "8") + four) is None


def test_four_stores_are_one_at_the_last() -> None:
    stores = "\n  ".join(f"store float {n}.0, ptr addrspace(3) %{name}" for n, name in enumerate("ywxz"))
    quad = found(FOUR.replace("BETWEEN", "") + stores + "\n  " + DONE)
    assert quad is not None and len(quad.groups) == 2
    last, group = list(quad.groups.items())[1]
    assert [store.operand(0).value for store in group if isinstance(store.operand(0), ir.Real)] == [
        2.0,
        0.0,
        3.0,
        1.0,
    ]
    assert last is group[2] or last == group[2]


def test_a_word_that_is_read_twice_begins_anew() -> None:
    again = "%again = load float, ptr addrspace(3) %x"
    quad = found(FOUR.replace("BETWEEN", again) + "%lw2 = load float, ptr addrspace(3) %w\n  " + DONE)
    assert quad is not None
    (group,) = quad.groups.values()
    assert names(group) == ["again", "ly", "lz", "lw2"]
