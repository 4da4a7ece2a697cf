"""hcpy/passes/host/held_sums.py: which sums of groups are held back, and where they are added."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, TILES, Made

from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import lower_kernel

BARRIER = "call void @__hcrt_barrier()"
BIN = "%l.w = sext i32 %l to i64\n  %bin = getelementptr i32, ptr %out, i64 %l.w"
SUM = "%o = atomicrmw add ptr %bin, i32 %v monotonic"


def kernel(
    *, begin: str = "", place: str = BIN, add: str = SUM, end: str = "", wishes: Wishes | None = None
) -> str:
    parts = (begin, BARRIER, place, add, end, "ret void\n")
    made = Made(f"entry: {BEGIN}  %v = load i32, ptr %mine\n" + "\n  ".join(parts))
    lower_kernel(made.module, made.function, ENTRY, TILES, wishes=wishes or Wishes())
    made.module.verify()
    return str(made.module)


def is_held(text: str) -> bool:
    return "hc.sums" in text


@pytest.mark.parametrize(
    ("operation", "kind", "expected"),
    [
        *((operation, "i32", True) for operation in ("add", "sub", "or", "xor")),
        *((operation, "i32", False) for operation in ("and", "max", "umin", "xchg")),
        ("fadd", "float", False),  # rounds in another way
    ],
)
def test_whole_numbers_whose_order_does_not_matter_are_held(
    operation: str, kind: str, expected: bool
) -> None:
    cast = "%f = bitcast i32 %v to float\n  " if kind == "float" else ""
    value = "%f" if kind == "float" else "%v"
    text = kernel(add=f"{cast}%o = atomicrmw {operation} ptr %bin, {kind} {value} monotonic")
    assert is_held(text) is expected
    assert text.count("atomicrmw") == 1
    assert ("atomicrmw add" in text) == (operation in ("add", "sub")) or operation == "or"


@pytest.mark.parametrize(
    ("what", "given"),
    {
        "result": {"end": "store i32 %o, ptr @tile"},
        "place of the group's": {"place": BIN.replace("%l to", "%id to")},
        "one for all": {"place": "%bin = getelementptr i32, ptr %out, i64 3"},
        "from memory": {"place": "%x = load i32, ptr %mine\n  %bin = getelementptr i32, ptr %out, i32 %x"},
        "read later": {"end": "%x = load i32, ptr %mine\n  store i32 %x, ptr @tile"},
        "written later": {"end": f"{BARRIER}\n  store i32 1, ptr %mine"},
        "atomic before": {"begin": "%a = atomicrmw add ptr %mine, i32 1 monotonic"},
        "atomic load before": {"begin": "%a = load atomic i32, ptr %mine monotonic, align 4"},
        "volatile before": {"begin": "%a = load volatile i32, ptr %mine"},
        "fence": {"begin": "fence seq_cst"},
        "call": {"begin": "call void @anything(ptr %mine)"},
        "volatile": {"add": SUM.replace("rmw add", "rmw volatile add")},
        "left out": {"wishes": Wishes.of(("-fno-hcc-rewrite=held-sums",))},
    }.items(),
)  # fmt: skip
def test_what_others_may_see_is_not_held(what: str, given: dict[str, str]) -> None:
    assert not is_held(kernel(**given)), what


@pytest.mark.parametrize(
    "given",
    [
        {"begin": "%a = load i32, ptr %in\n  store i32 %a, ptr %to"},
        {"begin": "%a = atomicrmw add ptr @tile, i32 1 monotonic"},
        {"end": f"{BARRIER}\n  store i32 1, ptr @tile"},
        {"end": "%p = getelementptr i32, ptr %in, i64 %l.w\n  %z = atomicrmw or ptr %p, i32 %n seq_cst"},
    ],
    ids=["memory before", "group's atomic", "group memory later", "two"],
)
def test_what_nobody_sees_is_held(given: dict[str, str]) -> None:
    assert is_held(kernel(**given))


def test_sums_are_added_behind_the_loop_over_groups() -> None:
    """Each work-item's place is emptied before it, and again when it was added: rows share places."""
    text = kernel()
    entry = text[text.index("define weak_odr hidden void @hcpy.kernel.0(") :]
    entry = entry[: entry.index("\n}")]
    assert entry.index(".item.empty(") < entry.index("\nhc.group:") < entry.index("\nhc.group.end:")
    assert entry.index("\nhc.group.end:") < entry.index("\nhc.behind:") < entry.index(".item.add(")
    add = text[text.index("define internal void @hcpy.kernel.0.item.add(") :]
    add = add[: add.index("\n}")]
    assert add.index("icmp ne i32") < add.index("atomicrmw add") < add.index("store i32 0")


def test_two_sums_have_places_of_their_own() -> None:
    """Of eight bytes each, beside each other; what work-items keep over barriers comes after them."""
    wide = "%p = getelementptr i64, ptr %in, i64 %l.w\n  %z = atomicrmw add ptr %p, i64 1 seq_cst"
    made = Made(
        f"entry: {BEGIN}  %v = load i32, ptr %mine\n  {BARRIER}\n  {BIN}\n  {SUM}\n  {wide}\n  ret void\n"
    )
    code = lower_kernel(made.module, made.function, ENTRY, TILES)
    text = str(made.module)
    assert text.count("mul nuw nsw i64 %hc.local0.w, 16") >= 4
    assert code.scratch_per_item >= 16 + 4
