"""hcc's own warnings: their flags, and what the tokens alone show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hcpy.core.flags import user_flags
from hcpy.core.model import Dialect, Target, TranslationUnit
from hcpy.core.words import WARNINGS, is_own_warning
from hcpy.frontend.parse_need import needs_parse
from hcpy.frontend.text.annotations import BUILT_IN_MACROS, annotate
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import read_files
from hcpy.frontend.warnings.check import warning_levels
from hcpy.frontend.warnings.text import text_findings

HOST, PTX = Target("host"), Target("ptx")
UNIT = TranslationUnit(Path("a.cpp"), Dialect.HC, (HOST,), (), Path("work"))


def levels(*flags: str, targets: tuple[Target, ...] = (HOST,)) -> dict[str, str]:
    return warning_levels(replace(UNIT, clang_args=flags, targets=targets))


def test_all_warnings_are_on_by_default() -> None:
    assert set(levels().values()) == {"warning", "error"}
    assert set(levels()) == WARNINGS


def test_host_memory_is_an_error_on_the_host_as_well() -> None:
    """There the kernel would read what the function object's end has freed."""
    for targets in ((HOST,), (HOST, PTX)):
        assert levels(targets=targets)["kernel-host-memory"] == "error"
        mild = levels("-Wno-error=kernel-host-memory", targets=targets)
        assert mild["kernel-host-memory"] == "warning"


@pytest.mark.parametrize(
    ("flags", "level"),
    [
        (("-Wno-wave-size",), "ignored"),
        (("-Wno-wave-size", "-Wwave-size"), "warning"),
        (("-Werror=wave-size",), "error"),
        (("-Werror=wave-size", "-Wno-error=wave-size"), "warning"),
        (("-Werror=wave-size", "-Wno-wave-size"), "ignored"),
        (("-Wno-missing-wait", "-Wall"), "warning"),
        (("-w",), "ignored"),
        (("-w", "-Wwave-size"), "ignored"),
        (("-Werror=wave-size", "-w"), "error"),
    ],
)
def test_the_last_flag_counts(flags: tuple[str, ...], level: str) -> None:
    assert levels(*flags)["wave-size"] == level


def test_clang_gets_none_of_these_flags() -> None:
    flags = ("-Wall", "-Wno-wave-size", "-Werror=missing-wait", "-Wno-error=kernel-this", "-Wno-unused")
    assert user_flags(replace(UNIT, clang_args=flags)) == ("-Wall", "-Wno-unused")
    assert not is_own_warning("-Wwave") and not is_own_warning("wave-size")


KERNEL = """#include <hc.hpp>
void f(hc::array_view<int> v) {{
  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {{
    tile_static int s[8];
    const int l = t.local[0];
    {0}
  }});
}}
"""


PAIR = "tile_static int b[2][4]; int o, n;"
ROWS = "tile_static int q[4][4]; int p;"


