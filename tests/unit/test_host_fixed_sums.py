"""hcpy/passes/host/fixed_sums.py: which counters a thread has of its own."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, TILES, Made

from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import KernelCode, lower_kernel

SUM = "%o = atomicrmw add ptr %out, i32 1 monotonic"


def kernel(
    *, begin: str = "", add: str = SUM, end: str = "", wishes: Wishes | None = None
) -> tuple[str, KernelCode]:
    parts = (begin, add, end, "ret void\n")
    made = Made(f"entry: {BEGIN}  %x = load i32, ptr %mine\n" + "\n  ".join(parts))
    code = lower_kernel(made.module, made.function, ENTRY, TILES, wishes=wishes or Wishes())
    made.module.verify()
    return str(made.module), code


def is_held(text: str) -> bool:
    return ".item.counts(" in text


def function(text: str, name: str) -> str:
    begin = text[text.index(f" @hcpy.kernel.0{name}(") :]
    return begin[: begin.index("\n}")]


@pytest.mark.parametrize(
    ("add", "expected"),
    [
        (SUM, True),
        (SUM.replace("add", "sub"), True),
        (SUM.replace("i32", "i64"), True),
        (f"%p = getelementptr i8, ptr %in, i64 12\n  {SUM.replace('%out', '%p')}", True),
        (SUM.replace("add", "or"), False),
        (SUM.replace("i32", "i16"), False),
        (f"%p = getelementptr i32, ptr %in, i32 %n\n  {SUM.replace('%out', '%p')}", False),
        (f"%p = load ptr, ptr %in\n  {SUM.replace('%out', '%p')}", False),
        (SUM.replace("%out", "@tile"), False),
    ],
)
def test_places_that_are_the_same_for_all_are_held(add: str, expected: bool) -> None:
    text, code = kernel(add=add)
    assert is_held(text) is expected
    assert (code.scratch_fixed == 8) is expected


@pytest.mark.parametrize(
    ("what", "given"),
    {
        "result": {"end": "store i32 %o, ptr @tile"},
        "read later": {"end": "%y = load i32, ptr %mine\n  store i32 %y, ptr @tile"},
        "atomic load before": {"begin": "%a = load atomic i32, ptr %mine monotonic, align 4"},
        "barrier": {"begin": "call void @__hcrt_barrier()"},
        "another operation": {"end": "%z = atomicrmw max ptr %in, i32 1 monotonic"},
        "left out": {"wishes": Wishes.of(("-fno-hcc-rewrite=near-sums",))},
        "no vectors": {"wishes": Wishes.of(("-fhcc-vectorise=none",))},
    }.items(),
)  # fmt: skip
def test_what_others_may_see_is_not(what: str, given: dict[str, str]) -> None:
    assert not is_held(kernel(**given)[0]), what


def test_memory_is_added_to_after_the_last_group_alone() -> None:
    text, code = kernel(end="%z = atomicrmw sub ptr %in, i32 %x monotonic")
    assert code.scratch_fixed == 16
    entry = function(text, "")
    assert entry.count("store i64 0, ptr %hc.count") == 2
    assert entry.index("store i64 0") < entry.index("\nhc.group:") < entry.index("\nhc.behind:")
    assert entry.index("\nhc.behind:") < entry.index("@hcpy.kernel.0.item.counts(")
    counts = function(text, ".item.counts")
    assert counts.count("icmp ne i32") == counts.count("atomicrmw add ptr") == 2
    assert "atomicrmw" not in function(text, ".item")


def test_counters_under_a_condition_need_no_branch() -> None:
    given = "%hc = icmp slt i32 %x, 7\n  br i1 %hc, label %then, label %done\nthen:"
    place = "%p.at = getelementptr i8, ptr %object, i64 8\n  %p = load ptr, ptr %p.at\n  "
    text, _ = kernel(begin=given, add=place + SUM.replace("%out", "%p"), end="br label %done\ndone:")
    assert is_held(text) and "select i1 %hc, i32 1, i32 0" in function(text, ".item")


def test_counters_and_bins_are_both_held() -> None:
    bins = "%b = getelementptr i32, ptr %in, i32 %x\n  %z = atomicrmw add ptr %b, i32 1 monotonic"
    text, code = kernel(end=bins)
    assert is_held(text) and "call void @hcpy.kernel.0.near." in text
    assert code.scratch_fixed == 64 + 64 + 2048 * 4
