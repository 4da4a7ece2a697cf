"""The split of a source with odd files and places: names of lambdas, paths, headers."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from frontend_support import device_text, entries, host_names, kind_of, split_text, tools_in, unit_of
from test_frontend_split import AMP, KERNELS

from hcpy.core.errors import HcpyError
from hcpy.core.model import Dialect, Part
from hcpy.frontend import split as split_stage
from hcpy.frontend.device_ir import device_ir
from hcpy.frontend.host import compile_host
from hcpy.frontend.names import normalise_kernel_name

OTHER_LAMBDAS = """#include <{header}>
template <class T> void run(T t) {{
#ifndef __KALMAR_ACCELERATOR__
  auto other = [=](hc::index<1>) {{ return t; }};
  other(hc::index<1>());
#endif
  hc::array_view<T> v(4);
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) {clause} {{ v[i] = t; }});
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) {clause} {{ v[i] = t + 1; }});
}}
int main() {{
  run(1);
  run(2.f);
#ifndef __KALMAR_ACCELERATOR__
  auto other = [](hc::index<1>) {{}};
  other(hc::index<1>());
#endif
  hc::array_view<int> v(4);
  hc::array<int> a(4);
  auto k = [=](hc::index<1> i) {clause} {{ v[i] = 1; }};
  hc::parallel_for_each(hc::extent<1>(4), k);
  hc::parallel_for_each(hc::extent<1>(4), [&](hc::index<1> i) {clause} {{ a[i] = 2; }});
}}
"""


@pytest.mark.parametrize(
    ("dialect", "header", "clause"), [("hc", "hc.hpp", "[[hc]]"), ("amp", "amp.h", "restrict(amp)")]
)
def test_lambdas_that_one_part_sees(tmp_path: Path, dialect: str, header: str, clause: str) -> None:
    text = OTHER_LAMBDAS.format(header=header, clause=clause)
    found, tools = split_text(tmp_path, text, Dialect(dialect))
    assert found.diagnostics == ()
    device, host = entries(device_text(found, tools)), host_names(found, tools)
    assert sorted(device) != sorted(host)  # the counts do differ
    assert len({normalise_kernel_name(n) for n in device}) == 6
    assert {normalise_kernel_name(n) for n in device} == {normalise_kernel_name(n) for n in host}
    for line, column in ((8, 43), (9, 43), (20, 12), (22, 43)):
        assert any(f"hcpy_kernel_{line}_{column}" in name for name in device), device


def test_units_without_pass_macros_get_no_names(tmp_path: Path) -> None:
    found, tools = split_text(tmp_path, KERNELS)
    assert "hcpy_kernel_" not in device_text(found, tools)


def test_headers_under_odd_paths_are_edited(tmp_path: Path) -> None:
    real = tmp_path / "real dir"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    (real / "kernels.h").write_text(
        "inline auto in_header(int x) restrict(amp) -> int { return x; }\n"
        '#define COMPUTED "more.h"\n#include COMPUTED\n'
    )
    (real / "more.h").write_text("inline auto more(int x) restrict(amp) -> int { return x; }\n")
    text = """#include <amp.h>
#include "kernels.h"
int main() {
  hc::array_view<int> v(4);
  hc::extent<1> e(4);
  hc::parallel_for_each(e, [=](hc::index<1> i) restrict(amp) { v[i] = in_header(1) + more(2); });
}
"""
    found, tools = split_text(tmp_path, text, Dialect.AMP, ("-I", str(tmp_path / "link")))
    assert not found.plain_errors
    assert set(found.overlays) == set(Part)  # the scan of the text alone does not find more.h
    assert "_Z4morei" in device_text(found, tools)
    compile_host(found.unit, tools, found)


def test_relative_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools = tools_in(tmp_path)
    unit = unit_of(tmp_path, AMP, Dialect.AMP)
    monkeypatch.chdir(tmp_path)
    unit = replace(unit, source=Path("t.cpp"), work_dir=Path("w"))
    found = split_stage.split(unit, tools)
    assert len(entries(device_text(found, tools))) == 2


def test_a_source_that_cannot_be_read(tmp_path: Path) -> None:
    unit = replace(unit_of(tmp_path, "", Dialect.HC), source=tmp_path / "missing.cpp")
    with pytest.raises(HcpyError, match="cannot read"):
        split_stage.split(unit, tools_in(tmp_path))


def test_device_iteration_of_hc(tmp_path: Path) -> None:
    text = """#include <hc.hpp>
#include <vector>
int unused_host_function() { throw 1; }
int main() {
  hc::array_view<float> v(4);
  std::vector<int> host(4);
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) [[hc]] { v[i] = v[i] * 2.f + 1.f; });
}
"""
    found, tools = split_text(tmp_path, text, args=("-g", "-O0", "-march=native", "-Wall", "-Werror"))
    for kind, call in (("ptx", "ptx_kernel"), ("spirv", "spir_kernel"), ("host", "spir_kernel")):
        ir = device_text(found, tools, kind)
        assert f"define {'dso_local ' if kind == 'ptx' else ''}{call} void @_ZTS" in ir
        assert "unused_host_function" not in ir
        assert "uwtable" not in ir
        assert "emissionKind: DebugDirectivesOnly" in ir
        assert ("contract" in ir) or kind == "host"
    assert '"target-cpu"' not in device_text(found, tools, "host")
    assert compile_host(found.unit, tools, found).messages == ""


def test_the_users_warnings_come_from_the_host_part_alone(tmp_path: Path) -> None:
    text = "#include <hc.hpp>\nint main() { int unused; hc::array<int> a(1); (void)a; }\n"
    found, tools = split_text(tmp_path, text, args=("-Wall",))
    assert "unused variable" in compile_host(found.unit, tools, found).messages
    assert device_ir(found.unit, kind_of("host"), tools, found).messages == ""


def test_walking_costs_little_beside_the_parse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "#include <iostream>\n#include <vector>\n" + KERNELS
    tools = tools_in(tmp_path)
    unit = unit_of(tmp_path, text, Dialect.HC)
    spent: list[float] = []
    parse = split_stage.parse

    def timed(*args: object) -> object:
        start = time.thread_time()
        result = parse(*args)  # type: ignore[arg-type]
        spent.append(time.thread_time() - start)
        return result

    monkeypatch.setattr(split_stage, "parse", timed)
    beside = []
    for _ in range(3):
        start = time.thread_time()
        split_stage.split(unit, tools)
        beside.append(time.thread_time() - start - spent.pop())
    assert not spent
    assert min(beside) < 0.05  # seconds of this thread