@pytest.mark.parametrize(
    ("body", "races"),
    [
        ("s[l] = 1; v[t] = s[l];", 0),
        ("s[l] = 1; v[t] = s[t.local[0]];", 0),
        ("s[l] = 1; v[t] = s[l + 1];", 1),
        ("s[l] = 1; v[t] = s[l ^ 1];", 1),
        ("s[l] = 1; t.barrier.wait(); v[t] = s[l + 1];", 0),
        ("s[l] = 1; auto b = t.barrier; b.wait(); v[t] = s[l + 1];", 0),
        ("auto b = t.barrier; s[l] = 1; b.wait_with_all_memory_fence(); v[t] = s[l + 1];", 0),
        ("auto b = &t.barrier; s[l] = 1; b->wait(); v[t] = s[l + 1];", 0),
        ("s[l] = 1; meet(); v[t] = s[l + 1];", 0),  # a function that has the barrier
        ("s[l] = 1; MEET; v[t] = s[l + 1];", 0),  # a macro that has it
        ("s[l] = 1; if (l) return; v[t] = s[l + 1];", 1),
        ("s[l] = 1; c.all->step(2); v[t] = s[l + 1];", 0),
        ("s[l] = 1; int q = f(l); v[t] = s[l + 1];", 1),
        ('s[l] = 1; hc::printf("x"); v[t] = s[l + 1];', 1),
        ("s[l] = 1; hc::atomic_fetch_add(&v[t], 1); v[t] = s[l + 1];", 1),
        ("s[l] = s[l + 1];", 0),
        ("s[l] = 1; if (l == 0) v[t] = s[0];", 0),
        ("s[l] = 1; v[t] = s[0];", 1),
        ("s[l] = 1; for (int k = 0; k < 8; ++k) v[t] += s[k];", 1),
        ("for (int k = l; k < 8; k += 4) s[k] = k; t.barrier.wait(); v[t] = s[7];", 0),
        ("if (l == 0) { for (int k = 0; k < 8; ++k) s[k] = k; v[t] = s[3]; }", 0),
        # One dimension that a guard keeps apart is enough: LU in a tile, by rows.
        (f"{ROWS} for (p = 0; p < 3; ++p) if (l > p) for (int j = 0; j < 4; ++j) q[l][p] -= q[p][j];", 0),
        (f"{ROWS} for (p = 0; p < 3; ++p) for (int j = 0; j < 4; ++j) {{ q[l][p] = 1; v[t] = q[p][j]; }}", 1),
        (f"{ROWS} for (int k = 0; k < 4; ++k) if (l > k) {{ q[l][k] = 1; v[t] = q[k][l]; }}", 0),
        (f"{ROWS} for (int k = 0; k < 4; ++k) {{ q[l][k] = 1; v[t] = q[k][l]; }}", 1),
        (f"{ROWS} for (p = 0; p < 3; ++p) for (int j = 0; j < 4; ++j) {{ q[l][p] = 1; v[t] = q[l][j]; }}", 0),
        (f"{ROWS} for (p = l; p < 3; ++p) for (int j = 0; j < 4; ++j) {{ q[l][p] = 1; v[t] = q[l][j]; }}", 1),
        (f"{ROWS} for (p = 0; p < 3; ++p) for (int j = 0; j < 4; ++j) {{ q[p][l] = 1; v[t] = q[p][j]; }}", 1),
        # Two buffers in turn.
        (f"{PAIR} if (l) b[o][l] = b[1 - o][l - 1]; else b[o][l] = b[1 - o][l];", 0),
        (f"{PAIR} b[o][l] = b[o ^ 1][l]; if (l) b[o][l] += b[o ^ 1][l - 1];", 0),
        (f"{PAIR} b[o][l] = b[n][l]; if (l) b[o][l] += b[n][l - 1];", 0),
        (f"{PAIR} b[o][l] = 1; v[t] = b[o][l + 1];", 1),
        (f"{PAIR} b[l][o] = 1; v[t] = b[o][l];", 1),
        # What another branch of the preprocessor's has is another variable.
        (
            "\n#ifdef A\nMINE z[l] = 1; t.barrier.wait();\n#else\nint z[4]; z[l] = 1; v[t] = z[0];\n#endif\n",
            0,
        ),
        ("\n#ifdef A\nMINE\n#else\ntile_static int z[8];\n#endif\nz[l] = 1; v[t] = z[l + 1];", 1),
        ("\n#ifdef A\nMINE\n#endif\nz[l] = 1; v[t] = z[l + 1];", 1),
        ("\n#ifdef A\ns[l] = 1;\n#else\nv[t] = s[l + 1];\n#endif\n", 0),
        ("s[l] = 1;\n#if 0\n v[t] = s[l + 1];\n#endif\n", 1),  # the parse does not look into kernels' #if
    ],
)
def test_races_that_the_text_tells(tmp_path: Path, body: str, races: int) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(KERNEL.format(body.replace("MINE", "tile_static int z[4];")))
    found = annotate(SourceText.read(path), BUILT_IN_MACROS)
    assert [f.flag for f in text_findings([found], Dialect.HC)] == ["missing-barrier"] * races


