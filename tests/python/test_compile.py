"""hcpy.compile: sources, options, errors in the source, the cache."""

from __future__ import annotations

import os
import pickle
import time
from pathlib import Path

import numpy as np
import pytest
from python_support import on_host, python  # noqa: F401

import hcpy

SAXPY = "void saxpy(hc::index<1> i, float a, const float* x, float* y) [[hc]] { y[i[0]] += a * x[i[0]]; }"


def error_of(source: str, *options: str) -> hcpy.CompileError:
    with pytest.raises(hcpy.CompileError) as caught:
        hcpy.compile(source, *options)
    return caught.value


def test_the_four_lines() -> None:
    code = f"""
import numpy as np, hcpy
mod = hcpy.compile("{SAXPY}")
x, y = np.ones(1 << 20, np.float32), np.zeros(1 << 20, np.float32)
hcpy.parallel_for_each(hcpy.extent(x.size), mod.saxpy, 2.0, hcpy.array_view(x), hcpy.array_view(y)).wait()
assert (y == 2).all()
"""
    done = python(code)
    assert done.returncode == 0, done.stderr


def test_plain_cpp_errors() -> None:
    error = error_of("void k(hc::index<1> i, int* p) [[hc]] {\n  p[i[0]] = missing;\n}\n")
    (diagnostic,) = error.diagnostics
    assert str(diagnostic.location) == "<string>:2:13" and diagnostic.severity == "error"
    assert str(error).startswith(
        "<string>:2:13: error: use of undeclared identifier 'missing'\n    2 |   p[i[0]]"
    )
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.diagnostics == error.diagnostics


def test_broken_rules_of_kernels() -> None:
    source = (
        "int half(int v) { if (v < 0) throw v; return v / 2; }\n"
        "void k(hc::index<1> i, int* p) [[hc]] { p[i[0]] = half(p[i[0]]); }\n"
    )
    error = error_of(source)
    assert "<string>:1:30: error: 'throw' is not allowed in a kernel" in str(error)
    assert "<string>:2:51: note: 'half(int)' is called" in str(error)
    assert all(note.location.file == "<string>" for note in error.diagnostics[0].notes if note.location)


def test_parameters_that_are_not_plain_bytes() -> None:
    source = """
struct Owner { int* p; Owner(const Owner&); ~Owner(); };
void k(hc::index<1> i, Owner o) [[hc]] {}
"""
    error = error_of(source)
    assert "<string>:3:6: error: " in str(error) and "the type is not trivially copyable" in str(error)


def test_variables_of_the_host_program() -> None:
    error = error_of("int counter;\nvoid k(hc::index<1> i, int* p) [[hc]] { p[i[0]] = counter; }")
    assert "error: kernels compiled from Python can't use 'counter', a variable of the host program" in str(
        error
    )
    error = error_of(
        "int n;\nint twice(int x) [[hc]] {\n  return x * n;\n}\nvoid k(hc::index<1> i, int* p) [[hc]] {\n"
        "  p[i[0]] = twice(2);\n}"
    )
    assert "<string>:3:14: error: kernels compiled from Python can't use 'n'" in str(error)


def test_files_and_what_they_include(tmp_path: Path) -> None:
    header, source = tmp_path / "by.h", tmp_path / "kernels.cpp"
    header.write_text("constexpr int by = 2;\n")
    source.write_text('#include "by.h"\nvoid k(hc::index<1> i, int* p) [[hc]] { p[i[0]] = by * N; }\n')
    for expected in (20, 30):
        out = np.zeros(1, np.int32)
        module = hcpy.compile(source, "-DN=10")
        hcpy.parallel_for_each(hcpy.extent(1), module.k, out).wait()
        assert out[0] == expected
        header.write_text("constexpr int by = 3;\n")
    header.write_text("constexpr int by = what;\n")
    assert f"{header}:1:20: error: use of undeclared identifier 'what'" in str(error_of(str(source), "-DN=1"))


def test_program_with_main_and_own_kernels() -> None:
    source = """
#include <hc.hpp>
#include <vector>
int twice(int x) { return 2 * x; }
void k(hc::index<1> i, int* p) [[hc]] { p[i[0]] = twice(i[0]); }
int main() {
  std::vector<int> v(10);
  hc::array_view<int> a(10, v);
  hc::parallel_for_each(hc::extent<1>(10), [=](hc::index<1> i) [[hc]] { a[i] = 1; });
}
"""
    out = np.zeros(5, np.int32)
    hcpy.parallel_for_each(hcpy.extent(5), hcpy.compile(source).k, out).wait()
    assert out.tolist() == [0, 2, 4, 6, 8]


