"""The host target's loops over rows of work-items, of sources with hcpy's own headers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Command

HC = """
#include <hc.hpp>
void run(float* p, const int* q, int n) {
  hc::parallel_for_each(hc::extent<2>(n, n).tile(4, 32), [=](hc::tiled_index<2> t) [[hc]] {
    BODY
  });
}
"""
AMP = """
#include <amp.h>
void run(Concurrency::array_view<float> p, int n) {
  Concurrency::parallel_for_each(Concurrency::extent<2>(n, n).tile<4, 32>(),
                                 [=](Concurrency::tiled_index<4, 32> t) restrict(amp) {
    p[t.global[0] * n + t.global[1]] *= 2;
  });
}
"""
SCALED = "p[t.global[0] * n + t.global[1]] *= 2;"
LOCAL = "p[t.global[0] * n + t.global[1]] *= t.local[1];"
SQUARE = """tile_static float s[16][17];
    const int x = t.local[1], y = t.local[0], at = t.global[0] * n + t.global[1];
    s[y][x] = p[at];
    t.barrier.wait();
    p[at] = s[y][x] * s[0][x];"""
BINS = """tile_static int bins[256];
    const int l = t.local[1];
    bins[l] = 0;
    t.barrier.wait();
    for (int i = l + t.tile[0] * 256; i < n; i += 4096) hc::atomic_fetch_add(&bins[q[i]], 1);
    t.barrier.wait();
    p[t.tile[0] * 256 + l] = bins[l];"""
FIRST_ROWS = """tile_static float s[18][16];
    const int x = t.local[1], y = t.local[0], at = t.global[0] * n + t.global[1];
    s[y][x] = p[at];
    t.barrier.wait();
    if (y == 0) s[16][x] = p[at + n];
    t.barrier.wait();
    p[at] = s[y + 1][x] * s[16][x];"""
PAST = """tile_static float s[4][32];
    const int x = t.local[1], y = t.local[0], at = t.global[0] * n + t.global[1];
    s[y][x] = q[at];
    t.barrier.wait();
    const float above = y > 0 ? s[y - 1][x] : t.global[0] > 0 ? q[at - n] : 0;
    const float left = x > 0 ? s[y][x - 1] : t.global[1] > 0 ? q[at - 1] : 0;
    const float right = x < 31 ? s[y][x + 1] : t.global[1] < n - 1 ? q[at + 1] : 0;
    p[at] = above + left + right;"""
WINDOW = """tile_static float s[12][40];
    const int y0 = t.tile[0] * 4 - 4, x0 = t.tile[1] * 32 - 4;
    for (int y = t.local[0]; y < 12; y += 4)
      for (int x = t.local[1]; x < 40; x += 32) {
        const int v = y0 + y, u = x0 + x;
        s[y][x] = v >= 0 && v < 512 && u >= 0 && u < 512 ? p[v * 512 + u] : 0;
      }
    t.barrier.wait();
    p[t.global[0] * 512 + t.global[1]] = s[t.local[0]][t.local[1]];"""
GREATEST = """tile_static float s[256];
    const int l = t.local[1];
    s[l] = p[t.global[1]];
    t.barrier.wait();
    for (int half = 128; half > 0; half /= 2) {
      if (l < half) s[l] = s[l] > s[l + half] ? s[l] : s[l + half];
      t.barrier.wait();
    }
    if (l == 0) p[t.tile[1]] = s[0];"""
UP_SWEEP = """tile_static float s[256];
    const int l = t.local[1];
    s[l] = p[t.global[1]];
    for (int step = 1; step < 256; step *= 2) {
      t.barrier.wait();
      const int at = (l + 1) * step * 2 - 1;
      if (at < 256) s[at] += s[at - step];
    }
    t.barrier.wait();
    p[t.global[1]] = s[l];"""
POLYNOMIAL = """const int at = t.global[1];
    float x = p[at], r = 1;
    for (int k = 0; k < 64; ++k) r = r * x + 0.5f;
    p[at] = r;"""


def emitted(
    hcc: Command,
    folder: Path,
    what: str,
    source: str,
    dialect: str = "-hc",
    *more: str,
    arch: str = "x86-64-v3",
) -> str:
    (folder / "k.cpp").write_text(source)
    flags = (dialect, "-O3", f"--emit={what}", f"--targets=host:{arch}", *more)
    return hcc.ok(*flags, "k.cpp", "-o", "-", cwd=folder)


def loops_of(text: str) -> list[str]:
    """What lies between two labels and goes back to the first."""
    pieces = re.split(r"^(\.L\w+):", text, flags=re.M)
    found = []
    for label, body in zip(pieces[1::2], pieces[2::2], strict=True):
        back = re.search(rf"\tj\w+\t{re.escape(label)}\n", body)
        found += [body[: back.end()]] if back else []
    return found


@pytest.mark.parametrize(
    ("source", "dialect", "joined"),
    [
        (HC.replace("BODY", SCALED), "-hc", True),
        (AMP, "-std=c++amp", True),
        (HC.replace("BODY", LOCAL), "-hc", False),
    ],
)
def test_tiles_that_a_kernel_does_not_tell_apart_are_rows(
    source: str, dialect: str, joined: bool, hcc: Command, tmp_path: Path
) -> None:
    assert ("%hc.of_row = " in emitted(hcc, tmp_path, "ll", source, dialect)) is joined


def test_rows_of_sixteen_have_no_ends(hcc: Command, tmp_path: Path) -> None:
    """Two vectors one after the other: only the loop over rows is left."""
    text = emitted(hcc, tmp_path, "asm", HC.replace("BODY", SQUARE))
    found = [loop for loop in loops_of(text) if loop.count("vmulps") == 2]
    assert any("ymm" in loop and "ss\t" not in loop for loop in found), text


def test_a_count_goes_from_element_to_element(hcc: Command, tmp_path: Path) -> None:
    """Its index is the loop's: nothing else is computed."""
    text = emitted(hcc, tmp_path, "asm", HC.replace("BODY", BINS))
    (loop, *_) = [loop for loop in loops_of(text) if "incl\t" in loop]
    assert len(re.findall(r"^\t[a-z]", loop, flags=re.M)) == 5, loop


