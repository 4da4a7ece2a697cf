"""The split stage on whole texts: kernels and captures, overloads, kernel names, columns, overlays."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from frontend_support import device_text, entries, host_names, kind_of, split_text

from hcpy.core.errors import ToolFailed
from hcpy.core.model import Dialect, Part
from hcpy.frontend.device_ir import device_ir
from hcpy.frontend.host import compile_host, host_command
from hcpy.frontend.text.edits import apply

# --- kernels and captures -------------------------------------------------------------------------------
KERNELS = """#include <hc.hpp>
using namespace hc;
struct Functor {
  array_view<int> v;
  void operator()(index<1> i) const [[hc]] { v[i] = 1; }
};
template <class T> struct Self {
  array_view<T> v;
  void run() { parallel_for_each(extent<1>(4), *this); }
  void operator()(index<1> i) const { v[i] = 2; }
};
template <class F> void forward(int, F f) { parallel_for_each(extent<1>(4), f); }
int main() {
  extent<1> e(4);
  array<int> a(4);
  array_view<int> v(4);
  int n = 1;
  parallel_for_each(e, [&a, n, v](index<1> i) [[hc]] { a[i] = n; });
  auto named = [=](index<1> i) { v[i] = n; };
  parallel_for_each(e, named);
  parallel_for_each(e, Functor{v});
  Functor f{v};
  parallel_for_each(e, f);
  Self<int>{v}.run();
  forward(1, [=](index<1> i) { v[i] = 4; });
  parallel_for_each(e, [](index<1>) {});
}
"""


def test_all_forms_of_kernels(tmp_path: Path) -> None:
    found, _ = split_text(tmp_path, KERNELS)
    assert sorted((k.location.line, k.location.column) for k in found.kernels) == [
        (5, 8),
        (10, 8),
        (18, 24),
        (19, 16),
        (25, 14),
        (26, 24),
    ]
    assert found.diagnostics == ()
    assert found.overlays == {}
    captures = {k.location.line: [(c.name, c.by_reference) for c in k.captures] for k in found.kernels}
    assert captures[18] == [("a", True), ("n", False), ("v", False)]
    assert captures[19] == [("v", False), ("n", False)]
    assert captures[26] == []


def test_other_functions_of_this_name_are_no_launches(tmp_path: Path) -> None:
    text = """#include <hc.hpp>
namespace tbb {
template <class I, class F> void parallel_for_each(I a, I b, F f) { while (a != b) f(*a++); }
}
template <class T> void both(T* p) {
  tbb::parallel_for_each(p, p + 2, [&](T v) { if (v) throw p; });
  hc::array_view<T> v(4);
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) { v[i] = 1; });
}
int main() {
  int p[2] = {};
  tbb::parallel_for_each(p, p + 2, [&](int v) { if (v) throw p; });
  both(p);
}
"""
    found, _ = split_text(tmp_path, text)
    assert [k.location.line for k in found.kernels] == [8]
    assert found.diagnostics == ()


def test_init_captures_and_nested_lambdas(tmp_path: Path) -> None:
    text = """#include <hc.hpp>
int main() {
  hc::array_view<int> v(4);
  int n = 1;
  hc::parallel_for_each(hc::extent<1>(4), [w = v, &r = n](hc::index<1> i) {
    int local = 2;
    auto inner = [&](int k) { return local + k; };
    w[i] = inner(r);
  });
}
"""
    found, _ = split_text(tmp_path, text)
    assert [(c.name, c.by_reference) for c in found.kernels[0].captures] == [("w", False), ("r", True)]
    assert found.diagnostics == ()  # the launch refuses it where memory is not shared


# --- overloads that differ in restriction (HC) -----------------------------------------------------------
OVERLOADS = """#include <hc.hpp>
int f(int) [[cpu]] { return 11; }
int f(int) [[hc]] { return 22; }
int g(int) { return 33; }
[[hc]] int g(int) { return 44; }
int h(int&) [[hc]] { return 55; }
int h(const int&) [[cpu]] { return 66; }
struct S {
  S() [[cpu]] : v(77) {}
  S() [[hc]] : v(88) {}
  int get() const [[cpu]];
  int get() const [[hc]];
  template <class T> T t(T) [[cpu]] { return T(99); }
  template <class T> T t(T) [[hc]] { return T(110); }
  int v;
};
int S::get() const [[cpu]] { return 121; }
int S::get() const [[hc]] { return 132; }
int both(int i) [[cpu, hc]] { return f(i); }
int use(int i) [[cpu, hc]] { S s; return both(i) + g(i) + h(i) + s.get() + s.t(i) + s.v; }
int host_result(int i) { return use(i); }
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) [[hc]] { v[i] = use(1); });
}
"""


def test_a_view_by_reference_in_front_of_this(tmp_path: Path) -> None:
    text = """#include <hc.hpp>
