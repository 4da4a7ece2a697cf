"""PTX: what the lower and image stages make of kernels, and that ptxas takes it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from lowering_support import compile_ir, lower, ptxas

from hcpy.core.model import Dialect, Target
from hcpy.targets import find_kind

SAXPY = """void saxpy(unsigned n, float a, const float* x, float* y) {
  flat(n, [=](int i) HCRT_AMP { y[i] = a * x[i] + y[i]; });
}
"""


@pytest.mark.parametrize("dialect", list(Dialect))
def test_saxpy_reads_its_parameters_in_place(tmp_path: Path, dialect: Dialect) -> None:
    result = lower(tmp_path, SAXPY, "ptx", dialect)
    text = result.text
    assert len(re.findall(r"^\.visible \.entry ", text, re.M)) == 1
    assert ".local" not in text, "a local copy of the function object"
    assert set(re.findall(r"\b(?:ld|st)\.(\w+)", text)) == {"param", "global"}, "generic accesses"
    assert "fma.rn.f32" in text
    assert ".loc" not in text and ".file" not in text
    for arch in ("sm_80", "sm_90"):
        assert "Used 10 registers" in ptxas(result.image, arch)  # as many as nvcc's


def test_loops_of_unknown_length_are_unrolled(tmp_path: Path) -> None:
    source = """void run(int n, const float* x, float* y) {
  flat(64, [=](int i) HCRT_AMP {
    float sum = 0;
    for (int j = 0; j < n; ++j) sum += __builtin_sqrtf((x[j] - x[i]) * (x[j] - x[i]) + 0.01f);
    y[i] = sum;
  });
}
"""
    text = lower(tmp_path, source, "ptx").text
    assert text.count("sqrt.rn.f32") >= 5  # four turns at once, and what is left


@pytest.mark.parametrize("step", ["256", "step"])
def test_loops_over_every_so_many_elements_are_unrolled(tmp_path: Path, step: str) -> None:
    source = f"""void run(int n, int step, const float* x, float* y) {{
  flat(64, [=](int i) HCRT_AMP {{
    float sum = 0;
    for (int j = i; j < n; j += {step}) sum += x[j];
    y[i] = sum + step;
  }});
}}
"""
    assert lower(tmp_path, source, "ptx").text.count("ld.global") >= 5


def test_group_sizes_are_read_before_group_ids(tmp_path: Path) -> None:
    """ptxas then keeps them in uniform registers."""
    text = lower(tmp_path, SAXPY, "ptx").text
    assert text.index("%ntid.x") < text.index("%ctaid.x")


def test_addresses_are_independent_of_each_other(tmp_path: Path) -> None:
    source = """void run(int width, const float* x, float* y) {
  flat(64, [=](int i) HCRT_AMP { y[i] = x[i - 1] + x[i + 1] + x[i + width]; });
}
"""
    text = lower(tmp_path, source, "ptx").text
    assert re.search(r"add\.s32 \t(%r\d+), (%r\d+), (%r\d+);\n\tmul\.wide\.s32 \t%rd\d+, \1, 4;", text)


@pytest.mark.parametrize("alignment", [8, 16, 32, 128])
def test_parameters_are_where_the_driver_puts_them(tmp_path: Path, alignment: int) -> None:
    source = f"""struct alignas({alignment}) Table {{ int values[16]; }};
void run(Table t, int* p) {{
  flat(16, [=](int i) HCRT_AMP {{ p[i] = t.values[i]; }});
}}
"""
    result = lower(tmp_path, source, "ptx")
    assert f".param .align {min(alignment, 16)} .b8" in result.text
    assert result.kernel.parameter_align == alignment


def test_kernel_record(tmp_path: Path) -> None:
    kernel = lower(tmp_path, SAXPY, "ptx").kernel
    assert kernel.name == kernel.symbol == "_ZTSN4hcrt6detail10FlatKernelIZ5saxpyjfPKfPfEUliE_EE"
    assert (kernel.parameter_bytes, kernel.parameter_align, kernel.by_pointer) == (32, 8, False)
    assert (kernel.barrier, kernel.dynamic_group, kernel.tile_static_bytes) == (False, False, 0)
    assert kernel.display_name == "saxpy::lambda at test.cpp:2"
    assert kernel.location is not None and kernel.location.line == 2


def test_large_function_object_comes_by_pointer(tmp_path: Path) -> None:
    source = """struct Big { float* out; int table[2000]; char odd; };