LAUNCH = "hc::parallel_for_each(e, [=](hc::index<1> i) [[hc]] { %s });"
FILL = LAUNCH % "p[i[0]] = 1;"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        # What the kernel writes.
        (LAUNCH % "hc::atomic_fetch_add(&p[0], 1);" + " return *p;", 1),
        (LAUNCH % "hc::atomic_fetch_add(p, 1);" + " return *p;", 1),
        (LAUNCH % "*(p + i[0]) = 1;" + " return p[0];", 1),
        (LAUNCH % "int* q = p + i[0]; *q = 1;" + " return p[0];", 1),
        (LAUNCH % "p[i[0]].x += 1;" + " return p[0].x;", 1),
        (LAUNCH % "p->x = 1;" + " return p->x;", 1),
        (LAUNCH % "++p[i[0]];" + " return p[0];", 1),
        (LAUNCH % "v[i] = p[i[0]];" + " return p[0];", 0),
        # How the host reads it.
        (FILL + " std::vector<int> v(p, p + 8);", 1),
        (FILL + " std::memcpy(b, p, 8);", 1),
        (FILL + " return *std::max_element(p, p + 8);", 1),
        (FILL + " std::copy(p, p + 8, b);", 1),
        (FILL + ' std::printf("%d", p[0]);', 1),
        (FILL + " use(p[0]);", 1),
        (FILL + " use(p);", 0),
        (FILL + " av.copy(p, b, 8);", 0),
        # Blocks around the launch, and the launch of a named function object.
        ("for (;;) { " + FILL + " } return p[0];", 1),
        ("if (n > 2) { " + FILL + " } else { p[0] = 1; } return p[0];", 1),
        ("if (n > 2) { " + FILL + " return 1; } return p[0];", 0),
        ("{ " + FILL + " } p[0] = 1; return 0;", 1),
        (
            "auto k = [=](hc::index<1> i) [[hc]] { p[i[0]] = 1; }; hc::parallel_for_each(e, k); return p[0];",
            1,
        ),
        ("auto k = [=](hc::index<1> i) [[hc]] { p[i[0]] = 1; }; p[0] = 2; use(k);", 0),
        # What waits, or may.
        (FILL + " av.wait(); return p[0];", 0),
        (FILL + " unseen(av); return p[0];", 0),
        (FILL + " stream.finish(); return p[0];", 0),
        (FILL + " SYNC(av); return p[0];", 0),
        (FILL + " waits(); return p[0];", 0),
        (FILL + " harmless(1); return p[0];", 1),
        (FILL + ' std::puts("launched"); return p[0];', 1),
        (FILL + " std::vector<int> v(8); return p[0];", 1),
    ],
)
def test_reads_without_a_wait(tmp_path: Path, body: str, found: int) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(
        f"void waits() {{ view().wait(); }}\nint harmless(int n) {{ return n; }}\nint f() {{ {body} }}\n"
    )
    findings = text_findings([annotate(SourceText.read(path), BUILT_IN_MACROS)], Dialect.HC)
    assert [f.flag for f in findings] == ["missing-wait"] * found


HELPER = (
    "template <class T> T get(T v, int d) [[hc]] { return __shfl_xor(v, d); }\n"
    "inline int other(int v, int d) [[hc]] { return get(v, d); }\n"
    "inline int apart(int v, int d) [[hc]] { return v + d; }\n"
    "inline int sum(int v) [[hc]] { for (int d = 1; d < __wavesize(); d *= 2) v += __shfl_xor(v, d);"
    " return v; }\n"
)


