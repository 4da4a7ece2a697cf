"""Programs with kernels for Vulkan, where a loader and a driver are; each module passes spirv-val."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from conformance.cases import all_cases
from conformance.check_case import check
from conftest import IN_FULL, REPOSITORY, Command
from random_flow import program

from hcpy.driver.inspect import find_bundles
from hcpy.objects import checkers

VULKAN = {"HCPY_DEFAULT_ACCELERATOR": "vulkan"}
SAMPLES = ("saxpy", "reduction", "histogram", "amp_matmul")
# Of the conformance set; `run.py --vulkan` takes all of it.
CONFORMANCE = (
    "amp_array_view/section_1 amp_atomics/fetch_min_int amp_barriers/all_memory_fence "
    "amp_math/precise_expm1 amp_sampling/formats amp_texture_formats/double_64 "
    "amp_tiled/extent_1 hc_address_tables/global_rows_constexpr_inside "
    "hc_atomics/compare_exchange_int hc_edge_tiles/index_2_2 "
    "hc_globals/constructors hc_group_atomics/long_of_structs hc_group_segment/dynamic hc_half/arithmetic "
    "hc_intrinsics/f_ldexp "
    "hc_math/classification hc_misc/endless_loops hc_misc/last_exchange hc_misc/loops_in_odd_tiles "
    "hc_misc/signs_of_zero "
    "hc_over_barriers/char hc_printf/at_exit hc_private_arrays/struct_1 "
    "hc_programs/radix_sort hc_pstl_algorithms/reduce_char hc_wave/active_lanes"
).split()
KERNELS = 24  # of a program with random control flow
DEVICE = """#include <hc.hpp>
int main() {
  hc::array_view<int> v(9);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = i[0] * 2; });
  return v[4] == 8 ? 0 : 1;
}
"""
TYPES = """#include <cstdio>
#include <hc.hpp>
struct Mixed {
  char c;
  short s;
  double d;
  float f;
};
int main() {
  hc::array_view<Mixed> m(300);
  hc::array_view<float> sum(1), total(1);
  hc::parallel_for_each(m.get_extent().tile(60), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static char bytes[60];
    tile_static double wide[60];
    const int i = t.global[0], own = t.local[0];
    bytes[own] = char(own), wide[own] = own * 0.5;
    t.barrier.wait();
    int mine[8];
    for (int k = 0; k < 8; ++k) mine[(k + i) & 7] = bytes[(own + k) % 60];
    m[i] = {bytes[59 - own], short(mine[i & 7] * 300), wide[(own + 7) % 60], float(i) / 3};
    hc::atomic_fetch_add(&sum[0], 1.0f);
  });
  int wrong = sum[0] != 300;
  for (int i = 0; i < 300; ++i) {
    const int own = i % 60;
    wrong += m[i].c != 59 - own || m[i].s != short((own % 60) * 300) || m[i].d != (own + 7) % 60 * 0.5 ||
             m[i].f != float(i) / 3;
  }
  if (wrong) std::printf("%d wrong, %g\\n", wrong, sum[0]);
  return wrong != 0;
}
"""
ATOMICS = """#include <hc.hpp>
template <class T>
void raise(T* p, T by) [[hc]] {
  T old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(p, &old, T(old + by), false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
  }
}
int main() {
  constexpr unsigned long start = 1ul << 40, step = (1ul << 33) + 1;
  hc::array_view<unsigned long> w(256), total(2);
  hc::array_view<unsigned char> b(8);
  hc::array_view<short> s(8);
  hc::parallel_for_each(w.get_extent().tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static unsigned long sum;
    tile_static unsigned char bytes[4];
    tile_static short shorts[2];
    const int l = t.local[0];
    if (l == 0) {
      __atomic_store_n(&sum, start, __ATOMIC_RELAXED);
      for (int i = 0; i < 4; ++i) bytes[i] = 0;
      for (int i = 0; i < 2; ++i) __atomic_store_n(&shorts[i], short(0), __ATOMIC_RELAXED);
    }
    t.barrier.wait();
    __atomic_fetch_add(&sum, step, __ATOMIC_SEQ_CST);
    if (l % 3 == 0) __atomic_fetch_add(&bytes[l & 3], (unsigned char)1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&shorts[l & 1], short(300), __ATOMIC_ACQ_REL);
    __atomic_fetch_add(&b[l & 7], (unsigned char)1, __ATOMIC_RELAXED);
    raise(&s[l & 7], short(2));
    if (l % 2) raise(&sum, 5ul);
    t.barrier.wait();
    w[t.global] = __atomic_load_n(&sum, __ATOMIC_RELAXED);
    if (l) return;
    for (short part : shorts) __atomic_fetch_add(&total[0], (unsigned long)part, __ATOMIC_RELAXED);
    for (unsigned char part : bytes) __atomic_fetch_add(&total[1], (unsigned long)part, __ATOMIC_RELAXED);
  });
  int wrong = total[0] != 4 * 64 * 300 || total[1] != 4 * 22;
  for (int i = 0; i < 256; ++i) wrong += w[i] != start + 64 * step + 32 * 5;
  for (int i = 0; i < 8; ++i) wrong += b[i] != 32 || s[i] != 64;
  return wrong;
}
"""
DIVISION = """#include <cmath>
#include <cstdio>
#include <cstring>
#include <hc.hpp>
#include <hc_math.hpp>
template <class T, class B>
int wrong(int fraction) {
  constexpr int n = 20000;
  static unsigned long state = 7;
  hc::array_view<T> a(n), b(n), divided(n), roots(n), inverses(n);
  for (int i = 0; i < 2 * n; ++i) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    B bits = B(state >> (64 - 8 * sizeof(B)));
    if (i % 7 < 2) bits &= B(~(((B(1) << (8 * sizeof(B) - 1 - fraction)) - 1) << fraction));  // subnormal
    T value;
    std::memcpy(&value, &bits, sizeof value);
    const T special[] = {0, 1, -3, T(INFINITY), T(NAN), T(-0.0)};
    (i & 1 ? b : a)[i / 2] = i % 11 == 0 ? special[i % 6] : value;
  }
  hc::parallel_for_each(a.get_extent(), [=](hc::index<1> i) [[hc]] {
    divided[i] = a[i] / b[i];
    roots[i] = T(hc::precise_math::sqrt(a[i]));
    inverses[i] = T(1) / b[i];
  });
  int count = 0;
  const auto check = [&](T ours, T right) {
    if ((ours == ours || right == right) && std::memcmp(&ours, &right, sizeof(T)) && count++ < 3)
      std::printf("%a, not %a\\n", double(ours), double(right));
  };
  for (int i = 0; i < n; ++i) {
    check(divided[i], T(a[i] / b[i]));
    check(roots[i], T(std::sqrt(a[i])));
    check(inverses[i], T(T(1) / b[i]));
  }
  return count;
}
int main() { return wrong<float, unsigned>(23) + wrong<double, unsigned long>(52) != 0; }
"""
INVERSE_ROOTS = """#include <cmath>
#include <cstring>
#include <hc.hpp>
#include <hc_math.hpp>
int main() {
  constexpr int n = 1 << 16;
  hc::array_view<float> x(n), r(n);
  for (int i = 0; i < n; ++i) {
    const unsigned bits = i * 65537u;
    std::memcpy(&x[i], &bits, sizeof bits);
  }
  hc::parallel_for_each(x.get_extent(), [=](hc::index<1> i) [[hc]] { r[i] = hc::precise_math::rsqrt(x[i]); });
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const double right = 1 / std::sqrt(double(x[i]));
    if (right != right) wrong += r[i] == r[i];
    else if (std::isinf(right) || right == 0) wrong += r[i] != float(right);
    else wrong += !(std::fabs(r[i] - right) <= 2 * std::ldexp(1.0, std::ilogb(right) - 23));
  }
  return wrong != 0;
}
"""
HALVES = """#include <hc.hpp>
int main() {
  hc::array_view<hc::half> a(4000), b(4000);
  for (int i = 0; i < 4000; ++i) a[i] = hc::half(i * 0.37f), b[i] = hc::half(1 + i % 61 * 0.11f);
  hc::array_view<float> divided(4000);
  hc::parallel_for_each(a.get_extent(), [=](hc::index<1> i) [[hc]] { divided[i] = float(a[i] / b[i]); });
  int wrong = 0;
  for (int i = 0; i < 4000; ++i) wrong += divided[i] != float(a[i] / b[i]);
  return wrong != 0;
}
"""
WAVES = """#include <hc.hpp>
int main() {
  hc::array_view<int> all(64), other(64), sum(64);
  hc::parallel_for_each(hc::extent<1>(64).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    const int i = t.local[0], size = int(hc::__wavesize());
    all[i] = hc::__all(1) && !hc::__any(0) && int(hc::__lane_id()) == i % size;
    other[i] = hc::__shfl_xor(i, 1);
    int value = i % 3 == 0;
    for (int by = size / 2; by; by /= 2) value += hc::__shfl_xor(value, by);
    sum[i] = value == __builtin_popcountll(hc::__ballot(i % 3 == 0));
  });
  int wrong = 0;
  for (int i = 0; i < 64; ++i) wrong += all[i] != 1 || other[i] != (i ^ 1) || sum[i] != 1;
  return wrong;
}
"""
ZEROS = """#include <cmath>
#include <cstring>
#include <hc.hpp>
float result(int k, float x) [[cpu, hc]] {
  switch (k) {
    case 0: return 0.0f / x;
    case 1: return -0.0f * x;
    case 2: return x * 0.0f + 0.0f;
    case 3: return x - x;
    case 4: return x / -0.0f;
    default: return x + 0.0f;
  }
}
int main() {
  const float inf = __builtin_inff(), tried[] = {-1, 2, -0.0f, 0, inf, -inf, 1e-38f, __builtin_nanf("")};
  hc::array_view<const float> in(8, tried);
  hc::array_view<float> out(48);
  hc::parallel_for_each(out.get_extent(), [=](hc::index<1> i) [[hc]] {
    const float x = in[i[0] / 6];
    for (int k = 0; k < 6; ++k)
      if (i[0] % 6 == k) out[i] = result(k, x);
  });
  int wrong = 0;
  for (int i = 0; i < 48; ++i) {
    const float want = result(i % 6, tried[i / 6]), got = out[i];
    wrong += std::isnan(want) ? !std::isnan(got) : std::memcmp(&want, &got, 4) != 0;
  }
  return wrong;
}
"""
VARIABLE_LENGTH = """#include <hc.hpp>
int main() {
  hc::array_view<int> v(64);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    int a[i[0] + 1];
    a[i[0]] = 3;
    v[i] = a[v[i]];
  });
}
"""


def build(hcc: Command, source: Path, folder: Path, *words: str) -> Path:
    """The program, whose modules for Vulkan are valid."""
    made = folder / source.stem
    hcc.ok("--targets=host,vulkan", *words, source, "-o", made, cwd=folder)
    images = [i for b in find_bundles(made.read_bytes(), str(made)) for i in b.images if i.kind == 6]
    assert images
    for number, image in enumerate(images):
        path = folder / f"{number}.spv"
        path.write_bytes(image.data)
        checkers.check_vulkan(path, image.architecture)
    return made


def run(made: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **VULKAN, **more}
    done = subprocess.run([made], capture_output=True, text=True, timeout=300, env=environment, check=False)
    assert "VUID-" not in done.stdout + done.stderr, done.stdout  # with the validation layers on
    return done


@pytest.mark.vulkan
@pytest.mark.parametrize("sample", SAMPLES)
def test_samples_run(hcc: Command, tmp_path: Path, sample: str) -> None:
    done = run(build(hcc, REPOSITORY / "samples" / f"{sample}.cpp", tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "PASSED" in done.stdout


@pytest.mark.vulkan
@pytest.mark.parametrize("memory", ["host", "device"])
def test_types_group_memory_and_atomics(hcc: Command, tmp_path: Path, memory: str) -> None:
    (tmp_path / "types.cpp").write_text(TYPES)
    done = run(build(hcc, tmp_path / "types.cpp", tmp_path), HCPY_VULKAN_MEMORY=memory)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.vulkan
@pytest.mark.parametrize("source", [ATOMICS, WAVES, ZEROS], ids=["atomics", "waves", "zeros"])
def test_atomics_of_all_widths_waves_and_zeros(hcc: Command, tmp_path: Path, source: str) -> None:
    (tmp_path / "a.cpp").write_text(source)
    done = run(build(hcc, tmp_path / "a.cpp", tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.vulkan
@pytest.mark.parametrize("source", [DIVISION, HALVES, INVERSE_ROOTS], ids=["wide", "half", "inverse_roots"])
def test_division_and_square_root_are_the_hosts(hcc: Command, tmp_path: Path, source: str) -> None:
    """By our own code, as on devices whose own are off by some ulp, and by lavapipe's. Inverse roots are the
    device's, to the 2 ulp that Vulkan allows it."""
    (tmp_path / "d.cpp").write_text(source)
    made = build(hcc, tmp_path / "d.cpp", tmp_path)
    for way in ("own", "device"):
        done = run(made, HCPY_VULKAN_DIVISION=way)
        assert done.returncode == 0, way + done.stdout + done.stderr