def test_options() -> None:
    with pytest.raises(hcpy.UsageError, match=r"unknown"):
        hcpy.compile(SAXPY, "--targets=host", target="toaster")
    with pytest.raises(hcpy.UsageError, match=r"no such file: 'nothing.cpp'"):
        hcpy.compile("nothing.cpp")
    with pytest.raises(hcpy.UsageError, match=r"options as strings"):
        hcpy.compile(SAXPY, 3)  # type: ignore[arg-type]
    checked = hcpy.compile(
        "void k(hc::index<1> i, hc::array_view<int, 1> v) [[hc]] { v[i[0] + 1] = 0; }",
        "-hc-check",
        target="host",
    )
    future = hcpy.parallel_for_each(hcpy.extent(4), checked.k, np.zeros(4, np.int32))
    with pytest.raises(hcpy.KernelFailed, match=r"out of range|outside"):
        future.wait()


def test_module() -> None:
    module = hcpy.compile(SAXPY + "template <class T> void t(hc::index<1> i, T* p) [[hc]] {}")
    assert module.kernels == ["saxpy", "t"] == list(module) and {"saxpy", "t"} <= set(dir(module))
    assert str(module.saxpy.signature) == "saxpy(index<1>, float a, const float * x, float * y)"
    assert repr(module.t) == "<hcpy.KernelTemplate template <class T> t at <string>:1:121>"


def test_modules_and_kernels_pickle() -> None:
    module = hcpy.compile(SAXPY + "template <class T> void t(hc::index<1> i, T* p) [[hc]] { p[i[0]] = 3; }")
    again, kernel, template = pickle.loads(pickle.dumps((module, module.saxpy, module.t)))
    x, y = np.ones(4, np.float32), np.zeros(4, np.float32)
    hcpy.parallel_for_each(hcpy.extent(4), kernel, 2, x, y).wait()
    hcpy.parallel_for_each(hcpy.extent(4), again.saxpy, 2, x, y).wait()
    hcpy.parallel_for_each(hcpy.extent(4), template["float"], x).wait()
    assert (y == 4).all() and (x == 3).all()
    view = pickle.loads(pickle.dumps(hcpy.array_view(y)))
    own = pickle.loads(pickle.dumps(hcpy.array(data=y)))
    assert (view.numpy() == 4).all() and (own.numpy() == 4).all()
    accelerator, stream = pickle.loads(
        pickle.dumps((hcpy.accelerator("host"), hcpy.accelerator("host").default_view))
    )
    assert accelerator is hcpy.accelerator("host") and stream is accelerator.default_view


def test_cache(tmp_path: Path) -> None:
    code = f"""
import hcpy, numpy as np
mod = hcpy.compile("{SAXPY}")
y = np.ones(3, np.float32)
hcpy.parallel_for_each(hcpy.extent(3), mod.saxpy, 2, y, y).wait()
print(y.tolist())
"""
    where = {"HCPY_CACHE_DIR": str(tmp_path), "HCPY_VERBOSE": "1"}
    first, second = python(code, **where), python(code, **where)
    assert first.stdout == second.stdout == "[3.0, 3.0, 3.0]\n", first.stderr + second.stderr
    assert first.stderr.count("cache miss") == 3 and "cache hit" not in first.stderr
    assert second.stderr.count("cache hit") == 1 and "cache miss" not in second.stderr
    without = python(code, HCPY_NO_CACHE="1", HCPY_CACHE_DIR=str(tmp_path / "unused"))
    assert without.stdout == first.stdout and not (tmp_path / "unused").exists(), without.stderr


def test_changed_header_of_a_text(tmp_path: Path) -> None:
    """Also where size and time of change are the old ones."""
    header, out = tmp_path / "by.h", np.zeros(1, np.int32)
    source = f'#include "{header}"\nvoid k(hc::index<1> i, int* p) [[hc]] {{ p[i[0]] = by; }}\n'
    header.write_text("constexpr int by = 1;\n")
    os.utime(header, (1, 1))
    time.sleep(0.05)  # what is newer than a compilation is not kept
    for _ in range(2):
        hcpy.parallel_for_each(hcpy.extent(1), hcpy.compile(source).k, out).wait()
        assert out[0] == 1
    header.write_text("constexpr int by = 2;\n")
    os.utime(header, (1, 1))
    hcpy.parallel_for_each(hcpy.extent(1), hcpy.compile(source).k, out).wait()
    assert out[0] == 2


