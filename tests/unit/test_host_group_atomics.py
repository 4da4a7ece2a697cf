"""hcpy/passes/host/group_atomics.py and vector_maths.py, each on a small module that shows what it does."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, HEAD, Made

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import vector_maths
from hcpy.passes.host.group_atomics import is_marked
from hcpy.passes.host.lowering import machine
from hcpy.passes.host.simd.wishes import Wishes

TILE = "getelementptr [64 x i32], ptr @tile, i64 0, i64 %w"
# One address, on each way that it may be known.
PLACES = {
    "variable": (f"%p = {TILE}", True),
    "dynamic": ("%p = call ptr @__hcrt_dynamic_group_memory()", True),
    "chosen within": (f"%a = {TILE}\n %c = icmp eq i32 %n, 0\n %p = select i1 %c, ptr %a, ptr @other", True),
    "global": ("%p = getelementptr i8, ptr %mine, i64 4", False),
    "chosen": (f"%a = {TILE}\n %c = icmp eq i32 %n, 0\n %p = select i1 %c, ptr %a, ptr %mine", False),
    "behind a choice": (
        f"%a = {TILE}\n %c = icmp eq i32 %n, 0\n %b = select i1 %c, ptr %a, ptr %mine\n"
        " %p = getelementptr i8, ptr %b, i64 4",
        False,
    ),
    "from memory": ("%p = load ptr, ptr @tile", False),
}
OPERATIONS = {
    **{f"atomicrmw {o} ptr %p, i32 %n": o for o in "add sub and or xor max min umax umin xchg".split()},
    "atomicrmw fadd ptr %p, float 2.0": "fadd",
    "atomicrmw fsub ptr %p, double 2.0": "fsub",
    "atomicrmw xchg ptr %p, ptr %in": "store ptr",
}


@pytest.mark.parametrize(("place", "is_group"), PLACES.values(), ids=list(PLACES))
def test_operations_on_group_memory_alone_become_plain(place: str, is_group: bool) -> None:
    operations = "".join(f" %o{n} = {text} seq_cst\n" for n, text in enumerate(OPERATIONS))
    pair = (
        " %pair = cmpxchg ptr %p, i32 %n, i32 7 seq_cst monotonic\n %x = extractvalue { i32, i1 } %pair, 0\n"
    )
    text = Made(f"{BEGIN} {place}\n{operations}{pair} store i32 %x, ptr %to\n ret void\n").lower()
    assert text.count("atomicrmw") == (0 if is_group else len(OPERATIONS))
    assert text.count("cmpxchg") == (0 if is_group else 1)


def test_each_operation_does_what_it_did() -> None:
    for text, word in OPERATIONS.items():
        lowered = Made(f"{BEGIN} %p = {TILE}\n %o = {text} monotonic\n ret void\n").lower()
        compared = {"max": "icmp sgt", "min": "icmp slt", "umax": "icmp ugt", "umin": "icmp ult"}
        assert compared.get(word, word.replace("xchg", "store")) in lowered and "atomicrmw" not in lowered


def test_pointers_that_go_around_a_loop_are_known() -> None:
    loop = f"""entry: {BEGIN}
  br label %loop
loop:
  %p = phi ptr [ @tile, %entry ], [ %q, %loop ]
  %o = atomicrmw add ptr %p, i32 1 monotonic
  %q = getelementptr i8, ptr %p, i64 4
  %again = icmp slt i32 %o, %n
  br i1 %again, label %loop, label %end
end:
  ret void
"""
    assert "atomicrmw" not in Made(loop).lower()
    assert "atomicrmw" in Made(loop.replace("ptr %p, i64 4", "ptr %mine, i64 4")).lower()


def test_what_is_rare_or_volatile_or_in_sequential_order_stays_atomic() -> None:
    text = Made(
        f"{BEGIN} %p = {TILE}\n %a = atomicrmw uinc_wrap ptr %p, i32 9 monotonic\n"
        " %b = atomicrmw volatile add ptr %p, i32 9 monotonic\n"
        " store atomic i32 5, ptr %p seq_cst, align 4\n store atomic i32 6, ptr %mine seq_cst, align 4\n"
        " ret void\n"
    ).lower()
    assert "uinc_wrap" in text and "atomicrmw volatile" in text
    assert "store atomic i32 5" in text and text.count("seq_cst") == 1  # an exchange locks the bus


def test_operations_stay_atomic_for_the_stages() -> None:
    kernel = Made(f"{BEGIN} %p = {TILE}\n %o = atomicrmw add ptr %p, i32 9 monotonic\n ret void\n").enter()
    (found,) = [i for i in kernel.function.instructions() if i.opcode is Opcode.ATOMIC_RMW]
    assert kernel.group_atomics and is_marked(found)


# --- maths -------------------------------------------------------------------------------------------
MATHS = HEAD.replace(
    "declare void @anything(ptr)",
    "declare float @llvm.exp.f32(float)\ndeclare float @erff(float)\n"
    "declare double @pow(double, double)\ndeclare float @lgammaf(float)",
)
CALLS = """
  %x = load float, ptr %object
  %a = call float @llvm.exp.f32(float %x)
  %b = call float @erff(float %a)
  %c = call float @lgammaf(float %b)
  store float %c, ptr %object
  %y = load double, ptr %object
  %d = call double @pow(double %y, double %y)
  store double %d, ptr %object
  ret void
}
"""


def offered() -> ir.Module:
    module = ir.Module.parse((MATHS + CALLS).encode())
    function = module.function("kernel")
    assert function is not None
    vector_maths.offer(module, function)
    module.verify()
    return module


def test_calls_say_which_vector_forms_there_are() -> None:
    text = str(offered())
    assert "_ZGV_LLVM_N8v_llvm.exp.f32(hc.v8.expf)" in text
    assert "_ZGV_LLVM_N16v_erff(hc.v16.erff)" in text
    assert "_ZGV_LLVM_N4vv_pow(hc.v4.pow)" in text
    assert "lgammaf(" not in text.replace("@lgammaf(", "")


@pytest.mark.parametrize(
    ("arch", "wanted", "others"),
    [
        ("x86-64", ("__hcrt_v4_expf", "__hcrt_v2_pow"), ("v8", "v16")),
        ("x86-64-v3", ("__hcrt_v4_expf", "__hcrt_v8_expf", "__hcrt_v4_pow"), ("__hcrt_v8_pow", "v16_expf")),
        ("x86-64-v4", ("__hcrt_v16_expf", "__hcrt_v8_erff", "__hcrt_v8_pow"), ("__hcrt_v16_erff",)),
    ],
)
def test_forms_call_functions_of_whole_registers(arch: str, wanted: list[str], others: list[str]) -> None:
    module = offered()
    assert vector_maths.define(module, arch)
    module.verify()
    called = {c.callee_name for f in module.definitions if f.name.startswith("hc.v") for c in f.calls()}
    assert set(wanted) <= called
    assert not any(name.startswith("__hcrt_") and name.endswith(other) for name in called for other in others)
    vector_maths.finish(module, machine(arch))
    assert not any(f.name.startswith(("hc.v", "__hcrt_")) for f in module.functions)  # none was used


def test_the_user_may_turn_them_off() -> None:
    assert Wishes().vector_maths and not Wishes.of(("-fno-hcc-vector-maths",)).vector_maths
