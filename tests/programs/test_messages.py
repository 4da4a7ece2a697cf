"""Diagnostics speak the dialect: one error a mistake, in the user's file, without words of clang's or ours.

Each source holds many mistakes, one a line that ends in `// !`; lines without that have none.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Command

FORBIDDEN = re.compile(
    r"__device__|__host__|__global__|__shared__|__constant__|HCRT_|hcpy::|Kalmar::|hcrt::"
    r"|short_vector_of|scratch space|expanded from|_t<|\[\.\.\.\]"
    r"|'(?:host|device)' attribute|CUDA|HIP\b|SYCL|sycl|\[&\]\{return|;\}\(\)"
)
ERROR = re.compile(r"^(?P<file>[^\n:|]+):(?P<line>\d+):\d+: error: (?P<text>.*)$", re.MULTILINE)
FLAGS = {"amp": "-std=c++amp", "hc": "-hc"}

HEADS = {
    "amp": """#include <amp.h>
#include <amp_math.h>
#include <amp_short_vectors.h>
#include <vector>
using namespace concurrency;
using namespace concurrency::graphics;
int global_value = 3;
int cpu_only(int x) { return x; }
int amp_only(int x) restrict(amp) { return x; }
struct Host { Host() {} int v; int get() const { return v; } };
struct Dev { Dev() restrict(amp) {} int get() const restrict(amp) { return 1; } };
""",
    "hc": """#include <hc.hpp>
