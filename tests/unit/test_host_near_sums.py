"""hcpy/passes/host/near_sums.py and unseen.py: which sums are added to a window first, and how."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, TILES, Made

from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import KernelCode, lower_kernel

BIN = "%x.w = sext i32 %x to i64\n  %bin = getelementptr i32, ptr %out, i64 %x.w"
SUM = "%o = atomicrmw add ptr %bin, i32 1 monotonic"


def kernel(
    *, begin: str = "", place: str = BIN, add: str = SUM, end: str = "", wishes: Wishes | None = None
) -> tuple[str, KernelCode]:
    parts = (begin, place, add, end, "ret void\n")
    made = Made(f"entry: {BEGIN}  %x = load i32, ptr %mine\n" + "\n  ".join(parts))
    code = lower_kernel(made.module, made.function, ENTRY, TILES, wishes=wishes or Wishes())
    made.module.verify()
    return str(made.module), code


def is_near(text: str) -> bool:
    return "call void @hcpy.kernel.0.near." in text


@pytest.mark.parametrize(
    ("operation", "kind", "expected"),
    [
        *((operation, kind, True) for operation in ("add", "sub") for kind in ("i32", "i64")),
        *((operation, "i32", False) for operation in ("and", "or", "xor", "max", "umin", "xchg")),
        ("add", "i16", False),
        ("fadd", "float", False),  # rounds in another way
    ],
)
def test_whole_numbers_are_added_near_by(operation: str, kind: str, expected: bool) -> None:
    one = "1.0" if kind == "float" else "1"
    text, code = kernel(add=f"%o = atomicrmw {operation} ptr %bin, {kind} {one} monotonic")
    assert is_near(text) is expected
    size = {"i32": 4, "i64": 8}.get(kind, 0) if expected else 0
    assert code.scratch_fixed == (64 + 2048 * size if size else 0)
    if expected:
        assert text.count(f"atomicrmw {operation} ptr") >= 2  # before there is a window, and beyond it
        assert f"{operation} {kind} %" in text  # into it


@pytest.mark.parametrize(
    ("what", "given"),
    {
        "result": {"end": "store i32 %o, ptr @tile"},
        "much is read later": {"end": "\n  ".join(f"%y{n} = load i32, ptr %mine" for n in range(9))},
        "written later": {"end": "store i32 1, ptr %mine"},
        "atomic before": {"begin": "%a = cmpxchg ptr %mine, i32 1, i32 2 monotonic monotonic"},
        "atomic load before": {"begin": "%a = load atomic i32, ptr %mine monotonic, align 4"},
        "volatile before": {"begin": "%a = load volatile i32, ptr %mine"},
        "fence": {"begin": "fence seq_cst"},
        "call": {"begin": "call void @anything(ptr %mine)"},
        "volatile": {"add": SUM.replace("rmw add", "rmw volatile add")},
        "place from memory": {"place": "%bin = load ptr, ptr %mine"},
        "of two arrays": {"place": "%c = icmp eq i32 %x, 3\n  %bin = select i1 %c, ptr %in, ptr %out"},
        "of two widths": {"end": "%p = getelementptr i64, ptr %in, i32 %x\n"
                                 "  %z = atomicrmw add ptr %p, i64 1 monotonic"},
        "of two orders": {"end": "%z = atomicrmw add ptr %in, i32 1 seq_cst"},
        "in tiles": {"place": "%bin = getelementptr i32, ptr @tile, i32 %x"},
        "left out": {"wishes": Wishes.of(("-fno-hcc-rewrite=near-sums",))},
        "no vectors": {"wishes": Wishes.of(("-fhcc-vectorise=none",))},
    }.items(),
)  # fmt: skip
def test_what_others_may_see_is_not(what: str, given: dict[str, str]) -> None:
    assert not is_near(kernel(**given)[0]), what


READ = "%y = load i32, ptr %mine\n  store i32 %y, ptr @tile"


@pytest.mark.parametrize("end", [READ, f"call void @__hcrt_barrier()\n  {READ}"])
def test_what_is_read_later_may_be_what_was_added_to(end: str) -> None:
    text, _ = kernel(end=end)
    checks = [line for line in text.splitlines() if "call void @hcpy.kernel.0.near.check(" in line]
    assert is_near(text) and len(checks) == 1
    body = text[text.index("define internal void @hcpy.kernel.0.near.check(ptr") :]
    assert "near.flush" in body[: body.index("\n}")]


def test_with_barriers_slots_lie_behind_the_windows() -> None:
    begin = "store i32 %x, ptr @tile\n  call void @__hcrt_barrier()"
    text, code = kernel(begin=begin)
    assert is_near(text) and code.barrier
    assert code.scratch_fixed == 256 + 64 + 2048 * 4
    assert f"i64 {code.scratch_fixed}" in text or f", {code.scratch_fixed}" in text


def test_with_barriers_a_place_for_all_is_added_to_as_it_is() -> None:
    place = "%bin = getelementptr i32, ptr %out, i64 3"
    assert not is_near(kernel(begin="call void @__hcrt_barrier()", place=place)[0])


def test_a_loop_may_add_and_read_again() -> None:
    loop = "br label %loop\nloop:\n  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]\n"
    end = "%k.next = add i32 %k, 1\n  %go.on = icmp slt i32 %k.next, %n\n  "
    end += "br i1 %go.on, label %loop, label %done\ndone:"
    place = "%p = add i32 %x, %k\n  %bin = getelementptr i32, ptr %out, i32 %p"
    assert is_near(kernel(place=loop + place, end=end)[0])
    read = "%y = load i32, ptr %mine\n  %bin = getelementptr i32, ptr %out, i32 %y"
    assert is_near(kernel(place=loop + read, end=end)[0])


def test_each_array_has_a_window() -> None:
    other = "%p = getelementptr i32, ptr %in, i32 %x\n  %z = atomicrmw sub ptr %p, i32 1 monotonic"
    text, code = kernel(end=other)
    assert code.scratch_fixed == 2 * (64 + 2048 * 4)
    entry = text[text.index("define weak_odr hidden void @hcpy.kernel.0(") :]
    entry = entry[: entry.index("\n}")]
    assert entry.count("@hcpy.kernel.0.near.flush(") == 2
    assert entry.index("store i64 0") < entry.index("\nhc.group:") < entry.index("\nhc.behind:")
    assert entry.index("\nhc.behind:") < entry.index("@hcpy.kernel.0.near.flush(")


def test_the_scratch_memory_comes_to_what_adds() -> None:
    """The functions of work-items ask for no scratch memory before, and are given none."""
    text, _ = kernel()
    entry = text[text.index("define weak_odr hidden void @hcpy.kernel.0(") :]
    call = next(line for line in entry.splitlines() if "call void @hcpy.kernel.0.item" in line)
    assert "(ptr %hc.scratch" in call


def test_results_that_strips_collect_are_nothing() -> None:
    text, _ = kernel(wishes=Wishes.of(("-fhcc-vectorise=masks",)))
    assert is_near(text) and ".item.v16" in text


def test_places_in_a_window_are_bytes() -> None:
    """A shift would make the place of a sum known later than those of the next ones are loaded."""
    text, _ = kernel()
    (add,) = (part for part in text.split("\ndefine ")[1:] if "near.ADD(" in part.split("\n")[0])
    assert "lshr" not in add and "icmp ult i64 %hc.offset, 8192" in add
    assert "getelementptr i8" in add[add.index("hc.near:") :]


def test_rows_that_add_are_unrolled() -> None:
    assert '"llvm.loop.unroll.count", i32 4' in kernel()[0]
    assert "unroll.count" not in kernel(wishes=Wishes.of(("-fno-hcc-rewrite=near-sums",)))[0]