def test_import_is_light() -> None:
    done = python(
        "import sys, hcpy; print([n for n in ('numpy', 'llvmlite', 'clang', 'asyncio') if n in sys.modules])"
    )
    assert done.stdout == "[]\n", done.stderr
    done = python(
        f"import sys, hcpy; m = hcpy.compile('{SAXPY}'); m = hcpy.compile('{SAXPY}')\n"
        "print([n for n in ('llvmlite', 'asyncio', 'matplotlib', 'pyopencl') if n in sys.modules])"
    )
    assert done.stdout == "[]\n", done.stderr


def test_public_names() -> None:
    for name in hcpy._PUBLIC:
        found = getattr(hcpy, name)
        assert found.__doc__, name
    with pytest.raises(AttributeError, match=r"no attribute 'nothing'"):
        hcpy.nothing  # noqa: B018


def test_the_same_text_under_another_name(tmp_path: Path) -> None:
    """What the cache has reports places under the current name."""
    code = f"""
import hcpy, sys
for name in ("first.cpp", "second.cpp"):
    mod = hcpy.compile("{SAXPY}", name=name)
    print(mod.saxpy.signature.location)
    hcpy.accelerator("host").device.load(mod._image(hcpy.accelerator("host").info.target))
    print({{str(s.location) for s in mod._image(hcpy.accelerator("host").info.target).signatures}})
"""
    done = python(code, HCPY_CACHE_DIR=str(tmp_path))
    expected = [f"{name}:1:6\n{{'{name}:1:6'}}\n" for name in ("first.cpp", "second.cpp")]
    assert done.stdout == "".join(expected), done.stdout + done.stderr


def test_the_stages_files_are_written_each_time(tmp_path: Path) -> None:
    code = f"""
import os, hcpy
for number in (1, 2):
    os.mkdir(str(number)); os.chdir(str(number))
    hcpy.compile("{SAXPY}")
    print(any(name.endswith(".ll") for name in os.listdir("hcpy-dump")))
    os.chdir("..")
"""
    done = python(f"import os; os.chdir({str(tmp_path)!r}){code}", HCPY_DUMP="lower")
    assert done.stdout == "True\nTrue\n", done.stdout + done.stderr


TEMPLATES = """
template <typename Unused> struct tagged { int x; };
void take(hc::index<1> i, tagged<float> t, int* v) [[hc]] { v[i[0]] = t.x; }
template <typename... T> void count(hc::index<1> i, int* v) [[hc]] { v[i[0]] = sizeof...(T); }
template <typename T, int... N> void sum(hc::index<1> i, T* v) [[hc]] { v[i[0]] = (N + ... + 0); }
template <typename... T> void spread(hc::index<1> i, T*... v) [[hc]] {}
struct holder {
  template <typename T> void member(hc::index<1> i, T* v) [[hc]] {}
  template <typename T> static void shared(hc::index<1> i, T* v) [[hc]] { v[i[0]] = sizeof(T); }
};
"""


def test_templates_with_packs_and_instances_of_class_templates() -> None:
    module = hcpy.compile(TEMPLATES)
    values = np.zeros(4, np.int32)
    launches = [
        (module.take, (module.struct("tagged<float>", x=5),), 5),
        (module.take, ((6,),), 6),
        (module.count["int", "float"], (), 2),
        (module.sum["int"], (), 0),
        (module.sum["int", 3, 4], (), 7),
        (module["holder::shared"]["int"], (), 4),
    ]
    for kernel, arguments, expected in launches:
        view = hcpy.array_view(values)
        hcpy.parallel_for_each(4, kernel, *arguments, view).wait()
        assert view.numpy()[3] == expected


def test_templates_that_python_can_not_launch() -> None:
    module = hcpy.compile(TEMPLATES)
    with pytest.raises(hcpy.TemplateError, match=r"takes 1 or more arguments in brackets; given 0"):
        module.sum[()]
    with pytest.raises(hcpy.TemplateError, match=r"its parameters are a pack"):
        module.spread["int", "int"]
    with pytest.raises(hcpy.KernelNotFound, match=r"no kernel 'holder::member'"):
        module["holder::member"]