struct S {
  hc::array_view<int> v;
  void run(hc::array_view<int> w) {
    hc::parallel_for_each(hc::extent<1>(8), [&w, this](hc::index<1> i) [[hc]] { w[i] = v[i]; });
  }
};
"""
    edited = apply(text, split_text(tmp_path, text)[0].edits, Part.HOST)
    assert re.search(
        r"\[ w, +hcrt_this = ::hcrt::detail::this_object<true>\(this\), \s*#line 5\s+this\]", edited
    )


@pytest.mark.parametrize("part", [Part.HOST, Part.DEVICE])
def test_each_part_sees_its_overloads(tmp_path: Path, part: Part) -> None:
    found, tools = split_text(tmp_path, OVERLOADS)
    assert found.diagnostics == ()
    assert not found.plain_errors
    if part is Part.DEVICE:
        ir = device_text(found, tools)
        wanted, unwanted = (22, 44, 55, 88, 132, 110), (11, 33, 66, 77, 121, 99)
    else:
        out = tmp_path / "host.ll"
        action = ("-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes")
        subprocess.run(host_command(found.unit, tools, found, out, action), check=True)
        ir = out.read_text()
        wanted, unwanted = (11, 33, 66, 77, 121, 99), (22, 44, 55, 88, 132, 110)
    constants = set(map(int, re.findall(r"(?:ret i32|store i32) (\d+)", ir)))
    assert constants.issuperset(wanted)
    assert constants.isdisjoint(unwanted)


def test_overloads_that_cannot_compete_stay_in_both_parts(tmp_path: Path) -> None:
    text = """#include <hc.hpp>