def test_fast_math_leaves_division_to_the_device(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "d.cpp").write_text(DIVISION)
    maps = {}
    for word in ("-O2", "-ffast-math"):
        hcc.ok("--emit=vulkan", "--descriptor-map=d.map", word, "d.cpp", "-o", "d.spv", cwd=tmp_path)
        maps[word] = (tmp_path / "d.map").read_text()
        checkers.check_vulkan(tmp_path / "d.spv", "1.3")
    assert "specialization_constant,divides_exactly,id,7\n" in maps["-O2"]
    assert "divides_exactly" not in maps["-ffast-math"]


OBJECTS = """#include <hc.hpp>
#include <cstdio>
struct Numbers { int n[SIZE]; };
int main() {
  Numbers numbers{};
  for (int i = 0; i < SIZE; ++i) numbers.n[i] = i * i;
  const short narrow = -7;
  const double wide = 0.5;
  hc::array_view<double, 1> sums(256);
  hc::parallel_for_each(sums.get_extent(), [=](hc::index<1> i) [[hc]] {
    sums[i] = numbers.n[0] + numbers.n[SIZE - 1] * wide + narrow;
  });
  hc::array_view<double, 1> chosen(SIZE);
  hc::parallel_for_each(chosen.get_extent(), [=](hc::index<1> i) [[hc]] { chosen[i] = numbers.n[i[0]]; });
  for (int i = 0; i < 256; ++i)
    if (sums[i] != (SIZE - 1) * (SIZE - 1) * 0.5 - 7) return std::printf("sum %d: %g\\n", i, sums[i]);
  for (int i = 0; i < SIZE; ++i)
    if (chosen[i] != i * i) return std::printf("chosen %d: %g\\n", i, chosen[i]);
}
"""


