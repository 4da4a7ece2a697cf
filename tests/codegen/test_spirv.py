"""SPIR-V: what the lower and image stages make of kernels, and that spirv-val takes it for OpenCL 2.2."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from lowering_support import Lowered, compile_ir, lower, spirv_val
from test_ptx import GLOBALS, SAXPY, TILED

from hcpy import ir
from hcpy.core.model import Dialect, Target
from hcpy.passes.make_reducible import is_irreducible
from hcpy.targets import find_kind


def checked(folder: Path, source: str, dialect: Dialect = Dialect.HC, **options: object) -> Lowered:
    result = lower(folder, source, "spirv", dialect, **options)  # type: ignore[arg-type]
    assert result.image is not None, result.errors()
    spirv_val(result.image)
    return result


@pytest.mark.parametrize("dialect", list(Dialect))
def test_saxpy_accesses_global_memory(tmp_path: Path, dialect: Dialect) -> None:
    result = checked(tmp_path, SAXPY, dialect)
    text = result.text
    assert "Version: 1.2" in text
    assert len(re.findall(r"OpEntryPoint Kernel", text)) == 1
    assert "FuncParamAttr ByVal" in text
    accesses = re.findall(r"Op(?:Load|Store) (.*)", text)
    assert not [a for a in accesses if "Generic" in a and "_ptr_Generic_float" in a]
    assert "_ptr_CrossWorkgroup_float" in text
    assert "ContractionOff" not in text
    assert (result.kernel.parameter_bytes, result.kernel.parameter_align) == (32, 8)


@pytest.mark.parametrize("dialect", list(Dialect))
def test_modules_of_both_dialects_name_one_language(tmp_path: Path, dialect: Dialect) -> None:
    assert "OpSource OpenCL_CPP" in checked(tmp_path, SAXPY, dialect).text


def test_contraction_is_off_where_the_source_says_so(tmp_path: Path) -> None:
    assert "ContractionOff" in checked(tmp_path, SAXPY, flags=("-ffp-contract=off",)).text


@pytest.mark.parametrize("dialect", list(Dialect))
def test_tile_static_is_workgroup_memory(tmp_path: Path, dialect: Dialect) -> None:
    result = checked(tmp_path, TILED, dialect)
    assert len(re.findall(r"= OpVariable %_ptr_Workgroup\S* Workgroup\s*$", result.text, re.M)) == 2
    assert "OpControlBarrier" in result.text
    assert result.kernel.barrier and result.kernel.tile_static_bytes == 258


def test_pointers_that_walk_keep_their_address_space(tmp_path: Path) -> None:
    source = """void run(const float* p, const float* end, float* q) {
  flat(9, [=](int i) HCRT_AMP {
    float sum = 0;
    for (const float* at = p + i; at != end; ++at) sum += *at;
    q[i] = sum;
  });
}
"""
    text = checked(tmp_path, source).text
    assert re.search(r"OpPhi %_ptr_CrossWorkgroup_", text)


def test_a_pointer_of_two_origins_stays_generic(tmp_path: Path) -> None:
    source = """void run(float* p) {
  tiled(64, [=]() HCRT_AMP {
    tile_static float t[64];
    int i = hcrt::device::local_id(0);
    t[i] = p[i];
    hcrt::device::barrier();
    float* at = p[0] > 0 ? p : t;
    p[i] = at[63 - i];
  });
}
"""
    assert "_ptr_Generic_float" in checked(tmp_path, source).text


def test_dynamic_group_memory_is_the_second_argument(tmp_path: Path) -> None:
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
    result = checked(tmp_path, source)
    assert [k.dynamic_group for k in result.module.kernels] == [True, False]
    functions = re.findall(r"OpFunction %void(.*?)OpLabel", result.text, re.S)
    parameters = [re.findall(r"OpFunctionParameter %(\w+)", f) for f in functions]
    assert sorted(len(p) for p in parameters) == [1, 2]
    assert next(p[1] for p in parameters if len(p) == 2).startswith("_ptr_Workgroup_")


def test_plain_globals_have_places_in_a_block(tmp_path: Path) -> None:
    result = checked(tmp_path, GLOBALS)
    records = result.module.globals
    assert sorted(g.symbol for g in records) == ["_ZL7factors", "counter", "made", "outside"]
    ranges = sorted((g.place - 1, g.place - 1 + g.bytes) for g in records)
    assert all(begin % 16 == 0 for begin, _ in ranges)
    assert all(end <= begin for (_, end), (begin, _) in pairwise([(0, 0), *ranges]))
    assert not any(f'"{g.symbol}"' in result.text for g in records)
    assert re.search(r'OpName %(\w+) "hcrt.launch".*OpDecorate %\1 FuncParamAttr ByVal', result.text, re.S)


def test_a_pointer_argument_is_global(tmp_path: Path) -> None:
    source = """struct Big { float* out; int table[2000]; };