void run(Big b) {
  auto f = [=](int i) HCRT_AMP { b.out[i] = b.table[i] + b.odd; };
  hcrt::detail::launch_by_pointer(hcrt::detail::FlatKernel<decltype(f)>{f, {7}});
}
"""
    result = lower(tmp_path, source, "ptx")
    assert result.kernel.by_pointer
    assert (result.kernel.parameter_bytes, result.kernel.parameter_align) == (8024, 8)
    # The pointer that the object holds is one to global memory too.
    assert "st.global" in result.text and not re.search(r"\bst\.b32", result.text)


TILED = """void run(float* p) {
  tiled(64, [=]() HCRT_AMP {
    tile_static float t[64];
    tile_static short s;
    int i = hcrt::device::local_id(0);
    t[i] = p[i];
    s = 3;
    hcrt::device::barrier();
    p[i] = t[63 - i] + s;
  });
}
"""


@pytest.mark.parametrize("dialect", list(Dialect))
def test_tile_static_is_shared_memory(tmp_path: Path, dialect: Dialect) -> None:
    result = lower(tmp_path, TILED, "ptx", dialect)
    assert re.search(r"\.shared \.align 4 \.b8 \w+\[256\];", result.text)
    assert "ld.shared" in result.text and "bar.sync" in result.text
    assert result.kernel.barrier
    assert result.kernel.tile_static_bytes == 258
    ptxas(result.image)


def test_tile_static_has_no_initial_value(tmp_path: Path) -> None:
    source = """void run(int* p) {
  tiled(64, [=]() HCRT_AMP {
    tile_static int count = 5;
    if (p[0]) count = p[1];
    hcrt::device::barrier();
    p[2] = count;
  });
}
"""
    result = lower(tmp_path, source, "ptx")
    assert re.search(r"\.shared \.align 4 \.u32 \w+;", result.text)
    ptxas(result.image)


def test_dynamic_group_memory_follows_the_static(tmp_path: Path) -> None:
    source = """using namespace hcrt::device;
HCRT_AMP inline float* memory() { return (float*)__hcrt_dynamic_group_memory(); }
void run(float* p) {
  tiled(64, [=]() HCRT_AMP {
    int i = hcrt::device::local_id(0);
    memory()[i] = p[i];
    hcrt::device::barrier();
    p[i] = memory()[63 - i];
  });
  flat(64, [=](int i) HCRT_AMP { p[i] = 1; });
}
"""
    result = lower(tmp_path, source, "ptx")
    assert ".extern .shared .align 16 .b8 __hcrt_dynamic_group[];" in result.text
    assert "st.shared" in result.text
    assert [k.dynamic_group for k in result.module.kernels] == [True, False]
    ptxas(result.image)


GLOBALS = """int counter = 7;
static float factors[3] = {1, 2, 3};
extern int outside;
const int table[4] = {1, 2, 3, 4};
struct Made { Made(); int a; } made;
int unused = 3;
void run(int* p) {
  flat(3, [=](int i) HCRT_AMP { p[i] = counter + (int)factors[i] + outside + table[i] + made.a; });
}
"""


def test_plain_globals_are_exported_and_recorded(tmp_path: Path) -> None:
    result = lower(tmp_path, GLOBALS, "ptx")
    records = {g.symbol: (g.bytes, g.internal) for g in result.module.globals}
    assert records == {
        "counter": (4, False),
        "_ZL7factors": (12, True),
        "outside": (4, False),
        "made": (4, False),
    }
    for symbol in records:
        assert re.search(rf"^\.visible \.global .*\b{symbol}\b", result.text, re.M), symbol
    assert re.search(r"^\.global .*_ZL5table", result.text, re.M)
    assert "unused" not in result.text and ".extern" not in result.text
    ptxas(result.image)


def test_maths_is_libdevice_or_an_instruction(tmp_path: Path) -> None:
    source = """#include <cmath>