def test_small_objects_are_pushed_but_to_programs_with_their_own_vulkan(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "o.cpp").write_text(OBJECTS)
    pushed = {}
    for size, *words in ((2, ""), (40, ""), (2, "--descriptor-map=o.map")):
        given = [word for word in words if word]
        hcc.ok("--emit=vulkan", f"-DSIZE={size}", *given, "o.cpp", "-o", "o.spv", cwd=tmp_path)
        checkers.check_vulkan(tmp_path / "o.spv", "1.3")
        pushed[(size, *given)] = (tmp_path / "o.spv").read_bytes().count(b"hcpy:pushed ")
    assert list(pushed.values()) == [1, 0, 0]


@pytest.mark.vulkan
@pytest.mark.parametrize("size", [2, 40])
def test_kernels_get_their_objects(hcc: Command, tmp_path: Path, size: int) -> None:
    (tmp_path / "o.cpp").write_text(OBJECTS)
    done = run(build(hcc, tmp_path / "o.cpp", tmp_path, f"-DSIZE={size}"))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.vulkan
@pytest.mark.parametrize("seed", range(2) if IN_FULL else ())  # lavapipe takes minutes
def test_random_control_flow(hcc: Command, tmp_path: Path, seed: int) -> None:
    (tmp_path / "flow.cpp").write_text(program(seed, KERNELS))
    done = run(build(hcc, tmp_path / "flow.cpp", tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def faults(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[str]]]:
    """What is wrong with each program of CONFORMANCE on Vulkan; as many at a time as there are processors."""
    words, folder = (*hcc.words, "--targets=host,vulkan"), tmp_path_factory.mktemp("programs")
    cases = {case.id: replace(case, host_only=True) for case in all_cases() if case.id in CONFORMANCE}
    pool = ThreadPoolExecutor(os.cpu_count())
    yield {name: pool.submit(check, case, words, ("vulkan",), folder) for name, case in cases.items()}
    pool.shutdown(cancel_futures=True)


@pytest.mark.vulkan
@pytest.mark.parametrize("name", CONFORMANCE)
def test_conformance(faults: dict[str, Future[str]], name: str) -> None:
    fault = faults[name].result()
    if fault:
        pytest.fail(fault, pytrace=False)


def test_what_cannot_be_done_is_an_error_at_its_place(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "length.cpp").write_text(VARIABLE_LENGTH)
    done = hcc("--targets=vulkan", "-w", "-c", "length.cpp", cwd=tmp_path)
    assert done.returncode == 1
    assert "length.cpp:5:5: error: an array of variable length is not possible" in done.stderr
    assert "on the target 'vulkan'" in done.stderr
    assert "kernel starts here" in done.stderr


def test_a_missing_loader_is_one_line(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(DEVICE)
    hcc.ok("--targets=host,vulkan", "k.cpp", "-o", "k", cwd=tmp_path)
    done = run(tmp_path / "k", HCPY_VULKAN_LIBRARY="no-such-library")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "the Vulkan loader is missing" in done.stderr