void run(Big b) {
  auto f = [=](int i) HCRT_AMP { b.out[i] = b.table[i]; };
  hcrt::detail::launch_by_pointer(hcrt::detail::FlatKernel<decltype(f)>{f, {7}});
}
"""
    result = checked(tmp_path, source)
    assert result.kernel.by_pointer and result.kernel.parameter_bytes == 8016
    assert "OpConvertPtrToU" not in result.text
    assert re.search(r"OpFunctionParameter %_ptr_CrossWorkgroup_", result.text)


def test_maths_is_opencl_std(tmp_path: Path) -> None:
    source = """#include <cmath>
#include <complex>
void run(float* p, double* q) {
  flat(9, [=](int i) HCRT_AMP {
    int e;
    float s, c;
    sincosf(p[i], &s, &c);
    p[i] = hypotf(p[i], 2) + std::erf(p[i]) + nextafterf(p[i], 1) + frexpf(p[i], &e) + e + s + c;
    p[i + 1] = lrintf(p[i]);
    std::complex<double> z(q[i], 1);
    q[i] = std::abs(std::pow(z * z, z / q[i + 1]));
  });
}
"""
    text = checked(tmp_path, source).text
    for instruction in ("hypot", "nextafter", "frexp", "sin", "rint"):
        assert f"OpExtInst %float %1 {instruction}" in text


def test_intrinsics_of_two_results_and_own_functions(tmp_path: Path) -> None:
    source = """#include <cmath>
extern "C" HCRT_AMP double __hcrt_erfinv(double);
void run(float* p, double* q) {
  flat(9, [=](int i) HCRT_AMP {
    int e;
    float whole;
    p[i] = __builtin_frexpf(p[i], &e) + e + __builtin_modff(p[i + 2], &whole) + whole;
    p[i] += __builtin_ldexpf(p[i], e) + __builtin_exp10f(p[i + 1]);
    q[i] = __hcrt_erfinv(q[i]) + std::tgamma(q[i]);
  });
}
"""
    text = checked(tmp_path, source).text
    for instruction in ("frexp", "modf", "ldexp", "exp10"):
        assert f"OpExtInst %float %1 {instruction}" in text
    assert "tgamma" not in text  # OpenCL lets it be 16 ulp off


def test_operations_that_the_back_end_lacks(tmp_path: Path) -> None:
    source = """#include <cstring>