@pytest.mark.parametrize(
    ("before", "body", "found"),
    [
        ("", "for (int d = 32; d; d /= 2) x += __shfl_xor(x, d);", 1),
        ("#define WAVE 64\n", "for (int d = WAVE / 2; d; d /= 2) x += __shfl_xor(x, d);", 1),
        ("#define WAVE_SIZE (64)\n", "x += __shfl_xor(x, t.local[0] % WAVE_SIZE);", 1),
        ("constexpr int warp = 32;\n", "for (int d = warp / 2; d; d /= 2) x += __shfl_xor(x, d);", 1),
        ("enum { warp = 32 };\n", "x = __shfl(x, 0, warp);", 1),
        ("", "x = __any(x) + (t.local[0] >> 6);", 1),
        ("", "x = __any(x) + (x >> 6);", 0),
        ("constexpr int tile = 64;\n", "x = __any(x > tile);", 0),
        (HELPER, "for (int d = 32; d; d /= 2) x += other(x, d);", 1),
        (HELPER, "x = get<int>(x, 1); int lane = t.local[0] % 64;", 1),
        (HELPER, "auto f = [](int v) [[hc]] { return other(v, 1); }; int lane = t.local[0] % 64;", 1),
        (HELPER, "for (int d = 32; d; d /= 2) x += apart(x, d) + (other < d);", 0),
        (HELPER, "for (int d = 1; d; d /= 2) x += other(x, 64);", 0),
        (HELPER, "x = sum(x); int lane = t.local[0] % 64;", 0),
        ("", "x = __shfl(x, 0, 8);", 1),
        ("", "x += __shfl_down(f(x, 3), 4, 8u);", 1),
        ("", "x = __shfl(x, 8) + __shfl(f(x, 3), 8) + __shfl(x, 0, 1);", 0),
        ("", "x = __shfl(f<1, 2>(x), 8);", 0),
        ("", "if (__wavesize() >= 8) x = __shfl(x, 0, 8);", 0),
        ("", "for (int d = __wavesize() / 2; d; d /= 2) x += __shfl_xor(x, d); x += 64;", 0),
    ],
)
def test_sizes_of_waves(tmp_path: Path, before: str, body: str, found: int) -> None:
    path = tmp_path / "a.cpp"
    kernel = f"[=](hc::tiled_index<1> t) [[hc]] {{ {body} }}"
    path.write_text(f"{before}void f() {{ hc::parallel_for_each(e, {kernel}); }}\n")
    findings = text_findings([annotate(SourceText.read(path), BUILT_IN_MACROS)], Dialect.HC)
    assert [f.flag for f in findings] == ["wave-size"] * found


def test_functions_of_headers_that_call_wave_functions(tmp_path: Path) -> None:
    header, path = tmp_path / "wave.h", tmp_path / "a.cpp"
    header.write_text(
        "inline int total(int v) [[hc]] { for (int d = 32; d; d /= 2) v += __shfl_xor(v, d); return v; }\n"
    )
    path.write_text("void f() { parallel_for_each(e, [=]() [[hc]] { if (t.local[0] % 64) total(1); }); }\n")
    found = [annotate(SourceText.read(p), BUILT_IN_MACROS) for p in (path, header)]
    findings = list(text_findings(found, Dialect.HC))
    assert [(f.flag, Path(f.location.file).name) for f in findings] == [
        ("wave-size", "a.cpp"),
        ("wave-size", "wave.h"),
    ]


