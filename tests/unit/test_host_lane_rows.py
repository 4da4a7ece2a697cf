"""hcpy/passes/host/lane_rows.py on small modules: which numbers are loaded side by side."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hcpy import ir
from hcpy.passes.host.lane_rows import load_rows

HEAD = """
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, <8 x i1>, <8 x float>)
declare <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr>, <8 x i1>, <8 x double>)
declare void @unknown()
"""
COUNTED = ", ".join(f"i64 {n}" for n in range(8))
LOOP = f"""
define void @f(ptr %in, ptr %out, i64 %n, i64 %first, <8 x i1> %mask, <8 x i64> %list) {{
entry:
  %put = insertelement <8 x i64> poison, i64 %first, i64 0
  %all = shufflevector <8 x i64> %put, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %is = phi <8 x i64> [ <{COUNTED}>, %entry ], [ %is.next, %loop ]
  %ids = add <8 x i64> %is, %all
  %rows = mul <8 x i64> %ids, splat (i64 20)
  %row = getelementptr i8, ptr %in, <8 x i64> INDEX
BODY
  %next = add i64 %i, 8
  %is.next = add <8 x i64> %is, splat (i64 8)
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""


def gather(number: int, at: int, mask: str = "splat (i1 true)", kind: str = "float") -> str:
    name = f"@llvm.masked.gather.v8f{64 if kind == 'double' else 32}.v8p0"
    return f"""
  %at{number} = getelementptr i8, <8 x ptr> %row, i64 {at}
  %g{number} = call <8 x {kind}> {name}(<8 x ptr> align 4 %at{number}, <8 x i1> {mask}, <8 x {kind}> poison)
  %to{number} = getelementptr i8, ptr %out, i64 {number * 64}
"""


def store(number: int, kind: str = "float") -> str:
    return f"  store <8 x {kind}> %g{number}, ptr %to{number}\n"


def text_of(body: str, index: str = "%rows") -> str:
    text = HEAD + LOOP.replace("BODY", body).replace("INDEX", index)
    with ir.Module.parse(text.encode()) as module:
        load_rows(module)
        module.verify()
        return str(module)


def gathers(text: str) -> int:
    return len(re.findall(r"= call <8 x \w+> @llvm.masked.gather", text))


def loads(text: str, kind: str = "<4 x float>") -> int:
    return text.count(f"load {kind}, ptr")


def read(*places: int, kind: str = "float") -> str:
    numbers = range(len(places))
    return "".join(gather(n, at, kind=kind) for n, at in enumerate(places)) + "".join(
        store(n, kind) for n in numbers
    )


def test_four_numbers_are_one_load_of_each_lane() -> None:
    text = text_of(read(0, 4, 8, 12))
    assert gathers(text) == 0 and loads(text) == 8
    assert text.count("extractelement") == 1  # of what the lanes count; each adds its own number
    assert not re.search(r"load <4 x float>, ptr .*align (?!4)", text)


def test_lanes_that_a_list_names_are_taken_one_by_one() -> None:
    text = text_of(read(0, 4, 8, 12), "%list")
    assert gathers(text) == 0 and loads(text) == 8 and text.count("extractelement") == 8


@pytest.mark.parametrize(
    ("places", "left", "made"),
    [
        ((12, 0, 8, 4), 0, 8),  # in any order
        ((0, 8, 16, 24), 4, 0),
        ((0, 4, 8, 12, 16, 20, 24), 0, 16),  # the last four with one that was there
        ((-4, 0, 4, 8), 0, 8),
        ((0, 2, 4, 6), 4, 0),
        ((0, 4, 8, 12, 32, 36, 40, 44), 0, 16),
    ],
)
def test_only_bytes_that_were_read_are_read(places: tuple[int, ...], left: int, made: int) -> None:
    text = text_of(read(*places))
    assert (gathers(text), loads(text)) == (left, made)


@pytest.mark.parametrize(
    ("places", "left", "fours", "pairs"),
    [
        ((0, 4), 0, 0, 8),
        ((0, 4, 8), 0, 0, 16),  # the one in the middle twice
        ((0, 4, 12, 20), 2, 0, 8),
        ((0, 4, 8, 12, 16), 0, 8, 8),
        ((0, 4, 8, 12, 16, 20), 0, 8, 8),
    ],
)
def test_two_numbers_are_one_load(places: tuple[int, ...], left: int, fours: int, pairs: int) -> None:
    text = text_of(read(*places))
    assert (gathers(text), loads(text), loads(text, "<2 x float>")) == (left, fours, pairs)
    assert "<i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>" in text


def test_numbers_of_eight_bytes_go_in_pairs() -> None:
    text = text_of(read(0, 8, 16, kind="double"))
    assert gathers(text) == 1 and loads(text, "<2 x double>") == 8


@pytest.mark.parametrize("between", ["store i32 0, ptr %in", "call void @unknown()", "fence seq_cst"])
def test_nothing_is_read_across_a_write(between: str) -> None:
    first = gather(0, 0) + gather(2, 8)
    second = gather(1, 4) + gather(3, 12)
    text = text_of(f"{first}\n  {between}\n{second}" + "".join(store(n) for n in range(4)))
    assert gathers(text) == 4 and not loads(text)


def test_lanes_that_are_off_are_not_read() -> None:
    body = gather(0, 0) + gather(1, 4, "%mask") + gather(2, 8) + gather(3, 12, "%mask")
    text = text_of(body + "".join(store(n) for n in range(4)))
    assert gathers(text) == 4


# --- without gathers -----------------------------------------------------------------------------------
def put_together(lane_bytes: int, late: str = "", kind: str = "load", last: int = 8) -> str:
    lines: list[str] = []
    for n in range(8):
        lines.append(f"  %p{n} = getelementptr i8, ptr %in, i64 {n * lane_bytes}")
    for member in range(4):
        for n in range(8):
            lines += [
                f"  %q{member}.{n} = getelementptr i8, ptr %p{n}, i64 {4 * member}",
                f"  %l{member}.{n} = {kind} float, ptr %q{member}.{n}, align 4",
            ]
        if late:
            lines.append(late)
        for n in range(last):
            before = f"%v{member}.{n - 1}" if n else "poison"
            lines.append(
                f"  %v{member}.{n} = insertelement <8 x float> {before}, float %l{member}.{n}, i64 {n}"
            )
        lines.append(f"  %g{member} = fadd <8 x float> %v{member}.{last - 1}, %v{member}.{last - 1}")
        lines.append(f"  %to{member} = getelementptr i8, ptr %out, i64 {member * 64}")
    return "\n".join([*lines, *(store(n) for n in range(4))])


def test_vectors_that_are_put_together_are_loaded_so_too() -> None:
    text = text_of(put_together(64))
    assert loads(text) == 8 and "load float" not in text and "insertelement <8 x float>" not in text


@pytest.mark.parametrize(
    ("late", "kind", "last"),
    [
        ("  store i32 0, ptr %in", "load", 8),  # after the loads, before the vector is whole
        ("  call void @unknown()", "load", 8),
        ("", "load volatile", 8),
        ("", "load", 7),
    ],
)
def test_vectors_that_are_put_together_stay(late: str, kind: str, last: int) -> None:
    text = text_of(put_together(64, late, kind, last))
    assert loads(text) == 0 and text.count(f"{kind} float") == 32


def rows_of(number: int, between: str = "", align: int = 4) -> str:
    """Eight rows, which LLVM's vectoriser loads as one vector."""
    count, kind = 8 * number, "i32"
    lines = [f"  %begin = mul i64 %i, {number * 4}", "  %at = getelementptr i8, ptr %in, i64 %begin"]
    lines += [f"  %all.rows = load <{count} x {kind}>, ptr %at, align {align}", between]
    stores = []
    for member in range(number):
        mask = ", ".join(f"i32 {member + number * n}" for n in range(8))
        taken = f"<{count} x {kind}> %all.rows, <{count} x {kind}> poison, <8 x i32> <{mask}>"
        lines.append(f"  %m{member} = shufflevector {taken}")
        stores.append(f"  %to{member} = getelementptr i8, ptr %out, i64 {member * 64}")
        stores.append(f"  store <8 x {kind}> %m{member}, ptr %to{member}")
    return "\n".join([*lines, *stores])


@pytest.mark.parametrize(("number", "made"), [(5, 16), (6, 16), (7, 16), (8, 16), (12, 24)])
def test_rows_that_are_loaded_at_once_are_loaded_16_bytes_at_a_time(number: int, made: int) -> None:
    text = text_of(rows_of(number))
    assert f"load <{8 * number} x i32>" not in text
    assert len(re.findall(r"load <[24] x i32>", text)) == made


def test_one_row_is_not_aligned_as_all_together() -> None:
    """All rows of a work-item's own array together begin at a multiple of 64 bytes; one row hardly does."""
    text = text_of(rows_of(5, align=64))
    assert set(re.findall(r"load <[24] x i32>.*align (\d+)", text)) == {"4"}


@pytest.mark.parametrize(
    "given",
    [
        {"number": 4},  # LLVM's shuffles, or interleaving.py's, are as good
        {"number": 8, "between": "  call void @unknown()"},
        {"number": 8, "between": "  store i32 0, ptr %in"},
    ],
)
def test_other_rows_that_are_loaded_at_once_stay(given: dict[str, Any]) -> None:
    assert f"load <{8 * given['number']} x i32>" in text_of(rows_of(**given))


def small_numbers(kind: str, members: list[int]) -> str:
    size = int(kind[1:]) // 8
    lines = [f"  %p{n} = getelementptr i8, ptr %in, i64 {n * 64}" for n in range(8)]
    for member in members:
        for n in range(8):
            lines.append(f"  %q{member}.{n} = getelementptr i8, ptr %p{n}, i64 {size * member}")
            lines.append(f"  %l{member}.{n} = load {kind}, ptr %q{member}.{n}, align {size}")
        for n in range(8):
            before = f"%v{member}.{n - 1}" if n else "poison"
            put = f"insertelement <8 x {kind}> {before}, {kind} %l{member}.{n}, i64 {n}"
            lines.append(f"  %v{member}.{n} = {put}")
    for member in members:
        lines.append(f"  %to{member} = getelementptr i8, ptr %out, i64 {member * 64}")
        lines.append(f"  store <8 x {kind}> %v{member}.7, ptr %to{member}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("kind", "count", "pairs", "fours"),
    [
        ("i8", 8, 8, 0),
        ("i8", 16, 0, 8),
        ("i16", 4, 8, 0),
        ("i16", 8, 0, 8),
        ("i8", 12, 16, 0),
        ("i8", 20, 8, 8),
    ],
)
def test_small_numbers_are_parts_of_words(kind: str, count: int, pairs: int, fours: int) -> None:
    text = text_of(small_numbers(kind, list(range(count))))
    assert f"load {kind}," not in text
    assert loads(text, "<2 x i32>") >= pairs and loads(text, "<4 x i32>") >= fours
    assert text.count(f"to <8 x {kind}>") == count
    bits = int(kind[1:])
    assert all("lshr <8 x i32> %" in text and f"splat (i32 {n})" in text for n in range(bits, 32, bits))


@pytest.mark.parametrize(
    ("kind", "members"), [("i8", [0, 1, 2, 3]), ("i16", [0, 1]), ("i8", list(range(0, 16, 2)))]
)
def test_few_small_numbers_stay(kind: str, members: list[int]) -> None:
    assert f"load {kind}," in text_of(small_numbers(kind, members))