#include <hc_math.hpp>
using namespace hc;
[[cpu]] int cpu_only(int x) { return x; }
int hc_only(int x) [[hc]] { return x; }
""",
}
KERNELS = {
    "amp": "void k{n}(array_view<int> v, array<int>& a, array_view<int, 2> w) {{ parallel_for_each(v.extent, "
    "[=, &a](index<1> i) restrict(amp) {{ {statement} }}); }}  // !\n",
    "hc": "void k{n}(array_view<int> v, array<int>& a, array_view<int, 2> w) {{ "
    "parallel_for_each(v.get_extent(), [=, &a](index<1> i) [[hc]] {{ {statement} }}); }}  // !\n",
}
# Plain C++ errors come first: those of a dialect's rules are reported where there are none.
PLAIN_STATEMENTS = (
    "v[i] = missing;",
    "v.foo();",
    "v[index<2>(1, 2)] = 1;",
    "w[index<1>(1)] = 1;",
    "a[index<3>(1, 2, 3)] = 1;",
    "w(index<1>(1)) = 1;",
    'v[i] = "text";',
    "i.foo = 1;",
    "return v[i] +;",
)
PLAIN_DECLARATIONS = {
    "amp": (
        "float_2 p1(float_3 x) { return x; }",
        "array_view<float> p2(array_view<const int> x) { return x.reinterpret_as<float>(); }",
        "float p3(float x) restrict(amp) { return fast_math::pow(x); }",
        "void p4(array_view<int> x) { atomic_fetch_add(x[0], 1); }",
        "void p5(array_view<const int> x) { x.discard_data(); }",
    ),
    "hc": ("void p1(array_view<const int> x) { array_view<float> y = x.reinterpret_as<float>(); }",),
}
RULE_STATEMENTS = {
    "amp": (
        "v[i] = cpu_only(1);",
        "v[i] = global_value;",
        "global_value = 1;",
        "Host h;",
        "throw 1;",
        "try { v[i] = 1; } catch (...) {}",
        "int* p = new int;",
        "static int s;",
        "char c = 1;",
        "short c = 1;",
        "long long c = 1;",
        "volatile int c = 1;",
        "v.synchronize();",
        "v[i] = rand();",
        'asm("nop");',
        "tile_static int c = 1;",
    ),
    "hc": ("v[i] = cpu_only(1);", "throw 1;", "try { v[i] = 1; } catch (...) {}", "int* p = new int;"),
}
RULE_DECLARATIONS = {
    "amp": (
        "int c1() { return amp_only(1); }",
        "Dev c2;",
        "struct D1 { D1() restrict(amp, cpu) {} ~D1() {} };",
        "struct D2 { virtual void f() restrict(amp) {} };",
        "int d3(char c) restrict(amp) { return c; }",
        "int d4(int** c) restrict(amp) { return **c; }",
        "int d5(int x) restrict(amp) { return d5(x); }",
        "void d6() { tile_static int q; }",
        "void d7(std::vector<int>& d) { auto k = [&](int i) restrict(amp) { return d[i]; }; }",
    ),
    "hc": (),
}
CLAUSES = {
    "int e1(int x) restrict(gpu) { return x; }": "'gpu' is not a restriction",
    "int e2(int x) restrict(gpu, sse) { return x; }": "'gpu' and 'sse' are no restrictions",
    "int e3(int x) restrict(amp, gpu, x, y) { return x; }": "'gpu', 'x' and 'y' are no restrictions",
}


def source(dialect: str, statements: tuple[str, ...], declarations: tuple[str, ...]) -> str:
    kernels = [KERNELS[dialect].format(n=n, statement=text) for n, text in enumerate(statements)]
    return "".join((HEADS[dialect], *(f"{d}  // !\n" for d in declarations), *kernels))


def check(hcc: Command, dialect: str, text: str, folder: Path) -> str:
    (folder / "main.cpp").write_text(text)
    done = hcc(FLAGS[dialect], "--targets=host", "-fsyntax-only", "-ferror-limit=0", "main.cpp", cwd=folder)
    assert done.returncode == 1
    assert not FORBIDDEN.search(done.stderr), (FORBIDDEN.findall(done.stderr), done.stderr)
    expected = [n for n, line in enumerate(text.splitlines(), 1) if line.endswith("// !")]
    found = [(m["file"], int(m["line"])) for m in ERROR.finditer(done.stderr)]
    assert sorted(found) == [("main.cpp", n) for n in expected], done.stderr
    return done.stderr


@pytest.mark.parametrize("dialect", FLAGS)
def test_errors_of_plain_cpp(hcc: Command, dialect: str, tmp_path: Path) -> None:
    said = check(hcc, dialect, source(dialect, PLAIN_STATEMENTS, PLAIN_DECLARATIONS[dialect]), tmp_path)
    assert "takes an 'index<1>', not 'index<2>'" in said
    assert "takes an 'index<2>', not 'index<1>'" in said


@pytest.mark.parametrize("dialect", FLAGS)
def test_errors_of_the_rules(hcc: Command, dialect: str, tmp_path: Path) -> None:
    text = source(dialect, RULE_STATEMENTS[dialect], RULE_DECLARATIONS[dialect])
    said = check(hcc, dialect, text, tmp_path)
    assert dialect == "hc" or "'operator[]' of 'std::vector<int>' is not restricted to amp" in said


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_unknown_word_of_a_clause(hcc: Command, clause: str, tmp_path: Path) -> None:
    assert CLAUSES[clause] in check(hcc, "amp", source("amp", (), (clause,)), tmp_path)


LOOPS = """#include <hc.hpp>
struct Tree { int left[15], right[15]; };
void f(hc::array_view<int> v, Tree tree) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    int stack[8], top = 0, sum = 0, k = i[0];
    stack[top++] = 0;
    while (top) {
      int at = stack[--top];
      sum += v[at];
      if (tree.right[at] >= 0 && (i[0] & 1)) stack[top++] = tree.right[at];
      if (tree.left[at] >= 0) stack[top++] = tree.left[at];
    }
#pragma unroll
    while (k) { sum += v[k]; k = v[k]; if (sum > 100) break; }
    v[i] = sum;
  });
}
"""


@pytest.mark.parametrize("target", ["host:x86-64", "spirv", "ptx"])
def test_loops_that_llvm_cannot_unroll(hcc: Command, target: str, tmp_path: Path) -> None:
    """Of those that the source marks, where the target tells, in words that a flag silences."""
    (tmp_path / "a.cpp").write_text(LOOPS)
    words = ("-hc", f"--targets={target}", "-c", "a.cpp")
    done = hcc(*words, cwd=tmp_path)
    assert done.returncode == 0
    told = "" if target.startswith("host") else "a.cpp:14:5: warning: loop not unrolled: "
    assert done.stderr.startswith(told) and done.stderr.count("warning: ") == bool(told)
    done = hcc(*words, "-Wno-pass-failed", cwd=tmp_path)
    assert done.returncode == 0 and not done.stderr