REFER = "hc::parallel_for_each(e, [&](hc::index<1> i) [[hc]] { v[i] = 1; })"
LATER = "hc::parallel_for_each(e, [](hc::index<1>) [[hc]] {}); "
THEN = "f.then([&] { v[0] = 1; });"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("hc::array_view<int> v(8); return " + REFER + ";", 1),
        ("hc::array<int> v(8); auto f = " + REFER + "; return f;", 1),
        ("for (;;) { hc::array<int> v(8); fs.push_back(" + REFER + "); }", 1),
        ("hc::completion_future f; { hc::array<int> v(8); f = " + REFER + "; } f.wait();", 1),
        ("hc::array<int> v(8); auto f = " + REFER + "; f.wait(); return f;", 0),
        ("hc::array<int> v(8); auto f = " + REFER + ";", 0),
        ("hc::array<int> v(8); " + REFER + ";", 0),
        ("hc::array<int> v(8); std::vector<hc::completion_future> fs; fs.push_back(" + REFER + ");", 0),
        ("auto& v = member; return " + REFER + ";", 0),
        ("hc::array_view<int> v(8); return " + REFER.replace("[&]", "[=]") + ";", 0),
        ("hc::array<int> v(8); for (;;) { f = " + REFER + "; } f.wait();", 0),
        ("hc::array<int> v(8); { auto f = " + LATER + THEN + " }", 0),
        ("hc::array<int> v(8); hc::completion_future f = " + LATER + THEN + " f.get_end_tick();", 0),
        ("hc::array<int> v(8); auto f = " + LATER + THEN + " return f;", 1),
        ("hc::array<int> v(8); auto f = " + LATER + " fs.push_back(f); " + THEN, 1),
        ("hc::array<int> v(8); auto& f = fs[0] = " + LATER + THEN, 1),
        ("auto f = " + LATER + " hc::array<int> v(8); " + THEN, 1),
        ("hc::array<int> v(8); member = " + LATER + "member." + THEN[2:], 1),
        ("hc::array<int> v(8); *p = " + LATER + "p->" + THEN[2:], 1),
    ],
)
def test_futures_that_outlive_what_kernels_refer_to(tmp_path: Path, body: str, found: int) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(f"hc::completion_future f() {{ {body} }}\n")
    findings = text_findings([annotate(SourceText.read(path), BUILT_IN_MACROS)], Dialect.HC)
    assert [f.flag for f in findings] == ["dangling-view"] * found


@pytest.mark.parametrize(
    ("declared", "use", "needed"),
    [
        ("std::vector<int> data(4);", "1", False),
        ("std::vector<int> data(4);", "data[0]", True),
        ("auto data = make();", "data[0]", False),
        ("std::vector<int> data(4); for (int& d : data) { if (d) { data[0] = 1; } }", "used(v[i])", False),
        (
            "std::vector<int> data(4); if (data[0]) { data[0] = 1; }",
            "v[i]; for (;;) { if (v[i]) break; }",
            False,
        ),
        ("struct s { ~s() {} }; s data;", "data.n", True),
    ],
)
def test_hc_is_parsed_only_where_a_warning_is_likely(
    tmp_path: Path, declared: str, use: str, needed: bool
) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(
        "#include <hc.hpp>\n#include <vector>\n"
        f"void f(hc::array_view<int> v) {{ {declared}\n"
        f"hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {{ v[i] = {use}; }}); }}\n"
    )
    unit = replace(UNIT, source=path, work_dir=tmp_path / "work")
    assert needs_parse(read_files(unit), {}) is needed


@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("[[hc]] int f(int x) { return __shfl(x, 0, 8); }", 1),
        ("template <class T> [[hc]] T f(T x) { return __shfl(x, 0, 8); }", 1),
        ("struct s { [[cpu]] [[hc]] static int f(int x) { return __shfl(x, 0, 8); } };", 1),
        ("__attribute__((hc)) int f(int x) { return __shfl(x, 0, 8); }", 1),
        ("[[hc]] int f(int x);\nint g(int x) { return __shfl(x, 0, 8); }", 0),
        ("[[hc]] int f(8);\nint g(int x) { return __shfl(x, 0, 8); }", 0),
    ],
)
def test_functions_with_the_annotation_in_front(tmp_path: Path, function: str, found: int) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(f"{function}\nvoid k() {{ parallel_for_each(e, [=]() [[hc]] {{ f(1); }}); }}\n")
    findings = text_findings([annotate(SourceText.read(path), BUILT_IN_MACROS)], Dialect.HC)
    assert [f.flag for f in findings] == ["wave-size"] * found