void run(int* p, long* q, unsigned char* c) {
  flat(9, [=](int i) HCRT_AMP {
    int r;
    long s;
    int lost = __builtin_add_overflow(p[i], p[i + 1], &r) + __builtin_mul_overflow(q[i], q[i + 1], &s);
    p[i] = __builtin_bitreverse32(r) + lost + memcmp(p, q, 16);
    q[i] = s;
    memmove(c, c + 1, p[0]);
    memset(c + 9, 7, 100);
  });
}
"""
    checked(tmp_path, source)


def test_float_atomics(tmp_path: Path) -> None:
    source = "void run(float* p) { flat(9, [=](int i) { __atomic_fetch_add(p, 1.5f, __ATOMIC_RELAXED); }); }"
    text = checked(tmp_path, source).text
    assert "OpAtomicFAddEXT" in text and "SPV_EXT_shader_atomic_float_add" in text


def test_kept_library_code_is_that_of_this_very_clang(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = """#include <cmath>
void run(double* p) { flat(64, [=](int i) HCRT_AMP { p[i] = std::lrint(p[i]); }); }
"""
    module, tools = compile_ir(tmp_path, source, "spirv")
    clang, calls = tmp_path / "clang", tmp_path / "calls"
    script = f'#!/bin/sh\necho >> {calls}\nexec {tools.clang} "$@"\n'
    clang.write_text(script)
    clang.chmod(0o755)
    monkeypatch.setenv("HCPY_CACHE_DIR", str(tmp_path / "cache"))
    kind = find_kind("spirv")
    assert kind is not None

    def runs() -> int:
        assert not kind.load().lower(module, Target("spirv"), replace(tools, clang=clang)).diagnostics
        return len(calls.read_text())

    assert [runs(), runs()] == [1, 1]
    clang.write_text(f"{script}# another build at the same place\n")
    assert [runs(), runs()] == [2, 2]
    monkeypatch.setenv("HCPY_NO_CACHE", "1")
    assert [runs(), runs()] == [3, 4]


@pytest.mark.parametrize(
    "type_, sum_", [("int", "OpAtomicIAdd"), ("unsigned", "OpAtomicIAdd"), ("float", "OpAtomicFAdd")]
)
def test_atomics_at_constant_offsets_count_bytes_as_bytes(tmp_path: Path, type_: str, sum_: str) -> None:
    """The back end took the byte offset of a constant address for a number of elements."""
    source = f"""struct S {{ char c; {type_} x; {type_} y[3]; }};