void run(float* p, double* q) {
  flat(9, [=](int i) HCRT_AMP {
    p[i] = sqrtf(p[i]) + sinf(p[i + 1]) + powf(p[i], 2.5f) + std::floor(p[i]) + erff(p[i]) + lroundf(p[i]);
    int e;
    q[i] = std::exp(q[i]) + fmod(q[i], 3.0) + frexp(q[i], &e) + e + hypot(q[i], 2.0) + std::lrint(q[i]);
  });
}
"""
    result = lower(tmp_path, source, "ptx")
    assert "sqrt.rn.f32" in result.text and "cvt.rmi.f32" in result.text
    assert ".extern" not in result.text
    assert not re.search(r"(?:sqrt|sin)\.approx\.ftz\.f32", result.text)
    ptxas(result.image)


def test_fast_maths_is_approximate(tmp_path: Path) -> None:
    source = """#include <cmath>
void run(float* p) {
  flat(9, [=](int i) HCRT_AMP { p[i] = sinf(p[i]) + expf(p[i + 1]) + sqrtf(p[i + 2]) + p[i] / p[i + 3]; });
}
"""
    result = lower(tmp_path, source, "ptx", flags=("-ffast-math",), fast_math=True)
    for instruction in (
        "sin.approx.ftz.f32",
        "ex2.approx.ftz.f32",
        "sqrt.approx.ftz.f32",
        "div.approx.ftz.f32",
    ):
        assert instruction in result.text
    ptxas(result.image)


def test_intrinsics_of_two_results_and_own_functions(tmp_path: Path) -> None:
    source = """#include <cmath>
extern "C" HCRT_AMP double __hcrt_erfinv(double);
extern "C" HCRT_AMP float __hcrt_sinpif(float), __hcrt_fast_cosf(float);
void run(float* p, double* q) {
  flat(9, [=](int i) HCRT_AMP {
    int e;
    float whole, s, c;
    __builtin_sincosf(p[i + 1], &s, &c);
    p[i] = __builtin_frexpf(p[i], &e) + e + __builtin_modff(p[i + 2], &whole) + whole + s + c;
    q[i] = __hcrt_erfinv(q[i]) + __hcrt_sinpif(p[i]) + __hcrt_fast_cosf(p[i]) + std::tgamma(q[i]);
  });
}
"""
    result = lower(tmp_path, source, "ptx")
    assert "cos.approx.f32" in result.text and ".extern" not in result.text
    ptxas(result.image)


def test_memory_and_complex_functions_come_from_the_device_library(tmp_path: Path) -> None:
    source = """#include <complex>
#include <cstring>
void run(float* p, int n) {
  flat(9, [=](int i) HCRT_AMP {
    std::complex<float> a(p[i], p[i + 1]), b(p[i + 2], 1);
    auto c = std::exp(a * b) / b;
    p[i] = c.real() + std::abs(c);
    memcpy(p + 100, p, n);
  });
}
"""
    result = lower(tmp_path, source, "ptx")
    assert ".extern" not in result.text
    ptxas(result.image)


def test_memcpy_of_a_few_bytes_is_a_move(tmp_path: Path) -> None:
    source = """#include <cstring>
void run(float* p) {
  flat(9, [=](int i) HCRT_AMP {
    unsigned bits;
    memcpy(&bits, p + i, sizeof bits);
    p[i + 1] = bits >> 3;
  });
}
"""
    text = lower(tmp_path, source, "ptx").text
    assert ".local" not in text and text.count("ld.global") == 1


@pytest.mark.parametrize("pragma, count", [("#pragma unroll", 16), ("#pragma clang loop unroll(disable)", 1)])
def test_unrolling_follows_the_pragma(tmp_path: Path, pragma: str, count: int) -> None:
    source = f"""void run(const float* a, const float* b, float* c) {{
  flat(9, [=](int i) HCRT_AMP {{
    float sum = 0;
{pragma}
    for (int k = 0; k < 16; ++k) sum += a[i * 16 + k] * b[k * 7];
    c[i] = sum;
  }});
}}
"""
    assert lower(tmp_path, source, "ptx").text.count("fma.rn.f32") == count


def test_debug_keeps_lines_and_the_same_code(tmp_path: Path) -> None:
    plain = lower(tmp_path, SAXPY, "ptx").text
    debug = lower(tmp_path, SAXPY, "ptx", debug=True, optimize="0").text
    assert ".loc" in debug and not re.search(r"\.target .*debug", debug)
    opcodes = r"^\s+(?:@%\w+ )?([a-z][\w.]+) "
    assert re.findall(opcodes, plain, re.M) == re.findall(opcodes, debug, re.M)


def test_recursion_and_pointers_to_functions_work_in_hc(tmp_path: Path) -> None:
    source = """static int depth(int n) { return n < 2 ? 1 : depth(n - 1) + depth(n - 2); }
