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
        ("s[l] = 1;\n#if 0\n v[t] = s[l + 1];\n#endif\n", 1),  # the parse does not look into kernels' #if
    ],
)
def test_races_that_the_text_tells(tmp_path: Path, body: str, races: int) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(KERNEL.format(body))
    found = annotate(SourceText.read(path), BUILT_IN_MACROS)
    assert [f.flag for f in text_findings([found], Dialect.HC)] == ["missing-barrier"] * races


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