HCRT_AMP {type_} shared[4];
void run({type_}* p) {{
  tiled(8, [=]() HCRT_AMP {{
    tile_static {type_} a[4];
    tile_static S s;
    if (p[0] > 0) a[hcrt::device::local_id(0)] = 1;
    hcrt::device::barrier();
    __atomic_fetch_add(&a[2], {type_}(1), __ATOMIC_RELAXED);
    __atomic_fetch_add(&s.y[1], {type_}(1), __ATOMIC_RELAXED);
    __atomic_fetch_add(&shared[3], {type_}(1), __ATOMIC_RELAXED);
    __atomic_exchange_n((int*)&a[1], 5, __ATOMIC_RELAXED);
    int expected = 1;
    __atomic_compare_exchange_n((int*)&a[3], &expected, 2, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    hcrt::device::barrier();
    for (int i = 0; i < 4; ++i) p[i] = a[i] + s.y[i % 3] + shared[i];
  }});
}}
"""
    text = checked(tmp_path, source).text
    assert len(re.findall(sum_, text)) >= 3 and "OpAtomicExchange" in text
    typed = re.findall(r"AccessChain %(\w+) %\w+ %u(?:int|long)_[1-9]", text)
    assert typed and {name.rsplit("_", 1)[-1] for name in typed} == {"uchar"}


@pytest.mark.parametrize("mask", (3, 7, 127))
@pytest.mark.parametrize("type_", ("unsigned char", "unsigned short", "int"))
def test_the_code_generator_makes_no_integers_of_odd_widths(tmp_path: Path, type_: str, mask: int) -> None:
    """Loop strength reduction made `x & 3` a conversion to two bits, and the back end one to eight."""
    source = f"""void run(unsigned* p, {type_}* n, unsigned factor) {{
  tiled(8, [=]() HCRT_AMP {{
    for (int left = int(n[0] & {mask}) + 1; left > 0; --left) {{
      p[1] = p[0] * factor;
      hcrt::device::barrier();
    }}
  }});
}}
"""
    text = checked(tmp_path, source).text
    masks = re.findall(r"OpBitwiseAnd %\w+ %\w+ %(?:uchar|ushort|uint|ulong)_(\d+)", text)
    assert masks == [str(mask)]


@pytest.mark.parametrize("type_", ("float", "double", "_Float16"))
def test_a_remainder_is_a_call(tmp_path: Path, type_: str) -> None:
    """Intel's runtime makes OpFRem of converted integers an integer operation, and loses the sign of -0."""
    source = f"""#include <cmath>
void run({type_}* p, int* n) {{
  flat(9, [=](int i) HCRT_AMP {{ p[i] = {type_}(__builtin_fmod({type_}(n[i]), {type_}(4))); }});
}}
"""
    text = checked(tmp_path, source).text
    assert re.search(r"OpExtInst %\w+ %1 fmod", text) and "OpFRem" not in text


def test_a_loop_with_two_entries_gets_one(tmp_path: Path) -> None:
    source = """void run(int* p, int n) {
  tiled(8, [=]() HCRT_AMP {
    const int l = hcrt::device::local_id(0);
    hcrt::device::barrier();
    int sum = p[l], left = l;
    if (n & 1) goto middle;
  first:
    sum = sum * 3 + p[left];
  middle:
    sum ^= p[left + 1];
    if (left-- > 0) goto first;
    hcrt::device::barrier();
    p[l] = sum;
  });
}
"""
    module, _ = compile_ir(tmp_path, source, "spirv")
    with ir.Module.read(module.path) as given:
        assert any(is_irreducible(function) for function in given.definitions)
    result = checked(tmp_path, source)
    with ir.Module.read(result.module.path) as made:
        assert not any(is_irreducible(function) for function in made.definitions)


# Bodies of kernels over tiles of 64: whether a value that was computed after a barrier crosses more.
_CARRIED = {
    "network": (
        "for (int k = 2; k <= n; k <<= 1)\n"
        "      for (int j = k >> 1; j > 0; j >>= 1) {\n"
        "        if ((i ^ j) > i && (t[i] < t[i ^ j]) == ((i & k) == 0)) t[i] = p[i ^ j];\n"
        "        hcrt::device::barrier();\n"
        "      }",
        True,
    ),
    "network_of_known_size": (
        "for (int k = 2; k <= 64; k <<= 1)\n"
        "      for (int j = k >> 1; j > 0; j >>= 1) {\n"
        "        if ((i ^ j) > i && (t[i] < t[i ^ j]) == ((i & k) == 0)) t[i] = p[i ^ j];\n"
        "        hcrt::device::barrier();\n"
        "      }",
        True,
    ),
    "reduction": (
        "for (int s = 32; s > 0; s >>= 1) {\n"
        "      if (i < s) t[i] += t[i + s];\n"
        "      hcrt::device::barrier();\n"
        "    }",
        False,
    ),
    "products": (
        "float sum = 0;\n"
        "    for (int b = 0; b < n; ++b) {\n"
        "      t[i] = p[b * 64 + i];\n"
        "      hcrt::device::barrier();\n"
        "      for (int k = 0; k < 64; ++k) sum += t[k];\n"
        "      hcrt::device::barrier();\n"
        "    }\n"
        "    p[i] = sum;",
        False,
    ),
}


@pytest.mark.parametrize("name", _CARRIED)
def test_kernels_that_intels_vectoriser_breaks_say_that_they_have_vectors(tmp_path: Path, name: str) -> None:
    body, is_carried = _CARRIED[name]
    source = f"""void run(float* p, int n) {{
  tiled(64, [=]() HCRT_AMP {{
    tile_static float t[64];
    const int i = hcrt::device::local_id(0);
    t[i] = p[i];
    hcrt::device::barrier();
    {body}
    p[i] += t[i];
  }});
}}
"""
    assert ("VecTypeHint" in checked(tmp_path, source).text) == is_carried


def test_numbers_that_are_cut_for_narrow_atomics_are_cut(tmp_path: Path) -> None:
    """What becomes a part of a word there is widened again, after LLVM's optimiser."""
    source = """void lessen(unsigned short* to, const unsigned long* from, unsigned short* kept) {
  flat(9, [=](int i) HCRT_AMP {
    const auto given = static_cast<unsigned short>(from[i] / 7);
    kept[i] = given;
    unsigned short seen = __atomic_load_n(to, __ATOMIC_RELAXED);
    while (seen > given &&
           !__atomic_compare_exchange_n(to, &seen, given, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
  });
}
"""
    assert "OpAtomicCompareExchange" in checked(tmp_path, source).text