static int twice(int n) { return 2 * n; }
void run(int* p) {
  flat(9, [=](int i) { int (*f)(int) = p[i] ? depth : twice; p[i] = f(i); });
}
"""
    result = lower(tmp_path, source, "ptx")
    assert result.errors() == []
    ptxas(result.image)


def test_libdevice_missing_is_said(tmp_path: Path) -> None:
    source = "void r(float* p) { flat(1, [=](int i) { p[i] = __builtin_sinf(p[i]); }); }"
    module, tools = compile_ir(tmp_path, source, "ptx")
    kind = find_kind("ptx")
    assert kind is not None
    lowered = kind.load().lower(module, Target("ptx", "sm_80"), replace(tools, libdevice=None))
    assert "pip install nvidia-nvvm" in lowered.diagnostics[0].message


def test_data_of_an_array_taken_by_reference_is_global(tmp_path: Path) -> None:
    source = """namespace Kalmar {
template <class T> struct array { T* data; int extent; };
}
struct node { int value; node* next; };
void run(const Kalmar::array<float>& a, node* list) {
  auto* at = &a;
  flat(9, [=](int i) HCRT_AMP { at->data[i] = list->next->value; });
}
"""
    text = lower(tmp_path, source, "ptx").text
    assert "st.global.b32" in text
    assert re.search(r"\bld\.b32", text), "what a user's structure points to may be anywhere"


@pytest.mark.parametrize(("type_", "call"), [("float", "fmodf"), ("double", "fmod")])
def test_fmod_is_libdevices(tmp_path: Path, type_: str, call: str) -> None:
    """The back end's own remainder divides and truncates: fmod(1.5f, 0.3f) would be negative."""
    source = f"""#include <cmath>
void run({type_}* p) {{
  flat(64, [=](int i) HCRT_AMP {{ p[i] = __builtin_{call}(p[i], {type_}(0.3)); }});
}}
"""
    result = lower(tmp_path, source, "ptx")
    assert "frem" not in result.module.path.read_text()
    ptxas(result.image)


def test_printf_is_not_the_drivers(tmp_path: Path) -> None:
    """CUDA's own drops what its buffer can't hold. The call comes after an object with a destructor."""
    source = """#include <cstdio>
struct Count { int* p; ~Count() HCRT_AMP { ++*p; } };
void run(int* p) {
  flat(64, [=](int i) HCRT_AMP { Count c{p + i}; printf("%d\\n", i); });
}
"""
    text = lower(tmp_path, source, "ptx").text
    assert "hcrt_launch_print_ring" in text and "vprintf" not in text


def test_numbers_are_read_by_the_names_that_glibc_has_since_2_38(tmp_path: Path) -> None:
    names = [f"__isoc23_strto{number}" for number in ("l", "ll", "ul", "ull", "imax", "umax")]
    declared = "".join(f'extern "C" long {name}(const char*, char**, int) HCRT_AMP;\n' for name in names)
    calls = "".join(f"p[i] += {name}(text, nullptr, i); " for name in names)
    source = f"""{declared}
void run(long* p, const char* text) {{
  flat(64, [=](int i) HCRT_AMP {{ {calls}}});
}}
"""
    result = lower(tmp_path, source, "ptx")
    assert result.errors() == []
    assert ".extern .func" not in result.text
    ptxas(result.image)