def test_a_chain_of_operations_has_eight_beside_it(hcc: Command, tmp_path: Path) -> None:
    source = HC.replace("BODY", POLYNOMIAL).replace("extent<2>(n, n).tile(4, 32)", "extent<1>(n)")
    source = source.replace("tiled_index<2> t", "index<1> t").replace("t.global[1]", "t[0]")
    loops = loops_of(emitted(hcc, tmp_path, "asm", source))
    assert any(len(re.findall(r"vmulps.*%ymm", loop)) == 8 for loop in loops)


def test_lookups_of_bytes_are_no_vector_code(hcc: Command, tmp_path: Path) -> None:
    """Code that takes each address out of a register and puts each byte into one takes 2.6 times as long."""
    source = """
#include <hc.hpp>
void run(unsigned char* p, const unsigned char* q, const unsigned char* t, int n) {
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { p[i[0]] = t[q[i[0]]]; });
}
"""
    (tmp_path / "k.cpp").write_text(source)
    for arch in ("x86-64-v3", "x86-64-v4"):
        code = hcc.ok("-hc", "-O3", "--emit=asm", f"--targets=host:{arch}", "k.cpp", "-o", "-", cwd=tmp_path)
        assert "vpextr" not in code and "vpinsr" not in code, arch


def test_one_row_is_not_looked_for_among_all(hcc: Command, tmp_path: Path) -> None:
    source = HC.replace("BODY", FIRST_ROWS)
    chosen = emitted(hcc, tmp_path, "asm", source)
    asked = emitted(hcc, tmp_path, "asm", source, "-hc", "-fno-hcc-rewrite=row-ranges")
    jumps = [len(re.findall(r"^\tj", text, flags=re.M)) for text in (chosen, asked)]
    assert jumps[0] < jumps[1]


def test_masks_about_ids_along_a_short_row_are_numbers(hcc: Command, tmp_path: Path) -> None:
    """Of its first work-item's and its last one's neighbours, which are past the tile."""
    text = emitted(hcc, tmp_path, "ll", HC.replace("BODY", PAST))
    masks = [line.split("<8 x i1> <")[1] for line in text.splitlines() if "<8 x i1> <i1" in line]
    assert any(m.startswith("i1 false, i1 true") for m in masks), text
    assert any("i1 true, i1 false>" in m for m in masks), text


def test_a_window_with_nothing_beyond_the_picture_is_read_row_by_row(hcc: Command, tmp_path: Path) -> None:
    """Elements side by side, under a mask: nothing is put together one by one."""
    text = emitted(hcc, tmp_path, "asm", HC.replace("BODY", WINDOW))
    assert "vmaskmovps" in text and "vinsertps" not in text


def test_masks_of_a_window_are_computed_in_32_bits(hcc: Command, tmp_path: Path) -> None:
    """No two vectors of 64 bits are put together as one of 32."""
    source = HC.replace("BODY", WINDOW)
    assert "vshufps\t$136" not in emitted(hcc, tmp_path, "asm", source)
    assert "vshufps\t$136" in emitted(hcc, tmp_path, "asm", source, "-hc", "-fno-hcc-rewrite=cut-sums")


@pytest.mark.parametrize("arch", ["x86-64-v3", "x86-64-v4"])
def test_the_greater_one_is_stored_whole(arch: str, hcc: Command, tmp_path: Path) -> None:
    """What is stored under a mask is not forwarded to the next round's loads."""
    source = HC.replace("BODY", GREATEST).replace("tile(4, 32)", "tile(1, 256)")
    text = emitted(hcc, tmp_path, "asm", source, arch=arch)
    assert re.search(r"vmaxps|vblendvps|vminps", text), text
    assert not re.search(r"vmaskmov|vmov[au]p[sd].*\{%k\d\}$", text, flags=re.M), text


def test_sums_at_places_apart_are_no_vector_code(hcc: Command, tmp_path: Path) -> None:
    source = HC.replace("BODY", UP_SWEEP).replace("tile(4, 32)", "tile(1, 256)")
    assert "vscatter" not in emitted(hcc, tmp_path, "asm", source, arch="x86-64-v4")
    flag = "-fno-hcc-rewrite=scatters"
    assert "vscatter" in emitted(hcc, tmp_path, "asm", source, "-hc", flag, arch="x86-64-v4")