int f(int*) [[hc]] { return 22; }
int f(hc::extent<1>) [[cpu]] { return 11; }
int g(float) [[hc]] { return 44; }
int g(double) [[cpu]] { return 33; }
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) [[hc]] { v[i] = f(&v[i]) + g(1); });
  return f(hc::extent<1>(1)) + g(1.f);
}
"""
    found, _ = split_text(tmp_path, text)
    assert found.diagnostics == ()
    lines = text.encode().splitlines(keepends=True)
    starts = [sum(map(len, lines[:n])) for n in range(len(lines))]
    blanked = [e for e in found.edits if not e.text.strip()]
    assert sorted((e.begin, tuple(e.parts)) for e in blanked) == [
        (starts[3], (Part.HOST,)),
        (starts[4], (Part.DEVICE,)),
    ]


def test_overloads_keep_their_mangled_names(tmp_path: Path) -> None:
    found, tools = split_text(tmp_path, OVERLOADS)
    ir = device_text(found, tools)
    for name in ("_Z1fi", "_Z1gi", "_Z1hRi", "_ZNK1S3getEv"):
        assert f"@{name}(" in ir


# --- C++ AMP ---------------------------------------------------------------------------------------------
AMP = """#include <amp.h>
using namespace concurrency;
int f(int) restrict(amp) { return 22; }
int f(int) restrict(cpu) { return 11; }
auto late(int x) restrict(amp, cpu) -> int { return f(x); }
int with_local(int x) restrict(amp) {
  struct L {
    int q;
    L(int z) : q(z) {}
    int get(int t) const { return q + t; }
  };
  return L(x).get(1);
}
struct M {
  array_view<int> v;
  int k;
  void run(array<int>& a) {
    parallel_for_each(extent<1>(4), [=, &a](index<1> i) restrict(amp) { a[i] = late(1); });
  }
};
template <class T> void tmpl(array<T>& a, T z) {
  parallel_for_each(extent<1>(4), [&, z](index<1> i) restrict(amp) -> void { a[i] = z + with_local(2); });
}
int main() {
  array<int> a(4);
  M m;
  m.run(a);
  tmpl(a, 3);
}
"""


@pytest.mark.parametrize("kind", ["host", "spirv", "ptx"])
def test_amp_unit(tmp_path: Path, kind: str) -> None:
    found, tools = split_text(tmp_path, AMP, Dialect.AMP)
    assert found.diagnostics == ()
    assert not found.plain_errors
    ir = device_text(found, tools, kind)
    assert len(entries(ir)) == 2
    assert "ret i32 22" in ir
    assert "ret i32 11" not in ir
    assert sorted(host_names(found, tools)) == sorted(entries(ir))


def test_messages_keep_line_and_column(tmp_path: Path) -> None:
    text = AMP.replace("a[i] = late(1);", "a[i] = late(1); oops();").replace("-> void {", "-> void { oops();")
    found, tools = split_text(tmp_path, text, Dialect.AMP)
    assert found.plain_errors
    for compile_part in (
        lambda: compile_host(found.unit, tools, found),
        lambda: device_ir(found.unit, kind_of("host"), tools, found),
    ):
        with pytest.raises(ToolFailed) as caught:
            compile_part()
        places = set(re.findall(r"t\.cpp:(\d+):(\d+): error: use of undeclared", caught.value.stderr))
        lines = text.splitlines()
        expected = {
            (str(n), str(line.index("oops") + 1)) for n, line in enumerate(lines, 1) if "oops" in line
        }
        assert places == expected


def test_debug_lines_of_wrapped_kernels(tmp_path: Path) -> None:
    found, tools = split_text(tmp_path, AMP, Dialect.AMP)
    ir = device_text(found, tools)
    line = next(n for n, text in enumerate(AMP.splitlines(), 1) if "a[i] = late(1)" in text)
    column = AMP.splitlines()[line - 1].index("late") + 1
    assert f"!DILocation(line: {line}, column: {column}," in ir


ODD_PLACES = """#include <amp.h>
using namespace concurrency;
#define RUN(n, ...) parallel_for_each(extent<1>(n), __VA_ARGS__)
#define KERNEL(a) [&](index<1> i) restrict(amp) { a[i] = 1; }
struct Holder {
  int k = 3;
  array_view<int> v;
  void run(array<int>& a) {  auto w = v;  int m = k;
    RUN(4, [&](index<1> i) restrict(amp) {
      a[i] = 2; });  RUN(4, [=](auto i) restrict(amp) { w[i] = 1; });
    parallel_for_each(extent<1>(4), KERNEL(a));
    parallel_for_each(extent<1>(4), [m, &a](index<1> i) restrict(amp) -> void { a[i] = m; });
    auto named = [&a, v = v](index<1> i) restrict(amp) {
      auto inner = [=](int n) restrict(amp) { return n + v[i]; };
      a[i] = inner(2);
    };
    parallel_for_each(extent<1>(4), named);
  }
};
int main() {
  array<int> a(4);
  Holder h;
  h.run(a);
}
"""


def test_kernels_in_odd_places(tmp_path: Path) -> None:
    flags = ("-Wall", "-Wextra", "-pedantic", "-Werror")
    found, tools = split_text(tmp_path, ODD_PLACES, Dialect.AMP, flags)
    assert found.diagnostics == ()
    assert not found.plain_errors
    ir = device_text(found, tools)
    assert len(entries(ir)) == 5
    assert sorted(host_names(found, tools)) == sorted(entries(ir))
    assert compile_host(found.unit, tools, found).messages == ""


def test_places_behind_an_insertion_in_a_macros_arguments(tmp_path: Path) -> None:
    text = ODD_PLACES.replace("a[i] = 2; });  RUN", "a[i] = 2; }); oops(); RUN")
    found, tools = split_text(tmp_path, text, Dialect.AMP)
    with pytest.raises(ToolFailed) as caught:
        compile_host(found.unit, tools, found)
    assert "t.cpp:10:21: error: use of undeclared identifier 'oops'" in caught.value.stderr


# --- names -----------------------------------------------------------------------------------------------


# --- files -----------------------------------------------------------------------------------------------
